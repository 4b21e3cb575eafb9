package pgwire

import (
	"net"
	"sync"
	"time"
)

// startups are the connections that are not sessions yet, of which there are a
// bounded number. Where all places are taken, a connection that has not said who
// it is gives way to the next: so who connects and is silent keeps nobody out.
// The one that goes is the oldest silent one of the address that has most of them.
// Where nobody is silent for long, the oldest of all gives way. Both have their time
// first, since a crowd of clients that connects at once is no attack.
type startups struct {
	max   int
	freed chan struct{} // somebody has left

	mu   sync.Mutex
	open map[net.Conn]*startup
}

// startup is a connection in its startup.
type startup struct {
	since  time.Time
	from   string // its address, without the port
	speaks bool   // its startup message was read
}

const (
	// leastSilence is how long a silent connection keeps its place.
	leastSilence = 500 * time.Millisecond
	// leastStartup is how long a connection does that says who it is.
	leastStartup = 5 * time.Second
)

// enter takes a place for a connection; false where stop is closed before there is
// one.
func (s *startups) enter(conn net.Conn, stop <-chan struct{}) bool {
	for {
		if s.take(conn) {
			return true
		}
		select {
		case <-s.freed:
		case <-time.After(50 * time.Millisecond): // somebody may have to give way by now
		case <-stop:
			return false
		}
	}
}

// take takes a place if there is one, or if somebody gives way.
func (s *startups) take(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= s.max {
		victim := s.yields()
		if victim == nil {
			return false
		}
		delete(s.open, victim)
		_ = victim.Close() // its goroutine sees that, and ends
	}
	s.open[conn] = &startup{since: time.Now(), from: hostOf(conn)}
	return true
}

// yields is the connection that gives way to another; nil: none does. The lock is
// held.
func (s *startups) yields() (victim net.Conn) {
	silent := map[string]int{}
	for _, p := range s.open {
		if !p.speaks {
			silent[p.from]++
		}
	}
	now := time.Now()
	var best *startup
	for conn, p := range s.open {
		least := leastSilence
		if p.speaks {
			least = leastStartup
		}
		if now.Sub(p.since) < least {
			continue
		}
		if best == nil || before(p, best, silent) {
			victim, best = conn, p
		}
	}
	return victim
}

// before reports whether p gives way sooner than q: the silent before those who
// speak, then those of the address that has most of the silent, then the oldest.
func before(p, q *startup, silent map[string]int) bool {
	switch {
	case p.speaks != q.speaks:
		return !p.speaks
	case !p.speaks && silent[p.from] != silent[q.from]:
		return silent[p.from] > silent[q.from]
	}
	return p.since.Before(q.since)
}

// speaks notes that a connection has said who it is.
func (s *startups) speaks(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.open[conn]; p != nil {
		p.speaks = true
	}
}

// leave gives a place up, if the connection still has one.
func (s *startups) leave(conn net.Conn) {
	s.mu.Lock()
	delete(s.open, conn)
	s.mu.Unlock()
	select {
	case s.freed <- struct{}{}:
	default:
	}
}

// hurry ends what waits for a client in its startup.
func (s *startups) hurry() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.open {
		_ = conn.SetDeadline(time.Now())
	}
}

// hostOf is the address that a connection comes from, without its port.
func hostOf(conn net.Conn) string {
	address := conn.RemoteAddr().String()
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}
