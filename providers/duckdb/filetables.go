package duckdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/depth"
	"github.com/sallyportdb/sallyport/providers/duckdb/filelook"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fileTable is a view over a file of the folder, or over the files of a subfolder.
type fileTable struct {
	name  string
	entry string // of the folder
	used  atomic.Int64

	mu    sync.Mutex // held while the view is made anew
	state atomic.Pointer[fileState]
}

// fileState tells what the view of a fileTable reads: the files as they were at a look, or their copy.
type fileState struct {
	filelook.Look
	copy      string // the table among the copies; "": the files themselves
	rows      int64  // of the copy
	uncopied  bool   // no copy can be made of these files
	abandoned bool   // somebody has put something else in the place of the view
}

// fileTables are the tables of the folder.
type fileTables struct {
	folder string
	copies *copies // nil: none are kept

	mu      sync.Mutex // held while the folder is read
	stamp   string     // of the folder, when it was read last
	skipped map[string]string
	tables  atomic.Pointer[[]*fileTable]
}

// listTables returns the tables.
func (f *fileTables) listTables() []*fileTable {
	if list := f.tables.Load(); list != nil {
		return *list
	}
	return nil
}

// findTable returns the table with that name, or nil.
func (f *fileTables) findTable(name string) *fileTable {
	for _, t := range f.listTables() {
		if t.name == name {
			return t
		}
	}
	return nil
}

// countRows reports whether a name is a file's, and how many rows it has, or -1 if that is not known.
func (f *fileTables) countRows(name string) (rows int64, isFile bool) {
	t := f.findTable(name)
	if t == nil {
		return -1, false
	}
	if state := t.state.Load(); state.copy != "" {
		return state.rows, true
	}
	return -1, true
}

// openFiles makes a view for each file and subfolder of the folder. What cannot be read is left out
// with a warning.
func (p *Provider) openFiles() error {
	if p.options.Folder == "" {
		return nil
	}
	folder, err := p.absoluteFolder()
	if err != nil {
		return err
	}
	p.hidePath(folder)
	p.files.folder = folder
	if p.files.copies, err = p.openCopies(); err != nil {
		return err
	}
	if err := p.readFolder(); err != nil {
		return p.configError(err, "its folder cannot be read")
	}
	return p.dropGoneViews()
}

// readFolder makes views of files and subfolders that are new in the folder.
func (p *Provider) readFolder() error {
	f := &p.files
	var now filelook.Look
	stamp, _, err := now.Stamp(f.folder, "")
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if stamp == f.stamp {
		return nil
	}
	now.Settle()
	if stamp, _, err = now.Stamp(f.folder, ""); err != nil {
		return err
	}
	entries, err := os.ReadDir(f.folder)
	if err != nil {
		return err
	}
	f.stamp = stamp
	tables := slices.Clone(f.listTables())
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || slices.ContainsFunc(tables, func(t *fileTable) bool { return t.entry == entry.Name() }) {
			continue
		}
		t, err := p.newFileTable(entry.Name(), tables)
		if err != nil && f.skipped[entry.Name()] != err.Error() {
			p.log.Warn("a file of the folder is left out", "source", p.options.Name, "file", entry.Name(), "error", err)
			if f.skipped == nil {
				f.skipped = map[string]string{}
			}
			f.skipped[entry.Name()] = err.Error()
		} else if t != nil {
			tables = append(tables, t)
		}
	}
	f.tables.Store(&tables)
	return nil
}

// readNewFiles makes views of files and subfolders that were added since the folder was last read.
func (p *Provider) readNewFiles() error {
	if p.files.folder == "" {
		return nil
	}
	if err := p.readFolder(); err != nil {
		return sqlstate.Wrap(err, sqlstate.IOError, "the folder of source %q cannot be read", p.options.Name).
			WithHint("The server's log has the cause.")
	}
	return nil
}

// newFileTable makes the view of one entry of the folder. It returns nil if the entry is no table.
// others are the tables that there are.
func (p *Provider) newFileTable(entry string, others []*fileTable) (*fileTable, error) {
	l, err := filelook.At(p.files.folder, entry)
	if errors.Is(err, filelook.ErrKind) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	base := entry
	if _, name, _, err := filelook.Reader(filepath.Join(p.files.folder, entry)); err == nil {
		base = name
	}
	t := &fileTable{name: filelook.Identifier(base), entry: entry}
	taken := func(o *fileTable) bool { return o.name == t.name }
	if slices.ContainsFunc(others, taken) {
		t.name += "_" + strings.TrimPrefix(strings.ToLower(filepath.Ext(entry)), ".")
	}
	if slices.ContainsFunc(others, taken) {
		return nil, errors.New("another file of the folder has the same table name")
	}
	state := &fileState{Look: l}
	if c := p.files.copies; c != nil {
		state.copy, state.rows = c.findCopy(t.name, l.Print)
	}
	if state.copy == "" {
		if err := l.CheckDepth(context.Background()); err != nil {
			return nil, err
		}
	}
	if err := p.defineView(t, state); err != nil {
		return nil, err
	}
	return t, nil
}

// defineView makes the view of a table, and says that names have changed.
func (p *Provider) defineView(t *fileTable, state *fileState) error {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if err := p.checkAdmin(context.Background()); err != nil {
		return err
	}
	key := p.options.Schema + "." + t.name
	before, known := p.views[key]
	if known {
		if now, err := p.viewText(t.name); err != nil || now != before {
			state.abandoned = err == nil
			t.state.Store(state)
			return err
		}
	}
	from := state.From
	if state.copy != "" {
		from = copiesName + ".main." + native.Ident(state.copy)
	}
	p.tabled.changing.Add(1)
	defer p.tabled.changing.Add(-1)
	// A database file still has the views of its last opening: they are replaced.
	if err := native.Run(p.admin, "CREATE OR REPLACE VIEW "+p.qualifiedName(t.name)+" AS SELECT * FROM "+from); err != nil {
		return err
	}
	p.version.countChange(ofAll)
	text, err := p.viewText(t.name)
	if err != nil {
		return err
	}
	p.views[key] = text
	t.state.Store(state)
	return nil
}

// viewText returns the definition of a view of the default schema, "" if there is none. The caller
// holds adminMu.
func (p *Provider) viewText(name string) (string, error) {
	rows, err := native.Collect(p.admin, "SELECT sql FROM duckdb_views() WHERE database_name = "+native.Text(p.options.Name)+
		" AND schema_name = "+native.Text(p.options.Schema)+" AND view_name = "+native.Text(name))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0][0], nil
}

// dropGoneViews drops the views that an earlier opening of a database file has left of files that are
// not there any more.
func (p *Provider) dropGoneViews() error {
	rows, err := native.Collect(p.admin, "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal AND database_name = "+native.Text(p.options.Name)+
		" AND schema_name = "+native.Text(p.options.Schema))
	if err != nil {
		return p.configError(err, "its views of files cannot be read")
	}
	for _, row := range rows {
		query := strings.ToLower(definition.ViewQuery(row[1]))
		ours := slices.ContainsFunc([]string{copiesName + ".", filelook.ReadCSV + "(", filelook.ReadJSON + "(", filelook.ReadParquet + "("},
			func(from string) bool { return strings.HasPrefix(query, "select * from "+from) })
		if !ours || p.files.findTable(row[0]) != nil {
			continue
		}
		if err := p.runAll("DROP VIEW " + p.qualifiedName(row[0])); err != nil {
			return err
		}
	}
	return nil
}

// fileRead is a table whose files a statement reads.
type fileRead struct {
	table *fileTable
	print string
}

// freshenFiles has the tables of files that a statement may name say what the files are now. It returns
// those of which the statement reads the files themselves.
func (c *Conn) freshenFiles(ctx context.Context, s providers.Statement) ([]fileRead, error) {
	p := c.provider
	if p.files.folder == "" {
		return nil, nil
	}
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	if c.temporary { // a view that only this session sees may read any of them
		return p.freshenViews(ctx, p.files.listTables())
	}
	if k := p.held.findSought(s.Seeks, p.version.Load()); k != nil {
		return p.freshenViews(ctx, k.files)
	}
	if kept := c.keptLookup(s); kept != nil {
		return p.freshenViews(ctx, kept.files)
	}
	if kept, ok := c.prepared[statementKey(s)]; ok && kept.version == p.version.Load() {
		return p.freshenViews(ctx, kept.files)
	}
	named, err := p.namedFiles(s.SQL)
	if err != nil {
		return nil, err
	}
	return p.freshenViews(ctx, named)
}

// freshenViews makes the views of the tables that a text may name say what the files are now, and returns
// those of which the statement reads the files themselves.
func (p *Provider) freshenViews(ctx context.Context, named []*fileTable) (list []fileRead, err error) {
	for _, t := range named {
		state, err := p.currentState(ctx, t)
		if err != nil {
			return nil, err
		}
		t.used.Store(time.Now().UnixNano())
		if !state.abandoned && state.copy == "" {
			list = append(list, fileRead{t, state.Print})
		}
	}
	return list, nil
}

// currentState returns the state that a table's view reads, after bringing it up to date with the files.
func (p *Provider) currentState(ctx context.Context, t *fileTable) (*fileState, error) {
	state := t.state.Load()
	if state.abandoned {
		return state, nil
	}
	now, err := filelook.At(p.files.folder, t.entry)
	if err != nil {
		return nil, p.lookError(t, err)
	}
	c := p.files.copies
	if state.Print == now.Print {
		if state.copy == "" && !state.uncopied && c.takesFiles(now) {
			c.requestCopy(t)
		}
		return state, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now.Settle()
	if now, err = filelook.At(p.files.folder, t.entry); err != nil {
		return nil, p.lookError(t, err)
	}
	if state = t.state.Load(); state.Print == now.Print || state.abandoned {
		return state, nil
	}
	if err := now.CheckDepth(ctx); ctx.Err() != nil {
		return nil, sqlstate.From(ctx.Err())
	} else if err != nil {
		return nil, p.lookError(t, err)
	}
	next := &fileState{Look: now}
	if c.takesFiles(now) && now.Size <= inlineCopy {
		next.copy, next.rows, err = c.makeCopy(ctx, p, t, now, false)
		if ctx.Err() != nil { // that says nothing of the files
			return nil, sqlstate.From(ctx.Err())
		}
		if err != nil && !errors.Is(err, errCopiesBusy) {
			next.uncopied = true // the files themselves have an error of their own to tell, if any
		}
	}
	if err := p.defineView(t, next); err != nil {
		e := p.translateError(err, "", nil)
		e.Message = fmt.Sprintf("%s: %s", t.place(), e.Message)
		return nil, e
	}
	if next.copy == "" && !next.uncopied && c.takesFiles(now) {
		c.requestCopy(t)
	}
	return next, nil
}

// checkUnchanged returns an error if the files of a statement have changed since it began.
func (p *Provider) checkUnchanged(list []fileRead) error {
	for _, r := range list {
		now, err := filelook.At(p.files.folder, r.table.entry)
		if err != nil {
			return p.lookError(r.table, err)
		}
		if now.Print != r.print {
			return sqlstate.New(sqlstate.SerializationFailure, "%s has changed while it was read", r.table.place()).WithHint("Run the statement again.")
		}
	}
	return nil
}

func (t *fileTable) place() string { return fmt.Sprintf("the file %q of table %q", t.entry, t.name) }

// lookError is the error of a table whose files cannot be looked at.
func (p *Provider) lookError(t *fileTable, err error) error {
	message, hint := "cannot be read", "The server's log has the cause."
	switch {
	case filelook.IsGone(err):
		message, hint = "does not exist any more", "Put it back, or restart the server: then there is no such table."
	case errors.Is(err, filelook.ErrKind):
		message, hint = "holds no table any more", "Put the files back, or restart the server: then there is no such table."
	case errors.Is(err, filelook.ErrLink), errors.Is(err, filelook.ErrSpecial), errors.Is(err, filelook.ErrMany), errors.Is(err, filelook.ErrMixed), errors.Is(err, depth.ErrDeep), errors.Is(err, depth.ErrFooter):
		message, hint = "cannot be read: "+err.Error(), "Put a file of the folder in its place."
	}
	return sqlstate.Wrap(err, sqlstate.UndefinedFile, "%s %s", t.place(), message).WithHint("%s", hint)
}
