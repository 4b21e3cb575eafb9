package estimate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// Limit bounds an estimate whose caller set no limit.
	Limit = 10 * time.Second
	// estimated is how many statements of a batch are estimated.
	estimated = 20
)

// How the rows of an estimate were found.
const (
	ByCount  = "count"
	byValues = "values"
	byPlan   = "plan"
)

// Reader reads at sources, in a session of its own that can only read, of the client that wants to run
// the statements, or of an approver. Its connections are read-only; its queries are judged, and on
// record.
type Reader interface {
	// Source returns one of the client's sources by name; "" is the source of names without a source.
	Source(name string) (providers.Provider, error)
	// Reads reports whether a text is one read of that source.
	Reads(ctx context.Context, source, text string, types []uint32) bool
	// Query runs a read. The caller reads the result to its end.
	Query(ctx context.Context, text string, args providers.Args, types []uint32) (Result, error)
	// Describe has a source prepare a statement, and runs nothing.
	Describe(ctx context.Context, source string, st providers.Statement) (providers.Description, error)
}

// Result is what a Query returns.
type Result interface {
	Columns() []providers.Column
	Next() (providers.Row, error)
	Close() error
}

// Estimator finds out what statements would touch. One goroutine uses it, for one batch.
type Estimator struct {
	Reader Reader
	// Names are what names mean to the session that wants to run the statements.
	Names func(ctx context.Context, source string) (planner.Source, error)
	Args  providers.Args // the values of the parameters
	Types []uint32       // the types of the parameters, as far as the client gave them

	InTransaction bool // the session has an open transaction, whose changes the Reader does not see
	SeesAlone     bool // names mean something to the session that they do not mean to the Reader
	Sets          bool // the session has set something that may decide how values are read

	notes  []string
	called map[*planner.Statement][]approval.Code // the bodies of what a statement calls
	failed error                                  // an error with which a statement can only fail; nil: none was found
}

// Estimate finds out what the changes among the plans would touch if they ran now, within ctx's time.
// What cannot be found out is in the note. impossible is an error with which the statements can only
// fail, if counting has met one.
func (e *Estimator) Estimate(ctx context.Context, plans []*planner.Statement) (found approval.Estimate, impossible error) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, Limit)
		defer cancel()
	}
	e.called = map[*planner.Statement][]approval.Code{}
	return e.estimateAll(ctx, plans), e.failed
}

// NotFound is the estimate if an error has kept everything from being found out.
func NotFound(err error) approval.Estimate {
	return approval.Estimate{Rows: -1, Note: "what it would touch could not be found out: " + describeFailure(err)}
}

// estimateAll estimates the statements that change something.
func (e *Estimator) estimateAll(ctx context.Context, plans []*planner.Statement) approval.Estimate {
	changing := slices.DeleteFunc(slices.Clone(plans), func(p *planner.Statement) bool { return !p.Class.Changes() })
	total := approval.Estimate{Rows: -1}
	if len(changing) == 0 {
		return total
	}
	known := len(changing) <= estimated
	if !known {
		e.addNote("of %d statements that change something, only the first %d were looked at", len(changing), estimated)
		changing = changing[:estimated]
	}
	var rows int64
	var by []string
	for i, p := range changing {
		found := e.findFootprint(ctx, p, &total)
		if code := e.bodiesCalled(ctx, p); len(code) > 0 {
			e.called[p] = code
			total.Code = append(total.Code, code...)
		}
		b := e.findBlast(ctx, p, notePrefix(p, i, len(changing)), found)
		by = append(by, b.by)
		known = known && b.rows >= 0
		rows = AddRows(rows, b.rows)
		total.Touched = append(total.Touched, b.touched...)
		if len(changing) == 1 {
			b.held.copyTo(&total)
		}
	}
	if known {
		total.Rows, total.By = rows, weakestWay(by)
	}
	if len(changing) > 1 {
		e.addNote("each statement was looked at as if none before it had run")
	}
	if e.InTransaction {
		e.addNote("what the open transaction has changed so far was not seen")
	}
	total.Note = strings.Join(e.notes, "; ")
	return total
}

// notePrefix names a statement of several for a note.
func notePrefix(p *planner.Statement, i, n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("change %d (%s): ", i+1, p.Verb)
}

// weakestWay is the least certain of some ways to find rows.
func weakestWay(by []string) string {
	for _, how := range []string{byPlan, ByCount, byTable} {
		if slices.Contains(by, how) {
			return how
		}
	}
	return byValues
}

func (e *Estimator) addNote(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// estimateRows finds out how many rows a statement would touch, and how. It returns -1 if that is not known, and a note says
// why.
func (e *Estimator) estimateRows(ctx context.Context, p *planner.Statement, prefix string) (int64, string) {
	n, how, reason := e.countRows(ctx, p, prefix)
	if how != "" {
		return n, how
	}
	n, failed := e.guessRows(ctx, p)
	switch {
	case failed == noPlan:
		e.addNote("%s%s", prefix, reason)
		return -1, ""
	case failed != "":
		e.addNote("%s%s, and %s", prefix, reason, failed)
		return -1, ""
	case reason != notCountable:
		e.addNote("%s%s", prefix, reason)
	}
	e.addNote("%sthe rows are what the source's planner guesses", prefix)
	return n, byPlan
}

// notCountable is the reason for statements that no query can count.
const notCountable = "its rows cannot be counted before it runs"

// countRows counts the rows of a statement. If how is "", reason says why they were not counted.
func (e *Estimator) countRows(ctx context.Context, p *planner.Statement, prefix string) (n int64, how, reason string) {
	c, ok := beforehand.CountOf(p.Text, e.dialectOf(p.Provider))
	if !ok {
		return -1, "", notCountable
	}
	if n, how = c.Values, byValues; c.SQL != "" {
		// The rest of the time is for the source's plan.
		ctx, cancel := context.WithTimeout(ctx, shareOfTime(ctx, 3, 4))
		defer cancel()
		var err error
		if n, err = e.runCount(ctx, p, c); err != nil {
			e.keepFailure(err)
			return -1, "", "its rows were not counted: " + describeFailure(err)
		}
		how = ByCount
	}
	if c.AtMost {
		e.addNote("%sfewer rows are touched where there is a conflict", prefix)
	}
	return n, how, ""
}

// keepFailure keeps an error of counting if the statement itself must fail by it: an error about a value,
// which shows only when rows are read.
func (e *Estimator) keepFailure(err error) {
	if isFinal(err) && ofValues(err) && !e.SeesAlone && !e.Sets && e.failed == nil {
		e.failed = sqlstate.Unplaced(err)
	}
}

// runCount runs the query that counts.
func (e *Estimator) runCount(ctx context.Context, p *planner.Statement, c beforehand.Count) (int64, error) {
	args, given, err := e.argumentsOf(ctx, p, c)
	if err != nil {
		return 0, err
	}
	value, err := e.queryValue(ctx, p.Provider, c.SQL, args, given)
	if err != nil {
		return 0, err
	}
	rows, err := strconv.ParseInt(value, 10, 64)
	if err != nil || rows < 0 {
		return 0, sqlstate.New(sqlstate.InternalError, "the count is no number")
	}
	return rows, nil
}

// argumentsOf returns the statement's parameters that its count uses, with their types.
func (e *Estimator) argumentsOf(ctx context.Context, p *planner.Statement, c beforehand.Count) (args providers.Args, given []uint32, err error) {
	types, err := e.parameterTypes(ctx, p, c)
	if err != nil {
		return args, nil, err
	}
	for _, n := range c.Params {
		if n > len(e.Args.Values) {
			return args, nil, sqlstate.New(sqlstate.ProtocolViolation, "there is no value for $%d", n)
		}
		args.Values = append(args.Values, e.Args.Values[n-1])
		args.Formats = append(args.Formats, providers.FormatAt(e.Args.Formats, n-1))
		given = append(given, typeAt(types, n))
	}
	return args, given, nil
}

// parameterTypes are the types of the statement's parameters, as the source finds them if it can be asked:
// in the count alone, $1 may look like another type.
func (e *Estimator) parameterTypes(ctx context.Context, p *planner.Statement, c beforehand.Count) ([]uint32, error) {
	given := p.ParamOIDs(e.Types)
	if len(c.Params) == 0 || e.dialectOf(p.Provider) != providers.Postgres || !e.mayPlan(ctx, p) {
		return given, nil
	}
	if p.RunsWhenParsed() {
		return nil, errNoRead
	}
	// Describe only prepares the statement, so a read-only connection is enough.
	d, err := e.Reader.Describe(ctx, p.Provider, providers.Statement{SQL: p.SQL, Verb: p.Verb, ReadOnly: true, ParamTypes: given})
	return d.Params, err
}

func typeAt(types []uint32, n int) uint32 {
	if n > len(types) {
		return 0
	}
	return types[n-1]
}

func (e *Estimator) dialectOf(source string) providers.Dialect {
	p, err := e.Reader.Source(source)
	if err != nil {
		return -1
	}
	return p.Info().Dialect
}

// queryValue runs a query that returns one value.
func (e *Estimator) queryValue(ctx context.Context, source, sql string, args providers.Args, types []uint32) (string, error) {
	rows, err := e.queryRows(ctx, source, sql, args, types, 1)
	switch {
	case err != nil:
		return "", err
	case len(rows) != 1 || len(rows[0]) == 0 || rows[0][0] == "":
		return "", errNoValue
	}
	return rows[0][0], nil
}

// queryRows returns the rows of a query as texts; NULL is "". More rows than most are an error.
func (e *Estimator) queryRows(ctx context.Context, source, sql string, args providers.Args, types []uint32, most int) (rows [][]string, err error) {
	t, err := e.queryTable(ctx, source, sql, args, types, most, "")
	return t.rows, err
}

// table is the result of a query.
type table struct {
	whole   []providers.Column
	columns []string // their names
	rows    [][]string
}

// queryTable runs a query if it is a read of that source. null stands for NULL.
func (e *Estimator) queryTable(ctx context.Context, source, sql string, args providers.Args, types []uint32, most int, null string) (t table, err error) {
	if !e.Reader.Reads(ctx, source, sql, types) { // no refusal is recorded, since no client has asked for it
		return t, errNoRead
	}
	result, err := e.Reader.Query(ctx, sql, args, types)
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
		return table{}, cmp.Or(err, closing)
	}
	return t, closing
}

// mayPlan reports whether a source may prepare or plan a statement before it is approved: the users'
// code that this runs only reads.
func (e *Estimator) mayPlan(ctx context.Context, p *planner.Statement) bool {
	return e.Reader.Reads(ctx, p.Provider, explain+p.Text, p.ParamOIDs(e.Types))
}

// errNoRead says that a query of an estimate could do more than read.
var errNoRead = sqlstate.New(sqlstate.InsufficientPrivilege, "it could do more than read")

// errNoValue says that a query of an estimate did not return the values that it should.
var errNoValue = sqlstate.New(sqlstate.InternalError, "it returned no value")

// describeFailure describes an error for a note, without the server's message, which may repeat data.
func describeFailure(err error) string {
	switch code := sqlstate.CodeOf(err); {
	case errors.Is(err, errNoRead):
		return errNoRead.Message
	case code == sqlstate.QueryCanceled:
		return "it took too long"
	default:
		return "it failed (SQLSTATE " + string(code) + ")"
	}
}

// shareOfTime is a part of the time that is left.
func shareOfTime(ctx context.Context, part, of time.Duration) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return Limit
	}
	return time.Until(deadline) / of * part
}

// AddRows adds two numbers of rows. A number that is not known (-1) adds nothing.
func AddRows(a, b int64) int64 {
	switch {
	case b <= 0:
		return a
	case a > math.MaxInt64-b:
		return math.MaxInt64
	}
	return a + b
}

// RowLimit is how many rows a statement may touch that was approved by an estimate: those of the
// estimate and a margin, which is a number of rows or a percentage, whichever is more. -1: there is no
// limit, because the estimate is not known, or is only a planner's guess.
func RowLimit(e approval.Estimate, percent, rows int64) int64 {
	if e.Rows < 0 || e.By != ByCount && e.By != byValues {
		return -1
	}
	part := e.Rows / 100 * max(percent, 0)
	if percent > 0 && e.Rows/100 > math.MaxInt64/percent {
		part = math.MaxInt64
	}
	part = AddRows(part, e.Rows%100*max(percent, 0)/100)
	return AddRows(e.Rows, max(part, rows))
}
