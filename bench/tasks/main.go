// Command tasks counts what twenty questions cost a model at Sallyport and at two other
// MCP servers for SQL, MCP Toolbox for Databases and dbhub, over the same PostgreSQL.
//
// No model takes part. A script plays an agent that knows nothing but what the tools
// say (agent.go): it looks for tables, describes those that fit, fills a query in with
// the names that it read, and where the query fails follows the error as far as it
// leads. The script is the same for all servers; what differs are the names of tools
// and arguments (servers.go). It counts calls, the tokens of what it sends and is
// sent (o200k_base), and whether the answer has what the question asks for.
//
//	make tasks            all of it; the result is kept in bench/results
//	go run ./bench/tasks -only Sallyport -v
//
// Each question's statement is right in the end or has one habit of another system's
// SQL in it; tasks.go has them all. What a server says in structured content beside
// its text is not counted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/pkoukk/tiktoken-go"
	offline "github.com/pkoukk/tiktoken-go-loader"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1) //nolint:gocritic // nothing is left for stop to do
	}
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	flags := flag.NewFlagSet("tasks", flag.ContinueOnError)
	binary := flags.String("sallyport", filepath.Join("bin", "sallyport"), "the server's program")
	results := flags.String("out", filepath.Join("bench", "results"), "folder of the result; nothing is kept if empty")
	only := flags.String("only", "", "one server: Sallyport, Toolbox, dbhub")
	verbose := flags.Bool("v", false, "print every call and its answer")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sallyport-tasks-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	home := filepath.Join(dir, "pg")
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(home, 0o755)); err != nil { //nolint:gosec // PostgreSQL runs as another user where we are root
		return err
	}
	pg, err := pgtest.Launch(ctx, home, pgtest.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pg.Stop()) }()
	if err := load(ctx, pg, dir); err != nil {
		return err
	}
	tiktoken.SetBpeLoader(offline.NewOfflineLoader())
	count, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		return err
	}
	var table []column
	for _, s := range allServers(pg, *binary, dir) {
		if *only != "" && *only != s.name {
			continue
		}
		c, err := play(ctx, s, func(text string) int { return len(count.EncodeOrdinary(text)) }, traceTo(out, *verbose))
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		table = append(table, c)
	}
	text := report(table)
	fmt.Fprint(out, text)
	if *results == "" || *only != "" {
		return nil
	}
	return os.WriteFile(filepath.Join(*results, time.Now().UTC().Format("2006-01-02")+"-tasks.txt"), []byte(text), 0o644) //nolint:gosec // it is to be read
}

func traceTo(out io.Writer, verbose bool) func(format string, args ...any) {
	return func(format string, args ...any) {
		if verbose {
			fmt.Fprintf(out, format+"\n", args...)
		}
	}
}

// column is what one server came to.
type column struct {
	server   string
	tools    int // tokens of the list of tools
	outcomes []outcome
}

type outcome struct {
	calls, tokens int
	right         bool
}

// play has the agent go through all tasks at one server.
func play(ctx context.Context, s server, count func(string) int, trace func(string, ...any)) (c column, err error) {
	client, err := connect(ctx, s)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, client.close()) }()
	list, err := client.request("tools/list", map[string]any{})
	if err != nil {
		return c, err
	}
	c.server, c.tools = s.name, count(toolsOf(list))
	for i, t := range tasks {
		trace("\n=== %s, task %d: %s", s.name, i+1, t.question)
		a := &agent{server: s, client: client, count: count, trace: trace}
		right, err := a.answer(t)
		if err != nil {
			return c, fmt.Errorf("task %d: %w", i+1, err)
		}
		trace("--- right: %v, %d calls, %d tokens", right, a.calls, a.tokens)
		c.outcomes = append(c.outcomes, outcome{a.calls, a.tokens, right})
	}
	return c, nil
}

// report is the table of a run.
func report(table []column) string {
	var out strings.Builder
	fmt.Fprintf(&out, "Twenty questions: right or not, calls, tokens sent and received (o200k_base)\n\n%-58s", "")
	for _, c := range table {
		fmt.Fprintf(&out, " %18s", c.server)
	}
	out.WriteString("\n")
	fmt.Fprintf(&out, "%-58s", "the list of tools, once a conversation")
	for _, c := range table {
		fmt.Fprintf(&out, " %18d", c.tools)
	}
	out.WriteString("\n")
	sums := make([]outcome, len(table))
	rights := make([]int, len(table))
	for i, t := range tasks {
		fmt.Fprintf(&out, "%2d %-55.55s", i+1, t.question)
		for j, c := range table {
			o := c.outcomes[i]
			mark := "no"
			if o.right {
				mark, rights[j] = "yes", rights[j]+1
			}
			sums[j].calls, sums[j].tokens = sums[j].calls+o.calls, sums[j].tokens+o.tokens
			fmt.Fprintf(&out, " %5s %4d %7d", mark, o.calls, o.tokens)
		}
		out.WriteString("\n")
	}
	fmt.Fprintf(&out, "%-58s", "all")
	for j, s := range sums {
		fmt.Fprintf(&out, " %2d/%2d %4d %7d", rights[j], len(tasks), s.calls, s.tokens)
	}
	out.WriteString("\n")
	return out.String()
}
