-- Types of bits of small integers, and of bytes that nothing is joined to.
SELECT '\x01'::bytea || NULL
SELECT NULL || '\x01'::bytea
SELECT pg_typeof('\x01'::bytea || NULL), pg_typeof(3::smallint & 1)
SELECT octet_length('\x01'::bytea || NULL), ('\x01'::bytea || NULL) IS NULL, '\x01'::bytea || '\x02'
SELECT 3::smallint & 1, 3::smallint | 4::bigint, 3 # 1::smallint, 3::smallint & 1::smallint
SELECT 3::smallint | 4, 1 & 3::smallint, 3::smallint # 1, 5::bigint & 4, 4 | 5::bigint, 5 & 4, 3000000000 & 1
CREATE TABLE objsm (s smallint, i int, b bigint, y bytea, m varbit)
INSERT INTO objsm VALUES (7, 12, 5000000000, '\x0102', B'101')
SELECT s & 3, s | 8, s # 1, 3 & s, i & 4, b & 4, b | 1, s & i, s & s, s & b FROM objsm
SELECT y || NULL, NULL || y FROM objsm
SELECT s FROM objsm WHERE s & 4 = 4 AND (s & 65536) = 0
SELECT sum(s & 3), max(s | 1), s & -1, s & 100000 FROM objsm GROUP BY s
SELECT s & NULL, NULL | i FROM objsm
SELECT s & '3', '1' | i FROM objsm
DROP TABLE objsm
CREATE TABLE objsk (i int CHECK (i & 1 = 0), j int DEFAULT 7 & 3, k int GENERATED ALWAYS AS (i | 8) STORED)
INSERT INTO objsk (i) VALUES (2), (4)
INSERT INTO objsk (i) VALUES (3)
CREATE INDEX objsk_x ON objsk ((i # 1))
CREATE VIEW objsk_v AS SELECT i & 2 AS a, i | 1 AS b FROM objsk WHERE i & 6 <> 0
SELECT * FROM objsk_v ORDER BY a, b
SELECT pg_get_viewdef('objsk_v')
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'objsk'::regclass
SELECT pg_get_indexdef('objsk_x'::regclass)
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'objsk'::regclass ORDER BY adnum
SELECT i & 1, count(*) FROM objsk GROUP BY i & 1 ORDER BY i & 1
UPDATE objsk SET j = i & 4 RETURNING j, k
DROP VIEW objsk_v
DROP TABLE objsk
