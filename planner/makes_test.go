package planner_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// everythingSQL tells of every row of the catalog which says what names mean.
const everythingSQL = `SELECT 'relation ' || oid || ' ' || relname || ' ' || xmin FROM pg_class UNION ALL SELECT 'type ' || oid || ' ' || typname || ' ' || xmin FROM pg_type
	UNION ALL SELECT 'column ' || attrelid || '.' || attname || ' ' || xmin FROM pg_attribute UNION ALL SELECT 'default ' || oid || ' ' || xmin FROM pg_attrdef
	UNION ALL SELECT 'function ' || oid || ' ' || xmin FROM pg_proc UNION ALL SELECT 'constraint ' || oid || ' ' || xmin FROM pg_constraint
	UNION ALL SELECT 'index ' || indexrelid || ' ' || xmin FROM pg_index UNION ALL SELECT 'rule ' || oid || ' ' || xmin FROM pg_rewrite
	UNION ALL SELECT 'trigger of ' || tgrelid || ' ' || tgconstraint || ' ' || count(*) FROM pg_trigger GROUP BY tgrelid, tgconstraint
	UNION ALL SELECT 'heirs of ' || inhparent || ' ' || count(*) FROM pg_inherits GROUP BY inhparent UNION ALL SELECT 'policy ' || oid || ' ' || xmin FROM pg_policy
	UNION ALL SELECT 'schema ' || oid || ' ' || xmin FROM pg_namespace UNION ALL SELECT 'cast ' || oid || ' ' || xmin FROM pg_cast
	UNION ALL SELECT 'operator ' || oid || ' ' || xmin FROM pg_operator UNION ALL SELECT 'statistics ' || oid || ' ' || xmin FROM pg_statistic_ext`

// TestMakes: a CREATE TABLE that is said to make a table alone changes no row of the catalog that was there
// before, of whatever object; and one that does is not said to.
func TestMakes(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	pg, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pg.Close(context.Background()) }()
	rows(t, pg, `CREATE TABLE old (id int PRIMARY KEY, a text); CREATE TABLE parent (a int); CREATE TABLE parts (a int) PARTITION BY LIST (a);
		CREATE TYPE rowtype AS (a int); CREATE TABLE foo (a int); CREATE DOMAIN dom AS int CHECK (VALUE > 0); CREATE TYPE mood AS ENUM ('ok'); CREATE SCHEMA s`)
	p, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	catalog, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	scope := &planner.Scope{Default: "pg", User: "alice", Known: func(name string) bool { return name == "pg" }, Source: func(context.Context, string) (planner.Source, error) {
		return planner.Source{Info: p.Info(), Catalog: catalog}, nil
	}}
	pl := planner.New(0)
	for _, test := range []struct {
		sql, makes string
		changes    bool // something that was there before
	}{
		{"CREATE TABLE n1 (a int, b text DEFAULT 'x' NOT NULL, c numeric(10,2) CHECK (c > 0))", "n1", false},
		{"CREATE TABLE s.n2 (id bigserial PRIMARY KEY, m mood, d dom[], UNIQUE (m), EXCLUDE (id WITH =))", "n2", false},
		{"CREATE UNLOGGED TABLE IF NOT EXISTS n3 (id int GENERATED ALWAYS AS IDENTITY, x text COLLATE \"C\", y int GENERATED ALWAYS AS (length('x')) STORED) WITH (fillfactor = 70)", "n3", false},
		{"CREATE TABLE n4 (a int) PARTITION BY RANGE (a)", "n4", false},
		{"CREATE TABLE n5 ()", "n5", false},
		{"CREATE TABLE n15 (a int CONSTRAINT first PRIMARY KEY, b int, CONSTRAINT second UNIQUE (b), CONSTRAINT third CHECK (a > b))", "n15 first second", false},
		{"CREATE TABLE n16 (a int GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME other_name))", "", false},
		{"CREATE TABLE mine2 (a old, b rowtype)", "mine2", false},
		{`CREATE TABLE "_foo" (a int)`, "", true}, // the array type of foo makes way
		{"CREATE TABLE n6 (a int REFERENCES old)", "", true},
		{"CREATE TABLE n7 (a int, FOREIGN KEY (a) REFERENCES old)", "", false},
		{"CREATE TABLE n8 (b int) INHERITS (parent)", "", true},
		{"CREATE TABLE n9 PARTITION OF parts FOR VALUES IN (1)", "", true},
		{"CREATE TABLE n10 OF rowtype", "", false},
		{"CREATE TABLE n11 (LIKE old INCLUDING ALL)", "", false},
		{"CREATE TEMP TABLE n12 (a int)", "", false},
		{"CREATE TABLE pg_temp.n13 (a int)", "", false},
		{"CREATE TABLE n14 AS SELECT 1 AS a", "", false},
	} {
		plans, err := pl.Plan(t.Context(), test.sql, scope)
		if err != nil {
			t.Fatalf("%s: %v", test.sql, err)
		}
		if made := strings.Join(plans[0].Makes, " "); made != test.makes {
			t.Errorf("%s makes %q, want %q", test.sql, made, test.makes)
		}
		if test.makes != "" && (plans[0].Class != planner.Mutate || plans[0].OfUsers() && !strings.Contains(test.sql, "dom")) {
			t.Errorf("%s: class %s, of users: %v", test.sql, plans[0].Class, plans[0].OfUsers())
		}
		before := rows(t, pg, everythingSQL)
		rows(t, pg, test.sql)
		after := map[string]bool{}
		for _, row := range rows(t, pg, everythingSQL) {
			after[row] = true
		}
		gone := slices.DeleteFunc(before, func(row string) bool { return after[row] })
		if changed := len(gone) > 0; changed != test.changes {
			t.Errorf("%s changes what was there: %v, want %v; %q", test.sql, changed, test.changes, gone)
		}
	}
}

// rows runs a text and returns the first column of what its last statement returns.
func rows(t *testing.T, pg *pgconn.PgConn, sql string) (list []string) {
	t.Helper()
	results, err := pg.Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	for _, row := range results[len(results)-1].Rows {
		list = append(list, string(row[0]))
	}
	return list
}
