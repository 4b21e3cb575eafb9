package duckdb

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// TestMacroGrowth holds that the planner knows which macros repeat their arguments, and how often: DuckDB writes the argument at each place
// where the macro's body has the parameter, before it plans.
func TestMacroGrowth(t *testing.T) {
	const file = "../../planner/duckdialect/limits/macros.txt"
	growth := macroGrowth{bodies: readMacros(t), known: map[string][]int{}}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(growth.bodies)) {
		if repeats := growth.of(name); len(repeats) > 0 && slices.Max(repeats) > 1 {
			lines = append(lines, name+" "+strings.Trim(fmt.Sprint(repeats), "[]"))
		}
	}
	want := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || string(kept) != want {
		t.Errorf("%s does not have what macros repeat (%v): run this test with -update\n%s", file, err, difference(strings.Split(string(kept), "\n"), lines))
	}
	if len(lines) < 50 {
		t.Errorf("%d macros repeat an argument", len(lines))
	}
}

// TestMacroQueries holds that the planner knows which functions of the emulation have a query within: DuckDB has none in RETURNING, in
// ON CONFLICT and in what tables are defined by.
func TestMacroQueries(t *testing.T) {
	const file = "../../planner/duckdialect/emulation/queries.txt"
	queries := macroQueries{bodies: readMacros(t), known: map[string]bool{}}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(queries.bodies)) {
		emulated, isScalar := strings.CutPrefix(name, "cat.")
		if emulated, _, _ = strings.Cut(emulated, "/"); isScalar && queries.within(name) && !slices.Contains(lines, emulated) {
			lines = append(lines, emulated)
		}
	}
	want := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || string(kept) != want {
		t.Errorf("%s does not have the functions with a query within (%v): run this test with -update\n%s", file, err, difference(strings.Split(string(kept), "\n"), lines))
	}
}

// macroQueries finds the macros that have a subquery within, or call one that has.
type macroQueries struct {
	bodies map[string]macro
	known  map[string]bool
}

func (q macroQueries) within(name string) bool {
	if _, ok := q.known[name]; !ok {
		q.known[name] = false
		q.known[name] = q.find(q.bodies[name].body)
	}
	return q.known[name]
}

func (q macroQueries) find(value any) bool {
	switch v := value.(type) {
	case []any:
		return slices.ContainsFunc(v, q.find)
	case map[string]any:
		if v["class"] == "SUBQUERY" {
			return true
		}
		args, isCall := v["children"].([]any)
		if name, named := v["function_name"].(string); named && isCall {
			if schema, _ := v["schema"].(string); schema != "" && q.within(fmt.Sprintf("%s.%s/%d", strings.ToLower(schema), strings.ToLower(name), len(args))) {
				return true
			}
		}
		for _, part := range v {
			if q.find(part) {
				return true
			}
		}
	}
	return false
}

// macro is the body of a macro, as DuckDB writes its tree.
type macro struct {
	parameters []string
	body       any
}

// macroGrowth counts how often macros repeat their parameters, by schema.name/count of parameters; those of DuckDB have no schema.
type macroGrowth struct {
	bodies map[string]macro
	known  map[string][]int
}

// of counts, for each parameter of a macro, how often it stands in the expanded body.
func (g macroGrowth) of(name string) []int {
	if counts, ok := g.known[name]; ok {
		return counts
	}
	m, ok := g.bodies[name]
	if !ok {
		return nil
	}
	counts := make([]int, len(m.parameters))
	g.known[name] = counts // a function of DuckDB that has the macro's name
	g.count(m.body, 1, m.parameters, counts)
	return counts
}

func (g macroGrowth) count(value any, copies int, parameters []string, counts []int) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			g.count(item, copies, parameters, counts)
		}
	case map[string]any:
		if names, ok := v["column_names"].([]any); ok && len(names) == 1 {
			if i := slices.Index(parameters, strings.ToLower(names[0].(string))); i >= 0 {
				counts[i] += copies
			}
		}
		args, isCall := v["children"].([]any)
		var repeats []int
		if name, named := v["function_name"].(string); named && isCall {
			if schema, _ := v["schema"].(string); schema != "" && schema != "main" && schema != "pg_catalog" {
				name = schema + "." + name
			}
			repeats = g.of(fmt.Sprintf("%s/%d", strings.ToLower(name), len(args)))
		}
		for key, part := range v {
			if key != "children" || repeats == nil {
				g.count(part, copies, parameters, counts)
			}
		}
		for i := range repeats {
			g.count(args[i], copies*repeats[i], parameters, counts)
		}
	}
}

// readMacros reads all macros of the catalog and of DuckDB.
func readMacros(t *testing.T) map[string]macro {
	t.Helper()
	image, err := unpackImage()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "image")
	if err = os.WriteFile(path, image, 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, Options{writes: dir})
	if err := native.Run(p.admin, "ATTACH "+native.Text(path)+" AS "+pgcatalog.Database+" (READ_ONLY)"); err != nil {
		t.Fatal(err)
	}
	rows, err := native.Collect(p.admin, `SELECT CASE WHEN database_name = '`+pgcatalog.Database+`' THEN schema_name || '.' ELSE '' END || function_name || '/' || len(parameters), to_json(parameters)::varchar,
		json_serialize_sql(CASE WHEN function_type = 'macro' THEN 'SELECT ' ELSE '' END || macro_definition)::varchar
		FROM duckdb_functions() WHERE function_type IN ('macro', 'table_macro') AND database_name IN ('system', '`+pgcatalog.Database+`')`)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]macro{}
	for _, row := range rows {
		var m macro
		var body map[string]any
		if err := json.Unmarshal([]byte(row[1]), &m.parameters); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(row[2]), &body); err != nil || body["error"] != false {
			t.Fatalf("%s: %v %v", row[0], err, body["error_message"])
		}
		m.body = body["statements"]
		for i, parameter := range m.parameters {
			m.parameters[i] = strings.ToLower(parameter)
		}
		all[strings.ToLower(row[0])] = m
	}
	return all
}
