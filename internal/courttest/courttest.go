// Package courttest has what tests share where people decide on statements, whichever
// door these come by:
//
//   - a [Desk]: a store of requests, and what a person does there;
//   - [Eventually], which waits for a condition instead of sleeping;
//   - a [Log], which a server writes while its test reads.
//
// Each package opens its own engine and door around them.
package courttest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

// Eventually is waittest.Eventually.
func Eventually(tb testing.TB, what string, holds func() bool, texts ...fmt.Stringer) {
	tb.Helper()
	waittest.Eventually(tb, what, holds, texts...)
}

// Desk is where people decide in a test.
type Desk struct {
	Store *approval.Store
	tb    testing.TB
}

// Open opens a desk over an empty store, or over the one in o.Dir. The store is closed
// at the end of the test, after what the test opens later.
func Open(tb testing.TB, o approval.Options) *Desk {
	tb.Helper()
	if o.Dir == "" {
		o.Dir = tb.TempDir()
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	store, err := approval.Open(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := store.Close(); err != nil {
			tb.Error(err)
		}
	})
	return &Desk{Store: store, tb: tb}
}

// Approvals are the engine's settings for it; a statement waits that long.
func (d *Desk) Approvals(wait time.Duration) engine.Approvals {
	return engine.Approvals{Store: d.Store, Desk: true, Wait: wait, EstimateTimeout: 5 * time.Second, MarginPercent: 10, MarginRows: 1}
}

// Asked waits until a request is pending whose statement has a text in it.
func (d *Desk) Asked(text string) (found approval.Request) {
	d.tb.Helper()
	Eventually(d.tb, "somebody was asked about "+text, func() bool {
		for _, r := range d.Store.List() {
			if r.State == approval.Pending && strings.Contains(r.SQL, text) {
				found = r
				return true
			}
		}
		return false
	})
	return found
}

// Decide says v to the request about a text.
func (d *Desk) Decide(text string, v approval.Verdict) approval.Request {
	d.tb.Helper()
	r, err := d.Store.Decide(d.Asked(text).ID, v)
	if err != nil {
		d.tb.Fatal(err)
	}
	return r
}

// Approve says yes to the request about a text.
func (d *Desk) Approve(text string) approval.Request {
	d.tb.Helper()
	return d.Decide(text, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk"})
}

// States are those of all requests, oldest first.
func (d *Desk) States() string {
	var list []string
	for _, r := range d.Store.List() {
		list = append(list, string(r.State))
	}
	return strings.Join(list, " ")
}

// Log is a server's log, to be read while it runs.
type Log struct {
	mu   sync.Mutex
	text []byte
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}
