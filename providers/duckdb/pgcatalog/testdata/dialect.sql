select 7/2
select 7/2.0
select -7/2
select 1/0
select 1.0/0
select 1e0/0
select 2^3
select 5 # 3
select 10::numeric/3
select round(2.5::numeric), round(2.5::float8), round(-2.5::numeric)
select sum(x), avg(x) from (values (1),(2)) t(x)
select avg(x) from (values (1::bigint),(2)) t(x)
select x from (values (1),(null),(2)) t(x) order by x desc
select substring('hello' from 2 for 3), substr('hello',0,2), substr('hello',-2)
select to_char(1234.5,'9,999.99')
select to_char(timestamp '2024-03-01 13:04:05','YYYY-MM-DD HH24:MI:SS')
select date_trunc('month', date '2024-03-03')
select age(timestamp '2024-03-01', timestamp '2024-01-15')
select interval '1 month 2 days 03:04:05'
select array[1,2,3], array_length(array[1,2,3],1)
select (array[1,2,3])[1:2]
select '{1,2}'::int[]
select array[1,2] || 3
select array_agg(x order by x desc) from (values (1),(2)) t(x)
select generate_series(1,3)
select '{"a":1}'::jsonb->'a', '{"a":"x"}'::jsonb->>'a'
select jsonb_build_object('a',1)
select '{"a":{"b":2}}'::jsonb #>> '{a,b}'
select '{"a":1}'::jsonb @> '{"a":1}'::jsonb
select jsonb_array_elements('[1,2]'::jsonb)
select row(1,2)
select 'abc' ~ 'b', 'ABC' ~* 'b', 'abc' !~ 'z'
select 'abc' similar to 'a%'
select regexp_match('foo123','([0-9]+)')
select percentile_cont(0.5) within group (order by x) from (values (1),(2),(3)) t(x)
select stddev(x), variance(x) from (values (1),(2),(3)) t(x)
select 'abcdef'::varchar(3)
select 1::boolean, 'yes'::boolean, 'on'::bool
select '1' + 1
select 1 + '1'
select "a" from (values (1)) t("A")
select md5('a'), encode('abc'::bytea,'hex')
select U&'\0041'
select B'101', X'1F'
select 'infinity'::timestamp, 'infinity'::float8
select 1e400
select 'abc'::bytea
select current_schema, current_database() is not null
select pg_typeof(1), pg_typeof(1.5), pg_typeof('a'), pg_typeof(1/2)
select version() like 'PostgreSQL%'
select current_setting('server_version_num')::int > 90000
select to_date('2024-01','YYYY-MM'), to_timestamp('2024-01-02','YYYY-MM-DD')
select width_bucket(5,0,10,5)
select trunc(1234.567,2), ceil(1.2), sign(-3), mod(7,3), power(2,3), div(7,2)
select initcap('hello world'), reverse('abc'), repeat('a',3), lpad('a',3,'x'), ltrim('xxa','x'), translate('abc','ab','xy')
select concat('a',null,'b'), concat_ws(',','a',null,'b'), format('%s-%I','a','b')
select ascii('a'), chr(97), char_length('ab'), octet_length('ab')
select overlay('abcdef' placing 'X' from 2 for 3)
select quote_ident('A b'), quote_literal('a''b')
select * from (select 1) limit all
select case when true then 1 else 'a' end
select inet '10.0.0.1'
select int4range(1,5)
select to_tsvector('english','cats')
select money '1.00'
select xmin is not null from pg_class limit 1
table pg_namespace limit 1
select to_hex(255), 255::bit(8)
select array_to_string(array[1,null,3],','), string_to_array('a,b',',')
select corr(x,y), regr_slope(x,y) from (values (1,2),(2,4),(3,7)) t(x,y)
select json_agg(x) from (values (1),(2)) t(x)
select t from (values (1,2)) t(x,y)
select 1 + 1, 2 * 3, 7 % 3, -5 / 2
select 'a' || 'b', 'a' || 1, upper('abc'), length('abc')
select coalesce(null, 1), nullif(1, 1), greatest(1, 2), least(1, 2)
select case when 1 > 0 then 'yes' else 'no' end
select cast('12' as integer), '12'::bigint, 12::text
select true and false, not true, null is null, 1 is distinct from null
select date '2024-02-29' + 1, date '2024-03-01' - date '2024-02-01'
select timestamp '2024-01-01 10:00:00' + interval '1 hour'
select extract(year from date '2024-05-06'), date_part('month', timestamp '2024-05-06')
select to_char(date '2024-05-06', 'DD.MM.YYYY'), to_char(timestamp '2024-05-06 07:08:09', 'HH12:MI AM')
select position('b' in 'abc'), strpos('abc', 'c'), left('abc', 2), right('abc', 2)
select trim('  a '), ltrim('xxa', 'x'), rtrim('axx', 'x'), btrim('xax', 'x')
select replace('aba', 'a', 'c'), split_part('a,b,c', ',', 2), lpad('5', 3, '0')
select regexp_replace('abc', 'b', 'x'), regexp_replace('bbb', 'b', 'x', 'g')
select count(*), sum(x), min(x), max(x) from (values (1), (2), (3)) t(x)
select x, count(*) from (values ('a'), ('b'), ('a')) t(x) group by x order by x
select string_agg(x, ',' order by x) from (values ('b'), ('a')) t(x)
select row_number() over (order by x), x from (values (3), (1), (2)) t(x) order by 1
select sum(x) over (order by x rows between unbounded preceding and current row) from (values (1), (2)) t(x)
with recursive t(n) as (select 1 union all select n + 1 from t where n < 3) select n from t
select * from generate_series(1, 3) g
select g, g * 2 as twice from generate_series(1, 2) as g
select * from unnest(array['a', 'b']) with ordinality as u(x, n)
select 1 = any(array[1, 2]), 3 <> all(array[1, 2]), 2 = any('{1,2}'::int[])
select array_length(array[1, 2, 3], 1), array_upper(array[1, 2], 1), cardinality(array[1, 2])
select exists (select 1), 1 in (1, 2), 'a' between 'a' and 'b'
select 'abc' like 'a%', 'ABC' ilike 'a%', 'abc' not like 'b%'
select round(1.005, 2), round(-1.5), trunc(1.9), floor(-1.5), ceil(-1.5)
select abs(-1), sqrt(4), mod(7, 3), power(2, 10), exp(0), ln(1)
select md5('a'), encode('abc', 'hex'), decode('616263', 'hex')
select now() is not null, current_date is not null, current_timestamp is not null
select current_user, session_user, current_schema()
select distinct x from (values (1), (1), (2)) t(x) order by x desc
select distinct on (x) x, y from (values (1, 2), (1, 1)) t(x, y) order by x, y
select x from (values (1), (2)) t(x) union select 3 order by 1 limit 2 offset 1
select a.x, b.y from (values (1)) a(x) left join (values (1, 'q')) b(x, y) using (x)
select * from (values (1, 'a'), (2, 'b')) t(id, name) where (id, name) = (1, 'a')
select interval '90 minutes', interval '1 day 2 hours' * 2
select '2024-01-01 00:00:00+02'::timestamptz
select age(date '2024-03-01', date '2024-01-01') > interval '1 month'
select date_trunc('hour', timestamp '2024-01-01 10:20:30')
select 1.5::numeric(10,2), 1.005::numeric, '3.14159'::numeric, 2::numeric
select 0.1 + 0.2, 0.1::float8 + 0.2::float8, 1e10, 1.0
select 'a'::char(3), 'abc'::varchar(2), 'x'::text
select json_build_object('a', 1, 'b', 'x'), json_agg(1), to_json('a'::text)
select '[1,2,3]'::json->0, '{"a":{"b":[1]}}'::json#>'{a,b}', '{"a":1}'::json->>'a'
select jsonb_array_length('[1,2]'::jsonb), jsonb_typeof('1'::jsonb)
select quote_literal('x'), quote_ident('x'), quote_nullable(null)
select pg_typeof(1::bigint), pg_typeof('a'::text), pg_typeof(now()), pg_typeof(array[1])
select substring('foobar' from 'o(.)b'), substring('foobar', 2, 3)
select 'a' < 'b', 'a' < 'B', 'Z' < 'a'
select to_hex(10), chr(65), ascii('A'), repeat('ab', 2), reverse('ab')
select bool_and(x), bool_or(x), every(x) from (values (true), (false)) t(x)
select count(*) filter (where x > 1) from (values (1), (2)) t(x)
select grouping(x), x, count(*) from (values (1), (2)) t(x) group by rollup (x) order by 1, 2
select 'pg_class'::regclass, 'int4'::regtype, 'pg_class'::regclass::oid
select format_type(23, null), format_type(1700, 655366)
select oid, typname from pg_type where typname in ('int4', 'text') order by 1
select table_name from information_schema.tables where table_schema = 'information_schema' and table_name like 'col%' order by 1
select nspname from pg_namespace where nspname like 'pg_cat%'
select 1 as "A", 2 as a
select e'a\tb', 'it''s', $$dollar$$, E'\u0041'
select lower('ÄÖ'), length('日本'), upper('straße')
select 5 & 3, 5 | 3, 1 << 3, ~5
select b'101', x'ff'
select width_bucket(3.5, 0, 10, 5), div(9, 4), gcd(12, 18)
select concat('a', 1, null), concat_ws('-', 'a', 'b'), format('%s %s', 'a', 1)
select timestamp '2024-01-01 10:00' at time zone 'UTC'
select make_date(2024, 2, 3), to_timestamp(0), date '2024-01-31' + interval '1 month'
select array[1, 2] || array[3], array_append(array[1], 2), array_cat(array[1], array[2])
select array_position(array['a', 'b'], 'b'), array_remove(array[1, 2, 1], 1)
select unnest(array[1, 2]), 'x'
select coalesce(nullif('', ''), 'empty')
select 10 / 4, 10 / 4.0, 10 % 4, 2 ^ 3
table pg_am limit 1
values (1, 'a'), (2, 'b')
select 'a%b' like 'a/%b' escape '/', 'axb' not like 'a/%b' escape '/', 'A%b' ilike 'a!%B' escape '!'
select percentile_cont(0.5) within group (order by x) from generate_series(1,4) x
select percentile_cont(0.25) within group (order by x desc), percentile_disc(0.5) within group (order by x) from generate_series(1,4) x
select percentile_cont(array[0.25,0.75]) within group (order by x) from generate_series(1,5) x
select (date '2024-01-01', date '2024-02-01') overlaps (date '2024-01-15', date '2024-03-01')
select (date '2024-01-01', interval '10 days') overlaps (date '2024-01-15', date '2024-03-01')
select (date '2024-01-01', date '2024-01-01') overlaps (date '2024-01-01', date '2024-01-01')
select normalize('e' || chr(769)) = chr(233), 'a' is normalized
select extract(year from date '2024-03-01'), extract(dow from timestamp '2024-03-01 10:00')
