package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// askable is initialize of a client that can be asked.
func askable(version, elicitation string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{"elicitation":%s},"clientInfo":{"name":"asker","version":"3"}}}`, version, elicitation)
}

// wire is a client that hears what a server says while it waits for an answer.
type wire struct {
	heard  chan string
	send   func(message string)     // it does not wait
	reply  func(message string) int // it returns the status, 0 on a pipe
	hangUp func()
	modern bool
	// session is the id of one over HTTP.
	session string
	id      int
	log     func(mark, text string) // of what was heard; nil: none
}

// next returns the next message that is not progress.
func (w *wire) next(t *testing.T) map[string]any {
	t.Helper()
	for {
		select {
		case text, more := <-w.heard:
			if !more {
				t.Fatal("the server said nothing more")
			}
			if w.log != nil {
				w.log("<--", text)
			}
			var m map[string]any
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				t.Fatalf("%v in %q", err, text)
			}
			if m["method"] != "notifications/progress" {
				return m
			}
		case <-time.After(30 * time.Second):
			t.Fatal("the server says nothing")
		}
	}
}

// wireHTTP is a client with a session.
func (d *door) wireHTTP(t *testing.T, hello string, header http.Header) *wire {
	t.Helper()
	b := browser(t)
	opened := d.post(t, b, hello, header)
	session := opened.header.Get("Mcp-Session-Id")
	if session == "" {
		t.Fatalf("no session: %s", opened.body)
	}
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Mcp-Session-Id", session)
	w := &wire{heard: make(chan string, 100), session: session}
	w.posting(t, d, b, func(string) (string, http.Header) { return "", header })
	w.reply = func(message string) int { return d.post(t, b, message, header).status }
	return w
}

// wireModern is a client without sessions.
func (d *door) wireModern(t *testing.T, elicitation string, more http.Header) *wire {
	t.Helper()
	w := &wire{heard: make(chan string, 100), modern: true}
	w.posting(t, d, browser(t), func(message string) (string, http.Header) {
		message, header := asModern(t, message)
		for name, values := range more {
			header[name] = values
		}
		return declares(message, elicitation), header
	})
	return w
}

// declares puts the capability into a message of asModern.
func declares(message, elicitation string) string {
	if elicitation == "" {
		return message
	}
	return strings.Replace(message, `clientCapabilities":{}`, `clientCapabilities":{"elicitation":`+elicitation+`}`, 1)
}

// posting sends each message on a POST of its own and hears what comes back.
func (w *wire) posting(t *testing.T, d *door, b *http.Client, dress func(string) (string, http.Header)) {
	ctx, cancel := context.WithCancel(context.Background())
	var posts sync.WaitGroup
	w.hangUp = cancel
	w.send = func(message string) {
		dressed, header := dress(message)
		if dressed != "" {
			message = dressed
		}
		posts.Go(func() {
			r, err := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(message))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header = header.Clone()
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			response, err := b.Do(r)
			if err != nil {
				return // it hung up
			}
			defer response.Body.Close()
			lines := bufio.NewScanner(response.Body)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				text := strings.TrimPrefix(lines.Text(), "data: ")
				if strings.HasPrefix(text, "{") {
					w.heard <- text
				}
			}
		})
	}
	t.Cleanup(func() { cancel(); posts.Wait() })
}

// wireStdio is a client on a pipe; with hello "" it is one without sessions.
func (d *door) wireStdio(t *testing.T, hello, elicitation string) *wire {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	w := &wire{heard: make(chan string, 100), modern: hello == ""}
	var running sync.WaitGroup
	running.Go(func() {
		if err := d.ServeStdio(context.Background(), in, out); err != nil {
			t.Errorf("ServeStdio: %v", err)
		}
		out.Close()
	})
	running.Go(func() {
		defer close(w.heard)
		lines := bufio.NewScanner(answers)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			w.heard <- lines.Text()
		}
	})
	w.hangUp = func() { requests.Close() }
	w.send = func(message string) {
		if w.modern {
			message, _ = asModern(t, message)
			message = declares(message, elicitation)
		}
		if _, err := io.WriteString(requests, message+"\n"); err != nil {
			t.Error(err)
		}
	}
	w.reply = func(message string) int { w.send(message); return 0 }
	t.Cleanup(func() { w.hangUp(); running.Wait() })
	if hello != "" {
		w.send(hello)
		w.next(t)
	}
	return w
}

// asked is a call that somebody has to approve, as its client sees it.
type asked struct {
	id      any            // of the question; nil in 2026-07-28
	state   string         // of 2026-07-28
	params  map[string]any // of elicitation/create
	name    string
	args    string
	instead map[string]any // what came in place of a question
}

// ask calls a tool and returns the question.
func (w *wire) ask(t *testing.T, tool, args string) asked {
	t.Helper()
	w.id++
	w.send(callMessage(w.id, tool, args))
	q := w.heardQuestion(t)
	q.name, q.args = tool, args
	return q
}

// heardQuestion takes the next message for a question.
func (w *wire) heardQuestion(t *testing.T) asked {
	t.Helper()
	m := w.next(t)
	var q asked
	if m["method"] == "elicitation/create" {
		q.id, q.params = m["id"], m["params"].(map[string]any)
		return q
	}
	result, _ := m["result"].(map[string]any)
	if result["resultType"] != "input_required" {
		q.instead = m
		return q
	}
	q.state = result["requestState"].(string)
	requests := result["inputRequests"].(map[string]any)
	if len(requests) != 1 {
		t.Errorf("it wants %d answers", len(requests))
	}
	question := requests["approval"].(map[string]any)
	if question["method"] != "elicitation/create" {
		t.Errorf("the question is a %v", question["method"])
	}
	q.params = question["params"].(map[string]any)
	return q
}

// answer says what the person said, and returns what became of the call.
func (w *wire) answer(t *testing.T, q asked, result string) outcome {
	t.Helper()
	if w.modern {
		return w.retry(t, q, fmt.Sprintf(`{"approval":%s}`, result))
	}
	if status := w.reply(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, quoted(q.id), member(result))); status != 0 && status != 202 {
		t.Errorf("the answer was answered with %d", status)
	}
	return w.outcome(t)
}

// member is a result, or an error where the text says so.
func member(result string) string {
	if strings.HasPrefix(result, `"`) {
		return result
	}
	return `"result":` + result
}

// retry is the second leg of an exchange of 2026-07-28.
func (w *wire) retry(t *testing.T, q asked, responses string) outcome {
	t.Helper()
	w.id++
	w.send(retryMessage(w.id, q, responses))
	return w.outcome(t)
}

func retryMessage(id int, q asked, responses string) string {
	if responses != "" {
		responses = `,"inputResponses":` + responses
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s,"requestState":%q%s}}`,
		id, q.name, q.args, q.state, responses)
}

func (w *wire) outcome(t *testing.T) outcome {
	t.Helper()
	text, err := json.Marshal(w.next(t))
	must(t, err)
	return parse(t, string(text))
}

func quoted(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
