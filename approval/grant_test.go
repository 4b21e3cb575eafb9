package approval_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var (
	table  = approval.CoveredRelation{Name: "shop.public.t", Print: "1 table", Write: true}
	lookup = approval.CoveredRelation{Name: "shop.public.l", Print: "2 table"}
	some   = approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{table, lookup}}
)

func scoped(digest string) approval.Request {
	return approval.Request{Digest: digest, Principal: "anna", Source: "shop", MaxRows: 5, Scope: &some}
}

// counted is an estimate of so many rows.
func counted(rows int64) approval.Estimate {
	if rows < 0 {
		return approval.Estimate{Rows: -1}
	}
	return approval.Estimate{Rows: rows, By: "count"}
}

var byBert = approval.Verdict{Approve: true, Approver: "bert", Channel: "desk"}

// A grant lives in its file: what it is for, each use and its end outlive a restart.
func TestGrantIsDurable(t *testing.T) {
	now := newClock()
	var told []string
	o := approval.Options{
		Dir: t.TempDir(), Now: now.now, GrantMax: time.Hour,
		OnGrant: func(g approval.Grant, what string) error { told = append(told, what+" "+g.ID); return nil },
	}
	s := open(t, o)
	r, g, err := s.Grant(submit(t, s, scoped("d")).ID, byBert, approval.Terms{For: time.Hour, Times: 3})
	if err != nil || r.State != approval.Approved || r.Grant != g.ID || r.MaxRows != 5 || g.Uses != 1 || !strings.HasPrefix(g.ID, "gr-") {
		t.Fatalf("%+v %+v %v", r, g, err)
	}
	again := func() { s.Close(); s = open(t, o) }
	for uses := 2; uses <= 3; uses++ {
		again()
		if !s.Granted("anna", "shop") || s.Granted("bert", "shop") || s.Granted("anna", "other") {
			t.Error("whose it is")
		}
		if used, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(5)); !ok || err != nil || used.Uses != uses {
			t.Fatalf("use %d: %+v %v %v", uses, used, ok, err)
		}
	}
	again()
	if _, ok, _ := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1)); ok {
		t.Error("a fourth use")
	}
	_, second, err := s.Grant(submit(t, s, scoped("e")).ID, byBert, approval.Terms{For: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	now.pass(59 * time.Minute)
	if _, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(-1)); !ok || err != nil {
		t.Errorf("in time: %v %v", ok, err)
	}
	if _, err := s.Revoke(second.ID, "carla"); err != nil {
		t.Error(err)
	}
	again()
	if _, ok, _ := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1)); ok {
		t.Error("a revoked grant was used")
	}
	_, err = s.Revoke(second.ID, "carla")
	wantCode(t, err, sqlstate.ObjectNotInState, "is revoked already")
	_, err = s.Revoke("gr-none", "carla")
	wantCode(t, err, sqlstate.UndefinedObject, "gr-none")
	_, third, err := s.Grant(submit(t, s, scoped("f")).ID, byBert, approval.Terms{For: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	now.pass(time.Minute)
	if _, ok, _ := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1)); ok {
		t.Error("an expired grant was used")
	}
	want := "granted " + g.ID + ", granted " + second.ID + ", revoked " + second.ID + ", granted " + third.ID
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("recorded %s, want %s", got, want)
	}
}

// A use that cannot be more than once is had once.
func TestGrantRace(t *testing.T) {
	s := open(t, approval.Options{GrantMax: time.Hour})
	if _, _, err := s.Grant(submit(t, s, scoped("d")).ID, byBert, approval.Terms{For: time.Hour, Times: 4}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	used := make(chan bool, 30)
	for range 30 {
		wg.Go(func() {
			_, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1))
			if err != nil {
				t.Error(err)
			}
			used <- ok
		})
	}
	wg.Wait()
	close(used)
	n := 0
	for ok := range used {
		if ok {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d uses", n)
	}
}

// A grant covers what does no more, by every fact.
func TestGrantCovers(t *testing.T) {
	s := open(t, approval.Options{GrantMax: time.Hour})
	if _, _, err := s.Grant(submit(t, s, scoped("d")).ID, byBert, approval.Terms{For: time.Hour, Verbs: []string{"insert"}}); err != nil {
		t.Fatal(err)
	}
	other, writes, moved := table, lookup, table
	other.Name, writes.Write, moved.Print = "shop.public.u", true, "3 table"
	for name, test := range map[string]struct {
		done    approval.Scope
		rows    int64
		covered bool
	}{
		"the same":          {some, 5, true},
		"less":              {approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{table}}, 0, true},
		"the other verb":    {approval.Scope{Verbs: []string{"INSERT", "UPDATE"}, Relations: []approval.CoveredRelation{table}}, 5, true},
		"unknown rows":      {some, -1, true},
		"more rows":         {some, 6, false},
		"another verb":      {approval.Scope{Verbs: []string{"UPDATE", "DELETE"}, Relations: []approval.CoveredRelation{table}}, 1, false},
		"another relation":  {approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{table, other}}, 1, false},
		"a write":           {approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{writes}}, 1, false},
		"another print":     {approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{moved}}, 1, false},
		"what is uncovered": {approval.Scope{Verbs: []string{"UPDATE"}, Relations: []approval.CoveredRelation{table}, Why: "triggers fire"}, 1, false},
		"nothing":           {approval.Scope{}, 0, false},
	} {
		if _, ok, err := s.UseGrant("anna", "shop", test.done, approval.Facts{}, counted(test.rows)); ok != test.covered || err != nil {
			t.Errorf("%s: covered %v, %v", name, ok, err)
		}
	}
}

func TestNoGrant(t *testing.T) {
	s := open(t, approval.Options{GrantMax: time.Hour})
	none := open(t, approval.Options{})
	unbound, uncovered, unknown := scoped("b"), scoped("c"), scoped("d")
	unbound.MaxRows, uncovered.Scope, unknown.Scope = -1, &approval.Scope{Why: "triggers fire: x"}, nil
	for want, test := range map[string]struct {
		s *approval.Store
		r approval.Request
		t approval.Terms
	}{
		"this server gives no grants":      {none, scoped("a"), approval.Terms{For: time.Minute}},
		"for a time of at most 1h0m0s":     {s, scoped("a"), approval.Terms{For: 2 * time.Hour}},
		"and not for 0s":                   {s, scoped("a"), approval.Terms{}},
		"at least 2 statements":            {s, scoped("a"), approval.Terms{For: time.Minute, Times: 1}},
		"needs a number of rows":           {s, unbound, approval.Terms{For: time.Minute}},
		"triggers fire: x":                 {s, uncovered, approval.Terms{For: time.Minute}},
		"it is not known what it does":     {s, unknown, approval.Terms{For: time.Minute}},
		`a grant cannot be for "TRUNCATE"`: {s, scoped("a"), approval.Terms{For: time.Minute, Verbs: []string{"truncate"}}},
	} {
		r, _, err := test.s.Submit(test.r)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = test.s.Grant(r.ID, byBert, test.t)
		wantCode(t, err, sqlstate.InvalidParameterValue, want)
		if got, err := test.s.Get(r.ID); err != nil || got.State != approval.Pending || len(test.s.Grants()) > 0 {
			t.Errorf("%s: %+v %v", want, got, err)
		}
	}
	dir := t.TempDir()
	unrecorded := open(t, approval.Options{Dir: dir, GrantMax: time.Hour, OnGrant: func(approval.Grant, string) error { return errors.New("disk full") }})
	if _, _, err := unrecorded.Grant(submit(t, unrecorded, scoped("a")).ID, byBert, approval.Terms{For: time.Minute}); err == nil || len(unrecorded.Grants()) > 0 {
		t.Errorf("what cannot be recorded is granted: %v", err)
	}
	unrecorded.Close()
	if err := os.WriteFile(filepath.Join(dir, "gr-0000000000.grant"), []byte(`{"id":"gr-0000000000","revoked_now":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := approval.Open(approval.Options{Dir: dir})
	wantCode(t, err, sqlstate.IOError, "gr-0000000000.grant is not a grant")
}
