package planner

import (
	"fmt"

	"github.com/sallyportdb/sallyport/planner/plpgsql"
	"github.com/sallyportdb/sallyport/providers"
)

// routine judges the body of a function in PL/pgSQL, piece by piece. What cannot
// be judged is exec and not unknown: the function is the server's to read.
func (r *resolver) routine(h providers.Hidden, u use) {
	function, err := plpgsql.Read(h.PLpgSQL, func(text string) error { return checkText(text, 0) })
	if err != nil {
		r.effect(Exec, u.offset, h.What, err.Error())
		return
	}
	for _, piece := range function.Pieces {
		what := fmt.Sprintf("line %d", piece.Line)
		if piece.Line == 0 {
			what = "types of the arguments"
		}
		if reason := r.notQuery(piece.SQL); reason != "" {
			r.effect(Exec, u.offset, what, reason)
			return
		}
		r.code(providers.Hidden{What: what, SQL: piece.SQL}, u)
	}
}

// notQuery says why a piece of a function is no single statement that only asks.
func (r *resolver) notQuery(sql string) string {
	if err := checkText(sql, 0); err != nil {
		return err.Error()
	}
	list, err := parse(sql)
	if err != nil {
		return err.Error()
	}
	if len(list) != 1 {
		return "it is more than one statement"
	}
	stmt := list[0].stmt.Stmt
	if stmt.GetSelectStmt() == nil && stmt.GetExplainStmt() == nil {
		verb, _ := r.shapes.verb(stmt)
		return "it runs " + verb
	}
	return ""
}
