package functions

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// spelledFunctions read values that a text spells: a jsonb's number, the escapes of unistr, a form of Unicode, a place in the log.
var spelledFunctions = []scalar{
	{name: "pg__jsonb_scalar", takes: []string{jsonbType, "VARCHAR"}, returns: "VARCHAR", call: jsonbScalar},
	{name: "pg__normalize", takes: []string{"VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		form := map[string]norm.Form{"NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}[c.str(1)]
		c.setText(form.String(c.str(0)))
		return nil
	}},
	{name: "pg__unistr", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		s, ok := unescaped(c.str(0))
		if !ok {
			return failure(sqlstate.SyntaxError, "invalid Unicode escape")
		}
		c.setText(s)
		return nil
	}},
	{name: "pg__to_ascii", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: toASCII},
	{name: "pg__to_ascii", takes: []string{"VARCHAR", "ANY"}, returns: "VARCHAR", call: toASCII},
	{name: "-", takes: []string{"PG_PG_LSN", "PG_PG_LSN"}, returns: "HUGEINT", call: func(c *calling) error {
		a, errA := placeInLog(c.str(0))
		b, errB := placeInLog(c.str(1))
		if errA != nil || errB != nil {
			return inputs.InvalidText("pg_lsn", c.str(0))
		}
		return c.setHuge(a.Sub(a, b))
	}},
}

// jsonbScalar is the text of a jsonb that is cast to a type of numbers, or to boolean.
func jsonbScalar(c *calling) error {
	v, err := jsonvalue.Parse(c.str(0))
	if err != nil {
		return err
	}
	kind := c.str(1)
	is := map[byte]string{'{': "object", '[': "array", '"': "string", '0': "numeric", 't': "boolean", 'f': "boolean", 'n': "null"}[v.Kind]
	want := "numeric"
	if kind == "boolean" {
		want = "boolean"
	}
	if is != want {
		return failure(sqlstate.InvalidParameterValue, "cannot cast jsonb %s to type %s", is, kind)
	}
	switch kind {
	case "smallint", "integer", "bigint":
		n, err := numeric.Parse(v.Text)
		if err == nil {
			n, err = n.Round(0)
		}
		if err != nil {
			return errOutOfRange(kind)
		}
		text := n.String()
		if _, err = strconv.ParseInt(text, 10, integerBits[kind]); err != nil {
			return errOutOfRange(kind)
		}
		c.setText(text)
	case "boolean":
		c.setText(map[byte]string{'t': "true", 'f': "false"}[v.Kind])
	default:
		c.setText(v.Text)
	}
	return nil
}

// integerBits is how wide the integers of a type are.
var integerBits = map[string]int{"smallint": 16, "integer": 32, "bigint": 64}

// unescaped reads \XXXX, \+XXXXXX, \uXXXX, \UXXXXXXXX and \\ in a text.
func unescaped(s string) (string, bool) {
	var b strings.Builder
	var high rune // the first half of a pair
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			if high != 0 {
				return "", false
			}
			b.WriteByte(s[i])
			i++
			continue
		}
		rest := s[i+1:]
		if strings.HasPrefix(rest, `\`) {
			b.WriteByte('\\')
			i += 2
			continue
		}
		skip, digits := 0, 4
		switch {
		case strings.HasPrefix(rest, "+"):
			skip, digits = 1, 6
		case strings.HasPrefix(rest, "u"):
			skip = 1
		case strings.HasPrefix(rest, "U"):
			skip, digits = 1, 8
		}
		if len(rest) < skip+digits {
			return "", false
		}
		code, err := strconv.ParseUint(rest[skip:skip+digits], 16, 32)
		r := rune(code) //nolint:gosec // of 32 bits
		i += 1 + skip + digits
		switch {
		case err != nil || code == 0 || code > utf8.MaxRune:
			return "", false
		case high != 0:
			if r = utf16.DecodeRune(high, r); r == utf8.RuneError {
				return "", false
			}
			high = 0
		case utf16.IsSurrogate(r):
			high = r
			continue
		}
		b.WriteRune(r)
	}
	return b.String(), high == 0
}

// toASCII takes texts that are of ASCII already: PostgreSQL has no other conversion from UTF-8.
func toASCII(c *calling) error {
	if strings.ContainsFunc(c.str(0), func(r rune) bool { return r >= utf8.RuneSelf }) || len(c.args) == 1 {
		return failure(sqlstate.FeatureNotSupported, "encoding conversion from UTF8 to ASCII not supported")
	}
	c.setText(c.str(0))
	return nil
}

// placeInLog reads 16/B374D848.
func placeInLog(text string) (*big.Int, error) {
	high, low, _ := strings.Cut(strings.Trim(text, vector.Blanks), "/")
	upper, err := strconv.ParseUint(high, 16, 32)
	if err != nil {
		return nil, err
	}
	lower, err := strconv.ParseUint(low, 16, 32)
	return new(big.Int).SetUint64(upper<<32 | lower), err
}
