package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkReplace refuses CREATE OR REPLACE MATERIALIZED VIEW, and a REPLACE … SET of anything but an API's
// resource: its tree is that of an UPDATE.
func checkReplace(st *Statement, src Source, one parse.Statement, text string) error {
	if !one.Replaces {
		return nil
	}
	if one.Raw.Stmt.GetCreateTableAsStmt() != nil {
		return sqlstate.New(sqlstate.FeatureNotSupported, "CREATE OR REPLACE MATERIALIZED VIEW is for views over APIs").
			WithHint("Send DROP MATERIALIZED VIEW IF EXISTS, then CREATE MATERIALIZED VIEW, in one transaction.").At(parse.CharacterAt(text, st.Offset))
	}
	st.Verb = "REPLACE"
	if _, ok := src.Catalog.(providers.Methods); ok {
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "REPLACE is for resources of APIs, and the source %q is none", st.Provider).
		WithHint("UPDATE … SET changes rows of tables.").At(parse.CharacterAt(text, st.Offset))
}

// takeCall makes a call of an INSERT, UPDATE, REPLACE or DELETE, and judges what its method does. done
// reports that the call's rows stand in the statement, so that no query is left to translate.
func (r *resolver) takeCall(st *Statement, w *walker, one parse.Statement, env *rewrite.Env, text string) (done bool, err error) {
	scansEnv := r.scansEnv(text)
	verb := st.Verb
	if st.Planned {
		verb = trees.VerbOfChange(one.Raw.Stmt)
	}
	c, err := scans.TakeChange(one.Raw.Stmt, verb, scansEnv)
	if err != nil {
		return false, err
	}
	hints, err := dialect.Hints(one.Text, "AWAIT")
	if err != nil {
		return false, shiftPosition(err, text, one.Offset)
	}
	st.Call = &c.Call
	st.Call.Await = hints["AWAIT"]
	if !st.Planned {
		r.judgeCallOf(st, w, c)
	}
	env.Rewritten = true
	if c.Answer != nil {
		if st.Call.Returning.SQL, err = r.translateQuery(c.Answer, w, one, *env); err != nil {
			return false, err
		}
	}
	if c.Query == nil {
		return true, nil
	}
	scansEnv.Feeds = true
	taken, err := scans.Take(c.Query, scansEnv)
	if err != nil {
		return false, err
	}
	one.Raw.Stmt = c.Query
	err = r.keepScans(st, taken, w, one, env)
	env.Rewritten = true
	return false, err
}

// takeExplained makes a call of the change that EXPLAIN is asked about. The change is not run, so it is
// not judged. 0A000: EXPLAIN ANALYZE would run it.
func (r *resolver) takeExplained(st *Statement, w *walker, one parse.Statement, env *rewrite.Env, text string) (done bool, err error) {
	st.PlainPlan = isPlain(one.Raw.Stmt.GetExplainStmt())
	st.Planned = !slices.ContainsFunc(w.mentions, func(m mention) bool { return !m.planned })
	if !st.Planned {
		return false, sqlstate.New(sqlstate.FeatureNotSupported, "EXPLAIN ANALYZE would run the change").
			WithHint("EXPLAIN without ANALYZE shows the requests that would be sent.").At(parse.CharacterAt(text, one.Offset))
	}
	one.Raw = &pg_query.RawStmt{Stmt: one.Raw.Stmt.GetExplainStmt().Query}
	if done, err = r.takeCall(st, w, one, env, text); err != nil || done {
		return true, err
	}
	sql, err := r.translateQuery(one.Raw.Stmt, w, one, *env)
	st.SQL, st.translated = sql, true
	return true, err
}

// isPlain reports whether a plan is asked for as text.
func isPlain(s *pg_query.ExplainStmt) bool {
	return !slices.ContainsFunc(s.Options, func(n *pg_query.Node) bool {
		d := n.GetDefElem()
		return strings.EqualFold(d.GetDefname(), "format") && !strings.EqualFold(d.GetArg().GetString_().GetSval(), "text")
	})
}

// judgeCallOf gives a change the worse of two classes: that of what its method does, and that of its verb.
func (r *resolver) judgeCallOf(st *Statement, w *walker, c *scans.Change) {
	w.effects = slices.DeleteFunc(w.effects, func(e Effect) bool { return e.Kind == RowChange })
	method := strings.Join([]string{c.Call.Source, c.Call.Service, c.Call.Resource, c.Method.Name}, ".")
	st.Functions = append(st.Functions, method)
	r.addEffect(ClassOfMethod(st.Verb, c.Method.Effect), c.Offset, "method "+method, c.Method.Request)
}

// ClassOfMethod is the class of a statement that runs a method of an API: the worse of the class of its verb
// and that of what the method does.
func ClassOfMethod(verb string, effect providers.MethodEffect) Class {
	does, known := methodEffects[effect]
	switch {
	case effect == providers.Reads:
		does.class = Read
	case !known && verb == "SELECT":
		does.class = Unknown
	case !known:
		does.class = Exec
	}
	switch verb {
	case "SELECT":
		return does.class
	case "EXEC":
		if effect == providers.Reads {
			return Read
		}
		return Exec
	case "DELETE":
		return does.class.Worse(Delete)
	}
	return does.class.Worse(Mutate)
}
