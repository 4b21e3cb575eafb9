-- Forms of definitions that are refused by their name, or whose storage clauses are left out.
CREATE SCHEMA cbf
SET search_path = cbf, public
CREATE TABLE base (a int, b text)
CREATE TABLE part1 (a int, b text) PARTITION BY RANGE (a)
CREATE TYPE pair AS (x int, y text)
CREATE TABLE keyed_filled (b int UNIQUE WITH (fillfactor = 70))
CREATE TABLE keyed (a int PRIMARY KEY USING INDEX TABLESPACE pg_default, b int UNIQUE)
INSERT INTO keyed VALUES (1, 1)
INSERT INTO keyed VALUES (1, 2)
INSERT INTO keyed VALUES (2, 1)
