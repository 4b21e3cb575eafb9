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
	statement providers.Statement
	args      providers.Args
	given     providers.Args // the client's
	rows      atomic.Int64   // of all scans
	bytes     atomic.Int64

	mu      sync.Mutex
	notices []*sqlstate.Error
}

// newRun says the types of parameters that only inputs have.
func (c *conn) newRun(s providers.Statement, args providers.Args) *run {
	s.ParamTypes = slices.Clone(s.ParamTypes)
	for i := range s.Scans {
		for _, in := range s.Scans[i].Inputs {
			for _, v := range in.Values {
				if v.Param == 0 {
					continue
				}
				for len(s.ParamTypes) < v.Param {
					s.ParamTypes = append(s.ParamTypes, 0)
				}
				if s.ParamTypes[v.Param-1] == 0 {
					s.ParamTypes[v.Param-1] = v.Type
				}
			}
		}
	}
	for i := range s.ParamTypes {
		if s.ParamTypes[i] == 0 && !c.tells(s, i+1) {
			s.ParamTypes[i] = pgtype.TextOID
		}
	}
	return &run{conn: c, statement: s, args: args, given: args}
}

// tells reports whether DuckDB can tell the type of a parameter: it is not one of inputs alone.
func (c *conn) tells(s providers.Statement, number int) bool {
	for i := range s.Scans {
		for _, in := range s.Scans[i].Inputs {
			if slices.ContainsFunc(in.Values, func(v providers.Value) bool { return v.Param == number }) {
				return false
			}
		}
	}
	return true
}

// prepare makes the tables of all scans. The statement is prepared over the empty tables first: what
// DuckDB does not understand sends no requests.
func (r *run) prepare(ctx context.Context) error {
	if err := r.makeEmpty(ctx); err != nil {
		return err
	}
	var err error
	if r.args, err = r.argsOf(ctx, r.statement); err != nil || r.statement.Planned {
		return err
	}
	if err := r.conn.Drop(); err != nil { // a plan over empty tables is of no use
		return err
	}
	return r.load(ctx)
}

// makeEmpty makes tables without rows.
func (r *run) makeEmpty(ctx context.Context) error {
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
	tables := make([]string, len(r.statement.Scans))
	for i := range tables {
		tables[i] = r.statement.Scans[i].Table
	}
	if e := r.conn.Drop(tables...); *err == nil {
		*err = e
	}
}

// argsOf are as many of the client's parameters as a statement takes.
func (r *run) argsOf(ctx context.Context, s providers.Statement) (providers.Args, error) {
	args := r.given
	d, err := r.conn.Loader.Describe(ctx, s)
	if err != nil {
		return args, err
	}
	if n := len(d.Params); n < len(args.Values) {
		args.Values = args.Values[:n]
		if len(args.Formats) > 1 {
			args.Formats = args.Formats[:n]
		}
	}
	return args, nil
}

// load runs the scans: each when those that it waits for are done, and no more at a time than the
// limit. The first error ends the others, and load waits for all.
func (r *run) load(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
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
		for _, text := range texts {
			if text != nil && !slices.ContainsFunc(in.Values, func(v providers.Value) bool { return string(v.Text) == string(text) }) {
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
		s := providers.Statement{SQL: in.Query, Verb: "SELECT", ReadOnly: true, ParamTypes: r.statement.ParamTypes}
		args, err := r.argsOf(ctx, s)
		if err != nil {
			return nil, err
		}
		list, err := r.conn.Values(ctx, s, args, most)
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
	s := providers.Statement{SQL: "SELECT CAST($1 AS VARCHAR)", Verb: "SELECT", ReadOnly: true, ParamTypes: r.statement.ParamTypes[v.Param-1 : v.Param]}
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
