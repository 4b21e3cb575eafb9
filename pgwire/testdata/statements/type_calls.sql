select B'', ''::varbit, length(B''), B'' || B'101', bit_length(B'')
select array[B'', B'1'], array[''::varbit]
select B'' = B'', B'' < B'1', coalesce(null, B'')
select B''::text, octet_length(B'')
select X'', X''::bit(4), ''::bit(3)
select '{"",1}'::varbit[]
select B'' & B'', ~ B'', B'' # B''
select substring(B'101' from 4), overlay(B'101' placing B'' from 1 for 1), position(B'' in B'101')
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
select money(12), money(1.5), xml('<a/>'), cidr(inet '10.1.2.3/8'), inet('1.2.3.4'), macaddr('08:00:2b:01:02:03')
select text(1), text(1.5), text(date '2024-01-01'), text('a')
select regclass('pg_class'::text), pg_catalog.int4(7.5), pg_catalog.text('x')
create table called (id int, n numeric(8,2), d date, t text)
insert into called values (1, 2.50, '2024-01-02', '7'), (2, null, null, null)
select text(n), int4(n), float8(n), text(d), int8(t), text(id) from called order by id
select text(id), count(*) from called group by text(id) order by text(id)
select * from called where int4(t) = 7 and text(d) = '2024-01-02'
select int4('x')
select int4(date '2024-01-01')
select int2(70000)
select float4('1e10'), numeric(n), timestamp(d) from called
select "timestamp"(d), timestamptz(d) from called order by id
select text(n) || 'x', length(text(id)) from called order by id
select text()
select text(1, 2)
select int4(x => 1)
select jsonb('{"a":1}'), bytea('abc'), text(array[1,2]), text(row(1,2))
create view called_v as select text(id) as t from called
select '192.168.1.5/24'::cidr
select cidr '10.1.0.0/8', '10.0.0.1'::cidr
select '::1/64'::cidr
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
