package engine

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/engine/rehearsal"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// People are not asked about a statement that can only fail: its error is the answer.

// findImpossible returns the error with which the statements can only fail, or nil if they may run. The catalog tells
// some errors, and the source's plan others. A plan may evaluate functions, so the source plans only what is a read to
// plan, and nothing that names objects which only this session sees.
func (q *question) findImpossible(ctx context.Context) error {
	s := q.session
	if err := q.outOfPlace(); err != nil {
		return err
	}
	if err := q.rehearseCalls(ctx); err != nil || q.onlyCalls() {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.estimateTime())
	defer cancel()
	e, closeReader, err := s.openEstimator(ctx, q.args, q.request.ParamTypes)
	if err != nil {
		return nil //nolint:nilerr // it is not known: the source will tell when the statement runs
	}
	defer closeReader()
	for i, p := range q.plans {
		if q.rehearsed[i] != nil {
			continue
		}
		st := &Statement{session: s, plan: p, request: q.request, of: len(q.plans)}
		if err := st.futileError(ctx, e); err != nil {
			return err
		}
		if meaning.IsChangedBy(p) && i+1 < len(q.plans) { // the statements behind it may use what it makes
			break
		}
	}
	return nil
}

// readEstimate is what the statements would touch, found out within the time for estimates.
func (q *question) readEstimate(ctx context.Context) (approval.Estimate, error) {
	if q.onlyCalls() {
		return q.withRequests(approval.Estimate{By: rehearsal.ByRequests}), nil
	}
	limited, cancel := context.WithTimeout(ctx, q.session.estimateTime())
	defer cancel()
	rest := q.plans
	if q.sentRequests() != nil {
		rest = nil
		for i, p := range q.plans {
			if q.rehearsed[i] == nil {
				rest = append(rest, p)
			}
		}
	}
	found, err := q.session.estimateChanges(limited, rest, q.args, q.request.ParamTypes...)
	return q.withRequests(found), err
}

// decisionOnFailing is the decision on record for an error of impossible: the statement can only fail, or its
// source could not be asked.
func decisionOnFailing(err error) audit.Decision {
	code := string(sqlstate.CodeOf(err))
	if sqlstate.Code(code) == sqlstate.QueryCanceled || slices.ContainsFunc([]string{"08", "53", "58"}, func(class string) bool { return strings.HasPrefix(code, class) }) {
		return audit.NeedsApprovalUnavailable
	}
	return audit.NeedsApprovalImpossible
}

// estimateTime is how long finding out about a statement may take.
func (s *Session) estimateTime() time.Duration {
	if limit := s.engine.config.Approvals.EstimateTimeout; limit > 0 {
		return limit
	}
	return estimate.Limit
}

// outOfPlace is the error of a statement that has to run in a transaction block, or must not run in
// one.
func (q *question) outOfPlace() error {
	idle := q.session.Status() == providers.Idle && len(q.plans) == 1
	for _, p := range q.plans {
		if mayCall(p) && (p.Call != nil && !idle || q.session.isBlocked()) { // several statements run in an implicit transaction
			return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block: what an API has done is not undone", p.Verb).
				WithHint("End the transaction first, and send it by itself.")
		}
		source, err := q.session.engine.sourceFor(q.session.client, p.Provider)
		if err != nil || source.Info().Dialect != providers.Postgres {
			continue
		}
		switch {
		case p.Verb == "LOCK TABLE" && idle:
			return sqlstate.New(sqlstate.NoActiveTransaction, "LOCK TABLE can only be used in transaction blocks").
				WithHint("Send BEGIN first.")
		case !idle && slices.Contains(alone, p.Verb):
			return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block", p.Verb).
				WithHint("End the transaction first, and send it by itself.")
		}
	}
	return nil
}

// alone are statements that PostgreSQL does not run in a transaction block.
var alone = []string{"VACUUM", "CREATE DATABASE", "DROP DATABASE", "CREATE TABLESPACE", "DROP TABLESPACE", "ALTER SYSTEM"}

// futileError returns the error with which one statement can only fail.
func (st *Statement) futileError(ctx context.Context, e *estimate.Estimator) error {
	p := st.plan
	if err := st.findMissing(ctx); err != nil && mustExist(p) && !st.session.hasOwnNames() {
		return err
	}
	source, err := st.session.scope.Source(ctx, p.Provider)
	if err != nil {
		return nil //nolint:nilerr // it is not known
	}
	if source.Info.Dialect == providers.Postgres {
		if known := beforehand.Impossible(p.Text, source); known != nil {
			return st.addSuggestions(ctx, sqlstate.From(st.inBatch(known)))
		}
	}
	if known := e.Futile(ctx, p); known != nil {
		return st.addSuggestions(ctx, sqlstate.From(st.inBatch(known)))
	}
	return nil
}

// mustExist reports whether a statement fails if a relation that it names does not exist.
func mustExist(p *planner.Statement) bool {
	return providers.ChangesRows(p.Verb) || p.Verb == "SELECT" || strings.HasPrefix(p.Verb, "TRUNCATE")
}

// inBatch moves an error's position from the statement's text to the batch's.
func (st *Statement) inBatch(e *sqlstate.Error) error {
	return sqlstate.Shifted(e, utf8.RuneCountInString(st.request.SQL[:min(st.plan.Offset, len(st.request.SQL))]))
}

// hasOwnNames reports whether a session of the embedded engine may know relations that the catalog does not know by their names alone:
// temporary ones, and those of its search path.
func (s *Session) hasOwnNames() bool {
	return s.KeepsPrepared() && (s.names.temporaries != nil || s.names.path != nil)
}

// seesAlone reports whether names may mean something to the session that another session of its client
// would not see, because it is temporary or not committed.
func (s *Session) seesAlone() bool {
	s.forgetEnded()
	s.namesAfter()
	return s.names.temporaries != nil || s.made.count > 0 || s.inside.count > 0 || s.names.altered || s.names.stale || s.names.hasTemporary()
}

// countedAgain counts again before an approval for a number of rows is used up, since the data may
// have changed. What could not be counted when people were asked is held by the source's tally alone.
func (q *question) countedAgain(ctx context.Context, r approval.Request) error {
	if n := q.countRequests(); r.MaxRows >= 0 && q.onlyCalls() && n > r.MaxRows {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "it would send %d requests, and approval %s was for at most %d", n, r.ID, r.MaxRows).
			WithHint("Nothing was sent. Ask for fewer at a time, or for another approval.")
	}
	tallied := !r.Estimate.Mixed && r.Estimate.ApartRows >= 0 && (r.Estimate.Rows < 0 || len(r.Estimate.Held) > 0)
	if r.MaxRows < 0 || !r.Estimate.Linked || r.Estimate.By != estimate.ByCount && tallied {
		return nil
	}
	now, err := q.readEstimate(ctx)
	if err != nil {
		return err
	}
	switch {
	case now.Rows < 0 || now.By != estimate.ByCount:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "approval %s is for at most %d rows in all, and they could not be counted again: %s", r.ID, r.MaxRows, now.Note).
			WithHint("Nothing was run. Run it again to try once more.")
	case now.Rows > r.MaxRows:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "by now it would touch %d rows, and approval %s was for at most %d", now.Rows, r.ID, r.MaxRows).
			WithDetail("%s", estimate.Counted(now)).WithHint("Nothing was run. The data have changed since, or the approver allowed less; ask again.")
	}
	return nil
}
