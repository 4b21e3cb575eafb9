-- Sessions of ORMs, written without a look at what is implemented.
SET client_min_messages TO warning
SELECT pg_try_advisory_lock(2053462845)
CREATE TABLE "ao_schema_migrations" ("version" character varying NOT NULL PRIMARY KEY)
CREATE TABLE "ao_users" ("id" bigserial primary key, "email" character varying NOT NULL, "name" character varying, "admin" boolean DEFAULT FALSE NOT NULL, "tags" text[] DEFAULT '{}', "meta" jsonb DEFAULT '{}'::jsonb NOT NULL, "created_at" timestamp(6) NOT NULL DEFAULT '2024-01-01', "lock_version" integer DEFAULT 0)
CREATE UNIQUE INDEX "index_ao_users_on_email" ON "ao_users" ("email")
CREATE TABLE "ao_posts" ("id" bigserial primary key, "user_id" bigint NOT NULL, "title" text, "state" integer DEFAULT 0, CONSTRAINT "fk_rails_ao" FOREIGN KEY ("user_id") REFERENCES "ao_users" ("id"))
CREATE INDEX "index_ao_posts_on_user_id" ON "ao_posts" ("user_id")
INSERT INTO "ao_schema_migrations" ("version") VALUES ('20240101') RETURNING "version"
SELECT pg_advisory_unlock(2053462845)
BEGIN
SAVEPOINT active_record_1
INSERT INTO "ao_users" ("email", "name", "tags") VALUES ('a@x.org', 'Ann', '{a,b}') RETURNING "id"
RELEASE SAVEPOINT active_record_1
SAVEPOINT active_record_1
INSERT INTO "ao_users" ("email") VALUES ('a@x.org') RETURNING "id"
ROLLBACK TO SAVEPOINT active_record_1
COMMIT
INSERT INTO "ao_users" ("email", "name") VALUES ('b@x.org', 'Bob'), ('c@x.org', 'Cy') ON CONFLICT DO NOTHING RETURNING "id", "email"
INSERT INTO "ao_users" AS u ("email", "name") VALUES ('b@x.org', 'Bobby'), ('d@x.org', 'Di') ON CONFLICT ("email") DO UPDATE SET "name" = excluded."name", "lock_version" = u."lock_version" + 1 RETURNING "email", "name", "lock_version", (xmax = 0) AS inserted
INSERT INTO ao_users (email, name) VALUES ('c@x.org', 'Cy2') ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name WHERE ao_users.name IS DISTINCT FROM EXCLUDED.name RETURNING name
INSERT INTO ao_users (email) VALUES ('zz@x.org') ON CONFLICT ON CONSTRAINT ao_users_pkey DO NOTHING
SELECT "ao_users".* FROM "ao_users" WHERE "ao_users"."email" = 'a@x.org' LIMIT 1
SELECT 1 AS one FROM "ao_users" WHERE "ao_users"."email" = 'q@x.org' LIMIT 1
SELECT "ao_users"."id" FROM "ao_users" WHERE "ao_users"."id" = ANY('{1,3}'::bigint[]) ORDER BY 1
SELECT "ao_users"."id" FROM "ao_users" WHERE "tags" @> ARRAY['a']::varchar[] AND 'b' = ANY("tags")
UPDATE "ao_users" SET "name" = 'Anna', "lock_version" = 1 WHERE "ao_users"."id" = 1 AND "ao_users"."lock_version" = 0
UPDATE "ao_users" SET "name" = 'Anna', "lock_version" = 1 WHERE "ao_users"."id" = 1 AND "ao_users"."lock_version" = 0
INSERT INTO "ao_posts" ("user_id", "title") SELECT id, 'post ' || id FROM "ao_users" ORDER BY id RETURNING "title"
SELECT "ao_users"."id" AS t0_r0, "ao_users"."email" AS t0_r1, "ao_posts"."id" AS t1_r0 FROM "ao_users" LEFT OUTER JOIN "ao_posts" ON "ao_posts"."user_id" = "ao_users"."id" ORDER BY 1
SELECT "id" FROM "ao_posts" WHERE "state" = 0 ORDER BY "id" LIMIT 2 FOR UPDATE SKIP LOCKED
UPDATE "ao_posts" SET "state" = 1 WHERE "id" IN (SELECT "id" FROM "ao_posts" WHERE "state" = 0 ORDER BY "id" FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING "id"
SELECT "title" FROM "ao_posts" WHERE "id" = 1 FOR NO KEY UPDATE NOWAIT
SELECT u.id FROM ao_users u JOIN ao_posts p ON p.user_id = u.id WHERE p.id = 2 FOR UPDATE OF p
SELECT count(*) FROM ao_users FOR UPDATE
DELETE FROM "ao_users" WHERE "ao_users"."id" = 1
DELETE FROM "ao_posts" USING "ao_users" WHERE "ao_posts"."user_id" = "ao_users"."id" AND "ao_users"."email" = 'a@x.org' RETURNING "ao_posts"."title"
ALTER TABLE "ao_users" ADD COLUMN "age" integer NULL CHECK ("age" >= 0)
ALTER TABLE "ao_users" ALTER COLUMN "age" SET DEFAULT 18, ALTER COLUMN "name" SET NOT NULL
ALTER TABLE "ao_users" ALTER COLUMN "name" TYPE varchar(50), ADD COLUMN "slug" varchar(20) DEFAULT '' NOT NULL
ALTER TABLE "ao_users" ADD CONSTRAINT "ao_slug_len" CHECK (length("slug") < 10)
INSERT INTO "ao_users" ("email", "name", "slug") VALUES ('e@x.org', 'Ed', 'much too long')
UPDATE ao_users SET meta = jsonb_set(meta, '{theme}', '"dark"') || '{"n": 1}' WHERE id = 2 RETURNING meta, meta->>'theme', meta #>> '{n}', meta ? 'n'
SELECT tablename FROM pg_tables WHERE schemaname = ANY(current_schemas(false)) AND tablename LIKE 'ao\_%' ORDER BY 1
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = '"ao_posts"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT i.relname, d.indisunique, d.indkey, pg_get_indexdef(d.indexrelid) FROM pg_class t JOIN pg_index d ON t.oid = d.indrelid JOIN pg_class i ON d.indexrelid = i.oid WHERE t.relname = 'ao_users' ORDER BY i.relname
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'ao_posts'::regclass ORDER BY conname
SELECT a.attname FROM (SELECT indrelid, indkey, generate_subscripts(indkey, 1) idx FROM pg_index WHERE indrelid = '"ao_users"'::regclass AND indisprimary) i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[i.idx] ORDER BY i.idx
SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relname = '__EFMigrationsHistory')
CREATE TABLE "ao_EF" ("Id" integer GENERATED BY DEFAULT AS IDENTITY, "Name" text NOT NULL, "When" timestamp with time zone NOT NULL DEFAULT '2024-01-01Z', CONSTRAINT "PK_ao_EF" PRIMARY KEY ("Id"))
INSERT INTO "ao_EF" ("Name") VALUES ('x') RETURNING "Id", "When"
SELECT a."Id", a."Name" FROM "ao_EF" AS a WHERE a."Name" LIKE 'x%' AND a."Id" = ANY (ARRAY[1,2]::integer[]) ORDER BY a."Id" NULLS FIRST LIMIT 5 OFFSET 0
SELECT COUNT(*)::INT FROM "ao_EF" AS a WHERE strpos(a."Name", 'x') > 0 OR date_part('year', a."When" AT TIME ZONE 'UTC')::int = 2024
INSERT INTO "ao_EF" ("Id", "Name") VALUES (DEFAULT, 'y') RETURNING "ao_EF"."Id"
SELECT setval(pg_get_serial_sequence('"ao_EF"', 'Id'), coalesce(max("Id"), 1), max("Id") IS NOT NULL) FROM "ao_EF"
SELECT currval('"ao_EF_Id_seq"'), lastval()
SELECT nextval('"ao_EF_Id_seq"'::regclass)
SET CONSTRAINTS ALL IMMEDIATE
START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY
INSERT INTO "ao_EF" ("Name") VALUES ('no')
ROLLBACK
SELECT pg_advisory_xact_lock(1, 2)
SELECT pg_try_advisory_xact_lock(72707369)
SET LOCAL lock_timeout = '1s'
CREATE TYPE "ao_mood" AS ENUM ('sad', 'ok')
ALTER TYPE "ao_mood" ADD VALUE 'happy' AFTER 'sad'
ALTER TABLE "ao_EF" ADD "Mood" "ao_mood" DEFAULT 'ok'
SELECT "Mood", "Mood" > 'sad'::"ao_mood" FROM "ao_EF" ORDER BY "Id"
SELECT e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = 'ao_mood' ORDER BY e.enumsortorder
ALTER TABLE "ao_EF" RENAME COLUMN "Name" TO "Title"
ALTER TABLE "ao_EF" DROP COLUMN "When", DROP COLUMN "Mood"
ALTER INDEX "index_ao_posts_on_user_id" RENAME TO "ao_ix"
DROP INDEX "ao_ix"
TRUNCATE "ao_posts", "ao_EF" RESTART IDENTITY CASCADE
INSERT INTO "ao_EF" ("Title") VALUES ('again') RETURNING "Id"
DROP TABLE "ao_posts", "ao_users", "ao_EF", "ao_schema_migrations"
DROP TYPE "ao_mood"
