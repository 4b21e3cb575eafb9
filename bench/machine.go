package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// versions asks every program for its own.
func (s *servers) versions(ctx context.Context) map[string]string {
	ask := func(program string, args ...string) string {
		out, err := exec.CommandContext(ctx, program, args...).Output()
		if err != nil {
			return "unknown"
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return first
	}
	v := map[string]string{
		"sallyport": ask(s.binary, "version"),
		"postgres":  ask(filepath.Join(s.postgres.BinDir, "postgres"), "--version"),
		"go":        runtime.Version(),
		"kernel":    ask("uname", "-sr"),
	}
	if s.older != "" {
		v[before] = ask(s.older, "version")
	}
	if s.bouncer != "" {
		v["pgbouncer"] = ask(s.bouncer, "--version")
	}
	return v
}

// loadAverage is the machine's load of the last minute, 0 where the system does
// not tell.
func loadAverage() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return load
}

// othersLook is how long we look at what others do, before each measurement.
const othersLook = 100 * time.Millisecond

// others is how many cores are busy while we do nothing, 0 where the system
// does not tell.
func others() float64 {
	look := func() (busy, all float64) {
		text, err := os.ReadFile("/proc/stat")
		if err != nil {
			return 0, 0
		}
		return parseBusy(string(text))
	}
	busy, all := look()
	time.Sleep(othersLook)
	busyNow, allNow := look()
	if allNow <= all {
		return 0
	}
	return (busyNow - busy) / (allNow - all) * float64(runtime.NumCPU())
}

// parseBusy reads from the first line of /proc/stat how much of its time the
// machine was busy; time that other guests of its host took from it counts.
func parseBusy(stat string) (busy, all float64) {
	first, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, 0
	}
	for i, field := range fields[1:9] { // user nice system idle iowait irq softirq steal
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0, 0
		}
		all += n
		if i != 3 && i != 4 {
			busy += n
		}
	}
	return busy, all
}

// cpuModel is the processor's name where the system tells.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
