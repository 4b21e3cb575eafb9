-- Operators between arrays of text and arrays of character varying.
CREATE TABLE atv_t (id int, ts text[], vs varchar[], v5 varchar(5)[], cs char(3)[], t text, v varchar, c char(3), ns name[])
INSERT INTO atv_t VALUES (1, '{a,b}', '{a,b}', '{a,b}', '{a,b}', 'a', 'a', 'a', '{a,b}'), (2, '{}', '{c}', NULL, '{}', 'c', 'c', 'c', NULL)
SELECT ts @> vs FROM atv_t ORDER BY id
SELECT vs @> ts FROM atv_t ORDER BY id
SELECT ts <@ vs FROM atv_t ORDER BY id
SELECT vs <@ ts FROM atv_t ORDER BY id
SELECT ts && vs FROM atv_t ORDER BY id
SELECT vs && ts FROM atv_t ORDER BY id
SELECT ts = vs FROM atv_t ORDER BY id
SELECT vs = ts FROM atv_t ORDER BY id
SELECT ts <> vs FROM atv_t ORDER BY id
SELECT ts < vs FROM atv_t ORDER BY id
SELECT ts >= vs FROM atv_t ORDER BY id
SELECT ts || vs FROM atv_t ORDER BY id
SELECT vs || ts FROM atv_t ORDER BY id
SELECT ts || v FROM atv_t ORDER BY id
SELECT v || ts FROM atv_t ORDER BY id
SELECT vs || t FROM atv_t ORDER BY id
SELECT t || vs FROM atv_t ORDER BY id
SELECT vs || v FROM atv_t ORDER BY id
SELECT vs || vs, pg_typeof(vs || vs) FROM atv_t ORDER BY id
SELECT vs || 'x', pg_typeof(vs || 'x'::varchar) FROM atv_t ORDER BY id
SELECT vs || 'x'::text FROM atv_t ORDER BY id
SELECT vs || '{x}' FROM atv_t ORDER BY id
SELECT vs || '{x}'::text[] FROM atv_t ORDER BY id
SELECT vs || ARRAY['x'] FROM atv_t ORDER BY id
SELECT vs @> ARRAY['a'] FROM atv_t ORDER BY id
SELECT vs @> ARRAY['a']::varchar[] FROM atv_t ORDER BY id
SELECT ts @> ARRAY['a']::varchar[] FROM atv_t ORDER BY id
SELECT ts @> ARRAY['a'::varchar] FROM atv_t ORDER BY id
SELECT vs @> '{a}' FROM atv_t ORDER BY id
SELECT vs @> ARRAY[v] FROM atv_t ORDER BY id
SELECT vs @> ARRAY[t] FROM atv_t ORDER BY id
SELECT ts @> ARRAY[v] FROM atv_t ORDER BY id
SELECT ts @> ARRAY[v, t] FROM atv_t ORDER BY id
SELECT vs = ARRAY['a', 'b'] FROM atv_t ORDER BY id
SELECT vs = '{a,b}' FROM atv_t ORDER BY id
SELECT vs = ARRAY['a', 'b']::varchar[] FROM atv_t ORDER BY id
SELECT v5 @> vs, v5 = vs, v5 && vs FROM atv_t ORDER BY id
SELECT v5 @> ts FROM atv_t ORDER BY id
SELECT cs @> vs FROM atv_t ORDER BY id
SELECT cs @> ts FROM atv_t ORDER BY id
SELECT cs = ts FROM atv_t ORDER BY id
SELECT cs = vs FROM atv_t ORDER BY id
SELECT cs && cs, cs @> ARRAY['a']::char(3)[] FROM atv_t ORDER BY id
SELECT ns @> ts FROM atv_t ORDER BY id
SELECT ns = ts FROM atv_t ORDER BY id
SELECT ns && vs FROM atv_t ORDER BY id
SELECT vs::text[] @> ts, ts::varchar[] @> vs, ts @> vs::text[] FROM atv_t ORDER BY id
SELECT v = ANY(ts) FROM atv_t ORDER BY id
SELECT t = ANY(vs) FROM atv_t ORDER BY id
SELECT v = ANY(vs), c = ANY(cs), c = ANY(ts) FROM atv_t ORDER BY id
SELECT t = ALL(vs), v <> ALL(ts), v LIKE ANY(ts), t ~ ANY(vs) FROM atv_t ORDER BY id
SELECT id FROM atv_t WHERE ts IN (vs)
SELECT id FROM atv_t WHERE vs IN (SELECT ts FROM atv_t)
SELECT id FROM atv_t WHERE ts = ANY (SELECT vs FROM atv_t)
SELECT a.id FROM atv_t a JOIN atv_t b ON a.ts = b.vs
SELECT a.id FROM atv_t a JOIN atv_t b ON a.ts && b.vs
SELECT array_cat(ts, vs) FROM atv_t ORDER BY id
SELECT array_append(ts, v) FROM atv_t ORDER BY id
SELECT array_append(vs, t) FROM atv_t ORDER BY id
SELECT array_append(vs, v), array_append(vs, 'x') FROM atv_t ORDER BY id
SELECT array_prepend(v, ts) FROM atv_t ORDER BY id
SELECT array_prepend(t, vs) FROM atv_t ORDER BY id
SELECT array_position(ts, v), array_position(vs, 'a') FROM atv_t ORDER BY id
SELECT array_position(vs, t) FROM atv_t ORDER BY id
SELECT array_positions(vs, t) FROM atv_t ORDER BY id
SELECT array_remove(vs, t) FROM atv_t ORDER BY id
SELECT array_remove(ts, v) FROM atv_t ORDER BY id
SELECT array_remove(vs, v), array_remove(vs, 'a') FROM atv_t ORDER BY id
SELECT array_replace(ts, v, t), array_replace(vs, v, 'x') FROM atv_t ORDER BY id
SELECT array_replace(vs, v, t) FROM atv_t ORDER BY id
SELECT COALESCE(ts, vs) FROM atv_t ORDER BY id
SELECT COALESCE(vs, ts) FROM atv_t ORDER BY id
SELECT CASE WHEN id = 1 THEN ts ELSE vs END FROM atv_t ORDER BY id
SELECT GREATEST(ts, vs) FROM atv_t ORDER BY id
SELECT NULLIF(ts, vs) FROM atv_t ORDER BY id
SELECT NULLIF(vs, ts) FROM atv_t ORDER BY id
SELECT ts IS DISTINCT FROM vs FROM atv_t ORDER BY id
SELECT ts BETWEEN vs AND vs FROM atv_t ORDER BY id
SELECT ts FROM atv_t UNION SELECT vs FROM atv_t ORDER BY 1
SELECT vs FROM atv_t UNION SELECT ts FROM atv_t ORDER BY 1
SELECT ARRAY[ts, vs] FROM atv_t ORDER BY id
SELECT ARRAY[vs, ts] FROM atv_t ORDER BY id
SELECT pg_typeof(ARRAY[t, v]), pg_typeof(ARRAY[v, t]), pg_typeof(ARRAY[v, v]), pg_typeof(ARRAY[v, 'x']) FROM atv_t ORDER BY id
SELECT array_agg(v) @> array_agg(t) FROM atv_t
SELECT array_agg(v) = array_agg(v), array_agg(t) @> array_agg(t) FROM atv_t
SELECT array_agg(v::text) @> ts FROM atv_t GROUP BY ts ORDER BY 1
SELECT ts FROM atv_t WHERE ts @> (SELECT array_agg(v) FROM atv_t)
SELECT string_to_array('a,b', ',') @> vs FROM atv_t ORDER BY id
SELECT ARRAY(SELECT v FROM atv_t) @> ts FROM atv_t ORDER BY id
SELECT ARRAY(SELECT v FROM atv_t) @> vs FROM atv_t ORDER BY id
SELECT x.a @> x.b FROM (SELECT ts AS a, vs AS b FROM atv_t) x
WITH w AS (SELECT ts AS a, vs AS b FROM atv_t) SELECT a && b FROM w
UPDATE atv_t SET ts = vs WHERE id = 2
UPDATE atv_t SET vs = ts || vs WHERE id = 2
UPDATE atv_t SET id = 3 WHERE ts @> vs AND id = 2
DELETE FROM atv_t WHERE ts && vs
CREATE VIEW atv_v AS SELECT ts @> vs AS x FROM atv_t
CREATE INDEX ON atv_t ((ts || vs))
SELECT NOT (ts @> vs) FROM atv_t ORDER BY id
SELECT id FROM atv_t ORDER BY ts @> vs
SELECT ts[1:1] @> vs[1:1] FROM atv_t ORDER BY id
SELECT vs[1:1] @> vs, pg_typeof(vs[1:1]) FROM atv_t ORDER BY id
SELECT ARRAY['a']::text[] @> ARRAY['a']::varchar[]
SELECT ARRAY['a']::text[] = ARRAY['a']::varchar[]
SELECT ARRAY['a'] && ARRAY['a']::varchar[]
SELECT ARRAY['a'] && ARRAY['a']::varchar(5)[]
SELECT '{a}' && ARRAY['a']::varchar(5)[]
SELECT ARRAY['a']::varchar[] || ARRAY['b']
SELECT ARRAY['a']::varchar[] || 'b'::text
SELECT ARRAY['a'::varchar] || 'b'::text
SELECT ARRAY['a'::varchar, 'b'::text] || 'b'::text
SELECT ts @> $1::varchar[] FROM atv_t
SELECT ts @> $1 FROM atv_t
SELECT vs @> $1 FROM atv_t
SELECT vs || $1 FROM atv_t
SELECT int4range(1,2) @> ts FROM atv_t ORDER BY id
SELECT ARRAY[1] @> ARRAY[1]::bigint[]
SELECT ARRAY[1] = ARRAY[1]::bigint[]
SELECT ARRAY[1] || ARRAY[1]::bigint[]
SELECT ARRAY[1] || 2::bigint, ARRAY[1]::bigint[] || 2
SELECT ARRAY[1.5] && ARRAY[1]
SELECT ARRAY['2024-01-01'::date] && ARRAY['2024-01-01'::timestamp]
SELECT ARRAY[1]::smallint[] <@ ARRAY[1]
SELECT ARRAY[1.5::real] = ARRAY[1.5::float8]
