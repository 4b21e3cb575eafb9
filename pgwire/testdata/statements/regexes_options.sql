SELECT E'a\nb' ~ '(?n)a.b', E'a\nb' ~ 'a.b', E'a\nb' ~ '(?p)a.b', E'a\nb' ~ '(?s)a.b', E'a\nb' ~ '(?m)a.b'

SELECT E'a\nb' ~ '(?w)a$', E'a\nb' ~ 'a$', E'a\nb' ~ '(?n)a$', E'a\nb' ~ '(?n)^b', E'a\nb' ~ '(?p)^b', E'a\nb' ~ '(?w)^b'

SELECT 'aXb' ~ '(?x) a X b', 'a b' ~ '(?x)a\ b', 'aXb' ~ '(?x)a # comment', 'ab' ~ '(?x)a [b]'

SELECT 'ABC' ~ '(?i)abc', 'ABC' ~ '(?c)abc', 'ABC' ~* '(?c)abc', 'abc' ~ '(?ic)ABC'

SELECT 'a.c' ~ '(?q)a.c', 'abc' ~ '(?q)a.c', 'a.c' ~ '***=a.c', 'abc' ~ '***=a.c', 'abc' ~ '***:a.c', 'a*b' ~* '***=A*B'

SELECT 'abc' ~ '(?e)a.c', 'abc' ~ '(?t)a b', 'aac' ~ '(?e)a+c', 'a?c' ~ '(?e)ab?c', 'acc' ~ '(?e)a(b|c){2}'

SELECT 'a+c' ~ '(?b)a+c', 'aac' ~ '(?b)a+c'

SELECT 'd' ~ '(?e)\d', '1' ~ '(?e)\d'

SELECT 'a' ~ '(?e)a*?'

SELECT regexp_like('d', '\d', 'e'), regexp_like('aac', 'a+c', 'e')

SELECT regexp_like(E'a\nb', 'a.b', 'p'), regexp_like(E'a\nb', 'a$', 'p'), regexp_like(E'a\nb', 'a.b', 'w'), regexp_like(E'a\nb', '^b', 'w'), regexp_like(E'a\nb', 'a[^x]b', 'p'), regexp_like(E'a\nb', 'a[^x]b', 'w')

SELECT regexp_replace(E'one\ntwo', '^', '> ', 'gw'), regexp_replace(E'one\ntwo', '.+', 'x', 'gp'), regexp_replace(E'one\ntwo', '.+', 'x', 'gw'), regexp_replace(E'one\ntwo', '(?p).+$', 'x')

SELECT regexp_split_to_array(E'a\nb\nc', '(?w)$\n^'), regexp_matches(E'a1\nb2', '(?w)^([a-z])(\d)$', 'g')

SELECT E'a\nb' ~ '(?nw)a.b', E'a\nb' ~ '(?np)^b', E'a\nb' ~ '(?pw)a.b', E'a\nb' ~ '(?wp)^b', E'a\nb' ~ '(?ws)^b', E'a\nb' ~ '(?wi)^B'

SELECT x ~ '(?p)a.b', x ~* '(?w)^B' FROM (VALUES (E'a\nb'), ('axb')) v(x)

SELECT E'a\nb' ~ ('(?' || o || ')a.b'), E'a\nb' ~ ('(?' || o || ')^b$') FROM (VALUES ('n'), ('p'), ('s'), ('w'), ('m')) v(o)

SELECT E'x\n' ~ '(?p)x$', E'x\n' ~ '(?w)x$', E'x\n' ~ 'x$', E'\n' ~ '(?w)^$', E'a\n\nb' ~ '(?w)^$', E'a\n' ~ '(?w)\Aa\Z'

SELECT regexp_like('a.c', 'a.c', 'qp'), regexp_like('a.c', 'a.c', 'qw')

SELECT regexp_replace('foo bar', '\mb', 'X'), regexp_replace('foo bar', 'o\M', 'X'), regexp_replace('foo bar', '\y', '|', 'g')

SELECT regexp_replace('foo bar', '\A.', 'X', 'g'), regexp_replace('foo bar', '.\Z', 'X', 'g')

SELECT 'foo bar' ~ '[[:<:]]bar', 'foo bar' ~ 'foo[[:>:]]', 'foobar' ~ '[[:<:]]bar'

SELECT 'abab' ~ '(ab)\1', 'abba' ~ '(a)(b)\2\1', regexp_replace('aabbcc', '(.)\1', '<\1>', 'g')

SELECT 'foobar' ~ 'foo(?=bar)', 'foobaz' ~ 'foo(?!bar)', 'foobar' ~ '(?<=foo)bar', 'xbar' ~ '(?<!foo)bar'

SELECT substring('XY1234Z', 'Y*([0-9]{1,3})'), substring('XY1234Z', 'Y*?([0-9]{1,3})')

SELECT regexp_match('abc01234xyz', '(.*)(\d+)(.*)'), regexp_match('abc01234xyz', '(.*?)(\d+)(.*)'), regexp_match('abc01234xyz', '(?:(.*?)(\d+)(.*)){1,1}')

SELECT substring('aaaa', 'a+?'), substring('aaaa', 'a+'), substring('aaabbb', 'a+?b+'), substring('aaabbb', 'a+b+?')

SELECT regexp_replace(E'one\ntwo', '(?n)^', '> ', 'g'), regexp_replace(E'one\ntwo', '^', '> ', 'g'), regexp_replace(E'one\ntwo', '^', '> ', 'gn')

SELECT regexp_replace('abc', '(?i)B', 'x'), regexp_replace('aBc', 'b', 'x', 'i'), regexp_split_to_array('a1b2c', '\d'), regexp_split_to_array(E'a\nb', '(?n)$')

SELECT regexp_matches(E'a1\nb2', '(?n)^([a-z])(\d)$', 'g')

SELECT regexp_count('ABCABC', '(?i)b'), regexp_instr('ABCABC', '(?i)b'), regexp_substr('ABCABC', '(?i)b.'), regexp_like('ABC', '(?i)b')

SELECT regexp_like('a.c', 'a.c', 'q'), regexp_like('abc', 'a.c', 'q'), regexp_like('abc', 'a b c', 'x'), regexp_like(E'a\nb', 'a.b', 'n'), regexp_like(E'a\nb', 'a$', 'w')

SELECT x ~ '(?n)a.b' FROM (VALUES (E'a\nb'), ('axb')) v(x)

SELECT x FROM (VALUES (E'a\nb'), ('axb')) v(x) WHERE x ~ '(?w)a$'

SELECT x ~ '(?x) a X b' FROM (VALUES ('aXb'), ('a X b')) v(x)

SELECT 'a' ~ '(?z)a'

SELECT 'a' ~ '(?i', 'a' ~ '(?)a'

SELECT 'ab' ~ 'a(?i)B', 'aB' ~ 'a(?:(?i)b)'

SELECT E'a\nb' ~ '(?n)[^x]b', E'a\nb' ~ 'a[^x]b', E'a\nb' ~ '(?n)a\Wb', E'a\nb' ~ '(?n)a\sb'

SELECT 'x' SIMILAR TO '(?i)X', 'A' ~ '(?i)[a-c]', 'é' ~ '(?i)É'

SELECT 'a.c' ~ '(?q)A.C', 'a.c' ~* '(?q)A.C', 'a.c' ~ '(?qi)A.C', 'a.c' ~ '(?iq)A.C'
