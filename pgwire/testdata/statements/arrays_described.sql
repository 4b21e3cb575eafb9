-- Arrays of varchar are described as such, with their length.
CREATE TABLE kv (id int PRIMARY KEY, v varchar[] DEFAULT '{}', n varchar(3)[], t text[], s varchar, w varchar[] NOT NULL DEFAULT '{}')
INSERT INTO kv VALUES (1, '{x,y}', '{a,b}', '{x}', 'q'), (2, DEFAULT, NULL, NULL, NULL)
SELECT * FROM kv ORDER BY id
SELECT v, n, t, w FROM kv ORDER BY id
SELECT k.v, k.n AS other FROM kv k ORDER BY id
SELECT v FROM (SELECT v FROM kv WHERE id = 1) q
SELECT array_agg(s ORDER BY id) FROM kv
SELECT array_agg(s), array_agg(t[1]), array_agg('a'::varchar), array_agg('a'::varchar(3)), array_agg('a'::text) FROM kv
SELECT ARRAY[s], ARRAY[s, s], ARRAY[s, 'x'], ARRAY['x'::varchar], ARRAY[s, t[1]], ARRAY[s::text] FROM kv WHERE id = 1
SELECT ARRAY(SELECT s FROM kv ORDER BY id), ARRAY(SELECT t[1] FROM kv ORDER BY id)
SELECT coalesce(v, '{}'), coalesce(n, v), nullif(v, '{}') FROM kv ORDER BY id
SELECT CASE WHEN id = 1 THEN v ELSE n END, CASE WHEN id = 1 THEN n ELSE NULL END FROM kv ORDER BY id
SELECT v || w, v || 'z'::varchar, array_append(v, 'z'), array_cat(v, w), array_remove(v, 'x'), array_replace(v, 'x', 'y'), array_prepend('z', v) FROM kv ORDER BY id
SELECT v[1:1], n[1:1], v[1], n[1], t[1] FROM kv ORDER BY id
SELECT max(v), min(n) FROM kv
SELECT v FROM kv UNION SELECT w FROM kv ORDER BY 1
SELECT n FROM kv WHERE id = 1 UNION ALL SELECT n FROM kv WHERE id = 1
SELECT unnest(v), unnest(n) FROM kv
SELECT u FROM kv, unnest(v) u
SELECT string_to_array('a,b', ','), regexp_split_to_array('a b', ' '), regexp_match('ab', 'a')
SELECT trim_array(v, 1), v::text[], t::varchar[], t::varchar(2)[], v::varchar(1)[] FROM kv ORDER BY id
SELECT pg_typeof(v), pg_typeof(n), pg_typeof(array_agg(s) OVER ()), pg_typeof(ARRAY[s]) FROM kv ORDER BY id
WITH q AS (SELECT id, v, n FROM kv) SELECT v, n FROM q ORDER BY id
SELECT a.v, b.n FROM kv a JOIN kv b USING (id) ORDER BY id
SELECT (SELECT v FROM kv WHERE id = 1), (SELECT n FROM kv WHERE id = 1)
INSERT INTO kv (id, v) VALUES (3, '{q}') RETURNING v, n, w, *
UPDATE kv SET v = v || '{r}' WHERE id = 3 RETURNING v, kv.n
DELETE FROM kv WHERE id = 3 RETURNING v
CREATE VIEW kv_v AS SELECT id, v, n, t, array_agg(s) OVER () AS all_s FROM kv
SELECT * FROM kv_v ORDER BY id
SELECT v, n FROM kv_v ORDER BY id
CREATE TABLE kv_2 AS SELECT id, v, n, t FROM kv
SELECT * FROM kv_2 ORDER BY id
SELECT v FROM kv_2 ORDER BY id
SELECT attname, atttypid::regtype, atttypmod, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid IN ('kv'::regclass, 'kv_v'::regclass, 'kv_2'::regclass) AND attnum > 0 ORDER BY attrelid::regclass::text, attnum
SELECT column_name, data_type, udt_name, column_default FROM information_schema.columns WHERE table_name = 'kv' ORDER BY ordinal_position
ALTER TABLE kv ADD COLUMN z varchar[]
ALTER TABLE kv ADD COLUMN zz varchar[] NOT NULL DEFAULT '{k}'
SELECT z, zz FROM kv ORDER BY id
ALTER TABLE kv ALTER COLUMN t TYPE varchar[]
SELECT t FROM kv ORDER BY id
CREATE INDEX kv_i ON kv (v)
SELECT id FROM kv WHERE v = '{x,y}'
SELECT id FROM kv WHERE v = ARRAY['x','y']::varchar[]
SELECT id FROM kv WHERE 'x' = ANY (v)
SELECT v FROM kv GROUP BY v ORDER BY v
SELECT DISTINCT v FROM kv ORDER BY v
SELECT row_to_json(kv) FROM kv ORDER BY id
SELECT to_json(v), array_to_json(v), to_jsonb(n), array_to_string(v, ','), array_length(v, 1), cardinality(n) FROM kv ORDER BY id
DROP VIEW kv_v
DROP TABLE kv, kv_2
