package served

import (
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The bounds of what one session may keep here.
const (
	maxStatements = 10_000
	maxHeld       = 128 << 20 // bytes of statements' text and portals' parameters
)

// statement is a statement that Parse made.
type statement struct {
	planned   *engine.Statement      // nil: the text was empty
	described *providers.Description // nil: nobody has asked for it
	size      int
}

// parse makes a statement.
func (s *Session) parse(m *request.Message) error {
	if m.Statement == "" {
		s.dropStatement("") // as in Postgres: it is gone even if the new one is wrong
	}
	if _, ok := s.statements[m.Statement]; ok || s.engine.KeepsPrepared() && s.engine.HasPrepared(m.Statement) {
		return reply.StatementExists(m.Statement)
	}
	if s.held > maxHeld || len(s.statements) >= maxStatements {
		return tooMany("prepared statements")
	}
	batch, err := s.engine.Prepare(s.ctx, engine.Request{
		SQL: m.SQL, ParamTypes: m.Types, Purpose: gate.AnyPurpose, Single: true,
	})
	if err != nil {
		return err
	}
	st := &statement{size: len(m.SQL)}
	if len(batch) > 0 {
		st.planned = batch[0]
	}
	if s.statements == nil {
		s.statements = map[string]*statement{}
	}
	s.statements[m.Statement] = st
	s.engine.NotePrepared(m.Statement, m.SQL)
	s.held += st.size
	s.client.out = reply.Empty(s.client.out, '1') // ParseComplete
	return nil
}

func (s *Session) dropStatement(name string) {
	if st, ok := s.statements[name]; ok {
		s.held -= st.size
		delete(s.statements, name)
		s.engine.NotePrepared(name, "")
	}
}

// followDeallocate drops the statements whose names a DEALLOCATE or DISCARD has freed.
func (s *Session) followDeallocate(st *engine.Statement) {
	if verb := st.Verb(); verb != "DEALLOCATE" && verb != "DISCARD" || !s.engine.KeepsPrepared() {
		return
	}
	for name := range s.statements {
		if name != "" && !s.engine.HasPrepared(name) {
			s.dropStatement(name)
		}
	}
}

func tooMany(what string) *sqlstate.Error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, "this session holds too many %s", what).
		WithHint("Close those that are no longer needed.")
}

// findStatement finds a prepared statement by name. A statement that SQL's PREPARE has made becomes one of the
// protocol, too.
func (s *Session) findStatement(name string) (*statement, error) {
	if st, ok := s.statements[name]; ok {
		return st, nil
	}
	if name == "" || !s.engine.KeepsPrepared() || !s.engine.HasPrepared(name) {
		return nil, reply.NoStatement(name)
	}
	sql, err := s.engine.PreparedText(name)
	if err != nil {
		return nil, err
	}
	batch, err := s.engine.Prepare(s.ctx, engine.Request{SQL: sql, Purpose: gate.AnyPurpose, Single: true})
	if err != nil {
		return nil, err
	}
	st := &statement{planned: batch[0], size: len(sql)}
	if s.statements == nil {
		s.statements = map[string]*statement{}
	}
	s.statements[name] = st
	s.held += st.size
	return st, nil
}

// describe asks once what a statement takes and gives.
func (s *Session) describe(st *statement) (providers.Description, error) {
	if st.planned == nil {
		return providers.Description{}, nil
	}
	if st.described == nil {
		if err := s.freeEngine(); err != nil {
			return providers.Description{}, err
		}
		d, err := st.planned.Describe(s.ctx)
		if err != nil {
			return d, err
		}
		st.described = &d
	}
	return *st.described, nil
}

// describeStatement answers Describe for a statement.
func (s *Session) describeStatement(name string) error {
	st, err := s.findStatement(name)
	if err != nil {
		return err
	}
	d, err := s.describe(st)
	if err != nil {
		return err
	}
	s.client.out = reply.Parameters(s.client.out, d.Params)
	s.client.out = rows.AppendColumns(s.client.out, d.Columns, nil)
	return nil
}

// describePortal answers Describe for a portal.
func (s *Session) describePortal(name string) error {
	p, ok := s.portals[name]
	if !ok {
		return s.describeCursor(name)
	}
	d, err := s.describe(p.of)
	if err != nil {
		return err
	}
	s.client.out = rows.AppendColumns(s.client.out, d.Columns, p.args.ResultFormats)
	return nil
}

// describeCursor answers Describe for a cursor that DECLARE made: in Postgres
// that is a portal too. What a FETCH from it would give says its columns.
func (s *Session) describeCursor(name string) error {
	if name == "" || s.engine.Source().Dialect == providers.Postgres && s.engine.Status() != providers.InTransaction || !s.engine.HasCursor(name) {
		return reply.NoPortal(name)
	}
	batch, err := s.engine.Prepare(s.ctx, engine.Request{
		SQL: `FETCH 0 FROM "` + strings.ReplaceAll(name, `"`, `""`) + `"`, Purpose: gate.AnyPurpose, Single: true,
	})
	if err != nil {
		return err
	}
	d, err := s.describe(&statement{planned: batch[0]})
	if err != nil {
		return err
	}
	if !providers.ReturnsRows(d.Columns) {
		return reply.NoPortal(name)
	}
	s.client.out = rows.AppendColumns(s.client.out, d.Columns, nil)
	return nil
}
