SELECT true::name
SELECT 1::name
SELECT 1.5::name
SELECT 1.5::float8::name
SELECT '2024-01-01'::date::name
SELECT 'a'::text::name, 'a'::varchar::name, 'a'::char(3)::name, 'a'::"char"::name
SELECT '{1}'::int[]::name
SELECT '{a}'::text[]::name
SELECT '{"a":1}'::json::name
SELECT '{"a":1}'::jsonb::name
SELECT '\x01'::bytea::name
SELECT '1 day'::interval::name
SELECT '10:00'::time::name
SELECT 'int4'::regtype::name
SELECT 1::oid::name
SELECT '<a/>'::xml::name
SELECT '11111111-1111-1111-1111-111111111111'::uuid::name
SELECT '(1,2)'::point::name
SELECT '[1,2)'::int4range::name
SELECT B'101'::name
SELECT '1.2.3.4'::inet::name
SELECT 'pg_class'::regclass::name
SELECT 1::bigint::name
SELECT 1::smallint::name
SELECT '$1'::money::name
SELECT ROW(1,2)::name
SELECT NULL::name, ''::name
SELECT repeat('a', 70)::name, length(repeat('a', 70)::name), repeat('a', 64)::name
SELECT 'aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhh'::name
SELECT repeat('é', 40)::name, octet_length(repeat('é', 40)::name)
SELECT ('x' || repeat('é', 40))::name, octet_length(('x' || repeat('é', 40))::name)
SELECT x::name FROM (VALUES (true)) v(x)
SELECT x::name FROM (VALUES (1)) v(x)
SELECT CAST(x AS name) FROM (VALUES (repeat('b', 70))) v(x)
CREATE TABLE ctn (n name, b bool, i int)
INSERT INTO ctn VALUES (repeat('c', 80), true, 1)
INSERT INTO ctn VALUES (true, true, 1)
INSERT INTO ctn VALUES (1, true, 1)
INSERT INTO ctn SELECT i, b, i FROM ctn
SELECT n, length(n), octet_length(n) FROM ctn
UPDATE ctn SET n = n || 'x'
UPDATE ctn SET n = b
UPDATE ctn SET n = i
SELECT n FROM ctn
SELECT b::name FROM ctn
SELECT i::name FROM ctn
SELECT n || 'x', n = 'c', n::text, n::varchar(3), n::char(3), n::bytea, n LIKE 'c%', upper(n), n::int FROM ctn WHERE false
SELECT '{a,b}'::name[], ARRAY['a']::name[], ARRAY[repeat('d',70)]::name[], '{1,2}'::int[]::name[]
SELECT ARRAY['a','b']::text[]::name[], '{t}'::bool[]::name[]
SELECT 'abc'::name::"char", 'abc'::name::bool
SELECT 't'::name::bool
SELECT '1'::name::int
SELECT 'a'::name = 'a'::text, 'a'::name < 'b', 'a'::name = 'a '::char(3), concat('a'::name, 1), 'a'::name || 1
SELECT current_user::text = current_user, pg_typeof(current_user), pg_typeof('a'::name || 'b'), pg_typeof(coalesce('a'::name, 'b')), pg_typeof(coalesce('a'::name, 'b'::text)), pg_typeof(nullif('a'::name, 'b'))
