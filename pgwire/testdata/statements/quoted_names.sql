SELECT word, quote_ident(word) FROM pg_get_keywords() ORDER BY word
SELECT x, quote_ident(x) FROM unnest('{left,between,abs,table,int,authorization,Foo,a$b,é,1a,a1,_,a_b,a b,""}'::text[]) WITH ORDINALITY u(x, o) ORDER BY o
SELECT quote_ident(NULL), quote_ident('a"b'), quote_ident('x' || chr(9)), length(quote_ident(repeat('"', 3)))
SELECT quote_ident('left'::name), pg_typeof(quote_ident('a'))
CREATE TABLE "left" ("between" int CHECK ("between" > 1), "inner" int, "a$b" text, "freeze" int, plain int)
CREATE INDEX ON "left" ("inner", "a$b") INCLUDE ("freeze") WHERE "freeze" > 0
ALTER TABLE "left" ADD CONSTRAINT k UNIQUE ("inner", "freeze")
SELECT indexdef FROM pg_indexes WHERE tablename = 'left' ORDER BY 1
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '"left"'::regclass ORDER BY 1
SELECT '"left"'::regclass
CREATE VIEW "full" AS SELECT "between", "inner", "a$b", plain FROM "left" WHERE "freeze" = 1
SELECT pg_get_viewdef('"full"'::regclass)
INSERT INTO "left" VALUES (0, 1, 'x', 1, 1)
INSERT INTO "left" VALUES (2, 1, 'x', 1, 1)
INSERT INTO "left" VALUES (2, 1, 'y', 1, 1)
SELECT format('%I.%I', 'left', 'a$b'), format('%I', 'plain')
SELECT INT FROM "left"
SELECT NAME FROM "left"
SELECT "NAME" FROM "left"
SELECT * FROM "left" WHERE VALUE = 1
SELECT VALUE.x FROM "left"
SELECT * FROM VALUE
SELECT * FROM "VALUE"
SELECT plain FROM "left" GROUP BY "inner" ORDER BY TEXT
DROP TABLE VALUE
