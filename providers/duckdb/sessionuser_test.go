package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestSessionUser: a default is the user of the session that adds the row, also where its connection has served another session.
func TestSessionUser(t *testing.T) {
	p := open(t, Options{})
	of := func(name string) *Conn {
		return connect(t, p, providers.ConnOptions{Principal: auth.Principal{Name: name}})
	}
	a, b := of("ann"), of("bob")
	const insert = "INSERT INTO t (id) VALUES (1) RETURNING who"
	must(t, a, "CREATE TABLE t (id int, who text DEFAULT pg__session_user())")
	for name, c := range map[string]*Conn{"ann": a, "bob": b} {
		if got := must(t, c, insert).rows[0]; got != name {
			t.Errorf("%s has added a row of %s", name, got)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if got := must(t, of("cid"), insert).rows[0]; got != "cid" {
		t.Errorf("cid has added a row of %s", got)
	}
	if _, err := try(of(""), insert); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
		t.Errorf("nobody has added a row: %v", err)
	}
}
