package relay_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// unnamedCasts are types whose casts and checks change something, and a table with values of them.
const unnamedCasts = `CREATE FUNCTION writes() RETURNS bool VOLATILE LANGUAGE plpgsql AS $$BEGIN INSERT INTO public.t VALUES (666); RETURN true; END$$;
CREATE TYPE told AS (a int); CREATE FUNCTION tell(told) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM public.writes(); RETURN 'x'; END$$; CREATE CAST (told AS text) WITH FUNCTION tell(told);
CREATE TYPE assigned AS (a int); CREATE FUNCTION truth(assigned) RETURNS bool LANGUAGE plpgsql AS $$BEGIN RETURN public.writes(); END$$; CREATE CAST (assigned AS bool) WITH FUNCTION truth(assigned) AS ASSIGNMENT;
CREATE FUNCTION amount(assigned) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN PERFORM public.writes(); RETURN 1; END$$; CREATE CAST (assigned AS bigint) WITH FUNCTION amount(assigned) AS ASSIGNMENT;
CREATE TYPE shade AS ENUM ('dark'); CREATE FUNCTION shade(text) RETURNS shade LANGUAGE plpgsql AS $$BEGIN PERFORM public.writes(); RETURN 'dark'; END$$; CREATE CAST (text AS shade) WITH FUNCTION shade(text) AS ASSIGNMENT;
CREATE TABLE vals (told told, assigned assigned, name varchar, n int); INSERT INTO vals VALUES (ROW(1), ROW(1), 'A', 1); CREATE TABLE shades (shade shade); CREATE TABLE named (name varchar); INSERT INTO named VALUES ('A');
CREATE FUNCTION assigned(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE DOMAIN lower AS text CHECK (writes()); CREATE DOMAIN positive AS int CHECK (writes()); CREATE DOMAIN rows AS vals CHECK (writes());
CREATE DOMAIN twofold AS int CHECK (writes()); CREATE FUNCTION twofold(text) RETURNS int LANGUAGE sql AS 'SELECT 1'`

// TestCastsThatNobodyNames: casts run where no type is named. Functions of the server cast to text, conditions and numbers of rows are
// cast as assigned values are, and a call or a column that has the name of a domain casts to the domain.
func TestCastsThatNobodyNames(t *testing.T) {
	for name, statements := range map[string][]string{
		"to text by the server's functions": {
			"SELECT quote_literal(told) FROM vals", "SELECT pg_catalog.quote_nullable(told) FROM vals", "SELECT told || 'x' FROM vals", "SELECT 'x'::text OPERATOR(pg_catalog.||) told FROM vals",
			"SELECT (told).quote_literal FROM vals", "SELECT (vals.told).quote_literal FROM vals",
		},
		"on assignment": {
			"SELECT 1 FROM vals WHERE assigned", "SELECT NOT assigned FROM vals", "SELECT CASE WHEN assigned THEN 1 END FROM vals", "SELECT 1 LIMIT (SELECT assigned FROM vals)",
			"SELECT count(*) FILTER (WHERE assigned) FROM vals", "SELECT assigned IS TRUE FROM vals", "SELECT 1 FROM vals a JOIN vals b ON a.assigned",
			"PREPARE p AS SELECT 1 FROM shades WHERE shade = $1", "SELECT 1 WHERE assigned('(1)')",
		},
		"by the name of a domain": {
			"SELECT lower(name) FROM vals", "SELECT (name).lower FROM vals", "SELECT public.lower(name) FROM vals", "SELECT positive(n) FROM vals", "SELECT (n).positive FROM vals", "SELECT twofold(n) FROM vals",
			"SELECT vals.rows FROM vals", "SELECT v.rows FROM vals v", "SELECT (q).rows FROM (SELECT vals FROM vals) x(q)", "SELECT max(name) FROM vals HAVING lower(max(name)) = 'a'",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := sit(t, gate.ReadOnly, longWait)
			direct(t, c.dsn, unnamedCasts)
			client := c.enter()
			for _, sql := range statements {
				if got := client.query(sql); got != "E(42501)ZI" {
					t.Errorf("%s: %s", sql, got)
				}
			}
			client.demandQuery("SELECT upper(name) || quote_literal(name) FROM named", "D(A'A')C(SELECT 1)ZI")
			c.demandRows("123456789")
		})
	}
}

// TestValidateConstraintOfDomain: the check that it runs is judged, as where a value becomes one of the domain.
func TestValidateConstraintOfDomain(t *testing.T) {
	c := sit(t, gate.DeleteSafe, longWait)
	direct(t, c.dsn, `CREATE FUNCTION deletes(int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN DELETE FROM public.t; RETURN true; END$$; CREATE FUNCTION reads(int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN RETURN true; END$$;
CREATE DOMAIN checked AS int; CREATE TABLE held (n checked); INSERT INTO held VALUES (1); ALTER DOMAIN checked ADD CONSTRAINT c CHECK (deletes(VALUE)) NOT VALID;
CREATE DOMAIN fine AS int; ALTER DOMAIN fine ADD CONSTRAINT c CHECK (reads(VALUE)) NOT VALID`)
	client := c.enter()
	client.demandQuery("ALTER DOMAIN fine VALIDATE CONSTRAINT c", "C(ALTER DOMAIN)ZI")
	client.begin(query("ALTER DOMAIN checked VALIDATE CONSTRAINT c"))
	c.decide("ALTER DOMAIN", approval.Verdict{})
	client.demand("E(42501)ZI")
	c.demandRows("123456789")
}
