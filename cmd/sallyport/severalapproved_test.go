package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSeveralApproved: rows of a table make requests to an API that a person approves, and only those; a view that
// would write is asked about, and writes nothing even then.
func TestSeveralApproved(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	db := databaseOf(t, dsn)
	pg.Exec(t, db, `CREATE TABLE people (id int, name text); INSERT INTO people VALUES (1, 'ann'), (2, 'bob'), (3, 'cy');
		CREATE FUNCTION writes() RETURNS int LANGUAGE sql VOLATILE AS $$INSERT INTO people VALUES (99, 'x') RETURNING id$$; CREATE VIEW sly AS SELECT writes() AS id`)
	d := startDesked(t, callable, "")
	d.names = `[{"name": "ann", "size": 5}, {"name": "bob", "size": 7}]`
	file, err := os.OpenFile(d.args[1], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = fmt.Fprintf(file, "  - {name: crm, kind: postgres, dsn: %q}\n", dsn); err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	d.restart(t)

	insert := "INSERT INTO own.s.things (org, data__name, data__size) SELECT 'acme', p.name, n.size FROM crm.public.people p JOIN own.s.names n ON n.name = p.name WHERE p.id < 3 ORDER BY 2"
	r := d.asked(t, insert)
	if r.Class != "mutate" || r.Sends == nil || r.Sends.Count != 2 || len(d.took()) > 0 {
		t.Errorf("%+v", r)
	}
	pg.Exec(t, db, "UPDATE people SET name = 'eve' WHERE id = 2")
	d.sql(t, "-c", insert)
	if list := d.waiting(t); len(list) != 2 {
		t.Errorf("other rows are the same request: %+v", list)
	}
	pg.Exec(t, db, "UPDATE people SET name = 'bob' WHERE id = 2")
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", insert); !strings.Contains(stdout+stderr, "INSERT 0 2") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if sent := fmt.Sprint(d.took()); sent != `[POST /v1/acme/things {"name":"ann","size":5} POST /v1/acme/things {"name":"bob","size":7}]` {
		t.Error(sent)
	}

	for _, one := range d.waiting(t) {
		d.approvals(t, "deny", one.ID)
	}
	sly := "SELECT v.id FROM crm.public.sly v CROSS JOIN own.s.names n"
	r = d.asked(t, sly)
	if r.Class != "exec" || !strings.Contains(fmt.Sprint(r.Reason), "the scan of crm.public.sly") {
		t.Errorf("%+v", r)
	}
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", sly); !strings.Contains(stderr, "read-only transaction") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if _, stdout, _ := d.sql(t, "-c", "SELECT 'people:', count(*) FROM crm.public.people"); !strings.Contains(stdout, "3") {
		t.Error(stdout)
	}
	if records := d.records(t); !strings.Contains(records, `"phase":"intent"`) || !strings.Contains(records, `"sqlstate":"25006"`) {
		t.Error(records)
	}
}
