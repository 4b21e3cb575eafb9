package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
)

// Lengths, precisions and scales of types.

// checkModifiers refuses a length that a type of PostgreSQL cannot have.
func (t *translation) checkModifiers(n *pg_query.TypeName, name string) {
	switch name {
	case "varchar", "bpchar", "bit", "varbit":
		writes.LimitOf(&t.Translation, n)
	}
}

// modifiers drops precisions and sizes that DuckDB does not have, and gives numeric a precision.
func (t *translation) modifiers(n *pg_query.TypeName, name string) {
	switch name {
	case "numeric":
		if len(n.Typmods) == 0 {
			n.Typmods, t.Changed = []*pg_query.Node{build.Number(38), build.Number(9)}, true
		} else {
			writes.CheckPrecision(&t.Translation, n)
		}
	case "timestamp", "timestamptz", "time", "timetz", "interval":
		if len(n.Typmods) > 0 {
			t.notePrecision(n)
			n.Typmods, t.Changed = nil, true
		}
	}
	for _, b := range n.ArrayBounds {
		if i := b.GetInteger(); i != nil && i.Ival >= 0 {
			i.Ival, t.Changed = -1, true
		}
	}
}

// notePrecision keeps what stands in the brackets of a type that DuckDB has without them.
func (t *translation) notePrecision(n *pg_query.TypeName) {
	if t.precisions == nil {
		t.precisions = map[*pg_query.TypeName][]*pg_query.Node{}
	}
	t.precisions[n] = n.Typmods
}
