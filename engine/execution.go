package engine

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// execution takes some statements, which run one after the other, from their decision to their
// outcomes on record. A Result has one whose statement the engine runs; a Run has one whose statements
// a server runs as the client sent them. The zero execution has nothing to run.
type execution struct {
	session *Session
	request *Request
	plans   []*planner.Statement
	at      int            // the place of the plan that runs
	class   planner.Class  // the class of the first plan, as its intent says
	entries []*audit.Entry // the open record of each plan; nil: its record is written when it has ended
	types   []string       // the types of the parameters
	values  []string       // the values of the parameters, if they are recorded
	consent *Consent       // nil: no approval was needed
	started time.Time      // when the plan that runs began
	returns returned       // what the plan that runs has returned
	form    *audit.Form    // of a plan that leaves nothing in its session: its record, but for the outcome; nil: see formOf
}

// isDone reports whether all statements have ended.
func (x *execution) isDone() bool { return x.at >= len(x.plans) }

// needsIntent reports whether any statement needs an intent on record before it runs.
func (x *execution) needsIntent() bool {
	for i := range x.plans {
		if x.intendsStatement(i) {
			return true
		}
	}
	return false
}

// intendsStatement reports whether a statement needs an intent on record before it runs: every change does.
// What a session says about itself (BEGIN, SET, SHOW) changes nothing that outlives the session. But
// the COMMIT of an open transaction does, and so does a COMMIT behind other statements of its batch,
// which it commits.
func (x *execution) intendsStatement(i int) bool {
	p := x.plans[i]
	if p.Class == planner.Session {
		if p.Show != nil {
			return true // REGISTRY PULL
		}
		return p.Control == planner.Commit && (i > 0 || x.session.Status() != providers.Idle)
	}
	return p.Class != planner.Read
}

// prepareTransaction ends a transaction block, and leaves the transaction to whoever commits it.
const prepareTransaction = "PREPARE TRANSACTION"

// inTransaction reports whether the execution only changes rows, in a transaction block that only a
// later statement can commit. Then its intent may wait for the intent of that statement.
func (x *execution) inTransaction() bool {
	s := x.session
	if len(x.plans) != 1 || s.inBlock == nil || s.Status() != providers.InTransaction || !s.inBlock() {
		return false
	}
	p := x.plans[0]
	return providers.ChangesRows(p.Verb) && (p.Class == planner.Mutate || p.Class == planner.Delete)
}

// recordIntents puts on record what the statements are about to change, and waits for the disk. 58030, 53100:
// it is not on record, and nothing may run.
func (x *execution) recordIntents() error {
	if !x.needsIntent() {
		return nil
	}
	var l Ledger
	x.addIntents(&l)
	_ = l.Commit(x.session.engine, nil) // checkIntents returns the same error
	return x.checkIntents()
}

// addIntents adds the intents of the statements to a ledger. When the ledger is committed, checkIntents tells
// whether they may run.
func (x *execution) addIntents(l *Ledger) {
	x.keepEntries()
	x.class = x.plans[0].Class
	for i, p := range x.plans {
		if !x.intendsStatement(i) {
			continue
		}
		rec := x.describeRun(i)
		switch {
		case p.Control == planner.Commit, p.Verb == prepareTransaction:
			x.entries[i] = l.batchOf(x.session).BeginCommit(&rec, x.session.firstIntent)
		case x.inTransaction():
			x.entries[i] = l.batchOf(x.session).BeginInTransaction(&rec)
		default:
			x.entries[i] = l.batchOf(x.session).Begin(&rec)
		}
	}
}

// needsNoDisk reports whether the intents may be durable later than they are written, because a later statement
// waits for them.
func (x *execution) needsNoDisk() bool {
	return x.inTransaction() && !x.session.engine.config.Log.WaitsInTransaction()
}

// keepEntries makes room for the entries of all plans.
func (x *execution) keepEntries() {
	x.entries = slices.Grow(x.entries[:0], len(x.plans))[:len(x.plans)]
	clear(x.entries)
}

// checkIntents returns nil if all intents are on record, as durable as the configuration asks for. 58030,
// 53100: one is not, and nothing may run.
func (x *execution) checkIntents() (err error) {
	for i, e := range x.entries {
		switch {
		case e == nil:
		case e.Err() != nil:
			err = cmp.Or(err, e.Err())
			x.entries[i] = nil
		case x.session.firstIntent == 0 && x.inTransaction():
			x.session.firstIntent = e.Seq()
		}
	}
	return err
}

// isAnnounced reports whether the statement that runs is on record.
func (x *execution) isAnnounced() bool { return x.at < len(x.entries) && x.entries[x.at] != nil }

// announceRun records the statement that runs before its outcome is known. Its rows may leave from then
// on.
func (x *execution) announceRun() (err error) {
	if x.isAnnounced() || x.isDone() {
		return nil
	}
	if len(x.entries) != len(x.plans) {
		x.keepEntries()
	}
	x.entries[x.at], err = x.session.engine.config.Log.Announce(x.describeRun(x.at))
	return err
}

// describeRun describes a statement that was let through.
func (x *execution) describeRun(i int) audit.Record {
	rec := x.session.describeRecord(x.request, x.plans[i])
	rec.ParamTypes, rec.Params = x.types, x.values
	x.consent.addTo(&rec)
	return rec
}

// addOutcome adds the outcome of the statement that runs to a ledger; the next statement runs from then on.
// The client may be told nothing of the outcome before the ledger is committed.
func (x *execution) addOutcome(tag string, err error, now time.Time, l *Ledger) {
	if x.isDone() { // the text was blank, or the source answered more than it was asked
		return
	}
	s := x.session
	o := x.describeOutcome(tag, err, now)
	switch {
	case x.isAnnounced():
		l.batchOf(s).End(x.entries[x.at], o)
	case x.form != nil && err == nil:
		l.batchOf(s).AddForm(x.form, &o)
	default:
		rec := x.describeRun(x.at)
		l.batchOf(s).Add(&rec, o)
	}
	x.leaveStatement(tag, err, now)
}

// leaveStatement notes what the statement that runs did to its session; the next statement runs from then on.
func (x *execution) leaveStatement(tag string, err error, now time.Time) {
	s, p := x.session, x.plans[x.at]
	s.entry.NoteEnd(p)
	if (p.RunsUnread() || errors.Is(err, providers.ErrChanged)) && p.Provider == s.source.Name && !s.KeepsPrepared() {
		clear(s.prepared) // the code may have dropped and prepared others by their names, also if it has failed
	}
	if err == nil && (x.form == nil || s.cursors.Any()) {
		s.rememberEffects(p, tag)
		if p.Control == planner.NoControl {
			s.noteApproved(x.consent)
		}
		s.noteSettings(p, len(x.plans) == 1)
	}
	if x.at++; !x.isDone() {
		x.started, x.returns = now, returned{maxRows: x.returns.maxRows, maxBytes: x.returns.maxBytes}
		s.entry.NoteBegin(x.plans[x.at], now)
	}
}

// describeOutcome describes how the statement that runs has ended.
func (x *execution) describeOutcome(tag string, err error, now time.Time) audit.Outcome {
	p := x.plans[x.at]
	changed, _ := providers.Affected(tag)
	o := audit.Outcome{Rows: max(x.returns.rows, changed), Duration: now.Sub(x.started), Truncated: x.returns.cut, Tag: tag}
	if o.Truncated != "" && p.Class == planner.Read {
		o.Rows = x.returns.rows // the tag counts rows that were not returned
	}
	if x.form == nil { // a statement with a form was run by a server, and sent no requests
		o.Requests, o.Parts = x.session.takeRequests(p), x.session.takeParts(p)
	}
	if err != nil {
		o.Err = x.session.safeError(err, p.Text, audit.Record{ParamTypes: x.types})
	}
	return o
}

// skipRest adds outcomes, with the reason given, for statements that have an intent and did not run.
func (x *execution) skipRest(err error, now time.Time, l *Ledger) {
	for !x.isDone() {
		if x.isAnnounced() {
			x.addOutcome("", err, now, l)
		} else {
			x.at++
		}
	}
}

// returned counts the rows that a statement returns, and holds them to the limits of its execution.
type returned struct {
	maxRows, maxBytes int64 // 0: no limit
	rows, bytes       int64 // handed out so far; bytes has the row that was kept back, too
	cut               string
	whole             *Whole // the result that the statement returns a part of; nil: it returns a whole result
}

// Whole is what the parts of one result have returned: the Executes of a portal, or the FETCHes of a cursor. The limits hold for the
// whole result.
type Whole struct {
	rows, bytes int64
	cut         string
}

// The limits that may keep rows of a result back, as records name them.
const (
	cutByRows  = "rows"
	cutByBytes = "bytes"
)

// countRow counts a row whose values have so many bytes, and reports whether the row may be handed out.
// After one row was kept back, all later ones are. The first row may be larger than the limit of
// bytes.
func (r *returned) countRow(bytes int64) bool {
	if r.cut != "" {
		return false
	}
	whole := r.whole
	if whole == nil {
		whole = &Whole{rows: r.rows, bytes: r.bytes}
	}
	r.bytes, whole.bytes = r.bytes+bytes, whole.bytes+bytes
	switch {
	case whole.cut != "":
	case r.maxRows > 0 && whole.rows >= r.maxRows:
		whole.cut = cutByRows
	case r.maxBytes > 0 && whole.bytes > r.maxBytes && whole.rows > 0:
		whole.cut = cutByBytes
	default:
		r.rows, whole.rows = r.rows+1, whole.rows+1
		return true
	}
	r.cut = whole.cut
	return false
}

// countRow counts a row of the statement that runs, and reports whether the row may be handed out.
func (x *execution) countRow(bytes int64) bool {
	if x.returns.whole == nil && len(x.plans[x.at].Fetches) > 0 {
		x.returns.whole = x.session.fetchedOf(x.plans[x.at].Fetches[0])
	}
	return x.returns.countRow(bytes)
}

// limitsFor are the caller's limits or the server's, whichever are narrower.
func (s *Session) limitsFor(o Options) returned {
	narrow := func(a, b int64) int64 {
		if a <= 0 || b > 0 && b < a {
			return b
		}
		return a
	}
	l, of := s.engine.config.Limits, s.rights.Limits()
	return returned{maxRows: narrow(narrow(o.MaxRows, l.MaxRows), of.Rows), maxBytes: narrow(narrow(o.MaxBytes, l.MaxBytes), of.Bytes)}
}
