//go:build unix

// Floor is what a server in the middle cannot do without, as small programs: each does one part of
// Sallyport's work and nothing else, so that a benchmark tells the price of the rest.
//
//	floor copy -listen A -to B                    carries bytes between sockets, as a relay has to
//	floor copy … -journal FILE -flush intent      … and keeps an intent of each change on the disk before it passes
//	floor copy … -journal FILE -flush commit      … and keeps them on the disk before their COMMIT passes
//	floor http -listen A -answer FILE             answers HTTP requests with the bytes of a file
//	floor http … -dsn D                           … and runs the statement of the call before
//
// Copy has one loop and no goroutine for a connection. It knows nothing of the protocol but where, in
// what pgbench sends, a change begins. Http is net/http's server with one handler.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "floor:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("copy or http?")
	}
	flags := flag.NewFlagSet("floor "+args[0], flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:0", "address to listen on")
	switch args[0] {
	case "copy":
		to := flags.String("to", "", "address of the Postgres server")
		journal := flags.String("journal", "", "file that intents are kept in; empty: none are")
		flush := flags.String("flush", "intent", "what waits for the disk: intent, every change; commit, every COMMIT")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		if *flush != "intent" && *flush != "commit" {
			return fmt.Errorf("-flush: %q is neither intent nor commit", *flush)
		}
		return serveCopies(ctx, *listen, *to, *journal, *flush == "commit")
	case "http":
		answer := flags.String("answer", "", "file of the answer to tools/call")
		dsn := flags.String("dsn", "", "the database that runs the statements; empty: none are run")
		record := flags.String("record", "", "file that a line is appended to for each call; empty: none is")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return serveHTTP(ctx, *listen, *answer, *dsn, *record)
	}
	return fmt.Errorf("%q is neither copy nor http", args[0])
}
