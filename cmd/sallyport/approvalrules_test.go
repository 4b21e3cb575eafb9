//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/webhooks"
)

const rulesYAML = `
mode: safe
sources:
- {name: pg, kind: postgres, dsn_env: SHOP_DSN}
roles:
- {name: worker, members: [alice, bob], mode: safe, catalogs: true}
- {name: dba, members: [dana, erik, alice], mode: safe, catalogs: true, approves: [{}]}
- {name: clerk, members: [carl], mode: safe, approves: [{classes: [mutate], relations: [pg.public.orders]}]}
approvals:
  wait: 0s
  address: DESK
  token_env: ALL
  approvers:
  - {name: dana, token_env: DANA, also: [corp/acme/dana]}
  - {name: erik, token_env: ERIK}
  - {name: alice, token_env: ALICE}
  - {name: carl, token_env: CARL}
  rules:
  - {classes: [delete], relations: [pg.public.orders], people: 2, not_requester: true}
  webhooks: [{name: toerik, url: 'RECEIVER', secret_env: KEY, approver: erik}, {name: ops, url: 'RECEIVER', secret_env: KEY}]
  links: {address: 'PAGES', url: 'http://PAGES'}
`

// ruled is a server with rules of approvals.
type ruled struct {
	*running
	t        *testing.T
	desk     string
	messages chan webhooks.Message
}

func startRuled(t *testing.T) *ruled {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	runAt(t, dsn, "CREATE TABLE orders (id int PRIMARY KEY, note text); INSERT INTO orders SELECT i, 'o' FROM generate_series(1, 9) i; CREATE TABLE other (id int)")
	r := &ruled{t: t, desk: freePort(t), messages: make(chan webhooks.Message, 100)}
	receiver := receiveMessages(t, r.messages)
	text := strings.NewReplacer("DESK", r.desk, "RECEIVER", receiver, "PAGES", freePort(t)).Replace(rulesYAML)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	environ := []string{"SALLYPORT_APPROVALS_DESK=true", "SHOP_DSN=" + dsn, "KEY=0123456789abcdef-of-a-receiver"}
	for _, who := range []string{"ALL", "DANA", "ERIK", "ALICE", "CARL"} {
		environ = append(environ, who+"="+tokenOf(who))
	}
	r.running = start(t, environ, "--config", file)
	return r
}

func tokenOf(who string) string { return "0123456789abcdef-of-" + strings.ToLower(who) }

// asks runs a statement as somebody, which has to wait, and returns its request.
func (r *ruled) asks(who, sql string) approval.Request {
	r.t.Helper()
	if err := r.runs(who, sql); codeOf(err) != "42501" || !strings.Contains(err.Error(), "approval ap-") {
		r.t.Fatalf("%s: %s: %v", who, sql, err)
	}
	var list struct{ Approvals []approval.Request }
	request, _ := http.NewRequestWithContext(r.t.Context(), http.MethodGet, "http://"+r.desk+"/v1/approvals?state=pending", nil)
	request.Header.Set("Authorization", "Bearer "+tokenOf("all"))
	_, text, _ := answered(r.t, request)
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Approvals) == 0 {
		r.t.Fatal(list, err)
	}
	return list.Approvals[len(list.Approvals)-1]
}

func (r *ruled) runs(who, sql string) error {
	r.t.Helper()
	conn, err := r.wire(r.t, who)
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(r.t.Context(), sql).ReadAll()
	return err
}

// approve approves by the command, with somebody's token, and returns what it says.
func (r *ruled) approve(id, token, claim string) string {
	r.t.Helper()
	args := []string{"approvals", "approve", id, "--url", "http://" + r.desk, "--approver", claim}
	_, stdout, stderr := call(r.t, []string{"SALLYPORT_APPROVALS_TOKEN=" + tokenOf(token)}, "", args...)
	return stdout + stderr
}

// TestApprovalRules: two different people approve, none of them the requester, each by proof, and the record says
// who; each way round that is refused.
func TestApprovalRules(t *testing.T) {
	r := startRuled(t)
	const deletes = "DELETE FROM orders WHERE id = 1"
	asked := r.asks("alice", deletes)
	if asked.People != 2 || len(asked.Roles) != 1 || asked.Roles[0] != "dba" {
		t.Fatalf("%+v", asked)
	}
	for _, step := range []struct{ token, claim, want string }{
		{"all", "dana", "not proven"},
		{"carl", "carl", "class delete"},
		{"alice", "erik", "whoever asks"},
		{"dana", "dana", "it needs 2 people, and 1 have approved it"},
		{"dana", "erik", "has approved"},
		{"all", "erik", "not proven"},
	} {
		if said := r.approve(asked.ID, step.token, step.claim); !strings.Contains(said, step.want) {
			t.Errorf("the token of %s, claiming %s: %s", step.token, step.claim, said)
		}
	}
	if _, stdout, stderr := call(t, nil, "", "approvals", "approve", asked.ID, "--state-dir", r.state); !strings.Contains(stderr, "no role of theirs") {
		t.Errorf("at the socket: %s%s", stdout, stderr)
	}
	if _, shown, _ := call(t, nil, "", "approvals", "show", asked.ID, "--state-dir", r.state); !strings.Contains(shown, "2 different people") || !strings.Contains(shown, "given by") {
		t.Error(shown)
	}
	if err := r.runs("alice", deletes); codeOf(err) != "42501" || !strings.Contains(err.Error(), "1 of 2 people") {
		t.Errorf("one person is enough: %v", err)
	}
	r.byLink(asked.ID)
	if err := r.runs("bob", deletes); codeOf(err) != "42501" {
		t.Errorf("somebody else uses the approval: %v", err)
	}
	if err := r.runs("alice", deletes); err != nil {
		t.Error(err)
	}
	if records := r.records(t); !strings.Contains(records, `"approver":"dana, erik"`) || !strings.Contains(records, `"channel":"http, webhook:toerik"`) {
		t.Error("the record does not say who approved")
	}
	for sql, people := range map[string]int{
		"UPDATE orders SET note = 'x' WHERE id = 2": 0, "DELETE FROM other": 0,
		"WITH d AS (DELETE FROM orders RETURNING id) INSERT INTO other SELECT id FROM d": 2,
		"DO $$BEGIN EXECUTE 'DELETE FROM ' || 'orders'; END$$":                           2,
		"UPDATE orders SET note = 'y' WHERE id = 3; DELETE FROM orders WHERE id = 4":     2,
		"DROP SCHEMA public CASCADE":                                                     2, "TRUNCATE orders": 2, "DROP TABLE orders": 2, "DELETE FROM pg.public.orders": 2,
	} {
		if asked := r.asks("bob", sql); asked.People != people {
			t.Errorf("%s: %d people", sql, asked.People)
		}
	}
	asked = r.asks("bob", "INSERT INTO orders VALUES (20, 'x')")
	if said := r.approve(asked.ID, "carl", "carl"); !strings.HasPrefix(said, "Approved") {
		t.Error(said)
	}
	if err := r.runs("bob", "INSERT INTO orders VALUES (20, 'x')"); err != nil {
		t.Error(err)
	}
}

// TestRulesAskInEveryMode: in full_access, at both doors, a statement that a rule covers is put to a person, or
// refused where nobody can be asked. Other statements run.
func TestRulesAskInEveryMode(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	runAt(t, dsn, "CREATE TABLE billing (id int PRIMARY KEY, note text); INSERT INTO billing SELECT i, 'o' FROM generate_series(1, 9) i; CREATE TABLE other AS TABLE billing; CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS $$BEGIN DELETE FROM billing; RETURN 1; END$$; CREATE VIEW bills AS SELECT * FROM billing; CREATE FUNCTION unread() RETURNS int LANGUAGE plpgsql AS $$BEGIN EXECUTE 'DELETE FROM ' || 'billing'; RETURN 1; END$$")
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "mode: full_access\nsources: [{name: pg, kind: postgres, dsn_env: SHOP_DSN}]\napprovals: {wait: 0s, rules: [{classes: [delete], relations: [pg.public.billing], people: 2}]}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := []string{
		"DELETE FROM billing WHERE id = 1", "DELETE FROM bills WHERE id = 1", "SELECT wipe()", "SELECT unread()", "TRUNCATE billing", "DO $$BEGIN DELETE FROM billing; END$$",
		"WITH d AS (DELETE FROM billing RETURNING id) SELECT count(*) FROM d", "DROP TABLE billing CASCADE", "DROP SCHEMA public CASCADE", "DELETE FROM pg.public.billing",
		"BEGIN; DELETE FROM billing WHERE id = 2; COMMIT", "PREPARE gone AS DELETE FROM billing; EXECUTE gone", "EXPLAIN ANALYZE DELETE FROM billing",
		"MERGE INTO billing b USING other o ON b.id = o.id WHEN MATCHED THEN DELETE",
	}
	runs := []string{"DELETE FROM other WHERE id = 1", "UPDATE billing SET note = 'x' WHERE id = 1", "SELECT count(*) FROM billing", "SET search_path = public", "BEGIN; INSERT INTO billing VALUES (50, 'x'); ROLLBACK", "CREATE TABLE made (id int)", "CREATE INDEX ON made (id)", "DROP TABLE made"}
	for desk, want := range map[string]string{"true": "approval ap-", "false": "nobody can be asked"} {
		r := &ruled{t: t, running: start(t, []string{"SALLYPORT_APPROVALS_DESK=" + desk, "SHOP_DSN=" + dsn}, "--config", file)}
		for _, sql := range asked {
			if err := r.runs("ann", sql); codeOf(err) != "42501" || !strings.Contains(errText(err), want) {
				t.Errorf("desk %s: %s: %v", desk, sql, errText(err))
			}
		}
		for _, sql := range runs {
			if err := r.runs("ann", sql); err != nil {
				t.Errorf("desk %s: %s: %v", desk, sql, err)
			}
		}
		session, _ := post(t, r.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent","version":"7"}}}`)
		for tool, wanted := range map[string]string{
			`"run_mutation_query","arguments":{"sql":"DELETE FROM billing WHERE id = 3"}`:           want,
			`"run_mutation_query","arguments":{"sql":"DELETE FROM other WHERE id = 3"}`:             "DELETE ",
			`"validate_select_query","arguments":{"sql":"DELETE FROM billing WHERE id = 3"}`:        "approvals.rules[0]",
			`"run_lifecycle_operation","arguments":{"sql":"DO $$BEGIN DELETE FROM billing; END$$"}`: want,
		} {
			if _, answer := post(t, r.mcp, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":`+tool+`}}`); !strings.Contains(answer, wanted) {
				t.Errorf("desk %s: %s: %s", desk, tool, answer)
			}
		}
	}
	if status, stdout, stderr := call(t, []string{"SHOP_DSN=" + dsn, "SALLYPORT_STATE_DIR=" + t.TempDir()}, "", "validate", "--config", file, "DELETE FROM billing WHERE id = 1"); status != 3 || !strings.Contains(stdout, "approvals.rules[0]") {
		t.Errorf("validate: %d %s%s", status, stdout, stderr)
	}
	runAt(t, dsn, "INSERT INTO billing VALUES (99, 'x')")
	if got := runAt(t, dsn, "SELECT count(*) FROM billing"); got != "10" {
		t.Errorf("%s rows are left", got)
	}
}

func errText(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Message + " " + e.Hint
	}
	return ""
}

// byLink approves by the links in messages. A link that was sent to one person counts as that person's decision; a
// link that was sent to several counts as nobody's.
func (r *ruled) byLink(id string) {
	t := r.t
	links := map[string]string{}
	for len(links) < 2 {
		m := receive(t, r.messages)
		if m.ID != id {
			continue
		}
		page := fetched(t, m.Review, nil)
		if strings.Contains(page, "It is put on record that erik decides") {
			links["erik"] = m.Review
		} else {
			links["anybody"] = m.Review
		}
	}
	yes := url.Values{"approver": {"erik"}, "decision": {"approve"}}
	if page := fetched(t, links["anybody"], yes); !strings.Contains(page, "not proven") {
		t.Errorf("a name that was typed in counts: %s", page)
	}
	yes.Set("approver", "dana")
	if page := fetched(t, links["erik"], yes); !strings.Contains(page, "by dana, erik") {
		t.Errorf("the link of erik: %s", page)
	}
}

// fetched gets a page, or sends its form.
func fetched(t *testing.T, link string, form url.Values) string {
	t.Helper()
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	request, err := http.NewRequestWithContext(t.Context(), method, link, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	_, text, _ := answered(t, request)
	return text
}
