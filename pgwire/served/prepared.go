package served

import (
	"context"
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

// prepared is a statement that Parse made.
type prepared struct {
	statement *engine.Statement // nil: the text was empty
	described *providers.Description
	size      int
}

// admit refuses what would make the library hang up without a word.
func (s *Session) admit(m request.Message) *sqlstate.Error {
	if m.Kind != request.Bind {
		return nil
	}
	p, ok := s.statements[m.Statement]
	if !ok {
		return noStatement(m.Statement)
	}
	if other, ok := s.portals[m.Portal]; ok && m.Portal != "" {
		return sqlstate.New(sqlstate.DuplicateCursor, "cursor %q already exists", other.name)
	}
	if d := p.described; d != nil {
		if len(m.Args.Values) != len(d.Params) {
			return sqlstate.New(sqlstate.ProtocolViolation,
				"bind message supplies %d parameters, but prepared statement %q requires %d", len(m.Args.Values), m.Statement, len(d.Params))
		}
		if len(m.Args.ResultFormats) > 1 && len(m.Args.ResultFormats) != len(d.Columns) {
			return sqlstate.New(sqlstate.ProtocolViolation,
				"bind message has %d result formats but query has %d columns", len(m.Args.ResultFormats), len(d.Columns))
		}
	}
	if s.held > maxHeld || len(s.portals) >= maxStatements {
		return tooMuch("portals")
	}
	return nil
}

func noStatement(name string) *sqlstate.Error {
	if name == "" {
		return sqlstate.New(sqlstate.InvalidStatementName, "unnamed prepared statement does not exist")
	}
	return sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", name)
}

func tooMuch(what string) *sqlstate.Error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, "this session holds too many %s", what).
		WithHint("Close those that are no longer needed.")
}

// mayParse says whether Parse may make a statement of that name.
func (s *Session) mayParse(name string) error {
	if name == "" {
		s.forget("") // as in Postgres: it is gone even if the new one is wrong
		return nil
	}
	if _, ok := s.statements[name]; ok {
		return sqlstate.New(sqlstate.DuplicatePrepared, "prepared statement %q already exists", name)
	}
	return nil
}

// parse judges one statement; keep gives it its name.
func (s *Session) parse(ctx context.Context, sql string, types []uint32) (err error) {
	defer s.caught(&err)
	if s.held > maxHeld || len(s.statements) >= maxStatements {
		return tooMuch("prepared statements")
	}
	batch, err := s.engine.Prepare(ctx, engine.Request{
		SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose, Single: true,
	})
	if err != nil {
		return err
	}
	s.parsed = &prepared{size: len(sql)}
	if len(batch) > 0 {
		s.parsed.statement = batch[0]
	}
	return nil
}

func (s *Session) keep(name string) {
	if s.statements == nil {
		s.statements = map[string]*prepared{}
	}
	s.forget(name)
	s.statements[name] = s.parsed
	s.held += s.parsed.size
}

func (s *Session) forget(name string) {
	if p, ok := s.statements[name]; ok {
		s.held -= p.size
		delete(s.statements, name)
	}
}

// describe asks once what a statement takes and gives.
func (s *Session) describe(ctx context.Context, p *prepared) (providers.Description, error) {
	if p.statement == nil {
		return providers.Description{}, nil
	}
	if p.described == nil {
		if err := s.park(); err != nil {
			return providers.Description{}, err
		}
		d, err := p.statement.Describe(ctx)
		if err != nil {
			return d, err
		}
		p.described = &d
	}
	return *p.described, nil
}

// describeStatement answers Describe for a statement.
func (s *Session) describeStatement(ctx context.Context, name string) (err error) {
	defer s.caught(&err)
	p, ok := s.statements[name]
	if !ok {
		return noStatement(name)
	}
	d, err := s.describe(ctx, p)
	if err != nil {
		return err
	}
	s.answered = true
	s.guard.out = reply.Parameters(s.guard.out, d.Params)
	s.guard.out = rows.AppendColumns(s.guard.out, d.Columns, nil)
	return nil
}

// describePortal answers Describe for a portal.
func (s *Session) describePortal(ctx context.Context, name string) (err error) {
	defer s.caught(&err)
	p, ok := s.portals[name]
	if !ok {
		return s.describeCursor(ctx, name)
	}
	d, err := s.describe(ctx, p.of)
	if err != nil {
		return err
	}
	s.answered = true
	s.guard.out = rows.AppendColumns(s.guard.out, d.Columns, p.args.ResultFormats)
	return nil
}

// describeCursor answers Describe for a cursor that DECLARE made: in Postgres
// that is a portal too. What a FETCH from it would give says its columns.
func (s *Session) describeCursor(ctx context.Context, name string) error {
	if name == "" || s.engine.Source().Dialect != providers.Postgres || s.engine.Status() != providers.InTransaction {
		return noPortal(name)
	}
	batch, err := s.engine.Prepare(ctx, engine.Request{
		SQL: `FETCH 0 FROM "` + strings.ReplaceAll(name, `"`, `""`) + `"`, Purpose: gate.AnyPurpose, Single: true,
	})
	if err != nil {
		return err
	}
	d, err := s.describe(ctx, &prepared{statement: batch[0]})
	if err != nil {
		return err
	}
	if len(d.Columns) == 0 {
		return noPortal(name)
	}
	s.answered = true
	s.guard.out = rows.AppendColumns(s.guard.out, d.Columns, nil)
	return nil
}
