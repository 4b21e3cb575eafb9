//go:build conformance

package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func fixtureName(message, field string) mcpgo.ElicitationParams {
	return fixtureForm(message, fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"string"}},"required":[%q]}`, field, field))
}

func fixtureForm(message, requested string) mcpgo.ElicitationParams {
	return mcpgo.ElicitationParams{Message: message, RequestedSchema: json.RawMessage(requested)}
}

var fixtureConfirm = fixtureForm("Please confirm", `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`)

func fixtureQuestion(text string, tokens int) mcpgo.CreateMessageParams {
	return mcpgo.CreateMessageParams{Messages: []mcpgo.SamplingMessage{{Role: mcpgo.RoleUser, Content: fixtureText(text)}}, MaxTokens: tokens}
}

// fixtureAnswer is the value of a field of a form that a client filled in.
func fixtureAnswer(r mcpgo.InputResponses, id, field string) (string, bool) {
	result := server.ElicitationResponse(r, id)
	if result == nil || result.Action != mcpgo.ElicitationResponseActionAccept {
		return "", false
	}
	content, _ := result.Content.(map[string]any)
	value, ok := content[field].(string)
	return value, ok
}

var fixtureKey = []byte("the suite may know this one")

// fixtureState is a state that cannot be altered.
func fixtureState(state string) string {
	mac := hmac.New(sha256.New, fixtureKey)
	mac.Write([]byte(state))
	return state + "." + hex.EncodeToString(mac.Sum(nil))
}

func fixtureStateOf(text string) (string, error) {
	state, _, _ := strings.Cut(text, ".")
	if !hmac.Equal([]byte(fixtureState(state)), []byte(text)) {
		return "", fmt.Errorf("requestState was altered: %w", mcpgo.ErrInvalidParams)
	}
	return state, nil
}

// addRounds offers the tools that need several rounds (input_required).
func (s *Server) addRounds() {
	s.rounds("elicitation", func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		name, ok := fixtureAnswer(r.Params.InputResponses, "user_name", "name")
		if !ok {
			ask.Elicit("user_name", fixtureName("What is your name?", "name"))
		}
		return "Hello, " + name + "!", nil
	})
	s.rounds("sampling", func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		result := server.SamplingResponse(r.Params.InputResponses, "capital_question")
		if result == nil {
			ask.Sample("capital_question", fixtureQuestion("What is the capital of France?", 100))
			return "", nil
		}
		content, _ := json.Marshal(result.Content)
		return string(content), nil
	})
	s.rounds("list_roots", func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		roots := server.RootsResponse(r.Params.InputResponses, "client_roots")
		if roots == nil {
			ask.Roots("client_roots")
			return "", nil
		}
		list, _ := json.Marshal(roots.Roots)
		return "Roots: " + string(list), nil
	})
	confirmed := func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		if r.Params.RequestState == "" {
			ask.RequestState(fixtureState("asked")).Elicit("confirm", fixtureConfirm)
			return "", nil
		}
		if _, err := fixtureStateOf(r.Params.RequestState); err != nil {
			return "", err
		}
		return "state-ok", nil
	}
	s.rounds("request_state", confirmed)
	s.rounds("tampered_state", confirmed)
	s.rounds("multiple_inputs", func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		if len(r.Params.InputResponses) < 3 {
			ask.RequestState(fixtureState("three")).Elicit("user_name", fixtureName("What is your name?", "name")).
				Sample("greeting", fixtureQuestion("Generate a greeting", 50)).Roots("client_roots")
		}
		return "All three are here", nil
	})
	s.rounds("multi_round", func(r mcpgo.CallToolRequest, ask *server.InputRequestBuilder) (string, error) {
		if r.Params.RequestState == "" {
			ask.RequestState(fixtureState("one")).Elicit("step1", fixtureName("Step 1: What is your name?", "name"))
			return "", nil
		}
		state, err := fixtureStateOf(r.Params.RequestState)
		if err == nil && state == "one" {
			ask.RequestState(fixtureState("two")).Elicit("step2", fixtureName("Step 2: What is your favorite color?", "color"))
		}
		return "Both steps are done", err
	})
	s.addChoosing()
	p := mcpgo.Prompt{Name: "test_input_required_result_prompt", Description: "For the conformance suite."}
	s.library.AddPrompt(p, func(_ context.Context, r mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) {
		said, ok := fixtureAnswer(r.Params.InputResponses, "user_context", "context")
		if !ok {
			return server.NewInputRequestBuilder("").Elicit("user_context", fixtureName("What context should the prompt use?", "context")).PromptResult(), nil
		}
		return &mcpgo.GetPromptResult{Messages: []mcpgo.PromptMessage{{Role: mcpgo.RoleUser, Content: fixtureText("Use this: " + said)}}}, nil
	})
}

// addChoosing offers the tool that asks only for what the client can answer.
func (s *Server) addChoosing() {
	s.fixture("test_input_required_result_capabilities", "", func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		info := server.RequestProtocolInfoFromContext(ctx)
		if info == nil || info.ClientCapabilities == nil {
			return nil, errors.New("the client says nothing of its capabilities")
		}
		ask := server.NewInputRequestBuilder("")
		if info.ClientCapabilities.Elicitation != nil {
			ask.Elicit("user_name", fixtureName("What is your name?", "name"))
		}
		if info.ClientCapabilities.Sampling != nil {
			ask.Sample("capital_question", fixtureQuestion("What is the capital of France?", 100))
		}
		return ask.ToolResult(), nil
	})
}

func (s *Server) rounds(name string, do func(mcpgo.CallToolRequest, *server.InputRequestBuilder) (string, error)) {
	s.fixture("test_input_required_result_"+name, "", func(_ context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		ask := server.NewInputRequestBuilder("")
		text, err := do(r, ask)
		if err != nil {
			return nil, err
		}
		if result := ask.ToolResult(); len(result.InputRequests) > 0 {
			return result, nil
		}
		return mcpgo.NewToolResultText(text), nil
	})
}
