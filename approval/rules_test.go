package approval_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// court has people who may approve, until they may not.
type court struct {
	people int
	out    map[string]bool
}

func (c *court) People(approval.Request) int { return c.people }

func (c *court) Refusal(_ approval.Request, by approval.Approval) string {
	if c.out[by.Approver] && len(by.Roles) == 0 {
		return "they may not"
	}
	return ""
}

func (c *court) Person(name string) string { return strings.TrimSuffix(name, "@home") }

func (c *court) Who(approval.Request) []string { return nil }

// TestTwoPeople: two different people approve, each by proof, and what one of them may not do any more does not
// count when it is used; a restart forgets none of it.
func TestTwoPeople(t *testing.T) {
	rules := &court{people: 2, out: map[string]bool{"eve": true}}
	began := time.Now()
	var later atomic.Int64 // read by the store's own goroutine, too
	now := func() time.Time { return began.Add(time.Duration(later.Load())) }
	dir := t.TempDir()
	open := func() *approval.Store {
		s, err := approval.Open(approval.Options{Dir: dir, Rules: rules, GrantMax: time.Hour, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	ask := func(digest string) approval.Request {
		r, _, err := s.Submit(approval.Request{Digest: digest, Principal: "anna", Source: "shop", Class: "delete", SQL: "DELETE", MaxRows: 10})
		if err != nil || r.People != 2 {
			t.Fatal(r, err)
		}
		return r
	}
	decide := func(id, who string) (approval.Request, error) {
		return s.Decide(id, approval.Verdict{Approve: true, Approver: who, Channel: "desk", Proven: true})
	}
	r := ask("one")
	for _, who := range []string{"eve", "dana"} {
		got, err := decide(r.ID, who)
		if who == "eve" && sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || who == "dana" && (err != nil || got.State != approval.Pending) {
			t.Fatal(who, got.State, err)
		}
	}
	if _, ok, _ := s.Claim("one"); ok {
		t.Fatal("one person is enough")
	}
	for _, same := range []string{"dana", "dana@home"} {
		if _, err := decide(r.ID, same); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
			t.Errorf("%s approves twice: %v", same, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	defer s.Close()
	if got, err := decide(r.ID, "erik"); err != nil || got.State != approval.Approved || got.Approver != "dana, erik" {
		t.Fatal(got, err)
	}
	if got, ok, err := s.Claim("one"); !ok || err != nil || len(got.Given) != 2 {
		t.Fatal(got, ok, err)
	}

	r = ask("two") // a right that ended between the approval and its use
	_, _ = decide(r.ID, "dana")
	if got, err := decide(r.ID, "erik"); err != nil || got.State != approval.Approved {
		t.Fatal(got, err)
	}
	rules.out["dana"] = true
	if _, ok := s.Approved("two"); ok {
		t.Error("an approval counts that its approver may not give any more")
	}
	if got, err := s.Get(r.ID); err != nil || got.State != approval.Withdrawn || !strings.Contains(got.Comment, "does not count any more") {
		t.Error(got.State, got.Comment, err)
	}

	r = ask("three") // … and between the first and the second
	rules.out["dana"] = false
	_, _ = decide(r.ID, "dana")
	rules.out["dana"] = true
	if got, err := decide(r.ID, "erik"); err != nil || got.State != approval.Pending {
		t.Error("the first one's approval counts", got.State, err)
	}

	r = ask("four") // a role that a token named, until the token ended
	rules.people = 1
	by := approval.Verdict{Approve: true, Approver: "eve", Channel: "elicitation", Proven: true, Roles: []string{"lead"}, Until: now().Add(time.Minute)}
	if got, err := s.Decide(r.ID, by); err != nil || got.State != approval.Pending { // it was asked for when two had to
		t.Error(got.State, err)
	}
	by.Approver = "zoe"
	if got, err := s.Decide(r.ID, by); err != nil || got.State != approval.Approved {
		t.Error(got.State, err)
	}
	rules.out["zoe"] = true
	later.Store(int64(2 * time.Minute))
	if _, ok, _ := s.Claim("four"); ok {
		t.Error("the role of a token that has ended counts")
	}
}
