package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// hidesAll makes, in the schema evil, an operator for each that the server has for two of the types that its catalogs have, and those
// for pairs of these types that the server compares by way of other types; and types and a collation of the server's names. Whatever of
// it is used fails.
const hidesAll = `
CREATE SCHEMA evil;
CREATE FUNCTION evil.fails() RETURNS pg_catalog.bool VOLATILE LANGUAGE plpgsql AS $$BEGIN RAISE 'something of users was used'; END$$;
CREATE COLLATION evil."C" (provider = icu, locale = 'und');
DO $do$ DECLARE o record; n int := 0; BEGIN
FOR o IN SELECT DISTINCT k.name, l.oid::regtype AS l, r.oid::regtype AS r, CASE WHEN k.name IN ('||', '->>') THEN 'text' WHEN k.name IN ('-', '+', '*', '/') THEN 'int4' ELSE 'bool' END AS result
  FROM unnest('{=,<>,<,>,<=,>=,~,!~,~~,!~~,~~*,||,->>,-,+,*,/}'::text[]) k(name), pg_type l, pg_type r
  WHERE l.typname = ANY ('{oid,int2,int4,int8,text,name,char,xid,bool,regclass,regtype,regproc,jsonb,float8,numeric,_oid,_text,_name}') AND r.typname = ANY ('{oid,int2,int4,int8,text,name,char,xid,bool,regclass,regtype,regproc,_oid,_text,_name}')
LOOP
  n := n + 1;
  EXECUTE format('CREATE FUNCTION evil.o%s(%s, %s) RETURNS pg_catalog.%s VOLATILE LANGUAGE plpgsql AS $$BEGIN RAISE ''an operator %s of users was used''; END$$', n, o.l, o.r, o.result, o.name);
  EXECUTE format('CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil.o%s)', o.name, o.l, o.r, n);
END LOOP;
FOR o IN SELECT unnest('{text,oid,name,bool,int2,int4,int8,regclass,regtype,json,xid,"char"}'::text[]) AS name LOOP
  EXECUTE format('CREATE DOMAIN evil.%s AS pg_catalog.%1$s CHECK (evil.fails())', quote_ident(trim('"' FROM o.name)));
END LOOP;
END $do$`

// recorder asks on a connection, notes what, and checks it.
type recorder struct {
	t    *testing.T
	pg   *pgconn.PgConn
	sent map[string]bool
}

func (r *recorder) ask(ctx context.Context, queries ...providers.Query) (lists [][][]string, err error) {
	for _, q := range queries {
		if !r.sent[q.SQL] {
			pathtest.DemandQualified(r.t, q.SQL)
		}
		r.sent[q.SQL] = true
		list, err := query.All(ctx, r.pg, q.SQL, q.Args...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.SQL, err)
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// TestOwnQueriesByPathOfUsers: a client's search path decides on nothing that a session's catalog asks on the session's connection.
func TestOwnQueriesByPathOfUsers(t *testing.T) {
	p, out := fresh(t, postgres.Options{Harmless: []string{"public.own"}})
	out.do(hiddenRelations)
	out.do("CREATE TABLE elder (a int); CREATE TABLE heir () INHERITS (elder)")
	out.do(hidesAll)
	r := &recorder{t: t, pg: connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()"))).pg, sent: map[string]bool{}}
	(&outside{t, r.pg}).do("SET search_path = evil, pg_catalog, public; BEGIN; CREATE TABLE public.own_table (a mood); CREATE FUNCTION public.own_function(mood) RETURNS int LANGUAGE sql AS 'SELECT 1'")
	names, err := p.CatalogIn(t.Context(), providers.Surroundings{Path: []string{"evil", "pg_catalog", "public"}, Ask: r.ask})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("plain seen kept ruled policed filled folded parted moods deep_moods to_moods odds elder heir own_table pg_class nowhere") {
		if relation, found := names.Relation("", name); found != (name != "nowhere") {
			t.Errorf("%s: %v", name, relation)
		}
	}
	for _, name := range []string{"own_function", "own", "to_mood", "lower", "nothing"} {
		if list := names.Functions("", name); (len(list) == 0) != (name == "nothing") {
			t.Errorf("%s: %v", name, list)
		}
	}
	for _, name := range []string{"mood", "row2", "positive", "odd", "C", "nothing"} {
		if _, found := names.Type("", name); found != (name != "nothing") {
			t.Errorf("%s: %v", name, found)
		}
	}
	names.Operators("", "=")
	names.(providers.Lazy).Everywhere()
	closure, err := names.(providers.Lazy).Closure()
	if err != nil {
		t.Fatal(err)
	}
	if holds, err := closure.Holds(t.Context()); !holds || err != nil {
		t.Errorf("the closure holds: %v, %v", holds, err)
	}
	if _, err := closure.(providers.Guarded).HoldsIn(t.Context(), r.ask); err != nil {
		t.Error(err)
	}
	for _, whole := range []bool{false, true} {
		if _, err := p.CodeAtEnd(t.Context(), r.ask, "", nil, whole); err != nil {
			t.Error(err)
		}
	}
	if len(r.sent) < 20 {
		t.Errorf("only %d queries were asked", len(r.sent))
	}
	if path := (&outside{t, r.pg}).do("SHOW search_path"); path != "evil, pg_catalog, public" {
		t.Errorf("the search path is %s afterwards", path)
	}
	end, _ := p.EndGuard(providers.Code{}, nil)
	for _, sql := range []string{end, p.Guard()} {
		pathtest.DemandQualified(t, sql)
	}
}

// TestOwnQueriesByPathOfLogin: nor does the path that a login begins with, in what tells approvers, and others, what there is.
func TestOwnQueriesByPathOfLogin(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	out := connectOutside(t, dsn)
	out.do(footprintSchema + hidesAll)
	out.do("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil, pg_catalog, public', current_database()); END $$")
	p := open(t, postgres.Options{DSN: dsn})
	for _, verb := range []string{"INSERT", "UPDATE", "DELETE", "TRUNCATE", "DROP TABLE", "ALTER TABLE"} {
		for _, change := range []providers.Change{{Name: "parent"}, {Name: "parent", Columns: []string{"code"}}, {Name: "parts"}, {Name: "over"}, {Schema: "Odd S", Name: `T "x"`}} {
			change.Verb, change.Cascade, change.Restart = verb, verb != "INSERT", verb == "TRUNCATE"
			if found, err := p.Footprint(t.Context(), []providers.Change{change}); err != nil || verb == "UPDATE" && len(found.Reached) == 0 {
				t.Errorf("%s %s: %v, %v", verb, change.Name, found.Reached, err)
			}
		}
	}
	_, err := p.Services(t.Context())
	errs := []error{err}
	_, err = p.Resources(t.Context(), "public")
	errs = append(errs, err)
	for _, name := range []string{"parent", "child", "parts", "over"} {
		_, err = p.Describe(t.Context(), "public", name)
		errs = append(errs, err)
	}
	_, err = p.Search(t.Context(), "", providers.Patterns("par"))
	errs = append(errs, err)
	_, err = p.Refuses(t.Context(), "public.f")
	errs = append(errs, err)
	tables := 0
	errs = append(errs, p.Snapshot(t.Context(), func(service string) bool { return service == "public" }, func(providers.SnapshotTable) error { tables++; return nil }))
	_, err = p.List(t.Context())
	errs = append(errs, err)
	_, err = p.CommittedCode(t.Context())
	errs = append(errs, err)
	if err := errors.Join(errs...); err != nil || tables < 10 {
		t.Errorf("%d tables, %v", tables, err)
	}
	if relation, found := catalogOf(t, p).Relation("public", "over"); !found {
		t.Errorf("%v", relation)
	}
}
