-- to_char of moments with a zone whose type the text does not tell, and defaults that are empty arrays.
CREATE TABLE xo_t (i int, z timestamptz, f text)
INSERT INTO xo_t VALUES (1, '2024-03-31 00:30+00', 'YYYY-MM-DD HH24:MI:SS.US'), (2, '2024-07-01 12:00:00.5+02', 'FMDy, FMDDth FMMonth YYYY FMHH12:MI am'), (3, '1999-12-31 23:59:59-08', 'IYYY-IW-ID DDD Q J'), (5, NULL, 'YYYY'), (6, '2024-01-01', NULL)
SELECT i, to_char(z, f) AS s FROM xo_t WHERE i <> 4 ORDER BY i
SET TimeZone = 'America/New_York'
SELECT i, to_char(z, f) AS s FROM xo_t WHERE i <> 4 ORDER BY i
SELECT i, to_char(coalesce(z, z), 'FMDy Month') AS s, to_char(z + interval '1 day', 'FMDy HH24') AS u, to_char(max(z) OVER (ORDER BY i), 'Dy DD HH24:MI') AS m FROM xo_t WHERE i < 4 ORDER BY i
SET TimeZone = 'Asia/Kathmandu'
SELECT i, to_char(z, f) AS s FROM xo_t WHERE i < 4 ORDER BY i
SELECT cal.d::date AS day, to_char(cal.d, 'FMDy') AS dow, to_char(cal.d, 'FMDay DD') AS full_day FROM generate_series('2024-02-27'::date, '2024-03-04'::date, '1 day') AS cal(d) ORDER BY day
RESET TimeZone
SELECT cal.d::date AS day, to_char(cal.d, 'FMDy') AS dow, to_char(cal.d, 'Mon DD') AS m FROM generate_series('2024-02-27'::date, '2024-03-04'::date, '1 day') AS cal(d) ORDER BY day
SELECT to_char(x, 'FMMonth') AS m FROM (SELECT min(z) AS x FROM xo_t WHERE i < 4) s
CREATE TABLE xo_a (a text[] DEFAULT ARRAY[]::text[], b int[] DEFAULT '{}', c int[] DEFAULT ARRAY[]::int[], d text[] DEFAULT ARRAY['x'], e text[] DEFAULT ARRAY['x']::text[], f numeric(5,2)[] DEFAULT ARRAY[]::numeric(5,2)[], g varchar(5)[] DEFAULT ARRAY[]::varchar[], h int[] DEFAULT array[]::integer[] NOT NULL)
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) AS e FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'xo_a'::regclass ORDER BY a.attnum
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'xo_a' ORDER BY ordinal_position
INSERT INTO xo_a DEFAULT VALUES RETURNING *
ALTER TABLE xo_a ADD COLUMN z text[] DEFAULT ARRAY[]::text[] NOT NULL, ALTER COLUMN b SET DEFAULT ARRAY[]::int[]
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) AS e FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'xo_a'::regclass ORDER BY a.attnum
