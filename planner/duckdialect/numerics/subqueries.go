package numerics

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Numerics that are compared with those of a query. DuckDB compares both in one decimal, and rounds the query's to it where it has too
// few digits for all: that cast is DuckDB's own, whatever casts the source has. So the query casts them itself, by the source's cast,
// which refuses to lose digits.

// CompareQuery casts the numerics of a query that others are compared with, or refuses the comparison.
func CompareQuery(t *inference.Types, s *pg_query.SubLink) {
	if s.SubLinkType != pg_query.SubLinkType_ANY_SUBLINK && s.SubLinkType != pg_query.SubLinkType_ALL_SUBLINK || t.Env.SQLite {
		return
	}
	fields := s.Testexpr.GetRowExpr().GetArgs()
	if fields == nil {
		fields = []*pg_query.Node{s.Testexpr}
	}
	scales, cast := make([]int, len(fields)), false
	for i, field := range fields {
		scale, ok := comparedScale(t, field, s.Subselect.GetSelectStmt(), i)
		if !ok {
			t.NoteUnsupported(build.Nowhere, "numerics that together need more than %d digits are not supported in one comparison", constants.WidestNumber).
				WithHint("Cast both to one type, as in x::numeric(20,10).")
			return
		}
		scales[i], cast = scale, cast || scale >= 0
	}
	if cast {
		castOutputs(t, s, scales)
	}
}

// comparedScale returns how many digits behind the point the values in a column of a query may have that a number is compared with, or -1:
// as many as they have. ok is false where no decimal holds both.
func comparedScale(t *inference.Types, number *pg_query.Node, query *pg_query.SelectStmt, column int) (scale int, ok bool) {
	scale = -1
	if query == nil || !IsNumber(t, number) {
		return scale, true
	}
	compared := digitsHeld(t, number)
	for _, leaf := range trees.Leaves(query) {
		for _, n := range outputs(leaf, column) {
			if !IsNumber(t, n) {
				continue
			}
			of, fits := compared.behind(digitsHeld(t, n))
			if !fits {
				return 0, false
			}
			if of >= 0 && (scale < 0 || of < scale) {
				scale = of
			}
		}
	}
	return scale, true
}

// outputs are the values in a column of a query without set operations. VALUES may stand in FROM, below a star.
func outputs(s *pg_query.SelectStmt, column int) []*pg_query.Node {
	if inner := trees.Single(s.FromClause).GetRangeSubselect().GetSubquery().GetSelectStmt(); len(inner.GetValuesLists()) > 0 && isStar(s) {
		s = inner
	}
	if len(s.ValuesLists) == 0 {
		if column >= len(s.TargetList) {
			return nil
		}
		return []*pg_query.Node{s.TargetList[column].GetResTarget().GetVal()}
	}
	var list []*pg_query.Node
	for _, row := range s.ValuesLists {
		if items := row.GetList().GetItems(); column < len(items) {
			list = append(list, items[column])
		}
	}
	return list
}

// isStar reports whether a query has all columns of what it reads.
func isStar(s *pg_query.SelectStmt) bool {
	fields := trees.Single(s.TargetList).GetResTarget().GetVal().GetColumnRef().GetFields()
	return len(fields) == 1 && fields[0].GetAStar() != nil
}

// held are the digits of a value before and behind the point. checked: the source's casts from its decimal lose no digits.
type held struct {
	whole, scale   int
	known, checked bool
}

// digitsHeld returns the digits of the decimal that a number is at the source.
func digitsHeld(t *inference.Types, n *pg_query.Node) held {
	if whole, scale, ok := digitsOf(t, n); ok {
		return held{whole: whole, scale: scale, known: true}
	}
	if c := n.GetColumnRef(); c != nil {
		whole, scale, ok := t.PlainDigits(c)
		return held{whole: whole, scale: scale, known: ok, checked: ok}
	}
	if _, name := parse.SplitName(n.GetFuncCall().GetFuncname()); name == "pg__div" || IsMean(n) {
		return held{whole: constants.WidestNumber - inference.QuotientScale, scale: inference.QuotientScale, known: true, checked: true}
	}
	return held{}
}

// fitsWith reports whether one decimal of DuckDB's has the digits of both values.
func (c held) fitsWith(of held) bool {
	return max(c.whole, of.whole)+max(c.scale, of.scale) <= constants.WidestNumber
}

// losslessScales are the scales of the decimals that the source's casts lose no digits for, the greatest first.
var losslessScales = []int{providers.QuotientScale, providers.LooseScale, providers.PlainScale}

// behind returns how many digits behind the point the query's values may have so that they are compared in one decimal without loss, or
// -1: as many as they have. ok is false where there is no such decimal.
func (c held) behind(of held) (scale int, ok bool) {
	if c.known && of.known && c.fitsWith(of) {
		return -1, true
	}
	room := constants.WidestNumber - max(c.whole, of.whole)
	isLossless := providers.IsUnscaled(room)
	switch {
	case c.known && of.known && (c.scale > room && !c.checked && !isLossless || of.scale > room && !of.checked && !isLossless):
		return 0, false
	case c.known && of.known && of.scale <= room:
		return -1, true
	case c.known && of.known:
		return room, true
	case of.known && of.whole+providers.PlainScale <= constants.WidestNumber && of.scale <= providers.PlainScale:
		return -1, true
	case !c.known:
		return providers.PlainScale, true
	}
	for _, lossless := range losslessScales {
		if lossless <= room {
			return lossless, true
		}
	}
	return 0, false
}

// castOutputs casts the columns of the query to the widest decimals of so many digits behind the point; -1: a column stays.
func castOutputs(t *inference.Types, s *pg_query.SubLink, scales []int) {
	const rows = "__compared"
	names, targets := make([]string, len(scales)), make([]*pg_query.Node, len(scales))
	for i, scale := range scales {
		names[i] = "__value" + strconv.Itoa(i+1)
		value := pg_query.MakeColumnRefNode(build.Names(rows, names[i]), build.Nowhere)
		if scale >= 0 {
			value = build.Cast(value, widestNumeric(scale))
		}
		targets[i] = pg_query.MakeResTargetNodeWithVal(value, build.Nowhere)
	}
	from := build.Lateral(s.Subselect, build.Alias(rows, names...))
	s.Subselect, t.Changed = build.Select(from, targets...), true
}

// SpreadArray compares a numeric with each element of an array that is written out: DuckDB makes a query of the elements.
func SpreadArray(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	elements := e.Rexpr.GetAArrayExpr().GetElements()
	if t.Env.SQLite || len(elements) == 0 || e.Lexpr.GetColumnRef() == nil || t.Shown(e.Lexpr) != "numeric" || !trees.Comparisons[op] {
		return false
	}
	list := make([]*pg_query.Node, len(elements))
	for i, element := range elements {
		if element.GetAArrayExpr() != nil {
			return false
		}
		list[i] = build.Binary(op, e.Lexpr, element)
	}
	switch {
	case len(list) == 1:
		t.ReplaceNode(n, list[0])
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY:
		t.ReplaceNode(n, build.Or(list...))
	default:
		t.ReplaceNode(n, build.And(list...))
	}
	return true
}
