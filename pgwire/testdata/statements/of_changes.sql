-- Chapter 6, and INSERT, UPDATE, DELETE, MERGE of part VI.
CREATE TABLE of_films (code char(5) CONSTRAINT firstkey PRIMARY KEY, title varchar(40) NOT NULL, did integer NOT NULL, date_prod date, kind varchar(10), len interval hour to second)
INSERT INTO of_films VALUES ('UA502', 'Bananas', 105, '1971-07-13', 'Comedy', '82 minutes')
INSERT INTO of_films (code, title, did, date_prod, kind) VALUES ('T_601', 'Yojimbo', 106, '1961-06-16', 'Drama')
INSERT INTO of_films VALUES ('UA503', 'Bananas', 105, DEFAULT, 'Comedy', '82 minutes')
INSERT INTO of_films DEFAULT VALUES
INSERT INTO of_films (code, title, did, date_prod, kind) VALUES ('B6717', 'Tampopo', 110, '1985-02-10', 'Comedy'), ('HG120', 'The Dinner Game', 140, DEFAULT, 'Comedy')
SELECT * FROM of_films ORDER BY code
INSERT INTO of_films (code, title, did) VALUES ('UA502', 'dup', 1)
INSERT INTO of_films (code, title, did) VALUES ('TOOLONG', 'x', 1)
INSERT INTO of_films (code, title) VALUES ('x', 'y', 1)
INSERT INTO of_films (code, title, did) VALUES ('x', 'y')
INSERT INTO of_films (nosuch) VALUES (1)
INSERT INTO of_films SELECT 'N' || g, 't' || g, g FROM generate_series(1, 3) g RETURNING code, did AS d
CREATE TABLE of_tictac (game int, board text[3][3])
INSERT INTO of_tictac VALUES (1, '{{" "," "," "},{" "," "," "},{" "," "," "}}')
INSERT INTO of_tictac (game, board[1:3][1:3]) VALUES (1, '{{" "," "," "},{" "," "," "},{" "," "," "}}')
UPDATE of_tictac SET board[1][1] = 'X' WHERE game = 1 RETURNING board
CREATE TABLE of_distr (did int PRIMARY KEY, dname varchar(40) UNIQUE, is_active bool DEFAULT true)
INSERT INTO of_distr (did, dname) VALUES (5, 'Gizmo'), (6, 'Associated') ON CONFLICT (did) DO UPDATE SET dname = EXCLUDED.dname
INSERT INTO of_distr (did, dname) VALUES (5, 'Gizmo 2') ON CONFLICT (did) DO UPDATE SET dname = EXCLUDED.dname RETURNING *
INSERT INTO of_distr (did, dname) VALUES (5, 'Gizmo 3') ON CONFLICT DO NOTHING
INSERT INTO of_distr (did, dname) VALUES (5, 'Gizmo 3'), (8, 'New') ON CONFLICT DO NOTHING RETURNING did
INSERT INTO of_distr AS d (did, dname) VALUES (8, 'Anvil') ON CONFLICT (did) DO UPDATE SET dname = EXCLUDED.dname || ' (formerly ' || d.dname || ')' WHERE d.is_active RETURNING d.dname
INSERT INTO of_distr (did, dname) VALUES (9, 'Antwerp') ON CONFLICT ON CONSTRAINT of_distr_pkey DO NOTHING
INSERT INTO of_distr (did, dname) VALUES (9, 'Antwerp 2') ON CONFLICT ON CONSTRAINT of_distr_pkey DO UPDATE SET dname = EXCLUDED.dname RETURNING *
INSERT INTO of_distr (did, dname) VALUES (9, 'x') ON CONFLICT ON CONSTRAINT nosuch DO NOTHING
INSERT INTO of_distr (did, dname) VALUES (20, 'Antwerp 2') ON CONFLICT (did) DO NOTHING
INSERT INTO of_distr (did, dname) VALUES (1, 'x') ON CONFLICT (is_active) DO NOTHING
INSERT INTO of_distr (did, dname) VALUES (1, 'a'), (1, 'b') ON CONFLICT (did) DO UPDATE SET dname = EXCLUDED.dname
INSERT INTO of_distr (did, dname) VALUES (5, 'q') ON CONFLICT (did) DO UPDATE SET (dname, is_active) = (EXCLUDED.dname, false) RETURNING *
INSERT INTO of_distr (did, dname) VALUES (10, 'Conrad') ON CONFLICT (did) WHERE is_active DO NOTHING
INSERT INTO of_distr (did, dname) SELECT 11, 'sel' ON CONFLICT (dname) DO UPDATE SET did = of_distr.did + 100
INSERT INTO of_distr (did, dname) VALUES (5, 'z') ON CONFLICT DO UPDATE SET dname = 'z'
SELECT * FROM of_distr ORDER BY did
UPDATE of_films SET kind = 'Dramatic' WHERE kind = 'Drama'
UPDATE of_films SET did = did + 1, title = DEFAULT WHERE code = 'N1'
UPDATE of_films SET (kind, did) = ('Multi', 99) WHERE code = 'N1' RETURNING code, kind, did
UPDATE of_films SET (kind, did) = (SELECT 'Sub', 77) WHERE code = 'N2' RETURNING code, kind, did
UPDATE of_films f SET kind = d.dname FROM of_distr d WHERE d.did = f.did RETURNING f.code, d.did
UPDATE of_films SET title = upper(title) WHERE code LIKE 'N%' RETURNING code, title
UPDATE of_films SET nosuch = 1
UPDATE of_films SET did = NULL WHERE code = 'N1'
UPDATE of_nosuch SET a = 1
UPDATE of_films SET code = 'N2' WHERE code = 'N1'
WITH u AS (UPDATE of_films SET did = did + 1000 WHERE code IN ('N1', 'N2') RETURNING code, did) SELECT * FROM u ORDER BY code
WITH d AS (DELETE FROM of_films WHERE code = 'N3' RETURNING *) INSERT INTO of_distr SELECT did, title FROM d RETURNING did, dname
WITH i AS (INSERT INTO of_distr (did, dname) VALUES (50, 'cte') RETURNING did) SELECT did + 1 FROM i
DELETE FROM of_films USING of_distr d WHERE d.did = of_films.did RETURNING of_films.code
DELETE FROM of_films WHERE kind <> 'Musical' RETURNING code
DELETE FROM of_films WHERE CURRENT OF nosuch
DELETE FROM of_nosuch
DELETE FROM of_films
CREATE TABLE of_acc (id int PRIMARY KEY, bal numeric(10,2)); CREATE TABLE of_tx (id int, amt numeric(10,2)); INSERT INTO of_acc VALUES (1, 10), (2, 20); INSERT INTO of_tx VALUES (1, 5), (3, 7), (2, -20)
MERGE INTO of_acc a USING of_tx t ON a.id = t.id WHEN MATCHED THEN UPDATE SET bal = bal + t.amt WHEN NOT MATCHED THEN INSERT (id, bal) VALUES (t.id, t.amt)
SELECT * FROM of_acc ORDER BY id
MERGE INTO of_acc a USING (SELECT * FROM of_tx) t ON a.id = t.id WHEN MATCHED AND a.bal = 0 THEN DELETE WHEN MATCHED THEN DO NOTHING
MERGE INTO of_acc a USING of_tx t ON a.id = t.id WHEN NOT MATCHED THEN INSERT VALUES (t.id, t.amt) WHEN MATCHED AND t.amt > 6 THEN UPDATE SET bal = 0
MERGE INTO of_acc a USING of_tx t ON a.id = t.id WHEN MATCHED THEN DELETE RETURNING a.id
SELECT * FROM of_acc ORDER BY id
TRUNCATE of_tx
TRUNCATE TABLE of_tx, of_acc
CREATE TABLE of_ser (id serial, v text)
INSERT INTO of_ser (v) VALUES ('a'), ('b'), ('c')
TRUNCATE of_ser RESTART IDENTITY
INSERT INTO of_ser (v) VALUES ('d') RETURNING id
TRUNCATE of_ser CONTINUE IDENTITY
INSERT INTO of_ser (v) VALUES ('e') RETURNING id
TRUNCATE of_nosuch
TRUNCATE ONLY of_ser
CREATE TABLE of_p (id int PRIMARY KEY); CREATE TABLE of_c (id int PRIMARY KEY, pid int REFERENCES of_p); INSERT INTO of_p VALUES (1), (2); INSERT INTO of_c VALUES (1, 1)
TRUNCATE of_p
DELETE FROM of_p WHERE id = 2
UPDATE of_p SET id = 5 WHERE id = 1
INSERT INTO of_c VALUES (2, 99)
BEGIN
DELETE FROM of_c
DELETE FROM of_p
COMMIT
SELECT count(*) FROM of_p
TRUNCATE of_p, of_c
TRUNCATE of_p CASCADE
SELECT * INTO of_into FROM of_distr WHERE did < 7
SELECT * FROM of_into ORDER BY did
SELECT 1 AS a, 'x'::text AS b INTO TEMP of_into2
SELECT * FROM of_into2
CREATE TABLE of_as AS SELECT did, dname FROM of_distr WHERE did = 5
CREATE TABLE of_as2 (x, y) AS VALUES (1, 'a'), (2, 'b')
CREATE TABLE IF NOT EXISTS of_as2 AS SELECT 1
CREATE TABLE of_as3 AS SELECT * FROM of_as2 WITH NO DATA
CREATE TEMP TABLE of_tmp (a int) ON COMMIT DROP
BEGIN; CREATE TEMP TABLE of_tmp2 (a int) ON COMMIT DELETE ROWS; INSERT INTO of_tmp2 VALUES (1); COMMIT; SELECT count(*) FROM of_tmp2
COPY (SELECT * FROM of_as2 ORDER BY x) TO STDOUT
COPY of_as2 TO STDOUT WITH (FORMAT csv, HEADER)
COPY of_as2 FROM '/etc/passwd'
COPY of_as2 TO '/tmp/of_x'
COPY of_nosuch TO STDOUT
