package textkey

import (
	"bytes"
	"strings"
	"testing"
)

// TestKey compares the keys of texts that look alike. "" means that the text has no key but itself.
func TestKey(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"SELECT 1", "SELECT {int}"},
		{" select 1 ; \n", " select {int} ; \n"},
		{"SELECT 1.5, .5, 1., 1e5, 1.5E-3, 1.e+5", "SELECT {dec}, {dec}, {dec}, {dec}, {dec}, {dec}"},
		{"SELECT 2147483647, 0002147483647", "SELECT {int}, {int}"},
		{"SELECT 2147483648, 99999999999999999999", "SELECT {dec}, {dec}"},
		{"SELECT 'a', '', 'it''s', '''', '--', ';', '\x01'", "SELECT {str}, {str}, {str}, {str}, {str}, {str}, {str}"},
		{"SELECT -1, a-1, a -1, - 1", "SELECT -{int}, a-{int}, a -{int}, - {int}"},
		{"SELECT x1, a2b3, t.a1, 1 AS c1", "SELECT x1, a2b3, t.a1, {int} AS c1"},
		{"SELECT a.1", "SELECT a{dec}"}, // as the server reads it before it reports an error
		{"SELECT $1, 1", "SELECT $1, {int}"},
		{"SELECT $1", ""},
		{`SELECT "a'b", "it""s", 1`, `SELECT "a'b", "it""s", {int}`},
		{`SELECT "größe" FROM "таблица" WHERE a = 'größe'`, `SELECT "größe" FROM "таблица" WHERE a = {str}`},
		{"SELECT date '2020-01-01', interval '1' day, numeric(10,2) '5'", "SELECT date {str}, interval {str} day, numeric({int},{int}) {str}"},
		{"SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT {int}"},
		{"SELECT a FROM t LIMIT NULL", ""},
		{"SELECT a[1:2], b::char(3), '{1}'::int[] FROM t ORDER BY 1", "SELECT a[{int}:{int}], b::char({int}), {str}::int[] FROM t ORDER BY {int}"},
		{"SELECT j->'a'->>'b', j?'c', j @> '{}' FROM t", "SELECT j->{str}->>{str}, j?{str}, j @> {str} FROM t"},
		{"INSERT INTO t VALUES (1, 'a'), (2, 'b')", "INSERT INTO t VALUES ({int}, {str}), ({int}, {str})"},
		{"WITH a AS (SELECT 1) UPDATE t SET a = 2", "WITH a AS (SELECT {int}) UPDATE t SET a = {int}"},
		{"DELETE FROM t WHERE a IN (1,2.5,'c')", "DELETE FROM t WHERE a IN ({int},{dec},{str})"},
		{"MERGE INTO t USING s ON a = 1 WHEN MATCHED THEN DELETE", "MERGE INTO t USING s ON a = {int} WHEN MATCHED THEN DELETE"},
		{"VALUES (1)", "VALUES ({int})"},

		// Servers may read these differently, or the scanner could be wrong.
		{"SELECT 'a' 'b'", ""},
		{"SELECT 'a'\n'b'", ""},
		{"SELECT 'a' \"b\"", ""},
		{`SELECT 'a\', 1`, ""},
		{"SELECT E'a', 1", ""},
		{"SELECT e'a', 1", ""},
		{"SELECT N'a', 1", ""},
		{"SELECT B'1', 1", ""},
		{"SELECT X'1F', 1", ""},
		{"SELECT U&'a', 1", ""},
		{`SELECT U&"a", 1`, ""},
		{"SELECT date'2020-01-01'", ""},
		{"SELECT $$a$$, 1", ""},
		{"SELECT $a$b$a$, 1", ""},
		{"SELECT $1a, 1", ""},
		{"SELECT 1 -- a", ""},
		{"SELECT 5 --1", ""},
		{"SELECT 5--1", ""},
		{"SELECT /* a */ 1", ""},
		{"SELECT 1 /* a", ""},
		{"SELECT 1..2", ""},
		{"SELECT 1.5.6", ""},
		{"SELECT 0x1F", ""},
		{"SELECT 0b1", ""},
		{"SELECT 1_000", ""},
		{"SELECT 1a", ""},
		{"SELECT 1e", ""},
		{"SELECT 1e+", ""},
		{"SELECT 1$", ""},
		{"SELECT 1'a'", ""},
		{"SELECT größe + 1 FROM t", ""},
		{"SELECT 1\u00a0+ 1", ""},
		{"SELECT 1\v+ 1", ""},
		{"SELECT \x01 + 1", ""},
		{"SELECT \"\x01\", 1", ""},
		{`SELECT \1`, ""},
		{"SELECT 'a", ""},
		{`SELECT "a, 1`, ""},
		{"SELECT 1; SELECT 2", ""},
		{"SELECT 1;;", ""},
		{"; SELECT 1", ""},
		{"SELECT a::float(24), 1", ""},

		// A constant may decide these.
		{"EXPLAIN SELECT 1", ""},
		{"SET a = 1", ""},
		{"CALL f(1)", ""},
		{"EXECUTE p(1)", ""},
		{"PREPARE p AS SELECT 1", ""},
		{"DECLARE c CURSOR FOR SELECT 1", ""},
		{"COPY (SELECT 1) TO STDOUT", ""},
		{"CREATE TABLE a AS SELECT 1", ""},
		{"DO 'a'", ""},
		{"(SELECT 1)", ""},
		{"1", ""},
		{"", ""},
	} {
		var a Buffer
		got := strings.NewReplacer("\x01", "{int}", "\x02", "{dec}", "\x03", "{str}").Replace(string(bytes.TrimPrefix(a.Form("", test.text), []byte("\x00\x00f"))))
		if got != test.want {
			t.Errorf("%q: the key is %q, want %q", test.text, got, test.want)
		}
	}
}
