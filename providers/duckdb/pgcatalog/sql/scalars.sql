-- Functions that use only the static tables. Parameters begin with p_ so that no column
-- hides them. Every statement ends with a semicolon at the end of a line.

create macro @cat.quote_ident(p_x) as pg__quote_ident(p_x::varchar);
create macro @cat.quote_literal(p_x) as '''' || replace(p_x::varchar, '''', '''''') || '''';
create macro @cat.quote_nullable(p_x) as coalesce('''' || replace(p_x::varchar, '''', '''''') || '''', 'NULL');

-- A "char" is a byte, which is shown in three octal digits behind a backslash if it is no ASCII, and a signed number. _character reads a
-- text: an octal escape, or the first byte.
create macro @cat._leading(p_code) as case when p_code < 2048 then p_code // 64 when p_code < 65536 then 32 + p_code // 4096 else 48 + p_code // 262144 end;
create macro @cat._octal(p_x) as ((ascii(p_x[2]) - 48) * 64 + (ascii(p_x[3]) - 48) * 8 + ascii(p_x[4]) - 48) % 256;
create macro @cat._character(p_x) as
  case when ascii(p_x) > 127 then '\3' || (@cat._leading(ascii(p_x)) // 8) || (@cat._leading(ascii(p_x)) % 8)
       when not regexp_full_match(p_x, '\\[0-7]{3}') then left(p_x, 1)
       when @cat._octal(p_x) > 127 then '\' || (@cat._octal(p_x) // 64) || p_x[3:]
       when @cat._octal(p_x) = 0 then '' else chr(@cat._octal(p_x)) end;
create macro @cat._character_code(p_c) as case when length(p_c) > 1 then @cat._octal(p_c) - 256 else ascii(p_c) end;
-- _plain writes what DuckDB spells oddly when it prints an expression.
create macro @cat._plain(p_x) as
  replace(replace(replace(p_x, 'CAST(''t'' AS BOOLEAN)', 'true'), 'CAST(''f'' AS BOOLEAN)', 'false'), 'count_star()', 'count(*)');

-- _client_comment is the client's part of a comment that keeps more.
create macro @cat._client_comment(p_x) as nullif(case when starts_with(p_x, 'sallyport:{') and json_valid(p_x[11:]) then (p_x[11:]::json->>'comment') else p_x end, '');

-- _undrawn takes out of a default the calls that note for a session what a sequence has given, and what rounds it to the column's precision.
create macro @cat._undrawn(p_x) as
  regexp_replace(regexp_replace(regexp_replace(p_x, '^pg__precise\(CAST\((''(?:[^'']|'''')*'') AS "?[A-Z ]+"?\), \d+\)$', '\1'), '^pg__precise\((.*), \d+\)$', '\1'),
    'pg__drawn\((nextval\(''(?:[^'']|'''')*''\)), ''(?:[^'']|'''')*''\)', '\1', 'g');

create macro @cat.txid_current() as system.main.txid_current()::bigint;

create macro @cat.pg_encoding_to_char(p_n) as pg__encoding_name(p_n::integer)::pg_name;
create macro @cat.pg_char_to_encoding(p_x) as pg__encoding_number(p_x::varchar);
create macro @cat.getdatabaseencoding() as 'UTF8'::pg_name;
create macro @cat.pg_client_encoding() as 'UTF8'::pg_name;
create macro @cat.pg_tablespace_location(p_x) as '';
create macro @cat.pg_is_in_recovery() as false;
create macro @cat.pg_is_other_temp_schema(p_x) as false;
create macro @cat.pg_relation_is_publishable(p_x) as true;
create macro @cat.pg_partition_ancestors(p_x) as unnest([]::pg_oid[]);
create macro @cat.pg_partition_root(p_x) as null::pg_oid;
create macro @cat.pg_blocking_pids(p_x) as []::integer[];
create macro @cat.inet_server_addr() as null::pg_inet;
create macro @cat.inet_server_port() as null::integer;
create macro @cat.inet_client_addr() as null::pg_inet;
create macro @cat.inet_client_port() as null::integer;
create macro @cat.pg_backend_pid() as 0;
create macro @cat.pg_jit_available() as false;
create macro @cat.pg_postmaster_start_time() as @started::timestamptz;
create macro @cat.pg_conf_load_time() as @started::timestamptz;
create macro @cat.pg_current_xact_id() as txid_current();
create macro @cat.txid_current_if_assigned() as txid_current();
create macro @cat.pg_stat_get_numscans(p_x) as 0::bigint;
-- aclexplode takes items of privileges apart: grantee=letters/grantor, where a * behind a letter is a grant option.
create macro @cat._acl_role(p_me, p_name) as
  case p_name when '' then 0 when p_me then 10 when @cat.quote_ident(p_me) then 10
       else coalesce(try_cast(p_name as bigint), error('42704: role "' || p_name || '" does not exist')) end::pg_oid;
create macro @cat._acl_rights(p_letters) as
  list_filter(list_transform(['a', 'r', 'w', 'd', 'D', 'x', 't', 'X', 'U', 'C', 'T', 'c', 's', 'A'], lambda x, i: {
    'name': ['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'EXECUTE', 'USAGE', 'CREATE', 'TEMPORARY', 'CONNECT', 'SET', 'ALTER SYSTEM'][i],
    'held': contains(p_letters, x), 'grants': contains(p_letters, x || '*')}), lambda x: x.held);
create macro @cat.aclexplode(p_me, p_x) as unnest(flatten(list_transform(p_x::varchar[], lambda a: list_transform(
  @cat._acl_rights(regexp_extract(a, '=([^/]*)/', 1)), lambda r: struct_pack(
    grantor := @cat._acl_role(p_me, regexp_extract(a, '=[^/]*/(.*)$', 1)), grantee := @cat._acl_role(p_me, regexp_extract(a, '^(.*?)=', 1)),
    privilege_type := r.name, is_grantable := r.grants))))::struct(grantor pg_oid, grantee pg_oid, privilege_type varchar, is_grantable boolean)[]);
create macro @cat._acl_defaults(p_t, p_o) as
  case p_t when 'c' then [] when 'r' then [p_o || '=arwdDxt/' || p_o] when 's' then [p_o || '=rwU/' || p_o]
       when 'd' then ['=Tc/' || p_o, p_o || '=CTc/' || p_o] when 'f' then ['=X/' || p_o, p_o || '=X/' || p_o]
       when 'l' then ['=U/' || p_o, p_o || '=U/' || p_o] when 'T' then ['=U/' || p_o, p_o || '=U/' || p_o]
       when 'L' then [p_o || '=rw/' || p_o] when 'n' then [p_o || '=UC/' || p_o] when 't' then [p_o || '=C/' || p_o]
       when 'F' then [p_o || '=U/' || p_o] when 'S' then [p_o || '=U/' || p_o] when 'p' then [p_o || '=sA/' || p_o]
       when null then null
       else error('XX000: unrecognized objtype abbreviation: ' || p_t) end;
create macro @cat.acldefault(p_me, p_t, p_o) as
  (case when p_t is null or p_o is null then null
        else @cat._acl_defaults(left(p_t::varchar, 1), case when p_o::bigint = 10 then @cat.quote_ident(p_me) else p_o::varchar end) end)::pg_aclitem[];
create macro @cat.pg_options_to_table(p_x) as unnest(list_transform(p_x::varchar[], lambda x__: {'option_name': string_split(x__, '=')[1], 'option_value': case when contains(x__, '=') then substr(x__, instr(x__, '=') + 1) end}));
create macro @cat.pg_partition_tree(p_x) as table
  select null::pg_oid as relid, null::pg_oid as parentrelid, null::boolean as isleaf, null::integer as level where false;
create macro @cat.ts_token_type(p_x) as table
  select t.tokid::integer as tokid, t.alias::varchar as alias, t.description::varchar as description from (values
    (1, 'asciiword', 'Word, all ASCII'), (2, 'word', 'Word, all letters'), (3, 'numword', 'Word, letters and digits'),
    (4, 'email', 'Email address'), (5, 'url', 'URL'), (6, 'host', 'Host'),
    (7, 'sfloat', 'Scientific notation'), (8, 'version', 'Version number'), (9, 'hword_numpart', 'Hyphenated word part, letters and digits'),
    (10, 'hword_part', 'Hyphenated word part, all letters'), (11, 'hword_asciipart', 'Hyphenated word part, all ASCII'), (12, 'blank', 'Space symbols'),
    (13, 'tag', 'XML tag'), (14, 'protocol', 'Protocol head'), (15, 'numhword', 'Hyphenated word, letters and digits'),
    (16, 'asciihword', 'Hyphenated word, all ASCII'), (17, 'hword', 'Hyphenated word, all letters'), (18, 'url_path', 'URL path'),
    (19, 'file', 'File or path name'), (20, 'float', 'Decimal notation'), (21, 'int', 'Signed integer'),
    (22, 'uint', 'Unsigned integer'), (23, 'entity', 'XML entity')) t(tokid, alias, description)
  where case when p_x::varchar in ('default', 'pg_catalog.default', '3722') then true else error('42704: text search parser "' || p_x || '" does not exist') end;
create macro @cat.pg_listening_channels() as unnest([]::varchar[]);


create macro @cat._array_position(p_l, p_v, p_n) as case when p_l is not null and p_n is null then error('22004: initial position must not be null') else
  list_min(list_filter(list_transform(p_l, lambda x__, i__: case when i__ >= p_n and x__ is not distinct from p_v then i__::integer end), lambda x__: x__ is not null)) end;
-- Assignments to parts of arrays. Their first element is the first: an array with other bounds is refused.
create macro @cat._subscript(p_n) as case when p_n is null then error('22004: array subscript in assignment must not be null') else p_n end;
create macro @cat._array_set(p_l, p_n, p_v) as
  case when p_n is null then error('22004: array subscript in assignment must not be null')
       when p_n < 1 then error('0A000: assigning to an element before the first is not supported')
       when coalesce(len(p_l), 0) = 0 and p_n > 1 then error('0A000: assigning to an element of an empty array other than the first is not supported')
       when p_n > 10000000 then error('0A000: an array of so many elements is not supported')
       else list_concat(list_resize(coalesce(p_l, []), p_n - 1), [p_v], p_l[p_n + 1:]) end;
create macro @cat._array_set_nested(p_l, p_n, p_m, p_v) as
  case when coalesce(len(p_l), 0) = 0 and p_n = 1 and p_m = 1 then [[p_v]]
       when coalesce(len(p_l), 0) = 0 then error('0A000: assigning to an element of an empty array other than the first is not supported')
       when p_n < 1 or p_m < 1 or p_n > len(p_l) or p_m > len(p_l[1]) then error('2202E: array subscript out of range')
       else list_concat(p_l[1:p_n - 1], [list_concat(p_l[p_n][1:p_m - 1], [p_v], p_l[p_n][p_m + 1:])], p_l[p_n + 1:]) end;
create macro @cat._array_set_flat(p_l) as
  case when coalesce(len(p_l), 0) = 0 then error('0A000: an array of other dimensions than its column is not supported')
       when p_l is not null then error('2202E: wrong number of array subscripts') else p_l end;
create macro @cat._array_set_slice(p_l, p_n, p_m, p_v) as
  case when p_v is null then coalesce(p_l, [])
       when coalesce(len(p_l), 0) = 0 and (p_n is null or p_m is null) then error('2202E: array slice subscript must provide both boundaries')
       when coalesce(len(p_l), 0) = 0 and p_m < p_n - 1 then error('54000: array size exceeds the maximum allowed (134217727)')
       when coalesce(len(p_l), 0) > 0 and coalesce(p_n, 1) > coalesce(p_m, len(p_l)) then error('2202E: upper bound cannot be less than lower bound')
       when coalesce(p_m, len(p_l)) - coalesce(p_n, 1) + 1 > len(p_v) then error('2202E: source array too small')
       when coalesce(p_n, 1) < 1 or coalesce(len(p_l), 0) = 0 and p_n > 1 then error('0A000: assigning to elements before the first is not supported')
       when p_m > 10000000 then error('0A000: an array of so many elements is not supported')
       else list_concat(list_resize(coalesce(p_l, []), coalesce(p_n, 1) - 1), p_v[1:coalesce(p_m, len(p_l)) - coalesce(p_n, 1) + 1], p_l[coalesce(p_m, len(p_l)) + 1:]) end;
create macro @cat._array_set_slices(p_l, p_a, p_b, p_c, p_d, p_v) as
  case when p_v is null then coalesce(p_l, [])
       when coalesce(len(p_l), 0) = 0 and (p_a is null or p_b is null or p_c is null or p_d is null) then error('2202E: array slice subscript must provide both boundaries')
       when coalesce(len(p_l), 0) = 0 and (p_a <> 1 or p_c <> 1 or p_b < 1 or p_d < 1) then error('0A000: assigning to elements of an empty array other than the first is not supported')
       when coalesce(p_a, 1) > coalesce(p_b, len(p_l)) or coalesce(p_c, 1) > coalesce(p_d, len(p_l[1])) then error('2202E: upper bound cannot be less than lower bound')
       when len(p_l) > 0 and (p_a < 1 or p_c < 1 or p_b > len(p_l) or p_d > len(p_l[1])) then error('2202E: array subscript out of range')
       when (coalesce(p_b, len(p_l)) - coalesce(p_a, 1) + 1) * (coalesce(p_d, len(p_l[1])) - coalesce(p_c, 1) + 1) > len(flatten(p_v)) then error('2202E: source array too small')
       when coalesce(len(p_l), 0) = 0 then list_transform(range(p_b), lambda i__: flatten(p_v)[i__ * p_d + 1:(i__ + 1) * p_d])
       else list_transform(p_l, lambda r__, i__: case when i__ between coalesce(p_a, 1) and coalesce(p_b, len(p_l))
              then list_concat(r__[1:coalesce(p_c, 1) - 1],
                               flatten(p_v)[(i__ - coalesce(p_a, 1)) * (coalesce(p_d, len(p_l[1])) - coalesce(p_c, 1) + 1) + 1:(i__ - coalesce(p_a, 1) + 1) * (coalesce(p_d, len(p_l[1])) - coalesce(p_c, 1) + 1)],
                               r__[coalesce(p_d, len(p_l[1])) + 1:]) else r__ end) end;
create macro @cat._slice2(p_l, p_a, p_b, p_c, p_d) as
  list_filter(list_transform(p_l[p_a:p_b], lambda x__: x__[p_c:p_d]), lambda x__: len(x__) > 0);
create macro @cat.array_upper(p_l, p_d) as case when typeof(p_l) like '%[][]' then pg__array_size(p_l, p_d) when p_d = 1 then nullif(len(p_l), 0)::integer end;
create macro @cat.array_lower(p_l, p_d) as case when typeof(p_l) like '%[][]' then case when pg__array_size(p_l, p_d) > 0 then 1 end when p_d = 1 and len(p_l) > 0 then 1 end;
create macro @cat.array_ndims(p_l) as case when len(p_l) > 0 then (length(typeof(p_l)) - length(replace(typeof(p_l), '[', '')))::integer end;
create macro @cat.array_dims(p_l) as
  case when typeof(p_l) like '%[][]' then pg__array_dims(p_l) when len(p_l) > 0 then '[1:' || len(p_l) || ']' end;
create macro @cat.array_positions(p_l, p_v) as
  list_filter(list_transform(p_l, lambda x__, i__: case when x__ is not distinct from p_v then i__::integer end), lambda x__: x__ is not null);
create macro @cat.trim_array(p_l, p_n) as
  case when p_n < 0 or p_n > len(p_l) then error('2202E: number of elements to trim must be between 0 and ' || len(p_l)) else p_l[:len(p_l) - p_n] end;
create macro @cat.split_part(p_s, p_d, p_n) as
  case when p_n = 0 then error('22023: field position must not be zero') when p_d = '' then case when p_n in (1, -1) then p_s else '' end else split_part(p_s, p_d, p_n) end;
create macro @cat.array_remove(p_l, p_v) as list_filter(p_l, lambda x__: x__ is distinct from p_v);
create macro @cat.array_replace(p_l, p_v, p_w) as list_transform(p_l, lambda x__: case when x__ is not distinct from p_v then p_w else x__ end);
create macro @cat._array_replace2(p_l, p_v, p_w) as
  list_transform(p_l, lambda x__: list_transform(x__, lambda y__: case when y__ is not distinct from p_v then p_w else y__ end));
create macro @cat._array_to_string(p_l, p_s) as
  case when p_s is null then null when typeof(p_l) like '%[][]' or typeof(p_l) = 'BOOLEAN[]' then pg__array_text(p_l, p_s, null)
       else coalesce(array_to_string(p_l, p_s), case when p_l is not null then '' end) end,
  (p_l, p_s, p_n) as
  case when p_s is null then null
       when typeof(p_l) like '%[][]' or typeof(p_l) = 'BOOLEAN[]' then pg__array_text(p_l, p_s, p_n)
       else array_to_string(list_transform(p_l, lambda x__: coalesce(x__::varchar, p_n)), p_s) end;
create macro @cat.array_fill(p_v, p_d) as
  case when p_d is null then error('22004: dimension array or low bound array cannot be null')
       when len(p_d) > 0 and p_d[1] is null then error('22004: dimension values cannot be null')
       when p_d[1] < 0 then error('54000: array size exceeds the maximum allowed (134217727)')
       else list_transform(range(coalesce(p_d[1], 0)), lambda x__: p_v) end;
create macro @cat._cardinality(p_l) as
  case when typeof(p_l) like '%[][]' then pg__cardinality(p_l) else len(p_l)::integer end;
create macro @cat._pg_expandarray(p_l) as unnest(list_transform(p_l, lambda e, i: {'x': e, 'n': i::integer}));

create macro @cat.initcap(p_x) as
  array_to_string(list_transform(regexp_extract_all(p_x, '[A-Za-z0-9\p{L}]+|[^A-Za-z0-9\p{L}]+'),
                                 lambda w: upper(w[1]) || lower(w[2:])), '');
create macro @cat._overlay(p_x, p_y, p_from, p_for) as
  case when p_from <= 0 and p_x is not null and p_y is not null and p_for is not null then error('22011: negative substring length not allowed')
       else p_x[1:p_from - 1] || p_y || p_x[greatest(p_from + p_for, 1):] end;
create macro @cat.overlay(p_x, p_y, p_from) as @cat._overlay(p_x, p_y, p_from, length(p_y)), (p_x, p_y, p_from, p_for) as @cat._overlay(p_x, p_y, p_from, p_for);
create macro @cat._substr(p_x, p_from) as substring(p_x, greatest(p_from, 1)),
  (p_x, p_from, p_for) as substring(p_x, greatest(p_from, 1), greatest(p_from + p_for - greatest(p_from, 1), 0));
create macro @cat.width_bucket(p_x, p_low, p_high, p_n) as
  case when (starts_with(typeof(p_x), 'DECIMAL') or starts_with(typeof(p_low), 'DECIMAL') or starts_with(typeof(p_high), 'DECIMAL'))
            and typeof(p_x) not in ('DOUBLE', 'FLOAT') and typeof(p_low) not in ('DOUBLE', 'FLOAT') and typeof(p_high) not in ('DOUBLE', 'FLOAT')
       then pg__numeric_bucket(p_x::varchar, p_low::varchar, p_high::varchar, p_n)
       else pg__width_bucket(p_x::double, p_low::double, p_high::double, p_n) end;
create macro @cat.div(p_x, p_y) as pg__trunc_div(p_x::varchar, p_y::varchar)::decimal(38, 0);
create macro @cat._count_nulls(p_l) as
  case when typeof(p_l) like '%[][]' then error('0A000: VARIADIC of an array of several dimensions is not supported here') else len(list_filter(p_l, lambda x__: x__ is null))::integer end;
create macro @cat._count_nonnulls(p_l) as
  case when typeof(p_l) like '%[][]' then error('0A000: VARIADIC of an array of several dimensions is not supported here') else len(list_filter(p_l, lambda x__: x__ is not null))::integer end;
create macro @cat._to_hex(p_x) as lower(to_hex(p_x));
create macro @cat._octet_length(p_x) as octet_length(encode(p_x::varchar));
create macro @cat.similar_to(p_x, p_p) as
  regexp_full_match(p_x, list_transform([p_p], lambda p: case
    when contains(p, '\') or contains(p, '[') then error('0A000: a computed pattern of SIMILAR TO with a backslash or a bracket is not supported')
    else '(?s)' || replace(replace(regexp_replace(p, '([.^$])', '\\\1', 'g'), '%', '.*'), '_', '.') end)[1]);
create macro @cat._encode(p_x, p_f) as
  case p_f when 'hex' then lower(hex(p_x)) when 'base64' then base64(p_x) else error('encode: the format must be hex or base64') end;
create macro @cat._decode(p_x, p_f) as
  case p_f when 'hex' then unhex(p_x) when 'base64' then from_base64(p_x) else error('decode: the format must be hex or base64') end;
create view @cat._displays__ as select oid as oid__, name as name__ from @cat._type_display;
create view @cat._type_names__ as
select t.name as duck__, d.name as name__ from @cat._type_names t join @cat._type_display d using (oid);
create view @cat._labels__ as
select type_name as name__, 'ENUM(' || array_to_string(list_transform(labels, lambda x: '''' || replace(x, '''', '''''') || ''''), ', ') || ')' as duck__
from duckdb_types() where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM';
create view @cat._ranges__ as
select case when schema <> 'public' then @cat.quote_ident(schema) || '.' else '' end || @cat.quote_ident(case when many then kept->>'multi' else name end) as name__, case when many then regexp_replace(upper(kept->>'duck'), 'RANGE$', 'MULTIRANGE') else upper(kept->>'duck') end as duck__
from (select type_name as name, schema_name as schema, try_cast(labels[1][11:] as json) as kept from duckdb_types()
      where database_name in (@db, 'temp') and not internal and logical_type = 'ENUM' and starts_with(labels[1], 'sallyport:{"kind":"r"')), (values (false), (true)) as m(many);
create macro @cat._type_name(p_t) as
  coalesce(case when regexp_matches(p_t, '^PG_[A-Z0-9]+_[0-9A-F]{8}(MULTI)?RANGE')
                then (select min(name__) from @cat._ranges__ where duck__ = regexp_replace(p_t, '(\[\])+$', '')) || case when ends_with(p_t, ']') then '[]' else '' end end,
           case when starts_with(p_t, 'STRUCT(') then 'record' end,
           case when starts_with(p_t, 'ENUM(')
                then (select min(@cat.quote_ident(name__)) from @cat._labels__ where duck__ = regexp_replace(p_t, '(\[\])+$', ''))
                     || case when ends_with(p_t, ']') then '[]' else '' end end,
           (select any_value(name__) from @cat._type_names__ where duck__ = upper(trim(regexp_replace(p_t, '([(\[]|_\d+(\[\])?$).*$', ''))))
           || case when ends_with(p_t, ']') then '[]' else '' end, lower(p_t));
create macro @cat._vector_position(p_x, p_value) as (list_position(p_x, p_value) - 1)::integer;
create macro @cat.pg_typeof(p_x) as @cat._type_name(typeof(p_x))::pg_regtype;
-- _pg_typeof_least is pg_typeof of what min or max returns, which PostgreSQL has for fewer types.
create macro @cat._pg_typeof_least(p_x) as
  (case when typeof(p_x) in ('PG_NAME', 'PG_CHAR') then 'text' when starts_with(typeof(p_x), 'PG_REG') then 'oid' else @cat._type_name(typeof(p_x)) end)::pg_regtype;
create macro @cat.jsonb_typeof(p_x) as
  case json_type(p_x) when 'OBJECT' then 'object' when 'ARRAY' then 'array' when 'VARCHAR' then 'string'
       when 'BOOLEAN' then 'boolean' when 'NULL' then 'null' else case when json_type(p_x) is not null then 'number' end end;
create macro @cat.json_path(p_x, p_path) as json_extract(p_x, '$' || array_to_string(list_transform(p_path,
  lambda k: case when regexp_full_match(k, '\d+') then '[' || k || ']' else '."' || k || '"' end), ''));
create macro @cat.json_path_text(p_x, p_path) as json_extract_string(p_x, '$' || array_to_string(list_transform(p_path,
  lambda k: case when regexp_full_match(k, '\d+') then '[' || k || ']' else '."' || k || '"' end), ''));
create macro @cat.parse_ident(p_x) as
  list_transform(regexp_extract_all(p_x, '"([^"]|"")*"|[^."]+'),
                 lambda w: case when w[1] = '"' then replace(w[2:-2], '""', '"') else lower(w) end);

create macro @info._character_octets(p_t) as case p_t when 25 then 1073741824 end;
create macro @info._precision(p_t, p_m) as
  case p_t when 21 then 16 when 23 then 32 when 20 then 64 when 700 then 24 when 701 then 53
       when 1700 then case when p_m >= 4 then ((p_m - 4) >> 16) & 65535 end end;
create macro @info._radix(p_t) as case when p_t in (20, 21, 23, 700, 701) then 2 when p_t = 1700 then 10 end;
create macro @info._scale(p_t, p_m) as
  case when p_t in (20, 21, 23) then 0 when p_t = 1700 and p_m >= 4 then (p_m - 4) & 65535 end;
-- _fields are the fields of an interval's modifier (providers.IntervalFields), behind a blank; '': all of them.
create macro @info._fields(p_m) as
  case p_m >> 16 @fields else '' end;
create macro @info._interval_digits(p_m) as case when (p_m & 65535) <= 6 then '(' || (p_m & 65535)::varchar || ')' else '' end;
create macro @info._interval_type(p_t, p_m) as case when p_t = 1186 and p_m >= 0 and @info._fields(p_m) <> '' then upper(ltrim(@info._fields(p_m))) || @info._interval_digits(p_m) end;
create macro @info._datetime(p_t, p_m) as
  case when p_t = 1082 then 0 when p_t in (1083, 1114, 1184, 1266) then case when p_m < 0 then 6 else p_m end
       when p_t = 1186 then case when p_m < 0 or (p_m & 65535) = 65535 then 6 else p_m & 65535 end end;
