package mcp_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
)

// asServer makes this test binary a server on stdio, for TestForeignClients: it
// holds the mode. asServerIn is this directory.
const (
	asServer   = "CLIENTTEST_SERVE_MODE"
	asServerIn = "CLIENTTEST_SERVE_IN"
)

// TestForeignClients runs the clients of clienttest, which are not ours,
// against this server over both transports. `clienttest/run --install`
// installs them.
func TestForeignClients(t *testing.T) {
	for _, installed := range []string{"clienttest/node_modules/.installed", "clienttest/.venv/.installed"} {
		if _, err := os.Stat(installed); err != nil {
			pgtest.Missing(t, "the clients: run mcp/clienttest/run --install")
		}
	}
	self, err := os.Executable()
	must(t, err)
	here, err := os.Getwd()
	must(t, err)
	for _, test := range []struct {
		mode    gate.Mode
		clients []string
		ok      int // lines that say so
	}{
		{gate.Safe, []string{"sdk.mjs", "inspector.mjs", "sdk.py"}, 9},
		{gate.FullAccess, []string{"sdk.mjs", "sdk.py"}, 6},
	} {
		t.Run(test.mode.String(), func(t *testing.T) {
			d := open(t, forClients(t, test.mode))
			run := exec.Command("clienttest/run", test.clients...)
			run.Env = append(os.Environ(),
				"CLIENTTEST_URL="+d.url,
				"CLIENTTEST_COMMAND="+self+" -test.run=^TestServeStdio$",
				asServer+"="+test.mode.String(), asServerIn+"="+here,
			)
			output, err := run.CombinedOutput()
			if err != nil || bytes.Count(output, []byte("ok ")) != test.ok {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}

// forClients is a server that publishes everything, in mode full_access with snapshots and a wiki.
func forClients(t *testing.T, mode gate.Mode) settings {
	t.Helper()
	s := settings{mode: mode}
	if mode == gate.FullAccess {
		g, _ := newGuide(t)
		s.options = func(o *mcp.Options) { o.Guide, o.Profile = g, mcp.ProfileAll }
	}
	return s
}

// TestServeStdio is no test: it is the server of TestForeignClients.
func TestServeStdio(t *testing.T) {
	name := os.Getenv(asServer)
	if name == "" {
		t.Skip("only as a server")
	}
	mode, err := gate.ParseMode(name)
	must(t, err)
	t.Chdir(os.Getenv(asServerIn)) // a client starts it wherever it likes
	out := os.Stdout
	os.Stdout = os.Stderr // what the test itself prints is no message
	d := open(t, forClients(t, mode))
	must(t, d.ServeStdio(context.Background(), os.Stdin, out))
}
