package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// meter notes what a server has used of the CPU, again and again, so that
// afterwards one can ask for a part of the time.
type meter struct {
	server *server
	points []point
	quit   chan struct{}
	done   chan struct{}
}

type point struct {
	at   time.Time
	used time.Duration
}

const meterEvery = 50 * time.Millisecond

// startMeter must be followed by stop, which waits for its goroutine.
func startMeter(s *server) *meter {
	m := &meter{server: s, quit: make(chan struct{}), done: make(chan struct{})}
	m.note()
	go func() {
		defer close(m.done)
		tick := time.NewTicker(meterEvery)
		defer tick.Stop()
		for {
			select {
			case <-m.quit:
				return
			case <-tick.C:
				m.note()
			}
		}
	}()
	return m
}

func (m *meter) note() {
	m.points = append(m.points, point{time.Now(), m.server.cpuTime()})
}

func (m *meter) stop() {
	close(m.quit)
	<-m.done
	m.note()
}

// between returns what was used from one time to another.
func (m *meter) between(from, to time.Time) time.Duration { return m.until(to) - m.until(from) }

// until is what had been used at a time, in a straight line between two points.
func (m *meter) until(t time.Time) time.Duration {
	last := m.points[0]
	for _, p := range m.points {
		if !p.at.Before(t) && p.at.After(last.at) {
			part := float64(t.Sub(last.at)) / float64(p.at.Sub(last.at))
			return last.used + time.Duration(max(0, part)*float64(p.used-last.used))
		}
		last = p
	}
	return last.used
}

// cpuTime is what the child has used so far, 0 where the system does not tell,
// and for a server that is not one process.
func (s *server) cpuTime() time.Duration {
	return parseCPU(s.proc("stat"))
}

// childrenTime is what the children of a process have used so far, those that have ended included.
func childrenTime(pid int) time.Duration {
	own, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	used := parseTicks(string(own), 13)
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0
	}
	for _, file := range files {
		stat, err := os.ReadFile(file) //nolint:gosec // of the kernel
		if err == nil && parentOf(string(stat)) == pid {
			used += parseCPU(string(stat))
		}
	}
	return used
}

// parentOf reads the parent's number from a line of /proc/*/stat. It returns 0 if it is not there.
func parentOf(stat string) int {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	pid, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return pid
}

// memory is the child's resident set in KiB, 0 where the system does not tell.
func (s *server) memory() float64 {
	return parseMemory(s.proc("status"), "VmRSS")
}

func (s *server) proc(file string) string {
	if s.Process == nil {
		return ""
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", s.PID, file))
	if err != nil {
		return ""
	}
	return string(text)
}

// parseCPU reads user and system time, in ticks of 10 ms, from a line of
// /proc/*/stat. The program's name, in parentheses, may hold anything.
func parseCPU(stat string) time.Duration { return parseTicks(stat, 11) }

// parseTicks reads two fields of such a line, from one on, counted behind the name.
func parseTicks(stat string, from int) time.Duration {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < from+2 {
		return 0
	}
	var ticks int64
	for _, field := range fields[from : from+2] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// parseMemory reads a number of KiB from /proc/*/status.
func parseMemory(status, name string) float64 {
	_, rest, found := strings.Cut(status, "\n"+name+":")
	fields := strings.Fields(rest)
	if !found || len(fields) < 2 || fields[1] != "kB" {
		return 0
	}
	n, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		return 0
	}
	return n
}
