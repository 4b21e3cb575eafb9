-- Sequences as applications use them. Written before it was run.
CREATE SEQUENCE cs_a
SELECT nextval('cs_a'), nextval('cs_a'), setval('cs_a', 30, false), nextval('cs_a')
SELECT currval('cs_a'), lastval()
SELECT setval('cs_a', 5), currval('cs_a'), nextval('cs_a')
SELECT nextval('cs_a') AS a, currval('cs_a') AS b
SELECT nextval('cs_a') FROM generate_series(1, 3)
SELECT currval('cs_a')
CREATE SEQUENCE cs_b MAXVALUE 3 CYCLE
SELECT nextval('cs_b'), nextval('cs_b'), nextval('cs_b'), nextval('cs_b')
ALTER SEQUENCE cs_b NO CYCLE
SELECT nextval('cs_b'), nextval('cs_b')
SELECT nextval('cs_b')
SELECT currval('cs_b'), lastval()
CREATE SEQUENCE cs_down INCREMENT -1 MINVALUE -2 MAXVALUE -1
SELECT nextval('cs_down'), nextval('cs_down')
SELECT nextval('cs_down')
CREATE SEQUENCE cs_never
SELECT currval('cs_never')
BEGIN; SELECT setval('cs_a', 100); ROLLBACK; SELECT nextval('cs_a')
BEGIN; SELECT nextval('cs_a'); ROLLBACK; SELECT nextval('cs_a')
BEGIN; SELECT setval('cs_a', 200); SAVEPOINT s; SELECT setval('cs_a', 300); ROLLBACK TO s; COMMIT; SELECT nextval('cs_a')
CREATE TABLE cs_t (id serial PRIMARY KEY, v text, n bigint GENERATED ALWAYS AS IDENTITY)
INSERT INTO cs_t (v) VALUES ('a'), ('b') RETURNING id, n
SELECT currval('cs_t_id_seq'), currval(pg_get_serial_sequence('cs_t', 'id')), pg_get_serial_sequence('public.cs_t', 'n'), pg_get_serial_sequence('cs_t', 'v')
SELECT lastval() > 0
INSERT INTO cs_t (v) VALUES ('c') RETURNING id, currval('cs_t_id_seq')
SELECT setval(pg_get_serial_sequence('cs_t', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM cs_t
SELECT setval('cs_t_id_seq', (SELECT max(id) + 10 FROM cs_t))
INSERT INTO cs_t (v) VALUES ('d') RETURNING id
CREATE SEQUENCE cs_small AS smallint START 7
SELECT sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE sequencename LIKE 'cs\_%' ORDER BY 1
SELECT sequence_name, data_type, numeric_precision, start_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_name LIKE 'cs\_%' ORDER BY 1
SELECT setval('cs_small', 40000)
CREATE TABLE cs_o (id int)
CREATE SEQUENCE cs_own OWNED BY cs_o.id
SELECT pg_get_serial_sequence('cs_o', 'id')
ALTER TABLE cs_o ALTER COLUMN id SET DEFAULT nextval('cs_own')
INSERT INTO cs_o DEFAULT VALUES RETURNING id
DROP TABLE cs_o
SELECT nextval('cs_own')
CREATE TABLE cs_p (id int)
ALTER SEQUENCE cs_a OWNED BY cs_p.id
ALTER SEQUENCE cs_a OWNED BY NONE
DROP TABLE cs_p
SELECT nextval('cs_a') > 0
ALTER SEQUENCE cs_a RESTART WITH 50
SELECT nextval('cs_a')
ALTER TABLE cs_t ALTER COLUMN n RESTART WITH 100
INSERT INTO cs_t (v) VALUES ('e') RETURNING n
INSERT INTO cs_t (id, v) SELECT nextval('cs_t_id_seq') + 1000, 'f' RETURNING id > 1000
DISCARD SEQUENCES
SELECT lastval()
SELECT CASE WHEN false THEN nextval('cs_a') ELSE 0 END
