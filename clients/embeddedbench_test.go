//go:build bench

package clients

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// orders is how many orders a scale of TPC-H has.
const orders = 1_500_000

// TestBenchEmbedded measures what the wire adds to the embedded engine: TPC-H, rows out, points and the kinds of
// ClickBench's queries, by the wire and by the provider's own connection to the same tables, in turns. `make
// bench-embedded` runs it. EMBEDDED_SCALE is the scale, EMBEDDED_MATCH the beginning of the lines to measure; the report goes to the file that
// EMBEDDED_REPORT names. The processor time of a way is the whole process's, the client's included.
func TestBenchEmbedded(t *testing.T) {
	scale := 1.0
	if s := os.Getenv("EMBEDDED_SCALE"); s != "" {
		if _, err := fmt.Sscan(s, &scale); err != nil {
			t.Fatal(err)
		}
	}
	g, p := embeddedWith(t, duckdb.Options{Name: "demo", MemoryLimit: "3GB", TempDir: t.TempDir()})
	within, err := p.Connect(t.Context(), providers.ConnOptions{})
	must(t, err)
	t.Cleanup(func() { must(t, within.Close()) })
	b := &embeddedBench{T: t, within: within}
	b.wire, err = pgconn.Connect(t.Context(), "postgres://"+g.user+"@"+g.addr+"/"+g.database+"?sslmode=disable")
	must(t, err)
	t.Cleanup(func() { must(t, b.wire.Close(context.Background())) })
	n := int(orders * scale)
	data, err := os.ReadFile("testdata/embedded/tpch.sql")
	must(t, err)
	tables := strings.NewReplacer("@orders", fmt.Sprint(n), "@customers", fmt.Sprint(n/10), "@parts", fmt.Sprint(n/7), "@suppliers", fmt.Sprint(n/60)).Replace(string(data))
	for statement := range strings.SplitSeq(tables, ";\n") {
		if strings.TrimSpace(statement) != "" {
			b.inside(statement)
		}
	}
	b.inside("CREATE TABLE points AS SELECT range AS id, 'name ' || range AS name FROM range(100000)")
	b.inside("ALTER TABLE points ADD PRIMARY KEY (id)")
	b.say("%s, %d cores, load %s; scale %v; medians of %d rounds in turns: by the wire, within the process, ratio, ratio of processor time", time.Now().UTC().Format(time.RFC3339), runtime.NumCPU(), load(), scale, benchRounds)
	if b.match = os.Getenv("EMBEDDED_MATCH"); strings.HasPrefix("TPC-H", b.match) {
		b.tpch()
	}
	b.compare("rows out: 3 columns of lineitem", "SELECT l_orderkey, l_extendedprice, l_comment FROM lineitem", 1)
	b.compare("rows out: all of orders", "SELECT * FROM orders", 1)
	b.compare("points: 200 rows by primary key, one at a time", "SELECT name FROM points WHERE id = 4711", 200)
	b.compare("points: the same, each another text", "SELECT name FROM points WHERE id = @n", 200)
	for _, sql := range clickBench {
		b.compare("like ClickBench: "+sql[:min(len(sql), 90)], sql, 1)
	}
	if file := os.Getenv("EMBEDDED_REPORT"); file != "" {
		must(t, os.WriteFile(file, []byte(b.report.String()), 0o644))
	}
}

// clickBench are queries of the kinds that ClickBench has, over lineitem.
var clickBench = []string{
	"SELECT count(*) FROM lineitem WHERE l_tax <> 0",
	"SELECT sum(l_tax), count(*), avg(l_quantity) FROM lineitem",
	"SELECT count(DISTINCT l_partkey) FROM lineitem",
	"SELECT min(l_shipdate), max(l_shipdate) FROM lineitem",
	"SELECT l_suppkey, count(*) FROM lineitem GROUP BY l_suppkey ORDER BY count(*) DESC LIMIT 10",
	"SELECT l_shipmode, count(DISTINCT l_partkey) AS u FROM lineitem WHERE l_shipmode <> '' GROUP BY l_shipmode ORDER BY u DESC LIMIT 10",
	"SELECT l_partkey, l_shipmode, count(*) FROM lineitem GROUP BY l_partkey, l_shipmode ORDER BY count(*) DESC LIMIT 10",
	"SELECT count(*) FROM lineitem WHERE l_comment LIKE '%77%'",
	"SELECT l_comment FROM lineitem WHERE l_comment <> '' ORDER BY l_shipdate, l_comment LIMIT 10",
	"SELECT l_shipdate, count(*), sum(l_extendedprice) FROM lineitem WHERE l_shipdate >= '1995-01-01' AND l_shipdate <= '1995-12-31' GROUP BY l_shipdate ORDER BY 1 LIMIT 10 OFFSET 100",
}

const benchRounds = 5

type embeddedBench struct {
	*testing.T
	wire   *pgconn.PgConn
	within providers.Conn
	report strings.Builder
	match  string
}

func (b *embeddedBench) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	b.Log(line)
	b.report.WriteString(line + "\n")
}

// inside runs DuckDB's own SQL to its last row.
func (b *embeddedBench) inside(sql string) {
	b.Helper()
	verb, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	rows, err := b.within.Query(b.Context(), providers.Statement{SQL: sql, Verb: verb, ReadOnly: verb == "SELECT"}, providers.Args{})
	if err != nil {
		b.Fatalf("%s: %v", sql, err)
	}
	for err == nil {
		_, err = rows.Next()
	}
	if closing := rows.Close(); !errors.Is(err, io.EOF) || closing != nil {
		b.Fatalf("%s: %v, %v", sql, err, closing)
	}
}

// outside runs a statement by the wire to its last row.
func (b *embeddedBench) outside(sql string) {
	b.Helper()
	results := b.wire.Exec(b.Context(), sql)
	for results.NextResult() {
		reader := results.ResultReader()
		for reader.NextRow() {
		}
	}
	if err := results.Close(); err != nil {
		b.Fatalf("%s: %v", sql, err)
	}
}

// spent is the median time of a way, and of the processor.
type spent struct{ took, used time.Duration }

// measure returns the medians of both ways.
func (b *embeddedBench) measure(sql string, times int) (wire, within spent) {
	var outside, inside []spent
	for round := range benchRounds + 1 {
		for _, way := range []struct {
			run  func(string)
			took *[]spent
		}{{b.outside, &outside}, {b.inside, &inside}} {
			began, used := time.Now(), processorTime()
			for n := range times {
				way.run(strings.ReplaceAll(sql, "@n", fmt.Sprint(100*n+round)))
			}
			if round > 0 { // the first warms up
				*way.took = append(*way.took, spent{time.Since(began), processorTime() - used})
			}
		}
	}
	return medianOf(outside), medianOf(inside)
}

// medianOf returns the medians of both times.
func medianOf(list []spent) (m spent) {
	slices.SortFunc(list, func(a, b spent) int { return cmp.Compare(a.took, b.took) })
	m.took = list[len(list)/2].took
	slices.SortFunc(list, func(a, b spent) int { return cmp.Compare(a.used, b.used) })
	m.used = list[len(list)/2].used
	return m
}

// processorTime is what the process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (b *embeddedBench) compare(what, sql string, times int) {
	if !strings.HasPrefix(what, b.match) {
		return
	}
	wire, within := b.measure(sql, times)
	b.tell(wire, within, what)
}

func (b *embeddedBench) tell(wire, within spent, what string) {
	b.say("%8.2f ms %8.2f ms %5.2f %5.2f  %s", millis(wire.took), millis(within.took), float64(wire.took)/float64(within.took), float64(wire.used)/float64(within.used), what)
}

// tpch runs the 22 queries.
func (b *embeddedBench) tpch() {
	content, err := os.ReadFile("../cmd/sallyport/testdata/tpch.sql")
	must(b, err)
	var wire, within spent
	number := 0
	for line := range strings.Lines(string(content)) {
		sql := strings.TrimSuffix(strings.TrimSpace(line), ";")
		if strings.HasPrefix(sql, "--") || sql == "" {
			continue
		}
		number++
		w, i := b.measure(strings.ReplaceAll(sql, "$", "public."), 1)
		wire, within = spent{wire.took + w.took, wire.used + w.used}, spent{within.took + i.took, within.used + i.used}
		b.tell(w, i, fmt.Sprintf("TPC-H %d", number))
	}
	b.tell(wire, within, fmt.Sprintf("TPC-H, all %d", number))
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// load is how busy the machine is.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(data))[:3], " ")
}
