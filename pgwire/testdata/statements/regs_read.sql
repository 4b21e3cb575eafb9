-- Odd texts as types, relations, functions, operators, schemas and roles.
SELECT 'no such type'::regtype
SELECT 'a b'::regtype
SELECT ''::regtype
SELECT ' '::regtype
SELECT '"a'::regtype
SELECT '"a b"'::regtype
SELECT 'a.b'::regtype
SELECT 'a.b.c'::regtype
SELECT 'a.b.c.d'::regtype
SELECT 'a.'::regtype
SELECT '.a'::regtype
SELECT 'a..b'::regtype
SELECT 'int4['::regtype
SELECT 'int4[]'::regtype, 'int4[][]'::regtype, 'int4[3]'::regtype, 'int array'::regtype, 'int array[3]'::regtype
SELECT 'int4]'::regtype
SELECT 'int4[a]'::regtype
SELECT 'numeric(5,2)'::regtype, 'varchar(10)'::regtype, 'double precision'::regtype, 'timestamp with time zone[]'::regtype, 'character varying'::regtype
SELECT 'numeric(5,2'::regtype
SELECT 'numeric(5,a)'::regtype
SELECT 'numeric(2000)'::regtype
SELECT 'varchar(0)'::regtype
SELECT 'int4(3)'::regtype
SELECT 'text(3)'::regtype
SELECT 'int4 int4'::regtype
SELECT 'double'::regtype
SELECT 'double precision x'::regtype
SELECT 'timestamp with'::regtype
SELECT 'time with time zone'::regtype, 'timestamp(3)'::regtype, 'interval day to second'::regtype, 'bit varying(3)'::regtype, 'national character varying(3)'::regtype
SELECT 'INT4'::regtype, 'Integer'::regtype, '"int4"'::regtype, 'pg_catalog.int4'::regtype, '"char"'::regtype, 'char'::regtype
SELECT '"INT4"'::regtype
SELECT '"integer"'::regtype
SELECT 'pg_catalog.integer'::regtype
SELECT ' int4 '::regtype, '23'::regtype, '0'::regtype, '-'::regtype, '999999'::regtype
SELECT '-1'::regtype
SELECT '99999999999'::regtype
SELECT 'setof int4'::regtype
SELECT 'int4%type'::regtype
SELECT 'a.b%type'::regtype
SELECT '1a'::regtype
SELECT 'int4;'::regtype
SELECT 'int4; select'::regtype
SELECT 'int4 -- x'::regtype, 'int4 /* x */'::regtype
SELECT 'select'::regtype
SELECT 'table'::regtype
SELECT '''x'''::regtype
SELECT '1'::regtype
SELECT 'int4,text'::regtype
SELECT 'int4)'::regtype
SELECT '(int4)'::regtype
SELECT '$1'::regtype
SELECT '*'::regtype
SELECT 'é'::regtype
SELECT to_regtype('no such type')
SELECT to_regtype('a b')
SELECT to_regtype('')
SELECT to_regtype('nosuch'), to_regtype('a.b'), to_regtype('int4[]'), to_regtype('numeric(5,2)')
SELECT to_regtype('"a')
SELECT to_regtype('a.b.c.d')
SELECT 'a b'::regclass
SELECT ''::regclass
SELECT ' '::regclass
SELECT '"a'::regclass
SELECT '"a b"'::regclass
SELECT 'a.b'::regclass
SELECT 'a.b.c'::regclass
SELECT 'a.b.c.d'::regclass
SELECT 'a.'::regclass
SELECT '.a'::regclass
SELECT 'pg_class x'::regclass
SELECT 'pg_class'::regclass, 'PG_CLASS'::regclass, 'pg_catalog.pg_class'::regclass, ' pg_class '::regclass, '1259'::regclass, '0'::regclass, '-'::regclass, '999999'::regclass
SELECT '"PG_CLASS"'::regclass
SELECT 'pg_class[]'::regclass
SELECT 'pg_class;'::regclass
SELECT '1a'::regclass
SELECT 'select'::regclass
SELECT 'a-b'::regclass
SELECT 'pg_class.'::regclass
SELECT 'pg_catalog . pg_class'::regclass
SELECT to_regclass('a b')
SELECT to_regclass('')
SELECT to_regclass('nosuch'), to_regclass('a.b'), to_regclass('pg_class')
SELECT to_regclass('"a')
SELECT to_regclass('a.b.c.d')
SELECT to_regclass('a.b.c')
SELECT 'now'::regproc, 'pg_catalog.now'::regproc, '-'::regproc, '0'::regproc
SELECT 'a b'::regproc
SELECT ''::regproc
SELECT '"a'::regproc
SELECT 'a.b'::regproc
SELECT 'a.b.c.d'::regproc
SELECT 'nosuch'::regproc
SELECT 'abs'::regproc
SELECT 'now()'::regproc
SELECT to_regproc('nosuch'), to_regproc('abs'), to_regproc('now')
SELECT to_regproc('a b')
SELECT to_regproc('')
SELECT 'abs(int4)'::regprocedure, 'now()'::regprocedure, 'abs( integer )'::regprocedure, 'pg_catalog.abs(numeric)'::regprocedure, '-'::regprocedure
SELECT 'abs'::regprocedure
SELECT 'abs('::regprocedure
SELECT 'abs(int4'::regprocedure
SELECT 'abs(int4) x'::regprocedure
SELECT 'abs(int4,)'::regprocedure
SELECT 'abs(,int4)'::regprocedure
SELECT 'abs(a b)'::regprocedure
SELECT 'abs(nosuch)'::regprocedure
SELECT 'abs(text)'::regprocedure
SELECT 'nosuch(int4)'::regprocedure
SELECT ''::regprocedure
SELECT '(int4)'::regprocedure
SELECT 'a b(int4)'::regprocedure
SELECT to_regprocedure('abs(int4)'), to_regprocedure('nosuch(int4)'), to_regprocedure('abs(text)')
SELECT to_regprocedure('abs')
SELECT to_regprocedure('abs(nosuch)')
SELECT to_regprocedure('abs(a b)')
SELECT '||/'::regoper, '!~'::regoper
SELECT '+'::regoper
SELECT ''::regoper
SELECT 'a b'::regoper
SELECT 'nosuch'::regoper
SELECT '0'::regoper, '-'::regoper
SELECT '+(int4,int4)'::regoperator, '-(NONE,int4)'::regoperator, '0'::regoperator
SELECT '+'::regoperator
SELECT '+(int4)'::regoperator
SELECT '+(int4,text)'::regoperator
SELECT '+(int4,a b)'::regoperator
SELECT to_regoper('+'), to_regoper('||/'), to_regoperator('+(int4,int4)'), to_regoperator('+(int4,text)')
SELECT 'public'::regnamespace, 'pg_catalog'::regnamespace, '11'::regnamespace, '-'::regnamespace, '0'::regnamespace
SELECT 'nosuch'::regnamespace
SELECT 'a b'::regnamespace
SELECT ''::regnamespace
SELECT 'a.b'::regnamespace
SELECT '"a'::regnamespace
SELECT '"a b"'::regnamespace
SELECT 'PUBLIC'::regnamespace
SELECT '"PUBLIC"'::regnamespace
SELECT to_regnamespace('nosuch'), to_regnamespace('public')
SELECT to_regnamespace('a b')
SELECT to_regnamespace('a.b')
SELECT to_regnamespace('')
SELECT 'nosuch'::regrole
SELECT 'a b'::regrole
SELECT ''::regrole
SELECT 'a.b'::regrole
SELECT '"a'::regrole
SELECT '"a b"'::regrole
SELECT '0'::regrole, '-'::regrole
SELECT to_regrole('nosuch')
SELECT to_regrole('a b')
SELECT to_regrole('a.b')
SELECT 'default'::regcollation
SELECT '"C"'::regcollation, '"default"'::regcollation
SELECT 'c'::regcollation
SELECT 'a b'::regcollation
SELECT 'english'::regconfig, 'simple'::regdictionary
SELECT 'nosuch'::regconfig
SELECT 'a b'::regconfig
SELECT ''::regconfig
SELECT 'a b'::regdictionary
SELECT regtype 'a b'
SELECT CAST('a b' AS regtype)
SELECT ('a' || ' b')::regtype
SELECT ('no' || ' such')::regclass
SELECT ('abs' || '')::regproc
SELECT ('abs(' || '')::regprocedure
SELECT format_type('a b'::regtype, NULL)
SELECT 1 WHERE 23 = 'a b'::regtype
SELECT typname FROM pg_type WHERE oid = 'no such type'::regtype
SELECT t::regtype FROM (VALUES ('int4'), ('double precision'), ('varchar(3)')) v(t)
SELECT t::regtype FROM (VALUES ('int4'), ('a b')) v(t)
SELECT t::regclass FROM (VALUES ('pg_class'), ('a b')) v(t)
SELECT pg_get_functiondef('a b'::regproc)
SELECT 'int4'::regtype::text::regtype, 'int4'::text::regtype, 'int4'::varchar::regtype, 'int4'::name::regtype
