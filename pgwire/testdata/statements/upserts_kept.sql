-- Upserts of tables with checks, whose columns have defaults of expressions, domains and generated values.
CREATE TABLE uk_h1 (x int CHECK (x > 0), z text DEFAULT 'q' || 'r', UNIQUE (x, z))
INSERT INTO uk_h1 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
CREATE TABLE uk_h2 (x int, y int GENERATED ALWAYS AS (x * 2) STORED, z text DEFAULT 'q' || 'r', UNIQUE (x, z))
INSERT INTO uk_h2 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
CREATE TABLE uk_h3 (x int CHECK (x > 0), y int GENERATED ALWAYS AS (x * 2) STORED, z text, UNIQUE (x, z))
INSERT INTO uk_h3 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
CREATE TABLE uk_h4 (x int CHECK (x > 0), y int GENERATED ALWAYS AS (x * 2) STORED, z text DEFAULT 'q' || 'r', UNIQUE (x, z))
INSERT INTO uk_h4 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
INSERT INTO uk_h4 (x) VALUES (1), (2) RETURNING *
INSERT INTO uk_h4 (x, y) VALUES (1, 5)
INSERT INTO uk_h4 VALUES (0)
INSERT INTO uk_h4 (x) VALUES (1)
INSERT INTO uk_h4 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
INSERT INTO uk_h4 (x) VALUES (1) ON CONFLICT (x, z) DO UPDATE SET x = 3
INSERT INTO uk_h4 (x) VALUES (1) ON CONFLICT ON CONSTRAINT uk_h4_x_z_key DO UPDATE SET z = 'new' RETURNING *
CREATE DOMAIN uk_hd AS text CHECK (VALUE <> '')
CREATE TABLE uk_h5 (x int CHECK (x > 0), z uk_hd, n numeric, t timestamp(0), v varchar(3), c char(2), s serial, u text DEFAULT upper('a') UNIQUE, UNIQUE (x, z))
INSERT INTO uk_h5 (x, z, n, t, v, c) VALUES (1, 'a', 1.5, '2024-01-01 00:00:00.6', 'abc', 'x') ON CONFLICT (x, z) DO UPDATE SET n = 3
INSERT INTO uk_h5 (x, z, n, u) VALUES (1, 'a', 1.5, 'b') ON CONFLICT (x, z) DO UPDATE SET n = 3, c = 'y', v = EXCLUDED.v
INSERT INTO uk_h5 (x, z, n, u) VALUES (1, 'a', 1.5, 'b') ON CONFLICT (x, z) DO UPDATE SET v = 'toolong'
INSERT INTO uk_h5 (x, z, n, u) VALUES (1, 'a', 1.5, 'b') ON CONFLICT (x, z) DO UPDATE SET z = ''
INSERT INTO uk_h5 (x, z, n, u) VALUES (1, 'a', 1.5, 'b') ON CONFLICT (x, z) DO UPDATE SET x = -1
INSERT INTO uk_h5 (x, z, n, u) VALUES (-1, 'a', 1.5, 'A')
INSERT INTO uk_h5 (x, z, n, u) VALUES (2, '', 1.5, 'A')
INSERT INTO uk_h5 (x, z, n) VALUES (2, 'k', 1.5)
SELECT * FROM uk_h5
