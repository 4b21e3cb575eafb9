package planner

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement over several sources, of which some have SQL, is taken apart like one over APIs (take.go). The
// scan of a table is a statement of its own, which is planned and judged over its source as if the client had
// sent it there: what hides behind the name is judged by that. What is left is a statement over the rows, which
// is judged over what runs it.

// severalVerbs are the verbs of statements that may name relations of several sources.
var severalVerbs = parse.WordSet(`SELECT VALUES EXPLAIN INSERT UPDATE REPLACE DELETE`)

func takesSeveral(verb string) bool { return severalVerbs[verb] || verb == "CREATE TABLE AS" }

// errSeveral is the error of a statement that may not name relations of several sources. 0A000.
func errSeveral(several bool, verb, first, second string, place int) error {
	if first == "" {
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported over several sources", verb).
			WithHint("SELECT reads several sources; what it returns can be sent to one of them.").At(place)
	}
	hint := "Query each source by itself."
	if several && !takesSeveral(verb) {
		hint = "SELECT may name relations of several sources; " + verb + " is for one."
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "the statement names relations of two sources, %q and %q", first, second).
		WithHint("%s", hint).At(place)
}

// tables are the tables of one source that a statement over several sources reads.
type tables struct {
	Source
	found    map[providers.Name]providers.Relation
	closures []providers.Closure // of the statements that read them
	versions []uint64
}

// findTables finds the relations of sources that have SQL, where a statement is over several sources.
func (r *resolver) findTables(st *Statement, mentions []mention) error {
	if st.Provider != providers.Several {
		return nil
	}
	r.several = true
	for i := range mentions {
		m := &mentions[i]
		src, err := r.scope.Source(r.ctx, m.provider)
		if err != nil {
			return err
		}
		if _, methods := src.Catalog.(providers.Methods); methods {
			continue
		}
		if r.tables == nil {
			r.tables = map[string]*tables{}
		}
		one := r.tables[m.provider]
		if one == nil {
			one = &tables{Source: src, found: map[providers.Name]providers.Relation{}}
			r.tables[m.provider] = one
			if lazy, ok := src.Catalog.(providers.Lazy); ok {
				lazy.Prefetch(providers.Names{Relations: relationsOf(m.provider, mentions)})
			}
		}
		relation, known := one.Catalog.Relation(m.schema, m.name)
		if !known && !m.required { // the statement makes it
			continue
		}
		if !known {
			if _, err := closureOf(one.Catalog); err != nil {
				return err // the source could not be asked
			}
			return absentOf(src, m)
		}
		if strings.HasPrefix(relation.Schema, "pg_temp") {
			return sqlstate.New(sqlstate.FeatureNotSupported, "%q is a temporary table of the session, and a statement over several sources reads them by other connections", m.name).
				WithHint("Make it a table that stays.")
		}
		m.known, m.found = true, relation.Schema
		one.found[providers.Name{Schema: m.schema, Name: m.name}] = relation
	}
	return nil
}

// withOwnTypes returns a relation whose domains and enums are others than those of other sources, whatever they are called.
func withOwnTypes(relation providers.Relation, source string) providers.Relation {
	relation.Typed = slices.Clone(relation.Typed)
	for i := range relation.Typed {
		c := &relation.Typed[i]
		if c.Domain.Name != "" {
			c.Domain.Schema = source + "." + c.Domain.Schema
		}
		if c.Enum != nil {
			c.Enum = &providers.Enum{Schema: source + "." + c.Enum.Schema, Name: c.Enum.Name, Labels: c.Enum.Labels}
		}
	}
	return relation
}

// AbsentRelation is the cause of the error of a statement over several sources that names a relation which its source does
// not have.
type AbsentRelation struct{ Relation }

// Error implements error.
func (a *AbsentRelation) Error() string { return "there is no relation " + a.fullName() }

func absentOf(src Source, m *mention) error {
	named := Relation{Provider: m.provider, Service: m.schema, Resource: m.name}
	absent := named
	if absent.Service == "" {
		absent.Service = src.Info.Default
	}
	return sqlstate.Wrap(&AbsentRelation{absent}, sqlstate.UndefinedTable, "relation %q does not exist", named.fullName())
}

// relationsOf returns the relations of one source among the mentions.
func relationsOf(source string, mentions []mention) (list []providers.Name) {
	for _, m := range mentions {
		if m.provider == source {
			list = append(list, providers.Name{Schema: m.schema, Name: m.name})
		}
	}
	return list
}

// analyseSeveral has PostgreSQL's rules for names and types refuse a statement over several sources while the tree is the
// client's, with all columns of all relations.
func (r *resolver) analyseSeveral(one parse.Statement, env *rewrite.Env, text string) ([]definitions.ResultType, error) {
	if r.opened.any() || env.SQLite || env.Unsettled || tooLarge(one.Text, one.Raw.Stmt) {
		return nil, nil
	}
	if err, place := duckdialect.CheckNames(one.Raw.Stmt, r.meantOf, r.ctx.Err); err != nil {
		if place >= 0 {
			err = err.At(parse.CharacterAt(text, place))
		}
		return nil, err
	}
	statement := one.Raw.Stmt
	if i := r.intoOf(statement); i != nil && i.insert != nil { // whose target's source judges what is assigned
		i = r.intoOf(proto.CloneOf(statement))
		_, err := r.checkTypes(one, scans.Within(i.insert.WithClause, i.insert.SelectStmt), env, text)
		return nil, err
	}
	return r.checkTypes(one, statement, env, text)
}

// namesAPI reports whether a statement names a resource of an API.
func (r *resolver) namesAPI(mentions []mention) bool {
	return slices.ContainsFunc(mentions, func(m mention) bool { return r.tables[m.provider] == nil })
}

// tableOf returns a relation of a source that has SQL. ok is false if the source has no SQL.
func (r *resolver) tableOf(source, schema, name string) (relation providers.Relation, ok bool, err error) {
	one := r.tables[source]
	if one == nil {
		return relation, false, nil
	}
	relation, known := one.found[providers.Name{Schema: schema, Name: name}]
	if !known { // only a view of an API can name it, and views name no other sources
		return relation, true, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", Relation{Provider: source, Service: schema, Resource: name}.fullName())
	}
	return relation, true, nil
}

// judgeSelect plans the statement of a scan over its source, and takes over what it may do. Inside of
// EXPLAIN without ANALYZE the scan does not run. The scan may have other statements that return fewer rows
// (Fewer); those that run no users' code are kept. They name the same tables as the first statement, so
// the plan rests on nothing more.
func (r *resolver) judgeSelect(s *providers.Scan, planned bool, offset int) error {
	unplaced := func(err error) error {
		e := *sqlstate.From(err)
		e.Position, e.Where = 0, "the statement that reads "+s.Source+"."+s.Service+"."+s.Resource
		return &e
	}
	p, err := r.planAt(s.Source, s.Select.SQL)
	if err != nil {
		return unplaced(err)
	}
	s.Select.SQL, s.Select.Quiet = p.SQL, isQuiet(p)
	kept := s.Fewer[:0]
	for _, one := range s.Fewer {
		fewer, err := r.planAs(s.Source, one.SQL)
		if err != nil {
			return unplaced(err)
		}
		if isQuiet(fewer) && s.Select.Quiet {
			one.SQL, one.Quiet = fewer.SQL, true
			kept = append(kept, one)
		}
	}
	if s.Fewer = kept; planned {
		return nil
	}
	for _, e := range p.Effects {
		e.Offset, e.Within = offset, append([]string{"the scan of " + s.Source + "." + s.Service + "." + s.Resource}, e.Within...)
		r.effects = append(r.effects, e)
	}
	if p.Class == Unknown || p.Class.Changes() && len(p.Effects) == 0 {
		r.addEffect(p.Class, offset, "the scan of "+s.Resource, "its source would not take it for a read")
	}
	return nil
}

// isQuiet reports whether a statement reads, and runs no users' code.
func isQuiet(p *Statement) bool {
	return p.Class == Read && len(p.Effects) == 0 && !p.users && !p.runsUnknown && !p.unknown
}

// planAt plans a statement of ours over one source, and notes what its plan rests on, since the whole
// rests on that, too.
func (r *resolver) planAt(source, sql string) (*Statement, error) {
	p, err := r.planAs(source, sql)
	if err != nil {
		return nil, err
	}
	one := r.tables[source]
	r.uses.addAll(p)
	if p.closure != nil {
		one.closures = append(one.closures, p.closure)
	} else {
		one.versions = append(one.versions, p.Version)
	}
	r.users, r.runsUnknown, r.unknown = r.users || p.users, r.runsUnknown || p.runsUnknown, r.unknown || p.unknown
	return p, nil
}

// planAs plans a statement of ours over one source, as connections other than the session's own see it.
func (r *resolver) planAs(source, sql string) (*Statement, error) {
	scope := &Scope{Default: source, Ours: true, User: r.scope.User, Databases: r.scope.Databases, Source: r.scope.Elsewhere, Known: r.scope.Known}
	if scope.Source == nil {
		scope.Source = r.scope.Source
	}
	plans, err := r.plan(r.ctx, sql, scope)
	if err != nil {
		return nil, err
	}
	if len(plans) != 1 || plans[0].Provider != source {
		return nil, sqlstate.New(sqlstate.InternalError, "a part of the statement is no statement of its source")
	}
	return plans[0], nil
}

// closure is what the catalog's answers rest on; where tables of several sources are read, what the statements of
// all scans rest on, and the names that led to their relations.
func (r *resolver) closure() (providers.Closure, error) {
	if len(r.tables) == 0 {
		return closureOf(r.source.Catalog)
	}
	all := &joint{}
	for name, one := range r.tables {
		all.parts = append(all.parts, one.closures...)
		found, err := closureOf(one.Catalog)
		if err != nil {
			return nil, err
		}
		if found != nil {
			all.parts = append(all.parts, found)
		}
		for _, version := range one.versions {
			all.parts = append(all.parts, &versioned{scope: r.scope, source: name, version: version})
		}
	}
	return all, nil
}

// joint is the closure of a statement over several sources: the closures at all of them.
type joint struct{ parts []providers.Closure }

func (j *joint) every(f func(providers.Closure) bool) bool {
	return !slices.ContainsFunc(j.parts, func(c providers.Closure) bool { return !f(c) })
}

// Believed reports whether all are believed.
func (j *joint) Believed() bool { return j.every(providers.Closure.Believed) }

// Kept reports whether all may be believed again.
func (j *joint) Kept() bool { return j.every(providers.Closure.Kept) }

// ComparedSince reports whether all were compared since then.
func (j *joint) ComparedSince(then time.Time) bool {
	return j.every(func(c providers.Closure) bool { return c.ComparedSince(then) })
}

// Holds compares each with its source.
func (j *joint) Holds(ctx context.Context) (bool, error) {
	for _, c := range j.parts {
		if same, err := c.Holds(ctx); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// versioned is the closure of a statement at a source whose catalog has a version.
type versioned struct {
	scope   *Scope
	source  string
	version uint64
}

// Believed returns false: the source has to be asked.
func (v *versioned) Believed() bool { return false }

// Kept returns true: Holds may find that nothing has changed.
func (v *versioned) Kept() bool { return true }

// ComparedSince returns false: it is not known when the versions were compared.
func (v *versioned) ComparedSince(time.Time) bool { return false }

// Holds compares the versions.
func (v *versioned) Holds(ctx context.Context) (bool, error) {
	src, err := v.scope.Source(ctx, v.source)
	return err == nil && src.version() == v.version, err
}

// SameAs reports whether two plans of a statement have the same class and the same effects, and send the same to the
// same sources.
func (s *Statement) SameAs(o *Statement) bool {
	return s.Class == o.Class && s.Provider == o.Provider && s.SQL == o.SQL && reflect.DeepEqual(s.Effects, o.Effects) &&
		reflect.DeepEqual(s.Scans, o.Scans) && reflect.DeepEqual(s.Into, o.Into)
}
