-- The order of rows of functions in FROM.
CREATE TABLE kwu (id int, a int[], b text[], j jsonb, s text)
INSERT INTO kwu VALUES (1, '{3,1,2}', '{x,y}', '[3,1,2]', 'c,a,b'), (2, '{9,8}', '{p,q,r}', '["z","y"]', 'z,y'), (3, NULL, '{}', '[]', ''), (4, '{5}', NULL, NULL, NULL), (5, '{}', '{k,l}', '[[1],{"b":1,"a":2}]', 'm')
SELECT u.x, u.y, u.o FROM kwu, unnest(a, b) WITH ORDINALITY u(x, y, o)
SELECT id, u.x, u.y, u.o FROM kwu CROSS JOIN LATERAL unnest(a, b) WITH ORDINALITY u(x, y, o)
SELECT id, u.* FROM kwu LEFT JOIN LATERAL unnest(a, b) WITH ORDINALITY u(x, y, o) ON true
SELECT id, x FROM kwu, unnest(a) x
SELECT id, x, o FROM kwu, unnest(a) WITH ORDINALITY u(x, o)
SELECT id, x, o FROM kwu LEFT JOIN LATERAL unnest(a) WITH ORDINALITY u(x, o) ON true
SELECT id, x, o FROM kwu LEFT JOIN LATERAL unnest(a) WITH ORDINALITY u(x, o) ON x > 1
SELECT id, unnest(a) FROM kwu
SELECT id, unnest(a), unnest(b) FROM kwu
SELECT id, g FROM kwu, generate_series(1, id) g
SELECT id, g FROM kwu, generate_series(id, 1, -1) g
SELECT id, g, o FROM kwu, generate_series(1, id) WITH ORDINALITY q(g, o)
SELECT id, e FROM kwu, jsonb_array_elements(j) e
SELECT id, e, o FROM kwu, jsonb_array_elements(j) WITH ORDINALITY q(e, o)
SELECT id, e, o FROM kwu LEFT JOIN LATERAL jsonb_array_elements(j) WITH ORDINALITY q(e, o) ON true
SELECT id, p, o FROM kwu, regexp_split_to_table(s, ',') WITH ORDINALITY q(p, o)
SELECT id, p FROM kwu, string_to_table(s, ',') p
SELECT id, m FROM kwu, regexp_matches(s, '[a-z]', 'g') m
SELECT id, x, y FROM kwu, unnest(a) x, unnest(b) y
SELECT id, x, y FROM kwu, unnest(a) x LEFT JOIN LATERAL generate_series(1, x) y ON true
SELECT id, x, y FROM kwu, ROWS FROM (unnest(a), generate_series(1, id)) q(x, y)
SELECT id, x, y, o FROM kwu, ROWS FROM (unnest(a), generate_series(1, id)) WITH ORDINALITY q(x, y, o)
SELECT id, k, v FROM kwu, jsonb_each(CASE WHEN id = 5 THEN j -> 1 END) q(k, v)
SELECT array_agg(x) FROM kwu, unnest(a) x
SELECT array_agg(x), array_agg(y) FROM kwu, unnest(a, b) q(x, y)
SELECT id, array_agg(x) FROM kwu, unnest(a) x GROUP BY id ORDER BY id
SELECT string_agg(x, '-') FROM kwu, unnest(b) x
SELECT id, (SELECT array_agg(x * 2) FROM unnest(a) x) FROM kwu
SELECT id, ARRAY(SELECT x FROM unnest(a) x) FROM kwu
SELECT id, ARRAY(SELECT x FROM unnest(a, b) q(x, y)) FROM kwu
SELECT id, (SELECT string_agg(x || o, ',') FROM unnest(b) WITH ORDINALITY q(x, o)) FROM kwu
SELECT id, x FROM kwu, unnest(a) x WHERE x > 1
SELECT id, x FROM (SELECT * FROM kwu WHERE id < 4) z, unnest(z.a) x
SELECT id, x FROM kwu z JOIN LATERAL unnest(z.a) x ON x <> 3
SELECT x, y FROM unnest(ARRAY[3,1,2]) x, unnest(ARRAY['b','a']) y
SELECT x, y FROM generate_series(1, 3) x, generate_series(1, x) y
SELECT v.i, x FROM (VALUES (1, ARRAY[2,1]), (2, ARRAY[4,3])) v(i, a), unnest(v.a) x
SELECT v.i, x, o FROM (VALUES (1, ARRAY[2,1]), (2, ARRAY[4,3])) v(i, a), unnest(v.a) WITH ORDINALITY q(x, o)
WITH w AS (SELECT * FROM kwu) SELECT id, x, o FROM w, unnest(a) WITH ORDINALITY q(x, o)
WITH w AS (SELECT id, unnest(a) AS x FROM kwu) SELECT * FROM w
SELECT id, x, row_number() OVER () FROM kwu, unnest(a) x
SELECT id, x FROM kwu, unnest(a) x LIMIT 4
SELECT id, x FROM kwu, unnest(a) x OFFSET 2 LIMIT 3
SELECT id, x, y, o FROM kwu, unnest(a, b) WITH ORDINALITY q(x, y, o) WHERE o > 1
SELECT id, x, y FROM kwu LEFT JOIN LATERAL unnest(a, b) q(x, y) ON y IS NOT NULL
SELECT id, x, y, w FROM kwu, unnest(a, b, ARRAY[10,20,30]) q(x, y, w)
INSERT INTO kwu (id, a) SELECT 10 + x, ARRAY[x] FROM kwu, unnest(a) x WHERE id = 1 RETURNING id
SELECT z.id, r.* FROM kwu z, json_to_recordset('[{"q":2},{"q":1}]') r(q int)
SELECT z.id, r.* FROM kwu z, jsonb_to_recordset('[{"q":2},{"q":1}]') AS r(q int) WHERE z.id < 3
SELECT id, e ->> 0 FROM kwu, json_array_elements(j::json) e
SELECT id, jsonb_array_elements(j) FROM kwu
SELECT id, jsonb_object_keys(j -> 1) FROM kwu WHERE id = 5
SELECT id, generate_subscripts(a, 1) FROM kwu
SELECT id, i, a[i] FROM kwu, generate_subscripts(a, 1) i
SELECT x, y, o FROM generate_series(1, 3) x, generate_series(x, 1, -1) WITH ORDINALITY g(y, o)
SELECT d::date, h FROM generate_series(timestamp '2024-01-01', '2024-01-03', '1 day') d, generate_series(1, extract(day FROM d)::int) h
SELECT x, y FROM unnest(ARRAY[3,1,2]) WITH ORDINALITY u(x, o), generate_series(1, x) y
SELECT count(*) FROM generate_series(1, 30) x, generate_series(1, x) y, generate_series(1, y) z
SELECT x, y FROM generate_series(1, 3) x LEFT JOIN LATERAL generate_series(2, x) y ON true
SELECT x, sum(y) FROM generate_series(1, 3) x, generate_series(1, x) y GROUP BY x ORDER BY x
SELECT * FROM generate_series(1, 3) x, generate_series(1, x) y
SELECT x FROM generate_series(1, 3) x, generate_series(1, x) y WHERE y > 1
SELECT x, y FROM generate_series(1, 2) AS x, unnest(ARRAY[x, x * 10]) AS y
SELECT i, c FROM generate_series(1, 2) i, regexp_split_to_table(repeat('b,a,', i), ',') c
SELECT x, id FROM generate_series(1, 2) x JOIN kwu ON kwu.id = x
SELECT id, unnest(a, b) FROM kwu
SELECT id, q.* FROM kwu, unnest(a, b) WITH ORDINALITY AS q WHERE id < 3
SELECT x, y, ordinality FROM unnest(ARRAY[1,2], ARRAY['a']) WITH ORDINALITY AS q(x, y)
SELECT x, y, o FROM unnest(NULL::int[], ARRAY['a','b']) WITH ORDINALITY AS q(x, y, o)
SELECT x, y, o FROM unnest('{}'::int[], NULL::text[]) WITH ORDINALITY AS q(x, y, o)
SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a','b','c'])) WITH ORDINALITY q(x, y, o)
SELECT * FROM ROWS FROM (json_array_elements_text('["z","y"]'), generate_series(5, 1, -2)) WITH ORDINALITY q(x, y, o)
SELECT max(o) FROM kwu, unnest(a, b) WITH ORDINALITY u(x, y, o)
CREATE VIEW kwu_v AS SELECT id, x, y, o FROM kwu, unnest(a, b) WITH ORDINALITY u(x, y, o)
SELECT * FROM kwu_v ORDER BY id, o
SELECT pg_get_viewdef('kwu_v'::regclass)
