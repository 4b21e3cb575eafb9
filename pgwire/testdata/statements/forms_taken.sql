-- Forms of statements that were refused before.
CREATE TABLE fo_t (a int, b text, j jsonb)
PREPARE fo_1(int, text) AS INSERT INTO fo_t VALUES ($1, $2) RETURNING a + $1 AS s, b || $2 AS t, $1 AS p
EXECUTE fo_1(1, 'x')
PREPARE fo_2(int) AS UPDATE fo_t SET a = a + $1 RETURNING a, $1 AS p
EXECUTE fo_2(3)
EXECUTE fo_2(4)
PREPARE fo_3(int) AS DELETE FROM fo_t WHERE a = $1 RETURNING $1 * 2 AS d, b
EXECUTE fo_3(8)
PREPARE fo_4(int) AS INSERT INTO fo_t VALUES ($1) RETURNING nosuch, $1
EXECUTE fo_4(1)
INSERT INTO fo_t VALUES (1, 'y', '{"k":[1,2]}'), (2, 'a "quoted, [text', NULL)
SELECT row_to_json(fo_t, true) FROM fo_t ORDER BY a
SELECT row_to_json(fo_t, false) FROM fo_t ORDER BY a
SELECT row_to_json(x, true) FROM (SELECT 1 AS a, array[1,2] AS b, 'q' AS c, NULL::int AS d, row(1, 2) AS e) x
SELECT array_to_json(array[1,2,3], true), array_to_json(array[[1,2],[3,4]], true), array_to_json('{}'::int[], true), array_to_json(array['a,b', 'c'], false)
SELECT array_to_json(array_agg(fo_t), true) FROM fo_t
SELECT timestamp '20240310T1234', timestamp '20240310T123456', timestamptz '20240310T1234+02', timestamp '20240310 1234', '20240310T1234Z'::timestamptz, date '20240310T1234'
SELECT timestamp '20240310T12'
SELECT timestamp '20240310T2534'
SELECT tableoid::regclass, a FROM fo_t ORDER BY a
SELECT tableoid = 'fo_t'::regclass AS same, tableoid::regclass::text FROM fo_t
SELECT tableoid::regclass, count(*) FROM fo_t GROUP BY tableoid
SELECT f.tableoid::regclass AS f, g.tableoid::regclass AS g FROM fo_t f JOIN fo_t g ON f.a = g.a WHERE f.tableoid = g.tableoid ORDER BY f.a
SELECT tableoid::regclass FROM fo_t f, fo_t g
SELECT g.tableoid::regclass FROM fo_t f LEFT JOIN fo_t g ON false
UPDATE fo_t SET b = 'z' WHERE a = 2 RETURNING tableoid::regclass, a
DELETE FROM fo_t WHERE tableoid = 'fo_t'::regclass AND a = 2 RETURNING a
SELECT pg_typeof(tableoid) FROM fo_t
SELECT c.relname FROM pg_class c, fo_t f WHERE c.oid = f.tableoid
CREATE VIEW fo_v AS SELECT a FROM fo_t
SELECT tableoid FROM fo_v
CREATE TABLE fo_u (a int NOT NULL, b int, c int)
CREATE UNIQUE INDEX fo_u_i ON fo_u (a)
CREATE UNIQUE INDEX fo_u_j ON fo_u (b, c)
CREATE INDEX fo_u_n ON fo_u (c)
INSERT INTO fo_u VALUES (1, 2, 3), (2, 3, 4)
ALTER TABLE fo_u ADD CONSTRAINT fo_u_k UNIQUE USING INDEX fo_u_i
ALTER TABLE fo_u ADD PRIMARY KEY USING INDEX fo_u_j
ALTER TABLE fo_u ADD UNIQUE USING INDEX fo_u_n
ALTER TABLE fo_u ADD UNIQUE USING INDEX fo_nothing
ALTER TABLE fo_u ADD UNIQUE USING INDEX fo_u_k
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'fo_u'::regclass ORDER BY 1
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'fo_u' ORDER BY 1
SELECT attname, attnotnull FROM pg_attribute WHERE attrelid = 'fo_u'::regclass AND attnum > 0 ORDER BY attnum
INSERT INTO fo_u VALUES (1, 9, 9)
INSERT INTO fo_u VALUES (9, 2, 3)
INSERT INTO fo_u VALUES (9, NULL, 3)
INSERT INTO fo_u VALUES (1, 8, 8) ON CONFLICT ON CONSTRAINT fo_u_k DO UPDATE SET b = 8, c = 8 RETURNING *
CREATE TABLE fo_r (a int REFERENCES fo_u (a))
INSERT INTO fo_r VALUES (1)
INSERT INTO fo_r VALUES (7)
ALTER TABLE fo_u DROP CONSTRAINT fo_u_pkey
ALTER TABLE fo_u DROP CONSTRAINT fo_u_j
SELECT indexname FROM pg_indexes WHERE tablename = 'fo_u' ORDER BY 1
SELECT * FROM jsonb_populate_record(NULL::fo_t, '{"a":1,"b":"x"}') AS x(q, w, e)
SELECT * FROM jsonb_populate_recordset(NULL::fo_t, '[{"a":1,"b":"x"},{"a":2}]') AS x(q, w)
