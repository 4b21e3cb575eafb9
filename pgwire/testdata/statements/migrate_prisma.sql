-- Migrations as Prisma, drizzle and TypeORM send them.
CREATE TYPE "pr_Role" AS ENUM ('USER', 'ADMIN')
CREATE TABLE "pr_User" ("id" SERIAL NOT NULL, "email" TEXT NOT NULL, "name" TEXT, "role" "pr_Role" NOT NULL DEFAULT 'USER', "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, CONSTRAINT "pr_User_pkey" PRIMARY KEY ("id"))
CREATE TABLE "pr_Profile" ("id" TEXT NOT NULL, "bio" TEXT, "tags" TEXT[], "userId" INTEGER NOT NULL, CONSTRAINT "pr_Profile_pkey" PRIMARY KEY ("id"))
CREATE TABLE "_pr_CategoryToPost" ("A" INTEGER NOT NULL, "B" INTEGER NOT NULL)
CREATE UNIQUE INDEX "pr_User_email_key" ON "pr_User"("email")
CREATE UNIQUE INDEX "pr_Profile_userId_key" ON "pr_Profile"("userId")
CREATE UNIQUE INDEX "_pr_CategoryToPost_AB_unique" ON "_pr_CategoryToPost"("A", "B")
CREATE INDEX "_pr_CategoryToPost_B_index" ON "_pr_CategoryToPost"("B")
ALTER TABLE "pr_Profile" ADD CONSTRAINT "pr_Profile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "pr_User"("id") ON DELETE RESTRICT ON UPDATE CASCADE
INSERT INTO "pr_User" ("email") VALUES ('p@q.r'), ('s@t.u') RETURNING "id", "role"
INSERT INTO "pr_Profile" ("id", "userId", "tags") VALUES ('cuid1', 1, ARRAY['a','b'])
DELETE FROM "pr_User" WHERE "id" = 1
UPDATE "pr_User" SET "id" = 10 WHERE "id" = 1
SELECT "id", "userId" FROM "pr_Profile"
INSERT INTO "pr_Profile" ("id", "userId") VALUES ('cuid2', 10)
ALTER TABLE "pr_User" ADD COLUMN "age" INTEGER, ALTER COLUMN "name" SET NOT NULL
ALTER TABLE "pr_User" ADD COLUMN "age" INTEGER, ADD COLUMN "updatedAt" TIMESTAMP(3) NOT NULL DEFAULT '2024-01-01', ALTER COLUMN "email" SET DATA TYPE VARCHAR(320)
BEGIN; CREATE TYPE "pr_Role_new" AS ENUM ('USER', 'ADMIN', 'OWNER'); ALTER TABLE "pr_User" ALTER COLUMN "role" DROP DEFAULT; ALTER TABLE "pr_User" ALTER COLUMN "role" TYPE "pr_Role_new" USING ("role"::text::"pr_Role_new"); ALTER TYPE "pr_Role" RENAME TO "pr_Role_old"; ALTER TYPE "pr_Role_new" RENAME TO "pr_Role"; DROP TYPE "pr_Role_old"; ALTER TABLE "pr_User" ALTER COLUMN "role" SET DEFAULT 'USER'; COMMIT
SELECT "role", "age" FROM "pr_User" ORDER BY "id"
ALTER TABLE "pr_Profile" DROP CONSTRAINT "pr_Profile_userId_fkey"
ALTER TABLE "pr_User" DROP CONSTRAINT "pr_User_pkey", ALTER COLUMN "id" DROP DEFAULT, ALTER COLUMN "id" SET DATA TYPE TEXT, ADD CONSTRAINT "pr_User_pkey" PRIMARY KEY ("id")
DROP SEQUENCE "pr_User_id_seq"
ALTER TABLE "pr_Profile" ALTER COLUMN "userId" SET DATA TYPE TEXT
ALTER TABLE "pr_Profile" ADD CONSTRAINT "pr_Profile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "pr_User"("id") ON DELETE CASCADE ON UPDATE CASCADE
DELETE FROM "pr_User" WHERE "id" = '10'
SELECT count(*) FROM "pr_Profile"
ALTER INDEX "pr_User_email_key" RENAME TO "pr_User_mail_key"
ALTER TABLE "pr_User" RENAME CONSTRAINT "pr_User_pkey" TO "pr_User_pk"
SELECT con.conname, con.contype, pg_get_constraintdef(con.oid) FROM pg_constraint con JOIN pg_class c ON c.oid = con.conrelid WHERE c.relname IN ('pr_User', 'pr_Profile') ORDER BY 1
DROP INDEX "pr_User_mail_key"
DROP TABLE "pr_Profile"; DROP TABLE "pr_User"; DROP TYPE "pr_Role"
CREATE SCHEMA IF NOT EXISTS "dz_drizzle"
CREATE TABLE IF NOT EXISTS "dz_drizzle"."__drizzle_migrations" (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)
insert into "dz_drizzle"."__drizzle_migrations" ("hash", "created_at") values('abc', '1714550400000')
CREATE TABLE "dz_users" ("id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dz_users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1), "name" varchar(255) NOT NULL, "age" integer NOT NULL, "email" varchar(255) NOT NULL, "uid" uuid DEFAULT gen_random_uuid(), CONSTRAINT "dz_users_email_unique" UNIQUE("email"), CONSTRAINT "dz_age_check" CHECK ("dz_users"."age" > 21))
CREATE TABLE "dz_posts" ("id" serial PRIMARY KEY NOT NULL, "author" integer, "title" text, "meta" jsonb DEFAULT '{}'::jsonb, CONSTRAINT "dz_posts_author_title" UNIQUE NULLS NOT DISTINCT("author","title"))
ALTER TABLE "dz_posts" ADD CONSTRAINT "dz_posts_author_fk" FOREIGN KEY ("author") REFERENCES "public"."dz_users"("id") ON DELETE no action ON UPDATE no action
CREATE INDEX "dz_posts_title_idx" ON "dz_posts" USING btree ("title")
DO $$ BEGIN ALTER TABLE "dz_posts" ADD CONSTRAINT "dz_x" FOREIGN KEY ("author") REFERENCES "dz_users"("id"); EXCEPTION WHEN duplicate_object THEN null; END $$
INSERT INTO "dz_users" ("name", "age", "email") VALUES ('young', 20, 'y@z')
INSERT INTO "dz_users" ("name", "age", "email") VALUES ('old', 80, 'o@z') RETURNING "id", "name"
INSERT INTO "dz_users" ("id", "name", "age", "email") VALUES (5, 'old', 80, 'p@z')
INSERT INTO "dz_posts" ("author", "title") VALUES (1, 'one'), (9, 'two')
SELECT tc.constraint_name, tc.constraint_type, kcu.column_name FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu ON kcu.constraint_name = tc.constraint_name AND kcu.table_name = tc.table_name WHERE tc.table_name LIKE 'dz\_%' ORDER BY 1, 3
SELECT rc.constraint_name, rc.update_rule, rc.delete_rule FROM information_schema.referential_constraints rc WHERE rc.constraint_name LIKE 'dz\_%'
ALTER TABLE "dz_users" DROP CONSTRAINT "dz_users_email_unique"
ALTER TABLE "dz_users" ADD CONSTRAINT "dz_users_email_unique" UNIQUE("email")
ALTER TABLE "dz_users" DROP CONSTRAINT "dz_age_check"
ALTER TABLE "dz_users" ADD CONSTRAINT "dz_age_check" CHECK ("dz_users"."age" > 18)
ALTER TABLE "dz_posts" DROP CONSTRAINT "dz_posts_author_fk"
CREATE VIEW "public"."dz_view" AS (select "name" from "dz_users" where "dz_users"."age" > 30)
ALTER TABLE "dz_users" ALTER COLUMN "name" SET DATA TYPE text
DROP VIEW "public"."dz_view"
ALTER TABLE "dz_users" ENABLE ROW LEVEL SECURITY
CREATE POLICY "dz_policy" ON "dz_users" AS PERMISSIVE FOR ALL TO public
ALTER TABLE "dz_posts" ALTER COLUMN "id" DROP DEFAULT
ALTER TABLE "dz_posts" DROP CONSTRAINT "dz_posts_pkey"
ALTER TABLE "dz_posts" ADD PRIMARY KEY ("id", "author")
DROP TABLE "dz_posts" CASCADE; DROP TABLE "dz_users" CASCADE; DROP SCHEMA "dz_drizzle" CASCADE
CREATE TABLE "ty_photo" ("id" SERIAL NOT NULL, "name" character varying(100) NOT NULL, "views" double precision NOT NULL, "userId" uuid, CONSTRAINT "UQ_ty_1" UNIQUE ("name"), CONSTRAINT "REL_ty_2" UNIQUE ("userId"), CONSTRAINT "PK_723fa50bf70dcfd06fb5a44d4ff" PRIMARY KEY ("id"))
CREATE TABLE "ty_user" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "isActive" boolean NOT NULL DEFAULT true, CONSTRAINT "PK_ty_user" PRIMARY KEY ("id"))
ALTER TABLE "ty_photo" ADD CONSTRAINT "FK_ty_photo_user" FOREIGN KEY ("userId") REFERENCES "ty_user"("id") ON DELETE SET NULL ON UPDATE NO ACTION
INSERT INTO "ty_user" ("id") VALUES ('6b0f7d3e-0000-4000-8000-000000000001'); INSERT INTO "ty_photo" ("name", "views", "userId") VALUES ('me', 1.5, '6b0f7d3e-0000-4000-8000-000000000001')
START TRANSACTION
ALTER TABLE "ty_photo" DROP CONSTRAINT "UQ_ty_1"
ALTER TABLE "ty_photo" DROP COLUMN "name"
ALTER TABLE "ty_photo" ADD "name" text NOT NULL DEFAULT 'none'
ALTER TABLE "ty_photo" ADD CONSTRAINT "UQ_ty_1" UNIQUE ("name")
COMMIT
DELETE FROM "ty_user"
SELECT * FROM "ty_photo"
DROP TABLE "ty_photo"; DROP TABLE "ty_user"
-- What a refused statement left behind.
ROLLBACK
DROP SCHEMA IF EXISTS dz_drizzle CASCADE
