-- Expressions of constraints and generated columns, as PostgreSQL shows them.
CREATE TABLE ru (qty int CHECK (qty > 0), small smallint, price numeric(8,2) CHECK (price >= 0), state text CHECK (state IN ('new', 'paid')), name varchar(40) CHECK (name LIKE 'a%'), code char(3) CHECK (code = 'abc'), ratio float8 CHECK (ratio < 2), day date CHECK (day > '2020-01-01'), flag bool CHECK (NOT flag), "Id" int CHECK ("Id" > -1), twice int GENERATED ALWAYS AS (qty * 2) STORED, worth numeric GENERATED ALWAYS AS (qty * price) STORED)
ALTER TABLE ru ADD CONSTRAINT ru_a CHECK (price < 1000 OR qty = 1), ADD CONSTRAINT ru_b CHECK (qty > 0 AND (price < 1 OR qty = 1))
ALTER TABLE ru ADD CONSTRAINT ru_c CHECK (name IN ('a', 'b')), ADD CONSTRAINT ru_d CHECK (length(name) > 2)
ALTER TABLE ru ADD CONSTRAINT ru_e CHECK (qty BETWEEN 1 AND 5)
ALTER TABLE ru ADD CONSTRAINT ru_f CHECK (state IS NOT NULL OR qty + small > 3)
ALTER TABLE ru ADD CONSTRAINT ru_g CHECK (lower(state) = state AND name <> 'x' AND price > 0.5)
ALTER TABLE ru ADD CONSTRAINT ru_h CHECK (state NOT IN ('a', 'b') AND qty IN (1, 2))
ALTER TABLE ru ADD CONSTRAINT ru_i CHECK (flag OR NOT (qty > 1 AND small < 2))
ALTER TABLE ru ADD CONSTRAINT ru_j CHECK (qty + 1 > small * 2 - 3)
ALTER TABLE ru ADD CONSTRAINT ru_k CHECK (state = 'x' OR upper(name) = 'Y')
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'ru'::regclass ORDER BY 1
SELECT conname, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'ru'::regclass ORDER BY 1
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name LIKE 'ru_%' AND constraint_name NOT LIKE '%not_null' ORDER BY 1
SELECT conname, pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conrelid = 'ru'::regclass ORDER BY 1
SELECT column_name, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'ru' AND is_generated = 'ALWAYS' ORDER BY 1
