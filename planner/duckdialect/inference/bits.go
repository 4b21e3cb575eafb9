package inference

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// WrittenBits returns the type of a bit string that the client wrote, or "" of another expression. A column is not looked up.
func WrittenBits(n *pg_query.Node) string {
	if n.GetAConst().GetBsval() != nil {
		return "bit"
	}
	if c := n.GetTypeCast(); c != nil && len(c.TypeName.GetArrayBounds()) == 0 {
		_, name := parse.SplitName(c.TypeName.GetNames())
		return map[string]string{"bit": "bit", "varbit": "bit varying"}[name]
	}
	e := n.GetAExpr()
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || WrittenBits(e.Lexpr) == "" && WrittenBits(e.Rexpr) == "" {
		return ""
	}
	switch _, op := parse.SplitName(e.Name); op {
	case "||":
		return "bit varying"
	case "&", "|", "#", "<<", ">>", "~":
		return "bit"
	}
	return ""
}
