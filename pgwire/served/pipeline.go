package served

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
)

// enclose opens the implicit transaction of a pipeline before a statement that
// changes something, be it a setting: what a client sends up to its Sync comes
// to pass as a whole or not at all. One that Sync follows at once is its own transaction
// anyway, and is not made to pay for another.
func (s *Session) enclose(ctx context.Context, st *engine.Statement) error {
	changes := st.Changes() || st.Verb() == "SET"
	if !changes || s.engine.Status() != providers.Idle || s.guard.syncFollows() {
		return nil
	}
	if s.guard.state.Load() > draining {
		return reply.Shutdown() // nobody waits for what has not begun
	}
	if err := s.engine.BeginImplicit(ctx); err != nil {
		return err
	}
	s.piped = true
	return nil
}

// controlled follows the client's own transaction control: BEGIN makes the
// implicit transaction the client's, COMMIT and ROLLBACK end it.
func (s *Session) controlled(st *engine.Statement) {
	begins := st.Verb() == "BEGIN" || st.Verb() == "START TRANSACTION"
	s.piped = s.piped && !begins && s.engine.Status() != providers.Idle
}

// settle is called before every ReadyForQuery: it ends the implicit transaction
// and, as portals end with their transaction, the portals; and it says which
// settings have changed.
func (s *Session) settle(ctx context.Context) providers.TxStatus {
	if s.failure == nil {
		s.flushNotices()
	}
	if s.piped || s.engine.Status() != providers.InTransaction {
		s.closePortals()
	}
	s.endImplicit(ctx)
	s.piped, s.broken = false, false
	s.report()
	return s.engine.Status()
}

// endImplicit ends the implicit transaction, if one is open. The client learns
// of a failed COMMIT; of a failed pipeline it knows already.
func (s *Session) endImplicit(ctx context.Context) {
	err := s.endBlock(ctx)
	s.flushNotices()
	switch {
	case err != nil && s.broken:
		s.guard.server.log.Warn("rolling back a pipeline", "error", err)
	case err != nil:
		_ = s.fail(err) // which makes the client's error of it
		s.guard.out = reply.Error(s.guard.out, 'E', s.failure)
	}
}

func (s *Session) endBlock(ctx context.Context) (err error) {
	defer s.caught(&err)
	return s.engine.EndImplicit(ctx, s.broken)
}

// report tells the client of the settings that have changed since it was told.
func (s *Session) report() {
	now := s.engine.Parameters()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if now[name] != s.told[name] {
			s.told[name] = now[name]
			s.guard.out = reply.ParameterStatus(s.guard.out, name, now[name])
		}
	}
}

// syncFollows says whether nothing but Sync comes before the next
// ReadyForQuery. It waits until that can be told: a client that wants an answer
// must send Sync or Flush. Close messages in between do not count; several
// drivers close the portal first.
func (g *guard) syncFollows() bool {
	const header = 5
	for at := 0; ; {
		head, err := g.peek(at + header)
		if err != nil {
			return false
		}
		kind, length := head[at], int64(binary.BigEndian.Uint32(head[at+1:]))
		if kind != request.Close || length < 4 || length > readAhead {
			return kind == request.Sync
		}
		at += 1 + int(length)
	}
}

// peek looks at the next n bytes without taking them. What was written before
// goes out if they have to be waited for.
func (g *guard) peek(n int) ([]byte, error) {
	if n > readAhead {
		return nil, errTooFar
	}
	if !g.buffered(n) {
		if err := g.flush(); err != nil {
			return nil, err
		}
	}
	return g.in.Peek(n)
}

var errTooFar = errors.New("more than the read buffer holds")
