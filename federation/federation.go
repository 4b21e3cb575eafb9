package federation

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options are what a federation is made of.
type Options struct {
	// Open opens the DuckDB that runs the statements; its connections are [providers.Streamer]s.
	Open     func(ctx context.Context) (providers.Provider, error)
	Scanners []providers.Scanner
	// OpenCatalog opens a DuckDB with the resources of one source as tables without rows, for questions about the
	// Postgres catalog; nil: the catalog shows no resources.
	OpenCatalog func(ctx context.Context, source string, tables []providers.DescribedTable) (providers.Provider, error)
	// Views lists the views that sessions of every source have; nil: none.
	Views  func() ([]providers.DescribedTable, error)
	Limits Limits
	// Tell is how long a statement's scans may take before a notice says how much they have read: 2
	// seconds.
	Tell time.Duration
	// Close, if set, is called when all sources are closed.
	Close func() error
	// LoadAll has all rows loaded before the statement runs.
	LoadAll bool
}

// Limits bound what one statement takes. Zero is the default.
type Limits struct {
	Scans  int           // that run at a time: 8
	Values int           // that one input is fed from other rows: 10,000
	Rows   int64         // of all scans: 10,000,000
	Bytes  int64         // of their values: 4 GiB
	Time   time.Duration // of all scans; 0: the context's alone
}

func (l Limits) withDefaults() Limits {
	if l.Scans == 0 {
		l.Scans = 8
	}
	if l.Values == 0 {
		l.Values = 10_000
	}
	if l.Rows == 0 {
		l.Rows = 10_000_000
	}
	if l.Bytes == 0 {
		l.Bytes = 4 << 30
	}
	return l
}

// Federation is the sources and the DuckDB that they share. It is safe for concurrent use.
type Federation struct {
	options  Options
	scanners map[string]providers.Scanner

	mu     sync.Mutex
	tables map[string]providers.Provider // sources that have SQL
	duck   providers.Provider            // nil: not opened yet
	left   int                           // sources that are not closed
	closed bool
	kept   kept
}

// New makes a federation. It opens nothing.
func New(o Options) *Federation {
	o.Limits = o.Limits.withDefaults()
	if o.Tell == 0 {
		o.Tell = 2 * time.Second
	}
	f := &Federation{options: o, scanners: map[string]providers.Scanner{}, left: len(o.Scanners)}
	for _, s := range o.Scanners {
		f.scanners[s.Info().Name] = s
	}
	return f
}

// Add adds a scanner and returns its source, as Sources does. 57P01: the federation is closed.
func (f *Federation) Add(s providers.Scanner) (providers.Provider, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, errClosed()
	}
	f.left++
	f.scanners[s.Info().Name] = s
	return f.sourceOf(s), nil
}

func errClosed() error {
	return sqlstate.New(sqlstate.AdminShutdown, "the sources of APIs have been closed")
}

// Several is the source of statements over several sources: over the scanners, and over tables, which have SQL. The
// caller closes it like those of Sources, and closes the tables.
func (f *Federation) Several(tables ...providers.Provider) providers.Provider {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left++
	f.tables = map[string]providers.Provider{}
	for _, p := range tables {
		f.tables[p.Info().Name] = p
	}
	return &several{source: source{federation: f}}
}

// table returns a source that has SQL by its name, or nil if there is none.
func (f *Federation) table(name string) providers.Provider {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tables[name]
}

// scanner returns a scanner by the name of its source, or nil if there is none.
func (f *Federation) scanner(name string) providers.Scanner {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scanners[name]
}

// sourceOf is what sessions connect to.
func (f *Federation) sourceOf(s providers.Scanner) providers.Provider {
	one := &source{federation: f, scanner: s, shelf: newShelf()}
	if h, ok := s.(providers.MethodLister); ok {
		return &listed{source: one, MethodLister: h}
	}
	return one
}

// Sources are the sources, one for each scanner, in their order. The caller closes each of them;
// the last one closes the DuckDB.
func (f *Federation) Sources() []providers.Provider {
	list := make([]providers.Provider, len(f.options.Scanners))
	for i, s := range f.options.Scanners {
		list[i] = f.sourceOf(s)
	}
	return list
}

// open returns the DuckDB. 57P01: the federation is closed.
func (f *Federation) open(ctx context.Context) (providers.Provider, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, errClosed()
	}
	if f.duck == nil {
		duck, err := f.options.Open(ctx)
		if err != nil {
			return nil, err
		}
		f.duck = duck
	}
	return f.duck, nil
}

// release closes what is shared when the last source is closed.
func (f *Federation) release() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left > 0 {
		return nil
	}
	f.closed = true
	var errs []error
	if f.duck != nil {
		errs = append(errs, f.duck.Close())
	}
	if f.options.Close != nil {
		errs = append(errs, f.options.Close())
	}
	return errors.Join(errs...)
}

// source is a scanner that sessions connect to.
type source struct {
	federation *Federation
	scanner    providers.Scanner
	closing    sync.Once
	shelf      shelf
}

// listed is a source of a scanner that lists what it has.
type listed struct {
	*source
	providers.MethodLister
}

var _ providers.Provider = (*source)(nil)

// Info is the scanner's.
func (s *source) Info() providers.Info { return s.scanner.Info() }

// Connect returns a connection to the DuckDB that runs scans.
func (s *source) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	duck, err := s.federation.open(ctx)
	if err != nil {
		return nil, err
	}
	c, err := duck.Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	loader, ok := c.(providers.Streamer)
	if !ok {
		return nil, errors.Join(sqlstate.New(sqlstate.InternalError, "rows cannot be loaded into the source that runs statements over scans"), c.Close())
	}
	return &conn{Streamer: loader, federation: s.federation, source: s, options: o}, nil
}

// Catalog has the resources of the scanner and the functions of DuckDB.
func (s *source) Catalog(ctx context.Context) (providers.Catalog, error) {
	own, err := s.scanner.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	methods, ok := own.(providers.Methods)
	if !ok {
		return nil, sqlstate.New(sqlstate.InternalError, "source %q has no methods", s.Info().Name)
	}
	duck, err := s.federation.open(ctx)
	if err != nil {
		return nil, err
	}
	functions, err := duck.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &catalog{Methods: methods, duck: functions}, nil
}

// Close closes the scanner.
func (s *source) Close() (err error) {
	s.closing.Do(func() { err = errors.Join(s.closeShelf(), s.scanner.Close(), s.federation.release()) })
	return err
}

// catalog is a scanner's, with the functions and the system relations of DuckDB.
type catalog struct {
	providers.Methods
	duck providers.Catalog
}

// Version changes with either of the two.
func (c *catalog) Version() uint64 { return c.Methods.Version()<<32 + c.duck.Version() }

// Functions are DuckDB's.
func (c *catalog) Functions(schema, name string) []providers.Function {
	return c.duck.Functions(schema, name)
}

// Operators are DuckDB's.
func (c *catalog) Operators(schema, name string) []providers.Function {
	return c.duck.Operators(schema, name)
}

// Type is DuckDB's.
func (c *catalog) Type(schema, name string) (providers.Type, bool) { return c.duck.Type(schema, name) }

// TypeOf is DuckDB's.
func (c *catalog) TypeOf(oid uint32) (providers.Type, bool) { return c.duck.TypeOf(oid) }

// Relation is a resource of the scanner, or a system relation.
func (c *catalog) Relation(schema, name string) (providers.Relation, bool) {
	if system, ok := c.duck.Relation(schema, name); ok && system.Builtin {
		return system, true
	}
	return c.Methods.Relation(schema, name)
}
