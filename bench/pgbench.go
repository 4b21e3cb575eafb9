package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// load is a way to run pgbench.
type load struct {
	database, script, protocol string
	clients                    int
	logged                     float64 // the part of the transactions whose time is logged
}

// manyClients are so many that their backends are made before they are counted:
// with session pooling each waits for its own at its first statement.
const manyClients = 100

// pgbenchAttempts are to find out how long the clients take to connect.
const pgbenchAttempts = 4

// pgbench runs against one server for a while. The time that pgbench is given
// includes connecting, which of many clients takes longer than the rest: a run
// that left less than three quarters of d to work is repeated with more time,
// and the next one at that server begins with as much.
func (s *servers) pgbench(ctx context.Context, on *server, l load, d time.Duration) (numbers, error) {
	if l.clients > manyClients && on.Process != nil {
		if err := warm(ctx, on, l); err != nil {
			return numbers{}, err
		}
	}
	for attempt := 1; ; attempt++ {
		extra := on.connecting[l.clients]
		n, connecting, err := s.pgbenchOnce(ctx, on, l, d+extra)
		if left := d + extra - connecting; err != nil && !errors.Is(err, errNoTransaction) || err == nil && left > d*3/4 || attempt == pgbenchAttempts {
			return n, err
		}
		if on.connecting == nil {
			on.connecting = map[int]time.Duration{}
		}
		if err != nil { // then pgbench does not say how long it took
			connecting = 2*extra + time.Second
		}
		on.connecting[l.clients] = connecting.Truncate(time.Second) + time.Second
	}
}

// warm connects as many clients at once as there will be.
func warm(ctx context.Context, on *server, l load) error {
	clients, err := open(ctx, on, l.database, l.clients)
	for _, c := range clients {
		_ = c.Close()
	}
	time.Sleep(warmPause)
	return err
}

// warmPause is for backends to be given back.
const warmPause = 500 * time.Millisecond

func (s *servers) pgbenchOnce(ctx context.Context, on *server, l load, d time.Duration) (n numbers, connecting time.Duration, err error) {
	logs, err := os.MkdirTemp(s.dir, "pgbench")
	if err != nil {
		return n, 0, err
	}
	defer func() { _ = os.RemoveAll(logs) }()
	ctx, cancel := context.WithTimeout(ctx, d+30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(s.postgres.BinDir, "pgbench"),
		"-b", l.script, "-n", "-M", l.protocol, "-c", strconv.Itoa(l.clients), "-j", strconv.Itoa(min(l.clients, runtime.NumCPU())),
		"-T", strconv.Itoa(int(d.Seconds())), "-l", "--log-prefix", filepath.Join(logs, "log"), "--sampling-rate", fmt.Sprint(l.logged),
		"-h", "127.0.0.1", "-p", strconv.Itoa(on.port), "-U", "postgres", l.database)
	cmd.WaitDelay = time.Second
	cpu := startMeter(on)
	started := time.Now()
	out, err := cmd.CombinedOutput()
	cpu.stop()
	if err != nil {
		return n, 0, fmt.Errorf("pgbench: %w: %s", err, complaint(string(out)))
	}
	result, err := parsePgbench(string(out))
	if err != nil {
		return n, 0, err
	}
	used := cpu.between(started.Add(result.connecting), started.Add(d))
	n = numbers{PerSecond: result.perSecond, CPUMicros: float64(used.Microseconds()) / float64(result.transactions)}
	firsts, rest, err := latencies(logs)
	n.P50Millis, n.P99Millis = percentiles(rest)
	_, n.FirstP99Millis = percentiles(firsts)
	return n, result.connecting, err
}

type pgbenchResult struct {
	perSecond    float64
	transactions int
	connecting   time.Duration
}

var (
	tpsLine     = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \(without initial connection time\)`)
	doneLine    = regexp.MustCompile(`(?m)^number of transactions actually processed: ([0-9]+)`)
	failLine    = regexp.MustCompile(`(?m)^number of failed transactions: ([0-9]+)`)
	connectLine = regexp.MustCompile(`(?m)^initial connection time = ([0-9.]+) ms`)
)

// errNoTransaction: the time was over before anybody had begun.
var errNoTransaction = errors.New("pgbench finished no transaction")

// parsePgbench reads pgbench's summary.
func parsePgbench(out string) (r pgbenchResult, err error) {
	t, n, c := tpsLine.FindStringSubmatch(out), doneLine.FindStringSubmatch(out), connectLine.FindStringSubmatch(out)
	if n != nil && n[1] == "0" {
		return r, errNoTransaction
	}
	if t == nil || n == nil || c == nil {
		return r, fmt.Errorf("pgbench says nothing of transactions: %s", complaint(out))
	}
	if f := failLine.FindStringSubmatch(out); f != nil && f[1] != "0" {
		return r, fmt.Errorf("%s transactions failed", f[1])
	}
	var wait float64
	var errs [3]error
	r.perSecond, errs[0] = strconv.ParseFloat(t[1], 64)
	r.transactions, errs[1] = strconv.Atoi(n[1])
	wait, errs[2] = strconv.ParseFloat(c[1], 64)
	r.connecting = time.Duration(wait * float64(time.Millisecond))
	return r, errors.Join(errs[:]...)
}

// complaint is the first line of a text that tells of an error, or its last.
func complaint(text string) string {
	text = strings.TrimSpace(text)
	for line := range strings.Lines(text) {
		if strings.Contains(line, "error:") || strings.Contains(line, "ERROR:") || strings.Contains(line, "FATAL:") {
			return strings.TrimSpace(line)
		}
	}
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// latencies reads the logs of all of pgbench's threads. Each client's first transaction is apart: all clients begin
// at once, and how long a first one takes is how long pgbench needs to come by. Of 500 clients in a second, it
// would be the 99th percentile of all.
func latencies(dir string) (firsts, rest []time.Duration, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		f, err := os.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, nil, err
		}
		firsts, rest, err = readLatencies(f, firsts, rest)
		f.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("pgbench's log: %w", err)
		}
	}
	return firsts, rest, nil
}

// readLatencies adds those of one log: the third word of each line, in
// microseconds. The second counts the client's transactions.
func readLatencies(r io.Reader, firsts, rest []time.Duration) (_, _ []time.Duration, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 3 {
			return nil, nil, fmt.Errorf("%q is not a transaction", lines.Text())
		}
		micros, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, nil, err
		}
		if took := time.Duration(micros) * time.Microsecond; fields[1] == "1" {
			firsts = append(firsts, took)
		} else {
			rest = append(rest, took)
		}
	}
	return firsts, rest, lines.Err()
}
