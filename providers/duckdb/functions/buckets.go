package functions

import (
	"errors"
	"math"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// bucketFunctions are width_bucket, of doubles and of numerics, and div. A numeric is a text.
var bucketFunctions = []scalar{
	{name: "pg__width_bucket", takes: []string{"DOUBLE", "DOUBLE", "DOUBLE", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		return c.setBucket(doubleBucket(c.float(0), c.float(1), c.float(2), c.int4(3)))
	}},
	{name: "pg__numeric_bucket", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		x, low, high, err := c.threeNumbers()
		if err != nil {
			return err
		}
		return c.setBucket(numericBucket(x, low, high, c.int4(3)))
	}},
	{name: "pg__trunc_div", takes: []string{"VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		x, err := numeric.Parse(c.str(0))
		y, other := numeric.Parse(c.str(1))
		if err = errors.Join(err, other); err != nil {
			return wideError(err)
		}
		if x, err = x.DivTrunc(y); err != nil {
			return wideError(err)
		}
		c.setText(x.String())
		return nil
	}},
}

// threeNumbers are the first arguments as numerics.
func (c *calling) threeNumbers() (a, b, d numeric.Number, err error) {
	var list [3]numeric.Number
	for i := range list {
		if list[i], err = numeric.Parse(c.str(i)); err != nil {
			return a, b, d, wideError(err)
		}
	}
	return list[0], list[1], list[2], nil
}

// setBucket makes the result a bucket's number, which the last one and one more may have.
func (c *calling) setBucket(bucket int64, err error) error {
	if err == nil && bucket > math.MaxInt32 {
		err = errOutOfRange("integer")
	}
	vector.Set(&c.out, c.row, int32(bucket)) //nolint:gosec // compared above
	return err
}

func bucketError(message string) error { return failure("2201G", "%s", message) }

// doubleBucket finds the bucket of a double among so many between two bounds, the greater of which may be the first.
func doubleBucket(x, first, last float64, count int32) (int64, error) {
	switch {
	case count <= 0:
		return 0, bucketError("count must be greater than zero")
	case math.IsNaN(x) || math.IsNaN(first) || math.IsNaN(last):
		return 0, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case math.IsInf(first, 0) || math.IsInf(last, 0):
		return 0, bucketError("lower and upper bounds must be finite")
	case first == last:
		return 0, bucketError("lower bound cannot equal upper bound")
	case first > last:
		x, first, last = -x, -first, -last
	}
	if x < first {
		return 0, nil
	}
	if x >= last {
		return int64(count) + 1, nil
	}
	if math.IsInf(last-first, 0) {
		x, first, last = x/2, first/2, last/2
	}
	share := (x - first) / (last - first)
	return min(int64(share*float64(count)), int64(count)-1) + 1, nil
}

// numericBucket does the same with numerics.
func numericBucket(x, first, last numeric.Number, count int32) (int64, error) {
	isNaN := func(n numeric.Number) bool { return n.Cmp(numeric.NaN) == 0 }
	switch {
	case count <= 0:
		return 0, bucketError("count must be greater than zero")
	case isNaN(x) || isNaN(first) || isNaN(last):
		return 0, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case !first.Finite() || !last.Finite():
		return 0, bucketError("lower and upper bounds must be finite")
	case first.Cmp(last) == 0:
		return 0, bucketError("lower bound cannot equal upper bound")
	case first.Cmp(last) > 0:
		x, first, last = x.Neg(), first.Neg(), last.Neg()
	}
	if x.Cmp(first) < 0 {
		return 0, nil
	}
	if x.Cmp(last) >= 0 {
		return int64(count) + 1, nil
	}
	from, err := x.Sub(first)
	width, other := last.Sub(first)
	if err = errors.Join(err, other); err == nil {
		from, err = from.Mul(numeric.FromInt(int64(count)))
	}
	if err == nil {
		from, err = from.Div(width)
	}
	if err != nil {
		return 0, wideError(err)
	}
	bucket, err := inputs.ParseInteger(from.Floor().String(), 64, "bigint")
	return min(bucket+1, int64(count)), err
}

// identifierFunctions are parse_ident.
var identifierFunctions = []scalar{
	{name: "pg__parse_ident", takes: []string{"VARCHAR", "BOOLEAN"}, returns: "VARCHAR[]", call: func(c *calling) error {
		names, err := parseIdentifier(c.str(0), c.bool(1))
		if err == nil {
			c.setStrings(names)
		}
		return err
	}},
}

// parseIdentifier takes a qualified name apart. Not strict: what is behind the name is left out.
func parseIdentifier(text string, strict bool) ([]*string, error) {
	invalid := func(detail string, args ...any) error {
		e := sqlstate.New(sqlstate.InvalidParameterValue, "string is not a valid identifier: \"%s\"", text)
		if detail == "" {
			return e
		}
		return e.WithDetail(detail, args...)
	}
	var names []*string
	afterDot := false
	rest := skipBlanks(text)
	for {
		name, behind, detail := firstIdentifier(rest)
		switch {
		case detail != "":
			return nil, invalid("%s", detail)
		case name != nil:
			names, rest = append(names, name), skipBlanks(behind)
		case len(rest) > 0 && rest[0] == '.':
			return nil, invalid(`No valid identifier before ".".`)
		case afterDot:
			return nil, invalid(`No valid identifier after ".".`)
		default:
			return nil, invalid("")
		}
		switch {
		case len(rest) > 0 && rest[0] == '.':
			afterDot, rest = true, skipBlanks(rest[1:])
		case rest == "" || !strict:
			return names, nil
		default:
			return nil, invalid("")
		}
	}
}

// skipBlanks leaves out the blanks that a text begins with.
func skipBlanks(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

// firstIdentifier reads the name that a text begins with, in quotes or without, or says what is wrong with the quoted one.
func firstIdentifier(s string) (name *string, rest, detail string) {
	if s != "" && s[0] == '"' {
		var b []byte
		for i := 1; i < len(s); i++ {
			switch {
			case s[i] != '"':
				b = append(b, s[i])
			case i+1 < len(s) && s[i+1] == '"':
				b = append(b, '"')
				i++
			case len(b) == 0:
				return nil, "", "Quoted identifier must not be empty."
			default:
				quoted := string(b)
				return &quoted, s[i+1:], ""
			}
		}
		return nil, "", "String has unclosed double quotes."
	}
	end := 0
	for end < len(s) && (isNameStart(s[end]) || end > 0 && (s[end] >= '0' && s[end] <= '9' || s[end] == '$')) {
		end++
	}
	if end == 0 {
		return nil, s, ""
	}
	folded := lowerASCII(s[:end])
	return &folded, s[end:], ""
}

func isNameStart(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// lowerASCII folds the letters that PostgreSQL folds in names.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
