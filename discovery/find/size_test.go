package find

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
)

// large makes a snapshot of many tables from the names of all schemas.
func large(t testing.TB, tables, columns int) discovery.Snapshot {
	t.Helper()
	var real []discovery.Table
	for _, name := range schemas(t) {
		real = append(real, readSchema(t, name).Tables...)
	}
	s := discovery.Snapshot{Connection: "large", SyncID: "1"}
	for i := range tables {
		table := real[i%len(real)]
		table.Ref = discovery.TableRef{DB: fmt.Sprintf("module_%d", i/len(real)), Name: table.Ref.Name}
		table.Columns = slices.Clone(table.Columns)
		for n := 0; len(table.Columns) < columns; n++ {
			extra := real[(i*7+n*13)%len(real)].Columns
			table.Columns = append(table.Columns, extra[(n*3+i)%len(extra)])
		}
		table.Columns = table.Columns[:columns]
		table.ForeignKeys = slices.Clone(table.ForeignKeys)
		for k := range table.ForeignKeys {
			table.ForeignKeys[k].To.DB = table.Ref.DB
		}
		s.Tables = append(s.Tables, table)
	}
	return s
}

func TestLarge(t *testing.T) {
	if os.Getenv("TUNE") == "" {
		t.Skip()
	}
	s := large(t, 10000, 20)
	start := time.Now()
	x := Build(s)
	fmt.Println("build", time.Since(start))
	start = time.Now()
	b, _ := x.MarshalBinary()
	fmt.Println("marshal", time.Since(start), len(b))
	start = time.Now()
	y, err := Decode(b)
	fmt.Println("decode", time.Since(start), err)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	fmt.Println("heap", m.HeapAlloc>>20, "terms", len(y.terms), "postings", len(y.postings))
	var took []time.Duration
	for _, name := range schemas(t) {
		for _, q := range readQuestions(t, name) {
			start := time.Now()
			_, err := Finder{Tables: []*Tables{y}}.Search(context.Background(), Request{Query: q.text, Visible: everything})
			if err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	fmt.Println("p50", took[len(took)/2], "p99", took[len(took)*99/100], "max", took[len(took)-1])
}
