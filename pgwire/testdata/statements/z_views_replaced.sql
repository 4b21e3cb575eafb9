CREATE TABLE zvr_t (id int, s smallint, b bigint, memo varchar(40), d date, n numeric(6,2))
CREATE VIEW zvr_v AS SELECT id, coalesce(s, 0) AS s FROM zvr_t
CREATE OR REPLACE VIEW zvr_v AS SELECT id, coalesce(s, 0) AS s FROM zvr_t WHERE id > 0
CREATE OR REPLACE VIEW zvr_v AS SELECT id, coalesce(s, 0) AS s, upper(left(memo, 1)) AS i, d FROM zvr_t WHERE id > 0
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'zvr_v'::regclass ORDER BY attnum
INSERT INTO zvr_t VALUES (1, NULL, 3, 'memo', '2024-01-31', 1.5), (2, 7, NULL, NULL, NULL, NULL)
SELECT * FROM zvr_v ORDER BY id
CREATE VIEW zvr_w AS SELECT greatest(s, 1) AS s, n::text AS n, d + 1 AS d, to_char(d, 'DD') AS memo FROM zvr_t
CREATE OR REPLACE VIEW zvr_w AS SELECT greatest(s, 1) AS s, n::text AS n, d + 1 AS d, to_char(d, 'DD') AS memo, d - 1 AS e FROM zvr_t
SELECT * FROM zvr_w ORDER BY s
CREATE OR REPLACE VIEW zvr_v AS SELECT id, s FROM zvr_t
