-- What analysts, people who learn, and answers to questions write.
CREATE TABLE ra_member (memid int PRIMARY KEY, surname varchar(200) NOT NULL, firstname varchar(200) NOT NULL, zipcode int, telephone varchar(20), recommendedby int, joindate timestamp NOT NULL)
INSERT INTO ra_member VALUES (0, 'GUEST', 'GUEST', 0, '(000) 000-0000', NULL, '2012-07-01 00:00:00'), (1, 'Archer', 'Dora', 4321, '555-555-5555', NULL, '2012-07-02 12:02:05'), (2, 'Baker', 'Tim', 5678, '(844) 693-0723', 1, '2012-07-02 12:08:23'), (3, 'Cole', 'Ann', 234, '(833) 942-4710', 2, '2012-08-03 09:32:15'), (4, 'Dent', 'Bo', 56754, '(833) 555-1234', 1, '2012-09-02 18:43:05')
CREATE TABLE ra_facility (facid int PRIMARY KEY, name varchar(100) NOT NULL, membercost numeric NOT NULL, guestcost numeric NOT NULL, monthlymaintenance numeric NOT NULL)
INSERT INTO ra_facility VALUES (0, 'Court One', 5, 25, 200), (1, 'Court Two', 5, 25, 200), (2, 'Pool Table', 0, 5, 15), (3, 'Massage', 35, 80, 3000), (4, 'Snooker', 0, 5.5, 15)
CREATE TABLE ra_booking (bookid int PRIMARY KEY, facid int NOT NULL, memid int NOT NULL, starttime timestamp NOT NULL, slots int NOT NULL)
INSERT INTO ra_booking VALUES (0, 3, 1, '2012-07-03 11:00', 2), (1, 0, 1, '2012-07-03 08:00', 2), (2, 2, 0, '2012-07-03 18:00', 2), (3, 1, 2, '2012-08-04 19:00', 3), (4, 0, 3, '2012-08-14 10:00', 3), (5, 0, 0, '2012-09-14 15:30', 3), (6, 4, 4, '2012-09-14 16:00', 2), (7, 3, 0, '2012-09-18 09:30', 4)
SELECT facid, name, membercost, monthlymaintenance FROM ra_facility WHERE membercost > 0 AND membercost < monthlymaintenance / 50.0 ORDER BY facid
SELECT name, CASE WHEN monthlymaintenance > 100 THEN 'expensive' ELSE 'cheap' END AS cost FROM ra_facility ORDER BY name
SELECT memid, surname, joindate FROM ra_member WHERE joindate >= '2012-08-01' ORDER BY 1
SELECT DISTINCT surname FROM ra_member UNION SELECT name FROM ra_facility ORDER BY surname LIMIT 4
SELECT firstname || ' ' || surname AS member, (SELECT r.firstname || ' ' || r.surname FROM ra_member r WHERE r.memid = m.recommendedby) AS recommender FROM ra_member m ORDER BY member
SELECT m.surname || ', ' || m.firstname AS who, f.name, CASE WHEN m.memid = 0 THEN b.slots * f.guestcost ELSE b.slots * f.membercost END AS cost FROM ra_booking b JOIN ra_member m USING (memid) JOIN ra_facility f USING (facid) WHERE b.starttime >= '2012-09-14' AND b.starttime < '2012-09-15' ORDER BY cost DESC
SELECT facid, extract(month FROM starttime) AS month, sum(slots) AS slots FROM ra_booking WHERE extract(year FROM starttime) = 2012 GROUP BY facid, month ORDER BY facid, month
SELECT facid, sum(slots) FROM ra_booking GROUP BY facid HAVING sum(slots) > 2 ORDER BY facid
SELECT f.name, sum(slots * CASE WHEN memid = 0 THEN f.guestcost ELSE f.membercost END) AS revenue FROM ra_booking b JOIN ra_facility f ON b.facid = f.facid GROUP BY f.name ORDER BY revenue
SELECT facid, extract(month FROM starttime) AS month, sum(slots) FROM ra_booking GROUP BY ROLLUP (facid, month) ORDER BY facid, month
SELECT f.facid, f.name, trim(to_char(sum(b.slots) / 2.0, '9999999999999999D99')) AS hours FROM ra_booking b JOIN ra_facility f USING (facid) GROUP BY f.facid, f.name ORDER BY f.facid
SELECT m.surname, m.firstname, m.memid, min(b.starttime) FROM ra_booking b JOIN ra_member m ON m.memid = b.memid WHERE starttime >= '2012-09-01' GROUP BY m.surname, m.firstname, m.memid ORDER BY memid
SELECT count(*) OVER (), firstname, surname FROM ra_member ORDER BY joindate
SELECT row_number() OVER (ORDER BY joindate), firstname, surname FROM ra_member ORDER BY joindate
SELECT facid, total FROM (SELECT facid, sum(slots) AS total, rank() OVER (ORDER BY sum(slots) DESC) AS rank FROM ra_booking GROUP BY facid) AS ranked WHERE rank = 1
SELECT firstname, surname, ((sum(slots) + 10) / 20) * 10 AS hours, rank() OVER (ORDER BY ((sum(slots) + 10) / 20) * 10 DESC) AS rank FROM ra_booking b JOIN ra_member m USING (memid) GROUP BY memid ORDER BY rank, surname, firstname
SELECT name, CASE WHEN class = 1 THEN 'high' WHEN class = 2 THEN 'average' ELSE 'low' END AS revenue FROM (SELECT f.name, ntile(3) OVER (ORDER BY sum(CASE WHEN memid = 0 THEN slots * guestcost ELSE slots * membercost END) DESC, f.name) AS class FROM ra_booking JOIN ra_facility f USING (facid) GROUP BY f.name) AS sub ORDER BY class, name
SELECT f.name, f.monthlymaintenance / ((sum(CASE WHEN memid = 0 THEN slots * f.guestcost ELSE slots * membercost END) / 3) - f.monthlymaintenance) AS months FROM ra_booking b JOIN ra_facility f ON b.facid = f.facid GROUP BY f.facid ORDER BY name
SELECT dategen.date, (SELECT sum(slots) FROM ra_booking b WHERE b.starttime > dategen.date - interval '14 days' AND b.starttime < dategen.date + interval '1 day') AS s FROM (SELECT cast(generate_series(timestamp '2012-08-01', '2012-08-05', '1 day') AS date) AS date) AS dategen ORDER BY dategen.date
SELECT timestamp '2012-08-31 01:00:00' - timestamp '2012-07-30 01:00:00' AS interval
SELECT generate_series(timestamp '2012-10-01', timestamp '2012-10-04', interval '1 day') AS ts
SELECT extract(epoch FROM (timestamp '2012-09-02 00:00:00' - '2012-08-31 01:00:00')), date_part('day', '2012-09-02'::timestamp - '2012-08-31'::timestamp)
SELECT extract(month FROM cal.month) AS month, (cal.month + interval '1 month') - cal.month AS length FROM (SELECT generate_series(timestamp '2012-01-01', timestamp '2012-04-01', interval '1 month') AS month) cal ORDER BY month
SELECT (date_trunc('month', ts.testts) + interval '1 month') - date_trunc('day', ts.testts) AS remaining FROM (SELECT timestamp '2012-02-11 01:00:00' AS testts) ts
SELECT starttime, starttime + slots * (interval '30 minutes') AS endtime FROM ra_booking ORDER BY endtime DESC, starttime DESC LIMIT 3
SELECT date_trunc('month', starttime) AS month, count(*) FROM ra_booking GROUP BY month ORDER BY month
SELECT name, month, round((100 * slots) / cast(25 * (cast((month + interval '1 month') AS date) - cast(month AS date)) AS numeric), 1) AS utilisation FROM (SELECT f.name, date_trunc('month', starttime) AS month, sum(slots) AS slots FROM ra_booking b JOIN ra_facility f USING (facid) GROUP BY f.facid, month) AS x ORDER BY name, month
SELECT memid, telephone FROM ra_member WHERE telephone ~ '[()]' ORDER BY memid
SELECT lpad(cast(zipcode AS char(5)), 5, '0') AS zip FROM ra_member ORDER BY zip
SELECT substr(surname, 1, 1) AS letter, count(*) AS count FROM ra_member GROUP BY letter ORDER BY letter
SELECT memid, translate(telephone, '-() ', '') AS telephone, regexp_replace(telephone, '[^0-9]', '', 'g') FROM ra_member ORDER BY memid
WITH RECURSIVE recommenders(recommender, member) AS (SELECT recommendedby, memid FROM ra_member UNION ALL SELECT m.recommendedby, r.member FROM recommenders r JOIN ra_member m ON m.memid = r.recommender) SELECT r.member, r.recommender, m.surname FROM recommenders r JOIN ra_member m ON r.recommender = m.memid WHERE r.member IN (3, 4) ORDER BY r.member ASC, r.recommender DESC
WITH RECURSIVE tree AS (SELECT memid, surname::text AS path, 1 AS level FROM ra_member WHERE recommendedby IS NULL UNION ALL SELECT m.memid, t.path || ' > ' || m.surname, t.level + 1 FROM ra_member m JOIN tree t ON m.recommendedby = t.memid) SELECT repeat('  ', level - 1) || path, level FROM tree ORDER BY path
WITH monthly AS (SELECT date_trunc('month', starttime)::date AS month, sum(slots) AS slots FROM ra_booking GROUP BY 1) SELECT month, slots, lag(slots) OVER (ORDER BY month) AS before, round(100.0 * (slots - lag(slots) OVER (ORDER BY month)) / nullif(lag(slots) OVER (ORDER BY month), 0), 2) AS growth FROM monthly ORDER BY month
SELECT to_char(starttime, 'YYYY-MM') AS ym, count(*) FILTER (WHERE memid = 0) AS guests, count(*) FILTER (WHERE memid <> 0) AS members, round(avg(slots), 2), round(avg(slots)::numeric, 3)::text || '%' FROM ra_booking GROUP BY 1 ORDER BY 1
SELECT d::date AS day, to_char(d, 'Dy'), extract(isodow FROM d) IN (6, 7) AS weekend, coalesce(count(b.bookid), 0) AS n FROM generate_series('2012-07-01'::date, '2012-07-07'::date, interval '1 day') d LEFT JOIN ra_booking b ON b.starttime::date = d::date GROUP BY d ORDER BY d
SELECT memid, array_agg(DISTINCT facid ORDER BY facid) AS facs, string_agg(DISTINCT facid::text, '|' ORDER BY facid::text DESC), min(starttime)::date, max(starttime) - min(starttime) AS span FROM ra_booking GROUP BY memid ORDER BY memid
SELECT memid, starttime, starttime - lag(starttime) OVER (PARTITION BY memid ORDER BY starttime) AS gap, CASE WHEN starttime - lag(starttime) OVER (PARTITION BY memid ORDER BY starttime) > interval '30 days' THEN 1 ELSE 0 END AS is_new FROM ra_booking ORDER BY memid, starttime
SELECT grp, min(d), max(d), count(*) FROM (SELECT d, d - (row_number() OVER (ORDER BY d))::int AS grp FROM (VALUES (date '2024-01-01'), ('2024-01-02'), ('2024-01-03'), ('2024-01-07'), ('2024-01-08')) t(d)) x GROUP BY grp ORDER BY grp
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY slots) AS median, percentile_cont(0.9) WITHIN GROUP (ORDER BY slots::numeric), mode() WITHIN GROUP (ORDER BY facid), stddev_samp(slots), variance(slots::numeric), corr(slots, facid)::numeric(6,3) FROM ra_booking
SELECT width_bucket(slots, 1, 5, 2) AS bucket, count(*), int4range(min(slots), max(slots), '[]') AS range FROM ra_booking GROUP BY bucket ORDER BY bucket
SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY facid ORDER BY starttime DESC) AS rn FROM ra_booking) t WHERE rn = 1 ORDER BY facid
SELECT f.name, b.* FROM ra_facility f LEFT JOIN LATERAL (SELECT starttime, slots FROM ra_booking b WHERE b.facid = f.facid ORDER BY starttime DESC LIMIT 2) b ON true ORDER BY 1, 2
SELECT DISTINCT ON (date_trunc('month', starttime)) date_trunc('month', starttime), bookid FROM ra_booking ORDER BY date_trunc('month', starttime), starttime DESC
SELECT b1.bookid, b2.bookid FROM ra_booking b1 JOIN ra_booking b2 ON b1.bookid < b2.bookid AND (b1.starttime, b1.starttime + b1.slots * interval '30 min') OVERLAPS (b2.starttime, b2.starttime + b2.slots * interval '30 min')
SELECT memid, sum(slots) AS total, sum(sum(slots)) OVER (ORDER BY sum(slots) DESC, memid) AS running, round(sum(sum(slots)) OVER (ORDER BY sum(slots) DESC, memid) / sum(sum(slots)) OVER () * 100, 1) AS pct FROM ra_booking GROUP BY memid ORDER BY total DESC, memid
SELECT facid, sum(CASE extract(month FROM starttime) WHEN 7 THEN slots ELSE 0 END) AS jul, sum(CASE WHEN extract(month FROM starttime) = 8 THEN slots ELSE 0 END) AS aug, max(slots) FILTER (WHERE date_part('month', starttime) = 9) AS sep FROM ra_booking GROUP BY facid ORDER BY facid
SELECT memid, avg(slots) OVER (ORDER BY starttime ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)::numeric(4,2) AS moving, sum(slots) OVER (ORDER BY starttime RANGE BETWEEN interval '7 days' PRECEDING AND CURRENT ROW) AS week FROM ra_booking ORDER BY starttime
SELECT surname, length(surname), upper(left(surname, 1)) || lower(substring(surname FROM 2)), initcap(surname), md5(surname), reverse(surname), position('a' IN surname) FROM ra_member ORDER BY 1
SELECT coalesce(recommendedby::text, 'nobody') AS by, count(*) FROM ra_member GROUP BY recommendedby ORDER BY 2 DESC, 1
SELECT joindate::date, joindate::time, extract(dow FROM joindate), to_char(joindate, 'FMDay DD FMMonth YYYY, HH12:MI AM'), date_trunc('week', joindate)::date, age(timestamp '2024-01-01', joindate) FROM ra_member ORDER BY memid
SELECT extract(year FROM age(date '2024-06-15', date '1990-08-20')) AS years, date_part('year', age('2024-06-15', '1990-08-20'::date))::int, (date '2024-06-15' - date '1990-08-20') / 365.25, floor((date '2024-06-15' - date '1990-08-20') / 365.25)
SELECT (date_trunc('month', date '2024-02-10') + interval '1 month' - interval '1 day')::date AS last_day, date_trunc('quarter', date '2024-05-17')::date, (date '2024-05-17' - extract(isodow FROM date '2024-05-17')::int + 1) AS monday, date '2024-05-17' + 30 * interval '1 day', to_char(date '2024-05-17', '"Q"Q YYYY')
SELECT floor(random() * 10)::int BETWEEN 0 AND 9, random() < 1, setseed(0.5) IS NOT NULL, (random() * 100)::numeric(5,2) < 101
SELECT round(2.345, 2), round(2.345::float8::numeric, 2), trunc(2.999, 1), round(1234.5, -2), 10 / 4, 10 / 4.0, 10::float / 4, mod(10, 3), cast(10 AS numeric(10,2)) / 3, 100 * 1.0 / 7, 1.10 * 1.10, 0.1::float8 + 0.2::float8, 5.0::int, '3.7'::numeric::int
SELECT sum(membercost), avg(membercost), avg(guestcost)::numeric(10,2), sum(guestcost * 1.19), round(avg(monthlymaintenance), 2), sum(membercost)::float, max(guestcost) - min(guestcost), sum(guestcost) / nullif(sum(membercost), 0), avg(guestcost - membercost) FROM ra_facility
SELECT coalesce(sum(guestcost) FILTER (WHERE facid > 100), 0), coalesce(avg(guestcost), 0), greatest(membercost, 1.5) + 1, CASE WHEN facid = 0 THEN guestcost ELSE 0.00 END, coalesce(membercost, 0.0) * 2 FROM ra_facility GROUP BY facid, membercost, guestcost ORDER BY facid
SELECT x, sum(y) FROM (SELECT 1.50 AS x, 2 AS y UNION ALL SELECT 1.5, 3 UNION ALL SELECT 2, 1) t GROUP BY x ORDER BY x
SELECT 1.0 AS a UNION SELECT 1.00 UNION SELECT 2 ORDER BY a
SELECT array_agg(x ORDER BY x), sum(x), avg(x), max(x) FROM unnest(ARRAY[1.5, 2.25, 3]) x
SELECT unnest(string_to_array('a,b,,c', ',')) AS part, unnest(ARRAY[1, 2])
SELECT id, trim(x) FROM (SELECT 1 AS id, 'red, green ,blue' AS list) t, regexp_split_to_table(t.list, ',') AS x
SELECT t.id, elem->>'name' AS name, (elem->>'qty')::int AS qty FROM (VALUES (1, '[{"name":"a","qty":"2"},{"name":"b","qty":3}]'::jsonb), (2, '[]')) t(id, items) CROSS JOIN LATERAL jsonb_array_elements(t.items) AS elem ORDER BY 1, 2
SELECT key, jsonb_typeof(value), value FROM jsonb_each('{"z": 1, "a": [1, {"b": null}], "m": "txt"}') ORDER BY key
SELECT jsonb_object_agg(key, value) FILTER (WHERE value <> 'null') FROM jsonb_each('{"a": 1, "b": null}')
SELECT json_build_object('facility', f.name, 'bookings', (SELECT json_agg(json_build_object('id', b.bookid, 'at', b.starttime) ORDER BY b.bookid) FROM ra_booking b WHERE b.facid = f.facid)) FROM ra_facility f ORDER BY f.facid
SELECT json_agg(t) FROM (SELECT facid, name FROM ra_facility ORDER BY facid LIMIT 2) t
SELECT jsonb_agg(to_jsonb(m) - 'telephone' ORDER BY memid) FROM ra_member m WHERE memid < 2
SELECT * FROM ra_member WHERE (surname, firstname) > ('Baker', 'Tim') ORDER BY surname, firstname LIMIT 2
SELECT * FROM ra_facility WHERE name = ANY ('{Court One,Massage}') AND facid <> ALL (ARRAY[5, 6]) ORDER BY array_position(ARRAY['Massage', 'Court One'], name::text)
SELECT name FROM ra_facility ORDER BY name LIKE 'S%' DESC, length(name), name
SELECT * FROM ra_facility ORDER BY CASE WHEN membercost = 0 THEN 1 ELSE 0 END, guestcost DESC, facid LIMIT 3 OFFSET 1
SELECT facid FROM ra_facility f WHERE NOT EXISTS (SELECT 1 FROM ra_booking b WHERE b.facid = f.facid AND b.memid = 0) ORDER BY 1
SELECT m.memid, m.surname, coalesce(c.n, 0) AS n FROM ra_member m LEFT JOIN (SELECT memid, count(*) AS n FROM ra_booking GROUP BY memid) c ON c.memid = m.memid ORDER BY n DESC, 1
SELECT a.facid, b.facid FROM ra_facility a FULL JOIN (SELECT 2 AS facid UNION SELECT 9) b ON a.facid = b.facid ORDER BY 1, 2
SELECT count(*), count(recommendedby), count(DISTINCT recommendedby), sum(1) FILTER (WHERE recommendedby IS NULL), 100 * count(recommendedby) / count(*) AS pct, 100.0 * count(recommendedby) / count(*) AS exact FROM ra_member
SELECT x.*, y.* FROM (VALUES (1, 'a'), (2, 'b')) x(id, v) NATURAL LEFT JOIN (VALUES (1, true)) y(id, flag) ORDER BY 1
SELECT md5(string_agg(m::text, ',' ORDER BY memid)) IS NOT NULL, hashtext('a') IS NOT NULL, encode(sha256(convert_to('secret', 'UTF8')), 'hex'), ('x' || substr(md5('a'), 1, 8))::bit(32)::int FROM ra_member m
SELECT to_timestamp(1346457600) AT TIME ZONE 'UTC', extract(epoch FROM timestamp '2012-09-01')::bigint, to_char(to_timestamp(3661) AT TIME ZONE 'UTC', 'HH24:MI:SS'), (3661 || ' seconds')::interval, make_interval(secs => 3661), 3661 * '1 second'::interval, justify_interval('3661 minutes')
SELECT concat_ws(' ', firstname, NULL, surname), format('%s has %s', firstname, memid), firstname || coalesce(' ' || NULL, ''), 'Total: ' || 5, 5 || '', true || 'x' FROM ra_member WHERE memid = 1
SELECT generate_series(1, 3) AS n, chr(64 + generate_series(1, 3)) AS letter
SELECT n, n % 2 = 0 AS even, CASE WHEN n % 15 = 0 THEN 'fizzbuzz' WHEN n % 5 = 0 THEN 'buzz' WHEN n % 3 = 0 THEN 'fizz' ELSE n::text END FROM generate_series(1, 15) AS n
SELECT n FROM generate_series(2, 30) n WHERE NOT EXISTS (SELECT 1 FROM generate_series(2, n - 1) d WHERE n % d = 0)
WITH t(v) AS (VALUES (3), (1), (2), (2)) SELECT v, rank() OVER (ORDER BY v), dense_rank() OVER (ORDER BY v), cume_dist() OVER (ORDER BY v), ntile(2) OVER (ORDER BY v), lead(v) OVER (ORDER BY v) FROM t ORDER BY v
SELECT ('{"a": [1, 2, {"b": "x"}]}'::jsonb #>> '{a,2,b}'), '{"k": "v"}'::jsonb ->> 'k' = 'v', jsonb_array_length('[1,2,3]'::jsonb), ('[3,1,2]'::jsonb ->> 0)::int + 1, '{"price": 9.99}'::jsonb ->> 'price', ('{"price": 9.99}'::jsonb ->> 'price')::numeric * 2, ('{"price": 9.99}'::jsonb -> 'price')::numeric
WITH d AS (SELECT '{"user": {"name": "Al", "langs": ["de", "en"]}, "n": 3}'::jsonb AS doc) SELECT doc->'user'->>'name', doc->'user'->'langs'->>1, doc ? 'n', doc->'user'->'langs' ? 'en', (doc->>'n')::int, jsonb_path_query_array(doc, '$.user.langs[*]'), doc['user']['name'] FROM d
SELECT split_part('user@example.com', '@', 2), substring('order-1234-x' FROM '\d+'), (regexp_match('k=v', '(\w)=(\w)'))[2], regexp_replace('  many   spaces ', '\s+', ' ', 'g'), translate('abc', 'abc', 'xyz'), 'abc' || NULL IS NULL, left('2024-05-01', 7), to_char(1234567.5, 'FM9,999,999.00'), to_char(0.256 * 100, 'FM990.0') || '%', lpad(42::text, 6, '0')
SELECT cast('2024-05-01' AS date) + cast('10:30' AS time), '2024-05-01 10:30'::timestamp::date, '2024-05-01'::timestamp, now() - interval '1 day' < now(), current_date + 1 > current_date, date '2024-05-01' BETWEEN '2024-04-01' AND '2024-05-31', '2024-05-01'::date = '2024-05-01 00:00'::timestamp
SELECT sum(x) OVER w AS s, avg(x) OVER w AS a, x FROM (VALUES (1.5), (2.5), (10)) t(x) WINDOW w AS (ORDER BY x)
SELECT * FROM crosstab('select 1')
SELECT EXTRACT(EPOCH FROM now() - '2020-01-01'::timestamptz) > 0, date_part('epoch', interval '1 month'), extract(days FROM interval '1 month 3 days'), date_trunc('year', now())::date <= current_date
SELECT ifnull(1, 2)
SELECT isnull(1, 2)
SELECT getdate()
SELECT nvl(1, 2)
SELECT top 5 * FROM ra_member
SELECT datediff('day', date '2024-01-01', date '2024-02-01')
SELECT group_concat(surname) FROM ra_member
SELECT `surname` FROM ra_member
SELECT "surname" FROM ra_member WHERE firstname = "Dora"
SELECT Surname, FIRSTNAME FROM RA_MEMBER WHERE MemId = 1
SELECT ra_member.surname AS "Last Name", firstname first FROM ra_member WHERE memid = 1
SELECT strftime('%Y', now())
SELECT list_aggregate([1, 2], 'sum')
SELECT * EXCLUDE (memid) FROM ra_member
SELECT surname FROM ra_member QUALIFY row_number() OVER () = 1
SELECT memid FROM ra_member WHERE surname = 5
SELECT memid FROM ra_member WHERE joindate > 'not a date'
SELECT memid FROM ra_member WHERE joindate LIKE '2012%'
SELECT memid, count(*) FROM ra_booking
SELECT max(slots), facid FROM ra_booking WHERE max(slots) = 2
SELECT facid f FROM ra_booking WHERE f = 1
SELECT facid f FROM ra_booking GROUP BY f HAVING f > 2 ORDER BY f
SELECT DISTINCT facid FROM ra_booking ORDER BY slots
SELECT sum(surname) FROM ra_member
SELECT avg(joindate) FROM ra_member
SELECT surname || 1, memid || surname, memid || memid FROM ra_member
SELECT round(1.5::float8, 1)
SELECT length(5)
SELECT substring(12345, 2, 2)
SELECT date '2024-01-01' + 1.5
SELECT interval '1 day' + 1
SELECT '5' + 3, '5'::text + 3
SELECT array_length('{1,2}', 1)
SELECT count(*) FROM ra_member, LATERAL (SELECT 1 / memid) x
