// Apis measures what it takes to read APIs: a mock of one, with documents made for it, asked through
// the server by the Postgres wire protocol.
//
//	go run ./bench/apis                                        # bin/sallyport
//	go run ./bench/apis -sallyport before=/tmp/old,after=bin/sallyport
//
// The trials, each at every program in turn, in rounds; every trial starts the program anew, with an
// empty state:
//
//   - read: 100,000 rows in pages of 500, at once and with 5 ms for each page, to a client that takes
//     each row. How long until the first row and the last, and the most memory that the server had;
//   - limit: the same with a LIMIT that a condition keeps from the API: how many pages were asked for;
//   - join: two such resources of 20,000 rows;
//   - requests: one row each for 2,000 values of an input, against a bare client of Go's that asks
//     with as many requests at a time; and where the API allows 200 a second;
//   - metadata: SHOW METHODS of a resource in a service of several megabytes: the first one, the
//     following ones, and the first one of a second start.
//
// Every number is the median of the rounds. Mock, client and server share the machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/bench/versus"
)

type options struct {
	versus.Flags
	rounds   int
	rows     int
	values   int
	only     string
	registry string
}

func main() {
	versus.Main("apis", func(ctx context.Context, args []string) error {
		var o options
		flags := flag.NewFlagSet("apis", flag.ContinueOnError)
		o.Declare(flags)
		flags.IntVar(&o.rounds, "rounds", 3, "rounds; every number is their median")
		flags.IntVar(&o.rows, "rows", 100_000, "rows of the resource that is read")
		flags.IntVar(&o.values, "values", 2_000, "values of an input, each of which takes a request")
		flags.StringVar(&o.only, "only", "", "the trials whose names begin with this; all if empty")
		flags.StringVar(&o.registry, "registry", "", "measure nothing: write the documents into this folder, and serve the API until interrupted")
		if err := flags.Parse(args); err != nil {
			return err
		}
		return run(ctx, o)
	})
}

// run makes all trials at all programs, and prints and keeps the report.
func run(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "sallyport-apis")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	m, err := newMock(ctx, o.rows)
	if err != nil {
		return err
	}
	defer m.close()
	registry := filepath.Join(dir, "registry")
	if o.registry != "" {
		registry = o.registry
	}
	if err := writeDocuments(registry, m.address); err != nil {
		return err
	}
	if o.registry != "" {
		fmt.Println("the API listens on", m.address)
		<-ctx.Done()
		return nil
	}
	r := newReport(ctx, o)
	for range o.rounds {
		for _, t := range trials {
			if !strings.HasPrefix(t.name, o.only) {
				continue
			}
			for _, p := range r.Programs {
				b := &bench{options: o, mock: m, registry: registry, dir: dir, program: p.Path}
				out, err := t.run(ctx, b)
				if err = errors.Join(err, b.stop()); err != nil {
					return fmt.Errorf("%s, %s: %w", t.name, p.Name, err)
				}
				r.add(t.name, p.Name, out)
			}
		}
	}
	return r.keep()
}
