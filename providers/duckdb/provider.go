package duckdb

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/bysession"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/hierarchy"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/streams"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
	"github.com/sallyportdb/sallyport/providers/duckdb/threads"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say what to open.
type Options struct {
	Name        string // of the provider and of its database
	Description string
	Path        string // the database file; "" keeps everything in memory
	// Forgets adds a warning to statements that make tables: the tables are gone when the server ends.
	Forgets bool
	Folder  string // CSV, TSV, Parquet and JSON files here become views
	// Tables maps a table's name to the CSV, TSV, Parquet or JSON file from which it is created if
	// it does not exist. Tables are created in the order of their names.
	Tables map[string]string
	// Columns are the columns of tables of Tables whose files are CSV: of each its name and DuckDB's type. Of others DuckDB
	// finds them out, which takes longer than to load them.
	Columns map[string][][2]string
	// CopyDir is the folder for columnar copies of CSV and JSON files. If it is empty, no copies are kept.
	CopyDir string
	Copies  string // the bound of these copies, as "10GB", which is the default; "0": none
	// Schema is the schema of unqualified names; "" is public.
	Schema string
	// Views are additional views.
	Views []View
	// Described are tables without rows, which stand for tables of other sources. If there are
	// any, the Postgres catalog shows the tables of every schema to queries that name no schema.
	Described   []providers.DescribedTable
	MemoryLimit string // "2GB"; "" is a quarter of the machine's memory
	Threads     int    // 0 is one for each processor
	TempDir     string // the parent of a private directory for spilled data; "" is the system's
	// Harmless are macros and functions, as schema.name, that the operator declares harmless.
	Harmless []string
	// PreparesCatalog has the Postgres catalog prepared soon after the first connection of a client, while it runs nothing, for the first client that lists tables.
	PreparesCatalog bool
	// MakesFiles lets COPY make files in the folder.
	MakesFiles bool
	Logger     hclog.Logger

	writes string // the folder in which the DuckDB of a new file writes
}

// defaultSchema is the schema of unqualified names unless Options.Schema says otherwise.
const defaultSchema = "public"

// takenNames are the databases of every instance besides the provider's.
var takenNames = append([]string{"memory", "system", "temp", copiesName}, pgcatalog.Databases...)

// Provider is one DuckDB instance.
type Provider struct {
	hierarchy.Listing // of what is committed

	options        Options
	log            hclog.Logger
	db             lib.Database
	tempDir        string // private; Close removes it
	memory         uint64 // DuckDB's memory limit, in bytes
	started        time.Time
	paths          []string
	noStoredMacros bool              // the database file had none when it was opened
	atOpen         map[string]uint64 // the numbers of the relations at the opening, by schema, a zero byte, and name
	views          map[string]string // the definitions of the server's own views, by schema.name

	version   catalogVersion // DDL counts in it
	stored    atomic.Bool    // it may have materialized views
	commented atomic.Int32   // see mayHaveCommented
	broken    atomic.Bool    // a FATAL error invalidated the instance

	adminMu    sync.Mutex // guards what follows
	admin      lib.Connection
	adminPlans map[string]lib.PreparedStatement // see listAdmin
	loaded     *catalog.Catalog
	warned     map[string]bool // entries of Options.Harmless for which a warning was logged
	enums      typesRead[enumType]
	composites typesRead[enumType]
	ranges     typesRead[*providers.UserType]
	schemas    knownSchemas

	settingsVersions atomic.Uint64 // of the sessions' settings

	files    fileTables
	held     held
	supplied *supplied.Instance
	through  atomic.Pointer[throughOthers]
	blocks   atomic.Int64 // open transaction blocks
	// serial is held while a SERIALIZABLE transaction compares its snapshot and commits. A transaction that writes
	// commits only if the rows that it has read are unchanged, so the writing ones must commit one after the
	// other.
	serial  sync.Mutex
	keys    foreignkey.Commits
	commits commits.Counter

	helpers threads.Helpers

	planning chan struct{} // see takePlanning

	emulation emulation
	limited   limitedTypes
	tabled    tabled

	bySession bysession.Functions
	texts     atomic.Pointer[textViews]
	streams   streams.Instance

	mu     sync.Mutex // guards conns, idle and closed
	conns  map[*Conn]struct{}
	idle   []idle // connections that nobody uses
	closed bool
}

var (
	_ providers.Provider    = (*Provider)(nil)
	_ providers.Hierarchy   = (*Provider)(nil)
	_ providers.Footprinter = (*Provider)(nil)
	_ providers.Snapshotter = (*Provider)(nil)
)

// Open opens a database and locks it down. F0000: an option cannot be used; the message names it.
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
		planning:   make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		started:    time.Now(),
		options:    o,
		log:        o.Logger,
		tempDir:    temp,
		views:      map[string]string{},
		warned:     map[string]bool{},
		adminPlans: map[string]lib.PreparedStatement{},
		conns:      map[*Conn]struct{}{},
	}
	p.Listing = hierarchy.New(o.Name, o.Schema, p.queryAdmin, p.files.countRows)
	p.version.countChange(ofAll)
	if err := p.setUp(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	p.held.open(p.memory)
	if err := p.files.copies.startMaking(p); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Info describes the provider.
func (p *Provider) Info() providers.Info {
	return providers.Info{
		Name:        p.options.Name,
		Kind:        "duckdb",
		Description: p.options.Description,
		Dialect:     providers.DuckDB,
		Version:     lib.LibraryVersion(),
		Default:     p.options.Schema,
		MakesFiles:  p.options.MakesFiles && p.options.Folder != "",
	}
}

// Connect returns a new connection, or 57P01 after Close.
func (p *Provider) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, sqlstate.From(err)
	}
	if p.broken.Load() {
		return nil, p.brokenError()
	}
	version := p.version.Load()
	path, err := p.SearchPathOf(ctx, o.Principal.Name)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, p.closedError()
	}
	if !o.Part {
		p.startPreparingCatalog()
	}
	c := newConn(p, o)
	c.path.known, c.path.version = path == nil, version
	if last := len(p.idle) - 1; last >= 0 {
		c.conn, c.prepared, c.preparedKeys, c.control, c.supplied = p.idle[last].conn, p.idle[last].prepared, p.idle[last].keys, p.idle[last].control, p.idle[last].supplied
		p.idle = p.idle[:last]
	} else if err := p.openConnection(&c.conn); err != nil {
		return nil, err
	}
	p.conns[c] = struct{}{}
	p.bySession.NameUser(c.conn, o.Principal.Name)
	return c, nil
}

// openConnection opens a connection to the instance, on which the statements of sessions run, or those that fill tables for them.
func (p *Provider) openConnection(conn *lib.Connection) error {
	if lib.Connect(p.db, conn) == lib.StateError {
		return sqlstate.New(sqlstate.UnableToConnect, "source %q cannot open a connection", p.options.Name)
	}
	if err := p.prepareConnection(*conn); err != nil {
		lib.Disconnect(conn)
		return err
	}
	return nil
}

// removeConn removes a closed connection from the list.
func (p *Provider) removeConn(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

// Close interrupts running statements, waits for them, ends every connection and closes the
// database. Open results end with 57P01.
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
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()

	p.held.close()
	p.tabled.stopPreparing()
	for _, i := range idle {
		i.close()
	}

	for _, c := range open {
		c.disconnect()
	}
	p.files.copies.close()
	p.adminMu.Lock()
	destroyAll(p.adminPlans)
	lib.Disconnect(&p.admin)
	p.adminMu.Unlock()
	p.tabled.close()
	p.emulation.awaitAttached()
	p.helpers.Close()
	lib.Close(&p.db)
	p.supplied.Close()
	p.forgetMemory()
	p.bySession.Close()
	p.streams.Close()
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
