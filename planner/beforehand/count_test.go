package beforehand_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestCountOf runs testdata/count.txt: each line is a statement; the indented lines below it say
// how its rows are counted and what it changes. -update rewrites these.
func TestCountOf(t *testing.T) {
	const path = "testdata/count.txt"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(want)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		got.WriteString(line)
		if sql := strings.TrimSpace(line); sql != "" && !strings.HasPrefix(sql, "-- ") {
			fmt.Fprintf(&got, "    %s\n", counted(t, sql))
			for _, c := range beforehand.ChangesOf(sql) {
				fmt.Fprintf(&got, "    %s\n", strings.ReplaceAll(fmt.Sprintf("%+v", c), " Only:false", ""))
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", path, got.String())
	}
}

func counted(t testing.TB, sql string) string {
	c, ok := beforehand.CountOf(sql, providers.Postgres)
	if !ok {
		if c.SQL != "" || c.Values != 0 || len(c.Params) > 0 || c.AtMost {
			t.Errorf("%s: not ok, and %+v", sql, c)
		}
		return "no"
	}
	text := c.SQL
	if c.SQL == "" {
		text = fmt.Sprint(c.Values)
	} else {
		countsOnce(t, c.SQL)
	}
	if len(c.Params) > 0 {
		text += fmt.Sprint(" ", c.Params)
	}
	if c.AtMost {
		text += " at most"
	}
	return text
}

// countsOnce reports whether a text is one SELECT of one value.
func countsOnce(t testing.TB, sql string) {
	tree, err := pg_query.Parse(sql)
	if err != nil || len(tree.Stmts) != 1 || len(tree.Stmts[0].Stmt.GetSelectStmt().GetTargetList()) != 1 {
		t.Errorf("no SELECT of one value: %s (%v)", sql, err)
	}
}

// TestCountOfDeep: a tree that is too deep is not deparsed.
func TestCountOfDeep(t *testing.T) {
	for _, n := range []int{10, 100, 1_000, 5_000} {
		for _, sql := range []string{
			"DELETE FROM t WHERE " + strings.Repeat("(", n) + "a" + strings.Repeat(")", n),
			"DELETE FROM t WHERE " + strings.Repeat("NOT ", n) + "a",
			"DELETE FROM t WHERE a = 1" + strings.Repeat("+1", n),
			"DELETE FROM t WHERE " + strings.Repeat("a IN (SELECT 1 FROM t WHERE ", n) + "b" + strings.Repeat(")", n),
			"INSERT INTO t SELECT 1" + strings.Repeat(" UNION SELECT 1", n),
			"INSERT INTO t VALUES (1)" + strings.Repeat(", (2)", n),
		} {
			counted(t, sql)
			beforehand.ChangesOf(sql)
		}
	}
	if c, ok := beforehand.CountOf("INSERT INTO t VALUES ('"+strings.Repeat("x", 1<<20)+"'), (2)", providers.Postgres); !ok || c.Values != 2 {
		t.Errorf("%v %v", c, ok)
	}
}

// FuzzCountOf: nothing panics, and the result is one SELECT.
func FuzzCountOf(f *testing.F) {
	seeds, err := os.ReadFile("testdata/count.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(seeds)) {
		if !strings.HasPrefix(line, "    ") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, sql string) {
		counted(t, sql)
		beforehand.ChangesOf(sql)
	})
}
