-- ON CONFLICT, foreign keys, TRUNCATE, constraints that wait.
CREATE TABLE ck_u (id int PRIMARY KEY, email text CONSTRAINT ck_email UNIQUE, n int DEFAULT 0, active boolean DEFAULT true)
INSERT INTO ck_u VALUES (1,'a@x',1), (2,'b@x',2)
INSERT INTO ck_u VALUES (1,'c@x',9) ON CONFLICT (id) DO UPDATE SET n = ck_u.n + excluded.n RETURNING *
INSERT INTO ck_u VALUES (1,'c@x',9) ON CONFLICT (id) DO UPDATE SET n = excluded.n WHERE ck_u.n > 100 RETURNING *
INSERT INTO ck_u VALUES (3,'a@x',5) ON CONFLICT ON CONSTRAINT ck_email DO UPDATE SET n = excluded.n, id = excluded.id RETURNING id, n
INSERT INTO ck_u VALUES (4,'a@x',5) ON CONFLICT ON CONSTRAINT ck_u_pkey DO NOTHING
INSERT INTO ck_u VALUES (2,'z@x',5) ON CONFLICT ON CONSTRAINT nope DO NOTHING
INSERT INTO ck_u VALUES (2,'z@x',5), (5,'e@x',5) ON CONFLICT DO NOTHING RETURNING id
INSERT INTO ck_u VALUES (6,'f@x',1), (6,'g@x',2) ON CONFLICT (id) DO UPDATE SET n = excluded.n
INSERT INTO ck_u VALUES (6,'f@x',1), (6,'g@x',2) ON CONFLICT (id) DO NOTHING
INSERT INTO ck_u VALUES (6,'f@x',1) ON CONFLICT (n) DO NOTHING
INSERT INTO ck_u AS t VALUES (6,'h@x',3) ON CONFLICT (id) DO UPDATE SET (email, n) = (excluded.email, t.n + 10) RETURNING t.*
INSERT INTO ck_u AS t VALUES (6,'h@x',3) ON CONFLICT (id) DO UPDATE SET (email, n) = (SELECT excluded.email || '!', max(n) FROM ck_u) RETURNING *
INSERT INTO ck_u VALUES (6,'q@x',3) ON CONFLICT (id) DO UPDATE SET n = DEFAULT, email = DEFAULT RETURNING *
INSERT INTO ck_u SELECT g, 'g' || g, g FROM generate_series(5, 8) g ON CONFLICT (id) DO UPDATE SET email = excluded.email, n = excluded.n RETURNING id, email, n
INSERT INTO ck_u VALUES (7, NULL, 0) ON CONFLICT (email) DO NOTHING
INSERT INTO ck_u VALUES (9, 'g5', 0) ON CONFLICT (id) DO UPDATE SET n = 1
INSERT INTO ck_u VALUES (9, 'g5', 0) ON CONFLICT (email) DO UPDATE SET id = 8
INSERT INTO ck_u VALUES (1, 'x', 0) ON CONFLICT DO UPDATE SET n = 1
INSERT INTO ck_u VALUES (1, 'x', 0) ON CONFLICT (id) DO UPDATE SET n = n + 1
SELECT * FROM ck_u ORDER BY id
CREATE TABLE ck_part (id int, live boolean, v int)
CREATE UNIQUE INDEX ck_part_live ON ck_part (id) WHERE live
INSERT INTO ck_part VALUES (1, true, 1), (1, false, 2), (1, false, 3)
INSERT INTO ck_part VALUES (1, true, 9) ON CONFLICT (id) WHERE live DO UPDATE SET v = excluded.v RETURNING *
INSERT INTO ck_part VALUES (1, true, 9) ON CONFLICT (id) DO NOTHING
INSERT INTO ck_part VALUES (1, true, 10)
SELECT * FROM ck_part ORDER BY v
CREATE UNIQUE INDEX ck_low ON ck_u (lower(email))
INSERT INTO ck_u VALUES (20, 'G7', 0) ON CONFLICT (lower(email)) DO UPDATE SET n = 70 RETURNING id, n
CREATE TABLE ck_p (id int PRIMARY KEY, s text)
CREATE TABLE ck_c (id int PRIMARY KEY, p int REFERENCES ck_p ON DELETE CASCADE ON UPDATE CASCADE)
CREATE TABLE ck_n (id int, p int DEFAULT 1 REFERENCES ck_p (id) ON DELETE SET NULL)
CREATE TABLE ck_r (id int, p int CONSTRAINT ck_r_fk REFERENCES ck_p (id))
INSERT INTO ck_p VALUES (1,'a'),(2,'b'),(3,'c')
INSERT INTO ck_c VALUES (1,1),(2,2),(3,2)
INSERT INTO ck_n VALUES (1,1),(2,2),(3,NULL)
INSERT INTO ck_r VALUES (1,3)
INSERT INTO ck_r VALUES (2,99)
DELETE FROM ck_p WHERE id = 3
DELETE FROM ck_p WHERE id = 2 RETURNING *
SELECT * FROM ck_c ORDER BY id
SELECT * FROM ck_n ORDER BY id
UPDATE ck_p SET id = 10 WHERE id = 1
UPDATE ck_p SET id = 30 WHERE id = 3
SELECT * FROM ck_c ORDER BY id
UPDATE ck_r SET p = 44
TRUNCATE ck_p
TRUNCATE ck_p CASCADE
SELECT (SELECT count(*) FROM ck_c), (SELECT count(*) FROM ck_n), (SELECT count(*) FROM ck_r)
CREATE TABLE ck_tree (id int PRIMARY KEY, up int REFERENCES ck_tree ON DELETE CASCADE)
INSERT INTO ck_tree VALUES (2,1),(1,NULL),(3,2)
DELETE FROM ck_tree WHERE id = 1
SELECT count(*) FROM ck_tree
CREATE TABLE ck_def (id int PRIMARY KEY, o int, CONSTRAINT ck_def_o UNIQUE (o) DEFERRABLE INITIALLY DEFERRED)
INSERT INTO ck_def VALUES (1,1),(2,2)
BEGIN
UPDATE ck_def SET o = 2 WHERE id = 1
UPDATE ck_def SET o = 1 WHERE id = 2
COMMIT
SELECT * FROM ck_def ORDER BY id
BEGIN
UPDATE ck_def SET o = 7
COMMIT
SELECT * FROM ck_def ORDER BY id
CREATE TABLE ck_fd (id int, p int REFERENCES ck_p DEFERRABLE INITIALLY DEFERRED)
BEGIN
INSERT INTO ck_fd VALUES (1, 50)
INSERT INTO ck_p VALUES (50, 'late')
COMMIT
BEGIN
INSERT INTO ck_fd VALUES (2, 51)
SET CONSTRAINTS ALL IMMEDIATE
ROLLBACK
INSERT INTO ck_fd VALUES (3, 52)
SELECT * FROM ck_fd
CREATE TABLE ck_chk (v int CHECK (v > 0), w int CONSTRAINT ck_w CHECK (w < 10), CONSTRAINT ck_both CHECK (v < w))
INSERT INTO ck_chk VALUES (1, 5), (0, 5)
INSERT INTO ck_chk VALUES (6, 5)
INSERT INTO ck_chk VALUES (NULL, 50)
INSERT INTO ck_chk VALUES (1, 5)
UPDATE ck_chk SET v = w
SELECT * FROM ck_chk
DROP TABLE ck_u, ck_part, ck_c, ck_n, ck_r, ck_fd, ck_p, ck_tree, ck_def, ck_chk
