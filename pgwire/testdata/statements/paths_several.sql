-- Relations of several schemas: which one a name means, and where one is made.
SHOW search_path
SELECT current_schema(), current_schemas(false), current_schemas(true)
CREATE SCHEMA pa_one
CREATE SCHEMA pa_two
CREATE TABLE pa_one.pa_t (a int)
CREATE TABLE pa_two.pa_t (b text)
CREATE TABLE public.pa_t (c date)
INSERT INTO pa_one.pa_t VALUES (1)
INSERT INTO pa_two.pa_t VALUES ('pa_two')
INSERT INTO public.pa_t VALUES ('2024-01-01')
SET search_path TO pa_one, pa_two
SELECT * FROM pa_t
SELECT current_schema(), current_schemas(false), current_schemas(true)
SET search_path TO pa_two, pa_one
SELECT * FROM pa_t
SELECT pa_t.b, pa_two.pa_t.b FROM pa_t
SET search_path TO pa_nowhere, pa_two, nothing, pa_one
SELECT * FROM pa_t
SHOW search_path
SELECT current_schema(), current_schemas(false)
CREATE TABLE pa_made (x int)
SELECT schemaname FROM pg_tables WHERE tablename = 'pa_made'
DROP TABLE pa_made
SET search_path TO ''
SHOW search_path
SELECT * FROM pa_t
SELECT current_schema(), current_schemas(false), current_schemas(true)
CREATE TABLE pa_made (x int)
CREATE VIEW pa_made AS SELECT 1
CREATE SEQUENCE pa_made
CREATE TYPE pa_made AS ENUM ('a')
CREATE DOMAIN pa_made AS int
CREATE FUNCTION made() RETURNS int LANGUAGE sql AS 'SELECT 1'
CREATE TABLE pa_made AS SELECT 1
SELECT 1 AS x INTO pa_made
SELECT * FROM pa_one.pa_t
SET search_path TO pa_nowhere
SELECT current_schema(), current_schemas(false), current_schemas(true)
CREATE TABLE pa_made (x int)
DROP TABLE IF EXISTS pa_t
DROP TABLE pa_t
SET search_path TO pg_catalog, public
CREATE TABLE pa_made (x int)
CREATE VIEW pa_made AS SELECT 1
CREATE SEQUENCE pa_made
SELECT current_schema(), current_schemas(false), current_schemas(true)
SELECT * FROM pa_t
SET search_path TO public, pg_catalog
SELECT current_schema(), current_schemas(false), current_schemas(true)
SET search_path TO pg_temp, public
SELECT * FROM pa_t
CREATE TABLE pa_intemp (x int)
SELECT current_schema() LIKE 'pg_temp%', current_schemas(false)::text LIKE '{pg_temp%,public}'
SELECT relpersistence FROM pg_class WHERE relname = 'pa_intemp'
SELECT * FROM pa_intemp
DROP TABLE pa_intemp
SET search_path TO public, pg_temp
CREATE TEMP TABLE pa_t (temporary int)
SELECT * FROM pa_t
SET search_path TO public
SELECT * FROM pa_t
SELECT * FROM public.pa_t
SET search_path TO pa_one
SELECT * FROM pa_t
SET search_path TO pa_one, pg_temp
SELECT * FROM pa_t
DROP TABLE pa_t
SELECT * FROM pa_t
SELECT * FROM pg_temp.pa_t
DROP TABLE pg_temp.pa_t
CREATE TABLE pa_one.pa_t (a int)
INSERT INTO pa_one.pa_t VALUES (1)
SET search_path TO "One"
SELECT * FROM pa_t
SET search_path TO ONE
SELECT * FROM pa_t
SET search_path TO 'pa_one'
SELECT * FROM pa_t
SET search_path TO 'pa_one, pa_two'
SHOW search_path
SELECT * FROM pa_t
SELECT set_config('search_path', 'pa_one, pa_two', false)
SELECT * FROM pa_t
SELECT set_config('search_path', 'pa_two, pa_one', true)
SELECT * FROM pa_t
BEGIN
SELECT set_config('search_path', 'pa_two, pa_one', true)
SELECT * FROM pa_t
COMMIT
SELECT * FROM pa_t
BEGIN
SET LOCAL search_path TO pa_two
SELECT * FROM pa_t
SAVEPOINT s
SET LOCAL search_path TO public
SELECT * FROM pa_t
ROLLBACK TO s
SELECT * FROM pa_t
SHOW search_path
RELEASE s
ROLLBACK
SELECT * FROM pa_t
SHOW search_path
BEGIN
SET search_path TO pa_two
SELECT * FROM pa_t
ROLLBACK
SELECT * FROM pa_t
BEGIN
SET search_path TO pa_two
COMMIT
SELECT * FROM pa_t
RESET search_path
SELECT * FROM pa_t
SET search_path TO DEFAULT
SELECT * FROM pa_t
SET SCHEMA 'pa_one'
SHOW search_path
SELECT * FROM pa_t
SET search_path = pa_one, "a b", "Mixed"
SHOW search_path
SELECT set_config('search_path', 'pa_one, "a b', false)
SELECT set_config('search_path', 'pa_one,,pa_two', false)
SELECT set_config('search_path', '', false)
SELECT set_config('search_path', 'ONE', false)
SELECT * FROM pa_t
SET search_path = pa_one pa_one
SET search_path =
SHOW search_path
RESET search_path
DROP SCHEMA pa_one CASCADE
DROP SCHEMA pa_two CASCADE
DROP TABLE public.pa_t
