package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/bench/wire"
)

// rowsLines: many rows, each way. Runs follow each other until the time is
// over; the rate is of the time that they took.
func (s *servers) rowsLines(o options) []line {
	const all = "SELECT * FROM million"
	var lines []line
	for _, way := range []struct {
		name string
		run  func(*wire.Conn) (wire.Result, error)
	}{
		{"rows out, text (simple query)", func(c *wire.Conn) (wire.Result, error) { return c.Query(all) }},
		{"rows out, binary (extended query)", func(c *wire.Conn) (wire.Result, error) { return c.QueryBinary(all) }},
		{"rows out, COPY TO STDOUT", func(c *wire.Conn) (wire.Result, error) { return c.Query("COPY million TO STDOUT") }},
	} {
		lines = append(lines, s.across(way.name, func(ctx context.Context, target string) (numbers, error) {
			return s.transfer(ctx, target, o, "", func(c *wire.Conn) error {
				r, err := way.run(c)
				if err == nil && r.Rows != o.rows {
					err = fmt.Errorf("%d rows came, not %d", r.Rows, o.rows)
				}
				return err
			})
		}, direct, pgbouncer, sallyport))
	}
	return append(lines, s.across("rows in, COPY FROM STDIN", func(ctx context.Context, target string) (numbers, error) {
		return s.transfer(ctx, target, o, "TRUNCATE taken", func(c *wire.Conn) error {
			r, err := c.CopyIn("COPY taken FROM STDIN", s.copied)
			if want := fmt.Sprintf("COPY %d", o.rows); err == nil && r.Tag != want {
				err = fmt.Errorf("the server says %q, not %q", r.Tag, want)
			}
			return err
		})
	}, direct, pgbouncer, sallyport))
}

// transferLimit is what one run may take beyond the time of a measurement.
const transferLimit = 60 * time.Second

// transfer repeats a run. prepare is a statement that goes before each, directly
// and on nobody's time.
func (s *servers) transfer(ctx context.Context, target string, o options, prepare string, run func(*wire.Conn) error) (numbers, error) {
	ctx, cancel := context.WithTimeout(ctx, o.duration+transferLimit)
	defer cancel()
	on := s.targets[target]
	conn, err := on.dial(ctx, database)
	if err != nil {
		return numbers{}, err
	}
	defer conn.Close() //nolint:errcheck // it has answered, or said why not
	var (
		took, used time.Duration
		runs       int
	)
	for started := time.Now(); time.Since(started) < o.duration; runs++ {
		if prepare != "" {
			if err := s.targets[direct].ask(ctx, database, prepare); err != nil {
				return numbers{}, err
			}
		}
		at, before := time.Now(), on.cpuTime()
		if err := run(conn); err != nil {
			return numbers{}, err
		}
		took += time.Since(at)
		used += on.cpuTime() - before
	}
	return numbers{
		PerSecond: float64(runs*o.rows) / took.Seconds(),
		CPUMicros: float64(used.Microseconds()) / float64(runs),
	}, nil
}
