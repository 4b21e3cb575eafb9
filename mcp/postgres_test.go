package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// A client that goes away leaves nothing running at the server.
func TestVanishingClientOfPostgres(t *testing.T) {
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
	d := open(t, settings{dsn: dsn})
	b := browser(t)
	message := callMessage(7, "run_select_query", `{"provider":"pg","sql":"SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"}`)
	message, header := asModern(t, message)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(message))
	must(t, err)
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if response, err := b.Do(r); err == nil {
			response.Body.Close()
		}
	}()
	eventually(t, "the query runs", func() bool { return running() == "1" })
	cancel()
	<-gone
	went := time.Now()
	eventually(t, "the query ends", func() bool { return running() == "0" })
	t.Logf("the query was cancelled after %s", time.Since(went))
	eventually(t, "the call ends", func() bool { return d.Busy() == 0 })
	wantCancelled(t, d)
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
