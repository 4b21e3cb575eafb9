package queries

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A sequence is a relation of one row in Postgres. DuckDB's is none: the row is made of what the catalog tells of the sequence, which
// does not know log_cnt.

// ReadSequences puts the rows of sequences in the place of their names in FROM.
func ReadSequences(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.Sequence == nil {
		return
	}
	var places []*pg_query.Node
	ctes, star := map[string]bool{}, false
	whole := map[string]bool{} // names that stand alone, which may be of rows
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch n := m.Interface().(type) {
		case *pg_query.Node:
			if n.GetRangeVar() != nil {
				places = append(places, n)
			}
		case *pg_query.CommonTableExpr:
			ctes[n.Ctename] = true
		case *pg_query.ColumnRef:
			last := n.Fields[len(n.Fields)-1]
			whole[last.GetString_().GetSval()] = whole[last.GetString_().GetSval()] || len(n.Fields) == 1
			star = star || last.GetAStar() != nil || last.GetString_().GetSval() == "log_cnt"
		}
		return parse.Children(m, visit)
	}
	visit(root.ProtoReflect())
	for _, n := range places {
		r := n.GetRangeVar()
		schema, name, ok := t.Env.Sequence(r.Schemaname, r.Relname)
		if !ok || r.Schemaname == "" && ctes[r.Relname] {
			continue
		}
		if schema == "temp" {
			t.NoteUnsupported(r.Location, "reading the row of the temporary sequence %q is not supported", r.Relname)
			return
		}
		alias := r.GetAlias().GetAliasname()
		if alias == "" {
			alias = r.Relname
		}
		if whole[alias] && alias != "last_value" && alias != "is_called" {
			t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "relation %q does not have a composite type", r.Relname)
			return
		}
		if star {
			t.NoteUnsupported(r.Location, "reading log_cnt of sequence %q is not supported", r.Relname).
				WithHint("Name the columns last_value and is_called.")
			return
		}
		t.ReplaceNode(n, sequenceRow(r, t.Env.Catalog, schema, name))
	}
}

// sequenceRow is a query of the row of a sequence.
func sequenceRow(r *pg_query.RangeVar, catalog, schema, name string) *pg_query.Node {
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: r.Relname}
	}
	column := func(name string) *pg_query.Node { return pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere) }
	target := func(n *pg_query.Node, name string) *pg_query.Node {
		out := pg_query.MakeResTargetNodeWithVal(n, build.Nowhere)
		out.GetResTarget().Name = name
		return out
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: &pg_query.RangeFunction{
		Functions: []*pg_query.Node{{Node: &pg_query.Node_List{List: &pg_query.List{Items: []*pg_query.Node{build.Call("duckdb_sequences"), {}}}}}},
	}}}
	called := &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: column("last_value"), Nulltesttype: pg_query.NullTestType_IS_NOT_NULL, Location: build.Nowhere}}}
	query := build.Select(from, target(build.Cast(build.Coalesce(column("last_value"), column("start_value")), build.PlainType("int8")), "last_value"), target(called, "is_called"))
	query.GetSelectStmt().WhereClause = build.And(build.Binary("=", column("database_name"), build.Text(catalog)), build.And(build.Binary("=", build.Call("lower", column("schema_name")), build.Text(strings.ToLower(schema))), build.Binary("=", column("sequence_name"), build.Text(name))))
	return build.Lateral(query, alias)
}
