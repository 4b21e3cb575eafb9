-- Views that rows are changed through. Written before it was run.
CREATE TABLE cv_items (id int PRIMARY KEY, kind text, price numeric(8,2) DEFAULT 1, hidden bool DEFAULT false)
INSERT INTO cv_items VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 30), (4, 'b', 40, true)
CREATE VIEW cv_cheap AS SELECT * FROM cv_items WHERE price < 25 WITH LOCAL CHECK OPTION
CREATE VIEW cv_cheap_a AS SELECT id, kind, price FROM cv_cheap WHERE kind = 'a' WITH CASCADED CHECK OPTION
CREATE VIEW cv_all AS SELECT id, kind, price FROM cv_items
CREATE VIEW cv_sum AS SELECT kind, sum(price) AS total FROM cv_items GROUP BY kind
CREATE VIEW cv_b AS SELECT id, kind, price FROM cv_items WHERE kind IN ('b', 'c') AND NOT hidden WITH CHECK OPTION
INSERT INTO cv_cheap (id, kind, price) VALUES (10, 'a', 99)
INSERT INTO cv_cheap (id, kind, price) VALUES (10, 'a', 9) RETURNING *
UPDATE cv_cheap SET price = 26 WHERE id = 10
UPDATE cv_cheap SET price = price + 1 WHERE id = 10 RETURNING id, price
INSERT INTO cv_cheap_a VALUES (11, 'b', 1)
INSERT INTO cv_cheap_a VALUES (11, 'a', 100)
INSERT INTO cv_cheap_a VALUES (11, 'a', 1)
UPDATE cv_cheap_a SET kind = 'c'
UPDATE cv_cheap_a SET price = price * 2 WHERE id = 11 RETURNING price
DELETE FROM cv_cheap_a WHERE id = 11
INSERT INTO cv_b VALUES (12, 'c', 5), (13, 'd', 5)
INSERT INTO cv_b VALUES (12, 'c', NULL)
UPDATE cv_b SET kind = 'z' WHERE id = 12
INSERT INTO cv_cheap (id, price) VALUES (20, NULL)
INSERT INTO cv_all VALUES (21, 'x', 1000)
UPDATE cv_sum SET total = 1
INSERT INTO cv_all SELECT id + 100, kind, price FROM cv_all WHERE id < 3 RETURNING id
SELECT id, kind, price FROM cv_items ORDER BY id
SELECT table_name, check_option, is_updatable, is_insertable_into FROM information_schema.views WHERE table_name LIKE 'cv\_%' ORDER BY 1
SELECT table_name, table_type, is_insertable_into FROM information_schema.tables WHERE table_name LIKE 'cv\_%' ORDER BY 1
SELECT column_name, is_updatable FROM information_schema.columns WHERE table_name = 'cv_sum' ORDER BY 1
SELECT pg_relation_is_updatable('cv_all'::regclass, false), pg_relation_is_updatable('cv_sum'::regclass, false), pg_relation_is_updatable('cv_items'::regclass, true)
INSERT INTO cv_cheap (id, kind, price) VALUES (1, 'a', 5) ON CONFLICT (id) DO UPDATE SET price = 500
WITH up AS (UPDATE cv_cheap SET price = 77 WHERE id = 1 RETURNING id) SELECT * FROM up
CREATE OR REPLACE VIEW cv_cheap AS SELECT * FROM cv_items WHERE price < 25
UPDATE cv_cheap SET price = 26 WHERE id = 10 RETURNING price
CREATE VIEW cv_bad AS SELECT sum(price) FROM cv_items WITH CHECK OPTION
