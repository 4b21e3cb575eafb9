package planner

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
)

// testdata/builtins has, from real servers, every built-in function of each version with its worst
// label (i, s or v), and the functions of contrib's extensions in all six versions together, with
// their extension.
const builtinsDir = "testdata/builtins"

var builtinVersions = []string{"13", "14", "15", "16", "17", "18"}

// TestBuiltinsComplete: the table has every volatile function, and no function that no version has.
func TestBuiltinsComplete(t *testing.T) {
	table, err := builtins()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, version := range append(slices.Clone(builtinVersions), "contrib") {
		for _, line := range builtinsList(t, version) {
			label, name := labelAndName(line)
			name, _, _ = strings.Cut(name, " ")
			known[name] = true
			if label == "v" && table[name].reason == "" {
				t.Errorf("%s.txt: %s is volatile and not in builtins.txt", version, name)
			}
		}
	}
	for _, line := range builtinsList(t, "contrib") {
		if fields := strings.Fields(line); len(fields) > 2 && !strings.HasPrefix(fields[2], "pl") && !knownExtensions[fields[2]] {
			t.Errorf("contrib.txt: the extension %s is not known", fields[2])
		}
	}
	for name := range table {
		if !known[name] {
			t.Errorf("builtins.txt: no version has %s", name)
		}
	}
}

// TestBuiltinsOfServer compares the list of the running server's version with
// its pg_proc. -update rewrites it.
func TestBuiltinsOfServer(t *testing.T) {
	pg := connectBuiltins(t)
	version, _, _ := strings.Cut(pg.ParameterStatus("server_version"), ".")
	got := queryBuiltins(t, pg, `
SELECT CASE WHEN bool_or(provolatile = 'v') THEN 'v' WHEN bool_or(provolatile = 's') THEN 's' ELSE 'i' END || ' ' || proname
FROM pg_proc WHERE oid < 16384 GROUP BY proname ORDER BY proname COLLATE "C"`)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(builtinsPath(version), []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := builtinsList(t, version)
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("PostgreSQL %s has %q, which its list has not", version, line)
		}
	}
	for _, line := range want { // minor versions add functions for pg_upgrade
		if !slices.Contains(got, line) && !strings.Contains(line, " binary_upgrade_") {
			t.Errorf("PostgreSQL %s has not %q, which its list has", version, line)
		}
	}
}

// TestBuiltinsOfContrib creates every extension of the list that the server offers, and finds each
// of its functions there with the same label, or in another version with a worse one.
func TestBuiltinsOfContrib(t *testing.T) {
	pg := connectBuiltins(t)
	want := map[string]string{}
	extensions := map[string]bool{}
	for _, line := range builtinsList(t, "contrib") {
		label, rest := labelAndName(line)
		name, extension, _ := strings.Cut(rest, " ")
		want[name+" "+extension] = label
		extensions[extension] = true
	}
	for _, extension := range queryBuiltins(t, pg, "SELECT name FROM pg_available_extensions") {
		if extensions[extension] {
			queryBuiltins(t, pg, fmt.Sprintf("CREATE EXTENSION IF NOT EXISTS %q CASCADE", extension))
		}
	}
	got := queryBuiltins(t, pg, `
SELECT p.provolatile::text || ' ' || p.proname || ' ' || e.extname FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid WHERE p.oid >= 16384`)
	if len(got) == 0 {
		t.Skip("the server brings no extensions")
	}
	for _, line := range got {
		label, name := labelAndName(line)
		if label > want[name] {
			t.Errorf("%s is %s, and %q in contrib.txt", name, label, want[name])
		}
	}
}

func TestBuiltinRule(t *testing.T) {
	for name, class := range map[string]Class{
		"random": Read, "pg_sleep": Exec, "query_to_xml": Exec, "pg_input_is_valid": Exec, "uuid_generate_v4": Read, "crosstab2": Exec,
	} {
		if rule, ok := builtinRule(name); !ok || rule.class != class || rule.reason == "" {
			t.Errorf("%s: %+v, %v; want %s", name, rule, ok, class)
		}
	}
	for _, name := range []string{"lower", "", "RANDOM", "pg_sleep "} {
		if rule, ok := builtinRule(name); ok || rule != (builtin{}) {
			t.Errorf("%q: %+v, %v", name, rule, ok)
		}
	}
	if n := testing.AllocsPerRun(100, func() { builtinRule("pg_sleep") }); n != 0 {
		t.Errorf("a look-up makes %v allocations", n)
	}
}

func TestParseBuiltins(t *testing.T) {
	table, err := parseBuiltins("# a comment\n\nread it looks\n\ta b\n\n# more\n\tc\nexec it runs\n\td\nrefused it breaks\n\te\n")
	if err != nil || len(table) != 5 || table["c"] != (builtin{Read, "it looks"}) || table["d"].class != Exec || table["e"].class != Unknown {
		t.Errorf("%v, %v", table, err)
	}
	for _, text := range []string{
		"\ta\n", "read\n\ta\n", "read \n\ta\n", "reads it looks\n\ta\n", "read it looks\n  a\n", "read it looks\n\ta\n\ta\n",
		"read it looks\n\ta\nexec it runs\n\ta\n",
	} {
		if table, err := parseBuiltins(text); err == nil || table != nil {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
}

func builtinsPath(version string) string { return filepath.Join(builtinsDir, version+".txt") }

func builtinsList(t *testing.T, version string) []string {
	t.Helper()
	text, err := os.ReadFile(builtinsPath(version))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// labelAndName splits "v name"; the name of "v name extension" includes the extension.
func labelAndName(line string) (label, name string) {
	label, name, _ = strings.Cut(line, " ")
	return label, name
}

func connectBuiltins(t *testing.T) *pgconn.PgConn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	pg, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pg.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return pg
}

// queryBuiltins returns the first column.
func queryBuiltins(t *testing.T, pg *pgconn.PgConn, sql string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	results, err := pg.Exec(ctx, sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var column []string
	for _, row := range results[0].Rows {
		column = append(column, string(row[0]))
	}
	return column
}

// TestBodiesOfBuiltins: the operators that the search path decides on in the bodies of the server's functions in SQL are known. bodies.txt
// has, from real servers, the bodies that are kept as texts, without comments, with the versions that have them. Those that cast values of any type to text
// are known for that.
func TestBodiesOfBuiltins(t *testing.T) {
	decide := map[string]bool{}
	for _, line := range builtinsList(t, "bodies") {
		fields := strings.Split(line, "\t")
		name, arguments, _ := strings.Cut(fields[1], "(")
		name = strings.Trim(name[strings.IndexByte(name, '.')+1:], `"`)
		found, err := pathtest.Decided(fields[2])
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, one := range found {
			kind, op, _ := strings.Cut(one, " ")
			switch kind {
			case "operator", "IN":
			case "CASE":
				op = "="
			case "function", "queries":
				if _, known := queriesOf[strings.TrimPrefix(strings.TrimPrefix(op, "of "), "information_schema.")]; known {
					continue
				}
				fallthrough
			default:
				t.Errorf("%s: the search path decides on %q", fields[1], one)
			}
			decide[name] = true
			if !slices.Contains(queriesOf[name], op) {
				t.Errorf("%s: the operator %s is not known", fields[1], op)
			}
		}
		if strings.Contains(arguments, "any") && strings.Contains(fields[2], "::pg_catalog.text") && !castToText[name] && !strings.HasSuffix(name, "cat") {
			t.Errorf("%s: a cast to text is not known", fields[1])
		}
	}
	for name := range queriesOf {
		if !decide[name] && !strings.HasPrefix(name, "pg_get_") {
			t.Errorf("%s has no such body", name)
		}
	}
}

// TestBodiesOfServer: the running server has no other function in SQL whose body is a text.
func TestBodiesOfServer(t *testing.T) {
	pg := connectBuiltins(t)
	known := map[string]bool{}
	for _, line := range builtinsList(t, "bodies") {
		known[line[strings.LastIndexByte(line, '\t')+1:]] = true
	}
	for _, body := range queryBuiltins(t, pg, `SELECT pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(p.prosrc, '/\*.*?\*/', ' ', 'g'), '\s+', ' ', 'g')) FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
WHERE p.oid < 16384 AND l.lanname = 'sql' AND pg_catalog.to_jsonb(p) ->> 'prosqlbody' IS NULL`) {
		if !known[body] {
			t.Errorf("bodies.txt has not %q", body)
		}
	}
}
