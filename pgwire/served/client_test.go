package served

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fed returns a client that has sent these bytes, and left.
func fed(t *testing.T, sent []byte) *client {
	t.Helper()
	ours, theirs := net.Pipe()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = theirs.Write(sent) // not all may be read
		_ = theirs.Close()
	}()
	t.Cleanup(func() { _ = ours.Close(); <-gone })
	return &client{Conn: ours, socket: ours, maxMessage: 8 << 20, writeTimeout: time.Second, in: bufio.NewReaderSize(ours, readAhead)}
}

// message is a message of that kind with that body.
func message(kind byte, body string) []byte {
	buf, at := reply.Begin(nil, kind)
	return reply.End(append(buf, body...), at)
}

// TestLongMessageIsGivenBack: what a long message took is given back when it is done.
func TestLongMessageIsGivenBack(t *testing.T) {
	long := strings.Repeat("x", 6<<20) + "\x00"
	c := fed(t, append(message(request.Query, long), message(request.Sync, "")...))
	kind, body, err := c.read()
	if err != nil || kind != request.Query || string(body) != long {
		t.Fatalf("read %q, %d bytes, %v", kind, len(body), err)
	}
	if c.noteIdle(); cap(c.frame) > flushAt {
		t.Errorf("a buffer of %d bytes is kept", cap(c.frame))
	}
	if kind, body, err = c.read(); err != nil || kind != request.Sync || len(body) != 0 {
		t.Errorf("then %q, %q, %v", kind, body, err)
	}
	if _, _, err = c.read(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestLengthsAreNotBelieved: a message that is announced and does not come takes no
// more memory than what has come.
func TestLengthsAreNotBelieved(t *testing.T) {
	c := fed(t, append([]byte{request.Query, 0, 0x7f, 0xff, 0xff}, "SELECT"...))
	if _, _, err := c.read(); err == nil {
		t.Error("a message that did not come was read")
	}
	if cap(c.frame) > flushAt {
		t.Errorf("%d bytes for a message of which 6 came", cap(c.frame))
	}
}

func TestMalformedHeaders(t *testing.T) {
	for _, sent := range [][]byte{
		{request.Query, 0, 0, 0, 3},
		{request.Query, 0xff, 0xff, 0xff, 0xff},
		{request.Query, 0x7f, 0xff, 0xff, 0xff},
		{request.Sync, 0, 0, 0x40, 0},
		{'!', 0, 0, 0, 4},
		{0, 0, 0, 0, 4},
	} {
		c := fed(t, sent)
		var e *sqlstate.Error
		if _, _, err := c.read(); !errors.As(err, &e) || e.Severity != reply.Fatal || e.Code != sqlstate.ProtocolViolation {
			t.Errorf("%v: %v", sent, err)
		}
	}
}

// TestSyncFollows: Close messages between do not count, anything else does.
func TestSyncFollows(t *testing.T) {
	sync, closing := message(request.Sync, ""), message(request.Close, "P\x00")
	for name, c := range map[string]struct {
		sent []byte
		want bool
	}{
		"at once":              {sync, true},
		"behind two":           {append(append(append([]byte(nil), closing...), closing...), sync...), true},
		"another message":      {message(request.Execute, "\x00\x00\x00\x00\x00"), false},
		"behind one, another":  {append(append([]byte(nil), closing...), message(request.Flush, "")...), false},
		"a Close too long":     {append(message(request.Close, "P"+strings.Repeat("x", readAhead)+"\x00"), sync...), false},
		"the client has left":  {nil, false},
		"in the middle of one": {closing[:3], false},
	} {
		cl := fed(t, c.sent)
		if got := cl.syncFollows(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if c.want { // nothing was taken
			if kind, _, err := cl.read(); err != nil || kind != c.sent[0] {
				t.Errorf("%s: then %q, %v", name, kind, err)
			}
		}
	}
}

// TestPhases: they only go on, and the last word is the first of the two last.
func TestPhases(t *testing.T) {
	for _, c := range []struct{ now, to, want int32 }{
		{open, draining, draining},
		{open, stopping, stopping},
		{open, gone, gone},
		{draining, stopping, stopping},
		{draining, gone, gone},
		{draining, draining, draining},
		{stopping, draining, stopping},
		{stopping, gone, stopping},
		{gone, stopping, gone},
		{gone, draining, gone},
	} {
		var cl client
		cl.phase.Store(c.now)
		if cl.enter(c.to); cl.phase.Load() != c.want {
			t.Errorf("from %d to %d: %d", c.now, c.to, cl.phase.Load())
		}
	}
}
