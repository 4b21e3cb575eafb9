package webhooks_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/webhooks"
)

const secret = "0123456789abcdef-of-a-receiver"

// receiver is a real HTTP server that keeps what it is sent.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	heard []heard
	// answers are statuses of the first answers; then it is 200.
	answers []int
	header  http.Header
}

type heard struct {
	header http.Header
	body   []byte
}

func receive(t *testing.T, answers ...int) *receiver {
	t.Helper()
	r := &receiver{answers: answers, header: http.Header{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.heard = append(r.heard, heard{q.Header.Clone(), body})
		for name, values := range r.header {
			w.Header()[name] = values
		}
		if len(r.heard) <= len(r.answers) {
			w.WriteHeader(r.answers[len(r.heard)-1])
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) all() []heard {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.heard)
}

// messages waits until so many have come.
func (r *receiver) messages(t *testing.T, n int) []heard {
	t.Helper()
	waittest.Eventually(t, fmt.Sprintf("%d messages came", n), func() bool { return len(r.all()) >= n })
	return r.all()
}

func open(t *testing.T) *approval.Store {
	t.Helper()
	s, err := approval.Open(approval.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// asks keeps a request whose SQL is as nasty as its asker can make it.
func asks(t *testing.T, s *approval.Store, digest string) approval.Request {
	t.Helper()
	r, _, err := s.Submit(approval.Request{
		Digest: digest, Principal: "anna", Application: "<script>", Door: "mcp", Source: "shop", Mode: "safe", Class: "delete", Verb: "DELETE",
		SQL: "DELETE FROM users WHERE id = 7 -- ```*bold*<b>\u202e </pre><form>", Params: []string{"'a value'"},
		Relations: []string{"writes shop.public.users"}, MaxRows: 11, Estimate: approval.Estimate{Rows: 1, By: "count"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func send(t *testing.T, s *approval.Store, links *webhooks.Links, logger hclog.Logger, targets ...webhooks.Target) {
	t.Helper()
	sender := webhooks.Start(webhooks.Options{
		Store: s, Targets: targets, Links: links, Logger: logger, Wait: time.Millisecond,
		Redact: func(sql string) string { return strings.ReplaceAll(sql, "7", "***") },
	})
	t.Cleanup(func() { sender.Close() })
}

// pages serves links on this machine.
func pages(t *testing.T, s *approval.Store) *webhooks.Links {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	links := webhooks.NewLinks(s, "http://"+l.Addr().String(), func(sql string) string { return strings.ReplaceAll(sql, "7", "***") }, nil)
	ended := make(chan error, 1)
	go func() { ended <- links.Serve(l) }()
	t.Cleanup(func() {
		if err := links.Shutdown(t.Context()); err != nil {
			t.Log(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return links
}

// The generic message is signed, without secrets and values, and says what it hides.
func TestGenericMessage(t *testing.T) {
	s, r := open(t), receive(t)
	send(t, s, nil, nil, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL, Secret: secret})
	asked := asks(t, s, "d")
	one := r.messages(t, 1)[0]
	at := one.header.Get("X-Sallyport-Timestamp")
	if got := one.header.Get("X-Sallyport-Signature"); got != "v1="+webhooks.Sign(secret, at, one.body) || at == "" {
		t.Errorf("signed %s", got)
	}
	if webhooks.Sign(secret, at, one.body) == webhooks.Sign(secret, at+"0", one.body) || webhooks.Sign(secret, at, one.body) == webhooks.Sign("other", at, one.body) {
		t.Error("the signature says nothing")
	}
	var m webhooks.Message
	if err := json.Unmarshal(one.body, &m); err != nil {
		t.Fatal(err)
	}
	if m.Event != "approval.requested" || m.ID != asked.ID || m.Principal != "anna" || *m.Rows != 1 || *m.MaxRows != 11 || m.Params != 1 || m.Review != "" ||
		!strings.HasPrefix(m.SQL, "DELETE FROM users WHERE id = *** -- ") || !strings.Contains(m.SQL, "<U+202E>") || m.Redacted == "" {
		t.Errorf("%+v", m)
	}
	if strings.Contains(string(one.body), "a value") {
		t.Errorf("a parameter is sent: %s", one.body)
	}
	if err := s.Attend(asked.ID, false); err != nil { // another change of a request that was announced
		t.Fatal(err)
	}
	asks(t, s, "e")
	if all := r.messages(t, 2); len(all) != 2 || strings.Contains(string(all[1].body), asked.ID) {
		t.Errorf("%d messages", len(all))
	}
}

// In Slack's and Teams' messages nothing that an asker writes is markup.
func TestChatMessages(t *testing.T) {
	s, r := open(t), receive(t)
	links := pages(t, s)
	send(t, s, links, nil, webhooks.Target{Name: "chat", Format: webhooks.Slack, URL: r.URL}, webhooks.Target{Name: "team", Format: webhooks.Teams, URL: r.URL})
	asked := asks(t, s, "d")
	texts := map[bool]any{}
	for _, one := range r.messages(t, 2) {
		var m map[string]any
		if err := json.Unmarshal(one.body, &m); err != nil {
			t.Fatal(err)
		}
		texts[m["blocks"] != nil] = m
		if one.header.Get("X-Sallyport-Signature") != "" {
			t.Error("signed with nothing")
		}
		for _, want := range []string{asked.ID, "anna asks to run DELETE on shop", "values of parameters are not sent", "/approve/"} {
			if !strings.Contains(string(one.body), want) {
				t.Errorf("no %q in %s", want, one.body)
			}
		}
	}
	var walk func(v any, each func(map[string]any))
	walk = func(v any, each func(map[string]any)) {
		switch v := v.(type) {
		case map[string]any:
			each(v)
			for _, one := range v {
				walk(one, each)
			}
		case []any:
			for _, one := range v {
				walk(one, each)
			}
		}
	}
	if len(texts) != 2 {
		t.Fatalf("%v", texts)
	}
	walk(texts[true], func(o map[string]any) {
		if o["type"] == "mrkdwn" {
			t.Errorf("markup: %v", o)
		}
	})
	walk(texts[false], func(o map[string]any) {
		if o["type"] == "TextBlock" || o["type"] == "FactSet" {
			t.Errorf("markup: %v", o)
		}
	})
}

// What fails is tried again a few times, what cannot succeed is not, and no answer
// sends a message elsewhere. The URL is in no log.
func TestRetries(t *testing.T) {
	elsewhere := receive(t)
	for name, test := range map[string]struct {
		answers []int
		tries   int
	}{
		"comes back":    {[]int{500, 503, 429}, 4},
		"stays away":    {[]int{500, 500, 500, 500, 500, 500, 500}, 5},
		"no such hook":  {[]int{404, 200}, 1},
		"sent away":     {[]int{302, 200}, 1},
		"sent away 308": {[]int{308, 200}, 1},
	} {
		s, r := open(t), receive(t, test.answers...)
		r.header.Set("Location", elsewhere.URL)
		var log strings.Builder
		var mu sync.Mutex
		logger := hclog.New(&hclog.LoggerOptions{Output: &log, Mutex: &mu, Level: hclog.Debug})
		send(t, s, nil, logger, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL + "/SECRET"})
		asks(t, s, "d")
		r.messages(t, test.tries)
		waittest.Eventually(t, name+": the log says why", func() bool {
			mu.Lock()
			text := log.String()
			mu.Unlock()
			if strings.Contains(text, "SECRET") {
				t.Fatalf("%s: the URL is logged: %s", name, text)
			}
			return strings.Contains(text, "webhook=ops")
		})
		all := r.all()
		if len(all) != test.tries {
			t.Errorf("%s: %d attempts, want %d", name, len(all), test.tries)
		}
		for _, one := range all {
			if one.header.Get("X-Sallyport-Delivery") != all[0].header.Get("X-Sallyport-Delivery") {
				t.Errorf("%s: attempts cannot be told for one", name)
			}
		}
	}
	if len(elsewhere.all()) > 0 {
		t.Error("a redirection was followed")
	}
}

// A receiver that never answers holds nobody up, not even the end.
func TestSilentReceiver(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // it accepts nothing
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := open(t)
	sender := webhooks.Start(webhooks.Options{Store: s, Targets: []webhooks.Target{{Name: "ops", Format: webhooks.Generic, URL: "http://" + l.Addr().String()}}})
	for n := range 20 {
		r := asks(t, s, fmt.Sprint(n))
		if _, err := s.Decide(r.ID, approval.Verdict{Approve: true, Approver: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	asks(t, s, "last")
	closed := make(chan struct{})
	go func() { sender.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(30 * time.Second):
		t.Error("it does not end")
	}
}

// linkOf is the link in the message that a receiver got last.
func linkOf(t *testing.T, r *receiver, n int) string {
	t.Helper()
	all := r.messages(t, n)
	var m webhooks.Message
	if err := json.Unmarshal(all[n-1].body, &m); err != nil || m.Review == "" {
		t.Fatalf("%v in %s", err, all[n-1].body)
	}
	return m.Review
}

func fetch(t *testing.T, method, link string, form url.Values, header http.Header) (status int, body string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, link, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	q.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	for name, values := range header {
		q.Header[name] = values
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Header.Get("Cache-Control") != "no-store" || !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'none'") ||
		answer.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%s %d: headers %v", method, answer.StatusCode, answer.Header)
	}
	return answer.StatusCode, string(text)
}

var yes = url.Values{"decision": {"approve"}, "approver": {"carla"}, "comment": {"ticket 7"}}

// A link shows, and only its form decides, once, and only for the request that it is of.
func TestLinks(t *testing.T) {
	s, r := open(t), receive(t)
	links := pages(t, s)
	send(t, s, links, nil, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL})
	asked := asks(t, s, "d")
	link := linkOf(t, r, 1)
	state := func(want approval.State) {
		t.Helper()
		if now, err := s.Get(asked.ID); err != nil || now.State != want {
			t.Errorf("it is %s, want %s (%v)", now.State, want, err)
		}
	}
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"} { // previews, scanners
		status, body := fetch(t, method, link, yes, nil)
		if method == "GET" && (status != 200 || strings.Contains(body, "<script>") || !strings.Contains(body, "&lt;script&gt;") ||
			!strings.Contains(body, "id = *** --") || strings.Contains(body, "</pre><form>") || !strings.Contains(body, `value="approve"`)) {
			t.Errorf("shown: %d %s", status, body)
		}
		if method != "GET" && method != "HEAD" && status != 405 {
			t.Errorf("%s: %d", method, status)
		}
		state(approval.Pending)
	}
	fetch(t, "GET", link+"?decision=approve&approver=carla", nil, nil)
	for name, form := range map[string]url.Values{
		"nothing": {}, "no name": {"decision": {"approve"}}, "no word": {"approver": {"carla"}},
		"another word": {"decision": {"APPROVE"}, "approver": {"carla"}}, "a name that hides": {"decision": {"approve"}, "approver": {"carla\u202e"}},
		"a long name": {"decision": {"approve"}, "approver": {strings.Repeat("x", 129)}}, "too much": {"decision": {"approve"}, "approver": {strings.Repeat("x", 9<<10)}},
	} {
		if status, body := fetch(t, "POST", link, form, nil); status != 200 && status != 400 {
			t.Errorf("%s: %d %s", name, status, body)
		}
		state(approval.Pending)
	}
	for name, header := range map[string]http.Header{"another origin": {"Origin": {"https://evil.example.com"}}, "another site": {"Sec-Fetch-Site": {"cross-site"}}} {
		if status, _ := fetch(t, "POST", link, yes, header); status != 403 {
			t.Errorf("%s: %d", name, status)
		}
		state(approval.Pending)
	}
	end := len(link) - 1
	for name, altered := range map[string]string{
		"altered": link[:end] + string(link[end]^1), "cut": link[:end-3], "longer": link + "A", "none": link[:strings.LastIndex(link, "/")+1],
	} {
		if status, _ := fetch(t, "POST", altered, yes, nil); status != 404 {
			t.Errorf("%s: %d", name, status)
		}
		state(approval.Pending)
	}
	if status, body := fetch(t, "POST", link, yes, http.Header{"Origin": {"null"}, "Sec-Fetch-Site": {"same-origin"}}); status != 200 || !strings.Contains(body, "approved, by carla (webhook:ops)") {
		t.Errorf("approved: %d %s", status, body)
	}
	state(approval.Approved)
	if now, err := s.Get(asked.ID); err != nil || now.Approver != "carla" || now.Channel != "webhook:ops" || now.Comment != "ticket 7" || now.MaxRows != 11 {
		t.Errorf("%+v %v", now, err)
	}
	for _, word := range []string{"approve", "deny"} {
		if status, body := fetch(t, "POST", link, url.Values{"decision": {word}, "approver": {"bert"}}, nil); status != 409 || !strings.Contains(body, "decided before") {
			t.Errorf("%s again: %d %s", word, status, body)
		}
		state(approval.Approved)
	}
	if status, body := fetch(t, "GET", link, nil, nil); status != 200 || strings.Contains(body, "<form") {
		t.Errorf("afterwards: %d %s", status, body)
	}
}

// A link ends with its time, and where its request is gone.
func TestLinkExpires(t *testing.T) {
	s, err := approval.Open(approval.Options{Dir: t.TempDir(), Expires: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	r := receive(t)
	send(t, s, pages(t, s), nil, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL})
	asked := asks(t, s, "d")
	link := linkOf(t, r, 1)
	if now, err := s.Wait(t.Context(), asked.ID); err != nil || now.State != approval.Expired {
		t.Fatalf("%+v %v", now, err)
	}
	if status, body := fetch(t, "POST", link, yes, nil); status != 404 || strings.Contains(body, "DELETE") {
		t.Errorf("%d %s", status, body)
	}
	// A seal for another purpose, or of another server, is no link.
	other := open(t)
	sealed, err := other.Seal("approval link 1", []byte(`{"id":"`+asked.ID+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := fetch(t, "GET", link[:strings.LastIndex(link, "/")+1]+sealed, nil, nil); status != 404 {
		t.Errorf("another server's: %d", status)
	}
}
