-- What tables and columns keep beside their definition: options, persistence, statistics, storage.
CREATE SCHEMA cck
SET search_path = cck, public
CREATE TABLE cck_f (a int, b text) WITH (fillfactor = 70)
SELECT reloptions FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f SET (fillfactor = 80, autovacuum_enabled = false)
SELECT reloptions FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f SET (autovacuum_enabled)
SELECT reloptions FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f RESET (fillfactor)
SELECT reloptions FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f RESET (autovacuum_enabled)
SELECT reloptions FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f SET (nosuch = 1)
ALTER TABLE cck_f RESET (nosuch)
ALTER TABLE cck_f SET (fillfactor = 5)
ALTER TABLE cck_f SET (fillfactor = 'x')
ALTER TABLE cck_f SET (fillfactor)
CREATE TABLE cck_n (a int) WITH (nosuch = 1)
CREATE TABLE cck_n (a int) WITH (fillfactor = 101)
CREATE TABLE cck_n (a int) WITH (fillfactor = 50, fillfactor = 60)
CREATE TABLE cck_o (a int) WITH (autovacuum_vacuum_scale_factor = 0.01, parallel_workers = 4, toast_tuple_target = 256)
SELECT reloptions FROM pg_class WHERE oid = 'cck_o'::regclass
SELECT relname, option_name, option_value FROM pg_class, pg_options_to_table(reloptions) WHERE relname LIKE 'cck\_%' ORDER BY 1, 2
CREATE TABLE cck_oid (a int) WITH (oids = false)
CREATE TABLE cck_oid2 (a int) WITH (oids = true)
CREATE TABLE cck_oid3 (a int) WITHOUT OIDS
SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'cck\_oid%' ORDER BY 1
CREATE TABLE cck_as WITH (fillfactor = 40) AS SELECT 1 AS x
SELECT reloptions FROM pg_class WHERE oid = 'cck_as'::regclass
CREATE TEMP TABLE cck_tmp (a int) WITH (fillfactor = 33)
SELECT reloptions, relpersistence FROM pg_class WHERE relname = 'cck_tmp'
CREATE UNLOGGED TABLE cck_u (a int PRIMARY KEY, b serial)
SELECT relname, relpersistence FROM pg_class WHERE relname LIKE 'cck\_u%' ORDER BY 1
INSERT INTO cck_u VALUES (1)
ALTER TABLE cck_u SET LOGGED
SELECT relname, relpersistence FROM pg_class WHERE relname LIKE 'cck\_u%' ORDER BY 1
ALTER TABLE cck_u SET UNLOGGED
SELECT relname, relpersistence FROM pg_class WHERE relname LIKE 'cck\_u%' ORDER BY 1
SELECT * FROM cck_u
CREATE UNLOGGED TABLE cck_ua AS SELECT 1 AS a
SELECT relname, relpersistence FROM pg_class WHERE relname = 'cck_ua'
CREATE UNLOGGED SEQUENCE cck_useq
SELECT relname, relpersistence FROM pg_class WHERE relname = 'cck_useq'
CREATE UNLOGGED VIEW cck_uv AS SELECT 1
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS 500
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS -1
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS 20000
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0
ALTER TABLE cck_f ALTER COLUMN zz SET STATISTICS 5
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE EXTERNAL
SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0
ALTER TABLE cck_f ALTER COLUMN a SET STORAGE EXTERNAL
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE nosuch
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE DEFAULT
ALTER TABLE cck_f ALTER COLUMN b SET COMPRESSION pglz
SELECT attname, attcompression FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0
ALTER TABLE cck_f ALTER COLUMN a SET COMPRESSION pglz
ALTER TABLE cck_f ALTER COLUMN b SET COMPRESSION nosuch
CREATE TABLE cck_c (a text COMPRESSION pglz, b text COMPRESSION default)
SELECT attname, attcompression FROM pg_attribute WHERE attrelid = 'cck_c'::regclass AND attnum > 0
ALTER TABLE cck_f ALTER COLUMN a SET (n_distinct = 5)
SELECT attname, attoptions FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0
ALTER TABLE cck_f CLUSTER ON cck_none
ALTER TABLE cck_f SET WITHOUT CLUSTER
ALTER TABLE cck_u CLUSTER ON cck_u_pkey
SELECT indexrelid::regclass, indisclustered FROM pg_index WHERE indrelid = 'cck_u'::regclass
ALTER TABLE cck_f REPLICA IDENTITY FULL
SELECT relreplident FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f ENABLE ROW LEVEL SECURITY
SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f FORCE ROW LEVEL SECURITY
ALTER TABLE cck_f DISABLE TRIGGER ALL
ALTER TABLE cck_f SET TABLESPACE pg_default
ALTER TABLE cck_f SET ACCESS METHOD heap
CREATE TABLE cck_am (a int) USING heap
CREATE TABLE cck_ts (a int) TABLESPACE pg_default
CREATE TABLE cck_ts2 (a int) TABLESPACE nosuch
CREATE INDEX cck_fi ON cck_f (a) WITH (fillfactor = 70)
SELECT reloptions FROM pg_class WHERE oid = 'cck_fi'::regclass
ALTER INDEX cck_fi SET (fillfactor = 60)
SELECT reloptions FROM pg_class WHERE oid = 'cck_fi'::regclass
ALTER INDEX cck_fi RESET (fillfactor)
SELECT reloptions FROM pg_class WHERE oid = 'cck_fi'::regclass
CREATE TABLE cck_pk (a int PRIMARY KEY WITH (fillfactor = 70), b int UNIQUE WITH (fillfactor = 80))
SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'cck\_pk%' ORDER BY 1
CREATE MATERIALIZED VIEW cck_mv WITH (fillfactor = 70) AS SELECT 1 AS x
SELECT reloptions FROM pg_class WHERE relname = 'cck_mv'
CREATE VIEW cck_vb WITH (security_barrier) AS SELECT 1 AS x
SELECT reloptions FROM pg_class WHERE relname = 'cck_vb'
CREATE TABLE cck_like (LIKE cck_f INCLUDING ALL)
SELECT reloptions FROM pg_class WHERE oid = 'cck_like'::regclass
COMMENT ON TABLE cck_o IS 'a comment'
SELECT reloptions, obj_description(oid) FROM pg_class WHERE oid = 'cck_o'::regclass
ALTER TABLE cck_o ADD COLUMN b int
ALTER TABLE cck_o RENAME TO cck_o2
SELECT reloptions, obj_description(oid) FROM pg_class WHERE oid = 'cck_o2'::regclass
ALTER TABLE cck_o2 DROP COLUMN b
ALTER TABLE cck_o2 ALTER a TYPE bigint
SELECT reloptions, obj_description(oid) FROM pg_class WHERE oid = 'cck_o2'::regclass
