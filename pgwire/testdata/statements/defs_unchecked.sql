-- Foreign keys MATCH FULL and NOT VALID, and what a CHECK that is NOT VALID does to an UPDATE of other columns.
CREATE TABLE dn_p (a int, b int, PRIMARY KEY (a, b))
CREATE TABLE dn_c (id int, a int, b int, FOREIGN KEY (a, b) REFERENCES dn_p MATCH FULL)
INSERT INTO dn_p VALUES (1, 1), (2, 2)
INSERT INTO dn_c VALUES (1, 1, 1), (2, NULL, NULL)
INSERT INTO dn_c VALUES (3, 1, NULL)
INSERT INTO dn_c VALUES (3, 2, 3)
UPDATE dn_c SET b = NULL WHERE id = 1
UPDATE dn_c SET a = 2, b = 2 WHERE id = 1
UPDATE dn_c SET id = 5 WHERE id = 2
DELETE FROM dn_p WHERE a = 2
DELETE FROM dn_p WHERE a = 1
SELECT * FROM dn_c ORDER BY id
CREATE TABLE dn_one (id int REFERENCES dn_c)
CREATE TABLE dn_single (id int PRIMARY KEY)
CREATE TABLE dn_ref (id int REFERENCES dn_single MATCH FULL ON DELETE CASCADE)
INSERT INTO dn_single VALUES (1)
INSERT INTO dn_ref VALUES (1), (NULL)
INSERT INTO dn_ref VALUES (2)
SELECT conname, confmatchtype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid IN ('dn_c'::regclass, 'dn_ref'::regclass) ORDER BY 1
SELECT constraint_name, match_option FROM information_schema.referential_constraints WHERE constraint_name LIKE 'dn%' ORDER BY 1
DELETE FROM dn_single
SELECT * FROM dn_ref
CREATE TABLE dn_simple (id int, a int, b int, FOREIGN KEY (a, b) REFERENCES dn_p MATCH SIMPLE)
INSERT INTO dn_simple VALUES (1, 7, NULL)
ALTER TABLE dn_simple ADD CONSTRAINT dn_full FOREIGN KEY (a, b) REFERENCES dn_p MATCH FULL
CREATE TABLE dn_partial (id int, a int, b int, FOREIGN KEY (a, b) REFERENCES dn_p MATCH PARTIAL)
CREATE TABLE dn_later (id int, a int, b int, FOREIGN KEY (a, b) REFERENCES dn_p MATCH FULL DEFERRABLE INITIALLY DEFERRED)
BEGIN
INSERT INTO dn_later VALUES (1, 2, NULL)
UPDATE dn_later SET b = 2
COMMIT
BEGIN
INSERT INTO dn_later VALUES (2, 2, NULL)
COMMIT
SELECT * FROM dn_later
CREATE TABLE dn_old (id int, p int)
INSERT INTO dn_old VALUES (1, 5)
CREATE TABLE dn_new (id int PRIMARY KEY)
INSERT INTO dn_new VALUES (1), (2)
ALTER TABLE dn_old ADD CONSTRAINT dn_old_fk FOREIGN KEY (p) REFERENCES dn_new NOT VALID
INSERT INTO dn_old VALUES (2, 6)
INSERT INTO dn_old VALUES (2, 1)
UPDATE dn_old SET id = 9 WHERE id = 1
ALTER TABLE dn_old VALIDATE CONSTRAINT dn_old_fk
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'dn_old'::regclass ORDER BY 1
DELETE FROM dn_old WHERE p = 5
DELETE FROM dn_new WHERE id = 2
ALTER TABLE dn_old VALIDATE CONSTRAINT dn_old_fk
ALTER TABLE dn_old VALIDATE CONSTRAINT dn_old_fk
ALTER TABLE dn_old VALIDATE CONSTRAINT nope
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'dn_old'::regclass ORDER BY 1
ALTER TABLE dn_old DROP CONSTRAINT dn_old_fk, ADD FOREIGN KEY (p) REFERENCES dn_new (id) ON DELETE CASCADE NOT VALID
ALTER TABLE dn_old ADD CHECK (id > 0) NOT VALID, ADD CONSTRAINT dn_two UNIQUE (id) NOT VALID
CREATE SCHEMA IF NOT EXISTS dn_s CREATE TABLE dn_t (a int)
CREATE TABLE dn_k (id int PRIMARY KEY, v int, w int)
INSERT INTO dn_k VALUES (1, -1, 1), (2, 2, 2)
ALTER TABLE dn_k ADD CONSTRAINT dn_k_pos CHECK (v > 0) NOT VALID
INSERT INTO dn_k VALUES (3, -1, 1)
UPDATE dn_k SET w = 2 WHERE id = 1
UPDATE dn_k x SET w = 2 WHERE x.id = 1
UPDATE dn_k SET w = 3 WHERE id = 2
UPDATE dn_k AS x SET w = y.w + 10 FROM dn_k y WHERE x.id = y.id AND x.id = 2 RETURNING x.*
UPDATE dn_k AS x SET w = y.w + 10 FROM dn_k y WHERE x.id = y.id
UPDATE dn_k SET v = -2 WHERE id = 1
INSERT INTO dn_k VALUES (1, 5, 5) ON CONFLICT (id) DO UPDATE SET w = excluded.w
INSERT INTO dn_k VALUES (2, 5, 5) ON CONFLICT (id) DO UPDATE SET w = excluded.w RETURNING *
MERGE INTO dn_k t USING (VALUES (1, 9), (2, 9)) s(id, w) ON t.id = s.id WHEN MATCHED THEN UPDATE SET w = s.w
MERGE INTO dn_k t USING (VALUES (2, 9)) s(id, w) ON t.id = s.id WHEN MATCHED THEN UPDATE SET w = s.w
UPDATE dn_k SET (w, id) = (4, 2) WHERE id = 2
UPDATE dn_k SET v = 1 WHERE id = 1
ALTER TABLE dn_k VALIDATE CONSTRAINT dn_k_pos
UPDATE dn_k SET w = 7 WHERE id = 1 RETURNING *
SELECT * FROM dn_k ORDER BY id
