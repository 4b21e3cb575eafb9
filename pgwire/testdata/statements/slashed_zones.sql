-- Zones of places that there are not, over no rows, and slashed dates with zones.
CREATE TABLE slz_t (id int, ts timestamptz, t timestamp, tt timetz)
SELECT * FROM slz_t WHERE ts > now() AT TIME ZONE 'Europe/Nowhere'
SELECT * FROM slz_t WHERE ts > now() AT TIME ZONE 'Europe/Paris'
SELECT * FROM slz_t WHERE id = 1 AND (t = now() AT TIME ZONE 'Europe/Nowhere' OR id = 2)
SELECT * FROM slz_t WHERE (ts AT TIME ZONE 'Europe/Nowhere')::date = '2024-01-01'
SELECT * FROM slz_t WHERE date_trunc('day', t) = date_trunc('day', now() AT TIME ZONE 'Mars/Base')
UPDATE slz_t SET id = 1 WHERE t < now() AT TIME ZONE 'Europe/Nowhere'
DELETE FROM slz_t WHERE t < now() AT TIME ZONE 'Europe/Nowhere'
DELETE FROM slz_t WHERE t < now() AT TIME ZONE 'Europe/Berlin'
SELECT '2024-01-01 10:00 Europe/Nowhere'::timestamptz
SELECT '2024-01-01 10:00 Europe/Berlin'::timestamptz FROM slz_t
SELECT * FROM slz_t WHERE ts > '2024-01-01 10:00 America/New_York'::timestamptz
INSERT INTO slz_t (ts) VALUES ('2024-01-01 10:00 Europe/Berlin')
SELECT ts FROM slz_t WHERE ts = '2024-01-01 10:00 Europe/Berlin'::timestamptz
SELECT ts AT TIME ZONE 'Europe/Nowhere' FROM slz_t
SELECT now() AT TIME ZONE 'Europe/Nowhere' FROM slz_t WHERE false
SELECT '2024-01-01 10:00 Europe/Nowhere'::timestamptz FROM slz_t WHERE id = 99
SELECT '2024-01-02 10:00 UTC'::timestamptz
SELECT '01/02/2024 10:00 UTC'::timestamptz
SELECT '01/02/2024 10:00+02'::timestamptz
SELECT '01/02/2024 10:00 +02'::timestamptz
SELECT '01/02/2024 10:00:00 UTC'::timestamptz
SELECT '01/02/2024 10:00 Europe/Berlin'::timestamptz
SELECT '01/02/2024 10:00 PST'::timestamptz
SELECT timestamptz '1/2/2024 3:04 PM EST'
SELECT timestamp '01/02/2024 10:00 UTC', timestamp '1/2/2024 3:04 PM'
SELECT 'Jan 2 2024 10:00 UTC'::timestamptz, '2 January 2024 10:00+01'::timestamptz
SELECT '20240102 10:00Z'::timestamptz, '2024-01-02T10:00Z'::timestamptz
SELECT '1/2/2024'::date, '01/02/2024 10:00'::timestamp, '01-02-2024'::date, '1/2/24'::date, '13/01/2024'::date
SELECT '1/2/2024 25:00'::timestamp
SET datestyle = 'ISO, DMY'
SELECT '01/02/2024 10:00 UTC'::timestamptz, '01/02/2024 10:00 Europe/Berlin'::timestamptz, '1/2/2024 3:04 PM'::timestamp, '13/01/2024 01:00+01'::timestamptz
RESET datestyle
