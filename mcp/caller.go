package mcp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"

	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// caller is what the transport knows of who sent a message, and the way back.
type caller struct {
	principal string
	remote    string // address
	trace     string // traceparent header
	outlet    outlet // nil: there is none
	// presence ends when the client is gone; nil: the transport cannot tell.
	presence context.Context //nolint:containedctx // it is the connection's, and only watched
	// session is where the call is direct, and so the library knows of none.
	session *client
	// ticket is the call's right to a place; nil: it needs none.
	ticket *admission.Ticket
}

// client is a session of the 2025 revisions, and what its client said of itself.
type client struct{ id, revision, application, version string }

// outlet takes messages that belong to a request and come before its answer.
// It reports whether one was taken.
type outlet interface{ Notify(message []byte) bool }

type callerKey struct{}

func withCaller(ctx context.Context, c caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

func callerFrom(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// visitorOf says who sends a request. Without a session a connection stands for
// one: it has one request at a time.
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

// pause gives the call's place to others while a person is asked; resume takes one
// again.
func (c caller) pause() (resume func(context.Context) error) {
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

// withTrace keeps the id of the trace that a call belongs to.
func withTrace(ctx context.Context, traceparent string) context.Context {
	if id := traceID(traceparent); id != "" {
		return context.WithValue(ctx, traceKey{}, id)
	}
	return ctx
}

// traceFrom is the trace of a call: as its message says (SEP-414), or else its
// request.
func traceFrom(ctx context.Context) string {
	if id, ok := ctx.Value(traceKey{}).(string); ok {
		return id
	}
	return traceID(callerFrom(ctx).trace)
}

// traceID takes the id out of a W3C traceparent, "" if it is none.
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
