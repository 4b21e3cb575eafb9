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
SELECT abbrev(c) FROM (VALUES ('::/112'::cidr), ('::/32'::cidr), ('0:0:0:1::/64'::cidr), ('ffff::1:0:1:0:0/128'::cidr), ('::ffff:1:17ec:ffff:0:0/100'::cidr), ('ffff:1:ffff::/64'::cidr), ('::/120'::cidr), ('0.0.64.0/20'::cidr), ('1:0:1::/64'::cidr), ('1:0:ffff:5bd9::/120'::cidr), ('0:ffff:1:879b:0:ffff::/96'::cidr), ('ffff:0:8c39:b0f0:0:584e::/100'::cidr), ('::8a99:0/112'::cidr), ('::ffff:0:0/100'::cidr), ('::/120'::cidr), ('::/32'::cidr), ('ffff:0:ffff::/48'::cidr), ('0:f58a:1:ffff:8507:1::/96'::cidr), ('::1:0/121'::cidr), ('::ffff:0:0/100'::cidr), ('ffff::/16'::cidr), ('::9280/121'::cidr), ('::/20'::cidr), ('cf7e:0:0:ffff:38e9::/80'::cidr), ('60.152.0.0/16'::cidr), ('::/64'::cidr), ('ffff::/20'::cidr), ('0:ffff:0:1::/80'::cidr), ('0.0.0.1/32'::cidr), ('b774:9781::/48'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::1:0/113'::cidr), ('::ff80:0:0/89'::cidr), ('::/16'::cidr), ('66ec:f000::/20'::cidr), ('::/16'::cidr), ('::/96'::cidr), ('::ffff:ffff/128'::cidr), ('::/32'::cidr), ('1::1:7d5c:0:0/96'::cidr), ('::1:1:0:ffff:1/128'::cidr), ('994:182a:0:1::/64'::cidr), ('::/65'::cidr), ('::/96'::cidr), ('::ffff:0:0/96'::cidr), ('1::/80'::cidr), ('::1:0:1:328b:0:1/128'::cidr), ('0:c0bc:0:1:0:ffff:f000:0/100'::cidr), ('1:ffff:1:ffff:a52::/112'::cidr), ('::/80'::cidr), ('::/64'::cidr), ('ffff:0:2741:0:7305:ffff::/100'::cidr), ('0:0:ffff::/65'::cidr), ('3462:a908::/48'::cidr), ('::/48'::cidr), ('::/65'::cidr), ('::/64'::cidr), ('::/100'::cidr), ('::/16'::cidr), ('0:0:ffff::/48'::cidr), ('1:1::/48'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::/113'::cidr), ('::ffff:1:0/121'::cidr), ('0:0:ffff::ffff/128'::cidr), ('::/48'::cidr), ('0:ffff::ffff:1:0:0/120'::cidr), ('1:0:279e:0:ffff::/96'::cidr), ('::/128'::cidr), ('::ffff:7dce:8000/113'::cidr), ('ffff:f000::/20'::cidr), ('d340:ffff:ffff:38d8:20c9:0:2238:0/113'::cidr), ('::/112'::cidr), ('1:0:0:1::/89'::cidr), ('::/48'::cidr), ('::/32'::cidr), ('ab5c::/32'::cidr), ('::1:0:0:9478:0:0/96'::cidr), ('0:0:ffff::/48'::cidr), ('::/120'::cidr), ('::/64'::cidr), ('::/65'::cidr), ('f668:ffff:ffff::/121'::cidr), ('::1:1:0:a7db:0:0/100'::cidr), ('1:0:ffff:1:3d2e:0:ffff:0/113'::cidr), ('1:d5d4:7540::/48'::cidr), ('::/118'::cidr), ('::ffff:0:0/100'::cidr), ('::1:0:6002:1:0/120'::cidr), ('0:1::1:6715:0:1/128'::cidr), ('e306:0:ffff:802e::307d:0/113'::cidr), ('::/16'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::1:0/121'::cidr), ('0.0.158.123/32'::cidr), ('2a3e:0:ffff::1:ffff:8000/113'::cidr), ('0:ffff::/113'::cidr), ('1::1223:e7d9:ffff:0:0/128'::cidr), ('ffff:ffff:1:ffff:1:0:1:0/121'::cidr), ('::/64'::cidr), ('::/65'::cidr), ('0.0.0.0/32'::cidr), ('1:4dc::1:0:1:0/113'::cidr), ('0:ffff::/64'::cidr), ('ffff::/20'::cidr), ('::7b68/128'::cidr), ('::ffff:0:0/120'::cidr), ('::ffff:0:ffff:ffff:0:0/128'::cidr), ('::/64'::cidr), ('::e0da:9cae:0:ffff:8000/113'::cidr), ('ffff:ffff::/32'::cidr), ('::8a33:0/128'::cidr), ('::/32'::cidr), ('cfe6:ffff:1::ffff:0/112'::cidr), ('0:1::/32'::cidr), ('::/96'::cidr), ('::/16'::cidr), ('::/64'::cidr), ('::/64'::cidr), ('ffff:0:49bf::/80'::cidr), ('1:0:ffff:c858::/65'::cidr), ('::/20'::cidr), ('::/112'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('0.1.0.0/20'::cidr), ('::/32'::cidr), ('1:ffff:1::1:a54d/128'::cidr), ('0:8f24:0:13fc::/80'::cidr), ('0:5c6b::/65'::cidr), ('1:ffff:1::/48'::cidr), ('::/96'::cidr), ('::ffff:a856:0/128'::cidr), ('1:3a83:7043:5e0b::/64'::cidr), ('cb80::91ca:1:0:0/112'::cidr), ('ffff:d0a2:0:1:0:ffff::/112'::cidr), ('1:42fa::1:0/120'::cidr), ('::/112'::cidr), ('::/113'::cidr), ('1:0:0:f3a7::/65'::cidr), ('::/48'::cidr), ('::11f7:ffff:0:0:0/96'::cidr), ('0:ac:0:1:0:ffff:27f7:0/121'::cidr), ('0.0.0.0/20'::cidr), ('::ffff:0:0/113'::cidr), ('::/100'::cidr), ('3670::/64'::cidr), ('::/32'::cidr), ('0:bc50:6732::1:0:ff00/120'::cidr), ('::/64'::cidr), ('::/32'::cidr), ('ffff::/32'::cidr), ('0.0.0.0/32'::cidr), ('::ffff:8000:0:0:0/65'::cidr), ('0:ffff::/48'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::ffff:0/120'::cidr), ('::/20'::cidr), ('6f84:0:1:0:4a58:8d76::/113'::cidr), ('1:0:7720:1:0:1::/121'::cidr), ('::/65'::cidr), ('ffff:0:ffff:0:ffff:0:87e5:0/113'::cidr), ('::/121'::cidr), ('::/80'::cidr), ('13e4::/32'::cidr), ('::/80'::cidr), ('0:8e51::/32'::cidr), ('::/48'::cidr), ('::ffff:0/112'::cidr), ('::ffff:0:0/96'::cidr), ('::1:0:0:3e58:5300/120'::cidr), ('0:d59f:7d09:1:0:d01e:0:ff00/120'::cidr), ('44e5:0:1:0:1::/112'::cidr), ('0:0:a82d::/48'::cidr), ('0.0.0.0/16'::cidr), ('::/48'::cidr), ('ffff:0:1::/48'::cidr), ('0:f83c:0:ffff:0:ffff:f000:0/100'::cidr), ('0:6475:f867::/48'::cidr), ('0:1:0:a231:1::/100'::cidr), ('170.108.0.0/32'::cidr), ('::/80'::cidr), ('0:ffff:7b56:ffff::/80'::cidr), ('6df2:22b4:db75:1e8e:1:0:f000:0/100'::cidr), ('::ffff:ffff:ffff:0/120'::cidr), ('0:ffff::/64'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::/120'::cidr), ('::/20'::cidr), ('0.0.0.0/8'::cidr), ('0:0:555e:1::/100'::cidr), ('ffff:ffff:0:23b7::/80'::cidr), ('::/16'::cidr), ('0.1.0.0/16'::cidr), ('::ffff:ed00:0/120'::cidr), ('ffff:1:1::ffff:0:300/121'::cidr), ('::/76'::cidr), ('d3b3:1:ffff:1::/64'::cidr), ('1::/64'::cidr), ('::/65'::cidr), ('::/65'::cidr), ('ffff::/20'::cidr), ('1::99d9:0:1:1:0/120'::cidr), ('::/80'::cidr), ('ffff:0:1:1:a142:1:3f90:ffff/128'::cidr), ('::/65'::cidr), ('::ffff:0:0/112'::cidr), ('0:0:ffff:0:6fde::/128'::cidr), ('0:1:dfef:0:4c7f:966b:0:e90e/128'::cidr), ('0:0:71d8::/48'::cidr), ('0.0.0.0/20'::cidr), ('::86f0:0/128'::cidr), ('::/16'::cidr), ('2296::/20'::cidr), ('0:4eab:0:ffff:b1fc::/80'::cidr), ('1:0:0:ffff:ffff::/121'::cidr), ('1:1:ffff::ffff:1:0/112'::cidr)) v(c)
SELECT abbrev(c) FROM (VALUES ('::/100'::cidr), ('::/48'::cidr), ('0:0:5fdb::/64'::cidr), ('::/20'::cidr), ('0:7a41::1:0/112'::cidr), ('::/20'::cidr), ('0.1.0.0/20'::cidr), ('::5700/120'::cidr), ('0:ffff::/48'::cidr), ('0:ffff::ffff:0/113'::cidr), ('0:a000::/20'::cidr), ('0:b1f4:1:0:1:bb8f::/113'::cidr), ('0.0.0.0/20'::cidr), ('::ffff:9840:0/128'::cidr), ('::/127'::cidr), ('::/48'::cidr), ('0:ffff:af5a:0:a98e::/82'::cidr), ('aa22:ffff:ffff:5d70:ffff:0:58db:0/112'::cidr), ('::/112'::cidr), ('::ffff:9e7:0/113'::cidr), ('1:ad7f:1:0:1:0:1:0/112'::cidr), ('::/113'::cidr), ('::1:1:0:0/121'::cidr), ('::/16'::cidr), ('99.29.0.0/16'::cidr), ('::ffff:0:0/121'::cidr), ('ffff:9ecb::/48'::cidr), ('daef:ffff:0:1:b0fa::/106'::cidr), ('0.0.0.0/20'::cidr), ('f30e:0:0:ffff::/100'::cidr)) v(c)
