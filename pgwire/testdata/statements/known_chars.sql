-- Values of type character beside texts, by names that several tables have.
CREATE TABLE kwc_a (id int, c char(5), d char(3))
CREATE TABLE kwc_t (id int, c text, v varchar(10))
CREATE TABLE kwc_b (id int, c char(8))
INSERT INTO kwc_a VALUES (1, 'a', 'a'), (2, 'b', 'b'), (3, NULL, NULL), (4, '', '')
INSERT INTO kwc_t VALUES (1, 'a', 'a'), (2, 'b  ', 'b '), (3, 'a    ', 'a    '), (4, '', NULL), (5, '  ', ' ')
INSERT INTO kwc_b VALUES (1, 'a  '), (2, 'b'), (3, 'c')
SELECT kwc_a.id, kwc_t.id FROM kwc_a JOIN kwc_t USING (c) ORDER BY 1, 2
SELECT * FROM kwc_a JOIN kwc_t USING (c) ORDER BY 2, 4
SELECT kwc_a.id, kwc_t.id FROM kwc_a JOIN kwc_t ON kwc_a.c = kwc_t.c ORDER BY 1, 2
SELECT kwc_a.id, kwc_t.id FROM kwc_a JOIN kwc_t ON kwc_a.c = kwc_t.v ORDER BY 1, 2
SELECT a.c, t.c FROM (SELECT c FROM kwc_a) a NATURAL JOIN (SELECT c FROM kwc_t) t ORDER BY 1
SELECT a.c, t.c FROM (SELECT c FROM kwc_a) a NATURAL FULL JOIN (SELECT c FROM kwc_t) t ORDER BY 1, 2
SELECT c FROM (SELECT c FROM kwc_a) a NATURAL FULL JOIN (SELECT c FROM kwc_t) t ORDER BY 1
SELECT c FROM kwc_a LEFT JOIN kwc_t USING (c) ORDER BY 1
SELECT c FROM kwc_a RIGHT JOIN kwc_t USING (c) ORDER BY 1
SELECT c || '|' FROM kwc_a FULL JOIN kwc_b USING (c) ORDER BY 1
SELECT c, kwc_a.id, kwc_b.id FROM kwc_a JOIN kwc_b USING (c) ORDER BY 1
SELECT id, c = (SELECT c FROM kwc_t WHERE id = 2), c = (SELECT c FROM kwc_t WHERE id = 1) FROM kwc_a ORDER BY id
SELECT id FROM kwc_t WHERE c = (SELECT c FROM kwc_a WHERE id = 1) ORDER BY id
SELECT id FROM kwc_t WHERE c = (SELECT c FROM kwc_a WHERE id = 2) ORDER BY id
SELECT id FROM kwc_t WHERE c IN (SELECT c FROM kwc_a) ORDER BY id
SELECT id FROM kwc_a WHERE c IN (SELECT c FROM kwc_t) ORDER BY id
SELECT id FROM kwc_a WHERE c NOT IN (SELECT c FROM kwc_t WHERE c IS NOT NULL) ORDER BY id
SELECT id FROM kwc_t WHERE c NOT IN (SELECT c FROM kwc_a WHERE c IS NOT NULL) ORDER BY id
SELECT id FROM kwc_a WHERE c = ANY (SELECT v FROM kwc_t) ORDER BY id
SELECT id FROM kwc_a WHERE c <> ALL (SELECT c FROM kwc_t) ORDER BY id
SELECT id FROM kwc_a a WHERE EXISTS (SELECT 1 FROM kwc_t t WHERE t.c = a.c) ORDER BY id
SELECT id FROM kwc_a a WHERE NOT EXISTS (SELECT 1 FROM kwc_t t WHERE a.c = t.c) ORDER BY id
SELECT id FROM kwc_a WHERE (c, d) IN (SELECT c, v FROM kwc_t) ORDER BY id
SELECT id FROM kwc_t WHERE (c, v) IN (SELECT c, d FROM kwc_a) ORDER BY id
SELECT id FROM kwc_t WHERE (c, v) = (SELECT c, d FROM kwc_a WHERE id = 1) ORDER BY id
SELECT c FROM kwc_a UNION SELECT c FROM kwc_t ORDER BY 1
SELECT c FROM kwc_t UNION SELECT c FROM kwc_a ORDER BY 1
SELECT c FROM kwc_a INTERSECT SELECT c FROM kwc_t ORDER BY 1
SELECT c FROM kwc_a EXCEPT SELECT c FROM kwc_t ORDER BY 1
SELECT c FROM kwc_a UNION SELECT c FROM kwc_b ORDER BY 1
WITH w AS (SELECT c FROM kwc_t) SELECT id FROM kwc_a WHERE c IN (SELECT c FROM w) ORDER BY id
SELECT a.id, x.id FROM kwc_a a, LATERAL (SELECT id FROM kwc_t t WHERE t.c = a.c) x ORDER BY 1, 2
SELECT (SELECT c FROM kwc_a WHERE id = 1) = (SELECT c FROM kwc_t WHERE id = 3), (SELECT c FROM kwc_a WHERE id = 1) = 'a  '
SELECT id FROM kwc_a WHERE c = (SELECT max(c) FROM kwc_t) ORDER BY id
SELECT id FROM kwc_a WHERE c = (SELECT max(c) FROM kwc_b) OR c = (SELECT min(c) FROM kwc_b) ORDER BY id
SELECT CASE c WHEN 'a ' THEN 1 WHEN 'b' THEN 2 END FROM kwc_a ORDER BY id
DELETE FROM kwc_t USING kwc_a WHERE kwc_a.c = kwc_t.c AND kwc_a.id = 2
UPDATE kwc_t SET v = 'x' FROM kwc_a WHERE kwc_a.c = kwc_t.c
SELECT * FROM kwc_t ORDER BY id
SELECT id FROM kwc_a WHERE c < (SELECT c FROM kwc_t WHERE id = 3) ORDER BY id
SELECT id FROM kwc_a WHERE c BETWEEN (SELECT c FROM kwc_t WHERE id = 3) AND 'b ' ORDER BY id
SELECT count(*) FROM kwc_a JOIN kwc_t ON kwc_t.c IN (kwc_a.c, kwc_a.d)
CREATE TABLE kwd_a (id int, c char(5), d char(3))
CREATE TABLE kwd_t (id int, c text, v varchar(10))
INSERT INTO kwd_a VALUES (1, 'a', 'a'), (2, 'b', 'b')
INSERT INTO kwd_t VALUES (1, 'a', 'a'), (2, 'b  ', 'b ')
CREATE VIEW kwd_v AS SELECT a.id FROM kwd_a a JOIN kwd_t t ON a.c = t.c WHERE a.c IN (SELECT c FROM kwd_t) AND t.c IN (SELECT c FROM kwd_a)
SELECT * FROM kwd_v
SELECT pg_get_viewdef('kwd_v'::regclass)
CREATE VIEW kwd_w AS SELECT c FROM kwd_t UNION ALL SELECT c FROM kwd_a
SELECT * FROM kwd_w ORDER BY 1
SELECT pg_get_viewdef('kwd_w'::regclass)
PREPARE kwdp AS SELECT id FROM kwd_a WHERE c = (SELECT c FROM kwd_t WHERE id = $1)
EXECUTE kwdp(1)
EXECUTE kwdp(2)
CREATE TABLE kwd_m AS SELECT id FROM kwd_a WHERE c = (SELECT c FROM kwd_t WHERE id = 2)
SELECT * FROM kwd_m
CREATE VIEW kwd_x AS SELECT a.c = t.c AS same, NULLIF(a.c, t.c) FROM kwd_a a, kwd_t t
SELECT pg_get_viewdef('kwd_x'::regclass)
SELECT * FROM kwd_x ORDER BY 1, 2
SELECT a.c = t.c, CASE a.c WHEN t.c THEN 1 ELSE 0 END FROM kwd_a a, kwd_t t ORDER BY 1, 2
SELECT c FROM kwd_a WHERE c = 'a '::text
SELECT c FROM kwd_a WHERE c = 'a '
SELECT a.c, count(*) FROM kwd_a a JOIN kwd_t t ON t.c = a.c GROUP BY a.c HAVING a.c = max(t.c) ORDER BY 1
SELECT (a.c, a.id) = (t.c, t.id) FROM kwd_a a, kwd_t t ORDER BY 1
SELECT c FROM kwd_t WHERE c IN (SELECT DISTINCT c FROM kwd_a ORDER BY c LIMIT 1)
SELECT c FROM kwd_t WHERE (c, id) IN (SELECT c, id FROM kwd_a)
SELECT c FROM kwd_t WHERE (c, id) IN (SELECT * FROM (SELECT c, id FROM kwd_a) s)
SELECT c FROM kwd_t WHERE c IN (SELECT c FROM kwd_a UNION SELECT d FROM kwd_a)
SELECT coalesce(t.c, a.c), coalesce(a.c, t.c) FROM kwd_a a JOIN kwd_t t ON a.id = t.id ORDER BY 1
SELECT CASE WHEN a.id = 1 THEN t.c ELSE a.c END || '|', greatest(t.c, a.c) || '|' FROM kwd_a a JOIN kwd_t t ON a.id = t.id ORDER BY 1
SELECT ARRAY[t.c, a.c] FROM kwd_a a JOIN kwd_t t ON a.id = t.id ORDER BY 1
SELECT x FROM (SELECT c AS x FROM kwd_t UNION ALL SELECT c FROM kwd_a) s WHERE x = 'b  '
INSERT INTO kwd_t (id, c) SELECT 9, c FROM kwd_a WHERE c = (SELECT c FROM kwd_t WHERE id = 1)
SELECT * FROM kwd_t ORDER BY id
