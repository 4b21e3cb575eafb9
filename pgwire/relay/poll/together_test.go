//go:build unix

package poll

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTogether: this kernel has a ring for us, or the test that asks for one says so. Where sends are made
// together, the suites of this package and of the relay run over it.
func TestTogether(t *testing.T) {
	w := watch(t)
	t.Logf("%s, sends together: %t", Way, w.Together())
	if os.Getenv("RING") != "" && !w.Together() {
		t.Error("there is no ring")
	}
}

// TestWriteAll: a list is written as if one after the other, with a ring and without.
func TestWriteAll(t *testing.T) {
	for _, ring := range []bool{true, false} {
		t.Run(fmt.Sprintf("ring=%t", ring), func(t *testing.T) {
			w := watch(t)
			if !ring {
				forgetRing(w.Poller)
			}
			w.WriteAll(nil)
			const n = 3*64 + 1
			list := make([]Send, n)
			want := []byte(nil)
			for i := range list {
				list[i] = Send{FD: w.near, Bytes: bytes.Repeat([]byte{byte(i)}, 1+i%7), N: 99, Err: errUnsent}
				want = append(want, list[i].Bytes...)
			}
			w.WriteAll(list)
			for i, s := range list {
				if s.N != len(s.Bytes) || s.Err != nil {
					t.Fatalf("send %d: %d, %v", i, s.N, s.Err)
				}
			}
			got := make([]byte, 2*len(want))
			if k, err := unix.Read(w.far, got); err != nil || !bytes.Equal(got[:k], want) {
				t.Fatalf("%d bytes of %d, %v", k, len(want), err)
			}
		})
	}
}

// TestWriteAllFails: each send has its own end: all of it, a part, nothing, an error; the others are made.
func TestWriteAllFails(t *testing.T) {
	for _, ring := range []bool{true, false} {
		t.Run(fmt.Sprintf("ring=%t", ring), func(t *testing.T) {
			w := watch(t)
			if !ring {
				forgetRing(w.Poller)
			}
			other, gone := watch(t), watch(t)
			if err := unix.Close(gone.far); err != nil {
				t.Fatal(err)
			}
			big := bytes.Repeat([]byte("x"), 8<<20)
			list := []Send{
				{FD: w.near, Bytes: big},
				{FD: w.near, Bytes: big},
				{FD: gone.near, Bytes: []byte("a")},
				{FD: -1, Bytes: []byte("b")},
				{FD: other.near, Bytes: []byte("hello")},
			}
			w.WriteAll(list)
			if s := list[0]; s.Err != nil || s.N == 0 || s.N >= len(big) {
				t.Errorf("more than a socket takes: %d, %v", s.N, s.Err)
			}
			for i, want := range []error{1: unix.EAGAIN, 2: unix.EPIPE, 3: unix.EBADF, 4: nil} {
				if i > 0 && !errors.Is(list[i].Err, want) {
					t.Errorf("send %d: %d, %v, want %v", i, list[i].N, list[i].Err, want)
				}
			}
			var got [8]byte
			if n, err := unix.Read(other.far, got[:]); err != nil || string(got[:n]) != "hello" {
				t.Errorf("behind failures: %q, %v", got[:n], err)
			}
			w.says("full")
			for got := 0; got < list[0].N; {
				n, err := unix.Read(w.far, big)
				if err != nil {
					t.Fatal(err)
				}
				got += n
			}
			w.says("empty again", Writable)
		})
	}
}
