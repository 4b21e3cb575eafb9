-- The row of a sequence, as a relation.
CREATE SEQUENCE sr_a START 5 INCREMENT 2
SELECT last_value, is_called FROM sr_a
SELECT nextval('sr_a'), nextval('sr_a')
SELECT last_value, is_called FROM sr_a
SELECT s.last_value + 1 FROM sr_a s WHERE s.is_called
SELECT setval('sr_a', 50, false)
SELECT is_called, last_value FROM public.sr_a
SELECT setval('sr_a', 60)
SELECT max(last_value) FROM sr_a
CREATE TABLE sr_t (id serial, v text)
INSERT INTO sr_t (v) VALUES ('a'), ('b')
SELECT last_value FROM sr_t_id_seq
SELECT t.v, (SELECT last_value FROM sr_t_id_seq) FROM sr_t t ORDER BY id
WITH sr_a AS (SELECT 1 AS last_value) SELECT last_value FROM sr_a
UPDATE sr_a SET last_value = 1
DELETE FROM sr_a
INSERT INTO sr_a VALUES (1)
SELECT nothing FROM sr_a
CREATE SCHEMA sr_s AUTHORIZATION CURRENT_USER
DROP DOMAIN IF EXISTS sr_d
DROP DOMAIN sr_d
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE
SHOW transaction_deferrable
COMMIT
INSERT INTO sr_t (id) VALUES (1) ON CONFLICT ON CONSTRAINT nosuch DO NOTHING
DROP TABLE sr_t; DROP SEQUENCE sr_a; DROP SCHEMA sr_s
