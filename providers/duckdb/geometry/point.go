package geometry

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// ErrSyntax is what [ReadPoint] returns for a text that is no point.
var ErrSyntax = errors.New("this is no point")

// RangeError is a number that is beyond those of double precision.
type RangeError struct{ Number string }

func (e RangeError) Error() string { return strconv.Quote(e.Number) + " is out of range" }

const blanks = " \t\n\v\f\r"

// leadingNumber is the number that a text begins with, as C's strtod reads it.
var leadingNumber = pattern(`(?i)^[-+]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[-+]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|infinity|inf|nan(?:\(\w*\))?)`)

// ReadPoint reads a point as PostgreSQL does: (x,y), or without the parentheses.
func ReadPoint(text string) (p Point, err error) {
	rest, closed := strings.CutPrefix(strings.TrimLeft(text, blanks), "(")
	if p.X, rest, err = readNumber(rest); err != nil {
		return p, err
	}
	rest, ok := strings.CutPrefix(rest, ",")
	if !ok {
		return p, ErrSyntax
	}
	if p.Y, rest, err = readNumber(rest); err != nil {
		return p, err
	}
	if closed {
		if rest, ok = strings.CutPrefix(rest, ")"); !ok {
			return p, ErrSyntax
		}
	}
	if strings.Trim(rest, blanks) != "" {
		return p, ErrSyntax
	}
	return p, nil
}

// readNumber reads the number that a text begins with, and returns what is behind it. Blanks may stand around the number.
func readNumber(text string) (f float64, rest string, err error) {
	text = strings.TrimLeft(text, blanks)
	number := leadingNumber().FindString(text)
	rest = strings.TrimLeft(text[len(number):], blanks)
	digits := strings.ToLower(strings.TrimLeft(number, "+-"))
	switch {
	case number == "":
		return 0, "", ErrSyntax
	case strings.HasPrefix(digits, "nan"):
		return math.NaN(), rest, nil
	case strings.HasPrefix(digits, "0x") && !strings.Contains(digits, "p"):
		digits += "p0"
	}
	f, err = strconv.ParseFloat(digits, 64)
	if err != nil || f == 0 && strings.Trim(mantissa(digits), "0.") != "" { // C tells of numbers that become zero, too
		return 0, "", RangeError{number}
	}
	if number[0] == '-' {
		f = -f
	}
	return f, rest, nil
}

// mantissa is a number without its exponent and without 0x.
func mantissa(digits string) string {
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		digits, _, _ = strings.Cut(hex, "p")
		return digits
	}
	digits, _, _ = strings.Cut(digits, "e")
	return digits
}
