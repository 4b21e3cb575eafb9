package backends

import (
	"slices"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// sweep starts the goroutine that closes idle backends, if it does not run. The lock is held.
func (s *Pool) sweep() {
	if !s.sweeps {
		s.sweeps = true
		s.work.Go(s.sweepings)
	}
}

// sweepings closes, from time to time, the backends that have been idle for too long, are too old, or have lost their
// server.
func (s *Pool) sweepings() {
	tick := time.NewTicker(min(max(s.options.IdleTimeout/4, 10*time.Millisecond), 10*time.Second))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		s.endAll(s.stale())
	}
}

// endAll closes connections side by side, so that a server that does not answer delays only its own connection.
func (s *Pool) endAll(list []*Backend) {
	var ends sync.WaitGroup
	for _, b := range list {
		ends.Go(func() {
			b.closeConn()
			s.vacate()
		})
	}
	ends.Wait()
}

// stale removes the idle backends that are to be closed, and returns them.
func (s *Pool) stale() []*Backend {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Backend
	s.idle = slices.DeleteFunc(s.idle, func(b *Backend) bool {
		old := b.aged() || time.Since(b.since) > s.options.IdleTimeout || !b.socket.quiet()
		if old {
			list = append(list, b)
		}
		return old
	})
	return list
}

// Close refuses the waiting sessions, closes idle backends, cuts those in use, and waits until they are released.
func (s *Pool) Close(limit time.Duration) error {
	s.mu.Lock()
	s.closed = true
	close(s.stop)
	if s.places == 0 {
		close(s.empty)
	}
	idle := s.idle
	s.idle = nil
	for _, w := range s.line {
		close(w.turn)
	}
	s.line = nil
	var cuts sync.WaitGroup
	for b := range s.inUse {
		cuts.Go(b.cut)
	}
	s.mu.Unlock()

	s.endAll(idle)
	cuts.Wait()
	s.work.Wait()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-s.empty:
		return nil
	case <-timer.C:
		return sqlstate.New(sqlstate.InternalError, "source %q: sessions have not given their connections back", s.options.Name)
	}
}
