package planner

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
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
func runningDuckFunctions(t *testing.T) (list []string) {
	t.Helper()
	for _, row := range askDuckDB(t, `
		SELECT DISTINCT lower(function_name), function_type, coalesce(max(stability) OVER (PARTITION BY lower(function_name), function_type), '-')
		FROM duckdb_functions() WHERE database_name = 'system' ORDER BY 1, 2`) {
		list = append(list, fmt.Sprintf("%s %s %s", row[0], row[1], row[2]))
	}
	if len(list) < 500 {
		t.Fatalf("%d functions", len(list))
	}
	return list
}

// askDuckDB returns the rows of a query of a DuckDB that has nothing of its own.
func askDuckDB(t *testing.T, sql string) (rows [][]string) {
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
	result, err := conn.Query(t.Context(), providers.Statement{Verb: "SELECT", ReadOnly: true, SQL: sql}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	row, err := result.Next()
	for ; err == nil; row, err = result.Next() {
		texts := make([]string, len(row))
		for i, value := range row {
			texts[i] = string(value)
		}
		rows = append(rows, texts)
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return rows
}

// macro is one form of a macro.
type macro struct {
	name, parameters, body string
	emulated               bool
}

// TestRepeatedArguments holds that duckdialect binds or refuses volatile arguments of each macro that writes them out more than once,
// or into what is evaluated for each element of a list or row of a query.
func TestRepeatedArguments(t *testing.T) {
	macros := append(emulatedMacros(t), runningMacros(t)...)
	type key struct {
		name     string
		emulated bool
	}
	repeats, names := map[key]bool{}, map[string]bool{}
	for before := -1; before != len(repeats); {
		before = len(repeats)
		for _, m := range macros {
			if of := (key{m.name, m.emulated}); !repeats[of] && m.repeats(names) {
				repeats[of], names[m.name] = true, true
			}
		}
	}
	if len(repeats) < 100 {
		t.Errorf("%d macros repeat an argument", len(repeats))
	}
	for _, m := range macros {
		binds, refused := duckdialect.BindsArguments(m.name, m.emulated)
		reads := strings.Contains(strings.ToLower(m.body), "select ")
		switch {
		case !m.emulated && strings.HasPrefix(m.name, "pg_"): // the emulation's are called
		case repeats[key{m.name, m.emulated}] && !binds && !refused && !reads:
			t.Errorf("%s repeats an argument: %s", m.name, m.body)
		case binds && reads && m.emulated:
			t.Errorf("%s has a query, which no function of a list can have: %s", m.name, m.body)
		case binds && !names[m.name]:
			t.Errorf("%s repeats no argument", m.name)
		}
	}
}

// repeats reports whether a macro repeats an argument. repeating are the macros that do, so far.
func (m macro) repeats(repeating map[string]bool) bool {
	for _, p := range strings.Split(m.parameters, ",") {
		uses := regexp.MustCompile(`(?i)(?:\b|")`+regexp.QuoteMeta(strings.TrimSpace(p))+`\b`).FindAllStringIndex(m.body, -1)
		if len(uses) == 0 || strings.TrimSpace(p) == "" {
			continue
		}
		before := strings.ToLower(m.body[:uses[len(uses)-1][0]])
		if len(uses) > 1 || strings.Contains(before, "lambda") || strings.Contains(before, "select ") {
			return true
		}
		for _, call := range regexp.MustCompile(`(\w+)"?\(`).FindAllStringSubmatch(before, -1) {
			if repeating[call[1]] && call[1] != m.name {
				return true
			}
		}
	}
	return false
}

// emulatedMacros lists the macros of the emulation whose results are values.
func emulatedMacros(t *testing.T) (list []macro) {
	t.Helper()
	form := regexp.MustCompile(`(?s)^\(([a-z0-9_, ]*)\) as\b(.*?)(?:$|,\n\s*(\(p_[a-z0-9_, ]*\) as\b.*))`)
	for _, p := range pgcatalog.Get().Parts() {
		_, rest, _ := strings.Cut(p.Create(), p.Name[strings.LastIndex(p.Name, ".")+1:]+"(")
		if rest = "(" + rest; p.Kind != "macro" || regexp.MustCompile(`(?i)^\([^)]*\) as table`).MatchString(rest) {
			continue
		}
		for rest != "" {
			found := form.FindStringSubmatch(rest)
			if found == nil {
				t.Fatalf("cannot read macro %s: %s", p.Name, rest)
			}
			list = append(list, macro{p.Name[strings.LastIndex(p.Name, ".")+1:], found[1], found[2], true})
			rest = found[3]
		}
	}
	return list
}

// runningMacros lists the macros of a running DuckDB that are not the emulation's: name, parameters, body.
func runningMacros(t *testing.T) (list []macro) {
	t.Helper()
	for _, row := range askDuckDB(t, `
		SELECT DISTINCT lower(function_name), parameters::VARCHAR, macro_definition FROM duckdb_functions() WHERE function_type = 'macro' ORDER BY ALL`) {
		list = append(list, macro{row[0], strings.Trim(row[1], "{}"), row[2], false})
	}
	if len(list) < 100 {
		t.Fatalf("%d macros", len(list))
	}
	return list
}
