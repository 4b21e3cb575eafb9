-- ADD COLUMN with a default that is no constant: rows that are there get its values.
CREATE TABLE ad_t (id int, a varchar(10) DEFAULT 'x', b char(3) DEFAULT 'y')
INSERT INTO ad_t (id) VALUES (1)
ALTER TABLE ad_t ADD COLUMN z date DEFAULT CURRENT_DATE
ALTER TABLE ad_t ADD COLUMN q timestamptz DEFAULT now()
ALTER TABLE ad_t ADD COLUMN u uuid DEFAULT gen_random_uuid()
ALTER TABLE ad_t ADD COLUMN w2 int DEFAULT 1 + 1
ALTER TABLE ad_t ADD COLUMN w4 text DEFAULT lower('ABC')
ALTER TABLE ad_t ADD COLUMN w5 timestamp DEFAULT CURRENT_TIMESTAMP
ALTER TABLE ad_t ADD COLUMN w6 timestamp(0) DEFAULT CURRENT_TIMESTAMP
ALTER TABLE ad_t ADD COLUMN w8 jsonb NOT NULL DEFAULT '{}'::jsonb
ALTER TABLE ad_t ADD COLUMN w9 interval DEFAULT interval '1 day'
ALTER TABLE ad_t ADD COLUMN IF NOT EXISTS v2 timestamptz NOT NULL DEFAULT now()
ALTER TABLE ad_t ADD COLUMN v3 date DEFAULT '2024-01-01'::date
ALTER TABLE ad_t ADD COLUMN v4 boolean DEFAULT (1 > 0) NOT NULL
ALTER TABLE ad_t ADD COLUMN v5 text[] DEFAULT '{}'
ALTER TABLE ad_t ADD COLUMN v6 text[] DEFAULT ARRAY['a']
SELECT w2, w4, w8, w9, v3, v4, v5, v6, u IS NULL, q IS NULL, z = CURRENT_DATE, w6 IS NULL FROM ad_t
ALTER TABLE ad_t ALTER a TYPE varchar(20)
ALTER TABLE ad_t ALTER b TYPE char(5)
ALTER TABLE ad_t ALTER a TYPE varchar(30), ALTER id SET DEFAULT 5, ADD COLUMN late date DEFAULT CURRENT_DATE
INSERT INTO ad_t DEFAULT VALUES
SELECT id, a, b, late = CURRENT_DATE FROM ad_t ORDER BY id
CREATE TABLE ad_p (id serial PRIMARY KEY, name text UNIQUE, g int CHECK (g > 0))
CREATE TABLE ad_c (id int, p_id int REFERENCES ad_p)
CREATE INDEX ad_p_g ON ad_p (g)
INSERT INTO ad_p (name, g) VALUES ('a', 1), ('b', 2)
ALTER TABLE ad_p ADD COLUMN created_at timestamptz NOT NULL DEFAULT now()
ALTER TABLE ad_p ADD COLUMN IF NOT EXISTS created_at timestamptz NOT NULL DEFAULT 'epoch'::timestamptz
ALTER TABLE ad_p ADD COLUMN code uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE
ALTER TABLE ad_p ADD COLUMN s varchar(3) DEFAULT upper('abc')
ALTER TABLE ad_p ADD COLUMN s2 varchar(3) DEFAULT upper('abcd')
ALTER TABLE ad_p ADD COLUMN f float8 DEFAULT random(), ADD COLUMN p timestamp(0) DEFAULT now(), ADD COLUMN arr int[] NOT NULL DEFAULT '{}'
ALTER TABLE ad_p ADD COLUMN "Odd Name" numeric(8,3) DEFAULT 1.5 * 2
ALTER TABLE ad_p ADD COLUMN j jsonb NOT NULL DEFAULT '{"a": 1}'::jsonb
ALTER TABLE ad_p ADD COLUMN neg int DEFAULT -1, ADD COLUMN tr boolean DEFAULT true, ADD COLUMN nn int DEFAULT NULL
ALTER TABLE ad_p ADD COLUMN ck int DEFAULT 2 + 3 CHECK (ck > 4)
INSERT INTO ad_p (name, g) VALUES ('c', 3)
INSERT INTO ad_c VALUES (1, 1)
INSERT INTO ad_c VALUES (2, 9)
SELECT id, name, created_at BETWEEN now() - interval '1 hour' AND now(), code IS NULL, s, f BETWEEN 0 AND 1, p IS NULL, arr, "Odd Name", j, neg, tr, nn, ck FROM ad_p ORDER BY id
SELECT count(DISTINCT code), count(DISTINCT created_at) FROM ad_p
CREATE TYPE ad_state AS ENUM ('on', 'off')
ALTER TABLE ad_p ADD COLUMN st ad_state NOT NULL DEFAULT 'on'
ALTER TABLE ad_p ADD COLUMN st2 ad_state DEFAULT 'off'::ad_state
SELECT st, st2 FROM ad_p ORDER BY id
ALTER TABLE IF EXISTS ad_nope ADD COLUMN a timestamptz DEFAULT now()
ALTER TABLE ad_nope ADD COLUMN a timestamptz DEFAULT now()
ALTER TABLE ad_p ADD COLUMN name text DEFAULT lower('X')
ALTER TABLE ad_p ADD COLUMN bad int DEFAULT now()
CREATE TEMP TABLE ad_temp (a int)
INSERT INTO ad_temp VALUES (1)
ALTER TABLE ad_temp ADD COLUMN b timestamptz DEFAULT now(), ADD COLUMN c int DEFAULT 1 + 2
SELECT a, b IS NULL, c FROM ad_temp
BEGIN
INSERT INTO ad_p (name, g) VALUES ('d', 4)
ALTER TABLE ad_p ADD COLUMN intx date NOT NULL DEFAULT CURRENT_DATE
UPDATE ad_p SET g = 5 WHERE name = 'd'
COMMIT
SELECT name, g, intx = CURRENT_DATE FROM ad_p ORDER BY id
SELECT attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE adrelid = 'ad_p'::regclass AND attname NOT LIKE 'st%' ORDER BY attnum
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ad_t' ORDER BY ordinal_position
CREATE TABLE ad_d (a int DEFAULT -5, b numeric(6,2) DEFAULT -1.5, c jsonb DEFAULT '{"k": [1]}', d text DEFAULT NULL, e timestamptz DEFAULT now(), f boolean DEFAULT false, g text DEFAULT upper('x'), h bigint DEFAULT 0, i float8 DEFAULT 0.5, j date DEFAULT '2024-01-31', k uuid DEFAULT gen_random_uuid(), l varchar(5) DEFAULT 'ab', m int DEFAULT 2 * 3, n text DEFAULT 'it''s')
SELECT attname, atthasdef, pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON attrelid = adrelid AND attnum = adnum WHERE attrelid = 'ad_d'::regclass AND attnum > 0 ORDER BY attnum
