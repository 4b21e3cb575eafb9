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
SELECT '10'::cidr, '10.1'::cidr, '172.16'::cidr, '128'::cidr, '192.168'::cidr, '192'::cidr, '10.1.2'::cidr, '224'::cidr, '225'::cidr, '224.1'::cidr, '240'::cidr, '10.1.2.3'::cidr
SELECT x::cidr FROM (VALUES ('11'), ('11.2'), ('200.1.2'), ('239.1.1')) v(x) ORDER BY 1
SELECT '10.'::cidr
SELECT '256.1'::cidr
SELECT ''::cidr
SELECT normalize('é', NFD) = 'e' || chr(769), length(normalize('éé', NFD)), normalize('ﬁ²', NFKC), normalize('ﬁé', NFKD) = 'fie' || chr(769), normalize('e' || chr(769)) = 'é', normalize(NULL::text, NFD) IS NULL
SELECT 'é' IS NFD NORMALIZED, 'e' IS NFKD NORMALIZED, 'ﬁ' IS NFKC NORMALIZED, 'é' IS NOT NFKD NORMALIZED, 'é' IS NORMALIZED
SELECT x, length(normalize(x, NFKD)) AS n FROM (VALUES ('Ａ'), ('ñ'), ('x')) v(x) WHERE x IS NOT NFKD NORMALIZED ORDER BY n
