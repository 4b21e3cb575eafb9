package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/inline"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The embedded engine runs no functions of users. The source keeps them (providers.Routine), and a statement that calls
// some is planned as one with their bodies in the place of the calls (package inline): it is judged, run and counted as
// that.

// planRoutines plans CREATE FUNCTION, DROP FUNCTION, COMMENT ON FUNCTION and statements that call users' functions. It returns nil if it is
// another statement.
func (p *Planner) planRoutines(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	n := one.Raw.Stmt
	drops, comments, owns := isRoutine(n.GetDropStmt().GetRemoveType()), isRoutine(n.GetCommentStmt().GetObjtype()), isRoutine(n.GetAlterOwnerStmt().GetObjectType())
	src, err := scope.Source(ctx, scope.Default)
	switch {
	case err != nil && n.GetCreateFunctionStmt() == nil && !drops && !comments && !owns:
		return nil, nil //nolint:nilnil // it may name another source alone
	case err != nil || src.Info.Dialect != providers.DuckDB:
		return nil, err
	}
	kept, ok := src.Catalog.(providers.Routines)
	if !ok {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	own := []providers.OwnRoutines{scope.Routines, before.routines}
	switch {
	case n.GetCreateFunctionStmt() != nil:
		st, err := p.makesRoutine(ctx, one, scope, src, inlineEnv(src, kept, scope, own), before)
		if err != nil && p.tellUses { // the error may tell of what the body reads
			return nil, &Unplanned{Statement: &Statement{Text: one.Text, Offset: one.Offset, Verb: "CREATE FUNCTION", Provider: scope.Default, Unseen: "CREATE FUNCTION"}, cause: err}
		}
		return st, err
	case drops || comments || owns:
		return p.changesRoutine(one, scope, src)
	}
	env := inlineEnv(src, kept, scope, own)
	noted := inline.WriteCalls(n, env)
	if !noted && !kept.HasRoutines() && len(scope.Routines) == 0 && len(before.routines) == 0 {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	written := writtenRelations(n)
	called, err := inline.Expand(n, env)
	if err != nil || len(called) == 0 && !noted {
		return nil, err
	}
	st, err := p.planInlined(ctx, one, called, scope, before)
	if err == nil {
		st.hideUses(written, called)
	}
	return st, err
}

func isRoutine(kind pg_query.ObjectType) bool {
	return kind == pg_query.ObjectType_OBJECT_FUNCTION || kind == pg_query.ObjectType_OBJECT_ROUTINE
}

// writtenRelations are the names of relations in a tree, as the client wrote them.
func writtenRelations(n *pg_query.Node) map[string]bool {
	names := map[string]bool{}
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if v, ok := m.(*pg_query.RangeVar); ok {
			names[qualified(v.Schemaname, v.Relname)] = true
		}
	})
	return names
}

// hideUses tells the relations that only the bodies of functions name from those that the client named: errors about
// these say no names.
func (s *Statement) hideUses(written map[string]bool, called []*providers.Routine) {
	within := make([]string, len(called))
	for i, r := range called {
		within[i] = "function " + qualified(r.Schema, r.Name)
	}
	s.Uses = slices.Clone(s.Uses)
	for i := range s.Uses {
		if u := &s.Uses[i]; u.As != "" && !written[u.As] {
			u.As, u.Within = "", within
		}
	}
}

// planInlined plans a statement with the bodies of functions in it.
func (p *Planner) planInlined(ctx context.Context, one parse.Statement, called []*providers.Routine, scope *Scope, before *batchState) (*Statement, error) {
	text, err := parse.Deparsed(one, one.Raw.Stmt, "this call of a function")
	if err != nil {
		return nil, err
	}
	params, types := 0, []uint32(nil)
	st, err := p.planInstead(ctx, one, text, scope, before, func(planned *Statement) { params, types = planned.Params, planned.ParamTypes })
	if err != nil {
		return nil, err
	}
	st.Params, st.ParamTypes, st.users = params, types, true
	if st.Prepared != nil {
		st.SQL = one.Text // its EXECUTE is planned by the functions of that time
	}
	for _, r := range called {
		if f := qualified(r.Schema, r.Name); !slices.Contains(st.Functions, f) {
			st.Functions = append(st.Functions, f)
		}
	}
	return st, nil
}

// inlineEnv is what names mean to a statement that makes or calls functions.
func inlineEnv(src Source, kept providers.Routines, scope *Scope, own []providers.OwnRoutines) inline.Env {
	path := schemasOf(kept.RoutinePath(), src.Info.Default)
	types, userType := userTypes(src.Catalog)
	return inline.Env{
		UserType:  userType,
		ByID:      func(id string) *providers.UserType { return providers.UserTypeByID(types, id) },
		Routines:  func(schema, name string) []*providers.Routine { return routinesOf(kept, path, own, schema, name) },
		Path:      path,
		Relation:  src.Catalog.Relation,
		Builtin:   functionnames.InPostgres,
		Aggregate: func(name string) bool { return functionnames.IsAggregate(name) || anyFunction(src, name, isAggregate) },
		Volatile:  func(name string) bool { return volatileFunctions[name] || anyFunction(src, name, isVolatile) },
		Databases: []string{scope.Default, scope.Database, src.Info.Name},
	}
}

// routinesOf are the functions of a name, those of earlier schemas first.
func routinesOf(kept providers.Routines, path []string, own []providers.OwnRoutines, schema, name string) []*providers.Routine {
	list := kept.Routines(schema, name)
	for _, changed := range own {
		if len(changed) == 0 {
			continue
		}
		list = slices.DeleteFunc(slices.Clone(list), func(r *providers.Routine) bool {
			_, is := changed[r.Schema+"\x00"+r.Signature()]
			return is
		})
		for _, r := range changed {
			if r != nil && r.Name == name && (r.Schema == schema || schema == "" && slices.Contains(path, r.Schema)) {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *providers.Routine) int {
		if by := slices.Index(path, a.Schema) - slices.Index(path, b.Schema); by != 0 {
			return by
		}
		return strings.Compare(a.Signature(), b.Signature())
	})
	return list
}

// volatileFunctions return another value, or do something, at each call.
var volatileFunctions = parse.WordSet(`clock_timestamp timeofday random random_normal array_sample array_shuffle gen_random_uuid uuidv4 uuidv7
	uuid uuid_generate_v1 uuid_generate_v4 setseed nextval setval currval lastval set_config pg_sleep pg_sleep_for pg_sleep_until pg_notify`)

func isAggregate(f providers.Function) bool { return f.Kind == 'a' }

func isVolatile(f providers.Function) bool {
	return f.Builtin && !f.Table && f.Kind != 'a' && f.Volatility == providers.Volatile
}

func anyFunction(src Source, name string, is func(providers.Function) bool) bool {
	return slices.ContainsFunc(src.Catalog.Functions("", name), is)
}

// makesRoutine plans CREATE FUNCTION.
func (p *Planner) makesRoutine(ctx context.Context, one parse.Statement, scope *Scope, src Source, env inline.Env, before *batchState) (*Statement, error) {
	n := one.Raw.Stmt.GetCreateFunctionStmt()
	r, err := inline.Define(n, env)
	if scope.DefersBodies && n.SqlBody == nil {
		if late := inline.DefineLate(n, env); late != nil {
			return p.makesLater(ctx, one, scope, src, late, before)
		}
	}
	if err != nil {
		return nil, err
	}
	query, err := inline.Check(r, env)
	if err != nil {
		return nil, err
	}
	body, err := p.planBody(ctx, query, scope, before)
	if err != nil {
		return nil, err
	}
	r.Check = body.SQL
	if r.Source == "" {
		for _, relation := range body.Relations {
			r.Depends = append(r.Depends, providers.Name{Schema: relation.Service, Name: relation.Resource})
		}
	}
	if err := p.planTypes(ctx, r, scope, before); err != nil {
		return nil, err
	}
	st := &Statement{Text: one.Text, Offset: one.Offset, SQL: one.Text, Verb: "CREATE FUNCTION", Provider: scope.Default, Version: src.version(), uncached: true}
	st.Routine = &providers.RoutineChange{Make: r, Replace: n.Replace}
	st.Relations, st.Named, st.Missing, st.users, st.unknown = body.Relations, body.Named, body.Missing, body.users, body.unknown
	st.Functions = []string{qualified(r.Schema, r.Name)}
	for i := range st.Missing {
		st.Missing[i].Offset = one.Offset
	}
	p.definesRoutine(st, Mutate, "function "+qualified(r.Schema, r.Name), "it makes a function")
	st.Uses = body.Uses
	return st, nil
}

// makesLater plans a CREATE FUNCTION whose body names what is not there yet: the body is judged where the function is called.
func (p *Planner) makesLater(ctx context.Context, one parse.Statement, scope *Scope, src Source, r *providers.Routine, before *batchState) (*Statement, error) {
	if err := p.planTypes(ctx, r, scope, before); err != nil {
		return nil, err
	}
	st := &Statement{Text: one.Text, Offset: one.Offset, SQL: one.Text, Verb: "CREATE FUNCTION", Provider: scope.Default, Version: src.version(), uncached: true}
	st.Routine = &providers.RoutineChange{Make: r, Replace: one.Raw.Stmt.GetCreateFunctionStmt().Replace}
	st.Functions = []string{qualified(r.Schema, r.Name)}
	p.definesRoutine(st, Mutate, "function "+qualified(r.Schema, r.Name), "it makes a function")
	return st, nil
}

// planTypes plans the query of the types of users that a function declares, and of the defaults of its parameters.
func (p *Planner) planTypes(ctx context.Context, r *providers.Routine, scope *Scope, before *batchState) error {
	query, err := inline.WithNulls(r)
	if err != nil || query == "" {
		return err
	}
	types, err := p.planBody(ctx, query, scope, before)
	if err != nil {
		return err
	}
	r.Named = types.SQL
	return nil
}

// planBody plans a query that a function would run.
func (p *Planner) planBody(ctx context.Context, query string, scope *Scope, before *batchState) (*Statement, error) {
	list, err := parse.Statements(query)
	if err != nil || len(list) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the body of this function is not supported")
	}
	bare := *scope
	bare.Bare = true
	body, err := p.planStatement(ctx, list[0], query, &bare, before)
	if err != nil {
		return nil, sqlstate.Unplaced(err)
	}
	return body, refuseBody(body, scope)
}

// definesRoutine gives a statement its class. Who may not see everything makes and drops no functions, which others call
// with their own rights.
func (p *Planner) definesRoutine(st *Statement, class Class, what, reason string) {
	st.duck = true
	setEffects(st, []Effect{{Class: class, What: what, Reason: reason, Offset: st.Offset}})
	st.Class = class
	if p.tellUses {
		st.Unseen = st.Verb
	}
}

// refuseBody refuses a body that does more than read tables of its own source.
func refuseBody(body *Statement, scope *Scope) error {
	switch {
	case body.Class != Read && len(body.Effects) > 0:
		return sqlstate.New(sqlstate.FeatureNotSupported, "a function that does more than read is not supported: its body has %s", body.Effects[0].Text())
	case body.Class != Read:
		return sqlstate.New(sqlstate.FeatureNotSupported, "a function that does more than read is not supported: its body has %s", body.Verb)
	case body.Provider != scope.Default || len(body.Scans) > 0 || len(body.Before)+len(body.After)+len(body.Parts)+len(body.Calls)+len(body.Sets) > 0:
		return sqlstate.New(sqlstate.FeatureNotSupported, "the body of this function is not supported")
	case body.Params > 0:
		return sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $%d", body.Params)
	}
	return nil
}

// changesRoutine plans DROP FUNCTION and COMMENT ON FUNCTION.
func (p *Planner) changesRoutine(one parse.Statement, scope *Scope, src Source) (*Statement, error) {
	databases := []string{scope.Default, scope.Database, src.Info.Name}
	verb, _ := verbAndClass(p.shapes, one.Raw.Stmt)
	st := &Statement{Text: one.Text, Offset: one.Offset, SQL: one.Text, Verb: verb, Provider: scope.Default, Version: src.version(), uncached: true}
	var err error
	if comment := one.Raw.Stmt.GetCommentStmt(); comment != nil {
		if st.Routine, err = inline.ReadComment(comment, databases); err != nil {
			return nil, err
		}
		st.Functions = []string{qualified(st.Routine.Commented.Schema, st.Routine.Commented.Name)}
		p.definesRoutine(st, Mutate, "function "+st.Functions[0], "it comments on a function")
		return st, nil
	}
	if owner := one.Raw.Stmt.GetAlterOwnerStmt(); owner != nil {
		if st.Routine, err = inline.ReadOwner(owner, scope.User, databases); err != nil {
			return nil, err
		}
		st.Functions = []string{qualified(st.Routine.Owned.Schema, st.Routine.Owned.Name)}
		p.definesRoutine(st, Exec, "function "+st.Functions[0], "it gives a function to its owner")
		return st, nil
	}
	if st.Routine, err = inline.ReadDrop(one.Raw.Stmt.GetDropStmt(), databases); err != nil {
		return nil, err
	}
	for _, d := range st.Routine.Drop {
		st.Functions = append(st.Functions, qualified(d.Schema, d.Name))
	}
	p.definesRoutine(st, Delete, "function "+strings.Join(st.Functions, ", "), "it drops a function")
	return st, nil
}

// followRoutine notes what a statement will have done to functions when the next one of its batch runs.
func (l *batchState) followRoutine(st *Statement) {
	if st.Routine == nil || st.Routine.Make == nil {
		return
	}
	if l.routines == nil {
		l.routines = providers.OwnRoutines{}
	}
	r := st.Routine.Make
	l.routines[r.Schema+"\x00"+r.Signature()] = r
}
