CREATE TABLE uneq_json(id int, j json, b jsonb)
INSERT INTO uneq_json VALUES (1, '{"a":1}', '{"a":1}'), (2, '{"a": 1}', '{"a": 1}'), (3, null, null)
SELECT DISTINCT j FROM uneq_json
SELECT DISTINCT id, j FROM uneq_json
SELECT DISTINCT ON (j) id FROM uneq_json
SELECT j FROM uneq_json GROUP BY j
SELECT j, count(*) FROM uneq_json GROUP BY 1
SELECT count(DISTINCT j) FROM uneq_json
SELECT array_agg(DISTINCT j) FROM uneq_json
SELECT j FROM uneq_json ORDER BY j
SELECT id, row_number() OVER (ORDER BY j) FROM uneq_json
SELECT id, row_number() OVER (PARTITION BY j) FROM uneq_json
SELECT j FROM uneq_json UNION SELECT j FROM uneq_json
SELECT j FROM uneq_json UNION ALL SELECT j FROM uneq_json
SELECT j FROM uneq_json EXCEPT SELECT j FROM uneq_json
SELECT j FROM uneq_json INTERSECT SELECT j FROM uneq_json
SELECT id FROM uneq_json WHERE j = '{"a":1}'
SELECT id FROM uneq_json WHERE j IN ('{"a":1}')
SELECT id FROM uneq_json WHERE j IN (SELECT j FROM uneq_json)
SELECT max(j) FROM uneq_json
SELECT a.id FROM uneq_json a JOIN uneq_json b USING (j)
SELECT a.id FROM uneq_json a NATURAL JOIN uneq_json b
SELECT string_agg(j::text, ',' ORDER BY j) FROM uneq_json
SELECT NULLIF(j, '{}') FROM uneq_json
SELECT CASE j WHEN '{}' THEN 1 END FROM uneq_json
SELECT id FROM uneq_json WHERE j IS DISTINCT FROM '{}'
SELECT GREATEST(j, j) FROM uneq_json
CREATE INDEX ON uneq_json (j)
CREATE TABLE uneq_json2(j json PRIMARY KEY)
CREATE TABLE uneq_json2(j json UNIQUE)
SELECT DISTINCT x FROM (VALUES (json '1'), (json '2')) v(x)
SELECT DISTINCT p FROM (VALUES (point '(1,2)')) v(p)
SELECT DISTINCT xml '<a/>'
SELECT (VALUES (json '1')) = json '1'
SELECT DISTINCT row_to_json(l) FROM uneq_json l
SELECT DISTINCT ARRAY[j] FROM uneq_json
SELECT min(id) FROM uneq_json GROUP BY ROW(id, j)
SELECT id FROM uneq_json GROUP BY id, j HAVING count(*) > 0
WITH RECURSIVE r AS (SELECT json '1' AS j UNION SELECT j FROM r) SELECT * FROM r
DROP TABLE uneq_json
CREATE TABLE uneq_idx(id int, j json, jb jsonb, t text, v varchar(10), ts timestamptz, r int4range, a int[], ja json[], u uuid, n numeric, ip inet, x xid)
CREATE INDEX ON uneq_idx USING gin (t)
CREATE INDEX ON uneq_idx USING gin (jb)
CREATE INDEX ON uneq_idx USING gin (jb jsonb_path_ops)
CREATE INDEX ON uneq_idx USING gin (a)
CREATE INDEX ON uneq_idx USING gin (id)
CREATE INDEX ON uneq_idx USING gin (j)
CREATE INDEX ON uneq_idx USING gist (r)
CREATE INDEX ON uneq_idx USING gist (t)
CREATE INDEX ON uneq_idx USING gist (ip)
CREATE INDEX ON uneq_idx USING gist (id)
CREATE INDEX ON uneq_idx USING spgist (t)
CREATE INDEX ON uneq_idx USING spgist (v)
CREATE INDEX ON uneq_idx USING spgist (id)
CREATE INDEX ON uneq_idx USING hash (u)
CREATE INDEX ON uneq_idx USING hash (j)
CREATE INDEX ON uneq_idx USING hash (x)
CREATE INDEX ON uneq_idx (x)
CREATE INDEX ON uneq_idx (ja)
CREATE INDEX ON uneq_idx ((j->'a'))
CREATE INDEX ON uneq_idx ((j->>'a'))
CREATE INDEX ON uneq_idx USING brin (ts)
CREATE INDEX ON uneq_idx USING brin (j)
CREATE INDEX ON uneq_idx USING nosuch (j)
CREATE TABLE uneq_idx2(id int, j json, UNIQUE (id, j))
ALTER TABLE uneq_idx ADD UNIQUE (j)
ALTER TABLE uneq_idx ADD PRIMARY KEY (id, j)
SELECT 1 FROM uneq_idx a JOIN (SELECT 'x'::text AS id) b USING (id)
SELECT 1 FROM uneq_idx a NATURAL JOIN (SELECT 'x'::text AS id) b
SELECT count(*) FROM uneq_idx GROUP BY ROLLUP (id, j)
SELECT x FROM uneq_idx GROUP BY x
SELECT x FROM uneq_idx ORDER BY x
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY j) FROM uneq_idx
SELECT mode() WITHIN GROUP (ORDER BY j) FROM uneq_idx
SELECT LEAST(p, p) FROM uneq_idx
SELECT max(p) FROM uneq_idx
SELECT ja FROM uneq_idx ORDER BY ja
SELECT array_agg(j ORDER BY id) FROM uneq_idx
SELECT json_agg(j ORDER BY j->>'a') FROM uneq_idx
SELECT DISTINCT ON (id) j FROM uneq_idx ORDER BY id
SELECT DISTINCT jb FROM uneq_idx
SELECT DISTINCT j::text FROM uneq_idx ORDER BY 1
SELECT DISTINCT '1'
SELECT DISTINCT NULL
DROP TABLE uneq_idx
