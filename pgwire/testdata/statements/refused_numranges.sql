CREATE TABLE rn_sales (region text, product text, year int, revenue numeric, price numeric(10,2))
INSERT INTO rn_sales VALUES ('n', 'x', 2020, 10, 1.10), ('n', 'y', 2020, 20.5, 2.25), ('s', 'x', 2021, 30.25, 3.00), ('s', 'y', 2021, 1e3, 100)
SELECT '[1.50,2.0]'::numrange
SELECT '[1.50,2.0)'::numrange @> 1.6
SELECT '[1.50,2.0)'::numrange @> 2.0, '[1.50,2.0]'::numrange @> 2.00, 1.500 <@ '(1.50,2.0)'::numrange
SELECT numrange(1.50, 2.0), lower(numrange(1.50, 2.0)), upper('[1.50,2.0]'::numrange)
SELECT numrange(min(revenue), max(revenue), '[]') FROM rn_sales
SELECT numrange(min(price), max(price), '[]') FROM rn_sales
SELECT numrange(price, price + 10.50) FROM rn_sales ORDER BY 1
SELECT numrange(price, NULL) @> 2.25 FROM rn_sales ORDER BY 1
SELECT '[1.50,2.0]'::numrange = '[1.5,2]'::numrange
SELECT '[1.50,2.0]'::numrange * '[1.5,3.00]'::numrange, '[1.50,2.0]'::numrange + '(2.00,3.00]'::numrange
SELECT '(1.50,1.5]'::numrange, '[0.0,0.00]'::numrange, '[-1.50,-0.0]'::numrange
SELECT '[2.0,1.0]'::numrange
SELECT isempty(numrange(1.0, 1.00)), numrange(1.0, 1.00, '[]')
CREATE TABLE rn_nr (id int, r numrange)
INSERT INTO rn_nr VALUES (1, '[1.50,2.0]'), (2, numrange(3, 4.10)), (3, NULL), (4, 'empty'), (5, '[1.5,2.00]')
SELECT * FROM rn_nr ORDER BY id
SELECT id FROM rn_nr WHERE r @> 1.50 ORDER BY id
SELECT r, count(*) FROM rn_nr WHERE id IN (1, 5) GROUP BY r
SELECT count(DISTINCT r) FROM rn_nr
SELECT range_agg(r) FROM rn_nr
SELECT id, upper(r) - lower(r) FROM rn_nr ORDER BY id
SELECT id, r FROM rn_nr ORDER BY r, id
SELECT '{[1.0,2.50),[3.00,4)}'::nummultirange, nummultirange(numrange(1.0, 2.0))
SELECT '{[1.0,2.50),[3.00,4)}'::nummultirange @> 2.4
SELECT r::text, r::text = '[1.50,2.0]' FROM rn_nr WHERE id = 1
