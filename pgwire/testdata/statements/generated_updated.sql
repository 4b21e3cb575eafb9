-- Generated columns whose values cannot be computed, or are too long.
CREATE TABLE kg (a int, b int, q int GENERATED ALWAYS AS (a / b) STORED, t text, v varchar(3) GENERATED ALWAYS AS (t) STORED)
INSERT INTO kg (a, b, t) VALUES (4, 2, 'abc'), (9, 3, 'x')
INSERT INTO kg (a, b, t) VALUES (4, 0, 'abc')
INSERT INTO kg (a, b, t) VALUES (4, 1, 'abcd')
UPDATE kg SET b = 0
UPDATE kg SET b = 0 WHERE a = 4
UPDATE kg SET t = 'long one'
UPDATE kg SET t = t || 'zz' WHERE a = 4
UPDATE kg SET t = 'a   ' WHERE a = 4
UPDATE kg SET t = 'abc   ' WHERE a = 4
SELECT a, b, q, t, v, length(v) FROM kg ORDER BY a
UPDATE kg SET a = 10 WHERE a = 4 RETURNING a, q
UPDATE kg SET b = 0 WHERE false
UPDATE kg SET b = 0, t = 'x' WHERE a = 1000
SELECT * FROM kg ORDER BY a
CREATE TABLE kg_i (n bigint, s int GENERATED ALWAYS AS (n * 2) STORED, m smallint GENERATED ALWAYS AS (n) STORED)
INSERT INTO kg_i (n) VALUES (5)
UPDATE kg_i SET n = 3000000000
UPDATE kg_i SET n = 40000
SELECT * FROM kg_i
CREATE TABLE kg_d (t text, d int GENERATED ALWAYS AS (t::int) STORED, u numeric(4,2) GENERATED ALWAYS AS (length(t) * 30.5) STORED)
INSERT INTO kg_d (t) VALUES ('1')
UPDATE kg_d SET t = 'x'
UPDATE kg_d SET t = '1234'
SELECT * FROM kg_d
CREATE TABLE kg_c (id int PRIMARY KEY, t text, c char(2) GENERATED ALWAYS AS (t) STORED, k int GENERATED ALWAYS AS (100 / n) STORED, n int DEFAULT 1)
INSERT INTO kg_c (id, t) VALUES (1, 'a'), (2, 'bb')
UPDATE kg_c SET t = 'ccc' WHERE id = 1
UPDATE kg_c SET n = 0 WHERE id = 1
UPDATE kg_c SET n = 50 WHERE id = 1
INSERT INTO kg_c (id, t) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET t = 'ddd'
INSERT INTO kg_c (id, t) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET n = 0
INSERT INTO kg_c (id, t) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET t = 'e' RETURNING id, c
INSERT INTO kg_c AS g (id, t) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET n = 0 RETURNING g.id
UPDATE kg_c SET n = 5 RETURNING id + 1, t
UPDATE kg_c g SET n = 0 RETURNING g.id AS x
UPDATE kg_c SET n = 4 RETURNING *
UPDATE kg_c SET n = 0 RETURNING *
WITH u AS (UPDATE kg_c SET n = 2 WHERE id = 1 RETURNING t) SELECT * FROM u
UPDATE kg_c SET (n, t) = (3, 'z') WHERE id = 2 RETURNING c
PREPARE kg_p AS UPDATE kg_c SET n = $1 WHERE id = $2
EXECUTE kg_p (2, 1)
EXECUTE kg_p (0, 1)
DEALLOCATE kg_p
ALTER TABLE kg_c ADD COLUMN e varchar(2) GENERATED ALWAYS AS (t || 'x') STORED
UPDATE kg_c SET t = 'bb' WHERE id = 1
SELECT column_name, generation_expression FROM information_schema.columns WHERE table_name IN ('kg', 'kg_c') ORDER BY table_name, ordinal_position
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'kg'::regclass ORDER BY adnum
SELECT * FROM kg_c ORDER BY id
CREATE TABLE kg_n (a int, b int, nn int NOT NULL GENERATED ALWAYS AS (nullif(a, b)) STORED)
BEGIN
UPDATE kg SET b = 0
ROLLBACK
UPDATE kg k SET b = i.n - 5 FROM kg_i i WHERE k.a = 10
MERGE INTO kg USING (SELECT 1) s ON true WHEN MATCHED THEN UPDATE SET b = 0
WITH u AS (UPDATE kg SET b = 0 RETURNING a) SELECT * FROM u
SELECT * FROM kg ORDER BY a
DROP TABLE kg, kg_i, kg_d, kg_c
