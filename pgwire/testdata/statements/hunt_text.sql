CREATE TABLE ht_people (id int PRIMARY KEY, name text, nick varchar(12), code char(6), note text, born date)

INSERT INTO ht_people VALUES (1, 'Ada Lovelace', 'ada', 'A1', 'first programmer; London', '1815-12-10'), (2, 'Grace Hopper', 'amazing', 'B22', NULL, '1906-12-09'), (3, 'Émile Zola', NULL, 'C', '  J''accuse…!  ', '1840-04-02'), (4, '李 小龙', 'dragon', 'D4444', 'tab	and "quotes"', '1940-11-27'), (5, '', '', '', '', NULL)

SELECT id, name || ' <' || nick || '>' FROM ht_people ORDER BY id

SELECT id, name || ' (' || code || ')' FROM ht_people ORDER BY id

SELECT id, length(name), octet_length(name), bit_length(name), char_length(code), octet_length(code) FROM ht_people ORDER BY id

SELECT id, initcap(lower(name)), upper(left(name, 1)) || lower(substr(name, 2)) FROM ht_people ORDER BY id

SELECT id, split_part(name, ' ', 1) AS first, split_part(name, ' ', -1) AS last FROM ht_people ORDER BY id

SELECT id, regexp_split_to_array(coalesce(note, ''), '[;\s]+') FROM ht_people ORDER BY id

SELECT id, concat_ws(', ', name, nick, note), concat(name, nick, code) FROM ht_people ORDER BY id

SELECT id, format('%s has %s letters and was born on %L', name, length(name), born) FROM ht_people ORDER BY id

SELECT format('%10s|%-10s|%010s|', 'abc', 'abc', 'abc')

SELECT format('%1$s %1$s %2$s', 'a', 'b'), format('%%'), format('no args', 1, 2), format('%2$*1$s|', 5, 'x')

SELECT format('%*s|', -6, 'ab'), format('%-*s|', 6, 'ab'), format('%s', NULL), format('%I', 'Mixed'), format(NULL)

SELECT format('%s %s', 'a')

SELECT format('%I', NULL)

SELECT format('%1$', 1)

SELECT format('%0$s', 1)

SELECT format('%', 1)

SELECT format('%s', ARRAY[1,2]), format('%s', true), format('%L', 1.50), format('%s', date '2024-02-29'), format('%L', ARRAY['a b','c'])

SELECT format('%s', VARIADIC ARRAY['x']), format('%s-%s', VARIADIC ARRAY[1,2]), concat(VARIADIC ARRAY['a','b']), concat_ws('+', VARIADIC ARRAY[1,2,NULL])

SELECT repeat('ab', 0), repeat('ab', -1), repeat('', 5), lpad('abc', 2), rpad('abc', 2), lpad('abc', 0), lpad('x', 5, ''), lpad('x', 5, 'ab'), rpad('x', 6, 'ab')

SELECT substring('hello' FROM 2 FOR 0), substring('hello' FROM -1 FOR 3), substring('hello' FROM 10), substr('hello', 0, 3), substring('hello', 2)

SELECT substring('hello' FROM 2 FOR -1)

SELECT substring('foobar' FROM '(o+)(b)'), substring('foobar' FROM 'z'), substring('foobar' SIMILAR '%#"o_b#"%' ESCAPE '#'), substring('abc' FROM 'b|c')

SELECT substring('foobar' FROM '#"foo#"bar' FOR '#'), substring('Thomas' FROM '%#"o_a#"_' FOR '#')

SELECT left('hello', 0), left('hello', -2), left('hello', -9), right('hello', 2), right('hello', -1), right('hello', 0), left('', 3)

SELECT overlay('Txxxxas' PLACING 'hom' FROM 2 FOR 4), overlay('abc' PLACING 'Z' FROM 5), overlay('abc' PLACING '' FROM 1 FOR 2), overlay('abcdef' PLACING '123' FROM 3)

SELECT overlay('abc' PLACING 'x' FROM 0)

SELECT position('' IN 'abc'), position('lo' IN 'hello'), strpos('hello', 'l'), position('é' IN 'café'), strpos('', '')

SELECT replace('hello', 'l', ''), replace('hello', '', 'x'), translate('12345', '143', 'ax'), translate('abc', 'abc', ''), reverse('añb')

SELECT trim(BOTH 'xy' FROM 'yxTomxx'), trim(TRAILING FROM 'a  '), trim('xTomx', 'x'), btrim('  a  ') || '|', ltrim('zzzytest', 'xyz'), rtrim('testxxzx', 'xyz')

SELECT ascii(''), ascii('é'), ascii('€'), chr(65), chr(233), chr(128512)

SELECT chr(0)

SELECT chr(-1)

SELECT chr(1114112)

SELECT quote_ident('a b'), quote_ident('user'), quote_ident('a"b'), quote_ident(''), quote_literal('it''s'), quote_literal(42), quote_nullable('x'), quote_ident('über')

SELECT to_hex(4294967295), to_hex(0), to_hex(-255::bigint), to_hex(10)

SELECT md5(''), md5('abc'), sha224('abc'::bytea), encode(sha512('a'), 'hex')

SELECT encode('hello world'::bytea, 'base64'), encode(E'\\000\\377a\\\\b'::bytea, 'escape'), decode('aGVsbG8=', 'base64'), decode('\000ab', 'escape'), encode('\xdeadbeef', 'hex')

SELECT encode('a', 'rot13')

SELECT decode('xyz', 'hex')

SELECT decode('abc', 'hex')

SELECT decode('a', 'base64')

SELECT convert_from('\xe9', 'LATIN1'), convert_to('é', 'UTF8'), convert('\xc3a9', 'UTF8', 'LATIN1'), length('\xc3a9', 'UTF8')

SELECT convert_from('\xff', 'UTF8')

SELECT unicode(1)

SELECT normalize('é', NFD) = 'é', length(normalize('é', NFD)), 'é' IS NORMALIZED, U&'e\0301' IS NFC NORMALIZED, normalize(U&'e\0301')

SELECT string_to_array('1,2,,4', ',', ''), string_to_array('', ','), string_to_array('abc', ''), string_to_array('a-b', NULL), array_to_string(ARRAY[1,NULL,3], '/'), array_to_string(ARRAY[[1,2],[3,4]], ',')

SELECT string_to_table('a,b,c', ','), string_to_table('x|NULL|y', '|', 'NULL')

SELECT * FROM regexp_split_to_table('one  two three', '\s+') WITH ORDINALITY AS t(word, n)

SELECT regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('abc', 'x'), regexp_match('ABC', 'b', 'i'), regexp_match('abc', '.(?=c)')

SELECT (regexp_match('key=value', '(\w+)=(\w+)'))[2] AS v

SELECT id, (regexp_matches(name, '([A-Z])\w+', 'g'))[1] FROM ht_people ORDER BY id, 2

SELECT regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_replace('abc', '', '-', 'g'), regexp_replace('a.b', '\.', '\\')

SELECT regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 0, 'i'), regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 3, 'i'), regexp_replace('abcabc', 'b', 'X', 3)

SELECT regexp_count('the cat sat', 'at'), regexp_count('ABCABC', 'b', 1, 'i'), regexp_instr('number of your street', '[^ ]+', 1, 2), regexp_instr('ABCDEF', 'c(.)(..)', 1, 1, 0, 'i', 2), regexp_substr('number of your street', '[^ ]+', 1, 2), regexp_like('Hello World', 'world$', 'i')

SELECT regexp_count('a', 'a', 0)

SELECT regexp_substr('abc', '(b', 1, 1)

SELECT 'abc' ~ '[a', 1

SELECT 'abc' ~ 'a{2,1}'

SELECT regexp_replace('a', 'a', 'b', 'z')

SELECT regexp_matches('abc', 'a', 'gx')

SELECT regexp_match('abc', 'a', 'g')

SELECT 'foo' ~ '^\w{3}$', 'Foo' ~* '^f', 'a\b' ~ '\\', 'x' ~ '\d', 'ab' ~ '(?i)AB', 'line1

line2' ~ '^line2$', 'line1

line2' ~ '(?n)^line2$'

SELECT 'abc' SIMILAR TO 'a%', 'abc' SIMILAR TO '(b|c)%', 'abc' SIMILAR TO '_b_', 'a+b' SIMILAR TO 'a\+b', 'abc' NOT SIMILAR TO 'abc|d'

SELECT name FROM ht_people WHERE name LIKE '%o%' AND name NOT ILIKE 'a%' ORDER BY name

SELECT name FROM ht_people WHERE name ~ '^[A-Z]\w+\s[A-Z]' ORDER BY id

SELECT 'a%c' LIKE 'a\%c', 'abc' LIKE 'a\%c', 'a_c' LIKE 'a#_c' ESCAPE '#', 'ab' LIKE 'a_' ESCAPE '', '' LIKE '%', 'A' ILIKE 'a', 'x' ~~ 'x', 'x' !~~* 'X'

SELECT 'abc' LIKE 'abc\'

SELECT 'abc' LIKE 'a' ESCAPE 'xy'

SELECT 'a' < 'b', 'a' < 'B', 'Z' < 'a', 'é' > 'z', '' < 'a', 'a ' = 'a', 'a '::char(3) = 'a'::char(1), 'a '::varchar = 'a'::char(5)

SELECT name FROM ht_people ORDER BY name COLLATE "C" DESC

SELECT name FROM ht_people ORDER BY upper(name), id LIMIT 3

SELECT max(name), min(nick), max(code), min(name COLLATE "C") FROM ht_people

SELECT 'abc' COLLATE "xx_YY" < 'b'

SELECT 'x' || 1, 1 || 'x', 'x' || 1.0, 'x' || true, 'x' || date '2024-01-01', 'x' || NULL, 'a'::char(4) || 'b', 'a'::varchar(4) || 'b'

SELECT 1 || 2

SELECT true || false

SELECT 'abc' + 1

SELECT 'abc' - 'b'

SELECT length(123)

SELECT upper(5)

SELECT substring(12345, 2, 2)

SELECT lpad(7, 3, '0')

SELECT trim(5)

SELECT replace('a', 'b')

SELECT nonexistent('a')

SELECT starts_with('hello', 'he'), 'hello' ^@ 'he', starts_with('a', ''), starts_with(NULL, 'a')

SELECT pg_typeof('a' || 'b'), pg_typeof('a'::varchar || 'b'), pg_typeof(upper('a')), pg_typeof(substring('abc'::varchar, 1, 1)), pg_typeof('a'::char(3) || 'b'::char(3)), pg_typeof(concat('a', 1)), pg_typeof(left('x'::name, 1))

SELECT 'abc'::varchar(2), 'abc'::char(2), 'a'::char(3), cast('abcdef' AS varchar(3)), 'abc'::"char", 'abc'::name, 12345::varchar(3), true::varchar(2), 1.5::char(2)

INSERT INTO ht_people (id, nick) VALUES (9, 'much too long a nickname')

INSERT INTO ht_people (id, code) VALUES (9, '1234567')

INSERT INTO ht_people (id, code) VALUES (9, '123456   ')

SELECT code || '|', code = '123456', length(code), upper(code) || '|', code::text || '|' FROM ht_people WHERE id = 9

DELETE FROM ht_people WHERE id = 9

SELECT code, code LIKE 'A1', code LIKE 'A1%', code = 'A1   ', code ~ '^A1$', concat(code, '|'), code::varchar || '|' FROM ht_people WHERE id = 1

SELECT coalesce(nick, code, 'none') FROM ht_people ORDER BY id

SELECT nullif(nick, ''), nullif(code, 'C') FROM ht_people ORDER BY id

SELECT CASE WHEN note IS NULL THEN 'no note' WHEN note = '' THEN 'empty' ELSE trim(note) END FROM ht_people ORDER BY id

SELECT string_agg(name, ', ' ORDER BY id DESC), string_agg(DISTINCT left(name, 1), '' ORDER BY left(name, 1)), string_agg(nick, NULL ORDER BY id) FROM ht_people

SELECT string_agg(code, '/' ORDER BY id), string_agg(note, E'\n' ORDER BY id) FILTER (WHERE id < 3), array_agg(nick ORDER BY nick NULLS FIRST) FROM ht_people

SELECT string_agg(id, ',') FROM ht_people

SELECT string_agg(id::text) FROM ht_people

SELECT greatest('apple', 'banana', NULL), least('b', 'a', 'c'), greatest('a', 1)

SELECT parse_ident('"SomeSchema".someTable'), parse_ident('a.b.c')

SELECT parse_ident('1abc')

SELECT unistr('d\0061t\+000061'), unistr('\u0441\u043B'), to_ascii('abc', 'LATIN1')

SELECT unistr('\zzz')

SELECT E'\x41\101\u0041\U00000041', E'a\'b', 'a\nb', U&'d!0061t' UESCAPE '!', $x$a$$b$x$

SELECT 'foo'

'bar', 'a' 'b'

SELECT 'unterminated

SELECT E'\u00zz'

SELECT U&'\00'

SELECT 'abc'::int

SELECT 'abc'::date

SELECT ''::int

SELECT 'abc'::boolean, 1

SELECT ' t '::boolean, 'ye'::boolean, 'OF'::bool, 'on'::bool, '0'::bool

SELECT 'o'::bool

SELECT 'true'::text::int

SELECT name::int FROM ht_people

SELECT name::varchar(3), name::char(3), nick::char(2) FROM ht_people ORDER BY id

SELECT name FROM ht_people WHERE name = ANY (ARRAY['Ada Lovelace', 'x']) OR name IN (SELECT 'Grace Hopper')

SELECT name ->> 'a' FROM ht_people

SELECT name[1] FROM ht_people

SELECT name.x FROM ht_people

SELECT nam FROM ht_people

SELECT "Name" FROM ht_people

SELECT p.name, h.name FROM ht_people p

SELECT soundex('x')

SELECT strlen('x'), len('abc')

SELECT name, row_number() OVER (ORDER BY length(name) DESC, id) FROM ht_people

SELECT length(name) AS len, count(*) FROM ht_people GROUP BY len ORDER BY len

SELECT left(name, 1) AS initial, count(*), string_agg(nick, ',' ORDER BY id) FROM ht_people GROUP BY 1 ORDER BY 1 COLLATE "C"

SELECT DISTINCT ON (length(code)) code, name FROM ht_people ORDER BY length(code), id

SELECT to_char(born, 'FMDay, DD FMMonth YYYY') || '!' FROM ht_people ORDER BY id

SELECT num_nonnulls(name, nick, note), num_nulls(VARIADIC ARRAY[nick, note]) FROM ht_people ORDER BY id

SELECT name SIMILAR TO '%(Love|Hop)%' AS m, name ~~* '%ZOLA' AS z FROM ht_people ORDER BY id

SELECT octet_length('a'::char(5)), octet_length('\x0102'::bytea), bit_length(B'101'), length(B'1011'), octet_length(B'101010101')

SELECT translate(name, 'aeiou', 'AEIOU'), translate(nick, 'abc', 'x') FROM ht_people ORDER BY id

SELECT regexp_replace(note, '\s+', ' ', 'g'), regexp_replace(name, '(\w+)\s(\w+)', '\2, \1') FROM ht_people ORDER BY id

SELECT lower('ÀÉÎ'), upper('straße'), initcap('o''neil mc-donald 3rd'), upper('ǆ'), lower('İ')

SELECT casefold('ABC')

SELECT 'a' IS DISTINCT FROM NULL, 'a' IS NOT DISTINCT FROM 'a', NULL::text IS NULL, '' IS NULL

SELECT '%' || name || '%' AS pat FROM ht_people WHERE 'Ada Lovelace!' LIKE '%' || name || '%' ORDER BY 1

SELECT count(*) FROM ht_people WHERE nick LIKE NULL

SELECT string_agg(c, '') FROM regexp_split_to_table('hello', '') AS c

SELECT string_agg(c, '' ORDER BY c) FROM unnest(string_to_array('postgres', NULL)) AS c

SELECT c, count(*) FROM unnest(string_to_array('mississippi', NULL)) AS t(c) GROUP BY c ORDER BY count(*) DESC, c

SELECT array_to_string(ARRAY(SELECT upper(name) FROM ht_people ORDER BY id), '; ')

SELECT to_char(12345.678, 'FM99,999.00') || ' EUR', to_char(-0.5, 'FM990.0'), to_char(7, '000'), to_char(1e10, '9.9EEEE')

SELECT lpad(to_char(5, 'FM999'), 4, '*'), rpad('é', 3, '→') || '|', lpad('日本', 5, '語')

SELECT pg_size_pretty(123456789::bigint), pg_size_pretty(1024::numeric), pg_size_bytes('1.5 GB'), pg_size_pretty(-2048::bigint)

SELECT pg_size_bytes('1 XB')

SELECT 'a' = 'a' COLLATE "C", 'a' COLLATE "C" < 'b' COLLATE "POSIX"

SELECT textcat('a', 'b'), texteq('a', 'a'), text_larger('a', 'b'), textlen('abc')

SELECT similar_to_escape('a%'), like_escape('a', 'b')

SELECT collation for ('a'::text), collation for ('a' COLLATE "C"), pg_typeof(collation for ('b'))

SELECT collation for (1)

SELECT text 'abc', varchar 'x', char 'abc', bpchar 'ab ', char(2) 'abc', name 'n', "char" 'c', character varying(2) 'xyz', national character (3) 'ab'

SELECT bpcharlen('ab '::char(5)), 'ab '::char(5)::varchar || '|', cast('x  ' AS text) || '|', rtrim('x  '::char(5)) || '|', ('x'::char(3))::varchar(2) || '|'

DROP TABLE ht_people
