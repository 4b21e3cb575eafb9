-- Operators of the vectors of the catalogs, and columns of relations that no FROM has.
CREATE TABLE vo_t (a int PRIMARY KEY, b int, c int, UNIQUE (b, c))
SELECT t.*
SELECT t.* WHERE true
SELECT count(t.*)
SELECT vo_t.*
SELECT (SELECT vo_t.*) FROM vo_t
INSERT INTO vo_t SELECT vo_t.*
SELECT t.* GROUP BY a
SELECT t.* UNION SELECT 1
SELECT t.* FROM (SELECT u.*) t
SELECT q.b FROM vo_t, LATERAL (SELECT vo_t.*) q
SELECT 1 WHERE EXISTS (SELECT t.*)
SELECT indexrelid::regclass, indkey @> ARRAY[1::int2] FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, indkey && ARRAY[1::int2] FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, ARRAY[1::int2] <@ indkey FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, indkey = ARRAY[1::int2] FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, indkey::int2[] @> ARRAY[2::int2,3::int2] FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, indkey::int2[] @> conkey FROM pg_index, pg_constraint WHERE indrelid = 'vo_t'::regclass AND conindid = indexrelid ORDER BY 1
SELECT indexrelid::regclass, indkey @> conkey FROM pg_index, pg_constraint WHERE indrelid = 'vo_t'::regclass AND conindid = indexrelid ORDER BY 1
SELECT indexrelid::regclass, indclass @> ARRAY[1978::oid] FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indexrelid::regclass, 2 = ANY (indkey), 2 <> ALL (indkey), indkey[0], indkey[1], cardinality(indkey) FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY 1
SELECT indkey = '1', indkey = '2 3', indkey <> '2 3' FROM pg_index WHERE indrelid = 'vo_t'::regclass ORDER BY indexrelid::regclass::text
SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'vo_t'::regclass AND indkey = '2 3'
SELECT indkey @> indkey, indkey && indkey, indkey <@ indkey, indkey = indkey FROM pg_index WHERE indrelid = 'vo_t'::regclass
SELECT proargtypes @> ARRAY['text'::regtype::oid] FROM pg_proc WHERE proname = 'upper' ORDER BY 1
SELECT proname FROM pg_proc WHERE proname = 'md5' AND proargtypes = '25'
SELECT count(*) FROM pg_index WHERE indrelid = 'vo_t'::regclass AND indkey::int[] @> ARRAY[2, 3]
SELECT '1 2 3'::int2vector @> ARRAY[1::int2]
SELECT count(*) FROM (SELECT indkey::int2[] AS indkey FROM pg_index WHERE indrelid = 'vo_t'::regclass) q WHERE indkey @> ARRAY[1::int2]
WITH q AS (SELECT indkey::int2[] AS indkey FROM pg_index WHERE indrelid = 'vo_t'::regclass) SELECT count(*) FROM q WHERE indkey @> ARRAY[1::int2]
SELECT indkey::int2[]::text FROM pg_index WHERE indrelid = 'vo_t'::regclass
SELECT indkey::int2[] = ARRAY[1::int2] FROM pg_index WHERE indrelid = 'vo_t'::regclass
