-- Bits and arithmetic of the elements of vectors of the catalogs, and of their small columns.
CREATE TABLE wsv (a int, b int, c text, PRIMARY KEY (a, b))
CREATE INDEX wsv_x ON wsv (b DESC, a)
SELECT indoption[0] & 1, indoption[1] & 1, indoption[0] | 4, indoption[0] # 1, 1 & indoption[0] FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT indoption[0] & 3 = 3 FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT indoption[0] + 1, indkey[0] - 1, 2 * indkey[1], indkey[1] / 1, indkey[0] % 2 FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT indoption[0] << 1, indkey[1] << 2, indkey[0] >> 1, ~ indkey[0], - indkey[0] FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT indkey[0] & 1::bigint, indkey[0] & 1::smallint, 3000000000 & indkey[0], indkey[0] & indkey[1], indkey[0] # indnatts, indkey[0] | a.attnum FROM pg_index i JOIN pg_attribute a ON a.attrelid = indrelid AND a.attname = 'b' WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT indkey[0] + 1::bigint, indkey[0] + 1::smallint, 3000000000 + indkey[0], indkey[0] + indkey[1], indkey[0] * 1.5 FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT k & 1, k | 8, k # 3, 1 & k, k + 1, k << 1, k & 1::bigint, -k, ~k FROM pg_index, unnest(indkey) AS k WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary, k
SELECT k, o & 1, n & 1 FROM pg_index, unnest(indkey, indoption) WITH ORDINALITY AS u(k, o, n) WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary, n
SELECT CASE o & 1 WHEN 1 THEN 'DESC' ELSE 'ASC' END FROM (SELECT unnest(indoption) AS o, indisprimary FROM pg_index WHERE indrelid = 'wsv'::regclass) s ORDER BY indisprimary, 1
SELECT pg_typeof(indkey[0]), pg_typeof(indkey[0] & 1), pg_typeof(indkey[0] + 1), pg_typeof(indkey[0] & 1::bigint), pg_typeof(indkey[0] & indkey[1]) FROM pg_index WHERE indrelid = 'wsv'::regclass LIMIT 1
SELECT indoption::int2[], (indoption::int2[])[0] & 1, (indkey::int2[])[1] | 1 FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
SELECT conkey[1] & 1, conkey[2] | 1, k & 2 FROM pg_constraint, unnest(conkey) AS k WHERE conrelid = 'wsv'::regclass AND contype = 'p' ORDER BY k
SELECT attnum & 1, attnum | 8, attnum # 1, attnum << 1, attnum & 1::bigint, attlen & 4, 3 & attnum FROM pg_attribute WHERE attrelid = 'wsv'::regclass AND attnum > 0 ORDER BY attnum
SELECT proargtypes[0] = 25, pronargs & 1, pronargs + 1 FROM pg_proc WHERE proname = 'date_trunc' ORDER BY oid
SELECT tgtype & 1, tgtype & 66, (tgtype & 4) <> 0 FROM pg_trigger ORDER BY 1 LIMIT 1
SELECT ('1 2'::int2vector)[0] & 1, ('1 2'::int2vector)[1] | 1
SELECT a[1] & 1, a[2] # 3, a[1] + 1, a[1] << 1 FROM (SELECT ARRAY[1,2]::int2[] AS a) s
SELECT max(k & 1), sum(k | 1), bit_or(k), bit_and(k & 3) FROM pg_index, unnest(indkey) AS k WHERE indrelid = 'wsv'::regclass
PREPARE wsv_p (int) AS SELECT indoption[0] & $1, $1 | indkey[0] FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
EXECUTE wsv_p(1)
PREPARE wsv_q (bigint, bigint) AS SELECT indoption[0] & $1, indkey[0] + $2 FROM pg_index WHERE indrelid = 'wsv'::regclass ORDER BY indisprimary
EXECUTE wsv_q(1, 2)
DEALLOCATE ALL
SELECT (information_schema._pg_expandarray(indkey)).x & 1, (information_schema._pg_expandarray(indkey)).n & 1 FROM pg_index WHERE indrelid = 'wsv'::regclass AND indisprimary
SELECT (k).x & 1, (k).x + 1 FROM (SELECT information_schema._pg_expandarray(indkey) AS k FROM pg_index WHERE indrelid = 'wsv'::regclass AND indisprimary) s
SELECT x.x & 1, x.n FROM pg_index, information_schema._pg_expandarray(indkey) x WHERE indrelid = 'wsv'::regclass AND indisprimary ORDER BY x.n
SELECT indkey[i] & 1, indkey[i] FROM (SELECT indkey, generate_subscripts(indkey, 1) AS i FROM pg_index WHERE indrelid = 'wsv'::regclass AND indisprimary) s ORDER BY i
SELECT unnest(indkey) & 1, unnest(indoption) + 1, unnest(indkey) FROM pg_index WHERE indrelid = 'wsv'::regclass AND indisprimary
SELECT indkey[0], count(*) FROM pg_index WHERE indrelid = 'wsv'::regclass GROUP BY indkey[0] ORDER BY indkey[0]
SELECT (indkey::int[])[0] & 1, coalesce(indkey[5], 0) & 1, (SELECT indkey[0]) & 1 FROM pg_index WHERE indrelid = 'wsv'::regclass AND indisprimary
CREATE TABLE wsy (indkey int[], i_indkey text[], tgattr smallint[])
INSERT INTO wsy VALUES ('{70000,2}', '{a,b}', '{1,2}')
SELECT k & 1, t FROM wsy, unnest(indkey) k, unnest(i_indkey) t ORDER BY 1, 2
DROP TABLE wsy
SELECT tableoid & 1 FROM (SELECT 3 AS tableoid) s
SELECT s.tableoid FROM (SELECT tableoid::regclass, relname FROM pg_class WHERE relname = 'pg_class') s
DROP TABLE wsv
