-- Rows: compared, shown, taken apart.
CREATE TABLE tq (id int PRIMARY KEY, a int, b text, d numeric(6,2), at timestamp)
INSERT INTO tq VALUES (1, 10, 'x', 1.5, '2024-01-01'), (2, NULL, 'y, "z"', NULL, NULL), (3, 10, '', 3, '2024-01-03 10:00')
SELECT ROW(a, b) FROM tq ORDER BY id
SELECT (a, b) FROM tq ORDER BY id
SELECT (id, a, b, d, at) FROM tq ORDER BY id
SELECT tq FROM tq ORDER BY id
SELECT t FROM tq t ORDER BY id
SELECT t, t.id FROM tq AS t WHERE t.id = 1
SELECT t.*, t FROM tq AS t WHERE t.id = 1
SELECT x FROM (SELECT id, b FROM tq ORDER BY id) x
SELECT ROW(1, NULL, 'a b', true, 1.50, date '2024-01-01', ARRAY[1,2], ROW(1, 'x'))
SELECT ROW(), ROW(NULL), ROW('')
SELECT pg_typeof(ROW(1, 2)), pg_typeof(t), pg_typeof(t.a) FROM tq t WHERE id = 1
SELECT ROW(1, 2)::text, t::text FROM tq t ORDER BY id
SELECT (t).a, (t).b FROM tq t ORDER BY id
SELECT (t).* FROM tq t ORDER BY id
SELECT (ROW(1, 'a')).f1
SELECT (x).id FROM (SELECT t AS x FROM tq t) s ORDER BY 1
SELECT (j).key, (j).value FROM (SELECT jsonb_each('{"a": 1, "b": 2}') AS j) s
SELECT (jsonb_each('{"a": 1, "b": 2}')).key
SELECT (jsonb_each_text('{"a": 1, "b": 2}')).*
SELECT (1, 2) = (1, 2), (1, 2) < (1, 3), (1, NULL) = (1, NULL), (1, NULL) = (2, NULL), (1, 2) <> (1, 3), ROW(1, 2) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, NULL) IS NOT NULL
SELECT (1, 'a') < (1, 'b'), (1, NULL) < (2, 1), (1, NULL) < (1, 1), (2, NULL) >= (1, 5), (1, 2, 3) = (1, 2, 3)
SELECT (1, 2) = (1, 2, 3)
SELECT ROW(1, NULL) IS DISTINCT FROM ROW(1, NULL), ROW(1, 2) IS NOT DISTINCT FROM ROW(1, 3)
SELECT id FROM tq WHERE (a, b) = (10, 'x')
SELECT id FROM tq WHERE (a, id) > (10, 1) ORDER BY id
SELECT id FROM tq WHERE (id, a) IN ((1, 10), (2, 5), (3, 10)) ORDER BY id
SELECT id FROM tq WHERE (id, a) NOT IN ((1, 10)) ORDER BY id
SELECT id FROM tq WHERE (id, b) IN (SELECT id, b FROM tq WHERE id < 3) ORDER BY id
SELECT id FROM tq WHERE (id, a) = ANY (SELECT 1, 10)
SELECT id FROM tq WHERE ROW(a, b) IS NULL
SELECT id FROM tq t WHERE t IS NULL
SELECT id FROM tq t WHERE t IS NOT NULL ORDER BY id
SELECT id, t IS NULL, t IS NOT NULL, NOT (t IS NULL) FROM tq t ORDER BY id
SELECT a.id, b FROM tq a LEFT JOIN (SELECT id AS k FROM tq WHERE id = 1) b ON b.k = a.id ORDER BY a.id
SELECT a.id FROM tq a LEFT JOIN tq b ON b.id = a.id + 1 WHERE b IS NULL
SELECT count(t), count(DISTINCT t) FROM tq t
SELECT a.id, b.id FROM tq a JOIN tq b ON a = b ORDER BY 1
SELECT t FROM tq t ORDER BY t DESC
SELECT DISTINCT (a, d) FROM tq ORDER BY 1
SELECT (a, b), count(*) FROM tq GROUP BY (a, b) ORDER BY 1
SELECT array_agg(t ORDER BY id) FROM tq t WHERE id = 1
SELECT array_agg((id, b) ORDER BY id) FROM tq
SELECT max((id, b)) FROM tq
SELECT row_to_json(t), to_jsonb(t) FROM tq t ORDER BY id
SELECT json_agg(t ORDER BY id), json_agg((id, b) ORDER BY id) FROM tq t
SELECT (SELECT t FROM tq t WHERE id = 1)
SELECT (SELECT (id, b) FROM tq WHERE id = 1)
SELECT (SELECT id, b FROM tq WHERE id = 1)
CREATE TYPE tq_pair AS (k int, v text)
SELECT ROW(1, 'a')::tq_pair, (ROW(1, 'a')::tq_pair).v, ((1, 'b')::tq_pair).k, '(3,"c d")'::tq_pair, pg_typeof(ROW(1, 'a')::tq_pair)
CREATE TABLE tq_has (id int, p tq_pair)
INSERT INTO tq_has VALUES (1, ROW(1, 'a')), (2, '(2,b)'), (3, NULL), (4, (NULL, NULL))
SELECT id, p, (p).k, (p).v, p IS NULL FROM tq_has ORDER BY id
SELECT id, (p).* FROM tq_has ORDER BY id
SELECT id FROM tq_has WHERE p = (1, 'a') ORDER BY id
SELECT id FROM tq_has WHERE (p).k > 0 ORDER BY id
UPDATE tq_has SET p.v = 'new' WHERE id = 1 RETURNING p
SELECT coalesce(p, (9, 'z')) FROM tq_has ORDER BY id
SELECT h FROM tq_has h ORDER BY id
CREATE FUNCTION tq_f(int) RETURNS tq_pair LANGUAGE sql AS $$ SELECT $1, 'f' $$
SELECT tq_f(1)
SELECT (tq_f(1)).v
SELECT * FROM tq_f(2)
SELECT ROW(t.*) FROM tq t WHERE id = 1
SELECT ROW(t.*, 1) FROM tq t WHERE id = 1
SELECT CASE WHEN id = 1 THEN (1, 2) ELSE (3, 4) END FROM tq ORDER BY id
VALUES (ROW(1, 2)), (ROW(3, 4))
SELECT x, x.column1 FROM (VALUES (1, 'a')) x
DROP FUNCTION IF EXISTS tq_f(int); DROP TABLE tq, tq_has; DROP TYPE tq_pair
