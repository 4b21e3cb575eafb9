-- What matches, and which groups, as PostgreSQL's rule of the longest or the shortest says.
SELECT regexp_match('xfoobar', 'foo|foobar') AS a, regexp_match('ab', 'a?(ab)?') AS b, regexp_match('XY1234Z', 'Y*([0-9]{1,3})') AS c, regexp_match('XY1234Z', 'Y*?([0-9]{1,3})') AS d, regexp_match('abc0123', '(.*?)(\d+)') AS e, regexp_match('abc0123', '(.*)(\d+)') AS f
SELECT regexp_match('abcd', '(a|ab)(c|bcd)(d*)') AS a, regexp_match('me@host.com', '(\w+)@(\w+)\.com') AS b, regexp_match('foobaz foobar', 'foo(?=bar)') AS c, regexp_match('foobar foobaz', 'foo(?!bar)\w') AS d, regexp_match('price: 42', '(?<=: )\d+') AS e, regexp_match('123 45', '(?<!\d)\d{2}(?!\d)') AS f
SELECT regexp_match('hello', '(\w)\1') AS a, regexp_match('abab', '^(ab|a)\1$') AS b, regexp_match('firefox fox', '\mfox\M') AS c, regexp_match('a', '(a?){3}') AS e, regexp_match('ab', '(?:(a)|b)*') AS f
SELECT regexp_match('1äöß2', '[[:alpha:]]+') AS a, regexp_match('strasse', '(?i)STRASSE') AS b, regexp_match('<a><b>', '<.*?>') AS c, regexp_match('x', '[\s\S]') AS d, regexp_match('yx', 'x*') AS e, regexp_match('ab', '\Aab\Z') AS f
SELECT regexp_replace('baac', 'a*', 'X', 'g') AS a, regexp_replace('foo bar', '\y', '|', 'g') AS b, regexp_split_to_array('abc', '') AS c, regexp_split_to_array('baac', 'a*') AS d, regexp_count('abc', '') AS e, regexp_replace('a.b.c', '\.', '\\', 'g') AS f
SELECT regexp_matches('baac', 'a*', 'g') AS m
SELECT 'äb' ~ '^\w+$' AS a, E'a\nb' ~ '^a.b$' AS b, 'x' ~ '(' AS c
SELECT 'x' ~ 'a**'
SELECT 'x' ~ '(?<n>x)'
SELECT 'x' ~ '\q'
SELECT '[a]' ~ '^\[a\]$' AS a, 'a{' ~ 'a{' AS b, 'a]' ~ 'a]' AS c, 'tab	x' ~ '\t' AS d, 'é' ~* 'É' AS e, 'STRASSE' ~* 'stra(ss|ß)e' AS f
SELECT substring('foobar' FROM 'o(.)?z?') AS a, substring('abc' FROM 'x*') = '' AS b, substring('key=val; k2=v2' FROM 'k2=([^;]*)') AS c, substring('2024-05' FROM '(\d+)-(\d+)') AS d, regexp_substr('aXbXc', '[^X]+', 1, 3) AS e, regexp_instr('abcabc', '(b)(c)', 1, 2, 1, '', 2) AS f
SELECT regexp_replace('2024-05-06', '(\d+)-(\d+)-(\d+)', '\3.\2.\1') AS a, regexp_replace('a1b2', '[0-9]', '<\&>', 'g') AS b, regexp_replace('Hello', 'l', 'L', 1, 2) AS c, regexp_replace('x', '(y)?x', '[\1]') AS d, regexp_replace('abcabc', 'b', '', 2, 2) AS e
SELECT 'abc' SIMILAR TO 'a[b%]c' AS a, 'a%c' SIMILAR TO 'a\%c' AS b, E'a\nb' SIMILAR TO 'a%' AS c, 'abc' NOT SIMILAR TO '_{3}' AS d, 'foo' SIMILAR TO '(foo|bar)+' AS e, 'a_c' SIMILAR TO 'a!_c' ESCAPE '!' AS f
SELECT substring('foobar' SIMILAR '#"fo%#"b%' ESCAPE '#') AS a, substring('foobar' SIMILAR 'f#"%#"r' ESCAPE '#') AS b, substring('abc' SIMILAR 'x#"b#"_' ESCAPE '#') AS c
SELECT x, x ~ y AS m, regexp_replace(x, y, '-') AS r, substring(x FROM y) AS s FROM (VALUES ('abc', 'b'), ('a1', '\d'), ('zz', '(z)\1'), ('q', NULL)) AS v(x, y)
SELECT regexp_split_to_table('one two  three', '\s+') AS w
SELECT regexp_match(E'one\ntwo', '^two$', 'n') AS a, regexp_match(E'one\ntwo', 'o.t', 'n') AS b, regexp_match(E'one\ntwo', '[^x]+', 'n') AS c, regexp_match('ABC', 'b', 'ic') AS d, regexp_match('ABC', 'b', 'ci') AS e
SELECT regexp_match('abc', 'b', 'y')
SELECT regexp_match('abc', 'b', 'g')
SELECT '2024-05-06' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AS iso, 'a@b.co' ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$' AS mail, '+49 170' ~ '^\+?[\d\s]+$' AS phone, 'x--y' ~ '[-]{2}' AS dash
SELECT regexp_match('abc01234xyz', '(?:(.*?)(\d+)(.*)){1,1}'), regexp_match('abc01234xyz', '(?:(.*?)(\d+)(.*)){1}'), regexp_match('abc01234xyz', '(?:(.*?)(\d+)(.*))'), regexp_match('abc01234xyz', '(?:(.*?)(\d+)(.*)){1,1}?')
SELECT regexp_match('XY1234Z', 'Y*?([0-9]{1,1})'), regexp_match('XY1234Z', '(?:Y*?[0-9]*){1,1}'), regexp_match('XY1234Z', '(?:Y*[0-9]*){1,1}?'), regexp_match('XY1234Z', '(?:Y*[0-9]*){1}?')
SELECT regexp_match('aabbcc', 'a{2,2}.*?'), regexp_match('aabbcc', 'a{2}.*?'), regexp_match('aabbcc', '(a{2,2}?).*'), regexp_match('aabbcc', 'a{1,1}a.*?b'), regexp_match('aabbcc', '(?:a.*?){1,1}b')
SELECT regexp_match('ababab', '((?:ab){1,2}?){2,2}')
SELECT regexp_match('abab', '(ab){2,2}.*?'), regexp_match('ababab', '((?:ab){1,2}?){2}'), regexp_matches('xaxbx', 'x(?:.*?){1,1}x', 'g')
SELECT regexp_replace('a1b22c', '(?:(\D*?)(\d+)){1,1}', '<\1|\2>', 'g'), regexp_match('foobar', '(?=(?:o*?){1,1})f.*?'), 'aab' ~ 'a{2,2}b', substring('aaab' from '(?:a+?){1,1}b')
SELECT regexp_match('acb', 'a{1,1}b|a{1,1}c'), regexp_match('aab', 'a{2}b|a{2}c')
