package redact_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// redactCases reads testdata/redact.txt: statements, each with what a record
// shows of it.
func redactCases(t testing.TB) (statements []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "redact.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n----\n") {
		if _, rest, ok := strings.Cut(block, "\n\n"); ok { // behind the previous answer
			block = rest
		}
		if block = strings.TrimSpace(block); block != "" {
			statements = append(statements, block)
		}
	}
	return statements
}

// TestRedact compares with testdata/redact.txt, whose secrets are all hunter2
// or look like a token.
func TestRedact(t *testing.T) {
	var out strings.Builder
	for _, block := range redactCases(t) {
		statement := regexp.MustCompile(`(?m)^# .*\n`).ReplaceAllString(block, "")
		got := redacted(statement)
		if strings.Contains(got, "hunter2") || strings.Contains(got, "hun") && !strings.Contains(got, "<redacted") {
			t.Errorf("%s\nbecame %s", statement, got)
		}
		if again := redacted(got); again != got {
			t.Errorf("%s\nbecame %s\nand that %s", statement, got, again)
		}
		fmt.Fprintf(&out, "%s\n----\n%s\n\n", block, got)
	}
	path := filepath.Join("testdata", "redact.txt")
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != out.String() {
		t.Errorf("testdata/redact.txt differs; -update rewrites it:\n%s", out.String())
	}
}

// BenchmarkRedact is what a record's statement costs: first of all one that
// speaks of no secret.
func BenchmarkRedact(b *testing.B) {
	for _, c := range []struct{ name, sql string }{
		{"select", "SELECT abalance FROM pgbench_accounts WHERE aid = 42"},
		{"report", "SELECT l_returnflag, l_linestatus, sum(l_quantity) AS sum_qty, sum(l_extendedprice) AS sum_base_price, " +
			"sum(l_extendedprice * (1 - l_discount)) AS sum_disc_price, avg(l_quantity) AS avg_qty, count(*) AS count_order FROM lineitem " +
			"WHERE l_shipdate <= date '1998-12-01' - interval '90 days' AND l_orderkey > 5 GROUP BY l_returnflag, l_linestatus ORDER BY 1, 2"},
		{"key", "SELECT c_custkey, o_orderkey FROM customer JOIN orders ON c_custkey = o_custkey WHERE o_orderkey = 7"},
		{"secret again", "SELECT id, password_hash FROM users WHERE email = 'ada@example.com'"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				redacted(c.sql)
			}
		})
	}
	b.Run("secret new", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			redacted(fmt.Sprintf("SELECT id, password_hash FROM users WHERE email = 'ada%d@example.com'", i))
		}
	})
}
