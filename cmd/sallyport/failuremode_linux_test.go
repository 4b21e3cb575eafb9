package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/internal/disktest"
)

// padding makes a record too long for what is left of a page on a full disk.
var padding = " /* " + strings.Repeat("padding ", 1000) + "*/"

// fullDisk is a small disk, and what fills it and frees it again.
func fullDisk(t *testing.T) (dir string, fill, free func()) {
	t.Helper()
	dir = disktest.Mount(t, "1m")
	ballast := filepath.Join(dir, "ballast")
	fill = func() {
		if err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600); err == nil {
			t.Fatal("the disk takes everything")
		}
	}
	free = func() {
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
	}
	return dir, fill, free
}

// TestFailureModes: what each mode promises on a full disk, at both doors.
func TestFailureModes(t *testing.T) {
	for _, test := range []struct {
		mode         string
		read, change bool // pass
	}{{"strict", false, false}, {"strict_mutations", true, false}, {"best_effort", true, true}} {
		t.Run(test.mode, func(t *testing.T) {
			disk, fill, free := fullDisk(t)
			dir := filepath.Join(disk, "audit")
			r := start(t, []string{"SALLYPORT_AUDIT_DIR=" + dir, "SALLYPORT_AUDIT_FAILURE_MODE=" + test.mode}, "--mode", "full_access")
			doors := map[string]func(sql string) (told string, failed bool){
				"pgwire": func(sql string) (string, bool) {
					status, stdout, stderr := r.sql(t, "--csv", sql)
					return stdout + stderr, status != 0
				},
				"mcp": newCaller(t, r),
			}
			for name, ask := range doors {
				if told, failed := ask("CREATE TABLE " + name + " (n int)"); failed {
					t.Fatalf("%s: %s", name, told)
				}
			}
			fill()
			for name, ask := range doors {
				for sql, pass := range map[string]bool{"SELECT 1": test.read, "INSERT INTO " + name + " VALUES (1)": test.change} {
					told, failed := ask(sql + padding)
					if failed == pass || failed && !strings.Contains(told, "53100") {
						t.Errorf("%s on a full disk, %s: failed %v: %s", sql, name, failed, told)
					}
				}
			}
			free()
			for name, ask := range doors {
				told, failed := ask("SELECT count(*) AS n FROM " + name)
				if want := map[bool]string{true: "1", false: "0"}[test.change]; failed || !strings.Contains(told, want) {
					t.Errorf("%s: %v %q, want %s rows", name, failed, told, want)
				}
			}
			if status := r.stop(); status != 0 {
				t.Errorf("status %d\n%s", status, r.err)
			}
			gaps(t, dir, test.read, test.change)
		})
	}
}

// TestReadyOnAFullDisk: /ready says no while nothing is answered for want of a
// record, and yes when there is space again, without a statement that tries.
func TestReadyOnAFullDisk(t *testing.T) {
	disk, fill, free := fullDisk(t)
	r := start(t, []string{"SALLYPORT_AUDIT_DIR=" + filepath.Join(disk, "audit")})
	fill()
	for status := 0; status == 0; { // until what is left of a page is full
		status, _, _ = r.sql(t, "SELECT 1")
	}
	if got := readiness(t, r); got != http.StatusServiceUnavailable {
		t.Errorf("on a full disk it is %d", got)
	}
	free()
	if got := readiness(t, r); got != http.StatusOK {
		t.Errorf("with space again it is %d", got)
	}
}

func readiness(t *testing.T, r *running) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+r.mcp+"/ready", nil)
	if err != nil {
		t.Fatal(err)
	}
	status, _, _ := answered(t, request)
	return status
}

// gaps checks that the log verifies, and that its notes count two reads and
// two changes in all, as refused or as unrecorded.
func gaps(t *testing.T, dir string, read, change bool) {
	t.Helper()
	report, err := audit.Verify(dir, audit.VerifyOptions{First: 1})
	if err != nil || !report.OK() || len(report.Gaps) == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../docs/audit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]int{}
	for line := range bytes.Lines(text) {
		if value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line)); err != nil || schema.Validate(value) != nil {
			t.Errorf("not as the schema has it: %v\n%s", err, line)
		}
		var record audit.Record
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatal(err)
		}
		if record.Gap == nil {
			continue
		}
		for class, n := range record.Gap.Refused {
			counted["refused "+class] += n
		}
		for class, n := range record.Gap.Unrecorded {
			counted["unrecorded "+class] += n
		}
	}
	word := map[bool]string{true: "unrecorded ", false: "refused "}
	want := map[string]int{word[read] + "read": 2, word[change] + "mutate": 2}
	if fmt.Sprint(counted) != fmt.Sprint(want) {
		t.Errorf("the notes count %v, want %v", counted, want)
	}
}

// newCaller returns an MCP client's call of the tool for a statement.
func newCaller(t *testing.T, r *running) func(sql string) (told string, failed bool) {
	t.Helper()
	c, err := client.NewStreamableHttpClient("http://" + r.mcp + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	return func(sql string) (string, bool) { return callTool(t.Context(), c, sql) }
}

func callTool(ctx context.Context, c *client.Client, sql string) (told string, failed bool) {
	request := mcp.CallToolRequest{}
	request.Params.Name = "run_select_query"
	if !strings.HasPrefix(sql, "SELECT") {
		request.Params.Name = "run_mutation_query"
	}
	request.Params.Arguments = map[string]any{"sql": sql}
	result, err := c.CallTool(ctx, request)
	if err != nil {
		return err.Error(), true
	}
	text, err := json.Marshal(result.Content)
	if err != nil {
		return err.Error(), true
	}
	return string(text), result.IsError
}
