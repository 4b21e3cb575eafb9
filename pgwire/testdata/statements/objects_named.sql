-- Names of objects as values, which the engine computes as OIDs, and vectors of the catalogs.
CREATE TABLE obj_a (id int primary key, n varchar(10), m name)
CREATE TABLE obj_cv (id int)
INSERT INTO obj_a VALUES (1,'x','nm'),(2,'y','mm')
SELECT array_agg(r ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT array_agg(r ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') q
WITH q AS (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') SELECT array_agg(r ORDER BY relname) FROM q
SELECT ARRAY[r] FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT ARRAY[r, r] FROM (SELECT 'obj_a'::regclass AS r) q
SELECT ARRAY(SELECT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname)
SELECT ARRAY(SELECT oid::regclass FROM pg_class WHERE relname LIKE 'obj\_%' ORDER BY relname)
SELECT coalesce(r, r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT coalesce(r, 'obj_a'::regclass) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT coalesce(r, 0) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT coalesce('obj_a'::regclass, 0)
SELECT pg_typeof(coalesce('obj_a'::regclass, 0))
SELECT CASE WHEN relname = 'obj_a' THEN r END FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT CASE WHEN relname = 'obj_a' THEN r ELSE 'obj_a_pkey'::regclass END FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT CASE WHEN relname = 'obj_a' THEN r ELSE 0 END = 0 FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT greatest(r, r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT greatest('obj_a'::regclass, 'obj_a'::regclass)
SELECT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv UNION SELECT 'obj_a'::regclass ORDER BY 1
SELECT r FROM (SELECT 'obj_a'::regclass AS r UNION ALL SELECT 'obj_a_pkey'::regclass) q
SELECT r || 'x' FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT 'x' || r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT r::text || 'x' FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT format('%s %I %L', r, r, r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT concat(r, '-', r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT concat_ws('-', r, r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT pg_typeof(max(r)), pg_typeof(min(r)) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT pg_typeof(array_agg(r)) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT string_agg(r::text, ',' ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT json_agg(r ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT to_json(r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT row_to_json(obj_cv) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT json_build_object('a', r, 'b', 'int4'::regtype) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT quote_ident(r::text), quote_literal(r) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT ROW(r, relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY relname
SELECT r, count(*) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv GROUP BY r ORDER BY r::text
SELECT DISTINCT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv ORDER BY r
SELECT t FROM (VALUES ('int4'::regtype), ('text'::regtype)) v(t)
SELECT array_agg(t) FROM (VALUES ('int4'::regtype), ('text'::regtype)) v(t)
SELECT array_agg(t::text) FROM (VALUES ('int4'::regtype), ('text'::regtype)) v(t)
SELECT array_agg(pg_typeof(x)) FROM (VALUES (1), (2)) v(x)
SELECT array_agg(atttypid::regtype ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'obj_a'::regclass AND attnum > 0
WITH q AS (SELECT atttypid::regtype t, attnum FROM pg_attribute WHERE attrelid = 'obj_a'::regclass AND attnum > 0) SELECT array_agg(t ORDER BY attnum) FROM q
SELECT array_to_string(array_agg(t ORDER BY attnum), ', ') FROM (SELECT atttypid::regtype t, attnum FROM pg_attribute WHERE attrelid = 'obj_a'::regclass AND attnum > 0) q
SELECT array_agg(f) FROM (SELECT 'lower(text)'::regprocedure f) q
SELECT array_agg(f) FROM (SELECT 'now'::regproc f) q
SELECT array_agg(n) FROM (SELECT 'pg_catalog'::regnamespace n) q
SELECT array_agg(n) FROM (SELECT relnamespace::regnamespace n FROM pg_class WHERE relname = 'obj_a') q
SELECT array_agg(n) FROM (SELECT typinput::regproc n FROM pg_type WHERE typname = 'int4') q
SELECT array_agg(n) FROM (SELECT typinput n FROM pg_type WHERE typname = 'int4') q
SELECT array_agg(typinput) FROM pg_type WHERE typname = 'int4'
SELECT coalesce(typinput, typoutput) FROM pg_type WHERE typname = 'int4'
SELECT CASE WHEN true THEN typinput ELSE typoutput END FROM pg_type WHERE typname = 'int4'
SELECT typinput FROM pg_type WHERE typname = 'int4' UNION ALL SELECT typoutput FROM pg_type WHERE typname = 'int4'
SELECT typinput || 'x' FROM pg_type WHERE typname = 'int4'
SELECT ARRAY[typinput, typoutput] FROM pg_type WHERE typname = 'int4'
SELECT max(typinput) FROM pg_type
SELECT format('%s', typinput) FROM pg_type WHERE typname = 'int4'
SELECT unnest(ARRAY['obj_a'::regclass])
SELECT pg_typeof(unnest(ARRAY['obj_a'::regclass]))
SELECT unnest(array_agg(r ORDER BY relname)) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT (array_agg(r ORDER BY relname))[1] FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT (ARRAY['obj_a'::regclass, 'obj_a_pkey'::regclass])[2]
SELECT '{obj_a,obj_a_pkey}'::regclass[]
SELECT unnest('{obj_a,obj_a_pkey}'::regclass[])
SELECT ARRAY['obj_a','obj_a_pkey']::regclass[]
SELECT 'obj_a'::regclass = ANY ('{obj_a,obj_a_pkey}'::regclass[])
SELECT relname FROM pg_class WHERE oid = ANY ('{obj_a,obj_a_pkey}'::regclass[]) ORDER BY 1
SELECT relname FROM pg_class WHERE oid = ANY (ARRAY['obj_a','obj_a_pkey']::regclass[]) ORDER BY 1
SELECT array_position(ARRAY['obj_a'::regclass, 'obj_a_pkey'::regclass], 'obj_a_pkey'::regclass)
SELECT first_value(r) OVER (ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT lag(r) OVER (ORDER BY relname) FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv
SELECT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv c JOIN LATERAL (SELECT c.r AS s) x ON true ORDER BY relname
SELECT s FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv c JOIN LATERAL (SELECT c.r AS s) x ON true ORDER BY relname
SELECT (SELECT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv WHERE relname = 'obj_a')
SELECT coalesce((SELECT r FROM (SELECT oid::regclass AS r, relname FROM pg_class WHERE relname LIKE 'obj\_%') obj_cv WHERE relname = 'zzz'), 'obj_a'::regclass)
CREATE TABLE obj_b (v varchar(5), va varchar(5)[], n name, na name[], c char(3), ca char(3)[], q "char", o oid)
INSERT INTO obj_b VALUES ('ab', '{ab,cd}', 'nn', '{x,y}', 'c', '{c,d}', 'q', 5)
SELECT unnest(va) FROM obj_b
SELECT pg_typeof(unnest(va)) FROM obj_b LIMIT 1
SELECT pg_typeof(x) FROM obj_b, unnest(va) x
SELECT unnest(na), unnest(ca) FROM obj_b
SELECT pg_typeof(unnest(na)), pg_typeof(unnest(ca)) FROM obj_b
SELECT unnest('{a,b}'::name[])
SELECT unnest('{a,b}'::"char"[])
SELECT unnest('{1,2}'::oid[])
SELECT min(n), max(n) FROM obj_b
SELECT pg_typeof(min(n)), pg_typeof(max(v)), pg_typeof(max(c)), pg_typeof(min(o)), pg_typeof(max(q)) FROM obj_b
SELECT max(q) FROM obj_b
SELECT max(v), max(c), min(o) FROM obj_b
SELECT coalesce(n, 'x'), coalesce(n, v), coalesce(v, 'x'), coalesce(c, 'x'), coalesce(q, 'x'), coalesce(o, 0) FROM obj_b
SELECT CASE WHEN true THEN n ELSE 'x' END, CASE WHEN true THEN n ELSE v END, CASE WHEN true THEN v ELSE n END, CASE WHEN true THEN n ELSE 'x'::text END FROM obj_b
SELECT CASE WHEN false THEN n END, nullif(n, 'x'), greatest(n, 'a'), least(n, n) FROM obj_b
SELECT current_user, session_user, current_schema, current_database(), current_catalog, current_schemas(true)
SELECT coalesce(current_user, 'x'), coalesce(current_database(), 'x'), CASE WHEN true THEN current_user END
SELECT coalesce(pg_get_userbyid(10), 'x')
SELECT pg_typeof(coalesce(pg_get_userbyid(10), 'x')), pg_typeof(nullif(current_user, 'x'))
SELECT array_agg(n), array_agg(v), array_agg(c), array_agg(q), array_agg(o) FROM obj_b
SELECT ARRAY[n, v], ARRAY[v, n], ARRAY[n, 'x'] FROM obj_b
SELECT n FROM obj_b UNION SELECT 'x' ORDER BY 1
SELECT n FROM obj_b UNION SELECT v FROM obj_b ORDER BY 1
SELECT v FROM obj_b UNION SELECT n FROM obj_b ORDER BY 1
SELECT q FROM obj_b UNION SELECT 'x' ORDER BY 1
SELECT o FROM obj_b UNION SELECT 1 ORDER BY 1
SELECT n || 'x', v || 'x', c || 'x', q || 'x' FROM obj_b
SELECT substring(n, 1, 2), upper(n), left(n, 1), n::text FROM obj_b
SELECT first_value(n) OVER (), lag(v) OVER (), nth_value(c, 1) OVER () FROM obj_b
SELECT mode() WITHIN GROUP (ORDER BY n), percentile_disc(0.5) WITHIN GROUP (ORDER BY n) FROM obj_b
SELECT any_value FROM (SELECT (array_agg(n))[1] AS any_value FROM obj_b) q
SELECT (SELECT n FROM obj_b), (SELECT max(n) FROM obj_b), (SELECT v FROM obj_b)
SELECT max(relname), min(relkind) FROM pg_class WHERE relname = 'obj_b'
SELECT lower(relname), relname || '', replace(relname, 'c', 'd') FROM pg_class WHERE relname = 'obj_b'
SELECT * FROM (SELECT max(relname) AS m FROM pg_class WHERE relname = 'obj_b') q
SELECT pg_typeof(o::regclass), coalesce(o::regclass, 0) FROM obj_b
SELECT coalesce('obj_b'::regclass::oid, 0) > 0, coalesce('obj_b'::regclass, 0) = 'obj_b'::regclass
CREATE TABLE obj_t (a int)
SELECT 'nosuch'::regclass WHERE false
SELECT 1 WHERE false AND 'nosuch'::regclass = 1
SELECT CASE WHEN false THEN 'nosuch'::regclass END
SELECT CASE WHEN true THEN 1 ELSE 'nosuch'::regclass::int END
SELECT CASE WHEN a = 1 THEN 'nosuch'::regclass END FROM obj_t
SELECT coalesce('obj_t'::regclass, 'nosuch'::regclass)
SELECT coalesce(null, 'nosuch'::regclass)
SELECT 1 FROM obj_t WHERE 'nosuch'::regclass = 1
SELECT 'nosuch'::regclass FROM obj_t
SELECT 'nosuch'::regtype WHERE false
SELECT 'nosuch'::regproc WHERE false
SELECT 'nosuch'::regnamespace WHERE false
SELECT 'nosuch'::regrole WHERE false
SELECT 'nosuch()'::regprocedure WHERE false
SELECT 1 WHERE false AND 'abc'::int = 1
SELECT 'abc'::int WHERE false
SELECT ('nosuch'::text)::regclass WHERE false
SELECT ('nosuch'::text)::regclass FROM obj_t
SELECT CASE WHEN false THEN ('nosuch'::text)::regclass END
SELECT CASE WHEN a = 1 THEN ('nosuch'::text)::regclass END FROM obj_t
SELECT to_regclass('nosuch')
SELECT to_regclass('nosuch') FROM obj_t
SELECT regclass 'nosuch' WHERE false
SELECT CAST('nosuch' AS regclass) WHERE false
SELECT 1 FROM obj_t WHERE a = 1 OR 'nosuch'::regclass = 1
SELECT 1 FROM (SELECT 'nosuch'::regclass AS r) q WHERE false
SELECT 1 FROM (SELECT 'nosuch'::regclass AS r) q
SELECT EXISTS (SELECT 'nosuch'::regclass)
SELECT count(*) FROM (SELECT 'nosuch'::regclass AS r FROM obj_t) q
WITH q AS (SELECT 'nosuch'::regclass AS r) SELECT 1
WITH q AS (SELECT 'nosuch'::regclass AS r) SELECT 1 FROM q
SELECT 1 LIMIT 0
SELECT 'nosuch'::regclass LIMIT 0
SELECT pg_relation_size('nosuch') WHERE false
SELECT pg_relation_size('nosuch') FROM obj_t
SELECT nextval('nosuch') WHERE false
SELECT nextval('nosuch') FROM obj_t
SELECT currval('nosuch') FROM obj_t
SELECT pg_get_indexdef('nosuch'::regclass) FROM obj_t
SELECT obj_description('nosuch'::regclass) FROM obj_t
SELECT has_table_privilege('nosuch', 'select') WHERE false
SELECT has_table_privilege('nosuch', 'select') FROM obj_t
PREPARE p AS SELECT $1::regclass
EXECUTE p('nosuch')
EXECUTE p('obj_t')
INSERT INTO obj_t SELECT 1 WHERE 'nosuch'::regclass IS NULL
UPDATE obj_t SET a = 1 WHERE 'nosuch'::regclass = 1
DELETE FROM obj_t WHERE 'nosuch'::regclass = 1
SELECT 'int4'::regtype::oid, 'int4[]'::regtype, 'integer'::regtype, 'varchar(10)'::regtype, 'double precision'::regtype
SELECT 'obj_t'::regclass::regtype
SELECT NULL::regclass, NULL::regtype
CREATE TABLE obj_i (a int, b int, c text, PRIMARY KEY (b, a))
CREATE INDEX obj_ii ON obj_i (c, a DESC NULLS LAST)
SELECT indkey FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indkey::int2[] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indkey::int[] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indkey::text FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT array_lower(indkey, 1), array_upper(indkey, 1), array_length(indkey, 1), cardinality(indkey), array_ndims(indkey), array_dims(indkey) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indkey[0], indkey[1], indkey[2] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT unnest(indkey) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT pg_typeof(indkey), pg_typeof(unnest(indkey)), pg_typeof(indkey[0]), pg_typeof(indclass), pg_typeof(indcollation), pg_typeof(indoption) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indclass, indclass[0], indcollation, indcollation[0] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT generate_subscripts(indkey, 1) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT k, o FROM pg_index, unnest(indkey) WITH ORDINALITY u(k, o) WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary, o
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) WHERE i.indrelid = 'obj_i'::regclass AND i.indisprimary ORDER BY a.attname
SELECT array_position(indkey, 2::int2) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT array_to_string(indkey, ',') FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT indkey = '2 1'::int2vector FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT string_to_array(indkey::text, ' ')::int[] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT (string_to_array(indkey::text, ' '))[1] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT ARRAY(SELECT pg_get_indexdef(indexrelid, k + 1, true) FROM generate_subscripts(indkey, 1) k ORDER BY k) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT '1 2 3'::int2vector, '1 2'::oidvector, ('1 2 3'::int2vector)[0], ('1 2 3'::int2vector)[1]
SELECT '1 2 3'::int2vector::int2[], '1 2'::oidvector::oid[]
SELECT proname, proargtypes, proargtypes[0], proargtypes::oid[], proargtypes::regtype[] FROM pg_proc WHERE oid = 'lower(text)'::regprocedure
SELECT proargtypes::oid[]::regtype[] FROM pg_proc WHERE oid = 'lower(text)'::regprocedure
SELECT unnest(proargtypes)::regtype FROM pg_proc WHERE oid = 'substring(text,int,int)'::regprocedure
SELECT array_lower(proargtypes, 1), array_length(proargtypes, 1), pronargs, array_upper(proargtypes, 1) FROM pg_proc WHERE oid = 'substring(text,int,int)'::regprocedure
SELECT oidvectortypes(proargtypes) FROM pg_proc WHERE oid = 'substring(text,int,int)'::regprocedure
SELECT conkey, confkey, array_lower(conkey, 1), pg_typeof(conkey) FROM pg_constraint WHERE conrelid = 'obj_i'::regclass
SELECT (indkey::int2[])[0], (indkey::int2[])[1] FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
SELECT to_json(indkey), coalesce(indkey, '1'), format('%s', indkey) FROM pg_index WHERE indrelid = 'obj_i'::regclass ORDER BY indisprimary
INSERT INTO obj_i VALUES (1, 2, 'x')
SELECT proallargtypes::regtype[]::text[], (proallargtypes::regtype[]::text[])[2], array_length(proallargtypes::regtype[]::text[], 1), proallargtypes::regtype[]::varchar[] FROM pg_proc WHERE proname = 'aclexplode'
SELECT 'text' = ANY (proallargtypes::regtype[]::text[]), proallargtypes::regtype[]::oid[]::text[], ARRAY['pg_class'::regclass, 'pg_type']::text[] FROM pg_proc WHERE proname = 'aclexplode'
SELECT array_agg(oid::regclass ORDER BY relname)::text[] FROM pg_class WHERE relname IN ('pg_class', 'pg_type')
