package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

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
	tps, n, err := parsePgbench(good)
	if err != nil || tps != 12511.432109 || n != 37421 {
		t.Errorf("%v, %d, %v", tps, n, err)
	}
	for name, text := range map[string]string{
		"nothing":  "",
		"no tps":   "pgbench: error: connection failed\n",
		"failures": strings.Replace(good, "failed transactions: 0", "failed transactions: 3", 1),
		"idle":     strings.Replace(good, "processed: 37421", "processed: 0", 1),
	} {
		if tps, n, err := parsePgbench(text); err == nil {
			t.Errorf("%s: %v, %d", name, tps, n)
		}
	}
}

func TestParseCPU(t *testing.T) {
	const stat = "4242 (a) (b) c) S 1 4242 4242 0 -1 4194560 100 0 0 0 150 25 3 4 20 0 9 0 1000 2000 300"
	if got := parseCPU(stat); got != 1750*time.Millisecond {
		t.Errorf("%v", got)
	}
	for _, text := range []string{"", "1 (x) S 1 2", strings.Replace(stat, "150", "x", 1)} {
		if got := parseCPU(text); got != 0 {
			t.Errorf("%q: %v", text, got)
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
	o, err := parse([]string{"-clients", "2, 16", "-rounds", "9"}, io.Discard)
	if err != nil || o.rounds != 9 || len(o.clients) != 2 || o.clients[1] != 16 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, args := range [][]string{{"-clients", "x"}, {"-clients", "0"}, {"-rounds", "0"}, {"-only", "psql"}, {"-what"}} {
		if _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}

// TestReport prints a report with every kind of cell, and keeps it.
func TestReport(t *testing.T) {
	line := func(protocol string, clients int) pgbenchLine {
		l := pgbenchLine{Protocol: protocol, Clients: clients, Targets: []series{{Name: direct}, {Name: pgbouncer}, {Name: sallyport}}}
		for _, tps := range []float64{9000, 10000, 30000} {
			l.target(direct).add(sample{PerSecond: tps}, nil)
			l.target(pgbouncer).add(sample{PerSecond: tps * 0.8, CPUMicros: 25}, nil)
			l.target(sallyport).add(sample{PerSecond: tps * 0.4, CPUMicros: tps / 100}, nil)
		}
		return l
	}
	broken := line("prepared", 8)
	*broken.target(pgbouncer) = series{Name: pgbouncer}
	*broken.target(sallyport) = series{Name: sallyport}
	broken.target(sallyport).add(sample{}, errors.New("pgbench: it broke"))
	broken.target(sallyport).add(sample{}, errors.New("and again"))
	info := mcpLine{series: series{Name: "server_info"}}
	info.add(sample{PerSecond: 1234.5, CPUMicros: 321.4, P50Millis: 0.5, P99Millis: 2.25}, nil)
	r := &report{
		Date: "2026-03-04T05:06:07Z", Took: "2m0s", Cores: 2, CPU: "abacus",
		Versions: map[string]string{"sallyport": "sallyport dev", "go": "go1"},
		Settings: map[string]int{"rounds": 3, "seconds": 3, "scale": 1, "mcp_connections": 8},
		Pgbench:  []pgbenchLine{line("simple", 1), broken}, MCP: []mcpLine{info},
		Problems: []string{"something is missing"},
	}
	if r.complete() {
		t.Error("a report with a failed measurement is complete")
	}
	dir := t.TempDir()
	if err := r.keep(dir, io.Discard); err != nil {
		t.Fatal(err)
	}
	printed, err := os.ReadFile(filepath.Join(dir, "2026-03-04-2cores.txt"))
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "report.txt")
	if *update {
		if err := os.WriteFile(golden, printed, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(printed) != string(want) {
		t.Errorf("printed (run with -update to accept)\n%s\nwant\n%s", printed, want)
	}
	kept, err := os.ReadFile(filepath.Join(dir, "2026-03-04-2cores.json"))
	if err != nil {
		t.Fatal(err)
	}
	var again report
	if err := json.Unmarshal(kept, &again); err != nil {
		t.Fatal(err)
	}
	if s := again.Pgbench[0].target(sallyport); len(s.Samples) != 3 || s.PerSecond != 4000 || again.MCP[0].P99Millis != 2.25 {
		t.Errorf("kept: %s", kept)
	}
	r.Pgbench = r.Pgbench[:1]
	if !r.complete() {
		t.Error("a report without a failed measurement is not complete")
	}
}

func TestMCPClient(t *testing.T) {
	json := func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		text := string(body)
		switch {
		case strings.Contains(text, `"initialize"`):
			w.Header().Set("Mcp-Session-Id", "s1")
			json(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"`+protocolVersion+`"}}`)
		case r.Header.Get("Mcp-Session-Id") != "s1":
			http.Error(w, "no session", http.StatusBadRequest)
		case strings.Contains(text, "notifications/initialized"):
			w.WriteHeader(http.StatusAccepted)
		case strings.Contains(text, `"streamed"`):
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, ": hello\n\ndata: {\"method\":\"notifications/progress\"}\n\nevent: message\ndata: {\"id\":3,\"result\":{\"content\":[]}}\n\n")
		case strings.Contains(text, `"unfinished"`):
			w.Header().Set("Content-Type", "text/event-stream")
		case strings.Contains(text, `"refused"`):
			json(w, `{"id":4,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}`)
		case strings.Contains(text, `"unknown"`):
			json(w, `{"id":5,"error":{"code":-32602,"message":"no such tool"}}`)
		default:
			json(w, `{"id":2,"result":{"content":[]}}`)
		}
	})
	server := httptest.NewServer(handler)
	defer server.Close()
	c := &mcpClient{url: server.URL, http: server.Client()}
	if err := c.initialize(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	for tool, want := range map[string]string{
		"plain": "", "streamed": "", "refused": "no", "unknown": "no such tool", "unfinished": "without an answer",
	} {
		err := c.call(t.Context(), toolCall{tool: tool, arguments: func() map[string]any { return nil }})
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", tool, err)
		}
	}
	c.session = "gone"
	if err := c.call(t.Context(), toolCall{tool: "plain", arguments: func() map[string]any { return nil }}); err == nil || !strings.Contains(err.Error(), "400") {
		t.Errorf("without a session: %v", err)
	}
}
