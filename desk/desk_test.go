package desk_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const token = "a token that nobody guesses"

// start runs a desk over a store of its own.
func start(t *testing.T, o desk.Options) (*approval.Store, *desk.Desk) {
	t.Helper()
	o.Dir = shortDir(t)
	var err error
	if o.Store, err = approval.Open(approval.Options{Dir: o.Dir}); err != nil {
		t.Fatal(err)
	}
	d, err := desk.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- d.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := d.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := o.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	return o.Store, d
}

// shortDir is a folder whose path leaves room for a socket's name.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "desk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func submit(t *testing.T, s *approval.Store, sql string) approval.Request {
	t.Helper()
	r, _, err := s.Submit(approval.Request{Digest: s.Digest(sql), Principal: "anna", SQL: sql, MaxRows: 10})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantCode(t *testing.T, err error, code sqlstate.Code, text string) {
	t.Helper()
	if err == nil || sqlstate.CodeOf(err) != code || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want %s with %q", err, code, text)
	}
}

func TestLocal(t *testing.T) {
	s, d := start(t, desk.Options{})
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(d.Socket()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	c, ctx := desk.NewLocal(d.Socket()), t.Context()
	if none, err := c.List(ctx); err != nil || len(none) > 0 {
		t.Errorf("%v %v", none, err)
	}
	yes, no := submit(t, s, "DELETE FROM a"), submit(t, s, "DELETE FROM b")
	if got, err := c.Get(ctx, yes.ID); err != nil || got.SQL != "DELETE FROM a" {
		t.Errorf("%+v %v", got, err)
	}
	_, err = c.Approve(ctx, yes.ID, desk.Answer{})
	wantCode(t, err, sqlstate.InvalidParameterValue, "digest is missing")
	_, err = c.Approve(ctx, yes.ID, desk.Answer{Digest: no.Digest})
	wantCode(t, err, sqlstate.ObjectNotInState, "not what was seen")
	_, err = c.Approve(ctx, yes.ID, desk.Answer{Digest: yes.Digest, MaxRows: -1})
	wantCode(t, err, sqlstate.InvalidParameterValue, "-1 rows")
	_, err = c.Approve(ctx, "ap-none", desk.Answer{Digest: yes.Digest})
	wantCode(t, err, sqlstate.UndefinedObject, "ap-none")
	if r, err := s.Get(yes.ID); err != nil || r.State != approval.Pending {
		t.Fatalf("after the refusals: %+v %v", r, err)
	}
	r, err := c.Approve(ctx, yes.ID, desk.Answer{Digest: yes.Digest, Comment: "fine", MaxRows: 3})
	if err != nil || r.State != approval.Approved || r.Approver != me.Username || r.Channel != "desk" || r.Comment != "fine" || r.MaxRows != 3 {
		t.Errorf("%+v %v", r, err)
	}
	_, err = c.Approve(ctx, yes.ID, desk.Answer{Digest: yes.Digest})
	wantCode(t, err, sqlstate.ObjectNotInState, "it is approved")
	if r, err := c.Deny(ctx, no.ID, desk.Answer{Comment: "no"}); err != nil || r.State != approval.Denied || r.Approver != me.Username {
		t.Errorf("%+v %v", r, err)
	}
	if got, err := c.List(ctx, approval.Denied, approval.Used); err != nil || len(got) != 1 || got[0].ID != no.ID {
		t.Errorf("%+v %v", got, err)
	}
	_, err = c.List(ctx, "fine")
	wantCode(t, err, sqlstate.InvalidParameterValue, `"fine" is not a state`)
}

func TestWatch(t *testing.T) {
	s, d := start(t, desk.Options{})
	c := desk.NewLocal(d.Socket())
	old := submit(t, s, "old")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	seen := make(chan approval.Request)
	ended := make(chan error, 1)
	go func() {
		ended <- c.Watch(ctx, func(r approval.Request) error { seen <- r; return nil })
	}()
	if r := <-seen; r.ID != old.ID || r.State != approval.Pending {
		t.Errorf("%+v", r)
	}
	if _, err := c.Deny(ctx, old.ID, desk.Answer{}); err != nil {
		t.Fatal(err)
	}
	if r := <-seen; r.ID != old.ID || r.State != approval.Denied {
		t.Errorf("%+v", r)
	}
	cancel()
	if err := <-ended; err == nil || ctx.Err() == nil {
		t.Errorf("%v", err)
	}
}

// There is room for so many watches, and the end of the desk ends them.
func TestWatchers(t *testing.T) {
	dir := shortDir(t)
	s, err := approval.Open(approval.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	submit(t, s, "x")
	d, err := desk.Open(t.Context(), desk.Options{Store: s, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- d.Serve() }()
	watching, ended := make(chan bool), make(chan error)
	c := desk.NewLocal(d.Socket())
	for range 16 {
		go func() {
			ended <- c.Watch(t.Context(), func(approval.Request) error { watching <- true; return nil })
		}()
	}
	for range 16 {
		<-watching
	}
	wantCode(t, c.Watch(t.Context(), nil), sqlstate.TooManyConnections, "16 watch already")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := d.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	for range 16 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	wantCode(t, c.Watch(t.Context(), nil), sqlstate.UnableToConnect, "no approval desk answers at "+d.Socket())
}

func TestSocketInTheWay(t *testing.T) {
	dir := shortDir(t)
	path := filepath.Join(dir, desk.SocketName)
	s, err := approval.Open(approval.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	open := func(o desk.Options) error {
		o.Store = s
		d, err := desk.Open(t.Context(), o)
		if err == nil {
			err = d.Shutdown(t.Context())
		}
		return err
	}
	long := filepath.Join(dir, strings.Repeat("x", 100))
	wantCode(t, open(desk.Options{Dir: long}), sqlstate.ConfigFileError, "too long: "+long)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantCode(t, open(desk.Options{Dir: dir}), sqlstate.ConfigFileError, "is no socket")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, open(desk.Options{Dir: dir}), sqlstate.LockNotAvailable, "another approval desk answers")
	l.SetUnlinkOnClose(false) // as after a kill
	l.Close()
	if err := open(desk.Options{Dir: dir}); err != nil {
		t.Errorf("over a stale socket: %v", err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket is left behind")
	}
}

// ask sends one request over TCP and returns the status and the error's message.
func ask(t *testing.T, c *http.Client, method, url, body string, header http.Header) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	r.Host = header.Get("Host")
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var f struct{ Code, Message, Hint string }
	if err := json.Unmarshal(text, &f); err != nil || response.StatusCode != http.StatusOK && (f.Code == "" || f.Hint == "") {
		t.Errorf("%s %s: %s (%v)", method, url, text, err)
	}
	return response.StatusCode, f.Message
}

func TestRemote(t *testing.T) {
	s, d := start(t, desk.Options{Address: "127.0.0.1:0", Token: token})
	r := submit(t, s, "DELETE FROM a")
	base := "http://" + d.Address().String() + "/v1/approvals"
	one := base + "/" + r.ID
	with := func(pairs ...string) http.Header {
		h := http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}}
		for i := 0; i < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	answer := fmt.Sprintf(`{"approver":"bert","digest":%q}`, r.Digest)
	for _, test := range []struct {
		name, method, url, body string
		header                  http.Header
		status                  int
		message                 string
	}{
		{"no token", "GET", base, "", http.Header{}, 401, "needs its token"},
		{"wrong token", "GET", base, "", with("Authorization", "Bearer "+token[1:]), 401, "needs its token"},
		{"empty token", "GET", base, "", with("Authorization", "Bearer "), 401, "needs its token"},
		{"another scheme", "POST", one + "/approve", answer, with("Authorization", "Basic "+token), 401, "needs its token"},
		{"two tokens", "GET", base, "", http.Header{"Authorization": {"Bearer " + token, "Bearer " + token}}, 401, "needs its token"},
		{"a browser", "POST", one + "/approve", answer, with("Origin", "http://127.0.0.1"), 403, "does not answer browsers"},
		{"a browser without a name", "POST", one + "/approve", answer, with("Origin", "null"), 403, "does not answer browsers"},
		{"rebound", "GET", base, "", with("Host", "evil.example:80"), 403, `not the host "evil.example:80"`},
		{"no such thing", "GET", base + "/x/y", "", with(), 404, "has no GET /v1/approvals/x/y"},
		{"wrong method", "GET", one + "/approve", "", with(), 404, "has no GET"},
		{"no such request", "GET", base + "/ap-x", "", with(), 404, `no approval request "ap-x"`},
		{"a form", "POST", one + "/approve", answer, with("Content-Type", "text/plain"), 400, "application/json"},
		{"no approver", "POST", one + "/approve", fmt.Sprintf(`{"digest":%q}`, r.Digest), with(), 400, "approver is missing"},
		{"odd approver", "POST", one + "/approve", `{"approver":"a\nb"}`, with(), 400, "approver is not a name"},
		{"no digest", "POST", one + "/approve", `{"approver":"bert"}`, with(), 400, "digest is missing"},
		{"unknown field", "POST", one + "/approve", `{"force":true}`, with(), 400, `unknown field "force"`},
		{"two bodies", "POST", one + "/approve", answer + answer, with(), 400, "more after it"},
		{"long", "POST", one + "/deny", `{"comment":"` + strings.Repeat("x", 20<<10) + `"}`, with(), 413, "longer than"},
		{"rows of a denial", "POST", one + "/deny", `{"approver":"bert","max_rows":1}`, with(), 400, "max_rows and grant are for approvals"},
	} {
		if status, message := ask(t, http.DefaultClient, test.method, test.url, test.body, test.header); status != test.status || !strings.Contains(message, test.message) {
			t.Errorf("%s: %d %s", test.name, status, message)
		}
	}
	if got, err := s.Get(r.ID); err != nil || got.State != approval.Pending {
		t.Fatalf("after the refusals: %+v %v", got, err)
	}
	if status, message := ask(t, http.DefaultClient, "POST", one+"/approve", answer, with("Host", "localhost")); status != 200 {
		t.Errorf("%d %s", status, message)
	}
	if got, err := s.Get(r.ID); err != nil || got.State != approval.Approved || got.Approver != "bert" || got.Channel != "http" {
		t.Errorf("%+v %v", got, err)
	}
	c, err := desk.NewRemote("http://"+d.Address().String()+"/", token, "carla")
	if err != nil {
		t.Fatal(err)
	}
	r = submit(t, s, "DELETE FROM b")
	if got, err := c.Deny(t.Context(), r.ID, desk.Answer{}); err != nil || got.Approver != "carla" {
		t.Errorf("%+v %v", got, err)
	}
	for _, address := range []string{"http://db.example.com", "ftp://x", "https://a:b@x", "x", "unix:/x"} {
		if _, err := desk.NewRemote(address, token, "x"); err == nil {
			t.Errorf("%s is taken", address)
		}
	}
}

// The socket's callers cannot say who they are.
func TestLocalClaim(t *testing.T) {
	s, d := start(t, desk.Options{})
	r := submit(t, s, "x")
	c := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", d.Socket())
	}}}
	body := fmt.Sprintf(`{"approver":"root","digest":%q}`, r.Digest)
	header := http.Header{"Content-Type": {"application/json"}}
	url := "http://desk/v1/approvals/" + r.ID + "/approve"
	if status, message := ask(t, c, "POST", url, body, header); status != 400 || !strings.Contains(message, "leave approver out") {
		t.Errorf("%d %s", status, message)
	}
	header.Set("Origin", "null")
	if status, message := ask(t, c, "POST", url, strings.Replace(body, "root", "", 1), header); status != 403 {
		t.Errorf("%d %s", status, message)
	}
}

func TestTLS(t *testing.T) {
	certificate, roots := selfSigned(t, "desk.example")
	config := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}}
	s, d := start(t, desk.Options{Address: "127.0.0.1:0", Token: token, TLS: config})
	submit(t, s, "x")
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, ServerName: "desk.example"}}}
	url := "https://" + d.Address().String() + "/v1/approvals"
	for host, want := range map[string]int{"desk.example": 200, "desk.example:1": 200, "other.example": 403, "": 200} {
		header := http.Header{"Authorization": {"Bearer " + token}}
		if host != "" {
			header.Set("Host", host)
		}
		if status, message := ask(t, c, "GET", url, "", header); status != want {
			t.Errorf("%q: %d %s", host, status, message)
		}
	}
	response, err := http.Get("http://" + d.Address().String() + "/v1/approvals") //nolint:noctx // it is answered at once
	if err == nil {
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			t.Error("it answers without TLS")
		}
	}
}

func TestRemoteNeeds(t *testing.T) {
	dir := shortDir(t)
	s, err := approval.Open(approval.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = desk.Open(t.Context(), desk.Options{Store: s, Dir: dir, Address: "127.0.0.1:0"})
	wantCode(t, err, sqlstate.ConfigFileError, "needs a token")
	_, err = desk.Open(t.Context(), desk.Options{Store: s, Dir: dir, Address: "0.0.0.0:0", Token: token})
	wantCode(t, err, sqlstate.ConfigFileError, "needs TLS")
	_, err = desk.Open(t.Context(), desk.Options{Store: s, Dir: dir, Address: "203.0.113.1:1", Token: token})
	wantCode(t, err, sqlstate.ConfigFileError, "cannot listen on 203.0.113.1:1")
	if _, err := os.Lstat(filepath.Join(dir, desk.SocketName)); err == nil {
		t.Error("the socket is left behind")
	}
}

func selfSigned(t *testing.T, name string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}
