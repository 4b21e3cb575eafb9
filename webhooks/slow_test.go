package webhooks_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/webhooks"
)

// logged is a log that a test reads while it is written.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) has(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), text)
}

// TestSlowDeliveries: requests that a target does not take do not hold up another; no more are
// under way than a few; and what is decided meanwhile is not sent, which the log says.
func TestSlowDeliveries(t *testing.T) {
	s := open(t)
	var mu sync.Mutex
	var at, most int
	heard := map[string]bool{}
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		at++
		most = max(most, at)
		for _, word := range []string{"busy", "slow", "quick", "late"} {
			heard[word] = heard[word] || strings.Contains(string(body), word)
		}
		mu.Unlock()
		switch {
		case strings.Contains(string(body), "busy"):
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(http.StatusServiceUnavailable)
		case strings.Contains(string(body), "slow"):
			<-end
		}
		mu.Lock()
		at--
		mu.Unlock()
	}))
	defer server.Close()
	log := &logged{}
	sender := webhooks.Start(webhooks.Options{
		Store: s, Targets: []webhooks.Target{{Name: "ops", Format: webhooks.Generic, URL: server.URL}}, Logger: hclog.New(&hclog.LoggerOptions{Output: log}),
	})
	ask := func(word string) approval.Request {
		t.Helper()
		r, _, err := s.Submit(approval.Request{Digest: word, Principal: word, SQL: "DELETE FROM " + word, MaxRows: -1})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	until := func(what string, done func() bool) {
		t.Helper()
		waittest.Eventually(t, what, done)
	}
	hears := func(word string) func() bool {
		return func() bool { mu.Lock(); defer mu.Unlock(); return heard[word] }
	}
	for i := range 8 {
		ask(fmt.Sprint("busy", i))
	}
	ask("slow0")
	until("the slow one", hears("slow"))
	ask("quick")
	until("another request", hears("quick"))
	for i := range 8 {
		ask(fmt.Sprint("slow1", i))
	}
	late := ask("late")
	until("as many as may", func() bool { mu.Lock(); defer mu.Unlock(); return at == 4 })
	if _, err := s.Decide(late.ID, approval.Verdict{Approver: "x"}); err != nil {
		t.Fatal(err)
	}
	close(end)
	until("the log", func() bool { return log.has("was over before it was sent") && log.has(late.ID) })
	if err := sender.Close(); err != nil {
		t.Error(err)
	}
	if mu.Lock(); most > 4 || heard["late"] {
		t.Errorf("%d at a time, %v", most, heard)
	}
	mu.Unlock()
}
