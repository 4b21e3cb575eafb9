-- Calls of types' names, which are casts.
SELECT uuid('a')
SELECT uuid('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
SELECT date('x')
SELECT date('2024-01-02')
SELECT inet('x')
SELECT inet('10.0.0.1/8')
SELECT cidr('10.0.0.0/8')
SELECT cidr('10.0.0.1/8')
SELECT macaddr('x')
SELECT macaddr8('08:00:2b:01:02:03')
SELECT int4('x')
SELECT int4('12'), int2('3'), int8('4'), int4(2.5), int8(2.5), int2(2.5)
SELECT int2('99999')
SELECT int8('x')
SELECT bool('x')
SELECT bool('t'), bool(1), bool('off')
SELECT json('x')
SELECT json('{"a":1}'), jsonb('{"a": 1}')
SELECT jsonb('x')
SELECT float8('x')
SELECT float8('1.5'), float4('2.5'), float8(3), float4(4)
SELECT float4('x')
SELECT numeric('x')
SELECT "numeric"('1.50'), pg_catalog.numeric('2.5')
SELECT text('x'), text(1), text(true), text(1.5)
SELECT varchar('x'), "varchar"('y'), bpchar('z '), name('n')
SELECT "char"('abc'), pg_catalog.bpchar('x')
SELECT bytea('\x00')
SELECT bytea('\xzz')
SELECT "timestamp"('2024-01-01'), "time"('10:00'), timestamptz('2024-01-01 00:00+00'), timetz('10:00+00')
SELECT "timestamp"('x')
SELECT timestamptz('x')
SELECT "time"('x')
SELECT timetz('x')
SELECT "interval"('1 day')
SELECT "interval"('x')
SELECT oid('x')
SELECT oid('12'), oid(5)
SELECT regclass('pg_class'), regtype('int4'), regproc('now')
SELECT regclass('nosuch')
SELECT regtype('nosuch')
SELECT money('1.5')
SELECT xml('<a/>')
SELECT xml('<a>')
SELECT tsvector('a b'), tsquery('a & b')
SELECT point('x')
SELECT point('(1,2)'), box('(1,2),(3,4)'), circle('<(1,2),3>'), lseg('[(1,2),(3,4)]'), line('{1,2,3}'), path('((1,2),(3,4))'), polygon('((1,2),(3,4))')
SELECT int4range('[1,2)')
SELECT int4range('x')
SELECT numrange('[1.5,2)')
SELECT int4multirange('{[1,2)}')
SELECT bit('101'), varbit('101')
SELECT "bit"('101')
SELECT varbit('102')
SELECT pg_lsn('0/0')
SELECT jsonpath('$.a')
SELECT jsonpath('$.')
CREATE TABLE kwn (id int, t text, v varchar(30), i int, d date, ts timestamp, n numeric, j jsonb, u uuid)
INSERT INTO kwn VALUES (1, '12', '2024-01-02', 5, '2024-02-03', '2024-02-03 04:05', 2.5, '1', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
SELECT uuid(t) FROM kwn
SELECT date(v) FROM kwn
SELECT date(t) FROM kwn
SELECT date(ts), date(d) FROM kwn
SELECT int4(t) FROM kwn
SELECT int4(n), int8(i), float8(n), "numeric"(i), text(i), text(d), text(n), text(j), text(u) FROM kwn
SELECT inet(t) FROM kwn
SELECT bool(t) FROM kwn
SELECT bool(i), bool(j) FROM kwn
SELECT json(t) FROM kwn
SELECT jsonb(t) FROM kwn
SELECT float8(t) FROM kwn
SELECT "timestamp"(d), timestamptz(d), "time"(ts) FROM kwn
SELECT "timestamp"(v) FROM kwn
SELECT uuid(NULL), date(NULL), inet(NULL), int4(NULL), json(NULL)
SELECT uuid(u) FROM kwn
SELECT int4(true), int4('5'::text)
SELECT int4('5'::"char"), text('a'::"char"), int4(j) FROM kwn
SELECT varchar(v), bpchar(v), name(v) FROM kwn
SELECT date(now()) IS NULL, "time"(now()) IS NULL
SELECT date(1)
SELECT uuid(1)
SELECT int4()
SELECT int4('1', '2')
SELECT numeric(1.255, 2)
SELECT pg_catalog.date('2024-01-02'), pg_catalog.int4('7'), pg_catalog.uuid('x')
SELECT interval('1 day')
SELECT nosuchtype('x')
SELECT int('5')
SELECT integer('5')
SELECT bigint('5')
SELECT boolean('t')
SELECT character('t')
SELECT int4('  7  '), int4(''), 1
SELECT int4('7.5')
SELECT date('today') = current_date, date(' 2024-01-02 ')
CREATE VIEW kwn_v AS SELECT uuid(u::text) AS a, text(i) AS b, date(v) AS c, bool(i) AS d, json(j) AS e FROM kwn
SELECT * FROM kwn_v
SELECT json(x), x FROM (VALUES ('[1]'), ('{"a":2}')) v(x) WHERE json(x) IS NOT NULL
SELECT sum(int4(t)) FROM kwn WHERE int4(t) > 1 GROUP BY int4(t) ORDER BY int4(t)
INSERT INTO kwn (id, d, i) VALUES (int4('2'), date('2024-09-09'), int4('8')) RETURNING id, d, i
CREATE TABLE kwn_d (a int DEFAULT int4('5'), b date DEFAULT date('2024-01-01'), c text CHECK (text(c) <> 'x'), d bool DEFAULT bool('t'), e uuid DEFAULT uuid('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'))
INSERT INTO kwn_d DEFAULT VALUES RETURNING *
