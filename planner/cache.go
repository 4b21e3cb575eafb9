package planner

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/textkey"
	"github.com/sallyportdb/sallyport/providers"
)

// Plans are kept, so that a text that is sent again costs one look into a map. Two keys lead to a
// plan: the text itself, and the text without its constants (package textkey), which serves all texts that
// differ in constants alone. Both keys begin with the default source and the search path, and with
// the user's name if it is part of the text that a source will run.
//
// A plan rests on one version of a source's catalog, or on a closure: each hit compares. Statements
// that are returned again are shared, so nobody may change them.

const (
	// cacheBytes bounds all entries.
	cacheBytes = 32 << 20
	// longestKept is the longest text that is cached: longer ones carry data.
	longestKept = 64 << 10
	// entryBytes is the cost of an entry beside its strings: the struct, its place in the map and
	// its slices.
	entryBytes = 256
)

// entry is the value of one key.
type entry struct {
	key      string
	plans    []*Statement
	literals []textkey.Literal // the constants of the planned text; nil: the key is a whole text
	cost     int
}

// cache holds entries in two generations. When the young one is full it becomes the old one, and
// the old one is dropped. An entry stays as long as it is used once in a generation, and a flood of
// texts that are sent once cannot push it out. Safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	limit      int // of one generation, in bytes
	size       int // of the young generation
	young, old map[string]*entry
}

func newCache(bytes int) *cache { return &cache{limit: bytes / 2, young: map[string]*entry{}} }

// get returns the entry of a key, or nil.
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

// put adds an entry, or replaces the one with its key.
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

// bytes estimates an entry's size from above: what two entries share counts twice.
func (e *entry) bytes() int {
	n := entryBytes + len(e.key) + len(e.literals)*int(unsafe.Sizeof(textkey.Literal{}))
	for _, st := range e.plans {
		n += entryBytes + int(unsafe.Sizeof(*st)) + len(st.Text) + len(st.SQL) + len(st.Verb) + 4*(len(st.ParamTypes)+len(st.lookup)+len(st.comparedParams)) +
			len(st.Constants)*int(unsafe.Sizeof(providers.Constant{}))
		for _, f := range st.Effects {
			n += int(unsafe.Sizeof(f)) + len(f.What) + len(f.Name) + len(f.Reason)
			for _, within := range f.Within {
				n += int(unsafe.Sizeof(within)) + len(within)
			}
		}
		for _, r := range st.Relations {
			n += int(unsafe.Sizeof(r)) + len(r.Provider) + len(r.Service) + len(r.Resource)
		}
		for _, s := range st.Scans {
			n += int(unsafe.Sizeof(s)) + len(s.Columns)*int(unsafe.Sizeof(providers.Column{}))
			for _, in := range s.Inputs {
				n += int(unsafe.Sizeof(in)) + len(in.Query) + len(in.Values)*int(unsafe.Sizeof(providers.Value{}))
			}
		}
		for _, f := range st.Functions {
			n += int(unsafe.Sizeof(f)) + len(f)
		}
	}
	return n
}

// lookUp looks a text up in the cache. form is the key of the text without its constants, or nil.
func (p *Planner) lookUp(ctx context.Context, a *textkey.Buffer, text string, scope *Scope, wait bool) (plans []*Statement, form []byte, err error) {
	if scope.Own {
		return nil, nil, parse.CheckBytes(text, p.maxBytes)
	}
	e := p.cache.get(a.Whole(scope.names(), text))
	if e == nil {
		e = p.cache.get(a.User(scope.names(), scope.User, text))
	}
	if e != nil && plansHold(ctx, e.plans, scope, wait) {
		return e.plans, nil, nil
	}
	if err := parse.CheckBytes(text, p.maxBytes); err != nil {
		return nil, nil, err
	}
	if form = a.Form(scope.names(), text); form != nil {
		if e = p.cache.get(form); e == nil {
			e = p.cache.get(a.UserForm(scope.names(), scope.User))
		}
		if e != nil && plansHold(ctx, e.plans, scope, wait) {
			return e.withLiterals(text, a.Literals), form, nil // nil if the plan is not for these constants: then the text is planned by itself
		}
	}
	return nil, form, nil
}

// names returns the part of a key that says what names mean: the default source, the search path,
// and who the session is at the sources.
func (s *Scope) names() string {
	switch {
	case s.Styled:
		return s.Default + "\x00" + s.Path + "\x00" + s.Logins + "\x00styled"
	case s.Path == "" && s.Logins == "":
		return s.Default
	}
	return s.Default + "\x00" + s.Path + "\x00" + s.Logins
}

// plansHold reports whether the names of each plan still mean what they meant. Without wait the
// source is not asked.
func plansHold(ctx context.Context, plans []*Statement, scope *Scope, wait bool) bool {
	for i, st := range plans {
		if st.closure != nil {
			if !closureHolds(ctx, st.closure, wait) {
				return false
			}
			continue
		}
		if i > 0 && plans[i-1].Control != OwnVerb && st.Provider == plans[i-1].Provider && st.Version == plans[i-1].Version {
			continue
		}
		if st.Control == OwnVerb {
			continue
		}
		src, err := scope.Source(ctx, st.Provider)
		if err != nil || src.version() != st.Version {
			return false // planning anew returns the error
		}
	}
	return true
}

// closureHolds reports whether a closure is believed. If it is not and wait is set, it asks the source.
func closureHolds(ctx context.Context, c providers.Closure, wait bool) bool {
	if c.Believed() {
		return true
	}
	if !wait || !c.Kept() {
		return false
	}
	same, err := c.Holds(ctx)
	return same && err == nil // planning anew returns the error
}

// store caches the plans of a text, and the plan of its form if literals cannot matter.
func (p *Planner) store(a *textkey.Buffer, text string, form []byte, scope *Scope, plans []*Statement) {
	if len(plans) == 0 {
		return
	}
	key := a.Whole(scope.names(), text)
	for _, st := range plans {
		if st.uncached {
			return
		}
		if st.byUser {
			key = a.User(scope.names(), scope.User, text)
		}
	}
	for _, st := range plans {
		st.Returned = new(providers.Returned)
	}
	shared := form != nil && len(plans) == 1 && (plans[0].anyLiteral(len(a.Literals)) || plans[0].anyOID(a.Literals))
	if shared {
		plans[0].Constants = plans[0].constantsOf(text, plans[0].Offset, a.Literals)
	}
	p.cache.put(&entry{key: string(key), plans: plans})
	if shared {
		if plans[0].byUser {
			form = a.UserForm(scope.names(), scope.User)
		}
		p.cache.put(&entry{key: string(form), plans: plans, literals: slices.Clone(a.Literals)})
	}
}

// anyLiteral reports whether a statement, which has so many constants, has the same plan with other
// constants. For DuckDB that is rarely so: a constant can become part of a name, and the translation reads
// constants. There it holds only if each constant is an integer that a column is compared with, or if the
// statement is a lookup.
func (s *Statement) anyLiteral(constants int) bool {
	if s.duck && s.compared != constants && len(s.lookup) != constants {
		return false
	}
	switch s.Verb {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE":
	default:
		return false
	}
	return !s.byLiteral && !s.byUser && !s.uncached && s.SQL == s.Text &&
		s.Control == NoControl && s.Setting == nil && s.Show == nil && s.Call == nil
}

// withLiterals returns the plan for a text that differs from the planned one in constants only. Offsets
// move by the change of length of the constants before them. nil: the plan may not be for these constants.
func (e *entry) withLiterals(text string, literals []textkey.Literal) []*Statement {
	st := *e.plans[0]
	end := moveOffset(st.Offset+len(st.Text), e.literals, literals)
	sql := ""
	if !st.anyLiteral(len(literals)) {
		if sql = e.withOIDs(text, literals); sql == "" {
			return nil
		}
	}
	st.Offset = moveOffset(st.Offset, e.literals, literals)
	st.Text = text[st.Offset:end]
	st.SQL = cmp.Or(sql, st.Text)
	if len(st.lookup) == len(literals) {
		if st.Constants = st.constantsOf(text, st.Offset, literals); st.Constants == nil {
			return nil
		}
	}
	st.Missing = slices.Clone(st.Missing)
	for i := range st.Missing {
		st.Missing[i].Offset = moveOffset(st.Missing[i].Offset, e.literals, literals)
	}
	st.Effects = slices.Clone(st.Effects)
	for i := range st.Effects {
		st.Effects[i].Offset = moveOffset(st.Effects[i].Offset, e.literals, literals)
	}
	return []*Statement{&st}
}

// moveOffset translates an offset that is in no constant from one text to another. The texts differ in
// the values of their constants alone.
func moveOffset(place int, from, to []textkey.Literal) int {
	before, _ := slices.BinarySearchFunc(from, place, func(l textkey.Literal, place int) int { return cmp.Compare(int(l.End), place+1) })
	if before == 0 {
		return place
	}
	return place + int(to[before-1].End-from[before-1].End)
}
