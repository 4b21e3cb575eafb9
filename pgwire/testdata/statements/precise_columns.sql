set timezone = 'UTC'
create table pr (id int primary key, a timestamp(3), b timestamptz(0), c time(2), d timetz(1), e interval(3), f timestamp(6), g timestamp, h timestamp(0) default '2020-01-01 10:00:00.5', i timestamp(1) with time zone default '2020-01-01 10:00:00.25+00')
insert into pr (id, a, b, c, d, e, f, g) values (1, '2020-01-01 10:00:00.1235', '2020-01-01 10:00:00.5+00', '10:00:00.125', '10:00:00.15+02', '1 day 1.23456 seconds', '2020-01-01 10:00:00.123456', '2020-01-01 10:00:00.123456')
insert into pr (id, a, b) values (2, timestamp '1969-12-31 23:59:59.9996', timestamptz '2020-12-31 23:59:59.6+00'), (3, null, 'infinity'), (4, default, '-infinity'), (5, date '2020-05-06', date '2020-05-06')
select * from pr order by id
select a, b, id, e, count(*) over () from pr where id = 1
insert into pr (id, a, b, c, e) select id + 10, g, g, g::time, e * 1.0001 from pr where id = 1
update pr set a = g, b = '2021-01-01 00:00:00.5+00' where id = 1 returning a, b
update pr set (a, c) = row('2021-01-01 00:00:00.98765'::timestamp, '11:22:33.456'::time) where id = 11 returning a, c
insert into pr (id, a) values (1, '2022-02-02 02:02:02.22222') on conflict (id) do update set a = excluded.a + interval '0.0006 seconds', h = default returning a, h
insert into pr (id, a) values (1, '2022-02-02 02:02:02.22222') on conflict (id) do update set b = '2022-02-02 02:02:02.5+00' returning a, b
merge into pr using (select 1 as id, timestamp '2023-01-01 00:00:00.55555' as v) n on pr.id = n.id when matched then update set a = n.v, c = '01:02:03.999'
merge into pr using (select 99 as id, timestamp '2023-01-01 00:00:00.55555' as v) n on pr.id = n.id when not matched then insert (id, a, c) values (n.id, n.v, '01:02:03.999')
select id, a, b, c, d, e from pr order by id
select attname, format_type(atttypid, atttypmod), atttypmod from pg_attribute where attrelid = 'pr'::regclass and attnum > 0 order by attnum
select column_name, data_type, datetime_precision, interval_type, column_default from information_schema.columns where table_name = 'pr' order by ordinal_position
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'pr'::regclass order by adnum
select conname, contype, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'pr'::regclass order by 1
select relchecks from pg_class where oid = 'pr'::regclass
alter table pr alter column g type timestamp(2)
alter table pr alter column a type timestamp(6)
alter table pr alter column c type time
alter table pr alter column e type text using e::text
alter table pr add column j timestamp(3) default '2020-01-01 00:00:00.12345'
alter table pr add column k timestamptz(0) not null default '2020-01-01 00:00:00.5+00'
alter table pr add column l timestamp(4)
alter table pr alter column l set default '2020-01-01 00:00:00.123456'
alter table pr rename column b to bb
alter table pr drop column d
insert into pr (id, a, bb, c, g) values (20, '2020-01-01 10:00:00.123456', '2020-01-01 10:00:00.7+00', '10:00:00.123456', '2020-01-01 10:00:00.123456')
select id, a, bb, c, e, f, g, h, i, j, k, l from pr order by id
select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'pr'::regclass and attnum > 0 and not attisdropped order by attnum
alter table pr rename to prr
update prr set g = '2020-01-01 10:00:00.129', bb = '2020-01-01 10:00:00.5+00' where id = 20 returning g, bb
create table pr2 (like prr including defaults)
insert into pr2 (id, bb, k) values (1, '2020-01-01 10:00:00.7+00', '2020-01-01 10:00:00.7+00')
select id, bb, h, j, k, l from pr2
create table pr3 as select id, bb, g as gg, '2020-01-01 10:00:00.777'::timestamp(1) as t, now()::timestamptz(2) from prr where id = 20
insert into pr3 values (21, '2020-01-01 10:00:00.7+00', '2020-01-01 10:00:00.777', '2020-01-01 10:00:00.77', '2020-01-01 10:00:00.777+00')
select id, bb, gg, t from pr3 order by id
select now from pr3 where id = 21
select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'pr3'::regclass and attnum > 0 order by attnum
create table pr4 as select * from prr
select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'pr4'::regclass and attnum > 0 order by attnum
create table pr5 (a, b) as select id, bb from prr with no data
insert into pr5 values (1, '2020-01-01 10:00:00.7+00') returning *
select id, bb into pr6 from prr where id = 20
insert into pr6 values (1, '2020-01-01 10:00:00.7+00') returning *
create table if not exists pr6 as select now()::timestamp(3) as bb
create temp table prt (a timestamp(0), b timestamptz(3) default now())
insert into prt values ('2020-01-01 10:00:00', '2020-01-01 10:00:00.777+00')
select a::text, b::text from prt
create table prd (id serial primary key, a timestamptz(3) default current_timestamp, b timestamp(0) default current_timestamp, c timestamp(3) default current_timestamp(3), d timestamptz(0) default now(), e date default current_date, f timestamp(0) default current_date, g time(0) default '10:00:00.5', h interval(0) default '1.5 seconds', i timestamp(3) default localtimestamp)
insert into prd default values
select a = date_trunc('milliseconds', a), b = date_trunc('second', b), c = date_trunc('milliseconds', c), d = date_trunc('second', d), f = current_date, g, h, i = date_trunc('milliseconds', i) from prd
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'prd'::regclass and adnum in (1, 5, 6, 8) order by adnum
create view prv as select id, a from prd
update prv set a = '2020-01-01 10:00:00.7777+00' returning a
prepare ins(int, timestamptz) as insert into pr6 values ($1, $2) returning bb
execute ins(5, '2020-01-01 10:00:00.7+00')
with n as (insert into pr6 values (7, '2020-01-01 10:00:00.7+00') returning *) select id, bb::text from n
with n as (update pr6 set bb = '2020-01-01 10:00:00.4+00' where id = 7 returning *) select id, bb::text from n
create domain prdom as timestamp(1)
create table prd2 (a prdom)
insert into prd2 values ('2020-01-01 10:00:00.77') returning a::text
create type prc as (a timestamp(1), b int)
create table prc2 (a prc)
insert into prc2 values (row('2020-01-01 10:00:00.77', 1)) returning a::text
create table prk (a timestamp(0) primary key, b int)
insert into prk values ('2020-01-01 10:00:00.4', 1)
insert into prk values ('2020-01-01 09:59:59.7', 2)
insert into prk values ('2020-01-01 09:59:59.7', 2) on conflict (a) do update set b = excluded.b returning *
create table prk2 (a timestamp(0) references prk on update cascade, g timestamp)
insert into prk2 values ('2020-01-01 10:00:00.3', '2020-01-01 10:00:00.3') returning *
update prk set a = '2020-01-01 12:00:00.8'
select * from prk2
create table prg (a timestamp, b timestamp(0) generated always as (a) stored)
create table pra (a timestamp(3)[])
create table pri (a interval day to second(3), b interval hour)
create table prn (a timestamp(0) not null check (a > '2020-01-01'), b int)
insert into prn values ('2020-01-01 00:00:00.4', 1)
insert into prn values ('2020-01-01 00:00:00.6', 1) returning a
insert into prn (b) values (1)
begin
create table prtx (a timestamp(0), b int)
insert into prtx values ('2020-01-01 10:00:00.7', 1) returning a
alter table prtx add column c timestamp(0) default now()
update prtx set a = '2020-01-01 10:00:00.7' returning a
commit
select c = date_trunc('second', c) from prtx
insert into prtx select '2020-01-01 10:00:00.7', 2 returning a
insert into prtx values ('2020-01-01 10:00:00.7', 2), ('2020-01-01 10:00:00.3', 2) returning a
select distinct a from prtx order by a
select a from prtx where a = '2020-01-01 10:00:00.7'
update prtx set (a, b) = (select timestamp '2020-01-01 10:00:00.7', 5)
alter table prtx alter column a type timestamp(1), alter column a set default '2020-01-01 10:00:00.77'
insert into prtx (b) values (9) returning a
select a, count(*) from prtx group by a order by a
alter table prtx alter column a drop default
alter table prtx alter column a type timestamptz(0) using a at time zone 'UTC'
insert into prtx values ('2020-01-01 10:00:00.7+00', 10) returning a
create unique index on prtx (b, a)
drop table prtx
