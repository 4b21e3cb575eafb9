-- Lists of lists over several rows, collations, names, quotients of many digits.
CREATE TABLE mails (id int, e text, n name, c numeric(30,25))
INSERT INTO mails VALUES (1, 'ann@x.com', repeat('a', 70), 0.1234567890123456789012345), (2, 'bob@x.com', 'short', 12.5), (3, 'cid@y.org', repeat('é', 40)::text, 1), (4, NULL, NULL, NULL)
SELECT id, regexp_matches(e, '(\w+)@(\w+)') FROM mails ORDER BY id
SELECT id, regexp_matches(e, '[a-c]', 'g') FROM mails ORDER BY id
SELECT id, (regexp_matches(e, '[a-c]', 'g'))[1] FROM mails ORDER BY id
SELECT id, m[2] FROM mails, regexp_matches(e, '(\w+)@(\w+)') m ORDER BY id
SELECT count(*), count(DISTINCT m), min(m[1]::int), max(m[1]::int) FROM (SELECT regexp_matches('n' || g, '(\d+)') AS m FROM generate_series(1, 5000) g) s
SELECT n, length(n), octet_length(n::text) FROM mails ORDER BY id
UPDATE mails SET n = n || n || 'zz' RETURNING n
INSERT INTO mails (id, n) SELECT 5, repeat('b', 64) RETURNING n
SELECT c / 2.0::float8 FROM mails WHERE id = 2
SELECT e COLLATE "C" < e COLLATE "POSIX" FROM mails
SELECT e COLLATE "C" || e COLLATE "POSIX" FROM mails
SELECT max(e COLLATE "C" || e COLLATE "POSIX") FROM mails
SELECT e COLLATE "C" FROM mails UNION SELECT e COLLATE "POSIX" FROM mails
SELECT greatest(e COLLATE "C", e COLLATE "POSIX") FROM mails
SELECT CASE WHEN id = 1 THEN e COLLATE "C" ELSE e COLLATE "POSIX" END FROM mails
SELECT e IN ('a' COLLATE "C", 'b' COLLATE "POSIX") FROM mails
SELECT e COLLATE "C" LIKE 'x' COLLATE "POSIX" FROM mails
SELECT concat(e COLLATE "C", e COLLATE "POSIX") FROM mails
SELECT e COLLATE "C" = 'x' AND e COLLATE "POSIX" = 'x', lower(e COLLATE "C"), upper(e COLLATE "POSIX") FROM mails ORDER BY id
SELECT (e COLLATE "C" = 'x') = (e COLLATE "POSIX" = 'x') FROM mails ORDER BY id
SELECT id COLLATE "C" FROM mails
SELECT 1 COLLATE "C"
SELECT e FROM mails ORDER BY e COLLATE "C" DESC NULLS LAST, id COLLATE "C"
DROP TABLE mails
-- Numerics of many digits as floating-point numbers.
CREATE TABLE thirds (id int, m numeric(10,2), a numeric, f float8, r real)
INSERT INTO thirds SELECT g, g * 1.37, 12345678.123456789 * g, g / 3.0, g / 7.0 FROM generate_series(1, 6) g
SELECT id, f, r FROM thirds ORDER BY id
UPDATE thirds SET f = m / 7, r = id / 3.0 RETURNING f, r
INSERT INTO thirds (id, f, r) VALUES (10, 1 / 3.0, 2 / 3.0), (11, 0.1 + 0.2, 10 / 7.0) RETURNING f, r
SELECT id, (id / 3.0)::float8, (m / 3)::float8, (m / 7)::real, m::float8 / 3, CAST(id / 7.0 AS double precision), (id / 9.0)::float8 + 1, a::float8 FROM thirds ORDER BY id
SELECT id, f + m / 3, f * (id / 7.0), f > m / 7, f = m / 7, m / 7 * f, coalesce(f, m / 7), CASE WHEN id > 3 THEN f ELSE m / 7 END FROM thirds WHERE m IS NOT NULL ORDER BY id
SELECT id, sin(m / 7), ln((m / 7)::float8), degrees(id / 3.0) FROM thirds WHERE m IS NOT NULL ORDER BY id
SELECT avg(m)::float8, (sum(m) / count(*))::float8, avg(id)::float8, avg(m) * 1.0::float8, (avg(id) / 3)::float8, (sum(id) / 7.0)::float8, sum(a)::float8 FROM thirds
SELECT GROUPING(m) FROM thirds GROUP BY id
SELECT GROUPING(id) FROM thirds
SELECT percentile_disc(1.5) WITHIN GROUP (ORDER BY m) FROM thirds
DROP TABLE thirds
-- The types that functions return for reals and for varchar.
CREATE TABLE typed (r real, v varchar(20), c char(5))
INSERT INTO typed VALUES (4.5, 'a@b', 'x-y'), (-3.7, NULL, NULL), (NULL, 'c', 'z')
SELECT round(r), ceil(r), floor(r), trunc(r), ceiling(r), round(r::numeric, 1) FROM typed ORDER BY r
SELECT split_part(v, '@', 1), split_part(c, '-', 2), split_part(v, '@', 1) || '|' FROM typed ORDER BY r
SELECT split_part(v, '@', 1) AS part, count(*) FROM typed GROUP BY part ORDER BY part
DROP TABLE typed
