package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// MERGE fails in Postgres where it would change one row twice. DuckDB changes it by one of the rows that match, so these
// are counted first.

// takeMerge puts a count before a MERGE, and reports whether the statement is one that needs it.
func (r *resolver) takeMerge(st *Statement, w *walker, one parse.Statement, env duckdialect.Env, text string) (bool, error) {
	m := one.Raw.Stmt.GetMergeStmt()
	if m == nil || m.WithClause != nil || st.Provider == providers.Several || len(st.Sets) > 0 || len(m.ReturningList) > 0 {
		return false, nil
	}
	changes := changesOfMatched(m)
	if one := m.SourceRelation.GetRangeSubselect().GetSubquery().GetSelectStmt(); changes == nil || one != nil && len(one.FromClause)+len(one.ValuesLists) == 0 && one.Larg == nil {
		return false, nil
	}
	env.Rewritten = true
	twice := sqlstate.New("21000", "MERGE command cannot affect row a second time").
		WithHint("Ensure that not more than one source row matches any one target row.")
	whole := proto.CloneOf(one.Raw.Stmt)
	for _, step := range []struct {
		stmt *pg_query.Node
		providers.Step
		result *Statement
	}{
		{matchedTwice(m, changes), providers.Step{Verb: "SELECT", Fails: twice}, nil},
		{whole, providers.Step{Verb: "MERGE", Rows: true, Tag: true}, st},
	} {
		step.Params = renumber(step.stmt)
		var err error
		if step.SQL, err = r.translatePart(st, w, one, step.stmt, env, text, step.result); err != nil {
			return false, err
		}
		st.SQL = step.SQL
		st.Parts = append(st.Parts, step.Step)
	}
	st.translated = true
	return true, r.missingFunctionError(text)
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
	target := m.Relation.Relname
	if alias := m.Relation.GetAlias().GetAliasname(); alias != "" {
		target = alias
	}
	row := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(target), pg_query.MakeStrNode("rowid")}, -1)
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
