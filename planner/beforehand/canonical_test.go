package beforehand_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/beforehand"
)

// TestCanonical: a text that is written so as to mislead its reader comes out in PostgreSQL's usual form.
func TestCanonical(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"delete  from t where id=70 /*" + strings.Repeat(" ", 3000) + "*/ OR id>0", "DELETE FROM t\nWHERE id = 70\n  OR id > 0"},
		{"DELETE FROM t -- only a few\n WHERE a BETWEEN 1 AND 2 AND (b = 1 OR c = 2)", "DELETE FROM t\nWHERE a BETWEEN 1 AND 2\n  AND (b = 1 OR c = 2)"},
		{`UPDATE "Odd" SET a=1,b = U&'\0061' WHERE TRUE`, `UPDATE "Odd"` + "\nSET a = 1, b = 'a'\nWHERE true"},
		{"INSERT INTO t (a) VALUES (1), (2) ON CONFLICT DO UPDATE SET a = 2", "INSERT INTO t (a)\nVALUES (1), (2) ON CONFLICT DO UPDATE SET a = 2"},
		{"MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = 1 WHEN NOT MATCHED THEN INSERT VALUES (1)", "MERGE INTO t\nUSING u ON t.a = u.a\nWHEN MATCHED THEN UPDATE SET b = 1\nWHEN NOT MATCHED THEN INSERT\nVALUES (1)"},
		{"ALTER TABLE t ALTER a SET DEFAULT 1", "ALTER TABLE t ALTER COLUMN a SET DEFAULT 1"},
		{"TRUNCATE t CASCADE", "TRUNCATE t CASCADE"},
		{"DO $$BEGIN DELETE FROM t; END$$", "DO $$BEGIN DELETE FROM t; END$$"},
		{"SELECT 1; SELECT 2", ""},
		{"SELECT (", ""},
	} {
		if got := beforehand.Canonical(test.text); got != test.want {
			t.Errorf("%.60s\n%q\nwant\n%q", test.text, got, test.want)
		}
	}
	for _, same := range []struct {
		a, b string
		want bool
	}{
		{"delete  FROM t\n;", "DELETE FROM t", true},
		{"DELETE FROM t -- all", "DELETE FROM t", false},
		{`DELETE FROM t WHERE a='X'`, `DELETE FROM t WHERE a = 'X'`, true},
	} {
		if got := beforehand.SameTokens(same.a, same.b); got != same.want {
			t.Errorf("%s / %s: %v", same.a, same.b, got)
		}
	}
}
