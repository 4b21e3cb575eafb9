package pgwire

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/auth"
)

// TestTokenEnds: a session ends when its token expires or is revoked, also in the middle of a statement; a
// connection with such a token is refused.
func TestTokenEnds(t *testing.T) {
	for _, kind := range []string{"served, expired", "relayed, expired", "served, revoked", "relayed, revoked"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			door, why, _ := strings.Cut(kind, ", ")
			open := withTokens
			if door == "relayed" {
				open = relayedTokens
			}
			d, i, root := open(t)
			expires := time.Hour
			if why == "expired" {
				expires = 2 * time.Second
			}
			mortal := i.give(map[string]any{"exp": time.Now().Add(expires).Unix(), "grant": "mortal"})
			enter := func(token string) *pgconn.PgConn {
				_, port, err := net.SplitHostPort(d.addr)
				if err != nil {
					t.Fatal(err)
				}
				c, err := pgconn.Connect(t.Context(), "host=localhost dbname=main port="+port+" user=ana@acme.example password="+token+root)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = c.Close(context.Background()) })
				return c
			}
			idle, busy, within, lasting := enter(mortal), enter(mortal), enter(mortal), enter(i.give(nil))
			if _, err := within.Exec(t.Context(), "BEGIN; SELECT 1").ReadAll(); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			ends := make(chan error, 1)
			go func() {
				_, err := busy.Exec(ctx, "SELECT pg_sleep(600)").ReadAll()
				ends <- err
			}()
			if why == "revoked" {
				eventually(t, "the statement runs", func() bool { return strings.Contains(recordsOf(t, d), "pg_sleep") })
				i.revoked.Store("mortal", true)
			}
			ended(t, "in a statement", why, <-ends)
			for name, c := range map[string]*pgconn.PgConn{"idle": idle, "in a transaction": within} {
				_, err := c.ReceiveMessage(ctx)
				ended(t, name, why, err)
			}
			eventually(t, "the sessions end", func() bool { return openSessions(d.Server) == 1 })
			if got := login(t, d, "user=ana@acme.example password="+mortal+root); !strings.Contains(got, "password authentication failed") {
				t.Errorf("the token is still taken: %s", got)
			}
			if _, err := lasting.Exec(ctx, "SELECT 1").ReadAll(); err != nil {
				t.Errorf("a session with another token: %v", err)
			}
		})
	}
}

// ended checks the last words of a session whose token has ended.
func ended(t *testing.T, name, why string, err error) {
	t.Helper()
	want, detail := "the access token has expired", ""
	if why == "revoked" {
		want, detail = "the access token has ended", "revoked"
	}
	var last *pgconn.PgError
	if !errors.As(err, &last) || last.Code != "57P01" || !strings.Contains(last.Message, want) || !strings.Contains(last.Detail, detail) {
		t.Errorf("%s: %v", name, err)
	}
}

// saying is an issuer that is asked about a token, and says this.
type saying struct {
	who auth.Principal
	err error
}

func (s *saying) Verify(context.Context, string) (auth.Principal, error) { return s.who, s.err }

// TestProveAgain: a token of which its issuer says something else than at the start of a session is not the
// session's any more.
func TestProveAgain(t *testing.T) {
	was := auth.Principal{Name: "corp/acme/7", Login: "ana", Tenant: "acme", Roles: []string{"analyst", "clerk"}, Scopes: []string{"data:read", "data:write"}, Proof: auth.Token}
	for name, c := range map[string]struct {
		change func(*saying)
		good   bool
	}{
		"the same":             {func(*saying) {}, true},
		"in another order":     {func(s *saying) { s.who.Roles = []string{"clerk", "analyst"} }, true},
		"fewer scopes":         {func(s *saying) { s.who.Scopes = s.who.Scopes[:1] }, false},
		"other roles":          {func(s *saying) { s.who.Roles = []string{"analyst"} }, false},
		"another tenant":       {func(s *saying) { s.who.Tenant = "globex" }, false},
		"somebody else":        {func(s *saying) { s.who.Name = "corp/acme/8" }, false},
		"a name of another":    {func(s *saying) { s.who.Login = "bob" }, false},
		"not good any more":    {func(s *saying) { s.err = errors.New("revoked") }, false},
		"a token of a new day": {func(s *saying) { s.who.Expires = time.Now() }, true},
	} {
		now := &saying{who: was}
		c.change(now)
		if err := (&Tokens{Verifier: now}).proveAgain(t.Context(), was, "x"); (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
