package duckdialect_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// nested are texts that are as deep as one says.
var nested = map[string]func(levels int) string{
	"not":    func(n int) string { return "SELECT " + strings.Repeat("NOT ", n) + "true" },
	"select": func(n int) string { return "SELECT " + strings.Repeat("(SELECT ", n) + "1" + strings.Repeat(")", n) },
	"from": func(n int) string {
		return strings.Repeat("SELECT * FROM (", n) + "SELECT 1" + strings.Repeat(") s", n)
	},
	"plus":     func(n int) string { return "SELECT 1" + strings.Repeat("+1", n) },
	"union":    func(n int) string { return "SELECT 1" + strings.Repeat(" UNION SELECT 1", n) },
	"join":     func(n int) string { return "SELECT 1 FROM t" + strings.Repeat(" CROSS JOIN t", n) },
	"call":     func(n int) string { return "SELECT " + strings.Repeat("f(", n) + "1" + strings.Repeat(")", n) },
	"cast":     func(n int) string { return "SELECT 1" + strings.Repeat("::int", n) },
	"null":     func(n int) string { return "SELECT 1" + strings.Repeat(" IS NULL", n) },
	"substr":   func(n int) string { return "SELECT " + strings.Repeat("substr(", n) + "a" + strings.Repeat(",b)", n) },
	"json":     func(n int) string { return "SELECT a" + strings.Repeat(" -> 'b'", n) },
	"match":    func(n int) string { return "SELECT a" + strings.Repeat(" !~ 'b'", n) },
	"operator": func(n int) string { return "SELECT a" + strings.Repeat(" ## b", n) },
}

// TestTooDeep runs in a process of its own, since what it guards against ends
// the process.
func TestTooDeep(t *testing.T) {
	if os.Getenv("DUCKDIALECT_DEEP") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTooDeep$", "-test.count=1")
		cmd.Env = append(os.Environ(), "DUCKDIALECT_DEEP=1")
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
			t.Fatalf("%v\n%.2000s", err, out)
		}
		return
	}
	for name, make := range nested {
		if _, err := translate(make(40)); err != nil {
			t.Errorf("%s: 40 levels: %v", name, err)
		}
		refused := false
		for n := 250; n <= 4000; n *= 2 {
			_, err := translate(make(n))
			var e *sqlstate.Error
			switch {
			case errors.As(err, &e) && e.Code == sqlstate.StatementTooComplex:
				refused = true
			case errors.Is(err, errParse):
				refused = true // by the grammar, or when the tree is decoded
			case err != nil:
				t.Errorf("%s: %d levels: %v", name, n, err)
			}
		}
		if !refused {
			t.Errorf("%s: 4000 levels were taken", name)
		}
	}
}

// TestTooLarge: a rewriting that says its argument several times must not make
// a long text of a short one, nor look for all time at what it would make.
func TestTooLarge(t *testing.T) {
	for _, around := range [][2]string{
		{"(", ") BETWEEN SYMMETRIC 1 AND 2"}, {"((", ", 1) OVERLAPS (1, 2))"}, {"extract(year FROM ", ")"},
	} {
		text := "SELECT " + strings.Repeat(around[0], 30) + "a" + strings.Repeat(around[1], 30)
		_, err := translate(text)
		var e *sqlstate.Error
		if !errors.As(err, &e) || e.Code != sqlstate.StatementTooComplex {
			t.Errorf("%s: got %v, want 54001", text, err)
		}
	}
}

// TestStaysShort: a rewriting that says its argument once makes no long text of a short one, however often it is nested.
func TestStaysShort(t *testing.T) {
	sql, err := translate("SELECT " + strings.Repeat("to_char(", 30) + "a" + strings.Repeat(", 'YYYY')", 30))
	if err != nil || len(sql) > 1000 {
		t.Errorf("%d characters, %v", len(sql), err)
	}
}

// TestManyCalls: a long statement is not refused for what it has beside each other.
func TestManyCalls(t *testing.T) {
	for _, row := range []string{"(1, 'a', NULL)", "(split_part(x, '-', 2), x::\"char\", nullif(x, ''))"} {
		const rows = 10_000
		text := "SELECT * FROM (SELECT 'a-b' AS x) t, LATERAL (VALUES " + strings.Repeat(row+", ", rows) + row + ") v"
		if _, err := translate(text); err != nil {
			t.Errorf("%d rows %s: %v", rows, row, err)
		}
	}
}

var errParse = errors.New("no tree")

func translate(text string) (string, error) {
	tree, err := pg_query.Parse(text)
	if err != nil {
		return "", errors.Join(errParse, err)
	}
	inference.ParamTypes(tree)
	sql, _, err := duckdialect.Translate(tree, text, env)
	return sql, err
}
