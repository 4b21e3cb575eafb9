package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestOwnRowsAlone: what the server tells of itself has each principal's own rows, however a statement asks.
func TestOwnRowsAlone(t *testing.T) {
	pg := pgtest.Start(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf(`mode: full_access
pgwire:
  users:
    - {name: ana, password_env: PW}
    - {name: bob, password_env: PW}
approvals:
  desk: true
  wait: 1ms
  rules:
    - {classes: [delete], people: 1}
sources:
  - {name: files, kind: duckdb, path: ":memory:"}
  - {name: shop, kind: postgres, dsn: %q}
`, pg.CreateDB(t))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"PW=pw"}, "--config", file)
	_, port, err := net.SplitHostPort(r.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	as := func(user, source, script string) string {
		cmd := exec.CommandContext(t.Context(), "psql", "-XAt", "host=127.0.0.1 port="+port+" user="+user+" dbname="+source)
		cmd.Env, cmd.Stdin = append(os.Environ(), "PGPASSWORD=pw"), strings.NewReader(script)
		out, _ := cmd.CombinedOutput() // an error is in it
		return string(out)
	}
	blocks, err := os.ReadFile("testdata/ownrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(blocks), "\n\n") {
		who, script, _ := strings.Cut(strings.TrimSpace(block), "\n")
		user, source, _ := strings.Cut(who, " ")
		said := as(user, source, script)
		if user == "ana" && (strings.Contains(said, "bob") || !strings.Contains(said, "ana\n")) || strings.Contains(said, "BLOCKWISE_NL_JOIN") {
			t.Errorf("%s\n%s\n→\n%s", who, script, said)
		}
	}
}
