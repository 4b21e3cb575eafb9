-- Formats of numbers whose fraction is left out, and options of regular expressions.
SELECT v, to_char(v, 'FM9.9'), to_char(v, 'FM990.99'), to_char(v, 'FM9.09'), to_char(v, 'FM9.9S'), to_char(v, 'FMS9.9'), to_char(v, 'FM9,999.99'), to_char(v, 'FM9.9PR'), to_char(v, 'FM9.9MI') FROM (VALUES (0), (0.1), (-0.5), (-0.004), (3), (0.04)) a(v) ORDER BY v
SELECT to_char(0, 'FM.99'), to_char(0.5, '.99'), to_char(-7, 'FM.9'), to_char(123.4, 'FM99.99'), to_char(123.4, 'FM99.9S'), to_char(0, 'FM999'), to_char(0, 'FM9.'), to_char(0::float8, 'FM9.9'), to_char(0.25::float8, 'FM9.9'), to_char(0::int8, 'FM99D99')
SELECT 'k.v' ~ '***=.', 'kv' ~ '***=.', 'K.V' ~* '***=k.', 'kv' ~ '***:k.', 'k v' ~ '***:(?x)k v'
SELECT 'one two' ~ '(?x) one \s two # a comment', 'onetwo' ~ '(?x) one two', 'oo' ~ '(?x) o { 2 }', 'o#' ~ '(?x) o [#]', 'o ' ~ '(?x)o\ $', 'o' ~ '(?xi)^ O $'
SELECT regexp_match('item 42', '(?x) ( \d+ )  # digits'), regexp_replace('a.b.c', '.', '-', 'gq'), regexp_match('f oo', 'f o', 'x'), regexp_match('a(b)', '***=(b)'), regexp_split_to_array('a|b|c', '***=|'), regexp_match('abc', 'b(?#a comment)c'), regexp_match('A.B', 'a.b', 'iq')
SELECT 'x' ~ '(?z)x'
SELECT 'x' ~ '(?ix'
SELECT 'x' ~ '(?x)x * ?'
SELECT 'x' ~ '(?x)( ?:x)'
SELECT 'x' ~ '***x'
SELECT pat, 'a b' ~ pat FROM (VALUES ('(?x)a b'), ('(?x)a \  b'), ('(?q)a b'), ('***=a b')) p(pat) ORDER BY pat
