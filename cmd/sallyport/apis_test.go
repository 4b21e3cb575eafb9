package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// forge is an API of our own, with what it was asked.
type forge struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string

	waiting atomic.Int64 // requests that get no answer
}

func newForge(t *testing.T) *forge {
	f := &forge{}
	mux := http.NewServeMux()
	answer := func(pattern, format string, values ...string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			args := make([]any, len(values))
			for i, v := range values {
				args[i] = r.PathValue(v)
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, format, args...)
		})
	}
	answer("GET /v1/orgs", `{"items": [{"name": "acme", "plan": "free"}, {"name": "beta", "plan": "paid"}]}`)
	mux.HandleFunc("GET /v1/orgs/{org}/repos", f.listRepos)
	answer("GET /v1/repos/{owner}/{repo}/branches", `{"items": [{"name": "main", "sha": "%[1]s-%[2]s", "protected": true}, {"name": "next", "sha": "f00", "protected": false}]}`, "owner", "repo")
	answer("GET /v1/repos/{owner}/{repo}", `{"id": 7, "name": "%s", "stars": 70, "archived": false, "createdAt": "2024-02-03T04:05:06Z", "topics": ["a", "b"]}`, "repo")
	answer("GET /v1/users/acme", `{"name": "Acme Inc", "email": "a@acme.test"}`)
	answer("GET /members", `[{"login": "ann", "repo": "site", "age": 40}, {"login": "bob", "repo": "core", "age": 30}]`)
	mux.HandleFunc("GET /v1/people", listPeople)
	answer("DELETE /v1/everything", `{"name": "gone"}`)
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.asked = append(f.asked, r.Method+" "+r.URL.RequestURI())
		f.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

// listRepos answers in two pages.
func (f *forge) listRepos(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch org, page := r.PathValue("org"), r.URL.Query().Get("page_token"); {
	case org == "broken":
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprint(w, `{"message": "you may not see this"}`)
	case org == "dies":
		_, _ = fmt.Fprint(w, `{"items": [{"name": "x", `)
		panic(http.ErrAbortHandler)
	case org == "lies":
		_, _ = fmt.Fprint(w, `{"items": [{"name": "x", "stars": "many"}]}`)
	case org == "things" || org == "endless" || org == "failing":
		at, _ := strconv.Atoi(page) // the first page has no number
		f.scannedPage(w, r, at)
	case page == "":
		_, _ = fmt.Fprintf(w, `{"items": [{"id": 1, "name": "site", "owner": {"login": %q}, "stars": 5, "archived": false, "createdAt": "2024-01-02T03:04:05Z", "topics": ["web", "go"]}], "next": "p2"}`, org)
	default:
		_, _ = fmt.Fprintf(w, `{"items": [{"id": 2, "name": "core", "owner": {"login": %q}, "stars": 9, "archived": true, "createdAt": null, "topics": []}]}`, org)
	}
}

// listPeople answers with everybody, whatever conditions it is told. It orders them by their numbers or by time, counts
// them, and answers no more than it is asked for.
func listPeople(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if strings.Contains(r.URL.Query().Get("$filter"), "unwanted") {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprint(w, `{"error": {"message": "this filter is not supported"}}`)
		return
	}
	people := []string{
		`{"id": 1, "displayName": "Ann", "mail": "ann@acme.test", "active": true, "since": "2024-01-02T03:04:05Z"}`,
		`{"id": 2, "displayName": "Bob", "mail": "bob@acme.test", "active": false, "since": "2023-01-02T03:04:05Z"}`,
	}
	count := ""
	if r.URL.Query().Get("$count") == "true" {
		count = `"@odata.count": 2, `
	}
	if by := r.URL.Query().Get("$orderby"); by == "id desc" || by == "since asc" {
		slices.Reverse(people)
	}
	if top, err := strconv.Atoi(r.URL.Query().Get("$top")); err == nil {
		people = people[:min(top, len(people))]
	}
	_, _ = fmt.Fprintf(w, `{%s"value": [%s]}`, count, strings.Join(people, ", "))
}

// requests are what the API was asked since the last call, sorted.
func (f *forge) requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.asked
	f.asked = nil
	slices.Sort(list)
	return list
}

// registryFor writes the documents of providers/api/testdata, with the API's address in them.
func registryFor(t *testing.T, f *forge) string {
	t.Helper()
	from, to := "../../providers/api/testdata/registry", t.TempDir()
	host := strings.TrimPrefix(f.URL, "http://")
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, []byte(strings.NewReplacer("forge.test", host, "tower.test", host).Replace(string(text))), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// startForge runs a server over the API.
func startForge(t *testing.T, f *forge, more string, args ...string) *running {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	source := func(name string) string {
		return fmt.Sprintf("  - {name: %s, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", name, registryFor(t, f))
	}
	if err := os.WriteFile(file, []byte(more+"sources:\n"+source("forge")+source("tower")), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, nil, append([]string{"--config", file}, args...)...)
}

// TestAPIs reads testdata/apis.txt: each line is a statement; the indented lines below it are what it
// answers, and what the API was asked. -update rewrites these.
func TestAPIs(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "")
	playAPI(t, server, "testdata/apis.txt", f.URL, f.requests)
}

// playLines plays a file of testdata: each line is a statement, which play runs; the indented lines below it are
// what play wrote of it. -update rewrites these.
func playLines(t *testing.T, file string, play func(out *strings.Builder, statement string)) {
	t.Helper()
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(golden)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		got.WriteString(line)
		if statement := strings.TrimSpace(line); statement != "" && !strings.HasPrefix(statement, "-- ") {
			play(&got, statement)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(golden) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", file, got.String())
	}
}

// playAPI plays a file of statements by psql over an API at an address; what the API was asked stands behind ">".
func playAPI(t *testing.T, server *running, file, address string, requests func() []string) {
	t.Helper()
	host := strings.TrimPrefix(address, "http://")
	playLines(t, file, func(out *strings.Builder, sql string) {
		_, stdout, stderr := server.sql(t, "-c", sql)
		for line := range strings.Lines(strings.ReplaceAll(stdout+stderr, host, "HOST")) {
			if strings.HasPrefix(line, "NOTICE:  running for ") { // on a slow machine
				continue
			}
			out.WriteString("    " + line)
		}
		for _, r := range requests() {
			out.WriteString("    > " + r + "\n")
		}
	})
}
