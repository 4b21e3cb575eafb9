-- Comments on domains, composite types, enums and functions.
CREATE SCHEMA ck
SET search_path TO ck
CREATE DOMAIN amount AS numeric CHECK (VALUE >= 0)
CREATE TYPE point2 AS (x int, y int)
CREATE TYPE mood AS ENUM ('sad', 'glad')
CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2'
CREATE TABLE t (id int PRIMARY KEY, n int)
CREATE VIEW v AS SELECT id FROM t
COMMENT ON DOMAIN amount IS 'never negative'
COMMENT ON TYPE point2 IS 'a place'
COMMENT ON TYPE mood IS 'how one feels'
SELECT typname, obj_description(oid, 'pg_type') FROM pg_type WHERE typnamespace = 'ck'::regnamespace AND typname IN ('amount', 'point2', 'mood') ORDER BY 1
SELECT obj_description('amount'::regtype, 'pg_type'), obj_description('point2'::regtype), obj_description('mood'::regtype, 'pg_class')
COMMENT ON TYPE amount IS 'as a type'
SELECT obj_description('amount'::regtype, 'pg_type')
COMMENT ON DOMAIN mood IS 'x'
COMMENT ON DOMAIN point2 IS 'x'
COMMENT ON DOMAIN int4 IS 'x'
COMMENT ON DOMAIN nothing IS 'x'
COMMENT ON DOMAIN ck.nothing IS 'x'
COMMENT ON DOMAIN nowhere.nothing IS 'x'
COMMENT ON TYPE nothing IS 'x'
COMMENT ON TYPE ck.nothing IS 'x'
COMMENT ON TYPE nowhere.nothing IS 'x'
COMMENT ON TYPE t IS 'x'
COMMENT ON TYPE v IS 'x'
COMMENT ON DOMAIN ck.amount IS NULL
COMMENT ON TYPE ck.point2 IS ''
COMMENT ON TYPE ck.mood IS 'it''s so'
SELECT typname, obj_description(oid, 'pg_type') FROM pg_type WHERE typnamespace = 'ck'::regnamespace AND typname IN ('amount', 'point2', 'mood') ORDER BY 1
COMMENT ON FUNCTION twice(int) IS 'two times'
COMMENT ON FUNCTION ck.twice(integer) IS 'two times more'
SELECT obj_description('twice(int)'::regprocedure, 'pg_proc')
COMMENT ON FUNCTION twice IS 'the only one'
SELECT obj_description('twice'::regproc, 'pg_proc'), obj_description('twice'::regproc)
SELECT d.description FROM pg_description d JOIN pg_proc p ON d.objoid = p.oid AND d.classoid = 'pg_proc'::regclass WHERE p.proname = 'twice'
COMMENT ON FUNCTION twice(text) IS 'x'
COMMENT ON FUNCTION twice(int, int) IS 'x'
COMMENT ON FUNCTION nothing() IS 'x'
COMMENT ON FUNCTION nothing IS 'x'
COMMENT ON FUNCTION nowhere.nothing() IS 'x'
COMMENT ON PROCEDURE twice(int) IS 'x'
COMMENT ON AGGREGATE twice(int) IS 'x'
CREATE OR REPLACE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n + n'
SELECT obj_description('twice(int)'::regprocedure, 'pg_proc'), twice(4)
CREATE FUNCTION twice(n text) RETURNS text LANGUAGE sql AS 'SELECT n || n'
COMMENT ON FUNCTION twice IS 'which one'
COMMENT ON FUNCTION twice(text) IS 'of a text'
SELECT obj_description('twice(int)'::regprocedure, 'pg_proc'), obj_description('twice(text)'::regprocedure, 'pg_proc')
COMMENT ON FUNCTION twice(int) IS NULL
SELECT obj_description('twice(int)'::regprocedure, 'pg_proc'), obj_description('twice(text)'::regprocedure, 'pg_proc')
DROP FUNCTION twice(text)
CREATE FUNCTION twice(n text) RETURNS text LANGUAGE sql AS 'SELECT n || n'
SELECT obj_description('twice(text)'::regprocedure, 'pg_proc')
COMMENT ON DOMAIN amount IS 'kept by ALTER'
ALTER DOMAIN amount SET NOT NULL
ALTER DOMAIN amount RENAME TO sum
COMMENT ON TYPE point2 IS 'kept, too'
ALTER TYPE point2 ADD ATTRIBUTE z int
SELECT typname, obj_description(oid, 'pg_type') FROM pg_type WHERE typnamespace = 'ck'::regnamespace AND typname IN ('sum', 'point2', 'mood') ORDER BY 1
COMMENT ON TYPE mood IS 'kept, three'
ALTER TYPE mood ADD VALUE 'so'
SELECT obj_description('mood'::regtype, 'pg_type')
ALTER TYPE mood RENAME TO temper
SELECT obj_description('temper'::regtype, 'pg_type')
CREATE DOMAIN amount AS int
COMMENT ON DOMAIN amount IS 'another'
BEGIN
COMMENT ON DOMAIN amount IS 'undone'
COMMENT ON FUNCTION twice(text) IS 'undone'
ROLLBACK
SELECT obj_description('amount'::regtype, 'pg_type'), obj_description('twice(text)'::regprocedure, 'pg_proc')
DROP SCHEMA ck CASCADE
