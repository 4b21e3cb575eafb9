-- Intervals whose types name fields.
SET intervalstyle = postgres
CREATE TABLE ivf (id int, a interval year, b interval year to month DEFAULT '5', c interval day to second(2), d interval(3), e interval minute to second, f interval second(1) DEFAULT '3.25', h interval day to second, j interval(6), k interval second, l interval month, m interval day, n interval hour, o interval minute, p interval day to hour, q interval day to minute, r interval hour to minute, s interval hour to second)
SELECT attname, atttypmod, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ivf'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, datetime_precision, interval_type, interval_precision FROM information_schema.columns WHERE table_name = 'ivf' ORDER BY ordinal_position
SELECT count(*) FROM pg_attrdef WHERE adrelid = 'ivf'::regclass
SELECT conname FROM pg_constraint WHERE conrelid = 'ivf'::regclass
INSERT INTO ivf VALUES (1, '5', '7', '1 10:30:01.256', '1.23456', '10:30', '90.36', '5', '1.1234567', '61.5', '9', '8', '7', '6', '3 4', '3 4:05', '4:05', '4:05:06') RETURNING *
INSERT INTO ivf (id, a, l, m, n, o, p, q, r) SELECT 2, i, i, i, i, i, i, i, i FROM (SELECT interval '1 year 14 months 3 days 27:45:59.999' AS i) x RETURNING *
INSERT INTO ivf (id, a, b, l, m, n, o, p, q, r) SELECT 3, i, i, i, i, i, i, i, i, i FROM (SELECT -interval '1 year 14 months 3 days 27:45:59.999' AS i) x RETURNING *
INSERT INTO ivf (id, n, o) SELECT 4, '5', '6' RETURNING id, n, o, b, f
INSERT INTO ivf (id, n) VALUES (5, '1.5'), (6, '90 minutes'), (7, '2 days 3:59'), (8, interval '119 minutes'), (9, NULL)
SELECT id, n FROM ivf WHERE id BETWEEN 5 AND 9 ORDER BY id
UPDATE ivf SET n = '8', o = '9', e = '1:02' WHERE id = 5 RETURNING n, o, e
UPDATE ivf SET (n, a) = ('3', '2') WHERE id = 5 RETURNING n, a
UPDATE ivf SET c = c + interval '0.016 seconds', n = n + interval '59 minutes' WHERE id = 1 RETURNING c, n
INSERT INTO ivf (id, n) VALUES (10, 'x')
INSERT INTO ivf (id, n) VALUES (10, '1 2 3')
INSERT INTO ivf (id, n) VALUES (11, '4 ago')
SELECT interval '4 ago', interval '-1 day 4 hours ago'
SELECT interval '4 ago'
INSERT INTO ivf (id, m, n) VALUES (11, '-3', '-4'), (12, 'P1Y2M3DT4H5M6S', 'PT4H5M6S') RETURNING m, n
SELECT interval '5' year, interval '5' month, interval '5' day, interval '5' hour, interval '5' minute, interval '5' second, interval '5' year to month, interval '5' day to hour, interval '5' day to minute, interval '5' day to second, interval '5' hour to minute, interval '5' hour to second, interval '5' minute to second
SELECT interval '1-2' year to month, interval '1 2' day to hour, interval '1 2:03' day to minute, interval '1 2:03:04' day to second, interval '2:03' hour to minute, interval '2:03:04' hour to second, interval '2:03' minute to second, interval '2:03.456' minute to second(1), interval '1.456' second(2), interval '1 day 5' hour, interval '1.5' hour, interval '1.5' year
SELECT interval '1 year 14 months 3 days 27:45:59.999' year AS a, interval '1 year 14 months 3 days 27:45:59.999' month AS b, interval '1 year 14 months 3 days 27:45:59.999' day AS c, interval '1 year 14 months 3 days 27:45:59.999' hour AS d, interval '1 year 14 months 3 days 27:45:59.999' minute AS e, interval '1 year 14 months 3 days 27:45:59.999' second AS f, interval '1 year 14 months 3 days 27:45:59.999' day to second(1) AS g
SELECT CAST('10:30:40.56' AS interval hour to minute), '5'::interval day, CAST(n AS interval day), n::interval minute to second(0), (n || '')::interval hour FROM ivf WHERE id = 1
SELECT ('5'::text)::interval hour, ('90 minutes'::text)::interval hour
SELECT '{1 hour,90 minutes}'::interval[]
SELECT pg_typeof(n), n = '8', n > interval '1 hour' FROM ivf WHERE id = 5
SELECT pg_typeof(interval '1' day), interval '1' day + interval '2' hour AS s, date '2024-01-31' + interval '1' month AS d, now() - interval '1' day < now() AS b
ALTER TABLE ivf ALTER COLUMN d TYPE interval hour
ALTER TABLE ivf ALTER COLUMN n TYPE interval
ALTER TABLE ivf ALTER COLUMN c TYPE interval minute
ALTER TABLE ivf ADD COLUMN t interval hour to minute DEFAULT '3:04:05'
ALTER TABLE ivf ADD COLUMN u interval day DEFAULT '7'
ALTER TABLE ivf ALTER COLUMN t SET DEFAULT '7'
INSERT INTO ivf (id, d, n, c) VALUES (20, '5', '5', '5') RETURNING d, n, c, t, u
SELECT id, c, d, n, t, u FROM ivf WHERE id IN (1, 20) ORDER BY id
ALTER TABLE ivf RENAME COLUMN o TO oo
ALTER TABLE ivf DROP COLUMN p
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ivf'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
CREATE TABLE ivf2 (LIKE ivf INCLUDING DEFAULTS)
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ivf2'::regclass AND attnum > 0 ORDER BY attnum
CREATE TABLE ivf3 AS SELECT id, a, oo, interval '1' day AS d, interval '1.55' second(1) AS s FROM ivf
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ivf3'::regclass AND attnum > 0 ORDER BY attnum
INSERT INTO ivf3 VALUES (1, '3', '4', '5', '1.26') RETURNING *
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ivf' AND column_name = 'b'
CREATE VIEW ivfv AS SELECT a, oo, a + oo AS s, coalesce(a, oo) AS c FROM ivf
SELECT pg_get_viewdef('ivfv'::regclass)
SELECT a, oo FROM ivf WHERE id = 1
CREATE DOMAIN ivfd AS interval hour to minute
CREATE TABLE ivf4 (a ivfd, b interval second(3))
INSERT INTO ivf4 VALUES ('10', '3.14159') RETURNING *
INSERT INTO ivf4 VALUES ('10:20:30', '3') RETURNING *
SELECT '10:20:30'::ivfd, interval '1 day 10:20:30'::ivfd
SELECT domain_name, data_type, datetime_precision, interval_type FROM information_schema.domains WHERE domain_name = 'ivfd'
SELECT column_name, interval_type, datetime_precision FROM information_schema.columns WHERE table_name = 'ivf4' ORDER BY 1
SELECT typname, format_type(typbasetype, typtypmod) FROM pg_type WHERE typname = 'ivfd'
CREATE TABLE ivf5 (id int PRIMARY KEY, a interval day to hour NOT NULL CHECK (a > '1 day'), b interval hour DEFAULT interval '90 minutes')
INSERT INTO ivf5 VALUES (1, '1 1:59') RETURNING *
INSERT INTO ivf5 VALUES (2, '1 0:59')
INSERT INTO ivf5 (id, a) VALUES (1, '2 5') ON CONFLICT (id) DO UPDATE SET a = excluded.a, b = '7' RETURNING *
MERGE INTO ivf5 USING (SELECT 1 AS id) n ON ivf5.id = n.id WHEN MATCHED THEN UPDATE SET a = '9 9', b = '1'
SELECT * FROM ivf5
PREPARE ivp(interval) AS INSERT INTO ivf5 VALUES (3, $1, $1) RETURNING *
EXECUTE ivp('3 days 04:30:00')
BEGIN
CREATE TABLE ivf6 (a interval year to month)
INSERT INTO ivf6 VALUES ('1-2'), ('14'), ('1 year 14 months 3 days') RETURNING a
ALTER TABLE ivf6 ADD COLUMN b interval minute DEFAULT '5'
SELECT * FROM ivf6
COMMIT
SELECT sum(a), max(b) FROM ivf6
SELECT format_type(1186, (4<<16)|65535), format_type(1186,(7176<<16)|3), format_type(1186,(32767<<16)|4)
CREATE TABLE ivf7 (a interval hour[])
CREATE TYPE ivfc AS (a interval hour to minute)
CREATE TABLE ivf8 (a ivfc)
INSERT INTO ivf8 VALUES (row('10:20:30')) RETURNING *
SELECT * FROM jsonb_populate_record(NULL::ivf6, '{"a": "1-2", "b": "7"}')
