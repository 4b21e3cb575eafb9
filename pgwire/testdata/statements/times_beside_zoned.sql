SET timezone = 'America/New_York'
SELECT '10:00'::time = '10:00-05'::timetz, '10:00'::time = '10:00-04'::timetz
SELECT '10:00'::time < '10:00+00'::timetz, '10:00'::time >= timetz '10:00-05'
CREATE TABLE tbz (t time, z timetz, s timestamp, q timestamptz)
INSERT INTO tbz VALUES ('10:00', '10:00-05', '2024-01-01 10:00', '2024-01-01 10:00-05'), ('11:00', '10:00+01', '2024-07-01 10:00', '2024-07-01 10:00-05')
SELECT t = z, t < z, t > z, z = t, t <> z FROM tbz
SELECT t::timetz, z::time, s::time, q::timetz, q::time FROM tbz
SELECT t FROM tbz UNION SELECT z FROM tbz ORDER BY 1
SELECT t FROM tbz UNION ALL SELECT z FROM tbz
SELECT coalesce(t, z), coalesce(z, t), greatest(t, z), CASE WHEN true THEN t ELSE z END FROM tbz
SELECT nullif(t, z), nullif(z, t) FROM tbz
SELECT t IN (z), z IN (t, '10:00'), t BETWEEN z AND z FROM tbz
SELECT a.t FROM tbz a JOIN tbz b ON a.t = b.z
SELECT ARRAY[t, z] FROM tbz
SELECT timestamp '2024-01-01' AT TIME ZONE interval '1 day'
SELECT timestamptz '2024-01-01 00:00+00' AT TIME ZONE interval '1 month'
SELECT timestamptz '2024-01-01 00:00+00' AT TIME ZONE interval '5 hours'
SELECT timetz '10:00+00' AT TIME ZONE interval '1 day'
SELECT timezone(interval '1 day', timestamp '2024-01-01')
SELECT timezone(i, timestamp '2024-01-01') FROM (VALUES (interval '1 day 2 hours')) v(i)
SELECT date '294277-01-01' > timestamp '2024-01-01'
SELECT date '5874897-12-31' = timestamp '2024-01-01', date '5874897-12-31' > timestamptz '2024-01-01 00:00+00'
CREATE TABLE tbd (d date)
INSERT INTO tbd VALUES ('294277-01-01'), ('5874897-12-31'), ('2024-01-01'), ('infinity')
SELECT d > timestamp '2024-01-01', d = timestamp '2024-01-01', d < timestamp 'infinity' FROM tbd
SELECT d > timestamptz '2024-01-01 00:00+00' FROM tbd
SELECT timestamp '2024-01-01' < d FROM tbd
SELECT d::timestamp FROM tbd
SELECT d FROM tbd WHERE d >= timestamp '294276-12-31'
SELECT timestamptz '294246-12-31 00:00+00'
SELECT timestamptz '294276-12-31 23:59:59+00'
SELECT '294276-12-31 23:59:59.999999+00'::timestamptz
SELECT '294277-01-01 00:00+00'::timestamptz
SELECT timestamp '294276-12-31 23:59:59'
SELECT x::timestamptz FROM (VALUES ('294246-12-31 00:00+00')) v(x)
SELECT timestamptz '4714-11-24 00:00+00 BC'
SET timezone = 'UTC'
SELECT timestamptz '294246-12-31 00:00+00'
SELECT timestamptz '294276-12-31 23:59:59+00'
SELECT x::timestamptz FROM (VALUES ('294246-12-31 00:00+00')) v(x)
SELECT '294277-01-01 00:00+00'::timestamptz
SET timezone = 'Asia/Kolkata'
SELECT t = z, t < z, t > z, z = t, t <> z FROM tbz
SELECT t FROM tbz UNION ALL SELECT z FROM tbz
SELECT '10:00'::time = '10:00+05:30'::timetz
SET timezone = 'America/New_York'
SELECT '10:00'::time::timetz, '10:00-05'::timetz, '10:00-04'::timetz
SELECT '10:00'::time = '10:00-05'::timetz
SELECT '10:00'::time = '10:00-04'::timetz
SELECT '10:00'::time::timetz = '10:00-04'::timetz
SELECT '10:00-04'::timetz = '10:00'::time
SELECT time '10:00' = timetz '10:00-04'
SELECT time '10:00' = x FROM (VALUES (timetz '10:00-04')) v(x)
SELECT x = y FROM (VALUES (timetz '10:00-04', time '10:00')) v(x, y)
SELECT time '10:00' IN (timetz '10:00-04')
SELECT time '10:00' IS DISTINCT FROM timetz '10:00-04'
SELECT time '10:00' < timetz '10:00+00', time '10:00' >= timetz '10:00+00'
SELECT LOCALTIME = timetz '10:00-04', LOCALTIME < CURRENT_TIME
SELECT time '10:00' - timetz '10:00+00'
SELECT timetz '10:00+00' - time '10:00'
SELECT (time '10:00', 1) = (timetz '10:00-04', 1)
SELECT timetz '10:00-04' BETWEEN time '10:00' AND time '11:00'
SELECT CASE time '10:00' WHEN timetz '10:00-04' THEN 1 ELSE 2 END
SELECT time '10:00' = ANY (ARRAY[timetz '10:00-04'])
SELECT time '10:00' EXCEPT SELECT timetz '10:00-05'
SELECT time '10:00' INTERSECT SELECT timetz '10:00-05'
SELECT ARRAY[time '10:00', timetz '10:00-04']
SELECT * FROM (VALUES (time '10:00'), (timetz '10:00-04')) v(x)
SELECT timetz '10:00-04' AT TIME ZONE 'UTC', time '10:00' AT TIME ZONE 'UTC'
SELECT max(x) FROM (VALUES (time '10:00'), (timetz '10:00-04')) v(x)
SELECT (time '10:00')::timetz(0), cast('10:00:00.6' AS time)::timetz(0)
CREATE TABLE tbx (z timetz, t time)
INSERT INTO tbx VALUES (time '10:00', timetz '10:00-04')
INSERT INTO tbx SELECT t, z FROM tbx
UPDATE tbx SET z = t WHERE t = time '10:00'
SELECT * FROM tbx
SELECT z, t FROM tbx WHERE z = t
SELECT a.z FROM tbx a JOIN tbx b ON a.z = b.t
SELECT count(*) FROM tbx WHERE z IN (SELECT t FROM tbx)
SELECT count(*) FROM tbx WHERE t IN (SELECT z FROM tbx)
SELECT count(*) FROM tbx WHERE t = ANY (SELECT z FROM tbx)
SELECT count(*) FROM tbx WHERE t = (SELECT z FROM tbx LIMIT 1)
SELECT count(*) FROM tbx WHERE (SELECT t FROM tbx LIMIT 1) = z
SELECT count(*) FROM tbx a JOIN (SELECT t AS z FROM tbx) b USING (z)
SELECT count(*) FROM tbx a NATURAL JOIN (SELECT t AS z FROM tbx) b
SELECT count(*) FROM tbx a, (SELECT t AS q FROM tbx) b WHERE a.z = b.q
SELECT count(*) FROM tbx a, (SELECT t AS z FROM tbx) b WHERE a.z = b.z
SELECT timestamptz '294246-01-01 00:00+00'
SELECT timestamptz '294245-12-31 00:00+00'
SELECT timestamptz '294246-12-30 00:00+00'
SELECT timestamptz '294246-12-30 00:00:00+00'
SELECT timestamptz '200000-12-30 00:00+00'
SELECT timestamptz '100000-01-01 00:00+00'
SELECT timestamptz '99999-01-01 00:00+00'
SELECT timestamptz '9999-01-01 00:00+00'
SELECT timestamptz '10000-01-01 00:00:00+00'
SELECT timestamptz '10000-01-01'
SELECT timestamp '10000-01-01 00:00'
SELECT timestamp '294246-12-31 00:00'
SELECT timestamp '294246-12-31 00:00:00'
SELECT x::timestamptz FROM (VALUES ('100000-01-01 00:00+00')) v(x)
SELECT x::timestamptz FROM (VALUES ('10000-01-01 00:00+00')) v(x)
SELECT x::timestamptz FROM (VALUES ('294246-12-31 00:00:00+00')) v(x)
SELECT x::timestamptz FROM (VALUES ('290000-12-31 00:00+00')) v(x)
SELECT x::timestamp FROM (VALUES ('294246-12-31 00:00+00')) v(x)
SELECT x::timestamptz FROM (VALUES ('294246-12-31')) v(x)
SELECT * FROM (SELECT time '10:00' UNION SELECT timetz '10:00-04') q(x) ORDER BY x
SELECT timestamptz '2024-01-01 00:00+00' AT TIME ZONE i FROM (VALUES (interval '5 hours'), (interval '-00:30'), (NULL)) v(i)
SELECT timestamp '2024-01-01 00:00' AT TIME ZONE make_interval(hours => 5)
SELECT timestamp '2024-01-01 00:00' AT TIME ZONE make_interval(days => 5)
SELECT now() AT TIME ZONE interval '1 day' IS NULL
INSERT INTO tbx SELECT * FROM (SELECT time '10:00', timetz '10:00-04') q
INSERT INTO tbx SELECT DISTINCT t, t FROM tbx
MERGE INTO tbx USING (SELECT time '09:00' AS u) s ON tbx.t = s.u WHEN NOT MATCHED THEN INSERT VALUES (s.u, s.u)
SELECT z, t FROM tbx WHERE t = '09:00'
INSERT INTO tbx (z) VALUES (LOCALTIME), (NULL)
PREPARE tbp (time) AS SELECT $1 = timetz '10:00-05', $1 = timetz '10:00-04'
EXECUTE tbp('10:00')
