package mcp

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/failure"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// needs are lists of scopes. A token must have been granted one scope of each list.
type needs [][]string

func reading() needs { return needs{{auth.ScopeDataRead, auth.ScopeAgentRead}} }

// needsByName has the tools whose scopes do not follow from what they may do.
func needsByName() map[string]needs {
	run, configure := auth.ScopeMaterializeRun, auth.ScopeMaterializeConfigure
	return map[string]needs{
		"server_info":                {},
		"pull_provider":              {{auth.ScopeDataWrite}},
		failure.ReviewTool:           {{auth.ScopeDataRead, auth.ScopeAgentRead, auth.ScopeDataWrite}},
		"ask_question":               {{auth.ScopeAgentRead}, {auth.ScopeAgentWrite}, {auth.ScopeOntologiesRead}},
		"provision_schema":           {{auth.ScopeSchemaProvision}},
		"teardown_schema":            {{auth.ScopeSchemaProvision}},
		"list_pipelines":             {{run, configure}},
		"run_materialization":        {{run}},
		"get_materialization_status": {{run}},
		"cancel_materialization":     {{run}},
		"configure_pipeline":         {{configure}},
		"memory_ingest":              {{auth.ScopeKnowledgeWrite}},
		"memory_ingest_status":       {{auth.ScopeKnowledgeWrite}},
	}
}

// needsOf are the scopes that a tool needs: those of a read for what can only read, and data:write
// for the rest.
func (s *Server) needsOf(name string) needs {
	if n, known := s.needs[name]; known {
		return n
	}
	if t := s.byName[name]; t != nil && t.purpose.ReadOnly() {
		return reading()
	}
	return needs{{auth.ScopeDataWrite}}
}

// missing returns a scope of each list of which the principal has none.
func (n needs) missing(p auth.Principal) (out []string) {
	for _, oneOf := range n {
		if !p.Has(oneOf...) {
			out = append(out, oneOf[0])
		}
	}
	return out
}

func (n needs) first() (out []string) {
	for _, oneOf := range n {
		out = append(out, oneOf[0])
	}
	return out
}

// mayUse reports whether a tool is there for whoever asks in a context: by the token's scopes, and by
// the roles. In the default profile there are no tools over snapshots before there is one.
func (s *Server) mayUse(ctx context.Context, name string) bool {
	if t := s.byName[name]; t != nil && t.waits && !s.guide.Ingested(ctx) {
		return false
	}
	who := transport.From(ctx).Principal
	return len(s.needsOf(name).missing(who)) == 0 && s.engine.RightsOf(who).Tool(name)
}

// growing reports whether the list of tools is about to grow: tools wait for the first snapshot.
func (s *Server) growing(ctx context.Context) bool {
	waits := func(t *tool) bool { return t.waits }
	return slices.ContainsFunc(slices.Collect(maps.Values(s.byName)), waits) && !s.guide.Ingested(ctx)
}

// checkRate refuses a call if its principal calls the tool too often.
func (s *Server) checkRate(ctx context.Context, tool string) error {
	who := transport.From(ctx).Principal
	if who.Proof != auth.Token {
		return nil
	}
	after, ok := s.rates[tool].Take(who.Name)
	if ok {
		return nil
	}
	return sqlstate.New(sqlstate.ConfigLimitExceeded, "RATE_LIMITED: %s is called too often", tool).
		After(after)
}

// permit refuses a message whose sender's token lacks a scope, and a call with wrong arguments whose
// client expects an error of the protocol. Both are recorded.
func (s *Server) permit(ctx context.Context, m *message.Message) *message.Denial {
	if !m.IsCall() {
		return nil
	}
	if refused := s.inScope(ctx, m); refused != nil {
		return refused
	}
	return s.wellFormed(ctx, m)
}

// inScope refuses a message whose sender's token lacks a scope. The error tells a program which scopes to
// ask for.
func (s *Server) inScope(ctx context.Context, m *message.Message) *message.Denial {
	who := transport.From(ctx).Principal
	if who.Proof != auth.Token {
		return nil
	}
	name, what, n := s.scopesWanted(m)
	missing := n.missing(who)
	if len(missing) == 0 && who.Has(auth.Scopes()...) {
		return nil
	}
	if len(missing) == 0 {
		missing = []string{auth.ScopeDataRead}
	}
	why := "Insufficient permissions to " + what + ": the token lacks the scope " + strings.Join(missing, " and ")
	refused := sqlstate.New(sqlstate.InsufficientPrivilege, "%s", why)
	if err := s.record(ctx, name, nil, refused); sqlstate.CodeOf(err) != refused.Code {
		s.log.Error("a refused call is not on record", "name", name, "error", cause(err))
	}
	ask := slices.DeleteFunc(auth.Scopes(), func(scope string) bool { return !slices.Contains(who.Scopes, scope) })
	for _, scope := range missing {
		if !slices.Contains(ask, scope) {
			ask = append(ask, scope)
		}
	}
	return message.Denied(http.StatusForbidden, "%s", why).Lacking(n.first(), missing, ask)
}

// scopesWanted says what a message asks for, as the record and as people name it, and the scopes for it.
func (s *Server) scopesWanted(m *message.Message) (name, what string, n needs) {
	var params struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
	}
	_ = json.Unmarshal(m.Params, &params) // without a name it is refused later
	switch string(m.Method) {
	case string(mcpgo.MethodToolsCall):
		name = render.Shorten(params.Name, 100)
		if s.byName[params.Name] == nil {
			return name, "execute this tool", needs{} // there is no such tool, and the library says so later
		}
		return name, "execute this tool", s.needsOf(params.Name)
	case string(mcpgo.MethodResourcesRead):
		n = reading()
		if strings.HasPrefix(params.URI, "knecta:") {
			n = needs{{auth.ScopeOntologiesRead}}
		}
		return "resource:" + render.Shorten(params.URI, 100), "read this resource", n
	}
	return string(m.Method), "use this server", needs{}
}
