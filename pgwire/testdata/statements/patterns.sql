-- Patterns of LIKE that DuckDB compares by trying all places, lengths of lpad and rpad, and chains of comparisons.
CREATE TABLE pt_words (id int, w text, p text)
INSERT INTO pt_words VALUES (1, 'abcabc', '%b%b%'), (2, 'a_c', 'a\_c'), (3, 'äöü', '_ö_'), (4, '', '%'), (5, '%', '\%'), (6, 'ABC', 'a%c'), (7, NULL, 'x'), (8, 'x', NULL), (9, 'aab', '%a%a_b'), (10, 'aaab', '%a%a_'), (11, 'xyz', '%%%'), (12, 'a%b', 'a\%%b')
SELECT id, w LIKE p, w NOT LIKE p, w ILIKE p, w NOT ILIKE p FROM pt_words ORDER BY id
SELECT id, w LIKE '%a%_a%b%', w LIKE '_%_%_', w ILIKE '%A%B%C', w LIKE '%a%b%c' FROM pt_words ORDER BY id
SELECT id, w LIKE p ESCAPE 'a', w LIKE '%xa%x_%' ESCAPE 'x', w LIKE p ESCAPE '' FROM pt_words WHERE id <> 8 ORDER BY id
SELECT repeat('a', 30) LIKE '%_a%_a%_ab', repeat('a', 30) LIKE repeat('%_a', 3) || 'b', repeat('a', 30) ILIKE repeat('%_A', 3) || '%'
SELECT 'äbc' LIKE '%_b%_', 'ÄBC' ILIKE '%ä%b%c', 'a' LIKE '', '' LIKE '', 'abc' LIKE 'abc_', 'abc' LIKE '%_%_%_%', 'abc' LIKE '%_%_%_%_%'
SELECT 'a\b' LIKE 'a\\b', 'a\b' LIKE '%a%\\%b', 'axb' LIKE 'a\xb', '50%' LIKE '%0\%', 'x' LIKE '%_%\_'
SELECT 'ab' LIKE '%a%b\'
SELECT id FROM pt_words WHERE w LIKE ANY (ARRAY['%a%_b%', '%b%c%']) ORDER BY id
SELECT lpad('x', 5, 'ab'), rpad('x', 5, 'ab'), lpad('xyz', 2, 'ab'), rpad('xyz', 2, 'ab'), lpad('x', 5, ''), rpad('ä', 4, 'öü'), lpad('x', -1, 'y'), lpad('x', 0, 'y'), lpad(NULL, 3, 'x'), rpad('x', NULL, 'y')
SELECT lpad('x', 1000000000, 'y')
SELECT rpad('x', 1000000000)
SELECT id FROM pt_words WHERE id = 1 OR id = 2 OR id = 3 OR id = 40 OR id = 41 OR id = 42 OR id = 43 OR id = 44 OR id = 45 OR id = 46 OR id = 47 OR id = 48 OR id = 49 OR id = 50 OR id = 51 OR id = 52 OR w = 'x' ORDER BY id
SELECT id FROM pt_words WHERE w <> 'a' AND w <> 'b' AND w <> 'c' AND w <> 'd' AND w <> 'e' AND w <> 'f' AND w <> 'g' AND w <> 'h' AND w <> 'i' AND w <> 'j' AND w <> 'k' AND w <> 'l' AND w <> 'm' AND w <> 'n' AND w <> 'o' AND w <> 'x' AND id > 2 ORDER BY id
SELECT count(*) FROM pt_words WHERE (w = 'x' OR w = '%' OR w = '1' OR w = '2' OR w = '3' OR w = '4' OR w = '5' OR w = '6' OR w = '7' OR w = '8' OR w = '9' OR w = '10' OR w = '11' OR w = '12' OR w = '13' OR w = '14') IS NULL
