package pgwire

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"sync"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// registry holds the open sessions, by the process id that each was told.
type registry struct {
	mu   sync.Mutex
	open map[int32]*guard
	// users counts the sessions of each principal.
	users map[string]int
	// max is how many there may be.
	max int
}

// add finds a process id and a key for a session. 53300: there are too many.
// Keys are 4 bytes for clients that know no other, 32 for the rest.
func (r *registry) add(g *guard, who identity, protocol uint32) error {
	g.key = make([]byte, 4)
	if protocol >= protocol32 {
		g.key = make([]byte, 32)
	}
	_, _ = rand.Read(g.key) // it never fails; the program would have ended
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(r.open) >= r.max:
		return sqlstate.New(sqlstate.TooManyConnections, "sorry, too many clients already").
			WithHint("The server takes %d sessions at a time.", r.max)
	case who.maxConns > 0 && r.users[who.principal] >= who.maxConns:
		return sqlstate.New(sqlstate.TooManyConnections, "too many connections for role %q", who.principal).
			WithHint("This user may have %d sessions at a time.", who.maxConns)
	}
	g.principal = who.principal
	r.users[g.principal]++
	for {
		var id [4]byte
		_, _ = rand.Read(id[:])
		g.pid = int32(binary.BigEndian.Uint32(id[:]) >> 1)
		if _, taken := r.open[g.pid]; !taken && g.pid != 0 {
			r.open[g.pid] = g
			return nil
		}
	}
}

func (r *registry) remove(g *guard) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, g.pid)
	if r.users[g.principal]--; r.users[g.principal] <= 0 {
		delete(r.users, g.principal)
	}
}

// all returns the sessions that are open now.
func (r *registry) all() []*guard {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*guard, 0, len(r.open))
	for _, g := range r.open {
		list = append(list, g)
	}
	return list
}

// cancel ends the running statement of the session that a cancel request
// names by process id and key. The client is told nothing, whatever comes of it.
func (r *registry) cancel(request []byte) {
	const longest = 256
	if len(request) < 4+4 || len(request) > 4+longest {
		return
	}
	r.mu.Lock()
	g := r.open[int32(binary.BigEndian.Uint32(request))]
	r.mu.Unlock()
	if g != nil && subtle.ConstantTimeCompare(g.key, request[4:]) == 1 {
		g.session.interrupt()
	}
}

// keyData is the message that tells a client what a cancel request must say.
func (g *guard) keyData(buf []byte) []byte {
	buf, at := reply.Begin(buf, 'K')
	buf = binary.BigEndian.AppendUint32(buf, uint32(g.pid))
	return reply.End(append(buf, g.key...), at)
}
