package engine

import (
	"cmp"
	"context"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checked says what the names of a statement were checked against, or why they were not checked.
type checked struct{ against, not string }

// prepareAtSources has the sources prepare the statements of a text. The error is that of the first statement
// that cannot run, whatever the gate decides.
func (s *Session) prepareAtSources(ctx context.Context, r *Request, plans []*planner.Statement) ([]checked, error) {
	list := make([]checked, len(plans))
	changed := false // an earlier statement may have made what a later one names
	for i, p := range plans {
		st := &Statement{session: s, plan: p, request: r, of: len(plans)}
		var err error
		switch {
		case changed:
			list[i].not = "a statement before it may make or alter what it names"
		case p.Class == planner.Unknown:
			list[i].not = "the statement is not understood"
		case p.Control != planner.NoControl, p.Setting != nil, p.OfSession(), p.Verb == "COPY":
			err = st.missing(ctx)
		default:
			list[i], err = st.prepareAtSource(ctx)
		}
		if err != nil {
			return nil, err
		}
		changed = changed || meaning.IsChangedBy(p)
	}
	return list, nil
}

// prepareAtSource has the source prepare the statement, which reads the source's catalog. Preparing reads
// constants, too, and users' code may check those. Names of a statement that could run such code are
// only looked up.
func (st *Statement) prepareAtSource(ctx context.Context) (checked, error) {
	s, p := st.session, st.plan
	source, err := s.engine.sourceFor(s.client, p.Provider)
	if err != nil {
		return checked{}, err
	}
	if saved, ok := source.(providers.Saved); ok {
		if err := cmp.Or(st.missing(ctx), st.unknownColumn(ctx)); err != nil {
			return checked{}, err
		}
		return checked{against: saved.Saved(), not: "types"}, nil
	}
	prepares := !p.RunsWhenParsed()
	if source.Info().Dialect == providers.DuckDB { // preparing may already do what the statement does
		prepares = !p.Class.Changes()
	}
	if !prepares {
		return checked{against: "the source's catalog has its names", not: "types"}, cmp.Or(st.missing(ctx), st.unknownColumn(ctx))
	}
	conn, err := s.conn(ctx, p.Provider, true)
	if err != nil {
		return checked{}, err
	}
	text := st.text()
	text.ReadOnly = true // nothing runs
	if _, err := conn.Describe(ctx, text); err != nil {
		return checked{}, st.suggest(ctx, sqlstate.From(st.place(err)))
	}
	return checked{against: "the source has prepared it"}, st.missing(ctx)
}

// missing returns the error of a statement that names a relation which does not exist, or nil if all exist.
func (st *Statement) missing(ctx context.Context) error {
	if len(st.plan.Missing) == 0 {
		return nil
	}
	m := st.plan.Missing[0]
	name := m.Resource
	if m.Service != "" {
		name = m.Service + "." + name
	}
	e := sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", name)
	if m.Offset >= 0 && m.Offset <= len(st.request.SQL) {
		e.Position = utf8.RuneCountInString(st.request.SQL[:m.Offset]) + 1
	}
	return st.suggest(ctx, e)
}

// unknownColumn returns the error of a statement with a column that does not exist by the catalog, or nil if all exist.
func (st *Statement) unknownColumn(ctx context.Context) error {
	source, err := st.session.scope.Source(ctx, st.plan.Provider)
	if err != nil {
		return err
	}
	if p, err := st.session.engine.sourceFor(st.session.client, st.plan.Provider); err == nil {
		if tree, ok := p.(providers.Hierarchy); ok {
			source.Catalog = described{source.Catalog, ctx, tree}
		}
	}
	unknown := planner.UnknownColumns(st.plan.Text, source)
	if len(unknown) == 0 {
		return nil
	}
	c := unknown[0]
	e := sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", c.Name)
	if c.Qualifier != "" {
		e.Message = "column " + planner.PlainName(c.Qualifier) + "." + planner.PlainName(c.Name) + " does not exist"
	}
	e.Position = utf8.RuneCountInString(st.request.SQL[:st.plan.Offset]) + utf8.RuneCountInString(st.plan.Text[:c.Offset]) + 1
	return st.suggest(ctx, e)
}

// described is a catalog that knows the columns of every relation that can be described.
type described struct {
	providers.Catalog
	ctx  context.Context //nolint:containedctx // of the check of one statement, which is as long as described lives
	tree providers.Hierarchy
}

// Relation implements providers.Catalog.
func (d described) Relation(schema, name string) (providers.Relation, bool) {
	r, known := d.Catalog.Relation(schema, name)
	if known && len(r.Columns) == 0 && !r.Builtin {
		if detail, err := d.tree.Describe(d.ctx, r.Schema, r.Name); err == nil {
			for _, c := range detail.Columns {
				r.Columns = append(r.Columns, c.Name)
			}
		}
	}
	return r, known
}
