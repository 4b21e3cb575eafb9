package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// toolCall is what is asked of an MCP server again and again: the tool and its
// arguments, new ones for each call, for each target that has it.
type toolCall struct {
	title string
	of    map[string]func() (tool string, arguments map[string]any)
}

// onPostgres is a call that runs SQL on PostgreSQL, at Sallyport and at Toolbox.
func onPostgres(title string, sql func() string, rows int) toolCall {
	return toolCall{title, map[string]func() (string, map[string]any){
		sallyport: func() (string, map[string]any) {
			arguments := map[string]any{"provider": database, "sql": sql()}
			if rows > 1 {
				arguments["row_limit"] = rows
			}
			return "run_select_query", arguments
		},
		toolbox: func() (string, map[string]any) { return "execute_sql", map[string]any{"sql": sql()} },
		floor:   func() (string, map[string]any) { return "execute_sql", map[string]any{"sql": sql()} },
	}}
}

func onSallyport(title, tool string, arguments func() map[string]any) toolCall {
	return toolCall{title, map[string]func() (string, map[string]any){
		sallyport: func() (string, map[string]any) { return tool, arguments() },
	}}
}

func toolCalls(scale int) []toolCall {
	duck := func(table string) func() map[string]any {
		return func() map[string]any {
			return map[string]any{"provider": embedded, "sql": fmt.Sprintf("SELECT name FROM %s LIMIT 1 OFFSET %d", table, pick(3000))}
		}
	}
	info := onSallyport("server_info", "server_info", func() map[string]any { return map[string]any{} })
	info.of[floor] = info.of[sallyport]
	return []toolCall{
		onPostgres("one row of PostgreSQL", func() string {
			return fmt.Sprintf("SELECT abalance FROM pgbench_accounts WHERE aid = %d", 1+pick(100_000*scale))
		}, 1),
		onPostgres("1,000 rows of PostgreSQL", func() string {
			from := 1 + pick(100_000*scale-1000)
			return fmt.Sprintf("SELECT aid, bid, abalance FROM pgbench_accounts WHERE aid BETWEEN %d AND %d", from, from+999)
		}, 1000),
		info,
		onSallyport("one row of DuckDB", "run_select_query", duck("kept")),
		onSallyport("one row of a CSV file", "run_select_query", duck("airports")),
	}
}

// pick returns a number from 0 to n-1.
func pick(n int) int { return rand.IntN(n) } //nolint:gosec // any row will do

func (s *servers) mcpLines(o options) (lines []line) {
	for _, call := range toolCalls(o.scale) {
		at := map[string]*server{toolbox: s.targets[toolbox], floor: s.floors[call.title], floor + recorded: s.floors[call.title+recorded], before: s.targets[before], sallyport: s.targets[sallyport]}
		call.of[before], call.of[floor+recorded] = call.of[sallyport], call.of[floor]
		l := line{Name: call.title, run: func(ctx context.Context, target string) (numbers, error) {
			return s.callTools(ctx, at[target], call.of[target], o.connections, o.duration)
		}}
		for _, name := range []string{toolbox, floor, floor + recorded, before, sallyport} {
			if call.of[name] != nil && at[name] != nil {
				l.Targets = append(l.Targets, series{Name: name})
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// callTools calls one tool for a while, over several connections at once, each
// an MCP session of its own.
func (s *servers) callTools(ctx context.Context, on *server, call func() (string, map[string]any), connections int, d time.Duration) (n numbers, err error) {
	ctx, cancel := context.WithTimeout(ctx, d+30*time.Second)
	defer cancel()
	clients := make([]*mcpClient, connections)
	for i := range clients {
		clients[i] = &mcpClient{address: on.mcp}
		defer func() { err = errors.Join(err, clients[i].close(ctx)) }()
		if err := clients[i].initialize(ctx); err != nil {
			return n, fmt.Errorf("initialize: %w", err)
		}
		if err := clients[i].call(call()); err != nil { // the first call, which is slower, is not measured
			return n, err
		}
	}
	return repeat(on, connections, d, func(worker int) error { return clients[worker].call(call()) })
}
