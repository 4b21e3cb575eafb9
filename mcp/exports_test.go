package mcp_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/providers/duckdb/parquet"
)

func withParquet(o *mcp.Options) {
	o.Parquet = func(ctx context.Context, columns []export.Column, csv, written string) error {
		list := make([]parquet.Column, len(columns))
		for i, c := range columns {
			list[i] = parquet.Column(c)
		}
		return parquet.Write(ctx, list, csv, written)
	}
}

// export runs an export and returns the URI of its resource.
func (c client) export(t *testing.T, arguments string) (uri string, o outcome) {
	t.Helper()
	o = c.call(t, "run_select_query", arguments)
	if o.IsError || o.Protocol != "" {
		t.Fatalf("%s: %s%s", arguments, o.Text, o.Protocol)
	}
	var payload struct{ Resource string }
	must(t, json.Unmarshal(o.Structured, &payload))
	return payload.Resource, o
}

// A whole result can be read as a file, whatever its length, by the client that asked
// for it and nobody else; both the query and each reading are on record.
func TestExport(t *testing.T) {
	d := open(t, settings{dsn: pgtest.Start(t).CreateDB(t), options: withParquet})
	const sql = `"sql":"SELECT g AS id, CASE WHEN g % 2 = 0 THEN 'a, \"b\"' END AS t, '' AS t, g / 4.0 AS n, DATE '2024-02-29' + CAST(g AS integer) AS d FROM generate_series(1, 12000) g ORDER BY g"`
	for name, call := range map[string]client{"http": d.overHTTP(t), "stdio": d.overStdio(t), "modern": d.modern(t)} {
		schemas := call.schemas(t)
		for _, source := range []string{"pg", "local"} {
			t.Run(name+"/"+source, func(t *testing.T) {
				before := len(d.records(t))
				uri, o := call.export(t, fmt.Sprintf(`{"provider":%q,%s,"export":"csv"}`, source, sql))
				fits(t, schemas, "run_select_query", o)
				if !strings.HasPrefix(o.Text, "12000 rows, ") || !strings.Contains(o.Text, "resources/read "+uri) {
					t.Errorf("the answer: %s", o.Text)
				}
				mime, text, _ := call.read(t, uri)
				lines := strings.Split(text, "\n")
				if mime != "text/csv" || len(lines) != 12_002 || lines[0] != "id,t,t_2,n,d" || !strings.HasPrefix(lines[1], `1,,"",0.2`) || !strings.HasPrefix(lines[2], `2,"a, ""b""","",0.5`) || !strings.HasSuffix(lines[1], ",2024-03-01") {
					t.Errorf("CSV: %s, %d lines: %q", mime, len(lines), lines[:min(3, len(lines))])
				}
				records := d.records(t)[before:]
				if len(records) < 2 {
					t.Fatalf("%d records", len(records))
				}
				ran, got := records[0], records[len(records)-1]
				if ran["tool"] != "run_select_query" || ran["class"] != "read" || got["tool"] != "resource:export" || got["rows"] != 12000.0 || strings.Contains(fmt.Sprint(got["args"]), uri) {
					t.Errorf("on record: %v\n%v", ran, got)
				}

				uri, _ = call.export(t, fmt.Sprintf(`{"provider":%q,%s,"export":"json","row_limit":2}`, source, sql))
				mime, text, _ = call.read(t, uri)
				var rows []map[string]any
				must(t, json.Unmarshal([]byte(text), &rows))
				if mime != "application/json" || len(rows) != 2 || rows[0]["t"] != nil || rows[1]["t_2"] != "" || rows[1]["id"] != 2.0 || rows[1]["d"] != "2024-03-02" {
					t.Errorf("JSON: %s %s", mime, text)
				}

				uri, _ = call.export(t, fmt.Sprintf(`{"provider":%q,%s,"export":"parquet"}`, source, sql))
				mime, text, _ = call.read(t, uri)
				file, err := base64.StdEncoding.DecodeString(text)
				must(t, err)
				if mime != "application/vnd.apache.parquet" || !strings.HasPrefix(string(file), "PAR1") {
					t.Fatalf("Parquet: %s, %.20q", mime, file)
				}
				dir := t.TempDir()
				must(t, os.WriteFile(filepath.Join(dir, "out.parquet"), file, 0o600))
				again := open(t, settings{folder: dir}).overHTTP(t)
				if o := again.call(t, "run_select_query", `{"sql":"SELECT count(*), count(t), sum(id), sum(n), max(d) FROM out"}`); !strings.Contains(o.Text, "\n12000|6000|72006000|18001500") {
					t.Errorf("Parquet reads as %s", o.Text)
				}
			})
		}
	}
}

func TestForeignExports(t *testing.T) {
	d := open(t, settings{})
	call, other := d.overHTTP(t), d.overHTTP(t)
	uri, _ := call.export(t, `{"sql":"SELECT * FROM places","export":"csv"}`)
	if _, text, failure := call.read(t, uri); !strings.HasPrefix(text, "id,name,height,open,since\n1,Alta,12.5,t,2001-02-03\n") {
		t.Errorf("its own: %s %s", text, failure)
	}
	_, _, unknown := call.read(t, "sallyport://exports/ABCDEF.csv")
	for name, stranger := range map[string]client{"another session": other, "another era": d.modern(t), "stdio": d.overStdio(t)} {
		if _, text, failure := stranger.read(t, uri); text != "" || failure != unknown || !strings.Contains(failure, "42704") {
			t.Errorf("%s: %s %s, an unknown one: %s", name, text, failure, unknown)
		}
	}
	for _, name := range []string{"..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", ".", ".."} {
		if _, text, failure := call.read(t, "sallyport://exports/"+name); text != "" || failure == "" {
			t.Errorf("%s: %s %s", name, text, failure)
		}
	}
	for range 8 {
		call.export(t, `{"sql":"SELECT 1","export":"json"}`)
	}
	if _, text, _ := call.read(t, uri); text != "" {
		t.Errorf("the ninth export did not make room: %s", text)
	}
	for arguments, want := range map[string]string{
		`{"sql":"DELETE FROM places","export":"csv"}`:                                       "this tool does not take statements of class delete",
		`{"sql":"SELECT nme FROM places","export":"csv"}`:                                   "Did you mean name?",
		`{"cursor":"x","export":"csv"}`:                                                     `"export" does not go with "cursor"`,
		`{"sql":"SELECT 1","export":"xml"}`:                                                 "It is one of: csv, json.",
		`{"sql":"SELECT repeat('x', 1000) FROM generate_series(1, 100000)","export":"csv"}`: "larger than an export may be, 16 MiB",
	} {
		if o := call.call(t, "run_select_query", arguments); !o.IsError || !strings.Contains(o.Text, want) {
			t.Errorf("%s: no %q in %s", arguments, want, o.Text)
		}
	}
	narrow := open(t, settings{options: func(o *mcp.Options) { o.EnabledResources = []string{"server"} }}).overHTTP(t)
	if o := narrow.call(t, "run_select_query", `{"sql":"SELECT 1","export":"csv"}`); !strings.Contains(o.Text, `unknown argument "export"`) {
		t.Errorf("without the resource: %s", o.Text)
	}
}

// What was exported is gone when the server is.
func TestExportsGo(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	d := open(t, settings{})
	d.overHTTP(t).export(t, `{"sql":"SELECT 1","export":"csv"}`)
	files := func() []string {
		found, err := filepath.Glob(filepath.Join(os.TempDir(), "sallyport-exports-*", "*.csv"))
		must(t, err)
		return found
	}
	if len(files()) != 1 {
		t.Fatalf("files: %v", files())
	}
	must(t, d.Shutdown(t.Context()))
	if found, err := filepath.Glob(filepath.Join(os.TempDir(), "sallyport-exports-*")); err != nil || len(found) != 0 {
		t.Errorf("left: %v, %v", found, err)
	}
}

// TestExportsOfTheDead: a process that starts removes the exports of processes that were killed and leaves those
// of running ones. Only the owner may enter the folder.
func TestExportsOfTheDead(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "state", "exports")
	here := func(o *mcp.Options) { o.ExportsDir = parent }
	open(t, settings{options: here}).overHTTP(t).export(t, `{"sql":"SELECT 1","export":"csv"}`)
	dead, making := filepath.Join(parent, "sallyport-exports-dead"), filepath.Join(parent, "sallyport-exports-making")
	must(t, os.MkdirAll(filepath.Join(dead, "x"), 0o700))
	must(t, os.WriteFile(filepath.Join(dead, "lock"), []byte("{}"), 0o600)) // nobody has it locked
	must(t, os.Mkdir(making, 0o700))
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	must(t, os.Mkdir(elsewhere, 0o700))
	must(t, os.Symlink(elsewhere, filepath.Join(parent, "sallyport-exports-link")))
	call := open(t, settings{options: here}).overHTTP(t)
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("what a dead process left is there: %v", err)
	}
	if found, err := filepath.Glob(filepath.Join(parent, "sallyport-exports-*", "*.csv")); err != nil || len(found) != 1 {
		t.Errorf("what a live process keeps: %v %v", found, err)
	}
	for _, path := range []string{making, elsewhere} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	call.export(t, `{"sql":"SELECT 1","export":"csv"}`)
	found, err := filepath.Glob(filepath.Join(parent, "sallyport-exports-*", "lock"))
	if err != nil || len(found) != 2 {
		t.Errorf("%v %v", found, err)
	}
	for _, lock := range found {
		if info, err := os.Stat(filepath.Dir(lock)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v %v", info, err)
		}
	}
}

// TestParquetAtOnce: no more than a few results are made Parquet at a time; others wait, and are
// told when that takes too long.
func TestParquetAtOnce(t *testing.T) {
	var at, most atomic.Int32
	slow := make(chan struct{})
	d := open(t, settings{options: func(o *mcp.Options) {
		withParquet(o)
		write := o.Parquet
		o.Parquet = func(ctx context.Context, columns []export.Column, csv, written string) error {
			most.Store(max(most.Load(), at.Add(1)))
			defer at.Add(-1)
			<-slow
			return write(ctx, columns, csv, written)
		}
	}})
	d.HurryParquet(200 * time.Millisecond)
	call := d.overHTTP(t)
	const arguments = `{"sql":"SELECT 1 AS a","export":"parquet"}`
	var done sync.WaitGroup
	answers := make(chan outcome, 2)
	for range 2 {
		done.Go(func() { answers <- call.call(t, "run_select_query", arguments) })
	}
	courttest.Eventually(t, "two files are written", func() bool { return at.Load() == 2 })
	if o := call.call(t, "run_select_query", arguments); !o.IsError || !strings.Contains(o.Text, "53400") || !strings.Contains(o.Text, "export CSV") {
		t.Errorf("a third: %s", o.Text)
	}
	close(slow)
	done.Wait()
	for range 2 {
		if o := <-answers; o.IsError {
			t.Error(o.Text)
		}
	}
	d.HurryParquet(time.Minute)
	for range 6 {
		done.Go(func() {
			if o := call.call(t, "run_select_query", arguments); o.IsError {
				t.Error(o.Text)
			}
		})
	}
	done.Wait()
	if most.Load() > 2 {
		t.Errorf("%d at once", most.Load())
	}
}
