package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// scaledValues is scaledLeaf for VALUES. Its constants become decimals of one type, which have all their digits.
func (w *shownNumerics) scaledValues(s *pg_query.SelectStmt, at int, name string, with *united) (write func(), ok bool) {
	if len(s.SortClause) > 0 || s.LimitCount != nil || s.LimitOffset != nil {
		return nil, false
	}
	if with == nil {
		with = &united{besides: !w.isConstantColumn(s, at)}
	}
	scales := make([]*pg_query.Node, len(s.ValuesLists))
	for i, row := range s.ValuesLists {
		n := row.GetList().GetItems()[at]
		if scales[i], ok = w.scaleOf(n); !ok || trees.IsVolatile(n.ProtoReflect()) || !with.holdsConstant(n) {
			return nil, false
		}
	}
	return func() {
		for i, row := range s.ValuesLists {
			items := row.GetList().Items
			row.GetList().Items = append(items, w.passedAs(name, scales[i]))
			writeLoose(items[at], with)
		}
	}, true
}

// writeLoose has a constant that stands beside numerics of other scales be a decimal of the type that they have together.
func writeLoose(n *pg_query.Node, with *united) {
	s, constant := looseNumber(n)
	if !constant || with.held { // which gets a decimal of its own
		return
	}
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(providers.WidestDecimal), build.Number(int64(with.scale()))}
	value := build.Numeral(strings.TrimPrefix(s, "-"))
	if strings.HasPrefix(s, "-") {
		value = &pg_query.Node{Node: &pg_query.Node_AExpr{AExpr: &pg_query.A_Expr{Kind: pg_query.A_Expr_Kind_AEXPR_OP, Name: build.Names("-"), Rexpr: value, Location: build.Nowhere}}}
	}
	if with.besides {
		value = build.ValueOf(build.Select(nil, build.Target(value, "")))
	}
	n.Node = build.Cast(value, to).Node
}

// looseNumber is the text of a constant among numerics, without zeros at its end.
func looseNumber(n *pg_query.Node) (string, bool) {
	s, constant := constantOf(n)
	if text, quoted := parse.TextConstant(n); quoted {
		s, constant = text, true
	}
	if !constant {
		return "", false
	}
	return numerics.Trimmed(s)
}

// holdsConstant reports whether the type that constants of several scales get has all digits of one. Another expression fits.
func (u *united) holdsConstant(n *pg_query.Node) bool {
	s, constant := looseNumber(n)
	if !constant {
		_, quoted := parse.TextConstant(n)
		return !quoted
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return len(whole) < providers.WidestDecimal-u.scale() && len(fraction) <= providers.PlainScale
}

// constantNumber is the text of a constant that is a number, as PostgreSQL shows it.
func constantNumber(n *pg_query.Node) (string, bool) {
	s, ok := trees.Number(n)
	if f := n.GetAConst().GetFval(); !ok && f != nil {
		s, ok = f.Fval, true
	}
	if !ok {
		return "", false
	}
	return numerics.Shown(s)
}

// constantOf is the text of a constant that is a number, or of a text that is cast to numeric.
func constantOf(n *pg_query.Node) (string, bool) {
	if s, ok := constantNumber(n); ok {
		return s, true
	}
	c := n.GetTypeCast()
	if _, name := parse.SplitName(c.GetTypeName().GetNames()); name != "numeric" || len(c.TypeName.ArrayBounds)+len(c.TypeName.Typmods) > 0 {
		return "", false
	}
	text, quoted := parse.TextConstant(c.Arg)
	if !quoted {
		return "", false
	}
	return numerics.Shown(text)
}
