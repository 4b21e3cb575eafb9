-- Functions that return sets, by whose values rows are grouped.
CREATE TABLE gs_js (id int, j jsonb, tags text[], s text)
INSERT INTO gs_js VALUES (1, '{"a": 1, "b": 2}', '{x,y}', 'one two'), (2, '{"a": 3, "c": null}', '{y}', 'two'), (3, '{}', NULL, 'one one')
SELECT jsonb_object_keys(j), count(*) FROM gs_js GROUP BY 1 ORDER BY 1
SELECT jsonb_object_keys(j) AS k, count(*) FROM gs_js GROUP BY k ORDER BY k
SELECT jsonb_object_keys(j), count(*) FROM gs_js GROUP BY jsonb_object_keys ORDER BY 1
SELECT jsonb_object_keys(j) AS k, count(*) AS n FROM gs_js GROUP BY jsonb_object_keys(j) ORDER BY n DESC, k
SELECT DISTINCT jsonb_object_keys(j) AS k FROM gs_js ORDER BY k
SELECT unnest(string_to_array('a,b,a', ',')) AS w, count(*) FROM gs_js GROUP BY w ORDER BY w
SELECT unnest(tags) AS tag, count(*), array_agg(id ORDER BY id) FROM gs_js GROUP BY tag ORDER BY count(*) DESC, tag
SELECT unnest(tags) AS tags, count(*) FROM gs_js GROUP BY tags ORDER BY 1
SELECT unnest(tags) AS tag, id FROM gs_js GROUP BY tag, id ORDER BY 1, 2
SELECT upper(unnest(tags)) AS tag, count(*) FROM gs_js GROUP BY 1 ORDER BY 1
SELECT unnest(tags), upper(unnest(tags)) AS tag, count(*) FROM gs_js GROUP BY unnest(tags) ORDER BY 1
SELECT count(*) FROM gs_js GROUP BY unnest(tags) ORDER BY unnest(tags)
SELECT count(*) FROM gs_js GROUP BY unnest(tags) ORDER BY 1
SELECT unnest(ARRAY[1,2]) AS u, count(*) FROM gs_js GROUP BY 1 HAVING count(*) > 1 ORDER BY 1
SELECT id, count(*), generate_series(1, 2) FROM gs_js GROUP BY id ORDER BY id, 3
SELECT id, unnest(array_agg(j->'a')) FROM gs_js GROUP BY id ORDER BY id
SELECT regexp_split_to_table(s, ' ') AS w, count(*) FROM gs_js GROUP BY w ORDER BY count(*) DESC, w
SELECT regexp_split_to_table(lower(s), '\s+') AS word, count(*) AS n FROM gs_js WHERE id > 0 GROUP BY word ORDER BY n DESC, word LIMIT 1
SELECT generate_series(1, 3) % 2 AS m, count(*) FROM gs_js GROUP BY m ORDER BY m
SELECT generate_series(1, 3) AS m, generate_series(1, 2) AS k, count(*) FROM gs_js GROUP BY m ORDER BY m, k
SELECT generate_series(1, 3) AS m, generate_series(1, 2) AS k, count(*) FROM gs_js GROUP BY m, k ORDER BY m, k
SELECT x.k, x.n FROM (SELECT jsonb_object_keys(j) AS k, count(*) AS n FROM gs_js GROUP BY k) x WHERE x.n > 1
WITH w AS (SELECT unnest(tags) AS tag FROM gs_js) SELECT tag, count(*) FROM w GROUP BY tag ORDER BY tag
SELECT a.id, jsonb_object_keys(b.j) AS k, count(*) FROM gs_js a JOIN gs_js b ON b.id = a.id GROUP BY a.id, k ORDER BY 1, 2
SELECT a.id, jsonb_object_keys(b.j) AS k, count(*) FROM gs_js a LEFT JOIN gs_js b ON b.id = a.id + 1 GROUP BY a.id, k ORDER BY 1, 2
SELECT jsonb_array_elements_text('["a","b","a"]') AS e, count(*) GROUP BY e ORDER BY e
SELECT jsonb_array_elements('[{"n":1},{"n":2}]')->>'n' AS e, count(*) GROUP BY e ORDER BY e
SELECT jsonb_each(j) AS e, count(*) FROM gs_js GROUP BY e ORDER BY e
SELECT (jsonb_each(j)).key AS e, count(*) FROM gs_js GROUP BY 1 ORDER BY 1
SELECT generate_series(1, id) AS g, id, sum(id) FROM gs_js GROUP BY ROLLUP (g, id) ORDER BY 1, 2
SELECT date_trunc('month', d)::date AS m, count(*) FROM (SELECT generate_series('2024-01-30'::timestamp, '2024-02-02', '1 day') AS d) x GROUP BY m ORDER BY m
SELECT date_trunc('month', generate_series('2024-01-30'::timestamp, '2024-02-02', '1 day'))::date AS m, count(*) GROUP BY m ORDER BY m
SELECT unnest(tags) AS tag, count(*) OVER () AS o, rank() OVER (ORDER BY count(*) DESC) FROM gs_js GROUP BY tag ORDER BY tag
CREATE VIEW gs_jsv AS SELECT unnest(tags) AS tag, count(*) AS n FROM gs_js GROUP BY 1
SELECT * FROM gs_jsv ORDER BY tag
SELECT pg_get_viewdef('gs_jsv')
CREATE TABLE gs_jst AS SELECT unnest(tags) AS tag, count(*) AS n FROM gs_js GROUP BY 1
SELECT * FROM gs_jst ORDER BY tag
INSERT INTO gs_jst SELECT unnest(tags) || '!', count(*) FROM gs_js GROUP BY 1
SELECT * FROM gs_jst ORDER BY tag
SELECT unnest(tags), count(*) FROM gs_js GROUP BY unnest(tags), id ORDER BY 1, 2
SELECT id, unnest(tags) FROM gs_js GROUP BY id, tags ORDER BY 1, 2
SELECT count(DISTINCT k) FROM (SELECT jsonb_object_keys(j) k FROM gs_js) x
SELECT count(unnest(tags)) FROM gs_js
SELECT unnest(tags), row_number() OVER (ORDER BY id) FROM gs_js ORDER BY 2, 1
SELECT sum(unnest(ARRAY[1,2]))
SELECT unnest(tags) AS t, min(id), max(id), string_agg(s, '; ' ORDER BY id) FROM gs_js WHERE cardinality(tags) > 0 GROUP BY t HAVING count(*) > 1
SELECT unnest(tags) COLLATE "C" AS t, count(*) FROM gs_js GROUP BY t ORDER BY t
SELECT regexp_matches(s, 'o\w') AS m, count(*) FROM gs_js GROUP BY m ORDER BY 1
SELECT (regexp_matches(s, 'o\w', 'g'))[1] AS m, count(*) FROM gs_js GROUP BY m ORDER BY 1
SELECT (jsonb_each_text(j)).key AS e, (jsonb_each_text(j)).value AS v, count(*) FROM gs_js GROUP BY 1, 2 ORDER BY 1, 2
SELECT (jsonb_each_text(j)).*, count(*) FROM gs_js GROUP BY 1, 2 ORDER BY 1, 2
SELECT (jsonb_each_text(j)).key, sum(id) FROM gs_js GROUP BY (jsonb_each_text(j)).key ORDER BY 2, 1
