// Package versus is what benchmarks share that compare programs: versions of the server,
// each started and measured in turn.
//
//	versus.go   [Main], [Flags]: a benchmark from its command line to its exit status
//	report.go   [Report]: printed, and kept as text and as JSON
//	child.go    [Child]: a server that runs
package versus

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// Main runs a benchmark until it ends or is interrupted, and exits with 1 if it fails.
func Main(name string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, name+":", err)
		stop()
		os.Exit(1)
	}
}

// Flags are those that every benchmark has.
type Flags struct {
	programs string
	out      string
}

// Declare adds them to those of a benchmark.
func (f *Flags) Declare(flags *flag.FlagSet) {
	flags.StringVar(&f.programs, "sallyport", filepath.Join("bin", "sallyport"), "the servers' programs, to be compared, separated by commas; name=path gives one a name")
	flags.StringVar(&f.out, "out", filepath.Join("bench", "results"), "folder of the results; nothing is kept if empty")
}

// Program is a server to be measured.
type Program struct{ Name, Path, Version string }

// Programs are those to be compared, in their order, with what they say of themselves.
func (f *Flags) Programs(ctx context.Context) (list []Program) {
	for text := range strings.SplitSeq(f.programs, ",") {
		name, path, named := strings.Cut(text, "=")
		if !named {
			name, path = filepath.Base(text), text
		}
		version := "unknown"
		if out, err := exec.CommandContext(ctx, path, "version").Output(); err == nil { //nolint:gosec // the program that is measured
			version, _, _ = strings.Cut(string(out), "\n")
		}
		list = append(list, Program{name, path, version})
	}
	return list
}
