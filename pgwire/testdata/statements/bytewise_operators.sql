-- The operators of text_pattern_ops compare texts by their bytes.
CREATE TABLE bo (id int, t text, v varchar(10), c char(5), n name, o text)
INSERT INTO bo VALUES (1, 'abc', 'abc', 'abc', 'abc', 'ABD'), (2, 'ABC', 'ABC', 'ABC', 'ABC', 'abc'), (3, 'é', 'é', 'é', 'é', 'z'), (4, 'z', 'z', 'z', 'z', 'é'), (5, NULL, NULL, NULL, NULL, 'a'), (6, '', '', '', '', ' '), (7, 'a b', 'a b', 'a b', 'a b', 'ab'), (8, 'abc ', 'abc ', 'abc ', 'abc ', 'abc')
SELECT 'a' ~<~ 'b', 'a' ~<=~ 'a', 'b' ~>~ 'a', 'a' ~>=~ 'b'
SELECT 'a' ~<~ 'B', 'a' ~>~ 'B', 'é' ~>~ 'z', 'Z' ~<~ 'a'
SELECT id, t ~<~ o, t ~<=~ o, t ~>~ o, t ~>=~ o FROM bo ORDER BY id
SELECT id, v ~<~ o, v ~<=~ o, v ~>~ o, v ~>=~ o FROM bo ORDER BY id
SELECT id, v ~<~ 'abc', v ~<=~ 'abc', v ~>~ 'abc', v ~>=~ 'abc' FROM bo ORDER BY id
SELECT id, c ~<~ 'abc', c ~<=~ 'abc', c ~>~ 'abc', c ~>=~ 'abc' FROM bo ORDER BY id
SELECT id, c ~<~ c, c ~<=~ c, c ~<=~ 'abc  '::char(7), c ~>=~ t FROM bo ORDER BY id
SELECT id, n ~<~ 'abc', n ~>=~ t FROM bo ORDER BY id
SELECT id FROM bo WHERE t ~>=~ 'ab' AND t ~<~ 'ac' ORDER BY id
SELECT id FROM bo WHERE t OPERATOR(pg_catalog.~>=~) 'ab' AND t OPERATOR(pg_catalog.~<~) 'ac' ORDER BY id
SELECT id FROM bo WHERE NOT t ~<~ 'b' ORDER BY id
SELECT id FROM bo WHERE t ~<~ NULL ORDER BY id
SELECT NULL ~<~ 'a', 'a' ~>~ NULL::text, NULL ~<~ NULL
SELECT 1 ~<~ 2
SELECT id ~<~ 1 FROM bo
SELECT t ~<~ 1 FROM bo
SELECT t ~<~ id FROM bo
SELECT b.t ~<~ '\x00'::bytea FROM bo b
SELECT now() ~<~ 'a'
SELECT true ~>~ 'a'
SELECT '1' ~<~ 1
SELECT ~<~ 'a'
SELECT t ~<~ ANY (ARRAY['b', 'c']) FROM bo ORDER BY id
SELECT t ~<~ ALL (ARRAY['b', 'c']) FROM bo ORDER BY id
SELECT t ~>=~ ANY ('{b,c}') FROM bo ORDER BY id
SELECT t ~>=~ ANY (SELECT o FROM bo) FROM bo ORDER BY id
SELECT t ~<~ (SELECT max(o COLLATE "C") FROM bo) FROM bo ORDER BY id
SELECT t || 'x' ~<~ 'b' || 'y' FROM bo ORDER BY id
SELECT t ~<~ 'a' || 'c' = true FROM bo ORDER BY id
SELECT upper(t) ~<~ lower(o), t COLLATE "C" ~<~ o, t ~<~ o COLLATE "C" FROM bo ORDER BY id
SELECT 'a'::text ~<~ 'B'::varchar, 'a'::char(3) ~<~ 'B'::char(3), 'a '::char(3) ~<=~ 'a'::char(1)
SELECT pg_typeof('a' ~<~ 'b'), 'a' ~<~ 'b' AS x
SELECT count(*) FILTER (WHERE t ~<~ 'b'), bool_and(t ~>=~ '') FROM bo
SELECT CASE WHEN t ~<~ o THEN 'less' ELSE 'more' END FROM bo ORDER BY id
SELECT id FROM bo ORDER BY t ~<~ 'b', id
SELECT id FROM bo ORDER BY t USING ~<~, id
SELECT id FROM bo ORDER BY t USING ~>~, id
SELECT id FROM bo ORDER BY t USING ~<=~, id
SELECT array_agg(id ORDER BY t USING ~<~) FROM bo WHERE t IS NOT NULL
SELECT a.id, b.id FROM bo a JOIN bo b ON a.t ~<~ b.o ORDER BY a.id, b.id
SELECT ROW('a', 'b') ~<~ ROW('a', 'c')
CREATE TABLE bo_check (t text CHECK (t ~>=~ 'a' AND t ~<~ 'b'))
CREATE VIEW bo_view AS SELECT id, t ~<~ 'b' AS less FROM bo WHERE t ~>=~ 'a'
SELECT * FROM bo_view ORDER BY id
SELECT pg_get_viewdef('bo_view'::regclass)
CREATE INDEX ON bo (t text_pattern_ops)
SELECT id FROM bo WHERE t ~<~ $1 ORDER BY id
PREPARE bo_p(text) AS SELECT id FROM bo WHERE t ~<~ $1 ORDER BY id
EXECUTE bo_p('b')
UPDATE bo SET o = 'less' WHERE t ~<~ 'a' RETURNING id
DELETE FROM bo WHERE t ~>~ 'z' RETURNING id
SELECT text_pattern_lt('a', 'b'), text_pattern_le('a', 'B'), text_pattern_gt('a', 'B'), text_pattern_ge('a', 'B')
SELECT bpchar_pattern_lt('a', 'b')
