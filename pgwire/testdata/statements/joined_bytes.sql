-- string_agg of bytea joins bytes with bytes.
CREATE TABLE jb (cid int, g text, notes text, b bytea, d bytea)
INSERT INTO jb VALUES (1, 'x', 'one', '\x01ff', '\x00'), (2, 'x', 'two', '\x00', '\x2c'), (3, 'y', NULL, NULL, NULL), (4, 'y', 'four', '\xdeadbeef', NULL), (5, 'z', NULL, NULL, '\x01'), (6, 'x', 'one', '\x01ff', '\x2d')
SELECT string_agg(notes::bytea, '\x00' ORDER BY cid) FROM jb
SELECT string_agg(notes::bytea, '\x00' ORDER BY cid) FILTER (WHERE cid > 1) FROM jb
SELECT string_agg(notes::bytea, '\x00' ORDER BY cid) FILTER (WHERE cid > 1) AS joined, count(*) FROM jb WHERE g <> 'q'
SELECT string_agg(notes::bytea, '\x00') FILTER (WHERE cid = 4) FROM jb
SELECT string_agg(notes::bytea, '\x00') FILTER (WHERE cid = 3) FROM jb
SELECT string_agg(b, '\x00') FROM jb WHERE cid = 1
SELECT string_agg(b, '\x00' ORDER BY cid) FROM jb
SELECT string_agg(b, '' ORDER BY cid) FROM jb
SELECT string_agg(b, NULL ORDER BY cid) FROM jb
SELECT string_agg(b, NULL::bytea ORDER BY cid) FROM jb
SELECT string_agg(b, ', ' ORDER BY cid) FROM jb
SELECT string_agg(b, ', '::bytea ORDER BY cid DESC) FROM jb
SELECT string_agg(b, '\x2c'::bytea ORDER BY b) FROM jb
SELECT string_agg(DISTINCT b, '\x2c') FROM jb
SELECT string_agg(DISTINCT b, '\x2c' ORDER BY b DESC) FROM jb
SELECT string_agg(DISTINCT notes::bytea, '\x2c') FILTER (WHERE cid > 1) FROM jb
SELECT string_agg(b, d ORDER BY cid) FROM jb
SELECT string_agg(b, d ORDER BY cid DESC) FROM jb
SELECT string_agg(b, d ORDER BY cid) FILTER (WHERE cid <> 2) FROM jb
SELECT string_agg(b, ', '::text ORDER BY cid) FROM jb
SELECT string_agg(notes, '\x2c'::bytea ORDER BY cid) FROM jb
SELECT string_agg('\x01'::bytea, '\x02') FROM jb
SELECT string_agg('a', '\x02'::bytea) FROM jb
SELECT string_agg(NULL, '\x02'::bytea) FROM jb
SELECT string_agg(b, '\xzz' ORDER BY cid) FROM jb
SELECT string_agg(b, 'a\000b' ORDER BY cid) FROM jb
SELECT string_agg(b, 'a\b' ORDER BY cid) FROM jb
SELECT string_agg(b, 1) FROM jb
SELECT string_agg(b) FROM jb
SELECT g, string_agg(b, '\x00' ORDER BY cid) FROM jb GROUP BY g ORDER BY g
SELECT g, string_agg(b, '\x00' ORDER BY cid) FILTER (WHERE cid > 1) FROM jb GROUP BY g ORDER BY g
SELECT g, string_agg(DISTINCT b, '\x00') FROM jb GROUP BY g ORDER BY g
SELECT g, string_agg(b, '\x00' ORDER BY cid), string_agg(notes, ',' ORDER BY cid), string_agg(notes::bytea, ',' ORDER BY cid) FROM jb GROUP BY g ORDER BY g
SELECT g FROM jb GROUP BY g HAVING string_agg(b, '\x00' ORDER BY cid) IS NOT NULL ORDER BY string_agg(b, '\x00' ORDER BY cid)
SELECT length(string_agg(b, '\x00' ORDER BY cid)), encode(string_agg(b, '\x00' ORDER BY cid), 'hex'), string_agg(b, '\x00' ORDER BY cid) || '\xff'::bytea, pg_typeof(string_agg(b, '\x00')) FROM jb
SELECT convert_from(string_agg(notes::bytea, ', ' ORDER BY cid), 'UTF8') FROM jb
SELECT md5(string_agg(b, '' ORDER BY cid)), sha256(string_agg(b, '' ORDER BY cid)) FROM jb
SELECT string_agg(b, '\x00' ORDER BY cid)::text FROM jb
SELECT cid, string_agg(b, '\x00') OVER (ORDER BY cid) FROM jb ORDER BY cid
SELECT cid, string_agg(b, '\x00') OVER (PARTITION BY g ORDER BY cid) FROM jb ORDER BY cid
SELECT cid, string_agg(b, d) OVER (ORDER BY cid ROWS 1 PRECEDING) FROM jb ORDER BY cid
SELECT cid, string_agg(notes::bytea, '\x00') FILTER (WHERE cid > 1) OVER (ORDER BY cid) FROM jb ORDER BY cid
SELECT s.j, length(s.j) FROM (SELECT string_agg(b, '\x00' ORDER BY cid) AS j FROM jb) s
SELECT cid, (SELECT string_agg(o.b, '\x00' ORDER BY o.cid) FROM jb o WHERE o.g = jb.g) FROM jb ORDER BY cid
SELECT string_agg(x, '\x2c' ORDER BY x) FROM (VALUES ('\x01'::bytea), ('\x02')) v(x)
SELECT string_agg(x, '\x2c' ORDER BY x) FROM unnest(ARRAY['\x01', '\x02']::bytea[]) x
SELECT string_agg(x, '\x2c' ORDER BY x) FROM unnest(ARRAY['\x01'::bytea, '\x02']) x
WITH w AS (SELECT cid, coalesce(b, '\xaa') AS c FROM jb) SELECT string_agg(c, '\x00' ORDER BY cid) FROM w
SELECT string_agg(CASE WHEN cid > 1 THEN b END, '\x00' ORDER BY cid) FROM jb
SELECT string_agg(convert_to(notes, 'UTF8'), '\x00' ORDER BY cid) FROM jb
SELECT string_agg(decode('ff', 'hex'), '\x00') FROM jb
SELECT string_agg(substring(b FROM 1 FOR 1), '\x00' ORDER BY cid) FROM jb
SELECT string_agg(b || b, '\x00' ORDER BY cid) FROM jb
SELECT string_agg(int4send(cid), '' ORDER BY cid) FROM jb
SELECT string_agg(b, '\x00' ORDER BY cid) FROM jb WHERE false
CREATE VIEW jb_view AS SELECT g, string_agg(b, '\x00'::bytea ORDER BY cid) AS j FROM jb GROUP BY g
SELECT * FROM jb_view ORDER BY g
CREATE TABLE jb_made AS SELECT string_agg(b, '\x00' ORDER BY cid) AS j FROM jb
SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'jb_made'
SELECT * FROM jb_made
UPDATE jb SET d = (SELECT string_agg(b, '\x00' ORDER BY cid) FROM jb) WHERE cid = 1 RETURNING d
INSERT INTO jb SELECT 9, 'q', NULL, string_agg(b, '\x00' ORDER BY cid), NULL FROM jb RETURNING b
PREPARE jb_p(bytea) AS SELECT string_agg(b, $1 ORDER BY cid) FROM jb
EXECUTE jb_p('\xabcd')
SELECT string_agg(b, $1 ORDER BY cid) FROM jb
SELECT array_agg(b ORDER BY cid), max(cid), string_agg(b, '\x00') FROM jb WHERE cid = 2
SELECT pg_catalog.string_agg(b, '\x00'::bytea ORDER BY cid) FROM jb
SELECT string_agg(ALL b, '\x00' ORDER BY cid) FROM jb
SELECT string_agg(g::text::bytea, NULL ORDER BY cid) FROM jb
SELECT string_agg((b || b)::bytea, '\x00' ORDER BY cid), string_agg(convert_to(notes, 'UTF8')::bytea, NULL ORDER BY cid) FILTER (WHERE cid < 3) FROM jb
SELECT string_agg(x, ',' ORDER BY x) FROM (SELECT lower(notes) || '!' AS x FROM jb) q
SELECT string_agg(DISTINCT x, ',' ORDER BY x DESC) FILTER (WHERE x <> 'q') FROM unnest(ARRAY['b', 'a', 'b']) x
WITH w AS (SELECT cid, coalesce(notes, 'none') AS c FROM jb) SELECT string_agg(c, ',' ORDER BY cid), string_agg(DISTINCT c, ',') FROM w
WITH w AS (SELECT cid, coalesce(notes, 'none') AS c FROM jb) SELECT cid, string_agg(c, ',') OVER (ORDER BY cid), string_agg(c, ',') FILTER (WHERE cid > 2) OVER (ORDER BY cid) FROM w ORDER BY cid
