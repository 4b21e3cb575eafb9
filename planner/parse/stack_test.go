package parse

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sort"
	"strings"
	"testing"
)

// deepTexts nest or chain in every way that the grammar lets repeat: before n
// times open, the middle, n times close.
var deepTexts = []struct{ before, open, middle, close, after string }{
	{"SELECT 1", "+1", "", "", ""},
	{"SELECT 1", "::int", "", "", ""},
	{"SELECT 1", " IS NULL", "", "", ""},
	{"SELECT 1", " ISNULL", "", "", ""},
	{"SELECT 1", " IS TRUE", "", "", ""},
	{"SELECT 1", " IS JSON", "", "", ""},
	{"SELECT 1", " IS NFC NORMALIZED", "", "", ""},
	{"SELECT a", ` COLLATE "C"`, "", "", ""},
	{"SELECT a", " AT LOCAL", "", "", ""},
	{"SELECT a", " AT TIME ZONE b", "", "", ""},
	{"SELECT a", "||b", "", "", ""},
	{"SELECT a", " OPERATOR(a.+) b", "", "", ""},
	{"SELECT a", " AND b", "", "", ""},
	{"SELECT a", " OR b AND c", "", "", ""},
	{"SELECT 1", " BETWEEN 0 AND 1 ISNULL", "", "", ""},
	{"SELECT a", "[1]", "", "", ""},
	{"SELECT (a)", ".b", "", "", ""},
	{"SELECT ", "NOT ", "a", "", ""},
	{"SELECT ", "- ", "a", "", ""},
	{"SELECT ", "@ ", "a", "", ""},
	{"SELECT ", "(", "1", ")", ""},
	{"SELECT ", "(1+", "1", ")", ""},
	{"SELECT ", "f(", "1", ")", ""},
	{"SELECT ", "f(1,", "1", ")", ""},
	{"SELECT ", "f(VARIADIC a => ", "1", ")", ""},
	{"SELECT ", "ROW(", "1", ")", ""},
	{"SELECT ", "ARRAY[", "1", "]", ""},
	{"SELECT ARRAY", "[", "1", "]", ""},
	{"SELECT ", "a[", "1", "]", ""},
	{"SELECT ", "COALESCE(", "1", ")", ""},
	{"SELECT ", "CAST(", "1", " AS int)", ""},
	{"SELECT ", "JSON_OBJECT('a': ", "1", ")", ""},
	{"SELECT ", "JSON_ARRAY(", "1", ")", ""},
	{"SELECT ", "XMLCONCAT(", "a", ")", ""},
	{"SELECT ", "CASE WHEN ", "a", " THEN 1 END", ""},
	{"SELECT ", "CASE a WHEN 1 THEN ", "a", " END", ""},
	{"SELECT ", "CASE WHEN a THEN 1 ELSE ", "a", " END", ""},
	{"SELECT ", "(SELECT ", "1", ")", ""},
	{"SELECT ", "ARRAY(SELECT ", "1", ")", ""},
	{"SELECT 1 WHERE ", "EXISTS (SELECT 1 WHERE ", "a", ")", ""},
	{"SELECT 1 WHERE ", "a IN (SELECT a FROM t WHERE ", "a", ")", ""},
	{"SELECT 1 WHERE ", "a = ANY (SELECT a FROM t WHERE ", "a", ")", ""},
	{"SELECT 1 FROM ", "(SELECT 1 FROM ", "t", ") AS a", ""},
	{"SELECT 1 FROM ", "(t CROSS JOIN ", "t", ")", ""},
	{"SELECT 1 FROM ", "(", "t CROSS JOIN t", " CROSS JOIN t)", ""},
	{"SELECT 1 FROM ", "t LEFT JOIN ", "t", " ON a", ""},
	{"SELECT 1 FROM t", " CROSS JOIN t", "", "", ""},
	{"SELECT 1 FROM t", " NATURAL JOIN t", "", "", ""},
	{"SELECT 1 FROM t", " JOIN t USING (a)", "", "", ""},
	{"SELECT 1 FROM t", " JOIN t ON a = b AND c", "", "", ""},
	{"SELECT 1", " UNION SELECT 1", "", "", ""},
	{"SELECT 1", ", 2 UNION SELECT 1", "", "", ""},
	{"SELECT " + strings.Repeat("CASE WHEN ", 1_290) + "a" + strings.Repeat(" THEN 1 END", 1_290), ", 2 UNION SELECT 1", "", "", ""},
	{"SELECT 1 FROM (SELECT 1" + strings.Repeat("+1", 640) + ", 2) AS t", " JOIN t USING (a, b)", "", "", ""},
	{"VALUES (1)", " UNION VALUES (1)", "", "", ""},
	{"TABLE t", " INTERSECT TABLE t", "", "", ""},
	{"", "(", "SELECT 1", ")", ""},
	{"", "(", "SELECT 1", " UNION SELECT 1)", ""},
	{"", "(SELECT 1 UNION ", "SELECT 1", ")", ""},
	{"", "WITH a AS (", "SELECT 1", ") SELECT 1", ""},
	{"", "WITH a AS (DELETE FROM t WHERE a IN (", "SELECT 1", ")) SELECT 1", ""},
	{"", "WITH RECURSIVE a AS NOT MATERIALIZED (", "SELECT 1", ") INSERT INTO t SELECT 1", ""},
	{"SELECT sum(a) OVER (ORDER BY ", "sum(a) OVER (ORDER BY ", "a", ")", ")"},
	{"SELECT ", "sum(a) FILTER (WHERE ", "a", ")", ""},
	{"SELECT ", "percentile(a) WITHIN GROUP (ORDER BY ", "a", ")", ""},
	{"SELECT 1 GROUP BY ", "GROUPING SETS (", "a", ")", ""},
	{"SELECT 1 FROM ", "f(", "1", ")", ""},
	{"SELECT 1 LIMIT ", "(SELECT 1 LIMIT ", "1", ")", ""},
	{"CREATE TABLE t (a int DEFAULT ", "f(", "1", "))", ""},
	{"CREATE TABLE t PARTITION OF s FOR VALUES IN (", "f(", "1", ")", ")"},
	{"CREATE SCHEMA a ", "CREATE TABLE t (a int) ", "", "", ""},
	{"CREATE RULE r AS ON INSERT TO t DO ALSO ", "(", "SELECT 1", ")", ""},
	{"CREATE FUNCTION f() RETURNS int RETURN ", "f(", "1", ")", ""},
	{"CREATE FUNCTION f() RETURNS int ", "BEGIN ATOMIC ", "SELECT 1; ", "END; ", ""},
	{"SET a = ", "b, ", "c", "", ""},
	{"DROP TABLE ", "a, ", "a", "", ""},
	{"COPY ", "(SELECT ", "1", ")", " TO STDOUT"},
	{"EXPLAIN ", "EXPLAIN ", "SELECT 1", "", ""},
	{"", "EXPLAIN (ANALYZE) ", "SELECT 1", "", ""},
	{"", "PREPARE a AS ", "SELECT 1", "", ""},
	{"UPDATE t SET ", "(a) = (SELECT ", "1", ")", ""},
	{"MERGE INTO t USING ", "(SELECT 1 FROM ", "s", ") AS s", " ON a WHEN MATCHED THEN DELETE"},
}

// deep makes the text that repeats n times.
func deep(i, n int) string {
	d := deepTexts[i]
	return d.before + strings.Repeat(d.open, n) + d.middle + strings.Repeat(d.close, n) + d.after
}

// TestStack: the parser survives every text that the limits let through, on the smallest stack that CheckStack
// accepts and on the usual one. A stack overflow ends the process, so a child process parses.
func TestStack(t *testing.T) {
	if os.Getenv("PLANNER_DEEPEST") != "" {
		parseDeepest(t)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("ulimit -s is for threads on Linux")
	}
	for _, kib := range []string{"2048", "8192"} {
		child := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -S -s "+kib+` && exec "$0" -test.run '^TestStack$' -test.v`, os.Args[0])
		child.Env = append(os.Environ(), "PLANNER_DEEPEST=1")
		out, err := child.CombinedOutput()
		said, _, _ := strings.Cut(string(out), "SIG")
		if err != nil {
			t.Errorf("with a stack of %s KiB: %v, after %q", kib, err, said[max(0, len(said)-400):])
		}
	}
}

// parseDeepest parses, for each way to nest, the deepest text that passes the
// limits, and the deepest that the parser takes.
func parseDeepest(t *testing.T) {
	if err := CheckStack(); err != nil {
		t.Fatal(err)
	}
	for i := range deepTexts {
		fmt.Printf("%.100q: ", deep(i, 1))
		passes := func(n int) bool { return Check(deep(i, n), 1<<20) == nil }
		most := sort.Search(6_000, func(n int) bool { return !passes(n) }) - 1
		_, err := Statements(deep(i, most))
		took := most
		if err != nil {
			took = sort.Search(most, func(n int) bool {
				_, err := Statements(deep(i, n))
				return err != nil
			}) - 1
		}
		fmt.Printf("the limits take %d, the parser %d\n", most, took)
	}
}
