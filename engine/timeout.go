package engine

import (
	"context"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// timeLimit is how long a statement of the session may take, waits for locks included; 0: as long as it
// needs. What the engine runs ends with a context (limited). What a server runs as the client sent it
// is looked at now and then, and cancelled (Overdue).
func (s *Session) timeLimit() time.Duration {
	limit, of := s.engine.config.Limits.StatementTimeout, s.rights.Limits().Time
	if limit <= 0 || of > 0 && of < limit {
		return of
	}
	return limit
}

// timing names what sets the limit of a statement's time.
func (s *Session) timing(limit time.Duration) string {
	if role := s.rights.Giver(func(l gate.RoleLimits) bool { return l.Time == limit }); role != "" {
		return "The role " + strconv.Quote(role)
	}
	return "The gateway (limits.statement_timeout)"
}

// limited makes a context that the limit of a statement's time ends.
func (s *Session) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := s.timeLimit(); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// Overdue returns the error of a statement that has run for so long; nil: it may go on.
// 57014.
func (r *Relayed) Overdue(ran time.Duration) error {
	limit := r.session.timeLimit()
	if limit <= 0 || ran <= limit {
		return nil
	}
	return sqlstate.New(sqlstate.QueryCanceled, sqlstate.StatementTimedOut).
		WithHint("%s lets a statement run for %v.", r.session.timing(limit), limit)
}
