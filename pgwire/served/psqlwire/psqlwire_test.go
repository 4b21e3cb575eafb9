package psqlwire

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/pgwire/request"
)

// script is a session whose messages are the letters of a text: capital and small ones
// as the protocol has them, where "!" makes the message before it fail, "?" has it
// panic, and "R" has the ReadyForQuery behind it panic.
type script struct {
	text  string
	calls strings.Builder
	fault error
	done  chan struct{}
}

func (s *script) Next() (byte, error) {
	if s.text == "" {
		return 0, io.EOF
	}
	kind := s.text[0]
	s.text = s.text[1:]
	fmt.Fprintf(&s.calls, " %c", kind)
	return kind, nil
}

// flag takes what stands behind the message in hand, if it is that.
func (s *script) flag(c byte) bool {
	if !strings.HasPrefix(s.text, string(c)) {
		return false
	}
	s.text = s.text[1:]
	return true
}

func (s *script) Serve() bool {
	s.calls.WriteString(".serve")
	if s.flag('?') {
		panic("on purpose")
	}
	return !s.flag('!')
}

func (s *script) Ready() {
	s.calls.WriteString(".ready")
	if s.flag('R') {
		panic("on purpose")
	}
}

func (s *script) Close(fault error) {
	s.fault = fault
	close(s.done)
}

// TestLoop: what the library does with messages, also with those whose handling fails.
func TestLoop(t *testing.T) {
	loop, err := Start(&net.TCPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", ".ready"},
		{"Q", ".ready Q.serve.ready"},
		{"Q!Q", ".ready Q.serve.ready Q.serve.ready"},
		{"F!Q", ".ready F.serve.ready Q.serve.ready"},
		{"PBDECHS", ".ready P.serve B.serve D.serve E.serve C.serve H.serve S.ready"},
		{"SS", ".ready S.ready S.ready"},
		{"P!BDECHS", ".ready P.serve B D E C H S.ready"},
		{"PB!DES", ".ready P.serve B.serve D E S.ready"},
		{"PBD!ESQ", ".ready P.serve B.serve D.serve E S.ready Q.serve.ready"},
		{"PBE!PBESPS", ".ready P.serve B.serve E.serve P B E S.ready P.serve S.ready"},
		{"P!QS", ".ready P.serve Q S.ready"}, // as in Postgres, a query is skipped too
		{"?", ".ready"},                      // no message of that kind: the connection ends
	} {
		s := &script{text: c.text, done: make(chan struct{})}
		if c.text == "?" {
			s.text = "x"
			c.want += " x"
		}
		loop.Serve(s, &net.TCPAddr{})
		<-s.done
		if got := s.calls.String(); got != c.want || s.fault != nil {
			t.Errorf("%q: %s, %v; want %s", c.text, got, s.fault, c.want)
		}
	}
	loop.Shutdown()
}

// TestLoopPanics: what panics in the library's goroutine ends its own session, and the
// loop can end all the same.
func TestLoopPanics(t *testing.T) {
	loop, err := Start(&net.TCPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Q?Q", "P?S", "E?S", "R", "SRS"} {
		s := &script{text: text, done: make(chan struct{})}
		loop.Serve(s, &net.TCPAddr{})
		<-s.done
		if s.fault == nil || !strings.Contains(s.fault.Error(), "on purpose") {
			t.Errorf("%q: %v", text, s.fault)
		}
	}
	s := &script{text: "QS", done: make(chan struct{})}
	loop.Serve(s, &net.TCPAddr{})
	if <-s.done; s.fault != nil {
		t.Error(s.fault)
	}
	loop.Shutdown()
}

// TestUnforeseen: an error that only the library knows of ends the connection.
func TestUnforeseen(t *testing.T) {
	k := &link{}
	if _, err := k.Write([]byte{'E', 0, 0, 0, 4}); err == nil {
		t.Error("an error of the library's own is dropped")
	}
	k.served = true
	if _, err := k.Write([]byte{'E', 0, 0, 0, 4}); err != nil {
		t.Error("an error that the session has told:", err)
	}
	if _, err := k.Write([]byte{'Z', 0, 0, 0, 5, 'I'}); err != nil {
		t.Error(err)
	}
}

// TestBlanks: every message that a client can send has one, but for those that no
// session hands on.
func TestBlanks(t *testing.T) {
	for i := range 256 {
		kind := byte(i)
		_, known := request.Limit(kind, 1)
		_, blank := blanks[kind]
		kept := slices.Contains([]byte{request.Terminate, request.CopyData, request.CopyDone, request.CopyFail}, kind)
		if known != (blank || kept) {
			t.Errorf("message %q: known %v, a blank %v, kept %v", kind, known, blank, kept)
		}
	}
}
