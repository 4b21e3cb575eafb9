-- Columns of varchar(n)[] and numeric(p,s)[]: the elements have lengths and scales.
CREATE TABLE da_v (id int, a varchar(3)[], n numeric(6,2)[])
INSERT INTO da_v VALUES (1, '{abc,de}', '{1.005,2}')
INSERT INTO da_v (id, a) VALUES (2, '{abcd}')
INSERT INTO da_v (id, a) VALUES (2, ARRAY['abcd'])
INSERT INTO da_v (id, a) VALUES (3, '{"abc   ",NULL}')
INSERT INTO da_v (id, n) VALUES (4, '{1234567}')
INSERT INTO da_v (id, n) VALUES (5, ARRAY[1.239])
INSERT INTO da_v (id, a) SELECT 6, array_agg(x) FROM (VALUES ('a'), ('b')) v(x)
INSERT INTO da_v (id, a) SELECT 7, ARRAY['toolong']
UPDATE da_v SET a = a || 'toolong'::varchar WHERE id = 1
UPDATE da_v SET a = a || ARRAY['xy']::varchar[] WHERE id = 1
UPDATE da_v SET a = array_append(a, 'xyz') WHERE id = 1
SELECT * FROM da_v ORDER BY id
SELECT attname, format_type(atttypid, atttypmod), attndims FROM pg_attribute WHERE attrelid = 'da_v'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name, character_maximum_length FROM information_schema.columns WHERE table_name = 'da_v' ORDER BY ordinal_position
SELECT id FROM da_v WHERE 'abc' = ANY (a) ORDER BY id
SELECT id FROM da_v WHERE a @> ARRAY['abc']::varchar[] ORDER BY id
SELECT id FROM da_v WHERE a @> '{a}' ORDER BY id
SELECT id FROM da_v WHERE a && ARRAY['b','zz']::varchar[] ORDER BY id
SELECT id FROM da_v WHERE a = ARRAY['a','b']::varchar[] ORDER BY id
SELECT id FROM da_v WHERE a <> '{a,b}' ORDER BY id
SELECT id, a[1], a[1:2], array_length(a, 1), cardinality(a), array_to_string(a, ','), array_position(a, 'de') FROM da_v ORDER BY id
SELECT id, x FROM da_v, unnest(a) x ORDER BY id, x
CREATE TABLE da_chars (c char(3)[])
SELECT pg_typeof(a), pg_typeof(n) FROM da_v LIMIT 1
SELECT id, coalesce(a, '{}'), a IS NULL, a::text, a::text[] FROM da_v ORDER BY id
SELECT a, count(*) FROM da_v GROUP BY a ORDER BY 1
SELECT array_agg(a ORDER BY id) FROM da_v WHERE id IN (1, 6) AND cardinality(a) = 5
SELECT to_jsonb(a), array_to_json(a) FROM da_v WHERE id = 6
SELECT array_remove(a, 'a'), array_cat(a, a), array_replace(a, 'a', 'z') FROM da_v WHERE id = 6
CREATE TABLE da_t (id int, tags varchar(255)[] NOT NULL DEFAULT '{}', p numeric(10,2)[] DEFAULT ARRAY[]::numeric[], q varchar(5)[] DEFAULT ARRAY['a','b'])
INSERT INTO da_t (id) VALUES (1)
INSERT INTO da_t VALUES (2, '{a,b}', '{1.5,2.25}')
INSERT INTO da_t VALUES (3, NULL)
SELECT * FROM da_t ORDER BY id
SELECT id, p[1], p[2] * 2 FROM da_t ORDER BY id
ALTER TABLE da_t ADD COLUMN more varchar(2)[]
ALTER TABLE da_t ADD COLUMN rest varchar(2)[] NOT NULL DEFAULT '{x}'
UPDATE da_t SET more = '{abc}'
UPDATE da_t SET more = '{ab}'
SELECT id, more, rest FROM da_t ORDER BY id
ALTER TABLE da_t ALTER COLUMN more TYPE varchar(1)[]
ALTER TABLE da_t ALTER COLUMN more TYPE varchar(10)[]
ALTER TABLE da_t ALTER COLUMN more TYPE text[]
ALTER TABLE da_t ALTER COLUMN more TYPE varchar(4)[] USING more::varchar(4)[]
SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'da_t'::regclass AND attname = 'more'
CREATE TABLE da_copy AS SELECT id, more FROM da_t
INSERT INTO da_copy VALUES (9, '{abcde}')
CREATE VIEW da_view AS SELECT id, more FROM da_t WHERE more @> ARRAY['ab']::varchar[]
SELECT * FROM da_view ORDER BY id
CREATE TABLE da_def (id int, t text[], i int[], d date[])
INSERT INTO da_def VALUES (1, '{a}', '{1}', NULL), (2, NULL, NULL, '{2024-01-01}')
SELECT coalesce(t, '{}'), coalesce(i, '{}'), coalesce(d, '{}'), coalesce(i, NULL, '{7,8}') FROM da_def ORDER BY id
SELECT coalesce('{x}', t), CASE WHEN id = 1 THEN i ELSE '{}' END, coalesce(t, ARRAY[]::text[]) FROM da_def ORDER BY id
SELECT coalesce(array_agg(id) FILTER (WHERE id > 5), '{}'), coalesce(array_agg(t[1]), '{}') FROM da_def
UPDATE da_def SET t = coalesce(t, '{}') || 'b'::text, i = coalesce(i, '{}') || 5 RETURNING *
SELECT coalesce(t, '{a') FROM da_def
CREATE TABLE da_more (a varchar(3)[][])
SELECT id, 'x' || a::text, concat(a, '!'), format('%s', a), a || '{}' FROM da_v WHERE id = 6
SELECT array_agg(a)::text FROM da_v WHERE id = 6
