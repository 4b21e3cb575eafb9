package call

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// methodOf reads a method of the test's document.
func methodOf(t testing.TB, name string) *document.Method {
	t.Helper()
	l, err := document.Open(document.Options{Folder: "testdata/registry"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, _, err := l.Provider(t.Context(), "mock")
	if err != nil {
		t.Fatal(err)
	}
	s, problems, err := l.Service(p, "store")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	r, err := s.Resource("books")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Methods, func(m *document.Method) bool { return m.Name == name })
	return r.Methods[i]
}

// TestDocument calls the methods of a document, as it is read.
func TestDocument(t *testing.T) {
	var got []string
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, strings.TrimSpace(fmt.Sprint(r.Method, " ", r.URL, " ", r.Header.Get("X-Version"), " ", string(body))))
		switch {
		case r.Method == "DELETE":
			w.WriteHeader(204)
		case r.Method == "POST":
			w.WriteHeader(201)
			fmt.Fprint(w, `{"bookId":7,"bookTitle":"Emma","inPrint":true}`)
		case r.URL.Query().Get("cursor") == "":
			fmt.Fprint(w, `{"data":[{"bookId":"1","bookTitle":"Emma","publishedAt":"1815-12-23T00:00:00+01:00","authors":[{"n": 1}]}],"meta":{"next":"p2"}}`)
		default:
			fmt.Fprint(w, `{"meta":{"next":null},"data":[{"bookId":2,"inPrint":false}]}`)
		}
	}
	env := map[string]string{}
	a := serve(t, Options{Getenv: func(name string) string { return env[name] }}, handler)
	env["MOCK_ADDR"] = strings.TrimPrefix(a.URL, "http://")
	target := func(name string) Target {
		return Target{Name: "mock.store.books." + name, Method: methodOf(t, name), SnakeCase: true}
	}
	lines, _, err := a.scan(t, target("list"), Read{
		Columns: columnsNamed("book_id", "book_title", "in_print", "published_at", "authors", "shelfId"),
		Inputs:  []providers.InputValues{values1("shelf_id", "a/b"), values1("lang", `["en","de"]`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, `1|Emma|∅|1815-12-22 23:00:00+00|[{"n":1}]|a/b`, "2|∅|f|∅|∅|a/b")
	lines, _, err = a.call(t, target("create"), Write{Inputs: []providers.InputValues{text("shelfid", "s"), text("book_title", "Emma"), text("in_print", "t")}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "7|Emma|t|∅|∅|s|∅|∅")
	lines, _, err = a.call(t, target("remove"), Write{Inputs: []providers.InputValues{text("shelfid", "s"), text("bookid", "x/y")}})
	if err != nil || len(lines) > 0 {
		t.Fatal(lines, err)
	}
	same(
		t, got,
		"GET /v1/shelves/a/b/books?lang=en&lang=de 2024-01-01",
		"GET /v1/shelves/a/b/books?lang=en&lang=de&cursor=p2 2024-01-01",
		`POST /v1/shelves/s/books  {"bookTitle":"Emma","inPrint":true,"source":"sql"}`,
		"DELETE /v1/shelves/s/books/x%2Fy",
	)
	_, _, err = a.scan(t, target("list"), Read{Inputs: []providers.InputValues{text("shelfid", "s"), text("addr", "evil.test")}})
	fails(t, err, sqlstate.InsufficientPrivilege, "may not choose the host")
}

// BenchmarkPages reads 100,000 rows in 100 pages over HTTP.
func BenchmarkPages(b *testing.B) {
	row := `{"id":12345,"name":"a thing of some kind","tags":["a","b"],"owner":{"login":"x","id":1},"private":false},`
	page := strings.TrimSuffix(strings.Repeat(row, 1000), ",")
	a := serve(b, Options{}, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("pageToken"))
		next := map[bool]string{true: fmt.Sprintf(`,"nextPageToken":"%d"`, n+1)}[n < 99]
		fmt.Fprintf(w, `{"items":[%s]%s}`, page, next)
	})
	b.ReportAllocs()
	for b.Loop() {
		rows, err := a.client.Scan(b.Context(), a.things(), Read{Columns: columnsNamed("id", "name")})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			if _, err := rows.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 100_000 {
			b.Fatal(n)
		}
		rows.Close()
	}
}
