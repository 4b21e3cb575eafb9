package providertest

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var cancelCases = map[string]func(*suite){
	"cancel":                   cancelRunning,
	"cancel while rows stream": cancelStreaming,
	"cancel in a transaction":  cancelInTransaction,
	"deadline":                 deadlinePasses,
	"cancelled before it ran":  cancelledBefore,
}

// endless returns a statement that outlasts the test.
func endless(c *session) string {
	million(c)
	return "SELECT sum(a.i * b.i + c.i - d.i * e.i) FROM thousand a, thousand b, thousand c, thousand d, thousand e"
}

// canceled runs a statement, cancels its context meanwhile, and checks the error.
func (c *session) canceled(sql string) {
	c.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	timer := time.AfterFunc(200*time.Millisecond, cancel)
	defer timer.Stop()
	c.within("a cancelled statement", func() {
		_, err := c.run(ctx, statement(sql), providers.Args{})
		if sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
			c.Errorf("cancelled: %v, want SQLSTATE 57014", err)
		}
	})
}

func cancelRunning(s *suite) {
	c := s.connect(providers.ConnOptions{})
	sql := endless(c)
	for range 2 {
		c.canceled(sql)
		c.status(providers.Idle)
		if got := c.one("SELECT count(*) FROM thousand"); got != "1000" {
			s.Errorf("after a cancellation: %s", got)
		}
	}
}

func cancelStreaming(s *suite) {
	c := s.connect(providers.ConnOptions{})
	million(c)
	c.canceled("SELECT a.i FROM thousand a, thousand b, thousand c, thousand d")
	c.must("SELECT 1")
}

func cancelInTransaction(s *suite) {
	c := s.connect(providers.ConnOptions{})
	sql := endless(c)
	c.must("BEGIN")
	c.must("INSERT INTO thousand VALUES (0)")
	c.canceled(sql)
	c.status(providers.Failed)
	c.must("ROLLBACK")
	if got := c.one("SELECT count(*) FROM thousand"); got != "1000" {
		s.Errorf("%s rows, want 1000", got)
	}
}

func deadlinePasses(s *suite) {
	c := s.connect(providers.ConnOptions{})
	sql := endless(c)
	ctx, cancel := context.WithTimeout(s.ctx, 200*time.Millisecond)
	defer cancel()
	s.within("a statement with a deadline", func() {
		_, err := c.run(ctx, statement(sql), providers.Args{})
		s.isError("after the deadline", err, sqlstate.QueryCanceled)
	})
	c.must("SELECT 1")
}

func cancelledBefore(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE b (a integer)")
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	_, err := c.run(ctx, statement("INSERT INTO b VALUES (1)"), providers.Args{})
	s.isError("with a context that has ended", err, sqlstate.QueryCanceled)
	_, err = c.Describe(ctx, statement("SELECT 1"))
	s.isError("Describe with a context that has ended", err, sqlstate.QueryCanceled)
	if got := c.one("SELECT count(*) FROM b"); got != "0" {
		s.Errorf("%s rows, want 0", got)
	}
	_, err = s.fixture.Provider.Connect(ctx, providers.ConnOptions{})
	if err != nil {
		s.isError("Connect with a context that has ended", err, sqlstate.QueryCanceled)
	}
}
