package inputs

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// InvalidText says that a text is no value of a type: 22P02.
func InvalidText(typeName, text string) error {
	return sqlstate.New(sqlstate.InvalidTextRepresent, `invalid input syntax for type %s: "%s"`, typeName, text)
}

// ParseBool reads a boolean as Postgres does: any prefix of true, false, yes and no; on, off, 1 and
// 0.
func ParseBool(text string) (bool, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	switch {
	case s == "":
	case s == "1", s == "on", strings.HasPrefix("true", s), strings.HasPrefix("yes", s):
		return true, nil
	case s == "0", s == "of", s == "off", strings.HasPrefix("false", s), strings.HasPrefix("no", s):
		return false, nil
	}
	return false, InvalidText("boolean", text)
}

// ParseBytea reads bytea in its hex form and in its escape form.
func ParseBytea(text string) ([]byte, error) {
	if digits, ok := strings.CutPrefix(text, `\x`); ok {
		return DecodeHex(digits)
	}
	raw := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case rest[0] != '\\':
			raw = append(raw, rest[0])
		case strings.HasPrefix(rest, `\\`):
			raw = append(raw, '\\')
			i++
		case len(rest) >= 4 && rest[1] >= '0' && rest[1] <= '3' && isOctal(rest[2]) && isOctal(rest[3]):
			raw = append(raw, (rest[1]-'0')<<6|(rest[2]-'0')<<3|(rest[3]-'0'))
			i += 3
		default:
			return nil, InvalidText("bytea", text)
		}
	}
	return raw, nil
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// ParseInteger reads an integer as Postgres does: digits and a sign.
func ParseInteger(text string, size int, kind string) (int64, error) {
	digits := strings.Trim(text, vector.Blanks)
	if strings.Trim(strings.TrimLeft(digits, "+-"), "0123456789") != "" {
		return 0, InvalidText(kind, text)
	}
	n, err := strconv.ParseInt(digits, 10, size)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, sqlstate.New(sqlstate.NumericOutOfRange, `value "%s" is out of range for type %s`, text, kind)
	case err != nil:
		return 0, InvalidText(kind, text)
	}
	return n, nil
}

// ParseFloat reads a floating-point number as Postgres does.
func ParseFloat(text string, size int, kind string) (float64, error) {
	digits := strings.Trim(text, vector.Blanks)
	if digits == "" || strings.ContainsAny(digits, "xXpP_") {
		return 0, InvalidText(kind, text)
	}
	f, err := strconv.ParseFloat(digits, size)
	tiny := f == 0 && strings.ContainsAny(strings.FieldsFunc(digits+"e", func(r rune) bool { return r == 'e' || r == 'E' })[0], "123456789")
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && tiny:
		return 0, sqlstate.New(sqlstate.NumericOutOfRange, `"%s" is out of range for type %s`, digits, kind)
	case err != nil:
		return 0, InvalidText(kind, text)
	}
	return f, nil
}

// CheckBits returns the error of so many bits in a column of a length: bit(n) where exact, else bit varying(n).
func CheckBits(bits, length int, exact bool) error {
	switch {
	case exact && bits != length:
		return sqlstate.New("22026", "bit string length %d does not match type bit(%d)", bits, length)
	case bits > length:
		return sqlstate.New("22001", "bit string too long for type bit varying(%d)", length)
	}
	return nil
}

// HoldLength holds a value to the length of its column. Blanks beyond it are cut off; anything else is
// too long. 22001.
func HoldLength(value []byte, length int, padded bool) ([]byte, error) {
	if padded {
		value = bytes.TrimRight(value, " ")
	}
	if len(value) <= length || utf8.RuneCount(value) <= length {
		return value, nil
	}
	end := 0
	for range length {
		_, size := utf8.DecodeRune(value[end:])
		end += size
	}
	if len(bytes.Trim(value[end:], " ")) > 0 {
		kind := "character varying"
		if padded {
			kind = "character"
		}
		return nil, sqlstate.New("22001", "value too long for type %s(%d)", kind, length)
	}
	return value[:end], nil
}
