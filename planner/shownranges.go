package planner

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// A range of numerics keeps the zeros at the end of its bounds in PostgreSQL, which compares ranges without them. The embedded engine compares
// ranges as texts, so that those of its ranges that may be compared have no zeros. A range that is only shown has them: it is made by other
// functions, and what is computed with it passes them on.

// scaledStart begins the names of the functions that make such ranges.
const scaledStart = "pg__scaled_"

// isRange reports whether an expression is a range or a multirange of numerics.
func (w *shownNumerics) isRange(n *pg_query.Node) bool {
	return w.holders[n] == definitions.NumericRange || w.holders[n] == definitions.NumericMulti
}

// exactRange returns a range with the zeros of its bounds. own: there may be some.
func (w *shownNumerics) exactRange(n *pg_query.Node) (by *pg_query.Node, own bool) {
	if w.written[n] {
		return &pg_query.Node{Node: n.Node}, true
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		if text, quoted := parse.TextConstant(n); quoted && w.isRange(n) && isRangeText(text) {
			return w.readRange(n, text), true
		}
	case *pg_query.Node_TypeCast:
		return w.exactRangeCast(n, e.TypeCast)
	case *pg_query.Node_FuncCall:
		return w.exactRangeCall(n, e.FuncCall)
	case *pg_query.Node_AExpr:
		return w.exactRangeOperation(n, e.AExpr)
	case *pg_query.Node_CoalesceExpr:
		var args []*pg_query.Node
		for _, a := range e.CoalesceExpr.Args {
			by, some := w.exactRange(a)
			args, own = append(args, by), own || some
		}
		return build.Coalesce(args...), own
	case *pg_query.Node_CaseExpr:
		return w.exactRangeCase(n)
	case *pg_query.Node_SubLink:
		if of := valueOfQuery(n); of != nil && w.isRange(of) {
			by, own = w.exactRange(of)
			return queryOfValue(n, by), own
		}
	}
	return &pg_query.Node{Node: n.Node}, false
}

// exactRangeCast reads a range from a text, or makes a multirange of one.
func (w *shownNumerics) exactRangeCast(n *pg_query.Node, c *pg_query.TypeCast) (*pg_query.Node, bool) {
	if len(c.TypeName.GetArrayBounds()) > 0 {
		return &pg_query.Node{Node: n.Node}, false
	}
	if text, quoted := parse.TextConstant(c.Arg); quoted && isRangeText(text) {
		return w.readRange(n, text), true
	}
	cast := proto.CloneOf(n)
	if !w.isRange(c.Arg) {
		return cast, false
	}
	by, own := w.exactRange(c.Arg)
	cast.GetTypeCast().Arg = by
	return cast, own
}

// rangeText matches the text of a range of numbers, and of a list of some.
var rangeText = regexp.MustCompile(`^\s*(\{\s*)?([\[(]\s*[-+]?[0-9.]*\s*,\s*[-+]?[0-9.]*\s*[\])](\s*,\s*)?)+(\s*\})?\s*$`)

// isRangeText reports whether a text may be a range or a multirange with zeros. Others are read where they stand, for their errors.
func isRangeText(text string) bool {
	return rangeText.MatchString(text) && strings.Contains(text, ".")
}

// readRange reads a range from a text.
func (w *shownNumerics) readRange(n *pg_query.Node, text string) *pg_query.Node {
	name := "numrange"
	if w.holders[n] == definitions.NumericMulti {
		name = "nummultirange"
	}
	return build.Call(scaledStart+name, build.Text(text))
}

// typeConstants notes quoted constants of VALUES that stand below ranges.
func (w *shownNumerics) typeConstants(rows []*pg_query.Node) {
	if len(rows) == 0 {
		return
	}
	for at := range rows[0].GetList().GetItems() {
		kind := definitions.NoHolder
		for _, row := range rows {
			if items := row.GetList().GetItems(); at < len(items) && w.isRange(items[at]) {
				kind = w.holders[items[at]]
			}
		}
		for _, row := range rows {
			if items := row.GetList().GetItems(); at < len(items) && kind != definitions.NoHolder && items[at].GetAConst().GetSval() != nil {
				w.holders[items[at]] = kind
			}
		}
	}
}

// rangesOfRanges are the functions that make a range of those that they are given.
var rangesOfRanges = parse.WordSet(`nummultirange multirange range_merge range_agg range_intersect_agg unnest any_value first_value last_value nth_value lag lead`)

// exactRangeCall makes a range of numerics, or one of other ranges.
func (w *shownNumerics) exactRangeCall(n *pg_query.Node, f *pg_query.FuncCall) (*pg_query.Node, bool) {
	_, name := parse.SplitName(f.Funcname)
	plain := &pg_query.Node{Node: n.Node}
	switch {
	case name == "numrange" && (len(f.Args) == 2 || len(f.Args) == 3):
		args := make([]*pg_query.Node, 2, len(f.Args)+1)
		for i := range args {
			if args[i] = w.boundOf(f.Args[i]); args[i] == nil {
				return plain, false
			}
		}
		if args = append(args, f.Args[2:]...); len(args) == 2 {
			args = append(args, build.Text("[)"))
		}
		return build.Call(scaledStart+name, args...), true
	case rangesOfRanges[name] && !f.AggDistinct:
		call, own := proto.CloneOf(f), false
		for i, a := range f.Args {
			if w.isRange(a) {
				by, some := w.exactRange(a)
				call.Args[i], own = by, own || some
			}
		}
		return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}, own
	}
	return plain, false
}

// boundOf is a bound of a range with its digits, or nil.
func (w *shownNumerics) boundOf(n *pg_query.Node) *pg_query.Node {
	if d, known := w.digits[n]; known && !d.Passes() && !w.isUnscaled(n) && !d.Kept {
		return &pg_query.Node{Node: n.Node} // as the engine shows it
	}
	text, quoted := parse.TextConstant(n)
	by, ok := w.exact(n)
	switch {
	case ok && (!quoted || numerics.IsText(text)):
		return by
	case w.isNoted(n):
		return &pg_query.Node{Node: n.Node}
	}
	return nil
}

// exactRangeOperation computes with ranges.
func (w *shownNumerics) exactRangeOperation(n *pg_query.Node, e *pg_query.A_Expr) (*pg_query.Node, bool) {
	_, op := parse.SplitName(e.Name)
	plain := &pg_query.Node{Node: n.Node}
	switch {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF && !trees.IsVolatile(e.ProtoReflect()) && w.isRange(e.Lexpr):
		by, own := w.exactRange(e.Lexpr)
		if own {
			return build.Case(by, build.When(build.Binary("=", proto.CloneOf(e.Lexpr), e.Rexpr), build.Null())), true
		}
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || op != "+" && op != "-" && op != "*":
	case w.isRange(e.Lexpr) && w.isRange(e.Rexpr):
		left, some := w.exactRange(e.Lexpr)
		right, more := w.exactRange(e.Rexpr)
		operation := proto.CloneOf(n)
		operation.GetAExpr().Lexpr, operation.GetAExpr().Rexpr = left, right
		return operation, some || more
	}
	return plain, false
}

// exactRangeCase chooses among ranges.
func (w *shownNumerics) exactRangeCase(n *pg_query.Node) (*pg_query.Node, bool) {
	choice, own := proto.CloneOf(n), false
	choose := func(of *pg_query.Node, set func(by *pg_query.Node)) {
		if of != nil && w.isRange(of) {
			by, some := w.exactRange(of)
			set(by)
			own = own || some
		}
	}
	for i, when := range n.GetCaseExpr().Args {
		choose(when.GetCaseWhen().Result, func(by *pg_query.Node) { choice.GetCaseExpr().Args[i].GetCaseWhen().Result = by })
	}
	choose(n.GetCaseExpr().Defresult, func(by *pg_query.Node) { choice.GetCaseExpr().Defresult = by })
	return choice, own
}

// exactBound is a bound of a range as a numeric of any width.
func (w *shownNumerics) exactBound(f *pg_query.FuncCall, name string) (*pg_query.Node, bool) {
	if len(f.Args) != 1 || !w.isRange(f.Args[0]) {
		return nil, false
	}
	by, _ := w.exactRange(f.Args[0])
	return callWide(name, by), true
}

// scaleRanges has all ranges of a statement keep their zeros, where it compares none.
func (w *shownNumerics) scaleRanges(statement *pg_query.Node) {
	if statement.GetSelectStmt() == nil || w.comparesRanges(statement) {
		return
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if s, ok := m.(*pg_query.SelectStmt); ok {
			w.typeConstants(s.ValuesLists)
		}
		if n, ok := m.(*pg_query.Node); ok && w.isRange(n) && (n.GetFuncCall() != nil || n.GetTypeCast() != nil || n.GetAConst() != nil) && !passesRange(n) {
			w.showHolder(n)
		}
	})
}

// passesRange reports whether an expression is a call that returns a range which it is given.
func passesRange(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return rangesOfRanges[name]
}

// showGroupedHolder notes an array or a range of the result that the query groups by: it has the digits that it has in some row of its group.
func (w *shownNumerics) showGroupedHolder(s *pg_query.SelectStmt, place int, target *pg_query.ResTarget) {
	value := target.GetVal()
	if !w.isHolder(value) || value.GetColumnRef() != nil || trees.IsVolatile(value.ProtoReflect()) {
		return
	}
	if _, own := w.exactHolder(value); !own {
		return
	}
	for at, by := range s.GroupClause {
		if !isSortedAs(by, "", place) && !trees.SameExpression(by, value) { // a name may be that of a column that the query reads
			continue
		}
		s.GroupClause[at] = proto.CloneOf(value)
		for _, n := range s.SortClause {
			if by := n.GetSortBy(); isSortedAs(by.Node, target.Name, place) {
				by.Node = proto.CloneOf(value)
			}
		}
		w.shown, w.firsts[value] = append(w.shown, value), true
		return
	}
}
