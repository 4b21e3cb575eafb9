package call

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestNotSentAgain: what changes something by GET is sent once, also where the connection breaks off that
// was used before.
func TestNotSentAgain(t *testing.T) {
	var sent atomic.Int64
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if sent.Add(1) == 1 || r.URL.Query().Get("Action") == "" {
			fmt.Fprint(w, `{"items":[]}`)
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		conn.Close()
	})
	if _, _, err := a.scan(t, a.things(), Read{}); err != nil {
		t.Fatal(err)
	}
	target := a.things(func(m *document.Method) { m.Path = "/?Action=StartThings" })
	target.Changes = true
	rows, err := a.client.Scan(t.Context(), target, Read{Columns: columnsNamed("id")})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	_, err = drain(rows)
	fails(t, err, sqlstate.ConnectionFailure)
	if n := sent.Load(); n != 2 {
		t.Errorf("%d requests, and on record %q", n, requestLines(rows))
	}
}

// TestHeldIsSentOnce: a call that was approved is not repeated, led elsewhere or answered from memory, whatever
// its HTTP method.
func TestHeldIsSentOnce(t *testing.T) {
	var sent heard
	status := http.StatusBadGateway
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		sent.add(r)
		w.Header().Set("Location", "/other")
		w.Header().Set("Cache-Control", "max-age=60")
		w.WriteHeader(status)
		fmt.Fprint(w, `{"items":[]}`)
	})
	target := a.things(func(m *document.Method) { m.Path = "/start" })
	out, err := a.client.Rehearse(t.Context(), target, Write{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ status, calls int }{{http.StatusBadGateway, 1}, {http.StatusFound, 1}, {http.StatusOK, 2}} {
		status = c.status
		for range c.calls {
			_, _, err = a.call(t, target, Write{Held: out.Print})
		}
		if asked := sent.take(); len(asked) != c.calls || (err == nil) != (c.status == http.StatusOK) {
			t.Errorf("%d: %q %v", c.status, asked, err)
		}
	}
}

// TestHeldScanBeginsWhole: where one request is not what was approved, none is sent.
func TestHeldScanBeginsWhole(t *testing.T) {
	var sent atomic.Int64
	a := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		sent.Add(1)
		fmt.Fprint(w, `{"items":[]}`)
	})
	target := a.things(func(m *document.Method) {
		m.HTTP, m.Path, m.Params = "POST", "/{project}/things", []document.Param{path("project")}
	})
	target.Changes = true
	read := Read{Inputs: []providers.InputValues{values1("project", "p", "q")}}
	list, err := a.client.RehearseScan(t.Context(), target, read)
	if err != nil {
		t.Fatal(err)
	}
	read.Held = []string{list[0].Print, "another"}
	_, _, err = a.scan(t, target, read)
	fails(t, err, sqlstate.SerializationFailure)
	if sent.Load() > 0 {
		t.Errorf("%d requests were sent", sent.Load())
	}
}

// TestChangingPages: the pages of what changes something stay at its address.
func TestChangingPages(t *testing.T) {
	var sent heard
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if sent.add(r) == 1 {
			fmt.Fprint(w, `{"items":[],"nextLink":"/things/7/remove"}`)
			return
		}
		fmt.Fprint(w, `{"items":[]}`)
	})
	target := a.things(func(m *document.Method) { m.HTTP = "POST" })
	target.Changes = true
	_, _, err := a.scan(t, target, Read{})
	fails(t, err, sqlstate.ProtocolViolation, "another address", "carried out")
	if asked := sent.take(); len(asked) != 1 {
		t.Errorf("%q", asked)
	}
}
