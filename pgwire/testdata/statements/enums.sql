-- ALTER TYPE of enums.
CREATE TYPE zm AS ENUM ('sad', 'ok', 'zhappy')
CREATE TABLE zp (id int PRIMARY KEY, m zm NOT NULL DEFAULT 'ok', ms zm[], CHECK (id > 0))
CREATE INDEX zp_m ON zp (m)
INSERT INTO zp VALUES (1, 'sad', '{ok,zhappy}'), (2, DEFAULT, NULL)
ALTER TYPE zm ADD VALUE 'great'
ALTER TYPE zm ADD VALUE 'great'
ALTER TYPE zm ADD VALUE IF NOT EXISTS 'great'
ALTER TYPE zm ADD VALUE 'meh' BEFORE 'ok'
ALTER TYPE zm ADD VALUE 'x' AFTER 'nosuch'
INSERT INTO zp VALUES (3, 'great', '{meh}') RETURNING m, ms
SELECT enum_range(NULL::zm)
SELECT * FROM zp WHERE m > 'meh' ORDER BY m DESC, id
ALTER TYPE zm RENAME VALUE 'ok' TO 'fine'
ALTER TYPE zm RENAME VALUE 'ok' TO 'fine'
ALTER TYPE zm RENAME VALUE 'sad' TO 'fine'
SELECT * FROM zp ORDER BY id
INSERT INTO zp (id) VALUES (4) RETURNING m
INSERT INTO zp (id) VALUES (4)
ALTER TYPE zm RENAME TO zmood
SELECT pg_typeof(m) FROM zp LIMIT 1
CREATE TABLE zq (a zmood)
ALTER TYPE zm ADD VALUE 'y'
SELECT enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE typname = 'zmood' ORDER BY enumsortorder
BEGIN; ALTER TYPE zmood RENAME VALUE 'meh' TO 'so-so'; ROLLBACK
SELECT ms FROM zp ORDER BY id
CREATE VIEW zv AS SELECT id, m FROM zp
ALTER TYPE zmood ADD VALUE 'last'
SELECT indexname FROM pg_indexes WHERE tablename = 'zp' ORDER BY 1
SELECT * FROM zv ORDER BY id
DROP TYPE zmood
DROP VIEW zv; DROP TABLE zp, zq; DROP TYPE zmood
