-- Migrations as frameworks write them: schema dumps, changes of columns, data moved along.
BEGIN
CREATE TABLE IF NOT EXISTS "schema_migrations" ("version" character varying NOT NULL PRIMARY KEY)
CREATE TABLE "ar_internal_metadata" ("key" character varying NOT NULL PRIMARY KEY, "value" character varying, "created_at" timestamp(6) NOT NULL, "updated_at" timestamp(6) NOT NULL)
INSERT INTO "schema_migrations" ("version") VALUES ('20240101000000'), ('20240102000000') RETURNING "version"
COMMIT
CREATE TABLE "hf_users" ("id" bigserial primary key, "email" character varying DEFAULT '' NOT NULL, "encrypted_password" character varying DEFAULT '' NOT NULL, "sign_in_count" integer DEFAULT 0 NOT NULL, "current_sign_in_ip" inet, "role" integer DEFAULT 0, "settings" jsonb DEFAULT '{}' NOT NULL, "created_at" timestamp(6) without time zone NOT NULL, "updated_at" timestamp(6) without time zone NOT NULL)
CREATE UNIQUE INDEX "index_hf_users_on_email" ON "hf_users" ("email")
CREATE INDEX "index_hf_users_on_role_and_created_at" ON "hf_users" ("role", "created_at" DESC)
CREATE TABLE "hf_posts" ("id" bigserial primary key, "title" character varying(255), "body" text, "user_id" bigint NOT NULL, "published" boolean DEFAULT FALSE, "views_count" integer DEFAULT 0 NOT NULL, "score" decimal(5,2), "created_at" timestamp(6) NOT NULL, "updated_at" timestamp(6) NOT NULL, CONSTRAINT "fk_rails_1" FOREIGN KEY ("user_id") REFERENCES "hf_users" ("id"))
CREATE INDEX "index_hf_posts_on_user_id" ON "hf_posts" ("user_id")
INSERT INTO "hf_users" ("email", "created_at", "updated_at") VALUES ('a@x.org', '2024-01-01 10:00:00.123456', '2024-01-01 10:00:00.123456') RETURNING "id"
INSERT INTO "hf_users" ("email", "created_at", "updated_at") VALUES ('a@x.org', '2024-01-01 10:00:00', '2024-01-01 10:00:00') RETURNING "id"
INSERT INTO "hf_posts" ("title", "user_id", "score", "created_at", "updated_at") VALUES ('One', 1, 4.567, '2024-01-01', '2024-01-01'), ('Two', 1, NULL, '2024-01-02', '2024-01-02') RETURNING "id", "score"
INSERT INTO "hf_posts" ("title", "user_id", "created_at", "updated_at") VALUES ('Lost', 42, '2024-01-01', '2024-01-01')
INSERT INTO "hf_posts" ("title", "user_id", "score", "created_at", "updated_at") VALUES ('Big', 1, 12345.6, '2024-01-01', '2024-01-01')
UPDATE "hf_posts" SET "views_count" = COALESCE("views_count", 0) + 1 WHERE "hf_posts"."id" = 1
UPDATE "hf_posts" SET "published" = TRUE, "updated_at" = '2024-02-01 00:00:00' WHERE "hf_posts"."id" IN (SELECT "hf_posts"."id" FROM "hf_posts" WHERE "hf_posts"."published" = FALSE ORDER BY "hf_posts"."id" ASC LIMIT 1)
SELECT "hf_posts".* FROM "hf_posts" INNER JOIN "hf_users" ON "hf_users"."id" = "hf_posts"."user_id" WHERE "hf_users"."email" = 'a@x.org' ORDER BY "hf_posts"."created_at" DESC LIMIT 1 OFFSET 0
SELECT 1 AS one FROM "hf_users" WHERE "hf_users"."email" = 'a@x.org' LIMIT 1
SELECT COUNT(DISTINCT "hf_posts"."user_id") FROM "hf_posts"
SELECT COUNT(*) AS "count_all", "hf_posts"."published" AS "hf_posts_published" FROM "hf_posts" GROUP BY "hf_posts"."published" ORDER BY 2
ALTER TABLE "hf_posts" ADD "slug" character varying
ALTER TABLE "hf_posts" ADD "tags" character varying[] DEFAULT '{}'
ALTER TABLE "hf_posts" ADD COLUMN "published_at" timestamp with time zone
ALTER TABLE "hf_posts" ALTER COLUMN "title" SET NOT NULL
ALTER TABLE "hf_posts" ALTER COLUMN "title" TYPE text
ALTER TABLE "hf_posts" ALTER COLUMN "views_count" TYPE bigint, ALTER COLUMN "views_count" SET DEFAULT 0
ALTER TABLE "hf_posts" ALTER COLUMN "body" SET DEFAULT '', ALTER COLUMN "body" SET NOT NULL
UPDATE "hf_posts" SET "body" = '' WHERE "body" IS NULL
ALTER TABLE "hf_posts" ALTER COLUMN "body" SET DEFAULT '', ALTER COLUMN "body" SET NOT NULL
ALTER TABLE "hf_posts" RENAME COLUMN "slug" TO "permalink"
ALTER TABLE "hf_posts" RENAME TO "hf_articles"
ALTER INDEX "index_hf_posts_on_user_id" RENAME TO "index_hf_articles_on_user_id"
ALTER SEQUENCE "hf_posts_id_seq" RENAME TO "hf_articles_id_seq"
ALTER TABLE "hf_articles" RENAME CONSTRAINT "hf_posts_pkey" TO "hf_articles_pkey"
INSERT INTO "hf_articles" ("title", "user_id", "created_at", "updated_at") VALUES ('Three', 1, '2024-01-03', '2024-01-03') RETURNING "id", "tags", "body", "views_count"
ALTER TABLE "hf_articles" ADD CONSTRAINT "chk_rails_score" CHECK (score >= 0 AND score <= 10)
ALTER TABLE "hf_articles" ADD CONSTRAINT "chk_rails_title" CHECK (char_length(title) <= 100) NOT VALID
INSERT INTO "hf_articles" ("title", "user_id", "score", "created_at", "updated_at") VALUES ('Four', 1, 11, '2024-01-03', '2024-01-03')
ALTER TABLE "hf_articles" DROP CONSTRAINT "fk_rails_1"
ALTER TABLE "hf_articles" ADD CONSTRAINT "fk_rails_2" FOREIGN KEY ("user_id") REFERENCES "hf_users" ("id") ON DELETE CASCADE
ALTER TABLE "hf_articles" ADD CONSTRAINT "fk_rails_2" FOREIGN KEY ("user_id") REFERENCES "hf_users" ("id")
CREATE UNIQUE INDEX "index_hf_articles_on_permalink" ON "hf_articles" ("permalink") WHERE permalink IS NOT NULL
CREATE INDEX "index_hf_articles_on_lower_title" ON "hf_articles" (lower(title) text_pattern_ops)
CREATE INDEX "index_hf_articles_on_tags" ON "hf_articles" USING gin ("tags")
CREATE INDEX "index_hf_users_on_settings" ON "hf_users" USING gin ("settings" jsonb_path_ops)
DROP INDEX "index_hf_articles_on_lower_title"
DROP INDEX CONCURRENTLY IF EXISTS "index_nosuch"
ALTER TABLE "hf_users" ADD COLUMN "uuid" uuid DEFAULT gen_random_uuid() NOT NULL
SELECT count(DISTINCT uuid), count(*) FROM hf_users
ALTER TABLE "hf_users" ADD COLUMN "full" text GENERATED ALWAYS AS (email || ' (' || role::text || ')') STORED
SELECT "full" FROM hf_users
ALTER TABLE "hf_users" DROP COLUMN "role"
ALTER TABLE "hf_users" DROP COLUMN "role" CASCADE
SELECT * FROM hf_users WHERE false
CREATE TABLE hf_tags (id serial PRIMARY KEY, name varchar(30) UNIQUE)
CREATE TABLE hf_articles_tags (article_id bigint NOT NULL REFERENCES hf_articles, tag_id int NOT NULL REFERENCES hf_tags, PRIMARY KEY (article_id, tag_id))
INSERT INTO hf_tags (name) VALUES ('go'), ('sql') ON CONFLICT (name) DO NOTHING
INSERT INTO hf_articles_tags SELECT a.id, t.id FROM hf_articles a CROSS JOIN hf_tags t WHERE a.id <= 2
DELETE FROM hf_tags WHERE name = 'go'
DELETE FROM hf_users WHERE id = 1
SELECT a.id, a.title, array_agg(t.name ORDER BY t.name) FILTER (WHERE t.name IS NOT NULL) AS tags FROM hf_articles a LEFT JOIN hf_articles_tags x ON x.article_id = a.id LEFT JOIN hf_tags t ON t.id = x.tag_id GROUP BY a.id ORDER BY a.id
DROP TABLE hf_tags
DROP TABLE hf_tags, hf_articles_tags
TRUNCATE TABLE "hf_users" RESTART IDENTITY
TRUNCATE TABLE "hf_users" RESTART IDENTITY CASCADE
SELECT count(*) FROM hf_articles
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull, a.atttypid, a.atttypmod, c.collname, col_description(a.attrelid, a.attnum) AS comment, attidentity AS identity, attgenerated as attgenerated FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum LEFT JOIN pg_type t ON a.atttypid = t.oid LEFT JOIN pg_collation c ON a.attcollation = c.oid AND a.attcollation <> t.typcollation WHERE a.attrelid = '"hf_articles"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT distinct i.relname, d.indisunique, d.indkey, pg_get_indexdef(d.indexrelid), t.oid = 'hf_articles'::regclass, pg_catalog.obj_description(i.oid, 'pg_class') AS comment, d.indisvalid FROM pg_class t INNER JOIN pg_index d ON t.oid = d.indrelid INNER JOIN pg_class i ON d.indexrelid = i.oid LEFT JOIN pg_namespace n ON n.oid = t.relnamespace WHERE i.relkind IN ('i', 'I') AND d.indisprimary = 'f' AND t.relname = 'hf_articles' AND n.nspname = ANY (current_schemas(false)) ORDER BY i.relname
SELECT t2.oid::regclass::text AS to_table, a1.attname AS column, a2.attname AS primary_key, c.conname AS name, c.confupdtype AS on_update, c.confdeltype AS on_delete, c.convalidated AS valid, c.condeferrable AS deferrable, c.condeferred AS deferred FROM pg_constraint c JOIN pg_class t1 ON c.conrelid = t1.oid JOIN pg_class t2 ON c.confrelid = t2.oid JOIN pg_attribute a1 ON a1.attnum = c.conkey[1] AND a1.attrelid = t1.oid JOIN pg_attribute a2 ON a2.attnum = c.confkey[1] AND a2.attrelid = t2.oid JOIN pg_namespace t3 ON c.connamespace = t3.oid WHERE c.contype = 'f' AND t1.relname = 'hf_articles' AND t3.nspname = ANY (current_schemas(false)) ORDER BY c.conname
SELECT conname, pg_get_constraintdef(c.oid, true) AS constraintdef, c.convalidated AS valid FROM pg_constraint c JOIN pg_class t ON c.conrelid = t.oid JOIN pg_namespace n ON n.oid = c.connamespace WHERE c.contype = 'c' AND t.relname = 'hf_articles' AND n.nspname = ANY (current_schemas(false)) ORDER BY 1
SELECT attr.attname, nsp.nspname, seq.relname FROM pg_class seq, pg_attribute attr, pg_depend dep, pg_constraint cons, pg_namespace nsp WHERE seq.oid = dep.objid AND seq.relkind = 'S' AND attr.attrelid = dep.refobjid AND attr.attnum = dep.refobjsubid AND attr.attrelid = cons.conrelid AND attr.attnum = cons.conkey[1] AND seq.relnamespace = nsp.oid AND cons.contype = 'p' AND dep.classid = 'pg_class'::regclass AND dep.refobjid = '"hf_articles"'::regclass
SELECT max_identifier_length FROM (SELECT current_setting('max_identifier_length') AS max_identifier_length) s
SET client_min_messages TO 'warning'; SET standard_conforming_strings = on; SET intervalstyle = iso_8601; SET SESSION timezone TO 'UTC'
SELECT t.oid, t.typname FROM pg_type as t WHERE t.typname IN ('int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric', 'bool', 'timestamp', 'timestamptz') ORDER BY t.oid
SELECT pg_try_advisory_lock(1234567890123)
SELECT pg_advisory_unlock(1234567890123)
RESET ALL
CREATE TABLE django_content_type (id integer NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, app_label varchar(100) NOT NULL, model varchar(100) NOT NULL)
ALTER TABLE django_content_type ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model)
CREATE TABLE auth_permission (id integer NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, name varchar(255) NOT NULL, content_type_id integer NOT NULL, codename varchar(100) NOT NULL)
ALTER TABLE auth_permission ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES django_content_type (id) DEFERRABLE INITIALLY DEFERRED
CREATE INDEX auth_permission_content_type_id_2f476e4b ON auth_permission (content_type_id)
INSERT INTO auth_permission (name, content_type_id, codename) VALUES ('x', 5, 'y')
BEGIN; INSERT INTO auth_permission (name, content_type_id, codename) VALUES ('x', 5, 'y') RETURNING auth_permission.id; INSERT INTO django_content_type (id, app_label, model) OVERRIDING SYSTEM VALUE VALUES (5, 'a', 'b'); COMMIT
SET CONSTRAINTS "auth_permission_content_type_id_2f476e4b_fk_django_co" IMMEDIATE
SET CONSTRAINTS nosuch IMMEDIATE
ALTER TABLE auth_permission DROP CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co; ALTER TABLE auth_permission ALTER COLUMN content_type_id DROP NOT NULL
SELECT setval(pg_get_serial_sequence('"auth_permission"', 'id'), coalesce(max("id"), 1), max("id") IS NOT null) FROM "auth_permission"
INSERT INTO auth_permission (name, codename) VALUES ('z', 'z') RETURNING id
CREATE TABLE "Prisma User" ("id" TEXT NOT NULL, "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "role" TEXT NOT NULL DEFAULT 'USER', "age" INTEGER, CONSTRAINT "Prisma User_pkey" PRIMARY KEY ("id"))
CREATE TYPE "Role" AS ENUM ('USER', 'ADMIN')
ALTER TABLE "Prisma User" ALTER COLUMN "role" TYPE "Role" USING "role"::"Role"
ALTER TABLE "Prisma User" ALTER COLUMN "role" DROP DEFAULT, ALTER COLUMN "role" TYPE "Role" USING ("role"::text::"Role"), ALTER COLUMN "role" SET DEFAULT 'USER'
INSERT INTO "Prisma User" ("id", "age") VALUES ('c1', 3) RETURNING "id", "role", "age"
CREATE TYPE "Role_new" AS ENUM ('USER', 'ADMIN', 'OWNER')
ALTER TABLE "Prisma User" ALTER COLUMN "role" DROP DEFAULT; ALTER TABLE "Prisma User" ALTER COLUMN "role" TYPE "Role_new" USING ("role"::text::"Role_new"); ALTER TYPE "Role" RENAME TO "Role_old"; ALTER TYPE "Role_new" RENAME TO "Role"; DROP TYPE "Role_old"; ALTER TABLE "Prisma User" ALTER COLUMN "role" SET DEFAULT 'USER'
SELECT "role"::text, pg_typeof("role") FROM "Prisma User"
INSERT INTO "Prisma User" ("id", "role") VALUES ('c2', 'OWNER') RETURNING "role"
INSERT INTO "Prisma User" ("id", "role") VALUES ('c3', 'owner')
INSERT INTO "Prisma User" ("id") VALUES ('c1')
ALTER TABLE "Prisma User" ALTER COLUMN "age" SET DATA TYPE SMALLINT
ALTER TABLE "Prisma User" RENAME CONSTRAINT "Prisma User_pkey" TO "User_pkey"
ALTER TABLE "Prisma User" RENAME TO "User"
SELECT "User"."id", "User"."role" FROM "public"."User" WHERE 1=1 ORDER BY "User"."id" ASC LIMIT 10 OFFSET 0
SELECT user.id FROM "User"
DROP TYPE "Role"
DROP TABLE "User", "hf_articles" CASCADE
