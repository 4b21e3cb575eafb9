package planner

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// duckList has every function of the embedded DuckDB, with its type and its label.
const duckList = "testdata/duckfunctions.txt"

// TestDuckFunctions compares the running DuckDB with duckList, which -update rewrites, and duckList
// with the table: a person must read the functions of a new version before it runs here.
func TestDuckFunctions(t *testing.T) {
	table, err := duckFunctions()
	if err != nil {
		t.Fatal(err)
	}
	got := runningDuckFunctions(t)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(duckList, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(duckList)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("this DuckDB has %q, which %s has not", line, duckList)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("this DuckDB has not %q, which %s has", line, duckList)
		}
	}
	known := map[string]bool{}
	for _, line := range got {
		name, kind, label := words3(t, line)
		known[name] = true
		believed := (kind == "scalar" || kind == "aggregate") && label == "CONSISTENT"
		if !believed && kind != "pragma" && table[name].reason == "" {
			t.Errorf("%s (%s, %s) is not in duckfunctions.txt", name, kind, label)
		}
	}
	for name := range table {
		if !known[name] && !slices.Contains(elsewhere, name) {
			t.Errorf("duckfunctions.txt: this DuckDB has no function %s", name)
		}
	}
}

// elsewhere are functions of the table that the embedded DuckDB does not have: those of its Python
// package, its shell, an extension, or another build.
var elsewhere = []string{
	"add_parquet_key", "from_substrait", "from_substrait_json", "getenv", "pandas_scan", "pragma_database_list",
	"python_map_function", "set_log_level",
}

func words3(t *testing.T, line string) (name, kind, label string) {
	t.Helper()
	words := strings.Fields(line)
	if len(words) != 3 {
		t.Fatalf("%s: %q", duckList, line)
	}
	return words[0], words[1], words[2]
}

// runningDuckFunctions lists the functions of this DuckDB: name, type, and the worst label for
// both.
func runningDuckFunctions(t *testing.T) []string {
	t.Helper()
	p, err := duckdb.Open(t.Context(), duckdb.Options{Name: "d", MemoryLimit: "256MB", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	conn, err := p.Connect(t.Context(), providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), providers.Statement{Verb: "SELECT", ReadOnly: true, SQL: `
		SELECT DISTINCT lower(function_name), function_type, coalesce(max(stability) OVER (PARTITION BY lower(function_name), function_type), '-')
		FROM duckdb_functions() WHERE database_name = 'system' ORDER BY 1, 2`}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	row, err := rows.Next()
	for ; err == nil; row, err = rows.Next() {
		list = append(list, fmt.Sprintf("%s %s %s", row[0], row[1], row[2]))
	}
	if len(list) < 500 {
		t.Fatalf("%d functions: %v", len(list), err)
	}
	return list
}
