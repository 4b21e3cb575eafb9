package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// startLines: a fresh Sallyport whose one source is PostgreSQL, so that DuckDB is not in use: how long it
// takes from the start of the process to its first answer, and what it then has of memory.
func (s *servers) startLines() []line {
	return []line{s.across("from the process to its first answer", func(ctx context.Context, _ string) (numbers, error) {
		return s.firstAnswer(ctx)
	}, sallyport)}
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
