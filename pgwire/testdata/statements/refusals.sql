-- Changes of views, sequences and keys that Postgres refuses, or that the embedded engine refuses in its place.
CREATE SEQUENCE rf_seq
SELECT setval('rf_seq', 5), 1 AS one
EXPLAIN ANALYZE SELECT setval('rf_seq', 6)
BEGIN; DECLARE c CURSOR FOR SELECT setval('rf_seq', 7); FETCH c; COMMIT
COPY (SELECT setval('rf_seq', 8)) TO STDOUT
SELECT nextval('rf_seq')
SELECT last_value FROM rf_seq
SELECT * FROM rf_seq
INSERT INTO rf_seq VALUES (1)
UPDATE rf_seq SET last_value = 1
DELETE FROM rf_seq
TRUNCATE rf_seq
CREATE TABLE rf_base (id int PRIMARY KEY, qty int, name text)
INSERT INTO rf_base VALUES (1, 10, 'a'), (2, 20, 'b')
CREATE VIEW rf_view AS SELECT id, qty FROM rf_base
CREATE VIEW rf_sum AS SELECT sum(qty) AS s FROM rf_base
INSERT INTO rf_sum VALUES (1)
UPDATE rf_sum SET s = 1
DELETE FROM rf_sum
TRUNCATE rf_view
COPY rf_view FROM STDIN
CREATE INDEX ON rf_view (id)
ALTER VIEW rf_view RENAME COLUMN qty TO amount
ALTER TABLE rf_view RENAME COLUMN qty TO amount
ALTER VIEW rf_view ALTER COLUMN id SET DEFAULT 1
ALTER TABLE rf_view ALTER COLUMN id SET DEFAULT 1
ALTER TABLE rf_view ADD COLUMN other int
ALTER TABLE rf_view DROP COLUMN id
ALTER TABLE rf_view ALTER COLUMN id TYPE bigint
ALTER TABLE rf_view ADD CONSTRAINT rf_one CHECK (id > 0)
DROP TABLE rf_view
DROP VIEW rf_base
CREATE TABLE rf_child (a int REFERENCES rf_base (qty))
CREATE TABLE rf_child (a int REFERENCES rf_base (nosuch))
CREATE TABLE rf_child (a int REFERENCES rf_nosuch)
CREATE TABLE rf_child (a int, FOREIGN KEY (a) REFERENCES rf_base (id, qty))
CREATE TABLE rf_child (a int, FOREIGN KEY (nosuch) REFERENCES rf_base (id))
ALTER TABLE rf_base ADD FOREIGN KEY (qty) REFERENCES rf_base (qty)
DROP SEQUENCE rf_seq
DROP TABLE rf_base CASCADE
SELECT * FROM rf_view
