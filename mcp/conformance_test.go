package mcp_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// What the suite can ask of a server that has none of its fixtures.
const realScenarios = "server-initialize,server-session-lifecycle,server-stateless,ping,tools-list,prompts-list,resources-list," +
	"caching,sep-2164-resource-not-found,server-sse-multiple-streams,dns-rebinding-protection,http-header-validation,input-required-result-unsupported-methods"

// TestConformance runs the public conformance suite against this server as it
// is, which lets in the pages that the suite says it is. With the build tag conformance
// there is another one, against a server that has the suite's fixtures: see `make conformance`.
func TestConformance(t *testing.T) {
	conformance(t, open(t, settings{pages: true}), realScenarios, "testdata/conformance/real.txt")
}

// conformance compares what the suite says with a file. What has become worse
// makes the test fail, and what has become better: the file is what we promise.
func conformance(t *testing.T, d *door, scenarios, file string) {
	t.Helper()
	if _, err := os.Stat("clienttest/node_modules/.installed"); err != nil {
		pgtest.Missing(t, "the suite: run mcp/clienttest/run --install")
	}
	run := exec.Command("clienttest/run", "conformance.mjs")
	run.Env = append(os.Environ(), "CLIENTTEST_URL="+d.url)
	if scenarios != "" {
		run.Env = append(run.Env, "CLIENTTEST_SCENARIOS="+scenarios)
	}
	var diagnostics bytes.Buffer
	run.Stderr = &diagnostics
	output, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, output, diagnostics.Bytes())
	}
	t.Logf("\n%s%s", output, diagnostics.Bytes())
	if *update {
		must(t, os.WriteFile(file, output, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	for _, line := range missing(string(want), string(output)) {
		t.Errorf("expected, and not so: %s", line)
	}
	for _, line := range missing(string(output), string(want)) {
		t.Errorf("so, and not expected: %s", line)
	}
}

// missing returns the lines that one text has and another has not.
func missing(has, hasNot string) (lines []string) {
	for line := range strings.Lines(has) {
		if !strings.Contains("\n"+hasNot, "\n"+line) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}
