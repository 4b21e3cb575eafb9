-- Tables, and columns of tables, that views read, get other names.
CREATE TABLE mrn_people (id int PRIMARY KEY, name text NOT NULL, age int DEFAULT 3)
INSERT INTO mrn_people VALUES (1, 'ann', 30), (2, 'bob', 40)
CREATE VIEW mrn_names AS SELECT id, name FROM mrn_people WHERE age > 10
CREATE VIEW mrn_over AS SELECT n.name AS called, n.id + 1 AS next FROM mrn_names n
CREATE VIEW mrn_plain AS SELECT mrn_people.id, mrn_people.age FROM mrn_people
CREATE VIEW mrn_star AS SELECT * FROM mrn_people
ALTER TABLE mrn_people RENAME COLUMN name TO full_name
SELECT pg_get_viewdef('mrn_names'::regclass)
SELECT pg_get_viewdef('mrn_over'::regclass)
SELECT pg_get_viewdef('mrn_star'::regclass)
SELECT * FROM mrn_names ORDER BY id
SELECT * FROM mrn_over ORDER BY 2
SELECT * FROM mrn_star ORDER BY id
ALTER TABLE mrn_people RENAME TO mrn_persons
SELECT pg_get_viewdef('mrn_names'::regclass)
SELECT pg_get_viewdef('mrn_over'::regclass)
SELECT pg_get_viewdef('mrn_plain'::regclass)
SELECT pg_get_viewdef('mrn_star'::regclass)
SELECT * FROM mrn_names ORDER BY id
SELECT * FROM mrn_over ORDER BY 2
SELECT * FROM mrn_plain ORDER BY 1
SELECT * FROM mrn_star ORDER BY id
SELECT * FROM mrn_people
INSERT INTO mrn_names (id, name) VALUES (3, 'cid')
UPDATE mrn_names SET name = 'bobby' WHERE id = 2
SELECT * FROM mrn_persons ORDER BY id
SELECT count(*) FROM information_schema.view_table_usage WHERE table_name = 'mrn_persons'
DROP TABLE mrn_persons
CREATE TABLE mrn_people (other int)
SELECT * FROM mrn_names ORDER BY id
ALTER TABLE mrn_persons DROP COLUMN full_name
CREATE TABLE mrn_teams (tid serial PRIMARY KEY, title text UNIQUE, CHECK (title <> ''))
CREATE TABLE mrn_members (id int PRIMARY KEY, team int REFERENCES mrn_teams, title text, boss int)
COMMENT ON TABLE mrn_teams IS 'teams'
COMMENT ON COLUMN mrn_teams.title IS 'their names'
COMMENT ON CONSTRAINT mrn_teams_title_key ON mrn_teams IS 'one each'
CREATE INDEX mrn_lower ON mrn_teams (lower(title))
INSERT INTO mrn_teams (title) VALUES ('red'), ('blue')
INSERT INTO mrn_members VALUES (1, 1, 'head', NULL), (2, 1, 'hand', 1), (3, 2, 'head', NULL)
CREATE VIEW mrn_joined AS SELECT m.id, t.title, m.title AS role FROM mrn_members m JOIN mrn_teams t ON t.tid = m.team WHERE t.title <> 'green' ORDER BY t.title, m.id
COMMENT ON VIEW mrn_joined IS 'who is where'
COMMENT ON COLUMN mrn_joined.title IS 'of the team'
CREATE VIEW mrn_counted AS SELECT title, count(*) AS n FROM mrn_joined GROUP BY title HAVING count(*) > 0 ORDER BY title
CREATE VIEW mrn_sub AS SELECT id FROM mrn_members WHERE team IN (SELECT tid FROM mrn_teams WHERE title = 'red') ORDER BY id
CREATE VIEW mrn_corr AS SELECT tid, title, (SELECT count(*) FROM mrn_members WHERE team = tid) AS n FROM mrn_teams
CREATE VIEW mrn_exists AS SELECT title FROM mrn_teams t WHERE EXISTS (SELECT * FROM mrn_members m WHERE m.team = t.tid)
CREATE VIEW mrn_union AS SELECT title FROM mrn_teams UNION SELECT title FROM mrn_members
CREATE VIEW mrn_cte AS WITH w AS (SELECT title AS t, tid FROM mrn_teams) SELECT w.t, mrn_teams.title FROM w JOIN mrn_teams USING (tid)
CREATE VIEW mrn_from AS SELECT s.title, s.k FROM (SELECT title, tid * 2 AS k FROM mrn_teams) s
CREATE VIEW mrn_given (a, b) AS SELECT tid, title FROM mrn_teams
CREATE VIEW mrn_case AS SELECT CASE WHEN title = 'red' THEN upper(title) ELSE title END AS c, title::varchar(2) AS short, title || '!' AS loud FROM mrn_teams
CREATE VIEW mrn_window AS SELECT title, row_number() OVER (PARTITION BY title ORDER BY tid) AS r FROM mrn_teams
CREATE MATERIALIZED VIEW mrn_stored AS SELECT tid, title FROM mrn_teams
CREATE UNIQUE INDEX mrn_stored_i ON mrn_stored (title)
CREATE VIEW mrn_over_stored AS SELECT title FROM mrn_stored
ALTER TABLE mrn_teams RENAME COLUMN title TO label
SELECT pg_get_viewdef('mrn_joined'::regclass)
SELECT pg_get_viewdef('mrn_joined'::regclass, true)
SELECT pg_get_viewdef('mrn_counted'::regclass)
SELECT pg_get_viewdef('mrn_sub'::regclass)
SELECT pg_get_viewdef('mrn_corr'::regclass)
SELECT pg_get_viewdef('mrn_exists'::regclass)
SELECT pg_get_viewdef('mrn_union'::regclass)
SELECT pg_get_viewdef('mrn_cte'::regclass)
SELECT pg_get_viewdef('mrn_from'::regclass)
SELECT pg_get_viewdef('mrn_given'::regclass)
SELECT pg_get_viewdef('mrn_case'::regclass)
SELECT pg_get_viewdef('mrn_window'::regclass)
SELECT pg_get_viewdef('mrn_stored'::regclass)
SELECT * FROM mrn_joined
SELECT * FROM mrn_counted
SELECT * FROM mrn_sub
SELECT * FROM mrn_corr ORDER BY 1
SELECT * FROM mrn_exists ORDER BY 1
SELECT * FROM mrn_union ORDER BY 1
SELECT * FROM mrn_cte ORDER BY 1
SELECT * FROM mrn_from ORDER BY 1
SELECT * FROM mrn_given ORDER BY 1
SELECT * FROM mrn_case ORDER BY 1
SELECT * FROM mrn_window ORDER BY 1
SELECT * FROM mrn_stored ORDER BY 1
INSERT INTO mrn_teams (label) VALUES ('blue')
INSERT INTO mrn_teams (label) VALUES ('gold') RETURNING *
REFRESH MATERIALIZED VIEW mrn_stored
SELECT * FROM mrn_over_stored ORDER BY 1
ALTER TABLE mrn_teams RENAME TO "mrn Groups"
SELECT pg_get_viewdef('mrn_joined'::regclass)
SELECT pg_get_viewdef('mrn_sub'::regclass)
SELECT pg_get_viewdef('mrn_corr'::regclass)
SELECT pg_get_viewdef('mrn_cte'::regclass)
SELECT pg_get_viewdef('mrn_case'::regclass, true)
SELECT pg_get_viewdef('mrn_stored'::regclass)
SELECT * FROM mrn_corr ORDER BY 1
SELECT * FROM mrn_cte ORDER BY 1
SELECT * FROM mrn_counted
REFRESH MATERIALIZED VIEW mrn_stored
SELECT * FROM mrn_over_stored ORDER BY 1
SELECT obj_description('mrn_joined'::regclass), col_description('mrn_joined'::regclass, 2), obj_description('"mrn Groups"'::regclass), col_description('"mrn Groups"'::regclass, 2)
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '"mrn Groups"'::regclass ORDER BY 1
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'mrn_members'::regclass ORDER BY 1
SELECT indexdef FROM pg_indexes WHERE tablename = 'mrn Groups' ORDER BY 1
SELECT pg_get_serial_sequence('"mrn Groups"', 'tid')
INSERT INTO mrn_members VALUES (4, 9, 'x', NULL)
DROP TABLE "mrn Groups"
ALTER TABLE "mrn Groups" RENAME COLUMN label TO title
SELECT pg_get_viewdef('mrn_union'::regclass)
SELECT pg_get_viewdef('mrn_given'::regclass)
BEGIN
ALTER TABLE "mrn Groups" RENAME TO mrn_back
SELECT * FROM mrn_corr ORDER BY 1
ROLLBACK
SELECT pg_get_viewdef('mrn_corr'::regclass)
SELECT * FROM mrn_corr ORDER BY 1
ALTER TABLE "mrn Groups" RENAME COLUMN title TO tid
ALTER TABLE "mrn Groups" RENAME COLUMN absent TO tid
ALTER TABLE "mrn Groups" RENAME TO mrn_members
