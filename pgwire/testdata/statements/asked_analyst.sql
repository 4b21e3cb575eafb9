-- What analysts ask, written without a look at what is implemented.
CREATE TABLE aa_events (id int PRIMARY KEY, user_id int NOT NULL, at timestamp NOT NULL, kind text NOT NULL, amount numeric(10,2), country text)
INSERT INTO aa_events VALUES (1,1,'2024-01-01 09:00','signup',NULL,'DE'),(2,1,'2024-01-01 09:05','view',NULL,'DE'),(3,1,'2024-01-03 10:00','buy',19.99,'DE'),(4,2,'2024-01-01 11:00','signup',NULL,'FR'),(5,2,'2024-01-08 11:00','view',NULL,'FR'),(6,3,'2024-01-09 08:00','signup',NULL,'DE'),(7,3,'2024-01-09 08:20','buy',5.00,'DE'),(8,3,'2024-01-09 09:30','buy',7.50,'DE'),(9,4,'2024-01-15 23:59','signup',NULL,NULL),(10,1,'2024-01-16 00:01','buy',100.00,'DE'),(11,4,'2024-02-01 12:00','view',NULL,NULL),(12,2,'2024-02-02 12:00','buy',1.25,'FR')
CREATE TABLE aa_staff (id int PRIMARY KEY, boss int REFERENCES aa_staff, name text, salary int, dept text)
INSERT INTO aa_staff VALUES (1,NULL,'Ada',900,'eng'),(2,1,'Bob',700,'eng'),(3,1,'Cy',650,'ops'),(4,2,'Di',500,'eng'),(5,3,'Ed',500,'ops'),(6,4,'Flo',300,'eng')
WITH first AS (SELECT user_id, date_trunc('week', min(at)) AS cohort FROM aa_events GROUP BY 1) SELECT f.cohort::date, (date_trunc('week', e.at)::date - f.cohort::date) / 7 AS week, count(DISTINCT e.user_id) FROM first f JOIN aa_events e USING (user_id) GROUP BY 1, 2 ORDER BY 1, 2
WITH c AS (SELECT user_id, date_trunc('month', min(at)) AS m FROM aa_events GROUP BY user_id), s AS (SELECT m, count(*) AS n FROM c GROUP BY m) SELECT to_char(c.m, 'YYYY-MM') AS cohort, extract(month FROM age(date_trunc('month', e.at), c.m)) AS after, round(100.0 * count(DISTINCT e.user_id) / max(s.n), 1) AS pct FROM c JOIN s USING (m) JOIN aa_events e USING (user_id) GROUP BY 1, 2 ORDER BY 1, 2
SELECT count(DISTINCT user_id) FILTER (WHERE kind = 'signup') AS signed, count(DISTINCT user_id) FILTER (WHERE kind = 'view') AS viewed, count(DISTINCT user_id) FILTER (WHERE kind = 'buy') AS bought, round(count(DISTINCT user_id) FILTER (WHERE kind = 'buy')::numeric / nullif(count(DISTINCT user_id) FILTER (WHERE kind = 'signup'), 0), 3) AS rate FROM aa_events
SELECT a.user_id, a.at AS signed, b.at AS bought, b.at - a.at AS took FROM aa_events a LEFT JOIN LATERAL (SELECT at FROM aa_events e WHERE e.user_id = a.user_id AND kind = 'buy' AND e.at >= a.at ORDER BY at LIMIT 1) b ON true WHERE a.kind = 'signup' ORDER BY 1
SELECT user_id, at, sum(starts) OVER (PARTITION BY user_id ORDER BY at) AS session FROM (SELECT user_id, at, CASE WHEN at - lag(at) OVER (PARTITION BY user_id ORDER BY at) <= interval '30 minutes' THEN 0 ELSE 1 END AS starts FROM aa_events) s ORDER BY user_id, at
WITH s AS (SELECT *, coalesce(at - lag(at) OVER w > interval '30 min', true) AS new FROM aa_events WINDOW w AS (PARTITION BY user_id ORDER BY at)), n AS (SELECT *, count(*) FILTER (WHERE new) OVER (PARTITION BY user_id ORDER BY at) AS sid FROM s) SELECT user_id, sid, min(at), max(at) - min(at) AS length, count(*), array_agg(kind ORDER BY at) FROM n GROUP BY user_id, sid ORDER BY 1, 2
SELECT id, amount, sum(amount) OVER (ORDER BY at) AS running, avg(amount) OVER (ORDER BY at ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS two FROM aa_events WHERE amount IS NOT NULL ORDER BY at
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount), percentile_disc(0.5) WITHIN GROUP (ORDER BY amount), percentile_cont(ARRAY[0.25, 0.5, 0.9]) WITHIN GROUP (ORDER BY amount::float8), percentile_disc(ARRAY[0.1, 0.99]) WITHIN GROUP (ORDER BY amount) FROM aa_events
SELECT mode() WITHIN GROUP (ORDER BY kind), mode() WITHIN GROUP (ORDER BY country) FROM aa_events
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY gap) FROM (SELECT at - lag(at) OVER (PARTITION BY user_id ORDER BY at) AS gap FROM aa_events) g
SELECT country, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount DESC) FILTER (WHERE amount > 2) FROM aa_events GROUP BY country ORDER BY country
SELECT rank(6.0) WITHIN GROUP (ORDER BY amount), dense_rank(6.0) WITHIN GROUP (ORDER BY amount), percent_rank(6.0) WITHIN GROUP (ORDER BY amount), cume_dist(6.0) WITHIN GROUP (ORDER BY amount) FROM aa_events WHERE amount IS NOT NULL
SELECT id, at, count(*) OVER (ORDER BY at RANGE BETWEEN interval '7 days' PRECEDING AND CURRENT ROW) AS week FROM aa_events ORDER BY at
SELECT id, sum(id) OVER (ORDER BY salary GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS g, sum(id) OVER (ORDER BY salary RANGE BETWEEN 100 PRECEDING AND 100 FOLLOWING EXCLUDE CURRENT ROW) AS r FROM aa_staff ORDER BY id
SELECT id, sum(salary) OVER (ORDER BY salary ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES) AS t, sum(salary) OVER (ORDER BY salary ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE GROUP) AS g FROM aa_staff ORDER BY id
SELECT name, dept, salary, rank() OVER w, dense_rank() OVER w, row_number() OVER w, percent_rank() OVER w, cume_dist() OVER w, ntile(2) OVER w, first_value(name) OVER w, last_value(name) OVER w, nth_value(name, 2) OVER w FROM aa_staff WINDOW w AS (PARTITION BY dept ORDER BY salary DESC, id) ORDER BY dept, salary DESC, id
SELECT id, lead(at, 1, 'infinity') OVER (ORDER BY at), lag(kind, 2, 'none') OVER (PARTITION BY user_id ORDER BY at) FROM aa_events ORDER BY id
SELECT country, kind, count(*), grouping(country, kind) FROM aa_events GROUP BY CUBE (country, kind) ORDER BY grouping(country, kind), country NULLS LAST, kind
SELECT dept, name, sum(salary), grouping(dept), grouping(name) FROM aa_staff GROUP BY ROLLUP (dept, name) ORDER BY dept NULLS LAST, name NULLS LAST
SELECT date_trunc('month', at) AS m, country, sum(amount) FROM aa_events GROUP BY GROUPING SETS ((1), (2), ()) ORDER BY 1, 2, 3
SELECT dept, salary > 500 AS high, count(*) FROM aa_staff GROUP BY dept, ROLLUP (salary > 500) ORDER BY 1, 2 NULLS LAST
SELECT dept, count(*) FROM aa_staff GROUP BY dept HAVING grouping(dept) = 0 AND count(*) > 2 ORDER BY 1
WITH RECURSIVE t AS (SELECT id, name, 1 AS depth, name AS path FROM aa_staff WHERE boss IS NULL UNION ALL SELECT s.id, s.name, t.depth + 1, t.path || ' > ' || s.name FROM aa_staff s JOIN t ON s.boss = t.id) SELECT * FROM t ORDER BY path
WITH RECURSIVE t AS (SELECT id, boss, name FROM aa_staff WHERE id = 1 UNION ALL SELECT s.id, s.boss, s.name FROM aa_staff s JOIN t ON s.boss = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT id, name, ord FROM t ORDER BY ord
WITH RECURSIVE t AS (SELECT id, boss, name FROM aa_staff WHERE id = 1 UNION ALL SELECT s.id, s.boss, s.name FROM aa_staff s JOIN t ON s.boss = t.id) SEARCH BREADTH FIRST BY name SET ord SELECT id, name FROM t ORDER BY ord
WITH RECURSIVE g(a, b) AS (VALUES (1, 2), (2, 3), (3, 1)), w AS (SELECT a, b FROM g WHERE a = 1 UNION ALL SELECT g.a, g.b FROM g JOIN w ON g.a = w.b) CYCLE a SET looped USING path SELECT a, b, looped, path FROM w
WITH RECURSIVE f(n, a, b) AS (SELECT 1, 0::numeric, 1::numeric UNION ALL SELECT n + 1, b, a + b FROM f WHERE n < 90) SELECT max(a) FROM f
SELECT d::date, count(e.id), coalesce(sum(e.amount), 0) FROM generate_series('2024-01-01'::date, '2024-01-10'::date, '1 day') d LEFT JOIN aa_events e ON e.at::date = d::date GROUP BY 1 ORDER BY 1
SELECT to_char(m, 'Mon YYYY') AS month, m + interval '1 month - 1 day' AS last FROM generate_series(timestamp '2024-01-31', timestamp '2024-06-30', interval '1 month') AS m
SELECT DISTINCT ON (user_id) user_id, kind, at FROM aa_events ORDER BY user_id, at DESC
SELECT DISTINCT ON (country) country, user_id FROM aa_events ORDER BY country DESC NULLS LAST, at
SELECT user_id, sum(amount) FILTER (WHERE at < '2024-01-10') AS early, sum(amount) FILTER (WHERE at >= '2024-01-10') AS late, bool_or(kind = 'buy') AS ever FROM aa_events GROUP BY user_id ORDER BY user_id
SELECT string_agg(name, ', ' ORDER BY salary DESC, name), array_agg(name ORDER BY name DESC) FILTER (WHERE salary < 600), json_agg(json_build_object('n', name, 's', salary) ORDER BY id), jsonb_object_agg(name, salary) FROM aa_staff WHERE dept = 'eng'
SELECT dept, string_agg(DISTINCT left(name, 1), '' ORDER BY left(name, 1)) FROM aa_staff GROUP BY dept ORDER BY dept
SELECT round(corr(salary, id)::numeric, 6), round(regr_slope(salary, id)::numeric, 6), round(regr_intercept(salary, id)::numeric, 6), round(regr_r2(salary, id)::numeric, 6), regr_count(salary, id), regr_avgx(salary, id), regr_sxx(salary, id) FROM aa_staff
SELECT round(stddev(salary), 4), round(stddev_pop(salary), 4), round(variance(salary), 4), round(var_pop(salary), 4), round(covar_pop(salary, id)::numeric, 4), round(covar_samp(salary, id)::numeric, 4) FROM aa_staff
SELECT stddev(amount), var_samp(amount), avg(amount), sum(amount) FROM aa_events
SELECT width_bucket(salary, 200, 1000, 4) AS bucket, count(*), min(salary), max(salary) FROM aa_staff GROUP BY 1 ORDER BY 1
SELECT extract(isodow FROM at) AS dow, extract(hour FROM at) AS hour, count(*) FROM aa_events GROUP BY 1, 2 ORDER BY 1, 2
SELECT date_bin('15 minutes', at, timestamp '2024-01-01'), count(*) FROM aa_events GROUP BY 1 ORDER BY 1
SELECT to_char(sum(amount), 'FM999,990.00') AS total, to_char(avg(amount), '999D99'), to_char(max(at), 'Day, DD Month YYYY HH24:MI') FROM aa_events
SELECT user_id, sum(amount) AS total, round(100 * sum(amount) / sum(sum(amount)) OVER (), 2) AS share, sum(sum(amount)) OVER (ORDER BY sum(amount) DESC NULLS LAST) AS running FROM aa_events GROUP BY user_id ORDER BY total DESC NULLS LAST, user_id
SELECT s.name, t.* FROM aa_staff s CROSS JOIN LATERAL (SELECT count(*) AS peers, max(salary) AS top FROM aa_staff o WHERE o.dept = s.dept AND o.id <> s.id) t ORDER BY s.id
SELECT * FROM (SELECT dept, name, salary, row_number() OVER (PARTITION BY dept ORDER BY salary DESC, id) AS n FROM aa_staff) r WHERE n <= 2 ORDER BY dept, n
SELECT e.user_id, e.kind FROM aa_events e WHERE NOT EXISTS (SELECT FROM aa_events l WHERE l.user_id = e.user_id AND l.at > e.at) ORDER BY 1
SELECT min(at), max(at) FROM (SELECT at, at::date - (dense_rank() OVER (ORDER BY at::date))::int AS island FROM aa_events) g GROUP BY island ORDER BY 1
SELECT a.kind AS from_kind, b.kind AS to_kind, count(*) FROM aa_events a JOIN aa_events b ON b.user_id = a.user_id AND b.at = (SELECT min(at) FROM aa_events c WHERE c.user_id = a.user_id AND c.at > a.at) GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
SELECT unnest(ARRAY['p50', 'p90']) AS name, unnest(percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY salary)) AS value FROM aa_staff
SELECT ordinality, k, v FROM jsonb_each_text('{"b": 1, "a": [2, null]}') WITH ORDINALITY AS t(k, v, ordinality)
SELECT name, salary, CASE WHEN salary >= 700 THEN 'high' WHEN salary >= 500 THEN 'mid' ELSE 'low' END AS band, greatest(salary, 550), least(salary, 550) FROM aa_staff ORDER BY salary DESC, name FETCH FIRST 3 ROWS WITH TIES
SELECT user_id FROM aa_events WHERE kind = 'view' INTERSECT SELECT user_id FROM aa_events WHERE kind = 'buy' EXCEPT ALL SELECT 99 ORDER BY 1
SELECT max(at) - min(at), justify_hours(max(at) - min(at)), extract(epoch FROM max(at) - min(at)) / 3600, age(max(at), min(at)) FROM aa_events
SELECT kind, avg(extract(epoch FROM at - first)) / 86400 AS days FROM (SELECT *, min(at) OVER (PARTITION BY user_id) AS first FROM aa_events) x GROUP BY kind ORDER BY 2
VALUES (1, 'one'), (2, 'two') ORDER BY 1 DESC
TABLE aa_staff ORDER BY id OFFSET 4
DROP TABLE aa_events, aa_staff
