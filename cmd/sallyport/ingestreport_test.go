package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery/ingest"
)

// TestIngestStatusAndReport: what runs have taken and what has failed is told afterwards, for as long as the
// configuration has the connection.
func TestIngestStatusAndReport(t *testing.T) {
	file, _ := ingestible(t, ingestShop, "")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gone := `, {name: gone, kind: postgres, dsn: "postgres://reader:hidden@127.0.0.1:1/x?sslmode=disable"}]`
	both := filepath.Join(filepath.Dir(file), "both.yaml")
	if err := os.WriteFile(both, []byte(strings.Replace(string(text), "}]", "}"+gone, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	say := func(config string, want int, args ...string) string {
		t.Helper()
		status, stdout, stderr := call(t, nil, "", append(append([]string{"ingest"}, args...), "--config", config, "--state-dir", state)...)
		if status != want || strings.Contains(stdout+stderr, "hidden") {
			t.Errorf("%v: %d\n%s%s", args, status, stdout, stderr)
		}
		return stdout + stderr
	}
	like := func(got string, lines ...string) {
		t.Helper()
		if !regexp.MustCompile(`^` + strings.Join(lines, "\n")).MatchString(got) {
			t.Errorf("got\n%s", got)
		}
	}
	const day = `20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC  `
	like(say(both, 0, "status"), `CONNECTION  STATE  TABLES  PROFILED COLUMNS  LAST RUN  SNAPSHOT`, `shop        never  -       0                 -         -`, `gone        never`)
	like(say(both, 0, "report"), `No run is known\. sallyport ingest takes a snapshot\.`)
	before := time.Now().Add(-time.Second)
	say(both, 1)
	like(say(both, 0, "status"), `CONNECTION  STATE   TABLES  PROFILED COLUMNS  LAST RUN +SNAPSHOT`, `shop        ok      2       5                 `+day+`20\S+`, `gone        failed  -       0                 `+day+`-\n$`)
	like(say(both, 0, "report"), `CONNECTION  BEGAN +TABLES  COLUMNS  PROFILED  JOINS GUESSED  TOOK +SNAPSHOT`, `shop        `+day+`2       5        2         1              \S+s +20\S+`,
		`gone        `+day+`0       0        0         0              \S+s +`, `gone: source "gone" is not reachable`)
	var told struct{ Results []ingest.Result }
	if err := json.Unmarshal([]byte(say(both, 0, "report", "shop", "--format", "json")), &told); err != nil || len(told.Results) != 1 ||
		told.Results[0].Profiled != 2 || told.Results[0].Took <= 0 || told.Results[0].Began.Before(before) {
		t.Errorf("%v %+v", err, told)
	}
	if got := say(both, 1, "report", "shp"); !strings.Contains(got, `did you mean "shop"?`) {
		t.Errorf("%s", got)
	}
	say(file, 0)
	if got := say(file, 0, "status") + say(file, 0, "report"); strings.Contains(got, "gone") || strings.Count(got, "shop") != 2 {
		t.Errorf("of a connection that the configuration has no more:\n%s", got)
	}
}
