create table amounts (id int, amt numeric(8,2), n numeric)
insert into amounts values (1, 12.50, 1.500), (2, 7.00, 2), (3, null, null)
select ('{"n":12.50}'::jsonb -> 'n')::numeric
select ('{"n":12.50}'::jsonb)['n']::numeric
select ('{"n":{"m":12.50}}'::jsonb #> '{n,m}')::numeric
select '12.50'::jsonb::numeric, '1e2'::jsonb::numeric, '100.00'::jsonb::numeric
select e::numeric from jsonb_array_elements('[1.0, 2.50, 3]'::jsonb) e
select jsonb_path_query('{"n":[1.0, 2.50]}'::jsonb, '$.n[*]')::numeric
select jsonb_path_query_first('{"n":[1.0, 2.50]}'::jsonb, '$.n[*]')::numeric
select * from jsonb_to_record('{"a":1.50,"b":2.00}'::jsonb) as t(a numeric, b numeric(8,3))
select * from jsonb_to_recordset('[{"a":1.50},{"a":2.00}]'::jsonb) as t(a numeric)
select * from json_to_record('{"a":1.50}'::json) as t(a numeric)
select * from jsonb_populate_record(null::amounts, '{"id":1,"amt":1.5,"n":1.50}'::jsonb)
select n from jsonb_populate_recordset(null::amounts, '[{"id":1,"amt":1.5,"n":1.50},{"n":2.000}]'::jsonb)
select ('{"n":12.50}'::jsonb ->> 'n')::numeric
select ('{"n":12.50}'::jsonb -> 'n')::numeric + 1
select ('{"n":12.50}'::jsonb -> 'n')::numeric(8,3)
select sum((d -> 'n')::numeric) from (values ('{"n":12.50}'::jsonb), ('{"n":1}')) v(d)
select ('{"n":12.50}'::jsonb -> 'n')::numeric::text
select jsonb_typeof(d -> 'n'), (d -> 'n')::numeric from (values ('{"n":12.50}'::jsonb), ('{"n":1}')) v(d)
create table docs (d jsonb)
insert into docs values ('{"n":12.50,"l":[1.10,2.0]}')
select (d -> 'n')::numeric, (d -> 'l' -> 1)::numeric, (d['l'][0])::numeric from docs
select e::numeric from docs, jsonb_array_elements(d -> 'l') e
select cast(d -> 'n' as numeric), cast(d #> '{l,0}' as numeric) from docs
select max((d -> 'n')::numeric), min((d->'l'->1)::numeric) from docs
select id, lag(amt, 1, 0) over (order by id) from amounts order by id
select id, lead(amt, 1, 0) over (order by id) from amounts order by id
select id, lead(amt, 1, 0.5) over (order by id) from amounts order by id
select id, lead(amt, 1, 0.5555) over (order by id) from amounts order by id
select id, lag(amt, 1, n) over (order by id) from amounts order by id
select id, lag(amt, 1, id) over (order by id) from amounts order by id
select id, lag(amt, 1, -1) over (order by id), lag(amt) over (order by id) from amounts order by id
select id, lag(amt, 1, 0::numeric) over (order by id) from amounts order by id
select id, lag(amt, 1, 0.0) over (order by id)::text from amounts order by id
select id, amt - lag(amt, 1, 0) over (order by id) from amounts order by id
select id, coalesce(lag(amt) over (order by id), 0) from amounts order by id
select id, lag(amt, 1, 0::numeric(8,2)) over (order by id) from amounts order by id
select id, nth_value(amt, 2) over (order by id), first_value(amt) over (order by id) from amounts order by id
select id, lag(coalesce(amt, 0), 1, 0) over (order by id) from amounts order by id
select id, coalesce(amt, 0) from amounts order by id
select id, coalesce(amt, 0.5) from amounts order by id
select id, case when amt > 10 then amt else 0 end from amounts order by id
select id, case when amt > 10 then amt else 0.123 end from amounts order by id
select id, greatest(amt, 8), least(amt, 8) from amounts order by id
select id, greatest(amt, 8.0), least(amt, 8.5) from amounts order by id
select id, nullif(amt, 7) from amounts order by id
select id, amt + 0, amt * 1, amt - 0.0 from amounts order by id
select amt from amounts union all select 0 order by 1
select amt from amounts union all select 0.5 order by 1
select array[amt, 0] from amounts order by id
select v from amounts, unnest(array[amt, 0]) v order by id, v
select sum(coalesce(amt, 0)), max(coalesce(amt, 0)), min(coalesce(amt, 0)), avg(coalesce(amt,0)) from amounts
select sum(case when id = 1 then amt else 0 end), sum(case when id = 9 then amt else 0 end) from amounts
select max(case when id = 9 then amt else 0 end) from amounts
select jsonb_build_object('a', coalesce(amt, 0)), to_jsonb(coalesce(amt, 0)), coalesce(amt,0)::text from amounts order by id
select x from (select coalesce(amt, 0) as x from amounts) s order by x
with c as (select lag(amt, 1, 0) over (order by id) as p from amounts) select p, p + 1, p::text from c order by p
select array_agg(coalesce(amt, 0) order by id) from amounts
select string_agg(coalesce(amt, 0)::text, ',' order by id) from amounts
values (1.50::numeric(8,2)), (0)
create table made as select coalesce(amt, 0) as c, lag(amt, 1, 0) over (order by id) as l from amounts
select * from made order by 1, 2
create view seen as select id, coalesce(amt, 0) as c, lag(amt, 1, 0) over (order by id) as l from amounts
select * from seen order by 1, 2
