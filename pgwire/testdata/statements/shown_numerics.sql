CREATE TABLE snu (id int, j jsonb, t text, m numeric(10,2), qty int)
INSERT INTO snu VALUES (1, '{"a": 19.90}', '19.90', 12.30, 3), (2, '{"a": 2}', '2', 100, 1), (3, '{"a": 3.1400}', '3.1400', 0.05, 7), (4, '{}', NULL, NULL, NULL)
SELECT to_jsonb((j->>'a')::numeric) AS v FROM snu ORDER BY id
SELECT to_jsonb(coalesce(m, 0.000)) AS v FROM snu ORDER BY id
SELECT to_json(t::numeric * 1.10) AS v FROM snu ORDER BY id
SELECT to_json(CASE WHEN qty > 1 THEN t::numeric ELSE m END) AS v FROM snu ORDER BY id
SELECT jsonb_build_object('a', -(t::numeric)) AS v FROM snu ORDER BY id
SELECT jsonb_build_object('a', m / 3 * 1.1) AS v FROM snu ORDER BY id
SELECT json_build_array(coalesce(m, 0.000)) AS v FROM snu ORDER BY id
SELECT json_build_array(avg(m) * 1.5) AS v FROM snu
SELECT jsonb_set('{}', '{a}', to_jsonb(CASE WHEN qty > 1 THEN t::numeric ELSE m END)) AS v FROM snu ORDER BY id
SELECT jsonb_set('{}', '{a}', to_jsonb(nullif(t::numeric, m))) AS v FROM snu ORDER BY id
SELECT ROW(m / 3 * 1.1)::text AS v FROM snu ORDER BY id
SELECT ROW((j->>'a')::numeric)::text AS v FROM snu ORDER BY id
SELECT ROW(avg(m) * 1.5, 1) AS v FROM snu
SELECT ROW(t::numeric * 1.10, 1) AS v FROM snu ORDER BY id
SELECT row_to_json(ROW(nullif(t::numeric, m))) AS v FROM snu ORDER BY id
SELECT row_to_json(ROW(-(t::numeric))) AS v FROM snu ORDER BY id
SELECT ARRAY[(j->>'a')::numeric] AS v FROM snu ORDER BY id
SELECT ARRAY[coalesce(m, 0.000)] AS v FROM snu ORDER BY id
SELECT ARRAY[t::numeric * 1.10]::text AS v FROM snu ORDER BY id
SELECT ARRAY[CASE WHEN qty > 1 THEN t::numeric ELSE m END]::text AS v FROM snu ORDER BY id
SELECT array_to_string(ARRAY[-(t::numeric)], ',') AS v FROM snu ORDER BY id
SELECT array_to_string(ARRAY[m / 3 * 1.1], ',') AS v FROM snu ORDER BY id
SELECT to_jsonb(ARRAY[coalesce(m, 0.000)]) AS v FROM snu ORDER BY id
SELECT to_jsonb(ARRAY[avg(m) * 1.5]) AS v FROM snu
SELECT format('%s|%L', CASE WHEN qty > 1 THEN t::numeric ELSE m END, CASE WHEN qty > 1 THEN t::numeric ELSE m END) AS v FROM snu ORDER BY id
SELECT format('%s|%L', nullif(t::numeric, m), nullif(t::numeric, m)) AS v FROM snu ORDER BY id
SELECT concat(m / 3 * 1.1, '!') AS v FROM snu ORDER BY id
SELECT concat((j->>'a')::numeric, '!') AS v FROM snu ORDER BY id
SELECT concat_ws(',', avg(m) * 1.5, 1) AS v FROM snu
SELECT concat_ws(',', t::numeric * 1.10, 1) AS v FROM snu ORDER BY id
SELECT nullif(t::numeric, m) || '' AS v FROM snu ORDER BY id
SELECT -(t::numeric) || '' AS v FROM snu ORDER BY id
SELECT 'x' || (j->>'a')::numeric AS v FROM snu ORDER BY id
SELECT 'x' || coalesce(m, 0.000) AS v FROM snu ORDER BY id
SELECT quote_literal(t::numeric * 1.10) AS v FROM snu ORDER BY id
SELECT quote_literal(CASE WHEN qty > 1 THEN t::numeric ELSE m END) AS v FROM snu ORDER BY id
SELECT quote_nullable(-(t::numeric)) AS v FROM snu ORDER BY id
SELECT quote_nullable(m / 3 * 1.1) AS v FROM snu ORDER BY id
SELECT (coalesce(m, 0.000))::text AS v FROM snu ORDER BY id
SELECT (avg(m) * 1.5)::text AS v FROM snu
SELECT (CASE WHEN qty > 1 THEN t::numeric ELSE m END)::varchar(20) AS v FROM snu ORDER BY id
SELECT (nullif(t::numeric, m))::varchar(20) AS v FROM snu ORDER BY id
SELECT md5((m / 3 * 1.1)::text) AS v FROM snu ORDER BY id
SELECT md5(((j->>'a')::numeric)::text) AS v FROM snu ORDER BY id
SELECT length((avg(m) * 1.5)::text) AS v FROM snu
SELECT length((t::numeric * 1.10)::text) AS v FROM snu ORDER BY id
SELECT upper((nullif(t::numeric, m))::text) AS v FROM snu ORDER BY id
SELECT upper((-(t::numeric))::text) AS v FROM snu ORDER BY id
SELECT scale((j->>'a')::numeric) AS v FROM snu ORDER BY id
SELECT scale(coalesce(m, 0.000)) AS v FROM snu ORDER BY id
SELECT to_jsonb(t::numeric * 1.10) ->> 0 AS v FROM snu ORDER BY id
SELECT to_jsonb(CASE WHEN qty > 1 THEN t::numeric ELSE m END) ->> 0 AS v FROM snu ORDER BY id
SELECT ('['||(-(t::numeric))||']')::jsonb AS v FROM snu ORDER BY id
SELECT ('['||(m / 3 * 1.1)||']')::jsonb AS v FROM snu ORDER BY id
SELECT jsonb_build_object((coalesce(m, 0.000))::text, 1) AS v FROM snu ORDER BY id
SELECT jsonb_build_object((avg(m) * 1.5)::text, 1) AS v FROM snu
SELECT split_part((CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text, '.', 2) AS v FROM snu ORDER BY id
SELECT split_part((nullif(t::numeric, m))::text, '.', 2) AS v FROM snu ORDER BY id
SELECT left((m / 3 * 1.1)::text, 6) AS v FROM snu ORDER BY id
SELECT left(((j->>'a')::numeric)::text, 6) AS v FROM snu ORDER BY id
SELECT (avg(m) * 1.5)::text LIKE '%0' AS v FROM snu
SELECT (t::numeric * 1.10)::text LIKE '%0' AS v FROM snu ORDER BY id
SELECT CASE WHEN qty > 0 THEN (nullif(t::numeric, m))::text END AS v FROM snu ORDER BY id
SELECT CASE WHEN qty > 0 THEN (-(t::numeric))::text END AS v FROM snu ORDER BY id
SELECT coalesce(((j->>'a')::numeric)::text, '') AS v FROM snu ORDER BY id
SELECT coalesce((coalesce(m, 0.000))::text, '') AS v FROM snu ORDER BY id
SELECT to_jsonb((t::numeric * 1.10)::text) AS v FROM snu ORDER BY id
SELECT to_jsonb((CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text) AS v FROM snu ORDER BY id
SELECT jsonb_agg((j->>'a')::numeric) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, jsonb_agg(coalesce(m, 0.000)) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT json_agg(t::numeric * 1.10) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, json_agg(CASE WHEN qty > 1 THEN t::numeric ELSE m END) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT array_agg(-(t::numeric)) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, array_agg(m / 3 * 1.1) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT array_agg(coalesce(m, 0.000))::text AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, array_agg(nullif(t::numeric, m))::text AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT string_agg((CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text, ',') AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, string_agg(((j->>'a')::numeric)::text, ',') AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT jsonb_object_agg('k', m / 3 * 1.1) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, jsonb_object_agg('k', t::numeric * 1.10) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT string_agg('v' || nullif(t::numeric, m), ',') AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, string_agg('v' || -(t::numeric), ',') AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT array_to_string(array_agg((j->>'a')::numeric), ';') AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, array_to_string(array_agg(coalesce(m, 0.000)), ';') AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT max((t::numeric * 1.10)::text) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, max((CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT to_jsonb(array_agg(-(t::numeric))) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, to_jsonb(array_agg(m / 3 * 1.1)) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT to_jsonb(sum(coalesce(m, 0.000))) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, to_jsonb(sum(nullif(t::numeric, m))) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT sum(CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, sum((j->>'a')::numeric)::text AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT 'x' || sum(m / 3 * 1.1) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, 'x' || sum(t::numeric * 1.10) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT avg(nullif(t::numeric, m))::text AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, avg(-(t::numeric))::text AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT to_json(avg((j->>'a')::numeric)) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, to_json(avg(coalesce(m, 0.000))) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT max(t::numeric * 1.10)::text AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, max(CASE WHEN qty > 1 THEN t::numeric ELSE m END)::text AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT concat(min(-(t::numeric))) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, concat(min(m / 3 * 1.1)) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT ROW(max(coalesce(m, 0.000))) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, ROW(max(nullif(t::numeric, m))) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT format('%s', sum(CASE WHEN qty > 1 THEN t::numeric ELSE m END)) AS v FROM snu WHERE id < 4
SELECT qty > 2 AS k, format('%s', sum((j->>'a')::numeric)) AS v FROM snu WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT (j->>'a')::numeric, (j->>'a')::numeric * 1.1 AS x, t::numeric + 1 FROM snu ORDER BY x DESC NULLS LAST, id
SELECT (j->'a')::numeric AS x, to_jsonb((j->'a')::numeric * 2), ((j->'a')::numeric)::text FROM snu ORDER BY 1, id
SELECT sum((j->>'a')::numeric) AS total, sum(t::numeric * m), avg(t::numeric), avg(m / 3), max(t::numeric), min(t::numeric) FROM snu
SELECT qty > 2 AS k, sum((j->>'a')::numeric) AS total FROM snu GROUP BY qty > 2 ORDER BY total, 1
SELECT sum(t::numeric) FILTER (WHERE id < 3), sum(t::numeric) FILTER (WHERE id > 9) FROM snu
SELECT t::numeric AS x, count(*) FROM snu WHERE id = 2 GROUP BY t::numeric
SELECT (t::numeric)::text AS x, count(*) FROM snu GROUP BY 1 ORDER BY 1
SELECT (t::numeric)::text AS x, count(*) FROM snu GROUP BY (t::numeric)::text ORDER BY x
SELECT DISTINCT (t::numeric)::text FROM snu ORDER BY 1
SELECT (SELECT max(t::numeric) FROM snu)::text, to_jsonb((SELECT sum((j->>'a')::numeric) FROM snu)), ARRAY(SELECT (t::numeric)::text FROM snu ORDER BY id)
SELECT (SELECT (z.t::numeric)::text FROM snu z WHERE z.id = o.id) FROM snu o ORDER BY o.id
SELECT ROW(t::numeric, m, id), ARRAY[t::numeric, m, 1.5, id, NULL] FROM snu ORDER BY id
SELECT jsonb_build_object('n', 'NaN'::text::numeric, 'p', '1e3'::text::numeric, 'f', '1.50e-3'::text::numeric), to_json(' 7.0 '::text::numeric)
SELECT to_jsonb('x'::text::numeric)
SELECT to_jsonb(''::text::numeric)
UPDATE snu SET j = jsonb_set(j - 'a', '{a}', to_jsonb((j->>'a')::numeric * 1.1)) || '{"v":2}' WHERE id < 4 RETURNING id, j
UPDATE snu SET t = (t::numeric * 1.50)::text WHERE id = 1 RETURNING t, t::numeric, t::numeric || ' EUR', to_jsonb(t::numeric - 1)
CREATE TABLE snu_texts (id int, x text, v varchar(20))
INSERT INTO snu_texts SELECT id, t::numeric, coalesce(m, 0.000) FROM snu ORDER BY id
INSERT INTO snu_texts VALUES (9, '1.50'::text::numeric, coalesce(NULL, 2.500))
UPDATE snu_texts SET x = s.t::numeric * 2 FROM snu s WHERE s.id = snu_texts.id
SELECT * FROM snu_texts ORDER BY id
SELECT string_agg((t::numeric)::text, ',') OVER (ORDER BY id), lag(t::numeric || '') OVER (ORDER BY id) FROM snu ORDER BY id
SELECT array_to_string(ARRAY[m * 1e40, 1], ','), to_jsonb(m * 1e40), jsonb_agg(m * 1e40) OVER (), array_agg(m * 1e40) OVER () FROM snu WHERE id = 1
SELECT to_jsonb(ARRAY[m * 1e40]), row_to_json(ROW(m * 1e40)) FROM snu WHERE id = 1
SELECT avg(m / 3)::text, to_json(avg(100.0 * m / 7)), sum(m / 7)::text, (avg(m) * 1.1)::text, (m / 3 + 1)::text FROM snu WHERE id < 4 GROUP BY m ORDER BY m
SELECT format('%s of %s', round(t::numeric, 1), t::numeric), concat_ws('|', m / 3 * 1.1, qty / 3.0 + 1) FROM snu ORDER BY id
SELECT concat((SELECT t::numeric FROM snu WHERE concat(t::numeric) = '19.90')), concat((SELECT max(t::numeric) FROM snu WHERE concat(t::numeric) IN ('2', '3.1400')))
SELECT concat((SELECT t::numeric FROM snu WHERE (SELECT concat(t::numeric)) = '19.90'), ' ', nullif(t::numeric, length(concat(t::numeric)))) FROM snu ORDER BY id
SELECT concat(coalesce(avg(m) FILTER (WHERE concat(t::numeric) = '19.90'), 0)), concat(coalesce(avg(length(concat(t::numeric))::numeric), max(t::numeric))) FROM snu
SELECT concat(nullif((length(concat(t::numeric)) || '.00')::numeric, 5)) FROM snu ORDER BY id
DELETE FROM snu WHERE id = 3 RETURNING t::numeric, m * 1.10 || '', to_json(t::numeric)
