CREATE TABLE doc (id int PRIMARY KEY, body jsonb NOT NULL, raw json, at timestamp DEFAULT '2024-05-05 05:05:05.5', CONSTRAINT body_is_object CHECK (jsonb_typeof(body) = 'object'))
INSERT INTO doc (id, body, raw) VALUES (1, '{"user":{"name":"Ann","age":30,"tags":["x","y"]},"total":12.50,"ok":true}', '{"b":1,  "a":2, "b":3}'), (2, '{"user":{"name":"Bob \u00e9\n\"q\"","age":null},"total":1e3,"items":[{"sku":"A","q":1},{"sku":"B","q":2.0}]}', '[1, 2.0, "3"]'), (3, '{}', 'null'), (4, '{"user":"none","items":[],"big":12345678901234567890.123}', NULL)
INSERT INTO doc (id, body) VALUES (5, '[1]')
INSERT INTO doc (id, body) VALUES (6, '{"a":}')
INSERT INTO doc (id, body) VALUES (6, '{"a":"\u0000"}')
INSERT INTO doc (id, body) VALUES (6, '{"a":1,}')
INSERT INTO doc (id, body) VALUES (6, '{''a'':1}')
SELECT id, body, raw FROM doc ORDER BY id
SELECT id, body->'user'->>'name' AS name, (body->'user'->>'age')::int AS age, body#>>'{user,tags,-1}', body->'items'->0->>'sku', body->>'total', (body->>'total')::numeric, (body->'total')::numeric(8,1) FROM doc WHERE id <> 4 ORDER BY id
SELECT raw->'b', raw->>'a', raw->1, raw->>2, json_typeof(raw), raw::text FROM doc ORDER BY id
SELECT id FROM doc WHERE body @> '{"user":{"tags":["y"]}}' OR body ? 'big' ORDER BY 1
SELECT id, body ?| ARRAY['ok','items'], body ?& ARRAY['user','total'], body @? '$.items[*] ? (@.q > 1)', body @@ '$.total > 100' FROM doc ORDER BY id
SELECT id, k, v FROM doc, jsonb_each_text(body) AS e(k, v) ORDER BY id, k
SELECT id, i.* FROM doc CROSS JOIN LATERAL jsonb_to_recordset(body->'items') AS i(sku text, q numeric, missing date) ORDER BY id, sku
SELECT id, jsonb_path_query(body, '$.items[*].q') FROM doc ORDER BY 1, 2
SELECT jsonb_path_query_array(body, '$.user.tags[*] ? (@ starts with "x")'), jsonb_path_query_first(body, '$.user.age + 1'), jsonb_path_exists(body, 'strict $.user.name') FROM doc WHERE id = 1
SELECT jsonb_path_query(body, 'strict $.nothing') FROM doc WHERE id = 3
UPDATE doc SET body = jsonb_set(body, '{user,age}', '31'::jsonb) WHERE id = 1 RETURNING body
UPDATE doc SET body = body || '{"total":0,"new":[1,null]}' WHERE id = 2 RETURNING body->'new', body->'total'
UPDATE doc SET body = body - 'user' - 'items' #- '{new,0}' WHERE id = 2 RETURNING *
UPDATE doc SET body['user']['city'] = '"Rome"', body['list'][2] = '7' WHERE id = 1 RETURNING body
SELECT body['user']['name'], body['list'][2], body['nope'] FROM doc WHERE id = 1
SELECT jsonb_insert('{"a":[0,1]}', '{a,1}', '"n"'), jsonb_insert('{"a":[0,1]}', '{a,-1}', '"n"', true), jsonb_set('{"a":1}', '{b,c}', '2'), jsonb_set('[1,2]', '{-3}', '0'), jsonb_set_lax('{"a":1}', '{a}', NULL, true, 'delete_key'), jsonb_strip_nulls('{"a":null,"b":[null,{"c":null}]}')
SELECT jsonb_pretty('{"a":[1,{"b":[]}],"c":{}}')
SELECT jsonb_build_object('a', 1, 'b', ARRAY[1.5,NULL], 'c', row(1,'x'), 'd', '2024-01-01'::date, 'e', 'infinity'::timestamptz, 'f', 1e20::float8, 'g', interval '1 day 2 hours', 'h', '\x00ff'::bytea, 'i', true, 'j', NULL)
SELECT json_build_array(1, 'two', 3.0, NULL, '{"k":1}'::json, '{"k":1}'::jsonb, point(1,2), int4range(1,3), '1.10'::numeric, 'a'::char(3))
SELECT json_build_object('a')
SELECT json_build_object(NULL, 1)
SELECT jsonb_build_object('a', 1, 'a', 2), json_build_object('a', 1, 'a', 2), json_object('{a,1,b,NULL}'), jsonb_object('{a,b}', '{1,2}'), json_object('{{a,1},{b,2}}')
SELECT jsonb_object('{a,b,c}')
SELECT to_json('x"y'::text), to_jsonb(1.50), to_json(ARRAY[[1,2],[3,4]]), to_jsonb(NULL::int), to_json('2024-02-03 04:05:06.7+02'::timestamptz), to_json(row(1, NULL, 'a'))
SELECT jsonb_agg(x ORDER BY x DESC), jsonb_object_agg(x, x * 1.0), json_object_agg(x, NULL ORDER BY x) FROM generate_series(1, 3) x
SELECT json_agg(d.id) FILTER (WHERE id > 2), json_agg(d) FROM (SELECT id, at FROM doc ORDER BY id) d
SELECT * FROM jsonb_populate_record(NULL::doc, '{"id":9,"body":{"z":1},"at":"2024-01-01"}')
SELECT * FROM json_to_record('{"a":"1","b":[1,2],"c":{"x":5},"d":"t"}') AS r(a int, b int[], c jsonb, d boolean, e text)
SELECT * FROM json_to_record('{"a":"zz"}') AS r(a int)
SELECT jsonb_array_length('[1,[2,3]]'), jsonb_array_length('{}')
SELECT jsonb_array_elements('{"a":1}')
SELECT * FROM jsonb_array_elements_text('["a",null,1.0,{"b":1}]') WITH ORDINALITY AS t(v, n)
SELECT jsonb_object_keys('{"bb":1,"a":2,"c":3}'), json_object_keys('{"z":1,"y":2}')
SELECT '{"a":1}'::jsonb = '{"a":1.0}', '{"a":1}'::jsonb < '{"a":2}', '[1,2]'::jsonb > '{"a":1}', '"a"'::jsonb < '"b"', 'null'::jsonb < '1', '[]'::jsonb < '0'
SELECT v FROM (VALUES ('1'::jsonb), ('"1"'), ('null'), ('[]'), ('{}'), ('true'), ('[1]'), ('{"a":0}'), ('-1.5')) t(v) ORDER BY v
SELECT '1.0'::jsonb::int, '1.5'::jsonb::int, 'true'::jsonb::boolean, '12.5'::jsonb::float8, '99999'::jsonb::smallint
SELECT '"x"'::jsonb::int
SELECT '{"a":[1,2,3]}'::jsonb #> '{a,1}', '{"a":[1,2,3]}'::json #>> '{a,5}', '{"a":[1,2,3]}'::jsonb #> '{}', '[1,2]'::jsonb -> -1, '"s"'::jsonb ->> 0, '5'::jsonb -> 'a'
SELECT '[1,2,3]'::jsonb - 1, '["a","b","a"]'::jsonb - 'a', '{"a":1,"b":2}'::jsonb - ARRAY['a','c'], '[1,2,3]'::jsonb - -1
SELECT '5'::jsonb - 1
SELECT '[1]'::jsonb || '2', '[1]'::jsonb || '[2]', '{"a":1}'::jsonb || '[2]', '1'::jsonb || '2', '[]'::jsonb || '{}'
SELECT '{"a":1}'::jsonb || '1'
SELECT jsonb_path_query('[1,"2",true,null,{"a":1.5}]', '$[*].type()'), jsonb_path_query('{"a":[1,2,3,4]}', '$.a[last - 1 to last]')
SELECT jsonb_path_query_array('[3.7,-3.2]', '$[*].floor()'), jsonb_path_query_array('[3.7,-3.2]', '$[*].abs()'), jsonb_path_query('"2024-01-01"', '$.datetime()'), jsonb_path_query('{"a":{"b":1}}', '$.**.b'), jsonb_path_query('[1,2]', '$.size()'), jsonb_path_query('{"x":1,"y":"s"}', '$.keyvalue()')
SELECT jsonb_path_exists('{"a":5}', '$.a ? (@ > $min && @ < $max)', '{"min":1,"max":6}'), jsonb_path_match('{"a":"abc"}', '$.a like_regex "^AB" flag "i"')
SELECT '$.a[*] ? (@.b == 1 || exists(@.c))'::jsonpath, 'lax $."x y".z'::jsonpath, 'strict $[0 to last]'::jsonpath
SELECT '$.a['::jsonpath
CREATE INDEX doc_body ON doc USING gin (body jsonb_path_ops)
SELECT indexdef FROM pg_indexes WHERE tablename = 'doc' ORDER BY indexname
SELECT id, coalesce(body->>'missing', raw->>0, 'none'), body IS NULL, body = '{}' FROM doc ORDER BY id
SELECT body->'user' AS u, count(*) FROM doc GROUP BY 1 ORDER BY 1 NULLS FIRST
SELECT DISTINCT jsonb_typeof(e.value) FROM doc, jsonb_each(body) e ORDER BY 1
SELECT raw FROM doc ORDER BY raw
SELECT DISTINCT raw FROM doc
SELECT raw = raw FROM doc
SELECT body::json->'user', body::text::json::jsonb = body FROM doc ORDER BY id
SELECT row_to_json(t, true) FROM (SELECT 1 AS a, 'x' AS b, ARRAY[1,2] AS c) t
SELECT array_to_json(ARRAY[1,NULL,3]), array_to_json('{{1,2},{3,4}}'::int[], true), array_to_json(ARRAY['{"a":1}'::jsonb])
SELECT json_strip_nulls('{"a":null,"b":{"c":null,"d":1}}'), json_array_length('[]'), jsonb_typeof('"x"'), jsonb '[1,2]' @> '1', jsonb '{"a":[1,{"b":2}]}' @> '{"a":[{"b":2}]}', jsonb '[[1]]' @> '[1]'
CREATE UNIQUE INDEX doc_user ON doc ((body->'user'->>'name'))
DROP TABLE doc
