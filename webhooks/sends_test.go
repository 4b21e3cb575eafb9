package webhooks_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/webhooks"
)

// TestRequestsToAPIs: messages and the page show what would be sent; messages without values of
// parameters and of rows that were read.
func TestRequestsToAPIs(t *testing.T) {
	s, r := open(t), receive(t)
	links := pages(t, s)
	send(t, s, links, nil, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL, Secret: secret})
	ask := func(digest string, params []string, fed bool) webhooks.Message {
		t.Helper()
		before := len(r.all())
		if _, _, err := s.Submit(approval.Request{
			Digest: digest, Principal: "anna", Door: "mcp", Source: "forge", Mode: "safe", Class: "exec", Verb: "EXEC", SQL: "EXEC forge.s.r.m", Params: params,
			MaxRows: 7, Estimate: approval.Estimate{Rows: 7, By: "requests"}, Sends: &approval.Sends{
				Count: 7, Fed: fed, More: []approval.Likewise{{Line: "POST https://api.test/v1/b", Count: 6}},
				First: []approval.Outgoing{{Line: "POST https://api.test/v1/secretplace?x=1", Body: "{\n  \"name\": \"\u202e" + strings.Repeat("long", 100) + "\",\n  \"size\": 7\n}"}},
			},
		}); err != nil {
			t.Fatal(err)
		}
		var m webhooks.Message
		if err := json.Unmarshal(r.messages(t, before+1)[before].body, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := ask("a", nil, false)
	if len(m.Requests) != 1 || m.Sends != 7 || !strings.Contains(m.Requests[0], "POST https://api.test/v1/secretplace?x=1\n") || !strings.Contains(m.Requests[0], "<U+202E>") || !strings.Contains(m.Requests[0], `"size": 7`) {
		t.Errorf("%+v", m)
	}
	for _, m := range []webhooks.Message{ask("b", []string{"'v'"}, false), ask("c", nil, true)} {
		if len(m.Requests) != 1 || m.Requests[0] != "POST https://api.test/…" {
			t.Errorf("%+v", m.Requests)
		}
	}
	answer, err := http.Get(m.Review) //nolint:noctx // of a server of the test
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Request 1 of 7", "POST https://api.test/v1/secretplace?x=1", "[1] whole:", "and 6 more, with bodies of their own: POST https://api.test/v1/b", "7 requests to APIs"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
}
