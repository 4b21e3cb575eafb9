package duckdb

import (
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestDrawn: what a session has drawn is its own, and stays when its connection serves another session.
func TestDrawn(t *testing.T) {
	p := open(t, Options{})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, a, "CREATE SEQUENCE s")
	must(t, a, "CREATE TABLE t (id int DEFAULT pg__drawn(nextval('s'), 'public.s'), v int)")
	must(t, a, "INSERT INTO t (v) SELECT x FROM range(10000) r(x)")
	if got := must(t, a, "SELECT pg__currval('public.s'), pg__lastval()").rows[0]; got != "10000|10000" {
		t.Errorf("the session has drawn %s", got)
	}
	if _, err := try(b, "SELECT pg__currval('public.s')"); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
		t.Errorf("another session: %v", err)
	}
	if _, err := try(b, "SELECT pg__lastval()"); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
		t.Errorf("another session: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c := connect(t, p, providers.ConnOptions{})
		if _, err := try(c, "SELECT pg__lastval()"); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
			t.Errorf("a new session: %v", err)
		}
	}
}

// TestDrawnBefore: the defaults of earlier versions note nothing, so that currval is refused rather than wrong.
func TestDrawnBefore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old.duckdb")
	p := open(t, Options{Path: file})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE SEQUENCE s")
	must(t, c, "CREATE TABLE t (id int DEFAULT nextval('s'), v int)")
	must(t, c, "INSERT INTO t (v) VALUES (1)")
	if _, err := try(c, "SELECT pg__currval('public.s')"); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
		t.Errorf("an earlier default: %v", err)
	}
	must(t, c, "ALTER TABLE t ALTER COLUMN id SET DEFAULT pg__drawn(nextval('s'), 'public.s')")
	must(t, c, "INSERT INTO t (v) VALUES (1)")
	must(t, c, "SELECT pg__currval('public.s')")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	p = open(t, Options{Path: file})
	c = connect(t, p, providers.ConnOptions{})
	must(t, c, "INSERT INTO t (v) VALUES (1)")
	if got := must(t, c, "SELECT pg__currval('public.s')").rows[0]; got != "3" {
		t.Errorf("after the file was opened again: %s", got)
	}
}
