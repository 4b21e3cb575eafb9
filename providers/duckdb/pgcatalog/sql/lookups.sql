-- Functions that read the catalogs. The translation passes p_path, the session's search
-- path, and p_me, its user.
--
-- A macro is expanded in the query that calls it, with its arguments: a column in an
-- argument would mean a column of the subquery if that had one of the same name. So all
-- names of a subquery here end in two underscores.

create view @cat._types__ as
select t.oid as oid__, t.typname as name__, n.nspname as schema__, list(n.nspname) over (partition by t.typname) as homes__
from @cat.pg_type t join @cat.pg_namespace n on n.oid = t.typnamespace;
create view @cat._procs__ as
select p.oid as oid__, p.proname as name__, p.pronamespace as schema__, p.prorettype as result__, p.proretset as set__, n.nspname as space__,
       count(*) over (partition by p.proname, p.pronamespace) > 1 as several__, coalesce(p.proargtypes::bigint[], []) as args__
from @cat.pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace;
create view @cat._operators__ as
select oid as oid__, oprname as name__, oprleft as left__, oprright as right__, count(*) over (partition by oprname) > 1 as several__ from @cat.pg_operator;
create view @cat._typed__ as
select t.oid as oid__, t.typname as name__, n.nspname as space__ from @cat.pg_type t join @cat.pg_namespace n on n.oid = t.typnamespace;
create view @cat._namespaces__ as select oid as oid__, nspname as name__ from @cat.pg_namespace;
create macro @cat.pg_my_temp_schema() as coalesce((select min(oid__) from @cat._namespaces__ where name__ = 'pg_temp_1'), 0)::pg_oid;
create view @cat._relations__ as select oid as oid__, name as name__, schema as schema__ from @cat._relations;
create view @cat._homes__ as select oid as oid__, name as name__, schema as schema__, list(schema) over (partition by name) as homes__ from @cat._relations;
create view @cat._descriptions__ as
select objoid as oid__, classoid as class__, objsubid as part__, description as description__ from @cat.pg_description;
create view @cat._indexes__ as
select i.oid as oid__, i.is_unique as unique__, i.name as name__, t.schema_name as schema__, t.table_name as table__,
       i.definition as definition__, i.pretty as pretty__
from @cat._indexes i join duckdb_tables() t on t.table_oid = i.relation;
create view @cat._index_columns__ as select oid as oid__, number as number__, expression as expression__, pretty as pretty__ from @cat._index_columns;
create view @cat._constraints__ as
select oid as oid__, type as type__, names as names__, clause as clause__, pretty as pretty__, referenced_schema as schema__,
       referenced_table as table__, referenced_column_names as columns__, deletes as deletes__, updates as updates__,
       is_deferrable as deferrable__, is_deferred as deferred__, unchecked as unchecked__, is_full as full__, coalesce(included, []) as included__, coalesce(not_distinct, false) as same__
from @cat._constraints
union all by name
select oid as oid__, 'c' as type__, '(' || expression || ')' as clause__, '(' || pretty || ')' as pretty__, false as deferrable__, false as deferred__, unchecked as unchecked__ from @cat._domain_checks;
create view @cat._rules__ as
select 1800000000 + view_oid as oid__, view_oid as relation__, sql as view__, null as stored__ from duckdb_views() where database_name in (@db, 'temp') and not internal
union all
select 1800000000 + table_oid, table_oid, null, query from @cat._stored;
create view @cat._sequences__ as
select sequence_oid as oid__, last_value as last__, start_value as start__, sequence_name as name__, case when temporary then 'pg_temp_1' else schema_name end as schema__ from duckdb_sequences() where database_name in (@db, 'temp');
create view @cat._owned__ as select sequence as sequence__, relation as relation__, name as name__ from @cat._owned;
create view @cat._collations__ as select oid as oid__, collname as name__ from @cat.pg_collation;
create view @cat._macros__ as
select oid as oid__, 'CREATE MACRO ' || @cat.quote_ident(schema_name) || '.' || @cat.quote_ident(function_name) || '('
       || array_to_string(parameters, ', ') || ') AS ' || case function_type when 'table_macro' then 'TABLE ' else '' end
       || macro_definition as text__
from @cat._macros
union all
select oid, shown->>'definition' from @cat._kept_functions;
create view @cat._kept_functions__ as
select oid as oid__, shown->>'arguments' as arguments__, shown->>'identity' as identity__, shown->>'result' as result__ from @cat._kept_functions;

-- _place is where a schema stands among those that names are looked up in: NULL if it is none of them.
create macro @cat._place(p_path, p_space) as
  coalesce(list_position(p_path, p_space), case p_space when 'pg_catalog' then 0 when 'pg_temp_1' then -1 end);
-- _is_first reports whether a name means what is in a schema, where p_homes are the schemas that have something of the name.
create macro @cat._is_first(p_path, p_space, p_homes) as
  coalesce(@cat._place(p_path, p_space) = list_min(list_transform(p_homes, lambda x: @cat._place(p_path, x))), false);
-- _in_path leaves schemas out that are searched.
create macro @cat._in_path(p_path, p_text) as
  replace(replace(regexp_replace(p_text, chr(1) || '(' || array_to_string(list_transform(p_path, lambda x: regexp_escape(@cat.quote_ident(x))), '|') || ')\.' || chr(2), '', 'g'), chr(1), ''), chr(2), '');

create view @cat._type_texts__ as
select t.oid as oid__,
       coalesce(d.name, case when s.name is null or s.name = 'pg_temp_1' then '' else chr(1) || @cat.quote_ident(s.name) || '.' || chr(2) end
                        || case when t.typelem > 0 and t.typcategory = 'A' then @cat.quote_ident(t.typname[2:]) || '[]' else @cat.quote_ident(t.typname) end) as text__
from @cat.pg_type t left join @cat._type_display d using (oid) left join @cat._schemas s on s.oid = t.typnamespace;
create macro @cat._numeric_digits(p_m) as '(' || ((p_m - 4) >> 16 & 65535)::varchar || ',' || (xor((p_m - 4) & 2047, 1024) - 1024)::varchar || ')';
create macro @cat._format_type(p_t, p_m) as
  case when p_m >= 4 and p_t in (1700, 1231) then 'numeric' || @cat._numeric_digits(p_m) || case when p_t = 1231 then '[]' else '' end
       when p_m > 4 and p_t in (1043, 1015) then 'character varying(' || (p_m - 4)::varchar || ')' || case when p_t = 1015 then '[]' else '' end
       when p_m > 4 and p_t in (1042, 1014) then 'character(' || (p_m - 4)::varchar || ')' || case when p_t = 1014 then '[]' else '' end
       when p_m >= 0 and p_t in (1114, 1115) then 'timestamp(' || p_m::varchar || ') without time zone' || case when p_t = 1115 then '[]' else '' end
       when p_m >= 0 and p_t in (1184, 1185) then 'timestamp(' || p_m::varchar || ') with time zone' || case when p_t = 1185 then '[]' else '' end
       when p_m >= 0 and p_t in (1083, 1183) then 'time(' || p_m::varchar || ') without time zone' || case when p_t = 1183 then '[]' else '' end
       when p_m >= 0 and p_t in (1266, 1270) then 'time(' || p_m::varchar || ') with time zone' || case when p_t = 1270 then '[]' else '' end
       when p_m >= 0 and p_t in (1186, 1187) then case when p_m >> 16 & 32767 = 32767 or @info._fields(p_m) <> '' then 'interval' || @info._fields(p_m) || @info._interval_digits(p_m) || case when p_t = 1187 then '[]' else '' end
         else error('XX000: invalid INTERVAL typmod: 0x' || lower(to_hex(p_m::bigint))) end
       when p_m >= 0 and p_t in (1560, 1561) then 'bit(' || p_m::varchar || ')' || case when p_t = 1561 then '[]' else '' end
       when p_m >= 0 and p_t in (1562, 1563) then 'bit varying(' || p_m::varchar || ')' || case when p_t = 1563 then '[]' else '' end
       when p_m < 0 and p_t in (1042, 1014) then 'bpchar' || case when p_t = 1014 then '[]' else '' end
       when p_m < 0 and p_t in (1560, 1561) then '"bit"' || case when p_t = 1561 then '[]' else '' end
       when p_t is null then null
       when p_t = 0 then '-'
       else coalesce((select any_value(case
         when p_m is null or p_m < 0 or oid__ in (16, 20, 21, 23, 700, 701, 1042, 1043, 1700, 1000, 1005, 1007, 1016, 1021, 1022, 1014, 1015, 1231) then text__
         when ends_with(text__, '[]') then text__[:-3] || '(' || p_m::varchar || ')[]'
         else text__ || '(' || p_m::varchar || ')' end) from @cat._type_texts__ where oid__ = p_t), '???') end;
-- _path_of is the path by which a type is shown: none where its name alone means another type.
create macro @cat._path_of(p_path, p_t) as
  case when p_t in (select oid__ from @cat._types__ where len(homes__) > 1 and not @cat._is_first(p_path, schema__, homes__)) then []::varchar[] else p_path end;
create macro @cat.format_type(p_path, p_t, p_m) as @cat._in_path(@cat._path_of(p_path, p_t), @cat._format_type(p_t, p_m));

-- _shown writes the names of relations in a text with their schemas where they mean others without.
create macro @cat._shown(p_path, p_text) as
  @cat._in_path(p_path, list_reduce([p_text] || coalesce((select list(chr(1) || regexp_escape(@cat.quote_ident(schema__)) || '\.' || chr(2) || '(' || regexp_escape(@cat.quote_ident(name__)) || ')([^\w$]|$)')
    from @cat._homes__ where len(homes__) > 1 and list_contains(p_path, schema__) and not @cat._is_first(p_path, schema__, homes__)), []),
    lambda x, y: regexp_replace(x, y, regexp_extract(replace(y, '\', ''), chr(1) || '(.*?)' || chr(2), 1) || '\1\2', 'g')));

-- _in_zone shows the moments of an expression in the time zone of the session, and eras as PostgreSQL does.
create macro @cat._in_zone_alone(p_x) as
  case when contains(p_x, '''::timestamp with time zone')
       then list_reduce([p_x] || list_distinct(regexp_extract_all(p_x, '''[^'']+''::timestamp with time zone')), lambda x, y:
         replace(x, y, coalesce('''' || try_cast(regexp_replace(regexp_extract(y, '''([^'']+)''', 1), '^(\S+) (.*) BC$', '\1 (BC) \2') as timestamptz)::varchar || '''::timestamp with time zone', y)))
       else p_x end;
create macro @cat._in_zone(p_x) as regexp_replace(@cat._in_zone_alone(p_x), '(''[0-9]{4,}-[0-9]{2}-[0-9]{2}) \(BC\)([ 0-9:.+-]*)''', '\1\2 BC''', 'g');

-- The query of a view, without the folders of its files.
create macro @cat._view_query(p_path, p_sql, p_pretty) as coalesce(@cat._in_zone(@cat._shown(p_path, pg__definition(p_sql, p_pretty))), ' ' || case when regexp_matches(p_sql, '''sallyport (materialized )?view'' = ''')
  then replace(regexp_extract(p_sql, '(?s)''sallyport (?:materialized )?view'' = ''(.*)''\)*;?\s*$', 1), '''''', '''') || ';'
  else @cat._plain(regexp_replace(regexp_replace(p_sql, '(?s)^.*? AS ', ''),
  '((?:read_(?:csv|json|parquet)|"?glob"?)\(\[?\s*'')/(?:[^'']|'''')*/', '\1', 'g')) end);

create macro @cat.pg_get_userbyid(p_me, p_x) as (case when p_x = 10 then p_me else 'unknown (OID=' || p_x::varchar || ')' end)::pg_name;

-- _no_such is the error of a name that means nothing. p_x, which may be long, is in it once.
create macro @cat._no_such(p_kind, p_x) as
  list_transform([{'x': p_x::varchar, 'n': (select list(name__) from @cat._namespaces__)}],
                 lambda v__: case when not list_contains(v__.n, @cat.parse_ident(v__.x)[-2]) then '3F000: schema "' || @cat.parse_ident(v__.x)[-2]
                                  else p_kind || ' "' || v__.x end || '" does not exist')[1];

create macro @cat._name_oid(p_path, p_x) as
  (select oid__ from (
     select oid__, name__, schema__, @cat._place(p_path, schema__) as place__ from @cat._relations__)
   where name__ = @cat.parse_ident(p_x)[-1]
         and case when len(@cat.parse_ident(p_x)) > 1 then schema__ = @cat.parse_ident(p_x)[-2]
                  else place__ is not null end
   order by place__ limit 1);
create macro @cat.to_regclass(p_path, p_x) as coalesce(try_cast(p_x::varchar as bigint), @cat._name_oid(p_path, p_x::varchar));
create macro @cat.regclass_oid(p_path, p_x) as
  case when p_x is null then null
       when p_x::varchar = '-' then 0
       else coalesce(try_cast(p_x::varchar as bigint), @cat._name_oid(p_path, p_x::varchar),
                     error(@cat._no_such('42P01: relation', p_x))::bigint) end;
create macro @cat.regclass_text(p_path, p_x) as
  (case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(case when @cat._is_first(p_path, schema__, homes__) then '' else @cat.quote_ident(schema__) || '.' end
                                       || @cat.quote_ident(name__))
                      from @cat._homes__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regclass;

create macro @cat._plain_type(p_x) as
  case p_x when 'int' then 'int4' when 'integer' then 'int4' when 'bigint' then 'int8' when 'smallint' then 'int2'
       when 'char' then 'bpchar' when 'real' then 'float4' when 'double precision' then 'float8' when 'float' then 'float8' when 'boolean' then 'bool'
       when 'character varying' then 'varchar' when 'character' then 'bpchar' when 'decimal' then 'numeric' when 'dec' then 'numeric'
       when 'timestamp without time zone' then 'timestamp' when 'timestamp with time zone' then 'timestamptz'
       when 'time without time zone' then 'time' when 'time with time zone' then 'timetz' when 'bit varying' then 'varbit'
       else regexp_replace(p_x, '^interval (year|month|day|hour|minute|second|year to month|day to (hour|minute|second)|hour to (minute|second)|minute to second)$', 'interval') end;
-- _without_modifier is the name of a type without its modifier, which may stand inside of it, as in timestamp(2) with time zone.
create macro @cat._without_modifier(p_x) as
  regexp_replace(regexp_replace(regexp_replace(p_x, '^\s*float\s*\(\s*(1?[0-9]|2[0-4])\s*\)', 'float4', 'i'), '^\s*([^"(]*[^"(\s])\s*\([^()]*\)', '\1'), '(\(.*\))?(\s*\[[0-9]*\])*\s*$', '');
-- _type_oid finds a type by its name, which may have a schema. p_x, which may be long, is in it once, and so is the name without its modifier
-- in what _plain_type compares twenty times.
create macro @cat._type_oid(p_path, p_x) as
  (select min_by(oid__, coalesce(place__, 1000))
   from (select oid__, name__, space__, @cat._place(p_path, space__) as place__ from @cat._typed__),
        (select written__, array__, @cat.parse_ident(written__) as parts__
         from (select @cat._without_modifier(ltrim(x__)) as written__, case when regexp_matches(x__, '\[[0-9]*\]\s*$') then '_' else '' end as array__ from (select p_x::varchar as x__)))
   where name__ = array__ || case when contains(written__, '"') then parts__[-1] else list_transform([regexp_replace(parts__[-1], '\s+', ' ', 'g')], lambda v__: @cat._plain_type(v__))[1] end
         and case when len(parts__) > 1 then space__ = parts__[-2] else place__ is not null end);
create macro @cat.to_regtype(p_path, p_x) as coalesce(try_cast(p_x::varchar as bigint), @cat._type_oid(p_path, p_x));
create macro @cat.regtype_oid(p_path, p_x) as
  case when p_x is null then null
       when p_x::varchar = '-' then 0
       else coalesce(@cat.to_regtype(p_path, p_x), error(@cat._no_such('42704: type', p_x))::bigint) end;
-- It is not format_type, which names its argument often: each time is one more subquery.
create macro @cat.regtype_text(p_path, p_x) as
  (case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(@cat._in_path(@cat._path_of(p_path, oid__), text__)) from @cat._type_texts__ where oid__ = @cat.to_regtype(p_path, p_x)),
                     p_x::varchar) end)::pg_regtype;
-- regtype_name is regtype_text of a column with a type's OID.
create macro @cat.regtype_name(p_path, p_x) as
  (case when p_x = 0 then '-'
       else coalesce((select any_value(@cat._in_path(@cat._path_of(p_path, oid__), text__)) from @cat._type_texts__ where oid__ = p_x), p_x::varchar) end)::pg_regtype;
-- regtype_names are those of the elements of a column with an array of OIDs.
create macro @cat.regtype_names(p_path, p_x) as case when p_x is null then null else coalesce((
  select list(case when i.oid__ = '0' then '-' else coalesce(@cat._in_path(@cat._path_of(p_path, t.oid__), t.text__), i.oid__) end order by i.n__)
  from (select unnest(p_x::varchar[]) as oid__, generate_subscripts(p_x, 1) as n__) i left join @cat._type_texts__ t on t.oid__ = try_cast(i.oid__ as bigint)), []) end::pg_regtype[];

create view @cat._arguments as
select p.oid as oid__, string_agg(coalesce(d.name, o.name), ',' order by n) as types__,
       string_agg(coalesce(@cat.quote_ident(nullif(p.name, '')) || ' ', '') || coalesce(d.name, o.name), ', ' order by n) as named__
from (select oid, unnest(proargtypes) as type, generate_subscripts(proargtypes, 1) as n,
             unnest(coalesce(proargnames[:len(proargtypes)], list_transform(proargtypes, lambda x: ''))) as name
      from @cat.pg_proc) p left join @cat._type_display d on d.oid = p.type
     left join (select oid, case when bool_or(starts_with(name, 'public.')) then min_by(name, length(name)) else max_by(name, length(name)) end as name from @cat._own_types group by oid) o on o.oid = p.type
group by p.oid;
-- _is_named reports whether a function has a name, which may have a schema.
create macro @cat._is_named(p_path, p_name, p_space, p_parts) as
  p_name = p_parts[-1] and case when len(p_parts) > 1 then p_space = p_parts[-2] else @cat._place(p_path, p_space) is not null end;
create macro @cat.to_regproc(p_path, p_x) as
  coalesce(try_cast(p_x::varchar as bigint),
           (select case when count(*) = 1 then min(oid__) end from @cat._procs__, (select @cat.parse_ident(regexp_replace(p_x::varchar, '\(.*$', '')) as parts__)
            where @cat._is_named(p_path, name__, space__, parts__)));
create macro @cat.regproc_oid(p_path, p_x) as
  case when p_x is null then null
       when p_x::varchar = '-' then 0
       else coalesce(@cat.to_regproc(p_path, p_x),
                     error((select case when count(*) > 1 then '42725: more than one function named "' || p_x::varchar || '"' else '42883: function "' || p_x::varchar || '" does not exist' end
                            from @cat._procs__, (select @cat.parse_ident(p_x::varchar) as parts__) where @cat._is_named(p_path, name__, space__, parts__)))::bigint) end;
create macro @cat._proc_schema(p_path, p_space) as case when @cat._place(p_path, p_space) is null then @cat.quote_ident(p_space) || '.' else '' end;
create macro @cat.regproc_text(p_path, p_x) as
  (case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(case when several__ then @cat.quote_ident(space__) || '.' else @cat._proc_schema(p_path, space__) end || @cat.quote_ident(name__)) from @cat._procs__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regproc_name;
create macro @cat.regprocedure_text(p_path, p_x) as
  (case when p_x::varchar = '0' then '-'
       else coalesce((select any_value(@cat._proc_schema(p_path, space__) || @cat.quote_ident(name__) || '(' || coalesce(types__, '') || ')')
                      from @cat._procs__ left join @cat._arguments using (oid__)
                      where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regprocedure;
create macro @cat.regoper_text(p_x) as
  (case when p_x::varchar = '0' then '0' else coalesce((select any_value(case when several__ then 'pg_catalog.' else '' end || name__) from @cat._operators__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regoper;
create macro @cat.regoperator_text(p_path, p_x) as
  (coalesce((select any_value(name__ || '(' || case when left__ = 0 then 'NONE' else @cat._format_type(left__, null) end
                             || ',' || @cat._format_type(right__, null) || ')')
            from @cat._operators__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar))::pg_regoperator;
-- _types_within are the OIDs of the types that a name has in parentheses: 0 for NONE, NULL for what is
-- no type.
create macro @cat._types_within(p_path, p_x) as coalesce(
  (select list(case when lower(word__) = 'none' then 0 else @cat._type_oid(p_path, case when contains(word__, '"') then word__ else lower(word__) end) end order by n__)
   from (select trim(unnest(words__)) as word__, generate_subscripts(words__, 1) as n__
         from (select case when trim(within__) = '' then [] else string_split(within__, ',') end as words__
               from (select regexp_extract(p_x::varchar, '\((.*)\)\s*$', 1) as within__)))), []);
-- _refused_within is the error of a name that has no types in parentheses, or one that is no type: NULL if there is none.
create macro @cat._refused_within(p_types, p_x) as
  case when not contains(p_x, '(') then '22P02: expected a left parenthesis'
       when not regexp_matches(p_x, '\)\s*$') then '22P02: expected a right parenthesis'
       when list_contains(list_transform(p_types, lambda x: x is null), true)
       then '42704: type "' || trim(string_split(regexp_extract(p_x, '\((.*)\)\s*$', 1), ',')[list_position(list_transform(p_types, lambda x: x is null), true)]) || '" does not exist' end;
create macro @cat._named_proc(p_path, p_x, p_types) as
  (select min(oid__) from @cat._procs__, (select @cat.parse_ident(regexp_replace(p_x, '\(.*$', '')) as parts__)
   where @cat._is_named(p_path, name__, space__, parts__) and args__ = p_types);
-- _signed looks up a name with types in parentheses: x__ is the text, types__ are the OIDs of the types. p_oid is the OID if the text is
-- one, p_found is that of what has the name and the types, and p_missing stands for what nothing has: all three read x__ and types__.
-- They are computed within the subquery that has the errors: DuckDB computes a subquery whether or not what is around it needs the value.
create macro @cat._signed(p_path, p_x, p_oid, p_found, p_missing) as
  (select case when x__ is null then null
               when oid__ is not null then oid__
               when refused__ is null then coalesce(p_found, p_missing)
               else error(refused__)::bigint end
   from (select x__, types__, p_oid as oid__, @cat._refused_within(types__, x__) as refused__
         from (select p_x::varchar as x__, @cat._types_within(p_path, p_x) as types__)));
create macro @cat.to_regprocedure(p_path, p_x) as
  @cat._signed(p_path, p_x, try_cast(x__ as bigint), @cat._named_proc(p_path, x__, types__), null);
create macro @cat.regprocedure_oid(p_path, p_x) as
  @cat._signed(p_path, p_x, case when x__ = '-' then 0 else try_cast(x__ as bigint) end, @cat._named_proc(p_path, x__, types__),
               error('42883: function "' || x__ || '" does not exist')::bigint);
-- _operators_named are the OIDs of the operators of a name, which may have a schema.
create macro @cat._operators_named(p_x) as
  (select list(oid__) from @cat._operators__ where name__ = regexp_replace(p_x::varchar, '^\s*("?pg_catalog"?\s*\.\s*)?', ''));
create macro @cat.to_regoper(p_x) as
  coalesce(try_cast(p_x::varchar as bigint), case when len(@cat._operators_named(p_x)) = 1 then @cat._operators_named(p_x)[1] end);
create macro @cat.regoper_oid(p_x) as
  case when p_x is null then null
       else coalesce(@cat.to_regoper(p_x), error(case when len(@cat._operators_named(p_x)) > 1 then '42725: more than one operator named ' || p_x::varchar
                                                      else '42883: operator does not exist: ' || p_x::varchar end)::bigint) end;
create macro @cat._named_operator(p_x, p_types) as
  (select min(oid__) from @cat._operators__
   where name__ = regexp_replace(regexp_replace(p_x, '\s*\(.*$', ''), '^\s*("?pg_catalog"?\s*\.\s*)?', '') and [left__, right__]::bigint[] = p_types);
create macro @cat.to_regoperator(p_path, p_x) as
  @cat._signed(p_path, p_x, try_cast(x__ as bigint), @cat._named_operator(x__, types__), null);
create macro @cat.regoperator_oid(p_path, p_x) as
  @cat._signed(p_path, p_x, try_cast(x__ as bigint), @cat._named_operator(x__, types__),
               error(case when len(types__) = 1 then '42P02: missing argument' when len(types__) <> 2 then '54023: too many arguments'
                          else '42883: operator does not exist: ' || x__ end)::bigint);
create macro @cat.regconfig_oid(p_x) as case when p_x::varchar = '-' then 0 else try_cast(p_x::varchar as bigint) end;
create macro @cat.regconfig_text(p_x) as
  (case when p_x::varchar = '0' then '-' else p_x::varchar end)::pg_regconfig;
create macro @cat.regdictionary_oid(p_x) as case when p_x::varchar = '-' then 0 else try_cast(p_x::varchar as bigint) end;
create macro @cat.regdictionary_text(p_x) as
  (case when p_x::varchar = '0' then '-' else p_x::varchar end)::pg_regdictionary;
create macro @cat.regcollation_oid(p_x) as case when p_x::varchar = '-' then 0 else try_cast(p_x::varchar as bigint) end;
create macro @cat.regcollation_text(p_x) as
  (case when p_x::varchar = '0' then '-' else coalesce((select any_value(@cat.quote_ident(name__)) from @cat._collations__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regcollation;
create macro @cat.to_regnamespace(p_x) as
  coalesce(try_cast(p_x::varchar as bigint),
           (select min(oid__) from @cat._namespaces__ where name__ = @cat.parse_ident(p_x::varchar)[1]));
create macro @cat.regnamespace_oid(p_x) as
  case when p_x is null then null
       when p_x::varchar = '-' then 0
       else coalesce(@cat.to_regnamespace(p_x), error('3F000: schema "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regnamespace_text(p_x) as
  (case when p_x::varchar = '0' then '-' else coalesce((select any_value(@cat.quote_ident(name__)) from @cat._namespaces__ where oid__ = try_cast(p_x::varchar as bigint)), p_x::varchar) end)::pg_regnamespace;
create macro @cat.to_regrole(p_me, p_x) as case when @cat.parse_ident(p_x::varchar)[1] = p_me then 10 end;
create macro @cat.regrole_oid(p_me, p_x) as
  case when p_x is null then null when p_x::varchar in ('10', p_me) then 10 when p_x::varchar in ('0', '-') then 0
       else coalesce(try_cast(p_x::varchar as bigint), error('42704: role "' || p_x::varchar || '" does not exist')::bigint) end;
create macro @cat.regrole_text(p_me, p_x) as
  (case when p_x::varchar = '10' then @cat.quote_ident(p_me) when p_x::varchar = '0' then '-' else p_x::varchar end)::pg_regrole;

create macro @cat._namespace_visible(p_path, p_n) as
  p_n in (select oid__ from @cat._namespaces__
          where @anywhere and name__ not in ('information_schema', 'pg_toast') or @cat._place(p_path, name__) is not null);
-- _relation_visible and _type_visible are for columns: p_n is the schema's OID, and what is hidden by a namesake is listed once.
create macro @cat._relation_visible(p_path, p_n, p_x) as @cat._namespace_visible(p_path, p_n)
  and (@anywhere or p_x not in (select oid__ from @cat._homes__ where len(homes__) > 1 and not @cat._is_first(p_path, schema__, homes__)));
create macro @cat._type_visible(p_path, p_n, p_x) as @cat._namespace_visible(p_path, p_n)
  and (@anywhere or p_x not in (select oid__ from @cat._types__ where len(homes__) > 1 and not @cat._is_first(p_path, schema__, homes__)));
create macro @cat.pg_table_is_visible(p_path, p_x) as
  (select bool_or(@anywhere and schema__ not in ('information_schema', 'pg_toast') or @cat._is_first(p_path, schema__, homes__))
   from @cat._homes__ where oid__ = p_x);
create macro @cat.pg_type_is_visible(p_path, p_x) as
  (select bool_or(@anywhere and schema__ not in ('information_schema', 'pg_toast') or @cat._is_first(p_path, schema__, homes__)) from @cat._types__ where oid__ = p_x);
create macro @cat.pg_function_is_visible(p_path, p_x) as
  (select bool_or(@cat._namespace_visible(p_path, schema__)) from @cat._procs__ where oid__ = p_x);
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

-- _unqualified leaves the schema of the sequence of a default out where it is searched.
create macro @cat._unqualified(p_path, p_x) as
  case when contains(p_x::varchar, chr(1)) then @cat._in_path(p_path, p_x::varchar)
       when contains(p_x::varchar, 'nextval(''')
       then regexp_replace(p_x::varchar, 'nextval\(''(' || array_to_string(list_transform(p_path, lambda x: regexp_escape(@cat.quote_ident(x))), '|') || ')\.', 'nextval(''')
       else p_x::varchar end;
-- _expression is what pg_get_expr shows of a pg_node_tree. The columns that it names are those of p_r.
create macro @cat._expression(p_path, p_x, p_r, p_pretty) as
  case when p_r is null or p_pretty is null then null
       when p_r::varchar = '0' and contains(p_x::varchar, chr(4)) then error('22023: expression contains variables')
       when p_pretty then @cat._in_zone(@cat._unqualified(p_path, @cat._pretty_shown(p_x::varchar)))
       else @cat._in_zone(@cat._unqualified(p_path, @cat._full_shown(p_x::varchar))) end;
create macro @cat.pg_get_expr(p_path, p_x, p_r) as @cat._expression(p_path, p_x, p_r, false),
  (p_path, p_x, p_r, p_pretty) as @cat._expression(p_path, p_x, p_r, p_pretty);
create macro @cat._columns_list(p_l) as array_to_string(list_transform(p_l, lambda x: @cat.quote_ident(x)), ', ');
create macro @cat._include_list(p_l) as case when len(p_l) > 0 then ' INCLUDE (' || @cat._columns_list(p_l) || ')' else '' end;
create macro @cat._constraintdef(p_path, p_x, p_pretty) as
  (select any_value(case type__
     when 'p' then 'PRIMARY KEY (' || @cat._columns_list(names__) || ')' || @cat._include_list(included__) || case when deferrable__ then ' DEFERRABLE' else '' end || case when deferred__ then ' INITIALLY DEFERRED' else '' end
     when 'u' then 'UNIQUE ' || case when same__ then 'NULLS NOT DISTINCT ' else '' end || '(' || @cat._columns_list(names__) || ')' || @cat._include_list(included__) || case when deferrable__ then ' DEFERRABLE' else '' end || case when deferred__ then ' INITIALLY DEFERRED' else '' end
     when 'x' then 'EXCLUDE ' || @cat._in_zone(@cat._in_path(p_path, case when p_pretty then pretty__ else clause__ end)) || case when deferrable__ then ' DEFERRABLE' else '' end || case when deferred__ then ' INITIALLY DEFERRED' else '' end
     when 'c' then 'CHECK ' || @cat._in_zone(@cat._in_path(p_path, case when p_pretty then pretty__ else clause__ end)) || case when unchecked__ then ' NOT VALID' else '' end
     else 'FOREIGN KEY (' || @cat._columns_list(names__) || ') REFERENCES '
          || case when schema__ = 'main' or @cat._is_first(p_path, schema__, (select any_value(h__.homes__) from @cat._homes__ h__ where h__.schema__ = c__.schema__ and h__.name__ = c__.table__)) then '' else @cat.quote_ident(schema__) || '.' end
          || @cat.quote_ident(table__) || '(' || @cat._columns_list(columns__) || ')' || case when full__ then ' MATCH FULL' else '' end
          || case updates__ when 'c' then ' ON UPDATE CASCADE' when 'n' then ' ON UPDATE SET NULL' when 'd' then ' ON UPDATE SET DEFAULT' when 'r' then ' ON UPDATE RESTRICT' else '' end
          || case deletes__ when 'c' then ' ON DELETE CASCADE' when 'n' then ' ON DELETE SET NULL' when 'd' then ' ON DELETE SET DEFAULT' when 'r' then ' ON DELETE RESTRICT' else '' end
          || case when deferrable__ then ' DEFERRABLE' else '' end || case when deferred__ then ' INITIALLY DEFERRED' else '' end || case when unchecked__ then ' NOT VALID' else '' end end)
   from @cat._constraints__ c__ where oid__ = p_x);
create macro @cat.pg_get_constraintdef(p_path, p_x) as @cat._constraintdef(p_path, p_x, false), (p_path, p_x, p_pretty) as @cat._constraintdef(p_path, p_x, p_pretty);
create macro @cat._indexdef(p_path, p_x, p_pretty) as
  (select any_value('CREATE ' || case when unique__ then 'UNIQUE ' else '' end || 'INDEX ' || @cat.quote_ident(name__) || ' ON '
          || case when p_pretty and list_contains(p_path, schema__) then '' else @cat.quote_ident(schema__) || '.' end || @cat.quote_ident(table__) || ' USING '
          || @cat._in_zone(case when p_pretty then pretty__ else definition__ end))
   from @cat._indexes__ where oid__ = p_x);
create macro @cat.pg_get_indexdef(p_path, p_x) as @cat._indexdef(p_path, p_x, false),
  (p_path, p_x, p_n, p_pretty) as case when p_n = 0 then @cat._indexdef(p_path, p_x, p_pretty)
                               else coalesce((select any_value(case when p_pretty then pretty__ else expression__ end) from @cat._index_columns__ where oid__ = p_x and number__ = p_n),
                                             case when (select count(*) from @cat._indexes__ where oid__ = p_x) > 0 then '' end) end;
create macro @cat._stored_query(p_path, p_query, p_pretty) as coalesce(@cat._in_zone(@cat._shown(p_path, pg__definition(p_query, p_pretty))), ' ' || p_query || ';');
create view @cat._definitions__ as
select view_oid as oid__, sql as view__, null as stored__ from duckdb_views()
union all
select table_oid, null, query from @cat._stored;
create macro @cat._viewdef(p_path, p_oid, p_pretty) as
  (select any_value(coalesce(@cat._view_query(p_path, view__, p_pretty), @cat._stored_query(p_path, stored__, p_pretty))) from @cat._definitions__ where oid__ = p_oid);
-- _viewdef_oid is pg_get_viewdef of an OID. The third argument is a truth value, or the width of lines: at 0 each column of a
-- select list has a line of its own.
create macro @cat._viewdef_oid(p_path, p_oid) as @cat._viewdef(p_path, p_oid, false),
  (p_path, p_oid, p_pretty) as case when p_pretty::varchar in ('true', 'false', '0') then @cat._viewdef(p_path, p_oid, p_pretty::varchar <> 'false')
                                    when p_pretty is not null then error('0A000: pg_get_viewdef with lines of a width is not supported') end;
create macro @cat.pg_get_viewdef(p_path, p_x) as @cat._viewdef(p_path, @cat.regclass_oid(p_path, p_x), false),
  (p_path, p_x, p_pretty) as @cat._viewdef_oid(p_path, @cat.regclass_oid(p_path, p_x), p_pretty);
create macro @cat._ruledef(p_path, p_x, p_pretty) as
  (select any_value('CREATE RULE "_RETURN" AS' || chr(10) || '    ON SELECT TO ' || case when p_pretty and list_contains(p_path, r.schema__) then '' else @cat.quote_ident(r.schema__) || '.' end
                    || @cat.quote_ident(r.name__) || ' DO INSTEAD ' || coalesce(@cat._view_query(p_path, view__, p_pretty), @cat._stored_query(p_path, stored__, p_pretty)))
   from @cat._rules__ u join @cat._relations__ r on r.oid__ = u.relation__ where u.oid__ = p_x);
create macro @cat.pg_get_ruledef(p_path, p_x) as @cat._ruledef(p_path, p_x, false), (p_path, p_x, p_pretty) as @cat._ruledef(p_path, p_x, p_pretty);
create macro @cat.pg_get_triggerdef(p_x) as null::varchar, (p_x, p_pretty) as null::varchar;
create macro @cat.pg_get_partkeydef(p_x) as null::varchar;
create macro @cat.pg_get_statisticsobjdef_columns(p_x) as null::varchar;
create macro @cat.pg_get_function_sqlbody(p_x) as null::varchar;
create view @cat._kinds__ as select oid as oid__, relkind as kind__ from @cat.pg_class;
create view @cat._object_parts__ as select attrelid as relation__, attnum as number__, attname as name__ from @cat.pg_attribute;
-- _described__ has the objects of other catalogs: what is said of each, and the relation that it belongs to.
create view @cat._described__ as
select 2604 as class__, d.oid as oid__, 'default value for column ' || a.attname || ' of ' as text__, d.adrelid as relation__
from @cat.pg_attrdef d join @cat.pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
union all select 2606, oid, 'constraint ' || conname || case when conrelid <> 0 then ' on ' else '' end, nullif(conrelid, 0) from @cat.pg_constraint
union all select 2618, oid, 'rule ' || rulename || ' on ', ev_class from @cat.pg_rewrite
union all select 2615, oid, 'schema ' || nspname, null from @cat.pg_namespace;
create macro @cat._relation_kind(p_r) as
  (select any_value(case kind__ when 'v' then 'view ' when 'm' then 'materialized view ' when 'i' then 'index ' when 'S' then 'sequence ' when 'c' then 'composite type ' else 'table ' end)
   from @cat._kinds__ where oid__ = p_r);
create macro @cat.pg_describe_object(p_path, p_c, p_o, p_s) as
  case when p_c is null or p_o is null or p_s is null then null
       when p_c::varchar = '1247' then 'type ' || @cat.regtype_name(p_path, p_o)::varchar
       when p_c::varchar = '1255' then 'function ' || @cat.regprocedure_text(p_path, p_o)::varchar
       when p_c::varchar in ('2604', '2606', '2615', '2618')
       then (select any_value(text__ || case when relation__ is null then '' else @cat._relation_kind(relation__) || @cat.regclass_text(p_path, relation__)::varchar end)
             from @cat._described__ where class__::varchar = p_c::varchar and oid__ = p_o)
       when p_c::varchar <> '1259' then error('0A000: pg_describe_object of this class is not supported')
       else (select any_value(case when p_s <> 0 then 'column ' || (select any_value(name__) from @cat._object_parts__ where relation__ = p_o and number__ = p_s) || ' of ' else '' end
                || case kind__ when 'v' then 'view ' when 'm' then 'materialized view ' when 'i' then 'index ' when 'S' then 'sequence ' when 'c' then 'composite type ' else 'table ' end
                || @cat.regclass_text(p_path, p_o)::varchar) from @cat._kinds__ where oid__ = p_o) end;
create view @cat._signatures__ as
select p.oid__, coalesce(k.arguments__, w.arguments, a.named__, '') as arguments__, coalesce(k.identity__, w.identity, a.named__, '') as identity__,
       coalesce(k.result__, case when p.set__ then 'SETOF ' else '' end || @cat._marked_out(@cat._format_type(p.result__, null))) as result__
from @cat._procs__ p left join @cat._arguments a using (oid__) left join @cat._kept_functions__ k using (oid__)
     left join @cat._function_arguments w on w.oid = p.oid__;
-- _argument_defaults__ has the defaults of the arguments of functions, each in the place of its argument.
create view @cat._argument_defaults__ as
select oid as oid__, list_concat(list_transform(range(pronargs - pronargdefaults), lambda x: null::varchar), string_split(proargdefaults::varchar, ', ')) as defaults__
from @cat._pg_proc where proargdefaults is not null
union all
select oid, list_transform(from_json(text->'parameters', '[{"default":"VARCHAR"}]'), lambda p: p."default") from @cat._kept_functions;
create macro @cat.pg_get_function_arg_default(p_x, p_n) as
  (select any_value(case when p_n > 0 then defaults__[p_n] end) from @cat._argument_defaults__ where oid__ = p_x);
create macro @cat.pg_get_function_arguments(p_x) as (select any_value(arguments__) from @cat._signatures__ where oid__ = p_x);
create macro @cat.pg_get_function_identity_arguments(p_x) as (select any_value(identity__) from @cat._signatures__ where oid__ = p_x);
create macro @cat.pg_get_function_result(p_x) as (select any_value(result__) from @cat._signatures__ where oid__ = p_x);
-- _built_in__ has what defines PostgreSQL's own functions, in the order of pg_get_functiondef.
create view @cat._built_in__ as
select p.oid as oid__, p.prokind as kind__, p.prolang as language__, p.proname as name__,
       'CREATE OR REPLACE ' || case p.prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end || ' ' || n.nspname || '.' || @cat.quote_ident(p.proname) || '(' as head__,
       ')' || chr(10) || case p.prokind when 'p' then '' else ' RETURNS ' end as returns__,
       chr(10) || ' LANGUAGE internal' || chr(10)
       || coalesce(nullif(case p.prokind when 'w' then ' WINDOW' else '' end || case p.provolatile when 'i' then ' IMMUTABLE' when 's' then ' STABLE' else '' end
                          || case p.proparallel when 's' then ' PARALLEL SAFE' when 'r' then ' PARALLEL RESTRICTED' else '' end || case when p.proisstrict then ' STRICT' else '' end
                          || case when p.prosecdef then ' SECURITY DEFINER' else '' end || case when p.proleakproof then ' LEAKPROOF' else '' end
                          || case when p.procost <> 1 then ' COST ' || p.procost::bigint::varchar else '' end
                          || case when p.prorows > 0 and p.prorows <> 1000 then ' ROWS ' || p.prorows::bigint::varchar else '' end
                          || case when p.prosupport > 0 then ' SUPPORT ' || u.proname else '' end, '') || chr(10), '')
       || 'AS $function$' || p.prosrc || '$function$' || chr(10) as tail__
from @cat._pg_proc p join @cat.pg_namespace n on n.oid = p.pronamespace left join @cat._pg_proc u on u.oid = p.prosupport;
create macro @cat._built_in(p_x) as
  (select any_value(case when kind__ = 'a' then error('42809: "' || name__ || '" is an aggregate function')
                         when language__ <> 12 then error('0A000: pg_get_functiondef of a function of PostgreSQL in SQL is not supported')
                         else head__ || arguments__ || returns__ || result__ || tail__ end)
   from @cat._built_in__ join @cat._signatures__ using (oid__) where oid__ = p_x);
create macro @cat.pg_get_functiondef(p_x) as coalesce((select any_value(text__) from @cat._macros__ where oid__ = p_x), @cat._built_in(p_x));
create view @cat._columns__ as select relation as relation__, name as name__, number as number__ from @cat._columns;
create macro @cat._serial_sequence(p_r, p_c) as
  (select any_value(sequence__) from @cat._owned__ where relation__ = p_r and name__ = p_c);
create macro @cat.pg_get_serial_sequence(p_path, p_t, p_c) as
  case when p_t is null or p_c is null then null
       when @cat.to_regclass(p_path, p_t) is null then error('42P01: relation "' || p_t || '" does not exist')
       when (select count(*) from @cat._columns__ where relation__ = @cat.to_regclass(p_path, p_t) and name__ = p_c) = 0
       then error('42703: column "' || p_c || '" of relation "' || @cat.parse_ident(p_t)[-1] || '" does not exist')
       else @cat.regclass_text([]::varchar[], @cat._serial_sequence(@cat.to_regclass(p_path, p_t), p_c))::varchar end;

create macro @cat._catalog_oid(p_name) as (select any_value(oid__) from @cat._relations__ where name__ = p_name and schema__ = 'pg_catalog');
create macro @cat.obj_description(p_x) as (select any_value(description__) from @cat._descriptions__ where oid__ = p_x and part__ = 0),
  (p_x, p_c) as (select any_value(description__) from @cat._descriptions__
                 where oid__ = p_x and part__ = 0 and class__ = @cat._catalog_oid(p_c));
create macro @cat.col_description(p_x, p_n) as
  (select any_value(description__) from @cat._descriptions__ where oid__ = p_x and part__ = p_n and class__ = 1259);
create macro @cat.shobj_description(p_x, p_c) as null::varchar;

-- DuckDB does not count the bytes of a table. The sizes are those that Postgres would need, by the
-- numbers of rows and the widths of types, in whole pages.
create view @cat._sizes__ as
select t.table_oid as oid__,
       (ceil(t.estimated_size * (28 + (select sum(case when size < 0 then 16 else size end) from @cat._columns where relation = t.table_oid)) / 8192.0) * 8192)::bigint as bytes__
from duckdb_tables() t where t.database_name in (@db, 'temp') and not t.internal
union all
select i.oid, (8192 + ceil(t.estimated_size * 24 / 8192.0) * 8192)::bigint
from @cat._indexes i join duckdb_tables() t on t.table_oid = i.relation
union all
select sequence_oid, 8192 from duckdb_sequences() where database_name in (@db, 'temp')
union all
select view_oid, 0 from duckdb_views() where database_name in (@db, 'temp') and not internal;
create view @cat._index_sizes__ as
select i.relation as relation__, s.bytes__ from @cat._indexes i join @cat._sizes__ s on s.oid__ = i.oid;
-- An argument that is no OID is a name, which PostgreSQL does not take, or a text of which nothing shows that it is one.
create macro @cat._sized_oid(p_x) as
  case when p_x is null then null
       else coalesce(try_cast(p_x::varchar as bigint), error('0A000: the size of a relation that this expression names is not supported: cast it to text, or to regclass')::bigint) end;
create macro @cat._size_of(p_x) as
  (select any_value(bytes__)::bigint from @cat._sizes__ where oid__ = @cat._sized_oid(p_x));
create macro @cat._size_of_indexes(p_x) as
  (select coalesce(sum(bytes__), 0)::bigint from @cat._index_sizes__ where relation__ = @cat._sized_oid(p_x));
create macro @cat.pg_relation_size(p_x) as @cat._size_of(p_x), (p_x, p_fork) as case when p_fork = 'main' then @cat._size_of(p_x) else 0 end;
create macro @cat.pg_table_size(p_x) as @cat._size_of(p_x);
create macro @cat.pg_indexes_size(p_x) as @cat._size_of_indexes(p_x);
create macro @cat.pg_total_relation_size(p_x) as @cat._size_of(p_x) + @cat._size_of_indexes(p_x);
create macro @cat.pg_tablespace_size(p_x) as (select sum(estimated_size) from duckdb_tables() where database_name = @db)::bigint;
create view @cat._changed__ as select view as view__ from @cat._changed_views;
create macro @cat.pg_relation_is_updatable(p_x, p_b) as
  coalesce((select any_value(case when kind__ = 'r' and oid__ > 16383 or oid__ in (select view__ from @cat._changed__) then 28 else 0 end) from @cat._kinds__ where oid__ = p_x), 0)::integer;
create macro @cat.pg_column_is_updatable(p_x, p_n, p_b) as @cat.pg_relation_is_updatable(p_x, p_b) > 0;
create macro @cat.pg_relation_filenode(p_x) as
  (case when try_cast(p_x::varchar as bigint) in (select view_oid from duckdb_views() where database_name in (@db, 'temp') and not internal) then null else p_x end)::pg_oid;
create macro @cat.pg_sequence_last_value(p_x) as
  (select any_value(last__) from @cat._sequences__ where oid__ = try_cast(p_x::varchar as bigint));
create macro @cat.pg_encoding_max_length(p_x) as case p_x when 6 then 4 when 0 then 1 end;
create view @cat._index_facts__ as
select i.oid as oid__, any_value(i.options) as options__, max(i.included) as included__, count(*) as columns__, any_value(c.method) as method__
from @cat._indexes i join @cat._index_columns c using (oid) group by i.oid;
-- Only a btree has an order, and the columns that it includes have none.
create macro @cat._index_column_is(p_method, p_option, p_name) as
  case lower(p_name) when 'orderable' then p_option is not null and p_method = 403
       when 'distance_orderable' then false
       when 'returnable' then p_method = 403
       when 'asc' then case when p_option is not null then p_method = 403 and p_option & 1 = 0 end
       when 'desc' then case when p_option is not null then p_method = 403 and p_option & 1 = 1 end
       when 'nulls_first' then case when p_option is not null then p_method = 403 and p_option & 2 = 2 end
       when 'nulls_last' then case when p_option is not null then p_method = 403 and p_option & 2 = 0 end
       when 'search_array' then case when p_option is not null then p_method = 403 end
       when 'search_nulls' then case when p_option is not null then p_method in (403, 783, 3580, 4000) end end;
create macro @cat.pg_index_column_has_property(p_x, p_n, p_name) as
  (select any_value(@cat._index_column_is(method__, case when p_n > columns__ - included__ then null else options__[p_n] end, p_name))
   from @cat._index_facts__ where oid__ = p_x and p_n between 1 and columns__);
create macro @cat.pg_index_has_property(p_x, p_name) as
  (select any_value(case lower(p_name) when 'clusterable' then method__ in (403, 783) when 'index_scan' then method__ in (403, 405, 783, 4000)
                                       when 'bitmap_scan' then true when 'backward_scan' then method__ in (403, 405) end)
   from @cat._index_facts__ where oid__ = p_x);
create macro @cat.pg_indexam_has_property(p_x, p_name) as
  case when p_x in (403, 405, 783, 2742, 3580, 4000) then
    case lower(p_name) when 'can_order' then p_x = 403 when 'can_unique' then p_x = 403 when 'can_multi_col' then p_x in (403, 783, 2742, 3580)
         when 'can_exclude' then p_x in (403, 405, 783, 4000) when 'can_include' then p_x in (403, 783, 4000) end end;
create macro @cat.pg_database_size(p_x) as
  case when p_x::varchar = @db
       then (select any_value(size__) from (select greatest(block_size * total_blocks, 8388608 + (select coalesce(sum(bytes__), 0) from @cat._sizes__)) as size__
                                             from pragma_database_size() where database_name = @db)) end;

-- Privileges: everybody has all of them on what there is (see the package comment), so what is looked at are the words.
create macro @cat._unknown_privilege(p_list, p_known) as
  list_filter(string_split(p_list::varchar, ','), lambda x__: not list_contains(p_known, regexp_replace(upper(trim(x__)), ' WITH (GRANT|ADMIN) OPTION$', '')))[1];
create macro @cat._privileged(p_x, p_list, p_known) as
  case when coalesce(p_x::varchar, '0') = '0' or p_list is null then null
       when @cat._unknown_privilege(p_list, p_known) is null then true
       else error('22023: unrecognized privilege type: "' || trim(@cat._unknown_privilege(p_list, p_known)) || '"')::boolean end;
create macro @cat._of_role(p_me, p_u, p_granted) as
  case when p_u is null then null when p_u::varchar in ('10', p_me, 'public') then p_granted
       when try_cast(p_u::varchar as bigint) is not null then null
       else error('42704: role "' || p_u::varchar || '" does not exist')::boolean end;
-- _named is an OID, or a name of the list, or else an error.
create macro @cat._named(p_x, p_names, p_code, p_kind) as
  case when len(p_names) = 0 and try_cast(p_x::varchar as bigint) is not null then null
       when p_x is null or try_cast(p_x::varchar as bigint) is not null or list_contains(p_names, p_x::varchar) then p_x::varchar
       else error(p_code || ': ' || p_kind || ' "' || p_x::varchar || '" does not exist') end;
-- What an OID is not of is NULL.
create macro @cat._if_relation(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid__ from @cat._relations__) then p_x::varchar end;
create macro @cat._if_type(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid from @cat.pg_type) then p_x::varchar end;
create macro @cat._if_function(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid from @cat.pg_proc) then p_x::varchar end;
create macro @cat._if_schema(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid__ from @cat._namespaces__) then p_x::varchar end;
create macro @cat._if_language(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid from @cat.pg_language) then p_x::varchar end;
create macro @cat._if_database(p_x, p_databases) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (select oid from @cat.pg_database(p_databases)) then p_x::varchar end;
create macro @cat._if_tablespace(p_x) as case when try_cast(p_x::varchar as bigint) is null or try_cast(p_x::varchar as bigint) in (1663, 1664) then p_x::varchar end;
create macro @cat.has_table_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._if_relation(p_a), p_b, ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'RULE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._if_relation(p_a), p_b, ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'RULE']));
create macro @cat.has_any_column_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._if_relation(p_a), p_b, ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._if_relation(p_a), p_b, ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']));
create macro @cat.has_schema_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._if_schema(p_a), p_b, ['CREATE', 'USAGE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._if_schema(p_a), p_b, ['CREATE', 'USAGE']));
create macro @cat.has_database_privilege(p_me, p_databases, p_a, p_b) as @cat._privileged(@cat._named(@cat._if_database(p_a, p_databases), ['template0', 'template1'] || p_databases, '3D000', 'database'), p_b, ['CREATE', 'TEMPORARY', 'TEMP', 'CONNECT']),
  (p_me, p_databases, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._named(@cat._if_database(p_a, p_databases), ['template0', 'template1'] || p_databases, '3D000', 'database'), p_b, ['CREATE', 'TEMPORARY', 'TEMP', 'CONNECT']));
create macro @cat.has_function_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._if_function(p_a), p_b, ['EXECUTE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._if_function(p_a), p_b, ['EXECUTE']));
create macro @cat.has_type_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._if_type(p_a), p_b, ['USAGE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._if_type(p_a), p_b, ['USAGE']));
create macro @cat.has_language_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._named(@cat._if_language(p_a), ['internal', 'c', 'sql', 'plpgsql'], '42704', 'language'), p_b, ['USAGE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._named(@cat._if_language(p_a), ['internal', 'c', 'sql', 'plpgsql'], '42704', 'language'), p_b, ['USAGE']));
create macro @cat.has_tablespace_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._named(@cat._if_tablespace(p_a), ['pg_default', 'pg_global'], '42704', 'tablespace'), p_b, ['CREATE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._named(@cat._if_tablespace(p_a), ['pg_default', 'pg_global'], '42704', 'tablespace'), p_b, ['CREATE']));
create macro @cat.has_foreign_data_wrapper_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._named(p_a, []::varchar[], '42704', 'foreign-data wrapper'), p_b, ['USAGE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._named(p_a, []::varchar[], '42704', 'foreign-data wrapper'), p_b, ['USAGE']));
create macro @cat.has_server_privilege(p_me, p_a, p_b) as @cat._privileged(@cat._named(p_a, []::varchar[], '42704', 'server'), p_b, ['USAGE']),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._privileged(@cat._named(p_a, []::varchar[], '42704', 'server'), p_b, ['USAGE']));
-- A role that there is not, by its OID, is a member of itself alone; the user is a superuser, and one of every role.
create macro @cat._has_role(p_me, p_u, p_a, p_b) as
  case when p_u is null or p_a is null or p_b is null then null
       when try_cast(p_a::varchar as bigint) is not null and p_u::varchar in ('10', p_me) then @cat._privileged('10', p_b, ['USAGE', 'MEMBER'])
       when try_cast(p_a::varchar as bigint) is not null and try_cast(p_u::varchar as bigint) is not null
       then @cat._privileged('10', p_b, ['USAGE', 'MEMBER']) and p_u::varchar = p_a::varchar
       else coalesce(@cat._of_role(p_me, p_u, @cat._of_role(p_me, p_a, @cat._privileged(p_a, p_b, ['USAGE', 'MEMBER']))), false) end;
create macro @cat.pg_has_role(p_me, p_a, p_b) as @cat._has_role(p_me, p_me, p_a, p_b),
  (p_me, p_u, p_a, p_b) as @cat._has_role(p_me, p_u, p_a, p_b);
create macro @cat._on_sequence(p_a, p_b) as
  case when try_cast(p_a::varchar as bigint) is null or @cat._privileged(1, p_b, ['USAGE', 'SELECT', 'UPDATE']) is null or (select count(*) from @cat._sequences__ where oid__ = try_cast(p_a::varchar as bigint)) > 0
       then @cat._privileged(p_a, p_b, ['USAGE', 'SELECT', 'UPDATE'])
       when @cat._if_relation(p_a) is null then null
       else error('42809: "' || (select any_value(name__) from @cat._relations__ where oid__ = try_cast(p_a::varchar as bigint)) || '" is not a sequence')::boolean end;
create macro @cat.has_sequence_privilege(p_me, p_a, p_b) as @cat._on_sequence(p_a, p_b),
  (p_me, p_u, p_a, p_b) as @cat._of_role(p_me, p_u, @cat._on_sequence(p_a, p_b));
create macro @cat._on_column(p_a, p_b, p_c) as
  case when try_cast(p_a::varchar as bigint) is null or p_b is null or try_cast(p_a::varchar as bigint) < 16384
            or (select count(*) from @cat._columns__ where relation__ = try_cast(p_a::varchar as bigint) and (name__ = p_b::varchar or number__::varchar = p_b::varchar)) > 0
            or p_b::varchar in ('1', '2', '3', 'last_value', 'log_cnt', 'is_called') and try_cast(p_a::varchar as bigint) in (select oid__ from @cat._sequences__)
       then case when p_b is not null then @cat._privileged(p_a, p_c, ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) end
       when try_cast(p_b::varchar as bigint) is not null or @cat._if_relation(p_a) is null then null
       else error('42703: column "' || p_b::varchar || '" of relation "' || (select any_value(name__) from @cat._relations__ where oid__ = try_cast(p_a::varchar as bigint))
                  || '" does not exist')::boolean end;
create macro @cat.has_column_privilege(p_me, p_a, p_b, p_c) as @cat._on_column(p_a, p_b, p_c),
  (p_me, p_u, p_a, p_b, p_c) as @cat._of_role(p_me, p_u, @cat._on_column(p_a, p_b, p_c));

create macro @cat.current_setting(p_name) as pg__setting_now(p_name, false), (p_name, p_missing) as pg__setting_now(p_name, p_missing);
create macro @cat.current_schemas(p_path, p_all) as
  case when p_all is null then null when p_all and not list_contains(p_path, 'pg_catalog') then ['pg_catalog'] || p_path else p_path end::pg_name[];
create macro @cat._set_config(p_call, p_value) as coalesce((getvariable('sallyport_set')::varchar[])[p_call], p_value);

-- _columns__ is information_schema.columns, with the defaults as pg_attrdef has them.
create view @info._columns__ as
select @db as table_catalog, n.nspname as table_schema, c.relname as table_name, a.attname as column_name,
       a.attnum as ordinal_position, case when a.attgenerated = '' then @cat._full_shown(d.adbin) end as adbin,
       case when a.attnotnull or coalesce(dm.not_null, false) then 'NO' else 'YES' end as is_nullable,
       case when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' when t.typtype in ('e', 'c') or t.typtype in ('r', 'm') and t.typnamespace <> 11 then 'USER-DEFINED' else @cat._format_type(coalesce(dm.base, a.atttypid), null) end as data_type,
       case when coalesce(dm.base, a.atttypid) in (1042, 1043) and coalesce(dm.base_typmod, a.atttypmod) > 4 then coalesce(dm.base_typmod, a.atttypmod) - 4 when coalesce(dm.base, a.atttypid) in (1560, 1562) and coalesce(dm.base_typmod, a.atttypmod) > 0 then coalesce(dm.base_typmod, a.atttypmod) end as character_maximum_length,
       case when coalesce(dm.base, a.atttypid) in (1042, 1043) and coalesce(dm.base_typmod, a.atttypmod) > 4 then (coalesce(dm.base_typmod, a.atttypmod) - 4) * 4 else @info._character_octets(coalesce(dm.base, a.atttypid)) end as character_octet_length,
       @info._precision(coalesce(dm.base, a.atttypid), coalesce(dm.base_typmod, a.atttypmod)) as numeric_precision,
       @info._radix(coalesce(dm.base, a.atttypid)) as numeric_precision_radix,
       @info._scale(coalesce(dm.base, a.atttypid), coalesce(dm.base_typmod, a.atttypmod)) as numeric_scale,
       @info._datetime(coalesce(dm.base, a.atttypid), coalesce(dm.base_typmod, a.atttypmod)) as datetime_precision,
       @info._interval_type(coalesce(dm.base, a.atttypid), coalesce(dm.base_typmod, a.atttypmod)) as interval_type,
       case when o.name__ is not null then @db end as collation_catalog, case when o.name__ is not null then 'pg_catalog' end as collation_schema, o.name__ as collation_name,
       case when dm.oid is not null then @db end as domain_catalog, case when dm.oid is not null then tn.nspname end as domain_schema, case when dm.oid is not null then t.typname end as domain_name,
       @db as udt_catalog, case when dm.oid is not null then 'pg_catalog' else tn.nspname end as udt_schema, coalesce((dm.kept->>'typname'), t.typname) as udt_name, a.attnum::varchar as dtd_identifier,
       'NO' as is_self_referencing, case when a.attidentity = '' then 'NO' else 'YES' end as is_identity,
       case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
       coalesce(nullif(regexp_extract(q.comment, '^sallyport:\{"start":"(-?[0-9]+)"', 1), '')::bigint, q.start_value)::varchar as identity_start, q.increment_by::varchar as identity_increment, q.max_value::varchar as identity_maximum,
       q.min_value::varchar as identity_minimum, case when q.cycle then 'YES' else 'NO' end as identity_cycle,
       case when a.attgenerated = '' then 'NEVER' else 'ALWAYS' end as is_generated, case when a.attgenerated <> '' then @cat._marked_out(@cat._full_shown(d.adbin)) end as generation_expression,
       case when c.relkind = 'r' or c.oid in (select view from @cat._changed_views) then 'YES' else 'NO' end as is_updatable
from @cat.pg_attribute a join @cat.pg_class c on c.oid = a.attrelid join @cat.pg_namespace n on n.oid = c.relnamespace
     left join @cat.pg_type t on t.oid = a.atttypid left join @cat.pg_namespace tn on tn.oid = t.typnamespace
     left join @cat._domains dm on dm.oid = a.atttypid left join @cat._collations__ o on o.oid__ = a.attcollation and o.oid__ <> 100
     left join @cat.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     left join @cat._owned o on o.relation = a.attrelid and o.number = a.attnum and o.identity <> ''
     left join @cat._counters q on q.sequence_oid = o.sequence
where c.relkind in ('r', 'v') and a.attnum > 0;

-- _names_of are the names of the elements of an array of OIDs. p_name is the name of the element i.oid__, as text.
create macro @cat._names_of(p_x, p_name) as case when p_x is null then null else coalesce((
  select list(p_name order by i.n__) from (select unnest(p_x::varchar[]) as oid__, generate_subscripts(p_x, 1) as n__) i), []) end;
create macro @cat.regclass_names(p_path, p_x) as @cat._names_of(p_x, @cat.regclass_text(p_path, i.oid__))::pg_regclass[];
create macro @cat.regproc_names(p_path, p_x) as @cat._names_of(p_x, @cat.regproc_text(p_path, i.oid__))::pg_regproc_name[];
create macro @cat.regprocedure_names(p_path, p_x) as @cat._names_of(p_x, @cat.regprocedure_text(p_path, i.oid__))::pg_regprocedure[];
create macro @cat.regnamespace_names(p_x) as @cat._names_of(p_x, @cat.regnamespace_text(i.oid__))::pg_regnamespace[];
create macro @cat.regrole_names(p_me, p_x) as @cat._names_of(p_x, @cat.regrole_text(p_me, i.oid__))::pg_regrole[];
create macro @cat.regoper_names(p_x) as @cat._names_of(p_x, @cat.regoper_text(i.oid__))::pg_regoper[];
create macro @cat.regoperator_names(p_path, p_x) as @cat._names_of(p_x, @cat.regoperator_text(p_path, i.oid__))::pg_regoperator[];
create macro @cat.regconfig_names(p_x) as @cat._names_of(p_x, @cat.regconfig_text(i.oid__))::pg_regconfig[];
create macro @cat.regdictionary_names(p_x) as @cat._names_of(p_x, @cat.regdictionary_text(i.oid__))::pg_regdictionary[];
create macro @cat.regcollation_names(p_x) as @cat._names_of(p_x, @cat.regcollation_text(i.oid__))::pg_regcollation[];
create macro @cat.oidvectortypes(p_path, p_x) as array_to_string(@cat.regtype_names(p_path, p_x)::varchar[], ', ');

-- The name of an object whose OID is computed by a window, of which no subquery may have columns.
create macro @cat.regclass_mapped(p_path, p_x) as coalesce((
  select map_from_entries(list({'k': oid__, 'v': text__})) from (
    select oid__, any_value(case when @cat._is_first(p_path, schema__, homes__) then '' else @cat.quote_ident(schema__) || '.' end || @cat.quote_ident(name__)) as text__
    from @cat._homes__ group by oid__))[p_x::bigint], p_x::varchar)::pg_regclass;
create macro @cat.regtype_mapped(p_path, p_x) as coalesce((
  select map_from_entries(list({'k': oid__, 'v': text__})) from (
    select oid__, any_value(@cat._in_path(@cat._path_of(p_path, oid__), text__)) as text__ from @cat._type_texts__ group by oid__))[p_x::bigint], p_x::varchar)::pg_regtype;
create macro @cat.regnamespace_mapped(p_x) as coalesce((
  select map_from_entries(list({'k': oid__, 'v': @cat.quote_ident(name__)})) from @cat._namespaces__)[p_x::bigint], p_x::varchar)::pg_regnamespace;
