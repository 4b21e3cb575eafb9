SELECT trunc('12:34:56:78:90:ab'::macaddr), trunc(NULL::macaddr)
SELECT '12:34:56:78:90:ab'::macaddr & 'ff:ff:ff:00:00:00', '12:34:56:78:90:ab'::macaddr | '00:00:00:00:00:0f', ~ '12:34:56:78:90:ab'::macaddr
SELECT '08:00:2b:01:02:03:04:05'::macaddr8, '08-00-2b-01-02-03-04-05'::macaddr8, '08002b:0102030405'::macaddr8, '08002b-0102030405'::macaddr8, '0800.2b01.0203.0405'::macaddr8, '0800-2b01-0203-0405'::macaddr8, '08002b01:02030405'::macaddr8, '08002b0102030405'::macaddr8
SELECT '08:00:2b:01:02:03'::macaddr8, '08002b010203'::macaddr8, ' 08:00:2b:01:02:03 '::macaddr8
SELECT macaddr8_set7bit('08:00:2b:01:02:03'::macaddr8), macaddr8_set7bit('00:34:56:ab:cd:ef')
SELECT trunc('12:34:56:78:90:ab:cd:ef'::macaddr8)
SELECT '12:34:56:78:90:ab:cd:ef'::macaddr8 & 'ff:ff:ff:00:00:00:00:00', '12:34:56:78:90:ab:cd:ef'::macaddr8 | '00:00:00:00:00:00:00:0f', ~ '12:34:56:78:90:ab:cd:ef'::macaddr8
SELECT '08:00:2b:01:02:03'::macaddr::macaddr8, '08:00:2b:ff:fe:01:02:03'::macaddr8::macaddr, '08:00:2b:01:02:03'::macaddr8::text
SELECT '08:00:2b:01:02:03:04:05'::macaddr8::macaddr
SELECT 'x'::macaddr8
SELECT '08:00:2b:01:02'::macaddr8
SELECT '08:00:2b:01:02:03:04:05:06'::macaddr8
SELECT '08:00-2b:01:02:03'::macaddr8
SELECT '08:00:2b:01:02:0g'::macaddr8
SELECT 'x'::macaddr
SELECT '8:0:2b:1:2:3'::macaddr, '0800-2b01-0203'::macaddr, '08002b:010203'::macaddr
SELECT '08:00:2b:01:02:03'::macaddr < '08:00:2b:01:02:04'::macaddr, '08:00:2b:01:02:03'::macaddr = '08-00-2b-01-02-03', '08:00:2b:01:02:03'::macaddr8 >= '08:00:2b:01:02:04'::macaddr8
SELECT '08:00:2b:01:02:03'::macaddr8 = '08:00:2b:ff:fe:01:02:03', '08:00:2b:01:02:03'::macaddr8 <> '08:00:2b:01:02:04'
CREATE TABLE mac8 (id int PRIMARY KEY, m macaddr, n macaddr8 UNIQUE)
INSERT INTO mac8 VALUES (1, '08:00:2b:01:02:03', '08:00:2b:01:02:03'), (2, '12:34:56:78:90:ab', '12:34:56:78:90:ab:cd:ef'), (3, NULL, NULL)
INSERT INTO mac8 VALUES (4, '08:00:2b:01:02:03', '08002bfffe010203')
SELECT * FROM mac8 ORDER BY id
SELECT m, n FROM mac8 ORDER BY n DESC NULLS LAST
SELECT id FROM mac8 WHERE n = '08:00:2b:01:02:03'
SELECT id FROM mac8 WHERE m > '09:00:00:00:00:00' OR n < '09:00:00:00:00:00:00:00' ORDER BY id
SELECT trunc(m), trunc(n), n & '::'::text::macaddr8 FROM mac8
SELECT trunc(m), ~ m, m & 'ff:ff:ff:00:00:00', trunc(n), ~ n, macaddr8_set7bit(n) FROM mac8 ORDER BY id
SELECT trunc(m), count(*) FROM mac8 GROUP BY trunc(m) ORDER BY 1
SELECT max(m::text), pg_typeof(n), pg_typeof(trunc(m)) FROM mac8 WHERE id = 1 GROUP BY 2, 3
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'mac8'::regclass AND attnum > 0 ORDER BY attnum
SELECT ARRAY['08:00:2b:01:02:03'::macaddr8], '{08:00:2b:01:02:03}'::macaddr8[]
SELECT to_jsonb(n), row_to_json(mac8) FROM mac8 WHERE id = 1
SELECT inet_merge('192.168.1.5/24', '192.168.2.5/24'), inet_merge('10.0.0.1', '10.0.0.2'), inet_merge('::1', '::ff')
SELECT inet_merge('192.168.1.5/24', '::1')
SELECT inet_same_family('192.168.1.5/24', '::1'), inet_same_family('1.2.3.4', '5.6.7.8')
SELECT '192.168.1.6'::inet + 25, 200 + '::ffff:fff0:1'::inet, '192.168.1.43'::inet - 36, '192.168.1.43'::inet - '192.168.1.19'::inet, '::1'::inet - '::0'::inet
SELECT '255.255.255.255'::inet + 1
SELECT '0.0.0.0'::inet - 1
SELECT '1.2.3.4'::inet - '::1'::inet
SELECT '192.168.1.6'::inet & '0.0.0.255', '192.168.1.6'::inet | '0.0.0.255', ~ '192.168.1.6'::inet, ~ '::1'::inet
SELECT '192.168.1.6'::inet & '::1'::inet
SELECT broadcast('192.168.1.5/24'), hostmask('192.168.23.20/30'), netmask('192.168.1.5/24'), network('192.168.1.5/24'), family('::1'), masklen('192.168.1.5/24'), host('192.168.1.0/24')
SELECT broadcast('::1/64'), hostmask('::1/64'), netmask('::1/64'), network('2001:db8::1/32')
SELECT abbrev('10.1.0.0/32'::inet), abbrev('10.1.0.0/16'::cidr), abbrev('10.0.0.0/8'::cidr), abbrev('10.1.2.128/25'::cidr), abbrev('10.1.0.0/16'::inet)
SELECT abbrev('2001:db8::/32'::cidr), abbrev('::1/128'::cidr), abbrev('::/0'::cidr), abbrev('0.0.0.0/0'::cidr)
SELECT set_masklen('192.168.1.5/24', 16), set_masklen('192.168.1.0/24'::cidr, 16), set_masklen('192.168.1.5/24'::inet, -1), set_masklen('::1'::inet, 64)
SELECT set_masklen('192.168.1.5/24', 33)
SELECT text('192.168.1.5'::inet), text('192.168.1.0/24'::cidr), '192.168.1.5'::inet::text, '192.168.1.5'::inet::cidr, host('10.1.2.3'::inet)
SELECT '192.168.1/24'::cidr, '192.168'::cidr, '10'::cidr, '128.1'::cidr, '128'::cidr, '2001:4f8:3:ba::/64'::cidr, '::ffff:1.2.3.0/120'::cidr
SELECT '192.168.1.5/24'::cidr
SELECT '192.168.1.5/33'::inet
SELECT '192.168.1'::inet
SELECT '192.168.1.5'::inet << '192.168.1/24'::inet, '192.168.1/24'::inet <<= '192.168.1/24'::inet, '192.168.1/24'::inet >> '192.168.1.5'::inet, '192.168.1/24'::inet >>= '192.168.1/24'::inet, '192.168.1/24'::inet && '192.168.1.80/28'::inet
SELECT '192.168.1.5'::inet < '192.168.1.6'::inet, '192.168.1.0/24'::cidr = '192.168.1.0/24'::inet, '1.2.3.4'::inet < '::1'::inet
SELECT min(i), max(i), count(DISTINCT i) FROM (VALUES ('10.0.0.2'::inet), ('10.0.0.1/24'), ('::1')) v(i)
SELECT i FROM (VALUES ('10.0.0.2'::inet), ('10.0.0.1/24'), ('::1'), ('10.0.0.0/8'), ('10.0.0.0/24')) v(i) ORDER BY i
SELECT trunc('1.5'), trunc(2.7), trunc(-2.7::float8), trunc(NULL), '5' & '3'
SELECT 12 & 10, 12 | 3, ~ 5, B'101' & B'100', ~ B'101'
SELECT n + 1 FROM mac8
SELECT m || 'x', upper(m::text), m::text LIKE '08%' FROM mac8 WHERE id = 1
SELECT count(DISTINCT n), array_agg(n ORDER BY n) FROM mac8
SELECT m = n, m < n FROM mac8 ORDER BY id
SELECT m::macaddr8 = n FROM mac8 ORDER BY id
SELECT CASE WHEN id = 1 THEN n END, coalesce(n, 'ff:ff:ff:ff:ff:ff') FROM mac8 ORDER BY id
UPDATE mac8 SET n = 'aa-bb-cc-dd-ee-ff' WHERE id = 3 RETURNING n
UPDATE mac8 SET m = n WHERE id = 3 RETURNING m
UPDATE mac8 SET m = n WHERE id = 2 RETURNING m
UPDATE mac8 SET m = 'zz' WHERE id = 2
ALTER TABLE mac8 ADD COLUMN o macaddr8 DEFAULT '01:02:03:04:05:06'
SELECT o FROM mac8 WHERE id = 1
ALTER TABLE mac8 ALTER COLUMN m TYPE macaddr8
SELECT m FROM mac8 ORDER BY id
CREATE INDEX ON mac8 (m)
SELECT m FROM mac8 WHERE m BETWEEN '08:00:2b:00:00:00' AND '08:00:2b:ff:ff:ff'
SELECT m IN ('08:00:2b:01:02:03', NULL) FROM mac8 ORDER BY id
SELECT 5::macaddr8
SELECT '08:00:2b:01:02:03'::macaddr::inet
SELECT inet_merge(i, '10.0.0.1') FROM (VALUES ('10.0.0.2'::inet), ('10.1.0.0/16'), (NULL)) v(i)
SELECT inet_merge('10.0.0.0/8'::cidr, '10.5.0.0/16'::cidr), inet_merge('0.0.0.0', '255.255.255.255'), pg_typeof(inet_merge('10.0.0.0/8', '10.0.0.1'))
