// Package providertest is the suite that every provider of tables passes.
//
//	func TestConformance(t *testing.T) {
//		providertest.Run(t, func(t *testing.T) providertest.Fixture {
//			return providertest.Fixture{Provider: open(t), Service: "public"}
//		})
//	}
//
// Each case asks for a fixture of its own, works through [providers.Conn] alone
// in SQL that every dialect knows, closes the provider, and looks for
// goroutines that were left. The expected values are PostgreSQL's: what the
// suite says of text, tags, codes and positions is what psql would show.
//
// A case that waits has a limit (deadline) after which it fails instead of
// hanging; no case measures time.
package providertest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// deadline bounds every wait of a case.
const deadline = 30 * time.Second

// Fixture is a provider for one case.
type Fixture struct {
	// Provider is fresh, or at least without tables in Service. The suite closes it.
	Provider providers.Provider
	// Service is the schema of unqualified names.
	Service string
	// NoDefault says that names need a schema.
	NoDefault bool
}

// Run runs every case.
func Run(t *testing.T, open func(t *testing.T) Fixture) {
	RunSessions(t, open)
	run(t, open, catalogCases, snapshotCases)
}

// RunSessions runs the cases of sessions, for a provider whose catalog is not that of the tables which its sessions make.
func RunSessions(t *testing.T, open func(t *testing.T) Fixture) {
	run(t, open, valueCases, resultCases, errorCases, transactionCases, sessionCases, cancelCases)
}

func run(t *testing.T, open func(t *testing.T) Fixture, groups ...map[string]func(*suite)) {
	for _, group := range groups {
		for name, test := range group {
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 2*deadline)
				defer cancel()
				f := open(t)
				before := goleak.IgnoreCurrent()
				s := &suite{T: t, ctx: ctx, fixture: f}
				defer func() {
					for _, c := range s.sessions {
						c.close()
					}
					s.closeProvider()
					goleak.VerifyNone(t, before)
				}()
				test(s)
			})
		}
	}
}

// suite is one running case.
type suite struct {
	*testing.T
	ctx      context.Context //nolint:containedctx // of one case: it bounds every statement
	fixture  Fixture
	sessions []*session
	closed   bool
}

func (s *suite) closeProvider() {
	if s.closed {
		return
	}
	s.closed = true
	s.within("Provider.Close", func() {
		if err := s.fixture.Provider.Close(); err != nil {
			s.Errorf("Provider.Close: %v", err)
		}
	})
}

// within runs f, and ends the process with all stacks if f takes longer than deadline.
func (s *suite) within(what string, f func()) {
	s.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	timer := time.NewTimer(deadline)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		panic(s.Name() + ": " + what + " hangs") // with the stacks of all goroutines
	}
}

// connect opens a session that is closed at the end of the case.
func (s *suite) connect(o providers.ConnOptions) *session {
	s.Helper()
	c, err := s.fixture.Provider.Connect(s.ctx, o)
	if err != nil {
		s.Fatalf("Connect: %v", err)
	}
	session := &session{suite: s, Conn: c}
	s.sessions = append(s.sessions, session)
	return session
}

// session is a connection with short methods for tests.
type session struct {
	*suite
	providers.Conn
	gone bool
}

func (c *session) close() {
	if c.gone {
		return
	}
	c.gone = true
	if err := c.Conn.Close(); err != nil {
		c.Errorf("Conn.Close: %v", err)
	}
}

// result is a whole result as text.
type result struct {
	columns []providers.Column
	rows    [][]string
	tag     string
}

const null = "∅"

// run runs a statement to its end.
func (c *session) run(ctx context.Context, st providers.Statement, args providers.Args) (result, error) {
	rows, err := c.Query(ctx, st, args)
	if err != nil {
		return result{}, err
	}
	r := result{columns: rows.Columns()}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if closing := rows.Close(); closing != nil {
				c.Errorf("Close after the error %v: %v", err, closing)
			}
			return r, err
		}
		line := make([]string, len(row))
		for i, v := range row {
			if line[i] = null; v != nil {
				line[i] = string(v)
			}
		}
		r.rows = append(r.rows, line)
	}
	r.tag = rows.Tag()
	return r, rows.Close()
}

// must runs a statement that must succeed.
func (c *session) must(sql string, params ...string) result {
	c.Helper()
	r, err := c.run(c.ctx, statement(sql), text(params...))
	if err != nil {
		c.Fatalf("%s: %v", sql, err)
	}
	return r
}

// fails runs a statement that must fail with a code.
func (c *session) fails(code sqlstate.Code, sql string, params ...string) {
	c.Helper()
	_ = c.failure(code, sql, params...) // checked there
}

// failure runs a statement that must fail with a code, and returns the error.
func (c *session) failure(code sqlstate.Code, sql string, params ...string) *sqlstate.Error {
	c.Helper()
	_, err := c.run(c.ctx, statement(sql), text(params...))
	return c.asError(sql, err, code)
}

func (s *suite) isError(what string, err error, code sqlstate.Code) {
	s.Helper()
	_ = s.asError(what, err, code) // checked there
}

func (s *suite) asError(what string, err error, code sqlstate.Code) *sqlstate.Error {
	s.Helper()
	var e *sqlstate.Error
	if !errors.As(err, &e) {
		s.Fatalf("%s: error %v is not a *sqlstate.Error", what, err)
	}
	if e.Code != code {
		s.Fatalf("%s: error %v, want SQLSTATE %s", what, err, code)
	}
	if e.Message == "" {
		s.Errorf("%s: error %s says nothing", what, code)
	}
	return e
}

// one returns the single value of a statement's result.
func (c *session) one(sql string, params ...string) string {
	c.Helper()
	r := c.must(sql, params...)
	if len(r.rows) != 1 || len(r.rows[0]) != 1 {
		c.Fatalf("%s: %d rows, want one value: %q", sql, len(r.rows), r.rows)
	}
	return r.rows[0][0]
}

func (c *session) status(want providers.TxStatus) {
	c.Helper()
	if got := c.Status(); got != want {
		c.Errorf("status %c, want %c", got, want)
	}
}

func text(params ...string) providers.Args {
	var a providers.Args
	for _, p := range params {
		if p == null {
			a.Values = append(a.Values, nil)
		} else {
			a.Values = append(a.Values, []byte(p))
		}
	}
	return a
}

// statement returns what the planner would make of a text, for the few verbs of the suite.
func statement(sql string) providers.Statement {
	words := strings.Fields(strings.ToUpper(sql))
	verb := words[0]
	switch verb {
	case "CREATE", "DROP":
		verb += " " + strings.TrimPrefix(words[1], "TEMP")
		if words[1] == "TEMP" {
			verb = words[0] + " " + words[2]
		}
	case "WITH", "VALUES":
		verb = "SELECT"
	}
	return providers.Statement{SQL: sql, Verb: verb, ReadOnly: reads[verb]}
}

var reads = map[string]bool{"SELECT": true, "BEGIN": true, "COMMIT": true, "ROLLBACK": true}
