-- json and jsonb.
SELECT '{"b":1, "a":[1,2.50,"x",null,true], "b":2}'::jsonb, '{"b":1, "a":[1,2]}'::json
SELECT '{"a":{"b":2}}'::jsonb -> 'a' -> 'b', '{"a":1}'::jsonb ->> 'a', '[1,2,3]'::jsonb -> 1, '[1,2,3]'::jsonb -> -1, '{"a":1}'::json -> 'x', '[1]'::json ->> 0
SELECT '{"a":{"b":[1,2]}}'::jsonb #> '{a,b,1}', '{"a":{"b":[1,2]}}'::jsonb #>> '{a,b}', '{"a":1}'::jsonb #> '{}', '{"a":{"b":2}}'::json #>> '{a,b}'
SELECT '{"a":1,"b":2}'::jsonb @> '{"a":1}', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '[1,2,3]'::jsonb @> '[3,1]', '[1,2]'::jsonb @> '1'
SELECT '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb ?| array['x','a'], '{"a":1}'::jsonb ?& array['x','a'], '["a"]'::jsonb ? 'a'
SELECT '{"a":1}'::jsonb || '{"b":2}', '[1]'::jsonb || '2', '{"a":1,"b":2}'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '{"a":{"b":1}}'::jsonb #- '{a,b}', '{"a":1,"b":2,"c":3}'::jsonb - array['a','c']
SELECT jsonb_set('{"a":1}', '{a}', '2'), jsonb_set('{"a":1}', '{b}', '"x"'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_insert('[1,2]', '{0}', '0'), jsonb_set('{"a":[1,2]}', '{a,0}', '9')
SELECT jsonb_build_object('a', 1, 'b', 'x', 'c', NULL, 'd', true, 'e', 1.50), jsonb_build_array(1, 'a', NULL, 2.5), json_build_object('a', 1, 'b', date '2024-01-01'), json_build_array(1, 'x')
SELECT to_json('a"b'::text), to_jsonb(1.5), to_json(ARRAY[1,2]), to_jsonb(ROW(1,'a')), to_json(timestamp '2024-01-01 10:00'), to_jsonb(NULL::int), to_json(date '2024-01-01')
SELECT row_to_json(ROW(1,'foo')), array_to_json(ARRAY[[1,2],[3,4]]), row_to_json(t) FROM (SELECT 1 AS a, 'x' AS b) t
SELECT json_agg(x), jsonb_agg(x ORDER BY x DESC), json_object_agg(x, x * 2), jsonb_object_agg(x::text, x) FROM (VALUES (1),(2)) t(x)
SELECT json_agg(t), jsonb_agg(t) FROM (VALUES (1,'a'),(2,'b')) t(id, name)
SELECT jsonb_array_length('[1,2,3]'), json_array_length('[]'), jsonb_typeof('{}'), jsonb_typeof('[]'), jsonb_typeof('1'), jsonb_typeof('"a"'), jsonb_typeof('null'), jsonb_typeof('true'), json_typeof('1.5')
SELECT jsonb_array_elements('[1,"a",{"b":2}]'), jsonb_array_elements_text('[1,"a",null]')
SELECT * FROM jsonb_array_elements('[1,2]') WITH ORDINALITY
SELECT value, ordinality FROM jsonb_array_elements_text('["x","y"]') WITH ORDINALITY
SELECT * FROM jsonb_each('{"a":1,"b":"x"}')
SELECT * FROM jsonb_each_text('{"a":1,"b":"x","c":null}')
SELECT key, value FROM json_each('{"a":1,"b":[1]}')
SELECT jsonb_object_keys('{"b":1,"a":2}')
SELECT json_object_keys('{"b":1,"a":2}')
SELECT jsonb_pretty('{"a":1,"b":[1,2],"c":{"d":null}}')
SELECT jsonb_strip_nulls('{"a":null,"b":1}'), json_strip_nulls('{"a":null,"b":1}')
SELECT json_object('{a,1,b,2}'), jsonb_object('{a,b}', '{1,2}')
SELECT jsonb_extract_path('{"a":{"b":1}}', 'a', 'b'), jsonb_extract_path_text('{"a":{"b":"x"}}', 'a', 'b'), json_extract_path('{"a":1}', 'a')
SELECT jsonb_path_query('{"a":[1,2,3]}', '$.a[*] ? (@ > 1)')
SELECT jsonb_path_exists('{"a":1}', '$.a'), jsonb_path_query_array('{"a":[1,2]}', '$.a[*]'), jsonb_path_query_first('{"a":[1,2]}', '$.a[0]'), '{"a":1}'::jsonb @? '$.a', '{"a":1}'::jsonb @@ '$.a == 1'
SELECT * FROM jsonb_to_record('{"a":1,"b":"x"}') AS t(a int, b text)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t(a int, b text)
SELECT * FROM json_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t(a int, b text)
CREATE TYPE jrec AS (a int, b text)
SELECT * FROM jsonb_populate_record(NULL::jrec, '{"a":1,"b":"x"}')
SELECT ('{"a":1}'::jsonb -> 'a')::int, ('{"a":"5"}'::jsonb ->> 'a')::int, ('{"a":true}'::jsonb -> 'a')::bool, '1.5'::jsonb::numeric
SELECT ('"a"'::jsonb)::int
SELECT '{"a":1}'::jsonb = '{"a":1.0}'::jsonb, '{"a":1,"b":2}'::jsonb = '{"b":2,"a":1}'::jsonb, '[1,2]'::jsonb < '[1,3]'::jsonb
SELECT '{"a":1}'::json = '{"a":1}'::json
SELECT '{"a":}'::jsonb
SELECT '{"a" : "\u00e9\n\/"}'::jsonb, '{"a" : "\u00e9"}'::json, '"\ud83d\ude00"'::jsonb
SELECT '1e3'::jsonb, '1.10'::jsonb, '-0'::jsonb, '100000000000000000000'::jsonb, '1E-3'::jsonb
SELECT '{"aa":1,"b":2,"":3}'::jsonb, '{"z":{"y":1,"xx":2}}'::jsonb::text, '{"a":1}'::jsonb::text || 'x'
SELECT '{"a":[{"b":1},{"b":2}]}'::jsonb -> 'a' -> 0 ->> 'b', '{"a":null}'::jsonb -> 'a', '{"a":null}'::jsonb ->> 'a', '{"a":null}'::jsonb -> 'a' IS NULL
SELECT x ->> 'n' AS n, (x ->> 'v')::int * 2 AS v FROM jsonb_array_elements('[{"n":"a","v":1},{"n":"b","v":2}]') x ORDER BY v DESC
SELECT ('{"a":[1,2]}'::jsonb)['a'][0], ('{"a":1}'::jsonb)['a']
SELECT json_build_object('a', json_build_array(1, 2), 'b', jsonb_build_object('c', 1))
SELECT json_build_object(NULL, 1)
SELECT jsonb_object_agg(k, v) FROM (VALUES (NULL, 1)) t(k, v)
SELECT jsonb_concat('{"a":1}', '{"b":1}'), jsonb_exists('{"a":1}', 'a'), jsonb_contains('{"a":1}', '{}')
SELECT count(*) FILTER (WHERE j @> '{"t":1}') FROM (VALUES ('{"t":1}'::jsonb), ('{"t":2}')) x(j)
SELECT j -> 't', count(*) FROM (VALUES ('{"t":1}'::jsonb), ('{"t":2}'), ('{"t":1}')) x(j) GROUP BY 1 ORDER BY 1
SELECT DISTINCT j FROM (VALUES ('{"t":1}'::jsonb), ('{"t": 1}')) x(j)
SELECT jsonb_agg(DISTINCT x ORDER BY x) FROM (VALUES (2),(1),(2)) t(x)
SELECT json_agg(x) FILTER (WHERE x > 5) FROM (VALUES (1)) t(x)
SELECT json_arrayagg(1)
SELECT '{"a":1}' IS JSON
SELECT jsonb '{"a":1}' @> jsonb '{"a":1}', json '{"a": 1}', '{"a":1}'::jsonb::json, '{"a": 1}'::json::jsonb
