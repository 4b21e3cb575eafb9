package federation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// read is how the rows of a scan get to the statement: they are loaded, they stream, or they are those
// of an identical scan.
type read struct {
	scan    *providers.Scan
	columns []providers.Column // of the table: the scan's, and those of identical scans
	of      *read              // the identical scan whose rows these are; nil: there is none before it
	loaded  bool
	bound   providers.Scan     // with the values of its inputs, once they are known
	args    providers.Args     // of its Select, the same
	none    bool               // an input has no value, so there are no rows
	rows    int64              // about how many there are; -1: nobody knows
	fewer   []providers.Select // that may take the place of its Select
	given   []bool             // which keys of its Select it gets
	waits   []string           // the tables that have them
	gives   bool               // keys to another scan
}

// readsOf finds the scans whose rows something else than the statement reads, too: they are loaded.
func readsOf(scans []providers.Scan) []*read {
	reads := make([]*read, len(scans))
	for i := range scans {
		one := &read{scan: &scans[i], columns: scans[i].TableColumns(), rows: -1, fewer: scans[i].Fewer}
		for _, before := range reads[:i] {
			if before.of == nil && identical(before.scan, one.scan) {
				one.of, before.loaded = before, true
				before.columns = union(before.columns, one.columns)
				before.keepShared(one.scan)
				break
			}
		}
		reads[i] = one
	}
	for i := range scans {
		for _, in := range scans[i].Inputs {
			for _, table := range in.Tables {
				if at := slices.IndexFunc(reads, func(r *read) bool { return r.scan.Table == table }); at >= 0 {
					reads[at].loaded = true
				}
			}
		}
	}
	return reads
}

// identical reports whether two scans send the same requests.
func identical(a, b *providers.Scan) bool {
	same := a.Source == b.Source && a.Service == b.Service && a.Resource == b.Resource && a.Method == b.Method && a.Print == b.Print && a.Limit == b.Limit &&
		a.Top == b.Top && slices.Equal(a.Order, b.Order) && a.Counted == b.Counted
	same = same && sameSelect(a.Select, b.Select) && slices.Equal(a.Held, b.Held) && slices.EqualFunc(a.Where, b.Where, func(x, y providers.Condition) bool {
		return x.Column == y.Column && x.Operator == y.Operator && sameValue(x.Value, y.Value)
	})
	return same && slices.EqualFunc(a.Inputs, b.Inputs, func(x, y providers.InputValues) bool {
		told := x.As == nil && y.As == nil || x.As != nil && y.As != nil && x.As.Name == y.As.Name
		return told && x.Name == y.Name && x.Query == y.Query && slices.Equal(x.Renumbered, y.Renumbered) &&
			slices.EqualFunc(x.Values, y.Values, sameValue)
	})
}

func sameSelect(a, b *providers.Select) bool {
	return a == nil && b == nil || a != nil && b != nil && a.SQL == b.SQL && slices.EqualFunc(a.Params, b.Params, sameValue)
}

func sameValue(v, w providers.Value) bool {
	return v.Param == w.Param && v.Type == w.Type && (v.Text == nil) == (w.Text == nil) && bytes.Equal(v.Text, w.Text)
}

// union adds the columns that a list does not have.
func union(list, more []providers.Column) []providers.Column {
	for _, column := range more {
		if !slices.ContainsFunc(list, func(c providers.Column) bool { return strings.EqualFold(c.Name, column.Name) }) {
			list = append(list, column)
		}
	}
	return list
}

// stream has a scan's rows stream.
func (r *run) stream(ctx context.Context, one *read) error {
	count := one.scan.Limit
	if one.rows >= 0 {
		count = max(one.rows, 1)
	}
	return r.conn.Stream(ctx, providers.Stream{
		Table: one.scan.Table, Columns: one.columns, Count: count, Where: where(one.scan), Hint: hintOf(one.scan),
		Open: func(ctx context.Context, wanted <-chan struct{}) (providers.Rows, error) {
			if r.statement.Planned {
				return &empty{}, nil
			}
			leave, err := r.enter(ctx, wanted)
			if err != nil {
				return nil, err
			}
			rows, err := r.start(ctx, one)
			if err != nil {
				leave()
				return nil, named(one.scan, err)
			}
			return &placed{Rows: rows, leave: leave}, nil
		},
	})
}

// enter waits for a place among the scans that run. One whose rows the statement waits for needs none:
// the others may wait for the statement.
func (r *run) enter(ctx context.Context, wanted <-chan struct{}) (leave func(), err error) {
	select {
	case r.places <- struct{}{}:
		return func() { <-r.places }, nil
	case <-wanted:
		return func() {}, nil
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
}

// placed are rows of a scan that gives its place back.
type placed struct {
	providers.Rows
	leave func()
}

// BatchTypes are the scan's.
func (p *placed) BatchTypes() []string { return batchTypes(p.Rows) }

// NextBatch is the scan's.
func (p *placed) NextBatch() (providers.Batch, error) { return nextBatch(p.Rows) }

// Close ends the scan.
func (p *placed) Close() error {
	defer p.leave()
	return p.Rows.Close()
}

// chooseStreams opens the sources that have SQL, and has those scans loaded that the statement would read more than once.
// Of each source with SQL that scan streams which has most rows: one connection reads one result at a time.
func (r *run) chooseStreams(ctx context.Context) error {
	if err := r.openTables(ctx); err != nil {
		return err
	}
	r.guessAll(ctx)
	r.chooseKeys()
	for _, one := range r.reads { // with how many rows they have
		if one.streams() && one.rows >= 0 {
			if err := r.conn.Drop(one.scan.Table); err != nil {
				return err
			}
			if err := r.stream(ctx, one); err != nil {
				return err
			}
		}
	}
	if err := r.loadOthers(ctx); err != nil {
		return err
	}
	r.shareSelects()
	if !slices.ContainsFunc(r.reads, func(one *read) bool { return one.loaded }) {
		return nil
	}
	return r.conn.Drop() // it was planned over tables that were empty
}

// shareSelects has scans that read the same rows name the same statement.
func (r *run) shareSelects() {
	for _, one := range r.reads {
		if one.of != nil && one.scan.Select != nil {
			one.scan.Select = one.of.scan.Select
		}
	}
}

// streams reports whether a scan's rows may stream.
func (one *read) streams() bool { return one.of == nil && !one.loaded }

// loadOthers makes tables of the scans that do not stream.
func (r *run) loadOthers(ctx context.Context) error {
	if !slices.ContainsFunc(r.reads, (*read).streams) {
		return nil
	}
	once, err := r.conn.ReadOnce(ctx, r.statement)
	if err != nil {
		return err
	}
	largest := map[string]*read{} // of each source with SQL
	for _, one := range r.reads {
		if one.scan.Select != nil && one.streams() && !one.gives && slices.Contains(once, one.scan.Table) {
			if had := largest[one.scan.Source]; had == nil || one.rows > had.rows {
				largest[one.scan.Source] = one
			}
		}
	}
	for _, one := range r.reads {
		stays := slices.Contains(once, one.scan.Table) && !one.gives && (one.scan.Select == nil || largest[one.scan.Source] == one)
		if !one.streams() || stays {
			continue
		}
		if err := r.conn.Drop(one.scan.Table); err != nil {
			return err
		}
		if _, err := r.conn.Load(ctx, one.scan.Table, one.columns, nil); err != nil {
			return err
		}
		one.loaded = true
	}
	return nil
}

// loadOrBind loads the rows of a scan, or finds the values of its inputs.
func (r *run) loadOrBind(ctx context.Context, one *read) (err error) {
	if one.scan.Select != nil {
		if one.args, err = r.selectArgs(ctx, one.scan.Select); err == nil {
			err = r.addKeys(ctx, one, &one.args)
		}
	} else {
		one.bound, one.none, err = r.bind(ctx, *one.scan)
	}
	if err != nil || !one.loaded || one.none {
		return err
	}
	leave, err := r.enter(ctx, nil)
	if err != nil {
		return err
	}
	defer leave()
	rows, err := r.start(ctx, one)
	if err != nil {
		return err
	}
	_, err = r.conn.Load(ctx, one.scan.Table, one.columns, rows)
	if closing := rows.Close(); err == nil {
		err = closing
	}
	return err
}

// start starts a scan whose inputs are bound.
func (r *run) start(ctx context.Context, one *read) (_ providers.Rows, err error) {
	defer guard(one.scan, &err)
	if one.none {
		return &empty{}, nil
	}
	if one.scan.Select != nil {
		rows, err := r.tables[one.scan.Source].scan(ctx, one.scan, one.args)
		if err != nil {
			return nil, err
		}
		return r.countRows(ctx, one, rows, one.scan.Columns), nil
	}
	scanner := r.conn.federation.scanner(one.scan.Source)
	if scanner == nil {
		return nil, sqlstate.New(sqlstate.InvalidCatalogName, "there is no API %q", one.scan.Source)
	}
	scan := one.bound
	asked := scan.TableColumns()
	if len(one.columns) > len(asked) { // columns of identical scans
		scan.Columns = slices.Clone(scan.Columns)
		scan.Columns = append(scan.Columns, one.columns[len(asked):]...)
	}
	rows, err := scanner.Scan(ctx, scan)
	if err != nil {
		return nil, err
	}
	return r.countRows(ctx, one, rows, scan.TableColumns()), nil
}

// countRows returns the rows of a scan that has these columns, and counts them as they are read.
func (r *run) countRows(ctx context.Context, one *read, rows providers.Rows, columns []providers.Column) providers.Rows {
	return &counted{Rows: rows, run: r, progress: providers.ProgressOf(ctx), scan: one.scan, order: orderOf(columns, one.columns), began: time.Now()}
}

// orderOf says which column of the rows each column of the table is. It returns nil if they are the same.
func orderOf(rows, table []providers.Column) []int {
	order, same := make([]int, len(table)), true
	for i, column := range table {
		order[i] = slices.IndexFunc(rows, func(c providers.Column) bool { return c.Name == column.Name })
		same = same && order[i] == i
	}
	if same {
		return nil
	}
	return order
}

func where(s *providers.Scan) string {
	return fmt.Sprintf("reading %s.%s.%s", s.Source, s.Service, s.Resource)
}

// hintOf is what helps against a value that does not fit here: its source can make another one of it.
func hintOf(s *providers.Scan) string {
	if s.Select == nil {
		return ""
	}
	return "Cast the column wherever the statement names it, to numeric(38,20), double precision or text: then its source makes the value."
}

// named adds to an error the relation that it is about.
func named(s *providers.Scan, err error) error {
	e := *sqlstate.From(err)
	if e.Code == sqlstate.InvalidTextRepresent && e.Hint == "" {
		e.Hint = hintOf(s)
	}
	if e.Position = 0; e.Where == "" {
		e.Where = where(s)
	}
	return &e
}

// guard makes an error of a panic.
func guard(s *providers.Scan, err *error) {
	if p := recover(); p != nil {
		*err = sqlstate.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), sqlstate.InternalError, "internal error while %s", where(s))
	}
}

// empty are no rows.
type empty struct{ providers.Rows }

// Next returns io.EOF.
func (*empty) Next() (providers.Row, error) { return nil, io.EOF }

// Close does nothing.
func (*empty) Close() error { return nil }

// counted are the rows of a scan, bounded together with those of all scans of the statement. Their
// requests and notices are the statement's when they are closed.
type counted struct {
	providers.Rows
	run      *run
	progress *providers.Progress
	scan     *providers.Scan
	order    []int // nil: the columns are in the order of the table
	row      providers.Row
	began    time.Time
	rows     int64
	bytes    int64
}

// Next returns the next row. 54000: there are too many.
func (c *counted) Next() (_ providers.Row, err error) {
	defer guard(c.scan, &err)
	row, err := c.Rows.Next()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, named(c.scan, c.run.orLate(err))
	}
	size := int64(0)
	for _, v := range row {
		size += int64(len(v))
	}
	c.rows, c.bytes = c.rows+1, c.bytes+size
	if c.scan.Select != nil {
		return c.inOrder(row), nil
	}
	c.progress.AddRow()
	limits := c.run.conn.federation.options.Limits
	if c.run.rows.Add(1) > limits.Rows || c.run.bytes.Add(size) > limits.Bytes {
		return nil, named(c.scan, sqlstate.New(sqlstate.ProgramLimitExceeded, "the statement reads more than %d rows or %d bytes of APIs", limits.Rows, limits.Bytes).
			WithHint("Add conditions, or name fewer columns; the limits are limits.api_max_rows and limits.api_max_bytes."))
	}
	return c.inOrder(row), nil
}

// BatchTypes are the scan's, if nothing has to be done to its rows.
func (c *counted) BatchTypes() []string {
	if c.order != nil || c.scan.Select == nil {
		return nil
	}
	return batchTypes(c.Rows)
}

// NextBatch returns the next rows.
func (c *counted) NextBatch() (_ providers.Batch, err error) {
	defer guard(c.scan, &err)
	b, err := nextBatch(c.Rows)
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, named(c.scan, c.run.orLate(err))
	}
	c.rows, c.bytes = c.rows+int64(b.Rows()), c.bytes+b.Bytes()
	return b, nil
}

// batchTypes returns those of rows that come in batches, or nil if they come one by one.
func batchTypes(rows providers.Rows) []string {
	if b, ok := rows.(providers.Batched); ok {
		return b.BatchTypes()
	}
	return nil
}

// nextBatch is the next one of rows that come in batches.
func nextBatch(rows providers.Rows) (providers.Batch, error) {
	if b, ok := rows.(providers.Batched); ok {
		return b.NextBatch()
	}
	return nil, sqlstate.New(sqlstate.InternalError, "rows that come one by one were asked for batches")
}

// inOrder is a row with the columns of the table.
func (c *counted) inOrder(row providers.Row) providers.Row {
	if c.order == nil {
		return row
	}
	c.row = c.row[:0]
	for _, at := range c.order {
		c.row = append(c.row, row[at])
	}
	return c.row
}

// Close ends the scan.
func (c *counted) Close() (err error) {
	defer guard(c.scan, &err)
	err = c.Rows.Close()
	if len(c.run.tables) > 0 {
		c.run.conn.addPart(c.part())
	}
	if told, ok := c.Rows.(providers.Requested); ok {
		c.run.conn.addRequests(told.Requests())
	}
	if told, ok := c.Rows.(providers.Notifying); ok {
		c.run.mu.Lock()
		defer c.run.mu.Unlock()
		c.run.notices = append(c.run.notices, told.Notices()...)
	}
	return err
}
