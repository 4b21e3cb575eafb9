package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// spread is a server whose sources have the same tables together that the source whole has alone.
type spread struct {
	*running
	pg       *pgtest.Server
	forge    *forge
	crm, ops string // databases
	files    string // the folder of the source of this name
}

const severalCustomers = `CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); CREATE DOMAIN email AS text;
CREATE TABLE customers (id int PRIMARY KEY, name text, mood mood, code char(5), balance numeric(12,2), raw numeric, joined timestamptz, seen timestamp,
  born date, tags text[], extra jsonb, doc json, uid uuid, ip inet, iv interval, ok bool, bin bytea, real4 real, real8 double precision, small smallint, big bigint,
  at time, vc varchar(20), mail email, note text COLLATE "C");
INSERT INTO customers SELECT i, CASE WHEN i % 17 = 0 THEN NULL WHEN i % 13 = 0 THEN 'Ärger ' || i ELSE 'cust ' || i END, (ARRAY['sad','ok','happy'])[1 + i % 3]::mood, 'c' || i % 50, i * 10.25,
  CASE WHEN i % 5 > 0 THEN i / 8.0 END, '2024-01-01Z'::timestamptz + i * interval '1 day', '2024-01-01'::timestamp + i * interval '1 hour', date '2000-01-01' + i,
  ARRAY['a', 'b ' || i, NULL], jsonb_build_object('n', i), json_build_array(i, 'x'), ('00000000-0000-0000-0000-' || lpad(i::text, 12, '0'))::uuid, ('10.0.0.' || i % 250)::inet,
  i * interval '1 hour' - interval '3 days', i % 2 = 0, decode(lpad(to_hex(i % 256), 2, '0'), 'hex'), i / 4.0, CASE WHEN i = 3 THEN 'NaN' WHEN i = 4 THEN 'Infinity' ELSE i / 3.0 END::float8, i % 100, i * 1000000000::bigint,
  '12:00'::time + i * interval '1 second', 'vc' || i % 7, 'm' || i || '@x.test', CASE i % 3 WHEN 0 THEN 'a%b' WHEN 1 THEN 'B_c' ELSE 'ä' END
  FROM generate_series(1, 300) i;
UPDATE customers SET joined = 'infinity', born = '-infinity', seen = '0044-03-15 BC' WHERE id = 5;
CREATE VIEW rich AS SELECT id, name, balance FROM customers WHERE balance > 1000;`

const severalOrders = `CREATE TABLE orders (id int PRIMARY KEY, customer int, total numeric(12,2), placed date, note text);
INSERT INTO orders SELECT i, 1 + i * 7 % 320, (i % 977) * 1.5, date '2024-01-01' + i % 365, CASE WHEN i % 11 > 0 THEN 'note ' || i % 90 END FROM generate_series(1, 3000) i;`

func newSpread(t *testing.T, more string) *spread {
	t.Helper()
	pg := pgtest.Start(t)
	files := t.TempDir()
	costs := "region,customer,cost\n"
	inserts := ""
	for i := range 200 {
		costs += fmt.Sprintf("r%d,%d,%d.5\n", i%4, i*3, i)
		inserts += fmt.Sprintf("INSERT INTO costs VALUES ('r%d', %d, %d.5);", i%4, i*3, i)
	}
	if err := os.WriteFile(filepath.Join(files, "costs.csv"), []byte(costs), 0o600); err != nil {
		t.Fatal(err)
	}
	filled := func(sql string) string { return databaseOf(t, pg.CreateFilled(t, sql)) }
	s := &spread{pg: pg, crm: filled(severalCustomers + "ANALYZE"), ops: filled(severalOrders + "ANALYZE"), forge: newForge(t), files: files}
	whole := filled(severalCustomers + severalOrders + "CREATE TABLE costs (region text, customer bigint, cost double precision);" + inserts)
	for _, db := range []string{s.crm, s.ops} {
		pg.Exec(t, "postgres", "ALTER DATABASE "+db+" SET log_statement = 'all'")
	}
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	config := more + "sources:\n"
	for name, db := range map[string]string{"crm": s.crm, "ops": s.ops, "whole": whole} {
		config += fmt.Sprintf("  - {name: %s, kind: postgres, dsn: %q}\n", name, pg.DSN(db))
	}
	config += fmt.Sprintf("  - {name: files, kind: duckdb, folder: %q, copy_to: true}\n", files)
	config += "  - {name: own, kind: duckdb}\n"
	config += fmt.Sprintf("  - {name: forge, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", registryFor(t, s.forge))
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s.running = start(t, nil, "--config", file)
	return s
}

// connect connects to a source.
func (s *spread) connect(t *testing.T, source string) *pgx.Conn {
	t.Helper()
	return connectTo(t, s.pgwire, source)
}

// connectTo connects to a source of a server until the test ends.
func connectTo(t *testing.T, pgwire, source string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), "postgres://ann@"+pgwire+"/"+source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
	return c
}

// texts runs a query by the simple protocol and returns its rows as text.
func texts(ctx context.Context, c *pgx.Conn, sql string) ([]string, error) {
	results, err := c.PgConn().Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, r := range results {
		for _, row := range r.Rows {
			cells := make([]string, len(row))
			for i, v := range row {
				if cells[i] = string(v); v == nil {
					cells[i] = "NULL"
				}
			}
			list = append(list, strings.Join(cells, "|"))
		}
	}
	return list, nil
}

// TestSeveral: a statement over several sources gives what it gives over one Postgres that has all tables.
// testdata/several.txt has the statements, with $customers, $rich, $orders and $costs for the relations.
func TestSeveral(t *testing.T) {
	s := newSpread(t, "")
	whole, several := s.connect(t, "whole"), s.connect(t, "crm")
	apart := strings.NewReplacer("$customers", "crm.public.customers", "$rich", "crm.public.rich", "$orders", "ops.public.orders", "$costs", "files.public.costs")
	together := strings.NewReplacer("$", "public.")
	content, err := os.ReadFile("testdata/several.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		sql := strings.TrimSpace(line)
		if sql == "" || strings.HasPrefix(sql, "--") {
			continue
		}
		want, err := texts(t.Context(), whole, together.Replace(sql))
		if err != nil {
			t.Errorf("%s\nby one Postgres: %v", sql, err)
			continue
		}
		got, err := texts(t.Context(), several, apart.Replace(sql))
		if err != nil {
			t.Errorf("%s\n%v", sql, err)
			continue
		}
		if !strings.Contains(strings.ToLower(sql), "order by") {
			slices.Sort(want)
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %.600q\nwant %.600q", sql, got, want)
		}
		if len(want) == 0 && !strings.Contains(sql, "-- none") {
			t.Errorf("%s: no rows, which proves nothing", sql)
		}
	}
}

// sent returns what the sources were sent for a statement, as the record has it, by relation.
func (s *spread) sent(t *testing.T, c *pgx.Conn, sql string, args ...any) map[string]string {
	t.Helper()
	rows, err := c.Query(t.Context(), sql, args...)
	if err == nil {
		rows.Close()
		err = rows.Err()
	}
	if err != nil {
		t.Errorf("%s: %v", sql, err)
		return nil
	}
	log := s.pg.Log()
	found := map[string]string{}
	for _, name := range []string{"customers", "orders"} {
		for line := range strings.Lines(log) {
			_, text, ok := strings.Cut(line, "execute <unnamed>: ")
			if ok && strings.Contains(text, `FROM "public"."`+name+`"`) {
				found[name] = strings.TrimSpace(text)
			}
		}
	}
	return found
}

// TestSeveralPushes: what a source is sent is what the statement needs of it: its server's log says so.
func TestSeveralPushes(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, "CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE customers ADD COLUMN folded text COLLATE folded DEFAULT 'A'")
	c := s.connect(t, "crm")
	const join = "SELECT c.id, o.id FROM customers c JOIN ops.public.orders o ON o.customer = c.id WHERE "
	for _, test := range []struct {
		where string
		args  []any
		want  string // of customers, behind FROM
	}{
		{"c.id = 7", nil, `WHERE "id" = 7`},
		{"7 < c.id AND o.total > 3", nil, `WHERE "id" > 7`},
		{"c.id > 3 + 4", nil, `WHERE "id" > (3 + 4)`},
		{"c.id > 3 * 4", nil, ``},
		{"c.balance BETWEEN 0.06 - 0.01 AND 9", nil, `WHERE ("balance" >= (0.06 - 0.01) AND "balance" <= 9)`},
		{"c.born < date '2000-02-01' + interval '3' month", nil, `WHERE "born" < ('2000-02-01'::date + interval '3 month')`},
		{"c.born < date '2000-02-01' - interval '2 days'", nil, `WHERE "born" < ('2000-02-01'::date - interval '2 day')`},
		{"c.born < date '2000-02-01' + interval '3 hours'", nil, ``},
		{"c.id > c.small", nil, `WHERE "id" > "small"`},
		{"c.id = c.id", nil, ``},
		{"c.raw < c.balance", nil, ``},
		{"c.name = c.vc", nil, ``},
		{"c.id IN (1, 2, 3)", nil, `WHERE "id" IN (1, 2, 3)`},
		{"c.id NOT IN (1, 2)", nil, `WHERE "id" NOT IN (1, 2)`},
		{"c.id BETWEEN 3 AND 5", nil, `WHERE ("id" >= 3 AND "id" <= 5)`},
		{"c.name LIKE 'cust 1%'", nil, `WHERE "name" LIKE 'cust 1%'`},
		{`c.name LIKE 'cust\_%'`, nil, ``},
		{"c.name ILIKE 'cust%'", nil, ``},
		{"c.name = 'it''s'", nil, `WHERE "name" = 'it''s'`},
		{"c.name > 'b'", nil, ``},
		{"c.name IS NULL", nil, `WHERE "name" IS NULL`},
		{"c.mood = 'ok'", nil, `WHERE "mood" = 'ok'`},
		{"c.folded = 'a'", nil, ``}, // both A and a to Postgres: a superset is what it may not be
		{"c.folded IN ('a', 'b')", nil, ``},
		{"c.folded LIKE 'a%'", nil, ``},
		{"c.code = 'c1'", nil, `WHERE "code" = 'c1'`},
		{"c.born >= '2000-02-01'", nil, `WHERE "born" >= '2000-02-01'`},
		{"c.born >= date '2000-02-01'", nil, `WHERE "born" >= '2000-02-01'`},
		{"c.joined >= '2024-02-01 00:00:00+00'", nil, `WHERE "joined" >= '2024-02-01 00:00:00+00'`},
		{"c.joined >= '2024-02-01 00:00:00'", nil, ``},
		{"c.balance > 100.5", nil, `WHERE "balance" > 100.5`},
		{"c.real8 > 100.5", nil, `WHERE "real8" > 100.5`},
		{"c.real4 = 0.1", nil, ``},
		{"c.id = 7::bigint", nil, `WHERE "id" = 7`},
		{"c.id = 7::float8", nil, ``}, // of great numbers several are equal to one float
		{"c.balance = 100.5::float8", nil, ``},
		{"c.balance >= 100.5::int", nil, ``}, // 101
		{"c.balance > 100.5::numeric", nil, `WHERE "balance" > 100.5`},
		{"c.real8 = 0.1::float4", nil, ``},
		{"c.ok", nil, `WHERE "ok"`},
		{"NOT c.ok", nil, `WHERE NOT "ok"`},
		{"c.id = 7 OR c.id = 9 AND c.name = 'x'", nil, `WHERE ("id" = 7 OR ("id" = 9 AND "name" = 'x'))`},
		{"c.id = 7 OR lower(c.name) = 'x'", nil, ``},
		{"c.id = 7 OR o.id = 9", nil, ``},
		{"NOT (c.id = 7 AND lower(c.name) = 'x')", nil, ``},
		{"lower(c.name) = 'x'", nil, ``},
		{"c.id = $1", []any{7}, `WHERE ($1::bigint IS NULL OR "id" = $1::bigint)`},
		{"c.name = $1 AND c.id < $2", []any{"x", 9}, `WHERE ($1::text IS NULL OR "name" = $1::text) AND ($2::bigint IS NULL OR "id" < $2::bigint)`},
	} {
		got := s.sent(t, c, join+test.where, test.args...)["customers"]
		_, got, _ = strings.Cut(got, `"customers"`)
		if got = strings.TrimSpace(got); got != test.want {
			t.Errorf("%s: %q, want %q", test.where, got, test.want)
		}
	}
	for sql, want := range map[string]string{
		"SELECT count(*) FROM customers c, ops.public.orders o":                                                        `SELECT true AS nothing FROM "public"."customers"`,
		"SELECT c.name FROM customers c JOIN ops.public.orders o ON true WHERE o.id = 1":                               `SELECT "name" FROM "public"."customers"`,
		"SELECT o.id FROM ops.public.orders o LEFT JOIN customers c ON c.id = o.customer AND c.id = 7":                 `SELECT "id" FROM "public"."customers" WHERE "id" = 7`,
		"SELECT o.id FROM ops.public.orders o LEFT JOIN customers c ON c.id = o.customer WHERE c.id = 7":               `SELECT "id" FROM "public"."customers" WHERE "id" = 7`,
		"SELECT o.id FROM ops.public.orders o LEFT JOIN customers c ON c.id = o.customer WHERE c.name IS NULL":         `SELECT "id", "name" FROM "public"."customers"`,
		"SELECT o.id FROM customers c LEFT JOIN ops.public.orders o ON c.id = o.customer AND c.id = 7":                 `SELECT "id" FROM "public"."customers"`,
		"SELECT o.id FROM ops.public.orders o WHERE EXISTS (SELECT FROM customers c WHERE c.id = o.customer AND c.ok)": `SELECT "id", "ok" FROM "public"."customers" WHERE "ok"`,
		"SELECT id FROM ops.public.orders WHERE id = 1 UNION ALL (SELECT id FROM customers LIMIT 3)":                   `SELECT "id" FROM "public"."customers" LIMIT 3`,
		"SELECT id FROM ops.public.orders WHERE id = 1 UNION ALL (SELECT id FROM customers WHERE id > 3 LIMIT 3)":      `SELECT "id" FROM "public"."customers" WHERE "id" > 3`,
		"SELECT id FROM ops.public.orders WHERE id = 1 UNION ALL (SELECT id FROM customers ORDER BY name LIMIT 3)":     `SELECT "id", "name" FROM "public"."customers"`,
		// what follows from the other side of an equality
		"SELECT c.name FROM customers c JOIN ops.public.orders o ON o.customer = c.id WHERE o.customer = 7":               `SELECT "id", "name" FROM "public"."customers" WHERE "id" = 7`,
		"SELECT c.name FROM customers c JOIN ops.public.orders o ON o.customer = c.id AND o.customer IN (7, 8)":           `SELECT "id", "name" FROM "public"."customers" WHERE "id" IN (7, 8)`,
		"SELECT c.name FROM customers c LEFT JOIN ops.public.orders o ON o.customer = c.id WHERE o.customer = 7":          `SELECT "id", "name" FROM "public"."customers"`,
		"SELECT c.name FROM ops.public.orders o LEFT JOIN customers c ON o.customer = c.id WHERE o.customer > 310":        `SELECT "id", "name" FROM "public"."customers" WHERE "id" > 310`,
		"SELECT c.name FROM ops.public.orders o LEFT JOIN customers c ON o.customer = c.id AND o.customer = 7":            `SELECT "id", "name" FROM "public"."customers"`,
		"SELECT c.name FROM ops.public.orders o FULL JOIN customers c ON o.customer = c.id WHERE o.customer = 7":          `SELECT "id", "name" FROM "public"."customers"`,
		"SELECT c.name FROM ops.public.orders o, customers c WHERE o.customer = c.id AND (o.customer = 7 OR o.total = 8)": `SELECT "id", "name" FROM "public"."customers"`,
		"SELECT c.name FROM ops.public.orders o, customers c WHERE o.note = c.name AND o.note LIKE 'cust 1%'":             `SELECT "name" FROM "public"."customers" WHERE "name" LIKE 'cust 1%'`,
		"SELECT c.name FROM ops.public.orders o, customers c WHERE o.note = c.code AND o.note = 'x '":                     `SELECT "name", "code"::text AS "code" FROM "public"."customers"`,
		"SELECT c.name FROM ops.public.orders o, customers c WHERE o.total = c.real8 AND o.total = 8":                     `SELECT "name", "real8" FROM "public"."customers"`,
	} {
		if got := s.sent(t, c, sql)["customers"]; got != want {
			t.Errorf("%s:\n%q, want\n%q", sql, got, want)
		}
	}
}

// TestSeveralRefuses: what would be misunderstood, or not seen, is refused by name.
func TestSeveralRefuses(t *testing.T) {
	s := newSpread(t, "")
	c := s.connect(t, "crm")
	const join = " FROM customers c JOIN ops.public.orders o ON o.customer = c.id"
	refused := func(sql, code, message string) {
		t.Helper()
		var failed *pgconn.PgError
		if _, err := texts(t.Context(), c, sql); !errors.As(err, &failed) || failed.Code != code || !strings.Contains(failed.Message, message) {
			t.Errorf("%s: %v, want %s %s", sql, err, code, message)
		}
	}
	refused("SELECT c.mood"+join, "0A000", `the column "mood" of crm.public.customers is of the type`)
	refused("SELECT 1"+join+" WHERE c.mood > 'sad'", "0A000", `the column "mood"`)
	refused("SELECT c.id"+join+" WHERE c.mood = 'nope'", "22P02", `invalid input value for enum mood: "nope"`)
	refused("SELECT *"+join, "0A000", `the column "mood"`)
	refused("SELECT c.ip"+join, "0A000", `the column "ip"`)
	refused("SELECT similarity(c.name, 'x')"+join, "42883", "function similarity does not exist")
	refused("SELECT c.id"+join+" FOR UPDATE", "0A000", "rows of APIs or of several sources cannot be locked")
	refused("SELECT c.id FROM nope c JOIN ops.public.orders o ON true", "42P01", `relation "crm.nope" does not exist`)
	refused("SELECT 1 FROM (SELECT code FROM customers UNION SELECT code FROM customers) x JOIN ops.public.orders o ON x.code = 'c9 '", "0A000", "whether blanks at the end count")
	s.pg.Exec(t, s.ops, "CREATE TABLE coded (code varchar(9))")
	refused("SELECT 1 FROM customers c JOIN ops.public.coded k USING (code)", "0A000", "USING (code) compares a char(n) with a varchar")
	refused("UPDATE customers SET name = 'x' FROM ops.public.orders o WHERE o.id = customers.id", "0A000", "")
	refused("CREATE TABLE x AS SELECT c.id"+join, "0A000", "without a schema")
	refused("COPY (SELECT c.id"+join+") TO '/tmp/x.csv'", "0A000", "file of the server")
	if _, err := texts(t.Context(), c, "BEGIN"); err != nil {
		t.Fatal(err)
	}
	refused("SELECT c.id"+join, "0A000", "inside of a transaction")
	_, _ = texts(t.Context(), c, "ROLLBACK")
	if _, err := texts(t.Context(), c, "CREATE TEMP TABLE mine (id int)"); err == nil { // safe asks
		t.Error("a table was made")
	}
	s.pg.Exec(t, s.crm, "CREATE FUNCTION writes() RETURNS int LANGUAGE sql VOLATILE AS $$INSERT INTO customers (id) VALUES (9999) RETURNING id$$; CREATE VIEW sly AS SELECT writes() AS id")
	refused("SELECT v.id FROM sly v JOIN ops.public.orders o ON o.id = v.id", "42501", "")
	if got, err := texts(t.Context(), s.connect(t, "whole"), "SELECT count(*) FROM customers WHERE id = 9999"); err != nil || got[0] != "0" {
		t.Errorf("%v %v", got, err)
	}
}

// TestSeveralOfSession: what a session has set holds for its statements over several sources, or these are refused.
func TestSeveralOfSession(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	c := s.connect(t, "crm")
	const join = " FROM customers c JOIN ops.public.orders o ON o.customer = c.id WHERE c.id = 7 LIMIT 1"
	for _, step := range []struct{ sql, want string }{ // want: the first row, or the beginning of an error
		{"SELECT c.joined, c.joined::date" + join, "2024-01-08 00:00:00+00|2024-01-08"},
		{"SET TimeZone TO 'America/New_York'", ""},
		{"SELECT c.joined, c.joined::date" + join, "2024-01-07 19:00:00-05|2024-01-07"},
		{"RESET TimeZone", ""},
		{"SELECT c.id" + join, "which timezone holds"},
		{"SET TimeZone TO 'UTC'", ""},
		{"SELECT c.joined" + join, "2024-01-08 00:00:00+00"},
		{"BEGIN", ""},
		{"SET TimeZone TO 'Asia/Tokyo'", ""},
		{"ROLLBACK", ""},
		{"SELECT c.id" + join, "which timezone holds"},
		{"SET TimeZone TO 'UTC'", ""},
		{"SELECT set_config('app.tenant', 'a', false)", "a"},
		{"SELECT c.id" + join, "the session has set app.tenant"},
		{"DISCARD ALL", ""},
		{"SET TimeZone TO 'UTC'", ""},
		{"SELECT c.id" + join, "7"},
		{"SET application_name TO 'x'", ""},
		{"SET search_path TO public", ""},
		{"SELECT c.id" + join, "7"},
		{"CREATE TEMP TABLE mine AS SELECT 7 AS id", ""},
		{"SELECT m.id FROM mine m JOIN ops.public.orders o ON o.customer = m.id", `"mine" is a temporary table`},
	} {
		got, err := texts(t.Context(), c, step.sql)
		var failed *pgconn.PgError
		switch {
		case errors.As(err, &failed):
			if step.want == "" || !strings.HasPrefix(failed.Message, step.want) {
				t.Errorf("%s: %v, want %q", step.sql, err, step.want)
			}
		case err != nil:
			t.Fatal(err)
		case step.want != "" && (len(got) == 0 || got[0] != step.want):
			t.Errorf("%s: %q, want %q", step.sql, got, step.want)
		}
	}
}

// TestSeveralSwapped: a name that comes to mean something else after the statement was judged, while its scan
// waits for it, does not run.
func TestSeveralSwapped(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, `CREATE SEQUENCE drawn; CREATE VIEW evil AS SELECT *, nextval('drawn') AS n FROM customers`)
	c := s.connect(t, "ops")
	const sql = "SELECT c.id FROM crm.public.customers c JOIN orders o ON o.customer = c.id WHERE c.id = 7"
	if got, err := texts(t.Context(), c, sql); err != nil || len(got) == 0 {
		t.Fatal(got, err)
	}
	swapper, err := pgx.Connect(t.Context(), s.pg.DSN(s.crm))
	if err != nil {
		t.Fatal(err)
	}
	defer swapper.Close(context.WithoutCancel(t.Context()))
	if _, err := texts(t.Context(), swapper, "BEGIN; ALTER TABLE customers RENAME TO clients; ALTER VIEW evil RENAME TO customers"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := texts(context.WithoutCancel(t.Context()), c, sql)
		ended <- err
	}()
	waiting := func() bool {
		got, err := texts(t.Context(), swapper, "SELECT count(*) FROM pg_locks WHERE NOT granted")
		return err == nil && got[0] != "0"
	}
	courttest.Eventually(t, "a scan waits for the lock", waiting)
	if _, err := texts(t.Context(), swapper, "COMMIT"); err != nil {
		t.Fatal(err)
	}
	var failed *pgconn.PgError
	if err := <-ended; !errors.As(err, &failed) || failed.Code != "40001" {
		t.Errorf("%v", err)
	}
	if _, err := texts(t.Context(), c, sql); !errors.As(err, &failed) || failed.Code != "42501" {
		t.Errorf("again: %v", err)
	}
	if got, err := texts(t.Context(), swapper, "SELECT is_called FROM drawn"); err != nil || got[0] != "f" {
		t.Errorf("the view has run: %v %v", got, err)
	}
}

// TestSeveralByMCP: an agent's statement over three sources, and its record with the parts.
func TestSeveralByMCP(t *testing.T) {
	s := newSpread(t, "")
	session := inSession(t, s.running, toolCall("run_select_query",
		"SELECT o.id, c.name, r.name AS repo, k.region FROM crm.public.customers c JOIN ops.public.orders o ON o.customer = c.id JOIN files.public.costs k ON k.customer = c.id JOIN forge.repos.repos r ON r.org = 'acme' WHERE c.id = 6 AND o.id < 500 ORDER BY o.id, repo LIMIT 2"))
	if !strings.Contains(session, "cust 6") || !strings.Contains(session, "core") || !strings.Contains(session, "r2") {
		t.Error(session)
	}
	records := s.records(t)
	for _, want := range []string{
		`"source":"(several sources)"`, `"relations":["crm.public.customers","ops.public.orders","files.public.costs","forge.repos.repos"]`,
		`"source":"crm","relation":"public.customers","sql":"SELECT \"id\", \"name\" FROM \"public\".\"customers\" WHERE \"id\" = 6","rows":1,`,
		`"source":"ops","relation":"public.orders","sql":"SELECT \"id\", \"customer\" FROM \"public\".\"orders\" WHERE \"id\" \u003c 500 AND \"customer\" = 6","rows":1,`,
		`"source":"files","relation":"public.costs",`, `"source":"forge","relation":"repos.repos","rows":2,`, `"requests":[{"method":"GET"`,
	} {
		if !strings.Contains(records, want) && !strings.Contains(records, strings.ReplaceAll(want, `\u003c`, "<")) {
			t.Errorf("no %s in\n%s", want, records)
		}
	}
}

// TestSeveralFeeds: rows of a table are the inputs of an API.
func TestSeveralFeeds(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, "CREATE TABLE teams (id int, org text); INSERT INTO teams VALUES (1, 'acme'), (2, 'beta'), (3, NULL), (4, 'broken')")
	c := s.connect(t, "crm")
	got, err := texts(t.Context(), c, "SELECT t.id, r.name, r.stars FROM teams t JOIN forge.repos.repos r ON r.org = t.org WHERE t.id < 4 ORDER BY 1, 2")
	if want := "1|core|9,1|site|5,2|core|9,2|site|5"; err != nil || strings.Join(got, ",") != want {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	if asked := s.forge.requests(); len(asked) != 4 {
		t.Errorf("%q", asked)
	}
}

// TestSeveralEnds: a client that cancels, a time limit, a LIMIT and a source that dies end the scans at their
// sources, and the connections go back.
func TestSeveralEnds(t *testing.T) {
	s := newSpread(t, "limits: {statement_timeout: 20s}\n")
	s.pg.Exec(t, s.ops, "CREATE VIEW slow AS SELECT i AS id, (SELECT count(*) FROM generate_series(1, 20000) j WHERE j % (i + 1) = 0) AS n FROM generate_series(1, 1000000) i")
	c := s.connect(t, "crm")
	const slow = "SELECT count(*), sum(v.n) FROM customers c JOIN ops.public.slow v ON v.id = c.id"
	for range unlessLong(3, 10) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		cancelled := c.PgConn()
		ended := make(chan error, 1)
		go func() {
			<-ctx.Done()
			ended <- cancelled.CancelRequest(t.Context())
		}()
		_, err := texts(t.Context(), c, slow)
		cancel()
		var failed *pgconn.PgError
		if !errors.As(err, &failed) || failed.Code != "57014" {
			t.Fatalf("cancelled: %v", err)
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	got, err := texts(t.Context(), c, "SELECT v.id FROM ops.public.slow v JOIN customers c ON c.id = v.id LIMIT 1")
	if err != nil || len(got) != 1 {
		t.Errorf("LIMIT: %q %v", got, err)
	}
	eventually(t, "no scan runs at its source", func() bool { return s.busy(t) == "0" })
	ended := make(chan error, 1)
	go func() {
		_, err := texts(t.Context(), c, slow)
		ended <- err
	}()
	ops, err := pgx.Connect(t.Context(), s.pg.DSN(s.ops))
	if err != nil {
		t.Fatal(err)
	}
	defer ops.Close(t.Context())
	eventually(t, "the scan runs at its source, and is ended", func() bool {
		killed, err := texts(t.Context(), ops, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE 'SELECT%"slow"%'`)
		return err == nil && len(killed) > 0
	})
	var failed *pgconn.PgError
	if err := <-ended; !errors.As(err, &failed) || !strings.Contains(failed.Message, `"ops"`) {
		t.Errorf("a source that dies: %v", err)
	}
	if got, err = texts(t.Context(), c, "SELECT count(*) FROM customers c JOIN ops.public.orders o ON o.customer = c.id"); err != nil || len(got) != 1 {
		t.Errorf("afterwards: %q %v", got, err)
	}
}
