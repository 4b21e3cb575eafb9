-- A number that was drawn for a row is gone when a domain or a constraint refuses the row.
CREATE DOMAIN dw_pos AS int CHECK (value > 0)
CREATE DOMAIN dw_nn AS text NOT NULL
CREATE TABLE dw_s (id serial PRIMARY KEY, n dw_pos, m int NOT NULL CHECK (m < 10), u int UNIQUE, w dw_nn)
INSERT INTO dw_s (n, m, w) VALUES (-1, 1, 'x')
INSERT INTO dw_s (n, m, w) VALUES (1, NULL, 'x')
INSERT INTO dw_s (n, m, w) VALUES (1, 11, 'x')
INSERT INTO dw_s (n, m, w) VALUES (1, 1, NULL)
INSERT INTO dw_s (n, m) VALUES (1, 1)
INSERT INTO dw_s (n, m, u, w) VALUES (1, 1, 1, 'x') RETURNING id
INSERT INTO dw_s (n, m, u, w) VALUES (1, 1, 1, 'x')
SELECT last_value, is_called FROM dw_s_id_seq
INSERT INTO dw_s (w, n, m) VALUES ('x', -5, 1)
INSERT INTO dw_s (w, n, m) VALUES ('x', 5, 1) RETURNING *
CREATE TABLE dw_t (n dw_pos, id bigint GENERATED ALWAYS AS IDENTITY, w dw_nn DEFAULT 'q')
INSERT INTO dw_t (n) VALUES (-1)
INSERT INTO dw_t (n) VALUES (1) RETURNING *
INSERT INTO dw_t (n, w) VALUES (1, NULL)
INSERT INTO dw_t (n, w) VALUES (1, 'r') RETURNING *
SELECT * FROM dw_s ORDER BY id
INSERT INTO dw_s (n, m, u, w) VALUES (1, 1, 12, 'x'), (2, 2, 13, 'y') RETURNING id
SELECT last_value, is_called FROM dw_s_id_seq
