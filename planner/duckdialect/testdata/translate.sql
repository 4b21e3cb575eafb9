-- What is not rewritten.
select a, b from t where a = 1 order by b
select iata, name from public.airports a join flights f using (iata) where f.delay > 10 limit 5
select * from demo.public.airports
insert into t (a, b) values (1, 'x') on conflict (a) do update set b = excluded.b
update t set a = a + 1 where b like 'x%'
delete from t where a in (select a from u)
with pg_class as (select 1 as oid) select oid from pg_class
create table t (id integer primary key, name varchar(10), at timestamptz, doc json)
alter table t add column x integer
drop table if exists t cascade
comment on table t is 'x'
set search_path = public
show server_version
-- Capitals.
SELECT a FROM t WHERE b IS NULL
SELECT IATA FROM airports
select iata as Code, "Name" from "T"
select iata AS NAME from t
CREATE TABLE Foo (Id INTEGER PRIMARY KEY, "Kept" TEXT)
INSERT INTO t VALUES (1)
-- Names of columns.
select count(*), 1 + 1, lower(a), a::text, case when a then 1 end, array[1], (select max(b) from t), exists (select 1) from t
select count(*) from (select lower(a), b::date from t) s
with c as (select max(a) from t) select max from c
insert into t (a) values (1) returning a, a + 1
values (1, 'a')
select column2 from (values (1, 'a')) v
-- Catalogs.
select oid from pg_class
select pg_class.oid from pg_catalog.pg_class
select pg_catalog.pg_class.relname from pg_catalog.pg_class
select table_name from information_schema.tables
select rolname from pg_roles r where r.rolname = current_user
select datname from pg_database
select name, setting from pg_settings
select d.description from pg_description d join pg_language l on d.classoid = l.tableoid
select pg_catalog.format_type(a.atttypid, a.atttypmod) from pg_attribute a
select pg_table_is_visible(c.oid), pg_table_is_visible(12) from pg_class c
select pg_get_userbyid(relowner) from pg_class
select indkey, indkey[0], indkey::text from pg_index
select typinput from pg_type
select version(), current_database(), current_schema, current_schema(), session_user, current_setting('search_path')
-- Casts.
select 'pg_class'::regclass
select c.oid::regclass, c.oid::regclass::text from pg_class c where c.oid = 'public.t'::regclass
select pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass::oid from pg_attribute a
select cast(cast(pg_get_serial_sequence(cast(cast(a.attrelid as regclass) as text)::text, a.attname) as regclass) as oid) from pg_attribute a
select '16412'::regclass::oid
select '{1,2,null}'::int[], '{"a b",c}'::text[], '{{1,2},{3,4}}'::int[]
select '\x6162'::bytea, 'on'::bool, B'101', X'1f'
select 1.5::numeric, 2::numeric, a::numeric, a::numeric(10,2), '3.14'::numeric from t
select a::varchar(3), a::float, a::double precision, a::float8, a::jsonb, a::name from t
select a::timestamp(3), a::interval day from t
select a collate "C", a collate pg_catalog."default" from t
select E'tab\there', U&'\0041'
-- Operators.
select a ~ 'x', a !~ 'x', a ~* 'x', a !~* 'x', a operator(pg_catalog.~) '^x' from t
select a # 1, |/ a, '1' + 1, array[1] || 2 from t
select a similar to 'b%_c', a not similar to b, a like 'x' escape '/', a not ilike b escape 'q' from t
select j -> 'a', j ->> 'a', j -> 0, j #>> '{a,b}', j::jsonb @> '{"a":1}' from t
select a = any(b), a = any('{1,2}'), a <> all(b), a = any(array[1, 2]), a = any(select 1) from t
-- Functions.
select generate_series(1, 3), unnest(array[1]), generate_subscripts(b, 1) from t
select g from generate_series(1, 3) g
select n from t, generate_series(1, t.a) as s(n)
select x, n from unnest(array['a']) with ordinality as u(x, n)
select k from json_object_keys('{"a":1}') k
select relid, depth from pg_partition_ancestors(12) with ordinality as a(relid, depth)
select to_char(d, 'YYYY-MM-DD HH24:MI:SS'), to_char(x, '9,999.99'), to_date('2024', 'YYYY'), to_timestamp(0) from t
select substring(a from 0 for 2), substring(a, 2, 3), substring(a from '(b)') from t
select format('%s-%I-%L-%%', a, b, c), regexp_match(a, '(x)(y)') from t
select json_build_object('a', 1), jsonb_agg(a), json_array_elements(j) from t
select extract(year from d), trim(both 'x' from a), position('a' in b), overlay(a placing 'x' from 1 for 2) from t
select percentile_cont(0.5) within group (order by a desc), percentile_disc(array[0.1, 0.9]) within group (order by a) from t
select (a, b) overlaps (c, interval '1 day') from t
select normalize(a), normalize(a, nfc), a is normalized as n from t
select normalize(a, nfd) from t
-- Statements.
begin isolation level serializable
start transaction read only
commit work
end
rollback
explain select 1 as x
explain (analyze, buffers) select 1 as x
explain (analyze false) select a from t
create unlogged table t (a text) with (fillfactor = 70)
create index concurrently i on t using btree (a desc)
create index i on t (a)
create table t as select count(*) from u
create view v as select count(*) from u
create table t (a numeric, b jsonb, c char(3), d float, e oid, f double precision)
vacuum full t
analyze t
insert into t overriding system value values (1)
select a from only t
unlisten *
close all
select current_setting('jit') as cur, set_config('jit', 'off', false) as new
select a = any($1), a = any($2::int[]) from t
-- Names in quotes and capitals mean what they mean to DuckDB.
select "CURRENT_SETTING"('temp_directory') as x, "PG_CATALOG"."Version"() as y
select oid from "PG_CLASS"
select oid from "Pg_Catalog"."PG_CLASS"
with "PG_CLASS" as (select 1 as oid) select oid from "PG_CLASS"
select 1 as x from "__PG".cat.pg_class
select "__PG"."CAT".now() as x
drop table "PG_CATALOG".x
comment on table "__PG".cat.x is 'x'
-- Texts that the two lexers read otherwise.
select 'ü' as a
select a b from t
select "a b" from t
select aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa from t
select $$a$$ as x, $x$b$x$ as y
select 1_000 as a, 0x1f as b, .5 as c, 1e3 as d, 5. as e
select a /* one /* two */ */ from t -- three
select a & 1 as x, a << 2 as y, ~ a as z, @ a as v from t
select - - a as x, a - - 1 as y, a - -1 as z from t
select a ? 'b' as x from t
select a -? b as x from t
select f("x é" := 1) as y
select a[1:2] as x, a[1] as y from t
-- What is refused.
select set_config('role', 'none', true)
close c
savepoint s
rollback to s
commit and chain
declare c cursor for select 1
fetch 1 from c
listen x
copy t from stdin
copy t to '/tmp/x'
grant select on t to bob
create function f() returns int language sql as 'select 1'
create materialized view m as select 1
create extension x
create table t (id serial primary key)
create table t (id integer generated always as identity)
create table t (a integer references u on delete cascade)
create table t (like u)
create table t (a int) partition by range (a)
create index i on t (a) where a > 1
create index i on t using gin (a)
truncate a, b
select a from t for update
select a into u from t
select a from t order by a using <
select 1::inet
select a, b::money from t
select now(), to_tsvector('x')
select format(a, 1) from t
select to_char(d, 'Q') from t
select a collate "de_DE" from t
select * from rows from (generate_series(1, 2), generate_series(1, 3)) as x
-- What is forbidden.
insert into pg_class values (1)
delete from pg_catalog.pg_type
update information_schema.tables set table_name = 'x'
select * from __pg.cat.pg_class
select __pg.cat.regclass_oid('x')
drop view __pg.cat.pg_class
select * from __pt.tab.pg_class
select * from __ps._00.pg_class
select __ps._00.format_type(1, 2)
drop table __ps._00.pg_class
select __pt.tab._place_name()
drop view __pt.tab.pg_class
drop table pg_catalog.pg_class
create table pg_catalog.x (a int)
select (with pg_settings as (select 1) select 1), name from pg_settings
with recursive pg_class as (select 1 as oid union all select oid + 1 from pg_class where oid < 3) select * from pg_class
with a as (select * from pg_namespace), pg_namespace as (select 1) select * from a
with recursive a as (select * from v), v as (select 1) select * from a
with recursive a as (select * from b), b as (select * from a) select * from b
select * from memory.t
select * from system.pg_settings
select * from "System".pg_settings
create table temp.t (a int)
create view memory.v as select 1
create schema memory
drop schema memory cascade
drop function "//"
drop function memory."//"
drop aggregate f(integer)
drop type mood
alter table memory.t rename to u
alter function f() rename to g
alter view v rename to w
alter table t rename column a to b
select '{}'::json::variant
select cast('{}' as "VARIANT")
select histogram(a) from t
select * from histogram('t', 'a')
select * from pg_catalog."HISTOGRAM"('t', 'a')
with a as not materialized (select 1 as x), b as materialized (select x from a) select * from a, b
select a ~~~ b, a like b from t
select a operator(pg_catalog.~~~) any(b) from t
-- a select list that is empty
select a from t where exists (select from u where u.a = t.a)
select a from t where not exists (select from u union all select from v)
select from t
select a from t where a in (select b from (select from u) s)
insert into t values (1)
-- unnest of several arrays
select * from unnest(array[1, 2], array['a']) t(n, s)
select i, c, o from t, unnest(t.a, t.b) with ordinality u(i, c, o)
select * from unnest(array[1], array[2])
-- functions that become constants, in FROM
select * from current_schema()
select * from version() v(x), current_user
-- arrays of look-ups
select 23 = any('{int,int8}'::regtype[]), array['t']::regclass[]
select x::regtype[] from t
-- keywords of DuckDB's that are names
create table t ("at" int, "by" text, show boolean)
select "at", qualify as lambda, 'at by' from t order by "by"
select show from t
-- tables in several statements
create table "T" ("Id" serial, b bigserial not null, c smallint generated always as identity (minvalue 3 no maxvalue cycle))
create temporary table s.t (id serial)
create table t (a int, b int generated always as (a * 2) stored)
create sequence s as int cache 20 owned by none
alter table t add column a int not null unique, alter b set default 3, drop c
alter table t add unique (a, b)
alter table t add check (a > 0)
alter table t owner to x
ALTER TABLE se4 ADD COLUMN n serial, ADD COLUMN x int DEFAULT 7
SELECT (pg_catalog.pg_relation_is_updatable(1, true)::bit(8) & B'00010000') = B'00010000'
SELECT 255::bit(8)
WITH a AS (INSERT INTO t VALUES (1) RETURNING n) SELECT * FROM a
INSERT INTO t VALUES (1) ON CONFLICT ON CONSTRAINT t_pkey DO NOTHING
select 1 as n, current_schema
-- Arrays of "char" and of types; GROUP BY a primary key, and by a name that a table has, too.
select array['i', 'oo']::"char"[] <@ x.modes from x
select o as x from t o group by o
select x.y as x from t x group by x
select * from aclexplode(null) a where grantee = 1
select x, n from information_schema._pg_expandarray('{1}') a
CREATE TABLE t (id int, m money)
-- COLUMNS is all columns in DuckDB, and a plain name in Postgres
SELECT columns(*) FROM t
SELECT min(COLUMNS(c -> c LIKE $$a%$$)) FROM t
