-- ALTER TYPE of an enum that defaults, constraints, generated columns, indexes, views and functions name.
CREATE TYPE ea AS ENUM ('draft', 'placed', 'gone')
CREATE TABLE ea_1 (id int, status ea DEFAULT 'draft'::ea)
ALTER TYPE ea ADD VALUE 'v1'
INSERT INTO ea_1 DEFAULT VALUES RETURNING *
CREATE TABLE ea_2 (id int PRIMARY KEY, status ea UNIQUE)
CREATE INDEX ea_2_i ON ea_2 (id) WHERE status = 'draft'
CREATE UNIQUE INDEX ea_2_u ON ea_2 (id, status) WHERE status <> 'gone'
INSERT INTO ea_2 VALUES (1, 'draft'), (2, 'gone')
ALTER TYPE ea ADD VALUE 'v2'
SELECT indexdef FROM pg_indexes WHERE tablename = 'ea_2' ORDER BY indexname
CREATE VIEW ea_v1 AS SELECT id, status, 'draft'::ea AS d, status::text = 'draft' AS t FROM ea_2 WHERE status = 'draft'
CREATE VIEW ea_v2 AS SELECT status, count(*) FROM ea_2 GROUP BY status
CREATE MATERIALIZED VIEW ea_m AS SELECT status, count(*) FROM ea_2 GROUP BY status
COMMENT ON VIEW ea_v1 IS 'drafts'
ALTER TYPE ea ADD VALUE 'v3'
SELECT * FROM ea_v1
SELECT * FROM ea_v2 ORDER BY 1
SELECT obj_description('ea_v1'::regclass)
REFRESH MATERIALIZED VIEW ea_m
SELECT * FROM ea_m ORDER BY 1
CREATE TABLE ea_4 (id int, status ea, g bool GENERATED ALWAYS AS (status = 'placed') STORED)
ALTER TYPE ea ADD VALUE 'v4' BEFORE 'gone'
INSERT INTO ea_4 VALUES (1, 'v4'), (2, 'placed') RETURNING *
CREATE TABLE ea_5 (id int, status ea CHECK (status IN ('draft', 'gone')), parent int REFERENCES ea_2)
CREATE TABLE ea_6 (id int, sts ea[] DEFAULT ARRAY['draft'::ea], x ea CHECK (x <> 'gone') NOT NULL DEFAULT 'draft')
CREATE TEMP TABLE ea_7 (x ea CHECK (x <> 'gone'))
ALTER TABLE ea_2 ADD CONSTRAINT ea_late CHECK (status <> 'gone') NOT VALID
ALTER TYPE ea ADD VALUE 'v6'
INSERT INTO ea_5 VALUES (1, 'v6')
INSERT INTO ea_6 (id, x) VALUES (1, 'v6') RETURNING *
INSERT INTO ea_7 VALUES ('v6') RETURNING x
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND conname LIKE 'ea%' ORDER BY 1
ALTER TYPE ea RENAME VALUE 'draft' TO 'new'
SELECT * FROM ea_v1
SELECT * FROM ea_v2 ORDER BY 1
SELECT pg_get_viewdef('ea_v1'::regclass)
INSERT INTO ea_1 DEFAULT VALUES RETURNING *
SELECT * FROM ea_1
SELECT indexdef FROM pg_indexes WHERE tablename = 'ea_2' ORDER BY indexname
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND conname LIKE 'ea%' ORDER BY 1
INSERT INTO ea_5 VALUES (1, 'new', 1)
INSERT INTO ea_5 VALUES (1, 'placed')
INSERT INTO ea_5 VALUES (1, 'new', 7)
INSERT INTO ea_6 (id) VALUES (2) RETURNING *
INSERT INTO ea_2 VALUES (1, 'placed')
ALTER TYPE ea RENAME TO ea_state
SELECT * FROM ea_v1
SELECT pg_get_viewdef('ea_v1'::regclass)
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND conname LIKE 'ea%' ORDER BY 1
SELECT column_name, column_default, udt_name FROM information_schema.columns WHERE table_name IN ('ea_1', 'ea_6') ORDER BY table_name, ordinal_position
INSERT INTO ea_5 VALUES (1, 'placed')
INSERT INTO ea_6 (id) VALUES (3) RETURNING *
