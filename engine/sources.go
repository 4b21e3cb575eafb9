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

// Finder finds sources that came while the server runs: providers whose documents were pulled, or put
// into the registry's folder.
type Finder interface {
	// Find returns sources that it has not returned before, and that were not there at the start. The
	// engine closes them.
	Find(ctx context.Context) ([]providers.Provider, error)
}

// findEvery is how often the Finder is asked at most, because of names that nobody knows.
const findEvery = time.Second

// sources are those that an engine has. They become more, and never fewer. Reading costs no lock.
type sources struct {
	now atomic.Pointer[sourceSet]

	mu     sync.Mutex // of who adds
	looked time.Time
}

// sourceSet is what there is at a moment. It does not change.
type sourceSet struct {
	byName map[string]providers.Provider
	list   []providers.Provider // in the order they are to be listed
	names  []string             // sorted
}

func (s *sources) load() *sourceSet { return s.now.Load() }

// add adds sources; false: one has the name of another, and nothing was added.
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

// FindSources looks for sources that came since the start, unless it has just been done.
func (e *Engine) FindSources(ctx context.Context) { e.find(ctx, false) }

// find looks for new sources and reports whether there are some. now: it may have been done just before.
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

// lookUp returns a source by name, which may have come since the start; nil: there is none.
func (e *Engine) lookUp(ctx context.Context, name string) providers.Provider {
	if p := e.sources.load().byName[name]; p != nil || name == "" {
		return p
	}
	if !e.find(ctx, false) {
		return nil
	}
	return e.sources.load().byName[name]
}
