package mcp

import (
	"context"
	"encoding/json"
	"errors"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/mcp/wording"
)

// approver lets the engine ask the person behind the client about a call. nil: the client
// cannot ask one, and the desk decides.
func (s *Server) approver(ctx context.Context, c *call) engine.Approver {
	switch {
	case !s.mayElicit(ctx) || !library.Elicits(ctx):
		return nil
	case !library.IsModern(ctx):
		return dialog{s, c.end}
	case s.approvals == nil:
		return nil
	}
	return &c.trip
}

// dialog asks a client of the 2025 revisions while its call waits. The question goes on the stream of the call, so
// that only the caller can see and answer it.
type dialog struct {
	server *Server
	end    context.CancelFunc // of the call
}

// Ask implements engine.Approver. It ends with ctx, and an answer that comes
// later finds no question.
func (d dialog) Ask(ctx context.Context, r approval.Request) engine.Answer {
	var response mcpgo.ElicitationResponse
	result, err := d.server.Ask(ctx, mcpgo.MethodElicitationCreate, question(r))
	if err == nil {
		err = json.Unmarshal(result, &response)
	}
	switch {
	case errors.Is(err, transport.ErrHungUp):
		d.end()
		return engine.Gone
	case ctx.Err() != nil && err != nil:
		return engine.NoAnswer
	case err != nil: // the client does not know the method, or its answer makes no sense
		d.server.log.Info("a client did not answer what it was asked", "approval", r.ID, "error", render.Shorten(err.Error(), 200))
		return engine.Unavailable
	}
	answer, err := readDecision(response)
	if err != nil {
		d.server.log.Info("a client's answer is none", "approval", r.ID, "error", err)
	}
	return answer
}

// The one field of the form. A person has to choose a word. A client that fills in forms by itself, takes
// the first word of a list, or sends an empty form has not approved.
const (
	decisionField = "decision"
	approveWord   = "approve"
	rejectWord    = "reject"
)

// question is the form that a client shows its person.
func question(r approval.Request) mcpgo.ElicitationParams {
	return mcpgo.ElicitationParams{
		Message: wording.Of(r),
		RequestedSchema: schema{
			"type": "object",
			"properties": schema{decisionField: schema{
				"type": "string", "title": "Decision",
				"description": "approve: it runs once. reject: it does not run.",
				"enum":        []string{rejectWord, approveWord},
			}},
			"required": []string{decisionField},
		},
	}
}

// readDecision reads a person's decision. Only accept together with the word approve is an approval. A
// response that says neither yes nor no is an error, and the answer is Unavailable.
func readDecision(r mcpgo.ElicitationResponse) (engine.Answer, error) {
	switch r.Action {
	case mcpgo.ElicitationResponseActionDecline:
		return engine.Declined, nil
	case mcpgo.ElicitationResponseActionCancel:
		return engine.Cancelled, nil
	case mcpgo.ElicitationResponseActionAccept:
	default:
		return engine.Unavailable, arguments.Invalid("the action of the answer is none of accept, decline and cancel")
	}
	content, _ := r.Content.(map[string]any)
	switch content[decisionField] {
	case approveWord:
		return engine.Accepted, nil
	case rejectWord:
		return engine.Declined, nil
	}
	return engine.Unavailable, arguments.Invalid("the answer says accept, and its %q is neither %q nor %q", decisionField, approveWord, rejectWord)
}
