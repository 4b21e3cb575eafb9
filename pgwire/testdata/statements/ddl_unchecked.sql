-- CHECK constraints that are added NOT VALID hold new rows, and all rows once they are validated.
CREATE TABLE du_n (a int, b int)
INSERT INTO du_n VALUES (1), (20)
ALTER TABLE du_n ADD CONSTRAINT du_n_small CHECK (a < 10)
ALTER TABLE du_n ADD CONSTRAINT du_n_small CHECK (a < 10) NOT VALID
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'du_n'::regclass
INSERT INTO du_n VALUES (30)
INSERT INTO du_n VALUES (3)
UPDATE du_n SET a = 40 WHERE a = 1
UPDATE du_n SET b = 1 WHERE a < 10
ALTER TABLE du_n ADD COLUMN c int DEFAULT 4
ALTER TABLE du_n ADD CONSTRAINT du_n_c UNIQUE (a)
ALTER TABLE du_n ADD PRIMARY KEY (a)
ALTER TABLE du_n RENAME COLUMN a TO aa
ALTER TABLE du_n ADD CHECK (aa > 5) NOT VALID
ALTER TABLE du_n ADD CHECK (aa > b) NOT VALID
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'du_n'::regclass AND contype = 'c' ORDER BY 1
ALTER TABLE du_n VALIDATE CONSTRAINT du_n_small
SELECT * FROM du_n ORDER BY aa
UPDATE du_n SET aa = 4 WHERE aa = 20
UPDATE du_n SET aa = 7 WHERE aa = 20
ALTER TABLE du_n VALIDATE CONSTRAINT du_n_small
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'du_n'::regclass AND contype = 'c' ORDER BY 1
ALTER TABLE du_n VALIDATE CONSTRAINT du_n_small
ALTER TABLE du_n VALIDATE CONSTRAINT nope
INSERT INTO du_n VALUES (30)
ALTER TABLE du_n RENAME CONSTRAINT du_n_aa_check TO big
ALTER TABLE du_n DROP CONSTRAINT big
INSERT INTO du_n VALUES (2)
BEGIN
ALTER TABLE du_n ADD CONSTRAINT t1 CHECK (aa > 100) NOT VALID
ROLLBACK
INSERT INTO du_n VALUES (0) RETURNING aa
ALTER TABLE du_n ADD CONSTRAINT du_n_b_nn CHECK (b IS NOT NULL) NOT VALID
INSERT INTO du_n (aa) VALUES (8)
ALTER TABLE du_n VALIDATE CONSTRAINT du_n_b_nn
ALTER TABLE du_n ALTER COLUMN b SET NOT NULL
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'du_n' AND constraint_name LIKE 'du_n_small%'
CREATE TABLE du_m (a int, b int)
INSERT INTO du_m VALUES (20, 0)
ALTER TABLE du_m ADD CONSTRAINT du_m_a CHECK (a < 10) NOT VALID
UPDATE du_m SET b = 1
UPDATE du_m SET a = a
UPDATE du_m SET a = 3, b = 2 RETURNING *
CREATE TABLE du_liked (id bigserial PRIMARY KEY, email text, pay int DEFAULT 1000, CONSTRAINT du_pay_ok CHECK (pay BETWEEN 1 AND 99999))
INSERT INTO du_liked (email) VALUES ('none')
ALTER TABLE du_liked ADD CONSTRAINT du_email_ok CHECK (email LIKE '%@%') NOT VALID
ALTER TABLE du_liked ADD CHECK (pay <> 13) NOT VALID
CREATE TABLE du_like (LIKE du_liked INCLUDING DEFAULTS INCLUDING CONSTRAINTS, extra int)
INSERT INTO du_like (email) VALUES ('none')
INSERT INTO du_like (id, email, extra) VALUES (1, 'a@b', 5) RETURNING *
INSERT INTO du_like (id, email, pay) VALUES (2, 'a@b', 13)
SELECT conname, contype, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'du_like'::regclass ORDER BY conname
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'du_liked'::regclass AND contype = 'c' ORDER BY conname
CREATE TABLE du_like_all (LIKE du_liked INCLUDING ALL)
SELECT conname, contype, convalidated FROM pg_constraint WHERE conrelid = 'du_like_all'::regclass ORDER BY conname
ALTER TABLE du_like VALIDATE CONSTRAINT du_email_ok
ALTER TABLE du_like RENAME COLUMN email TO mail
ALTER TABLE du_like DROP CONSTRAINT du_email_ok
INSERT INTO du_like (id, mail) VALUES (3, 'none')
CREATE TABLE du_like_none (LIKE du_liked)
SELECT count(*) FROM pg_constraint WHERE conrelid = 'du_like_none'::regclass AND contype = 'c'
