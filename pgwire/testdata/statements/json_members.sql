SELECT key, value, json_typeof(value) FROM json_each('{"z":1,"a":"t","z":[ 1 ]}') WITH ORDINALITY AS e(key, value, o) ORDER BY o

SELECT * FROM json_each('{"z":1,"a":"t","z":[ 1 ]}')

SELECT key, value FROM json_each('{"b": { "x" : 1 },"a":null, "c":[1 , 2]}')

SELECT * FROM json_each_text('{"z":1,"a":"t\n","z":[ 1 ],"n":null}')

SELECT json_object_keys('{"z":1,"a":2,"z":3}')

SELECT * FROM json_object_keys('{"z":1,"a":2,"z":3}') WITH ORDINALITY

SELECT value FROM json_array_elements('[1, { "b":1,"a" : 2,"b":3 }, "x", [ 1,2 ], null, 1.0, 1e3]')

SELECT value FROM json_array_elements_text('[1, { "b":1,"a" : 2,"b":3 }, "x\u0041", [ 1,2 ], null, 1.0, 1e3]')

SELECT '{"a": { "x" : 1 },"a":[ 1 ]}'::json -> 'a'

SELECT '{"a": { "x" : 1 },"b":[ 1 ]}'::json -> 'a'

SELECT '{"a": { "x" : 1 },"a":[ 1 ]}'::json ->> 'a'

SELECT '[ 1, [ 2 , 3 ] ]'::json -> 1, '[ 1, [ 2 , 3 ] ]'::json ->> 1, '[1,[2,3]]'::json -> -1

SELECT '{"a":{"b":[ 1, { "c" : 2 }]}}'::json #> '{a,b}', '{"a":{"b":[ 1, { "c" : 2 }]}}'::json #>> '{a,b,1}'

SELECT json_extract_path('{"a":{"b":[ 1, { "c" : 2 }]}}', 'a', 'b'), json_extract_path_text('{"a":{"b":[ 1, { "c" : 2 }]}}', 'a', 'b')

SELECT * FROM json_to_record('{"a": { "x" : 1 }, "b":[ 1 ], "a": 2}') AS r(a json, b text)

SELECT * FROM json_to_recordset('[{"a": { "x" : 1 }, "b":[ 1 ]}, {"b":1.0}]') AS r(a json, b text)

SELECT json_strip_nulls('{"a": { "x" : null, "y": 1.0 },"b":null, "a":[ 1, null ]}')

SELECT '{"z": 1, "a":2, "z":3.0}'::json::jsonb

SELECT '{"z": 1, "a":2, "z":3.0}'::json::text

SELECT json_typeof('{"a":1}'), json_typeof(' [ ]'), json_typeof('1.0'), json_typeof('null'), json_typeof(' "x"')

SELECT json_array_length('[1, { "a":[1,2] }, [ ]]')

CREATE TABLE jt (id int, j json)

INSERT INTO jt VALUES (1, '{"z":1,"a":"t","z":[ 1 ]}'), (2, '{ "k" : { "b" : 1.50, "a":2 } }'), (3, '[ 1, 2.0 ,{"x" : 1}]'), (4, NULL)

SELECT id, e.key, e.value FROM jt, json_each(j) e WHERE id < 3

SELECT id, e.key, e.value FROM jt CROSS JOIN LATERAL json_each_text(j) e WHERE id < 3

SELECT id, k FROM jt, json_object_keys(j) k WHERE id < 3

SELECT id, e FROM jt, json_array_elements(j) e WHERE id = 3

SELECT id, e FROM jt, json_array_elements_text(j) e WHERE id = 3

SELECT id, j -> 'k', j ->> 'k', j #> '{k,b}', j #>> '{k}', j -> 'z' FROM jt WHERE id < 3 ORDER BY id

SELECT row_to_json(t) FROM (SELECT id, j FROM jt WHERE id < 3 ORDER BY id) t

SELECT json_agg(t) FROM (SELECT id, j FROM jt WHERE id < 3 ORDER BY id) t

SELECT json_agg(j) FROM (SELECT j FROM jt WHERE id < 4 ORDER BY id) t

SELECT to_json(j), json_build_object('a', j), json_build_array(j, 1.50) FROM jt WHERE id = 2

SELECT json_object_agg(id, j) FROM jt WHERE id < 3

SELECT j::jsonb FROM jt WHERE id < 4 ORDER BY id

SELECT to_jsonb(j), jsonb_build_object('a', j) FROM jt WHERE id < 4 ORDER BY id

SELECT jsonb_agg(j ORDER BY id) FROM jt WHERE id < 4

SELECT * FROM jsonb_each('{"z":1,"a":"t","z":[ 1 ],"bb":{"d": 1,"c":2}}')

SELECT jsonb_object_keys('{"z":1,"aa":2,"b":3}')

SELECT json_each('{"z":1,"a":"t","z":[ 1 ]}')

SELECT (json_each('{"z":1,"a":"t","z":[ 1 ]}')).*

SELECT (json_each_text('{"z":1,"a":"t","z":[ 1 ]}')).value

SELECT * FROM json_populate_record(NULL::jt, '{"id":1,"j":{ "b" : 1,"b":2 }}')

SELECT * FROM json_populate_recordset(NULL::jt, '[{"id":1,"j":{ "b" : 1,"b":2 }},{"id":2, "id":3}]')

SELECT count(*), max(length(value::text)) FROM json_each('{"z":1,"a":"t","z":[ 1 ]}')

SELECT key, count(*) FROM json_each('{"z":1,"a":"t","z":[ 1 ]}') GROUP BY key ORDER BY key

SELECT '{"a":1,"a":2}'::json #>> '{}', '{"a" : 1}'::json #> '{}'

SELECT ('{"a":1,"b":{"c" : [1 ,2]}}'::json -> 'b') -> 'c'

SELECT '{"a\u0062":1, "c": "\u0041 \ud83d\ude00"}'::json -> 'ab', '{"c": "\u0041"}'::json -> 'c', '{"c": "\u0041"}'::json ->> 'c'

SELECT json_build_object('a', 1, 'a', 2) ->> 'a', (SELECT string_agg(key, ',') FROM json_each(json_build_object('b', 1, 'a', 2, 'b', 3)))

SELECT * FROM json_each('{}')

SELECT * FROM json_each('[1]')

SELECT * FROM json_each(NULL)

SELECT * FROM json_each('{"a":1,}')

SELECT json_object('{a,1,b,2,a,3}'), json_object('{a,b,a}', '{1,2,3}')

SELECT * FROM json_each('{"z":1,"a":"t","z":[ 1 ]}') WITH ORDINALITY

SELECT * FROM json_each_text('{"z":1,"a":"t","z":[ 1 ],"n":null}') WITH ORDINALITY AS e

SELECT e.ordinality, e.key FROM json_each_text('{"z":1,"a":"t","z":[ 1 ],"n":null}') WITH ORDINALITY AS e ORDER BY 1 DESC

SELECT * FROM jsonb_each('{"z":1,"a":"t","z":[ 1 ]}') WITH ORDINALITY AS e(k, v, n)

SELECT ordinality, k, v FROM jsonb_each_text('{"b": 1, "a": [2, null]}') WITH ORDINALITY AS t(k, v, ordinality)

SELECT jt.id, e.* FROM jt, json_each(j) WITH ORDINALITY e WHERE id < 3 ORDER BY id, ordinality

SELECT jt.id, e.* FROM jt LEFT JOIN LATERAL json_each_text(CASE WHEN id < 3 THEN j END) WITH ORDINALITY e(a, b, c) ON true ORDER BY id, c

SELECT n, pg_typeof(n) FROM json_each('{"z":1}') WITH ORDINALITY AS e(k, v, n)

SELECT * FROM json_each('{}') WITH ORDINALITY

SELECT * FROM json_each('[1]') WITH ORDINALITY

SELECT * FROM json_object_keys('{"z":1,"a":2,"z":3}') WITH ORDINALITY AS k(key, n)

SELECT * FROM json_array_elements('[ { "b" : 1 }, 2 ]') WITH ORDINALITY AS k(e, n)
