-- Sessions, as drivers, tools and people have them.
SHOW search_path
SHOW timezone
SHOW DateStyle
SHOW IntervalStyle
SHOW client_encoding
SHOW standard_conforming_strings
SHOW transaction_isolation
SHOW TRANSACTION ISOLATION LEVEL
SHOW TIME ZONE
SHOW SESSION AUTHORIZATION
SHOW nosuch_setting
SHOW work_mem
SET work_mem = '64MB'
SHOW work_mem
SET work_mem TO 128
SET work_mem = '10 apples'
SET work_mem = '128kB'; SHOW work_mem; RESET work_mem; SHOW work_mem
SET statement_timeout = '30s'
SHOW statement_timeout
SET statement_timeout = 1500
SHOW statement_timeout
SET statement_timeout = -5
SET statement_timeout TO DEFAULT
SET application_name = 'hunt'
SELECT current_setting('application_name'), current_setting('myapp.user', true)
SELECT current_setting('myapp.user')
SET myapp.user = '42'
SELECT current_setting('myapp.user'), current_setting('MyApp.User')::int + 1
SELECT set_config('myapp.user', '43', false), set_config('myapp.tenant', 'acme', true)
SELECT current_setting('myapp.user'), current_setting('myapp.tenant', true)
BEGIN; SELECT set_config('myapp.tenant', 'acme', true); SELECT current_setting('myapp.tenant'); COMMIT
SELECT current_setting('myapp.tenant', true)
RESET myapp.user
SELECT current_setting('myapp.user')
SET nosuch_setting = 1
SET enable_seqscan = off
SHOW enable_seqscan
SET enable_seqscan = maybe
SET datestyle = 'German'
SELECT date '2024-03-05', timestamp '2024-03-05 10:11:12'
SET datestyle = 'SQL, DMY'; SHOW datestyle; SELECT date '05/03/2024'
SET datestyle = 'ISO, MDY'
SELECT '05/03/2024'::date
SET datestyle = 'nonsense'
SET TIME ZONE 'America/New_York'
SELECT timestamptz '2024-07-01 12:00+00', timestamp '2024-07-01 12:00' AT TIME ZONE 'UTC'
SET TIME ZONE 'Mars/Base'
SET TIME ZONE -7
SHOW timezone
SELECT timestamptz '2024-07-01 12:00+00'
SET timezone TO 'UTC'
SET LOCAL timezone TO 'Asia/Tokyo'
BEGIN; SET LOCAL timezone TO 'Asia/Tokyo'; SHOW timezone; ROLLBACK; SHOW timezone
BEGIN; SET timezone TO 'Asia/Tokyo'; ROLLBACK; SHOW timezone
SET intervalstyle = 'iso_8601'; SELECT interval '1 year 2 days 03:04:05'; RESET intervalstyle
SET extra_float_digits = 0; SELECT 0.1::float8 + 0.2::float8; RESET extra_float_digits; SELECT 0.1::float8 + 0.2::float8
SET bytea_output = 'escape'; SELECT '\x414200'::bytea; RESET bytea_output
SET client_min_messages = 'warning'
SET client_min_messages = 'loud'
RESET client_min_messages
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ
SHOW default_transaction_isolation
SET default_transaction_isolation = 'read committed'
CREATE TABLE hs_item (id int PRIMARY KEY, name text NOT NULL, qty int CHECK (qty >= 0))
INSERT INTO hs_item SELECT g, 'item' || g, g * 10 FROM generate_series(1, 5) g
BEGIN
INSERT INTO hs_item VALUES (6, 'six', 60)
INSERT INTO hs_item VALUES (6, 'six again', 60)
SELECT * FROM hs_item
INSERT INTO hs_item VALUES (7, 'seven', 70)
COMMIT
SELECT count(*) FROM hs_item
BEGIN
SAVEPOINT before_insert
INSERT INTO hs_item VALUES (1, 'dup', 1)
ROLLBACK TO SAVEPOINT before_insert
INSERT INTO hs_item VALUES (8, 'eight', 80)
SAVEPOINT second
DELETE FROM hs_item
SELECT count(*) FROM hs_item
ROLLBACK TO second
RELEASE SAVEPOINT second
RELEASE SAVEPOINT second
ROLLBACK
BEGIN
SELECT nosuch FROM hs_item
SHOW timezone
SAVEPOINT x
PREPARE p AS SELECT 1
END
BEGIN READ ONLY
INSERT INTO hs_item VALUES (9, 'nine', 90)
ROLLBACK
BEGIN READ ONLY
CREATE TEMP TABLE hs_tmp_ro (a int)
SELECT nextval('nosuch_seq')
COMMIT
START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ WRITE
SHOW transaction_isolation
SELECT count(*) FROM hs_item
COMMIT AND CHAIN
SHOW transaction_isolation
ROLLBACK
COMMIT
ROLLBACK
BEGIN
BEGIN
CREATE TABLE hs_in_tx (a int)
INSERT INTO hs_in_tx VALUES (1)
ROLLBACK
SELECT * FROM hs_in_tx
BEGIN; DROP TABLE hs_item; ROLLBACK
SELECT count(*) FROM hs_item
PREPARE hs_get (int) AS SELECT id, name FROM hs_item WHERE id = $1
EXECUTE hs_get(2)
EXECUTE hs_get('3')
EXECUTE hs_get('three')
EXECUTE hs_get(1, 2)
EXECUTE hs_get
PREPARE hs_get AS SELECT 1
PREPARE hs_ins (int, text, int) AS INSERT INTO hs_item VALUES ($1, $2, $3) RETURNING *
EXECUTE hs_ins(10, 'ten', 100)
EXECUTE hs_ins(10, 'ten', 100)
EXECUTE hs_ins(11, 'eleven', -1)
PREPARE hs_any AS SELECT $1::int + $2::int AS total, $3 AS word
EXECUTE hs_any(1, 2, 'x')
PREPARE hs_upd AS UPDATE hs_item SET qty = qty + $1 WHERE id = $2
EXECUTE hs_upd(5, 1)
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements ORDER BY name
DEALLOCATE hs_get
EXECUTE hs_get(2)
DEALLOCATE hs_nosuch
DEALLOCATE PREPARE hs_any
DEALLOCATE ALL
SELECT count(*) FROM pg_prepared_statements
BEGIN
DECLARE hs_cur CURSOR FOR SELECT id, name FROM hs_item ORDER BY id
FETCH NEXT FROM hs_cur
FETCH 2 FROM hs_cur
FETCH FORWARD ALL FROM hs_cur
FETCH hs_cur
MOVE BACKWARD 3 FROM hs_cur
CLOSE hs_cur
FETCH hs_cur
ROLLBACK
DECLARE hs_cur CURSOR FOR SELECT 1
BEGIN; DECLARE hs_s SCROLL CURSOR WITH HOLD FOR SELECT id FROM hs_item ORDER BY id; COMMIT
FETCH ABSOLUTE 3 FROM hs_s
FETCH PRIOR FROM hs_s
FETCH LAST FROM hs_s
FETCH RELATIVE -1 FROM hs_s
SELECT name, statement, is_holdable, is_binary, is_scrollable FROM pg_cursors
DECLARE hs_s CURSOR WITH HOLD FOR SELECT 1
CLOSE hs_s
CLOSE hs_s
SELECT pg_try_advisory_lock(42), pg_try_advisory_lock(42), pg_try_advisory_lock(1, 2)
SELECT locktype, classid, objid, objsubid, mode, granted FROM pg_locks WHERE locktype = 'advisory' ORDER BY classid, objid
SELECT pg_advisory_unlock(42), pg_advisory_unlock(42), pg_advisory_unlock(42)
SELECT pg_advisory_unlock_all()
BEGIN; SELECT pg_advisory_xact_lock(7); SELECT pg_try_advisory_xact_lock(7); COMMIT
LISTEN hs_channel
SELECT pg_listening_channels()
NOTIFY hs_channel, 'hello'
SELECT pg_notify('hs_channel', 'again')
SELECT pg_notify('', 'x')
UNLISTEN hs_channel
SELECT count(*) FROM pg_listening_channels()
UNLISTEN *
COPY hs_item TO STDOUT
COPY hs_item (name, qty) TO STDOUT WITH (FORMAT csv, HEADER true, DELIMITER ';')
COPY (SELECT id, NULL AS nothing, name || ', "x"' AS quoted FROM hs_item ORDER BY id LIMIT 2) TO STDOUT CSV HEADER
COPY (SELECT 1, E'a\tb\\c\n', NULL::text) TO STDOUT
COPY hs_nosuch TO STDOUT
COPY hs_item (nosuch) TO STDOUT
COPY hs_item TO STDOUT WITH (FORMAT xml)
COPY hs_item TO STDOUT WITH (DELIMITER 'ab')
COPY (SELECT 1 AS a, true AS b, '2024-01-01'::date AS c) TO STDOUT WITH (FORMAT csv, FORCE_QUOTE *)
COPY (SELECT 1 AS a, NULL::int AS b) TO STDOUT WITH (NULL 'nil', HEADER)
CREATE TEMP TABLE hs_tmp (id int, v text)
CREATE TEMPORARY TABLE hs_tmp2 ON COMMIT DROP AS SELECT 1 AS a
SELECT * FROM hs_tmp2
BEGIN; CREATE TEMP TABLE hs_tmp3 (a int) ON COMMIT DELETE ROWS; INSERT INTO hs_tmp3 VALUES (1); SELECT count(*) FROM hs_tmp3; COMMIT; SELECT count(*) FROM hs_tmp3
CREATE TEMP TABLE hs_item (id int)
SELECT count(*) FROM hs_item
SELECT count(*) FROM public.hs_item
SELECT relname, relpersistence, relnamespace::regnamespace::text LIKE 'pg_temp%' FROM pg_class WHERE relname LIKE 'hs\_tmp%' ORDER BY 1
DROP TABLE hs_item
SELECT count(*) FROM hs_item
CREATE TEMP VIEW hs_tv AS SELECT id FROM hs_tmp
CREATE VIEW hs_v_on_temp AS SELECT id FROM hs_tmp
CREATE TEMP SEQUENCE hs_ts
SELECT nextval('hs_ts')
CREATE SCHEMA hs_app
SET search_path TO hs_app, public
CREATE TABLE hs_where (a int)
SELECT schemaname FROM pg_tables WHERE tablename = 'hs_where'
SET search_path TO nosuchschema
SELECT current_schema()
CREATE TABLE hs_lost (a int)
SELECT * FROM hs_where
SET search_path TO "$user", public
SELECT current_schemas(false)
RESET search_path
EXPLAIN SELECT * FROM hs_nosuch
EXPLAIN (FORMAT nosuch) SELECT 1
EXPLAIN (NOSUCH) SELECT 1
SET ROLE none
RESET ROLE
SET SESSION AUTHORIZATION DEFAULT
SET ROLE nosuchrole
SET CONSTRAINTS ALL DEFERRED
LOCK TABLE hs_item
BEGIN; LOCK TABLE hs_item IN ACCESS EXCLUSIVE MODE; LOCK hs_tmp IN SHARE MODE NOWAIT; COMMIT
ROLLBACK
DISCARD PLANS
DISCARD SEQUENCES
DISCARD TEMP
SELECT * FROM hs_tmp
BEGIN; DISCARD ALL; COMMIT
ROLLBACK
DISCARD ALL
SELECT 1; SELECT 2; SELECT 3
SELECT 1; SELECT nosuch; SELECT 3
INSERT INTO hs_item VALUES (20, 'twenty', 1); SELECT 1 / 0
SELECT count(*) FROM hs_item WHERE id = 20
;
SELECT
SELECT 1;;
-- only a comment
/* only a comment */
SELECT pg_sleep(0)
SELECT pg_cancel_backend(0)
SELECT pg_terminate_backend(999999)
VACUUM hs_item
ANALYZE hs_item
VACUUM (ANALYZE, VERBOSE) hs_nosuch
BEGIN; VACUUM; COMMIT
ROLLBACK
CHECKPOINT
RESET ALL
SHOW ALL NOW
DO $$ BEGIN RAISE NOTICE 'hello'; END $$
CALL nosuch()
SELECT now() = transaction_timestamp(), statement_timestamp() >= now(), clock_timestamp() >= now()
SELECT pg_current_xact_id_if_assigned() IS NULL, txid_current_if_assigned() IS NULL
SELECT current_catalog, current_role = user, current_query()
