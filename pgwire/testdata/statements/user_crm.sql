-- A CRM, a ticket desk and a time sheet: migrations and reports.
CREATE SCHEMA crm
SET search_path TO crm
CREATE TABLE companies (id int PRIMARY KEY, name text NOT NULL, founded date, revenue numeric(14,2), employees int, meta jsonb)
CREATE TABLE contacts (id int PRIMARY KEY, company_id int REFERENCES companies ON DELETE SET NULL, first text, last text, email text, born date, phones text[], score numeric, created timestamptz DEFAULT '2024-01-01 00:00+00')
CREATE TABLE deals (id int PRIMARY KEY, company_id int NOT NULL REFERENCES companies, owner text, stage text CHECK (stage IN ('lead', 'offer', 'won', 'lost')), amount numeric(12,2), opened date NOT NULL, closed date, CHECK (closed IS NULL OR closed >= opened))
CREATE TABLE events (id bigserial PRIMARY KEY, user_id int, kind text, at timestamp NOT NULL, props json)
INSERT INTO companies VALUES (1, 'Acme', '1999-05-01', 1200000.50, 40, '{"vip": true, "tags": ["a", "b"]}'), (2, 'Beta GmbH', '2010-10-10', NULL, 3, '{"vip": false}'), (3, 'Gamma', NULL, 99.99, NULL, NULL), (4, 'Delta', '2024-02-29', 0, 0, '{}')
INSERT INTO contacts (id, company_id, first, last, email, born, phones, score) VALUES (1, 1, 'Ann', 'Lee', 'ann@acme.com', '1990-02-28', '{+49 1,+49 2}', 3.5), (2, 1, 'Bob', 'Ray', 'BOB@acme.com', '1985-12-31', NULL, 7), (3, 2, 'Cid', NULL, 'cid@beta.de', NULL, '{}', NULL), (4, NULL, 'Dee', 'O''Hara', NULL, '2000-02-29', '{x}', 0.1)
INSERT INTO deals VALUES (1, 1, 'kim', 'won', 1000, '2024-01-10', '2024-02-10'), (2, 1, 'kim', 'lost', 500, '2024-01-15', '2024-01-20'), (3, 2, 'lou', 'won', 250.25, '2024-02-01', '2024-04-01'), (4, 2, 'lou', 'offer', NULL, '2024-03-01', NULL), (5, 3, 'kim', 'won', 90, '2024-03-31', '2024-03-31'), (6, 4, NULL, 'lead', 10, '2024-05-05', NULL)
INSERT INTO events (user_id, kind, at, props) VALUES (1, 'signup', '2024-01-01 10:00', '{"src": "ad"}'), (1, 'login', '2024-01-02 10:00', '{}'), (1, 'buy', '2024-01-09 10:00', '{"amt": 10}'), (2, 'signup', '2024-01-03 08:00', NULL), (2, 'login', '2024-01-20 08:00', '{"x": [1, 2]}'), (3, 'signup', '2024-02-01 00:00', '{"src": "seo"}'), (3, 'buy', '2024-02-01 00:30', '{"amt": 5.5}'), (3, 'buy', '2024-02-15 12:00', '{"amt": 7}')
INSERT INTO deals VALUES (7, 1, 'kim', 'maybe', 1, '2024-01-01', NULL)
INSERT INTO deals VALUES (7, 1, 'kim', 'won', 1, '2024-01-02', '2024-01-01')
WITH cohort AS (SELECT user_id, date_trunc('month', min(at))::date AS month FROM events WHERE kind = 'signup' GROUP BY user_id), activity AS (SELECT c.month, c.user_id, ((extract(year FROM e.at) - extract(year FROM c.month)) * 12 + extract(month FROM e.at) - extract(month FROM c.month))::int AS n FROM cohort c JOIN events e USING (user_id)) SELECT month, count(DISTINCT user_id) AS users, count(DISTINCT user_id) FILTER (WHERE n = 0) AS m0, count(DISTINCT user_id) FILTER (WHERE n = 1) AS m1 FROM activity GROUP BY month ORDER BY month
WITH steps AS (SELECT user_id, min(at) FILTER (WHERE kind = 'signup') AS s, min(at) FILTER (WHERE kind = 'login') AS l, min(at) FILTER (WHERE kind = 'buy') AS b FROM events GROUP BY user_id) SELECT count(s) AS signed, count(l) AS logged, count(b) AS bought, round(100.0 * count(b) / count(s), 1) AS rate, avg(b - s) AS took FROM steps
SELECT owner, stage, count(*), sum(amount), avg(amount)::numeric(10,2), min(closed - opened), max(age(closed, opened)) FROM deals GROUP BY GROUPING SETS ((owner, stage), (owner), ()) ORDER BY owner NULLS FIRST, stage NULLS FIRST, count(*)
SELECT c.name, d.* FROM companies c LEFT JOIN LATERAL (SELECT sum(amount) AS total, max(opened) AS last, array_agg(stage ORDER BY opened DESC) AS stages FROM deals WHERE company_id = c.id HAVING count(*) > 1) d ON true ORDER BY c.id
SELECT name, age(date '2024-06-01', founded), extract(year FROM age(date '2024-06-01', founded)) AS years, to_char(founded, 'Day, DD Month YYYY'), to_char(founded, 'FMDay, FMDD FMMonth YYYY "Q"Q') FROM companies ORDER BY id
SELECT first || ' ' || last AS full, concat_ws(' ', first, last), format('%s <%s>', first, email), initcap(lower(email)), left(email, 3), right(email, 4), split_part(email, '@', 2), position('@' in email), substring(email from '@(.*)$'), overlay(email placing '*' from 2 for 2) FROM contacts ORDER BY id
SELECT email, regexp_replace(email, '^(.)[^@]*', '\1***'), regexp_match(email, '(\w+)@(\w+)'), email ~* '^bob', email SIMILAR TO '%@%(com|de)', translate(email, 'abc', 'xyz'), md5(email), lpad(first, 5, '*'), reverse(first), ascii(first), repeat(left(first, 1), 3) FROM contacts ORDER BY id
SELECT first, phones[1], cardinality(phones), array_length(phones, 1), array_to_string(phones, ', '), phones || '{new}', 'x' = ANY (phones), phones IS NULL FROM contacts ORDER BY id
SELECT c.first, p.phone, p.n FROM contacts c LEFT JOIN LATERAL unnest(c.phones) WITH ORDINALITY AS p(phone, n) ON true ORDER BY c.id, p.n
SELECT born, born + interval '18 years', (born + interval '1 month')::date, date_part('doy', born), extract(isodow FROM born), extract(week FROM born), born - date '1990-01-01', date_trunc('quarter', born)::date, make_date(extract(year FROM born)::int, 12, 31), to_char(born, 'IYYY-IW') FROM contacts ORDER BY id
SELECT meta ->> 'vip', (meta ->> 'vip')::boolean, meta -> 'tags' ->> 0, jsonb_array_length(meta -> 'tags'), meta ? 'vip', meta @> '{"vip": true}', jsonb_typeof(meta), meta || '{"n": 1}', meta -> 'tags' - 'a', jsonb_set(meta, '{tags,0}', '"z"') FROM companies ORDER BY id
SELECT jsonb_object_agg(name, employees) FILTER (WHERE employees IS NOT NULL), json_object_agg(id, name ORDER BY id), jsonb_agg(DISTINCT employees > 2) FROM companies
SELECT user_id, at, at - lag(at) OVER w AS since, sum((props ->> 'amt')::numeric) OVER w AS spent, count(*) OVER w, first_value(kind) OVER w, row_number() OVER (PARTITION BY user_id ORDER BY at DESC) FROM events WINDOW w AS (PARTITION BY user_id ORDER BY at) ORDER BY user_id, at
SELECT d::date, count(e.id), sum(count(e.id)) OVER (ORDER BY d) AS total, avg(count(e.id)) OVER (ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS ma3 FROM generate_series('2024-01-01'::timestamp, '2024-01-05', '1 day') d LEFT JOIN events e ON e.at >= d AND e.at < d + interval '1 day' GROUP BY d ORDER BY d
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount), percentile_disc(0.5) WITHIN GROUP (ORDER BY amount), mode() WITHIN GROUP (ORDER BY stage), stddev(amount)::numeric(12,4), variance(amount)::numeric(14,4), corr(id, amount) < 0, bool_and(amount > 5), bool_or(closed IS NULL), every(id > 0), bit_or(id), string_agg(DISTINCT stage, '/' ORDER BY stage) FROM deals
SELECT a.id, b.id FROM deals a JOIN deals b ON a.id < b.id AND (a.opened, coalesce(a.closed, '2024-12-31')) OVERLAPS (b.opened, coalesce(b.closed, '2024-12-31')) ORDER BY 1, 2
SELECT owner, id FROM (SELECT *, rank() OVER (PARTITION BY owner ORDER BY amount DESC NULLS LAST) AS r FROM deals) x WHERE r = 1 ORDER BY owner NULLS LAST
SELECT DISTINCT ON (company_id) company_id, id, opened FROM deals ORDER BY company_id, opened DESC, id
SELECT company_id, string_agg(owner || ':' || amount::text, '; ' ORDER BY amount DESC NULLS LAST) FROM deals GROUP BY company_id HAVING sum(amount) > 50 ORDER BY 1
SELECT width_bucket(amount, ARRAY[0, 100, 500]) AS b, count(*), array_agg(id ORDER BY id) FROM deals GROUP BY 1 ORDER BY 1 NULLS LAST
SELECT * FROM (VALUES (1, 'a'), (2, NULL)) v(n, t) FULL JOIN (SELECT generate_series(2, 3) AS n) g USING (n) ORDER BY n
SELECT x, y FROM generate_series(1, 3) x, LATERAL (SELECT x * z AS y FROM generate_series(1, x) z) q WHERE y % 2 = 0 ORDER BY 1, 2
SELECT EXISTS (SELECT 1 FROM deals WHERE amount > 999), (SELECT max(opened) FROM deals), 5 IN (SELECT id FROM deals), 90 > ALL (SELECT amount FROM deals WHERE id IN (6)), NULL IN (SELECT id FROM deals)
SELECT id FROM deals WHERE amount NOT IN (SELECT amount FROM deals WHERE stage = 'lead') ORDER BY id
SELECT id FROM deals WHERE id NOT IN (SELECT company_id FROM contacts) ORDER BY id
SELECT CASE WHEN amount > 500 THEN 'big' WHEN amount > 50 THEN 'mid' ELSE 'small' END AS size, count(*) FROM deals GROUP BY size ORDER BY size
SELECT date_trunc('month', opened) AS m, sum(amount) FROM deals GROUP BY date_trunc('month', opened) HAVING date_trunc('month', opened) < '2024-04-01' ORDER BY m
SELECT opened FROM deals GROUP BY date_trunc('month', opened)
SELECT id, sum(amount) FROM deals GROUP BY stage
SELECT owner, row_number() OVER (ORDER BY count(*) DESC, owner) FROM deals GROUP BY owner ORDER BY 2
SELECT sum(amount) OVER (PARTITION BY owner) FROM deals GROUP BY owner
SELECT id FROM deals WHERE sum(amount) > 1
SELECT id FROM deals WHERE rank() OVER (ORDER BY id) = 1
SELECT id FROM deals HAVING id > 1
SELECT count(*) FROM deals ORDER BY id
SELECT max(count(*)) FROM deals GROUP BY owner
SELECT company_id FROM deals JOIN companies USING (company_id)
SELECT id FROM deals, companies
SELECT d.id, c.nme FROM deals d JOIN companies c ON c.id = d.company_id
SELECT d.id, companies.name FROM deals d JOIN companies c ON c.id = d.company_id
SELECT deals.id FROM deals d
SELECT id FROM deal
SELECT crm.nofunc(1)
SELECT length(amount) FROM deals
SELECT upper(first, last) FROM contacts
SELECT opened + 1.5 FROM deals
SELECT opened || 1 FROM deals WHERE id = 1
SELECT amount + stage FROM deals
SELECT amount = 'abc' FROM deals
SELECT opened = 'soon' FROM deals
SELECT stage = 5 FROM deals
SELECT id = true FROM deals
SELECT id::date FROM deals
SELECT opened::int FROM deals
SELECT (opened - closed)::interval FROM deals
SELECT 'x'::int
SELECT '12:61'::time, 1
SELECT '2024-02-30'::date
SELECT 1/0
SELECT 2147483647 + 1
SELECT 9223372036854775807 + 1
SELECT 40000::smallint
SELECT sqrt(-1)
SELECT ln(0)
SELECT substring('abc' from 1 for -1)
SELECT repeat('x', -1), left('abc', -1), lpad('abc', 2)
SELECT (ARRAY[1, 2, 3])[5], (ARRAY[[1, 2], [3, 4]])[2][1]
SELECT '{"a": 1}'::json -> 'b' -> 'c', '{"a": 1}'::json ->> 0
SELECT jsonb_path_query('{"a": [1, 2]}', '$.a[*] ? (@ > 1)')
SELECT * FROM jsonb_to_recordset('[{"a": 1, "b": "x"}, {"a": 2}]') AS t(a int, b text)
SELECT * FROM json_populate_record(NULL::companies, '{"id": 9, "name": "Z", "employees": "5"}')
SELECT * FROM jsonb_each_text('{"a": 1, "b": null}')
UPDATE deals d SET amount = d.amount + c.employees FROM companies c WHERE c.id = d.company_id AND c.employees > 2 RETURNING d.id, d.amount, c.name
UPDATE contacts SET phones = array_append(phones, '9'), score = DEFAULT WHERE id = 3 RETURNING phones, score
UPDATE companies SET meta = meta || jsonb_build_object('n', employees) WHERE meta IS NOT NULL RETURNING id, meta
UPDATE companies SET id = 2 WHERE id = 1
UPDATE deals SET company_id = 99 WHERE id = 1
UPDATE deals SET stage = 'gone' WHERE id = 1
DELETE FROM companies WHERE id = 4
DELETE FROM companies WHERE id = 3 RETURNING *
DELETE FROM contacts c USING companies co WHERE co.id = c.company_id AND co.name = 'Acme' RETURNING c.id, co.name
INSERT INTO contacts (id, first) SELECT max(id) + 1, 'New' FROM contacts RETURNING id, first, created
INSERT INTO contacts (id, first) VALUES (4, 'dup') ON CONFLICT (id) DO UPDATE SET first = excluded.first || '!', last = contacts.first RETURNING *
INSERT INTO contacts (id, first) VALUES (8, 'x'), (8, 'y') ON CONFLICT (id) DO UPDATE SET first = excluded.first
INSERT INTO contacts (id, first) VALUES (8, 'x'), (8, 'y')
INSERT INTO contacts (id) VALUES (9, 'x')
INSERT INTO contacts (id, first) VALUES (9)
INSERT INTO contacts (id, id) VALUES (9, 9)
INSERT INTO contacts SELECT 1
INSERT INTO contacts (id, born) VALUES (9, 'tomorrow-ish')
INSERT INTO contacts (id, first) VALUES ('nine', 'x')
INSERT INTO contacts (id, company_id) VALUES (NULL, 1)
CREATE VIEW won AS SELECT id, company_id, amount FROM deals WHERE stage = 'won'
INSERT INTO won VALUES (20, 1, 5)
INSERT INTO won (id, company_id) VALUES (21, 77)
UPDATE won SET amount = 1 WHERE id = 3 RETURNING *
DELETE FROM won WHERE id = 5 RETURNING id
CREATE VIEW won AS SELECT 1
CREATE OR REPLACE VIEW won AS SELECT id, company_id, amount, owner FROM deals WHERE stage = 'won' AND amount > 1
CREATE OR REPLACE VIEW won (a, b) AS SELECT 1, 2
ALTER VIEW won RENAME TO wins
ALTER VIEW wins RENAME COLUMN amount TO total
CREATE VIEW bad AS SELECT nope FROM deals
CREATE VIEW dup AS SELECT id, id FROM deals
DROP VIEW IF EXISTS bad
DROP VIEW deals
DROP TABLE wins
ALTER TABLE deals DROP COLUMN stage
ALTER TABLE deals DROP COLUMN stage CASCADE
SELECT to_regclass('wins'), to_regclass('crm.deals')
ALTER TABLE deals ADD COLUMN currency char(3) NOT NULL DEFAULT 'EUR', ADD COLUMN vat numeric(4,2) DEFAULT 19 CHECK (vat >= 0), ADD COLUMN ref uuid UNIQUE
SELECT currency, vat, ref FROM deals ORDER BY id LIMIT 1
ALTER TABLE deals ADD COLUMN big int GENERATED BY DEFAULT AS IDENTITY
ALTER TABLE deals ALTER COLUMN amount TYPE int
SELECT amount FROM deals ORDER BY id
ALTER TABLE deals ALTER COLUMN amount TYPE smallint USING (amount * 1000)::smallint
ALTER TABLE deals ALTER COLUMN opened TYPE timestamptz USING opened::timestamptz, ALTER COLUMN owner SET DEFAULT 'nobody', ALTER COLUMN owner SET NOT NULL
UPDATE deals SET owner = 'x' WHERE owner IS NULL
ALTER TABLE deals ALTER COLUMN opened TYPE timestamptz USING opened::timestamptz, ALTER COLUMN owner SET DEFAULT 'nobody', ALTER COLUMN owner SET NOT NULL
SELECT opened, owner FROM deals ORDER BY id LIMIT 2
ALTER TABLE deals DROP CONSTRAINT deals_pkey
ALTER TABLE companies DROP CONSTRAINT companies_pkey CASCADE
ALTER TABLE companies ADD CONSTRAINT pk PRIMARY KEY (id), ADD CONSTRAINT uq UNIQUE (name, founded)
ALTER TABLE companies ADD CONSTRAINT ck CHECK (employees > 5)
ALTER TABLE companies ADD UNIQUE (employees)
ALTER TABLE companies ALTER revenue SET NOT NULL
ALTER TABLE contacts ADD FOREIGN KEY (company_id) REFERENCES companies
ALTER TABLE contacts ADD FOREIGN KEY (company_id) REFERENCES nowhere
ALTER TABLE contacts ADD FOREIGN KEY (nope) REFERENCES companies
ALTER TABLE contacts ADD COLUMN first text
ALTER TABLE contacts RENAME TO companies
ALTER TABLE nope RENAME TO x
ALTER INDEX pk RENAME TO uq
CREATE INDEX ON contacts (nope)
CREATE INDEX ON nope (id)
CREATE UNIQUE INDEX ON contacts (company_id)
CREATE UNIQUE INDEX contacts_lower ON contacts (lower(email)) WHERE email IS NOT NULL
INSERT INTO contacts (id, email) VALUES (30, 'CID@beta.de')
DROP INDEX contacts
DROP INDEX nope
DROP INDEX IF EXISTS nope
CREATE SEQUENCE s START 5 INCREMENT 5 MAXVALUE 10
SELECT nextval('s'), nextval('s')
SELECT nextval('s')
SELECT currval('s'), lastval()
SELECT setval('s', 99)
SELECT nextval('nope')
ALTER SEQUENCE s RESTART
SELECT nextval('s')
DROP SEQUENCE s
CREATE TABLE deals (x int)
CREATE TABLE IF NOT EXISTS deals (x int)
CREATE TABLE t1 (x int, x text)
CREATE TABLE t1 (x nosuchtype)
CREATE TABLE t1 (x int PRIMARY KEY, y int PRIMARY KEY)
CREATE TABLE t1 (x int DEFAULT 'abc')
CREATE TABLE t1 (x int CHECK (y > 0))
CREATE TABLE t1 (x int REFERENCES contacts (email))
CREATE TABLE t1 AS SELECT id, name AS id FROM companies
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'crm' AND table_name = 't1' ORDER BY ordinal_position
SELECT INTO t2 FROM companies
CREATE TEMP TABLE tmp ON COMMIT DROP AS SELECT 1 AS a
SELECT * FROM tmp
DROP TABLE nope, t1
DROP TABLE t1
DROP TABLE IF EXISTS nope, t1
COMMENT ON TABLE companies IS NULL
COMMENT ON VIEW companies IS 'x'
RESET search_path
DROP SCHEMA crm CASCADE
