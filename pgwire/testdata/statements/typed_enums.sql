-- Enums as an analyst uses them: their order, their casts, their functions.
CREATE TYPE te_mood AS ENUM ('sad', 'ok', 'happy', 'ecstatic', 'bored')
CREATE TYPE te_size AS ENUM ('small', 'medium', 'large')
CREATE TABLE te (id int PRIMARY KEY, m te_mood, s te_size DEFAULT 'medium', ms te_mood[])
INSERT INTO te VALUES (1, 'sad', 'small', '{sad,ok}'), (2, 'happy', 'large', '{happy}'), (3, 'bored', DEFAULT, '{}'), (4, NULL, 'small', NULL), (5, 'ok', 'large', '{bored,NULL,sad}')
SELECT id FROM te WHERE m BETWEEN 'ok' AND 'ecstatic' ORDER BY id
SELECT id FROM te WHERE m BETWEEN 'ok'::te_mood AND 'bored'::te_mood ORDER BY id
SELECT id FROM te WHERE m NOT BETWEEN 'ok' AND 'ecstatic' ORDER BY id
SELECT id FROM te WHERE m BETWEEN SYMMETRIC 'ecstatic' AND 'ok' ORDER BY id
SELECT id FROM te WHERE m = 'nosuch'
SELECT id FROM te WHERE m <> 'nosuch'
SELECT id FROM te WHERE m > 'nosuch'
SELECT id FROM te WHERE m IN ('sad', 'nosuch')
SELECT id FROM te WHERE m BETWEEN 'sad' AND 'nosuch'
SELECT id FROM te WHERE m = ANY ('{sad,nosuch}')
SELECT id FROM te WHERE m = ANY (ARRAY['sad', 'ok'])
SELECT id FROM te WHERE m = ANY (ARRAY['sad', 'ok']::te_mood[]) ORDER BY id
SELECT id FROM te WHERE m = ANY ('{sad,ok}') ORDER BY id
SELECT id FROM te WHERE m IN ('sad', 'ok') ORDER BY id
SELECT id FROM te WHERE m NOT IN ('sad', 'ok') ORDER BY id
SELECT min(m), max(m) FROM te
SELECT s, min(m), max(m) FROM te GROUP BY s ORDER BY s
SELECT id, m FROM te ORDER BY m, id
SELECT id, m FROM te ORDER BY m DESC NULLS LAST, id
SELECT greatest(m, 'happy'), least(m, 'happy') FROM te ORDER BY id
SELECT greatest('sad'::te_mood, 'bored'::te_mood, 'ok')
SELECT pg_typeof(greatest(m, 'happy')), pg_typeof(least(m, 'ok'::te_mood)) FROM te WHERE id = 1
SELECT CASE WHEN id > 2 THEN m ELSE 'ok' END FROM te ORDER BY id
SELECT CASE m WHEN 'sad' THEN 1 WHEN 'happy' THEN 2 ELSE 3 END FROM te ORDER BY id
SELECT CASE m WHEN 'nosuch' THEN 1 ELSE 3 END FROM te ORDER BY id
SELECT coalesce(m, 'bored') FROM te ORDER BY id
SELECT coalesce(m, 'bored') > 'ok' FROM te ORDER BY id
SELECT coalesce(m, 'nosuch') FROM te ORDER BY id
SELECT nullif(m, 'sad') FROM te ORDER BY id
SELECT enum_range(NULL::te_mood)
SELECT enum_range('ok'::te_mood, 'ecstatic'::te_mood)
SELECT enum_range(NULL, 'happy'::te_mood), enum_range('happy'::te_mood, NULL)
SELECT enum_first(NULL::te_mood), enum_last(NULL::te_mood)
SELECT enum_first(m), enum_last(m) FROM te WHERE id = 1
SELECT pg_typeof(enum_first(NULL::te_mood)), pg_typeof(enum_last(NULL::te_mood)), pg_typeof(enum_range(NULL::te_mood))
SELECT unnest(enum_range(NULL::te_mood))
SELECT unnest(enum_range(NULL::te_mood)) AS v ORDER BY v DESC
SELECT v, count(t.id) FROM unnest(enum_range(NULL::te_mood)) AS v LEFT JOIN te t ON t.m = v GROUP BY v ORDER BY v
SELECT enum_first(NULL::te_mood) < 'ok', enum_last(NULL::te_mood) > 'ecstatic'
SELECT m FROM te WHERE m > enum_first(m) ORDER BY m
SELECT array_length(enum_range(NULL::te_mood), 1), cardinality(enum_range(NULL::te_size))
SELECT 'ok'::te_mood, CAST('ok' AS te_mood), te_mood 'ok'
SELECT 'nosuch'::te_mood
SELECT m::text || '!' FROM te WHERE id = 1
SELECT m || '!' FROM te WHERE id = 1
SELECT upper(m::text), length(m::text) FROM te WHERE id = 2
SELECT upper(m) FROM te WHERE id = 2
SELECT m::text FROM te WHERE m::text < 'happy' ORDER BY m::text
SELECT m::varchar(2), m::char(10) FROM te WHERE id = 2
SELECT lower('OK')::te_mood
SELECT x::te_mood FROM (VALUES ('ok'), ('sad')) v(x) ORDER BY 1
SELECT x::te_mood FROM (VALUES ('ok'), ('zzz')) v(x) ORDER BY 1
SELECT m = 'sad'::text FROM te
SELECT m = s FROM te
SELECT m::te_size FROM te
SELECT m::text::te_size FROM te WHERE id = 1
SELECT id FROM te WHERE m = s::text::te_mood
SELECT m::int FROM te
SELECT 1::te_mood
SELECT ms[1], ms FROM te ORDER BY id
SELECT pg_typeof(ms), pg_typeof(ms[1]), pg_typeof(m) FROM te WHERE id = 1
SELECT id FROM te WHERE 'sad' = ANY (ms) ORDER BY id
SELECT id FROM te WHERE 'nosuch' = ANY (ms) ORDER BY id
SELECT id FROM te WHERE ms @> '{sad}' ORDER BY id
SELECT id FROM te WHERE ms && ARRAY['ok', 'bored']::te_mood[] ORDER BY id
SELECT array_agg(m ORDER BY m) FROM te
SELECT array_agg(DISTINCT m ORDER BY m DESC) FROM te
SELECT string_agg(m::text, ',' ORDER BY m) FROM te
SELECT string_agg(m, ',') FROM te
SELECT ms || 'ok'::te_mood, 'ok'::te_mood || ms FROM te WHERE id = 1
SELECT array_append(ms, 'happy'), array_position(ms, 'ok'), array_remove(ms, 'sad') FROM te WHERE id = 1
SELECT ms = '{sad,ok}', ms < '{sad,happy}' FROM te WHERE id = 1
SELECT ARRAY[m, 'ok'] FROM te WHERE id = 1
SELECT ARRAY['sad','ok']::te_mood[] < ARRAY['sad','happy']::te_mood[]
SELECT json_build_object('m', m), to_json(m), to_jsonb(ms), row_to_json(te) FROM te WHERE id = 1
SELECT row_number() OVER (ORDER BY m), m, lag(m) OVER (ORDER BY m), first_value(m) OVER (ORDER BY m DESC) FROM te WHERE m IS NOT NULL ORDER BY m
SELECT rank() OVER (PARTITION BY s ORDER BY m) FROM te ORDER BY s, m
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY m) FROM te
SELECT mode() WITHIN GROUP (ORDER BY s) FROM te
SELECT a.id, b.id FROM te a JOIN te b ON a.m < b.m ORDER BY 1, 2
SELECT m FROM te UNION SELECT 'ecstatic' ORDER BY 1
SELECT m FROM te UNION ALL SELECT 'nosuch'
SELECT m, s FROM te WHERE (m, s) = ('sad', 'small')
SELECT id FROM te WHERE (m, s) IN (('sad', 'small'), ('happy', 'large')) ORDER BY id
SELECT id FROM te WHERE (m, s) > ('sad', 'small') ORDER BY id
SELECT DISTINCT ON (s) s, m FROM te ORDER BY s, m DESC NULLS LAST
SELECT m, count(*) FROM te GROUP BY m HAVING m > 'sad' ORDER BY m
SELECT count(*) FILTER (WHERE m >= 'happy') FROM te
SELECT width FROM (SELECT m AS width FROM te) x WHERE width < 'happy' ORDER BY width
WITH w AS (SELECT m AS mm FROM te) SELECT mm FROM w WHERE mm BETWEEN 'ok' AND 'happy' ORDER BY mm
INSERT INTO te (id, m) VALUES (9, 'nosuch')
INSERT INTO te (id, m) SELECT 10, 'happy'
INSERT INTO te (id, m) SELECT 11, 'happy'::text
UPDATE te SET m = 'ecstatic' WHERE m = 'happy' AND id = 10 RETURNING m
UPDATE te SET m = CASE WHEN id > 5 THEN 'bored' ELSE 'sad' END WHERE id IN (1, 10)
UPDATE te SET m = (CASE WHEN id > 5 THEN 'bored' ELSE 'sad' END)::te_mood WHERE id IN (1, 10) RETURNING id, m
UPDATE te SET m = 'nosuch'
DELETE FROM te WHERE m = 'nosuch'
DELETE FROM te WHERE m > 'ecstatic' AND id = 10
SELECT m IS DISTINCT FROM 'sad', m IS NOT DISTINCT FROM NULL FROM te ORDER BY id
SELECT hashtext(m::text) IS NOT NULL FROM te WHERE id = 1
SELECT m LIKE 'h%' FROM te
SELECT m::text LIKE 'h%' FROM te ORDER BY id
CREATE TABLE te_check (m te_mood CHECK (m > 'sad' AND m <> 'bored'), u te_mood UNIQUE)
INSERT INTO te_check VALUES ('sad', 'ok')
INSERT INTO te_check VALUES ('bored', 'ok')
INSERT INTO te_check VALUES ('happy', 'ok')
SELECT * FROM te_check
CREATE VIEW te_view AS SELECT id, m FROM te WHERE m BETWEEN 'ok' AND 'ecstatic'
SELECT * FROM te_view WHERE m <> 'ok' ORDER BY id
CREATE INDEX te_m ON te (m)
SELECT id FROM te WHERE m = 'ok'
BEGIN
ALTER TYPE te_size ADD VALUE 'huge'
SELECT 'huge'::te_size
ROLLBACK
BEGIN; ALTER TYPE te_size ADD VALUE 'huge'; COMMIT
SELECT 'huge'::te_size > 'large'
ALTER TYPE te_size ADD VALUE 'tiny' BEFORE 'small'
SELECT enum_range(NULL::te_size)
SELECT id FROM te WHERE s >= 'tiny' AND s < 'large' ORDER BY id
BEGIN; CREATE TYPE te_new AS ENUM ('a'); ALTER TYPE te_new ADD VALUE 'b'; SELECT 'b'::te_new
ROLLBACK
SELECT enumlabel FROM pg_enum WHERE enumtypid = 'te_size'::regtype ORDER BY enumsortorder
SELECT te_mood('ok')
SELECT enum_cmp('ok'::te_mood, 'sad'::te_mood)
DROP VIEW te_view; DROP TABLE te, te_check; DROP TYPE te_mood, te_size
