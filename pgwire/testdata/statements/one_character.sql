-- Quoted constants beside values of the type "char" are of that type: their first byte counts.
SELECT CASE WHEN true THEN 'a'::"char" ELSE 'long text' END
SELECT CASE WHEN false THEN 'a'::"char" ELSE 'long text' END
SELECT coalesce(NULL::"char", 'long text')
SELECT nullif('a'::"char", 'abc'), nullif('a'::"char", 'a'), nullif('abc', 'a'::"char")
SELECT greatest('a'::"char", 'bcd'), least('z'::"char", 'bcd')
SELECT CASE WHEN false THEN 'a'::"char" ELSE 'long text'::text END, coalesce(NULL::"char", 'abc'::text), greatest('a'::"char", 'abc'::text), nullif('a'::"char", 'abc'::text)
SELECT coalesce(NULL::"char", 'abc'::varchar), coalesce(NULL::"char", 'abc'::name), coalesce(NULL::"char", 'abc'::char(3))
SELECT coalesce(NULL::"char", 'abc', 'abc'::text)
SELECT 'a'::"char" = 'abc', 'a'::"char" = 'abc'::text, 'a'::"char" < 'abc', 'a'::"char" IN ('abc', 'b'), 'a'::"char" NOT IN ('abc', 'b'), 'abc' <> 'a'::"char", 'a'::"char" IS DISTINCT FROM 'abc'
SELECT 'a'::"char" BETWEEN 'abc' AND 'ab'
SELECT 'a'::"char" UNION SELECT 'long' ORDER BY 1
SELECT 'long' UNION ALL SELECT 'a'::"char"
SELECT * FROM (VALUES ('a'::"char"), ('long'), (NULL), ('')) v(x)
SELECT ARRAY['a'::"char", 'long', NULL]
SELECT CASE 'a'::"char" WHEN 'abc' THEN 1 ELSE 2 END, CASE 'a'::"char" WHEN 'abc'::text THEN 1 ELSE 2 END
SELECT CASE WHEN relkind = 'r' THEN relkind ELSE 'other' END FROM pg_class WHERE relname IN ('pg_class', 'pg_tables') ORDER BY 1
SELECT count(*) FROM pg_class WHERE relname = 'pg_class' AND relkind = 'rel'
SELECT count(*) FROM pg_class WHERE relname = 'pg_class' AND relkind IN ('rel', 'view')
SELECT count(*) FROM (SELECT CASE relkind WHEN 'r' THEN 'rel' END AS relkind FROM pg_class WHERE relname = 'pg_class') q WHERE relkind = 'rel'
CREATE TABLE oc_t (c "char", t text)
INSERT INTO oc_t VALUES ('abc', 'abc'), ('b', 'b')
SELECT c, c = 'abc', t = 'abc', c = t FROM oc_t ORDER BY c
UPDATE oc_t SET c = 'xyz' WHERE c = 'bcd'
DELETE FROM oc_t WHERE c = 'xxx'
SELECT c, coalesce(c, 'abc'), coalesce(t, 'abc'), CASE WHEN c = 'a' THEN 'zzz' ELSE c END FROM oc_t ORDER BY c
SELECT 'é'::"char", coalesce(NULL::"char", 'é'), '\303'::"char" = 'é'
CREATE TABLE oc_nm (n name, c "char")
INSERT INTO oc_nm VALUES (repeat('x', 70), 'abc'), ('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '')
INSERT INTO oc_nm SELECT repeat('y', 70), 'bcd'::text
INSERT INTO oc_nm SELECT 'zzz', 'bcd'
UPDATE oc_nm SET c = 'qrs', n = repeat('w', 80) WHERE n = 'zzz'
SELECT length(n), c, length(c::text) FROM oc_nm ORDER BY n
ALTER TABLE oc_nm ALTER COLUMN c SET DEFAULT 'long'
INSERT INTO oc_nm (n) VALUES ('d')
ALTER TABLE oc_nm ADD COLUMN d "char" DEFAULT 'pqr'
INSERT INTO oc_nm (n, c) VALUES ('e', 65)
INSERT INTO oc_nm (n, c) VALUES ('e', 'x'::varchar)
INSERT INTO oc_nm (n, c) SELECT 'f', x FROM (VALUES ('lmn')) v(x)
SELECT n, c FROM oc_nm WHERE length(n) < 10 AND n <> 'd' ORDER BY n
PREPARE p ("char") AS SELECT $1
EXECUTE p('abc')
EXECUTE p('abc'::text)
SELECT 'abc'::text::"char", x::"char" FROM (VALUES ('xyz')) v(x)
SELECT '{abc,d}'::"char"[], ARRAY['abc', 'd']::"char"[], string_to_array('abc,d', ',')::"char"[]
SELECT 'z'::"char"::int, ''::"char"::int, 'é'::"char"::int, c::int FROM (VALUES ('a'::"char")) v(c)
SELECT '1'::"char"::int, ('7'::"char")::int4, CAST(CAST('9' AS "char") AS integer)
CREATE TABLE onc_c (id int, c "char")
INSERT INTO onc_c VALUES (1, 'a'), (2, ''), (3, NULL), (4, 'ß'), (5, '7')
SELECT id, c::int, c::int4 + 1 AS n, (c::int)::text FROM onc_c ORDER BY id
SELECT id FROM onc_c WHERE c::int = 55
SELECT relname, relkind::int FROM pg_class WHERE relname IN ('pg_class', 'pg_tables') ORDER BY 1
SELECT 'a'::"char"::smallint
SELECT 'a'::"char"::bigint
SELECT 'a'::"char"::numeric
SELECT 'a'::"char"::bool
SELECT c::float8 FROM onc_c
SELECT 97::"char", 97::int4::"char", ascii('a'::"char"), 'ab'::"char" || 'x'
SELECT id FROM onc_c ORDER BY c::int NULLS FIRST, id
INSERT INTO onc_c VALUES (4, 'ß'), (5, 'é'::"char")
SELECT id, c, c::text, length(c::text), octet_length(c::text) FROM onc_c
SELECT c FROM (VALUES ('é'::"char")) v(c)
SELECT c::int FROM (VALUES ('7'::"char")) v(c)
SELECT c::int FROM (SELECT '7'::"char" AS c) v
SELECT coalesce('7'::"char", 'x')::int
SELECT max(c)::int FROM onc_c
CREATE TABLE onc_d (t text, c "char")
INSERT INTO onc_d SELECT t, t FROM (VALUES ('abc'), ('ßx'), ('€'), ('\303'), ('😀'), (''), (NULL), ('\9')) v(t)
SELECT t, c, c::int, t::"char", c = t::"char" AS e FROM onc_d ORDER BY t NULLS FIRST
UPDATE onc_d SET c = t || '!' RETURNING c
SELECT relname FROM pg_class WHERE relkind = ANY('{r,p,""}') AND relname IN ('pg_class', 'pg_tables') ORDER BY 1
SELECT relname FROM pg_class WHERE relkind = ANY('{v}') AND relname IN ('pg_class', 'pg_tables') ORDER BY 1
SELECT relname FROM pg_class WHERE relkind <> ALL('{r,i}') AND relname IN ('pg_class', 'pg_tables') ORDER BY 1
SELECT id FROM onc_c WHERE c = ANY('{a,7}') ORDER BY id
SELECT id FROM onc_c WHERE c = ANY('{abc,"7x"}') ORDER BY id
SELECT id FROM onc_c WHERE c = SOME(ARRAY['a', 'b']) OR c = 'abc' ORDER BY id
SELECT id FROM onc_c WHERE c IN ('abc', '7') ORDER BY id
SELECT id FROM onc_c WHERE c NOT BETWEEN 'aa' AND 'zz' ORDER BY id
SELECT ARRAY['\101', 'oo', 'é', NULL, '\351', '\000']::"char"[];
SELECT '{"\\101",oo}'::"char"[];
CREATE TABLE ocx (c "char");
INSERT INTO ocx VALUES ('\101'), ('\351'), ('ab'), ('\000');
INSERT INTO ocx SELECT '\102';
UPDATE ocx SET c = '\103' WHERE c = '\101';
SELECT c, c::int FROM ocx WHERE c <> '\351' ORDER BY c;
SELECT t::"char", t::"char"::int FROM (VALUES ('\101'), ('\000'), ('\351'), ('\401'), ('\9x'), ('\777'), ('\400')) v(t);
SELECT '\777'::"char", '\400'::"char", '\502'::"char", '\801'::"char", '\+01'::"char", ARRAY['\502']::"char"[];
SELECT 1.50::text::"char", true::text::"char", 'xy'::varchar::"char", '\101'::text::"char";
SELECT c FROM ocx WHERE c = '\103';
SELECT c FROM ocx WHERE c IN ('\102', 'xx');
