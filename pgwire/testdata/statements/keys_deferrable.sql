CREATE TABLE kd_items (id int PRIMARY KEY, list int NOT NULL, pos int, CONSTRAINT kd_items_pos UNIQUE (list, pos) DEFERRABLE)
INSERT INTO kd_items VALUES (1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (5, 2, NULL), (6, 2, NULL)
UPDATE kd_items SET pos = CASE pos WHEN 1 THEN 2 ELSE 1 END WHERE list = 1 AND pos < 3
UPDATE kd_items SET pos = pos + 1 WHERE list = 1
UPDATE kd_items SET pos = pos - 1 WHERE list = 1 RETURNING id, pos
SELECT * FROM kd_items ORDER BY id
INSERT INTO kd_items VALUES (7, 1, 1)
INSERT INTO kd_items VALUES (8, 3, 1), (9, 3, 1)
UPDATE kd_items SET pos = 2 WHERE id = 1
BEGIN; UPDATE kd_items SET pos = 2 WHERE id = 1; COMMIT
ROLLBACK
BEGIN; SET CONSTRAINTS ALL DEFERRED; UPDATE kd_items SET pos = 2 WHERE id = 2; UPDATE kd_items SET pos = 1 WHERE id = 1; COMMIT
ROLLBACK
BEGIN; SET CONSTRAINTS kd_items_pos DEFERRED; UPDATE kd_items SET pos = 1 WHERE id = 2; UPDATE kd_items SET pos = 2 WHERE id = 1; SET CONSTRAINTS kd_items_pos IMMEDIATE; COMMIT
ROLLBACK
SELECT * FROM kd_items ORDER BY id
BEGIN; SET CONSTRAINTS kd_items_pos DEFERRED; INSERT INTO kd_items VALUES (7, 1, 1); SELECT count(*) FROM kd_items WHERE list = 1 AND pos = 1; COMMIT
ROLLBACK
BEGIN; SET CONSTRAINTS kd_items_pos DEFERRED; INSERT INTO kd_items VALUES (7, 1, 1); SET CONSTRAINTS ALL IMMEDIATE; ROLLBACK
ROLLBACK
BEGIN; SET CONSTRAINTS kd_items_pos DEFERRED; INSERT INTO kd_items VALUES (7, 1, 1); DELETE FROM kd_items WHERE id = 7; COMMIT
ROLLBACK
BEGIN; SET CONSTRAINTS kd_items_pos DEFERRED; SAVEPOINT a; INSERT INTO kd_items VALUES (7, 1, 1); ROLLBACK TO a; COMMIT
ROLLBACK
SELECT count(*) FROM kd_items
INSERT INTO kd_items VALUES (7, 1, 1) ON CONFLICT (list, pos) DO NOTHING
INSERT INTO kd_items VALUES (7, 1, 1) ON CONFLICT ON CONSTRAINT kd_items_pos DO UPDATE SET pos = 9
INSERT INTO kd_items VALUES (7, 1, 1) ON CONFLICT DO NOTHING
INSERT INTO kd_items VALUES (7, 1, 1) ON CONFLICT (id) DO NOTHING
INSERT INTO kd_items VALUES (1, 1, 7) ON CONFLICT (id) DO UPDATE SET pos = excluded.pos RETURNING pos
INSERT INTO kd_items VALUES (1, 1, 7) ON CONFLICT (id) DO UPDATE SET pos = 3
INSERT INTO kd_items VALUES (1, 1, 7) ON CONFLICT (pos) DO NOTHING
MERGE INTO kd_items t USING (VALUES (1, 3)) v (id, pos) ON t.id = v.id WHEN MATCHED THEN UPDATE SET pos = v.pos
WITH u AS (UPDATE kd_items SET pos = 3 WHERE id = 1 RETURNING id) SELECT * FROM u
SELECT conname, contype, condeferrable, condeferred, conkey, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kd_items'::regclass AND contype <> 'n' ORDER BY 1
SELECT indexrelid::regclass, indisunique, indisprimary, indimmediate, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'kd_items'::regclass ORDER BY indexrelid::regclass::text
SELECT constraint_name, constraint_type, is_deferrable, initially_deferred FROM information_schema.table_constraints WHERE table_name = 'kd_items' AND constraint_type <> 'CHECK' ORDER BY 1
CREATE TABLE kd_late (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, code text UNIQUE INITIALLY DEFERRED, other int UNIQUE DEFERRABLE INITIALLY IMMEDIATE, plain int UNIQUE NOT DEFERRABLE)
BEGIN; INSERT INTO kd_late VALUES (1, 'a', 1, 1); INSERT INTO kd_late VALUES (1, 'b', 2, 2); UPDATE kd_late SET id = 2 WHERE code = 'b'; COMMIT
ROLLBACK
BEGIN; INSERT INTO kd_late VALUES (3, 'a', 3, 3); COMMIT
ROLLBACK
BEGIN; INSERT INTO kd_late VALUES (2, 'c', 3, 3); COMMIT
ROLLBACK
INSERT INTO kd_late VALUES (2, 'c', 3, 3)
INSERT INTO kd_late VALUES (4, 'c', 2, 3)
INSERT INTO kd_late VALUES (4, 'c', 3, 2)
INSERT INTO kd_late VALUES (NULL, 'c', 4, 5)
BEGIN; SET CONSTRAINTS kd_late_pkey IMMEDIATE; INSERT INTO kd_late VALUES (2, 'd', 8, 8); COMMIT
ROLLBACK
SELECT * FROM kd_late ORDER BY id
SELECT conname, contype, condeferrable, condeferred, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kd_late'::regclass AND contype <> 'n' ORDER BY 1
SELECT id, code FROM kd_late GROUP BY id
CREATE TABLE kd_refers (a int REFERENCES kd_late)
CREATE TABLE kd_refers (a int REFERENCES kd_late (other))
CREATE TABLE kd_refers (a int REFERENCES kd_late (plain))
CREATE TABLE kd_self (id int PRIMARY KEY DEFERRABLE, up int REFERENCES kd_self)
CREATE TABLE kd_self (id int UNIQUE DEFERRABLE, up int REFERENCES kd_self (id))
CREATE TABLE kd_two (id int PRIMARY KEY DEFERRABLE, b int PRIMARY KEY)
ALTER TABLE kd_late ADD PRIMARY KEY (other)
ALTER TABLE kd_late ADD PRIMARY KEY (other) DEFERRABLE
CREATE TABLE kd_added (a int, b int, c text)
INSERT INTO kd_added VALUES (1, 1, 'x'), (2, 1, 'y'), (3, NULL, 'z')
ALTER TABLE kd_added ADD CONSTRAINT kd_added_b UNIQUE (b) DEFERRABLE INITIALLY DEFERRED
ALTER TABLE kd_added ADD CONSTRAINT kd_added_a UNIQUE (a) DEFERRABLE INITIALLY DEFERRED
ALTER TABLE kd_added ADD UNIQUE (c) DEFERRABLE
BEGIN; UPDATE kd_added SET a = 2 WHERE a = 1; COMMIT
ROLLBACK
BEGIN; UPDATE kd_added SET a = 2 WHERE c = 'x'; UPDATE kd_added SET a = 1 WHERE c = 'y'; COMMIT
ROLLBACK
ALTER TABLE kd_added ALTER COLUMN a TYPE bigint USING a / 2
ALTER TABLE kd_added ALTER COLUMN a TYPE bigint
ALTER TABLE kd_added RENAME COLUMN a TO aa
ALTER TABLE kd_added RENAME CONSTRAINT kd_added_a TO kd_added_aa
ALTER TABLE kd_added ADD COLUMN d int DEFAULT 5
INSERT INTO kd_added (aa, c) VALUES (1, 'w')
INSERT INTO kd_added (aa, c) VALUES (9, 'x')
SELECT * FROM kd_added ORDER BY c
SELECT conname, contype, condeferrable, condeferred, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kd_added'::regclass AND contype <> 'n' ORDER BY 1
DROP INDEX kd_added_aa
ALTER TABLE kd_added RENAME TO kd_named
INSERT INTO kd_named (aa, c) VALUES (1, 'w')
ALTER TABLE kd_named DROP CONSTRAINT kd_added_aa
INSERT INTO kd_named (aa, c) VALUES (1, 'w')
CREATE TABLE kd_like (LIKE kd_items INCLUDING ALL)
INSERT INTO kd_like VALUES (1, 1, 1), (2, 1, 1)
SELECT conname, condeferrable, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kd_like'::regclass AND contype <> 'n' ORDER BY 1
CREATE TEMP TABLE kd_temp (a int UNIQUE DEFERRABLE, b bool, t timestamp, UNIQUE (b, t) DEFERRABLE INITIALLY DEFERRED)
INSERT INTO kd_temp VALUES (1, true, '2024-01-01'), (2, false, '2024-01-01')
UPDATE kd_temp SET a = 3 - a
INSERT INTO kd_temp VALUES (3, true, '2024-01-01')
CREATE TABLE kd_nulls (a int, CONSTRAINT kd_nulls_a UNIQUE NULLS NOT DISTINCT (a) DEFERRABLE)
INSERT INTO kd_nulls VALUES (NULL), (1)
INSERT INTO kd_nulls VALUES (NULL)
UPDATE kd_nulls SET a = CASE WHEN a IS NULL THEN 1 END
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kd_nulls'::regclass
CREATE TABLE kd_arrays (a int[] UNIQUE DEFERRABLE)
INSERT INTO kd_arrays VALUES ('{1,2}'), ('{2,1}')
INSERT INTO kd_arrays VALUES ('{1,2}')
CREATE TABLE kd_check (a int CHECK (a > 0) DEFERRABLE)
CREATE TABLE kd_null (a int NOT NULL INITIALLY DEFERRED)
TRUNCATE kd_items
BEGIN; CREATE TABLE kd_made (a int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO kd_made VALUES (1); INSERT INTO kd_made VALUES (1); UPDATE kd_made SET a = 2; COMMIT
ROLLBACK
BEGIN; CREATE TABLE kd_made (a int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO kd_made VALUES (1); INSERT INTO kd_made VALUES (1); DELETE FROM kd_made; COMMIT
ROLLBACK
DROP TABLE kd_refers, kd_items, kd_late, kd_named, kd_like, kd_temp, kd_nulls, kd_arrays, kd_made
