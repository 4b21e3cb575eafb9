package planner

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// What texts were understood as is kept, so that one that is sent again costs a
// look into a map. Two keys lead to it: the text itself, and the text without
// its constants (key.go), which serves all that differ in those alone. Both
// begin with the source that unqualified names belong to and, where the user's
// name went into what a source will run, that name.
//
// What was understood by one version of a source's catalog is worth nothing by
// another: each hit compares. Statements that are handed out again are shared,
// so nobody may change one.

const (
	// cacheBytes bounds what is kept of all texts.
	cacheBytes = 32 << 20
	// longestKept is the longest text that is kept: longer ones are data.
	longestKept = 64 << 10
	// entryBytes is what an entry costs beside its strings: itself, its place in
	// the map and its slices.
	entryBytes = 256
)

// entry is what one key leads to.
type entry struct {
	key      string
	plans    []*Statement
	literals []literal // where the constants of plans stand; nil: the key is a whole text
	cost     int
}

// cache holds entries in two generations. When the young one is full it becomes
// the old one, and what was old is dropped: an entry stays as long as it is
// asked for once in a generation, and a flood of texts that are sent once cannot
// push it out. Safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	limit      int // of one generation, in bytes
	size       int // of the young one
	young, old map[string]*entry
}

func newCache(bytes int) *cache { return &cache{limit: bytes / 2, young: map[string]*entry{}} }

// get returns the entry of a key, nil if there is none.
func (c *cache) get(key []byte) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.young[string(key)]; e != nil {
		return e
	}
	e := c.old[string(key)]
	if e != nil {
		c.add(e)
	}
	return e
}

// put keeps an entry in the place of any other of its key.
func (c *cache) put(e *entry) {
	if e.cost = e.bytes(); e.cost > c.limit/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(e)
}

func (c *cache) add(e *entry) {
	delete(c.old, e.key)
	if before := c.young[e.key]; before != nil {
		c.size -= before.cost
		delete(c.young, e.key)
	}
	if c.size+e.cost > c.limit {
		c.old, c.young, c.size = c.young, map[string]*entry{}, 0
	}
	c.young[e.key] = e
	c.size += e.cost
}

// bytes is what an entry takes, rather too much than too little: what two
// entries share counts for both.
func (e *entry) bytes() int {
	n := entryBytes + len(e.key) + len(e.literals)*int(unsafe.Sizeof(literal{}))
	for _, st := range e.plans {
		n += entryBytes + int(unsafe.Sizeof(*st)) + len(st.Text) + len(st.SQL) + len(st.Verb) + 4*len(st.ParamTypes)
		for _, f := range st.Effects {
			n += int(unsafe.Sizeof(f)) + len(f.What) + len(f.Name) + len(f.Reason)
			for _, within := range f.Within {
				n += int(unsafe.Sizeof(within)) + len(within)
			}
		}
		for _, r := range st.Relations {
			n += int(unsafe.Sizeof(r)) + len(r.Provider) + len(r.Service) + len(r.Resource)
		}
		for _, f := range st.Functions {
			n += int(unsafe.Sizeof(f)) + len(f)
		}
	}
	return n
}

// known looks a text up; form is the key that it shares with its like, nil if it
// has none.
func (p *Planner) known(ctx context.Context, a *address, text string, scope *Scope, wait bool) (plans []*Statement, form []byte, err error) {
	if scope.Own {
		return nil, nil, parse.CheckBytes(text, p.maxBytes)
	}
	e := p.cache.get(a.whole(scope.names(), text))
	if e == nil {
		e = p.cache.get(a.personal(scope.names(), scope.User, text))
	}
	if e != nil && current(ctx, e.plans, scope, wait) {
		return e.plans, nil, nil
	}
	if err := parse.CheckBytes(text, p.maxBytes); err != nil {
		return nil, nil, err
	}
	if form = a.alike(scope.names(), text); form != nil {
		if e = p.cache.get(form); e != nil && current(ctx, e.plans, scope, wait) {
			return e.with(text, a.literals), form, nil
		}
	}
	return nil, form, nil
}

// names is what the keys of a scope's texts begin with.
func (s *Scope) names() string {
	if s.Path == "" {
		return s.Default
	}
	return s.Default + "\x00" + s.Path
}

// current reports whether plans still hold: whether the names of each mean to its
// source what they were understood as. Without wait the source is not asked.
func current(ctx context.Context, plans []*Statement, scope *Scope, wait bool) bool {
	for i, st := range plans {
		if st.closure != nil {
			if !holds(ctx, st.closure, wait) {
				return false
			}
			continue
		}
		if i > 0 && st.Provider == plans[i-1].Provider && st.Version == plans[i-1].Version {
			continue
		}
		src, err := scope.Source(ctx, st.Provider)
		if err != nil || src.version() != st.Version {
			return false // planning anew says what is wrong
		}
	}
	return true
}

// holds reports whether a closure is believed, or else, with wait, still holds.
func holds(ctx context.Context, c providers.Closure, wait bool) bool {
	if c.Believed() {
		return true
	}
	if !wait {
		return false
	}
	same, err := c.Holds(ctx)
	return same && err == nil // planning anew says what is wrong
}

// keep remembers what a text was understood as, and what those are understood as
// that have its form, if it has one.
func (p *Planner) keep(a *address, text string, form []byte, scope *Scope, plans []*Statement) {
	if len(plans) == 0 {
		return
	}
	key := a.whole(scope.names(), text)
	for _, st := range plans {
		if st.uncached {
			return
		}
		if st.byUser {
			key = a.personal(scope.names(), scope.User, text)
		}
	}
	p.cache.put(&entry{key: string(key), plans: plans})
	if form != nil && len(plans) == 1 && plans[0].anyLiteral() {
		p.cache.put(&entry{key: string(form), plans: plans, literals: slices.Clone(a.literals)})
	}
}

// anyLiteral reports whether a statement would be understood alike with other
// constants in it.
func (s *Statement) anyLiteral() bool {
	switch s.Verb {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE":
	default:
		return false
	}
	return !s.byLiteral && !s.byUser && !s.uncached && s.SQL == s.Text &&
		s.Control == NoControl && s.Setting == nil && s.Show == nil
}

// with returns the statement of a text that differs in its constants from the
// one that was understood. Places move with the constants before them.
func (e *entry) with(text string, literals []literal) []*Statement {
	st := *e.plans[0]
	end := move(st.Offset+len(st.Text), e.literals, literals)
	st.Offset = move(st.Offset, e.literals, literals)
	st.Text = text[st.Offset:end]
	st.SQL = st.Text
	st.Missing = slices.Clone(st.Missing)
	for i := range st.Missing {
		st.Missing[i].Offset = move(st.Missing[i].Offset, e.literals, literals)
	}
	st.Effects = slices.Clone(st.Effects)
	for i := range st.Effects {
		st.Effects[i].Offset = move(st.Effects[i].Offset, e.literals, literals)
	}
	return []*Statement{&st}
}

// move returns where a place of one text is in another that has the same
// constants, but others. It is never inside of a constant.
func move(place int, from, to []literal) int {
	before, _ := slices.BinarySearchFunc(from, place, func(l literal, place int) int { return cmp.Compare(int(l.end), place+1) })
	if before == 0 {
		return place
	}
	return place + int(to[before-1].end-from[before-1].end)
}
