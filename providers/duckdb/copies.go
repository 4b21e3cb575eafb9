package duckdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/filelook"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// copiesName is the database that has columnar copies of files.
const copiesName = "__copies"

const (
	// inlineCopy is the size of files that are copied while a statement waits.
	inlineCopy = 8 << 20
	// defaultCopies bounds the copies of a source.
	defaultCopies = 10 << 30
	// watchCopies is how often the size of the database is compared with its bound.
	watchCopies = 50 * time.Millisecond
	// keepReplaced is how long a statement that has found a copy may take to begin to read it.
	keepReplaced = 10 * time.Second
	// quietFor is how long files that are copied in the background have not changed.
	quietFor = time.Second
	// pauseCopies is how long no copy is made where the disk was full.
	pauseCopies = time.Minute
)

var (
	errCopiesBusy = errors.New("another copy is being made")
	errCopiesFull = errors.New("the copy does not fit into the bound of the copies")
)

// copies are columnar copies of CSV and JSON files, in a DuckDB database of the server's own. A copy belongs to one print
// of its files. A copy may be lost at any time: then statements read the files.
type copies struct {
	path  string // of the database file
	bound int64  // bytes
	log   func(message string, args ...any)

	requests chan *fileTable
	stop     context.CancelFunc
	done     chan struct{} // closed when the goroutine that makes copies has ended

	mu       sync.Mutex // guards conn and what follows
	conn     lib.Connection
	made     map[string]copied // by the table's name
	last     int
	replaced []replaced
	paused   time.Time
}

// copied is one copy.
type copied struct {
	print, table string
	rows, size   int64
	used         int64
}

// replaced is a copy that no view reads any more.
type replaced struct {
	table string
	since time.Time
}

// openCopies opens the database of the copies. It makes a damaged database anew, since the files are there.
func (p *Provider) openCopies() (*copies, error) {
	bound, err := sizeOf(p.options.Copies, defaultCopies)
	if err != nil {
		return nil, p.configError(err, "the bound of its copies %q is not understood", p.options.Copies).WithHint("Write a number and a unit, such as 10GB; 0 keeps no copies.")
	}
	if p.options.CopyDir == "" || bound == 0 {
		return nil, nil
	}
	if err := os.MkdirAll(p.options.CopyDir, 0o700); err != nil {
		return nil, p.configError(err, "the folder of its copies cannot be made")
	}
	c := &copies{
		path: filepath.Join(p.options.CopyDir, p.options.Name+".duckdb"), bound: bound, made: map[string]copied{}, requests: make(chan *fileTable, 1_000),
		log: func(message string, args ...any) {
			p.log.Warn(message, append([]any{"source", p.options.Name}, args...)...)
		},
	}
	p.hidePath(p.options.CopyDir)
	err = p.attachCopies(c)
	if err != nil && !strings.Contains(err.Error(), "lock") { // another process has it open
		c.log("the copies of files are made anew", "error", err)
		_ = os.Remove(c.path)
		_ = os.Remove(c.path + ".wal")
		err = p.attachCopies(c)
	}
	if err != nil {
		c.log("no copies of files are kept, so that CSV and JSON files are slow", "error", err)
		return nil, nil
	}
	return c, nil
}

// attachCopies attaches the database and reads what copies it has.
func (p *Provider) attachCopies(c *copies) error {
	if err := native.Run(p.admin, "ATTACH "+native.Text(c.path)+" AS "+copiesName); err != nil {
		return err
	}
	if err := os.Chmod(c.path, 0o600); err != nil { // DuckDB lets others read it if the umask does
		return err
	}
	read := func() error {
		if err := native.Run(p.admin, "CREATE TABLE IF NOT EXISTS "+copiesName+".main.files(name VARCHAR, print VARCHAR, copy VARCHAR, rows BIGINT, size BIGINT)"); err != nil {
			return err
		}
		rows, err := native.Collect(p.admin, "SELECT name, print, copy, CAST(rows AS VARCHAR), CAST(size AS VARCHAR) FROM "+copiesName+".main.files")
		if err != nil {
			return err
		}
		for _, row := range rows {
			c.made[row[0]] = copied{print: row[1], table: row[2], rows: int64(atoi(row[3])), size: int64(atoi(row[4]))}
		}
		return c.dropUnknown(p.admin)
	}
	if err := read(); err != nil {
		return errors.Join(err, native.Run(p.admin, "DETACH "+copiesName))
	}
	return nil
}

// dropUnknown drops the tables that belong to no known copy, and learns the last number of a copy.
func (c *copies) dropUnknown(conn lib.Connection) error {
	rows, err := native.Collect(conn, "SELECT table_name FROM duckdb_tables() WHERE database_name = '"+copiesName+"' AND table_name <> 'files'")
	if err != nil {
		return err
	}
	for _, row := range rows {
		number, _ := strconv.Atoi(strings.TrimPrefix(row[0], "file_"))
		c.last = max(c.last, number)
		known := false
		for _, m := range c.made {
			known = known || m.table == row[0]
		}
		if !known {
			if err := native.Run(conn, "DROP TABLE "+copiesName+".main."+native.Ident(row[0])); err != nil {
				return err
			}
		}
	}
	return nil
}

// findCopy returns the copy of a table, if it is one of these files, or "" if there is none.
func (c *copies) findCopy(name, print string) (table string, rows int64) {
	if !c.mu.TryLock() {
		return "", 0 // a copy is being made, which can take long
	}
	defer c.mu.Unlock()
	if m, ok := c.made[name]; ok && m.print == print {
		return m.table, m.rows
	}
	return "", 0
}

// takesFiles reports whether copies of such files are made. Parquet is columnar already.
func (c *copies) takesFiles(l filelook.Look) bool {
	return c != nil && l.Reader != filelook.ReadParquet && l.Size <= c.bound
}

// requestCopy has a copy made in the background. If the queue is full, the next statement asks again.
func (c *copies) requestCopy(t *fileTable) {
	select {
	case c.requests <- t:
	default:
	}
}

// startMaking begins to make copies in the background, those of the smallest files first.
func (c *copies) startMaking(p *Provider) error {
	if c == nil {
		return nil
	}
	if lib.Connect(p.db, &c.conn) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "source %q cannot open a connection", p.options.Name)
	}
	if err := p.prepareConnection(c.conn); err != nil {
		return err
	}
	list := slices.Clone(p.files.listTables())
	slices.SortFunc(list, func(a, b *fileTable) int { return int(min(a.state.Load().Size-b.state.Load().Size, 1)) })
	for _, t := range list {
		if s := t.state.Load(); s.copy == "" && c.takesFiles(s.Look) {
			c.requestCopy(t)
		}
	}
	var ctx context.Context
	ctx, c.stop = context.WithCancel(context.Background())
	c.done = make(chan struct{})
	go c.serveRequests(ctx, p)
	return nil
}

// close waits for the goroutine that makes copies.
func (c *copies) close() {
	if c == nil || c.conn.Ptr == nil {
		return
	}
	if c.stop != nil {
		c.stop()
		<-c.done
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lib.Disconnect(&c.conn)
}

// serveRequests makes the copies that were asked for.
func (c *copies) serveRequests(ctx context.Context, p *Provider) {
	defer close(c.done)
	for {
		select {
		case <-ctx.Done():
			return
		case t := <-c.requests:
			if err := c.copyQuiet(ctx, p, t); err != nil && ctx.Err() == nil {
				c.log("a file of the folder has no copy, so it is read by every statement", "file", t.entry, "error", err)
			}
		}
	}
}

// copyQuiet makes the copy of a table whose files have not changed for a while, and has its view read
// the copy.
func (c *copies) copyQuiet(ctx context.Context, p *Provider, t *fileTable) error {
	state := t.state.Load()
	if state.copy != "" || state.uncopied || state.abandoned {
		return nil
	}
	if wait := quietFor - time.Since(state.Changed); wait > 0 {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
	if now, err := filelook.At(p.files.folder, t.entry); err != nil || now.Print != state.Print {
		return nil // the next statement sees to that
	}
	next := *state
	var err error
	if next.copy, next.rows, err = c.makeCopy(ctx, p, t, state.Look, true); err != nil {
		next.uncopied = !errors.Is(err, errCopiesPaused)
	}
	if ctx.Err() != nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state.Load() != state {
		return nil // it has changed meanwhile
	}
	if next.copy == "" {
		t.state.Store(&next)
		return err
	}
	return p.defineView(t, &next)
}

var errCopiesPaused = errors.New("copies are not made for a while, because there was no room for one")

// makeCopy makes a copy of a table's files. wait says whether to wait for another copy that is being made.
func (c *copies) makeCopy(ctx context.Context, p *Provider, t *fileTable, l filelook.Look, wait bool) (table string, rows int64, err error) {
	if wait {
		c.mu.Lock()
	} else if !c.mu.TryLock() {
		return "", 0, errCopiesBusy
	}
	defer c.mu.Unlock()
	if time.Since(c.paused) < pauseCopies {
		return "", 0, errCopiesPaused
	}
	c.dropReplaced(p)
	if err := c.makeRoom(p, t.name, l.Size); err != nil {
		return "", 0, err
	}
	c.last++
	table = fmt.Sprintf("file_%d", c.last)
	if err := c.fillCopy(ctx, table, l); err != nil {
		if f := fault.Read(err.Error()); fault.IsDiskFull(f.Message) {
			c.paused = time.Now()
		}
		return "", 0, err
	}
	if now, err := filelook.At(p.files.folder, t.entry); err != nil || now.Print != l.Print {
		return "", 0, errors.Join(err, c.run("DROP TABLE "+copiesName+".main."+native.Ident(table)), errors.New("the file has changed while it was copied"))
	}
	counted, err := native.Collect(c.conn, "SELECT CAST(count(*) AS VARCHAR) FROM "+copiesName+".main."+native.Ident(table))
	if err != nil {
		return "", 0, err
	}
	m := copied{print: l.Print, table: table, rows: int64(atoi(counted[0][0])), size: l.Size, used: time.Now().UnixNano()}
	if err := c.recordCopy(t.name, m); err != nil {
		return "", 0, err
	}
	if old, ok := c.made[t.name]; ok {
		c.replaced = append(c.replaced, replaced{old.table, time.Now()})
	}
	c.made[t.name] = m
	_ = c.run("CHECKPOINT " + copiesName) // another transaction may prevent it; DuckDB does so later, too
	return m.table, m.rows, nil
}

// recordCopy records on disk which files a copy is of.
func (c *copies) recordCopy(name string, m copied) error {
	return errors.Join(
		c.run("BEGIN TRANSACTION"),
		c.run("DELETE FROM "+copiesName+".main.files WHERE name = "+native.Text(name)),
		c.run(fmt.Sprintf("INSERT INTO %s.main.files VALUES (%s, %s, %s, %d, %d)", copiesName, native.Text(name), native.Text(m.print), native.Text(m.table), m.rows, m.size)),
		c.run("COMMIT"),
	)
}

// fillCopy makes the table of a copy. It ends when the database becomes larger than its bound.
func (c *copies) fillCopy(ctx context.Context, table string, l filelook.Look) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watched := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(watchCopies)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ctx.Done():
				lib.Interrupt(c.conn) // again and again: one that comes too early is forgotten
			case <-tick.C:
				if c.onDisk() > c.bound {
					cancel(errCopiesFull)
				}
				continue
			}
			select {
			case <-ended:
				return
			case <-tick.C:
			}
		}
	}()
	create := "CREATE TABLE " + copiesName + ".main." + native.Ident(table) + " AS SELECT * FROM "
	err := c.run(create + l.From)
	if f := fault.Read(fmt.Sprint(err)); err != nil && ctx.Err() == nil && l.Reader == filelook.ReadCSV && !fault.IsDiskFull(f.Message) {
		// The first rows of a file may suggest a type that a later one has no value of.
		if again := c.run(create + strings.TrimSuffix(l.From, ")") + ", sample_size = -1)"); again == nil {
			err = nil
		}
	}
	close(ended)
	<-watched
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return err
}

// onDisk is the size of the database.
func (c *copies) onDisk() (size int64) {
	for _, path := range []string{c.path, c.path + ".wal"} {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	return size
}

func (c *copies) run(sql string) error { return native.Run(c.conn, sql) }

// makeRoom drops the copies that were used longest ago until the files of all copies together are within the bound. The
// caller holds mu.
func (c *copies) makeRoom(p *Provider, name string, size int64) error {
	for {
		sum, oldest, used := size, "", int64(0)
		for other, m := range c.made {
			if other == name {
				continue
			}
			sum += m.size
			at := m.used
			t := p.files.findTable(other)
			if t != nil {
				at = max(at, t.used.Load())
			}
			if oldest == "" || at < used {
				oldest, used = other, at
			}
		}
		if sum <= c.bound {
			return nil
		}
		if err := c.dropCopy(p, oldest); err != nil {
			return err
		}
	}
}

// dropCopy has the view of a table read the files again, and drops its copy. The caller holds mu.
func (c *copies) dropCopy(p *Provider, name string) error {
	m := c.made[name]
	if t := p.files.findTable(name); t != nil {
		if state := t.state.Load(); state.copy == m.table && !state.abandoned {
			next := *state
			next.copy, next.rows, next.uncopied = "", 0, true // or two tables would take each other's room again and again
			if err := p.defineView(t, &next); err != nil {
				return err
			}
		}
	}
	delete(c.made, name)
	c.replaced = append(c.replaced, replaced{m.table, time.Now()})
	return c.run("DELETE FROM " + copiesName + ".main.files WHERE name = " + native.Text(name))
}

// dropReplaced drops the replaced copies that no statement can begin to read any more. The caller holds mu.
func (c *copies) dropReplaced(p *Provider) {
	if p.blocks.Load() > 0 {
		return // a transaction may still see the view of an earlier moment
	}
	c.replaced = slices.DeleteFunc(c.replaced, func(r replaced) bool {
		return time.Since(r.since) > keepReplaced && c.run("DROP TABLE IF EXISTS "+copiesName+".main."+native.Ident(r.table)) == nil
	})
}

// sizeOf reads a number of bytes such as 10GB.
func sizeOf(text string, otherwise int64) (int64, error) {
	trimmed := strings.ToUpper(strings.TrimSpace(text))
	if trimmed == "" {
		return otherwise, nil
	}
	digits := strings.TrimRight(trimmed, "KMGTIB ")
	factor, ok := map[string]float64{
		"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40,
	}[strings.TrimSpace(trimmed[len(digits):])]
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil || !ok || number < 0 {
		return 0, errors.New("it is no size")
	}
	return int64(number * factor), nil
}
