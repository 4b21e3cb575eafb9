package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// judgePrepared judges the translation of what a PREPARE keeps: the client's text names functions that the translation has in another way.
// It reports whether there is a translation. EXECUTE plans the statement again.
func (r *resolver) judgePrepared(w *walker, one parse.Statement, env rewrite.Env) (done bool, err error) {
	if one.Raw.Stmt.GetPrepareStmt() == nil {
		return false, nil
	}
	text, err := PreparedText(one.Text)
	if err != nil {
		return false, nil //nolint:nilerr // the names of the text are judged
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return false, nil //nolint:nilerr // the same
	}
	env.Shown, env.Rewritten = false, true
	all, err := duckdialect.TranslateAll(&pg_query.ParseResult{Version: list[0].Version, Stmts: []*pg_query.RawStmt{list[0].Raw}}, text, env)
	if err != nil {
		return false, nil //nolint:nilerr // the same
	}
	if err := r.judgeParts(all.Beside(), w, one.Offset); err != nil {
		return false, nil //nolint:nilerr // the same
	}
	return true, r.judgeTranslation(all.SQL, w, one.Offset)
}
