package planner

import (
	"context"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// beside parses what stands beside the dialect's verbs in a text.
func beside(batch *dialect.Batch, text string) ([]parse.Statement, error) {
	if batch.Text == "" {
		return nil, nil
	}
	list, err := parse.Statements(batch.Text)
	if err != nil {
		return nil, err
	}
	for i := range list {
		begin, end := list[i].Offset, list[i].Offset+len(list[i].Text)
		if batch.Within(begin, end) {
			return nil, sqlstate.New(sqlstate.InternalError, "a verb of the dialect was read as a part of another statement")
		}
		list[i].Text, list[i].Replaces = text[begin:end], batch.Replaced(begin, end)
	}
	return list, nil
}

// planVerb plans one of the dialect's own verbs. Those that list something rest on no catalog.
func planVerb(ctx context.Context, v *dialect.Verb, text string, scope *Scope) (*Statement, error) {
	if v.Exec != nil {
		return planExec(ctx, v, text, scope)
	}
	st := &Statement{Text: v.Text, Offset: v.Offset, Verb: v.Name, Class: Read, Control: OwnVerb, Show: v.Show, Provider: scope.Default}
	if v.Show.What == PullRelease {
		st.Class = Session // it changes what this server knows, and no source
	}
	return st, nil
}

// planExec plans EXEC and CALL of a method.
func planExec(ctx context.Context, v *dialect.Verb, text string, scope *Scope) (*Statement, error) {
	place := parse.CharacterAt(text, v.Exec.At)
	path := v.Exec.Path
	source := scope.Default
	if len(path) == 4 {
		if source = knownSource(path[0], scope); source == "" {
			return nil, sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q", path[0]).
				WithHint("A method is provider.service.resource.method; SHOW PROVIDERS lists the sources.").At(place)
		}
		path = path[1:]
	}
	src, err := scope.Source(ctx, source)
	if err != nil {
		return nil, err
	}
	methods, ok := src.Catalog.(providers.Methods)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "%s runs methods of APIs, and the source %q is none", v.Name, source).
			WithHint("CALL schema.procedure(…) runs a procedure of a database; SHOW METHODS IN lists what can be done with a resource.").At(place)
	}
	given := make([]string, len(v.Exec.Arguments))
	for i, a := range v.Exec.Arguments {
		given[i] = a.Name
	}
	m, err := methods.Method(path[0], path[1], path[2], given)
	if err != nil {
		return nil, placed(err, place)
	}
	call := &providers.Call{
		Source: source, Service: path[0], Resource: path[1], Method: m.Name,
		Body: v.Exec.Body, Await: v.Exec.Await, Columns: m.Columns, Rows: [][]providers.InputValues{{}},
	}
	for _, a := range v.Exec.Arguments {
		name, err := inputOf(m, a.Name, parse.CharacterAt(text, a.At))
		if err != nil {
			return nil, err
		}
		call.Rows[0] = append(call.Rows[0], providers.InputValues{Name: name, Values: []providers.Value{a.Value}})
	}
	st := &Statement{Text: v.Text, Offset: v.Offset, Verb: "EXEC", Params: v.Exec.Params, Provider: source, SQL: v.Text, Version: src.version()}
	class := Exec
	if m.Effect == providers.Reads {
		class = Read
	}
	return st.calls(call, m, class, v.Exec.At)
}

// calls makes a statement one that runs a method.
func (s *Statement) calls(call *providers.Call, m providers.Method, class Class, offset int) (*Statement, error) {
	call.Print = m.Print
	s.Call, s.Class = call, class
	relation := Relation{Provider: call.Source, Service: call.Service, Resource: call.Resource, Write: class.Changes()}
	s.Relations, s.Named = []Relation{relation}, []string{relation.name()}
	s.Functions = []string{strings.Join([]string{call.Source, call.Service, call.Resource, m.Name}, ".")}
	s.byLiteral = true
	if class.Changes() {
		s.Effects = []Effect{{Class: class, What: "method " + s.Functions[0], Reason: m.Request, Offset: offset}}
	}
	return s, nil
}

// knownSource returns the source that a name means, which need not be written as the source's own name is: the
// parser would fold it.
func knownSource(name string, scope *Scope) string {
	for _, one := range []string{name, strings.ToLower(name)} {
		if scope.Known(one) {
			return one
		}
	}
	return ""
}

// inputOf returns an input as its method calls it.
func inputOf(m providers.Method, name string, place int) (string, error) {
	names := make([]string, len(m.Inputs))
	for i, in := range m.Inputs {
		if names[i] = in.Name; in.Name == name {
			return name, nil
		}
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return names[i], nil
	}
	err := sqlstate.New(sqlstate.UndefinedParameter, "the method %s has no input %q", m.Name, name).At(place)
	if near := providers.Nearest(name, names); near != "" {
		return "", err.WithHint("Did you mean %q?", near)
	}
	return "", err.WithHint("DESCRIBE METHOD lists its inputs.")
}

// placed gives an error a place, if it has none.
func placed(err error, place int) error {
	e := *sqlstate.From(err)
	if e.Position == 0 {
		e.Position = place
	}
	return &e
}

// planReplace plans REPLACE … SET, whose tree is that of UPDATE.
func planReplace(st *Statement, update *pg_query.UpdateStmt, src Source, text string) (*Statement, error) {
	st.Verb = "REPLACE"
	methods, ok := src.Catalog.(providers.Methods)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "REPLACE is for resources of APIs, and the source %q is none", st.Provider).
			WithHint("UPDATE … SET changes rows of tables.").At(parse.CharacterAt(text, st.Offset))
	}
	target := update.GetRelation()
	at := func(offset int32) int { return parse.CharacterAt(text, int(offset)) }
	if update.GetWithClause() != nil || len(update.GetFromClause()) > 0 || len(update.GetReturningList()) > 0 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "REPLACE takes SET and WHERE alone").
			WithHint("Leave WITH, FROM and RETURNING out.").At(at(target.GetLocation()))
	}
	given, err := assigned(update, at)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(given))
	for i, g := range given {
		names[i] = g.name
	}
	m, err := methods.Choose(target.GetSchemaname(), target.GetRelname(), "replace", names)
	if err != nil {
		return nil, placed(err, at(target.GetLocation()))
	}
	call := &providers.Call{
		Source: st.Provider, Service: target.GetSchemaname(), Resource: target.GetRelname(), Method: m.Name, Columns: m.Columns, Rows: [][]providers.InputValues{{}},
	}
	for _, g := range given {
		name, err := inputOf(m, g.name, g.place)
		if err != nil {
			return nil, err
		}
		call.Rows[0] = append(call.Rows[0], providers.InputValues{Name: name, Values: []providers.Value{g.value}})
	}
	class := Exec
	switch m.Effect {
	case providers.Reads, providers.Creates:
		class = Mutate // as a replacement was asked for
	case providers.Deletes:
		class = Delete
	case providers.NotKnown, providers.Runs:
	}
	st.Version, st.SQL = src.version(), st.Text
	return st.calls(call, m, class, int(target.GetLocation()))
}

// given is a value that a statement gives to a name.
type given struct {
	name  string
	value providers.Value
	place int
}

// assigned are the values of SET, and of the equalities of WHERE.
func assigned(update *pg_query.UpdateStmt, at func(int32) int) (list []given, err error) {
	add := func(name string, value *pg_query.Node, place int) error {
		v, ok := constant(value)
		if !ok {
			return sqlstate.New(sqlstate.FeatureNotSupported, "the value of %q is no constant", name).
				WithHint("REPLACE takes constants and parameters: %s = 'value'.", name).At(place)
		}
		if slices.ContainsFunc(list, func(g given) bool { return strings.EqualFold(g.name, name) }) {
			return sqlstate.New(sqlstate.SyntaxError, "%q is given twice", name).At(place)
		}
		list = append(list, given{name, v, place})
		return nil
	}
	for _, n := range update.GetTargetList() {
		t := n.GetResTarget()
		if err := add(t.GetName(), t.GetVal(), at(t.GetLocation())); err != nil {
			return nil, err
		}
	}
	for _, n := range conjuncts(update.GetWhereClause()) {
		e := n.GetAExpr()
		column := e.GetLexpr().GetColumnRef()
		names := parse.Strings(column.GetFields())
		if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || !slices.Equal(parse.Strings(e.GetName()), []string{"="}) || len(names) == 0 {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "WHERE of REPLACE takes equalities alone").
				WithHint("WHERE name = 'value' AND other = 'value'").At(at(update.GetRelation().GetLocation()))
		}
		if err := add(names[len(names)-1], e.GetRexpr(), at(column.GetLocation())); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// conjuncts are the conditions that AND joins.
func conjuncts(n *pg_query.Node) []*pg_query.Node {
	switch b := n.GetBoolExpr(); {
	case n == nil:
		return nil
	case b.GetBoolop() == pg_query.BoolExprType_AND_EXPR:
		var list []*pg_query.Node
		for _, arg := range b.GetArgs() {
			list = append(list, conjuncts(arg)...)
		}
		return list
	}
	return []*pg_query.Node{n}
}

// constant is the value of a constant or a parameter.
func constant(n *pg_query.Node) (providers.Value, bool) {
	if p := n.GetParamRef(); p != nil {
		return providers.Value{Param: int(p.GetNumber())}, true
	}
	c := n.GetAConst()
	switch {
	case c == nil:
		return providers.Value{}, false
	case c.GetIsnull():
		return providers.Value{}, true
	case c.GetSval() != nil:
		return providers.Value{Text: []byte(c.GetSval().GetSval())}, true
	case c.GetFval() != nil:
		return providers.Value{Text: []byte(c.GetFval().GetFval())}, true
	case c.GetBoolval() != nil:
		return providers.Value{Text: strconv.AppendBool(nil, c.GetBoolval().GetBoolval())}, true
	case c.GetIval() != nil:
		return providers.Value{Text: strconv.AppendInt(nil, int64(c.GetIval().GetIval()), 10)}, true
	}
	return providers.Value{}, false
}
