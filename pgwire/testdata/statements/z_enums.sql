CREATE TYPE z_mood AS ENUM ('lo', 'mid', 'hi')
CREATE TYPE z_grade AS ENUM ('lo', 'mid', 'hi')
CREATE TYPE z_wide AS ENUM ('lo', 'mid', 'hi', 'top')
CREATE TABLE z_felt (id int PRIMARY KEY, m z_mood, g z_grade, w z_wide, t text, v varchar(10), ms z_mood[], gs z_grade[])
INSERT INTO z_felt VALUES (1, 'lo', 'lo', 'top', 'lo', 'lo', '{lo,mid}', '{lo,mid}'), (2, 'hi', 'lo', 'lo', 'hi', 'mid', '{hi}', '{hi}')
SELECT id FROM z_felt WHERE m = g
SELECT id FROM z_felt WHERE m <> g
SELECT id FROM z_felt WHERE m < g
SELECT id FROM z_felt WHERE m = w
SELECT id FROM z_felt WHERE m = t
SELECT id FROM z_felt WHERE t = m
SELECT id FROM z_felt WHERE m = v
SELECT id FROM z_felt WHERE m IN (g)
SELECT id FROM z_felt WHERE m IN ('lo', g)
SELECT id FROM z_felt WHERE m IN (t)
SELECT id FROM z_felt WHERE m IN (SELECT g FROM z_felt)
SELECT id FROM z_felt WHERE m NOT IN (SELECT t FROM z_felt)
SELECT id FROM z_felt WHERE m = ANY (SELECT g FROM z_felt)
SELECT id FROM z_felt WHERE m = ANY (gs)
SELECT id FROM z_felt WHERE ms = gs
SELECT id FROM z_felt WHERE ms @> gs
SELECT id FROM z_felt WHERE ms && gs
SELECT ms || gs FROM z_felt
SELECT ms || g FROM z_felt
SELECT array_append(ms, g) FROM z_felt
SELECT array_position(ms, g) FROM z_felt
SELECT coalesce(m, g) FROM z_felt
SELECT coalesce(m, t) FROM z_felt
SELECT coalesce(m, 'mid') FROM z_felt ORDER BY id
SELECT CASE WHEN id = 1 THEN m ELSE g END FROM z_felt
SELECT CASE WHEN id = 1 THEN m ELSE t END FROM z_felt
SELECT CASE m WHEN g THEN 1 ELSE 2 END FROM z_felt
SELECT CASE m WHEN t THEN 1 ELSE 2 END FROM z_felt
SELECT nullif(m, g) FROM z_felt
SELECT nullif(m, t) FROM z_felt
SELECT greatest(m, g), least(m, g) FROM z_felt
SELECT greatest(m, t) FROM z_felt
SELECT m FROM z_felt UNION SELECT g FROM z_felt
SELECT m FROM z_felt UNION ALL SELECT t FROM z_felt
SELECT m FROM z_felt INTERSECT SELECT g FROM z_felt
SELECT m FROM z_felt EXCEPT SELECT g FROM z_felt
SELECT * FROM (VALUES ('lo'::z_mood), ('lo'::z_grade)) v(x)
SELECT ARRAY[m, g] FROM z_felt
SELECT ARRAY[m, t] FROM z_felt
SELECT a.id FROM z_felt a JOIN z_felt b ON a.m = b.g
SELECT a.id FROM z_felt a JOIN (SELECT g AS m FROM z_felt) b USING (m)
SELECT a.id FROM z_felt a NATURAL JOIN (SELECT g AS m FROM z_felt) b
SELECT a.id FROM z_felt a JOIN (SELECT t AS m FROM z_felt) b USING (m)
SELECT id FROM z_felt WHERE (m, id) = (g, id)
SELECT id FROM z_felt WHERE (m, id) IN (SELECT g, id FROM z_felt)
SELECT id FROM z_felt WHERE m IS DISTINCT FROM g
SELECT id FROM z_felt WHERE m IS NOT DISTINCT FROM t
SELECT id FROM z_felt WHERE m BETWEEN g AND 'hi'
SELECT id FROM z_felt WHERE m BETWEEN 'lo' AND g
INSERT INTO z_felt (id, m) SELECT 3, g FROM z_felt
INSERT INTO z_felt (id, m) VALUES (3, 'lo'::z_grade)
INSERT INTO z_felt (id, m) VALUES (3, 'lo'::text)
INSERT INTO z_felt (id, m) SELECT 3, t FROM z_felt
INSERT INTO z_felt (id, t) SELECT 4, m FROM z_felt WHERE id = 2
UPDATE z_felt SET m = g
UPDATE z_felt SET m = t
UPDATE z_felt SET t = m WHERE id = 4
UPDATE z_felt SET ms = gs
UPDATE z_felt SET ms[1] = g
UPDATE z_felt SET m = (SELECT g FROM z_felt LIMIT 1)
UPDATE z_felt a SET m = b.g FROM z_felt b
MERGE INTO z_felt a USING z_felt b ON a.id = b.id WHEN MATCHED THEN UPDATE SET m = b.g
MERGE INTO z_felt a USING z_felt b ON a.m = b.g WHEN MATCHED THEN DO NOTHING
DELETE FROM z_felt a USING z_felt b WHERE a.m = b.g
SELECT m::z_grade FROM z_felt
SELECT m::text::z_grade FROM z_felt ORDER BY id
SELECT ms::z_grade[] FROM z_felt
SELECT 'lo'::z_mood = 'lo'::z_grade
SELECT 'lo'::z_mood = 'lo'::text
SELECT 'lo'::z_mood::z_grade
SELECT pg_typeof(m), pg_typeof(g), pg_typeof(w), pg_typeof(ms), pg_typeof(gs) FROM z_felt WHERE id = 1
SELECT pg_typeof(max(m)), pg_typeof(min(g)) FROM z_felt
SELECT pg_typeof(coalesce(g, 'lo')), pg_typeof(array_agg(g)) FROM z_felt WHERE id = 1 GROUP BY g
SELECT m, g FROM z_felt WHERE id = 1
SELECT enum_range(NULL::z_grade), enum_range(NULL::z_mood), enum_first(NULL::z_grade), enum_last(NULL::z_grade)
SELECT enum_range('lo', g), enum_range(g, NULL) FROM z_felt WHERE id = 1
SELECT enum_range(m, g) FROM z_felt
SELECT unnest(enum_range(NULL::z_grade))
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'z_felt'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, udt_name FROM information_schema.columns WHERE table_name = 'z_felt' ORDER BY ordinal_position
SELECT t.typname, e.enumlabel, e.enumsortorder FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname IN ('z_mood', 'z_grade') ORDER BY 1 COLLATE "C", 3
CREATE VIEW z_seen AS SELECT m, g, coalesce(g, 'mid') AS c FROM z_felt
SELECT pg_typeof(m), pg_typeof(g), pg_typeof(c) FROM z_seen LIMIT 1
SELECT count(*) FROM z_seen WHERE m = g
SELECT count(*) FROM z_seen WHERE m = c
SELECT count(*) FROM z_seen WHERE g = c
CREATE TABLE z_copy AS SELECT m, g FROM z_felt
SELECT pg_typeof(m), pg_typeof(g) FROM z_copy LIMIT 1
SELECT count(*) FROM z_copy WHERE m = g
CREATE TABLE z_refd (g z_grade PRIMARY KEY)
CREATE TABLE z_refs (m z_mood REFERENCES z_refd)
CREATE TABLE z_refs (m z_grade REFERENCES z_refd)
CREATE FUNCTION z_f(m z_mood) RETURNS text LANGUAGE sql AS 'SELECT $1::text'
SELECT z_f(g) FROM z_felt
SELECT z_f(m) FROM z_felt ORDER BY id
SELECT z_f('lo')
SELECT z_f(t) FROM z_felt
PREPARE z_pe(z_grade) AS SELECT id FROM z_felt WHERE m = $1
PREPARE z_pf(z_grade) AS SELECT id FROM z_felt WHERE g = $1 ORDER BY id
EXECUTE z_pf('lo')
SELECT string_agg(m, ',') FROM z_felt
SELECT sum(id) FILTER (WHERE m = g) FROM z_felt
SELECT lag(m, 1, g) OVER (ORDER BY id) FROM z_felt
SELECT m || g FROM z_felt
SELECT m || t FROM z_felt ORDER BY id
SELECT concat(m, g) FROM z_felt ORDER BY id
SELECT m LIKE 'l%' FROM z_felt
SELECT upper(m) FROM z_felt
ALTER TABLE z_felt ALTER m TYPE z_grade
ALTER TABLE z_felt ALTER m TYPE z_grade USING m::text::z_grade
SELECT pg_typeof(m) FROM z_felt LIMIT 1
SELECT id FROM z_felt WHERE m = g ORDER BY id
DROP TABLE z_refs
ALTER TYPE z_grade RENAME VALUE 'mid' TO 'med'
ALTER TYPE z_mood ADD VALUE 'max'
SELECT enum_range(NULL::z_grade), enum_range(NULL::z_mood)
ALTER TYPE z_grade RENAME TO z_rank
SELECT pg_typeof(g) FROM z_felt LIMIT 1
DROP TYPE z_mood
DROP TYPE z_wide
