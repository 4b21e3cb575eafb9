-- Subscripts of jsonb, JSON made of any number of arguments, and what of it PostgreSQL 15 refuses.
SELECT json_build_array(VARIADIC '{a,b,c}'::text[])
SELECT json_build_array(VARIADIC NULL::text[])
SELECT json_build_array(VARIADIC '{}'::int[])
SELECT jsonb_build_array(VARIADIC ARRAY[1,2,NULL])
SELECT jsonb_build_array(VARIADIC a) FROM (VALUES (ARRAY[1,2]),(NULL)) v(a)
SELECT json_build_object(VARIADIC '{a,b,c,d}'::text[])
SELECT json_build_object(VARIADIC '{a,b,c}'::text[])
SELECT jsonb_build_object(VARIADIC ARRAY['a',NULL]::text[])
SELECT jsonb_build_object(VARIADIC '{}'::text[])
SELECT jsonb_build_object(VARIADIC '{1,2,3,4}'::int[])
SELECT jsonb_build_object(VARIADIC NULL::int[])
SELECT concat(VARIADIC ARRAY['a','b'])
SELECT concat_ws(',', VARIADIC ARRAY['a',NULL,'b'])
SELECT concat(VARIADIC ARRAY[1,2,3])
SELECT concat_ws(',', VARIADIC NULL::text[])
SELECT concat_ws(NULL, VARIADIC ARRAY['a'])
SELECT format('%s, %s', VARIADIC ARRAY['a','b'])
SELECT format('%2$s, %1$s', VARIADIC ARRAY[1,2])
SELECT num_nulls(VARIADIC ARRAY[1,NULL])
SELECT num_nonnulls(VARIADIC '{"1","2","3"}'::text[])
SELECT num_nonnulls(VARIADIC NULL::text[])
SELECT json_extract_path('{"a":{"b":1}}'::json, VARIADIC ARRAY['a','b'])
SELECT jsonb_extract_path_text('{"a":{"b":1}}'::jsonb, VARIADIC ARRAY['a','b'])
SELECT json_build_object('{a,b,c}'::text[], 1)
SELECT json_build_object(r,2) FROM (SELECT 1 AS a, 2 AS b) r
SELECT json_build_object(json '{"a":1}', 3)
SELECT jsonb_build_object(jsonb '{"a":1}', 3)
SELECT jsonb_build_object('{1,2,3}'::int[], 3)
SELECT jsonb_build_object(jsonb '"a"', 3)
SELECT json_build_object(json '1', 3)
SELECT json_build_object(row(1,2), 3)
SELECT json_build_object(now()::date - now()::date, true, 1.5, 2)
SELECT json_build_object(NULL, 2)
SELECT jsonb_build_object(NULL, 2)
SELECT json_object('{{a},{b}}')
SELECT json_object('{{a,b,c},{b,c,d}}')
SELECT jsonb_object('{{a,b},{c,d}}')
SELECT jsonb_object('{{{a,b},{c,d}},{{b,c},{d,e}}}')
SELECT json_object('{a,b,c}')
SELECT jsonb_object('{a,NULL}')
SELECT jsonb_object('{NULL,a}')
SELECT jsonb_object('{a,b}','{1,2,3}')
SELECT jsonb_object('{}')
SELECT jsonb_object('{}','{}')
SELECT json_object(ARRAY['a','b'], ARRAY['1',NULL])
SELECT json_object_agg(x, 1) FROM (VALUES (json '{"a":1}')) v(x)
SELECT json_object_agg(NULL, 1)
SELECT jsonb_object_agg(k, v) FROM (VALUES ('a',1),('a',2),('b',3)) t(k,v)
select ('[1, "2", null]'::jsonb)[1:2]
select ('[1, "2", null]'::jsonb)['1']
select ('[1, "2", null]'::jsonb)[1][0]
select ('123'::jsonb)[0]
select ('{"a": 1}'::jsonb)['a']
select ('{"a": {"b": [1,{"c":2}]}}'::jsonb)['a']['b'][1]['c']
select ('{"a": {"b": [1,{"c":2}]}}'::jsonb)['a']['b'][-1]
select ('[1, "2", null]'::jsonb)[1.0]
select ('[1, "2", null]'::jsonb)[NULL]
select ('{"1": 1}'::jsonb)[1]
CREATE TABLE js (id int, d jsonb, k text, i int)
INSERT INTO js VALUES (1, '{"a":[10,20,{"x":"y"}], "b":"t"}', 'a', 1), (2, '[1,2,3]', 'b', 0), (3, NULL, NULL, NULL)
SELECT id, d['a'], d['a'][0], d[0], d['a'][2]['x'], d[k], d[i], d['a'][i] FROM js ORDER BY id
SELECT id, (d['a'])[1] FROM js ORDER BY id
SELECT d['b']::text, pg_typeof(d['b']) FROM js ORDER BY id
SELECT JSON_OBJECT()
SELECT JSON_ARRAY()
SELECT JSON_ARRAY('a', 1)
SELECT JSON_OBJECT('a': 1)
SELECT JSON_OBJECT('a' VALUE 1)
SELECT JSON_ARRAYAGG(x) FROM generate_series(1,3) x
SELECT JSON_OBJECTAGG('a': 1)
SELECT JSON_SCALAR(1)
SELECT JSON_SERIALIZE('1')
SELECT '1' IS JSON
SELECT JSON_VALUE('{"a":1}', '$.a')
SELECT JSON_QUERY(jsonb '{"a":1}', '$.a')
SELECT JSON_EXISTS(jsonb '{"a":1}', '$.a')
SELECT * FROM JSON_TABLE(jsonb '[1]', '$[*]' COLUMNS (a int PATH '$')) t
select json_strip_nulls(null)
select jsonb_strip_nulls(null)
select jsonb_set_lax('{"a":1,"b":2}', '{b}', null, null_value_treatment => 'return_target') as return_target
select jsonb_path_query('[1]', 'strict $[1]', silent => true)
select jsonb_path_exists('[{"a": 1}]', 'lax $[*].a', silent => false)
select jsonb_path_query_first('[1,2]', '$[*] ? (@ > $x)', vars => '{"x":1}')
select jsonb_path_query_array('[1,2]', '$[*]', vars => '{"x":1}', silent => true)
select jsonb_path_match('[1]', 'exists($[0])', silent => true)
SELECT row_to_json(r) from ( select relkind, oid::regclass as name from pg_class where relname = 'pg_class') r
SELECT to_jsonb(23::regtype), to_json('pg_class'::regclass), json_build_array('int4'::regtype)
SELECT json_build_object('t', atttypid::regtype, 'n', attname) FROM pg_attribute WHERE attrelid='pg_class'::regclass AND attnum=1
