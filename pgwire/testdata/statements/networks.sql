-- Addresses of networks: chapters 8.9 and 9.12 of the manual, and what stands beside them.
SELECT inet '192.168.1.5/24', cidr '10.0.0.0/8', host(inet '10.1.2.3/16'), inet '10.1.2.3' << cidr '10.0.0.0/8', '::1'::inet, macaddr '08:00:2b:01:02:03'
SELECT inet '10.0.0.1' + 5, inet '10.0.0.9' - inet '10.0.0.1', masklen('10.0.0.0/8'), network(inet '192.168.1.5/24'), broadcast(inet '192.168.1.5/24'), netmask('192.168.1.5/24'), family(inet '::1'), set_masklen(inet '10.0.0.1', 8)
SELECT '192.168.100.128/25'::cidr, '192.168/24'::cidr, '10.1.2.3/32'::inet, '::1'::inet, '2001:4f8:3:ba::/64'::cidr, '::ffff:1.2.3.0/120'::cidr, '2001:0db8:0000::0001'::inet
SELECT '08:00:2b:01:02:03'::macaddr, '08002b010203'::macaddr, '08-00-2B-01-02-03'::macaddr, '0800.2b01.0203'::macaddr
SELECT inet '192.168.1.5' << inet '192.168.1/24', inet '192.168.1.6' - 5, inet '192.168.1.6' & inet '0.0.0.255', inet '192.168.1.6' | inet '0.0.0.255', ~ inet '192.168.1.6'
SELECT inet '192.168.1/24' <<= inet '192.168.1/24', inet '192.168.1/24' >> inet '192.168.1.5', inet '192.168.1/24' >>= inet '192.168.1/24', inet '192.168.1/24' && inet '192.168.1.80/28', hostmask('192.168.23.20/30')
SELECT inet '10.0.0.1' < inet '10.0.0.2', inet '10.0.0.0/8' < inet '10.0.0.0/16', inet '9.255.255.255' < inet '10.0.0.0/8', inet '10.0.0.1' = '10.0.0.1', cidr '10.0.0.0/8' = inet '10.0.0.0/8', inet '::1' > inet '255.255.255.255'
SELECT inet '10.0.0.1'::text, inet '10.0.0.1/8'::text, cidr '10.0.0.0/8'::text, host('10.0.0.1'), 'ip: ' || host(inet '10.0.0.1'), to_json(inet '10.0.0.1'), inet_same_family('10.0.0.1', '::1'), '10.0.0.5/8'::inet::cidr
SELECT pg_typeof(inet '10.0.0.1'), pg_typeof(network(inet '10.0.0.1/8')), ARRAY[inet '10.0.0.1', '10.0.0.2'], pg_typeof(macaddr '08:00:2b:01:02:03')
SELECT a FROM (VALUES (inet '10.0.0.2'), ('10.0.0.1'), ('9.9.9.9'), ('::1'), ('10.0.0.0/8'), (NULL)) t(a) ORDER BY a
CREATE TABLE visit (id int, ip inet, net cidr, mac macaddr)
INSERT INTO visit VALUES (1, '10.1.2.3', '10.0.0.0/8', '08:00:2b:01:02:03'), (2, '192.168.0.7/16', '192.168.0.0/16', NULL), (3, NULL, NULL, NULL), (4, '10.1.2.3', '10.1.0.0/16', '08:00:2b:01:02:04')
SELECT * FROM visit ORDER BY id
SELECT id FROM visit WHERE ip = '10.1.2.3' ORDER BY id
SELECT id FROM visit WHERE ip << '10.0.0.0/8' ORDER BY id
SELECT id FROM visit WHERE ip <<= net AND ip <> '10.1.2.4' ORDER BY id
SELECT id FROM visit WHERE mac = '08002b010203' OR net >>= '192.168.3.0/24' ORDER BY id
SELECT ip, count(*) FROM visit GROUP BY ip ORDER BY ip NULLS LAST
SELECT id, host(ip), masklen(ip), net::text, ip::text FROM visit WHERE ip IS NOT NULL ORDER BY id
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'visit' ORDER BY ordinal_position
SELECT length(ip) FROM visit
INSERT INTO visit (ip) VALUES ('10.0.0.256')
SELECT '10.0.0.1/8'::cidr
SELECT 'x'::inet
SELECT 1::inet
SELECT true::inet
SELECT x::inet FROM (VALUES ('10.0.0.1'::text)) t(x)
SELECT '08:00'::macaddr
SELECT inet '255.255.255.255' + 1
SELECT trunc(macaddr '12:34:56:78:90:ab')
SELECT abbrev(cidr '10.1.0.0/16')
DROP TABLE visit
SELECT '1.2.3.4/-0'::inet
SELECT '::1/-0'::inet
SELECT ' 1.2.3.4'::inet
SELECT '1.2.3.4/00'::inet
