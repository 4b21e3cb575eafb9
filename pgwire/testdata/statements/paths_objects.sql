-- Types, functions, sequences, indexes and views of several schemas.
CREATE SCHEMA po_one
CREATE SCHEMA po_two
SET search_path TO po_one, po_two
CREATE TYPE po_two.po_mood AS ENUM ('sad', 'ok')
CREATE TYPE po_two.po_pair AS (a int, b text)
CREATE DOMAIN po_two.po_positive AS int CHECK (VALUE > 0)
CREATE SEQUENCE po_two.po_s
CREATE SEQUENCE po_one.only_one
CREATE FUNCTION po_two.twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 2'
CREATE TABLE po_two.po_items (id serial PRIMARY KEY, m po_mood, p po_positive)
CREATE VIEW po_two.po_v AS SELECT id FROM po_two.po_items
CREATE INDEX items_m ON po_items (m)
SELECT 'sad'::po_mood
SELECT '5'::po_positive
SELECT '-5'::po_positive
SELECT (ROW(1, 'x')::po_pair).b
SELECT nextval('po_s')
SELECT currval('po_s'), lastval()
SELECT twice(4)
SELECT 'po_items'::regclass, 'po_s'::regclass, 'po_v'::regclass
SELECT to_regclass('po_items'), to_regclass('po_two.po_items'), to_regclass('po_one.po_items'), to_regtype('po_mood'), to_regtype('po_two.po_mood')
SELECT format_type('po_two.po_mood'::regtype, NULL), 'po_two.po_mood'::regtype, 'po_two.po_mood[]'::regtype
SELECT pg_table_is_visible('po_two.po_items'::regclass), pg_type_is_visible('po_two.po_mood'::regtype), pg_function_is_visible('po_two.po_twice'::regproc)
SELECT 'po_two.po_twice'::regproc, 'po_two.twice(int)'::regprocedure
INSERT INTO po_items (m, p) VALUES ('ok', 3) RETURNING *
SELECT pg_typeof(m), pg_typeof(p) FROM po_items
SELECT pg_get_serial_sequence('po_items', 'id')
SELECT pg_get_viewdef('po_v'::regclass)
SELECT indexdef FROM pg_indexes WHERE tablename = 'po_items' ORDER BY 1
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'po_items'::regclass ORDER BY 1
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'po_items'::regclass
SET search_path TO po_one
SELECT 'sad'::po_mood
SELECT 'sad'::po_two.po_mood
SELECT '5'::po_positive
SELECT '5'::po_two.po_positive
SELECT (ROW(1, 'x')::po_pair).b
SELECT nextval('po_s')
SELECT nextval('po_two.po_s')
SELECT currval('po_two.po_s')
SELECT twice(4)
SELECT po_two.twice(4)
SELECT 'po_items'::regclass
SELECT 'po_two.po_items'::regclass, 'po_two.po_s'::regclass, 'po_two.po_v'::regclass, 'po_two.items_m'::regclass
SELECT to_regclass('po_items'), to_regclass('po_two.po_items'), to_regclass('po_one.po_items'), to_regtype('po_mood'), to_regtype('po_two.po_mood')
SELECT format_type('po_two.po_mood'::regtype, NULL), 'po_two.po_mood'::regtype, 'po_two.po_mood[]'::regtype
SELECT pg_table_is_visible('po_two.po_items'::regclass), pg_type_is_visible('po_two.po_mood'::regtype), pg_function_is_visible('po_two.po_twice'::regproc)
SELECT 'po_two.po_twice'::regproc, 'po_two.twice(int)'::regprocedure
SELECT pg_typeof(m), pg_typeof(p) FROM po_two.po_items
SELECT pg_get_serial_sequence('po_two.po_items', 'id')
SELECT pg_get_viewdef('po_two.po_v'::regclass)
SELECT pg_get_indexdef('po_two.items_m'::regclass), pg_get_indexdef('po_two.items_m'::regclass, 0, true)
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'po_two.po_items'::regclass
INSERT INTO po_two.po_items (m) VALUES ('sad') RETURNING *
ALTER TYPE po_mood ADD VALUE 'x'
ALTER SEQUENCE po_s RESTART
DROP TYPE po_mood
DROP SEQUENCE po_s
DROP FUNCTION twice(int)
DROP VIEW po_v
DROP INDEX items_m
COMMENT ON TABLE po_items IS 'x'
CREATE TYPE po_mood AS ENUM ('po_one')
SELECT 'po_one'::po_mood, 'sad'::po_two.po_mood
SELECT 'sad'::po_mood
SELECT 'po_one.po_mood'::regtype, 'po_two.po_mood'::regtype
SET search_path TO po_two, po_one
SELECT 'sad'::po_mood
SELECT 'po_one.po_mood'::regtype, 'po_two.po_mood'::regtype
SELECT pg_type_is_visible('po_one.po_mood'::regtype), pg_type_is_visible('po_two.po_mood'::regtype)
CREATE TABLE po_one.po_items (other int)
SELECT pg_table_is_visible('po_one.po_items'::regclass), pg_table_is_visible('po_two.po_items'::regclass)
SELECT 'po_one.po_items'::regclass, 'po_two.po_items'::regclass, 'po_items'::regclass
SELECT relname, pg_table_is_visible(oid) FROM pg_class WHERE relname = 'po_items' ORDER BY relnamespace::regnamespace::text
CREATE VIEW po_one.fixed AS SELECT * FROM po_items
SELECT * FROM po_one.fixed ORDER BY 1
SET search_path TO po_one, po_two
SELECT * FROM fixed ORDER BY 1
SELECT pg_get_viewdef('fixed')
SELECT * FROM po_items
SELECT definition FROM pg_views WHERE viewname = 'fixed'
PREPARE q AS SELECT * FROM po_items
EXECUTE q
SET search_path TO po_two, po_one
EXECUTE q
PREPARE n AS SELECT count(*) FROM po_items
EXECUTE n
SET search_path TO po_one, po_two
EXECUTE n
DEALLOCATE ALL
SELECT nextval('items_id_seq')
ALTER SEQUENCE po_s RESTART WITH 50
SELECT nextval('po_s')
DROP FUNCTION twice(int)
CREATE FUNCTION po_one.f() RETURNS text LANGUAGE sql AS $$SELECT 'po_one'$$
CREATE FUNCTION po_two.f() RETURNS text LANGUAGE sql AS $$SELECT 'po_two'$$
SELECT f()
SET search_path TO po_two, po_one
SELECT f()
CREATE FUNCTION po_one.g() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM po_items'
SELECT po_one.g()
CREATE FUNCTION po_one.h() RETURNS bigint LANGUAGE sql SET search_path = po_one AS 'SELECT count(*) FROM po_items'
SELECT po_one.h()
SELECT * FROM po_items
DROP SCHEMA po_two CASCADE
SELECT current_schemas(false)
SELECT * FROM po_items
SHOW search_path
DROP SCHEMA po_one CASCADE
SELECT current_schema()
