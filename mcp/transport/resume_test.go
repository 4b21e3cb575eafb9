package transport

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

func TestStreamsCanBeResumed(t *testing.T) {
	s := newStreams(time.Hour)
	abandoned := 0
	st := s.open("a", "s", "", func() { abandoned++ })
	first, direct := st.addEvent(nil, false)
	second, _ := st.addEvent([]byte("1"), false)
	if first != "s.0" || second != "s.1" || !direct {
		t.Fatalf("ids %q and %q, direct %v", first, second, direct)
	}
	for _, wrong := range []struct{ session, id string }{{"b", first}, {"a", "s.2"}, {"a", "s.-1"}, {"a", "s"}, {"a", ""}, {"a", "x.0"}, {"a", "s.x"}} {
		if _, _, ok := s.resume(wrong.session, wrong.id, ""); ok {
			t.Errorf("%q was resumed after %q", wrong.session, wrong.id)
		}
	}
	st.leaveStream() // the connection broke
	again, from, ok := s.resume("a", first, "")
	if !ok || again != st || from != 1 {
		t.Fatalf("resume: %v from %d", ok, from)
	}
	events, over, changed := st.eventsSince(from)
	if len(events) != 1 || string(events[0].data) != "1" || over {
		t.Errorf("events %v, over %v", events, over)
	}
	if _, direct := st.addEvent([]byte("2"), true); direct {
		t.Error("the old connection gets what the new one does")
	}
	<-changed
	if events, over, _ := st.eventsSince(2); len(events) != 1 || !over {
		t.Errorf("events %v, over %v", events, over)
	}
	if abandoned != 0 {
		t.Error("the call was abandoned, and somebody read it")
	}
}

// What nobody comes back for ends its call, and goes.
func TestStreamsAreAbandoned(t *testing.T) {
	s := newStreams(time.Nanosecond)
	gone := make(chan struct{})
	st := s.open("a", "s", "", func() { close(gone) })
	st.addEvent([]byte("1"), false)
	st.leaveStream()
	<-gone
	if _, _, ok := s.resume("a", "s.0", ""); ok || s.bytes != 0 || len(s.order) != 0 {
		t.Errorf("it is still there: %d bytes in %d streams", s.bytes, len(s.order))
	}
}

// No client can have the server keep more than there is room for.
func TestStreamsAreBounded(t *testing.T) {
	s := newStreams(time.Hour)
	st := s.open("a", "s", "", func() {})
	for i := range 3 * maxStreamEvents {
		st.addEvent([]byte("12345678"), i < 0)
	}
	if len(st.kept) != maxStreamEvents || s.bytes != 8*maxStreamEvents {
		t.Errorf("%d events and %d bytes are kept", len(st.kept), s.bytes)
	}
	for i := range 3 * maxStreams {
		s.open("a", fmt.Sprint(i), "", func() {}).addEvent([]byte("x"), true)
	}
	if len(s.order) > maxStreams {
		t.Errorf("%d streams of one session are kept", len(s.order))
	}
	large := bytes.Repeat([]byte("x"), maxStreamBytes/4)
	for i := range 40 {
		s.open(fmt.Sprint("other ", i), fmt.Sprint("o", i), "", func() {}).addEvent(large, true)
	}
	if s.bytes > maxStreamBytes {
		t.Errorf("%d bytes are kept", s.bytes)
	}
	if _, _, ok := s.resume("other 39", "o39.0", ""); !ok {
		t.Error("the newest is gone")
	}
	s.purgeSession("other 39")
	if _, _, ok := s.resume("other 39", "o39.0", ""); ok {
		t.Error("it outlives its session")
	}
	s.close()
	if s.bytes != 0 || len(s.order) != 0 {
		t.Errorf("%d bytes in %d streams are left", s.bytes, len(s.order))
	}
}

func TestTraceID(t *testing.T) {
	const id = "0af7651916cd43dd8448eb211c80319c"
	for traceparent, want := range map[string]string{
		"00-" + id + "-b7ad6b7169203331-01":      id,
		"01-" + id + "-b7ad6b7169203331-01-more": id,
		"":                                       "",
		id:                                       "",
		"ff-" + id + "-b7ad6b7169203331-01":      "",
		"00-" + id + "-0000000000000000-01":      "",
		"00-00000000000000000000000000000000-b7ad6b7169203331-01": "",
		"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01": "",
		"00-" + id + "\n-b7ad6b716920333-01":                      "",
	} {
		if got := traceID(traceparent); got != want {
			t.Errorf("traceID(%q) is %q, want %q", traceparent, got, want)
		}
	}
}

func TestInflight(t *testing.T) {
	f := newInflight(3, 2)
	var leave []func()
	for _, step := range []struct {
		client string
		want   error
	}{{"a", nil}, {"a", nil}, {"a", errClientFull}, {"b", nil}, {"b", errFull}, {"c", errFull}} {
		l, err := f.enter(step.client, nil)
		if err != step.want { //nolint:errorlint // they are not wrapped
			t.Errorf("%s: %v, want %v", step.client, err, step.want)
		}
		if err == nil {
			leave = append(leave, l)
		}
	}
	for _, l := range leave {
		l()
	}
	if len(f.ends) != 0 || len(f.clients) != 0 {
		t.Errorf("left over: %d places, %v", len(f.ends), f.clients)
	}
}
