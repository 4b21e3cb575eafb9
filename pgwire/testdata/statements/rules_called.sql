-- Functions in the expressions of constraints and generated columns, as the catalogs show them.
CREATE TABLE kt (a text CONSTRAINT c1 CHECK (substring(a from 1 for 2) <> 'x'), b text CONSTRAINT c2 CHECK (trim(b) <> ''), c varchar(9) CONSTRAINT c3 CHECK (concat(a, b) <> 'x'), n int, d date)
ALTER TABLE kt ADD CONSTRAINT c7 CHECK (ltrim(a) = a AND rtrim(a, ' x') = a)
ALTER TABLE kt ADD CONSTRAINT c8 CHECK (position('x' in a) = 0)
ALTER TABLE kt ADD CONSTRAINT c12 CHECK (a ~ '^[a-z]+$')
ALTER TABLE kt ADD CONSTRAINT c16 CHECK (md5(a) <> 'x' AND trim(c) <> '' AND substring(c from n) = a)
ALTER TABLE kt ADD CONSTRAINT c17 CHECK (octet_length(a) < 10 AND char_length(a) < 10)
ALTER TABLE kt ADD CONSTRAINT c18 CHECK (trim(both 'x' from a) <> '' AND trim(leading from a) <> '' AND trim(trailing 'y' from a) <> '')
ALTER TABLE kt ADD CONSTRAINT c19 CHECK (substring(a from 2) <> 'x' OR concat(a, '-', n, c) = 'y')
ALTER TABLE kt ADD CONSTRAINT c20 CHECK (concat_ws(',', a, b, n) <> 'x')
ALTER TABLE kt ADD CONSTRAINT c21 CHECK (regexp_replace(a, 'x', 'y') <> 'x')
ALTER TABLE kt ADD CONSTRAINT c22 CHECK (num_nonnulls(a, b) = 1)
ALTER TABLE kt ADD CONSTRAINT c27 CHECK (translate(a, 'a', 'b') <> '')
ALTER TABLE kt ADD CONSTRAINT c30 CHECK (starts_with(a, 'x') AND NOT a ILIKE 'y%')
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kt'::regclass ORDER BY length(conname), conname
SELECT conname, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'kt'::regclass ORDER BY length(conname), conname
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name ~ '^c\d+$' ORDER BY length(constraint_name), 1
CREATE TABLE kt_d (a text DEFAULT substring('abc' from 1 for 2), b text DEFAULT trim(' x '), c text DEFAULT concat('a', 'b'), g text DEFAULT md5('a'), r text DEFAULT left('abc', 2))
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'kt_d' ORDER BY ordinal_position
CREATE TABLE kt_g (t text, v varchar(4), a text GENERATED ALWAYS AS (substring(t from 1 for 3)) STORED, b text GENERATED ALWAYS AS (trim(t)) STORED, e text GENERATED ALWAYS AS (regexp_replace(t, 'a', 'b', 'g')) STORED, f varchar(9) GENERATED ALWAYS AS (trim(v) || 'x') STORED)
SELECT column_name, generation_expression FROM information_schema.columns WHERE table_name = 'kt_g' ORDER BY ordinal_position
DROP TABLE kt, kt_d, kt_g
