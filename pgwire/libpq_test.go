package pgwire

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestLibpq18 comes in by libpq 18, which psycopg's package brings: by OAUTHBEARER, and with the token as
// a password; and by the system's psql, whose libpq may be older.
func TestLibpq18(t *testing.T) {
	const python = "../mcp/clienttest/.venv/bin/python"
	if out, err := exec.Command(python, "-c", "import psycopg").CombinedOutput(); err != nil {
		pgtest.Missing(t, "psycopg: run scripts/deps: %v %s", err, out)
	}
	d, i, root := withTokens(t)
	_, port, err := net.SplitHostPort(d.addr)
	if err != nil {
		t.Fatal(err)
	}
	good := i.give(nil)
	base := "host=localhost dbname=main user=ana@acme.example port=" + port + root
	bearer := base + " oauth_client_id=psql options='-c sallyport.ask=oauthbearer' require_auth=oauth oauth_issuer="
	const told = "asked: " + discovery + " openid sallyport\n"
	for name, c := range map[string]struct{ token, settings, want string }{
		"by OAUTHBEARER":         {good, bearer + issuerURL, told + "in: 1"},
		"a wrong token":          {"wrong", bearer + issuerURL, "OAuth bearer authentication failed"},
		"another issuer":         {good, bearer + "https://other.example", "is incompatible with oauth_issuer"},
		"as a password":          {good, base + " require_auth=password password=" + good, "in: 1"},
		"a client that wants no": {good, base + " require_auth=scram-sha-256 password=" + good, "server requested a cleartext password"},
	} {
		t.Run(name, func(t *testing.T) {
			d.forgive()
			out, err := exec.Command(python, "testdata/libpq18.py", c.token, c.settings).CombinedOutput()
			if got := string(out); err != nil || !strings.HasPrefix(got, "libpq: 18\n") || !strings.Contains(got, c.want) {
				t.Errorf("%v: %s", err, got)
			}
		})
	}
	psql := exec.Command("psql", "-XAt", base, "-c", "SELECT 'in'")
	psql.Env = append(os.Environ(), "PGPASSWORD="+good)
	if out, err := psql.CombinedOutput(); err != nil || string(out) != "in\n" {
		t.Errorf("psql: %v %s", err, out)
	}
}
