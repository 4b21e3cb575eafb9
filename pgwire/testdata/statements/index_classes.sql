-- Operator classes and tablespaces, of which the embedded engine has none: names that Postgres does not know are refused.
CREATE TYPE ic_mood AS ENUM ('a', 'b')
CREATE TABLE ic (a int, t text, v varchar(5), j jsonb, k int[], d date, m ic_mood)
CREATE INDEX ON ic USING gin (t gin_trgm_ops)
CREATE INDEX ON ic (a text_pattern_ops)
CREATE INDEX ON ic (t text_pattern_ops)
CREATE INDEX ON ic (v varchar_pattern_ops, v text_pattern_ops, v bpchar_pattern_ops)
CREATE INDEX ON ic (a nosuch_ops)
CREATE INDEX ON ic (t int4_ops)
CREATE INDEX ON ic (lower(t) text_pattern_ops)
CREATE INDEX ON ic (lower(t) int4_ops)
CREATE INDEX ON ic ((a + 1) int4_ops)
CREATE INDEX ON ic USING gin (j jsonb_path_ops)
CREATE INDEX ON ic (j jsonb_path_ops)
CREATE INDEX ON ic USING gin (k array_ops)
CREATE INDEX ON ic (k array_ops)
CREATE INDEX ON ic (k int4_ops)
CREATE INDEX ON ic (m enum_ops)
CREATE INDEX ON ic (m int4_ops)
CREATE INDEX ON ic USING hash (t text_pattern_ops)
CREATE INDEX ON ic USING brin (a int4_minmax_ops)
CREATE INDEX ON ic USING brin (a int4_bloom_ops, d date_minmax_multi_ops)
CREATE INDEX ON ic USING brin (a date_bloom_ops)
CREATE INDEX ON ic (d pg_catalog.date_ops)
CREATE INDEX ON ic (a nosuch.int4_ops)
CREATE UNIQUE INDEX ON ic (t text_pattern_ops)
CREATE UNIQUE INDEX ON ic (t nosuch_ops)
CREATE INDEX ON ic (a) TABLESPACE nosuch
CREATE INDEX ON ic (a) TABLESPACE pg_default
CREATE INDEX ON ic (a) TABLESPACE pg_global
CREATE UNIQUE INDEX ON ic (a) TABLESPACE nosuch
CREATE TABLE ic_t (a int) TABLESPACE nosuch
CREATE TABLE ic_t (a int) TABLESPACE pg_global
CREATE TABLE ic_t (a int) TABLESPACE pg_default
CREATE TABLE ic_q TABLESPACE nosuch AS SELECT 1 AS a
CREATE MATERIALIZED VIEW ic_w TABLESPACE nosuch AS SELECT 1 AS a
ALTER TABLE ic SET TABLESPACE nosuch
