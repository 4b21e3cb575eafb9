package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
)

// row is what came of one trial.
type row struct {
	Trial    string  `json:"trial"`
	Program  string  `json:"program"`
	Era      string  `json:"era,omitempty"`
	Agents   int     `json:"agents"`
	Calls    int     `json:"calls"`
	Refused  int     `json:"refused"`
	Failed   int     `json:"failed"`
	P50      float64 `json:"p50_ms"`
	P99      float64 `json:"p99_ms"`
	Longest  float64 `json:"longest_ms"`
	Seconds  float64 `json:"seconds"`
	MiB      float64 `json:"server_mib"` // of memory, at the end
	firstErr error
}

const (
	trialAgents  = "agents"
	trialPython  = "agents, Python SDK"
	trialWaiting = "beside calls that wait for a person"
	trialIdle    = "beside idle sessions"
)

func (t *tally) row(trial string, e era, agents int, began time.Time) row {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.answered)
	at := func(part float64) float64 {
		if len(t.answered) == 0 {
			return 0
		}
		return float64(t.answered[int(part*float64(len(t.answered)-1))].Microseconds()) / 1000
	}
	return row{
		Trial: trial, Era: e.name, Agents: agents, Calls: len(t.answered) + t.refused + len(t.failed),
		Refused: t.refused, Failed: len(t.failed), P50: at(0.5), P99: at(0.99), Longest: at(1),
		Seconds: time.Since(began).Seconds(), firstErr: errors.Join(t.failed[:min(1, len(t.failed))]...),
	}
}

// question is a query that reads some hundred rows and answers with a few.
func question(agent, call int) map[string]any {
	return map[string]any{"sql": fmt.Sprintf("SELECT state, count(*) AS n FROM airports WHERE latitude > %d GROUP BY state ORDER BY n DESC LIMIT 5", 20+(agent+call)%20)}
}

// manyAgents has agents come at once and call, each one call after the other.
func manyAgents(ctx context.Context, s *server, e era, agents, calls int) (row, error) {
	var counts tally
	began := time.Now()
	eachAgent(agents, func(n int) { counts.agent(ctx, newAgent(e, s.MCP), n, calls) })
	return counts.row(trialAgents, e, agents, began), ctx.Err()
}

// pythonAgents has the Python SDK's clients do the same.
func pythonAgents(ctx context.Context, s *server, python string, e era, agents, calls int) (row, error) {
	began := time.Now()
	cmd := exec.CommandContext(ctx, python, filepath.Join("bench", "agents", "agents.py"), "http://"+s.MCP+"/mcp", e.name, strconv.Itoa(agents), strconv.Itoa(calls))
	out, err := cmd.Output()
	if err != nil {
		return row{}, fmt.Errorf("%s: %w", python, err)
	}
	var said struct {
		Seconds []float64
		Refused int
		Failed  []string
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return row{}, err
	}
	counts := tally{refused: said.Refused}
	for _, seconds := range said.Seconds {
		counts.add(time.Duration(seconds*float64(time.Second)), nil)
	}
	for _, text := range said.Failed {
		counts.add(0, errors.New(text))
	}
	return counts.row(trialPython, e, agents, began), nil
}

func eachAgent(agents int, f func(n int)) {
	var all sync.WaitGroup
	for n := range agents {
		all.Go(func() { f(n) })
	}
	all.Wait()
}

// agent has one agent come and call. One that cannot come has its first call refused.
func (t *tally) agent(ctx context.Context, a *agent, n, calls int) {
	defer a.end()
	if err := a.begin(ctx); err != nil {
		t.add(0, err)
		return
	}
	for call := range calls {
		began := time.Now()
		err := a.call(ctx, "run_select_query", question(n, call))
		t.add(time.Since(began), err)
	}
}

// besideWaiting has agents of 2026 call while others wait for a person who does not
// come: each of those has a statement that the desk would have to approve.
func besideWaiting(ctx context.Context, s *server, waiting, calls int) (row, error) {
	wait, end := context.WithCancel(ctx)
	var others sync.WaitGroup
	for n := range waiting {
		others.Go(func() {
			a := newAgent(eras[1], s.MCP)
			defer a.end()
			_ = a.call(wait, "run_mutation_query", map[string]any{"sql": fmt.Sprintf("CREATE TABLE waiting_%d (id int)", n)})
		})
	}
	defer others.Wait()
	defer end()
	if err := sleep(ctx, 3*time.Second); err != nil {
		return row{}, err
	}
	var counts tally
	began := time.Now()
	eachAgent(10, func(n int) { counts.agent(ctx, newAgent(eras[1], s.MCP), n, calls) })
	out := counts.row(fmt.Sprintf("%s: %d", trialWaiting, waiting), eras[1], 10, began)
	return out, ctx.Err()
}

// besideIdle opens sessions that do nothing but listen, as the SDKs' do, and has ten
// agents call.
func besideIdle(ctx context.Context, s *server, idle, calls int) (row, error) {
	sessions := make([]*agent, idle)
	for n := range sessions {
		sessions[n] = newAgent(eras[0], s.MCP)
		defer sessions[n].end()
		if err := sessions[n].begin(ctx); err != nil {
			return row{}, fmt.Errorf("session %d: %w", n+1, err)
		}
		end, err := sessions[n].listen(ctx)
		if err != nil {
			return row{}, fmt.Errorf("session %d: %w", n+1, err)
		}
		defer func() { _ = end() }()
	}
	var counts tally
	began := time.Now()
	eachAgent(10, func(n int) { counts.agent(ctx, newAgent(eras[1], s.MCP), n, calls) })
	out := counts.row(fmt.Sprintf("%s: %d", trialIdle, idle), eras[1], 10, began)
	gone := 0
	for n := range sessions {
		if sessions[n].call(ctx, "server_info", map[string]any{}) != nil {
			gone++
		}
	}
	out.Failed += gone
	if gone > 0 {
		out.firstErr = errors.Join(out.firstErr, fmt.Errorf("%d idle sessions were gone", gone))
	}
	return out, ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
