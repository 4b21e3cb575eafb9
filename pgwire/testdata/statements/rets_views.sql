-- RETURNING through updatable views with computed columns.
CREATE TABLE retv_t (id serial PRIMARY KEY, a text, n int DEFAULT 3, at timestamp(3))
CREATE VIEW retv_v AS SELECT id, a, n * 2 AS twice, n FROM retv_t
INSERT INTO retv_v (a, n) VALUES ('x', 4) RETURNING *
INSERT INTO retv_v (a) VALUES ('y') RETURNING id, twice, a || twice AS both
INSERT INTO retv_v (a, n) VALUES ('z', 5), ('w', 6) RETURNING twice
UPDATE retv_v SET n = n + 1 WHERE twice > 9 RETURNING id, n, twice
UPDATE retv_v SET n = twice WHERE id = 1 RETURNING *
UPDATE retv_v v SET n = 2 WHERE v.twice = 6 RETURNING v.*, v.twice + 1 AS more
DELETE FROM retv_v WHERE twice = 4 RETURNING *, twice
UPDATE retv_v SET twice = 3
INSERT INTO retv_v (twice) VALUES (3)
INSERT INTO retv_v (id, a, n) VALUES (1, 'dup', 9) ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING *
INSERT INTO retv_v (id, a, n) VALUES (1, 'dup', 9) ON CONFLICT (id) DO UPDATE SET n = excluded.n + retv_v.twice RETURNING *
INSERT INTO retv_v (id, a, n) VALUES (1, 'dup', 9) ON CONFLICT (id) DO NOTHING RETURNING *
UPDATE retv_v SET a = s.t FROM (VALUES (1, 'from')) s(i, t) WHERE s.i = id RETURNING id, twice, s.t
CREATE VIEW retv_w AS SELECT id, upper(a) AS loud, a, CASE WHEN n > 5 THEN 'big' ELSE 'small' END AS size FROM retv_t WHERE n > 0 WITH CHECK OPTION
INSERT INTO retv_w (a) VALUES ('q') RETURNING *
UPDATE retv_w SET a = 'r' WHERE loud = 'Q' RETURNING loud, size
CREATE VIEW retv_x AS SELECT v.*, v.twice + 1 AS odd FROM retv_v v
INSERT INTO retv_x (a, n) VALUES ('deep', 10) RETURNING *
UPDATE retv_x SET n = 11 WHERE odd = 21 RETURNING odd, twice
DELETE FROM retv_x WHERE odd = 23 RETURNING odd
CREATE VIEW retv_y AS SELECT id, a, (SELECT count(*) FROM retv_t) AS c, now() AS moment FROM retv_t
INSERT INTO retv_y (a) VALUES ('sub') RETURNING a, c > 0, moment = now()
UPDATE retv_y SET a = 'sub2' WHERE a = 'sub' RETURNING a, c > 0
DELETE FROM retv_y WHERE a = 'sub2' RETURNING a, c > 0
PREPARE retv_p AS INSERT INTO retv_v (a, n) VALUES ($1, $2) RETURNING twice
EXECUTE retv_p('p', 8)
CREATE VIEW retv_z AS SELECT id AS key, current_setting('application_name') AS app, a FROM retv_t
INSERT INTO retv_z (a) VALUES ('set') RETURNING app, a
UPDATE retv_z SET a = 'set2' WHERE a = 'set' RETURNING app, a
MERGE INTO retv_v v USING (VALUES (1)) s(i) ON s.i = v.id WHEN MATCHED THEN UPDATE SET n = 1 WHEN NOT MATCHED THEN INSERT (a) VALUES ('m')
SELECT a, n FROM retv_t WHERE a NOT IN ('dup', 'from') ORDER BY a, n
UPDATE retv_v SET a = s.t FROM (VALUES (1, 'from')) s(i, t) WHERE s.i = retv_v.id RETURNING retv_v.id, retv_v.twice, s.t
UPDATE retv_v SET n = retv_v.twice + s.i FROM (VALUES (1, 'from')) s(i, t) WHERE s.i = retv_v.id AND retv_v.twice > 0 RETURNING retv_v.id, retv_v.twice, s.t
DELETE FROM retv_v USING (VALUES (1)) s(i) WHERE s.i = retv_v.id RETURNING retv_v.id, retv_v.twice
CREATE TABLE retv_people (id int PRIMARY KEY, first text, last text, born date, tags text[], doc jsonb, price numeric(8,2), qty int)
CREATE VIEW retv_p AS SELECT id, first, last, first || ' ' || last AS name, regexp_replace(first, 'a', 'b') AS re, coalesce(tags[1], 'none') AS tag, doc ->> 'k' AS k, price, qty, price * qty AS total, extract(year FROM born)::int AS year, born, tags, doc, jsonb_build_object('id', id) AS o, (price > 10) AS dear, round(price / 3, 3) AS third, born + 1 AS next, length(first) AS "Len" FROM retv_people
INSERT INTO retv_p (id, first, last, born, tags, doc, price, qty) VALUES (1, 'Ana', 'B', '2001-02-03', '{x,y}', '{"k": "v"}', 12.5, 3) RETURNING *
INSERT INTO retv_p (id, first, last, price, qty) VALUES (2, 'Bo', NULL, 1, 2), (3, 'Cy', 'D', 2, 2) RETURNING id, name, total, dear, third, "Len"
UPDATE retv_p SET qty = qty + 1 WHERE total > 3 RETURNING id, total, name
UPDATE retv_p AS x SET first = upper(x.name) WHERE x.year = 2001 RETURNING x.name, x.k, x.tag, x.o, x.next
UPDATE retv_p SET price = total WHERE id IN (SELECT id FROM retv_people WHERE qty = 2) RETURNING total, third
DELETE FROM retv_p WHERE name IS NULL RETURNING id, name, tag
UPDATE retv_p SET name = 'x' WHERE id = 1
INSERT INTO retv_p (id, total) VALUES (5, 1)
ALTER TABLE retv_people RENAME COLUMN qty TO quantity
UPDATE retv_p SET qty = 9 WHERE id = 1 RETURNING qty, total
CREATE VIEW retv_q (a, b, c) AS SELECT id, id + 1, first FROM retv_people
INSERT INTO retv_q (a, c) VALUES (7, 'q') RETURNING *, b * 2 AS bb
UPDATE retv_q SET a = b WHERE b = 8 RETURNING a, b
CREATE VIEW retv_shadow AS SELECT id + 1 AS first, id, last FROM retv_people
UPDATE retv_shadow SET last = 'z' WHERE first = 2 RETURNING first, last
CREATE VIEW retv_agg AS SELECT id, count(*) OVER () AS c FROM retv_people
UPDATE retv_agg SET id = 3
CREATE VIEW retv_set AS SELECT id, unnest(tags) AS c FROM retv_people
UPDATE retv_set SET id = 3
CREATE VIEW retv_rand AS SELECT id, random() AS r, now() AS t, first FROM retv_people WHERE id > 0
UPDATE retv_rand SET first = 'rr' WHERE id = 1 RETURNING id, r BETWEEN 0 AND 1, t = now(), first
INSERT INTO retv_p (id, first) VALUES (1, 'dup') ON CONFLICT (id) DO UPDATE SET first = excluded.first || retv_p.name RETURNING name
INSERT INTO retv_p (id, first) VALUES (1, 'dup') ON CONFLICT (id) DO UPDATE SET first = excluded.name
