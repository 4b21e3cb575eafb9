package duckdb

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/rowindex"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// For a statement of one row, a run of DuckDB costs a few times what everything else does. So rows of tables that lookups
// ask for again and again are held in memory, with an index of the columns that lookups compare (package rowindex). A
// goroutine reads the rows once the lookups since the last change have taken as long as reading all rows probably takes.
//
// Held rows are those of one snapshot. They serve a statement outside of a transaction block as long as nothing was
// committed at the source since, nothing is being committed, and names mean the same: then the statement's own snapshot
// has the same rows. A file that has changed counts as a change of names, since each statement first looks at the files
// that it names. A session that may have temporary objects, or shows values in other forms, reads no held rows.

const (
	// mostHeld is how many bytes the held rows of a source have, and partOfMemory which part of DuckDB's memory limit at most.
	// The rows of one table may have half of them.
	mostHeld, partOfMemory = 64 << 20, 16
	// leastSpent is how long lookups take at least before rows are held.
	leastSpent = 4 * time.Millisecond
	// largeFor is how long a table is not looked at again that was too large.
	largeFor = 10 * time.Minute
	// longestHolding bounds the reading of a table's rows.
	longestHolding = 10 * time.Second
	// mostSeeks is how many forms of lookups a source knows.
	mostSeeks = 1024
)

// held are the rows that a source holds.
type held struct {
	ctx    context.Context //nolint:containedctx // of the goroutine that reads rows; close ends it
	cancel context.CancelFunc
	ended  sync.WaitGroup
	most   int // bytes

	mu      sync.Mutex // guards what follows
	closed  bool
	reading bool
	seeks   map[*providers.Seek]*sought
	tables  map[string]*heldTable // by the statements that read them
	size    int
}

// sought is what is known of the lookups of one form.
type sought struct {
	version uint64 // of the catalog
	files   []*fileTable
	columns []providers.Column
	places  []int // of the result's columns in the table's rows
	table   *heldTable
}

// heldTable are rows of a table, or what their lookups have cost so far.
type heldTable struct {
	sql   string
	width int
	keys  []int

	index   *rowindex.Index // nil: the rows are not held
	version uint64          // of the catalog that the rows were read by
	since   commits.Since   // the commits that they have
	used    time.Time

	spent  time.Duration // by lookups since the commits of at
	at     commits.Since
	cost   time.Duration // of the last reading
	failed time.Time     // when the rows could not be held
}

// open begins to hold rows. memory is DuckDB's memory limit, 0 where that is not known.
func (h *held) open(memory uint64) {
	h.ctx, h.cancel = context.WithCancel(context.Background())
	if h.most = mostHeld; memory > 0 {
		h.most = int(min(mostHeld, memory/partOfMemory)) //nolint:gosec // the first is small
	}
	h.seeks, h.tables = map[*providers.Seek]*sought{}, map[string]*heldTable{}
}

// close waits for the goroutine, and frees the rows.
func (h *held) close() {
	if h.cancel == nil {
		return
	}
	h.mu.Lock()
	h.closed, h.seeks, h.tables = true, nil, nil
	h.mu.Unlock()
	h.cancel()
	h.ended.Wait()
}

// findSought returns what is known of the lookups of a form at this version of the catalog, or nil.
func (h *held) findSought(s *providers.Seek, version uint64) *sought {
	if s == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if k := h.seeks[s]; k != nil && k.version == version {
		return k
	}
	return nil
}

// readsHeld reports whether held rows may answer a lookup of the session.
func (c *Conn) readsHeld(s providers.Statement, args providers.Args) bool {
	return s.Seeks != nil && s.ReadOnly && c.tx.status == providers.Idle && !c.seesTemporary() && !c.Styled() &&
		len(s.Constants) == s.Seeks.Constants && len(args.Values) == len(s.Seeks.Params)
}

// heldRows returns the rows of a lookup, or nil if they are not held. Reading them ends with ctx.
func (c *Conn) heldRows(ctx context.Context, s providers.Statement, args providers.Args) providers.Rows {
	p := c.provider
	version := p.version.Load()
	k := p.held.findSought(s.Seeks, version)
	if k == nil {
		return nil
	}
	index := k.table.currentRows(p, version)
	if index == nil {
		return nil
	}
	values := make([][]byte, len(s.Seeks.Equal))
	for i, e := range s.Seeks.Equal {
		var ok bool
		if values[i], ok = valueAt(s, args, e.To); !ok {
			return nil
		}
	}
	skip, most := int64(0), int64(math.MaxInt64)
	for _, count := range []struct {
		at providers.SoughtValue
		to *int64
	}{{s.Seeks.Offset, &skip}, {s.Seeks.Limit, &most}} {
		if count.at == (providers.SoughtValue{}) {
			continue
		}
		value, ok := valueAt(s, args, count.at)
		n, err := strconv.ParseInt(string(value), 10, 64)
		if !ok || err != nil || n < 0 {
			return nil
		}
		*count.to = n
	}
	return &heldResult{ctx: ctx, columns: k.columns, places: k.places, rows: index.Find(values, skip, most), row: make(providers.Row, len(k.places))}
}

// currentRows returns the rows if a statement that begins now would read the same, else nil.
func (t *heldTable) currentRows(p *Provider, version uint64) *rowindex.Index {
	p.held.mu.Lock()
	defer p.held.mu.Unlock()
	if t.index == nil || t.version != version || !p.commits.SameSince(t.since) {
		return nil
	}
	t.used = time.Now()
	return t.index
}

// valueAt returns the text of a value of a lookup. ok is false if only DuckDB compares the value rightly, or refuses it.
func valueAt(s providers.Statement, args providers.Args, at providers.SoughtValue) (text []byte, ok bool) {
	if at.Constant > 0 {
		constant := s.Constants[at.Constant-1]
		value := s.SQL[constant.Start:constant.End]
		if constant.Type == pgtype.TextOID {
			return []byte(strings.ReplaceAll(value[1:len(value)-1], "''", "'")), true
		}
		n, err := strconv.ParseInt(value, 10, 64)
		return strconv.AppendInt(nil, n, 10), err == nil
	}
	i := at.Param - 1
	value, column := args.Values[i], s.Seeks.Params[i]
	declared := column
	if i < len(s.ParamTypes) && s.ParamTypes[i] != 0 {
		declared = s.ParamTypes[i]
	}
	size, number := integerSizes[declared]
	_, numbers := integerSizes[column]
	switch {
	case value == nil || number != numbers:
		return nil, false
	case number:
		n, ok := integerOf(value, providers.FormatAt(args.Formats, i), size)
		return strconv.AppendInt(nil, n, 10), ok
	}
	known, err := parameter.CheckText(value)
	return []byte(known), err == nil && (declared == pgtype.TextOID || declared == pgtype.VarcharOID)
}

// noteSeek notes the cost of a lookup that DuckDB has answered, and has the rows of its table held if that pays.
func (c *Conn) noteSeek(s providers.Statement, r *result, took time.Duration) {
	p := c.provider
	h := &p.held
	version := r.prepared.version
	k := h.findSought(s.Seeks, version)
	if k == nil {
		files, err := p.namedFiles(s.SQL)
		if err != nil || s.Seeks.Schema == "" {
			return
		}
		k = &sought{version: version, files: files, columns: r.columns}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if k.table == nil {
		h.addSeek(p, s.Seeks, k)
	}
	t := k.table
	if !p.commits.SameSince(t.at) {
		t.spent, t.at = 0, p.commits.Snapshot()
		h.freeRows(t)
	}
	t.spent += took
	if h.reading || t.spent < max(leastSpent, 2*t.cost) || time.Since(t.failed) < largeFor {
		return
	}
	h.reading = true
	h.ended.Go(func() { p.holdRows(t) })
}

// addSeek notes the lookups of a form. The caller holds mu.
func (h *held) addSeek(p *Provider, s *providers.Seek, k *sought) {
	if len(h.seeks) >= mostSeeks {
		clear(h.seeks)
		for _, t := range h.tables {
			h.freeRows(t)
		}
		clear(h.tables)
	}
	var columns []string
	place := func(name string) int {
		at := slices.Index(columns, name)
		if at < 0 {
			at, columns = len(columns), append(columns, name)
		}
		return at
	}
	for _, name := range s.Columns {
		k.places = append(k.places, place(name))
	}
	var keys []int
	for _, e := range s.Equal {
		keys = append(keys, place(e.Column))
	}
	sql := "SELECT " + strings.Join(native.Idents(columns), ", ") + " FROM " + native.Ident(p.options.Name) + "." + native.Ident(s.Schema) + "." + native.Ident(s.Table)
	by := sql
	for _, key := range keys {
		by += " " + strconv.Itoa(key)
	}
	if k.table = h.tables[by]; k.table == nil {
		k.table = &heldTable{sql: sql, width: len(columns), keys: keys}
		h.tables[by] = k.table
	}
	h.seeks[s] = k
}

// freeRows frees the rows of a table. The caller holds mu.
func (h *held) freeRows(t *heldTable) {
	if t.index != nil {
		h.size -= t.index.Size()
		t.index = nil
	}
}

// holdRows reads the rows of a table, and holds them.
func (p *Provider) holdRows(t *heldTable) {
	h := &p.held
	began, version, since := time.Now(), p.version.Load(), p.commits.Snapshot()
	ctx, cancel := context.WithTimeout(h.ctx, longestHolding)
	defer cancel()
	index, err := p.readRows(ctx, t)
	if err != nil && h.ctx.Err() == nil && !errors.Is(err, errNotHeld) {
		p.log.Debug("rows of a table are not held for lookups", "source", p.options.Name, "error", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reading = false
	t.spent, t.cost = 0, time.Since(began)
	if err != nil || h.closed {
		t.failed = time.Now()
		return
	}
	h.freeRows(t)
	for h.size+index.Size() > h.most {
		h.freeRows(h.oldestTable())
	}
	t.index, t.version, t.since, t.used = index, version, since, time.Now()
	h.size += index.Size()
}

// oldestTable returns the table whose rows were used longest ago. The caller holds mu, and some rows are held.
func (h *held) oldestTable() (oldestTable *heldTable) {
	for _, t := range h.tables {
		if t.index != nil && (oldestTable == nil || t.used.Before(oldestTable.used)) {
			oldestTable = t
		}
	}
	return oldestTable
}

// errNotHeld is the error of rows that cannot be held: there are too many, or their text is not the same to all sessions.
var errNotHeld = errors.New("the rows cannot be held")

// sameText are the types whose values have one text for all sessions, as long as these do not change the forms.
var sameText = []uint32{
	pgtype.BoolOID, pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.Float4OID, pgtype.Float8OID, pgtype.NumericOID,
	pgtype.TextOID, pgtype.VarcharOID, pgtype.BPCharOID, pgtype.DateOID, pgtype.TimestampOID, pgtype.UUIDOID,
}

// readRows reads the rows of a table by a connection of its own.
func (p *Provider) readRows(ctx context.Context, t *heldTable) (_ *rowindex.Index, err error) {
	conn, err := p.Connect(ctx, providers.ConnOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	rows, err := conn.Query(ctx, providers.Statement{SQL: t.sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for i, c := range rows.Columns() {
		if !slices.Contains(sameText, c.Type) || slices.Contains(t.keys, i) && !isSought(c.Type) {
			return nil, errNotHeld
		}
	}
	b := rowindex.NewBuilder(t.width, t.keys, p.held.most/2)
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return b.Index(), nil
		}
		if err != nil {
			return nil, err
		}
		if !b.Add(row) {
			return nil, errNotHeld
		}
	}
}

// isSought reports whether two values of a type are equal exactly if their texts are, and lookups compare them with integers
// or texts.
func isSought(oid uint32) bool {
	return slices.Contains([]uint32{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.TextOID, pgtype.VarcharOID}, oid)
}

// heldResult is the result of a lookup in held rows.
type heldResult struct {
	ctx     context.Context //nolint:containedctx // governs the run of this one statement, as the contract of Query says
	columns []providers.Column
	places  []int
	rows    rowindex.Rows
	row     providers.Row
	count   int64
}

// lookAfter is after how many rows a result checks whether it has to end.
const lookAfter = 512

// Columns describes the result.
func (r *heldResult) Columns() []providers.Column { return r.columns }

// Next returns the next row.
func (r *heldResult) Next() (providers.Row, error) {
	if r.count%lookAfter == lookAfter-1 && r.ctx.Err() != nil {
		return nil, sqlstate.From(r.ctx.Err())
	}
	row := r.rows.Next()
	if row < 0 {
		return nil, io.EOF
	}
	for i, place := range r.places {
		r.row[i] = r.rows.Cell(row, place)
	}
	r.count++
	return r.row, nil
}

// Tag returns the command tag.
func (r *heldResult) Tag() string { return commandTag("SELECT", r.count) }

// Close ends the result.
func (r *heldResult) Close() error { return nil }
