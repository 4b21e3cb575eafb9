package transport

import "github.com/sallyportdb/sallyport/engine/opensessions"

// OpenSessions lists the sessions of clients of the 2025 revisions, which last from call to call. The engine knows which
// statements run in them.
func (s *Server) OpenSessions() []opensessions.Session { return s.sessions.list() }

func (s *sessions) list() (list []opensessions.Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for element := s.order.Back(); element != nil; element = element.Prev() {
		c := of(element)
		if c.client.Revision == "" {
			continue
		}
		one := opensessions.Session{
			ID: SessionShown(c.id), Door: "mcp", Principal: c.owner.principal, Application: c.client.Application, Version: c.client.Version,
			RemoteAddr: c.owner.address, Since: c.born, State: opensessions.Idle,
		}
		if len(c.calls) > 0 {
			one.State = opensessions.Active
		}
		list = append(list, one)
	}
	return list
}
