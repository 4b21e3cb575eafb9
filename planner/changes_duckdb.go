package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/changes"
	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// takeApart takes a statement apart that is several to DuckDB, and reports whether it has.
func (r *resolver) takeApart(st *Statement, w *walker, one parse.Statement, env rewrite.Env, text string) (done bool, err error) {
	st.Shown = r.scales.writeDivided(one, &env)
	if len(one.Checks) > 0 {
		return true, r.takeChecked(st, w, one, env, text)
	}
	if done, err = r.takeSetval(st, w, one, env, text); err != nil || done {
		return done, err
	}
	if done, err = r.takeChanges(st, w, one, env, text); err == nil && !done {
		done, err = r.takeReturning(st, w, one, env, text)
	}
	if joins := len(one.Raw.Stmt.GetUpdateStmt().GetFromClause())+len(one.Raw.Stmt.GetDeleteStmt().GetUsingClause()) > 0; done && joins {
		if described := resultcolumns.Describe(one.Raw.Stmt, nil); len(described) > 0 {
			st.Results = described // the steps read tables
		}
	}
	return done, err
}

// takeChanges divides a statement with changes in WITH, and reports whether it is one.
func (r *resolver) takeChanges(st *Statement, w *walker, one parse.Statement, env rewrite.Env, text string) (bool, error) {
	if st.Provider == providers.Several || len(st.Sets) > 0 || !changes.InWith(one.Raw.Stmt) {
		return false, nil
	}
	whole, err := cloneBound(one, env, text)
	if err != nil {
		return false, err
	}
	division := r.newDivision(w)
	steps, err := division.DivideWith(whole, one.Offset, text)
	if err != nil || len(steps) == 0 {
		return false, err
	}
	return true, r.addSteps(division, st, w, one, steps, env, text)
}

// cloneBound is a copy of a statement whose names are bound.
func cloneBound(one parse.Statement, env rewrite.Env, text string) (*pg_query.Node, error) {
	whole := proto.CloneOf(one.Raw.Stmt)
	if err := duckdialect.BindNames(whole, one.Text, env); err != nil {
		return nil, shiftPosition(err, text, one.Offset)
	}
	return whole, nil
}

// takeChecked divides a change whose rows must meet conditions.
func (r *resolver) takeChecked(st *Statement, w *walker, one parse.Statement, env rewrite.Env, text string) error {
	if st.Provider == providers.Several || len(st.Sets) > 0 {
		return errView("WITH CHECK OPTION by this statement")
	}
	division := r.newDivision(w)
	steps, err := division.DivideChecked(proto.CloneOf(one.Raw.Stmt), one.Checks, one.Returned, one.Offset, text)
	if err != nil {
		return err
	}
	if st.checked = true; len(st.Origins) > one.Returned {
		st.Origins = st.Origins[:one.Returned]
	}
	return r.addSteps(division, st, w, one, steps, env, text)
}

// takeReturning divides a change whose rows have to be found first, and reports whether it is one.
func (r *resolver) takeReturning(st *Statement, w *walker, one parse.Statement, env rewrite.Env, text string) (bool, error) {
	if st.Provider == providers.Several || len(st.Sets) > 0 || one.Raw.Stmt.GetSelectStmt() != nil {
		return false, nil
	}
	division := r.newDivision(w)
	division.Columns = env.Columns
	steps, err := division.DivideChange(proto.CloneOf(one.Raw.Stmt))
	if err != nil || len(steps) == 0 {
		return false, err
	}
	whole, err := cloneBound(one, env, text) // now, since few changes are divided
	if err != nil {
		return false, err
	}
	division = r.newDivision(w)
	division.Columns = env.Columns
	if steps, err = division.DivideChange(whole); err != nil || len(steps) == 0 {
		return false, err
	}
	return true, r.addSteps(division, st, w, one, steps, env, text)
}

// takeSetval divides a SELECT with calls of setval beside other items, and reports whether it is one.
func (r *resolver) takeSetval(st *Statement, w *walker, one parse.Statement, env rewrite.Env, text string) (bool, error) {
	if st.Provider == providers.Several || len(st.Sets) > 0 || !slices.ContainsFunc(w.names, func(n name) bool { return n.name == "setval" }) {
		return false, nil
	}
	division := r.newDivision(w)
	steps := division.DivideSetval(one.Raw.Stmt, func(n *pg_query.Node) string {
		name, _ := resultcolumns.Name(n)
		return name
	})
	if len(steps) == 0 {
		return false, nil
	}
	r.addSetval(w)
	return true, r.addSteps(division, st, w, one, steps, env, text)
}

func (r *resolver) newDivision(w *walker) *changes.Division {
	return changes.NewDivision(namedIn(w), r.meant, duckdialect.ReadsCatalog)
}

// namedIn returns the relations that a statement names.
func namedIn(w *walker) []changes.Named {
	list := make([]changes.Named, len(w.mentions))
	for i, m := range w.mentions {
		list[i] = changes.Named{Schema: m.schema, Name: m.name, Found: m.found, Relation: m.relation}
	}
	return list
}

// addSteps translates steps, and adds them to a statement.
func (r *resolver) addSteps(c *changes.Division, st *Statement, w *walker, one parse.Statement, steps []changes.Step, env rewrite.Env, text string) (err error) {
	env.Rewritten = true
	env.Columns = c.ColumnsOfCopies(env.Columns)
	shown := env.Shown
	for _, p := range steps {
		if p.Like != "" {
			st.Parts = append(st.Parts, p.Step)
			continue
		}
		var result *Statement
		if p.Rows {
			result = st
		}
		env.Shown = false
		if p.Shape, err = r.translatePart(st, w, one, p.ShapeQuery, env, text, nil, false); err != nil {
			return err
		}
		p.Params = changes.Renumber(p.Statement)
		env.Shown = shown && p.Rows
		if p.SQL, err = r.translatePart(st, w, one, p.Statement, env, text, result, p.Sets); err != nil {
			return err
		}
		if p.Rows || p.Tag {
			st.SQL = p.SQL
		}
		st.Parts = append(st.Parts, p.Step)
	}
	st.translated = true
	return r.missingFunctionError(text)
}

// tableOID is the OID of a table of users that a statement names; 0: it is something else.
func tableOID(of *pg_query.RangeVar, mentions []mention) uint32 {
	for i := range mentions {
		if m := &mentions[i]; m.written == of && m.relation != nil && (m.relation.Kind == "table" || m.relation.Kind == "materialized view") && !m.relation.Builtin &&
			!slices.Contains(m.relation.Columns, "tableoid") {
			return m.relation.OID
		}
	}
	return 0
}

// writeSystemColumns writes DuckDB's rowid for ctid in a statement, the OIDs of tables for tableoid, and what comparisons of xmax mean. It
// reports whether it has written something.
func writeSystemColumns(root *pg_query.Node, mentions []mention) bool {
	havePlaces := !slices.ContainsFunc(mentions, func(m mention) bool { return !changes.HasPlaces(m.relation) })
	places := havePlaces && changes.WriteRowIDs(root)
	oids := changes.WriteTableOIDs(root, func(of *pg_query.RangeVar) uint32 { return tableOID(of, mentions) })
	return changes.WriteInserted(root) || places || oids
}

// translatePart translates one part, and judges the translation. result gets what is known of the part's rows. sets: the part is a call of
// setval.
func (r *resolver) translatePart(st *Statement, w *walker, one parse.Statement, part *pg_query.Node, env rewrite.Env, text string, result *Statement, sets bool) (string, error) {
	if part == nil {
		return "", nil
	}
	tree := &pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{{Stmt: part}}}
	all, err := duckdialect.TranslateAll(tree, one.Text, env)
	switch {
	case err != nil:
		return "", shiftPosition(err, text, one.Offset)
	case len(all.Setval) > 0 && !sets || len(all.Before)+len(all.After) > 0 || all.Warning != "" || all.Notice != "":
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "this %s in a statement with changes in WITH is not supported", st.Verb)
	case all.NoColumns && result == nil:
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "a query without columns in this %s is not supported", st.Verb)
	case result != nil:
		result.Results, result.NoColumns = all.Results, all.NoColumns
	}
	return all.SQL, r.judgeTranslation(all.SQL, w, one.Offset)
}
