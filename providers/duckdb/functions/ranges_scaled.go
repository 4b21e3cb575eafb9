package functions

import (
	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
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
		cut, zeros, ok := endOf(spanOf(of(c)), high)
		if !ok {
			c.setNull()
			return nil
		}
		return c.setWide(numeric.Parse(vector.WithZeros(vector.NumberOf(cut), zeros)))
	}}
}
