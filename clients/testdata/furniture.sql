CREATE EXTENSION IF NOT EXISTS plpgsql;
CREATE SCHEMA app;
COMMENT ON SCHEMA app IS 'the furniture';
CREATE TYPE app.mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE app.pair AS (a int, b text);
CREATE DOMAIN app.positive AS int CHECK (VALUE > 0);
CREATE SEQUENCE app.numbers START 100;
CREATE TABLE app.customer (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    email varchar(80) UNIQUE,
    mood app.mood DEFAULT 'ok',
    born date,
    tags text[] DEFAULT '{}',
    data jsonb,
    balance numeric(10, 2) DEFAULT 0 CHECK (balance >= 0)
);
COMMENT ON COLUMN app.customer.name IS 'what one is called';
CREATE TABLE app.orders (
    id bigserial PRIMARY KEY,
    customer int NOT NULL REFERENCES app.customer ON DELETE CASCADE,
    placed timestamptz NOT NULL DEFAULT '2026-01-01 00:00+00',
    total numeric(12, 2),
    doubled numeric GENERATED ALWAYS AS (total * 2) STORED
);
CREATE INDEX orders_placed_idx ON app.orders (placed DESC) WHERE total > 0;
CREATE VIEW app.v_orders AS SELECT o.id, c.name, o.total FROM app.orders o JOIN app.customer c ON c.id = o.customer;
CREATE MATERIALIZED VIEW app.mv AS SELECT customer, sum(total) AS total FROM app.orders GROUP BY customer WITH NO DATA;
CREATE TABLE app.parts (id int, at date) PARTITION BY RANGE (at);
CREATE TABLE app.parts_old PARTITION OF app.parts FOR VALUES FROM (MINVALUE) TO ('2026-01-01');
CREATE TABLE app.parts_new PARTITION OF app.parts DEFAULT;
CREATE FUNCTION app.f(a int, b text DEFAULT 'x') RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT b || a $$;
CREATE FUNCTION app.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := trim(NEW.name); RETURN NEW; END $$;
CREATE PROCEDURE app.nothing() LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE AGGREGATE app.product(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1');
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON app.customer FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE RULE no_updates AS ON UPDATE TO app.parts_old DO INSTEAD NOTHING;
ALTER TABLE app.orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON app.orders USING (total > 0);
CREATE STATISTICS app.stat ON id, customer FROM app.orders;
CREATE PUBLICATION pub FOR TABLE app.customer;
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER far FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE app.foreign_one (id int) SERVER far;
CREATE OPERATOR app.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq);
CREATE CAST (text AS app.positive) WITH INOUT;
CREATE COLLATION app.c FROM "C";
CREATE TEXT SEARCH CONFIGURATION app.words (COPY = pg_catalog.simple);
GRANT SELECT ON app.customer TO PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO PUBLIC;
INSERT INTO app.customer (name, email, mood, born, tags, data) SELECT 'name ' || n, n || '@example.org', (ARRAY['sad', 'ok', 'happy']::app.mood[])[1 + n % 3],
    date '2000-01-01' + n, ARRAY['a', 'ü' || n], jsonb_build_object('n', n) FROM generate_series(1, 50) n;
INSERT INTO app.orders (customer, total) SELECT 1 + n % 50, n * 1.25 FROM generate_series(1, 500) n;
INSERT INTO app.parts SELECT n, date '2025-12-01' + n FROM generate_series(1, 60) n;
INSERT INTO app.customer (name, email) VALUES (E'tab\t, newline\n and backslash\\', NULL);
SELECT lo_from_bytea(77777, '\x00010203');
COMMENT ON LARGE OBJECT 77777 IS 'bytes';
REFRESH MATERIALIZED VIEW app.mv;
ANALYZE;
