package binding

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// A column that both sides of a join make has the type that both have in common. In DuckDB it is the column of one side, unless the join
// is FULL.

// kind is a type with its modifier; 0: not known.
type kind struct {
	oid uint32
	mod int32
}

// typed is the type of a column: PostgreSQL's, and DuckDB's.
type typed struct{ postgres, duck kind }

// isOther reports whether a cast makes the one of the other. That of a numeric would leave its digits.
func (of typed) isOther() bool {
	return of.postgres.oid != of.duck.oid || of.postgres.mod != of.duck.mod && of.postgres.oid == pgtype.VarcharOID
}

// casts names the types that columns are cast to.
var casts = map[uint32]string{
	pgtype.Int2OID: "int2", pgtype.Int4OID: "int4", pgtype.Int8OID: "int8", pgtype.NumericOID: "numeric", pgtype.Float4OID: "float4", pgtype.Float8OID: "float8",
	pgtype.DateOID: "date", pgtype.TimestampOID: "timestamp", pgtype.TimestamptzOID: "timestamptz", pgtype.VarcharOID: "varchar", pgtype.TextOID: "text",
}

// ascending are types of which each is cast to those behind it.
var ascending = [][]uint32{
	{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.NumericOID, pgtype.Float4OID, pgtype.Float8OID},
	{pgtype.DateOID, pgtype.TimestampOID, pgtype.TimestamptzOID},
}

// commonType is the type that two columns have in common; of texts it is the first.
func commonType(a, b kind) kind {
	isText := func(k kind) bool { return k.oid == pgtype.VarcharOID || k.oid == pgtype.TextOID }
	switch {
	case a == b:
		return a
	case a.oid == b.oid || isText(a) && isText(b):
		return kind{a.oid, -1}
	}
	for _, list := range ascending {
		i, j := slices.Index(list, a.oid), slices.Index(list, b.oid)
		if i >= 0 && j >= 0 {
			return kind{list[max(i, j)], -1}
		}
	}
	return kind{}
}

func (it *item) setType(name string, of typed) {
	if it.types == nil {
		it.types = map[string]typed{}
	}
	it.types[name] = of
}

// typeIn is the type of a column among those that bare names see.
func typeIn(items []*item, name string) (of typed) {
	for _, it := range items {
		if it.columnsSeen && it.columns[name] == 1 {
			of = it.types[name]
		}
	}
	return of
}

// setTypes notes the types of a join's columns.
func (it *item) setTypes(left, right []*item, kindOfJoin pg_query.JoinType) {
	for i, name := range it.list {
		a, b := typeIn(left, name), typeIn(right, name)
		switch {
		case i >= len(it.using) && it.columns[name] == 1 && a.postgres.oid > 0:
			it.setType(name, a)
		case i >= len(it.using) && it.columns[name] == 1:
			it.setType(name, b)
		case i < len(it.using) && a.postgres.oid > 0 && b.postgres.oid > 0:
			of := typed{commonType(a.postgres, b.postgres), a.duck}
			switch kindOfJoin {
			case pg_query.JoinType_JOIN_RIGHT:
				of.duck = b.duck
			case pg_query.JoinType_JOIN_FULL:
				of.duck = of.postgres
			}
			if of.postgres.oid > 0 {
				it.setType(name, of)
			}
		}
	}
}

// isWidened reports whether DuckDB has some column in another type.
func (it *item) isWidened() bool {
	for _, of := range it.types {
		if of.isOther() {
			return true
		}
	}
	return false
}

// noteWider notes a name that means a column of an item, if DuckDB has it in another type.
func (b *binder) noteWider(ref *pg_query.ColumnRef, it *item, name string) {
	if of := it.types[name]; of.isOther() {
		b.wider[ref] = of.postgres
	}
}

// widen casts the columns that DuckDB has in another type.
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
		if to, noted := b.wider[n.GetColumnRef()]; noted {
			delete(b.wider, n.GetColumnRef())
			n.Node = build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(casts[to.oid])).Node
		}
	})
}
