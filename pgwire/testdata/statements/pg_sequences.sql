-- Sequences as programs use them.
SELECT lastval()
CREATE SEQUENCE ps_a
SELECT currval('ps_a')
SELECT last_value, is_called FROM ps_a
SELECT nextval('ps_a')
SELECT currval('ps_a'), lastval()
SELECT nextval('ps_a') FROM generate_series(1, 3)
SELECT currval('ps_a'::regclass)
SELECT setval('ps_a', 20)
SELECT currval('ps_a'), lastval()
SELECT setval('ps_a', 30, false), currval('ps_a')
SELECT nextval('ps_a')
BEGIN
SELECT nextval('ps_a')
SELECT setval('ps_a', 100)
ROLLBACK
SELECT nextval('ps_a')
SELECT setval('ps_a', 0)
SELECT setval('ps_a', (SELECT 200))
SELECT nextval('ps_none')
SELECT currval('ps_none')
SELECT setval('ps_none', 1)
CREATE SEQUENCE ps_a
CREATE SEQUENCE IF NOT EXISTS ps_a
CREATE SEQUENCE ps_b AS smallint START WITH 5 INCREMENT BY 5 MINVALUE 5 MAXVALUE 15
SELECT nextval('ps_b'), nextval('ps_b'), nextval('ps_b')
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b CYCLE
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b RESTART
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b RESTART WITH 10 INCREMENT BY 1
SELECT nextval('ps_b')
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b MAXVALUE 12 NO CYCLE
SELECT nextval('ps_b')
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b RESTART WITH 40
ALTER SEQUENCE ps_b AS integer NO MAXVALUE
SELECT nextval('ps_b')
ALTER SEQUENCE ps_b START WITH 7
ALTER SEQUENCE ps_b RESTART
SELECT nextval('ps_b')
ALTER SEQUENCE ps_none RESTART
ALTER SEQUENCE IF EXISTS ps_none RESTART
SELECT schemaname, sequencename, sequenceowner = current_user, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE sequencename LIKE 'ps\_%' ORDER BY 2
SELECT seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle FROM pg_sequence WHERE seqrelid::regclass::text LIKE 'ps\_%' ORDER BY 1
SELECT sequence_name, data_type, numeric_precision, numeric_scale, start_value, minimum_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_name LIKE 'ps\_%' ORDER BY 1
CREATE SEQUENCE ps_d INCREMENT -1
SELECT nextval('ps_d'), nextval('ps_d')
SELECT * FROM ps_d
CREATE TABLE ps_t (id serial PRIMARY KEY, v text)
INSERT INTO ps_t (v) VALUES ('a') RETURNING id
SELECT currval(pg_get_serial_sequence('ps_t', 'id'))
SELECT lastval()
INSERT INTO ps_t (v) SELECT 'x' || g FROM generate_series(1, 3) g RETURNING id, v
SELECT currval('ps_t_id_seq')
SELECT pg_get_serial_sequence('ps_t', 'id'), pg_get_serial_sequence('public.ps_t', 'v')
SELECT pg_get_serial_sequence('ps_t', 'none')
SELECT setval(pg_get_serial_sequence('ps_t', 'id'), coalesce(max(id), 1)) FROM ps_t
SELECT setval('ps_t_id_seq', (SELECT max(id) FROM ps_t) + 10, true)
INSERT INTO ps_t DEFAULT VALUES RETURNING *
BEGIN
INSERT INTO ps_t (v) VALUES ('undone') RETURNING id
ROLLBACK
INSERT INTO ps_t (v) VALUES ('next') RETURNING id
DROP SEQUENCE ps_t_id_seq
CREATE SEQUENCE ps_s START 1000
CREATE TABLE ps_u (id bigint DEFAULT nextval('ps_s'), code text DEFAULT 'C' || nextval('ps_a'))
INSERT INTO ps_u (id) VALUES (DEFAULT), (DEFAULT) RETURNING id
INSERT INTO ps_u VALUES (nextval('ps_s'), 'given') RETURNING *
DROP SEQUENCE ps_s
ALTER SEQUENCE ps_s OWNED BY ps_u.id
SELECT pg_get_serial_sequence('ps_u', 'id')
ALTER SEQUENCE ps_s OWNED BY NONE
SELECT pg_get_serial_sequence('ps_u', 'id')
ALTER SEQUENCE ps_s OWNED BY ps_u.none
ALTER SEQUENCE ps_s RENAME TO ps_s2
SELECT column_default FROM information_schema.columns WHERE table_name = 'ps_u' ORDER BY ordinal_position
INSERT INTO ps_u DEFAULT VALUES RETURNING id
DROP SEQUENCE ps_s2 CASCADE
SELECT column_default FROM information_schema.columns WHERE table_name = 'ps_u' ORDER BY ordinal_position
CREATE TABLE ps_i (id int GENERATED ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY 10), v text)
INSERT INTO ps_i (v) VALUES ('a'), ('b') RETURNING id
INSERT INTO ps_i (id, v) VALUES (5, 'c')
INSERT INTO ps_i (id, v) OVERRIDING SYSTEM VALUE VALUES (5, 'c') RETURNING id
SELECT pg_get_serial_sequence('ps_i', 'id'), currval(pg_get_serial_sequence('ps_i', 'id'))
ALTER TABLE ps_i ALTER COLUMN id RESTART WITH 500
INSERT INTO ps_i (v) VALUES ('d') RETURNING id
TRUNCATE ps_i RESTART IDENTITY
INSERT INTO ps_i (v) VALUES ('e') RETURNING id
SELECT sum(nextval('ps_a')) > 0 FROM generate_series(1, 2)
SELECT CASE WHEN true THEN nextval('ps_a') END > 0
CREATE SEQUENCE ps_bad START 0
CREATE SEQUENCE ps_bad INCREMENT 0
CREATE SEQUENCE ps_bad MINVALUE 10 MAXVALUE 5
CREATE SEQUENCE ps_bad AS text
CREATE TEMP SEQUENCE ps_temp
SELECT nextval('ps_temp'), nextval('pg_temp.ps_temp')
SELECT pg_sequence_last_value('ps_a'::regclass) > 0
SELECT pg_sequence_parameters('ps_d'::regclass)
SELECT nextval('ps_t')
SELECT nextval('ps_a'::text)
SELECT nextval('public.ps_a'::regclass) > 0
SELECT nextval(NULL)
SELECT relkind, relname FROM pg_class WHERE relname LIKE 'ps\_%' AND relkind = 'S' ORDER BY 2
COMMENT ON SEQUENCE ps_a IS 'a sequence'
SELECT obj_description('ps_a'::regclass, 'pg_class')
DROP SEQUENCE ps_none
DROP SEQUENCE IF EXISTS ps_none
DROP SEQUENCE ps_t
DROP TABLE ps_a
DISCARD SEQUENCES
SELECT lastval()
SELECT currval('ps_a')
DROP TABLE ps_t, ps_u, ps_i
SELECT nextval('ps_t_id_seq')
DROP SEQUENCE ps_a, ps_b, ps_d
