package changes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// MERGE fails in Postgres where it would change one row twice. DuckDB changes it by one of the rows that match, so these
// are counted first.

// expandMerge puts a count before a MERGE that needs it.
func (c *Division) expandMerge(p *withPart, whole Step) ([]Step, error) {
	m := p.stmt.GetMergeStmt()
	target, known := c.relationOf(m.Relation)
	if known && target.Kind == "view" {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "cannot execute MERGE on relation %q", m.Relation.Relname).WithDetail("This operation is not supported for views.")
	}
	if len(m.ReturningList) > 0 { // as in Postgres 15
		return nil, sqlstate.New(sqlstate.SyntaxError, "syntax error at or near \"RETURNING\"")
	}
	changes := changesOfMatched(m)
	if one := m.SourceRelation.GetRangeSubselect().GetSubquery().GetSelectStmt(); changes == nil || one != nil && len(one.FromClause)+len(one.ValuesLists) == 0 && one.Larg == nil {
		return []Step{whole}, nil
	}
	if slices.ContainsFunc(target.Columns, func(name string) bool { return strings.EqualFold(name, rowID) }) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a MERGE into a table with a column %q is not supported", rowID)
	}
	if m.WithClause != nil && trees.IsVolatile(m.WithClause.ProtoReflect()) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a MERGE with a query in WITH that calls volatile functions is not supported")
	}
	twice := sqlstate.New("21000", "MERGE command cannot affect row a second time").
		WithHint("Ensure that not more than one source row matches any one target row.")
	count := matchedTwice(m, changes)
	count.GetSelectStmt().WithClause = proto.CloneOf(m.WithClause)
	return []Step{{Statement: count, Step: providers.Step{Verb: "SELECT", Fails: twice}}, whole}, nil
}

// changesOfMatched is 1 for a match that is updated or deleted, and else NULL; nil: none is.
func changesOfMatched(m *pg_query.MergeStmt) *pg_query.Node {
	which, any := &pg_query.CaseExpr{Location: -1}, false
	for _, n := range m.MergeWhenClauses {
		c := n.GetMergeWhenClause()
		if c.MatchKind != pg_query.MergeMatchKind_MERGE_WHEN_MATCHED {
			continue
		}
		changes := c.CommandType == pg_query.CmdType_CMD_UPDATE || c.CommandType == pg_query.CmdType_CMD_DELETE
		any = any || changes
		result := &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: -1}}}
		if changes {
			result = pg_query.MakeAConstIntNode(1, -1)
		}
		when := c.Condition
		if when == nil {
			when = &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Val: &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{Boolval: true}}, Location: -1}}}
		}
		which.Args = append(which.Args, &pg_query.Node{Node: &pg_query.Node_CaseWhen{CaseWhen: &pg_query.CaseWhen{Expr: proto.CloneOf(when), Result: result, Location: -1}}})
	}
	if !any {
		return nil
	}
	return &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: which}}
}

// matchedTwice is a query that returns a row if one row of the target would be changed twice.
func matchedTwice(m *pg_query.MergeStmt, changes *pg_query.Node) *pg_query.Node {
	row := columnOf(parse.AliasOrName(m.Relation), rowID)
	count := pg_query.MakeFuncCallNode([]*pg_query.Node{pg_query.MakeStrNode("count")}, []*pg_query.Node{changes}, -1)
	join := &pg_query.JoinExpr{
		Jointype: pg_query.JoinType_JOIN_INNER, Quals: proto.CloneOf(m.JoinCondition), Rarg: proto.CloneOf(m.SourceRelation),
		Larg: &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: proto.CloneOf(m.Relation)}},
	}
	one := pg_query.MakeAConstIntNode(1, -1)
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
		TargetList: []*pg_query.Node{pg_query.MakeResTargetNodeWithVal(one, -1)}, FromClause: []*pg_query.Node{{Node: &pg_query.Node_JoinExpr{JoinExpr: join}}},
		GroupClause: []*pg_query.Node{row}, HavingClause: pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, []*pg_query.Node{pg_query.MakeStrNode(">")}, count, one, -1),
		LimitCount: one, LimitOption: pg_query.LimitOption_LIMIT_OPTION_COUNT, Op: pg_query.SetOperation_SETOP_NONE,
	}}}
}
