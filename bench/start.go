package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// startLines measures a fresh Sallyport whose one source is PostgreSQL, so that DuckDB is not loaded: the time
// from the start of the process to its first answer, and its memory then.
func (s *servers) startLines() []line {
	l := line{Name: "from the process to its first answer", Targets: []series{{Name: floor}, {Name: sallyport}}}
	l.run = func(ctx context.Context, target string) (numbers, error) {
		if target == floor {
			return s.onlyStart(ctx)
		}
		return s.firstAnswer(ctx)
	}
	return []line{l}
}

// onlyStart is the floor: the same program, which says its version and ends.
func (s *servers) onlyStart(ctx context.Context) (n numbers, err error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary, "version") //nolint:gosec // the program that is measured
	started := time.Now()
	if err := cmd.Run(); err != nil {
		return n, err
	}
	took := time.Since(started)
	n.PerSecond, n.P50Millis = 1/took.Seconds(), float64(took.Microseconds())/1000
	n.CPUMicros = float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Microseconds())
	return n, nil
}

func (s *servers) firstAnswer(ctx context.Context) (n numbers, err error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	started := time.Now()
	child, err := s.launchGateway(ctx, gateway{alone: true})
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, child.stop()) }()
	for err = errors.New("not asked"); err != nil; err = child.ask(ctx, database, "SELECT 1") {
		select {
		case <-child.Ended:
			return n, child.Failed(errors.New("it ended"))
		case <-ctx.Done():
			return n, child.Failed(fmt.Errorf("no answer: %w", err))
		case <-time.After(time.Millisecond):
		}
	}
	took := time.Since(started)
	n.PerSecond, n.P50Millis = 1/took.Seconds(), float64(took.Microseconds())/1000
	n.CPUMicros = float64(child.cpuTime().Microseconds())
	time.Sleep(idleSettle)
	n.KiBEach, n.OwnKiB = child.memory(), parseMemory(child.proc("status"), "RssAnon")
	return n, nil
}
