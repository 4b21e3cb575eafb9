package rewrite

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Deparse returns a tree as SQL of DuckDB. The error is 0A000 where DuckDB's SQL has no form of the tree.
func Deparse(tree *pg_query.ParseResult) (string, error) {
	if err := limits.CheckSize(tree.ProtoReflect()); err != nil {
		return "", err
	}
	sql, err := parse.Deparse(tree)
	if err != nil || !lexical.WellWritten(sql) {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "DuckDB's SQL has no form of this statement")
	}
	return lexical.QuoteWords(sql), nil
}

// DeparseStatement returns a statement as SQL of DuckDB.
func (t *Translation) DeparseStatement(n *pg_query.Node) string {
	sql, err := Deparse(&pg_query.ParseResult{Version: t.Grammar, Stmts: []*pg_query.RawStmt{{Stmt: n}}})
	if err != nil && t.Err == nil {
		t.Err = err
	}
	return sql
}

// DeparseExpression returns an expression as SQL of DuckDB.
func (t *Translation) DeparseExpression(n *pg_query.Node) string {
	return strings.TrimPrefix(t.DeparseStatement(build.Select(nil, pg_query.MakeResTargetNodeWithVal(n, build.Nowhere))), "SELECT ")
}

// PostgresText returns an expression as SQL of PostgreSQL, and leaves the expression as it is.
func (t *Translation) PostgresText(n *pg_query.Node) string {
	sql, err := parse.Deparse(&pg_query.ParseResult{Version: t.Grammar, Stmts: []*pg_query.RawStmt{{Stmt: build.Select(nil, pg_query.MakeResTargetNodeWithVal(proto.CloneOf(n), build.Nowhere))}}})
	if err != nil && t.Err == nil {
		t.NoteUnsupported(build.Nowhere, "this expression is not supported")
	}
	return strings.TrimPrefix(sql, "SELECT ")
}
