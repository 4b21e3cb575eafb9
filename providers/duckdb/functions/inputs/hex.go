package inputs

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// IsPadding reports whether a character between digits is passed over.
func IsPadding(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }

// DecodeHex reads bytes as two hexadecimal digits each, between which there may be blanks.
func DecodeHex(text string) ([]byte, error) {
	out, half, digits := make([]byte, 0, len(text)/2), byte(0), 0
	for _, r := range text {
		if IsPadding(r) && digits%2 == 0 {
			continue
		}
		at := -1
		if r < utf8.RuneSelf {
			at = strings.IndexRune("0123456789abcdef", r|0x20)
			if r < 'A' {
				at = strings.IndexRune("0123456789", r)
			}
		}
		if at < 0 {
			return nil, sqlstate.New(sqlstate.InvalidParameterValue, "invalid hexadecimal digit: %q", string(r))
		}
		if digits++; digits%2 == 0 {
			out = append(out, half|byte(at)) //nolint:gosec // less than 16
			continue
		}
		half = byte(at) << 4 //nolint:gosec // less than 16
	}
	if digits%2 != 0 {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "invalid hexadecimal data: odd number of digits")
	}
	return out, nil
}
