package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/providers"
)

// asSallyport makes the test binary the program: tests that need a process of
// their own start it with this variable set. "hang" and "noise" make it
// something smaller.
const asSallyport = "TEST_BINARY_IS_SALLYPORT"

// long is for tests that do the same with more, as `make long` has it; `make test` has the small form.
var long = flag.Bool("long", false, "the long form of tests that have one")

// unlessLong is how much of something a test has: all where the long form is asked for.
func unlessLong(few, all int) int {
	if *long {
		return all
	}
	return few
}

func TestMain(m *testing.M) {
	switch os.Getenv(asSallyport) {
	case "":
	case "hang":
		hang()
	case "noise":
		noise()
	default:
		main()
	}
	status := pgtest.Main(m)
	if err := os.RemoveAll(sampled.dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = max(status, 1)
	}
	os.Exit(status)
}

// sampled is a state directory in which the tables of the sample data are loaded.
var sampled struct {
	sync.Once
	dir string
	err error
}

// newState makes a state directory as a server without a configuration leaves it. To load the
// sample data costs more than all else that a server does when it starts; that it is loaded, the
// tests of the README see.
func newState(t *testing.T) string {
	t.Helper()
	sampled.Do(func() {
		if sampled.dir, sampled.err = os.MkdirTemp("", "sallyport-"); sampled.err != nil {
			return
		}
		var p providers.Provider
		if p, sampled.err = sources.OpenDemo(context.Background(), sources.Places{State: sampled.dir}, hclog.NewNullLogger()); sampled.err == nil {
			sampled.err = p.Close()
		}
	})
	if sampled.err != nil {
		t.Fatal(sampled.err)
	}
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", sampled.dir+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// anyPorts are flags of a server that may run beside one on the default addresses.
var anyPorts = []string{"--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0"}

var eventually = courttest.Eventually

// output collects what a running program writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// call runs a command to its end.
func call(t *testing.T, environ []string, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errs output
	status = run(ctx, args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs}, environ)
	return status, out.String(), errs.String()
}

// running is a server that runs in this process.
type running struct {
	pgwire, mcp string // addresses
	state       string
	out, err    *output
	stop        func() int // ends it and returns its exit status
}

// start runs srv with a state directory of its own on free ports and waits
// until it greets.
func start(t *testing.T, environ []string, args ...string) *running {
	t.Helper()
	r := &running{state: newState(t), out: &output{}, err: &output{}}
	args = append([]string{"srv", "--state-dir", r.state, "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0"}, args...)
	environ = append([]string{"SALLYPORT_APPROVALS_DESK=false"}, environ...) // nobody is there to approve
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: r.out, Err: r.err}, environ)
	}()
	r.stop = sync.OnceValue(func() int {
		cancel()
		select {
		case status := <-ended:
			return status
		case <-time.After(grace + 10*time.Second):
			t.Errorf("the server did not stop\n%s", r.err)
			return -1
		}
	})
	t.Cleanup(func() { r.stop() })
	greeting := regexp.MustCompile(`MCP +https?://(\S+)/mcp\n +Postgres +(\S+)\n(?s:.*)mcpServers.*\n`)
	waittest.Eventually(t, "the server greets", func() bool {
		select {
		case status := <-ended:
			ended <- status
			t.Fatalf("the server ended with %d\n%s%s", status, r.out, r.err)
		default:
		}
		found := greeting.FindStringSubmatch(r.out.String())
		if found != nil {
			r.mcp, r.pgwire = found[1], found[2]
		}
		return found != nil
	}, r.out, r.err)
	return r
}

// sql runs the sql command against the server.
func (r *running) sql(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	return call(t, []string{"USER=alice"}, "", append([]string{"sql", "--address", r.pgwire}, args...)...)
}

// records is the audit log as text.
func (r *running) records(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(r.state, "audit", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records in %s (%v)", r.state, err)
	}
	var all strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(content)
	}
	return all.String()
}

func TestVersion(t *testing.T) {
	status, stdout, stderr := call(t, nil, "", "version")
	if status != 0 || stderr != "" || !regexp.MustCompile(`^sallyport dev \(commit \S+, go\S+, \w+/\w+\)\n$`).MatchString(stdout) {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"srv", "--mod", "safe"}, `sallyport: unknown flag: --mod; did you mean "--mode"?` + "\n"},
		{[]string{"srv", "--mode"}, "sallyport: flag needs an argument: --mode (see sallyport srv --help)\n"},
		{[]string{"srv", "--mode", "saef"}, `sallyport: --mode: "saef" is not a valid value; did you mean "safe"?` + "\n"},
		{[]string{"mcp", "--mcp.server.type", "stdoi"}, `sallyport: --mcp.server.type: "stdoi" is not a valid value; did you mean "stdio"?` + "\n"},
		{[]string{"srv", "--config", "/none.yaml"}, "sallyport: cannot read the configuration: open /none.yaml: no such file or directory\n"},
		{[]string{"srv", "extra"}, "sallyport: unknown command \"extra\" for \"sallyport srv\"\n"},
		{[]string{"sql", "--format", "xml", "SELECT 1"}, `sallyport: --format: "xml" is not a valid value; valid values: table, csv, json` + "\n"},
		{[]string{"sql", "--address", "localhost", "SELECT 1"}, `sallyport: --address: "localhost" is not host:port` + "\n"},
	} {
		status, stdout, stderr := call(t, []string{"HOME=" + t.TempDir()}, "", test.args...)
		if status != 1 || stdout != "" || stderr != test.want {
			t.Errorf("%q: status %d, stdout %q\ngot  %swant %s", test.args, status, stdout, stderr, test.want)
		}
	}
}

func TestHelpHasExamples(t *testing.T) {
	for _, command := range []string{
		"", "srv", "mcp", "sql", "check-config", "audit", "audit verify", "audit acknowledge", "audit tail", "audit query",
		"approvals", "approvals list", "approvals show", "approvals approve", "approvals deny", "approvals watch",
	} {
		status, stdout, _ := call(t, nil, "", append(strings.Fields(command), "--help")...)
		if status != 0 || !strings.Contains(stdout, "Examples:\n  ") {
			t.Errorf("%q --help: status %d\n%s", command, status, stdout)
		}
	}
}

// TestModes: config checks the words by itself, since it knows nothing of the
// gate.
func TestModes(t *testing.T) {
	for _, mode := range gate.Modes {
		override := config.Override{Flag: "--mode", Key: "mode", Value: mode.String()}
		if _, err := config.Load("", nil, []config.Override{override}); err != nil {
			t.Error(err)
		}
	}
	_, err := config.Load("", nil, []config.Override{{Flag: "--mode", Key: "mode", Value: "?"}})
	if got, want := strings.Count(fmt.Sprint(err), ","), len(gate.Modes)-1; got != want {
		t.Errorf("%v: not the %d modes of the gate", err, len(gate.Modes))
	}
}
