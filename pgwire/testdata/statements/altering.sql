-- ALTER TABLE as migrations write it: on tables with indexes, views, keys that refer to them.
CREATE TABLE maker (id serial PRIMARY KEY, name varchar(20) NOT NULL, note text)
CREATE TABLE item (id serial PRIMARY KEY, maker_id int NOT NULL REFERENCES maker (id), label text UNIQUE, price numeric(8,2) DEFAULT 0 CHECK (price >= 0))
CREATE INDEX item_maker_idx ON item (maker_id)
INSERT INTO maker (name) VALUES ('Acme'), ('Bolt') RETURNING id, name
INSERT INTO item (maker_id, label, price) VALUES (1, 'x', 1.5), (2, 'y', 2)
ALTER TABLE item ADD COLUMN stock integer NOT NULL DEFAULT 5
ALTER TABLE item ALTER COLUMN label SET NOT NULL
INSERT INTO item (maker_id) VALUES (1)
ALTER TABLE item ALTER COLUMN label DROP NOT NULL
ALTER TABLE item ALTER COLUMN stock SET DEFAULT 9
INSERT INTO item (maker_id, label) VALUES (1, 'z') RETURNING id, stock
ALTER TABLE item ALTER COLUMN stock TYPE bigint
ALTER TABLE item RENAME COLUMN stock TO amount
SELECT id, maker_id, label, price, amount FROM item ORDER BY id
ALTER TABLE maker ALTER COLUMN name TYPE varchar(40)
ALTER TABLE maker ADD COLUMN country char(2)
ALTER TABLE maker DROP COLUMN note
SELECT * FROM maker ORDER BY id
INSERT INTO item (maker_id, label) VALUES (77, 'nobody')
ALTER TABLE item ADD CONSTRAINT item_label_short CHECK (length(label) < 10)
INSERT INTO item (maker_id, label) VALUES (1, 'a label that is too long')
ALTER TABLE item DROP CONSTRAINT item_label_short
INSERT INTO item (maker_id, label) VALUES (1, 'a label that is too long') RETURNING label
ALTER TABLE item DROP CONSTRAINT nosuch
ALTER TABLE item DROP CONSTRAINT IF EXISTS nosuch
ALTER TABLE item DROP CONSTRAINT item_maker_id_fkey
INSERT INTO item (maker_id, label) VALUES (77, 'nobody') RETURNING maker_id
ALTER TABLE item ADD CONSTRAINT item_maker_fk FOREIGN KEY (maker_id) REFERENCES maker (id)
DELETE FROM item WHERE maker_id = 77
ALTER TABLE item ADD CONSTRAINT item_maker_fk FOREIGN KEY (maker_id) REFERENCES maker (id)
INSERT INTO item (maker_id, label) VALUES (78, 'nobody')
DELETE FROM maker WHERE id = 1
ALTER TABLE item DROP CONSTRAINT item_label_key
INSERT INTO item (maker_id, label) VALUES (1, 'x') RETURNING label
ALTER TABLE item ADD CONSTRAINT item_two UNIQUE (label, maker_id)
DELETE FROM item WHERE label = 'x' AND amount = 9
ALTER TABLE item ADD CONSTRAINT item_two UNIQUE (label, maker_id)
ALTER TABLE item RENAME CONSTRAINT item_two TO item_pair
INSERT INTO item (maker_id, label) VALUES (1, 'x')
CREATE VIEW cheap AS SELECT id, label, amount FROM item WHERE price < 2
ALTER TABLE item ADD COLUMN extra text
SELECT * FROM cheap ORDER BY id
ALTER TABLE item DROP COLUMN amount
ALTER TABLE item DROP COLUMN amount CASCADE
SELECT * FROM cheap
ALTER TABLE item RENAME TO article
SELECT count(*) FROM article
SELECT count(*) FROM item
SELECT indexname FROM pg_indexes WHERE tablename = 'article' ORDER BY 1
SELECT conname, contype FROM pg_constraint WHERE conrelid = 'article'::regclass ORDER BY 1
SELECT column_name, data_type, is_nullable, character_maximum_length FROM information_schema.columns WHERE table_name = 'maker' ORDER BY ordinal_position
ALTER TABLE nosuch ADD COLUMN a int
ALTER TABLE article ADD COLUMN label text
ALTER TABLE article ADD COLUMN IF NOT EXISTS label text
ALTER TABLE article DROP COLUMN nosuch
ALTER TABLE article DROP COLUMN IF EXISTS nosuch
ALTER TABLE article RENAME COLUMN nosuch TO other
ALTER TABLE article ALTER COLUMN nosuch SET NOT NULL
ALTER TABLE article ALTER COLUMN extra SET NOT NULL
ALTER TABLE article ADD COLUMN e2 int NOT NULL
ALTER TABLE article ALTER COLUMN label TYPE int
ALTER TABLE article ALTER COLUMN label TYPE int USING length(label)
ALTER TABLE article ADD PRIMARY KEY (label)
ALTER TABLE article DROP CONSTRAINT item_pkey
ALTER TABLE article ADD PRIMARY KEY (id)
INSERT INTO article (id, maker_id) VALUES (1, 1)
ALTER TABLE article ADD COLUMN a1 int, ADD COLUMN a2 text DEFAULT 'q', DROP COLUMN extra
SELECT a1, a2 FROM article ORDER BY id LIMIT 1
DROP TABLE maker
DROP TABLE maker CASCADE
INSERT INTO article (maker_id) VALUES (1000) RETURNING maker_id
BEGIN
ALTER TABLE article ADD COLUMN gone int
ROLLBACK
SELECT gone FROM article
