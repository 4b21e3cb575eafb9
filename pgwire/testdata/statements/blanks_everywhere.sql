-- Blanks at the end of texts of type character, with a length and without, in functions, operators and casts.
CREATE TABLE blev_bare (b bpchar)
CREATE TABLE blev_bare (b character(3)[], c bpchar[])
CREATE DOMAIN blev_dom AS bpchar
CREATE TABLE blev (id int, c char(5), b char(4), v varchar(5), t text)
INSERT INTO blev VALUES (1, 'BA', 'BA  ', 'BA  ', 'BA  '), (2, 'ba x', 'ba x', 'ba x', 'ba x'), (3, '  ', '  ', '  ', '  '), (4, NULL, NULL, NULL, NULL)
SELECT c, b, v, t FROM blev ORDER BY id
SELECT length(c), length(b), length(v), length(t) FROM blev ORDER BY id
SELECT char_length(c), char_length(b), character_length(b), octet_length(c), octet_length(b), bit_length(c), bit_length(b) FROM blev ORDER BY id
SELECT position('A ' IN c), position('A ' IN b), position('A ' IN v), position('A ' IN t) FROM blev ORDER BY id
SELECT position(b IN 'xBA  y'), position(c IN 'xBA  y'), position(v IN 'xBA  y'), position(t IN 'xBA  y') FROM blev ORDER BY id
SELECT strpos(c, ' '), strpos(b, ' '), strpos(v, ' '), strpos(t, ' ') FROM blev ORDER BY id
SELECT strpos('xBAy', b), strpos('xBAy', c), strpos('xBAy', v) FROM blev ORDER BY id
SELECT replace(c, ' ', '_'), replace(b, ' ', '_'), replace(v, ' ', '_'), replace(t, ' ', '_') FROM blev ORDER BY id
SELECT replace('xBAy', b, '_'), replace('xBAy', c, '_'), replace('a.b', '.', b), replace('a.b', '.', c) FROM blev ORDER BY id
SELECT split_part(c, 'A', 2) || '|', split_part(b, 'A', 2) || '|', split_part(v, 'A', 2) || '|' FROM blev ORDER BY id
SELECT split_part('xBAy', b, 2), split_part('xBAy', c, 2) FROM blev ORDER BY id
SELECT starts_with(c, 'BA '), starts_with(b, 'BA '), starts_with(v, 'BA '), starts_with('BAx', b), starts_with('BAx', c) FROM blev ORDER BY id
SELECT c || '|', b || '|', v || '|', t || '|', '|' || c || '|', '|' || b || '|' FROM blev ORDER BY id
SELECT c || b, b || c, b || b, c || c, v || b, b || v, b || 1, 1 || b FROM blev WHERE id < 3 ORDER BY id
SELECT upper(c) || '|', upper(b) || '|', lower(c) || '|', lower(b) || '|', initcap(c) || '|', initcap(b) || '|' FROM blev ORDER BY id
SELECT left(c, 4) || '|', left(b, 4) || '|', left(v, 4) || '|', right(c, 3) || '|', right(b, 3) || '|', right(v, 3) || '|' FROM blev ORDER BY id
SELECT substr(c, 2) || '|', substr(b, 2) || '|', substring(c FROM 2 FOR 3) || '|', substring(b FROM 2 FOR 3) || '|', substring(b, 1, 4) || '|' FROM blev ORDER BY id
SELECT lpad(c, 6, '*'), lpad(b, 6, '*'), rpad(c, 6, '*'), rpad(b, 6, '*'), lpad('x', 6, b), rpad('x', 6, c) FROM blev ORDER BY id
SELECT reverse(c) || '|', reverse(b) || '|', repeat(c, 2) || '|', repeat(b, 2) || '|' FROM blev ORDER BY id
SELECT trim(c) || '|', trim(b) || '|', rtrim(b, 'A') || '|', ltrim(b, 'B') || '|', btrim(c, 'B') || '|', btrim(b, 'B') || '|' FROM blev ORDER BY id
SELECT translate(c, ' B', '_b'), translate(b, ' B', '_b'), translate(v, ' B', '_b') FROM blev ORDER BY id
SELECT md5(c) = md5(b), md5(b) = md5('BA'), md5(v) = md5('BA'), ascii(c), ascii(b) FROM blev ORDER BY id
SELECT quote_literal(c), quote_literal(b), quote_ident(b), quote_nullable(c), quote_nullable(b) FROM blev ORDER BY id
SELECT overlay(c PLACING 'zz' FROM 2 FOR 1) || '|', overlay(b PLACING 'zz' FROM 2 FOR 1) || '|' FROM blev ORDER BY id
SELECT c ~ 'A $', b ~ 'A $', v ~ 'A $', c ~ 'A$', b ~ 'A$', c ~* 'a ', b ~* 'a ', b !~ ' ', c !~* ' ' FROM blev ORDER BY id
SELECT c LIKE 'BA', b LIKE 'BA', b LIKE 'BA ', b LIKE 'BA  ', v LIKE 'BA', c LIKE 'BA   ', b ILIKE 'ba  ', c NOT LIKE '% ', b SIMILAR TO 'BA' , c SIMILAR TO 'BA   ' FROM blev ORDER BY id
SELECT regexp_replace(c, '\s', '_', 'g'), regexp_replace(b, '\s', '_', 'g'), regexp_replace(v, '\s', '_', 'g') FROM blev ORDER BY id
SELECT regexp_match(c, 'A( *)'), regexp_match(b, 'A( *)'), regexp_match(v, 'A( *)') FROM blev ORDER BY id
SELECT regexp_count(c, ' '), regexp_count(b, ' '), regexp_count(v, ' '), regexp_like(b, ' $'), regexp_instr(b, ' '), regexp_substr(b, 'A.*') || '|' FROM blev ORDER BY id
SELECT regexp_split_to_array(c, ' '), regexp_split_to_array(b, ' '), regexp_split_to_array(v, ' ') FROM blev ORDER BY id
SELECT string_to_array(c, ' '), string_to_array(b, ' '), string_to_array(v, ' ') FROM blev ORDER BY id
SELECT c = 'BA', b = 'BA', b = 'BA   ', v = 'BA', t = 'BA', c = 'BA        ', b <> 'BA', b > 'BA', b >= 'BA', b < 'BAA' FROM blev ORDER BY id
SELECT c = b, c = v, c = t, b = v, b = t, v = t, c <> t, b IS DISTINCT FROM t, b IS NOT DISTINCT FROM c FROM blev ORDER BY id
SELECT b = 'BA'::text, b = 'BA'::varchar, b = 'BA  '::text, b = 'BA'::char(4), c = 'BA'::text, c = 'BA   '::text FROM blev ORDER BY id
SELECT b IN ('BA', 'z'), b IN ('BA      '), c IN ('BA '), b NOT IN ('BA'), b BETWEEN 'BA' AND 'BA', b = ANY (ARRAY['BA']), b = ANY (ARRAY['BA']::bpchar[]), b = ANY ('{BA}') FROM blev ORDER BY id
SELECT concat(c, '|'), concat(b, '|'), concat(v, '|'), concat('|', c, b, '|'), concat_ws('|', c, b, v, '') FROM blev ORDER BY id
SELECT format('%s|', c), format('%s|', b), format('%L', b), format('%I', b), format('%8s|', c), format('%-8s|', b) FROM blev WHERE id < 4 ORDER BY id
SELECT c::text || '|', b::text || '|', c::varchar || '|', b::varchar || '|', b::varchar(3) || '|', c::varchar(4) || '|' FROM blev ORDER BY id
SELECT b::char(3) || '|', c::char(3) || '|', c::bpchar || '|', v::bpchar || '|', t::char(4) || '|', b::char(3), c::bpchar, v::bpchar, t::bpchar, v::char(2), t::char(3) FROM blev ORDER BY id
SELECT length(c::text), length(b::text), length(v::bpchar), length(t::bpchar), length(c::varchar), octet_length(v::bpchar), octet_length(c::bpchar) FROM blev ORDER BY id
SELECT b::name, c::name, b::"char", c::bytea, b::bytea, b::json FROM blev WHERE id = 5
SELECT to_json(c), to_json(b), to_jsonb(b), json_build_array(c, b, v), jsonb_build_object('c', c, 'b', b), row_to_json(blev) FROM blev ORDER BY id
SELECT ROW(c, b, v)::text, ARRAY[c], ARRAY[b], ARRAY[c, b]::text, ARRAY[b]::text[] FROM blev ORDER BY id
SELECT string_agg(c, ','), string_agg(b, ','), array_agg(c), array_agg(b), min(c), max(b), min(b), string_agg(v, ',') FROM blev
SELECT min(c) || '|', max(b) || '|', max(v) || '|' FROM blev WHERE id = 1
SELECT count(DISTINCT x) FROM (VALUES ('a'::bpchar), ('a '), ('a  ')) v(x)
SELECT DISTINCT x || '|' FROM (VALUES ('a'::bpchar), ('a '), ('a  ')) v(x)
SELECT count(*) FROM (VALUES ('a'::bpchar), ('a '), ('a  ')) v(x) GROUP BY x
SELECT coalesce(b, 'z') || '|', coalesce(c, 'z') || '|', coalesce(NULL, b, v) || '|', nullif(b, 'BA'), nullif(c, 'BA'), nullif(v, 'BA') FROM blev ORDER BY id
SELECT CASE WHEN true THEN b END || '|', CASE WHEN true THEN b ELSE t END || '|', CASE WHEN true THEN b ELSE v END || '|', CASE b WHEN 'BA' THEN 1 ELSE 2 END, CASE c WHEN 'BA' THEN 1 ELSE 2 END FROM blev ORDER BY id
SELECT greatest(b, 'BA') || '|', least(c, 'zz') || '|', greatest(b, c) || '|', least(b, c) FROM blev WHERE id = 1
SELECT length('BA  '::bpchar), length('BA  '::char(4)), length('BA  '::character(10)), length('BA  '::varchar), length(bpchar 'BA  '), length(CAST('BA  ' AS bpchar)), octet_length('BA  '::bpchar), octet_length('BA  '::char(10))
SELECT position(' ' IN 'BA  '::bpchar), strpos('BA  '::bpchar, ' '), replace('BA  '::bpchar, ' ', '_'), split_part('BA  x '::bpchar, 'x', 2) || '|', starts_with('BA  '::bpchar, 'BA ')
SELECT position(' ' IN 'BA'::char(4)), strpos('BA'::char(4), ' '), replace('BA'::char(4), ' ', '_'), split_part('BA'::char(4), 'A', 2) || '|', starts_with('BA'::char(4), 'BA ')
SELECT 'BA  '::bpchar || '|', 'BA  '::char(5) || '|', '|' || 'BA  '::bpchar, upper('ba  '::bpchar) || '|', lower('BA  '::bpchar) || '|', left('BA  '::bpchar, 3) || '|', right('BA  '::bpchar, 3) || '|'
SELECT 'BA  '::bpchar ~ ' ', 'BA  '::bpchar ~ 'A$', 'BA  '::bpchar LIKE 'BA', 'BA  '::bpchar LIKE 'BA  ', 'BA  '::char(4) ~ ' ', 'BA  '::char(4) LIKE 'BA'
SELECT 'BA  '::bpchar = 'BA', 'BA  '::bpchar = 'BA'::text, 'BA'::text = 'BA  '::bpchar, 'BA  '::bpchar = 'BA   '::bpchar, 'BA  '::bpchar = 'BA'::varchar, 'BA  '::bpchar = 'BA'::char(9), 'BA  '::text = 'BA  '::bpchar
SELECT concat('BA  '::bpchar, '|'), concat('BA'::char(4), '|'), format('%s|', 'BA  '::bpchar), format('%s|', 'BA'::char(4)), 'BA  '::bpchar::text || '|', 'BA  '::bpchar::varchar || '|', 'BA  '::bpchar::char(3) || '|'
SELECT concat('BA  '::bpchar::text, '|'), concat('BA  '::bpchar::varchar, '|'), concat('BA  '::bpchar::char(3), '|'), concat('BA  '::char(5)::bpchar, '|'), concat('BA  '::text::bpchar, '|'), concat('BA  '::varchar::bpchar, '|')
SELECT x, concat(x, '|'), x || '|', length(x), position(' ' IN x), octet_length(x) FROM (SELECT 'BA  '::bpchar AS x) s
SELECT x, concat(x, '|'), x || '|', length(x), position(' ' IN x), octet_length(x) FROM (SELECT c AS x FROM blev WHERE id = 1) s
SELECT x, concat(x, '|'), x || '|', length(x), position(' ' IN x) FROM (SELECT b AS x FROM blev WHERE id = 1 UNION ALL SELECT c FROM blev WHERE id = 1) s
WITH w AS (SELECT b, c FROM blev WHERE id = 1) SELECT replace(b, ' ', '_'), replace(c, ' ', '_'), b || '|' FROM w
CREATE VIEW blev_v AS SELECT b, c, replace(b, ' ', '_') AS r, b || '|' AS p FROM blev
SELECT b, r, p, replace(b, ' ', '-'), strpos(b, ' '), strpos(c, ' ') FROM blev_v
CREATE TABLE blev_k AS SELECT b, c, b::text AS bt, c::text AS ct, b || '' AS bb FROM blev
SELECT b || '|', c || '|', bt || '|', ct || '|', bb || '|', concat(b, '|'), concat(c, '|') FROM blev_k
PREPARE blev_p(bpchar) AS SELECT length($1), $1 || '|', position(' ' IN $1), replace($1, ' ', '_'), concat($1, '|'), $1 = 'BA', upper($1) || '|', octet_length($1), $1::text || '|'
EXECUTE blev_p('BA  ')
PREPARE blev_q(char(6)) AS SELECT length($1), $1 || '|', position(' ' IN $1), replace($1, ' ', '_'), concat($1, '|'), $1 = 'BA'
EXECUTE blev_q('BA  ')
PREPARE blev_r(character) AS SELECT length($1), $1 || '|', concat($1, '|')
EXECUTE blev_r('BA  ')
SELECT id FROM blev WHERE b = 'BA' OR c = 'ba x' ORDER BY 1
SELECT id FROM blev WHERE b = 'BA'::text OR c = 'BA   '::text ORDER BY 1
SELECT x.id, y.id FROM blev x JOIN blev y ON x.b = y.c ORDER BY 1, 2
SELECT x.id, y.id FROM blev x JOIN blev y ON x.b = y.v ORDER BY 1, 2
SELECT x.id, y.id FROM blev x JOIN blev y ON x.b = y.t ORDER BY 1, 2
SELECT x.id, y.id FROM blev x JOIN blev y ON x.c = y.t ORDER BY 1, 2
UPDATE blev SET t = b, v = c WHERE id = 1 RETURNING concat(t, '|'), concat(v, '|')
UPDATE blev SET b = t || '  ', c = v || '  ' WHERE id = 1 RETURNING concat(b, '|'), concat(c, '|')
INSERT INTO blev (id, t, v) SELECT 7, b, c FROM blev WHERE id = 1 RETURNING concat(t, '|'), concat(v, '|')
CREATE UNIQUE INDEX blev_b ON blev_k (b)
INSERT INTO blev_k (b) VALUES ('BA')
CREATE TABLE blev_d (b char(4) PRIMARY KEY, c char(3) UNIQUE)
INSERT INTO blev_d VALUES ('x', 'a'), ('x  ', 'b')
INSERT INTO blev_d VALUES ('x ', 'a')
INSERT INTO blev_d VALUES ('x  ', 'b')
INSERT INTO blev_d VALUES ('x  ', 'b') ON CONFLICT (b) DO UPDATE SET c = 'u' RETURNING *
SELECT to_tsvector('simple', c), to_tsvector('simple', b) FROM blev_d
SELECT chr(65)::bpchar || '|', convert_to('BA  '::bpchar, 'UTF8'), encode('BA  '::bpchar::bytea, 'hex'), encode(convert_to('BA'::char(4), 'UTF8'), 'hex')
SELECT to_date('2024-01-01  '::bpchar, 'YYYY-MM-DD'), '12  '::bpchar::int, '12'::char(5)::numeric, '2024-01-01'::char(12)::date, 't'::char(4)::boolean
SELECT pg_typeof('a'::bpchar), pg_typeof('a '::char(3) || 'b'), pg_typeof(upper('a'::bpchar)), pg_typeof('a'::bpchar || 'a'::bpchar), pg_typeof(coalesce('a'::bpchar, 'b'::text)), pg_typeof(min('a'::bpchar))
SELECT array_to_string(ARRAY['a '::bpchar, 'b '], ','), array_to_string(ARRAY[c], ','), array_position(ARRAY['a ', 'b']::bpchar[], 'a'), 'a' = ANY (ARRAY['a ']::bpchar[]) FROM blev WHERE id = 1
SELECT unnest(ARRAY['a ', 'b']::bpchar[]) || '|', (ARRAY['a ', 'b']::bpchar[])[1] || '|', concat((ARRAY['a ', 'b']::bpchar[])[1], '|'), length((ARRAY['a ', 'b']::char(4)[])[1])
SELECT b FROM blev ORDER BY b, id
SELECT c, lag(c) OVER (ORDER BY id) || '|', first_value(b) OVER (ORDER BY id) || '|', lead(b, 1, 'q ') OVER (ORDER BY id) || '|' FROM blev ORDER BY id
SELECT v::bpchar, t::bpchar, length(v::bpchar), v::bpchar || '|', replace(t::bpchar, ' ', '_'), v::bpchar = 'BA', 'BA     ' = v::bpchar, concat(v::bpchar, '|'), v::bpchar = t::bpchar, v::bpchar = c, c = t::bpchar FROM blev ORDER BY id
SELECT v::bpchar = t, t = v::bpchar, v::bpchar IN ('BA', 'x'), 'BA' IN (v::bpchar), v::bpchar BETWEEN 'BA' AND 'BA ', v::bpchar <> 'BA', v::bpchar LIKE 'BA', v::bpchar LIKE 'BA  ', v::bpchar ~ 'A$', 'BA' LIKE v::bpchar, 'BA' ~ v::bpchar FROM blev ORDER BY id
SELECT id FROM blev WHERE v::bpchar = 'BA' OR t::bpchar = 'ba x    ' ORDER BY 1
SELECT max(v::bpchar), coalesce(v::bpchar, 'x') FROM blev GROUP BY 2
SELECT id FROM blev ORDER BY v::bpchar, id
SELECT 'BA '::varchar = 'BA'::bpchar, 'BA'::bpchar = 'BA '::varchar, 'BA'::char(4) = 'BA '::varchar, v = c, v = 'BA'::bpchar, 'BA '::varchar(9) = c FROM blev ORDER BY id
SELECT array_to_string(array_agg(c), ','), array_to_string(ARRAY['x'::char(3)], ',') FROM blev
CREATE TABLE blev_c (c char(3) DEFAULT 'x  '::bpchar CHECK (c = 'x  '::bpchar), d varchar(9) CHECK (d::bpchar <> 'q  '::bpchar), CHECK (c = ANY (ARRAY['x'::bpchar, 'y'::bpchar])))
CREATE TABLE blev_e (c char(3) DEFAULT 'x  '::bpchar CHECK (c = 'x  '::bpchar), CHECK (c = ANY (ARRAY['x'::bpchar, 'y'::bpchar])))
INSERT INTO blev_e DEFAULT VALUES RETURNING c, concat(c, '|')
INSERT INTO blev_e VALUES ('y')
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'blev_e'::regclass ORDER BY conname
INSERT INTO blev (id, t, v) VALUES (11, 'BA  '::bpchar, 'BA  '::bpchar) RETURNING concat(t, '|'), concat(v, '|')
UPDATE blev SET t = 'BA  '::bpchar WHERE id = 11 RETURNING concat(t, '|')
UPDATE blev SET t = CASE WHEN true THEN 'BA  '::bpchar END WHERE id = 11 RETURNING concat(t, '|')
INSERT INTO blev (id, t) SELECT 12, 'BA  '::bpchar RETURNING concat(t, '|')
SELECT 'BA  '::bpchar AS x UNION SELECT 'BA'::bpchar
SELECT CASE 'BA  '::bpchar WHEN 'BA' THEN 1 END, CASE 'BA' WHEN 'BA  '::bpchar THEN 1 END, ('BA  '::bpchar) IS NULL
SELECT jsonb_build_object('a', 'BA  '::bpchar), to_json('BA  '::bpchar), ROW('BA  '::bpchar), ARRAY['BA  '::bpchar]
SELECT x FROM (VALUES ('BA  '::bpchar)) v(x)
SELECT string_agg('BA  '::bpchar, '|') FROM generate_series(1, 2)
SELECT 1 WHERE 'BA  '::bpchar = 'BA' AND 'x ' = 'x'::bpchar
SELECT 'BA  '::pg_catalog.bpchar || '|', CAST('BA  ' AS pg_catalog.bpchar) || '|', pg_catalog.length('BA  '::bpchar)
SELECT c IN (t), c IN (t, b::text), t IN (c), t IN (c, b), v IN (c), c IN (v), c NOT IN (t), c BETWEEN t AND t, t BETWEEN c AND c, c IN ('BA'::text), c IN ('BA   '::text), c IN ('BA '::varchar, 'x') FROM blev ORDER BY id
SELECT c IN (t, v) FROM blev ORDER BY id
SELECT v IN (c, 'BA ') FROM blev ORDER BY id
SELECT id FROM blev WHERE c IN (SELECT t FROM blev) ORDER BY 1
SELECT id FROM blev WHERE t IN (SELECT c FROM blev) ORDER BY 1
SELECT id FROM blev WHERE v IN (SELECT c FROM blev) ORDER BY 1
SELECT id FROM blev WHERE c IN (SELECT v FROM blev) ORDER BY 1
SELECT id FROM blev x WHERE c NOT IN (SELECT t FROM blev WHERE id = x.id) ORDER BY 1
SELECT id FROM blev x WHERE EXISTS (SELECT 1 FROM blev y WHERE y.t = x.c AND y.id = x.id) ORDER BY 1
SELECT (c, id) = (t, id), (c, 1) = (v, 1), (t, 1) <> (c, 1), ROW(c) IS DISTINCT FROM ROW(t) FROM blev ORDER BY id
SELECT c = ANY (ARRAY[t]), t = ANY (ARRAY[c]), c = ANY (ARRAY['BA '::text]), c = ANY (SELECT t FROM blev), c = ALL (ARRAY[v]) FROM blev ORDER BY id
SELECT CASE c WHEN t THEN 1 ELSE 2 END, CASE t WHEN c THEN 1 ELSE 2 END, CASE v WHEN c THEN 1 ELSE 2 END, CASE c WHEN 'BA '::text THEN 1 END FROM blev ORDER BY id
SELECT nullif(c, t), nullif(t, c), nullif(c, v), nullif(v, c) FROM blev ORDER BY id
CREATE TABLE blev_t (c text, id int)
INSERT INTO blev_t VALUES ('BA  ', 1), ('BA', 2)
SELECT x.id, y.id FROM blev x JOIN blev_t y ON (x.c, 1) = (y.c, 1) ORDER BY 1, 2
SELECT x.id FROM blev x WHERE c = (SELECT t FROM blev WHERE id = 1) ORDER BY 1
SELECT id FROM blev WHERE c = t || '' OR c = concat('BA', ' ') OR c = upper('ba ') OR c = coalesce(t, 'BA ') ORDER BY 1
SELECT c = t || '', c = concat('BA', ' '), c = upper('ba  '), c = coalesce(t, 'BA '), c = lower(c), c = substr('BA ', 1), c = replace('BAx', 'x', ' ') FROM blev ORDER BY id
SELECT c < t, t > c, c <= 'BA '::text, c > concat('BA', ' ') FROM blev ORDER BY id
