-- Keys, views and changes of rows with names by search_path.
CREATE SCHEMA pc_ab
CREATE TABLE pc_ab.pc_t2 (a int)
CREATE VIEW pc_ab.pc_v2 AS SELECT * FROM pc_ab.pc_t2
SELECT * FROM pc_ab.pc_v2
SET search_path TO pc_ab, public
CREATE TABLE pc_p (id int PRIMARY KEY)
CREATE TABLE public.pc_c (pc_p int REFERENCES pc_p)
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'c_p_fkey'
SET search_path TO public
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'c_p_fkey'
INSERT INTO pc_c VALUES (1)
CREATE TABLE pc_p (id text PRIMARY KEY)
INSERT INTO pc_ab.pc_p VALUES (1)
INSERT INTO pc_c VALUES (1)
CREATE MATERIALIZED VIEW pc_ab.pc_mv AS SELECT * FROM pc_p
REFRESH MATERIALIZED VIEW pc_ab.pc_mv
SET search_path TO pc_ab
REFRESH MATERIALIZED VIEW pc_mv
SELECT * FROM pc_mv
CREATE TABLE pc_lk (LIKE public.pc_c INCLUDING ALL)
INSERT INTO pc_lk DEFAULT VALUES
MERGE INTO pc_p USING public.pc_c ON pc_p.id = pc_c.pc_p WHEN MATCHED THEN DO NOTHING
COPY pc_p TO STDOUT
LOCK TABLE pc_p
TABLE pc_p
DELETE FROM pc_p WHERE false
ALTER TABLE pc_p ADD COLUMN n int DEFAULT 3
UPDATE pc_p SET n = pc_p.n + 1 FROM public.pc_c WHERE pc_c.pc_p = pc_p.id RETURNING pc_p.*
SELECT pc_p FROM pc_p
SELECT pc_ab.pc_p.* FROM pc_p
SELECT pc_p.* FROM pc_ab.pc_p
SELECT pc_ab.pc_p.n FROM pc_p
INSERT INTO pc_p VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = pc_p.n + excluded.n RETURNING *
INSERT INTO pc_p AS x VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = x.n + excluded.n RETURNING *
RESET search_path
DROP SCHEMA pc_ab CASCADE
DROP TABLE public.pc_c, public.pc_p
