package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// newEndlessForge is an API that has no last page of repositories. Each page has 100 of them, of
// 100 kB together.
func newEndlessForge(t *testing.T) (f *forge, pages *atomic.Int64) {
	f, pages = newForge(t), &atomic.Int64{}
	name := strings.Repeat("x", 1_000)
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		page := pages.Add(1)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"items": [`)
		for i := range 100 {
			if i > 0 {
				_, _ = fmt.Fprint(w, ",")
			}
			_, _ = fmt.Fprintf(w, `{"id": %d, "name": %q, "stars": %d}`, page, name, i)
		}
		_, _ = fmt.Fprintf(w, `], "next": "p%d"}`, page)
	})
	return f, pages
}

// standsStill returns a counter's value once it has not changed for a while.
func standsStill(t *testing.T, counter *atomic.Int64) int64 {
	t.Helper()
	for range 100 {
		before := counter.Load()
		time.Sleep(500 * time.Millisecond) // many times as long as a request takes
		if counter.Load() == before {
			return before
		}
	}
	t.Errorf("there are still requests, %d so far", counter.Load())
	return 0
}

// TestAPIsStream: requests stop where nobody reads on, and the record has as many as were sent.
func TestAPIsStream(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f, pages := newEndlessForge(t)
	server := startForge(t, f, "")
	connect := func() *pgx.Conn {
		conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/forge")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close(t.Context()) })
		return conn
	}
	const endless = "SELECT id, name, stars FROM forge.repos.repos WHERE org = 'endless'"
	before := int64(0) // requests on record
	for _, test := range []struct {
		name, sql string
		most      int64 // requests
		end       func(conn *pgx.Conn, rows pgx.Rows)
	}{
		{"a LIMIT", endless + " AND stars % 10 = 7 LIMIT 5", 80, func(_ *pgx.Conn, rows pgx.Rows) {
			for rows.Next() {
			}
			if err := rows.Err(); err != nil || rows.CommandTag().String() != "SELECT 5" {
				t.Error(err, rows.CommandTag())
			}
		}},
		{"a client that waits", endless, 400, func(_ *pgx.Conn, rows pgx.Rows) {
			rows.Next()
			standsStill(t, pages)
		}},
		{"a client that goes away", endless + " AND stars >= 0", 400, func(conn *pgx.Conn, rows pgx.Rows) {
			rows.Next()
			_ = conn.PgConn().Conn().Close()
		}},
	} {
		pages.Store(0)
		conn := connect()
		rows, err := conn.Query(t.Context(), test.sql)
		if err != nil {
			t.Fatal(err)
		}
		test.end(conn, rows)
		_ = conn.PgConn().Conn().Close()
		sent := standsStill(t, pages)
		if sent == 0 || sent > test.most {
			t.Errorf("%s: %d requests", test.name, sent)
		}
		// A request that was given up may have reached the API or not.
		var answered, told int64
		eventually(t, "the server has seen that its client is gone, and recorded that", func() bool {
			const recorded = `SELECT coalesce(sum((q ->> 'count')::bigint) FILTER (WHERE q ->> 'status' = '200'), 0)::bigint, coalesce(sum((q ->> 'count')::bigint), 0)::bigint
				FROM sallyport.audit.records, json_array_elements(requests) q`
			err = connect().QueryRow(t.Context(), recorded).Scan(&answered, &told)
			return err != nil || told > before
		})
		if answered -= before; answered > sent || told-before < sent || err != nil {
			t.Errorf("%s: the record has %d requests, %d of them answered, and there were %d (%v)", test.name, told-before, answered, sent, err)
		}
		before = told
	}
}
