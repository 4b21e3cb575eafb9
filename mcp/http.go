package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// bodyTimeout is how long a client may take to send one message.
const bodyTimeout = 30 * time.Second

// Handler serves MCP at the path of Options, and /health and /ready. Prefer
// Serve, which sets the limits of the connection too.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(s.path, s.guard)
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		if s.draining.Load() || s.ready(r.Context()) != nil {
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	return mux
}

// guard is what stands before the library: who may speak to us at all, how
// much, and in which session.
func (s *Server) guard(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if !s.allowedHost(r.Host) {
		deny(w, http.StatusForbidden, "host %q is not allowed; the setting mcp.allowed_hosts lists those that are, beside loopback", r.Host)
		return
	}
	origin := r.Header.Get("Origin")
	if !s.allowedOrigin(origin) {
		deny(w, http.StatusForbidden, "origin %q is not allowed; the setting mcp.allowed_origins lists those that are, beside loopback", origin)
		return
	}
	if slices.Contains(s.origins, origin) {
		crossOrigin(w.Header(), origin)
	}
	if s.draining.Load() {
		deny(w, http.StatusServiceUnavailable, "the server is shutting down")
		return
	}
	switch r.Method {
	case http.MethodPost:
		s.post(w, r)
	case http.MethodGet, http.MethodDelete:
		if !mcpgo.IsModernProtocol(r.Header.Get(mcpgo.HeaderProtocolVersion)) && !s.hasSession(w, r) {
			return
		}
		s.stream.ServeHTTP(w, r)
	case http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		deny(w, http.StatusMethodNotAllowed, "method %s has no meaning here", r.Method)
	}
}

// envelope is what must be known of a message before the library sees it. The
// library decides by the same fields, decoded in the same way.
type envelope struct {
	Method mcpgo.MCPMethod `json:"method"`
	Params struct {
		Meta *mcpgo.Meta `json:"_meta"`
	} `json:"params"`
}

func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	body, ok := s.readBody(w, r)
	if !ok {
		return
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		w.Header().Set("Retry-After", "1")
		deny(w, http.StatusServiceUnavailable, "%d messages are being answered already; try again", s.limits.Calls)
		return
	}
	var message envelope
	_ = json.Unmarshal(body, &message) // what is not JSON the library answers
	modern := mcpgo.IsModernProtocol(r.Header.Get(mcpgo.HeaderProtocolVersion)) ||
		mcpgo.IsModernProtocol(message.Params.Meta.ProtocolVersion())
	initialize := message.Method == mcpgo.MethodInitialize

	switch {
	case modern && message.Method == mcpgo.MCPMethod(mcpgo.MethodNotificationCancelled):
		// Without a session the library cannot tell whose call is meant. Closing
		// the POST of the call cancels it.
		w.WriteHeader(http.StatusAccepted)
		return
	case !modern && !initialize && !s.hasSession(w, r):
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !initialize || modern {
		s.stream.ServeHTTP(w, r)
		return
	}
	// The library makes the session known after it wrote the answer. A client
	// must not get it earlier: its next request would find no session.
	held := &heldResponse{ResponseWriter: w}
	s.stream.ServeHTTP(held, r)
	held.release()
}

// readBody reads a message, within its limits of size and time.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout)) // not every transport has one
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.maxBody))
	_ = control.SetReadDeadline(time.Time{})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		deny(w, http.StatusRequestEntityTooLarge, "the message is larger than %d bytes; the setting mcp.max_body_bytes is the limit", s.maxBody)
	case err != nil:
		deny(w, http.StatusBadRequest, "the message could not be read")
	}
	return body, err == nil
}

// hasSession checks the session of a request of the 2025 revisions and answers
// the request if it has none.
func (s *Server) hasSession(w http.ResponseWriter, r *http.Request) bool {
	id := r.Header.Get(server.HeaderKeySessionID)
	if id == "" {
		deny(w, http.StatusBadRequest, "no %s header: send initialize first, or use protocol version %s", server.HeaderKeySessionID, mcpgo.ProtocolVersion20260728)
		return false
	}
	if _, err := s.sessions.Validate(id); err != nil {
		deny(w, http.StatusNotFound, "no such session: send initialize again")
		return false
	}
	return true
}

// forget frees what the library holds for a session, by the only door it has.
func (s *Server) forget(id string) {
	header := http.Header{}
	header.Set(server.HeaderKeySessionID, id)
	s.stream.Handle(nowhere{}, &server.HTTPRequest{Method: http.MethodDelete, Header: header, Context: context.Background()})
}

func deny(w http.ResponseWriter, status int, format string, args ...any) {
	http.Error(w, fmt.Sprintf(format, args...), status)
}

func crossOrigin(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID")
	h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id")
}

// allowLists checks and normalizes the settings.
func allowLists(hosts, origins []string) (h, o []string, err error) {
	for _, host := range hosts {
		if host == "" || strings.ContainsAny(host, "/*@ ") {
			return nil, nil, fmt.Errorf("mcp: allowed host %q must be a name, with or without a port", host)
		}
		h = append(h, strings.ToLower(host))
	}
	for _, origin := range origins {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Path != "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, nil, fmt.Errorf("mcp: allowed origin %q must be scheme://host or scheme://host:port", origin)
		}
		o = append(o, strings.ToLower(origin))
	}
	return h, o, nil
}

// allowedHost holds the names by which a browser may have been led here: one
// that a stranger's DNS points at this machine is not ours.
func (s *Server) allowedHost(host string) bool {
	host = strings.ToLower(host)
	name := hostname(host)
	return loopback(name) || slices.Contains(s.hosts, host) || slices.Contains(s.hosts, name)
}

// allowedOrigin lets in what is no browser, and pages of this machine and of
// the setting.
func (s *Server) allowedOrigin(origin string) bool {
	if origin == "" || slices.Contains(s.origins, strings.ToLower(origin)) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && loopback(u.Hostname())
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

func loopback(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}
