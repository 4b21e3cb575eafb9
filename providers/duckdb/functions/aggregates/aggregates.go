// Package aggregates has the aggregate functions of PostgreSQL that DuckDB lacks or computes otherwise, in C: sums of
// intervals and times (sums.go), and regressions and variances of floating-point numbers (regressions.go), whose last
// digits follow from how they are added up.
//
// DuckDB calls an aggregate for each chunk of rows, from many threads. So their states are plain memory of C, and no code
// of Go runs in them.
package aggregates

import lib "github.com/duckdb/duckdb-go-bindings"

// Register makes the functions for the instance of a connection.
func Register(conn lib.Connection) error {
	if err := registerRegressions(conn); err != nil {
		return err
	}
	return registerSums(conn)
}
