package sallyport_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/planner"
)

// The README is held to what it says: its commands are run on the built
// binary, its table is the gate's, its YAML is a configuration.

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the n-th fenced block of a language.
func block(t *testing.T, language string, n int) string {
	t.Helper()
	found := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(readme(t), -1)
	if len(found) <= n {
		t.Fatalf("the README has %d blocks of %q, not %d", len(found), language, n+1)
	}
	return found[n][1]
}

func TestReadmeModes(t *testing.T) {
	classes := map[string]planner.Class{
		"read": planner.Read, "mutate": planner.Mutate, "delete": planner.Delete, "exec": planner.Exec, "not understood": planner.Unknown,
	}
	rows := 0
	for line := range strings.Lines(readme(t)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 1+len(gate.Modes) {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSpace(cells[0]), ":")
		class, known := classes[name]
		if !known {
			continue
		}
		rows++
		for i, m := range gate.Modes {
			want := gate.Decide(m, gate.AnyPurpose, &planner.Statement{Class: class}).Verdict.String()
			if got := strings.TrimSpace(cells[i+1]); got != want {
				t.Errorf("%s in %s: the README says %s, the gate %s", name, m, got, want)
			}
		}
	}
	if rows != len(classes) {
		t.Errorf("%d rows of the table were found, want %d", rows, len(classes))
	}
}

// TestMain stops the database server of the tests, if one needed it, and removes
// the binary.
func TestMain(m *testing.M) {
	status := pgtest.Main(m)
	if path, err := built(); err == nil && path != "" {
		_ = os.RemoveAll(filepath.Dir(path)) // it is in the folder for temporary files
	}
	os.Exit(status)
}

// builds makes the binary once for all tests.
var builds struct {
	sync.Once
	path string
	err  error
}

func build(t *testing.T) string {
	t.Helper()
	builds.Do(func() {
		dir, err := os.MkdirTemp("", "sallyport-")
		if err != nil {
			builds.err = err
			return
		}
		builds.path = filepath.Join(dir, "sallyport")
		flags := "-s -w"
		if _, err := exec.LookPath("ld.mold"); err == nil {
			flags += " -extldflags=-fuse-ld=mold" // as the Makefile links tests: two thirds of the processor time
		}
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags", flags, "-o", builds.path, "./cmd/sallyport").CombinedOutput(); err != nil {
			builds.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if builds.err != nil {
		t.Fatal(builds.err)
	}
	return builds.path
}

// built is the binary if a test has made it.
func built() (string, error) {
	builds.Do(func() {})
	return builds.path, builds.err
}

// server is a built binary that serves the sample data, as `make run` does.
type server struct {
	binary, state string
	wire, mcp     string // addresses
}

// start runs a server with the sample data, or with what more says.
func start(t *testing.T, more ...string) server {
	t.Helper()
	s := server{binary: build(t), state: filepath.Join(t.TempDir(), "state"), wire: freeAddress(t), mcp: freeAddress(t)}
	args := append([]string{"srv", "--pgwire-address", s.wire, "--mcp-address", s.mcp}, more...)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), s.binary, args...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+s.state)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server did not end well: %v\n%s", err, said.String())
		}
	})
	ready := make(chan string, 1)
	go func() { // ends with the process's output
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.Contains(lines.Text(), `"mcpServers"`) {
				ready <- lines.Text()
			}
		}
		close(ready)
	}()
	select {
	case text := <-ready:
		if !json.Valid([]byte(strings.TrimSpace(text))) {
			t.Errorf("what is to be pasted is no JSON: %q", text)
		}
	case <-time.After(time.Minute):
		t.Fatal("the server did not say how to connect")
	}
	return s
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// shell runs a line of the README against the server.
func (s server) shell(t *testing.T, line string) string {
	t.Helper()
	host, port, _ := net.SplitHostPort(s.wire)
	line = strings.NewReplacer("-p 5466", "-p "+port, "127.0.0.1 ", host+" ", "bin/sallyport sql", s.binary+" sql --address "+s.wire,
		"bin/sallyport approvals", s.binary+" approvals",
		"~/.local/state", s.state).Replace(line)
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Env = append(os.Environ(), "PSQLRC=/dev/null", "XDG_STATE_HOME="+s.state)
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "ERROR") {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

func TestReadmeTour(t *testing.T) {
	s := start(t)

	psql, _, _ := strings.Cut(strings.Split(block(t, "sh", 2), "\n")[0], "#")
	psql = strings.TrimSpace(psql)
	for _, table := range []string{"airports", "weather", "birdstrikes"} {
		if out := s.shell(t, psql+` -c "SELECT count(*) FROM `+table+`"`); !strings.Contains(out, "(1 row)") {
			t.Errorf("%s: %s", table, out)
		}
	}
	if out := s.shell(t, strings.Split(block(t, "sh", 2), "\n")[1]); !strings.Contains(out, "AK") {
		t.Errorf("sallyport sql: %s", out)
	}

	s.approve(t, psql)

	record := s.shell(t, strings.Split(block(t, "sh", 5), "\n")[0])
	var r struct{ Decision, Approver, Class string }
	if err := json.Unmarshal([]byte(record), &r); err != nil {
		t.Fatalf("%v: %s", err, record)
	}
	if r.Decision != "needs_approval_accepted" || r.Class != "delete" {
		t.Errorf("the record of the change is %s", record)
	}
	if out := s.shell(t, strings.Split(block(t, "sh", 5), "\n")[1]); !strings.Contains(out, "DELETE FROM airports") || !strings.Contains(out, "needs_approval_accepted") {
		t.Errorf("the record as a row: %s", out)
	}
}

// TestReadmeJoin joins the sample data with a Postgres, as the README says.
func TestReadmeJoin(t *testing.T) {
	pg := pgtest.Start(t)
	t.Setenv("PROD_DSN", pg.CreateDB(t))
	lines := strings.Split(strings.TrimSpace(block(t, "sh", 3)), "\n")
	config := filepath.Join(t.TempDir(), "joined.yaml")
	here, err := filepath.Abs("sample")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[:2] { // a folder is relative to the configuration's
		line = strings.NewReplacer("joined.yaml", config, `"sample"`, `"`+here+`"`).Replace(line)
		if out, err := exec.CommandContext(t.Context(), "bash", "-c", line).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	s := start(t, "--config", config)
	out := ""
	waittest.Eventually(t, "the files are copied, and no longer change", func() bool {
		out = s.shell(t, lines[3])
		return !strings.Contains(out, "40001")
	})
	for _, want := range []string{"San Francisco", "New York", "3", "5"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
}

// approve runs the statement that the README has approved, and beside it the
// commands that approve it.
func (s server) approve(t *testing.T, psql string) {
	t.Helper()
	const example = "ap-x30w44f1w9"
	prompt, want, _ := strings.Cut(block(t, "text", 0), "\n")
	_, sql, _ := strings.Cut(prompt, "=> ")
	screen := filepath.Join(t.TempDir(), "screen")
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		s.shell(t, psql+` -c "`+sql+`" > `+screen+` 2>&1`)
	}()
	seen := func() string {
		text, _ := os.ReadFile(screen) // it may not be there yet
		return string(text)
	}
	waittest.Eventually(t, "the statement waits for approval", func() bool { return strings.Contains(seen(), "HINT:") })
	id := regexp.MustCompile(`ap-[0-9a-z]{10}`).FindString(seen())
	for command := range strings.Lines(block(t, "sh", 4)) {
		if out := s.shell(t, strings.ReplaceAll(command, example, id)); !strings.Contains(out, id) || !strings.Contains(out, "DELETE FROM airports") {
			t.Errorf("%s: %s", command, out)
		}
	}
	<-answered
	out := seen()
	for line := range strings.Lines(strings.ReplaceAll(want, example, id)) {
		if !strings.Contains(out, strings.TrimSpace(line)) {
			t.Errorf("the README shows %q; psql says:\n%s", line, out)
		}
	}
}

func TestReadmeMCP(t *testing.T) {
	s := start(t)
	var paste struct {
		MCPServers map[string]struct{ Type, URL string } `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(block(t, "json", 0)), &paste); err != nil {
		t.Fatal(err)
	}
	url := strings.Replace(paste.MCPServers["sallyport"].URL, "127.0.0.1:7878", s.mcp, 1)
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"readme","version":"1"}}}`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK || response.Header.Get("Mcp-Session-Id") == "" {
		t.Errorf("initialize: %s, %v", response.Status, response.Header)
	}
}

func TestReadmeConfiguration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sallyport.yaml")
	folder := t.TempDir()
	text := strings.Replace(block(t, "yaml", 0), "/srv/exports", folder, 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), build(t), "check-config", "--config", path)
	cmd.Env = append(os.Environ(), "PROD_DSN=postgres://nobody@127.0.0.1/none", "XDG_STATE_HOME="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReadmeLinks: every relative link leads to a file.
func TestReadmeLinks(t *testing.T) {
	for _, page := range []string{"README.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.FromSlash(m[1])); err != nil {
				t.Error(fmt.Errorf("%s: %w", page, err))
			}
		}
	}
}
