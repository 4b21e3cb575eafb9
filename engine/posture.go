package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Posture is what is known of a source's login. After a look that failed, what
// an earlier one found stays.
type Posture struct {
	Source string
	providers.Posture
	Found  time.Time // of the last look that found something out; zero: none did
	Failed error     // of the last look; nil: it did not fail, or there was none
}

// Examine looks at what a source's login could do if the gate failed, and
// keeps it for Info. It returns false for a source that has no login to
// examine.
func (e *Engine) Examine(ctx context.Context, source string) (Posture, bool) {
	p, ok := e.sources.load().byName[source].(providers.Examiner)
	if !ok {
		return Posture{}, false
	}
	found, err := e.examine(ctx, p)
	if err == nil && e.config.Mode > gate.Safe {
		found.Risks = slices.DeleteFunc(found.Risks, func(r providers.Risk) bool { return r.Writing })
	}
	return e.postures.keep(source, found, err), true
}

func (e *Engine) examine(ctx context.Context, p providers.Examiner) (found providers.Posture, err error) {
	defer func() {
		if v := recover(); v != nil {
			e.log.Error("panic while a login was examined", "panic", v, "stack", string(debug.Stack()))
			err = sqlstate.Wrap(fmt.Errorf("panic: %v", v), sqlstate.InternalError, "internal error while examining the login")
		}
	}()
	return p.Posture(ctx)
}

// postures remembers the last look at each source. Its zero value knows none.
type postures struct {
	mu    sync.Mutex
	known map[string]Posture
}

func (p *postures) last(source string) Posture {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[source]
	known.Source = source
	return known
}

func (p *postures) keep(source string, found providers.Posture, err error) Posture {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[source]
	known.Source, known.Failed = source, err
	if err == nil {
		known.Posture, known.Found = found, time.Now()
	}
	if p.known == nil {
		p.known = map[string]Posture{}
	}
	p.known[source] = known
	return known
}
