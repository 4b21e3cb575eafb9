-- Views whose rows are changed: the manual's page of CREATE VIEW, and what developers write.
CREATE TABLE up_films (id serial PRIMARY KEY, title text NOT NULL, kind text, rating int DEFAULT 5, released date)
INSERT INTO up_films (title, kind, released) VALUES ('One', 'comedy', '2020-01-01'), ('Two', 'drama', '2021-01-01'), ('Three', 'comedy', NULL)
CREATE VIEW up_comedies AS SELECT * FROM up_films WHERE kind = 'comedy'
CREATE VIEW up_titles AS SELECT id, title, kind FROM up_films
CREATE VIEW up_recent AS SELECT id, title FROM up_films WHERE released >= '2020-06-01' AND rating IS NOT NULL
CREATE VIEW up_over AS SELECT id, title FROM up_comedies WHERE id > 1
INSERT INTO up_titles (title, kind) VALUES ('Four', 'comedy') RETURNING *
INSERT INTO up_titles VALUES (100, 'Hundred') RETURNING id, title, kind
INSERT INTO up_comedies (title, kind) VALUES ('Not one', 'horror') RETURNING id, rating
UPDATE up_comedies SET rating = rating + 1 RETURNING id, title, rating
UPDATE up_comedies SET title = upper(title) WHERE id = 2
UPDATE up_comedies c SET title = c.title || '!' WHERE c.id = 1 RETURNING c.*
UPDATE up_titles SET rating = 1
UPDATE up_titles SET nope = 1
DELETE FROM up_recent WHERE title LIKE 'T%' RETURNING *
DELETE FROM up_recent
UPDATE up_over SET title = 'deep' RETURNING *
DELETE FROM up_comedies USING (VALUES (3)) v(x) WHERE id = x
INSERT INTO up_titles (id, title) VALUES (100, 'again')
INSERT INTO up_titles (id, title) VALUES (100, 'again') ON CONFLICT (id) DO UPDATE SET title = excluded.title || '?' RETURNING id, title
INSERT INTO up_titles (title) SELECT title || ' II' FROM up_titles WHERE id = 1 RETURNING title
INSERT INTO up_titles DEFAULT VALUES
SELECT id, title, kind, rating FROM up_films ORDER BY id
CREATE VIEW up_sums AS SELECT kind, count(*) AS n FROM up_films GROUP BY kind
CREATE VIEW up_distinct AS SELECT DISTINCT kind FROM up_films
CREATE VIEW up_joined AS SELECT f.id, g.title FROM up_films f JOIN up_films g ON f.id = g.id
UPDATE up_sums SET n = 1
DELETE FROM up_distinct
INSERT INTO up_joined VALUES (1, 'x')
BEGIN; UPDATE up_titles SET kind = 'none' WHERE id = 1; SAVEPOINT s; DELETE FROM up_titles; ROLLBACK TO s; SELECT count(*) FROM up_titles; ROLLBACK
PREPARE up_p (int, text) AS UPDATE up_titles SET title = $2 WHERE id = $1 RETURNING id, title
EXECUTE up_p (1, 'prepared')
WITH w AS (SELECT 1 AS id) UPDATE up_titles t SET kind = 'with' FROM w WHERE t.id = w.id
SELECT kind FROM up_films WHERE id = 1
DROP VIEW up_joined, up_distinct, up_sums, up_over, up_recent, up_titles, up_comedies; DROP TABLE up_films
