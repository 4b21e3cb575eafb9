-- Ways of one tenant to another's rows, names, counts, error texts and sessions. Blocks are sessions, lines are
-- statements of it; "ext" before a line sends it by the extended protocol.

-- The setting itself.
SET sallyport.tenant = 'acme'

SET SESSION sallyport.tenant TO acme

SET "sallyport.tenant" = 'acme'

SET "SALLYPORT".Tenant = 'acme'

BEGIN
SET LOCAL sallyport.tenant = 'acme'
SELECT * FROM items

RESET sallyport.tenant

SET sallyport.tenant TO DEFAULT

RESET ALL

DISCARD ALL

BEGIN
RESET ALL
ROLLBACK

BEGIN
SAVEPOINT a
RESET ALL
ROLLBACK TO a
COMMIT

BEGIN
SAVEPOINT a
SET sallyport.tenant = 'acme'
RELEASE a
SELECT * FROM items

RESET ALL; SELECT v FROM items

DISCARD ALL; SELECT v FROM items

SET sallyport.subject = 'ana'

SET sallyport.roles = 'admin'

SET sallyport.client = 'x'

SET sallyport.anything = 'x'

-- set_config.
SELECT set_config('sallyport.tenant', 'acme', false), v FROM items

SELECT set_config('sallyport.tenant', 'acme', true), (SELECT string_agg(v, ',') FROM items)

SELECT pg_catalog.set_config('SallyPort.Tenant', 'acme', false)

SELECT set_config('sally' || 'port.tenant', 'acme', false)

SELECT set_config(lower('SALLYPORT.TENANT'), 'acme', false)

SELECT set_config(n, 'acme', false) FROM (VALUES ('sallyport.tenant')) x(n)

SELECT set_config(U&'sallyport\002Etenant', 'acme', false)

SELECT set_config(E'sallyport\x2etenant', 'acme', false)

SELECT set_config(chr(115) || 'allyport.tenant', 'acme', false)

SELECT set_config(name, 'acme', false) FROM pg_settings WHERE name = 'sallyport.tenant'

SELECT set_config(setting_name => 'sallyport.tenant', new_value => 'acme', is_local => false)

SELECT set_config(is_local => false, new_value => 'acme', setting_name => 'sallyport.tenant')

ext SELECT set_config($1, 'acme', false)

ext SELECT set_config('sallyport.tenant', $1, false)

WITH a AS MATERIALIZED (SELECT set_config('sallyport.tenant', 'acme', true)) SELECT v FROM a, LATERAL (SELECT v FROM items OFFSET 0) x

SELECT v FROM items ORDER BY set_config('sallyport.tenant', 'acme', false)

SELECT count(*) FROM items WHERE set_config('sallyport.tenant', 'acme', false) IS NOT NULL

UPDATE pg_settings SET setting = 'acme' WHERE name = 'sallyport.tenant'

UPDATE pg_catalog.pg_settings SET setting = 'acme' WHERE name LIKE 'sallyport.%'

PREPARE p AS SELECT set_config('sallyport.tenant', 'acme', false)
EXECUTE p

PREPARE p(text) AS SELECT set_config($1, 'acme', false)
EXECUTE p('sallyport.tenant')

DECLARE c CURSOR WITH HOLD FOR SELECT set_config('sallyport.tenant', 'acme', false)
FETCH c

EXPLAIN ANALYZE SELECT set_config('sallyport.tenant', 'acme', false)

COPY (SELECT set_config('sallyport.tenant', 'acme', false)) TO STDOUT

CREATE TABLE taken AS SELECT set_config('sallyport.tenant', 'acme', false), v FROM items

SELECT query_to_xml('SELECT set_config(''sallyport.tenant'', ''acme'', false)', true, false, '')

SELECT query_to_xml('SELECT set_config(''sally''||''port.tenant'', ''acme'', false), (SELECT string_agg(v, '','') FROM items)', true, false, '')

SELECT * FROM xpath('//v', query_to_xml('SET sallyport.tenant = ''acme''', true, false, ''))

-- Code.
DO $$ BEGIN SET sallyport.tenant = 'acme'; END $$

DO $$ BEGIN PERFORM set_config('sallyport.tenant', 'acme', false); END $$

DO $$ BEGIN EXECUTE 'SET sally' || 'port.tenant = ''acme'''; END $$

CREATE FUNCTION f_set() RETURNS text LANGUAGE sql AS $$ SELECT set_config('sallyport.tenant', 'acme', false) $$
SELECT f_set()

CREATE FUNCTION f_pl() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('sallyport.tenant', 'acme', false); END $$
SELECT f_pl()

CREATE FUNCTION f_dyn() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SET sally' || 'port.tenant = ''acme'''; END $$
SELECT f_dyn()

CREATE FUNCTION f_local() RETURNS text LANGUAGE sql SET sallyport.tenant = 'acme' AS $$ SELECT string_agg(v, ',') FROM items $$
SELECT f_local()

CREATE FUNCTION f_later() RETURNS text LANGUAGE sql AS $$ SELECT string_agg(v, ',') FROM items $$
ALTER FUNCTION f_later() SET sallyport.tenant = 'acme'
SELECT f_later()

CREATE PROCEDURE p_set() LANGUAGE plpgsql AS $$ BEGIN SET sallyport.tenant = 'acme'; END $$
CALL p_set()

CREATE FUNCTION f_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SET sally' || 'port.tenant = ''acme'''; RETURN new; END $$
CREATE TABLE baited (a int)
CREATE TRIGGER t BEFORE INSERT ON baited FOR EACH ROW EXECUTE FUNCTION f_row()
INSERT INTO baited VALUES (1)
SELECT v FROM items

CREATE TABLE defaulted (a text DEFAULT set_config('sallyport.tenant', 'acme', false))
INSERT INTO defaulted DEFAULT VALUES

CREATE VIEW v_set AS SELECT set_config('sallyport.tenant', 'acme', false) AS x
SELECT * FROM v_set

CREATE FUNCTION f_op(int, int) RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SET sally' || 'port.tenant = ''acme'''; RETURN 1; END $$
CREATE OPERATOR @#@ (leftarg = int, rightarg = int, function = f_op)
SELECT 1 @#@ 2

-- Roles and databases.
ALTER ROLE CURRENT_USER SET sallyport.tenant = 'acme'

ALTER DATABASE %db% SET sallyport.tenant = 'acme'

ALTER ROLE ALL SET sallyport.tenant = 'acme'

ALTER SYSTEM SET sallyport.tenant = 'acme'

SET ROLE tenant_owner
SELECT v FROM items

SET SESSION AUTHORIZATION tenant_owner

SELECT set_config('role', 'tenant_owner', false)

SET row_security = off
SELECT v FROM items

ALTER TABLE items DISABLE ROW LEVEL SECURITY

DROP POLICY per_tenant ON items

CREATE POLICY all_of_it ON items USING (true)

-- Names, counts and texts.
INSERT INTO items VALUES ('acme', 'planted')

UPDATE items SET tenant = 'acme'

SELECT count(*) FROM items

SELECT 1 / (SELECT count(*) FROM items WHERE v LIKE 'acme%')

INSERT INTO items (tenant, v, n) VALUES ('evil', 'x', 1) ON CONFLICT (n) DO UPDATE SET v = excluded.v RETURNING v

SELECT * FROM pg_stats WHERE tablename = 'items'

SELECT most_common_vals FROM pg_stats WHERE attname = 'v'

SELECT query FROM pg_stat_activity WHERE query LIKE '%acme-secret%' AND pid <> pg_backend_pid()

CREATE FUNCTION leaky(text) RETURNS bool LANGUAGE plpgsql COST 0.0000001 AS $$ BEGIN RAISE NOTICE 'seen %', $1; RETURN true; END $$
SELECT v FROM items WHERE leaky(v)

EXPLAIN ANALYZE SELECT * FROM items WHERE v LIKE 'acme%'

TABLE items

MERGE INTO items i USING (SELECT 'acme' AS t) s ON i.tenant = s.t WHEN MATCHED THEN DELETE

COPY items TO STDOUT

-- Temporary tables, statements, cursors, locks, notifications.
CREATE TEMP TABLE items (tenant text, v text)
SELECT v FROM items

SELECT * FROM pg_temp.acme_private

SELECT * FROM acme_cursor

FETCH ALL FROM acme_cursor

EXECUTE acme_statement

SELECT name, statement FROM pg_prepared_statements

SELECT name, statement FROM pg_cursors

LISTEN acme_channel
SELECT pg_sleep(0.01)

SELECT query FROM pg_stat_activity

SELECT query FROM pg_catalog.pg_stat_activity WHERE usename = current_user

SELECT a.query FROM pg_stat_get_activity(NULL) a

SELECT pg_stat_get_backend_activity(i) FROM generate_series(1, 30) i

SELECT pg_catalog.pg_stat_get_backend_activity(i) FROM pg_stat_get_backend_idset() i

CREATE VIEW v_seen AS SELECT query FROM pg_stat_activity
SELECT * FROM v_seen

PREPARE seen AS SELECT query FROM pg_stat_activity
EXECUTE seen

DECLARE seen CURSOR WITH HOLD FOR SELECT query FROM pg_stat_activity
FETCH ALL FROM seen

COPY (SELECT query FROM pg_stat_activity) TO STDOUT

EXPLAIN ANALYZE SELECT query FROM pg_stat_activity

SELECT query_to_xml('SELECT query FROM pg_stat_activity', true, false, '')

SELECT pg_advisory_unlock_all()

SELECT pg_advisory_unlock(4711)

-- Sessions of others.
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()

SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()

SELECT pg_terminate_backend(%victim%)

SELECT pg_cancel_backend(%victim%)

SELECT pg_catalog.pg_terminate_backend(%victim%, 100)

SELECT pg_terminate_backend(pid => %victim%)

SELECT pg_terminate_backend(%victim% + 0)

SELECT pg_terminate_backend((SELECT %victim%))

ext SELECT pg_terminate_backend($1::int)

PREPARE kill(int) AS SELECT pg_terminate_backend($1)
EXECUTE kill(%victim%)

DO $$ BEGIN PERFORM pg_terminate_backend(%victim%); END $$

CREATE FUNCTION f_kill(int) RETURNS bool LANGUAGE sql AS $$ SELECT pg_terminate_backend($1) $$
SELECT f_kill(%victim%)

CREATE FUNCTION f_killpl(p int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN pg_terminate_backend(p); END $$
SELECT f_killpl(%victim%)

CREATE OPERATOR @!@ (rightarg = int, function = pg_cancel_backend)
SELECT @!@ %victim%

SELECT query_to_xml('SELECT pg_terminate_backend(%victim%)', true, false, '')

CREATE VIEW v_kill AS SELECT pg_terminate_backend(%victim%)
SELECT * FROM v_kill

-- Further places where an expression runs, and further ways to make code.
CREATE AGGREGATE f_agg(text, bool) (sfunc = set_config, stype = text, initcond = 'sallyport.tenant')
SELECT f_agg('acme', false)

CREATE DOMAIN d_set AS text CHECK (set_config('sallyport.tenant', VALUE, false) = VALUE)
SELECT 'acme'::d_set

CREATE TABLE checked (a text CHECK (set_config('sallyport.tenant', a, false) = a))
INSERT INTO checked VALUES ('acme')

CREATE VIEW v_settings AS SELECT name, setting FROM pg_settings
UPDATE v_settings SET setting = 'acme' WHERE name = 'sallyport.tenant'

MERGE INTO pg_settings s USING (SELECT 1) x ON name = 'sallyport.tenant' WHEN MATCHED THEN UPDATE SET setting = 'acme'

WITH u AS (UPDATE pg_settings SET setting = 'acme' WHERE name = 'sallyport.tenant' RETURNING name) SELECT * FROM u

CREATE TABLE ruled (a text)
CREATE RULE r AS ON INSERT TO ruled DO ALSO SELECT set_config('sallyport.tenant', 'acme', false)
INSERT INTO ruled VALUES ('x')

CREATE TABLE parted (a text) PARTITION BY LIST (a)
CREATE TABLE part PARTITION OF parted FOR VALUES IN (set_config('sallyport.tenant', 'acme', false))

CREATE TABLE guarded (a text)
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY
CREATE POLICY p ON guarded USING (set_config('sallyport.tenant', 'acme', false) = 'acme')
SELECT * FROM guarded

CREATE MATERIALIZED VIEW m_set AS SELECT set_config('sallyport.tenant', 'acme', false)
REFRESH MATERIALIZED VIEW m_set

SELECT * FROM set_config('sallyport.tenant', 'acme', false)

SELECT * FROM ROWS FROM (set_config('sallyport.tenant', 'acme', false), generate_series(1, 2)) x

VALUES (set_config('sallyport.tenant', 'acme', false))

SELECT 1 LIMIT length(set_config('sallyport.tenant', 'acme', false))

SELECT v FROM items TABLESAMPLE bernoulli (length(set_config('sallyport.tenant', 'acme', false)) * 25)

SELECT CASE WHEN set_config('sallyport.tenant', 'acme', true) = 'acme' THEN (SELECT string_agg(v, ',') FROM items) END

INSERT INTO items VALUES ('evil', set_config('sallyport.tenant', 'acme', false)) RETURNING v

UPDATE items SET v = 'evil-secret' WHERE set_config('sallyport.tenant', 'acme', false) = 'acme' RETURNING v

DELETE FROM items WHERE set_config('sallyport.tenant', 'acme', false) = 'none'

PREPARE q(text) AS SELECT $1, v FROM items
EXECUTE q(set_config('sallyport.tenant', 'acme', false))

CREATE PROCEDURE p_local() LANGUAGE sql SET sallyport.tenant = 'acme' AS $$ INSERT INTO items VALUES ('acme', 'planted') $$
CALL p_local()

CREATE FUNCTION f_current() RETURNS text LANGUAGE sql SET sallyport.tenant FROM CURRENT AS $$ SELECT string_agg(v, ',') FROM items $$
SELECT f_current()

CREATE FUNCTION f_routine() RETURNS text LANGUAGE sql AS $$ SELECT string_agg(v, ',') FROM items $$
ALTER ROUTINE f_routine() SET sallyport.tenant TO 'acme'
SELECT f_routine()

ALTER TABLE guarded ALTER COLUMN a TYPE text USING set_config('sallyport.tenant', 'acme', false)

CREATE CAST (text AS point) WITH INOUT AS ASSIGNMENT

ALTER USER tenants_shared SET sallyport.tenant = 'acme'

ALTER ROLE tenants_shared IN DATABASE %db% SET sallyport.tenant = 'acme'

ALTER ROLE tenants_shared IN DATABASE %db% RESET ALL

INSERT INTO pg_db_role_setting VALUES (0, 0, '{sallyport.tenant=acme}')

BEGIN
SET LOCAL sallyport.tenant FROM CURRENT

SET sallyport.tenant = DEFAULT; SELECT v FROM items

BEGIN; SET LOCAL "sallyport" . "tenant" = 'acme'; SELECT v FROM items; COMMIT

SET /* a */ sallyport/* b */.tenant = 'acme'

SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE

SET SESSION sallyport.tenant = 'acme', 'globex'

-- Row counts and the estimates that show them, large objects, and what a pooled backend keeps.
SELECT lo_get(oid) FROM pg_largeobject_metadata

SELECT data FROM pg_largeobject

SELECT relname FROM pg_class WHERE relname = 'acme_private' AND false

SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef

SELECT * FROM pg_listening_channels()

LISTEN acme_changes

UNLISTEN *

SELECT * FROM pg_temp.items

SELECT currval('items_n_seq')

SELECT lastval()
