package providertest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var sessionCases = map[string]func(*suite){
	"no state for the next session": noStateLeaks,
	"many sessions at once":         manySessions,
	"provider closed under way":     closedUnderWay,
	"nothing after close":           nothingAfterClose,
	"info":                          info,
}

func noStateLeaks(s *suite) {
	a := s.connect(providers.ConnOptions{})
	a.must("CREATE TEMP TABLE leak (a integer)")
	a.must("INSERT INTO leak VALUES (1)")
	a.close()
	for range 3 { // whichever connection of the pool comes
		b := s.connect(providers.ConnOptions{})
		b.fails(sqlstate.UndefinedTable, "SELECT * FROM leak")
		b.status(providers.Idle)
		b.close()
	}
}

func manySessions(s *suite) {
	const sessions, statements = 8, 25
	var workers sync.WaitGroup
	for n := range sessions {
		workers.Go(func() {
			c, err := s.fixture.Provider.Connect(s.ctx, providers.ConnOptions{})
			if err != nil {
				s.Errorf("Connect: %v", err)
				return
			}
			session := &session{suite: s, Conn: c}
			defer session.close()
			for i := range statements {
				want := fmt.Sprint(n*1000 + i)
				r, err := session.run(s.ctx, statement("SELECT CAST($1 AS integer)"), text(want))
				if err != nil || len(r.rows) != 1 || r.rows[0][0] != want {
					s.Errorf("session %d: %q, %v, want %s", n, r.rows, err, want)
					return
				}
			}
		})
	}
	workers.Wait()
}

// closedUnderWay: Close ends a running statement, and returns.
func closedUnderWay(s *suite) {
	c := s.connect(providers.ConnOptions{})
	sql := endless(c)
	ended := make(chan error, 1)
	started := make(chan struct{})
	go func() {
		close(started)
		_, err := c.run(s.ctx, statement(sql), providers.Args{})
		c.close()
		ended <- err
	}()
	<-started
	pause(s.ctx)
	s.closeProvider()
	select {
	case err := <-ended:
		if err == nil {
			s.Error("the statement went on as if nothing had happened")
		}
		if sqlstate.CodeOf(err) == sqlstate.InternalError {
			s.Errorf("the statement ended with %v, which tells its client nothing", err)
		}
	case <-time.After(deadline):
		panic("the statement outlived its provider")
	}
}

func nothingAfterClose(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.close()
	if err := c.Conn.Close(); err != nil {
		s.Errorf("a second Conn.Close: %v", err)
	}
	if _, err := c.Query(s.ctx, statement("SELECT 1"), providers.Args{}); err == nil {
		s.Error("a closed connection still runs statements")
	}
	s.closeProvider()
	if err := s.fixture.Provider.Close(); err != nil {
		s.Errorf("a second Provider.Close: %v", err)
	}
	if _, err := s.fixture.Provider.Connect(s.ctx, providers.ConnOptions{}); err == nil {
		s.Error("a closed provider still connects")
	}
}

func info(s *suite) {
	s.connect(providers.ConnOptions{}).must("SELECT 1")
	i := s.fixture.Provider.Info()
	want := s.fixture.Service
	if s.fixture.NoDefault {
		want = ""
	}
	if i.Name == "" || i.Kind == "" || i.Version == "" || i.Default != want {
		s.Errorf("%+v, want a name, a kind, a version, and %q as default", i, want)
	}
}

// pause waits for a statement to begin. Too short a pause weakens a test but never fails it.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(200 * time.Millisecond):
	}
}
