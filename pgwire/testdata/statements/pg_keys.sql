-- Indexes, keys and what ALTER TABLE does, with the texts of errors.
CREATE TABLE pk_users (id int PRIMARY KEY, email text UNIQUE, name varchar(50) NOT NULL, age int CHECK (age > 0), created timestamptz(0) DEFAULT now())
CREATE TABLE pk_posts (id bigserial, user_id int, title text, body text, rank int, CONSTRAINT pk_posts_pk PRIMARY KEY (id), CONSTRAINT pk_posts_user FOREIGN KEY (user_id) REFERENCES pk_users (id) ON DELETE CASCADE)
CREATE INDEX pk_i1 ON pk_posts (user_id DESC, title NULLS FIRST)
CREATE INDEX pk_i2 ON pk_posts (lower(title))
CREATE INDEX pk_i3 ON pk_posts (rank) WHERE rank > 0 AND title IS NOT NULL
CREATE INDEX pk_i4 ON pk_posts (user_id) INCLUDE (rank, title)
CREATE UNIQUE INDEX pk_i5 ON pk_posts (user_id, title)
CREATE INDEX ON pk_posts (title, rank)
CREATE INDEX pk_i6 ON pk_posts USING hash (title)
CREATE INDEX pk_i7 ON pk_posts (rank DESC NULLS LAST, (rank + 1), title text_pattern_ops)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'pk_posts' ORDER BY 1
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'pk_users' ORDER BY 1
SELECT pg_get_indexdef('pk_i1'::regclass), pg_get_indexdef('pk_i1'::regclass, 1, true), pg_get_indexdef('pk_i2'::regclass, 1, false)
SELECT indexrelid::regclass, indisunique, indisprimary, indnatts, indnkeyatts, indkey, indoption, pg_get_expr(indpred, indrelid), pg_get_expr(indexprs, indrelid) FROM pg_index WHERE indrelid = 'pk_posts'::regclass ORDER BY indexrelid::regclass::text
SELECT conname, contype, pg_get_constraintdef(oid), convalidated FROM pg_constraint WHERE conrelid IN ('pk_users'::regclass, 'pk_posts'::regclass) ORDER BY 1
SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred, i.indisreplident, c2.reltablespace FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x')) WHERE c.oid = 'pk_posts'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname
INSERT INTO pk_users VALUES (1, 'a@x', 'Ada', 30), (2, 'b@x', 'Bo', NULL)
INSERT INTO pk_users VALUES (1, 'c@x', 'Cy', 3)
INSERT INTO pk_users VALUES (3, 'a@x', 'Cy', 3)
INSERT INTO pk_users VALUES (3, 'c@x', NULL, 3)
INSERT INTO pk_users VALUES (3, 'c@x', 'Cy', -3)
INSERT INTO pk_posts (user_id, title) VALUES (9, 'x')
INSERT INTO pk_posts (user_id, title, rank) VALUES (1, 'x', 1), (2, 'y', 2)
DELETE FROM pk_users WHERE id = 2
SELECT count(*) FROM pk_posts
ALTER TABLE pk_posts ADD CONSTRAINT pk_rank CHECK (rank < 100)
ALTER TABLE pk_posts ADD CONSTRAINT pk_rank CHECK (rank < 100)
ALTER TABLE pk_posts ADD CONSTRAINT pk_rank2 CHECK (rank > 50)
ALTER TABLE pk_posts ADD CONSTRAINT pk_rank2 CHECK (rank > 50) NOT VALID
SELECT conname, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'pk_posts'::regclass ORDER BY 1
INSERT INTO pk_posts (user_id, title, rank) VALUES (1, 'z', 3)
ALTER TABLE pk_posts VALIDATE CONSTRAINT pk_rank2
UPDATE pk_posts SET rank = 60
ALTER TABLE pk_posts VALIDATE CONSTRAINT pk_rank2
ALTER TABLE pk_posts VALIDATE CONSTRAINT pk_none
ALTER TABLE pk_posts DROP CONSTRAINT pk_rank2
ALTER TABLE pk_posts DROP CONSTRAINT pk_rank2
ALTER TABLE pk_posts DROP CONSTRAINT IF EXISTS pk_rank2
ALTER TABLE pk_posts RENAME CONSTRAINT pk_rank TO pk_rank_ok
ALTER TABLE pk_posts RENAME CONSTRAINT pk_none TO pk_other
ALTER TABLE pk_users DROP CONSTRAINT pk_users_pkey
ALTER TABLE pk_posts DROP CONSTRAINT pk_posts_user
ALTER TABLE pk_users DROP CONSTRAINT pk_users_pkey
ALTER TABLE pk_users ADD PRIMARY KEY (id)
ALTER TABLE pk_users ADD PRIMARY KEY (email)
ALTER TABLE pk_posts ADD CONSTRAINT pk_fk FOREIGN KEY (user_id) REFERENCES pk_users ON UPDATE SET NULL ON DELETE SET DEFAULT
ALTER TABLE pk_posts ADD FOREIGN KEY (user_id) REFERENCES pk_users (name)
ALTER TABLE pk_posts ADD FOREIGN KEY (user_id) REFERENCES pk_none (name)
ALTER TABLE pk_posts ADD FOREIGN KEY (none) REFERENCES pk_users
SELECT pg_get_constraintdef(oid), confupdtype, confdeltype, confmatchtype FROM pg_constraint WHERE conname = 'pk_fk'
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'pk_posts' AND constraint_type <> 'CHECK' ORDER BY 1
SELECT constraint_name, column_name, ordinal_position, position_in_unique_constraint FROM information_schema.key_column_usage WHERE table_name = 'pk_posts' ORDER BY 1, 3
SELECT constraint_name, unique_constraint_name, match_option, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_name LIKE 'pk\_%' ORDER BY 1
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name LIKE 'pk\_%' ORDER BY 1
ALTER TABLE pk_posts RENAME COLUMN body TO content
ALTER TABLE pk_posts RENAME COLUMN body TO content
ALTER TABLE pk_posts RENAME COLUMN content TO title
ALTER TABLE pk_posts ALTER COLUMN rank TYPE bigint
ALTER TABLE pk_posts ALTER COLUMN content TYPE int
ALTER TABLE pk_posts ALTER COLUMN content TYPE int USING length(content)
ALTER TABLE pk_posts ALTER COLUMN rank SET DEFAULT 5, ALTER COLUMN title SET NOT NULL
ALTER TABLE pk_posts ALTER COLUMN title DROP NOT NULL
ALTER TABLE pk_posts ALTER COLUMN id DROP NOT NULL
ALTER TABLE pk_posts ALTER COLUMN rank SET DEFAULT 'x'
ALTER TABLE pk_posts ALTER COLUMN none DROP DEFAULT
ALTER TABLE pk_posts ALTER COLUMN rank DROP DEFAULT
ALTER TABLE pk_posts ADD COLUMN title text
ALTER TABLE pk_posts ADD COLUMN IF NOT EXISTS title text
ALTER TABLE pk_posts ADD COLUMN extra int NOT NULL
ALTER TABLE pk_posts ADD COLUMN extra int NOT NULL DEFAULT 7
ALTER TABLE pk_posts DROP COLUMN none
ALTER TABLE pk_posts DROP COLUMN IF EXISTS none
ALTER TABLE pk_posts DROP COLUMN rank
SELECT indexname FROM pg_indexes WHERE tablename = 'pk_posts' ORDER BY 1
SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_name = 'pk_posts' ORDER BY ordinal_position
SELECT column_name, data_type, datetime_precision, character_maximum_length FROM information_schema.columns WHERE table_name = 'pk_users' ORDER BY ordinal_position
SELECT titel FROM pk_posts
SELECT p.titel FROM pk_posts p
SELECT x.title FROM pk_posts p
SELECT pk_posts.title FROM pk_posts p
SELECT id FROM pk_posts p, pk_users u
SELECT * FROM pk_post
SELECT * FROM nosuch.pk_posts
INSERT INTO pk_posts (titel) VALUES (1)
UPDATE pk_posts SET titel = 1
UPDATE pk_posts p SET p.title = 1
CREATE TABLE pk_posts (a int)
CREATE TABLE IF NOT EXISTS pk_posts (a int)
CREATE TABLE pk_dup (a int, a int)
CREATE TABLE pk_dup (a int PRIMARY KEY, b int PRIMARY KEY)
CREATE TABLE pk_dup (a nosuchtype)
CREATE TABLE pk_dup (a int REFERENCES pk_none)
CREATE TABLE pk_dup (a int CHECK (b > 0))
CREATE INDEX pk_i2 ON pk_posts (id)
CREATE INDEX IF NOT EXISTS pk_i2 ON pk_posts (id)
CREATE INDEX pk_new ON pk_posts (none)
CREATE INDEX pk_new ON pk_none (id)
DROP INDEX pk_none
DROP INDEX IF EXISTS pk_none
DROP INDEX pk_posts_pk
ALTER INDEX pk_i2 RENAME TO pk_i2b
ALTER INDEX pk_none RENAME TO pk_x
ALTER TABLE pk_users ADD CONSTRAINT pk_u UNIQUE (name, age)
SELECT pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conname = 'pk_u'
CREATE UNIQUE INDEX pk_ux ON pk_users (age)
ALTER TABLE pk_users ADD CONSTRAINT pk_uc UNIQUE USING INDEX pk_ux
COMMENT ON CONSTRAINT pk_u ON pk_users IS 'unique'
COMMENT ON INDEX pk_i1 IS 'index'
SELECT obj_description('pk_i1'::regclass)
DROP TABLE pk_users
DROP TABLE pk_users CASCADE
SELECT conname FROM pg_constraint WHERE conrelid = 'pk_posts'::regclass ORDER BY 1
DROP TABLE pk_posts
