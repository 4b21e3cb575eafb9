-- Columns of documents of text search: definitions, what is written into them, what reads them.
CREATE TABLE tsv_doc (id int PRIMARY KEY, title text NOT NULL, body text, tsv tsvector)
INSERT INTO tsv_doc VALUES (1, 'The quick brown fox', 'jumps over the lazy dog', to_tsvector('english', 'The quick brown fox jumps over the lazy dog')), (2, 'Cats', 'sleep a lot', 'cat:1 sleep:2B'), (3, 'None', NULL, NULL)
INSERT INTO tsv_doc (id, title) VALUES (4, 'empty')
INSERT INTO tsv_doc (id, title, tsv) SELECT 5, 'sel', '  b   a:3,1 '
INSERT INTO tsv_doc (id, title, tsv) SELECT id + 10, title, to_tsvector('english', title) FROM tsv_doc WHERE id < 3
INSERT INTO tsv_doc (id, title, tsv) SELECT id + 20, title, tsv FROM tsv_doc WHERE id = 1
INSERT INTO tsv_doc (id, title, tsv) VALUES (30, 'x', 5)
INSERT INTO tsv_doc (id, title, tsv) VALUES (30, 'x', 'x'::text)
INSERT INTO tsv_doc (id, title, tsv) VALUES (30, 'x', 'a:b:c')
SELECT * FROM tsv_doc ORDER BY id
SELECT id, title FROM tsv_doc WHERE tsv @@ to_tsquery('english', 'fox & dog') ORDER BY id
SELECT id FROM tsv_doc WHERE tsv @@ 'cat' ORDER BY id
SELECT id FROM tsv_doc WHERE to_tsquery('cats') @@ tsv ORDER BY id
SELECT id FROM tsv_doc WHERE tsv @@ plainto_tsquery('english', 'lazy dogs') ORDER BY id
SELECT id FROM tsv_doc WHERE tsv @@ websearch_to_tsquery('english', '"brown fox" -cat') ORDER BY id
SELECT d.id, ts_rank(d.tsv, q) FROM tsv_doc d, to_tsquery('english', 'fox | cat') q WHERE d.tsv @@ q ORDER BY 2 DESC, 1
SELECT id, ts_rank(tsv, to_tsquery('english', 'fox')) AS rank FROM tsv_doc WHERE tsv @@ to_tsquery('english', 'fox') ORDER BY rank DESC, id LIMIT 2
SELECT id, length(tsv), strip(tsv), setweight(tsv, 'A'), tsv || 'z:9'::tsvector, tsv::text FROM tsv_doc WHERE id IN (1, 2, 5) ORDER BY id
SELECT id FROM tsv_doc WHERE tsv IS NULL ORDER BY id
SELECT id FROM tsv_doc WHERE tsv = 'cat:1 sleep:2B' ORDER BY id
SELECT id FROM tsv_doc WHERE tsv <> 'cat:1 sleep:2B'::tsvector ORDER BY id
SELECT id, coalesce(tsv, '') FROM tsv_doc ORDER BY id
SELECT count(*), sum(n) FROM (SELECT tsv, count(*) AS n FROM tsv_doc GROUP BY tsv) s
SELECT count(*) FROM tsv_doc GROUP BY tsv HAVING count(*) > 1
SELECT id FROM tsv_doc ORDER BY tsv, id
SELECT count(*) FROM (SELECT DISTINCT tsv FROM tsv_doc) s
SELECT DISTINCT tsv FROM tsv_doc WHERE id IN (1, 21)
SELECT DISTINCT ON (tsv) id FROM tsv_doc ORDER BY tsv
SELECT count(DISTINCT tsv) FROM tsv_doc
SELECT count(tsv), max(id) FROM tsv_doc
SELECT max(tsv) FROM tsv_doc
SELECT id FROM tsv_doc WHERE tsv < 'b' ORDER BY id
SELECT id FROM tsv_doc WHERE tsv IN ('cat:1 sleep:2B', 'a') ORDER BY id
SELECT id FROM tsv_doc WHERE tsv BETWEEN 'a' AND 'c' ORDER BY id
SELECT a.id, b.id FROM tsv_doc a JOIN tsv_doc b USING (tsv) WHERE a.id < b.id ORDER BY 1, 2
SELECT a.id FROM tsv_doc a JOIN tsv_doc b ON a.tsv = b.tsv AND a.id < b.id ORDER BY 1
SELECT tsv FROM tsv_doc WHERE id = 1 UNION ALL SELECT tsv FROM tsv_doc WHERE id = 2
SELECT tsv FROM tsv_doc WHERE id = 1 UNION SELECT tsv FROM tsv_doc WHERE id = 21
SELECT row_to_json(d) FROM tsv_doc d WHERE id = 2
SELECT json_build_object('t', tsv) FROM tsv_doc WHERE id = 2
SELECT to_json(tsv), tsv || '' FROM tsv_doc WHERE id = 2
SELECT concat(tsv, 'x'), tsv::varchar || 'y' FROM tsv_doc WHERE id = 2
SELECT string_agg(tsv::text, '; ' ORDER BY id) FROM tsv_doc
SELECT array_agg(tsv) FROM tsv_doc
SELECT pg_typeof(tsv) FROM tsv_doc WHERE id = 1
SELECT lead(tsv) OVER (ORDER BY id), id FROM tsv_doc WHERE id < 3 ORDER BY id
SELECT * FROM (SELECT id, tsv FROM tsv_doc) s WHERE s.tsv @@ 'cat'::tsquery ORDER BY id
WITH d AS (SELECT id, tsv AS v FROM tsv_doc) SELECT id FROM d WHERE v @@ to_tsquery('cat') ORDER BY id
SELECT id, (SELECT tsv FROM tsv_doc e WHERE e.id = d.id) FROM tsv_doc d WHERE id = 2
UPDATE tsv_doc SET tsv = to_tsvector('english', title || ' ' || coalesce(body, '')) WHERE id IN (3, 4) RETURNING id, tsv
UPDATE tsv_doc SET tsv = setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', coalesce(body, '')), 'B') WHERE id = 1 RETURNING tsv
UPDATE tsv_doc SET tsv = 'new' WHERE id = 5 RETURNING tsv
UPDATE tsv_doc SET tsv = NULL WHERE id = 5
DELETE FROM tsv_doc WHERE tsv @@ to_tsquery('sleep') RETURNING id
UPDATE tsv_doc SET body = 'found' WHERE tsv @@ plainto_tsquery('english', 'foxes') RETURNING id
INSERT INTO tsv_doc (id, title) SELECT 70, title FROM tsv_doc WHERE tsv @@ to_tsquery('indexed')
INSERT INTO tsv_doc (id, title, tsv) VALUES (1, 't', 'q') ON CONFLICT (id) DO UPDATE SET title = excluded.title RETURNING id
INSERT INTO tsv_doc (id, title, tsv) VALUES (1, 't', 'q') ON CONFLICT (id) DO UPDATE SET tsv = excluded.tsv RETURNING id, tsv
CREATE INDEX tsv_doc_tsv ON tsv_doc USING gin (tsv)
CREATE INDEX tsv_doc_expr ON tsv_doc USING gin (to_tsvector('english', body))
SELECT indexdef FROM pg_indexes WHERE indexname = 'tsv_doc_tsv'
SELECT id FROM tsv_doc WHERE tsv @@ to_tsquery('english', 'none') ORDER BY id
INSERT INTO tsv_doc (id, title, tsv) VALUES (50, 'x', 'indexed')
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'tsv_doc'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'tsv_doc' ORDER BY ordinal_position
CREATE TABLE tsv_gen (id serial PRIMARY KEY, title text, body text, search tsvector GENERATED ALWAYS AS (to_tsvector('english', coalesce(title, '') || ' ' || coalesce(body, ''))) STORED)
INSERT INTO tsv_gen (title, body) VALUES ('Foxes', 'are quick'), ('Dogs', NULL)
SELECT * FROM tsv_gen ORDER BY id
SELECT id FROM tsv_gen WHERE search @@ to_tsquery('english', 'fox & quick')
CREATE INDEX ON tsv_gen USING gin (search)
UPDATE tsv_gen SET body = 'bark loudly' WHERE id = 2 RETURNING search
INSERT INTO tsv_gen (title, search) VALUES ('x', 'y')
SELECT title, ts_headline('english', body, to_tsquery('english', 'bark')) FROM tsv_gen WHERE search @@ to_tsquery('english', 'bark')
CREATE TABLE tsv_def (id int, v tsvector DEFAULT '', w tsvector NOT NULL DEFAULT 'b a')
INSERT INTO tsv_def (id) VALUES (1) RETURNING *
ALTER TABLE tsv_def ADD COLUMN x tsvector
ALTER TABLE tsv_def ADD COLUMN y tsvector DEFAULT 'c:1'
ALTER TABLE tsv_def ADD COLUMN z tsvector DEFAULT to_tsvector('simple', 'dd')
ALTER TABLE tsv_def ALTER COLUMN v DROP DEFAULT
ALTER TABLE tsv_def ALTER COLUMN w TYPE text
ALTER TABLE tsv_def ADD COLUMN t text
ALTER TABLE tsv_def ALTER COLUMN t TYPE tsvector USING to_tsvector('english', t)
ALTER TABLE tsv_def RENAME COLUMN x TO xx
SELECT * FROM tsv_def
CREATE TABLE tsv_made AS SELECT id, tsv, to_tsvector('simple', title) AS simple FROM tsv_doc
SELECT simple FROM tsv_made WHERE id = 1
CREATE VIEW tsv_view AS SELECT id, tsv FROM tsv_doc
SELECT id FROM tsv_view WHERE tsv @@ to_tsquery('indexed') ORDER BY id
CREATE TABLE tsv_key (v tsvector PRIMARY KEY)
CREATE TABLE tsv_check (v tsvector CHECK (v @@ 'a'::tsquery))
CREATE TABLE tsv_arr (v tsvector[])
CREATE TABLE tsv_query (q tsquery)
CREATE TABLE tsv_text (t text)
INSERT INTO tsv_text SELECT tsv FROM tsv_doc WHERE id = 50
SELECT * FROM tsv_text
PREPARE tsv_find(text) AS SELECT id FROM tsv_doc WHERE tsv @@ to_tsquery('english', $1) ORDER BY id
PREPARE tsv_put(int, tsvector) AS INSERT INTO tsv_doc (id, title, tsv) VALUES ($1, 'p', $2) RETURNING tsv
EXECUTE tsv_put(60, 'z y')
CREATE TABLE tsv_q AS SELECT to_tsquery('a') AS q
INSERT INTO tsv_text SELECT to_tsquery('english', 'cats & dogs')
INSERT INTO tsv_text VALUES (to_tsquery('english', 'cats'))
SELECT * FROM tsv_text ORDER BY 1
COPY tsv_doc (id, title, tsv) TO STDOUT
SELECT id, row_number() OVER (ORDER BY tsv) FROM tsv_doc
SELECT id, rank() OVER w FROM tsv_doc WINDOW w AS (ORDER BY tsv DESC)
SELECT string_agg(title, ',' ORDER BY tsv) FROM tsv_doc
SELECT greatest(tsv, 'a'), least(tsv, tsv) FROM tsv_doc
SELECT sum(n) FROM (SELECT count(*) OVER (PARTITION BY tsv) AS n FROM tsv_doc) s
SELECT id FROM tsv_doc WHERE tsv IN (SELECT tsv FROM tsv_doc WHERE id = 1) ORDER BY id
SELECT id FROM tsv_doc WHERE tsv = ALL (SELECT tsv FROM tsv_doc WHERE id = 1) ORDER BY id
SELECT id FROM tsv_doc WHERE tsv IS DISTINCT FROM 'a' ORDER BY id
SELECT nullif(tsv, 'a') IS NULL FROM tsv_doc WHERE id = 1
SELECT CASE tsv WHEN 'a' THEN 1 ELSE 2 END FROM tsv_doc WHERE id = 1
SELECT d FROM tsv_doc d WHERE id = 1
SELECT ROW(tsv, 1) FROM tsv_doc WHERE id = 1
SELECT tsv::text LIKE '%fox%', tsv LIKE '%fox%' FROM tsv_doc WHERE id = 1
SELECT length(tsv::text) > 3, md5(tsv::text) = md5('a'), upper(tsv) FROM tsv_doc WHERE id = 1
MERGE INTO tsv_doc d USING (SELECT 1 AS id) s ON d.id = s.id WHEN MATCHED THEN UPDATE SET tsv = 'merged'
