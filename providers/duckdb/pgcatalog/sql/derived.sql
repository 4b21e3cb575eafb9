--- pg_indexes(path)
select n.nspname as schemaname, c.relname as tablename, i.name as indexname, @cat._indexdef([]::varchar[], i.oid, false) as indexdef
from @cat._indexes i join @cat.pg_class c on c.oid = i.relation join @cat.pg_namespace n on n.oid = c.relnamespace

--- pg_stat_all_tables
select c.oid as relid, n.nspname as schemaname, c.relname, 0 as seq_scan, 0 as seq_tup_read, case when c.relhasindex then 0 end as idx_scan, case when c.relhasindex then 0 end as idx_tup_fetch,
       0 as n_tup_ins, 0 as n_tup_upd, 0 as n_tup_del, 0 as n_tup_hot_upd, c.reltuples as n_live_tup, 0 as n_dead_tup, 0 as n_mod_since_analyze, 0 as n_ins_since_vacuum,
       0 as vacuum_count, 0 as autovacuum_count, 0 as analyze_count, 0 as autoanalyze_count
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'm')

--- pg_stat_user_tables
select * from @cat.pg_stat_all_tables where schemaname not in ('pg_catalog', 'information_schema')

--- pg_stat_all_indexes
select i.relation as relid, i.oid as indexrelid, n.nspname as schemaname, c.relname, i.name as indexrelname, 0 as idx_scan, 0 as idx_tup_read, 0 as idx_tup_fetch
from @cat._indexes i join @cat.pg_class c on c.oid = i.relation join @cat.pg_namespace n on n.oid = c.relnamespace

--- pg_stat_user_indexes
select * from @cat.pg_stat_all_indexes

--- pg_tables(me)
select n.nspname as schemaname, c.relname as tablename, me as tableowner, c.relhasindex as hasindexes, c.relhasrules as hasrules,
       c.relhastriggers as hastriggers, c.relrowsecurity as rowsecurity
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'

--- pg_views(me, path)
select n.nspname as schemaname, c.relname as viewname, me as viewowner, @cat._view_query(path, v.sql, false) as definition
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace left join duckdb_views() v on v.view_oid = c.oid
where c.relkind = 'v'

--- pg_matviews(me, path)
select n.nspname as schemaname, c.relname as matviewname, me as matviewowner, false as hasindexes, true as ispopulated,
       @cat._view_query(path, v.sql, false) as definition
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace join duckdb_views() v on v.view_oid = c.oid
where c.relkind = 'm'
union all
select n.nspname, c.relname, me, c.relhasindex, c.relispopulated, @cat._stored_query(path, s.query, false)
from @cat.pg_class c join @cat.pg_namespace n on n.oid = c.relnamespace join @cat._stored s on s.table_oid = c.oid

--- pg_sequences(me)
select n.nspname as schemaname, s.sequence_name as sequencename, me as sequenceowner, (case s.type when 21 then 'smallint' when 23 then 'integer' else 'bigint' end)::pg_regtype as data_type,
       s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle, s.cache as cache_size, q.last_value
from @cat._counters s join duckdb_sequences() q using (sequence_oid) join @cat.pg_namespace n on n.oid = s.schema_oid
