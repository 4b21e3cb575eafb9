CREATE TABLE xc_book (id int PRIMARY KEY, room int NOT NULL, stay daterange, cancelled boolean NOT NULL DEFAULT false, EXCLUDE USING gist (int4range(room, room, '[]') WITH &&, stay WITH &&) WHERE (NOT cancelled))
INSERT INTO xc_book VALUES (1, 1, '[2024-01-01,2024-01-05)'), (2, 1, '[2024-01-05,2024-01-08)'), (3, 2, '[2024-01-01,2024-01-05)')
INSERT INTO xc_book VALUES (4, 1, '[2024-01-04,2024-01-06)')
INSERT INTO xc_book VALUES (4, 1, '[2024-01-04,2024-01-06)', true)
INSERT INTO xc_book VALUES (5, 3, '[2024-02-01,2024-02-03)'), (6, 3, '[2024-02-02,2024-02-04)')
INSERT INTO xc_book VALUES (7, 1, NULL), (8, 1, NULL), (9, 1, 'empty'), (10, 1, 'empty')
SELECT id, room, stay, cancelled FROM xc_book ORDER BY id
UPDATE xc_book SET cancelled = false WHERE id = 4
UPDATE xc_book SET stay = '[2024-01-02,2024-01-03)' WHERE id = 1 RETURNING id, stay
UPDATE xc_book SET stay = '[2024-01-02,2024-01-06)' WHERE id = 1
UPDATE xc_book SET room = 2 WHERE id = 1
UPDATE xc_book SET room = 9 WHERE id = 1 RETURNING room
UPDATE xc_book SET id = id + 100
UPDATE xc_book SET id = id - 100
UPDATE xc_book SET stay = daterange(lower(stay) + 100, upper(stay) + 100) WHERE room = 1 AND NOT isempty(stay)
SELECT id, room, stay, cancelled FROM xc_book ORDER BY id
UPDATE xc_book SET stay = '[2030-01-01,2030-01-02)' WHERE room = 1 AND id IN (7, 8)
UPDATE xc_book SET stay = '[2030-01-01,2030-01-02)', room = id WHERE id IN (7, 8)
SELECT conname, contype, condeferrable, condeferred, convalidated, conkey, conexclop, confkey, conindid = 'xc_book_int4range_stay_excl'::regclass FROM pg_constraint WHERE conrelid = 'xc_book'::regclass AND contype = 'x'
SELECT conexclop::regoper[] FROM pg_constraint WHERE conrelid = 'xc_book'::regclass AND contype = 'x'
SELECT pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'xc_book'::regclass ORDER BY contype, conname
SELECT indexrelid::regclass, indisunique, indisprimary, indisexclusion, indimmediate, indisvalid, indkey, indclass, indnatts, pg_get_expr(indpred, indrelid), pg_get_expr(indexprs, indrelid) FROM pg_index WHERE indrelid = 'xc_book'::regclass ORDER BY indexrelid::regclass::text
SELECT pg_get_indexdef('xc_book_int4range_stay_excl'::regclass), pg_get_indexdef('xc_book_int4range_stay_excl'::regclass, 1, true), pg_get_indexdef('xc_book_int4range_stay_excl'::regclass, 0, true)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'xc_book' ORDER BY 1
SELECT relname, relkind FROM pg_class WHERE relname LIKE 'xc_book%' ORDER BY 1
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'xc_book' AND constraint_type <> 'CHECK' ORDER BY 1
SELECT constraint_name FROM information_schema.constraint_column_usage WHERE table_name = 'xc_book' ORDER BY 1
SELECT count(*) FROM information_schema.key_column_usage WHERE table_name = 'xc_book' AND constraint_name LIKE '%excl'
DROP INDEX xc_book_int4range_stay_excl
ALTER TABLE xc_book RENAME CONSTRAINT xc_book_int4range_stay_excl TO xc_no_overlap
INSERT INTO xc_book VALUES (20, 2, '[2024-01-01,2024-01-05)')
ALTER INDEX xc_no_overlap RENAME TO xc_apart
ALTER TABLE xc_book RENAME COLUMN room TO place
ALTER TABLE xc_book RENAME COLUMN stay TO nights
ALTER TABLE xc_book RENAME COLUMN cancelled TO gone
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'xc_apart'
INSERT INTO xc_book VALUES (20, 2, '[2024-01-01,2024-01-05)')
ALTER TABLE xc_book RENAME TO xc_books
INSERT INTO xc_books VALUES (20, 2, '[2024-01-01,2024-01-05)')
INSERT INTO xc_books VALUES (20, 2, '[2024-01-01,2024-01-05)', true) RETURNING id
BEGIN
INSERT INTO xc_books VALUES (21, 21, '[2024-01-01,2024-01-05)')
SAVEPOINT s
INSERT INTO xc_books VALUES (22, 21, '[2024-01-01,2024-01-05)')
ROLLBACK TO s
INSERT INTO xc_books VALUES (22, 22, '[2024-01-01,2024-01-05)')
ROLLBACK TO s
INSERT INTO xc_books VALUES (22, 22, '[2024-01-04,2024-01-05)')
INSERT INTO xc_books VALUES (23, 21, '[2024-01-04,2024-01-05)')
ROLLBACK
BEGIN; ALTER TABLE xc_books DROP CONSTRAINT xc_apart; INSERT INTO xc_books VALUES (24, 2, '[2024-01-01,2024-01-05)'); ROLLBACK
INSERT INTO xc_books VALUES (24, 2, '[2024-01-01,2024-01-05)')
DELETE FROM xc_books WHERE id = 3
INSERT INTO xc_books VALUES (24, 2, '[2024-01-01,2024-01-05)') RETURNING id
BEGIN; DELETE FROM xc_books WHERE id = 24; INSERT INTO xc_books VALUES (25, 2, '[2024-01-01,2024-01-05)'); COMMIT
INSERT INTO xc_books SELECT 30 + g, 30, daterange('2024-01-01'::date + g, '2024-01-01'::date + g + 1) FROM generate_series(1, 5) g
INSERT INTO xc_books SELECT 40 + g, 30, daterange('2024-03-01'::date + g, '2024-03-01'::date + g + 2) FROM generate_series(1, 5) g
SELECT count(*) FROM xc_books WHERE place = 30
ALTER TABLE xc_books DROP CONSTRAINT xc_apart
INSERT INTO xc_books VALUES (50, 2, '[2024-01-01,2024-01-05)')
ALTER TABLE xc_books ADD CONSTRAINT xc_again EXCLUDE USING gist (int4range(place, place, '[]') WITH &&, nights WITH &&) WHERE (NOT gone)
DELETE FROM xc_books WHERE id = 50
ALTER TABLE xc_books ADD CONSTRAINT xc_again EXCLUDE USING gist (int4range(place, place, '[]') WITH &&, nights WITH &&) WHERE (NOT gone)
INSERT INTO xc_books VALUES (50, 2, '[2024-01-01,2024-01-05)')
ALTER TABLE xc_books ADD CONSTRAINT xc_again EXCLUDE USING gist (nights WITH =)
ALTER TABLE xc_books DROP COLUMN gone
SELECT count(*) FROM pg_constraint WHERE conname = 'xc_again'
BEGIN; ALTER TABLE xc_books DROP COLUMN nights; INSERT INTO xc_books VALUES (51, 2); SELECT count(*) FROM pg_constraint WHERE conname = 'xc_again'
ROLLBACK
ALTER TABLE xc_books DROP COLUMN gone CASCADE
SELECT count(*) FROM pg_constraint WHERE conname = 'xc_again'
INSERT INTO xc_books VALUES (50, 2, '[2024-01-01,2024-01-05)') RETURNING id
CREATE TABLE xc_int (a int, b text, EXCLUDE USING gist (a WITH =))
CREATE TABLE xc_int (a int, b text, EXCLUDE USING gist (a WITH &&))
CREATE TABLE xc_int (a int, b text, EXCLUDE USING gist (nosuch WITH =))
CREATE TABLE xc_int (a int, b text, EXCLUDE USING gin (a WITH =))
CREATE TABLE xc_int (a int, b text, EXCLUDE USING nosuch (a WITH =))
CREATE TABLE xc_int (a int, b text, EXCLUDE (a WITH <))
CREATE TABLE xc_int (a int, b text, EXCLUDE (a WITH =, b WITH =), CONSTRAINT xc_lower EXCLUDE USING hash (lower(b) WITH =) WHERE (a > 0 AND b <> 'free'))
INSERT INTO xc_int VALUES (1, 'x'), (1, 'y'), (NULL, 'x'), (NULL, 'x'), (2, NULL), (2, NULL)
INSERT INTO xc_int VALUES (1, 'x')
INSERT INTO xc_int VALUES (3, 'X')
INSERT INTO xc_int VALUES (-3, 'X'), (4, 'free'), (5, 'free')
SELECT conname, pg_get_constraintdef(oid), conkey FROM pg_constraint WHERE conrelid = 'xc_int'::regclass ORDER BY 1
SELECT indexdef FROM pg_indexes WHERE tablename = 'xc_int' ORDER BY 1
INSERT INTO xc_int VALUES (1, 'x'), (9, 'q'), (9, 'q') ON CONFLICT DO NOTHING
SELECT a, b FROM xc_int WHERE a = 9
INSERT INTO xc_int VALUES (1, 'x') ON CONFLICT DO NOTHING RETURNING a
INSERT INTO xc_int VALUES (8, 'y') ON CONFLICT ON CONSTRAINT xc_lower DO NOTHING RETURNING a
INSERT INTO xc_int VALUES (8, 'yy') ON CONFLICT ON CONSTRAINT xc_lower DO NOTHING RETURNING a
INSERT INTO xc_int VALUES (8, 'yy') ON CONFLICT ON CONSTRAINT xc_lower DO UPDATE SET a = 1
INSERT INTO xc_int VALUES (8, 'yy') ON CONFLICT (a, b) DO NOTHING
INSERT INTO xc_int VALUES (8, 'yy') ON CONFLICT (a, b) DO UPDATE SET a = 1
MERGE INTO xc_int t USING (VALUES (1, 'zz'), (10, 'new')) v(a, b) ON t.a = v.a AND t.b = 'x' WHEN MATCHED THEN UPDATE SET b = v.b WHEN NOT MATCHED THEN INSERT VALUES (v.a, v.b)
MERGE INTO xc_int t USING (VALUES (11, 'new')) v(a, b) ON t.a = v.a WHEN MATCHED THEN UPDATE SET b = v.b WHEN NOT MATCHED THEN INSERT VALUES (v.a, v.b)
SELECT a, b FROM xc_int ORDER BY a, b
CREATE TABLE xc_up (id int PRIMARY KEY, during int4range, EXCLUDE USING gist (during WITH &&))
INSERT INTO xc_up VALUES (1, '[1,5)'), (2, '[5,9)') ON CONFLICT (id) DO UPDATE SET during = excluded.during
INSERT INTO xc_up VALUES (1, '[1,6)') ON CONFLICT (id) DO UPDATE SET during = excluded.during
INSERT INTO xc_up VALUES (1, '[1,4)') ON CONFLICT (id) DO UPDATE SET during = excluded.during RETURNING id, during
INSERT INTO xc_up VALUES (3, '[1,6)') ON CONFLICT (id) DO UPDATE SET during = excluded.during
INSERT INTO xc_up VALUES (3, '[1,6)') ON CONFLICT (id) DO NOTHING
INSERT INTO xc_up VALUES (3, '[1,6)') ON CONFLICT DO NOTHING
INSERT INTO xc_up VALUES (3, '[20,26)'), (4, '[25,30)'), (5, '[38,40)'), (1, '[99,100)') ON CONFLICT DO NOTHING
INSERT INTO xc_up VALUES (6, '[60,66)'), (7, '[65,68)') ON CONFLICT DO NOTHING RETURNING id
SELECT id, during FROM xc_up ORDER BY id
UPDATE xc_up SET during = int4range(lower(during) + 1, upper(during) + 1)
SELECT id, during FROM xc_up ORDER BY id
WITH gone AS (DELETE FROM xc_up WHERE id = 1 RETURNING during) SELECT count(*) FROM gone
CREATE TABLE xc_def (id int, during int4range, CONSTRAINT xc_later EXCLUDE USING gist (during WITH &&) DEFERRABLE INITIALLY DEFERRED)
SELECT pg_get_constraintdef(oid), condeferrable, condeferred FROM pg_constraint WHERE conname = 'xc_later'
SELECT indimmediate, indisexclusion, indisunique FROM pg_index WHERE indexrelid = 'xc_later'::regclass
BEGIN
INSERT INTO xc_def VALUES (1, '[1,5)'), (2, '[4,9)')
UPDATE xc_def SET during = '[5,9)' WHERE id = 2
COMMIT
BEGIN; INSERT INTO xc_def VALUES (3, '[1,5)'); COMMIT
SELECT id, during FROM xc_def ORDER BY id
INSERT INTO xc_def VALUES (3, '[1,5)')
INSERT INTO xc_def VALUES (3, '[1,5)') ON CONFLICT DO NOTHING
BEGIN; SET CONSTRAINTS xc_later IMMEDIATE; INSERT INTO xc_def VALUES (3, '[1,5)'); COMMIT
ROLLBACK
CREATE TABLE xc_like (LIKE xc_up INCLUDING ALL)
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'xc_like'::regclass ORDER BY 1
INSERT INTO xc_like VALUES (1, '[1,5)'), (2, '[4,9)')
CREATE TABLE xc_sched (teacher text, starts timestamp, ends timestamp, EXCLUDE USING gist (tsrange(starts, ends) WITH &&))
INSERT INTO xc_sched VALUES ('a', '2024-01-01 10:00', '2024-01-01 11:00'), ('b', '2024-01-01 11:00', '2024-01-01 12:00')
INSERT INTO xc_sched VALUES ('c', '2024-01-01 10:30', '2024-01-01 10:45')
INSERT INTO xc_sched VALUES ('c', '2024-01-01 10:30', NULL)
UPDATE xc_sched SET ends = '2024-01-01 11:30' WHERE teacher = 'a'
UPDATE xc_sched SET ends = '2024-01-01 10:30' WHERE teacher = 'a' RETURNING ends
ALTER TABLE xc_sched ALTER COLUMN teacher TYPE varchar(10)
ALTER TABLE xc_sched ADD COLUMN note text
INSERT INTO xc_sched VALUES ('c', '2024-01-01 10:29', '2024-01-01 10:45')
CREATE TABLE xc_gen (a int, b int, r int4range GENERATED ALWAYS AS (int4range(a, b)) STORED, EXCLUDE USING gist (r WITH &&))
INSERT INTO xc_gen (a, b) VALUES (1, 5), (5, 9)
INSERT INTO xc_gen (a, b) VALUES (4, 6)
UPDATE xc_gen SET b = 6 WHERE a = 1
CREATE TABLE xc_adj (r int4range, EXCLUDE USING gist (r WITH -|-))
INSERT INTO xc_adj VALUES ('[1,5)'), ('[3,9)')
INSERT INTO xc_adj VALUES ('[9,12)')
CREATE TABLE xc_circle (c circle, EXCLUDE USING gist (c WITH &&))
CREATE TABLE xc_box (c box, EXCLUDE USING gist (c WITH &&))
CREATE TABLE xc_multi (m int4multirange, EXCLUDE USING gist (m WITH &&))
CREATE TABLE xc_point (p point, EXCLUDE USING gist (p WITH ~=))
CREATE TABLE xc_tz (id serial, at tstzrange NOT NULL, CONSTRAINT xc_tz_at EXCLUDE USING spgist (at WITH &&))
INSERT INTO xc_tz (at) VALUES ('[2024-01-01 00:00+00,2024-01-02 00:00+00)')
INSERT INTO xc_tz (at) VALUES ('[2024-01-01 12:00+00,)')
CREATE TEMP TABLE xc_temp (r int4range, EXCLUDE USING gist (r WITH &&))
INSERT INTO xc_temp VALUES ('[1,5)')
INSERT INTO xc_temp VALUES ('[1,5)')
INSERT INTO xc_temp VALUES ('[1,5)') ON CONFLICT DO NOTHING
CREATE TABLE IF NOT EXISTS xc_temp2 (r int4range, EXCLUDE USING gist (r WITH &&))
CREATE TABLE IF NOT EXISTS xc_temp2 (r int4range, EXCLUDE USING gist (r WITH &&))
ALTER TABLE xc_temp2 ADD EXCLUDE USING gist (r WITH =), ADD COLUMN q int
SELECT conname FROM pg_constraint WHERE conrelid = 'xc_temp2'::regclass ORDER BY 1
COMMENT ON CONSTRAINT xc_temp2_r_excl ON xc_temp2 IS 'apart'
SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 'xc_temp2_r_excl'
COMMENT ON INDEX xc_temp2_r_excl IS 'its index'
INSERT INTO xc_temp2 VALUES ('[1,5)'), ('[1,5)')
ALTER TABLE xc_temp2 DROP CONSTRAINT nosuch
ALTER TABLE xc_temp2 DROP CONSTRAINT xc_temp2_r_excl
INSERT INTO xc_temp2 VALUES ('[1,5)'), ('[4,6)')
TRUNCATE xc_temp2
CREATE TABLE xc_chain (r int4range, EXCLUDE USING gist (r WITH &&))
INSERT INTO xc_chain VALUES ('[1,5)'), ('[5,8)')
UPDATE xc_chain SET r = int4range(lower(r) * 10, upper(r) * 10)
SELECT r FROM xc_chain ORDER BY r
UPDATE xc_chain SET r = int4range(lower(r) - 1, upper(r) - 1)
DELETE FROM xc_chain
INSERT INTO xc_chain VALUES ('[1,5)'), ('[4,8)'), ('[7,9)') ON CONFLICT DO NOTHING
CREATE TABLE xc_swap (id int PRIMARY KEY, r int4range, EXCLUDE USING gist (r WITH &&))
INSERT INTO xc_swap VALUES (1, '[1,5)'), (2, '[10,15)'), (3, '[20,25)')
UPDATE xc_swap SET r = int4range(lower(r) + 2, upper(r) + 2)
UPDATE xc_swap SET r = CASE id WHEN 1 THEN '[12,17)'::int4range WHEN 2 THEN '[3,7)'::int4range ELSE r END
SELECT id, r FROM xc_swap ORDER BY id
MERGE INTO xc_swap t USING (VALUES (1, '[40,45)'::int4range), (9, '[44,46)'::int4range)) v(id, r) ON t.id = v.id WHEN MATCHED THEN UPDATE SET r = v.r WHEN NOT MATCHED THEN INSERT VALUES (v.id, v.r)
MERGE INTO xc_swap t USING (VALUES (1, '[40,45)'::int4range), (9, '[45,46)'::int4range)) v(id, r) ON t.id = v.id WHEN MATCHED THEN UPDATE SET r = v.r WHEN NOT MATCHED THEN INSERT VALUES (v.id, v.r)
SELECT id, r FROM xc_swap ORDER BY id
ALTER TABLE xc_swap ALTER COLUMN r TYPE int8range USING int8range(lower(r), upper(r))
ALTER TABLE xc_swap ALTER COLUMN id TYPE bigint
INSERT INTO xc_swap VALUES (10, '[45,46)')
EXPLAIN ANALYZE UPDATE xc_swap SET r = '[1,2)' WHERE id = 1
CREATE TABLE xc_enum (m xc_mood, EXCLUDE (m WITH =))
CREATE TYPE xc_mood AS ENUM ('ok', 'sad')
CREATE TABLE xc_enum (m xc_mood, n numeric, at timestamptz, EXCLUDE USING btree (m WITH =, n WITH =), EXCLUDE (at WITH =))
INSERT INTO xc_enum VALUES ('ok', 1.0, '2024-01-01 00:00+00'), ('sad', 1.0, '2024-01-01 00:00+01')
INSERT INTO xc_enum VALUES ('ok', 1.00, now())
INSERT INTO xc_enum VALUES ('ok', 2, '2024-01-01 01:00+01')
DROP TABLE xc_chain, xc_swap, xc_enum
DROP TYPE xc_mood
DROP TABLE xc_books, xc_int, xc_up, xc_def, xc_like, xc_sched, xc_gen, xc_adj, xc_tz, xc_temp2
-- Many rows at once: ranges without ends, and such that meet in one point, of each type.
CREATE TABLE ex_many (n int4range, t tsrange, d daterange, q numrange, EXCLUDE USING gist (n WITH &&), EXCLUDE USING gist (t WITH &&), EXCLUDE USING gist (d WITH -|-), EXCLUDE USING gist (q WITH &&));
INSERT INTO ex_many SELECT int4range(i * 2, i * 2 + 2), tsrange('2024-01-01'::timestamp + i * interval '1 hour', '2024-01-01'::timestamp + (i + 1) * interval '1 hour'), daterange('2024-01-01'::date + 3 * i, '2024-01-01'::date + 3 * i + 2), numrange(i, i + 0.5, '[]') FROM generate_series(1, 300) i;
INSERT INTO ex_many (n) SELECT int4range(1000 + i, CASE WHEN i < 200 THEN 1000 + i + 1 END) FROM generate_series(1, 201) i;
INSERT INTO ex_many (n) SELECT int4range(CASE WHEN i > 1 THEN -i END, -i + 1) FROM generate_series(1, 200) i;
INSERT INTO ex_many (n) SELECT 'empty' FROM generate_series(1, 200) i;
INSERT INTO ex_many (t) SELECT tsrange('2025-01-01'::timestamp + i * interval '1 hour', '2025-01-01'::timestamp + i * interval '1 hour' + CASE i WHEN 150 THEN interval '61 min' ELSE interval '1 hour' END) FROM generate_series(1, 200) i;
INSERT INTO ex_many (t) SELECT CASE i WHEN 1 THEN '(,2023-01-01)'::tsrange WHEN 2 THEN '[infinity,)' WHEN 3 THEN '[2023-01-01,2023-01-02]' ELSE tsrange('2025-01-01'::timestamp + i * interval '1 hour', '2025-01-01'::timestamp + i * interval '1 hour', '[]') END FROM generate_series(1, 200) i;
INSERT INTO ex_many (d) SELECT daterange('2030-01-01'::date + 3 * i, '2030-01-01'::date + 3 * i + CASE i WHEN 120 THEN 3 ELSE 2 END) FROM generate_series(1, 200) i;
INSERT INTO ex_many (q) SELECT numrange(1000.01 + i * 0.3, 1000.01 + (i + 1) * 0.3, CASE i WHEN 111 THEN '[]' ELSE '[)' END) FROM generate_series(1, 200) i;
UPDATE ex_many SET n = int4range(lower(n) + 10000, upper(n) + 10000) WHERE n IS NOT NULL AND NOT isempty(n);
UPDATE ex_many SET q = numrange(lower(q) + 0.25, upper(q) + 0.8) WHERE q IS NOT NULL;
SELECT count(*), count(n), count(t), count(d), count(q) FROM ex_many;
