package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParsePgbench(t *testing.T) {
	const good = `pgbench (15.18 (Debian 15.18-0+deb12u1))
transaction type: <builtin: select only>
number of clients: 8
number of transactions actually processed: 37421
number of failed transactions: 0 (0.000%)
latency average = 0.640 ms
initial connection time = 12.014 ms
tps = 12511.432109 (without initial connection time)
`
	r, err := parsePgbench(good)
	if err != nil || r != (pgbenchResult{12511.432109, 37421, 12014 * time.Microsecond}) {
		t.Errorf("%+v, %v", r, err)
	}
	for name, text := range map[string]string{
		"nothing":       "",
		"no tps":        "pgbench: error: connection failed\n",
		"no connecting": strings.Replace(good, "initial", "first", 1),
		"failures":      strings.Replace(good, "failed transactions: 0", "failed transactions: 3", 1),
		"idle":          strings.Replace(good, "processed: 37421", "processed: 0", 1),
	} {
		if r, err := parsePgbench(text); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestComplaint(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "",
		"one\ntwo\n":                            "two",
		"a\npgbench: error: b\nRun was aborted": "pgbench: error: b",
	} {
		if got := complaint(text); got != want {
			t.Errorf("complaint(%q) = %q", text, got)
		}
	}
}

func TestLatencies(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"log.1": "0 2 100 0 1700000000 1\n1 3 300 0 1700000000 2\n", "log.1.1": "2 1 900 0 1700000000 3\n2 2 200 0 1700000000 3\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	firsts, rest, err := latencies(dir)
	p50, p99 := percentiles(rest)
	if err != nil || p50 != 0.2 || p99 != 0.3 || len(firsts) != 1 || firsts[0] != 900*time.Microsecond {
		t.Errorf("%v, %v, %v, %v", p50, p99, firsts, err)
	}
	for _, text := range []string{"0 1\n", "0 1 skipped 0\n"} {
		if firsts, rest, err := readLatencies(strings.NewReader(text), nil, nil); err == nil {
			t.Errorf("%q: %v, %v", text, firsts, rest)
		}
	}
	if firsts, rest, err := latencies(t.TempDir()); len(firsts)+len(rest) > 0 || err != nil {
		t.Errorf("of nothing: %v, %v, %v", firsts, rest, err)
	}
}

func TestParseCPU(t *testing.T) {
	const stat = "4242 (a) (b) c) S 1 4242 4242 0 -1 4194560 100 0 0 0 150 25 3 4 20 0 9 0 1000 2000 300"
	if got := parseCPU(stat); got != 1750*time.Millisecond {
		t.Errorf("%v", got)
	}
	if ended, parent := parseTicks(stat, 13), parentOf(stat); ended != 70*time.Millisecond || parent != 1 {
		t.Errorf("of children that have ended %v, of parent %d", ended, parent)
	}
	for _, text := range []string{"", "1 (x) S 1 2", strings.Replace(stat, "150", "x", 1)} {
		if got := parseCPU(text); got != 0 {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestParseMemory(t *testing.T) {
	const status = "Name:\tx\nVmHWM:\t    9000 kB\nVmRSS:\t    1840 kB\nRssAnon:\t 1 kB\n"
	if got := parseMemory(status, "VmRSS"); got != 1840 {
		t.Errorf("%v", got)
	}
	for _, text := range []string{"", "\nVmRSS:", strings.Replace(status, "1840 kB", "x kB", 1), strings.Replace(status, "1840 kB", "1840 MB", 1)} {
		if got := parseMemory(text, "VmRSS"); got != 0 {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestParseBusy(t *testing.T) {
	busy, all := parseBusy("cpu  100 10 30 800 40 0 5 15 7 0\ncpu0 1 2 3\n")
	if busy != 160 || all != 1000 { // guests are in user already
		t.Errorf("%v of %v", busy, all)
	}
	for _, text := range []string{"", "cpu 1 2", "cpu a b c d e f g h\n"} {
		if busy, all := parseBusy(text); busy != 0 || all != 0 {
			t.Errorf("%q: %v of %v", text, busy, all)
		}
	}
}

// TestMeter: what was used is asked for between any two times.
func TestMeter(t *testing.T) {
	start := time.Now()
	at := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	m := &meter{points: []point{{at(0), time.Second}, {at(2), 3 * time.Second}, {at(3), 3 * time.Second}}}
	for _, test := range []struct {
		from, to float64
		want     time.Duration
	}{{0, 2, 2 * time.Second}, {0.5, 1, 500 * time.Millisecond}, {1, 9, time.Second}, {-1, 1, time.Second}, {2, 3, 0}} {
		if got := m.between(at(test.from), at(test.to)); got != test.want {
			t.Errorf("from %v to %v: %v", test.from, test.to, got)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(test.values); got != test.want {
			t.Errorf("median(%v) = %v", test.values, got)
		}
	}
}

func TestFlags(t *testing.T) {
	o, err := parse([]string{"-clients", "2, 16", "-rounds", "9", "-duration", "5s", "-only", "rows,mcp"}, io.Discard)
	if err != nil || o.rounds != 9 || !slices.Equal(o.clients, []int{2, 16}) || o.duration != 5*time.Second {
		t.Errorf("%+v, %v", o, err)
	}
	if o.has(partSelect) || !o.has(partRows) || !o.has(partMCP) {
		t.Errorf("parts: %v", o.only)
	}
	if o, err := parse(nil, io.Discard); err != nil || !o.has(partSelect) || !o.has(partIdle) {
		t.Errorf("without flags: %+v, %v", o, err)
	}
	for _, args := range [][]string{
		{"-clients", "x"},
		{"-clients", "0"},
		{"-writers", ""},
		{"-rounds", "0"},
		{"-only", "psql"},
		{"-what"},
		{"-duration", "1500ms"},
		{"-duration", "0s"},
		{"-protocols", "telepathic"},
		{"-tpcb-protocols", "telepathic"},
		{"-readme", "README.md", "-out", ""},
	} {
		if _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}
