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
