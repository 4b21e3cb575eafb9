package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/sallyportdb/sallyport/bench/wire"
)

// embeddedLines: one row by the wire, of PostgreSQL, of a table of the embedded engine and of a CSV file.
func (s *servers) embeddedLines(o options) (lines []line) {
	for _, of := range []struct {
		title, source string
		sql           func() string
	}{
		{"one row of PostgreSQL", database, func() string {
			return fmt.Sprintf("SELECT abalance FROM pgbench_accounts WHERE aid = %d", 1+pick(100_000*o.scale))
		}},
		{"one row of DuckDB", embedded, func() string { return fmt.Sprintf("SELECT name FROM kept LIMIT 1 OFFSET %d", pick(3000)) }},
		{"one row of DuckDB, by a key", embedded, func() string { return fmt.Sprintf("SELECT name FROM keyed WHERE id = %d", 1+pick(3000)) }},
		{"one row of DuckDB, a known text", embedded, func() string { return "SELECT name FROM keyed WHERE id = 77" }},
		{"one row of 100,000 of DuckDB, by its primary key", embedded, func() string { return fmt.Sprintf("SELECT name FROM large WHERE id = %d", 1+pick(100_000)) }},
		{"one row of 3,000 of PostgreSQL, grouped", database, func() string {
			from := 1 + pick(100_000*o.scale-3000)
			return fmt.Sprintf("SELECT count(*), sum(abalance) FROM pgbench_accounts WHERE aid BETWEEN %d AND %d", from, from+2999)
		}},
		{"one row of 3,000 of DuckDB, grouped", embedded, func() string { return fmt.Sprintf("SELECT count(*), sum(id) FROM keyed WHERE id > %d", pick(3000)) }},
		{"one row of a CSV file, by a column", embedded, func() string {
			return fmt.Sprintf("SELECT name FROM airports WHERE iata = '%s'", []string{"ATL", "ORD", "SFO", "JFK", "LAX"}[pick(5)])
		}},
		{"one row of a Parquet file, by a column", embedded, func() string { return fmt.Sprintf("SELECT name FROM stored WHERE id = %d", 1+pick(100_000)) }},
		{"one row of a CSV file", embedded, func() string { return fmt.Sprintf("SELECT name FROM airports LIMIT 1 OFFSET %d", pick(3000)) }},
	} {
		lines = append(lines, s.across(of.title, func(ctx context.Context, target string) (numbers, error) {
			return s.oneRow(ctx, s.targets[target], of.source, of.sql, o)
		}, before, sallyport))
	}
	return lines
}

// oneRow asks for a row again and again, over several connections at once.
func (s *servers) oneRow(ctx context.Context, on *server, source string, sql func() string, o options) (n numbers, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.duration+transferLimit)
	defer cancel()
	conns := make([]*wire.Conn, o.connections)
	ask := func(i int) error {
		r, err := conns[i].Query(sql())
		if err == nil && r.Rows != 1 {
			err = fmt.Errorf("%d rows came, not 1", r.Rows)
		}
		return err
	}
	for i := range conns {
		if conns[i], err = on.dial(ctx, source); err != nil {
			return n, err
		}
		defer func() { err = errors.Join(err, conns[i].Close()) }()
		if err := ask(i); err != nil { // the first call, which is slower, is not measured
			return n, err
		}
	}
	return repeat(on, o.connections, o.duration, ask)
}
