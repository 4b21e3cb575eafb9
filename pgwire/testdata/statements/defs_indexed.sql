-- Indexes over mutable expressions.
CREATE TABLE defi5 (id int, j jsonb, js json, a int[], b bit(3), vb varbit, t text, d date, ts timestamp, z timestamptz, n numeric, iv interval, by bytea, u uuid, v varchar(4), c char(3), bo boolean, r int4range, da date[], f float8, e real, inet inet, tm time)
CREATE INDEX ON defi5 (('L' || j))
CREATE INDEX ON defi5 (('L' || js))
CREATE INDEX ON defi5 (('L' || a))
CREATE INDEX ON defi5 ((t || a))
CREATE INDEX ON defi5 (('L' || b))
CREATE INDEX ON defi5 ((t || b))
CREATE INDEX ON defi5 ((t || vb))
CREATE INDEX ON defi5 ((t || j))
CREATE INDEX ON defi5 (('L' || id))
CREATE INDEX ON defi5 (('L' || d))
CREATE INDEX ON defi5 (('L' || ts))
CREATE INDEX ON defi5 (('L' || z))
CREATE INDEX ON defi5 (('L' || n))
CREATE INDEX ON defi5 (('L' || iv))
CREATE INDEX ON defi5 (('L' || by))
CREATE INDEX ON defi5 (('L' || u))
CREATE INDEX ON defi5 (('L' || v))
CREATE INDEX ON defi5 (('L' || c))
CREATE INDEX ON defi5 ((t || bo))
CREATE INDEX ON defi5 ((t || r))
CREATE INDEX ON defi5 ((t || da))
CREATE INDEX ON defi5 ((t || f))
CREATE INDEX ON defi5 ((t || e))
CREATE INDEX ON defi5 ((t || inet))
CREATE INDEX ON defi5 ((t || tm))
CREATE INDEX ON defi5 ((j || '{}'))
CREATE INDEX ON defi5 ((a || '{1}'))
CREATE INDEX ON defi5 ((a || 1))
CREATE INDEX ON defi5 ((b || '1'))
CREATE INDEX ON defi5 ((concat(t, v)))
CREATE INDEX ON defi5 ((format('%s', t)))
CREATE INDEX ON defi5 ((array_to_string(a, ',')))
CREATE INDEX ON defi5 ((j::text))
CREATE INDEX ON defi5 ((a::text))
CREATE INDEX ON defi5 ((b::text))
CREATE INDEX ON defi5 ((d::text))
CREATE INDEX ON defi5 ((to_json(a)))
CREATE INDEX ON defi5 ((to_jsonb(t)))
CREATE INDEX ON defi5 ((row_to_json(defi5)))
CREATE INDEX ON defi5 ((jsonb_build_object('a', id)))
CREATE INDEX ON defi5 ((j::text || 'x'))
CREATE INDEX ON defi5 ((a::text || 'x'))
CREATE INDEX ON defi5 ((extract(year FROM z)))
CREATE INDEX ON defi5 ((date_trunc('day', z)))
CREATE INDEX ON defi5 ((date_trunc('day', ts)))
CREATE INDEX ON defi5 ((z::date))
CREATE INDEX ON defi5 ((ts::date))
CREATE INDEX ON defi5 ((to_char(ts, 'YYYY')))
CREATE INDEX ON defi5 ((age(ts)))
CREATE INDEX ON defi5 ((t::date))
CREATE INDEX ON defi5 ((t::int))
CREATE INDEX ON defi5 ((n::text))
CREATE INDEX ON defi5 ((f::text))
CREATE INDEX ON defi5 ((quote_literal(t)))
CREATE INDEX ON defi5 ((quote_literal(id)))
CREATE INDEX ON defi5 ((quote_nullable(d)))
CREATE INDEX ON defi5 ((length(t || '1')))
CREATE INDEX ON defi5 (id) WHERE t || j = 'x'
CREATE INDEX ON defi5 (id) WHERE (t || id) = 'x'
CREATE INDEX ON defi5 (id) WHERE 'L' || d = 'x'
CREATE INDEX ON defi5 (id) WHERE ts > now()
CREATE INDEX ON defi5 (id) WHERE d > '2024-01-01'
CREATE INDEX ON defi5 (id) WHERE z > '2024-01-01'
CREATE INDEX ON defi5 (id) WHERE ts > z
SELECT indexdef FROM pg_indexes WHERE tablename = 'defi5' ORDER BY indexname COLLATE "C"
CREATE TABLE defi5g (t text, j jsonb, g text GENERATED ALWAYS AS ('L' || j) STORED)
CREATE TABLE defi5g (t text, j int[], g text GENERATED ALWAYS AS ('L' || j) STORED)
CREATE TABLE defi5g (t text, j bit(3), g text GENERATED ALWAYS AS ('L' || j) STORED)
CREATE TABLE defi5g (d date, g int GENERATED ALWAYS AS (d - 'x') STORED)
CREATE TABLE defi5g (d date CHECK (d > '2024-13-01'))
CREATE TABLE defi5g (d date CHECK (coalesce(d, '1') > '2024-01-01'))
CREATE INDEX ON defi5 (id) WHERE d > 'x'
CREATE INDEX ON defi5 (id) WHERE id = 'x'
CREATE INDEX ON defi5 ((coalesce(id, 'x')))
SELECT coalesce(d, '1') FROM defi5
SELECT coalesce(ts, '12') FROM defi5
SELECT coalesce(inet, 'x') FROM defi5
SELECT greatest(id, 'x') FROM defi5
SELECT CASE WHEN bo THEN d ELSE '77' END FROM defi5
SELECT CASE d WHEN '1' THEN 2 END FROM defi5
SELECT d IN ('2024-01-01', '1') FROM defi5
SELECT d BETWEEN '1' AND '2' FROM defi5
SELECT 'L' || j FROM defi5
SELECT nullif(d, '3') FROM defi5
CREATE INDEX ON defi5 ((CASE WHEN bo THEN 1 END), (coalesce(t, v)), (t COLLATE "C"), (a[1]), (greatest(id, 1)))
SELECT indexrelid::regclass, attname FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid = 'defi5'::regclass ORDER BY 1, attnum
