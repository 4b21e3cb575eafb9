-- Queries of tools, as DBeaver, DataGrip, Metabase, Superset, Hibernate, Prisma, Rails, Django and pgAdmin send them.
CREATE SCHEMA tq
CREATE TYPE tq.st AS ENUM ('a', 'b of tq')
CREATE TABLE tq.p (id serial PRIMARY KEY, name varchar(30) NOT NULL UNIQUE, st tq.st DEFAULT 'a', amount numeric(8,2), tags text[], at timestamptz DEFAULT CURRENT_TIMESTAMP)
CREATE TABLE tq.c (p_id int REFERENCES tq.p ON DELETE CASCADE, n int, note text, PRIMARY KEY (p_id, n))
CREATE INDEX c_note ON tq.c (note)
CREATE INDEX c_n ON tq.c (n DESC NULLS LAST) WHERE note IS NOT NULL
COMMENT ON TABLE tq.p IS 'parents'
COMMENT ON COLUMN tq.p.name IS 'the name'
CREATE VIEW tq.v AS SELECT p.id, p.name FROM tq.p p
INSERT INTO tq.p (name) VALUES ('x'), ('y')
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull, a.atttypid, a.atttypmod, c.collname, col_description(a.attrelid, a.attnum) AS comment, attidentity AS identity, attgenerated as attgenerated FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum LEFT JOIN pg_type t ON a.atttypid = t.oid LEFT JOIN pg_collation c ON a.attcollation = c.oid AND a.attcollation <> t.typcollation WHERE a.attrelid = '"tq"."c"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT distinct i.relname, d.indisunique, d.indkey, pg_get_indexdef(d.indexrelid), pg_catalog.obj_description(i.oid, 'pg_class') AS comment, d.indisvalid FROM pg_class t INNER JOIN pg_index d ON t.oid = d.indrelid INNER JOIN pg_class i ON d.indexrelid = i.oid LEFT JOIN pg_namespace n ON n.oid = t.relnamespace WHERE i.relkind IN ('i', 'I') AND d.indisprimary = 'f' AND t.relname = 'c' AND n.nspname = 'tq' ORDER BY i.relname
SELECT a.attname FROM (SELECT indrelid, indkey, generate_subscripts(indkey, 1) idx FROM pg_index WHERE indrelid = '"tq"."c"'::regclass AND indisprimary) i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[i.idx] ORDER BY i.idx
SELECT t2.oid::regclass::text AS to_table, a1.attname AS column, a2.attname AS primary_key, c.conname AS name, c.confupdtype AS on_update, c.confdeltype AS on_delete, c.convalidated AS valid, c.condeferrable AS deferrable, c.condeferred AS deferred, c.conkey, c.confkey FROM pg_constraint c JOIN pg_class t1 ON c.conrelid = t1.oid JOIN pg_class t2 ON c.confrelid = t2.oid JOIN pg_attribute a1 ON a1.attnum = c.conkey[1] AND a1.attrelid = t1.oid JOIN pg_attribute a2 ON a2.attnum = c.confkey[1] AND a2.attrelid = t2.oid JOIN pg_namespace t3 ON c.connamespace = t3.oid WHERE c.contype = 'f' AND t1.relname = 'c' AND t3.nspname = 'tq' ORDER BY c.conname
SELECT c.relname FROM pg_class c LEFT JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ANY (ARRAY['tq']) AND c.relkind IN ('r','v','m','p','f') ORDER BY 1
SELECT t.oid, t.typname, t.typelem, t.typdelim, t.typinput, r.rngsubtype, t.typtype, t.typbasetype FROM pg_type as t LEFT JOIN pg_range as r ON oid = rngtypid WHERE t.typname IN ('int4', 'numrange', 'bool', '_int4') ORDER BY 1
SELECT c.relname, CASE WHEN c.relispartition THEN 'p' WHEN c.relkind IN ('m', 'v') THEN 'v' ELSE 't' END, obj_description(c.oid, 'pg_class') FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('f', 'm', 'p', 'r', 'v') AND n.nspname NOT IN ('pg_catalog', 'pg_toast') AND n.nspname = 'tq' ORDER BY 1
SELECT a.attname AS column_name, NOT (a.attnotnull OR (t.typtype = 'd' AND t.typnotnull)) AS is_nullable, pg_get_expr(ad.adbin, ad.adrelid) AS column_default, CASE WHEN collname = 'default' THEN NULL ELSE collname END AS collation, a.attidentity != '' AS is_autofield, col_description(c.oid, a.attnum) FROM pg_attribute a LEFT JOIN pg_attrdef ad ON a.attrelid = ad.adrelid AND a.attnum = ad.adnum LEFT JOIN pg_collation co ON a.attcollation = co.oid JOIN pg_type t ON a.atttypid = t.oid JOIN pg_class c ON a.attrelid = c.oid JOIN pg_namespace n ON c.relnamespace = n.oid WHERE c.relkind IN ('f', 'm', 'p', 'r', 'v') AND c.relname = 'p' AND n.nspname = 'tq' AND a.attnum > 0 ORDER BY a.attnum
SELECT c.conname, array(SELECT attname FROM unnest(c.conkey) WITH ORDINALITY cols(colid, arridx) JOIN pg_attribute AS ca ON cols.colid = ca.attnum WHERE ca.attrelid = c.conrelid ORDER BY cols.arridx), c.contype, (SELECT fkc.relname || '.' || fka.attname FROM pg_attribute AS fka JOIN pg_class AS fkc ON fka.attrelid = fkc.oid WHERE fka.attrelid = c.confrelid AND fka.attnum = c.confkey[1]), cl.reloptions FROM pg_constraint AS c JOIN pg_class AS cl ON c.conrelid = cl.oid WHERE cl.relname = 'c' ORDER BY 1
SELECT indexname, array_agg(attname ORDER BY arridx), indisunique, indisprimary, array_agg(ordering ORDER BY arridx), amname, exprdef, s2.attoptions FROM (SELECT c2.relname as indexname, idx.*, attr.attname, am.amname, CASE WHEN idx.indexprs IS NOT NULL THEN pg_get_indexdef(idx.indexrelid) END AS exprdef, CASE am.amname WHEN 'btree' THEN CASE (option & 1) WHEN 1 THEN 'DESC' ELSE 'ASC' END END as ordering, c2.reloptions as attoptions FROM (SELECT * FROM pg_index i, unnest(i.indkey, i.indoption) WITH ORDINALITY koi(key, option, arridx)) idx LEFT JOIN pg_class c ON idx.indrelid = c.oid LEFT JOIN pg_class c2 ON idx.indexrelid = c2.oid LEFT JOIN pg_am am ON c2.relam = am.oid LEFT JOIN pg_attribute attr ON attr.attrelid = c.oid AND attr.attnum = idx.key WHERE c.relname = 'c') s2 GROUP BY indexname, indisunique, indisprimary, amname, exprdef, attoptions ORDER BY indexname
SELECT result.TABLE_CAT, result.TABLE_SCHEM, result.TABLE_NAME, result.COLUMN_NAME, result.KEY_SEQ, result.PK_NAME FROM (SELECT NULL AS TABLE_CAT, n.nspname AS TABLE_SCHEM, ct.relname AS TABLE_NAME, a.attname AS COLUMN_NAME, (information_schema._pg_expandarray(i.indkey)).n AS KEY_SEQ, ci.relname AS PK_NAME, information_schema._pg_expandarray(i.indkey) AS KEYS, a.attnum AS A_ATTNUM FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_attribute a ON (ct.oid = a.attrelid) JOIN pg_catalog.pg_namespace n ON (ct.relnamespace = n.oid) JOIN pg_catalog.pg_index i ON (a.attrelid = i.indrelid) JOIN pg_catalog.pg_class ci ON (ci.oid = i.indexrelid) WHERE true AND n.nspname = 'tq' AND ct.relname = 'c' AND i.indisprimary) result WHERE result.A_ATTNUM = (result.KEYS).x ORDER BY result.table_name, result.pk_name, result.key_seq
SELECT NULL::text AS PKTABLE_CAT, pkn.nspname AS PKTABLE_SCHEM, pkc.relname AS PKTABLE_NAME, pka.attname AS PKCOLUMN_NAME, fkn.nspname AS FKTABLE_SCHEM, fkc.relname AS FKTABLE_NAME, fka.attname AS FKCOLUMN_NAME, pos.n AS KEY_SEQ, CASE con.confupdtype WHEN 'c' THEN 0 WHEN 'n' THEN 2 WHEN 'd' THEN 4 WHEN 'r' THEN 1 WHEN 'p' THEN 1 WHEN 'a' THEN 3 ELSE NULL END AS UPDATE_RULE, CASE con.confdeltype WHEN 'c' THEN 0 WHEN 'n' THEN 2 WHEN 'd' THEN 4 WHEN 'r' THEN 1 WHEN 'p' THEN 1 WHEN 'a' THEN 3 ELSE NULL END AS DELETE_RULE, con.conname AS FK_NAME, pkic.relname AS PK_NAME FROM pg_catalog.pg_namespace pkn, pg_catalog.pg_class pkc, pg_catalog.pg_attribute pka, pg_catalog.pg_namespace fkn, pg_catalog.pg_class fkc, pg_catalog.pg_attribute fka, pg_catalog.pg_constraint con, pg_catalog.generate_series(1, 32) pos(n), pg_catalog.pg_class pkic WHERE pkn.oid = pkc.relnamespace AND pkc.oid = pka.attrelid AND pka.attnum = con.confkey[pos.n] AND con.confrelid = pkc.oid AND fkn.oid = fkc.relnamespace AND fkc.oid = fka.attrelid AND fka.attnum = con.conkey[pos.n] AND con.conrelid = fkc.oid AND con.contype = 'f' AND (pkic.relkind = 'i' OR pkic.relkind = 'I') AND pkic.oid = con.conindid AND fkn.nspname = 'tq' AND fkc.relname = 'c' ORDER BY pkn.nspname, pkc.relname, con.conname, pos.n
SELECT c.oid, c.*, d.description, pg_catalog.pg_get_expr(c.relpartbound, c.oid) as partition_expr, pg_catalog.pg_get_partkeydef(c.oid) as partition_key FROM pg_catalog.pg_class c INNER JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass WHERE n.nspname = 'nothing' AND c.relkind not in ('i', 'I', 'c')
SELECT c.relname, a.*, pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) as def_value, dsc.description, dep.objid FROM pg_catalog.pg_attribute a INNER JOIN pg_catalog.pg_class c ON (a.attrelid = c.oid) LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON (a.attrelid = ad.adrelid AND a.attnum = ad.adnum) LEFT OUTER JOIN pg_catalog.pg_description dsc ON (c.oid = dsc.objoid AND a.attnum = dsc.objsubid) LEFT OUTER JOIN pg_depend dep on dep.refobjid = a.attrelid AND dep.deptype = 'i' and dep.refobjsubid = a.attnum and dep.classid = dep.refclassid WHERE NOT a.attisdropped AND c.relkind not in ('i', 'I', 'c') AND c.oid = 0
SELECT db.oid > 0, db.datname, pg_encoding_to_char(db.encoding) FROM pg_catalog.pg_database db WHERE datallowconn AND NOT datistemplate AND db.datname = current_database()
SELECT s.setting FROM pg_settings s WHERE s.name = 'standard_conforming_strings'
SHOW transaction isolation level
SHOW search_path
SELECT current_setting('server_version_num')::int >= 150000, current_setting('is_superuser', true) IS NOT NULL
SELECT set_config('bytea_output', 'hex', false) FROM pg_settings WHERE name = 'bytea_output'
SET client_min_messages TO warning
SET standard_conforming_strings = on
SET SESSION TIME ZONE 'UTC'
SELECT n.nspname = ANY (current_schemas(true)), n.nspname, t.typname FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON t.typnamespace = n.oid WHERE t.oid = 'tq.st'::regtype
SELECT typinput = 'array_in'::regproc AS is_array, typtype, typname FROM pg_catalog.pg_type LEFT JOIN (SELECT ns.oid as nspoid, ns.nspname, r.r FROM pg_namespace as ns JOIN (SELECT s.r, (current_schemas(false))[s.r] as nspname FROM generate_series(1, array_upper(current_schemas(false), 1)) as s(r)) as r USING (nspname)) as sp ON sp.nspoid = typnamespace WHERE typname = 'int4' ORDER BY sp.r, pg_type.oid DESC LIMIT 1
SELECT e.typdelim FROM pg_catalog.pg_type t, pg_catalog.pg_type e WHERE t.oid = 1007 and t.typelem = e.oid
SELECT tc.constraint_name, tc.constraint_type, kcu.column_name FROM information_schema.table_constraints tc LEFT JOIN information_schema.key_column_usage kcu USING (constraint_schema, constraint_name, table_name) WHERE tc.table_schema = 'tq' AND tc.constraint_type <> 'CHECK' ORDER BY tc.table_name, 1, kcu.ordinal_position
SELECT tbl.relname AS table_name, pg_index.indisunique, att.attname, am.amname, CASE o.ord WHEN true THEN 1 ELSE 0 END FROM pg_index JOIN pg_class tbl ON tbl.oid = pg_index.indrelid JOIN pg_class idx ON idx.oid = pg_index.indexrelid JOIN pg_am am ON am.oid = idx.relam JOIN pg_namespace n ON n.oid = tbl.relnamespace CROSS JOIN LATERAL unnest(pg_index.indkey) WITH ORDINALITY AS k(attnum, n) JOIN pg_attribute att ON att.attrelid = tbl.oid AND att.attnum = k.attnum CROSS JOIN LATERAL (SELECT pg_index.indoption[k.n - 1] & 1 = 1 AS ord) o WHERE n.nspname = 'tq' ORDER BY tbl.relname, idx.relname, k.n
SELECT info.table_name, info.column_name, format_type(att.atttypid, att.atttypmod) as formatted_type, info.numeric_precision, info.numeric_scale, info.numeric_precision_radix, info.datetime_precision, info.data_type, info.udt_schema as type_schema_name, info.udt_name as full_data_type, pg_get_expr(attdef.adbin, attdef.adrelid) as column_default, info.is_nullable, info.is_identity, info.character_maximum_length, col_description(att.attrelid, ordinal_position) AS description FROM information_schema.columns info JOIN pg_attribute att on att.attname = info.column_name JOIN (SELECT pg_class.oid, relname, pg_namespace.nspname as namespace FROM pg_class JOIN pg_namespace on pg_namespace.oid = pg_class.relnamespace) as oid on oid.oid = att.attrelid AND relname = info.table_name AND namespace = info.table_schema LEFT JOIN pg_attrdef attdef ON attdef.adrelid = att.attrelid AND attdef.adnum = att.attnum WHERE table_schema = ANY (ARRAY['tq']) ORDER BY namespace, table_name, ordinal_position
SELECT rel.oid > 0, rel.relname, (SELECT count(*) FROM pg_trigger WHERE tgrelid = rel.oid AND tgisinternal = FALSE) AS triggercount, (SELECT count(1) FROM pg_inherits WHERE inhrelid = rel.oid LIMIT 1) as is_inherits, rel.relacl, pg_get_userbyid(rel.relowner) = current_user FROM pg_class rel WHERE rel.relkind IN ('r','s','t','p') AND rel.relnamespace = 'tq'::regnamespace AND NOT rel.relispartition ORDER BY rel.relname
SELECT nsp.nspname, nsp.oid > 0, description AS comment, pg_catalog.has_schema_privilege(nsp.oid, 'CREATE') AS can_create, CASE WHEN (nsp.nspname LIKE 'pg\_%') THEN true ELSE false END AS is_catalog FROM pg_catalog.pg_namespace nsp LEFT OUTER JOIN pg_catalog.pg_description des ON (des.objoid = nsp.oid AND des.classoid = 'pg_namespace'::regclass) WHERE nspname NOT LIKE E'pg\\_%' AND nspname = 'tq' ORDER BY nspname
SELECT table_name, is_insertable_into FROM information_schema.tables WHERE table_schema = 'tq' AND table_type = 'BASE TABLE' ORDER BY table_name
SELECT count(*) FROM pg_locks WHERE relation = 'tq.p'::regclass
SELECT count(*) FROM pg_extension WHERE extname = 'postgis'
SELECT evtname FROM pg_event_trigger
SELECT srvname FROM pg_foreign_server
SELECT pubname FROM pg_publication
SELECT polname FROM pg_policies
SELECT r.rolname, r.rolsuper IS NOT NULL, ARRAY(SELECT b.rolname FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles b ON (m.roleid = b.oid) WHERE m.member = r.oid) as memberof FROM pg_catalog.pg_roles r WHERE r.rolname = current_user
SELECT conname, pg_catalog.pg_get_constraintdef(r.oid, true) as condef, conrelid::pg_catalog.regclass AS ontable FROM pg_catalog.pg_constraint r WHERE r.conrelid = 'tq.c'::regclass AND r.contype = 'f' ORDER BY conname
SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred, i.indisreplident, c2.reltablespace FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x')) WHERE c.oid = 'tq.c'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname
SELECT pg_catalog.quote_ident(c.relname) FROM pg_catalog.pg_class c WHERE c.relkind IN ('r', 'S', 'v', 'm', 'f', 'p') AND substring(pg_catalog.quote_ident(c.relname), 1, 2) = 'c_' AND pg_catalog.pg_table_is_visible(c.oid) LIMIT 1000
SELECT 'tq.p'::regclass::oid = (SELECT oid FROM pg_class WHERE relname = 'p' AND relnamespace = 'tq'::regnamespace), 'tq.p'::regclass = 'tq.c'::regclass
SELECT attrelid::regclass, attname FROM pg_attribute WHERE attrelid IN ('tq.p'::regclass, 'tq.c'::regclass) AND attnum = 1 ORDER BY 1
SELECT attrelid::regclass::text || '.' || attname FROM pg_attribute WHERE attrelid = 'tq.p'::regclass AND attnum > 0 ORDER BY attnum
SELECT relname FROM pg_class WHERE oid = 'tq.p'::regclass
SELECT relname FROM pg_class WHERE relname ~ '^(p)$' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'tq')
SELECT objoid::regclass, description FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = 'tq.p'::regclass ORDER BY objsubid
SELECT pg_typeof(oid), pg_typeof(relname), pg_typeof(relkind), pg_typeof(reltuples), pg_typeof(relhasindex) FROM pg_class LIMIT 1
SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND nspname IN ('public', 'tq') ORDER BY 1
SELECT proname, proargtypes::text, prorettype::regtype FROM pg_proc WHERE proname = 'date_trunc' ORDER BY oid
SELECT proname, oidvectortypes(proargtypes) FROM pg_proc WHERE proname = 'age' ORDER BY oid
SELECT oid::regtype, typarray::regtype FROM pg_type WHERE typname IN ('int4', 'text', 'st') ORDER BY typname
SELECT am.amname, opc.opcname FROM pg_opclass opc JOIN pg_am am ON am.oid = opc.opcmethod WHERE opcdefault AND opcintype = 'int4'::regtype ORDER BY 1
SELECT v FROM tq.v ORDER BY id
SELECT id, ctid FROM tq.p
SELECT xmin IS NOT NULL, tableoid::regclass FROM tq.p LIMIT 1
EXPLAIN (ANALYZE, TIMING OFF, NOPE) SELECT 1
EXPLAIN (TIMING) SELECT 1
EXPLAIN (WAL) SELECT 1
EXPLAIN (FORMAT nope) SELECT 1
EXPLAIN (VERBOSE 2) SELECT 1
ANALYZE tq.p
VACUUM tq.p
VACUUM (FULL, ANALYZE) tq.p
REINDEX TABLE tq.p
CLUSTER tq.p USING p_pkey
LOCK TABLE tq.p IN ACCESS EXCLUSIVE MODE
BEGIN
LOCK TABLE tq.p IN SHARE MODE
LOCK TABLE tq.nope
ROLLBACK
DISCARD ALL
DROP SCHEMA tq CASCADE
