-- Domains: made, used by columns and casts, altered, described and dropped.
CREATE DOMAIN dm_zip AS text CONSTRAINT zip_format CHECK (VALUE ~ '^\d{5}$')
CREATE DOMAIN dm_email AS varchar(40) NOT NULL CHECK (VALUE LIKE '%@%')
CREATE DOMAIN dm_pos AS integer DEFAULT 1 CHECK (VALUE > 0)
CREATE DOMAIN dm_price AS numeric(10,2) NOT NULL DEFAULT 9.99 CONSTRAINT nonneg CHECK (VALUE >= 0)
CREATE DOMAIN dm_plain AS date
CREATE DOMAIN dm_pos AS integer
CREATE DOMAIN dm_bad AS nosuch
CREATE DOMAIN dm_bad AS integer CHECK (x > 1)
CREATE DOMAIN dm_bad AS integer CHECK (VALUE > (SELECT 1))
CREATE TABLE dm_t (id int PRIMARY KEY, zip dm_zip, email dm_email, n dm_pos, price dm_price, d dm_plain DEFAULT '2024-01-01')
INSERT INTO dm_t VALUES (1, '12345', 'a@b', 5, 10, '2024-05-05')
INSERT INTO dm_t (id, email) VALUES (2, 'c@d')
INSERT INTO dm_t (id) VALUES (3)
INSERT INTO dm_t (id, zip, email) VALUES (3, '1234', 'a@b')
INSERT INTO dm_t (id, email) VALUES (3, 'nomail')
INSERT INTO dm_t (id, email) VALUES (3, NULL)
INSERT INTO dm_t (id, email, n) VALUES (3, 'e@f', 0)
INSERT INTO dm_t (id, email, n) VALUES (3, 'e@f', DEFAULT)
INSERT INTO dm_t (id, email, price) VALUES (4, 'e@f', -1)
INSERT INTO dm_t (id, email, price) VALUES (4, 'e@f', NULL)
INSERT INTO dm_t (id, email) VALUES (4, repeat('x', 39) || '@y')
INSERT INTO dm_t SELECT i + 10, '0000' || i, 'u' || i || '@x', i, i * 1.5 FROM generate_series(1, 3) i
INSERT INTO dm_t SELECT i + 20, '0000' || i, 'u' || i || '@x', i - 2, i * 1.5 FROM generate_series(1, 3) i
SELECT * FROM dm_t ORDER BY id
UPDATE dm_t SET n = n - 1 WHERE id = 1
UPDATE dm_t SET n = 0 WHERE id = 1
UPDATE dm_t SET zip = NULL, email = NULL WHERE id = 1
UPDATE dm_t SET (zip, n) = ('99999', 3) WHERE id = 2 RETURNING *
UPDATE dm_t SET price = DEFAULT, n = DEFAULT WHERE id = 1 RETURNING price, n
INSERT INTO dm_t (id, email, n) VALUES (1, 'z@z', 4) ON CONFLICT (id) DO UPDATE SET n = -EXCLUDED.n
INSERT INTO dm_t (id, email, n) VALUES (1, 'z@z', 4) ON CONFLICT (id) DO UPDATE SET n = EXCLUDED.n RETURNING id, n, email
SELECT '12345'::dm_zip
SELECT 'x'::dm_zip
SELECT CAST('x' AS dm_zip)
SELECT NULL::dm_zip, NULL::dm_pos
SELECT NULL::dm_email
SELECT 'nomail'::dm_email
SELECT 5::dm_pos, '7'::dm_pos, 1.6::dm_pos
SELECT (-5)::dm_pos
SELECT 'abc'::dm_pos
SELECT dm_zip '54321', 12.345::dm_price
SELECT n::dm_pos FROM (VALUES (0), (1)) v (n)
SELECT zip || 'x', upper(email), n * 2, price * n, d + 1 FROM dm_t ORDER BY id
SELECT pg_typeof(zip), pg_typeof(n), pg_typeof(n + 1), pg_typeof('12345'::dm_zip) FROM dm_t LIMIT 1
SELECT id FROM dm_t WHERE zip = '12345' OR n > 2 ORDER BY 1
SELECT n, count(*), sum(price), max(zip) FROM dm_t GROUP BY n ORDER BY 1
SELECT typname, typtype, typnotnull, typdefault, format_type(typbasetype, typtypmod), typtypmod FROM pg_type WHERE typname LIKE 'dm\_%' AND typtype = 'd' ORDER BY 1
SELECT attname, format_type(atttypid, atttypmod), atttypmod, attnotnull FROM pg_attribute WHERE attrelid = 'dm_t'::regclass AND attnum > 0 ORDER BY attnum
SELECT domain_name, data_type, character_maximum_length, numeric_precision, numeric_scale, domain_default, udt_name FROM information_schema.domains WHERE domain_name LIKE 'dm\_%' ORDER BY 1
SELECT constraint_name, domain_name, is_deferrable FROM information_schema.domain_constraints WHERE domain_name LIKE 'dm\_%' ORDER BY 1, 2
SELECT column_name, data_type, domain_schema, domain_name, udt_name, is_nullable FROM information_schema.columns WHERE table_name = 'dm_t' ORDER BY ordinal_position
SELECT conname, contype, contypid::regtype, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid <> 0 AND conname NOT LIKE '%_domain_check' AND conname <> 'yes_or_no_check' ORDER BY 1
SELECT n.nspname, t.typname, pg_catalog.format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault, pg_catalog.array_to_string(ARRAY(SELECT pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_constraint r WHERE t.oid = r.contypid), ' ') FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'd' AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' AND pg_catalog.pg_type_is_visible(t.oid) ORDER BY 1, 2
ALTER DOMAIN dm_zip ADD CONSTRAINT not_zero CHECK (VALUE <> '00000')
INSERT INTO dm_t (id, email, zip) VALUES (30, 'a@b', '00000')
ALTER DOMAIN dm_zip ADD CONSTRAINT never CHECK (VALUE = 'x')
ALTER DOMAIN dm_zip ADD CONSTRAINT not_zero CHECK (VALUE <> '1')
ALTER DOMAIN dm_zip DROP CONSTRAINT zip_format
ALTER DOMAIN dm_zip DROP CONSTRAINT zip_format
ALTER DOMAIN dm_zip DROP CONSTRAINT IF EXISTS zip_format
INSERT INTO dm_t (id, email, zip) VALUES (31, 'a@b', 'any') RETURNING zip
ALTER DOMAIN dm_zip SET NOT NULL
ALTER DOMAIN dm_pos SET NOT NULL
ALTER DOMAIN dm_pos SET DEFAULT 7
INSERT INTO dm_t (id, email) VALUES (32, 'a@b') RETURNING n
INSERT INTO dm_t (id, email, n) VALUES (33, 'a@b', NULL)
ALTER DOMAIN dm_pos DROP DEFAULT
INSERT INTO dm_t (id, email) VALUES (34, 'a@b')
ALTER DOMAIN dm_pos DROP NOT NULL
INSERT INTO dm_t (id, email) VALUES (34, 'a@b') RETURNING n
ALTER DOMAIN dm_zip RENAME CONSTRAINT not_zero TO nonzero
SELECT '00000'::dm_zip
ALTER DOMAIN dm_zip RENAME TO dm_code
SELECT '00000'::dm_code
SELECT pg_typeof(zip) FROM dm_t LIMIT 1
ALTER DOMAIN nosuch DROP NOT NULL
BEGIN; ALTER DOMAIN dm_code DROP CONSTRAINT nonzero; SELECT '00000'::dm_code; ROLLBACK
SELECT '00000'::dm_code
ALTER TABLE dm_t ADD COLUMN code2 dm_code
UPDATE dm_t SET code2 = '00000' WHERE id = 1
ALTER TABLE dm_t ADD COLUMN n2 dm_pos NOT NULL DEFAULT 3
SELECT n2 FROM dm_t WHERE id = 1
ALTER TABLE dm_t RENAME COLUMN n2 TO n3
UPDATE dm_t SET n3 = -1 WHERE id = 1
ALTER TABLE dm_t DROP COLUMN n3
ALTER TABLE dm_t RENAME TO dm_u
INSERT INTO dm_u (id, email, n) VALUES (40, 'a@b', -4)
DROP DOMAIN dm_pos
DROP DOMAIN nosuch
DROP DOMAIN IF EXISTS nosuch
DROP TYPE dm_plain
CREATE DOMAIN dm_posint AS dm_pos CHECK (VALUE < 100)
SELECT 50::dm_posint
SELECT 500::dm_posint
SELECT (-5)::dm_posint
DROP TABLE dm_u
DROP DOMAIN dm_pos
DROP DOMAIN dm_posint, dm_pos, dm_code
DROP DOMAIN dm_email
DROP DOMAIN IF EXISTS dm_price, dm_plain
SELECT typname FROM pg_type WHERE typname LIKE 'dm\_%'
