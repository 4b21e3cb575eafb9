-- Changes, transactions, cursors, COPY, settings, sessions: written before what is supported was looked at.
CREATE TABLE day_stock (sku text PRIMARY KEY, qty int NOT NULL DEFAULT 0 CHECK (qty >= 0), price numeric(8,2), updated timestamp)
CREATE TABLE day_moves (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sku text REFERENCES day_stock, delta int NOT NULL, done boolean DEFAULT false)
INSERT INTO day_stock (sku, qty, price) VALUES ('a', 5, 1.50), ('b', 0, 2), ('c', 7, NULL)
INSERT INTO day_moves (sku, delta) SELECT sku, 3 FROM day_stock WHERE qty > 0 ORDER BY sku RETURNING *
INSERT INTO day_moves OVERRIDING SYSTEM VALUE VALUES (100, 'a', -1, true) RETURNING id
INSERT INTO day_moves VALUES (101, 'a', -1, true)
INSERT INTO day_moves OVERRIDING USER VALUE SELECT 5, 'b', 9, false RETURNING id, sku
UPDATE day_stock AS s SET qty = s.qty + m.delta, updated = '2024-01-01' FROM day_moves AS m WHERE m.sku = s.sku AND NOT m.done AND s.sku <> 'b' RETURNING s.sku, s.qty, m.id, m.delta
UPDATE day_moves SET done = true WHERE NOT done
UPDATE day_stock SET (qty, price) = (qty + 1, coalesce(price, 0) + 0.5) WHERE sku = 'c' RETURNING qty, price, qty * price AS worth
UPDATE day_stock SET (qty, price) = (SELECT sum(delta)::int, 9.99 FROM day_moves WHERE sku = 'b') WHERE sku = 'b' RETURNING *
UPDATE day_stock SET qty = -1 WHERE sku = 'a'
UPDATE day_stock SET nope = 1
UPDATE day_stock SET qty = 'x'
DELETE FROM day_moves USING day_stock s WHERE s.sku = day_moves.sku AND s.sku = 'b' RETURNING day_moves.id, s.price
DELETE FROM day_stock WHERE sku = 'a'
INSERT INTO day_stock (sku, qty) VALUES ('a', 1) ON CONFLICT DO NOTHING
INSERT INTO day_stock (sku, qty) VALUES ('a', 1), ('d', 2) ON CONFLICT ON CONSTRAINT day_stock_pkey DO UPDATE SET qty = day_stock.qty + excluded.qty RETURNING sku, qty
INSERT INTO day_stock AS t (sku, qty) VALUES ('a', 100) ON CONFLICT (sku) DO UPDATE SET qty = excluded.qty WHERE t.qty > 1000 RETURNING *
INSERT INTO day_stock (sku, qty) VALUES ('z', 1), ('z', 2) ON CONFLICT (sku) DO UPDATE SET qty = excluded.qty
INSERT INTO day_stock (sku, qty) VALUES ('a', 1) ON CONFLICT (qty) DO NOTHING
INSERT INTO day_stock (sku, qty) VALUES ('e', 1) ON CONFLICT (sku) DO UPDATE SET (qty, price) = (excluded.qty, 3) RETURNING price
INSERT INTO day_stock VALUES ('f') RETURNING sku, qty, price IS NULL AS free
INSERT INTO day_stock DEFAULT VALUES
INSERT INTO day_stock (sku) VALUES ('g', 1)
INSERT INTO day_stock VALUES (NULL, 1)
MERGE INTO day_stock t USING (VALUES ('a', 2), ('n', 4)) AS v (sku, n) ON t.sku = v.sku WHEN MATCHED AND v.n > 100 THEN DELETE WHEN MATCHED THEN UPDATE SET qty = t.qty + v.n WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (v.sku, v.n)
MERGE INTO day_stock t USING day_moves m ON t.sku = m.sku WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN INSERT DEFAULT VALUES
SELECT sku, qty FROM day_stock ORDER BY sku
WITH gone AS (DELETE FROM day_stock WHERE sku IN ('n', 'f') RETURNING sku, qty), logged AS (INSERT INTO day_moves (delta) SELECT qty FROM gone RETURNING id, delta) SELECT count(*), sum(delta) FROM logged
WITH n AS (INSERT INTO day_stock (sku, qty) VALUES ('h', 1) RETURNING *) SELECT sku, qty FROM n
BEGIN
SAVEPOINT one
INSERT INTO day_stock VALUES ('s1', 1)
SAVEPOINT two
INSERT INTO day_stock VALUES ('s1', 1)
SELECT 1
ROLLBACK TO two
INSERT INTO day_stock VALUES ('s2', 1)
RELEASE SAVEPOINT one
RELEASE SAVEPOINT one
COMMIT
SELECT count(*) FROM day_stock WHERE sku LIKE 's_'
COMMIT
ROLLBACK AND CHAIN
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
SHOW transaction_isolation
INSERT INTO day_stock VALUES ('ro')
COMMIT AND CHAIN
ROLLBACK
BEGIN
BEGIN
SET LOCAL statement_timeout = '5s'
SHOW statement_timeout
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE
SELECT 1
SET TRANSACTION ISOLATION LEVEL READ COMMITTED
ROLLBACK
SAVEPOINT s
SET LOCAL work_mem = '8MB'
SET TRANSACTION READ ONLY
PREPARE TRANSACTION 'x'
BEGIN; DECLARE c SCROLL CURSOR FOR SELECT sku FROM day_stock ORDER BY sku FOR UPDATE
ROLLBACK
BEGIN; DECLARE c CURSOR FOR SELECT sku, qty FROM day_stock WHERE sku IN ('a', 'b') ORDER BY sku; FETCH NEXT FROM c
UPDATE day_stock SET qty = 77 WHERE CURRENT OF c
COMMIT
BEGIN; DECLARE d CURSOR FOR SELECT sku, qty FROM day_stock WHERE qty > 0 AND sku = 'a'; FETCH d; DELETE FROM day_moves WHERE CURRENT OF d
ROLLBACK
BEGIN; DECLARE e CURSOR FOR SELECT sku FROM day_stock WHERE sku = 'a' FOR UPDATE; FETCH e; UPDATE day_stock SET qty = 78 WHERE CURRENT OF e; SELECT count(*) FROM day_stock WHERE qty = 78; COMMIT
ROLLBACK
DECLARE h CURSOR WITH HOLD FOR SELECT sku FROM day_stock ORDER BY 1
FETCH FORWARD 2 FROM h
FETCH BACKWARD 1 FROM h
MOVE ALL IN h
SELECT name, statement, is_holdable, is_scrollable FROM pg_cursors
CLOSE h
CLOSE h
PREPARE ins (text, int) AS INSERT INTO day_stock (sku, qty) VALUES ($1, $2) RETURNING qty
EXECUTE ins ('p1', 3)
EXECUTE ins ('p1')
EXECUTE ins ('p2', 'x')
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements
PREPARE ins AS SELECT 1
DEALLOCATE ins
EXECUTE ins ('p1', 3)
DEALLOCATE ALL
COPY day_stock TO STDOUT WITH (FORMAT csv, HEADER)
COPY day_stock (nope) FROM STDIN
COPY (SELECT sku FROM day_stock ORDER BY sku LIMIT 2) TO STDOUT (FORMAT csv, FORCE_QUOTE *)
COPY day_stock TO STDOUT (FORMAT xml)
COPY day_stock FROM '/etc/passwd'
COPY day_stock TO PROGRAM 'cat'
LISTEN day_channel
NOTIFY day_channel, 'hi'
SELECT pg_notify('day_channel', 'x'), pg_listening_channels()
UNLISTEN *
SET search_path TO day_nowhere, public
SHOW search_path
SELECT current_schema(), current_schemas(false)
RESET search_path
SET application_name = 'day'
SELECT current_setting('application_name'), current_setting('day.none', true)
SET SESSION day.mine = 'yes'
SHOW day.mine
RESET day.mine
SHOW day.mine
SET nosuch = 1
SET work_mem = 'lots'
SET statement_timeout TO -1
SET TIME ZONE 'Europe/Berlin'
SHOW TimeZone
SET TIME ZONE LOCAL
SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY
SHOW default_transaction_read_only
INSERT INTO day_stock VALUES ('never')
RESET ALL
SET ROLE nobody_here
SET SESSION AUTHORIZATION DEFAULT
RESET SESSION AUTHORIZATION
SELECT set_config('work_mem', '16MB', false), current_setting('work_mem')
DISCARD PLANS
DISCARD TEMP
DISCARD ALL
EXPLAIN (COSTS OFF) UPDATE day_stock SET qty = 0 WHERE sku = 'a'
EXPLAIN (ANALYZE, NONSENSE) SELECT 1
LOCK TABLE day_stock
BEGIN; LOCK TABLE day_stock IN SHARE ROW EXCLUSIVE MODE NOWAIT; COMMIT
SELECT pg_advisory_lock(1), pg_try_advisory_lock(1), pg_advisory_unlock(1), pg_advisory_unlock(2)
SELECT pg_advisory_unlock(1)
DROP TABLE day_stock
DROP TABLE day_stock, day_moves
