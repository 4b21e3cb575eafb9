package functions

import (
	"cmp"
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

// castToMultirange makes a multirange of the text that is the first argument. The bounds lose their zeros.
func (c *calling) castToMultirange(kind vector.RangeKind) error {
	list, err := readMultirange(c.str(0), kind)
	if err != nil {
		return err
	}
	for i := range list {
		if err := dropZeros(&list[i], kind); err != nil {
			return err
		}
	}
	return c.setMultirange(gathered(list))
}

// gathered puts ranges in order, and joins those that meet.
func gathered(list []vector.Range) []vector.Range {
	list = slices.DeleteFunc(slices.Clone(list), vector.Range.Empty)
	slices.SortStableFunc(list, func(a, b vector.Range) int {
		return cmp.Or(strings.Compare(a.Low, b.Low), strings.Compare(a.High, b.High))
	})
	var out []vector.Range
	for _, r := range list {
		if last := len(out) - 1; last >= 0 && r.Low <= out[last].High {
			out[last] = span(out[last], r)
			continue
		}
		out = append(out, r)
	}
	return out
}

// spanOf is the least range that has all of the ranges of a multirange in it.
func spanOf(list []vector.Range) vector.Range {
	if len(list) == 0 {
		return vector.Range{}
	}
	return vector.Between(list[0], list[len(list)-1])
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
				out = append(out, vector.Between(r, rangeBefore(b[k])))
			}
			if r.Low < b[k].High {
				r = vector.Between(rangeBehind(b[k]), r)
			}
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

// multirangeKind is a multirange type: its ranges, and the names of both.
type multirangeKind struct {
	kind              vector.RangeKind
	single, many      string // the aliases of a range and of a multirange
	start, named, key string // the beginning of the functions' names, Postgres's name, and the type of a bound
}

// sides read the operands of a test as lists of ranges.
type sides func(c *calling) []vector.Range

func (k multirangeKind) list(i int) sides {
	return func(c *calling) []vector.Range { return c.multirange(i, k.kind) }
}

func (k multirangeKind) range1(i int) sides {
	return func(c *calling) []vector.Range { return []vector.Range{c.rangeAt(i, k.kind)} }
}

// test compares two operands.
func (k multirangeKind) test(end string, takes []string, a, b sides, holds func(a, b []vector.Range) bool) scalar {
	return scalar{name: k.start + end, takes: takes, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, holds(a(c), b(c))) }}
}

// join makes a multirange of two.
func (k multirangeKind) join(end string, compute func(a, b []vector.Range) []vector.Range) scalar {
	return scalar{name: k.start + end, takes: []string{k.many, k.many}, returns: k.many, call: func(c *calling) error {
		return c.setMultirange(compute(c.multirange(0, k.kind), c.multirange(1, k.kind)))
	}}
}

// whole asks a question about one.
func (k multirangeKind) whole(end string, of func(list []vector.Range) bool) scalar {
	return scalar{name: k.start + end, takes: []string{k.many}, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, of(c.multirange(0, k.kind))) }}
}

// edge is the first or the last bound.
func (k multirangeKind) edge(end string, high bool) scalar {
	return scalar{name: k.start + end, takes: []string{k.many}, returns: k.key, call: func(c *calling) error {
		return c.setBoundOf(spanOf(c.multirange(0, k.kind)), k.kind, high)
	}}
}

// has looks for a value.
func (k multirangeKind) has(end string, takes []string, value, of int) scalar {
	return scalar{name: k.start + end, takes: takes, returns: "BOOLEAN", call: func(c *calling) error {
		key, err := c.boundKey(value, k.kind)
		if err != nil {
			return err
		}
		return setBool(c, slices.ContainsFunc(c.multirange(of, k.kind), func(r vector.Range) bool {
			return r.Low <= vector.Cut(key.key, false) && vector.Cut(key.key, true) <= r.High
		}))
	}}
}

func multirangesOf(alias string, kind vector.RangeKind) []scalar {
	name := strings.TrimSuffix(kind.Name, "range") + "multirange"
	k := multirangeKind{kind: kind, single: alias, many: aliasOf(name), start: "pg__" + name + "_", named: name, key: kind.Element}
	return slices.Concat(k.tests(), k.edges(), k.makers())
}

// tests are the operators.
func (k multirangeKind) tests() []scalar {
	both, before, behind := []string{k.many, k.many}, []string{k.single, k.many}, []string{k.many, k.single}
	meets := func(a, b []vector.Range) bool { return len(common(gathered(a), gathered(b))) > 0 }
	return []scalar{
		k.join("add", func(a, b []vector.Range) []vector.Range { return gathered(append(slices.Clone(a), b...)) }),
		k.join("sub", remaining), k.join("mul", common),
		k.has("has", []string{k.many, k.key}, 1, 0), k.has("in", []string{k.key, k.many}, 0, 1),
		k.test("has_range", behind, k.list(0), k.range1(1), holdsAll), k.test("contains", both, k.list(0), k.list(1), holdsAll),
		k.test("range_in", before, k.list(1), k.range1(0), holdsAll), k.test("within", both, k.list(1), k.list(0), holdsAll),
		k.test("overlaps", both, k.list(0), k.list(1), meets), k.test("overlaps_range", behind, k.list(0), k.range1(1), meets),
		k.test("range_overlaps", before, k.range1(0), k.list(1), meets),
		k.test("left", both, k.list(0), k.list(1), precedes), k.test("right", both, k.list(1), k.list(0), precedes),
		k.test("adjacent", both, k.list(0), k.list(1), func(a, b []vector.Range) bool {
			return len(a) > 0 && len(b) > 0 && (a[len(a)-1].High == b[0].Low || b[len(b)-1].High == a[0].Low)
		}),
	}
}

// edges are the functions of the bounds.
func (k multirangeKind) edges() []scalar {
	return []scalar{
		k.edge("lower", false), k.edge("upper", true),
		k.whole("isempty", func(list []vector.Range) bool { return len(list) == 0 }),
		k.whole("lower_inc", func(list []vector.Range) bool {
			return len(list) > 0 && list[0].Low != vector.FirstCut && strings.HasSuffix(list[0].Low, "0")
		}),
		k.whole("upper_inc", func(list []vector.Range) bool {
			return len(list) > 0 && list[len(list)-1].High != vector.LastCut && strings.HasSuffix(list[len(list)-1].High, "1")
		}),
		k.whole("lower_inf", func(list []vector.Range) bool { return len(list) > 0 && list[0].Low == vector.FirstCut }),
		k.whole("upper_inf", func(list []vector.Range) bool { return len(list) > 0 && list[len(list)-1].High == vector.LastCut }),
		{name: k.start + "span", takes: []string{k.many}, returns: k.single, call: func(c *calling) error {
			c.setText(spanOf(c.multirange(0, k.kind)).Key())
			return nil
		}},
	}
}

// makers make multiranges of texts, of ranges and of lists, and lists of them.
func (k multirangeKind) makers() []scalar {
	all := []scalar{
		{name: "pg__as_" + k.named, takes: []string{"VARCHAR"}, returns: k.many, call: func(c *calling) error { return c.castToMultirange(k.kind) }},
		{name: k.start + "list", takes: []string{k.many}, returns: k.single + "[]", call: func(c *calling) error {
			var keys []*string
			for _, r := range c.multirange(0, k.kind) {
				key := r.Key()
				keys = append(keys, &key)
			}
			c.setStrings(keys)
			return nil
		}},
		{name: k.start + "agg", takes: []string{k.single + "[]"}, returns: k.many, call: func(c *calling) error { return c.gather(k.kind) }},
		{name: k.start + "meet", takes: []string{k.single + "[]"}, returns: k.single, call: func(c *calling) error { return c.meetAll(k.kind) }},
	}
	const mostRanges = 4 // of a call that makes a multirange
	for n := range mostRanges + 1 {
		all = append(all, scalar{name: k.start + "of", takes: slices.Repeat([]string{k.single}, n), returns: k.many, call: func(c *calling) error {
			list := make([]vector.Range, n)
			for i := range list {
				list[i] = c.rangeAt(i, k.kind)
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

// readMultirange reads {[1,3),[5,8)}: multirange_in.
func readMultirange(text string, kind vector.RangeKind) (list []vector.Range, err error) {
	malformed := func(detail string) error {
		return sqlstate.New(sqlstate.InvalidTextRepresent, "malformed multirange literal: \"%s\"", text).WithDetail("%s", detail)
	}
	rest, opened := strings.CutPrefix(strings.TrimLeft(text, vector.Blanks), "{")
	if !opened {
		return nil, malformed("Missing left brace.")
	}
	for isFirst := true; ; isFirst = false {
		rest = strings.TrimLeft(rest, vector.Blanks)
		if isFirst && strings.HasPrefix(rest, "}") {
			break
		}
		end := len("empty")
		switch {
		case rest == "":
			return nil, malformed("Unexpected end of input.")
		case rest[0] == '[' || rest[0] == '(':
			if end = rangeEnd(rest); end < 0 {
				return nil, malformed("Unexpected end of input.")
			}
		case len(rest) < end || !strings.EqualFold(rest[:end], "empty"):
			return nil, malformed("Expected range start.")
		}
		r, err := readRange(rest[:end], kind)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		if rest = strings.TrimLeft(rest[end:], vector.Blanks); rest == "" {
			return nil, malformed("Unexpected end of input.")
		}
		if rest[0] == '}' {
			break
		}
		if rest[0] != ',' {
			return nil, malformed("Expected comma or end of multirange.")
		}
		rest = rest[1:]
	}
	if strings.Trim(rest[1:], vector.Blanks) != "" {
		return nil, malformed("Junk after closing right brace.")
	}
	return list, nil
}

// rangeEnd is where the first range of a text ends; -1: the text ends before it does.
func rangeEnd(text string) int {
	quoted := false
	for at := 1; at < len(text); at++ {
		switch b := text[at]; {
		case b == '\\':
			at++
		case b == '"':
			quoted = !quoted
		case !quoted && (b == ')' || b == ']'):
			return at + 1
		}
	}
	return -1
}
