package mcp_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const forever = `{"provider":"pg","sql":"SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"}`

// What is cancelled, and whose client goes away, leaves nothing running at the
// server, on every transport and in both eras.
func TestCancelAtPostgres(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	eyes, err := pgconn.Connect(t.Context(), dsn)
	must(t, err)
	defer eyes.Close(context.Background())
	running := func() string {
		result := eyes.ExecParams(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()
			AND datname = current_database() AND query LIKE 'SELECT count(*) FROM generate_series%'`, nil, nil, nil, nil).Read()
		must(t, result.Err)
		return string(result.Rows[0][0])
	}
	for _, test := range []struct {
		name string
		call func(t *testing.T, d *door) (cancel func())
	}{
		{"2026-07-28 closes", func(t *testing.T, d *door) func() {
			message, header := asModern(t, callMessage(7, "run_select_query", forever))
			return d.leaves(t, message, header)
		}},
		{"2025 closes", func(t *testing.T, d *door) func() {
			header := http.Header{"Mcp-Session-Id": {d.post(t, browser(t), hello, nil).header.Get("Mcp-Session-Id")}}
			return d.leaves(t, callMessage(7, "run_select_query", forever), header)
		}},
		{"2025 cancels", func(t *testing.T, d *door) func() {
			b := browser(t)
			header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
			leave := d.leaves(t, callMessage(7, "run_select_query", forever), header)
			return func() { d.post(t, b, cancelSeven, header); leave() }
		}},
		{"stdio cancels", func(t *testing.T, d *door) func() {
			in, requests := io.Pipe()
			served := make(chan error, 1)
			go func() { served <- d.ServeStdio(t.Context(), in, io.Discard) }()
			_, err := io.WriteString(requests, callMessage(7, "run_select_query", forever)+"\n")
			must(t, err)
			return func() {
				_, err := io.WriteString(requests, cancelSeven+"\n")
				must(t, err)
				requests.Close()
				must(t, <-served)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := open(t, settings{dsn: dsn})
			cancel := test.call(t, d)
			eventually(t, "the query runs", func() bool { return running() == "1" })
			began := time.Now()
			cancel()
			eventually(t, "the query ends", func() bool { return running() == "0" })
			t.Logf("the query was gone after %s", time.Since(began))
			eventually(t, "the call ends", func() bool { return d.Busy() == 0 })
			wantCancelled(t, d)
		})
	}
}

// leaves sends a call, and returns how its client closes the connection.
func (d *door) leaves(t *testing.T, message string, header http.Header) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(message))
	must(t, err)
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	gone := make(chan struct{})
	b := browser(t)
	go func() {
		defer close(gone)
		if response, err := b.Do(r); err == nil {
			response.Body.Close()
		}
	}()
	return func() { cancel(); <-gone }
}

// An answer of a capped result says so, whatever the cap is, and the next call
// has its connection.
func TestCapsOfPostgres(t *testing.T) {
	d := open(t, settings{dsn: pgtest.Start(t).CreateDB(t)})
	call := d.overHTTP(t)
	for arguments, want := range map[string]string{
		`{"provider":"pg","sql":"SELECT g FROM generate_series(1, 100000) g"}`:                                             "Truncated after 200 rows",
		`{"provider":"pg","sql":"SELECT g FROM generate_series(1, 100000) g","row_limit":3}`:                               "Truncated after 3 rows",
		`{"provider":"pg","sql":"SELECT g FROM generate_series(1, 3) g","row_limit":3}`:                                    "3 rows.",
		`{"provider":"pg","sql":"SELECT repeat('x', 1000) FROM generate_series(1, 100000) g","row_limit":5000}`:            `"cut_by":"bytes"`,
		`{"provider":"pg","sql":"SELECT g FROM generate_series(1, 100000) g WHERE g % 2 = 0 ORDER BY g","row_limit":2500}`: "Truncated after 2500 rows",
		`{"provider":"pg","sql":"SELECT 1 WHERE nowhere"}`:                                                                 "42703",
	} {
		if text := call(callMessage(7, "run_select_query", arguments)); !strings.Contains(text, want) {
			t.Errorf("%s: %.300s, want %q", arguments, text, want)
		}
	}
}
