-- TRUNCATE … CASCADE goes on to the tables whose foreign keys refer to the tables that it empties.
CREATE TABLE trc_user (id serial PRIMARY KEY, name text)
CREATE TABLE trc_post (id serial PRIMARY KEY, author int REFERENCES trc_user, title text)
CREATE TABLE trc_comment (id serial PRIMARY KEY, post int REFERENCES trc_post ON DELETE CASCADE, author int REFERENCES trc_user ON DELETE SET NULL)
CREATE TABLE trc_alone (id int PRIMARY KEY, parent int REFERENCES trc_alone)
INSERT INTO trc_user (name) VALUES ('a'), ('b')
INSERT INTO trc_post (author, title) VALUES (1, 'x'), (2, 'y')
INSERT INTO trc_comment (post, author) VALUES (1, 2), (2, 1)
INSERT INTO trc_alone VALUES (1, NULL), (2, 1)
TRUNCATE trc_user
TRUNCATE trc_post
TRUNCATE trc_alone CASCADE
SELECT count(*) FROM trc_alone
TRUNCATE trc_comment CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post), (SELECT count(*) FROM trc_comment)
INSERT INTO trc_comment (post, author) VALUES (1, 2) RETURNING id
TRUNCATE trc_post CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post), (SELECT count(*) FROM trc_comment)
INSERT INTO trc_post (author, title) VALUES (1, 'z') RETURNING id
INSERT INTO trc_comment (post, author) VALUES (3, 2) RETURNING id
TRUNCATE TABLE public.trc_user RESTART IDENTITY CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post), (SELECT count(*) FROM trc_comment)
INSERT INTO trc_user (name) VALUES ('c') RETURNING id
INSERT INTO trc_post (author, title) VALUES (1, 'z') RETURNING id
INSERT INTO trc_comment (post, author) VALUES (1, 1) RETURNING id
TRUNCATE trc_user, trc_post CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post), (SELECT count(*) FROM trc_comment)
TRUNCATE trc_user, trc_post, trc_comment CASCADE
BEGIN
INSERT INTO trc_user (id, name) VALUES (10, 'd')
INSERT INTO trc_post (id, author) VALUES (10, 10)
TRUNCATE trc_user CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post)
ROLLBACK
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post)
INSERT INTO trc_user (id, name) VALUES (10, 'd')
INSERT INTO trc_post (id, author) VALUES (10, 10)
CREATE SCHEMA trc_s
CREATE TABLE trc_s.other (id int PRIMARY KEY, u int REFERENCES public.trc_user)
INSERT INTO trc_s.other VALUES (1, 10)
TRUNCATE trc_user CASCADE
SELECT (SELECT count(*) FROM trc_user), (SELECT count(*) FROM trc_post), (SELECT count(*) FROM trc_s.other)
ALTER TABLE trc_post DROP CONSTRAINT trc_post_author_fkey
ALTER TABLE trc_comment RENAME TO trc_remark
TRUNCATE trc_user CASCADE
ALTER TABLE trc_post ADD FOREIGN KEY (author) REFERENCES trc_user DEFERRABLE INITIALLY DEFERRED
TRUNCATE trc_user CASCADE
TRUNCATE trc_nosuch CASCADE
CREATE TEMP TABLE trc_temp (id int PRIMARY KEY)
TRUNCATE trc_temp CASCADE
CREATE TABLE "trc Mixed" (id int PRIMARY KEY)
CREATE TABLE "trc Child" (id int REFERENCES "trc Mixed")
TRUNCATE "trc Mixed" CASCADE
DROP SCHEMA trc_s CASCADE
CREATE SCHEMA "Trc Two"
CREATE TABLE "Trc Two"."Up" (id int PRIMARY KEY, other int REFERENCES "Trc Two"."Up")
CREATE TABLE "Trc Two"."Down" (id int PRIMARY KEY REFERENCES "Trc Two"."Up")
INSERT INTO "Trc Two"."Up" VALUES (1, 1)
INSERT INTO "Trc Two"."Down" VALUES (1)
TRUNCATE "Trc Two"."Up" CASCADE
SELECT count(*) FROM "Trc Two"."Down"
