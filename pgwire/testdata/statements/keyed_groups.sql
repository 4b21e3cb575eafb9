-- Columns that a primary key in GROUP BY determines, also by *.
CREATE TABLE kg_author (id int PRIMARY KEY, name text NOT NULL, born int)
CREATE TABLE kg_book (id int PRIMARY KEY, author int, pages int)
INSERT INTO kg_author VALUES (1, 'Ann', 1950), (2, 'Bob', 1960), (3, 'Cid', NULL)
INSERT INTO kg_book VALUES (1, 1, 10), (2, 1, 20), (3, 2, 5)
SELECT kg_author.*, count(kg_book.id) AS n FROM kg_author LEFT JOIN kg_book ON kg_book.author = kg_author.id GROUP BY kg_author.id ORDER BY kg_author.id
SELECT a.*, sum(pages) FROM kg_author a JOIN kg_book b ON b.author = a.id GROUP BY a.id ORDER BY 1
SELECT * FROM kg_author GROUP BY id ORDER BY id
SELECT DISTINCT a.*, max(b.pages) FROM kg_author a LEFT JOIN kg_book b ON b.author = a.id GROUP BY a.id ORDER BY a.id
SELECT *, count(*) FROM kg_author GROUP BY id HAVING min(born) > 1950 ORDER BY id
SELECT a.*, b.* FROM kg_author a JOIN kg_book b ON b.author = a.id GROUP BY a.id, b.id ORDER BY b.id
SELECT a.*, b.pages FROM kg_author a JOIN kg_book b ON b.author = a.id GROUP BY a.id
SELECT b.*, count(*) FROM kg_author a JOIN kg_book b ON b.author = a.id GROUP BY a.id
SELECT * FROM kg_author GROUP BY name
SET intervalstyle = 'iso_8601'
SELECT 'json' AS kind, typname FROM pg_type WHERE typname IN ('json', 'jsonb', 'interval') ORDER BY 2
SELECT interval '1 day' AS copy
SELECT to_json(interval '1 day') IS NOT NULL
RESET intervalstyle
DROP TABLE kg_book, kg_author
