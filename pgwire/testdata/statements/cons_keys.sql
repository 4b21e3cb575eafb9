-- Foreign keys, checks, exclusion, generated columns. Written before it was run.
CREATE TABLE ck_p (id int PRIMARY KEY, code text UNIQUE)
CREATE TABLE ck_c (id int PRIMARY KEY, p int DEFAULT 1 REFERENCES ck_p ON DELETE SET DEFAULT ON UPDATE CASCADE, code text REFERENCES ck_p (code) ON DELETE SET NULL ON UPDATE SET NULL)
CREATE TABLE ck_r (id int, p int CONSTRAINT ck_r_to_p REFERENCES ck_p ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED)
INSERT INTO ck_p VALUES (1, 'one'), (2, 'two'), (3, 'three')
INSERT INTO ck_c VALUES (1, 2, 'two'), (2, 3, 'three')
UPDATE ck_p SET id = id + 10 WHERE id IN (2, 3)
SELECT * FROM ck_c ORDER BY id
DELETE FROM ck_p WHERE code = 'two'
SELECT * FROM ck_c ORDER BY id
BEGIN; INSERT INTO ck_r VALUES (1, 77); INSERT INTO ck_p VALUES (77, 'late'); COMMIT
DELETE FROM ck_p WHERE id = 77
BEGIN; INSERT INTO ck_r VALUES (2, 78); COMMIT
BEGIN; SET CONSTRAINTS ck_r_to_p IMMEDIATE; INSERT INTO ck_r VALUES (2, 78); ROLLBACK
CREATE TABLE ck_m (a int, b int, FOREIGN KEY (a, b) REFERENCES ck_p (id, code) MATCH FULL)
CREATE TABLE ck_chk (id int, low int CONSTRAINT low_positive CHECK (low > 0), high int, CHECK (high > low), CONSTRAINT in_range CHECK (low BETWEEN 1 AND 100))
INSERT INTO ck_chk VALUES (1, 0, 5)
INSERT INTO ck_chk VALUES (1, 5, 4)
INSERT INTO ck_chk VALUES (1, 500, 501)
INSERT INTO ck_chk VALUES (1, 1, 2), (2, NULL, NULL)
ALTER TABLE ck_chk ADD CONSTRAINT id_small CHECK (id < 2) NOT VALID
INSERT INTO ck_chk VALUES (3, 1, 2)
ALTER TABLE ck_chk VALIDATE CONSTRAINT id_small
UPDATE ck_chk SET id = 1
ALTER TABLE ck_chk VALIDATE CONSTRAINT id_small
ALTER TABLE ck_chk DROP CONSTRAINT in_range, DROP CONSTRAINT IF EXISTS nosuch
ALTER TABLE ck_chk ADD CONSTRAINT ck_uniq UNIQUE (id, low), ADD COLUMN extra text
INSERT INTO ck_chk VALUES (1, 1, 9) ON CONFLICT ON CONSTRAINT ck_uniq DO UPDATE SET high = excluded.high RETURNING *
ALTER TABLE ck_r ADD CONSTRAINT ck_fk2 FOREIGN KEY (id) REFERENCES ck_p NOT VALID
SELECT conname, contype, convalidated, condeferrable, condeferred FROM pg_constraint WHERE conrelid IN ('ck_chk'::regclass, 'ck_r'::regclass) ORDER BY 1
CREATE TABLE ck_gen (id int, w int, h int, area int GENERATED ALWAYS AS (w * h) STORED)
INSERT INTO ck_gen VALUES (1, 2, 3)
INSERT INTO ck_gen VALUES (1, 2, 3, 6)
INSERT INTO ck_gen (id, w, h, area) VALUES (1, 2, 3, 7)
INSERT INTO ck_gen (id, w, h, area) VALUES (2, 4, 5, DEFAULT) RETURNING area
UPDATE ck_gen SET area = 1
UPDATE ck_gen SET w = 10, area = DEFAULT WHERE id = 1 RETURNING area
SELECT id, area FROM ck_gen ORDER BY id
CREATE TABLE ck_room (room int, during tsrange, EXCLUDE USING gist (room WITH =, during WITH &&))
CREATE TABLE ck_ex (a int, EXCLUDE USING btree (a WITH =))
INSERT INTO ck_ex VALUES (1), (1)
CREATE TABLE ck_nulls (a int UNIQUE NULLS NOT DISTINCT)
CREATE TABLE ck_def (a int UNIQUE DEFERRABLE INITIALLY DEFERRED)
INSERT INTO ck_def VALUES (1), (2)
UPDATE ck_def SET a = a + 1
ALTER TABLE ck_c ADD FOREIGN KEY (id) REFERENCES ck_none
ALTER TABLE ck_p DROP CONSTRAINT ck_p_pkey
ALTER TABLE ck_p DROP CONSTRAINT ck_p_pkey CASCADE
ALTER TABLE ck_p ADD PRIMARY KEY (id)
INSERT INTO ck_p VALUES (1, 'q')
