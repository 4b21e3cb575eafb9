package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine/advisory"
	"github.com/sallyportdb/sallyport/engine/notify"
	"github.com/sallyportdb/sallyport/engine/opensessions"
	"github.com/sallyportdb/sallyport/engine/sourceset"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/views"
)

// Config is what an engine is made of.
type Config struct {
	Version, Commit string
	Mode            gate.Mode
	// Sources in the order they are to be listed; Default names the one for
	// clients that ask for none, "" being the first. The engine closes them.
	Sources []providers.Provider
	Default string
	Log     *audit.Log // the caller closes it
	Logger  hclog.Logger
	Limits  Limits
	// Redactor takes secrets out of what is recorded; nil: by the rules of a
	// server without a configuration.
	Redactor *redact.Redactor
	// RecordValues says that the values of bind parameters are recorded, too.
	RecordValues bool
	Approvals    Approvals
	Policy       *gate.Policy // nil: there are no roles, and nothing narrows a principal
	// Registry is where provider documents come from; nil: there is none.
	Registry Registry
	Finder   Finder // nil: there are no more sources than Sources
	// Several runs statements over several sources; nil: nothing does. The engine closes it.
	Several providers.Provider
	// Tenants are the tenants that a source is for; a source that is not there is for all principals.
	Tenants map[string][]string
	Views   *views.Store // over APIs; nil: there are none
}

// Limits bound what every client may do.
type Limits struct {
	StatementTimeout time.Duration // of one statement, waits for locks included; 0: none
	MaxSQLBytes      int           // of one batch; 0: parse.DefaultMaxBytes
	MaxRows          int64         // of one result; 0: none
	MaxBytes         int64         // of one result's values; 0: none
}

// Engine is the server without its doors. It is safe for concurrent use.
type Engine struct {
	config  Config
	planner *planner.Planner
	sources sourceset.Set
	log     hclog.Logger
	born    time.Time
	asked   asked
	looks   looks
	asking  context.Context //nolint:containedctx // ends when nobody is to be asked any more

	stopAsking context.CancelFunc

	channels notify.Channels
	advisory advisory.Locks
	postures sourceset.Postures
	sessions opensessions.Set
	rights   rights
	paces    paces
}

// New checks a configuration and returns the engine. It connects to nothing.
func New(c Config) (*Engine, error) {
	if c.Log == nil {
		return nil, errors.New("engine: there is no audit log, and nothing runs without one")
	}
	return newEngine(c)
}

// newEngine is New without the check of the record.
func newEngine(c Config) (*Engine, error) {
	if err := parse.CheckStack(); err != nil {
		return nil, err
	}
	if len(c.Sources) == 0 {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "there is no source to serve").
			WithHint("Name at least one under sources in the configuration.")
	}
	if c.Logger == nil {
		c.Logger = hclog.NewNullLogger()
	}
	if c.Redactor == nil {
		c.Redactor = redact.Plain()
	}
	e := &Engine{
		config:  c,
		planner: planner.New(c.Limits.MaxSQLBytes),
		log:     c.Logger,
		born:    time.Now(),
	}
	if c.Policy != nil || c.Approvals.Rules != nil || c.Approvals.Store != nil && c.Approvals.Store.Ruled() {
		e.planner.TellUses()
	}
	e.asking, e.stopAsking = context.WithCancel(context.Background())
	if taken, ok := e.sources.Add(c.Sources...); !ok {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "two sources are called %q", taken)
	}
	if e.config.Default == "" {
		e.config.Default = c.Sources[0].Info().Name
	}
	if e.lookUp(context.Background(), e.config.Default) == nil {
		return nil, e.noSource(Client{}, e.config.Default)
	}
	return e, nil
}

// Close closes every source. The doors close their sessions first.
func (e *Engine) Close() error {
	e.stopAsking()
	var errs []error
	errs = append(errs, e.sources.Close()...)
	if e.config.Several != nil {
		errs = append(errs, e.config.Several.Close())
	}
	return errors.Join(errs...)
}

// Info is what server_info tells.
type Info struct {
	Version, Commit string
	Mode            gate.Mode
	Default         string // the default source
	Registry        string // where the registry is; "": there is none
	Sources         []providers.Info
	// Postures are what Examine found last, of the sources that have logins.
	Postures []Posture
}

// Info describes the server. It asks no source anything.
func (e *Engine) Info() Info {
	info := Info{Version: e.config.Version, Commit: e.config.Commit, Mode: e.config.Mode, Default: e.config.Default}
	if e.config.Registry != nil {
		info.Registry = e.config.Registry.Place()
	}
	for _, p := range e.sources.Now().List {
		info.Sources = append(info.Sources, p.Info())
		if _, ok := p.(providers.Examiner); ok {
			info.Postures = append(info.Postures, e.postures.Last(p.Info().Name))
		}
	}
	return info
}

// Client is the client of a session, as its door knows it.
type Client struct {
	Door        string         // "pgwire", "mcp"
	Principal   auth.Principal // who asks, as the door has proven
	Application string         // the client program, as it calls itself
	Version     string
	RemoteAddr  string
	TraceID     string // the trace that the call belongs to, if the client gave one
	ID          string // the door's own session id, if it has one
	// own marks a session of the server's own, which no role narrows: a look of an approver, or a validator.
	own bool
	// reads marks a session that finds out about the statements of another session. The roles' limits of
	// statements and cost hold for that other session alone.
	reads  bool
	Source string // the provider that unqualified names belong to; "" is the server's default
	// Ceiling narrows the server's mode for this client; it never widens it.
	Ceiling gate.Mode
	// Only, if not nil, names the sources that the client may use: to it there are no others. The
	// server's default has to be among them if Source is "".
	Only []string
	// OnNotice, if set, receives notices while a statement runs.
	OnNotice func(*sqlstate.Error)
	// Presence, if set, ends when the client is gone. Then nothing waits for an approval any more; a
	// statement that runs may end.
	Presence context.Context //nolint:containedctx // it is the client's, and only watched
	// Pause, if set, is called before a statement waits for a person, so that the door can let others
	// work meanwhile. resume is called before the statement goes on; its error ends the statement.
	Pause func() (resume func(context.Context) error)
	// Approver, if set, asks the person behind the client.
	Approver Approver
	// PID is the number that clients know the session by, and that pg_backend_pid() returns; 0: there
	// is none.
	PID uint32
	// Terminate, if set, ends the session for pg_terminate_backend. It does not wait.
	Terminate func()
	// OnNotification, if set, takes a notification from any goroutine. It does not wait.
	OnNotification func(notify.Notification)
	// CopyIn, if set, asks the client for the rows of a COPY FROM STDIN; without it, the door has no COPY.
	CopyIn providers.CopyOpener
}

// Open starts a session. It is cheap: connections to sources are made when a
// statement needs one. 3D000: there is no source of that name.
func (e *Engine) Open(_ context.Context, c Client) (*Session, error) {
	r, err := e.narrowClient(&c)
	if err != nil {
		return nil, err
	}
	p, err := e.sourceFor(c, c.Source)
	if err != nil {
		return nil, err
	}
	if c.ID == "" {
		c.ID = newID()
	}
	s := &Session{
		engine:  e,
		client:  c,
		mode:    e.config.Mode.Narrow(c.Ceiling).Narrow(r.Ceiling()),
		rights:  r,
		source:  p.Info(),
		current: p,
		scope:   e.scopeFor(p.Info().Name, c),
		conns:   map[string]providers.Conn{},

		prepared: map[string]prepared{},
	}
	s.who = s.identifyRecords()
	s.scope.Source, s.scope.Elsewhere = s.sourceOf, s.scope.Source
	s.scope.Prepared = s.preparedText
	if s.source.Dialect == providers.DuckDB {
		s.scope.PreparedTypes, s.scope.Rows = s.preparedTypes, s.ownRows
	}
	s.scope.Cursors = s.currentCursors
	s.columnsOf = func(schema, name string) []string { return s.filled.columns(schema, name) }
	s.locks.PID, s.locks.Principal = c.PID, c.Principal.Name
	s.listener = notify.Listener{Source: s.source.Name, PID: c.PID, Deliver: c.OnNotification}
	s.entry.Who = s.describeSession(time.Now())
	s.entry.PID, s.entry.Cancel, s.entry.Terminate = c.PID, s.Cancel, c.Terminate
	e.sessions.Add(&s.entry)
	return s, nil
}

// scopeFor is what names mean to a session.
func (e *Engine) scopeFor(source string, c Client) *planner.Scope {
	sources := e.sources.Now()
	database := sources.ByName[source].Info().Database
	if database != source && sources.ByName[database] != nil {
		database = "" // the name means the other source
	}
	return &planner.Scope{
		Default:   source,
		Database:  database,
		User:      c.Principal.Name,
		PID:       c.PID,
		Several:   e.config.Several != nil,
		Views:     e.viewsFor(sources.ByName[source].Info()),
		Logins:    e.loginsOf(c),
		Databases: e.namesFor(c),
		Known:     func(name string) bool { return e.mayUse(c, name) },
		Source: func(ctx context.Context, name string) (planner.Source, error) {
			p, err := e.runnerOf(c, name)
			if err != nil {
				return planner.Source{}, err
			}
			catalog, err := p.Catalog(ctx)
			return planner.Source{Info: p.Info(), Catalog: catalog}, err
		},
	}
}

// allowsSource reports whether the client's door lets it use a source. Engine.mayUse also asks for tenants and logins.
func (c Client) allowsSource(source string) bool {
	return c.Only == nil || slices.Contains(c.Only, source)
}

// sourceFor returns a source by name, as the client sees it. For a client that may not use it there is
// no such source.
func (e *Engine) sourceFor(c Client, name string) (providers.Provider, error) {
	if p, _, ok := e.asSeenBy(c, name); ok {
		return p, nil
	}
	return nil, e.noSource(c, name)
}

func (e *Engine) noSource(c Client, name string) error {
	return sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q", name).
		WithHint("The sources are: %s.", strings.Join(e.namesFor(c), ", "))
}

// namesFor are the names of the sources that a client may use.
func (e *Engine) namesFor(c Client) []string {
	return slices.DeleteFunc(slices.Clone(e.sources.Now().Names), func(name string) bool { return !e.mayUse(c, name) })
}

// runnerOf returns the provider that runs the statements of a source: the source itself, or for
// providers.Several, which no client can name, the provider of statements over several sources.
func (e *Engine) runnerOf(c Client, name string) (providers.Provider, error) {
	if name == providers.Several && e.config.Several != nil {
		return e.config.Several, nil
	}
	return e.sourceFor(c, name)
}

func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails, as its documentation promises
	return hex.EncodeToString(b[:])
}
