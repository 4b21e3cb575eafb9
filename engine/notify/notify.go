// Package notify is LISTEN and NOTIFY of PostgreSQL, among the sessions of a source that has neither.
//
// An engine has [Channels], and each session a [Listener]. A session notes what its statements ask for ([Listener.Add]), and
// its savepoints. The engine says when a transaction has ended ([Channels.EndTransaction]): then the steps of a transaction
// that was committed, and is on record, are carried out. It says also when a session ends ([Channels.End]).
package notify

import (
	"maps"
	"slices"
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Notification is what a NOTIFY sends.
type Notification struct {
	PID              uint32 // of the session that sends
	Channel, Payload string
}

// Size is how many bytes a notification takes of the bounds on what is kept in memory.
func (n Notification) Size() int { return len(n.Channel) + len(n.Payload) + 32 }

// Channels are the sessions that listen, by source and channel. The zero value has none. Safe for concurrent use.
type Channels struct {
	mu        sync.Mutex
	listeners map[channel]map[*Listener]bool
}

type channel struct{ source, name string }

// Listener is a session: what it listens to, and what the commit of its open transaction will carry out. The session's
// goroutine alone uses it.
type Listener struct {
	Source  string
	PID     uint32
	Deliver func(Notification) // takes a notification, from any goroutine, and does not wait; nil: the session cannot listen

	channels   map[string]bool
	pending    []step
	size       int // of pending, in bytes
	savepoints []savepoint
}

// step is one LISTEN, UNLISTEN or NOTIFY.
type step struct{ verb, channel, payload string }

// savepoint says how many steps were pending at a savepoint.
type savepoint struct {
	name  string
	steps int
}

// The limits of PostgreSQL. (commands/async.c)
const (
	maxPayload = 7999
	maxChannel = 63
	maxPending = 100_000
)

// maxPendingSize bounds the notifications of a transaction, in bytes: they are kept in memory, and at the commit all of them
// reach the listeners, whose doors hold no more.
const maxPendingSize = 6 << 20

// size is how many bytes of maxPendingSize a step takes.
func (s step) size() int { return Notification{Channel: s.channel, Payload: s.payload}.Size() }

// Add adds a LISTEN, UNLISTEN or NOTIFY to the steps for the commit. UNLISTEN of the channel "" is of all channels. 0A000: the
// session cannot listen; 22023: the channel or the payload is not as PostgreSQL has them; 54000: there are too many steps.
func (l *Listener) Add(verb, channel, payload string) error {
	next := step{verb, channel, payload}
	switch {
	case verb == "LISTEN" && l.Deliver == nil:
		return sqlstate.New(sqlstate.FeatureNotSupported, "LISTEN is for clients of the Postgres protocol")
	case verb == "NOTIFY" && channel == "":
		return sqlstate.New(sqlstate.InvalidParameterValue, "channel name cannot be empty")
	case len(channel) > maxChannel:
		return sqlstate.New(sqlstate.InvalidParameterValue, "channel name too long")
	case len(payload) > maxPayload:
		return sqlstate.New(sqlstate.InvalidParameterValue, "payload string too long")
	case len(l.pending) >= maxPending, l.size+next.size() > maxPendingSize:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "too many notifications in one transaction")
	case verb == "NOTIFY" && slices.Contains(l.pending, next):
		return nil // the same notification is sent only once
	}
	l.pending = append(l.pending, next)
	l.size += next.size()
	return nil
}

// Savepoint notes a savepoint of the open transaction.
func (l *Listener) Savepoint(name string) {
	l.savepoints = append(l.savepoints, savepoint{name, len(l.pending)})
}

// Release forgets a savepoint, and those after it.
func (l *Listener) Release(name string) {
	if i := l.newestSavepoint(name); i >= 0 {
		l.savepoints = l.savepoints[:i]
	}
}

// RollbackTo forgets the steps since a savepoint.
func (l *Listener) RollbackTo(name string) {
	i := l.newestSavepoint(name)
	if i < 0 {
		return
	}
	l.pending, l.savepoints = l.pending[:min(l.savepoints[i].steps, len(l.pending))], l.savepoints[:i+1]
	l.size = 0
	for _, s := range l.pending {
		l.size += s.size()
	}
}

// newestSavepoint returns the place of the newest savepoint of that name, or -1 if there is none.
func (l *Listener) newestSavepoint(name string) int {
	for i, at := range slices.Backward(l.savepoints) {
		if at.name == name {
			return i
		}
	}
	return -1
}

// Listens reports whether the session listens to anything.
func (l *Listener) Listens() bool { return len(l.channels) > 0 }

// Channels are the names of the channels that the session listens to, sorted.
func (l *Listener) Channels() []string { return slices.Sorted(maps.Keys(l.channels)) }

// EndTransaction carries out the steps of a transaction that was committed, and forgets them otherwise.
func (c *Channels) EndTransaction(l *Listener, committed bool) {
	steps := l.pending
	l.pending, l.savepoints, l.size = nil, nil, 0
	if len(steps) == 0 || !committed {
		return
	}
	c.mu.Lock() // all sessions see notifications in the same order
	defer c.mu.Unlock()
	for _, s := range steps {
		at := channel{l.Source, s.channel}
		switch {
		case s.verb == "NOTIFY":
			for other := range c.listeners[at] {
				other.Deliver(Notification{PID: l.PID, Channel: s.channel, Payload: s.payload})
			}
		case s.verb == "LISTEN":
			c.add(at, l)
		case s.channel != "":
			c.remove(at, l)
		default:
			c.removeAll(l)
		}
	}
}

// End removes a session that ends from all channels.
func (c *Channels) End(l *Listener) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removeAll(l)
}

// add adds a listener. The caller of add, remove and removeAll holds mu.
func (c *Channels) add(at channel, l *Listener) {
	if c.listeners == nil {
		c.listeners = map[channel]map[*Listener]bool{}
	}
	if c.listeners[at] == nil {
		c.listeners[at] = map[*Listener]bool{}
	}
	c.listeners[at][l] = true
	if l.channels == nil {
		l.channels = map[string]bool{}
	}
	l.channels[at.name] = true
}

func (c *Channels) remove(at channel, l *Listener) {
	delete(l.channels, at.name)
	if delete(c.listeners[at], l); len(c.listeners[at]) == 0 {
		delete(c.listeners, at)
	}
}

func (c *Channels) removeAll(l *Listener) {
	for name := range l.channels {
		c.remove(channel{l.Source, name}, l)
	}
}
