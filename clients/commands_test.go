package clients

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// command runs a program of PostgreSQL's against a target and returns what it
// printed, and whether it succeeded.
func command(t testing.TB, g target, name string, arguments ...string) (string, error) {
	t.Helper()
	host, port, err := net.SplitHostPort(g.addr)
	must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Env = append(os.Environ(), "PGHOST="+host, "PGPORT="+port, "PGUSER="+g.user, "PGDATABASE="+g.database,
		"PGCONNECT_TIMEOUT=10", "PGOPTIONS=", "PAGER=cat", "LC_ALL=C.UTF-8", "PSQLRC=/dev/null", "TZ=UTC", "NODE_NO_WARNINGS=1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func mustRun(t testing.TB, g target, name string, arguments ...string) string {
	t.Helper()
	out, err := command(t, g, name, arguments...)
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, out)
	}
	return out
}

// furnished is a database with something of everything in it.
func furnished(t testing.TB) target {
	t.Helper()
	d := direct(t)
	mustRun(t, d, "psql", "-Xqv", "ON_ERROR_STOP=1", "-f", "testdata/furniture.sql")
	return d
}

// chance is what psql tells that is another's: the database's name at the door,
// a process id.
var chance = regexp.MustCompile(`database "[^"]*"|process with PID \d+`)

// TestPsql runs testdata/psql.sql, which has the commands that begin with a
// backslash, at the server and through a door in front of the same database:
// psql must print the same.
func TestPsql(t *testing.T) {
	d := furnished(t)
	g := front(t, d, gate.FullAccess)
	real, err := command(t, d, "psql", "-Xaf", "testdata/psql.sql")
	must(t, err)
	through, err := command(t, g, "psql", "-Xaf", "testdata/psql.sql")
	must(t, err)
	real, through = chance.ReplaceAllString(real, "…"), chance.ReplaceAllString(through, "…")
	if real != through {
		t.Errorf("psql prints otherwise through the door (+):\n%s", difference(real, through))
	}
	if n := strings.Count(real, "\n"); n < 1000 {
		t.Errorf("psql printed only %d lines", n)
	}
}

// token is what pg_dump chooses by chance.
var token = regexp.MustCompile(`(?m)^\\(un)?restrict .*\n`)

func dump(t testing.TB, g target, arguments ...string) string {
	t.Helper()
	return token.ReplaceAllString(mustRun(t, g, "pg_dump", arguments...), "")
}

// TestDumpAndRestore takes a database out and in through the door, in all ways
// that pg_dump has, and compares dumps.
func TestDumpAndRestore(t *testing.T) {
	d := furnished(t)
	want := dump(t, d)
	g := front(t, d, gate.FullAccess)
	for _, arguments := range [][]string{nil, {"--inserts"}, {"--data-only", "--column-inserts"}, {"--serializable-deferrable"}} {
		if real, through := dump(t, d, arguments...), dump(t, g, arguments...); real != through {
			t.Errorf("pg_dump %v through the door (+):\n%s", arguments, difference(real, through))
		}
	}
	for _, way := range []struct {
		name          string
		dump, restore []string
	}{
		{"custom", []string{"-Fc"}, nil},
		{"one transaction", []string{"-Fc"}, []string{"--single-transaction"}},
		{"side by side", []string{"-Fd", "-j", "2"}, []string{"-j", "2"}},
	} {
		t.Run(way.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "dump")
			mustRun(t, g, "pg_dump", append(way.dump, "-f", file)...)
			to := door(t, gate.FullAccess)
			mustRun(t, to, "pg_restore", append(way.restore, "-d", to.database, "--exit-on-error", file)...)
			restored := target{addr: d.addr, user: d.user, database: strings.TrimSuffix(filepath.Base(to.dsn), "?sslmode=disable")}
			if got := dump(t, restored); got != want {
				t.Errorf("what was restored (+):\n%s", difference(want, got))
			}
		})
	}
	t.Run("text", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "dump.sql")
		mustRun(t, g, "pg_dump", "-f", file)
		to := door(t, gate.FullAccess)
		mustRun(t, to, "psql", "-Xqv", "ON_ERROR_STOP=1", "-f", file)
		restored := target{addr: d.addr, user: d.user, database: strings.TrimSuffix(filepath.Base(to.dsn), "?sslmode=disable")}
		if got := dump(t, restored); got != want {
			t.Errorf("what was restored (+):\n%s", difference(want, got))
		}
	})
}

// TestDumpReading takes a database out through doors that let only reads through.
func TestDumpReading(t *testing.T) {
	d := furnished(t)
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe} {
		t.Run(mode.String(), func(t *testing.T) {
			g := front(t, d, mode)
			for _, arguments := range [][]string{nil, {"--inserts"}, {"--schema-only"}, {"--serializable-deferrable"}} {
				if real, through := dump(t, d, arguments...), dump(t, g, arguments...); real != through {
					t.Errorf("pg_dump %v through the door (+):\n%s", arguments, difference(real, through))
				}
			}
			folder := filepath.Join(t.TempDir(), "dump")
			mustRun(t, g, "pg_dump", "-Fd", "-j", "2", "-f", folder)
			if script := token.ReplaceAllString(mustRun(t, d, "pg_restore", "-f", "-", folder), ""); script != dump(t, d) {
				t.Errorf("what two workers dumped (+):\n%s", difference(dump(t, d), script))
			}
		})
	}
}

// TestPgbench fills its tables and runs its scripts in all query modes.
func TestPgbench(t *testing.T) {
	if _, err := exec.LookPath("pgbench"); err != nil {
		pgtest.Missing(t, "pgbench")
	}
	g := door(t, gate.FullAccess)
	mustRun(t, g, "pgbench", "-i", "-q", "-s", "1")
	mustRun(t, g, "pgbench", "-i", "-q", "-I", "dtGvpf", "--partitions=2")
	script := filepath.Join(t.TempDir(), "pipeline.sql")
	must(t, os.WriteFile(script, []byte(pipelined), 0o644))
	for _, arguments := range [][]string{
		{"-M", "simple"},
		{"-M", "extended"},
		{"-M", "prepared"},
		{"-M", "simple", "-S"},
		{"-M", "extended", "-S"},
		{"-M", "prepared", "-S"},
		{"-M", "simple", "-N", "-C"},
		{"-M", "extended", "-f", script},
		{"-M", "prepared", "-f", script},
	} {
		out := mustRun(t, g, "pgbench", append(arguments, "-n", "-c", "4", "-t", "10")...)
		if !strings.Contains(out, "number of transactions actually processed: 40/40") || !strings.Contains(out, "number of failed transactions: 0 ") {
			t.Errorf("pgbench %v:\n%s", arguments, out)
		}
	}
}

const pipelined = `\set aid random(1, 100000)
\startpipeline
BEGIN;
UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = :aid;
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
END;
\endpipeline
`
