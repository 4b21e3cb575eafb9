SELECT '$.a[*] ? (@.b == 1)'::jsonpath
SELECT 'lax $.a'::jsonpath, 'strict $.a'::jsonpath, '$'::jsonpath, ' $ . a '::jsonpath
SELECT '$.a + 1 * 2 - -3'::jsonpath, '($.a + 1) * 2'::jsonpath, '-$.a'::jsonpath, '-(1 + 2)'::jsonpath, '+$.a[1]'::jsonpath, '1 - (2 - 3)'::jsonpath, '(1 - 2) - 3'::jsonpath
SELECT '$.a == 1 && $.b == 2 || !($.c > 3)'::jsonpath, '($.a == 1 || $.b == 2) && $.c <> 3'::jsonpath
SELECT '$[0]'::jsonpath, '$[0 to 3]'::jsonpath, '$[1,2 to last]'::jsonpath, '$[last - 1]'::jsonpath, '$[$.a + 1]'::jsonpath
SELECT '$.*'::jsonpath, '$.**'::jsonpath, '$.**{2}'::jsonpath, '$.**{2 to 5}'::jsonpath, '$.**{last}'::jsonpath, '$.**{1 to last}'::jsonpath, '$.**{last to 3}'::jsonpath, '$.**{0}'::jsonpath, '$.**{0 to last}'::jsonpath
SELECT '$.a.type()'::jsonpath, '$.size()'::jsonpath, '$.abs().floor().ceiling().double().keyvalue()'::jsonpath, '$.datetime()'::jsonpath, '$.datetime("yyyy-mm-dd")'::jsonpath
SELECT '$ ? (@.a like_regex "^x" flag "iq")'::jsonpath, '$ ? (@ like_regex "a")'::jsonpath, '$ ? (@ like_regex "a" flag "smixq")'::jsonpath
SELECT '$ ? (@ starts with "abc")'::jsonpath, '$ ? (@ starts with $x)'::jsonpath, '$ ? ((@ == 1) is unknown)'::jsonpath, '$ ? (exists(@.a))'::jsonpath, '$ ? (exists (@.a ? (@ > 1)))'::jsonpath
SELECT '$x'::jsonpath, '$"x y"'::jsonpath, '$."a b"'::jsonpath, '$.a.b."c"'::jsonpath, '$."a\"b"'::jsonpath, '"text\n"'::jsonpath, '"\u0041"'::jsonpath
SELECT 'null'::jsonpath, 'true'::jsonpath, 'false'::jsonpath, '"x"'::jsonpath, '1.50'::jsonpath, '1e3'::jsonpath, '.5'::jsonpath, '5.'::jsonpath, '1e-2'::jsonpath, '0'::jsonpath
SELECT '$.a ? (@ > 1) ? (@ < 5)'::jsonpath, '($.a).b'::jsonpath, '(1).type()'::jsonpath, '(1 + 2).type()'::jsonpath, '(-1).abs()'::jsonpath, '-1.5.abs()'::jsonpath, '($ + 1) ? (@ > 2)'::jsonpath
SELECT '($.a == 1)'::jsonpath, '(($.a))'::jsonpath, '($.a == 1).type()'::jsonpath, '!($.a == 1)'::jsonpath, '!exists($.a)'::jsonpath, '$.a % 2 / 3'::jsonpath
SELECT '1 < 2'::jsonpath, '1 <= 2'::jsonpath, '1 >= 2'::jsonpath, '1 > 2'::jsonpath, '1 <> 2'::jsonpath, '1 != 2'::jsonpath
SELECT '$.true'::jsonpath, '$.last'::jsonpath, '$.exists'::jsonpath, '$.type'::jsonpath, '$.to'::jsonpath, '$.is'::jsonpath, '$.strict'::jsonpath
SELECT ''::jsonpath
SELECT '@'::jsonpath
SELECT '$.'::jsonpath
SELECT 'a'::jsonpath
SELECT '$.a ['::jsonpath
SELECT 'last'::jsonpath
SELECT '$ ? (last > 0)'::jsonpath
SELECT '$ ? (@ like_regex "(")'::jsonpath
SELECT '$ ? (@ like_regex "a" flag "a")'::jsonpath
SELECT '$ ? (@ like_regex "a" flag "xsms")'::jsonpath
SELECT '$ +'::jsonpath
SELECT '1 == 2 == 3'::jsonpath
SELECT '$.a == 1 + '::jsonpath
SELECT '"x'::jsonpath
SELECT '$.foo()'::jsonpath
SELECT '1a'::jsonpath
SELECT '$ $'::jsonpath
SELECT '$.a.1'::jsonpath
SELECT '$.1a'::jsonpath
CREATE TABLE jpt (id int PRIMARY KEY, p jsonpath, d jsonb DEFAULT '{"a": [1, 2, {"b": 3}]}')
INSERT INTO jpt (id, p) VALUES (1, '$.a[*]'), (2, 'strict $.a[2].b'), (3, NULL), (4, '$ . c')
INSERT INTO jpt (id, p) VALUES (5, '$.')
SELECT * FROM jpt ORDER BY id
SELECT id, jsonb_path_query(d, p) FROM jpt ORDER BY id, 2
SELECT id, jsonb_path_query_array(d, p), jsonb_path_exists(d, p), d @? p, d @@ p FROM jpt ORDER BY id
SELECT p::text, pg_typeof(p), length(p::text) FROM jpt ORDER BY id
SELECT id FROM jpt WHERE d @? p ORDER BY id
SELECT id FROM jpt WHERE p = '$.a'
SELECT p FROM jpt ORDER BY p
SELECT DISTINCT p FROM jpt
SELECT p, count(*) FROM jpt GROUP BY p
UPDATE jpt SET p = '$.a[ 0 ]' WHERE id = 4
UPDATE jpt SET p = ('$.' || 'b')::jsonpath WHERE id = 3
SELECT id, p FROM jpt WHERE p::text LIKE '%a%' ORDER BY id
SELECT '$.a'::text::jsonpath, ('$.a'::jsonpath)::text || 'x', '$.a'::varchar::jsonpath
SELECT '$.a'::jsonpath::text = '$."a"'
SELECT CAST(NULL AS jsonpath), jsonpath '$.z'
SELECT ARRAY['$.a', '$.b'::jsonpath]
SELECT '{$.a,$.b}'::jsonpath[]
SELECT jsonb_path_query('{"a": 1}', p) FROM (SELECT '$.a'::jsonpath AS p) s
WITH q AS (SELECT 'strict $.x'::jsonpath AS p) SELECT p, p::text FROM q
SELECT '$.a'::jsonpath || 'x'
SELECT '{"a":1}'::jsonb::jsonpath
SELECT 1::jsonpath
SELECT '$.a'::jsonpath = '$.a'::jsonpath
SELECT '$.a'::jsonpath IS NULL, COALESCE(NULL::jsonpath, '$.b'), CASE WHEN true THEN '$.c'::jsonpath END
SELECT min(p) FROM jpt
SELECT array_agg(p ORDER BY id) FROM jpt
SELECT string_agg(p::text, ',' ORDER BY id) FROM jpt
SELECT to_jsonb(p), row_to_json(jpt) FROM jpt WHERE id = 1
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'jpt' ORDER BY ordinal_position
SELECT attname, format_type(atttypid, atttypmod), atttypid FROM pg_attribute WHERE attrelid = 'jpt'::regclass AND attnum > 0 ORDER BY attnum
CREATE TABLE jpt2 AS SELECT id, p FROM jpt
SELECT * FROM jpt2 ORDER BY id
ALTER TABLE jpt ADD COLUMN q jsonpath DEFAULT '$.def'
SELECT id, q FROM jpt ORDER BY id LIMIT 1
ALTER TABLE jpt ALTER COLUMN q TYPE text
SELECT id, q FROM jpt ORDER BY id LIMIT 1
ALTER TABLE jpt ALTER COLUMN q TYPE jsonpath USING q::jsonpath
CREATE INDEX ON jpt (p)
CREATE TABLE jpt3 (p jsonpath PRIMARY KEY)
CREATE VIEW jpv AS SELECT id, p, '$.k'::jsonpath AS k FROM jpt
SELECT * FROM jpv ORDER BY id LIMIT 1
SELECT '$.* * 2'::jsonpath, '$.*.*'::jsonpath, '($ * 2).a'::jsonpath, '$.a * $.b / ($.c - 1)'::jsonpath, '$.a[0] ? (@.x == 1 && (@.y == 2 || @.z == 3)).q'::jsonpath
SELECT '!($.a == 1) && ($.b like_regex "x" || $.c starts with "y")'::jsonpath, '($.a like_regex "x") is unknown'::jsonpath, '!(!($.a == 1))'::jsonpath, '--1'::jsonpath, '-(-(1))'::jsonpath, '+ + 1'::jsonpath
SELECT '$.a.**{2}.b'::jsonpath, '$.**.a[*].type()'::jsonpath, '$[*] ? (@ > $min && @ < $max)'::jsonpath, '$[$i to last - 1]'::jsonpath, '$[last ? (@ > 1)]'::jsonpath, 'strict $[*].a ? (@.size() > 1)'::jsonpath
SELECT '$."ключ"'::jsonpath, '$.ключ'::jsonpath, '"\u00e9\t\\"'::jsonpath, '$.a\u0062'::jsonpath, '1.10 + 0.00'::jsonpath, '1e1000'::jsonpath, '12345678901234567890.5'::jsonpath
SELECT jsonb_path_query('{"a": 5}', '$.1'), 1
SELECT jsonb_path_query('[1, -2, 3.50]', '$[*] ? (@ > -2.5 && @ < .5)'), 1
SELECT jsonb_path_query('[1, -2, 3.50]', '-$[*]'), 1
SELECT jsonb_path_query('{"a": 5}', '@'), 1
SELECT jsonb_path_query('{"a": 5}', 'last'), 1
SELECT jsonb_path_query('{"a": 5}', ''), 1
SELECT jsonb_path_query('{"a": 5}', p) FROM (VALUES ('$.a'::jsonpath), ('$.b'), ('strict $.a')) v(p)
SELECT '{"a": [1, 2]}'::jsonb @? p, '{"a": [1, 2]}'::jsonb @@ p FROM (VALUES ('$.a[*] > 1'::jsonpath), ('$.b'), ('strict $.a')) v(p)
SELECT d @? '$.a[*] ? (@ > 1)'::jsonpath, d @@ '$.a[0] == 1'::jsonpath FROM jpt WHERE id = 1
SELECT jsonb_path_query_first(d, p, '{"x": 1}', true) FROM jpt WHERE id = 1
PREPARE jpp(jsonpath) AS SELECT jsonb_path_query('{"a": [1, 2]}', $1)
EXECUTE jpp('$.a[*]')
EXECUTE jpp('$.a[')
SELECT p IS NULL, p IS NOT NULL, id FROM jpt ORDER BY id
DELETE FROM jpt WHERE p::text = '$."a"[0]'
SELECT count(p), count(*) FROM jpt
COPY (SELECT p FROM jpt WHERE p IS NOT NULL ORDER BY id) TO STDOUT
