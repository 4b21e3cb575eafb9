package mcp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// message is one as an era has it, with a session where it has them.
func (d *door) message(t *testing.T, b *http.Client, era, message string) (string, http.Header) {
	t.Helper()
	if era == "modern" {
		return asModern(t, message)
	}
	session := ""
	eventually(t, "a session", func() bool {
		session = d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
		return session != ""
	})
	return message, http.Header{"Mcp-Session-Id": {session}}
}

// Calls wait for their turn and are answered, also while the server ends.
func TestCallsWaitTheirTurn(t *testing.T) {
	for _, era := range []string{"2025", "modern"} {
		for _, ending := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, ending %v", era, ending), func(t *testing.T) {
				d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Calls: 2, ClientCalls: 1, Turn: time.Minute}}})
				var post []func() answer
				for n := range 6 {
					b := browser(t)
					message, header := d.message(t, b, era, callMessage(n+1, "run_select_query", brief))
					post = append(post, func() answer { return d.post(t, b, message, header) })
				}
				answers := make(chan answer)
				for _, p := range post {
					go func() { answers <- p() }()
				}
				eventually(t, "calls wait", func() bool { return d.Busy() == 2 && d.Queued() == 4 })
				if ending {
					must(t, d.Shutdown(t.Context()))
				}
				for range post {
					if a := <-answers; a.status != 200 || parse(t, a.message(t)).IsError {
						t.Errorf("%d %s", a.status, a.body)
					}
				}
			})
		}
	}
}

// A call that waits in vain is told which limit it met and when to come again, and
// so is the log, once for many.
func TestTooManyCalls(t *testing.T) {
	var log lines
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Calls: 1, Waiting: 2, Turn: time.Second}}, options: func(o *mcp.Options) {
		o.Logger = hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Warn})
	}})
	message, header := asModern(t, callMessage(1, "run_select_query", slow))
	leave := d.leaves(t, message, header)
	eventually(t, "it works", func() bool { return d.Busy() == 1 })
	var all []<-chan answer
	for n := range 5 {
		m, h := asModern(t, callMessage(n, "server_info", "{}"))
		got := make(chan answer, 1)
		go func() { got <- d.post(t, browser(t), m, h) }()
		all = append(all, got)
	}
	met := map[string]int{}
	for _, got := range all {
		a := <-got
		var said struct {
			ID    *int
			Error struct {
				Code    int
				Message string
				Data    struct {
					Limit string
					Max   int
					After int `json:"retryAfterSeconds"`
				}
			}
		}
		must(t, json.Unmarshal([]byte(a.body), &said))
		met[said.Error.Data.Limit]++
		if a.status != 503 || a.header.Get("Retry-After") != "5" || said.Error.Data.After != 5 || said.ID == nil ||
			said.Error.Data.Max == 0 || !strings.Contains(said.Error.Message, said.Error.Data.Limit) || said.Error.Code != -32000 {
			t.Errorf("%d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
		}
	}
	if met["mcp.max_calls"] != 2 || met["mcp.max_waiting_calls"] != 3 {
		t.Errorf("limits met: %v", met)
	}
	leave()
	must(t, d.Shutdown(t.Context()))
	if text := log.String(); strings.Count(text, "requests were refused") != 2 || !strings.Contains(text, "count=3") || !strings.Contains(text, "count=2") {
		t.Errorf("the log says:\n%s", text)
	}
}

// lines is a log's text. Safe for concurrent use.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Who goes away while a call waits, and who cancels it, is out of the queue.
func TestLeavingTheQueue(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Calls: 1, Turn: time.Minute}}})
	b := browser(t)
	_, header := d.message(t, b, "2025", "")
	message, modern := asModern(t, callMessage(1, "run_select_query", slow))
	end := d.leaves(t, message, modern)
	eventually(t, "it works", func() bool { return d.Busy() == 1 })
	for _, era := range []string{"2025", "modern"} {
		message, header := callMessage(8, "server_info", "{}"), header
		if era == "modern" {
			message, header = asModern(t, message)
		}
		leave := d.leaves(t, message, header)
		eventually(t, "the call waits", func() bool { return d.Queued() == 1 })
		leave()
		eventually(t, "nobody waits", func() bool { return d.Queued() == 0 })
	}
	for _, tool := range []string{"server_info", "run_mutation_query"} { // one that the library is asked, too
		got := make(chan answer, 1)
		go func() { got <- d.post(t, browser(t), callMessage(7, tool, "{}"), header) }()
		eventually(t, "the call waits", func() bool { return d.Queued() == 1 })
		d.post(t, b, cancelSeven, header)
		if a := <-got; a.status != 200 || !strings.Contains(a.body, "cancelled before its turn") || d.Queued() != 0 {
			t.Errorf("%s: %d %s", tool, a.status, a.body)
		}
	}
	end()
}

// Sixteen calls that wait for a person keep nobody from working, on no transport,
// and hold no connection to the source. Each goes on when it is approved.
func TestWaitingForAPersonTakesNoPlace(t *testing.T) {
	c := convene(t, courtSettings{
		desk: true, dsn: pgtest.Start(t).CreateDB(t),
		options: func(o *mcp.Options) { o.Limits.Calls, o.Limits.ClientCalls = 2, 2 },
	})
	const many = 16
	var all []<-chan answer
	for n := range many {
		c.table(t, "pg", fmt.Sprintf("t%d", n))
		b := browser(t)
		message, header := c.message(t, b, []string{"2025", "modern"}[n%2], callMessage(n, "run_mutation_query", deletion("pg", fmt.Sprintf("t%d", n))))
		got := make(chan answer, 1)
		go func() { got <- c.post(t, b, message, header) }()
		all = append(all, got)
	}
	w := c.wireHTTP(t, askable("2025-11-25", "{}"), http.Header{"Mcp-Protocol-Version": {"2025-11-25"}})
	c.table(t, "pg", "asked")
	question := w.ask(t, "run_mutation_query", deletion("pg", "asked"))
	eventually(t, "all wait for a person", func() bool { return c.Away() == many+1 && c.Busy() == 0 })
	message, header := asModern(t, callMessage(1, "run_select_query", `{"provider":"pg","sql":"SELECT count(*) FROM t1"}`))
	if a := c.post(t, browser(t), message, header); a.status != 200 || parse(t, a.message(t)).IsError {
		t.Errorf("%d %s", a.status, a.body)
	}
	if o := w.answer(t, question, yes); o.IsError {
		t.Error(o.Text)
	}
	for _, r := range c.store.List() {
		if r.State == approval.Pending {
			_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, Approver: "anna", Channel: "desk"})
			must(t, err)
		}
	}
	for n, got := range all {
		a := <-got
		if o := parse(t, a.message(t)); a.status != 200 || o.IsError || c.left(t, "pg", fmt.Sprintf("t%d", n)) != "7" {
			t.Errorf("%d: %d %s", n, a.status, a.body)
		}
	}
	eventually(t, "nothing is left", func() bool { return c.Away() == 0 && c.Busy() == 0 })
}

// The endpoint is at the root, too, and with a slash behind it.
func TestEndpointPaths(t *testing.T) {
	d := open(t, settings{})
	for path, want := range map[string]int{"": 200, "/": 200, "/mcp": 200, "/mcp/": 200, "/mcp/more": 404, "/other": 404} {
		response, err := browser(t).Post(d.base+path, "application/json", strings.NewReader(hello))
		must(t, err)
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%q: %d", path, response.StatusCode)
		}
	}
}

// Of connections there are no more than may be: those without a request make room.
func TestConnectionsAreBounded(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Connections: 2}}})
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(d.base, "http://"))
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	silent := dial()
	busy := browser(t)
	message, header := asModern(t, callMessage(1, "run_select_query", slow))
	end := d.leaves(t, message, header)
	eventually(t, "a request is under way", func() bool { return d.Busy() == 1 })
	dial()                                                     // one too many
	if _, err := silent.Read(make([]byte, 1)); err != io.EOF { //nolint:errorlint // it is not wrapped
		t.Errorf("the one silent longest: %v", err)
	}
	second := d.leaves(t, message, header)
	eventually(t, "two are", func() bool { return d.Busy() == 2 })
	response, err := http.ReadResponse(bufio.NewReader(dial()), nil)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
		t.Errorf("where all have a request: %v", response)
	}
	end()
	second()
	eventually(t, "there is room again", func() bool {
		response, err := busy.Get(d.base + "/health")
		if err == nil {
			response.Body.Close()
		}
		return err == nil
	})
}

// Long messages are bounded in all; short ones are read all the same.
func TestLongMessagesAreBounded(t *testing.T) {
	const size = 64 << 10
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Calls: 1}}, options: func(o *mcp.Options) { o.MaxBodyBytes = size }})
	half := func() net.Conn { // most of a message, and no end
		conn, err := net.Dial("tcp", strings.TrimPrefix(d.base, "http://"))
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		_, err = fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			size, strings.Repeat(" ", size-100))
		must(t, err)
		return conn
	}
	first := half()
	eventually(t, "it is in memory", func() bool { return d.Bodies() > size/2 })
	response, err := http.ReadResponse(bufio.NewReader(half()), nil)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
		t.Errorf("a second long one: %v", response)
	}
	if got := d.post(t, browser(t), hello, nil); got.status != 200 {
		t.Errorf("a short one: %d %s", got.status, got.body)
	}
	first.Close()
	eventually(t, "it is forgotten", func() bool { return d.Bodies() == 0 })
}

// A call that is approved while all places are taken for longer than it may wait is
// told so, and its approval stands.
func TestNoPlaceAfterApproval(t *testing.T) {
	c := convene(t, courtSettings{desk: true, options: func(o *mcp.Options) {
		o.Limits.Calls, o.Limits.Turn = 1, time.Second
	}})
	c.table(t, "local", "t")
	b := browser(t)
	message, header := asModern(t, callMessage(1, "run_mutation_query", deletion("local", "t")))
	got := make(chan answer, 1)
	go func() { got <- c.post(t, b, message, header) }()
	eventually(t, "it waits for a person", func() bool { return c.Away() == 1 })
	busy, h := asModern(t, callMessage(2, "run_select_query", slow))
	end := c.leaves(t, busy, h)
	eventually(t, "another has the place", func() bool { return c.Busy() == 1 })
	c.decide(t, true)
	if o := parse(t, (<-got).message(t)); !o.IsError || !strings.Contains(o.Text, "53300") || !strings.Contains(o.Text, "the approval stands") {
		t.Errorf("%+v", o)
	}
	end()
	if o := parse(t, c.post(t, b, message, header).message(t)); o.IsError || c.left(t, "local", "t") != "7" {
		t.Errorf("%+v", o)
	}
}
