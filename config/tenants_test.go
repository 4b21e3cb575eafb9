package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/config"
)

// TestTenantsAndTokens: what cannot be meant is said at the start.
func TestTenantsAndTokens(t *testing.T) {
	const pg = "sources:\n  - name: crm\n    kind: postgres\n"
	for name, c := range map[string]struct{ yaml, want string }{
		"logins":           {pg + "    tenants: [\"*\"]\n    identity: [tenant, roles]\n    per_principal:\n      - tenants: [acme]\n        dsn_env: A\n      - roles: [x]\n        dsn_env: B\n", ""},
		"a shared login":   {pg + "    dsn_env: X\n    per_principal:\n      - tenants: [acme]\n        dsn_env: A\n", "per_principal: has all logins of the source"},
		"no login":         {pg + "    per_principal: []\n", "per_principal: needs logins"},
		"neither":          {pg, "needs one of dsn_env, dsn_file and dsn"},
		"whose login":      {pg + "    per_principal:\n      - dsn_env: A\n", "per_principal[0]: needs tenants or roles"},
		"no DSN":           {pg + "    per_principal:\n      - roles: [x]\n", "per_principal[0]: needs one of dsn_env"},
		"an empty tenant":  {pg + "    dsn_env: A\n    tenants: [\"\"]\n", "tenants: needs names"},
		"no tenants":       {pg + "    dsn_env: A\n    tenants: []\n", "tenants: needs names"},
		"told what":        {pg + "    dsn_env: A\n    identity: [email]\n", "identity[0]"},
		"told at DuckDB":   {"sources:\n  - name: files\n    kind: duckdb\n    identity: [tenant]\n", "identity: belongs to sources of kind postgres"},
		"tokens":           {"pgwire:\n  tokens:\n    users: [\"*@*\"]\n", "pgwire.tokens.users: needs pgwire.tls"},
		"nobody's tokens":  {"pgwire:\n  tokens:\n    users: [\"*@*\"]\n", "pgwire.tokens.users: needs auth.issuers"},
		"tokens asked how": {"pgwire:\n  tokens:\n    ask: kerberos\n", "pgwire.tokens.ask"},
		"no token users":   {"pgwire:\n  tokens:\n    users: []\n", "pgwire.tokens.users: needs names"},
		"a user's roles":   {"pgwire:\n  users:\n    - name: a\n      verifier_env: V\n      roles: []\n", "roles: needs names"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sallyport.yaml")
			if err := os.WriteFile(path, []byte(c.yaml), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := config.Load(path, nil, nil)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
