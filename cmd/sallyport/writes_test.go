package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// boxes is an API of boxes, with what it was asked in its order: the request's line, headers of interest, and
// the body.
type boxes struct {
	*forge
	mu    sync.Mutex
	asked []string
	state map[string]int // of builds: how often they were asked about
}

func newBoxes(t *testing.T) *boxes {
	b := &boxes{forge: newForge(t), state: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/boxes", b.list)
	mux.HandleFunc("POST /v1/boxes", b.pack)
	mux.HandleFunc("/v1/boxes/{id}", b.change)
	mux.HandleFunc("POST /v1/boxes/{id}/open", b.change)
	mux.HandleFunc("POST /v1/builds", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/v1/builds/"+nameIn(r, "target"))
		w.WriteHeader(http.StatusAccepted)
	})
	mux.HandleFunc("GET /v1/builds/{id}", b.build)
	mux.HandleFunc("/v1/labels", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = b.note(r)
		w.Header().Set("Content-Type", "application/json")
		mux.ServeHTTP(w, r)
	})
	return b
}

// note notes a request, and returns it with its body to be read.
func (b *boxes) note(r *http.Request) *http.Request {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	line := strings.TrimSpace(r.Method + " " + r.URL.RequestURI() + " " + r.Header.Get("X-Trace") + r.Header.Get("Authorization") + " " + string(body))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, line)
	return r
}

// requests are what the API was asked since the last call, in its order.
func (b *boxes) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.asked
	b.asked = nil
	return list
}

func (b *boxes) list(w http.ResponseWriter, r *http.Request) {
	count := 3
	if n, err := strconv.Atoi(r.URL.Query().Get("count")); err == nil {
		count = n
	}
	switch r.URL.Query().Get("rack") {
	case "none":
		count = 0
	case "broken":
		w.WriteHeader(http.StatusForbidden)
		return
	case "nul":
		_, _ = fmt.Fprint(w, `[{"id": "b1", "name": "a\u0000b", "tags": ["c:\\\u0000"]}, {"id": "b2", "tags": ["\u0000"]}]`)
		return
	}
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id": "b%d", "name": "box %[1]d", "size": %[1]d, "sealed": false}`, i+1)
	}
	_, _ = fmt.Fprint(w, "["+strings.Join(list, ",")+"]")
}

// nameIn is a member of a request's body.
func nameIn(r *http.Request, member string) string {
	var body map[string]any
	text, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(text, &body)
	return fmt.Sprint(body[member])
}

func (b *boxes) pack(w http.ResponseWriter, r *http.Request) {
	switch name := nameIn(r, "name"); name {
	case "taken":
		w.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprint(w, `{"message": "there is one of that name"}`)
	case "lost":
		panic(http.ErrAbortHandler)
	case "stuck":
		<-r.Context().Done()
	case "garbled":
		w.WriteHeader(http.StatusCreated)
		_, _ = fmt.Fprint(w, `{"id": "b`)
	default:
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "new-" + name, "name": name, "size": 1, "tags": []string{"x"}, "sealed": true})
	}
}

func (b *boxes) change(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("id") == "gone" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"id": r.PathValue("id"), "name": r.Method, "size": 7})
}

// build is done when it is asked about for the second time.
func (b *boxes) build(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := r.PathValue("id")
	b.state[id]++
	switch {
	case id == "fails":
		w.WriteHeader(http.StatusConflict)
	case b.state[id]%2 == 1:
		w.WriteHeader(http.StatusAccepted)
	default:
		_, _ = fmt.Fprintf(w, `{"id": %q, "name": "built"}`, id)
	}
}

// startBoxes runs a server over the API.
func startBoxes(t *testing.T, b *boxes, more string, args ...string) (server *running, document string) {
	t.Helper()
	service, err := os.ReadFile("testdata/boxes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return startOwn(t, b.forge, string(service), more, args...)
}

// sortReads sorts requests that read and that nothing else stands between.
func sortReads(list []string) []string {
	reads := func(r string) bool { return strings.HasPrefix(r, "GET ") }
	for i := 0; i < len(list); {
		end := i + 1
		for reads(list[i]) && end < len(list) && reads(list[end]) {
			end++
		}
		slices.Sort(list[i:end])
		i = end
	}
	return list
}

// TestWrites reads testdata/writes.txt as TestAPIs reads its file; the requests stand in the order in which
// they were sent, but for reads that run side by side.
func TestWrites(t *testing.T) {
	t.Parallel() // most of it waits
	b := newBoxes(t)
	server, _ := startBoxes(t, b, "mode: full_access\n")
	playAPI(t, server, "testdata/writes.txt", b.URL, func() []string { return sortReads(b.requests()) })
}

// TestCallsHeedTimeout: a session's own statement_timeout ends a call whose answer does not come, and what is known of its
// rows is said.
func TestCallsHeedTimeout(t *testing.T) {
	t.Parallel() // it waits for timeouts
	b := newBoxes(t)
	server, _ := startBoxes(t, b, "mode: full_access\n")
	for sql, want := range map[string]string{
		"EXEC own.s.boxes.pack @data__name = 'stuck'":                                      "not known",
		"INSERT INTO own.s.boxes (data__name) VALUES ('a'), ('stuck'), ('c')":              "row 2 of 3 failed, row 1 was done, row 3 was not tried",
		"INSERT INTO own.s.boxes (data__name) VALUES ('a'), ('stuck'), ('c') RETURNING id": "row 2 of 3 failed, row 1 was done, row 3 was not tried",
	} {
		file := filepath.Join(t.TempDir(), "timeout.sql")
		if err := os.WriteFile(file, []byte("SET statement_timeout = '2s';\n"+sql+";\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		status, out, stderr := server.sql(t, "--source", "own", "--file", file)
		if status == 0 || !strings.Contains(stderr, "57014") || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d\n%s%s", sql, status, out, stderr)
		}
	}
}
