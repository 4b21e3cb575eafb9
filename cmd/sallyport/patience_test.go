//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// served is the program as a process of its own, with a desk, before a database.
type served struct {
	cmd                 *exec.Cmd
	dsn, state          string
	mcp, pgport, config string
	errs                *output
}

// serve starts it, on a state directory that may have been used before.
func serve(t *testing.T, s served, settings ...string) served {
	t.Helper()
	if s.state == "" {
		var err error
		if s.state, err = os.MkdirTemp("", "patience"); err != nil { // short: it gets a socket
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(s.state) })
		s.config = configFileFor(t, "state_dir: "+s.state+"\nsources:\n- {name: shop, kind: postgres, dsn: '"+s.dsn+"'}\n")
	}
	s.cmd = process(t, "yes", "srv", "--config", s.config, "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0")
	s.cmd.Env = append(append(s.cmd.Env, "SALLYPORT_APPROVALS_DESK=true"), settings...)
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.errs = &output{}
	s.cmd.Stderr = s.errs
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	greeting := regexp.MustCompile(`MCP +http://(\S+)/mcp\n +Postgres +\S+:(\d+)\n(?s:.*)mcpServers`)
	text, buffer := "", make([]byte, 4096)
	for s.mcp = ""; s.mcp == ""; {
		n, err := out.Read(buffer)
		text += string(buffer[:n])
		if found := greeting.FindStringSubmatch(text); found != nil {
			s.mcp, s.pgport = found[1], found[2]
		} else if err != nil {
			t.Fatalf("no greeting: %v\n%s%s", err, text, s.errs)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return s
}

// end ends it by a signal and waits.
func (s served) end(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // killed, it does not end well
}

// tool calls a tool of a real MCP client that waits no longer than it is told.
func (s served) tool(t *testing.T, patience time.Duration, name string, arguments map[string]any) (text string, gaveUp bool) {
	t.Helper()
	c, err := client.NewStreamableHttpClient("http://" + s.mcp + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = name, arguments
	result, err := c.CallTool(ctx, request)
	if err != nil {
		if ctx.Err() == nil {
			t.Fatal(err)
		}
		return "", true
	}
	all, err := json.Marshal(result.Content)
	if err != nil {
		t.Fatal(err)
	}
	return string(all), false
}

func (s served) change(t *testing.T, patience time.Duration, sql string) (string, bool) {
	t.Helper()
	return s.tool(t, patience, "run_mutation_query", map[string]any{"sql": sql})
}

// approvals runs the command about this server.
func (s served) approvals(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := call(t, nil, "", append(append([]string{"approvals"}, args...), "--config", s.config)...)
	if status != 0 {
		t.Fatalf("approvals %v: %s%s", args, stdout, stderr)
	}
	return stdout
}

// left is the one request that waits, once no call waits for it.
func (s served) left(t *testing.T) (found approval.Request) {
	t.Helper()
	courttest.Eventually(t, "no call waits for the one request", func() bool {
		var list []approval.Request
		if err := json.Unmarshal([]byte(s.approvals(t, "list", "--json")), &list); err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || list[0].Left.IsZero() {
			return false
		}
		found = list[0]
		return true
	})
	return found
}

func (s served) psql(t *testing.T, sql string) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(t.Context(), "psql", "-X", "-A", "-t", "-h", "127.0.0.1", "-p", s.pgport, "-U", "alice", "-c", sql, "shop") //nolint:gosec // this test
}

func (s served) rows(t *testing.T, want string) {
	t.Helper()
	if got := runAt(t, s.dsn, "SELECT string_agg(a::text, ',' ORDER BY a) FROM t"); got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
}

const impatience = 2 * time.Second

// TestPatience: an MCP client that gives up finds its request when it comes again:
// waiting, approved, used, denied; and so does psql that was interrupted, or killed.
func TestPatience(t *testing.T) {
	t.Parallel() // most of it waits
	dsn := pgtest.Start(t).CreateDB(t)
	runAt(t, dsn, "CREATE TABLE t AS SELECT generate_series(1, 5) AS a")
	s := serve(t, served{dsn: dsn})
	const first = "DELETE FROM t WHERE a = 1"
	id := ""
	for range 2 {
		if text, gaveUp := s.change(t, impatience, first); !gaveUp {
			t.Fatal(text)
		}
		r := s.left(t)
		if id != "" && r.ID != id {
			t.Errorf("%s waits, and it was %s", r.ID, id)
		}
		id = r.ID
	}
	review := func(want string) {
		t.Helper()
		if text, _ := s.tool(t, time.Minute, "review_status", map[string]any{"id": id}); !strings.Contains(text, want) {
			t.Errorf("review_status says %s, want %s", text, want)
		}
	}
	review("Nobody has decided yet.")
	if shown := s.approvals(t, "show", id); !strings.Contains(shown, "no call has waited for ") {
		t.Errorf("shown: %s", shown)
	}
	s.approvals(t, "approve", id)
	review("Run the same statement again by")
	s.rows(t, "1,2,3,4,5")
	if text, _ := s.change(t, time.Minute, first); !strings.Contains(text, "DELETE 1") {
		t.Errorf("approved: %s", text)
	}
	review("To run the statement once more, ask once more.")
	s.rows(t, "2,3,4,5")

	if _, gaveUp := s.change(t, impatience, "DELETE FROM t WHERE a = 2"); !gaveUp {
		t.Error("it did not wait")
	}
	s.approvals(t, "deny", s.left(t).ID, "-m", "two is kept")
	text, gaveUp := s.change(t, time.Minute, "DELETE FROM t WHERE a = 2")
	if gaveUp || !strings.Contains(text, "said no") || !strings.Contains(text, "two is kept") {
		t.Errorf("denied: %s", text)
	}

	for signal, sql := range map[os.Signal]string{os.Interrupt: "DELETE FROM t WHERE a = 3", os.Kill: "DELETE FROM t WHERE a = 4"} {
		cmd := s.psql(t, sql)
		var said output
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it waits", func() bool { return strings.Contains(said.String(), "NOTICE") }, &said)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was interrupted, or killed
		s.approvals(t, "approve", s.left(t).ID)
		if out, err := s.psql(t, sql).CombinedOutput(); err != nil || !strings.Contains(string(out), "DELETE 1") {
			t.Errorf("%v, approved: %s %v", signal, out, err)
		}
	}
	s.rows(t, "2,5")
	s.end(t, syscall.SIGTERM)
}

// TestKilledBetweenTheSteps: the server is killed after each step of an approval's life
// and of a grant's; what was asked and approved is there afterwards, and nothing runs
// twice by it.
func TestKilledBetweenTheSteps(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	runAt(t, dsn, "CREATE TABLE t AS SELECT generate_series(1, 9) AS a")
	settings := "SALLYPORT_APPROVALS_WAIT=0s"
	s := serve(t, served{dsn: dsn}, settings)
	kill := func() {
		t.Helper()
		s.end(t, os.Kill)
		s = serve(t, s, settings)
	}
	says := func(sql, want string) {
		t.Helper()
		if text, _ := s.change(t, time.Minute, sql); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", sql, text, want)
		}
	}
	const first = "DELETE FROM t WHERE a = 1"
	says(first, "nobody has decided yet")
	id := s.left(t).ID
	kill()
	if again := s.left(t).ID; again != id {
		t.Errorf("%s waits, and it was %s", again, id)
	}
	s.approvals(t, "approve", id, "--for", "1h", "--times", "3")
	kill()
	says(first, "DELETE 1")
	runAt(t, dsn, "INSERT INTO t VALUES (1)")
	kill()
	for n := 2; n <= 3; n++ { // by the grant, which has two uses left
		says(fmt.Sprintf("DELETE FROM t WHERE a = %d", n), "DELETE 1")
		kill()
	}
	says("DELETE FROM t WHERE a = 4", "nobody has decided yet")
	says(first, "nobody has decided yet")
	s.rows(t, "1,4,5,6,7,8,9")
	if listed := s.approvals(t, "grants", "list", "--all"); !strings.Contains(listed, "used up") || !strings.Contains(listed, "3 of 3") {
		t.Errorf("grants: %s", listed)
	}
	s.end(t, syscall.SIGTERM)
}

// TestGivesWayOutside: a user with too many undecided requests asks on.
func TestGivesWayOutside(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	runAt(t, dsn, "CREATE TABLE t AS SELECT generate_series(1, 5) AS a")
	s := serve(t, served{dsn: dsn}, "SALLYPORT_APPROVALS_WAIT=0s", "SALLYPORT_APPROVALS_MAX_PENDING=3")
	for n := range 6 {
		if text, _ := s.change(t, time.Minute, fmt.Sprintf("DELETE FROM t WHERE a = %d", n)); !strings.Contains(text, "nobody has decided yet") {
			t.Errorf("statement %d: %s", n, text)
		}
	}
	if listed := s.approvals(t, "list"); strings.Count(listed, "\n") != 4 {
		t.Errorf("listed: %s", listed)
	}
	s.end(t, syscall.SIGTERM)
}
