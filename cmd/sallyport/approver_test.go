package main

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// approverSchema is what the statements of TestWhatAnApproverSees are about.
const approverSchema = `
CREATE TABLE customers (id int PRIMARY KEY, name text, country text, password text);
CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers ON DELETE CASCADE, total int);
CREATE TABLE items (id int PRIMARY KEY, "order" int REFERENCES orders ON DELETE CASCADE);
CREATE TABLE visits (customer int REFERENCES customers ON DELETE SET NULL);
CREATE TABLE archive (id int, customer int, total int);
CREATE TABLE history (at timestamptz, what text);
CREATE VIEW americans AS SELECT id, name FROM customers WHERE country = 'US';
CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;
CREATE RULE forget AS ON DELETE TO totals DO INSTEAD DELETE FROM orders WHERE orders.customer = OLD.customer;
CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO history VALUES (now(), TG_OP);
  RETURN NULL;
END$$;
CREATE TRIGGER remembered AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION remember();
CREATE PROCEDURE close_year(year int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive SELECT id, customer, total FROM orders WHERE id < year;
  DELETE FROM orders WHERE id < year;
END$$;
INSERT INTO customers SELECT i, 'c' || i, CASE WHEN i % 2 = 0 THEN 'US' ELSE 'FR' END, 'secret' || i FROM generate_series(1, 400) AS i;
INSERT INTO orders SELECT i, (i - 1) % 400 + 1, i FROM generate_series(1, 8000) AS i;
INSERT INTO items SELECT i, (i - 1) % 8000 + 1 FROM generate_series(1, 16000) AS i;
INSERT INTO visits SELECT i % 400 + 1 FROM generate_series(1, 1200) AS i;
ANALYZE`

// approverStatements are what somebody wants to run, in that order; none of it runs.
var approverStatements = []string{
	"delete from customers where country='US' /*" + strings.Repeat(" ", 3000) + "*/ or id = 399",
	"UPDATE customers SET name = upper(name), password = 'hunter2' WHERE id <= 3",
	"TRUNCATE customers CASCADE",
	"DROP TABLE orders CASCADE",
	"CALL close_year(2020)",
	"DO $$BEGIN DELETE FROM visits; UPDATE customers SET country = 'DE'; END$$",
	"INSERT INTO archive SELECT id, customer, total FROM orders WHERE total > 7000",
	"DELETE FROM totals WHERE total > 100000",
	"MERGE INTO customers c USING orders o ON c.id = o.customer AND o.id <= 10 WHEN MATCHED THEN UPDATE SET country = 'XX'",
	"ALTER TABLE customers DROP COLUMN country CASCADE",
}

// TestWhatAnApproverSees is a transcript of what approvals show says of ten statements
// that a session of the Postgres door wants to run; -update rewrites it.
func TestWhatAnApproverSees(t *testing.T) {
	r := startShop(t, approverSchema)
	var text strings.Builder
	for _, sql := range approverStatements {
		if status, stdout, stderr := r.sql(t, sql); status != 1 || !strings.Contains(stderr, "nobody has decided yet") {
			t.Fatalf("%s: status %d, %s%s", sql, status, stdout, stderr)
		}
		id := waitForRequest(t, r.state)
		status, stdout, stderr := call(t, nil, "", "approvals", "show", id, "--state-dir", r.state)
		if status != 0 {
			t.Fatal(stderr)
		}
		fmt.Fprintf(&text, "%s\n", strings.ReplaceAll(stdout, id, "ap-ID"))
		if status, _, stderr := call(t, nil, "", "approvals", "deny", id, "--state-dir", r.state); status != 0 {
			t.Fatal(stderr)
		}
	}
	if strings.Contains(r.records(t), "hunter2") {
		t.Error("the record has a secret that the approver was shown")
	}
	compareTranscript(t, "testdata/approver.txt", steadyApproval(text.String(), r.state))
}

// TestApproverLooks is a transcript of what approvals show adds with --plan and --sample.
// Nothing of a statement runs for it, and it is on record as the approver's.
func TestApproverLooks(t *testing.T) {
	r := startShop(t, approverSchema+`;
CREATE SEQUENCE ran;
CREATE VIEW logins AS SELECT id, name, password AS p, upper(password) AS shout FROM customers;
CREATE VIEW again AS SELECT l.id AS who, l.name AS called, l.p AS q, (SELECT max(shout) FROM logins) AS highest FROM logins l;
CREATE FUNCTION told(who int) RETURNS text STABLE LANGUAGE sql AS $$SELECT password FROM customers WHERE id = who$$;
CREATE TYPE pair AS (a int, password text);
CREATE TABLE pairs (id int, p pair, loud text GENERATED ALWAYS AS (upper((p).password)) STORED);
INSERT INTO pairs SELECT id, ROW(1, password)::pair FROM customers WHERE id < 3;
CREATE FUNCTION counts(id int) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM nextval('ran'); RETURN true; END$$`)
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, sql := range []string{
		"UPDATE customers SET country = 'XX', password = 'hunter2', name = name || id WHERE id <= 2",
		"UPDATE customers c SET name = c.password, (country, id) = ('DE', c.id + 1000) FROM orders o WHERE o.customer = c.id AND o.id = 7",
		"DELETE FROM orders USING customers c WHERE c.id = orders.customer AND c.name = 'c9' AND orders.id < 1000",
		"INSERT INTO archive SELECT id, customer, total FROM orders WHERE total > 7998",
		"INSERT INTO history SELECT date '2026-01-01', password FROM customers",
		"DELETE FROM logins WHERE id = 1",
		"UPDATE archive a SET id = a.id FROM again b WHERE b.who = a.id",
		"INSERT INTO archive (id, customer) SELECT who, length(highest) FROM again WHERE who < 3",
		"INSERT INTO history SELECT date '2026-01-01', told(id) FROM customers WHERE id < 3",
		"INSERT INTO history SELECT date '2026-01-01', upper(q.called) FROM (SELECT * FROM again) q WHERE q.who < 3",
		"DELETE FROM pairs",
		"TRUNCATE items",
		"DELETE FROM items WHERE counts(id)",
		"CALL close_year(3)",
	} {
		if status, stdout, stderr := r.sql(t, sql); status != 1 || !strings.Contains(stderr, "nobody has decided yet") {
			t.Fatalf("%s: status %d, %s%s", sql, status, stdout, stderr)
		}
		id := waitForRequest(t, r.state)
		status, stdout, stderr := call(t, nil, "", "approvals", "show", id, "--plan", "--sample", "--state-dir", r.state)
		if status != 0 {
			t.Fatal(stderr)
		}
		_, added, _ := strings.Cut(stdout, "\n\n")
		added, _, _ = strings.Cut(added, "\n\nTo approve it")
		fmt.Fprintf(&text, "%s\n\n", added)
		if status, _, stderr := call(t, nil, "", "approvals", "deny", id, "--state-dir", r.state); status != 0 {
			t.Fatal(stderr)
		}
	}
	got := regexp.MustCompile(` +\(cost=[^)]*\)`).ReplaceAllString(text.String(), "")
	compareTranscript(t, "testdata/approverlooks.txt", got)
	if strings.Contains(strings.ToLower(got), "secret1") || strings.Contains(strings.ToLower(got), "secret2") {
		t.Error("a sample shows secrets")
	}
	records := r.records(t)
	if want := `"principal":"` + me.Username + `"`; !strings.Contains(records, `"tool":"approvals show"`) || !strings.Contains(records, want) {
		t.Error("looking is not on record as the approver's")
	}
	if status, stdout, stderr := r.sql(t, "--format", "csv", "SELECT is_called FROM ran"); status != 0 || stdout != "is_called\nf\n" {
		t.Errorf("code of users ran: %d %s%s", status, stdout, stderr)
	}
}

// startShop runs a server in mode safe over a Postgres database of its own, where what
// asks waits for the desk.
func startShop(t *testing.T, schema string) *running {
	t.Helper()
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	database := strings.TrimSuffix(filepath.Base(dsn), "?sslmode=disable")
	server.Exec(t, database, schema)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	config := "sources:\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN, default: true}\napprovals: {desk: true, wait: 0s, estimate_timeout: 30s}\n"
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, []string{"SHOP_DSN=" + dsn, "SALLYPORT_APPROVALS_DESK=true"}, "--config", file)
}

// steadyApproval leaves out of a transcript what is another thing each time.
func steadyApproval(text, state string) string {
	text = strings.ReplaceAll(text, state, "STATE")
	text = regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(text, "ADDRESS")
	text = regexp.MustCompile(`expires in \d+m`).ReplaceAllString(text, "expires in 14m")
	text = regexp.MustCompile(`\b\d+s ago`).ReplaceAllString(text, "0s ago")
	text = regexp.MustCompile(`waited for \d+s`).ReplaceAllString(text, "waited for 0s")
	return regexp.MustCompile(`(?m)^(  session +)\S+$`).ReplaceAllString(text, "${1}SESSION")
}

// compareTranscript compares a text with a file, or rewrites the file.
func compareTranscript(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s differs (%v); run with -update and read the diff. Got:\n%s", file, err, got)
	}
}
