-- What comes on top of schema.sql where writes hide.
-- a type whose every comparison counts, by operators that the path reaches
CREATE TYPE trap.vt AS (a int);
CREATE FUNCTION trap.vt_eq(x trap.vt, y trap.vt) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a = y.a; END';
CREATE FUNCTION trap.vt_lt(x trap.vt, y trap.vt) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a < y.a; END';
CREATE FUNCTION trap.vt_gt(x trap.vt, y trap.vt) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a > y.a; END';
CREATE FUNCTION trap.vt_cmp(x trap.vt, y trap.vt) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a - y.a; END';
CREATE FUNCTION trap.vt_hash(x trap.vt) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a; END';
CREATE FUNCTION trap.vt_hash8(x trap.vt, seed int8) RETURNS int8 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x.a; END';
CREATE OPERATOR public.= (LEFTARG = trap.vt, RIGHTARG = trap.vt, FUNCTION = trap.vt_eq, COMMUTATOR = OPERATOR(public.=), HASHES, MERGES);
CREATE OPERATOR trap.< (LEFTARG = trap.vt, RIGHTARG = trap.vt, FUNCTION = trap.vt_lt, COMMUTATOR = OPERATOR(trap.>));
CREATE OPERATOR trap.> (LEFTARG = trap.vt, RIGHTARG = trap.vt, FUNCTION = trap.vt_gt);
CREATE OPERATOR CLASS trap.vt_btree DEFAULT FOR TYPE trap.vt USING btree AS OPERATOR 1 trap.<, OPERATOR 3 public.=, OPERATOR 5 trap.>, FUNCTION 1 trap.vt_cmp(trap.vt, trap.vt);
CREATE OPERATOR CLASS trap.vt_hashed DEFAULT FOR TYPE trap.vt USING hash AS OPERATOR 1 public.=, FUNCTION 1 trap.vt_hash(trap.vt), FUNCTION 2 trap.vt_hash8(trap.vt, int8);
CREATE FUNCTION trap.int_cmp(x int, y int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN x - y; END';
CREATE OPERATOR CLASS trap.int_counted FOR TYPE int USING btree AS OPERATOR 1 pg_catalog.<, OPERATOR 3 pg_catalog.=, OPERATOR 5 pg_catalog.>, FUNCTION 1 trap.int_cmp(int, int);
CREATE TYPE trap.vt_range AS RANGE (subtype = trap.vt);
CREATE DOMAIN trap.vt_domain AS trap.vt;
CREATE TYPE trap.vt_row AS (v trap.vt, n int);
CREATE TABLE trap.vts (v trap.vt, list trap.vt[], r trap.vt_row, d trap.vt_domain, n int);
INSERT INTO trap.vts SELECT ROW(i)::trap.vt, ARRAY[ROW(i)::trap.vt], ROW(ROW(i)::trap.vt, i)::trap.vt_row, ROW(i)::trap.vt, i FROM generate_series(1, 5) i;
CREATE TABLE trap.class_indexed (id int);
INSERT INTO trap.class_indexed SELECT generate_series(1, 50);
CREATE INDEX ON trap.class_indexed (id trap.int_counted);
CREATE VIEW trap.vt_view AS SELECT v, n FROM trap.vts;
CREATE VIEW trap.vt_distinct AS SELECT DISTINCT v FROM trap.vts;
-- casts that nobody writes
CREATE TYPE trap.shade AS ENUM ('dark', 'light');
CREATE FUNCTION trap.shade_text(s trap.shade) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''trap.seq''); RETURN ''s''; END';
CREATE CAST (trap.shade AS text) WITH FUNCTION trap.shade_text(trap.shade) AS IMPLICIT;
CREATE TABLE trap.shaded (s trap.shade, n int);
INSERT INTO trap.shaded VALUES ('dark', 1), ('light', 2);
CREATE FUNCTION shop.makes_shade() RETURNS trap.shade LANGUAGE sql IMMUTABLE AS 'SELECT ''dark''::trap.shade';
CREATE TABLE trap.hash_partitioned (id trap.vt) PARTITION BY HASH (id);
CREATE TABLE trap.hash_partitioned_0 PARTITION OF trap.hash_partitioned FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE trap.hash_partitioned_1 PARTITION OF trap.hash_partitioned FOR VALUES WITH (MODULUS 2, REMAINDER 1);
-- optional
CREATE ROLE differ;
ALTER ROLE differ LOGIN;
GRANT USAGE ON SCHEMA shop, trap TO differ;
GRANT ALL ON ALL TABLES IN SCHEMA shop, trap TO differ;
GRANT ALL ON ALL SEQUENCES IN SCHEMA shop, trap TO differ;
VACUUM (FREEZE, ANALYZE);
