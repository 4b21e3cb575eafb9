package mcp

import (
	"container/list"
	"crypto/rand"
	"errors"
	"sync"
)

// sessions are the session ids of clients of the 2025 revisions. The number is
// bounded: when there is no room, the one that has been silent longest goes.
// Safe for concurrent use.
type sessions struct {
	limit int
	gone  func(id string) // called without the lock for an id that had to go

	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of string, the most recently used first
}

func newSessions(limit int) *sessions {
	return &sessions{limit: limit, gone: func(string) {}, byID: map[string]*list.Element{}, order: list.New()}
}

var errNoSession = errors.New("no such session")

// Generate mints an id.
func (s *sessions) Generate() string {
	id := "mcp-" + rand.Text()
	s.mu.Lock()
	var oldest string
	if s.order.Len() >= s.limit {
		oldest = s.order.Remove(s.order.Back()).(string)
		delete(s.byID, oldest)
	}
	s.byID[id] = s.order.PushFront(id)
	s.mu.Unlock()
	if oldest != "" {
		s.gone(oldest)
	}
	return id
}

// Validate says whether an id is alive, and that it was used just now.
func (s *sessions) Validate(id string) (terminated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	element, ok := s.byID[id]
	if !ok {
		return false, errNoSession
	}
	s.order.MoveToFront(element)
	return false, nil
}

// Terminate forgets an id.
func (s *sessions) Terminate(id string) (notAllowed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if element, ok := s.byID[id]; ok {
		s.order.Remove(element)
		delete(s.byID, id)
	}
	return false, nil
}
