-- Names that pg_catalog has, too: search_path says which relation is meant.
CREATE TABLE public.pg_class (mine int)
INSERT INTO public.pg_class VALUES (1)
SELECT count(*) > 10 FROM pg_class
SELECT mine FROM pg_class
SELECT mine FROM public.pg_class
SHOW search_path
SET search_path = pg_catalog, public
SELECT count(*) > 10 FROM pg_class
SELECT mine FROM pg_class
SET search_path = public, pg_catalog
SELECT mine FROM pg_class
SELECT relname FROM pg_class LIMIT 1
INSERT INTO pg_class VALUES (2)
SELECT mine FROM pg_class ORDER BY 1
SET search_path = pg_catalog
SELECT count(*) > 10 FROM pg_class
SELECT mine FROM public.pg_class ORDER BY 1
CREATE TABLE kp_x (a int)
SET search_path = public
DROP TABLE public.pg_class
CREATE TABLE kp_y (a int)
SET search_path = pg_catalog, public
SELECT * FROM kp_y
INSERT INTO kp_y VALUES (1)
CREATE TABLE kp_z (a int)
SELECT current_schema(), current_schemas(false), current_schemas(true)
SET search_path = public, pg_catalog
SELECT current_schema(), current_schemas(false), current_schemas(true)
RESET search_path
DROP TABLE kp_y
CREATE TABLE pg_type (mine int)
CREATE VIEW pg_stat_activity AS SELECT 1 AS mine
SELECT mine FROM pg_stat_activity
SELECT typname FROM pg_type WHERE oid = 23
SET search_path = public, pg_catalog
SELECT mine FROM pg_stat_activity
SELECT typname FROM pg_catalog.pg_type WHERE oid = 23
SELECT mine FROM pg_type
DROP VIEW pg_stat_activity
DROP TABLE pg_type
RESET search_path
CREATE TABLE pg_class (mine int)
INSERT INTO public.pg_class VALUES (5)
SELECT count(*) > 100 FROM pg_class
SET search_path TO public, pg_catalog
SELECT * FROM pg_class
UPDATE pg_class SET mine = 6 RETURNING *
DELETE FROM pg_class WHERE mine = 7
INSERT INTO pg_class SELECT mine + 1 FROM pg_class
SELECT mine FROM pg_class ORDER BY 1
SELECT c.mine, n.nspname FROM pg_class c, pg_namespace n WHERE n.nspname = 'public' ORDER BY 1
SELECT 'pg_class'::regclass, 'pg_catalog.pg_class'::regclass
SELECT pg_table_is_visible('pg_catalog.pg_class'::regclass), pg_table_is_visible('public.pg_class'::regclass)
ALTER TABLE pg_class ADD COLUMN more text
CREATE INDEX pci ON pg_class (mine)
CREATE VIEW over_class AS SELECT mine FROM pg_class
SELECT * FROM over_class ORDER BY 1
TRUNCATE pg_class
SELECT * FROM pg_class
WITH pg_type AS (SELECT 1 AS x) SELECT * FROM pg_type
RESET search_path
SELECT * FROM over_class
SELECT 'public.pg_class'::regclass
SELECT pg_table_is_visible('pg_catalog.pg_class'::regclass), pg_table_is_visible('public.pg_class'::regclass)
DROP VIEW over_class
SET search_path TO public, pg_catalog
DROP TABLE pg_class
SELECT count(*) > 100 FROM pg_class
RESET search_path
