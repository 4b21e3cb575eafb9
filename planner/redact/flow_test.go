package redact_test

import (
	"strings"
	"testing"
)

// TestRenamedSecrets: a secret is found behind the names that a statement gives to what it comes through.
func TestRenamedSecrets(t *testing.T) {
	for _, sql := range []string{
		"INSERT INTO users (name, password) SELECT a, b FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"WITH t AS (SELECT 'bob' AS a, 'hunter2' AS b) INSERT INTO users (name, password) SELECT p, q FROM t AS r(p, q)",
		"WITH t AS (VALUES ('bob', 'hunter2')) INSERT INTO users (name, password) SELECT p, q FROM t AS r(p, q)",
		"WITH t AS (VALUES ('bob', 'hunter2')) INSERT INTO users (name, password) SELECT r.p, r.q FROM t r(p, q) WHERE p > 'a'",
		"INSERT INTO users (name, password) SELECT p, q FROM ((VALUES ('bob', 'hunter2')) v(a, b) CROSS JOIN (VALUES (1)) w(c)) AS j(p, q, s)",
		"UPDATE users SET password = v.b FROM (VALUES (1, 'hunter2')) v(a, b) WHERE id = a",
		"WITH t(a, b) AS (VALUES (1, 'hunter2')) UPDATE users SET password = r.q FROM t AS r(p, q) WHERE id = p",
		"UPDATE users SET (name, password) = (SELECT a, b FROM (VALUES ('bob', 'hunter2')) v(a, b))",
		"MERGE INTO users u USING (VALUES (1, 'hunter2')) v(id, b) ON u.id = v.id WHEN MATCHED THEN UPDATE SET password = v.b",
		"MERGE INTO users u USING (VALUES (1, 'hunter2')) v(id, b) ON u.id = v.id WHEN NOT MATCHED THEN INSERT (id, password) VALUES (v.id, v.b)",
		"INSERT INTO users (name, password) SELECT (v).a, (v).b FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"INSERT INTO users (name, password) SELECT * FROM ROWS FROM (json_to_recordset('[{\"a\":\"bob\",\"b\":\"hunter2\"}]') AS (a text, b text))",
		"INSERT INTO users (name, password) SELECT a, b FROM ROWS FROM (json_to_recordset('[{\"a\":\"bob\",\"b\":\"hunter2\"}]') AS (a text, b text))",
		"WITH t AS (VALUES ('bob', 'hunter2')) INSERT INTO users (name, password) TABLE t",
		"INSERT INTO users (name, password) SELECT a, c FROM (VALUES ('bob', 'hunter2')) v(a, b), LATERAL (SELECT b) w(c)",
		"INSERT INTO users (name, password) SELECT v.* FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"WITH t AS (VALUES ('bob', 'hunter2')) INSERT INTO users (name, password) SELECT (r).* FROM t r",
		"WITH t AS (SELECT 'hunter2' AS a UNION ALL SELECT 'hunter2') INSERT INTO users (password) SELECT max(a) FROM t",
		"INSERT INTO users (name, password) SELECT a, (SELECT b FROM (VALUES ('hunter2')) w(b)) FROM (VALUES ('bob')) v(a)",
		"INSERT INTO users (name, password) SELECT a, CASE WHEN true THEN b END FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"CREATE TABLE users (name, password) AS SELECT a, b FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"CREATE VIEW users (name, password) AS SELECT a, b FROM (VALUES ('bob', 'hunter2')) v(a, b)",
		"INSERT INTO users (password) SELECT x FROM unnest(ARRAY['hunter2']) AS x",
		"INSERT INTO users (password) SELECT u.x FROM unnest(ARRAY['hunter2']) WITH ORDINALITY AS u(x, n)",
		"INSERT INTO users (password) SELECT * FROM unnest(ARRAY['hunter2'])",
		"INSERT INTO users (password) SELECT unnest FROM unnest(ARRAY['hunter2'])",
		"INSERT INTO users (password) SELECT json_array_elements_text FROM json_array_elements_text('[\"hunter2\"]')",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a || 'x' AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a) UPDATE users SET password = n.a FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a) UPDATE users SET (name, password) = (SELECT 'bob', a FROM n)",
		"WITH n(x) AS (INSERT INTO t (b, a) VALUES (1, 'hunter2') RETURNING a) INSERT INTO users (password) SELECT x FROM n",
		"WITH n(y, x) AS (INSERT INTO t (b, a) VALUES (1, 'hunter2') RETURNING *) INSERT INTO users (password) SELECT x FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a) INSERT INTO users (password) SELECT * FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING *) INSERT INTO users (name, password) TABLE n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING t.*) INSERT INTO users (name, password) SELECT n.* FROM n",
		"WITH n AS (INSERT INTO t VALUES ('hunter2') RETURNING a AS z) INSERT INTO users (password) SELECT r.p FROM n AS r(p)",
		"WITH n AS (INSERT INTO t (a) SELECT q FROM (VALUES ('hunter2')) v(q) RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (UPDATE t SET a = 'hunter2' RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (UPDATE t SET (b, a) = (1, 'hunter2') RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (DELETE FROM t USING (VALUES ('hunter2')) v(q) RETURNING v.q AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (MERGE INTO t USING (VALUES (1)) v(id) ON t.id = v.id WHEN NOT MATCHED THEN INSERT (a) VALUES ('hunter2') RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (MERGE INTO t USING (VALUES (1)) v(id) ON t.id = v.id WHEN MATCHED THEN UPDATE SET a = 'hunter2' RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a AS z), o AS (SELECT z AS y FROM n UNION SELECT 'hunter2') INSERT INTO users (password) SELECT y FROM o",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a AS z), o AS (INSERT INTO s (c) SELECT z FROM n RETURNING c AS y) INSERT INTO users (password) SELECT y FROM o",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a AS z) SELECT set_password(z) FROM n",
		"WITH n AS (INSERT INTO t (a) VALUES ('hunter2') RETURNING a AS z) SELECT * FROM users, n WHERE password = z",
		"INSERT INTO users (id, a) VALUES (1, 'hunter2') ON CONFLICT (id) DO UPDATE SET password = excluded.a",
		"PREPARE p AS WITH n AS (INSERT INTO t (a) VALUES ($1) RETURNING a AS z) INSERT INTO users (password) SELECT z FROM n; EXECUTE p ('hunter2')",
		"PREPARE p AS INSERT INTO users (password) SELECT z FROM (SELECT $1) v(z); EXECUTE p ('hunter2')",
		"PREPARE p AS UPDATE users SET password = v.z FROM (VALUES ($2)) v(z) WHERE id = $1; EXECUTE p (1, 'hunter2')",
		"INSERT INTO users (password) SELECT z FROM (SELECT 1 AS z UNION ALL (SELECT 2 EXCEPT SELECT 'hunter2')) v",
		"INSERT INTO users (password) WITH a AS (WITH b AS (SELECT 'hunter2' AS y) SELECT y AS z FROM b) SELECT z FROM a",
	} {
		if got := redacted(sql); strings.Contains(got, "hunter2") || !strings.Contains(got, "<redacted>") {
			t.Errorf("%s is recorded as %s", sql, got)
		}
	}
	for _, sql := range []string{
		"WITH n AS (INSERT INTO t (a) VALUES ('bob') RETURNING id) INSERT INTO users (id, password) SELECT id, a FROM n, v",
		"WITH n AS (INSERT INTO t (a) VALUES ('bob') RETURNING a AS z) INSERT INTO users (name, password) SELECT z, $1 FROM n",
		"INSERT INTO users (id, a) VALUES (1, 'bob') ON CONFLICT (id) DO UPDATE SET name = excluded.a",
		"UPDATE users SET a = 'bob', password = a",
		"WITH t AS (VALUES ('bob', 5)) INSERT INTO users (name, age) SELECT p, q FROM t AS r(p, q)",
		"WITH t AS (VALUES ('bob', $1)) INSERT INTO users (name, password) SELECT p, q FROM t AS r(p, q)",
		"SELECT p FROM ((VALUES ('bob')) v(a) CROSS JOIN (VALUES (1)) w(c)) AS j(p, q)",
		"CREATE TABLE users (name, age) AS SELECT a, b FROM (VALUES ('bob', 5)) v(a, b)",
	} {
		if got := redacted(sql); got != sql {
			t.Errorf("%s is recorded as %s", sql, got)
		}
	}
}
