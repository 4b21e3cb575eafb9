-- Sessions and transactions as psql's users, pools, drivers and mappers of objects write them.
SET client_encoding TO 'UTF8'
SET application_name = 'pool'
SHOW application_name
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED
SHOW TRANSACTION ISOLATION LEVEL
SHOW default_transaction_isolation
SET TIME ZONE 'Europe/Berlin'
SHOW TimeZone
SET TIME ZONE INTERVAL '+02:00' HOUR TO MINUTE
SHOW TIME ZONE
SET TIME ZONE LOCAL
RESET TIME ZONE
SET statement_timeout = '5s'
SHOW statement_timeout
SET LOCAL statement_timeout = 100
SET search_path TO public, pg_catalog
SELECT current_schemas(true)
SET NAMES 'utf8'
SET nope = 1
SET my.var = 'x'
SELECT current_setting('my.var'), current_setting('no.such', true)
SELECT current_setting('no.such')
SELECT set_config('my.var', 'y', false), set_config('my.var', 'z', true)
SHOW my.var
RESET my.var
SHOW my.var
SET datestyle = 'German, DMY'
SELECT date '2024-05-06'
RESET datestyle
SET SESSION AUTHORIZATION DEFAULT
SET ROLE NONE
RESET ROLE
SELECT current_user = session_user, current_role = user
SELECT pg_backend_pid() > 0, pg_is_in_recovery(), pg_postmaster_start_time() < now()
SELECT txid_current() > 0, pg_current_xact_id() IS NOT NULL
SELECT txid_current_if_assigned() IS NULL, pg_current_xact_id_if_assigned() IS NULL
SELECT inet_server_port() IS NOT NULL, inet_client_addr() IS NOT NULL
SELECT count(*) > 0 FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT state, query FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT name, setting FROM pg_settings WHERE name IN ('application_name', 'work_mem', 'statement_timeout') ORDER BY 1
SELECT pg_try_advisory_lock(77), pg_advisory_unlock(77)
SELECT locktype, mode, granted FROM pg_locks WHERE locktype = 'advisory'
SELECT pg_advisory_unlock_all()
CREATE TABLE acc (id int PRIMARY KEY, owner text, bal numeric(10,2) NOT NULL DEFAULT 0, ver int DEFAULT 1)
INSERT INTO acc VALUES (1, 'ann', 100), (2, 'bob', 50), (3, 'cy', 0)
BEGIN
UPDATE acc SET bal = bal - 10 WHERE id = 1
SAVEPOINT a
UPDATE acc SET bal = bal / 0 WHERE id = 2
SELECT 1
ROLLBACK TO SAVEPOINT a
UPDATE acc SET bal = bal + 10 WHERE id = 2
RELEASE SAVEPOINT a
COMMIT
SELECT id, bal FROM acc ORDER BY id
START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY
INSERT INTO acc VALUES (9)
ROLLBACK
BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE
SHOW transaction_isolation
SET TRANSACTION ISOLATION LEVEL READ COMMITTED
COMMIT AND CHAIN
SHOW transaction_isolation
ROLLBACK AND NO CHAIN
BEGIN TRANSACTION READ ONLY
SELECT count(*) FROM acc
SET TRANSACTION READ WRITE
END
BEGIN WORK
SELECT 1
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE
ABORT
COMMIT
ROLLBACK
BEGIN
BEGIN
SAVEPOINT x
ROLLBACK TO y
SELECT 1
ROLLBACK TO x
SELECT 2
COMMIT
BEGIN
SELECT * FROM nope
COMMIT
SAVEPOINT lone
RELEASE lone
BEGIN
SET LOCAL work_mem = '8MB'
SHOW work_mem
SAVEPOINT s
SET LOCAL work_mem = '16MB'
ROLLBACK TO s
SHOW work_mem
COMMIT
SHOW work_mem
BEGIN; SELECT * FROM acc WHERE id = 1 FOR UPDATE; UPDATE acc SET bal = 91 WHERE id = 1; COMMIT
BEGIN
SELECT bal FROM acc WHERE id = 1 FOR UPDATE
UPDATE acc SET bal = bal + 1, ver = ver + 1 WHERE id = 1 AND ver = 1 RETURNING ver
SELECT id FROM acc ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
SELECT id FROM acc ORDER BY id FOR SHARE
SELECT id FROM acc WHERE id = 2 FOR NO KEY UPDATE NOWAIT
SELECT a.id FROM acc a JOIN acc b ON a.id = b.id WHERE a.id = 1 FOR UPDATE OF a
SELECT id FROM acc WHERE id = 3 FOR KEY SHARE
COMMIT
SELECT id FROM acc WHERE id = 1 FOR UPDATE
SELECT count(*) FROM acc FOR UPDATE
BEGIN
LOCK TABLE acc
LOCK acc IN SHARE ROW EXCLUSIVE MODE
LOCK TABLE acc IN ACCESS EXCLUSIVE MODE NOWAIT
LOCK TABLE nope
ROLLBACK
LOCK TABLE acc
PREPARE getacc (int) AS SELECT owner FROM acc WHERE id = $1
EXECUTE getacc(2)
EXECUTE getacc(1 + 1)
EXECUTE getacc
PREPARE getacc AS SELECT 1
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements
EXPLAIN (COSTS OFF) EXECUTE getacc(1)
DEALLOCATE getacc
DEALLOCATE getacc
PREPARE addacc AS INSERT INTO acc (id, owner) VALUES ($1, $2) RETURNING id
EXECUTE addacc(10, 'ten')
CREATE TABLE fromexec AS EXECUTE addacc(11, 'eleven')
DEALLOCATE ALL
DEALLOCATE PREPARE ALL
SELECT count(*) FROM pg_prepared_statements
BEGIN
DECLARE c CURSOR FOR SELECT id, owner FROM acc ORDER BY id
FETCH NEXT FROM c
FETCH 2 FROM c
SELECT name, is_holdable, is_scrollable FROM pg_cursors
MOVE 1 IN c
FETCH ALL IN c
CLOSE c
DECLARE d SCROLL CURSOR WITH HOLD FOR SELECT id FROM acc ORDER BY id
COMMIT
FETCH LAST FROM d
FETCH PRIOR FROM d
FETCH ABSOLUTE 1 FROM d
FETCH RELATIVE 2 FROM d
FETCH BACKWARD 1 FROM d
CLOSE d
CLOSE ALL
FETCH 1 FROM d
DECLARE e CURSOR FOR SELECT 1
BEGIN
DECLARE u CURSOR FOR SELECT id, owner FROM acc WHERE id < 3 FOR UPDATE
FETCH 1 FROM u
UPDATE acc SET owner = 'current' WHERE CURRENT OF u
FETCH 1 FROM u
DELETE FROM acc WHERE CURRENT OF u
COMMIT
SELECT id, owner FROM acc ORDER BY id
BEGIN
DECLARE v CURSOR FOR SELECT id FROM acc ORDER BY id
FETCH 1 FROM v
UPDATE acc SET ver = 99 WHERE CURRENT OF v RETURNING id
ROLLBACK
LISTEN jobs
NOTIFY jobs
NOTIFY jobs, 'payload'
SELECT pg_notify('jobs', 'p2')
SELECT pg_listening_channels()
UNLISTEN jobs
UNLISTEN *
VACUUM
VACUUM ANALYZE acc
VACUUM (FULL, ANALYZE) acc
VACUUM (VERBOSE) nope
ANALYZE
ANALYZE acc (owner)
ANALYZE VERBOSE nope
REINDEX TABLE acc
CLUSTER acc
CHECKPOINT
BEGIN
VACUUM
ROLLBACK
EXPLAIN (FORMAT JSON, COSTS OFF) SELECT 1
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) SELECT 1
EXPLAIN (COSTS OFF) SELECT 1
EXPLAIN (NOPE) SELECT 1
EXPLAIN (FORMAT NOPE) SELECT 1
CREATE TEMP TABLE tmp (a int) ON COMMIT DROP
SELECT * FROM tmp
BEGIN
CREATE TEMP TABLE tmp (a int) ON COMMIT DROP
INSERT INTO tmp VALUES (1)
SELECT * FROM tmp
COMMIT
SELECT * FROM tmp
CREATE TEMPORARY TABLE td (a int) ON COMMIT DELETE ROWS
BEGIN
INSERT INTO td VALUES (1)
SELECT count(*) FROM td
COMMIT
SELECT count(*) FROM td
CREATE TEMP TABLE acc (z text)
SELECT * FROM acc
DROP TABLE pg_temp.acc
SELECT count(*) FROM acc
CREATE TEMP TABLE ta AS SELECT id, owner FROM acc
CREATE TEMP TABLE IF NOT EXISTS ta AS SELECT 1
SELECT count(*) FROM ta
COPY acc TO STDOUT
COPY acc (id, owner) TO STDOUT WITH (FORMAT csv, HEADER)
COPY (SELECT id, NULL, 'a,b' FROM acc ORDER BY id LIMIT 1) TO STDOUT WITH CSV
COPY (SELECT 'x' AS a, NULL AS b) TO STDOUT (FORMAT csv, NULL 'nil', DELIMITER ';', FORCE_QUOTE (a))
COPY (SELECT 'x' AS a, NULL AS b) TO STDOUT (FORMAT text, HEADER true)
COPY (DELETE FROM acc WHERE id = 10 RETURNING id) TO STDOUT
COPY acc TO STDOUT (FORMAT nope)
COPY nope TO STDOUT
COPY acc TO STDOUT (DELIMITER 'ab')
COPY acc (nope) TO STDOUT
COPY acc TO '/tmp/x.csv'
COPY acc FROM PROGRAM 'id'
COPY acc TO STDOUT WHERE id = 1
DO $$ BEGIN PERFORM 1; END $$
CALL nope()
CREATE SEQUENCE sq
SELECT currval('sq')
SELECT nextval('sq'), currval('sq')
BEGIN
SELECT setval('sq', 40)
SELECT nextval('sq')
ROLLBACK
SELECT nextval('sq')
SELECT lastval()
SELECT last_value, is_called FROM sq
BEGIN; INSERT INTO acc VALUES (70, 'x'); INSERT INTO acc VALUES (70, 'y'); COMMIT
SELECT count(*) FROM acc WHERE id = 70
ROLLBACK
INSERT INTO acc VALUES (80, 'x'); INSERT INTO acc VALUES (80, 'y')
SELECT count(*) FROM acc WHERE id = 80
SELECT 1; SELECT 2; SELECT nope; SELECT 3
;
SELECT pg_sleep(0)
SELECT pg_cancel_backend(0)
SELECT pg_terminate_backend(0)
SELECT pg_advisory_xact_lock(5)
SELECT pg_export_snapshot() IS NOT NULL
SELECT pg_blocking_pids(pg_backend_pid())
SELECT pg_size_pretty(pg_total_relation_size('acc')) IS NOT NULL
SELECT has_table_privilege('acc', 'SELECT'), has_schema_privilege('public', 'CREATE')
PREPARE TRANSACTION 'x'
COMMIT PREPARED 'x'
SET CONSTRAINTS ALL DEFERRED
BEGIN
SET CONSTRAINTS ALL IMMEDIATE
COMMIT
SET transaction_read_only = on
SET default_transaction_read_only = on
INSERT INTO acc VALUES (90)
SET default_transaction_read_only = off
SET LOCAL lock_timeout = '1s'
SET lock_timeout TO DEFAULT
SHOW lock_timeout
SET idle_in_transaction_session_timeout = 1000
RESET ALL
SHOW idle_in_transaction_session_timeout
BEGIN
DISCARD ALL
ROLLBACK
DISCARD PLANS
DISCARD TEMP
SELECT count(*) FROM ta
DISCARD SEQUENCES
SELECT lastval()
DISCARD ALL
DROP SEQUENCE sq
DROP TABLE IF EXISTS acc, fromexec
