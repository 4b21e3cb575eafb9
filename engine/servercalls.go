package engine

import (
	"context"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Functions that the engine answers for a source without sessions of its own: pg_sleep blocks no
// thread of the source, pg_cancel_backend and pg_terminate_backend find sessions of this server, and
// advisory locks are held by them (package advisory).

// limiter is a connection that knows the session's statement_timeout.
type limiter interface {
	Limited(ctx context.Context) (context.Context, context.CancelFunc)
}

// maxSleep bounds pg_sleep.
const maxSleep = 24 * time.Hour

// serverColumns are the columns of such calls.
func serverColumns(calls []planner.ServerCall) []providers.Column {
	columns := make([]providers.Column, len(calls))
	for i, c := range calls {
		columns[i] = providers.Column{Name: c.Column, Type: 2278, TypeMod: -1, Size: 4, TypeName: "void"}
		if c.Boolean() {
			columns[i] = providers.Column{Name: c.Column, Type: 16, TypeMod: -1, Size: 1, TypeName: "boolean"}
		}
	}
	return columns
}

// answering is the result of such calls. They run when their row is read, so that the client knows the
// columns before it waits.
type answering struct {
	ownresult.Rows
	session *Session
	ctx     context.Context //nolint:containedctx // of the statement, as in a source's result
	calls   []planner.ServerCall
	args    providers.Args
	types   []uint32 // of the parameters
	begun   bool
}

// runServerCalls begins the calls.
func (s *Session) runServerCalls(ctx context.Context, st *Statement, args providers.Args) (providers.Rows, error) {
	if len(args.Values) != len(st.plan.ParamTypes) {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "bind message supplies %d parameters, but the statement requires %d", len(args.Values), len(st.plan.ParamTypes))
	}
	return &answering{
		Rows: ownresult.Rows{Head: serverColumns(st.plan.Calls), Command: "SELECT 1"}, session: s, ctx: ctx,
		calls: st.plan.Calls, args: args, types: st.plan.ParamOIDs(st.request.ParamTypes),
	}, nil
}

// Next runs the calls, one after the other, and returns their row.
func (a *answering) Next() (providers.Row, error) {
	if !a.begun {
		a.begun = true
		row, err := a.runCalls()
		if err != nil {
			return nil, err
		}
		a.Body = []providers.Row{row}
	}
	return a.Rows.Next()
}

func (a *answering) runCalls() (providers.Row, error) {
	s, ctx := a.session, a.ctx
	if conn, ok := s.conns[s.source.Name].(limiter); ok {
		limited, cancel := conn.Limited(ctx)
		defer cancel()
		ctx = limited
	}
	row := make(providers.Row, len(a.calls))
	for i, c := range a.calls {
		values := make([]*string, len(c.Args))
		for j, arg := range c.Args {
			var err error
			if values[j], err = s.serverValue(arg, a.args, a.types); err != nil {
				return nil, err
			}
		}
		var err error
		if row[i], err = s.serverCall(ctx, c.Function, values); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// serverValue is the value of an argument; nil: NULL.
func (s *Session) serverValue(a planner.ServerArg, args providers.Args, types []uint32) (*string, error) {
	switch {
	case a.Self:
		self := strconv.FormatUint(uint64(s.client.PID), 10)
		return &self, nil
	case a.Param == 0:
		return a.Value, nil
	case args.Values[a.Param-1] == nil:
		return nil, nil //nolint:nilnil // NULL
	}
	raw := args.Values[a.Param-1]
	if providers.FormatAt(args.Formats, a.Param-1) == providers.Text {
		text := string(raw)
		return &text, nil
	}
	text, ok := binaryText(types[a.Param-1], raw)
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidBinaryRepresent, "incorrect binary data format in bind parameter %d", a.Param)
	}
	return &text, nil
}

// binaryText is the text of a number or text that was bound in binary form.
func binaryText(oid uint32, raw []byte) (string, bool) {
	switch {
	case oid == 21 && len(raw) == 2:
		return strconv.Itoa(int(int16(binary.BigEndian.Uint16(raw)))), true //nolint:gosec // the same bits
	case oid == 23 && len(raw) == 4:
		return strconv.Itoa(int(int32(binary.BigEndian.Uint32(raw)))), true //nolint:gosec // the same bits
	case oid == 20 && len(raw) == 8:
		return strconv.FormatInt(int64(binary.BigEndian.Uint64(raw)), 10), true //nolint:gosec // the same bits
	case oid == 700 && len(raw) == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(binary.BigEndian.Uint32(raw))), 'g', -1, 32), true
	case oid == 701 && len(raw) == 8:
		return strconv.FormatFloat(math.Float64frombits(binary.BigEndian.Uint64(raw)), 'g', -1, 64), true
	case oid == 25 || oid == 1043:
		return string(raw), true
	}
	return "", false
}

// serverCall answers one call.
func (s *Session) serverCall(ctx context.Context, function string, values []*string) ([]byte, error) {
	if function == "pg_notify" {
		return []byte{}, s.listener.Add("NOTIFY", orEmpty(values[0]), orEmpty(values[1]))
	}
	if strings.Contains(function, "_advisory_") {
		return s.engine.advisory.Call(ctx, &s.locks, s.source.Name, function, values, s.sendWarning)
	}
	if values[0] == nil {
		return nil, nil
	}
	text := strings.TrimSpace(*values[0])
	if function == "pg_sleep" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, sqlstate.New(sqlstate.InvalidTextRepresent, "invalid input syntax for type double precision: %q", *values[0])
		}
		return []byte{}, sleepSeconds(ctx, seconds)
	}
	pid, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return nil, sqlstate.New(sqlstate.InvalidTextRepresent, "invalid input syntax for type integer: %q", *values[0])
	}
	return s.signalSession(ctx, uint32(pid), function == "pg_terminate_backend") //nolint:gosec // a negative number is no session's
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// sleepSeconds waits for some seconds, or until ctx ends.
func sleepSeconds(ctx context.Context, seconds float64) error {
	if seconds > maxSleep.Seconds() {
		return sqlstate.New(sqlstate.InvalidParameterValue, "pg_sleep for more than a day is not supported")
	}
	if !(seconds > 0) { // also for NaN
		return nil
	}
	timer := time.NewTimer(time.Duration(seconds * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	}
}

// signalSession cancels what another session runs, or ends that session. As with PostgreSQL's roles, it has
// to be a session of the same user.
func (s *Session) signalSession(ctx context.Context, pid uint32, terminate bool) ([]byte, error) {
	other := s.engine.sessions.ByPID(pid)
	switch {
	case other == nil:
		if s.client.OnNotice != nil {
			e := sqlstate.New("01000", "PID %d is not a PostgreSQL backend process", int32(pid)) //nolint:gosec // as it was written
			e.Severity = "WARNING"
			s.client.OnNotice(e)
		}
		return []byte("f"), nil
	case other.Who.Principal != s.client.Principal.Name:
		verb := "cancel a query of"
		if terminate {
			verb = "terminate"
		}
		return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied to %s another user's session", verb)
	case !terminate:
		other.Cancel()
	case other.Terminate == nil:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "that session cannot be terminated")
	default:
		other.Terminate()
	}
	if other == &s.entry { // as in PostgreSQL, the signal arrives before the answer
		<-ctx.Done()
		return nil, sqlstate.From(ctx.Err())
	}
	return []byte("t"), nil
}

// sendWarning tells the client of something that is no error.
func (s *Session) sendWarning(e *sqlstate.Error) {
	if s.client.OnNotice != nil {
		s.client.OnNotice(e)
	}
}
