package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestCopies: the records go to standard output and to an endpoint too, the last
// of them with the end of the server, and the head to where verify finds it.
func TestCopies(t *testing.T) {
	var mu sync.Mutex
	var posted strings.Builder
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Authorization") != "Bearer s3cret" {
			t.Errorf("%v, %v", err, r.Header)
		}
		mu.Lock()
		defer mu.Unlock()
		posted.Write(text)
	}))
	defer endpoint.Close()
	heads := filepath.Join(t.TempDir(), "heads")
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "audit:\n  sinks:\n  - kind: stdout\n  - {kind: http, url: '" + endpoint.URL + "', token_env: SALLYPORT_SIEM}\n" +
		"  publish_head: {every: 1h, file: " + heads + ", sink: stdout}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"SALLYPORT_SIEM=s3cret"}, "--config", file)
	for _, sql := range []string{"SELECT 1", "DELETE FROM airports"} {
		r.sql(t, sql)
	}
	if status := r.stop(); status != 0 {
		t.Fatalf("status %d\n%s", status, r.err)
	}
	records := r.records(t)
	_, printed, _ := strings.Cut(r.out.String(), "mcpServers")
	_, printed, _ = strings.Cut(printed, "\n\n")
	var lines, others string
	for line := range strings.Lines(printed) {
		if strings.HasPrefix(line, `{"v":1,`) {
			lines += line
		} else {
			others += line
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if strings.Count(records, "\n") != 2 || lines != records || posted.String() != records {
		t.Errorf("the records\n%s\non standard output\n%s\nposted\n%s", records, lines, posted.String())
	}
	if !strings.Contains(others, `"head":"2:`) {
		t.Errorf("no head on standard output: %s", others)
	}
	status, stdout, stderr := call(t, nil, "", "audit", "verify", "--state-dir", r.state, "--against", heads)
	if status != 0 || !strings.Contains(stdout, "record 2 is as it was") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

// TestCopiesThatCannotBe: a start does not go on without a sink that was asked
// for.
func TestCopiesThatCannotBe(t *testing.T) {
	for name, test := range map[string]struct {
		command, sink, want string
	}{
		"stdio":      {"mcp --mcp.server.type=stdio", "kind: stdout", "that carries MCP messages and nothing else"},
		"no token":   {"srv", "{kind: http, url: 'https://127.0.0.1:1', token_env: NONE}", "the variable NONE, which token_env names, is not set"},
		"no address": {"srv", "{kind: syslog, address: 'udp://host'}", `the audit sink "syslog": address: after udp:// comes host:port`},
		"checked":    {"check-config", "{kind: syslog, address: 'ftp://host'}", `the audit sink "syslog": address: it must begin with udp://`},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "sallyport.yaml")
			if err := os.WriteFile(file, []byte("audit:\n  sinks:\n  - "+test.sink+"\npgwire: {address: '127.0.0.1:0'}\nmcp: {address: '127.0.0.1:0'}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append(strings.Fields(test.command), "--config", file, "--state-dir", t.TempDir())
			status, stdout, stderr := call(t, nil, "", args...)
			if status != 1 || stdout != "" || !strings.Contains(stderr, test.want) {
				t.Errorf("status %d\n%s%s", status, stdout, stderr)
			}
		})
	}
}
