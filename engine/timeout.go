package engine

import (
	"context"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/engine/cancellation"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// timeLimit is how long a statement of the session may take, waits for locks included; 0: as long as it
// needs. What the engine runs ends with a context (limited). What a server runs as the client sent it
// is looked at now and then, and cancelled (Terms.Overdue).
func (s *Session) timeLimit() time.Duration {
	limit, of := s.engine.config.Limits.StatementTimeout, s.rights.Limits().Time
	if limit <= 0 || of > 0 && of < limit {
		return of
	}
	return limit
}

// timeLimitName names what sets the limit of a statement's time.
func (s *Session) timeLimitName(limit time.Duration) string {
	if role := s.rights.Giver(func(l gate.RoleLimits) bool { return l.Time == limit }); role != "" {
		return "The role " + strconv.Quote(role)
	}
	return "The gateway (limits.statement_timeout)"
}

// withTimeLimit makes a context that the limit of a statement's time ends.
func (s *Session) withTimeLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := s.timeLimit(); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// ErrCanceled is the cause of a context that a cancel request has ended.
var ErrCanceled = cancellation.ErrCanceled

// BeginMessage says that the session begins to handle a message of its client. Until EndMessage a Cancel
// is kept for the next step if it comes between two steps.
func (s *Session) BeginMessage() { s.cancels.BeginMessage() }

// EndMessage says that the message is handled.
func (s *Session) EndMessage() { s.cancels.EndMessage() }

// Cancel ends what the session does now. Between two messages it ends nothing but an open result.
// Any goroutine may call it.
func (s *Session) Cancel() { s.cancels.Cancel() }

// withCancelAndLimit makes a context that Cancel ends, and the time limit of a statement.
func (s *Session) withCancelAndLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := s.withTimeLimit(ctx)
	ctx, done := s.cancels.WithCancel(ctx)
	return ctx, func() { done(); cancel() }
}

// errOverdue is the error of a statement that a server runs as the client sent it, and that took longer
// than the limit. 57014.
func (s *Session) errOverdue(limit time.Duration) error {
	return sqlstate.New(sqlstate.QueryCanceled, sqlstate.StatementTimedOut).
		WithHint("%s lets a statement run for %v.", s.timeLimitName(limit), limit)
}
