package mcp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

const (
	secretA = "token-of-a-1234567890"
	secretB = "token-of-b-1234567890"
)

func twoTokens(o *mcp.Options) {
	o.Tokens = []transport.Token{{Principal: "a", Secret: []byte(secretA)}, {Principal: "b", Secret: []byte(secretB)}}
}

func withBearer(secret string) http.Header { return http.Header{"Authorization": {"Bearer " + secret}} }

// Where there are tokens, nothing is answered without one, not even on
// loopback; what a probe and a browser's first question want is.
func TestToken(t *testing.T) {
	d := open(t, settings{options: twoTokens})
	b := browser(t)
	for _, test := range []struct {
		name   string
		header http.Header
		status int
		error  string
	}{
		{"a token", withBearer(secretA), 200, ""},
		{"another", withBearer(secretB), 200, ""},
		{"the scheme in another case", http.Header{"Authorization": {"bearer " + secretA}}, 200, ""},
		{"none", nil, 401, ""},
		{"an empty one", withBearer(""), 401, "invalid_token"},
		{"a wrong one", withBearer("token-of-c-1234567890"), 401, "invalid_token"},
		{"the beginning of one", withBearer(secretA[:len(secretA)-1]), 401, "invalid_token"},
		{"more than one", withBearer(secretA + "x"), 401, "invalid_token"},
		{"another scheme", http.Header{"Authorization": {"Basic " + secretA}}, 401, "invalid_token"},
		{"no scheme", http.Header{"Authorization": {secretA}}, 401, "invalid_token"},
		{"two headers", http.Header{"Authorization": {"Bearer " + secretA, "Bearer " + secretB}}, 401, "invalid_token"},
		{"in another header", http.Header{"X-Token": {secretA}}, 401, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := d.post(t, b, hello, test.header)
			if got.status != test.status {
				t.Fatalf("%d %s", got.status, got.body)
			}
			challenge := got.header.Get("WWW-Authenticate")
			if (test.status == 401) != strings.HasPrefix(challenge, "Bearer ") || !strings.Contains(challenge, test.error) {
				t.Errorf("WWW-Authenticate is %q", challenge)
			}
			if strings.Contains(got.body, secretA) || strings.Contains(got.body, secretB) {
				t.Errorf("the answer has a token in it: %s", got.body)
			}
		})
	}
	inQuery := d.url
	d.url += "?access_token=" + secretA + "&token=" + secretA
	if got := d.post(t, b, hello, nil); got.status != 401 {
		t.Errorf("in the query: %d", got.status)
	}
	d.url = inQuery
	for _, method := range []string{"GET", "DELETE", "PUT", "HEAD"} {
		if got := d.do(t, b, method, "", nil); got.status != 401 {
			t.Errorf("%s without a token: %d", method, got.status)
		}
	}
	if got := d.do(t, b, "OPTIONS", "", nil); got.status != 204 {
		t.Errorf("OPTIONS: %d", got.status)
	}
	for _, path := range []string{"/health", "/ready"} {
		response, err := b.Get(d.base + path)
		must(t, err)
		response.Body.Close()
		if response.StatusCode != 200 {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
}

// A token is a principal: it stands in the record, and a session is its own.
func TestPrincipals(t *testing.T) {
	d := open(t, settings{options: twoTokens})
	b := browser(t)
	session := d.post(t, b, hello, withBearer(secretA)).header.Get("Mcp-Session-Id")
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	as := func(secret, session string) http.Header {
		h := withBearer(secret)
		h.Set("Mcp-Session-Id", session)
		return h
	}
	for _, method := range []string{"POST", "GET", "DELETE"} {
		message := ""
		if method == "POST" {
			message = list
		}
		if got := d.do(t, b, method, message, as(secretB, session)); got.status != 404 {
			t.Errorf("%s in another's session: %d %s", method, got.status, got.body)
		}
	}
	if got := d.post(t, b, callMessage(1, "server_info", `{}`), as(secretA, session)); got.status != 200 {
		t.Errorf("in its own: %d %s", got.status, got.body)
	}
	message, header := asModern(t, callMessage(1, "server_info", `{}`))
	header.Set("Authorization", "Bearer "+secretB)
	d.post(t, b, message, header)
	var got []string
	for _, r := range d.records(t) {
		got = append(got, fmt.Sprint(r["principal"]))
	}
	if fmt.Sprint(got) != "[a b]" {
		t.Errorf("principals on record: %v", got)
	}
}

func TestTokensAreChecked(t *testing.T) {
	d := open(t, settings{})
	for _, wrong := range []string{"", "short", "with blanks in it 123", "with\nnewlines-in-it-123", "mit-Umlaut-ä-1234567890"} {
		if _, err := mcp.New(mcp.Options{Engine: d.engine, Tokens: []transport.Token{{Secret: []byte(wrong)}}}); err == nil {
			t.Errorf("%q was accepted", wrong)
		} else if wrong != "" && strings.Contains(err.Error(), wrong) {
			t.Errorf("the error tells the token: %v", err)
		}
	}
}

// What other machines can reach is served with a token, or by a decision.
func TestOtherMachines(t *testing.T) {
	for _, test := range []struct {
		name    string
		address string
		options func(*mcp.Options)
		serves  bool
	}{
		{"loopback", "127.0.0.1:0", func(*mcp.Options) {}, true},
		{"all addresses", "0.0.0.0:0", func(*mcp.Options) {}, false},
		{"with a token", "0.0.0.0:0", twoTokens, true},
		{"by a decision", "0.0.0.0:0", func(o *mcp.Options) { o.AllowAnonymous = true }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			first := open(t, settings{})
			o := mcp.Options{Engine: first.engine}
			test.options(&o)
			s, err := mcp.New(o)
			must(t, err)
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", test.address)
			must(t, err)
			served := make(chan error, 1)
			go func() { served <- s.Serve(l) }()
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			if !test.serves {
				if err := <-served; err == nil || !strings.Contains(err.Error(), "mcp.token") {
					t.Errorf("Serve: %v", err)
				}
				must(t, s.Shutdown(ctx))
				return
			}
			_, port, _ := net.SplitHostPort(l.Addr().String())
			b := browser(t)
			eventually(t, "it serves", func() bool {
				response, err := b.Get("http://127.0.0.1:" + port + "/health")
				if err == nil {
					response.Body.Close()
				}
				return err == nil
			})
			must(t, s.Shutdown(ctx))
			must(t, <-served)
		})
	}
}

// What a message is sent as, what may come back, and what else is asked.
func TestMediaTypesAndMethods(t *testing.T) {
	d := open(t, settings{options: func(o *mcp.Options) { o.AllowedOrigins = []string{"https://app.example"} }})
	b := browser(t)
	send := func(method, contentType string, accept ...string) answer {
		r, err := http.NewRequestWithContext(t.Context(), method, d.url, strings.NewReader(hello))
		must(t, err)
		r.Header["Accept"] = accept
		if contentType != "" {
			r.Header.Set("Content-Type", contentType)
		}
		r.Header.Set("Origin", "https://app.example")
		response, err := b.Do(r)
		must(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		must(t, err)
		return answer{response.StatusCode, response.Header, string(body)}
	}
	const json, both = "application/json", "application/json, text/event-stream"
	for _, test := range []struct {
		name, method, contentType, accept string
		want                              int
	}{
		{"as it should be", "POST", json, both, 200},
		{"with a charset", "POST", "application/json; charset=utf-8", both, 200},
		{"accepts all", "POST", json, "*/*", 200},
		{"accepts all of a kind", "POST", json, "application/*;q=0.5", 200},
		{"JSON alone", "POST", json, json, 200},
		{"no type", "POST", "", both, 415},
		{"text", "POST", "text/plain", both, 415},
		{"a form", "POST", "application/x-www-form-urlencoded", both, 415},
		{"a wrong type", "POST", "application/json/json", both, 415},
		{"events alone", "POST", json, "text/event-stream", 406},
		{"a page", "POST", json, "text/html", 406},
		{"JSON at no price", "POST", json, "application/json;q=0, text/event-stream", 406},
		{"HEAD", "HEAD", json, both, 405},
		{"PUT", "PUT", json, both, 405},
		{"TRACE", "PATCH", json, both, 405},
		{"OPTIONS", "OPTIONS", json, both, 204},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := send(test.method, test.contentType, test.accept)
			if got.status != test.want {
				t.Errorf("%d %s", got.status, got.body)
			}
			if (test.want == 405 || test.want == 204) && !strings.Contains(got.header.Get("Allow"), "POST") {
				t.Errorf("Allow is %q", got.header.Get("Allow"))
			}
			if got.header.Get("Access-Control-Allow-Origin") != "https://app.example" {
				t.Error("a page of a configured origin cannot read the answer")
			}
		})
	}
	if got := send("POST", json); got.status != 200 {
		t.Errorf("without Accept: %d", got.status)
	}
	session := send("POST", json).header.Get("Mcp-Session-Id")
	r, err := http.NewRequestWithContext(t.Context(), "GET", d.url, nil)
	must(t, err)
	r.Header = http.Header{"Mcp-Session-Id": {session}, "Accept": {json}}
	response, err := b.Do(r)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != 406 {
		t.Errorf("GET of no events: %d", response.StatusCode)
	}
	for _, method := range []string{"GET", "DELETE"} {
		got := d.do(t, b, method, "", http.Header{"Mcp-Protocol-Version": {"2026-07-28"}})
		if got.status != 405 || got.header.Get("Allow") != "POST" {
			t.Errorf("%s without sessions: %d, Allow %q", method, got.status, got.header.Get("Allow"))
		}
	}
}

// One client cannot take the places of the others, and can cancel when it has
// none left.
func TestTooManyCallsOfOne(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Calls: 9, ClientCalls: 2, ClientStreams: 1, Turn: time.Second}}})
	b := browser(t)
	first := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
	other := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
	done := make(chan answer, 2)
	for _, id := range []int{7, 8} {
		go func() { done <- d.post(t, b, callMessage(id, "run_select_query", slow), first) }()
	}
	eventually(t, "both calls run", func() bool { return d.Busy() == 2 })
	if got := d.post(t, b, ping, first); got.status != 429 || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := d.post(t, b, ping, other); got.status != 200 {
		t.Errorf("another client: %d %s", got.status, got.body)
	}
	for _, id := range []string{"7", "8"} {
		eventually(t, "the call is cancelled", func() bool {
			d.post(t, b, strings.Replace(cancelSeven, "7", id, 1), first)
			return d.Busy() < 2 || len(done) > 0
		})
	}
	for range 2 {
		<-done
	}
	d.listens(t, b, first)
	if got := d.do(t, b, "GET", "", first); got.status != 429 {
		t.Errorf("a stream too many: %d %s", got.status, got.body)
	}
}

// listens opens a stream that ends with the test.
func (d *door) listens(t *testing.T, b *http.Client, header http.Header) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", d.url, nil)
	must(t, err)
	r.Header = header.Clone()
	r.Header.Set("Accept", "text/event-stream")
	response, err := b.Do(r)
	must(t, err)
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != 200 {
		t.Fatalf("GET: %d", response.StatusCode)
	}
	return response
}

// A client that sends or reads next to nothing is not waited for.
func TestSlowClients(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{
		MaxRows: 100_000, Bytes: 64 << 20, Text: 64 << 20,
		Limits: transport.Limits{Read: 100 * time.Millisecond, Write: 100 * time.Millisecond},
	}})
	dial := func() net.Conn {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(d.base, "http://"))
		must(t, err)
		t.Cleanup(func() { c.Close() })
		must(t, c.SetDeadline(time.Now().Add(30*time.Second)))
		return c
	}
	head := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	t.Run("headers", func(t *testing.T) {
		c := dial()
		_, err := io.WriteString(c, head)
		must(t, err)
		if _, err := io.Copy(io.Discard, c); err != nil {
			t.Errorf("the connection was kept: %v", err)
		}
	})
	t.Run("body", func(t *testing.T) {
		c := dial()
		_, err := io.WriteString(c, head+"Content-Length: 1000\r\n\r\n{")
		must(t, err)
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		must(t, err)
		response.Body.Close()
		if response.StatusCode != 400 {
			t.Errorf("%d", response.StatusCode)
		}
	})
	// Nobody reads these bodies: who may not speak is refused before, and must not
	// hold a connection.
	for name, request := range map[string]string{
		"stranger": "POST /mcp HTTP/1.1\r\nHost: elsewhere\r\n",
		"nowhere":  "POST /nowhere HTTP/1.1\r\nHost: localhost\r\n",
		"health":   "GET /health HTTP/1.1\r\nHost: localhost\r\n",
		"chunks":   "POST /mcp HTTP/1.1\r\nHost: elsewhere\r\nTransfer-Encoding: chunked\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			c := dial()
			if name != "chunks" {
				request += "Content-Length: 1000\r\n"
			}
			_, err := io.WriteString(c, request+"\r\n")
			must(t, err)
			if _, err := io.Copy(io.Discard, c); err != nil {
				t.Errorf("the connection was kept: %v", err)
			}
		})
	}
	t.Run("answer", func(t *testing.T) {
		c := dial()
		must(t, c.(*net.TCPConn).SetReadBuffer(4096))
		message, header := asModern(t, callMessage(1, "run_select_query", `{"sql":"SELECT repeat('x', 4000) FROM generate_series(1, 2500)","row_limit":2500}`))
		var text strings.Builder
		must(t, header.Write(&text))
		_, err := fmt.Fprintf(c, "%sContent-Length: %d\r\n%s\r\n%s", head, len(message), text.String(), message)
		must(t, err)
		eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
		eventually(t, "it is not waited for", func() bool { return d.Busy() == 0 })
	})
}

// What the library keeps of a client is many times what the client sends, for as
// long as the session lives.
func TestLargeHello(t *testing.T) {
	d := open(t, settings{})
	b := browser(t)
	large := strings.Replace(hello, `"capabilities":{`, `"capabilities":{"experimental":{"x":{"y":"`+strings.Repeat("z", 40<<10)+`"}}`, 1)
	if large == hello {
		t.Fatal("hello has no capabilities")
	}
	if got := d.post(t, b, large, nil); got.status != http.StatusRequestEntityTooLarge || got.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// Clients may be able to query the records. What these say of a session lets
// nobody in, and tells sessions apart.
func TestRecordsHoldNoSession(t *testing.T) {
	d := open(t, settings{})
	b := browser(t)
	session := d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
	direct := callMessage(1, "run_select_query", `{"sql":"SELECT 1"}`)
	for _, message := range []string{
		direct, strings.Replace(direct, `"params":{`, `"params":{"_meta":{},`, 1), callMessage(2, "nope", `{}`), callMessage(3, "run_select_query", `{}`),
	} {
		d.post(t, b, message, http.Header{"Mcp-Session-Id": {session}})
	}
	records := d.records(t)
	if len(records) < 4 {
		t.Fatalf("%d records", len(records))
	}
	for _, r := range records {
		shown, _ := r["session"].(string)
		if len(shown) != 14 || !strings.HasPrefix(session, shown) {
			t.Errorf("the session is %q, its id %q", shown, session)
		}
		if strings.Contains(fmt.Sprint(r), session) {
			t.Errorf("%v", r)
		}
	}
}
