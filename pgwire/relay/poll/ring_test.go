//go:build linux && !poll

package poll

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

func forgetRing(p *Poller) {
	if p.ring != nil {
		p.ring.close()
		p.ring = nil
	}
}

// TestRingBreaks: where the ring fails, nothing is believed to be sent that may not have been, and the rest goes
// without the ring.
func TestRingBreaks(t *testing.T) {
	w := watch(t)
	if !w.Together() {
		t.Skip("the kernel has no ring for us")
	}
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pipe[1])
	if err := unix.Dup3(pipe[0], w.ring.fd, unix.O_CLOEXEC); err != nil { // no ring any more
		t.Fatal(err)
	}
	_ = unix.Close(pipe[0])
	list := make([]Send, 2*ringSize)
	for i := range list {
		list[i] = Send{FD: w.near, Bytes: []byte("x")}
	}
	w.WriteAll(list)
	for i, s := range list {
		if early := i < ringSize; early != errors.Is(s.Err, errUnsent) || !early && (s.N != 1 || s.Err != nil) {
			t.Fatalf("send %d: %d, %v", i, s.N, s.Err)
		}
	}
	if w.Together() {
		t.Error("the ring is still used")
	}
}
