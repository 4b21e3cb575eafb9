-- A second set, of changes and sessions. Written before it was run.
CREATE TABLE eve_acc (id int PRIMARY KEY, owner text, amount numeric(10,2) NOT NULL DEFAULT 0, note text, UNIQUE (owner, note))
CREATE TABLE eve_log (id serial, acc int REFERENCES eve_acc ON DELETE CASCADE, delta numeric(10,2), at timestamp DEFAULT '2024-01-01')
INSERT INTO eve_acc SELECT g, 'o' || g % 3, g * 10, NULL FROM generate_series(1, 6) AS g
INSERT INTO eve_log (acc, delta) VALUES (1, 5), (2, -3), (3, DEFAULT) RETURNING id, delta, at
UPDATE eve_acc a SET amount = a.amount + l.delta FROM eve_log l WHERE l.acc = a.id AND l.delta IS NOT NULL RETURNING a.id, l.delta, a.amount
DELETE FROM eve_log l USING eve_acc a WHERE a.id = l.acc AND a.owner = 'o0' RETURNING l.*, a.owner
INSERT INTO eve_acc VALUES (1, 'x', 1, 'n') ON CONFLICT (id) DO UPDATE SET amount = eve_acc.amount + excluded.amount, note = 'merged' WHERE eve_acc.amount < 100 RETURNING id, amount, note
INSERT INTO eve_acc (id, owner, note) VALUES (7, 'x', 'n'), (8, 'x', 'n') ON CONFLICT (owner, note) DO NOTHING RETURNING id
INSERT INTO eve_acc (id, owner) VALUES (9, 'q') ON CONFLICT ON CONSTRAINT eve_acc_owner_note_key DO UPDATE SET owner = 'r' RETURNING owner
INSERT INTO eve_acc (id) VALUES (1) ON CONFLICT ON CONSTRAINT nosuch DO NOTHING
INSERT INTO eve_acc (id) VALUES (1)
UPDATE eve_acc SET id = id + 100 WHERE id <= 2 RETURNING id
SELECT acc FROM eve_log ORDER BY acc
UPDATE eve_acc SET amount = DEFAULT, note = NULL WHERE id = 4 RETURNING amount, note
UPDATE eve_acc SET amount = (SELECT sum(delta) FROM eve_log) WHERE id = 5
UPDATE eve_acc SET amount = 123456789012 WHERE id = 5
DELETE FROM eve_acc WHERE id IN (SELECT acc FROM eve_log WHERE delta < 0)
WITH moved AS (DELETE FROM eve_acc WHERE id = 6 RETURNING *) INSERT INTO eve_acc SELECT id + 1000, owner, amount, 'moved' FROM moved RETURNING id, note
WITH a AS (UPDATE eve_acc SET note = 'seen' WHERE id > 4 RETURNING id), b AS (INSERT INTO eve_log (delta) VALUES (1) RETURNING id) SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b)
MERGE INTO eve_acc t USING (SELECT 3 AS id, 7.5 AS amount UNION ALL SELECT 44, 1) s ON s.id = t.id WHEN MATCHED AND t.amount > 1000 THEN DO NOTHING WHEN MATCHED THEN UPDATE SET amount = s.amount WHEN NOT MATCHED THEN INSERT (id, owner, amount) VALUES (s.id, 'merge', s.amount)
SELECT id, owner, amount, note FROM eve_acc ORDER BY id
TRUNCATE eve_acc
TRUNCATE eve_acc, eve_log RESTART IDENTITY
INSERT INTO eve_acc VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)
BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE
DECLARE eve_c CURSOR FOR SELECT id, owner FROM eve_acc ORDER BY id FOR UPDATE
FETCH 2 FROM eve_c
UPDATE eve_acc SET owner = 'cursor' WHERE CURRENT OF eve_c
COMMIT
SELECT id, owner FROM eve_acc ORDER BY id
BEGIN; INSERT INTO eve_acc VALUES (4, 'd'); SAVEPOINT a; DELETE FROM eve_acc; SAVEPOINT b; INSERT INTO eve_acc VALUES (1, 'again'); ROLLBACK TO SAVEPOINT a; SELECT count(*) FROM eve_acc; RELEASE a; COMMIT
ROLLBACK TO SAVEPOINT a
BEGIN; SELECT 1/0; SELECT 1; COMMIT
SELECT 2
END
ROLLBACK WORK
ABORT
START TRANSACTION READ ONLY
CREATE TABLE eve_ro (a int)
ROLLBACK
BEGIN; SET LOCAL search_path TO pg_catalog; SHOW search_path; COMMIT; SHOW search_path
BEGIN DEFERRABLE; SHOW transaction_deferrable; ROLLBACK
SET default_transaction_isolation TO 'repeatable read'; SHOW transaction_isolation; RESET default_transaction_isolation
SET client_min_messages TO warning; DROP TABLE IF EXISTS eve_nothing; RESET client_min_messages
SET lock_timeout = '2s'; SHOW lock_timeout; SET lock_timeout TO DEFAULT; SHOW lock_timeout
SET standard_conforming_strings = off
SET client_encoding TO 'UTF8'
SET NAMES 'utf8'
SHOW server_encoding
SHOW nothing_such
SELECT current_setting('nothing.such')
SELECT set_config('eve.user', 'ann', true), current_setting('eve.user', true) IS NULL
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED
SET XML OPTION DOCUMENT
SET CONSTRAINTS ALL DEFERRED
SET ROLE NONE
SELECT session_user = current_user, current_catalog, current_schema
PREPARE eve_q AS SELECT id FROM eve_acc WHERE id = $1
EXECUTE eve_q (1)
EXECUTE eve_nothing
SELECT name, parameter_types FROM pg_prepared_statements WHERE name = 'eve_q'
DEALLOCATE PREPARE eve_q
COPY eve_acc (id, owner) TO STDOUT (DELIMITER '|', NULL 'nil')
COPY eve_acc TO STDOUT WITH (FORMAT csv, HEADER true, FORCE_QUOTE (owner))
COPY (SELECT 1) TO STDOUT (FORMAT text, HEADER match)
COPY eve_nothing TO STDOUT
COPY eve_acc FROM STDIN WITH (FORMAT csv, DELIMITER 'ab')
LISTEN eve_ch; NOTIFY eve_ch, 'payload'; UNLISTEN eve_ch
SELECT pg_listening_channels()
LOCK TABLE ONLY eve_acc IN ACCESS SHARE MODE
EXPLAIN SELECT nothing FROM eve_acc
CREATE TABLE eve_as AS TABLE eve_acc
CREATE TABLE eve_as2 AS EXECUTE eve_nothing
SELECT * INTO eve_into FROM eve_acc WHERE id < 3
CREATE TABLE eve_like (LIKE eve_acc INCLUDING INDEXES, more int)
INSERT INTO eve_like (id) VALUES (1), (1)
DROP TABLE eve_as, eve_into, eve_like
DROP TABLE eve_acc
DROP TABLE eve_acc, eve_log CASCADE
DISCARD SEQUENCES
CHECKPOINT
COMMIT PREPARED 'x'
