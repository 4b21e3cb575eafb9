-- Arrays of rows without a name, and of composite types.
CREATE TYPE aor_c AS (a int, b text)
CREATE TABLE aor_t (id int, name text)
INSERT INTO aor_t VALUES (1, 'one'), (2, 'two, and more'), (3, NULL)
SELECT pg_typeof(ARRAY[ROW(1,'a')])
SELECT ARRAY[ROW(1,'a')]
SELECT ARRAY[ROW(1,'x y')::record]
SELECT ARRAY[ROW(1,'x y')]::record[]
SELECT ROW(1,'x y')::record
SELECT pg_typeof(ROW(1,'x y')::record)
SELECT CAST(ROW(1,2) AS record)
SELECT CAST(NULL AS record)
SELECT NULL::record
SELECT NULL::record[]
SELECT '(1,2)'::record
SELECT '{"(1,2)"}'::record[]
SELECT 1::record
SELECT '{}'::record[]
SELECT ARRAY[ROW(1,'a'), ROW(2,'b')], pg_typeof(ARRAY[ROW(1,'a'), ROW(2,'b')])
SELECT ARRAY[ROW(1,'a'), ROW(2,3)]
SELECT ARRAY[ROW(1,'a'), ROW(2)]
SELECT ARRAY[ROW(1,'a'), NULL]
SELECT ARRAY[ROW(1,2), 3]
SELECT pg_typeof(array_agg(ROW(id, name))) FROM aor_t
SELECT array_agg(ROW(id, name) ORDER BY id) FROM aor_t
SELECT array_agg(t ORDER BY id), pg_typeof(array_agg(t)) FROM aor_t t
SELECT ARRAY(SELECT ROW(id, name) FROM aor_t ORDER BY id)
SELECT pg_typeof(ARRAY(SELECT ROW(id, name) FROM aor_t))
SELECT ARRAY(SELECT t FROM aor_t t ORDER BY id)
SELECT pg_typeof(ARRAY(SELECT t FROM aor_t t))
SELECT pg_typeof(ARRAY[ROW(1,'a')::aor_c]), ARRAY[ROW(1,'a b')::aor_c]
SELECT ARRAY[ROW(1,'a')]::aor_c[]
SELECT pg_typeof(ARRAY[ROW(1,'a')]::aor_c[])
SELECT '{"(1,a)","(2,\"b c\")"}'::aor_c[]
SELECT (ARRAY[ROW(1,'a')::aor_c])[1], ((ARRAY[ROW(1,'a')::aor_c])[1]).b
SELECT (ARRAY[ROW(1,'a')])[1], pg_typeof((ARRAY[ROW(1,'a')])[1])
SELECT ((ARRAY[ROW(1,'a')])[1]).f1
SELECT unnest(ARRAY[ROW(1,'a'), ROW(2,'b')])
SELECT * FROM unnest(ARRAY[ROW(1,'a'), ROW(2,'b')])
SELECT * FROM unnest(ARRAY[ROW(1,'a'), ROW(2,'b')]) AS t(a int, b text)
SELECT * FROM unnest(ARRAY[ROW(1,'a')::aor_c, ROW(2,'b')::aor_c])
SELECT * FROM unnest(ARRAY[ROW(1,'a')::aor_c, ROW(2,'b')::aor_c]) AS t(x, y)
SELECT ARRAY[ROW(1,'a')] = ARRAY[ROW(1,'a')], ARRAY[ROW(1,'a')] < ARRAY[ROW(2,'a')], ROW(1,'a') = ANY(ARRAY[ROW(1,'a')])
SELECT ARRAY[ROW(1,'a')::aor_c] = ARRAY[ROW(1,'a')::aor_c], ARRAY[ROW(1,'a')::aor_c] @> ARRAY[ROW(1,'a')::aor_c]
SELECT ARRAY[ROW(1,'a')] || ROW(2,'b'), pg_typeof(ARRAY[ROW(1,'a')] || ROW(2,'b'))
SELECT ARRAY[ROW(1,'a')] || ARRAY[ROW(2,'b')]
SELECT array_length(ARRAY[ROW(1,'a')], 1), cardinality(ARRAY[ROW(1,2), ROW(3,4)]), array_dims(ARRAY[ROW(1,'a')])
SELECT to_json(ARRAY[ROW(1,'a')]), to_jsonb(ARRAY[ROW(1,'a')::aor_c]), array_to_json(ARRAY[ROW(1,'a')])
SELECT ARRAY[ROW(1,'a')]::text, ARRAY[ROW(1,'x y')]::text, ARRAY[ROW(1,'x y')]::text[]
SELECT ARRAY[ARRAY[ROW(1,'a')], ARRAY[ROW(2,'b')]], pg_typeof(ARRAY[ARRAY[ROW(1,'a')]])
SELECT ROW(ARRAY[ROW(1,'a')], 2), pg_typeof(ROW(1, 2))
SELECT pg_typeof(COALESCE(NULL, ARRAY[ROW(1,'a')])), pg_typeof(CASE WHEN true THEN ARRAY[ROW(1,'a')] END)
SELECT pg_typeof(a) FROM (SELECT ARRAY[ROW(1,'a')] AS a) s
SELECT a FROM (SELECT ARRAY[ROW(1,'a')] AS a) s
SELECT a[1] FROM (SELECT ARRAY[ROW(1,'a')] AS a) s
SELECT pg_typeof(a) FROM (VALUES (ARRAY[ROW(1,'a')])) s(a)
WITH w AS (SELECT array_agg(ROW(id, name)) AS a FROM aor_t) SELECT pg_typeof(a), array_length(a, 1) FROM w
SELECT pg_typeof((SELECT array_agg(ROW(id, name)) FROM aor_t))
CREATE TABLE aor_bad AS SELECT ARRAY[ROW(1,'a')] AS a
CREATE TABLE aor_bad (a record)
CREATE TABLE aor_bad (a record[])
CREATE VIEW aor_v AS SELECT ARRAY[ROW(1,'a')] AS a
CREATE TABLE aor_k (id int, cs aor_c[])
INSERT INTO aor_k VALUES (1, ARRAY[ROW(1,'a')]::aor_c[]), (2, ARRAY[ROW(1,'a')::aor_c]), (3, '{"(4,x)"}'), (4, NULL), (5, '{}')
INSERT INTO aor_k VALUES (6, ARRAY[ROW(1,'a')])
SELECT id, cs, cs[1], (cs[1]).b FROM aor_k ORDER BY id
SELECT pg_typeof(cs), pg_typeof(cs[1]) FROM aor_k WHERE id = 1
SELECT id, u.* FROM aor_k, unnest(cs) u ORDER BY id
SELECT pg_typeof(array_agg(cs[1])) FROM aor_k
SELECT pg_typeof(ARRAY[NULL::aor_c]), ARRAY[NULL::aor_c], ARRAY[NULL::aor_c, ROW(1,NULL)::aor_c]
SELECT ARRAY[ROW()], pg_typeof(ARRAY[ROW()])
SELECT ARRAY[ROW(1, ROW(2, 'x y'))], ARRAY[ROW('a"b', 'c\d')]
SELECT ARRAY[t] FROM aor_t t ORDER BY id
SELECT pg_typeof(ARRAY[t]) FROM aor_t t WHERE id = 1
SELECT ARRAY[t.*] FROM aor_t t ORDER BY id
SELECT ARRAY[(id, name)] FROM aor_t ORDER BY id
SELECT pg_typeof(ARRAY[(id, name)]) FROM aor_t WHERE id = 1
SELECT 'record'::regtype, 'record[]'::regtype, '_record'::regtype, 'record'::regtype::oid, 'record[]'::regtype::oid
SELECT pg_typeof(NULL::aor_c[]), pg_typeof(array_append(NULL, ROW(1,2)))
SELECT array_append(ARRAY[ROW(1,'a')], ROW(2,'b')), array_prepend(ROW(0,'z'), ARRAY[ROW(1,'a')])
SELECT array_position(ARRAY[ROW(1,'a'), ROW(2,'b')], ROW(2,'b'))
SELECT min(ARRAY[ROW(1,'a')]), max(ARRAY[id, 2]) FROM aor_t
SELECT DISTINCT ARRAY[ROW(1,'a')] FROM aor_t
SELECT ARRAY[ROW(id, 'a')] FROM aor_t ORDER BY ARRAY[ROW(id, 'a')] DESC
SELECT ARRAY[ROW(1,'a')] UNION ALL SELECT ARRAY[ROW(2,'b')]
SELECT pg_typeof(x) FROM (SELECT ARRAY[ROW(1,'a')] UNION ALL SELECT ARRAY[ROW(2,'b')]) s(x)
SELECT ARRAY[ROW(1,'a')::record, ROW(2,'b')::record]
SELECT ROW(1,2)::record = ROW(1,2)::record, (ROW(1,2)::record).f1
SELECT id FROM aor_t t WHERE t::record = ROW(1,'one')::record
SELECT t::record FROM aor_t t ORDER BY id
SELECT pg_typeof(t::record) FROM aor_t t WHERE id = 1
SELECT (ROW(1,'a')::aor_c)::record, pg_typeof((ROW(1,'a')::aor_c)::record)
