package engine

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/sallyportdb/sallyport/engine/advisory"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// errLockTimeout is why a statement ends that has waited for lock_timeout.
var errLockTimeout = errors.New("lock_timeout")

// lockNotAvailable is PostgreSQL's code of a lock that is not to be had at once, or in time.
const lockNotAvailable = "55P03"

// lockWaiter is a connection that knows the session's lock_timeout. 0: none.
type lockWaiter interface {
	LockTimeout() time.Duration
}

// rereader is a connection whose transaction can see what was committed since its statements were described.
type rereader interface {
	ReadAnew() error
}

// takeLocks takes the locks of a statement at a source that has none, and waits for those of other sessions. It reports
// whether the statement skips the rows that it cannot lock.
func (s *Session) takeLocks(ctx context.Context, p *planner.Statement) (skips bool, err error) {
	locks := &s.engine.advisory
	if s.relayed != nil || p.Control != planner.NoControl || p.Setting != nil || p.Fetch != nil || p.Prepared != nil {
		return false, nil
	}
	if p.Locks != nil || locks.KeepsReaders() {
		skips, err = s.awaitLocks(ctx, p)
	}
	if err != nil || s.Status() == providers.Idle || p.Locks != nil && p.Locks.Alone {
		return skips, err
	}
	if conn, ok := s.conns[s.source.Name].(rereader); ok && p.Locks != nil && !s.locks.Reads() {
		err = conn.ReadAnew()
	}
	locks.BeginReading(&s.locks)
	return skips, err
}

// awaitLocks takes a statement's locks, and waits until its tables can be read.
func (s *Session) awaitLocks(ctx context.Context, p *planner.Statement) (skips bool, err error) {
	ctx, done := s.lockWait(ctx)
	defer done()
	if p.Locks != nil {
		skips, err = s.lockTables(ctx, p.Locks)
	}
	if err == nil && s.engine.advisory.KeepsReaders() {
		err = s.engine.advisory.AwaitReadable(ctx, &s.locks, tablesOf(p.Relations))
	}
	if err != nil && errors.Is(context.Cause(ctx), errLockTimeout) {
		err = sqlstate.New(lockNotAvailable, "canceling statement due to lock timeout").
			WithHint("Another session has locked a table of this statement: retry it when that session has ended its transaction.")
	}
	return skips, err
}

// lockTables takes the locks that a statement names, or needs.
func (s *Session) lockTables(ctx context.Context, l *planner.Locks) (skips bool, err error) {
	switch {
	case l.Alone && s.Status() == providers.Idle:
		return false, sqlstate.New(sqlstate.NoActiveTransaction, "LOCK TABLE can only be used in transaction blocks")
	case l.Refused != nil:
		return false, l.Refused
	}
	list := make([]advisory.Table, 0, len(l.Tables)+1)
	whole := map[string]advisory.Mode{}
	for _, t := range l.Tables {
		list = append(list, advisory.Table{Source: t.Provider, Schema: t.Service, Name: t.Resource, Mode: advisory.Mode(t.Mode), Rows: l.Rows && advisory.Mode(t.Mode) >= advisory.Share})
		if advisory.Mode(t.Mode) >= advisory.Share {
			whole[t.Provider] = advisory.Share
		}
	}
	if l.Defines {
		whole[s.source.Name] = advisory.RowExclusive
	}
	for source, mode := range whole {
		list = append(list, advisory.Table{Source: source, Mode: mode})
	}
	got, err := s.engine.advisory.LockTables(ctx, &s.locks, list, !l.NoWait && !l.Skip)
	switch {
	case err != nil || got:
		return false, err
	case l.Skip:
		return true, nil
	case l.Rows:
		return false, sqlstate.New(lockNotAvailable, "could not obtain lock on row in relation %q", l.Tables[0].Resource)
	}
	return false, sqlstate.New(lockNotAvailable, "could not obtain lock on relation %q", l.Tables[0].Resource)
}

// lockWait limits a wait for locks by the session's statement_timeout and lock_timeout.
func (s *Session) lockWait(ctx context.Context) (context.Context, context.CancelFunc) {
	conn := s.conns[s.source.Name]
	cancel := func() {}
	if limited, ok := conn.(limiter); ok {
		ctx, cancel = limited.Limited(ctx)
	}
	waits, ok := conn.(lockWaiter)
	if !ok || waits.LockTimeout() <= 0 {
		return ctx, cancel
	}
	ctx, end := context.WithTimeoutCause(ctx, waits.LockTimeout(), errLockTimeout)
	return ctx, func() { end(); cancel() }
}

func tablesOf(relations []planner.Relation) []advisory.Table {
	list := make([]advisory.Table, len(relations))
	for i, r := range relations {
		list[i] = advisory.Table{Source: r.Provider, Schema: r.Service, Name: r.Resource}
	}
	return list
}

// noRows is the result of a statement that skips all rows.
type noRows struct{ providers.Rows }

func (*noRows) Next() (providers.Row, error) { return nil, io.EOF }

func (*noRows) Tag() string { return "SELECT 0" }
