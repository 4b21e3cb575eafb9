CREATE TABLE t (id integer, name varchar);
CREATE VIEW v AS SELECT upper(name) AS n FROM t;
CREATE SEQUENCE s;
CREATE VIEW settings AS SELECT * FROM duckdb_external_file_cache();
CREATE VIEW counting AS SELECT nextval('s') AS n;
CREATE VIEW lists AS SELECT main.list_value(id, 2) AS l, t.name FROM t;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE "data.csv" AS ENUM ('sad', 'ok');
CREATE TYPE "read_text" AS ENUM ('sad', 'ok')
