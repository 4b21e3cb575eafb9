package duckdb

import (
	"fmt"
	"os"
	"testing"

	lib "github.com/duckdb/duckdb-go-bindings"
	"go.uber.org/goleak"
)

// TestMain looks for leaked goroutines and, if the bindings count them (go test -tags
// debug_bindings), for handles of DuckDB that were not freed.
func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if left := lib.GetAllocationCounts(); left != "" && code == 0 {
		fmt.Fprintf(os.Stderr, "handles of DuckDB's that nobody freed:\n%s", left)
		code = 1
	}
	os.Exit(code)
}
