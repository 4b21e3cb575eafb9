-- What is missed first, and calls of domains.
CREATE DOMAIN objm_pos AS int CHECK (VALUE > 0)
CREATE DOMAIN objm_short AS varchar(3)
CREATE TABLE objm_p (id int PRIMARY KEY, v int)
INSERT INTO objm_p VALUES (1, 2)
SELECT objm_pos(1), objm_short('abcdef'), objm_short(5)
SELECT objm_pos(v) FROM objm_p
SELECT objm_pos(-1)
SELECT 'abcdef'::objm_short, CAST('abcdef' AS objm_short)
SELECT objm_nofunc() FROM objm_missing
SELECT objm_nofunc(a) FROM objm_missing
SELECT 1 FROM objm_missing WHERE objm_nofunc()
SELECT objm_nofunc() FROM (SELECT 1 FROM objm_missing) q
SELECT objm_nofunc(), (SELECT 1 FROM objm_missing)
SELECT (SELECT 1 FROM objm_missing), objm_nofunc()
WITH q AS (SELECT * FROM objm_missing) SELECT objm_nofunc()
WITH q AS (SELECT objm_nofunc()) SELECT * FROM objm_missing
INSERT INTO objm_missing SELECT objm_nofunc()
INSERT INTO objm_p SELECT objm_nofunc() FROM objm_missing
UPDATE objm_missing SET a = objm_nofunc()
UPDATE objm_p SET v = objm_nofunc() WHERE nocol = 1
UPDATE objm_p SET nocol = objm_nofunc()
DELETE FROM objm_missing WHERE objm_nofunc()
DELETE FROM objm_p USING objm_missing WHERE objm_nofunc()
SELECT 1 FROM objm_missing UNION SELECT objm_nofunc()
SELECT objm_nofunc() UNION SELECT 1 FROM objm_missing
CREATE VIEW objm_v AS SELECT objm_nofunc() FROM objm_missing
CREATE TABLE objm_t AS SELECT objm_nofunc() FROM objm_missing
