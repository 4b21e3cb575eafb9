package parse

import (
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestCheckText(t *testing.T) {
	long := func(n int, unit string) string { return strings.Repeat(unit, n) }
	for _, test := range []struct {
		name, text string
		want       sqlstate.Code
	}{
		{"plain", "SELECT 1", sqlstate.SuccessfulCompletion},
		{"NUL", "SELECT 1\x00; DROP TABLE t", sqlstate.CharacterNotInRepertoire},
		{"not UTF-8", "SELECT '\xff'", sqlstate.CharacterNotInRepertoire},
		{"too long", "SELECT '" + long(DefaultMaxBytes, "x") + "'", sqlstate.ProgramLimitExceeded},
		{"a chain of +, which crashes the parser", "SELECT 1" + long(25_000, "+1"), sqlstate.StatementTooComplex},
		{"a chain of casts", "SELECT 1" + long(25_000, "::int"), sqlstate.StatementTooComplex},
		{"a chain of IS NULL", "SELECT 1" + long(25_000, " IS NULL"), sqlstate.StatementTooComplex},
		{"a chain of ISNULL", "SELECT 1" + long(25_000, " ISNULL"), sqlstate.StatementTooComplex},
		{"a chain of COLLATE", "SELECT 'a'" + long(25_000, ` COLLATE "C"`), sqlstate.StatementTooComplex},
		{"a chain of joins with commas", "SELECT 1 FROM a, b" + long(25_000, " CROSS JOIN t"), sqlstate.StatementTooComplex},
		{"a chain of UNION with commas", "SELECT 1, 2" + long(50_000, " UNION ALL SELECT 1, 2"), sqlstate.StatementTooComplex},
		{"a chain through brackets that close", long(40, "(") + "1" + long(40, long(3_000, "+1")+")"), sqlstate.StatementTooComplex},
		{"a chain behind a bracket with a comma", "SELECT " + long(12_000, "f(1,2)+") + "1", sqlstate.StatementTooComplex},
		{"a chain hidden by AS end", "SELECT " + long(12_000, "(SELECT 1 AS end, 2)+") + "1", sqlstate.StatementTooComplex},
		{"a chain of columns called and", "SELECT " + long(12_000, "t.and+") + "1", sqlstate.StatementTooComplex},
		{"a chain of BETWEEN", "SELECT 1" + long(12_000, " BETWEEN 0 AND 1 ISNULL"), sqlstate.StatementTooComplex},
		{"a chain of BETWEEN in OR", "SELECT a OR 1" + long(12_000, " BETWEEN 0 AND 1 IS TRUE"), sqlstate.StatementTooComplex},
		{"a chain of CASE", "SELECT " + long(12_000, "CASE WHEN a THEN 1 END+") + "1", sqlstate.StatementTooComplex},
		{"comments without blanks, which take hours", "SELECT 1" + long(500_000, "/**/"), sqlstate.StatementTooComplex},
		{"comments in comments", "SELECT 1" + long(500_000, "/*") + long(500_000, "*/"), sqlstate.StatementTooComplex},
		{"comments that do not end", "SELECT 1" + long(1_000_000, "/*"), sqlstate.StatementTooComplex},
		{"a chain of signs", "SELECT " + long(1_000_000, "+") + "1", sqlstate.StatementTooComplex},
		{"many runs of comments", "SELECT 1" + long(2_000, long(50, "/**/")+" "), sqlstate.StatementTooComplex},
		{"comments with rules", long(500, "/"+long(98, "*")+"\n-- "+long(76, "-")+"\n"+long(98, "*")+"/\n") + "SELECT '" + long(500, "=") + "'", sqlstate.SuccessfulCompletion},
		{"a long IN list", "SELECT 1 WHERE 1 IN (1" + long(100_000, ",1") + ")", sqlstate.SuccessfulCompletion},
		{"many values", "INSERT INTO t VALUES (1, 'a')" + long(20_000, ", (1, 'a')"), sqlstate.SuccessfulCompletion},
		{"many ORs", "SELECT 1 WHERE (a = 1 AND b = 2)" + long(3_000, " OR (a = 1 AND b = 2)"), sqlstate.SuccessfulCompletion},
		{"many BETWEENs", "SELECT 1 WHERE a BETWEEN 1 AND 2" + long(1_000, " OR a BETWEEN 1 AND 2"), sqlstate.SuccessfulCompletion},
		{"a long CASE", "SELECT CASE" + long(3_000, " WHEN a = 1 THEN 'x'") + " END", sqlstate.SuccessfulCompletion},
		{"many statements", long(10_000, "SELECT 1;"), sqlstate.SuccessfulCompletion},
		{"too many statements", long(10_001, "SELECT 1;"), sqlstate.StatementTooComplex},
		{"semicolons in a string", "SELECT '" + long(1_000_000, ";") + "'", sqlstate.SuccessfulCompletion},
		{"semicolons in a comment", "SELECT 1 /*" + long(1_000_000, ";") + "*/", sqlstate.SuccessfulCompletion},
		{"JSON in a string", "SELECT '{" + long(300_000, `"a": 1,`) + "}'", sqlstate.SuccessfulCompletion},
		{"a program in dollars", "DO $x$" + long(300_000, "a := b + 1;\n") + "$x$", sqlstate.SuccessfulCompletion},
		{"a million elements", "SELECT 1 IN (1" + long(1_000_000, ",1") + ")", sqlstate.StatementTooComplex},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Check(test.text, 0)
			if got := sqlstate.CodeOf(err); got != test.want {
				t.Fatalf("got %v, want SQLSTATE %s", err, test.want)
			}
			if err == nil {
				if _, err := Statements(test.text); err != nil {
					t.Errorf("let through, and the parser says %v", err)
				}
			}
		})
	}
}

// TestNesting: what nests by brackets is the parser's to refuse, cleanly.
func TestNesting(t *testing.T) {
	for open, n := range map[string]int{"(": 20_000, "(SELECT ": 2_400} {
		text := "SELECT " + strings.Repeat(open, n) + "1" + strings.Repeat(")", n)
		err := Check(text, 0)
		if err == nil {
			_, err = Statements(text)
		}
		if got := sqlstate.CodeOf(err); got != sqlstate.StatementTooComplex {
			t.Errorf("%s: got %v, want SQLSTATE %s", open, err, sqlstate.StatementTooComplex)
		}
	}
}

// FuzzLimits: what is counted without a scanner is never less than what the
// scanner counts, and what passes the limits the parser survives.
func FuzzLimits(f *testing.F) {
	for _, text := range append(samples(f), oddTokens...) {
		f.Add(text, "+1", 10)
	}
	for i, unit := range []string{"+1", "::int", " IS NULL", " UNION SELECT 1, 2", "(", "f(1,2)+", " AND a", "[1]", " CASE WHEN", ".and", " AS end,", "/**/", "+", "/*", "'a'\n", "$1", "1a", "é", "\u00a0", "x'1'"} {
		f.Add("SELECT 1", unit, 300*i)
	}
	f.Fuzz(func(t *testing.T, head, unit string, n int) {
		if n < 0 || n > 10_000 || len(unit) > 64 || len(head) > 10_000 {
			return
		}
		text := head + strings.Repeat(unit, n)
		if CheckBytes(text, 1<<20) != nil || tooSlowAt(text) >= 0 {
			return
		}
		if scan, err := pg_query.Scan(text); err == nil {
			tokens, sets, counted := 0, 0, map[pg_query.Token]bool{
				pg_query.Token_UNION: true, pg_query.Token_INTERSECT: true, pg_query.Token_EXCEPT: true, pg_query.Token_JOIN: true,
			}
			for _, tok := range scan.Tokens {
				if tokens++; counted[tok.Token] {
					sets++
				}
			}
			if most, mostSets := upperBounds(text); tokens > most || sets > mostSets {
				t.Fatalf("%q: %d tokens and %d sets, counted %d and %d", text, tokens, sets, most, mostSets)
			}
		}
		if CheckDepth(text) == nil {
			_, _ = Statements(text) // a stack overflow ends the process
		}
	})
}
