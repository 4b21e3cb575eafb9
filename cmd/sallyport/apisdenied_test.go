package main

import (
	"strings"
	"testing"
)

// deniedOfAPI has alice read a resource without one of its columns.
const deniedOfAPI = `mode: full_access
roles:
  - {name: admin, members: [admin], mode: full_access, catalogs: true}
  - {name: reader, members: [alice], mode: full_access, sources: [own], relations: {allow: ["own.s.boxes", "own.s.builds"]}, columns: {deny: ["own.s.boxes.name"]}}
`

// TestDeniedColumnsOfAPI: no statement over a resource of an API, and no call of a method, shows a column that a role
// denies, and no request is sent for one that would.
func TestDeniedColumnsOfAPI(t *testing.T) {
	b := newBoxes(t)
	server, _ := startBoxes(t, b, deniedOfAPI)
	if out := server.psql(t, "own", "SELECT id, size FROM s.boxes WHERE rack = 'r'"); strings.Contains(out, "ERROR") || len(b.requests()) == 0 {
		t.Fatal(out)
	}
	for _, sql := range strings.Split(strings.TrimSpace(waysToDeniedOfAPI), "\n") {
		out := server.psql(t, "own", sql)
		if sent := b.requests(); !strings.Contains(out, "refused by the gate") || len(sent) > 0 {
			t.Errorf("%s: %s %q", sql, out, sent)
		}
	}
	for _, sql := range []string{"DESCRIBE own.s.boxes", "SHOW METHODS IN own.s.boxes", "EXPLAIN SELECT id FROM s.boxes WHERE rack = 'r'", "SELECT nam FROM s.boxes WHERE rack = 'r'", "SHOW RESOURCES IN own.s"} {
		if out := server.psql(t, "own", sql); strings.Contains(strings.ReplaceAll(out, "nam\"", ""), "|name|") || strings.Contains(out, "\nname|") || strings.Contains(out, "labels") {
			t.Errorf("%s: %s", sql, out)
		}
	}
}

const waysToDeniedOfAPI = `
SELECT name FROM s.boxes WHERE rack = 'r'
SELECT "name" FROM own.s.boxes WHERE rack = 'r'
SELECT NAME FROM own.s.boxes WHERE rack = 'r'
SELECT * FROM s.boxes WHERE rack = 'r'
SELECT b FROM s.boxes b WHERE rack = 'r'
SELECT to_json(b) FROM s.boxes b WHERE rack = 'r'
SELECT count(b) FROM s.boxes b WHERE rack = 'r'
SELECT b.* FROM s.boxes b WHERE rack = 'r'
SELECT x.b FROM s.boxes x(a, b, c, d, e) WHERE rack = 'r'
SELECT id FROM s.boxes WHERE rack = 'r' AND name = 'a'
SELECT id FROM s.boxes WHERE rack = 'r' ORDER BY name
SELECT id FROM s.boxes WHERE rack = 'r' GROUP BY id, name
SELECT max(name) FROM s.boxes WHERE rack = 'r'
SELECT id FROM s.boxes JOIN (SELECT 'a' AS name) x USING (name) WHERE rack = 'r'
SELECT id FROM s.boxes NATURAL JOIN (SELECT 'a' AS name) x WHERE rack = 'r'
SELECT n FROM (SELECT name AS n FROM s.boxes WHERE rack = 'r') x
WITH c AS (SELECT * FROM s.boxes WHERE rack = 'r') SELECT id FROM c
SELECT id FROM s.boxes WHERE rack IN (SELECT name FROM s.boxes WHERE rack = 'r')
SELECT x.id FROM s.boxes x, LATERAL (SELECT x) y WHERE rack = 'r'
SELECT rack FROM s.boxes WHERE rack IN (SELECT name FROM s.boxes WHERE rack = 'r')
SELECT rack FROM s.boxes WHERE rack = (SELECT max(name) FROM s.boxes WHERE rack = 'r')
SELECT x.id FROM s.boxes x JOIN s.boxes y ON x.rack = y.name WHERE y.rack = 'r'
SELECT x.id FROM s.boxes y, LATERAL (SELECT id FROM s.boxes z WHERE z.rack = y.name) x WHERE y.rack = 'r'
SELECT id FROM s.boxes WHERE rack IN (SELECT y.b FROM s.boxes y(a, b, c, d, e) WHERE rack = 'r')
DELETE FROM s.boxes WHERE id IN (SELECT name FROM s.boxes WHERE rack = 'r')
INSERT INTO s.boxes (data__name) VALUES ('a') RETURNING name
INSERT INTO s.boxes (data__name) VALUES ('a') RETURNING *
INSERT INTO s.boxes (data__name) VALUES ('a') RETURNING boxes
UPDATE s.boxes SET data__size = 3 WHERE id = 'b1' RETURNING name
DELETE FROM s.boxes WHERE id = 'b1' RETURNING *
EXEC own.s.boxes.open @id = 'b1'
EXEC own.s.boxes.list @rack = 'r'
EXEC own.s.boxes.pack @data__name = 'a'
CREATE VIEW theirs AS SELECT name FROM s.boxes WHERE rack = 'r'
CREATE VIEW theirs AS SELECT * FROM s.boxes WHERE rack = 'r'
CREATE MATERIALIZED VIEW theirs AS SELECT name FROM s.boxes WHERE rack = 'r'
EXPLAIN ANALYZE SELECT name FROM s.boxes WHERE rack = 'r'
DECLARE c CURSOR FOR SELECT name FROM s.boxes WHERE rack = 'r'
COPY (SELECT name FROM s.boxes WHERE rack = 'r') TO STDOUT
`
