package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/internal/courttest"
)

// asking opens what a server asks people by, without the server. The path has to
// be short: it gets a socket.
func asking(t *testing.T, change func(*config.Config)) (state string, a *approvals) {
	t.Helper()
	c := config.Default()
	var err error
	if c.StateDir, err = os.MkdirTemp("", "asking"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.StateDir) })
	if change != nil {
		change(&c)
	}
	return c.StateDir, openAsking(t, c)
}

func openAsking(t *testing.T, c config.Config) *approvals {
	t.Helper()
	record, err := audit.Open(audit.Options{Dir: t.TempDir(), Logger: hclog.NewNullLogger()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := record.Close(); err != nil {
			t.Error(err)
		}
	})
	a, err := openApprovals(t.Context(), c, cli.Getenv([]string{"DESK=" + deskToken}), hclog.NewNullLogger(), record)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

const deskToken = "0123456789abcdef-of-approvers"

func asked(t *testing.T, a *approvals, r approval.Request) approval.Request {
	t.Helper()
	r.Digest = a.store.Digest(r.SQL)
	stored, _, err := a.store.Submit(r)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

var (
	aDelete = approval.Request{
		Door: "mcp", Tool: "run_mutation_query", Principal: "anna", Application: "an agent", Version: "1.2", Session: "s1", RemoteAddr: "127.0.0.1:1",
		Source: "shop", Mode: "safe", Class: "delete", Verb: "DELETE",
		SQL: "DELETE FROM orders\nWHERE customer = $1 -- \u202e\x1b[2J", Params: []string{"7\nTo approve it: rm -rf /"}, Relations: []string{"writes shop.public.orders"},
		Reason: "mode safe asks for class delete", MaxRows: 22,
		Estimate: approval.Estimate{
			Rows: 12, By: "count", Triggers: []string{"log_it on public.orders"}, Sequences: []string{"public.log_id_seq"},
			Cascades: []string{"public.items"}, Note: "nobody looked at a view",
		},
	}
	anUpdate = approval.Request{
		Door: "pgwire", Principal: "bert", Source: "shop", Mode: "safe", Class: "mutate", Verb: "UPDATE",
		SQL: "UPDATE t SET a = 1", MaxRows: -1, Estimate: approval.Estimate{Rows: 1000, By: "plan"},
	}
	anotherUpdate = approval.Request{
		Door: "pgwire", Principal: "bert", Source: "shop", Mode: "safe", Class: "mutate", Verb: "UPDATE",
		SQL: "UPDATE t SET a = 2 WHERE id = 7", MaxRows: 11, Estimate: approval.Estimate{Rows: 1, By: "count"},
		Scope: &approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{{Name: "shop.public.t", Print: "1 table", Write: true}}},
	}
)

// TestApprovals is a transcript of what people see.
func TestApprovals(t *testing.T) {
	state, a := asking(t, nil)
	first, second, third := asked(t, a, aDelete).ID, asked(t, a, anUpdate).ID, asked(t, a, anotherUpdate).ID
	ids := map[string]string{first: "FIRST", second: "SECOND", third: "THIRD"}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	times := regexp.MustCompile(`\b\d\d:\d\d:\d\d\b|\d{4}-\d\d-\d\dT[0-9:.Z+-]+`)
	var text strings.Builder
	for _, args := range [][]string{
		{"list"},
		{"show", first},
		{"show", second},
		{"approve", first, "--comment", "ticket 4711", "--max-rows", "5"},
		{"approve", first},
		{"approve", second, "--max-rows", "0"},
		{"deny", second, "ap-none", "-m", "no"},
		{"list"},
		{"list", "--all"},
		{"show", first},
		{"approve", third, "--for", "1h", "--times", "1"},
		{"approve", third, "--verbs", "insert"},
		{"approve", third, "--for", "8h", "--times", "20", "--verbs", "insert", "--max-rows", "100"},
		{"grants"},
		{"grants", "revoke", "GRANT", "gr-none"},
		{"grants", "revoke", "GRANT"},
		{"grants"},
		{"grants", "list", "--all"},
		{"list", "--json"},
		{"show", "x\x1b[2J"},
		{"list", "--approver", "root"},
		{"list", "--url", "https://127.0.0.1:1"},
		{"aprove", first},
	} {
		if i := slices.Index(args, "GRANT"); i >= 0 {
			args[i] = a.store.Grants()[0].ID
		}
		status, stdout, stderr := call(t, []string{"HOME=/nowhere"}, "", append(append([]string{"approvals"}, args...), "--state-dir", state)...)
		fmt.Fprintf(&text, "$ sallyport approvals %s\n%s%s", strings.Join(args, " "), stdout, stderr)
		if status != 0 {
			fmt.Fprintf(&text, "[%d]\n", status)
		}
		text.WriteString("\n")
	}
	got := strings.ReplaceAll(text.String(), state, "STATE")
	got = strings.ReplaceAll(got, me.Username+", desk", "USER, desk")
	for id, name := range ids {
		got = strings.ReplaceAll(got, id, "ap-"+name+strings.Repeat("-", 10-len(name)))
	}
	got = regexp.MustCompile(`gr-[0-9a-z]{10}`).ReplaceAllString(got, "gr-GRANT-----")
	got = strings.ReplaceAll(got, "  "+me.Username+" ", "  USER ")
	got = times.ReplaceAllString(got, "TIME")
	got = regexp.MustCompile(`\b[0-9]s( ago)?\b`).ReplaceAllString(got, "0s$1")
	got = strings.ReplaceAll(strings.ReplaceAll(got, "\x1b", "ESC"), "\u202e", "RLO")
	compare(t, "approvals.txt", got)
}

// Every process of a state directory has a folder, and the command finds them
// all.
func TestApprovalsOfSeveral(t *testing.T) {
	var c config.Config
	state, first := asking(t, func(o *config.Config) { c = *o })
	second := openAsking(t, c)
	if want := filepath.Join(state, "approvals", "2", "desk.sock"); second.desk.Socket() != want {
		t.Errorf("%s, want %s", second.desk.Socket(), want)
	}
	ours, theirs := asked(t, first, aDelete), asked(t, second, anUpdate)
	status, stdout, stderr := call(t, nil, "", "approvals", "list", "--json", "--state-dir", state)
	var listed []approval.Request
	if err := json.Unmarshal([]byte(stdout), &listed); err != nil || status != 0 || len(listed) != 2 || listed[0].ID != ours.ID || listed[1].ID != theirs.ID {
		t.Errorf("status %d, %s %s %v", status, stdout, stderr, err)
	}
	if status, _, stderr := call(t, nil, "", "approvals", "approve", ours.ID, theirs.ID, "--state-dir", state); status != 0 {
		t.Error(stderr)
	}
	if r, err := second.store.Get(theirs.ID); err != nil || r.State != approval.Approved || r.MaxRows != -1 {
		t.Errorf("%+v %v", r, err)
	}
}

func TestApprovalsWithoutServer(t *testing.T) {
	state := t.TempDir()
	want := "sallyport: no server with an approval desk runs on the state directory " + state + "\n" +
		"  Start one (sallyport srv), or give the --state-dir or --config of the one that runs, or the --url of one elsewhere.\n"
	for _, command := range []string{"list", "show ap-1", "approve ap-1 ap-2", "deny ap-1", "watch"} {
		args := append([]string{"approvals"}, strings.Fields(command)...)
		if status, stdout, stderr := call(t, nil, "", append(args, "--state-dir", state)...); status != 1 || stdout != "" || stderr != want {
			t.Errorf("%s: status %d, %s%s", command, status, stdout, stderr)
		}
	}
}

func TestApprovalsRemote(t *testing.T) {
	_, a := asking(t, func(c *config.Config) { c.Approvals.Address, c.Approvals.TokenEnv = "127.0.0.1:0", "DESK" })
	r := asked(t, a, aDelete)
	url := "http://" + a.desk.Address().String()
	environ := []string{"SALLYPORT_APPROVALS_TOKEN=" + deskToken, "USER=carla"}
	if status, stdout, stderr := call(t, environ, "", "approvals", "approve", r.ID, "--url", url); status != 0 || !strings.HasPrefix(stdout, "Approved "+r.ID+" of anna on shop: once, until ") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if r, err := a.store.Get(r.ID); err != nil || r.Approver != "carla" || r.Channel != "http" {
		t.Errorf("%+v %v", r, err)
	}
	for want, environ := range map[string][]string{
		"the approval desk needs its token":      {"SALLYPORT_APPROVALS_TOKEN=wrong", "USER=carla"},
		"needs the desk's token in the variable": {"USER=carla"},
		"--url needs your name: set --approver":  {"SALLYPORT_APPROVALS_TOKEN=" + deskToken},
	} {
		if status, _, stderr := call(t, environ, "", "approvals", "list", "--url", url); status != 1 || !strings.Contains(stderr, want) {
			t.Errorf("status %d, %s", status, stderr)
		}
	}
}

func TestApproversHaveTheirOwnToken(t *testing.T) {
	c := config.Default()
	c.StateDir = t.TempDir()
	c.Approvals.Address, c.Approvals.TokenEnv, c.MCP.TokenEnv = "127.0.0.1:0", "DESK", "AGENTS"
	_, err := openApprovals(t.Context(), c, func(string) string { return deskToken }, hclog.NewNullLogger(), nil)
	if err == nil || !strings.Contains(err.Error(), "the token is also that of the MCP door") {
		t.Error(err)
	}
}

func TestCheckConfigLooksAtTheDesk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("approvals: {address: '127.0.0.1:0', token_env: NONE}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := call(t, []string{"HOME=/nowhere"}, "", "check-config", file)
	if status != 1 || !strings.Contains(stderr, "approvals.token_env: the variable NONE is not set") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestApproveAtTheDesk: a statement waits, is approved by the command, and runs;
// another is refused; a third is approved after its client was told to come
// again.
func TestApproveAtTheDesk(t *testing.T) {
	r := start(t, []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=30s", "SALLYPORT_APPROVALS_DENIED_FOR=0s"})
	if !strings.Contains(r.out.String(), "approvals  sallyport approvals watch --state-dir ") {
		t.Errorf("greeting:\n%s", r.out)
	}
	count := func(want string) {
		t.Helper()
		if status, stdout, stderr := r.sql(t, "--csv", "SELECT count(*) AS n FROM airports WHERE state = 'CA'"); status != 0 || stdout != "n\n"+want+"\n" {
			t.Errorf("status %d, %q %s, want %s", status, stdout, stderr, want)
		}
	}
	remove := "DELETE FROM airports WHERE state = 'CA'"
	for _, verb := range []string{"deny", "approve"} {
		type result struct {
			status         int
			stdout, stderr string
		}
		answered := make(chan result, 1)
		go func() {
			var a result
			a.status, a.stdout, a.stderr = r.sql(t, remove)
			answered <- a
		}()
		id := waitForRequest(t, r.state)
		if status, _, stderr := call(t, nil, "", "approvals", verb, id, "--state-dir", r.state, "-m", "because"); status != 0 {
			t.Fatal(stderr)
		}
		a := <-answered
		switch {
		case verb == "approve" && (a.status != 0 || a.stdout != "DELETE 205\n"):
			t.Errorf("approved: %+v", a)
		case verb == "deny" && (a.status != 1 || !strings.Contains(a.stderr, "(42501)") || !strings.Contains(a.stderr, "because")):
			t.Errorf("denied: %+v", a)
		}
		if verb == "deny" {
			count("205")
		}
	}
	count("0")
	for _, want := range []string{`"decision":"needs_approval_declined"`, `"decision":"needs_approval_accepted"`, `"channel":"desk"`} {
		if !strings.Contains(r.records(t), want) {
			t.Errorf("%s is not on record", want)
		}
	}
}

// TestApprovalOutlivesTheServer: what was asked before a restart is approved
// after it, and the statement runs once.
func TestApprovalOutlivesTheServer(t *testing.T) {
	environ := []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=0s"}
	remove := "DELETE FROM airports WHERE state = 'CA'"
	r := start(t, environ)
	state := r.state
	if status, _, stderr := r.sql(t, remove); status != 1 || !strings.Contains(stderr, "nobody has decided yet (42501)") {
		t.Fatalf("status %d, %s", status, stderr)
	}
	id := waitForRequest(t, state)
	r.stop()
	r = start(t, environ, "--state-dir", state)
	if again := waitForRequest(t, state); again != id {
		t.Errorf("%s waits, and it was %s", again, id)
	}
	if status, _, stderr := call(t, nil, "", "approvals", "approve", id, "--state-dir", state); status != 0 {
		t.Fatal(stderr)
	}
	r.stop()
	r = start(t, environ, "--state-dir", state)
	if status, stdout, stderr := r.sql(t, remove); status != 0 || stdout != "DELETE 205\n" {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	r.stop()
	r = start(t, environ, "--state-dir", state)
	if status, stdout, stderr := r.sql(t, remove); status != 1 || strings.Contains(stderr, "approval "+id) {
		t.Errorf("a second time: status %d, %s%s", status, stdout, stderr)
	}
}

// waitForRequest returns the id of the one request that waits.
func waitForRequest(t *testing.T, state string) string {
	t.Helper()
	var found []approval.Request
	courttest.Eventually(t, "one request waits", func() bool {
		status, stdout, stderr := call(t, nil, "", "approvals", "list", "--json", "--state-dir", state)
		if err := json.Unmarshal([]byte(stdout), &found); err != nil || status != 0 {
			t.Fatalf("status %d, %s %v", status, stderr, err)
		}
		return len(found) == 1
	})
	return found[0].ID
}
