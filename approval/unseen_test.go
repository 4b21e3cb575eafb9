package approval_test

import (
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestUnseenIsNotApproved: nobody approves or grants, over any channel, what holds a secret that
// the server cannot show any more; who asks again brings it back.
func TestUnseenIsNotApproved(t *testing.T) {
	o := approval.Options{Dir: t.TempDir(), GrantMax: time.Hour}
	s := open(t, o)
	r := scoped("d")
	r.Hides, r.Plain = true, &approval.Plain{SQL: "UPDATE t SET password = 'x'"}
	id := submit(t, s, r).ID
	s.Close()
	s = open(t, o)
	_, err := s.Decide(id, byBert)
	wantCode(t, err, sqlstate.ObjectNotInState, "may be a secret")
	_, _, err = s.Grant(id, byBert, approval.Terms{For: time.Hour})
	wantCode(t, err, sqlstate.ObjectNotInState, "may be a secret")
	if now, err := s.Get(id); err != nil || now.State != approval.Pending || len(s.Grants()) != 0 {
		t.Fatalf("%+v %v", now, err)
	}
	if err := s.Remember("other", id, r.Plain); err == nil {
		t.Error("another statement's text was taken for it")
	}
	if err := s.Remember("d", id, r.Plain); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Get(id); err != nil || now.Revealed().SQL != r.Plain.SQL {
		t.Errorf("%+v %v", now, err)
	}
	if decide(t, s, id, byBert).State != approval.Approved {
		t.Error("it is not approved")
	}
	r.Digest = "e"
	id = submit(t, s, r).ID
	s.Close()
	s = open(t, o)
	if r, err := s.Decide(id, approval.Verdict{Approver: "bert", Channel: "desk"}); err != nil || r.State != approval.Denied {
		t.Errorf("%+v %v", r, err)
	}
}
