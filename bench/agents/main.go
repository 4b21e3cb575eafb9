// Agents plays many agents at one server: real clients over real HTTP, in both eras
// of the protocol, each with a connection of its own and one call at a time. It
// tells how many calls were refused, and how long the others took.
//
//	make agents                                   # bin/sallyport
//	make agents AGENTS="-sallyport /tmp/old,bin/sallyport -agents 200"
//
// It starts each program given with its sample data and everything else as it is by
// default, and asks them in turns: the era of 2025 with a session for each agent, and
// that of 2026 without. Agents come all at once and call again as soon as they have
// their answer; a refused call is counted and not tried again, as no SDK does. The
// sample data is embedded, so the server and the agents share the machine's cores and
// nothing else takes part.
//
// The agents are this program's own, which costs little. With -python the Python SDK
// plays them, too, in one process: its latencies are mostly its own.
//
// Two more trials: what is refused to agents while others wait for a person who does
// not come, and what a thousand idle sessions, each with a stream open, take of memory and time.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/bench/versus"
)

type options struct {
	versus.Flags
	agents  []int
	calls   int
	idle    int
	waiting int
	python  string
}

func main() {
	versus.Main("agents", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, o)
	})
}

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("agents", flag.ContinueOnError)
	o.Declare(flags)
	agents := flags.String("agents", "10,50,100,200", "numbers of agents")
	flags.IntVar(&o.calls, "calls", 20, "calls of each agent")
	flags.IntVar(&o.waiting, "waiting", 16, "calls that wait for a person, in the trial of those; 0 leaves it out")
	flags.IntVar(&o.idle, "idle", 1000, "idle sessions, in the trial of those; 0 leaves it out")
	flags.StringVar(&o.python, "python", "", "a Python that has the package mcp: its SDK plays agents, too, with a quarter of the calls")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for text := range strings.SplitSeq(*agents, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return o, fmt.Errorf("-agents: %q is no number of agents", text)
		}
		o.agents = append(o.agents, n)
	}
	return o, nil
}

// run makes all trials at all programs, and prints and keeps the report.
func run(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "sallyport-agents")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	r := newReport(ctx, o)
	for _, era := range eras {
		for _, n := range o.agents {
			for _, p := range r.Programs {
				if err := r.trial(ctx, dir, p, func(s *server) (row, error) { return manyAgents(ctx, s, era, n, o.calls) }); err != nil {
					return err
				}
			}
		}
	}
	for _, era := range eras {
		for _, n := range o.agents {
			for _, p := range r.Programs {
				if o.python == "" {
					continue
				}
				if err := r.trial(ctx, dir, p, func(s *server) (row, error) { return pythonAgents(ctx, s, o.python, era, n, max(1, o.calls/4)) }); err != nil {
					return err
				}
			}
		}
	}
	for _, p := range r.Programs {
		if o.waiting > 0 {
			if err := r.trial(ctx, dir, p, func(s *server) (row, error) { return besideWaiting(ctx, s, o.waiting, o.calls) }); err != nil {
				return err
			}
		}
		if o.idle > 0 {
			if err := r.trial(ctx, dir, p, func(s *server) (row, error) { return besideIdle(ctx, s, o.idle, o.calls) }); err != nil {
				return err
			}
		}
	}
	return r.keep()
}
