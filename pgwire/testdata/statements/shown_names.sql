CREATE SCHEMA sn_s;

CREATE TABLE sn_s.t (id int PRIMARY KEY, u int UNIQUE);

CREATE TABLE sn_s.r (id int REFERENCES sn_s.t, v int REFERENCES sn_s.t (u));

ALTER TABLE sn_s.t DROP CONSTRAINT t_u_key;

ALTER TABLE sn_s.t DROP CONSTRAINT t_u_key CASCADE;

DROP TABLE sn_s.t;

DROP TABLE sn_s.t CASCADE;

CREATE TABLE sn_s.t2 (id int PRIMARY KEY);

CREATE TABLE sn_s.r2 (id int REFERENCES sn_s.t2);

ALTER TABLE sn_s.t2 DROP COLUMN id;

ALTER TABLE sn_s.t2 DROP COLUMN id CASCADE;

CREATE SEQUENCE sn_s.q;

CREATE TABLE sn_s.d (id int DEFAULT nextval('sn_s.q'));

DROP SEQUENCE sn_s.q;

DROP SEQUENCE sn_s.q CASCADE;

CREATE TABLE sn_s.i (id int GENERATED ALWAYS AS IDENTITY);

DROP SEQUENCE sn_s.i_id_seq;

CREATE TYPE sn_s.e AS ENUM ('a', 'b');

CREATE TABLE sn_s.te (id int, e sn_s.e);

DROP TYPE sn_s.e;

DROP TYPE sn_s.e CASCADE;

CREATE TYPE sn_s.e2 AS ENUM ('a', 'b');

CREATE VIEW sn_s.ve AS SELECT 'a'::sn_s.e2 AS e;

DROP TYPE sn_s.e2;

CREATE DOMAIN sn_s.dm AS int CHECK (VALUE > 0);

CREATE TABLE sn_s.td (id int, d sn_s.dm);

DROP DOMAIN sn_s.dm;

DROP DOMAIN sn_s.dm CASCADE;

CREATE TABLE sn_s.fr (id int, n text);

CREATE FUNCTION sn_s.f (x sn_s.fr) RETURNS text LANGUAGE sql AS 'SELECT x.n';

DROP TABLE sn_s.fr;

CREATE TABLE sn_s.ex (id int, r int4range, EXCLUDE USING gist (r WITH &&) WHERE (id > 0));

ALTER TABLE sn_s.ex DROP COLUMN id;

CREATE TABLE sn_s.gc (a int, b int GENERATED ALWAYS AS (a * 2) STORED);

ALTER TABLE sn_s.gc DROP COLUMN a;

ALTER TABLE sn_s.gc DROP COLUMN a CASCADE;

CREATE TABLE sn_s.vt (a int, b int);

CREATE VIEW sn_s.vv AS SELECT a FROM sn_s.vt;

CREATE VIEW sn_vp AS SELECT b FROM sn_s.vt;

DROP TABLE sn_s.vt;

ALTER TABLE sn_s.vt DROP COLUMN a;

ALTER TABLE sn_s.vt DROP COLUMN a CASCADE;

ALTER TABLE sn_s.vt ALTER COLUMN b TYPE bigint;

DROP TABLE sn_s.vt CASCADE;

SET search_path = sn_s;

CREATE SEQUENCE q3;

CREATE TABLE d3 (id int DEFAULT nextval('q3'));

DROP SEQUENCE q3;

DROP SEQUENCE q3 CASCADE;
