package mcp

import (
	"container/list"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"
)

// sessions are the sessions of clients of the 2025 revisions. The number is
// bounded: when there is no room, the one that has been silent longest goes, one
// with something under way last.
// One that was silent for too long, with nothing under way, goes too. Safe for
// concurrent use.
type sessions struct {
	limit int
	idle  time.Duration
	gone  func(id string) // called without the lock for an id that had to go

	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of *session, the most recently used first
}

// session belongs to whoever initialized it, and to nobody before it is bound.
type session struct {
	id     string
	owner  string
	client client // its revision is "" before it is bound
	used   time.Time
	calls  map[int]func() // what is under way in it, and how to end it
	last   int
}

func newSessions(limit int, idle time.Duration) *sessions {
	return &sessions{limit: limit, idle: idle, gone: func(string) {}, byID: map[string]*list.Element{}, order: list.New()}
}

var errNoSession = errors.New("no such session")

const sessionPrefix = "mcp-"

// sessionShown is what records and logs say of a session: enough of its id to tell
// it from others, too little to use it. Whoever may query the records must not
// get into the sessions of others.
func sessionShown(id string) string {
	const shown = len(sessionPrefix) + 10 // of 26 letters
	if strings.HasPrefix(id, sessionPrefix) && len(id) > shown {
		return id[:shown]
	}
	return id
}

// Generate mints an id.
func (s *sessions) Generate() string {
	id := sessionPrefix + rand.Text()
	s.mu.Lock()
	old := s.expired()
	if s.order.Len() >= s.limit {
		old = append(old, s.remove(s.mostSilent()))
	}
	s.byID[id] = s.order.PushFront(&session{id: id, used: time.Now(), calls: map[int]func(){}})
	s.mu.Unlock()
	for _, id := range old {
		s.gone(id)
	}
	return id
}

// mostSilent is the session that goes when there is no room: whoever opens
// sessions without end must not end what runs in those of others.
func (s *sessions) mostSilent() *list.Element {
	for element := s.order.Back(); element != nil; element = element.Prev() {
		if len(of(element).calls) == 0 {
			return element
		}
	}
	return s.order.Back()
}

// bind makes a session one principal's, for a revision of the protocol. Nobody
// can use it before.
func (s *sessions) bind(principal string, c client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if element, ok := s.byID[c.id]; ok {
		of(element).owner, of(element).client = principal, c
	}
}

// enter begins a request in a session: it is not idle until leave. end is
// called if the session ends before. There is no session for anyone but its
// owner.
func (s *sessions) enter(id, principal string, end func()) (leave func(), c *client, err error) {
	s.mu.Lock()
	old := s.expired()
	element, ok := s.byID[id]
	if ok = ok && of(element).client.revision != "" && of(element).owner == principal; ok {
		place := s.begin(element, end)
		c = &of(element).client
		leave = func() { s.leave(element, place) }
	}
	s.mu.Unlock()
	for _, id := range old {
		s.gone(id)
	}
	if !ok {
		return nil, nil, errNoSession
	}
	return leave, c, nil
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

// Validate says whether an id is alive.
func (s *sessions) Validate(id string) (terminated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.byID[id]; !ok {
		return false, errNoSession
	}
	return false, nil
}

// Terminate forgets an id, and ends what is under way in its session.
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
