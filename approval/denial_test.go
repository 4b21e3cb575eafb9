package approval_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
)

// TestDenialIsKept: many requests do not make the store forget a denial that holds.
func TestDenialIsKept(t *testing.T) {
	s, err := approval.Open(approval.Options{Dir: t.TempDir(), Keep: 10, MaxPending: 2, Denied: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	r, _, err := s.Submit(approval.Request{Digest: "no", Principal: "alice"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Decide(r.ID, approval.Verdict{}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if _, _, err := s.Submit(approval.Request{Digest: fmt.Sprint(i), Principal: "alice"}); err != nil {
			t.Fatal(err)
		}
	}
	other, _, err := s.Submit(approval.Request{Digest: "x", Principal: "bob"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Decide(other.ID, approval.Verdict{}); err != nil {
		t.Fatal(err)
	}
	if _, _, ok, err := s.Denied("no"); !ok || err != nil {
		t.Error("the denial is forgotten", err)
	}
}
