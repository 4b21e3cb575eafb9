package functions

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rangeFunctions are the functions and the operators of ranges.
func rangeFunctions() []scalar {
	var all []scalar
	for _, alias := range slices.Sorted(maps.Keys(vector.RangeKinds)) {
		all = append(all, rangesOf(alias, vector.RangeKinds[alias])...)
	}
	return all
}

// rangesOf are the functions and the operators of the ranges of one type.
func rangesOf(alias string, kind vector.RangeKind) []scalar {
	return slices.Concat(rangeMakers(alias, kind), rangeTests(alias, kind), rangeJoins(alias, kind))
}

// rangeMakers make a range, and return its bounds.
func rangeMakers(alias string, kind vector.RangeKind) []scalar {
	made, element := kind.Element, kind.Element
	if element == vector.LooseType {
		made = "ANY" // whose text has the digits as they are written
	}
	bound := func(name string, high bool) scalar {
		return scalar{name: name, takes: []string{alias}, returns: element, call: func(c *calling) error { return c.setBound(kind, high) }}
	}
	return []scalar{
		{name: "pg__" + kind.Name, takes: []string{made, made, "VARCHAR"}, returns: alias, nulls: true, call: func(c *calling) error { return c.makeRange(kind, false) }},
		bound("pg__lower", false), bound("pg__upper", true),
	}
}

// rangeTests are what is asked of ranges.
func rangeTests(alias string, kind vector.RangeKind) []scalar {
	both := func(name string, test func(a, b vector.Range) bool) scalar {
		return scalar{name: name, takes: []string{alias, alias}, returns: "BOOLEAN", call: func(c *calling) error {
			vector.Set(&c.out, c.row, test(c.rangeAt(0, kind), c.rangeAt(1, kind)))
			return nil
		}}
	}
	one := func(name string, test func(r vector.Range) bool) scalar {
		return scalar{name: name, takes: []string{alias}, returns: "BOOLEAN", call: func(c *calling) error {
			vector.Set(&c.out, c.row, test(c.rangeAt(0, kind)))
			return nil
		}}
	}
	holds := func(name string, takes []string, at, of int) scalar {
		return scalar{name: name, takes: takes, returns: "BOOLEAN", call: func(c *calling) error {
			value, err := c.boundKey(at, kind)
			r := c.rangeAt(of, kind)
			vector.Set(&c.out, c.row, !r.Empty() && r.Low <= vector.Cut(value.key, false) && vector.Cut(value.key, true) <= r.High)
			return err
		}}
	}
	return []scalar{
		one("isempty", vector.Range.Empty), both("@>", containsRange), both("&&", func(a, b vector.Range) bool { return !meet(a, b).Empty() }),
		one("lower_inc", func(r vector.Range) bool {
			return !r.Empty() && r.Low != vector.FirstCut && strings.HasSuffix(r.Low, "0")
		}),
		one("upper_inc", func(r vector.Range) bool {
			return !r.Empty() && r.High != vector.LastCut && strings.HasSuffix(r.High, "1")
		}),
		one("lower_inf", func(r vector.Range) bool { return !r.Empty() && r.Low == vector.FirstCut }),
		one("upper_inf", func(r vector.Range) bool { return !r.Empty() && r.High == vector.LastCut }),
		both("<@", func(a, b vector.Range) bool { return containsRange(b, a) }),
		holds("@>", []string{alias, kind.Element}, 1, 0), holds("<@", []string{kind.Element, alias}, 0, 1),
		both("<<", func(a, b vector.Range) bool { return !a.Empty() && !b.Empty() && a.High <= b.Low }),
		both(">>", func(a, b vector.Range) bool { return !a.Empty() && !b.Empty() && b.High <= a.Low }),
		both("pg__range_adjacent", adjacent),
		both("pg__range_over_left", func(a, b vector.Range) bool { return !a.Empty() && !b.Empty() && a.High <= b.High }),
		both("pg__range_over_right", func(a, b vector.Range) bool { return !a.Empty() && !b.Empty() && a.Low >= b.Low }),
	}
}

// rangeJoins make a range of two.
func rangeJoins(alias string, kind vector.RangeKind) []scalar {
	join := func(name string, compute func(a, b vector.Range) (vector.Range, error)) scalar {
		return scalar{name: name, takes: []string{alias, alias}, returns: alias, call: func(c *calling) error {
			r, err := compute(c.rangeAt(0, kind), c.rangeAt(1, kind))
			c.setText(r.Key())
			return err
		}}
	}
	return []scalar{
		join("*", func(a, b vector.Range) (vector.Range, error) { return meet(a, b), nil }),
		join("+", unite), join("-", without), join("range_merge", func(a, b vector.Range) (vector.Range, error) { return span(a, b), nil }),
	}
}

func (c *calling) rangeAt(i int, kind vector.RangeKind) vector.Range {
	return vector.ReadRange(c.bytes(i), kind.Element)
}

func containsRange(a, b vector.Range) bool {
	return b.Empty() || !a.Empty() && a.Low <= b.Low && b.High <= a.High
}

func adjacent(a, b vector.Range) bool {
	return !a.Empty() && !b.Empty() && (a.High == b.Low || b.High == a.Low)
}

// meet is what is in both ranges. Of equal bounds it has those of the first.
func meet(a, b vector.Range) vector.Range {
	if a.Empty() || b.Empty() {
		return vector.Range{}
	}
	low, high := a, a
	if b.Low > a.Low {
		low = b
	}
	if b.High < a.High {
		high = b
	}
	return vector.Between(low, high)
}

// span is the least range that has both in it. Of equal bounds it has those of the second.
func span(a, b vector.Range) vector.Range {
	switch {
	case a.Empty():
		return b
	case b.Empty():
		return a
	}
	low, high := b, b
	if a.Low < b.Low {
		low = a
	}
	if a.High > b.High {
		high = a
	}
	return vector.Between(low, high)
}

// rangeBefore is the range up to another one.
func rangeBefore(r vector.Range) vector.Range {
	return vector.Range{High: r.Low, HighZeros: r.LowZeros}
}

// rangeBehind is the range from the end of another one.
func rangeBehind(r vector.Range) vector.Range {
	return vector.Range{Low: r.High, LowZeros: r.HighZeros}
}

func unite(a, b vector.Range) (vector.Range, error) {
	if !a.Empty() && !b.Empty() && meet(a, b).Empty() && !adjacent(a, b) {
		return a, failure(dataException, "result of range union would not be contiguous")
	}
	return span(a, b), nil
}

func without(a, b vector.Range) (vector.Range, error) {
	switch both := meet(a, b); {
	case both.Empty():
		return a, nil
	case a.Low < b.Low && b.High < a.High:
		return a, failure(dataException, "result of range difference would not be contiguous")
	case a.Low < b.Low:
		return vector.Between(a, rangeBefore(b)), nil
	default:
		return vector.Between(rangeBehind(b), a), nil
	}
}

const dataException sqlstate.Code = "22000"

// setBound makes the result a bound of a range, NULL where there is none.
func (c *calling) setBound(kind vector.RangeKind, high bool) error {
	return c.setBoundOf(c.rangeAt(0, kind), kind, high)
}

// endOf is the cut at an end of a range, with the zeros of its bound; ok is false where the range has no bound there.
func endOf(r vector.Range, high bool) (cut string, zeros int, ok bool) {
	cut, zeros = r.Low, r.LowZeros
	if high {
		cut, zeros = r.High, r.HighZeros
	}
	return cut, zeros, !r.Empty() && cut != vector.FirstCut && cut != vector.LastCut
}

func (c *calling) setBoundOf(r vector.Range, kind vector.RangeKind, high bool) error {
	cut, _, ok := endOf(r, high)
	if !ok {
		c.setNull()
		return nil
	}
	switch kind.Element {
	case vector.LooseType:
		return c.setLoose(vector.NumberOf(cut))
	case "INTEGER", "DATE":
		vector.Set(&c.out, c.row, int32(vector.IntegerOf(cut))) //nolint:gosec // it was one
	case "SMALLINT":
		vector.Set(&c.out, c.row, int16(vector.IntegerOf(cut))) //nolint:gosec // it was one
	case "DOUBLE":
		vector.Set(&c.out, c.row, vector.FloatOf(cut))
	case "FLOAT":
		vector.Set(&c.out, c.row, float32(vector.FloatOf(cut)))
	case "VARCHAR", vector.InetAlias:
		c.setText(vector.TextOf(cut))
	default:
		vector.Set(&c.out, c.row, vector.IntegerOf(cut))
	}
	return nil
}

// bound is a value as that of a cut, and how many zeros it has at its end.
type bound struct {
	key   string
	zeros int
}

// boundKey is an argument as the value of a cut.
func (c *calling) boundKey(i int, kind vector.RangeKind) (bound, error) {
	switch kind.Element {
	case vector.LooseType:
		text := string(c.writer.AppendText(nil, c.nodes[i], &c.args[i], c.row))
		if c.nodes[i].Duck == "" {
			text = c.looseText(i)
		}
		return numberKey(text)
	case "INTEGER", "DATE":
		return bound{key: vector.IntegerKey(int64(c.int4(i)))}, nil
	case "SMALLINT":
		return bound{key: vector.IntegerKey(int64(vector.At[int16](&c.args[i], c.row)))}, nil
	case "DOUBLE":
		return floatKey(c.float(i))
	case "FLOAT":
		return floatKey(float64(vector.At[float32](&c.args[i], c.row)))
	case "VARCHAR", vector.InetAlias:
		return bound{key: vector.TextKey(c.str(i))}, nil
	}
	return bound{key: vector.IntegerKey(c.int8(i))}, nil
}

// floatKey is a floating-point number as the value of a cut.
func floatKey(f float64) (bound, error) {
	if f == 0 && math.Signbit(f) { // which is equal to 0, and shown otherwise
		return bound{}, failure(sqlstate.FeatureNotSupported, "a bound -0 of a range of floating-point numbers is not supported")
	}
	return bound{key: vector.FloatKey(f)}, nil
}

// looseText is a number of the widest type without zeros at its end.
func (c *calling) looseText(i int) string {
	return strings.TrimSuffix(strings.TrimRight(string(c.writer.AppendText(nil, c.nodes[i], &c.args[i], c.row)), "0"), ".")
}

// numberKey is a number as the value of a cut, which keeps no zeros at its end: with them it is equal to the same number without.
func numberKey(text string) (bound, error) {
	x, err := numeric.Parse(text)
	if err != nil || !x.Finite() {
		return bound{}, failure(sqlstate.FeatureNotSupported, "a bound %s of a range of numbers is not supported", text)
	}
	text = x.String()
	if whole, _, _ := strings.Cut(strings.TrimLeft(text, "-0"), "."); len(whole) > 99 { // a key has two digits for their number
		return bound{}, failure(sqlstate.FeatureNotSupported, "a bound of a range of numbers with more than 99 digits before the point is not supported")
	}
	return bound{key: vector.NumberKey(text), zeros: x.Scale() - x.MinScale()}, nil
}

// makeRange makes a range of two bounds and the brackets, which may keep the zeros of its bounds.
func (c *calling) makeRange(kind vector.RangeKind, scaled bool) error {
	if c.null(2) {
		return failure(dataException, "range constructor flags argument must not be null")
	}
	brackets := c.str(2)
	if len(brackets) != 2 || !strings.Contains("[(", brackets[:1]) || !strings.Contains("])", brackets[1:]) {
		return failure(sqlstate.SyntaxError, `invalid range bound flags`)
	}
	var bounds [2]*bound
	for i := range bounds {
		if c.null(i) {
			continue
		}
		key, err := c.boundKey(i, kind)
		if err != nil {
			return err
		}
		bounds[i] = &key
	}
	r, err := rangeOf(kind, bounds[0], bounds[1], brackets)
	if err == nil && !scaled {
		err = dropZeros(&r, kind)
	}
	c.setText(r.Key())
	return err
}

// dropZeros takes the zeros from the bounds of a range. Those of a type of users are shown nowhere, so they are refused.
func dropZeros(r *vector.Range, kind vector.RangeKind) error {
	if kind.Users && !r.Empty() && r.LowZeros|r.HighZeros != 0 {
		return sqlstate.New(sqlstate.FeatureNotSupported, "a bound with zeros at its end of a range type of users over numeric is not supported").
			WithHint("Take the zeros away, as trim_scale does.")
	}
	r.LowZeros, r.HighZeros = 0, 0
	return nil
}

// rangeOf makes a range of the values of its bounds; nil is none.
func rangeOf(kind vector.RangeKind, low, high *bound, brackets string) (vector.Range, error) {
	r := vector.Range{Low: vector.FirstCut, High: vector.LastCut}
	if low != nil && high != nil && low.key > high.key {
		return r, failure(dataException, "range lower bound must be less than or equal to range upper bound")
	}
	next := func(key string, step bool) (string, error) {
		n := vector.IntegerOf("1" + key)
		last := int64(math.MaxInt64)
		if kind.Element != "BIGINT" {
			last = math.MaxInt32
		}
		switch {
		case !step:
			return vector.Cut(key, false), nil
		case kind.Element == "DATE" && (n == last || n == -last): // no day follows an infinite one
			return vector.Cut(key, true), nil
		case kind.Element == "DATE" && n >= vector.LastDay:
			return "", failure("22008", "date out of range")
		case n == last:
			return "", failure(sqlstate.NumericOutOfRange, "%s out of range", map[string]string{"INTEGER": "integer", "BIGINT": "bigint"}[kind.Element])
		}
		return vector.Cut(vector.IntegerKey(n+1), false), nil
	}
	var err error
	if low != nil {
		if r.Low, r.LowZeros = vector.Cut(low.key, brackets[0] == '('), low.zeros; kind.Discrete {
			r.Low, err = next(low.key, brackets[0] == '(')
		}
	}
	if high != nil && err == nil {
		if r.High, r.HighZeros = vector.Cut(high.key, brackets[1] == ']'), high.zeros; kind.Discrete {
			r.High, err = next(high.key, brackets[1] == ']')
		}
	}
	return r, err
}
