-- Functions that read settings and catalogs in RETURNING, in ON CONFLICT, in DEFAULT and CHECK.
CREATE TABLE rets_t (id int PRIMARY KEY, a text, r oid, n int)
SET application_name = 'rets'
INSERT INTO rets_t VALUES (1, 'x', 'rets_t'::regclass, 5) RETURNING id, current_setting('application_name')
INSERT INTO rets_t VALUES (2, 'y', 'rets_t'::regclass, 6), (3, 'z', 'pg_class'::regclass, 7) RETURNING id, current_setting('application_name') || a AS s
UPDATE rets_t SET a = a || '!' WHERE id = 1 RETURNING id, a, current_setting('application_name')
DELETE FROM rets_t WHERE id = 1 RETURNING current_setting('application_name'), id
INSERT INTO rets_t VALUES (1, 'x', 'rets_t'::regclass, 5) RETURNING current_setting('no.such', true) IS NULL
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) RETURNING current_setting('no.such')
SELECT count(*) FROM rets_t
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) RETURNING id, a, current_setting('work_mem')
UPDATE rets_t SET n = n + 1 WHERE id = 4 RETURNING current_setting('search_path'), n
UPDATE rets_t SET a = current_setting('application_name') WHERE id = 4 RETURNING a
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO UPDATE SET a = current_setting('application_name') RETURNING a
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO UPDATE SET a = 'w' RETURNING a, current_setting('application_name')
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO UPDATE SET a = 'v' WHERE rets_t.a <> current_setting('application_name') RETURNING a
INSERT INTO rets_t VALUES (4, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO NOTHING RETURNING a, current_setting('application_name')
INSERT INTO rets_t VALUES (5, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO NOTHING RETURNING a, current_setting('application_name')
INSERT INTO rets_t VALUES (5, 'x', 'rets_t'::regclass, 5) ON CONFLICT (id) DO UPDATE SET a = rets_t.r::regclass::text WHERE rets_t.r = 'rets_t'::regclass RETURNING a, r > 0
UPDATE rets_t SET n = 1 WHERE id = 5 RETURNING r::regclass, r::regclass::text
UPDATE rets_t SET n = 1 WHERE id = 5 RETURNING 'rets_t'::regclass, pg_typeof(n), format_type(23, NULL), to_regclass('nothing')
INSERT INTO rets_t VALUES (6, 'six', 'pg_type'::regclass, 5) RETURNING id, r::regclass, r::regclass::text AS named
INSERT INTO rets_t VALUES (7, 'seven', 'rets_t'::regclass, 5) RETURNING has_table_privilege('rets_t', 'SELECT'), pg_get_serial_sequence('rets_t', 'id'), pg_table_is_visible('rets_t'::regclass)
DELETE FROM rets_t WHERE id = 7 RETURNING has_column_privilege('rets_t', 'id', 'SELECT'), obj_description('rets_t'::regclass), col_description('rets_t'::regclass, 1)
DELETE FROM rets_t WHERE id = 6 RETURNING pg_relation_size('rets_t') >= 0, current_schemas(false), current_schema(), current_database() IS NOT NULL, has_schema_privilege('public', 'USAGE')
INSERT INTO rets_t VALUES (8, 'eight', 'rets_t'::regclass, 5) RETURNING pg_get_constraintdef((SELECT oid FROM pg_constraint WHERE conname = 'rets_t_pkey'))
INSERT INTO rets_t VALUES (9, 'nine', 'rets_t'::regclass, 5) RETURNING 'int4'::regtype, 'now'::regproc, 'public'::regnamespace, to_regtype('int8'), 23::regtype
INSERT INTO rets_t VALUES (10, 'ten', 'rets_t'::regclass, 5) RETURNING ARRAY['rets_t']::regclass[], ARRAY[r::regclass]
UPDATE rets_t SET n = 3 WHERE id = 10 RETURNING id, current_setting('server_version_num')::int >= 150000 AS v
UPDATE rets_t SET n = 4 FROM (VALUES (10, 1)) v(i, j) WHERE id = v.i RETURNING id, j, current_setting('application_name')
WITH c AS (UPDATE rets_t SET n = 5 WHERE id = 10 RETURNING id, current_setting('application_name') AS s) SELECT * FROM c
WITH c AS (INSERT INTO rets_t VALUES (11, 'e', NULL, 1) RETURNING id, current_setting('application_name') AS s) SELECT * FROM c
PREPARE rets_p AS INSERT INTO rets_t VALUES ($1, 'p', NULL, 1) RETURNING id, current_setting('application_name')
EXECUTE rets_p(12)
SET application_name = 'other'
EXECUTE rets_p(13)
PREPARE rets_q(text) AS UPDATE rets_t SET n = n WHERE id = 13 RETURNING current_setting($1)
EXECUTE rets_q('application_name')
EXECUTE rets_q('DateStyle')
INSERT INTO rets_t VALUES (14, 'datestyle', NULL, 1) RETURNING current_setting(a)
UPDATE rets_t SET n = n WHERE id = 14 RETURNING current_setting(a), current_setting(upper(a), true)
CREATE TABLE rets_tenants (id serial, tenant text DEFAULT current_setting('app.tenant', true), b text)
SET app.tenant = 'acme'
INSERT INTO rets_tenants (b) VALUES ('x') RETURNING *
INSERT INTO rets_tenants (b) VALUES ('y') RETURNING id, tenant = current_setting('app.tenant')
INSERT INTO rets_tenants (tenant, b) VALUES (current_setting('app.tenant'), 'y') RETURNING id, tenant
CREATE TABLE rets_dd (id int, u text DEFAULT 'rets_t'::regclass::text, v oid DEFAULT 'rets_t'::regclass)
CREATE TABLE rets_cc (id int, t text CHECK (t <> current_setting('application_name')))
INSERT INTO rets_cc VALUES (1, 'a')
INSERT INTO rets_cc VALUES (1, 'other')
CREATE TABLE rets_ck (id int, t text CHECK (t::regclass IS NOT NULL), u oid CHECK (u <> 'rets_t'::regclass))
CREATE TABLE rets_g (id int, t text GENERATED ALWAYS AS (current_setting('application_name')) STORED)
CREATE TABLE rets_g2 (id int, o oid, t text GENERATED ALWAYS AS (format_type(o, NULL)) STORED)
INSERT INTO rets_g2 VALUES (1, 23) RETURNING *
CREATE INDEX ON rets_t (current_setting(a))
INSERT INTO rets_t VALUES (5, 'x', 1, 5) ON CONFLICT DO NOTHING RETURNING (SELECT max(id) FROM rets_t), a
INSERT INTO rets_t VALUES (25, 'x', 1, 5), (5, 'y', 1, 1) ON CONFLICT DO NOTHING RETURNING (SELECT max(id) FROM rets_t), a, 'rets_t'::regclass
CREATE VIEW rets_view AS SELECT id, a, current_setting('app.tenant', true) AS tenant FROM rets_t WHERE a <> current_setting('application_name')
SELECT tenant, count(*) FROM rets_view GROUP BY 1
SET app.tenant = 'globex'
SELECT tenant, count(*) FROM rets_view GROUP BY 1
SET application_name = 'x'
SELECT tenant, count(*) FROM rets_view GROUP BY 1
INSERT INTO rets_tenants (b) VALUES ('z') RETURNING tenant, b
BEGIN
SET LOCAL app.tenant = 'local'
INSERT INTO rets_tenants (b) VALUES ('l') RETURNING tenant, b
SELECT DISTINCT tenant FROM rets_view
ROLLBACK
INSERT INTO rets_tenants (b) VALUES ('m') RETURNING tenant, b
SELECT DISTINCT tenant FROM rets_view
RESET app.tenant
INSERT INTO rets_tenants (b) VALUES ('n') RETURNING tenant, b
SELECT column_default FROM information_schema.columns WHERE table_name = 'rets_tenants' ORDER BY ordinal_position
SELECT pg_get_viewdef('rets_view'::regclass)
PREPARE rets_s AS SELECT current_setting('application_name'), tenant FROM rets_view LIMIT 1
EXECUTE rets_s
SET application_name = 'y'
EXECUTE rets_s
SET app.tenant = 'again'
EXECUTE rets_s
ALTER TABLE rets_tenants ADD COLUMN c text DEFAULT current_setting('application_name'), ALTER COLUMN tenant SET DEFAULT upper(current_setting('app.tenant'))
SELECT DISTINCT c FROM rets_tenants
INSERT INTO rets_tenants (b) VALUES ('o') RETURNING tenant, b, c
ALTER TABLE rets_tenants ALTER COLUMN c SET DEFAULT current_setting('no.such')
INSERT INTO rets_tenants (b) VALUES ('p') RETURNING tenant, b, c
ALTER TABLE rets_tenants ALTER COLUMN c TYPE varchar(3)
ALTER TABLE rets_tenants ALTER COLUMN c SET DEFAULT current_setting('app.tenant')
INSERT INTO rets_tenants (b) VALUES ('p')
ALTER TABLE rets_tenants ALTER COLUMN c SET DEFAULT upper(current_setting('app.tenant'))
INSERT INTO rets_tenants (b) VALUES ('p')
CREATE TABLE rets_short (b int, c varchar(3) DEFAULT current_setting('app.tenant'), d char(4) DEFAULT lower(current_setting('app.tenant')), e name DEFAULT current_setting('app.tenant'), f numeric(4,1) DEFAULT current_setting('app.number')::numeric)
INSERT INTO rets_short (b) VALUES (1)
INSERT INTO rets_short (b, c) VALUES (1, 'x')
SET app.number = '12.345'
INSERT INTO rets_short (b, c, d) VALUES (1, 'x', 'y') RETURNING *
ALTER TABLE rets_tenants ALTER COLUMN c SET DEFAULT current_setting('work_mem')
DELETE FROM rets_tenants WHERE c = current_setting('app.tenant')
ALTER TABLE rets_tenants ADD CHECK (c <> current_setting('app.tenant', true))
INSERT INTO rets_tenants (b) VALUES ('p') RETURNING c
INSERT INTO rets_tenants (b, c) VALUES ('p', 'x')
SET app.tenant = 'x'
INSERT INTO rets_tenants (b, c) VALUES ('p', 'x')
CREATE DOMAIN rets_dom AS text DEFAULT current_setting('app.tenant')
CREATE DOMAIN rets_dom2 AS text CHECK (VALUE <> current_setting('app.tenant'))
CREATE TABLE rets_n (i int DEFAULT current_setting('server_version_num')::int / 10000, j text)
INSERT INTO rets_n (j) VALUES ('x') RETURNING *
CREATE TABLE rets_d2 (d rets_dom2)
INSERT INTO rets_d2 VALUES ('y')
INSERT INTO rets_d2 VALUES ('x')
SET app.tenant = 'y'
INSERT INTO rets_d2 VALUES ('x')
INSERT INTO rets_d2 VALUES ('y')
SELECT 'y'::rets_dom2
SELECT 'x'::rets_dom2
CREATE FUNCTION rets_f() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('app.tenant') $$
CREATE FUNCTION rets_g(x text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT x || '@' || current_setting('app.tenant') $$
INSERT INTO rets_tenants (b) VALUES ('q') RETURNING rets_f(), rets_g(b)
UPDATE rets_tenants SET b = rets_g(b) WHERE b = 'q' RETURNING rets_f() = current_setting('app.tenant'), b
CREATE FUNCTION rets_h(x int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM rets_n WHERE i > x $$
INSERT INTO rets_tenants (b) VALUES ('r') RETURNING rets_h(1)
SELECT current_setting('application_name') FROM generate_series(1, 2)
SELECT s, current_setting(s) FROM (VALUES ('application_name'), ('server_encoding'), ('transaction_read_only'), ('transaction_isolation'), (NULL)) v(s)
SELECT current_setting(NULL), current_setting('no.such', NULL), current_setting('no.such', true), current_setting('APPLICATION_NAME'), current_setting('is_superuser') IS NOT NULL, current_setting('role')
SELECT current_setting('')
SELECT current_setting(1)
SELECT current_setting('a', 'b', 'c')
SELECT current_setting('TimeZone'), current_setting('IntervalStyle'), current_setting('max_connections')::int > 0
SET IntervalStyle = 'sql_standard'
SELECT current_setting('intervalstyle'), interval '-1 day 2 hours'
RESET IntervalStyle
SELECT count(*) FROM rets_t WHERE current_setting('app.tenant') = a OR a = 'x'
SELECT a FROM rets_t ORDER BY current_setting('app.tenant'), id LIMIT 1
SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only'), current_setting('transaction_deferrable')
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY
SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')
COMMIT
SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')
ALTER TABLE rets_n ALTER COLUMN j TYPE varchar(3), ALTER COLUMN j SET DEFAULT current_setting('app.tenant')
SELECT current_setting('application_name') AS before, set_config('application_name', 'set', false) AS now, current_setting('application_name') AS after
SELECT current_setting('application_name')
