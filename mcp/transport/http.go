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
		mux.HandleFunc(path, s.guard)
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
		// Deadlines of the last answer on this connection would count still.
		control := http.NewResponseController(w)
		_ = control.SetWriteDeadline(time.Now().Add(s.limits.Write))
		if r.Body != http.NoBody { // also a body that is not read: the connection waits for its end
			_ = control.SetReadDeadline(time.Now().Add(s.limits.Read))
		}
		mux.ServeHTTP(w, r)
	})
}

// endpoints are the patterns of the endpoint: clients leave its path out, or end it with a slash.
func (s *Server) endpoints() []string {
	list := []string{"/{$}"}
	for _, path := range append([]string{s.path}, s.resource.aliases()...) {
		list = append(list, path, path+"/{$}")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// guard stands before the library: it decides who may send anything, how much, and in which
// session.
func (s *Server) guard(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Accel-Buffering", "no")
	h.Set("X-Content-Type-Options", "nosniff")
	if refused := s.foreign(r); refused != nil {
		s.turnAway(w, r, refused)
		return
	}
	if origin := r.Header.Get("Origin"); slices.Contains(s.origins, strings.ToLower(origin)) {
		crossOrigin(h, origin)
	}
	if r.Method == http.MethodOptions { // a browser asks without a token
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
		refused = s.hurried(principal)
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

// health says that the process runs, and which one: the state directory is told on an address
// that no other machine can reach.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if refused := s.foreign(r); refused != nil {
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

// maxHello bounds initialize, in bytes: the library keeps what a client says of
// itself, many times as large, as long as the session lives.
const maxHello = 32 << 10

func (s *Server) post(w http.ResponseWriter, r *http.Request, principal auth.Principal) {
	if refused := mediaTypes(r); refused != nil {
		refused.Send(w, nil)
		return
	}
	if principal.Proof == auth.Token { // an issuer may have been asked for long
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
	if principal, refused = s.meta(r, m, principal); refused != nil {
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
		if refused = s.permitted(r, from, m); refused != nil {
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

// permitted refuses a message that its sender may not send.
func (s *Server) permitted(r *http.Request, from Caller, m *message.Message) *message.Denial {
	if refused := s.permit(withCaller(r.Context(), from), m); refused != nil {
		return s.outOfScope(r, refused)
	}
	return nil
}

// postModern answers a message of the revision without sessions. It ends with
// its connection.
func (s *Server) postModern(w http.ResponseWriter, r *http.Request, m *message.Message, from Caller) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	ctx, stop := s.whileProven(ctx, from.Principal, sentToken(r, m))
	defer stop()
	leave, refused := s.place(ctx, m, &from, visitorOf(from.Principal.Name, "", r), cancel)
	if refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	defer leave()
	p := newReply(w, s.limits, m.IsCall() && accepts(r, eventStream))
	defer p.finish()
	p.watch()
	from.Outlet = p
	s.library.ServeHTTP(p.writer(), r.WithContext(withCaller(ctx, from)))
	p.answerEnded(ctx, m)
}

// initialize opens a session. The library makes it known after it wrote the
// answer. A client must not get that earlier: its next request would find no
// session.
func (s *Server) initialize(w http.ResponseWriter, r *http.Request, m *message.Message, from Caller) {
	who := visitorOf(from.Principal.Name, "", r)
	leave, refused := s.place(r.Context(), m, &from, who, nil)
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

// postInSession answers a message of the revisions that have sessions. It may
// outlive its connection: see reply.lost.
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
	if refused := s.permitted(r, from, m); refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	from.session = nil // the library knows it
	if m.Method == "" {
		s.takeAnswer(w, r, m, id)
		return
	}
	if m.IsCall() {
		defer s.running.begin(id, m.ID, cancel)()
	}
	var answering atomic.Pointer[reply]
	defer context.AfterFunc(r.Context(), func() {
		if p := answering.Load(); p != nil {
			p.lost(cancel)
		} else { // for a turn, nobody comes back
			cancel()
		}
	})()
	leave, refused := s.place(ctx, m, &from, visitorOf(from.Principal.Name, id, r), cancel)
	if refused != nil {
		s.turnAway(w, r, refused.To(m))
		return
	}
	defer leave()
	p := newReply(w, s.limits, m.IsCall() && accepts(r, eventStream))
	p.open = func() *stream { return s.streams.open(id, render.Token(), cancel) }
	p.primes = session.Revision >= mcpgo.ProtocolVersion20251125
	p.ending = s.whenEnding
	p.watch()
	from.Outlet = p
	defer p.finish()
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

// sessionID finds the session that a request of the 2025 revisions names.
func sessionID(r *http.Request) (string, *message.Denial) {
	if id := r.Header.Get(library.HeaderSession); id != "" {
		return id, nil
	}
	return "", message.Denied(http.StatusBadRequest, "no %s header: send initialize first, or use protocol version %s", library.HeaderSession, mcpgo.ProtocolVersion20260728)
}

// enterSession begins a request in a session that there is for a principal.
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

// endSession is DELETE.
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
	_, _ = w.Write([]byte(`{"message":"Session terminated"}` + "\n")) // a client that is gone needs no word
}

// releaseSession frees what is held for a session that had to go.
func (s *Server) releaseSession(id string) {
	s.library.EndSession(id)
	s.streams.purge(id)
	s.forgotten(id)
}

// turnAway answers a request with a denial, and has the log tell of those that an
// operator has to know: limits, and who may not speak.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, d *message.Denial) {
	if d.Data != nil || d.Status == http.StatusUnauthorized || d.Status == http.StatusForbidden {
		s.refusals.Note(d, r, s.log)
	}
	d.Send(w, d.ID)
}
