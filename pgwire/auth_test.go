package pgwire

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

// authority is a certificate authority for tests.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{t: t, dir: t.TempDir(), key: key, pool: x509.NewCertPool()}
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	a.pool.AddCert(a.cert)
	a.write("ca.crt", "CERTIFICATE", der)
	return a
}

func (a *authority) write(name, kind string, der []byte) {
	a.t.Helper()
	text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	if err := os.WriteFile(filepath.Join(a.dir, name), text, 0o600); err != nil {
		a.t.Fatal(err)
	}
}

// file is the path of a file of the authority's.
func (a *authority) file(name string) string { return filepath.Join(a.dir, name) }

// issue makes a certificate and writes it and its key to name.crt and name.key.
func (a *authority) issue(name string, change ...func(*x509.Certificate)) tls.Certificate {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	for _, f := range change {
		f(template)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	rest, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(name+".crt", "CERTIFICATE", der)
	a.write(name+".key", "PRIVATE KEY", rest)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// guarded starts a door with TLS and these users.
func guarded(t *testing.T, a *authority, list []User, change ...func(*Options)) *door {
	t.Helper()
	server := a.issue("server", func(c *x509.Certificate) { c.DNSNames = []string{"localhost"} })
	return serve(t, append([]func(*Options){func(o *Options) {
		o.TLS = &tls.Config{Certificates: []tls.Certificate{server}, ClientCAs: a.pool}
		o.Users = list
	}}, change...)...)
}

// login connects with pgconn and says how that ended.
func login(t *testing.T, d *door, settings string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(d.addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, err := pgconn.Connect(ctx, fmt.Sprintf("host=localhost port=%s dbname=main %s", port, settings))
	if err != nil {
		return err.Error()
	}
	defer c.Close(ctx) //nolint:errcheck // the test is over
	results, err := c.Exec(ctx, "SELECT 1").ReadAll()
	if err != nil || len(results) != 1 {
		return fmt.Sprintf("no answer: %v", err)
	}
	return "in"
}

func TestPasswords(t *testing.T) {
	pg := pgtest.Start(t)
	db := pg.CreateDB(t)
	pg.Exec(t, "postgres", "CREATE ROLE scram_of_postgres PASSWORD 'pässword'")
	kept := verifierOf(t, db, "scram_of_postgres")
	fromPostgres, err := ParseVerifier(kept)
	if err != nil {
		t.Fatal(err)
	}
	a := newAuthority(t)
	a.issue("carol")
	a.issue("stranger")
	foreign := newAuthority(t)
	foreign.issue("carol")
	root := " sslmode=verify-full sslrootcert=" + a.file("ca.crt")
	with := func(a *authority, name string) string {
		return root + " sslcert=" + a.file(name+".crt") + " sslkey=" + a.file(name+".key")
	}
	d := guarded(t, a, []User{
		{Name: "alice", Verifier: Password("s3cret"), Ceiling: gate.FullAccess},
		{Name: "bob", Verifier: fromPostgres, Ceiling: gate.FullAccess},
		{Name: "carol", Certificates: []string{"carol"}, Ceiling: gate.FullAccess},
		{Name: "dave", Certificates: []string{"nobody", "carol"}, Verifier: Password("both"), Ceiling: gate.FullAccess},
	})
	const failed = `FATAL: password authentication failed for user`
	for name, c := range map[string]struct{ settings, want string }{
		"plain":                       {"user=alice password=s3cret sslmode=disable", "in"},
		"TLS, bound":                  {"user=alice password=s3cret channel_binding=require" + root, "in"},
		"TLS, not bound":              {"user=alice password=s3cret channel_binding=disable" + root, "in"},
		"direct TLS":                  {"user=alice password=s3cret sslnegotiation=direct channel_binding=require" + root, "in"},
		"TLS or not":                  {"user=alice password=s3cret sslmode=prefer", "in"},
		"verifier of Postgres":        {"user=bob password='pässword'" + root, "in"},
		"wrong password":              {"user=alice password=s3cre sslmode=disable", failed},
		"no password":                 {"user=alice sslmode=disable", failed},
		"another's password":          {"user=bob password=s3cret sslmode=disable", failed},
		"nobody":                      {"user=eve password=s3cret" + root, failed},
		"certificate":                 {"user=carol" + with(a, "carol"), "in"},
		"certificate, plain":          {"user=carol password=x sslmode=disable", failed},
		"certificate, not shown":      {"user=carol password=x" + root, failed},
		"certificate of another":      {"user=carol password=x" + with(a, "stranger"), failed},
		"certificate for the server":  {"user=alice" + with(a, "carol"), failed},
		"certificate of another root": {"user=carol password=x" + with(foreign, "carol"), "tls"},
		"both":                        {"user=dave password=both" + with(a, "carol"), "in"},
		"both, no certificate":        {"user=dave password=both" + root, failed},
		"both, no password":           {"user=dave" + with(a, "carol"), failed},
		"both, wrong password":        {"user=dave password=x" + with(a, "carol"), failed},
	} {
		t.Run(name, func(t *testing.T) {
			d.forgive()
			if got := login(t, d, c.settings); !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	for _, reason := range []string{"there is no such user", `the certificate belongs to [\"stranger\"]`} {
		waittest.Eventually(t, "the log says "+reason, func() bool { return strings.Contains(d.log.String(), reason) }, d.log)
	}
	for _, secret := range []string{"s3cret", "pässword", kept, "both"} {
		if strings.Contains(d.log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// forgive forgets the failures of tests before.
func (d *door) forgive() {
	d.guesses.mu.Lock()
	defer d.guesses.mu.Unlock()
	clear(d.guesses.of)
}

// verifierOf is what Postgres keeps of a role's password.
func verifierOf(t *testing.T, db, role string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, err := pgconn.Connect(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx) //nolint:errcheck // the test is over
	results, err := c.Exec(ctx, "SELECT rolpassword FROM pg_authid WHERE rolname = '"+role+"'").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[0].Rows[0][0])
}

// TestEndPoints: channel binding works with each kind of certificate, and is
// not offered where it is not defined.
func TestEndPoints(t *testing.T) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	d := serve(t, withTLS(t), func(o *Options) { o.Users = []User{{Name: "u", Verifier: Password("p"), Ceiling: gate.FullAccess}} })
	const bound = "user=u password=p sslmode=require channel_binding=require"
	if got := login(t, d, bound); got != "in" {
		t.Errorf("ECDSA: %s", got)
	}
	d.SetTLS(&tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	if got := login(t, d, bound); !strings.Contains(got, "channel binding required") {
		t.Errorf("Ed25519, bound: %s", got)
	}
	if got := login(t, d, "user=u password=p sslmode=require"); got != "in" {
		t.Errorf("Ed25519: %s", got)
	}
}

// TestUsers: what a user may do.
func TestUsers(t *testing.T) {
	a := newAuthority(t)
	d := guarded(t, a, []User{
		{Name: "reader", Verifier: Password("p"), Ceiling: gate.ReadOnly, MaxConns: 2},
		{Name: "nothing", Verifier: Password("p")},
		{Name: "elsewhere", Verifier: Password("p"), Ceiling: gate.FullAccess, Sources: []string{"other"}},
		{Name: "here", Verifier: Password("p"), Ceiling: gate.FullAccess, Sources: []string{"main"}, Source: "main"},
	}, func(o *Options) { o.MaxConns = 3 })
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	connect := func(user, database string) (*pgconn.PgConn, string) {
		c, err := pgconn.Connect(ctx, fmt.Sprintf("postgres://%s:p@%s/%s?sslmode=disable", user, d.addr, database))
		if err != nil {
			return nil, err.Error()
		}
		t.Cleanup(func() { _ = c.Close(context.WithoutCancel(ctx)) })
		return c, ""
	}
	try := func(user, sql string) string {
		c, problem := connect(user, "main")
		if c == nil {
			return problem
		}
		defer c.Close(ctx) //nolint:errcheck // it is over
		_, err := c.Exec(ctx, sql).ReadAll()
		return fmt.Sprint(err)
	}
	for _, c := range []struct{ user, sql, want string }{
		{"reader", "SELECT 1", "<nil>"},
		{"reader", "CREATE TABLE t (n int)", "42501"},
		{"nothing", "SELECT 1", "42501"},
		{"here", "CREATE TABLE t (n int)", "<nil>"},
		{"elsewhere", "SELECT 1", `permission denied for database "main" (SQLSTATE 42501)`},
	} {
		eventually(t, "the others have left", func() bool { return openSessions(d.Server) == 0 })
		if got := try(c.user, c.sql); !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %s, want %s", c.user, c.sql, got, c.want)
		}
	}
	if c, problem := connect("here", "here"); c == nil {
		t.Errorf("the user's own database: %s", problem)
	} else {
		_ = c.Close(ctx)
	}
	if _, problem := connect("here", "secret"); !strings.Contains(problem, `permission denied for database "secret"`) {
		t.Errorf("a database that is not there: %s", problem)
	}
	eventually(t, "the others have left", func() bool { return openSessions(d.Server) == 0 })
	for i := range 2 {
		if c, problem := connect("reader", "main"); c == nil {
			t.Errorf("reader's session %d: %s", i, problem)
		}
	}
	if _, problem := connect("reader", "main"); !strings.Contains(problem, `too many connections for role "reader" (SQLSTATE 53300)`) {
		t.Errorf("reader's third session: %s", problem)
	}
	if c, problem := connect("here", "main"); c == nil {
		t.Errorf("another's first session: %s", problem)
	}
	if _, problem := connect("nothing", "main"); !strings.Contains(problem, "sorry, too many clients already (SQLSTATE 53300)") {
		t.Errorf("one too many: %s", problem)
	}
}

func TestTLSRequired(t *testing.T) {
	d := serve(t, withTLS(t), func(o *Options) { o.TLSRequired = true })
	if got := login(t, d, "user=u sslmode=disable"); !strings.Contains(got, "connections without TLS are not accepted (SQLSTATE 28000)") {
		t.Errorf("plain: %s", got)
	}
	if got := login(t, d, "user=u sslmode=require"); got != "in" {
		t.Errorf("TLS: %s", got)
	}
}

// TestRenewal: a new certificate serves new connections.
func TestRenewal(t *testing.T) {
	a, b := newAuthority(t), newAuthority(t)
	d := guarded(t, a, nil)
	fresh := b.issue("server", func(c *x509.Certificate) { c.DNSNames = []string{"localhost"} })
	trusting := func(a *authority) string { return "user=u sslmode=verify-full sslrootcert=" + a.file("ca.crt") }
	if got := login(t, d, trusting(a)); got != "in" {
		t.Errorf("before: %s", got)
	}
	d.SetTLS(&tls.Config{Certificates: []tls.Certificate{fresh}})
	if got := login(t, d, trusting(b)); got != "in" {
		t.Errorf("after: %s", got)
	}
	if got := login(t, d, trusting(a)); !strings.Contains(got, "certificate") {
		t.Errorf("the old authority, after: %s", got)
	}
}

// TestUsersThatCannotBe: New refuses users that could not come in, or that
// anybody could be.
func TestUsersThatCannotBe(t *testing.T) {
	for name, list := range map[string][]User{
		"no proof":     {{Name: "u"}},
		"no name":      {{Verifier: Password("p")}},
		"twice":        {{Name: "u", Verifier: Password("p")}, {Name: "u", Verifier: Password("q")}},
		"NUL":          {{Name: "u", Verifier: Password("p\x00")}},
		"blank, and a": {{Name: "u", Verifier: Password("")}},
	} {
		if _, err := newUsers(list, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if text := fmt.Sprintf("%v %+v %#v", Password("hunter2"), User{Verifier: Password("hunter2")}, Password("hunter2")); strings.Contains(text, "hunter2") {
		t.Errorf("the password shows in %s", text)
	}
}
