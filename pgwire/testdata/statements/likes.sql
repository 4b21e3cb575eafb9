-- LIKE in CREATE TABLE.
CREATE TABLE zs (id serial PRIMARY KEY, code varchar(5) NOT NULL UNIQUE, qty int DEFAULT 3 CHECK (qty > 0), total int GENERATED ALWAYS AS (qty * 2) STORED, at timestamptz DEFAULT now(), CONSTRAINT both_set CHECK (code <> '' AND qty < 100))
CREATE INDEX zs_at ON zs (at)
COMMENT ON COLUMN zs.code IS 'short'
CREATE TABLE zl1 (LIKE zs)
INSERT INTO zl1 (id, code) VALUES (1, 'a') RETURNING id, code, qty, total
INSERT INTO zl1 (id, code) VALUES (1, 'abcdefgh')
INSERT INTO zl1 (code) VALUES ('b')
CREATE TABLE zl2 (LIKE zs INCLUDING ALL)
INSERT INTO zl2 (code) VALUES ('a') RETURNING id, code, qty, total
INSERT INTO zl2 (code) VALUES ('a')
INSERT INTO zl2 (code, qty) VALUES ('b', 0)
INSERT INTO zl2 (code, qty) VALUES ('', 1)
SELECT conname, contype FROM pg_constraint WHERE conrelid = 'zl2'::regclass ORDER BY 1
SELECT indexname FROM pg_indexes WHERE tablename = 'zl2' ORDER BY 1
SELECT col_description('zl2'::regclass, 2)
CREATE TABLE zl3 (extra text DEFAULT 'x', LIKE zs INCLUDING DEFAULTS EXCLUDING CONSTRAINTS, more int)
INSERT INTO zl3 (code, qty) VALUES ('a', -1) RETURNING extra, qty, more
CREATE TABLE zl4 (id int, LIKE zs)
CREATE TABLE zl5 (LIKE nosuch)
CREATE VIEW zv AS SELECT id, code FROM zs
CREATE TABLE zl6 (LIKE zv)
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'zl6' ORDER BY ordinal_position
CREATE TABLE zi (id bigint GENERATED ALWAYS AS IDENTITY, v text)
CREATE TABLE zl7 (LIKE zi INCLUDING IDENTITY)
INSERT INTO zl7 (v) VALUES ('p'), ('q') RETURNING id
INSERT INTO zl7 (id, v) VALUES (4, 'q')
CREATE TEMP TABLE zl8 (LIKE zi INCLUDING ALL) ON COMMIT DROP
SELECT * FROM zl8
CREATE TABLE IF NOT EXISTS zl7 (LIKE zs)
BEGIN; CREATE TABLE zl9 (LIKE zs INCLUDING ALL); SAVEPOINT a; INSERT INTO zl9 (code) VALUES ('q'); ROLLBACK TO a; SELECT count(*) FROM zl9; COMMIT
ROLLBACK
DROP VIEW zv; DROP TABLE zl1, zl2, zl3, zl6, zl7, zi
DROP TABLE IF EXISTS zl9; DROP TABLE zs
