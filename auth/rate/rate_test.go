package rate

import (
	"fmt"
	"testing"
	"time"
)

func TestTake(t *testing.T) {
	l, now := New(6, 2), time.Now()
	l.now = func() time.Time { return now }
	take := func(key string, want bool) time.Duration {
		t.Helper()
		after, ok := l.Take(key)
		if ok != want {
			t.Fatalf("%s: %v, after %v", key, ok, after)
		}
		return after
	}
	take("a", true)
	take("a", true)
	for range 5 { // who is refused pays nothing
		if after := take("a", false); after != 10*time.Second {
			t.Fatal(after)
		}
	}
	take("b", true)
	now = now.Add(10 * time.Second)
	take("a", true)
	take("a", false)
	for i := range most {
		take(fmt.Sprint(i), true)
	}
	if len(l.keys) != most || l.order.Len() != most {
		t.Errorf("%d keys, %d in order", len(l.keys), l.order.Len())
	}
	if _, ok := New(0, 1).Take("x"); !ok {
		t.Error("without a limit it is refused")
	}
}
