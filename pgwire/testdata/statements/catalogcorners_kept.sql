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
CREATE UNLOGGED VIEW cck_uv AS SELECT 1
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS 500
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS -1
ALTER TABLE cck_f ALTER COLUMN a SET STATISTICS 20000
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE cck_f ALTER COLUMN zz SET STATISTICS 5
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE EXTERNAL
SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 'cck_f'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE cck_f ALTER COLUMN a SET STORAGE EXTERNAL
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE nosuch
ALTER TABLE cck_f ALTER COLUMN b SET STORAGE DEFAULT
ALTER TABLE cck_f ALTER COLUMN b SET COMPRESSION pglz
ALTER TABLE cck_f ALTER COLUMN a SET COMPRESSION pglz
ALTER TABLE cck_f ALTER COLUMN b SET COMPRESSION nosuch
CREATE TABLE cck_c (a text COMPRESSION pglz, b text COMPRESSION default)
ALTER TABLE cck_f ALTER COLUMN a SET (n_distinct = 5)
ALTER TABLE cck_f CLUSTER ON cck_none
ALTER TABLE cck_f SET WITHOUT CLUSTER
ALTER TABLE cck_u CLUSTER ON cck_u_pkey
SELECT indexrelid::regclass, indisclustered FROM pg_index WHERE indrelid = 'cck_u'::regclass
ALTER TABLE cck_f REPLICA IDENTITY FULL
SELECT relreplident FROM pg_class WHERE oid = 'cck_f'::regclass
ALTER TABLE cck_f ENABLE ROW LEVEL SECURITY
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
ALTER INDEX cck_fi RESET (fillfactor)
CREATE TABLE cck_pk (a int PRIMARY KEY WITH (fillfactor = 70), b int UNIQUE WITH (fillfactor = 80))
CREATE MATERIALIZED VIEW cck_mv WITH (fillfactor = 70) AS SELECT 1 AS x
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
CREATE TABLE IF NOT EXISTS cck_o2 (x int) WITH (fillfactor = 11)
SELECT reloptions FROM pg_class WHERE oid = 'cck_o2'::regclass
CREATE TABLE IF NOT EXISTS cck_o3 (x int) WITH (fillfactor = 12)
CREATE TABLE IF NOT EXISTS cck_o3 (x int) WITH (fillfactor = 13)
SELECT reloptions FROM pg_class WHERE oid = 'cck_o3'::regclass
ALTER TABLE IF EXISTS cck_none SET (fillfactor = 70)
ALTER TABLE cck_none SET (fillfactor = 70)
ALTER TABLE cck_o2 RESET (fillfactor = 3)
ALTER TABLE cck_o2 SET (autovacuum_vacuum_scale_factor = 'x')
ALTER TABLE cck_o2 SET (autovacuum_vacuum_scale_factor = 101)
ALTER TABLE cck_o2 SET (autovacuum_enabled = perhaps)
ALTER TABLE cck_o2 SET (vacuum_index_cleanup = auto, vacuum_truncate = off, parallel_workers = '7')
SELECT reloptions FROM pg_class WHERE oid = 'cck_o2'::regclass
ALTER TABLE cck_o2 SET (vacuum_index_cleanup = 7)
ALTER TABLE cck_o2 SET (parallel_workers = 1025)
ALTER TABLE cck_o2 SET (toast.autovacuum_enabled = false)
ALTER TABLE cck_o2 SET (oids = false)
ALTER TABLE cck_o2 SET (fillfactor = 44), SET (parallel_workers = 2)
SELECT reloptions FROM pg_class WHERE oid = 'cck_o2'::regclass
BEGIN
ALTER TABLE cck_o2 SET (fillfactor = 99)
SELECT reloptions FROM pg_class WHERE oid = 'cck_o2'::regclass
ROLLBACK
SELECT reloptions FROM pg_class WHERE oid = 'cck_o2'::regclass
CREATE TABLE cck_w (id int PRIMARY KEY, t text CHECK (t <> ''), n numeric, v varchar(10), d date, j jsonb)
COMMENT ON CONSTRAINT cck_w_t_check ON cck_w IS 'not empty'
ALTER TABLE cck_w ALTER t SET STORAGE main, ALTER n SET STORAGE PLAIN, ALTER v SET STATISTICS 7, ALTER COLUMN j SET STORAGE External
SELECT attname, attstorage, attstattarget FROM pg_attribute WHERE attrelid = 'cck_w'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE cck_w RENAME t TO t2
ALTER TABLE cck_w ALTER v TYPE text
ALTER TABLE cck_w ALTER n TYPE int
ALTER TABLE cck_w DROP COLUMN j
ALTER TABLE cck_w ADD COLUMN j jsonb
ALTER TABLE cck_w ADD CONSTRAINT cck_w_pos CHECK (id > 0), ALTER d SET STATISTICS 9
SELECT attname, attstorage, attstattarget FROM pg_attribute WHERE attrelid = 'cck_w'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 'cck_w'::regclass ORDER BY 1
ALTER TABLE cck_w ALTER d SET STORAGE EXTENDED
ALTER TABLE cck_w ALTER nosuch SET STORAGE MAIN
ALTER TABLE cck_w ALTER d SET STATISTICS -2
CREATE INDEX cck_wi ON cck_w (d)
CLUSTER cck_w
CLUSTER cck_w USING cck_wi
CLUSTER cck_w
SELECT indexrelid::regclass::text, indisclustered, indisreplident FROM pg_index WHERE indrelid = 'cck_w'::regclass ORDER BY 1
ALTER INDEX cck_wi RENAME TO cck_wi2
SELECT indexrelid::regclass::text, indisclustered FROM pg_index WHERE indrelid = 'cck_w'::regclass ORDER BY 1
ALTER TABLE cck_w CLUSTER ON cck_w_pkey
ALTER TABLE cck_w RENAME CONSTRAINT cck_w_pkey TO cck_w_key
ALTER TABLE cck_w REPLICA IDENTITY USING INDEX cck_w_key
SELECT indexrelid::regclass::text, indisclustered, indisreplident, relreplident FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE indrelid = 'cck_w'::regclass ORDER BY 1
ALTER TABLE cck_w SET WITHOUT CLUSTER
ALTER TABLE cck_w REPLICA IDENTITY NOTHING
SELECT indexrelid::regclass::text, indisclustered, indisreplident, relreplident FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE indrelid = 'cck_w'::regclass ORDER BY 1
ALTER TABLE cck_w REPLICA IDENTITY DEFAULT
SELECT relreplident FROM pg_class WHERE oid = 'cck_w'::regclass
ALTER TABLE cck_w SET UNLOGGED
SELECT relname, relpersistence FROM pg_class WHERE relname LIKE 'cck\_w%' ORDER BY 1
CREATE TEMP TABLE cck_tt (id serial PRIMARY KEY, t text)
CREATE INDEX cck_tti ON cck_tt (t)
SELECT relname, relpersistence FROM pg_class WHERE relname LIKE 'cck\_tt%' ORDER BY 1
ALTER TABLE cck_tt SET UNLOGGED
ALTER TABLE cck_tt SET (fillfactor = 66)
SELECT reloptions FROM pg_class WHERE relname = 'cck_tt'
CREATE TABLE cck_p (id int PRIMARY KEY)
CREATE TABLE cck_q (id int REFERENCES cck_p)
ALTER TABLE cck_p SET UNLOGGED
ALTER TABLE cck_q SET UNLOGGED
ALTER TABLE cck_q SET LOGGED
SELECT * INTO UNLOGGED cck_into FROM cck_p
SELECT relpersistence FROM pg_class WHERE relname = 'cck_into'
CREATE UNLOGGED MATERIALIZED VIEW cck_umv AS SELECT 1 AS x
CREATE VIEW cck_vo WITH (security_invoker = on, check_option = local) AS SELECT * FROM cck_p WHERE id > 0
CREATE VIEW cck_vp WITH (security_barrier = false) AS SELECT * FROM cck_p WHERE id > 0 WITH CASCADED CHECK OPTION
CREATE VIEW cck_vq WITH (security_barrier = maybe) AS SELECT 1 AS x
CREATE VIEW cck_vq WITH (security_barrier, security_barrier) AS SELECT 1 AS x
SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'cck\_v_' ORDER BY 1
SELECT * FROM pg_options_to_table(ARRAY['a=b=c', 'd', 'e='])
SELECT pg_options_to_table(NULL)
SELECT attname, attstorage, attstattarget FROM pg_attribute WHERE attrelid = 'cck_like'::regclass AND attnum > 0 ORDER BY attnum
SELECT relname, option_name, option_value FROM pg_class, pg_options_to_table(reloptions) WHERE relname IN ('cck_o2', 'cck_vo', 'cck_w') ORDER BY 1, 2
