CREATE TABLE kix (id int, "user" int, "order" int, qualify int, pivot int, "semi" int, value int, name text, "limit" int, "lambda" int, "Upper" int, position int, "all" int, describe int, summarize int, show int, "check" int, columns int, "current_date" int, "between" int, "left" int, "a ""b" int)
CREATE INDEX kix_1 ON kix ("user")
CREATE INDEX kix_2 ON kix ("order", qualify)
CREATE INDEX kix_3 ON kix (pivot, "semi", value)
CREATE INDEX kix_4 ON kix (name, "limit", "lambda")
CREATE INDEX kix_5 ON kix ("Upper", position, "all")
CREATE INDEX kix_6 ON kix (describe, summarize, show, "check")
CREATE UNIQUE INDEX kix_7 ON kix (columns, "current_date", "between", "left")
CREATE INDEX kix_8 ON kix (("user" + 1))
CREATE INDEX kix_9 ON kix (("left" + qualify), lower(name))
CREATE INDEX kix_10 ON kix (id) WHERE "user" > 0 AND describe > 0
CREATE INDEX kix_11 ON kix ("a ""b", id DESC)
CREATE INDEX kix_12 ON kix ("a ""b")
CREATE INDEX "kix-13" ON kix ("user") INCLUDE ("left", pivot)
ALTER TABLE kix ADD CONSTRAINT "check" CHECK ("user" > 0 AND "between" > 0 AND qualify > 0 AND pivot > 0)
ALTER TABLE kix ADD PRIMARY KEY ("user", "semi")
ALTER TABLE kix ADD UNIQUE ("left", value)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'kix' ORDER BY indexname COLLATE "C"
SELECT indexrelid::regclass, pg_get_indexdef(indexrelid), pg_get_indexdef(indexrelid, 1, true), indkey FROM pg_index WHERE indrelid = 'kix'::regclass ORDER BY indexrelid::regclass::text COLLATE "C"
SELECT attrelid::regclass::text, attname, attnum FROM pg_attribute WHERE attrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'kix'::regclass) ORDER BY 1 COLLATE "C", 3
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kix'::regclass ORDER BY 1 COLLATE "C"
ALTER TABLE kix RENAME COLUMN qualify TO "group"
SELECT indexdef FROM pg_indexes WHERE indexname IN ('kix_2', 'kix_9') ORDER BY 1
CREATE VIEW kixv AS SELECT "user", "group", pivot, "left", describe, "between" FROM kix
SELECT pg_get_viewdef('kixv'::regclass)
CREATE TABLE "window" (id int PRIMARY KEY, "when" int REFERENCES "window")
CREATE TABLE kixr (a int REFERENCES "window" (id), "end" serial)
SELECT pg_get_constraintdef(oid), conrelid::regclass FROM pg_constraint WHERE conrelid IN ('"window"'::regclass, 'kixr'::regclass) ORDER BY pg_get_constraintdef(oid) COLLATE "C", 2::text
SELECT indexdef FROM pg_indexes WHERE tablename = 'window'
SELECT column_default FROM information_schema.columns WHERE table_name = 'kixr' ORDER BY ordinal_position
SELECT pg_my_temp_schema() = 0
CREATE TEMP TABLE kixtemp (a int)
SELECT pg_my_temp_schema() = 0, pg_my_temp_schema()::regnamespace::text LIKE 'pg_temp%', (SELECT nspname LIKE 'pg_temp%' FROM pg_namespace WHERE oid = pg_my_temp_schema()), pg_is_other_temp_schema(pg_my_temp_schema())
SELECT relnamespace = pg_my_temp_schema() FROM pg_class WHERE relname = 'kixtemp'
SELECT c.relname FROM pg_class c WHERE c.relnamespace = pg_my_temp_schema() ORDER BY 1
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = 'public' OR oid = pg_my_temp_schema()) ORDER BY 1
