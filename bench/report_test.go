package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

// example is a report with every kind of cell.
func example() *report {
	across := func(part, name string, targets ...string) line {
		l := line{Part: part, Name: name}
		for i, target := range targets {
			s := series{Name: target}
			for round, tps := range []float64{9000, 10000, 30000} {
				n := numbers{PerSecond: tps / float64(1+i)}
				if target != direct {
					n.CPUMicros, n.P50Millis, n.P99Millis = 25.25*float64(i), 0.5, 2.25
				}
				s.add(round, n, nil)
			}
			l.Targets = append(l.Targets, s)
		}
		return l
	}
	broken := across(partRows, "rows out", direct)
	failed := series{Name: sallyport}
	failed.add(0, numbers{}, errors.New("it broke"))
	failed.add(1, numbers{}, errors.New("and again"))
	broken.Targets = append(broken.Targets, failed)
	idle := line{Part: partIdle, Name: "1000 idle, session pooling", Targets: []series{{Name: pgbouncer}, {Name: sallyport}}}
	for i := range idle.Targets {
		idle.Targets[i].add(0, numbers{PerSecond: 1234567, KiBEach: 12.34, OfAlone: 0.987}, nil)
	}
	start := line{Part: partStart, Name: "from the process to its first answer", Targets: []series{{Name: floor}, {Name: sallyport}}}
	start.Targets[0].add(0, numbers{PerSecond: 50, P50Millis: 20}, nil)
	start.Targets[1].add(0, numbers{PerSecond: 5, P50Millis: 200, KiBEach: 45 << 10, OwnKiB: 11 << 10}, nil)
	return &report{
		Date: "2026-03-04T05:06:07Z", Took: "2m0s", Cores: 2, CPU: "abacus",
		Versions: map[string]string{"sallyport": "sallyport dev", "go": "go1", "postgres": "postgres (PostgreSQL) 15.1 (Somebody's)", "pgbouncer": "PgBouncer 1.18.0"},
		Settings: map[string]int{"rounds": 3, "seconds": 3, "scale": 1, "tpcb_scale": 100, "rows": 1000000, "connections": 8},
		Lines: []line{
			across(partSelect, clientsText("simple", 1), direct, pgbouncer, floor, sallyport),
			across(partTPCB, clientsText("prepared", 64), direct, pgbouncer, floor+", intent", syncing("intent"), syncing("commit")),
			broken, idle,
			across(partConnect, "connect", direct, sallyport),
			across(partMCP, "server_info", floor, sallyport),
			across(partMCP, "one row of PostgreSQL", toolbox, sallyport),
			start,
		},
		Notes: []string{"something was left out"}, Problems: []string{"something is missing"},
	}
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (run with -update to accept)\n%s\nwant\n%s", name, got, want)
	}
}

// TestReport prints a report, keeps it and reads it again.
func TestReport(t *testing.T) {
	r := example()
	if r.complete() {
		t.Error("a report with a failed measurement is complete")
	}
	dir := t.TempDir()
	if _, err := r.keep(dir, []string{partSelect, partRows}, io.Discard); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "2026-03-04-2cores-select-rows")
	printed, err := os.ReadFile(base + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", string(printed))
	again, err := readReport(base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := again.print(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", strings.TrimPrefix(text.String(), "\n"))
	golden(t, "table.md", again.markdownRelayed("bench/results/example.json")+"\n"+again.markdownCalls("bench/results/example.json"))
	r.Lines = r.Lines[:1]
	if !r.complete() {
		t.Error("a report without a failed measurement is not complete")
	}
	r.Lines[0].Targets[2].Error = "one round of it failed"
	if r.complete() {
		t.Error("a report is complete with a round that failed")
	}
	if (&report{}).complete() {
		t.Error("a report of nothing is complete")
	}
}

// TestLongRounds: parts whose rounds take long may have fewer of them; the report says so.
func TestLongRounds(t *testing.T) {
	o, err := parse([]string{"-rounds", "9", "-long-rounds", "5"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	r := &report{Cores: 2, Settings: map[string]int{"rounds": 9, "long_rounds": o.roundsOf(partTPCB)}}
	for _, part := range []string{partSelect, partTPCB, partRows} {
		r.Lines = append(r.Lines, line{Part: part, Targets: []series{{Name: direct}}, run: func(context.Context, string) (numbers, error) {
			ran[part]++
			return numbers{PerSecond: 1}, nil
		}})
	}
	r.measure(t.Context(), o, io.Discard)
	if ran[partSelect] != 9 || ran[partTPCB] != 5 || ran[partRows] != 5 {
		t.Errorf("rounds: %v", ran)
	}
	if told := r.longRounds(); told != " (TPC-B and rows: 5)" {
		t.Errorf("the report says %q", told)
	}
}

// TestRatio: rounds are compared with themselves, so that a slow one counts for both or for none.
func TestRatio(t *testing.T) {
	var a, b series
	for round, tps := range []float64{100, 10, 50} {
		a.add(round, numbers{PerSecond: tps}, nil)
		if round == 2 {
			b.add(round, numbers{}, errors.New("no"))
			continue
		}
		b.add(round, numbers{PerSecond: tps / 2}, nil)
	}
	if got := a.ratio(&b); got != 2 {
		t.Errorf("%v", got)
	}
	if got := a.ratio(nil); got != 0 {
		t.Errorf("to nothing: %v", got)
	}
	if a.Spread != 0.9 {
		t.Errorf("spread %v", a.Spread)
	}
}

func TestPutTable(t *testing.T) {
	one := tables[0]
	got, err := one.put("a\n<!-- bench -->\nold\n<!-- /bench -->\nb\n", "new\n")
	if err != nil || got != "a\n<!-- bench -->\nnew\n<!-- /bench -->\nb\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"", "<!-- bench -->\n", "<!-- /bench -->\n<!-- bench -->\n"} {
		if got, err := one.put(text, "new\n"); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestReadmeTable: each table in the README is what the result that it names
// says, and the file that is named is kept.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	for _, one := range tables {
		_, rest, _ := strings.Cut(readme, one.begin)
		stands, _, ends := strings.Cut(rest, one.end)
		if !ends {
			t.Fatalf("the README has no table %s", one.begin)
		}
		named := regexp.MustCompile(`\((bench/results/[^)]+\.json)\)`).FindStringSubmatch(stands)
		if named == nil {
			t.Fatalf("the table %s names no result", one.begin)
		}
		r, err := readReport(filepath.Join("..", filepath.FromSlash(named[1])))
		if err != nil {
			t.Fatal(err)
		}
		if stands != one.markdown(r, named[1]) {
			t.Errorf("the README's table is not that of %s: go run ./bench -table %s -readme README.md", named[1], named[1])
		}
	}
}

// TestPrintTable writes a kept result into a file, and to the output.
func TestPrintTable(t *testing.T) {
	dir := t.TempDir()
	if _, err := example().keep(dir, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	kept, readme := filepath.Join(dir, "2026-03-04-2cores.json"), filepath.Join(dir, "README.md")
	var out strings.Builder
	if err := printTable(kept, "", &out); err != nil {
		t.Fatal(err)
	}
	if err := printTable(kept, readme, &out); err == nil {
		t.Error("a file that is not there was written")
	}
	if err := os.WriteFile(readme, []byte("x\n"+tables[0].begin+tables[0].end+"\n"+tables[1].begin+tables[1].end+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := printTable(kept, readme, &out); err != nil {
		t.Fatal(err)
	}
	bare := strings.NewReplacer(tables[0].begin, "", tables[0].end+"\n", "", tables[1].begin, "", tables[1].end+"\n", "")
	if text, err := os.ReadFile(readme); err != nil || bare.Replace(string(text)) != "x\n"+out.String() {
		t.Errorf("%s, %v", text, err)
	}
	if err := printTable(readme, "", &out); err == nil {
		t.Error("a README is a result")
	}
}
