select '$.a[*]?(@.b>1)'::jsonpath
select '$'::jsonpath, '$.a'::jsonpath, 'strict $.a.b'::jsonpath, 'lax $.*'::jsonpath
select '$.a[*]?(@.b>1)'::jsonpath::text
select jsonb_path_query('{"a":[{"b":2}]}'::jsonb, '$.a[*]?(@.b>1)'::jsonpath)
select pg_typeof('$.a'::jsonpath)
select jsonpath '$.a[0 to 2, last]', cast('$.**{2 to last}.a' as jsonpath)
select '$.a ? (@.b == "x" && !(@.c < 3.50 || exists(@.d)))'::jsonpath
select '$.a.size() + 1 - $x * 2'::jsonpath, '-$.a'::jsonpath, '$.a.datetime("HH24")'::jsonpath
select '$ ? (@ like_regex "^a" flag "i")'::jsonpath, '$ ? (@ starts with "a")'::jsonpath, '($ == 1) is unknown'::jsonpath
select '$."a b"'::jsonpath, '$.a.type()'::jsonpath, 'null'::jsonpath, '"x"'::jsonpath, '1.50'::jsonpath, 'true'::jsonpath
select '$.a['::jsonpath
select ''::jsonpath
select '{"a":1}'::jsonb @? '$.a'::jsonpath, '{"a":1}'::jsonb @@ '$.a == 1'::jsonpath
select null::jsonpath
create table paths (p jsonpath)
SET TIME ZONE INTERVAL '+05:30' HOUR TO MINUTE
set time zone 3
show timezone
select '2024-01-01 00:00:00+00'::timestamptz
set time zone -3.5
set time zone interval '-08:00' hour to minute
show timezone
set time zone interval '2 hours'
set time zone '<+05:30>-05:30'
set time zone 'UTC+3'
show timezone
select '2024-01-01 00:00:00+00'::timestamptz
set time zone 'EST5EDT'
show timezone
select '2024-01-01 00:00:00+00'::timestamptz, '2024-07-01 00:00:00+00'::timestamptz
set time zone 'EST5'
select '2024-07-01 00:00:00+00'::timestamptz
set timezone to '5.5'
set timezone = '-7'
show timezone
select '2024-07-01 00:00:00+00'::timestamptz
set timezone to 'FOO+3'
show timezone
select '2024-07-01 00:00:00+00'::timestamptz
set time zone 'CST6CDT,M3.2.0,M11.1.0'
set time zone 'nowhere/atall'
set time zone 25
set time zone 200
set time zone interval '1 month'
set time zone interval '1 day'
set time zone local
set time zone 'UTC'
select '2024-01-01 00:00:00+00'::timestamptz at time zone '<+05:30>-05:30'
select '2024-01-01 00:00:00+00'::timestamptz at time zone 'UTC+3', '2024-01-01 00:00:00+00'::timestamptz at time zone 'EST5EDT', '2024-01-01 00:00:00+00'::timestamptz at time zone '+03:00'
select '2024-01-01 00:00:00+00'::timestamptz at time zone interval '+05:30' hour to minute
select timezone('UTC+3', '2024-01-01 00:00:00+00'::timestamptz)
set session time zone interval '+05:30' hour to minute
reset timezone
begin
set local time zone interval '+01:00' hour to minute
show timezone
commit
show timezone
