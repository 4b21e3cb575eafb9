-- What refuses a DROP or another type of a column, and in which order PostgreSQL tells it.
CREATE TYPE dd_t AS ENUM ('x', 'y')
CREATE VIEW dd_vt AS SELECT 'x'::dd_t AS a
DROP TYPE dd_t
DROP VIEW dd_vt
CREATE TABLE dd_ty (a dd_t, b dd_t[], c dd_t)
DROP TYPE dd_t
CREATE TEMP TABLE dd_tt (a int, b int, c int)
CREATE TEMP VIEW dd_ttv AS SELECT a FROM dd_tt
ALTER TABLE dd_tt ALTER COLUMN a TYPE bigint
ALTER TABLE dd_tt DROP COLUMN a
ALTER TABLE dd_tt DROP COLUMN b
DROP TABLE dd_tt
DROP TABLE dd_tt CASCADE
CREATE TABLE dd_c (id int PRIMARY KEY, name text, m int)
CREATE TABLE dd_o (id int, c_id int REFERENCES dd_c, amount int)
CREATE VIEW dd_v1 AS SELECT id, name FROM dd_c
CREATE VIEW dd_v2 AS SELECT dd_v1.name, o.amount FROM dd_v1 JOIN dd_o o ON o.c_id = dd_v1.id
CREATE VIEW dd_v3 AS SELECT count(*) FROM dd_c
DROP TABLE dd_c
ALTER TABLE dd_c DROP COLUMN id
ALTER TABLE dd_c DROP COLUMN name
ALTER TABLE dd_c ALTER COLUMN m TYPE bigint
ALTER TABLE dd_c ALTER COLUMN name TYPE varchar(50)
ALTER TABLE dd_o ALTER COLUMN id TYPE bigint
CREATE SEQUENCE dd_seq
CREATE TABLE dd_d (a int DEFAULT nextval('dd_seq'), b int DEFAULT nextval('dd_seq'))
DROP SEQUENCE dd_seq
CREATE SCHEMA dd_s
CREATE TYPE dd_s.en AS ENUM ('a')
CREATE TABLE dd_s.t (id serial PRIMARY KEY, a int, b dd_s.en)
CREATE SEQUENCE dd_s.sq
CREATE FUNCTION dd_s.f(a int) RETURNS int LANGUAGE sql AS 'SELECT a'
CREATE VIEW dd_s.sv AS SELECT a FROM dd_s.t
CREATE MATERIALIZED VIEW dd_s.mv AS SELECT a FROM dd_s.t
CREATE VIEW dd_out AS SELECT sv.a FROM dd_s.sv, dd_s.t
CREATE VIEW dd_out2 AS SELECT a FROM dd_out
DROP SCHEMA dd_s
SET search_path = dd_s, public
DROP SCHEMA dd_s RESTRICT
RESET search_path
CREATE SCHEMA dd_empty
COMMENT ON SCHEMA dd_empty IS 'x'
DROP SCHEMA dd_empty
DROP TABLE dd_nosuch.t
DROP TABLE public.dd_nope
DROP VIEW public.dd_nope
ALTER TABLE dd_nosuch.t DROP COLUMN a
ALTER TABLE public.dd_nope DROP CONSTRAINT x
TRUNCATE public.dd_nope
TRUNCATE dd_nosuch.dd_nope
REFRESH MATERIALIZED VIEW public.dd_nope
REINDEX TABLE public.dd_nope
CREATE TABLE dd_like (LIKE public.dd_nope)
CREATE DOMAIN dd_dom AS varchar(10) DEFAULT 'abc'
CREATE TABLE dd_domt (a dd_dom)
DROP DOMAIN dd_dom
SELECT typdefault FROM pg_type WHERE typname = 'dd_dom'
ALTER TABLE dd_seq OWNER TO CURRENT_USER
