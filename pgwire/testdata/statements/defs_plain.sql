-- Definitions that are taken, or refused by the name of what they have.
CREATE TABLE dp_include (a int, b int, PRIMARY KEY (a) INCLUDE (b))
CREATE TABLE dp_include (a int, b int, CONSTRAINT dp_u UNIQUE (a) INCLUDE (b))
CREATE TABLE dp_compressed (a int, b text COMPRESSION pglz)
CREATE TABLE dp_named (a regclass)
CREATE TABLE dp_named (a regtype, b regproc)
CREATE TABLE dp_collated (a text COLLATE "C" NOT NULL, c text COLLATE "default", d varchar(3) COLLATE pg_catalog."default" DEFAULT 'x')
INSERT INTO dp_collated VALUES ('b', 'y'), ('a', 'x') ON CONFLICT DO NOTHING
INSERT INTO dp_collated (a) SELECT 'c' ON CONFLICT DO NOTHING RETURNING a, 'ON CONFLICT DO NOTHING' AS t
SELECT * FROM dp_collated ORDER BY a
INSERT INTO dp_collated VALUES ('b', 'y') ON CONFLICT (a) DO NOTHING
CREATE TABLE dp_keyed (a int PRIMARY KEY, b int)
INSERT INTO dp_keyed VALUES (1, 1) ON CONFLICT DO NOTHING
INSERT INTO dp_keyed VALUES (1, 2) ON CONFLICT DO NOTHING
CREATE TABLE dp_indexed (a int, b text)
CREATE UNIQUE INDEX dp_i ON dp_indexed (lower(b))
CREATE TABLE dp_partial (a int, b int)
CREATE UNIQUE INDEX dp_p ON dp_partial (a) WHERE b > 0
INSERT INTO dp_partial VALUES (1, 1) ON CONFLICT DO NOTHING
INSERT INTO dp_partial VALUES (1, 2) ON CONFLICT DO NOTHING
SELECT * FROM dp_partial
INSERT INTO dp_indexed VALUES (1, 'x') ON CONFLICT DO NOTHING
INSERT INTO dp_indexed VALUES (1, 'X') ON CONFLICT DO NOTHING
SELECT * FROM dp_indexed
