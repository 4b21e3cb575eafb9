-- Functions of enums, bit strings, bytes, buckets and arrays, over a matrix of values.
CREATE TYPE vm_mood AS ENUM ('sad', 'ok', 'happy')
SELECT enum_first(NULL::vm_mood)
SELECT enum_last(NULL::vm_mood)
SELECT enum_range(NULL::vm_mood)
SELECT enum_range('ok'::vm_mood, NULL)
SELECT enum_range(NULL, 'ok'::vm_mood)
SELECT enum_range('ok'::vm_mood,'happy'::vm_mood)
SELECT enum_range('happy'::vm_mood,'sad'::vm_mood)
SELECT enum_first('ok'::vm_mood)
SELECT 'ok'::vm_mood < 'happy'
SELECT greatest('sad'::vm_mood,'ok')
SELECT 'ok'::vm_mood::text || 'x'
SELECT 'nope'::vm_mood
SELECT min(x) FROM unnest(enum_range(NULL::vm_mood)) x
SELECT array_agg(x ORDER BY x DESC) FROM unnest(enum_range(NULL::vm_mood)) x
SELECT 'ok'::vm_mood IN ('sad','ok')
SELECT coalesce(NULL::vm_mood,'sad')
SELECT 'OK'::vm_mood
SELECT pg_typeof('ok'::vm_mood)
SELECT enum_range(NULL::vm_mood, NULL)
SELECT B'1010' & B'0110'
SELECT B'1010' | B'01'
SELECT B'1010' # B'0110'
SELECT ~B'1010'
SELECT B'1010' << 1
SELECT B'1010' >> 2
SELECT B'1010' << 5
SELECT B'1010' >> -1
SELECT length(B'1010')
SELECT bit_length(B'1010')
SELECT octet_length(B'1010101011')
SELECT get_bit(B'1010',0)
SELECT get_bit(B'1010',4)
SELECT set_bit(B'1010',1,1)
SELECT set_bit(B'1010',1,2)
SELECT substring(B'101011' from 2 for 3)
SELECT substring(B'101011' from -1 for 3)
SELECT substring(B'101011' from 2 for -1)
SELECT position(B'01' in B'1010')
SELECT overlay(B'101010' placing B'00' from 2)
SELECT overlay(B'101010' placing B'111' from 5)
SELECT B'101'::int
SELECT 5::bit(8)
SELECT (-5)::bit(8)
SELECT 5::bit(2)
SELECT 300::bit(4)
SELECT B'1010'::bit(6)
SELECT B'1010'::bit(2)
SELECT B'1010'::varbit(2)
SELECT X'1F'
SELECT X'1F'::int
SELECT B'' || B'1'
SELECT B'10' < B'010'
SELECT B'10' = B'100'
SELECT bit_count(B'1011')
SELECT bit_and(x) FROM (VALUES (B'110'),(B'011')) v(x)
SELECT bit_or(x) FROM (VALUES (B'110'),(B'011')) v(x)
SELECT bit_xor(x) FROM (VALUES (B'110'),(B'011')) v(x)
SELECT '12'::bit(2)
SELECT 'x1F'::bit(8)
SELECT B'1010'::text
SELECT 123456789012::bit(40)
SELECT B'1111'::bigint
SELECT '\xDEADBEEF'::bytea
SELECT 'abc\000d'::bytea
SELECT 'a\\b'::bytea
SELECT encode('\x0102ff','hex')
SELECT encode('\x0102ff','base64')
SELECT encode('\x01025cff','escape')
SELECT decode('AQL/','base64')
SELECT decode('abc','hex')
SELECT decode('zz','hex')
SELECT decode('AQ','base64')
SELECT decode('a\134b','escape')
SELECT get_byte('\x0102ff',2)
SELECT get_byte('\x0102ff',3)
SELECT set_byte('\x0102ff',0,255)
SELECT set_byte('\x0102ff',0,256)
SELECT get_bit('\x0102ff'::bytea,9)
SELECT set_bit('\x0102ff'::bytea,0,0)
SELECT length('\x0102ff'::bytea)
SELECT substring('\x0102ff'::bytea from 2)
SELECT substring('\x0102ff'::bytea from 0 for 2)
SELECT overlay('\x0102ff'::bytea placing '\xaa' from 2 for 1)
SELECT position('\x02'::bytea in '\x0102ff'::bytea)
SELECT trim('\x00'::bytea from '\x000100'::bytea)
SELECT ltrim('\x000100'::bytea,'\x00')
SELECT btrim('\x000100'::bytea,'\x00')
SELECT md5('\x0102'::bytea)
SELECT sha256('abc')
SELECT sha224('abc')
SELECT sha512('')
SELECT crc32('abc')
SELECT '\x01'::bytea || '\x02'
SELECT '\x01'::bytea < '\x0100'
SELECT bit_count('\xff01'::bytea)
SELECT convert_from('\xc3a9','UTF8')
SELECT convert_to('é','UTF8')
SELECT convert_to('é','LATIN1')
SELECT convert_from('\xe9','LATIN1')
SELECT convert('\xe9','LATIN1','UTF8')
SELECT convert_from('\xff','UTF8')
SELECT '\x0'::bytea
SELECT '\xzz'::bytea
SELECT string_agg(x,'\x00') FROM (VALUES ('\x01'::bytea),('\x02')) v(x)
SELECT reverse('abc'::bytea)
SELECT 'abc'::bytea::text
SELECT encode('é','escape')
SELECT width_bucket(5.35,0.024,10.06,5)
SELECT width_bucket(10,0,10,5)
SELECT width_bucket(-1,0,10,5)
SELECT width_bucket(11,0,10,5)
SELECT width_bucket(5,10,0,5)
SELECT width_bucket(0,10,0,5)
SELECT width_bucket(10,10,0,5)
SELECT width_bucket(5,5,5,5)
SELECT width_bucket(5,0,10,0)
SELECT width_bucket('NaN'::float8,0,10,5)
SELECT width_bucket(5::float8,0,'inf',5)
SELECT width_bucket(now(), ARRAY['yesterday','today','tomorrow']::timestamptz[])
SELECT width_bucket(5,ARRAY[1,3,5,7])
SELECT width_bucket(0,ARRAY[1,3])
SELECT width_bucket(5,ARRAY[]::int[])
SELECT width_bucket(5,ARRAY[1,NULL])
SELECT width_bucket(5.5,ARRAY[1,5.5,8])
SELECT width_bucket('b'::text,ARRAY['a','c'])
SELECT width_bucket(NULL,ARRAY[1])
SELECT width_bucket('NaN'::float8,ARRAY[1::float8,'NaN'])
SELECT width_bucket(5::numeric,0,10,3),width_bucket(3.333333,0,10,3)
SELECT array_append(NULL::int[],1)
SELECT array_append(ARRAY[1],NULL)
SELECT array_prepend(NULL,ARRAY[1])
SELECT array_cat(ARRAY[1],NULL)
SELECT array_cat(NULL::int[],NULL)
SELECT array_remove(ARRAY[1,NULL,2],NULL)
SELECT array_replace(ARRAY[1,NULL],NULL,5)
SELECT array_position(ARRAY[1,NULL,2],NULL)
SELECT array_positions(ARRAY[1,NULL,NULL],NULL)
SELECT array_position(ARRAY[1,2,1],1,2)
SELECT array_position(ARRAY[1,2],1,NULL)
SELECT array_to_string(ARRAY[1,NULL,3],',')
SELECT array_to_string(ARRAY[1,NULL,3],',','*')
SELECT array_to_string(ARRAY[1,2],NULL)
SELECT string_to_array('a,b,,c',',')
SELECT string_to_array('a,b,,c',',','')
SELECT string_to_array('abc',NULL)
SELECT string_to_array('',',')
SELECT string_to_array('abc','')
SELECT string_to_array(NULL,',')
SELECT array_length(ARRAY[]::int[],1)
SELECT array_length(ARRAY[1,2],0)
SELECT array_length(ARRAY[1,2],2)
SELECT cardinality(ARRAY[]::int[])
SELECT array_ndims(ARRAY[]::int[])
SELECT array_upper(ARRAY[1,2],1)
SELECT array_fill(7,ARRAY[3])
SELECT array_fill(7,ARRAY[2,2])
SELECT array_fill(NULL::int,ARRAY[2])
SELECT array_fill(7,ARRAY[0])
SELECT array_fill(7,ARRAY[-1])
SELECT array_fill(7,NULL)
SELECT array_fill(7,ARRAY[2],ARRAY[5])
SELECT trim_array(ARRAY[1,2,3],2)
SELECT trim_array(ARRAY[1,2,3],4)
SELECT trim_array(ARRAY[1,2,3],-1)
SELECT trim_array(NULL::int[],1)
SELECT (ARRAY[1,2,3])[0]
SELECT (ARRAY[1,2,3])[4]
SELECT (ARRAY[1,2,3])[2:]
SELECT (ARRAY[1,2,3])[:2]
SELECT (ARRAY[1,2,3])[-1:2]
SELECT (ARRAY[1,2,3])[3:2]
SELECT (ARRAY[1,2,3])[NULL]
SELECT (ARRAY[1,2,3])[NULL:2]
SELECT ('[0:2]={1,2,3}'::int[])[0]
SELECT '[0:2]={1,2,3}'::int[]
SELECT '[2:3]={1,2}'::int[] = ARRAY[1,2]
SELECT ARRAY[1,2] || '{}'
SELECT ARRAY[1] || NULL::int
SELECT ARRAY[1] || NULL::int[]
SELECT NULL::int[] || 1
SELECT ARRAY[1,2] < ARRAY[1,2,0]
SELECT ARRAY[1,NULL] = ARRAY[1,NULL]
SELECT ARRAY[NULL] > ARRAY[1]
SELECT 1 = ANY (ARRAY[2,NULL])
SELECT 1 <> ALL (ARRAY[2,NULL])
SELECT 1 = ANY (NULL::int[])
SELECT 1 = ALL ('{}'::int[])
SELECT ARRAY[1.5,NULL] @> ARRAY[NULL]::numeric[]
SELECT ARRAY[1.5,2] @> ARRAY[1.50]
SELECT ARRAY['a','b'] && ARRAY['b',NULL]
SELECT ARRAY[1,NULL] && ARRAY[NULL]::int[]
SELECT ARRAY[now()] @> ARRAY[now()]
SELECT ARRAY['1 day'::interval] @> ARRAY['24 hours'::interval]
SELECT ARRAY['1 mon'::interval] && ARRAY['30 days'::interval]
SELECT ARRAY['\x01'::bytea] @> ARRAY['\x01'::bytea]
SELECT ARRAY[B'1'] @> ARRAY[B'1']
SELECT unnest(ARRAY[1,2]), unnest(ARRAY['a','b','c'])
SELECT array_agg(x) FROM (SELECT 1 x WHERE false) q
SELECT array_agg(ARRAY[x,x]) FROM generate_series(1,2) x
SELECT array_dims(ARRAY[[1,2],[3,4]])
SELECT array_lower('{}'::int[],1)
SELECT '{1,2'::int[]
SELECT '{1,,2}'::int[]
SELECT '{"a\"b",NULL,"NULL"," x "}'::text[]
SELECT '{ a , b }'::text[]
SELECT '{a"b}'::text[]
SELECT ARRAY['a b','','NULL',NULL,'c"d','e\f','{g}']
SELECT array_to_json(ARRAY[1.50,NULL])
SELECT '{}'::int[]
SELECT '{{}}'::int[]
SELECT x >> n, x << n FROM (VALUES (B'1010', -1), (B'1010', 1), (B'1010', -9), (B'1010', NULL)) v(x, n)
SELECT (ARRAY[1,2,3])[a:b] FROM (VALUES (1, 2), (NULL, 2), (2, NULL), (0, 9)) v(a, b)
SELECT a[n:] FROM (VALUES (ARRAY[1,2,3], 2), (ARRAY[1,2,3], NULL), (NULL, 1)) v(a, n)
SELECT ARRAY[x] @> ARRAY['1 day'::interval], ARRAY[x] && ARRAY['1 day'::interval, NULL], ARRAY[x] <@ ARRAY['1 day'::interval, '2 days'] FROM (VALUES ('24 hours'::interval), ('1 mon -29 days'), ('2 days -24:00:00'), (NULL), ('-1 day')) v(x)
