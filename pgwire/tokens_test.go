package pgwire

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// issuer gives tokens out.
type issuer struct {
	t       *testing.T
	key     *ecdsa.PrivateKey
	revoked *sync.Map // grants
}

const (
	issuerURL = "https://id.example"
	audience  = "https://sallyport.example"
	discovery = issuerURL + "/.well-known/openid-configuration"
)

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &issuer{t, key, &sync.Map{}}
}

// give returns a token of ana with these claims in the place of the usual ones.
func (i *issuer) give(change map[string]any) string {
	i.t.Helper()
	claims := map[string]any{
		"iss": issuerURL, "aud": audience, "sub": "7", "email": "ana@acme.example", "tenant": "acme", "roles": []string{"analyst"},
		"client_id": "psql", "scope": "data:read data:write", "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(),
	}
	maps.Copy(claims, change)
	payload, err := json.Marshal(claims)
	if err != nil {
		i.t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: i.key}, (&jose.SignerOptions{}).WithHeader("kid", "k").WithType("at+jwt"))
	if err != nil {
		i.t.Fatal(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		i.t.Fatal(err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		i.t.Fatal(err)
	}
	return compact
}

// tokens lets those in whom the issuer vouches for.
func (i *issuer) tokens() *Tokens {
	i.t.Helper()
	v, err := token.New(token.Options{Issuers: []token.Issuer{{
		Name: "corp", URL: issuerURL, Audiences: []string{audience}, Claims: token.Claims{Login: "email", Tenant: "tenant"},
		Live: func(grant string) (bool, error) {
			_, revoked := i.revoked.Load(grant)
			return !revoked, nil
		},
		Keys: func() jose.JSONWebKeySet {
			return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: i.key.Public(), KeyID: "k", Use: "sig"}}}
		},
	}}})
	if err != nil {
		i.t.Fatal(err)
	}
	i.t.Cleanup(v.Close)
	return &Tokens{Verifier: v, Users: []string{"*@*"}, Discovery: discovery, Scope: "openid sallyport", Ceiling: gate.FullAccess}
}

// withTokens starts a door with TLS, a user and an issuer; root has the settings of a client.
func withTokens(t *testing.T, change ...func(*Options)) (d *door, i *issuer, root string) {
	t.Helper()
	a := newAuthority(t)
	i = newIssuer(t)
	alice := []User{{Name: "alice", Verifier: Password("s3cret"), Ceiling: gate.FullAccess, Tenant: "acme", Roles: []string{"analyst"}}}
	d = guarded(t, a, alice, append([]func(*Options){func(o *Options) { o.Tokens = i.tokens() }}, change...)...)
	return d, i, " sslmode=verify-full sslrootcert=" + a.file("ca.crt")
}

func TestTokenAsPassword(t *testing.T) {
	d, i, root := withTokens(t)
	good, past := i.give(nil), time.Now().Add(-time.Hour).Unix()
	foreign := newIssuer(t)
	const ana = "user=ana@acme.example password="
	const failed = `FATAL: password authentication failed for user "ana@acme.example"`
	for name, c := range map[string]struct{ settings, want string }{
		"good":              {ana + good + root, "in"},
		"direct TLS":        {ana + good + " sslnegotiation=direct" + root, "in"},
		"asked by choice":   {ana + good + " options='-c sallyport.ask=password'" + root, "in"},
		"an odd choice":     {ana + good + " options='-c sallyport.ask=kerberos'" + root, `invalid value for parameter "sallyport.ask"`},
		"without TLS":       {ana + good + " sslmode=disable", "tokens are not accepted without TLS"},
		"of another":        {ana + i.give(map[string]any{"email": "bob@acme.example"}) + root, failed},
		"unverified email":  {ana + i.give(map[string]any{"email_verified": false}) + root, failed},
		"without a name":    {ana + i.give(map[string]any{"email": nil}) + root, failed},
		"without a tenant":  {ana + i.give(map[string]any{"tenant": nil}) + root, failed},
		"expired":           {ana + i.give(map[string]any{"exp": past}) + root, failed},
		"for others":        {ana + i.give(map[string]any{"aud": "https://other.example"}) + root, failed},
		"of another issuer": {ana + i.give(map[string]any{"iss": "https://evil.example"}) + root, failed},
		"of another key":    {ana + foreign.give(nil) + root, failed},
		"cut short":         {ana + good[:len(good)-4] + root, failed},
		"no token":          {"user=ana@acme.example password=x" + root, failed},
		"a user's name":     {"user=alice password=" + good + root, `failed for user "alice"`},
		"a user's password": {ana + "s3cret" + root, failed},
		"a user":            {"user=alice password=s3cret" + root, "in"},
		"nobody":            {"user=eve password=" + good + root, `failed for user "eve"`},
	} {
		t.Run(name, func(t *testing.T) {
			d.forgive()
			if got := login(t, d, c.settings); !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	log, records := d.log.String(), recordsOf(t, d)
	if strings.Contains(log+records, good) || strings.Contains(log+records, good[strings.LastIndex(good, ".")+1:]) {
		t.Error("a log or a record has a token")
	}
	for _, want := range []string{`"principal":"corp/acme/7"`, `"subject":"7"`, `"tenant":"acme"`, `"client":"psql"`} {
		if !strings.Contains(records, want) {
			t.Errorf("no record has %s:\n%s", want, records)
		}
	}
	if !strings.Contains(records, `"principal":"alice"`) {
		t.Errorf("no record names the user")
	}
}

// TestTokenScopes: a session does what the token was granted, and there is none for a token without a
// scope of data.
func TestTokenScopes(t *testing.T) {
	d, i, root := withTokens(t)
	for scope, want := range map[string]string{
		"data:read":        "42501",
		"data_agent:read":  "42501",
		"data:write":       "",
		"openid email":     "28000 42501",
		"schema:provision": "28000 42501",
	} {
		t.Run(scope, func(t *testing.T) {
			_, port, err := net.SplitHostPort(d.addr)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			c, err := pgconn.Connect(ctx, fmt.Sprintf("host=localhost port=%s dbname=main user=ana@acme.example password=%s%s", port, i.give(map[string]any{"scope": scope}), root))
			if err == nil {
				defer c.Close(ctx)
				if _, err := c.Exec(ctx, "SELECT 1").ReadAll(); err != nil {
					t.Errorf("a read: %v", err)
				}
				_, err = c.Exec(ctx, "CREATE TABLE scoped_"+strings.NewReplacer(":", "_", " ", "_").Replace(scope)+" (i int)").ReadAll()
			}
			var refused *pgconn.PgError
			if (err == nil) != (want == "") || err != nil && (!errors.As(err, &refused) || !strings.Contains(want, refused.Code)) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}

// recordsOf reads all records of a door.
func recordsOf(t *testing.T, d *door) (all string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.audit, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if content, err := os.ReadFile(f); err == nil { // folders are not
			all += string(content)
		}
	}
	return all
}

// TestGuessedTokens: wrong tokens are slowed down as wrong passwords are, and asking where tokens are to
// be had is not.
func TestGuessedTokens(t *testing.T) {
	d, i, root := withTokens(t)
	for range freeOfUser + 2 {
		login(t, d, "user=ana@acme.example password=wrong"+root)
	}
	if got := login(t, d, "user=ana@acme.example password="+i.give(nil)+root); !strings.Contains(got, "too many failed logins") {
		t.Errorf("after wrong tokens: %q", got)
	}
	d.forgive()
	for range freeOfUser + 2 {
		s := knock(t, d, root, "ana@acme.example", "sallyport.ask", "oauthbearer")
		s.bearer("n,,\x01auth=\x01\x01")
		s.answer("\x01")
		s.closed()
	}
	if got := login(t, d, "user=ana@acme.example password="+i.give(nil)+root); got != "in" {
		t.Errorf("after discovery: %q", got)
	}
}

// TestSameQuestion: what a client is asked tells nothing of who is a user.
func TestSameQuestion(t *testing.T) {
	d, _, root := withTokens(t)
	for _, pair := range [][2]string{{"alice", "nobody"}, {"ana@acme.example", "nobody@acme.example"}} {
		var asked [2]string
		for n, user := range pair {
			s := knock(t, d, root, user)
			asked[n] = fmt.Sprintf("%T %+v", s.receive(), s.last)
			_ = s.conn.Close()
		}
		if asked[0] != asked[1] {
			t.Errorf("%q is asked %s, and %q %s", pair[0], asked[0], pair[1], asked[1])
		}
	}
}

// knocker is a client in its startup, message by message.
type knocker struct {
	t     *testing.T
	conn  net.Conn
	front *pgproto3.Frontend
	last  pgproto3.BackendMessage
}

// knock connects by TLS and sends a startup message with these settings.
func knock(t *testing.T, d *door, root, user string, settings ...string) *knocker {
	t.Helper()
	c, err := pgconn.ParseConfig("host=localhost" + root)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	_ = raw.SetDeadline(time.Now().Add(limit))
	t.Cleanup(func() { _ = raw.Close() })
	config := c.TLSConfig.Clone()
	config.NextProtos, config.ServerName = []string{alpn}, "localhost"
	conn := tls.Client(raw, config)
	k := &knocker{t: t, conn: conn, front: pgproto3.NewFrontend(conn, conn)}
	parameters := map[string]string{"user": user, "database": "main"}
	for n := 0; n < len(settings); n += 2 {
		parameters[settings[n]] = settings[n+1]
	}
	k.send(&pgproto3.StartupMessage{ProtocolVersion: protocol30, Parameters: parameters})
	return k
}

func (k *knocker) send(m pgproto3.FrontendMessage) {
	k.t.Helper()
	k.front.Send(m)
	if err := k.front.Flush(); err != nil {
		k.t.Fatal(err)
	}
}

func (k *knocker) receive() pgproto3.BackendMessage {
	k.t.Helper()
	m, err := k.front.Receive()
	if err != nil {
		k.t.Fatal(err)
	}
	k.last = m
	return m
}

// bearer takes the question of OAUTHBEARER and sends a first response.
func (k *knocker) bearer(response string) {
	k.t.Helper()
	if asked, ok := k.receive().(*pgproto3.AuthenticationSASL); !ok || len(asked.AuthMechanisms) != 1 || asked.AuthMechanisms[0] != mechanismBearer {
		k.t.Fatalf("asked %+v", k.last)
	}
	k.send(&pgproto3.SASLInitialResponse{AuthMechanism: mechanismBearer, Data: []byte(response)})
}

// answer takes the discovery, and sends what a client says to it.
func (k *knocker) answer(response string) {
	k.t.Helper()
	m, ok := k.receive().(*pgproto3.AuthenticationSASLContinue)
	if !ok {
		k.t.Fatalf("in the place of the discovery: %+v", k.last)
	}
	var told map[string]string
	if err := json.Unmarshal(m.Data, &told); err != nil || told["status"] != "invalid_token" || told["openid-configuration"] != discovery || told["scope"] != "openid sallyport" {
		k.t.Errorf("the discovery is %s (%v)", m.Data, err)
	}
	k.send(&pgproto3.SASLResponse{Data: []byte(response)})
}

// closed takes an error that ends the connection, and returns it.
func (k *knocker) closed() *pgproto3.ErrorResponse {
	k.t.Helper()
	e, ok := k.receive().(*pgproto3.ErrorResponse)
	if !ok || e.Severity != "FATAL" {
		k.t.Fatalf("in the place of a FATAL error: %+v", k.last)
	}
	return e
}

func TestBearer(t *testing.T) {
	d, i, root := withTokens(t, func(o *Options) { o.Tokens.Bearer = true })
	good := i.give(nil)
	const user = "ana@acme.example"
	for name, response := range map[string]string{
		"good": "n,,\x01auth=Bearer " + good + "\x01\x01", "y": "y,,\x01auth=bearer  " + good + "\x01\x01",
		"host and port": "n,,\x01host=db.example\x01port=5466\x01auth=Bearer " + good + "\x01\x01",
	} {
		s := knock(t, d, root, user)
		s.bearer(response)
		if _, ok := s.receive().(*pgproto3.AuthenticationOk); !ok {
			t.Errorf("%s: %+v", name, s.last)
		}
	}
	for name, response := range map[string]string{
		"discovery": "n,,\x01auth=\x01\x01", "another scheme": "n,,\x01auth=Basic " + good + "\x01\x01", "garbage": "n,,\x01auth=Bearer x\x01\x01",
		"of another": "n,,\x01auth=Bearer " + i.give(map[string]any{"email": "bob@acme.example"}) + "\x01\x01",
	} {
		d.forgive()
		s := knock(t, d, root, user)
		s.bearer(response)
		s.answer("\x01")
		if e := s.closed(); e.Code != "28000" || e.Message != `OAuth bearer authentication failed for user "ana@acme.example"` || e.Hint == "" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	for name, response := range map[string]string{
		"empty": "", "no pairs": "n,,", "no end": "n,,\x01auth=Bearer " + good, "no last end": "n,,\x01auth=Bearer " + good + "\x01", "no auth": "n,,\x01host=x\x01\x01",
		"two tokens": "n,,\x01auth=Bearer a\x01auth=Bearer " + good + "\x01\x01", "channel binding": "p=tls-exporter,,\x01auth=Bearer " + good + "\x01\x01",
		"somebody's place": "n,a=bob,\x01auth=Bearer " + good + "\x01\x01", "a key": "n,,\x01a1=x\x01auth=Bearer " + good + "\x01\x01",
		"a NUL": "n,,\x01auth=Bearer " + good + "\x00\x01\x01", "no key": "n,,\x01=x\x01\x01", "behind the end": "n,,\x01auth=Bearer " + good + "\x01\x01x",
	} {
		d.forgive()
		s := knock(t, d, root, user)
		s.bearer(response)
		if e := s.closed(); e.Code != "08P01" && e.Code != "0A000" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	d.forgive()
	s := knock(t, d, root, user)
	s.bearer("n,,\x01auth=\x01\x01")
	s.answer("\x01\x01")
	if e := s.closed(); e.Code != "08P01" {
		t.Errorf("another answer to the discovery: %+v", e)
	}
	s = knock(t, d, root, user)
	if _, ok := s.receive().(*pgproto3.AuthenticationSASL); !ok {
		t.Fatal(s.last)
	}
	s.send(&pgproto3.SASLInitialResponse{AuthMechanism: "SCRAM-SHA-256", Data: []byte("n,,n=,r=x")})
	if e := s.closed(); e.Code != "08P01" {
		t.Errorf("another mechanism: %+v", e)
	}
}

// relayedTokens is withTokens for a source whose sessions are relayed.
func relayedTokens(t *testing.T, _ ...func(*Options)) (*door, *issuer, string) {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	p, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	a, i := newAuthority(t), newIssuer(t)
	server := a.issue("server", func(c *x509.Certificate) { c.DNSNames = []string{"localhost"} })
	d := serveEngine(t, dsn, engine.Config{Mode: gate.FullAccess, Sources: []providers.Provider{p}}, func(o *Options) {
		o.TLS = &tls.Config{Certificates: []tls.Certificate{server}}
		o.Tokens = i.tokens()
	})
	return d, i, " sslmode=verify-full sslrootcert=" + a.file("ca.crt")
}

func TestFitsPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		fits          bool
	}{
		{"ana", "ana", true},
		{"ana", "anna", false},
		{"*", "", true},
		{"*@*", "ana@x", true},
		{"*@*", "ana", false},
		{"*@x", "ana@x", true},
		{"*@x", "ana@xy", false},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "a-b-c", true},
		{"a*b*c", "acb", false},
		{"", "", true},
		{"", "x", false},
		{"[a]*", "a", false},
		{"*b*b", "ab", false},
	} {
		if got := fitsPattern(c.pattern, c.name); got != c.fits {
			t.Errorf("%q of %q: %v", c.name, c.pattern, got)
		}
	}
}
