package library

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// IsModern reports whether a request is of revision 2026-07-28 or later.
func IsModern(ctx context.Context) bool { return server.IsModernRequest(ctx) }

// SessionID returns the id of a request's session, or "" if it has none.
func SessionID(ctx context.Context) string {
	if session := server.ClientSessionFromContext(ctx); session != nil {
		return session.SessionID()
	}
	return ""
}

// Client returns the name and the version that a request's client has declared.
func Client(ctx context.Context) mcpgo.Implementation {
	if known, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return known.GetClientInfo()
	}
	return mcpgo.Implementation{}
}

// Revision returns the protocol's revision that a request's session has agreed on, or "" if there is no session.
func Revision(ctx context.Context) string {
	if known, ok := server.ClientSessionFromContext(ctx).(server.SessionWithProtocolVersion); ok {
		return known.ProtocolVersion()
	}
	return ""
}

// firstWithElicitation is the oldest revision in which a server may ask.
const firstWithElicitation = "2025-06-18"

// Elicits reports whether the client declared that it can show a form. In 2026-07-28
// each request says so for itself, before that the session's initialize did.
func Elicits(ctx context.Context) bool {
	var can *mcpgo.ElicitationCapability
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		can = info.ClientCapabilities.Elicitation
	} else {
		session := server.ClientSessionFromContext(ctx)
		known, ok := session.(server.SessionWithClientInfo)
		versioned, hasVersion := session.(server.SessionWithProtocolVersion)
		if !ok || !hasVersion || versioned.ProtocolVersion() < firstWithElicitation {
			return false
		}
		can = known.GetClientCapabilities().Elicitation
	}
	return can != nil && (can.Form != nil || can.URL == nil) // a client that names no mode takes forms
}
