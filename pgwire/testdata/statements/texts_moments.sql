CREATE TABLE tx (id int, s text)
INSERT INTO tx VALUES (1,'May 5, 2024'),(2,'2024-05-05'),(3,'20240505'),(4,'5/6/2024'),(5,'2024-05-05 12:30:45.678+02'),(6,'Sun May 05 12:30:45 2024 PST'),(7,'J2460436'),(8,'epoch'),(9,'infinity'),(10,'2024.126'),(11,'05-May-2024'),(12,'2024-May-05 3 PM'),(13,'January 8, 99 BC'),(14,'2024-05-05T12:30:45Z'),(15,'20240505T123045')
SELECT id, s::date FROM tx ORDER BY id
SELECT id, s::timestamp FROM tx ORDER BY id
SELECT id, s::timestamptz FROM tx ORDER BY id
SELECT 'May 5, 2024'::text::date
SELECT ('May 5, '||'2024')::date
SELECT ('May 5, '||id)::text FROM tx WHERE id<2
SELECT ('May 5, 202'||id)::date FROM tx WHERE id<5
SELECT cast(s AS date) FROM tx WHERE id=8
SELECT date(s) FROM tx WHERE id=1
SELECT timestamp without time zone 'now'::text IS NOT NULL
SELECT (s::timestamp)::date FROM tx WHERE id IN (1,3) ORDER BY id
SELECT 'today'::text::date = current_date
SELECT 'tomorrow'::text::timestamp = current_date+1
SELECT 'now'::text::timestamptz = now()
SELECT 'yesterday noon'::text::timestamp
SELECT ('12:30'||':45')::time
SELECT ('12:30 PM')::text::time, '3am'::text::time, '123045'::text::time, '2024-05-05 04:05:06'::text::time, 'allballs'::text::time
SELECT '04:05:06+05:30'::text::timetz, '04:05 America/New_York'::text::timetz
SELECT 'garbage'::text::date
SELECT 'garbage'::text::timestamp
SELECT '2024-13-01'::text::date
SELECT '2024-02-30'::text::date
SELECT '2024-05-05 25:00'::text::timestamp
SELECT '24:00'::text::time, '24:00:01'::text::time
SELECT '1 day 2 hours'::text::interval, 'P1Y2M3DT4H5M6S'::text::interval, '@ 1 year ago'::text::interval, '1-2'::text::interval, '3 4:05:06'::text::interval, '1.5 weeks'::text::interval
SELECT s::date FROM (VALUES ('06/05/2024')) v(s)
SET datestyle='ISO, DMY'
SELECT s::date FROM (VALUES ('06/05/2024')) v(s)
SELECT id, s::timestamp FROM tx WHERE id=4
SET datestyle='German'
SELECT id, s::timestamptz FROM tx WHERE id<5 ORDER BY 1
RESET datestyle
ALTER TABLE tx ADD COLUMN d date
UPDATE tx SET d = s::date WHERE id <> 5
SELECT * FROM tx ORDER BY id
ALTER TABLE tx ALTER COLUMN s TYPE timestamp USING s::timestamp
SELECT s FROM tx ORDER BY id
CREATE VIEW vtx AS SELECT id, to_char(s,'YYYY')::text::int y FROM tx
SELECT * FROM vtx ORDER BY 1 LIMIT 3
CREATE TABLE ty (id serial, s text)
INSERT INTO ty (s) VALUES ('May 5, 2024')
INSERT INTO ty (s) VALUES ('5 May 2024'),('2024-May-05'),('05-May-2024'),('May-05-2024'),('Jan 8 99 BC'),('99 Jan 8'),('Sun May 05 12:30:45 2024 PST'),('Sun May  5 12:30:45.5 2024'),('20240505'),('240505'),('20240505T123045'),('20240505 1230'),('20240505T123045-05'),('20240505 123045.678Z'),('2024.126'),('2024-126'),('2024126'),('J2460436'),('julian 2460436.25'),('J2460436-05'),('JD 2460436'),('2024-05-05T12:30Z'),('2024-05-05t12:30:45+0530'),('2024-05-05 12:30 America/New_York'),('2024-05-05 12:30 america/new_york'),('2024-05-05 12:30 Japan'),('2024-05-05 12:30 japan'),('2024-05-05 12:30 EST5EDT'),('2024-05-05 12:30 PM EST'),('2024-05-05 3 PM'),('2024-05-05 03:04 pm'),('2024-05-05 allballs'),('12:30 2024-05-05'),('12:30:45+02 2024-05-05'),('PST 2024-05-05'),('2024-05-05 BC 10:00'),('0044-03-15 BC'),('44-03-15 BC'),('2024/05/05'),('2024.05.05'),('2024-5-5'),('2024-5-05 1:2:3'),('  2024-05-05  '),('"2024-05-05"'),('(2024-05-05)'),('2024-05-05,10:00'),('2024-05-05;10:00'),('on May 5 2024 at 10:00'),('Monday May 5 2024'),('Mon Tue May 5 2024'),('epoch'),('EPOCH'),('infinity'),('-infinity'),('+infinity'),('2024-01-01 infinity'),('infinity 2024'),('infinity infinity'),('inf'),('2024-02-30'),('2024-13-01'),('2024-00-01'),('2024-01-00'),('0000-01-01'),('0-1-1'),('2024-01-32'),('Feb 30 2024'),('May 32 2024'),('2024-05-05 25:00'),('2024-05-05 24:00'),('2024-05-05 24:00:01'),('2024-05-05 23:59:60'),('2024-05-05 12:60'),('2024-05-05 23:59:59.9999999'),('20240505T256060'),('20240505T2561'),('2024-05-05 12:30+16'),('2024-05-05 12:30+15:59'),('2024-05-05 12:30+05:60'),('2024-05-05 12:30 +05'),('2024-05-05 12:30 - 05'),('2024-05-05 12:30-0530'),('2024-05-05 12:30+05:30:15'),('2024-05-05 12:30+053015'),('2024-05-05+02'),('2024-05-05 +02'),('2024-05-05Z'),('2024-05-05-08'),('2024-05-05 12:30 XYZ'),('2024-05-05 12:30 Foo/Bar'),('garbage'),(''),(' '),('12:30'),('May 5'),('May 2024'),('2024'),('2024-05'),('12'),('5'),('2024-05-05-05'),('2024--05-05'),('2024-05/05'),('99999-01-01'),('294276-12-31 23:59:59'),('294277-01-01'),('5874897-12-31'),('5874898-01-01'),('4714-11-24 BC'),('4714-11-23 BC'),('10000-01-01 BC'),('99999999999-01-01'),('999999999990101'),('2024-05-05 MSK'),('2024-05-05 12:30 CEST'),('2024-01-05 12:30 cet'),('May5,2024'),('5May2024'),('2024May5'),('May 5 24 BC'),('2024-05-05 T10:00'),('2024-05-05 T 1000'),('T10:00'),('2024-05-05T'),('2024-05-05 10'),('2024-05-05 1030'),('2024-05-05 103045'),('2024-05-05 10:30 am pm'),('2024-05-05 13:30 pm'),('2024-05-05 12:30 am'),('2024-05-05 10:30:45.123456789'),('2024-05-05 10:30.5'),('2024-05-05 10:30:45:12'),('2024-05-05 10::30'),('2024-05-05 10:'),('2024-05-05 :30'),('2024-05-05 .5'),('2024-05-05é'),('Mai 5 2024'),('May 5th 2024'),('1st May 2024'),('Sept 5 2024'),('Septem 5 2024'),('2024-366'),('2023-366'),('2024-000'),('2024 366'),('2024 126 10:00'),('366 2024'),('12-May-2024 10:00:00.000'),('12/May/2024:10:00:00 +0000'),('12/May/2024 10:00:00 +0000'),('Tue, 15 Nov 1994 12:45:26 GMT'),('Sunday, 06-Nov-94 08:49:37 GMT'),('Sun Nov  6 08:49:37 1994'),('2024-05-05 12:30:45 UTC'),('2024-05-05 12:30:45 UTC+3'),('2024-05-05 12:30:45 GMT-3'),('2024-05-05T12:30:45.678901234Z'),('2024-05-05 12:30:45 +0000 UTC'),('2024-W18-7'),('20240505T12:30'),('20240505T12'),('2024-05-05 noon'),('2024-05-05 dst'),('2024-05-05 CET DST'),('y2024m05d05'),('2024-05-05 12h'),('May 5 2024 10:00 AD'),('5 5 2024 AD'),('1700000000'),('1700000000000'),('null'),('2024-05-05 12:30 Europe/Paris'),('2024-03-31 02:30 Europe/Paris'),('Europe/Paris 2024-03-31'),('2024-10-27 02:30 Europe/Paris')
SELECT s, s::timestamptz, s::date FROM ty WHERE id=1
SELECT s, s::timestamptz, s::date FROM ty WHERE id=2
SELECT s, s::timestamptz, s::date FROM ty WHERE id=3
SELECT s, s::timestamptz, s::date FROM ty WHERE id=4
SELECT s, s::timestamptz, s::date FROM ty WHERE id=5
SELECT s, s::timestamptz, s::date FROM ty WHERE id=6
SELECT s, s::timestamptz, s::date FROM ty WHERE id=7
SELECT s, s::timestamptz, s::date FROM ty WHERE id=8
SELECT s, s::timestamptz, s::date FROM ty WHERE id=9
SELECT s, s::timestamptz, s::date FROM ty WHERE id=10
SELECT s, s::timestamptz, s::date FROM ty WHERE id=11
SELECT s, s::timestamptz, s::date FROM ty WHERE id=12
SELECT s, s::timestamptz, s::date FROM ty WHERE id=13
SELECT s, s::timestamptz, s::date FROM ty WHERE id=14
SELECT s, s::timestamptz, s::date FROM ty WHERE id=15
SELECT s, s::timestamptz, s::date FROM ty WHERE id=16
SELECT s, s::timestamptz, s::date FROM ty WHERE id=17
SELECT s, s::timestamptz, s::date FROM ty WHERE id=18
SELECT s, s::timestamptz, s::date FROM ty WHERE id=19
SELECT s, s::timestamptz, s::date FROM ty WHERE id=20
SELECT s, s::timestamptz, s::date FROM ty WHERE id=21
SELECT s, s::timestamptz, s::date FROM ty WHERE id=22
SELECT s, s::timestamptz, s::date FROM ty WHERE id=23
SELECT s, s::timestamptz, s::date FROM ty WHERE id=24
SELECT s, s::timestamptz, s::date FROM ty WHERE id=25
SELECT s, s::timestamptz, s::date FROM ty WHERE id=26
SELECT s, s::timestamptz, s::date FROM ty WHERE id=27
SELECT s, s::timestamptz, s::date FROM ty WHERE id=28
SELECT s, s::timestamptz, s::date FROM ty WHERE id=29
SELECT s, s::timestamptz, s::date FROM ty WHERE id=30
SELECT s, s::timestamptz, s::date FROM ty WHERE id=31
SELECT s, s::timestamptz, s::date FROM ty WHERE id=32
SELECT s, s::timestamptz, s::date FROM ty WHERE id=33
SELECT s, s::timestamptz, s::date FROM ty WHERE id=34
SELECT s, s::timestamptz, s::date FROM ty WHERE id=35
SELECT s, s::timestamptz, s::date FROM ty WHERE id=36
SELECT s, s::timestamptz, s::date FROM ty WHERE id=37
SELECT s, s::timestamptz, s::date FROM ty WHERE id=38
SELECT s, s::timestamptz, s::date FROM ty WHERE id=39
SELECT s, s::timestamptz, s::date FROM ty WHERE id=40
SELECT s, s::timestamptz, s::date FROM ty WHERE id=41
SELECT s, s::timestamptz, s::date FROM ty WHERE id=42
SELECT s, s::timestamptz, s::date FROM ty WHERE id=43
SELECT s, s::timestamptz, s::date FROM ty WHERE id=44
SELECT s, s::timestamptz, s::date FROM ty WHERE id=45
SELECT s, s::timestamptz, s::date FROM ty WHERE id=46
SELECT s, s::timestamptz, s::date FROM ty WHERE id=47
SELECT s, s::timestamptz, s::date FROM ty WHERE id=48
SELECT s, s::timestamptz, s::date FROM ty WHERE id=49
SELECT s, s::timestamptz, s::date FROM ty WHERE id=50
SELECT s, s::timestamptz, s::date FROM ty WHERE id=51
SELECT s, s::timestamptz, s::date FROM ty WHERE id=52
SELECT s, s::timestamptz, s::date FROM ty WHERE id=53
SELECT s, s::timestamptz, s::date FROM ty WHERE id=54
SELECT s, s::timestamptz, s::date FROM ty WHERE id=55
SELECT s, s::timestamptz, s::date FROM ty WHERE id=56
SELECT s, s::timestamptz, s::date FROM ty WHERE id=57
SELECT s, s::timestamptz, s::date FROM ty WHERE id=58
SELECT s, s::timestamptz, s::date FROM ty WHERE id=59
SELECT s, s::timestamptz, s::date FROM ty WHERE id=60
SELECT s, s::timestamptz, s::date FROM ty WHERE id=61
SELECT s, s::timestamptz, s::date FROM ty WHERE id=62
SELECT s, s::timestamptz, s::date FROM ty WHERE id=63
SELECT s, s::timestamptz, s::date FROM ty WHERE id=64
SELECT s, s::timestamptz, s::date FROM ty WHERE id=65
SELECT s, s::timestamptz, s::date FROM ty WHERE id=66
SELECT s, s::timestamptz, s::date FROM ty WHERE id=67
SELECT s, s::timestamptz, s::date FROM ty WHERE id=68
SELECT s, s::timestamptz, s::date FROM ty WHERE id=69
SELECT s, s::timestamptz, s::date FROM ty WHERE id=70
SELECT s, s::timestamptz, s::date FROM ty WHERE id=71
SELECT s, s::timestamptz, s::date FROM ty WHERE id=72
SELECT s, s::timestamptz, s::date FROM ty WHERE id=73
SELECT s, s::timestamptz, s::date FROM ty WHERE id=74
SELECT s, s::timestamptz, s::date FROM ty WHERE id=75
SELECT s, s::timestamptz, s::date FROM ty WHERE id=76
SELECT s, s::timestamptz, s::date FROM ty WHERE id=77
SELECT s, s::timestamptz, s::date FROM ty WHERE id=78
SELECT s, s::timestamptz, s::date FROM ty WHERE id=79
SELECT s, s::timestamptz, s::date FROM ty WHERE id=80
SELECT s, s::timestamptz, s::date FROM ty WHERE id=81
SELECT s, s::timestamptz, s::date FROM ty WHERE id=82
SELECT s, s::timestamptz, s::date FROM ty WHERE id=83
SELECT s, s::timestamptz, s::date FROM ty WHERE id=84
SELECT s, s::timestamptz, s::date FROM ty WHERE id=85
SELECT s, s::timestamptz, s::date FROM ty WHERE id=86
SELECT s, s::timestamptz, s::date FROM ty WHERE id=87
SELECT s, s::timestamptz, s::date FROM ty WHERE id=88
SELECT s, s::timestamptz, s::date FROM ty WHERE id=89
SELECT s, s::timestamptz, s::date FROM ty WHERE id=90
SELECT s, s::timestamptz, s::date FROM ty WHERE id=91
SELECT s, s::timestamptz, s::date FROM ty WHERE id=92
SELECT s, s::timestamptz, s::date FROM ty WHERE id=93
SELECT s, s::timestamptz, s::date FROM ty WHERE id=94
SELECT s, s::timestamptz, s::date FROM ty WHERE id=95
SELECT s, s::timestamptz, s::date FROM ty WHERE id=96
SELECT s, s::timestamptz, s::date FROM ty WHERE id=97
SELECT s, s::timestamptz, s::date FROM ty WHERE id=98
SELECT s, s::timestamptz, s::date FROM ty WHERE id=99
SELECT s, s::timestamptz, s::date FROM ty WHERE id=100
SELECT s, s::timestamptz, s::date FROM ty WHERE id=101
SELECT s, s::timestamptz, s::date FROM ty WHERE id=102
SELECT s, s::timestamptz, s::date FROM ty WHERE id=103
SELECT s, s::timestamptz, s::date FROM ty WHERE id=104
SELECT s, s::timestamptz, s::date FROM ty WHERE id=105
SELECT s, s::timestamptz, s::date FROM ty WHERE id=106
SELECT s, s::timestamptz, s::date FROM ty WHERE id=107
SELECT s, s::timestamptz, s::date FROM ty WHERE id=108
SELECT s, s::timestamptz, s::date FROM ty WHERE id=109
SELECT s, s::timestamptz, s::date FROM ty WHERE id=110
SELECT s, s::timestamptz, s::date FROM ty WHERE id=111
SELECT s, s::timestamptz, s::date FROM ty WHERE id=112
SELECT s, s::timestamptz, s::date FROM ty WHERE id=113
SELECT s, s::timestamptz, s::date FROM ty WHERE id=114
SELECT s, s::timestamptz, s::date FROM ty WHERE id=115
SELECT s, s::timestamptz, s::date FROM ty WHERE id=116
SELECT s, s::timestamptz, s::date FROM ty WHERE id=117
SELECT s, s::timestamptz, s::date FROM ty WHERE id=118
SELECT s, s::timestamptz, s::date FROM ty WHERE id=119
SELECT s, s::timestamptz, s::date FROM ty WHERE id=120
SELECT s, s::timestamptz, s::date FROM ty WHERE id=121
SELECT s, s::timestamptz, s::date FROM ty WHERE id=122
SELECT s, s::timestamptz, s::date FROM ty WHERE id=123
SELECT s, s::timestamptz, s::date FROM ty WHERE id=124
SELECT s, s::timestamptz, s::date FROM ty WHERE id=125
SELECT s, s::timestamptz, s::date FROM ty WHERE id=126
SELECT s, s::timestamptz, s::date FROM ty WHERE id=127
SELECT s, s::timestamptz, s::date FROM ty WHERE id=128
SELECT s, s::timestamptz, s::date FROM ty WHERE id=129
SELECT s, s::timestamptz, s::date FROM ty WHERE id=130
SELECT s, s::timestamptz, s::date FROM ty WHERE id=131
SELECT s, s::timestamptz, s::date FROM ty WHERE id=132
SELECT s, s::timestamptz, s::date FROM ty WHERE id=133
SELECT s, s::timestamptz, s::date FROM ty WHERE id=134
SELECT s, s::timestamptz, s::date FROM ty WHERE id=135
SELECT s, s::timestamptz, s::date FROM ty WHERE id=136
SELECT s, s::timestamptz, s::date FROM ty WHERE id=137
SELECT s, s::timestamptz, s::date FROM ty WHERE id=138
SELECT s, s::timestamptz, s::date FROM ty WHERE id=139
SELECT s, s::timestamptz, s::date FROM ty WHERE id=140
SELECT s, s::timestamptz, s::date FROM ty WHERE id=141
SELECT s, s::timestamptz, s::date FROM ty WHERE id=142
SELECT s, s::timestamptz, s::date FROM ty WHERE id=143
SELECT s, s::timestamptz, s::date FROM ty WHERE id=144
SELECT s, s::timestamptz, s::date FROM ty WHERE id=145
SELECT s, s::timestamptz, s::date FROM ty WHERE id=146
SELECT s, s::timestamptz, s::date FROM ty WHERE id=147
SELECT s, s::timestamptz, s::date FROM ty WHERE id=148
SELECT s, s::timestamptz, s::date FROM ty WHERE id=149
SELECT s, s::timestamptz, s::date FROM ty WHERE id=150
SELECT s, s::timestamptz, s::date FROM ty WHERE id=151
SELECT s, s::timestamptz, s::date FROM ty WHERE id=152
SELECT s, s::timestamptz, s::date FROM ty WHERE id=153
SELECT s, s::timestamptz, s::date FROM ty WHERE id=154
SELECT s, s::timestamptz, s::date FROM ty WHERE id=155
SELECT s, s::timestamptz, s::date FROM ty WHERE id=156
SELECT s, s::timestamptz, s::date FROM ty WHERE id=157
SELECT s, s::timestamptz, s::date FROM ty WHERE id=158
SELECT s, s::timestamptz, s::date FROM ty WHERE id=159
SELECT s, s::timestamptz, s::date FROM ty WHERE id=160
SELECT s, s::timestamptz, s::date FROM ty WHERE id=161
SELECT s, s::timestamptz, s::date FROM ty WHERE id=162
SELECT s, s::timestamptz, s::date FROM ty WHERE id=163
SELECT s, s::timestamptz, s::date FROM ty WHERE id=164
SELECT s, s::timestamptz, s::date FROM ty WHERE id=165
SELECT s, s::timestamptz, s::date FROM ty WHERE id=166
SELECT s, s::timestamptz, s::date FROM ty WHERE id=167
SELECT s, s::timestamptz, s::date FROM ty WHERE id=168
SELECT s, s::timestamptz, s::date FROM ty WHERE id=169
SELECT s, s::timestamptz, s::date FROM ty WHERE id=170
SELECT s, s::timestamptz, s::date FROM ty WHERE id=171
SELECT s, s::timestamptz, s::date FROM ty WHERE id=172
SELECT s, s::timestamptz, s::date FROM ty WHERE id=173
SELECT s, s::timestamptz, s::date FROM ty WHERE id=174
SELECT s, s::timestamptz, s::date FROM ty WHERE id=175
SELECT s, s::timestamptz, s::date FROM ty WHERE id=176
SELECT s, s::timestamptz, s::date FROM ty WHERE id=177
SELECT s, s::timestamptz, s::date FROM ty WHERE id=178
