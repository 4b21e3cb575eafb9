-- Settings and transactions: canonical texts, what a transaction forbids, and what is said within a failed one.
CREATE TABLE k (id int)
INSERT INTO k VALUES (1)
SET TIME ZONE INTERVAL '2 hours'
SHOW timezone
SET TIME ZONE INTERVAL '-8 hours'
SHOW timezone
RESET timezone
SET default_with_oids = false
SET default_with_oids = true
SET lc_monetary = 'C'
SET lc_messages = 'C'
SET lc_time = 'nonsense!'
SET default_text_search_config = 'english'
SHOW default_text_search_config
SET default_text_search_config = 'klingon'
SET client_encoding = 'UNICODE'
SHOW client_encoding
RESET client_encoding
SET work_mem = '1MB', '2MB'
SET my.l = 1, 2
SET datestyle = ISO, DMY
SET search_path = a, b
RESET ALL
SET intervalstyle = 'bad'
SET IntervalStyle = 'bad'
SELECT set_config('IntervalStyle', 'bad', false)
SET ENABLE_SEQSCAN = 'x'
SELECT set_config('work_mem', '8MB', false)
SELECT set_config('work_mem', NULL, false)
SHOW work_mem
SELECT set_config('my.z', NULL, false)
BEGIN
SELECT count(*) FROM k
SET TRANSACTION DEFERRABLE
ROLLBACK
BEGIN
SAVEPOINT a
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE
ROLLBACK
BEGIN
SAVEPOINT a
SET TRANSACTION NOT DEFERRABLE
ROLLBACK
BEGIN
SET TRANSACTION DEFERRABLE, READ ONLY, ISOLATION LEVEL SERIALIZABLE
SELECT count(*) FROM k
COMMIT
BEGIN READ ONLY
SELECT * FROM k FOR UPDATE
ROLLBACK
BEGIN READ ONLY
SELECT * FROM k FOR NO KEY UPDATE
ROLLBACK
BEGIN READ ONLY
SELECT * FROM k FOR SHARE
ROLLBACK
SELECT * FROM k FOR UPDATE
SET default_transaction_read_only = on
SELECT * FROM k FOR UPDATE
SET default_transaction_read_only = off
BEGIN
SELECT 1/0
SELECT * FROM nosuch
FETCH nosuch
EXECUTE nosuch
SELECT nocol FROM k
SELECT 'a'::int
SELEC 1
CREATE TABLE k (id int)
SHOW nosuch
SET nosuch = 1
DEALLOCATE nosuch
CLOSE nosuch
BEGIN
COMMIT
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE
SHOW default_transaction_isolation
SHOW transaction_isolation
CREATE TABLE hs_serial (id int)
INSERT INTO hs_serial VALUES (1), (2) RETURNING id
WITH gone AS (DELETE FROM hs_serial WHERE id = 1 RETURNING id) SELECT count(*) FROM gone
BEGIN
SHOW transaction_isolation
UPDATE hs_serial SET id = 3
COMMIT
BEGIN ISOLATION LEVEL READ COMMITTED
SHOW transaction_isolation
ROLLBACK
SET default_transaction_isolation TO 'chaos'
TRUNCATE hs_serial
DROP TABLE hs_serial
RESET default_transaction_isolation
SHOW transaction_isolation
SET transaction_isolation TO 'serializable'
SHOW transaction_isolation
BEGIN
SET transaction_isolation TO 'serializable'
SHOW transaction_isolation
ROLLBACK
