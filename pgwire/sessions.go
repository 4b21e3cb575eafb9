package pgwire

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/auth/proof"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// place is a session's place among all: the process id and the key that its client was
// told, and the session.
type place struct {
	pid       int32
	key       []byte
	principal string

	session session         // nil: it is being opened
	expiry  *time.Timer     // ends the session when the proof of its principal ends; nil: there is no end
	over    *sqlstate.Error // why it ends; nil: the token has expired
	watch   *proof.Watch    // looks whether the token stays good until then; nil: there is none
}

// session is a client's session: the engine serves it, or a Postgres server answers it through
// the relay.
type session interface {
	// Cancel cancels the statement that runs.
	Cancel()
	// Drain ends the session as soon as it has nothing to finish. It may be called again.
	Drain()
	// Stop ends the session, and tells the client that the administrator does. It may
	// be called again.
	Stop()
	// End is Stop for another reason.
	End(why *sqlstate.Error)
	// Abandon ends the session without a word.
	Abandon()
}

// registry holds the open sessions, by the process id that the client of each was told.
type registry struct {
	mu   sync.Mutex
	open map[int32]*place
	// users counts the sessions of each principal.
	users map[string]int
	// max is how many there may be.
	max int
}

// add finds a process id and a key for a session. 53300: there are too many.
// Keys are 4 bytes for clients that know no other, 32 for the rest.
func (r *registry) add(p *place, who identity, protocol uint32) error {
	p.key = make([]byte, 4)
	if protocol >= protocol32 {
		p.key = make([]byte, 32)
	}
	_, _ = rand.Read(p.key) // it never fails; the program would have ended
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(r.open) >= r.max:
		return sqlstate.New(sqlstate.TooManyConnections, "sorry, too many clients already").
			WithHint("The server takes %d sessions at a time.", r.max)
	case who.maxConns > 0 && r.users[who.principal.Name] >= who.maxConns:
		return sqlstate.New(sqlstate.TooManyConnections, "too many connections for role %q", who.principal.Name).
			WithHint("This user may have %d sessions at a time.", who.maxConns)
	}
	p.principal = who.principal.Name
	r.users[p.principal]++
	for {
		var id [4]byte
		_, _ = rand.Read(id[:])
		p.pid = int32(binary.BigEndian.Uint32(id[:]) >> 1)
		if _, taken := r.open[p.pid]; !taken && p.pid != 0 {
			r.open[p.pid] = p
			return nil
		}
	}
}

func (r *registry) remove(p *place) {
	r.mu.Lock()
	delete(r.open, p.pid)
	if p.expiry != nil {
		p.expiry.Stop()
	}
	if r.users[p.principal]--; r.users[p.principal] <= 0 {
		delete(r.users, p.principal)
	}
	watch := p.watch
	r.mu.Unlock()
	if watch != nil {
		watch.Stop()
	}
}

// renumber gives a place the process id of the server behind it, unless another session
// has that number. The client understands then whom the server means by it: a
// notification tells the process id of its sender.
func (r *registry) renumber(p *place, pid int32) *place {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.open[pid]; !taken && pid > 0 {
		delete(r.open, p.pid)
		p.pid = pid
		r.open[pid] = p
	}
	return p
}

// setSession gives a session its place.
func (r *registry) setSession(p *place, s session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.session = s
}

// endAgain is how often a session is told that it is over: a statement may have been about to begin.
const endAgain = 100 * time.Millisecond

// expireWithToken ends a session with the token that its client has shown: when the time of the token is over,
// and within a second or so after the token was revoked. What needs no token lasts. running counts
// verifications.
func (r *registry) expireWithToken(p *place, who identity, running *sync.WaitGroup) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open[p.pid] != p {
		return // it has ended
	}
	if at := who.principal.Expires; !at.IsZero() {
		p.expiry = time.AfterFunc(time.Until(at), func() { r.end(p) })
	}
	if who.proven != nil {
		p.watch = proof.Begin(context.Background(), who.proven, func(why error) { r.withdraw(p, why) }, running)
	}
}

// withdraw ends a session because its token is not good any more. It does not wait.
func (r *registry) withdraw(p *place, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open[p.pid] != p {
		return
	}
	p.over = errTokenWithdrawn(why)
	if p.expiry != nil {
		p.expiry.Stop()
	}
	p.expiry = time.AfterFunc(0, func() { r.end(p) })
}

// end tells a session that it is over, again and again until it has ended.
func (r *registry) end(p *place) {
	r.mu.Lock()
	session, open, why := p.session, r.open[p.pid] == p, p.over
	if open {
		p.expiry.Reset(endAgain)
	}
	r.mu.Unlock()
	if why == nil {
		why = errTokenExpired()
	}
	if open && session != nil {
		session.End(why)
	}
}

// all returns the sessions that are open now.
func (r *registry) all() []session {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]session, 0, len(r.open))
	for _, p := range r.open {
		if p.session != nil {
			list = append(list, p.session)
		}
	}
	return list
}

// count returns how many sessions there are, with those that are being opened.
func (r *registry) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

// obeyCancel ends the running statement of the session that a cancel request
// names by process id and key. The client is told nothing, whatever comes of it.
func (r *registry) obeyCancel(request []byte) {
	const longest = 256
	if len(request) < 4+4 || len(request) > 4+longest {
		return
	}
	r.mu.Lock()
	p := r.open[int32(binary.BigEndian.Uint32(request))]
	var session session
	if p != nil && subtle.ConstantTimeCompare(p.key, request[4:]) == 1 {
		session = p.session
	}
	r.mu.Unlock()
	if session != nil {
		session.Cancel()
	}
}

// keyData appends the BackendKeyData message, which tells a client what a cancel request
// of its must say.
func (p *place) keyData(buf []byte) []byte {
	buf, at := reply.Begin(buf, 'K')
	buf = binary.BigEndian.AppendUint32(buf, uint32(p.pid))
	return reply.End(append(buf, p.key...), at)
}
