-- Changes through views that rename columns, or compute some.
CREATE TABLE vr (id int PRIMARY KEY, name text NOT NULL, note text, kind int DEFAULT 1)
CREATE TABLE vr_other (ident int, who text, id int)
INSERT INTO vr VALUES (1, 'ann', 'a', 1), (2, 'bob', 'b', 2), (3, 'cid', NULL, 1)
INSERT INTO vr_other VALUES (1, 'x', 7), (2, 'y', 8)
CREATE VIEW vr_v AS SELECT id AS ident, name FROM vr WHERE kind = 1
CREATE VIEW vr_c AS SELECT id AS ident, name AS who, kind AS sort FROM vr WHERE kind < 3 WITH CHECK OPTION
CREATE VIEW vr_list (no, called) AS SELECT id, name FROM vr
CREATE VIEW vr_swap AS SELECT id, name AS note, note AS name FROM vr
CREATE VIEW vr_over AS SELECT ident AS number, who AS title FROM vr_c WHERE ident > 0
CREATE VIEW vr_over2 AS SELECT number AS n, title AS who FROM vr_over WHERE number < 100 WITH LOCAL CHECK OPTION
CREATE VIEW vr_comp AS SELECT id AS ident, upper(name) AS loud, kind + 1 AS more, name FROM vr
CREATE VIEW vr_none AS SELECT id + 1 AS next FROM vr
CREATE VIEW vr_twice AS SELECT id, id AS again, name FROM vr
INSERT INTO vr_v (ident, name) VALUES (4, 'dan') RETURNING *
INSERT INTO vr_v VALUES (5, 'eve') RETURNING ident, vr_v.name, ident + 1, ident::text, CASE WHEN ident > 1 THEN 0 ELSE ident END, vr_v.ident AS mine
INSERT INTO vr_v (id, name) VALUES (6, 'fay')
INSERT INTO vr_v (note, ident) VALUES ('x', 6)
INSERT INTO vr_v (ident) VALUES (6)
INSERT INTO vr_v (ident, name) VALUES (4, 'dup')
INSERT INTO vr_v (ident, name) SELECT ident + 10, who FROM vr_other RETURNING ident
INSERT INTO vr_v DEFAULT VALUES
INSERT INTO vr_v (ident, name) VALUES (4, 'dup') ON CONFLICT (ident) DO UPDATE SET name = vr_v.name || excluded.name, ident = excluded.ident RETURNING *
INSERT INTO vr_v AS t (ident, name) VALUES (4, 'dup') ON CONFLICT (ident) DO UPDATE SET name = excluded.ident || '!' WHERE t.ident = 4 RETURNING t.*
INSERT INTO vr_v (ident, name) VALUES (4, 'dup') ON CONFLICT (ident) DO NOTHING
INSERT INTO vr_v (ident, name) VALUES (4, 'dup') ON CONFLICT (ident) DO UPDATE SET note = 'through'
INSERT INTO vr_v (ident, name) VALUES (4, 'dup') ON CONFLICT (id) DO NOTHING
UPDATE vr_v SET name = 'anna' WHERE ident = 1 RETURNING *
UPDATE vr_v SET ident = ident + 100 WHERE vr_v.ident = 5 RETURNING vr_v.*
UPDATE vr_v t SET name = t.name || t.ident WHERE t.ident BETWEEN 100 AND 200 RETURNING t.ident, t.name
UPDATE vr_v SET (ident, name) = (50, 'fifty') WHERE ident = 105 RETURNING ident
UPDATE vr_v SET name = 'no' WHERE id = 1
UPDATE vr_v SET note = 'no' WHERE ident = 1
UPDATE vr_v SET id = 1
UPDATE vr_v SET name = 'two' WHERE ident = 2
UPDATE vr_v SET name = o.who FROM vr_other o WHERE vr_v.ident = o.ident RETURNING vr_v.ident, o.who
UPDATE vr_v SET name = who FROM vr_other o WHERE ident = 1
UPDATE vr_v SET name = who FROM vr_other o WHERE vr_v.ident = o.id
UPDATE vr_v SET name = (SELECT max(who) FROM vr_other o WHERE o.ident = vr_v.ident) WHERE ident = 1 RETURNING *
UPDATE vr_v SET name = (SELECT max(who) FROM vr_other WHERE ident = 2) WHERE ident = 0 RETURNING *
UPDATE vr_v SET name = 'q' WHERE ident IN (SELECT o.ident FROM vr_other o) RETURNING *
UPDATE vr_v SET name = 'r' WHERE EXISTS (SELECT FROM vr_v v WHERE v.ident = vr_v.ident + 2) RETURNING ident
UPDATE vr_v a SET name = 'r' WHERE EXISTS (SELECT FROM vr_v a WHERE a.ident = 4) AND a.ident = 0 RETURNING ident
UPDATE vr_v SET name = 's' WHERE ident = 0 RETURNING row(vr_v.*)
UPDATE vr_v SET name = 's' WHERE ident = 0 RETURNING vr_v
DELETE FROM vr_v WHERE ident = 50 RETURNING ident AS gone, *
DELETE FROM vr_v USING vr_other o WHERE vr_v.ident = o.ident + 10 AND o.who = 'x' RETURNING vr_v.ident
DELETE FROM vr_v WHERE id = 4
WITH d AS (DELETE FROM vr_v WHERE ident = 999 RETURNING ident, name) SELECT ident, name FROM d
SELECT * FROM vr ORDER BY id
INSERT INTO vr_c VALUES (20, 'tom', 2) RETURNING *
INSERT INTO vr_c VALUES (21, 'una', 3)
INSERT INTO vr_c (ident, who) VALUES (21, 'una') RETURNING who, sort
UPDATE vr_c SET sort = 3 WHERE ident = 20
UPDATE vr_c SET sort = 1 WHERE ident = 20 RETURNING sort AS s, who
UPDATE vr_c SET sort = NULL WHERE ident = 20
INSERT INTO vr_list VALUES (30, 'vic') RETURNING *
UPDATE vr_list SET called = called || no WHERE no = 30 RETURNING called
DELETE FROM vr_list WHERE called = 'vic30'
INSERT INTO vr_swap VALUES (31, 'is the name', 'is the note') RETURNING *
UPDATE vr_swap SET name = note, note = name WHERE id = 31 RETURNING id, name, note
UPDATE vr_swap SET note = upper(note) WHERE name = 'is the name' RETURNING note
SELECT * FROM vr WHERE id = 31
DELETE FROM vr_swap WHERE note = 'IS THE NOTE'
INSERT INTO vr_over VALUES (40, 'w') RETURNING *
INSERT INTO vr_over VALUES (-40, 'w') RETURNING *
UPDATE vr_over SET title = title || number WHERE number = 40 RETURNING title
INSERT INTO vr_over2 VALUES (41, 'x') RETURNING *
INSERT INTO vr_over2 VALUES (141, 'x') RETURNING *
UPDATE vr_over2 SET n = 200 WHERE n = 41
UPDATE vr_over2 SET n = n + 1 WHERE who = 'x' RETURNING n
DELETE FROM vr_over2 WHERE n = 42 RETURNING who
INSERT INTO vr_comp (ident, name) VALUES (60, 'yve') RETURNING ident
INSERT INTO vr_comp (ident, loud) VALUES (61, 'zoe')
INSERT INTO vr_comp VALUES (61, 'zoe')
INSERT INTO vr_comp VALUES (61)
INSERT INTO vr_comp VALUES (61, 'A', 2, 'a')
UPDATE vr_comp SET loud = 'X' WHERE ident = 60
UPDATE vr_comp SET name = 'yves' WHERE ident = 60
UPDATE vr_comp SET name = 'y' WHERE loud = 'NO'
UPDATE vr_comp SET name = 'y' WHERE ident = 60 RETURNING *
INSERT INTO vr_comp (ident, name) VALUES (60, 'z') ON CONFLICT (ident) DO UPDATE SET loud = 'Z'
DELETE FROM vr_comp WHERE more = 99
DELETE FROM vr_comp WHERE ident = 60
INSERT INTO vr_none VALUES (1)
UPDATE vr_none SET next = 1
DELETE FROM vr_none
INSERT INTO vr_twice (id, again, name) VALUES (70, 71, 'x')
INSERT INTO vr_twice (again, name) VALUES (70, 'x') RETURNING id, again
UPDATE vr_twice SET id = 1, again = 2 WHERE id = 70
UPDATE vr_twice SET again = 72 WHERE id = 70 RETURNING again
SELECT * FROM vr ORDER BY id
