package catalog

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// store holds the answers that were fetched. Each of them was compared with the server by the
// last look, or fetched since. A look compares the marks of all closures that are in use; it
// drops the answers with a mark whose print has changed, and the answers that no closure in use
// needs. So its size depends on the objects that statements name, and not on the catalog's.
type store struct {
	version atomic.Uint64 // changes when an answer is dropped for a newer one

	mu       sync.Mutex
	global   *global
	facts    facts
	prints   map[string]string // of the marks of the answers
	closures map[string]*closure
	lately   map[string]time.Time // when a tag was found changed, no longer than unsettledFor ago
	// additions counts the calls of made.
	additions uint64
}

func newStore() *store {
	s := &store{facts: newFacts(), prints: map[string]string{}, closures: map[string]*closure{}, lately: map[string]time.Time{}}
	s.version.Store(1)
	return s
}

// learn adds fetched answers, unless other answers were added since the fetch began. Stored answers
// that rest on older prints are dropped.
func (s *store) learn(found *facts, since uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.additions != since {
		return
	}
	changed := map[string]bool{}
	note := func(marks []mark) {
		for _, m := range marks {
			if print, known := s.prints[m.tag]; known && print != m.print {
				changed[m.tag] = true
			}
		}
	}
	found.each(note)
	if len(changed) > 0 {
		s.drop(changed)
	}
	found.each(func(marks []mark) {
		for _, m := range marks {
			s.prints[m.tag] = m.print
		}
	})
	s.facts.merge(found)
}

// each tells the marks of each answer.
func (f *facts) each(use func([]mark)) {
	for _, v := range f.relations {
		use(v.marks)
	}
	for _, v := range f.functions {
		use(v.marks)
	}
	for _, v := range f.types {
		use(v.marks)
	}
	for _, v := range f.operators {
		use(v.marks)
	}
	for _, v := range f.typeOIDs {
		use(v.marks)
	}
	if f.anywhere != nil {
		use(f.anywhere.marks)
	}
}

// merge takes the answers of other.
func (f *facts) merge(other *facts) {
	if other.unread { // what could not be read now may be in a moment
		return
	}
	copyInto(f.relations, other.relations)
	copyInto(f.functions, other.functions)
	copyInto(f.types, other.types)
	copyInto(f.operators, other.operators)
	copyInto(f.typeOIDs, other.typeOIDs)
	copyInto(f.names, other.names)
	if other.anywhere != nil {
		f.anywhere = other.anywhere
	}
}

func copyInto[K comparable, V any](to, from map[K]V) {
	for k, v := range from {
		to[k] = v
	}
}

// retain drops the answers whose marks are not wanted.
func (f *facts) retain(wanted func([]mark) bool) {
	keepIn(f.relations, wanted)
	keepIn(f.functions, wanted)
	keepIn(f.types, wanted)
	keepIn(f.operators, wanted)
	keepIn(f.typeOIDs, wanted)
	if f.anywhere != nil && !wanted(f.anywhere.marks) {
		f.anywhere = nil
	}
}

func keepIn[K comparable, T any](facts map[K]*fact[T], wanted func([]mark) bool) {
	for k, v := range facts {
		if !wanted(v.marks) {
			delete(facts, k)
		}
	}
}

// drop forgets the answers and the closures that rest on changed marks. The caller holds the lock.
func (s *store) drop(changed map[string]bool) {
	now := time.Now()
	maps.DeleteFunc(s.lately, func(_ string, at time.Time) bool { return now.Sub(at) > unsettledFor })
	for tag := range changed {
		s.lately[tag] = now
	}
	has := func(m mark) bool { return changed[m.tag] }
	s.facts.retain(func(marks []mark) bool { return !slices.ContainsFunc(marks, has) })
	for key, c := range s.closures {
		if slices.ContainsFunc(c.marks, has) {
			c.gone.Store(true)
			delete(s.closures, key)
		}
	}
	clear(s.facts.names)
	if changed[globalTag] {
		s.global = nil
	}
	s.countPrints()
	s.version.Add(1)
}

// countPrints keeps the prints of the answers that are there.
func (s *store) countPrints() {
	clear(s.prints)
	s.facts.each(func(marks []mark) {
		for _, m := range marks {
			s.prints[m.tag] = m.print
		}
	})
	if s.global != nil {
		s.prints[globalTag] = s.global.print
	}
}

// updatePrints keeps the current prints of some marks, and reports whether one has changed.
func (s *store) updatePrints(now []mark) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := map[string]bool{}
	for _, m := range now {
		if print, known := s.prints[m.tag]; known && print != m.print {
			changed[m.tag] = true
		}
	}
	if len(changed) > 0 {
		s.drop(changed)
	}
	return len(changed) > 0
}

// inUse lists the tags of all closures that are in use. It drops closures that were not asked for within the time kept,
// and the answers that no closure in use needs.
func (s *store) inUse(now, kept time.Duration) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	tags := map[string]bool{globalTag: true}
	for key, c := range s.closures {
		if now-time.Duration(c.used.Load()) > kept {
			c.gone.Store(true)
			delete(s.closures, key)
			continue
		}
		for _, m := range c.marks {
			tags[m.tag] = true
		}
	}
	s.facts.retain(func(marks []mark) bool {
		return !slices.ContainsFunc(marks, func(m mark) bool { return !tags[m.tag] })
	})
	s.countPrints()
	list := make([]string, 0, len(tags))
	for tag := range tags {
		list = append(list, tag)
	}
	return list
}

// closed returns the closure of some marks by a search path. The same marks and path have the same closure.
func (s *store) closed(c *Catalog, marks []mark, path []string, ask providers.Asker) *closure {
	var key strings.Builder
	size := 0
	for _, m := range marks {
		size += len(m.tag) + len(m.print) + 2
	}
	for _, schema := range path {
		size += len(schema) + 2
	}
	key.Grow(size + 2)
	key.WriteString(strings.Join(path, "\x00") + "\x00\x00")
	for _, m := range marks {
		key.WriteString(m.tag)
		key.WriteByte(0)
		key.WriteString(m.print)
		key.WriteByte(0)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.closures[key.String()]; known != nil {
		known.used.Store(int64(time.Since(c.born)))
		return known
	}
	made := &closure{c: c, store: s, marks: marks, path: path, ask: ask}
	made.used.Store(int64(time.Since(c.born)))
	s.closures[key.String()] = made
	return made
}

// moved reports whether one of some marks was found changed lately.
func (s *store) moved(marks []mark, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(marks, func(m mark) bool {
		at, changed := s.lately[m.tag]
		return changed && now.Sub(at) < unsettledFor
	})
}

// has reports whether the answers that are there have all of some marks.
func (s *store) has(marks []mark) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !slices.ContainsFunc(marks, func(m mark) bool {
		print, known := s.prints[m.tag]
		return !known || print != m.print
	})
}

// typeName is the name of a user's type for people, "" if it was not seen.
func (s *store) typeName(id uint32) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.facts.names[id]
}

var _ providers.Closure = (*closure)(nil)
