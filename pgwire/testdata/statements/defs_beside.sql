-- Columns that are added with columns computed of them.
CREATE TABLE defx6 (id int, d date)
INSERT INTO defx6 VALUES (1, '2024-03-01')
ALTER TABLE defx6 ADD COLUMN e date, ADD f int GENERATED ALWAYS AS (e - '2024-01-01') STORED
INSERT INTO defx6 (id, e) VALUES (2, '2024-02-01')
SELECT * FROM defx6 ORDER BY id
ALTER TABLE defx6 ADD g int GENERATED ALWAYS AS (d - '2024-01-01') STORED
ALTER TABLE defx6 ADD h int[], ADD i boolean GENERATED ALWAYS AS (h = '{1}') STORED
ALTER TABLE defx6 ADD j timestamp DEFAULT '2024-05-05 01:02:03', ADD k interval GENERATED ALWAYS AS (j - '2024-01-01') STORED
ALTER TABLE defx6 ADD l interval DEFAULT '1 day', ADD m interval GENERATED ALWAYS AS (l + '1 hour') STORED
ALTER TABLE defx6 ADD n jsonb DEFAULT '{"a": 1}', ADD o jsonb GENERATED ALWAYS AS (n || '{"b": 2}') STORED
ALTER TABLE defx6 ADD p int DEFAULT 3, ADD CHECK (p <> '4')
ALTER TABLE defx6 ADD q date DEFAULT '2024-05-05', ADD CHECK (q - '2024-01-01' > 3)
ALTER TABLE defx6 ADD q2 date DEFAULT '2024-05-05', ADD q3 boolean GENERATED ALWAYS AS (q2 > '2024-01-01') STORED, ADD CONSTRAINT defx6_q2 CHECK (q2 > '2024-01-01'), ADD UNIQUE (q2, id)
ALTER TABLE defx6 ADD r numeric(5,2) DEFAULT 1.5, ADD s numeric(8,3) GENERATED ALWAYS AS (r * '2.0') STORED
ALTER TABLE defx6 ADD t char(4) DEFAULT 'a', ADD u boolean GENERATED ALWAYS AS (t = 'a  ') STORED
ALTER TABLE defx6 ADD COLUMN IF NOT EXISTS d date, ADD COLUMN IF NOT EXISTS v int GENERATED ALWAYS AS (d - '2024-01-01') STORED
SELECT * FROM defx6 ORDER BY id
ALTER TABLE defx6 ADD w bigint GENERATED ALWAYS AS (id + '1') STORED
ALTER TABLE defx6 DROP COLUMN f, ADD f int GENERATED ALWAYS AS (e - '2023-01-01') STORED
ALTER TABLE defx6 DROP COLUMN f, DROP COLUMN e
ALTER TABLE defx6 ADD COLUMN e timestamp, ADD ee interval GENERATED ALWAYS AS (e - '2023-01-01') STORED
SELECT * FROM defx6 ORDER BY id
SELECT attname, format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'defx6'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
CREATE TABLE defx6b (a date, b int GENERATED ALWAYS AS (a - '2024-01-01') STORED, c date, CHECK (c - '2024-01-01' > 3))
INSERT INTO defx6b (a, c) VALUES ('2024-01-03', '2024-01-06')
SELECT * FROM defx6b
CREATE VIEW defx6v AS SELECT a - '2024-01-01' AS x FROM defx6b
SELECT * FROM defx6v
CREATE INDEX ON defx6b ((a - '2024-01-01'))
