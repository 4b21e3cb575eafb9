package mcp_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// TestTokenEnds: when a token expires or is revoked, the streams on which its client listens and the calls that it
// has made end.
func TestTokenEnds(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	for _, kind := range []string{"expired", "revoked"} {
		t.Run(kind, func(t *testing.T) {
			var revoked atomic.Bool
			d, m := protectedWith(t, settings{dsn: dsn, options: func(o *mcp.Options) {
				often(o)
				o.Limits.Resume = time.Millisecond
				o.Tokens = []transport.Token{{Principal: "ci", Secret: []byte(staticSecret)}}
			}})
			*m.live = func(string) (bool, error) { return !revoked.Load(), nil }
			claims := map[string]any{}
			if kind == "expired" { // the clocks may differ by 30 seconds
				claims["exp"] = time.Now().Add(-28 * time.Second).Unix()
			}
			mortal, lasting := m.token(t, "alice", "data:read", claims), staticSecret
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			open := d.streams(ctx, t, mortal)
			others := d.streams(ctx, t, lasting)
			eventually(t, "the calls run", func() bool { return d.Busy() == 4 })
			revoked.Store(kind == "revoked")
			for name, body := range open {
				text, err := io.ReadAll(body)
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				called := strings.Contains(name, "call")
				if got := strings.Contains(string(text), "57P01") && strings.Contains(string(text), "its access token has ended") && strings.Contains(string(text), kind); got != called {
					t.Errorf("%s: %s", name, text)
				}
			}
			eventually(t, "the calls end", func() bool { return d.Busy() == 2 })
			if got := d.post(t, browser(t), hello, asBearer(mortal)); got.status != 401 {
				t.Errorf("the token is still taken: %d", got.status)
			}
			for _, body := range others {
				body.Close()
			}
			eventually(t, "the others leave", func() bool { return d.Busy() == 0 })
		})
	}
}

const staticSecret = "a-static-token-of-the-configuration"

// streams opens each kind of stream that there is, with a token.
func (d *door) streams(ctx context.Context, t *testing.T, token string) map[string]io.ReadCloser {
	t.Helper()
	id := d.begin(t, browser(t), token)
	inSession := func() http.Header { return withSession(asBearer(token), id) }
	open := map[string]io.ReadCloser{}
	send := func(name, method, message string, h http.Header) {
		h.Set("Authorization", "Bearer "+token)
		r, err := http.NewRequestWithContext(ctx, method, d.url, strings.NewReader(message))
		must(t, err)
		r.Header = h.Clone()
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream, application/json")
		response, err := browser(t).Do(r)
		must(t, err)
		t.Cleanup(func() { response.Body.Close() })
		if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("%s: %d %v", name, response.StatusCode, response.Header)
		}
		open[name] = response.Body
	}
	send("a listener of a session", "GET", "", inSession())
	send("a call of a session", "POST", callMessage(7, "run_select_query", forever), inSession())
	message, h := asModern(t, callMessage(8, "run_select_query", forever))
	send("a call without a session", "POST", message, h)
	message, h = asModern(t, `{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}`)
	send("a listener without a session", "POST", message, h)
	return open
}
