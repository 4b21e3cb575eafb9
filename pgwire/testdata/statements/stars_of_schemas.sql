-- All columns of a relation that is named with its schema.
CREATE TABLE starred (a int, b text)
INSERT INTO starred VALUES (1, 'x'), (2, 'y')
SELECT public.starred.* FROM public.starred ORDER BY 1
SELECT public.starred.*, public.starred.a FROM public.starred ORDER BY 1
SELECT s.n, public.starred.* FROM public.starred, (SELECT 1 AS n) s ORDER BY 2
SELECT count(public.starred.*) FROM public.starred
SELECT public.starred.* FROM public.starred s
SELECT public.starred.* FROM starred ORDER BY 1
SELECT other.starred.* FROM public.starred
CREATE SCHEMA other
CREATE TABLE other.starred (c int)
INSERT INTO other.starred VALUES (7)
SELECT other.starred.* FROM other.starred
SELECT other.starred.* FROM public.starred
SELECT public.starred.*, other.starred.* FROM public.starred, other.starred
UPDATE public.starred SET b = 'z' WHERE a = 1 RETURNING public.starred.*
DELETE FROM other.starred RETURNING other.starred.*
