package federation

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
)

// conn is one session's connection: to the DuckDB, and to the scanners by what its statements scan.
type conn struct {
	providers.Streamer
	federation *Federation
	source     *source
	options    providers.ConnOptions // of the session
	catalog    cataloged
	added      *adding // rows that the open transaction has added at a source; nil: none

	mu       sync.Mutex
	requests []providers.Request // of the last statement
	parts    []providers.Part    // the same
}

var (
	_ providers.Conn      = (*conn)(nil)
	_ providers.Requested = (*conn)(nil)
	_ providers.Parted    = (*conn)(nil)
	_ providers.Reporter  = (*conn)(nil)
	_ providers.Beginner  = (*conn)(nil)
	_ providers.Rehearser = (*conn)(nil)
)

// ParameterStatus is DuckDB's.
func (c *conn) ParameterStatus(name string) string {
	if r, ok := c.Streamer.(providers.Reporter); ok {
		return r.ParameterStatus(name)
	}
	return ""
}

// StatusVersion is DuckDB's.
func (c *conn) StatusVersion() uint64 {
	if r, ok := c.Streamer.(providers.Reporter); ok {
		return r.StatusVersion()
	}
	return 0
}

// Begun is DuckDB's.
func (c *conn) Begun() {
	if b, ok := c.Streamer.(providers.Beginner); ok {
		b.Begun()
	}
}

// Requests are those of the last statement, sorted. They are told once.
func (c *conn) Requests() []providers.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.requests
	c.requests = nil
	slices.SortFunc(list, func(a, b providers.Request) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method), a.Status-b.Status)
	})
	return list
}

// Parts are those of the last statement over several sources, in the order of their ends. They are told once.
func (c *conn) Parts() []providers.Part {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.parts
	c.parts = nil
	return list
}

// addPart notes a part.
func (c *conn) addPart(p providers.Part) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.parts = append(c.parts, p)
}

// addRequests counts requests that are alike together.
func (c *conn) addRequests(list []providers.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range list {
		i := slices.IndexFunc(c.requests, func(o providers.Request) bool {
			return o.Method == r.Method && o.Host == r.Host && o.Path == r.Path && o.Status == r.Status
		})
		if i < 0 {
			c.requests = append(c.requests, r)
			continue
		}
		c.requests[i].Count += r.Count
		c.requests[i].Bytes += r.Bytes
	}
}

// Describe prepares a statement over empty tables.
func (c *conn) Describe(ctx context.Context, s providers.Statement) (d providers.Description, err error) {
	switch other, err := c.forCatalog(ctx, s); {
	case err != nil:
		return d, err
	case other != nil:
		return other.Describe(ctx, s)
	case s.Keep != nil:
		s.Verb, s.Keep = "SELECT", nil
		_, err := c.Describe(ctx, s)
		return d, err
	case s.Call != nil && s.Planned:
		d, err = c.describeCall(ctx, s)
		d.Columns = []providers.Column{planColumn}
		return d, err
	case s.Call != nil:
		return c.describeCall(ctx, s)
	}
	if c.Status() != providers.Failed {
		if err := c.federation.checkKept(s.Kept); err != nil {
			return d, err
		}
	}
	switch {
	case s.Into != nil:
		return c.describeInto(ctx, s)
	case len(s.Scans) == 0 || c.Status() == providers.Failed:
		return c.Streamer.Describe(ctx, s)
	}
	r := c.newRun(s, providers.Args{})
	defer r.drop(&err)
	if err := r.makeEmpty(ctx); err != nil {
		return d, err
	}
	return r.describe(ctx)
}

// Query runs the scans of a statement, and the statement over their tables.
func (c *conn) Query(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	c.mu.Lock()
	c.requests, c.parts = nil, nil
	c.mu.Unlock()
	switch other, err := c.forCatalog(ctx, s); {
	case err != nil:
		return nil, err
	case other != nil:
		return c.queryCatalog(ctx, other, s, args)
	case c.Status() == providers.Failed:
		return c.Streamer.Query(ctx, s, args)
	case s.Keep != nil:
		return c.keepRows(ctx, s, args)
	}
	if err := c.federation.checkKept(s.Kept); err != nil {
		return nil, err
	}
	switch {
	case s.Call != nil && s.Planned:
		return c.explainCall(ctx, s, args)
	case s.Call != nil:
		return c.runCall(ctx, s, args)
	case s.Into != nil:
		return c.runInto(ctx, s, args)
	case c.added != nil && (s.Verb == "COMMIT" || s.Verb == "ROLLBACK"):
		return c.endAdded(ctx, s, args)
	}
	return c.query(ctx, s, args, nil)
}

// query runs the scans of a query, and the query over their tables, or what makes a table of its rows.
func (c *conn) query(ctx context.Context, s providers.Statement, args providers.Args, into *making) (rows providers.Rows, err error) {
	if len(s.Scans) == 0 && into == nil {
		return c.Streamer.Query(ctx, s, args)
	}
	ctx, cancel := c.Limited(ctx)
	r := c.newRun(s, args)
	ctx, late := r.watched(ctx)
	if err = r.prepare(ctx); err == nil {
		if into != nil {
			r.statement.SQL, r.statement.Verb, r.statement.ReadOnly = into.before+r.statement.SQL+into.after, "CREATE TABLE AS", false
		}
		rows, err = c.Streamer.Query(ctx, r.statement, r.args)
	}
	if err == nil && s.PlainPlan {
		rows, err = r.explainScans(ctx, rows)
	}
	end := func() {
		late()
		cancel()
	}
	if err != nil {
		err = r.orLate(err)
		r.drop(&err)
		end()
		return nil, err
	}
	return &result{Rows: rows, run: r, cancel: end}, nil
}

// result drops the tables when the rows are at their end.
type result struct {
	providers.Rows
	run    *run
	cancel context.CancelFunc
	once   sync.Once
}

// Next returns the next row.
func (r *result) Next() (providers.Row, error) {
	row, err := r.Rows.Next()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			err = r.run.orLate(err)
		}
		r.end(&err)
	}
	return row, err
}

// Close ends the statement.
func (r *result) Close() error {
	err := r.Rows.Close()
	r.end(&err)
	return err
}

func (r *result) end(err *error) {
	r.once.Do(func() {
		r.run.drop(err)
		r.cancel()
	})
}
