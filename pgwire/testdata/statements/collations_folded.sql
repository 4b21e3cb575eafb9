CREATE TABLE cf_t (id int, t text, c text COLLATE "C", p varchar(20) COLLATE "POSIX", d text COLLATE "default", n name)
INSERT INTO cf_t VALUES (1, 'ΣΑΣ É straße', 'ΣΑΣ É straße', 'ΣΑΣ É straße', 'ΣΑΣ É straße', 'ΣΑΣ É')
SELECT lower('ΣΑΣ' COLLATE "C")
SELECT lower('ΣΑΣ' COLLATE "POSIX"), upper('éa' COLLATE "C")
SELECT initcap('éa éb Ab' COLLATE "C")
SELECT lower(t), lower(c), lower(p), lower(d) FROM cf_t
SELECT upper(t), upper(c), upper(p), upper(d) FROM cf_t
SELECT initcap(t), initcap(d) FROM cf_t
SELECT initcap(c) FROM cf_t
SELECT lower(n), upper(n) FROM cf_t
SELECT t ILIKE '%σας%', c ILIKE '%σας%', p ILIKE '%σας%', d ILIKE '%σας%' FROM cf_t
SELECT t ILIKE '%É%', c ILIKE '%É%', c ILIKE '%é%', p ILIKE '%é STRASSE%', c ILIKE '%É STRA%', c ILIKE t, c NOT ILIKE '%STRA_E' FROM cf_t
SELECT t ~* 'σας', c ~* 'σας', p ~* 'σας', d ~* 'σας', n ~* 'σας', c ~* 'STRA' FROM cf_t
SELECT t !~* 'σας', c !~* 'σας', t !~~* 'σας%', c !~~* 'σας%' FROM cf_t
SELECT 'É' ~* 'é' COLLATE "C", 'É' ILIKE 'é' COLLATE "C", 'É' COLLATE "C" ~* 'é', 'Éa' COLLATE "C" ~* 'ÉA'
SELECT c ~ '\w' FROM cf_t
SELECT c ~ 'stra', c ~ '^[a-z]', c !~ 'É', c SIMILAR TO '%stra%', c LIKE '%É%' FROM cf_t
SELECT c ~ '^[[:alpha:]]' FROM cf_t
SELECT c ~* '[a-z]' FROM cf_t
SELECT c ~ t FROM cf_t
SELECT regexp_replace(c, 'σ', 'x', 'gi') FROM cf_t
SELECT regexp_replace(c, 'É', 'i', 'g'), regexp_match(c, 'stra'), regexp_split_to_array(c, ' '), regexp_count(c, 'a') FROM cf_t
SELECT regexp_match(c, 'σ', 'i') FROM cf_t
SELECT lower(c || t), lower(t || c), lower('É' || c), lower(c || 'É'::text) FROM cf_t
SELECT lower(c || p) FROM cf_t
SELECT lower(substr(c, 1, 3)), lower(trim(c)), lower(coalesce(c, t)), lower(CASE WHEN id = 1 THEN c ELSE t END) FROM cf_t
SELECT lower(c::text), lower(c::varchar(20)), lower((c)::text COLLATE "default") FROM cf_t
SELECT lower(x) FROM (SELECT c AS x FROM cf_t) s
SELECT lower(x) FROM (SELECT lower(c) AS x FROM cf_t) s
WITH s AS (SELECT c AS x FROM cf_t) SELECT lower(x) FROM s
SELECT lower(max(c)), lower(string_agg(c, ',')), max(lower(c)) FROM cf_t
SELECT lower((ARRAY[c])[1]), lower((SELECT c FROM cf_t)) FROM cf_t
SELECT lower(c COLLATE "C.utf8"), lower(c COLLATE ucs_basic) FROM cf_t
SELECT id FROM cf_t WHERE lower(c) = 'σας é straße'
SELECT count(*) FROM cf_t WHERE upper(c) = 'ΣΑΣ É STRAßE'
SELECT lower('ÄB' COLLATE pg_catalog."C")
CREATE VIEW cf_v AS SELECT lower(c) AS l, c FROM cf_t
CREATE VIEW cf_v2 AS SELECT c, t FROM cf_t
SELECT lower(c), lower(t) FROM cf_v2
CREATE INDEX ON cf_t (lower(c))
CREATE TABLE cf_g (c text COLLATE "C", l text GENERATED ALWAYS AS (lower(c)) STORED)
CREATE TABLE cf_g2 (c text COLLATE "C" CHECK (upper(c) <> 'É'))
CREATE DOMAIN cf_d AS text COLLATE "C"
SELECT lower('É'::cf_d), lower(CAST('É' AS cf_d))
CREATE TABLE cf_dt (d cf_d)
INSERT INTO cf_dt VALUES ('É')
SELECT lower(d), d ILIKE 'é', d ~* 'é' FROM cf_dt
CREATE FUNCTION cf_f(a text) RETURNS text LANGUAGE sql AS $$ SELECT lower(a) $$
SELECT cf_f(c) FROM cf_t
SELECT lower('É' COLLATE "C" || 'Ü'), lower(concat('É' COLLATE "C", 'Ü')), lower(format('%s', 'É' COLLATE "C")), lower(replace('É' COLLATE "C", 'a', 'b'))
SELECT lower('É' COLLATE "C" COLLATE "default"), lower(('É' COLLATE "default") COLLATE "C")
SELECT lower(json_build_object('a', 'É' COLLATE "C")::text), lower(('{"a":"É"}'::jsonb ->> 'a') COLLATE "C")
SELECT lower('É'::name), upper('é'::name), 'É'::name ILIKE 'é', 'É'::name ~* 'é'
SELECT lower(current_user || 'É'), lower('É' || current_user::text), lower(current_schema() || 'É')
SELECT c = lower(c), c IN (lower(c)) FROM cf_t
SELECT id FROM cf_t ORDER BY lower(c)
SELECT lower(c) FROM cf_t GROUP BY lower(c)
SELECT lower(c) FROM cf_t UNION SELECT lower(t) FROM cf_t ORDER BY 1
SELECT lower(x) FROM (SELECT c FROM cf_t UNION ALL SELECT c FROM cf_t) s(x)
SELECT lower(x) FROM (VALUES ('É' COLLATE "C")) s(x)
SELECT lower(x) FROM unnest(ARRAY['É' COLLATE "C"]) s(x)
SELECT a.id FROM cf_t a JOIN cf_t b ON lower(a.c) = lower(b.t)
SELECT lower(NULL COLLATE "C"), lower(c) IS NULL FROM cf_t
UPDATE cf_t SET t = lower(c) RETURNING t, c
UPDATE cf_t SET c = upper(c) RETURNING t, c
DELETE FROM cf_t WHERE c ILIKE 'é%'
SELECT lower(name_column) FROM (SELECT 'É'::name AS name_column) s
PREPARE cf_p AS SELECT lower(c) FROM cf_t
EXECUTE cf_p
SELECT lower(upper(c)) AS a, upper(lower(c)) AS b, initcap(upper(lower(c))) AS c, upper(lower(initcap(p))) AS d, lower(upper(initcap(p))) AS e, lower(upper(n)) AS f, upper(lower(upper(c))) AS g FROM cf_t
SELECT upper(lower(c)) ILIKE '%É%', lower(upper(c)) ~* 'É', upper(lower(c)) ILIKE '%é%', lower(upper(c)) ~ 'É', upper(regexp_replace(lower(c), 'É', 'q')), lower(upper(regexp_replace(p, 'É', 'é'))) FROM cf_t
CREATE TABLE cf_m AS SELECT lower(c) AS x FROM cf_t
SELECT lower(relname) FROM pg_class WHERE relname = 'cf_t'
SELECT lower(table_name), initcap(table_name) FROM information_schema.tables WHERE table_name ILIKE 'cf_t'
