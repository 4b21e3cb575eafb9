CREATE TABLE xg_none (room int, stay daterange, EXCLUDE USING gist (room WITH =, stay WITH &&))
SELECT count(*) FROM pg_extension WHERE extname = 'btree_gist'
DROP EXTENSION btree_gist
DROP EXTENSION IF EXISTS btree_gist
BEGIN
CREATE EXTENSION btree_gist
CREATE TABLE xg_undone (room int, EXCLUDE USING gist (room WITH =))
ROLLBACK
CREATE TABLE xg_b1 (a int); CREATE TABLE xg_b2 (r int4range, n int, EXCLUDE USING gist (r WITH &&), EXCLUDE USING btree (n WITH =)); INSERT INTO xg_b2 VALUES ('[1,3)', 1)
INSERT INTO xg_b2 VALUES ('[2,4)', 2)
CREATE TABLE xg_b3 (a int); CREATE TABLE xg_b4 (a int, EXCLUDE USING gist (a WITH =))
SELECT count(*) FROM pg_class WHERE relname IN ('xg_b3', 'xg_b4')
CREATE EXTENSION btree_gist; CREATE TABLE xg_b5 (a int, EXCLUDE USING gist (a WITH =)); INSERT INTO xg_b5 VALUES (1); INSERT INTO xg_b5 VALUES (1)
CREATE TABLE xg_none (room int, stay daterange, EXCLUDE USING gist (room WITH =, stay WITH &&))
CREATE EXTENSION IF NOT EXISTS btree_gist
CREATE EXTENSION IF NOT EXISTS btree_gist
CREATE EXTENSION btree_gist
CREATE EXTENSION btree_gist WITH SCHEMA public
SELECT extname, extversion, extrelocatable, extowner = 10 AS owned, (SELECT nspname FROM pg_namespace n WHERE n.oid = extnamespace) FROM pg_extension WHERE extname = 'btree_gist'
SELECT count(*) FROM pg_type WHERE typname LIKE '%sallyport%'
SELECT count(*) FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname LIKE '%btree%'
CREATE TABLE xg_book (id serial PRIMARY KEY, room int NOT NULL, guest text, stay daterange NOT NULL, cancelled bool NOT NULL DEFAULT false, CONSTRAINT xg_no_overlap EXCLUDE USING gist (room WITH =, stay WITH &&) WHERE (NOT cancelled))
INSERT INTO xg_book (room, guest, stay) VALUES (1, 'ann', '[2024-01-01,2024-01-05)'), (1, 'bob', '[2024-01-05,2024-01-09)'), (2, 'cid', '[2024-01-03,2024-01-06)')
INSERT INTO xg_book (room, guest, stay) VALUES (1, 'dan', '[2024-01-04,2024-01-06)')
INSERT INTO xg_book (room, guest, stay) VALUES (1, 'dan', '[2024-01-04,2024-01-06)') ON CONFLICT DO NOTHING
INSERT INTO xg_book (room, guest, stay) VALUES (1, 'dan', '[2024-01-04,2024-01-06)') ON CONFLICT ON CONSTRAINT xg_no_overlap DO NOTHING
UPDATE xg_book SET cancelled = true WHERE guest = 'bob'
INSERT INTO xg_book (room, guest, stay) VALUES (1, 'eve', '[2024-01-05,2024-01-06)')
UPDATE xg_book SET cancelled = false WHERE guest = 'bob'
UPDATE xg_book SET room = 3 WHERE guest = 'bob'
UPDATE xg_book SET stay = daterange(lower(stay) + 1, upper(stay) + 1) WHERE room = 1
SELECT room, guest, stay, cancelled FROM xg_book ORDER BY room, guest
SELECT pg_get_constraintdef(oid), conkey, conexclop FROM pg_constraint WHERE conname = 'xg_no_overlap'
SELECT indexdef FROM pg_indexes WHERE indexname = 'xg_no_overlap'
CREATE TABLE xg_cage (cage int, animal text, EXCLUDE USING gist (cage WITH =, animal WITH <>))
INSERT INTO xg_cage VALUES (123, 'zebra'), (123, 'zebra'), (124, 'lion')
INSERT INTO xg_cage VALUES (123, 'lion')
INSERT INTO xg_cage VALUES (125, 'lion')
SELECT cage, animal FROM xg_cage ORDER BY 1, 2
CREATE TYPE xg_kind AS ENUM ('day', 'night')
CREATE TABLE xg_shift (who uuid, kind xg_kind, at tstzrange, EXCLUDE USING gist (who WITH =, kind WITH =, at WITH &&))
INSERT INTO xg_shift VALUES ('00000000-0000-0000-0000-000000000001', 'day', '[2024-01-01 00:00+00,2024-01-02 00:00+00)'), ('00000000-0000-0000-0000-000000000001', 'night', '[2024-01-01 00:00+00,2024-01-02 00:00+00)')
INSERT INTO xg_shift VALUES ('00000000-0000-0000-0000-000000000001', 'night', '[2024-01-01 12:00+00,)')
CREATE TABLE xg_late (room int, stay tsrange)
INSERT INTO xg_late VALUES (1, '[2024-01-01 10:00,2024-01-01 12:00)'), (1, '[2024-01-01 11:00,2024-01-01 13:00)')
ALTER TABLE xg_late ADD CONSTRAINT xg_late_excl EXCLUDE USING gist (room WITH =, stay WITH &&)
DELETE FROM xg_late WHERE stay @> '2024-01-01 12:30'::timestamp
ALTER TABLE xg_late ADD CONSTRAINT xg_late_excl EXCLUDE USING gist (room WITH =, stay WITH &&)
INSERT INTO xg_late VALUES (1, '[2024-01-01 11:00,2024-01-01 13:00)')
CREATE INDEX xg_i ON xg_late USING gist (room, stay)
SELECT indexdef FROM pg_indexes WHERE indexname = 'xg_i'
CREATE TABLE xg_bool (a bool, b json, EXCLUDE USING gist (b WITH =))
CREATE TABLE xg_arr (a int[], EXCLUDE USING gist (a WITH =))
BEGIN
INSERT INTO xg_book (room, guest, stay) VALUES (9, 'x', '[2024-01-01,2024-01-05)')
SAVEPOINT s
INSERT INTO xg_book (room, guest, stay) VALUES (9, 'y', '[2024-01-01,2024-01-05)')
ROLLBACK TO s
COMMIT
DROP TABLE xg_book, xg_cage, xg_shift, xg_late
DROP TYPE xg_kind
DROP EXTENSION btree_gist
