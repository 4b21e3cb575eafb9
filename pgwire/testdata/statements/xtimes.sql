-- Times of day, as constants and as texts of rows.
SELECT '12:30'::time AS t
SELECT '12:30'::timetz AS t
SELECT '1:2'::time AS t
SELECT '1:2'::timetz AS t
SELECT '1:2:3'::time AS t
SELECT '1:2:3'::timetz AS t
SELECT '01:2'::time AS t
SELECT '01:2'::timetz AS t
SELECT '12:3'::time AS t
SELECT '12:3'::timetz AS t
SELECT '12:30:4'::time AS t
SELECT '12:30:4'::timetz AS t
SELECT '12:30.5'::time AS t
SELECT '12:30.5'::timetz AS t
SELECT '12:30:45.'::time AS t
SELECT '12:30:45.'::timetz AS t
SELECT '12:30:45.1234567'::time AS t
SELECT '12:30:45.1234567'::timetz AS t
SELECT '12:30:45.12345649'::time AS t
SELECT '12:30:45.12345649'::timetz AS t
SELECT '12:30:59.9999999'::time AS t
SELECT '12:30:59.9999999'::timetz AS t
SELECT '23:59:59.9999999'::time AS t
SELECT '23:59:59.9999999'::timetz AS t
SELECT '24:00'::time AS t
SELECT '24:00'::timetz AS t
SELECT '24:00:00'::time AS t
SELECT '24:00:00'::timetz AS t
SELECT '24:00:00.1'::time AS t
SELECT '24:00:00.1'::timetz AS t
SELECT '24:01'::time AS t
SELECT '24:01'::timetz AS t
SELECT '25:00'::time AS t
SELECT '25:00'::timetz AS t
SELECT '12:60'::time AS t
SELECT '12:60'::timetz AS t
SELECT '12:30:60'::time AS t
SELECT '12:30:60'::timetz AS t
SELECT '12:30:61'::time AS t
SELECT '12:30:61'::timetz AS t
SELECT '23:59:60'::time AS t
SELECT '23:59:60'::timetz AS t
SELECT '1012'::time AS t
SELECT '1012'::timetz AS t
SELECT '101'::time AS t
SELECT '101'::timetz AS t
SELECT '123045'::time AS t
SELECT '123045'::timetz AS t
SELECT '123045.5'::time AS t
SELECT '123045.5'::timetz AS t
SELECT '12304'::time AS t
SELECT '12304'::timetz AS t
SELECT '1230456'::time AS t
SELECT '1230456'::timetz AS t
SELECT 'T1230'::time AS t
SELECT 'T1230'::timetz AS t
SELECT 't123045'::time AS t
SELECT 't123045'::timetz AS t
SELECT 'T12:30'::time AS t
SELECT 'T12:30'::timetz AS t
SELECT '12'::time AS t
SELECT '12'::timetz AS t
SELECT '12:30 PM'::time AS t
SELECT '12:30 PM'::timetz AS t
SELECT '12:30PM'::time AS t
SELECT '12:30PM'::timetz AS t
SELECT '12:30pm'::time AS t
SELECT '12:30pm'::timetz AS t
SELECT '12:30 AM'::time AS t
SELECT '12:30 AM'::timetz AS t
SELECT '13:30 PM'::time AS t
SELECT '13:30 PM'::timetz AS t
SELECT '0:30 PM'::time AS t
SELECT '0:30 PM'::timetz AS t
SELECT '0:30 AM'::time AS t
SELECT '0:30 AM'::timetz AS t
SELECT '4 PM'::time AS t
SELECT '4 PM'::timetz AS t
SELECT '4PM'::time AS t
SELECT '4PM'::timetz AS t
SELECT '12:30 a.m.'::time AS t
SELECT '12:30 a.m.'::timetz AS t
SELECT 'allballs'::time AS t
SELECT 'allballs'::timetz AS t
SELECT 'ALLBALLS'::time AS t
SELECT 'ALLBALLS'::timetz AS t
SELECT 'now x'::time AS t
SELECT 'now x'::timetz AS t
SELECT 'today'::time AS t
SELECT 'today'::timetz AS t
SELECT 'midnight'::time AS t
SELECT 'midnight'::timetz AS t
SELECT '12:30Z'::time AS t
SELECT '12:30Z'::timetz AS t
SELECT '12:30 Z'::time AS t
SELECT '12:30 Z'::timetz AS t
SELECT '12:30+02'::time AS t
SELECT '12:30+02'::timetz AS t
SELECT '12:30 +02'::time AS t
SELECT '12:30 +02'::timetz AS t
SELECT '12:30+2'::time AS t
SELECT '12:30+2'::timetz AS t
SELECT '12:30+0230'::time AS t
SELECT '12:30+0230'::timetz AS t
SELECT '12:30+02:30'::time AS t
SELECT '12:30+02:30'::timetz AS t
SELECT '12:30-08:00:15'::time AS t
SELECT '12:30-08:00:15'::timetz AS t
SELECT '12:30+16'::time AS t
SELECT '12:30+16'::timetz AS t
SELECT '12:30+15:59'::time AS t
SELECT '12:30+15:59'::timetz AS t
SELECT '12:30 UTC'::time AS t
SELECT '12:30 UTC'::timetz AS t
SELECT '12:30 EST'::time AS t
SELECT '12:30 EST'::timetz AS t
SELECT '12:30EST'::time AS t
SELECT '12:30EST'::timetz AS t
SELECT '12:30 EDT'::time AS t
SELECT '12:30 EDT'::timetz AS t
SELECT '12:30 America/New_York'::time AS t
SELECT '12:30 America/New_York'::timetz AS t
SELECT '12:30 Nowhere'::time AS t
SELECT '12:30 Nowhere'::timetz AS t
SELECT '12:30 foo'::time AS t
SELECT '12:30 foo'::timetz AS t
SELECT '2024-01-05 12:30'::time AS t
SELECT '2024-01-05 12:30'::timetz AS t
SELECT '2024-1-5 12:30'::time AS t
SELECT '2024-1-5 12:30'::timetz AS t
SELECT '2024-01-05T12:30'::time AS t
SELECT '2024-01-05T12:30'::timetz AS t
SELECT '2024-01-05T12:30:45'::time AS t
SELECT '2024-01-05T12:30:45'::timetz AS t
SELECT '2024-01-05T12:30:45Z'::time AS t
SELECT '2024-01-05T12:30:45Z'::timetz AS t
SELECT '2024-01-05T12:30:45+02'::time AS t
SELECT '2024-01-05T12:30:45+02'::timetz AS t
SELECT '2024-01-05 12:30:45Z'::time AS t
SELECT '2024-01-05 12:30:45Z'::timetz AS t
SELECT '2024-01-05 12:30 America/New_York'::time AS t
SELECT '2024-01-05 12:30 America/New_York'::timetz AS t
SELECT '2024-07-05 12:30 America/New_York'::time AS t
SELECT '2024-07-05 12:30 America/New_York'::timetz AS t
SELECT 'Jan 5 2024 12:30'::time AS t
SELECT 'Jan 5 2024 12:30'::timetz AS t
SELECT '5 Jan 2024 12:30'::time AS t
SELECT '5 Jan 2024 12:30'::timetz AS t
SELECT '12:30 2024-01-05'::time AS t
SELECT '12:30 2024-01-05'::timetz AS t
SELECT '2024-02-30 12:30'::time AS t
SELECT '2024-02-30 12:30'::timetz AS t
SELECT '20240105 12:30'::time AS t
SELECT '20240105 12:30'::timetz AS t
SELECT '20240105T123045'::time AS t
SELECT '20240105T123045'::timetz AS t
SELECT '2024-01-05 24:00'::time AS t
SELECT '2024-01-05 24:00'::timetz AS t
SELECT '2024-01-05 1:02'::time AS t
SELECT '2024-01-05 1:02'::timetz AS t
SELECT '12:30 BC'::time AS t
SELECT '12:30 BC'::timetz AS t
SELECT '2024-01-05 12:30 BC'::time AS t
SELECT '2024-01-05 12:30 BC'::timetz AS t
SELECT '12:30 Mon'::time AS t
SELECT '12:30 Mon'::timetz AS t
SELECT 'Mon 12:30'::time AS t
SELECT 'Mon 12:30'::timetz AS t
SELECT '  12:30  '::time AS t
SELECT '  12:30  '::timetz AS t
SELECT '12 :30'::time AS t
SELECT '12 :30'::timetz AS t
SELECT '12: 30'::time AS t
SELECT '12: 30'::timetz AS t
SELECT '12:30 13:30'::time AS t
SELECT '12:30 13:30'::timetz AS t
SELECT '-12:30'::time AS t
SELECT '-12:30'::timetz AS t
SELECT '+12:30'::time AS t
SELECT '+12:30'::timetz AS t
SELECT '12:30:45 PM +02'::time AS t
SELECT '12:30:45 PM +02'::timetz AS t
SELECT '12:30:45.5 pm EST'::time AS t
SELECT '12:30:45.5 pm EST'::timetz AS t
SELECT '12-30'::time AS t
SELECT '12-30'::timetz AS t
SELECT '12.30'::time AS t
SELECT '12.30'::timetz AS t
SELECT 'J2451187 04:05:06'::time AS t
SELECT 'J2451187 04:05:06'::timetz AS t
SELECT '12:30:45,5'::time AS t
SELECT '12:30:45,5'::timetz AS t
SELECT '12:30\n'::time AS t
SELECT '12:30\n'::timetz AS t
SELECT '1:2:3:4'::time AS t
SELECT '1:2:3:4'::timetz AS t
SELECT '12h30'::time AS t
SELECT '12h30'::timetz AS t
SELECT 'noon'::time AS t
SELECT 'noon'::timetz AS t
SELECT '12:30 at'::time AS t
SELECT '12:30 at'::timetz AS t
SELECT 'at 12:30'::time AS t
SELECT 'at 12:30'::timetz AS t
SELECT '12:30 dst'::time AS t
SELECT '12:30 dst'::timetz AS t
SELECT '12:30 EST dst'::time AS t
SELECT '12:30 EST dst'::timetz AS t
SELECT '99:99'::time AS t
SELECT '99:99'::timetz AS t
SELECT '00:00:00.0000005'::time AS t
SELECT '00:00:00.0000005'::timetz AS t
SELECT '2:03:04 pm'::time AS t
SELECT '2:03:04 pm'::timetz AS t
SELECT '02:03:04 p'::time AS t
SELECT '02:03:04 p'::timetz AS t
SELECT '02:03 tomorrow'::time AS t
SELECT '02:03 tomorrow'::timetz AS t
SELECT 'infinity'::time AS t
SELECT 'infinity'::timetz AS t
SELECT ''::time AS t
SELECT ''::timetz AS t
SELECT ' '::time AS t
SELECT ' '::timetz AS t
CREATE TABLE xt_t (i int, s text)
INSERT INTO xt_t VALUES (0, '12:30'), (1, '1:2'), (2, '1:2:3'), (3, '01:2'), (4, '12:3'), (5, '12:30:4'), (6, '12:30.5'), (7, '12:30:45.'), (8, '12:30:45.1234567'), (9, '12:30:45.12345649'), (10, '12:30:59.9999999'), (11, '23:59:59.9999999'), (12, '24:00'), (13, '24:00:00'), (14, '24:00:00.1'), (15, '24:01'), (16, '25:00'), (17, '12:60'), (18, '12:30:60'), (19, '12:30:61'), (20, '23:59:60'), (21, '1012'), (22, '101'), (23, '123045'), (24, '123045.5'), (25, '12304'), (26, '1230456'), (27, 'T1230'), (28, 't123045'), (29, 'T12:30'), (30, '12'), (31, '12:30 PM'), (32, '12:30PM'), (33, '12:30pm'), (34, '12:30 AM'), (35, '13:30 PM'), (36, '0:30 PM'), (37, '0:30 AM'), (38, '4 PM'), (39, '4PM'), (40, '12:30 a.m.'), (41, 'allballs'), (42, 'ALLBALLS'), (43, 'now x'), (44, 'today'), (45, 'midnight'), (46, '12:30Z'), (47, '12:30 Z'), (48, '12:30+02'), (49, '12:30 +02'), (50, '12:30+2'), (51, '12:30+0230'), (52, '12:30+02:30'), (53, '12:30-08:00:15'), (54, '12:30+16'), (55, '12:30+15:59'), (56, '12:30 UTC'), (57, '12:30 EST'), (58, '12:30EST'), (59, '12:30 EDT'), (60, '12:30 America/New_York'), (61, '12:30 Nowhere'), (62, '12:30 foo'), (63, '2024-01-05 12:30'), (64, '2024-1-5 12:30'), (65, '2024-01-05T12:30'), (66, '2024-01-05T12:30:45'), (67, '2024-01-05T12:30:45Z'), (68, '2024-01-05T12:30:45+02'), (69, '2024-01-05 12:30:45Z'), (70, '2024-01-05 12:30 America/New_York'), (71, '2024-07-05 12:30 America/New_York'), (72, 'Jan 5 2024 12:30'), (73, '5 Jan 2024 12:30'), (74, '12:30 2024-01-05'), (75, '2024-02-30 12:30'), (76, '20240105 12:30'), (77, '20240105T123045'), (78, '2024-01-05 24:00'), (79, '2024-01-05 1:02'), (80, '12:30 BC'), (81, '2024-01-05 12:30 BC'), (82, '12:30 Mon'), (83, 'Mon 12:30'), (84, '  12:30  '), (85, '12 :30'), (86, '12: 30'), (87, '12:30 13:30'), (88, '-12:30'), (89, '+12:30'), (90, '12:30:45 PM +02'), (91, '12:30:45.5 pm EST'), (92, '12-30'), (93, '12.30'), (94, 'J2451187 04:05:06'), (95, '12:30:45,5'), (96, '12:30\n'), (97, '1:2:3:4'), (98, '12h30'), (99, 'noon'), (100, '12:30 at'), (101, 'at 12:30'), (102, '12:30 dst'), (103, '12:30 EST dst'), (104, '99:99'), (105, '00:00:00.0000005'), (106, '2:03:04 pm'), (107, '02:03:04 p'), (108, '02:03 tomorrow'), (109, 'infinity'), (110, ''), (111, ' ')
SELECT s::time AS t FROM xt_t WHERE i = 0
SELECT s::time AS t FROM xt_t WHERE i = 1
SELECT s::time AS t FROM xt_t WHERE i = 2
SELECT s::time AS t FROM xt_t WHERE i = 3
SELECT s::time AS t FROM xt_t WHERE i = 4
SELECT s::time AS t FROM xt_t WHERE i = 5
SELECT s::time AS t FROM xt_t WHERE i = 6
SELECT s::time AS t FROM xt_t WHERE i = 7
SELECT s::time AS t FROM xt_t WHERE i = 8
SELECT s::time AS t FROM xt_t WHERE i = 9
SELECT s::time AS t FROM xt_t WHERE i = 10
SELECT s::time AS t FROM xt_t WHERE i = 11
SELECT s::time AS t FROM xt_t WHERE i = 12
SELECT s::time AS t FROM xt_t WHERE i = 13
SELECT s::time AS t FROM xt_t WHERE i = 14
SELECT s::time AS t FROM xt_t WHERE i = 15
SELECT s::time AS t FROM xt_t WHERE i = 16
SELECT s::time AS t FROM xt_t WHERE i = 17
SELECT s::time AS t FROM xt_t WHERE i = 18
SELECT s::time AS t FROM xt_t WHERE i = 19
SELECT s::time AS t FROM xt_t WHERE i = 20
SELECT s::time AS t FROM xt_t WHERE i = 21
SELECT s::time AS t FROM xt_t WHERE i = 22
SELECT s::time AS t FROM xt_t WHERE i = 23
SELECT s::time AS t FROM xt_t WHERE i = 24
SELECT s::time AS t FROM xt_t WHERE i = 25
SELECT s::time AS t FROM xt_t WHERE i = 26
SELECT s::time AS t FROM xt_t WHERE i = 27
SELECT s::time AS t FROM xt_t WHERE i = 28
SELECT s::time AS t FROM xt_t WHERE i = 29
SELECT s::time AS t FROM xt_t WHERE i = 30
SELECT s::time AS t FROM xt_t WHERE i = 31
SELECT s::time AS t FROM xt_t WHERE i = 32
SELECT s::time AS t FROM xt_t WHERE i = 33
SELECT s::time AS t FROM xt_t WHERE i = 34
SELECT s::time AS t FROM xt_t WHERE i = 35
SELECT s::time AS t FROM xt_t WHERE i = 36
SELECT s::time AS t FROM xt_t WHERE i = 37
SELECT s::time AS t FROM xt_t WHERE i = 38
SELECT s::time AS t FROM xt_t WHERE i = 39
SELECT s::time AS t FROM xt_t WHERE i = 40
SELECT s::time AS t FROM xt_t WHERE i = 41
SELECT s::time AS t FROM xt_t WHERE i = 42
SELECT s::time AS t FROM xt_t WHERE i = 43
SELECT s::time AS t FROM xt_t WHERE i = 44
SELECT s::time AS t FROM xt_t WHERE i = 45
SELECT s::time AS t FROM xt_t WHERE i = 46
SELECT s::time AS t FROM xt_t WHERE i = 47
SELECT s::time AS t FROM xt_t WHERE i = 48
SELECT s::time AS t FROM xt_t WHERE i = 49
SELECT s::time AS t FROM xt_t WHERE i = 50
SELECT s::time AS t FROM xt_t WHERE i = 51
SELECT s::time AS t FROM xt_t WHERE i = 52
SELECT s::time AS t FROM xt_t WHERE i = 53
SELECT s::time AS t FROM xt_t WHERE i = 54
SELECT s::time AS t FROM xt_t WHERE i = 55
SELECT s::time AS t FROM xt_t WHERE i = 56
SELECT s::time AS t FROM xt_t WHERE i = 57
SELECT s::time AS t FROM xt_t WHERE i = 58
SELECT s::time AS t FROM xt_t WHERE i = 59
SELECT s::time AS t FROM xt_t WHERE i = 60
SELECT s::time AS t FROM xt_t WHERE i = 61
SELECT s::time AS t FROM xt_t WHERE i = 62
SELECT s::time AS t FROM xt_t WHERE i = 63
SELECT s::time AS t FROM xt_t WHERE i = 64
SELECT s::time AS t FROM xt_t WHERE i = 65
SELECT s::time AS t FROM xt_t WHERE i = 66
SELECT s::time AS t FROM xt_t WHERE i = 67
SELECT s::time AS t FROM xt_t WHERE i = 68
SELECT s::time AS t FROM xt_t WHERE i = 69
SELECT s::time AS t FROM xt_t WHERE i = 70
SELECT s::time AS t FROM xt_t WHERE i = 71
SELECT s::time AS t FROM xt_t WHERE i = 72
SELECT s::time AS t FROM xt_t WHERE i = 73
SELECT s::time AS t FROM xt_t WHERE i = 74
SELECT s::time AS t FROM xt_t WHERE i = 75
SELECT s::time AS t FROM xt_t WHERE i = 76
SELECT s::time AS t FROM xt_t WHERE i = 77
SELECT s::time AS t FROM xt_t WHERE i = 78
SELECT s::time AS t FROM xt_t WHERE i = 79
SELECT s::time AS t FROM xt_t WHERE i = 80
SELECT s::time AS t FROM xt_t WHERE i = 81
SELECT s::time AS t FROM xt_t WHERE i = 82
SELECT s::time AS t FROM xt_t WHERE i = 83
SELECT s::time AS t FROM xt_t WHERE i = 84
SELECT s::time AS t FROM xt_t WHERE i = 85
SELECT s::time AS t FROM xt_t WHERE i = 86
SELECT s::time AS t FROM xt_t WHERE i = 87
SELECT s::time AS t FROM xt_t WHERE i = 88
SELECT s::time AS t FROM xt_t WHERE i = 89
SELECT s::time AS t FROM xt_t WHERE i = 90
SELECT s::time AS t FROM xt_t WHERE i = 91
SELECT s::time AS t FROM xt_t WHERE i = 92
SELECT s::time AS t FROM xt_t WHERE i = 93
SELECT s::time AS t FROM xt_t WHERE i = 94
SELECT s::time AS t FROM xt_t WHERE i = 95
SELECT s::time AS t FROM xt_t WHERE i = 96
SELECT s::time AS t FROM xt_t WHERE i = 97
SELECT s::time AS t FROM xt_t WHERE i = 98
SELECT s::time AS t FROM xt_t WHERE i = 99
SELECT s::time AS t FROM xt_t WHERE i = 100
SELECT s::time AS t FROM xt_t WHERE i = 101
SELECT s::time AS t FROM xt_t WHERE i = 102
SELECT s::time AS t FROM xt_t WHERE i = 103
SELECT s::time AS t FROM xt_t WHERE i = 104
SELECT s::time AS t FROM xt_t WHERE i = 105
SELECT s::time AS t FROM xt_t WHERE i = 106
SELECT s::time AS t FROM xt_t WHERE i = 107
SELECT s::time AS t FROM xt_t WHERE i = 108
SELECT s::time AS t FROM xt_t WHERE i = 109
SELECT s::time AS t FROM xt_t WHERE i = 110
SELECT s::time AS t FROM xt_t WHERE i = 111
-- Texts of rows that are no json and no intervals.
CREATE TABLE xt_j (i int, s text)
INSERT INTO xt_j VALUES (0, 'NaN'), (1, 'inf'), (2, '-Infinity'), (3, 'Infinity'), (4, 'nan'), (5, '1'), (6, '1e5'), (7, '01'), (8, '-'), (9, '{'), (10, '{}'), (11, '[1,]'), (12, 'tru'), (13, 'true'), (14, ' 1 '), (15, '"a"'), (16, '''a'''), (17, '1 2'), (18, ''), (19, '{"a":NaN}'), (20, '1_000'), (21, '+1'), (22, '.5'), (23, '1.'), (24, '{"a":1,"a":2}'), (25, 'null'), (26, 'NULL')
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 0
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 1
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 2
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 3
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 4
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 5
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 6
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 7
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 8
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 9
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 10
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 11
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 12
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 13
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 14
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 15
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 16
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 17
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 18
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 19
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 20
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 21
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 22
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 23
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 24
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 25
SELECT s::json AS j, s::json->'a' AS a FROM xt_j WHERE i = 26
CREATE TABLE xt_i (i int, s text)
INSERT INTO xt_i VALUES (0, 'NaN'), (1, 'inf'), (2, '1_000'), (3, '1e3'), (4, '0x10'), (5, '1.5'), (6, '+5'), (7, '-5.25'), (8, '1 NaN'), (9, '1_0 days'), (10, 'infinity'), (11, '1.5.2'), (12, '.5'), (13, '5.'), (14, '-'), (15, '+-5'), (16, '1-'), (17, '1 2 3')
SELECT s::interval AS v FROM xt_i WHERE i = 0
SELECT 'NaN'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 1
SELECT 'inf'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 2
SELECT '1_000'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 3
SELECT '1e3'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 4
SELECT '0x10'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 5
SELECT '1.5'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 6
SELECT '+5'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 7
SELECT '-5.25'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 8
SELECT '1 NaN'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 9
SELECT '1_0 days'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 10
SELECT 'infinity'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 11
SELECT '1.5.2'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 12
SELECT '.5'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 13
SELECT '5.'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 14
SELECT '-'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 15
SELECT '+-5'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 16
SELECT '1-'::interval AS v
SELECT s::interval AS v FROM xt_i WHERE i = 17
SELECT '1 2 3'::interval AS v
-- Moments in the zones of places.
SELECT '2024-01-05 12:30 America/New_York'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 America/New_York' AS v
SELECT '2024-01-05 12:30 America/New_York'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 America/New_York' AS v
SELECT '2024-01-05 12:30 America/New_York'::date AS v
SELECT date '2024-01-05 09:30:15 America/New_York' AS v
SELECT '2024-01-05 12:30 Africa/Cairo'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Africa/Cairo' AS v
SELECT '2024-01-05 12:30 Africa/Cairo'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Africa/Cairo' AS v
SELECT '2024-01-05 12:30 Africa/Cairo'::date AS v
SELECT date '2024-01-05 09:30:15 Africa/Cairo' AS v
SELECT '2024-01-05 12:30 Antarctica/McMurdo'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Antarctica/McMurdo' AS v
SELECT '2024-01-05 12:30 Antarctica/McMurdo'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Antarctica/McMurdo' AS v
SELECT '2024-01-05 12:30 Antarctica/McMurdo'::date AS v
SELECT date '2024-01-05 09:30:15 Antarctica/McMurdo' AS v
SELECT '2024-01-05 12:30 Pacific/Apia'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Pacific/Apia' AS v
SELECT '2024-01-05 12:30 Pacific/Apia'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Pacific/Apia' AS v
SELECT '2024-01-05 12:30 Pacific/Apia'::date AS v
SELECT date '2024-01-05 09:30:15 Pacific/Apia' AS v
SELECT '2024-01-05 12:30 Asia/Amman'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Asia/Amman' AS v
SELECT '2024-01-05 12:30 Asia/Amman'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Asia/Amman' AS v
SELECT '2024-01-05 12:30 Asia/Amman'::date AS v
SELECT date '2024-01-05 09:30:15 Asia/Amman' AS v
SELECT '2024-01-05 12:30 Arctic/Longyearbyen'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Arctic/Longyearbyen' AS v
SELECT '2024-01-05 12:30 Arctic/Longyearbyen'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Arctic/Longyearbyen' AS v
SELECT '2024-01-05 12:30 Arctic/Longyearbyen'::date AS v
SELECT date '2024-01-05 09:30:15 Arctic/Longyearbyen' AS v
SELECT '2024-01-05 12:30 Europe/Paris'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 Europe/Paris' AS v
SELECT '2024-01-05 12:30 Europe/Paris'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 Europe/Paris' AS v
SELECT '2024-01-05 12:30 Europe/Paris'::date AS v
SELECT date '2024-01-05 09:30:15 Europe/Paris' AS v
SELECT '2024-01-05 12:30 AMT'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 AMT' AS v
SELECT '2024-01-05 12:30 AMT'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 AMT' AS v
SELECT '2024-01-05 12:30 AMT'::date AS v
SELECT date '2024-01-05 09:30:15 AMT' AS v
SELECT '2024-01-05 12:30 AMST'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 AMST' AS v
SELECT '2024-01-05 12:30 AMST'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 AMST' AS v
SELECT '2024-01-05 12:30 AMST'::date AS v
SELECT date '2024-01-05 09:30:15 AMST' AS v
SELECT '2024-01-05 12:30 PMST'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 PMST' AS v
SELECT '2024-01-05 12:30 PMST'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 PMST' AS v
SELECT '2024-01-05 12:30 PMST'::date AS v
SELECT date '2024-01-05 09:30:15 PMST' AS v
SELECT '2024-01-05 12:30 PM'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 PM' AS v
SELECT '2024-01-05 12:30 PM'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 PM' AS v
SELECT '2024-01-05 12:30 PM'::date AS v
SELECT date '2024-01-05 09:30:15 PM' AS v
SELECT '2024-01-05 12:30 AM'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 AM' AS v
SELECT '2024-01-05 12:30 AM'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 AM' AS v
SELECT '2024-01-05 12:30 AM'::date AS v
SELECT date '2024-01-05 09:30:15 AM' AS v
SELECT '2024-01-05 12:30 am'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 am' AS v
SELECT '2024-01-05 12:30 am'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 am' AS v
SELECT '2024-01-05 12:30 am'::date AS v
SELECT date '2024-01-05 09:30:15 am' AS v
SELECT '2024-01-05 12:30 PM UTC'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 PM UTC' AS v
SELECT '2024-01-05 12:30 PM UTC'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 PM UTC' AS v
SELECT '2024-01-05 12:30 PM UTC'::date AS v
SELECT date '2024-01-05 09:30:15 PM UTC' AS v
SELECT '2024-01-05 12:30 AM America/New_York'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 AM America/New_York' AS v
SELECT '2024-01-05 12:30 AM America/New_York'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 AM America/New_York' AS v
SELECT '2024-01-05 12:30 AM America/New_York'::date AS v
SELECT date '2024-01-05 09:30:15 AM America/New_York' AS v
SELECT '2024-01-05 12:30 PMDT'::timestamp AS v
SELECT timestamp '2024-01-05 09:30:15 PMDT' AS v
SELECT '2024-01-05 12:30 PMDT'::timestamptz AS v
SELECT timestamptz '2024-01-05 09:30:15 PMDT' AS v
SELECT '2024-01-05 12:30 PMDT'::date AS v
SELECT date '2024-01-05 09:30:15 PMDT' AS v
