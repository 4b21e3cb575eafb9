CREATE TABLE aw (id int, grid int[][], tags text[])

INSERT INTO aw VALUES (1, '{{1,2},{3,4}}', '{a,b}'), (2, NULL, NULL), (3, '{}', '{}')

UPDATE aw SET grid[3][1] = 0 WHERE id = 1

UPDATE aw SET grid[1][3] = 0 WHERE id = 1

UPDATE aw SET grid[2][1] = 30 WHERE id = 1 RETURNING grid

UPDATE aw SET grid[1] = 5 WHERE id = 1

UPDATE aw SET tags[5] = 'z' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[2] = 'y' WHERE id = 2 RETURNING tags

UPDATE aw SET tags[1] = 'y' WHERE id = 3 RETURNING tags

UPDATE aw SET tags[2] = NULL WHERE id = 1 RETURNING tags

UPDATE aw SET grid[1:2][1:1] = '{{10},{30}}' WHERE id = 1 RETURNING grid

UPDATE aw SET grid[1:2][1:1] = '{10,30}' WHERE id = 1 RETURNING grid

UPDATE aw SET grid[1:1] = '{{8,9}}' WHERE id = 1 RETURNING grid

UPDATE aw SET tags[2:3] = '{p,q}' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[2:3] = '{p}' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[:2] = '{m,n}' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[7:8] = '{r,s}' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[-1] = 'q' WHERE id = 1 RETURNING tags

UPDATE aw SET tags[0] = 'q' WHERE id = 1 RETURNING tags

SELECT * FROM aw ORDER BY id

UPDATE aw SET tags[NULL] = 'q' WHERE id = 1

UPDATE aw SET grid[1][1] = 7, grid[2][2] = 8 WHERE id = 1 RETURNING grid

INSERT INTO aw (id, tags[1]) VALUES (9, 'k') RETURNING *

INSERT INTO aw (id, grid[1][1]) VALUES (10, 1) RETURNING *

UPDATE aw SET grid[2][2] = 1 WHERE id = 2

SELECT * FROM aw ORDER BY id

CREATE TABLE aw2 (id int, grid int[][])

INSERT INTO aw2 VALUES (1, '{{1,2},{3,4}}'), (2, NULL)

UPDATE aw2 SET grid[1:1] = '{{8,9}}' WHERE id = 1 RETURNING grid

UPDATE aw2 SET grid[2:2] = '{10,11}' WHERE id = 1 RETURNING grid

UPDATE aw2 SET grid[1:2][1:1] = '{20,30}' WHERE id = 1 RETURNING grid

UPDATE aw2 SET grid[1:2] = '{{1}}' WHERE id = 1 RETURNING grid

UPDATE aw2 SET grid[1:1] = '{{8,9}}' WHERE id = 2 RETURNING grid

UPDATE aw2 SET grid[2:3] = '{{8,9},{1,1}}' WHERE id = 1 RETURNING grid

UPDATE aw2 SET grid[:1] = ARRAY[[5,6]] WHERE id = 1 RETURNING grid

SELECT * FROM aw2 ORDER BY id
