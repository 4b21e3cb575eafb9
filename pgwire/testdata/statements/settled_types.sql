-- Types that do not fit, in messages of several statements and beside system columns.
CREATE TABLE settled (id int, name text, big bigint);
INSERT INTO settled VALUES (1, '1', 1), (2, 'b', 2);
SET application_name TO 'x'; SELECT id FROM settled WHERE name = id;
SET application_name TO 'x'; SELECT 'a'::text = 1;
SELECT count(ctid) FROM settled WHERE name = id;
SELECT ctid IS NULL, name FROM settled WHERE name = 1;
ALTER TABLE settled ALTER COLUMN name TYPE varchar(9); SELECT coalesce(name, id) FROM settled;
SELECT tableoid IS NULL, coalesce(name, id) FROM settled;
UPDATE settled SET big = 3 WHERE name = big RETURNING (SELECT 1);
DELETE FROM settled WHERE ctid IN (SELECT ctid FROM settled) AND name = 2;
SELECT id, name FROM settled ORDER BY id;
UPDATE settled SET name = '2' WHERE id = 2;
ALTER TABLE settled ALTER COLUMN name TYPE int USING name::int; SELECT id FROM settled WHERE name = id ORDER BY id;
DROP TABLE settled;
