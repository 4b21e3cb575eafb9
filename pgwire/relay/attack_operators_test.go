package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// ownOperators are operators, aggregates and types of users that hide those of the server. They do the same, and change something.
func ownOperators(schema string) string {
	var b strings.Builder
	b.WriteString("CREATE SCHEMA IF NOT EXISTS evil; ")
	for i, op := range []string{
		"= text", "= name", "= oid", "= int4", "= \"char\"", "<> oid", "<> text", "<> name", "<> int4", "|| text", "~~* text", "~~ name", "!~~ name", ">= oid", "< oid", "> int4", "> int2", "- int2", "/ int4", "~ text", "= \"char\" text", "<> \"char\"", "= oid regclass", "|| xid", "|| int8", "|| oid",
		"< oid int4", ">= oid int4", "= oid int4", "= oid int8", "= oid xid", "> int2 int8", "|| text xid", "|| text oid", "|| oid text", "|| int8 text", "|| text int8", "|| name text", "|| text name",
	} {
		name, kind, _ := strings.Cut(op, " ")
		result := "pg_catalog.bool"
		switch name {
		case "||":
			result = "pg_catalog.text"
		case "-", "/":
			result = "pg_catalog." + kind
		}
		left, right, mixed := strings.Cut(kind, " ")
		if !mixed {
			right = left
		}
		same := fmt.Sprintf("$1 OPERATOR(pg_catalog.%s) $2", name)
		if result == "pg_catalog.text" {
			same = "pg_catalog.concat($1, $2)"
		}
		fmt.Fprintf(&b, "CREATE FUNCTION evil.op%d(pg_catalog.%s, pg_catalog.%s) RETURNS %s VOLATILE LANGUAGE plpgsql AS $$BEGIN INSERT INTO public.t VALUES (666); RETURN %s; END$$; ", i, left, right, result, same)
		fmt.Fprintf(&b, "CREATE OPERATOR %s.%s (LEFTARG = pg_catalog.%s, RIGHTARG = pg_catalog.%s, FUNCTION = evil.op%d); ", schema, name, left, right, i)
	}
	b.WriteString("CREATE FUNCTION evil.writes() RETURNS pg_catalog.bool VOLATILE LANGUAGE plpgsql AS $$BEGIN INSERT INTO public.t VALUES (666); RETURN true; END$$; ")
	for _, kind := range []string{"text", "oid", "name"} {
		fmt.Fprintf(&b, "CREATE DOMAIN evil.%s AS pg_catalog.%s CHECK (evil.writes()); ", kind, kind)
	}
	return b.String()
}

// TestOwnQueriesUseNothingOfUsers: the search path of a client does not decide which operators and types the gateway's own queries use
// on the client's connection.
func TestOwnQueriesUseNothingOfUsers(t *testing.T) {
	for schema, set := range map[string]string{"evil": "SET search_path = evil, pg_catalog, public", "public": "SET application_name = 'x'"} {
		c := sit(t, gate.Safe, longWait)
		direct(t, c.dsn, ownOperators(schema)+harmlessBody)
		client := c.enter()
		client.demandQuery(set, "C(SET)ZI")
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.demandQuery("SELECT public.f(1)", "D(1)C(SELECT 1)ZT")
		client.demandQuery("SELECT n FROM public.t LIMIT 1", "D(1)C(SELECT 1)ZT")
		c.approved(client, "UPDATE public.t SET at = 'y'", "C(UPDATE 9)ZT")
		c.approved(client, "CREATE VIEW public.w AS SELECT n FROM public.t", "C(CREATE VIEW)ZT") // from here on, the session's own connection is asked
		client.demandQuery("SELECT n FROM public.w LIMIT 1", "D(1)C(SELECT 1)ZT")
		client.demandQuery("SELECT public.f(1)", "D(1)C(SELECT 1)ZT")
		client.demandQuery("COMMIT", "C(COMMIT)ZI")
		c.demandRows("123456789")
	}
}

// TestOldSnapshotIsToldByTheServer: an operator of users does not decide that a query of several statements has a snapshot of now.
func TestOldSnapshotIsToldByTheServer(t *testing.T) {
	for _, set := range []string{"SET search_path = public", "SET search_path = evil, pg_catalog, public"} {
		c := sit(t, gate.Safe, longWait)
		direct(t, c.dsn, harmlessBody+"; CREATE SCHEMA evil; CREATE FUNCTION evil.zero(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$SELECT '0'$$; "+
			"CREATE OPERATOR evil.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.zero)")
		client := c.enter()
		client.demandQuery(set, "C(SET)ZI")
		client.demandQuery("SET default_transaction_isolation = 'serializable'", "C(SET)ZI")
		client.demandQuery("SELECT public.f(1); SELECT 2", "E(0A000)ZI")
	}
}
