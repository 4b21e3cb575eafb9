package mcp_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
)

// review_status tells a principal what became of its requests, in each state, and
// nobody of somebody else's.
func TestReviewStatus(t *testing.T) {
	c := convene(t, courtSettings{desk: true, wait: 50 * time.Millisecond})
	c.table(t, "local", "t1")
	call := c.overHTTP(t)
	if o := call.call(t, "review_status", "{}"); o.IsError || o.Text != "You have asked for no approval." {
		t.Errorf("before: %s", o.Text)
	}
	o := call.call(t, "run_mutation_query", deletion("local", "t1"))
	if !strings.Contains(o.Text, "nobody has decided yet") || !strings.Contains(o.Text, "review_status tells whether it is decided.") {
		t.Fatal(o.Text)
	}
	id := c.pending(t).ID
	state := func(want, next string) {
		t.Helper()
		for _, args := range []string{"{}", `{"id":"` + id + `"}`, `{"approval_id":"` + id + `"}`} {
			o := call.call(t, "review_status", args)
			if o.IsError || !strings.Contains(string(o.Structured), `"state":"`+want+`"`) || !strings.Contains(o.Text, next) {
				t.Errorf("%s: %s", args, o.Text)
			}
		}
	}
	state("pending", "Nobody has decided yet.")
	c.decide(t, true)
	state("approved", "Run the same statement again by ")
	if o := call.call(t, "run_mutation_query", deletion("local", "t1")); o.IsError || c.left(t, "local", "t1") != "7" {
		t.Errorf("approved: %s", o.Text)
	}
	state("used", "To run the statement once more, ask once more.")

	other, _, err := c.store.Submit(approval.Request{Digest: "other", Principal: "bert", SQL: "DELETE FROM his"})
	must(t, err)
	if o := call.call(t, "review_status", `{"id":"`+other.ID+`"}`); !o.IsError || !strings.Contains(o.Text, "42704") {
		t.Errorf("somebody else's: %s", o.Text)
	}
	if o := call.call(t, "review_status", "{}"); strings.Contains(o.Text, "his") {
		t.Errorf("somebody else's: %s", o.Text)
	}
}

// Where nobody is asked anything, there is nothing to review.
func TestNoReviewWithoutQuestions(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.FullAccess} {
		c := convene(t, courtSettings{mode: mode, desk: true})
		if slices.Contains(c.overHTTP(t).names(t, "tools/list", "tools", "name"), "review_status") {
			t.Errorf("%s offers it", mode)
		}
	}
}

// A client or principal of whom the server says so does not approve by itself,
// whatever it declares: the desk is asked, in both eras, and server_info says it.
func TestDeskOnly(t *testing.T) {
	for name, change := range map[string]func(*mcp.Options){
		"client":    func(o *mcp.Options) { o.DeskOnlyClients = []string{"TRANSCRIPT", "modern", "Asker"} },
		"principal": func(o *mcp.Options) { o.DeskOnlyPrincipals = []string{"local"} },
		"server":    func(o *mcp.Options) { o.Elicitation = false },
		"nobody":    func(o *mcp.Options) { o.DeskOnlyClients, o.DeskOnlyPrincipals = []string{"other"}, []string{"other"} },
	} {
		c := convene(t, courtSettings{desk: true, wait: 50 * time.Millisecond, options: change})
		text := c.overHTTP(t).call(t, "server_info", "{}").Text
		if alone := strings.Contains(text, "Approvals: the approval desk alone"); alone != (name != "nobody") {
			t.Errorf("%s: %s", name, text)
		}
		for wire, dial := range c.wires() {
			table := strings.NewReplacer("-", "_").Replace("t_" + wire)
			c.table(t, "local", table)
			if q := dial(t).ask(t, "run_mutation_query", deletion("local", table)); (q.instead == nil) != (name == "nobody") {
				t.Errorf("%s, %s: asked %v, told %v", name, wire, q.instead == nil, q.instead)
			}
		}
	}
}
