package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSeveralInto: rows of several sources are added to a table of one: all of them or none, by the rules of its source.
func TestSeveralInto(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.ops, `CREATE TABLE totals (id serial PRIMARY KEY, customer int UNIQUE, name varchar(20), total numeric(8,1), at timestamptz DEFAULT now(), tags text[], extra jsonb, kind "char", level int CHECK (level < 200));
		CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); CREATE TABLE moods (customer int, mood mood, ip inet); CREATE TABLE few (customer int, n int, note text)`)
	c := s.connect(t, "crm")
	const from = " FROM customers c JOIN ops.public.orders o ON o.customer = c.id "
	for _, step := range []struct{ sql, want string }{ // want: the tag and the rows, or the beginning of an error
		{"INSERT INTO ops.public.totals (customer, name, total, tags, extra, level) SELECT c.id, min(c.name), sum(o.total), min(c.tags), min(c.extra::text)::jsonb, 3" + from + "WHERE c.id < 4 GROUP BY c.id", "INSERT 0 3"},
		{"SELECT t.customer, t.name, t.total, t.at IS NOT NULL, t.tags, t.extra, t.level FROM ops.public.totals t ORDER BY 1", "SELECT 3;1|cust 1|8410.5|t|{a,\"b 1\",NULL}|{\"n\": 1}|3…"},
		{"INSERT INTO ops.public.totals (customer, level) SELECT c.id, c.id * 10" + from + "WHERE c.id BETWEEN 4 AND 30", `ERROR source "ops": new row for relation`},
		{"SELECT count(*) FROM ops.public.totals", "SELECT 1;3"},
		{"INSERT INTO ops.public.totals (customer, name) SELECT c.id, 'other'" + from + "WHERE c.id = 3 LIMIT 1", `ERROR source "ops": duplicate key`},
		{"INSERT INTO ops.public.totals AS t (customer, name) SELECT DISTINCT c.id, 'again'" + from + "WHERE c.id IN (3, 6) ON CONFLICT (customer) DO UPDATE SET name = t.name || '+' || excluded.name RETURNING customer, name", "INSERT 0 2;"},
		{"SELECT customer, name FROM ops.public.totals WHERE customer IN (3, 6) ORDER BY 1", "SELECT 2;3|cust 3+again;6|again"},
		{"INSERT INTO ops.public.totals (customer) SELECT c.id" + from + "WHERE c.id IN (3, 7) ON CONFLICT DO NOTHING", "INSERT 0 1"},
		{"INSERT INTO ops.public.moods SELECT c.id, c.mood::text, c.ip::text" + from + "WHERE c.id = 6 LIMIT 1", "INSERT 0 1"},
		{"SELECT * FROM ops.public.moods", "SELECT 1;6|sad|10.0.0.6"},
		{"INSERT INTO ops.public.moods (customer) SELECT c.name" + from + "WHERE c.id = 6 LIMIT 1", `ERROR source "ops": column "customer" is of type integer but expression is of type text`},
		{"INSERT INTO ops.public.few SELECT c.id, o.id, 'a\"b\\c{},NULL'" + from, "INSERT 0…"},
		{"INSERT INTO ops.public.few SELECT 1, g, NULL FROM generate_series(1, 12000) g, customers c WHERE c.id = 1", "INSERT 0 12000"},
		{"SELECT count(*), count(note), min(note), count(DISTINCT n) > 11999 FROM ops.public.few WHERE customer = 1", "SELECT 1;12009|9|a\"b\\c{},NULL|t"},
		{"INSERT INTO ops.public.few (customer, n) SELECT c.id FROM customers c", "ERROR INSERT has more target columns"},
		{"INSERT INTO ops.public.few SELECT c.id, 1, 'x', 2 FROM customers c", "ERROR INSERT has more expressions"},
		{"INSERT INTO ops.public.few (nope) SELECT c.id FROM customers c", `ERROR column "nope" of relation "few" does not exist`},
		{"INSERT INTO ops.public.nope SELECT c.id FROM customers c", `ERROR relation "ops.public.nope" does not exist`},
		{"WITH big AS (SELECT id FROM customers WHERE id > 298) INSERT INTO ops.public.few (customer) SELECT id FROM big", "INSERT 0 2"},
		{"INSERT INTO ops.public.few (customer, note) SELECT k.customer, k.region FROM files.public.costs k WHERE k.customer < 5", "INSERT 0 2"},
		{"INSERT INTO ops.public.few (customer, note) SELECT r.stars, r.name FROM forge.repos.repos r WHERE r.org = 'acme'", "INSERT 0 2"},
		{"CREATE TABLE ops.public.made AS SELECT c.id, c.name, k.cost FROM customers c JOIN files.public.costs k ON k.customer = c.id", "SELECT 100"},
		{"SELECT id, name, cost FROM ops.public.made ORDER BY id LIMIT 1", "SELECT 1;3|cust 3|1.5"},
		{"CREATE TABLE own.public.mine AS SELECT c.id, c.name, c.balance, c.joined, c.tags, sum(o.total) AS total" + from + "GROUP BY ALL", "ERROR"},
		{"CREATE TABLE own.public.mine AS SELECT c.id, c.name, c.balance, c.joined, c.tags, c.extra, c.uid, sum(o.total) AS total" + from + "GROUP BY c.id, c.name, c.balance, c.joined, c.tags, c.extra, c.uid", "SELECT 300"},
		{"SELECT id, name, balance, joined, tags, extra, uid, total FROM own.public.mine WHERE id = 1", "SELECT 1;1|cust 1|10.25|2024-01-02 00:00:00+00|{a,\"b 1\",NULL}|{\"n\": 1}|00000000-0000-0000-0000-000000000001|8410.50"},
		{"INSERT INTO own.public.mine (id, name) SELECT m.id + 1000, c.name FROM own.public.mine m JOIN customers c ON c.id = m.id WHERE m.id < 4 ORDER BY 1 RETURNING id", "INSERT 0 3;1001;1002;1003"},
		{"CREATE TABLE own.public.mine AS SELECT c.id FROM customers c", "ERROR"},
		{"CREATE TEMP TABLE mine AS SELECT o.id FROM ops.public.orders o, customers c", "ERROR a temporary table"},
		{"UPDATE ops.public.few SET note = c.name FROM customers c WHERE c.id = few.customer", `ERROR an UPDATE or DELETE of a table of "ops"`},
		{"DELETE FROM ops.public.few USING customers c WHERE c.id = few.customer", `ERROR an UPDATE or DELETE of a table of "ops"`},
		{"EXPLAIN INSERT INTO ops.public.few (customer) SELECT c.id FROM customers c", "ERROR EXPLAIN of a statement that adds rows of other sources"},
		{"EXPLAIN CREATE TABLE ops.public.planned AS SELECT c.id FROM customers c", "ERROR EXPLAIN of a statement that adds rows of other sources"},
		{"BEGIN", "BEGIN"},
		{"INSERT INTO ops.public.few (customer) SELECT c.id FROM customers c", "ERROR"},
		{"ROLLBACK", "ROLLBACK"},
	} {
		if got := outcome(t, c, step.sql); !isOutcome(got, step.want) {
			t.Errorf("%s:\n%s, want\n%s", step.sql, got, step.want)
		}
	}
	records := s.records(t)
	for _, want := range []string{`"phase":"intent"`, `"parts":[{"source":"crm","relation":"public.customers"`, `"verb":"CREATE TABLE AS"`} {
		if !strings.Contains(records, want) {
			t.Errorf("no %s on record", want)
		}
	}
}

// outcome is the tag and the rows of a statement, or its error.
func outcome(t *testing.T, c *pgx.Conn, sql string) string {
	t.Helper()
	results, err := c.PgConn().Exec(t.Context(), sql).ReadAll()
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		return "ERROR " + failed.Message
	}
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{results[0].CommandTag.String()}
	for _, row := range results[0].Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = string(v)
		}
		parts = append(parts, strings.Join(cells, "|"))
	}
	return strings.Join(parts, ";")
}

// isOutcome reports whether an outcome is what is wanted. An error, and what ends with a semicolon or with …, is how it begins.
func isOutcome(got, want string) bool {
	beginning, isBeginning := strings.CutSuffix(want, "…")
	if isBeginning || strings.HasPrefix(want, "ERROR") || strings.HasSuffix(want, ";") {
		return strings.HasPrefix(got, beginning)
	}
	return got == want
}

// TestSeveralIntoApproved: the approver sees the target, the number of rows and what they set off. If more rows
// come than were approved, they are taken back.
func TestSeveralIntoApproved(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	db := databaseOf(t, dsn)
	pg.Exec(t, db, `CREATE TABLE people (id serial, name text, size int); CREATE TABLE seen (n int);
		CREATE FUNCTION notes() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN INSERT INTO seen VALUES (1); RETURN NULL; END$$;
		CREATE TRIGGER notes AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION notes()`)
	d := startDesked(t, callable, "")
	names := func(n int) {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`{"name": "n%d", "size": %d}`, i, i)
		}
		d.names = "[" + strings.Join(list, ",") + "]"
	}
	names(3)
	file, err := os.OpenFile(d.args[1], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = fmt.Fprintf(file, "  - {name: crm, kind: postgres, dsn: %q}\n", dsn); err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	d.restart(t)
	const insert = "INSERT INTO crm.public.people (name, size) SELECT n.name, n.size FROM own.s.names n"
	r := d.asked(t, insert)
	if r.Class != "mutate" || r.Estimate.Rows != 3 || !slices.Contains(r.Relations, "writes crm.public.people") || !slices.Contains(r.Relations, "reads own.s.names") ||
		!strings.Contains(fmt.Sprint(r.Estimate.Triggers), "notes") {
		t.Errorf("%+v", r)
	}
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", insert); !strings.Contains(stdout+stderr, "INSERT 0 3") {
		t.Errorf("%s%s", stdout, stderr)
	}
	pg.Exec(t, db, "DROP TRIGGER notes ON people")
	r = d.asked(t, insert)
	if r.Class != "mutate" || r.Estimate.Rows != 3 || r.MaxRows < 3 {
		t.Errorf("%+v", r)
	}
	d.approvals(t, "approve", r.ID)
	names(500)
	if _, stdout, stderr := d.sql(t, "-c", insert); !strings.Contains(stdout+stderr, "42501") && !strings.Contains(stdout+stderr, "approv") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if _, stdout, _ := d.sql(t, "-c", "SELECT 'people:' || count(*) AS n FROM crm.public.people"); !strings.Contains(stdout, "people:3") {
		t.Error(stdout)
	}
	names(2)
	r = d.asked(t, insert)
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", insert); !strings.Contains(stdout+stderr, "INSERT 0 2") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if _, stdout, _ := d.sql(t, "-c", "SELECT 'people:' || count(*) AS n FROM crm.public.people"); !strings.Contains(stdout, "people:5") {
		t.Error(stdout)
	}
}

// TestSeveralCopied: COPY TO STDOUT takes the rows of several sources out, in a session of each kind.
func TestSeveralCopied(t *testing.T) {
	s := newSpread(t, "")
	const rows = "SELECT c.id, c.name, k.cost FROM crm.public.customers c JOIN files.public.costs k ON k.customer = c.id WHERE c.id < 20 ORDER BY 1"
	for _, source := range []string{"crm", "own", "forge"} {
		c := s.connect(t, source)
		for options, want := range map[string]string{
			"":                     "3\tcust 3\t1.5\n6\tcust 6\t2.5\n9\tcust 9\t3.5\n12\tcust 12\t4.5\n15\tcust 15\t5.5\n18\tcust 18\t6.5\n",
			"(FORMAT csv, HEADER)": "id,name,cost\n3,cust 3,1.5\n6,cust 6,2.5\n9,cust 9,3.5\n12,cust 12,4.5\n15,cust 15,5.5\n18,cust 18,6.5\n",
		} {
			var out strings.Builder
			tag, err := c.PgConn().CopyTo(t.Context(), &out, "COPY ("+rows+") TO STDOUT "+options)
			for range 5 { // the tables were made a moment ago
				var moving *pgconn.PgError
				if !errors.As(err, &moving) || moving.Code != "40001" {
					break
				}
				tag, err = c.PgConn().CopyTo(t.Context(), &out, "COPY ("+rows+") TO STDOUT "+options)
			}
			if err != nil || tag.String() != "COPY 6" || out.String() != want {
				t.Errorf("%s: %s %v %q", source, tag, err, out.String())
			}
		}
		var binary strings.Builder
		if _, err := c.PgConn().CopyTo(t.Context(), &binary, "COPY ("+rows+") TO STDOUT (FORMAT binary)"); err != nil || !strings.HasPrefix(binary.String(), "PGCOPY\n") || !strings.HasSuffix(binary.String(), "\xff\xff") {
			t.Errorf("%s: binary: %v %q", source, err, binary.String())
		}
		if got := outcome(t, c, "SELECT 1"); got != "SELECT 1;1" {
			t.Errorf("%s afterwards: %s", source, got)
		}
	}
}

// TestSeveralIntoEnds: a client that cancels, and a source that dies in the middle, leave no row behind.
func TestSeveralIntoEnds(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.ops, "CREATE TABLE taken (n bigint)")
	s.pg.Exec(t, s.crm, "CREATE VIEW slow AS SELECT i AS id, (SELECT count(*) FROM generate_series(1, 60) j WHERE j % (i + 1) = 0) AS n FROM generate_series(1, 10000) k, generate_series(1, 10000) i")
	s.pg.Exec(t, s.crm, "CREATE VIEW trickle AS SELECT i AS n FROM generate_series(1, 4900) i, LATERAL (SELECT pg_sleep(0.003 * (i > 0)::int)) s") // rows for one part, in fifteen seconds
	s.pg.Exec(t, s.crm, "CREATE VIEW never AS SELECT 1 AS n FROM pg_sleep(60)")
	const insert = "INSERT INTO ops.public.taken SELECT n FROM crm.public.slow UNION ALL SELECT customer FROM files.public.costs"
	c := s.connect(t, "own")
	watch, err := pgx.Connect(t.Context(), s.pg.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close(context.WithoutCancel(t.Context()))
	adding := func() bool { // a part has been sent, not only parsed, and the query runs
		got, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity a, pg_stat_activity b WHERE a.datname = '"+s.ops+"' AND a.backend_xid IS NOT NULL AND b.datname = '"+s.crm+"' AND b.state = 'active'")
		return err == nil && got[0] != "0"
	}
	asking := func() bool { // the transaction of the rows has begun, and the query runs
		got, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity a, pg_stat_activity b WHERE a.datname = '"+s.ops+"' AND a.state = 'idle in transaction' AND b.datname = '"+s.crm+"' AND b.state = 'active' AND b.wait_event = 'PgSleep'")
		return err == nil && got[0] != "0"
	}
	for _, end := range []struct {
		name, code string
		how        func()
	}{
		{"the source that is written dies before a row comes", "08006", func() {
			_, _ = texts(t.Context(), watch, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+s.ops+"' AND state <> 'idle'")
		}},
		{"the source that is written dies while few rows come", "", func() {
			_, _ = texts(t.Context(), watch, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+s.ops+"' AND state <> 'idle'")
		}},
		{"cancel", "57014", func() {
			if err := c.PgConn().CancelRequest(t.Context()); err != nil {
				t.Error(err)
			}
		}},
		{"the source that is read dies", "", func() {
			_, _ = texts(t.Context(), watch, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+s.crm+"' AND query LIKE '%slow%'")
		}},
		{"the source that is written dies", "", func() {
			_, _ = texts(t.Context(), watch, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+s.ops+"' AND query LIKE '%INSERT%'")
		}},
	} {
		ended := make(chan error, 1)
		go func() {
			sql := insert
			switch {
			case strings.Contains(end.name, "few rows"):
				sql = strings.Replace(insert, "slow", "trickle", 1)
			case strings.Contains(end.name, "before a row"):
				sql = "INSERT INTO ops.public.taken SELECT v.n FROM crm.public.never v JOIN files.public.costs k ON k.customer >= v.n"
			}
			_, err := texts(context.WithoutCancel(t.Context()), c, sql)
			ended <- err
		}()
		if strings.Contains(end.name, "before a row") {
			courttest.Eventually(t, "the query runs", asking)
		} else {
			courttest.Eventually(t, "rows are added", adding)
		}
		began := time.Now()
		end.how()
		var failed *pgconn.PgError
		if err := <-ended; !errors.As(err, &failed) || end.code != "" && failed.Code != end.code {
			t.Errorf("%s: %v", end.name, err)
		}
		t.Logf("%s: it ended after %v: %v", end.name, time.Since(began), failed)
		courttest.Eventually(t, "the transactions end", func() bool {
			got, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity WHERE datname IN ('"+s.crm+"', '"+s.ops+"') AND state <> 'idle'")
			return err == nil && got[0] == "0"
		})
		if got := outcome(t, c, "SELECT count(*) FROM ops.public.taken"); got != "SELECT 1;0" {
			t.Errorf("%s: %s", end.name, got)
		}
	}
}
