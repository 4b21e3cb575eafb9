package mcp

import (
	"context"
	"slices"
	"strings"
)

// deskOnly are clients and principals that do not approve by themselves.
type deskOnly struct{ clients, principals []string }

// holds reports whether the desk alone decides for a client. A client can claim any name, so
// the list of clients helps against mistakes only; principals have tokens.
func (d deskOnly) holds(client, principal string) bool {
	return slices.Contains(d.principals, principal) ||
		slices.ContainsFunc(d.clients, func(name string) bool { return strings.EqualFold(name, client) })
}

// mayElicit reports whether the person behind the client of a call may be asked.
func (s *Server) mayElicit(ctx context.Context) bool {
	if !s.elicitation {
		return false
	}
	who := s.client(ctx, "")
	return !s.deskOnly.holds(who.Application, who.Principal.Name)
}

// infoApprovals says who may approve what a client wants to run.
type infoApprovals struct {
	Client bool `json:"client"` // the person at the client, where it offers elicitation
	Desk   bool `json:"desk"`
}

// whoApproves says who could approve calls of this client. It returns nil if the mode asks nobody.
func (s *Server) whoApproves(ctx context.Context) *infoApprovals {
	desk, asks := s.engine.Desk()
	if !asks || s.approvals == nil {
		return nil
	}
	return &infoApprovals{Client: s.mayElicit(ctx), Desk: desk}
}

func (a *infoApprovals) text() string {
	switch {
	case a.Client && a.Desk:
		return "Approvals: the person at the client, where it offers elicitation, or the approval desk."
	case a.Client:
		return "Approvals: the person at the client, where it offers elicitation."
	case a.Desk:
		return "Approvals: the approval desk alone; no answer of this client counts."
	}
	return "Approvals: nobody can be asked."
}
