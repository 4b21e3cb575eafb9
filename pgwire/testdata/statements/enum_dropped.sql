-- DROP TYPE … CASCADE of an enum drops the columns that have it, with what hangs on them.
CREATE SCHEMA edr
SET search_path TO edr
CREATE TYPE edr_mood AS ENUM ('edr sad', 'edr glad')
CREATE TYPE edr_twin AS ENUM ('edr one', 'edr two')
CREATE TYPE edr_other AS ENUM ('edr one', 'edr two')
CREATE TABLE edr_a (id int PRIMARY KEY, m edr_mood DEFAULT 'edr sad', n int NOT NULL, CONSTRAINT edr_m CHECK (m <> 'edr glad'))
CREATE INDEX edr_i ON edr_a (m)
CREATE INDEX edr_n ON edr_a (n)
CREATE TABLE edr_b (id int REFERENCES edr_a, ms edr_mood[], m edr_mood UNIQUE)
CREATE TABLE edr_c (t edr_twin)
INSERT INTO edr_a VALUES (1, 'edr sad', 5)
INSERT INTO edr_b VALUES (1, '{edr sad}', 'edr glad')
DROP TYPE edr_mood
DROP TYPE edr_mood CASCADE
SELECT * FROM edr_a
SELECT * FROM edr_b
SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'edr' ORDER BY 1, 2
SELECT indexname FROM pg_indexes WHERE schemaname = 'edr' ORDER BY 1
SELECT conname FROM pg_constraint WHERE connamespace = 'edr'::regnamespace ORDER BY 1
SELECT 'edr sad'::edr_mood
DROP TYPE edr_twin CASCADE
DROP TYPE IF EXISTS edr_mood CASCADE
CREATE TYPE edr_mood AS ENUM ('edr x')
DROP TYPE edr_mood CASCADE
BEGIN
CREATE TYPE edr_mood AS ENUM ('edr y')
CREATE TABLE edr_d (a int, m edr_mood)
DROP TYPE edr_mood CASCADE
SELECT * FROM edr_d
ROLLBACK
CREATE TABLE edr_e (a int PRIMARY KEY, b numeric(5,10))
CREATE TABLE edr_f (a int PRIMARY KEY, b int)
ALTER TABLE edr_f ADD CONSTRAINT edr_f_b_check CHECK (b > 0) NOT VALID
ALTER TABLE edr_f VALIDATE CONSTRAINT edr_f_pkey
ALTER TABLE edr_a VALIDATE CONSTRAINT edr_a_pkey
ALTER TABLE edr_a VALIDATE CONSTRAINT edr_none
ALTER TABLE edr_f VALIDATE CONSTRAINT edr_f_b_check
CREATE INDEX edr_o ON edr_f (b) WITH (fillfactor = 60, deduplicate_items = off)
SELECT relname, reloptions FROM pg_class WHERE relname IN ('edr_o', 'edr_n') ORDER BY 1
DROP SCHEMA edr CASCADE
