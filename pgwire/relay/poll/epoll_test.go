//go:build linux && !poll

package poll

import (
	"testing"
	"time"
)

// TestPatience: short waits make the poller patient, long ones do not, and a
// patient one hears what comes meanwhile.
func TestPatience(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	nobody := func(uint64, Ready) { t.Error("nothing happened to a socket") }
	for range 10 {
		p.waited(longestPatience / 2)
	}
	if p.patience != longestPatience {
		t.Errorf("after short waits: %v", p.patience)
	}
	start := time.Now()
	if err := p.Wait(5, nobody); err != nil || time.Since(start) < 5*time.Millisecond {
		t.Errorf("a wait of 5 ms took %v, %v", time.Since(start), err)
	}
	if p.patience != longestPatience/2 {
		t.Errorf("after a long wait: %v", p.patience)
	}
	for range 10 {
		p.waited(2 * longestPatience)
	}
	if p.patience != 0 {
		t.Errorf("after long waits: %v", p.patience)
	}

	p.patience = time.Hour
	p.Hurry(true)
	start = time.Now()
	if err := p.Wait(5, nobody); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("in a hurry, a wait of 5 ms took %v, %v", time.Since(start), err)
	}
	p.Hurry(false)
	time.AfterFunc(time.Millisecond, p.Wake)
	start = time.Now()
	if err := p.Wait(60_000, nobody); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("woken after %v, %v", time.Since(start), err)
	}
}
