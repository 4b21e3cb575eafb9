-- Session settings that change how values are shown and read.
SET TimeZone = 'UTC'
CREATE TABLE hs_visit (id int, d date, ts timestamp, tz timestamptz, iv interval, a date[], f float8)
INSERT INTO hs_visit VALUES (1, '2023-12-25', '2023-12-25 08:30:00', '2023-12-25 08:30:00.25+00', '1 day 02:00', '{2023-12-25,2024-02-29}'::date[], 0.1), (2, '0044-03-15 BC', '0044-03-15 12:00:00 BC', '1999-07-01 00:00:00+00', '-3 mons', NULL, 1e20), (3, 'infinity', '-infinity', 'infinity', NULL, '{NULL,infinity}'::date[], 'NaN')
SET datestyle = 'SQL, DMY'
SHOW datestyle
SELECT d, ts, tz FROM hs_visit ORDER BY id
SELECT id, a, ROW(d, ts) AS r, d::text AS t FROM hs_visit ORDER BY id
SELECT date '25/12/2023', '01/02/2024'::date AS feb, '03.04.2024'::date AS apr, '5-6-2024'::timestamp AS jun
SELECT to_json(d) AS j, row_to_json(ROW(ts, tz)) AS r, to_char(d, 'YYYY-MM-DD') AS c FROM hs_visit WHERE id = 1
SELECT 'on ' || d || ' at ' || ts AS s, concat(d, '/', tz) AS c, format('%s', d) AS f FROM hs_visit WHERE id = 1
SET datestyle = 'SQL, MDY'
SELECT d, ts, tz FROM hs_visit ORDER BY id
SELECT date '12/25/2023' AS x, '1/2/2024'::date AS jan, timestamp '12/25/2023 10:00' AS y
SELECT '25/12/2023'::date
SET datestyle = German
SHOW datestyle
SELECT d, ts, tz, a FROM hs_visit ORDER BY id
SELECT '25.12.2023'::date AS d, timestamptz '2023-12-25 10:00+01' AS tz, array_agg(d ORDER BY d) AS all_days FROM hs_visit
SET datestyle = 'Postgres, MDY'
SELECT d, ts, tz, iv FROM hs_visit ORDER BY id
SELECT current_setting('datestyle') AS style, date '2024-01-02' AS d, timestamp '2024-01-02 03:04:05.678' AS ts
SET datestyle = 'Postgres, DMY'
SELECT d, ts, tz FROM hs_visit ORDER BY id
SET datestyle = 'ISO, DMY'
SELECT d, ts, tz, '02/03/2024'::date AS march FROM hs_visit ORDER BY id
SET datestyle TO 'ISO, YMD'
SELECT '24/03/02'::date AS y, '2024-03-02'::date AS d, date '99-12-31' AS n
SET datestyle = 'ISO, MDY'
SET TIME ZONE 'America/New_York'
SELECT tz, tz::timestamp AS local, tz::date AS day, extract(hour FROM tz) AS h FROM hs_visit WHERE id < 3 ORDER BY id
SELECT timestamptz '2024-07-01 12:00', '2024-01-01 12:00'::timestamptz AS winter, timestamptz '2024-07-01 12:00' AT TIME ZONE 'Europe/Paris' AS paris
SET datestyle = 'SQL, MDY'
SELECT tz, timestamptz '2024-07-01 12:00' AS summer FROM hs_visit WHERE id < 3 ORDER BY id
SET datestyle = 'Postgres, MDY'
SELECT tz, timestamptz '2024-07-01 12:00' AS summer FROM hs_visit WHERE id < 3 ORDER BY id
RESET datestyle
SET TIME ZONE INTERVAL '-03:00' HOUR TO MINUTE
SHOW timezone
SELECT timestamptz '2024-01-01 00:00:00+00' AS a, timestamp '2024-01-01 00:00:00'::timestamptz AS b
SET TIME ZONE -5
SHOW timezone
SELECT timestamptz '2024-01-01 00:00:00+00' AS a, extract(timezone FROM timestamptz '2024-01-01 00:00:00+00') AS off
SET TIME ZONE LOCAL
SET TimeZone = 'Asia/Kolkata'
SELECT timestamptz '2024-01-01 00:00:00+00' AS a, to_char(timestamptz '2024-01-01 00:00:00+00', 'YYYY-MM-DD HH24:MI TZ OF') AS c, date_trunc('day', timestamptz '2024-01-01 20:00:00+00') AS d
RESET TIME ZONE
SET TimeZone = 'UTC'
SELECT set_config('app.tenant', 'acme', false), current_setting('app.tenant')
SELECT set_config('app.tenant', 'globex', false) AS tenant, current_setting('app.tenant') AS now, 1 + 1 AS two, upper('x') AS x
SELECT current_setting('app.tenant') AS before, set_config('app.tenant', 'initech', false) AS set, current_setting('app.tenant') AS after
SELECT current_setting('app.nothing', true) IS NULL AS missing, coalesce(current_setting('app.tenant', true), 'none') AS tenant
SELECT set_config('datestyle', 'German', false), current_setting('datestyle') AS style
SELECT date '2024-03-01' AS d, now()::date IS NOT NULL AS n
SELECT set_config('datestyle', 'ISO, MDY', false)
BEGIN; SELECT set_config('app.user', 'bob', true), current_setting('app.user'); COMMIT
SELECT coalesce(nullif(current_setting('app.user', true), ''), 'nobody') AS who
SET datestyle = 'SQL'; SELECT date '2024-03-01'; RESET datestyle
SET datestyle = 'nonsense'
SET datestyle = 'SQL, German'
SET datestyle = 'SQL, DMY'
SELECT d::text || ' / ' || a::text AS t, ROW(d, iv)::text AS r, a::text[] AS l, coalesce(d::text, 'none') AS c FROM hs_visit WHERE id < 3 ORDER BY id
SELECT quote_literal(d) AS q, concat_ws('; ', d, ts, NULL) AS c, format('%s %L', d, ts) AS f, length(d::text) AS n, upper(to_char(ts, 'Mon')) AS m FROM hs_visit WHERE id = 1
SELECT string_agg(d::text, ', ' ORDER BY id) AS s, array_agg(d::varchar ORDER BY id) AS v, jsonb_agg(d ORDER BY id) AS j FROM hs_visit WHERE id < 3
SELECT f::text AS f, iv || '' AS i, 'x' || f AS xf, tz::varchar(10) AS z, id::text || d AS dd FROM hs_visit ORDER BY id
CREATE VIEW hs_view AS SELECT id, d::text AS t FROM hs_visit
SELECT * FROM hs_view WHERE id = 1
SET intervalstyle = 'iso_8601'
SELECT iv::text AS t, 'i: ' || iv AS s, iv FROM hs_visit WHERE iv IS NOT NULL ORDER BY id
SET extra_float_digits = 0; SET bytea_output = 'escape'
SELECT (f / 3)::text AS f, '\x0041ff'::bytea::text AS b, '\x41'::bytea || '\x42'::bytea AS bb, concat('\x41'::bytea, f) AS c FROM hs_visit WHERE id = 1
RESET ALL
SELECT d::text || '!' AS t, iv::text AS i FROM hs_visit WHERE id = 1
SET datestyle = 'German'; SELECT 'Tag ' || date '2024-03-01' AS t, date '2024-03-01'::text AS u; SET datestyle = 'ISO, MDY'
SELECT date '2024-03-01'::text AS t
