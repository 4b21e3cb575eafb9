package engine

import (
	"cmp"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/engine/opensessions"
	"github.com/sallyportdb/sallyport/planner/redact"
)

// OpenSessions lists the open sessions, the oldest first, with their statements without secrets. A door whose
// clients have no session between calls adds those clients itself.
func (e *Engine) OpenSessions() []opensessions.Session {
	list := e.sessions.List()
	slices.SortFunc(list, func(a, b opensessions.Session) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID))
	})
	unknown := redact.Known{Prepared: func(string) (string, bool) { return "", false }}
	for i := range list {
		if list[i].Statement != "" {
			list[i].Statement = e.config.Redactor.Executed(list[i].Statement, unknown).Text
		}
	}
	return list
}

// describeSession describes the session to others: who it is, and since when.
func (s *Session) describeSession(since time.Time) opensessions.Session {
	return opensessions.Session{
		ID: s.who.Session, Door: s.who.Door, Principal: s.who.Principal, Application: s.who.Application, Version: s.who.Version,
		RemoteAddr: s.who.RemoteAddr, Source: s.who.Source, Mode: s.who.Mode, Since: since,
	}
}
