--- information_schema_catalog_name
select @db as catalog_name

--- schemata(me)
select @db as catalog_name, nspname as schema_name, me as schema_owner from @cat.pg_namespace

--- tables
select @db as table_catalog, n.nspname as table_schema, c.relname as table_name,
       case when c.relpersistence = 't' then 'LOCAL TEMPORARY' when c.relkind = 'v' then 'VIEW' else 'BASE TABLE' end as table_type,
       case when c.relkind = 'r' or c.oid in (select view from @cat._changed_views) then 'YES' else 'NO' end as is_insertable_into, 'NO' as is_typed
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'v')

--- columns(path)
select * exclude (adbin), @cat._in_zone(@cat._unqualified(path, adbin)) as column_default from @info._columns__

--- views(path)
select @db as table_catalog, n.nspname as table_schema, v.view_name as table_name, @cat._view_query(path, v.sql, false) as view_definition,
       coalesce(upper(pg__check_option(v.sql)), 'NONE') as check_option, case when u.view is not null then 'YES' else 'NO' end as is_updatable,
       case when u.view is not null then 'YES' else 'NO' end as is_insertable_into, 'NO' as is_trigger_updatable,
       'NO' as is_trigger_deletable, 'NO' as is_trigger_insertable_into
from duckdb_views() v join @cat.pg_namespace n on n.oid = v.schema_oid left join @cat._changed_views u on u.view = v.view_oid
where v.database_name in (@db, 'temp') and not v.internal and not contains(v.sql, '''sallyport materialized view'' = ''')

--- view_table_usage
select distinct @db as view_catalog, vn.nspname as view_schema, v.relname as view_name, @db as table_catalog, n.nspname as table_schema, c.relname as table_name
from @cat._reads_relations r join @cat.pg_class v on v.oid = r.view join @cat.pg_namespace vn on vn.oid = v.relnamespace
     join @cat.pg_class c on c.oid = r.relation join @cat.pg_namespace n on n.oid = c.relnamespace
where v.relkind = 'v' and c.relkind in ('r', 'v')

--- view_column_usage
select distinct @db as view_catalog, vn.nspname as view_schema, v.relname as view_name, @db as table_catalog, n.nspname as table_schema, c.relname as table_name, k.name as column_name
from (select view, relation, unnest(columns) as name from @cat._reads_relations) r join @cat.pg_class v on v.oid = r.view join @cat.pg_namespace vn on vn.oid = v.relnamespace
     join @cat.pg_class c on c.oid = r.relation join @cat.pg_namespace n on n.oid = c.relnamespace join @cat._columns k on k.relation = r.relation and lower(k.name) = lower(r.name)
where v.relkind = 'v' and c.relkind in ('r', 'v')

--- column_column_usage
select distinct @db as table_catalog, n.nspname as table_schema, c.relname as table_name, r.name as column_name, k.name as dependent_column
from @cat._columns k join @cat.pg_class c on c.oid = k.relation join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat._columns r on r.relation = k.relation and @cat._names_column(k.expression, r.name)
where k.computed

--- table_constraints
select @db as constraint_catalog, n.nspname as constraint_schema, k.conname as constraint_name, @db as table_catalog,
       n.nspname as table_schema, c.relname as table_name,
       case k.contype when 'p' then 'PRIMARY KEY' when 'u' then 'UNIQUE' when 'f' then 'FOREIGN KEY' else 'CHECK' end as constraint_type,
       case when k.condeferrable then 'YES' else 'NO' end as is_deferrable, case when k.condeferred then 'YES' else 'NO' end as initially_deferred, 'YES' as enforced, case when k.contype = 'u' then case when k.conindid in (select index from @cat._indexed_keys where not_distinct) then 'NO' else 'YES' end end as nulls_distinct
from @cat.pg_constraint k join @cat.pg_class c on c.oid = k.conrelid join @cat.pg_namespace n on n.oid = c.relnamespace where k.contype <> 'x'
union all by name
select @db as constraint_catalog, n.nspname as constraint_schema,
       n.oid::varchar || '_' || c.oid || '_' || a.attnum || '_not_null' as constraint_name, @db as table_catalog,
       n.nspname as table_schema, c.relname as table_name, 'CHECK' as constraint_type,
       'NO' as is_deferrable, 'NO' as initially_deferred, 'YES' as enforced
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
where a.attnotnull and c.relkind = 'r' and a.attnum > 0

--- key_column_usage
select @db as constraint_catalog, n.nspname as constraint_schema, k.conname as constraint_name, @db as table_catalog,
       n.nspname as table_schema, c.relname as table_name, a.attname as column_name, k.n as ordinal_position,
       case when k.contype = 'f' then k.n end as position_in_unique_constraint
from (select conname, conrelid, contype, unnest(conkey) as attnum, generate_subscripts(conkey, 1) as n
      from @cat.pg_constraint where contype in ('p', 'u', 'f')) k
     join @cat.pg_class c on c.oid = k.conrelid join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.attnum

--- constraint_column_usage
select @db as table_catalog, n.nspname as table_schema, c.relname as table_name, a.attname as column_name,
       @db as constraint_catalog, n.nspname as constraint_schema, k.conname as constraint_name
from (select conname, case when contype = 'f' then confrelid else conrelid end as relation,
             unnest(case when contype = 'f' then confkey else conkey end) as attnum
      from @cat.pg_constraint where contype <> 'x') k
     join @cat.pg_class c on c.oid = k.relation join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat.pg_attribute a on a.attrelid = k.relation and a.attnum = k.attnum

--- constraint_table_usage
select distinct @db as table_catalog, n.nspname as table_schema, c.relname as table_name,
       @db as constraint_catalog, n.nspname as constraint_schema, k.conname as constraint_name
from @cat.pg_constraint k join @cat.pg_class c on c.oid = case when k.contype = 'f' then k.confrelid else k.conrelid end
     join @cat.pg_namespace n on n.oid = c.relnamespace where k.contype in ('p', 'u', 'f')

--- referential_constraints
select @db as constraint_catalog, n.nspname as constraint_schema, k.conname as constraint_name,
       @db as unique_constraint_catalog, un.nspname as unique_constraint_schema, u.conname as unique_constraint_name,
       case k.confmatchtype when 'f' then 'FULL' else 'NONE' end as match_option, case k.confupdtype when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' when 'r' then 'RESTRICT' else 'NO ACTION' end as update_rule,
       case k.confdeltype when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' when 'r' then 'RESTRICT' else 'NO ACTION' end as delete_rule
from @cat.pg_constraint k join @cat.pg_namespace n on n.oid = k.connamespace
     left join @cat.pg_constraint u on u.conindid = k.conindid and u.contype in ('p', 'u')
     left join @cat.pg_namespace un on un.oid = u.connamespace
where k.contype = 'f'

--- check_constraints(path)
select @db as constraint_catalog, n.nspname as constraint_schema, k.name as constraint_name, @cat._in_zone(@cat._marked_out(k.clause)) || case when k.unchecked then ' NOT VALID' else '' end as check_clause
from @cat._constraints k join @cat.pg_namespace n on n.oid = k.schema_oid where k.type = 'c'
union all by name
select @db as constraint_catalog, n.nspname as constraint_schema, k.name as constraint_name, @cat._in_zone('(' || k.expression || ')') || case when k.unchecked then ' NOT VALID' else '' end as check_clause
from @cat._domain_checks k join @cat.pg_namespace n on n.oid = k.schema_oid
union all by name
select @db as constraint_catalog, n.nspname as constraint_schema,
       n.oid::varchar || '_' || c.oid || '_' || a.attnum || '_not_null' as constraint_name,
       a.attname || ' IS NOT NULL' as check_clause
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
where a.attnotnull and c.relkind = 'r' and a.attnum > 0

--- sequences
select @db as sequence_catalog, n.nspname as sequence_schema, s.sequence_name, case s.type when 21 then 'smallint' when 23 then 'integer' else 'bigint' end as data_type,
       case s.type when 21 then 16 when 23 then 32 else 64 end as numeric_precision,
       2 as numeric_precision_radix, 0 as numeric_scale, s.start_value::varchar as start_value,
       s.min_value::varchar as minimum_value, s.max_value::varchar as maximum_value, s.increment_by::varchar as increment,
       case when s.cycle then 'YES' else 'NO' end as cycle_option
from @cat._counters s join @cat.pg_namespace n on n.oid = s.schema_oid
where s.database_name in (@db, 'temp') and s.sequence_oid not in (select sequence from @cat._owned where identity <> '')

--- routines
select @db as specific_catalog, n.nspname as specific_schema, p.proname || '_' || p.oid as specific_name,
       @db as routine_catalog, n.nspname as routine_schema, p.proname as routine_name, case p.prokind when 'f' then 'FUNCTION' when 'p' then 'PROCEDURE' end as routine_type,
       case when p.prokind = 'p' then null when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' when t.typnamespace = 11 then @cat._format_type(p.prorettype, null) else 'USER-DEFINED' end as data_type,
       case when p.prokind <> 'p' then @db end as type_udt_catalog, case when p.prokind <> 'p' then tn.nspname end as type_udt_schema, case when p.prokind <> 'p' then t.typname end as type_udt_name,
       case when p.prokind <> 'p' then '0' end as dtd_identifier, case when p.prolang = 13 then p.prosrc end as external_name, 'GENERAL' as parameter_style,
       case when p.provolatile = 'i' then 'YES' else 'NO' end as is_deterministic, 'MODIFIES' as sql_data_access,
       case when p.prokind <> 'p' then case when p.proisstrict then 'YES' else 'NO' end end as is_null_call, 'YES' as schema_level_routine, 0 as max_dynamic_result_sets,
       'NO' as as_locator, 'NO' as is_udt_dependent,
       case when p.prolang = 14 then 'SQL' else 'EXTERNAL' end as routine_body, p.prosrc as routine_definition,
       case p.prolang when 14 then 'SQL' when 13 then 'C' when 12 then 'INTERNAL' end as external_language, 'INVOKER' as security_type
from @cat.pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace left join @cat.pg_type t on t.oid = p.prorettype left join @cat.pg_namespace tn on tn.oid = t.typnamespace

--- parameters
select @db as specific_catalog, p.space as specific_schema, p.name || '_' || p.oid as specific_name, p.n as ordinal_position,
       case p.mode when 'o' then 'OUT' when 't' then 'OUT' when 'b' then 'INOUT' else 'IN' end as parameter_mode, 'NO' as is_result, 'NO' as as_locator, nullif(p.named, '') as parameter_name,
       case when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' when t.typnamespace = 11 then @cat._format_type(t.oid, null) else 'USER-DEFINED' end as data_type,
       @db as udt_catalog, tn.nspname as udt_schema, t.typname as udt_name, p.n::varchar as dtd_identifier, p.text->>'default' as parameter_default
from (select p.oid, p.proname as name, n.nspname as space, unnest(coalesce(p.proallargtypes, p.proargtypes)) as type, generate_subscripts(coalesce(p.proallargtypes, p.proargtypes), 1) as n,
             unnest(coalesce(p.proargmodes, list_transform(coalesce(p.proallargtypes, p.proargtypes), lambda x: 'i'))) as mode,
             unnest(coalesce(p.proargnames, list_transform(coalesce(p.proallargtypes, p.proargtypes), lambda x: ''))) as named,
             unnest(coalesce(from_json(k.text->'parameters', '["JSON"]'), list_transform(coalesce(p.proallargtypes, p.proargtypes),
                             lambda x, i: case when i <= p.pronargs then json_object('default', string_split(p.proargdefaults::varchar, ', ')[nullif(greatest(i - p.pronargs + p.pronargdefaults, 0), 0)]) end))) as text
      from @cat.pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace left join @cat._kept_functions k on k.oid = p.oid) p
     join @cat.pg_type t on t.oid = p.type join @cat.pg_namespace tn on tn.oid = t.typnamespace

--- character_sets
select 'UTF8' as character_set_name, 'UCS' as character_repertoire, 'UTF8' as form_of_use,
       @db as default_collate_catalog, 'pg_catalog' as default_collate_schema, 'ucs_basic' as default_collate_name

--- enabled_roles(me)
select me as role_name

--- table_privileges(me)
select me as grantor, me as grantee, t.table_catalog, t.table_schema, t.table_name, p.privilege_type,
       'YES' as is_grantable, case when p.privilege_type = 'SELECT' then 'YES' else 'NO' end as with_hierarchy
from @info.tables t, (values ('INSERT'), ('SELECT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('REFERENCES'), ('TRIGGER')) p(privilege_type)
where t.table_schema not in ('pg_catalog', 'information_schema') or p.privilege_type = 'SELECT'

--- role_table_grants(me)
select * from @info.table_privileges(me)

--- column_privileges(me)
select me as grantor, me as grantee, c.table_catalog, c.table_schema, c.table_name, c.column_name, p.privilege_type,
       'YES' as is_grantable
from @info._columns__ c, (values ('INSERT'), ('SELECT'), ('UPDATE'), ('REFERENCES')) p(privilege_type)
where c.table_schema not in ('pg_catalog', 'information_schema') or p.privilege_type = 'SELECT'

--- role_column_grants(me)
select * from @info.column_privileges(me)

--- domains
select @db as domain_catalog, n.nspname as domain_schema, d.name as domain_name, @cat._format_type(d.base, null) as data_type,
       case when d.base in (1042, 1043) and d.base_typmod > 4 then d.base_typmod - 4 when d.base in (1560, 1562) and d.base_typmod > 0 then d.base_typmod end as character_maximum_length,
       case when d.base in (1042, 1043) and d.base_typmod > 4 then (d.base_typmod - 4) * 4 else @info._character_octets(d.base) end as character_octet_length,
       @info._precision(d.base, d.base_typmod) as numeric_precision, @info._radix(d.base) as numeric_precision_radix,
       @info._scale(d.base, d.base_typmod) as numeric_scale, @info._datetime(d.base, d.base_typmod) as datetime_precision, @info._interval_type(d.base, d.base_typmod) as interval_type,
       case when o.collname is not null then @db end as collation_catalog, case when o.collname is not null then 'pg_catalog' end as collation_schema, o.collname as collation_name,
       d.expression as domain_default, @db as udt_catalog, 'pg_catalog' as udt_schema, (d.kept->>'typname') as udt_name, '1' as dtd_identifier
from @cat._domains d join @cat.pg_namespace n on n.oid = d.schema_oid left join @cat.pg_collation o on o.oid = d.typcollation and o.oid <> 100

--- domain_constraints
select @db as constraint_catalog, n.nspname as constraint_schema, k.name as constraint_name, @db as domain_catalog, n.nspname as domain_schema,
       d.name as domain_name, 'NO' as is_deferrable, 'NO' as initially_deferred
from @cat._domain_checks k join @cat._domains d on d.oid = k.type join @cat.pg_namespace n on n.oid = d.schema_oid

--- column_domain_usage
select @db as domain_catalog, d.nspname as domain_schema, t.typname as domain_name, @db as table_catalog, n.nspname as table_schema, c.relname as table_name, a.attname as column_name
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat.pg_type t on t.oid = a.atttypid join @cat.pg_namespace d on d.oid = t.typnamespace
where t.typtype = 'd' and c.relkind in ('r', 'v') and a.attnum > 0

--- column_udt_usage
select @db as udt_catalog, c.udt_schema, c.udt_name, @db as table_catalog, c.table_schema, c.table_name, c.column_name from @info._columns__ c

--- element_types
select @db as object_catalog, n.nspname as object_schema, c.relname as object_name, case when c.relkind = 'c' then 'USER-DEFINED TYPE' else 'TABLE' end as object_type,
       a.attnum::varchar as collection_type_identifier, case when e.typnamespace = 11 then @cat._format_type(e.oid, null) else 'USER-DEFINED' end as data_type,
       @db as udt_catalog, en.nspname as udt_schema, e.typname as udt_name, 'a' || a.attnum as dtd_identifier
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat.pg_type t on t.oid = a.atttypid join @cat.pg_type e on e.oid = t.typelem join @cat.pg_namespace en on en.oid = e.typnamespace
where t.typlen = -1 and c.relkind in ('r', 'v', 'c') and a.attnum > 0

--- domain_udt_usage
select @db as udt_catalog, 'pg_catalog' as udt_schema, (d.kept->>'typname') as udt_name, @db as domain_catalog, n.nspname as domain_schema, d.name as domain_name
from @cat._domains d join @cat.pg_namespace n on n.oid = d.schema_oid

--- user_defined_types
select @db as user_defined_type_catalog, n.nspname as user_defined_type_schema, u.name as user_defined_type_name, 'STRUCTURED' as user_defined_type_category, 'YES' as is_instantiable
from @cat._user_types u join @cat.pg_namespace n on n.oid = u.schema_oid where u.kind = 'c'

--- attributes
select @db as udt_catalog, n.nspname as udt_schema, c.relname as udt_name, a.attname as attribute_name, a.attnum as ordinal_position, 'YES' as is_nullable,
       case when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' when tn.oid = 11 then @cat._format_type(a.atttypid, null) else 'USER-DEFINED' end as data_type,
       case when a.atttypid in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 when a.atttypid in (1560, 1562) and a.atttypmod > 0 then a.atttypmod end as character_maximum_length,
       case when a.atttypid in (1042, 1043) and a.atttypmod > 4 then (a.atttypmod - 4) * 4 else @info._character_octets(a.atttypid) end as character_octet_length,
       @info._precision(a.atttypid, a.atttypmod) as numeric_precision, @info._radix(a.atttypid) as numeric_precision_radix,
       @info._scale(a.atttypid, a.atttypmod) as numeric_scale, @info._datetime(a.atttypid, a.atttypmod) as datetime_precision, @info._interval_type(a.atttypid, a.atttypmod) as interval_type,
       @db as attribute_udt_catalog, tn.nspname as attribute_udt_schema, t.typname as attribute_udt_name, a.attnum::varchar as dtd_identifier, 'NO' as is_derived_reference_attribute
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
     join @cat.pg_type t on t.oid = a.atttypid join @cat.pg_namespace tn on tn.oid = t.typnamespace
where c.relkind = 'c' and a.attnum > 0

--- data_type_privileges
select distinct @db as object_catalog, o.space as object_schema, o.name as object_name, o.kind as object_type, o.number as dtd_identifier
from (select udt_schema as space, udt_name as name, 'USER-DEFINED TYPE' as kind, dtd_identifier as number from @info.attributes
      union all select table_schema, table_name, 'TABLE', dtd_identifier from @info._columns__
      union all select domain_schema, domain_name, 'DOMAIN', dtd_identifier from @info.domains
      union all select specific_schema, specific_name, 'ROUTINE', dtd_identifier from @info.parameters
      union all select specific_schema, specific_name, 'ROUTINE', dtd_identifier from @info.routines) o

--- routine_privileges(me)
select me as grantor, g.grantee, @db as specific_catalog, n.nspname as specific_schema, p.proname || '_' || p.oid as specific_name,
       @db as routine_catalog, n.nspname as routine_schema, p.proname as routine_name, 'EXECUTE' as privilege_type, case when g.grantee = me then 'YES' else 'NO' end as is_grantable
from @cat.pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace cross join (select unnest([me, 'PUBLIC']) as grantee) g
where p.proacl is null or g.grantee = me

--- role_routine_grants(me)
select * from @info.routine_privileges(me)

--- usage_privileges(me)
select me as grantor, g.grantee, @db as object_catalog, n.nspname as object_schema, t.typname as object_name, 'DOMAIN' as object_type, 'USAGE' as privilege_type,
       case when g.grantee = me then 'YES' else 'NO' end as is_grantable
from @cat.pg_type t join @cat.pg_namespace n on n.oid = t.typnamespace cross join (select unnest([me, 'PUBLIC']) as grantee) g where t.typtype = 'd'
union all
select me, 'PUBLIC', @db, n.nspname, c.collname, 'COLLATION', 'USAGE', 'NO'
from @cat.pg_collation c join @cat.pg_namespace n on n.oid = c.collnamespace where c.collencoding in (-1, 6)

--- role_usage_grants(me)
select * from @info.usage_privileges(me)

--- udt_privileges(me)
select me as grantor, g.grantee, @db as udt_catalog, n.nspname as udt_schema, t.typname as udt_name, 'TYPE USAGE' as privilege_type, case when g.grantee = me then 'YES' else 'NO' end as is_grantable
from @cat.pg_type t join @cat.pg_namespace n on n.oid = t.typnamespace cross join (select unnest([me, 'PUBLIC']) as grantee) g
where t.typtype = 'c'

--- role_udt_grants(me)
select * from @info.udt_privileges(me)

--- collations
select @db as collation_catalog, 'pg_catalog' as collation_schema, collname as collation_name, 'NO PAD' as pad_attribute from @cat.pg_collation where collencoding in (-1, 6)

--- collation_character_set_applicability
select @db as collation_catalog, 'pg_catalog' as collation_schema, collname as collation_name, 'UTF8' as character_set_name from @cat.pg_collation where collencoding in (-1, 6)
