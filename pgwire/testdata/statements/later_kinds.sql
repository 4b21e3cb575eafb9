-- Arrays, rows, documents, ranges and the rarer types. Written before anything was looked at.
SELECT ARRAY[[1,2],[3,4]] AS a, '{{a,b},{c,NULL}}'::text[] AS b, ARRAY[]::int[] AS e, array_fill(7, ARRAY[2,2]) AS f, '[0:2]={1,2,3}'::int[] AS low, ARRAY['a"b', 'c,d', '', 'null', NULL] AS q
SELECT (ARRAY[10,20,30,40])[2:3], (ARRAY[10,20,30])[:2], (ARRAY[[1,2],[3,4]])[2][1], (ARRAY[[1,2],[3,4]])[1:2][2:2], (ARRAY[1,2])[5], ('{{1,2},{3,4}}'::int[])[1]
SELECT array_dims(ARRAY[[1,2],[3,4]]), array_ndims(ARRAY[[1]]), array_length(ARRAY[1,2,3], 1), array_length(ARRAY[]::int[], 1), cardinality(ARRAY[[1,2],[3,4]]), array_lower('[0:2]={1,2,3}'::int[], 1), array_upper(ARRAY[5,6], 1)
SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2]), ARRAY[1] || 2, 0 || ARRAY[1], ARRAY[[1,2]] || ARRAY[3,4], array_remove(ARRAY[1,2,1], 1), array_replace(ARRAY[1,2,1], 1, 9), array_position(ARRAY['a','b'], 'b'), array_positions(ARRAY[1,2,1], 1), array_to_string(ARRAY[1,NULL,3], ',', '*'), trim_array(ARRAY[1,2,3], 1)
SELECT ARRAY[1,2,3] @> ARRAY[2], ARRAY[1] <@ ARRAY[1,2], ARRAY[1,2] && ARRAY[2,3], ARRAY[1,2] < ARRAY[1,3], 2 = ANY(ARRAY[1,2]), 3 > ALL(ARRAY[1,2]), NULL = ANY(ARRAY[1]), 1 = ANY(ARRAY[NULL, 1]), ARRAY[1,NULL] = ARRAY[1,NULL]
SELECT * FROM unnest(ARRAY[1,2,3], ARRAY['a','b']) AS u(n, s)
SELECT * FROM unnest(ARRAY[[1,2],[3,4]]) WITH ORDINALITY
SELECT generate_subscripts(ARRAY['x','y'], 1), unnest(ARRAY['x','y'])
SELECT array_agg(x ORDER BY x DESC), array_agg(DISTINCT x), array_agg(ARRAY[x, x]) FROM (VALUES (2), (1), (2)) v(x)
SELECT ARRAY(SELECT i * i FROM generate_series(1, 4) i WHERE i <> 2), pg_typeof(ARRAY[1, 2.5]), pg_typeof(ARRAY(SELECT now()))
SELECT ARRAY[1, 'a']
SELECT ARRAY[[1,2],[3]]
SELECT ROW(1, 'a', NULL), ROW(1, 2.5) = ROW(1, 2.50), (1, 2) < (1, 3), ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL, ROW('x y', 'q"r', '(', ''), ROW(), ROW(ROW(1,2), ARRAY[3])
SELECT t FROM (VALUES (1, 'one'), (2, NULL)) t(n, w)
SELECT (t).n, (t).w FROM (SELECT t FROM (VALUES (1, 'one')) t(n, w)) s
SELECT row_to_json(t), to_jsonb(t), json_agg(t) OVER () FROM (VALUES (1, 'one', true, 1.50, date '2024-01-01', NULL::int)) t(n, w, b, x, d, z)
SELECT '{"b": 1, "a": [1, 2, {"c": null}], "b": 2}'::json, '{"b": 1, "a": [1,2, {"c": null}], "b": 2}'::jsonb, '1.10'::jsonb, '1e3'::jsonb, '"\u00e9"'::jsonb, 'null'::jsonb
SELECT '{"a": {"b": [10, 20]}}'::jsonb -> 'a' -> 'b' ->> 1, '{"a": {"b": [10, 20]}}'::json #> '{a,b}', '{"a": {"b": [10, 20]}}'::jsonb #>> '{a,b,-1}', '[1,2]'::jsonb -> -1, '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb ?| array['x','a'], '["a","b"]'::jsonb ?& array['a','b'], '{"a":1,"b":2}'::jsonb @> '{"a":1}', '{"a":1}'::jsonb || '{"b":2}', '{"a":1,"b":2}'::jsonb - 'a', '["a","b"]'::jsonb - 1, '{"a":{"b":1,"c":2}}'::jsonb #- '{a,b}', '{"a":1,"b":2}'::jsonb - array['a','b']
SELECT ('{"a": {"b": [10, 20]}}'::jsonb)['a']['b'][0], jsonb_typeof('1.5'), jsonb_typeof('null'), json_typeof('[]'), jsonb_array_length('[1,2,3]'), jsonb_strip_nulls('{"a":null,"b":1}'), jsonb_pretty('{"a":[1,2],"b":{}}')
SELECT jsonb_set('{"a":[1,2]}', '{a,1}', '9'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_insert('{"a":[0,1]}', '{a,1}', '"new"'), jsonb_insert('{"a":[0,1]}', '{a,1}', '"new"', true), jsonb_set_lax('{"a":1}', '{a}', NULL, true, 'delete_key'), jsonb_concat('[1]', '2')
SELECT json_build_object('a', 1, 'b', ARRAY[1,2], 'c', NULL), jsonb_build_array(1, 'x', true, NULL, 1.50), json_object('{a,1,b,2}'), json_object(ARRAY['a','b'], ARRAY['1',NULL]), to_json('say "hi"'::text), to_jsonb(timestamp '2024-01-01 10:00'), array_to_json(ARRAY[[1,2],[3,4]]), json_build_array()
SELECT * FROM json_each('{"a":1,"b":"x"}'), jsonb_each_text('{"c":[1, 2]}') AS e(k2, v2)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS r(a int, b text, c date)
SELECT * FROM json_to_record('{"a":1,"b":[1,2],"c":{"d":3}}') AS r(a numeric(5,2), b int[], c jsonb)
SELECT jsonb_object_keys('{"b":1,"a":2}'), json_array_elements('[1, "x", null]')
SELECT jsonb_object_agg(k, v), json_object_agg(k, v ORDER BY k DESC), jsonb_agg(v ORDER BY v) FROM (VALUES ('x', 2), ('y', 1)) t(k, v)
SELECT jsonb_path_query('{"a":[1,2,3,4]}', '$.a[*] ? (@ > $min)', '{"min": 2}'), jsonb_path_exists('{"a":1}', '$.b'), jsonb_path_query_array('[1,2,3]', '$[*] * 2'), jsonb_path_query_first('[{"x":1},{"x":2}]', '$[*].x'), '{"a":[1,5]}'::jsonb @? '$.a[*] ? (@ > 4)', '{"a":5}'::jsonb @@ '$.a == 5', jsonb_path_match('{"a":[1]}', 'exists($.a)')
SELECT jsonb_path_query('{"t":"2024-01-01"}', '$.t.datetime()'), jsonb_path_query('["abc","xyz"]', '$[*] ? (@ like_regex "^a")'), jsonb_path_query('{"a":{"b":{"c":1}}}', '$.**.c'), jsonb_path_query('[1.5]', '$[0].ceiling()'), jsonb_path_query('{"x":1}', '$.keyvalue()')
SELECT '{"a":1'::jsonb
SELECT '[1,2]'::jsonb = '[1, 2]'::jsonb, '{"a":1}'::jsonb < '{"a":2}'::jsonb, '1'::jsonb::int + 1, '"x"'::jsonb #>> '{}', '2.5'::jsonb::numeric, 'true'::jsonb::boolean
SELECT '"x"'::jsonb::int
SELECT * FROM json_table('[{"a":1}]', '$[*]' COLUMNS (a int PATH '$.a'))
SELECT int4range(1, 5), numrange(1.5, 2.5, '[]'), daterange('2024-01-01', '2024-02-01', '[]'), 'empty'::int4range, int4range(1, 10) * int4range(5, 15), int4range(1, 3) + int4range(2, 5), int4range(1, 10) - int4range(5, 15), 5 <@ int4range(1, 5), int4range(1, 5) && int4range(4, 8), int4range(1, 5) -|- int4range(5, 8), lower(int4range(1, 5)), upper_inf(int4range(1, NULL)), isempty(int4range(3, 3)), range_merge(int4range(1, 2), int4range(8, 9)), '(,5]'::int4range
SELECT int4range(5, 1)
SELECT '{[1,3),[5,8)}'::int4multirange, int4multirange(int4range(1, 3), int4range(2, 6)), '{[1,3)}'::int4multirange @> 2, int4multirange(int4range(1, 10)) - int4multirange(int4range(3, 4)), range_agg(r), range_intersect_agg(r) FROM (VALUES (int4range(1, 5)), (int4range(3, 9))) v(r)
SELECT unnest('{[1,3),[5,8)}'::int4multirange), multirange(int4range(1, 2)), lower('{[1,3),[5,8)}'::int4multirange)
SELECT to_tsvector('english', 'The quick brown foxes jumped'), to_tsquery('english', 'fox & jumping'), to_tsvector('english', 'cats and dogs') @@ to_tsquery('english', 'cat'), plainto_tsquery('english', 'The Fat Rats'), phraseto_tsquery('english', 'fat rats'), websearch_to_tsquery('english', '"fat rat" or cat -dog')
SELECT 'fat cat sat'::tsvector, 'a:1 b:2A'::tsvector, 'fat & (rat | cat)'::tsquery, 'a b'::tsvector @@ 'a & !c'::tsquery, ts_rank(to_tsvector('simple', 'a b a'), 'a'::tsquery), ts_headline('english', 'the fat cats', to_tsquery('english', 'cat')), tsvector_to_array('b:2 a:1'::tsvector), strip('a:1'::tsvector), setweight('a:1'::tsvector, 'B'), length('a b'::tsvector)
SELECT point '(1,2)', point(3, 4) <-> point(0, 0), box '((0,0),(1,1))', circle '<(0,0),2>', area(box '((0,0),(2,3))'), '[(0,0),(1,1)]'::lseg, polygon '((0,0),(1,0),(1,1))', path '[(0,0),(1,1)]', box '((0,0),(2,2))' @> point '(1,1)', center(circle '<(1,2),3>'), point '(1,2)' + point '(3,4)', line '{1,2,3}'
SELECT xmlelement(name foo, xmlattributes('x' AS bar), 'content'), xmlforest('a' AS b, 1 AS c), '<a>1</a>'::xml, xpath('/a/text()', '<a>1</a>'), xml_is_well_formed('<a>')
SELECT '{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}'::uuid, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid < 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, gen_random_uuid() IS NOT NULL, 'nope'::uuid
SELECT '192.168.1.5/24'::inet, network('192.168.1.5/24'), host('192.168.1.5/24'::inet), masklen('10.0.0.0/8'::cidr), '10.1.2.3'::inet << '10.0.0.0/8'::cidr, '10.0.0.1'::inet + 5, '::1'::inet, broadcast('192.168.1.0/24'), family('::1'), '08:00:2b:01:02:03'::macaddr, netmask('10.0.0.0/8'::inet), inet '10.0.0.9' - inet '10.0.0.1'
SELECT true AND NULL, false AND NULL, NOT NULL::bool, NULL IS DISTINCT FROM NULL, 'yes'::bool, 't'::bool, 'off'::bool, 1::bool, true::int, true::text, NULL IS UNKNOWN, (1 = 1) IS NOT FALSE, bool_and(x), every(x), bool_or(x) FROM (VALUES (true), (NULL)) v(x)
SELECT 'maybe'::bool
SELECT '12'::oid, 'pg_class'::regclass, 'pg_class'::regclass::oid, 'int4'::regtype, 'integer'::regtype::text, '+(int4,int4)'::regoperator IS NOT NULL, to_regclass('no_such'), 'pg_catalog'::regnamespace, 'abs(int4)'::regprocedure IS NOT NULL, 'english'::regconfig IS NOT NULL
SELECT pg_lsn '16/B374D848' - pg_lsn '16/B374D840', '(0,1)'::tid, '42'::xid, txid_current() > 0, '1:1:'::pg_snapshot
