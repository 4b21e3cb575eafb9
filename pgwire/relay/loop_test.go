package relay

import (
	"io"
	"slices"
	"testing"

	"github.com/hashicorp/go-hclog"
)

// TestEach: a session that panics is ended, and the others go on, with those that
// were added meanwhile.
func TestEach(t *testing.T) {
	l := &loop{relay: &Relay{log: hclog.New(&hclog.LoggerOptions{Output: io.Discard})}}
	var list []*session
	add := func() {
		s := &session{relay: l.relay, loop: l, id: uint64(len(list)), cancel: func() {}, waits: waits{busy: true}}
		list = append(list, s)
	}
	for range 3 {
		add()
	}
	var done []uint64
	l.eachSession(&list, func(s *session) {
		done = append(done, s.id)
		switch s.id {
		case 0:
			add()
		case 1, 3:
			panic("a test")
		}
	})
	if !slices.Equal(done, []uint64{0, 1, 2, 3}) {
		t.Errorf("done: %v", done)
	}
	for _, s := range list {
		if panicked := s.id == 1 || s.id == 3; panicked != (s.doom != nil) {
			t.Errorf("session %d: %v", s.id, s.doom)
		}
	}
}
