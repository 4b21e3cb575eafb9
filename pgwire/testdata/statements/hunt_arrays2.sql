CREATE TABLE hy (id int, a int[], t text[], n numeric(5,2)[], j jsonb, r int4range, d daterange, tr tsrange, bt varbit, ip inet, f float8[])

INSERT INTO hy VALUES (1, '{3,1,2}', '{b,a,NULL}', '{1.10,2}', '{"k": [1, 2, {"x": null}], "s": "t"}', '[1,5)', '[2024-01-01,2024-02-01)', '[2024-01-01 10:00,2024-01-01 12:00]', B'1011', '10.1.2.3/16', '{1.5,NaN}'), (2, '{}', '{}', '{}', '{}', 'empty', '(,2024-01-01)', NULL, B'0', '::1', '{}'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (4, '{NULL,7}', '{"",x y}', '{NULL}', '[1, "a", [2]]', '[10,20]', '[2024-03-01,)', '[2024-01-01 11:00,2024-01-02)', B'10110110', '192.168.0.1', '{-0,Infinity}')

SELECT * FROM hy ORDER BY id

SELECT id, a || 9, 0 || a, a || a, array_append(a, NULL), array_prepend(5, a), array_cat(a, '{8}'), array_remove(a, 1), array_replace(a, 2, 20) FROM hy ORDER BY id

SELECT id, array_length(a, 1), cardinality(a), array_upper(a, 1), array_ndims(a), array_dims(a), array_position(a, 1), array_positions(a, 7) FROM hy ORDER BY id

SELECT id, a[1], a[2:], a[:1], a[5], a[0:2], t[3], n[1], f[2] FROM hy ORDER BY id

SELECT id, a @> ARRAY[1], a <@ ARRAY[1, 2, 3, 4], a && ARRAY[7], a = '{3,1,2}', a < '{3,2}', a <> '{}', a IS NULL, a > ARRAY[0] FROM hy ORDER BY id

SELECT id, 1 = ANY (a), 0 < ALL (a), 7 IN (SELECT unnest(a)), NULL = ANY (a), 5 <> ALL (a) FROM hy ORDER BY id

SELECT id, (SELECT sum(x) FROM unnest(a) x), (SELECT array_agg(x ORDER BY x) FROM unnest(a) x), (SELECT max(x) FROM unnest(t) x), ARRAY(SELECT x * 2 FROM unnest(a) x WHERE x IS NOT NULL) FROM hy ORDER BY id

SELECT id, unnest(a) FROM hy ORDER BY id, 2

SELECT id, u FROM hy CROSS JOIN LATERAL unnest(t) AS u ORDER BY id, u

SELECT id, i, t[i] FROM hy, generate_subscripts(t, 1) AS i ORDER BY id, i

SELECT id, array_to_string(a, ','), array_to_string(a, ',', '-'), array_to_string(t, '/', 'NIL'), array_to_json(a), to_jsonb(t), a::text, t::text, n::text FROM hy ORDER BY id

SELECT id, a::text[], a::bigint[], a::float8[], n::int[], f::text[], t::varchar(1)[] FROM hy ORDER BY id

SELECT array_agg(id ORDER BY a), array_agg(id ORDER BY t DESC), count(DISTINCT a), max(a), min(t) FROM hy

SELECT a, count(*) FROM hy GROUP BY a ORDER BY a

SELECT DISTINCT n FROM hy ORDER BY n

SELECT trim_array(a, 1) FROM hy WHERE id = 1

SELECT trim_array(a, 4) FROM hy WHERE id = 1

SELECT array_fill(id, ARRAY[2]), array_fill(id, ARRAY[1, 2]) FROM hy WHERE id < 3 ORDER BY id

SELECT string_to_array(array_to_string(a, ','), ',')::int[] FROM hy WHERE id = 1

SELECT id, a[1] + a[2], a[1]::text || t[1], coalesce(a[9], -1), a[1] > 2 FROM hy ORDER BY id

SELECT id, CASE WHEN a = '{}' THEN 'empty' WHEN a IS NULL THEN 'null' ELSE 'some' END FROM hy ORDER BY id

SELECT id, greatest(a, '{3}'), coalesce(a, '{}'), nullif(a, '{}') FROM hy ORDER BY id

SELECT id, j -> 'k' -> 0, j #>> '{k,2,x}', j -> 'k' ->> 1, j ->> 's', j -> 1, j ->> 2, jsonb_typeof(j), j ? 's', j @> '{"s": "t"}' FROM hy ORDER BY id

SELECT id, j || '{"z": 1}'::jsonb, j - 's', j - 0 FROM hy WHERE id = 1 ORDER BY id

SELECT id, j || '[9]'::jsonb, j - 'k', jsonb_array_length(CASE WHEN jsonb_typeof(j) = 'array' THEN j END) FROM hy ORDER BY id

SELECT id, lower(r), upper(r), r @> 3, r && '[4,12)', r * '[2,11)', r << '[100,)', isempty(r), lower_inc(r), upper_inf(r), r = '[1,4]', r < '[2,3)' FROM hy ORDER BY id

SELECT id, r + '[5,8)' FROM hy WHERE id < 3 ORDER BY id

SELECT id, r - '[3,15)' FROM hy ORDER BY id

SELECT id, lower(d), upper(d), upper(d) - lower(d), d @> date '2024-01-15', d && '[2024-01-20,2024-03-02)', d -|- '[2024-02-01,2024-02-02)', lower_inf(d) FROM hy ORDER BY id

SELECT id, tr, lower(tr), upper(tr) - lower(tr), upper_inc(tr), tr @> timestamp '2024-01-01 12:00', tr && '[2024-01-01 11:30,2024-01-01 11:45)' FROM hy ORDER BY id

SELECT x.id, y.id FROM hy x JOIN hy y ON x.tr && y.tr AND x.id < y.id

SELECT range_agg(r), range_agg(d), range_intersect_agg(tr) FROM hy

SELECT id, bt, length(bt), bt & bt, bt || B'1', substring(bt FROM 1 FOR 2), get_bit(bt, 0), bt::text, bit_count(bt), ~bt, bt << 1 FROM hy ORDER BY id

SELECT id FROM hy WHERE bt > B'10' ORDER BY bt

SELECT id, host(ip), masklen(ip), family(ip), network(ip), ip << '10.0.0.0/8', ip + 5, ip::text, text(ip), abbrev(ip), broadcast(ip), set_masklen(ip, 8) FROM hy WHERE id IN (1, 4) ORDER BY id

SELECT id FROM hy ORDER BY ip NULLS FIRST

SELECT max(ip), min(ip), count(DISTINCT ip) FROM hy

SELECT f, f[1] * 2, f = '{1.5,NaN}', f::text, array_position(f, 'Infinity') FROM hy ORDER BY id

SELECT n, n[1] * 2, n[1] + n[2], n || 3.456, array_append(n, 1), n = ARRAY[1.1, 2.0] FROM hy WHERE id = 1

UPDATE hy SET a[2] = 99 WHERE id = 1 RETURNING a

UPDATE hy SET a = a || 5, t = array_remove(t, 'a') WHERE id = 1 RETURNING a, t

UPDATE hy SET a[1] = 1 WHERE id = 2 RETURNING a, array_dims(a)

UPDATE hy SET t[1:2] = '{p,q}' WHERE id = 4 RETURNING t

UPDATE hy SET n = '{999.99,1000}' WHERE id = 1

UPDATE hy SET a = '{x}' WHERE id = 1

INSERT INTO hy (id, a) VALUES (5, '{1,2')

INSERT INTO hy (id, a) VALUES (5, ARRAY['1', '2'])

INSERT INTO hy (id, a, r) VALUES (5, ARRAY[1, 2], int4range(3, 9, '[]')), (6, ARRAY[]::int[], '(,)') RETURNING a, r

INSERT INTO hy (id, r) VALUES (7, '[5,1]')

SELECT a[1:2][1] FROM hy

SELECT id FROM hy WHERE a = ARRAY['x']

SELECT id FROM hy WHERE a @> 1

SELECT id FROM hy WHERE r @> 'x'

SELECT id FROM hy WHERE t = 'x'

SELECT a + 1 FROM hy

SELECT a || 'x' FROM hy

SELECT unnest(id) FROM hy

SELECT array_length(id, 1) FROM hy

SELECT array_agg(a, t) FROM hy

SELECT sum(a) FROM hy

SELECT j + 1 FROM hy

SELECT j -> 'k' + 1 FROM hy

SELECT (j ->> 's')::int FROM hy WHERE id = 1

SELECT r + 1 FROM hy

SELECT lower(id) FROM hy

SELECT ip + ip FROM hy

SELECT bt + 1 FROM hy

SELECT r && 5 FROM hy

SELECT upper(r) + 1, lower(r)::text || '!', upper(d)::text FROM hy WHERE id = 1

SELECT int4range(id, id + 3) AS r, numrange(id, id + 0.5), daterange(date '2024-01-01', date '2024-01-01' + id) FROM hy WHERE id < 3 ORDER BY id

SELECT int4range(id, 2) FROM hy WHERE id = 4

SELECT ARRAY[id, id * 2], ARRAY[id::text, 'x'], ARRAY[ARRAY[id]], ARRAY[id, NULL], ARRAY[1.5, id] FROM hy WHERE id < 3 ORDER BY id

SELECT ARRAY[id, 'x'] FROM hy

SELECT ROW(a, j, r) FROM hy WHERE id = 2

SELECT to_jsonb(h) - 'tr' - 'j' FROM hy h WHERE id = 2

SELECT jsonb_build_object('a', a, 'n', n, 'r', r, 'd', d, 'ip', ip) FROM hy WHERE id = 1

SELECT json_agg(a ORDER BY id), jsonb_agg(r ORDER BY id) FROM hy

SELECT x FROM (SELECT unnest(ARRAY[3, 1, 2]) AS x) q ORDER BY x DESC

SELECT unnest(ARRAY[1, 2]) + 1, unnest(ARRAY['a', 'b']) || '!'

SELECT unnest(ARRAY[1, 2]), unnest(ARRAY[1, 2, 3]), generate_series(1, 2)

SELECT count(*), sum(x) FROM unnest(ARRAY[1, 2, NULL]) x

SELECT max(x) FROM unnest(ARRAY['b', 'a']) AS x

SELECT array_agg(x ORDER BY o DESC) FROM unnest(ARRAY['p', 'q']) WITH ORDINALITY u(x, o)

SELECT a.x, b.y FROM unnest(ARRAY[1, 2]) a(x) JOIN unnest(ARRAY[2, 3]) b(y) ON a.x = b.y

SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a']) AS u(n, s) WHERE s IS NULL

SELECT (ARRAY['a', 'b', 'c'])[array_length(ARRAY[1, 2], 1)], (ARRAY[1, 2, 3])[1:2] || 9, (string_to_array('a,b', ','))[1:1]

SELECT ARRAY[1, 2] = ARRAY[1, 2]::bigint[]

SELECT ARRAY[1, 2]::int[] = '{1,2}', '{1,2}' = ARRAY[1, 2], ARRAY['a'] = '{a}', ARRAY[1.0] = ARRAY[1]

SELECT array_agg(DISTINCT x) FILTER (WHERE x > 1), array_agg(x) FROM (VALUES (3), (1), (3), (NULL)) v(x)

SELECT array_agg(ARRAY[x, x * 10] ORDER BY x) FROM generate_series(1, 2) x

SELECT array_cat_agg(a) FROM hy

DROP TABLE hy
