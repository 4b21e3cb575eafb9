package transport

import (
	"slices"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/admission"
)

func TestSessions(t *testing.T) {
	s := newSessions(2, time.Hour)
	var gone []string
	s.gone = func(id string) { gone = append(gone, id) }
	mint := func(owner string) string {
		id := s.Generate()
		s.bind(admission.Visitor{Principal: owner}, Client{ID: id, Revision: "2025-11-25"})
		return id
	}
	alive := func(id string) bool { _, err := s.Validate(id); return err == nil }
	used := func(id, by string) bool {
		leave, _, err := s.enter(id, auth.Fixed(by, auth.StaticToken), func() {})
		if err == nil {
			leave()
		}
		return err == nil
	}

	first, second := mint("a"), mint("a")
	if !alive(first) || !alive(second) || alive("") || alive("mcp-AAAA") {
		t.Error("an id is alive when it was minted, and only then")
	}
	if !used(first, "a") || used(first, "b") || used(first, "") || used("", "") { // used last: the other one goes
		t.Error("a session is its owner's, and nobody else's")
	}
	third := mint("")
	if alive(second) || !alive(first) || !used(third, "") || !slices.Equal(gone, []string{second}) {
		t.Errorf("the one silent longest should have gone, and gone says %v", gone)
	}
	for range 2 {
		if _, err := s.Terminate(first); err != nil || alive(first) {
			t.Error("a terminated id is gone")
		}
	}
	if unbound := s.Generate(); used(unbound, "") {
		t.Error("a session that is nobody's yet was used")
	}
}

// What is under way keeps a session from being idle, and ends with it.
func TestSessionsUnderWay(t *testing.T) {
	s := newSessions(9, time.Hour)
	busy, idle := s.Generate(), s.Generate()
	s.bind(admission.Visitor{Principal: "a"}, Client{ID: busy, Revision: "2025-11-25"})
	s.bind(admission.Visitor{Principal: "a"}, Client{ID: idle, Revision: "2025-11-25"})
	ended := 0
	leave, _, err := s.enter(busy, auth.Fixed("a", auth.StaticToken), func() { ended++ })
	if err != nil {
		t.Fatal(err)
	}
	s.idle = 0 // what is silent now has been so for too long
	s.Generate()
	if _, err := s.Validate(idle); err == nil {
		t.Error("an idle session lives on")
	}
	if _, err := s.Validate(busy); err != nil || ended != 0 {
		t.Error("a session with something under way was ended")
	}
	_, _ = s.Terminate(busy)
	if leave(); ended != 1 {
		t.Errorf("what was under way was ended %d times", ended)
	}
}

// opener opens sessions for tests, and says which are still there.
type opener struct{ *sessions }

func (o opener) open(principal, address string) (id string, ok bool) {
	id = o.Generate()
	return id, o.bind(admission.Visitor{Principal: principal, Address: address}, Client{ID: id, Revision: "2025-11-25"})
}

func (o opener) use(t *testing.T, id, principal string) (leave func()) {
	t.Helper()
	leave, _, err := o.enter(id, auth.Fixed(principal, auth.StaticToken), func() {})
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

func (o opener) alive(id string) bool { _, err := o.Validate(id); return err == nil }

// A client that opens sessions without end loses only idle sessions of its own principal at its own address.
func TestSessionsFlood(t *testing.T) {
	s := opener{newSessions(6, time.Hour)}
	var theirs []string
	for _, who := range [][2]string{{"a", "1"}, {"a", "2"}, {"b", "1"}} {
		id, _ := s.open(who[0], who[1])
		theirs = append(theirs, id)
	}
	used, _ := s.open("b", "9")
	s.use(t, used, "b")()
	for range 20 {
		if _, ok := s.open("b", "9"); !ok {
			t.Fatal("one that was never used should have made room")
		}
	}
	for _, id := range append(theirs, used) {
		if !s.alive(id) {
			t.Errorf("a flood has pushed out %s; %d are left", id, s.order.Len())
		}
	}
	if s.order.Len() != 6 {
		t.Errorf("there are %d sessions", s.order.Len())
	}
}

// Where all sessions have something under way, a newcomer of those who have most is
// refused, and one of others gets room from them.
func TestSessionsAllBusy(t *testing.T) {
	s := opener{newSessions(3, time.Hour)}
	var ids []string
	for range 3 {
		id, _ := s.open("a", "1")
		s.use(t, id, "a")
		ids = append(ids, id)
	}
	refused, ok := s.open("a", "1")
	if ok || s.alive(refused) || s.order.Len() != 3 {
		t.Errorf("let in: %v, %d sessions", ok, s.order.Len())
	}
	other, ok := s.open("b", "2")
	if !ok || !s.alive(other) || s.alive(ids[0]) || !s.alive(ids[1]) {
		t.Error("the one silent longest of those who have most should have made room")
	}
}

// An initialize that failed leaves no session.
func TestSessionsFailed(t *testing.T) {
	s := newSessions(3, time.Hour)
	id := s.Generate()
	if s.bind(admission.Visitor{Principal: "a"}, Client{ID: id}); s.order.Len() != 0 {
		t.Errorf("%d sessions are left", s.order.Len())
	}
}

func TestAllowLists(t *testing.T) {
	s := &Server{}
	var err error
	s.hosts, s.origins, err = allowLists([]string{"Gate.example", "other:7878"}, []string{"https://App.example"})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:1": true, "127.0.0.1:7878": true, "127.9.9.9": true, "[::1]:7878": true, "[::1]": true,
		"gate.example": true, "GATE.example:443": true, "other:7878": true,
		"other": false, "other:1": false, "evil.example": false, "": false, "localhost.evil.example": false, "10.0.0.1": false,
		"gate.example.evil.example": false, "127.0.0.1.evil.example:7878": false,
	} {
		if got := s.allowedHost(host); got != want {
			t.Errorf("host %q: %v", host, got)
		}
	}
	for origin, want := range map[string]bool{
		"https://app.example": true, "HTTPS://App.example": true,
		"": false, "http://localhost:3000": false, "http://127.0.0.1": false, "http://[::1]:5173": false, "http://localhost": false,
		"null": false, "https://evil.example": false, "http://app.example": false, "file://localhost": false,
		"http://localhost.evil.example": false, "https://app.example:444": false, "http://localhost@evil.example": false,
	} {
		if got := s.allowedOrigin(origin); got != want {
			t.Errorf("origin %q: %v", origin, got)
		}
	}
	for _, wrong := range []string{"", "https://gate.example", "*", "a b"} {
		if _, _, err := allowLists([]string{wrong}, nil); err == nil {
			t.Errorf("host setting %q was accepted", wrong)
		}
	}
	for _, wrong := range []string{
		"", "*", "gate.example", "https://gate.example/", "ftp://x", "https://", "https://:443", "https://a.example?x", "https://a.example#",
		"https://user@a.example", "https://a.example:port", "//a.example", "https://*.example/", "null",
	} {
		if _, _, err := allowLists(nil, []string{wrong}); err == nil {
			t.Errorf("origin setting %q was accepted", wrong)
		}
	}
}
