-- Functions that look into the catalogs. p_path is the session's search path,
-- p_me its user, both put in by the translation.

create macro @cat.format_type(p_t, p_m) as
  case when p_m >= 4 and p_t = 1700 then 'numeric(' || ((p_m - 4) >> 16 & 65535)::varchar || ',' || ((p_m - 4) & 65535)::varchar || ')'
       when p_m >= 4 and p_t = 1231 then 'numeric(' || ((p_m - 4) >> 16 & 65535)::varchar || ',' || ((p_m - 4) & 65535)::varchar || ')[]'
       when p_m >= 4 and p_t = 1043 then 'character varying(' || (p_m - 4)::varchar || ')'
       when p_m >= 4 and p_t = 1042 then 'character(' || (p_m - 4)::varchar || ')'
       when p_m >= 0 and p_t = 1114 then 'timestamp(' || p_m::varchar || ') without time zone'
       when p_m >= 0 and p_t = 1184 then 'timestamp(' || p_m::varchar || ') with time zone'
       when p_t is null then null
       when p_t = 0 then '-'
       else coalesce((select any_value(name) from @cat._type_display where oid = p_t),
                     (select any_value(@cat.quote_ident(typname)) from @cat.pg_type where oid = p_t), '???') end;

create macro @cat._view_query(p_sql) as ' ' || @cat._plain(regexp_replace(p_sql, '(?s)^.*? AS ', ''));

create macro @cat.pg_get_userbyid(p_me, p_x) as case when p_x = 10 then p_me else 'unknown (OID=' || p_x::varchar || ')' end;

create macro @cat._name_oid(p_path, p_x) as
  (select oid from (
     select oid, name, schema, coalesce(list_position(['pg_catalog'] || p_path, schema), 1000) as place from @cat._relations)
   where name = @cat.parse_ident(p_x)[-1]
         and case when len(@cat.parse_ident(p_x)) > 1 then schema = @cat.parse_ident(p_x)[-2]
                  else place < 1000 or starts_with(schema, 'pg_temp') end
   order by place limit 1);
create macro @cat.to_regclass(p_path, p_x) as coalesce(try_cast(p_x::varchar as bigint), @cat._name_oid(p_path, p_x::varchar));
create macro @cat.regclass_oid(p_path, p_x) as
  case when p_x is null then null
       else coalesce(try_cast(p_x::varchar as bigint), @cat._name_oid(p_path, p_x::varchar),
                     error('relation "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regclass_text(p_path, p_x) as
  case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(case when list_contains(['pg_catalog'] || p_path, schema) then '' else @cat.quote_ident(schema) || '.' end
                                       || @cat.quote_ident(name))
                      from @cat._relations where oid = try_cast(p_x::varchar as bigint)), p_x::varchar) end;

create macro @cat._plain_type(p_x) as
  case lower(p_x) when 'int' then 'int4' when 'integer' then 'int4' when 'bigint' then 'int8' when 'smallint' then 'int2'
       when 'real' then 'float4' when 'double precision' then 'float8' when 'float' then 'float8' when 'boolean' then 'bool'
       when 'character varying' then 'varchar' when 'character' then 'bpchar' when 'decimal' then 'numeric' when 'dec' then 'numeric'
       when 'timestamp without time zone' then 'timestamp' when 'timestamp with time zone' then 'timestamptz'
       when 'time without time zone' then 'time' when 'time with time zone' then 'timetz' when 'bit varying' then 'varbit'
       else replace(lower(p_x), '"', '') end;
create macro @cat.to_regtype(p_x) as
  coalesce(try_cast(p_x::varchar as bigint),
           (select min(oid) from @cat.pg_type
            where typname = case when ends_with(p_x::varchar, '[]') then '_' else '' end
                            || @cat._plain_type(regexp_replace(regexp_replace(p_x::varchar, '(\(.*\))?(\[\])*$', ''), '^pg_catalog\.|^.*\.', ''))));
create macro @cat.regtype_oid(p_x) as
  case when p_x is null then null
       else coalesce(@cat.to_regtype(p_x), error('type "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regtype_text(p_x) as
  @cat.format_type(@cat.to_regtype(p_x), null);

create view @cat._arguments as
select p.oid, string_agg(d.name, ',' order by n) as types,
       string_agg(coalesce(@cat.quote_ident(nullif(p.name, '')) || ' ', '') || d.name, ', ' order by n) as named
from (select oid, unnest(proargtypes) as type, generate_subscripts(proargtypes, 1) as n,
             unnest(coalesce(proargnames[:len(proargtypes)], list_transform(proargtypes, lambda x: ''))) as name
      from @cat.pg_proc) p left join @cat._type_display d on d.oid = p.type
group by p.oid;
create macro @cat.to_regproc(p_x) as
  coalesce(try_cast(p_x::varchar as bigint),
           (select min(oid) from @cat.pg_proc where proname = regexp_replace(regexp_replace(p_x::varchar, '\(.*$', ''), '^.*\.', '')));
create macro @cat.regproc_oid(p_x) as
  case when p_x is null then null
       else coalesce(@cat.to_regproc(p_x), error('function "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regproc_text(p_x) as
  case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(proname) from @cat.pg_proc where oid = try_cast(p_x::varchar as bigint)), p_x::varchar) end;
create macro @cat.regprocedure_text(p_x) as
  case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(p.proname || '(' || coalesce(a.types, '') || ')')
                      from @cat.pg_proc p left join @cat._arguments a using (oid)
                      where p.oid = try_cast(p_x::varchar as bigint)), p_x::varchar) end;
create macro @cat.regoper_text(p_x) as
  coalesce((select any_value(oprname) from @cat.pg_operator where oid = try_cast(p_x::varchar as bigint)), p_x::varchar);
create macro @cat.regoperator_text(p_x) as
  coalesce((select any_value(oprname || '(' || case when oprleft = 0 then 'NONE' else @cat.format_type(oprleft, null) end || ',' || @cat.format_type(oprright, null) || ')')
            from @cat.pg_operator where oid = try_cast(p_x::varchar as bigint)), p_x::varchar);
create macro @cat.regprocedure_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regoper_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regoperator_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regconfig_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regconfig_text(p_x) as p_x::varchar;
create macro @cat.regdictionary_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regdictionary_text(p_x) as p_x::varchar;
create macro @cat.regcollation_oid(p_x) as try_cast(p_x::varchar as bigint);
create macro @cat.regcollation_text(p_x) as
  coalesce((select any_value(@cat.quote_ident(collname)) from @cat.pg_collation where oid = try_cast(p_x::varchar as bigint)), p_x::varchar);
create macro @cat.to_regnamespace(p_x) as
  coalesce(try_cast(p_x::varchar as bigint), (select min(oid) from @cat.pg_namespace where nspname = @cat.parse_ident(p_x::varchar)[1]));
create macro @cat.regnamespace_oid(p_x) as
  case when p_x is null then null
       else coalesce(@cat.to_regnamespace(p_x), error('schema "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regnamespace_text(p_x) as
  coalesce((select any_value(@cat.quote_ident(nspname)) from @cat.pg_namespace where oid = try_cast(p_x::varchar as bigint)), p_x::varchar);
create macro @cat.regrole_oid(p_me, p_x) as
  case when p_x::varchar in ('10', p_me) then 10 else error('role "' || p_x::varchar || '" does not exist')::bigint end;
create macro @cat.regrole_text(p_me, p_x) as case when p_x::varchar = '10' then @cat.quote_ident(p_me) else p_x::varchar end;

create macro @cat._namespace_visible(p_path, p_n) as
  p_n = 11 or p_n in (select oid from @cat._schemas where list_contains(p_path, name) or starts_with(name, 'pg_temp'));
create macro @cat.pg_table_is_visible(p_path, p_x) as
  (select bool_or(list_contains(['pg_catalog'] || p_path, schema) or starts_with(schema, 'pg_temp'))
   from @cat._relations where oid = p_x);
create macro @cat.pg_type_is_visible(p_path, p_x) as
  (select bool_or(list_contains(['pg_catalog'] || p_path, n.nspname))
   from @cat.pg_type t join @cat.pg_namespace n on n.oid = t.typnamespace where t.oid = p_x);
create macro @cat.pg_function_is_visible(p_path, p_x) as
  (select bool_or(list_contains(['pg_catalog'] || p_path, n.nspname))
   from @cat.pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace where p.oid = p_x);
create macro @cat.pg_operator_is_visible(p_x) as p_x is not null;
create macro @cat.pg_opclass_is_visible(p_x) as p_x is not null;
create macro @cat.pg_opfamily_is_visible(p_x) as p_x is not null;
create macro @cat.pg_collation_is_visible(p_x) as p_x is not null;
create macro @cat.pg_conversion_is_visible(p_x) as p_x is not null;
create macro @cat.pg_statistics_obj_is_visible(p_x) as p_x is not null;
create macro @cat.pg_ts_config_is_visible(p_x) as p_x is not null;
create macro @cat.pg_ts_dict_is_visible(p_x) as p_x is not null;
create macro @cat.pg_ts_parser_is_visible(p_x) as p_x is not null;
create macro @cat.pg_ts_template_is_visible(p_x) as p_x is not null;
create macro @cat.current_schemas(p_path, p_all) as case when p_all then ['pg_catalog'] || p_path else p_path end;

create macro @cat.pg_get_expr(p_x, p_r) as p_x, (p_x, p_r, p_pretty) as p_x;
create macro @cat._columns_list(p_l) as array_to_string(list_transform(p_l, lambda x: @cat.quote_ident(x)), ', ');
create macro @cat._constraintdef(p_path, p_x) as
  (select any_value(case type
     when 'p' then 'PRIMARY KEY (' || @cat._columns_list(names) || ')'
     when 'u' then 'UNIQUE (' || @cat._columns_list(names) || ')'
     when 'c' then 'CHECK ' || case when starts_with(expression, '(') then expression else '(' || expression || ')' end
     else 'FOREIGN KEY (' || @cat._columns_list(names) || ') REFERENCES '
          || case when list_contains(p_path, referenced_schema) then '' else @cat.quote_ident(referenced_schema) || '.' end
          || @cat.quote_ident(referenced_table) || '(' || @cat._columns_list(referenced_column_names) || ')' end)
   from @cat._constraints where oid = p_x);
create macro @cat.pg_get_constraintdef(p_path, p_x) as @cat._constraintdef(p_path, p_x), (p_path, p_x, p_pretty) as @cat._constraintdef(p_path, p_x);
create macro @cat._indexdef(p_x) as
  (select any_value('CREATE ' || case when i.is_unique then 'UNIQUE ' else '' end || 'INDEX ' || @cat.quote_ident(i.name) || ' ON '
          || @cat.quote_ident(t.schema_name) || '.' || @cat.quote_ident(t.table_name) || ' USING btree ('
          || array_to_string(i.expressions, ', ') || ')')
   from @cat._indexes i join duckdb_tables() t on t.table_oid = i.relation where i.oid = p_x);
create macro @cat.pg_get_indexdef(p_x) as @cat._indexdef(p_x),
  (p_x, p_n, p_pretty) as case when p_n = 0 then @cat._indexdef(p_x)
                               else (select any_value(expression) from @cat._index_columns where oid = p_x and number = p_n) end;
create macro @cat._viewdef(p_path, p_x) as
  (select any_value(@cat._view_query(sql)) from duckdb_views() where view_oid = @cat.to_regclass(p_path, p_x));
create macro @cat.pg_get_viewdef(p_path, p_x) as @cat._viewdef(p_path, p_x), (p_path, p_x, p_pretty) as @cat._viewdef(p_path, p_x);
create macro @cat._ruledef(p_x) as (select any_value(ev_action) from @cat.pg_rewrite where oid = p_x);
create macro @cat.pg_get_ruledef(p_x) as @cat._ruledef(p_x), (p_x, p_pretty) as @cat._ruledef(p_x);
create macro @cat.pg_get_triggerdef(p_x) as null::varchar, (p_x, p_pretty) as null::varchar;
create macro @cat.pg_get_partkeydef(p_x) as null::varchar;
create macro @cat.pg_get_statisticsobjdef_columns(p_x) as null::varchar;
create macro @cat.pg_get_function_sqlbody(p_x) as null::varchar;
create macro @cat.pg_describe_object(p_c, p_o, p_s) as null::varchar;
create macro @cat.pg_get_function_arguments(p_x) as
  (select coalesce(any_value(a.named), '') from @cat.pg_proc p left join @cat._arguments a using (oid) where p.oid = p_x);
create macro @cat.pg_get_function_identity_arguments(p_x) as @cat.pg_get_function_arguments(p_x);
create macro @cat.pg_get_function_result(p_x) as
  (select any_value(case when proretset then 'SETOF ' else '' end || @cat.format_type(prorettype, null)) from @cat.pg_proc where oid = p_x);
create macro @cat.pg_get_functiondef(p_x) as
  (select any_value('CREATE MACRO ' || @cat.quote_ident(f.schema_name) || '.' || @cat.quote_ident(f.function_name) || '('
          || array_to_string(f.parameters, ', ') || ') AS ' || case function_type when 'table_macro' then 'TABLE ' else '' end || f.macro_definition)
   from duckdb_functions() f where f.function_oid = p_x and f.macro_definition is not null and f.database_name = @db);
create macro @cat._serial_sequence(p_r, p_c) as (select any_value(sequence) from @cat._owned where relation = p_r and name = p_c);
create macro @cat.pg_get_serial_sequence(p_path, p_t, p_c) as
  @cat.regclass_text([]::varchar[], @cat._serial_sequence(@cat.to_regclass(p_path, p_t), p_c));

create macro @cat._catalog_oid(p_name) as (select any_value(oid) from @cat._system_columns where name = p_name and schema = 'pg_catalog');
create macro @cat.obj_description(p_x) as (select any_value(description) from @cat.pg_description where objoid = p_x and objsubid = 0),
  (p_x, p_c) as (select any_value(description) from @cat.pg_description
                 where objoid = p_x and objsubid = 0 and classoid = @cat._catalog_oid(p_c));
create macro @cat.col_description(p_x, p_n) as
  (select any_value(description) from @cat.pg_description where objoid = p_x and objsubid = p_n and classoid = 1259);
create macro @cat.shobj_description(p_x, p_c) as null::varchar;

create macro @cat.pg_relation_size(p_x) as null::bigint, (p_x, p_fork) as null::bigint;
create macro @cat.pg_table_size(p_x) as null::bigint;
create macro @cat.pg_indexes_size(p_x) as null::bigint;
create macro @cat.pg_total_relation_size(p_x) as null::bigint;
create macro @cat.pg_tablespace_size(p_x) as null::bigint;
create macro @cat.pg_database_size(p_x) as
  case when p_x::varchar = @db then (select any_value(block_size * total_blocks) from pragma_database_size() where database_name = @db) end;

create macro @cat.current_setting(p_version, p_path, p_name) as
  coalesce((select any_value(setting) from @cat.pg_settings(p_version, p_path) where lower(name) = lower(p_name)),
           error('unrecognized configuration parameter "' || p_name || '"')),
  (p_version, p_path, p_name, p_missing) as
  coalesce((select any_value(setting) from @cat.pg_settings(p_version, p_path) where lower(name) = lower(p_name)),
           case when not p_missing then error('unrecognized configuration parameter "' || p_name || '"') end);
