package duckdialect_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var update = flag.Bool("update", false, "write the golden files anew")

var env = rewrite.Env{Catalog: "demo", User: "alice", Databases: []string{"demo", "crm"}, ServerVersion: "15.0"}

// TestTranslate is a transcript: every statement of translate.sql with what
// becomes of it.
func TestTranslate(t *testing.T) {
	input, err := os.ReadFile("testdata/translate.sql")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(string(input)), "\n") {
		out.WriteString(line + "\n")
		if !strings.HasPrefix(line, "--") {
			out.WriteString("    " + outcome(t, line) + "\n")
		}
	}
	const file = "testdata/translate.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("%s differs; run with -update and read the difference\n%s", file, out.String())
	}
}

// outcome tells what becomes of a statement.
func outcome(t *testing.T, text string) string {
	t.Helper()
	tree, err := pg_query.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	all, err := duckdialect.TranslateAll(tree, text, env)
	sql, changed := all.SQL, all.Changed
	if err != nil {
		var e *sqlstate.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %T is no *sqlstate.Error", text, err)
		}
		said := fmt.Sprintf("! %s at %d: %s", e.Code, e.Position, e.Message)
		if e.Hint != "" {
			said += " | " + e.Hint
		}
		return said
	}
	if changed == (sql == text) {
		t.Errorf("%s: changed is %v, but the text is %q", text, changed, sql)
	}
	if !changed {
		return "="
	}
	if again, err := pg_query.Parse(sql); err != nil || len(again.Stmts) != 1 {
		t.Errorf("%s: %q is not one statement: %v", text, sql, err)
	}
	return "> " + strings.Join(slices.Concat(all.Before, []string{sql}, all.After), "\n    > ")
}

func TestTranslateWantsOneStatement(t *testing.T) {
	tree, err := pg_query.Parse("select 1; select 2")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := duckdialect.Translate(tree, "select 1; select 2", env); err == nil {
		t.Error("two statements were translated")
	}
}

func TestDefaults(t *testing.T) {
	const text = "select current_schema as s, current_database() as d, version() as v"
	tree, err := pg_query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	sql, _, err := duckdialect.Translate(tree, text, rewrite.Env{Catalog: "demo"})
	want := "SELECT 'public'::pg_name AS s, 'demo'::pg_name AS d, 'PostgreSQL 15.0 (Sallyport, DuckDB)' AS v"
	if err != nil || sql != want {
		t.Errorf("got %q, %v; want %q", sql, err, want)
	}
}

// TestQuoting holds that a value of the environment cannot become SQL.
func TestQuoting(t *testing.T) {
	const text = "select current_user as u"
	tree, err := pg_query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	sql, _, err := duckdialect.Translate(tree, text, rewrite.Env{Catalog: "demo", User: `o'brien\`})
	if err != nil {
		t.Fatal(err)
	}
	back, err := pg_query.Parse(sql)
	if err != nil {
		t.Fatalf("%q: %v", sql, err)
	}
	value := back.Stmts[0].Stmt.GetSelectStmt().TargetList[0].GetResTarget().Val.GetTypeCast().GetArg().GetAConst().GetSval().GetSval()
	if value != `o'brien\` {
		t.Errorf("%q holds %q", sql, value)
	}
}

func TestPosition(t *testing.T) {
	const original = "select count(*), nope from airports, nope2"
	tree, err := pg_query.Parse(original)
	if err != nil {
		t.Fatal(err)
	}
	translated, changed, err := duckdialect.Translate(tree, original, env)
	if err != nil || !changed {
		t.Fatal(translated, changed, err)
	}
	for _, word := range []string{"nope", "airports", "nope2"} {
		at := strings.Index(translated, word) + 1
		if got, want := lexical.Position(original, translated, at), strings.Index(original, word)+1; got != want {
			t.Errorf("%s at %d of %q is %d of the original, want %d", word, at, translated, got, want)
		}
	}
	for _, test := range []struct {
		original, translated string
		at, want             int
	}{
		{"select 'ü', x, x", "SELECT 'ü' AS a, x, x", 21, 16},
		{"select 'ü', x, x", "SELECT 'ü' AS a, x, x", 18, 13},
		{"select convert(INT, x)", `SELECT convert("int", x)`, 16, 16},
		{`select "Name"`, "SELECT Name", 8, 8},
		{"select x::int, int", `SELECT x::int, "int"`, 16, 16},
		{"select x", "SELECT y", 8, 0},
		{"select x", "SELECT x", 99, 0},
		{"select x", "SELECT x", 0, 0},
		{"select x", "", 1, 0},
	} {
		if got := lexical.Position(test.original, test.translated, test.at); got != test.want {
			t.Errorf("Position(%q, %q, %d) = %d, want %d", test.original, test.translated, test.at, got, test.want)
		}
	}
}

func BenchmarkTranslate(b *testing.B) {
	for name, text := range map[string]string{
		"plain":   "select iata, name from airports where state = 'CA' order by name limit 10",
		"named":   "select state, count(*), avg(elevation) from airports where lat > 40 group by state order by 2 desc",
		"catalog": `SELECT n.nspname as "Schema", c.relname as "Name", pg_catalog.pg_get_userbyid(c.relowner) as "Owner" FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r','p','') AND n.nspname !~ '^pg_toast' AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1,2`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				tree, err := pg_query.Parse(text)
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if _, _, err := duckdialect.Translate(tree, text, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestParamTypes(t *testing.T) {
	for _, test := range []struct {
		text string
		want []uint32
	}{
		{"select 1", nil},
		{"select $1::int, $2", []uint32{23}},
		{"select $2::oid[], $1::pg_catalog.jsonb, $3::text", []uint32{3802, 1028, 25}},
		{"select $2::oid[], $1::pg_catalog.jsonb, $3::app.text", []uint32{3802, 1028}},
		{"select $1::app.oid", nil},
		{"select $99999::oid", nil},
	} {
		tree, err := pg_query.Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := inference.ParamTypes(tree); !slices.Equal(got, test.want) {
			t.Errorf("ParamTypes(%s) = %v, want %v", test.text, got, test.want)
		}
	}
}

// TestAddedColumnKeepsItsDomain: the mark by which a new column keeps its domain stands alone in its CHECK, as the source reads it.
func TestAddedColumnKeepsItsDomain(t *testing.T) {
	const text = "ALTER TABLE t ADD COLUMN n pos"
	tree, err := pg_query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	pos := &providers.UserType{Kind: "d", ID: "7", Schema: "main", Name: "pos", Base: "integer", TypName: "int4", Checks: []providers.DomainCheck{{Name: "pos_check", Condition: "VALUE > 0"}}}
	of := env
	of.Types, of.Type = []*providers.UserType{pos}, func(_, name string) *providers.UserType {
		if name != "pos" {
			return nil
		}
		return pos
	}
	all, err := duckdialect.TranslateAll(tree, text, of)
	want := "CHECK (" + "'" + providers.KeptConstraint{Kind: "t", Name: "7", Columns: []string{"n"}}.Text() + "' IS NOT NULL)"
	if err != nil || !slices.ContainsFunc(all.After, func(sql string) bool { return strings.HasSuffix(sql, want) }) {
		t.Errorf("%q, %v: no statement ends in %s", all.After, err, want)
	}
}
