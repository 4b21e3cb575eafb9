package functions

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// codingFunctions write bytes as text and read them, as encode and decode do.
var codingFunctions = []scalar{
	{name: "pg__encode", takes: []string{"BLOB", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		switch format := strings.ToLower(c.str(1)); format {
		case "hex":
			c.setText(hex.EncodeToString(c.bytes(0)))
		case "base64":
			c.setText(encodeBase64(c.bytes(0)))
		default:
			return failure(sqlstate.InvalidParameterValue, "unrecognized encoding: %q", c.str(1))
		}
		return nil
	}},
	{name: "pg__decode", takes: []string{"VARCHAR", "VARCHAR"}, returns: "BLOB", call: func(c *calling) error {
		var out []byte
		var err error
		switch format := strings.ToLower(c.str(1)); format {
		case "hex":
			out, err = inputs.DecodeHex(c.str(0))
		case "base64":
			out, err = decodeBase64(c.str(0))
		default:
			err = failure(sqlstate.InvalidParameterValue, "unrecognized encoding: %q", c.str(1))
		}
		if err == nil {
			c.out.SetBytes(c.row, out)
		}
		return err
	}},
}

// encodeBase64 writes lines of 76 characters.
func encodeBase64(b []byte) string {
	const width = 76
	text := base64.StdEncoding.EncodeToString(b)
	var lines strings.Builder
	for len(text) >= width {
		lines.WriteString(text[:width] + "\n")
		text = text[width:]
	}
	lines.WriteString(text)
	return lines.String()
}

func decodeBase64(text string) ([]byte, error) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var out []byte
	bits, count, end := 0, 0, 0
	for _, r := range text {
		if inputs.IsPadding(r) {
			continue
		}
		at := strings.IndexRune(digits, r)
		switch {
		case r == '=':
			if end == 0 && count < 2 || end == 0 && count > 3 {
				return nil, failure(sqlstate.InvalidParameterValue, `unexpected "=" while decoding base64 sequence`)
			}
			end, at = max(end, 4-count), 0
		case at < 0:
			return nil, failure(sqlstate.InvalidParameterValue, "invalid symbol %q found while decoding base64 sequence", string(r))
		}
		bits = bits<<6 | at
		if count++; count == 4 {
			three := []byte{byte(bits >> 16), byte(bits >> 8), byte(bits)} //nolint:gosec // eight bits of each
			out = append(out, three[:3-min(end, 3)]...)
			bits, count = 0, 0
		}
	}
	if count != 0 {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "invalid base64 end sequence").
			WithHint("Input data is missing padding, is truncated, or is otherwise corrupted.")
	}
	return out, nil
}
