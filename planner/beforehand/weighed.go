package beforehand

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Weighed returns the text whose plan tells what a statement of PostgreSQL will cost: the statement's own,
// or the query that it runs; "": PostgreSQL plans nothing for it, or plans it and does not run it. 0A000: it is an
// EXECUTE, which only the session can plan that has prepared the statement.
func Weighed(text string) (string, error) {
	if err := parse.Check(text, 0); err != nil {
		return "", err
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the statement cannot be read again")
	}
	return weighed(list[0], list[0].Raw.Stmt, text)
}

// weighed is Weighed of a node. text is the node's; "": it has to be written anew.
func weighed(one parse.Statement, n *pg_query.Node, text string) (string, error) {
	inner := func(query *pg_query.Node) (string, error) { return weighed(one, query, "") }
	switch node := n.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
		if text != "" {
			return text, nil
		}
		return parse.Deparsed(one, n, "weighing it")
	case *pg_query.Node_CreateTableAsStmt:
		return inner(node.CreateTableAsStmt.Query)
	case *pg_query.Node_DeclareCursorStmt:
		return inner(node.DeclareCursorStmt.Query)
	case *pg_query.Node_ExplainStmt:
		if plansAlone(node.ExplainStmt) {
			return "", nil
		}
		return inner(node.ExplainStmt.Query)
	case *pg_query.Node_CopyStmt:
		if !node.CopyStmt.IsFrom {
			return inner(planner.Copied(node.CopyStmt))
		}
	case *pg_query.Node_ExecuteStmt:
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "what EXECUTE costs is not known before it runs").
			WithHint("Send the statement itself, or prepare it by the protocol, as drivers do.")
	}
	return "", nil
}

// plansAlone reports whether an EXPLAIN does not run its statement: ANALYZE is not among its options. A
// statement with ANALYZE off is weighed although it does not run either.
func plansAlone(s *pg_query.ExplainStmt) bool {
	for _, n := range s.Options {
		if d := n.GetDefElem(); d.GetDefname() == "analyze" {
			return false
		}
	}
	return true
}
