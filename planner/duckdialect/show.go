package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// The look-up of an OID is a number where it is compared, and a name where a result shows it.

// showResult rewrites the values that the statement's result shows.
func (t *translation) showResult(root *pg_query.Node) {
	switch s := root.Node.(type) {
	case *pg_query.Node_SelectStmt:
		t.padShown(s.SelectStmt)
		t.showSelect(s.SelectStmt, true)
	case *pg_query.Node_CreateTableAsStmt:
		t.showSelect(s.CreateTableAsStmt.Query.GetSelectStmt(), true)
	}
}

// padShown fills the values of casts to char(n) with blanks where a result shows them.
func (t *translation) padShown(s *pg_query.SelectStmt) {
	for _, n := range s.TargetList {
		target := n.GetResTarget().GetVal()
		if size := t.padded[target]; size != nil {
			t.ReplaceNode(target, build.Cast(build.Call("rpad", &pg_query.Node{Node: target.Node}, size, build.Text(" ")), build.PlainType("pg_bpchar")))
		}
	}
}

// paddedLength counts the blanks of a char(n).
func (t *translation) paddedLength(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		if t.isCharField(f.Args[0]) {
			t.NoteUnsupported(f.Location, "octet_length of a field of type character is not supported").WithHint("Cast the field to text for its length without blanks.")
		}
		if size := t.paddedSize(f.Args[0]); size != nil {
			f.Args[0], t.Changed = build.Call("rpad", f.Args[0], size, build.Text(" ")), true
		} else if f.Args[0].GetColumnRef() != nil && t.Shown(f.Args[0]) == "bpchar" {
			t.ReplaceNode(n, build.Call("pg__padded_length", f.Args[0]))
			return true
		}
	}
	return false
}

// showSelect rewrites the list of a SELECT and of its subqueries in FROM.
func (t *translation) showSelect(s *pg_query.SelectStmt, outermost bool) {
	t.showParts(s, outermost, false)
}

// showParts rewrites a SELECT; united says that it is a part of a UNION or the like.
func (t *translation) showParts(s *pg_query.SelectStmt, outermost, united bool) {
	if s == nil {
		return
	}
	if s.Larg != nil {
		t.showParts(s.Larg, outermost, true)
		t.showParts(s.Rarg, outermost, true)
		return
	}
	if !united {
		if outermost && !t.Env.ObjectsFound {
			t.nameConstants(s)
		}
		sortByOID(s)
	}
	for _, n := range s.TargetList {
		if !united {
			t.typeNull(n.GetResTarget())
		}
		t.showTarget(n.GetResTarget().GetVal(), outermost)
	}
	if t.Env.ObjectsFound && outermost {
		for _, row := range s.ValuesLists {
			for _, n := range row.GetList().GetItems() {
				t.showTarget(n, true)
			}
		}
	}
	for _, n := range s.FromClause {
		if sub := n.GetRangeSubselect().GetSubquery().GetSelectStmt(); sub != nil {
			t.showSelect(sub, false)
		}
	}
}

// showTarget turns a value of a select list into names.
func (t *translation) showTarget(n *pg_query.Node, outermost bool) {
	switch {
	case !t.Env.ObjectsFound:
		t.showValue(n, outermost)
	case !outermost:
	case emulation.IsLookup(n):
		t.nameOfOID(n)
	default:
		t.nameElements(n)
	}
}

// sortByOID sorts the objects of a select list by their OIDs, as Postgres does, and not by the names that are shown.
func sortByOID(s *pg_query.SelectStmt) {
	if len(s.SortClause) == 0 || len(s.GroupClause) > 0 || len(s.DistinctClause) > 0 {
		return
	}
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		if !emulation.IsLookup(target.GetVal()) {
			continue
		}
		if sorted, ok := sortsBy(s, i, target.Name); ok {
			for _, by := range sorted {
				by.Node, _ = proto.Clone(target.Val).(*pg_query.Node)
			}
		}
	}
}

// showSubquery turns the look-ups of a subquery that stands for a value, or for an array, into names.
func (t *translation) showSubquery(s *pg_query.SubLink, outermost bool) {
	query, value := s.Subselect.GetSelectStmt(), s.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK
	if outermost && value && query.GetLarg() == nil {
		for _, n := range query.GetTargetList() {
			t.showValue(n.GetResTarget().GetVal(), true)
		}
	}
	if value || outermost && s.SubLinkType == pg_query.SubLinkType_ARRAY_SUBLINK {
		t.showSelect(query, false)
	}
}

// showValue turns the look-ups that a value may be into names. Below the outermost list, constants
// stay: they are more often compared than shown.
func (t *translation) showValue(n *pg_query.Node, outermost bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); outermost && strings.HasPrefix(name, "to_reg") {
			kind := strings.TrimPrefix(name, "to_")
			if values, known := emulation.Lookups[kind]; known {
				t.ReplaceNode(n, emulation.Call(kind+"_text", append(emulation.Constants(&t.Env, values), &pg_query.Node{Node: n.Node})...))
				return
			}
		}
		if name := t.OriginalName(e.FuncCall); outermost && name == "array_agg" && len(e.FuncCall.Args) == 1 && emulation.IsLookup(e.FuncCall.Args[0]) {
			t.nameOfOID(e.FuncCall.Args[0])
		}
		if emulation.IsLookup(n) {
			if last := e.FuncCall.Args[len(e.FuncCall.Args)-1]; outermost || last.GetAConst() == nil {
				t.nameOfOID(n)
			}
		}
	case *pg_query.Node_TypeCast, *pg_query.Node_AArrayExpr:
		if outermost {
			t.nameElements(n)
			if kind := t.numbered[n.GetTypeCast()]; kind != "" {
				t.lookUpAgain(n, kind, "_text")
			}
		}
	case *pg_query.Node_CaseExpr:
		for _, w := range e.CaseExpr.Args {
			t.showValue(w.GetCaseWhen().GetResult(), outermost)
		}
		t.showValue(e.CaseExpr.Defresult, outermost)
	case *pg_query.Node_CoalesceExpr:
		for _, a := range e.CoalesceExpr.Args {
			t.showValue(a, outermost)
		}
	case *pg_query.Node_SubLink:
		t.showSubquery(e.SubLink, outermost)
	}
}

// typeNull makes a bare NULL a text, as Postgres does where nothing else decides. DuckDB makes it an
// integer.
func (t *translation) typeNull(target *pg_query.ResTarget) {
	if c := target.GetVal().GetAConst(); c != nil && c.Isnull {
		target.Val, t.Changed = build.Cast(build.Null(), build.PlainType("text")), true
	}
}
