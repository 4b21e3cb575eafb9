package planner_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// TestPlan reads testdata/*.txt: each line is a statement; the indented lines below it are the
// planner's and the gate's results with the real catalogs of a Postgres and a DuckDB. -update
// rewrites these.
func TestPlan(t *testing.T) {
	sources := openSources(t)
	for _, source := range []string{"pg", "odd", "duck"} {
		t.Run(source, func(t *testing.T) {
			compareLines(t, filepath.Join("testdata", source+".txt"), func(sql string) string { return describe(t, sources, source, sql) })
		})
	}
}

// compareLines reads a file of statements, a line each, and compares what describe makes of each
// with the indented lines below it. -update rewrites these.
func compareLines(t *testing.T, path string, describe func(sql string) string) {
	t.Helper()
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(golden)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		got.WriteString(line)
		if sql := strings.TrimSpace(line); sql != "" && !strings.HasPrefix(sql, "-- ") {
			got.WriteString(describe(sql))
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(golden) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", path, got.String())
	}
}

// describe plans one text and describes the result.
func describe(t testing.TB, sources map[string]providers.Provider, source, sql string) string {
	t.Helper()
	list, err := planner.New(0).Plan(t.Context(), sql, scopeOf(t, sources, source))
	if err != nil {
		e := sqlstate.From(err)
		return fmt.Sprintf("    error %s at %d: %s\n", e.Code, e.Position, e.Message)
	}
	var b strings.Builder
	for _, st := range list {
		verdicts := make([]string, 0, len(gate.Modes))
		for _, m := range gate.Modes {
			verdicts = append(verdicts, gate.Decide(m, gate.AnyPurpose, st).Verdict.String())
		}
		fmt.Fprintf(&b, "    %s: %s [%s]\n", st.Class, st.Verb, strings.Join(verdicts, " "))
		for _, e := range st.Effects {
			fmt.Fprintf(&b, "    - %s at %d: %s", e.Class, e.Offset, e.Text())
			if e.Reason != "" {
				fmt.Fprintf(&b, " (%s)", e.Reason)
			}
			b.WriteByte('\n')
		}
		for _, r := range st.Relations {
			fmt.Fprintf(&b, "    - relation %s.%s.%s write=%v\n", r.Provider, r.Service, r.Resource, r.Write)
		}
		if st.SQL != sql && st.Control != planner.OwnVerb {
			fmt.Fprintf(&b, "    - %s runs %s\n", st.Provider, st.SQL)
		}
		if st.Show != nil {
			fmt.Fprintf(&b, "    - %s in %q like %q\n", st.Show.What, st.Show.In, st.Show.Like)
		}
	}
	return b.String()
}

func scopeOf(t testing.TB, sources map[string]providers.Provider, source string) *planner.Scope {
	return &planner.Scope{
		Default: source,
		User:    "alice",
		Known:   func(name string) bool { return sources[name] != nil },
		Source: func(ctx context.Context, name string) (planner.Source, error) {
			catalog, err := sources[name].Catalog(ctx)
			return planner.Source{Info: sources[name].Info(), Catalog: catalog}, err
		},
	}
}

// openSources opens a Postgres and a DuckDB with the objects that the golden
// files name.
func openSources(t testing.TB) map[string]providers.Provider {
	t.Helper()
	server := pgtest.Start(t)
	sources := map[string]providers.Provider{}
	for _, name := range []string{"pg", "odd"} {
		pg, err := postgres.Open(t.Context(), postgres.Options{Name: name, DSN: server.CreateDB(t), Logger: hclog.NewNullLogger()})
		if err != nil {
			t.Fatal(err)
		}
		sources[name] = pg
	}
	duck, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck", Logger: hclog.NewNullLogger()})
	if err != nil {
		t.Fatal(err)
	}
	sources["duck"] = duck
	for name, p := range sources {
		setUp(t, p, filepath.Join("testdata", name+".sql"))
		t.Cleanup(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return sources
}

// setUp runs a file of statements that end with a semicolon at a line's end.
func setUp(t testing.TB, p providers.Provider, path string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := p.Connect(ctx, providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for sql := range strings.SplitSeq(string(text), ";\n") {
		if strings.TrimSpace(sql) == "" {
			continue
		}
		verb, _, _ := strings.Cut(sql, " ")
		rows, err := conn.Query(ctx, providers.Statement{SQL: sql, Verb: verb}, providers.Args{})
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		for err == nil {
			_, err = rows.Next()
		}
		if err := rows.Close(); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}
