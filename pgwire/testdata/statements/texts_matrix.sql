-- Intervals, addresses, texts and patterns, over a matrix of values.
SELECT count(*) FROM (SELECT DISTINCT x FROM (VALUES ('1 mon'::interval),('30 days'),('720 hours')) v(x)) q
SELECT count(DISTINCT x) FROM (VALUES ('1 mon'::interval),('30 days')) v(x)
SELECT a.n, b.n FROM (VALUES ('1 mon'::interval,1),('30 days',2)) a(x,n) JOIN (VALUES ('720:00'::interval,3)) b(x,n) ON a.x = b.x ORDER BY 1
SELECT '1 mon'::interval = '30 days'
SELECT '1 mon'::interval IN ('30 days','1 day')
SELECT n FROM (VALUES ('30 days'::interval,2),('1 mon',1),('29 days',3)) v(x,n) ORDER BY x, n
SELECT rank() OVER (ORDER BY x) FROM (VALUES ('1 mon'::interval),('30 days'),('31 days')) v(x)
SELECT ARRAY['1 mon'::interval] = ARRAY['30 days'::interval]
SELECT count(*) FROM (SELECT '1 mon'::interval UNION SELECT '30 days') q
SELECT n, count(*) OVER (PARTITION BY x) FROM (VALUES ('30 days'::interval,2),('1 mon',1)) v(x,n) ORDER BY n
SELECT array_position(ARRAY['30 days'::interval],'1 mon'::interval)
SELECT array_remove(ARRAY['30 days'::interval],'1 mon'::interval)
SELECT nullif('30 days'::interval,'1 mon')
SELECT '1 mon'::interval IS DISTINCT FROM '30 days'::interval
SELECT greatest('1 mon'::interval,'30 days')
SELECT '1 mon'::interval BETWEEN '30 days' AND '30 days'
SELECT CASE '1 mon'::interval WHEN '30 days' THEN 1 ELSE 2 END
SELECT (VALUES ('1 mon'::interval)) = '30 days'
SELECT 1 WHERE '1 mon'::interval = ANY (ARRAY['30 days'::interval])
SELECT ROW('1 mon'::interval) = ROW('30 days'::interval)
SELECT 1 WHERE '1 mon'::interval IN (SELECT '30 days'::interval)
SELECT count(*) FROM (SELECT '1 mon'::interval EXCEPT SELECT '30 days') q
SELECT mode() WITHIN GROUP (ORDER BY x) FROM (VALUES ('1 mon'::interval),('30 days'),('1 day')) v(x)
SELECT '10:00+00'::timetz = '12:00+02'::timetz
SELECT count(DISTINCT x) FROM (VALUES ('10:00+00'::timetz),('12:00+02')) v(x)
SELECT '10:00+00'::timetz < '12:00+02'::timetz
SELECT count(DISTINCT x) FROM (VALUES (1.0),(1.00),(1)) v(x)
SELECT count(*) FROM (VALUES ('a'::char(3)),('a  ')) v(x) GROUP BY x
SELECT count(DISTINCT x) FROM (VALUES ('a'::char(3)),('a  ')) v(x)
SELECT count(DISTINCT x) FROM (VALUES ('{"a":1,"b":2}'::jsonb),('{"b":2,"a":1}'),('{"a":1.0,"b":2}')) v(x)
SELECT '{"a":1.0}'::jsonb = '{"a":1}'
SELECT count(DISTINCT x) FROM (VALUES ('10.0.0.1'::inet),('10.0.0.1/32')) v(x)
SELECT '10.0.0.1'::inet = '10.0.0.1/32'
SELECT count(DISTINCT x) FROM (VALUES ('[1,3)'::int4range),('[1,2]'),('(0,3)')) v(x)
SELECT '[1.0,2)'::numrange = '[1,2.0)'
SELECT host('10.1.2.3/8')
SELECT masklen('10.1.2.3/8'::inet)
SELECT network('10.1.2.3/8')
SELECT netmask('10.1.2.3/8')
SELECT hostmask('10.1.2.3/8')
SELECT broadcast('10.1.2.3/8')
SELECT set_masklen('10.1.2.3/8'::inet,16)
SELECT set_masklen('10.1.0.0/16'::cidr,8)
SELECT set_masklen('10.1.2.3/8'::inet,33)
SELECT set_masklen('10.1.2.3/8'::inet,-1)
SELECT family('::1')
SELECT abbrev('10.1.0.0/16'::cidr)
SELECT abbrev('10.1.2.3/16'::inet)
SELECT text('10.1.2.3'::inet)
SELECT '10.1.2.3'::inet::text
SELECT '10.1.2.3/32'::cidr::text
SELECT inet_merge('10.1.2.3/24','10.1.3.3/24')
SELECT inet_same_family('10.1.2.3','::1')
SELECT '10.1.2.3'::inet + 5
SELECT '10.1.2.3'::inet - 5
SELECT '10.1.2.9'::inet - '10.1.2.3'::inet
SELECT '255.255.255.255'::inet + 1
SELECT '10.1.2.3'::inet << '10.0.0.0/8'
SELECT '10.0.0.0/8'::inet <<= '10.0.0.0/8'
SELECT '10.0.0.0/8'::inet >> '10.1.2.3'
SELECT '10.0.0.0/8'::inet && '10.1.0.0/16'
SELECT ~ '10.1.2.3'::inet
SELECT '10.1.2.3'::inet & '255.0.0.0'
SELECT '10.1.2.3'::inet | '0.0.0.255'
SELECT '10.1.2.3'::inet & '::1'
SELECT '10.1.2.3/24'::cidr
SELECT '10.1'::cidr
SELECT '10'::cidr
SELECT '10.1.2.3.4'::inet
SELECT '::ffff:1.2.3.4'::inet
SELECT '2001:DB8::1'::inet
SELECT '2001:db8:0:0:0:0:0:1/64'::inet
SELECT '10.1.2.3'::inet < '10.1.2.3/24'
SELECT '10.1.2.3'::inet < '::1'
SELECT max(x) FROM (VALUES ('10.1.2.3'::inet),('9.1.1.1')) v(x)
SELECT '08:00:2b:01:02:03'::macaddr
SELECT '08002b:010203'::macaddr
SELECT '0800.2b01.0203'::macaddr
SELECT trunc('08:00:2b:01:02:03'::macaddr)
SELECT ~ '08:00:2b:01:02:03'::macaddr
SELECT '08:00:2b:01:02:03'::macaddr & 'ff:ff:ff:00:00:00'
SELECT '08:00:2b:01:02:03'::macaddr8
SELECT macaddr8_set7bit('08:00:2b:01:02:03'::macaddr8)
SELECT '08:00:2b:01:02:03:04:05'::macaddr8::macaddr
SELECT '10.1.2.3'::inet::cidr
SELECT '10.1.2.3/8'::inet::cidr
SELECT '10.0.0.0/8'::cidr::inet
SELECT hostmask('::1/64')
SELECT broadcast('::1/64')
SELECT format('%s %I %L','a','b c','d''e')
SELECT format('%L',NULL)
SELECT format('%I',NULL)
SELECT format('%s',NULL)
SELECT format('%2$s %1$s','a','b')
SELECT format('%5s|%-5s|','a','b')
SELECT format('%*s|','5','a')
SELECT format('%*s|',-5,'a')
SELECT format('%1$*2$s|','a',4)
SELECT format('%%')
SELECT format('%')
SELECT format('%d',1)
SELECT format('%s')
SELECT format('%1$s %s %s','a','b')
SELECT format('%0$s','a')
SELECT format('%3$s','a')
SELECT format('%-s','a')
SELECT format('%s',ARRAY[1,2])
SELECT format('%s',true)
SELECT format(NULL,'a')
SELECT format('abc')
SELECT format('%L',E'a\\b')
SELECT format('%I','select')
SELECT format('%I','Abc')
SELECT format('%10L|','a')
SELECT format('%s %s',VARIADIC ARRAY['a','b'])
SELECT format('%s',1.50)
SELECT format('%s','1 day'::interval)
SELECT substring('abcdef' from 0)
SELECT substring('abcdef' from -1 for 3)
SELECT substring('abcdef' from 2 for 0)
SELECT substring('abcdef' from 2 for -1)
SELECT substring('abcdef' from 10)
SELECT substring('abcdef' from 2147483647 for 2147483647)
SELECT substring('abcdef' for 3)
SELECT substring('foobar' from 'o.b')
SELECT substring('foobar' from 'o(.)b')
SELECT substring('foobar' similar '%#"o_b#"%' escape '#')
SELECT substring('foobar' from '%#"o_b#"%' for '#')
SELECT substring('foobar' from 'x')
SELECT substr('abc',-1)
SELECT substr('abc',0,2)
SELECT substr('abc',2,-1)
SELECT overlay('abcdef' placing 'XX' from 3)
SELECT overlay('abcdef' placing 'XX' from 3 for 0)
SELECT overlay('abcdef' placing 'XX' from 0)
SELECT overlay('abcdef' placing 'XX' from 10)
SELECT overlay('abcdef' placing 'XX' from -1)
SELECT overlay('abcdef' placing 'XX' from 3 for -1)
SELECT position('' in 'abc')
SELECT position('z' in 'abc')
SELECT strpos('abc','')
SELECT strpos('','a')
SELECT left('abc',-1)
SELECT left('abc',-5)
SELECT right('abc',-1)
SELECT right('abc',0)
SELECT lpad('abc',5,'xy')
SELECT lpad('abc',2)
SELECT lpad('abc',5,'')
SELECT lpad('abc',-1)
SELECT rpad('abc',5,'xy')
SELECT rpad('abc',2,'x')
SELECT repeat('a',-1)
SELECT repeat('ab',0)
SELECT translate('abc','ab','x')
SELECT translate('abc','','x')
SELECT split_part('a,b,c',',',-1)
SELECT split_part('a,b,c',',',0)
SELECT split_part('a,b,c',',',5)
SELECT split_part('a,b,c','',1)
SELECT split_part('a,b,c','',2)
SELECT initcap('hello wORLD-foo_bar 1st')
SELECT chr(0)
SELECT chr(-1)
SELECT chr(1114112)
SELECT chr(8364)
SELECT ascii('')
SELECT ascii('€')
SELECT to_hex(-1)
SELECT to_hex(255::bigint)
SELECT quote_literal(E'a\\b')
SELECT quote_literal(NULL)
SELECT quote_nullable(NULL)
SELECT quote_ident('a b')
SELECT quote_ident('')
SELECT reverse('ab€')
SELECT starts_with('abc','')
SELECT btrim('xxaxx','x')
SELECT trim(both 'xy' from 'xyaxy')
SELECT trim(leading from '  a ')
SELECT concat(NULL)
SELECT concat('a',NULL,1,true)
SELECT concat_ws(',','a',NULL,'b')
SELECT concat_ws(NULL,'a')
SELECT concat_ws(',')
SELECT char_length('a€ ')
SELECT octet_length('a€')
SELECT bit_length('€')
SELECT normalize('é',NFD) = 'é'
SELECT unistr('\0061\+000062')
SELECT 'a' || NULL
SELECT parse_ident('a."B c".d')
SELECT string_to_table('a,b',',')
SELECT regexp_count('abab','b')
SELECT regexp_replace('foobarbaz','b..','X')
SELECT regexp_replace('foobarbaz','b..','X','g')
SELECT regexp_replace('foobarbaz','b(..)','X\1Y','g')
SELECT regexp_replace('foobarbaz','B..','X','gi')
SELECT regexp_replace('foobarbaz','b..','X',1,2)
SELECT regexp_replace('foobarbaz','b..','X',1,0)
SELECT regexp_replace('foobarbaz','b..','X',4,1,'i')
SELECT regexp_replace('abc','','X','g')
SELECT regexp_replace('abc','(x)?','[\1]','g')
SELECT regexp_replace('abc','b','\\')
SELECT regexp_replace('abc','b','\&\&')
SELECT regexp_replace('abc','b','a\0')
SELECT regexp_replace('a
	b','a.b','X','n')
SELECT regexp_match('foobarbaz','b(.)(.)')
SELECT regexp_match('abc','x')
SELECT regexp_match('abc','(x)?b')
SELECT regexp_match('abc','B','g')
SELECT regexp_matches('foobarbaz','b(.)','g')
SELECT regexp_matches('abc','x')
SELECT regexp_split_to_array('a, b,c',',\s*')
SELECT regexp_split_to_array('abc','')
SELECT regexp_split_to_array('','x')
SELECT regexp_split_to_table('a1b2','\d')
SELECT regexp_count('foobarbaz','b',5)
SELECT regexp_count('ABC','b',1,'i')
SELECT regexp_count('abc','b',0)
SELECT regexp_instr('foobarbaz','b',1,2)
SELECT regexp_instr('foobarbaz','b(.)',1,1,1)
SELECT regexp_instr('foobarbaz','b(.)',1,1,0,'i',1)
SELECT regexp_instr('abc','x')
SELECT regexp_substr('foobarbaz','b(.)',1,2)
SELECT regexp_substr('foobarbaz','b(.)',1,1,'i',1)
SELECT regexp_substr('abc','x')
SELECT regexp_like('ABC','b','i')
SELECT regexp_like('ABC','b','q')
SELECT regexp_like('a.c','a.c','q')
SELECT regexp_like('abc','b','z')
SELECT 'abc' ~ '^A'
SELECT 'abc' ~* '^A'
SELECT 'abc' !~ 'b'
SELECT 'abc' !~* 'B'
SELECT 'a' ~ '('
SELECT 'a+b' ~ '***=a+b'
SELECT 'AB' ~ '(?i)ab'
SELECT 'a
	b' ~ '(?n)a.b'
SELECT 'foo' SIMILAR TO '(f|g)oo'
SELECT 'foo' SIMILAR TO 'f'
SELECT 'f%' SIMILAR TO 'f#%' ESCAPE '#'
SELECT 'abc' LIKE 'a\_c'
SELECT 'a_c' LIKE 'a\_c'
SELECT 'a_c' LIKE 'a#_c' ESCAPE '#'
SELECT 'abc' LIKE 'a\'
SELECT 'aB' ILIKE 'Ab'
SELECT '' LIKE '%'
SELECT 'abc' ^@ 'ab'
SELECT regexp_replace('x','(','y')
SELECT regexp_match('abc','(?=b)')
SELECT regexp_match('aaa','a{2}')
SELECT regexp_match('aaa','a{2,1}')
SELECT regexp_matches('ab','(a)|(b)','g')
SELECT 'é' ~ '\w'
SELECT '_' ~ '[[:alpha:]]'
SELECT 'x' ~ '[[.x.]]'
