-- Migrations as Rails sends them.
SET client_min_messages TO 'warning'
CREATE TABLE "rl_schema_migrations" ("version" character varying NOT NULL PRIMARY KEY)
CREATE TABLE "rl_ar_internal_metadata" ("key" character varying NOT NULL PRIMARY KEY, "value" character varying, "created_at" timestamp(6) NOT NULL, "updated_at" timestamp(6) NOT NULL)
INSERT INTO "rl_ar_internal_metadata" ("key", "value", "created_at", "updated_at") VALUES ('environment', 'test', '2024-05-01 10:00:00.123456', '2024-05-01 10:00:00.123456') RETURNING "key"
BEGIN
CREATE TABLE "rl_users" ("id" bigserial primary key, "email" character varying(255) DEFAULT '' NOT NULL, "name" character varying, "admin" boolean DEFAULT FALSE NOT NULL, "balance" decimal(10,2) DEFAULT 0.0, "settings" jsonb DEFAULT '{}' NOT NULL, "created_at" timestamp(6) NOT NULL, "updated_at" timestamp(6) NOT NULL)
CREATE UNIQUE INDEX "index_rl_users_on_email" ON "rl_users" ("email")
INSERT INTO "rl_schema_migrations" ("version") VALUES ('20240501100000') RETURNING "version"
COMMIT
BEGIN
CREATE TABLE "rl_posts" ("id" bigserial primary key, "title" character varying NOT NULL, "body" text, "user_id" bigint NOT NULL, "published_at" timestamp(6), CONSTRAINT "fk_rails_5b5ddfd518" FOREIGN KEY ("user_id") REFERENCES "rl_users" ("id"))
CREATE INDEX "index_rl_posts_on_user_id" ON "rl_posts" ("user_id")
CREATE INDEX "index_rl_posts_on_published_at" ON "rl_posts" ("published_at" DESC) WHERE published_at IS NOT NULL
COMMIT
ALTER TABLE "rl_posts" ADD "slug" character varying
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "index_rl_posts_on_slug" ON "rl_posts" ("slug")
ALTER TABLE "rl_posts" ALTER COLUMN "title" SET DEFAULT 'Untitled'
ALTER TABLE "rl_posts" ALTER COLUMN "title" TYPE text
ALTER TABLE "rl_posts" ALTER COLUMN "body" SET NOT NULL
ALTER TABLE "rl_posts" ALTER COLUMN "body" DROP NOT NULL
ALTER TABLE "rl_posts" ALTER COLUMN "title" DROP DEFAULT
ALTER TABLE "rl_posts" RENAME COLUMN "body" TO "content"
ALTER INDEX "index_rl_posts_on_slug" RENAME TO "index_rl_posts_on_permalink"
COMMENT ON TABLE "rl_posts" IS 'What people wrote'
COMMENT ON COLUMN "rl_posts"."title" IS 'Shown in lists'
INSERT INTO "rl_users" ("email", "created_at", "updated_at") VALUES ('a@example.com', '2024-05-01', '2024-05-01'), ('b@example.com', '2024-05-02', '2024-05-02') RETURNING "id"
INSERT INTO "rl_posts" ("title", "user_id", "slug") VALUES ('First', 1, 'first'), ('Second', 2, 'second') RETURNING "id"
INSERT INTO "rl_posts" ("title", "user_id") VALUES ('Orphan', 99)
DELETE FROM "rl_users" WHERE "rl_users"."id" = 1
INSERT INTO "rl_users" ("email", "created_at", "updated_at") VALUES ('a@example.com', '2024-05-01', '2024-05-01')
CREATE TABLE "rl_comments" ("id" bigserial primary key, "post_id" bigint NOT NULL, "body" text, CONSTRAINT "fk_rails_2fd19c0db7" FOREIGN KEY ("post_id") REFERENCES "rl_posts" ("id") ON DELETE CASCADE)
INSERT INTO "rl_comments" ("post_id", "body") VALUES (1, 'good'), (1, 'bad'), (2, 'so so')
DELETE FROM "rl_posts" WHERE "id" = 1
SELECT id, post_id, body FROM "rl_comments" ORDER BY id
ALTER TABLE "rl_posts" DROP CONSTRAINT "fk_rails_5b5ddfd518"
ALTER TABLE "rl_posts" ADD CONSTRAINT "fk_rails_5b5ddfd518" FOREIGN KEY ("user_id") REFERENCES "rl_users" ("id") ON DELETE CASCADE
DELETE FROM "rl_users" WHERE "id" = 2
SELECT (SELECT count(*) FROM rl_posts), (SELECT count(*) FROM rl_comments)
ALTER TABLE "rl_users" ADD CONSTRAINT "chk_rails_balance" CHECK (balance >= 0)
UPDATE "rl_users" SET "balance" = -1 WHERE "id" = 1
SELECT conname, pg_get_constraintdef(c.oid, true) AS constraintdef, c.convalidated AS valid FROM pg_constraint c JOIN pg_class t ON c.conrelid = t.oid JOIN pg_namespace n ON n.oid = c.connamespace WHERE c.contype = 'c' AND t.relname = 'rl_users' AND n.nspname = 'public'
ALTER TABLE "rl_users" DROP CONSTRAINT "chk_rails_balance"
SELECT t2.oid::regclass::text AS to_table, a1.attname AS column, a2.attname AS primary_key, c.conname AS name, c.confupdtype AS on_update, c.confdeltype AS on_delete, c.convalidated AS valid, c.condeferrable AS deferrable, c.condeferred AS deferred FROM pg_constraint c JOIN pg_class t1 ON c.conrelid = t1.oid JOIN pg_class t2 ON c.confrelid = t2.oid JOIN pg_attribute a1 ON a1.attnum = c.conkey[1] AND a1.attrelid = t1.oid JOIN pg_attribute a2 ON a2.attnum = c.confkey[1] AND a2.attrelid = t2.oid JOIN pg_namespace t3 ON c.connamespace = t3.oid WHERE c.contype = 'f' AND t1.relname = 'rl_posts' AND t3.nspname = 'public' ORDER BY c.conname
ALTER TABLE "rl_comments" RENAME TO "rl_remarks"
ALTER TABLE "public"."rl_comments_id_seq" RENAME TO "rl_remarks_id_seq"
ALTER INDEX "rl_comments_pkey" RENAME TO "rl_remarks_pkey"
INSERT INTO "rl_users" ("email", "created_at", "updated_at") VALUES ('c@example.com', now(), now()) ON CONFLICT ("email") DO UPDATE SET updated_at = excluded.updated_at, "name" = 'again' RETURNING "id", "name"
CREATE TABLE "rl_posts_tags" ("post_id" bigint NOT NULL, "tag_id" bigint NOT NULL)
CREATE UNIQUE INDEX "index_rl_posts_tags" ON "rl_posts_tags" ("post_id", "tag_id")
ALTER TABLE "rl_users" ADD "role" integer DEFAULT 0 NOT NULL, ADD "locked_at" timestamp(6)
ALTER TABLE "rl_users" DROP COLUMN "role", DROP COLUMN "locked_at"
CREATE TYPE "rl_status" AS ENUM ('draft', 'published')
ALTER TABLE "rl_posts" ADD "status" rl_status DEFAULT 'draft' NOT NULL
ALTER TYPE "rl_status" ADD VALUE IF NOT EXISTS 'archived' AFTER 'published'
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = '"rl_posts"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
TRUNCATE TABLE "rl_posts", "rl_remarks" RESTART IDENTITY CASCADE
DROP INDEX CONCURRENTLY IF EXISTS "index_rl_posts_on_user_id"
DROP TABLE IF EXISTS "rl_remarks" CASCADE
DROP TABLE IF EXISTS "rl_posts" CASCADE
DROP TABLE "rl_users", "rl_posts_tags", "rl_schema_migrations", "rl_ar_internal_metadata"
