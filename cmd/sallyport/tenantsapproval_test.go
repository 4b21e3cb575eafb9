package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const tenantsApprovalYAML = `mode: safe
mcp: {profile: all}
pgwire:
  allow_insecure: true
  users:
    - {name: ana, password_env: PW, tenant: acme}
    - {name: eve, password_env: PW, tenant: evil}
roles: [{name: plain, mode: safe, catalogs: true}]
default_role: plain
approvals:
  wait: %s
  address: %q
  token_env: DESK
  links: {address: %q, url: "http://%[3]s"}
  webhooks: [{name: ops, url: %q, secret_env: HOOK}]
auth:
  resource: https://sallyport.example/mcp
  rate_limits: {requests_per_minute: 100000}
  issuers:
    - {name: corp, url: %q, audiences: ["https://sallyport.example"], claims: {login: email, tenant: team}}
sources:
  - {name: shop, kind: postgres, dsn: %q, tenants: ["*"], identity: [subject, tenant, roles]}
`

// pendingTenants is a server where somebody of the tenant acme waits for an approval, at each door.
type pendingTenants struct {
	*running
	desk, pages string
	acme, evil  *tenantAgent
	requests    map[string]approval.Request // by the door
}

const (
	acmeDeletes = "DELETE FROM items WHERE v = 'acme-secret'"
	neverGiven  = "ap-0000000000" // the id of no request
)

func newPendingTenants(t *testing.T) *pendingTenants {
	t.Helper()
	pg := pgtest.Start(t)
	db := databaseOf(t, pg.CreateDB(t))
	pg.Exec(t, db, `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'by_pending') THEN CREATE ROLE by_pending LOGIN; END IF; END $$;
		CREATE TABLE items (tenant text, v text); INSERT INTO items VALUES ('acme', 'acme-secret'), ('evil', 'evil-item');
		ALTER TABLE items ENABLE ROW LEVEL SECURITY; GRANT ALL ON items TO by_pending;
		CREATE POLICY per_tenant ON items USING (tenant = current_setting('sallyport.tenant', true))`)
	idp := newIdentityProvider(t)
	s := &pendingTenants{desk: freePort(t), pages: freePort(t), requests: map[string]approval.Request{}}
	hook := httptestIgnoring(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf(tenantsApprovalYAML, "300ms", s.desk, s.pages, hook, idp.url, strings.Replace(pg.DSN(db), "postgres@", "by_pending@", 1))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.running = start(t, []string{"PW=pw", "DESK=" + deskToken, "HOOK=0123456789abcdef-of-a-receiver", "SALLYPORT_APPROVALS_DESK=true"}, "--config", file)
	s.acme = newTenantAgent(t, s.running, idp.token(t, "ana@acme.example", "acme"))
	s.evil = newTenantAgent(t, s.running, idp.token(t, "eve@evil.example", "evil"))
	s.requests["mcp"] = s.waiting(t, s.acme.call("run_mutation_query", map[string]any{"provider": "shop", "sql": acmeDeletes}))
	s.requests["psql"] = s.waiting(t, s.psql(t, "ana", acmeDeletes))
	return s
}

// ownOfAnswer is what differs between two answers of the same words.
var ownOfAnswer = regexp.MustCompile(`ap-[a-z0-9]{10}|(data|end) [0-9]+|[0-9]{2}:[0-9]{2}:[0-9]{2}`)

var requestID = regexp.MustCompile(`ap-[a-z0-9]{10}`)

// waiting is the request that an answer names.
func (s *pendingTenants) waiting(t *testing.T, answer string) (r approval.Request) {
	t.Helper()
	id := requestID.FindString(answer)
	status, text := s.atDesk(t, deskToken, "GET", "/v1/approvals/"+id, "")
	if err := json.Unmarshal([]byte(text), &r); err != nil || id == "" || status != 200 || r.State != approval.Pending {
		t.Fatalf("no request waits: %s: %d %s %v", answer, status, text, err)
	}
	return r
}

func (s *pendingTenants) psql(t *testing.T, user, sql string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(s.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "psql", "-XAt", "-c", sql, "host=127.0.0.1 port="+port+" user="+user+" dbname=shop")
	cmd.Env = append(os.Environ(), "PGPASSWORD=pw")
	out, _ := cmd.CombinedOutput() // an error is in it
	return string(out)
}

// atDesk asks the desk over TCP with a token.
func (s *pendingTenants) atDesk(t *testing.T, token, method, path, body string) (status int, text string) {
	t.Helper()
	return s.fetch(t, method, "http://"+s.desk+path, body, http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}})
}

func (s *pendingTenants) fetch(t *testing.T, method, url, body string, header http.Header) (status int, text string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header = header
	status, text, _ = answered(t, q)
	return status, text
}

// httptestIgnoring is the URL of a receiver of messages.
func httptestIgnoring(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })} //nolint:gosec // the test's own machine
	go func() { _ = server.Serve(ln) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://" + ln.Addr().String()
}

// TestTenantsByApprovals: somebody of another tenant tries all that the doors allow on a pending approval. Each
// answer is that of a request that does not exist and tells nothing of the request, which stays pending.
func TestTenantsByApprovals(t *testing.T) {
	s := newPendingTenants(t)
	mcp, psql := s.requests["mcp"], s.requests["psql"]
	foreign := regexp.MustCompile(strings.Join([]string{mcp.ID, psql.ID, mcp.Digest, psql.Digest, "corp/acme", `\bana\b`, "acme-secret"}, "|"))
	token := strings.TrimPrefix(s.evil.headers["Authorization"], "Bearer ")
	for _, r := range []approval.Request{mcp, psql} {
		for what, ask := range s.attacks(t, token, r.Digest) {
			given, guessed := ask(r.ID), ask(neverGiven)
			if given == "" || ownOfAnswer.ReplaceAllString(given, "…") != ownOfAnswer.ReplaceAllString(guessed, "…") {
				t.Errorf("%s: %s\nand of no request: %s", what, given, guessed)
			}
			if told := strings.ReplaceAll(given, r.ID, ""); foreign.MatchString(told) {
				t.Errorf("%s: %s", what, given)
			}
		}
	}
	for _, sql := range strings.Split(strings.TrimSpace(pendingQuestions), "\n") {
		for door, said := range map[string]string{
			"psql": s.psql(t, "eve", sql), "mcp": s.evil.call("run_select_query", map[string]any{"provider": "shop", "sql": sql}),
		} {
			if said == "" && door == "mcp" || foreign.MatchString(said) {
				t.Errorf("%s, %s: %s", door, sql, said)
			}
		}
	}
	for door, r := range s.requests {
		if status, text := s.atDesk(t, deskToken, "GET", "/v1/approvals/"+r.ID, ""); status != 200 || !strings.Contains(text, `"state":"pending"`) {
			t.Errorf("the request by %s does not wait any more: %d %s", door, status, text)
		}
	}
}

// attacks are what somebody with a token does about a request of which the id and the digest have become known.
func (s *pendingTenants) attacks(t *testing.T, token, digest string) map[string]func(id string) string {
	t.Helper()
	decision := func(status int, text string) string { return fmt.Sprint(status, text) }
	page := func(method, path string) string {
		return decision(s.fetch(t, method, "http://"+s.pages+"/approve/"+path, "decision=approve&approver=eve", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}))
	}
	command := func(verb, id string) string {
		status, out, errs := call(t, []string{"SALLYPORT_APPROVALS_TOKEN=" + token, "USER=eve"}, "", "approvals", verb, id, "--url", "http://"+s.desk)
		return fmt.Sprint(status, out, errs)
	}
	return map[string]func(id string) string{
		"review_status": func(id string) string { return s.evil.call("review_status", map[string]any{"id": id}) },
		"review_status of all": func(string) string {
			return s.evil.call("review_status", map[string]any{})
		},
		"an id as an argument": func(id string) string {
			return s.evil.call("run_select_query", map[string]any{"provider": "shop", "sql": "SELECT 1 AS one", "approval_id": id})
		},
		"a state of a question": func(id string) string {
			body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": map[string]any{
				"name": "run_mutation_query", "arguments": map[string]any{"provider": "shop", "sql": "DELETE FROM items WHERE v = 'a'"}, "requestState": id + digest,
				"inputResponses": map[string]any{"approve": map[string]any{"action": "accept", "content": map[string]any{"approve": true}}},
			}})
			_, text, _ := sendMessage(t, s.evil.url, string(body), s.evil.headers)
			return text
		},
		"a resource": func(id string) string {
			return s.evil.send("resources/read", map[string]any{"uri": "sallyport://approvals/" + id})
		},
		"the desk's list": func(string) string { return decision(s.atDesk(t, token, "GET", "/v1/approvals", "")) },
		"the desk's request": func(id string) string {
			return decision(s.atDesk(t, token, "GET", "/v1/approvals/"+id, ""))
		},
		"the desk's look": func(id string) string {
			return decision(s.atDesk(t, token, "GET", "/v1/approvals/"+id+"/look?sample=1", ""))
		},
		"the desk's yes": func(id string) string {
			return decision(s.atDesk(t, token, "POST", "/v1/approvals/"+id+"/approve", `{"digest":"`+digest+`","approver":"eve"}`))
		},
		"the desk's no": func(id string) string {
			return decision(s.atDesk(t, token, "POST", "/v1/approvals/"+id+"/deny", `{"approver":"eve"}`))
		},
		"the desk without a token": func(id string) string { return decision(s.atDesk(t, "", "GET", "/v1/approvals/"+id, "")) },
		"the desk's path at the MCP door": func(id string) string {
			return decision(s.fetch(t, "GET", "http://"+s.mcp+"/v1/approvals/"+id, "", http.Header{"Authorization": {"Bearer " + token}}))
		},
		"the command that lists": func(string) string {
			status, out, errs := call(t, []string{"SALLYPORT_APPROVALS_TOKEN=" + token, "USER=eve"}, "", "approvals", "list", "--url", "http://"+s.desk)
			return fmt.Sprint(status, out, errs)
		},
		"the command that shows":   func(id string) string { return command("show", id) },
		"the command that decides": func(id string) string { return command("approve", id) },
		"the command that denies":  func(id string) string { return command("deny", id) },
		"a page by the id":         func(id string) string { return page("GET", id) },
		"a page's yes by the id":   func(id string) string { return page("POST", id) },
		"a page by id and digest":  func(id string) string { return page("GET", id+"."+digest) },
		"psql, of one": func(id string) string {
			return s.psql(t, "eve", "SELECT * FROM sallyport.approvals.requests WHERE id = '"+id+"'") + "."
		},
		"psql, a setting": func(id string) string {
			return s.psql(t, "eve", "SET sallyport.approval = '"+id+"'")
		},
	}
}

// pendingQuestions ask for what waits, or for the statement of who waits.
const pendingQuestions = `
SELECT count(*), min(id) FROM sallyport.approvals.requests
SELECT r.sql || r.principal FROM sallyport.approvals.requests r
SELECT sql, principal, approval FROM sallyport.audit.records WHERE principal <> 'eve'
SELECT * FROM sallyport.sessions.open
SELECT pid, query FROM pg_stat_activity
SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
SELECT * FROM pg_locks
SELECT * FROM pg_prepared_statements
`

// TestTenantsShareNoApproval: the same statement of two tenants makes two requests, and an approval of one does
// not cover the other. A tenant cannot cancel the other's request, and an acceptance counts for the tenant who was
// asked.
func TestTenantsShareNoApproval(t *testing.T) {
	s := newPendingTenants(t)
	mcp := s.requests["mcp"]
	same := map[string]any{"provider": "shop", "sql": acmeDeletes}
	other := s.waiting(t, s.evil.call("run_mutation_query", same))
	byPsql := s.waiting(t, s.psql(t, "eve", acmeDeletes))
	if other.ID == mcp.ID || other.Digest == mcp.Digest || other.Principal == mcp.Principal || byPsql.ID == s.requests["psql"].ID || byPsql.Digest == s.requests["psql"].Digest {
		t.Errorf("two tenants share a request: %+v %+v", mcp, other)
	}
	if status, text := s.atDesk(t, deskToken, "POST", "/v1/approvals/"+mcp.ID+"/approve", `{"digest":"`+other.Digest+`","approver":"carla"}`); status < 400 {
		t.Errorf("a digest of another request approves: %s", text)
	}
	if status, text := s.atDesk(t, deskToken, "POST", "/v1/approvals/"+mcp.ID+"/approve", `{"digest":"`+mcp.Digest+`","approver":"carla"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if said := s.evil.call("run_mutation_query", same); !strings.Contains(said, other.ID) || strings.Contains(said, mcp.ID) {
		t.Errorf("the approval of another tenant: %s", said)
	}
	if said := s.acme.call("run_mutation_query", same); !strings.Contains(said, `"affected_rows":1`) && !strings.Contains(said, "1 row") {
		t.Errorf("who asked: %s", said)
	}
	if said := s.psql(t, "eve", "SELECT count(*), min(v) FROM items"); said != "1|evil-item\n" {
		t.Errorf("what is left of evil's: %s", said)
	}
}
