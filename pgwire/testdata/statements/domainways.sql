-- The ways by which values come into columns of domains.
CREATE DOMAIN zz_pos AS int CHECK (VALUE > 0)
CREATE TABLE zz_t (id int PRIMARY KEY, n zz_pos)
CREATE VIEW zz_v AS SELECT id, n FROM zz_t
INSERT INTO zz_v VALUES (1, -1)
INSERT INTO zz_v VALUES (1, 1)
UPDATE zz_v SET n = -5
CREATE TABLE zz_l (LIKE zz_t INCLUDING ALL)
INSERT INTO zz_l VALUES (1, -1)
MERGE INTO zz_t t USING (SELECT 2 AS id, -2 AS n) s ON s.id = t.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n)
WITH x AS (INSERT INTO zz_t VALUES (3, -3) RETURNING id) SELECT * FROM x
INSERT INTO zz_t DEFAULT VALUES
PREPARE zz_p AS INSERT INTO zz_t VALUES ($1, $2)
EXECUTE zz_p(5, -5)
EXECUTE zz_p(5, 5)
BEGIN
CREATE DOMAIN zz_tx AS int CHECK (VALUE < 10)
CREATE TABLE zz_u (a zz_tx)
INSERT INTO zz_u VALUES (5)
COMMIT
INSERT INTO zz_u VALUES (50)
BEGIN
ALTER DOMAIN zz_tx DROP CONSTRAINT zz_tx_check
INSERT INTO zz_u VALUES (50)
ROLLBACK
INSERT INTO zz_u VALUES (50)
SELECT * FROM zz_t ORDER BY id
SELECT * FROM zz_u
CREATE DOMAIN dw_credits AS numeric(4,1) CHECK (VALUE > 0)
CREATE TABLE dw_course (code text, credits dw_credits)
INSERT INTO dw_course VALUES ('a', 1.3), ('b', 2.5)
ALTER DOMAIN dw_credits ADD CONSTRAINT dw_half CHECK (VALUE * 2 = trunc(VALUE * 2))
ALTER DOMAIN dw_credits ADD CONSTRAINT dw_half CHECK (VALUE * 2 = trunc(VALUE * 2)) NOT VALID
ALTER DOMAIN dw_credits ADD CONSTRAINT dw_half CHECK (VALUE < 9) NOT VALID
SELECT conname, convalidated, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = 'dw_credits'::regtype ORDER BY 1
UPDATE dw_course SET credits = credits + 0.3 WHERE code = 'b'
INSERT INTO dw_course VALUES ('c', 3.2)
INSERT INTO dw_course VALUES ('c', 3.5)
SELECT credits, credits::text FROM dw_course ORDER BY code
SELECT 1.3::dw_credits
ALTER DOMAIN dw_credits VALIDATE CONSTRAINT dw_half
ALTER DOMAIN dw_credits VALIDATE CONSTRAINT dw_none
UPDATE dw_course SET credits = 1.5 WHERE code = 'a'
ALTER DOMAIN dw_credits VALIDATE CONSTRAINT dw_half
ALTER DOMAIN dw_credits VALIDATE CONSTRAINT dw_half
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = 'dw_credits'::regtype ORDER BY 1
ALTER DOMAIN dw_credits ADD CHECK (VALUE < 2) NOT VALID
ALTER DOMAIN dw_credits RENAME CONSTRAINT dw_credits_check1 TO dw_small
SELECT conname, convalidated FROM pg_constraint WHERE contypid = 'dw_credits'::regtype ORDER BY 1
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name LIKE 'dw\_%' ORDER BY 1
ALTER DOMAIN dw_credits DROP CONSTRAINT dw_small
ALTER DOMAIN dw_credits ADD CONSTRAINT dw_nn NOT NULL NOT VALID
CREATE DOMAIN dw_bad AS int CHECK (VALUE > 0) NOT VALID
CREATE TABLE dw_unchecked (a int)
ALTER TABLE dw_unchecked ADD CONSTRAINT dw_positive CHECK (a > 0) NOT VALID
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name = 'dw_positive'
