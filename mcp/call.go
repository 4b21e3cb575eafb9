package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/failure"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/progress"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// call is one tool call.
type call struct {
	tool  *tool
	args  arguments.Values
	given map[string]any // as the caller gave them, without the SQL, for the record
	trip  trip           // what a person said of it on an earlier leg
	end   context.CancelFunc
}

func (c *call) sql() string { return c.args.Text("sql") }

// source is the source that the call names, "" for none.
func (c *call) source() string { return cmp.Or(c.args.Text("provider"), c.args.Text(connectionID)) }

// call runs one tool call from its arguments to its result. It never fails: an error becomes a result that
// describes it.
func (s *Server) call(ctx context.Context, asked *toolCall, legs mcpgo.MultiRoundTripParams) (result *mcpgo.CallToolResult) {
	t := asked.tool
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("panic in a tool call", "tool", t.name, "panic", v, "stack", string(debug.Stack()))
			result = failure.Result(fmt.Errorf("panic: %v", v), "")
		}
	}()
	args, given, err := asked.read()
	given = arguments.Recordable(t.params, given)
	if err == nil {
		err = s.checkRate(ctx, t.name)
	}
	if err != nil {
		return s.refuseCall(ctx, t.name, given, err, "")
	}
	c := &call{tool: t, args: args, given: arguments.WithoutSQL(given)}
	ctx, c.end = context.WithCancel(ctx)
	defer c.end()
	if err := s.resume(ctx, c, legs); err != nil {
		return s.refuseCall(ctx, t.name, given, err, c.sql())
	}
	result, err = t.do(ctx, c)
	if request := failure.Undecided(err); request != nil && c.trip.later {
		result, err = s.input(c, request)
	}
	if err = endedWithToken(ctx, err); err != nil {
		if sqlstate.CodeOf(err) == sqlstate.InternalError {
			s.log.Error("tool call failed", "tool", t.name, "error", cause(err))
		}
		return failure.Result(s.leadOn(err), c.sql())
	}
	return result
}

// endedWithToken replaces the error of a call that was canceled because its token ended: a client that is
// only told of a cancellation would send the same token again.
func endedWithToken(ctx context.Context, err error) error {
	if ended := transport.TokenEnded(ctx); ended != nil && (sqlstate.CodeOf(err) == sqlstate.QueryCanceled || errors.Is(err, context.Canceled)) {
		return ended
	}
	return err
}

// leadOn completes an error's hint: for an undecided request it names the tool that tells whether it is
// decided, and it names no tool that is not offered.
func (s *Server) leadOn(err error) error {
	if hint := sqlstate.From(err).Hint; slices.ContainsFunc(s.tools(), func(t *tool) bool { return t.runs && !s.offered[t.name] && strings.Contains(hint, t.name) }) {
		e := *sqlstate.From(err)
		e.Hint = "This server offers no tool for it."
		return &e
	}
	if failure.Undecided(err) == nil || !s.offered[failure.ReviewTool] {
		return err
	}
	e := *sqlstate.From(err)
	e.Hint += " " + failure.ReviewTool + " tells whether it is decided."
	return &e
}

// refuseCall answers a call that never reached a session, after recording it.
func (s *Server) refuseCall(ctx context.Context, name string, given map[string]any, err error, sql string) *mcpgo.CallToolResult {
	return failure.Result(s.record(ctx, name, given, err), sql)
}

// unhandled records a call that the library refused by itself: there is no such tool, prompt or resource,
// or the message cannot be read. The library calls it before it answers. The arguments are not recorded,
// since nobody has read them.
func (s *Server) unhandled(ctx context.Context, method mcpgo.MCPMethod, message any, err error) {
	var told *failed
	if errors.As(err, &told) {
		return // a handler's own, which is on record
	}
	kind, name := "", ""
	switch method {
	case mcpgo.MethodToolsCall:
		kind = "tool"
		if r, ok := message.(*mcpgo.CallToolRequest); ok {
			name = r.Params.Name
		}
	case mcpgo.MethodPromptsGet:
		kind = "prompt"
		if r, ok := message.(*mcpgo.GetPromptRequest); ok {
			name = r.Params.Name
		}
	case mcpgo.MethodResourcesRead:
		kind = "resource"
		if r, ok := message.(*mcpgo.ReadResourceRequest); ok {
			name = r.Params.URI
		}
	default:
		return
	}
	name = render.Shorten(name, 100)
	refused := sqlstate.New(sqlstate.InvalidParameterValue, "the call cannot be read")
	if library.NotFound(err) {
		refused = sqlstate.New(sqlstate.UndefinedObject, "there is no %s %q", kind, name)
	}
	if kind != "tool" {
		name = kind + ":" + name
	}
	if e := s.record(ctx, name, nil, refused); sqlstate.CodeOf(e) != refused.Code {
		s.log.Error("a refused call is not on record", "name", name, "error", cause(e))
	}
}

// record writes err into the audit log as the outcome of a call that carried
// no statement to an engine session. It returns err, or why it could not be
// recorded.
func (s *Server) record(ctx context.Context, name string, given map[string]any, err error) error {
	session, openErr := s.engine.Open(ctx, s.client(ctx, ""))
	if openErr != nil {
		return openErr
	}
	defer s.closeSession(session)
	args, sql := arguments.Apart(given)
	return session.Inspect(ctx, engine.Call{Tool: name, Args: args, SQL: sql, Refused: true}, func(context.Context) error { return err })
}

// session opens the engine session of one call. If there is no such provider, the call fails here, on
// record.
func (s *Server) session(ctx context.Context, c *call) (*engine.Session, error) {
	source := c.source()
	client := s.client(ctx, source)
	client.Approver = s.approver(ctx, c)
	session, err := s.engine.Open(ctx, client)
	if err == nil && !session.Rights().Tool(c.tool.name) {
		defer s.closeSession(session)
		refused := sqlstate.New(sqlstate.InsufficientPrivilege, "the tool %s is not for you", c.tool.name).
			WithHint("Your roles are: %s.", strings.Join(session.Rights().Roles(), ", "))
		args, sql := arguments.Apart(c.given)
		return nil, session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: args, SQL: sql, Refused: true}, func(context.Context) error { return refused })
	}
	if err != nil && source != "" {
		given := map[string]any{}
		for name, value := range c.given {
			given[name] = value
		}
		if sql := c.sql(); sql != "" {
			given["sql"] = sql
		}
		return nil, s.record(ctx, c.tool.name, given, err)
	}
	return session, err
}

// closeSession closes the session of a call. The call has its result by then, so an error is only logged.
func (s *Server) closeSession(session *engine.Session) {
	if err := session.Close(); err != nil {
		s.log.Debug("closing a session", "error", cause(err))
	}
}

// client says who is calling, as far as the transport and the client tell.
func (s *Server) client(ctx context.Context, source string) engine.Client {
	from, said := transport.From(ctx), transport.ClientOf(ctx)
	return engine.Client{
		Door: "mcp", Principal: from.Principal, Source: source, Ceiling: gate.FullAccess,
		ID: transport.SessionShown(said.ID), Application: said.Application, Version: said.Version,
		RemoteAddr: from.Remote, TraceID: transport.Trace(ctx), Presence: from.Presence,
		Pause: from.Pause,
	}
}

func rawArguments(r mcpgo.CallToolRequest) json.RawMessage {
	if r.Params.RawArguments != nil {
		return r.Params.RawArguments
	}
	raw, err := json.Marshal(r.Params.Arguments)
	if err != nil {
		return json.RawMessage("0") // no object: refused
	}
	return raw
}

// cause is the part of an error that only the log may show.
func cause(err error) error {
	if e := sqlstate.From(err); e.Cause != nil {
		return e.Cause
	}
	return err
}

// around is what all tool calls have in common: their trace, and their progress. The last report leaves
// before the answer.
func (s *Server) around(next library.ToolHandler) library.ToolHandler {
	return func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		meta := r.Params.Meta
		if meta == nil {
			return next(ctx, r)
		}
		if traceparent, ok := meta.AdditionalFields["traceparent"].(string); ok {
			ctx = transport.WithTrace(ctx, traceparent)
		}
		ctx, stop := s.progressing(ctx, r.Params.Name, meta.ProgressToken)
		defer stop()
		return next(ctx, r)
	}
}

// progressing tells how far a call of a tool is from now on; see progress.Start.
func (s *Server) progressing(ctx context.Context, tool string, token mcpgo.ProgressToken) (_ context.Context, stop func()) {
	return progress.Start(ctx, token, s.byName[tool] != nil && s.byName[tool].staged, s.limits.Progress)
}
