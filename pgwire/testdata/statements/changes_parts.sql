-- Assignments to parts of columns
CREATE TABLE ap_t (id int PRIMARY KEY, tags text[], n int[], m int[][], v text[], doc jsonb, d numeric[])
INSERT INTO ap_t VALUES (1, '{a,b,c}', '{1,2,3}', '{{1,2},{3,4}}', '{x,y}', '{"a": 1, "b": {"c": [1, 2, 3]}}', '{1.5,2.25}')
INSERT INTO ap_t VALUES (2, NULL, NULL, NULL, NULL, NULL, NULL), (3, '{}', '{}', '{}', '{}', '{}', '{}')
UPDATE ap_t SET tags[1] = 'z' RETURNING id, tags
UPDATE ap_t SET tags[4] = 'x' WHERE id = 1 RETURNING tags
UPDATE ap_t SET tags[7] = 'far' WHERE id = 1 RETURNING tags
UPDATE ap_t SET n[2] = n[1] + 10 WHERE id = 1 RETURNING n
UPDATE ap_t SET n[2] = NULL WHERE id = 1 RETURNING n
UPDATE ap_t SET n[1] = 7, n[2] = 8 WHERE id = 1 RETURNING n
UPDATE ap_t SET n[1] = n[2], n[2] = n[1], id = id WHERE id = 1 RETURNING n
UPDATE ap_t SET n[id] = 99 WHERE id = 1 RETURNING n
UPDATE ap_t SET n[NULL] = 99 WHERE id = 1 RETURNING n
BEGIN
UPDATE ap_t SET n[0] = 5 WHERE id = 1
ROLLBACK
BEGIN
UPDATE ap_t SET n[-1] = 5 WHERE id = 1
ROLLBACK
BEGIN
UPDATE ap_t SET n[2] = 5 WHERE id = 2 RETURNING array_dims(n)
ROLLBACK
BEGIN
UPDATE ap_t SET n[2] = 5 WHERE id = 3 RETURNING array_dims(n)
ROLLBACK
UPDATE ap_t SET n[1] = 'x' WHERE id = 1
UPDATE ap_t SET n[1] = 1.6 WHERE id = 1 RETURNING n
UPDATE ap_t SET n[1] = true WHERE id = 1
UPDATE ap_t SET n['x'] = 1 WHERE id = 1
UPDATE ap_t SET n['2'] = 1 WHERE id = 1 RETURNING n
UPDATE ap_t SET n[1] = 1, n = '{}' WHERE id = 1
UPDATE ap_t SET n[1] = DEFAULT WHERE id = 1
UPDATE ap_t SET id[1] = 5 WHERE id = 1
UPDATE ap_t SET n[1].x = 5 WHERE id = 1
UPDATE ap_t SET n[1:2] = '{21,22}' WHERE id = 1 RETURNING n
UPDATE ap_t SET n[2:3] = '{32,33}' WHERE id = 1 RETURNING n
UPDATE ap_t SET n[2:] = '{42,43}' WHERE id = 1 RETURNING n
UPDATE ap_t SET n[:2] = ARRAY[51,52] WHERE id = 1 RETURNING n
UPDATE ap_t SET n[:] = ARRAY[61,62,63] WHERE id = 1 RETURNING n
UPDATE ap_t SET n[2:3] = '{1}' WHERE id = 1
UPDATE ap_t SET n[2:3] = '{71,72,73,74}' WHERE id = 1 RETURNING n
UPDATE ap_t SET n[3:2] = '{71,72,73,74}' WHERE id = 1
UPDATE ap_t SET n[2:3] = NULL WHERE id = 1 RETURNING n
UPDATE ap_t SET n[5:6] = '{5,6}' WHERE id = 1 RETURNING n
UPDATE ap_t SET n[1:2] = '{5,6}' WHERE id = 2 RETURNING n
UPDATE ap_t SET n[1:2] = '{5,6}' WHERE id = 3 RETURNING n
UPDATE ap_t SET m[1][2] = 20 WHERE id = 1 RETURNING m
UPDATE ap_t SET m[3][1] = 20 WHERE id = 1
UPDATE ap_t SET m[1] = 20 WHERE id = 1
UPDATE ap_t SET m[1][1] = 1 WHERE id = 3 RETURNING m
UPDATE ap_t SET v[3] = 'abc' WHERE id = 1 RETURNING v
UPDATE ap_t SET d[2] = 7.125 WHERE id = 1 RETURNING d
UPDATE ap_t SET d[3] = 7 WHERE id = 1 RETURNING d
UPDATE ap_t SET doc['a'] = '5' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['b']['c'] = '"new"' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['x'] = '{"y": 1}' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['x']['z'] = to_jsonb(3) WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l'] = '[1, 2, 3]' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l'][1] = '20' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l'][5] = '60' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l'][-1] = '"last"' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l'][-10] = '"last"' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['l']['k'] = '1' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['new']['deep'] = '1' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['arr'][2] = '1' WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['a']['b'] = '1' WHERE id = 1
UPDATE ap_t SET doc['a'] = NULL WHERE id = 1 RETURNING doc
UPDATE ap_t SET doc['a'] = 'bad' WHERE id = 1
UPDATE ap_t SET doc['a'] = 5 WHERE id = 1
UPDATE ap_t SET doc['a'] = 'x'::text WHERE id = 1
UPDATE ap_t SET doc['k'] = '1' WHERE id = 2 RETURNING doc
UPDATE ap_t SET doc = NULL WHERE id = 2
UPDATE ap_t SET doc[2] = '1' WHERE id = 2 RETURNING doc
UPDATE ap_t SET doc['k'] = '1' WHERE id = 3 RETURNING doc
UPDATE ap_t SET doc['k'] = '1', doc['j'] = doc['k'] WHERE id = 3 RETURNING doc
UPDATE ap_t SET doc['k'] = '7', doc['j'] = '8', tags[1] = doc['k'] #>> '{}' WHERE id = 3 RETURNING doc, tags
UPDATE ap_t SET doc['k':'l'] = '1' WHERE id = 3
INSERT INTO ap_t (id, tags[1], tags[2]) VALUES (4, 'p', 'q') RETURNING id, tags
INSERT INTO ap_t (id, n[1], n[2]) VALUES (5, 1, 2), (6, 3, NULL) RETURNING id, n
INSERT INTO ap_t (id, n[1:2]) VALUES (7, '{1,2}') RETURNING id, n
BEGIN
INSERT INTO ap_t (id, n[3]) VALUES (8, 3) RETURNING id, n
ROLLBACK
INSERT INTO ap_t (id, doc['a'], doc['b']) VALUES (9, '1', '[2]') RETURNING id, doc
INSERT INTO ap_t (id, tags[1], tags[2]) SELECT 10, 'x', 'y' RETURNING id, tags
INSERT INTO ap_t (id, tags[1]) VALUES (4, 'new') ON CONFLICT (id) DO UPDATE SET tags[1] = excluded.tags[1], tags[2] = ap_t.tags[1] RETURNING id, tags
INSERT INTO ap_t (id) VALUES (4) ON CONFLICT (id) DO UPDATE SET doc['hits'] = '1', n[1] = 4 RETURNING id, doc, n
UPDATE ap_t SET (n[1], tags[1]) = (8, 'eight') WHERE id = 4 RETURNING n, tags
BEGIN
UPDATE ap_t SET (n[1], tags[1]) = (SELECT 9, 'nine') WHERE id = 4 RETURNING n, tags
ROLLBACK
UPDATE ap_t AS a SET tags[2] = b.tags[1] FROM ap_t b WHERE a.id = 4 AND b.id = 1 RETURNING a.tags
UPDATE ap_t SET m[1:1][1:2] = '{{7,8}}' WHERE id = 1 RETURNING m
SELECT id, tags, n, m, v, doc, d FROM ap_t ORDER BY id
CREATE TYPE ap_home AS (street text, zip text)
CREATE TYPE ap_mood AS ENUM ('sad of ap', 'ok of ap')
CREATE TABLE ap_c (id int, home ap_home, who ap_mood[], homes ap_home[])
INSERT INTO ap_c VALUES (1, ROW('Main', '1234'), '{"ok of ap","sad of ap"}', ARRAY[ROW('x', 'y')::ap_home]), (2, NULL, NULL, NULL)
UPDATE ap_c SET home.zip = '5555' RETURNING id, home
UPDATE ap_c SET home.zip = '1', home.street = 'S' || (home).zip WHERE id = 1 RETURNING id, home
UPDATE ap_c SET who[2] = 'ok of ap' WHERE id = 1 RETURNING who
UPDATE ap_c SET homes[1].zip = '42' WHERE id = 1 RETURNING homes
UPDATE ap_c SET home.nope = '42' WHERE id = 1
UPDATE ap_c SET id.nope = 42 WHERE id = 1
UPDATE ap_c SET nope.x = 42 WHERE id = 1
UPDATE ap_c SET home.zip = 5 WHERE id = 1 RETURNING home
INSERT INTO ap_c (id, home.zip) VALUES (3, '777') RETURNING *
INSERT INTO ap_c (id, home.zip, home.street) SELECT 4, 'z', 's' RETURNING *
UPDATE ap_c SET home.zip = DEFAULT WHERE id = 1
UPDATE ap_c SET home.zip = '1', home = NULL WHERE id = 1
UPDATE ap_c SET home.zip = '1', home.zip = '2' WHERE id = 1 RETURNING home
SELECT id, home, who, (home).zip FROM ap_c ORDER BY id
PREPARE ap_p AS UPDATE ap_t SET tags[$1] = $2 WHERE id = 4 RETURNING tags
EXECUTE ap_p(2, 'prepared')
DELETE FROM ap_t
UPDATE ap_t SET n[1] = n[1] + 1 WHERE n[1] > 0
INSERT INTO ap_t (id, tags, n, m, doc, d) VALUES (1, '{a,b,c}', '{1,2,3}', '{{1,2},{3,4}}', '{"a": 1}', '{1.5,2.25}'), (2, NULL, '{9}', NULL, NULL, NULL)
UPDATE ap_t SET tags[1] = (SELECT count(*)::text FROM ap_t), n[1] = (SELECT max(id) FROM ap_t) WHERE id = 1 RETURNING tags, n
UPDATE ap_t SET m[2][2] = (SELECT 7), n[1:2] = (SELECT array_agg(id ORDER BY id) FROM ap_t) WHERE id = 1 RETURNING m, n
UPDATE ap_t SET n[2] = 2.5, d[1] = 1::float8, tags[2] = 5 WHERE id = 1 RETURNING n, d, tags
UPDATE ap_t SET n[1] = n[1] + 1, tags[1] = 'x' || id RETURNING id, n, tags
WITH u AS (UPDATE ap_t SET n[1] = 100 WHERE id = 2 RETURNING id, n) SELECT * FROM u
UPDATE ap_t SET n[1] = o.x FROM (VALUES (1, 50), (2, 60)) o(id, x) WHERE o.id = ap_t.id AND o.id = 1 RETURNING ap_t.id, n, o.x
UPDATE public.ap_t SET n[1] = 3, doc['b'] = '2' WHERE id = 1 RETURNING n, doc
MERGE INTO ap_t t USING (VALUES (1, 5), (20, 6)) v(id, x) ON t.id = v.id WHEN MATCHED THEN UPDATE SET n[1] = v.x WHEN NOT MATCHED THEN INSERT (id, n[1], tags[1]) VALUES (v.id, v.x, 'm')
SELECT id, n, tags FROM ap_t ORDER BY id
UPDATE ap_t SET tags[1] = 'q', tags[2] = 'r', tags[3] = 's', tags[4] = 't', n[1] = 4 WHERE id = 20 RETURNING tags, n
INSERT INTO ap_t (id, tags[1], tags[2]) VALUES (30, 'x', DEFAULT)
INSERT INTO ap_t (id, tags[1], tags) VALUES (30, 'x', '{}')
INSERT INTO ap_t (id, tags[1]) VALUES (30)
INSERT INTO ap_t (id, tags[1]) VALUES (30, 'x', 'y')
INSERT INTO ap_t (id, nope[1]) VALUES (30, 'x')
INSERT INTO ap_t (id, n[1]) VALUES (30, 'x')
INSERT INTO ap_t (id, n[1]) VALUES (30, true)
INSERT INTO ap_t (id, doc['a']) VALUES (30, 4)
CREATE VIEW ap_v AS SELECT id, tags, doc FROM ap_t
UPDATE ap_v SET tags[1] = 'view', doc['v'] = '1' WHERE id = 1 RETURNING tags, doc
CREATE TABLE ap_kinds (id int PRIMARY KEY, b bool[], f float8[], t timestamp[], dt date[], u uuid[], j json, s smallint[], l bigint[], nn numeric(5,2)[], df text[] DEFAULT '{d}', nnul int[] NOT NULL DEFAULT '{1,2}')
INSERT INTO ap_kinds (id, b[1], f[1], t[1], dt[1], u[1], s[1], l[1], nn[1]) VALUES (1, true, 1.5, '2024-01-02 03:04:05', '2024-01-02', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 3, 4, 5.125)
SELECT * FROM ap_kinds
UPDATE ap_kinds SET b[2] = 'no', f[2] = 2, t[2] = date '2024-02-02', dt[2] = 'infinity', s[2] = 70 WHERE id = 1 RETURNING b, f, t, dt, s
UPDATE ap_kinds SET s[1] = 40000
UPDATE ap_kinds SET s[1] = id + 40000
UPDATE ap_kinds SET j['a'] = '1'
UPDATE ap_kinds SET nnul = NULL
UPDATE ap_kinds SET dt[1] = 'today, maybe'
INSERT INTO ap_kinds (id, df[1]) VALUES (2, 'x') RETURNING id, df, nnul
INSERT INTO ap_kinds AS k (id, df[1]) VALUES (2, 'y') ON CONFLICT (id) DO UPDATE SET df[1] = k.df[1] || excluded.df[1], nnul[1] = 5 RETURNING id, df, nnul
INSERT INTO ap_kinds AS k (id) VALUES (2) ON CONFLICT (id) DO UPDATE SET df[1] = df[1] || 'z'
CREATE TABLE ap_board (game int, board text[3][3], n int[][])
INSERT INTO ap_board (game, board[1:3][1:3], n[1:2][1:2]) VALUES (1, '{{a,b,c},{d,e,f},{g,h,i}}', '{{1,2},{3,4}}') RETURNING *
UPDATE ap_board SET board[2:3][1:2] = '{{1,2},{3,4}}', n[1:1][2:2] = ARRAY[[9]] RETURNING *
UPDATE ap_board SET board[2:][2:] = '{{x,y},{z,w}}', n[2][1:2] = '{{5,6},{7,8}}' RETURNING *
UPDATE ap_board SET board[2:4][1:1] = '{{1},{2},{3}}'
UPDATE ap_board SET board[2:3][1:2] = '{{1,2}}'
UPDATE ap_board SET board[3:2][1:2] = '{{1,2}}'
UPDATE ap_board SET board[1:1][1:1] = NULL RETURNING board
UPDATE ap_board SET board[2][2] = NULL RETURNING board
INSERT INTO ap_board (game, n[1:2][1:3]) VALUES (2, '{{1,2},{3,4}}')
