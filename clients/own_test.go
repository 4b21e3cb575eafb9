package clients

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// ownObjects uses what its transaction has made and altered, which no other session
// sees yet.
const ownObjects = `BEGIN;
CREATE SCHEMA own;
CREATE TABLE own.t (a int PRIMARY KEY, b text NOT NULL, c date DEFAULT current_date);
INSERT INTO own.t VALUES (1, 'x'), (2, 'y');
COPY own.t (a, b) FROM STDIN;
3	z
\.
CREATE FUNCTION own.f(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 + 1';
CREATE VIEW own.v AS SELECT own.f(a) AS f, b FROM own.t;
SELECT * FROM own.v ORDER BY f;
ALTER TABLE own.t ADD COLUMN d int DEFAULT 4;
UPDATE own.t SET d = own.f(d) WHERE a = 1;
SAVEPOINT s;
CREATE OR REPLACE FUNCTION own.f(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 + 10';
SELECT f FROM own.v ORDER BY f;
ROLLBACK TO s;
SELECT f FROM own.v ORDER BY f;
CREATE TYPE own.mood AS ENUM ('sad', 'ok');
CREATE TABLE own.m (m own.mood);
INSERT INTO own.m VALUES ('ok');
SELECT m, m = 'ok' FROM own.m;
ALTER TABLE own.t ADD CONSTRAINT once UNIQUE (b);
CREATE INDEX ON own.t (own.f(a)) WHERE d > 0;
\d own.t
COMMIT;
SELECT count(*) FROM own.t;
CREATE TEMP TABLE scratch (a int);
INSERT INTO scratch SELECT generate_series(1, 3);
SELECT * FROM scratch WHERE a = 2;
DROP SCHEMA own CASCADE;
`

// TestOwnObjects has psql use what only its own session sees, at the server and
// through the door.
func TestOwnObjects(t *testing.T) {
	d := direct(t)
	g := front(t, d, gate.FullAccess)
	file := filepath.Join(t.TempDir(), "own.sql")
	must(t, os.WriteFile(file, []byte(ownObjects), 0o600))
	run := func(at target) string { return mustRun(t, at, "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", file) }
	if real, through := run(d), run(g); real != through {
		t.Errorf("psql prints otherwise through the door (+):\n%s", difference(real, through))
	}
}
