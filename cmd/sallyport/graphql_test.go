package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shopGraph answers queries of GraphQL over shops with things, three in most of them.
func shopGraph(w http.ResponseWriter, r *http.Request) {
	var sent struct{ Query string }
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || r.Header.Get("Content-Type") != "application/json" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	things := []string{`{"id":1,"name":"a"}`, `{"id":2,"name":"b\"2"}`, `{"id":3,"name":"c"}`}
	part := func(from, to int) string { return strings.Join(things[min(from, 3):min(to, 3)], ",") }
	has := func(text string) bool { return strings.Contains(sent.Query, text) }
	answer := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	page := `{"data":{"shop":{"things":{"nodes":[%s],"pageInfo":{"hasNextPage":%t,"endCursor":%q}}}}}`
	switch {
	case has("addThing") && has(`"taken"`):
		answer(`{"data":null,"errors":[{"message":"there is one of that name","extensions":{"code":"CONFLICT"}}]}`)
	case has("addThing"):
		answer(`{"data":{"addThing":{"id":9,"name":"new"}}}`)
	case has(`"nowhere"`):
		answer(`{"data":{"shop":null},"errors":[{"type":"NOT_FOUND","path":["shop"],"message":"there is no shop of that name"}]}`)
	case has(`"halfway"`):
		answer(`{"data":{"shop":{"things":{"nodes":[{"id":1,"name":"a"}],"pageInfo":{"hasNextPage":false}}}},"errors":[{"message":"the rest cannot be read"}]}`)
	case has(`"nocursor"`):
		answer(page, part(0, 2), true, "")
	case has("keyed") && has(`name_gt: "c"`):
		answer(`{"data":{"shop":{"keyed":[]}}}`)
	case has("keyed") && has(`name_gt: "b\"2"`):
		answer(`{"data":{"shop":{"keyed":[%s]}}}`, part(2, 3))
	case has("keyed"):
		answer(`{"data":{"shop":{"keyed":[%s]}}}`, part(0, 2))
	case has("counted") && has("offset: 2"):
		answer(`{"data":{"shop":{"counted":[%s]}}}`, part(2, 3))
	case has("counted"):
		answer(`{"data":{"shop":{"counted":[%s]}}}`, part(0, 2))
	case has(`after: "c\"2"`):
		answer(page, part(2, 3), false, `c"3`)
	case has(`"one"`):
		answer(page, part(0, 1), false, "x")
	default:
		answer(page, part(0, 2), true, `c"2`)
	}
}

var blanks = regexp.MustCompile(`\s+`)

// TestGraphQL reads testdata/graph.txt as TestWrites reads its file; of requests the query is shown.
func TestGraphQL(t *testing.T) {
	b := newBoxes(t)
	plain := b.Config.Handler
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/graphql" {
			shopGraph(w, b.note(r))
			return
		}
		plain.ServeHTTP(w, r)
	})
	document, err := os.ReadFile("testdata/graph.yaml")
	if err != nil {
		t.Fatal(err)
	}
	server, _ := startOwn(t, b.forge, strings.ReplaceAll(string(document), "API/", b.URL+"/"), "mode: full_access\n")
	playAPI(t, server, "testdata/graph.txt", b.URL, func() []string {
		list := b.requests()
		for i, line := range list {
			where, body, _ := strings.Cut(line, "  ")
			var sent struct{ Query string }
			if err := json.Unmarshal([]byte(body), &sent); err != nil {
				t.Error(err)
			}
			list[i] = where + " " + strings.TrimSpace(blanks.ReplaceAllString(sent.Query, " "))
		}
		slices.Sort(list) // those of an IN run side by side
		return list
	})
}

// TestGraphQLGate: in read_only the query of a document is a read, by SELECT and by EXEC, and its mutation is none.
func TestGraphQLGate(t *testing.T) {
	b := newBoxes(t)
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { shopGraph(w, b.note(r)) })
	document, err := os.ReadFile("testdata/graph.yaml")
	if err != nil {
		t.Fatal(err)
	}
	server, _ := startOwn(t, b.forge, strings.ReplaceAll(string(document), "API/", b.URL+"/"), "mode: read_only\n")
	for _, sql := range []string{"SELECT * FROM own.s.things WHERE shop = 'one'", "EXEC own.s.things.list @shop = 'one'"} {
		if status, out, stderr := server.sql(t, "-c", sql); status != 0 {
			t.Errorf("%s: %s%s", sql, out, stderr)
		}
	}
	b.requests()
	for _, sql := range []string{
		"INSERT INTO own.s.things (name, size) VALUES ('a', 3)", "EXEC own.s.things.add @name = 'a', @size = 4",
		"SELECT * FROM own.s.added WHERE name = 'a' AND size = 3",
	} {
		if status, out, stderr := server.sql(t, "-c", sql); status == 0 || !strings.Contains(stderr, "read_only") {
			t.Errorf("%s: %s%s", sql, out, stderr)
		}
	}
	if sent := b.requests(); len(sent) > 0 {
		t.Errorf("sent: %q", sent)
	}
}
