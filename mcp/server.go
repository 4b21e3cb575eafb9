package mcp

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/auth/rate"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

const serverName = "sallyport"

// Options are what a Server is made of. Engine is required; every zero value
// means the default.
type Options struct {
	Engine *engine.Engine
	Guide  *guide.Guide // nil: there are no tools that find
	Logger hclog.Logger // default: none

	Path string // of the MCP endpoint; default /mcp
	// Principal is the name of callers who have no token. Default "local".
	Principal string
	// Tokens are what HTTP clients authenticate with. Where there are none, only
	// clients of this machine are served, unless AllowAnonymous says otherwise.
	Tokens         []transport.Token
	AllowAnonymous bool
	// Resource lets clients in with access tokens of issuers; nil: no such token is accepted.
	Resource *transport.Resource
	// ToolRates bounds how often the principal of a token calls a tool, in calls a minute.
	ToolRates map[string]int
	// Also are other handlers of the same listener, by patterns of http.ServeMux.
	Also map[string]http.Handler
	// AllowedHosts are the hosts that a request may name, besides loopback. AllowedOrigins are the only
	// origins that a request may name. A host is a name with or without a port; an origin is
	// scheme://host[:port].
	AllowedHosts   []string
	AllowedOrigins []string
	StateDir       string // told by /health to callers on this machine
	MaxBodyBytes   int64  // of one message; default 1 MiB
	Limits         Limits
	// Profile names the set of tools that is published. Default: [ProfileDefault], and where
	// EnabledTools are given, [ProfileAll].
	Profile string
	// EnabledTools, EnabledPrompts and EnabledResources narrow what is published
	// to those names. nil: all; empty: none. New refuses a name that is none.
	EnabledTools, EnabledPrompts, EnabledResources []string
	// NoInstructions leaves out what clients are told of the server.
	NoInstructions bool
	// ArgumentErrors says how wrong arguments are answered: one of the constants of that name. Default:
	// [ArgumentErrorsAuto].
	ArgumentErrors string
	Format         string // of a result's text where a call asks for none: markdown (default) or json
	// Elicitation lets the person behind a client approve through the client.
	// Approvals is the engine's store of requests; without it clients of 2026-07-28
	// are not asked.
	Elicitation bool
	Approvals   *approval.Store
	// DeskOnlyClients and DeskOnlyPrincipals are not asked even if Elicitation is set: clients by the name
	// that they say they have, whatever its case, and principals.
	DeskOnlyClients, DeskOnlyPrincipals []string
	// Parquet converts a CSV file, whose first line has the names, to Parquet. An empty field is NULL, and
	// "" the empty text. nil: there are no exports in Parquet.
	Parquet func(ctx context.Context, columns []export.Column, csv, parquet string) error
	// ExportsDir is where the folder of exports is made; default: the folder for temporary files.
	ExportsDir string
	// Ready says whether the server can serve now, for /ready. Default: it can.
	Ready func(context.Context) error
}

// Limits bound answers and, in the transport's part, what clients may hold open.
type Limits struct {
	Rows     int64         // row_limit when a call gives none; default 200
	MaxRows  int64         // the highest row_limit; default 10,000
	Bytes    int           // of rows in structured content; default 64 KiB
	Text     int           // of rows in the text of one answer; default 32 KiB
	Cell     int           // bytes of one value; default 4 KiB
	Progress time.Duration // between reports of progress; default 1 second

	transport.Limits
}

func (l Limits) orDefault() Limits {
	transport.DefaultTo(&l.Rows, 200)
	transport.DefaultTo(&l.MaxRows, 10_000)
	transport.DefaultTo(&l.Bytes, 64<<10)
	transport.DefaultTo(&l.Text, 32<<10)
	transport.DefaultTo(&l.Cell, 4<<10)
	transport.DefaultTo(&l.Progress, time.Second)
	l.Rows = min(l.Rows, l.MaxRows)
	return l
}

// Server is the MCP front door: a transport, and the calls that come by it.
type Server struct {
	*transport.Server

	library *library.Server
	engine  *engine.Engine
	guide   *guide.Guide
	log     hclog.Logger
	limits  Limits
	format  string // the server's own, of texts
	// argumentErrors says how wrong arguments are answered.
	argumentErrors string
	offered        map[string]bool         // names of tools
	byName         map[string]*tool        // the tools that are published
	rates          map[string]*rate.Limits // of tools; a tool that is not there has none
	needs          map[string]needs        // the scopes of tools, where these do not follow from what they do
	lastInfo       keptInfo
	directs        atomic.Int64 // calls that were answered without the library
	cursors        *cursors
	holds          *holds
	exports        *export.Store
	exporting      bool // the resource of exports is published
	parquet        func(ctx context.Context, columns []export.Column, csv, parquet string) error
	parquets       chan struct{} // a place for each result that is made Parquet

	parquetWait time.Duration
	elicitation bool
	deskOnly    deskOnly
	approvals   *approval.Store
}

// New makes a Server; it serves nothing yet, but Shutdown must be called.
func New(o Options) (*Server, error) {
	if o.Engine == nil {
		return nil, errors.New("mcp: no engine")
	}
	s := &Server{
		engine: o.Engine, guide: o.Guide, needs: needsByName(), log: o.Logger, limits: o.Limits.orDefault(), cursors: newCursors(),
		elicitation: o.Elicitation, approvals: o.Approvals, argumentErrors: o.ArgumentErrors,
		deskOnly: deskOnly{o.DeskOnlyClients, o.DeskOnlyPrincipals},
	}
	if s.log == nil {
		s.log = hclog.NewNullLogger()
	}
	s.holds, s.exports, s.parquet = newHolds(s.closeHeld), export.NewStore(o.ExportsDir), o.Parquet
	export.RemoveLeft(o.ExportsDir, s.log)
	s.parquets, s.parquetWait = make(chan struct{}, parquetAtOnce), parquetWait
	s.rates = map[string]*rate.Limits{}
	for tool, perMinute := range o.ToolRates {
		s.rates[tool] = rate.New(perMinute, perMinute)
	}
	published, err := s.narrow(o)
	if err != nil {
		return nil, err
	}
	s.library = library.New(library.Options{
		Name: serverName, Title: "Sallyport", Version: version(o.Engine), Instructions: published.instructions,
		Prompts: len(published.prompts) > 0, Resources: len(published.resources) > 0,
		Shown: s.mayUse, Growing: s.growing, Around: s.around, Failed: s.unhandled, Acknowledged: transport.Acknowledged,
	})
	s.Server, err = transport.New(transport.Options{
		Library: s.library, Resource: o.Resource, Permit: s.permit, Also: o.Also, Direct: s.direct, Forgotten: s.holds.closeSession, Logger: s.log,
		Path: o.Path, Principal: o.Principal, Tokens: o.Tokens, AllowAnonymous: o.AllowAnonymous,
		AllowedHosts: o.AllowedHosts, AllowedOrigins: o.AllowedOrigins, MaxBodyBytes: o.MaxBodyBytes,
		Limits: s.limits.Limits, Ready: o.Ready, StateDir: o.StateDir,
	})
	if err != nil {
		return nil, err
	}
	if err := s.publish(published); err != nil {
		return nil, err
	}
	return s, nil
}

func version(e *engine.Engine) string {
	if v := e.Info().Version; v != "" {
		return v
	}
	return "dev"
}

// Shutdown ends the transport (see [transport.Server.Shutdown]), the results that are held
// open, and what was exported.
func (s *Server) Shutdown(ctx context.Context) error {
	err := s.Server.Shutdown(ctx)
	s.holds.close()
	if gone := s.exports.Close(); gone != nil {
		s.log.Warn("the folder of exports is not removed", "error", gone)
	}
	return err
}
