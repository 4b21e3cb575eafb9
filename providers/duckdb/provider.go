package duckdb

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say what to open.
type Options struct {
	Name        string // of the provider, and of its database
	Description string
	Path        string // the database file; "" keeps everything in memory
	Folder      string // CSV, TSV, Parquet and JSON files here become views
	// Tables maps a table's name to the CSV, TSV, Parquet or JSON file it is
	// loaded from when it does not exist yet; in the order of the names.
	Tables map[string]string
	// Schema is where unqualified names belong; "" is public.
	Schema string
	// Views are made besides, each over files of one directory.
	Views       []View
	MemoryLimit string // "2GB"; "" is a quarter of the machine's memory
	Threads     int    // 0 is one for each processor
	TempDir     string // where a private directory for spilled data is made; "" is the system's
	// Harmless are macros and functions that the operator vouches for, as
	// schema.name.
	Harmless []string
	Logger   hclog.Logger
}

// defaultSchema is where unqualified names belong, unless Options.Schema says
// otherwise.
const defaultSchema = "public"

// takenNames are the databases that every instance has besides the provider's.
var takenNames = []string{"memory", "system", "temp", pgcatalog.Database}

// Provider is one DuckDB instance.
type Provider struct {
	options Options
	log     hclog.Logger
	db      lib.Database
	tempDir string // ours alone, removed by Close
	paths   []string
	views   map[string]string // of the default schema that read files: their definitions

	version atomic.Uint64 // of the catalog; DDL moves it
	broken  atomic.Bool   // a FATAL error invalidated the instance

	adminMu sync.Mutex // guards what follows
	admin   lib.Connection
	loaded  *snapshot
	warned  map[string]bool // entries of Options.Harmless that were told to name nothing

	emulation emulation

	mu     sync.Mutex // guards conns and closed
	conns  map[*Conn]struct{}
	closed bool
}

var (
	_ providers.Provider  = (*Provider)(nil)
	_ providers.Hierarchy = (*Provider)(nil)
)

// Open opens a database and locks it down. F0000: an option that cannot be
// used, named in the message.
func Open(ctx context.Context, o Options) (*Provider, error) {
	if o.Name == "" {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "a duckdb source needs a name")
	}
	if slices.Contains(takenNames, strings.ToLower(o.Name)) {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "a duckdb source cannot be named %q: DuckDB uses that name", o.Name)
	}
	if o.Schema == "" {
		o.Schema = defaultSchema
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	temp, err := os.MkdirTemp(o.TempDir, "sallyport-duckdb-")
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError,
			"source %q: cannot make a directory for temporary data", o.Name)
	}
	p := &Provider{
		options: o,
		log:     o.Logger,
		tempDir: temp,
		views:   map[string]string{},
		warned:  map[string]bool{},
		conns:   map[*Conn]struct{}{},
	}
	p.emulation.done = make(chan struct{})
	p.version.Store(1)
	if err := p.setUp(ctx); err != nil {
		close(p.emulation.done)
		return nil, errors.Join(err, p.Close())
	}
	go p.buildEmulation() // ends by itself, sooner after Close, which waits for it
	return p, nil
}

// Info names the provider.
func (p *Provider) Info() providers.Info {
	return providers.Info{
		Name:        p.options.Name,
		Kind:        "duckdb",
		Description: p.options.Description,
		Dialect:     providers.DuckDB,
		Version:     lib.LibraryVersion(),
		Default:     p.options.Schema,
	}
}

// Connect returns a new connection. 57P01 after Close.
func (p *Provider) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, sqlstate.From(err)
	}
	if p.broken.Load() {
		return nil, p.brokenError()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, p.closedError()
	}
	c := newConn(p, o)
	if lib.Connect(p.db, &c.conn) == lib.StateError {
		return nil, sqlstate.New(sqlstate.UnableToConnect, "source %q gives no connection", p.options.Name)
	}
	if err := p.prepareConnection(c.conn); err != nil {
		lib.Disconnect(&c.conn)
		return nil, err
	}
	p.conns[c] = struct{}{}
	return c, nil
}

// forget takes a closed connection off the list.
func (p *Provider) forget(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

// Close interrupts what runs, waits for it, ends every connection, and closes
// the database. What a client still reads ends with 57P01.
func (p *Provider) Close() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil
	}
	p.closed = true
	open := make([]*Conn, 0, len(p.conns))
	for c := range p.conns {
		open = append(open, c)
	}
	p.conns = nil
	p.mu.Unlock()

	for _, c := range open {
		c.shut()
	}
	<-p.emulation.done
	p.adminMu.Lock()
	lib.Disconnect(&p.admin)
	p.adminMu.Unlock()
	lib.Close(&p.db)
	return os.RemoveAll(p.tempDir)
}

func (p *Provider) closedError() *sqlstate.Error {
	return sqlstate.New(sqlstate.AdminShutdown, "source %q has been closed", p.options.Name).
		WithHint("The server is stopping; try again when it is back.")
}

func (p *Provider) brokenError() *sqlstate.Error {
	return sqlstate.New(sqlstate.InternalError, "source %q stopped after an internal error", p.options.Name).
		WithHint("Restart the server; its log has the cause.")
}
