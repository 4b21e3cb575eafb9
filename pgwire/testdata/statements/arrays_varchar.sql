-- Arrays of varchar in columns, beside arrays of their type.
CREATE TABLE avc (id int, v varchar[] DEFAULT '{}', n varchar[], t text[])
INSERT INTO avc VALUES (1, '{x,y}', '{a,b}', '{x}'), (2, DEFAULT, NULL, NULL), (3, ARRAY['z']::varchar[], ARRAY['z'], ARRAY['z']::varchar[])
SELECT count(*) FROM avc WHERE (v @> ARRAY['x']::varchar[])
SELECT id FROM avc WHERE ARRAY['x','y','w']::varchar[] @> v ORDER BY id
SELECT id FROM avc WHERE v <@ ARRAY['x','y']::character varying[] ORDER BY id
SELECT id FROM avc WHERE n && ARRAY['z','q']::varchar[] ORDER BY id
SELECT id FROM avc WHERE v = ARRAY['z']::varchar[] ORDER BY id
SELECT id FROM avc WHERE v <> n ORDER BY id
SELECT id FROM avc WHERE v IN (ARRAY['z']::varchar[], ARRAY['x','y']::varchar[]) ORDER BY id
SELECT id, v IS DISTINCT FROM ARRAY['z']::varchar[] FROM avc ORDER BY id
SELECT id FROM avc WHERE 'x' = ANY (v) OR 'z'::varchar = ANY (n) ORDER BY id
SELECT id FROM avc WHERE v @> '{x}' ORDER BY id
SELECT a.id, b.id FROM avc a JOIN (SELECT id, array_agg('z'::varchar) AS l FROM avc GROUP BY id) b ON a.v = b.l ORDER BY 1, 2
SELECT id FROM avc WHERE t @> ARRAY['x'] ORDER BY id
UPDATE avc SET v = v || ARRAY['w']::varchar[] WHERE v && ARRAY['z']::varchar[]
DELETE FROM avc WHERE v @> ARRAY['w']::varchar[] RETURNING id
CREATE VIEW avc_v AS SELECT id, v FROM avc WHERE v @> ARRAY['x']::varchar[]
SELECT id FROM avc_v WHERE v && ARRAY['y']::varchar[]
DROP VIEW avc_v
DROP TABLE avc
