SET TIME ZONE 'America/New_York'
CREATE TABLE zr_z (id int PRIMARY KEY, during tstzrange, other tstzrange DEFAULT '[2024-01-01 00:00+00,2024-02-01 00:00+00)', many tstzrange[], n int)
INSERT INTO zr_z (id, during) VALUES (1, '[2024-03-10,2024-03-11)'), (2, '(,2024-01-01]'), (3, 'empty'), (4, NULL), (5, '[2024-03-10 12:00,)'), (6, '["2024-07-01 00:00","2024-07-02 00:00+00")')
INSERT INTO zr_z (id, during) VALUES (7, '[2024-01-02,2024-01-01]')
INSERT INTO zr_z (id, during) VALUES (7, '[2024-01-02')
INSERT INTO zr_z (id, during) VALUES (7, '[x,y]')
INSERT INTO zr_z (id, during) VALUES (7, '')
INSERT INTO zr_z (id, during) SELECT 8, '[2024-01-01,2024-01-02]'
INSERT INTO zr_z VALUES (9, '[2024-05-01,2024-05-01]') ON CONFLICT (id) DO UPDATE SET during = '[2024-06-01,)'
INSERT INTO zr_z VALUES (9, '[2024-05-01,2024-05-01]') ON CONFLICT (id) DO UPDATE SET during = '[2024-06-01,)'
UPDATE zr_z SET during = '[2024-01-01,)' WHERE id = 4
SELECT * FROM zr_z ORDER BY id
SELECT id, during && '[2023-01-01,2024-03-10]', '[2024-03-10,2024-03-10]' <@ during, during = '[2024-01-01,)', during < '[2024-03-01,)', during << '[2025-01-01,2025-01-02)' FROM zr_z ORDER BY id
SELECT id, during -|- '[2024-03-11,2024-03-12)' FROM zr_z ORDER BY id
SELECT id, during * '[2024-03-10 12:00,)' FROM zr_z ORDER BY id
SELECT during &< '(,2024-03-12)', '[2024-03-10,2024-03-10]' &> during FROM zr_z ORDER BY id
SELECT id FROM zr_z WHERE during @> '2024-03-10 12:00' ORDER BY id
SELECT id FROM zr_z WHERE during @> '[2024-03-10 12:00,2024-03-10 13:00]' ORDER BY id
SELECT range_merge(during, '[2025-01-01,2025-01-02)') FROM zr_z WHERE id = 1
SELECT during + '[2024-03-11,2024-03-12)', during - '[2024-03-10 12:00,2024-03-15)' FROM zr_z WHERE id = 1
SELECT id FROM zr_z WHERE during IN ('[2024-03-10,2024-03-11)', '[2024-06-01,)') ORDER BY id
SELECT id, CASE WHEN id = 1 THEN during ELSE '[2024-01-01,2024-01-02)' END, coalesce(during, '[2024-01-01,)') FROM zr_z WHERE id < 3 ORDER BY id
DELETE FROM zr_z WHERE during = '[2024-03-10,2024-03-11)' RETURNING id
MERGE INTO zr_z USING (VALUES (2), (20)) v(i) ON v.i = zr_z.id WHEN MATCHED THEN UPDATE SET during = '[2024-08-01,2024-08-02)' WHEN NOT MATCHED THEN INSERT (id, during) VALUES (v.i, '[2024-09-01,2024-09-02)')
SET TIME ZONE 'Asia/Tokyo'
INSERT INTO zr_z (id, during) VALUES (30, '[2024-03-10,2024-03-11)') RETURNING during, upper(during) = '2024-03-11 00:00+09'
SELECT id, during FROM zr_z ORDER BY id
SELECT id FROM zr_z WHERE during && '[2024-08-01 13:00,2024-08-01 14:00]' ORDER BY id
SELECT id FROM zr_z WHERE during && '[2024-08-01 13:00+09,2024-08-01 14:00+00]' OR during -|- '(,2024-01-01 05:00+00)' OR during = 'empty' OR during @> '[infinity,infinity]' ORDER BY id
PREPARE zr_p AS SELECT id FROM zr_z WHERE during && $1 ORDER BY id
EXECUTE zr_p ('[2024-08-01 13:00,2024-08-01 14:00]')
DROP TABLE zr_z
RESET TIME ZONE
