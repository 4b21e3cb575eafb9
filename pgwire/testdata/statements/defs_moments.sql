-- Defaults of moments.
CREATE TABLE dz2 (id int, a timestamptz DEFAULT '0044-03-15 BC', b timestamptz DEFAULT '2024-01-01', c timestamptz DEFAULT '12345-01-02 03:04', d timestamptz DEFAULT '4713-01-01 BC', e timestamptz DEFAULT '2024-01-01 BC', f date DEFAULT '0044-03-15 BC', g timestamp DEFAULT '0044-03-15 BC')
INSERT INTO dz2 (id) VALUES (1)
ALTER TABLE dz2 ADD COLUMN h timestamptz DEFAULT '0044-03-15 BC'
ALTER TABLE dz2 ALTER COLUMN b SET DEFAULT '0100-02-03 BC'
SET timezone = 'Asia/Kolkata'
INSERT INTO dz2 (id) VALUES (2)
SET timezone = 'UTC'
SELECT * FROM dz2 ORDER BY id
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dz2'::regclass ORDER BY adnum
CREATE TABLE dz2b (id int, a timestamptz[] DEFAULT '{0044-03-15 BC}', b timestamptz DEFAULT timestamptz '0044-03-15 BC', c timestamptz DEFAULT '0044-03-15 BC'::timestamptz, e timestamptz CHECK (e > '0044-03-15 BC'), f timestamptz[] DEFAULT ARRAY['0044-03-15 BC'::timestamptz])
CREATE TABLE dz2s (id int, a timestamptz[] DEFAULT '{2024-01-01}', b timestamptz DEFAULT timestamptz '2024-01-01', c timestamptz DEFAULT '2024-01-01'::timestamptz, e timestamptz CHECK (e > '2024-01-01'), f timestamptz[] DEFAULT ARRAY['2024-01-01'::timestamptz], h timestamptz[] DEFAULT ARRAY['2024-01-01']::timestamptz[], i text DEFAULT '2024-01-01'::timestamptz, j timestamp DEFAULT '2024-01-01'::timestamptz)
SET timezone = 'Asia/Kolkata'
INSERT INTO dz2b (id) VALUES (1)
INSERT INTO dz2s (id) VALUES (1)
SET timezone = 'UTC'
SELECT * FROM dz2b
SELECT * FROM dz2s
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dz2b'::regclass ORDER BY adnum
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dz2s'::regclass ORDER BY adnum
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'dz2b'::regclass
CREATE VIEW dz2v AS SELECT * FROM dz2b WHERE e IS NULL OR e < '0044-03-15 BC'
SELECT pg_get_viewdef('dz2v'::regclass)
ALTER TABLE dz2b ALTER COLUMN a SET DEFAULT '{0055-03-15 BC}'
ALTER TABLE dz2s ALTER COLUMN a SET DEFAULT '{2024-02-02}', ALTER COLUMN f SET DEFAULT ARRAY['2024-02-02'::timestamptz]
CREATE INDEX ON dz2b (id) WHERE e > '0044-03-15 BC'
SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indrelid = 'dz2b'::regclass
CREATE DOMAIN dz2d AS timestamptz DEFAULT '0044-03-15 BC'
CREATE DOMAIN dz2f AS timestamptz DEFAULT '2024-01-01'
CREATE TABLE dz2c (id int, a dz2d, b dz2f, c dz2f DEFAULT '2024-02-02')
SET timezone = 'Asia/Kolkata'
INSERT INTO dz2c VALUES (1)
INSERT INTO dz2s (id) VALUES (2)
SET timezone = 'UTC'
SELECT * FROM dz2c
SELECT * FROM dz2s ORDER BY id
ALTER DOMAIN dz2f SET DEFAULT '2025-01-01'
SET timezone = 'Asia/Kolkata'
INSERT INTO dz2c VALUES (2)
SET timezone = 'UTC'
SELECT * FROM dz2c ORDER BY id
CREATE TABLE dz2e (id int, a timestamptz DEFAULT '0044-03-15 BC 12:00', b timestamptz DEFAULT 'March 15 0044 BC', c timestamptz DEFAULT '0044-03-15 12:00 BC', d timestamptz DEFAULT '0044-03-15 12:00+02 BC', e timestamptz DEFAULT 'infinity', f timestamptz DEFAULT '2024-05-05 12:00', g timestamptz DEFAULT '20240505', h timestamptz DEFAULT '2024-05-05T12:00:01.5', i timestamptz DEFAULT '2024-05-05 12:00 Europe/Berlin', j timestamptz DEFAULT 'epoch', k timestamptz DEFAULT '5/6/2024')
SET timezone = 'Asia/Kolkata'
INSERT INTO dz2e VALUES (1)
SET timezone = 'UTC'
SELECT * FROM dz2e
CREATE TABLE dz2m (id int, b timestamptz[] DEFAULT '{now}')
CREATE TABLE dz2m (id int, b tstzrange DEFAULT '[now,)')
CREATE TABLE dz2n (id int, b timestamptz DEFAULT 'tomorrow'::timestamptz)
CREATE TABLE dz2o (id int, b int DEFAULT now())
CREATE TABLE dz2o (id int, b int DEFAULT 'x'::text)
CREATE TABLE dz2o (id int, b text DEFAULT now(), c bigint DEFAULT 1.5, d date DEFAULT now(), e timestamptz DEFAULT coalesce(NULL, '2024-01-01'))
CREATE TABLE dz2o (id int, b text DEFAULT now(), c bigint DEFAULT 1.5, d date DEFAULT now())
ALTER TABLE dz2o ALTER COLUMN c SET DEFAULT true
CREATE DOMAIN dz2g AS int DEFAULT 'x'
