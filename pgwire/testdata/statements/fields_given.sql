PREPARE fgi_a AS SELECT date_part($1, '2024-01-02 03:04:05'::timestamp)
EXECUTE fgi_a('day')
EXECUTE fgi_a('nosuch')
EXECUTE fgi_a(NULL)
CREATE TABLE fgi (t timestamp, d date, i interval, z timestamptz)
INSERT INTO fgi VALUES ('2024-01-02 03:04:05', '2024-03-04', '3 days', '2024-01-02 03:04:05+00')
PREPARE fgi_b AS SELECT date_part($1, t), date_trunc($2, t) FROM fgi
EXECUTE fgi_b('year', 'day')
EXECUTE fgi_b('year', 'nosuch')
PREPARE fgi_h AS SELECT date_part($1, d), date_part($2, i) FROM fgi
PREPARE fgi_c (text) AS SELECT date_part($1, t) FROM fgi
EXECUTE fgi_c('month')
PREPARE fgi_d AS SELECT date_trunc($1, z), date_part($1, z) FROM fgi
EXECUTE fgi_d('month')
EXECUTE fgi_d('fortnight')
PREPARE fgi_e AS SELECT date_part('year', $1::timestamp), extract(month FROM $1::timestamp)
EXECUTE fgi_e('2024-05-06')
PREPARE fgi_f AS SELECT date_trunc($1, i) FROM fgi
EXECUTE fgi_f('hour')
PREPARE fgi_g (varchar) AS SELECT date_part($1, t) FROM fgi
EXECUTE fgi_g('hour')
SELECT date_part('nosuch', t) FROM fgi
SELECT date_part('day'::text, t), date_trunc('month'::varchar, t), extract(year FROM t), date_part('year'::text::varchar, d) FROM fgi
SELECT date_part('nosuch'::text, t) FROM fgi
SELECT date_trunc('nosuch'::text, timestamp '2024-01-01')
