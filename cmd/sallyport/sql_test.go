package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// TestSQLTranscript runs the sql command against a real PostgreSQL and
// compares what it prints. A case is its arguments or its standard input.
func TestSQLTranscript(t *testing.T) {
	server := pgtest.Start(t)
	address := fmt.Sprintf("127.0.0.1:%d", server.Port)
	environ := []string{"USER=postgres"}
	var got strings.Builder
	for _, test := range []struct {
		stdin string
		args  []string
	}{
		{"", []string{"SELECT 1 AS n, 'a' AS text, NULL AS nothing, true AS yes"}},
		{"", []string{"SELECT * FROM (VALUES (1, 'one'), (10, 'ten'), (NULL, 'né')) t(number, name)"}},
		{"", []string{"SELECT 1 WHERE false"}},
		{"", []string{"SELECT"}},
		{"", []string{"CREATE TEMP TABLE t (n int); INSERT INTO t SELECT generate_series(1, 3); SELECT sum(n) FROM t"}},
		{"", []string{`SELECT E'two\nlines\tand \x1b[31mred' AS "odd ""name"""`}},
		{"", []string{"-f", "csv", `SELECT 'a,b' AS "x,y", 'say "hi"' AS q, '' AS empty, NULL AS nothing, 1.50 AS n, ' pad' AS p; SELECT 2 AS second`}},
		{"", []string{"-f", "json", `SELECT 1 AS n, 1.50 AS d, 'NaN'::float8 AS nan, true AS b, NULL AS z, '{"a": [1]}'::jsonb AS j, '<"é">' AS s, date '2024-02-29' AS day`}},
		{"", []string{"-f", "json", "SELECT generate_series(1, 2) AS n; SELECT 1 AS none WHERE false"}},
		{"", []string{"-f", "csv", "CREATE TEMP TABLE quiet ()"}},
		{"", []string{"SELECT nope"}},
		{"", []string{"SELECT 1;\nSELECT * FORM t"}},
		{"", []string{"SELECT 'abc'::int"}},
		{"", []string{"SELECT n, 1/(n - 3) AS q FROM generate_series(1, 5) n"}},
		{"", []string{"DO $$ BEGIN RAISE NOTICE 'look here' USING HINT = 'there'; END $$"}},
		{"SELECT 1 AS a;\n-- nothing\n;SELECT 2\n AS b", nil},
		{"SELECT 1 AS a; SELECT boom; SELECT 3 AS never", nil},
		{"", nil},
	} {
		args := append([]string{"sql", "--address", address, "--source", "postgres"}, test.args...)
		status, stdout, stderr := call(t, environ, test.stdin, args...)
		fmt.Fprintf(&got, "== %q %q\n%s", test.args, test.stdin, stdout)
		if stderr != "" {
			fmt.Fprintf(&got, "-- stderr\n%s", stderr)
		}
		fmt.Fprintf(&got, "-- status %d\n\n", status)
	}
	compare(t, "sql.txt", got.String())
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("not as in %s; see the difference with -update and git diff\n%s", path, got)
	}
}

// TestLargeTable: widths are fixed after a while, and no row is lost.
func TestLargeTable(t *testing.T) {
	server := pgtest.Start(t)
	status, stdout, stderr := call(t, []string{"USER=postgres"}, "", "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port),
		"--source", "postgres", "SELECT n, 'x' FROM generate_series(1, 2500) n")
	if status != 0 || !strings.HasSuffix(stdout, "\n 2500 | x\n(2500 rows)\n\n") || strings.Count(stdout, "\n") != 2504 {
		t.Errorf("status %d, %d lines %s", status, strings.Count(stdout, "\n"), stderr)
	}
}

func TestSQLNoSuchSource(t *testing.T) {
	server := pgtest.Start(t)
	status, stdout, stderr := call(t, []string{"USER=postgres"}, "", "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "-s", "nowhere", "SELECT 1")
	if status != 1 || stdout != "" || stderr != "FATAL:  database \"nowhere\" does not exist (3D000)\n" {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}
