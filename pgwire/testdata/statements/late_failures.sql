-- Patterns and steps that are wrong: when they fail, and over no rows.
CREATE TABLE lf_none (id int, ts timestamptz, s text)
SELECT s ~ '(' FROM lf_none
SELECT 'a' ~ '('
SELECT 'a' ~ '(' FROM lf_none
SELECT * FROM lf_none WHERE s ~ '('
SELECT * FROM lf_none WHERE id = 1 OR NOT (s ~ '(')
SELECT * FROM lf_none WHERE CASE WHEN id > 1 THEN s ~ '(' END
SELECT * FROM lf_none a JOIN lf_none b ON a.s ~ ')('
SELECT * FROM lf_none WHERE s ~* '[a'
SELECT * FROM lf_none WHERE lower(s) ~* '[a'
SELECT * FROM lf_none WHERE s !~ 'a{2,1}'
SELECT * FROM lf_none WHERE s ~ '*a'
SELECT * FROM lf_none WHERE s ~ 'a**'
SELECT * FROM lf_none WHERE s SIMILAR TO '('
UPDATE lf_none SET id = 1 WHERE s ~ '('
DELETE FROM lf_none WHERE s ~ '('
UPDATE lf_none SET s = regexp_replace(s, '(', '')
SELECT regexp_replace(s, '(', 'x') FROM lf_none
SELECT regexp_replace(s, '[', 'x', 'g') FROM lf_none
SELECT regexp_matches(s, '(') FROM lf_none
SELECT regexp_split_to_array(s, '*') FROM lf_none
SELECT substring(s from '(') FROM lf_none
SELECT s SIMILAR TO '(' FROM lf_none
SELECT s SIMILAR TO 'a(b' FROM lf_none
SELECT CASE WHEN id = 1 THEN s ~ '(' END FROM lf_none
SELECT count(*) FILTER (WHERE s ~ '(') FROM lf_none
SELECT count(*) FROM lf_none HAVING max(s) ~ '('
SELECT * FROM generate_series(1, 10, 0)
SELECT generate_series(1, 10, 0)
SELECT generate_series(1, 10, 0) FROM lf_none
SELECT * FROM lf_none, generate_series(1, id, 0)
SELECT * FROM lf_none, generate_series(1, 5, 0)
SELECT * FROM lf_none LEFT JOIN generate_series(1, 5, 0) g ON true
SELECT * FROM generate_series(1, 10, 0) WHERE false
SELECT * FROM generate_series('2024-01-01'::timestamp, '2024-01-02'::timestamp, '0'::interval)
SELECT generate_series('2024-01-01'::timestamp, '2024-01-02'::timestamp, '0'::interval)
SELECT generate_series('2024-01-01'::timestamp, '2024-01-02'::timestamp, '0'::interval) FROM lf_none
SELECT * FROM generate_series(1.5, 10, 0)
SELECT generate_series(1.5, 10, 0) FROM lf_none
SELECT * FROM generate_series(1, 10, NULL)
SELECT * FROM generate_series(1, (SELECT 5), (SELECT 0))
INSERT INTO lf_none VALUES (1, '2024-01-01 10:00+00', 'a(b')
SELECT CASE WHEN id = 2 THEN s ~ '(' END FROM lf_none
SELECT s ~ '(' FROM lf_none
SELECT regexp_replace(s, '(', 'x') FROM lf_none
SELECT generate_series(1, 10, 0) FROM lf_none
SELECT x, generate_series(1, 3, x) FROM (VALUES (0)) v(x)
SELECT x, g FROM (VALUES (0)) v(x), generate_series(1, 3, x) g
