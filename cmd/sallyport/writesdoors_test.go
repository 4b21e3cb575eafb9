package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestWritesByDriver: a driver prepares a change, asks what it takes and gives, and binds, in binary too.
func TestWritesByDriver(t *testing.T) {
	b := newBoxes(t)
	server, _ := startBoxes(t, b, "mode: full_access\n")
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, "postgres://ann@"+server.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	described, err := conn.Prepare(ctx, "q", "INSERT INTO s.boxes (data__name, data__size, data__sealed) VALUES ($1, $2, $3), ($1, 5, NULL) RETURNING name, size + $4::int AS more")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(described.ParamOIDs, len(described.Fields)); got != "[25 20 16 23] 2" || len(b.requests()) > 0 {
		t.Errorf("described as %s, and requests were sent", got)
	}
	for _, test := range []struct {
		sql  string
		args []any
		want string
	}{
		{"q", []any{"a", 3, true, 10}, `[a 11][a 11] INSERT 0 2: POST /v1/boxes  {"name":"a","sealed":true,"size":3}, POST /v1/boxes  {"name":"a","sealed":null,"size":5}`},
		{"q", []any{"b", nil, nil, "1"}, `[b 2][b 2] INSERT 0 2: POST /v1/boxes  {"name":"b","sealed":null,"size":null}, POST /v1/boxes  {"name":"b","sealed":null,"size":5}`},
		{"UPDATE s.boxes SET data__size = $1 WHERE id = $2", []any{4, "b1"}, ` UPDATE 1: PATCH /v1/boxes/b1  {"size":4}`},
		{"UPDATE s.boxes SET data__size = $1::int + 1 WHERE id IN ($2, $3)", []any{"4", "b1", "b2"}, ` UPDATE 2: PATCH /v1/boxes/b1  {"size":5}, PATCH /v1/boxes/b2  {"size":5}`},
		{"DELETE FROM s.boxes WHERE id = ANY ($1) RETURNING id", []any{[]string{"b1", "b2", "b1"}}, `[b1][b2] DELETE 2: DELETE /v1/boxes/b1, DELETE /v1/boxes/b2`},
		{"DELETE FROM s.boxes WHERE id = $1", []any{nil}, ` DELETE 0: `},
		{"DELETE FROM s.boxes WHERE id IN ($1, $2)", []any{"b1", "b1"}, ` DELETE 1: DELETE /v1/boxes/b1`},
		{"INSERT INTO s.boxes (data__name, data__size) SELECT name, $1::int FROM s.boxes WHERE rack = $2 AND size > $3", []any{9, "r", 2}, ` INSERT 0 1: GET /v1/boxes?rack=r, POST /v1/boxes  {"name":"box 3","size":9}`},
		{"REPLACE s.boxes SET data__name = $2 WHERE id = $1", []any{"b1", "n"}, ` REPLACE 1: PUT /v1/boxes/b1  {"name":"n"}`},
		{"EXEC s.boxes.open @id = $1, @data__wide = $2", []any{"b1", "true"}, `[b1 POST 7 <nil> <nil>] EXEC 1: POST /v1/boxes/b1/open  {"wide":true}`},
	} {
		text, tag, err := printed(ctx, conn, test.sql, test.args...)
		if got := text + " " + tag + ": " + strings.Join(b.requests(), ", "); err != nil || got != test.want {
			t.Errorf("%s %v: %s, want %s (%v)", test.sql, test.args, got, test.want, err)
		}
	}
	testWritesInTransaction(t, conn, b)
}

// testWritesInTransaction: what cannot be undone is not a part of what may be.
func testWritesInTransaction(t *testing.T, conn *pgx.Conn, b *boxes) {
	for _, sql := range []string{
		"INSERT INTO s.boxes (data__name) VALUES ('a')", "UPDATE s.boxes SET data__size = 1 WHERE id = 'b'", "DELETE FROM s.boxes WHERE id IN (SELECT id FROM s.boxes WHERE rack = 'r')",
		"REPLACE s.boxes SET data__name = 'a' WHERE id = 'b'", "EXEC s.boxes.open @id = 'b'",
	} {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var failed *pgconn.PgError
		if _, err := tx.Exec(t.Context(), sql); !errors.As(err, &failed) || failed.Code != "25001" {
			t.Errorf("%s in a transaction: %v", sql, err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if asked := b.requests(); len(asked) > 0 {
		t.Errorf("in transactions: %s", asked)
	}
}

// TestWritesByMode: a change is judged by what its method does, and at least as what its verb says.
func TestWritesByMode(t *testing.T) {
	b := newBoxes(t)
	const refused, allowed = "refused", "allowed"
	table := []struct {
		sql  string
		want [4]string // read_only, safe, delete_safe, full_access: nobody is there to be asked
	}{
		{"INSERT INTO own.s.boxes (data__name) VALUES ('a')", [4]string{refused, refused, allowed, allowed}},
		{"UPDATE own.s.boxes SET data__size = 1 WHERE id = 'b'", [4]string{refused, refused, allowed, allowed}},
		{"REPLACE own.s.boxes SET data__name = 'a' WHERE id = 'b'", [4]string{refused, refused, allowed, allowed}},
		{"DELETE FROM own.s.boxes WHERE id = 'b'", [4]string{refused, refused, refused, allowed}},
		{"EXEC own.s.boxes.open @id = 'b'", [4]string{refused, refused, refused, allowed}},
		{"EXEC own.s.boxes.list @rack = 'none'", [4]string{allowed, allowed, allowed, allowed}},
		{"INSERT INTO own.s.shredders (id) VALUES ('b')", [4]string{refused, refused, refused, allowed}},
		{"DELETE FROM own.s.shredders WHERE id = 'b' AND data__name = 'a'", [4]string{refused, refused, refused, allowed}},
		{"INSERT INTO own.s.boxes (data__name) SELECT name FROM own.s.boxes WHERE rack = 'r'", [4]string{refused, refused, allowed, allowed}},
		{"INSERT INTO own.s.boxes (data__name) SELECT read_text('/dev/null')", [4]string{refused, refused, refused, allowed}},
		{"SELECT name FROM own.s.boxes WHERE rack = 'none'", [4]string{allowed, allowed, allowed, allowed}},
	}
	for i, mode := range []string{"read_only", "safe", "delete_safe", "full_access"} {
		server, _ := startBoxes(t, b, "mode: "+mode+"\n")
		for _, test := range table {
			_, _, stderr := server.sql(t, "-c", test.sql)
			got := allowed
			if strings.Contains(stderr, "refused by the gate") {
				got = refused
			}
			if sent := len(b.requests()) > 0; got != test.want[i] || sent == (got == refused) && !strings.Contains(stderr, "read_text") {
				t.Errorf("%s: %s was %s, and sent is %t: %s", mode, test.sql, got, sent, stderr)
			}
		}
		server.stop()
	}
}

// TestWritesByMCP: the tool for changes changes resources of APIs; one that reads does not.
func TestWritesByMCP(t *testing.T) {
	b := newBoxes(t)
	server, _ := startBoxes(t, b, "mode: full_access\n")
	session, _ := post(t, server.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	ask := func(tool, sql string) string {
		t.Helper()
		_, answer := post(t, server.mcp, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{"sql":%q}}}`, tool, sql))
		return answer
	}
	if answer := ask("run_select_query", "INSERT INTO own.s.boxes (data__name) VALUES ('a')"); !strings.Contains(answer, "refused by the gate") || len(b.requests()) > 0 {
		t.Error(answer)
	}
	for sql, want := range map[string]string{
		"INSERT INTO own.s.boxes (data__name) VALUES ('a'), ('b')":                          "INSERT 0 2",
		"INSERT INTO own.s.boxes (data__name) VALUES ('a') RETURNING id":                    "new-a",
		"UPDATE own.s.boxes SET data__size = 2 WHERE id = 'b1'":                             "UPDATE 1",
		"DELETE FROM own.s.boxes WHERE id IN (SELECT id FROM own.s.boxes WHERE rack = 'r')": "DELETE 3",
		"INSERT INTO own.s.boxes (data__name) VALUES ('a'), ('taken'), ('c')":               "row 2 of 3 failed, row 1 was done, row 3 was not tried",
		"DELETE FROM own.s.boxes": "DELETE FROM own.s.boxes WHERE id = ",
		"REPLACE own.s.boxes SET data__name = 'n' WHERE id = 'b1' RETURNING name, size": "PUT",
	} {
		if answer := ask("run_mutation_query", sql); !strings.Contains(answer, want) {
			t.Errorf("%s: %s", sql, answer)
		}
	}
	if answer := ask("validate_select_query", "DELETE FROM own.s.boxes WHERE id = 'b1'"); strings.Contains(answer, "internal error") {
		t.Error(answer)
	}
	for _, r := range b.requests() {
		if strings.Contains(r, `"c"`) {
			t.Errorf("a row behind one that failed was tried: %s", r)
		}
	}
}

// written is what a record has of interest here.
type written struct {
	SQL, Phase, Tag string
	Seq             int64
	Rows            int64
	Error           any
	Requests        []struct {
		Method, Path  string
		Status, Count int
	}
}

// TestWritesOnRecord: the intent is on record before the first request, and the outcome tells the requests.
func TestWritesOnRecord(t *testing.T) {
	b := newBoxes(t)
	var server *running
	open := b.Config.Handler
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && !strings.Contains(server.records(t), `"phase":"intent"`) {
			t.Error("a request was sent before its intent was on record")
		}
		open.ServeHTTP(w, r)
	})
	server, _ = startBoxes(t, b, "mode: full_access\n")
	server.sql(t, "-c", "INSERT INTO own.s.boxes (data__name) SELECT name FROM own.s.boxes WHERE rack = 'r' UNION ALL SELECT 'taken'")
	if asked := b.requests(); len(asked) != 5 {
		t.Fatal(asked)
	}
	found := false
	for line := range strings.Lines(server.records(t)) {
		var r written
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Phase == "outcome" && len(r.Requests) > 0 {
			found = true
			if got := fmt.Sprint(r.Requests); got != "[{GET /v1/boxes 200 1} {POST /v1/boxes 201 3} {POST /v1/boxes 409 1}]" || !strings.Contains(line, "row 4 of 4 failed, rows 1 to 3 were done: ") {
				t.Errorf("%s\n%s", got, line)
			}
		}
	}
	if !found {
		t.Error(server.records(t))
	}
}

// TestWritesChanged: rows are not sent by another method than the one that was judged.
func TestWritesChanged(t *testing.T) {
	b := newBoxes(t)
	server, file := startBoxes(t, b, "mode: delete_safe\n")
	service, err := os.ReadFile("testdata/boxes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(service), "pack: {operation: {$ref: '#/paths/~1v1~1boxes/post'}, response: {mediaType: application/json, openAPIDocKey: '201'}}",
		"pack: {operation: {$ref: '#/paths/~1v1~1boxes~1{id}/delete'}, response: {mediaType: application/json, openAPIDocKey: '200'}}", 1)
	if changed == string(service) {
		t.Fatal("the document is not what it was")
	}
	open := b.Config.Handler
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			server.rewriteOwn(t, b.forge, file, changed, "#/paths/~1v1~1boxes/get")
		}
		open.ServeHTTP(w, r)
	})
	_, stdout, stderr := server.sql(t, "-c", "INSERT INTO own.s.boxes (data__name) VALUES ('a'), ('b'), ('c')")
	if !strings.Contains(stderr, "row 2 of 3 failed, row 1 was done, row 3 was not tried") || !strings.Contains(stderr, "40001") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if asked := b.requests(); len(asked) != 1 {
		t.Error(asked)
	}
}

// TestWritesCancelled: a time limit ends a change between and in its requests, and says what was done.
func TestWritesCancelled(t *testing.T) {
	t.Parallel() // it waits for a timeout
	b := newBoxes(t)
	open := b.Config.Handler
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/slow") {
			<-r.Context().Done()
			return
		}
		open.ServeHTTP(w, r)
	})
	server, _ := startBoxes(t, b, "mode: full_access\nlimits: {statement_timeout: 2s}\n")
	_, _, stderr := server.sql(t, "-c", "DELETE FROM own.s.boxes WHERE id IN ('b1', 'slow', 'b3')")
	if !strings.Contains(stderr, "57014") || !strings.Contains(stderr, "row 2 of 3 failed, row 1 was done, row 3 was not tried") || !strings.Contains(stderr, "Whether the request was carried out is not known") {
		t.Error(stderr)
	}
	if asked := b.requests(); fmt.Sprint(asked) != "[DELETE /v1/boxes/b1]" {
		t.Error(asked)
	}
}
