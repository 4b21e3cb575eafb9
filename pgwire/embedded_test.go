package pgwire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// TestEmbeddedTranscripts plays testdata/embedded/*.txt to a real Postgres and to the embedded
// source, which must answer alike. A file that begins with "# Other" holds what the embedded source
// does otherwise, with the reason above each block, and is played there alone.
func TestEmbeddedTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/embedded/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	d := serveDuckDB(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, golden := string(data), ""
			if !strings.HasPrefix(want, "# Other") {
				config, err := pgconn.ParseConfig(pgtest.Start(t).CreateDB(t))
				if err != nil {
					t.Fatal(err)
				}
				golden = playAs(t, fmt.Sprintf("%s:%d", config.Host, config.Port), config.User, config.Database, want)
			}
			got := play(t, d.addr, "demo", want)
			if golden == "" {
				golden = got
			}
			if *update {
				if err := os.WriteFile(file, []byte(golden), 0o644); err != nil {
					t.Fatal(err)
				}
				want = golden
			}
			if golden != want {
				t.Errorf("the file (-) is not what was answered (+):\n%s", difference(want, golden))
			}
			if got != golden {
				t.Errorf("Postgres (-) does it otherwise than the embedded source (+):\n%s", difference(golden, got))
			}
		})
	}
}

// TestEmbeddedStartsReadOnly: a client that asks for it in its startup message cannot write by
// accident.
func TestEmbeddedStartsReadOnly(t *testing.T) {
	d := serveDuckDB(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if _, err := pgxConnect(t, d).Exec(ctx, "CREATE TABLE t (i int)"); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"default_transaction_read_only": "on", "options": "-c default_transaction_read_only=on",
	} {
		c := pgxConnect(t, d, func(c *pgx.ConnConfig) { c.RuntimeParams[name] = value })
		var refused *pgconn.PgError
		if _, err := c.Exec(ctx, "INSERT INTO t VALUES (1)"); !errors.As(err, &refused) || refused.Code != "25006" {
			t.Errorf("%s: an INSERT ended with %v", name, err)
		}
		if tx, err := c.Begin(ctx); err != nil {
			t.Error(err)
		} else if _, err := tx.Exec(ctx, "DELETE FROM t"); !errors.As(err, &refused) || refused.Code != "25006" {
			t.Errorf("%s: a DELETE in a transaction ended with %v", name, err)
		}
	}
}

// TestEmbeddedExecuteJudged: EXECUTE needs what the statement needs that it runs, however that was
// prepared, and the record has its class.
func TestEmbeddedExecuteJudged(t *testing.T) {
	p, err := duckdb.Open(context.Background(), duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	d := serveEngine(t, "", engine.Config{Mode: gate.ReadOnly, Sources: []providers.Provider{p}})
	c := connect(t, d.addr, "u", "demo")
	for sql, want := range map[string]string{
		"PREPARE r (int) AS SELECT $1 + 1 AS n; EXECUTE r(1)": `DataRow "2"`,
		"PREPARE s AS DELETE FROM pg_class; EXECUTE s":        "ErrorResponse ERROR 42501",
		"PREPARE x (text) AS INSERT INTO nowhere VALUES ($1)": "ErrorResponse ERROR",
		"EXECUTE never": "ErrorResponse ERROR 26000",
		"PREPARE f (int) AS SELECT nextval('s') + $1; EXECUTE f(1)":                  "ErrorResponse ERROR 42501",
		"PREPARE v AS SELECT $1::int; EXECUTE v((SELECT 1))":                         "ErrorResponse ERROR 0A000",
		"PREPARE big AS SELECT count(*) FROM generate_series(1, $1); EXECUTE big(5)": `DataRow "5"`,
	} {
		if got := c.query(sql); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

// TestEmbeddedCursorStreams: a cursor over many rows gives the first at once, and what is left when
// another statement runs is bounded.
func TestEmbeddedCursorStreams(t *testing.T) {
	c := connect(t, serveDuckDB(t).addr, "u", "demo")
	c.query("BEGIN; DECLARE many CURSOR FOR SELECT i, 'row ' || i AS r FROM generate_series(1, 3000000000) AS t(i)")
	if got := c.query("FETCH 2 FROM many"); !strings.Contains(got, `DataRow "2" "row 2"`) || !strings.Contains(got, `"FETCH 2"`) {
		t.Errorf("FETCH: %s", got)
	}
	if got := c.query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
		t.Errorf("another statement: %s", got)
	}
	if got := c.query("FETCH 1 FROM many"); !strings.Contains(got, `DataRow "3" "row 3"`) {
		t.Errorf("the next row: %s", got)
	}
	if got := c.query("MOVE ALL FROM many"); !strings.Contains(got, "ErrorResponse ERROR 54000") {
		t.Errorf("the end of what was read ahead: %s", got)
	}
	if got := c.query("ROLLBACK"); !strings.Contains(got, "ReadyForQuery I") {
		t.Errorf("ROLLBACK: %s", got)
	}
	c.query("SET statement_timeout = '300ms'; BEGIN; DECLARE slow CURSOR FOR SELECT i FROM generate_series(1, 3000000000) AS t(i)")
	time.Sleep(400 * time.Millisecond) // longer than the limit of one statement
	if got := c.query("FETCH 1 FROM slow"); !strings.Contains(got, `DataRow "1"`) {
		t.Errorf("a FETCH after the time of one statement: %s", got)
	}
}

// TestEmbeddedCursorOfPsql reads with psql's FETCH_COUNT.
func TestEmbeddedCursorOfPsql(t *testing.T) {
	d := serveDuckDB(t)
	host, port, err := net.SplitHostPort(d.addr)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "psql", "-X", "-At", "-h", host, "-p", port, "-U", "u", "-d", "demo", "-v", "FETCH_COUNT=7", "-v", "ON_ERROR_STOP=1",
		"-c", "SELECT i FROM generate_series(1, 1000) AS t(i)").CombinedOutput()
	if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); err != nil || len(lines) != 1000 || lines[999] != "1000" {
		t.Errorf("%v, %d lines: %.300s", err, len(lines), out)
	}
}
