-- Texts that are no array, no record, no range, no JSON: the detail says why.
CREATE TYPE lm_c AS (a int, b text)
SELECT '{"a":1}'::text[]
SELECT '{"a":1}'::int[]
SELECT ''::int[]
SELECT ' '::int[]
SELECT 'abc'::int[]
SELECT '1,2'::int[]
SELECT '{'::int[]
SELECT '{1'::int[]
SELECT '{1,'::int[]
SELECT '{1,}'::int[]
SELECT '{,1}'::int[]
SELECT '{1,,2}'::int[]
SELECT '{1}}'::int[]
SELECT '{1} x'::int[]
SELECT '{1}{2}'::int[]
SELECT '{{1},2}'::int[]
SELECT '{1,{2}}'::int[]
SELECT '{{1},{2,3}}'::int[]
SELECT '{{1,2},{3}}'::int[]
SELECT '{{1},{}}'::int[]
SELECT '{{},{1}}'::int[]
SELECT '{{}}'::int[]
SELECT '{{},{}}'::int[]
SELECT '{{1}{2}}'::int[]
SELECT '{"a"b}'::text[]
SELECT '{a"b"}'::text[]
SELECT '{a"b}'::text[]
SELECT '{"a}'::text[]
SELECT '{"a""b"}'::text[]
SELECT '{"a" "b"}'::text[]
SELECT '{a\'::text[]
SELECT '{a\}'::text[]
SELECT '{"a\'::text[]
SELECT '{a b}'::text[]
SELECT '{ a , b }'::text[]
SELECT '{a,"b"x,c}'::text[]
SELECT '{x"b",c}'::text[]
SELECT '[1:2]={1}'::int[]
SELECT '[1:2={1,2}'::int[]
SELECT '[1:2]{1,2}'::int[]
SELECT '[1:2] = {1,2}'::int[]
SELECT '[1:2]=1,2'::int[]
SELECT '[2:1]={1,2}'::int[]
SELECT '[a:b]={1,2}'::int[]
SELECT '[1:]={1,2}'::int[]
SELECT '[:2]={1,2}'::int[]
SELECT '[]={1,2}'::int[]
SELECT '[2]={1,2}'::int[]
SELECT '[1:2][1:1]={1,2}'::int[]
SELECT '[1:2]='::int[]
SELECT '[1:2]'::int[]
SELECT '[1:1]={{1}}'::int[]
SELECT '[0:0]={1,2}'::int[]
SELECT '[1:1]={1} x'::int[]
SELECT '[1:99999999999]={1}'::int[]
SELECT '{{{{{{{1}}}}}}}'::int[]
SELECT '{1 2}'::int[]
SELECT '{null,NULL,"null"}'::text[]
SELECT '{nullx}'::int[]
SELECT '{}x'::int[]
SELECT '{} '::int[], ' {}'::int[]
SELECT '{}}'::int[]
SELECT '}'::int[]
SELECT '{}{}'::int[]
SELECT '(1,2)'::lm_c, '(1,)'::lm_c, '(,)'::lm_c
SELECT '1,2'::lm_c
SELECT ''::lm_c
SELECT '('::lm_c
SELECT '(1'::lm_c
SELECT '(1,2'::lm_c
SELECT '(1)'::lm_c
SELECT '()'::lm_c
SELECT '(1,2,3)'::lm_c
SELECT '(1,2) x'::lm_c
SELECT ' (1,2) '::lm_c
SELECT '(1,"a)'::lm_c
SELECT '(1,a"b)'::lm_c
SELECT '(1,"a"b)'::lm_c
SELECT '(1,a\'::lm_c
SELECT '(1,"a""b")'::lm_c
SELECT '(x,2)'::lm_c
SELECT '(1,2))'::lm_c
SELECT '{"(1,2)","(1)"}'::lm_c[]
SELECT '{(1,2)}'::lm_c[]
SELECT '{"(x,2)"}'::lm_c[]
SELECT ''::int4range
SELECT 'abc'::int4range
SELECT '1,2'::int4range
SELECT '['::int4range
SELECT '[1'::int4range
SELECT '[1,'::int4range
SELECT '[1,2'::int4range
SELECT '[1,2)x'::int4range
SELECT '[1)'::int4range
SELECT '[1,2,3)'::int4range
SELECT '[2,1)'::int4range
SELECT '[a,b)'::int4range
SELECT '[1,b)'::int4range
SELECT '[,)'::int4range
SELECT '["1,2)'::int4range
SELECT '[1\'::int4range
SELECT 'emptyx'::int4range
SELECT ' empty '::int4range, 'EMPTY'::int4range
SELECT '[1,2) x'::int4range
SELECT '(1,2'::numrange
SELECT '[2024-01-01,x)'::daterange
SELECT '[2024-02-01,2024-01-01)'::daterange
SELECT '[,,)'::int4range
SELECT '{}x'::int4multirange
SELECT ''::int4multirange
SELECT 'x'::int4multirange
SELECT '{'::int4multirange
SELECT '{[1,2)'::int4multirange
SELECT '{[1,2),}'::int4multirange
SELECT '{,[1,2)}'::int4multirange
SELECT '{[1,2)[3,4)}'::int4multirange
SELECT '{[1,2}'::int4multirange
SELECT '{[1,2) [3,4)}'::int4multirange
SELECT '{x}'::int4multirange
SELECT '{1}'::int4multirange
SELECT '{[1,2)} x'::int4multirange
SELECT '{[2,1)}'::int4multirange
SELECT '{[a,1)}'::int4multirange
SELECT '{empty}'::int4multirange, '{ [1,2) , [5,6) }'::int4multirange
SELECT ''::json
SELECT ' '::jsonb
SELECT '{'::json
SELECT '{"a"'::json
SELECT '{"a":'::json
SELECT '{"a":1'::json
SELECT '{"a":1,'::json
SELECT '{"a":1,}'::json
SELECT '{a:1}'::json
SELECT '{"a" 1}'::json
SELECT '{1:2}'::json
SELECT '['::jsonb
SELECT '[1'::jsonb
SELECT '[1,'::jsonb
SELECT '[1,]'::jsonb
SELECT '[1 2]'::jsonb
SELECT '[,]'::jsonb
SELECT 'abc'::jsonb
SELECT 'tru'::jsonb
SELECT 'nulll'::jsonb
SELECT '1 2'::jsonb
SELECT '01'::jsonb
SELECT '1.'::jsonb
SELECT '.5'::jsonb
SELECT '+1'::jsonb
SELECT '1e'::jsonb
SELECT '-'::jsonb
SELECT '1a'::jsonb
SELECT '"abc'::jsonb
SELECT '"a\x"'::jsonb
SELECT '"\u12"'::jsonb
SELECT '"\u12g4"'::jsonb
SELECT '"\ud800"'::jsonb
SELECT '"\ud800\u0041"'::jsonb
SELECT '"\udc00"'::jsonb
SELECT '"\u0000"'::jsonb
SELECT '"\u0000"'::json
SELECT E'"a\nb"'::jsonb
SELECT E'"a\tb"'::json
SELECT ''''''::json
SELECT '''a'''::jsonb
SELECT '{"a":1}}'::jsonb
SELECT '{"a":1} x'::jsonb
SELECT '[1]]'::jsonb
SELECT '{"a":[1,{"b":}]}'::jsonb
SELECT E'{\n"a": 1,\n"b": x\n}'::jsonb
SELECT NaN::jsonb
SELECT 'NaN'::jsonb
SELECT 'Infinity'::jsonb
SELECT 'True'::jsonb
SELECT '#'::jsonb
SELECT 'ä'::jsonb
SELECT '"aä'::jsonb
SELECT '{"a": ä}'::jsonb
SELECT json '{"a":1,}', jsonb '[1,'
SELECT CAST('{' AS json)
SELECT ('{' || '')::json
SELECT ('{"a":1' || ',}')::jsonb
SELECT ('{1,' || '')::int[]
SELECT ('{a' || '"b"}')::text[]
SELECT ('(1' || ')')::lm_c
SELECT ('[1' || ',2')::int4range
CREATE TABLE lm_t (id int, a int[], ts text[], c lm_c, r int4range, j json, b jsonb)
INSERT INTO lm_t (a) VALUES ('{1,}')
INSERT INTO lm_t (ts) VALUES ('{"a":1}')
INSERT INTO lm_t (ts) VALUES ('[1,2]')
INSERT INTO lm_t (ts) VALUES ('a,b')
INSERT INTO lm_t (c) VALUES ('(1)')
INSERT INTO lm_t (r) VALUES ('[1')
INSERT INTO lm_t (j) VALUES ('{"a":1,}')
INSERT INTO lm_t (b) VALUES ('{a}')
UPDATE lm_t SET ts = '{"a":1}'
SELECT * FROM lm_t WHERE a = '{1,}'
SELECT * FROM lm_t WHERE ts @> '["a"]'
SELECT * FROM lm_t WHERE ts && 'a'
SELECT * FROM lm_t WHERE b @> '{"a"'
SELECT * FROM lm_t WHERE r && '[1'
SELECT 1 = ANY('{1,')
SELECT 1 = ANY('1,2')
SELECT array_length('{1,}'::int[], 1)
CREATE TABLE lm_d (a int[] DEFAULT '{1,}')
CREATE TABLE lm_d (j jsonb DEFAULT '{a}')
