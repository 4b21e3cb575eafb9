package pgtest

import (
	"context"
	"sync"
	"testing"
)

// filled are the databases of a server in which a text of SQL has run, by the text.
type filled struct {
	mu    sync.Mutex
	names map[string]string
}

// CreateFilled is CreateDB, and a text of SQL runs in the database. It runs once for all calls with that text: what it
// made is copied. What SQL sets for the database itself (ALTER DATABASE) is not.
func (s *Server) CreateFilled(tb testing.TB, sql string) string {
	tb.Helper()
	return s.createFor(tb, s.fill(tb, sql))
}

// fill returns the name of the database in which the text has run, which lives as long as the server.
func (s *Server) fill(tb testing.TB, sql string) string {
	tb.Helper()
	s.filled.mu.Lock()
	defer s.filled.mu.Unlock()
	if name, ok := s.filled.names[sql]; ok {
		return name
	}
	name := s.createFrom(tb, "template0")
	s.Exec(tb, name, sql)
	ctx, cancel := context.WithTimeout(context.Background(), askLimit)
	defer cancel()
	kept.close(ctx, s.Port, name) // PostgreSQL copies no database that somebody is connected to
	if s.filled.names == nil {
		s.filled.names = map[string]string{}
	}
	s.filled.names[sql] = name
	return name
}
