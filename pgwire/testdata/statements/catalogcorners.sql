-- What pg_get_expr and the like show with and without brackets.
CREATE SCHEMA cc
SET search_path = cc, public
CREATE TYPE cc_mood AS ENUM ('sad', 'ok')
CREATE DOMAIN cc_pos AS int DEFAULT 1 + 2 CHECK (VALUE > 0 AND VALUE < 100)
CREATE TABLE cc_t (a int, b int DEFAULT (1 + 2) * 3, c text DEFAULT 'x' || 'y', d timestamptz DEFAULT '2024-01-01 00:00:00+00', e date DEFAULT '2024-02-03', f int DEFAULT -5, g boolean DEFAULT (NOT true), h int[] DEFAULT ARRAY[1, 2], i numeric DEFAULT 1.5 * 2, j text DEFAULT upper('x'), k cc_mood DEFAULT 'ok', l interval DEFAULT '1 day', m timestamptz DEFAULT now() + interval '1 day', n int DEFAULT CASE WHEN 1 > 0 THEN 2 ELSE 3 END, p bigint DEFAULT (1)::bigint, q cc_pos, r boolean DEFAULT (1 = 1 AND 2 = 2), s varchar(10) DEFAULT 'abc', t char(3) DEFAULT 'ab', u json DEFAULT '{"a": 1}', v jsonb DEFAULT '{}', w float8 DEFAULT 1.5, x int DEFAULT (SELECT 1))
CREATE TABLE cc_t (a int, b int DEFAULT (1 + 2) * 3, c text DEFAULT 'x' || 'y', d timestamptz DEFAULT '2024-01-01 00:00:00+00', e date DEFAULT '2024-02-03', f int DEFAULT -5, g boolean DEFAULT (NOT true), h int[] DEFAULT ARRAY[1, 2], i numeric DEFAULT 1.5 * 2, j text DEFAULT upper('x'), k cc_mood DEFAULT 'ok', l interval DEFAULT '1 day', m timestamptz DEFAULT now() + interval '1 day', n int DEFAULT CASE WHEN 1 > 0 THEN 2 ELSE 3 END, p bigint DEFAULT (1)::bigint, q cc_pos, r boolean DEFAULT (1 = 1 AND 2 = 2), s varchar(10) DEFAULT 'abc', t char(3) DEFAULT 'ab', u json DEFAULT '{"a": 1}', v jsonb DEFAULT '{}', w float8 DEFAULT 1.5)
SELECT attname, pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, false), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = adrelid AND a.attnum = adnum WHERE adrelid = 'cc_t'::regclass ORDER BY adnum
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'cc_t' ORDER BY ordinal_position
CREATE TABLE cc_g (a int, b int, s text, ts timestamp, j jsonb, arr int[], k cc_mood, n numeric, g1 int GENERATED ALWAYS AS (a + b) STORED, g2 int GENERATED ALWAYS AS ((a + b) * 2) STORED, g3 text GENERATED ALWAYS AS (lower(s)) STORED, g4 text GENERATED ALWAYS AS (s || 'x' || a::text) STORED, g5 boolean GENERATED ALWAYS AS (a > 1 AND (b < 2 OR s = 'q')) STORED, g6 text GENERATED ALWAYS AS (CASE WHEN a > 1 THEN 'm' ELSE s || '!' END) STORED, g7 boolean GENERATED ALWAYS AS (s IS NULL) STORED, g8 int GENERATED ALWAYS AS (coalesce(a, b + 1)) STORED, g9 text GENERATED ALWAYS AS (j ->> 'a') STORED, g10 int GENERATED ALWAYS AS (arr[1] + 1) STORED, g11 boolean GENERATED ALWAYS AS (NOT (a = b)) STORED, g12 int GENERATED ALWAYS AS (- (a + b)) STORED, g13 boolean GENERATED ALWAYS AS (a IN (1, 2)) STORED, g14 boolean GENERATED ALWAYS AS (s LIKE 'a%') STORED, g15 numeric GENERATED ALWAYS AS (extract(year FROM ts)) STORED, g16 boolean GENERATED ALWAYS AS (a BETWEEN 1 AND 3) STORED, g17 boolean GENERATED ALWAYS AS ((a = 1) IS TRUE) STORED, g18 numeric GENERATED ALWAYS AS (round(n * 1.2, 2)) STORED, g19 int GENERATED ALWAYS AS (a - (b - 1)) STORED, g20 int GENERATED ALWAYS AS (a - b - 1) STORED)
SELECT attname, pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = adrelid AND a.attnum = adnum WHERE adrelid = 'cc_g'::regclass ORDER BY adnum
ALTER TABLE cc_g RENAME COLUMN a TO "Aa"
ALTER TABLE cc_g RENAME COLUMN s TO s2
SELECT attname, pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = adrelid AND a.attnum = adnum WHERE adrelid = 'cc_g'::regclass ORDER BY adnum
ALTER TABLE cc_g ADD CONSTRAINT cc_k1 CHECK ("Aa" > 0 AND (b > 0 OR b < -5)), ADD CHECK (b + 1 > 2 * 3), ADD CONSTRAINT cc_k2 CHECK (NOT (b = 1 OR b = 2)), ADD CONSTRAINT cc_k3 CHECK (b IS NOT NULL)
SELECT conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true), pg_get_expr(conbin, conrelid), pg_get_expr(conbin, conrelid, true) FROM pg_constraint WHERE conrelid = 'cc_g'::regclass ORDER BY conname
CREATE INDEX cc_i1 ON cc_g ((b + 1), lower(s2)) WHERE b > 0 AND "Aa" > 1
CREATE INDEX cc_i2 ON cc_g ((b * 2)) WHERE s2 IS NOT NULL
SELECT indexrelid::regclass, pg_get_indexdef(indexrelid), pg_get_indexdef(indexrelid, 0, true), pg_get_indexdef(indexrelid, 1, true), pg_get_indexdef(indexrelid, 1, false), pg_get_expr(indpred, indrelid), pg_get_expr(indpred, indrelid, true), pg_get_expr(indexprs, indrelid), pg_get_expr(indexprs, indrelid, true) FROM pg_index WHERE indrelid = 'cc_g'::regclass ORDER BY indexrelid::regclass::text
CREATE VIEW cc_v AS SELECT "Aa" + b AS x, (b * 2) + 1 AS y FROM cc_g WHERE b > 0 AND ("Aa" > 1 OR s2 = 'x')
SELECT pg_get_viewdef('cc_v'), pg_get_viewdef('cc_v', true), pg_get_viewdef('cc_v'::regclass, false)
SELECT pg_get_ruledef(oid), pg_get_ruledef(oid, true), pg_get_ruledef(oid, false) FROM pg_rewrite WHERE ev_class = 'cc_v'::regclass
SELECT typname, typdefault, pg_get_expr(typdefaultbin, 0), pg_get_expr(typdefaultbin, 0, true) FROM pg_type WHERE typname = 'cc_pos'
SELECT conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true), pg_get_expr(conbin, 0), pg_get_expr(conbin, 0, true) FROM pg_constraint WHERE contypid = 'cc_pos'::regtype
SELECT pg_get_expr(NULL, 0), pg_get_expr(NULL, 'cc_g'::regclass, true)
SELECT pg_get_expr(adbin, adrelid, NULL) FROM pg_attrdef WHERE adrelid = 'cc_g'::regclass LIMIT 1
SELECT pg_get_expr(adbin, 0) FROM pg_attrdef WHERE adrelid = 'cc_g'::regclass LIMIT 1
SELECT pg_get_expr(adbin, adrelid, adnum > 10), adnum FROM pg_attrdef WHERE adrelid = 'cc_g'::regclass ORDER BY adnum
SELECT d.adnum, pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = 'cc_t'::regclass AND pg_get_expr(d.adbin, d.adrelid, true) LIKE '%+%' ORDER BY 1
ALTER TABLE cc_t ALTER b SET DEFAULT (2 * 3) + 1
ALTER TABLE cc_t ADD COLUMN y int DEFAULT 7 % 3
ALTER TABLE cc_t ADD COLUMN z int GENERATED ALWAYS AS (a * 2 + 1) STORED
SELECT attname, pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = adrelid AND a.attnum = adnum WHERE adrelid = 'cc_t'::regclass AND attname IN ('b', 'y', 'z') ORDER BY adnum
