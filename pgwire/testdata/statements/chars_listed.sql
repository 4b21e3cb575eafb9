-- Arrays of char(n) in columns.
CREATE TABLE chl (id int PRIMARY KEY, kind char(2)[], one char(2)[] NOT NULL DEFAULT '{a}', t text, c char(2))
INSERT INTO chl VALUES (1, '{a,bc}', '{x}', 'a', 'a'), (2, ARRAY['a','bc'], DEFAULT, 'bc', 'bc'), (3, NULL, '{}', NULL, NULL)
INSERT INTO chl (id, kind) VALUES (4, ARRAY['q ',NULL]::char(2)[]), (5, '{"d  ",NULL,""}')
INSERT INTO chl (id, kind) VALUES (6, '{abc}')
INSERT INTO chl (id, kind) VALUES (6, ARRAY['abc'])
INSERT INTO chl (id, kind) VALUES (6, '{"ab  "}')
SELECT * FROM chl ORDER BY id
SELECT id, kind FROM chl ORDER BY id
TABLE chl
SELECT kind[1], kind[2], one[1] FROM chl ORDER BY id
SELECT kind[1:1] FROM chl ORDER BY id
SELECT kind[1] || 'x' FROM chl ORDER BY id
SELECT length(kind[1]), octet_length(kind[1]) FROM chl ORDER BY id
SELECT kind::text FROM chl ORDER BY id
SELECT kind::text[] FROM chl ORDER BY id
SELECT (kind::text[])[1] || '.' FROM chl ORDER BY id
SELECT kind::varchar[] FROM chl ORDER BY id
SELECT kind || 'x' FROM chl ORDER BY id
SELECT kind || one FROM chl ORDER BY id
SELECT array_append(kind, 'x') FROM chl ORDER BY id
SELECT array_to_string(kind, ',') FROM chl ORDER BY id
SELECT array_length(kind, 1), cardinality(kind), array_ndims(kind) FROM chl ORDER BY id
SELECT id, unnest(kind) FROM chl ORDER BY id, 2
SELECT id, u FROM chl, unnest(kind) u ORDER BY id, u
SELECT id, length(u) FROM chl, unnest(kind) AS u ORDER BY id, u
SELECT id, u || '.' FROM chl, unnest(kind) AS u ORDER BY id, u
SELECT id FROM chl, unnest(kind) AS u WHERE u = 'a '
SELECT id FROM chl, unnest(kind) AS u WHERE u LIKE 'a' ORDER BY id
SELECT id FROM chl, unnest(kind) AS u WHERE u LIKE 'a ' ORDER BY id
SELECT id FROM chl WHERE 'a' = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a ' = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a  ' = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE t = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE c = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a'::char(3) = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a '::text = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a '::varchar = ANY (kind) ORDER BY id
SELECT id FROM chl WHERE 'a' <> ALL (kind) ORDER BY id
SELECT id FROM chl WHERE 'a' LIKE ANY (kind) ORDER BY id
SELECT id FROM chl WHERE kind[1] = 'a' ORDER BY id
SELECT id FROM chl WHERE kind[1] = 'a ' ORDER BY id
SELECT id FROM chl WHERE kind[1] = t ORDER BY id
SELECT id FROM chl WHERE kind[1] = 'a '::text ORDER BY id
SELECT id FROM chl WHERE kind[1] LIKE 'a' ORDER BY id
SELECT id FROM chl WHERE kind[1] LIKE 'a ' ORDER BY id
SELECT id FROM chl WHERE kind[1] ~ 'a$' ORDER BY id
SELECT id FROM chl WHERE kind[1] IN ('a ', 'q') ORDER BY id
SELECT id FROM chl WHERE kind = '{a,bc}' ORDER BY id
SELECT id FROM chl WHERE kind = '{"a ",bc}' ORDER BY id
SELECT id FROM chl WHERE kind = ARRAY['a','bc'] ORDER BY id
SELECT id FROM chl WHERE kind = ARRAY['a','bc']::char(2)[] ORDER BY id
SELECT id FROM chl WHERE kind @> ARRAY['a'] ORDER BY id
SELECT id FROM chl WHERE kind @> '{a}' ORDER BY id
SELECT id FROM chl WHERE kind @> '{"a "}' ORDER BY id
SELECT id FROM chl WHERE kind @> ARRAY['a']::char(2)[] ORDER BY id
SELECT id FROM chl WHERE kind && ARRAY['a ']::bpchar[] ORDER BY id
SELECT id FROM chl WHERE kind && one ORDER BY id
SELECT id FROM chl WHERE kind = one ORDER BY id
SELECT id FROM chl WHERE kind IS NULL
SELECT kind FROM chl ORDER BY kind, id
SELECT kind, count(*) FROM chl GROUP BY kind ORDER BY 1
SELECT DISTINCT kind FROM chl ORDER BY 1
SELECT max(kind) FROM chl
SELECT array_agg(c ORDER BY id) FROM chl
SELECT array_agg(c ORDER BY id)::text FROM chl
SELECT array_agg(kind[1] ORDER BY id) FROM chl
SELECT array_agg(u) FROM (SELECT unnest(kind) AS u FROM chl WHERE id = 1) q
SELECT string_agg(u, ',') FROM (SELECT unnest(kind) AS u FROM chl WHERE id = 1) q
SELECT array_position(kind, 'bc') FROM chl ORDER BY id
SELECT array_remove(kind, 'bc') FROM chl ORDER BY id
SELECT array_replace(kind, 'bc', 'z') FROM chl ORDER BY id
SELECT to_json(kind), to_jsonb(kind) FROM chl ORDER BY id
SELECT row_to_json(chl) FROM chl ORDER BY id
SELECT row_to_json(q) FROM (SELECT kind[1] AS k FROM chl ORDER BY id) q
SELECT json_agg(kind ORDER BY id) FROM chl
SELECT jsonb_build_object('k', kind) FROM chl ORDER BY id
SELECT chl FROM chl ORDER BY id
SELECT ROW(id, kind) FROM chl ORDER BY id
SELECT concat(kind, '.'), format('%s', kind) FROM chl ORDER BY id
SELECT quote_literal(kind) FROM chl ORDER BY id
SELECT coalesce(kind, one) FROM chl ORDER BY id
SELECT coalesce(kind, '{z}') FROM chl ORDER BY id
SELECT CASE WHEN id > 1 THEN kind ELSE '{z}' END FROM chl ORDER BY id
SELECT CASE WHEN id > 1 THEN kind ELSE ARRAY['z'] END FROM chl ORDER BY id
SELECT kind FROM chl UNION ALL SELECT '{z}'
SELECT pg_typeof(kind), pg_typeof(kind[1]), pg_typeof(unnest(kind)) FROM chl WHERE id = 1
SELECT ARRAY[kind[1], 'x'] FROM chl ORDER BY id
SELECT ARRAY(SELECT c FROM chl ORDER BY id)
SELECT ARRAY[kind, one] FROM chl WHERE id = 1
SELECT q.kind[2] FROM (SELECT kind FROM chl) q ORDER BY 1
WITH q AS (SELECT id, kind FROM chl) SELECT kind FROM q ORDER BY id
WITH q AS (SELECT id, kind FROM chl) SELECT kind || 'y' FROM q ORDER BY id
SELECT kind < '{b}' FROM chl ORDER BY id
SELECT kind IS DISTINCT FROM '{a,bc}' FROM chl ORDER BY id
SELECT a.id, b.id FROM chl a JOIN chl b ON a.kind = b.kind ORDER BY 1, 2
SELECT a.id, b.id FROM chl a JOIN chl b USING (kind) ORDER BY 1, 2
UPDATE chl SET kind = '{z}' WHERE id = 1 RETURNING kind
UPDATE chl SET kind = ARRAY['yy','z'] WHERE id = 1 RETURNING id, kind
UPDATE chl SET kind[1] = 'w' WHERE id = 1 RETURNING kind
UPDATE chl SET kind[1] = 'www' WHERE id = 1 RETURNING kind
UPDATE chl SET kind = kind || 'k' WHERE id = 1 RETURNING kind
UPDATE chl SET kind = array_append(kind, 'k') WHERE id = 1 RETURNING kind
UPDATE chl SET kind = one WHERE id = 2 RETURNING kind
UPDATE chl SET kind = NULL WHERE id = 2
UPDATE chl SET kind = array_remove(kind, 'w') WHERE id = 1 RETURNING kind
INSERT INTO chl (id, kind) SELECT 10, kind FROM chl WHERE id = 1
INSERT INTO chl (id, kind) SELECT 11, array_agg(t) FROM chl
INSERT INTO chl (id, kind) SELECT 12, array_agg(c) FROM chl
SELECT id, kind FROM chl ORDER BY id
DELETE FROM chl WHERE 'w' = ANY (kind) RETURNING kind
SELECT attname, format_type(atttypid, atttypmod), atttypmod, attndims, atttypid::regtype FROM pg_attribute WHERE attrelid = 'chl'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name, character_maximum_length FROM information_schema.columns WHERE table_name = 'chl' ORDER BY ordinal_position
ALTER TABLE chl ADD COLUMN more char(3)[] DEFAULT '{p,q}'
SELECT id, more FROM chl ORDER BY id
ALTER TABLE chl ADD COLUMN grid char(3)[][]
ALTER TABLE chl ALTER COLUMN more TYPE text[]
ALTER TABLE chl ADD CHECK (cardinality(kind) > 0)
CREATE TABLE chl_copied AS SELECT id, kind FROM chl
SELECT * FROM chl_copied ORDER BY id
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'chl_copied'::regclass AND attnum > 0 ORDER BY attnum
CREATE VIEW chl_seen AS SELECT id, kind, kind[1] AS k FROM chl
SELECT * FROM chl_seen ORDER BY id
CREATE TABLE chl_keyed (kind char(2)[] PRIMARY KEY)
CREATE TABLE chl_unique (kind char(2)[] UNIQUE)
CREATE INDEX ON chl USING gin (kind)
CREATE INDEX ON chl (kind)
CREATE TABLE chl_defaulted (kind char(2)[] DEFAULT '{abc}')
CREATE TABLE chl_defaulted2 (id int, kind char(2)[] DEFAULT ARRAY['a','b'])
INSERT INTO chl_defaulted2 VALUES (1)
SELECT * FROM chl_defaulted2
CREATE TABLE chl_one (kind char[])
INSERT INTO chl_one VALUES ('{a,b}')
SELECT * FROM chl_one
CREATE TYPE chl_type AS (id int, kind char(2)[])
CREATE TEMP TABLE chl_temp (kind char(2)[])
INSERT INTO chl_temp VALUES ('{a}') RETURNING *
SELECT ARRAY['a','bcd']::char(2)[]
SELECT '{a,bcd}'::char(2)[]
SELECT ('{a,bcd}'::char(2)[])[1] || '.'
SELECT DISTINCT ON (kind) kind FROM chl ORDER BY kind
SELECT kind FROM chl ORDER BY kind DESC NULLS LAST
SELECT count(DISTINCT kind) FROM chl
SELECT array_cat(kind, one) FROM chl ORDER BY id
SELECT lag(kind) OVER (ORDER BY id) FROM chl
SELECT kind[1] < kind[2] FROM chl ORDER BY id
SELECT id FROM chl WHERE EXISTS (SELECT 1 FROM unnest(kind) x WHERE x = 'a') ORDER BY id
SELECT id FROM chl WHERE 'a' IN (SELECT unnest(kind)) ORDER BY id
SELECT lower(kind[1]), upper(kind[2]), replace(kind[1], ' ', '_') FROM chl ORDER BY id
SELECT min(kind[1]), max(kind[2]) FROM chl
SELECT kind[1]::text || '.' FROM chl ORDER BY id
SELECT concat(kind[1], '.'), format('%s.', kind[1]), concat_ws('-', kind[1], 'z') FROM chl ORDER BY id
SELECT quote_literal(kind[1]) FROM chl ORDER BY id
SELECT rpad(kind[1], 4, '.') FROM chl ORDER BY id
SELECT jsonb_build_object('k', kind[1]) FROM chl ORDER BY id
SELECT coalesce(kind[1], 'none') FROM chl ORDER BY id
SELECT kind[1] COLLATE "C" FROM chl ORDER BY id
SELECT left(kind[1], 1), substr(kind[1], 1, 2) || '.' FROM chl ORDER BY id
SELECT array_position(kind, 'z '), array_remove(kind, 'z ') FROM chl ORDER BY id
SELECT kind::char(1)[], kind::char(4)[] FROM chl ORDER BY id
SELECT kind::bpchar[] FROM chl ORDER BY id
SELECT kind::varchar(1)[] FROM chl ORDER BY id
WITH q (id, k) AS (SELECT id, kind FROM chl) SELECT k || '{y}' FROM q ORDER BY id
WITH q AS (SELECT * FROM chl) SELECT array_to_string(q.kind, '-') FROM q ORDER BY id
SELECT array_to_string(k, '-') FROM (SELECT id, kind AS k FROM chl) q ORDER BY id
SELECT array_to_string(k, '-') FROM (SELECT id, kind FROM chl) q (id, k) ORDER BY id
SELECT array_to_string(x.d, '-') FROM chl x (a, d) ORDER BY a
SELECT e LIKE 'z ' FROM chl, unnest(kind) WITH ORDINALITY AS u (e, n) ORDER BY id, n
SELECT e, n FROM chl, unnest(kind) WITH ORDINALITY AS u (e, n) ORDER BY id, n
SELECT e || '.' FROM chl, LATERAL (SELECT unnest(kind) AS e) u ORDER BY id, e
SELECT array_to_string((SELECT kind FROM chl WHERE id = 1), '-')
SELECT array_to_string(ARRAY(SELECT kind[1] FROM chl ORDER BY id), '-')
SELECT array_to_string(array_agg(kind[1] ORDER BY id), '-') FROM chl
SELECT array_to_string(kind[1:1], '-') FROM chl ORDER BY id
SELECT (chl).kind[1], (chl).kind FROM chl ORDER BY id
SELECT array_to_string((chl).kind, '-') FROM chl ORDER BY id
SELECT array_to_string(chl_seen.kind, '-'), k LIKE 'z' FROM chl_seen ORDER BY id
SELECT kind, more FROM chl UNION SELECT more, kind FROM chl
SELECT coalesce(kind, more) FROM chl
SELECT nullif(kind, '{z,k}') FROM chl ORDER BY id
SELECT nullif(kind[1], 'z ') FROM chl ORDER BY id
SELECT CASE kind[1] WHEN 'z ' THEN 1 ELSE 2 END FROM chl ORDER BY id
SELECT kind[1] BETWEEN 'a ' AND 'q ' FROM chl ORDER BY id
SELECT kind[1] IS DISTINCT FROM 'z ' FROM chl ORDER BY id
SELECT starts_with(kind[1], 'z '), strpos(kind[1], ' '), position(' ' IN kind[1]), md5(kind[1]), reverse(kind[1]), trim(kind[1]) || '.', ascii(kind[1]) FROM chl ORDER BY id
SELECT string_agg(kind[1], ',' ORDER BY id) FROM chl
SELECT json_object_agg(id, kind[1] ORDER BY id) FROM chl
SELECT regexp_replace(kind[1], ' $', '_'), split_part(kind[1], ' ', 1), translate(kind[1], ' ', '_') FROM chl ORDER BY id
SELECT hashtext(kind[1]) IS NULL, bit_length(kind[1]) FROM chl WHERE id = 1
PREPARE chl_put AS INSERT INTO chl (id, kind) VALUES ($1, $2) RETURNING kind
EXECUTE chl_put (30, '{p,q}')
EXECUTE chl_put (31, '{"p  "}')
PREPARE chl_get AS SELECT id FROM chl WHERE kind = $1 OR $2 = ANY (kind) ORDER BY id
EXECUTE chl_get ('{p,q}', 'p ')
INSERT INTO chl (id, kind) VALUES (30, '{x}') ON CONFLICT (id) DO UPDATE SET kind = EXCLUDED.kind RETURNING kind
UPDATE chl SET kind = array_append(kind, 'yyy') WHERE id = 30
UPDATE chl SET kind = array_cat(kind, '{"r "}') WHERE id = 30 RETURNING kind
UPDATE chl SET kind[2] = 'n ' WHERE 'x ' = ANY (kind) RETURNING kind[2], kind
DELETE FROM chl WHERE kind[1] = 'x ' RETURNING kind
BEGIN
CREATE TABLE chl_within (k char(7)[])
INSERT INTO chl_within VALUES ('{a}') RETURNING k::text
COMMIT
SELECT * FROM chl_within
DROP TABLE chl_within
DROP VIEW chl_seen
DROP TABLE chl
