package parse

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// operands are expressions of each kind, to stand in brackets within the expressions of operations.
const operands = `a OR b; a AND b; NOT a; a = b; a < b; a <> b; a >= b; a + b; a - b; a * b; a / b; a % b; a ^ b; a # b; a || b; - a; -1; ~ a; @ a; a -> b; a @> b; a !~ b
a IS NULL; a IS NOT NULL; a IS TRUE; a IS NOT FALSE; a IS UNKNOWN; a IS DISTINCT FROM b; a IS NOT DISTINCT FROM b; a IS DOCUMENT; a IS NORMALIZED; a IS JSON
a IN (1, 2); a NOT IN (1, 2); a BETWEEN 1 AND 2; a NOT BETWEEN b AND c; a BETWEEN SYMMETRIC 1 AND 2; a LIKE b; a NOT LIKE b; a ILIKE b; a SIMILAR TO b; a LIKE b ESCAPE 'x'
a = ANY (c); a <> ALL (c); a IN (SELECT 1); a NOT IN (SELECT 1); a = ANY (SELECT 1); a <> ALL (SELECT 1); (SELECT 1); EXISTS (SELECT 1); ARRAY(SELECT 1)
a::int; '1'::int; -1::int; interval '1 day'; a COLLATE "C"; a AT TIME ZONE b; a AT TIME ZONE interval '1 hour'; a[1]; a[1:2]; (a).b; (a).b.c; f(a); count(*) OVER ()
CASE WHEN a THEN b END; CASE a WHEN 1 THEN b END; COALESCE(a, b); NULLIF(a, b); GREATEST(a, b); CURRENT_DATE; ARRAY[a]; ROW(a, b); (a, b); (a, b) = (c, d); (a, b) OVERLAPS (c, d)
1; 1.5; -1.5; 'x'; NULL; true; $1; EXTRACT(day FROM a); a OPERATOR(pg_catalog.=) b; a OPERATOR(pg_catalog.+) b`

// operations are expressions with a place for an operand, and statements with one.
const operations = `(%) OR c; c OR (%); (%) AND c; c AND (%); NOT (%); (%) = c; c = (%); (%) < c; c < (%); (%) >= c; (%) + c; c + (%); (%) - c; c - (%); (%) * c; c * (%); (%) / c; c / (%)
(%) % c; (%) ^ c; c ^ (%); (%) || c; c || (%); - (%); ~ (%); (%) -> c; c -> (%); (%) @> c; c !~ (%); (%) OPERATOR(pg_catalog.=) c; c OPERATOR(pg_catalog.+) (%)
(%) IS NULL; (%) IS NOT NULL; (%) IS TRUE; (%) IS NOT FALSE; (%) IS UNKNOWN; (%) IS DISTINCT FROM c; c IS DISTINCT FROM (%); (%) IS NOT DISTINCT FROM c; c IS NOT DISTINCT FROM (%); (%) IS DOCUMENT; (%) IS NORMALIZED
(%) IN (1, 2); (%) NOT IN (1, 2); c IN ((%), 2); (%) BETWEEN c AND d; (%) NOT BETWEEN c AND d; c BETWEEN (%) AND d; c BETWEEN d AND (%); c NOT BETWEEN SYMMETRIC (%) AND d
(%) LIKE c; c LIKE (%); (%) NOT LIKE c; c NOT LIKE (%); (%) ILIKE c; c ILIKE (%); (%) SIMILAR TO c; c SIMILAR TO (%); c LIKE d ESCAPE (%); (%) LIKE d ESCAPE 'x'
(%) = ANY (c); c = ANY (%); c <> ALL (%); (%) IN (SELECT 1); (%) NOT IN (SELECT 1); (%) = ANY (SELECT 1); (%) <> ALL (SELECT 1); c IN (SELECT (%)); EXISTS (SELECT (%))
(%)::int; (%)::numeric(3,1); (%) COLLATE "C"; (%) AT TIME ZONE c; c AT TIME ZONE (%); (%)[1]; c[(%)]; c[1:(%)]; ((%)).b; ((%)).*; f((%)); f(x => (%)); f(VARIADIC (%))
CASE WHEN (%) THEN c END; CASE (%) WHEN (%) THEN c END; CASE WHEN c THEN (%) ELSE (%) END; ARRAY[(%)]; ROW((%), 1); ((%), c) = (c, (%)); COALESCE((%), c); NULLIF((%), (%)); GREATEST((%), c)
count(*) FILTER (WHERE (%)); sum((%)) OVER (PARTITION BY (%) ORDER BY (%) DESC ROWS BETWEEN (%) PRECEDING AND CURRENT ROW); string_agg((%), c ORDER BY (%)); percentile_cont(0.5) WITHIN GROUP (ORDER BY (%)); EXTRACT(day FROM (%)); (c, (%)) OVERLAPS ((%), d)
!SELECT c FROM t WHERE (%) GROUP BY (%) HAVING (%) ORDER BY (%) USING < LIMIT (%) OFFSET (%); !SELECT DISTINCT ON ((%)) c FROM t JOIN u ON (%) FETCH FIRST (%) ROWS WITH TIES; !VALUES ((%), (%))
!INSERT INTO t (a) VALUES ((%)) ON CONFLICT ((%)) WHERE (%) DO UPDATE SET a = (%), (b, c) = ((%), (%)) WHERE (%) RETURNING (%); !UPDATE t SET a = (%), b[(%)] = 1 WHERE (%); !DELETE FROM t USING u WHERE (%) RETURNING (%)
!CREATE TABLE t (a int DEFAULT (%), b int CHECK (%), c int GENERATED ALWAYS AS ((%)) STORED, CHECK (%)); !CREATE INDEX i ON t ((%), b) WHERE (%); !ALTER TABLE t ALTER a SET DEFAULT (%); !ALTER TABLE t ALTER a TYPE int USING (%)
!ALTER TABLE t ADD COLUMN a int DEFAULT (%); !CREATE DOMAIN d AS int DEFAULT (%) CHECK (%); !SELECT * FROM generate_series(1, (%)) g; !SELECT * FROM t TABLESAMPLE system ((%)); !EXECUTE p((%)); !MERGE INTO t USING u ON (%) WHEN MATCHED AND (%) THEN UPDATE SET a = (%)
!CREATE VIEW v AS SELECT (%) AS a; !SELECT (%) a, (%) AS b; !WITH q AS (SELECT (%)) SELECT c FROM q; !SELECT c FROM t, LATERAL (SELECT (%)) x; !CALL p((%)); !SELECT c INTO x FROM t WHERE (%)`

func alternatives(list string) []string {
	return strings.Split(strings.ReplaceAll(list, "\n", "; "), "; ")
}

// statementOf is the statement of an operation.
func statementOf(operation string) string {
	if statement, ok := strings.CutPrefix(operation, "!"); ok {
		return statement
	}
	return "SELECT " + operation
}

// TestDeparse writes each operand into each operation, and the text that is made of the tree has the same tree.
func TestDeparse(t *testing.T) {
	tried := 0
	for _, operation := range alternatives(operations) {
		for _, operand := range alternatives(operands) {
			sql := statementOf(strings.ReplaceAll(operation, "(%)", "("+operand+")"))
			tree, err := pg_query.Parse(sql)
			if err != nil {
				continue // the operation takes no such operand
			}
			tried++
			want, _ := pg_query.Fingerprint(sql)
			made, err := Deparse(tree)
			if err != nil {
				t.Errorf("%s: %v", sql, err)
				continue
			}
			got, err := pg_query.Fingerprint(made)
			if err != nil || got != want {
				t.Errorf("%s\n\tbecomes %s (%v)", sql, made, err)
			}
		}
	}
	if tried < 10_000 {
		t.Errorf("only %d expressions were tried", tried)
	}
}

// TestDeparsedHere holds all texts that are made of trees to Deparse.
func TestDeparsedHere(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == "../../planner/parse/deparse.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "pg_query.Deparse(") {
			t.Errorf("%s calls pg_query.Deparse: parse.Deparse writes the brackets that are missing there", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestDeparseNested writes operations into each other, in an order that is the same each time. A text that cannot be parsed is
// refused by whoever it is for; one that means something else must not be.
func TestDeparseNested(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all, inner := alternatives(operations), alternatives(operands)
	nested := slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o[0] == '!' })
	tried := 0
	for range 6_000 {
		sql := strings.ReplaceAll(all[random.IntN(len(all))], "(%)", "("+nested[random.IntN(len(nested))]+")")
		if random.IntN(2) == 0 {
			sql = strings.ReplaceAll(sql, "(%)", "("+nested[random.IntN(len(nested))]+")")
		}
		sql = statementOf(strings.ReplaceAll(sql, "(%)", "("+inner[random.IntN(len(inner))]+")"))
		tree, err := pg_query.Parse(sql)
		if err != nil {
			continue
		}
		tried++
		want, _ := pg_query.Fingerprint(sql)
		made, err := Deparse(tree)
		got, parsed := pg_query.Fingerprint(made)
		if err == nil && parsed == nil && got != want {
			t.Errorf("%s\n\tbecomes %s", sql, made)
		}
	}
	if tried < 4_000 {
		t.Errorf("only %d expressions were tried", tried)
	}
}
