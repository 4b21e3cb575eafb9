select '(1.0,5]'::numrange
select '[1.0,5.50)'::numrange, '[1.00,)'::numrange, '(,2.0]'::numrange, 'empty'::numrange
select lower('(1.0,5.50]'::numrange), upper('(1.0,5.50]'::numrange)
select numrange(1.0, 2.50), numrange(1.0, 2.50, '[]'), numrange(1, 2.50), numrange(null, 2.50)
select numrange(1.0, 2.50)::text, lower(numrange(1.0, 2.50))::text
select '{[1.0,2.0],[3.50,4)}'::nummultirange
select nummultirange(numrange(1.0,2.0), numrange(3,4.50))
select lower('{[1.0,2.0],[3.50,4.0)}'::nummultirange), upper('{[1.0,2.0],[3.50,4.0)}'::nummultirange)
create table spans (id int, r numrange, m nummultirange)
insert into spans values (1, '[1.0,2.50)', '{[1.0,2.50)}'), (2, '[1,2.5)', '{}'), (3, numrange(0.10, null), '{(,1.0)}')
select * from spans order by id
select id, r::text, lower(r), upper(r), lower(m) from spans order by id
select id from spans where r = '[1.00,2.500)' order by id
select id from spans where r @> 1.5 order by id
select r, count(*) from spans group by r order by 1
select to_json(r), to_jsonb(r), row_to_json(s), jsonb_build_object('r', r) from spans s order by id
select r * '[1.00,2.0]'::numrange, r + '[1.00,2.5)'::numrange from spans where id < 3 order by id
select array_agg(r order by id) from spans
select array['[1.0,2.0)'::numrange, '[1,2)']
select '[1.0,2)'::numrange = '[1,2.0)'::numrange, '[1.0,2)'::numrange < '[1,2.1)'::numrange
select range_merge('[1.0,2)'::numrange, '[3,4.00)'::numrange)
select max(r), min(r) from spans
select range_agg(r) from spans
select numrange(a, b) from (values (1.0, 2.50), (1.00, 2)) v(a, b)
select ('[1.0,2)'::numrange)::nummultirange, multirange('[1.0,2)'::numrange)
select unnest('{[1.0,2.0],[3.50,4)}'::nummultirange)
update spans set r = '[5.00,6]' where id = 1 returning r
select distinct r from spans order by 1
select numrange(1.0::numeric(4,2), 2::numeric(4,2))
select isempty('[1.0,1)'::numrange), '[1.0,1.00]'::numrange
select '[2.0,1.0]'::numrange
