CREATE TABLE zpr (id int, s text, ts timestamptz)
INSERT INTO zpr VALUES (1, 'a,b', '2024-01-01 10:07+00')
PREPARE zpr_a(timestamptz) AS SELECT date_bin('15 minutes', $1, '2000-01-01')
EXECUTE zpr_a('2024-01-01 10:07+00')
PREPARE zpr_b(text) AS SELECT to_tsvector('english', 'the fat cats') @@ to_tsquery('english', $1)
EXECUTE zpr_b('cat')
PREPARE zpr_c(text) AS SELECT split_part($1, ',', 2), width_bucket(5, 0, 10, 5)
EXECUTE zpr_c('a,b')
PREPARE zpr_d AS INSERT INTO zpr (id, s) VALUES ($1, split_part($2, ',', 1)) RETURNING s
EXECUTE zpr_d(2, 'x,y')
PREPARE zpr_e AS SELECT nosuch($1)
PREPARE zpr_f AS SELECT * FROM zpr WHERE s = $1
EXECUTE zpr_f('x')
PREPARE zpr_g AS DELETE FROM zpr WHERE id = $1 RETURNING id
EXECUTE zpr_g(2)
PREPARE zpr_h AS SELECT missing FROM zpr
PREPARE zpr_i AS SELECT * FROM zpr_none
SELECT name FROM pg_prepared_statements WHERE name LIKE 'zpr%' ORDER BY 1
