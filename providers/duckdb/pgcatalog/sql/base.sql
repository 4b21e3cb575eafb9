-- The objects of the embedded database, with the OIDs that they have in every catalog.
-- DuckDB's own object ids are the OIDs of tables, views, sequences, schemas, macros and
-- types. Objects that DuckDB does not number have ranges of their own, below 2^31:
--
--   400000000 + table * 200 + n   the table's n-th constraint
--   390000000 + index             the key that an index keeps
--   900000000 + table * 200 + n   the index behind its n-th constraint
--   1400000000 + table * 200 + n  the default of its n-th column
--   1800000000 + enum             its array type
--   1850000000 + type             the relation of a composite type
--   1900000000 + relation         its row type
--   2000000000 + type * 200 + n   the type's n-th label, or the domain's n-th constraint
--   2100000000 + relation         the array of its row type
--   2150000000 + macro * 16 + n   the macro's n-th form, where it has several; the first has the macro's own
--
-- The triggers of a foreign key are 2200000000 + (constraint - 400000000) * 4 + n, above 2^31.

create view @cat._schemas as
select oid, case when database_name = 'temp' then 'pg_temp_1' else schema_name end as name
from duckdb_schemas()
where (database_name = @db and schema_name not in ('pg_catalog', 'information_schema')
       and (schema_name <> 'main'
            or oid in (select schema_oid from duckdb_tables() union all select schema_oid from duckdb_views() where not internal)))
   or (database_name = 'temp' and schema_name = 'main' and oid in (select schema_oid from duckdb_tables()));

-- An enum of a column is known by its labels alone.
create view @cat._enums as
select min(type_oid) as oid, 1800000000 + min(type_oid) as array_oid, min_by(type_name, type_oid) as name, min_by(schema_name, type_oid) as schema_name,
       'ENUM(' || array_to_string(list_transform(labels, lambda x: '''' || replace(x, '''', '''''') || ''''), ', ') || ')' as data_type
from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and not starts_with(labels[1], 'sallyport:{') group by labels;

-- The domains and composite types (providers.UserType).
create view @cat._user_types as
select type_oid as oid, type_name as name, schema_oid, kept, kept->>'id' as id, kept->>'kind' as kind
from (select type_oid, type_name, schema_oid, labels[1][11:]::json as kept from duckdb_types()
      where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and len(labels) = 1 and starts_with(labels[1], 'sallyport:{') and not starts_with(labels[1], 'sallyport:{"kind":"e"'));

-- _structs has DuckDB's spelling of the composite types: see runComposite.
create view @cat._structs as
select u.oid, r.comment as data_type
from @cat._user_types u join duckdb_types() r on r.type_name = '__row_' || u.name and r.schema_oid = u.schema_oid
where u.kind = 'c' and r.database_name in (@db, 'temp') and r.logical_type = 'STRUCT' and r.comment is not null;

-- _user_ranges are the range types of users and their multirange types, with DuckDB's names of both, which columns have.
create view @cat._user_ranges as
select u.oid, u.name, u.schema_oid, s.name as schema_name, u.kept, upper(u.kept->>'duck') as data_type, 'r' as kind, 1850000000 + u.oid as other, 1800000000 + u.oid as array_oid
from @cat._user_types u join @cat._schemas s on s.oid = u.schema_oid where u.kind = 'r'
union all
select 1850000000 + u.oid, u.kept->>'multi', u.schema_oid, s.name, u.kept, regexp_replace(upper(u.kept->>'duck'), 'RANGE$', 'MULTIRANGE'), 'm', u.oid, 1875000000 + u.oid
from @cat._user_types u join @cat._schemas s on s.oid = u.schema_oid where u.kind = 'r';

-- _kept has the constraints with what their texts keep of them (providers.KeptConstraint).
create view @cat._kept as
select *, case when constraint_type = 'CHECK' and contains(constraint_text, '''sallyport:{')
               then replace(regexp_extract(constraint_text, '''sallyport:(\{([^'']|'''')*\})''', 1), '''''', '''')::json end as kept
from duckdb_constraints() where database_name in (@db, 'temp') and constraint_type <> 'NOT NULL';

-- The columns of domains and composite types, and the precisions that the types do not have.
create view @cat._user_columns as
select k.relation, k.name, max(u.oid) as oid, max(u.kind) as kind, max(k.digits) as digits
from (select table_oid as relation, lower(unnest(from_json((kept->'columns'), '["VARCHAR"]'))) as name, (kept->>'name') as id,
             case when (kept->>'kind') = 's' then (kept->>'name')::int end as digits
      from @cat._kept where (kept->>'kind') in ('t', 's')) k left join @cat._user_types u on u.id = k.id group by all;

-- _shapes has the types of columns, by which pg__rule shows expressions as Postgres does.
create view @cat._shapes as
select table_oid as relation, json_group_object(column_name, data_type)::varchar as shape
from duckdb_columns() where database_name in (@db, 'temp') and not internal group by table_oid;

-- _places has the names of columns, and where in the table each is.
create view @cat._places as
select table_oid as relation, list(column_name) as names, map_from_entries(list(row(lower(column_name), column_index - 1))) as places
from (select * replace (row_number() over (partition by table_oid order by column_index) as column_index) from duckdb_columns() where not starts_with(column_name, 'pg__scale_'))
where database_name in (@db, 'temp') and not internal group by table_oid;

-- _without_internal is DuckDB's text of an expression, or NULL where it has names that are the server's own.
create macro @cat._without_internal(p_x) as case when not regexp_matches(p_x, 'pg__|__pg|sallyport|CASE  WHEN|"error"\(|main\.') then p_x end;

-- _bracketed is _without_internal in parentheses.
create macro @cat._bracketed(p_x) as case when starts_with(p_x, '(') then @cat._without_internal(p_x) else '(' || @cat._without_internal(p_x) || ')' end;

-- _shown_expression is how PostgreSQL shows the value of a default or of a generated column (providers.KeptExpression).
create macro @cat._shown_expression(p_x) as
  coalesce((replace(regexp_extract(p_x, '''sallyport:(\{"kind":"e"([^'']|'''')*\})''', 1), '''''', '''')::json->>'shown'),
           (replace(regexp_extract(p_x, '''sallyport:(\{"kind":"e"([^'']|'''')*\})''', 1), '''''', '''')::json->>'written'));

-- _shown_pretty is _shown_expression with fewer brackets, or NULL where that has none to leave out.
create macro @cat._shown_pretty(p_x) as replace(regexp_extract(p_x, '''sallyport:(\{"kind":"e"([^'']|'''')*\})''', 1), '''''', '''')::json->>'pretty';

-- _both_shown is a pg_node_tree: an expression as PostgreSQL shows it, and, behind marks, the same with fewer brackets and whether it
-- names columns (pg_get_expr).
create macro @cat._both_shown(p_full, p_pretty, p_named) as
  p_full || case when p_pretty <> p_full then chr(3) || p_pretty else '' end || case when p_named then chr(4) else '' end;
-- _full_shown is the expression of a pg_node_tree.
create macro @cat._full_shown(p_x) as regexp_replace(p_x, '[\x03\x04](.|\n)*$', '');
-- _pretty_shown is the expression with fewer brackets.
create macro @cat._pretty_shown(p_x) as regexp_replace(p_x, '^([^\x03]*\x03)?([^\x04]*)\x04?$', '\2');

-- _qualified names the sequence of a default with its schema, for which pg_get_expr looks in the search path.
create macro @cat._qualified(p_x, p_schema) as
  case when p_schema is null then p_x else replace(p_x, 'nextval(''', 'nextval(''' || replace(@cat.quote_ident(p_schema), '''', '''''') || '.') end;

create view @cat._columns as
select c.table_oid as relation, c.column_name as name, c.column_index as number, c.comment,
       case when regexp_matches(c.column_default, '^\((0|CAST\(0 AS INTEGER\)) \+ nextval\(') then 'a'
            when regexp_matches(c.column_default, '^\(nextval\(.* \+ (0|CAST\(0 AS INTEGER\))\)$') then 'd' else '' end as identity,
       -- A text is shown with the type that Postgres gives to the constant.
       case when contains(c.column_default, '''sallyport:{"kind":"e"') then @cat._shown_expression(c.column_default)
            when regexp_full_match(c.column_default, '''([^'']|'''')*''|CAST\(''([^'']|'''')*'' AS VARCHAR\)' || case when e.oid is not null or r.oid is not null then '|CAST\(''([^'']|'''')*'' AS [^()]+\)' else '' end) and not g.computed is true
            then regexp_extract(c.column_default, '''.*''', 0, 's') || '::' || case when e.oid is not null then chr(1) || @cat.quote_ident(e.schema_name) || '.' || chr(2) || @cat.quote_ident(e.name)
                      when r.oid is not null then chr(1) || @cat.quote_ident(r.schema_name) || '.' || chr(2) || @cat.quote_ident(r.name) else coalesce(case d.name when 'character' then 'bpchar' when 'bit' then '"bit"' else d.name end, 'text') end
                 || case when ends_with(c.data_type, ']') and (e.oid is not null or r.oid is not null) then '[]' else '' end
            when g.computed then coalesce(pg__rule(c.column_default, s.shape, false), @cat._without_internal(@cat._plain(c.column_default)))
            when c.column_default in ('current_date()', 'get_current_date()') then 'CURRENT_DATE'
            when c.column_default = 'NULL' then null
            when regexp_full_match(c.column_default, '-\d+(\.\d+)?')
            then '''' || c.column_default || '''::' || case when contains(c.column_default, '.') then 'numeric' when c.column_default::hugeint >= -2147483648 then 'integer' else 'bigint' end
            when regexp_full_match(c.column_default, '\d{10,30}') and c.column_default::hugeint > 2147483647
            then '''' || c.column_default || '''::' || case when c.column_default::hugeint <= 9223372036854775807 then 'bigint' else 'numeric' end
            when c.column_default = 'get_current_timestamp()' then 'CURRENT_TIMESTAMP'
            when c.column_default = 'current_localtimestamp()' then 'LOCALTIMESTAMP'
            when c.column_default = 'current_localtime()' then 'LOCALTIME'
            when starts_with(c.column_default, 'CAST((ARRAY[]) AS ') then '''{}''::' || coalesce(d.name, 'text[]')
            when contains(c.column_default, 'nextval(')
            then @cat._qualified(coalesce(pg__rule(c.column_default, '{}', false),
                                         regexp_replace(@cat._plain(c.column_default), '\bnextval\(''([^'']+)''\)', 'nextval(''\1''::regclass)', 'g')), q.schema_name)
            when starts_with(c.column_default, 'CAST((ARRAY[') then coalesce(pg__rule(c.column_default, '{}', false), @cat._plain(c.column_default))
            when starts_with(c.column_default, '(ARRAY[') then coalesce(pg__rule('CAST(' || c.column_default || ' AS ' || c.data_type || ')', '{}', false), @cat._plain(c.column_default))
            when c.column_default = 'get_current_timestamp()' then 'CURRENT_TIMESTAMP'
            when c.column_default = 'NULL' then null
            else coalesce(nullif(regexp_replace(pg__rule(c.column_default, '{}', false), '^.*' || chr(1) || '.*$', ''), ''), @cat._without_internal(@cat._plain(c.column_default))) end as expression,
       case when contains(c.column_default, '''sallyport:{"kind":"e"') then @cat._shown_pretty(c.column_default)
            when g.computed then pg__rule(c.column_default, s.shape, true)
            when contains(c.column_default, 'nextval(') then @cat._qualified(pg__rule(c.column_default, '{}', true), q.schema_name) end as pretty,
       coalesce(g.computed, false) as computed, c.is_nullable as nullable, c.data_type,
       case when ends_with(c.data_type, ']') then coalesce(e.array_oid, 1800000000 + u.oid, 1800000000 + w.oid, r.array_oid, t.array_oid) when e.oid is not null then e.oid else coalesce(u.oid, w.oid, r.oid, t.oid) end as type,
       case when ends_with(c.data_type, ']') then -1 when e.oid is not null then 4 when u.kind = 'c' or w.oid is not null or r.oid is not null then -1 else t.size end as size,
       len(regexp_extract_all(c.data_type, '\[\d*\]')) as dimensions,
       case when u.oid is not null then -1
            when u.digits is not null and t.oid in (1083, 1114, 1184, 1266) then u.digits
            when u.digits is not null and t.oid = 1186 then case when u.digits > 65535 then u.digits else (32767 << 16) + u.digits end
            when u.digits is not null and t.oid = 1700 then u.digits + 4
            when t.oid = 1700 and regexp_matches(c.data_type, '\((38,9|38,15|38,20|37,\d+)\)') then -1 -- what stands for numeric without a scale
            when t.oid = 1700 and contains(c.data_type, '(')
            then (regexp_extract(c.data_type, '\((\d+)', 1)::int << 16)
                 + regexp_extract(c.data_type, ',\s*(\d+)\)', 1)::int + 4
            when regexp_matches(c.data_type, '^PG_(VARCHAR|BPCHAR)_\d+(\[\])?$') then regexp_extract(c.data_type, '_(\d+)', 1)::int + 4
            when regexp_matches(c.data_type, '^PG_(BIT|VARBIT)_\d+(\[\])?$') then regexp_extract(c.data_type, '_(\d+)', 1)::int
            else -1 end as typmod
from (select * replace (@cat._undrawn(column_default) as column_default, (row_number() over (partition by table_oid order by column_index))::integer as column_index)
      from duckdb_columns() where not starts_with(column_name, 'pg__scale_')) c -- see providers.ScaleColumn
     left join @cat._type_names t on t.name = upper(trim(regexp_replace(c.data_type, '([(\[]|_\d+(\[\])?$).*$', '')))
     left join @cat._enums e on e.data_type = regexp_replace(c.data_type, '(\[\])+$', '')
     left join @cat._user_ranges r on r.data_type = regexp_replace(c.data_type, '(\[\])+$', '')
     left join @cat._user_columns u on u.relation = c.table_oid and u.name = lower(c.column_name)
     left join @cat._structs w on w.data_type = regexp_replace(c.data_type, '(\[\])+$', '')
     left join @cat._type_display d on d.oid = case when ends_with(c.data_type, ']') then t.array_oid else t.oid end
     left join (select t.table_oid as relation, t.sql, true as some, h.shape from duckdb_tables() t left join @cat._shapes h on h.relation = t.table_oid
                where contains(t.sql, 'GENERATED ALWAYS AS')) s on s.relation = c.table_oid
     left join (select true as computed) g on s.some and c.column_default is not null
          and regexp_matches(s.sql, '[(,] ?"?' || regexp_escape(replace(c.column_name, '"', '""')) || '"? (' || regexp_escape(c.data_type) || '|[^,]*?(\(\d+,\s*\d+\))?[^,(]*) GENERATED ALWAYS AS')
     left join (select schema_oid, schema_name, replace(@cat.quote_ident(sequence_name), '''', '''''') as drawn from duckdb_sequences() where database_name = @db) q
          on q.schema_oid = c.schema_oid and q.drawn = regexp_extract(c.column_default, 'nextval\(''((?:[^'']|'''')*)''\)', 1)
where c.database_name in (@db, 'temp') and not c.internal;

-- _readable are the relations that views read.
create view @cat._readable as
select table_oid as oid, table_name as name, case when database_name = 'temp' then 'pg_temp_1' else schema_name end as schema from duckdb_tables() where database_name in (@db, 'temp')
union all
select view_oid, view_name, case when database_name = 'temp' then 'pg_temp_1' else schema_name end from duckdb_views() where database_name in (@db, 'temp') and not internal
union all
select sequence_oid, sequence_name, schema_name from duckdb_sequences() where database_name in (@db, 'temp');

-- _own_types are the enums, domains and composite types and their arrays, each by the names that a definition may give it.
create view @cat._own_types as
select t.oid, n.spelled as name, t.schema = 'public' as is_public from (
  select type_oid as oid, @cat.quote_ident(type_name) as name, @cat.quote_ident(schema_name) as schema, '' as brackets from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM'
  union all select 1800000000 + type_oid, @cat.quote_ident(type_name), @cat.quote_ident(schema_name), '[]' from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM'
  union all select oid, @cat.quote_ident(name), @cat.quote_ident(schema_name), '' from @cat._user_ranges where kind = 'm'
  union all select array_oid, @cat.quote_ident(name), @cat.quote_ident(schema_name), '[]' from @cat._user_ranges where kind = 'm') t,
  lateral (select unnest([t.name || t.brackets, t.schema || '.' || t.name || t.brackets]) as spelled) n;

-- _stored_macros has the macros of the source. DuckDB lists all of its own functions, too, before these are found among them: 20 ms,
-- which are spent after a change of macros or schemas alone.
create view @cat._stored_macros as
select function_oid, schema_name, function_name, function_type, parameters, macro_definition
from duckdb_functions()
where database_name = @db and not internal and schema_name in (select schema_name from duckdb_schemas());

-- _kept_functions has users' functions, which are kept as macros that nobody calls (package duckdb, routines.go).
create view @cat._kept_functions as
select f.oid, f.schema_oid, f.text->>'name' as name, f.text, f.text->'shown' as shown,
       list_transform(coalesce(from_json(f.text->'shown'->'types', '["BIGINT"]'), []), lambda x, i: case when x = 2276 then coalesce(o.named[list_transform(list_filter(f.parameters, lambda p: p.mode in ('i', 'b', 'v')), lambda p: p.type)[i]], x) else x end) as types,
       list_transform(from_json(f.text->'shown'->'all', '["BIGINT"]'), lambda x, i: case when x = 2276 then coalesce(o.named[f.parameters[i].type], x) else x end) as all_types,
       coalesce(nullif(nullif((f.text->'shown'->>'result_type')::bigint, 0), 2276), o.named[f.text->>'returns'],
                (select 1900000000 + r.oid from @cat._readable r where r.schema = (f.text->'rows_of'->>'Schema') and r.name = (f.text->'rows_of'->>'Name')), 2276) as result_type
from (select *, coalesce(from_json(text->'parameters', '[{"type":"VARCHAR","mode":"VARCHAR"}]'), []) as parameters from (select function_oid as oid, s.oid as schema_oid, try_cast(replace(substr(macro_definition, 2, length(macro_definition) - 2), '''''', '''') as json) as text
      from @cat._stored_macros join @cat._schemas s on s.name = schema_name
      where starts_with(function_name, 'sallyport function '))) f
     -- several schemas may have types of one name: the name alone means that of public
     cross join (select coalesce(map_from_entries(list(row(name, oid))), map([]::varchar[], []::bigint[])) as named
                 from (select name, coalesce(min(oid) filter (where is_public), min(oid)) as oid from @cat._own_types group by name)) o;

-- _macros are the macros of a database file, each form of one apart.
create view @cat._macros as
select case when n = 1 then function_oid else 2150000000 + function_oid * 16 + n end as oid, schema_name, function_name, function_type, parameters, macro_definition
from (select *, row_number() over (partition by function_oid order by len(parameters), macro_definition) as n
      from @cat._stored_macros where function_type in ('macro', 'table_macro') and not starts_with(function_name, 'sallyport '));

-- _schema_comments has the comments of schemas, each of which is kept as a macro of its schema (package duckdb, comments.go).
create view @cat._schema_comments as
select s.oid, try_cast(replace(substr(f.macro_definition, 2, length(f.macro_definition) - 2), '''''', '''') as json)->>'comment' as comment
from @cat._stored_macros f join @cat._schemas s on s.name = f.schema_name
where f.function_name = 'sallyport comment';

-- _constraint_comments has the comments of constraints and of their indexes, which the comments of tables keep (providers.KeptTable).
create view @cat._constraint_comments as
select relation, x.n as name, coalesce(x.i, false) as of_index, x.c as comment
from (select table_oid as relation, unnest(from_json((try_cast(comment[11:] as json)->'constraints'), '[{"n":"VARCHAR","i":"BOOLEAN","c":"VARCHAR"}]')) as x
      from duckdb_tables() where database_name in (@db, 'temp') and starts_with(comment, 'sallyport:{'));

-- _stored_tables has what clients have said of how tables are stored (providers.KeptTable).
create view @cat._stored_tables as
select relation, from_json((kept->'options'), '["VARCHAR"]') as reloptions, coalesce((kept->>'unlogged')::boolean, false) as unlogged,
       coalesce((kept->>'replica'), 'd') as replica, (kept->>'replica_index') as replica_index, (kept->>'cluster') as cluster,
       from_json((kept->'columns'), '[{"n":"VARCHAR","t":"INTEGER","s":"VARCHAR","o":"VARCHAR"}]') as columns
from (select table_oid as relation, try_cast(comment[11:] as json) as kept
      from duckdb_tables() where database_name in (@db, 'temp') and starts_with(comment, 'sallyport:{'));

-- _persistences has the tables, and the relations that are as theirs: indexes, and sequences of columns.
create view @cat._persistences as
select t.table_oid as relation, case when t.temporary then 't' when s.unlogged then 'u' else 'p' end as persistence
from duckdb_tables() t left join @cat._stored_tables s on s.relation = t.table_oid where t.database_name in (@db, 'temp') and (t.temporary or s.unlogged);

create view @cat._own as
select o.table_oid as relation, o.schema_oid, o.schema_name, o.table_name,
       case when (o.kept->>'kind') = 'f' then 'FOREIGN KEY' else o.constraint_type end as constraint_type,
       row_number() over (partition by o.table_oid order by o.constraint_index) as number,
       case when (o.kept->>'kind') = 'f' then list_transform(from_json((o.kept->'columns'), '["VARCHAR"]'), lambda x: (p.places[lower(x)] + 1)::smallint)
            else nullif(list_transform(list_filter(o.constraint_column_indexes, lambda x, i: list_position(o.constraint_column_indexes, x) = i), lambda x: (x + 1)::smallint), []) end as columns,
       case when (o.kept->>'kind') = 'f' then from_json((o.kept->'columns'), '["VARCHAR"]') else o.constraint_column_names end as names,
       coalesce((o.kept->>'name'), n.name, case o.constraint_type when 'PRIMARY KEY' then o.table_name || '_pkey'
                when 'FOREIGN KEY' then o.table_name || '_' || array_to_string(o.constraint_column_names, '_') || '_fkey'
                else case lower(o.constraint_name) -- DuckDB's names have small letters
                          when lower(o.table_name || '_' || array_to_string(o.constraint_column_names, '_') || '_check') then o.table_name || '_' || array_to_string(o.constraint_column_names, '_') || '_check'
                          when lower(o.table_name || '_' || array_to_string(o.constraint_column_names, '_') || '_key') then o.table_name || '_' || array_to_string(o.constraint_column_names, '_') || '_key'
                          else o.constraint_name end end) as name,
       o.constraint_text, @cat._plain(case when (o.kept->>'kind') = 'c'
            then regexp_replace(o.expression, '^\(\(''sallyport:\{([^'']|'''')*\}'' IS NOT NULL\) AND (?:\(\(getvariable\(''sallyport_copies''\) IS NOT NULL\) OR (.*)\)|(.*))\)$', '\2\3') else o.expression end) as expression,
       case when (o.kept->>'kind') = 'c' then (o.kept->>'shown') end as shown, case when (o.kept->>'kind') = 'c' then coalesce((o.kept->>'pretty'), (o.kept->>'shown')) end as shown_pretty,
       case when (o.kept->>'kind') = 'c' then (o.kept->>'written') end as written, coalesce((o.kept->>'stale')::boolean, false) as is_stale,
       coalesce((o.kept->>'unchecked')::boolean, false) as unchecked, coalesce((o.kept->>'full')::boolean, false) as is_full,
       coalesce((o.kept->>'table'), o.referenced_table) as referenced_table,
       coalesce((o.kept->>'schema'), nullif(regexp_extract(o.constraint_text, 'REFERENCES "?([^".(]+)"?\.', 1), ''), o.schema_name) as referenced_schema,
       coalesce(from_json((o.kept->'others'), '["VARCHAR"]'), o.referenced_column_names) as referenced_column_names,
       coalesce((o.kept->>'delete'), 'a') as deletes, coalesce((o.kept->>'update'), 'a') as updates,
       coalesce((o.kept->>'deferrable')::boolean, false) as is_deferrable, coalesce((o.kept->>'deferred')::boolean, false) as is_deferred
from @cat._kept o
     left join (select table_oid, (kept->>'kind') as kind, (kept->>'name') as name, list_sort(from_json((kept->'columns'), '["VARCHAR"]')) as columns
                from @cat._kept where (kept->>'kind') in ('u', 'p')) n
          on n.table_oid = o.table_oid and n.kind = case o.constraint_type when 'UNIQUE' then 'u' when 'PRIMARY KEY' then 'p' end
          and n.columns = list_sort(o.constraint_column_names)
     left join @cat._places p on p.relation = o.table_oid
where o.kept is null or (o.kept->>'kind') not in ('u', 'p', 'm', 't', 's');

-- _stored has the materialized views: tables that keep a query.
create view @cat._stored as
select table_oid, (kept->>'query') as query, coalesce((kept->>'empty')::boolean, false) as is_empty from @cat._kept where (kept->>'kind') = 'm';

-- _collation_oid is the OID of a collation by its name. NULL: it is none.
create macro @cat._collation_oid(p_name) as case p_name when 'default' then 100 when 'C' then 950 when 'POSIX' then 951 when 'ucs_basic' then 12340 when 'C.utf8' then 12341 end;

-- _table_collations and _view_collations have the columns whose collations are not those of their types: of tables by name
-- (providers.KeptTable), and of views by number (providers.ShownQuery, whose text has the name of the list in hexadecimal digits).
create view @cat._table_collations as
select relation, x.n as name, @cat._collation_oid(x.o) as coll from (select relation, unnest(columns) as x from @cat._stored_tables) where x.o is not null;

create view @cat._view_collations as
select relation, number, @cat._collation_oid(name) as coll
from (select relation, unnest(names) as name, generate_subscripts(names, 1) as number
      from (select relation, string_split(pg__view_collations(query), chr(10)) as names
            from (select view_oid as relation, sql as query from duckdb_views() where database_name in (@db, 'temp') and not internal
                  union all select table_oid, query from @cat._stored)
            where contains(query, '22636f6c6c6174696f6e73223a')))
where name <> '';

-- _kept_indexes are the indexes whose comments keep more than DuckDB's index has (providers.KeptIndex).
create view @cat._kept_indexes as
select i.index_oid, h.shape, k.kept, from_json((k.kept->'keys'), '[{"c":"VARCHAR","e":"VARCHAR","s":"VARCHAR","o":"INTEGER","f":"VARCHAR","p":"VARCHAR","n":"VARCHAR","t":"BIGINT","x":"VARCHAR","k":"VARCHAR"}]') as keys,
       coalesce(from_json((k.kept->'include'), '["VARCHAR"]'), []) as included, coalesce((k.kept->>'method'), 'btree') as method, coalesce(' WITH (' || (k.kept->>'with') || ')', '') as options_text, regexp_extract_all(k.kept->>'with', '\w+=''[^'']*') as reloptions, (k.kept->>'where') as condition, (k.kept->>'full') as full_condition, (k.kept->>'pretty') as pretty_condition,
       (k.kept->>'constraint') as kind, coalesce((k.kept->>'notdistinct')::boolean, false) as not_distinct,
       coalesce((k.kept->>'deferrable')::boolean, false) as is_deferrable, coalesce((k.kept->>'deferred')::boolean, false) as is_deferred
from duckdb_indexes() i
     join (select index_oid, comment[11:]::json as kept from duckdb_indexes() where starts_with(comment, 'sallyport:{')) k using (index_oid)
     join @cat._shapes h on h.relation = i.table_oid
     join @cat._places p on p.relation = i.table_oid
where (k.kept->'keys') is not null and list_has_all(p.names, from_json((k.kept->'columns'), '["VARCHAR"]'));

-- _indexed_keys are the keys that DuckDB's constraints are too weak for: their indexes keep them.
create view @cat._indexed_keys as
select i.index_oid as index, i.table_oid as relation, i.schema_oid, i.schema_name, i.table_name,
       list_transform(k.keys, lambda x: coalesce(p.places[lower(x.c)] + 1, 0)::smallint) as columns, list_transform(k.keys, lambda x: x.c) as names,
       case k.kind when 'p' then 'PRIMARY KEY' when 'x' then 'EXCLUDE' else 'UNIQUE' end as constraint_type, i.index_name as name, k.kind, k.included, k.not_distinct, k.is_deferrable, k.is_deferred
from duckdb_indexes() i join @cat._kept_indexes k using (index_oid)
     join @cat._places p on p.relation = i.table_oid
where i.database_name in (@db, 'temp') and k.kind is not null;

create view @cat._keys as
select 900000000 + relation * 200 + number as index, relation, schema_oid, schema_name, table_name, columns, names, constraint_type, name, false as indexed
from @cat._own where constraint_type in ('PRIMARY KEY', 'UNIQUE')
union all by name
select index, relation, schema_oid, schema_name, table_name, columns, names, constraint_type, name, true as indexed from @cat._indexed_keys where kind <> 'x';

-- _marked_out takes the schema public away where the search path may leave it out (providers.ShownQuery).
create macro @cat._marked_out(p_text) as pg__marked_out(p_text);

-- _rule is pg__rule without the marks around schemas.
create macro @cat._rule(p_x, p_shape, p_pretty) as @cat._marked_out(pg__rule(p_x, p_shape, p_pretty));

-- _index_key shows a key of an index (providers.KeptIndexKey).
create macro @cat._index_key(p_column, p_expression, p_full, p_shown, p_shape, p_pretty) as
  case when p_column is not null then @cat.quote_ident(p_column)
       when p_full is not null then case when regexp_matches(p_full, '^("[^"]+"|[A-Za-z_]\w*)\(|^\([^()]+ AT TIME ZONE ''[^'']*''::text\)$') then @cat._marked_out(p_shown) else '(' || @cat._marked_out(p_shown) || ')' end
       when regexp_matches(coalesce(@cat._rule(p_expression, p_shape, false), p_expression), '^[A-Za-z_]\w*\(') then coalesce(@cat._rule(p_expression, p_shape, p_pretty), p_expression)
       else '(' || coalesce(@cat._rule(p_expression, p_shape, p_pretty), p_expression) || ')' end;

create view @cat._constraints as
select 400000000 + o.relation * 200 + o.number as oid, o.relation, o.schema_oid, o.columns, o.names,
       coalesce(case when not o.is_stale then o.shown end, pg__rule(o.expression, h.shape, false), o.shown, o.written, @cat._without_internal(o.expression)) as expression,
       coalesce('(' || coalesce(case when not o.is_stale then o.shown end, pg__rule(o.expression, h.shape, false), o.shown, '(' || o.written || ')') || ')', @cat._bracketed(o.expression)) as clause,
       coalesce('(' || coalesce(case when not o.is_stale then o.shown_pretty end, pg__rule(o.expression, h.shape, true), o.shown_pretty, o.written) || ')', @cat._bracketed(o.expression)) as pretty,
       coalesce(case when not o.is_stale then o.shown_pretty end, pg__rule(o.expression, h.shape, true), o.shown_pretty, o.written) as bare,
       case o.constraint_type when 'PRIMARY KEY' then 'p' when 'UNIQUE' then 'u' when 'CHECK' then 'c' else 'f' end as type, o.name, o.unchecked,
       case when o.constraint_type in ('PRIMARY KEY', 'UNIQUE') then 900000000 + o.relation * 200 + o.number
            else coalesce(k.index, 0) end as index,
       coalesce(k.relation, 0) as referenced, case when k.relation is not null then list_transform(o.referenced_column_names, lambda x: k.columns[list_position(k.names, x)]) end as referenced_columns,
       o.referenced_schema, o.referenced_table, o.referenced_column_names, o.deletes, o.updates, o.is_deferrable, o.is_deferred, o.is_full
from @cat._own o left join @cat._shapes h on o.constraint_type = 'CHECK' and h.relation = o.relation
     left join @cat._keys k on k.schema_name = o.referenced_schema and k.table_name = o.referenced_table
          and list_sort(k.names) = list_sort(o.referenced_column_names)
union all by name
select 390000000 + index as oid, relation, schema_oid, columns, names, kind as type, name, false as unchecked, index, 0 as referenced, 'a' as deletes, 'a' as updates,
       is_deferrable, is_deferred, false as is_full, included, not_distinct
from @cat._indexed_keys where kind <> 'x'
union all by name
select 390000000 + i.index as oid, i.relation, i.schema_oid, i.columns, i.kind as type, i.name, false as unchecked, i.index, 0 as referenced, 'a' as deletes, 'a' as updates,
       i.is_deferrable, i.is_deferred, false as is_full,
       'USING ' || k.method || ' (' || array_to_string(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.f, k.shape, false) || coalesce(x.s, '') || ' WITH ' || x.x), ', ') || ')'
         || coalesce(' WHERE (' || coalesce(@cat._marked_out(k.full_condition), @cat._rule(k.condition, k.shape, false), k.condition) || ')', '') as clause,
       'USING ' || k.method || ' (' || array_to_string(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.p, k.shape, true) || coalesce(x.s, '') || ' WITH ' || x.x), ', ') || ')'
         || coalesce(' WHERE (' || coalesce(@cat._marked_out(k.pretty_condition), @cat._rule(k.condition, k.shape, true), k.condition) || ')', '') as pretty
from @cat._indexed_keys i join @cat._kept_indexes k on k.index_oid = i.index where i.kind = 'x';

-- _unboxed takes the brackets away that stand around an expression in the list of an index, unless it is a call.
create macro @cat._unboxed(p_key) as case when starts_with(p_key, '(') then p_key[2:-2] else p_key end;

-- _shown_key is a key of an index that DuckDB lists: the name of a column as PostgreSQL quotes it, or an expression.
create macro @cat._shown_key(p_key) as
  case when regexp_full_match(p_key, '"([^"]|"")*"') then @cat.quote_ident(replace(p_key[2:-2], '""', '"')) when regexp_full_match(p_key, '[A-Za-z_]\w*') then @cat.quote_ident(p_key) else p_key end;

create view @cat._indexes as
select index as oid, schema_oid, name, relation, true as is_unique, constraint_type = 'PRIMARY KEY' as is_primary,
       list_transform(names, lambda x: @cat.quote_ident(x)) as expressions, 0 as included, list_transform(names, lambda x: 0::smallint) as options, null::varchar as predicate,
       'btree (' || array_to_string(list_transform(names, lambda x: @cat.quote_ident(x)), ', ') || ')' as definition,
       'btree (' || array_to_string(list_transform(names, lambda x: @cat.quote_ident(x)), ', ') || ')' as pretty
from @cat._keys where not indexed
union all by name
select oid, schema_oid, name, relation, is_unique, is_primary, expressions, 0 as included, list_transform(expressions, lambda x: 0::smallint) as options, predicate,
       'btree (' || array_to_string(expressions, ', ') || ')' || coalesce(' WHERE ' || predicate, '') as definition,
       'btree (' || array_to_string(expressions, ', ') || ')' || coalesce(' WHERE ' || predicate, '') as pretty
from (select index_oid as oid, schema_oid, index_name as name, table_oid as relation, is_unique, is_primary,
             list_transform(expressions::varchar[], lambda x: @cat._shown_key(regexp_replace(x, '^\(CASE  WHEN \((.*)\) THEN \((.*)\) ELSE NULL END\)$', '\2', 's'))) as expressions,
             nullif(regexp_extract((expressions::varchar[])[1], '^\(CASE  WHEN \((.*)\) THEN \((.*)\) ELSE NULL END\)$', 1, 's'), '') as predicate
      from duckdb_indexes() where database_name in (@db, 'temp') and index_oid not in (select index_oid from @cat._kept_indexes))
union all by name
select i.index_oid as oid, i.schema_oid, i.index_name as name, i.table_oid as relation, (i.is_unique or k.is_deferrable) and k.kind is distinct from 'x' as is_unique, k.is_deferrable, k.kind is not distinct from 'x' as excludes, k.kind is not distinct from 'p' as is_primary, k.not_distinct,
       list_concat(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.f, k.shape, false)), list_transform(k.included, lambda x: @cat.quote_ident(x))) as expressions,
       list_concat(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.p, k.shape, true)), list_transform(k.included, lambda x: @cat.quote_ident(x))) as pretties, len(k.included) as included,
       k.method, nullif(list_transform(k.reloptions, lambda x: replace(x, '''', '')), []) as reloptions, list_transform(k.keys, lambda x: x.n) as key_names, list_transform(k.keys, lambda x: x.t) as key_types, list_transform(k.keys, lambda x: x.k) as key_collations, list_transform(k.keys, lambda x: coalesce(x.s, '')) as suffixes,
       list_transform(k.keys, lambda x: coalesce(x.o, 0)::smallint) as options, coalesce(@cat._marked_out(k.full_condition), @cat._rule(k.condition, k.shape, false), k.condition) as predicate,
       coalesce(@cat._marked_out(k.pretty_condition), @cat._rule(k.condition, k.shape, true)) as bare,
       k.method || ' (' || array_to_string(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.f, k.shape, false) || coalesce(x.s, '')), ', ') || ')'
         || case when len(k.included) > 0 then ' INCLUDE (' || array_to_string(list_transform(k.included, lambda x: @cat.quote_ident(x)), ', ') || ')' else '' end || case when k.not_distinct then ' NULLS NOT DISTINCT' else '' end || k.options_text
         || coalesce(' WHERE ' || coalesce(@cat._marked_out(k.full_condition), @cat._rule(k.condition, k.shape, false), k.condition), '') as definition,
       k.method || ' (' || array_to_string(list_transform(k.keys, lambda x: @cat._index_key(x.c, x.e, x.f, x.p, k.shape, true) || coalesce(x.s, '')), ', ') || ')'
         || case when len(k.included) > 0 then ' INCLUDE (' || array_to_string(list_transform(k.included, lambda x: @cat.quote_ident(x)), ', ') || ')' else '' end || case when k.not_distinct then ' NULLS NOT DISTINCT' else '' end || k.options_text
         || coalesce(' WHERE ' || coalesce(@cat._marked_out(k.pretty_condition), @cat._rule(k.condition, k.shape, true), k.condition), '') as pretty
from duckdb_indexes() i join @cat._kept_indexes k using (index_oid) where i.database_name in (@db, 'temp');

-- _access_method is the OID of a kind of index.
create macro @cat._access_method(p_method) as
  case p_method when 'hash' then 405 when 'gist' then 783 when 'gin' then 2742 when 'spgist' then 4000 when 'brin' then 3580 else 403 end;

create view @cat._index_columns as
select i.oid, i.relation, i.number, i.expression, i.pretty, c.name, coalesce(nullif(i.key_names[i.number], ''), c.name, 'expr') as shown_name, coalesce(c.number, 0) as attnum, coalesce(c.type, t.oid, 25) as type,
       coalesce(c.size, t.typlen, -1) as size, coalesce(c.typmod, -1) as typmod, @cat._access_method(i.method) as method, regexp_extract(i.suffixes[i.number], '(?:^| )(\w+_ops)\b', 1) as class,
       case when i.number > i.keys then 0 when i.key_collations[i.number] <> '' then @cat._collation_oid(i.key_collations[i.number]) else coalesce(o.coll, v.coll) end as coll
from (select oid, relation, coalesce(method, 'btree') as method, key_names, key_types, key_collations, suffixes, unnest(expressions) as expression, unnest(coalesce(pretties, expressions)) as pretty, generate_subscripts(expressions, 1) as number, len(expressions) - included as keys from @cat._indexes) i
     left join @cat._pg_type t on t.oid = i.key_types[i.number]
     left join @cat._columns c on c.relation = i.relation
          and c.name = case when starts_with(i.expression, '"') then replace(i.expression[2:-2], '""', '"') else i.expression end
     left join @cat._table_collations o on o.relation = c.relation and o.name = c.name left join @cat._view_collations v on v.relation = c.relation and v.number = c.number;

create table @cat._system_relations as
select c.oid, name as relname, case schema when 'pg_catalog' then 11 else 13207 end as relnamespace,
       coalesce((select t.oid from @cat._pg_type t where t.typrelid = c.oid), 0) as reltype,
       0 as reloftype, 10 as relowner, case kind when 'r' then 2 else 0 end as relam, 0 as relfilenode, 0 as reltablespace,
       0 as relpages, 0 as reltuples, 0 as relallvisible, 0 as reltoastrelid, false as relhasindex, false as relisshared,
       'p' as relpersistence, kind as relkind, count(*) as relnatts,
       0 as relchecks, kind = 'v' as relhasrules, false as relhastriggers, false as relhassubclass, false as relrowsecurity,
       false as relforcerowsecurity, true as relispopulated, 'n' as relreplident, false as relispartition, 0 as relrewrite,
       0 as relfrozenxid, 0 as relminmxid
from @cat._system_columns c group by schema, name, c.oid, kind;

-- _view_tables are the relations that views name in full, as CREATE VIEW writes them.
create view @cat._view_tables as
select v.view_oid as view, v.schema_oid, v.view_name as name, v.simple, r.schema_name as table_schema, r.name as table_name, r.is_table
from (select view_oid, schema_oid, view_name, sql, regexp_matches(lower(sql),
             '(?s)^create (temp )?view [^(]*? as \(?select ("([^"]|"")*"|[\w$.*]+|, | as )+ from ("[^"]+"|[\w$]+)\.("[^"]+"|[\w$]+)\.("[^"]+"|[\w$]+)( as ("[^"]+"|[\w$]+))?( where [^;]*)?\)?;?\s*$')
             and not regexp_matches(lower(sql), '\b(group by|having|limit|offset|union|intersect|except|qualify|window)\b|select distinct') as simple
      from (select view_oid, schema_oid, view_name, regexp_replace(regexp_replace(sql, '"sallyport definition" AS \((SELECT ''[0-9a-f]*'')\), ', ''),
                   'WITH (RECURSIVE )?"sallyport definition" AS \((SELECT ''[0-9a-f]*'')\) ?', '') as sql
            from duckdb_views() where database_name = @db and not internal)) v
     join (select schema_name, table_name as name, true as is_table from duckdb_tables() where database_name = @db
           union all select schema_name, view_name, false from duckdb_views() where database_name = @db and not internal) r
       on contains(v.sql, @cat.quote_ident(@db) || '.' || @cat.quote_ident(r.schema_name) || '.' || @cat.quote_ident(r.name))
          and regexp_matches(v.sql, '(?:from|join|[(,]) ?' || regexp_escape(@cat.quote_ident(@db) || '.' || @cat.quote_ident(r.schema_name) || '.' || @cat.quote_ident(r.name)) || '(?:[^\w$."]|$)', 'i');

-- _changed_views are the views through which rows are changed: columns of one table.
create view @cat._changed_views as select view from @cat._view_tables where simple and is_table;

-- _view_reads has what views keep of what they depend on (providers.ShownReads).
create view @cat._view_reads as
select view, reads::json as reads
from (select view_oid as view, pg__reads(sql) as reads from duckdb_views() where database_name in (@db, 'temp') and not internal and contains(sql, 'sallyport definition')
      union all select table_oid, pg__reads(query) from @cat._stored)
where reads is not null;

-- _reads_relations has the relations that views read, each with its columns. A view of an earlier server keeps none, and names the relations.
create view @cat._reads_relations as
select v.view, c.oid as relation, v.columns
from (select view, (r->>'schema') as schema, (r->>'name') as name, from_json(r->'columns', '["VARCHAR"]') as columns
      from (select view, unnest(from_json(reads->'relations', '["JSON"]')) as r from @cat._view_reads)) v
     join @cat._readable c on lower(c.name) = lower(v.name) and lower(c.schema) = lower(v.schema)
union all
select v.view, c.oid, null from @cat._view_tables v join @cat._readable c on c.name = v.table_name and c.schema = v.table_schema where v.view not in (select view from @cat._view_reads);

-- _names_column reports whether an expression as PostgreSQL shows it names a column.
create macro @cat._names_column(p_text, p_name) as
  regexp_matches(regexp_replace(p_text, '''([^'']|'''')*''', '''''', 'g'), '(^|[^\w"$.:])' || regexp_escape(@cat.quote_ident(p_name)) || '($|[^\w"$(.])');

create macro @cat._counter_type(p_min, p_max) as
  case when p_max = 32767 and p_min >= -32768 or p_min = -32768 and p_max < 0 then 21
       when p_max = 2147483647 and p_min >= -2147483648 or p_min = -2147483648 and p_max < 0 then 23 else 20 end;

-- _counters has the sequences, with what their comments keep of them (providers/duckdb/sequences.go). DuckDB counts every sequence in
-- bigint: its bounds tell the type where nothing is kept.
create view @cat._counters as
select sequence_oid, sequence_name, schema_oid, schema_name, database_name, temporary, coalesce((kept->>'start')::bigint, start_value) as start_value, min_value, max_value, increment_by, cycle,
       nullif(case when kept is null then comment else (kept->>'comment') end, '') as comment,
       case kept->>'type' when 'smallint' then 21 when 'integer' then 23 when 'bigint' then 20 else @cat._counter_type(min_value, max_value) end as type,
       coalesce((kept->>'cache')::bigint, 1) as cache, (kept->>'owned')::boolean as owned, kept->>'table' as owning_table, kept->>'column' as owning_column
from (select *, case when starts_with(comment, 'sallyport:{') then comment[11:]::json end as kept from duckdb_sequences() where database_name in (@db, 'temp'));

create view @cat._owned as
select s.sequence_oid as sequence, c.relation, c.number, c.name, c.identity
from @cat._counters s join duckdb_tables() t using (schema_oid) join @cat._columns c on c.relation = t.table_oid
where case when s.owning_table is not null then lower(s.owning_table) = lower(t.table_name) and lower(s.owning_column) = lower(c.name)
           when s.owned is null then s.sequence_name = t.table_name || '_' || c.name || '_seq' and (starts_with(c.expression, 'nextval(') or c.identity <> '')
           else s.owned and (contains(c.expression, 'nextval(''' || replace(@cat.quote_ident(s.sequence_name), '''', '''''') || '''')
                             or contains(c.expression, '.' || replace(@cat.quote_ident(s.sequence_name), '''', '''''') || '''')) end;

-- _relations is pg_class with the columns that look-ups need. _relations_beside_views has those that CREATE VIEW does not change.
create view @cat._relations_beside_views as
select table_oid as oid, table_name as name, case when database_name = 'temp' then 'pg_temp_1' else schema_name end as schema
from duckdb_tables() where database_name in (@db, 'temp')
union all
select sequence_oid, sequence_name, schema_name from duckdb_sequences() where database_name in (@db, 'temp')
union all
select 1850000000 + type_oid, type_name, schema_name from duckdb_types()
where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and starts_with(labels[1], 'sallyport:{"kind":"c"')
union all
select index_oid, index_name, schema_name from duckdb_indexes() where database_name in (@db, 'temp')
union all
select index, name, schema_name from @cat._keys where not indexed
union all
select oid, relname, case relnamespace when 11 then 'pg_catalog' else 'information_schema' end from @cat._system_relations;

create view @cat._relations as
select oid, name, schema from @cat._relations_beside_views
union all
select view_oid, view_name, case when database_name = 'temp' then 'pg_temp_1' else schema_name end
from duckdb_views() where database_name in (@db, 'temp') and not internal;

create macro @cat.pg_show_all_settings() as table
  with now as (select unnest(getvariable('sallyport_settings')::struct("name" varchar, setting varchar, shown varchar, reset varchar, source varchar)[], max_depth := 2))
  select s.name, coalesce(now.setting, s.setting) as setting, unit, category, short_desc, extra_desc, context, vartype,
         coalesce(now.source, s.source) as source, min_val, max_val, enumvals, boot_val, coalesce(now.reset, s.reset_val) as reset_val,
         sourcefile, sourceline, pending_restart
  from @cat._pg_settings s left join now on now.name = lower(s.name)
  union all by name
  select now.name, now.setting, 'Customized Options' as category, 'user' as context, 'string' as vartype, now.source, now.reset as reset_val, false as pending_restart
  from now where contains(now.name, '.');

-- _domains has what pg_type says of the types that domains are over.
create view @cat._domains as
select u.oid, u.name, u.schema_oid, u.kept, coalesce(@cat._collation_oid(u.kept->>'collation'), b.typcollation) as typcollation, b.oid as base, coalesce(p.oid, b.oid) as over,
       case when p.oid is null then coalesce((u.kept->>'typmod')::int, -1) else -1 end as typmod, coalesce((u.kept->>'typmod')::int, -1) as base_typmod,
       coalesce((u.kept->>'notnull')::boolean, false) as not_null,
       (u.kept->>'default_pretty') as pretty, coalesce((u.kept->>'default_shown'), (u.kept->>'default') || case when regexp_full_match(u.kept->>'default', '''([^'']|'''')*''') and b.typcategory in ('S', 'D', 'T', 'U', 'I')
                                    then '::' || case d.name when 'character' then 'bpchar' else d.name end else '' end) as expression
from @cat._user_types u join @cat._pg_type b on b.typname = (u.kept->>'typname') and b.typnamespace = 11
     left join @cat._user_types p on p.id = (u.kept->>'over') left join @cat._type_display d on d.oid = b.oid
where u.kind = 'd';

create view @cat._domain_checks as
select 2000000000 + d.oid * 200 + n as oid, d.oid as type, d.schema_oid, (k->>'name') as name, (k->>'shown') as expression, (k->>'pretty') as pretty, (k->>'comment') as comment, (k->>'unchecked') is not null as unchecked
from (select oid, schema_oid, unnest(from_json(kept->'checks', '["JSON"]')) as k, generate_subscripts(from_json(kept->'checks', '["JSON"]'), 1) as n
      from @cat._user_types where kind = 'd') d;

-- _fields has the attributes of composite types.
create view @cat._fields as
select 1850000000 + f.oid as relation, f.name, coalesce(case when f.dims > 0 then 1800000000 end + u.oid, u.oid, case when f.dims > 0 then t.typarray else t.oid end) as type,
       case when f.dims > 0 or u.kind = 'c' then -1 else coalesce(b.typlen, t.typlen) end as size, f.n as number, f.dims as dimensions, f.typmod
from (select oid, n, f->>'name' as name, f->>'user' as id, f->>'typname' as base, coalesce((f->>'dims')::int, 0) as dims, coalesce((f->>'typmod')::int, case when (f->>'zero')::boolean then 0 else -1 end) as typmod
      from (select oid, unnest(from_json(kept->'fields', '["JSON"]')) as f, generate_subscripts(from_json(kept->'fields', '["JSON"]'), 1) as n
            from @cat._user_types where kind = 'c')) f
     left join @cat._user_types u on u.id = f.id left join @cat._domains d on d.oid = u.oid left join @cat._pg_type b on b.oid = d.base
     left join @cat._pg_type t on f.id is null and t.typname = f.base and t.typnamespace = 11;

-- _type_forms has how values of types are kept, and the type whose operators and operator classes a type has.
create view @cat._type_forms as
select oid, typbyval, typalign, typstorage, typcollation,
       case when oid = 1043 then 25 when oid = 650 then 869 when typcategory = 'A' and typelem <> 0 and typlen = -1 then 2277 when typtype = 'r' then 3831 when typtype = 'm' then 4537 else oid end as operated
from @cat._pg_type
union all select d.oid, b.typbyval, b.typalign, b.typstorage, d.typcollation, case when b.oid = 1043 then 25 when b.oid = 650 then 869 else b.oid end from @cat._domains d join @cat._pg_type b on b.oid = d.base
union all select 1800000000 + d.oid, false, case b.typalign when 'd' then 'd' else 'i' end, 'x', d.typcollation, 2277 from @cat._domains d join @cat._pg_type b on b.oid = d.base
union all select oid, false, 'd', 'x', 0, 2249 from @cat._user_types where kind = 'c'
union all select 1800000000 + oid, false, 'd', 'x', 0, 2277 from @cat._user_types where kind = 'c'
union all select r.oid, false, case b.typalign when 'd' then 'd' else 'i' end, 'x', 0, case r.kind when 'r' then 3831 else 4537 end from @cat._user_ranges r join @cat._pg_type b on b.typname = (r.kept->>'typname') and b.typnamespace = 11
union all select r.array_oid, false, case b.typalign when 'd' then 'd' else 'i' end, 'x', 0, 2277 from @cat._user_ranges r join @cat._pg_type b on b.typname = (r.kept->>'typname') and b.typnamespace = 11
union all select oid, true, 'i', 'p', 0, 3500 from @cat._enums
union all select array_oid, false, 'i', 'x', 0, 2277 from @cat._enums;

-- _key_operators has the operators by which foreign keys compare their columns.
create view @cat._key_operators as
select k.oid, list(coalesce(b.oid, o.oid, 0) order by k.n) as both_sides, list(coalesce(r.oid, 0) order by k.n) as referenced_sides, list(coalesce(o.oid, 0) order by k.n) as own_sides
from (select oid, relation, referenced, unnest(columns) as c, unnest(referenced_columns) as r, generate_subscripts(columns, 1) as n from @cat._constraints where type = 'f') k
     join @cat._columns kc on kc.relation = k.relation and kc.number = k.c join @cat._type_forms kf on kf.oid = kc.type
     join @cat._columns rc on rc.relation = k.referenced and rc.number = k.r join @cat._type_forms rf on rf.oid = rc.type
     left join @cat.pg_operator b on b.oprname = '=' and b.oprleft = rf.operated and b.oprright = kf.operated
     left join @cat.pg_operator r on r.oprname = '=' and r.oprleft = rf.operated and r.oprright = rf.operated
     left join @cat.pg_operator o on o.oprname = '=' and o.oprleft = kf.operated and o.oprright = kf.operated
group by k.oid;

-- _exclusion_operators has the operators of exclusion constraints, by their indexes.
create view @cat._exclusion_operators as
select k.index_oid as held_by, list(coalesce(o.oid, 0) order by c.number) as operators
from @cat._kept_indexes k join @cat._index_columns c on c.oid = k.index_oid left join @cat._type_forms f on f.oid = c.type
     left join @cat.pg_operator o on o.oprname = k.keys[c.number].x and o.oprleft = coalesce(f.operated, c.type) and o.oprright = coalesce(f.operated, c.type)
where k.kind = 'x' group by k.index_oid;
