-- The schema of the session's user, and schemas that come and go.
CREATE SCHEMA postgres
CREATE TABLE postgres.kp_u (own int)
CREATE TABLE public.kp_u (everyone int)
SHOW search_path
SELECT current_schema(), current_schemas(false)
SELECT own FROM kp_u
SELECT everyone FROM kp_u
SELECT everyone FROM public.kp_u
CREATE TABLE kp_made (a int)
SELECT schemaname FROM pg_tables WHERE tablename = 'kp_made'
INSERT INTO kp_u VALUES (7)
SELECT * FROM postgres.kp_u
SET search_path = public
SELECT everyone FROM kp_u
SET search_path = "$user"
SELECT own FROM kp_u
SELECT current_schema()
SET search_path = public, "$user"
SELECT everyone FROM kp_u
SET search_path FROM CURRENT
SELECT current_schema()
RESET search_path
SELECT 'kp_u'::regclass, 'public.kp_u'::regclass
DROP TABLE kp_u
SELECT * FROM kp_u
DROP TABLE kp_u
DROP TABLE kp_made
DROP SCHEMA postgres CASCADE
SELECT current_schema()
SET search_path TO '"$user"', public
SHOW search_path
SELECT current_schemas(false)
SET search_path TO "$user", public
SHOW search_path
CREATE SCHEMA postgres
SELECT current_schemas(false)
CREATE TABLE pu_t (a int)
SELECT schemaname FROM pg_tables WHERE tablename = 'pu_t'
SET search_path TO public, "$user"
SELECT current_schemas(false)
SELECT * FROM pu_t
CREATE TABLE pu_t (b int)
SELECT * FROM pu_t
RESET search_path
SELECT * FROM pu_t
PREPARE pu_q AS SELECT * FROM pu_t
EXECUTE pu_q
DROP SCHEMA postgres CASCADE
EXECUTE pu_q
SELECT * FROM pu_t
SELECT current_schemas(false)
BEGIN
CREATE SCHEMA postgres
SELECT current_schema()
CREATE TABLE pu_t (c int)
SELECT * FROM pu_t
ROLLBACK
SELECT * FROM pu_t
SELECT current_schema()
BEGIN
CREATE SCHEMA postgres
SAVEPOINT s
CREATE TABLE pu_t (d int)
SELECT * FROM pu_t
ROLLBACK TO s
SELECT * FROM pu_t
SELECT current_schema()
COMMIT
SELECT current_schema()
SELECT current_schema()
SELECT current_schema()
DROP SCHEMA postgres
SELECT current_schema()
SET search_path TO pu_later, public
SELECT current_schema()
CREATE SCHEMA pu_later
SELECT current_schema()
CREATE TABLE pu_t (e int)
SELECT * FROM pu_t
SELECT * FROM pu_t
SELECT * FROM pu_t
DROP SCHEMA pu_later CASCADE
SELECT * FROM pu_t
CREATE SCHEMA "Ab c"
SET search_path TO "Ab c"
CREATE TABLE pu_q (a int)
SELECT * FROM pu_q
SELECT 'pu_q'::regclass, '"Ab c".pu_q'::regclass
SHOW search_path
SELECT current_schema()
RESET search_path
SELECT '"Ab c".pu_q'::regclass
DROP SCHEMA "Ab c" CASCADE
