-- Unique indexes with a condition or of an expression, and what ON CONFLICT makes of them. Written before it was run.
CREATE TABLE cu_users (id int PRIMARY KEY, email text, team int, active bool NOT NULL DEFAULT true, deleted_at timestamp)
CREATE UNIQUE INDEX cu_users_email_live ON cu_users (email) WHERE deleted_at IS NULL
CREATE UNIQUE INDEX cu_users_captain ON cu_users (team) WHERE active AND team > 10
INSERT INTO cu_users (id, email, team) VALUES (1, 'a@x.org', 1), (2, 'b@x.org', 1)
INSERT INTO cu_users (id, email, team) VALUES (3, 'a@x.org', 2)
INSERT INTO cu_users (id, email, team, deleted_at) VALUES (3, 'a@x.org', 2, '2024-01-01'), (4, 'a@x.org', 3, '2024-01-02')
UPDATE cu_users SET deleted_at = NULL WHERE id = 3
UPDATE cu_users SET deleted_at = '2024-02-01' WHERE id = 1
UPDATE cu_users SET deleted_at = NULL WHERE id = 3
INSERT INTO cu_users (id, team) VALUES (10, 11), (11, 12), (12, NULL), (13, NULL)
INSERT INTO cu_users (id, team, active) VALUES (14, 11, false)
UPDATE cu_users SET active = true WHERE id = 14
UPDATE cu_users SET team = 11 WHERE id = 2
INSERT INTO cu_users (id, email) VALUES (20, 'b@x.org') ON CONFLICT (email) WHERE deleted_at IS NULL DO UPDATE SET team = 99 RETURNING id, email, team
INSERT INTO cu_users (id, email) VALUES (21, 'c@x.org') ON CONFLICT (email) WHERE deleted_at IS NULL DO UPDATE SET team = 99 RETURNING id, email, team
INSERT INTO cu_users (id, email) VALUES (22, 'b@x.org') ON CONFLICT (email) WHERE deleted_at IS NULL DO NOTHING
INSERT INTO cu_users (id, email) VALUES (22, 'b@x.org') ON CONFLICT DO NOTHING RETURNING id
INSERT INTO cu_users (id, email) VALUES (22, 'b@x.org') ON CONFLICT (email) DO NOTHING
INSERT INTO cu_users (id, email) VALUES (22, 'b@x.org') ON CONFLICT (id) DO NOTHING
SELECT id, email, team, active, deleted_at FROM cu_users ORDER BY id
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'cu_users' ORDER BY 1
CREATE TABLE cu_names (id serial, login text)
CREATE UNIQUE INDEX ON cu_names (lower(login))
INSERT INTO cu_names (login) VALUES ('Ann'), ('Bob')
INSERT INTO cu_names (login) VALUES ('ANN')
UPDATE cu_names SET login = 'bOB' WHERE id = 1
INSERT INTO cu_names (login) VALUES ('ANN') ON CONFLICT (lower(login)) DO UPDATE SET login = excluded.login RETURNING id, login
INSERT INTO cu_names (login) VALUES ('BOB'), ('Cy') ON CONFLICT DO NOTHING RETURNING login
SELECT login FROM cu_names ORDER BY lower(login)
CREATE UNIQUE INDEX cu_bad ON cu_users (team) WHERE team IS NOT NULL
BEGIN; DELETE FROM cu_users WHERE id = 2; INSERT INTO cu_users (id, email) VALUES (30, 'b@x.org'); COMMIT
CREATE TABLE cu_child (a int REFERENCES cu_users (email))
ALTER TABLE cu_users RENAME COLUMN email TO mail
INSERT INTO cu_users (id, mail) VALUES (31, 'b@x.org')
ALTER TABLE cu_users ADD COLUMN note text
INSERT INTO cu_users (id, mail) VALUES (31, 'b@x.org')
DROP INDEX cu_users_email_live
INSERT INTO cu_users (id, mail) VALUES (31, 'b@x.org')
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS cu_users_again ON cu_users (mail) WHERE deleted_at IS NULL AND id > 1000
INSERT INTO cu_users (id, mail) VALUES (1001, 'z'), (1002, 'z')

CREATE TABLE cu_dup (a int, "it's" text)
INSERT INTO cu_dup VALUES (1, 'x'), (1, 'x')
CREATE UNIQUE INDEX "cu'd" ON cu_dup (lower("it's"), a)