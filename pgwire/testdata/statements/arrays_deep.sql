-- Arrays of arrays in columns whose type is written with one dimension are refused, however they come; texts of arrays of every type.
CREATE TYPE ad_c AS (a int, t text[])
CREATE TABLE ad (id int, t text[], v varchar[], n int[], f varchar(3)[], j jsonb[], m name[], u uuid[], d date[], c ad_c)
INSERT INTO ad (id, t) VALUES (1, '{{a,b},{c,d}}')
INSERT INTO ad (id, t) VALUES (1, ARRAY[['a','b'],['c','d']])
INSERT INTO ad (id, v) VALUES (2, '{{a,b},{c,d}}')
INSERT INTO ad (id, n) VALUES (3, '{{1,2},{3,4}}')
INSERT INTO ad (id, f) VALUES (4, '{{a,b},{c,d}}')
INSERT INTO ad (id, f) VALUES (4, ARRAY[['a','b'],['c','d']])
INSERT INTO ad (id, j) VALUES (5, '{{1,2}}')
INSERT INTO ad (id, m) VALUES (6, '{{a}}')
INSERT INTO ad (id, d) VALUES (7, '{{2024-01-01}}')
INSERT INTO ad (id, c) VALUES (8, ROW(1, '{{a,b},{c,d}}'))
INSERT INTO ad (id, c) VALUES (8, '(1,"{{a,b},{c,d}}")')
INSERT INTO ad (id, t) SELECT 9, '{{a,b},{c,d}}'
INSERT INTO ad (id, t) SELECT 9, array_agg(ARRAY['x','y']) FROM generate_series(1,2)
INSERT INTO ad (id, t) SELECT 9, s::text[] FROM (VALUES ('{{a,b}}')) v(s)
PREPARE ad_p AS INSERT INTO ad (id, t) VALUES (10, $1)
EXECUTE ad_p('{{a,b},{c,d}}')
EXECUTE ad_p('{a,b}')
UPDATE ad SET t = '{{a,b},{c,d}}' WHERE id = 10
TRUNCATE ad
EXECUTE ad_p('{a,b}')
UPDATE ad SET t = array_append(t, 'c'), f = '{a,bc}', j = '{1,2}', n = '{}'
INSERT INTO ad (id, t) VALUES (11, '{}'), (12, NULL)
SELECT id, t, t::text, n, n::text, f, f::text, j, j::text FROM ad ORDER BY id
SELECT array_agg(t)::text[] FROM (VALUES (ARRAY['a','b']), (ARRAY['c','d'])) v(t)
CREATE TABLE ad_m (t text[][], n int[][])
INSERT INTO ad_m VALUES ('{{a,b},{c,d}}', '{{1,2}}')
SELECT t, t[1][2], t::text, n::text FROM ad_m
SELECT ARRAY['a b'::name]::text, ARRAY['1.2.3.4'::inet]::text, ARRAY['{"a":1}'::jsonb]::text, ARRAY['a'::"char"]::text, ARRAY['[1,2]'::int4range]::text
SELECT ARRAY['<a/>'::xml]::text, ARRAY['x'::varchar(3)]::text, ARRAY['(1,2)'::point]::text, ARRAY['$1'::money]::text, ARRAY['a & b'::tsquery]::text
