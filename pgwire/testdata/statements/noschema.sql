SET search_path = ''
CREATE TABLE nosch_n(a int)
CREATE TABLE nosch_n AS SELECT 1 AS a
CREATE VIEW nosch_n AS SELECT 1 AS a
CREATE SEQUENCE nosch_n
CREATE TYPE nosch_n AS ENUM ('a of nosch')
CREATE TYPE nosch_n AS (a int)
CREATE DOMAIN nosch_n AS int
SELECT 1 AS a INTO nosch_n
CREATE MATERIALIZED VIEW nosch_n AS SELECT 1 AS a
CREATE TEMP TABLE nosch_n(a int)
DROP TABLE nosch_n
CREATE TABLE public.nosch_n(a serial)
INSERT INTO public.nosch_n VALUES (DEFAULT) RETURNING a
CREATE INDEX ON public.nosch_n (a)
DROP TABLE public.nosch_n
RESET search_path
CREATE TABLE nosch_k(id int, j json)
ALTER TABLE nosch_k ADD UNIQUE (j)
ALTER TABLE nosch_k ADD PRIMARY KEY (id, j)
ALTER TABLE nosch_k ADD PRIMARY KEY (id)
DROP TABLE nosch_k

