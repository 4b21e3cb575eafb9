SELECT pg_has_role(999999::oid, 'MEMBER')
SELECT pg_has_role(999999, 'USAGE')
SELECT pg_has_role('postgres', 'MEMBER')
SELECT pg_has_role('nobody_here', 'MEMBER')
SELECT pg_has_role(999999::oid, 10::oid, 'MEMBER')
SELECT pg_has_role('postgres', 999999::oid, 'MEMBER')
SELECT factorial(5::bigint), factorial(5), factorial(0)
SELECT factorial(20::bigint), factorial(30)
SELECT factorial(-1)
SELECT factorial(NULL::bigint)
SELECT factorial(5::smallint)
SELECT factorial(5.0)
SELECT factorial('5')
SELECT pg_typeof(factorial(5))
SELECT factorial(x) FROM (VALUES (1::bigint), (3), (NULL)) v(x)
CREATE TYPE zct_a AS ENUM ('x')
DROP TYPE zct_a, zct_none
DROP TYPE IF EXISTS zct_a, zct_none
DROP TYPE zct_none1, zct_none2
CREATE TYPE zct_b AS ENUM ('x')
CREATE TYPE zct_c AS ENUM ('z')
DROP TYPE zct_b, zct_c
SELECT typname FROM pg_type WHERE typname LIKE 'zct%'
