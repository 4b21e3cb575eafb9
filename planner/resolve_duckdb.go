package planner

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/statements"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/spelling"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// noteParamTypes notes what types the casts of a statement give its parameters.
func (s *Statement) noteParamTypes(tree *pg_query.ParseResult) {
	if s.Params > 0 {
		s.ParamTypes = inference.ParamTypes(tree)
	}
}

// resolveDuckDB translates a statement to DuckDB's dialect and resolves the translation, because that is
// what runs.
func (r *resolver) resolveDuckDB(st *Statement, w *walker, one parse.Statement, text string, before *batchState) error {
	placed, err := r.findNames(st, w, one, text)
	if err != nil {
		return err
	}
	cascades := r.nameTruncated(w, one)
	r.judgeExecutes(w, nil) // sessions of DuckDB have no PREPARE
	if err := r.noteDefined(w, one); err != nil {
		return err
	}
	tree := &pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{one.Raw}}
	st.noteParamTypes(tree)
	st.Styled = r.scope.Styled || before.styled
	env := r.duckEnv(st)
	env.Unsettled, st.duck = before.moved, true
	r.several = r.several || slices.ContainsFunc(w.names, func(n name) bool { return n.name == "pg_backend_pid" })
	st.noteCompared(one.Raw.Stmt)
	types, done, err := r.analyse(st, w, one, &env, text)
	if err != nil || done {
		return err
	}
	st.typesFit = env.TypesFit
	env.Placed, env.Rewritten = env.Placed || placed, writeSystemColumns(one.Raw.Stmt, w.mentions) || env.Rewritten || len(cascades) > 0
	r.noteWritten(st, w, tree, env.Shown)
	if done, err := r.takeApart(st, w, one, env, text); err != nil || done {
		st.Results = describeShown(st.Results, types, r.foreign, len(st.Shown))
		return err
	}
	st.Shown = r.scales.write(&env)
	if err = r.noteDefinitions(one, &env); err != nil {
		return cmp.Or(r.nameBeforeRefusal(err, text, one, env), err)
	}
	all, err := duckdialect.TranslateAll(tree, one.Text, env)
	st.Before, st.After, st.Warning, st.Notice, st.Alone, st.Results, st.Setval = all.Before, all.After, all.Warning, all.Notice, all.Alone, describeShown(all.Results, types, r.foreign, len(st.Shown)), all.Setval
	st.NoColumns, st.enums = all.NoColumns, all.Enums
	if err != nil {
		return cmp.Or(r.nameBeforeRefusal(err, text, one, env), shiftPosition(err, text, one.Offset))
	}
	if len(cascades) > 0 {
		st.Notice = strings.Join(cascades, "\n")
	}
	st.typeParams(all)
	st.Folded, st.Sets = all.Folded, computedSets(st.Sets, all.SetValues)
	if err := r.judgeParts(all.Beside(), w, one.Offset); err != nil {
		return err
	}
	if !all.Changed {
		if done, err := r.judgePrepared(w, one, env); done || err != nil {
			return err
		}
		r.judgeNames(w)
		return r.missingCallError(text, one, env)
	}
	st.SQL, st.translated = all.SQL, true
	if st.Control != NoControl || st.Setting != nil {
		return nil
	}
	r.noteSetval(st, w)
	if err := r.judgeTranslation(all.SQL, w, one.Offset); err != nil {
		return err
	}
	return r.missingCallError(text, one, env)
}

// noteDefined notes that a statement defines a table, or alters one.
func (r *resolver) noteDefined(w *walker, one parse.Statement) error {
	w.defines = one.Raw.Stmt.GetCreateStmt() != nil || one.Raw.Stmt.GetAlterTableStmt() != nil
	if err := statements.RefuseTable(one.Raw.Stmt.GetCreateStmt()); err != nil {
		return err
	}
	if w.defines {
		r.readAsWritten(w, one) // what foreign keys refer to is a text in the translation
	}
	return nil
}

// findNames finds what the names of a statement mean and has the tree say it, where DuckDB could find something else: see placeNew.
func (r *resolver) findNames(st *Statement, w *walker, one parse.Statement, text string) (placed bool, err error) {
	path := r.pathOf(st)
	if placed, err = r.placeNew(w.mentions, one.Raw.Stmt, path, text); err != nil {
		return false, err
	}
	if err := r.lookAt(st, w, one); err != nil {
		return false, err
	}
	if err := r.checkSpelling(w, one.Raw.Stmt, text); err != nil {
		return false, err
	}
	found, err := r.placeFound(w.mentions, path, text)
	return placed || found, err
}

// noteWritten notes what the text of the client tells, before the translation changes its tree.
func (r *resolver) noteWritten(st *Statement, w *walker, tree *pg_query.ParseResult, shown bool) {
	root := tree.Stmts[0].Stmt
	st.oids, st.constants = quotedOIDs(root, w.mentions)
	st.noteLookup(root, w.mentions, shown)
	w.easeSettings()
	st.Sets = setsOf(tree)
	st.Origins = resultcolumns.Origins(root, r.meant)
}

// missingCallError is missingFunctionError with the types of the arguments, where the text shows them, or the error of a name that
// PostgreSQL comes upon before.
func (r *resolver) missingCallError(text string, one parse.Statement, env rewrite.Env) error {
	err := r.missingFunctionError(text)
	if sqlstate.CodeOf(err) != sqlstate.UndefinedFunction {
		return err
	}
	if !r.opened.any() && !env.SQLite && !env.Unsettled {
		if err, place := duckdialect.NameBeforeCall(one.Text, r.missing.offset-one.Offset, r.meantOf, r.ctx.Err); err != nil {
			return err.At(parse.CharacterAt(text, place+one.Offset))
		}
	}
	types, ok := duckdialect.ArgumentTypes(one.Text, r.missing.offset-one.Offset, env)
	if !ok {
		return err
	}
	return sqlstate.New(sqlstate.UndefinedFunction, "function %s(%s) does not exist", qualified(r.missing.schema, r.missing.name), strings.Join(types, ", ")).
		WithHint("No function matches the given name and argument types. You might need to add explicit type casts.").
		At(parse.CharacterAt(text, r.missing.offset))
}

// nameBeforeRefusal is PostgreSQL's error for a name that means nothing, in a statement that the translation has refused; nil: there is none.
func (r *resolver) nameBeforeRefusal(refused error, text string, one parse.Statement, env rewrite.Env) error {
	if sqlstate.CodeOf(refused) != sqlstate.FeatureNotSupported || r.opened.any() || env.SQLite || env.Unsettled {
		return nil
	}
	const noCall = math.MaxInt32
	if err, place := duckdialect.NameBeforeCall(one.Text, noCall, r.meantOf, r.ctx.Err); err != nil {
		return err.At(parse.CharacterAt(text, place+one.Offset))
	}
	return nil
}

// lookAt finds what the names of a statement mean, and what it locks.
func (r *resolver) lookAt(st *Statement, w *walker, one parse.Statement) error {
	if err := r.findTables(st, w.mentions); err != nil {
		return err
	}
	r.judgeRelations(w.mentions)
	if err := refuseSequences(w.mentions, st.Verb); err != nil {
		return err
	}
	for _, cte := range w.allCTEs {
		if looksLikeFile(cte) {
			r.addEffect(Unknown, one.Offset, "WITH "+cte, "DuckDB would take the name for a file")
		}
	}
	return r.noteLocks(st, w, one.Raw.Stmt)
}

// analyse checks the names and types of a statement, takes the statement apart where it is over APIs or over several sources, and
// completes env. done: nothing of the statement is left to be translated. The types are those of the result's columns, as far
// as they are known.
func (r *resolver) analyse(st *Statement, w *walker, one parse.Statement, env *rewrite.Env, text string) (types []definitions.ResultType, done bool, err error) {
	r.writeTypeCasts(one.Raw.Stmt, env)
	_, isAPI := r.source.Catalog.(providers.Methods)
	several := st.Provider == providers.Several
	r.foreign = isAPI || several
	env.Several = several
	if err = r.findScales(w, one, env); err != nil {
		return nil, false, err
	}
	env.Shown = st.Verb == "SELECT" && !r.foreign
	if !r.foreign {
		if err = r.bindConstants(one, one.Raw.Stmt, env); err != nil {
			return nil, false, err
		}
		if types, err = r.checkTypes(one, one.Raw.Stmt, env, text); err == nil {
			err = r.checkPoints(w, one, *env)
		}
		return types, false, err
	}
	if err = r.checkPoints(w, one, *env); err != nil {
		return nil, false, err
	}
	st.compared = 0 // methods and other sources are asked for the constants
	env.SQLite = isAPI || r.namesAPI(w.mentions)
	if several {
		env.Database = r.scope.Default
	}
	types, refused := r.analyseSeveral(one, env, text)
	if done, err = r.takeScans(st, w, one, env, text); err == nil && !done {
		env.Rewritten = env.Rewritten || r.opened.any()
	}
	return types, done, cmp.Or(refused, err)
}

// typeParams notes the types of parameters that the translation found.
func (s *Statement) typeParams(all duckdialect.Translated) {
	for _, n := range all.Texts {
		s.typeParam(n, pgtype.TextArrayOID)
	}
	for n, oid := range all.Inferred {
		if oid != 0 {
			s.typeParam(n, oid)
		}
	}
}

// typeParam notes the type of a parameter.
func (s *Statement) typeParam(n int, oid uint32) {
	if n < 1 || n > s.Params {
		return
	}
	for len(s.ParamTypes) < n {
		s.ParamTypes = append(s.ParamTypes, 0)
	}
	s.ParamTypes[n-1] = oid
}

// duckEnv is what the translation of a statement knows of the session and its source.
func (r *resolver) duckEnv(st *Statement) rewrite.Env {
	types, typeOf := userTypes(r.source.Catalog)
	return rewrite.Env{
		Rows: r.ownRows(), Macros: macrosOf(r.source.Catalog),
		Types: types, Type: typeOf, Enum: enumsOf(r.source.Catalog), EnumMark: markOf(r.source.Catalog),
		Catalog: r.source.Info.Name, Schema: r.source.Info.Default, User: r.scope.User, Database: st.Provider, Databases: r.scope.Databases,
		PID: r.scope.PID, Path: r.pathOf(st), Styled: st.Styled, Ended: r.ctx.Err,
		Columns: func(schema, name string) []rewrite.Column {
			relation, _ := meantRelation(r.source.Catalog, schema, name)
			return rewrite.ColumnsOf(relation)
		},
		Exact: func(schema, name string) bool {
			relation, _ := meantRelation(r.source.Catalog, schema, name)
			return relation.Spelled == name
		},
		Catalogs: definitions.CatalogColumns,
		Taken: func(schema, name string) bool {
			relation, _ := meantRelation(r.source.Catalog, schema, name)
			return relation.Name != ""
		},
		UniqueIndex: func(schema, table, index string) []string {
			relation, _ := meantRelation(r.source.Catalog, schema, table)
			for _, k := range relation.UniqueKeys {
				if k.Index && k.Name == index {
					return k.Columns
				}
			}
			return nil
		},
		Sequence: func(schema, name string) (string, string, bool) {
			relation, _ := meantRelation(r.source.Catalog, schema, name)
			return relation.Schema, cmp.Or(relation.Spelled, relation.Name), relation.Kind == "sequence"
		},
	}
}

// ownRows returns the rows of relations of what the session holds, and notes that the plan has some of them; nil: nobody knows them.
func (r *resolver) ownRows() func(relation string) [][]*string {
	if r.scope.Rows == nil {
		return nil
	}
	return func(relation string) [][]*string {
		r.ofSession = true
		return r.scope.Rows(relation)
	}
}

// macrosOf finds the macros of a source's users. It returns nil if there are none.
func macrosOf(catalog providers.Catalog) func(schema, name string) []*providers.Macro {
	if own, ok := catalog.(providers.Macroed); ok && own.HasMacros() {
		return own.Macros
	}
	return nil
}

// userTypes are the domains and composite types of a source, and what finds one by its name.
func userTypes(catalog providers.Catalog) (all []*providers.UserType, byName func(schema, name string) *providers.UserType) {
	if typed, ok := catalog.(providers.UserTyped); ok {
		all = typed.UserTypes()
	}
	return all, func(schema, name string) *providers.UserType {
		t, _ := catalog.Type(schema, name)
		return t.User
	}
}

// enumsOf finds an enum of a source by its name. It returns nil if the source has none, or does not tell.
func enumsOf(catalog providers.Catalog) func(schema, name string) *providers.Enum {
	if typed, ok := catalog.(providers.UserTyped); !ok || !typed.HasEnums() {
		return nil
	}
	return func(schema, name string) *providers.Enum {
		t, _ := catalog.Type(schema, name)
		return t.Enum
	}
}

// markOf finds the mark of a new enum of a source.
func markOf(catalog providers.Catalog) func(labels []string) string {
	if typed, ok := catalog.(providers.UserTyped); ok && typed.HasEnums() {
		return typed.MarkFor
	}
	return nil
}

// noteSetval notes what a SELECT of setval does: its translation has no call of it, which the source does for each row.
func (r *resolver) noteSetval(st *Statement, w *walker) {
	if len(st.Setval) > 0 {
		r.addSetval(w)
	}
}

// addSetval adds what setval does.
func (r *resolver) addSetval(w *walker) {
	e := Effect{Class: Exec, Kind: FunctionCall, Name: "setval", What: "function setval", Reason: "it changes a sequence", Offset: -1, builtin: true}
	for _, n := range w.names {
		if n.name == "setval" {
			e.Offset = n.offset
		}
	}
	r.add(e)
}

// refuseStored refuses a change of the rows of a materialized view, and the reading of one that was not populated, other
// than by REFRESH.
func refuseStored(m mention, verb string) error {
	switch {
	case m.event&^providers.Read != 0 && verb != "REFRESH MATERIALIZED VIEW":
		return sqlstate.New(sqlstate.WrongObjectType, "cannot change materialized view %q", m.name)
	case m.relation.Empty && m.event == providers.Read && verb != "CREATE VIEW":
		return sqlstate.New(sqlstate.ObjectNotInState, "materialized view %q has not been populated", m.name).
			WithHint("Use the REFRESH MATERIALIZED VIEW command.")
	}
	return nil
}

// refuseSequences refuses a change of the row of a sequence.
func refuseSequences(mentions []mention, verb string) error {
	for _, m := range mentions {
		if m.relation != nil && m.relation.Kind == "materialized view" {
			if err := refuseStored(m, verb); err != nil {
				return err
			}
		}
		switch {
		case m.relation == nil || m.relation.Kind != "sequence" || m.event == 0:
		case m.event&^providers.Read != 0:
			return sqlstate.New(sqlstate.WrongObjectType, "cannot change sequence %q", m.name)
		}
	}
	return nil
}

// pathOf returns the schemas of the session's search path, or nil if it is the source's own.
func (r *resolver) pathOf(st *Statement) []string {
	if r.scope.Path == "" || st.Provider != r.scope.Default {
		return nil
	}
	return schemasOf(strings.Split(r.scope.Path, "\x00"), r.source.Info.Default)
}

// schemasOf returns the schemas of a search path that a source tells, which is never empty.
func schemasOf(path []string, own string) []string {
	if len(path) == 1 && path[0] == duckdialect.LastSchema && path[0] != own {
		return []string{} // none of the schemas exists
	}
	return path
}

// judgeParts judges what runs before and after a statement for it.
func (r *resolver) judgeParts(parts []string, w *walker, at int) error {
	for _, part := range parts {
		if err := r.judgeTranslation(part, w, at); err != nil {
			return err
		}
	}
	return nil
}

// judgeTranslation judges a statement that runs in DuckDB for one of the client's, which may be taken apart into several.
func (r *resolver) judgeTranslation(sql string, w *walker, at int) error {
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 {
		return sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "DuckDB's SQL has no form of this statement")
	}
	translated := &walker{shapes: r.shapes, ours: emulation.Database}
	translated.walkNode(list[0].Raw.Stmt)
	written := map[string]int{} // offsets of the names that the client wrote
	for _, n := range w.names {
		written[n.name] = n.offset
	}
	if _, called := written["nextval"]; !called && w.defines && !slices.ContainsFunc(r.source.Catalog.Functions("", "nextval"), isOfUsers) {
		// the default of a serial or identity column, which calls it for later rows, as on Postgres
		translated.names = slices.DeleteFunc(translated.names, func(n name) bool { return n.name == "nextval" })
	}
	for i, n := range translated.names {
		offset, ok := written[n.name]
		if !ok {
			offset = -1
		}
		translated.names[i].offset = offset
	}
	for _, e := range translated.effects {
		if e.Class == Unknown {
			r.addEffect(e.Class, at, e.Text(), e.Reason)
		}
	}
	r.judgeNames(translated)
	return nil
}

// checkSpelling returns the error of a statement that names a relation or a column in another case.
func (r *resolver) checkSpelling(w *walker, statement *pg_query.Node, text string) error {
	if _, isAPI := r.source.Catalog.(providers.Methods); isAPI {
		return nil
	}
	list := make([]spelling.Mention, len(w.mentions))
	for i, m := range w.mentions {
		list[i] = spelling.Mention{Schema: m.schema, Name: m.name, Made: m.made, Needed: m.required || m.event != 0, Offset: m.offset}
	}
	return spelling.Check(statement, text, list, r.meant)
}
