--- pg_namespace
select oid, nspname, 10 as nspowner from (values (11, 'pg_catalog'), (99, 'pg_toast'), (13207, 'information_schema')) t(oid, nspname)
union all
select oid, name, 10 from @cat._schemas

--- pg_class
select table_oid as oid, table_name as relname, schema_oid as relnamespace, 1900000000 + table_oid as reltype,
       0 as reloftype, 10 as relowner, 2 as relam, table_oid as relfilenode, 0 as reltablespace, 0 as relpages,
       estimated_size as reltuples, 0 as relallvisible, 0 as reltoastrelid,
       index_count > 0 as relhasindex, false as relisshared,
       case when temporary then 't' when s.unlogged then 'u' else 'p' end as relpersistence, case when table_oid in (select table_oid from @cat._stored) then 'm' else 'r' end as relkind, column_count - len(regexp_extract_all(sql, ', "?pg__scale_')) as relnatts,
       case when check_constraint_count > 0 then (select count(*) from @cat._own o where o.relation = table_oid and o.constraint_type = 'CHECK') else 0 end as relchecks, table_oid in (select table_oid from @cat._stored) as relhasrules,
       table_oid in (select unnest([relation, referenced]) from @cat._constraints where type = 'f') as relhastriggers,
       false as relhassubclass, false as relrowsecurity, false as relforcerowsecurity, table_oid not in (select table_oid from @cat._stored where is_empty) as relispopulated,
       coalesce(s.replica, 'd') as relreplident, false as relispartition, 0 as relrewrite, 0 as relfrozenxid, 0 as relminmxid,
       nullif(s.reloptions, []) as reloptions
from duckdb_tables() left join @cat._stored_tables s on s.relation = table_oid where database_name in (@db, 'temp') and not internal
union all by name
select view_oid as oid, view_name as relname, schema_oid as relnamespace, 1900000000 + view_oid as reltype,
       0 as reloftype, 10 as relowner, 0 as relam, 0 as relfilenode, 0 as reltablespace, 0 as relpages,
       0 as reltuples, 0 as relallvisible, 0 as reltoastrelid, false as relhasindex, false as relisshared,
       case when temporary then 't' else 'p' end as relpersistence, case when contains(sql, '''sallyport materialized view'' = ''') then 'm' else 'v' end as relkind,
       column_count - case when contains(sql, 'pg__scale_') then len(list_distinct(list_concat(regexp_extract_all(sql, ' AS ("pg__scale_([^"]|"")*"|pg__scale_\w*)', 1),
           regexp_extract_all(regexp_extract(sql, '^[^(]*\([^)]*\) AS '), ', ("pg__scale_([^"]|"")*"|pg__scale_\w*)', 1)))) else 0 end as relnatts,
       0 as relchecks, true as relhasrules, false as relhastriggers, false as relhassubclass, false as relrowsecurity,
       false as relforcerowsecurity, true as relispopulated, 'n' as relreplident, false as relispartition,
       0 as relrewrite, 0 as relfrozenxid, 0 as relminmxid,
       string_split(pg__view_options(sql), chr(10)) as reloptions
from duckdb_views() where database_name in (@db, 'temp') and not internal
union all by name
select sequence_oid as oid, sequence_name as relname, schema_oid as relnamespace, 0 as reltype,
       0 as reloftype, 10 as relowner, 0 as relam, sequence_oid as relfilenode, 0 as reltablespace, 1 as relpages,
       1 as reltuples, 0 as relallvisible, 0 as reltoastrelid, false as relhasindex, false as relisshared,
       case when temporary or database_name = 'temp' then 't' when sequence_oid in (select o.sequence from @cat._owned o join @cat._persistences p on p.relation = o.relation and p.persistence = 'u') then 'u' else 'p' end as relpersistence, 'S' as relkind, 3 as relnatts,
       0 as relchecks, false as relhasrules, false as relhastriggers, false as relhassubclass, false as relrowsecurity,
       false as relforcerowsecurity, true as relispopulated, 'n' as relreplident, false as relispartition,
       0 as relrewrite, 0 as relfrozenxid, 0 as relminmxid
from duckdb_sequences() where database_name in (@db, 'temp')
union all by name
select oid, name as relname, schema_oid as relnamespace, 0 as reltype,
       0 as reloftype, 10 as relowner, @cat._access_method(method) as relam, oid as relfilenode, 0 as reltablespace, 1 as relpages,
       0 as reltuples, 0 as relallvisible, 0 as reltoastrelid, false as relhasindex, false as relisshared,
       coalesce(p.persistence, 'p') as relpersistence, 'i' as relkind, len(expressions) as relnatts,
       0 as relchecks, false as relhasrules, false as relhastriggers, false as relhassubclass, false as relrowsecurity,
       false as relforcerowsecurity, true as relispopulated, 'n' as relreplident, false as relispartition,
       0 as relrewrite, 0 as relfrozenxid, 0 as relminmxid, reloptions
from @cat._indexes left join @cat._persistences p using (relation)
union all by name
select 1850000000 + oid as oid, name as relname, schema_oid as relnamespace, oid as reltype,
       0 as reloftype, 10 as relowner, 0 as relam, 0 as relfilenode, 0 as reltablespace, 0 as relpages,
       0 as reltuples, 0 as relallvisible, 0 as reltoastrelid, false as relhasindex, false as relisshared,
       'p' as relpersistence, 'c' as relkind, json_array_length(kept->'fields') as relnatts,
       0 as relchecks, false as relhasrules, false as relhastriggers, false as relhassubclass, false as relrowsecurity,
       false as relforcerowsecurity, true as relispopulated, 'n' as relreplident, false as relispartition,
       0 as relrewrite, 0 as relfrozenxid, 0 as relminmxid
from @cat._user_types where kind = 'c'
union all by name
select * from @cat._system_relations

--- pg_attribute
with a as (
  select relation, name, type, size, number, dimensions, typmod, not nullable as attnotnull, expression is not null and identity = '' as atthasdef, identity, computed, type as collated, null::int as coll
  from @cat._columns
  union all
  select relation, name, type, size, number, dimensions, typmod, false, false, '', false, type, null from @cat._fields
  union all
  select oid, shown_name, case when method = 405 then 23 else type end, case when method = 405 then 4 else size end, number, 0, typmod, false, false, '', false, type, coll from @cat._index_columns
  union all
  select sequence_oid, s.name, s.type, s.size, s.number, 0, -1, true, false, '', false, 0, null
  from duckdb_sequences(), (values ('last_value', 20, 8, 1), ('log_cnt', 20, 8, 2), ('is_called', 16, 1, 3)) s(name, type, size, number) where database_name in (@db, 'temp')
  union all
  select r.oid, s.name, s.type, s.size, s.number, 0, -1, true, false, '', false, 0, null
  from (select table_oid as oid from duckdb_tables() where database_name in (@db, 'temp') and not internal union all select sequence_oid from duckdb_sequences() where database_name in (@db, 'temp')
        union all select oid from @cat._system_relations where relkind = 'r') r
       cross join (values ('ctid', 27, 6, -1), ('xmin', 28, 4, -2), ('cmin', 29, 4, -3), ('xmax', 28, 4, -4), ('cmax', 29, 4, -5), ('tableoid', 26, 4, -6)) s(name, type, size, number)
  union all
  select c.oid, c.column_name, c.type, t.typlen, c.number, 0, c.typmod, c.not_null, false, '', false, c.type, case when c.kind = 'r' and t.typcollation = 100 then 950 end
  from @cat._system_columns c left join @cat._pg_type t on t.oid = c.type)
select a.relation as attrelid, a.name as attname, a.type as atttypid, case when a.number < 0 then 0 else coalesce(s.target, -1) end as attstattarget, a.size as attlen, a.number as attnum,
       a.dimensions as attndims, -1 as attcacheoff, a.typmod as atttypmod, coalesce(t.typbyval, true) as attbyval, coalesce(t.typalign, 'i') as attalign,
       coalesce(s.storage, t.typstorage, 'p') as attstorage, '' as attcompression, a.attnotnull, a.atthasdef, false as atthasmissing,
       a.identity as attidentity, case when a.computed then 's' else '' end as attgenerated, false as attisdropped, true as attislocal, 0 as attinhcount,
       coalesce(a.coll, s.coll, v.coll, k.typcollation, 0) as attcollation
from a left join (select relation, c.n as name, c.t as target, c.s as storage, @cat._collation_oid(c.o) as coll from (select relation, unnest(columns) as c from @cat._stored_tables)) s using (relation, name)
     left join @cat._view_collations v on v.relation = a.relation and v.number = a.number
     left join @cat._type_forms t on t.oid = a.type left join @cat._type_forms k on k.oid = a.collated

--- pg_attrdef
select 1400000000 + relation * 200 + number as oid, relation as adrelid, number as adnum, @cat._both_shown(expression, pretty, computed) as adbin
from @cat._columns where expression is not null and identity = ''

--- pg_type
select * from @cat._pg_type
union all by name
select 1900000000 + oid as oid, name as typname, schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'c' as typtype, 'C' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, oid as typrelid,
       0 as typsubscript, 0 as typelem, 2100000000 + oid as typarray, 2290 as typinput, 2291 as typoutput, 2402 as typreceive, 2403 as typsend,
       0 as typmodin, 0 as typmodout, 0 as typanalyze, 'd' as typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from (select table_oid as oid, table_name as name, schema_oid from duckdb_tables() where database_name in (@db, 'temp') and not internal
      union all
      select view_oid, view_name, schema_oid from duckdb_views() where database_name in (@db, 'temp') and not internal)
union all by name
select 2100000000 + oid as oid, '_' || name as typname, schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'b' as typtype, 'A' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       6179 as typsubscript, 1900000000 + oid as typelem, 0 as typarray, 750 as typinput, 751 as typoutput, 2400 as typreceive, 2401 as typsend,
       0 as typmodin, 0 as typmodout, 3816 as typanalyze, 'd' as typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from (select table_oid as oid, table_name as name, schema_oid from duckdb_tables() where database_name in (@db, 'temp') and not internal
      union all
      select view_oid, view_name, schema_oid from duckdb_views() where database_name in (@db, 'temp') and not internal)
union all by name
select type_oid as oid, type_name as typname, schema_oid as typnamespace, 10 as typowner, 4 as typlen, true as typbyval,
       'e' as typtype, 'E' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       0 as typsubscript, 0 as typelem, 1800000000 + type_oid as typarray, 3506 as typinput, 3507 as typoutput, 3532 as typreceive, 3533 as typsend,
       0 as typmodin, 0 as typmodout, 0 as typanalyze, 'i' as typalign, 'p' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and not starts_with(labels[1], 'sallyport:{')
union all by name
select 1800000000 + type_oid as oid, '_' || type_name as typname, schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'b' as typtype, 'A' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       6179 as typsubscript, type_oid as typelem, 0 as typarray, 750 as typinput, 751 as typoutput, 2400 as typreceive, 2401 as typsend,
       0 as typmodin, 0 as typmodout, 3816 as typanalyze, 'i' as typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and not starts_with(labels[1], 'sallyport:{')
union all by name
select d.oid as oid, d.name as typname, d.schema_oid as typnamespace, 10 as typowner, b.typlen, b.typbyval,
       'd' as typtype, b.typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       0 as typsubscript, 0 as typelem, 1800000000 + d.oid as typarray, 2597 as typinput, b.typoutput, 2598 as typreceive, b.typsend,
       0 as typmodin, 0 as typmodout, 0 as typanalyze, b.typalign, b.typstorage, d.not_null as typnotnull,
       d.over as typbasetype, d.typmod as typtypmod, 0 as typndims, d.typcollation, @cat._marked_out(d.expression) as typdefault, @cat._both_shown(d.expression, d.pretty, false) as typdefaultbin
from @cat._domains d join @cat._pg_type b on b.oid = d.base
union all by name
select oid, name as typname, schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'c' as typtype, 'C' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 1850000000 + oid as typrelid,
       0 as typsubscript, 0 as typelem, 1800000000 + oid as typarray, 2290 as typinput, 2291 as typoutput, 2402 as typreceive, 2403 as typsend,
       0 as typmodin, 0 as typmodout, 0 as typanalyze, 'd' as typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from @cat._user_types where kind = 'c'
union all by name
select 1800000000 + u.oid as oid, '_' || u.name as typname, u.schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'b' as typtype, 'A' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       6179 as typsubscript, u.oid as typelem, 0 as typarray, 750 as typinput, 751 as typoutput, 2400 as typreceive, 2401 as typsend,
       0 as typmodin, 0 as typmodout, 3816 as typanalyze, f.typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, f.typcollation
from @cat._user_types u join @cat._type_forms f on f.oid = 1800000000 + u.oid where u.kind <> 'r'
union all by name
select r.oid, r.name as typname, r.schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       r.kind as typtype, 'R' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       0 as typsubscript, 0 as typelem, r.array_oid as typarray, case r.kind when 'r' then 3834 else 4231 end as typinput, case r.kind when 'r' then 3835 else 4232 end as typoutput,
       case r.kind when 'r' then 3836 else 4233 end as typreceive, case r.kind when 'r' then 3837 else 4234 end as typsend,
       0 as typmodin, 0 as typmodout, case r.kind when 'r' then 3916 else 4242 end as typanalyze, f.typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from @cat._user_ranges r join @cat._type_forms f on f.oid = r.oid
union all by name
select r.array_oid as oid, '_' || r.name as typname, r.schema_oid as typnamespace, 10 as typowner, -1 as typlen, false as typbyval,
       'b' as typtype, 'A' as typcategory, false as typispreferred, true as typisdefined, ',' as typdelim, 0 as typrelid,
       6179 as typsubscript, r.oid as typelem, 0 as typarray, 750 as typinput, 751 as typoutput, 2400 as typreceive, 2401 as typsend,
       0 as typmodin, 0 as typmodout, 3816 as typanalyze, f.typalign, 'x' as typstorage, false as typnotnull,
       0 as typbasetype, -1 as typtypmod, 0 as typndims, 0 as typcollation
from @cat._user_ranges r join @cat._type_forms f on f.oid = r.array_oid

--- pg_range
select * from @cat._pg_range
union all by name
select r.oid as rngtypid, b.oid as rngsubtype, r.other as rngmultitypid, coalesce(@cat._collation_oid(r.kept->>'collation'), b.typcollation) as rngcollation,
       c.oid as rngsubopc, 0 as rngcanonical, coalesce(p.oid, 0) as rngsubdiff
from @cat._user_ranges r join @cat._pg_type b on b.typname = (r.kept->>'typname') and b.typnamespace = 11
     left join @cat.pg_opclass c on c.opcmethod = 403 and c.opcdefault and c.opcintype = b.oid
     left join @cat._pg_proc p on p.proname = (r.kept->>'diff') and p.pronamespace = 11
where r.kind = 'r'

--- pg_enum
select 2000000000 + type_oid * 200 + n as oid, type_oid as enumtypid, coalesce(places[n]::float, n) as enumsortorder, label as enumlabel
from (select type_oid, unnest(labels) as label, generate_subscripts(labels, 1) as n,
             case when starts_with(labels[-1], 'sallyport:enum ') and contains(labels[-1], ';') then string_split(regexp_extract(labels[-1], ';(.*)$', 1), ',') end as places
      from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and not starts_with(labels[1], 'sallyport:{'))
where not starts_with(label, 'sallyport:enum ')

--- pg_constraint
select k.oid, name as conname, schema_oid as connamespace, type as contype, is_deferrable as condeferrable, is_deferred as condeferred,
       not unchecked as convalidated, relation as conrelid, 0 as contypid, index as conindid, 0 as conparentid,
       referenced as confrelid, case type when 'f' then updates else ' ' end as confupdtype,
       case type when 'f' then deletes else ' ' end as confdeltype, case type when 'f' then case when is_full then 'f' else 's' end else ' ' end as confmatchtype,
       true as conislocal, 0 as coninhcount, type <> 'c' as connoinherit, columns as conkey, referenced_columns as confkey,
       o.both_sides as conpfeqop, o.referenced_sides as conppeqop, o.own_sides as conffeqop, x.operators as conexclop,
       @cat._both_shown(expression, bare, len(columns) > 0) as conbin
from @cat._constraints k left join @cat._key_operators o on o.oid = k.oid left join @cat._exclusion_operators x on k.type = 'x' and x.held_by = k.index
union all by name
select oid, name as conname, schema_oid as connamespace, 'c' as contype, false as condeferrable, false as condeferred,
       not unchecked as convalidated, 0 as conrelid, type as contypid, 0 as conindid, 0 as conparentid,
       0 as confrelid, ' ' as confupdtype, ' ' as confdeltype, ' ' as confmatchtype,
       true as conislocal, 0 as coninhcount, false as connoinherit, @cat._both_shown(expression, pretty, false) as conbin
from @cat._domain_checks

--- pg_index
select i.oid as indexrelid, any_value(i.relation) as indrelid, count(*) as indnatts, count(*) - any_value(i.included) as indnkeyatts,
       any_value(i.is_unique) as indisunique, coalesce(any_value(i.not_distinct), false) as indnullsnotdistinct, any_value(i.is_primary) as indisprimary,
       coalesce(any_value(i.excludes), false) as indisexclusion, not coalesce(any_value(i.is_deferrable), false) as indimmediate, coalesce(any_value(i.name = s.cluster), false) as indisclustered, true as indisvalid, false as indcheckxmin,
       true as indisready, true as indislive, coalesce(any_value(i.name = s.replica_index), false) as indisreplident,
       list(c.attnum::smallint order by c.number) as indkey,
       list(coalesce(c.coll, f.typcollation, 0) order by c.number)[:len(any_value(i.options))] as indcollation,
       list(coalesce(n.oid, d.oid, g.oid, 0) order by c.number)[:len(any_value(i.options))] as indclass, any_value(i.options) as indoption,
       @cat._both_shown(string_agg(case when c.attnum = 0 then @cat._unboxed(c.expression) end, ', ' order by c.number),
                        string_agg(case when c.attnum = 0 then @cat._unboxed(c.pretty) end, ', ' order by c.number), true) as indexprs,
       @cat._both_shown(any_value(i.predicate), any_value(i.bare), true) as indpred
from @cat._indexes i join @cat._index_columns c using (oid) left join @cat._stored_tables s on s.relation = i.relation left join @cat._type_forms f on f.oid = c.type
     left join @cat.pg_opclass n on n.opcmethod = c.method and n.opcname = c.class
     left join @cat.pg_opclass d on d.opcmethod = c.method and d.opcdefault and d.opcintype = c.type
     left join @cat.pg_opclass g on g.opcmethod = c.method and g.opcdefault and g.opcintype = f.operated
group by i.oid

--- pg_description
select * from @cat._pg_description
union all by name
select table_oid as objoid, 1259 as classoid, 0 as objsubid, @cat._client_comment(comment) as description
from duckdb_tables() where database_name in (@db, 'temp') and @cat._client_comment(comment) is not null
union all by name
select k.oid as objoid, 2606 as classoid, 0 as objsubid, c.comment as description
from @cat._constraint_comments c join @cat._constraints k on k.relation = c.relation and k.name = c.name where not c.of_index
union all by name
select k.index as objoid, 1259 as classoid, 0 as objsubid, c.comment as description
from @cat._constraint_comments c join @cat._keys k on k.relation = c.relation and k.name = c.name where c.of_index and not k.indexed
union all by name
select view_oid as objoid, 1259 as classoid, 0 as objsubid, comment as description
from duckdb_views() where database_name in (@db, 'temp') and comment is not null
union all by name
select index_oid as objoid, 1259 as classoid, 0 as objsubid, @cat._client_comment(comment) as description
from duckdb_indexes() where database_name in (@db, 'temp') and @cat._client_comment(comment) is not null
union all by name
select sequence_oid as objoid, 1259 as classoid, 0 as objsubid, comment as description
from @cat._counters where comment is not null
union all by name
select relation as objoid, 1259 as classoid, number as objsubid, comment as description
from @cat._columns where comment is not null
union all by name
select oid as objoid, 2606 as classoid, 0 as objsubid, comment as description from @cat._domain_checks where comment is not null
union all by name
select oid as objoid, 2615 as classoid, 0 as objsubid, comment as description from @cat._schema_comments
union all by name
select type_oid as objoid, 1247 as classoid, 0 as objsubid, comment as description
from duckdb_types() where database_name = @db and comment is not null
union all by name
select oid as objoid, 1255 as classoid, 0 as objsubid, text->>'comment' as description
from @cat._kept_functions where (text->>'comment') is not null

--- pg_sequence
select sequence_oid as seqrelid, type as seqtypid, start_value as seqstart, increment_by as seqincrement,
       max_value as seqmax, min_value as seqmin, cache as seqcache, cycle as seqcycle
from @cat._counters

--- pg_trigger
select 2200000000 + (k.oid - 400000000) * 4 + t.n as oid, case when t.acts then k.referenced else k.relation end as tgrelid, 0 as tgparentid,
       'RI_ConstraintTrigger_' || case when t.acts then 'a' else 'c' end || '_' || (2200000000 + (k.oid - 400000000) * 4 + t.n) as tgname,
       case t.n when 0 then case k.deletes when 'c' then 1646 when 'r' then 1648 when 'n' then 1650 when 'd' then 1652 else 1654 end
                when 1 then case k.updates when 'c' then 1647 when 'r' then 1649 when 'n' then 1651 when 'd' then 1653 else 1655 end
                when 2 then 1644 else 1645 end as tgfoid,
       t.type as tgtype, 'O' as tgenabled, true as tgisinternal, case when t.acts then k.relation else k.referenced end as tgconstrrelid, k.index as tgconstrindid, k.oid as tgconstraint,
       k.is_deferrable and (not t.acts or case t.n when 0 then k.deletes else k.updates end = 'a') as tgdeferrable,
       k.is_deferred and (not t.acts or case t.n when 0 then k.deletes else k.updates end = 'a') as tginitdeferred,
       0 as tgnargs, []::smallint[] as tgattr, ''::blob as tgargs
from @cat._constraints k cross join (values (0, true, 9), (1, true, 17), (2, false, 5), (3, false, 17)) t(n, acts, type) where k.type = 'f'

--- pg_rewrite
select 1800000000 + view_oid as oid, '_RETURN' as rulename, view_oid as ev_class, '1' as ev_type, 'O' as ev_enabled,
       true as is_instead, '<>' as ev_qual, '<>' as ev_action
from (select view_oid from duckdb_views() where database_name in (@db, 'temp') and not internal union all select table_oid from @cat._stored)

--- pg_proc
select * from @cat._pg_proc
union all by name
select f.oid, function_name as proname, s.oid as pronamespace, 10 as proowner, 14 as prolang, 100 as procost,
       0 as prorows, 0 as provariadic, 0 as prosupport, 'f' as prokind, false as prosecdef, false as proleakproof,
       false as proisstrict, function_type = 'table_macro' as proretset, 'v' as provolatile, 'u' as proparallel,
       len(parameters) as pronargs, 0 as pronargdefaults, case function_type when 'macro' then 2276 else 2249 end as prorettype,
       list_transform(parameters, lambda x: 2276) as proargtypes, nullif(parameters, []) as proargnames, macro_definition as prosrc
from @cat._macros f join @cat._schemas s on s.name = f.schema_name
union all by name
select k.oid, k.name as proname, k.schema_oid as pronamespace, 10 as proowner, 14 as prolang, (k.shown->>'cost')::float as procost,
       (k.shown->>'rows')::float as prorows, coalesce((k.shown->>'variadic')::bigint, 0) as provariadic, 0 as prosupport, 'f' as prokind, false as prosecdef, false as proleakproof,
       coalesce((k.text->>'strict')::boolean, false) as proisstrict, coalesce((k.text->>'set')::boolean, false) as proretset,
       k.text->>'volatility' as provolatile, k.text->>'parallel' as proparallel,
       coalesce(json_array_length(k.shown->'types'), 0) as pronargs, (k.shown->>'defaults')::integer as pronargdefaults,
       k.result_type as prorettype,
       k.types as proargtypes, k.all_types as proallargtypes, from_json(k.shown->'modes', '["VARCHAR"]') as proargmodes,
       from_json(k.shown->'names', '["VARCHAR"]') as proargnames, k.text->>'source' as prosrc,
       nullif(array_to_string(list_transform(from_json(k.text->'parameters', '[{"default":"VARCHAR"}]'), lambda p: p."default"), ', '), '') as proargdefaults
from @cat._kept_functions k

--- pg_extension
select type_oid as oid, kept->>'id' as extname, 10 as extowner, schema_oid as extnamespace, true as extrelocatable, kept->>'base' as extversion
from (select type_oid, schema_oid, labels[1][11:]::json as kept from duckdb_types()
      where database_name = @db and not internal and logical_type = 'ENUM' and starts_with(labels[1], 'sallyport:{"kind":"e"'))

--- pg_depend
with relations as materialized (
  select table_oid as oid, schema_oid, table_oid in (select table_oid from @cat._stored) as has_rule, true as has_type from duckdb_tables() where database_name in (@db, 'temp') and not internal
  union all select view_oid, schema_oid, true, true from duckdb_views() where database_name in (@db, 'temp') and not internal
  union all select sequence_oid, schema_oid, false, false from duckdb_sequences() where database_name in (@db, 'temp')
), own_types as materialized (
  select type_oid as oid, type_name as name, schema_oid, starts_with(labels[1], 'sallyport:{"kind":"c"') as is_row from duckdb_types()
  where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and not starts_with(labels[1], 'sallyport:{"kind":"e"')
), columns as materialized (
  select relation, number, name, type, expression, computed, expression is not null and identity = '' as has_default from @cat._columns
), constraints as materialized (
  select oid, type as kind, relation, index, referenced, columns, referenced_columns, included from @cat._constraints
), index_columns as materialized (
  select i.oid, i.relation, c.number from @cat._index_columns i join columns c on c.relation = i.relation and c.number = i.attnum
  union
  select i.oid, i.relation, c.number from @cat._index_columns i join columns c on c.relation = i.relation where i.attnum = 0 and @cat._names_column(i.expression, c.name)
  union
  select i.oid, i.relation, c.number from @cat._indexes i join columns c on c.relation = i.relation where i.predicate is not null and @cat._names_column(i.predicate, c.name)
), functions as materialized (
  select oid, schema_oid, list_append(coalesce(all_types, types), result_type) as types from @cat._kept_functions
), reads as materialized (
  select view, relation, columns from @cat._reads_relations
), sequences as materialized (
  select sequence_oid as oid, 'nextval(''' || replace(@cat.quote_ident(schema_name) || '.' || @cat.quote_ident(sequence_name), '''', '''''') || '''' as drawn from duckdb_sequences() where database_name in (@db, 'temp')
)
select 1259 as classid, sequence as objid, 0 as objsubid, 1259 as refclassid,
       relation as refobjid, number as refobjsubid, case when identity = '' then 'a' else 'i' end as deptype
from @cat._owned
union all select 1259, oid, 0, 2615, schema_oid, 0, 'n' from relations
union all select 1259, 1850000000 + oid, 0, 1247, oid, 0, 'i' from own_types where is_row
union all select 1259, relation, number, 1247, type, 0, 'n' from columns where type > 16383
union all select 1259, relation, number, 1247, type, 0, 'n' from @cat._fields where type > 16383
union all select 1259, index, 0, 2606, oid, 0, 'i' from constraints where kind in ('p', 'u')
union all select 1259, oid, 0, 1259, relation, 0, 'a' from (select oid, relation from @cat._index_columns group by oid, relation having max(attnum) = 0)
union all select 1259, oid, 0, 1259, relation, number, 'a' from index_columns where oid not in (select index from constraints where kind in ('p', 'u'))
union all select 2606, oid, 0, 1259, relation, coalesce(number, 0), 'a' from (select oid, relation, unnest(coalesce(columns, [null::smallint])) as number from constraints)
union all select 2606, k.oid, 0, 1259, k.relation, c.number, 'a' from (select oid, relation, unnest(included) as name from constraints) k join columns c on c.relation = k.relation and lower(c.name) = lower(k.name)
union all select 2606, oid, 0, 1259, relation, unnest(columns), 'n' from constraints where kind = 'c'
union all select 2606, oid, 0, 1259, referenced, unnest(referenced_columns), 'n' from constraints where kind = 'f'
union all select 2606, oid, 0, 1259, index, 0, 'n' from constraints where kind = 'f' and index <> 0
union all select 2606, oid, 0, 1247, type, 0, 'a' from @cat._domain_checks
union all select 2604, 1400000000 + relation * 200 + number, 0, 1259, relation, number, case when computed then 'i' else 'a' end from columns where has_default
union all select 2604, 1400000000 + c.relation * 200 + c.number, 0, 1259, r.relation, r.number, 'n' from columns c join columns r on r.relation = c.relation where c.computed and @cat._names_column(c.expression, r.name)
union all select 2604, 1400000000 + c.relation * 200 + c.number, 0, 1259, s.oid, 0, 'n' from columns c join sequences s on contains(c.expression, s.drawn) where c.has_default and contains(c.expression, 'nextval(')
union all select 2604, 1400000000 + relation * 200 + number, 0, 1247, type, 0, 'n' from columns where has_default and not computed and contains(expression, '::' || chr(1)) and type > 16383
union all select 1247, 1900000000 + oid, 0, 1259, oid, 0, 'i' from relations where has_type
union all select 1247, 2100000000 + oid, 0, 1247, 1900000000 + oid, 0, 'i' from relations where has_type
union all select 1247, 1800000000 + oid, 0, 1247, oid, 0, 'i' from own_types
union all select 1247, oid, 0, 2615, schema_oid, 0, 'n' from own_types
union all select 1247, oid, 0, 1247, "over", 0, 'n' from @cat._domains where "over" > 16383
union all select 1255, oid, 0, 2615, schema_oid, 0, 'n' from functions
union all select distinct 1255, oid, 0, 1247, type, 0, 'n' from (select oid, unnest(types) as type from functions) where type > 16383
union all select 2618, 1800000000 + oid, 0, 1259, oid, 0, unnest(['i', 'n']) from relations where has_rule
union all select 2618, 1800000000 + v.view, 0, 1259, v.relation, c.number, 'n' from (select view, relation, unnest(columns) as name from reads) v join columns c on c.relation = v.relation and lower(c.name) = lower(v.name)
union all select distinct 2618, 1800000000 + view, 0, 1259, relation, 0, 'n' from reads where coalesce(len(columns), 0) = 0
union all select 2618, 1800000000 + v.view, 0, 1247, case when starts_with(v.named."Name", '_') and t.name <> v.named."Name" then 1800000000 else 0 end + t.oid, 0, 'n'
from (select view, unnest(from_json(reads->'types', '[{"Schema":"VARCHAR","Name":"VARCHAR"}]')) as named from @cat._view_reads) v
     join @cat._schemas n on n.name = v.named."Schema" join own_types t on t.schema_oid = n.oid and v.named."Name" in (t.name, '_' || t.name)

--- pg_settings()
select * from @cat.pg_show_all_settings()

--- pg_timezone_names
select name, abbrev, utc_offset, is_dst from main.pg_timezone_names()

--- pg_authid(me)
select 10 as oid, me as rolname, false as rolsuper, true as rolinherit, false as rolcreaterole, false as rolcreatedb,
       true as rolcanlogin, false as rolreplication, false as rolbypassrls, -1 as rolconnlimit

--- pg_roles(me)
select me as rolname, false as rolsuper, true as rolinherit, false as rolcreaterole, false as rolcreatedb,
       true as rolcanlogin, false as rolreplication, -1 as rolconnlimit, '********' as rolpassword,
       false as rolbypassrls, 10 as oid

--- pg_user(me)
select me as usename, 10 as usesysid, false as usecreatedb, false as usesuper, false as userepl, false as usebypassrls,
       '********' as passwd

--- pg_shadow(me)
select me as usename, 10 as usesysid, false as usecreatedb, false as usesuper, false as userepl, false as usebypassrls

--- pg_database(names)
select 16383 + generate_subscripts(names, 1) as oid, unnest(names) as datname, 10 as datdba, 6 as encoding,
       'c' as datlocprovider, false as datistemplate, true as datallowconn, -1 as datconnlimit, 0 as datfrozenxid,
       0 as datminmxid, 1663 as dattablespace, 'C' as datcollate, 'C' as datctype

--- pg_stat_database(names)
select 16383 + generate_subscripts(names, 1) as datid, unnest(names) as datname
