package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/engine/rehearsal"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement that changes something by methods of APIs is rehearsed before people are asked: its
// source makes the requests and sends none. People are shown the requests, the digest covers their
// bytes, and the call that runs may send only these.

// rehearseCalls finds out what the calls among the statements would send. Its error is one with which they
// can only fail.
func (q *question) rehearseCalls(ctx context.Context) error {
	q.rehearsed = make([]*rehearsal.Rehearsal, len(q.plans))
	for i, p := range q.plans {
		if !mayCall(p) {
			continue
		}
		r, err := q.rehearseOne(ctx, p)
		if err != nil {
			return err
		}
		if p.Call != nil || r.Sends.Count > 0 {
			q.rehearsed[i] = r
		}
	}
	return nil
}

// mayCall reports whether a statement may send a request that changes something.
func mayCall(p *planner.Statement) bool {
	return p.Class.Changes() && !p.Planned && (p.Call != nil || len(p.Scans) > 0)
}

// isBlocked reports whether a transaction is open that the client has begun. A call must not run in it,
// since it cannot be rolled back. In the implicit transaction of several statements a SELECT that
// changes something may run.
func (s *Session) isBlocked() bool { return !s.block && s.Status() == providers.InTransaction }

func errInBlock(verb string) error {
	return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block: what an API has done is not undone", verb).
		WithHint("End the transaction first.")
}

func (q *question) rehearseOne(ctx context.Context, p *planner.Statement) (r *rehearsal.Rehearsal, err error) {
	s := q.session
	defer s.errorOfPanic(&err)
	ctx, cancel := s.withTimeLimit(ctx)
	defer cancel()
	fed := p.Call != nil && p.Call.Fed != nil
	if fed && countChanges(p) > 1 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "nobody can approve this: its requests depend on other changes that it makes").
			WithHint("What gives a call its values may only read. Run the other change first.")
	}
	conn, err := s.connectionTo(ctx, p.Provider, false)
	if err != nil {
		return nil, err
	}
	rehearser, ok := conn.(providers.Rehearser)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the source %q does not tell what a call would send, so that nobody can approve it", p.Provider)
	}
	r = &rehearsal.Rehearsal{Sends: approval.Sends{Fed: fed}}
	hash, started := sha256.New(), time.Now()
	st := &Statement{session: s, plan: p, request: q.request, of: len(q.plans)}
	r.Held, err = rehearser.Rehearse(ctx, st.sourceText(), q.args, func(o providers.Outgoing) error {
		hash.Write([]byte(o.Print))
		return r.Add(o, longestAsked)
	})
	err = st.placeError(err)
	r.Print = hash.Sum(nil)
	if p.Call == nil && r.Sends.Count > 0 {
		r.Notes = append(r.Notes, "where an answer has several pages, each further page is a request more")
	}
	if fed {
		err = cmp.Or(q.recordReads(p, r, started, err), err)
	}
	return r, err
}

// rehearsalTool is the tool on record of reads that give a call its values before it is approved.
const rehearsalTool = "rehearsal"

// recordReads records what was read for a call before people were asked.
func (q *question) recordReads(p *planner.Statement, r *rehearsal.Rehearsal, started time.Time, err error) error {
	s := q.session
	rec := s.describeRecord(q.request, p)
	rec.Tool, rec.Class, rec.Verb = rehearsalTool, planner.Read.String(), "SELECT"
	rec.ParamTypes, rec.Params = s.describeParams(p.Text, q.request.ParamTypes, q.args, s.engine.config.RecordValues)
	o := audit.Outcome{Rows: int64(r.Sends.Count), Duration: time.Since(started), Requests: s.takeRequests(p)}
	if err != nil {
		o.Err = s.safeError(err, p.Text, rec)
	}
	return s.engine.config.Log.Write(rec.With(o))
}

// countChanges counts the effects of a statement that are more than reads.
func countChanges(p *planner.Statement) (n int) {
	for i := range p.Effects {
		if p.Effects[i].Class.Changes() {
			n++
		}
	}
	return n
}

// sentRequests returns all requests of the statements, for people, or nil if they send none.
func (q *question) sentRequests() *approval.Sends { return rehearsal.Join(q.rehearsed) }

// countRequests is how many requests the statements would send.
func (q *question) countRequests() int64 {
	if all := q.sentRequests(); all != nil {
		return int64(all.Count)
	}
	return 0
}

// onlyCalls reports whether the statements change something by calls only.
func (q *question) onlyCalls() bool {
	for i, p := range q.plans {
		if p.Class.Changes() && (i >= len(q.rehearsed) || q.rehearsed[i] == nil) {
			return false
		}
	}
	return q.sentRequests() != nil
}

// withRequests adds to an estimate what the statements would send.
func (q *question) withRequests(e approval.Estimate) approval.Estimate {
	notes := []string{}
	for i, r := range q.rehearsed {
		if r == nil {
			continue
		}
		n := int64(r.Sends.Count)
		e.Touched = append(e.Touched, r.Touched(q.plans[i])...)
		if e.Rows >= 0 {
			e.Rows = estimate.AddRows(e.Rows, n)
		}
		notes = append(notes, r.Notes...)
	}
	if len(notes) > 0 {
		e.Note = joinNotes(strings.Join(notes, "; "), e.Note)
	}
	return e
}
