-- Functions and operators of strings.
SELECT lower('ÄÖ'), upper('straße'), upper('éa'), initcap('hello wORLD-foo bar_baz')
SELECT length('héllo'), char_length('abc'), octet_length('héllo'), bit_length('a')
SELECT substring('hello' from 2 for 3), substring('hello', 2), substring('hello' for 2), substr('hello', -1, 4)
SELECT substring('hello' from 2 for -1)
SELECT substring('foobar' from 'o.b'), substring('foobar' from 'o(.)b'), substring('foobar' similar '%#"o_b#"%' escape '#')
SELECT position('lo' in 'hello'), strpos('hello', 'l'), strpos('hello', ''), strpos('hello', 'z')
SELECT trim('  x  '), ltrim('  x  '), rtrim('  x  '), btrim('xyaxy', 'xy'), trim(both 'x' from 'xxaxx'), trim(leading 'x' from 'xxa'), trim(trailing from 'a  ')
SELECT lpad('5', 3, '0'), rpad('a', 3, 'xy'), lpad('hello', 2), lpad('a', 5, 'xy'), rpad('a', -1, 'x')
SELECT repeat('ab', 3), repeat('ab', 0), repeat('ab', -1), reverse('héllo'), reverse('')
SELECT replace('aXbX', 'X', '-'), replace('abc', '', 'x'), translate('12345', '143', 'ax')
SELECT split_part('a,b,c', ',', 2), split_part('a,b,c', ',', 5), split_part('a,b,c', ',', -1)
SELECT split_part('a,b,c', ',', 0)
SELECT left('hello', 2), left('hello', -2), right('hello', 2), right('hello', -2), left('abc', 0)
SELECT concat('a', NULL, 1, true), concat_ws('-', 'a', NULL, 'b', 2), concat(), concat(1.50, date '2024-01-01')
SELECT format('Hello %s, %I, %L', 'w', 'A b', 'it''s'), format('%2$s %1$s', 'a', 'b'), format('%5s|%-5s|', 'ab', 'cd'), format('%%'), format('%s', NULL)
SELECT format('%L', NULL), format('%I', NULL)
SELECT format('%s %s', 'a')
SELECT ascii('A'), ascii('é'), ascii(''), chr(65), chr(233), chr(128512)
SELECT chr(0)
SELECT md5('hello'), md5('')
SELECT to_hex(255), to_hex(-1), to_hex(4294967296)
SELECT 'abc' LIKE 'a%', 'abc' LIKE 'A%', 'abc' ILIKE 'A%', 'a_c' LIKE 'a\_c', 'abc' NOT LIKE '_b_', 'a%b' LIKE 'a!%b' ESCAPE '!'
SELECT 'abc' ~~ 'a%', 'abc' ~~* 'A%', 'abc' !~~ 'a%', 'abc' LIKE ANY (ARRAY['x%','a%']), 'abc' LIKE ALL (ARRAY['x%','a%'])
SELECT 'abc' ~ '^a.c$', 'ABC' ~* 'abc', 'abc' !~ 'x', 'abc' !~* 'B', 'a1' ~ '\d', 'x' ~ '\w', 'a b' ~ '\s', 'abc' ~ '\mabc\M'
SELECT 'abc' SIMILAR TO '(a|b)%', 'abc' SIMILAR TO 'abc', 'abc' SIMILAR TO 'ab', 'abc' NOT SIMILAR TO '%x%'
SELECT 'a' ~ '('
SELECT regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', E'X\\1Y', 'g'), regexp_replace('ABC', 'b', 'x', 'i')
SELECT regexp_replace('hello', 'l', 'L', 1, 2), regexp_replace('hello', '(l+)', '<\&>')
SELECT regexp_match('foobarbequebaz', 'bar.*que'), regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('abc', 'x')
SELECT regexp_matches('foobarbequebazilbarfbonk', '(b[^b]+)(b[^b]+)', 'g')
SELECT regexp_matches('abc', 'b')
SELECT regexp_matches('abc', 'x')
SELECT * FROM regexp_matches('a1b2c3', '[a-z](\d)', 'g') AS m
SELECT (regexp_matches('a1b2', '(\d)'))[1]
SELECT regexp_split_to_array('hello  world', '\s+'), regexp_split_to_array('abc', '')
SELECT regexp_split_to_table('a,b,c', ',')
SELECT foo FROM regexp_split_to_table('the quick brown', '\s+') AS foo
SELECT regexp_count('ABCABC', 'A'), regexp_instr('ABCABC', 'B', 1, 2), regexp_substr('ABCDEF', 'C.'), regexp_like('Hello', 'hello', 'i')
SELECT string_to_array('a,b,,c', ','), string_to_array('a,b', ',', 'b'), string_to_array('abc', NULL), string_to_array('', ',')
SELECT array_to_string(ARRAY['a',NULL,'b'], ','), array_to_string(ARRAY['a',NULL,'b'], ',', '*'), array_to_string(ARRAY[1,2], '')
SELECT string_to_table('a,b,c', ',')
SELECT overlay('Txxxxas' placing 'hom' from 2 for 4), overlay('abc' placing 'X' from 2)
SELECT starts_with('alphabet', 'alph'), 'alphabet' ^@ 'alph'
SELECT to_char(1234.5, '9,999.99'), to_char(-1234.5, '9999.9'), to_char(0.5, '0.99'), to_char(12, '0000'), to_char(1e6, 'FM9,999,999'), to_char(5, 'RN'), to_char(1.5, '9.9EEEE')
SELECT to_char(485, '999'), to_char(-485, '999'), to_char(485, 'L999'), to_char(12.454, 'FM99.99'), to_char(148.5, '999D999'), to_char(3148.5, '9G999D999'), to_char(-485, '999MI'), to_char(485, 'SG999'), to_char(-1, '999PR'), to_char(482, '999th'), to_char(0, '99.99')
SELECT to_number('12,454.8-', '99G999D9S'), to_number('$1,234.50', 'L9,999.99'), to_number('42', '99')
SELECT unistr('\0041'), normalize('é', NFD) = normalize('é', NFC), 'a' IS NORMALIZED
SELECT ltrim('zzzytest', 'xyz'), rtrim('testxxzx', 'xyz'), btrim('  a ')
SELECT 'a' < 'B', 'a' < 'B' COLLATE "C", 'ä' < 'b', 'Z' < 'a'
SELECT x FROM (VALUES ('b'),('a'),('B'),('A'),('ä'),('_'),('1'),(NULL)) t(x) ORDER BY x
SELECT x FROM (VALUES ('b'),('a'),('B'),('A'),('ä'),('_'),('1'),(NULL)) t(x) ORDER BY x COLLATE "C" DESC NULLS LAST
SELECT min(x), max(x) FROM (VALUES ('b'),('a'),('B')) t(x)
SELECT parse_ident('"SomeSchema".someTable'), quote_ident('a"b')
SELECT encode(convert_to('é', 'UTF8'), 'hex'), convert_from('\xc3a9'::bytea, 'UTF8')
SELECT 'abc' || 'def' || 5, 'x' || ARRAY['a']::text
SELECT lower('ABC'), upper('abc'), lower(NULL), upper('ß'), lower('İ'), initcap('élan VITAL')
SELECT strpos('日本語', '本'), left('日本語', 2), substring('日本語' from 2 for 1), lpad('日', 3, '本'), reverse('日本')
SELECT string_agg(x, ', ') , string_agg(x, ',' ORDER BY x DESC), string_agg(DISTINCT x, '' ORDER BY x) FROM (VALUES ('a'),('b'),('a')) t(x)
SELECT levenshtein('a','b')
SELECT soundex('abc')
SELECT similarity('abc', 'abd')
SELECT 'a'::text LIKE NULL, NULL LIKE 'a', '' = '', '' IS NULL, length('')
SELECT 'C:\temp', E'C:\\temp', 'a\b' LIKE 'a\\b'
SELECT 'a' LIKE 'a\'
SELECT to_ascii('x')
SELECT casefold('x')
SELECT substring('abc' from 0 for 2), substr('abc', 0), substr('abc', 5), substr('abc', 2, 100)
SELECT btrim('x', ''), ltrim('', 'x'), trim('xx' from 'xxaxx')
SELECT pg_size_pretty(1024::bigint), pg_size_pretty(123456789::bigint), pg_size_pretty(10::numeric), pg_size_bytes('1 MB')
SELECT to_char(1234567.891, 'FM999,999,999.00'), to_char(0.1, 'FM0.00%'), to_char(-5, 'S99'), to_char(5.0, '9.0'), to_char(123456, '999')
SELECT decode('zz', 'hex')
SELECT encode('a', 'nosuch')
SELECT 'a' || 'b' AS "Column Name", 1 AS "select", 'x' AS ünï
