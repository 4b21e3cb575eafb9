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

// Posture is what is known of a source's login. If a later look fails, what an earlier one has found
// stays.
type Posture struct {
	Source string
	providers.Posture
	Found  time.Time // when the last look succeeded; zero: none has
	Failed error     // the error of the last look; nil: it succeeded, or there was none
}

// Examine finds out what a source's login could do if the gate failed, and keeps that for Info. It
// returns false for a source without a login.
func (e *Engine) Examine(ctx context.Context, source string) (Posture, bool) {
	p, ok := e.sources.load().byName[source].(providers.Examiner)
	if !ok {
		return Posture{}, false
	}
	found, err := e.examine(ctx, p)
	if err == nil && e.config.Mode > gate.Safe {
		found.Risks = slices.DeleteFunc(found.Risks, func(r providers.Risk) bool { return r.Writing })
	}
	return e.postures.note(source, found, err), true
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

func (p *postures) note(source string, found providers.Posture, err error) Posture {
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
