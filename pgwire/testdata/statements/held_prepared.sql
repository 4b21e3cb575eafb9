-- What a session holds: prepared statements, channels, locks, and DISCARD.
CREATE TABLE acc (id int PRIMARY KEY, owner text, bal numeric(10,2) NOT NULL DEFAULT 0)
INSERT INTO acc VALUES (1, 'ann', 100), (2, 'bob', 50), (3, 'cy', 0), (4,'di',7), (5,'ed',9)
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements ORDER BY name
PREPARE one AS SELECT 1
PREPARE two (int, text) AS SELECT * FROM acc WHERE id = $1 OR owner = $2 ORDER BY id
PREPARE three AS UPDATE acc SET bal = bal + $1 WHERE id = $2
PREPARE three AS SELECT 2
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements ORDER BY name
SELECT * FROM pg_prepared_statements WHERE false
EXECUTE one
EXECUTE one(1)
EXECUTE two
EXECUTE two(1)
EXECUTE two(1, 'bob')
EXECUTE two(1, 'bob', 3)
EXECUTE two('x', 'bob')
EXECUTE two(date '2024-01-01', 'bob')
EXECUTE two('2', 3)
EXECUTE two(2.6, 'z')
EXECUTE three(5, 1)
EXECUTE three('abc', 1)
EXECUTE nosuch
PREPARE z AS SELECT 1/0
EXECUTE z
SELECT name FROM pg_prepared_statements ORDER BY 1
DEALLOCATE z
PREPARE bad AS SELECT * FROM nosuch
PREPARE bad AS SELECT nocol FROM acc
PREPARE bad AS SELEC 1
PREPARE bad AS CREATE TABLE x (a int)
PREPARE bad (nosuchtype) AS SELECT $1
PREPARE p1 AS SELECT $1 + 1
EXECUTE p1(4)
PREPARE p2 AS SELECT $1
EXECUTE p2('a')
PREPARE p3 AS SELECT $2::int
PREPARE p4 (int) AS SELECT $1, $2::text
EXECUTE p4(1, 'x')
PREPARE p5 (numeric(10,2), varchar(3)) AS SELECT $1, $2
EXECUTE p5(1.234, 'abcdef')
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name
DEALLOCATE nosuch
DEALLOCATE PREPARE one
DEALLOCATE ALL
SELECT count(*) FROM pg_prepared_statements
EXECUTE one
PREPARE ins (int, text) AS INSERT INTO acc VALUES ($1, $2) RETURNING *
EXECUTE ins(10, 'new')
EXECUTE ins(10, 'new')
EXECUTE ins(11, NULL)
EXPLAIN EXECUTE nosuch
CREATE TABLE copied AS EXECUTE ins(12, 'x')
PREPARE sel AS SELECT id, owner FROM acc ORDER BY id LIMIT 2
CREATE TABLE copied AS EXECUTE sel
SELECT * FROM copied
EXECUTE ins((SELECT 99), 'sub')
EXECUTE ins(20 + 1, upper('abc') || 'd')
PREPARE d AS DELETE FROM acc WHERE id > $1
EXECUTE d(9)
EXECUTE d(9)
BEGIN
PREPARE intx AS SELECT 5
ROLLBACK
EXECUTE intx
PREPARE star AS SELECT * FROM acc WHERE id = $1
ALTER TABLE acc ADD COLUMN extra int DEFAULT 3
EXECUTE star(1)
ALTER TABLE acc DROP COLUMN extra
EXECUTE star(1)
DROP TABLE copied
PREPARE v (int) AS VALUES ($1, 2), (3, 4)
EXECUTE v(7)
PREPARE w AS WITH q AS (SELECT $1::int AS n) SELECT n * 2 FROM q
EXECUTE w(21)
SELECT name, statement FROM pg_prepared_statements WHERE name IN ('v','w') ORDER BY 1
DISCARD ALL
SELECT count(*) FROM pg_prepared_statements
PREPARE arr (int[]) AS SELECT * FROM acc WHERE id = ANY($1) ORDER BY id
EXECUTE arr('{1,2}')
EXECUTE arr(ARRAY[1,3])
EXECUTE arr(NULL)
PREPARE dt (date, timestamptz, interval) AS SELECT $1 + 1, $2 > '2020-01-01', $3 * 2
EXECUTE dt('2024-02-28', '2024-01-01', '1 day')
EXECUTE dt('nope', '2024-01-01', '1 day')
PREPARE b (bool) AS SELECT CASE WHEN $1 THEN 'y' ELSE 'n' END
EXECUTE b(true)
EXECUTE b('t')
EXECUTE b(1)
PREPARE nul2 AS SELECT coalesce($1, 'x')
EXECUTE nul2(NULL)
DEALLOCATE PREPARE ALL
BEGIN
DISCARD ALL
ROLLBACK
DISCARD PLANS
DISCARD TEMP
DISCARD TEMPORARY
DISCARD SEQUENCES
DISCARD NONSENSE
CREATE TEMP TABLE tt (a int)
CREATE SEQUENCE sq
SELECT nextval('sq')
SELECT currval('sq')
DISCARD SEQUENCES
SELECT currval('sq')
SELECT lastval()
DISCARD TEMP
SELECT * FROM tt
SET my.x = 'a'
SET work_mem = '8MB'
LISTEN chan
SELECT pg_listening_channels()
SELECT * FROM pg_listening_channels() ORDER BY 1
LISTEN other
SELECT * FROM pg_listening_channels() ORDER BY 1
UNLISTEN chan
SELECT pg_listening_channels()
DISCARD ALL
SELECT pg_listening_channels()
SHOW work_mem
SHOW my.x
RESET ALL
CREATE TABLE kk (id int)
BEGIN
LOCK TABLE kk IN SHARE MODE
SELECT pg_advisory_xact_lock(77)
SELECT pg_advisory_lock_shared(1, 2)
SELECT locktype, mode, granted, classid, objid, objsubid FROM pg_locks WHERE locktype = 'advisory' ORDER BY objid
SELECT relation::regclass, mode, granted FROM pg_locks WHERE relation = 'kk'::regclass
SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'kk'
SELECT database = (SELECT oid FROM pg_database WHERE datname = current_database()), pid = pg_backend_pid() FROM pg_locks WHERE relation = 'kk'::regclass
COMMIT
SELECT locktype, mode FROM pg_locks WHERE locktype = 'advisory'
SELECT pg_advisory_unlock_all()
SELECT state, query, usename = current_user, datname = current_database(), backend_type, wait_event FROM pg_stat_activity WHERE pid = pg_backend_pid()
SET application_name = 'zz'
SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
SELECT pid, now() - query_start < interval '1 minute' FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()
WITH pg_cursors AS (SELECT 1 AS a) SELECT * FROM pg_cursors
SELECT c.name FROM pg_catalog.pg_cursors c
SELECT * FROM pg_prepared_statements p(n) WHERE false
EXECUTE nosuch(1)
PREPARE cta AS SELECT 1 AS a, 'x'::text AS b
CREATE TABLE ctx AS EXECUTE cta
SELECT * FROM ctx
PREPARE plus AS SELECT $1 + 1
EXECUTE plus(2.6)
PREPARE nowp (timestamptz) AS SELECT $1 = now()
EXECUTE nowp(now())
EXECUTE nowp(current_timestamp)
