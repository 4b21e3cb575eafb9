package federation

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// run is one execution of a statement.
type run struct {
	conn      *conn
	statement providers.Statement // as DuckDB gets it
	args      providers.Args      // of that
	given     providers.Args      // the client's
	types     []uint32            // of the client's parameters; 0: not known yet
	rows      atomic.Int64        // of all scans
	bytes     atomic.Int64

	mu      sync.Mutex
	notices []*sqlstate.Error
}

// newRun takes the types of the client's parameters from where they are said.
func (c *conn) newRun(s providers.Statement, args providers.Args) *run {
	r := &run{conn: c, statement: s, given: args, types: slices.Clone(s.ParamTypes)}
	for len(r.types) < len(args.Values) {
		r.types = append(r.types, 0)
	}
	r.statement.ParamTypes = r.typesOf(s.Renumbered)
	return r
}

// typesOf are the types of some of the client's parameters.
func (r *run) typesOf(renumbered []int) []uint32 {
	list := make([]uint32, len(renumbered))
	for i, n := range renumbered {
		if n <= len(r.types) {
			list[i] = r.types[n-1]
		}
	}
	return list
}

// argsOf are some of the client's parameters.
func (r *run) argsOf(renumbered []int) (providers.Args, error) {
	args := r.given
	args.Values, args.Formats = make([][]byte, len(renumbered)), make([]providers.Format, len(renumbered))
	for i, n := range renumbered {
		if n > len(r.given.Values) {
			return args, sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $%d", n)
		}
		args.Values[i], args.Formats[i] = r.given.Values[n-1], providers.FormatAt(r.given.Formats, n-1)
	}
	return args, nil
}

// describe finds the types of all parameters: DuckDB tells those of the statement and of queries, and
// inputs those that only they have. The tables are there.
func (r *run) describe(ctx context.Context) (providers.Description, error) {
	d, err := r.conn.Loader.Describe(ctx, r.statement)
	if err != nil {
		return d, err
	}
	r.tell(r.statement.Renumbered, d.Params)
	for i := range r.statement.Scans {
		for _, in := range r.statement.Scans[i].Inputs {
			for _, v := range in.Values {
				if v.Param > 0 {
					r.tell([]int{v.Param}, []uint32{v.Type})
				}
			}
			if in.Query != "" {
				q, err := r.conn.Loader.Describe(ctx, r.query(&in))
				if err != nil {
					return d, err
				}
				r.tell(in.Renumbered, q.Params)
			}
		}
	}
	for i := range r.types {
		if r.types[i] == 0 {
			r.types[i] = pgtype.TextOID
		}
	}
	d.Params = r.types
	return d, nil
}

// tell notes types of the client's parameters where they are not known yet.
func (r *run) tell(renumbered []int, types []uint32) {
	for i, n := range renumbered {
		for len(r.types) < n {
			r.types = append(r.types, 0)
		}
		if i < len(types) && r.types[n-1] == 0 {
			r.types[n-1] = types[i]
		}
	}
}

// query is the statement that gives an input its values.
func (r *run) query(in *providers.InputValues) providers.Statement {
	return providers.Statement{SQL: in.Query, Verb: "SELECT", ReadOnly: true, ParamTypes: r.typesOf(in.Renumbered)}
}

// prepare makes the tables of all scans. The statement is prepared over the empty tables first: what
// DuckDB does not understand sends no requests.
func (r *run) prepare(ctx context.Context) error {
	if err := r.makeEmpty(ctx); err != nil {
		return err
	}
	if _, err := r.describe(ctx); err != nil {
		return err
	}
	var err error
	if r.args, err = r.argsOf(r.statement.Renumbered); err != nil || r.statement.Planned {
		return err
	}
	if err := r.conn.Drop(); err != nil { // a plan over empty tables is of no use
		return err
	}
	return r.load(ctx)
}

// makeEmpty makes tables without rows.
func (r *run) makeEmpty(ctx context.Context) error {
	if err := r.conn.Drop(r.tables()...); err != nil { // what an earlier statement may have left
		return err
	}
	for i := range r.statement.Scans {
		s := &r.statement.Scans[i]
		if _, err := r.conn.Load(ctx, s.Table, s.TableColumns(), nil); err != nil {
			return err
		}
	}
	return nil
}

// drop drops the tables. An error of that is one only where there is none yet.
func (r *run) drop(err *error) {
	if e := r.conn.Drop(r.tables()...); *err == nil {
		*err = e
	}
}

// tables are the names of the scans' tables.
func (r *run) tables() []string {
	list := make([]string, len(r.statement.Scans))
	for i := range list {
		list[i] = r.statement.Scans[i].Table
	}
	return list
}

// load runs the scans: each when those that it waits for are done, and no more at a time than the
// limit. The first error ends the others, and load waits for all.
func (r *run) load(outer context.Context) error {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	done := map[string]chan struct{}{}
	for i := range r.statement.Scans {
		done[r.statement.Scans[i].Table] = make(chan struct{})
	}
	places := make(chan struct{}, r.conn.federation.options.Limits.Scans)
	var all sync.WaitGroup
	var first sync.Once
	var failed error
	for i := range r.statement.Scans {
		s := &r.statement.Scans[i]
		all.Go(func() {
			err := r.await(ctx, s, done)
			if err == nil {
				select {
				case places <- struct{}{}:
					err = r.scan(ctx, s)
					<-places
				case <-ctx.Done():
					err = sqlstate.From(ctx.Err())
				}
			}
			if err != nil {
				first.Do(func() { failed = named(s, err) })
				cancel()
				return
			}
			close(done[s.Table])
		})
	}
	all.Wait()
	if err := outer.Err(); err != nil && failed != nil { // whatever a scan makes of it
		return sqlstate.From(err)
	}
	return failed
}

// await waits for the scans whose rows give a scan its inputs.
func (r *run) await(ctx context.Context, s *providers.Scan, done map[string]chan struct{}) error {
	for _, in := range s.Inputs {
		for _, table := range in.Tables {
			select {
			case <-done[table]:
			case <-ctx.Done():
				return sqlstate.From(ctx.Err())
			}
		}
	}
	return nil
}

// named says which relation an error is about.
func named(s *providers.Scan, err error) error {
	e := *sqlstate.From(err)
	e.Position = 0
	if e.Where == "" {
		e.Where = fmt.Sprintf("reading %s.%s.%s", s.Source, s.Service, s.Resource)
	}
	return &e
}

// scan runs one scan and loads its rows.
func (r *run) scan(ctx context.Context, s *providers.Scan) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = sqlstate.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), sqlstate.InternalError, "internal error while reading %s.%s.%s", s.Source, s.Service, s.Resource)
		}
	}()
	bound, none, err := r.bind(ctx, *s)
	if err != nil {
		return err
	}
	columns := bound.TableColumns()
	if none {
		_, err := r.conn.Load(ctx, s.Table, columns, nil)
		return err
	}
	scanner := r.conn.federation.scanners[s.Source]
	if scanner == nil {
		return sqlstate.New(sqlstate.InvalidCatalogName, "there is no API %q", s.Source)
	}
	rows, err := scanner.Scan(ctx, bound)
	if err != nil {
		return err
	}
	_, err = r.conn.Load(ctx, s.Table, columns, &counted{Rows: rows, run: r})
	closing := rows.Close()
	if told, ok := rows.(providers.Requested); ok {
		r.conn.addRequests(told.Requests())
	}
	if told, ok := rows.(providers.Notifying); ok {
		r.mu.Lock()
		r.notices = append(r.notices, told.Notices()...)
		r.mu.Unlock()
	}
	if err == nil {
		err = closing
	}
	return err
}

// bind gives the inputs of a scan their values. none: an input has no value, so there are no rows.
func (r *run) bind(ctx context.Context, s providers.Scan) (bound providers.Scan, none bool, err error) {
	s.Inputs = slices.Clone(s.Inputs)
	for i := range s.Inputs {
		in := &s.Inputs[i]
		texts, err := r.texts(ctx, in)
		if err != nil {
			return s, false, err
		}
		in.Values = nil
		seen := make(map[string]bool, len(texts))
		for _, text := range texts {
			if text != nil && !seen[string(text)] {
				seen[string(text)] = true
				in.Values = append(in.Values, providers.Value{Text: text})
			}
		}
		in.Query, in.Tables = "", nil
		none = none || len(in.Values) == 0
	}
	return s, none, nil
}

// texts are the values of an input.
func (r *run) texts(ctx context.Context, in *providers.InputValues) (list [][]byte, err error) {
	if in.Query != "" {
		most := r.conn.federation.options.Limits.Values
		args, err := r.argsOf(in.Renumbered)
		if err != nil {
			return nil, err
		}
		list, err := r.conn.Values(ctx, r.query(in), args, most)
		if sqlstate.CodeOf(err) == sqlstate.ProgramLimitExceeded {
			return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "the input %q would get more than %d values from other rows", in.Name, most).
				WithHint("Add conditions to what it gets its values from.")
		}
		return list, err
	}
	for _, v := range in.Values {
		text := v.Text
		if v.Param > 0 {
			if text, err = r.param(ctx, v); err != nil {
				return nil, err
			}
		}
		list = append(list, text)
	}
	return list, nil
}

// param is the text of a parameter.
func (r *run) param(ctx context.Context, v providers.Value) ([]byte, error) {
	if v.Param > len(r.given.Values) {
		return nil, sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $%d", v.Param)
	}
	value := r.given.Values[v.Param-1]
	if value == nil || providers.FormatAt(r.given.Formats, v.Param-1) == providers.Text {
		return value, nil
	}
	s := providers.Statement{SQL: "SELECT CAST($1 AS VARCHAR)", Verb: "SELECT", ReadOnly: true, ParamTypes: r.types[v.Param-1 : v.Param]}
	list, err := r.conn.Values(ctx, s, providers.Args{Values: [][]byte{value}, Formats: []providers.Format{providers.Binary}}, 1)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// counted bounds the rows of all scans of a statement.
type counted struct {
	providers.Rows
	run *run
}

// Next returns the next row. 54000: there are too many.
func (c *counted) Next() (providers.Row, error) {
	row, err := c.Rows.Next()
	if err != nil {
		return nil, err
	}
	limits := c.run.conn.federation.options.Limits
	size := int64(0)
	for _, v := range row {
		size += int64(len(v))
	}
	if c.run.rows.Add(1) > limits.Rows || c.run.bytes.Add(size) > limits.Bytes {
		return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "the statement reads more than %d rows or %d bytes of APIs", limits.Rows, limits.Bytes).
			WithHint("Add conditions, or name fewer columns.")
	}
	return row, nil
}
