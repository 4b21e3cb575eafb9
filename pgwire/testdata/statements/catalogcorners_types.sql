-- The types of expressions over the types of the catalogs, and over users' types.
CREATE SCHEMA ccy
SET search_path = ccy, public
CREATE TYPE ccy_mood AS ENUM ('sad', 'ok')
CREATE DOMAIN ccy_d AS int
CREATE DOMAIN ccy_t AS text
CREATE TABLE ccy_k (id int, d ccy_d, t ccy_t, e ccy_mood, v varchar(5), c char(3))
INSERT INTO ccy_k VALUES (1, 2, 'x', 'ok', 'ab', 'ab')
CREATE VIEW ccy_r AS SELECT id, d, t, e, v, c, 'nm'::name AS n, 5::oid AS o, 'ccy_k'::regclass AS r, 'r'::"char" AS q, '7'::xid AS x, 'int4'::regtype AS ty FROM ccy_k
SELECT pg_typeof(array_agg(d)), pg_typeof(array_agg(t)), pg_typeof(array_agg(e)), pg_typeof(array_agg(v)), pg_typeof(array_agg(c)), pg_typeof(array_agg(n)), pg_typeof(array_agg(o)), pg_typeof(array_agg(r)), pg_typeof(array_agg(q)) FROM ccy_r
SELECT array_agg(d), array_agg(t), array_agg(e), array_agg(v), array_agg(c), array_agg(n), array_agg(o), array_agg(r), array_agg(q) FROM ccy_r
SELECT pg_typeof(min(d)), pg_typeof(max(t)), pg_typeof(min(e)), pg_typeof(max(v)), pg_typeof(max(c)), pg_typeof(max(o)) FROM ccy_r
SELECT pg_typeof(max(n)) FROM ccy_r
SELECT max(n) FROM ccy_r
SELECT pg_typeof(max(relname)), pg_typeof(min(relname)) FROM pg_class
SELECT max(relname) = 'x' FROM pg_class
SELECT pg_typeof(max(r)) FROM ccy_r
SELECT pg_typeof(max(q)) FROM ccy_r
SELECT pg_typeof(unnest('{a}'::varchar[])), pg_typeof(unnest('{1}'::oid[])), pg_typeof(unnest('{a}'::name[])), pg_typeof(unnest('{a}'::"char"[]))
SELECT pg_typeof(unnest('{a}'::char(3)[])), pg_typeof(unnest('{ok}'::ccy_mood[]))
SELECT pg_typeof(unnest('{int4}'::regtype[])), pg_typeof(unnest('{pg_class}'::regclass[]))
SELECT unnest('{a}'::varchar[])
SELECT pg_typeof(xmin), pg_typeof(xmax), pg_typeof(cmin), pg_typeof(ctid), pg_typeof(tableoid) FROM ccy_k
SELECT pg_typeof(c.xmin), pg_typeof(c.tableoid) FROM pg_class c LIMIT 1
SELECT pg_typeof(xmin), pg_typeof(tableoid) FROM pg_attrdef LIMIT 1
SELECT pg_typeof(x) FROM ccy_r
SELECT pg_typeof(xmin) FROM pg_class LIMIT 1
SELECT pg_typeof(nullif(r, 0)), pg_typeof(nullif(o, 0)), pg_typeof(nullif(n, 'x')), pg_typeof(nullif(v, 'x')), pg_typeof(nullif(t, 'x')), pg_typeof(nullif(d, 0)), pg_typeof(nullif(e, 'ok')), pg_typeof(nullif(q, 'r')) FROM ccy_r
SELECT nullif(r, 0), nullif(o, 0), nullif(n, 'x'), nullif(v, 'x'), nullif(t, 'x'), nullif(d, 0), nullif(e, 'ok'), nullif(q, 'r') FROM ccy_r
SELECT pg_typeof(coalesce(r, 0)), pg_typeof(coalesce(o, 0)), pg_typeof(coalesce(n, 'x')), pg_typeof(coalesce(v, 'x')), pg_typeof(coalesce(t, 'x')), pg_typeof(coalesce(d, 0)), pg_typeof(coalesce(e, 'ok')), pg_typeof(coalesce(q, 'r')) FROM ccy_r
SELECT coalesce(r, 0), coalesce(o, 0), coalesce(n, 'x'), coalesce(v, 'x'), coalesce(t, 'x'), coalesce(d, 0), coalesce(e, 'ok'), coalesce(q, 'r') FROM ccy_r
SELECT pg_typeof(coalesce(o::regclass, 0)), pg_typeof(coalesce(1259::oid::regclass, 0)) FROM ccy_r
SELECT coalesce(1259::oid::regclass, 0), coalesce(1259::regclass, 0)
SELECT coalesce(r, o), coalesce(o, r), pg_typeof(coalesce(r, o)), pg_typeof(coalesce(o, r)) FROM ccy_r
SELECT pg_typeof(coalesce(n, t)), pg_typeof(coalesce(n, v)), pg_typeof(coalesce(v, n)), pg_typeof(coalesce(t, n)), pg_typeof(coalesce(v, t)), pg_typeof(coalesce(c, v)), pg_typeof(coalesce(v, c)), pg_typeof(coalesce(c, t)) FROM ccy_r
SELECT pg_typeof(greatest(o, 1)), pg_typeof(greatest(n, 'x')), pg_typeof(greatest(v, 'x')), pg_typeof(least(d, 5)), pg_typeof(greatest(t, 'x')), pg_typeof(greatest(e, 'ok')) FROM ccy_r
SELECT pg_typeof(CASE WHEN true THEN r ELSE 0 END), pg_typeof(CASE WHEN true THEN o ELSE 0 END), pg_typeof(CASE WHEN true THEN n ELSE 'x' END), pg_typeof(CASE WHEN true THEN q ELSE 'x' END), pg_typeof(CASE WHEN true THEN v ELSE 'x' END), pg_typeof(CASE WHEN true THEN d ELSE 1 END), pg_typeof(CASE WHEN true THEN ty ELSE 0 END) FROM ccy_r
SELECT pg_typeof(z) FROM (SELECT n AS z FROM ccy_r UNION SELECT 'x') s
SELECT pg_typeof(z) FROM (SELECT n AS z FROM ccy_r UNION SELECT t FROM ccy_r) s
SELECT pg_typeof(z) FROM (SELECT o AS z FROM ccy_r UNION ALL SELECT 1) s
SELECT pg_typeof(z) FROM (SELECT r AS z FROM ccy_r UNION ALL SELECT 0) s
SELECT pg_typeof(z) FROM (SELECT q AS z FROM ccy_r UNION ALL SELECT 'x') s
SELECT pg_typeof(z) FROM (SELECT d AS z FROM ccy_r UNION ALL SELECT 1) s
SELECT pg_typeof(z) FROM (SELECT d AS z FROM ccy_r UNION ALL SELECT d FROM ccy_r) s
SELECT pg_typeof(z) FROM (SELECT v AS z FROM ccy_r UNION ALL SELECT 'x') s
SELECT pg_typeof(z) FROM (SELECT v AS z FROM ccy_r UNION ALL SELECT n FROM ccy_r) s
SELECT pg_typeof(z) FROM (SELECT e AS z FROM ccy_r UNION ALL SELECT 'ok') s
SELECT pg_typeof(z) FROM (VALUES (1::oid), (2)) s(z)
SELECT pg_typeof(z) FROM (VALUES ('a'::name), ('b')) s(z)
SELECT pg_typeof(z) FROM (VALUES ('a'::name), ('b'::text)) s(z)
SELECT pg_typeof(z) FROM (VALUES ('pg_class'::regclass), (0)) s(z)
SELECT pg_typeof(ARRAY[o, 1]), pg_typeof(ARRAY[n, 'x']), pg_typeof(ARRAY[r]), pg_typeof(ARRAY[q]), pg_typeof(ARRAY[v]), pg_typeof(ARRAY[d]), pg_typeof(ARRAY[t, 'x']), pg_typeof(ARRAY[e]), pg_typeof(ARRAY[c]) FROM ccy_r
SELECT ARRAY[o, 1], ARRAY[n, 'x'], ARRAY[r], ARRAY[q], ARRAY[v], ARRAY[d], ARRAY[t, 'x'], ARRAY[e], ARRAY[c] FROM ccy_r
SELECT pg_typeof((array_agg(d))[1]), pg_typeof((array_agg(v))[1]), pg_typeof((array_agg(n))[1]), pg_typeof((array_agg(r))[1]), pg_typeof((array_agg(o))[1]) FROM ccy_r
SELECT pg_typeof(d + 1), pg_typeof(d), pg_typeof(t || 'x'), pg_typeof(n || 'x'), pg_typeof(v || 'x'), pg_typeof(upper(t)), pg_typeof(upper(n)), pg_typeof(o + 1) FROM ccy_r
SELECT pg_typeof(d + 1), pg_typeof(d), pg_typeof(t || 'x'), pg_typeof(n || 'x'), pg_typeof(v || 'x'), pg_typeof(upper(t)), pg_typeof(upper(n)) FROM ccy_r
SELECT pg_typeof(lower(v)), pg_typeof(substr(v, 1)), pg_typeof(trim(v)), pg_typeof(replace(v, 'a', 'b')), pg_typeof(concat(v)), pg_typeof(left(n, 1)), pg_typeof(length(n)) FROM ccy_r
SELECT pg_typeof((SELECT n FROM ccy_r)), pg_typeof((SELECT max(n) FROM ccy_r)), pg_typeof((SELECT d FROM ccy_r)), pg_typeof(ARRAY(SELECT d FROM ccy_r)), pg_typeof(ARRAY(SELECT v FROM ccy_r)), pg_typeof(ARRAY(SELECT n FROM ccy_r)), pg_typeof(ARRAY(SELECT r FROM ccy_r))
SELECT ARRAY(SELECT d FROM ccy_r), ARRAY(SELECT v FROM ccy_r), ARRAY(SELECT n FROM ccy_r), ARRAY(SELECT r FROM ccy_r)
SELECT pg_typeof(string_agg(v, ',')), pg_typeof(string_agg(n, ',')), pg_typeof(count(d)), pg_typeof(sum(d)), pg_typeof(avg(d)), pg_typeof(bool_and(d > 1)) FROM ccy_r
SELECT pg_typeof(first_value(n) OVER ()), pg_typeof(lag(n) OVER ()), pg_typeof(lag(v) OVER ()), pg_typeof(first_value(d) OVER ()), pg_typeof(lead(o) OVER ()), pg_typeof(nth_value(e, 1) OVER ()) FROM ccy_r
SELECT pg_typeof(mode() WITHIN GROUP (ORDER BY n)), pg_typeof(mode() WITHIN GROUP (ORDER BY d)), pg_typeof(mode() WITHIN GROUP (ORDER BY v)), pg_typeof(percentile_disc(0.5) WITHIN GROUP (ORDER BY d)) FROM ccy_r
SELECT pg_typeof(current_user), pg_typeof(current_schema), pg_typeof(current_database()), pg_typeof(session_user), pg_typeof(current_schemas(true)), pg_typeof(version()), pg_typeof(current_catalog), pg_typeof(current_role)
SELECT pg_typeof(coalesce(current_user, 'x')), pg_typeof(nullif(current_schema, 'x')), pg_typeof(current_user::text), pg_typeof(quote_ident(current_user)), pg_typeof(current_user || 'x')
SELECT pg_typeof(relkind), pg_typeof(relacl), pg_typeof(reloptions), pg_typeof(relfrozenxid), pg_typeof(relminmxid), pg_typeof(relpartbound), pg_typeof(reltuples), pg_typeof(relpages) FROM pg_class LIMIT 1
SELECT pg_typeof(indkey), pg_typeof(indclass), pg_typeof(indcollation), pg_typeof(indoption), pg_typeof(indexprs), pg_typeof(indpred) FROM pg_index LIMIT 1
SELECT pg_typeof(conkey), pg_typeof(conbin), pg_typeof(contype), pg_typeof(conpfeqop) FROM pg_constraint LIMIT 1
SELECT pg_typeof(proargtypes), pg_typeof(proallargtypes), pg_typeof(proargmodes), pg_typeof(proargnames), pg_typeof(prosrc), pg_typeof(proconfig), pg_typeof(proargdefaults), pg_typeof(prosupport), pg_typeof(provolatile) FROM pg_proc LIMIT 1
SELECT pg_typeof(typinput), pg_typeof(typdefaultbin), pg_typeof(typdefault), pg_typeof(typtype) FROM pg_type LIMIT 1
SELECT pg_typeof(adbin) FROM pg_attrdef LIMIT 1
SELECT pg_typeof(table_name), pg_typeof(table_catalog), pg_typeof(is_insertable_into) FROM information_schema.tables LIMIT 1
SELECT pg_typeof(ordinal_position), pg_typeof(column_default), pg_typeof(is_nullable), pg_typeof(character_maximum_length) FROM information_schema.columns LIMIT 1
SELECT pg_typeof(coalesce(table_name, 'x')), pg_typeof(max(table_name)), pg_typeof(array_agg(table_name)) FROM information_schema.tables GROUP BY table_name LIMIT 1
SELECT pg_typeof(max(ordinal_position)), pg_typeof(array_agg(ordinal_position)), pg_typeof(sum(ordinal_position)) FROM information_schema.columns
SELECT pg_typeof(attnum), pg_typeof(attlen), pg_typeof(max(attnum)), pg_typeof(array_agg(attnum)), pg_typeof(array_agg(attname)), pg_typeof(array_agg(atttypid)), pg_typeof(array_agg(atttypid::regtype)), pg_typeof(array_agg(attidentity)) FROM pg_attribute GROUP BY 1, 2 LIMIT 1
SELECT array_agg(attname ORDER BY attnum), array_agg(atttypid::regtype ORDER BY attnum), array_agg(attidentity ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'ccy_k'::regclass AND attnum > 0
SELECT max(relkind) FROM pg_class WHERE relname = 'ccy_r'
SELECT min(attname), max(attname), min(attname) || 'x' FROM pg_attribute WHERE attrelid = 'ccy_k'::regclass
SELECT pg_typeof(nspname), pg_typeof(nspacl), pg_typeof(coalesce(nspname, 'a')), pg_typeof(lower(nspname)), pg_typeof(nspname::text), pg_typeof(nspname::varchar), pg_typeof(nspname::regnamespace) FROM pg_namespace LIMIT 1
SELECT pg_typeof(pg_get_userbyid(10)), pg_typeof(format_type(23, -1)), pg_typeof(to_regclass('ccy_r')), pg_typeof(to_regtype('int')), pg_typeof(pg_typeof(1)), pg_typeof(pg_my_temp_schema()), pg_typeof(pg_backend_pid()), pg_typeof(txid_current()), pg_typeof(pg_current_xact_id())
