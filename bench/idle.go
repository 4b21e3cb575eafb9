package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/bench/wire"
)

const (
	idleBusy   = 8           // clients that work beside the idle ones
	idleOpen   = 16          // idle ones that connect at once
	idleSettle = time.Second // for what connecting took to be given back
	idleLimit  = 2 * time.Minute
)

// idleLines: what connections cost that do nothing. The servers in the middle
// are new each time, for memory that was used once is not given back.
func (s *servers) idleLines(ctx context.Context, o options) []line {
	lines := []line{s.across(fmt.Sprintf("%d idle, session pooling", o.idle), func(ctx context.Context, target string) (numbers, error) {
		return s.idle(ctx, target, "", o)
	}, direct, pgbouncer, sallyport)}
	const pooling = "transaction"
	targets := []string{pgbouncer}
	if s.knows(ctx, gateway{pooling: pooling}) {
		targets = append(targets, sallyport)
	} else {
		s.notes = append(s.notes, "this server does not know sources[].pooling, so it is left out where transactions are pooled")
	}
	return append(lines, s.across(fmt.Sprintf("%d idle, transaction pooling", o.idle), func(ctx context.Context, target string) (numbers, error) {
		return s.idle(ctx, target, pooling, o)
	}, targets...))
}

func (s *servers) idle(ctx context.Context, target, pooling string, o options) (n numbers, err error) {
	on := s.targets[direct]
	switch target {
	case pgbouncer:
		if pooling == "" {
			pooling = "session"
		}
		on, err = s.startBouncer(ctx, pooling)
	case sallyport:
		on, err = s.startGateway(ctx, gateway{pooling: pooling})
	}
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, on.stop()) }()
	busy := load{database: database, script: "select-only", protocol: "simple", clients: idleBusy, logged: 0.1}
	alone, err := s.pgbench(ctx, on, busy, o.duration)
	if err != nil {
		return n, err
	}
	before := on.memory()
	idle, err := open(ctx, on, database, o.idle)
	defer func() {
		for _, c := range idle {
			_ = c.Close()
		}
	}()
	if err != nil {
		return n, err
	}
	time.Sleep(idleSettle)
	each := (on.memory() - before) / float64(o.idle)
	if n, err = s.pgbench(ctx, on, busy, o.duration); err != nil {
		return n, err
	}
	n.KiBEach, n.OfAlone = each, n.PerSecond/alone.PerSecond
	return n, nil
}

// open makes idle connections, each of which has asked once. What it returns
// must be closed, also after an error.
func open(ctx context.Context, on *server, database string, n int) ([]*wire.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, idleLimit)
	defer cancel()
	var (
		group sync.WaitGroup
		mu    sync.Mutex // guards what follows
		all   []*wire.Conn
		errs  []error
	)
	for worker := range idleOpen {
		group.Go(func() {
			for i := worker; i < n; i += idleOpen {
				c, err := on.dial(ctx, database)
				if err == nil {
					_, err = c.Query("SELECT 1")
				}
				mu.Lock()
				if c != nil {
					all = append(all, c)
				}
				if err != nil {
					errs = append(errs, fmt.Errorf("connection %d: %w", len(all), err))
				}
				stop := len(errs) > 0
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	group.Wait()
	if len(errs) > 0 {
		return all, errs[0]
	}
	return all, nil
}
