package federation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// EXPLAIN tells which methods answer the relations of a statement, and with which requests they begin; nothing is sent, and
// nothing is read. Where rows of other relations give an input its values, the requests are not known.

// mostExplained bounds the requests that are shown of a scan or a call.
const mostExplained = 20

// plan is the text of EXPLAIN.
type plan struct {
	lines []string
	rest  providers.Rows  // the plan of DuckDB; nil: there is none
	after func() []string // what came of the parts, when the plan is at its end; nil: nothing ran
	row   [1][]byte
}

var _ providers.Rows = (*plan)(nil)

// Columns is the one of EXPLAIN.
func (p *plan) Columns() []providers.Column { return []providers.Column{planColumn} }

var planColumn = providers.Column{Name: "QUERY PLAN", Type: pgtype.TextOID, TypeName: "text", TypeMod: -1, Size: -1}

// Tag is EXPLAIN's.
func (p *plan) Tag() string { return "EXPLAIN" }

// Next returns the next line.
func (p *plan) Next() (providers.Row, error) {
	if len(p.lines) > 0 {
		p.row[0] = []byte(p.lines[0])
		p.lines = p.lines[1:]
		return p.row[:], nil
	}
	if p.rest == nil {
		return nil, io.EOF
	}
	row, err := p.rest.Next()
	if !errors.Is(err, io.EOF) || p.after == nil {
		return row, err
	}
	p.lines, p.after = p.after(), nil
	return p.Next()
}

// Close ends the plan of DuckDB.
func (p *plan) Close() error {
	if p.rest == nil {
		return nil
	}
	return p.rest.Close()
}

func (p *plan) say(depth int, format string, args ...any) {
	p.lines = append(p.lines, strings.Repeat("  ", depth)+fmt.Sprintf(format, args...))
}

// explainScans puts the scans of a statement before its plan.
func (r *run) explainScans(ctx context.Context, rows providers.Rows) (providers.Rows, error) {
	p := &plan{rest: rows}
	if !r.statement.Planned {
		p.after = r.measured
	}
	r.guessPlanned(ctx)
	for _, one := range r.reads {
		if err := p.scan(ctx, r, one.scan); err != nil {
			_ = rows.Close() // the scan's error is the one to tell
			return nil, named(one.scan, err)
		}
		p.reduced(one)
	}
	if len(r.tables) > 0 {
		p.say(0, "The rest runs in Sallyport:")
	}
	return p, nil
}

// guessPlanned asks the planners of the sources about scans that are not to run. Where a source cannot be asked, the plan
// says nothing of its rows.
func (r *run) guessPlanned(ctx context.Context) {
	if !r.statement.Planned || len(r.tables) == 0 || r.openTables(ctx) != nil {
		return
	}
	r.guessAll(ctx)
	r.chooseKeys()
	r.shareSelects()
}

// reduced tells what is known of a scan's rows.
func (p *plan) reduced(one *read) {
	s := one.scan.Select
	if one.of != nil {
		one = one.of
	}
	if s == nil {
		return
	}
	for i, k := range s.Keys {
		if i < len(one.given) && one.given[i] {
			p.say(1, "Parameter $%d: the values of %s in %s, if they are few", len(s.Params)+i+1, k.Column, k.Table)
		}
	}
	if one.rows >= 0 {
		p.say(1, "Rows: about %d", one.rows)
	}
}

// measured tells what came of the parts of a statement that has run.
func (r *run) measured() (lines []string) {
	r.conn.mu.Lock()
	defer r.conn.mu.Unlock()
	for i := range r.statement.Scans {
		s := &r.statement.Scans[i]
		of := slices.IndexFunc(r.conn.parts, func(p providers.Part) bool {
			return p.Source == s.Source && p.Relation == s.Service+"."+s.Resource && (s.Select == nil || p.SQL == s.Select.SQL)
		})
		if of >= 0 {
			p := &r.conn.parts[of]
			lines = append(lines, fmt.Sprintf("Read as %s: rows %d, bytes %d, %.1f ms", s.Table, p.Rows, p.Bytes, float64(p.Duration.Microseconds())/1000))
		}
	}
	return lines
}

// scan tells of a scan.
func (p *plan) scan(ctx context.Context, r *run, s *providers.Scan) error {
	if s.Select != nil {
		p.say(0, "Scan of %s.%s.%s, as %s", s.Source, s.Service, s.Resource, s.Table)
		p.say(1, "Sent to %s: %s", s.Source, s.Select.SQL)
		return nil
	}
	p.say(0, "Scan of %s.%s.%s by its method %s, as %s", s.Source, s.Service, s.Resource, s.Method, s.Table)
	for _, in := range s.Inputs {
		if in.Query != "" {
			p.say(1, "Input %s: %s", in.Name, fromRows(in.Tables))
		}
	}
	names := make([]string, len(s.Columns))
	for i := range s.Columns {
		names[i] = s.Columns[i].Name
	}
	if len(names) > 0 {
		p.say(1, "Columns: %s", strings.Join(names, ", "))
	}
	if s.Limit > 0 {
		p.say(1, "Limit: %d", s.Limit)
	}
	if s.Top > 0 {
		p.say(1, "Limit: the first %d, where the API can order them", s.Top)
	}
	if slices.ContainsFunc(s.Inputs, func(in providers.InputValues) bool { return in.Query != "" }) {
		p.say(1, "Requests: as many as there are values")
		return nil
	}
	bound, none, err := r.bind(ctx, *s)
	if err != nil {
		return err
	}
	if none {
		p.say(1, "Requests: none, because an input is NULL")
		return nil
	}
	explainer, ok := r.conn.federation.scanner(s.Source).(providers.ScanExplainer)
	if !ok {
		return nil
	}
	list, err := explainer.ExplainScan(ctx, bound)
	if err != nil {
		return err
	}
	p.requests(list)
	return nil
}

func fromRows(tables []string) string {
	if len(tables) == 0 {
		return "values of a query"
	}
	return "values of " + strings.Join(tables, ", ")
}

// requests tells of requests, the first ones whole.
func (p *plan) requests(list []providers.Outgoing) {
	for i, o := range list {
		if i == mostExplained {
			p.say(1, "and %d requests more", len(list)-i)
			return
		}
		line := o.Method + " " + o.Scheme + "://" + o.Host + o.Path
		if o.Query != "" {
			line += "?" + o.Query
		}
		p.say(1, "Request: %s", line)
		for _, header := range o.Header {
			if !strings.HasPrefix(header, "Accept: ") {
				p.say(2, "%s", header)
			}
		}
		if len(o.Body) > 0 {
			for text := range strings.SplitSeq(strings.ToValidUTF8(string(o.Body), "�"), "\n") {
				p.say(2, "%s", text)
			}
		}
	}
}

// explainCall tells what a call would send. What reads its rows is told of, and not read.
func (c *conn) explainCall(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	if !s.PlainPlan {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "EXPLAIN of a change of an API's resource is text alone").WithHint("Leave FORMAT out.")
	}
	k := c.newCalling(s, args)
	defer k.drop(&err)
	if err := k.makeEmpty(ctx); err != nil {
		return nil, err
	}
	if _, err := k.describe(ctx); err != nil {
		return nil, err
	}
	p := &plan{}
	p.say(0, "Call of %s.%s.%s by its method %s", k.call.Source, k.call.Service, k.call.Resource, k.call.Method)
	if k.call.Fed != nil {
		p.say(1, "Requests: one for each row of a query, which runs first")
		for _, one := range k.reads {
			if err := p.scan(ctx, k.run, one.scan); err != nil {
				return nil, named(one.scan, err)
			}
		}
		return p, nil
	}
	if err := k.bindCall(ctx); err != nil {
		return nil, err
	}
	scanner := c.federation.scanner(k.call.Source)
	if scanner == nil {
		return nil, errNoAPI(k.call.Source)
	}
	list := make([]providers.Outgoing, len(k.call.Rows))
	for i := range k.call.Rows {
		one := k.call
		one.Rows, one.Held = k.call.Rows[i:i+1], nil
		if list[i], err = scanner.Rehearse(ctx, one); err != nil {
			return nil, rowOf(err, i, len(k.call.Rows))
		}
	}
	if len(list) != 1 {
		p.say(1, "Requests: %d, one after the other", len(list))
	}
	p.requests(list)
	return p, nil
}
