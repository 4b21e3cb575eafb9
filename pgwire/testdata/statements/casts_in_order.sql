-- Which of several wrong constants is told.
CREATE TYPE cio_c AS (a int, b int)
CREATE TYPE cio_e AS ENUM ('x', 'y')
CREATE DOMAIN cio_d AS int CHECK (VALUE > 0)
CREATE TABLE cio_t (id int, c cio_c, e cio_e)
INSERT INTO cio_t VALUES (1, '(1,2)', 'x')
SELECT '(1,2,3)'::cio_c, '(1)'::cio_c
SELECT '(1)'::cio_c, '(1,2,3)'::cio_c
SELECT '(1,2,3)'::cio_c, '(1,2)'::cio_c
SELECT '(1,2)'::cio_c, '(1,2,3)'::cio_c
SELECT '(1,2,3)'::cio_c, '(a,2)'::cio_c
SELECT '(a,2)'::cio_c, '(1,2,3)'::cio_c
SELECT 'a'::int, '(1,2,3)'::cio_c
SELECT '(1,2,3)'::cio_c, 'a'::int
SELECT 'a'::int, 'z'::cio_e
SELECT 'z'::cio_e, 'a'::int
SELECT '-1'::cio_d, 'a'::int
SELECT 'a'::int, '-1'::cio_d
SELECT '-1'::cio_d, 'z'::cio_e
SELECT 'z'::cio_e, '(1)'::cio_c
SELECT '(1)'::cio_c, 'z'::cio_e
SELECT '{1,'::int[], 'a'::int
SELECT 'a'::int, '{1,'::int[]
SELECT '[1'::int4range, '{1,'::int[]
SELECT '{1,'::int[], '[1'::int4range
SELECT '{'::json, 'a'::int
SELECT 'a'::int, '{'::json
SELECT '{'::jsonb, 'z'::cio_e
SELECT 'z'::cio_e, '{'::jsonb
SELECT '2024-13-01'::date, 'a'::int
SELECT 'a'::int, '2024-13-01'::date
SELECT 'a'::numeric, '2024-13-01'::date, 'z'::cio_e
SELECT 'xyz'::uuid, 'a'::int
SELECT 'a'::int, 'xyz'::uuid
SELECT 'a'::interval, 'b'::timestamp
SELECT 'b'::timestamp, 'a'::interval
SELECT 'b'::bool, 'a'::interval
SELECT 'a'::inet, 'b'::bool
SELECT 'b'::bool, 'a'::inet
SELECT '1'::bit(3), '12'::bit(2)
SELECT 'nosuch'::regclass, 'a'::int
SELECT 'a'::int, 'nosuch'::regclass
SELECT 'nosuch'::regtype, '(1)'::cio_c
SELECT '(1)'::cio_c, 'nosuch'::regtype
SELECT '(1)'::cio_c, nosuch
SELECT nosuch, '(1)'::cio_c
SELECT '(1)'::cio_c, nosuch(1)
SELECT nosuch(1), '(1)'::cio_c
SELECT 'a'::int, nosuch FROM cio_t
SELECT nosuch, 'a'::int FROM cio_t
SELECT 'a'::int FROM cio_t WHERE nosuch = 1
SELECT 'a'::int FROM nosuchtable
SELECT id FROM cio_t WHERE c = '(1)' AND id = 'a'
SELECT id FROM cio_t WHERE id = 'a' AND c = '(1)'
SELECT id FROM cio_t WHERE id = 'a' AND e = 'z'
SELECT id FROM cio_t WHERE e = 'z' AND id = 'a'
SELECT '(1)'::cio_c FROM cio_t WHERE id = 'a'
SELECT 'a'::int FROM cio_t WHERE c = '(1)'
SELECT 'a'::int FROM cio_t WHERE e = 'z'
SELECT 'z'::cio_e FROM cio_t WHERE id = 'a'
SELECT 'a'::int FROM cio_t ORDER BY '(1)'::cio_c
SELECT id FROM cio_t WHERE id = 'a' ORDER BY 'z'::cio_e
SELECT 1/0, '(1)'::cio_c
SELECT '(1)'::cio_c, 1/0
SELECT 1/0, 'a'::int
SELECT 1/0, 'z'::cio_e
SELECT CASE WHEN false THEN '(1)'::cio_c END, 'a'::int
SELECT 'a'::int WHERE false
SELECT '(1)'::cio_c WHERE false
SELECT 'z'::cio_e WHERE false
INSERT INTO cio_t VALUES (1, '(1)', 'z')
INSERT INTO cio_t VALUES ('a', '(1)', 'z')
INSERT INTO cio_t VALUES (1, '(1,2)', 'z'), ('a', '(1)', 'x')
INSERT INTO cio_t VALUES (1, '(1)', 'x'), ('a', '(1,2)', 'x')
UPDATE cio_t SET c = '(1)', id = 'a'
UPDATE cio_t SET id = 'a', c = '(1)'
UPDATE cio_t SET id = 'a' WHERE e = 'z'
UPDATE cio_t SET e = 'z' WHERE id = 'a'
UPDATE cio_t SET c = '(1)' WHERE id = 'a'
DELETE FROM cio_t WHERE c = '(1)' OR id = 'a'
SELECT ARRAY['(1)'::cio_c, '(1,2,3)'], ARRAY['a'::int]
SELECT ARRAY['a', 1], '(1)'::cio_c
SELECT COALESCE('a', 1), '(1)'::cio_c
SELECT '(1)'::cio_c, COALESCE('a', 1)
SELECT '(1)'::cio_c UNION SELECT 'a'::cio_c
SELECT 'a'::int UNION SELECT '(1)'::cio_c
VALUES ('(1)'::cio_c), ('(1,2,3)')
VALUES ('a'::int, '(1)'::cio_c)
SELECT * FROM (SELECT '(1)'::cio_c) a, (SELECT 'a'::int) b
SELECT 'a'::int FROM (SELECT '(1)'::cio_c) a
WITH w AS (SELECT 'z'::cio_e) SELECT 'a'::int FROM w
WITH w AS (SELECT 'a'::int) SELECT 'z'::cio_e FROM w
SELECT (SELECT 'a'::int), '(1)'::cio_c
SELECT '(1)'::cio_c, (SELECT 'a'::int)
