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
INSERT INTO pxe VALUES (9, 19, '2025-01-01', 900, 'q', 'open')
SELECT count(*) FROM pxe
