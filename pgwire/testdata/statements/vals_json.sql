-- JSON, its paths and its errors.
SELECT jsonb_path_query('{"a":[1,2,3]}', '$.a[*] ? (@ > $min)', '{"min": 1}')
SELECT jsonb_path_query_array('{"a":[1,2,3]}', '$.a[*] ? (@ >= $min && @ < $max)', '{"min": 1, "max": 3}'), jsonb_path_query_first('{"a":[1,2,3]}', '$.a[*] ? (@ > 1)'), jsonb_path_exists('{"a":[1,2,3]}', '$.a[*] ? (@ > 5)'), jsonb_path_match('{"a":[1,2,3]}', 'exists($.a[*] ? (@ > 2))')
SELECT '{"a":[1,2,3]}'::jsonb @? '$.a[*] ? (@ > 2)', '{"a":[1,2,3]}'::jsonb @@ '$.a[0] == 1', '{"a":1}'::jsonb @@ '$.b == 1', '{"a":1}'::jsonb @? '$.b'
SELECT jsonb_path_query_array('["abc","Abd","xyz"]', '$[*] ? (@ like_regex "^ab")'), jsonb_path_query_array('["abc","Abd","xyz"]', '$[*] ? (@ like_regex "^ab" flag "i")'), jsonb_path_query_array('["a.c","abc"]', '$[*] ? (@ like_regex "a.c" flag "q")'), jsonb_path_query_array('["abc","xbc"]', '$[*] ? (@ starts with "a")')
SELECT jsonb_path_query('[1,"2",null,true,{"a":1},[2]]', '$[*].type()')
SELECT jsonb_path_query_array('[1.5,-2.7,"3"]', '$[*].double()'), jsonb_path_query_array('[1.5,-2.7]', '$[*].abs()'), jsonb_path_query_array('[1.5,-2.7]', '$[*].floor()'), jsonb_path_query_array('[1.5,-2.7]', '$[*].ceiling()'), jsonb_path_query('[1,2,3]', '$.size()'), jsonb_path_query_array('[1,2,3]', '$[last]'), jsonb_path_query_array('[1,2,3,4]', '$[1 to 2, 0]')
SELECT jsonb_path_query('{"a":5}', '$.a + 2'), jsonb_path_query('{"a":5}', '$.a * 2 - 1'), jsonb_path_query('{"a":7}', '$.a / 2'), jsonb_path_query('{"a":7}', '$.a % 2'), jsonb_path_query('{"a":[1,2]}', '-$.a[*]')
SELECT jsonb_path_query('{"a":0}', '1 / $.a')
SELECT jsonb_path_query('{"a":"x"}', '$.a + 1')
SELECT jsonb_path_query('{}', 'strict $.a')
SELECT jsonb_path_query('{}', 'strict $.a', silent => true)
SELECT jsonb_path_query('[1,2]', 'strict $[5]')
SELECT jsonb_path_query('{"a":1}', '$x')
SELECT jsonb_path_query('{"a":{"b":{"c":1}}}', '$.**'), jsonb_path_query('{"a":1,"b":2}', '$.*')
SELECT jsonb_path_exists('{"a":null}', '$.a ? (@ == null)'), jsonb_path_query_array('[1,2,null]', '$[*] ? (!(@ == 1))'), jsonb_path_query_array('[{"a":1},{"b":2}]', '$[*] ? (exists(@.a))'), jsonb_path_query('[1,2]', '$[*] ? ((@ > 1) is unknown)')
SELECT jsonb_path_match('{"a":1}', '$.a')
SELECT jsonb_set('{"a":{"b":1}}', '{a,b}', '2'), jsonb_set('{"a":1}', '{b}', '2'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_set('[1,2,3]', '{-1}', '9'), jsonb_set('[1,2,3]', '{5}', '9'), jsonb_set('{"a":[1,{"b":2}]}', '{a,1,b}', '"x"'), jsonb_set('{"a":1}', '{b,c}', '2'), jsonb_set('{}', '{}', '1'), jsonb_set('{"a":1}', '{a}', NULL), jsonb_set_lax('{"a":1}', '{a}', NULL), jsonb_set_lax('{"a":1}', '{a}', NULL, true, 'delete_key')
SELECT jsonb_set('[]', '{a}', '1')
SELECT jsonb_set('1', '{a}', '1')
SELECT jsonb_insert('[1,2]', '{1}', '9'), jsonb_insert('[1,2]', '{1}', '9', true), jsonb_insert('{"a":1}', '{b}', '2'), jsonb_insert('{"a":[1]}', '{a,0}', '0'), jsonb_insert('[1,2]', '{-1}', '9')
SELECT jsonb_insert('{"a":1}', '{a}', '2')
SELECT jsonb_strip_nulls('{"a":null,"b":[null,{"c":null}]}'), json_strip_nulls('{"a":null, "b": [null]}'), jsonb_pretty('{"b":[1,{"c":null}],"a":{}, "d":[]}')
SELECT * FROM jsonb_each('{"b":1,"a":"x","c":null}')
SELECT * FROM json_each('{"b":1,"a":"x","b":2}')
SELECT * FROM jsonb_each_text('{"b":1,"a":"x","c":null,"d":{"e":1}}')
SELECT * FROM jsonb_array_elements('[1,"a",null,{"b":1}]') WITH ORDINALITY
SELECT * FROM jsonb_array_elements_text('[1,"a",null,{"b":1}]') AS t(x)
SELECT jsonb_array_elements('{"a":1}')
SELECT jsonb_array_elements('1')
SELECT * FROM jsonb_to_record('{"a":1,"b":"x","c":[1,2],"d":{"e":1}}') AS t(a int, b text, c int[], d jsonb, z date)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":"2"},{"b":null,"c":1}]') AS t(a int, b text)
SELECT * FROM json_to_recordset('[{"a":1.5,"b":true,"c":"2024-01-01"}]') AS t(a numeric, b boolean, c date)
SELECT * FROM jsonb_to_record('{"a":"x"}') AS t(a int)
CREATE TYPE person AS (name text, age int)
SELECT '{"a":1,"b":2}'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '["a","b","a"]'::jsonb - 'a', '{"a":1,"b":2,"c":3}'::jsonb - '{a,c}'::text[], '[1,2,3]'::jsonb - -1, '{"a":{"b":1,"c":2}}'::jsonb #- '{a,b}', '[1,[2,3]]'::jsonb #- '{1,0}', '{"a":1}'::jsonb #- '{x}'
SELECT '{"a":1}'::jsonb - 1
SELECT '1'::jsonb - 'a'
SELECT '1'::jsonb #- '{a}'
SELECT '{"a":1}'::jsonb || '1'
SELECT '{"a":1,"b":2}'::jsonb ? 'a', '["a","b"]'::jsonb ? 'b', '{"a":1}'::jsonb ?| ARRAY['x','a'], '{"a":1}'::jsonb ?& ARRAY['a','b'], '"a"'::jsonb ? 'a', '[1]'::jsonb ? '1', '{"a":1}'::jsonb ?| '{}', '{"a":1}'::jsonb ?& '{}'
SELECT '{"a":1,"b":[1,2]}'::jsonb @> '{"b":[1]}', '[1,2]'::jsonb @> '1', '{"a":{"b":1}}'::jsonb @> '{"a":{}}', '[1,[2]]'::jsonb @> '[2]', '1'::jsonb <@ '[1]', '[[1,2]]'::jsonb @> '[[1]]', '{"a":1.0}'::jsonb @> '{"a":1}'
SELECT '{"a":[1,{"b":"x"}]}'::jsonb #> '{a,1,b}', '{"a":[1,{"b":"x"}]}'::jsonb #>> '{a,1,b}', '{"a":[1,2]}'::jsonb -> 'a' -> -1, '[1,2]'::json -> 0, '{"a":null}'::jsonb -> 'a', '{"a":null}'::jsonb ->> 'a', '{"a":1}'::jsonb -> 'x', '[1]'::jsonb -> 'a', '{"0":1}'::jsonb -> 0, '{"a":1}'::jsonb #> '{}'
SELECT ('{"a":{"b":[1,2]}}'::jsonb)['a']['b'][1], ('[1,2,3]'::jsonb)[-1], ('{"a":1}'::jsonb)['x'], ('{"a":1}'::jsonb)[0]
SELECT '1e400'::jsonb, '1e-400'::jsonb IS NOT NULL
SELECT '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::json, '{"b":1,"a":{"z":1,"y":2},"aa":0}'::jsonb, ' { "a" : [ 1 , 2 ] } '::jsonb, ' { "a" : 1 } '::json, '"\u00e9\n\t\/"'::jsonb, '"\u00e9\/"'::json
CREATE TABLE docs (id int, doc jsonb, raw json)
INSERT INTO docs VALUES (1, '{"name":"Ann","tags":["a","b"],"age":30,"score":1.50}', '{"x": 1}'), (2, '{"name":"Bob","tags":[],"age":25,"address":{"city":"Oslo"}}', '{"x":  2}'), (3, '[1,2]', '[1, 2]'), (4, NULL, NULL)
SELECT json_object_agg(id, doc->>'name' ORDER BY id), jsonb_object_agg(id, doc->'age') FROM docs WHERE id < 3
SELECT json_object_agg(NULL::text, 1)
SELECT jsonb_object_agg(k, v) FROM (VALUES ('a',1),('a',2)) t(k,v)
SELECT json_object_agg(k, v) FROM (VALUES ('a',1),('a',2)) t(k,v)
SELECT json_agg(d ORDER BY id) FROM docs d WHERE id < 3
SELECT jsonb_agg(doc ORDER BY id), json_agg(id), json_agg(DISTINCT id) FROM docs
SELECT row_to_json(d) FROM docs d ORDER BY id
SELECT row_to_json(ROW(1,'a',NULL)), to_json(ROW(1, true)), row_to_json(t) FROM (SELECT 1 AS a, 'x' AS b, ARRAY[1,2] AS c) t
SELECT json_build_object('a', 1, 'b', 1.50, 'c', NULL, 'd', ARRAY[1,2], 'e', '{"x":1}'::jsonb, 'f', true, 'g', date '2024-01-01', 'h', timestamp '2024-01-01 10:00', 'i', 'it"s'), json_build_array(1, 'a', NULL, 1.0, now() IS NULL), jsonb_build_object('b', 1.50, 'a', 1e3), json_build_object(), jsonb_build_array()
SELECT json_build_object('a')
SELECT json_build_object(NULL, 1)
SELECT json_build_object(ARRAY[1], 1)
SELECT to_jsonb(timestamp '2024-01-01 10:00:00.5'), to_jsonb(timestamptz '2024-01-01 10:00+02'), to_jsonb(date '2024-01-01'), to_jsonb(time '10:00'), to_jsonb(interval '1 day'), to_jsonb('infinity'::timestamp), to_json(1.50), to_jsonb(1.50), to_jsonb('NaN'::float8), to_jsonb(1e20::float8), to_json(1::bigint), to_jsonb('\x01'::bytea), to_json('a"b'::text), to_jsonb(NULL::int), to_json(timestamp '0044-03-15 BC')
SELECT json_typeof('1'), jsonb_typeof('null'), jsonb_typeof('[]'), json_typeof('{}'), jsonb_typeof('"a"'), jsonb_typeof('true'), jsonb_typeof(NULL)
SELECT jsonb_array_length('[1,2]'), json_array_length('[]')
SELECT jsonb_array_length('{"a":1}')
SELECT jsonb_array_length('1')
SELECT json_object('{a,1,b,2}'), json_object('{{a,1},{b,NULL}}'), jsonb_object('{a,b}', '{1,2}')
SELECT json_object('{a,1,b}')
SELECT json_object('{a,b}', '{1}')
SELECT json_object('{NULL,1}')
SELECT id, doc->>'name' AS name, (doc->>'age')::int + 1, doc->'tags'->>0, doc#>>'{address,city}', jsonb_typeof(doc), doc ? 'name' FROM docs ORDER BY id
SELECT id FROM docs WHERE doc @> '{"name":"Ann"}' OR doc @? '$.address.city' ORDER BY id
SELECT id, t.tag FROM docs, jsonb_array_elements_text(doc->'tags') AS t(tag) WHERE id < 3
SELECT id, k, v FROM docs, jsonb_each(doc) AS e(k, v) WHERE jsonb_typeof(doc) = 'object' AND id < 3 ORDER BY id, k
SELECT (doc->'tags')::numeric FROM docs WHERE id = 1
UPDATE docs SET doc = jsonb_set(doc, '{age}', to_jsonb((doc->>'age')::int + 1)) WHERE id = 1 RETURNING doc
UPDATE docs SET doc['city'] = '"Rome"' WHERE id = 2 RETURNING doc
UPDATE docs SET doc['a']['b'] = '1' WHERE id = 4 RETURNING doc
UPDATE docs SET doc = doc || jsonb_build_object('seen', true) - 'tags' WHERE id = 1 RETURNING doc
SELECT DISTINCT jsonb_typeof(doc) FROM docs ORDER BY 1
SELECT doc FROM docs ORDER BY doc
SELECT x FROM (VALUES ('1'::jsonb), ('"a"'), ('null'), ('[]'), ('{}'), ('true'), ('[1]'), ('{"a":1}'), ('false'), ('2')) t(x) ORDER BY x
SELECT raw->>'x', raw::text, raw::jsonb FROM docs ORDER BY id
SELECT raw = raw FROM docs
SELECT DISTINCT raw FROM docs
SELECT count(*) FROM docs GROUP BY doc->>'name' ORDER BY 1
SELECT min(doc) FROM docs
SELECT jsonb_build_object('list', (SELECT jsonb_agg(jsonb_build_object('id', id, 'name', doc->>'name') ORDER BY id) FROM docs WHERE id < 3))
SELECT '{"a":1}'::jsonb->>'a' || 'x', '{"a":1}'::jsonb::text, '{"a": 1}'::json::text, length('{"a":1}'::jsonb::text)
SELECT '{"a":1}'::jsonb = '{"a":1.0}', '{"a":1}'::jsonb < '{"a":2}', '[1,2]'::jsonb > '[3]', '{"a":1,"b":1}'::jsonb > '{"z":1}'
SELECT '"abc"'::jsonb #>> '{}', to_jsonb('abc'::text) #>> '{}', '[1,"a"]'::jsonb->>1
