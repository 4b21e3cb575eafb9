package resultcolumns

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Name returns the name that Postgres gives to an expression, and its strength: the name of a
// cast's type yields to the name of its argument.
func Name(n *pg_query.Node) (name string, strength int) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		for _, f := range e.ColumnRef.Fields {
			if s := f.GetString_(); s != nil {
				name = s.Sval
			}
		}
		return name, 2
	case *pg_query.Node_AIndirection:
		for _, f := range e.AIndirection.Indirection {
			if s := f.GetString_(); s != nil {
				name = s.Sval
			}
		}
		if name != "" {
			return name, 2
		}
		return Name(e.AIndirection.Arg)
	case *pg_query.Node_FuncCall:
		_, name = parse.SplitName(e.FuncCall.Funcname)
		return name, 2
	case *pg_query.Node_TypeCast:
		if name, strength = Name(e.TypeCast.Arg); strength > 1 {
			return name, strength
		}
		_, name = parse.SplitName(e.TypeCast.TypeName.GetNames())
		return name, 1
	case *pg_query.Node_CollateClause:
		return Name(e.CollateClause.Arg)
	case *pg_query.Node_CaseExpr:
		if name, strength = Name(e.CaseExpr.Defresult); strength > 1 {
			return name, strength
		}
		return "case", 1
	case *pg_query.Node_SubLink:
		return nameOfSubLink(e.SubLink)
	case *pg_query.Node_SqlvalueFunction:
		return valueNames[e.SqlvalueFunction.Op], 2
	}
	if name, ok := fixedName(n); ok {
		return name, 2
	}
	return "?column?", 0
}

// nameOfSubLink returns the name of a subquery that stands for a value.
func nameOfSubLink(s *pg_query.SubLink) (string, int) {
	switch s.SubLinkType {
	case pg_query.SubLinkType_EXISTS_SUBLINK:
		return "exists", 2
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		return "array", 2
	case pg_query.SubLinkType_EXPR_SUBLINK:
		query := parse.FirstQuery(s.Subselect.GetSelectStmt())
		if len(query.GetValuesLists()) > 0 {
			return "column1", 2
		}
		if list := query.GetTargetList(); len(list) > 0 {
			target := list[0].GetResTarget()
			if target.GetName() != "" {
				return target.Name, 2
			}
			return Name(target.GetVal())
		}
	}
	return "?column?", 0
}

// fixedName returns the name of an expression that has a fixed one.
func fixedName(n *pg_query.Node) (string, bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_CoalesceExpr:
		return "coalesce", true
	case *pg_query.Node_MinMaxExpr:
		if e.MinMaxExpr.Op == pg_query.MinMaxOp_IS_LEAST {
			return "least", true
		}
		return "greatest", true
	case *pg_query.Node_AArrayExpr:
		return "array", true
	case *pg_query.Node_RowExpr:
		return "row", true
	case *pg_query.Node_XmlExpr:
		name := xmlNames[e.XmlExpr.Op]
		return name, name != ""
	case *pg_query.Node_GroupingFunc:
		return "grouping", true
	case *pg_query.Node_JsonParseExpr:
		return "json", true
	case *pg_query.Node_AExpr:
		if e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", true
		}
	}
	return "", false
}

// valueNames are the names of functions that are called without brackets, as CURRENT_DATE is.
var valueNames = map[pg_query.SQLValueFunctionOp]string{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:        "current_date",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME:        "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:      "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:   "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME:           "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N:         "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:      "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:    "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE:        "current_role",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER:        "current_user",
	pg_query.SQLValueFunctionOp_SVFOP_USER:                "user",
	pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER:        "session_user",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG:     "current_catalog",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:      "current_schema",
}

// xmlNames are the names of the functions of XML that the grammar spells.
var xmlNames = map[pg_query.XmlExprOp]string{
	pg_query.XmlExprOp_IS_XMLCONCAT: "xmlconcat", pg_query.XmlExprOp_IS_XMLELEMENT: "xmlelement", pg_query.XmlExprOp_IS_XMLFOREST: "xmlforest",
	pg_query.XmlExprOp_IS_XMLPARSE: "xmlparse",
}
