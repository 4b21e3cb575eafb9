-- Columns of bit(n) and bit varying(n): lengths, defaults, catalogs.
CREATE TABLE db_flags (id int PRIMARY KEY, b bit(4), v bit varying(6), n varbit, one bit)
INSERT INTO db_flags VALUES (1, B'1010', B'11', B'1', B'1')
INSERT INTO db_flags VALUES (2, '0110', '101010', '0', '0'), (3, NULL, NULL, NULL, NULL)
INSERT INTO db_flags (id, b) VALUES (4, B'101')
INSERT INTO db_flags (id, b) VALUES (4, '10111')
INSERT INTO db_flags (id, v) VALUES (4, B'1010101')
INSERT INTO db_flags (id, b) VALUES (4, 5)
INSERT INTO db_flags (id, b) VALUES (4, '10a1')
INSERT INTO db_flags (id, b) VALUES (5, 5::bit(4))
INSERT INTO db_flags (id, b) SELECT 6, B'11'
INSERT INTO db_flags (id, b) SELECT 6, B'1100'
UPDATE db_flags SET b = B'11' WHERE id = 1
UPDATE db_flags SET b = B'1111', v = B'0' WHERE id = 1
SELECT * FROM db_flags ORDER BY id
SELECT attname, format_type(atttypid, atttypmod), atttypmod FROM pg_attribute WHERE attrelid = 'db_flags'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, character_maximum_length, udt_name FROM information_schema.columns WHERE table_name = 'db_flags' ORDER BY ordinal_position
SELECT id FROM db_flags WHERE b & B'0010' = B'0010' ORDER BY id
SELECT id, b::int, b::text, length(b), bit_length(b), get_bit(b, 0) FROM db_flags WHERE b IS NOT NULL ORDER BY 1
SELECT b, count(*) FROM db_flags GROUP BY b ORDER BY 1
SELECT max(id) FROM db_flags WHERE b IN ('0110', B'1100')
SELECT id FROM db_flags WHERE b > B'0111' ORDER BY id
SELECT pg_typeof(b), pg_typeof(v), pg_typeof(n) FROM db_flags LIMIT 1
SELECT format_type(1560, 4), format_type(1560, -1), format_type(1562, 7), format_type(1562, -1), format_type(1560, NULL)
CREATE TABLE db_rights (id int, flags bit(8) NOT NULL DEFAULT B'00000000', v bit varying(3) DEFAULT '101')
INSERT INTO db_rights (id) VALUES (1)
INSERT INTO db_rights VALUES (2, B'10000001')
UPDATE db_rights SET flags = flags | B'00000010' WHERE id = 1
UPDATE db_rights SET flags = ~flags WHERE flags & B'10000000' = B'10000000'
SELECT id, flags, v, flags::int FROM db_rights ORDER BY id
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'db_rights'::regclass ORDER BY adnum
ALTER TABLE db_rights ADD COLUMN w bit(2)
ALTER TABLE db_rights ADD COLUMN x bit(2) NOT NULL DEFAULT B'01'
ALTER TABLE db_rights ALTER COLUMN v TYPE bit varying(8)
ALTER TABLE db_rights ALTER COLUMN w TYPE bit(3) USING w::bit(3)
ALTER TABLE db_rights ALTER COLUMN x DROP DEFAULT, ALTER COLUMN x TYPE bit(3)
ALTER TABLE db_rights ALTER COLUMN x TYPE bit(3) USING x::bit(3)
INSERT INTO db_rights VALUES (3, B'11111111', B'10101010', B'111', B'000')
SELECT * FROM db_rights ORDER BY id
CREATE TABLE db_keyed (k bit(3) PRIMARY KEY, x bit DEFAULT '0')
INSERT INTO db_keyed VALUES (B'001', '1'), ('010', DEFAULT)
INSERT INTO db_keyed VALUES ('001')
INSERT INTO db_keyed VALUES ('001') ON CONFLICT (k) DO UPDATE SET x = B'11'
INSERT INTO db_keyed VALUES ('001') ON CONFLICT (k) DO UPDATE SET x = B'0' RETURNING *
CREATE TABLE db_none (a bit(0))
CREATE TABLE db_none (a bit varying(0))
CREATE TABLE db_none (a bit(83886081))
CREATE TABLE db_copy AS SELECT k, x AS y FROM db_keyed
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'db_copy'::regclass AND attnum > 0 ORDER BY attnum
CREATE TABLE db_like (LIKE db_keyed INCLUDING ALL)
INSERT INTO db_like VALUES ('11')
INSERT INTO db_like VALUES ('011') RETURNING *
BEGIN
CREATE TABLE db_tx (a bit(11), b bit varying(13))
INSERT INTO db_tx VALUES (B'11111111111', B'1')
SELECT * FROM db_tx
ROLLBACK
CREATE TABLE db_tx (a bit(11), b bit varying(13))
INSERT INTO db_tx VALUES (B'1', B'1')
INSERT INTO db_flags (id, n) VALUES (4, 5)
SELECT n + 1 FROM db_flags
SELECT n & one FROM db_flags WHERE id = 1
SELECT sum(b) FROM db_flags
