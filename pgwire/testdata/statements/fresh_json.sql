-- json and jsonb.
SELECT '{"a": 1,  "b": [1, 2]}'::json, '{"b": 1, "a": 2, "b": 3}'::jsonb, '[1, 2.50, true, null, "x"]'::jsonb, '"str"'::jsonb, '1e2'::jsonb, '{}'::jsonb
SELECT '{"a": {"b": [10, 20]}}'::jsonb -> 'a', '{"a": {"b": [10, 20]}}'::jsonb ->> 'a', '{"a": {"b": [10, 20]}}'::jsonb #> '{a,b,1}', '{"a": {"b": [10, 20]}}'::jsonb #>> '{a,b}', '[1,2,3]'::jsonb -> -1, '[1,2,3]'::jsonb ->> 5
SELECT '{"a":1,"b":2}'::jsonb @> '{"a":1}', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb ?| ARRAY['x','a'], '["a","b"]'::jsonb ?& ARRAY['a','b'], '[1,2]'::jsonb @> '2'
SELECT '{"a":1}'::jsonb || '{"b":2}', '{"a":1,"b":2}'::jsonb - 'a', '["a","b"]'::jsonb - 0, '{"a":{"b":1}}'::jsonb #- '{a,b}', '[1]'::jsonb || '2', '{"a":1,"b":2,"c":3}'::jsonb - ARRAY['a','c']
SELECT jsonb_set('{"a":1}', '{a}', '2'), jsonb_set('{"a":{"b":1}}', '{a,c}', '"x"'), jsonb_insert('[1,3]', '{1}', '2'), jsonb_strip_nulls('{"a":null,"b":1}'), jsonb_pretty('{"a":[1,2]}')
SELECT jsonb_typeof('1'), json_typeof('[]'), jsonb_array_length('[1,2]'), jsonb_extract_path('{"a":{"b":1}}', 'a', 'b'), jsonb_extract_path_text('{"a":{"b":"x"}}', 'a', 'b'), json_extract_path_text('{"a":1}', 'a')
SELECT jsonb_build_object('a', 1, 'b', NULL, 'c', ARRAY[1,2], 'd', now() IS NOT NULL), json_build_object('x', 1.50, 'y', 'z'), jsonb_build_array(1, 'a', true, NULL), json_build_array()
SELECT to_json('a"b'::text), to_jsonb(1.50), to_jsonb(ARRAY['a', 'b']), to_json(date '2024-01-01'), to_jsonb(timestamp '2024-01-01 10:00'), to_json(NULL::text), row_to_json(ROW(1, 'a')), to_jsonb(true)
SELECT * FROM jsonb_each('{"b":1,"a":"x"}')
SELECT * FROM json_each_text('{"b":1,"a":null}')
SELECT key, value FROM jsonb_each_text('{"b":{"x":1},"a":"y"}') ORDER BY key
SELECT * FROM jsonb_object_keys('{"b":1,"aa":2}') AS k
SELECT json_object_keys('{"b":1,"a":2}')
SELECT value FROM jsonb_array_elements('[1,"a",null,{"x":1}]') WITH ORDINALITY AS t(value, n) ORDER BY n DESC
SELECT jsonb_array_elements_text('["a","b"]') AS v
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t(a int, b text)
SELECT * FROM jsonb_to_record('{"a":1,"b":[1,2],"c":{"d":1}}') AS t(a int, b int[], c jsonb)
SELECT * FROM json_populate_record(NULL::staffx, '{"a":1}')
SELECT jsonb_path_query('{"a":[1,2,3]}', '$.a[*] ? (@ > 1)')
SELECT jsonb_path_query_array('{"a":[1,2,3]}', '$.a[*] ? (@ > $x)', '{"x":1}'), jsonb_path_query_first('{"a":[1,2,3]}', '$.a[last]'), jsonb_path_exists('{"a":1}', '$.a'), jsonb_path_match('{"a":1}', '$.a == 1')
SELECT '{"a":[1,2]}'::jsonb @? '$.a[*] ? (@ > 1)', '{"a":1}'::jsonb @@ '$.a > 0', jsonb_path_query_array('[{"n":"x"},{"n":"y"}]', '$[*].n'), jsonb_path_query_array('{"a":{"b":1},"c":{"b":2}}', '$.*.b')
SELECT jsonb_path_query('[1,"2",true]', '$[*].type()'), jsonb_path_query('{"a":"abc"}', '$.a ? (@ like_regex "^a" )')
SELECT jsonb_path_query('[1, 2]', '$[*] + 1'), jsonb_path_query('{"a":[1,2,3]}', '$.a.size()'), jsonb_path_query('"2024-01-01"', '$.datetime()')
SELECT jsonb_path_query('{"a":1}', 'strict $.b')
SELECT '$.a[*] ? (@ > 1)'::jsonpath
SELECT ('{"a":1}'::jsonb->'a')::int + 1, ('{"a":"5"}'::jsonb->>'a')::int, ('{"a":true}'::jsonb->'a')::bool, ('{"a":1.5}'::jsonb->'a')::numeric, '{"a":1}'::jsonb::text, '{"a": 1}'::json::jsonb
SELECT '{"a":1}'::jsonb = '{"a": 1}'::jsonb, '1'::jsonb < '2'::jsonb, '{"a":1}'::jsonb <> '{}', 'null'::jsonb IS NULL, '{"a":null}'::jsonb -> 'a' IS NULL, '{"a":null}'::jsonb ->> 'a' IS NULL
SELECT '{a:1}'::json
SELECT '{"a":1'::jsonb
SELECT '{"a":1}'::json = '{"a":1}'::json
SELECT ('{"a":{"b":1}}'::jsonb)['a']['b'], ('[1,2]'::jsonb)[1]
SELECT json_agg(x), jsonb_agg(x ORDER BY x DESC), json_agg(ROW(x, 'k')) FROM generate_series(1, 3) x
SELECT jsonb_object('{a,1,b,2}'), json_object('{a,b}', '{1,2}'), jsonb_object_agg(k, v) FROM (VALUES ('x', 1), ('y', 2)) t(k, v)
SELECT json_strip_nulls('{"a":null,"b":[null]}'), jsonb_set('{"a":[1,2]}', '{a,-1}', '9'), jsonb_set('{}', '{x}', '1', false), jsonb_set_lax('{"a":1}', '{a}', NULL)
SELECT d->>'name' AS name, (d->>'age')::int AS age FROM (VALUES ('{"name":"ann","age":"30"}'::jsonb), ('{"name":"bob"}')) t(d) WHERE d ? 'name' ORDER BY (d->>'age')::int DESC NULLS LAST
SELECT e->>'id' FROM jsonb_array_elements('[{"id":1},{"id":2}]'::jsonb) e WHERE e @> '{"id":2}'
SELECT json_build_object('rows', (SELECT json_agg(g) FROM generate_series(1, 2) g), 'total', 2)
SELECT jsonb_agg(jsonb_build_object('n', n, 's', s)) FROM (VALUES (1, 'x'), (2, NULL)) t(n, s)
SELECT array(SELECT jsonb_array_elements_text('["a","b"]'))
SELECT t.n, j.* FROM (VALUES (1, '{"a":1,"b":"x"}'::jsonb)) t(n, d), jsonb_to_record(t.d) AS j(a int, b text)
