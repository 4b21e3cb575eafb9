-- Ranges of dates whose bounds are infinite, and aliases of USING.
select daterange('-infinity'::date, '2000-01-01'::date, '()'), daterange('-infinity'::date, '2000-01-01'::date, '[]')
select daterange('2000-01-01'::date, 'infinity'::date, '[]'), daterange('2000-01-01'::date, 'infinity'::date, '[)')
select daterange('2000-01-01', 'infinity', '(]'), '(-infinity,2000-01-01]'::daterange, '[2000-01-01,infinity]'::daterange
select daterange('-infinity', 'infinity', '[]'), daterange('-infinity', 'infinity', '()'), daterange(NULL, 'infinity', '(]')
select upper_inc(daterange('2000-01-01', 'infinity', '[]')), lower_inc(daterange('-infinity', '2000-01-01', '()')), upper(daterange('2000-01-01', 'infinity', '[]')), upper_inf(daterange('2000-01-01', 'infinity', '[]'))
select daterange('2000-01-01', 'infinity', '[]') @> 'infinity'::date, daterange('2000-01-01', 'infinity', '[)') @> 'infinity'::date, daterange('-infinity', '2000-01-01', '()') @> '-infinity'::date
select daterange('2000-01-01', 'infinity', '[]') = daterange('2000-01-01', 'infinity', '[)'), daterange('infinity', 'infinity', '[]'), isempty(daterange('infinity', 'infinity', '[)'))
select daterange('2000-01-01', '2000-01-05', '[]'), '[2000-01-01,2000-01-01)'::daterange, int4range(1,5,'(]')
create table u1 (i int, j int)
create table u2 (i int, k int)
insert into u1 values (1, 2), (3, 4)
insert into u2 values (1, 5)
select * from u1 join u2 using (i) as u
select u.i, u1.j from u1 join u2 using (i) as u
select * from u1 join u2 using (i) as u1
select * from u1 a join u2 b using (i) as a
