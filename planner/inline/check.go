package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Check returns the body of a new function as a query that can be planned: NULLs of their types stand in the place of the
// parameters, and the calls in it are replaced. If that query cannot be planned, the function could not be called later.
func Check(r *providers.Routine, env Env) (string, error) {
	find := env.Routines
	env.Routines = func(schema, name string) []*providers.Routine {
		list := find(schema, name)
		if name == r.Name && (schema == r.Schema || schema == "" && slices.Contains(env.Path, r.Schema)) {
			list = append([]*providers.Routine{r}, slices.DeleteFunc(slices.Clone(list), func(o *providers.Routine) bool {
				return o.Schema == r.Schema && o.Signature() == r.Signature()
			})...)
		}
		return list
	}
	e := &expander{env: env, rows: rowScopes{env: env}, bodies: map[*providers.Routine]*pg_query.Node{}}
	body := e.bodyOf(r)
	if e.err != nil {
		return "", e.err
	}
	list := make([]argument, len(r.Inputs()))
	for i, p := range r.Inputs() {
		t := typeNamed(p.Type)
		if t == nil {
			return "", sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", p.Type)
		}
		list[i].in = build.Cast(build.Null(), t)
	}
	query := e.fillParameters(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: body}}, list)
	return deparse(query)
}

// WithNulls returns a query with NULLs of the types of users that a function declares, and with the defaults of its
// parameters, so that planning it checks both, and notes the types. It returns "" if the function has
// neither.
func WithNulls(r *providers.Routine) (string, error) {
	var list []*pg_query.Node
	types := []string{r.Returns}
	for _, p := range r.Parameters {
		types = append(types, p.Type)
	}
	if r.RowsOf.Name != "" {
		types = append(types, r.Declared...)
	}
	for i, shown := range types {
		if shown == "" || oidOf(shown) != 0 || i == 0 && r.RowsOf.Name != "" {
			continue
		}
		t := typeNamed(shown)
		if t == nil {
			return "", sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", shown)
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(build.Cast(build.Null(), t), build.Nowhere))
		r.Casts = append(r.Casts, shown)
	}
	for _, p := range r.Inputs() {
		if p.Default == "" {
			continue
		}
		query, t := parse.Template("SELECT "+p.Default), typeNamed(p.Type)
		if query == nil || t == nil {
			return "", notSupported("this default of a parameter is not supported")
		}
		unplace(query.ProtoReflect())
		list = append(list, pg_query.MakeResTargetNodeWithVal(build.Cast(query.GetSelectStmt().TargetList[0].GetResTarget().Val, t), build.Nowhere))
	}
	if len(list) == 0 {
		return "", nil
	}
	query := build.Select(nil, build.Target(build.Null(), ""))
	query.GetSelectStmt().TargetList = list
	return deparse(query)
}

// ReadDrop reads a DROP FUNCTION.
func ReadDrop(s *pg_query.DropStmt, databases []string) (*providers.RoutineChange, error) {
	change := &providers.RoutineChange{IfExists: s.MissingOk, Cascade: s.Behavior == pg_query.DropBehavior_DROP_CASCADE}
	kind := map[pg_query.ObjectType]string{pg_query.ObjectType_OBJECT_PROCEDURE: "procedure", pg_query.ObjectType_OBJECT_ROUTINE: "routine"}[s.RemoveType]
	if kind == "" {
		kind = "function"
	}
	for _, n := range s.Objects {
		d, err := readNamed(n.GetObjectWithArgs(), kind, databases)
		if err != nil {
			return nil, err
		}
		change.Drop = append(change.Drop, d)
	}
	return change, nil
}

// ReadComment reads a COMMENT ON FUNCTION or ON ROUTINE.
func ReadComment(s *pg_query.CommentStmt, databases []string) (*providers.RoutineChange, error) {
	kind := "function"
	if s.Objtype == pg_query.ObjectType_OBJECT_ROUTINE {
		kind = "routine"
	}
	d, err := readNamed(s.GetObject().GetObjectWithArgs(), kind, databases)
	if err != nil {
		return nil, err
	}
	return &providers.RoutineChange{Commented: &d, Comment: s.Comment}, nil
}

// ReadOwner reads ALTER FUNCTION … OWNER TO the user of the session, who owns every function.
func ReadOwner(s *pg_query.AlterOwnerStmt, user string, databases []string) (*providers.RoutineChange, error) {
	kind := "function"
	if s.ObjectType == pg_query.ObjectType_OBJECT_ROUTINE {
		kind = "routine"
	}
	if r := s.GetNewowner(); r.GetRoletype() == pg_query.RoleSpecType_ROLESPEC_CSTRING && !strings.EqualFold(r.GetRolename(), user) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "OWNER TO %s is not supported", r.GetRolename()).
			WithHint("Objects of the embedded engine are the session's: restore with --no-owner.")
	}
	d, err := readNamed(s.GetObject().GetObjectWithArgs(), kind, databases)
	if err != nil {
		return nil, err
	}
	return &providers.RoutineChange{Owned: &d}, nil
}

// readNamed reads the name of a function that is there.
func readNamed(o *pg_query.ObjectWithArgs, kind string, databases []string) (providers.DroppedRoutine, error) {
	words := parse.Strings(o.GetObjname())
	if len(words) == 3 && slices.Contains(databases, words[0]) {
		words = words[1:]
	}
	d := providers.DroppedRoutine{Kind: kind, Any: o.GetArgsUnspecified(), Name: words[len(words)-1]}
	switch len(words) {
	case 1:
	case 2:
		d.Schema = words[0]
	default:
		return d, notSupported("a function of another source is not supported here")
	}
	for _, p := range o.GetObjargs() {
		if t := p.GetTypeName(); t != nil {
			d.Types = append(d.Types, shownType(t))
			d.Written = append(d.Written, strings.Join(parse.NameParts(t.Names), ".")+strings.Repeat("[]", len(t.ArrayBounds)))
		}
	}
	return d, nil
}
