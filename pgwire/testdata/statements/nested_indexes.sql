-- Indexes over arrays, intervals and composite types; names that are keywords of DuckDB; the names of CHECKs.
CREATE TYPE nix_addr AS (street text, zip int)
CREATE TYPE nix_mood AS ENUM ('a', 'b')
CREATE TABLE nix_b (id int, tags text[], nums int[], r int4range, d daterange, j jsonb, jj json, ad nix_addr, m nix_mood, u uuid, by bytea, iv interval, bo boolean, inet inet, bits varbit, dd timestamp[])
CREATE INDEX nix_i1 ON nix_b USING gin (tags)
CREATE INDEX nix_i2 ON nix_b USING gin (j jsonb_path_ops)
CREATE INDEX nix_i3 ON nix_b USING gist (r, d)
CREATE INDEX nix_i4 ON nix_b (ad)
CREATE INDEX nix_i5 ON nix_b (m, u, by, iv, bo)
CREATE INDEX nix_i6 ON nix_b (inet)
CREATE INDEX nix_i7 ON nix_b (bits)
CREATE INDEX nix_i9 ON nix_b (nums, dd DESC) WHERE id > 5
CREATE INDEX nix_i10 ON nix_b ((j->>'a'), (ad).zip)
CREATE UNIQUE INDEX nix_i11 ON nix_b (nums)
INSERT INTO nix_b (id, tags, nums, r, ad, m) VALUES (1, '{a}', '{1,2}', '[1,2)', '("x",1)', 'a')
INSERT INTO nix_b (id, tags, nums, r, ad, m) VALUES (2, '{b}', '{1,2}', '[1,2)', '("x",1)', 'b')
UPDATE nix_b SET tags = tags || ARRAY['z'], nums = '{7}' WHERE id = 1
DELETE FROM nix_b WHERE id = 1
SELECT id, tags FROM nix_b WHERE tags @> '{b}'
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'nix_b' ORDER BY 1
ALTER TABLE nix_b DROP COLUMN tags
ALTER TABLE nix_b RENAME COLUMN nums TO numbers
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'nix_b' ORDER BY 1
DROP TABLE nix_b
DROP TYPE nix_mood, nix_addr
CREATE TABLE nix_w (by int, "order" int, at text, lambda int, qualify int, pivot int, show int, describe int, summarize int, asof int, semi int, anti int, positional int, struct int, map int, list int, macro int, "unique" int, glob int, sample int, exclude int, "replace" int, columns int)
INSERT INTO nix_w (by, at, lambda, qualify) VALUES (1, 'x', 2, 3)
SELECT by, at, lambda, qualify, pivot, show, describe, summarize, asof, semi, anti, positional, struct, map, list, macro, glob, sample, exclude, replace, columns FROM nix_w
CREATE INDEX nix_w1 ON nix_w (by, qualify)
UPDATE nix_w SET by = by + 1, qualify = 5 WHERE lambda = 2 RETURNING by AS at, qualify
SELECT w.by, w.lambda FROM nix_w w JOIN nix_w pivot ON pivot.by = w.by
DROP TABLE nix_w
CREATE TABLE nix_c (a int, ok bool CHECK (ok OR a > 0), b int CHECK (b > 0) CHECK (b < 100), CHECK (a > b), c int CHECK (c > b AND c > a), d int CONSTRAINT named CHECK (d > 0), e int CHECK (1 < 2))
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'nix_c'::regclass ORDER BY 1
INSERT INTO nix_c (a, b, ok) VALUES (1, 2, true)
INSERT INTO nix_c (a, b, ok) VALUES (0, -1, false)
INSERT INTO nix_c (a, b) VALUES (600, 500)
ALTER TABLE nix_c ADD CHECK (a > 1), ADD CHECK (a > c)
ALTER TABLE nix_c ADD COLUMN f int CHECK (f > a)
SELECT conname FROM pg_constraint WHERE conrelid = 'nix_c'::regclass ORDER BY 1
ALTER TABLE nix_c DROP CONSTRAINT nix_c_check1
INSERT INTO nix_c (a, b) VALUES (2, 9)
ALTER TABLE nix_c RENAME CONSTRAINT nix_c_check2 TO third
SELECT conname, conkey FROM pg_constraint WHERE conrelid = 'nix_c'::regclass ORDER BY 1
CREATE TABLE nix_cl (LIKE nix_c INCLUDING ALL)
SELECT conname FROM pg_constraint WHERE conrelid = 'nix_cl'::regclass ORDER BY 1
CREATE TABLE nix_cp (id int PRIMARY KEY)
ALTER TABLE nix_c ADD FOREIGN KEY (c) REFERENCES nix_cp, ADD FOREIGN KEY (c) REFERENCES nix_cp (id) ON DELETE CASCADE
SELECT conname FROM pg_constraint WHERE conrelid = 'nix_c'::regclass AND contype = 'f' ORDER BY 1
DROP TABLE nix_cl, nix_c, nix_cp
