-- The functions of SQLite, and of StackQL, as the documents of APIs call them.

create macro @cat._sqlite_json_value(p_j) as
  case json_type(p_j) when 'BOOLEAN' then case when json_extract_string(p_j, '$') = 'true' then '1' else '0' end
       else json_extract_string(p_j, '$') end;
create macro @cat._sqlite_json_extract(p_j, p_p) as
  case json_type(p_j, p_p) when 'BOOLEAN' then case when json_extract_string(p_j, p_p) = 'true' then '1' else '0' end
       else json_extract_string(p_j, p_p) end;
create macro @cat._sqlite_number(p_x) as try_cast(p_x as double);
create macro @cat._sqlite_exact(p_x) as coalesce(try_cast(p_x as decimal(38, 10)), try_cast(try_cast(p_x as double) as decimal(38, 10)));
create macro @cat._sqlite_type_name(p_t, p_j) as
  case when p_t is null then null
       when p_t in ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT') then 'integer'
       when p_t = 'DOUBLE' then 'real'
       when p_t = 'VARCHAR' then 'text'
       when p_t = 'BOOLEAN' then json_extract_string(p_j, '$')
       else lower(p_t) end;
create macro @cat._sqlite_json_type(p_j) as @cat._sqlite_type_name(json_type(p_j), p_j),
  (p_j, p_p) as @cat._sqlite_type_name(json_type(p_j, p_p), json_extract(p_j, p_p));
create macro @cat._sqlite_json_valid(p_x) as json_valid(p_x)::integer;
create macro @cat._sqlite_json_leaves(p_j) as
  (select list(row(fullkey, case when type in ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE') then 'n' else type end,
                   case when type in ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE') then atom::varchar::double::varchar else atom::varchar end) order by fullkey)
   from json_tree(p_j));
create macro @cat._sqlite_json_equal(p_a, p_b) as (@cat._sqlite_json_leaves(p_a) = @cat._sqlite_json_leaves(p_b))::integer;
create macro @cat._sqlite_regexp_like(p_s, p_p) as regexp_matches(p_s, p_p)::integer;
create macro @cat._sqlite_regexp_substr(p_s, p_p) as case when regexp_matches(p_s, p_p) then regexp_extract(p_s, p_p) end;
create macro @cat._sqlite_split_part(p_s, p_d, p_n) as
  case when p_d <> '' and p_n <> 0 and abs(p_n) <= len(string_split(p_s, p_d)) then split_part(p_s, p_d, p_n) end;
create macro @cat._sqlite_typeof(p_x) as
  case when p_x is null then 'null'
       when typeof(p_x) in ('BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UBIGINT') then 'integer'
       when typeof(p_x) in ('DOUBLE', 'FLOAT') or typeof(p_x) like 'DECIMAL%' then 'real'
       when typeof(p_x) = 'BLOB' then 'blob'
       else 'text' end;
create macro @cat._sqlite_total(p_x) as coalesce(sum(p_x::double), 0.0::double);
create macro @cat._sqlite_min(p_a, p_b) as case when p_a is not null and p_b is not null then least(p_a, p_b) end;
create macro @cat._sqlite_max(p_a, p_b) as case when p_a is not null and p_b is not null then greatest(p_a, p_b) end;
create macro @cat._sqlite_time(p_x) as try_cast(try_cast(p_x as timestamptz) as timestamp);
create macro @cat._sqlite_epoch(p_x) as make_timestamp((try_cast(p_x as double) * 1000000)::bigint);
create macro @cat._sqlite_date(p_t) as p_t::date;
create macro @cat._sqlite_time_of(p_t) as date_trunc('second', p_t)::time;
create macro @cat._sqlite_datetime(p_t) as date_trunc('second', p_t);
create macro @cat._sqlite_julianday(p_t) as julian(p_t) - 0.5;
create macro @cat._sqlite_unixepoch(p_t) as floor(epoch(p_t))::bigint;
