\d
\d+
\d app.customer
\d+ app.customer
\d app.orders
\d+ app.orders
\d app.v_orders
\d+ app.v_orders
\d app.orders_placed_idx
\d app.mv
\d app.orders_id_seq
\d app.parts
\d+ app.parts
\dt
\dt+
\dt *.*
\dt app.*
\dv
\dv+
\dm
\dm+
\di
\di+
\ds
\ds+
\dn
\dn+
\df
\df+
\df app.*
\da
\dT
\dT+
\dD
\dD+
\du
\du+
\dg
\l
\l+
\db
\db+
\dp
\dp app.*
\z
\ddp
\dx
\dx+
\dy
\dL
\dL+
\dC
\dC+
\dO
\dO+
\dA
\dA+
\dAc
\dAf
\dAo
\dAp
\dc
\dc+
\dd
\dE
\det
\dew
\des
\deu
\dF
\dF+
\dFd
\dFp
\dFt
\dl
\do
\do+
\dP
\dP+
\drds
\dRp
\dRs
\dX
\dconfig *time*
\sf app.f
\sf+ app.f
\sv app.v_orders
\d app.parts_old
\d+ app.foreign_one
\d+ app.positive
\d *
\dt pg_catalog.pg_cl*
\dP app.*
\dPt
\dtS pg_catalog.pg_a*
\df+ app.f
\dfa
\dft
\dfp
\dfn app.*
\df app.f int
\do === int
\do app.*
\da app.*
\dT+ app.*
\dD+ app.*
\dO app.*
\dC positive
\dF app.*
\dRp+
\dRs+
\dX app.*
\dew+
\des+
\deu+
\det+ app.*
\dE+ app.*
\dS+ pg_class
\lo_list
\lo_list+
\drg
\z app.customer
\ddp+
\dconfig+ work_mem
\dconfig search_path
\sf+ app.touch
\sv+ app.v_orders
\sf app.nothing
\d nothing
\nonsense
\encoding
\encoding UTF8
SELECT 1 AS one, NULL AS two \gx
SELECT id, name FROM app.customer ORDER BY id LIMIT 2 \gdesc
SELECT 1 AS a, 'x' AS b \gset
\echo :a :b
SELECT 'SELECT ' || n FROM generate_series(1, 3) n \gexec
SELECT mood, id % 2 AS odd, count(*) FROM app.customer GROUP BY 1, 2 ORDER BY 1, 2 \crosstabview
SELECT 1/0;
\errverbose
SELECT nope
 FROM app.customer;
\errverbose
\x
SELECT * FROM app.v_orders ORDER BY id LIMIT 2;
\x
\pset null (null)
SELECT NULL;
\a
SELECT 1, 2;
\a
\t
SELECT 1, 2;
\t
\H
SELECT 1, '<b>';
\H
\pset format csv
SELECT 1, 'a,b';
\pset format aligned
\copy app.parts (id, at) TO STDOUT WITH (FORMAT csv)
BEGIN;
\copy app.parts (id, at) FROM STDIN
1000	2026-02-01
1001	2026-02-02
\.
SELECT count(*) FROM app.parts;
COPY app.parts FROM STDIN;
1002	2026-02-03
bad	row
\.
SELECT 1;
ROLLBACK;
\set ON_ERROR_ROLLBACK on
BEGIN;
SELECT 1/0;
SELECT 'still there';
ROLLBACK;
\set ON_ERROR_ROLLBACK off
\set AUTOCOMMIT off
SELECT 1;
ROLLBACK;
\set AUTOCOMMIT on
\set FETCH_COUNT 7
SELECT id, name FROM app.customer ORDER BY id LIMIT 20;
SELECT 1/(n - 15) FROM generate_series(1, 20) n;
\set FETCH_COUNT 0
\set SHOW_ALL_RESULTS off
SELECT 1\; SELECT 2\; SELECT 3;
\set SHOW_ALL_RESULTS on
SELECT 1\; SELECT 2\; SELECT 1/0;
\echo :ERROR :SQLSTATE :LAST_ERROR_MESSAGE :ROW_COUNT :SERVER_VERSION_NUM :ENCODING
LISTEN a;
NOTIFY a, 'hello';
DO $$ BEGIN RAISE NOTICE 'a notice'; RAISE WARNING 'a warning' USING HINT = 'a hint'; END $$;
\set VERBOSITY verbose
DO $$ BEGIN RAISE EXCEPTION 'an error' USING DETAIL = 'd', HINT = 'h', TABLE = 't'; END $$;
\set VERBOSITY sqlstate
SELECT nope;
\set VERBOSITY default
\set ECHO_HIDDEN on
\d app.customer
\set ECHO_HIDDEN off
\connect -
SELECT current_user, current_schemas(true);
PREPARE p AS SELECT $1::int + 1;
EXECUTE p(1);
SET search_path = app;
\d
\dt
\df
RESET ALL;
\warn done
\qecho done
