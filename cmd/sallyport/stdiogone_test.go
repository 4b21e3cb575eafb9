//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

// runAt runs statements at a database.
func runAt(t *testing.T, dsn, sql string) (value string) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	results, err := conn.Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		for _, row := range r.Rows {
			value = string(row[0])
		}
	}
	return value
}

const greeting = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{%s},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// deletions are two calls that need the same approval.
const deletions = `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{"sql":"DELETE FROM t"}}}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{"sql":"DELETE FROM t"}}}
`

// TestStdioClientGone: when the client closes its pipe or dies while calls wait for an
// approval, the process ends at once, and an approval that comes later runs nothing: the
// request is kept, for the same statement of the next process.
func TestStdioClientGone(t *testing.T) {
	server := pgtest.Start(t)
	for name, test := range map[string]struct {
		capabilities string
		dies         bool
	}{
		"it closes the pipe":            {},
		"it dies":                       {dies: true},
		"it closes, and could be asked": {capabilities: `"elicitation":{}`},
	} {
		t.Run(name, func(t *testing.T) {
			dsn := server.CreateDB(t)
			runAt(t, dsn, "CREATE TABLE t AS SELECT generate_series(1, 3) AS a")
			state, err := os.MkdirTemp("", "gone") // short: it gets a socket
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(state) })
			config := configFileFor(t, "state_dir: "+state+"\nsources:\n- {name: shop, kind: postgres, dsn: '"+dsn+"'}\n")
			cmd := process(t, "yes", "mcp", "--mcp.server.type=stdio", "--config", config)
			cmd.Env = append(cmd.Env, "SALLYPORT_APPROVALS_DESK=true")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var errs output
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, strings.Replace(greeting, "%s", test.capabilities, 1)+deletions); err != nil {
				t.Fatal(err)
			}
			id := ""
			waittest.Eventually(t, "somebody is asked", func() bool {
				_, told, _ := strings.Cut(errs.String(), "approval=")
				id, _, _ = strings.Cut(told, " ")
				return id != ""
			}, &errs)
			time.Sleep(300 * time.Millisecond) // the second call waits, too
			if test.dies {
				out.Close()
			}
			in.Close()
			began := time.Now()
			time.Sleep(100 * time.Millisecond)                                                    // the server has noticed by then that its client is gone
			_, stdout, stderr := call(t, nil, "", "approvals", "--config", config, "approve", id) // while there is a desk
			text := ""
			if !test.dies {
				all, _ := io.ReadAll(out)
				text = string(all)
			}
			err = cmd.Wait()
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it ended after %v\n%s", took, errs.String())
			}
			if err != nil && !test.dies {
				t.Errorf("%v\n%s", err, errs.String())
			}
			if !test.dies && strings.Count(text, `"isError":true`) != 2 {
				t.Errorf("answers: %s", text)
			}
			if n := runAt(t, dsn, "SELECT count(*) FROM t"); n != "3" {
				t.Errorf("%s rows are left; approving said %s%s", n, stdout, stderr)
			}
			records, err := os.ReadFile(filepath.Join(state, "audit", "audit.jsonl"))
			if err != nil || !strings.Contains(string(records), "needs_approval_abandoned") {
				t.Errorf("records: %v %s", err, records)
			}
			requests, err := filepath.Glob(filepath.Join(state, "approvals", "*"+id+"*"))
			for _, file := range requests {
				if kept, err := os.ReadFile(file); err != nil || !strings.Contains(string(kept), `"state":"pending"`) && !strings.Contains(string(kept), `"state":"approved"`) {
					t.Errorf("the request is kept as %s", kept)
				}
			}
			if len(requests) == 0 {
				t.Errorf("there is no file of the request: %v", err)
			}
		})
	}
}
