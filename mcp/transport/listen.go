package transport

import (
	"context"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// listen answers GET: a stream on which a 2025 client waits for what belongs
// to none of its requests, or, with Last-Event-ID, the rest of one that broke.
func (s *Server) listen(w http.ResponseWriter, r *http.Request, principal auth.Principal) {
	id, refused := sessionID(r)
	if refused == nil && !accepts(r, eventStream) {
		refused = message.Denied(http.StatusNotAcceptable, "what there is to GET is %s, and the Accept header does not take it", eventStream)
	}
	if refused != nil {
		refused.Send(w, nil)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	ctx, stop := s.whileProven(ctx, principal, sentToken(r, nil))
	defer stop()
	leaveSession, _, refused := s.enterSession(r, id, principal, cancel)
	if refused != nil {
		refused.Send(w, nil)
		return
	}
	defer leaveSession()
	leave, refused := s.listenerPlace(visitorOf(principal.Name, id, r), cancel)
	if refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	defer leave()
	r = r.WithContext(ctx)
	if last := r.Header.Get(mcpgo.HeaderLastEventID); last != "" {
		s.readOn(w, r, id, last)
		return
	}
	p := newReply(w, s.limits, true)
	p.watch()
	defer p.finish()
	s.library.ServeHTTP(p.writer(), r)
}

// readOn sends what a stream has said since an event, and what it still says.
func (s *Server) readOn(w http.ResponseWriter, r *http.Request, session, last string) {
	st, next, ok := s.streams.resume(session, last)
	if !ok {
		message.Denied(http.StatusBadRequest, "nothing is kept after event %q: send the request again", last).Send(w, nil)
		return
	}
	defer st.leave()
	p := newReply(w, s.limits, true)
	p.watch()
	defer p.finish()
	p.start()
	for {
		events, over, changed := st.since(next)
		for _, e := range events {
			if !p.repeat(st.eventID(e.number), e.data) {
				return
			}
			next = e.number + 1
		}
		if over {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}
