CREATE TABLE mrt (id int, b bit(8), v bit varying(8), w varbit, m numeric(10,2), n numeric, vc varchar(10), ch char(4), ts timestamp(3), tm time(0), iv interval(2), arr varchar(5)[], nm numeric(6,1)[])
INSERT INTO mrt VALUES (1, B'10110010', B'1011', B'11', 12.30, 1.5, 'ab', 'cd', '2024-01-01 10:00:00.123', '10:00', '1 day', '{a}', '{1.5}'), (2, B'00001111', B'0011', B'10', 7, 2, 'x', 'y', '2024-01-02', '11:00', '2 days', '{b}', '{2}')
SELECT b & B'00001111', b | X'80', ~b, b << 3, b >> 1, b # b FROM mrt
SELECT v & B'0001', v | v, ~v, v << 1, ~w, w & B'01', w # w FROM mrt
SELECT b || B'1', v || v, b || v, w || b FROM mrt
SELECT bit_and(b), bit_or(b), bit_xor(b), bit_and(v), bit_or(w) FROM mrt
SELECT set_bit(b, 1, 1), substring(b, 2, 3), overlay(b placing B'1' from 1), substring(v from 1 for 2) FROM mrt
SELECT max(b & b), coalesce(b, v), coalesce(v, b), nullif(b, b), CASE WHEN id = 1 THEN b ELSE v END FROM mrt GROUP BY b, v, id ORDER BY id
SELECT b::varbit, v::bit(8), b::bit(4), w::varbit(3), b::text FROM mrt
SELECT x, x & B'00001111' FROM (SELECT b AS x FROM mrt) s
SELECT x FROM (SELECT b & b AS x FROM mrt) s
WITH s AS (SELECT bit_and(b) AS x, bit_or(v) AS y FROM mrt) SELECT x, y, ~x, ~y FROM s
SELECT b & b FROM mrt UNION SELECT v & v FROM mrt WHERE false ORDER BY 1
SELECT array_agg(b ORDER BY id), array_agg(b & b ORDER BY id) FROM mrt
UPDATE mrt SET b = b WHERE id = 1 RETURNING b, b & B'00001111', ~b, v | v, m % 7, m * 2, m, n, n + 1, vc || 'a', vc, ch, ts, tm, iv, arr, nm, -m, m + 1, abs(m), coalesce(m, 0), m::numeric
UPDATE mrt SET b = b WHERE id = 1 RETURNING *, id + 1
INSERT INTO mrt (id, b, m) VALUES (3, B'11110000', 1) RETURNING m % 7, m, b # b, m / 3, id, vc, nullif(vc, 'a'), lower(vc)
DELETE FROM mrt WHERE id = 3 RETURNING m % 7, b & b, m AS x, (mrt).m, (mrt).vc
SELECT (f).m, (f).vc, (f).ts, (f).b, (f).arr, (f).n, (f).ch, (f).iv, (f).nm FROM mrt f ORDER BY (f).id
SELECT (f).m AS p, ((f).m), (f).m * 2, (f).m % 7 FROM mrt f
SELECT (s).m, (s).x FROM (SELECT m, m * 2 AS x FROM mrt) s
WITH s AS (SELECT m, vc FROM mrt) SELECT (s).m, (s).vc FROM s
SELECT (f.*).m FROM mrt f
SELECT (mrt).m FROM mrt
SELECT m % 7, m * 2, m + m, -m, +m, @m, abs(m), m ^ 2, round(m, 1), trunc(m) FROM mrt
SELECT m, coalesce(m, 0), nullif(m, 1), greatest(m, m), greatest(m, 1), CASE WHEN id = 1 THEN m END, CASE WHEN id = 1 THEN m ELSE 0 END, m::numeric(8,1), max(m) OVER (), sum(m) OVER (), lag(m) OVER (ORDER BY id), first_value(m) OVER (ORDER BY id) FROM mrt
SELECT max(m), min(m), sum(m), avg(m), (array_agg(m))[1], max(vc), min(ch), (SELECT m FROM mrt LIMIT 1), (SELECT vc FROM mrt LIMIT 1) FROM mrt
SELECT ts, ts + '1 day', date_trunc('day', ts), max(ts), tm, iv, iv * 2, ts::timestamp, ts::timestamp(1), nullif(ts, ts), coalesce(ts, now()::timestamp) FROM mrt GROUP BY ts, tm, iv ORDER BY ts
SELECT vc, vc::text, vc || '', coalesce(vc, 'a'), coalesce(vc, vc), upper(vc), nullif(vc, 'b'), ch, ch::text, coalesce(ch, ch), CASE WHEN id = 1 THEN vc END, greatest(vc, vc), max(vc) OVER () FROM mrt
SELECT arr, arr[1], nm, nm[1], arr || 'z'::varchar, unnest(arr), unnest(nm) FROM mrt
MERGE INTO mrt USING (VALUES (1)) q(k) ON id = k WHEN MATCHED THEN UPDATE SET m = m + 1
WITH u AS (UPDATE mrt SET m = m RETURNING m, m % 7 AS r, b & b AS bb) SELECT * FROM u
INSERT INTO mrt (id, m, vc) VALUES (1, 2, 'a') ON CONFLICT DO NOTHING RETURNING m, m % 7, b & b, nullif(vc, 'b')
