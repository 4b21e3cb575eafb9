package server_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/auth/server"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// pair is two servers of one name, on one store: what a proxy that shares out requests stands before.
func pair(t testing.TB, one, two *server.Store) (a, b *site) {
	a = openOn(t, one, nil)
	return a, openOn(t, two, func(o *server.Options) { o.Issuer = a.URL })
}

// onPairs runs a test with two processes at one file, and with two servers at one Postgres.
func onPairs(t *testing.T, test func(t *testing.T, a, b *site)) {
	t.Run("file", func(t *testing.T) {
		dir := t.TempDir()
		one, err := server.OpenStore(t.Context(), dir)
		must(t, err)
		two, err := server.OpenStore(t.Context(), dir)
		must(t, err)
		a, b := pair(t, one, two)
		test(t, a, b)
	})
	t.Run("Postgres", func(t *testing.T) {
		dsn := pgtest.Start(t).CreateDB(t)
		a, b := pair(t, openShared(t, dsn), openShared(t, dsn))
		test(t, a, b)
	})
}

// TestServersAreOne: a login, a consent, a code and a refresh, each at another server.
func TestServersAreOne(t *testing.T) {
	onPairs(t, func(t *testing.T, a, b *site) {
		alice := a.person(t)
		consent := alice.login(t, alice.get(t, a.ask(nil)), "alice")
		alice.site = b
		at := alice.decide(t, alice.get(t, b.URL+consent.url.RequestURI()), "allow")
		to, err := url.Parse(at.location)
		must(t, err)
		first := a.token(t, exchange(to.Query().Get("code")))
		second := b.token(t, refreshing(first.Refresh))
		for _, s := range []*site{a, b} {
			for _, one := range []answered{first, second} {
				who, err := s.tokens.Verify(t.Context(), one.Access)
				if err != nil || who.Subject != "alice" || who.Tenant != "acme" {
					t.Fatalf("%+v, %v", who, err)
				}
			}
		}
		must(t, a.store.AddClient(t.Context(), server.Client{ID: "added", Redirects: []string{callback}}, server.OriginOperator))
		if at := alice.get(t, b.ask(map[string]string{"client_id": "added"})); at.status != http.StatusSeeOther {
			t.Errorf("the other server does not know a client: %d %s", at.status, at.body)
		}
		n, err := b.store.Revoke(t.Context(), "alice")
		must(t, err)
		a.ahead = 2 * time.Second // it looks again
		if _, err := a.tokens.Verify(t.Context(), second.Access); n != 1 || err == nil {
			t.Errorf("%d sessions ended, and the other server takes a token of one", n)
		}
		if got := a.token(t, refreshing(second.Refresh)); got.Error != "invalid_grant" {
			t.Errorf("a refresh of an ended session: %+v", got)
		}
	})
}

// TestRefreshAtBoth: two servers get the same refresh token at once. At most one gives tokens, and as the token
// was used twice, its whole grant ends.
func TestRefreshAtBoth(t *testing.T) {
	onPairs(t, func(t *testing.T, a, b *site) {
		alice := a.person(t)
		for round := range 8 {
			first := a.token(t, exchange(alice.code(t, "alice", nil)))
			got := make([]answered, 2)
			var both sync.WaitGroup
			for i, s := range []*site{a, b} {
				both.Go(func() { got[i] = s.token(t, refreshing(first.Refresh)) })
			}
			both.Wait()
			good := slices.DeleteFunc(slices.Clone(got), func(one answered) bool { return one.Status != http.StatusOK })
			if len(good) > 1 {
				t.Fatalf("round %d: both have won", round)
			}
			a.ahead += 2 * time.Second // the servers look again
			b.ahead = a.ahead
			for _, one := range append(good, first) {
				if again := b.token(t, refreshing(one.Refresh)); again.Error != "invalid_grant" {
					t.Errorf("round %d: a refresh token is good: %+v", round, again)
				}
				for _, s := range []*site{a, b} {
					if _, err := s.tokens.Verify(t.Context(), one.Access); err == nil {
						t.Errorf("round %d: an access token is good", round)
					}
				}
			}
		}
	})
}

// TestRotationAtBoth: a server signs with a new key only after the other server has read that key, so at no moment
// does one server refuse a token that the other has signed.
func TestRotationAtBoth(t *testing.T) {
	onPairs(t, func(t *testing.T, a, b *site) {
		alice := a.person(t)
		head := func(token string) string { return strings.SplitN(token, ".", 2)[0] }
		before := a.token(t, exchange(alice.code(t, "alice", nil)))
		if n := len(b.server.PublicKeys().Keys); n != 1 {
			t.Fatalf("%d keys", n)
		}
		_, err := b.store.RotateKey(t.Context())
		must(t, err)
		a.ahead = 1100 * time.Millisecond // it has read the new key, and the other server has not
		during := a.token(t, exchange(alice.code(t, "alice", nil)))
		if _, err := b.tokens.Verify(t.Context(), during.Access); err != nil || head(during.Access) != head(before.Access) {
			t.Errorf("the new key signs at once: %v", err)
		}
		a.ahead, b.ahead = 3*time.Second, 3*time.Second
		after := b.token(t, exchange(alice.code(t, "alice", nil)))
		if head(after.Access) == head(before.Access) {
			t.Error("the old key signs still")
		}
		for _, one := range []answered{before, during, after} {
			_, err := a.tokens.Verify(t.Context(), one.Access)
			must(t, err)
		}
	})
}

// TestStoreIsAway: nobody gets a token, no client is told that its token is bad, and what cannot be looked up is
// refused; and all goes on when the store is back.
func TestStoreIsAway(t *testing.T) {
	road := newRoad(t, pgtest.Start(t))
	s := openOn(t, openShared(t, road.dsn), nil)
	alice := s.person(t)
	tokens := s.token(t, exchange(alice.code(t, "alice", nil)))
	_, err := s.tokens.Verify(t.Context(), tokens.Access)
	must(t, err)
	road.cut()
	s.ahead = 5 * time.Second
	if _, err := s.tokens.Verify(t.Context(), tokens.Access); err != nil {
		t.Errorf("after a moment without the store: %v", err)
	}
	s.ahead = 20 * time.Second
	if _, err := s.tokens.Verify(t.Context(), tokens.Access); sqlstate.CodeOf(err) != sqlstate.CannotConnectNow {
		t.Errorf("a token that may have been revoked: %v", err)
	}
	if got := s.token(t, refreshing(tokens.Refresh)); got.Status != http.StatusServiceUnavailable || got.Error != "temporarily_unavailable" {
		t.Errorf("a refresh: %+v", got)
	}
	if got := s.token(t, exchange("AAAA")); got.Status != http.StatusServiceUnavailable {
		t.Errorf("a code: %+v", got)
	}
	for _, path := range []string{s.ask(nil), s.ask(map[string]string{"client_id": "nobody"}), s.URL + "/api/oauth/login", s.URL + "/api/oauth/consent?request=AAAA"} {
		if got := alice.get(t, path); got.status != http.StatusServiceUnavailable || strings.Contains(got.body, "127.0.0.1") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	response, err := http.PostForm(s.URL+"/api/oauth/revoke", url.Values{"token": {tokens.Refresh}})
	must(t, err)
	if response.Body.Close(); response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a revocation that did not happen: %d", response.StatusCode)
	}
	road.mend(t)
	s.ahead = 30 * time.Second
	if got := s.token(t, refreshing(tokens.Refresh)); got.Status != http.StatusOK {
		t.Errorf("when the store is back: %+v", got)
	}
	if _, err := s.tokens.Verify(t.Context(), tokens.Access); err != nil {
		t.Errorf("when the store is back: %v", err)
	}
}

// road leads to a Postgres, and can be cut.
type road struct {
	dsn, to, at string

	mu       sync.Mutex
	listener net.Listener
	cars     []net.Conn
	running  sync.WaitGroup
}

func newRoad(t testing.TB, pg *pgtest.Server) *road {
	u, err := url.Parse(pg.CreateDB(t))
	must(t, err)
	r := &road{to: u.Host, at: "127.0.0.1:0"}
	r.mend(t)
	u.Host = r.at
	r.dsn = u.String()
	t.Cleanup(r.cut)
	return r
}

// mend opens the road, also again.
func (r *road) mend(t testing.TB) {
	listener, err := net.Listen("tcp", r.at)
	must(t, err)
	r.listener, r.at = listener, listener.Addr().String()
	r.running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", r.to)
			if err != nil {
				client.Close()
				continue
			}
			r.mu.Lock()
			r.cars = append(r.cars, client, server)
			r.mu.Unlock()
			r.running.Go(func() { carry(client, server) })
			r.running.Go(func() { carry(server, client) })
		}
	})
}

func carry(from, to net.Conn) {
	defer to.Close()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if _, writeErr := to.Write(buffer[:n]); err != nil || writeErr != nil {
			return
		}
	}
}

func (r *road) cut() {
	r.listener.Close()
	r.mu.Lock()
	for _, car := range r.cars {
		car.Close()
	}
	r.mu.Unlock()
	r.running.Wait()
}

// TestSharedStoreOpens: many servers that begin at once make the tables once, a login without the right to
// make any finds them, and what is wrong with a DSN is said without it.
func TestSharedStoreOpens(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			s, err := server.OpenShared(t.Context(), dsn)
			if err != nil {
				t.Error(err)
				return
			}
			must(t, s.Close())
		})
	}
	all.Wait()
	u, err := url.Parse(dsn)
	must(t, err)
	db := strings.TrimPrefix(u.Path, "/")
	pg.Exec(t, db, `CREATE ROLE keeper LOGIN; CREATE ROLE stranger LOGIN; GRANT USAGE ON SCHEMA sallyport_auth TO keeper; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sallyport_auth TO keeper`)
	t.Cleanup(func() { pg.Exec(t, db, `DROP OWNED BY keeper; DROP ROLE keeper; DROP ROLE stranger`) })
	as := func(name string) string {
		v := *u
		v.User = url.UserPassword(name, "hunter2")
		return v.String()
	}
	keeper := openShared(t, as("keeper"))
	_, err = keeper.RotateKey(t.Context())
	must(t, err)
	must(t, keeper.Close())
	for name, test := range map[string]struct{ dsn, want string }{
		"a login without rights":   {as("stranger"), "refuses a statement"},
		"no DSN":                   {"postgres://u:hunter2@h:x/d", "the DSN cannot be read"},
		"a setting of the store's": {as("keeper") + "&search_path=other", `may not set "search_path"`},
		"weaker durability":        {as("keeper") + "&synchronous_commit=off", `may not set "synchronous_commit"`},
		"options":                  {as("keeper") + "&options=-csynchronous_commit%3Doff", `may not set "options"`},
		"nobody there":             {"postgres://u:hunter2@127.0.0.1:1/d?sslmode=disable", "does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := server.OpenShared(t.Context(), test.dsn)
			if err == nil {
				must(t, s.Close())
			}
			if e := sqlstate.From(err); err == nil || !strings.Contains(e.Message, test.want) || strings.Contains(err.Error()+e.Detail+e.Hint+errorsOf(err), "hunter2") {
				t.Errorf("%v", err)
			}
		})
	}
}

// errorsOf is the text of all causes of an error.
func errorsOf(err error) (text string) {
	for ; err != nil; text += err.Error() {
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return text + err.Error()
		}
		err = u.Unwrap()
		if err == nil {
			return text
		}
	}
	return text
}

// TestNoSecretsInSharedStore: what opens something is kept as a hash there, too.
func TestNoSecretsInSharedStore(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	s := openOn(t, openShared(t, dsn), nil)
	alice := s.person(t)
	code := alice.code(t, "alice", nil)
	got := s.token(t, exchange(code))
	cookies := alice.Jar.Cookies(must2(url.Parse(s.URL)))
	dump := dumpOf(t, dsn)
	if !strings.Contains(dump, "alice") {
		t.Fatal("the dump has nothing")
	}
	for _, secret := range []string{code, got.Refresh, got.Access, cookies[0].Value, "correct horse"} {
		if strings.Contains(dump, secret) {
			t.Error("the store has a secret")
		}
	}
}

// dumpOf is all that the tables of a store have, as text.
func dumpOf(t testing.TB, dsn string) (all string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	must(t, err)
	defer conn.Close(context.Background())
	for _, table := range []string{"signing_key", "client", "grant_", "consent", "once"} {
		var text string
		must(t, conn.QueryRow(t.Context(), `SELECT coalesce(string_agg(r::text || coalesce(convert_from(nullif(to_jsonb(r)->>'body', '')::bytea, 'UTF8'), ''), '|'), '') FROM sallyport_auth.`+table+` r`).Scan(&text))
		all += text
	}
	return all
}
