package mcp

import (
	"slices"
	"testing"
	"time"
)

func TestSessions(t *testing.T) {
	s := newSessions(2, time.Hour)
	var gone []string
	s.gone = func(id string) { gone = append(gone, id) }
	mint := func(owner string) string {
		id := s.Generate()
		s.bind(owner, client{id: id, revision: "2025-11-25"})
		return id
	}
	alive := func(id string) bool { _, err := s.Validate(id); return err == nil }
	used := func(id, by string) bool {
		leave, _, err := s.enter(id, by, func() {})
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
	s.bind("a", client{id: busy, revision: "2025-11-25"})
	s.bind("a", client{id: idle, revision: "2025-11-25"})
	ended := 0
	leave, _, err := s.enter(busy, "a", func() { ended++ })
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

// Whoever opens sessions without end pushes out idle ones, not those in which
// something runs, as long as there are others.
func TestSessionsFlood(t *testing.T) {
	s := newSessions(3, time.Hour)
	busy, ended := s.Generate(), 0
	s.bind("a", client{id: busy, revision: "2025-11-25"})
	leave, _, err := s.enter(busy, "a", func() { ended++ })
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		s.Generate()
	}
	if _, err := s.Validate(busy); err != nil || ended != 0 || s.order.Len() != 3 {
		t.Errorf("the busy one: %v, ended %d times; there are %d sessions", err, ended, s.order.Len())
	}
	leave()
	for range 3 {
		s.Generate()
	}
	if _, err := s.Validate(busy); err == nil {
		t.Error("it does not go when it is silent")
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
		"": true, "http://localhost:3000": true, "http://127.0.0.1": true, "http://[::1]:5173": true, "https://app.example": true,
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
	for _, wrong := range []string{"", "*", "gate.example", "https://gate.example/", "ftp://x"} {
		if _, _, err := allowLists(nil, []string{wrong}); err == nil {
			t.Errorf("origin setting %q was accepted", wrong)
		}
	}
}
