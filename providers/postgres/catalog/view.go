package catalog

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// view is the catalog as one statement of one session sees it: by the session's search path, and by the session's own
// connection if its open transaction has made something. It fetches what is asked for and not stored, and remembers what
// its answers rest on.
//
// A view tells which code a name runs; whether that code only reads is for the planner to judge. Calls may form a
// circle: the function of a cast takes the type that the cast belongs to.
type view struct {
	ctx    context.Context //nolint:containedctx // of one statement's planning: it lives as long as this does
	c      *Catalog
	in     providers.Surroundings
	store  *store // the catalog's, or one of the session's own
	path   []string
	marks  map[mark]bool
	opened bool
	err    error
}

var _ providers.Lazy = (*view)(nil)

// View returns what names mean to a session with a search path and the like.
func (c *Catalog) View(ctx context.Context, in providers.Surroundings) *view {
	v := &view{ctx: ctx, c: c, in: in, store: c.store, path: in.Path, marks: map[mark]bool{}}
	if in.Ask != nil {
		v.store = newStore()
	}
	return v
}

// Version is the store's version.
func (v *view) Version() uint64 { return v.store.version.Load() }

// open makes sure, once for each statement, that the stored answers may be believed.
func (v *view) open() bool {
	if v.opened || v.err != nil {
		return v.err == nil
	}
	v.opened = true
	if v.in.Ask != nil {
		v.err = v.openOwn()
	} else if v.err = v.c.current(v.ctx); v.err == nil && v.c.globals() == nil {
		_, v.err = v.c.learn(v.ctx, wants{})
	}
	if v.err == nil && v.path == nil {
		v.path = v.globals().path
	}
	return v.err == nil
}

// openOwn reads, on the session's own connection, the objects that any statement may use, unless
// they are as every session sees them.
func (v *view) openOwn() error {
	ask := tripsOf(v.ctx, v.in.Ask)
	lists, err := ask(queryOf(printGlobal))
	if err != nil {
		return err
	}
	shared := v.c.globals()
	if shared == nil {
		if _, err := v.c.learn(v.ctx, wants{}); err != nil {
			return err
		}
		shared = v.c.globals()
	}
	if shared == nil || shared.print != lists[0][0][0] {
		if shared, err = readGlobal(ask, v.c.options.Harmless); err != nil {
			return v.c.readError(v.ctx, err)
		}
	}
	v.store.global = shared
	return nil
}

func (v *view) globals() *global {
	v.store.mu.Lock()
	defer v.store.mu.Unlock()
	if v.store.global == nil { // it has changed since
		return &global{path: []string{"pg_catalog"}, print: "changed"}
	}
	return v.store.global
}

// fetch gets the wanted objects that are not stored.
func (v *view) fetch(w wants) {
	if !v.open() {
		return
	}
	w = v.unknown(w)
	if !w.empty() {
		if _, err := v.read(w); err != nil {
			v.err = err
		}
	}
}

// unknown returns the wanted objects that were not fetched yet.
func (v *view) unknown(w wants) wants {
	v.store.mu.Lock()
	defer v.store.mu.Unlock()
	known := &v.store.facts
	w.relations = slices.DeleteFunc(w.relations, func(name qualified) bool { return known.relations[name] != nil })
	w.functions = slices.DeleteFunc(w.functions, func(name string) bool { return known.functions[name] != nil })
	w.types = slices.DeleteFunc(w.types, func(name string) bool { return known.types[name] != nil })
	w.operators = slices.DeleteFunc(w.operators, func(name string) bool { return known.operators[name] != nil })
	w.typeOIDs = slices.DeleteFunc(w.typeOIDs, func(id uint32) bool { return known.typeOIDs[id] != nil })
	return w
}

func (v *view) read(w wants) (*facts, error) {
	if v.in.Ask == nil {
		return v.c.learn(v.ctx, w)
	}
	since := v.store.newest()
	found, err := readFacts(tripsOf(v.ctx, v.in.Ask), v.globals(), v.c.options.Harmless, w)
	if err != nil {
		return nil, sqlstate.From(v.c.readError(v.ctx, err))
	}
	v.store.learn(found, since)
	return found, nil
}

// rest notes the marks that an answer rests on.
func (v *view) rest(marks []mark) {
	for _, m := range marks {
		v.marks[m] = true
	}
}

// lookUp finds an answer in the store, or fetches it from the server.
func lookUp[K comparable, T any](v *view, pick func(*facts) map[K]*fact[T], key K, w wants) (value T) {
	if !v.open() {
		return value
	}
	v.store.mu.Lock()
	answer := pick(&v.store.facts)[key]
	v.store.mu.Unlock()
	if answer == nil {
		found, err := v.read(w)
		if err != nil {
			v.err = err
			return value
		}
		answer = pick(found)[key]
	}
	v.rest(answer.marks)
	return answer.value
}

// Prefetch reads what some names mean together.
func (v *view) Prefetch(names providers.Names) {
	if shared := v.c.globals(); !v.opened && v.in.Ask == nil && shared != nil && v.err == nil {
		path := v.path
		if path == nil {
			path = shared.path
		}
		if w := v.unknown(wantsOf(names, func(schema string) []string { return schemasIn(path, schema) })); !w.empty() {
			v.err = v.c.lookAndLearn(v.ctx, w)
		}
	}
	if w := wantsOf(names, v.where); !w.empty() {
		v.fetch(w)
	}
}

// wantsOf is what is read of some names, in the schemas that where says of each.
func wantsOf(names providers.Names, where func(schema string) []string) wants {
	var w wants
	for _, n := range names.Relations {
		for _, schema := range where(n.Schema) {
			w.relations = append(w.relations, qualified{schema, n.Name})
		}
	}
	for _, n := range names.Functions {
		w.functions = append(w.functions, n.Name)
	}
	for _, n := range names.Types {
		w.types = append(w.types, n.Name)
	}
	for _, n := range names.Operators {
		w.operators = append(w.operators, n.Name)
	}
	w.typeOIDs = slices.DeleteFunc(slices.Clone(names.TypeOIDs), func(id uint32) bool { return id < firstUser })
	w.tidy()
	return w
}

func (w *wants) tidy() {
	slices.SortFunc(w.relations, func(a, b qualified) int {
		return strings.Compare(a.schema+"\x00"+a.name, b.schema+"\x00"+b.name)
	})
	w.relations = slices.Compact(w.relations)
	for _, list := range []*[]string{&w.functions, &w.types, &w.operators} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	slices.Sort(w.typeOIDs)
	w.typeOIDs = slices.Compact(w.typeOIDs)
}

// Functions returns the candidates of a name.
func (v *view) Functions(schema, name string) []providers.Function {
	all := lookUp(v, func(f *facts) map[string]*fact[[]providers.Function] { return f.functions }, name, wants{functions: []string{name}})
	return slices.DeleteFunc(slices.Clone(all), func(f providers.Function) bool { return !v.reaches(schema, f.Schema) })
}

// Relation returns the first relation of that name.
func (v *view) Relation(schema, name string) (providers.Relation, bool) {
	var w wants
	for _, in := range v.where(schema) {
		w.relations = append(w.relations, qualified{in, name})
	}
	v.fetch(w)
	for _, in := range v.where(schema) {
		key := qualified{in, name}
		r := lookUp(v, func(f *facts) map[qualified]*fact[*providers.Relation] { return f.relations }, key, wants{relations: []qualified{key}})
		if r != nil {
			return v.turn(r), true
		}
	}
	return providers.Relation{}, false
}

// Operators returns what stands behind users' operators of that name.
func (v *view) Operators(schema, name string) []providers.Function {
	if v.open(); len(v.globals().operators[name]) == 0 {
		v.rest([]mark{{globalTag, v.globals().print}})
		return nil
	}
	all := lookUp(v, func(f *facts) map[string]*fact[[]operator] { return f.operators }, name, wants{operators: []string{name}})
	var found []providers.Function
	for _, o := range all {
		known := func(f providers.Function) bool {
			return f.ID == o.function.ID && slices.Equal(f.Operands, o.operands)
		}
		if v.reaches(schema, o.schema) && !slices.ContainsFunc(found, known) {
			f := *o.function
			f.Operands = o.operands
			found = append(found, f)
		}
	}
	return found
}

// Type returns what the name of a type may mean.
func (v *view) Type(schema, name string) (providers.Type, bool) {
	t := providers.Type{Schema: schema, Name: name}
	switch name {
	case "serial", "bigserial", "smallserial", "serial2", "serial4", "serial8":
		return t, true // words of CREATE TABLE, no types
	}
	all := lookUp(v, func(f *facts) map[string]*fact[[]providers.Type] { return f.types }, name, wants{types: []string{name}})
	known := false
	for _, found := range all {
		if !v.reaches(schema, found.Schema) {
			continue
		}
		known = true
		t.Hidden = slices.Concat(t.Hidden, found.Hidden)
		t.Taken = slices.Concat(t.Taken, found.Taken)
		t.Types = slices.Concat(t.Types, found.Types)
		t.RowsOf = slices.Concat(t.RowsOf, found.RowsOf)
		t.TellsNames = t.TellsNames || found.TellsNames
	}
	return t, known
}

// TypeOf returns a type by its OID.
func (v *view) TypeOf(id uint32) (providers.Type, bool) {
	if id < firstUser {
		return providers.Type{Name: builtinTypeName(id, -1), TellsNames: providers.TellsNames(id)}, true
	}
	t := lookUp(v, func(f *facts) map[uint32]*fact[*providers.Type] { return f.typeOIDs }, id, wants{typeOIDs: []uint32{id}})
	if t == nil {
		return providers.Type{}, false
	}
	return *t, true
}

// Everywhere returns users' implicit casts between the server's own types.
func (v *view) Everywhere() []providers.Hidden {
	if v.open(); len(v.globals().anywhere) == 0 {
		return nil
	}
	one := func(f *facts) map[bool]*fact[[]providers.Hidden] {
		if f.anywhere == nil {
			return nil
		}
		return map[bool]*fact[[]providers.Hidden]{true: f.anywhere}
	}
	return lookUp(v, one, true, wants{anywhere: true})
}

// Closure returns what the answers rest on.
func (v *view) Closure() (providers.Closure, error) {
	if v.err != nil {
		return nil, v.err
	}
	if len(v.marks) == 0 {
		return nil, nil //nolint:nilnil // it was asked for nothing
	}
	marks := make([]mark, 0, len(v.marks))
	for m := range v.marks {
		marks = append(marks, m)
	}
	return v.store.closed(v.c, tidyMarks(marks), v.path, v.in.Ask), nil
}

// reaches reports whether a name qualified by schema ("" for not qualified)
// can mean an object in the schema in.
func (v *view) reaches(schema, in string) bool { return slices.Contains(v.where(schema), in) }

// where lists the schemas in which a name qualified by schema is looked up.
func (v *view) where(schema string) []string {
	v.open()
	return schemasIn(v.path, schema)
}

// schemasIn lists the schemas in which a name qualified by schema is looked up by a search path. A name can mean
// temporary objects of the session alone.
func schemasIn(path []string, schema string) []string {
	switch {
	case schema == "":
		return path
	case schema == "pg_temp", strings.HasPrefix(schema, "pg_temp_"):
		for _, in := range path {
			if strings.HasPrefix(in, "pg_temp_") && (schema == "pg_temp" || schema == in) {
				return []string{in}
			}
		}
		return nil
	}
	return []string{schema}
}
