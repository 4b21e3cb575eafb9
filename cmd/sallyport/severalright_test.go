package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSeveralByPrincipal: a statement over several sources reads of each what its principal may: the rows that policies of a
// Postgres leave it, the tables that its own login has, and the columns that its roles allow.
func TestSeveralByPrincipal(t *testing.T) {
	pg := pgtest.Start(t)
	told, split, free := databaseOf(t, pg.CreateDB(t)), databaseOf(t, pg.CreateDB(t)), databaseOf(t, pg.CreateDB(t))
	pg.Exec(t, told, `CREATE TABLE notes (owner text, num int, secret text); INSERT INTO notes VALUES ('ann', 1, 's1'), ('ann', 2, 's2'), ('bob', 3, 's3');
		ALTER TABLE notes ENABLE ROW LEVEL SECURITY; ALTER TABLE notes FORCE ROW LEVEL SECURITY; CREATE POLICY own ON notes USING (owner = current_setting('sallyport.subject', true));
		CREATE ROLE several_plain LOGIN; GRANT SELECT ON notes TO several_plain`)
	pg.Exec(t, split, `CREATE SCHEMA a; CREATE SCHEMA b; CREATE TABLE a.sums AS SELECT 10 AS v; CREATE TABLE b.sums AS SELECT 20 AS v;
		CREATE ROLE several_a LOGIN; CREATE ROLE several_b LOGIN; GRANT USAGE ON SCHEMA a TO several_a; GRANT USAGE ON SCHEMA b TO several_b; GRANT SELECT ON a.sums TO several_a; GRANT SELECT ON b.sums TO several_b;
		ALTER ROLE several_a SET search_path TO a; ALTER ROLE several_b SET search_path TO b`)
	pg.Exec(t, free, "CREATE TABLE words AS SELECT i AS n, 'w' || i AS word FROM generate_series(1, 5) i; CREATE TABLE unlisted (n int)")
	as := func(role, db string) string {
		return strings.Replace(pg.DSN(db), "postgres://", "postgres://"+role+"@", 1)
	}
	if strings.Contains(pg.DSN(told), "@") {
		as = func(role, db string) string {
			_, rest, _ := strings.Cut(pg.DSN(db), "@")
			return "postgres://" + role + "@" + rest
		}
	}
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("pw-of-all"), 0o600); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf(`
pgwire:
  users:
    - {name: ann, password_file: %[5]q, roles: [first]}
    - {name: bob, password_file: %[5]q, roles: [second]}
    - {name: eve, password_file: %[5]q}
    - {name: cat, password_file: %[5]q, roles: [third]}
roles:
  - {name: third, mode: read_only, relations: {allow: ["told.public.notes", "free.public.words"]}}
  - {name: first, mode: read_only, relations: {deny: ["free.public.hidden"]}, columns: {deny: ["told.public.notes.secret"]}}
  - {name: second, mode: read_only}
sources:
  - {name: told, kind: postgres, dsn: %[1]q, identity: [subject]}
  - {name: split, kind: postgres, per_principal: [{roles: [first], dsn: %[2]q}, {roles: [second], dsn: %[3]q}]}
  - {name: free, kind: postgres, dsn: %[4]q}
`, as("several_plain", told), as("several_a", split), as("several_b", split), pg.DSN(free), secret)
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &spread{running: start(t, nil, "--config", file), pg: pg}
	for _, test := range []struct{ user, sql, want string }{
		{"ann", "SELECT x.num, w.word FROM told.public.notes x JOIN free.public.words w ON w.n = x.num ORDER BY 1", "SELECT 2;1|w1;2|w2"},
		{"bob", "SELECT x.num, w.word FROM told.public.notes x JOIN free.public.words w ON w.n = x.num ORDER BY 1", "SELECT 1;3|w3"},
		{"ann", "SELECT count(*) FROM told.public.notes x RIGHT JOIN free.public.words w ON w.n = x.num WHERE x.num IS NULL", "SELECT 1;3"},
		{"ann", "SELECT x.secret FROM told.public.notes x JOIN free.public.words w ON w.n = x.num", "ERROR"},
		{"ann", "SELECT w.word FROM told.public.notes x JOIN free.public.words w ON w.n = x.num AND x.secret = 's1'", "ERROR"},
		{"ann", "SELECT x.* FROM told.public.notes x JOIN free.public.words w ON w.n = x.num", "ERROR"},
		{"ann", "SELECT row_to_json(x) FROM told.public.notes x JOIN free.public.words w ON w.n = x.num", "ERROR"},
		{"ann", "SELECT n.num, w.n FROM told.public.notes n JOIN free.public.words w ON w.n = n.num ORDER BY 1", "SELECT 2;1|1;2|2"},
		{"ann", "SELECT w.n FROM told.public.notes n, (VALUES (7)) w(n) LIMIT 1", "SELECT 1;7"}, // one source has it all
		{"ann", "SELECT w.n, n FROM told.public.notes n, (VALUES (7)) w(n) LIMIT 1", "ERROR"},
		{"ann", "SELECT w.n, to_json(n) FROM told.public.notes n, (VALUES (7)) w(n) LIMIT 1", "ERROR"},
		{"ann", "SELECT row_to_json(n) FROM told.public.notes n JOIN free.public.words w ON w.n = n.num", "ERROR"},
		{"ann", "SELECT w.n, n FROM told.public.notes n JOIN free.public.words w ON w.n = n.num", "ERROR"},
		{"ann", "SELECT w.n, n.* FROM told.public.notes n JOIN free.public.words w ON w.n = n.num", "ERROR"},
		{"ann", "SELECT w.n, n.secret FROM told.public.notes n JOIN free.public.words w ON w.n = n.num", "ERROR"},
		{"bob", "SELECT x.secret FROM told.public.notes x JOIN free.public.words w ON w.n = x.num", "SELECT 1;s3"},
		{"ann", "SELECT s.v, count(*) FROM split.a.sums s, free.public.words w GROUP BY 1", "SELECT 1;10|5"},
		{"bob", "SELECT s.v, count(*) FROM split.b.sums s, free.public.words w GROUP BY 1", "SELECT 1;20|5"},
		{"bob", "SELECT s.v, count(*) FROM split.a.sums s, free.public.words w GROUP BY 1", "ERROR"},
		{"ann", "SELECT s.v FROM free.public.hidden s, told.public.notes w", "ERROR"},
		{"eve", "SELECT w.word FROM told.public.notes x JOIN free.public.words w ON w.n = x.num", "ERROR"},
	} {
		c, err := s.connectAs(t, test.user+":pw-of-all", "free")
		if err != nil {
			if test.want != "ERROR" {
				t.Error(test.user, err)
			}
			continue
		}
		if got := outcome(t, c, test.sql); got != test.want && test.want != "ERROR" || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %s:\n%s, want %s", test.user, test.sql, got, test.want)
		}
	}
	s.tellsHiddenAsAbsent(t)
	s.tellsNothingOfColumns(t)
}

// tellsNothingOfColumns checks that errors of names and types tell nothing of a column that is not for somebody.
func (s *spread) tellsNothingOfColumns(t *testing.T) {
	t.Helper()
	c, err := s.connectAs(t, "ann:pw-of-all", "free")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{"secre FROM", "num FROM told.public.notes y JOIN free.public.words v ON y.secret = v.n,", "num + x.secret FROM", "num || secrt FROM"} {
		sql := "SELECT x." + of + " told.public.notes x JOIN free.public.words w ON w.n = x.num"
		var failed *pgconn.PgError
		if _, err := texts(t.Context(), c, sql); !errors.As(err, &failed) || strings.Contains(failed.Hint, "secret") || strings.Contains(failed.Message, "text") {
			t.Errorf("%s: %+v", sql, failed)
		}
	}
}

// tellsHiddenAsAbsent checks that a relation which is not for somebody is told as one that does not exist.
func (s *spread) tellsHiddenAsAbsent(t *testing.T) {
	t.Helper()
	c, err := s.connectAs(t, "cat:pw-of-all", "free")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"SELECT count(*) FROM free.public.%s x, told.public.notes n", "SELECT n.num FROM told.public.notes n JOIN free.public.%s x ON x.n = n.num", "SELECT num FROM told.public.notes WHERE num IN (SELECT n FROM free.public.%s)",
		"EXPLAIN SELECT 1 FROM free.public.%s x, told.public.notes n", "SELECT 1 FROM free.public.%s x, told.public.notes n WHERE x.n = n.owner", "SELECT x.m FROM free.public.%s x, told.public.notes n",
	} {
		var told [2]string
		for i, name := range []string{"unlisted", "wibbling"} {
			began := time.Now()
			_, err := c.Exec(t.Context(), strings.ReplaceAll(sql, "%s", name))
			if err == nil || time.Since(began) < 25*time.Millisecond {
				t.Errorf("%s of %s: %v after %v", sql, name, err, time.Since(began))
				continue
			}
			told[i] = strings.ReplaceAll(fmt.Sprintf("%+v", err), name, "NAME")
		}
		if told[0] != told[1] || !strings.Contains(told[0], "is not for you, or there is none of that name") {
			t.Errorf("%s:\n%s\n%s", sql, told[0], told[1])
		}
	}
}

// connectAs connects to a source as somebody.
func (s *spread) connectAs(t *testing.T, user, source string) (*pgx.Conn, error) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), "postgres://"+user+"@"+s.pgwire+"/"+source)
	if err == nil {
		t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
	}
	return c, err
}
