SELECT t FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) AS t (n, c)
SELECT t FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) WITH ORDINALITY AS t (n, c, o)
SELECT t.* FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) WITH ORDINALITY AS t (n, c, o)
SELECT t FROM ROWS FROM (generate_series(1, 2), generate_series(5, 7)) AS t
SELECT t FROM ROWS FROM (generate_series(1, 2)) AS t
SELECT t FROM ROWS FROM (generate_series(1, 2)) AS t (n)
SELECT row_to_json(t) FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) AS t (n, c)
SELECT to_jsonb(t) FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) WITH ORDINALITY AS t (n, c, o)
SELECT json_agg(t) FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) AS t (n, c)
SELECT t::text FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a b', 'b', NULL])) AS t (n, c)
SELECT count(t), count(*) FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) AS t (n, c)
SELECT t IS NULL, (t).n FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b', 'c'])) AS t (n, c)
SELECT t FROM generate_series(1, 2) WITH ORDINALITY AS t
SELECT t FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
SELECT t FROM unnest(ARRAY['x', 'y']) WITH ORDINALITY AS t (v, o)
SELECT t FROM unnest(ARRAY['x', 'y']) WITH ORDINALITY t
SELECT t FROM unnest(ARRAY['x', 'y'], ARRAY[1, 2]) AS t (v, o)
SELECT t FROM unnest(ARRAY['x', 'y'], ARRAY[1, 2]) WITH ORDINALITY AS t
SELECT t FROM unnest(ARRAY['x', 'y']) AS t
SELECT t FROM unnest(ARRAY['x', 'y']) AS t (v)
SELECT t, t.v FROM jsonb_array_elements_text('["a","b"]') WITH ORDINALITY AS t (v, o)
SELECT t FROM jsonb_array_elements('[1,{"a":2}]') WITH ORDINALITY AS t (v, o)
SELECT t FROM jsonb_each('{"a":1,"b":"x"}') AS t
SELECT t FROM jsonb_each_text('{"a":1,"b":"x"}') WITH ORDINALITY AS t (k, v, o)
SELECT t FROM json_each('{"a":1,"b":"x"}') t
SELECT t FROM regexp_split_to_table('a b', ' ') WITH ORDINALITY AS t (w, o)
SELECT t FROM string_to_table('a,b', ',') WITH ORDINALITY AS t (w, o)
SELECT t FROM regexp_matches('abc', '.', 'g') WITH ORDINALITY AS t (m, o)
SELECT t FROM jsonb_object_keys('{"a":1}') WITH ORDINALITY t (k, o)
SELECT row_to_json(t) FROM unnest(ARRAY['x', 'y']) WITH ORDINALITY AS t (v, o)
SELECT json_agg(t) FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
SELECT t FROM jsonb_to_record('{"a":1,"b":"x"}') AS t (a int, b text)
SELECT t FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t (a int, b text)
SELECT * FROM ROWS FROM (json_to_record('{"a":1,"b":"x"}') AS (a int, b text))
SELECT * FROM ROWS FROM (json_to_record('{"a":1,"b":"x"}') AS (a int, b text), generate_series(1, 2))
SELECT * FROM ROWS FROM (json_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS (a int, b text), generate_series(1, 3)) WITH ORDINALITY
SELECT * FROM ROWS FROM (json_to_recordset('[{"a":40,"b":"foo"},{"a":"100","b":"bar"}]') AS (a INTEGER, b TEXT), generate_series(1, 3)) AS x (p, q, s) ORDER BY p
SELECT x FROM ROWS FROM (jsonb_to_recordset('[{"a":40,"b":"foo"},{"a":"100","b":"bar"}]') AS (a INTEGER, b TEXT), generate_series(1, 3)) WITH ORDINALITY AS x (p, q, s) ORDER BY p
SELECT x.a, x.g FROM ROWS FROM (jsonb_to_record('{"a": [1, 2], "b": {"c": 1}}') AS (a int[], b jsonb), unnest(ARRAY['u', 'v'])) AS x (a, b, g)
SELECT * FROM jsonb_to_record('{"a":1,"b":"x"}') WITH ORDINALITY AS t (a int, b text)
SELECT * FROM ROWS FROM (jsonb_to_record('{"a":1}') AS (a int)) WITH ORDINALITY AS t (q, o)
SELECT * FROM ROWS FROM (jsonb_to_record('{"a":1}')) AS t (a int)
SELECT * FROM ROWS FROM (generate_series(1, 2) AS (a int))
SELECT * FROM jsonb_to_record('{"a":1}')
SELECT t FROM ROWS FROM (unnest(ARRAY[1, 2], ARRAY['x', 'y']), generate_series(1, 3)) AS t
SELECT * FROM ROWS FROM (jsonb_each('{"a":1,"b":2}'), unnest(ARRAY[1, 2, 3])) AS t (k, v, u)
SELECT t FROM ROWS FROM (jsonb_each('{"a":1,"b":2}'), unnest(ARRAY[1, 2, 3])) WITH ORDINALITY AS t (k, v, u, o)
SELECT o.id, t FROM (VALUES (1), (2)) o(id), LATERAL ROWS FROM (generate_series(1, o.id), unnest(ARRAY['a', 'b'])) AS t (n, c) ORDER BY id, c
SELECT * FROM (VALUES (1), (2)) o(id), LATERAL ROWS FROM (jsonb_to_record(jsonb_build_object('a', id)) AS (a int), generate_series(1, o.id)) AS t (n, c) ORDER BY id, c
SELECT json_agg(t) FROM unnest(ARRAY['x', 'y']) AS t (v)
SELECT t::text || '!', t || '?', upper(t) FROM unnest(ARRAY['x', 'y']) AS t (v)
SELECT t + 1 FROM generate_series(1, 2) AS t (n) ORDER BY t DESC
SELECT t, count(*) FROM unnest(ARRAY['x', 'y', 'x']) AS t (v) GROUP BY t ORDER BY t
SELECT (SELECT max(t) FROM unnest(ARRAY[1, 2]) AS t (v))
SELECT o.id, t FROM (VALUES (1), (2)) o(id) LEFT JOIN LATERAL unnest(ARRAY[o.id]) t (v) ON v = 1 ORDER BY 1
SELECT s.t FROM (SELECT t FROM unnest(ARRAY['x', 'y']) AS t (v)) s
SELECT s.t FROM (SELECT t FROM unnest(ARRAY['x', 'y']) WITH ORDINALITY AS t (v, o)) s
SELECT s FROM (SELECT t FROM unnest(ARRAY['x', 'y']) WITH ORDINALITY AS t (v, o)) s
SELECT t FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o) UNION ALL SELECT ROW(5, 6)
WITH q AS (SELECT t FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)) SELECT * FROM q
SELECT array_agg(t) FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
SELECT DISTINCT t FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o) ORDER BY t
SELECT t FROM generate_series(1, 3) WITH ORDINALITY AS t (v, o) WHERE t = ROW(2, 2::bigint)
SELECT ROW(t, 1) FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
SELECT coalesce(t::text, '-') FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
SELECT concat(t, 'x'), format('%s', t) FROM generate_series(1, 2) WITH ORDINALITY AS t (v, o)
CREATE VIEW vrf AS SELECT t FROM unnest(ARRAY['x', 'y']) AS t (v)
SELECT * FROM vrf
CREATE TABLE vrt AS SELECT t FROM unnest(ARRAY['x', 'y']) AS t (v)
SELECT * FROM vrt
CREATE TABLE vtm (id int, t text)
INSERT INTO vtm VALUES (1, 'a b'), (2, NULL)
SELECT c FROM vtm c UNION ALL SELECT c FROM vtm c
SELECT c FROM vtm c UNION ALL SELECT ROW(1, 'z')
SELECT ROW(c, 1) FROM vtm c
SELECT s FROM (SELECT c, 1 AS x FROM vtm c) s
SELECT a.id, b FROM vtm a LEFT JOIN vtm b ON b.id > 1 ORDER BY 1
SELECT a.id, b FROM vtm a LEFT JOIN (SELECT id + 1 AS n, t FROM vtm) b ON b.n = a.id ORDER BY 1
SELECT CASE WHEN true THEN c END FROM vtm c
SELECT coalesce(c, c) FROM vtm c
SELECT q::text FROM (VALUES (1, 'a'), (2, 'b')) q(x, y)
SELECT COALESCE(t, NULL) FROM generate_series(1, 1) WITH ORDINALITY AS t (v, o)
