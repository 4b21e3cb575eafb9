-- Writes the static parts of the catalogs from a fresh PostgreSQL 15 cluster
-- (initdb -E UTF8 --locale=C.UTF-8), in COPY's text format:
--
--   psql -X -q -v ON_ERROR_STOP=1 -d template1 -f export.sql
--
-- Only what came with the server: no object of a user, no TOAST.

\copy (select n.nspname, c.relname, c.oid, c.relkind, a.attnum, a.attname, coalesce(nullif(t.typbasetype, 0), t.oid), case when t.typbasetype <> 0 then t.typtypmod else a.atttypmod end, a.attnotnull from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('pg_catalog', 'information_schema') and c.relkind in ('r', 'v') and a.attnum > 0 order by n.nspname desc, c.relname, a.attnum) to 'system_columns.tsv'
\copy (select oid, typname, typnamespace, typowner, typlen, typbyval, typtype, typcategory, typispreferred, typisdefined, typdelim, typrelid, typsubscript::oid, typelem, typarray, typinput::oid, typoutput::oid, typreceive::oid, typsend::oid, typmodin::oid, typmodout::oid, typanalyze::oid, typalign, typstorage, typnotnull, typbasetype, typtypmod, typndims, typcollation, null as typdefaultbin, typdefault, null as typacl from pg_type where oid < 16384 and (typrelid = 0 or typrelid in (select oid from pg_class where relkind in ('r', 'v'))) order by oid) to 'pg_type.tsv'
\copy (select oid, proname, pronamespace, proowner, prolang, procost, prorows, provariadic, prosupport::oid, prokind, prosecdef, proleakproof, proisstrict, proretset, provolatile, proparallel, pronargs, pronargdefaults, prorettype, proargtypes, proallargtypes, proargmodes, proargnames, pg_get_expr(proargdefaults, 0) as proargdefaults, protrftypes, prosrc, probin, null as prosqlbody, proconfig, null as proacl from pg_proc where oid < 16384 and probin is null order by oid) to 'pg_proc.tsv'
-- The arguments of functions that are more than the names and the types of what is passed: defaults, OUT, VARIADIC, ORDER BY.
\copy (select oid, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid) from pg_proc where oid < 16384 and probin is null and (pronargdefaults > 0 or proargmodes is not null or prokind = 'a') and pg_get_function_arguments(oid) <> (select coalesce(string_agg(coalesce(quote_ident(nullif(proargnames[n], '')) || ' ', '') || format_type(t, null), ', ' order by n), '') from unnest(proargtypes) with ordinality as a(t, n)) order by oid) to 'function_arguments.tsv'
\copy (select oid, oprname, oprnamespace, oprowner, oprkind, oprcanmerge, oprcanhash, oprleft, oprright, oprresult, oprcom, oprnegate, oprcode::oid, oprrest::oid, oprjoin::oid from pg_operator where oid < 16384 order by oid) to 'pg_operator.tsv'
\copy (select aggfnoid::oid, aggkind, aggnumdirectargs, aggtransfn::oid, aggfinalfn::oid, aggcombinefn::oid, aggserialfn::oid, aggdeserialfn::oid, aggmtransfn::oid, aggminvtransfn::oid, aggmfinalfn::oid, aggfinalextra, aggmfinalextra, aggfinalmodify, aggmfinalmodify, aggsortop, aggtranstype, aggtransspace, aggmtranstype, aggmtransspace, agginitval, aggminitval from pg_aggregate order by 1) to 'pg_aggregate.tsv'
\copy (select oid, amname, amhandler::oid, amtype from pg_am order by oid) to 'pg_am.tsv'
\copy (select * from pg_opclass order by oid) to 'pg_opclass.tsv'
\copy (select * from pg_opfamily order by oid) to 'pg_opfamily.tsv'
\copy (select * from pg_amop order by oid) to 'pg_amop.tsv'
\copy (select oid, amprocfamily, amproclefttype, amprocrighttype, amprocnum, amproc::oid from pg_amproc order by oid) to 'pg_amproc.tsv'
\copy (select * from pg_cast order by oid) to 'pg_cast.tsv'
\copy (select * from pg_collation where collprovider <> 'i' order by oid) to 'pg_collation.tsv'
\copy (select oid, lanname, lanowner, lanispl, lanpltrusted, lanplcallfoid, laninline, lanvalidator, null as lanacl from pg_language where not lanispl order by oid) to 'pg_language.tsv'
\copy (select rngtypid, rngsubtype, rngmultitypid, rngcollation, rngsubopc, rngcanonical::oid, rngsubdiff::oid from pg_range order by 1) to 'pg_range.tsv'
\copy (select oid, spcname, spcowner, null as spcacl, spcoptions from pg_tablespace order by oid) to 'pg_tablespace.tsv'
\copy (select * from pg_description where classoid not in ('pg_proc'::regclass, 'pg_extension'::regclass) and objoid not in (select oid from pg_language where lanispl) and objoid not in (select oid from pg_collation where collprovider = 'i') and classoid not in ('pg_conversion'::regclass, 'pg_ts_config'::regclass, 'pg_ts_dict'::regclass, 'pg_ts_parser'::regclass, 'pg_ts_template'::regclass) order by 1, 2, 3) to 'pg_description.tsv'
-- The settings that anybody may read, without those of this machine. What differs here (server_version) is the provider's.
create role reader; set role reader;
\copy (select name, s, unit, category, short_desc, extra_desc, context, vartype, 'default' as source, min_val, max_val, enumvals, boot_val, s as reset_val, null as sourcefile, null as sourceline, false as pending_restart from pg_settings, lateral (select case name when 'jit' then 'off' when 'TimeZone' then 'UTC' when 'log_timezone' then 'UTC' when 'application_name' then '' when 'server_version' then '15.0' when 'server_version_num' then '150000' when 'timezone_abbreviations' then 'Default' when 'default_text_search_config' then boot_val else setting end) as x(s) where category !~ '^(File Locations|Customized)' and name !~ '^(ssl_|log_file|log_dir|unix_socket|krb|archive_|primary_|restore_|recovery_|extension_destdir|event_source|bonjour|port$|listen_|syslog_|promote_|synchronous_standby|shared_memory_size)' order by lower(name) collate "C") to '../../pgsettings/pg_settings.tsv'
reset role; drop role reader;
\copy (select word, catcode, barelabel, catdesc, baredesc from pg_get_keywords() order by word) to 'pg_keywords.tsv'
\copy (select oid, format_type(oid, null) as name from pg_type where oid < 16384 and (typrelid = 0 or typrelid in (select oid from pg_class where relkind in ('r', 'v'))) order by oid) to 'type_display.tsv'
