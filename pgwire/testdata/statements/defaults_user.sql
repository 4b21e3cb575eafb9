-- Defaults that are the user of the session that adds the row.
CREATE TABLE dus_log (id int PRIMARY KEY, a text DEFAULT CURRENT_USER, b name DEFAULT session_user, c varchar(50) NOT NULL DEFAULT user, d text DEFAULT current_role, e text DEFAULT upper(current_user) || '!', f timestamptz DEFAULT now())
INSERT INTO dus_log (id) VALUES (1)
INSERT INTO dus_log VALUES (2, DEFAULT, DEFAULT, 'x'), (3, 'given', 'given', DEFAULT)
INSERT INTO dus_log (id) SELECT g FROM generate_series(4, 6) g
SELECT id, a = current_user, b = session_user, c = user::text, d = current_role, e = upper(current_user) || '!' FROM dus_log ORDER BY id
INSERT INTO dus_log (id) VALUES (7) RETURNING a = current_user
UPDATE dus_log SET a = DEFAULT WHERE id = 3 RETURNING a = current_user
SELECT column_name, data_type, column_default FROM information_schema.columns WHERE table_name = 'dus_log' ORDER BY ordinal_position
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dus_log'::regclass ORDER BY adnum
ALTER TABLE dus_log ADD COLUMN g text DEFAULT current_user
ALTER TABLE dus_log ADD COLUMN h varchar(3) DEFAULT current_user
ALTER TABLE dus_log ALTER COLUMN a DROP DEFAULT, ALTER COLUMN a SET DEFAULT session_user
SELECT g = current_user FROM dus_log ORDER BY id LIMIT 2
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'dus_log'::regclass ORDER BY adnum
INSERT INTO dus_log (id) VALUES (8) RETURNING a = current_user, g = current_user
INSERT INTO dus_log (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING a = current_user
CREATE TABLE dus_short (a varchar(3) DEFAULT current_user, b char(4) DEFAULT current_user, c int)
INSERT INTO dus_short (c, b) VALUES (1, 'x')
INSERT INTO dus_short (c, a) VALUES (1, 'x')
INSERT INTO dus_short VALUES ('x', 'y', 1)
ALTER TABLE dus_short ALTER b SET DEFAULT session_user
INSERT INTO dus_short (c, a) VALUES (1, 'x')
CREATE TABLE dus_like (LIKE dus_log INCLUDING ALL)
INSERT INTO dus_like (id) VALUES (1) RETURNING a = current_user, c = user::text
CREATE TABLE dus_gen (a text, b text GENERATED ALWAYS AS (current_user) STORED)
CREATE TABLE dus_schema (a text DEFAULT current_schema)
CREATE TABLE dus_setting (a text DEFAULT current_setting('TimeZone'))
PREPARE dus_ins(int) AS INSERT INTO dus_log (id) VALUES ($1) RETURNING d = current_user
EXECUTE dus_ins(20)
CREATE TEMP TABLE dus_temp (a text DEFAULT current_user, b int)
INSERT INTO dus_temp (b) VALUES (1) RETURNING a = current_user
INSERT INTO dus_log DEFAULT VALUES
ALTER TABLE dus_log ALTER COLUMN id SET DEFAULT 99
INSERT INTO dus_log DEFAULT VALUES RETURNING id, a = current_user
BEGIN
ALTER TABLE dus_log RENAME COLUMN a TO aa
INSERT INTO dus_log (id) VALUES (30) RETURNING aa = current_user
COMMIT
