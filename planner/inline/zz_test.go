package inline
import ("testing"; "github.com/sallyportdb/sallyport/planner/parse"; pg_query "github.com/pganalyze/pg_query_go/v6")
func TestZZ(t *testing.T) {
	list, _ := parse.Statements("SELECT a + b FROM t")
	_, err := pg_query.Deparse(&pg_query.ParseResult{Stmts: []*pg_query.RawStmt{{Stmt: list[0].Raw.Stmt}}})
	t.Log(err, list[0].Version)
	_, err = pg_query.Deparse(&pg_query.ParseResult{Version: list[0].Version, Stmts: []*pg_query.RawStmt{{Stmt: list[0].Raw.Stmt}}})
	t.Log(err)
	x := list[0].Raw.Stmt.GetSelectStmt().TargetList[0].GetResTarget().Val
	x.GetAExpr().Lexpr = pg_query.MakeParamRefNode(1, -1)
	_, err = pg_query.Deparse(&pg_query.ParseResult{Version: list[0].Version, Stmts: []*pg_query.RawStmt{{Stmt: list[0].Raw.Stmt}}})
	t.Log(err)
	s, err := deparse(selectOf(x))
	t.Log(s, err)
	t.Log(quoteName("select"), quoteName("a b"), quoteName("double"))
}
