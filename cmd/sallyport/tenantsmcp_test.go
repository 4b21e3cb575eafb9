package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// identityProvider is an issuer of access tokens.
type identityProvider struct {
	url    string
	signer jose.Signer
}

func newIdentityProvider(t *testing.T) *identityProvider {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k", Use: "sig", Algorithm: "ES256"}}}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	answer := func(path string, what any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(what) })
	}
	answer("/.well-known/openid-configuration", map[string]string{"issuer": server.URL, "jwks_uri": server.URL + "/keys"})
	answer("/keys", keys)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", "k").WithType("at+jwt"))
	if err != nil {
		t.Fatal(err)
	}
	return &identityProvider{server.URL, signer}
}

// token is an access token of somebody with a login and a tenant.
func (p *identityProvider) token(t *testing.T, email, tenant string) string {
	t.Helper()
	payload, _ := json.Marshal(map[string]any{
		"iss": p.url, "aud": "https://sallyport.example", "sub": "7", "scope": "data:read data:write", "email": email, "team": tenant, "exp": time.Now().Add(time.Hour).Unix(),
	})
	signed, err := p.signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// tenantAgent is an agent of somebody's at the MCP door.
type tenantAgent struct {
	t       *testing.T
	url     string
	headers map[string]string
}

func newTenantAgent(t *testing.T, r *running, token string) *tenantAgent {
	t.Helper()
	a := &tenantAgent{t: t, url: "http://" + r.mcp + "/mcp", headers: map[string]string{"Authorization": "Bearer " + token}}
	_, text, header := sendMessage(t, a.url, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, a.headers)
	if a.headers["Mcp-Session-Id"] = header.Get("Mcp-Session-Id"); a.headers["Mcp-Session-Id"] == "" {
		t.Fatalf("there is no session: %s", text)
	}
	return a
}

func (a *tenantAgent) send(method string, params any) string {
	a.t.Helper()
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 2, "method": method, "params": params})
	_, text, _ := sendMessage(a.t, a.url, string(body), a.headers)
	return text
}

func (a *tenantAgent) call(tool string, arguments map[string]any) string {
	a.t.Helper()
	return a.send("tools/call", map[string]any{"name": tool, "arguments": arguments})
}

const tenantsMCPYAML = `mode: full_access
mcp: {profile: all}
pgwire: {allow_insecure: true}
auth:
  resource: https://sallyport.example/mcp
  rate_limits: {requests_per_minute: 100000}
  issuers:
    - {name: corp, url: %q, audiences: ["https://sallyport.example"], claims: {login: email, tenant: team}}
sources:
  - {name: files, kind: duckdb, folder: %q}
  - {name: shop, kind: postgres, dsn: %q, tenants: ["*"], identity: [subject, tenant, roles]}
  - name: ledger
    kind: postgres
    tenants: [acme, globex]
    per_principal:
      - {tenants: [acme], dsn: %q}
      - {tenants: [globex], dsn: %q}
`

// TestTenantsByMCP: whatever an agent of a third tenant asks at the MCP door, it learns no row, name, statement or
// export of the two others.
func TestTenantsByMCP(t *testing.T) {
	pg := pgtest.Start(t)
	db := databaseOf(t, pg.CreateDB(t))
	for _, role := range []string{"by_shop", "by_acme", "by_globex"} {
		pg.Exec(t, db, fmt.Sprintf("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%[1]s') THEN CREATE ROLE %[1]s LOGIN; END IF; END $$", role))
	}
	pg.Exec(t, db, `CREATE TABLE items (tenant text, v text); INSERT INTO items SELECT t, t || '-item' FROM unnest(ARRAY['acme', 'globex', 'evil']) t, generate_series(1, 50);
		ALTER TABLE items ENABLE ROW LEVEL SECURITY; GRANT ALL ON items TO by_shop; ANALYZE items;
		CREATE POLICY per_tenant ON items USING (tenant = current_setting('sallyport.tenant', true));
		CREATE SCHEMA by_acme AUTHORIZATION by_acme; CREATE TABLE by_acme.acmebills AS SELECT 'acme-bill' AS v; ALTER TABLE by_acme.acmebills OWNER TO by_acme;
		CREATE SCHEMA by_globex AUTHORIZATION by_globex; CREATE TABLE by_globex.globexbills AS SELECT 'globex-bill' AS v; ALTER TABLE by_globex.globexbills OWNER TO by_globex`)
	as := func(role string) string { return strings.Replace(pg.DSN(db), "postgres@", role+"@", 1) }
	idp := newIdentityProvider(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf(tenantsMCPYAML, idp.url, abs(t, "../../sample"), as("by_shop"), as("by_acme"), as("by_globex"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	if _, stdout, stderr := call(t, nil, "", "ingest", "--config", file, "--state-dir", r.state); !strings.Contains(stdout, "shop") {
		t.Fatalf("ingest: %s%s", stdout, stderr)
	}
	acme := newTenantAgent(t, r, idp.token(t, "ana@acme.example", "acme"))
	evil := newTenantAgent(t, r, idp.token(t, "eve@evil.example", "evil"))
	foreign := regexp.MustCompile(`(acme|globex)-(item|bill)|(acme|globex)bills|ana@|secret-question`)
	own := acme.call("run_select_query", map[string]any{"provider": "shop", "sql": "SELECT v, 'secret-question' AS q FROM items", "row_limit": 10})
	if !strings.Contains(own, "acme-item") || strings.Contains(own, "globex-item") {
		t.Fatal(own)
	}
	if bills := acme.call("run_select_query", map[string]any{"provider": "ledger", "sql": "SELECT v FROM by_acme.acmebills"}); !strings.Contains(bills, "acme-bill") {
		t.Fatal(bills)
	}
	exported := acme.call("run_select_query", map[string]any{"provider": "shop", "sql": "SELECT v FROM items", "export": "csv"})
	uri := regexp.MustCompile(`sallyport://exports/[A-Z0-9]+\.csv`).FindString(exported)
	cursor := regexp.MustCompile(`cursor\\?": ?\\?"([A-Z0-9]+)`).FindStringSubmatch(own)
	if uri == "" || cursor == nil {
		t.Fatalf("no export, or no cursor: %s %s", exported, own)
	}
	if read := acme.send("resources/read", map[string]any{"uri": uri}); !strings.Contains(read, "acme-item") {
		t.Fatalf("the export: %s", read)
	}
	check := func(what, answer string) {
		t.Helper()
		if strings.Contains(answer, "too often") {
			t.Fatalf("%s: %s", what, answer)
		}
		if answer == "" || foreign.MatchString(strings.ReplaceAll(answer, uri, "")) {
			t.Errorf("%s: %s", what, answer)
		}
	}
	check("resources/read", evil.send("resources/read", map[string]any{"uri": uri}))
	check("resources/list", evil.send("resources/list", map[string]any{}))
	check("cursor", evil.call("run_select_query", map[string]any{"cursor": cursor[1]}))
	for _, sql := range strings.Split(strings.TrimSpace(tenantQuestions), "\n") {
		for _, source := range []string{"shop", "ledger", "files", "sallyport"} {
			check(source+": "+sql, strings.ReplaceAll(evil.call("run_select_query", map[string]any{"provider": source, "sql": sql}), "by_acme.acmebills", ""))
			check(source+": "+sql, strings.ReplaceAll(evil.call("validate_select_query", map[string]any{"provider": source, "sql": sql}), "by_acme.acmebills", ""))
		}
	}
	for _, tool := range []string{"list_providers", "list_services", "list_resources", "server_info"} {
		check(tool, evil.call(tool, map[string]any{}))
		for _, source := range []string{"shop", "ledger", "sallyport"} {
			check(tool+" of "+source, evil.call(tool, map[string]any{"provider": source}))
		}
	}
	for tool, arguments := range map[string]map[string]any{
		"connection_list": {}, "discover_data": {"question": "what items and bills have acme and globex"}, "dictionary_search": {"query": "acme bills items"},
		"entity_details": {"connectionId": "shop", "tables": []string{"public.items"}}, "sql_execution": {"connectionId": "ledger", "sql": "SELECT v FROM by_acme.acmebills"},
	} {
		check(tool, strings.ReplaceAll(evil.call(tool, arguments), "by_acme.acmebills", ""))
	}
	check("describe_resource", evil.call("describe_resource", map[string]any{"provider": "shop", "service": "public", "resource": "items"}))
	check("resources/read", evil.send("resources/read", map[string]any{"uri": "sallyport://providers"}))
	check("resources/read", evil.send("resources/read", map[string]any{"uri": "sallyport://server"}))
	// A session is of one principal: its identifier serves no other.
	stolen := map[string]string{"Authorization": evil.headers["Authorization"], "Mcp-Session-Id": acme.headers["Mcp-Session-Id"]}
	status, answer, _ := sendMessage(t, evil.url, `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{}}`, stolen)
	if status < 400 {
		t.Errorf("a session of another principal: %d %s", status, answer)
	}
}

// tenantQuestions ask for what others have, have asked and have left.
const tenantQuestions = `
SELECT v FROM items
SELECT count(*), min(v), max(v) FROM public.items
SELECT * FROM shop.public.items
SELECT v FROM ledger.by_acme.acmebills
SELECT * FROM by_acme.acmebills
SELECT * FROM sallyport.audit.records
SELECT sql, principal, tenant, error FROM sallyport.audit.records WHERE principal <> current_user
SELECT count(*) FROM sallyport.audit.records WHERE sql LIKE '%secret-question%'
SELECT * FROM sallyport.approvals.requests
SELECT * FROM sallyport.sessions.open
SELECT * FROM sallyport.views.defined
SELECT query FROM pg_stat_activity
SELECT most_common_vals FROM pg_stats WHERE tablename = 'items'
SELECT name, statement FROM pg_prepared_statements
SELECT name, statement FROM pg_cursors
SELECT set_config('sallyport.tenant', 'acme', false), v FROM items
SELECT i.v FROM shop.public.items i JOIN ledger.by_acme.acmebills b ON true
SELECT table_schema, table_name FROM information_schema.tables WHERE table_name LIKE '%bills'
SELECT c FROM (SELECT i.v AS c FROM shop.public.items i UNION SELECT iata FROM files.public.airports) x WHERE c LIKE '%item'
EXPLAIN ANALYZE SELECT v FROM items WHERE v LIKE 'acme%'
SHOW PROVIDERS
SHOW RESOURCES
`
