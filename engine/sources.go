package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/sallyportdb/sallyport/engine/sourceset"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Finder finds providers that came while the server runs.
type Finder = sourceset.Finder

// Posture is what is known of a source's login.
type Posture = sourceset.Posture

// FindSources looks for sources that came since the start, unless that was done a moment ago.
func (e *Engine) FindSources(ctx context.Context) { e.findSources(ctx, false) }

// findSources looks for new sources, and reports whether there are any. atOnce says to look even if that was
// done a moment ago.
func (e *Engine) findSources(ctx context.Context, atOnce bool) bool {
	return e.sources.Find(ctx, e.config.Finder, atOnce, e.log)
}

// lookUp returns a source by name, also one that came since the start, or nil if there is none.
func (e *Engine) lookUp(ctx context.Context, name string) providers.Provider {
	if p := e.sources.Now().ByName[name]; p != nil || name == "" {
		return p
	}
	if !e.findSources(ctx, false) {
		return nil
	}
	return e.sources.Now().ByName[name]
}

// isDuckDB reports whether a DuckDB runs what a source is asked.
func (e *Engine) isDuckDB(source string) bool {
	p := e.sources.Now().ByName[source]
	return p != nil && p.Info().Dialect == providers.DuckDB
}

// Sources are the sources that there are, in the order in which they are listed.
func (e *Engine) Sources() []providers.Provider { return slices.Clone(e.sources.Now().List) }

// Examine finds out what a source's login could do if the gate failed, and keeps that for Info. It
// returns false for a source without a login.
func (e *Engine) Examine(ctx context.Context, source string) (Posture, bool) {
	p, ok := e.sources.Now().ByName[source].(providers.Examiner)
	if !ok {
		return Posture{}, false
	}
	found, err := e.examineLogin(ctx, p)
	if err == nil && e.config.Mode > gate.Safe {
		found.Risks = slices.DeleteFunc(found.Risks, func(r providers.Risk) bool { return r.Writing })
	}
	return e.postures.Note(source, found, err), true
}

func (e *Engine) examineLogin(ctx context.Context, p providers.Examiner) (found providers.Posture, err error) {
	defer func() {
		if v := recover(); v != nil {
			e.log.Error("panic while a login was examined", "panic", v, "stack", string(debug.Stack()))
			err = sqlstate.Wrap(fmt.Errorf("panic: %v", v), sqlstate.InternalError, "internal error while examining the login")
		}
	}()
	return p.Posture(ctx)
}
