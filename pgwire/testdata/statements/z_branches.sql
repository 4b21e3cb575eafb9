CREATE TABLE zbr_t (id int, doc jsonb, raw json, x int, t text)
INSERT INTO zbr_t VALUES (1, '{"a": 1, "b": 2}', '[1,2]', 2, '5'), (2, '[1,2,3]', '{"k": 1}', 0, 'abc'), (3, '7', '7', 5, NULL), (4, NULL, NULL, NULL, '8')
SELECT id, CASE jsonb_typeof(doc) WHEN 'object' THEN (SELECT count(*) FROM jsonb_object_keys(doc)) WHEN 'array' THEN jsonb_array_length(doc) END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(doc) = 'array' THEN (SELECT sum(e::int) FROM jsonb_array_elements_text(doc) AS e) ELSE -1 END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN json_typeof(raw) <> 'object' THEN NULL ELSE (SELECT string_agg(k, ',') FROM json_object_keys(raw) k) END FROM zbr_t WHERE raw IS NOT NULL AND json_typeof(raw) IN ('object','array') ORDER BY id
SELECT id, CASE WHEN x <> 0 THEN (SELECT 10 / x) END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN x <> 0 THEN (SELECT sum(10 / x) FROM generate_series(1, 2)) ELSE 0 END FROM zbr_t ORDER BY id
SELECT id, coalesce(nullif(x, 0), (SELECT 10 / (x + 1))) FROM zbr_t ORDER BY id
SELECT id, CASE WHEN t ~ '^\d+$' THEN (SELECT t::int + 1) ELSE 0 END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN t ~ '^\d+$' THEN (SELECT max(o.id) FROM zbr_t o WHERE o.x < zbr_t.t::int) ELSE 0 END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN x > 0 THEN ARRAY(SELECT 100 / x) END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN x > 0 THEN EXISTS (SELECT 1 FROM zbr_t o WHERE 10 / zbr_t.x > o.id) END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(doc) = 'object' THEN ARRAY(SELECT jsonb_object_keys(doc)) END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(doc) = 'object' THEN (SELECT jsonb_agg(key) FROM jsonb_each(doc)) ELSE '[]' END FROM zbr_t ORDER BY id
SELECT id, coalesce(CASE WHEN x > 0 THEN x END, (SELECT count(*) FROM jsonb_array_elements(doc))) FROM zbr_t WHERE id < 3 ORDER BY id
SELECT id FROM zbr_t WHERE jsonb_typeof(doc) = 'object' AND EXISTS (SELECT 1 FROM jsonb_object_keys(doc) k WHERE k = 'a') ORDER BY id
SELECT id, CASE WHEN x > 0 THEN CASE WHEN t ~ '^\d+$' THEN (SELECT t::int / x) ELSE -1 END ELSE -2 END FROM zbr_t ORDER BY id
SELECT id, CASE WHEN x > 0 THEN (SELECT CASE WHEN o.x > 0 THEN (SELECT o.id / o.x + 10 / zbr_t.x) END FROM zbr_t o WHERE o.id = zbr_t.id) END FROM zbr_t ORDER BY id
SELECT CASE WHEN x > 0 THEN (SELECT 10 / x) ELSE (SELECT count(*) FROM jsonb_array_elements(doc)) END FROM zbr_t WHERE id <= 2 ORDER BY id
SELECT x, CASE WHEN count(*) > 0 AND x <> 0 THEN (SELECT 10 / x) END FROM zbr_t WHERE x <> 0 GROUP BY x ORDER BY x
SELECT id FROM zbr_t WHERE CASE WHEN x <> 0 THEN (SELECT 10 / x) > 2 ELSE false END ORDER BY id
UPDATE zbr_t SET t = CASE WHEN jsonb_typeof(doc) = 'object' THEN (SELECT string_agg(k, '' ORDER BY k) FROM jsonb_object_keys(doc) k) ELSE t END RETURNING id, t
SELECT a.id, CASE WHEN a.x > b.x THEN (SELECT 100 / (a.x - b.x)) END FROM zbr_t a JOIN zbr_t b ON a.id <> b.id WHERE a.id < 4 AND b.id < 4 ORDER BY a.id, b.id
CREATE VIEW zbr_v AS SELECT id, CASE WHEN x <> 0 THEN (SELECT 10 / x) END AS q FROM zbr_t
SELECT * FROM zbr_v ORDER BY id
SELECT pg_get_viewdef('zbr_v')
