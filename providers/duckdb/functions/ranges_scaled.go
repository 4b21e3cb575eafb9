package functions

import (
	"errors"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Ranges of numerics that are only shown keep the zeros at the end of their bounds. The planner has such ranges made where no
// comparison of DuckDB's reads them: planner/shownranges.go.

const (
	numrange      = "PG_NUMRANGE"
	nummultirange = "PG_NUMMULTIRANGE"
)

// scaledRangeFunctions make such ranges, and tell their bounds.
func scaledRangeFunctions() []scalar {
	kind := vector.RangeKinds[numrange]
	single := func(c *calling) []vector.Range { return []vector.Range{c.rangeAt(0, kind)} }
	many := func(c *calling) []vector.Range { return c.multirange(0, kind) }
	return []scalar{
		{name: "pg__scaled_numrange", takes: []string{"ANY", "ANY", "VARCHAR"}, returns: numrange, nulls: true, call: func(c *calling) error { return c.makeRange(kind, true) }},
		{name: "pg__scaled_numrange", takes: []string{"VARCHAR"}, returns: numrange, call: func(c *calling) error {
			r, err := readRange(c.str(0), kind)
			c.setText(r.Key())
			return err
		}},
		{name: "pg__scaled_nummultirange", takes: []string{"VARCHAR"}, returns: nummultirange, call: func(c *calling) error {
			list, err := readMultirange(c.str(0), kind)
			if err != nil {
				return err
			}
			return c.setMultirange(gathered(list))
		}},
		wideBound("pg__wide_lower", numrange, single, false), wideBound("pg__wide_lower", nummultirange, many, false),
		wideBound("pg__wide_upper", numrange, single, true), wideBound("pg__wide_upper", nummultirange, many, true),
	}
}

// wideBound is a function that returns the first or the last bound as a numeric of any width.
func wideBound(name, alias string, of sides, high bool) scalar {
	return scalar{name: name, takes: []string{alias}, returns: wideAlias, call: func(c *calling) error {
		list := of(c)
		if len(list) == 0 || list[0].Empty() {
			c.setNull()
			return nil
		}
		cut, zeros := list[0].Low, list[0].LowZeros
		if last := list[len(list)-1]; high {
			cut, zeros = last.High, last.HighZeros
		}
		if cut == vector.FirstCut || cut == vector.LastCut {
			c.setNull()
			return nil
		}
		return c.setWide(numeric.Parse(vector.WithZeros(vector.NumberOf(cut), zeros)))
	}}
}

// wideArrayFunctions are functions of arrays of numerics of any width.
var wideArrayFunctions = []scalar{
	{name: "pg__wides", takes: []string{"ANY"}, returns: wideAlias + "[]", call: func(c *calling) (err error) {
		if c.nodes[0].Children[0].ID == lib.TypeList {
			return failure(sqlstate.FeatureNotSupported, "an array of arrays of numerics is not supported here")
		}
		var list []*string
		c.eachElement(0, func(text []byte, null bool) bool {
			if null {
				list = append(list, nil)
				return true
			}
			x, failed := numeric.Parse(string(text))
			switch {
			case errors.Is(failed, numeric.ErrSyntax):
				err = inputs.InvalidText("numeric", string(text))
			case failed != nil:
				err = wideError(failed)
			}
			key := x.Key()
			list = append(list, &key)
			return err == nil
		})
		c.setStrings(list)
		return err
	}},
	{name: "pg__wides_text", takes: []string{wideAlias + "[]"}, returns: "VARCHAR[]", call: func(c *calling) error {
		list := c.strings(0)
		for _, s := range list {
			if s != nil {
				*s = numeric.FromKey(*s).String()
			}
		}
		c.setStrings(list)
		return nil
	}},
	{name: "pg__wides_scales", takes: []string{wideAlias + "[]"}, returns: "INTEGER[]", call: func(c *calling) error {
		list := c.strings(0)
		elements, from := c.out.SetList(c.row, len(list))
		for i, s := range list {
			scale := 0
			if s != nil {
				scale = numeric.FromKey(*s).Scale()
			}
			vector.Set(elements, from+i, int32(scale)) //nolint:gosec // bounded by numeric.MostDigits
		}
		return nil
	}},
	{name: "pg__wides_replace", takes: []string{wideAlias + "[]", wideAlias, wideAlias}, returns: wideAlias + "[]", nulls: true, call: func(c *calling) error {
		return c.eachWide(func(list []*string) []*string {
			if c.null(2) {
				return append(list, nil)
			}
			by := c.str(2)
			return append(list, &by)
		})
	}},
	{name: "pg__wides_remove", takes: []string{wideAlias + "[]", wideAlias}, returns: wideAlias + "[]", nulls: true, call: func(c *calling) error {
		return c.eachWide(func(list []*string) []*string { return list })
	}},
}

// eachWide copies an array of numerics, and has found take those that are equal to the second argument.
func (c *calling) eachWide(found func(list []*string) []*string) error {
	if c.null(0) {
		c.setNull()
		return nil
	}
	var list []*string
	for _, s := range c.strings(0) {
		if s == nil && c.null(1) || s != nil && !c.null(1) && numeric.FromKey(*s).Cmp(c.wide(1)) == 0 {
			list = found(list)
		} else {
			list = append(list, s)
		}
	}
	c.setStrings(list)
	return nil
}
