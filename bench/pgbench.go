package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// pgbench runs its select-only script against one target for a while.
func (s *servers) pgbench(ctx context.Context, target, protocol string, clients int, d time.Duration) (sample, error) {
	port, middle := s.postgres.Port, (*server)(nil)
	switch target {
	case pgbouncer:
		middle = s.bouncer
	case sallyport:
		middle = s.gateway
	}
	var before time.Duration
	if middle != nil {
		port, before = middle.port, middle.cpuTime()
	}
	ctx, cancel := context.WithTimeout(ctx, d+30*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(s.postgres.BinDir, "pgbench"),
		"-S", "-n", "-M", protocol, "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(clients, runtime.NumCPU())),
		"-T", strconv.Itoa(int(d.Seconds())), "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-U", "postgres", database,
	).CombinedOutput()
	if err != nil {
		return sample{}, fmt.Errorf("pgbench: %w: %s", err, lastLine(string(out)))
	}
	tps, transactions, err := parsePgbench(string(out))
	if err != nil {
		return sample{}, err
	}
	one := sample{PerSecond: tps}
	if middle != nil {
		one.CPUMicros = float64((middle.cpuTime() - before).Microseconds()) / float64(transactions)
	}
	return one, nil
}

var (
	tpsLine  = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \(without initial connection time\)`)
	doneLine = regexp.MustCompile(`(?m)^number of transactions actually processed: ([0-9]+)`)
	failLine = regexp.MustCompile(`(?m)^number of failed transactions: ([0-9]+)`)
)

// parsePgbench reads pgbench's summary.
func parsePgbench(out string) (tps float64, transactions int, err error) {
	t, n := tpsLine.FindStringSubmatch(out), doneLine.FindStringSubmatch(out)
	if t == nil || n == nil {
		return 0, 0, fmt.Errorf("pgbench says nothing of transactions: %s", lastLine(out))
	}
	if f := failLine.FindStringSubmatch(out); f != nil && f[1] != "0" {
		return 0, 0, fmt.Errorf("%s transactions failed", f[1])
	}
	if tps, err = strconv.ParseFloat(t[1], 64); err != nil {
		return 0, 0, err
	}
	transactions, err = strconv.Atoi(n[1])
	if err == nil && transactions == 0 {
		err = fmt.Errorf("pgbench finished no transaction")
	}
	return tps, transactions, err
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
