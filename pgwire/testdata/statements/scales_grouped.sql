CREATE TABLE scg (id int, n numeric, m numeric(6,2), t text);

INSERT INTO scg VALUES (1, 1.5, 2.5, '1.50'), (2, 3, 4, '2');

select t::numeric from scg group by t::numeric order by 1;

select t::jsonb::numeric from scg group by 1 order by 1;

with a as (select t::numeric x from scg group by 1), b as (select x/3 y from a group by x/3) select y::text, to_jsonb(y) from b group by y order by 1;

with b as (select x/3 y from (values (1.5),(2.25)) a(x) group by x/3) select y::text from b group by y order by 1;

select y from (select x/3 y from (values (1.5),(2.25)) a(x) group by x/3) b order by 1;

select x/3 y from (values (1.5),(2.25)) a(x) group by x/3 order by 1;

select to_jsonb(x/3) from (values (1.5),(2.25)) v(x) group by x/3 order by 1;

select to_jsonb(m/3) from scg group by m/3 order by 1;

select to_jsonb(m*2) from scg group by m*2 order by 1;

select to_jsonb(n*2) from scg group by n*2 order by 1;

select sum(x*3) over (order by x*3) from (values (1.5),(2.25)) v(x) group by x*3 order by 1;

select to_jsonb(n/3) from scg group by n/3 order by n/3;

select t::numeric + 1, max(id) from scg group by t::numeric having t::numeric > 0 order by t::numeric + 1;

select n/3 from scg group by n/3 order by 1;

select (t::numeric)::text from scg group by t::numeric order by 1;

select (t::numeric/3)::text, count(*) from scg group by t::numeric/3 order by 1;

select round(n,1), count(*) from scg group by 1 order by 1;

select round(x/3,1)::text, count(*) from (values (1.5),(2.25)) v(x) group by 1 order by 1;

select coalesce(n, 0.50), count(*) from scg group by 1 order by 1;

select coalesce(x/3, 0.50)::text, count(*) from (values (1.5),(2.25)) v(x) group by 1 order by 1;

select case when id=1 then n/3 else 1.50 end::text, count(*) from scg group by 1 order by 1;

select -(x/3), count(*) from (values (1.5),(2.25)) v(x) group by -(x/3) having -(x/3) < 0 order by 1;

select x/3 + 1 as y, sum(x) from (values (1.5),(2.25)) v(x) group by x/3+1 order by y;

select greatest(x/3, 1)::text from (values (1.5),(2.25)) v(x) group by greatest(x/3, 1) order by 1;

select (select x/3)::text from (values (1.5),(2.25)) v(x) group by x order by 1;

select x || '' from (select n/3 as x from scg) s group by x order by 1;

select y::text from (select x, x/3 as y from (values (1.5),(2.25)) v(x)) s group by y order by 1;

select abs(n/3)::text from scg group by abs(n/3) order by 1;

select avg(n)/3 from scg group by id having avg(n)/3 > 0 order by 1;

select mod(n, 2)::text from scg group by mod(n,2) order by 1;

select (n % m / 2)::text from scg group by n % m / 2 order by 1;

select sum(n)/2, n/2 from scg group by n/2 order by 1;

select nullif(n/3, 1)::text from scg group by nullif(n/3,1) order by 1;

select to_jsonb(x/3), jsonb_agg(x/3) from (values (1.5),(2.25)) v(x) group by x/3 order by 1;

select array_agg(x/3)::text, (x/3)::text from (values (1.5),(2.25)) v(x) group by x/3 order by 1;

select (t::jsonb::numeric/3)::text from scg group by t::jsonb::numeric/3 order by 1;

select (t::jsonb::numeric)::text from scg group by t::jsonb::numeric order by 1;

select distinct n/3 from scg order by 1;

select distinct on (t::numeric) t::numeric from scg order by 1;

select distinct t::numeric from scg order by 1;

select x/3 from (values (1.5),(2.25)) v(x) group by rollup(x/3) order by 1;

select extract(epoch from interval '1.5 s')/n from scg group by 1 order by 1;

select sum(x/3) over (order by x/3) from (values (1.5),(2.25)) v(x) group by x/3 order by 1;

select sum(t::numeric) over (order by t::numeric) from scg group by t::numeric order by 1;

select q.x, count(*) from (select t::numeric as x from scg) q group by q.x order by 1;

select q.x, count(*) from (select t::numeric as x from scg group by t::numeric) q group by q.x order by 1;

select q.x::text from (select t::numeric/3 as x from scg group by 1 union all select 1.50) q group by q.x order by 1;

with recursive r as (select t::numeric x, 1 as i from scg group by t::numeric union all select x/3, i+1 from r where i < 3) select x::text from r order by 1;

with recursive r as (select t::numeric x, 1 as i from scg group by t::numeric union all select x*1.1, i+1 from r where i < 3) select x, count(*) from r group by x order by x;

select case t::numeric when 2 then 1.50 else t::numeric end from scg group by t::numeric order by 1;

select case t::numeric when 2 then 1.50 else t::numeric end from scg group by 1 order by 1;

select coalesce(t::numeric, n) from scg group by coalesce(t::numeric, n) order by 1;

select greatest(t::numeric, n) from scg group by greatest(t::numeric, n) order by 1;

select string_agg(t::numeric::text, ',' order by t::numeric) from scg group by t::numeric order by 1;

-- A sum within what is computed with a quotient, in a query that groups.
CREATE TABLE sc_quotients (g int, x numeric);
INSERT INTO sc_quotients VALUES (1, 1.50), (1, 2.5), (2, 3.000);
SELECT q.v FROM (SELECT coalesce(sum(x) / 3, 1) AS v FROM sc_quotients GROUP BY g) q ORDER BY 1;
SELECT q.v FROM (SELECT sum(x) / 3 + sum(x) AS v FROM sc_quotients GROUP BY g) q ORDER BY 1;
SELECT q.v FROM (SELECT sum(x) / 3 + g AS v FROM sc_quotients GROUP BY g) q ORDER BY 1;
SELECT concat((SELECT avg((SELECT avg((SELECT avg(a::numeric) FROM (VALUES ('1.5'), ('2.50')) v(a)))))));
