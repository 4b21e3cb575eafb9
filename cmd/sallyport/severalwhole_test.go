package main

import (
	"net/url"
	"strings"
	"testing"
)

// TestSeveralWhole: a statement over tables that a Postgres has from other servers goes there whole: the join is its
// affair, and nothing runs here.
func TestSeveralWhole(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	at, err := url.Parse(s.pg.DSN(s.ops))
	if err != nil {
		t.Fatal(err)
	}
	s.pg.Exec(t, s.crm, `CREATE EXTENSION postgres_fdw; CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '`+at.Hostname()+`', port '`+at.Port()+`', dbname '`+s.ops+`');
		CREATE USER MAPPING FOR PUBLIC SERVER far OPTIONS (user '`+at.User.Username()+`', password_required 'false'); CREATE SCHEMA far; IMPORT FOREIGN SCHEMA public FROM SERVER far INTO far`)
	c := s.connect(t, "crm")
	const sql = "SELECT count(*), sum(o.total) FROM customers c JOIN far.orders o ON o.customer = c.id WHERE c.id < 100"
	whole, err := texts(t.Context(), c, sql)
	if err != nil {
		t.Fatal(err)
	}
	apart, err := texts(t.Context(), c, strings.Replace(sql, "far.", "ops.public.", 1))
	if err != nil || whole[0] != apart[0] {
		t.Errorf("%q, apart %q %v", whole, apart, err)
	}
	if !strings.Contains(s.pg.Log(), "SELECT count(*), sum(o.total) FROM customers c JOIN far.orders o") {
		t.Error("the statement did not go there whole")
	}
	if records := s.records(t); !strings.Contains(records, `"crm.far.orders"`) || !strings.Contains(records, `"class":"exec"`) {
		t.Error(records)
	}
}
