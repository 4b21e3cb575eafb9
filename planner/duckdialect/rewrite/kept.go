package rewrite

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/providers"
)

// KeptCheck returns the CHECK by which a table tells of a constraint that the source keeps.
func KeptCheck(k providers.KeptConstraint) *pg_query.Node {
	return build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_CHECK, RawExpr: KeptText(k), InitiallyValid: true})
}

// KeptText returns a condition that is true and tells of a constraint.
func KeptText(k providers.KeptConstraint) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{
		Arg: build.Text(k.Text()), Nulltesttype: pg_query.NullTestType_IS_NOT_NULL, Location: build.Nowhere,
	}}}
}

// IsKeptText reports whether a condition is the result of KeptText, or begins with it.
func IsKeptText(condition *pg_query.Node) bool {
	if e := condition.GetBoolExpr(); e.GetBoolop() == pg_query.BoolExprType_AND_EXPR && len(e.GetArgs()) > 0 {
		condition = e.Args[0]
	}
	return strings.HasPrefix(condition.GetNullTest().GetArg().GetAConst().GetSval().GetSval(), providers.KeptMark)
}
