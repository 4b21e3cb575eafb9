package engine

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// Finder finds providers that came while the server runs, because their documents were pulled or put
// into the registry's folder.
type Finder interface {
	// Find returns sources that are new since its last call, or since the start. The engine closes
	// them.
	Find(ctx context.Context) ([]providers.Provider, error)
}

// findEvery is how often the Finder is asked at most.
const findEvery = time.Second

// sources are the sources of an engine. Their number grows and never falls. Reading takes no lock.
type sources struct {
	now atomic.Pointer[sourceSet]

	mu     sync.Mutex // held while sources are added
	looked time.Time
}

// sourceSet are the sources at one moment. It does not change.
type sourceSet struct {
	byName map[string]providers.Provider
	list   []providers.Provider // in the order they are to be listed
	names  []string             // sorted
}

func (s *sources) load() *sourceSet { return s.now.Load() }

// add adds sources. It returns false if the name taken is used already, and nothing was added.
func (s *sources) add(list ...providers.Provider) (taken string, ok bool) {
	before := s.load()
	if before == nil {
		before = &sourceSet{byName: map[string]providers.Provider{}}
	}
	next := &sourceSet{byName: maps.Clone(before.byName), list: slices.Clone(before.list), names: slices.Clone(before.names)}
	for _, p := range list {
		name := p.Info().Name
		if next.byName[name] != nil {
			return name, false
		}
		next.byName[name] = p
		next.list, next.names = append(next.list, p), append(next.names, name)
	}
	slices.Sort(next.names)
	s.now.Store(next)
	return "", true
}

// FindSources looks for sources that came since the start, unless that was done a moment ago.
func (e *Engine) FindSources(ctx context.Context) { e.find(ctx, false) }

// find looks for new sources, and reports whether there are any. now says to look even if that was
// done a moment ago.
func (e *Engine) find(ctx context.Context, now bool) bool {
	if e.config.Finder == nil {
		return false
	}
	s := &e.sources
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now && time.Since(s.looked) < findEvery {
		return false
	}
	s.looked = time.Now()
	list, err := e.config.Finder.Find(ctx)
	if err != nil {
		e.log.Warn("new providers of the registry cannot be looked for", "error", err)
	}
	found := false
	for _, p := range list {
		name := p.Info().Name
		if _, ok := s.add(p); !ok {
			e.log.Warn("a new provider of the registry has the name of a source, and is left out", "name", name)
			_ = p.Close()
			continue
		}
		found = true
		e.log.Info("a new provider of the registry is served", "name", name)
	}
	return found
}

// lookUp returns a source by name, also one that came since the start, or nil if there is none.
func (e *Engine) lookUp(ctx context.Context, name string) providers.Provider {
	if p := e.sources.load().byName[name]; p != nil || name == "" {
		return p
	}
	if !e.find(ctx, false) {
		return nil
	}
	return e.sources.load().byName[name]
}

// isDuckDB reports whether a DuckDB runs what a source is asked.
func (e *Engine) isDuckDB(source string) bool {
	p := e.sources.load().byName[source]
	return p != nil && p.Info().Dialect == providers.DuckDB
}

// Sources are the sources that there are, in the order in which they are listed.
func (e *Engine) Sources() []providers.Provider { return slices.Clone(e.sources.load().list) }
