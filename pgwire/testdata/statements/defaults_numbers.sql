-- Defaults of columns of numbers, as the catalog shows them.
CREATE TABLE dn_real (a real DEFAULT 1.5, b real DEFAULT -1.5, c real DEFAULT 1e15, d real DEFAULT 0.0001, e real DEFAULT '1.5', f real DEFAULT 2, g real DEFAULT 1/3.0, h real DEFAULT -2, i real DEFAULT +1.5, j real DEFAULT (1.5), k real DEFAULT 0.0, l real DEFAULT 100.00, m real DEFAULT 1.5::real, n real DEFAULT 1.5 * 2, o real DEFAULT 1e-7, p real DEFAULT -1e15, q real DEFAULT '1e15', q2 real DEFAULT '1e6', q3 real DEFAULT '0.00001', q4 real DEFAULT '-1.25e-7', q5 real DEFAULT '999999.5', r real NOT NULL DEFAULT .5, s real DEFAULT 5., t real DEFAULT 3000000000, u real DEFAULT 1.5::numeric, v real DEFAULT CAST(2 AS real), w real DEFAULT NULL)
CREATE TABLE dn_double (a double precision DEFAULT 1.5, b double precision DEFAULT -1.5, c double precision DEFAULT 1e15, d double precision DEFAULT 0.0001, e double precision DEFAULT '1.5', f double precision DEFAULT 2, g double precision DEFAULT 1/3.0, h double precision DEFAULT -2, i float8 DEFAULT +1.5, j float8 DEFAULT (1.5), k float8 DEFAULT 0.0, l float8 DEFAULT 100.00, m float8 DEFAULT 1.5::float8, n float8 DEFAULT 1.5 * 2, o float8 DEFAULT 1e-7, p float8 DEFAULT -1e15, q float8 DEFAULT '1e15', q2 float8 DEFAULT '1e14', q3 float8 DEFAULT '0.00001', q4 float8 DEFAULT '1.5e300', q5 float8 DEFAULT '123456789012345.6', r float8 NOT NULL DEFAULT .5, s float DEFAULT 5., t float DEFAULT 3000000000, u float8 DEFAULT 1.5::numeric, v float8 DEFAULT CAST(2 AS float8), w float(10) DEFAULT 1.5, x float8 DEFAULT 1.5::real)
CREATE TABLE dn_numeric (a numeric DEFAULT 1.5, b numeric DEFAULT -1.5, c numeric DEFAULT 1e15, d numeric DEFAULT 0.0001, e numeric DEFAULT '1.5', f numeric DEFAULT 2, g numeric DEFAULT 1/3.0, h numeric(10,2) DEFAULT 1.5, i numeric(10,2) DEFAULT -1.5, j numeric(10,2) DEFAULT 2, k numeric(20,2) DEFAULT 1e15, l numeric(10,2) DEFAULT 0, m numeric(10,2) DEFAULT 0.00, n numeric(10,2) DEFAULT '1.5', o numeric(10,2) DEFAULT 1.505, p decimal(5) DEFAULT 1.5, q numeric DEFAULT 0.25)
CREATE TABLE dn_whole (a smallint DEFAULT 2, b smallint DEFAULT -2, c smallint DEFAULT 1.5, d smallint DEFAULT '2', e smallint DEFAULT 1e2, f integer DEFAULT 2, g integer DEFAULT -2, h integer DEFAULT 1.5, i integer DEFAULT '2', j integer DEFAULT 1e2, k bigint DEFAULT 2, l bigint DEFAULT -2, m bigint DEFAULT 1.5, n bigint DEFAULT '2', o bigint DEFAULT 1e15, p bigint DEFAULT 3000000000, q bigint DEFAULT 2 * 3, r integer DEFAULT 7 / 2, s bigint DEFAULT -3000000000, t smallint DEFAULT 1/3.0, u bigint DEFAULT 2::bigint, v smallint DEFAULT 2::smallint)
CREATE TABLE dn_texts (a text DEFAULT 1.5, b varchar(10) DEFAULT 2, c char(5) DEFAULT 1.5, d text DEFAULT 1e15, e boolean DEFAULT true, f text DEFAULT -1.5, g varchar DEFAULT 1.5)
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'dn_real'::regclass ORDER BY d.adnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'dn_double'::regclass ORDER BY d.adnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'dn_numeric'::regclass ORDER BY d.adnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'dn_whole'::regclass ORDER BY d.adnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = 'dn_texts'::regclass ORDER BY d.adnum
SELECT table_name, column_name, column_default FROM information_schema.columns WHERE table_name IN ('dn_real', 'dn_double', 'dn_numeric', 'dn_whole', 'dn_texts') ORDER BY table_name, ordinal_position
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef), a.attnotnull FROM pg_catalog.pg_attribute a WHERE a.attrelid = 'dn_real'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
INSERT INTO dn_real DEFAULT VALUES RETURNING *
INSERT INTO dn_double DEFAULT VALUES RETURNING *
INSERT INTO dn_numeric (g) VALUES (1.25) RETURNING *
INSERT INTO dn_whole DEFAULT VALUES RETURNING *
INSERT INTO dn_texts DEFAULT VALUES RETURNING *
CREATE TABLE dn_later (id int)
ALTER TABLE dn_later ADD COLUMN risk real DEFAULT 1.5
ALTER TABLE dn_later ADD COLUMN share double precision NOT NULL DEFAULT -1.5
ALTER TABLE dn_later ADD COLUMN price numeric(10,2) DEFAULT 1.5
ALTER TABLE dn_later ADD COLUMN plain real
ALTER TABLE dn_later ALTER COLUMN plain SET DEFAULT 2.25
ALTER TABLE dn_later ADD COLUMN wide float8 DEFAULT 1e15
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'dn_later' ORDER BY ordinal_position
INSERT INTO dn_later VALUES (1) RETURNING *
ALTER TABLE dn_later ALTER COLUMN wide SET DEFAULT -1e-7
ALTER TABLE dn_later ALTER COLUMN plain TYPE double precision
ALTER TABLE dn_later ALTER COLUMN price TYPE real
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'dn_later' ORDER BY ordinal_position
CREATE TABLE dn_like (LIKE dn_later INCLUDING DEFAULTS)
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'dn_like' ORDER BY ordinal_position
CREATE TEMP TABLE dn_temp (r real DEFAULT 1.5, d float8 DEFAULT -1.5)
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dn_temp'::regclass ORDER BY adnum
CREATE TABLE dn_checked (r real CHECK (r > 1.5), d float8 CHECK (d < -1.5 AND d > -1e15), g real GENERATED ALWAYS AS (r * 1.5) STORED)
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'dn_checked'::regclass ORDER BY conname
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dn_checked'::regclass
CREATE TABLE dn_arrays (a real[] DEFAULT '{1.5}', b real[] DEFAULT ARRAY[1.5], c float8[] DEFAULT ARRAY[1.5, -1.5]::float8[], d numeric[] DEFAULT ARRAY[1.5, 1e15])
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dn_arrays'::regclass ORDER BY adnum
