// Package sourceset has the sources of an engine, those that came while the server runs among them, and what is known of
// their logins.
package sourceset

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

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

// Set are the sources of an engine. Their number grows and never falls. Reading takes no lock.
type Set struct {
	now atomic.Pointer[Sources]

	mu     sync.Mutex // held while sources are added
	looked time.Time
	closed bool
}

// Sources are the sources at one moment. They do not change.
type Sources struct {
	ByName map[string]providers.Provider
	List   []providers.Provider // in the order they are to be listed
	Names  []string             // sorted
}

// Now returns the sources that there are.
func (s *Set) Now() *Sources { return s.now.Load() }

// Add adds sources. It returns false if the name taken is used already, and nothing was added.
func (s *Set) Add(list ...providers.Provider) (taken string, ok bool) {
	before := s.Now()
	if before == nil {
		before = &Sources{ByName: map[string]providers.Provider{}}
	}
	next := &Sources{ByName: maps.Clone(before.ByName), List: slices.Clone(before.List), Names: slices.Clone(before.Names)}
	for _, p := range list {
		name := p.Info().Name
		if next.ByName[name] != nil {
			return name, false
		}
		next.ByName[name] = p
		next.List, next.Names = append(next.List, p), append(next.Names, name)
	}
	slices.Sort(next.Names)
	s.now.Store(next)
	return "", true
}

// Find asks a finder, which may be nil, for new sources, and reports whether there are any. It asks no more than once in a
// second, unless atOnce says so.
func (s *Set) Find(ctx context.Context, finder Finder, atOnce bool, log hclog.Logger) bool {
	if finder == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !atOnce && time.Since(s.looked) < findEvery {
		return false
	}
	s.looked = time.Now()
	list, err := finder.Find(ctx)
	if err != nil {
		log.Warn("new providers of the registry cannot be looked for", "error", err)
	}
	found := false
	for _, p := range list {
		name := p.Info().Name
		if _, ok := s.Add(p); !ok {
			log.Warn("a new provider of the registry has the name of a source, and is left out", "name", name)
			_ = p.Close()
			continue
		}
		found = true
		log.Info("a new provider of the registry is served", "name", name)
	}
	return found
}

// Close closes every source, and lets no source come from now on.
func (s *Set) Close() (errs []error) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	for _, p := range s.Now().List {
		errs = append(errs, p.Close())
	}
	return errs
}
