package federation

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

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
	reads     []*read            // of each scan
	places    chan struct{}      // of scans that run
	tables    map[string]*opened // sources that have SQL, by their names, of which there are scans
	columns   []providers.Column // of the statement
	into      *adding            // what its rows are added to; nil: nothing

	ctx      context.Context //nolint:containedctx // of one statement, which lives as long; nil: nothing bounds its time
	began    time.Time
	progress *providers.Progress // nil: nobody is told
	quiet    func()              // ends what the session is told meanwhile

	mu      sync.Mutex
	notices []*sqlstate.Error
}

// newRun takes the types of the client's parameters from where they are said.
func (c *conn) newRun(s providers.Statement, args providers.Args) *run {
	s.Scans = c.inBinary(s.Scans)
	r := &run{conn: c, statement: s, given: args, types: slices.Clone(s.ParamTypes), quiet: func() {}, places: make(chan struct{}, c.federation.options.Limits.Scans)}
	for len(r.types) < len(args.Values) {
		r.types = append(r.types, 0)
	}
	r.statement.ParamTypes = r.typesOf(s.Renumbered)
	for i := range s.Scans {
		if one := &s.Scans[i]; one.Select != nil {
			if r.tables == nil {
				r.tables = map[string]*opened{}
			}
			r.tables[one.Source] = nil
		}
	}
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

// describe finds the types of all parameters. DuckDB tells the types of those in the statement and in
// its queries; the others get the types of the inputs that they are given to. The tables exist by
// then.
func (r *run) describe(ctx context.Context) (providers.Description, error) {
	d, err := r.conn.Streamer.Describe(ctx, r.statement)
	if err != nil {
		return d, err
	}
	r.columns = d.Columns
	r.tell(r.statement.Renumbered, d.Params)
	for i := range r.statement.Scans {
		if s := r.statement.Scans[i].Select; s != nil {
			for _, v := range s.Params {
				r.tell([]int{v.Param}, []uint32{v.Type})
			}
		}
		for _, in := range r.statement.Scans[i].Inputs {
			for _, v := range in.Values {
				if v.Param > 0 {
					r.tell([]int{v.Param}, []uint32{v.Type})
				}
			}
			if in.Query != "" {
				q, err := r.conn.Streamer.Describe(ctx, r.query(&in))
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
	if err := r.chooseStreams(ctx); err != nil {
		return err
	}
	return r.load(ctx)
}

// makeEmpty makes tables without rows.
func (r *run) makeEmpty(ctx context.Context) error {
	if err := r.conn.Drop(r.tableNames()...); err != nil { // what an earlier statement may have left
		return err
	}
	r.reads = readsOf(r.statement.Scans)
	mayStream := !r.statement.Planned && (r.statement.Verb == "SELECT" || r.statement.Verb == "COPY") && !r.conn.federation.options.LoadAll
	mayStream = mayStream || r.statement.Planned && len(r.tables) > 0 // the plan shows them, and opens none
	for _, one := range r.reads {
		var err error
		switch {
		case one.of != nil:
			err = r.conn.Stream(ctx, providers.Stream{Table: one.scan.Table, Columns: one.scan.TableColumns(), Of: one.of.scan.Table})
		case mayStream && !one.loaded:
			err = r.stream(ctx, one)
		default:
			one.loaded = true
			_, err = r.conn.Load(ctx, one.scan.Table, one.columns, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drop ends what still runs, drops the tables and sends what the scans had to tell. An error of
// dropping counts only if there is no earlier error.
func (r *run) drop(err *error) {
	r.quiet()
	r.closeTables(err)
	if e := r.conn.Drop(r.tableNames()...); *err == nil {
		*err = e
	}
	if took := time.Since(r.began); r.progress != nil && r.readsAPIs() && (*err == nil || errors.Is(*err, io.EOF)) && took > r.conn.federation.options.Tell {
		r.notices = append(r.notices, notice("%s, in %.1f s", r.readOfAPIs(), took.Seconds()))
		r.progress = nil
	}
	for _, n := range r.notices {
		if r.conn.tells() {
			r.conn.options.OnNotice(n)
		}
	}
	r.notices = nil
}

// tables are the names of the scans' tables.
func (r *run) tableNames() []string {
	list := make([]string, len(r.statement.Scans))
	for i := range list {
		list[i] = r.statement.Scans[i].Table
	}
	return list
}

// load runs the scans whose rows are loaded, each when those that it waits for are done, and no more at
// a time than the limit; of the others it binds the inputs. The first error ends the others, and load
// waits for all.
func (r *run) load(outer context.Context) error {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	done := map[string]chan struct{}{}
	for i := range r.statement.Scans {
		done[r.statement.Scans[i].Table] = make(chan struct{})
	}
	var all sync.WaitGroup
	var first sync.Once
	var failed error
	for _, one := range r.reads {
		all.Go(func() {
			err := r.awaitInputs(ctx, one, done)
			if err == nil && one.of == nil {
				err = r.loadOrBind(ctx, one)
			}
			if err != nil {
				first.Do(func() { failed = named(one.scan, err) })
				cancel()
				return
			}
			close(done[one.scan.Table])
		})
	}
	all.Wait()
	if err := outer.Err(); err != nil && failed != nil { // whatever a scan makes of it
		return r.orLate(sqlstate.From(err))
	}
	return failed
}

// watched has a run's requests counted, and ended when they take too long together.
func (r *run) watched(ctx context.Context) (context.Context, context.CancelFunc) {
	r.began = time.Now()
	if r.progress = providers.ProgressOf(ctx); r.progress == nil {
		r.progress = &providers.Progress{}
		ctx = providers.WithProgress(ctx, r.progress)
	}
	if !r.readsAPIs() {
		return ctx, func() {}
	}
	r.quiet = r.conn.report(r.readUntilNow)
	limit := r.conn.federation.options.Limits.Time
	if limit <= 0 {
		return ctx, r.quiet
	}
	late := sqlstate.New(sqlstate.QueryCanceled, "the statement reads APIs for more than %v", limit).
		WithHint("Add conditions, or raise limits.api_timeout.")
	ctx, cancel := context.WithTimeoutCause(ctx, limit, late)
	r.ctx = ctx
	return ctx, func() {
		r.quiet()
		cancel()
	}
}

// readsAPIs reports whether a scan is one of an API.
func (r *run) readsAPIs() bool {
	return slices.ContainsFunc(r.statement.Scans, func(s providers.Scan) bool { return s.Select == nil })
}

// orLate is the error of a statement that ended since its requests took too long; else the error.
func (r *run) orLate(err error) error {
	late := (*sqlstate.Error)(nil)
	if r.ctx != nil && errors.As(context.Cause(r.ctx), &late) {
		return late
	}
	return err
}

// awaitInputs waits for the scans whose rows give a scan its inputs, or are its own.
func (r *run) awaitInputs(ctx context.Context, one *read, done map[string]chan struct{}) error {
	var tables []string
	if one.of != nil {
		tables = append(tables, one.of.scan.Table)
	}
	for _, in := range one.scan.Inputs {
		tables = append(tables, in.Tables...)
	}
	tables = append(tables, one.waits...)
	for _, table := range tables {
		select {
		case <-done[table]:
		case <-ctx.Done():
			return sqlstate.From(ctx.Err())
		}
	}
	return nil
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
	s.Where = slices.Clone(s.Where)
	for i := range s.Where {
		if v := &s.Where[i].Value; v.Param > 0 {
			text, err := r.param(ctx, *v)
			if err != nil {
				return s, false, err
			}
			*v = providers.Value{Text: text}
		}
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
