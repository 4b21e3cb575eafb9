package message

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/mcp/render"
)

// toldEvery is how long refusals are counted before they are logged.
const toldEvery = 5 * time.Second

// Refusals count messages that were refused before they became calls, so that the log has
// one line of each kind instead of thousands. The zero value has none. Safe for concurrent
// use.
type Refusals struct {
	mu    sync.Mutex
	kinds map[string]*refusal // by limit or status, which bounds their number
	timer *time.Timer         // logs the counts when it fires; nil: nothing was counted
}

type refusal struct {
	count  int
	status int
	why    string // the reason of the last refusal
	remote string
}

// Note counts a refusal, and sees that it is logged soon.
func (c *Refusals) Note(d *Denial, r *http.Request, log hclog.Logger) {
	kind := http.StatusText(d.Status)
	if d.Data != nil {
		kind = d.Data.Setting
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kinds == nil {
		c.kinds = map[string]*refusal{}
	}
	one := c.kinds[kind]
	if one == nil {
		one = &refusal{}
		c.kinds[kind] = one
	}
	one.count++
	one.status, one.why, one.remote = d.Status, render.Shorten(d.Message, 200), r.RemoteAddr
	if c.timer == nil {
		c.timer = time.AfterFunc(toldEvery, func() { c.Tell(log) })
	}
}

// Tell logs the counts.
func (c *Refusals) Tell(log hclog.Logger) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		one := c.kinds[kind]
		log.Warn("requests were refused", "count", one.count, "status", one.status, "last", one.why, "from", one.remote)
	}
	c.kinds = nil
}
