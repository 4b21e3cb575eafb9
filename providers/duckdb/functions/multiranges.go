package functions

import (
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A multirange is kept as the keys of its ranges, which are in order and apart from each other: vector.MultirangeKey.

// multirange is a list of ranges of a kind.
func (c *calling) multirange(i int, kind vector.RangeKind) []vector.Range {
	return vector.ReadMultirange(c.bytes(i), kind.Element)
}

func (c *calling) setMultirange(list []vector.Range) error {
	c.setText(vector.MultirangeKey(list))
	return nil
}

// gathered puts ranges in order, and joins those that meet.
func gathered(list []vector.Range) []vector.Range {
	list = slices.DeleteFunc(slices.Clone(list), vector.Range.Empty)
	slices.SortFunc(list, func(a, b vector.Range) int { return strings.Compare(a.Low, b.Low) })
	var out []vector.Range
	for _, r := range list {
		if last := len(out) - 1; last >= 0 && r.Low <= out[last].High {
			out[last].High = max(out[last].High, r.High)
			continue
		}
		out = append(out, r)
	}
	return out
}

// common is what is in both; both are in order.
func common(a, b []vector.Range) []vector.Range {
	var out []vector.Range
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if r := meet(a[i], b[j]); !r.Empty() {
			out = append(out, r)
		}
		if a[i].High < b[j].High {
			i++
		} else {
			j++
		}
	}
	return out
}

// remaining is what is in a and not in b.
func remaining(a, b []vector.Range) []vector.Range {
	var out []vector.Range
	j := 0
	for _, r := range a {
		for j < len(b) && b[j].High <= r.Low {
			j++
		}
		for k := j; k < len(b) && b[k].Low < r.High && !r.Empty(); k++ {
			if b[k].Low > r.Low {
				out = append(out, vector.Range{Low: r.Low, High: b[k].Low})
			}
			r.Low = max(r.Low, b[k].High)
		}
		if !r.Empty() {
			out = append(out, r)
		}
	}
	return out
}

// holdsAll reports whether each of the ranges of b is in one of a.
func holdsAll(a, b []vector.Range) bool {
	for _, r := range b {
		if !r.Empty() && !slices.ContainsFunc(a, func(of vector.Range) bool { return containsRange(of, r) }) {
			return false
		}
	}
	return true
}

// multirangeFunctions are the functions and operators of multiranges.
func multirangeFunctions() []scalar {
	var all []scalar
	for _, alias := range slices.Sorted(maps.Keys(vector.RangeKinds)) {
		all = append(all, multirangesOf(alias, vector.RangeKinds[alias])...)
	}
	return all
}

func multirangesOf(alias string, kind vector.RangeKind) []scalar {
	name := strings.TrimSuffix(kind.Name, "range")
	many := aliasOf(name + "multirange")
	start := "pg__" + name + "multirange_"
	element := kind.Element
	one := func(i int) func(c *calling) []vector.Range { // a multirange among the arguments
		return func(c *calling) []vector.Range { return c.multirange(i, kind) }
	}
	single := func(i int) func(c *calling) []vector.Range { // a range among them
		return func(c *calling) []vector.Range { return []vector.Range{c.rangeAt(i, kind)} }
	}
	test := func(end string, takes []string, a, b func(c *calling) []vector.Range, holds func(a, b []vector.Range) bool) scalar {
		return scalar{name: start + end, takes: takes, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, holds(a(c), b(c))) }}
	}
	meets := func(a, b []vector.Range) bool { return len(common(gathered(a), gathered(b))) > 0 }
	join := func(end string, compute func(a, b []vector.Range) []vector.Range) scalar {
		return scalar{name: start + end, takes: []string{many, many}, returns: many, call: func(c *calling) error {
			return c.setMultirange(compute(c.multirange(0, kind), c.multirange(1, kind)))
		}}
	}
	whole := func(end string, of func(list []vector.Range) bool) scalar {
		return scalar{name: start + end, takes: []string{many}, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, of(c.multirange(0, kind))) }}
	}
	edge := func(end string, high bool) scalar {
		return scalar{name: start + end, takes: []string{many}, returns: element, call: func(c *calling) error {
			list := c.multirange(0, kind)
			if len(list) == 0 {
				c.setNull()
				return nil
			}
			return c.setBoundOf(vector.Range{Low: list[0].Low, High: list[len(list)-1].High}, kind, high)
		}}
	}
	has := func(end string, takes []string, value, of int) scalar {
		return scalar{name: start + end, takes: takes, returns: "BOOLEAN", call: func(c *calling) error {
			key, err := c.boundKey(value, kind)
			if err != nil {
				return err
			}
			return setBool(c, slices.ContainsFunc(c.multirange(of, kind), func(r vector.Range) bool {
				return r.Low <= vector.Cut(key, false) && vector.Cut(key, true) <= r.High
			}))
		}}
	}
	all := []scalar{
		{name: "pg__as_" + name + "multirange", takes: []string{"VARCHAR"}, returns: many, call: func(c *calling) error {
			list, err := readMultirange(c.str(0), kind)
			if err != nil {
				return err
			}
			return c.setMultirange(gathered(list))
		}},
		join("add", func(a, b []vector.Range) []vector.Range { return gathered(append(slices.Clone(a), b...)) }), join("sub", remaining), join("mul", common),
		has("has", []string{many, element}, 1, 0), has("in", []string{element, many}, 0, 1),
		test("has_range", []string{many, alias}, one(0), single(1), holdsAll), test("contains", []string{many, many}, one(0), one(1), holdsAll),
		test("range_in", []string{alias, many}, one(1), single(0), holdsAll), test("within", []string{many, many}, one(1), one(0), holdsAll),
		test("overlaps", []string{many, many}, one(0), one(1), meets), test("overlaps_range", []string{many, alias}, one(0), single(1), meets),
		test("range_overlaps", []string{alias, many}, single(0), one(1), meets),
		test("left", []string{many, many}, one(0), one(1), precedes), test("right", []string{many, many}, one(1), one(0), precedes),
		test("adjacent", []string{many, many}, one(0), one(1), func(a, b []vector.Range) bool {
			return len(a) > 0 && len(b) > 0 && (a[len(a)-1].High == b[0].Low || b[len(b)-1].High == a[0].Low)
		}),
		edge("lower", false), edge("upper", true),
		whole("isempty", func(list []vector.Range) bool { return len(list) == 0 }),
		whole("lower_inc", func(list []vector.Range) bool {
			return len(list) > 0 && list[0].Low != vector.FirstCut && strings.HasSuffix(list[0].Low, "0")
		}),
		whole("upper_inc", func(list []vector.Range) bool {
			return len(list) > 0 && list[len(list)-1].High != vector.LastCut && strings.HasSuffix(list[len(list)-1].High, "1")
		}),
		whole("lower_inf", func(list []vector.Range) bool { return len(list) > 0 && list[0].Low == vector.FirstCut }),
		whole("upper_inf", func(list []vector.Range) bool { return len(list) > 0 && list[len(list)-1].High == vector.LastCut }),
		{name: start + "span", takes: []string{many}, returns: alias, call: func(c *calling) error {
			r := vector.Range{}
			if list := c.multirange(0, kind); len(list) > 0 {
				r = vector.Range{Low: list[0].Low, High: list[len(list)-1].High}
			}
			c.setText(r.Key())
			return nil
		}},
		{name: start + "list", takes: []string{many}, returns: alias + "[]", call: func(c *calling) error {
			var keys []*string
			for _, r := range c.multirange(0, kind) {
				key := r.Key()
				keys = append(keys, &key)
			}
			c.setStrings(keys)
			return nil
		}},
		{name: start + "agg", takes: []string{alias + "[]"}, returns: many, call: func(c *calling) error { return c.gather(kind) }},
		{name: start + "meet", takes: []string{alias + "[]"}, returns: alias, call: func(c *calling) error { return c.meetAll(kind) }},
	}
	const mostRanges = 4 // of a call that makes a multirange
	for n := range mostRanges + 1 {
		takes := slices.Repeat([]string{alias}, n)
		all = append(all, scalar{name: start + "of", takes: takes, returns: many, call: func(c *calling) error {
			list := make([]vector.Range, n)
			for i := range list {
				list[i] = c.rangeAt(i, kind)
			}
			return c.setMultirange(gathered(list))
		}})
	}
	return all
}

func precedes(a, b []vector.Range) bool {
	return len(a) > 0 && len(b) > 0 && a[len(a)-1].High <= b[0].Low
}

// listed are the ranges of a list, without NULL.
func (c *calling) listed(kind vector.RangeKind) []vector.Range {
	var list []vector.Range
	for _, key := range c.strings(0) {
		if key != nil {
			list = append(list, vector.ReadRange([]byte(*key), kind.Element))
		}
	}
	return list
}

// gather joins the ranges of a list.
func (c *calling) gather(kind vector.RangeKind) error {
	list := c.listed(kind)
	if len(list) == 0 {
		c.setNull()
		return nil
	}
	return c.setMultirange(gathered(list))
}

// meetAll is what all ranges of a list have in common.
func (c *calling) meetAll(kind vector.RangeKind) error {
	list := c.listed(kind)
	if len(list) == 0 {
		c.setNull()
		return nil
	}
	r := list[0]
	for _, other := range list[1:] {
		r = meet(r, other)
	}
	c.setText(r.Key())
	return nil
}

// readMultirange reads {[1,3),[5,8)}.
func readMultirange(text string, kind vector.RangeKind) ([]vector.Range, error) {
	malformed := failure(sqlstate.InvalidTextRepresent, "malformed multirange literal: %q", text)
	inner, ok := strings.CutPrefix(strings.Trim(text, vector.Blanks), "{")
	if inner, ok = strings.CutSuffix(inner, "}"); !ok || !strings.HasPrefix(strings.Trim(text, vector.Blanks), "{") {
		return nil, malformed
	}
	var list []vector.Range
	for inner = strings.Trim(inner, vector.Blanks); inner != ""; {
		end, quoted := -1, false
		for i, ch := range inner {
			if ch == '"' {
				quoted = !quoted
			}
			if i > 0 && !quoted && (ch == ')' || ch == ']') {
				end = i + 1
				break
			}
		}
		if strings.HasPrefix(strings.ToLower(inner), "empty") {
			end = len("empty")
		}
		if end < 0 {
			return nil, malformed
		}
		r, err := readRange(inner[:end], kind)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		if inner = strings.TrimLeft(inner[end:], vector.Blanks); inner != "" {
			if inner, ok = strings.CutPrefix(inner, ","); !ok {
				return nil, malformed
			}
			if inner = strings.TrimLeft(inner, vector.Blanks); inner == "" {
				return nil, malformed
			}
		}
	}
	return list, nil
}
