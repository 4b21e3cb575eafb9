package planner

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// parseBeside parses what stands beside the dialect's verbs in a text.
func parseBeside(batch *dialect.Batch, text string) ([]parse.Statement, error) {
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

// planForAPI plans what means something else in a session of an API than elsewhere: statements about
// views, and CALL of a name with three parts. nil: it is none of these.
func (p *Planner) planForAPI(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	if scope.Views != nil && viewStatement(one.Raw.Stmt) {
		return p.planViewStatement(ctx, one, text, scope, before)
	}
	if one.Raw.Stmt.GetCallStmt() == nil || !answeredByMethods(ctx, scope, scope.Default) {
		return nil, nil //nolint:nilnil // as it says
	}
	v, err := dialect.ReadCall(text, one.Offset, one.Offset+len(one.Text))
	if v == nil || err != nil {
		return nil, err
	}
	return planExec(ctx, v, text, scope)
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
		return nil, withPosition(err, place)
	}
	call := &providers.Call{
		Source: source, Service: path[0], Resource: path[1], Method: m.Name,
		Body: v.Exec.Body, Await: v.Exec.Await, Columns: m.Columns, Rows: [][]providers.InputValues{{}},
	}
	for _, a := range v.Exec.Arguments {
		name, err := argumentOf(m, a.Name, parse.CharacterAt(text, a.At))
		if err != nil {
			return nil, err
		}
		call.Rows[0] = append(call.Rows[0], providers.InputValues{Name: name, Values: []providers.Value{a.Value}})
	}
	st := &Statement{Text: v.Text, Offset: v.Offset, Verb: "EXEC", Params: v.Exec.Params, Provider: source, SQL: v.Text, Version: src.version()}
	return st.setCall(call, m, ClassOfMethod(st.Verb, m.Effect), v.Exec.At)
}

// setCall makes s a statement that runs a method.
func (s *Statement) setCall(call *providers.Call, m providers.Method, class Class, offset int) (*Statement, error) {
	call.Print = m.Print
	s.Call, s.Class = call, class
	relation := Relation{Provider: call.Source, Service: call.Service, Resource: call.Resource, Write: class.Changes()}
	s.Relations, s.Named = []Relation{relation}, []string{relation.fullName()}
	s.Uses = []Use{{Relation: relation, As: qualified(call.Service, call.Resource), Events: providers.Read | providers.Insert | providers.Update, Offset: offset}}
	s.Functions = []string{strings.Join([]string{call.Source, call.Service, call.Resource, m.Name}, ".")}
	s.byLiteral = true
	if class.Changes() {
		s.Effects = []Effect{{Class: class, What: "method " + s.Functions[0], Reason: m.Request, Offset: offset}}
	}
	return s, nil
}

// knownSource returns the source that a name means, in this case or in lower case, as the parser would fold it, or ""
// if there is none.
func knownSource(name string, scope *Scope) string {
	for _, one := range []string{name, strings.ToLower(name)} {
		if scope.Known(one) {
			return one
		}
	}
	return ""
}

// argumentOf returns the name of an input of EXEC as its method spells it.
func argumentOf(m providers.Method, name string, place int) (string, error) {
	in, err := scans.InputOf(m, name)
	if err != nil {
		e := *sqlstate.From(err)
		e.Code, e.Position = sqlstate.UndefinedParameter, place
		return "", &e
	}
	return in.Name, nil
}

// withPosition gives an error a position, if it has none.
func withPosition(err error, place int) error {
	e := *sqlstate.From(err)
	if e.Position == 0 {
		e.Position = place
	}
	return &e
}
