package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// lines are all that is to be measured.
func (s *servers) lines(ctx context.Context, o options) []line {
	var all []line
	for _, part := range []struct {
		name  string
		lines func() []line
	}{
		{partSelect, func() []line { return s.selectLines(o) }},
		{partTPCB, func() []line { return s.tpcbLines(o) }},
		{partRows, func() []line { return s.rowsLines(o) }},
		{partIdle, func() []line { return s.idleLines(ctx, o) }},
		{partConnect, func() []line { return s.connectLines(o) }},
		{partStart, s.startLines},
		{partMCP, func() []line { return s.mcpLines(o) }},
		{partEmbedded, func() []line { return s.embeddedLines(o) }},
	} {
		if !o.has(part.name) {
			continue
		}
		for _, l := range part.lines() {
			if l.Part = part.name; strings.HasPrefix(l.Name, o.match) {
				all = append(all, l)
			}
		}
	}
	return all
}

// across makes a line whose targets are those of the names that are there.
func (s *servers) across(name string, run func(context.Context, string) (numbers, error), targets ...string) line {
	l := line{Name: name, run: run}
	for _, target := range targets {
		if s.targets[target] != nil || target == sallyport { // the other parts start a Sallyport of their own
			l.Targets = append(l.Targets, series{Name: target})
		}
	}
	return l
}

func clientsText(protocol string, n int) string {
	if n == 1 {
		return protocol + ", 1 client"
	}
	return fmt.Sprintf("%s, %d clients", protocol, n)
}

func (s *servers) selectLines(o options) (lines []line) {
	for _, protocol := range o.protocols {
		for _, n := range o.clients {
			l := load{database: database, script: "select-only", protocol: protocol, clients: n, logged: 0.1}
			lines = append(lines, s.across(clientsText(protocol, n), func(ctx context.Context, target string) (numbers, error) {
				return s.pgbench(ctx, s.targets[target], l, o.duration)
			}, direct, pgbouncer, pgcat, floor, before, sallyport))
		}
	}
	return lines
}

func (s *servers) tpcbLines(o options) (lines []line) {
	targets := []string{direct, pgbouncer}
	for _, value := range o.syncChanges {
		if s.targets[syncing(value)] != nil {
			targets = append(targets, floor+", "+value, before+", "+value, syncing(value))
		}
	}
	if len(targets) == 2 {
		targets = append(targets, sallyport)
	}
	for _, protocol := range o.protocols {
		if !slices.Contains(o.tpcbProtocols, protocol) {
			continue
		}
		for _, n := range o.writers {
			l := load{database: tpcb, script: "tpcb-like", protocol: protocol, clients: n, logged: 1}
			lines = append(lines, s.across(clientsText(protocol, n), func(ctx context.Context, target string) (numbers, error) {
				if err := s.targets[direct].ask(ctx, tpcb, "VACUUM pgbench_branches, pgbench_tellers", "TRUNCATE pgbench_history", "CHECKPOINT"); err != nil {
					return numbers{}, err
				}
				return s.pgbench(ctx, s.targets[target], l, o.duration)
			}, targets...))
		}
	}
	return lines
}

// connectLines: clients that come, ask once, and go.
func (s *servers) connectLines(o options) []line {
	return []line{s.across(clientsText("connect, SELECT 1, disconnect", o.connections), func(ctx context.Context, target string) (numbers, error) {
		on := s.targets[target]
		ctx, cancel := context.WithTimeout(ctx, o.duration+30*time.Second)
		defer cancel()
		return repeat(on, o.connections, o.duration, func(int) error { return on.ask(ctx, database, "SELECT 1") })
	}, direct, pgbouncer, sallyport)}
}

// repeat does something again and again in several goroutines at once, each
// with its number, until the time is over or something fails.
func repeat(on *server, workers int, d time.Duration, do func(worker int) error) (numbers, error) {
	var (
		group     sync.WaitGroup
		latencies = make([][]time.Duration, workers)
		failures  = make([]error, workers)
		before    = on.cpuTime()
		behind    = childrenTime(on.behind)
		started   = time.Now()
	)
	for i := range workers {
		group.Go(func() {
			for at := time.Now(); at.Sub(started) < d && failures[i] == nil; at = time.Now() {
				failures[i] = do(i)
				latencies[i] = append(latencies[i], time.Since(at))
			}
		})
	}
	group.Wait()
	took, used := time.Since(started), on.cpuTime()-before
	behind = childrenTime(on.behind) - behind
	if err := errors.Join(failures...); err != nil {
		return numbers{}, err
	}
	all := slices.Concat(latencies...)
	n := numbers{
		PerSecond: float64(len(all)) / took.Seconds(),
		CPUMicros: float64(used.Microseconds()) / float64(len(all)),
	}
	if on.behind != 0 {
		n.BothMicros = n.CPUMicros + float64(behind.Microseconds())/float64(len(all))
	}
	n.P50Millis, n.P99Millis = percentiles(all)
	return n, nil
}

// percentiles are the median and the 99th, in milliseconds; 0 of nothing.
func percentiles(all []time.Duration) (p50, p99 float64) {
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	millis := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return millis(all[len(all)/2]), millis(all[len(all)*99/100])
}
