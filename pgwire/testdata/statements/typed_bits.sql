-- Bit strings and bytes: literals, casts, columns, operators, functions.
SELECT B'1', B'1010', X'1F', pg_typeof(B'1'), pg_typeof(X'1F')
SELECT '101'::bit, '101'::bit(3), '101'::bit(5), '10101'::bit(3)
SELECT B'101'::bit(5), B'10101'::bit(3), B'101'::varbit, B'101'::bit varying(2)
SELECT pg_typeof('101'::bit(3)), pg_typeof('101'::varbit), pg_typeof('101'::bit varying(5))
SELECT '102'::bit(3)
SELECT 5::bit(8), 5::bit(2), (-1)::bit(8), 44::bit(10), 10::bit(3)
SELECT B'00000101'::bit(8)::int, B'101'::int, B'11111111111111111111111111111111'::int
SELECT 5::bigint::bit(64), B'101'::bigint
SELECT B'1100' & B'1010', B'1100' | B'1010', B'1100' # B'1010', ~ B'1100'
SELECT B'110' & B'1010'
SELECT B'10001' << 3, B'10001' >> 2, B'10001' << 9, B'10001' << -1
SELECT B'101' || B'01', pg_typeof(B'101' || B'01')
SELECT length(B'10101'), bit_length(B'10101'), octet_length(B'10101'), octet_length(B'101010101')
SELECT bit_count(B'10101'), bit_count('\x1234'::bytea)
SELECT get_bit(B'10101', 0), get_bit(B'10101', 1), get_bit(B'10101', 4)
SELECT get_bit(B'10101', 5)
SELECT set_bit(B'10101', 1, 1), set_bit(B'10101', 0, 0)
SELECT set_bit(B'10101', 1, 2)
SELECT substring(B'110010' FROM 2 FOR 3), substring(B'110010' FROM 4), substring(B'110010', 2)
SELECT substring(B'110010' FROM -1 FOR 3), substring(B'110010' FROM 9)
SELECT overlay(B'110010' PLACING B'000' FROM 2), overlay(B'110010' PLACING B'1' FROM 2 FOR 3)
SELECT position(B'010' IN B'110010'), position(B'111' IN B'110010'), position(B'' IN B'11')
SELECT B'101' = B'101', B'101' < B'11', B'1' < B'10', B'0' < B'1', B'' < B'0'
SELECT B'101'::text, B'101'::varchar
SELECT '101'::text::bit(3)
SELECT B'101' = '101', '101' = B'101'
CREATE TABLE tb_no (id int PRIMARY KEY, b bit(4), v bit varying(6), n varbit, one bit)
CREATE TABLE tb (id int PRIMARY KEY, b bit varying, v bit varying, n varbit, one varbit)
INSERT INTO tb VALUES (1, B'1010', B'11', B'1', B'1')
INSERT INTO tb VALUES (2, '0110', '101010', '0', '0'), (3, NULL, NULL, NULL, NULL)
INSERT INTO tb (id, b) VALUES (4, B'101')
INSERT INTO tb (id, b) VALUES (4, '10101')
INSERT INTO tb (id, v) VALUES (4, B'1010101')
INSERT INTO tb (id, b) VALUES (4, B'101'::bit(4))
INSERT INTO tb (id, b) VALUES (5, 5::bit(4))
SELECT * FROM tb ORDER BY id
SELECT id, b & B'0110', b | '0001', ~b, b # B'1111' FROM tb ORDER BY id
SELECT id FROM tb WHERE b & B'0010' = B'0010' ORDER BY id
SELECT id FROM tb WHERE (b & B'0010')::int > 0 ORDER BY id
SELECT id FROM tb WHERE get_bit(b, 1) = 1 ORDER BY id
SELECT b::int FROM tb
SELECT v::text, length(v) FROM tb ORDER BY id
SELECT bit_and(b), bit_or(b), bit_xor(b) FROM tb
SELECT b, count(*) FROM tb GROUP BY b ORDER BY b
SELECT min(b::text) FROM tb
UPDATE tb SET b = set_bit(b, 0, 1) WHERE id = 2 RETURNING b
UPDATE tb SET b = b << 1, v = v || B'1' WHERE id = 1 RETURNING b, v
UPDATE tb SET v = v || B'1' WHERE id = 2
SELECT column_name, data_type, character_maximum_length FROM information_schema.columns WHERE table_name = 'tb' ORDER BY ordinal_position
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'tb'::regclass AND attnum > 0 ORDER BY attnum
DROP TABLE tb
SELECT '\xdeadbeef'::bytea, 'abc'::bytea, E'\\000\\001a'::bytea, 'a\\b'::bytea
SELECT '\xabc'::bytea
SELECT '\xzz'::bytea
SELECT '\9'::bytea
SELECT get_byte('\x1234'::bytea, 1), set_byte('\x1234'::bytea, 0, 255), get_bit('\x1234'::bytea, 9), set_bit('\x1234'::bytea, 0, 1)
SELECT get_byte('\x1234'::bytea, 2)
SELECT get_bit('\x1234'::bytea, 16)
SELECT set_byte('\x1234'::bytea, 5, 1)
SELECT length('\x1234'::bytea), octet_length('\x1234'::bytea), bit_length('\x1234'::bytea)
SELECT sha256('abc'::bytea), sha224('abc'), sha512('abc'), sha384('abc'), md5('abc'::bytea), md5('abc')
SELECT encode(sha256('abc'), 'hex')
SELECT trim('\x00'::bytea FROM '\x00120000'::bytea), btrim('\x001200'::bytea, '\x00'::bytea), ltrim('\x001200'::bytea, '\x00'::bytea), rtrim('\x001200'::bytea, '\x00'::bytea)
SELECT substring('\x123456'::bytea FROM 2 FOR 1), substr('\x123456'::bytea, 2), substring('\x123456'::bytea FROM 0 FOR 2)
SELECT '\x12'::bytea || '\x34'::bytea, 'a'::bytea || 'b'
SELECT position('\x34'::bytea IN '\x123456'::bytea), overlay('\x123456'::bytea PLACING '\xff'::bytea FROM 2 FOR 1)
SELECT 'abc'::bytea LIKE 'a%'::bytea, 'abc'::bytea LIKE '%d', 'abc'::bytea NOT LIKE '_b_'
SELECT convert_to('häß', 'UTF8'), convert_from('\x68c3a4'::bytea, 'UTF8'), convert_to('hä', 'LATIN1'), convert_from('\xe4', 'latin1'), convert('\xc3a4', 'UTF8', 'LATIN1')
SELECT convert_from('\xff', 'UTF8')
SELECT convert_to('€', 'LATIN1')
SELECT encode('\x00ff41'::bytea, 'escape'), encode('\x00ff41'::bytea, 'hex'), encode('\x00ff41'::bytea, 'base64'), encode('a\\b'::bytea, 'escape')
SELECT encode(repeat('abcdefghij', 12)::bytea, 'base64')
SELECT encode(convert_to(repeat('x', 57), 'UTF8'), 'base64'), encode(convert_to(repeat('x', 58), 'UTF8'), 'base64')
SELECT encode('abc', 'nosuch')
SELECT decode('00ff41', 'hex'), decode('AP9B', 'base64'), decode('a\000b', 'escape')
SELECT decode('0g', 'hex')
SELECT decode('abc', 'hex')
SELECT decode('a b', 'hex')
SELECT decode('12 34', 'hex'), decode(E'12\n34', 'hex')
SELECT decode('!!!', 'base64')
SELECT decode('YWJ', 'base64')
SELECT decode(E'YW\nJj', 'base64')
SELECT decode('a\9', 'escape')
SELECT reverse('abc'), repeat('ab', 3), '\x01'::bytea < '\x02'::bytea, '\x01'::bytea = '\x01'
SELECT 'abc'::bytea::text, 'abc'::text::bytea
SELECT string_agg(x, '\x2c'::bytea ORDER BY x) FROM (VALUES ('a'::bytea), ('b')) v(x)
SELECT string_agg(x, ''::bytea ORDER BY x) FROM (VALUES ('a'::bytea), ('b')) v(x)
SELECT min(encode(x, 'hex')), max(encode(x, 'hex')) FROM (VALUES ('a'::bytea), ('b')) v(x)
SELECT int4send(5) IS NOT NULL, ('x' || lpad('ff', 8, '0'))::bit(32)::int, to_hex(255)
SELECT crc32('abc')
SELECT 'a'::bytea IN ('a', 'b'), coalesce(NULL::bytea, '\x01'), left('abc', 2)
SELECT bit_and(x), bit_or(x), bit_xor(x) FROM (VALUES (5), (6)) v(x)
SELECT 5 & 6, 5 | 6, 5 # 6, ~5, 1 << 4, 256 >> 2, 1::bigint << 40
