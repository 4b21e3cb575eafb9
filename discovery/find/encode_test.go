package find

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
)

func marshal(t testing.TB, x *Tables) []byte {
	t.Helper()
	b, err := x.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWrittenAndRead: an index that was written and read answers as before, by many goroutines at once.
func TestWrittenAndRead(t *testing.T) {
	built := Build(readSchema(t, "fineract"))
	read, err := Decode(marshal(t, built))
	if err != nil {
		t.Fatal(err)
	}
	if read.Connection() != "fineract" || read.SyncID() != "1" {
		t.Errorf("it is of %s %s", read.Connection(), read.SyncID())
	}
	var wait sync.WaitGroup
	for _, q := range readQuestions(t, "fineract") {
		wait.Go(func() {
			r := Request{Query: q.text, Visible: everything}
			a, _ := Finder{Tables: []*Tables{built}}.Search(context.Background(), r)
			b, _ := Finder{Tables: []*Tables{read}}.Search(context.Background(), r)
			if write(a) != write(b) {
				t.Errorf("%s:\n%s\n%s", q.text, write(a), write(b))
			}
		})
	}
	wait.Wait()
}

// TestBuildIsDeterministic: the same snapshot makes the same bytes.
func TestBuildIsDeterministic(t *testing.T) {
	if s := shop(); !bytes.Equal(marshal(t, Build(s)), marshal(t, Build(s))) {
		t.Error("the bytes differ")
	}
}

// TestNothingToFind: an index of nothing is written, read and searched.
func TestNothingToFind(t *testing.T) {
	for _, s := range []discovery.Snapshot{{}, {Tables: []discovery.Table{{}}}, {Tables: []discovery.Table{{Columns: make([]discovery.Column, 2)}}}} {
		x, err := Decode(marshal(t, Build(s)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (Finder{Tables: []*Tables{x}, Pages: BuildPages(nil)}).Search(context.Background(), Request{Query: "orders", Visible: everything}); err != nil {
			t.Error(err)
		}
	}
}

// TestDamaged: an index of which bytes are missing or changed is refused, or answers something; it
// never ends the process.
func TestDamaged(t *testing.T) {
	whole := marshal(t, Build(shop()))
	for n := range len(whole) {
		if _, err := Decode(whole[:n]); !errors.Is(err, ErrForm) {
			t.Fatalf("%d of %d bytes are read: %v", n, len(whole), err)
		}
	}
	for at := range whole {
		changed := bytes.Clone(whole)
		changed[at] ^= 0xff
		searchDamaged(changed)
	}
}

func searchDamaged(from []byte) {
	if x, err := Decode(from); err == nil {
		_, _ = Finder{Tables: []*Tables{x}}.Search(context.Background(), Request{Query: "customers with orders", Limit: MaxLimit, Visible: everything})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(marshal(f, Build(shop())))
	f.Add(marshal(f, Build(discovery.Snapshot{})))
	f.Add([]byte(magic))
	f.Fuzz(func(_ *testing.T, from []byte) { searchDamaged(from) })
}
