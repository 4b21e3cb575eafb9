CREATE TABLE pxe (id int PRIMARY KEY, carrier_id int, booked date, gross numeric(10,2), ref text, state text)
INSERT INTO pxe VALUES (1, 1, '2024-01-05', 2000, 'a', 'open'), (2, 1, '2024-02-05', 2000, 'b', 'open'), (3, 1, '2024-01-09', 500, 'c', 'open'), (4, NULL, '2024-01-05', 5000, 'd', 'done')
CREATE UNIQUE INDEX pxe_u ON pxe (carrier_id, (extract(month FROM booked)) DESC NULLS LAST) INCLUDE (ref) WHERE gross > 1000
INSERT INTO pxe VALUES (5, 1, '2025-01-01', 3000, 'x', 'open')
INSERT INTO pxe VALUES (5, 1, '2025-01-01', 900, 'x', 'open')
UPDATE pxe SET gross = 1001 WHERE id = 5
UPDATE pxe SET gross = 1001, booked = '2025-03-01' WHERE id = 5
SELECT indexdef FROM pg_indexes WHERE tablename = 'pxe' ORDER BY indexname
CREATE UNIQUE INDEX pxe_l ON pxe (lower(ref)) WHERE state = 'open'
INSERT INTO pxe VALUES (6, 2, '2025-01-01', 900, 'A', 'open')
INSERT INTO pxe VALUES (6, 2, '2025-01-01', 900, 'A', 'done')
UPDATE pxe SET state = 'open' WHERE id = 6
UPDATE pxe SET state = 'open', ref = 'Q' WHERE id = 6
INSERT INTO pxe VALUES (7, 3, '2025-01-01', 900, 'q', 'open') ON CONFLICT DO NOTHING
INSERT INTO pxe VALUES (7, 3, '2025-01-01', 900, 'q', 'open') ON CONFLICT (lower(ref)) WHERE state = 'open' DO NOTHING
INSERT INTO pxe VALUES (7, 3, '2025-01-01', 900, 'q', 'open') ON CONFLICT (lower(ref)) WHERE state = 'open' DO UPDATE SET gross = 901 RETURNING id, gross
SELECT * FROM pxe ORDER BY id
CREATE UNIQUE INDEX pxe_bad ON pxe (carrier_id, (gross > 0)) WHERE state = 'open'
SELECT indexdef FROM pg_indexes WHERE tablename = 'pxe' ORDER BY indexname
DROP INDEX pxe_l
INSERT INTO pxe VALUES (8, 9, '2025-01-01', 900, 'q', 'open')
CREATE UNIQUE INDEX ON pxe (date_trunc('month', booked::timestamp), lower(ref)) WHERE carrier_id IS NOT NULL
CREATE UNIQUE INDEX ON pxe ((carrier_id % 10), ref) WHERE NOT (state = 'done')
SELECT count(*) FROM pxe
CREATE TABLE pxt (id int PRIMARY KEY, d date, t timestamp, z timestamptz, n int)
CREATE UNIQUE INDEX pxt_m ON pxt (n, extract(month FROM d))
CREATE UNIQUE INDEX pxt_h ON pxt (date_trunc('hour', t)) WHERE n > 0
INSERT INTO pxt VALUES (1, '2024-01-05', '2024-01-05 10:15', NULL, 1)
INSERT INTO pxt VALUES (2, '2023-01-15', '2024-01-06 10:15', NULL, 1)
INSERT INTO pxt VALUES (2, '2023-02-15', '2024-01-05 10:59', NULL, 1)
INSERT INTO pxt VALUES (2, '2023-02-15', '2024-01-05 10:59', NULL, -1)
INSERT INTO pxt VALUES (3, 'infinity', '2024-01-05 10:59', NULL, -1), (4, 'infinity', '2024-01-05 10:59', NULL, -1), (5, '-infinity', NULL, NULL, -1)
INSERT INTO pxt VALUES (6, NULL, 'infinity', NULL, 4)
INSERT INTO pxt VALUES (7, NULL, 'infinity', NULL, 5)
INSERT INTO pxt VALUES (8, NULL, NULL, NULL, -2)
INSERT INTO pxt VALUES (9, '2024-01-09', NULL, NULL, 1) ON CONFLICT (n, extract(month FROM d)) DO NOTHING
INSERT INTO pxt VALUES (9, '2024-01-09', NULL, NULL, 1) ON CONFLICT (n, (extract(month FROM d))) DO UPDATE SET z = '2024-01-01 00:00+00' RETURNING id
INSERT INTO pxt VALUES (9, '2024-01-09', NULL, NULL, 1) ON CONFLICT (n, date_part('month', d)) DO NOTHING
SELECT indexdef FROM pg_indexes WHERE tablename = 'pxt' ORDER BY indexname
SELECT pg_get_indexdef('pxt_m'::regclass, 2, true), pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid = 'pxt_m'::regclass
CREATE UNIQUE INDEX ON pxt (extract(year FROM d))
CREATE UNIQUE INDEX ON pxt (extract(month FROM z))
CREATE UNIQUE INDEX ON pxt (date_part('week', d), n)
CREATE UNIQUE INDEX ON pxt (extract(hour FROM d))
SELECT indexname FROM pg_indexes WHERE tablename = 'pxt' ORDER BY 1
UPDATE pxt SET d = '2024-03-01' WHERE id = 1
DROP INDEX pxt_m
INSERT INTO pxt VALUES (10, '2023-03-15', NULL, NULL, 1)
SELECT id FROM pxt ORDER BY id
CREATE UNIQUE INDEX pxt_r ON pxt ((n % 3)) WHERE d IS NULL
