SELECT c.relname FROM pg_class c WHERE c.relname ~ '^pg_cl' AND relkind = 'r' ORDER BY c.relname COLLATE "C"
SELECT c.relname COLLATE "C" ~ '^pg_cl' FROM pg_class c WHERE c.relname = 'pg_class'
SELECT 'abc' COLLATE "C" ~ '^a', 'abc' ~ '^a' COLLATE "C", 'abc' COLLATE "POSIX" ~ 'b.$'
SELECT 'ABC' COLLATE "C" ~* 'b', 'ABC' COLLATE "C" !~ 'b', 'ABC' COLLATE "C" !~* 'b'
SELECT 'ÄB' COLLATE "C" ~* 'äb', 'äb' COLLATE "C" ~* 'ÄB', 'é' COLLATE "C" ~ '\w', 'é' COLLATE "C" ~ '[[:alpha:]]', 'é' COLLATE "C" ~ '[é]'
SELECT 'é1' COLLATE "C" ~ '\W', 'é' COLLATE "C" ~ '.', 'é' COLLATE "C" ~ '^.$', 'é' COLLATE "C" ~ '[a-z]', 'd' COLLATE "C" ~ '[a-z]', 'D' COLLATE "C" ~* '[a-z]'
SELECT 'abc 1' COLLATE "C" ~ '\w+\s\d', 'abc' COLLATE "C" ~ '[[:alpha:]]+$', 'a_b' COLLATE "C" ~ '^[[:alnum:]_]+$', 'ab' COLLATE "C" ~ '\mab\M', 'x y' COLLATE "C" ~ '\y'
SELECT 'abc' COLLATE "C" LIKE 'a%', 'ABC' COLLATE "C" ILIKE 'a%', 'abc' COLLATE "C" NOT LIKE 'b%', 'É' COLLATE "C" ILIKE 'é', 'É' COLLATE "C" LIKE '_'
SELECT 'abc' COLLATE "C" SIMILAR TO '(a|b)%', 'abc' COLLATE "C" NOT SIMILAR TO 'a', 'é' COLLATE "C" SIMILAR TO '_'
SELECT regexp_replace('abc' COLLATE "C", 'b', 'x'), regexp_match('abc' COLLATE "C", 'b'), regexp_count('abab' COLLATE "C", 'a'), regexp_instr('abc' COLLATE "C", 'c'), regexp_substr('abc' COLLATE "C", 'b.')
SELECT regexp_replace('äÖ1' COLLATE "C", '\w', 'x', 'g'), regexp_replace('äÖ1' COLLATE "C", 'ö', 'x', 'gi')
SELECT regexp_split_to_array('a,b' COLLATE "C", ','), regexp_matches('abc' COLLATE "C", '[a-b]', 'g')
SELECT regexp_like('abc' COLLATE "C", 'B', 'i'), substring('abc' COLLATE "C" from 'b.'), substring('foobar' COLLATE "C" from '%#"o_b#"%' for '#')
CREATE TABLE rxc (id int PRIMARY KEY, t text COLLATE "C", u text)
INSERT INTO rxc VALUES (1, 'abc', 'abc'), (2, 'ABC', 'x'), (3, 'äbc', 'äbc'), (4, 'ÄBC', 'y'), (5, '', ''), (6, NULL, NULL), (7, 'foo bar 12', 'q')
SELECT id FROM rxc WHERE t ~ '^a' ORDER BY id
SELECT id FROM rxc WHERE t ~* 'abc' ORDER BY id
SELECT id FROM rxc WHERE t ~* 'äbc' ORDER BY id
SELECT id FROM rxc WHERE t ~ '^\w+$' ORDER BY id
SELECT id FROM rxc WHERE t ~ '\d' ORDER BY id
SELECT id FROM rxc WHERE t !~ '[[:upper:]]' ORDER BY id
SELECT id FROM rxc WHERE t !~* 'b' ORDER BY id
SELECT id FROM rxc WHERE t LIKE 'a%' ORDER BY id
SELECT id FROM rxc WHERE t ILIKE 'a%' ORDER BY id
SELECT id FROM rxc WHERE t ILIKE 'ä%' ORDER BY id
SELECT id FROM rxc WHERE t SIMILAR TO '%(b|B)%' ORDER BY id
SELECT id FROM rxc WHERE t ~ u ORDER BY id
SELECT id FROM rxc WHERE u ~ t ORDER BY id
SELECT id FROM rxc WHERE t ILIKE u ORDER BY id
SELECT id, regexp_replace(t, '[a-c]', 'x', 'g') FROM rxc ORDER BY id
SELECT id FROM rxc WHERE t = ANY (ARRAY['abc']) AND t ~ 'b' ORDER BY id
SELECT id FROM rxc WHERE t ~ ANY (ARRAY['^a', 'b$']) ORDER BY id
SELECT id FROM rxc WHERE u ~ '^a' COLLATE "C" ORDER BY u COLLATE "C"
SELECT nspname FROM pg_namespace WHERE nspname ~ '^pg_c' COLLATE "C"
SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY nspname COLLATE "C"
SELECT attname FROM pg_attribute WHERE attrelid = 'rxc'::regclass AND attname ~ '^[a-z]+$' ORDER BY attname COLLATE "C"
SELECT typname FROM pg_type WHERE typname ~* '^INT4$' ORDER BY 1
SELECT relname FROM pg_class WHERE relname ~ '\d' AND relname ~ '^rxc' ORDER BY 1
SELECT table_name FROM information_schema.tables WHERE table_name ~ '^rx' ORDER BY 1
SELECT table_name FROM information_schema.tables WHERE table_name ILIKE 'RX%' ORDER BY table_name COLLATE "C"
SELECT relname FROM pg_class WHERE relname COLLATE "C" LIKE 'rxc%' ORDER BY 1
SELECT relname FROM pg_class WHERE relname OPERATOR(pg_catalog.~) '^(rxc)$' COLLATE pg_catalog.default ORDER BY 1
SELECT 'abc' COLLATE "C" ~ 'a' COLLATE "POSIX"
SELECT upper('é' COLLATE "C"), initcap('éa' COLLATE "C"), lower('ABC' COLLATE "C")
SELECT 'a b' COLLATE "C" ~ '\s', E'a\u2003b' COLLATE "C" ~ '\s', 'é_1' COLLATE "C" ~ '\S\w', 'é' COLLATE "C" ~ '[^\w]', 'é' COLLATE "C" ~ '[[:alpha:]é]', 'E' COLLATE "C" ~* '[[:xdigit:]]'
SELECT 'ab]c' COLLATE "C" ~ '[]b]', 'ab]c' COLLATE "C" ~ '[^]b]c', 'a.c' COLLATE "C" ~ 'a\.c', 'a\c' COLLATE "C" ~ 'a\\c', 'aa' COLLATE "C" ~ '(a)\1', 'ab' COLLATE "C" ~ '(?:a)b', 'ab' COLLATE "C" ~ 'a(?=b)'
SELECT 'AB' COLLATE "C" ~* '[[:upper:]]{2}'
SELECT 'AB' COLLATE "C" ~ '(?i)ab'
SELECT U&'\212A' COLLATE "C" ~* 'k', 'K' COLLATE "C" ~* 'k', U&'\212A' COLLATE "C" ~* '[a-z]', U&'\017F' COLLATE "C" ~* '[s-z]', 'É' COLLATE "C" ~* '\W', '5' COLLATE "C" ~* '\d', 'Xy' COLLATE "C" ~* '^[A-Z]+$'
SELECT regexp_replace('Straße 12, Köln' COLLATE "C", '[^[:alnum:] ]', '_', 'g'), regexp_replace('Köln' COLLATE "C", '\W+', '-'), regexp_matches('Köln Bonn' COLLATE "C", '\w+', 'g')
SELECT regexp_split_to_table('Köln Bonn' COLLATE "C", '\W+'), regexp_count('aAb' COLLATE "C", '[a]', 1, 'i')
SELECT id, t ~ '[[:lower:]]', t ~* '[a-c]+', t !~ '^[[:alpha:]]+$', t ~ '^\S+$' FROM rxc ORDER BY id
SELECT id FROM rxc WHERE t ~ 'ä' ORDER BY id
SELECT id FROM rxc WHERE t ~* 'Ä' ORDER BY id
SELECT id FROM rxc WHERE t ~ '[ä-ö]' ORDER BY id
SELECT relname FROM pg_class WHERE relname ~* '^RXC$' ORDER BY relname COLLATE "C"
SELECT relname FROM pg_class WHERE relname ~ '^\w+$' AND relname ~ 'rxc' ORDER BY relname COLLATE "C"
SELECT regexp_replace(relname, '^rx', 'q') FROM pg_class WHERE relname ~ 'rxc' ORDER BY relname COLLATE "C"
SELECT '_' COLLATE "C" ~* '[A-z]'
SELECT relname FROM pg_class WHERE relname ~* '^RXC_?' ORDER BY relname COLLATE "C"
SELECT relname FROM pg_class WHERE relname !~* '^(PG|SQL|_PG)' AND relname ~ 'rxc' AND relkind = 'r' ORDER BY relname COLLATE "C"
SELECT relname FROM pg_class WHERE relname ~* '[^a-q]XC$' ORDER BY relname COLLATE "C"
CREATE VIEW rxv AS SELECT relname FROM pg_class WHERE relname ~* '^RXC$' ORDER BY relname COLLATE "C"
