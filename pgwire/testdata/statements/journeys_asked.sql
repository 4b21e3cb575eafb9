SELECT '{bad}'::json
SELECT '{"a": bad}'::jsonb
SELECT '{"a": 1,}'::jsonb
SELECT '[1, 2'::json
SELECT ''::json
SELECT ' '::jsonb
SELECT '{"a" 1}'::json
SELECT '{1: 2}'::jsonb
SELECT '[1,,2]'::json
SELECT '[1 2]'::json
SELECT '[,]'::json
SELECT '{"a": 1} x'::json
SELECT '{"a": 1} 2'::json
SELECT '{"a": 1'::json
SELECT '{"a":}'::json
SELECT '{"a"}'::json
SELECT '{,}'::json
SELECT '01'::json
SELECT '1.'::json
SELECT '-'::json
SELECT '+1'::json
SELECT 'True'::json
SELECT 'abc'::jsonb
SELECT '''a'''::jsonb
SELECT '{''a'': 1}'::jsonb
SELECT '"abc'::json
SELECT '{"a": "b}'::json
SELECT '[1]]'::json
SELECT '}'::json
SELECT ':'::json
SELECT 'nul'::json
SELECT 'NaN'::jsonb
SELECT '{"a": 1e}'::json
SELECT '[true, false, null, -1.5e3, "x"'::json
SELECT '{"é": ü}'::json
SELECT '{"a": 1; "b": 2}'::json
SELECT '{"a": {"b": [1, {"c": }]}}'::json
CREATE TABLE json_kept (j jsonb)
INSERT INTO json_kept VALUES ('{bad')
INSERT INTO json_kept VALUES ('{"a": 1]')
CREATE TABLE users_of (id int PRIMARY KEY, email text UNIQUE, created timestamptz, plan text, mrr numeric(10,2), country char(2), attrs jsonb)
CREATE TABLE visits_of (id bigint GENERATED ALWAYS AS IDENTITY, user_id int REFERENCES users_of, kind text, at timestamptz, props jsonb, dur int)
INSERT INTO users_of VALUES (1,'a@x.io','2024-01-01 10:00+00','pro',29.00,'DE','{"utm": {"src": "ads"}, "tags": ["a","b"]}'),(2,'b@y.io','2024-01-15 23:30+00','free',0,'US','{"tags": []}'),(3,'c@x.io','2024-02-10 08:00+00','pro',49.50,NULL,NULL),(4,'d@z.io','2024-02-20 00:00+00',NULL,NULL,'US','{"utm": null}')
INSERT INTO visits_of (user_id, kind, at, props, dur) VALUES (1,'login','2024-01-01 10:00+00','{"p": "ios"}',10),(1,'view','2024-01-01 10:05+00','{"p": "ios", "n": 3}',20),(1,'buy','2024-01-01 11:00+00','{"amt": 12.5}',5),(2,'login','2024-01-16 00:10+00',NULL,NULL),(2,'view','2024-01-16 01:00+00','{"n": 1}',40),(3,'login','2024-02-10 08:00+00','{"p": "web"}',15),(3,'login','2024-02-12 08:30+00','{"p": "web"}',25),(3,'buy','2024-02-12 08:45+00','{"amt": 99}',35)
SELECT user_id, at, sum(new_s) OVER (PARTITION BY user_id ORDER BY at) AS session FROM (SELECT user_id, at, CASE WHEN at - lag(at) OVER (PARTITION BY user_id ORDER BY at) > interval '30 minutes' OR lag(at) OVER (PARTITION BY user_id ORDER BY at) IS NULL THEN 1 ELSE 0 END AS new_s FROM visits_of) q ORDER BY 1, 2
WITH f AS (SELECT user_id, min(at) FILTER (WHERE kind = 'login') AS l, min(at) FILTER (WHERE kind = 'view') AS v, min(at) FILTER (WHERE kind = 'buy') AS b FROM visits_of GROUP BY user_id) SELECT count(l) AS logins, count(v) AS views, count(b) AS buys, round(100.0 * count(b) / nullif(count(l), 0), 1) AS conv, avg(b - l) AS avg_time FROM f
SELECT date_trunc('month', u.created)::date AS cohort, (extract(year FROM v.at) - extract(year FROM u.created)) * 12 + extract(month FROM v.at) - extract(month FROM u.created) AS m, count(DISTINCT v.user_id) FROM users_of u JOIN visits_of v ON v.user_id = u.id GROUP BY 1, 2 ORDER BY 1, 2
SELECT u.plan, count(*) AS users, sum(u.mrr) AS mrr, sum(u.mrr) / count(*) AS arpu, avg(u.mrr)::numeric(10,2) AS a, percentile_cont(0.5) WITHIN GROUP (ORDER BY u.mrr) AS med FROM users_of u GROUP BY u.plan ORDER BY u.plan NULLS FIRST
SELECT coalesce(country, '??') AS c, count(*), string_agg(split_part(email, '@', 2), ',' ORDER BY email) FROM users_of GROUP BY country ORDER BY country NULLS LAST
SELECT attrs->'utm'->>'src' AS src, attrs->'tags'->>0 AS t0, jsonb_array_length(coalesce(attrs->'tags', '[]')) AS n, attrs ? 'utm', attrs #> '{utm,src}', jsonb_typeof(attrs->'utm') FROM users_of ORDER BY id
SELECT u.id, t.tag FROM users_of u LEFT JOIN LATERAL jsonb_array_elements_text(u.attrs->'tags') AS t(tag) ON true ORDER BY 1, 2
SELECT props->>'p' AS p, count(*), sum((props->>'amt')::numeric) AS amt, avg((props->>'n')::int) AS n FROM visits_of GROUP BY 1 ORDER BY 1 NULLS LAST
SELECT to_char(at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD') AS d, count(*) FROM visits_of GROUP BY 1 ORDER BY 1
SELECT date_trunc('day', at, 'America/New_York') AS d, count(*) FROM visits_of GROUP BY d ORDER BY d
SELECT kind, count(*) AS n, sum(count(*)) OVER () AS tot, count(*)::float / sum(count(*)) OVER () AS share, rank() OVER (ORDER BY count(*) DESC) AS r FROM visits_of GROUP BY kind ORDER BY n DESC, kind
SELECT id, user_id, dur, avg(dur) OVER w AS ma, sum(dur) OVER (PARTITION BY user_id ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS cum, max(dur) OVER w FROM visits_of WINDOW w AS (ORDER BY at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) ORDER BY id
SELECT u.email, l.kind, l.at FROM users_of u LEFT JOIN LATERAL (SELECT kind, at FROM visits_of v WHERE v.user_id = u.id ORDER BY at DESC LIMIT 1) l ON true ORDER BY u.email
SELECT u.email FROM users_of u LEFT JOIN visits_of v ON v.user_id = u.id WHERE v.id IS NULL
SELECT email FROM users_of WHERE id NOT IN (SELECT user_id FROM visits_of) ORDER BY 1
SELECT kind FROM visits_of WHERE user_id = 1 EXCEPT SELECT kind FROM visits_of WHERE user_id = 2 ORDER BY 1
SELECT kind FROM visits_of INTERSECT ALL SELECT kind FROM visits_of WHERE user_id = 3 ORDER BY 1
SELECT * FROM (SELECT kind, user_id FROM visits_of) s JOIN (SELECT DISTINCT user_id, kind FROM visits_of WHERE dur > 20) t USING (user_id, kind) ORDER BY 1, 2
SELECT * FROM users_of u, visits_of v WHERE u.id = v.user_id AND v.kind = 'buy' ORDER BY u.id
SELECT count(*) FROM (SELECT u.*, v.* FROM users_of u JOIN visits_of v ON u.id = v.user_id) q
SELECT q.email, q.kind FROM (SELECT u.*, v.* FROM users_of u JOIN visits_of v ON u.id = v.user_id) q WHERE q.dur > 20 ORDER BY 1, 2
SELECT q.id FROM (SELECT u.*, v.* FROM users_of u JOIN visits_of v ON u.id = v.user_id) q
SELECT json_build_object('user', row_to_json(u), 'events', (SELECT json_agg(json_build_object('k', v.kind, 'at', v.at) ORDER BY v.at) FROM visits_of v WHERE v.user_id = u.id)) FROM users_of u WHERE u.id = 2
SELECT jsonb_build_object('a', 1, 'b', jsonb_build_array(1, 'x', NULL), 'c', now() IS NOT NULL) || '{"d": 4}'
SELECT jsonb_pretty(jsonb_agg(jsonb_build_object('plan', plan, 'mrr', mrr) ORDER BY id)) FROM users_of WHERE id < 3
SELECT jsonb_object_agg(kind, n ORDER BY kind) FROM (SELECT kind, count(*) AS n FROM visits_of GROUP BY kind) q
SELECT jsonb_set(attrs, '{utm,src}', '"x"', true), attrs - 'tags', jsonb_strip_nulls(attrs) FROM users_of ORDER BY id
SELECT grouping(plan, country) AS g, plan, country, count(*), sum(mrr) FROM users_of GROUP BY ROLLUP (plan, country) ORDER BY g, plan NULLS LAST, country NULLS LAST
SELECT CASE grouping(plan) WHEN 1 THEN 'Total' ELSE coalesce(plan, 'none') END AS p, count(*) FROM users_of GROUP BY GROUPING SETS ((plan), ()) ORDER BY 1
SELECT extract(isodow FROM at) AS dow, extract(hour FROM at) AS h, count(*) FROM visits_of GROUP BY 1, 2 ORDER BY 1, 2
SELECT generate_series(date_trunc('month', min(created)), max(created), '1 month')::date AS m FROM users_of ORDER BY 1
SELECT m.d, count(u.id) FILTER (WHERE u.created < m.d + interval '1 month') AS cum FROM generate_series(timestamptz '2024-01-01 00:00+00', '2024-03-01 00:00+00', '1 month') m(d) LEFT JOIN users_of u ON u.created < m.d + interval '1 month' GROUP BY m.d ORDER BY m.d
SELECT u.plan AS "Plan", v.kind AS "Kind", count(v.id) AS "Events" FROM users_of u LEFT OUTER JOIN visits_of v ON (u.id = v.user_id) GROUP BY u.plan, v.kind HAVING (count(v.id) > 0) ORDER BY "Events" DESC, "Kind" ASC LIMIT 500
SELECT "t0"."plan" AS "c0", SUM("t0"."mrr") AS "a0", COUNT(*) AS "a1", MIN("t0"."created") AS "a2" FROM (SELECT "_"."plan", "_"."mrr", "_"."created" FROM "public"."users_of" "_" WHERE "_"."id" > 0) AS "t0" GROUP BY "t0"."plan" ORDER BY "t0"."plan" ASC NULLS FIRST
SELECT users_of.plan AS "users_of.plan", COALESCE(SUM(users_of.mrr), 0) AS "users_of.total_mrr", COUNT(DISTINCT users_of.id) AS "users_of.count", COUNT(DISTINCT CASE WHEN (users_of.country = 'US') THEN users_of.id ELSE NULL END) AS "us" FROM public.users_of AS users_of GROUP BY 1 ORDER BY 2 DESC NULLS LAST FETCH NEXT 500 ROWS ONLY
SELECT DATE(users_of.created) AS d, TO_CHAR(DATE_TRUNC('month', users_of.created), 'YYYY-MM') AS m, DATE_PART('month', created)::integer AS mi FROM users_of ORDER BY 1
SELECT upper(left(email, 1)) || substr(email, 2) AS e, regexp_replace(email, '@.*$', '') AS n, email ILIKE '%X.IO', email SIMILAR TO '%(x|y)%', position('@' IN email) FROM users_of ORDER BY id
SELECT width_bucket(dur, ARRAY[10, 20, 30]) AS b, count(*) FROM visits_of WHERE dur IS NOT NULL GROUP BY 1 ORDER BY 1
SELECT corr(dur, id), regr_slope(dur, id)::numeric(10,4), stddev_samp(dur), var_pop(dur), covar_pop(dur, id) FROM visits_of
SELECT user_id, array_agg(kind ORDER BY at), array_agg(DISTINCT kind), (array_agg(dur ORDER BY at DESC))[1] AS last_dur FROM visits_of GROUP BY user_id ORDER BY 1
SELECT string_agg(DISTINCT kind, '>' ORDER BY kind DESC) FILTER (WHERE dur > 5) FROM visits_of
SELECT string_agg(DISTINCT kind, '>' ORDER BY at) FROM visits_of
SELECT array_agg(DISTINCT kind ORDER BY dur) FROM visits_of
SELECT mode() WITHIN GROUP (ORDER BY kind) AS m, percentile_disc(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY at) AS p, percentile_cont(0.25) WITHIN GROUP (ORDER BY at - '2024-01-01 00:00+00') AS c FROM visits_of
WITH RECURSIVE d AS (SELECT min(at)::date AS d FROM visits_of UNION ALL SELECT d + 1 FROM d WHERE d < date '2024-01-04') SELECT d, (SELECT count(*) FROM visits_of WHERE at::date = d) FROM d ORDER BY d
WITH RECURSIVE fib(n, a, b) AS (SELECT 1, 0::numeric, 1::numeric UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 50) SELECT max(a) FROM fib
WITH x AS (SELECT 1 AS a), y AS (SELECT a + 1 AS b FROM x), z AS MATERIALIZED (SELECT x.a, y.b FROM x CROSS JOIN y) SELECT * FROM z, LATERAL (SELECT z.a + z.b AS c) l
SELECT sum(x.a) FROM (VALUES (1), (2)) x(a), (VALUES (10), (20)) y(b) WHERE x.a * 10 = y.b
SELECT ROW(1, 'a'), (SELECT ROW(u.id, u.plan) FROM users_of u WHERE id = 1), ARRAY[ROW(1, 2), ROW(3, 4)]
SELECT u FROM users_of u WHERE u.id = 2
SELECT u.*, count(*) OVER () AS total FROM users_of u ORDER BY created DESC LIMIT 2
SELECT count(*) FILTER (WHERE mrr IS NULL) AS n, count(mrr) * 1.0 / count(*) AS fill, 1 - count(mrr)::numeric / count(*) AS nullrate FROM users_of
SELECT min(created), max(created), max(created) - min(created), age(max(created), min(created)), date_part('day', max(created) - min(created)), extract(epoch FROM max(created) - min(created)) / 86400 AS days FROM users_of
SELECT sum(mrr) * 12 AS arr, round(sum(mrr) * 12 / 1000, 1) || 'k' AS txt, to_char(sum(mrr), 'L999,999.99'), ceil(avg(mrr)), floor(-1.5), sign(-2), mod(7, 3), power(2, 3), sqrt(2), ln(10), log(100), exp(1), pi(), degrees(pi()) FROM users_of
SELECT u.plan, v.* FROM users_of u CROSS JOIN LATERAL (VALUES ('mrr', u.mrr), ('arr', u.mrr * 12)) v(metric, val) WHERE u.id < 3 ORDER BY 1, 2
SELECT plan, count(*) FROM users_of GROUP BY country
SELECT email, max(created) FROM users_of
SELECT u.nope FROM users_of u
SELECT nope.id FROM users_of
SELECT count(*) AS n FROM users_of WHERE n > 1
SELECT plan, sum(mrr) AS s FROM users_of GROUP BY plan HAVING s > 1
SELECT * FROM nope_of
SELECT nope(1)
SELECT ifnull(plan, 'x') FROM users_of
SELECT isnull(plan) FROM users_of
SELECT TOP 5 * FROM users_of
SELECT * FROM users_of LIMIT 1, 2
SELECT `id` FROM users_of
SELECT id FROM users_of WHERE plan = "pro"
SELECT concat_ws('-', 1, NULL, 'b'), nvl(1, 2)
SELECT id, FROM users_of
SELECT * FROM users_of QUALIFY row_number() OVER (ORDER BY id) = 1
SELECT * EXCLUDE (id) FROM users_of
SELECT id FROM users_of ORDER BY ALL
SELECT list_aggregate([1,2], 'sum')
