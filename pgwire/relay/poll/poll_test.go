package poll

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// watched is a poller and the near end of a pair that it watches.
type watched struct {
	*Poller
	t         *testing.T
	near, far int
}

const theToken = uint64(1)<<40 | 7

func watch(t *testing.T) *watched {
	t.Helper()
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	pair, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{p, t, pair[0], pair[1]}
	t.Cleanup(func() { _ = unix.Close(w.near) })
	if err := p.Add(w.near, theToken); err != nil {
		t.Fatal(err)
	}
	w.next() // that it is new
	return w
}

// next is what one wait tells of the socket.
func (w *watched) next() (what Ready) {
	w.t.Helper()
	err := w.Wait(20, func(token uint64, said Ready) {
		if token != theToken {
			w.t.Errorf("the token is %x", token)
		}
		what |= said
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return what
}

// says waits, and checks that all of some things are told, or that nothing is.
func (w *watched) says(when string, want ...Ready) {
	w.t.Helper()
	got := w.next()
	for _, one := range want {
		if got&one == 0 {
			w.t.Errorf("%s: ready for %b, want %b in it", when, got, one)
		}
	}
	if len(want) == 0 && got != 0 {
		w.t.Errorf("%s: ready for %b, want nothing", when, got)
	}
}

func (w *watched) send(text string) {
	w.t.Helper()
	if _, err := unix.Write(w.far, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

// TestOnce: what a socket is ready for is told once, and again when that has been
// used up: a socket that is left alone keeps nobody awake.
func TestOnce(t *testing.T) {
	w := watch(t)
	w.says("with nothing to read")
	w.send("12345")
	w.says("with five bytes", Readable)
	w.says("left alone")
	b := make([]byte, 3)
	if n, err := w.Read(w.near, b); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := w.Read(w.near, b); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	w.says("with all read")
	w.send("6")
	w.says("with another byte", Readable)
	if n, err := w.Read(w.near, b[:1]); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := w.Read(w.near, b); err != unix.EAGAIN { //nolint:errorlint // the system's own
		t.Fatal(err)
	}
	w.send("7")
	w.says("after a read of nothing", Readable)
}

// TestWritable: a socket that is full is told of when it takes more.
func TestWritable(t *testing.T) {
	w := watch(t)
	block, sent := bytes.Repeat([]byte{'x'}, 64<<10), 0
	for {
		n, err := w.Write(w.near, block)
		if err == unix.EAGAIN { //nolint:errorlint // the system's own
			break
		}
		if err != nil || sent > 64<<20 {
			t.Fatal(n, err)
		}
		sent += n
	}
	w.says("full")
	for got := 0; got < sent; {
		n, err := unix.Read(w.far, block)
		if err != nil {
			t.Fatal(err)
		}
		got += n
	}
	w.says("empty again", Writable)
	w.says("left alone")
}

// TestHangUp: an end is told, and does not keep anybody awake who cannot deal with
// it yet.
func TestHangUp(t *testing.T) {
	w := watch(t)
	if err := unix.Shutdown(w.far, unix.SHUT_WR); err != nil {
		t.Fatal(err)
	}
	w.says("half closed", Readable, HungUp)
	w.says("left alone")
	if n, err := w.Write(w.near, []byte("x")); n != 1 || err != nil {
		t.Fatalf("the other half: %d, %v", n, err)
	}
	if err := unix.Close(w.far); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(w.near, []byte("x")); err != unix.EPIPE { //nolint:errorlint // the system's own
		t.Error(err)
	}
	w.Remove(w.near)
	w.says("removed")
}

// TestWake: a wait ends when somebody says so, whether it has begun or not.
func TestWake(t *testing.T) {
	w := watch(t)
	nobody := func(uint64, Ready) { t.Error("nothing happened to a socket") }
	for _, early := range []bool{true, false} {
		woken := make(chan struct{})
		if early {
			for range 100_000 { // more than a pipe takes
				w.Wake()
			}
			close(woken)
		} else {
			time.AfterFunc(5*time.Millisecond, func() { w.Wake(); close(woken) })
		}
		start := time.Now()
		if err := w.Wait(60_000, nobody); err != nil || time.Since(start) > 30*time.Second {
			t.Errorf("woken after %v, %v", time.Since(start), err)
		}
		<-woken           // a signal of the runtime may have ended the wait before
		for range 2_000 { // what is left of it
			if err := w.Wait(0, nobody); err != nil {
				t.Fatal(err)
			}
		}
		start = time.Now()
		if err := w.Wait(20, nobody); err != nil || time.Since(start) < 15*time.Millisecond {
			t.Errorf("nobody wakes: %v, %v", time.Since(start), err)
		}
	}
}

// TestRemoveMeanwhile: who is told of one socket may remove any, and others are
// told of under their own tokens.
func TestRemoveMeanwhile(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const n = 50
	var near, far [n]int
	for i := range n {
		pair, err := Pair()
		if err != nil {
			t.Fatal(err)
		}
		near[i], far[i] = pair[0], pair[1]
		defer unix.Close(far[i])
		defer unix.Close(near[i])
		if err := p.Add(near[i], uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	told := func() map[uint64]int {
		seen := map[uint64]int{}
		for range 5 {
			if err := p.Wait(5, func(token uint64, what Ready) {
				if what&Readable != 0 {
					seen[token]++
					if token%2 == 0 {
						p.Remove(near[token])
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		return seen
	}
	told() // that they are new
	for round := range 2 {
		for i := range n {
			if _, err := unix.Write(far[i], []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		seen := told()
		for i := range n {
			want := 1
			if i%2 == 0 && round > 0 {
				want = 0
			}
			if seen[uint64(i)] != want {
				t.Errorf("round %d: socket %d was told of %d times, want %d", round, i, seen[uint64(i)], want)
			}
			if i%2 == 1 {
				var b [8]byte
				if _, err := p.Read(near[i], b[:]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
