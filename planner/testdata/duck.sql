CREATE TABLE t (id integer, name varchar);
CREATE VIEW v AS SELECT upper(name) AS n FROM t;
