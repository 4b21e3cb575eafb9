//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/sallyportdb/sallyport/cmd/sallyport/daemoncmd"
	"github.com/sallyportdb/sallyport/internal/courttest"
)

const daemonToken = "only-the-client-and-the-server-know-it"

// daemon runs a command of the program as a process, and returns what it says.
func daemon(t *testing.T, state string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), processLimit) // stop comes after the test, too
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], append(append([]string{"mcp"}, args...), "--state-dir", state)...)
	cmd.Env = append(os.Environ(), asSallyport+"=yes", "SALLYPORT_APPROVALS_DESK=false")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// startDaemon starts one that ends with the test.
func startDaemon(t *testing.T, state string, args ...string) daemoncmd.State {
	t.Helper()
	t.Cleanup(func() { daemon(t, state, "stop") })
	status, out, errs := daemon(t, state, append([]string{"start", "--port", "0"}, args...)...)
	s, there, err := daemoncmd.Read(state)
	if status != 0 || !there || err != nil {
		t.Fatalf("status %d, %v, %v\n%s%s", status, there, err, out, errs)
	}
	if !strings.HasPrefix(out, "MCP server started: "+s.URL+" (process "+strconv.Itoa(s.PID)+")\n") {
		t.Errorf("start says\n%s", out)
	}
	return s
}

var changing = regexp.MustCompile(`127\.0\.0\.1:\d+|(port|process) +\d+|process \d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`)

// said is what a command says, without what is another every time.
func said(text, state string) string {
	return strings.ReplaceAll(changing.ReplaceAllString(text, "$1 …"), state, "STATE")
}

func TestDaemon(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "new")
	if status, out, _ := daemon(t, state, "status"); status != 3 || !strings.HasPrefix(out, "status     stopped\n") {
		t.Errorf("before: %d\n%s", status, out)
	}
	s := startDaemon(t, state, "--token", daemonToken)
	status, out, errs := daemon(t, state, "status")
	const want = `status     running
url        http:// …/mcp
host       127.0.0.1
port …
process …
started     …
token      on
log        STATE/logs/mcp.log
state      STATE
health     ok
`
	if got := said(out, state); status != 0 || got != want || errs != "" {
		t.Errorf("status %d\n%s%s", status, got, errs)
	}
	var told map[string]any
	if _, out, _ := daemon(t, state, "status", "--format", "json"); json.Unmarshal([]byte(out), &told) != nil ||
		told["status"] != "running" || told["pid"] != float64(s.PID) || told["tokenAuth"] != true || told["projectDir"] != state || told["stateDir"] != nil {
		t.Errorf("as JSON: %v", told)
	}

	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, state)
	if err != nil {
		t.Fatal(err)
	}
	if _, out, _ := daemon(t, relative, "status", "--format", "json"); !strings.Contains(out, fmt.Sprintf(`"projectDir": %q`, state)) {
		t.Errorf("by a relative path: %s", out)
	}

	for header, want := range map[string]int{"": 401, "Bearer " + daemonToken: 200} {
		if got := helloTo(t, s.URL, header); got != want {
			t.Errorf("with %q: %d", header, got)
		}
	}
	if status, out, errs := daemon(t, state, "start", "--port", "0"); status != 1 || out != "" || !strings.Contains(errs, "is running already: "+s.URL) {
		t.Errorf("a second: %d\n%s%s", status, out, errs)
	}
	if status, out, _ := daemon(t, state, "logs"); status != 0 || !strings.Contains(out, "Sallyport dev, mode safe") {
		t.Errorf("logs: %d\n%s", status, out)
	}
	hasNoSecret(t, state, s.PID)

	status, out, errs = daemon(t, state, "stop")
	if got := said(out, state); status != 0 || got != "MCP server stopped (process …).\n" {
		t.Errorf("stop: %d\n%s%s", status, got, errs)
	}
	if s.Runs() {
		t.Error("it runs")
	}
	if status, out, _ := daemon(t, state, "stop"); status != 0 || out != "The MCP server is not running.\n" {
		t.Errorf("stop again: %d\n%s", status, out)
	}
	if status, _, _ := daemon(t, state, "status"); status != 3 {
		t.Errorf("after: %d", status)
	}
}

// helloTo sends a server the first message of a session.
func helloTo(t *testing.T, url, authorization string) int {
	t.Helper()
	body, _, _ := strings.Cut(talk, "\n")
	r, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// hasNoSecret looks for the token in all files, and in what others may see of the process.
func hasNoSecret(t *testing.T, state string, pid int) {
	t.Helper()
	files := []string{}
	err := filepath.WalkDir(state, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 4 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, name := range []string{"cmdline", "environ"} {
		if file := filepath.Join("/proc", strconv.Itoa(pid), name); exec.Command("test", "-r", file).Run() == nil {
			files = append(files, file)
		}
	}
	for _, file := range files {
		if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, []byte(daemonToken)) {
			t.Errorf("%s holds the token, or %v", file, err)
		}
	}
}

// TestDaemonKilled: a state that a killed server left is told, and does not keep another away.
func TestDaemonKilled(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	s := startDaemon(t, state)
	if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "it has ended", func() bool { return !s.Runs() })
	if status, out, _ := daemon(t, state, "status"); status != 4 || !strings.HasPrefix(out, "status     stale\n") {
		t.Errorf("status %d\n%s", status, out)
	}
	again := startDaemon(t, state)
	if again.PID == s.PID || !again.Runs() {
		t.Errorf("%+v", again)
	}
	if err := syscall.Kill(again.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "it has ended", func() bool { return !again.Runs() })
	if status, out, _ := daemon(t, state, "stop"); status != 0 || said(out, state) != "The MCP server (process …) had ended already, without a word; its state is removed.\n" {
		t.Errorf("stop: %d\n%s", status, out)
	}
	if _, there, err := daemoncmd.Read(state); there || err != nil {
		t.Errorf("the state is there: %v", err)
	}
}

// TestDaemonRecycled: a process that has the server's number by chance is left alone.
func TestDaemonRecycled(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	s := startDaemon(t, state)
	path := filepath.Join(state, "mcp.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, errs := daemon(t, state, "stop"); status != 0 {
		t.Fatal(errs)
	}
	bystander := exec.Command("sleep", "1000")
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := bystander.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("the bystander: %v", err)
		}
		_ = bystander.Process.Kill()
		_ = bystander.Wait()
	}()
	text = bytes.Replace(text, []byte(`"pid": `+strconv.Itoa(s.PID)), []byte(`"pid": `+strconv.Itoa(bystander.Process.Pid)), 1)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := daemon(t, state, "status"); status != 4 {
		t.Errorf("status %d", status)
	}
	if status, out, _ := daemon(t, state, "stop"); status != 0 || !strings.Contains(out, "had ended already") {
		t.Errorf("stop: %d\n%s", status, out)
	}
}

// TestDaemonPortTaken: start fails with the reason, and leaves nothing running.
func TestDaemonPortTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	state := t.TempDir()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	status, out, errs := daemon(t, state, "start", "--port", port)
	if status != 1 || out != "" || !strings.Contains(errs, "cannot listen on "+l.Addr().String()+": another program does") || !strings.Contains(errs, "--port takes another address") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if _, there, err := daemoncmd.Read(state); there || err != nil {
		t.Errorf("there is a state: %v", err)
	}
}

// TestDaemonStartsAtOnce: of several starts, one is the server.
func TestDaemonStartsAtOnce(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	t.Cleanup(func() { daemon(t, state, "stop") })
	type ending struct {
		status int
		errs   string
	}
	ended := make(chan ending)
	const starts = 4
	for range starts {
		go func() {
			status, _, errs := daemon(t, state, "start", "--port", "0")
			ended <- ending{status, errs}
		}()
	}
	started := 0
	for range starts {
		if e := <-ended; e.status == 0 {
			started++
		} else if !strings.Contains(e.errs, "running already") && !strings.Contains(e.errs, "running or starting already") {
			t.Errorf("status %d\n%s", e.status, e.errs)
		}
	}
	if started != 1 {
		t.Errorf("%d have started", started)
	}
	if status, out, _ := daemon(t, state, "status"); status != 0 {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestDaemonSilent: a server that does not answer is told, and is killed in the end.
func TestDaemonSilent(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	s := startDaemon(t, state)
	if err := syscall.Kill(s.PID, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := daemon(t, state, "status"); status != 5 || !strings.Contains(out, "health     it does not answer") {
		t.Errorf("status %d\n%s", status, out)
	}
	if status, out, errs := daemon(t, state, "stop"); status != 0 || said(out, state) != "MCP server killed: it had not ended after 10s (process …).\n" {
		t.Errorf("stop: %d\n%s%s", status, out, errs)
	}
	if s.Runs() {
		t.Error("it runs")
	}
}

// TestDaemonInForeground: it is known to the other commands, and logs where it was started.
func TestDaemonInForeground(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	cmd := process(t, "yes", "mcp", "start", "--foreground", "--port", "0", "--state-dir", state)
	cmd.Env = append(cmd.Env, "SALLYPORT_MCP_TOKEN="+daemonToken)
	out := &output{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "it greets", func() bool { return strings.Contains(out.String(), "mcpServers") })
	if status, told, _ := daemon(t, state, "status"); status != 0 || !strings.Contains(told, "token      on\n") || strings.Contains(told, "log  ") {
		t.Errorf("status %d\n%s", status, told)
	}
	if status, _, errs := daemon(t, state, "stop"); status != 0 {
		t.Errorf("stop: %d %s", status, errs)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if _, there, err := daemoncmd.Read(state); there || err != nil {
		t.Errorf("the state is there: %v", err)
	}
	if strings.Contains(out.String(), daemonToken) {
		t.Errorf("the token is in the log:\n%s", out)
	}
}

// TestDaemonAllows: what the flags let in comes in beside loopback, and nothing else does.
func TestDaemonAllows(t *testing.T) {
	t.Parallel()
	s := startDaemon(t, t.TempDir(), "--allowed-host", "gate.example", "--allowed-host", "door.example", "--allowed-origin", "http://localhost:3000", "--allowed-origin", "https://app.example")
	health := strings.TrimSuffix(s.URL, "/mcp") + "/health"
	for _, test := range []struct {
		host, origin string
		want         int
	}{
		{"", "", 200},
		{"gate.example", "", 200},
		{"door.example:1", "", 200},
		{"evil.example", "", 403},
		{"", "http://localhost:3000", 200},
		{"", "https://app.example", 200},
		{"", "http://localhost:3001", 403},
		{"", "https://localhost:3000", 403},
	} {
		r, err := http.NewRequest("GET", health, nil)
		if err != nil {
			t.Fatal(err)
		}
		if test.host != "" {
			r.Host = test.host
		}
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("%+v: %d", test, response.StatusCode)
		}
	}
}

// TestDaemonRefuses: what must not be served is refused before anything is started.
func TestDaemonRefuses(t *testing.T) {
	state := t.TempDir()
	for _, test := range []struct {
		args    string
		environ []string
		says    string
	}{
		{"--host 0.0.0.0", nil, "clients are not asked for a token"},
		{"--host db.internal", nil, "clients are not asked for a token"},
		{"--host 0.0.0.0", []string{"SALLYPORT_MCP_ALLOW_INSECURE=true"}, "clients are not asked for a token"},
		{"--host 0.0.0.0 --token " + daemonToken, nil, "set mcp.tls"},
		{"--token short", nil, "is too short"},
		{"--port 65536", nil, "--port: 65536 is not a port"},
		{"--port -1", nil, "--port: -1 is not a port"},
		{"--allowed-origin localhost:3000", nil, `--allowed-origin: "localhost:3000" is not an origin`},
		{"--allowed-origin https://app.example/", nil, "is not an origin"},
		{"--allowed-origin *", nil, "is not an origin"},
		{"--mcp.server.type stdio", nil, "mcp start serves HTTP"},
		{"--detached", nil, "--detached is for the server that start starts"},
	} {
		status, out, errs := call(t, test.environ, "", append([]string{"mcp", "start", "--state-dir", state}, strings.Fields(test.args)...)...)
		if status != 1 || out != "" || !strings.Contains(errs, test.says) || strings.Contains(errs, daemonToken) {
			t.Errorf("%s: %d\n%s%s", test.args, status, out, errs)
		}
	}
	if entries, err := os.ReadDir(state); err != nil || len(entries) != 0 {
		t.Errorf("something was made: %v, %v", entries, err)
	}
}

// TestStdioCommand: mcp stdio speaks as mcp --mcp.server.type=stdio does.
func TestStdioCommand(t *testing.T) {
	t.Parallel()
	cmd := process(t, "yes", "mcp", "stdio", "--state-dir", t.TempDir())
	cmd.Stdin = strings.NewReader(talk)
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "3376") {
		t.Errorf("%v\n%s", err, out)
	}
}
