package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/joins"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Settings bound what is read of a connection.
type Settings struct {
	// Schemas are patterns, as those of a shell, of which schemas are taken; none: all.
	Schemas []string
	Profile bool
	// NeverSample are patterns of names of columns that are never sampled, without regard to case.
	NeverSample     []string
	SampleRows      int
	ValuesPerColumn int
	TimePerTable    time.Duration
	Time            time.Duration // of all profiles of a run
	// ProfileAPI has the resources of an API be sampled: so many rows of each, until so many requests
	// were sent.
	ProfileAPI                 bool
	APISampleRows, APIRequests int
	MaxAge                     time.Duration // an older profile is taken again; 0: none is
}

// Runner runs reads as sessions of a principal do: judged and recorded.
type Runner interface {
	// Open opens a session at a connection.
	Open(ctx context.Context, connection string) (Session, error)
}

// Session is a session of a Runner. One goroutine uses it.
type Session interface {
	// Read runs a SELECT, and calls each with its rows, valid during the call.
	Read(ctx context.Context, sql string, each func(providers.Row) error) error
	Close() error
}

// Options are what an Ingester is made of.
type Options struct {
	Store *discovery.Store
	// Sources are the sources that there are.
	Sources  func() []providers.Provider
	Settings func(connection string) Settings
	// Found reports whether a connection is a provider of a registry, which the configuration does not
	// name; nil: none is.
	Found func(connection string) bool
	// Denied reports whether a policy keeps a column from being sampled; nil: none does.
	Denied func(connection string, t discovery.Table, column string) bool
	// Describe has the store know what people say of the tables of a new snapshot, before any is
	// sampled: they say which columns are personal. nil: nobody says anything.
	Describe func(ctx context.Context) error
	Logger   hclog.Logger
}

// Ingester takes snapshots and profiles. It is safe for concurrent use: each connection is ingested by one run at
// a time.
type Ingester struct {
	options Options
	mu      sync.Mutex
	busy    map[string]bool
}

// New makes an Ingester.
func New(o Options) *Ingester {
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	if o.Denied == nil {
		o.Denied = func(string, discovery.Table, string) bool { return false }
	}
	if o.Found == nil {
		o.Found = func(string) bool { return false }
	}
	return &Ingester{options: o, busy: map[string]bool{}}
}

// Request is what to take.
type Request struct {
	Connections []string // none: all
	NoProfile   bool
	Anew        bool // profiles that are good still are taken, too
	Runner      Runner
	// OnProgress, if set, is told how far the run is, on the goroutine of Run.
	OnProgress func(Progress)
}

// The stages of a connection's run.
const (
	stageSnapshot = "snapshot"
	stageProfile  = "profile"
	stageJoins    = "joins"
)

// Progress says how far a run is.
type Progress struct {
	Connection string `json:"connection"`
	Stage      string `json:"stage"`
	Done       int    `json:"done"`
	Total      int    `json:"total,omitempty"` // 0: not known yet
	Table      string `json:"table,omitempty"`
}

// Result is what became of one connection.
type Result struct {
	Connection string        `json:"connection"`
	SyncID     string        `json:"sync_id,omitempty"`
	Tables     int           `json:"tables"`
	Columns    int           `json:"columns"`
	Changed    bool          `json:"changed"`  // something differs from the snapshot before
	Profiled   int           `json:"profiled"` // tables of this run
	Failed     int           `json:"failed"`   // tables that could not be profiled
	Left       int           `json:"left"`     // tables that wait for the next run, since the time was over
	Guessed    int           `json:"guessed"`  // joins that are proposed
	Began      time.Time     `json:"began"`    // UTC
	Took       time.Duration `json:"took_ns"`
	Error      string        `json:"error,omitempty"`
	Hint       string        `json:"hint,omitempty"`
	// FirstFailure says why the first of the Failed could not be profiled.
	FirstFailure string `json:"first_failure,omitempty"`
}

// Run takes what a request asks for. A connection that fails does not keep the others from being
// taken: its Result says why. 3D000: there is no such connection.
func (i *Ingester) Run(ctx context.Context, r Request) ([]Result, error) {
	chosen, err := i.choose(r.Connections)
	if err != nil {
		return nil, err
	}
	if r.OnProgress == nil {
		r.OnProgress = func(Progress) {}
	}
	var results []Result
	for _, p := range chosen {
		results = append(results, i.one(ctx, p, r))
		if ctx.Err() != nil {
			break
		}
	}
	return results, ctx.Err()
}

// choose returns the sources of these names, or all.
func (i *Ingester) choose(names []string) (list []providers.Provider, err error) {
	all := i.options.Sources()
	if len(names) == 0 {
		return all, nil
	}
	known := make([]string, len(all))
	for j, p := range all {
		known[j] = p.Info().Name
	}
	for _, name := range names {
		j := slices.Index(known, name)
		if j < 0 {
			e := sqlstate.New(sqlstate.InvalidCatalogName, "there is no connection %q", name)
			return nil, e.WithNearest(name, known, "Connections are the sources of the configuration.")
		}
		list = append(list, all[j])
	}
	return list, nil
}

// one ingests one connection. If another run ingests the connection already, one returns an error.
func (i *Ingester) one(ctx context.Context, p providers.Provider, r Request) Result {
	name, began := p.Info().Name, time.Now()
	if !i.take(name) {
		return Result{Connection: name, Began: began.UTC(), Error: fmt.Sprintf("connection %q is being ingested already", name), Hint: "Wait for its end."}
	}
	defer i.giveBack(name)
	result, err := i.ingest(ctx, p, r)
	result.Connection, result.Began, result.Took = name, began.UTC(), time.Since(began)
	if err != nil {
		e := sqlstate.From(err)
		result.Error, result.Hint = e.Message, e.Hint
		i.options.Logger.Warn("ingest failed", "connection", name, "code", string(e.Code), "error", e.Message, "cause", errors.Unwrap(e))
	}
	i.keepReport(ctx, result)
	return result
}

// ingest takes the snapshot, the profiles and the guesses of one connection.
func (i *Ingester) ingest(ctx context.Context, p providers.Provider, r Request) (result Result, err error) {
	name := p.Info().Name
	settings := i.options.Settings(name)
	before, _ := i.options.Store.Revision(ctx, name) // 0: there is no snapshot yet
	current, err := i.snapshot(ctx, p, settings, r)
	if err != nil {
		return result, err
	}
	if i.options.Describe != nil {
		if err := i.options.Describe(ctx); err != nil {
			return result, err
		}
	}
	result.SyncID, result.Tables, result.Columns, result.Changed = current.SyncID, current.Tables, current.Columns, current.Revision != before
	if settings.Profile && !r.NoProfile && (!isAPI(p) || settings.ProfileAPI) && r.Runner != nil {
		if err := i.profile(ctx, p, settings, r, &result); err != nil {
			return result, err
		}
	}
	r.OnProgress(Progress{Connection: name, Stage: stageJoins})
	result.Guessed, err = i.guess(ctx, name)
	return result, err
}

// guess proposes joins that nobody has declared.
func (i *Ingester) guess(ctx context.Context, connection string) (int, error) {
	var tables []discovery.Table
	err := i.options.Store.Each(ctx, connection, func(t discovery.Table) error {
		tables = append(tables, joins.Trim(t))
		return nil
	})
	if err != nil {
		return 0, err
	}
	guesses := joins.Guess(tables)
	count := 0
	for _, g := range guesses {
		count += len(g.ForeignKeys)
	}
	return count, i.options.Store.Annotate(ctx, connection, discovery.OriginGuess, guesses)
}

func (i *Ingester) take(connection string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	taken := i.busy[connection]
	i.busy[connection] = true
	return !taken
}

func (i *Ingester) giveBack(connection string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.busy, connection)
}
