-- Formats of to_char that tell the zone of a time, and DROP of functions that are not there.
CREATE TABLE ofs_tz (id int, ts timestamptz, d timestamp)
INSERT INTO ofs_tz VALUES (1, '2024-03-10 01:30:00.123456+00', '2024-03-10 01:30'), (2, '2024-07-01 12:00+00', NULL), (3, NULL, NULL)
SELECT to_char(ts, 'YYYY-MM-DD"T"HH24:MI:SSOF') FROM ofs_tz ORDER BY id
SELECT to_char(ts, 'YYYY-MM-DD"T"HH24:MI:SS.MSTZH:TZM'), to_char(ts, 'HH24:MI TZ'), to_char(ts, 'HH24:MI tz'), to_char(ts, 'OF'), to_char(ts, 'FMOF'), to_char(ts, 'TZH') FROM ofs_tz ORDER BY id
SET TIME ZONE 'Asia/Kolkata'
SELECT to_char(ts, 'YYYY-MM-DD"T"HH24:MI:SSOF'), to_char(ts, 'TZH:TZM TZ'), to_char(ts, 'FMDD "OF" FMOF'), to_char(ts, 'US OF') FROM ofs_tz ORDER BY id
SET TIME ZONE 'America/St_Johns'
SELECT to_char(ts, 'YYYY-MM-DD"T"HH24:MI:SSOF'), to_char(ts, 'TZH:TZM TZ Day'), to_char(ts, 'FMDay FMOF') FROM ofs_tz ORDER BY id
SET TIME ZONE 'Europe/Berlin'
SELECT to_char(ts, 'Dy, DD Mon YYYY HH24:MI:SS TZHTZM') FROM ofs_tz ORDER BY id
SELECT to_char(timestamptz '2024-01-01 00:00+00', 'YYYY-MM-DD HH24:MI:SS.US OF'), to_char(now(), 'OF') IS NOT NULL
SELECT to_char(ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM ofs_tz ORDER BY id
SELECT to_char(d, 'YYYY OF'), to_char(d, 'TZH:TZM'), to_char(d, 'HH24 TZ') FROM ofs_tz ORDER BY id
SELECT to_char(ts, f) FROM ofs_tz, (VALUES ('YYYY OF'), ('TZH')) v(f) ORDER BY id, f
SELECT to_char(current_timestamp, 'YYYY') = extract(year FROM now())::text
DROP FUNCTION nothere()
DROP FUNCTION nothere(int, text)
COMMENT ON FUNCTION nothere(int) IS 'x'
ALTER FUNCTION nothere(int) OWNER TO CURRENT_USER
DROP FUNCTION IF EXISTS nothere(int)
