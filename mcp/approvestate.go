package mcp

import (
	"context"
	"encoding/json"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A client of 2026-07-28 is asked by the answer to its call: input_required, with the question and a
// state. It asks its person and calls again with the same arguments, the person's answer and the state.
// The state is sealed, so that a client can neither read nor make one. It names one request of the store,
// which can be decided once, and it is good for the same call of the same principal only. The call is
// judged anew, like any call: the state only says which question the answer belongs to.

const (
	statePurpose = "mcp requestState 1"
	// inputKey is the name of the question among inputRequests.
	inputKey = "approval"
)

// state is the content of a requestState, before it is sealed.
type state struct {
	ID        string    `json:"id"`
	Digest    string    `json:"digest"` // of the request: what would run
	Principal string    `json:"principal"`
	Tool      string    `json:"tool"`
	Args      string    `json:"args"` // a digest
	Expires   time.Time `json:"expires"`
}

// trip is one leg of such an exchange: one call's part in it.
type trip struct {
	digest string // of the tool and its arguments
	id     string // of the request that the client brought an answer to; "": it brought none
	answer engine.Answer
	later  bool // the client is to be asked, and to call again
}

// Ask implements engine.Approver. It returns the answer that came with the call, if that answers the
// request that the engine asks about.
func (t *trip) Ask(_ context.Context, r approval.Request) engine.Answer {
	if t.id != "" && t.id == r.ID {
		return t.answer
	}
	t.later = true
	return engine.Later
}

// resume reads what a call brings from an earlier leg. After an error, which says what is wrong with it,
// the call does not run.
func (s *Server) resume(ctx context.Context, c *call, p mcpgo.MultiRoundTripParams) error {
	if s.approvals == nil || !s.mayElicit(ctx) || !library.IsModern(ctx) {
		return nil
	}
	canonical, err := json.Marshal(c.args) // with its keys in order
	if err != nil {
		return err
	}
	c.trip = trip{digest: s.approvals.Digest("mcp arguments", c.tool.name, string(canonical))}
	if p.RequestState == "" {
		return nil // without a state the answer belongs to no question
	}
	st, err := s.unseal(p.RequestState)
	if err != nil {
		return err
	}
	if err := s.checkState(ctx, c, st); err != nil {
		return err
	}
	answer, there, err := broughtAnswer(p.InputResponses)
	if err != nil || !there {
		return err // if the client brought no answer, the person is asked again
	}
	r, err := s.stillOpen(st, answer)
	if err != nil {
		return err
	}
	c.trip.id, c.trip.answer = r.ID, answer
	return nil
}

func (s *Server) unseal(sealed string) (state, error) {
	var st state
	raw, err := s.approvals.Unseal(statePurpose, sealed)
	if err != nil {
		return st, errState("it is not one that this server gave out, or it was altered")
	}
	if err := json.Unmarshal(raw, &st); err != nil {
		return st, err
	}
	return st, nil
}

// checkState compares a state with the call that it came with.
func (s *Server) checkState(ctx context.Context, c *call, st state) error {
	switch {
	case st.Principal != s.client(ctx, "").Principal.Name:
		return errState("it was given to somebody else")
	case st.Tool != c.tool.name:
		return errState("it belongs to a call of " + st.Tool)
	case st.Args != c.trip.digest:
		return errState("it belongs to a call with other arguments")
	case !time.Now().Before(st.Expires):
		return errState("it has expired")
	}
	return nil
}

// stillOpen returns the request that a state names, if the answer can still count: each request can be
// answered once.
func (s *Server) stillOpen(st state, answer engine.Answer) (approval.Request, error) {
	r, err := s.approvals.Get(st.ID)
	switch {
	case err != nil:
		return r, errState("its request " + st.ID + " is not kept any more")
	case r.Digest != st.Digest:
		return r, errState("it belongs to another request")
	case r.State == approval.Pending:
		return r, nil
	case r.State == approval.Approved && answer == engine.Accepted:
		return r, nil // somebody else has approved it meanwhile
	case r.State == approval.Approved:
		return r, sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: the answer is no, though %s was approved meanwhile", r.ID).
			WithHint("Nothing was run.")
	case r.State == approval.Denied:
		return r, sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: %s was denied (%s)", r.ID, r.Channel).
			WithHint("Nothing was run.")
	}
	return r, errState("its request " + r.ID + " is " + string(r.State) + ", and each can be answered once")
}

func errState(why string) error {
	return arguments.Invalid("this requestState cannot be used: %s", why).
		WithHint("Nothing was run. Call again without requestState and inputResponses to ask anew.")
}

// broughtAnswer returns the answer among inputResponses, if there is one. Answers under other keys are ignored.
func broughtAnswer(responses mcpgo.InputResponses) (answer engine.Answer, there bool, err error) {
	response, there := responses[inputKey]
	if !there {
		return engine.Later, false, nil
	}
	if response.DecodeFor(mcpgo.MethodElicitationCreate) != nil || response.Elicitation == nil {
		return engine.Unavailable, true, errAnswer(arguments.Invalid("it is no answer to elicitation/create"))
	}
	answer, err = readDecision(response.Elicitation.ElicitationResponse)
	if err != nil {
		return answer, true, errAnswer(err)
	}
	return answer, true, nil
}

func errAnswer(why error) error {
	return arguments.Invalid("inputResponses.%s cannot be used: %s", inputKey, sqlstate.From(why).Message).
		WithHint(`Nothing was run, and the question stands: {"action": "accept", "content": {%q: %q}}, {"action": "decline"} or {"action": "cancel"}, as the person says.`, decisionField, approveWord)
}

// input asks the client for its person's answer.
func (s *Server) input(c *call, r *approval.Request) (*mcpgo.CallToolResult, error) {
	raw, err := json.Marshal(state{
		ID: r.ID, Digest: r.Digest, Principal: r.Principal, Tool: c.tool.name, Args: c.trip.digest, Expires: r.Expires,
	})
	if err != nil {
		return nil, err
	}
	sealed, err := s.approvals.Seal(statePurpose, raw)
	if err != nil {
		return nil, err
	}
	return library.InputRequired(sealed, inputKey, question(*r)), nil
}
