-- Defaults as pg_dump writes them, with casts, and as the catalogs show them.
CREATE SCHEMA dfc
SET search_path TO dfc
CREATE TYPE dfc_mood as enum ('dfcsad','dfcok')
create domain dv as varchar(5) default 'x' check (length(value) > 0)
create domain dn as numeric default 1.5
create domain dd as date default '2020-01-01'
create domain db as boolean default true
create domain dj as jsonb default '{}'
create domain dt as text default 'x'::text check (value <> '')
create domain dc as char(3) default 'x'
create table d1 (a jsonb default '{}'::jsonb, b json default '{}'::json, b2 json default '[]', c text[] default '{}'::text[], d int[] default '{1,2}'::integer[], d3 int[] default array[1,2], e dfc_mood[] default '{dfcsad}'::dfc_mood[], e2 dfc_mood[] default array['dfcsad'::dfc_mood], e3 dfc_mood[] default '{}', f interval default '1 day'::interval, g inet default '10.0.0.0/8'::inet, h char(3) default 'x'::bpchar, j int4range default '[1,5)'::int4range, l date default '2020-01-01'::date, m time default '12:00:00'::time without time zone, n uuid default '00000000-0000-0000-0000-000000000001'::uuid, o bytea default '\x00'::bytea, p double precision default '1.5'::double precision, q real default 1.5, r smallint default '1'::smallint, s bigint default '5'::bigint, t numeric(10,2) default 0.00, v varchar(5)[] default '{a}'::character varying[], w boolean default 'true'::boolean, x dfc_mood default 'dfcsad'::dfc_mood, y numeric default '-1'::integer, z text default (('a'::text || 'b'::text)), aa numeric[] default '{1.5}'::numeric[], bb timestamp default '2020-01-01 00:00:00'::timestamp without time zone, cc text default NULL::character varying, dd macaddr default '08:00:2b:01:02:03'::macaddr, ee uuid default gen_random_uuid(), gg timestamptz default timezone('utc'::text, now()), hh text default ''::text, ii bigint default 10000000000)
select column_name, column_default from information_schema.columns where table_schema='dfc' order by ordinal_position
select typname, typdefault from pg_type where typnamespace='dfc'::regnamespace and typtype='d' order by 1
select conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid,true) from pg_constraint where connamespace='dfc'::regnamespace order by 1
INSERT INTO d1 DEFAULT VALUES
INSERT INTO d1 (a, o, x) VALUES (DEFAULT, DEFAULT, DEFAULT)
SELECT a, b, b2, c, d, d3, e, e2, e3, f, g, h, j, l, m, n, o, p, q, r, s, t, v, w, x, y, z, aa, bb, cc, dd, hh, ii FROM d1
ALTER TABLE d1 ADD COLUMN n1 boolean DEFAULT 'true'::boolean NOT NULL, ADD COLUMN n2 double precision DEFAULT '2.5'::double precision
ALTER TABLE d1 ALTER COLUMN n2 SET DEFAULT '3.5'::double precision
ALTER TABLE d1 ALTER COLUMN n1 DROP DEFAULT
INSERT INTO d1 (n1) VALUES (false)
SELECT n1, n2 FROM d1 ORDER BY n2, n1
SELECT attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE adrelid = 'd1'::regclass AND attname IN ('n1', 'n2', 'w') ORDER BY 1
RESET search_path
