create table items (id serial primary key, name text, price numeric(8,2), tag varchar(10))
insert into items (name, price, tag) values ('a', 1.5, 'x'), ('b', 2.25, null)
create table sold (id serial primary key, item int, note varchar(5))
insert into sold (item) values (1) returning (select price from items where id = 1) as price
insert into sold (item) values (2) returning id, (select tag from items where id = item) as tag, (select i.price from items i where i.id = sold.item)
update sold set note = 'x' where id = 1 returning (select price from items where id = item), (select max(price) from items)
delete from sold where id = 1 returning (select price from items where id = item), array(select price from items order by id)
with g as (insert into sold (item) values (2) returning (select price from items where id = 2) as price) select price from g
create type f10_item as (name text, qty int, price numeric(8,2))
select * from jsonb_populate_recordset(ROW('dflt', 0, NULL)::f10_item, '[{"name":"a"},{"qty":3,"price":1.5}]')
select * from json_populate_recordset(ROW('dflt', 0, NULL)::f10_item, '[{"name":"a"},{"qty":3,"price":1.5}]')
select * from jsonb_populate_record(ROW('dflt', 0, 1.25)::f10_item, '{"name":"a"}')
select * from json_populate_record(ROW('dflt', 0, 1.25)::f10_item, '{"qty":null}')
select (jsonb_populate_record(ROW('dflt', 0, 1.25)::f10_item, '{"name":"a"}')).*
select jsonb_populate_record(ROW('dflt', 0, 1.25)::f10_item, '{"name":"a"}')
select i.id, p.* from items i, jsonb_populate_record(i, '{"name":"z"}') p order by i.id
select i.id, p.* from items i, lateral jsonb_populate_record(i, jsonb_build_object('price', i.id)) p order by i.id
select i.id, p.name, p.price from items i cross join lateral jsonb_populate_recordset(i, '[{"name":"z"},{"price":3}]') p order by i.id, p.name
select jsonb_populate_record(i, '{"name":"z"}') from items i order by id
select (jsonb_populate_record(i, '{"name":"z"}')).name from items i order by id
select * from jsonb_populate_record(('d', 1, 2)::f10_item, '{}')
select * from jsonb_populate_record(row(null, null, null)::f10_item, '{"qty":1}')
select * from jsonb_populate_record('(d,1,2.5)'::f10_item, '{"qty":7}')
select * from jsonb_populate_record(ROW('dflt', 0, NULL)::f10_item, null)
select row()
select row()::text
select row() is null, row() is not null
select row() = row()
create type empty_type as ()
select row()::empty_type
create type mood as enum ('sad', 'ok')
create type felt as (who text, how mood)
select '"\u0000"'::jsonb
select '"\u0000"'::json
select '"a\u0000b"'::jsonb
select '{"a":"\u0000"}'::jsonb
select '{"\u0000":1}'::jsonb
select '"\ud800"'::jsonb
select '"\ud800x"'::jsonb
select '"\udc00"'::jsonb
select '"\ud800\ud800"'::jsonb
select '"\u12"'::jsonb
select '"\u12"'::json
select '"\x"'::jsonb
select '{"a":1,}'::jsonb
select '[1,2'::jsonb
select '{"a" 1}'::json
select '"\u0000"'::json ->> 0
select '{"a":"\u0000"}'::json ->> 'a'
select json_array_elements_text('["\u0000"]'::json)
