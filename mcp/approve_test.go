package mcp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
)

// court is a door behind which people are asked, in mode delete_safe: a DELETE has
// to be approved, and what it needs does not.
type court struct {
	*door
	store *approval.Store
	owner client
}

type courtSettings struct {
	mode    gate.Mode // default delete_safe
	dsn     string    // of source "pg"
	desk    bool
	wait    time.Duration // default a minute
	dir     string        // of the store
	store   approval.Options
	options func(*mcp.Options)
}

func convene(t *testing.T, s courtSettings) *court {
	t.Helper()
	if s.wait == 0 {
		s.wait = time.Minute
	}
	if s.mode == gate.Closed {
		s.mode = gate.DeleteSafe
	}
	s.store.Dir = s.dir
	desk := courttest.Open(t, s.store)
	c := &court{store: desk.Store}
	c.door = open(t, settings{
		mode: s.mode, dsn: s.dsn,
		config: func(e *engine.Config) {
			e.Approvals = desk.Approvals(s.wait)
			e.Approvals.Desk, e.Approvals.ElicitationWait = s.desk, s.wait
		},
		options: func(o *mcp.Options) {
			o.Elicitation, o.Approvals = true, c.store
			o.Limits.Resume = time.Millisecond
			if s.options != nil {
				s.options(o)
			}
		},
	})
	c.owner = c.overStdio(t)
	return c
}

// table makes a table of ten rows.
func (c *court) table(t *testing.T, source, name string) {
	t.Helper()
	sql := fmt.Sprintf("CREATE TABLE %s AS SELECT i FROM generate_series(1, 10) AS s(i)", name)
	if o := c.owner.call(t, "run_mutation_query", fmt.Sprintf(`{"provider":%q,"sql":%q}`, source, sql)); o.IsError {
		t.Fatal(o.Text)
	}
}

// left is how many rows a table has.
func (c *court) left(t *testing.T, source, name string) string {
	t.Helper()
	o := c.owner.call(t, "run_select_query", fmt.Sprintf(`{"provider":%q,"sql":"SELECT count(*) FROM %s"}`, source, name))
	var payload struct{ Rows [][]json.Number }
	must(t, json.Unmarshal(o.Structured, &payload))
	return payload.Rows[0][0].String()
}

func deletion(source, name string) string {
	return fmt.Sprintf(`{"provider":%q,"sql":"DELETE FROM %s WHERE i <= 3"}`, source, name)
}

// record waits for the record that says how asking about a statement ended.
func (c *court) record(t *testing.T, about string) map[string]any {
	t.Helper()
	var found map[string]any
	eventually(t, "a record of "+about, func() bool {
		for _, r := range c.recordsWith(t, about) {
			sql, _ := r["sql"].(string)
			if decision, _ := r["decision"].(string); strings.Contains(sql, about) && strings.HasPrefix(decision, "needs_approval") {
				found = r
			}
		}
		return found != nil
	})
	return found
}

// pending is the one request that waits.
func (c *court) pending(t *testing.T) approval.Request {
	t.Helper()
	var found []approval.Request
	eventually(t, "a request at the desk", func() bool {
		found = nil
		for _, r := range c.store.List() {
			if r.State == approval.Pending {
				found = append(found, r)
			}
		}
		return len(found) > 0
	})
	if len(found) != 1 {
		t.Errorf("%d requests wait", len(found))
	}
	return found[0]
}

func (c *court) decide(t *testing.T, approve bool) {
	t.Helper()
	_, err := c.store.Decide(c.pending(t).ID, approval.Verdict{Approve: approve, Approver: "anna", Channel: "desk", Comment: "because"})
	must(t, err)
}

// wires are all the ways to be asked.
func (c *court) wires() map[string]func(t *testing.T) *wire {
	return map[string]func(t *testing.T) *wire{
		"http-2025-06-18": func(t *testing.T) *wire { return c.wireHTTP(t, askable("2025-06-18", "{}"), nil) },
		"http-2025-11-25": func(t *testing.T) *wire {
			return c.wireHTTP(t, askable("2025-11-25", `{"form":{},"url":{}}`), http.Header{"Mcp-Protocol-Version": {"2025-11-25"}})
		},
		"stdio-2025-11-25": func(t *testing.T) *wire { return c.wireStdio(t, askable("2025-11-25", "{}"), "") },
		"http-2026-07-28":  func(t *testing.T) *wire { return c.wireModern(t, `{"form":{}}`, nil) },
		"stdio-2026-07-28": func(t *testing.T) *wire { return c.wireStdio(t, "", "{}") },
	}
}

const yes = `{"action":"accept","content":{"decision":"approve"}}`

// verdicts are what a person says, and what becomes of the call.
var verdicts = []struct {
	name, result string
	left         string
	says         string
	decision     string
	channel      string
	modern       string // what is said instead in 2026-07-28, where the question then stands
}{
	{"accept", yes, "7", "DELETE 3", "accepted", "elicitation", ""},
	{"reject", `{"action":"accept","content":{"decision":"reject"}}`, "10", "said no", "declined", "elicitation", ""},
	{"decline", `{"action":"decline"}`, "10", "said no", "declined", "elicitation", ""},
	{"decline-with-yes", `{"action":"decline","content":{"decision":"approve"}}`, "10", "said no", "declined", "elicitation", ""},
	{"cancel", `{"action":"cancel"}`, "10", "was dismissed", "cancelled", "", ""},
	{"empty", `{"action":"accept","content":{}}`, "10", "cannot ask", "unavailable", "", "is neither"},
	{"no-content", `{"action":"accept"}`, "10", "cannot ask", "unavailable", "", "is neither"},
	{"true", `{"action":"accept","content":{"decision":true}}`, "10", "cannot ask", "unavailable", "", "is neither"},
	{"other-case", `{"action":"accept","content":{"decision":"APPROVE"}}`, "10", "cannot ask", "unavailable", "", "is neither"},
	{"list", `{"action":"accept","content":["approve"]}`, "10", "cannot ask", "unavailable", "", "is neither"},
	{"other-action", `{"action":"approve","content":{"decision":"approve"}}`, "10", "cannot ask", "unavailable", "", "none of accept"},
	{"garbage", `[1]`, "10", "cannot ask", "unavailable", "", "no answer to elicitation/create"},
	{"null", `null`, "10", "cannot ask", "unavailable", "", "none of accept"},
	{"error", `"error":{"code":-32601,"message":"Method not found"}`, "10", "cannot ask", "unavailable", "", "-"},
}

// What a person can say, on every transport, of both eras, to both kinds of source.
func TestElicitation(t *testing.T) {
	c := convene(t, courtSettings{dsn: pgtest.Start(t).CreateDB(t)})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			for _, source := range []string{"pg", "local"} {
				for _, v := range verdicts {
					if v.decision == "unavailable" && (name == "http-2025-06-18" || name == "stdio-2026-07-28") {
						continue // they are as the others of their era
					}
					if v.modern == "-" && w.modern || v.decision == "unavailable" && source == "pg" {
						continue
					}
					table := strings.NewReplacer("-", "_").Replace("t_" + name + "_" + v.name)
					c.table(t, source, table)
					q := w.ask(t, "run_mutation_query", deletion(source, table))
					if q.instead != nil {
						t.Fatalf("%s: nobody is asked: %v", table, q.instead)
					}
					o := w.answer(t, q, v.result)
					says, decision := v.says, "needs_approval_"+v.decision
					if w.modern && v.modern != "" {
						says, decision = v.modern, "needs_approval_pending"
					}
					if left := c.left(t, source, table); left != v.left || !strings.Contains(o.Text, says) || o.IsError != (v.left == "10") {
						t.Errorf("%s on %s: %s rows are left, and %s", v.name, source, left, o.Text)
					}
					r := c.record(t, table)
					if r["decision"] != decision || v.channel != "" && (r["channel"] != v.channel || r["approver"] != "local") {
						t.Errorf("%s on %s: the record has %v by %v over %v", v.name, source, r["decision"], r["approver"], r["channel"])
					}
					if w.modern && v.modern != "" { // the question stands
						if o := w.answer(t, q, yes); o.IsError || c.left(t, source, table) != "7" {
							t.Errorf("%s on %s: afterwards %s", v.name, source, o.Text)
						}
					}
				}
			}
		})
	}
}

// The desk decides while the client's person is asked: whoever is first.
func TestDeskBesideElicitation(t *testing.T) {
	c := convene(t, courtSettings{desk: true})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			for _, approve := range []bool{true, false} {
				table := strings.NewReplacer("-", "_").Replace(fmt.Sprintf("t_%s_%v", name, approve))
				c.table(t, "local", table)
				q := w.ask(t, "run_mutation_query", deletion("local", table))
				c.decide(t, approve)
				var o outcome
				switch {
				case w.modern:
					o = w.answer(t, q, yes)
				case strings.HasPrefix(name, "stdio"), strings.HasPrefix(name, "http"):
					if m := w.next(t); m["method"] != "notifications/cancelled" || m["params"].(map[string]any)["requestId"] != q.id {
						t.Errorf("the question is not taken back: %v", m)
					}
					o = w.outcome(t)
					late := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, quoted(q.id), yes)
					if status := w.reply(late); status != 0 && status != 400 {
						t.Errorf("an answer that is too late: %d", status)
					}
				}
				want, left, decision := "DELETE 3", "7", "needs_approval_accepted"
				if !approve {
					want, left, decision = "not approved", "10", "needs_approval_declined"
				}
				if got := c.left(t, "local", table); !strings.Contains(o.Text, want) || got != left {
					t.Errorf("approved %v: %s rows are left, and %s", approve, got, o.Text)
				}
				if r := c.record(t, table); !w.modern && (r["decision"] != decision || r["channel"] != "desk" || r["approver"] != "anna") {
					t.Errorf("approved %v: the record has %v by %v over %v", approve, r["decision"], r["approver"], r["channel"])
				}
			}
		})
	}
}

// A no counts, even if the desk said yes meanwhile.
func TestNoAfterDesk(t *testing.T) {
	c := convene(t, courtSettings{desk: true})
	w := c.wires()["http-2026-07-28"](t)
	c.table(t, "local", "t1")
	q := w.ask(t, "run_mutation_query", deletion("local", "t1"))
	c.decide(t, true)
	for _, no := range []string{`{"action":"decline"}`, `{"action":"cancel"}`} {
		if o := w.answer(t, q, no); !o.IsError || !strings.Contains(o.Text, "approved meanwhile") || c.left(t, "local", "t1") != "10" {
			t.Errorf("%s: %s", no, o.Text)
		}
	}
}

// Nobody answers in time.
func TestNoAnswer(t *testing.T) {
	c := convene(t, courtSettings{wait: 50 * time.Millisecond, store: approval.Options{Expires: time.Second}})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			table := strings.NewReplacer("-", "_").Replace("t_" + name)
			c.table(t, "local", table)
			q := w.ask(t, "run_mutation_query", deletion("local", table))
			var o outcome
			if w.modern {
				eventually(t, "the request expires", func() bool {
					list := c.store.List()
					return list[len(list)-1].State == approval.Expired
				})
				o = w.answer(t, q, yes)
			} else {
				w.next(t) // the question is taken back
				o = w.outcome(t)
				if r := c.record(t, table); r["decision"] != "needs_approval_expired" {
					t.Errorf("the record has %v", r["decision"])
				}
			}
			says := "nobody answered in time"
			if w.modern {
				says = "has expired"
			}
			if !o.IsError || !strings.Contains(o.Text, says) || c.left(t, "local", table) != "10" {
				t.Error(o.Text)
			}
		})
	}
}

// The client goes away while its person is asked.
func TestClientGoneWhileAsked(t *testing.T) {
	c := convene(t, courtSettings{})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			if w.modern {
				t.Skip("its call has ended by then")
			}
			table := strings.NewReplacer("-", "_").Replace("t_" + name)
			c.table(t, "local", table)
			w.ask(t, "run_mutation_query", deletion("local", table))
			w.hangUp()
			if r := c.record(t, table); r["decision"] != "needs_approval_abandoned" {
				t.Errorf("the record has %v", r["decision"])
			}
			if c.left(t, "local", table) != "10" {
				t.Error("it ran")
			}
		})
	}
	// A client that gives the call up says so.
	c.table(t, "local", "t_given_up")
	w := c.wireStdio(t, askable("2025-11-25", "{}"), "")
	w.ask(t, "run_mutation_query", deletion("local", "t_given_up"))
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, w.id))
	if r := c.record(t, "t_given_up"); r["decision"] != "needs_approval_abandoned" {
		t.Errorf("the record has %v", r["decision"])
	}
	w.next(t) // the question is taken back
	w.next(t) // an answer to who gave up
}

// Who cannot be asked, and who is not to be.
func TestWhoIsAsked(t *testing.T) {
	for _, test := range []struct {
		name  string
		off   bool
		store bool
		dial  func(c *court, t *testing.T) *wire
		asks  bool
	}{
		{"2025-06-18", false, true, func(c *court, t *testing.T) *wire { return c.wireHTTP(t, askable("2025-06-18", "{}"), nil) }, true},
		{"before elicitation", false, true, func(c *court, t *testing.T) *wire { return c.wireHTTP(t, askable("2025-03-26", "{}"), nil) }, false},
		{"before elicitation, stdio", false, true, func(c *court, t *testing.T) *wire { return c.wireStdio(t, askable("2025-03-26", "{}"), "") }, false},
		{"no capability", false, true, func(c *court, t *testing.T) *wire { return c.wireHTTP(t, hello, nil) }, false},
		{"URLs alone", false, true, func(c *court, t *testing.T) *wire {
			return c.wireHTTP(t, askable("2025-11-25", `{"url":{}}`), nil)
		}, false},
		{"switched off", true, true, func(c *court, t *testing.T) *wire { return c.wireHTTP(t, askable("2025-11-25", "{}"), nil) }, false},
		{"2026-07-28", false, true, func(c *court, t *testing.T) *wire { return c.wireModern(t, "{}", nil) }, true},
		{"2026-07-28, no capability", false, true, func(c *court, t *testing.T) *wire { return c.wireModern(t, "", nil) }, false},
		{"2026-07-28, URLs alone", false, true, func(c *court, t *testing.T) *wire { return c.wireModern(t, `{"url":{}}`, nil) }, false},
		{"2026-07-28, switched off", true, true, func(c *court, t *testing.T) *wire { return c.wireModern(t, "{}", nil) }, false},
		{"2026-07-28, nothing to seal with", false, false, func(c *court, t *testing.T) *wire { return c.wireModern(t, "{}", nil) }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := convene(t, courtSettings{options: func(o *mcp.Options) {
				o.Elicitation = !test.off
				if !test.store {
					o.Approvals = nil
				}
			}})
			c.table(t, "local", "t1")
			w := test.dial(c, t)
			q := w.ask(t, "run_mutation_query", deletion("local", "t1"))
			if asks := q.instead == nil; asks != test.asks {
				t.Fatalf("asked: %v, %v", asks, q.instead)
			}
			if !test.asks {
				o := parse(t, quoted(q.instead))
				if !o.IsError || !strings.Contains(o.Text, "would run in mode full_access") || c.left(t, "local", "t1") != "10" {
					t.Error(o.Text)
				}
				return
			}
			if o := w.answer(t, q, yes); o.IsError || c.left(t, "local", "t1") != "7" {
				t.Error(o.Text)
			}
		})
	}
}

// A client that cannot be asked waits for the desk, is told how to go on, and its
// call runs once the desk has approved.
func TestDeskAlone(t *testing.T) {
	c := convene(t, courtSettings{desk: true, wait: 50 * time.Millisecond})
	for _, call := range []client{c.overHTTP(t), c.overStdio(t), c.modern(t)} {
		table := fmt.Sprintf("t_%d", len(c.store.List()))
		c.table(t, "local", table)
		o := call.call(t, "run_mutation_query", deletion("local", table))
		r := c.pending(t)
		var meta struct {
			Error struct {
				Code     string
				Approval struct{ ID, State, Expires, How string }
			} `json:"io.github.sallyportdb/error"`
		}
		must(t, json.Unmarshal(o.Meta, &meta))
		a := meta.Error.Approval
		if !o.IsError || meta.Error.Code != "42501" || a.ID != r.ID || a.State != "pending" || a.How != "sallyport approvals approve "+r.ID {
			t.Errorf("%s %+v", o.Text, meta)
		}
		if expires, err := time.Parse(time.RFC3339, a.Expires); err != nil || expires.Sub(r.Expires).Abs() > time.Second {
			t.Errorf("expires %s", a.Expires)
		}
		if len(o.Structured) > 0 {
			t.Errorf("clients compare this with the output schema: %s", o.Structured)
		}
		if !strings.Contains(o.Text, "sallyport approvals approve "+r.ID) || !strings.Contains(o.Text, "run the same statement again") {
			t.Error(o.Text)
		}
		c.decide(t, true)
		if o := call.call(t, "run_mutation_query", deletion("local", table)); o.IsError || c.left(t, "local", table) != "7" {
			t.Error(o.Text)
		}
		if r := c.record(t, table); r["decision"] != "needs_approval_accepted" || r["approver"] != "anna" {
			t.Errorf("the record has %v by %v", r["decision"], r["approver"])
		}
	}
}

// A client that takes no stream cannot be asked while its call waits.
func TestAskedWithoutStream(t *testing.T) {
	c := convene(t, courtSettings{})
	c.table(t, "local", "t1")
	b := browser(t)
	session := c.post(t, b, askable("2025-11-25", "{}"), nil).header.Get("Mcp-Session-Id")
	r, err := http.NewRequest("POST", c.url, strings.NewReader(callMessage(1, "run_mutation_query", deletion("local", "t1"))))
	must(t, err)
	r.Header = http.Header{"Mcp-Session-Id": {session}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}
	response, err := b.Do(r)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	if o := parse(t, string(body)); !o.IsError || !strings.Contains(o.Text, "cannot ask anybody") || c.left(t, "local", "t1") != "10" {
		t.Error(o.Text)
	}
	if r := c.record(t, "t1"); r["decision"] != "needs_approval_unavailable" {
		t.Errorf("the record has %v", r["decision"])
	}
}
