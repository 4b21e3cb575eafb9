package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// secrets are the tokens of two principals.
var secrets = map[string]string{"anna": strings.Repeat("a", 40), "ben": strings.Repeat("b", 40)}

func bearer(name string) http.Header {
	return http.Header{"Authorization": {"Bearer " + secrets[name]}}
}

func withTokens(o *mcp.Options) {
	for name, secret := range secrets {
		o.Tokens = append(o.Tokens, transport.Token{Principal: name, Secret: []byte(secret)})
	}
}

// refused expects a call that ran nothing and says why.
func (c *court) refused(t *testing.T, what string, o outcome, says string) {
	t.Helper()
	if !o.IsError && o.Protocol == "" || !strings.Contains(o.Text+o.Protocol, says) {
		t.Errorf("%s: %s%s", what, o.Text, o.Protocol)
	}
	if left := c.left(t, "local", "t1"); left != "10" {
		t.Fatalf("%s: %s rows are left", what, left)
	}
}

// Whatever is wrong with a requestState, nothing runs, and the answer says what.
func TestRequestStateRefused(t *testing.T) {
	c := convene(t, courtSettings{})
	c.table(t, "local", "t1")
	foreign := convene(t, courtSettings{})
	foreign.table(t, "local", "t1")
	w := c.wireModern(t, "{}", nil)
	call := deletion("local", "t1")
	q := w.ask(t, "run_mutation_query", call)
	other := foreign.wireModern(t, "{}", nil).ask(t, "run_mutation_query", call)
	another, err := c.store.Seal("another purpose", []byte(`{}`))
	must(t, err)
	empty, err := c.store.Seal("mcp requestState 1", []byte(`{}`))
	must(t, err)
	for _, test := range []struct {
		name   string
		change func(q *asked)
		says   string
	}{
		{"of another server", func(q *asked) { q.state = other.state }, "not one that this server gave out"},
		{"of another purpose", func(q *asked) { q.state = another }, "not one that this server gave out"},
		{"with nothing in it", func(q *asked) { q.state = empty }, "given to somebody else"},
		{"made up", func(q *asked) { q.state = "eyJpZCI6ImFwLTEifQ" }, "not one that this server gave out"},
		{"cut", func(q *asked) { q.state = q.state[:len(q.state)-1] }, "not one that this server gave out"},
		{"longer", func(q *asked) { q.state += "A" }, "not one that this server gave out"},
		{"too long", func(q *asked) { q.state = strings.Repeat("A", 100_000) }, "not one that this server gave out"},
		{"for another tool", func(q *asked) { q.name = "run_select_query" }, "belongs to a call of run_mutation_query"},
		{"for a tool without SQL", func(q *asked) { q.name, q.args = "server_info", "{}" }, "belongs to a call of run_mutation_query"},
		{"for another statement", func(q *asked) { q.args = `{"provider":"local","sql":"DELETE FROM t1"}` }, "with other arguments"},
		{"for another spelling", func(q *asked) { q.args = strings.Replace(q.args, "i <= 3", "i  <= 3", 1) }, "with other arguments"},
		{"for another provider", func(q *asked) { q.args = `{"sql":"DELETE FROM t1 WHERE i <= 3"}` }, "with other arguments"},
		{"for another limit", func(q *asked) { q.args = strings.Replace(q.args, "{", `{"row_limit":1,`, 1) }, "with other arguments"},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := q
			test.change(&q)
			c.refused(t, test.name, w.answer(t, q, yes), test.says)
			said := 0
			for _, r := range c.records(t) {
				if r["tool"] == q.name && r["decision"] == "refuse_immediate" && strings.Contains(quoted(r["error"]), test.says) {
					said++
				}
			}
			if said == 0 {
				t.Errorf("there is no record of it: %s", quoted(c.records(t)[len(c.records(t))-1]))
			}
		})
	}
	// The same arguments in another order, and with a default, are the same.
	q.args = `{ "row_limit":200, "sql":"DELETE FROM t1 WHERE i <= 3", "provider":"local" }`
	if o := w.answer(t, q, yes); o.IsError || c.left(t, "local", "t1") != "7" {
		t.Error(o.Text)
	}
}

// A state in which any one character is another is none.
func TestRequestStateAltered(t *testing.T) {
	c := convene(t, courtSettings{})
	c.table(t, "local", "t1")
	w := c.wireModern(t, "{}", nil)
	q := w.ask(t, "run_mutation_query", deletion("local", "t1"))
	for i := range q.state {
		bad := q
		b := []byte(q.state)
		if b[i]++; b[i] == 'Z'+1 || b[i] == 'z'+1 || b[i] == '9'+1 {
			b[i] = 'A'
		}
		bad.state = string(b)
		if o := w.answer(t, bad, yes); !o.IsError || !strings.Contains(o.Text, "not one that this server gave out") {
			t.Fatalf("character %d of %d: %s", i, len(q.state), o.Text)
		}
	}
	c.refused(t, "all of them", w.answer(t, q, `{"action":"decline"}`), "said no")
	if r := c.store.List()[0]; r.State != approval.Denied || len(c.store.List()) != 1 {
		t.Errorf("%d requests, the first is %s", len(c.store.List()), r.State)
	}
}

// An approval is for one execution: a state that was used is of no use.
func TestRequestStateReplayed(t *testing.T) {
	c := convene(t, courtSettings{})
	for _, test := range []struct{ answer, state string }{
		{yes, "used"}, {`{"action":"decline"}`, "was denied"}, {`{"action":"cancel"}`, "withdrawn"},
	} {
		table := "t_" + strings.Fields(test.state)[0]
		c.table(t, "local", table)
		w := c.wireModern(t, "{}", nil)
		q := w.ask(t, "run_mutation_query", deletion("local", table))
		w.answer(t, q, test.answer)
		left := c.left(t, "local", table)
		c.owner.call(t, "run_mutation_query", fmt.Sprintf(`{"provider":"local","sql":"INSERT INTO %s VALUES (1), (2)"}`, table))
		if left == c.left(t, "local", table) {
			t.Fatal("no rows to be deleted again")
		}
		left = c.left(t, "local", table)
		for range 2 {
			if o := w.answer(t, q, yes); !o.IsError || !strings.Contains(o.Text, test.state) || c.left(t, "local", table) != left {
				t.Errorf("after %s: %s", test.answer, o.Text)
			}
		}
		// Without the state the same call is a new question.
		if again := w.ask(t, "run_mutation_query", deletion("local", table)); again.instead != nil || again.state == q.state {
			t.Errorf("%v", again.instead)
		}
	}
}

// Nothing but the answer to a question that was asked approves: no argument, no
// _meta, no answer without its state (G24).
func TestNobodyApprovesItself(t *testing.T) {
	c := convene(t, courtSettings{})
	c.table(t, "local", "t1")
	sql := `"provider":"local","sql":"DELETE FROM t1 WHERE i <= 3"`
	for _, argument := range []string{
		`"approved":true`, `"approval":"ap-0000000000"`, `"confirm":true`, `"decision":"approve"`, `"approver":"anna"`,
		`"requestState":"x"`, `"inputResponses":{"approval":` + yes + `}`, `"_meta":{"approved":true}`, `"purpose":"any"`, `"mode":"full_access"`,
	} {
		for _, w := range []*wire{c.wireModern(t, "{}", nil), c.wireHTTP(t, askable("2025-11-25", "{}"), nil)} {
			q := w.ask(t, "run_mutation_query", "{"+sql+","+argument+"}")
			if q.instead == nil {
				t.Errorf("%s is taken for an argument", argument)
				continue
			}
			c.refused(t, argument, parse(t, quoted(q.instead)), "unknown argument")
		}
	}
	asks := func(what, params string) {
		t.Helper()
		w := c.wireModern(t, "{}", nil)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{` + sql + `}` + params + `}}`)
		m := w.next(t)
		result, _ := m["result"].(map[string]any)
		if result["resultType"] != "input_required" || c.left(t, "local", "t1") != "10" {
			t.Errorf("%s: %v", what, m)
		}
	}
	asks("an answer without a state", `,"inputResponses":{"approval":`+yes+`}`)
	asks("an empty state", `,"inputResponses":{"approval":`+yes+`},"requestState":""`)
	q := c.wireModern(t, "{}", nil).ask(t, "run_mutation_query", "{"+sql+"}")
	asks("an answer to another question", fmt.Sprintf(`,"inputResponses":{"approvals":%s},"requestState":%q`, yes, q.state))
	asks("a state alone", fmt.Sprintf(`,"requestState":%q`, q.state))
	asks("a state and no answers", fmt.Sprintf(`,"inputResponses":{},"requestState":%q`, q.state))
	asks("the words in other places", `,"decision":"approve","approval":`+yes+`,"task":{"ttl":1}`)
	for _, wrong := range []string{
		`,"requestState":1`, `,"requestState":{"id":"x"}`, `,"inputResponses":[` + yes + `],"requestState":"x"`, `,"inputResponses":"approve"`,
	} {
		w := c.wireModern(t, "{}", nil)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{` + sql + `}` + wrong + `}}`)
		c.refused(t, wrong, w.outcome(t), "-32")
	}
	// A client of 2025 has no such parameters, and one that cannot be asked has no say.
	for name, w := range map[string]*wire{
		"2025": c.wireHTTP(t, hello, nil), "stdio": c.wireStdio(t, hello, ""), "2026 without the capability": c.wireModern(t, "", nil),
	} {
		w.id++
		w.send(retryMessage(w.id, q, `{"approval":`+yes+`}`))
		c.refused(t, name, w.outcome(t), "nobody can be asked")
	}
	w := c.wireModern(t, "{}", nil)
	if o := w.retry(t, q, `{"else":{"roots":[]},"approval":`+yes+`}`); o.IsError || c.left(t, "local", "t1") != "7" {
		t.Errorf("an answer that nobody wants beside the one that is: %s", o.Text)
	}
}

// Of many that come with the same answer at once, one runs.
func TestRacingForOneApproval(t *testing.T) {
	c := convene(t, courtSettings{})
	c.table(t, "local", "t1")
	first := c.wireModern(t, "{}", nil)
	q := first.ask(t, "run_mutation_query", deletion("local", "t1"))
	const clients = 8
	answers := make([]map[string]any, clients)
	var racing sync.WaitGroup
	for i := range clients {
		w := c.wireModern(t, "{}", nil)
		racing.Go(func() {
			w.send(retryMessage(1, q, `{"approval":`+yes+`}`))
			answers[i] = w.next(t)
		})
	}
	racing.Wait()
	ran := 0
	for _, m := range answers {
		if text := quoted(m); strings.Contains(text, `"rows_affected":`) {
			ran++
		}
	}
	if ran != 1 || c.left(t, "local", "t1") != "7" {
		t.Errorf("%d of %d ran: %v", ran, clients, answers)
	}
	accepted := 0
	for _, r := range c.records(t) {
		if r["decision"] == "needs_approval_accepted" && r["phase"] != "intent" {
			accepted++
		}
	}
	if accepted != 1 {
		t.Errorf("%d records of one that ran", accepted)
	}
}

// A state outlives a restart of its server, and is nothing to another one.
func TestRestartInTheMiddle(t *testing.T) {
	dsn, dir := pgtest.Start(t).CreateDB(t), t.TempDir()
	var q asked
	t.Run("before", func(t *testing.T) {
		c := convene(t, courtSettings{dsn: dsn, dir: dir})
		c.table(t, "pg", "t1")
		q = c.wireModern(t, "{}", nil).ask(t, "run_mutation_query", deletion("pg", "t1"))
	})
	t.Run("elsewhere", func(t *testing.T) {
		c := convene(t, courtSettings{dsn: dsn})
		o := c.wireModern(t, "{}", nil).retry(t, q, `{"approval":`+yes+`}`)
		if !o.IsError || !strings.Contains(o.Text, "not one that this server gave out") || c.left(t, "pg", "t1") != "10" {
			t.Error(o.Text)
		}
	})
	t.Run("after", func(t *testing.T) {
		c := convene(t, courtSettings{dsn: dsn, dir: dir})
		o := c.wireModern(t, "{}", nil).retry(t, q, `{"approval":`+yes+`}`)
		if o.IsError || c.left(t, "pg", "t1") != "7" {
			t.Error(o.Text)
		}
	})
}

// A question can be answered in its session alone, and once.
func TestAnswersOfStrangers(t *testing.T) {
	c := convene(t, courtSettings{})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			if w.modern {
				t.Skip("it has no questions of their own")
			}
			table := strings.NewReplacer("-", "_").Replace("t_" + name)
			c.table(t, "local", table)
			q := w.ask(t, "run_mutation_query", deletion("local", table))
			id, ok := q.id.(string)
			if !ok || len(id) < 20 {
				t.Errorf("the id can be guessed: %v", q.id)
			}
			for _, stranger := range []*wire{c.wireHTTP(t, askable("2025-11-25", "{}"), nil), c.wireStdio(t, askable("2025-11-25", "{}"), "")} {
				status := stranger.reply(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":%s}`, id, yes))
				if status != 0 && status != 400 {
					t.Errorf("a stranger's answer: %d", status)
				}
			}
			for _, wrong := range []string{"1", `""`, "null", `"1"`, `"` + strings.ToLower(id) + `"`} {
				if status := w.reply(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, wrong, yes)); status != 0 && status != 400 {
					t.Errorf("an answer to %s: %d", wrong, status)
				}
			}
			if c.left(t, "local", table) != "10" {
				t.Fatal("it ran")
			}
			if o := w.answer(t, q, yes); o.IsError || c.left(t, "local", table) != "7" {
				t.Error(o.Text)
			}
			if status := w.reply(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":%s}`, id, yes)); status != 0 && status != 400 {
				t.Errorf("a second answer: %d", status)
			}
		})
	}
}

// With tokens: neither a state nor a session's question is another principal's.
func TestAnswersOfOtherPrincipals(t *testing.T) {
	c := convene(t, courtSettings{options: withTokens})
	c.table(t, "local", "t1")
	call := deletion("local", "t1")
	q := c.wireModern(t, "{}", bearer("anna")).ask(t, "run_mutation_query", call)
	ben := c.wireModern(t, "{}", bearer("ben"))
	c.refused(t, "a state", ben.retry(t, q, `{"approval":`+yes+`}`), "given to somebody else")
	if own := ben.ask(t, "run_mutation_query", call); own.instead != nil || len(c.store.List()) != 2 {
		t.Errorf("the same statement of another principal is another request: %v", own.instead)
	}

	anna := c.wireHTTP(t, askable("2025-11-25", "{}"), bearer("anna"))
	q = anna.ask(t, "run_mutation_query", call)
	b := browser(t)
	for _, header := range []http.Header{bearer("ben"), {}} {
		header.Set("Mcp-Session-Id", anna.session)
		answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":%s}`, q.id, yes)
		if got := c.post(t, b, answer, header); got.status != 404 && got.status != 401 {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	if o := anna.answer(t, q, yes); o.IsError || c.left(t, "local", "t1") != "7" {
		t.Error(o.Text)
	}
	if r := c.record(t, "t1"); r["principal"] != "anna" || r["approver"] != "anna" {
		t.Errorf("%v approved for %v", r["approver"], r["principal"])
	}
}

// Questions to one client do not get in each other's way, and calls that wait for
// answers leave room for these.
func TestTwoQuestionsAtOnce(t *testing.T) {
	c := convene(t, courtSettings{options: func(o *mcp.Options) { o.Limits.Calls, o.Limits.ClientCalls = 2, 2 }})
	for name, dial := range c.wires() {
		t.Run(name, func(t *testing.T) {
			w := dial(t)
			if w.modern {
				t.Skip("its calls have ended when its person is asked")
			}
			questions := map[string]asked{}
			tables := []string{strings.ReplaceAll("a_"+name, "-", "_"), strings.ReplaceAll("b_"+name, "-", "_")}
			for _, table := range tables {
				c.table(t, "local", table)
			}
			for _, table := range tables {
				q := w.ask(t, "run_mutation_query", deletion("local", table))
				if q.instead != nil || !strings.Contains(quoted(q.params["message"]), table) {
					t.Fatalf("%v %v", q.instead, q.params["message"])
				}
				questions[table] = q
			}
			if o := w.answer(t, questions[tables[1]], yes); o.IsError {
				t.Error(o.Text)
			}
			if o := w.answer(t, questions[tables[0]], `{"action":"decline"}`); !o.IsError {
				t.Error("it ran")
			}
			if a, b := c.left(t, "local", tables[0]), c.left(t, "local", tables[1]); a != "10" || b != "7" {
				t.Errorf("%s and %s rows are left", a, b)
			}
		})
	}
}
