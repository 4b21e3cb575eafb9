CREATE TABLE hj_doc (id int, j json, b jsonb)

INSERT INTO hj_doc VALUES (1, '{"a": 1, "b": {"c": [1, 2, {"d": "x"}]}, "a": 2}', '{"a": 1, "b": {"c": [1, 2, {"d": "x"}]}, "tags": ["red", "blue"]}'), (2, '[1, "two", null, true, 3.50]', '[1, "two", null, true, 3.50]'), (3, '"text"', '"text"'), (4, 'null', 'null'), (5, NULL, NULL), (6, '12.0e1', '12.0e1'), (7, '{}', '{}'), (8, '{"name": "Zoë \u00e9", "n": -0.0, "big": 12345678901234567890, "nested": {"k": null}}', '{"name": "Zoë \u00e9", "n": -0.0, "big": 12345678901234567890, "nested": {"k": null}}')

SELECT id, j, b FROM hj_doc ORDER BY id

SELECT id, j -> 'a', b -> 'a', j ->> 'a', b ->> 'tags', b -> 'tags' -> 0, b -> 'tags' ->> -1, b #> '{b,c,2,d}', b #>> '{b,c,2}' FROM hj_doc ORDER BY id

SELECT j -> 0, j -> 1, j ->> 2, j ->> -1, b -> 4, b ->> 4, b -> 10, b -> 'x' FROM hj_doc WHERE id = 2

SELECT id, json_typeof(j), jsonb_typeof(b) FROM hj_doc ORDER BY id

SELECT id, b ? 'a', b ?| ARRAY['x', 'tags'], b ?& ARRAY['a', 'b'], b @> '{"a": 1}', b <@ '{"a": 1, "b": 2}' FROM hj_doc ORDER BY id

SELECT '["a", "b"]'::jsonb ? 'b', '"a"'::jsonb ? 'a', '[1, 2]'::jsonb @> '1', '{"a": [1, 2]}'::jsonb @> '{"a": [2]}', '[1, [2]]'::jsonb @> '[2]', '{"a": null}'::jsonb @> '{"a": null}', '[1, 1]'::jsonb <@ '[1]'

SELECT j ? 'a' FROM hj_doc

SELECT j = j FROM hj_doc

SELECT j @> '{}' FROM hj_doc

SELECT b || '{"z": 1}' FROM hj_doc WHERE id = 1

SELECT '[1]'::jsonb || '2', '{"a": 1}'::jsonb || '{"a": 2, "b": 3}', '1'::jsonb || '[2]', '"a"'::jsonb || '"b"', '[1]'::jsonb || '{"a": 1}', '{}'::jsonb || '[]'

SELECT '{"a": 1}'::jsonb || '1'

SELECT '{"a": 1, "b": 2, "c": 3}'::jsonb - 'b', '{"a": 1, "b": 2, "c": 3}'::jsonb - ARRAY['a', 'c'], '[1, 2, 3]'::jsonb - 1, '[1, 2, 3]'::jsonb - -1, '["a", "b"]'::jsonb - 'a', '{"a": {"b": 1, "c": 2}}'::jsonb #- '{a,b}', '[1, [2, 3]]'::jsonb #- '{1,0}'

SELECT '1'::jsonb - 'a'

SELECT '{"a": 1}'::jsonb - 1

SELECT '{"a":1}'::json - 'a'

SELECT jsonb_set('{"a": 1}', '{a}', '2'), jsonb_set('{"a": 1}', '{b}', '2'), jsonb_set('{"a": 1}', '{b}', '2', false), jsonb_set('[1, 2]', '{-1}', '"x"'), jsonb_set('[1]', '{9}', '5'), jsonb_set('{"a": {"b": 1}}', '{a,b}', '[1]'), jsonb_set('{}', '{a,b}', '1')

SELECT jsonb_set('{"a": 1}', '{a}', NULL), jsonb_set_lax('{"a": 1}', '{a}', NULL), jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'delete_key'), jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'return_target')

SELECT jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'raise_exception')

SELECT jsonb_set('1', '{a}', '2')

SELECT jsonb_set('[1]', '{x}', '2')

SELECT jsonb_insert('{"a": [0, 1, 2]}', '{a,1}', '"new"'), jsonb_insert('{"a": [0, 1, 2]}', '{a,1}', '"new"', true), jsonb_insert('{"a": 1}', '{b}', '2')

SELECT jsonb_insert('{"a": 1}', '{a}', '2')

SELECT jsonb_pretty('{"a": [1, {"b": 2}], "c": {}, "d": []}')

SELECT jsonb_strip_nulls('{"a": null, "b": [null, {"c": null}]}'), json_strip_nulls('{"a": null, "b": {"c": null, "d": 1}}')

SELECT * FROM jsonb_each('{"a": 1, "b": "x", "c": null, "d": [1]}')

SELECT * FROM jsonb_each_text('{"a": 1, "b": "x", "c": null, "d": [1]}')

SELECT key, value FROM json_each('{"b": 1.50, "a": {"x": 1}, "b": 2}')

SELECT json_object_keys('{"b": 1, "a": 2, "b": 3}')

SELECT jsonb_object_keys('{"b": 1, "a": 2, "b": 3}')

SELECT jsonb_object_keys('[1]')

SELECT jsonb_each('1')

SELECT json_each_text('[1]')

SELECT * FROM jsonb_array_elements('[1, "a", null, {"x": [1]}]') WITH ORDINALITY

SELECT jsonb_array_elements_text('["a", null, 1.0, true]'), json_array_elements('[1, 2]')

SELECT jsonb_array_elements('{"a": 1}')

SELECT jsonb_array_elements('1')

SELECT jsonb_array_length('[1, 2, [3]]'), json_array_length('[]')

SELECT jsonb_array_length('{}')

SELECT jsonb_array_length('5')

SELECT * FROM jsonb_to_record('{"a": 1, "b": [1, 2], "c": "x", "d": {"e": 1}}') AS x(a int, b int[], c text, d jsonb, z text)

SELECT * FROM json_to_recordset('[{"a": 1, "b": "foo"}, {"a": "2", "c": "bar"}, {}]') AS x(a int, b text)

SELECT * FROM jsonb_to_record('{"a": "x"}') AS x(a int)

SELECT * FROM jsonb_to_recordset('{"a": 1}') AS x(a int)

SELECT * FROM jsonb_to_record('{"a": 1}')

SELECT * FROM json_populate_record(NULL::hj_doc, '{"id": 9, "j": [1, 2], "b": {"x": null}}')

SELECT (jsonb_populate_record(NULL::hj_doc, '{"id": 5}')).id, (jsonb_populate_recordset(NULL::hj_doc, '[{"id": 1}, {"id": 2}]')).id

SELECT row_to_json(ROW(1, 'a', NULL, true, 2.50)), row_to_json(d) FROM hj_doc d WHERE id = 2

SELECT row_to_json(ROW(1, 'a'), true), array_to_json(ARRAY[[1, 2], [3, 4]]), array_to_json(ARRAY['a"b', NULL]), array_to_json(ARRAY[1, 2], true)

SELECT to_json(1), to_json('a"b'::text), to_json(NULL::text), to_json(ARRAY[1.50, NULL]), to_json(date '2024-01-01'), to_json(timestamp '2024-01-01 10:00'), to_json(timestamptz '2024-01-01 10:00+00'), to_json(true), to_json(interval '1 day'), to_json('{"a": 1}'::jsonb), to_json('NaN'::float8), to_json(1e20::float8), to_json('\x01'::bytea)

SELECT to_jsonb(1.50), to_jsonb('x'::text), to_jsonb(ARRAY['a', 'b']), to_jsonb(ROW(1, 2)), to_jsonb('NaN'::float8), to_jsonb(1e300::float8), to_jsonb(0.1::real), to_jsonb(12::bigint), to_jsonb('{"b":1,"a":2}'::json), to_jsonb(point '(1,2)'), to_jsonb(int4range(1, 5))

SELECT to_json('a')

SELECT json_build_object('a', 1, 'b', ARRAY[1, 2], 'c', NULL, 'd', json_build_array(1, 'x')), json_build_array(), json_build_object(), jsonb_build_object('z', 1, 'a', 2, 'z', 3), jsonb_build_array(1, 'a', NULL, true, 2.50, date '2024-01-01')

SELECT json_build_object('a')

SELECT json_build_object(NULL, 1)

SELECT jsonb_build_object(1, 2, true, 3, 1.5, 4, date '2024-01-01', 5)

SELECT json_build_object(ARRAY[1], 2)

SELECT json_object('{a,1,b,"x y",c,NULL}'), json_object('{{a,1},{b,2}}'), json_object('{a,b}', '{1,2}'), jsonb_object('{b,a}', '{1,NULL}')

SELECT json_object('{a,b,c}')

SELECT json_object('{a,b}', '{1}')

SELECT jsonb_object('{NULL,1}')

SELECT json_agg(id ORDER BY id DESC), jsonb_agg(b ORDER BY id) FROM hj_doc WHERE id IN (2, 3, 5)

SELECT json_object_agg(id, j ORDER BY id), jsonb_object_agg(id, b) FROM hj_doc WHERE id > 4

SELECT jsonb_object_agg(k, v) FROM (VALUES ('b', 1), ('a', 2), ('b', 3)) t(k, v)

SELECT json_object_agg(k, v) FROM (VALUES (NULL, 1)) t(k, v)

SELECT json_agg(x) FROM (SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL) x

SELECT json_agg(NULL), json_agg(1) FILTER (WHERE false), jsonb_agg(DISTINCT x ORDER BY x DESC) FROM (VALUES (2), (1), (2)) t(x)

SELECT (b ->> 'a')::int + 1, (b -> 'a')::int, (b -> 'a')::numeric, (b -> 'a')::text, (b -> 'a')::float8 FROM hj_doc WHERE id = 1

SELECT (b -> 'tags')::int FROM hj_doc WHERE id = 1

SELECT b::boolean FROM hj_doc WHERE id = 1

SELECT 'true'::jsonb::boolean, '1.7'::jsonb::int, '"1"'::jsonb

SELECT '"1"'::jsonb::int

SELECT '1'::json::int

SELECT 'null'::jsonb::int

SELECT j::jsonb, b::json FROM hj_doc ORDER BY id

SELECT '{"a":1,}'::json

SELECT '{a: 1}'::jsonb

SELECT '[1, 2'::jsonb

SELECT '{"a": "unterminated}'::json

SELECT ''::jsonb

SELECT '01'::json

SELECT '"\u0000"'::jsonb

SELECT '"\ud83d"'::jsonb

SELECT '1e400'::jsonb, '1.0'::jsonb, '1.10e2'::jsonb, '-0'::jsonb, '1E5'::json, '100000000000000000000000000000.5'::jsonb

SELECT '  {"a" : 1 ,"b":[ ]}  '::json, '  {"bb" : 1 ,"a":[ ], "c" : {}}  '::jsonb

SELECT b -> 'b' -> 'c' -> 2 ->> 'd' AS deep, b['a'], b['b']['c'][0], b['tags'][-1] FROM hj_doc WHERE id = 1

SELECT ('[1, 2, 3]'::jsonb)[0], ('{"a": {"b": 1}}'::jsonb)['a']['b'], ('{"1": 2}'::jsonb)['1']

SELECT ('[1]'::json)[0]

SELECT ('{"a": 1}'::jsonb)[1:2]

SELECT b #>> '{}', j #> '{}', b #> '{tags,0}', b #> ARRAY['tags', NULL] FROM hj_doc WHERE id = 1

SELECT jsonb_extract_path(b, 'b', 'c', '0'), jsonb_extract_path_text(b, 'tags', '1'), json_extract_path(j, 'b'), json_extract_path_text(j, 'a') FROM hj_doc WHERE id = 1

SELECT jsonb_path_query(b, '$.tags[*]') FROM hj_doc WHERE id = 1

SELECT jsonb_path_query_array(b, '$.b.c[*] ? (@ > 1)'), jsonb_path_query_first(b, '$.b.c[last].d'), jsonb_path_exists(b, '$.a ? (@ == 1)'), jsonb_path_match(b, '$.a < 5') FROM hj_doc WHERE id = 1

SELECT b @? '$.tags[*] ? (@ == "red")', b @@ '$.a == 1', b @@ '$.nope == 1', b @@ '$.a' FROM hj_doc WHERE id = 1

SELECT jsonb_path_query('[1, 2, 3, 4]', '$[1 to 2]'), jsonb_path_query('{"a": [{"x": 1}, {"x": 2}]}', '$.a[*].x')

SELECT jsonb_path_query('[1, 2, 3]', '$[*] ? (@ > $min)', '{"min": 1}'), jsonb_path_query('{"a": 5}', '$.a + 3'), jsonb_path_query('[3, 1]', '$.size()'), jsonb_path_query('"x"', '$.type()')

SELECT jsonb_path_query('{"a": 1.7}', '$.a.floor()'), jsonb_path_query('{"a": -1}', '$.a.abs()'), jsonb_path_query('"1.5"', '$.double()'), jsonb_path_query('{"a": 1, "b": 2}', '$.keyvalue()')

SELECT jsonb_path_query('"2024-01-01"', '$.datetime()'), jsonb_path_query('["2024-01-01", "2023-05-05"]', '$[*] ? (@.datetime() < "2024-01-01".datetime())'), jsonb_path_query('"10:20"', '$.datetime("HH24:MI")')

SELECT jsonb_path_query('{"a": 1}', 'strict $.b')

SELECT jsonb_path_query('{"a": 1}', 'lax $.b'), jsonb_path_query('{"a": 1}', '$.b', '{}', true)

SELECT jsonb_path_query('[1]', 'strict $[5]')

SELECT jsonb_path_query('"a"', '$ + 1')

SELECT jsonb_path_query('1', '$ / 0')

SELECT jsonb_path_query('1', '$.a[')

SELECT jsonb_path_query('1', '$x')

SELECT jsonb_path_match('1', '$')

SELECT '$.a[*] ? (@.b > 1 && @.c == "x")'::jsonpath, 'lax $."a b".c'::jsonpath, 'strict $[0 to last]'::jsonpath, '$.a.**{2}.b'::jsonpath, '$ ? (@ like_regex "^a" flag "i")'::jsonpath, '$ ? (exists (@.x) || !(@.y == null))'::jsonpath, '-$.a + 1.50'::jsonpath

SELECT jsonb_path_query_array('{"a": {"b": {"c": 1}}, "c": 2}', '$.**.c'), jsonb_path_query_array('["abc", "ABD", "xyz"]', '$[*] ? (@ like_regex "^ab" flag "i")'), jsonb_path_query_array('["abc", "b"]', '$[*] ? (@ starts with "a")'), jsonb_path_query_array('[1, "a", null, true]', '$[*] ? ((@ > 0) is unknown)'), jsonb_path_query_array('[{"a": 1}, {"b": 2}]', '$[*] ? (exists(@.a))')

SELECT jsonb_path_query_array('[1, 2, 3, 4, 5]', '$[last - 1 to last]'), jsonb_path_query_array('[1.5, 2]', '$[*] * 2'), jsonb_path_query_array('[5]', '$[*] % 3'), jsonb_path_query_array('[7]', '$[0] / 2'), jsonb_path_query('2', '-$'), jsonb_path_query_array('[[1, 2], [3]]', '$[*][*]')

SELECT b < '{}'::jsonb, b = '{"a":1}'::jsonb FROM hj_doc ORDER BY id

SELECT '1'::jsonb < '"a"', '{}'::jsonb > '[]', 'null'::jsonb < '1', '[1, 2]'::jsonb < '[3]', '{"a": 1}'::jsonb = '{"a": 1.0}', 'true'::jsonb > '1', '"b"'::jsonb > '"a"', '1'::jsonb = 1::text::jsonb

SELECT id FROM hj_doc ORDER BY b, id

SELECT DISTINCT b -> 'a' FROM hj_doc ORDER BY 1

SELECT b, count(*) FROM hj_doc GROUP BY b ORDER BY b

SELECT j, count(*) FROM hj_doc GROUP BY j

SELECT DISTINCT j FROM hj_doc

SELECT max(b) FROM hj_doc

SELECT id FROM hj_doc ORDER BY j

SELECT id FROM hj_doc WHERE b ->> 'a' = '1' AND b -> 'tags' @> '["red"]'

SELECT id FROM hj_doc WHERE b -> 'a' = '1'

SELECT id FROM hj_doc WHERE b -> 'a' = 1

SELECT id FROM hj_doc WHERE b ->> 'a' = 1

SELECT id FROM hj_doc WHERE b ->> 'a' > 'x' OR b IS NULL

SELECT d.id, e.key, e.value FROM hj_doc d, jsonb_each(d.b) e WHERE jsonb_typeof(d.b) = 'object' ORDER BY 1, 2

SELECT d.id, t.* FROM hj_doc d CROSS JOIN LATERAL jsonb_array_elements_text(d.b -> 'tags') WITH ORDINALITY AS t(tag, n) ORDER BY 1, n

SELECT id, coalesce(b ->> 'name', b #>> '{a}', '?') FROM hj_doc ORDER BY id

SELECT b - 'a' - 'b' || jsonb_build_object('n', id) FROM hj_doc WHERE id IN (1, 7, 8) ORDER BY id

SELECT jsonb_agg(jsonb_build_object('id', id, 'kind', jsonb_typeof(b)) ORDER BY id) FROM hj_doc

SELECT json_build_object('items', (SELECT json_agg(json_build_object('k', key, 'v', value) ORDER BY key) FROM jsonb_each_text('{"x": 1, "y": [1, 2]}')))

UPDATE hj_doc SET b = jsonb_set(b, '{a}', to_jsonb((b ->> 'a')::int + 10)) WHERE id = 1 RETURNING b

UPDATE hj_doc SET b['new'] = '"v"' WHERE id = 7 RETURNING b

UPDATE hj_doc SET b = b #- '{b,c}' || '{"x": []}' WHERE id = 1 RETURNING b -> 'b', b

INSERT INTO hj_doc (id, b) VALUES (20, '{bad}')

INSERT INTO hj_doc (id, b) VALUES (20, 5)

INSERT INTO hj_doc (id, j) VALUES (20, to_json(ARRAY[1])), (21, jsonb_build_array(2)::json) RETURNING j

SELECT pg_typeof(j -> 'a'), pg_typeof(j ->> 'a'), pg_typeof(b #> '{a}'), pg_typeof(to_json(1)), pg_typeof(jsonb_agg(id)), pg_typeof(json_array_length(j)), pg_typeof('$'::jsonpath) FROM hj_doc WHERE id = 2 GROUP BY j, b

SELECT pg_typeof(j -> 'a'), pg_typeof(b || b), pg_typeof(b - 'a'), pg_typeof(b ? 'a'), pg_typeof(b['a']) FROM hj_doc WHERE id = 1

SELECT json '{"a": 1}' -> 'a', jsonb '[1, 2]' -> 1, '{"a": 1}'::json ->> 'b' IS NULL, jsonb '{"a": {"b": 2}}' -> 'a' ->> 'b'

SELECT json_array('a', 1), json_object('a': 1)

SELECT JSON_VALUE('{"a": 1}', '$.a')

SELECT '{"a": 1}' IS JSON

SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a int PATH '$'))

SELECT json_scalar(1)

SELECT json_extract('{"a": 1}', '$.a')

SELECT jsonb_concat('[1]', '[2]'), jsonb_delete('{"a": 1}', 'a'), jsonb_exists('{"a": 1}', 'a'), jsonb_contains('[1]', '[1]')

SELECT to_tsvector('{"a": "fat cats", "b": "rats"}'::jsonb), jsonb_to_tsvector('english', '{"a": "cats", "b": 12}', '["string", "numeric"]')

SELECT jsonb_typeof(to_jsonb(NULL::int)), jsonb_typeof('null'), json_typeof('1.5'), jsonb_typeof(jsonb_build_array())

SELECT jsonb_path_query_array('{"a": [1, 2, {"b": [3, 4]}]}', '$.a[*].b[*]'), jsonb_path_query_array('{"a": 1}', '$.*'), jsonb_path_query_first('[]', '$[*]'), jsonb_path_exists('{"a": null}', '$.a'), jsonb_path_query_array('[1,2]', '$')

SELECT jsonb_path_query('[{"p": 5, "q": 2}, {"p": 1, "q": 3}]', '$[*] ? (@.p > @.q).p'), jsonb_path_query('{"x": "a\tb"}', '$.x')

DROP TABLE hj_doc
SELECT '99999'::jsonb::smallint
SELECT '32767.4'::jsonb::smallint, '-32768.4'::jsonb::smallint, '2147483647.4'::jsonb::int, '-9223372036854775808.4'::jsonb::bigint
SELECT '32767.5'::jsonb::smallint
SELECT '-2147483649'::jsonb::int
SELECT '1e10'::jsonb::int
SELECT '9223372036854775808'::jsonb::bigint
SELECT '99999999999999999999.5'::jsonb::bigint
SELECT v::int2 FROM (VALUES ('-40000'::jsonb), ('1')) t(v)
SELECT ('{"n":3000000000}'::jsonb -> 'n')::int
