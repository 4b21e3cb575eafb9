package call

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func byRegionAndKind(m *document.Method) {
	m.Path = "/{region}/things"
	m.Params = []document.Param{path("region"), query("kind", document.Text)}
}

// TestFanOut: the product of the values, side by side, in order.
func TestFanOut(t *testing.T) {
	var now, most atomic.Int32
	a := serve(t, Options{Limits: Limits{Concurrent: 4}}, func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Duration(len(r.URL.Path)%3) * 5 * time.Millisecond) // answers come in another order than requests
		now.Add(-1)
		fmt.Fprintf(w, `{"items":[{"id":1,"name":%q},{"id":2,"name":null}]}`, r.URL.Path+r.URL.Query().Get("kind"))
	})
	lines, rows, err := a.scan(t, a.things(byRegionAndKind), Read{Columns: columnsNamed("region", "kind", "id", "name"), Inputs: []providers.InputValues{
		values1("region", "a", "bb", "ccc", "a"), values1("kind", "x", "y"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, region := range []string{"a", "bb", "ccc"} {
		for _, kind := range []string{"x", "y"} {
			want = append(want, fmt.Sprintf("%s|%s|1|/%s/things%s", region, kind, region, kind), fmt.Sprintf("%s|%s|2|∅", region, kind))
		}
	}
	same(t, lines, want...)
	if most.Load() < 2 || most.Load() > 4 {
		t.Errorf("%d requests side by side", most.Load())
	}
	if n := len(rows.Requests()); n != 3 {
		t.Errorf("%v", rows.Requests())
	}
}

// TestNoValues: what equals NULL, or is in an empty list, is nothing; nothing is sent.
func TestNoValues(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) { t.Error("it was sent") })
	for _, in := range []providers.InputValues{{Name: "region"}, {Name: "region", Values: []providers.Value{{}}}} {
		lines, _, err := a.scan(t, a.things(byRegionAndKind), Read{Inputs: []providers.InputValues{in}})
		if err != nil || len(lines) > 0 {
			t.Errorf("%q, %v", lines, err)
		}
	}
}

// TestSlowReader: a reader who pauses holds up no other scan of the same host, and no
// more is read ahead than a few batches.
func TestSlowReader(t *testing.T) {
	a := serve(t, Options{Limits: Limits{PerHost: 1, Concurrent: 4}}, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"items":[`)
		if strings.Contains(r.URL.Path, "big") {
			for range 200_000 {
				if _, err := io.WriteString(w, item(1)+","); err != nil {
					return
				}
			}
		}
		fmt.Fprint(w, item(2)+"]}")
	})
	big, err := a.client.Scan(t.Context(), a.things(byRegionAndKind), Read{Columns: columnsNamed("id"), Inputs: []providers.InputValues{values1("region", "big1", "big2", "big3", "big4")}})
	if err != nil {
		t.Fatal(err)
	}
	defer big.Close()
	if _, err := big.Next(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		lines, _, err := a.scan(t, a.things(byRegionAndKind), Read{Columns: columnsNamed("id"), Inputs: []providers.InputValues{values1("region", "small")}})
		if err != nil {
			t.Fatal(err)
		}
		same(t, lines, "2")
	}
	if err := big.Close(); err != nil {
		t.Error(err)
	}
	if _, err := big.Next(); err != io.EOF {
		t.Error(err)
	}
}

// TestPerHost: no more requests wait for a host than it may have, whoever sends them.
func TestPerHost(t *testing.T) {
	var now, most atomic.Int32
	a := serve(t, Options{Limits: Limits{PerHost: 2, Concurrent: 8}}, func(w http.ResponseWriter, r *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(5 * time.Millisecond) // so that requests meet
		now.Add(-1)
		fmt.Fprint(w, `{"items":[]}`)
	})
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if _, _, err := a.scan(t, a.things(byRegionAndKind), Read{Inputs: []providers.InputValues{values1("region", "a", "b", "c", "d", "e")}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d requests waited", most.Load())
	}
}

// TestOneFails: when the request for one combination of inputs fails, the statement fails, behind the rows of the
// combinations before it.
func TestOneFails(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/bad") {
			w.WriteHeader(400)
			return
		}
		fmt.Fprintf(w, `{"items":[%s]}`, item(1))
	})
	lines, _, err := a.scan(t, a.things(byRegionAndKind), Read{Columns: columnsNamed("region"), Inputs: []providers.InputValues{values1("region", "a", "bad", "c")}})
	fails(t, err, sqlstate.InvalidParameterValue, "/bad/things")
	same(t, lines, "a")
	_, _, err = a.scan(t, a.things(byRegionAndKind), Read{Columns: columnsNamed("region"), Inputs: []providers.InputValues{values1("region", "a", "..")}})
	fails(t, err, sqlstate.InvalidParameterValue, "lead out")
}

// TestCancel: the end of the context ends what runs.
func TestCancel(t *testing.T) {
	asked := make(chan struct{}, 10)
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := a.client.Scan(ctx, a.things(byRegionAndKind), Read{Inputs: []providers.InputValues{values1("region", "a", "b")}})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	<-asked
	cancel()
	_, err = rows.Next()
	fails(t, err, sqlstate.QueryCanceled)
}

// TestCache: an answer with an ETag is validated and used if it has not changed; an answer with a lifetime is used
// while that lasts; no answer is shown to other credentials, and a change removes the host's answers.
func TestCache(t *testing.T) {
	var sent, confirmed atomic.Int32
	version := "1"
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		sent.Add(1)
		if r.URL.Query().Has("kind") {
			w.Header().Set("Cache-Control", "private, max-age=60")
		}
		tag := `"` + version + r.Header.Get("Authorization") + `"`
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			confirmed.Add(1)
			w.WriteHeader(304)
			return
		}
		fmt.Fprintf(w, `{"items":[{"id":%s,"name":%q}]}`, version, r.Header.Get("Authorization"))
	})
	read := func(method, who, kind string, want string, requests, confirmations int32) {
		t.Helper()
		target := a.things(func(m *document.Method) {
			m.HTTP, m.Params = method, []document.Param{query("kind", document.Text)}
		})
		target.Signer = signed(func(r *http.Request) { r.Header.Set("Authorization", who) })
		in := Read{Columns: columnsNamed("id", "name")}
		if kind != "" {
			in.Inputs = append(in.Inputs, values1("kind", kind))
		}
		lines, _, err := a.scan(t, target, in)
		if err != nil {
			t.Fatal(err)
		}
		same(t, lines, want)
		if sent.Load() != requests || confirmed.Load() != confirmations {
			t.Errorf("%d requests, %d confirmed; want %d, %d", sent.Load(), confirmed.Load(), requests, confirmations)
		}
	}
	read("GET", "ann", "", "1|ann", 1, 0)
	read("GET", "ann", "", "1|ann", 2, 1)
	read("GET", "bob", "", "1|bob", 3, 1)
	version = "2"
	read("GET", "ann", "", "2|ann", 4, 1)
	read("GET", "ann", "x", "2|ann", 5, 1)
	version = "3"
	read("GET", "ann", "x", "2|ann", 5, 1)
	read("GET", "bob", "x", "3|bob", 6, 1)
	read("POST", "ann", "", "3|ann", 7, 1)
	read("GET", "ann", "x", "3|ann", 8, 1)
}

// TestCacheIsBounded: it holds so much and no more.
func TestCacheIsBounded(t *testing.T) {
	c := newCache()
	for i := range 100 {
		c.put(&cached{key: fmt.Sprint(i), body: make([]byte, longestCached)})
	}
	if c.bytes > mostCached || len(c.known) != c.order.Len() || len(c.known) < 20 {
		t.Errorf("%d bytes, %d", c.bytes, len(c.known))
	}
	if known, _ := c.get("0"); known != nil {
		t.Error("the oldest is still there")
	}
}

// TestRecord: what was sent is told, and no query, body or secret with it.
func TestRecord(t *testing.T) {
	n := 0
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.WriteHeader(503)
			return
		}
		fmt.Fprintf(w, `{"items":[%s]}`, item(1))
	})
	target := a.things(byRegionAndKind)
	target.Signer = signed(func(r *http.Request) { r.Header.Set("Authorization", "Bearer s3cret") })
	_, rows, err := a.scan(t, target, Read{Inputs: []providers.InputValues{values1("region", "a/b"), values1("kind", "hidden")}})
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(a.URL, "http://")
	got := fmt.Sprint(rows.Requests())
	if want := fmt.Sprintf("[{GET %s /a/b/things 503 1 0} {GET %s /a/b/things 200 1 %d}]", host, host, len(item(1))+12); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r := &record{}
	for i := range 3 * mostRecorded {
		u := *a.mustURL(t)
		u.Path = fmt.Sprint("/", i)
		r.add("GET", &u, 200)
	}
	if list := r.requests(); len(list) != mostRecorded+1 || list[mostRecorded].Count != 2*mostRecorded {
		t.Errorf("%d entries, the last %v", len(list), list[len(list)-1])
	}
}
