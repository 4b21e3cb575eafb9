package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// Handler serves MCP at the path of Options, and /health and /ready. Prefer
// Serve, which sets the limits of the connection too.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range s.endpoints() {
		mux.HandleFunc(path, s.handleGuarded)
	}
	s.serveMetadata(mux)
	for pattern, handler := range s.also {
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /health", s.health)
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		if s.draining.Load() || s.ready(r.Context()) != nil {
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	secure := s.resource != nil && strings.HasPrefix(s.resource.URL, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secure {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		// The deadlines of the last answer on this connection would still count.
		control := http.NewResponseController(w)
		_ = control.SetWriteDeadline(time.Now().Add(s.limits.Write))
		if r.Body != http.NoBody { // the connection waits for the end of a body that is not read, too
			_ = control.SetReadDeadline(time.Now().Add(s.limits.Read))
		}
		mux.ServeHTTP(w, r)
	})
}

// endpoints returns the patterns of the endpoint: some clients leave the path out, or end it with a slash.
func (s *Server) endpoints() []string {
	list := []string{"/{$}"}
	for _, path := range append([]string{s.path}, s.resource.aliases()...) {
		list = append(list, path, path+"/{$}")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// handleGuarded handles each request before the library does: it decides who may send messages, how
// large they may be, and in which session they are.
func (s *Server) handleGuarded(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Accel-Buffering", "no")
	h.Set("X-Content-Type-Options", "nosniff")
	if refused := s.refuseForeign(r); refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	if origin := r.Header.Get("Origin"); slices.Contains(s.origins, strings.ToLower(origin)) {
		crossOrigin(h, origin)
	}
	if r.Method == http.MethodOptions { // a browser's preflight request has no token
		h.Set("Allow", methods)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if s.draining.Load() {
		errShuttingDown().Send(w, nil)
		return
	}
	principal, refused := s.authenticate(r)
	if refused == nil {
		refused = s.refuseHurried(principal)
	} else if s.waitsForMeta(r) {
		principal, refused = auth.Principal{}, nil
	}
	if refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	modern := mcpgo.IsModernProtocol(r.Header.Get(mcpgo.HeaderProtocolVersion))
	switch {
	case r.Method == http.MethodPost:
		s.post(w, r, principal)
	case modern || r.Method != http.MethodGet && r.Method != http.MethodDelete:
		h.Set("Allow", methods)
		if modern {
			h.Set("Allow", http.MethodPost)
		}
		message.Denied(http.StatusMethodNotAllowed, "method %s has no meaning here", r.Method).Send(w, nil)
	case r.Method == http.MethodGet:
		s.listen(w, r, principal)
	default:
		s.endSession(w, r, principal)
	}
}

// health answers that the process runs. It names the process's state directory to requests on an
// address that no other machine can reach.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if refused := s.refuseForeign(r); refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	said := struct {
		Status     string `json:"status"`
		ProjectDir string `json:"projectDir,omitempty"` // the state directory: a server has one
		Port       int    `json:"port,omitempty"`
	}{Status: "ok"}
	if here, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		said.Port = here.Port
	}
	if fromThisMachine(r) {
		said.ProjectDir = s.stateDir
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(said)
}

const methods = "GET, POST, DELETE, OPTIONS"

// maxHello bounds an initialize message, in bytes: the library keeps the declared capabilities,
// in many times the size, as long as the session lives.
const maxHello = 32 << 10

func (s *Server) post(w http.ResponseWriter, r *http.Request, principal auth.Principal) {
	if refused := checkMediaTypes(r); refused != nil {
		refused.Send(w, nil)
		return
	}
	if principal.Proof == auth.Token { // asking an issuer may have taken long
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.limits.Read))
	}
	body, forget, refused := s.readBody(w, r)
	defer forget()
	if refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	m, refused := message.Read(body)
	if refused != nil {
		refused.Send(w, m.ID)
		return
	}
	if principal, refused = s.principalOf(r, m, principal); refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	modern := m.Modern() || mcpgo.IsModernProtocol(r.Header.Get(mcpgo.HeaderProtocolVersion))
	id := ""
	if !modern && m.Method != mcpgo.MethodInitialize {
		if id, refused = sessionID(r); refused != nil {
			refused.Send(w, m.ID)
			return
		}
	}
	from := Caller{Principal: principal, Remote: r.RemoteAddr, trace: r.Header.Get("traceparent")}
	if id == "" {
		if refused = s.checkPermitted(r, from, m); refused != nil {
			s.turnAway(w, r, refused.To(m))
			return
		}
	}
	switch {
	case modern && m.Method == mcpgo.MCPMethod(mcpgo.MethodNotificationCancelled):
		// Without a session the library cannot tell whose call is meant. Closing
		// the POST of the call cancels it.
		w.WriteHeader(http.StatusAccepted)
	case modern:
		s.postModern(w, r, m, from)
	case m.Method == mcpgo.MethodInitialize && len(body) > maxHello:
		message.Denied(http.StatusRequestEntityTooLarge, "initialize is larger than %d bytes: what a client says of itself has to be brief", maxHello).Send(w, m.ID)
	case m.Method == mcpgo.MethodInitialize:
		s.initialize(w, r, m, from)
	default:
		s.postInSession(w, r, m, id, from)
	}
}

// checkPermitted returns the refusal of a message that its sender may not send, or nil.
func (s *Server) checkPermitted(r *http.Request, from Caller, m *message.Message) *message.Denial {
	if refused := s.permit(withCaller(r.Context(), from), m); refused != nil {
		return s.outOfScope(r, refused)
	}
	return nil
}

// postModern answers a message of the revision without sessions. The call ends when its
// connection does.
func (s *Server) postModern(w http.ResponseWriter, r *http.Request, m *message.Message, from Caller) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	ctx, stop := s.whileProven(ctx, from.Principal, sentToken(r, m))
	defer stop()
	leave, refused := s.takePlace(ctx, m, &from, visitorOf(from.Principal.Name, "", r), cancel)
	if refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	defer leave()
	p := newReply(w, s.limits, m.IsCall() && acceptsType(r, eventStream))
	defer p.sendAnswer()
	p.sendKeepalives()
	from.Outlet = p
	s.library.ServeHTTP(p.writer(), r.WithContext(withCaller(ctx, from)))
	p.answerEnded(ctx, m)
}

// initialize opens a session. The library writes the answer before it registers the session. So the
// answer is held until then: the client's next request must find the session.
func (s *Server) initialize(w http.ResponseWriter, r *http.Request, m *message.Message, from Caller) {
	who := visitorOf(from.Principal.Name, "", r)
	leave, refused := s.takePlace(r.Context(), m, &from, who, nil)
	if refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	defer leave()
	held := &heldResponse{ResponseWriter: w}
	s.library.ServeHTTP(held, r.WithContext(withCaller(r.Context(), from)))
	hello := helloOf(m, w.Header().Get(library.HeaderSession), held.revision())
	hello.granted = from.Principal
	if !s.sessions.bind(who, hello) {
		w.Header().Del(library.HeaderSession)
		s.turnAway(w, r, s.noRoomForSession().To(m))
		return
	}
	held.release()
}

// postInSession answers a message of the revisions that have sessions. The call may outlive
// its connection: see reply.noteLost.
func (s *Server) postInSession(w http.ResponseWriter, r *http.Request, m *message.Message, id string, from Caller) {
	ctx, cancel, stop := s.cancelable(context.WithoutCancel(r.Context()), from.Principal, func() string { return sentToken(r, m) })
	defer stop()
	leaveSession, session, refused := s.enterSession(r, id, from.Principal, cancel)
	if refused != nil {
		refused.Send(w, m.ID)
		return
	}
	defer leaveSession()
	from.Principal, from.session = from.Principal.Within(session.granted), session
	if refused := s.checkPermitted(r, from, m); refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	from.session = nil // the library knows the session
	if m.Method == "" {
		s.takeAnswer(w, r, m, id, from.Principal.Granted())
		return
	}
	if m.IsCall() {
		defer s.running.begin(id, m.ID, cancel)()
	}
	var answering atomic.Pointer[reply]
	defer context.AfterFunc(r.Context(), func() {
		if p := answering.Load(); p != nil {
			p.noteLost(cancel)
		} else { // a client does not come back for a call that waits for its turn
			cancel()
		}
	})()
	leave, refused := s.takePlace(ctx, m, &from, visitorOf(from.Principal.Name, id, r), cancel)
	if refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	defer leave()
	p := newReply(w, s.limits, m.IsCall() && acceptsType(r, eventStream))
	granted := from.Principal.Granted()
	p.open = func() *stream { return s.streams.open(id, render.Token(), granted, cancel) }
	p.primes = session.Revision >= mcpgo.ProtocolVersion20251125
	p.ending = s.whenEnding
	p.sendKeepalives()
	from.Outlet = p
	defer p.sendAnswer()
	answering.Store(p)
	if m.Method == mcpgo.MCPMethod(mcpgo.MethodNotificationCancelled) {
		s.running.cancel(id, m)
	}
	if answer := s.direct(m); answer != nil {
		from.session = session
		answer(withCaller(ctx, from), p.writer())
		return
	}
	s.library.ServeHTTP(p.writer(), r.WithContext(withCaller(ctx, from)))
	p.answerEnded(ctx, m)
}

// sessionID returns the id of the session that a request of the 2025 revisions names.
func sessionID(r *http.Request) (string, *message.Denial) {
	if id := r.Header.Get(library.HeaderSession); id != "" {
		return id, nil
	}
	return "", message.Denied(http.StatusBadRequest, "no %s header: send initialize first, or use protocol version %s", library.HeaderSession, mcpgo.ProtocolVersion20260728)
}

// enterSession begins a request in a session of a principal.
func (s *Server) enterSession(r *http.Request, id string, principal auth.Principal, end func()) (leave func(), c *Client, refused *message.Denial) {
	leave, c, err := s.sessions.enter(id, principal, end)
	if err != nil {
		return nil, nil, message.Denied(http.StatusNotFound, "no such session: send initialize again")
	}
	if version := r.Header.Get(mcpgo.HeaderProtocolVersion); version != "" && !mcpgo.IsValidProtocolVersion(version) {
		leave()
		return nil, nil, message.Denied(http.StatusBadRequest, "protocol version %.40q is not served", version)
	}
	return leave, c, nil
}

// endSession answers DELETE: it ends the session.
func (s *Server) endSession(w http.ResponseWriter, r *http.Request, principal auth.Principal) {
	id, refused := sessionID(r)
	if refused == nil {
		var leave func()
		if leave, _, refused = s.enterSession(r, id, principal, func() {}); refused == nil {
			leave()
		}
	}
	if refused != nil {
		refused.Send(w, nil)
		return
	}
	s.releaseSession(id)
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"message":"Session terminated"}` + "\n")) // the client may be gone
}

// releaseSession frees what is held for a session that was ended to make room.
func (s *Server) releaseSession(id string) {
	s.library.EndSession(id)
	s.streams.purgeSession(id)
	s.forgotten(id)
}

// turnAway answers a request with a denial. It logs denials that an operator has to know: met
// limits, and callers without the right to call.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, d *message.Denial) {
	if d.Data != nil || d.Status == http.StatusUnauthorized || d.Status == http.StatusForbidden {
		s.refusals.Note(d, r, s.log)
	}
	d.Send(w, d.ID)
}
