package binding

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// A column that both sides of a join make has the type that both have in common. In DuckDB it is the column of one side, unless the join
// is FULL.

// wholes are the bytes of an integer: PostgreSQL's, and DuckDB's.
type wholes struct{ postgres, duck int }

var typeOfWhole = map[int]string{2: "int2", 4: "int4", 8: "int8"}

func (it *item) setWhole(name string, w wholes) {
	if it.whole == nil {
		it.whole = map[string]wholes{}
	}
	it.whole[name] = w
}

// wholeIn are the bytes of an integer among the columns that bare names see; 0: it is none, or not known to be one.
func wholeIn(items []*item, name string) (w wholes) {
	for _, it := range items {
		if it.columnsSeen && it.columns[name] == 1 {
			w = it.whole[name]
		}
	}
	return w
}

// setWholes notes the integers of a join. first is the side whose columns DuckDB takes.
func (it *item) setWholes(first, second []*item, isFull bool) {
	for i, name := range it.list {
		a, b := wholeIn(first, name), wholeIn(second, name)
		switch {
		case i >= len(it.using) && it.columns[name] == 1:
			it.setWhole(name, wholes{max(a.postgres, b.postgres), max(a.duck, b.duck)})
		case i < len(it.using) && a.postgres > 0 && b.postgres > 0:
			if isFull {
				a.duck = max(a.duck, b.duck)
			}
			it.setWhole(name, wholes{max(a.postgres, b.postgres), a.duck})
		}
	}
}

// isWidened reports whether DuckDB has a narrower integer for some column.
func (it *item) isWidened() bool {
	for _, w := range it.whole {
		if w.postgres > w.duck {
			return true
		}
	}
	return false
}

// noteWider notes a name that means a column of an item, if DuckDB has it in a narrower type.
func (b *binder) noteWider(ref *pg_query.ColumnRef, it *item, name string) {
	if w := it.whole[name]; w.postgres > w.duck {
		b.wider[ref] = w.postgres
	}
}

// widen casts the integers that DuckDB has in a narrower type.
func (b *binder) widen(root *pg_query.Node) {
	if len(b.wider) == 0 || b.result.Err != nil {
		return
	}
	b.result.Changed = true
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if !ok || n.GetColumnRef() == nil {
			return
		}
		if bytes := b.wider[n.GetColumnRef()]; bytes > 0 {
			delete(b.wider, n.GetColumnRef())
			n.Node = build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(typeOfWhole[bytes])).Node
		}
	})
}
