CREATE TABLE schema_migrations (version varchar(255) PRIMARY KEY)
CREATE EXTENSION IF NOT EXISTS "uuid-ossp"
CREATE EXTENSION IF NOT EXISTS pgcrypto
BEGIN
CREATE TABLE "users" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "email" character varying(254) NOT NULL, "password_digest" text, "created_at" timestamp(6) without time zone NOT NULL DEFAULT CURRENT_TIMESTAMP, "updated_at" timestamp(3) NULL, "lock_version" integer DEFAULT 0 NOT NULL, "role" smallint DEFAULT 1, PRIMARY KEY ("id"))
CREATE UNIQUE INDEX "index_users_on_lower_email" ON "users" (lower("email"))
CREATE TABLE "posts" ("id" bigserial NOT NULL PRIMARY KEY, "user_id" uuid NOT NULL, "title" varchar(80) DEFAULT '' NOT NULL, "body" text, "published" boolean DEFAULT false, "score" decimal(5,2) DEFAULT 0.0, "parent_id" bigint, CONSTRAINT "fk_posts_users" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION)
ALTER TABLE "posts" ADD CONSTRAINT "fk_parent" FOREIGN KEY ("parent_id") REFERENCES "posts" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
CREATE INDEX "index_posts_on_user_id_and_published" ON "posts" USING btree ("user_id", "published" DESC NULLS LAST) WHERE "published"
INSERT INTO "schema_migrations" ("version") VALUES ('20240101000000'), ('20240102000000') RETURNING "version"
COMMIT
INSERT INTO users (id, email, created_at, updated_at) VALUES ('A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11', 'Ann@x.io', '2024-01-01 00:00:00.1234567', '2024-01-01 00:00:00.9999'), ('{a0eebc999c0b4ef8bb6d6bb9bd380a12}', 'bob@x.io', '2024-01-02', NULL) RETURNING *
INSERT INTO users (id, email) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a13', 'ANN@X.IO')
INSERT INTO users (id, email) VALUES ('nope', 'c@x.io')
INSERT INTO users (email) VALUES (NULL)
SAVEPOINT active_record_1
BEGIN
SAVEPOINT active_record_1
INSERT INTO posts (user_id, title, score) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'One', 999.995)
ROLLBACK TO SAVEPOINT active_record_1
INSERT INTO posts (user_id, title, score, parent_id) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'Two', 999.994, 4) RETURNING id, score, parent_id
INSERT INTO posts (user_id, title) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', 'Three') RETURNING id
RELEASE SAVEPOINT active_record_1
COMMIT
SELECT count(*) FROM posts
INSERT INTO posts (user_id, title) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'P' || 1), ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'P' || 2) RETURNING id, title, "body", published
INSERT INTO posts (user_id, title) VALUES ('b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'orphan')
UPDATE "users" SET "lock_version" = "lock_version" + 1, "updated_at" = '2024-05-06 07:08:09.0005' WHERE "users"."id" = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AND "users"."lock_version" = 0 RETURNING updated_at, lock_version
SELECT "posts".*, "users"."email" AS t1_r1 FROM "posts" INNER JOIN "users" ON "users"."id" = "posts"."user_id" WHERE "posts"."published" = FALSE ORDER BY "posts"."id" ASC LIMIT 11 OFFSET 0
SELECT 1 AS one FROM "users" WHERE LOWER("users"."email") = LOWER('ann@X.io') LIMIT 1
ALTER TABLE posts ADD COLUMN IF NOT EXISTS "slug" varchar(40), ADD COLUMN "views" bigint NOT NULL DEFAULT 0
ALTER TABLE posts ADD COLUMN IF NOT EXISTS "slug" text
ALTER TABLE posts ADD COLUMN "views" int
ALTER TABLE posts ALTER COLUMN slug SET DEFAULT 'none', ALTER COLUMN title TYPE varchar(5)
ALTER TABLE posts ALTER COLUMN title TYPE varchar(2)
ALTER TABLE posts ALTER COLUMN views TYPE text USING 'v' || views::text
SELECT id, title, slug, views FROM posts ORDER BY id
ALTER TABLE posts ALTER COLUMN views DROP DEFAULT, ALTER COLUMN views TYPE integer USING substr(views, 2)::integer
ALTER TABLE posts ALTER COLUMN views SET DEFAULT 0
ALTER TABLE posts RENAME COLUMN score TO rating
ALTER TABLE posts RENAME CONSTRAINT fk_parent TO posts_parent_fk
ALTER INDEX index_posts_on_user_id_and_published RENAME TO posts_user_pub
ALTER TABLE posts ADD CONSTRAINT rating_range CHECK (rating BETWEEN 0 AND 500) NOT VALID
UPDATE posts SET rating = 501
ALTER TABLE posts VALIDATE CONSTRAINT rating_range
ALTER TABLE posts ALTER user_id DROP NOT NULL
ALTER TABLE posts ADD UNIQUE (user_id, title)
INSERT INTO posts (user_id, title) VALUES (NULL, 'P1'), (NULL, 'P1'), ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'P1')
INSERT INTO posts (user_id, title) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'P1') ON CONFLICT ON CONSTRAINT posts_user_id_title_key DO UPDATE SET views = 7 RETURNING id, views
INSERT INTO posts (user_id, title, views) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'P1', 5) ON CONFLICT ON CONSTRAINT posts_user_id_title_key DO UPDATE SET (views, body) = (excluded.views + posts.views, 'merged') RETURNING id, views, body, slug
INSERT INTO users (email) VALUES ('bob@x.io') ON CONFLICT (lower(email)) DO NOTHING RETURNING id
INSERT INTO users (email) VALUES ('bob@x.io') ON CONFLICT (email) DO NOTHING
SELECT c.column_name, c.data_type, c.character_maximum_length, c.numeric_precision, c.numeric_scale, c.datetime_precision, c.is_nullable, c.column_default, c.udt_name FROM information_schema.columns c WHERE c.table_name IN ('posts', 'users') ORDER BY c.table_name, c.ordinal_position
SELECT tc.constraint_name, tc.constraint_type, kcu.column_name, tc.is_deferrable, tc.initially_deferred FROM information_schema.table_constraints tc LEFT JOIN information_schema.key_column_usage kcu USING (constraint_name, table_name) WHERE tc.table_name = 'posts' AND tc.constraint_type <> 'CHECK' ORDER BY 1, 3
SELECT conname, contype, pg_get_constraintdef(oid), convalidated FROM pg_constraint WHERE conrelid = 'posts'::regclass ORDER BY conname
SELECT i.relname, ix.indisunique, ix.indisprimary, pg_get_indexdef(ix.indexrelid), pg_get_expr(ix.indpred, ix.indrelid), ix.indkey, ix.indoption FROM pg_index ix JOIN pg_class i ON i.oid = ix.indexrelid WHERE ix.indrelid IN ('posts'::regclass, 'users'::regclass) ORDER BY 1
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull, a.atttypid::regtype, a.atttypmod, a.attidentity, a.attnum FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = '"posts"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT pg_get_serial_sequence('posts', 'id'), currval(pg_get_serial_sequence('posts', 'id')), lastval()
SELECT setval('posts_id_seq', 100, false), nextval('posts_id_seq'::regclass)
PREPARE find (uuid, int) AS SELECT title, $2 + 1 AS n FROM posts WHERE user_id = $1 ORDER BY title LIMIT $2
EXECUTE find ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 2)
EXECUTE find ('x', 2)
EXECUTE find ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements
DEALLOCATE ALL
EXECUTE find (NULL, 1)
ALTER TABLE posts DROP COLUMN body, DROP CONSTRAINT rating_range
CREATE TABLE tags (id int PRIMARY KEY, name citext)
CREATE TABLE posts_tags (post_id bigint REFERENCES posts, tag text, weight real DEFAULT 0.1, PRIMARY KEY (post_id, tag))
INSERT INTO posts_tags (post_id, tag) SELECT id, t FROM posts, unnest(ARRAY['a','b']) t WHERE id <= 5 RETURNING weight, weight::float8, weight * 3
DELETE FROM posts WHERE title = 'P1'
TRUNCATE posts
TRUNCATE posts CASCADE
TRUNCATE TABLE posts, posts_tags RESTART IDENTITY
INSERT INTO posts (user_id, title) VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'new') RETURNING id
DROP TABLE users
DROP TABLE users CASCADE
SELECT conname FROM pg_constraint WHERE conrelid = 'posts'::regclass ORDER BY 1
DROP TABLE IF EXISTS nothing_here, posts CASCADE
CREATE TABLE retyped (v bigint DEFAULT 0, b boolean DEFAULT true, d date DEFAULT '2024-01-01', n int DEFAULT 1 + 2)
ALTER TABLE retyped ALTER v TYPE text, ALTER b TYPE text, ALTER d TYPE text, ALTER n TYPE text
INSERT INTO retyped DEFAULT VALUES RETURNING *
ALTER TABLE retyped ALTER v TYPE int USING 5
ALTER TABLE retyped ALTER b TYPE boolean USING b::boolean
ALTER TABLE retyped ALTER d TYPE date USING d::date
ALTER TABLE retyped ALTER n TYPE int USING n::int
DROP TABLE retyped
