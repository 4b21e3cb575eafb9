package transport

import (
	"container/list"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/admission"
)

// sessions are the sessions of clients of the 2025 revisions. Their number is bounded. When
// there is no room, the owner (a principal at an address) with the most sessions loses one: a
// session that was never used, or else the one that has been silent longest. A session with
// a call under way ends only to make room for another owner. A session that was silent for too
// long, with nothing under way, ends as well. Safe for concurrent use.
type sessions struct {
	limit int
	idle  time.Duration
	gone  func(id string) // called, without the lock, for a session that was ended to make room

	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of *session, the most recently used first
}

// session belongs to the principal that initialized it. Before it is bound, it belongs to nobody.
type session struct {
	id     string
	owner  sessionOwner
	client Client // the revision is "" before the session is bound
	born   time.Time
	used   time.Time
	calls  map[int]func() // the requests under way, with the functions that end them
	last   int            // the number of the last request
}

type sessionOwner struct{ principal, address string }

func newSessions(limit int, idle time.Duration) *sessions {
	return &sessions{limit: limit, idle: idle, gone: func(string) {}, byID: map[string]*list.Element{}, order: list.New()}
}

var errNoSession = errors.New("no such session")

const sessionPrefix = "mcp-"

// SessionShown is the part of a session's id that records and logs show: enough to tell it from
// others, too little to use it. A reader of the records must not get into sessions of others.
func SessionShown(id string) string {
	const shown = len(sessionPrefix) + 10 // an id has 26 letters behind the prefix
	if strings.HasPrefix(id, sessionPrefix) && len(id) > shown {
		return id[:shown]
	}
	return id
}

// Generate returns a new id. Room for the session is made when it is bound.
func (s *sessions) Generate() string {
	id := sessionPrefix + rand.Text()
	s.mu.Lock()
	old := s.expired()
	s.byID[id] = s.order.PushFront(&session{id: id, born: time.Now(), used: time.Now(), calls: map[int]func(){}})
	s.mu.Unlock()
	s.removeSessions(old)
	return id
}

func (s *sessions) removeSessions(ids []string) {
	for _, id := range ids {
		s.gone(id)
	}
}

// bind gives a session to a visitor, for a revision of the protocol. Nobody can use the session before. bind reports
// false, and the session is gone, if there is no room: calls are under way in all sessions that could be ended for it. A
// session without a revision is gone, too, since initialize has failed.
func (s *sessions) bind(who admission.Visitor, c Client) (ok bool) {
	s.mu.Lock()
	var old []string
	element, ok := s.byID[c.ID]
	switch {
	case !ok:
		s.mu.Unlock()
		return true // there is nothing to bind
	case c.Revision == "":
		old = append(old, s.remove(element))
	default:
		of(element).owner, of(element).client = sessionOwner{who.Principal, who.Address}, c
		if s.order.Len() > s.limit {
			gives := s.givesWay(element)
			ok = gives != element
			old = append(old, s.remove(gives))
		}
	}
	s.mu.Unlock()
	s.removeSessions(old)
	return ok
}

// givesWay returns the session that is closed to make room for a new one. It can be the new one itself.
func (s *sessions) givesWay(newcomer *list.Element) *list.Element {
	count := map[sessionOwner]int{}
	most := of(newcomer).owner
	for element := s.order.Front(); element != nil; element = element.Next() {
		count[of(element).owner]++
	}
	for who, n := range count {
		if n > count[most] {
			most = who
		}
	}
	var unused, idle, busy *list.Element
	for element := s.order.Back(); element != nil; element = element.Prev() {
		switch c := of(element); {
		case element == newcomer || c.owner != most:
		case len(c.calls) > 0:
			busy = first(busy, element)
		case c.last == 0:
			unused = first(unused, element)
		default:
			idle = first(idle, element)
		}
	}
	if most == of(newcomer).owner {
		busy = newcomer
	}
	return first(first(unused, idle), busy)
}

func first(a, b *list.Element) *list.Element {
	if a != nil {
		return a
	}
	return b
}

// enter begins a request in a session, which is not idle until leave. end is called if the session ends
// before. For anybody but its owner the session does not exist.
func (s *sessions) enter(id string, principal auth.Principal, end func()) (leave func(), c *Client, err error) {
	s.mu.Lock()
	old := s.expired()
	element, ok := s.byID[id]
	if ok = ok && of(element).client.Revision != "" && of(element).belongsTo(principal); ok {
		place := s.begin(element, end)
		c = &of(element).client
		leave = func() { s.leave(element, place) }
	}
	s.mu.Unlock()
	s.removeSessions(old)
	if !ok {
		return nil, nil, errNoSession
	}
	return leave, c, nil
}

// belongsTo reports whether a session belongs to a principal and was begun by the same client program.
func (c *session) belongsTo(p auth.Principal) bool {
	return c.owner.principal == p.Name && c.client.granted.Client == p.Client
}

func (s *sessions) begin(element *list.Element, end func()) (place int) {
	s.order.MoveToFront(element)
	c := of(element)
	c.used = time.Now()
	c.last++
	c.calls[c.last] = end
	return c.last
}

func (s *sessions) leave(element *list.Element, place int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := of(element)
	delete(c.calls, place)
	c.used = time.Now()
	if s.byID[c.id] == element {
		s.order.MoveToFront(element)
	}
}

// Validate returns an error if there is no session of an id. The library calls it.
func (s *sessions) Validate(id string) (terminated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.byID[id]; !ok {
		return false, errNoSession
	}
	return false, nil
}

// Terminate forgets an id, and ends the requests under way in its session.
func (s *sessions) Terminate(id string) (notAllowed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if element, ok := s.byID[id]; ok {
		s.remove(element)
	}
	return false, nil
}

// expired removes the sessions that were silent for too long.
func (s *sessions) expired() (ids []string) {
	for element := s.order.Back(); element != nil; {
		c, next := of(element), element.Prev()
		if time.Since(c.used) < s.idle {
			break
		}
		if len(c.calls) == 0 {
			ids = append(ids, s.remove(element))
		}
		element = next
	}
	return ids
}

func (s *sessions) remove(element *list.Element) (id string) {
	c := of(element)
	s.order.Remove(element)
	delete(s.byID, c.id)
	for _, end := range c.calls {
		end()
	}
	return c.id
}

func of(element *list.Element) *session { return element.Value.(*session) }
