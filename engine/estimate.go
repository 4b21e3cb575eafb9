package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// estimateLimit bounds an estimate whose caller set no limit.
	estimateLimit = 10 * time.Second
	// estimated is how many statements of a batch are looked at.
	estimated = 20
	// estimateTool is how records call what the server asks for an estimate.
	estimateTool = "estimate"
)

// How the rows of an estimate were found.
const (
	byCount  = "count"
	byValues = "values"
	byPlan   = "plan"
)

// estimator finds out what statements would touch. What it asks the sources it
// asks in a session of its own, of the same client, that can only read: its
// connections are read-only, what it runs is judged, and on record.
type estimator struct {
	asker  *Session // who wants to run the statements
	reader *Session
	args   providers.Args
	types  []uint32
	notes  []string
	called map[*planner.Statement][]approval.Code // the bodies of what a statement calls
	tool   string                                 // as records call what it asks; "": estimateTool
	failed error                                  // with which a statement can only fail
}

// estimate finds out what changes would touch if they ran now; types are the
// OIDs that the client gave its parameters. It never fails, and takes no longer
// than ctx: what it cannot find out is in the note. The error is one with which the
// statements can only fail, as their own conditions do where they are counted.
func (s *Session) estimate(ctx context.Context, plans []*planner.Statement, args providers.Args, types ...uint32) (found approval.Estimate, impossible error) {
	defer func() {
		if p := recover(); p != nil {
			s.engine.log.Error("panic in an estimate", "session", s.client.ID, "panic", p, "stack", string(debug.Stack()))
			found = approval.Estimate{Rows: -1, Note: "what it would touch could not be found out: internal error"}
		}
	}()
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, estimateLimit)
		defer cancel()
	}
	reader, err := s.reader(ctx)
	if err != nil {
		return approval.Estimate{Rows: -1, Note: "what it would touch could not be found out: " + why(err)}, nil
	}
	defer s.closeReader(reader)
	e := &estimator{asker: s, reader: reader, args: args, types: types, called: map[*planner.Statement][]approval.Code{}}
	return e.all(ctx, plans), e.failed
}

// reader opens a session of the same client that can only read, and in which names mean
// what they mean to this one, but for what is temporary or not committed.
func (s *Session) reader(ctx context.Context) (*Session, error) {
	client := s.client
	client.Source, client.Ceiling = s.source.Name, gate.ReadOnly
	client.OnNotice, client.Approver = nil, nil
	reader, err := s.engine.Open(ctx, client)
	if err != nil {
		return nil, err
	}
	if err := reader.follows(ctx, s.names.path, s.readBy()); err != nil {
		s.closeReader(reader)
		return nil, err
	}
	return reader, nil
}

// follows has a session that reads for another read names and values as that one does: by
// its search path, nil for the role's, and by these settings.
func (s *Session) follows(ctx context.Context, path []string, settings map[string]string) error {
	if s.current.Info().Dialect != providers.Postgres || path == nil && len(settings) == 0 {
		return nil
	}
	if _, err := s.conn(ctx, s.source.Name, true); err != nil {
		return err
	}
	own := s.Parameters()
	for _, name := range readingNames {
		if value := settings[name]; value != "" && value != own[name] {
			if err := s.say(ctx, s.source.Name, "SET "+name+" TO '"+strings.ReplaceAll(value, "'", "''")+"'"); err != nil {
				return err
			}
		}
	}
	if path == nil {
		return nil
	}
	var list []string
	for _, schema := range path {
		if !strings.HasPrefix(schema, "pg_temp_") {
			list = append(list, `"`+strings.ReplaceAll(schema, `"`, `""`)+`"`)
		}
	}
	if len(list) == 0 {
		list = []string{"''"}
	}
	s.names.path = path
	return s.say(ctx, s.source.Name, "SET search_path TO "+strings.Join(list, ", "))
}

// readBy are the settings by which the session reads values, as far as they are known.
func (s *Session) readBy() map[string]string {
	if s.relayed == nil {
		return s.Parameters()
	}
	values := map[string]string{}
	for i, value := range s.readings.values {
		if value != "" {
			values[readingNames[i]] = value
		}
	}
	return values
}

func (s *Session) closeReader(reader *Session) {
	if err := reader.Close(); err != nil {
		s.engine.log.Debug("closing the session of an estimate", "session", s.client.ID, "error", err)
	}
}

// all estimates the statements that change something.
func (e *estimator) all(ctx context.Context, plans []*planner.Statement) approval.Estimate {
	changing := slices.DeleteFunc(slices.Clone(plans), func(p *planner.Statement) bool { return !p.Class.Changes() })
	total := approval.Estimate{Rows: -1}
	if len(changing) == 0 {
		return total
	}
	known := len(changing) <= estimated
	if !known {
		e.note("of %d statements that change something, only the first %d were looked at", len(changing), estimated)
		changing = changing[:estimated]
	}
	var rows int64
	var by []string
	for i, p := range changing {
		found := e.footprint(ctx, p, &total)
		if code := e.bodies(ctx, p); len(code) > 0 {
			e.called[p] = code
			total.Code = append(total.Code, code...)
		}
		b := e.blast(ctx, p, prefix(p, i, len(changing)), found)
		by = append(by, b.by)
		known = known && b.rows >= 0
		rows = saturated(rows, b.rows)
		total.Touched = append(total.Touched, b.touched...)
		if len(changing) == 1 {
			b.held.into(&total)
		}
	}
	if known {
		total.Rows, total.By = rows, weakest(by)
	}
	if len(changing) > 1 {
		e.note("each statement was looked at as if none before it had run")
	}
	if e.asker.Status() != providers.Idle {
		e.note("what the open transaction has changed so far was not seen")
	}
	total.Note = strings.Join(e.notes, "; ")
	return total
}

// prefix names a statement of several for a note.
func prefix(p *planner.Statement, i, n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("change %d (%s): ", i+1, p.Verb)
}

// weakest is the least certain of some ways to find rows.
func weakest(by []string) string {
	for _, how := range []string{byPlan, byCount, byTable} {
		if slices.Contains(by, how) {
			return how
		}
	}
	return byValues
}

func (e *estimator) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// rows finds out how many rows a statement would touch: -1 where that is not
// known, and a note says why.
func (e *estimator) rows(ctx context.Context, p *planner.Statement, prefix string) (int64, string) {
	n, how, reason := e.counted(ctx, p, prefix)
	if how != "" {
		return n, how
	}
	n, failed := e.guessed(ctx, p)
	switch {
	case failed == noPlan:
		e.note("%s%s", prefix, reason)
		return -1, ""
	case failed != "":
		e.note("%s%s, and %s", prefix, reason, failed)
		return -1, ""
	case reason != notCountable:
		e.note("%s%s", prefix, reason)
	}
	e.note("%sthe rows are what the source's planner guesses", prefix)
	return n, byPlan
}

// notCountable says that no query counts what a statement touches.
const notCountable = "its rows cannot be counted before it runs"

// counted counts the rows of a statement; else it says why not.
func (e *estimator) counted(ctx context.Context, p *planner.Statement, prefix string) (n int64, how, reason string) {
	c, ok := planner.CountOf(p.Text, e.dialect(p.Provider))
	if !ok {
		return -1, "", notCountable
	}
	if n, how = c.Values, byValues; c.SQL != "" {
		// The rest of the time is for the source's plan.
		ctx, cancel := context.WithTimeout(ctx, share(ctx, 3, 4))
		defer cancel()
		var err error
		if n, err = e.count(ctx, p, c); err != nil {
			e.fails(err)
			return -1, "", "its rows were not counted: " + why(err)
		}
		how = byCount
	}
	if c.AtMost {
		e.note("%sfewer rows are touched where there is a conflict", prefix)
	}
	return n, how, ""
}

// fails notes an error of counting that the statement meets as well: of its values,
// which only shows where rows are looked at.
func (e *estimator) fails(err error) {
	if final(err) && ofValues(err) && !e.asker.seesAlone() && !e.asker.sets && e.failed == nil {
		told := *sqlstate.From(err)
		told.Position = 0 // of the count
		e.failed = &told
	}
}

// count runs the query that counts, with the parameters that it takes over.
func (e *estimator) count(ctx context.Context, p *planner.Statement, c planner.Count) (int64, error) {
	args, given, err := e.taken(ctx, p, c)
	if err != nil {
		return 0, err
	}
	value, err := e.ask(ctx, p.Provider, c.SQL, args, given)
	if err != nil {
		return 0, err
	}
	rows, err := strconv.ParseInt(value, 10, 64)
	if err != nil || rows < 0 {
		return 0, sqlstate.New(sqlstate.InternalError, "the count is no number")
	}
	return rows, nil
}

// taken are the parameters that a count takes over from its statement, with their types.
func (e *estimator) taken(ctx context.Context, p *planner.Statement, c planner.Count) (args providers.Args, given []uint32, err error) {
	types, err := e.parameters(ctx, p, c)
	if err != nil {
		return args, nil, err
	}
	for _, n := range c.Params {
		if n > len(e.args.Values) {
			return args, nil, sqlstate.New(sqlstate.ProtocolViolation, "there is no value for $%d", n)
		}
		args.Values = append(args.Values, e.args.Values[n-1])
		args.Formats = append(args.Formats, providers.FormatAt(e.args.Formats, n-1))
		given = append(given, typeAt(types, n))
	}
	return args, given, nil
}

// parameters are the types of the statement's parameters. Where the source says
// them they are its: in the count, $1 alone may look like another type.
func (e *estimator) parameters(ctx context.Context, p *planner.Statement, c planner.Count) ([]uint32, error) {
	given := paramOIDs(e.types, p.ParamTypes)
	if len(c.Params) == 0 || e.dialect(p.Provider) != providers.Postgres || !e.mayPlan(ctx, p) {
		return given, nil
	}
	if p.RunsWhenParsed() {
		return nil, errNoRead
	}
	conn, err := e.reader.conn(ctx, p.Provider, true)
	if err != nil {
		return nil, err
	}
	// To describe is to prepare: nothing runs, so a read-only connection may.
	d, err := conn.Describe(ctx, providers.Statement{SQL: p.SQL, Verb: p.Verb, ReadOnly: true, ParamTypes: given})
	return d.Params, err
}

func typeAt(types []uint32, n int) uint32 {
	if n > len(types) {
		return 0
	}
	return types[n-1]
}

func (e *estimator) dialect(source string) providers.Dialect {
	p, err := e.reader.engine.sourceFor(e.reader.client, source)
	if err != nil {
		return -1
	}
	return p.Info().Dialect
}

// ask runs a query of one value, if it is a read of that source.
func (e *estimator) ask(ctx context.Context, source, sql string, args providers.Args, types []uint32) (string, error) {
	rows, err := e.read(ctx, source, sql, args, types, 1)
	switch {
	case err != nil:
		return "", err
	case len(rows) != 1 || len(rows[0]) == 0 || rows[0][0] == "":
		return "", errNoValue
	}
	return rows[0][0], nil
}

// read returns the rows of a query as text, if it is a read of that source. More rows
// than most are an error; NULL is "".
func (e *estimator) read(ctx context.Context, source, sql string, args providers.Args, types []uint32, most int) (rows [][]string, err error) {
	t, err := e.table(ctx, source, sql, args, types, most, "")
	return t.rows, err
}

// table is what a query has returned.
type table struct {
	whole   []providers.Column
	columns []string // their names
	rows    [][]string
}

// table runs a query if it is a read of that source. It is judged and on record like a
// client's. null spells NULL.
func (e *estimator) table(ctx context.Context, source, sql string, args providers.Args, types []uint32, most int, null string) (t table, err error) {
	r := Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose, Single: true, Tool: cmp.Or(e.tool, estimateTool)}
	if !e.reads(ctx, r, source) { // it is not even refused: nobody asked for it
		return t, errNoRead
	}
	batch, err := e.reader.Prepare(ctx, r)
	if err != nil {
		return t, err
	}
	result, err := e.reader.Execute(ctx, batch[0], args, Options{Alone: true})
	if err != nil {
		return t, err
	}
	t.whole = slices.Clone(result.Columns())
	for _, c := range t.whole {
		t.columns = append(t.columns, c.Name)
	}
	for err == nil {
		var row providers.Row
		if row, err = result.Next(); err != nil {
			break
		}
		if len(t.rows) == most {
			err = errNoValue
			break
		}
		values := make([]string, len(row))
		for i, v := range row {
			if values[i] = string(v); v == nil {
				values[i] = null
			}
		}
		t.rows = append(t.rows, values)
	}
	closing := result.Close()
	if !errors.Is(err, io.EOF) {
		return table{}, first(err, closing)
	}
	return t, closing
}

// reads reports whether a text is one read of that source. What feeds a change over several sources may read one alone.
func (e *estimator) reads(ctx context.Context, r Request, source string) bool {
	plans, err := e.reader.plan(ctx, r)
	return err == nil && len(plans) == 1 && plans[0].Class == planner.Read && (plans[0].Provider == source || source == providers.Several)
}

// mayPlan reports whether a source may prepare or plan a statement before it is
// approved: what that runs of users' code is judged as a plan's.
func (e *estimator) mayPlan(ctx context.Context, p *planner.Statement) bool {
	return e.reads(ctx, Request{SQL: explain + p.Text, ParamTypes: paramOIDs(e.types, p.ParamTypes), Purpose: gate.AnyPurpose, Single: true}, p.Provider)
}

// errNoRead says that a query of an estimate is none that may simply be run.
var errNoRead = sqlstate.New(sqlstate.InsufficientPrivilege, "to look would not be a mere read")

// errNoValue says that a query of an estimate did not return one value.
var errNoValue = sqlstate.New(sqlstate.InternalError, "it returned no value")

// why words an error for a note, without what a source may repeat of the data.
func why(err error) string {
	switch code := sqlstate.CodeOf(err); {
	case errors.Is(err, errNoRead):
		return errNoRead.Message
	case code == sqlstate.QueryCanceled:
		return "it took too long"
	default:
		return "it failed (SQLSTATE " + string(code) + ")"
	}
}

// share is a part of the time that is left.
func share(ctx context.Context, part, of time.Duration) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return estimateLimit
	}
	return time.Until(deadline) / of * part
}

// saturated adds numbers of rows; what is not known adds nothing.
func saturated(a, b int64) int64 {
	switch {
	case b <= 0:
		return a
	case a > math.MaxInt64-b:
		return math.MaxInt64
	}
	return a + b
}

// limitOf is how many rows a statement may touch that was approved by an
// estimate: those of the estimate and a margin, which is the larger of a number
// of rows and a part of the estimate. -1: it is not bound, for what is not known
// is no bound, and neither is what a planner guesses.
func limitOf(e approval.Estimate, percent, rows int64) int64 {
	if e.Rows < 0 || e.By != byCount && e.By != byValues {
		return -1
	}
	part := e.Rows / 100 * max(percent, 0)
	if percent > 0 && e.Rows/100 > math.MaxInt64/percent {
		part = math.MaxInt64
	}
	part = saturated(part, e.Rows%100*max(percent, 0)/100)
	return saturated(e.Rows, max(part, rows))
}
