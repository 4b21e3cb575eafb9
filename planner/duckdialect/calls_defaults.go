package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// defaults adds the arguments that a call leaves out, since the source's function takes all of them. values are
// the last parameters' defaults, texts and integers.
func defaults(values ...any) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, _ *pg_query.Node, f *pg_query.FuncCall) bool {
		const required = 2
		for i := len(f.Args) - required; i >= 0 && i < len(values); i++ {
			switch v := values[i].(type) {
			case string:
				f.Args = append(f.Args, build.Text(v))
			case int:
				f.Args = append(f.Args, build.Number(int64(v)))
			}
			t.Changed = true
		}
		return false
	}
}

// intervalParts are the parameters of make_interval.
var intervalParts = []string{"years", "months", "weeks", "days", "hours", "mins", "secs"}

// makeInterval puts the arguments in order, which may be named.
func (t *translation) makeInterval(n *pg_query.Node, f *pg_query.FuncCall) bool {
	args := make([]*pg_query.Node, len(intervalParts))
	for i := range args {
		args[i] = build.Number(0)
	}
	for i, a := range f.Args {
		named := a.GetNamedArgExpr()
		if named == nil && i < len(args) {
			args[i] = a
			continue
		}
		known := false
		for at, part := range intervalParts {
			if named.GetName() == part {
				args[at], known = named.Arg, true
			}
		}
		if !known {
			return false
		}
	}
	last := len(args) - 1
	args[last] = build.Cast(args[last], build.PlainType("float8"))
	return t.ReplaceCall(n, "make_interval", build.Call("pg__make_interval", args...))
}

// betweenSymmetric writes BETWEEN SYMMETRIC out: between the bounds in either order.
func (t *translation) betweenSymmetric(n *pg_query.Node, e *pg_query.A_Expr) {
	bounds := e.Rexpr.GetList().GetItems()
	if len(bounds) != 2 {
		return
	}
	between := func(from, to *pg_query.Node) *pg_query.Node {
		return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, []*pg_query.Node{build.Binary(">=", e.Lexpr, from), build.Binary("<=", e.Lexpr, to)}, build.Nowhere)
	}
	by := pg_query.MakeBoolExprNode(pg_query.BoolExprType_OR_EXPR, []*pg_query.Node{between(bounds[0], bounds[1]), between(bounds[1], bounds[0])}, build.Nowhere)
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM {
		by = build.Not(by)
	}
	t.ReplaceNode(n, by)
}
