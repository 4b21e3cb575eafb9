package engine

import (
	"slices"
	"sync"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// LISTEN and NOTIFY among the sessions of a source that does not have them. A transaction's steps are
// carried out when it is committed and on record.

// Notification is what a NOTIFY sends.
type Notification struct {
	PID              uint32 // of the session that sends
	Channel, Payload string
}

// listeners are the sessions that listen, by source and channel. The zero value has none. It is safe
// for concurrent use.
type listeners struct {
	mu   sync.Mutex
	open map[listened]map[*Session]bool
}

type listened struct{ source, channel string }

// notifying is what a session listens to, and what the commit of its open transaction will carry out.
type notifying struct {
	channels   map[string]bool
	pending    []notifyStep
	size       int // of pending, in bytes
	savepoints []notifySavepoint
}

// notifyStep is one LISTEN, UNLISTEN or NOTIFY.
type notifyStep struct{ verb, channel, payload string }

// notifySavepoint says how many steps were pending at a savepoint.
type notifySavepoint struct {
	name  string
	steps int
}

// The limits of PostgreSQL. (commands/async.c)
const (
	maxPayload = 7999
	maxChannel = 63
	maxPending = 100_000
)

// maxPendingSize bounds the notifications of a transaction, in bytes: they are kept in memory, and at the
// commit all of them reach the listeners, whose doors hold no more.
const maxPendingSize = 6 << 20

// size is how many bytes of maxPendingSize a step takes. The listeners' doors count in the same way.
func (n *notifyStep) size() int { return len(n.channel) + len(n.payload) + 32 }

// answersNotify reports whether a statement is a LISTEN, UNLISTEN or NOTIFY that the engine answers.
func (s *Session) answersNotify(p *planner.Statement) bool {
	return p.Notify != nil && s.KeepsPrepared() && p.Provider == s.source.Name
}

// runNotify answers LISTEN, UNLISTEN and NOTIFY.
func (s *Session) runNotify(p *planner.Statement) (providers.Rows, error) {
	if p.Verb == "LISTEN" && s.client.OnNotification == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "LISTEN is for clients of the Postgres protocol")
	}
	if err := s.notify(p.Verb, p.Notify.Channel, p.Notify.Payload); err != nil {
		return nil, err
	}
	return &listing{tag: p.Verb}, nil
}

// notify adds a step to those for the commit.
func (s *Session) notify(verb, channel, payload string) error {
	step := notifyStep{verb, channel, payload}
	switch {
	case verb == "NOTIFY" && channel == "":
		return sqlstate.New(sqlstate.InvalidParameterValue, "channel name cannot be empty")
	case len(channel) > maxChannel:
		return sqlstate.New(sqlstate.InvalidParameterValue, "channel name too long")
	case len(payload) > maxPayload:
		return sqlstate.New(sqlstate.InvalidParameterValue, "payload string too long")
	case len(s.notifying.pending) >= maxPending, s.notifying.size+step.size() > maxPendingSize:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "too many notifications in one transaction")
	case verb == "NOTIFY" && slices.Contains(s.notifying.pending, step):
		return nil // the same notification is sent only once
	}
	s.notifying.pending = append(s.notifying.pending, step)
	s.notifying.size += step.size()
	return nil
}

// followNotify notes what a statement that has succeeded did to the pending steps.
func (s *Session) followNotify(p *planner.Statement) {
	n := &s.notifying
	switch {
	case p.Verb == "DISCARD" && p.Prepared != nil:
		_ = s.notify("UNLISTEN", "", "")
		s.engine.advisory.Discard(&s.locks)
	case p.Control != planner.Savepoint || len(n.pending) == 0 && len(n.savepoints) == 0 && p.Verb != "SAVEPOINT":
	case p.Verb == "SAVEPOINT":
		n.savepoints = append(n.savepoints, notifySavepoint{p.Savepoint(), len(n.pending)})
	case p.Verb == "RELEASE":
		if i := n.savepoint(p.Savepoint()); i >= 0 {
			n.savepoints = n.savepoints[:i]
		}
	case p.Verb == "ROLLBACK":
		if i := n.savepoint(p.Savepoint()); i >= 0 {
			n.pending, n.savepoints = n.pending[:min(n.savepoints[i].steps, len(n.pending))], n.savepoints[:i+1]
			n.size = 0
			for i := range n.pending {
				n.size += n.pending[i].size()
			}
		}
	}
}

// savepoint is the place of the newest savepoint of that name; -1: there is none.
func (n *notifying) savepoint(name string) int {
	for i, at := range slices.Backward(n.savepoints) {
		if at.name == name {
			return i
		}
	}
	return -1
}

// endNotify carries out the pending steps of a transaction that was committed, and forgets them
// otherwise. The locks of the transaction are given back.
func (s *Session) endNotify(committed bool) {
	s.engine.advisory.EndTransaction(&s.locks)
	steps := s.notifying.pending
	s.notifying.pending, s.notifying.savepoints, s.notifying.size = nil, nil, 0
	if len(steps) == 0 || !committed {
		return
	}
	l := &s.engine.listeners
	l.mu.Lock() // all sessions see notifications in the same order
	defer l.mu.Unlock()
	for _, step := range steps {
		at := listened{s.source.Name, step.channel}
		switch {
		case step.verb == "NOTIFY":
			for other := range l.open[at] {
				other.client.OnNotification(Notification{PID: s.client.PID, Channel: step.channel, Payload: step.payload})
			}
		case step.verb == "LISTEN":
			l.add(at, s)
		case step.channel != "":
			l.remove(at, s)
		default:
			s.unlistenAll()
		}
	}
}

// add adds a listener. The caller of add, remove and unlistenAll holds mu.
func (l *listeners) add(at listened, s *Session) {
	if l.open == nil {
		l.open = map[listened]map[*Session]bool{}
	}
	if l.open[at] == nil {
		l.open[at] = map[*Session]bool{}
	}
	l.open[at][s] = true
	if s.notifying.channels == nil {
		s.notifying.channels = map[string]bool{}
	}
	s.notifying.channels[at.channel] = true
}

func (l *listeners) remove(at listened, s *Session) {
	delete(s.notifying.channels, at.channel)
	if delete(l.open[at], s); len(l.open[at]) == 0 {
		delete(l.open, at)
	}
}

func (s *Session) unlistenAll() {
	for channel := range s.notifying.channels {
		s.engine.listeners.remove(listened{s.source.Name, channel}, s)
	}
}

// Listens reports whether the session listens to anything.
func (s *Session) Listens() bool { return len(s.notifying.channels) > 0 }

// stopListening removes a session that ends from all channels, and gives its locks back.
func (s *Session) stopListening() {
	s.engine.advisory.End(&s.locks)
	s.engine.listeners.mu.Lock()
	defer s.engine.listeners.mu.Unlock()
	s.unlistenAll()
}
