package call

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// signed is a signer that sets a header.
type signed func(r *http.Request)

func (s signed) Sign(_ context.Context, r *http.Request, _ []byte) error {
	s(r)
	return nil
}

func (s signed) Check(context.Context, *http.Request) (bool, error) { return true, nil }
func (s signed) Refused(context.Context, time.Time) bool            { return false }

// TestStatuses: each refusal has its code, what was asked, and the API's own words; none
// is "no rows".
func TestStatuses(t *testing.T) {
	for _, test := range []struct {
		status int
		kind   string
		body   string
		code   sqlstate.Code
		words  []string
	}{
		{400, "application/json", `{"error":{"code":400,"message":"bad filter","status":"INVALID_ARGUMENT"}}`, sqlstate.InvalidParameterValue, []string{"400 Bad Request", "The API says: bad filter"}},
		{401, "application/json", `{"message":"Bad credentials"}`, sqlstate.InvalidAuthorization, []string{"401", "Bad credentials", "No credentials are configured"}},
		{403, "application/json", `{"errors":[{"detail":"not yours"},{"detail":"nor theirs"}]}`, sqlstate.InsufficientPrivilege, []string{"not yours; nor theirs", "do not allow"}},
		{404, "application/json", `{"errorSummary":"Not found: Resource"}`, sqlstate.UndefinedObject, []string{"GET http://127.0.0.1:", "/things was answered 404 Not Found", "Not found: Resource"}},
		{409, "application/json", `{"error":"conflict","error_description":"it is there"}`, sqlstate.ObjectNotInState, []string{"it is there"}},
		{422, "application/json", `{"message":"Validation Failed","errors":[{"message":"name is too long"}]}`, sqlstate.InvalidParameterValue, []string{"Validation Failed: name is too long"}},
		{429, "text/plain", `slow down`, sqlstate.TooManyConnections, []string{"429", "slow down", "limits how often"}},
		{500, "text/html", `<!DOCTYPE html><html><head><title>Oh &amp; no</title></head><body>stack</body></html>`, sqlstate.SystemError, []string{"500", "Oh & no", "The fault is the API's"}},
		{502, "text/html", ``, sqlstate.SystemError, []string{"502 Bad Gateway"}},
		{504, "text/plain", `upstream`, sqlstate.ConnectionFailure, []string{"504"}},
		{418, "application/xml", `<?xml version="1.0"?><Error><Code>Tea</Code><Message>short and stout</Message></Error>`, sqlstate.InvalidParameterValue, []string{"short and stout"}},
		{413, "text/plain", "a\x1b[31mred\x00\r\n\u202egnp\u2028 " + strings.Repeat("x", 2000), sqlstate.ProgramLimitExceeded, []string{"a [31mred gnp x", "…"}},
		{200, "text/html", `<html>log in</html>`, sqlstate.ProtocolViolation, []string{"a body that is no JSON", "text/html"}},
		{200, "application/json", `{"items":[{"id":1},{"id":`, sqlstate.ProtocolViolation, []string{"it ends in the middle"}},
		{200, "application/json", `{"items":[{"id":1}]} {}`, sqlstate.ProtocolViolation, []string{"something behind the end"}},
		{304, "", ``, sqlstate.ProtocolViolation, []string{"304"}},
	} {
		t.Run(fmt.Sprint(test.status), func(t *testing.T) {
			a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", test.kind)
				w.WriteHeader(test.status)
				fmt.Fprint(w, test.body)
			})
			_, _, err := a.scan(t, a.things(), Read{})
			fails(t, err, test.code, test.words...)
			e := sqlstate.From(err)
			if strings.ContainsFunc(e.Message+e.Detail+e.Hint, isControl) || len(e.Detail) > 700 {
				t.Errorf("%q", e.Detail)
			}
		})
	}
}

// TestSecretsStayInside: an API that repeats a request's secrets does not bring them
// into an error.
func TestSecretsStayInside(t *testing.T) {
	const secret = "hunter2-of-the-api"
	basic := base64.StdEncoding.EncodeToString([]byte("user:" + secret))
	for name, sign := range map[string]signed{
		"bearer": func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret) },
		"basic":  func(r *http.Request) { r.Header.Set("Authorization", "Basic "+basic) },
		"header": func(r *http.Request) { r.Header.Set("X-Key", secret) },
		"query": func(r *http.Request) {
			q := r.URL.Query()
			q.Set("key", secret)
			r.URL.RawQuery = q.Encode()
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(403)
				fmt.Fprintf(w, `{"message":"you sent %s %s %s, which is %s, %s"}`, r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.URL.Query().Get("key"), secret, r.URL.RawQuery)
			})
			target := a.things()
			target.Signer = sign
			_, _, err := a.scan(t, target, Read{})
			fails(t, err, sqlstate.InsufficientPrivilege, "you sent", "****")
			e := sqlstate.From(err)
			for _, part := range []string{secret, "hunter2", basic} {
				if text := e.Message + e.Detail + e.Hint + fmt.Sprint(e.Cause); strings.Contains(text, part) {
					t.Errorf("%q is in %s", part, text)
				}
			}
		})
	}
}

// TestMissingAsNoRows: whoever asks for it gets no rows for a 404, and is told.
func TestMissingAsNoRows(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("kind") == "b" {
			w.WriteHeader(404)
			return
		}
		fmt.Fprintf(w, `{"items":[%s]}`, item(1))
	})
	target := a.things(func(m *document.Method) { m.Params = []document.Param{query("kind", document.Text)} })
	var notices []string
	read := Read{SkipMissing: true, OnNotice: func(n string) { notices = append(notices, n) }}
	read.Inputs = append(read.Inputs, values1("kind", "a", "b", "c"))
	lines, _, err := a.scan(t, target, read)
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "1|thing 1|a", "1|thing 1|c")
	if len(notices) != 1 || !strings.Contains(notices[0], "/things was answered 404 Not Found: it is no rows") {
		t.Errorf("%q", notices)
	}
	read.SkipMissing = false
	_, _, err = a.scan(t, target, read)
	fails(t, err, sqlstate.UndefinedObject, "404")
}

// TestRetries: what is sent again, how often, and what is not.
func TestRetries(t *testing.T) {
	for name, test := range map[string]struct {
		http   string
		fail   func(w http.ResponseWriter, n int32) bool
		want   int32
		failed bool
	}{
		"503 then well":       {"GET", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(503); return n < 3 }, 3, false},
		"503 for ever":        {"GET", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(503); return true }, 3, true},
		"500":                 {"GET", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(500); return true }, 1, true},
		"a broken connection": {"GET", func(w http.ResponseWriter, n int32) bool { panic(http.ErrAbortHandler) }, 3, true},
		"a write, and 503":    {"POST", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(503); return true }, 1, true},
		"a write, and 503 with a wait": {"POST", func(w http.ResponseWriter, n int32) bool {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(503)
			return n < 2
		}, 2, false},
		"a write, and 429":        {"PATCH", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(429); return n < 2 }, 2, false},
		"a write that breaks off": {"POST", func(w http.ResponseWriter, n int32) bool { panic(http.ErrAbortHandler) }, 1, true},
		"a limit that is called 403": {"GET", func(w http.ResponseWriter, n int32) bool {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(403)
			return n < 2
		}, 2, false},
		"429 again and again": {"GET", func(w http.ResponseWriter, n int32) bool {
			w.Header().Set("Retry-After", "0.001")
			w.WriteHeader(429)
			return n < 7
		}, 7, false},
		"403": {"GET", func(w http.ResponseWriter, n int32) bool { w.WriteHeader(403); return true }, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			var n atomic.Int32
			a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				rec := httptest.NewRecorder()
				if test.fail(rec, n.Add(1)) {
					for k, v := range rec.Header() {
						w.Header()[k] = v
					}
					w.WriteHeader(rec.Code)
					return
				}
				fmt.Fprint(w, `{"items":[]}`)
			})
			_, _, err := a.scan(t, a.things(func(m *document.Method) { m.HTTP = test.http }), Read{})
			if (err != nil) != test.failed || n.Load() != test.want {
				t.Errorf("%d requests, want %d: %v", n.Load(), test.want, err)
			}
		})
	}
}

// TestLongWait: who would have to wait for longer than allowed is told when to come back.
func TestLongWait(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", fmt.Sprint(time.Now().Add(time.Hour).Unix()))
		w.WriteHeader(403)
	})
	began := time.Now()
	_, _, err := a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.TooManyConnections, "asks to wait for")
	if time.Since(began) > 5*time.Second {
		t.Error("it waited")
	}
}

// TestUnanswered: hosts that are not there, refuse, do not prove who they are, or are
// silent are told apart.
func TestUnanswered(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"items":[]}`) }))
	defer secure.Close()
	secure.Config.ErrorLog = nil
	silent := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stops" {
			fmt.Fprint(w, `{"items":[`)
			w.(http.Flusher).Flush()
		}
		<-silent
	}))
	defer slow.Close()
	defer close(silent)
	short := Limits{Answer: 50 * time.Millisecond}
	for name, test := range map[string]struct {
		url, path string
		code      sqlstate.Code
		words     string
	}{
		"refused":     {"http://" + closed.Addr().String(), "/", sqlstate.UnableToConnect, "refuses connections"},
		"no host":     {"http://nothing.invalid", "/", sqlstate.UnableToConnect, "nothing.invalid"},
		"certificate": {secure.URL, "/", sqlstate.ConnectionRejected, "did not prove who it is"},
		"no TLS":      {"https://" + slow.Listener.Addr().String(), "/", sqlstate.ConnectionRejected, "did not prove who it is"},
		"silent":      {slow.URL, "/", sqlstate.ConnectionFailure, "no answer within 50ms"},
		"stops":       {slow.URL, "/stops", sqlstate.ConnectionFailure, "stopped coming"},
	} {
		t.Run(name, func(t *testing.T) {
			limits := short
			if name == "certificate" || name == "no TLS" || name == "no host" {
				limits = Limits{}
			}
			a := serve(t, Options{Limits: limits}, nil)
			target := a.things(func(m *document.Method) { m.Servers, m.Path = server(test.url), test.path })
			_, _, err := a.scan(t, target, Read{})
			fails(t, err, test.code, test.words)
		})
	}
	t.Run("a certificate that is trusted", func(t *testing.T) {
		pool := x509.NewCertPool()
		pool.AddCert(secure.Certificate())
		a := serve(t, Options{Network: network.Rules{RootCAs: pool}}, nil)
		if _, _, err := a.scan(t, a.things(func(m *document.Method) { m.Servers = server(secure.URL) }), Read{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		a := serve(t, Options{}, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		rows, err := a.client.Scan(ctx, a.things(func(m *document.Method) { m.Servers = server(slow.URL) }), Read{})
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		_, err = rows.Next()
		fails(t, err, sqlstate.QueryCanceled)
	})
}

// TestBrokenInTheMiddle: rows that came before the answer broke off are followed by its
// error.
func TestBrokenInTheMiddle(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"items":[%s,%s`, item(1), item(2))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	lines, _, err := a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.ConnectionFailure, "broke off")
	same(t, lines, "1|thing 1", "2|thing 2")
}

// TestRedirects: they are followed on the same host, and for reads.
func TestRedirects(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Error("another host was asked") }))
	defer elsewhere.Close()
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/things", http.StatusMovedPermanently)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/away":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case "/nowhere":
			w.WriteHeader(302)
		default:
			if r.Header.Get("X-Key") != "k" {
				t.Error("not signed again")
			}
			fmt.Fprintf(w, `{"items":[%s]}`, item(1))
		}
	})
	to := func(method, path string) error {
		target := a.things(func(m *document.Method) { m.HTTP, m.Path = method, path })
		target.Signer = signed(func(r *http.Request) { r.Header.Set("X-Key", "k") })
		_, _, err := a.scan(t, target, Read{})
		return err
	}
	if err := to("GET", "/moved"); err != nil {
		t.Error(err)
	}
	fails(t, to("GET", "/round"), sqlstate.ProtocolViolation, "more than 5 times")
	fails(t, to("GET", "/away"), sqlstate.InsufficientPrivilege, "another host")
	fails(t, to("POST", "/moved"), sqlstate.ProtocolViolation, "moved to")
	fails(t, to("GET", "/nowhere"), sqlstate.ProtocolViolation, "without a place")
}

// TestSignerStaysOnHost: a signer that sends the request elsewhere is stopped.
func TestSignerStaysOnHost(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) { t.Error("it was sent") })
	for _, sign := range []signed{func(r *http.Request) { r.URL.Host = "evil.test" }, func(r *http.Request) { r.Host = "evil.test" }} {
		target := a.things()
		target.Signer = sign
		_, _, err := a.scan(t, target, Read{})
		fails(t, err, sqlstate.InternalError, "another host")
	}
	target := a.things()
	target.Signer = failing{}
	_, _, err := a.scan(t, target, Read{})
	fails(t, err, sqlstate.InvalidAuthorization, "no token")
}

type failing struct{}

func (failing) Sign(context.Context, *http.Request, []byte) error {
	return errors.Join(sqlstate.New(sqlstate.InvalidAuthorization, "no token"))
}

func (f failing) Check(ctx context.Context, r *http.Request) (bool, error) {
	return true, f.Sign(ctx, r, nil)
}
func (failing) Refused(context.Context, time.Time) bool { return false }

// TestNoRepetition: a GET that changes something is sent once, is no redirect's and comes from no cache.
func TestNoRepetition(t *testing.T) {
	for _, translate := range []string{"", document.PostsQuery} {
		var sent atomic.Int32
		status := http.StatusBadGateway
		a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			sent.Add(1)
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Cache-Control", "max-age=60")
			w.WriteHeader(status)
			fmt.Fprint(w, `{"items":[]}`)
		})
		target := a.things(func(m *document.Method) { m.Path, m.Translate = "/?Action=RunInstances", translate })
		target.Changes = true
		if _, err := a.client.Call(t.Context(), target, Write{}); err == nil || sent.Load() != 1 {
			t.Errorf("%q: %d requests, %v", translate, sent.Load(), err)
		}
		status = http.StatusOK
		for range 2 {
			rows, err := a.client.Call(t.Context(), target, Write{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := drain(rows); err != nil {
				t.Error(err)
			}
			_ = rows.Close()
		}
		if sent.Load() != 3 {
			t.Errorf("%q: %d requests", translate, sent.Load())
		}
	}
}
