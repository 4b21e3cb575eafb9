select B'', ''::varbit, length(B''), B'' || B'101', bit_length(B'')
select array[B'', B'1'], array[''::varbit]
select B'' = B'', B'' < B'1', coalesce(null, B'')
select B''::text, octet_length(B'')
select X'', X''::bit(4), ''::bit(3)
create table bits (id int, b varbit, c bit varying(5))
insert into bits values (1, '', B''), (2, B'101', '')
select id, b, c, length(b), b || c from bits order by b
select id from bits where b = ''
select '{"",1}'::varbit[]
select B'' & B'', ~ B'', B'' # B''
select substring(B'101' from 4), overlay(B'101' placing B'' from 1 for 1), position(B'' in B'101')
select bit_and(b), bit_or(b) from bits where id = 1
select count(distinct b) from bits
select to_json(B''), pg_typeof(B''), B''::varbit(3)
select text(inet '192.168.1.5/24'), text(cidr '10.0.0.0/8'), text('192.168.1.5'::inet)
select text('a'::name), text('b'::"char"), text(true), text('c'::bpchar), text('<a/>'::xml)
select int4(2.6), int4(3::int8), int4('5'::text)
select int4(2.5::float8), int2(7), int8(7), int4(true), int4('7'::jsonb), int4('x'::"char")
select float8(1), float4(1.5), float8(1.25::numeric), float8('2'::jsonb)
select date(now()) = current_date, date('2024-01-02 03:04'::timestamp), date('2024-01-02')
select numeric(1), numeric(1.5::float8), numeric('1.50'::jsonb), numeric(1.234, 10)
select varchar('a'), bpchar('b'), name('abc'), char('a'), bool(1), bool('true'::jsonb), oid(5::int8)
select timestamp(date '2024-01-01')
select "timestamp"(date '2024-01-01'), timestamptz(date '2024-01-01'), "time"('2024-01-01 03:04'::timestamp), timetz('2024-01-01 03:04+00'::timestamptz), "interval"(time '03:04')
select money(12), money(1.5), xml('<a/>'), cidr(inet '10.1.2.3/8'), inet('1.2.3.4'), macaddr('08:00:2b:01:02:03'), uuid('a')
select text(1), text(1.5), text(date '2024-01-01'), text('a')
select regclass('pg_class'::text), "bit"(5, 8), "bit"(5::bigint, 8), varbit(B'101', 2, true)
select '192.168.1.5/24'::cidr
select cidr '10.1.0.0/8', '10.0.0.1'::cidr
select '::1/64'::cidr
insert into bits select 1 where '10.1.1.1/8'::cidr is null
select 'x'::cidr, '1.2.3/40'::inet
select '08:00:2b:01:02:03:04:05'::macaddr8, '08-00-2b-01-02-03-04-05'::macaddr8, '08002b:0102030405'::macaddr8, '0800.2b01.0203.0405'::macaddr8, '08002b0102030405'::macaddr8
select '08:00:2b:01:02:03'::macaddr8, '08:00:2b:01:02:03'::macaddr::macaddr8, '08:00:2b:ff:fe:02:03:04'::macaddr8::macaddr
select '08:00:2b:01:02:03:04:05'::macaddr8::macaddr
select macaddr8_set7bit('00:34:56:ab:cd:ef'::macaddr8), macaddr8_set7bit(macaddr8 '02:34:56:ab:cd:ef')
select trunc('08:00:2b:01:02:03:04:05'::macaddr8), pg_typeof('08:00:2b:01:02:03:04:05'::macaddr8)
select '08:00:2b:01:02:03:04:05'::macaddr8 < '08:00:2b:01:02:03:04:06', '08:00:2b:01:02:03:04:05'::macaddr8 = '08002b0102030405'
select ~ '08:00:2b:01:02:03:04:05'::macaddr8, '08:00:2b:01:02:03:04:05'::macaddr8 & 'ff:ff:00:00:00:00:00:00', '08:00:2b:01:02:03:04:05'::macaddr8 | '00:00:00:00:00:00:00:ff'
select 'zz'::macaddr8
select '08:00:2b:01:02'::macaddr8
create table macs (id int, m macaddr8)
insert into macs values (1, '08:00:2b:01:02:03:04:05'), (2, '08:00:2b:01:02:03'), (3, null)
select * from macs order by m
select id, m::text, to_json(m), trunc(m), array[m] from macs order by id
select max(m), min(m), count(distinct m) from macs
