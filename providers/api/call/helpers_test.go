package call

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// api is a mock API and a client that may talk to it.
type api struct {
	*httptest.Server
	client *Client
}

// serve starts an API. The client may dial loopback, which it may not otherwise.
func serve(t testing.TB, o Options, handler http.HandlerFunc) *api {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	o.Network.Allow = append(o.Network.Allow, "127.0.0.0/8")
	client, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &api{server, client}
}

// heard is what an API was asked. The requests of a scan are handled side by side.
type heard struct {
	mu   sync.Mutex
	list []string
}

func (h *heard) add(r *http.Request) (count int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = append(h.list, r.Method+" "+r.URL.Path)
	return len(h.list)
}

// take returns what was asked since the last call of take.
func (h *heard) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.list
	h.list = nil
	return list
}

// things is a method that lists things with an id and a name.
func (a *api) things(change ...func(m *document.Method)) Target {
	m := &document.Method{
		Name: "list", HTTP: "GET", Path: "/things", Servers: []document.Server{{URL: a.URL}},
		Response: document.Response{MediaType: "application/json", Status: "200", ObjectKey: "$.items", Columns: []document.Column{
			{Name: "id", Type: document.BigInt}, {Name: "name", Type: document.Text},
		}},
		Retry: &document.Retry{InitialDelayMS: 1, MaxDelayMS: 5},
	}
	for _, c := range change {
		c(m)
	}
	return Target{Name: "shop.store.things.list", Method: m}
}

func values1(name string, texts ...string) providers.InputValues {
	in := providers.InputValues{Name: name}
	for _, text := range texts {
		in.Values = append(in.Values, providers.Value{Text: []byte(text)})
	}
	return in
}

func columnsNamed(names ...string) []providers.Column {
	var list []providers.Column
	for _, name := range names {
		list = append(list, providers.Column{Name: name})
	}
	return list
}

// scan reads all rows as lines.
func (a *api) scan(t testing.TB, target Target, read Read) ([]string, *Rows, error) {
	t.Helper()
	if read.Columns == nil {
		read.Columns = Columns(target.Method, target.SnakeCase)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	rows, err := a.client.Scan(ctx, target, read)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	lines, err := drain(rows)
	return lines, rows, err
}

func drain(rows providers.Rows) ([]string, error) {
	var lines []string
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		var cells []string
		for _, value := range row {
			if value == nil {
				cells = append(cells, "∅")
			} else {
				cells = append(cells, string(value))
			}
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// fails checks an error's code, and that all of it together says some words.
func fails(t *testing.T, err error, code sqlstate.Code, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want %s", code)
	}
	var e *sqlstate.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no sqlstate.Error", err)
	}
	text := e.Message + "\n" + e.Detail + "\n" + e.Hint
	if e.Code != code {
		t.Errorf("code %s, want %s: %s (%v)", e.Code, code, text, e.Cause)
	}
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q is not in: %s", word, text)
		}
	}
}

func requestLines(r *Rows) []string {
	var list []string
	for _, q := range r.Requests() {
		list = append(list, fmt.Sprintf("%d× %s %s %d", q.Count, q.Method, q.Path, q.Status))
	}
	return list
}
