-- A SaaS of several tenants, in the words of Rails, Django, Prisma and TypeORM.
BEGIN
CREATE TABLE "cs_accounts" ("id" bigserial primary key, "name" character varying NOT NULL, "subdomain" character varying(63), "settings" jsonb DEFAULT '{}' NOT NULL, "created_at" timestamp(6) without time zone NOT NULL, "updated_at" timestamp(6) without time zone NOT NULL)
CREATE UNIQUE INDEX "index_cs_accounts_on_subdomain" ON "cs_accounts" ("subdomain")
COMMIT
CREATE TABLE "cs_users" ("id" bigserial primary key, "account_id" bigint NOT NULL, "email" character varying DEFAULT '' NOT NULL, "sign_in_count" integer DEFAULT 0 NOT NULL, "role" integer DEFAULT 0, "locked_at" timestamp(6), CONSTRAINT "fk_rails_1" FOREIGN KEY ("account_id") REFERENCES "cs_accounts" ("id"))
CREATE INDEX "index_cs_users_on_account_id" ON "cs_users" ("account_id")
CREATE UNIQUE INDEX "index_cs_users_on_lower_email" ON "cs_users" (lower(email))
CREATE UNIQUE INDEX "index_cs_users_active" ON "cs_users" ("account_id", "email") WHERE locked_at IS NULL
INSERT INTO "cs_accounts" ("name", "subdomain", "settings", "created_at", "updated_at") VALUES ('Acme', 'acme', '{"plan":"pro","seats":5}', '2024-05-01 10:00:00.123456', '2024-05-01 10:00:00.123456') RETURNING "id"
INSERT INTO "cs_accounts" ("name", "subdomain", "created_at", "updated_at") VALUES ('Beta', 'acme', '2024-05-01', '2024-05-01') RETURNING "id"
INSERT INTO "cs_accounts" ("name", "subdomain", "created_at", "updated_at") VALUES ('Beta', 'beta', '2024-05-02', '2024-05-02') RETURNING "id"
INSERT INTO "cs_accounts" ("name", "subdomain") VALUES ('Gamma', 'gamma')
INSERT INTO "cs_users" ("account_id", "email", "sign_in_count") VALUES (1, 'Ann@acme.com', 3), (1, 'bob@acme.com', 0), (3, 'cid@beta.com', 7) RETURNING "id"
INSERT INTO "cs_users" ("account_id", "email") VALUES (42, 'zoe@acme.com')
DELETE FROM "cs_accounts" WHERE "cs_accounts"."id" = 1
SELECT "cs_users".* FROM "cs_users" WHERE "cs_users"."account_id" = 1 ORDER BY "cs_users"."id" ASC LIMIT 1
SELECT COUNT(*) FROM "cs_users" INNER JOIN "cs_accounts" ON "cs_accounts"."id" = "cs_users"."account_id" WHERE "cs_accounts"."settings" @> '{"plan":"pro"}'
SELECT 1 AS one FROM "cs_users" WHERE LOWER("cs_users"."email") = LOWER('BOB@acme.com') AND "cs_users"."id" != 1 LIMIT 1
UPDATE "cs_users" SET "sign_in_count" = COALESCE("sign_in_count", 0) + 1, "locked_at" = '2024-06-01 00:00:00' WHERE "cs_users"."id" = 2
ALTER TABLE "cs_users" ADD "time_zone" character varying DEFAULT 'UTC' NOT NULL
ALTER TABLE "cs_users" ADD COLUMN "prefs" jsonb
UPDATE "cs_users" SET "prefs" = '{"a": [1, 2, {"b": null}]}' WHERE id = 1
ALTER TABLE "cs_users" ALTER COLUMN "prefs" SET NOT NULL
ALTER TABLE "cs_users" ADD CONSTRAINT "uq" UNIQUE ("account_id")
ALTER TABLE "cs_users" ADD CONSTRAINT chk_role CHECK ("role" >= 0), ADD COLUMN bio text, ALTER COLUMN "role" SET NOT NULL, ALTER COLUMN "role" SET DEFAULT 1
INSERT INTO "cs_users" ("account_id", "email", "role") VALUES (1, 'neg@acme.com', -1)
INSERT INTO "cs_users" ("account_id", "email", "role") VALUES (1, 'nil@acme.com', NULL)
INSERT INTO "cs_users" ("account_id", "email") VALUES (3, 'one@acme.com') RETURNING *
ALTER TABLE "cs_users" RENAME COLUMN "bio" TO "about"
ALTER TABLE "cs_users" RENAME TO "cs_members"
SELECT conname FROM pg_constraint WHERE conrelid = 'cs_members'::regclass ORDER BY 1
SELECT pg_get_serial_sequence('cs_members', 'id')
SELECT pg_get_serial_sequence('"cs_members"', 'email')
SELECT pg_get_serial_sequence('cs_members', 'nope')
SELECT pg_get_serial_sequence('cs_nope', 'id')
SELECT setval(pg_get_serial_sequence('cs_members', 'id'), coalesce(max(id), 1), max(id) IS NOT null) FROM "cs_members"
ALTER TABLE "cs_members" ALTER COLUMN "email" TYPE varchar(10)
ALTER TABLE "cs_members" ALTER COLUMN "email" TYPE varchar(100), ALTER COLUMN "sign_in_count" TYPE bigint
ALTER TABLE "cs_members" DROP CONSTRAINT "fk_rails_1"
ALTER TABLE "cs_members" DROP CONSTRAINT "fk_rails_1"
ALTER TABLE "cs_members" DROP CONSTRAINT IF EXISTS "fk_rails_1"
ALTER TABLE "cs_members" ADD CONSTRAINT "cs_members_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "cs_accounts" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
ALTER TABLE "cs_members" ADD CONSTRAINT "bad_fk" FOREIGN KEY ("account_id") REFERENCES "cs_accounts" ("name")
ALTER TABLE "cs_members" ADD CONSTRAINT "bad_fk" FOREIGN KEY ("email") REFERENCES "cs_accounts" ("id")
ALTER TABLE "cs_members" ADD CONSTRAINT "bad_fk" FOREIGN KEY ("account") REFERENCES "cs_accounts" ("id")
ALTER TABLE "cs_members" ADD PRIMARY KEY ("email")
ALTER TABLE "cs_members" DROP CONSTRAINT cs_users_pkey, ADD CONSTRAINT cs_members_pkey PRIMARY KEY ("account_id", "id")
ALTER TABLE IF EXISTS "cs_nothing" ADD COLUMN "x" int
ALTER TABLE "cs_nothing" ADD COLUMN "x" int
ALTER TABLE "cs_members" ALTER COLUMN "nothing" DROP NOT NULL
ALTER TABLE "cs_members" DROP COLUMN "nothing"
ALTER TABLE "cs_members" DROP COLUMN IF EXISTS "nothing"
ALTER TABLE "cs_members" ALTER COLUMN "id" DROP NOT NULL
ALTER TABLE "cs_members" ALTER COLUMN "email" SET DEFAULT 5
ALTER TABLE "cs_members" ALTER COLUMN "role" SET DEFAULT 'abc'
ALTER TABLE "cs_members" ADD COLUMN g integer DEFAULT 2
ALTER TABLE "cs_members" ALTER COLUMN g SET DEFAULT 4
ALTER TABLE "cs_members" ALTER COLUMN g DROP EXPRESSION
ALTER TABLE "cs_members" DROP COLUMN role
ALTER TABLE "cs_members" DROP COLUMN role CASCADE
CREATE TABLE "ActivityLog" ("id" TEXT NOT NULL, "accountId" BIGINT NOT NULL, "kind" TEXT NOT NULL, "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "data" JSONB, CONSTRAINT "ActivityLog_pkey" PRIMARY KEY ("id"))
CREATE INDEX "ActivityLog_accountId_at_idx" ON "ActivityLog"("accountId", "at" DESC)
ALTER TABLE "ActivityLog" ADD CONSTRAINT "ActivityLog_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "cs_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE
INSERT INTO "ActivityLog" ("id", "accountId", "kind", "at", "data") VALUES ('c1', 1, 'login', '2024-05-01 08:00:00.5', '{"ip": "10.0.0.1"}'), ('c2', 1, 'view', '2024-05-01 08:10:00', NULL), ('c3', 3, 'login', '2024-05-02 09:00:00.25', '[1,2]'), ('c4', 1, 'logout', '2024-05-01 09:00:00', 'null')
SELECT accountId FROM "ActivityLog"
SELECT "accountid" FROM "ActivityLog"
SELECT * FROM ActivityLog
SELECT "accountId", at - lag(at) OVER w AS gap, CASE WHEN at - lag(at) OVER w > interval '30 minutes' THEN 1 ELSE 0 END AS new_session FROM "ActivityLog" WINDOW w AS (PARTITION BY "accountId" ORDER BY at) ORDER BY 1, at
WITH marked AS (SELECT *, CASE WHEN at - lag(at) OVER (PARTITION BY "accountId" ORDER BY at) <= interval '30 minutes' THEN 0 ELSE 1 END AS start FROM "ActivityLog"), grouped AS (SELECT *, sum(start) OVER (PARTITION BY "accountId" ORDER BY at) AS session FROM marked) SELECT "accountId", session, min(at), max(at), count(*), string_agg(kind, '>' ORDER BY at) FROM grouped GROUP BY 1, 2 ORDER BY 1, 2
CREATE TABLE public.django_cs (id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, slug varchar(50) NOT NULL UNIQUE, published boolean NOT NULL, ratio double precision NULL, ref uuid NOT NULL, dur interval NOT NULL, bin bytea NULL, ip inet NULL, small smallint NOT NULL CHECK ("small" >= 0))
CREATE INDEX django_cs_slug_like ON django_cs (slug varchar_pattern_ops)
INSERT INTO django_cs (slug, published, ref, dur, small) VALUES ('a-b', true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day 02:03:04', 0) RETURNING django_cs.id
INSERT INTO django_cs (slug, published, ref, dur, small) VALUES ('a-c', true, 'a0eebc99', '1 day', 0)
INSERT INTO django_cs (slug, published, ref, dur, small) VALUES ('a-c', 'maybe', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day', 0)
INSERT INTO django_cs (slug, published, ref, dur, small) VALUES ('a-c', true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day', 40000)
INSERT INTO django_cs (slug, published, ref, dur, small) VALUES ('a-c', true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day', -1)
INSERT INTO django_cs (slug, published, ref, dur, small, ip) VALUES ('a-c', true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '1 day', 1, '10.0.0.300')
ALTER TABLE "django_cs" ALTER COLUMN "ratio" TYPE numeric(10, 2) USING "ratio"::numeric(10, 2)
SET CONSTRAINTS ALL IMMEDIATE
ALTER TABLE "django_cs" ALTER COLUMN "ratio" SET DEFAULT 1.5, ALTER COLUMN "ratio" SET NOT NULL
UPDATE "django_cs" SET "ratio" = 1.5 WHERE "ratio" IS NULL
ALTER TABLE "django_cs" ALTER COLUMN "ratio" SET NOT NULL
ALTER TABLE "django_cs" ALTER COLUMN "ratio" DROP DEFAULT
SELECT column_name, data_type, is_nullable, column_default, character_maximum_length, numeric_precision, numeric_scale, udt_name, is_identity, identity_generation FROM information_schema.columns WHERE table_name = 'django_cs' ORDER BY ordinal_position
DO $$ BEGIN PERFORM 1; END $$
CREATE EXTENSION IF NOT EXISTS "plpgsql"
CREATE EXTENSION IF NOT EXISTS "nothing_such"
CREATE TABLE cs_role_test (id int)
GRANT SELECT, INSERT ON cs_role_test TO PUBLIC
REVOKE ALL ON cs_role_test FROM PUBLIC
GRANT SELECT ON cs_role_test TO nobody_such
ALTER TABLE cs_role_test OWNER TO CURRENT_USER
ALTER TABLE cs_role_test OWNER TO nobody_such
ALTER TABLE cs_role_test ENABLE ROW LEVEL SECURITY
ALTER TABLE cs_role_test SET SCHEMA cs_nowhere
ALTER TABLE cs_role_test SET (fillfactor = 70)
ALTER TABLE cs_role_test SET UNLOGGED
ALTER TABLE cs_role_test CLUSTER ON nothing
ALTER TABLE cs_role_test REPLICA IDENTITY FULL
ALTER TABLE cs_role_test ALTER id SET STATISTICS 500
ALTER TABLE cs_role_test ALTER id ADD GENERATED BY DEFAULT AS IDENTITY
ALTER TABLE cs_role_test ALTER id SET NOT NULL, ALTER id ADD GENERATED BY DEFAULT AS IDENTITY (START WITH 100)
INSERT INTO cs_role_test DEFAULT VALUES RETURNING id
ALTER TABLE cs_role_test ALTER id SET GENERATED ALWAYS
INSERT INTO cs_role_test VALUES (1)
ALTER TABLE cs_role_test ALTER id RESTART WITH 7
INSERT INTO cs_role_test VALUES (DEFAULT) RETURNING id
ALTER TABLE cs_role_test ALTER id DROP IDENTITY
ALTER TABLE cs_role_test ALTER id DROP IDENTITY
ALTER TABLE cs_role_test ALTER id DROP IDENTITY IF EXISTS
DROP TABLE cs_role_test, cs_members, "ActivityLog", cs_accounts, django_cs
