-- Several commands of one ALTER TABLE run in PostgreSQL's order; IF NOT EXISTS and IF EXISTS tell of each column.
CREATE SCHEMA cba
SET search_path = cba, public
CREATE TABLE notes (id serial PRIMARY KEY, stage int DEFAULT 0, head varchar(80), due text, sum text, done text DEFAULT 'no', kind text DEFAULT 'gold')
INSERT INTO notes (stage, due, sum) VALUES (0, '31.12.2023', '1,5'), (1, '01.02.2024', '2,25')
ALTER TABLE notes ALTER COLUMN stage DROP DEFAULT, ALTER COLUMN stage TYPE character varying USING CASE stage WHEN 0 THEN 'new' WHEN 1 THEN 'sent' END, ALTER COLUMN stage SET DEFAULT 'new'
SELECT id, stage FROM notes ORDER BY id
ALTER TABLE notes ALTER COLUMN stage TYPE integer USING CASE stage WHEN 'new' THEN 0 ELSE 1 END
ALTER TABLE notes ALTER COLUMN stage SET DEFAULT 1, ALTER COLUMN stage TYPE integer USING CASE stage WHEN 'new' THEN 0 ELSE 1 END, ALTER COLUMN stage DROP DEFAULT
ALTER TABLE notes ALTER COLUMN stage TYPE text USING CASE stage WHEN 0 THEN 'new' WHEN 1 THEN 'sent' END, ALTER COLUMN stage SET DEFAULT 'new'
ALTER TABLE notes ALTER COLUMN due TYPE date USING to_date(due, 'DD.MM.YYYY'), ALTER COLUMN due SET DEFAULT '2024-05-05'
ALTER TABLE notes ALTER sum TYPE numeric(8,2) USING replace(sum, ',', '.')::numeric, ALTER sum SET DEFAULT 1.5
ALTER TABLE notes ALTER done DROP DEFAULT, ALTER done TYPE boolean USING (done = 'yes'), ALTER done SET DEFAULT false, ALTER done SET NOT NULL
CREATE TYPE kinds AS ENUM ('gold', 'tin')
CREATE TYPE kinds2 AS ENUM ('tin', 'gold', 'iron')
ALTER TABLE notes ALTER kind DROP DEFAULT, ALTER kind TYPE kinds USING kind::kinds, ALTER kind SET DEFAULT 'tin'
ALTER TABLE notes ALTER kind DROP DEFAULT, ALTER kind TYPE kinds2 USING (kind::text::kinds2), ALTER kind SET DEFAULT 'gold'
INSERT INTO notes (head) VALUES ('x') RETURNING id, stage, head, due, sum, done, kind::text
SELECT column_name, data_type, column_default, is_nullable FROM information_schema.columns WHERE table_schema = 'cba' AND table_name = 'notes' AND column_name NOT IN ('id', 'kind') ORDER BY ordinal_position
ALTER TABLE notes ADD COLUMN IF NOT EXISTS head text NOT NULL, ADD COLUMN IF NOT EXISTS done boolean DEFAULT true UNIQUE, ADD COLUMN IF NOT EXISTS extra int DEFAULT 3 NOT NULL
ALTER TABLE notes ADD COLUMN IF NOT EXISTS head text NOT NULL DEFAULT 'q' CHECK (head <> '')
ALTER TABLE notes ADD COLUMN IF NOT EXISTS id bigserial, ADD COLUMN IF NOT EXISTS more text
ALTER TABLE notes DROP COLUMN IF EXISTS nothere, DROP COLUMN IF EXISTS more, DROP COLUMN IF EXISTS nope
SELECT column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'cba' AND table_name = 'notes' ORDER BY ordinal_position
ALTER TABLE notes ALTER COLUMN head SET NOT NULL, ADD CONSTRAINT notes_stage CHECK (stage IN ('new', 'sent')) NOT VALID
UPDATE notes SET head = 'y' WHERE head IS NULL
ALTER TABLE notes ALTER COLUMN head SET NOT NULL, ADD CONSTRAINT notes_stage CHECK (stage IN ('new', 'sent')) NOT VALID
ALTER TABLE notes VALIDATE CONSTRAINT notes_stage
ALTER TABLE notes ADD CONSTRAINT notes_more CHECK (more > 0), ADD COLUMN more int DEFAULT 5
ALTER TABLE notes ADD COLUMN more bigint DEFAULT 9, DROP COLUMN more
SELECT id, more FROM notes ORDER BY id
ALTER TABLE notes ADD COLUMN w int NOT NULL DEFAULT 4, ALTER COLUMN w DROP DEFAULT
ALTER TABLE notes ADD UNIQUE (w), ADD COLUMN w int DEFAULT 4
