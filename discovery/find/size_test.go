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
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// large makes a snapshot of many tables from the names of all schemas.
func large(t testing.TB, tables, columns int) (s []discovery.Table) {
	t.Helper()
	var real []discovery.Table
	for _, name := range schemas(t) {
		real = append(real, readSchema(t, name)...)
	}
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
		s = append(s, table)
	}
	return s
}

func TestLarge(t *testing.T) {
	if os.Getenv("TUNE") == "" {
		t.Skip()
	}
	s := large(t, 10000, 20)
	start := time.Now()
	y := Build("large", s)
	fmt.Println("build", time.Since(start))
	a, documents, size := newAuthor(terms.New()), []string{}, 0
	for _, table := range s {
		documents = append(documents, a.document(table))
		size += len(documents[len(documents)-1])
	}
	start = time.Now()
	y = assemble("large", documents, false)
	fmt.Println("assemble", time.Since(start), size)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	fmt.Println("heap", m.HeapAlloc>>20, "terms", len(y.terms), "size", y.size())
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
