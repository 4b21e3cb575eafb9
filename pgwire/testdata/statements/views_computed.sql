CREATE TABLE vco (id int PRIMARY KEY, name text, tags text[])
INSERT INTO vco VALUES (1, 'a', '{x,y}'), (2, 'b', '{}')
CREATE VIEW vco_window AS SELECT id, row_number() OVER (ORDER BY id) AS n FROM vco
DELETE FROM vco_window
UPDATE vco_window SET id = 5 WHERE n = 1
INSERT INTO vco_window (id) VALUES (9)
CREATE VIEW vco_count AS SELECT count(*) AS n FROM vco
DELETE FROM vco_count
UPDATE vco_count SET n = 1
INSERT INTO vco_count VALUES (1)
CREATE VIEW vco_within AS SELECT max(id) + 1 AS n, coalesce(max(name), '') AS m FROM vco
DELETE FROM vco_within
CREATE VIEW vco_listed AS SELECT string_agg(name, ',') AS l, array_agg(id) AS a FROM vco
DELETE FROM vco_listed
CREATE VIEW vco_each AS SELECT id, unnest(tags) AS tag FROM vco
DELETE FROM vco_each WHERE id = 2
UPDATE vco_each SET id = 7 WHERE id = 2
CREATE VIEW vco_series AS SELECT id, generate_series(1, 2) AS g FROM vco
DELETE FROM vco_series WHERE id = 1
CREATE VIEW vco_matches AS SELECT id, regexp_matches(name, 'a', 'g') AS g FROM vco
DELETE FROM vco_matches WHERE id = 2
CREATE VIEW vco_plain AS SELECT id, name AS title, upper(name) AS big, id + 1 AS next FROM vco
UPDATE vco_plain SET title = 'c' WHERE id = 2 RETURNING id, title
UPDATE vco_plain SET big = 'c'
DELETE FROM vco_plain WHERE id = 2 RETURNING title
SELECT * FROM vco ORDER BY id
DROP TABLE vco CASCADE
