package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
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
	list, err := s.validate(ctx, r, s.whoDecides())
	if err != nil {
		return nil, s.refuseBatch(r, nil, gate.Decision{Mode: s.mode}, err)
	}
	rec := s.who
	rec.Tool, rec.Args = r.Tool, s.redacted(r.Args)
	rec.Decision, rec.Class = audit.Allow, planner.Read.String()
	rec.SQL = s.withoutSecrets(r.SQL).Text
	if err := s.engine.config.Log.Write(rec.With(audit.Outcome{})); err != nil {
		return nil, err
	}
	return list, nil
}

// validate is Validate without its record; who says whom the gate would ask.
func (s *Session) validate(ctx context.Context, r Request, who string) ([]Validation, error) {
	began := time.Now()
	plans, err := s.plan(ctx, r)
	if err != nil {
		return nil, s.concealAbsent(ctx, began, err)
	}
	checks := make([]checked, len(plans))
	if hidden := slices.IndexFunc(plans, s.namesAbsent); hidden < 0 {
		if checks, err = s.prepareAtSources(ctx, &r, plans); err != nil {
			return nil, err
		}
	} else { // the source's error would tell whether a relation exists that the principal may not see
		inspect.Evenly(ctx, began)
		if plans[hidden].Provider == providers.Several { // planning fails if there is no such relation
			return nil, refusal(r.SQL, s.rights.Decide(gate.FullAccess, gate.AnyPurpose, plans[hidden]))
		}
		for i := range checks {
			checks[i].not = "your role refuses " + plans[hidden].Verb
		}
	}
	list := make([]Validation, len(plans))
	for i, p := range plans {
		list[i] = s.validation(r, p, who)
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
		if d, denied := s.rights.DecideUses(s.mode, unplanned.Uses); denied {
			if d.Absent {
				inspect.Evenly(ctx, began)
			}
			return refusal("", d)
		}
	}
	var absent *planner.AbsentRelation
	if !errors.As(err, &absent) || s.rights.Everything(absent.Provider) {
		return err
	}
	inspect.Evenly(ctx, began)
	return refusal("", gate.Absent(s.mode, absent.Relation))
}

// namesAbsent reports whether a statement names a relation that does not exist, or that the principal may
// not see.
func (s *Session) namesAbsent(p *planner.Statement) bool {
	return s.rights.Decide(gate.FullAccess, gate.AnyPurpose, p).Absent
}

func (s *Session) validation(r Request, p *planner.Statement, who string) Validation {
	v := Validation{
		SQL: p.Text, Verb: p.Verb, Class: planner.Unknown.String(), Source: p.Provider,
		Allowed: s.decide(r.Purpose, p).Verdict == gate.Allow,
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
