package checks

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Collations that COLLATE gives to values. DuckDB orders all texts alike, so only what Postgres refuses of them is left to see.

// uncollated are functions of texts whose result is none.
var uncollated = parse.WordSet(`count length char_length character_length octet_length bit_length position strpos ascii starts_with to_number
	to_date to_timestamp regexp_like regexp_count regexp_instr array_length cardinality array_position`)

// noteCollation notes the collation that an expression has by COLLATE, and refuses two in one expression. Those inside of it
// are noted.
func (t *checker) noteCollation(m any) {
	if t.Env.SQLite {
		return
	}
	collation := ""
	switch m := m.(type) {
	case *pg_query.CollateClause:
		if kind := t.Shown(m.Arg); inference.Families[kind] != 0 && inference.Families[kind] != 'S' {
			t.NoteError(m.Location, "42804", "collations are not supported by type %s", inference.Spelled(kind))
		}
		if _, name := parse.SplitName(m.Collname); inference.Collations[name] {
			collation = name
		}
	case *pg_query.A_Expr:
		_, op := parse.SplitName(m.Name)
		if collation = t.collationOf(m.Location, append([]*pg_query.Node{m.Lexpr, m.Rexpr}, m.Rexpr.GetList().GetItems()...)...); op != "||" {
			return
		}
	case *pg_query.FuncCall:
		if m.AggWithinGroup {
			return
		}
		_, name := parse.SplitName(m.Funcname)
		if collation = t.collationOf(m.Location, m.Args...); uncollated[name] {
			return
		}
	case *pg_query.CaseExpr:
		collation = t.collationOf(m.Location, trees.CaseResults(m)...)
	case *pg_query.CoalesceExpr:
		collation = t.collationOf(m.Location, m.Args...)
	case *pg_query.MinMaxExpr:
		collation = t.collationOf(m.Location, m.Args...)
	case *pg_query.A_ArrayExpr:
		collation = t.collationOf(m.Location, m.Elements...)
	case *pg_query.TypeCast:
		if _, name := parse.SplitName(m.TypeName.GetNames()); inference.TextTypes[name] {
			collation = t.collations[collated(m.Arg)]
		}
	case *pg_query.SelectStmt:
		t.checkUnitedCollations(m)
	}
	if collation == "" {
		return
	}
	if t.collations == nil {
		t.collations = map[any]string{}
	}
	t.collations[m] = collation
}

// checkUnitedCollations refuses two collations in one column of a set operation.
func (t *checker) checkUnitedCollations(s *pg_query.SelectStmt) {
	if s.Larg == nil || len(t.collations) == 0 {
		return
	}
	var columns [][]*pg_query.Node
	for _, part := range trees.Leaves(s) {
		for i, n := range part.TargetList {
			if len(columns) <= i {
				columns = append(columns, nil)
			}
			columns[i] = append(columns[i], n.GetResTarget().GetVal())
		}
	}
	for _, column := range columns {
		t.collationOf(-1, column...)
	}
}

// collationOf is the collation that several values have together.
func (t *checker) collationOf(location int32, values ...*pg_query.Node) string {
	first := ""
	if len(t.collations) == 0 {
		return ""
	}
	for _, n := range values {
		switch collation := t.collations[collated(n)]; {
		case collation == "" || collation == first:
		case first == "":
			first = collation
		default:
			t.NoteError(location, "42P21", "collation mismatch between explicit collations %q and %q", first, collation)
		}
	}
	return first
}

// collated is the message in a node that may have a collation.
func collated(n *pg_query.Node) any {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_CollateClause:
		return n.CollateClause
	case *pg_query.Node_AExpr:
		return n.AExpr
	case *pg_query.Node_FuncCall:
		return n.FuncCall
	case *pg_query.Node_CaseExpr:
		return n.CaseExpr
	case *pg_query.Node_CoalesceExpr:
		return n.CoalesceExpr
	case *pg_query.Node_MinMaxExpr:
		return n.MinMaxExpr
	case *pg_query.Node_AArrayExpr:
		return n.AArrayExpr
	case *pg_query.Node_TypeCast:
		return n.TypeCast
	}
	return nil
}
