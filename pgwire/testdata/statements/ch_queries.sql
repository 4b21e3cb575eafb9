-- Statements after the chapters of PostgreSQL's manual: queries (7), and the tables that they read.
CREATE TABLE weather (city varchar(80), temp_lo int, temp_hi int, prcp real, date date)
INSERT INTO weather VALUES ('San Francisco', 46, 50, 0.25, '1994-11-27'), ('San Francisco', 43, 57, 0.0, '1994-11-29'), ('Hayward', 37, 54, NULL, '1994-11-29')
CREATE TABLE cities (name varchar(80) PRIMARY KEY, state char(2), area numeric(8,2), founded timestamp, tags text[])
INSERT INTO cities VALUES ('San Francisco', 'CA', 121.40, '1776-06-29 08:00', '{bay,fog}'), ('Hayward', 'CA', 163.05, NULL, '{}'), ('Reno', 'NV', 274.20, '1868-05-09', NULL)
SELECT * FROM weather ORDER BY date, city
SELECT city, (temp_hi+temp_lo)/2 AS temp_avg, date FROM weather ORDER BY 3, 1
SELECT * FROM cities ORDER BY name
SELECT * FROM weather LEFT OUTER JOIN cities ON (weather.city = cities.name) ORDER BY weather.date, city
SELECT w1.city, w1.temp_lo AS low, w2.city, w2.temp_lo AS low FROM weather w1 JOIN weather w2 ON w1.temp_lo < w2.temp_lo AND w1.temp_hi > w2.temp_hi ORDER BY 1, 2
SELECT city, count(*), max(temp_lo), avg(prcp), sum(prcp) FROM weather GROUP BY city ORDER BY city
SELECT city, count(*) FILTER (WHERE temp_lo < 45), max(temp_lo) FROM weather GROUP BY city HAVING max(temp_lo) < 60 ORDER BY 1
SELECT city FROM weather WHERE temp_lo = (SELECT max(temp_lo) FROM weather)
SELECT city FROM weather WHERE temp_lo = max(temp_lo)
SELECT state, avg(area), sum(area), min(area), count(*) FROM cities GROUP BY state ORDER BY state
SELECT state, round(avg(area), 2) AS a, stddev(area)::numeric(10,4) FROM cities GROUP BY state ORDER BY a DESC
SELECT name, area, rank() OVER (ORDER BY area DESC), sum(area) OVER (ORDER BY name), avg(area) OVER () FROM cities ORDER BY name
SELECT name, area - lag(area) OVER w AS diff, ntile(2) OVER w, percent_rank() OVER w, cume_dist() OVER w FROM cities WINDOW w AS (ORDER BY area) ORDER BY area
SELECT city, date, sum(temp_lo) OVER (ORDER BY date GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM weather ORDER BY date, city
SELECT city, date, count(*) OVER (ORDER BY date RANGE BETWEEN interval '1 day' PRECEDING AND interval '1 day' FOLLOWING) FROM weather ORDER BY 2, 1
SELECT city, temp_lo, array_agg(temp_lo) OVER (ORDER BY temp_lo ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM weather ORDER BY 2
SELECT city, date, sum(temp_hi) FROM weather GROUP BY ROLLUP (city, date) ORDER BY 1 NULLS LAST, 2 NULLS LAST
SELECT city, date, sum(temp_hi), grouping(city, date) FROM weather GROUP BY CUBE (city, date) ORDER BY 4, 1, 2
SELECT city, date, count(*) FROM weather GROUP BY GROUPING SETS ((city), (date), ()) ORDER BY 1, 2
SELECT DISTINCT ON (city) city, date, temp_lo FROM weather ORDER BY city, date DESC
SELECT DISTINCT state FROM cities ORDER BY state DESC
SELECT name FROM cities UNION SELECT city FROM weather ORDER BY 1
SELECT temp_lo FROM weather UNION ALL SELECT area FROM cities ORDER BY 1
SELECT 1 AS one UNION SELECT 2.5 UNION SELECT 3::bigint ORDER BY one
SELECT name FROM cities EXCEPT SELECT city FROM weather
SELECT name FROM cities INTERSECT SELECT city FROM weather ORDER BY name DESC
SELECT 'a' UNION SELECT 1
SELECT name, state FROM cities UNION SELECT city FROM weather
SELECT * FROM (VALUES (1, 'one'), (2, 'two'), (3, 'three')) AS t (num, letter)
VALUES (1, 'one'), (2, NULL), (NULL, 'three')
VALUES (1, 2), (3)
SELECT * FROM cities ORDER BY area FETCH FIRST 2 ROWS ONLY
SELECT city, date FROM weather ORDER BY date DESC FETCH FIRST 1 ROW WITH TIES
SELECT name FROM cities ORDER BY name LIMIT ALL OFFSET 1
SELECT name FROM cities LIMIT -1
SELECT c.name, w.n FROM cities c LEFT JOIN LATERAL (SELECT count(*) AS n FROM weather w WHERE w.city = c.name) w ON true ORDER BY 1
SELECT c.name, t.tag, t.ord FROM cities c, unnest(c.tags) WITH ORDINALITY AS t(tag, ord) ORDER BY 1, 3
SELECT * FROM cities NATURAL JOIN (SELECT 'Reno'::varchar(80) AS name, 5 AS extra) x
SELECT * FROM generate_series(1, 10, 3) WITH ORDINALITY
SELECT * FROM generate_series('2008-03-01 00:00'::timestamp, '2008-03-02 12:00', '10 hours')
SELECT current_date + s.a AS dates FROM generate_series(0, 14, 7) AS s(a) WHERE false
SELECT * FROM ROWS FROM (generate_series(1,3), unnest(ARRAY['a','b'])) WITH ORDINALITY AS t(n, l, o)
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) AS x(a, b)
SELECT generate_series(1, 3) AS g, generate_series(1, 2) AS h
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n+1 FROM t WHERE n < 100) SELECT sum(n) FROM t
WITH RECURSIVE search_tree(id, link, path) AS (SELECT 1, 2, ARRAY[1] UNION ALL SELECT t.link, t.link + 1, path || t.link FROM search_tree t WHERE t.link < 5) SELECT * FROM search_tree ORDER BY path
WITH RECURSIVE g(id, link) AS (VALUES (1,2),(2,3),(3,1)), s(id, link) AS (SELECT id, link FROM g WHERE id = 1 UNION ALL SELECT g.id, g.link FROM g, s WHERE g.id = s.link) CYCLE id SET is_cycle USING path SELECT id, link, is_cycle FROM s
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 4) SEARCH BREADTH FIRST BY n SET ord SELECT n FROM t ORDER BY ord
WITH regional AS (SELECT state, sum(area) AS total FROM cities GROUP BY state), top AS MATERIALIZED (SELECT state FROM regional WHERE total > (SELECT sum(total)/10 FROM regional)) SELECT * FROM top ORDER BY 1
SELECT ROW(1, 2) < ROW(1, 3), (1, NULL) = (1, 2), ROW(1, NULL) IS DISTINCT FROM ROW(1, NULL), (1, 2) IN ((1, 2), (3, 4))
SELECT name FROM cities WHERE (name, state) IN (SELECT city, 'CA' FROM weather) ORDER BY 1
SELECT name FROM cities WHERE EXISTS (SELECT 1 FROM weather WHERE city = name) ORDER BY name
SELECT name FROM cities WHERE area > ALL (SELECT area FROM cities WHERE state = 'CA')
SELECT name FROM cities WHERE area = ANY (ARRAY[121.40, 274.2]) ORDER BY 1
SELECT 3 NOT IN (1, 2, NULL), 3 = SOME (ARRAY[1, 3]), 1 <> ALL ('{2,3}')
SELECT cities FROM cities WHERE name = 'Reno'
SELECT c.* FROM cities c WHERE c.founded IS NULL
SELECT cities.name AS "Name", upper(state) AS "STATE" FROM cities ORDER BY "Name" LIMIT 1
SELECT nosuch FROM cities
SELECT name FROM nosuch
SELECT c.name FROM cities
SELECT name, count(*) FROM cities
SELECT sum(name) FROM cities
SELECT a.name FROM cities a, cities b WHERE name = 'x'
SELECT count(*) AS c FROM cities WHERE c > 1
SELECT name FROM cities GROUP BY 2
SELECT name FROM cities ORDER BY 3
SELECT row_number() OVER (), name FROM cities WHERE row_number() OVER () = 1
SELECT sum(sum(area)) FROM cities
SELECT sum(sum(area)) OVER () FROM cities GROUP BY state
SELECT mode() WITHIN GROUP (ORDER BY state), percentile_cont(0.5) WITHIN GROUP (ORDER BY area), percentile_disc(0.5) WITHIN GROUP (ORDER BY area) FROM cities
SELECT percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY temp_lo) FROM weather
SELECT rank(50) WITHIN GROUP (ORDER BY temp_lo), dense_rank(43) WITHIN GROUP (ORDER BY temp_lo) FROM weather
SELECT string_agg(name, '; ' ORDER BY name DESC), string_agg(DISTINCT state, ',') , array_agg(DISTINCT state ORDER BY state DESC) FROM cities
SELECT json_agg(state ORDER BY name), jsonb_agg(area ORDER BY name), json_object_agg(name, area ORDER BY name) FROM cities
SELECT jsonb_object_agg(name, tags) FROM cities
SELECT json_agg(c ORDER BY name) FROM cities c
SELECT row_to_json(w) FROM weather w ORDER BY date, city
SELECT bool_and(temp_lo > 40), bool_or(temp_lo > 40), every(temp_hi > 0), bit_and(temp_lo), bit_or(temp_hi), bit_xor(temp_lo) FROM weather
SELECT regr_count(temp_hi, temp_lo), regr_avgx(temp_hi, temp_lo), regr_avgy(temp_hi, temp_lo), regr_sxx(temp_hi, temp_lo) FROM weather
SELECT count(DISTINCT city), sum(DISTINCT temp_lo), avg(DISTINCT temp_hi), count(prcp) FROM weather
SELECT max(name), min(founded), max(tags), min(state) FROM cities
SELECT * FROM weather TABLESAMPLE SYSTEM (0)
SELECT name FROM cities ORDER BY state USING >, name USING <
SELECT city, sum(temp_hi - temp_lo) s FROM weather GROUP BY city ORDER BY s + 1, city
SELECT date_trunc('month', date)::date AS m, count(*) FROM weather GROUP BY m
SELECT CASE WHEN temp_lo < 40 THEN 'cold' WHEN temp_lo < 45 THEN 'mild' ELSE 'ok' END, CASE city WHEN 'Hayward' THEN 1 ELSE 0 END FROM weather ORDER BY 1
