package relay_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestViewdefRunsOperatorsOfUsers: the server finds views and rules by queries whose operators it looks for by the search path, and up to
// version 13 comments and types of columns. So what spells them out is judged by an operator of users that comes first.
func TestViewdefRunsOperatorsOfUsers(t *testing.T) {
	c := sit(t, gate.ReadOnly, longWait)
	direct(t, c.dsn, ownOperators("evil")+"CREATE VIEW w AS SELECT n FROM t; CREATE RULE r AS ON DELETE TO t DO ALSO NOTHING; CREATE TABLE views (definition text)")
	direct(t, c.dsn, "CREATE FUNCTION tells() RETURNS text LANGUAGE sql AS 'SELECT pg_catalog.pg_get_viewdef(''public.w''::pg_catalog.regclass)'")
	direct(t, c.dsn, "CREATE FUNCTION sets() RETURNS text LANGUAGE sql SET search_path = evil, pg_catalog AS 'SELECT pg_catalog.pg_get_viewdef(''public.w''::pg_catalog.regclass)'")
	direct(t, c.dsn, "CREATE VIEW shown AS SELECT definition FROM pg_views; CREATE VIEW spelled AS SELECT pg_get_viewdef('w'::regclass)")
	asking := []string{
		"SELECT pg_get_viewdef('public.w'::regclass)", "SELECT pg_catalog.pg_get_viewdef('public.w'::pg_catalog.regclass, true)", "SELECT pg_catalog.pg_get_viewdef('public.w')",
		"SELECT pg_catalog.pg_get_ruledef(oid) FROM pg_catalog.pg_rewrite", "SELECT definition FROM pg_catalog.pg_views", "SELECT definition FROM pg_views", "SELECT definition FROM pg_catalog.pg_matviews",
		"SELECT * FROM pg_catalog.pg_rules", "SELECT view_definition FROM information_schema.views", "SELECT public.tells()",
		"SELECT pg_catalog.obj_description(1)", "SELECT pg_catalog.col_description(1, 1)", "SELECT data_type FROM information_schema.columns LIMIT 1",
		"SELECT definition FROM public.shown", "SELECT * FROM public.spelled",
	}
	client := c.enter()
	for _, sql := range asking {
		if got := client.query(sql); got[0] == 'E' {
			t.Errorf("%s without operators of users: %s", sql, got)
		}
	}
	client.demandQuery("SELECT pg_catalog.set_config('search_path', 'evil, pg_catalog', true), pg_catalog.pg_get_viewdef('public.w'::pg_catalog.regclass)", "E(42501)ZI")
	client.demandQuery("SELECT public.sets()", "E(42501)ZI")
	client.demandQuery("SET search_path = evil, pg_catalog, public", "C(SET)ZI")
	for _, sql := range asking {
		client.demandQuery(sql, "E(42501)ZI")
	}
	c.demandRows("123456789")
}
