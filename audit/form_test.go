package audit

import (
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestForm: a Form makes the line that its record makes.
func TestForm(t *testing.T) {
	e := newEncoder()
	for round := range 3000 {
		var r Record
		random(reflect.ValueOf(&r).Elem())
		if round%10 == 0 {
			r.SQL, r.Verb, r.Application = strings.Repeat("é", maxSQL), strings.Repeat("v", maxName+1), strings.Repeat("\x00", maxName+1)
		}
		o := Outcome{Rows: rand.Int64N(3), Duration: time.Duration(rand.Int64N(1 << 40)), Truncated: strange[rand.IntN(len(strange))], Tag: strange[rand.IntN(len(strange))]}
		if round%7 == 0 {
			o.Tag, o.Truncated = strings.Repeat("t", maxName+1), strings.Repeat("é", maxName)
		}
		before := r
		f, err := NewForm(&r)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r, before) {
			t.Fatal("NewForm changed its record")
		}
		var plain, formed Batch
		formed.Add(&Record{SQL: "before", Args: map[string]any{"a": 1}}, Outcome{Err: errors.New("x")}) // what an item held before
		formed.Reset()
		plain.Add(&r, o)
		formed.AddForm(f, &o)
		stamp, prev := time.Unix(rand.Int64N(1<<33), rand.Int64N(1e9)).UTC(), Hash{byte(round)}
		var lines [2]string
		for i, it := range []*item{&plain.items[0], &formed.items[0]} {
			it.record.V, it.record.Seq, it.record.Time = SchemaVersion, uint64(round+1), stamp
			line, err := e.itemLine(nil, it, prev)
			if err != nil {
				t.Fatal(err)
			}
			lines[i] = string(line)
		}
		if lines[0] != lines[1] {
			t.Fatalf("a form makes\n%s\nand its record\n%s", lines[1], lines[0])
		}
		formed.items[0].spell()
		spelled, err := e.itemLine(nil, &formed.items[0], prev)
		if err != nil || string(spelled) != lines[0] {
			t.Fatalf("spelled: %s (%v)\nwant %s", spelled, err, lines[0])
		}
	}
}

// TestFormFails: what cannot be written is refused, and counted, as without a Form, and the record of the item's
// next use is not that of the last.
func TestFormFails(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	f, err := NewForm(&Record{Class: "read", SQL: "SELECT 1"})
	if err != nil {
		t.Fatal(err)
	}
	full := realDisk()
	full.write = func(*os.File, []byte) (int, error) { return 0, errors.New("no room") }
	log.setDisk(full)
	var b Batch
	b.AddForm(f, &Outcome{Rows: 1})
	b.AddForm(f, &Outcome{Rows: 2})
	if err := log.WriteAll(&b); sqlstate.CodeOf(err) != sqlstate.IOError || b.Err(0) == nil || b.Err(1) == nil {
		t.Fatalf("WriteAll: %v, %v, %v", err, b.Err(0), b.Err(1))
	}
	log.mu.Lock()
	if n := log.failed.gap.Refused["read"]; n != 2 {
		t.Errorf("%d reads refused, want 2", n)
	}
	log.mu.Unlock()
	log.setDisk(realDisk())
	b.Reset()
	b.AddForm(f, &Outcome{Rows: 3, Tag: "SELECT 3"})
	b.Add(&Record{Class: "read", SQL: "SELECT 2"}, Outcome{Rows: 4})
	if err := log.WriteAll(&b); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"sql":"SELECT 1","rows":3,"tag":"SELECT 3"`, `"sql":"SELECT 2","rows":4`, `"refused":{"read":2}`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), `"rows":1`) {
		t.Errorf("a refused record was written:\n%s", text)
	}
}
