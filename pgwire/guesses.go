package pgwire

import (
	"crypto/sha256"
	"net"
	"net/netip"
	"sync"
	"time"
)

// How guessing passwords is slowed down: so many failures are free, then each
// doubles the time that has to pass before the next attempt.
const (
	freeOfUser    = 5  // of one user from one address
	freeOfAddress = 50 // of all users from one address
	firstWait     = time.Second
	longestWait   = time.Minute
	forgetAfter   = 15 * time.Minute
	maxGuessers   = 4096 // that are remembered
)

// guesses counts failed logins. While a client has to wait, the right password does not
// help either: else a client could guess on many connections at once.
type guesses struct {
	mu  sync.Mutex
	of  map[guesser]failures
	max int
}

// guesser is an address, as one user or (zero) as any.
type guesser struct {
	from netip.Prefix
	user [sha256.Size]byte // of the name, which may be long
}

type failures struct {
	count int
	last  time.Time
	until time.Time
}

// guessers returns the two under which an attempt is counted: the address as that user,
// and the address as any.
func guessers(client net.Addr, user string) [2]guesser {
	var from netip.Prefix // the zero one for clients without an IP address
	if tcp, ok := client.(*net.TCPAddr); ok {
		ip := tcp.AddrPort().Addr().Unmap().WithZone("")
		bits := 32
		if ip.Is6() {
			bits = 64 // what one customer has
		}
		from, _ = ip.Prefix(bits) // it fits the address
	}
	return [2]guesser{{from, sha256.Sum256([]byte(user))}, {from: from}}
}

// timeToWait says how long an attempt has to wait. It returns 0 if it may be made.
func (g *guesses) timeToWait(now time.Time, client net.Addr, user string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.timeToWaitLocked(now, guessers(client, user))
}

// timeToWaitLocked is timeToWait with the lock held.
func (g *guesses) timeToWaitLocked(now time.Time, who [2]guesser) time.Duration {
	return max(0, g.of[who[0]].until.Sub(now), g.of[who[1]].until.Sub(now))
}

// countAttempt counts an attempt that has ended. If others have failed so often meanwhile
// that it would have had to wait, the attempt is in vain, right or not: then it returns
// how long that wait is.
func (g *guesses) countAttempt(now time.Time, client net.Addr, user string, right bool) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	who := guessers(client, user)
	if wait := g.timeToWaitLocked(now, who); wait > 0 {
		return wait
	}
	if right {
		delete(g.of, who[0])
		return 0
	}
	for i, free := range [2]int{freeOfUser, freeOfAddress} {
		f := g.of[who[i]]
		if now.Sub(f.last) > forgetAfter {
			f = failures{}
		}
		f.last = now
		if f.count++; f.count >= free {
			f.until = now.Add(min(longestWait, firstWait<<min(f.count-free, 10)))
		}
		g.remember(now, who[i], f)
	}
	return 0
}

// remember keeps failures in mind, in the place of the oldest if there is no other.
func (g *guesses) remember(now time.Time, who guesser, f failures) {
	if _, known := g.of[who]; !known && len(g.of) >= g.max {
		var oldest guesser
		at := now.Add(time.Hour)
		for k, v := range g.of {
			if v.last.Before(at) {
				oldest, at = k, v.last
			}
		}
		delete(g.of, oldest)
	}
	g.of[who] = f
}
