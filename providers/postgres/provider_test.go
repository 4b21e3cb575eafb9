package postgres_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRefusedDSN: what a DSN may not say is refused, and no refusal repeats it.
func TestRefusedDSN(t *testing.T) {
	for name, dsn := range map[string]string{
		"options":       "postgres://u:hunter2@127.0.0.1/db?options=-c%20default_transaction_read_only%3Doff",
		"keyword":       "host=127.0.0.1 password=hunter2 options='-c standard_conforming_strings=off'",
		"encoding":      "postgres://u:hunter2@127.0.0.1/db?client_encoding=SJIS",
		"strings":       "postgres://u:hunter2@127.0.0.1/db?standard_conforming_strings=off",
		"writing":       "postgres://u:hunter2@127.0.0.1/db?default_transaction_read_only=off",
		"replication":   "postgres://u:hunter2@127.0.0.1/db?replication=database",
		"no DSN":        "hunter2",
		"bad port":      "postgres://u:hunter2@127.0.0.1:hunter2/db",
		"bad mode":      "postgres://u:hunter2@127.0.0.1/db?sslmode=hunter2",
		"bad pool size": "postgres://u:hunter2@127.0.0.1/db?pool_max_conns=hunter2",
		"bad file":      "postgres://u:hunter2@127.0.0.1/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem",
	} {
		p, err := postgres.Open(t.Context(), postgres.Options{Name: "shop", DSN: dsn})
		if err == nil {
			_ = p.Close()
		}
		e := sqlstate.From(err)
		if sqlstate.CodeOf(err) != sqlstate.ConfigFileError || !strings.Contains(e.Message, `"shop"`) || e.Hint == "" {
			t.Errorf("%s: %v, want F0000 with the source's name and a hint", name, err)
			continue
		}
		if told := fmt.Sprintf("%v %v %v %v", e.Message, e.Detail, e.Hint, errors.Unwrap(e)); strings.Contains(told, "hunter2") {
			t.Errorf("%s: the password shows: %s", name, told)
		}
	}
	t.Setenv("PGOPTIONS", "-c default_transaction_read_only=off")
	if _, err := postgres.Open(t.Context(), postgres.Options{DSN: "postgres://127.0.0.1/db"}); sqlstate.CodeOf(err) != sqlstate.ConfigFileError {
		t.Errorf("PGOPTIONS: %v", err)
	}
}

// TestNotReachable: Open works, and what needs the server says what is wrong
// and nothing of the DSN; the log has the cause.
func TestNotReachable(t *testing.T) {
	t.Parallel() // most of it waits
	server := pgtest.Start(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	_ = listener.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()

	for name, test := range map[string]struct{ dsn, says, logs string }{
		"closed":   {"postgres://u:hunter2@" + closed + "/db?sslmode=disable", "not reachable", "refused"},
		"silent":   {"postgres://u:hunter2@" + silent.Addr().String() + "/db?sslmode=disable", "not reachable", "timeout"},
		"database": {strings.Replace(server.DSN("secret_name"), "postgres@", "postgres:hunter2@", 1), "no such database", "secret_name"},
		"role":     {strings.Replace(server.DSN("postgres"), "postgres@", "secret_name:hunter2@", 1), "refused the login", "secret_name"},
		"unknown":  {"postgres://u:hunter2@host.invalid/db?sslmode=disable", "not reachable", "host.invalid"},
	} {
		var log strings.Builder
		p := open(t, postgres.Options{DSN: test.dsn, ConnectTimeout: 300 * time.Millisecond, Logger: hclog.New(&hclog.LoggerOptions{Output: &log})})
		_, err := p.Connect(t.Context(), providers.ConnOptions{})
		_, catalogErr := p.CompareCatalog(t.Context())
		_, servicesErr := p.Services(t.Context())
		for _, err := range []error{err, catalogErr, servicesErr} {
			e := sqlstate.From(err)
			if sqlstate.CodeOf(err) != sqlstate.UnableToConnect || !strings.Contains(e.Message, test.says) || !strings.Contains(e.Message, `"pg"`) {
				t.Errorf("%s: %v, want 08001 that names the source and says %q", name, err, test.says)
			}
			for _, secret := range []string{"hunter2", "secret_name", "host.invalid", "127.0.0.1"} {
				if strings.Contains(e.Message+e.Detail+e.Hint, secret) {
					t.Errorf("%s: %q shows %s", name, e.Message, secret)
				}
			}
		}
		if !strings.Contains(log.String(), test.logs) || strings.Contains(log.String(), "hunter2") {
			t.Errorf("%s: log %q, want %q in it and no password", name, log.String(), test.logs)
		}
		if i := p.Info(); i.Name != "pg" || i.Version != "" || i.Default != "public" {
			t.Errorf("%s: %+v", name, i)
		}
	}
}

// TestServerComesAndGoes starts and stops a server under an open provider.
func TestServerComesAndGoes(t *testing.T) {
	dir, err := pgtest.Dir()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	server, err := pgtest.Launch(t.Context(), dir, pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, postgres.Options{DSN: server.DSN("postgres")})
	c := connect(t, p, providers.ConnOptions{})
	c.must(read("BEGIN"))
	if _, err := p.Catalog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	c.fails(sqlstate.ConnectionFailure, read("SELECT 1"))
	c.fails(sqlstate.ConnectionFailure, read("SELECT 1"))
	if c.Status() != providers.Failed {
		t.Errorf("status %c after the transaction was lost, want Failed", c.Status())
	}
	if _, err := p.Connect(t.Context(), providers.ConnOptions{}); sqlstate.CodeOf(err) != sqlstate.UnableToConnect {
		t.Errorf("Connect without a server: %v", err)
	}
	if _, err := c.Describe(t.Context(), read("SELECT 1")); sqlstate.CodeOf(err) != sqlstate.ConnectionFailure {
		t.Errorf("Describe: %v", err)
	}
}

func TestBackendTerminated(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	c := connect(t, p, providers.ConnOptions{})
	pid := c.must(read("SELECT pg_backend_pid()"))
	out.do("SELECT pg_terminate_backend(" + pid + ")")
	e := c.fails(sqlstate.ConnectionFailure, read("SELECT 1"))
	if !strings.Contains(e.Message, `"pg"`) || e.Hint == "" || e.Severity == "FATAL" {
		t.Errorf("%+v: want the source's name and a hint, and no end of the client's own session", e)
	}
	if c.Status() != providers.Idle {
		t.Errorf("status %c", c.Status())
	}
	c.Conn.Close()
	connect(t, p, providers.ConnOptions{}).must(read("SELECT 1"))

	// The catalog's own connection is made again without a word.
	if _, err := p.Catalog(t.Context()); err != nil {
		t.Fatal(err)
	}
	out.do("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sallyport: catalog'")
	eventually(t, "the catalog's connection is gone", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sallyport: catalog'") == "0"
	})
	if _, err := p.Catalog(t.Context()); err != nil {
		t.Errorf("after its connection died: %v", err)
	}
}

func TestPoolExhausted(t *testing.T) {
	t.Parallel() // it waits for a place as long as a new connection may take
	p, _ := fresh(t, postgres.Options{MaxConns: 2, MaxWait: 300 * time.Millisecond})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	_, err := p.Connect(t.Context(), providers.ConnOptions{})
	if e := sqlstate.From(err); e == nil || e.Code != sqlstate.TooManyConnections || !strings.Contains(e.Message, "2 connections") {
		t.Errorf("a third: %v, want 53300", err)
	}
	a.must(read("SELECT 1"))
	a.Conn.Close()
	connect(t, p, providers.ConnOptions{}).must(read("SELECT 1"))
	b.must(read("SELECT 1"))
}

// TestPins: whatever role and database have set, the server reads text as the
// gateway does, and a connection that stops doing so is ended.
func TestPins(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`ALTER DATABASE ` + out.do("SELECT current_database()") + ` SET standard_conforming_strings = off;
		DO $$ BEGIN EXECUTE 'ALTER ROLE postgres IN DATABASE ' || current_database() || ' SET client_encoding = ''SJIS'''; END $$`)
	c := connect(t, p, providers.ConnOptions{})
	if got := c.must(read(`SELECT 'a\' || '-' || current_setting('client_encoding')`)); got != `a\-UTF8` {
		t.Errorf("%q", got)
	}
	c.Conn.Close()
	for _, change := range []string{
		"SELECT set_config('standard_conforming_strings', 'off', false)",
		"SELECT set_config('client_encoding', 'SJIS', false)",
		"SET client_encoding = 'LATIN1'",
		"SELECT set_config('default_transaction_read_only', 'off', false)",
	} {
		c := connect(t, p, providers.ConnOptions{})
		c.must(read(change))
		e := c.fails(sqlstate.ConnectionFailure, read("SELECT 1"))
		if !strings.Contains(e.Detail, "must be") {
			t.Errorf("%s: %+v, want the setting in the detail", change, e)
		}
		c.Conn.Close()

		c = connect(t, p, providers.ConnOptions{})
		c.must(read("BEGIN"))
		c.must(read(change))
		if !strings.Contains(change, "read_only") {
			c.fails(sqlstate.ConnectionFailure, read("SELECT 1"))
			if c.Status() != providers.Failed {
				t.Errorf("status %c after a lost transaction", c.Status())
			}
		}
		c.Conn.Close()
	}
	c = connect(t, p, providers.ConnOptions{})
	if got := c.must(read("SELECT current_setting('standard_conforming_strings') || current_setting('client_encoding') || current_setting('default_transaction_read_only')")); got != "onUTF8on" {
		t.Errorf("the next session has %q", got)
	}
}
