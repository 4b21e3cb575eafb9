package engine

import (
	"cmp"
	"context"
	"runtime/debug"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// reader is a session that only reads, for estimates and for the looks of approvers.
type reader struct {
	*Session
	tool string // as records call what it asks
}

// estimateTool is how records call what the server asks for an estimate.
const estimateTool = "estimate"

// Source implements estimate.Reader.
func (r reader) Source(name string) (providers.Provider, error) {
	return r.engine.sourceFor(r.client, cmp.Or(name, r.source.Name))
}

// Reads implements estimate.Reader. For providers.Several, a query that feeds a change may also read one
// source alone.
func (r reader) Reads(ctx context.Context, source, text string, types []uint32) bool {
	plans, err := r.planText(ctx, r.request(text, types))
	return err == nil && len(plans) == 1 && plans[0].Class == planner.Read && (plans[0].Provider == source || source == providers.Several)
}

// Query implements estimate.Reader. The query is judged and recorded like a client's.
func (r reader) Query(ctx context.Context, text string, args providers.Args, types []uint32) (estimate.Result, error) {
	batch, err := r.Prepare(ctx, r.request(text, types))
	if err != nil {
		return nil, err
	}
	result, err := r.Execute(ctx, batch[0], args, Options{Alone: true})
	if err != nil {
		return nil, err
	}
	return result, nil
}

func (r reader) request(text string, types []uint32) Request {
	return Request{SQL: text, ParamTypes: types, Purpose: gate.AnyPurpose, Single: true, Tool: r.tool}
}

// Describe implements estimate.Reader.
func (r reader) Describe(ctx context.Context, source string, st providers.Statement) (providers.Description, error) {
	conn, err := r.connectionTo(ctx, source, true)
	if err != nil {
		return providers.Description{}, err
	}
	return conn.Describe(ctx, st)
}

// openEstimator finds out about statements that the session wants to run. closeReader ends the session
// that it reads in.
func (s *Session) openEstimator(ctx context.Context, args providers.Args, types []uint32) (e *estimate.Estimator, closeReader func(), err error) {
	own, err := s.openReader(ctx)
	if err != nil {
		return nil, nil, err
	}
	return &estimate.Estimator{
		Reader: reader{own, estimateTool}, Names: s.scope.Source, Args: args, Types: types,
		InTransaction: s.Status() != providers.Idle, SeesAlone: s.seesAlone(), Sets: s.sets,
	}, func() { s.closeReader(own) }, nil
}

// estimateChanges finds out what changes would touch if they ran now; types are the
// OIDs that the client gave its parameters. See estimate.Estimator.
func (s *Session) estimateChanges(ctx context.Context, plans []*planner.Statement, args providers.Args, types ...uint32) (found approval.Estimate, impossible error) {
	defer func() {
		if p := recover(); p != nil {
			s.engine.log.Error("panic in an estimate", "session", s.client.ID, "panic", p, "stack", string(debug.Stack()))
			found = approval.Estimate{Rows: -1, Note: "what it would touch could not be found out: internal error"}
		}
	}()
	e, closeReader, err := s.openEstimator(ctx, args, types)
	if err != nil {
		return estimate.NotFound(err), nil
	}
	defer closeReader()
	return e.Estimate(ctx, plans)
}

// openReader opens a session of the same client that can only read. Names mean in it what they mean in
// this session, except for what is temporary or not committed.
func (s *Session) openReader(ctx context.Context) (*Session, error) {
	return s.openReaderAt(ctx, s.source.Name)
}

// openReaderAt is openReader for another source of the client's, where names mean what its login says.
func (s *Session) openReaderAt(ctx context.Context, source string) (*Session, error) {
	client := s.client
	client.Source, client.Ceiling = source, gate.ReadOnly
	client.OnNotice, client.Approver, client.reads = nil, nil, true
	reader, err := s.engine.Open(ctx, client)
	if err != nil {
		return nil, err
	}
	if source != s.source.Name {
		return reader, nil
	}
	if err := reader.followSession(ctx, s.names.path, s.readBy()); err != nil {
		s.closeReader(reader)
		return nil, err
	}
	return reader, nil
}

// followSession sets the search path and the settings of another session, so that names and values are read
// as there; path nil is the role's own.
func (s *Session) followSession(ctx context.Context, path []string, settings map[string]string) error {
	dialect := s.current.Info().Dialect
	if dialect != providers.Postgres && dialect != providers.DuckDB || path == nil && len(settings) == 0 {
		return nil
	}
	conn, err := s.connectionTo(ctx, s.source.Name, true)
	if err != nil {
		return err
	}
	embedded := dialect == providers.DuckDB
	own := s.Parameters()
	for _, name := range readingNames {
		value := settings[name]
		if value == "" || value == own[name] {
			continue
		}
		if embedded {
			err = setOn(ctx, conn, strings.ToLower(name), value)
		} else {
			err = s.sendControl(ctx, s.source.Name, "SET "+name+" TO "+planner.QuoteLiteral(value))
		}
		if err != nil {
			return err
		}
	}
	if path == nil {
		return nil
	}
	var list []string
	for _, schema := range path {
		if embedded || !strings.HasPrefix(schema, "pg_temp_") {
			list = append(list, planner.QuoteName(schema))
		}
	}
	if embedded {
		return setOn(ctx, conn, "search_path", strings.Join(list, ", "))
	}
	if len(list) == 0 {
		list = []string{"''"}
	}
	s.names.path = path
	return s.sendControl(ctx, s.source.Name, "SET search_path TO "+strings.Join(list, ", "))
}

// readBy are the settings by which the session reads values, as far as they are known.
func (s *Session) readBy() map[string]string {
	if s.relayed == nil {
		return s.Parameters()
	}
	values := map[string]string{}
	for i, value := range s.readings.values() {
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
