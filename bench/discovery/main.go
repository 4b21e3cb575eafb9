// Command discovery measures what it takes to snapshot and to profile a large database, and to look
// things up afterwards: time, and the memory of the process.
//
//	make bench-discovery
//	go run ./bench/discovery -tables 1000 -sallyport bin/sallyport
//	go run ./bench/discovery schema.sql…
//
// With files, each a schema for psql, it drops what they declare of foreign keys from the snapshot,
// and counts how many of these are guessed, and what else is.
//
// It starts a Postgres of its own and fills it with tables with keys, foreign keys, comments and a
// few rows. Each ingest is a process of the program, as a person starts it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

type options struct {
	tables, columns, rows, lookups int
	program, report                string
}

func main() {
	var o options
	flag.IntVar(&o.tables, "tables", 10_000, "how many tables")
	flag.IntVar(&o.columns, "columns", 20, "columns of each")
	flag.IntVar(&o.rows, "rows", 50, "rows of each")
	flag.IntVar(&o.lookups, "lookups", 200, "how often each lookup is done")
	flag.StringVar(&o.program, "sallyport", "bin/sallyport", "the program")
	flag.StringVar(&o.report, "report", "", "a file for the report, too")
	flag.Parse()
	if err := measure(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "bench/discovery:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, o options) (err error) {
	dir, err := pgtest.Dir()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, err := pgtest.Launch(ctx, dir, pgtest.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if flag.NArg() > 0 {
		for _, file := range flag.Args() {
			if err := guess(ctx, server, o.program, file); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		return nil
	}
	state, err := os.MkdirTemp("", "bench-discovery-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(state)) }()
	began := time.Now()
	if err := fill(ctx, server.DSN("postgres"), o); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d tables made in %v\n", o.tables, time.Since(began).Round(time.Second))
	config := filepath.Join(state, "sallyport.yaml")
	text := fmt.Sprintf("state_dir: %s\nsources: [{name: big, kind: postgres, dsn: %q}]\ndiscovery: {time: 1h}\n", filepath.Join(state, "state"), server.DSN("postgres"))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	out := io.Writer(os.Stdout)
	if o.report != "" {
		f, err := os.Create(o.report)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = io.MultiWriter(out, f)
	}
	fmt.Fprintf(out, "%s, %d processors, %s; %d tables of %d columns and %d rows\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOARCH, o.tables, o.columns, o.rows)
	for _, run := range []struct {
		what string
		args []string
	}{
		{"snapshot", []string{"--no-profile"}},
		{"snapshot, nothing changed", []string{"--no-profile"}},
		{"profiles of all tables", nil},
		{"snapshot and profiles, nothing changed", nil},
	} {
		if err := ingest(ctx, out, o.program, config, run.what, run.args); err != nil {
			return err
		}
	}
	return lookUp(ctx, out, filepath.Join(state, "state"), o)
}

// fill makes the tables, some hundred in a transaction, since each is a lock.
func fill(ctx context.Context, dsn string, o options) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	columns, values := "", ""
	for i := 3; i <= o.columns; i++ {
		kind, value := "text", fmt.Sprintf("'value ' || (i %% %d)", i*7)
		switch i % 4 {
		case 0:
			kind, value = "integer", fmt.Sprint("i * ", i)
		case 1:
			kind, value = "timestamptz", "now()"
		}
		columns += fmt.Sprintf(", attribute_%d %s", i, kind)
		values += ", " + value
	}
	const chunk = 200
	for first := 0; first < o.tables && err == nil; first += chunk {
		_, err = c.Exec(ctx, fmt.Sprintf(`DO $do$ BEGIN FOR n IN %d..%d LOOP
			EXECUTE format('CREATE TABLE entity_%%s (id integer PRIMARY KEY, entity_%%s_id integer %%s %s)', n, greatest(n - 1, 0),
				CASE WHEN n %% %d > 0 THEN format('REFERENCES entity_%%s (id)', n - 1) ELSE '' END);
			EXECUTE format('INSERT INTO entity_%%s SELECT i, i %s FROM generate_series(1, %d) i', n);
			EXECUTE format('COMMENT ON TABLE entity_%%s IS ''what is known of the thing number %%s''', n, n);
			EXECUTE format('COMMENT ON COLUMN entity_%%s.attribute_3 IS ''the third attribute of %%s''', n, n);
		END LOOP; END $do$`, first, min(first+chunk, o.tables)-1, columns, chunk, quote(values), o.rows))
	}
	if err == nil {
		_, err = c.Exec(ctx, "ANALYZE")
	}
	return errors.Join(err, c.Close(ctx))
}

// quote is a text within a constant, for format.
func quote(text string) string {
	var out []byte
	for i := range len(text) {
		switch text[i] {
		case '\'':
			out = append(out, '\'')
		case '%':
			out = append(out, '%')
		}
		out = append(out, text[i])
	}
	return string(out)
}

// ingest runs the program, and tells its time and memory.
func ingest(ctx context.Context, out io.Writer, program, config, what string, args []string) error {
	cmd := exec.CommandContext(ctx, program, append([]string{"ingest", "--config", config, "--format", "json"}, args...)...) //nolint:gosec // it was named
	cmd.Stderr = os.Stderr
	began := time.Now()
	answer, err := cmd.Output()
	if err != nil {
		return err
	}
	took := time.Since(began)
	var result struct {
		Results []struct{ Tables, Profiled, Failed int }
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		return err
	}
	used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok || len(result.Results) != 1 {
		return errors.New("no result")
	}
	r := result.Results[0]
	fmt.Fprintf(out, "%-42s %8.1f s  %8.1f s of processor  %5d MB  %d tables, %d profiled, %d failed\n", what, took.Seconds(),
		(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), used.Maxrss>>10, r.Tables, r.Profiled, r.Failed)
	return nil
}

// lookUp measures lookups in the store, each in a random place.
func lookUp(ctx context.Context, out io.Writer, state string, o options) (err error) {
	store, err := discovery.Open(ctx, state)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	info, err := os.Stat(filepath.Join(state, discovery.FileName))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%-42s %8d MB\n", "the store", info.Size()>>20)
	values := discovery.NewDictionary(store, 128<<20)
	name := func() string { return fmt.Sprint("entity_", rand.IntN(o.tables)) } //nolint:gosec // a place
	for _, lookup := range []struct {
		what string
		do   func() error
	}{
		{"which snapshot is current", func() error { _, err := store.Current(ctx, "big"); return err }},
		{"a table with all that is known", func() error {
			_, err := store.Table(ctx, "big", discovery.TableRef{DB: "public", Name: name()})
			return err
		}},
		{"which table a name means", func() error { _, err := store.Resolve(ctx, "big", name()); return err }},
		{"a page of 100 tables", func() error {
			_, err := store.Tables(ctx, "big", discovery.Listing{After: discovery.TableRef{DB: "public", Name: name()}})
			return err
		}},
		{"where a value stands", func() error { _, err := values.Find(ctx, "big", "value 13", 20); return err }},
		{"that a value stands nowhere", func() error { _, err := values.Find(ctx, "big", "nowhere", 20); return err }},
	} {
		times := make([]time.Duration, o.lookups)
		for i := range times {
			began := time.Now()
			if err := lookup.do(); err != nil {
				return err
			}
			times[i] = time.Since(began)
		}
		slices.Sort(times)
		fmt.Fprintf(out, "%-42s p50 %8.2f ms  p99 %8.2f ms\n", lookup.what, ms(times[len(times)/2]), ms(times[len(times)*99/100]))
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
