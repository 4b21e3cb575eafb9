CREATE TABLE chc (c char(4), d char(6), v varchar(6), t text, j char(12), a char(3)[])
INSERT INTO chc VALUES ('ab', 'ab', 'ab ', 'ab  ', '{"a": 1}', '{x,"yz "}'), ('', ' ', '', ' ', '[1]', '{}')
SELECT c::bytea FROM chc
SELECT 'ab'::char(4)::bytea, c::text::bytea FROM chc
SELECT j::json, j::jsonb FROM chc
SELECT '<a/>'::char(8)::xml
SELECT c::name, pg_typeof(c::name), c::name || '|' FROM chc
SELECT nullif(c, 'ab'), nullif(c, d), nullif(c, v), nullif(c, t), nullif(t, c), nullif(v, c) FROM chc
SELECT coalesce(c, d) || '|', coalesce(c, 'x'), coalesce(c, v) || '|', coalesce(c, t) || '|', coalesce(t, c) || '|' FROM chc
SELECT a[1], a[1] || '|', a[2] || '|', length(a[1]), concat(a[1], '|') FROM chc
SELECT ARRAY[c, d], ARRAY[c, t], ARRAY[c]::text[], ARRAY[c]::varchar[] FROM chc
SELECT concat(c, '|', d), concat_ws('-', c, d), format('%s|%s|%I|%L', c, d, c, c) FROM chc
SELECT length(c), octet_length(c), bit_length(c), char_length(c), length(c::text), octet_length(d) FROM chc
SELECT c LIKE 'ab', c LIKE 'ab  ', c LIKE 'ab%', c ILIKE 'AB', c ~ 'b$', c ~ 'b  $', c SIMILAR TO 'ab', c ~~ 'ab  ' FROM chc
SELECT c || c, c || 'x', 'x' || c, c || t, c || v, c || 1, 1 || c FROM chc
SELECT upper(c), lower(c), initcap(c), reverse(c), md5(c), substr(c, 1, 3), substring(c from 2), left(c, 3), right(c, 3) FROM chc
SELECT lpad(c, 6, '*'), rpad(c, 6, '*'), trim(c), rtrim(c), ltrim(c), btrim(c), replace(c, ' ', '_'), translate(c, ' ', '_'), repeat(c, 2), strpos(c, ' '), position(' ' in c), split_part(c, ' ', 1), overlay(c placing 'z' from 2), ascii(c) FROM chc
SELECT quote_ident(c), quote_literal(c), quote_nullable(c), to_json(c), to_jsonb(c), json_build_array(c), row_to_json(ROW(c)), encode(c::bytea, 'hex') FROM chc
SELECT regexp_replace(c, ' ', '_', 'g'), regexp_matches(c, 'b *'), regexp_split_to_array(c, 'b'), starts_with(c, 'ab '), string_to_array(c, 'b') FROM chc
SELECT string_agg(c, ','), array_agg(c), max(c), min(d), array_to_string(array_agg(c), ',') FROM chc
SELECT jsonb_object_agg(v, c), json_agg(c), jsonb_agg(d) FROM chc
SELECT greatest(c, d), least(c, d), greatest(c, t), greatest(c, 'zz') FROM chc
SELECT c FROM chc UNION SELECT d FROM chc ORDER BY 1
SELECT c FROM chc UNION SELECT t FROM chc ORDER BY 1
SELECT c = d, c = t, c = v, c = 'ab', c = 'ab  ', c < d, c <> t FROM chc
SELECT c IN ('ab', 'x'), c = ANY (ARRAY['ab', 'x']), c = ANY ('{ab,x}'), c IN (t) FROM chc
SELECT c::char, c::char(1), c::char(6), c::varchar, c::varchar(3), c::text, c::"char" FROM chc
SELECT '12'::char(5)::int, '1.5'::char(5)::numeric, '2024-01-01'::char(12)::date, 't'::char(3)::boolean
SELECT convert_to(c, 'UTF8'), sha256(c::bytea), c::bytea || '\x00' FROM chc
SELECT xmlelement(name a, c), xmlforest(c), xmlconcat(c::xml) FROM chc WHERE c <> ''
SELECT row(c, d), (row(c, d)).f1 FROM chc
SELECT count(DISTINCT c), count(DISTINCT t) FROM chc
SELECT c, count(*) FROM chc GROUP BY c ORDER BY 1
SELECT a FROM chc
SELECT a::text[], a::text, array_to_string(a, '|'), a || 'w'::char(3), unnest(a) FROM chc
SELECT 'abc  '::char(5)::json
SELECT quote_ident('a b'::char(6)), to_char(1, '9'::char(3)), chr(65)::char(3) || '|'
SELECT to_tsvector(c), c::tsvector FROM chc
SELECT greatest(c, c), least(c, 'ab'), greatest('zz', c) FROM chc
SELECT 'a1b2c3d4-0000-0000-0000-000000000000'::char(40)::uuid
SELECT '1.2.3.4'::char(12)::inet
SELECT CASE WHEN v = 'x' THEN d ELSE c END::bytea FROM chc
SELECT coalesce(c, d)::bytea FROM chc
SELECT (SELECT c LIMIT 1)::bytea FROM chc
SELECT x::bytea FROM (SELECT c AS x FROM chc) q
SELECT max(c)::bytea FROM chc
SELECT x::json FROM (VALUES ('1'::char(4)), ('[]')) q(x)
SELECT (CASE WHEN v = 'x' THEN c ELSE c END)::bytea FROM chc
WITH q AS (SELECT j FROM chc) SELECT j::json FROM q
