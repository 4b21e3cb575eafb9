//go:build unix

package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/webhooks"
)

// freePort is a port of this machine that nothing listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// receiveMessages is the address of a receiver of webhooks.
func receiveMessages(t *testing.T, messages chan<- webhooks.Message) string {
	t.Helper()
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		var m webhooks.Message
		if err := json.NewDecoder(q.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		messages <- m
	}))
	t.Cleanup(receiver.Close)
	return receiver.URL
}

func receive(t *testing.T, messages <-chan webhooks.Message) webhooks.Message {
	t.Helper()
	select {
	case m := <-messages:
		return m
	case <-time.After(30 * time.Second):
		t.Fatal("no message came")
	}
	return webhooks.Message{}
}

// TestWebhook: while psql waits, a receiver gets a message without the statement's secret; the link in the message
// shows the request and decides it, and the record names who decided. A request with a secret, which the page does
// not show, cannot be approved there.
func TestWebhook(t *testing.T) {
	const key = "0123456789abcdef-of-a-receiver"
	messages := make(chan webhooks.Message, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		if q.Header.Get("X-Sallyport-Signature") != "v1="+webhooks.Sign(key, q.Header.Get("X-Sallyport-Timestamp"), body) || strings.Contains(string(body), "hunter2") {
			t.Errorf("received %v %s", q.Header, body)
		}
		var m webhooks.Message
		if err := json.Unmarshal(body, &m); err != nil {
			t.Error(err)
		}
		messages <- m
	}))
	defer receiver.Close()
	dsn, pages := pgtest.Start(t).CreateDB(t), freePort(t)
	runAt(t, dsn, "CREATE TABLE t (a int, password text)")
	state, err := os.MkdirTemp("", "webhook") // short: it gets a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(state)
	config := configFileFor(t, "state_dir: "+state+"\nsources:\n- {name: shop, kind: postgres, dsn: '"+dsn+"'}\n"+
		"approvals:\n  webhooks: [{name: ops, url: '"+receiver.URL+"', secret_env: KEY}]\n  links: {address: '"+pages+"', url: 'http://"+pages+"'}\n")
	s := serve(t, served{dsn: dsn, state: state, config: config}, "KEY="+key)
	for word, sql := range map[string]string{"approve": "INSERT INTO t (a) VALUES (1)", "deny": "INSERT INTO t (a, password) VALUES (1, 'hunter2')"} {
		cmd := s.psql(t, sql)
		var said output
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var m webhooks.Message
		select {
		case m = <-messages:
		case <-time.After(30 * time.Second):
			t.Fatal("no message came")
		}
		answer, err := http.Get(m.Review)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if !strings.Contains(string(body), "INSERT INTO t") || strings.Contains(string(body), "hunter2") {
			t.Errorf("the page: %s", body)
		}
		decide := func(word string) string {
			answer, err := http.PostForm(m.Review, url.Values{"decision": {word}, "approver": {"carla"}})
			if err != nil || answer.StatusCode != 200 {
				t.Fatalf("%v %v", answer, err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(body)
		}
		if word == "deny" {
			if page := decide("approve"); !strings.Contains(page, "approve it at the desk") {
				t.Errorf("a secret was approved unseen: %s", page)
			}
		}
		decide(word)
		err = cmd.Wait()
		if word == "approve" && (err != nil || !strings.Contains(said.String(), "INSERT 0 1")) || word == "deny" && !strings.Contains(said.String(), "carla said no (webhook:ops,") {
			t.Errorf("%s: %v %s", word, err, said.String())
		}
	}
	s.end(t, syscall.SIGTERM)
	records, err := os.ReadFile(filepath.Join(state, "audit", "audit.jsonl"))
	if err != nil || !strings.Contains(string(records), `"approver":"carla","channel":"webhook:ops"`) {
		t.Errorf("%v %s", err, records)
	}
	if n := runAt(t, dsn, "SELECT count(*) FROM t"); n != "1" {
		t.Errorf("%s rows", n)
	}
	for setting, want := range map[string]string{"NOKEY=": "the variable KEY, which is not set", "KEY=short": "the variable KEY is too short"} {
		status, _, stderr := call(t, []string{setting}, "", "check-config", config)
		if status != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", setting, status, stderr)
		}
	}
}
