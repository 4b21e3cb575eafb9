-- How the catalogs show the expressions of constraints, defaults and generated columns, and the keys that errors tell.
CREATE SCHEMA cbs
SET search_path = cbs, public
CREATE TABLE papers (id int PRIMARY KEY, labels text[], title text, "pageCount" int, meta jsonb, price numeric(8,2), printed date, seen timestamp, body bytea, code varchar(12), CONSTRAINT papers_labels CHECK (cardinality(labels) <= 6), CHECK (jsonb_typeof(meta) = 'object'), CONSTRAINT papers_len CHECK (octet_length(body) < 1000), CHECK ("pageCount" % 2 = 0 OR title IS NULL))
ALTER TABLE papers ADD CONSTRAINT papers_first CHECK (array_length(labels, 1) < 9), ADD CONSTRAINT papers_day CHECK (date_trunc('day', seen) = seen), ADD CONSTRAINT papers_whole CHECK (trunc(price) = price), ADD CONSTRAINT papers_part CHECK (split_part(title, '-', 1) <> '')
ALTER TABLE papers ADD CONSTRAINT papers_tags CHECK (labels @> ARRAY['x']), ADD CONSTRAINT papers_year CHECK (extract(year FROM printed) > 1990), ADD CONSTRAINT papers_meta CHECK ((meta ->> 'kind') IS NOT NULL AND meta ? 'kind'), ADD CONSTRAINT papers_round CHECK (ceil(price) < 100 AND floor(price) >= 0)
ALTER TABLE papers ADD CONSTRAINT papers_case CHECK (CASE WHEN "pageCount" > 100 THEN price > 10 ELSE true END), ADD CONSTRAINT papers_any CHECK ('x' = ANY (labels)), ADD CONSTRAINT papers_code CHECK (lower(code) = code::text AND btrim(title) <> '')
SELECT conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'papers'::regclass ORDER BY conname
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = 'cbs' AND constraint_name LIKE 'papers\_%' AND constraint_name NOT LIKE '%not_null' ORDER BY 1
INSERT INTO papers (id, labels, meta) VALUES (1, '{x,a,b,c,d,e,f}', '{"kind": 1}')
INSERT INTO papers (id, labels, title, "pageCount", meta, price, printed, seen) VALUES (1, '{x}', 'on-time', 10, '{"kind": 1}', 4, '2001-01-01', '2001-01-01')
INSERT INTO papers (id, price, labels, meta) VALUES (2, 4.5, '{x}', '{"kind": 1}')
ALTER TABLE papers RENAME COLUMN labels TO "Marks"
ALTER TABLE papers RENAME COLUMN printed TO printed_on
ALTER TABLE papers RENAME COLUMN title TO name
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'papers'::regclass ORDER BY conname
ALTER TABLE papers DROP CONSTRAINT papers_labels
ALTER TABLE papers RENAME CONSTRAINT papers_day TO papers_midnight
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'papers'::regclass AND contype = 'c' ORDER BY conname LIMIT 4
CREATE TABLE drafts (tags text[], name text, n int, j jsonb, d date, g1 int GENERATED ALWAYS AS (cardinality(tags)) STORED, g2 text GENERATED ALWAYS AS (j ->> 'a') STORED, g3 numeric GENERATED ALWAYS AS (extract(year FROM d)) STORED, g4 text GENERATED ALWAYS AS (split_part(name, ' ', 1)) STORED, g5 text GENERATED ALWAYS AS (CASE WHEN n > 1 THEN 'many' ELSE 'few' END) STORED)
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = 'drafts'::regclass AND attname <> 'g5' ORDER BY a.attnum
SELECT column_name, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'drafts' AND column_name LIKE 'g_' AND column_name <> 'g5' ORDER BY 1
INSERT INTO drafts (tags, name, n, j, d) VALUES ('{a,b}', 'Ada Byron', 2, '{"a": "q"}', '2020-02-03') RETURNING *
ALTER TABLE drafts RENAME COLUMN name TO "Full Name"
ALTER TABLE drafts ADD COLUMN h text DEFAULT lower('ABC') || 'x', ADD COLUMN i int GENERATED ALWAYS AS (n * 2 + cardinality(tags)) STORED, ADD COLUMN k int CHECK (k % 2 = 0) DEFAULT 2 + 2
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = 'drafts'::regclass AND attname <> 'g5' ORDER BY a.attnum
SELECT * FROM drafts
INSERT INTO drafts (n) VALUES (1) RETURNING *
CREATE TABLE drafts2 (LIKE drafts INCLUDING ALL)
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = 'drafts2'::regclass AND attname <> 'g5' ORDER BY a.attnum
ALTER TABLE drafts2 ALTER COLUMN h SET DEFAULT upper('q' || 'r'), ALTER COLUMN k DROP DEFAULT
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'drafts2' AND column_default IS NOT NULL ORDER BY ordinal_position
CREATE TABLE later (a timestamptz DEFAULT now() + interval '1 day', b date DEFAULT CURRENT_DATE + 1, c text DEFAULT md5('a'), d int DEFAULT cardinality(ARRAY[1, 2]), e jsonb DEFAULT jsonb_build_object('a', 1), f text DEFAULT substr(md5('a'), 1, 5), g bigint DEFAULT (extract(epoch FROM timestamptz '2020-01-01 00:00+00') * 1000)::bigint, h int DEFAULT abs(-4), i timestamp DEFAULT date_trunc('day', timestamp '2020-01-01 10:00'))
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'later' AND column_name NOT IN ('g', 'i') ORDER BY ordinal_position
INSERT INTO later DEFAULT VALUES RETURNING c, d, e, f, g, h, i, a > now(), b > CURRENT_DATE
CREATE TABLE people (name text, n int, "Up" text, tags text[], v varchar(10), ok boolean, q numeric(5,2))
INSERT INTO people VALUES ('Ab', 3, 'x', '{a,b}', 'q', false, 1.5)
CREATE UNIQUE INDEX people_name ON people (lower(name))
INSERT INTO people (name) VALUES ('AB')
DROP INDEX people_name
CREATE UNIQUE INDEX people_up ON people (lower("Up"), lower(v))
INSERT INTO people ("Up", v) VALUES ('X', 'Q')
DROP INDEX people_up
INSERT INTO people VALUES ('aB', 3, 'x', '{a,b}', 'q', false, 1.5)
CREATE UNIQUE INDEX people_name2 ON people (lower(name))
CREATE UNIQUE INDEX people_n ON people (n)
CREATE UNIQUE INDEX people_two ON people (n, "Up")
CREATE UNIQUE INDEX people_part ON people ("Up") WHERE n = 3
CREATE UNIQUE INDEX people_tags ON people (tags)
CREATE UNIQUE INDEX people_ok ON people (ok) WHERE ok = false
CREATE UNIQUE INDEX people_q ON people (q)
CREATE TABLE books (id int PRIMARY KEY, "authorId" int UNIQUE, "order" text, UNIQUE ("authorId", "order"))
INSERT INTO books VALUES (1, 2, 'x')
INSERT INTO books VALUES (2, 2, 'y')
ALTER TABLE books DROP CONSTRAINT "books_authorId_key"
INSERT INTO books VALUES (2, 2, 'x')
SELECT conname FROM pg_constraint WHERE conrelid = 'books'::regclass ORDER BY 1
CREATE TABLE codes (a text CHECK (a ~ '^\d+$'), b text DEFAULT 'x\y' || '<>', c int)
ALTER TABLE codes ADD CHECK (b ~ '\w' AND c < 5), ADD CONSTRAINT codes_mail CHECK (a !~ '\s' AND a <> 'it''s \ <b>')
ALTER TABLE codes ADD CHECK (c > 0), ADD CHECK (c <> 3)
SELECT conname, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'codes'::regclass ORDER BY 1
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'codes' ORDER BY 1
INSERT INTO codes (a, c) VALUES ('12', 2) RETURNING *
INSERT INTO codes (a) VALUES ('x')
ALTER TABLE codes RENAME CONSTRAINT codes_mail TO "codes\mail"
ALTER TABLE codes RENAME a TO "a\b"
SELECT conname, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'codes'::regclass ORDER BY 1
