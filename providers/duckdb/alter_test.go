package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestAlterHeldTables alters tables that have indexes and foreign keys. A line is a statement, and what it answers: the tag,
// the rows, or a SQLSTATE.
func TestAlterHeldTables(t *testing.T) {
	held := connect(t, open(t, Options{}), providers.ConnOptions{})
	for sql := range strings.SplitSeq(`CREATE TABLE p(id int PRIMARY KEY, n text NOT NULL, CHECK (id > 0)) -> CREATE TABLE
CREATE TABLE c(id int PRIMARY KEY, p int REFERENCES p(id), u text UNIQUE, v DECIMAL(10,2) DEFAULT 7, w int GENERATED ALWAYS AS (id + 1)) -> CREATE TABLE
CREATE INDEX c_u ON c(u) -> CREATE INDEX
CREATE UNIQUE INDEX c_two ON c(v, u) -> CREATE INDEX
COMMENT ON TABLE c IS 'it''s' -> COMMENT
COMMENT ON COLUMN c.u IS 'u' -> COMMENT
INSERT INTO p VALUES (1, 'a'), (2, 'b') -> INSERT 0 2
INSERT INTO c (id, p, u) VALUES (1, 1, 'x'), (2, 2, 'y') -> INSERT 0 2
ALTER TABLE c ADD COLUMN z int DEFAULT 5 -> ALTER TABLE
ALTER TABLE c ALTER COLUMN u SET NOT NULL -> ALTER TABLE
INSERT INTO c (id) VALUES (3) -> 23502
ALTER TABLE p ALTER COLUMN n DROP NOT NULL -> ALTER TABLE
INSERT INTO p VALUES (3, NULL) -> INSERT 0 1
ALTER TABLE c ALTER COLUMN z TYPE bigint -> ALTER TABLE
ALTER TABLE c RENAME COLUMN u TO "U 2" -> ALTER TABLE
SELECT id, p, "U 2", v, w, z FROM c ORDER BY id -> 1|1|x|7.00|2|5; 2|2|y|7.00|3|5
SELECT index_name FROM duckdb_indexes() ORDER BY 1 -> c_two; c_u
SELECT comment FROM duckdb_tables() WHERE table_name = 'c' -> it's
SELECT comment FROM duckdb_columns() WHERE table_name = 'c' AND comment IS NOT NULL -> u
INSERT INTO c (id, p, "U 2") VALUES (4, 9, 'q') -> 23503
ALTER TABLE p RENAME TO parent -> ALTER TABLE
ALTER TABLE parent RENAME COLUMN id TO key -> ALTER TABLE
INSERT INTO c (id, p, "U 2") VALUES (4, 9, 'q') -> 23503
INSERT INTO c (id, p, "U 2") VALUES (4, 3, 'q') -> INSERT 0 1
ALTER TABLE parent DROP COLUMN key -> 2BP01
ALTER TABLE c DROP CONSTRAINT nosuch -> 42704
ALTER TABLE c DROP CONSTRAINT IF EXISTS nosuch -> ALTER TABLE
ALTER TABLE c DROP CONSTRAINT c_p_fkey -> ALTER TABLE
INSERT INTO c (id, p, "U 2") VALUES (5, 9, 'r') -> INSERT 0 1
ALTER TABLE c ADD CONSTRAINT x FOREIGN KEY (p) REFERENCES parent (key) -> 23503
SELECT count(*) FROM c -> 4
DELETE FROM c WHERE p = 9 -> DELETE 1
ALTER TABLE c ADD CONSTRAINT x FOREIGN KEY (p) REFERENCES parent -> ALTER TABLE
INSERT INTO c (id, p, "U 2") VALUES (5, 9, 'r') -> 23503
ALTER TABLE c ADD CHECK (z < 100) -> ALTER TABLE
INSERT INTO c (id, p, "U 2", z) VALUES (5, 3, 'r', 100) -> 23514
ALTER TABLE c DROP CONSTRAINT c_z_check -> ALTER TABLE
INSERT INTO c (id, p, "U 2", z) VALUES (5, 3, 'r', 100) -> INSERT 0 1
INSERT INTO c (id, p, "U 2", v) VALUES (6, 3, 'r', 8) -> 23505
ALTER TABLE c DROP CONSTRAINT "c_u_key" -> ALTER TABLE
INSERT INTO c (id, p, "U 2", v) VALUES (6, 3, 'r', 8) -> INSERT 0 1
ALTER TABLE c DROP CONSTRAINT c_two -> ALTER TABLE
INSERT INTO c (id, p, "U 2", v) VALUES (6, 3, 'r', 8) -> 23505
ALTER TABLE c DROP CONSTRAINT c_pkey -> ALTER TABLE
INSERT INTO c (id, p, "U 2", v) VALUES (6, 3, 'r', 8) -> INSERT 0 1
INSERT INTO c (p, "U 2", v) VALUES (3, 'r', 8) -> 23502
ALTER TABLE c ADD PRIMARY KEY (id) -> 23505
ALTER TABLE c DROP COLUMN "U 2" -> ALTER TABLE
SELECT count(*) FROM duckdb_indexes() -> 0
BEGIN -> BEGIN
ALTER TABLE c DROP COLUMN z -> ALTER TABLE
ALTER TABLE parent ADD COLUMN more int -> ALTER TABLE
ROLLBACK -> ROLLBACK
SELECT count(z) FROM c -> 6
DROP TABLE parent -> 2BP01
DROP TABLE parent CASCADE -> DROP TABLE
INSERT INTO c (id, p) VALUES (9, 99) -> INSERT 0 1
ALTER TABLE nosuch DROP CONSTRAINT x -> 42P01
ALTER TABLE IF EXISTS c RENAME TO d -> ALTER TABLE
SELECT count(*) FROM d -> 7
CREATE TABLE a(id int PRIMARY KEY, v text) -> CREATE TABLE
CREATE TABLE y(id int PRIMARY KEY, a int REFERENCES a(id)) -> CREATE TABLE
CREATE TABLE b(id int PRIMARY KEY, a int REFERENCES a(id), y int REFERENCES y(id)) -> CREATE TABLE
CREATE TABLE z(b int REFERENCES b(id)) -> CREATE TABLE
CREATE INDEX a_v ON a(v) -> CREATE INDEX
CREATE INDEX b_y ON b(y) -> CREATE INDEX
INSERT INTO a VALUES (1, '7') -> INSERT 0 1
INSERT INTO y VALUES (2, 1) -> INSERT 0 1
INSERT INTO b VALUES (3, 1, 2) -> INSERT 0 1
INSERT INTO z VALUES (3) -> INSERT 0 1
ALTER TABLE a ALTER COLUMN v TYPE int USING v::int -> ALTER TABLE
ALTER TABLE a ADD COLUMN w int -> ALTER TABLE
SELECT v + 1, w FROM a -> 8|∅
INSERT INTO b VALUES (4, 9, 2) -> 23503
INSERT INTO b VALUES (4, 1, 9) -> 23503
INSERT INTO y VALUES (4, 9) -> 23503
INSERT INTO z VALUES (9) -> 23503
ALTER TABLE b DROP COLUMN a -> ALTER TABLE
INSERT INTO b VALUES (4, 9) -> 23503
INSERT INTO z VALUES (9) -> 23503
ALTER TABLE b ADD COLUMN a int -> ALTER TABLE
ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a (id) -> ALTER TABLE
INSERT INTO b VALUES (4, 2, 9) -> 23503
DROP TABLE y CASCADE -> DROP TABLE
INSERT INTO b VALUES (4, 9, 9) -> 23503
INSERT INTO b VALUES (4, 9, 1) -> INSERT 0 1
INSERT INTO z VALUES (9) -> 23503
SELECT index_name FROM duckdb_indexes() ORDER BY 1 -> a_v; b_y
CREATE SEQUENCE k_id_seq -> CREATE SEQUENCE
CREATE TABLE k(id int DEFAULT nextval('k_id_seq') PRIMARY KEY, "U" text DEFAULT '07' UNIQUE, n int CHECK (n > 0), m int NOT NULL DEFAULT 3, UNIQUE (n, m)) -> CREATE TABLE
CREATE TABLE l(k int REFERENCES k(id), up int) -> CREATE TABLE
CREATE INDEX k_m ON k(m) -> CREATE INDEX
COMMENT ON COLUMN k."U" IS 'u' -> COMMENT
INSERT INTO k (n) VALUES (1) -> INSERT 0 1
INSERT INTO l VALUES (1, 1) -> INSERT 0 1
ALTER TABLE k ALTER COLUMN "U" TYPE pg_varchar_3 -> ALTER TABLE
INSERT INTO k (n) VALUES (2) -> 23505
INSERT INTO k ("U", n) VALUES ('7', 2) -> INSERT 0 1
SELECT comment FROM duckdb_columns() WHERE table_name = 'k' AND comment IS NOT NULL -> u
ALTER TABLE k ALTER "U" TYPE int USING "U"::int -> 23505
ALTER TABLE k ALTER n SET DATA TYPE bigint -> ALTER TABLE
INSERT INTO k ("U", n) VALUES ('x', 0) -> 23514
ALTER TABLE k ALTER m TYPE text -> ALTER TABLE
INSERT INTO k ("U", n, m) VALUES ('x', 1, '3') -> 23505
INSERT INTO k ("U", n, m) VALUES ('x', 1, NULL) -> 23502
INSERT INTO l VALUES (9, 1) -> 23503
ALTER TABLE k ALTER id TYPE text -> 0A000
INSERT INTO l VALUES (9, 1) -> 23503
BEGIN -> BEGIN
ALTER TABLE l DROP CONSTRAINT l_k_fkey -> ALTER TABLE
ALTER TABLE k ALTER id TYPE bigint -> ALTER TABLE
ALTER TABLE l ALTER k TYPE bigint -> ALTER TABLE
ALTER TABLE l ADD FOREIGN KEY (k) REFERENCES k (id) -> ALTER TABLE
COMMIT -> COMMIT
INSERT INTO l VALUES (9, 1) -> 23503
INSERT INTO k (id, "U", n) VALUES (1, 'x', 4) -> 23505
INSERT INTO k (id, "U", n) VALUES (NULL, 'x', 4) -> 23502
INSERT INTO k (id, "U", n) VALUES (3000000000, 'x', 4) -> INSERT 0 1
INSERT INTO k ("U", n) VALUES ('y', 5) -> INSERT 0 1
SELECT id, "U", n, m FROM k ORDER BY n -> 1|07|1|3; 3|7|2|3; 3000000000|x|4|3; 7|y|5|3
SELECT column_name, data_type FROM duckdb_columns() WHERE table_name IN ('k', 'l') ORDER BY 1, 2 -> U|PG_VARCHAR_3; id|BIGINT; k|BIGINT; m|VARCHAR; n|BIGINT; up|INTEGER
SELECT constraint_name FROM duckdb_constraints() WHERE table_name = 'k' AND constraint_type <> 'NOT NULL' ORDER BY 1 -> k_id_pkey; k_n_check; k_n_m_key; k_u_key
SELECT index_name FROM duckdb_indexes() ORDER BY 1 -> a_v; b_y; k_m
ALTER TABLE k DROP CONSTRAINT "k_U_key" -> ALTER TABLE
ALTER TABLE k DROP CONSTRAINT k_n_check -> ALTER TABLE
INSERT INTO k ("U", n) VALUES ('y', 0) -> INSERT 0 1
ALTER TABLE k DROP COLUMN n -> ALTER TABLE`, "\n") {
		sql, want, _ := strings.Cut(sql, " -> ")
		a, err := try(held, sql)
		got := strings.Join(a.rows, "; ")
		switch {
		case err != nil:
			got = string(sqlstate.CodeOf(err))
		case got == "":
			got = a.tag
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", sql, got, want, err)
		}
	}
}
