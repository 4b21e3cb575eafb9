SELECT '{1,2'::int[]
SELECT '{1,'::int[]
SELECT '{{1},{2}'::int[]
SELECT '1,2'::int[]
SELECT '{1}x'::int[]
SELECT '{1}}'::int[]
SELECT ''::text[]
SELECT '{a'::text[]
SELECT 'tomorrowish'::timestamptz
SELECT 'unknown'::timestamp
SELECT 'nowhere'::date
SELECT 'known'::date
SELECT '-infinity'::date
SELECT ' Infinity '::timestamp
CREATE TABLE made_twice (a int, b int GENERATED ALWAYS AS (a + 1) STORED, c int GENERATED ALWAYS AS (b + 1) STORED)
SELECT $1::int
SELECT 1 WHERE 1 = $1
PREPARE one_of (int) AS SELECT $1 + 1
EXECUTE one_of
EXECUTE one_of(1)
