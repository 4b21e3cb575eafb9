CREATE TABLE lce (id int PRIMARY KEY, k text, doc jsonb, arr int[])
INSERT INTO lce VALUES (1, 'tags', '{"tags": ["a", "b"]}', '{1,2,3}'), (2, 'none', '{"tags": ["c"]}', '{}'), (3, 'tags', '{"tags": []}', NULL), (4, 'tags', '{}', '{4}'), (5, NULL, '{"tags": ["e"]}', '{5,NULL}')
SELECT e.id, t.tag, t.ord FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') WITH ORDINALITY t(tag, ord) ON e.k = 'tags' ORDER BY e.id, t.ord
SELECT e.id, t.tag, t.ord FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') WITH ORDINALITY t(tag, ord) ON true ORDER BY e.id, t.ord
SELECT e.id, t.tag FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') t(tag) ON false ORDER BY e.id
SELECT e.id, t.tag FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') t(tag) ON tag <> 'a' ORDER BY e.id, tag
SELECT e.id, t.tag FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') t(tag) ON t.tag = 'b' AND e.k = 'tags' ORDER BY e.id, tag
SELECT e.id, x FROM lce e LEFT JOIN LATERAL unnest(e.arr) AS x ON x > 1 ORDER BY e.id, x
SELECT e.id, x FROM lce e LEFT JOIN LATERAL unnest(e.arr) x ON x > e.id ORDER BY e.id, x
SELECT e.id, x, n FROM lce e LEFT JOIN unnest(e.arr) WITH ORDINALITY AS u(x, n) ON n > 1 OR e.id = 4 ORDER BY e.id, x
SELECT e.id, s.m FROM lce e LEFT JOIN LATERAL (SELECT max(x) AS m FROM unnest(e.arr) x) s ON s.m > 2 ORDER BY e.id
SELECT e.id, s.* FROM lce e LEFT JOIN LATERAL (SELECT o.id AS oid, o.k FROM lce o WHERE o.id > e.id ORDER BY o.id LIMIT 2) s ON s.k IS NOT NULL ORDER BY e.id, s.oid
SELECT e.id, s.* FROM lce e LEFT JOIN LATERAL (SELECT o.id AS oid, o.k FROM lce o WHERE o.id > e.id ORDER BY o.id LIMIT 2) s ON e.k = s.k AND s.oid < 4 ORDER BY e.id, s.oid
SELECT e.id, s.oid FROM lce e LEFT JOIN LATERAL (SELECT o.id AS oid FROM lce o WHERE o.id = e.id + 1) s ON e.id IN (SELECT 2 UNION SELECT 3) ORDER BY e.id
SELECT * FROM lce e LEFT JOIN LATERAL (SELECT e.id * 10 AS ten) s ON ten > 20 ORDER BY id
SELECT count(*) FROM lce e LEFT JOIN LATERAL generate_series(1, e.id) g ON g % 2 = 0
SELECT e.id, g FROM lce e LEFT JOIN LATERAL generate_series(1, e.id) g ON g % 2 = 0 ORDER BY 1, 2
SELECT e.id, g.* FROM lce e LEFT JOIN LATERAL generate_series(1, e.id) WITH ORDINALITY AS g(v, o) ON v = e.id ORDER BY 1, 2
SELECT e.id, a.x, b.y FROM lce e LEFT JOIN LATERAL unnest(e.arr) a(x) ON x > 1 LEFT JOIN LATERAL (SELECT a.x * 2 AS y) b ON y < 6 ORDER BY 1, 2, 3
SELECT e.id, key, value FROM lce e LEFT JOIN LATERAL jsonb_each(e.doc) ON key = 'tags' AND jsonb_array_length(value) > 0 ORDER BY 1
SELECT e.id, j.key, j.value FROM lce e LEFT JOIN LATERAL jsonb_each_text(e.doc) j ON e.k IS NOT NULL ORDER BY 1
SELECT e.id, t FROM lce e LEFT JOIN LATERAL jsonb_array_elements(e.doc->'tags') t ON t <> '"a"' ORDER BY 1, 2
SELECT e.id, m FROM lce e LEFT JOIN LATERAL regexp_matches(e.k, '[a-t]', 'g') m ON m[1] = 't' ORDER BY 1, 2
SELECT e.id, w FROM lce e LEFT JOIN LATERAL regexp_split_to_table(e.k, '') w ON w > 'n' ORDER BY 1, 2
SELECT e.id, x FROM lce e JOIN LATERAL unnest(e.arr) x ON x > e.id ORDER BY 1, 2
SELECT e.id, x FROM lce e INNER JOIN LATERAL unnest(e.arr) x ON e.k = 'tags' ORDER BY 1, 2
SELECT e.id, v FROM lce e LEFT JOIN LATERAL (VALUES (e.id), (e.id + 1)) q(v) ON v % 2 = 0 ORDER BY 1, 2
SELECT e.id, q.nosuch FROM lce e LEFT JOIN LATERAL (VALUES (e.id), (e.id + 1)) q(v) ON v % 2 = 0 ORDER BY 1, 2
SELECT e.id FROM lce e LEFT JOIN LATERAL (VALUES (e.id)) q(v) ON v ORDER BY 1
SELECT e.id FROM lce e LEFT JOIN LATERAL (VALUES (e.id)) q(v) ON nosuch = 1 ORDER BY 1
SELECT e.id FROM lce e LEFT JOIN LATERAL (VALUES (e.id)) q(id) ON id = 1 ORDER BY 1
SELECT e.id, q.v FROM lce e RIGHT JOIN LATERAL (VALUES (e.id)) q(v) ON v = 1
SELECT e.id, q.v FROM lce e FULL JOIN LATERAL (VALUES (e.id)) q(v) ON v = 1
SELECT q.v FROM lce e LEFT JOIN LATERAL (SELECT e.id AS v, e.k) q ON (e.k = 'tags') IS NOT TRUE ORDER BY 1
SELECT e.id, q FROM lce e LEFT JOIN LATERAL (SELECT e.id AS v, e.k) q ON v > 3 ORDER BY 1
SELECT e.id, q IS NULL, q.* FROM lce e LEFT JOIN LATERAL (SELECT e.id AS v, e.k) q ON v > 3 ORDER BY 1
SELECT e.id, array_agg(t.tag ORDER BY t.ord) FROM lce e LEFT JOIN LATERAL jsonb_array_elements_text(e.doc->'tags') WITH ORDINALITY t(tag, ord) ON e.k = 'tags' GROUP BY e.id ORDER BY e.id
SELECT e.id, o.id FROM lce e LEFT JOIN (lce o LEFT JOIN LATERAL unnest(o.arr) x ON x = 4) ON o.id = e.id AND x IS NOT NULL ORDER BY 1
SELECT e.id, s.id, x FROM lce e LEFT JOIN LATERAL (SELECT o.id, x FROM lce o LEFT JOIN LATERAL unnest(o.arr) x ON x > 2 WHERE o.id >= e.id) s ON s.id = 4 ORDER BY 1, 2
