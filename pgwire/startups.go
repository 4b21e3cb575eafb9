package pgwire

import (
	"net"
	"sync"
	"time"
)

// startups are the connections that are not sessions yet. There are max places for
// them. When all are taken, an old connection gives way to the next one, so clients that
// connect and say nothing keep nobody out:
//
//   - first, of the connections that have been silent for leastSilence, the oldest of
//     the address that has most of them;
//   - else the oldest of those that have said who they are and have been here for
//     leastStartup.
//
// Younger connections keep their places, since a crowd of clients that connects at once
// is no attack.
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
	// leastSilence is how long a silent connection keeps its place at least.
	leastSilence = 500 * time.Millisecond
	// leastStartup is how long a connection keeps its place at least, when it has said
	// who it is.
	leastStartup = 5 * time.Second
)

// awaitPlace waits for a place and takes it for a connection; false if stop is closed
// before.
func (s *startups) awaitPlace(conn net.Conn, stop <-chan struct{}) bool {
	for {
		if s.takePlace(conn) {
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

// takePlace takes a place if there is one, or if somebody gives way.
func (s *startups) takePlace(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= s.max {
		victim := s.chooseVictim()
		if victim == nil {
			return false
		}
		delete(s.open, victim)
		_ = victim.Close() // its goroutine sees that, and ends
	}
	s.open[conn] = &startup{since: time.Now(), from: hostOf(conn)}
	return true
}

// chooseVictim returns the connection that gives way to another, nil if none does. The
// lock is held.
func (s *startups) chooseVictim() (victim net.Conn) {
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
		if best == nil || yieldsBefore(p, best, silent) {
			victim, best = conn, p
		}
	}
	return victim
}

// yieldsBefore reports whether p gives way sooner than q. silent has the number of silent
// connections of each address.
func yieldsBefore(p, q *startup, silent map[string]int) bool {
	switch {
	case p.speaks != q.speaks:
		return !p.speaks
	case !p.speaks && silent[p.from] != silent[q.from]:
		return silent[p.from] > silent[q.from]
	}
	return p.since.Before(q.since)
}

// noteSpeaking notes that a connection has said who it is.
func (s *startups) noteSpeaking(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.open[conn]; p != nil {
		p.speaks = true
	}
}

// givePlaceUp gives a place up, if the connection still has one.
func (s *startups) givePlaceUp(conn net.Conn) {
	s.mu.Lock()
	delete(s.open, conn)
	s.mu.Unlock()
	select {
	case s.freed <- struct{}{}:
	default:
	}
}

// expireAll ends all waits for clients in their startup.
func (s *startups) expireAll() {
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
