-- Types that DuckDB has nothing of: money, text search, geometry, multiranges, xml.
SELECT '$1,234,567.895'::money, '-$0.01'::money, '($5)'::money, 1e10::numeric::money, 10::money / 6, 10::money * 1.005, 3 * '2.50'::money, '10'::money - 3::money
SELECT '1.5'::money = '1.50'::money, '2'::money > '1.99'::money, '9'::money < '10'::money, 0::money / 1::money, (-5)::money::numeric, 5::money::text || '!'
SELECT 'x'::money
SELECT 1.5::float8::money
SELECT '1'::money / 0
SELECT cash_words('0'), cash_words('1'), cash_words('121.21'), cash_words('-1234567.99'), cash_words('1000000'), cash_words('115.20')
SELECT x FROM (VALUES ('10'::money), ('9'), ('-1')) v(x) ORDER BY x
SELECT x, count(*) FROM (VALUES ('10'::money), ('10.00'), ('-1')) v(x) GROUP BY x ORDER BY 1
SELECT '92233720368547758.07'::money + '0.01'::money
SELECT to_tsvector('english', 'The running dogs were happily relational, generously optimizing their communities'), to_tsvector('simple', 'The Dogs the dogs')
SELECT to_tsvector('english', 'well-known state-of-the-art solutions cost 3.14 or -5 dollars in 2024'), to_tsvector('It''s a boy'), to_tsvector('english', '')
SELECT w, to_tsvector('english', w) FROM (VALUES ('skies'), ('dying'), ('nationality'), ('hopping'), ('hoping'), ('agreed'), ('feed'), ('flies'), ('conflated'), ('troubled'), ('happy'), ('vietnamization'), ('conformabli'), ('operator'), ('triplicate'), ('formative'), ('electriciti'), ('revival'), ('allowance'), ('inference'), ('adjustable'), ('replacement'), ('adoption'), ('homologous'), ('effective'), ('bowdlerize'), ('probate'), ('rate'), ('cease'), ('controll'), ('rolling'), ('university'), ('arguing'), ('bypassed'), ('exceedingly'), ('quickly'), ('analytically'), ('boys'), ('cats'''), ('gas'), ('this'), ('beautiful')) v(w)
SELECT 'a:3 b:1,2A c'::tsvector, '''it''''s'' x'::tsvector, 'b a b'::tsvector, 'a:1B,1A'::tsvector
SELECT 'a & b | c'::tsquery, 'a & (b | !c)'::tsquery, '!(a & b)'::tsquery, 'a <-> b <2> c'::tsquery, 'super:*A & x:ab'::tsquery, '''two words'' & y'::tsquery
SELECT ''::tsquery
SELECT 'a & '::tsquery
SELECT to_tsquery('english', 'running & the & dogs'), to_tsquery('english', 'cats | !mice'), to_tsquery('simple', 'A <-> B'), plainto_tsquery('english', 'the quick foxes'), phraseto_tsquery('english', 'the king of the hill'), websearch_to_tsquery('english', 'postgres -mysql or "full text search"')
SELECT to_tsvector('english', 'fat cats ate rats') @@ to_tsquery('english', 'cat & rat'), to_tsvector('english', 'fat cats ate rats') @@ to_tsquery('english', 'cat <-> ate'), to_tsvector('english', 'fat cats ate rats') @@ to_tsquery('english', 'cat <-> rat'), 'supernova'::tsvector @@ 'super:*'::tsquery, to_tsvector('english', 'x') @@ '!y'::tsquery
SELECT 'fat cats' @@ 'cats', 'fat cats'::text @@ 'rats'::text, 'a:1A b:2'::tsvector @@ 'a:A'::tsquery, 'a:1A'::tsvector @@ 'a:B'::tsquery
SELECT 'a:1 b:2'::tsvector || 'c:1 a:2'::tsvector, 'a'::tsquery && 'b'::tsquery, 'a'::tsquery || 'b'::tsquery, !!'a'::tsquery, 'a'::tsquery <-> 'b'::tsquery, numnode('a & b | c'::tsquery), ts_delete('a:1 b:2'::tsvector, 'a')
SELECT ts_rank('a:1,3 b:2'::tsvector, 'a | b'::tsquery), ts_rank('a:1 b:2'::tsvector, 'a & b'::tsquery), ts_rank('a:1 b:9 c:30'::tsvector, 'a & b & c'::tsquery), ts_rank('a:1A'::tsvector, 'a'::tsquery), ts_rank('a:1'::tsvector, 'z'::tsquery)
SELECT id FROM (VALUES (1, 'Cats and dogs'), (2, 'Only dogs here'), (3, 'Nothing')) t(id, body) WHERE to_tsvector('english', body) @@ to_tsquery('english', 'dog & !cat') ORDER BY id
SELECT v @@ q FROM (SELECT to_tsvector('simple', 'a b') AS v) d, to_tsquery('simple', 'b') AS q
SELECT to_tsvector('german', 'Hunde')
SELECT setweight('a:1 b:2'::tsvector, 'A'), strip('a:1'::tsvector), length('a b c'::tsvector), tsvector_to_array('b a'::tsvector), array_to_tsvector(ARRAY['b','a'])
SELECT point '(1.5, 2)', point(1, 2)::text, '1,2'::point, (point '(3,4)')[0], (point '(3,4)')[1], point '(1e20,-0.00001)'
SELECT box '(0,0),(2,3)', box '1,1,0,0', box(point(0, 0), point(1, 2)), circle '((1,2),3)', circle(point(0, 0), 2.5), lseg '(0,0),(3,4)', line '[(0,0),(1,2)]', path '((0,0),(1,0),(1,1))', polygon '(0,0),(2,0),(2,2),(0,2)'
SELECT 'x'::point
SELECT point(0, 0) <-> point(3, 4), point(0, 0) <-> box '(1,1),(2,2)', circle '<(0,0),1>' <-> circle '<(5,0),2>', point(0, 5) <-> lseg '[(-1,0),(1,0)]', point(2, 2) <-> line '{0,-1,0}', circle '<(0,0),1>' <-> point(4, 0)
SELECT box '(0,0),(2,2)' @> point(1, 1), point(3, 3) <@ box '(0,0),(2,2)', circle '<(0,0),2>' @> point(1, 1), polygon '(0,0),(4,0),(4,4),(0,4)' @> point(2, 2), box '(0,0),(2,2)' && box '(1,1),(3,3)', circle '<(0,0),1>' && circle '<(3,0),1>', point(1, 2) ~= point(1, 2), box '(0,0),(1,1)' = box '(5,5),(6,6)'
SELECT point(1, 2) + point(3, 4), point(1, 2) * point(2, 0), box '(0,0),(1,1)' + point(2, 2), circle '<(1,1),2>' * point(2, 0), point(4, 6) / point(2, 0), path '[(0,0),(1,1)]' - point(1, 1)
SELECT area(box '(0,0),(2,3)'), area(circle '<(0,0),2>'), area(path '((0,0),(2,0),(2,2))'), center(box '(0,0),(2,4)'), diameter(circle '<(0,0),2>'), radius(circle '<(0,0),2>'), height(box '(0,0),(2,3)'), width(box '(0,0),(2,3)'), length(lseg '[(0,0),(3,4)]'), length(path '((0,0),(3,0),(3,4))'), npoints(polygon '(0,0),(1,0),(1,1)'), isopen(path '[(0,0),(1,1)]'), isclosed(path '[(0,0),(1,1)]'), diagonal(box '(0,0),(1,1)'), slope(point(0, 0), point(1, 2))
SELECT box '(0,0),(2,2)' # box '(1,1),(3,3)', lseg '[(0,0),(2,2)]' # lseg '[(0,2),(2,0)]', # path '((0,0),(1,0),(1,1))', @-@ lseg '[(0,0),(3,4)]', @@ circle '<(1,2),3>', point(1, 1) << point(2, 2), point(1, 1) ?- point(2, 1), lseg '[(0,0),(1,1)]' ?|| lseg '[(1,0),(2,1)]', lseg '[(0,0),(0,1)]' ?-| lseg '[(0,0),(1,0)]'
SELECT circle(box '(0,0),(2,2)'), box(circle '<(0,0),2>'), polygon(box '(0,0),(1,1)'), path(polygon '(0,0),(1,0),(1,1)'), bound_box(box '(0,0),(1,1)', box '(3,3),(4,4)')
SELECT point(1, 1) = point(1, 1)
SELECT DISTINCT p FROM (VALUES (point(1, 1)), (point(1, 1))) v(p)
SELECT p FROM (VALUES (point(1, 1)), (point(0, 1))) v(p) ORDER BY p
SELECT p FROM (VALUES (point(3, 4)), (point(0, 1))) v(p) ORDER BY p <-> point(0, 0)
SELECT count(p), array_agg(p) FROM (VALUES (point(1, 1)), (point(1, 2))) v(p)
SELECT '{[1,3),[2,5],(9,)}'::int4multirange, '{}'::nummultirange, '{[2024-01-01,2024-02-01)}'::datemultirange, '{[1.5,2.5)}'::nummultirange, int8multirange(int8range(1, 3)), '{["2024-01-01 10:00","2024-01-01 12:00")}'::tsmultirange
SELECT '{[1,3)}'::int4multirange + '{[3,5)}'::int4multirange, '{[1,10)}'::int4multirange - '{[3,5)}'::int4multirange, '{[1,10)}'::int4multirange * '{[5,20)}'::int4multirange, '{[1,3)}'::int4multirange @> 2, 5 <@ '{[1,3)}'::int4multirange, '{[1,3)}'::int4multirange @> int4range(1, 2), '{[1,3)}'::int4multirange && '{[2,9)}'::int4multirange, '{[1,3)}'::int4multirange = '{[1,2],[2,2]}'::int4multirange, '{[1,3)}'::int4multirange << '{[5,9)}'::int4multirange, '{[1,3)}'::int4multirange -|- '{[3,9)}'::int4multirange
SELECT lower('{[1,3),[5,8)}'::int4multirange), upper('{[1,3),[5,8)}'::int4multirange), isempty('{}'::int4multirange), range_merge('{[1,3),[5,8)}'::int4multirange), lower_inf('{(,3)}'::int4multirange), upper_inc('{[1.5,2.5]}'::nummultirange), lower('{}'::int4multirange)
SELECT range_agg(r), range_intersect_agg(r) FROM (VALUES (int4range(1, 5)), (int4range(3, 9)), (NULL)) v(r)
SELECT unnest('{[1,3),[5,8)}'::int4multirange)
SELECT '{[1,3'::int4multirange
SELECT upper('abc'), lower('ABC'), length('abc'), lower(int4range(1, 3))
SELECT xmlelement(name row, xmlattributes(1 AS id, 'a<b"' AS t), 'x & y', xmlelement(name inner)), xmlforest(1 AS a, NULL AS b, 'c<' AS c), xmlconcat('<a/>', '<b>1</b>'), xmlcomment('hi'), xmlparse(CONTENT 'a<b/>'), xmlparse(DOCUMENT '<a>1</a>')
SELECT '<a>1</a>'::xml, '<?xml version="1.0"?><a/>'::xml, '<a/>'::xml IS DOCUMENT, 'x<a/>'::xml IS DOCUMENT, '<a>1</a>'::xml::text, xml_is_well_formed('<a>'), xml_is_well_formed('<a/>'), xml_is_well_formed_document('x')
SELECT '<a>'::xml
SELECT xmlparse(DOCUMENT 'x')
SELECT xmlagg(xmlelement(name n, x) ORDER BY x DESC) FROM (VALUES (1), (2)) v(x)
SELECT '<a/>'::xml = '<a/>'::xml
SELECT xpath('/a/text()', '<a>1</a>')
CREATE TABLE rare_t (m money)
CREATE TABLE rare_p (p point)
CREATE TABLE rare_t AS SELECT 1::money AS m
SELECT pg_typeof('1'::money), pg_typeof(point(1, 2)), pg_typeof(to_tsvector('a')), pg_typeof('{}'::int4multirange)
SELECT CASE WHEN true THEN '1'::money END::text, coalesce(NULL, point(1, 2))::text, concat('1'::money, point(1, 2)), format('%s', 'a & b'::tsquery)
SELECT to_json(1::money), row_to_json(t) FROM (SELECT point(1, 2) AS p) t
SELECT max('1'::money), min(x) FROM (VALUES ('3'::money), ('2')) v(x)
SELECT '101'::bit(3), pg_lsn '16/B374D848' - pg_lsn '16/B374D840', '(0,1)'::tid, '1:1:'::pg_snapshot, unistr('d\0061t\+000061'), to_ascii('x', 'LATIN1')
