CREATE SCHEMA staging
CREATE TABLE staging.raw (line int, a text, b text, c text)
CREATE TABLE target (k text PRIMARY KEY, v numeric(10,4), seen timestamp(0), n int DEFAULT 1, src text COLLATE "C", ck text GENERATED ALWAYS AS (k || ':' || coalesce(src, '?')) STORED)
INSERT INTO staging.raw VALUES (1, ' k1 ', '1,234.5', '2024-01-01 00:00:00.5'), (2, 'k2', '', NULL), (3, 'k1', '-7e-2', '2024-12-31 23:59:59.6'), (4, '', '12', 'Feb 3 2024'), (5, 'K2', 'NaN', 'today')
SELECT line, nullif(trim(a), ''), a <> trim(a), replace(b, ',', ''), c ~ '^\d{4}-', regexp_replace(b, '[^0-9.eE-]', '', 'g') FROM staging.raw ORDER BY line
INSERT INTO target (k, v, seen, src) SELECT lower(trim(a)), nullif(replace(b, ',', ''), '')::numeric, c::timestamp, 'raw' FROM staging.raw WHERE line IN (1, 2, 3) ON CONFLICT DO NOTHING RETURNING *
INSERT INTO target (k, v, seen, src) SELECT lower(trim(a)), nullif(replace(b, ',', ''), '')::numeric, c::timestamp, 'raw' FROM staging.raw WHERE line IN (1, 3) ON CONFLICT (k) DO UPDATE SET v = excluded.v
INSERT INTO target AS t (k, v) VALUES ('k1', 1), ('k3', 'infinity') ON CONFLICT (k) DO UPDATE SET n = t.n + 1, v = t.v + excluded.v RETURNING *
INSERT INTO target AS t (k, v) VALUES ('k1', 1), ('k3', 0) ON CONFLICT (k) DO UPDATE SET n = t.n + 1, v = t.v + excluded.v RETURNING *, (xmax = 0) IS NOT NULL AS x
MERGE INTO target t USING (SELECT DISTINCT ON (lower(trim(a))) lower(trim(a)) AS k, b FROM staging.raw ORDER BY lower(trim(a)), line DESC) s ON s.k = t.k WHEN MATCHED AND s.b = 'NaN' THEN DELETE WHEN MATCHED THEN UPDATE SET n = n + 10 WHEN NOT MATCHED AND s.k = '' THEN DO NOTHING WHEN NOT MATCHED THEN INSERT (k) VALUES (s.k)
SELECT * FROM target ORDER BY k
MERGE INTO target t USING staging.raw s ON t.k = lower(trim(s.a)) WHEN MATCHED THEN UPDATE SET n = 0
WITH u AS (UPDATE target SET (v, n) = (SELECT max(line), count(*) FROM staging.raw r WHERE lower(trim(r.a)) = target.k) RETURNING k, v, n, ck) SELECT * FROM u ORDER BY k
UPDATE target SET ck = 'x'
UPDATE target SET ck = DEFAULT, n = DEFAULT, v = DEFAULT
COPY (SELECT * FROM target ORDER BY k) TO STDOUT WITH (FORMAT csv, HEADER, NULL '\N', FORCE_QUOTE (k))
COPY target (k, v) TO STDOUT (DELIMITER '|')
COPY target FROM '/nonexistent.csv'
CREATE TEMP TABLE dedupe AS SELECT *, row_number() OVER (PARTITION BY lower(trim(a)) ORDER BY line DESC) AS rn FROM staging.raw
DELETE FROM dedupe d USING dedupe e WHERE lower(trim(d.a)) = lower(trim(e.a)) AND d.rn > e.rn RETURNING d.line, d.rn
SELECT * FROM dedupe ORDER BY line
CREATE TABLE part (id int, day date NOT NULL, v text) PARTITION BY RANGE (day)
CREATE UNLOGGED TABLE scratch (LIKE target INCLUDING ALL)
INSERT INTO scratch (k) VALUES ('z') RETURNING *
INSERT INTO scratch (k) VALUES ('z')
CREATE TABLE copy_of (LIKE target INCLUDING DEFAULTS EXCLUDING CONSTRAINTS, extra int)
INSERT INTO copy_of (k, ck) VALUES ('q', 'free') RETURNING *
SELECT column_name, column_default, is_generated, generation_expression, is_nullable FROM information_schema.columns WHERE table_name IN ('copy_of', 'scratch') ORDER BY table_name, ordinal_position
CREATE TABLE pay AS SELECT k, v::numeric(6,1) AS v1, v * 2 AS v2, n::smallint, seen, 'x' AS lit, NULL AS nul, 1 + 1.5 AS s, now()::timestamptz(2) AS t FROM target WITH NO DATA
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'pay'::regclass AND attnum > 0 ORDER BY attnum
SELECT k, count(*) OVER (), sum(n) OVER (ORDER BY k ROWS 1 PRECEDING), string_agg(k, '') OVER (ORDER BY k ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM target ORDER BY k
SELECT string_to_array('a,,b', ','), string_to_array('a,,b', ',', ''), string_to_array('abc', NULL), string_to_array('', ','), split_part('a/b/c', '/', -1), split_part('a', '/', 2), string_to_table('x y', ' ')
SELECT regexp_split_to_array('a1b22c', '\d+'), regexp_matches('k=v; x=y', '(\w)=(\w)', 'g'), regexp_match('abc', 'b(x)?'), regexp_count('banana', 'an'), regexp_substr('foo12bar3', '\d+', 1, 2), regexp_instr('foobar', 'o+', 1, 1, 1), regexp_like('Abc', '^a', 'i'), substring('abc123' from '[a-z]+(\d)'), substring('foobar' similar '%#"o_b#"%' escape '#')
SELECT '1,234'::numeric
SELECT to_number('1,234.50-', '9G999D99S'), to_number('$12', 'L99'), to_number('(5)', '9PR'), to_number('1e3', '9EEEE')
SELECT to_date('31122024', 'DDMMYYYY'), to_date('2024-366', 'YYYY-DDD'), to_timestamp('2024-01-02 13:14:15.678', 'YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp(0.5), to_date('24 Feb', 'YY Mon')
SELECT to_date('2023-02-29', 'YYYY-MM-DD')
SELECT to_timestamp('13:00 PM', 'HH12:MI AM')
SELECT ' 12 '::int, '0x1F'::text, '1e2'::numeric, '.5'::float8, '-0'::float8, '1_0'::text, '+7'::bigint, 't'::boolean, 'off'::boolean, ' yes '::boolean
SELECT '1e2'::int
SELECT ''::int
SELECT '2147483648'::int
SELECT 'maybe'::boolean
SELECT 1e400::float8
SELECT '1e-400'::float8
SELECT 3.5::int, 2.5::int, -2.5::int, 2.5::float8::int, 3.5::float8::int, 1e10::float8::bigint, 0.1::real::float8, 0.1::real::numeric, 16777217::real, 123456789.123::real, 1e15::float8, 1e16::float8, 1e-5::float8, 0.0001::float8
SELECT 32768::smallint
SELECT chr(233), ascii('é'), length('é'), octet_length('é'), upper('straße é'), initcap('hELLO wORLD-foo_bar x1y'), reverse('añb'), lpad('é', 3, 'xy'), translate('abc', 'ab', 'x'), overlay('abcdef' placing 'ZZ' from 2 for 3), position('c' in 'abc'), left('abc', -1), right('abc', -2), repeat('ab', 0), btrim('xxaxx', 'x'), starts_with('abc', 'ab'), quote_ident('A b'), quote_literal(E'a\\b'), quote_nullable(NULL), format('%I.%L %s %%', 'T', NULL, 5), format('%2$s-%1$s|%-5s|%5s', 'a', 'b'), concat('a', NULL, 1, true), concat_ws(',', 'a', NULL, '', 'b'), to_hex(-1), md5(''), unistr('\0041'), normalize('é', NFD) = 'é'
SELECT chr(0)
SELECT format('%s')
SELECT convert_from('\xe9', 'LATIN1'), convert_to('é', 'UTF8'), encode('a', 'base64'), decode('YQ', 'base64')
SELECT decode('zz', 'hex')
CREATE TABLE wide (c1 smallint, c2 int, c3 bigint, c4 real, c5 float8, c6 numeric, c7 numeric(5,0), c8 bytea, c9 char, c10 char(3), c11 varchar, c12 "char", c13 name, c14 oid, c15 text, c16 point, c17 tsvector, c18 timetz(2), c19 interval(3), c20 int2[], c21 varchar(2)[], c22 numeric(3,1)[])
INSERT INTO wide VALUES (-32768, -2147483648, -9223372036854775808, 'NaN', '-Infinity', 1e-9, 12345.49, '\x01', 'é', 'ab', 'v ', 'x', 'n', 4294967295, '<a>1</a>', '(1,2)', 'b a:1', '23:59:59.999+05:30', '1.23456 sec', '{1,-1}', '{ab,"c "}', '{1.25,NULL}')
INSERT INTO wide DEFAULT VALUES RETURNING *
SELECT * FROM wide
INSERT INTO wide (c21) VALUES ('{abc}')
INSERT INTO wide (c20) VALUES ('{1,{2}}')
INSERT INTO wide (c22) VALUES ('{99.96}')
SELECT c1 - 1 FROM wide
SELECT abs(c2) FROM wide
SELECT -c3 FROM wide
SELECT c1 / 0 FROM wide
