CREATE TYPE ha_mood AS ENUM ('sad', 'ok', 'happy')

CREATE TABLE ha_a (id int, i int[], t text[], n numeric(6,2)[], d date[], m ha_mood, ms ha_mood[], r int4range, b bytea, bt bit(4), vb varbit, u uuid, ip inet, c cidr, mac macaddr, p point)

INSERT INTO ha_a VALUES (1, '{1,2,3}', '{a,"b c",NULL}', '{1.5,2}', '{2024-01-01}', 'ok', '{sad,happy}', '[1,5)', '\x0102ff', B'1010', B'101', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '192.168.1.5/24', '10.0.0.0/8', '08:00:2b:01:02:03', '(1,2)'), (2, '{}', '{}', NULL, '{}', 'sad', '{}', 'empty', '', B'0000', B'1', NULL, '::1', '2001:db8::/32', NULL, '(0,0)'), (3, '{7,8}', '{x,y}', '{0}', NULL, NULL, NULL, '[10,)', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)

SELECT * FROM ha_a ORDER BY id

SELECT id, i[1], i[1][2], i[2:3], t[2], n[1] + 1, array_length(i, 1), array_dims(i), array_ndims(i), cardinality(i), array_upper(i, 2), array_lower(i, 1) FROM ha_a ORDER BY id

SELECT i || 4, 0 || i, i || ARRAY[5, 6], i || NULL, i || '{7}', array_append(i, NULL), array_cat(i, i) FROM ha_a WHERE id = 1

SELECT i || 'x' FROM ha_a

SELECT i || 1.5 FROM ha_a WHERE id = 1

SELECT t || 'z', 'z' || t, t || '{q}', t || NULL::text, t || ARRAY['k'] FROM ha_a WHERE id = 1

SELECT ARRAY[1, 2] || ARRAY[[3, 4], [5, 6]], ARRAY[[1, 2]] || ARRAY[3, 4], ARRAY[]::int[] || ARRAY[1], NULL::int[] || 1

SELECT ARRAY[1] || ARRAY[[1, 2]]

SELECT ARRAY[[1, 2], [3]]

SELECT ARRAY[1, 'two']

SELECT ARRAY[1, 2.5, NULL], ARRAY[1, '2'], ARRAY['a', NULL], ARRAY[NULL], ARRAY[ARRAY[1, 2], ARRAY[3, 4]], ARRAY[true, NULL], ARRAY[date '2024-01-01', '2024-01-02']

SELECT ARRAY[]

SELECT '{1,2'::int[]

SELECT '{1,a}'::int[]

SELECT '{1,2}}'::int[]

SELECT '1,2'::int[]

SELECT '{"a\"b", "c,d", NULL, "NULL", "", x\y}'::text[], '{ a , "b" }'::text[], '[0:1]={5,6}'::int[], '{{1},{2}}'::int[], '{}'::text[]

SELECT '{{1,2},{3}}'::int[]

SELECT '[1:2]={1,2,3}'::int[]

SELECT i = '{1,2,3}', i <> '{1}', i < '{1,3}', i @> '{1}', i <@ '{1,2,3,4}', i && '{3,9}', i @> '{}', i = ARRAY[1, 2, 3] FROM ha_a ORDER BY id

SELECT i @> ARRAY['a'] FROM ha_a

SELECT i = t FROM ha_a

SELECT 2 = ANY (i), 2 <> ALL (i), 5 > ALL (i), NULL = ANY (i), 'a' = ANY (t), t[1] LIKE ANY (ARRAY['a%', 'z']) FROM ha_a ORDER BY id

SELECT 'a' = ANY (i) FROM ha_a

SELECT 1 = ANY (t) FROM ha_a

SELECT 1 = ANY (5)

SELECT array_position(ARRAY[1, 2, 3, 2], 2), array_position(ARRAY[1, 2, 3, 2], 2, 3), array_positions(ARRAY['a', 'b', 'a'], 'a'), array_position(ARRAY[1, NULL], NULL), array_position(ARRAY[1], 5)

SELECT array_remove(ARRAY[1, 2, NULL, 2], 2), array_remove(ARRAY[1, NULL], NULL), array_replace(ARRAY[1, 2, 1], 1, 9), array_replace(ARRAY['a', NULL], NULL, 'x'), array_prepend(1, NULL), array_cat(NULL, ARRAY[1])

SELECT array_remove('{{1,2},{3,4}}'::int[], 1)

SELECT array_fill(7, ARRAY[3]), array_fill('x'::text, ARRAY[2, 2]), array_fill(0, ARRAY[2], ARRAY[5]), array_fill(NULL::int, ARRAY[2])

SELECT trim_array(ARRAY[1, 2, 3], 2), array_to_string(ARRAY[1, NULL, 3], ',', '*'), array_to_string('{}'::int[], ','), array_to_string(ARRAY[true, false], ' ')

SELECT trim_array(ARRAY[1], 5)

SELECT unnest('{{1,2},{3,4}}'::int[]), unnest('{a,b}'::text[])

SELECT a.id, x FROM ha_a a, unnest(a.i) AS x ORDER BY a.id, x

SELECT generate_subscripts('{{1,2},{3,4}}'::int[], 2), generate_subscripts(ARRAY['a', 'b'], 1, true)

SELECT array_agg(i ORDER BY id) FROM ha_a WHERE id = 1

SELECT array_agg(i) FROM ha_a

SELECT array_agg(x ORDER BY x DESC), array_agg(x) FILTER (WHERE x > 5), array_agg(DISTINCT x % 2) FROM generate_series(1, 4) x

SELECT ARRAY(SELECT x * x FROM generate_series(1, 4) x), ARRAY(SELECT 1 WHERE false), ARRAY(SELECT ARRAY[x, x + 1] FROM generate_series(1, 2) x)

SELECT ARRAY(SELECT 1, 2)

SELECT (ARRAY[1, 2, 3])[0], (ARRAY[1, 2, 3])[-1], (ARRAY[1, 2, 3])[2:], (ARRAY[1, 2, 3])[:2], (ARRAY[1, 2, 3])[:], (ARRAY[1, 2, 3])[5:9], (ARRAY[1, 2, 3])[3:1], ('{{1,2},{3,4}}'::int[])[1:2][2:2], ('{{1,2},{3,4}}'::int[])[1], ('{{1,2},{3,4}}'::int[])[2:2]

SELECT (ARRAY[1, 2])['a']

SELECT (5)[1]

SELECT i::text, i::text[], i::bigint[], i::numeric(5,1)[], t::varchar(1)[], i::text::int[] FROM ha_a WHERE id IN (1, 2) ORDER BY id

SELECT t::int[] FROM ha_a

SELECT ARRAY[1, 2]::text, ARRAY['1', '2']::int[], '{1.5,2.5}'::float8[]::int[], ARRAY[true]::text[], ARRAY['x']::char(3)[], ARRAY[1.456]::numeric(3,1)[]

SELECT '{1.5}'::int[]

SELECT array_sort(ARRAY[3, 1])

SELECT array_length(ARRAY[1], 0), array_length(ARRAY[1], 2), array_length('{}'::int[], 1), cardinality(NULL::int[]), cardinality('{}'::int[]), array_dims('{}'::int[])

SELECT array_length(ARRAY[1])

SELECT cardinality(5)

SELECT m, m::text, m > 'sad', m = 'ok', m IN ('ok', 'happy'), ms[1], ms @> '{sad}', 'happy' = ANY (ms) FROM ha_a ORDER BY id

SELECT m = 'angry' FROM ha_a

SELECT 'angry'::ha_mood

SELECT m + 1 FROM ha_a

SELECT m LIKE 'o%' FROM ha_a

SELECT m = 'ok'::text FROM ha_a

SELECT m || '!' , upper(m::text), length(m::text), concat(m, '?'), coalesce(m, 'happy') FROM ha_a ORDER BY id

SELECT upper(m) FROM ha_a

SELECT enum_range(NULL::ha_mood), enum_first(m), enum_last(NULL::ha_mood), enum_range('ok'::ha_mood, NULL), enum_range(NULL, 'ok'::ha_mood) FROM ha_a WHERE id = 1

SELECT max(m), min(m), count(DISTINCT m), array_agg(m ORDER BY m DESC NULLS LAST) FROM ha_a

SELECT m, count(*) FROM ha_a GROUP BY m ORDER BY m NULLS FIRST

SELECT greatest('sad'::ha_mood, 'happy'), 'ok'::ha_mood BETWEEN 'sad' AND 'happy', 'sad'::ha_mood::text::ha_mood, CASE WHEN true THEN 'ok'::ha_mood ELSE 'sad' END

INSERT INTO ha_a (id, m) VALUES (9, 'Happy')

SELECT r, lower(r), upper(r), isempty(r), lower_inc(r), upper_inc(r), lower_inf(r), upper_inf(r), r @> 3, r && '[4,6]', r * '[2,3]', r << '[100,200)' FROM ha_a ORDER BY id

SELECT int4range(1, 10) - int4range(5, 15), int4range(1, 5) + int4range(5, 9), int4range(1, 5, '[]'), int4range(1, 1), int4range(NULL, 5), int4range(5, NULL, '()'), '(1,4]'::int4range, '[,]'::int4range, '(,5)'::int8range

SELECT int4range(1, 3) + int4range(7, 9)

SELECT int4range(1, 10) - int4range(3, 5)

SELECT int4range(5, 1)

SELECT '[5,1]'::int4range

SELECT '[1,2'::int4range

SELECT '[a,b]'::int4range

SELECT int4range(1, 2, 'xx')

SELECT daterange('2024-01-01', '2024-01-31', '[]'), daterange('2024-01-01', NULL) @> '2024-06-01'::date, daterange('2024-01-01', '2024-02-01') && daterange('2024-02-01', '2024-03-01'), daterange('2024-01-01', '2024-02-01') -|- daterange('2024-02-01', '2024-03-01'), upper(daterange('2024-01-01', '2024-01-31', '[]')) - lower(daterange('2024-01-01', '2024-01-31', '[]'))

SELECT tsrange('2024-01-01', '2024-01-02', '[]'), tsrange('2024-01-01 10:00', '2024-01-01 12:00') * tsrange('2024-01-01 11:00', NULL), tstzrange('2024-01-01 00:00+00', 'infinity'), tsrange(NULL, NULL), '["2024-01-01 10:00","2024-01-02")'::tsrange

SELECT int4range(1, 5) = int4range(1, 4, '[]'), int4range(1, 5) < int4range(2, 3), int4range(1, 5) <@ int4range(0, 9), int4range(1, 5) &< int4range(3, 9), int4range(1, 5) &> int4range(0, 2), 'empty'::int4range < int4range(1, 2), range_merge(int4range(1, 2), int4range(8, 9))

SELECT int4multirange(int4range(1, 3), int4range(5, 8)), '{[1,3),[2,6)}'::int4multirange, int4multirange(), '{[1,3)}'::int4multirange + '{[3,5)}', '{[1,10)}'::int4multirange - '{[3,5)}', '{[1,10)}'::int4multirange * '{[3,5),[8,20)}', '{[1,3)}'::int4multirange @> 2, range_merge('{[1,3),[7,9)}'::int4multirange), unnest('{[1,3),[5,6)}'::int4multirange)

SELECT range_agg(x), range_intersect_agg(x) FROM (VALUES (int4range(1, 5)), (int4range(3, 8))) t(x)

SELECT int4range(1, 5) @> 'x'

SELECT int4range(1, 5) @> 2.5

SELECT int4range(1, 5) @> numrange(1, 2)

SELECT id FROM ha_a WHERE r = 'foo'

SELECT r FROM ha_a ORDER BY r NULLS FIRST

SELECT b, length(b), encode(b, 'hex'), encode(b, 'base64'), encode(b, 'escape'), b || '\xaa', substring(b, 2, 1), get_byte(b, 0), md5(b), b = '\x0102ff', b > '\x01' FROM ha_a WHERE id = 1

SELECT '\x1'::bytea

SELECT '\xzz'::bytea

SELECT get_byte('\x01'::bytea, 5)

SELECT set_byte('\x0102'::bytea, 1, 255), get_bit('\x05'::bytea, 2), set_bit('\x00'::bytea, 3, 1), position('\x02'::bytea IN '\x0102'::bytea), overlay('\x010203'::bytea PLACING '\xff' FROM 2), trim('\x00'::bytea FROM '\x000100'::bytea), reverse('ab'), bit_count('\x0f'::bytea), btrim('\x0001'::bytea, '\x00'::bytea), ltrim('\x0001'::bytea, '\x00')

SELECT 'abc'::bytea, 'a\000b'::bytea, E'\\x41'::bytea::text, 'é'::bytea, convert_from('\x6162', 'UTF8'), '\x41'::bytea LIKE 'A%'::bytea, sha256('')

SELECT '\x41'::bytea::int

SELECT b::text, b || 'x' FROM ha_a WHERE id = 1

SELECT b + 1 FROM ha_a

SELECT bt, vb, bt & B'0110', bt | B'0001', bt # B'1111', ~bt, bt << 1, bt >> 2, bt || vb, length(vb), bt = B'1010', bt > B'0101', bt::int, bt::text, substring(bt FROM 2 FOR 2), position(B'1' IN bt), bit_count(bt), get_bit(bt, 0), set_bit(bt, 1, 1) FROM ha_a WHERE id = 1

SELECT B'101' & B'1'

SELECT B'102'

SELECT '102'::bit(3)

SELECT '1010'::bit(3), '10'::bit(4), '1010'::varbit(2), 10::bit(4), X'ff'::bit(8), B'1'::bit(3), 5::bit, B'10'::varbit, '1'::bit

INSERT INTO ha_a (id, bt) VALUES (9, B'10101')

SELECT bit_and(x), bit_or(x), bit_xor(x) FROM (VALUES (B'1010'), (B'0110')) t(x)

SELECT u, u::text, u = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', u < gen_random_uuid() IS NOT NULL, upper(u::text), length(u::text) FROM ha_a WHERE id = 1

SELECT 'a0eebc99'::uuid

SELECT u LIKE 'a%' FROM ha_a

SELECT u || 'x' FROM ha_a WHERE id = 1

SELECT max(u) FROM ha_a

SELECT ip, host(ip), text(ip), masklen(ip), network(ip), broadcast(ip), netmask(ip), hostmask(ip), family(ip), abbrev(ip), set_masklen(ip, 16), ip::text, ip << '192.168.0.0/16', ip + 1, ip - 1, ~ip FROM ha_a WHERE id IN (1, 2) ORDER BY id

SELECT c, c::inet, abbrev(c), c >> '10.1.1.1', c && '10.0.0.0/16', set_masklen(c, 4), host(c), c = '10.0.0.0/8', inet_merge(c, '11.0.0.0/8'), inet_same_family(c, ip) FROM ha_a WHERE id = 1

SELECT '192.168.1.5/24'::cidr

SELECT '192.168.1.256'::inet

SELECT '10.1'::cidr, '192.168.1.5/24'::inet::cidr, '10.0.0.1/32'::inet, '10.0.0.1/32'::cidr, inet '10.0.0.9' - inet '10.0.0.1', '10.0.0.5'::inet & '255.0.0.0', '10.0.0.5'::inet | '0.0.0.255', inet '::ffff:1.2.3.4', '1::'::inet

SELECT inet '255.255.255.255' + 1

SELECT mac, trunc(mac), mac::text, mac::macaddr8, mac > '00:00:00:00:00:00', ~mac, mac & 'ff:ff:ff:00:00:00', '08002b010203'::macaddr, '08-00-2b-01-02-03'::macaddr, '0800.2b01.0203'::macaddr, macaddr8 '08:00:2b:01:02:03:04:05', macaddr8_set7bit('08:00:2b:01:02:03:04:05') FROM ha_a WHERE id = 1

SELECT '08:00:2b:01:02'::macaddr

SELECT p, p[0], p[1], p + point '(1,1)', p * point '(2,0)', p <-> point '(4,6)', p ~= '(1,2)', p << '(5,5)', p::text FROM ha_a WHERE id = 1

SELECT p = p FROM ha_a

SELECT p FROM ha_a ORDER BY p

SELECT box '(0,0),(2,3)', area(box '(0,0),(2,3)'), center(box '(0,0),(2,3)'), width(box '(0,0),(2,3)'), box '(0,0),(1,1)' && box '(1,1),(2,2)', box '(0,0),(4,4)' @> point '(1,1)', circle '<(0,0),2>', area(circle '<(0,0),2>'), radius(circle '<(0,0),2>'), diameter(circle '((1,1),3)'), lseg '[(0,0),(3,4)]', length(lseg '[(0,0),(3,4)]'), path '[(0,0),(1,1),(2,0)]', path '((0,0),(1,1))', polygon '((0,0),(1,1),(2,0))', line '{1,-1,0}', npoints(polygon '((0,0),(1,1),(2,0))'), isopen(path '[(0,0),(1,1)]')

SELECT box(point '(0,0)', point '(1,1)'), circle(point '(0,0)', 5), lseg(point '(0,0)', point '(1,1)'), point(3, 4), polygon(box '(0,0),(1,1)'), line(point '(0,0)', point '(1,1)'), box(circle '<(0,0),1>'), point(box '(0,0),(2,2)'), lseg '[(0,0),(2,2)]' # lseg '[(0,2),(2,0)]', point '(1,1)' <@ circle '<(0,0),2>', @@ lseg '[(0,0),(2,2)]', slope(point '(0,0)', point '(1,2)'), ?- point '(1,1)', lseg '[(0,0),(0,1)]' ?| lseg '[(0,0),(1,0)]'

SELECT point 'abc'

SELECT '(1,2'::point

SELECT to_tsvector('english', 'The quick brown foxes jumped over lazy dogs'), to_tsvector('simple', 'The Foxes'), to_tsquery('english', 'foxes & !cats | dog:*'), plainto_tsquery('english', 'quick foxes'), phraseto_tsquery('english', 'lazy dogs'), websearch_to_tsquery('english', '"lazy dogs" -cat or fox')

SELECT 'a fat cat'::tsvector, 'a:1A fat:2B,4C cat:5'::tsvector, 'fat & (rat | !cat)'::tsquery, 'fat <-> cat'::tsquery, strip('a:1 b:2'::tsvector), setweight('a:1 b:2'::tsvector, 'A'), length('a:1 b:2'::tsvector), 'a:1'::tsvector || 'b:1'::tsvector, numnode('a & b'::tsquery), querytree('a & !b'::tsquery), tsvector_to_array('a:1 b:2'::tsvector)

SELECT to_tsvector('english', 'fat cats ate rats') @@ to_tsquery('english', 'cat & rat'), to_tsvector('fat cats') @@ 'cat'::tsquery, 'fat cats'::text @@ 'cat', to_tsvector('english', 'a b') @@ to_tsquery('english', 'fat <-> cat'), 'a:1 b:2'::tsvector @@ 'a <-> b'::tsquery, 'super:1'::tsvector @@ 'sup:*'::tsquery

SELECT to_tsquery('english', 'fat cat')

SELECT to_tsvector('klingon', 'x')

SELECT 'fat &'::tsquery

SELECT ts_rank(to_tsvector('fat cat'), to_tsquery('cat')) > 0, ts_headline('english', 'the fat cat sat', to_tsquery('cat')), ts_lexize('english_stem', 'stars'), get_current_ts_config()

SELECT xmlelement(name foo, xmlattributes(1 AS bar, 'a<b' AS q), 'con', 'tent'), xmlforest('abc' AS foo, 123 AS bar), xmlconcat('<a/>', '<b>x</b>'), xmlpi(name php, 'echo'), xmlcomment('hi'), xmlparse(CONTENT 'abc<foo>x</foo>'), xmlserialize(CONTENT '<a/>'::xml AS text), xmlroot('<a/>'::xml, version '1.0', standalone yes), '<a>1</a>'::xml IS DOCUMENT

SELECT '<a>'::xml

SELECT xpath('/a/b/text()', '<a><b>1</b><b>2</b></a>'), xpath_exists('/a/c', '<a><b/></a>'), xmlexists('//b' PASSING '<a><b/></a>'), xmlagg(x ORDER BY n) FROM (VALUES (1, '<x/>'::xml), (2, '<y/>')) t(n, x)

SELECT * FROM xmltable('/r/i' PASSING '<r><i id="1">a</i><i id="2">b</i></r>' COLUMNS id int PATH '@id', v text PATH '.', o FOR ORDINALITY)

SELECT xml_is_well_formed('<a/>'), xml_is_well_formed('<a'), xml_is_well_formed_document('a'), xml_is_well_formed_content('a'), pg_typeof('<a/>'::xml), '<a/>'::xml::text

SELECT pg_lsn '16/B374D848' - pg_lsn '16/B374D840', '16/0'::pg_lsn > '15/FFFFFFFF', '16/0'::pg_lsn + 16, '(0,1)'::tid, '5'::xid, '10:20:10,14,15'::pg_snapshot, 'int4'::regtype, 'pg_class'::regclass, 'now'::regproc, 'sum(int4)'::regprocedure, '+(int4,int4)'::regoperator

SELECT 'nope'::regclass

SELECT 'nope'::regtype

SELECT 'abs'::regproc

SELECT to_regclass('nope'), to_regtype('int'), to_regproc('now'), to_regtype('nope'), format_type(23, NULL), format_type(1043, 14), format_type('numeric'::regtype, 327686)

SELECT true AND NULL, false AND NULL, true OR NULL, NOT NULL, true = 't', true > false, 'yes'::bool AND true, bool_and(x), every(x) FROM (VALUES (true), (NULL)) t(x) GROUP BY ()

SELECT true::text, true::int, 't'::bool, 'FALSE'::bool, true || 'x', true IS TRUE, NULL::bool IS NOT TRUE, NULL::bool IS NOT UNKNOWN, true <> false, xor(true, false)

SELECT 'maybe'::bool

SELECT true > 1

SELECT true = 'x'

SELECT CASE WHEN NULL THEN 1 WHEN 'true' THEN 2 END

DROP TABLE ha_a

DROP TYPE ha_mood
