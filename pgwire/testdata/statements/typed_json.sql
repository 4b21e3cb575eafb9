-- jsonb as an analyst takes it apart.
CREATE TABLE tj (id int PRIMARY KEY, doc jsonb, raw json)
INSERT INTO tj VALUES (1, '{"name": "Ann", "age": 30, "tags": ["a", "b"], "addr": {"city": "Bern", "zip": "3000"}}', '{"b": 1, "a": 2, "a": 3}'), (2, '{"name": "Bob", "age": 25.50, "tags": [], "addr": null}', '[1, 2]'), (3, '{"name": "Cyn", "items": [{"sku": "x", "qty": 2}, {"sku": "y", "qty": 5}]}', NULL)
SELECT doc, raw FROM tj ORDER BY id
SELECT doc->'name', doc->>'name', doc->'addr'->>'city', doc#>'{addr,city}', doc#>>'{tags,0}', doc->'tags'->-1, doc->'nosuch' FROM tj ORDER BY id
SELECT jsonb_path_query(doc, '$.items[*] ? (@.qty > $min)', '{"min": 3}') FROM tj WHERE id = 3
SELECT jsonb_path_query_array(doc, '$.items[*].sku'), jsonb_path_query_first(doc, '$.items[*].qty'), jsonb_path_exists(doc, '$.items[*] ? (@.qty > $x)', '{"x": 4}'), jsonb_path_match(doc, 'exists($.name)') FROM tj ORDER BY id
SELECT jsonb_path_query(doc, '$.tags[*]') FROM tj ORDER BY id
SELECT id FROM tj WHERE doc @? '$.items[*] ? (@.qty == 5)' ORDER BY id
SELECT id FROM tj WHERE doc @@ '$.age > 26' ORDER BY id
SELECT jsonb_path_query('[1, "a", null, 2.5]', '$[*].type()'), jsonb_path_query('{"a": [1,2,3]}', '$.a.size()')
SELECT jsonb_path_query('[1, 2, 3]', '$[*] ? (@ > 1).double()'), jsonb_path_query('{"d": "2024-01-15"}', '$.d.datetime()')
SELECT jsonb_path_query('{"a": 1}', 'strict $.b')
SELECT jsonb_path_query('{"a": 1}', 'strict $.b', '{}', true)
SELECT jsonb_path_query('{"a": 1}', '$.')
SELECT doc @> '{"name": "Ann"}', doc ? 'age', doc ?| ARRAY['items', 'x'], doc ?& ARRAY['name', 'age'], '{"name": "Ann"}' <@ doc FROM tj ORDER BY id
SELECT doc - 'tags' - 'items', doc - ARRAY['name', 'age'], doc #- '{addr,zip}', doc->'tags' - 0, doc #- '{tags,-1}' FROM tj ORDER BY id
SELECT doc || '{"x": 1}', doc->'tags' || '"c"', '[1]'::jsonb || '[2]', '{"a": 1}'::jsonb || '[2]', '1'::jsonb || '2' FROM tj ORDER BY id
SELECT jsonb_set(doc, '{addr,city}', '"Basel"'), jsonb_set(doc, '{new}', '1', false), jsonb_set(doc, '{tags,0}', '"z"'), jsonb_set(doc, '{tags,9}', '"z"') FROM tj ORDER BY id
SELECT jsonb_insert(doc, '{tags,0}', '"first"'), jsonb_insert(doc, '{tags,0}', '"after"', true), jsonb_insert(doc, '{added}', 'true') FROM tj ORDER BY id
SELECT jsonb_insert('{"a": 1}', '{a}', '2')
SELECT jsonb_set_lax('{"a": 1}', '{a}', NULL), jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'delete_key'), jsonb_strip_nulls('{"a": null, "b": {"c": null}}')
SELECT jsonb_pretty(doc) FROM tj ORDER BY id
SELECT jsonb_pretty('[]'), jsonb_pretty('{}'), jsonb_pretty('[1, {"a": []}]')
SELECT jsonb_typeof(doc->'age'), jsonb_typeof(doc->'addr'), jsonb_array_length(doc->'tags'), jsonb_typeof(doc->'tags') FROM tj ORDER BY id
SELECT jsonb_array_length('{"a": 1}')
SELECT id, e FROM tj, jsonb_array_elements(doc->'items') e ORDER BY id, e->>'sku'
SELECT id, e, n FROM tj, jsonb_array_elements_text(doc->'tags') WITH ORDINALITY AS t(e, n) ORDER BY id, n
SELECT id, k, v FROM tj, jsonb_each(doc) AS x(k, v) WHERE id < 3 ORDER BY id, k
SELECT key, value FROM tj, jsonb_each_text(doc) WHERE id = 2 ORDER BY key
SELECT jsonb_object_keys(doc) FROM tj WHERE id = 1
SELECT * FROM jsonb_to_record('{"a": 1, "b": "x", "c": [1,2]}') AS r(a int, b text, c int[], d date)
SELECT * FROM jsonb_to_recordset('[{"sku": "x", "qty": 2}, {"sku": "y"}]') AS r(sku text, qty int)
SELECT t.id, r.* FROM tj t, jsonb_to_recordset(t.doc->'items') AS r(sku text, qty int) ORDER BY 1, 2
SELECT * FROM json_to_recordset('[{"a": 1, "b": {"c": 2}}]') AS r(a int, b json)
CREATE TYPE tj_type AS (sku text, qty int)
SELECT * FROM json_populate_record(NULL::tj_type, '{"sku": "x", "qty": "7"}')
SELECT * FROM jsonb_populate_record(ROW('d', 1)::tj_type, '{"qty": 9}')
SELECT * FROM jsonb_populate_recordset(NULL::tj_type, '[{"sku": "x", "qty": 7}, {"sku": "y"}]')
SELECT * FROM jsonb_populate_record(NULL::tj, '{"id": 5, "doc": {"x": 1}}')
SELECT json_object_agg(id, doc->>'name'), jsonb_object_agg(doc->>'name', doc->'age') FROM tj
SELECT jsonb_object_agg(k, v) FROM (VALUES ('a', 1), ('a', 2), ('b', NULL)) x(k, v)
SELECT json_object_agg(k, v ORDER BY k DESC) FROM (VALUES ('a', 1), ('a', 2), ('b', NULL)) x(k, v)
SELECT json_agg(doc->>'name' ORDER BY id), jsonb_agg(id ORDER BY id DESC), json_agg(id ORDER BY id) FILTER (WHERE id > 5) FROM tj
SELECT json_agg(t) FROM (SELECT id, doc->>'name' AS name FROM tj ORDER BY id) t
SELECT json_build_object('a', 1, 'b', 'x', 'c', NULL, 'd', ARRAY[1,2], 'e', 1.50, 'f', date '2024-01-01'), json_build_array(1, 'x', NULL, true), jsonb_build_object('z', 1, 'a', 2.0), jsonb_build_array(1.10, now() IS NULL)
SELECT row_to_json(t) FROM (SELECT id, doc->'tags' AS tags FROM tj ORDER BY id) t
SELECT row_to_json(ROW(1, 'a', NULL)), row_to_json(ROW(1, 'a'), true), to_jsonb(ROW(1, 'a'))
SELECT json_object('{a,1,b,2}'), json_object('{{a,1},{b,2}}'), json_object('{a,b}', '{1,2}'), jsonb_object('{a,1,b,NULL}')
SELECT to_json('a"b'::text), to_json(1.50), to_jsonb(timestamp '2024-01-01 12:00'), to_json(NULL::int), to_jsonb(true), to_json(ARRAY[ARRAY[1,2]]), to_json(interval '1 day')
SELECT (doc->>'age')::int FROM tj WHERE id = 1
SELECT (doc->'age')::int, (doc->'age')::numeric, (doc->'age')::text, (doc->'age')::float8 FROM tj WHERE id = 2
SELECT (doc->'name')::int FROM tj WHERE id = 1
SELECT doc->'age' < '28', doc->'name' = '"Ann"', doc = doc, '{"b": 1, "a": 2}'::jsonb = '{"a": 2, "b": 1}' FROM tj ORDER BY id
SELECT doc->'age' FROM tj ORDER BY doc->'age', id
SELECT DISTINCT jsonb_typeof(value) FROM tj, jsonb_each(doc) ORDER BY 1
SELECT '{"a": 1'::jsonb
SELECT '{"a": 1, "a": 2}'::jsonb, '{"a": 1, "a": 2}'::json, '[1.0, 1e2, 1.50]'::jsonb, '"\u00e4"'::jsonb, ' {"z" : 1,  "aa":2, "b": 3 } '::jsonb
SELECT doc['name'], doc['addr']['city'], doc['tags'][0] FROM tj ORDER BY id
UPDATE tj SET doc['name'] = '"Ann B"' WHERE id = 1 RETURNING doc->>'name'
UPDATE tj SET doc = jsonb_set(doc, '{age}', to_jsonb((doc->>'age')::int + 1)) WHERE id = 1 RETURNING doc->'age'
SELECT raw->>'a', raw->0, raw->'b', json_typeof(raw), raw::jsonb FROM tj ORDER BY id
SELECT json_each('{"a": 1, "b": "x"}'), jsonb_each_text('{"a": 1}')
SELECT json_array_elements('[1, [2, 3]]'), json_array_elements_text('["a", null]')
SELECT sum((e->>'qty')::int), avg((e->>'qty')::numeric) FROM tj, jsonb_array_elements(doc->'items') AS e
SELECT id, jsonb_path_query(doc, '$.items[*]')->>'sku' AS sku FROM tj ORDER BY id, sku
DROP TABLE tj; DROP TYPE tj_type
