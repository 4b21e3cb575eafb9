package transport

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Caller is the sender of a message, with the way back to it.
type Caller struct {
	Principal auth.Principal
	Remote    string // the client's address; "": the client is on a pipe
	Outlet    Outlet // nil: messages cannot be sent before the answer
	// Presence ends when the client is gone; nil: that is never known.
	Presence context.Context //nolint:containedctx // it is the connection's, and only watched
	trace    string          // the traceparent header
	// session is the session of a direct call, which the library does not know.
	session *Client
	// ticket is the call's right to a place; nil: it needs none.
	ticket *admission.Ticket
}

// Client is a session, with what its client declared.
type Client struct {
	ID                   string // of the session; "": there is none
	Revision             string // of the protocol, for sessions over HTTP
	Application, Version string

	granted auth.Principal // the principal who began the session, with the scopes of that time
}

// Outlet sends messages that belong to a request and come before its answer. It reports whether a
// message was taken.
type Outlet interface{ Notify(message []byte) bool }

type callerKey struct{}

func withCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// From returns the caller of the message that a context belongs to.
func From(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// ClientOf returns the session and the client of a message, as far as they are known.
func ClientOf(ctx context.Context) Client {
	if c := From(ctx).session; c != nil {
		return *c
	}
	said := library.Client(ctx)
	return Client{ID: library.SessionID(ctx), Application: render.Shorten(said.Name, maxName), Version: render.Shorten(said.Version, maxName)}
}

// Revision returns the protocol's revision that a message's session has agreed on, or "" if there is no
// session.
func Revision(ctx context.Context) string {
	if c := From(ctx).session; c != nil {
		return c.Revision
	}
	return library.Revision(ctx)
}

// maxName bounds the name and the version that a client declares, in bytes.
const maxName = 100

// helloOf returns the client that an initialize message declares.
func helloOf(m *message.Message, id, revision string) Client {
	var params struct {
		Client struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"clientInfo"`
	}
	_ = json.Unmarshal(m.Params, &params) // the library answers wrong parameters
	said := params.Client
	return Client{ID: id, Revision: revision, Application: render.Shorten(said.Name, maxName), Version: render.Shorten(said.Version, maxName)}
}

// visitorOf returns the sender of a request. A connection stands for a session that is missing: it has one request at a
// time.
func visitorOf(principal, session string, r *http.Request) admission.Visitor {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if session == "" {
		session = r.RemoteAddr
	}
	return admission.Visitor{Principal: principal, Address: host, Session: session}
}

// Pause gives the call's place to others while a person is asked. resume takes a place again.
func (c Caller) Pause() (resume func(context.Context) error) {
	if c.ticket == nil {
		return func(context.Context) error { return nil }
	}
	c.ticket.GiveBack()
	return func(ctx context.Context) error {
		err := c.ticket.TakeAgain(ctx)
		var full *admission.Full
		if errors.As(err, &full) {
			return sqlstate.New(sqlstate.TooManyConnections, "%s", full.Error()).
				WithHint("Nothing was run, and the approval stands: run the same statement again.")
		}
		return err
	}
}

type traceKey struct{}

// WithTrace keeps the id of the trace that a call belongs to.
func WithTrace(ctx context.Context, traceparent string) context.Context {
	if id := traceID(traceparent); id != "" {
		return context.WithValue(ctx, traceKey{}, id)
	}
	return ctx
}

// Trace returns the id of a call's trace, from its message (SEP-414), or else from the HTTP
// request.
func Trace(ctx context.Context) string {
	if id, ok := ctx.Value(traceKey{}).(string); ok {
		return id
	}
	return traceID(From(ctx).trace)
}

// traceID returns the id in a W3C traceparent, or "" if the text is none.
func traceID(traceparent string) string {
	if len(traceparent) < 55 || len(traceparent) > 100 {
		return ""
	}
	parts := strings.SplitN(traceparent, "-", 4)
	if len(parts) != 4 || len(parts[0]) != 2 || parts[0] == "ff" || len(parts[1]) != 32 || len(parts[2]) != 16 {
		return ""
	}
	for _, part := range parts[:3] {
		if strings.Trim(part, "0123456789abcdef") != "" {
			return ""
		}
	}
	if strings.Trim(parts[1], "0") == "" || strings.Trim(parts[2], "0") == "" {
		return ""
	}
	return parts[1]
}
