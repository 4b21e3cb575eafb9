package mcp

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
)

// toldEvery is how long refusals are counted before the log has a line of them.
const toldEvery = 5 * time.Second

// refusals count what was refused before it was a call, for the log to have one
// line of each kind instead of thousands. The zero value has none. Safe for
// concurrent use.
type refusals struct {
	mu    sync.Mutex
	kinds map[string]*refusal // by limit or status; bounded, since these are
	timer *time.Timer         // until they are told; nil: nothing is to be told
}

type refusal struct {
	count  int
	status int
	why    string // of the last one
	remote string
}

// note counts one, and has the log told soon.
func (c *refusals) note(d *denial, r *http.Request, log hclog.Logger) {
	kind := http.StatusText(d.status)
	if d.data != nil {
		kind = d.data.Setting
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
	one.status, one.why, one.remote = d.status, shorten(d.message, 200), r.RemoteAddr
	if c.timer == nil {
		c.timer = time.AfterFunc(toldEvery, func() { c.tell(log) })
	}
}

// tell writes what has been counted.
func (c *refusals) tell(log hclog.Logger) {
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

// turnAway answers a request with a denial, and has the log tell of those that an
// operator has to know: limits, and who may not speak.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, d *denial) {
	if d.data != nil || d.status == http.StatusUnauthorized || d.status == http.StatusForbidden {
		s.refusals.note(d, r, s.log)
	}
	d.send(w, d.id)
}
