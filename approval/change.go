package approval

import (
	"slices"
	"time"
)

const (
	maxFile  = 256 << 10 // the longest file of a request
	maxEnded = 64 << 20  // all files of requests that have ended
)

func (r Request) ended() bool { return r.State != Pending && r.State != Approved }

// put makes next the state of e: first on disk, then in memory, then for those who watch.
func (s *Store) put(e *entry, next Request) error {
	size, err := write(s.options.Dir, next)
	if err != nil {
		s.options.Logger.Error("cannot write an approval request", "id", next.ID, "state", next.State, "error", err, "cause", cause(err))
		if _, back := write(s.options.Dir, e.Request); back != nil { // the new file may be in place already
			s.options.Logger.Error("cannot write back an approval request", "id", next.ID, "state", e.State, "error", back, "cause", cause(back))
		}
		return err
	}
	e.size = size
	s.show(e, next)
	return nil
}

// show makes next the state of e in memory.
func (s *Store) show(e *entry, next Request) {
	settles := e.State == Pending && next.State != Pending
	e.Request = next
	if settles {
		close(e.decided)
	}
	for w := range s.watchers {
		w.mark(e)
	}
	select {
	case s.rearm <- struct{}{}:
	default:
	}
}

// expireDue expires the requests that are due. If that cannot be written, they are expired all the same,
// since their files say when.
func (s *Store) expireDue() {
	now := s.now()
	for _, e := range s.order {
		if e.ended() || now.Before(e.Expires) {
			continue
		}
		next := e.Request
		next.State = Expired
		if s.put(e, next) != nil {
			s.show(e, next)
		}
	}
}

// prune forgets the oldest of the requests that have ended, if there are too many.
func (s *Store) prune() {
	now, count, bytes := s.now(), 0, 0
	for _, e := range s.order {
		if e.ended() {
			count++
			bytes += e.size
		}
	}
	s.order = slices.DeleteFunc(s.order, func(e *entry) bool {
		if !e.ended() || e.State == Denied && now.Before(e.Decided.Add(s.options.Denied)) || count <= s.options.Keep && bytes <= maxEnded {
			return false
		}
		if err := remove(s.options.Dir, e.ID); err != nil {
			s.options.Logger.Warn("cannot remove an old approval request", "id", e.ID, "error", err)
		}
		count--
		bytes -= e.size
		delete(s.byID, e.ID)
		for w := range s.watchers {
			w.dropEntry(e)
		}
		return true
	})
}

// clock expires requests when they are due, so that those who wait are told. It runs until Close.
func (s *Store) clock() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-s.rearm:
		case <-timer.C:
		}
		s.mu.Lock()
		s.expireDue()
		s.prune()
		s.finishAllRevoking()
		next := s.untilNext()
		s.mu.Unlock()
		timer.Reset(next)
	}
}

// untilNext is the time until the next expiry. It is bounded, since the clock may be set.
func (s *Store) untilNext() time.Duration {
	now, next := s.now(), time.Minute
	for _, e := range s.order {
		if !e.ended() {
			next = min(next, e.Expires.Sub(now))
		}
	}
	return max(next, time.Millisecond)
}
