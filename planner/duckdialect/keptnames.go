package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// A regclass and the like is kept nowhere as what it is: an OID that shows the name which the object has by then.

// refuseKeptNames refuses a view, or a table of a query, that has a column of regclass and the like. A view would show the OID,
// and a table the name of before.
func (t *translation) refuseKeptNames(root *pg_query.Node) {
	kept := definingQuery(root)
	if s := root.GetSelectStmt(); s.GetIntoClause() != nil {
		kept = s
	}
	t.refuseNamesOf(kept)
}

// refuseNamesOf refuses the look-ups that are values of a query, or of one that it reads in FROM or WITH: its columns may be
// theirs.
func (t *translation) refuseNamesOf(s *pg_query.SelectStmt) {
	if s == nil || t.Err != nil {
		return
	}
	t.refuseNamesOf(s.Larg)
	t.refuseNamesOf(s.Rarg)
	for _, n := range s.TargetList {
		t.refuseName(n.GetResTarget().GetVal())
	}
	for _, row := range s.ValuesLists {
		for _, n := range row.GetList().GetItems() {
			t.refuseName(n)
		}
	}
	for _, n := range s.FromClause {
		t.refuseNamesFrom(n)
	}
	for _, n := range s.WithClause.GetCtes() {
		t.refuseNamesOf(n.GetCommonTableExpr().GetCtequery().GetSelectStmt())
	}
}

// refuseNamesFrom refuses the look-ups that are values of a query in FROM.
func (t *translation) refuseNamesFrom(n *pg_query.Node) {
	if j := n.GetJoinExpr(); j != nil {
		t.refuseNamesFrom(j.Larg)
		t.refuseNamesFrom(j.Rarg)
		return
	}
	t.refuseNamesOf(n.GetRangeSubselect().GetSubquery().GetSelectStmt())
}

// refuseName refuses a value that may be a look-up.
func (t *translation) refuseName(n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		schema, name := parse.SplitName(e.FuncCall.Funcname)
		if schema == "" && name == "struct_values" { // see usertypes.FormRows
			t.NoteUnsupported(build.Nowhere, "keeping a row as a column of a view or table is not supported")
		}
		kind, isOID := strings.CutSuffix(name, "_oid")
		if to, ok := strings.CutPrefix(name, "to_"); ok && !isOID {
			kind, isOID = to, true
		}
		if _, known := emulation.Lookups[kind]; known && isOID && schema == emulation.Database+"."+emulation.Catalog {
			t.NoteUnsupported(build.Nowhere, "keeping a value of type %s in a view or table is not supported", kind).
				WithHint("Cast the value to text or oid.")
			return
		}
		if passesOn[t.OriginalName(e.FuncCall)] {
			t.refuseNamesAmong(e.FuncCall.Args)
		}
	case *pg_query.Node_TypeCast:
		if name := e.TypeCast.TypeName; len(name.GetArrayBounds()) > 0 {
			t.refuseName(e.TypeCast.Arg)
		}
	case *pg_query.Node_AArrayExpr:
		t.refuseNamesAmong(e.AArrayExpr.Elements)
	case *pg_query.Node_CoalesceExpr:
		t.refuseNamesAmong(e.CoalesceExpr.Args)
	case *pg_query.Node_CaseExpr:
		for _, w := range e.CaseExpr.Args {
			t.refuseName(w.GetCaseWhen().GetResult())
		}
		t.refuseName(e.CaseExpr.Defresult)
	case *pg_query.Node_SubLink:
		switch e.SubLink.SubLinkType {
		case pg_query.SubLinkType_EXPR_SUBLINK, pg_query.SubLinkType_ARRAY_SUBLINK:
			t.refuseNamesOf(e.SubLink.Subselect.GetSelectStmt())
		}
	}
}

func (t *translation) refuseNamesAmong(list []*pg_query.Node) {
	for _, n := range list {
		t.refuseName(n)
	}
}

// passesOn are functions whose result is one of their arguments, or an array of them.
var passesOn = parse.WordSet("array_agg unnest first_value last_value nth_value lag lead mode nullif")
