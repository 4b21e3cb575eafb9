-- Constants of dates and times in words, with zones by letters, and at the edges of the calendar.
SELECT date 'January 9, 2003', date '9 Jan 2003', date '2003 Jan 9', date '2003-Jan-09', date 'Thu Jan 9 2003', date '2003 9 January', date '2003 01 09', date 'Jan 9 2003 10:15 PST', date 'March 5, 0044 BC', date '5 Mar 0044 BC'
SELECT timestamp 'Thu Jan 9 10:15:20 2003', timestamp 'Jan 9 10:15:20.5 2003 PST', timestamp '9 January 2003 4:05 PM', timestamp '2003.01.09 10:15', timestamp 'Thu, 09 Jan 2003 10:15:20 GMT'
SELECT timestamptz 'Thu Jan 9 10:15:20 2003 PST', timestamptz 'Thu Jan 09 10:15:20 America/New_York 2003', timestamptz '9 Jul 2003 10:15 EDT', timestamptz 'Thu Jan 9 10:15:20 GMT+3 2003', timestamptz 'Thu, 09 Jan 2003 10:15:20 +0530', timestamptz 'Jan 9 2003 PST'
SELECT date 'Janber 9, 2003'
SELECT timestamp 'Thu Jan 9 10:15:20 11:00 2003'
SELECT date 'Feb 30, 2003'
SELECT timestamp 'today 10:30' = date_trunc('day', localtimestamp) + interval '10:30', timestamp '23:15 yesterday' = date_trunc('day', localtimestamp) - interval '45 minutes', timestamptz 'tomorrow 08:00' > now() - interval '16 hours'
SELECT time '10:15 PST', time '04:05:06.7899999 PM', time '10:15:20.1234567', time '23:59:59.9999996', time '10:59:60'
SELECT timetz '10:15 PST', timetz '10:15:20.5 CEST', timetz '10:15 EDT', time with time zone '10:15 +05:30'
SELECT time '10:15 America/New_York'
SELECT timetz '10:15:20 Europe/Paris'
SELECT date '4714-11-23 BC'
SELECT date '4714-11-24 BC', date '4713-01-01 BC'
SELECT timestamp '4714-11-23 23:00:00 BC'
CREATE TABLE md_words(d date, t timestamptz, c time)
INSERT INTO md_words VALUES ('April 1, 2021', 'Thu Apr 1 12:30 2021 CET', '12:30 CET')
UPDATE md_words SET t = 'Fri 2 Apr 2021 08:00 UTC' WHERE d = 'Apr 1, 2021'
SELECT * FROM md_words
SELECT d FROM md_words WHERE d IN ('Apr 1, 2021', 'May 1, 2021') AND t BETWEEN 'Thu Apr 1 2021' AND 'today' AND t <> 'now' AND c < '12:31 PST'
SELECT d FROM md_words WHERE d < 'tomorrow' AND d > '-infinity' AND 'infinity' > t AND t = '2021-04-02 10:00+02'
SELECT d FROM md_words WHERE d = 'nonsense'
SELECT '2021-04-02 10:00+02' < t, t >= 'Fri Apr 02 08:00:00 2021 UTC' FROM md_words
PREPARE md AS SELECT d FROM md_words WHERE d = $1
EXECUTE md('2021-04-01')
CREATE TABLE md_default(t timestamp DEFAULT 'today 10:30')
CREATE TABLE zone_texts (id int, s text)
INSERT INTO zone_texts VALUES (1, '2024-07-05 12:30 AKST'), (2, '2024-01-05 12:30 nst'), (3, '2024-01-05 12:30 ACST BC'), (4, '2024-01-05 12:30 HST')
SELECT id, s::timestamptz FROM zone_texts ORDER BY id
