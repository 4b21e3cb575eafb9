-- Networks, numerics in arrays, dates with months at their ends and over the change of the clocks.
SELECT '10.0.0.0/8'::inet = '10.0.0.0/8'::cidr, '10.1.2.3'::inet = '10.1.2.3/32'::cidr, '10.1.2.3'::inet << '10.0.0.0/8'::cidr
SELECT '10.1.2.3/8'::inet = '10.0.0.0/8'::cidr, '10.1.2.3/8'::inet < '10.0.0.0/8'::cidr, '10.0.0.0/8'::cidr > '9.255.255.255'::inet
SELECT '10.0.0.0/8'::cidr >> '10.1.2.3'::inet, '10.0.0.0/8'::cidr >>= '10.0.0.0/8'::inet, '10.0.0.0/24'::inet <<= '10.0.0.0/24'::cidr, '10.0.0.0/24'::inet && '10.0.0.128/25'::cidr
SELECT inet '::1' < inet '127.0.0.1', inet '127.0.0.1' < inet '::1', '::1'::inet << '::/0'::cidr, '10.0.0.1'::inet << '::/0'::cidr
CREATE TABLE tn (id int, i inet, c cidr, m macaddr)
INSERT INTO tn VALUES (1, '10.1.2.3', '10.0.0.0/8', '08:00:2b:01:02:03'), (2, '192.168.1.5/24', '192.168.1.0/24', '08-00-2b-01-02-04'), (3, '::1', '::/64', NULL), (4, '10.0.0.0/8', '10.0.0.0/8', '0800.2b01.0205')
SELECT id, i = c, i <> c, i < c, i >= c, i << c, i <<= c, c >> i, i && c FROM tn ORDER BY id
SELECT id FROM tn WHERE i << '10.0.0.0/8' ORDER BY id
SELECT id FROM tn WHERE i <<= '10.0.0.0/8' ORDER BY id
SELECT id FROM tn WHERE i = '10.1.2.3' ORDER BY id
SELECT id FROM tn WHERE i = '10.1.2.3/32' ORDER BY id
SELECT id FROM tn WHERE i IN ('10.1.2.3', '::1') ORDER BY id
SELECT id FROM tn WHERE i BETWEEN '10.0.0.0' AND '10.255.255.255' ORDER BY id
SELECT id, i FROM tn ORDER BY i
SELECT id, c FROM tn ORDER BY c DESC, id
SELECT min(i), max(i) FROM tn
SELECT a.id, b.id FROM tn a JOIN tn b ON a.i = b.c ORDER BY 1, 2
SELECT host(i), text(i), masklen(i), netmask(i), hostmask(i), network(i), broadcast(i), family(i), abbrev(i), abbrev(c) FROM tn ORDER BY id
SELECT set_masklen(i, 16), set_masklen(c, 16) FROM tn WHERE id = 1
SELECT inet_merge(i, c), inet_same_family(i, '::1') FROM tn ORDER BY id
SELECT i + 5, i - 1, i - '10.0.0.0', ~i, i & '255.255.0.0', i | '0.0.0.255' FROM tn WHERE id = 1
SELECT i::text, c::text, i::cidr, c::inet, m::text FROM tn ORDER BY id
SELECT trunc(m), m < '08:00:2b:01:02:04', m::macaddr8 FROM tn WHERE m IS NOT NULL ORDER BY id
SELECT '10.1.2.3/8'::cidr
SELECT '10.1.2.300'::inet
SELECT network(i), count(*) FROM tn GROUP BY network(i) ORDER BY 1
SELECT DISTINCT c FROM tn ORDER BY c
SELECT greatest(i, '10.0.0.5'), coalesce(i, c) FROM tn ORDER BY id
SELECT pg_typeof(i), pg_typeof(c), pg_typeof(m), pg_typeof(network(i)), pg_typeof(i + 1) FROM tn WHERE id = 1
DROP TABLE tn
SELECT ARRAY[1.5, 2.25], ARRAY[1, 2.50], ARRAY[1.10, 2]
CREATE TABLE tw (w numeric(6,2), p numeric(8,4), n numeric)
INSERT INTO tw VALUES (1.5, 2.25, 3), (10, 0.0001, 2.500)
SELECT ARRAY[w, p] FROM tw
SELECT ARRAY[w, p, n] FROM tw
SELECT ARRAY[w, 1], ARRAY[p, 1.5] FROM tw
SELECT unnest(ARRAY[w, p]) FROM tw
SELECT coalesce(w, p), greatest(w, p), least(w, p), nullif(w, p) FROM tw
SELECT CASE WHEN p > 1 THEN w ELSE p END FROM tw
SELECT w FROM tw UNION ALL SELECT p FROM tw ORDER BY 1
SELECT x FROM (VALUES (1.50), (2.125), (3)) v(x)
SELECT array_agg(w), sum(p), avg(w), max(n) FROM tw
SELECT w + p, w * p, w / p, w % p, -w, round(w, 1), n * 2, n / 3 FROM tw
DROP TABLE tw
SET timezone = 'America/New_York'
SELECT date '2024-01-31' + interval '1 month', timestamp '2024-03-31 12:00' - interval '1 month', timestamp '2023-12-31' + interval '2 months'
SELECT timestamptz '2024-01-31 12:00' + interval '1 month', timestamptz '2024-03-31 12:00' - interval '1 month'
SELECT timestamptz '2024-03-09 12:00' + interval '1 day', timestamptz '2024-03-09 12:00' + interval '24 hours', timestamptz '2024-11-02 12:00' + interval '1 day', timestamptz '2024-11-02 12:00' + interval '24 hours'
SELECT timestamptz '2024-03-10 02:30', timestamptz '2024-11-03 01:30', timestamptz '2024-03-09 02:30' + interval '1 day'
SELECT timestamptz '2024-03-11 00:00' - timestamptz '2024-03-10 00:00', timestamptz '2024-04-10 00:00' - timestamptz '2024-03-01 00:00'
SELECT age(timestamptz '2024-04-10', timestamptz '2024-03-01'), age(timestamp '2024-03-31', timestamp '2024-02-29'), age(timestamp '2024-02-29', timestamp '2024-03-31'), age(date '2001-04-10', date '1957-06-13')
SELECT age(timestamp '2024-05-01', timestamp '2024-01-31'), age(timestamp '2024-03-01 00:00', timestamp '2024-02-28 12:00'), age(timestamp '2023-03-01', timestamp '2023-01-31 06:00')
SELECT age(timestamptz '2024-03-10 12:00', timestamptz '2024-03-09 12:00'), age(timestamptz '2024-11-04', timestamptz '2024-11-02')
SELECT date_trunc('day', timestamptz '2024-03-10 12:00'), date_trunc('month', timestamptz '2024-03-31 23:00'), date_trunc('week', timestamptz '2024-03-10 12:00'), date_trunc('hour', timestamptz '2024-11-03 01:30')
SELECT date_trunc('quarter', timestamp '2024-05-31'), date_trunc('decade', date '2024-05-31'), date_trunc('century', timestamp '2024-05-31'), date_trunc('millennium', timestamp '2024-05-31')
SELECT date_trunc('day', timestamptz '2024-03-10 12:00+00', 'Europe/Berlin'), date_trunc('month', interval '1 year 5 months 3 days'), date_trunc('week', date '2024-01-01')
SELECT date_trunc('nosuch', timestamp '2024-05-31')
SELECT g FROM generate_series(timestamptz '2024-03-09', timestamptz '2024-03-12', interval '1 day') g
SELECT g FROM generate_series(timestamp '2024-01-31', timestamp '2024-05-31', interval '1 month') g
SELECT g::date FROM generate_series(date '2024-02-27', date '2024-03-02', interval '1 day') g
SELECT timestamp '2024-03-10 02:30' AT TIME ZONE 'America/New_York', timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'Asia/Kolkata', timestamp '2024-07-01 12:00' AT TIME ZONE INTERVAL '-05:30'
SELECT timestamptz '2024-03-10 12:00'::date, timestamptz '2024-03-10 03:30'::time, timestamptz '2024-03-10 03:30'::timestamp, timestamp '2024-03-10 02:30'::timestamptz
SELECT extract(epoch FROM timestamptz '2024-03-10 12:00'), extract(timezone FROM timestamptz '2024-07-10 12:00'), extract(hour FROM timestamptz '2024-07-10 12:00+00')
SELECT date '2024-03-31' - date '2024-02-29', date '2024-03-31' - 31, date '2024-03-01' + time '12:30', date '2024-01-01' - interval '1 month'
RESET timezone
