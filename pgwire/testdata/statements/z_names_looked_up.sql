CREATE TABLE znl_t (id int PRIMARY KEY, n text, v varchar(30))
CREATE TABLE "znl_Q" (id int)
INSERT INTO znl_t VALUES (1, 'public.znl_t', 'znl_t'), (2, '"znl_Q"', 'pg_catalog.pg_class')
SELECT id, n::regclass, v::regclass FROM znl_t ORDER BY id
SELECT id, n::regclass::oid = 'znl_t'::regclass AS q, n::regclass::text FROM znl_t ORDER BY id
SELECT 'nosuch' || '' AS x, ('znl' || '_t')::regclass
SELECT n::regclass FROM (VALUES ('nosuch'::text)) t(n)
SELECT tablename::regclass FROM pg_tables WHERE tablename LIKE 'znl_t'
SELECT quote_ident(tablename)::regclass FROM pg_tables WHERE tablename LIKE 'znl%' ORDER BY 1
SELECT (schemaname || '.' || quote_ident(tablename))::regclass, pg_relation_size((schemaname || '.' || quote_ident(tablename))::regclass) FROM pg_tables WHERE tablename LIKE 'znl%' ORDER BY tablename
SELECT format('%I.%I', table_schema, table_name)::regclass FROM information_schema.tables WHERE table_name LIKE 'znl%' ORDER BY table_name
SELECT table_name::regclass FROM information_schema.tables WHERE table_name = 'znl_t'
SELECT x::regtype FROM (VALUES ('int4'), ('varchar'), ('timestamptz')) v(x)
SELECT x::regproc, x::regproc::oid = 'now'::regproc FROM (VALUES ('now'), ('pg_catalog.version')) v(x)
SELECT o, o::regoperator FROM (VALUES ('+(int4,int4)'), ('||(text,text)')) v(o)
SELECT c.oid::regclass::text, c.relnamespace::regnamespace FROM pg_class c WHERE relname = 'znl_t'
SELECT conrelid::regclass, confrelid::regclass, indexrelid::regclass FROM pg_constraint JOIN pg_index ON indexrelid = conindid WHERE conrelid = 'znl_t'::regclass
SELECT coalesce(n, 'x')::regclass FROM znl_t WHERE id = 1
SELECT max(n)::regclass FROM znl_t
SELECT (SELECT c.oid FROM pg_class c WHERE relname = 'znl_t')::regclass, min(attrelid)::regclass FROM pg_attribute WHERE attrelid = 'znl_t'::regclass
SELECT pg_typeof(1)::text, (1258 + 1)::regclass, greatest(23, 16)::regtype
