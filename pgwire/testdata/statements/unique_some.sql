-- Unique indexes of some rows and of expressions: patterns, lengths, ranges, texts put together, dates, arrays.
CREATE TYPE pv_state AS ENUM ('draft', 'live', 'gone')
CREATE TABLE pv_t (id int PRIMARY KEY, slug text, state pv_state, kind varchar(10), n int, at timestamp, tags text[])
CREATE UNIQUE INDEX pv_pat ON pv_t (slug text_pattern_ops) WHERE kind <> 'x' AND kind IS NOT NULL
INSERT INTO pv_t (id, slug, kind) VALUES (1, 'a', 'x'), (2, 'a', NULL), (3, 'a', 'y')
INSERT INTO pv_t (id, slug, kind) VALUES (4, 'a', 'z')
UPDATE pv_t SET kind = 'q' WHERE id = 1
INSERT INTO pv_t (id, slug, kind) VALUES (4, 'a', 'z') ON CONFLICT (slug) WHERE kind <> 'x' AND kind IS NOT NULL DO UPDATE SET n = 1 RETURNING id, n
INSERT INTO pv_t (id, slug, kind) VALUES (4, 'a', 'z') ON CONFLICT (slug) DO NOTHING
CREATE UNIQUE INDEX pv_like ON pv_t (n) WHERE slug LIKE 'p%'
INSERT INTO pv_t (id, slug, n) VALUES (10, 'pa', 5), (11, 'qa', 5), (12, 'Pa', 5)
INSERT INTO pv_t (id, slug, n) VALUES (13, 'pz', 5)
INSERT INTO pv_t (id, slug, n) VALUES (13, 'pz', 5) ON CONFLICT (n) WHERE slug LIKE 'p%' DO UPDATE SET slug = 'pw' RETURNING id, slug
CREATE UNIQUE INDEX pv_len ON pv_t (slug) WHERE length(slug) > 5
INSERT INTO pv_t (id, slug) VALUES (20, 'longer slug'), (21, 'short'), (22, 'short')
INSERT INTO pv_t (id, slug) VALUES (23, 'longer slug')
INSERT INTO pv_t (id, slug) VALUES (23, 'longer slug') ON CONFLICT (slug) WHERE length(slug) > 5 DO NOTHING
CREATE UNIQUE INDEX pv_between ON pv_t (slug) WHERE n BETWEEN 1000 AND 2000 OR kind = 'w'
INSERT INTO pv_t (id, slug, kind) VALUES (30, 'bt', 'w')
INSERT INTO pv_t (id, slug, n) VALUES (31, 'bt', 1500)
INSERT INTO pv_t (id, slug, n) VALUES (31, 'bt', 1500) ON CONFLICT (slug) WHERE n BETWEEN 1000 AND 2000 OR kind = 'w' DO NOTHING
INSERT INTO pv_t (id, slug, n) VALUES (31, 'bt', 2500)
CREATE UNIQUE INDEX pv_both ON pv_t ((kind || '/' || slug))
INSERT INTO pv_t (id, slug, kind) VALUES (40, 'k', 'm')
INSERT INTO pv_t (id, slug, kind) VALUES (41, 'k', 'mm')
INSERT INTO pv_t (id, slug, kind) VALUES (41, 'k', 'm') ON CONFLICT ((kind || '/' || slug)) DO UPDATE SET n = 77 RETURNING id, n
CREATE UNIQUE INDEX pv_day ON pv_t (kind, (at::date))
INSERT INTO pv_t (id, kind, at) VALUES (50, 'd', '2024-01-01 10:00')
CREATE UNIQUE INDEX pv_dist ON pv_t (n) WHERE kind IS DISTINCT FROM 'x' AND state IS NOT NULL AND state <> 'gone'
INSERT INTO pv_t (id, n, state) VALUES (60, 9000, 'live'), (61, 9000, 'gone')
INSERT INTO pv_t (id, n, state) VALUES (62, 9000, 'draft')
INSERT INTO pv_t (id, n, state, kind) VALUES (62, 9000, 'draft', 'x')
CREATE UNIQUE INDEX pv_coll ON pv_t (lower(kind) text_pattern_ops, slug COLLATE "C") WHERE state = 'live'
CREATE UNIQUE INDEX pv_tags ON pv_t (tags) WHERE kind = 'tagged'
INSERT INTO pv_t (id, kind, slug, tags) VALUES (70, 'tagged', 's1', '{a}'), (71, 'other', 's2', '{a}')
INSERT INTO pv_t (id, kind, slug, tags) VALUES (72, 'tagged', 's3', '{a}')
INSERT INTO pv_t (id, kind, slug, tags) VALUES (72, 'tagged', 's3', '{a}') ON CONFLICT (tags) WHERE kind = 'tagged' DO UPDATE SET slug = 'zz' RETURNING id, slug
CREATE UNIQUE INDEX pv_in ON pv_t (slug) WHERE state NOT IN ('gone', 'draft') AND slug NOT LIKE '%x'
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'pv_t' ORDER BY 1
ALTER TABLE pv_t RENAME COLUMN slug TO sluggy
INSERT INTO pv_t (id, sluggy) VALUES (80, 'longer slug')
ALTER TABLE pv_t ADD COLUMN more int DEFAULT 3
INSERT INTO pv_t (id, sluggy, n) VALUES (81, 'pz', 5) ON CONFLICT (n) WHERE sluggy LIKE 'p%' DO UPDATE SET sluggy = 'pq' RETURNING id, sluggy
SELECT id, sluggy, state, kind, n, at, tags, more FROM pv_t ORDER BY id
