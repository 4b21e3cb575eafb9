package mcp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// slow is a query that ends in no test's life; brief ends by itself, soon.
const (
	slow  = `{"sql":"SELECT count(*) FROM places a, places b, places c, places d, places e, places f, places g, places h, places i, places j, places k, places l, places m, places n, places o, places p, places q WHERE a.id + b.id + c.id + d.id + e.id + f.id + g.id + h.id + i.id + j.id + k.id + l.id + m.id + n.id + o.id + p.id + q.id < 0"}`
	brief = `{"sql":"SELECT count(*) FROM places a, places b, places c, places d, places e, places f, places g, places h, places i, places j, places k WHERE a.id + b.id + c.id + d.id + e.id + f.id + g.id + h.id + i.id + j.id + k.id < 0"}`
)

const cancelSeven = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`

// A client without a session must not reach another's call by its id: the
// stranger goes on cancelling for as long as the call runs.
func TestCancelCannotCross(t *testing.T) {
	d := open(t, settings{})
	message, header := asModern(t, callMessage(7, "run_select_query", brief))
	victim, stranger := browser(t), browser(t)
	done := make(chan string, 1)
	go func() { done <- d.post(t, victim, message, header).body }()
	eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
	cancels := 0
	foreign := d.overHTTP(t) // a stranger with a session of its own
	for {
		select {
		case body := <-done:
			if o := parse(t, body); o.IsError || o.Protocol != "" {
				t.Errorf("after %d cancellations by a stranger: %s", cancels, body)
			}
			if cancels == 0 {
				t.Error("the call ended before anyone could try; make it longer")
			}
			return
		default:
		}
		for _, text := range []string{cancelSeven, strings.Replace(cancelSeven, "{", `{"id":null,`, 1)} {
			cancel, cancelHeader := asModern(t, text)
			for _, h := range []http.Header{cancelHeader, {"Mcp-Protocol-Version": {"2026-07-28"}}, {}} {
				got := d.post(t, stranger, cancel, h)
				if got.status != 202 && got.status != 400 {
					t.Fatalf("cancellation: %d %s", got.status, got.body)
				}
			}
			foreign(text)
		}
		cancels++
	}
}

// Closing the POST is how a client without a session cancels.
func TestClosingThePostCancels(t *testing.T) {
	for _, era := range []string{"modern", "2025"} {
		t.Run(era, func(t *testing.T) {
			d := open(t, settings{})
			b := browser(t)
			message, header := callMessage(7, "run_select_query", slow), http.Header{}
			if era == "modern" {
				message, header = asModern(t, message)
			} else {
				header.Set("Mcp-Session-Id", d.post(t, b, hello, nil).header.Get("Mcp-Session-Id"))
			}
			leave := d.leaves(t, message, header)
			eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
			leave()
			eventually(t, "the statement ends", func() bool { return d.Busy() == 0 })
			wantCancelled(t, d)
		})
	}
}

// A client with a session cancels by a notification, on both transports.
func TestNotificationCancels(t *testing.T) {
	t.Run("http", func(t *testing.T) {
		d := open(t, settings{})
		b := browser(t)
		header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
		done := make(chan string, 1)
		go func() { done <- d.post(t, b, callMessage(7, "run_select_query", slow), header).body }()
		eventually(t, "the statement ends", func() bool {
			d.post(t, b, cancelSeven, header)
			return len(done) == 1
		})
		if o := parse(t, <-done); !o.IsError || !strings.Contains(o.Text, "57014") {
			t.Errorf("the call says %q", o.Text)
		}
		wantCancelled(t, d)
	})
	t.Run("stdio", func(t *testing.T) {
		d := open(t, settings{})
		in := strings.NewReader(strings.Join([]string{hello, callMessage(7, "run_select_query", slow), cancelSeven, ""}, "\n"))
		var out strings.Builder
		must(t, d.ServeStdio(context.Background(), in, &out))
		if !strings.Contains(out.String(), "57014") {
			t.Errorf("the client got %s", out.String())
		}
		wantCancelled(t, d)
	})
}

// What is stopped from outside ends its statements.
func TestStdioStops(t *testing.T) {
	d := open(t, settings{})
	in, requests := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- d.ServeStdio(ctx, in, io.Discard) }()
	_, err := io.WriteString(requests, hello+"\n"+callMessage(7, "run_select_query", slow)+"\n")
	must(t, err)
	eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
	cancel()
	if err := <-served; !errors.Is(err, context.Canceled) {
		t.Errorf("ServeStdio: %v", err)
	}
	wantCancelled(t, d)
}

func wantCancelled(t *testing.T, d *door) {
	t.Helper()
	for _, r := range d.records(t) {
		if r["sqlstate"] == "57014" {
			return
		}
	}
	t.Errorf("no record of a cancelled statement in %v", d.records(t))
}
