-- What the catalogs show of objects in schemas that are not searched, and of expressions with casts.
CREATE SCHEMA e8
CREATE TABLE e8.unit (id bigserial PRIMARY KEY, "Odd" serial, code char(3) DEFAULT 'abc', name varchar(20), no smallint, price numeric(8,2), label text GENERATED ALWAYS AS (code || '/' || no) STORED, shout text GENERATED ALWAYS AS (upper(name) || '!') STORED, gross numeric GENERATED ALWAYS AS (price * 2) STORED)
CREATE SEQUENCE e8."Own Seq"
CREATE SEQUENCE e8_public
CREATE TABLE e8.other (id int DEFAULT nextval('e8."Own Seq"'), n int DEFAULT nextval('e8_public') + 1, m int GENERATED ALWAYS AS IDENTITY)
SELECT table_name, column_name, column_default, is_generated, generation_expression FROM information_schema.columns WHERE table_schema = 'e8' ORDER BY 1, ordinal_position
SELECT c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid), a.attgenerated FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum WHERE c.relnamespace = 'e8'::regnamespace ORDER BY 1, 2
SELECT pg_get_serial_sequence('e8.unit', 'id'), pg_get_serial_sequence('e8.unit', 'Odd'), pg_get_serial_sequence('e8.other', 'm'), pg_get_serial_sequence('e8.other', 'id')
SET search_path = e8, public
SELECT c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum WHERE c.relnamespace = 'e8'::regnamespace AND a.attgenerated = '' ORDER BY 1, 2
INSERT INTO unit (name, no) VALUES ('x', 1) RETURNING id, "Odd", label, shout
CREATE TABLE here (id serial, n int)
SET search_path = public
SELECT column_default FROM information_schema.columns WHERE table_name = 'here' ORDER BY ordinal_position
CREATE INDEX unit_low ON e8.unit (lower(code), lower(name), (no + 1))
CREATE INDEX unit_text ON e8.unit ((code || name), (name || 'x'), upper(label))
SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'e8' ORDER BY 1
SELECT pg_get_indexdef('e8.unit_low'::regclass, 1, true), pg_get_indexdef('e8.unit_low'::regclass, 2, false), pg_get_indexdef('e8.unit_low'::regclass, 3, true)
CREATE TABLE e8_check (role char(4), name varchar(9), t text, CHECK (lower(role) <> 'x'), CHECK (t || name <> 'ab'), CHECK (length(role) > 2), CHECK (upper(t) = t))
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'e8_check'::regclass ORDER BY 1
DROP SCHEMA e8 CASCADE
CREATE TABLE e8_part (qty int)
UPDATE e8_part p SET p.qty = 1
DROP TABLE e8_part
