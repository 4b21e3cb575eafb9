-- Generated columns that are added, and columns that others are computed of; types that values and defaults are not cast to.
CREATE TABLE ga_t (id int PRIMARY KEY, a int, b int); INSERT INTO ga_t VALUES (1, 2, 3), (2, NULL, 4)
ALTER TABLE ga_t ADD COLUMN total int GENERATED ALWAYS AS (a + b) STORED
SELECT * FROM ga_t ORDER BY id
INSERT INTO ga_t (id, a, b) VALUES (3, 10, 20) RETURNING *
UPDATE ga_t SET a = 100 WHERE id = 2 RETURNING *
INSERT INTO ga_t VALUES (4, 1, 1, 5)
INSERT INTO ga_t VALUES (4, 1, 1, DEFAULT)
ALTER TABLE ga_t ADD COLUMN bad int GENERATED ALWAYS AS (total + 1) STORED
ALTER TABLE ga_t ADD COLUMN bad timestamptz GENERATED ALWAYS AS (now()) STORED
ALTER TABLE ga_t ADD COLUMN bad int GENERATED ALWAYS AS (1 / (a - 1)) STORED
ALTER TABLE ga_t DROP COLUMN a
SELECT * FROM ga_t ORDER BY id
CREATE TABLE gc_t (id int PRIMARY KEY, a int, b int, total int GENERATED ALWAYS AS (a + b) STORED, c text)
INSERT INTO gc_t VALUES (1, 2, 3), (2, NULL, 4)
ALTER TABLE gc_t DROP COLUMN a
SELECT * FROM gc_t ORDER BY id
ALTER TABLE gc_t RENAME COLUMN a TO aa
INSERT INTO gc_t (id, aa, b) VALUES (3, 10, 20) RETURNING *
ALTER TABLE gc_t DROP COLUMN c
SELECT * FROM gc_t ORDER BY id
SELECT column_name, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'ga_t' AND column_name IN ('total', 'w', 'w3') ORDER BY 1
CREATE TABLE gd_t (a int, n int GENERATED ALWAYS AS (10 / a) STORED, v varchar(3) GENERATED ALWAYS AS (a::text) STORED)
INSERT INTO gd_t VALUES (0)
INSERT INTO gd_t VALUES (5) RETURNING *
ALTER TABLE gd_t ALTER COLUMN a TYPE bigint
ALTER TABLE gd_t RENAME COLUMN a TO xmin
CREATE TABLE ge_t (id int, u text, i text DEFAULT '1 day', n int DEFAULT 1, b boolean DEFAULT true, j text, d date DEFAULT '2024-01-01', t timestamp, ti time, e text)
INSERT INTO ge_t VALUES (1, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day', 1, true, '{"a": 1}', '2024-01-01', '2024-01-01 10:00', '10:00', 'x')
ALTER TABLE ge_t ALTER COLUMN u TYPE uuid
ALTER TABLE ge_t ALTER COLUMN u TYPE uuid USING u::uuid
ALTER TABLE ge_t ALTER COLUMN i TYPE interval
ALTER TABLE ge_t ALTER COLUMN i TYPE interval USING i::interval
ALTER TABLE ge_t ALTER COLUMN n TYPE boolean
ALTER TABLE ge_t ALTER COLUMN n TYPE boolean USING n <> 0
ALTER TABLE ge_t ALTER COLUMN n DROP DEFAULT, ALTER COLUMN n TYPE boolean USING n <> 0, ALTER COLUMN n SET DEFAULT false
ALTER TABLE ge_t ALTER COLUMN b TYPE int
ALTER TABLE ge_t ALTER COLUMN b TYPE int USING b::int
ALTER TABLE ge_t ALTER COLUMN j TYPE jsonb
ALTER TABLE ge_t ALTER COLUMN j TYPE jsonb USING j::jsonb
ALTER TABLE ge_t ALTER COLUMN d TYPE timestamp
ALTER TABLE ge_t ALTER COLUMN t TYPE date
ALTER TABLE ge_t ALTER COLUMN ti TYPE int
ALTER TABLE ge_t ALTER COLUMN e TYPE text[]
ALTER TABLE ge_t ALTER COLUMN e TYPE text[] USING ARRAY[e]
ALTER TABLE ge_t ALTER COLUMN id TYPE numeric(6,2)
ALTER TABLE ge_t ALTER COLUMN id TYPE text
ALTER TABLE ge_t ALTER COLUMN id TYPE int
SELECT * FROM ge_t
CREATE TYPE ge_mood AS ENUM ('sad', 'ok')
CREATE TABLE ge_m (id int, m text DEFAULT 'ok')
INSERT INTO ge_m VALUES (1, 'sad'), (2, DEFAULT)
ALTER TABLE ge_m ALTER COLUMN m TYPE ge_mood
ALTER TABLE ge_m ALTER COLUMN m TYPE ge_mood USING m::ge_mood
ALTER TABLE ge_m ALTER m DROP DEFAULT
ALTER TABLE ge_m ALTER COLUMN m TYPE ge_mood USING m::ge_mood, ALTER m SET DEFAULT 'sad'
INSERT INTO ge_m (id) VALUES (3) RETURNING *
ALTER TABLE ge_m ALTER COLUMN m TYPE int
ALTER TABLE ge_m ALTER COLUMN m TYPE text
INSERT INTO ge_m (id) VALUES (4) RETURNING *
