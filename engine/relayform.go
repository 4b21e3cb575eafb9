package engine

import (
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
)

// form is the record of a batch whose executions differ only in their outcomes.
type form struct {
	record *audit.Form
	params int // how many parameters the executions have
	runs   int // executions so far, up to formedAt
}

// formedAt is the execution from which on a batch has a form: one that runs once needs none.
const formedAt = 2

// formOf returns the form of the record that an execution of the batch would make, or nil if its record is made when it
// has ended. What is taken out of a text as a secret may depend on what the session knows by now, so a text that this
// could be true of has no form.
func (b *Batch) formOf(x *execution) *audit.Form {
	f, s := &b.form, x.session
	switch {
	case len(b.plans) != 1 || !leavesNothing(b.plans[0]), x.consent != nil, len(x.values) > 0, len(s.calls) > 0, len(x.request.Args) > 0:
		return nil
	case f.record != nil && f.params == len(x.types):
		return f.record
	case f.runs < formedAt:
		f.runs++
	}
	if f.runs < formedAt || !s.engine.config.Redactor.Settled(b.plans[0].Text) {
		return nil
	}
	rec := x.record(0)
	record, err := audit.NewForm(&rec)
	if err != nil { // the record itself will tell
		return nil
	}
	f.record, f.params = record, len(x.types)
	return record
}

// leavesNothing reports whether a statement is a read that leaves its session as it was.
func leavesNothing(p *planner.Statement) bool {
	return p.Class == planner.Read && p.Control == planner.NoControl && p.Prepared == nil && p.Setting == nil && p.Cursor == nil &&
		len(p.Effects) == 0 && p.Verb == "SELECT"
}
