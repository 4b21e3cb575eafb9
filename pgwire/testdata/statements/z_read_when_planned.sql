CREATE TABLE zrp (id int, s text, at timestamptz, b varbit, f bit(3))
SELECT * FROM zrp WHERE at > '2024-01-01 00:00 Nowhere/Zone'
SELECT * FROM zrp WHERE at > timestamptz '2024-01-01 00:00 Nowhere/Zone'
SELECT at FROM zrp WHERE at = '2024-01-01 00:00 XQZ'::timestamptz
SELECT 'a & '::tsquery FROM zrp
SELECT id FROM zrp WHERE to_tsvector(s) @@ 'a & | b'::tsquery
SELECT B'12' FROM zrp
SELECT B'102' = b FROM zrp
SELECT id FROM zrp WHERE b = '12'
SELECT X'1G' FROM zrp
SELECT '<a'::xml FROM zrp
SELECT xml '<a>' FROM zrp
SELECT xmlparse(document '<a') FROM zrp
SELECT s ~ '(' FROM zrp
SELECT id FROM zrp WHERE s ~ '('
SELECT id FROM zrp WHERE s ~* '['
SELECT id FROM zrp WHERE s !~ 'a**('
SELECT regexp_replace(s, '(', 'x') FROM zrp
SELECT id FROM zrp WHERE s SIMILAR TO '('
SELECT regexp_match(s, '(') FROM zrp
SELECT substring(s from '(') FROM zrp
SELECT CASE WHEN id > 0 THEN (SELECT count(*) FROM generate_series(1, 10, 0)) END FROM zrp
SELECT CASE WHEN false THEN (SELECT count(*) FROM generate_series(1, 10, 0)) ELSE 1 END
SELECT id FROM zrp WHERE id > (SELECT count(*) FROM generate_series(1, 10, 0))
SELECT generate_series(1, 10, 0) FROM zrp
SELECT (SELECT 1 UNION ALL SELECT 2) FROM zrp
SELECT id FROM zrp WHERE id = (VALUES (1), (2))
SELECT id FROM zrp WHERE id = (SELECT 1 UNION SELECT 2)
SELECT CASE WHEN false THEN (SELECT v FROM (VALUES (1), (2)) t(v)) ELSE 3 END
SELECT (SELECT v FROM (VALUES (1), (2)) t(v)) FROM zrp
SELECT (SELECT 1 UNION ALL SELECT 2)
SELECT generate_series(1, 10, 0)
SELECT 'a' ~ '('
SELECT B'' , B'101', X'1F', '101'::bit(3), 'x1f'::varbit, 'b11'::varbit
SELECT '12'::bit(2) FROM zrp
SELECT varbit 'x1G' FROM zrp
INSERT INTO zrp (b) SELECT B'12' WHERE false
SELECT CASE WHEN false THEN B'12' END
SELECT CASE WHEN false THEN '<a'::xml END
SELECT '<a/>'::xml, 'plain'::xml, '<a>x</a><b/>'::xml, '<?xml version="1.0"?><a/>'::xml
SELECT '2024-01-01 00:00 EST'::timestamptz, '2024-01-01 00:00 UTC'::timestamptz, '2024-01-01 00:00 Europe/Berlin'::timestamptz, '2024-01-01 00:00 America/Argentina/Buenos_Aires'::timestamptz
SELECT '2024-01-01 00:00 Mars/Olympus'::timestamp FROM zrp
SELECT '2024-01-01 00:00 BC'::timestamp = '0001-01-01'::timestamp FROM zrp
INSERT INTO zrp (b) VALUES ('1012')
UPDATE zrp SET b = '1x'
