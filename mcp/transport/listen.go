package transport

import (
	"context"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// listen answers GET: with a stream for messages that belong to none of the client's requests, or,
// if Last-Event-ID is given, with the rest of a stream whose connection broke.
func (s *Server) listen(w http.ResponseWriter, r *http.Request, principal auth.Principal) {
	id, refused := sessionID(r)
	if refused == nil && !acceptsType(r, eventStream) {
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
	leaveSession, session, refused := s.enterSession(r, id, principal, cancel)
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
		s.readOn(w, r, id, last, principal.Within(session.granted).Granted())
		return
	}
	p := newReply(w, s.limits, true)
	p.sendKeepalives()
	defer p.sendAnswer()
	s.library.ServeHTTP(p.writer(), r)
}

// readOn sends the events of a stream that follow an event, until the stream ends.
func (s *Server) readOn(w http.ResponseWriter, r *http.Request, session, last, granted string) {
	st, next, ok := s.streams.resume(session, last, granted)
	if !ok {
		message.Denied(http.StatusBadRequest, "nothing is kept after event %q: send the request again", last).Send(w, nil)
		return
	}
	defer st.leaveStream()
	p := newReply(w, s.limits, true)
	p.sendKeepalives()
	defer p.sendAnswer()
	p.startStream()
	for {
		events, over, changed := st.eventsSince(next)
		for _, e := range events {
			if !p.repeatEvent(st.eventID(e.number), e.data) {
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
