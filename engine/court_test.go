package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// court is a house with people who can be asked.
type court struct {
	house
	desk  *courttest.Desk
	store *approval.Store // of the desk
	dsn   string
}

func newCourt(t *testing.T, mode gate.Mode, desk bool, wait time.Duration, change ...func(*approval.Options)) *court {
	t.Helper()
	return convene(t, pgtest.Start(t).CreateDB(t), mode, desk, wait, change...)
}

// courtOver is a court in mode safe over that database.
func courtOver(t *testing.T, dsn string) *court {
	t.Helper()
	return convene(t, dsn, gate.Safe, true, time.Second)
}

func convene(t *testing.T, dsn string, mode gate.Mode, desk bool, wait time.Duration, change ...func(*approval.Options)) *court {
	t.Helper()
	quiet := hclog.NewNullLogger()
	c := &court{house: house{dir: t.TempDir()}, dsn: dsn}
	var err error
	must := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c.log, err = audit.Open(audit.Options{Dir: c.dir, Logger: quiet})
	must()
	store := approval.Options{Logger: quiet}
	for _, f := range change {
		f(&store)
	}
	c.desk = courttest.Open(t, store)
	c.store = c.desk.Store
	approvals := c.desk.Approvals(wait)
	approvals.Desk = desk
	duck := openDuck(t)
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: c.dsn, Logger: quiet})
	must()
	c.engine, err = engine.New(engine.Config{
		Version: "test", Mode: mode, Sources: []providers.Provider{duck, pg}, Log: c.log, Logger: quiet,
		Approvals: approvals,
	})
	must()
	t.Cleanup(func() {
		for _, err := range []error{c.engine.Close(), c.log.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return c
}

// session opens one for a principal, with an approver or without.
func (c *court) session(t *testing.T, source, principal string, a engine.Approver) *engine.Session {
	t.Helper()
	s, err := c.engine.Open(t.Context(), engine.Client{Door: "test", Principal: auth.Fixed(principal, auth.Local), ID: "s1", Source: source, Ceiling: gate.FullAccess, Approver: a})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// given makes what is there before anybody has to be asked.
func (c *court) given(t *testing.T, source, sql string) {
	t.Helper()
	s := c.session(t, source, "owner", approver(func(context.Context, approval.Request) engine.Answer { return engine.Accepted }))
	for _, one := range strings.Split(sql, ";;") {
		if out, err := run(t.Context(), s, anything(one)); err != nil {
			t.Fatalf("%s: %v\n%s", one, err, out)
		}
	}
	c.records(t)
}

// approver is an engine.Approver.
type approver func(context.Context, approval.Request) engine.Answer

func (a approver) Ask(ctx context.Context, r approval.Request) engine.Answer { return a(ctx, r) }

// says answers and keeps what it was asked.
func says(answer engine.Answer, asked *[]approval.Request) approver {
	return func(_ context.Context, r approval.Request) engine.Answer {
		*asked = append(*asked, r)
		return answer
	}
}

// decide does at the desk what f says to the next request that waits.
func (c *court) decide(t *testing.T, v approval.Verdict) (decided func() approval.Request) {
	t.Helper()
	var wg sync.WaitGroup
	var r approval.Request
	wg.Go(func() { r = c.desk.Decide("", v) })
	return func() approval.Request { wg.Wait(); return r }
}

// scalar reads one value as the owner does.
func (c *court) scalar(t *testing.T, source, sql string) string {
	t.Helper()
	out, err := run(t.Context(), c.session(t, source, "reader", nil), anything(sql))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[1]
}

// last is the last of the records about a statement.
func last(t *testing.T, records []audit.Record, sql string) audit.Record {
	t.Helper()
	for i := len(records) - 1; i >= 0; i-- {
		if records[i].SQL == sql {
			return records[i]
		}
	}
	t.Fatalf("%s is not on record", sql)
	return audit.Record{}
}

var bothSources = []string{"duck", "pg"}

const three = "CREATE TABLE t (n int);; INSERT INTO t VALUES (1), (2), (3)"
