package mcp_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// asApproving makes this test binary the server on stdio of TestApprovingClients.
const asApproving = "CLIENTTEST_SERVE_APPROVING"

// TestApprovingClients has the clients of clienttest approve statements.
func TestApprovingClients(t *testing.T) {
	for _, installed := range []string{"clienttest/node_modules/.installed", "clienttest/.venv/.installed"} {
		if _, err := os.Stat(installed); err != nil {
			pgtest.Missing(t, "the clients: run mcp/clienttest/run --install")
		}
	}
	self, err := os.Executable()
	must(t, err)
	here, err := os.Getwd()
	must(t, err)
	c := convene(t, courtSettings{mode: gate.Safe})
	run := exec.Command("clienttest/run", "approve.mjs", "approve.py")
	run.Env = append(os.Environ(),
		"CLIENTTEST_URL="+c.url,
		"CLIENTTEST_COMMAND="+self+" -test.run=^TestServeApproving$",
		asApproving+"="+here,
	)
	output, err := run.CombinedOutput()
	if err != nil || bytes.Count(output, []byte("ok approve ")) != 6 {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestServeApproving is no test: it is the server of TestApprovingClients.
func TestServeApproving(t *testing.T) {
	folder := os.Getenv(asApproving)
	if folder == "" {
		t.Skip("only as a server")
	}
	t.Chdir(folder)
	out := os.Stdout
	os.Stdout = os.Stderr // what the test itself prints is no message
	c := convene(t, courtSettings{mode: gate.Safe})
	must(t, c.ServeStdio(context.Background(), os.Stdin, out))
}
