//go:build finding

package find

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// setAside are the schemas that nothing was tuned on.
var setAside = []string{"adventureworks", "librehealth", "musicbrainz", "openmrs", "tpcds"}

func schemas(t testing.TB) (names []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/questions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no questions", err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".txt"))
	}
	return names
}

// ilike finds the names that have most of the question's words in them.
func ilike(s []discovery.Table) finder {
	return func(query string, kinds ...Kind) []string {
		words := questionWords(query)
		counts := map[string]int{}
		count := func(ref, name string) {
			for _, w := range words {
				if strings.Contains(strings.ToLower(name), w) {
					counts[ref]++
				}
			}
		}
		for _, table := range s {
			count(table.Ref.Name, table.Ref.Name)
			for _, column := range table.Columns {
				count(table.Ref.Name+"."+column.Name, column.Name)
			}
		}
		return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(counts[b]-counts[a], strings.Count(a, ".")-strings.Count(b, "."), cmp.Compare(a, b))
		})
	}
}

// way is a way to find, or ours with something switched off.
type way struct {
	name string
	make func(tables []discovery.Table) finder
}

func without(w ways, long, compounds, base, guesses bool) func([]discovery.Table) finder {
	return func(tables []discovery.Table) finder {
		split := terms.New().Without(long, compounds, base)
		return build("x", tables, split, guesses).finder(split, w)
	}
}

func allWays() []way {
	return []way{
		{"ILIKE over names", ilike},
		{"full text alone", without(ways{true, true, true, true}, true, true, false, true)},
		{"all ways", without(ways{}, false, false, false, false)},
		{"- word vectors", without(ways{noNear: true}, false, false, false, false)},
		{"- words of business", without(ways{noGroups: true}, false, false, false, false)},
		{"- both of these", without(ways{noNear: true, noGroups: true}, false, false, false, false)},
		{"- relations", without(ways{noRelations: true}, false, false, false, true)},
		{"- guessed keys", without(ways{}, false, false, false, true)},
		{"- abbreviations", without(ways{}, true, false, false, false)},
		{"- compounds", without(ways{noInside: true}, false, true, false, false)},
		{"- base forms", without(ways{}, false, false, true, false)},
	}
}

// TestBenchFind writes what is found of all questions, and what finding costs, to the file that
// FIND_REPORT names.
func TestBenchFind(t *testing.T) {
	var report strings.Builder
	fmt.Fprintf(&report, "%s, %d cores, %s\n\n", time.Now().UTC().Format("2006-01-02"), runtime.NumCPU(), runtime.Version())
	writeQuality(t, &report)
	writeSchemas(t, &report)
	writeCosts(t, &report)
	fmt.Print(report.String())
	if path := os.Getenv("FIND_REPORT"); path != "" {
		if err := os.WriteFile(path, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func writeQuality(t *testing.T, report *strings.Builder) {
	fmt.Fprint(report, "What is found: the share of the tables that answer a question among the first 5 and 15 refs, and the mean\n",
		"reciprocal rank (MRR) of the first of them; and the share of the columns, where a column answers.\n\n")
	for _, kind := range []string{"words", "other", "between"} {
		fmt.Fprintf(report, "target of all ways    any      %-9s            %.2f   %.2f\n", kind, targets()[kind][0], targets()[kind][1])
	}
	fmt.Fprintf(report, "%-22s%-9s%-9s questions  at 5  at 15   MRR  |  columns  at 5  at 15\n", "", "schemas", "words")
	for _, w := range allWays() {
		for _, aside := range []bool{false, true} {
			sums := map[string]*quality{"words": {}, "other": {}, "between": {}}
			for _, name := range schemas(t) {
				if slices.Contains(setAside, name) == aside {
					f := w.make(readSchema(t, name))
					for _, q := range readQuestions(t, name) {
						sums[q.kind].add(measure(f, q))
					}
				}
			}
			for _, kind := range []string{"words", "other", "between"} {
				fmt.Fprintf(report, "%-22s%-9s%-9s %s\n", w.name, map[bool]string{false: "tuned", true: "aside"}[aside], kind, sums[kind].row())
				if n, target := float64(sums[kind].questions), targets()[kind]; w.name == "all ways" && (sums[kind].at5/n < target[0] || sums[kind].at15/n < target[1]) {
					t.Errorf("%s: recall %.3f at 5 and %.3f at 15, less than %v", kind, sums[kind].at5/n, sums[kind].at15/n, target)
				}
			}
		}
	}
	fmt.Fprintln(report)
}

func (q quality) row() string {
	n, c := float64(max(1, q.questions)), float64(max(1, q.columns))
	row := fmt.Sprintf("%9d  %.2f   %.2f  %.2f", q.questions, q.at5/n, q.at15/n, q.reciprocal/n)
	if q.columns > 0 {
		row += fmt.Sprintf("  |  %7d  %.2f   %.2f", q.columns, q.column5/c, q.col15/c)
	}
	return row
}

func writeSchemas(t *testing.T, report *strings.Builder) {
	fmt.Fprintf(report, "%-18s tables  columns  questions  at 5  at 15   MRR (all ways)\n", "schema")
	for _, name := range schemas(t) {
		tables, sum, columns := readSchema(t, name), quality{}, 0
		f := Build(name, tables).finder(terms.New(), ways{})
		for _, q := range readQuestions(t, name) {
			sum.add(measure(f, q))
		}
		for _, table := range tables {
			columns += len(table.Columns)
		}
		n := float64(sum.questions)
		fmt.Fprintf(report, "%-18s %6d  %7d  %9d  %.2f   %.2f  %.2f\n", name, len(tables), columns, sum.questions, sum.at5/n, sum.at15/n, sum.reciprocal/n)
	}
	fmt.Fprintln(report)
}

// large makes many tables of the names of all schemas.
func large(t *testing.T, count, columns int) (tables []discovery.Table) {
	var all []discovery.Table
	for _, name := range schemas(t) {
		for _, table := range readSchema(t, name) {
			table.Ref.DB = name
			all = append(all, table)
		}
	}
	for i := range count {
		table := all[i%len(all)]
		table.Ref.DB = fmt.Sprintf("%s_%d", table.Ref.DB, i/len(all))
		table.Columns = slices.Clone(table.Columns)
		for n := 0; len(table.Columns) < columns; n++ {
			extra := all[(i*7+n*13)%len(all)].Columns
			table.Columns = append(table.Columns, extra[(n*3+i)%len(extra)])
		}
		table.Columns = table.Columns[:columns]
		table.ForeignKeys = slices.Clone(table.ForeignKeys)
		for k := range table.ForeignKeys {
			table.ForeignKeys[k].To.DB = table.Ref.DB
		}
		tables = append(tables, table)
	}
	return tables
}

// cpu is the processor time that the process has had.
func cpu(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc >> 20
}

// writeCosts measures 10,000 tables of 20 columns each, through the store.
func writeCosts(t *testing.T, report *strings.Builder) {
	tables := large(t, 10_000, 20)
	a, size, start := newAuthor(terms.New()), 0, cpu(t)
	for _, table := range tables {
		size += len(a.document(table))
	}
	fmt.Fprintf(report, "10,000 tables of 20 columns each\n\ndocuments of all tables       %v of processor time, %d kB\n", (cpu(t) - start).Round(10*time.Millisecond), size>>10)
	store := openStore(t, t.TempDir())
	ingest(t, store, "large", tables...)
	before, start := heap(), cpu(t)
	live := NewLive(store, 64<<20)
	x, err := live.Tables(context.Background(), "large")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(report, "index read from the store     %v of processor time, %d MB of memory\n", (cpu(t) - start).Round(10*time.Millisecond), heap()-before)
	var took, worked []time.Duration
	for range 3 {
		for _, name := range schemas(t) {
			for _, q := range readQuestions(t, name) {
				began, before := time.Now(), cpu(t)
				if _, err := (Finder{Tables: []*Tables{x}}).Search(context.Background(), Request{Query: q.text, Visible: everything}); err != nil {
					t.Fatal(err)
				}
				took, worked = append(took, time.Since(began)), append(worked, cpu(t)-before)
			}
		}
	}
	for _, of := range []struct {
		what string
		took []time.Duration
	}{{"of processor time", worked}, {"by the clock", took}} {
		slices.Sort(of.took)
		fmt.Fprintf(report, "a search, warm                p50 %v, p99 %v %s (%d searches)\n",
			of.took[len(of.took)/2].Round(100*time.Microsecond), of.took[len(of.took)*99/100].Round(100*time.Microsecond), of.what, len(of.took))
	}
}
