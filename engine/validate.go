package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Finding is one effect of a statement, described for people.
type Finding struct {
	Class, What, Reason string
	Position            int // 1-based, in characters; 0: none
}

// Validation is what Validate has found in one statement.
type Validation struct {
	SQL, Verb, Class, Source string
	Effects                  []Finding
	Relations                []string // provider.service.resource
	Functions                []string
	Verdicts                 []inspect.Verdict // one for each mode, narrowest first
	Allowed                  bool              // in the session's mode, for the request's purpose
	// Checked says what the names were checked against. Unchecked says why names were not checked, or
	// not all. One of the two may be "".
	Checked, Unchecked string
}

// Validate plans and judges a batch as Prepare does. It runs nothing: the source only prepares the
// statements. The call is on record. The error is Prepare's for a text that cannot be understood, or
// the source's for a statement that it cannot prepare: 42P01, 42703, 42883 and others of class 42 say
// that a table, column or function does not exist. A statement that the gate would refuse is no error.
func (s *Session) Validate(ctx context.Context, r Request) ([]Validation, error) {
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	list, err := s.validateText(ctx, r, s.whoDecides())
	if err != nil {
		return nil, s.refuseBatch(r, nil, gate.Decision{Mode: s.mode}, err)
	}
	rec := s.who
	rec.Tool, rec.Args = r.Tool, s.redactArguments(r.Args)
	rec.Decision, rec.Class = audit.Allow, planner.Read.String()
	rec.SQL = s.withoutSecrets(r.SQL).Text
	if err := s.engine.config.Log.Write(rec.With(audit.Outcome{})); err != nil {
		return nil, err
	}
	return list, nil
}

// validateText is Validate without its record; who says whom the gate would ask.
func (s *Session) validateText(ctx context.Context, r Request, who string) ([]Validation, error) {
	began := time.Now()
	plans, err := s.planText(ctx, r)
	var unplanned *planner.Unplanned
	switch {
	case errors.As(err, &unplanned) && s.namesAbsent(unplanned.Statement):
		plans = []*planner.Statement{unplanned.Statement} // the error would tell that there is such a relation
	case err != nil:
		return nil, s.concealAbsent(ctx, began, err)
	}
	var checks []checked
	if hidden := slices.IndexFunc(plans, s.namesAbsent); hidden < 0 {
		if checks, err = s.prepareAtSources(ctx, &r, plans); err != nil {
			return nil, err
		}
	} else { // the source's error would tell whether a relation exists that the principal may not see
		inspect.Evenly(ctx, began)
		if plans[hidden].Provider == providers.Several { // planning fails if there is no such relation
			return nil, refusalError(r.SQL, s.rights.Decide(gate.FullAccess, gate.AnyPurpose, plans[hidden]))
		}
		// Of the others nothing is told: where the relation exists, they may not have been planned.
		plans, checks = plans[hidden:hidden+1], []checked{{not: "your role refuses " + plans[hidden].Verb}}
	}
	list := make([]Validation, len(plans))
	for i, p := range plans {
		list[i] = s.validationOf(r, p, who)
		list[i].Checked, list[i].Unchecked = checks[i].against, checks[i].not
	}
	return list, nil
}

// concealAbsent returns the error of planning a statement, as the principal may see it. The error about a
// relation that does not exist becomes the one about a relation that the principal may not see, unless its
// roles hide nothing. So does an error of a statement that names what its roles deny: it may tell of a column.
func (s *Session) concealAbsent(ctx context.Context, began time.Time, err error) error {
	var unplanned *planner.Unplanned
	if errors.As(err, &unplanned) {
		d, denied := s.rights.DecideUses(s.mode, unplanned.Statement.Uses)
		if !denied && unplanned.Statement.Unseen != "" && s.isNarrowed(unplanned.Statement.Provider) {
			d, denied = s.rights.Decide(s.mode, gate.AnyPurpose, unplanned.Statement), true
		}
		if denied {
			if d.Absent {
				inspect.Evenly(ctx, began)
			}
			return refusalError("", d)
		}
		narrowed := slices.ContainsFunc(unplanned.Statement.Uses, func(u planner.Use) bool { return !s.rights.Everything(u.Relation.Provider) })
		if told := sqlstate.From(err); narrowed && len(told.HintNames) > 0 { // among them may be columns that are not for the principal
			return told.WithoutNames(false)
		}
	}
	var absent *planner.AbsentRelation
	if !errors.As(err, &absent) || s.rights.Everything(absent.Provider) {
		return err
	}
	inspect.Evenly(ctx, began)
	return refusalError("", gate.Absent(s.mode, absent.Relation))
}

// namesAbsent reports whether a statement names a relation that does not exist, or that the principal may
// not see.
func (s *Session) namesAbsent(p *planner.Statement) bool {
	return s.rights.Decide(gate.FullAccess, gate.AnyPurpose, p).Absent
}

func (s *Session) validationOf(r Request, p *planner.Statement, who string) Validation {
	v := Validation{
		SQL: p.Text, Verb: p.Verb, Class: planner.Unknown.String(), Source: p.Provider,
		Allowed: s.decideOn(r.Purpose, p).Verdict == gate.Allow,
	}
	effects := p.Effects
	if s.namesAbsent(p) { // its effects would tell which of the two is the case
		effects = nil
	} else {
		v.Class, v.Relations, v.Functions = p.Class.String(), p.Named, p.Functions
	}
	for _, e := range effects {
		f := Finding{Class: e.Class.String(), What: e.Text(), Reason: e.Reason}
		if e.Offset >= 0 && e.Offset <= len(r.SQL) {
			f.Position = utf8.RuneCountInString(r.SQL[:e.Offset]) + 1
		}
		v.Effects = append(v.Effects, f)
	}
	for _, m := range gate.Modes {
		d := s.engine.config.Approvals.Rules.Raise(s.rights.Decide(m, gate.AnyPurpose, p), p).AskedOf(who)
		if d.ByRole || d.ByRule {
			d.Hint = strings.TrimSpace(d.Reason + ". " + d.Hint)
		}
		d.Mode = m
		v.Verdicts = append(v.Verdicts, inspect.VerdictOf(d))
	}
	return v
}

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
			err = st.findMissing(ctx)
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
		if err := cmp.Or(st.findMissing(ctx), st.unknownColumn(ctx)); err != nil {
			return checked{}, err
		}
		return checked{against: saved.Saved(), not: "types"}, nil
	}
	prepares := !p.RunsWhenParsed()
	if source.Info().Dialect == providers.DuckDB { // preparing may already do what the statement does
		prepares = !p.Class.Changes()
	}
	if !prepares {
		return checked{against: "the source's catalog has its names", not: "types"}, cmp.Or(st.findMissing(ctx), st.unknownColumn(ctx))
	}
	conn, err := s.connectionTo(ctx, p.Provider, true)
	if err != nil {
		return checked{}, err
	}
	text := st.sourceText()
	text.ReadOnly = true // nothing runs
	if _, err := conn.Describe(ctx, text); err != nil {
		return checked{}, st.addSuggestions(ctx, sqlstate.From(st.placeError(err)))
	}
	return checked{against: "the source has prepared it"}, st.findMissing(ctx)
}

// findMissing returns the error of a statement that names a relation which does not exist, or nil if all exist.
func (st *Statement) findMissing(ctx context.Context) error {
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
	return st.addSuggestions(ctx, e)
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
	return st.addSuggestions(ctx, e)
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
