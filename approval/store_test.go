package approval_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// clock is a time that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func open(t *testing.T, o approval.Options) *approval.Store {
	t.Helper()
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "approvals")
	}
	s, err := approval.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func submit(t *testing.T, s *approval.Store, r approval.Request) approval.Request {
	t.Helper()
	stored, again, err := s.Submit(r)
	if err != nil || again {
		t.Fatalf("Submit: again %v, error %v", again, err)
	}
	return stored
}

func decide(t *testing.T, s *approval.Store, id string, v approval.Verdict) approval.Request {
	t.Helper()
	r, err := s.Decide(id, v)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantCode(t *testing.T, err error, code sqlstate.Code, text string) {
	t.Helper()
	if sqlstate.CodeOf(err) != code || err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want %s with %q", err, code, text)
	}
}

func TestLife(t *testing.T) {
	now := newClock()
	dir := filepath.Join(t.TempDir(), "approvals")
	s := open(t, approval.Options{Dir: dir, Now: now.now})
	r := submit(t, s, approval.Request{
		Digest: "d", Principal: "anna", SQL: "DELETE FROM t", MaxRows: 7, Params: []string{"1"},
		ID: "../../x", State: approval.Approved, Approver: "anna", Channel: "desk", // none of the asker's business
	})
	if r.State != approval.Pending || !strings.HasPrefix(r.ID, "ap-") || r.Approver != "" || r.Channel != "" ||
		!r.Created.Equal(now.now()) || !r.Expires.Equal(now.now().Add(15*time.Minute)) {
		t.Errorf("submitted: %+v", r)
	}
	if same, again, err := s.Submit(approval.Request{Digest: "d", Principal: "anna"}); err != nil || !again || !reflect.DeepEqual(same, r) {
		t.Errorf("submitted again: %+v, %v, %v", same, again, err)
	}
	if _, ok, err := s.Claim("d"); ok || err != nil {
		t.Fatalf("a pending request was claimed: %v", err)
	}
	now.pass(time.Minute)
	approved := decide(t, s, r.ID, approval.Verdict{Approve: true, Approver: "bert", Channel: "desk", Comment: "fine", MaxRows: 3})
	if approved.State != approval.Approved || approved.MaxRows != 3 || !approved.Expires.Equal(now.now().Add(10*time.Minute)) ||
		approved.Approver != "bert" || approved.Comment != "fine" || !approved.Decided.Equal(now.now()) {
		t.Errorf("approved: %+v", approved)
	}
	_, err := s.Decide(r.ID, approval.Verdict{})
	wantCode(t, err, sqlstate.ObjectNotInState, "it is approved since 2026-05-04T03:03:01Z")
	wantCode(t, s.Withdraw(r.ID, "no"), sqlstate.ObjectNotInState, "it is approved")
	if _, ok, err := s.Claim("D"); ok || err != nil {
		t.Fatalf("another digest was claimed: %v", err)
	}
	used, ok, err := s.Claim("d")
	if !ok || err != nil || used.State != approval.Used || !used.Used.Equal(now.now()) || used.MaxRows != 3 {
		t.Errorf("claimed: %+v %v %v", used, ok, err)
	}
	if _, ok, err := s.Claim("d"); ok || err != nil {
		t.Errorf("claimed twice: %v %v", ok, err)
	}
	if got := s.List(); len(got) != 1 || !reflect.DeepEqual(got[0], used) {
		t.Errorf("listed: %+v", got)
	}
	_, err = s.Get("ap-0000000000")
	wantCode(t, err, sqlstate.UndefinedObject, `no approval request "ap-0000000000"`)
	modes(t, dir)
}

// modes checks that other users can read neither the folder nor its files.
func modes(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 3 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, path := range append(names(entries), ".") {
		info, err := os.Stat(filepath.Join(dir, path))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

func names(entries []os.DirEntry) (list []string) {
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestDenyAndWithdraw(t *testing.T) {
	s := open(t, approval.Options{})
	a := submit(t, s, approval.Request{Digest: "a", MaxRows: 5})
	b := submit(t, s, approval.Request{Digest: "b"})
	if r := decide(t, s, a.ID, approval.Verdict{Approver: "x", MaxRows: 9}); r.State != approval.Denied || r.MaxRows != 5 {
		t.Errorf("%+v", r)
	}
	if err := s.Withdraw(b.ID, "the client is gone"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{a.ID, b.ID} {
		if _, err := s.Decide(id, approval.Verdict{Approve: true}); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, digest := range []string{"a", "b", ""} {
		if _, ok, err := s.Claim(digest); ok || err != nil {
			t.Errorf("%q: %v %v", digest, ok, err)
		}
	}
	if r, err := s.Get(b.ID); err != nil || r.State != approval.Withdrawn || r.Comment != "the client is gone" {
		t.Errorf("%+v %v", r, err)
	}
	if again := submit(t, s, approval.Request{Digest: "a"}); again.ID == a.ID {
		t.Error("a denied request was asked again under its id")
	}
	_, err := s.Decide(submit(t, s, approval.Request{Digest: "c"}).ID, approval.Verdict{Approve: true, MaxRows: -1})
	wantCode(t, err, sqlstate.InvalidParameterValue, "-1 rows")
	_, _, err = s.Submit(approval.Request{})
	wantCode(t, err, sqlstate.InternalError, "digest")
}

func TestExpiry(t *testing.T) {
	now := newClock()
	dir := t.TempDir()
	o := approval.Options{Dir: dir, Now: now.now, Expires: 5 * time.Minute, Valid: time.Minute}
	s := open(t, o)
	pending := submit(t, s, approval.Request{Digest: "p"})
	approved := submit(t, s, approval.Request{Digest: "a"})
	decide(t, s, approved.ID, approval.Verdict{Approve: true})
	now.pass(time.Minute)
	if _, ok, err := s.Claim("a"); ok || err != nil {
		t.Errorf("an expired approval was claimed: %v", err)
	}
	now.pass(4 * time.Minute)
	_, err := s.Decide(pending.ID, approval.Verdict{Approve: true})
	wantCode(t, err, sqlstate.ObjectNotInState, "it is expired since 2026-05-04T03:07:01Z")
	now.pass(-time.Hour) // whatever becomes of the clock
	s.Close()
	s = open(t, o)
	if _, ok, err := s.Claim("a"); ok || err != nil {
		t.Errorf("an expired approval came back: %v", err)
	}
	for _, r := range s.List() {
		if r.State != approval.Expired {
			t.Errorf("%s is %s", r.Digest, r.State)
		}
	}
}

func TestWait(t *testing.T) {
	s := open(t, approval.Options{Expires: 50 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if r, err := s.Wait(ctx, submit(t, s, approval.Request{Digest: "a"}).ID); err != nil || r.State != approval.Expired {
		t.Errorf("%+v %v", r, err)
	}
	s = open(t, approval.Options{})
	r := submit(t, s, approval.Request{Digest: "a"})
	waited := make(chan approval.Request)
	for range 3 {
		go func() {
			r, err := s.Wait(ctx, r.ID)
			if err != nil {
				t.Error(err)
			}
			waited <- r
		}()
	}
	decide(t, s, r.ID, approval.Verdict{Approve: true, Approver: "x"})
	for range 3 {
		if r := <-waited; r.State != approval.Approved || r.Approver != "x" {
			t.Errorf("%+v", r)
		}
	}
	r = submit(t, s, approval.Request{Digest: "b"})
	gone, goAway := context.WithCancel(ctx)
	goAway()
	if _, err := s.Wait(gone, r.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	failed := make(chan error)
	go func() { _, err := s.Wait(ctx, r.ID); failed <- err }()
	s.Close()
	wantCode(t, <-failed, sqlstate.AdminShutdown, "stopping")
	_, _, err := s.Claim("a")
	wantCode(t, err, sqlstate.AdminShutdown, "stopping")
}

// When there are too many requests, the oldest one for which no call waits is withdrawn, or else the oldest, and
// both requests say so.
func TestTheOldestGivesWay(t *testing.T) {
	s := open(t, approval.Options{MaxPending: 3})
	var ids []string
	for _, digest := range []string{"1", "2", "3"} {
		ids = append(ids, submit(t, s, approval.Request{Digest: digest, Principal: "a"}).ID)
	}
	submit(t, s, approval.Request{Digest: "b3", Principal: "b"})
	gives := func(digest, want string) {
		t.Helper()
		r := submit(t, s, approval.Request{Digest: digest, Principal: "a"})
		if r.InPlaceOf != want {
			t.Errorf("%s took the place of %q, want %s", digest, r.InPlaceOf, want)
		}
		if old, err := s.Get(want); err != nil || old.State != approval.Withdrawn || !strings.HasPrefix(old.Comment, "it gave way to "+r.ID+": 3 requests") {
			t.Errorf("%+v %v", old, err)
		}
	}
	if err := s.Attend(ids[1], false); err != nil {
		t.Fatal(err)
	}
	gives("4", ids[1])
	gives("5", ids[0])
	if err := s.Attend(ids[2], false); err != nil {
		t.Fatal(err)
	}
	if err := s.Attend(ids[2], true); err != nil {
		t.Fatal(err)
	}
	if r, again, err := s.Submit(approval.Request{Digest: "3", Principal: "a"}); !again || err != nil || r.ID != ids[2] || !r.Left.IsZero() {
		t.Errorf("one that is there: %+v %v %v", r, again, err)
	}
	decide(t, s, ids[2], approval.Verdict{})
	if r := submit(t, s, approval.Request{Digest: "6", Principal: "a"}); r.InPlaceOf != "" {
		t.Errorf("%s gave way to one that had room", r.InPlaceOf)
	}
	_, _, err := s.Submit(approval.Request{Digest: "7", Principal: "c", SQL: strings.Repeat("x", 256<<10)})
	wantCode(t, err, sqlstate.ProgramLimitExceeded, "too long")
}

// A denial holds for its time, across a restart, and no approval of before comes
// back by it.
func TestDenialHolds(t *testing.T) {
	now := newClock()
	o := approval.Options{Dir: t.TempDir(), Now: now.now, Denied: time.Minute}
	s := open(t, o)
	r := submit(t, s, approval.Request{Digest: "d", Principal: "a"})
	if _, _, ok, err := s.Denied("d"); ok || err != nil {
		t.Errorf("before: %v %v", ok, err)
	}
	decide(t, s, r.ID, approval.Verdict{Approver: "bert", Comment: "no"})
	s.Close()
	s = open(t, o)
	now.pass(59 * time.Second)
	if got, until, ok, err := s.Denied("d"); !ok || err != nil || got.ID != r.ID || got.Comment != "no" || !until.Equal(r.Created.Add(time.Minute)) {
		t.Errorf("%+v %v %v %v", got, until, ok, err)
	}
	if _, _, ok, err := s.Denied("e"); ok || err != nil {
		t.Errorf("another: %v %v", ok, err)
	}
	now.pass(time.Second)
	if _, _, ok, err := s.Denied("d"); ok || err != nil {
		t.Errorf("afterwards: %v %v", ok, err)
	}
}

// One approval, fifty that want it: under -race.
func TestClaimRace(t *testing.T) {
	s := open(t, approval.Options{})
	decide(t, s, submit(t, s, approval.Request{Digest: "d"}).ID, approval.Verdict{Approve: true})
	var wg sync.WaitGroup
	won := make(chan approval.Request, 50)
	for range 50 {
		wg.Go(func() {
			r, ok, err := s.Claim("d")
			if err != nil {
				t.Error(err)
			}
			if ok {
				won <- r
			}
		})
	}
	wg.Wait()
	if len(won) != 1 {
		t.Errorf("%d got it", len(won))
	}
}

// Of those who approve, deny and withdraw at once, one decides.
func TestDecideRace(t *testing.T) {
	s := open(t, approval.Options{})
	r := submit(t, s, approval.Request{Digest: "d"})
	var wg sync.WaitGroup
	errs := make(chan error, 30)
	for range 10 {
		wg.Go(func() { _, err := s.Decide(r.ID, approval.Verdict{Approve: true}); errs <- err })
		wg.Go(func() { _, err := s.Decide(r.ID, approval.Verdict{}); errs <- err })
		wg.Go(func() { errs <- s.Withdraw(r.ID, "") })
	}
	wg.Wait()
	close(errs)
	won := 0
	for err := range errs {
		if err == nil {
			won++
		}
	}
	if won != 1 {
		t.Errorf("%d decided", won)
	}
}

func TestWatch(t *testing.T) {
	s := open(t, approval.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	slow, gone := s.Watch(ctx), s.Watch(ctx)
	var ids []string
	for _, digest := range []string{"a", "b", "c"} {
		r := submit(t, s, approval.Request{Digest: digest})
		decide(t, s, r.ID, approval.Verdict{Approve: digest == "b"})
		ids = append(ids, r.ID)
	}
	last := map[string]approval.State{}
	for len(last) < 3 || slices.Contains([]approval.State{last[ids[0]], last[ids[1]], last[ids[2]]}, approval.Pending) {
		select {
		case r := <-slow:
			last[r.ID] = r.State
		case <-time.After(10 * time.Second):
			t.Fatalf("nothing more after %v", last)
		}
	}
	if last[ids[0]] != approval.Denied || last[ids[1]] != approval.Approved {
		t.Errorf("%v", last)
	}
	cancel()
	for range slow { // ends
	}
	for range gone { // ends
	}
	ended := s.Watch(t.Context())
	s.Close()
	for range ended { // ends
	}
	for range s.Watch(t.Context()) {
		t.Error("a closed store tells of changes")
	}
}
