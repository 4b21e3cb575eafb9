package catalog

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// qualified is a name with its schema.
type qualified struct{ schema, name string }

func newFacts() facts {
	return facts{
		relations: map[qualified]*fact[*providers.Relation]{},
		functions: map[string]*fact[[]providers.Function]{},
		types:     map[string]*fact[[]providers.Type]{},
		operators: map[string]*fact[[]operator]{},
		typeOIDs:  map[uint32]*fact[*providers.Type]{},
		names:     map[uint32]string{},
	}
}

// operator is a function behind a user's operator.
type operator struct {
	schema   string // of the operator
	function *providers.Function
	operands []uint64 // users' types among those of its operands
}

// answer makes the answers about what was wanted from what was read.
func (f *fetch) answer(w *wants) {
	f.facts.unread = f.unread
	for _, t := range f.types {
		if t.shown != "" {
			f.facts.names[t.oid] = t.shown
		}
	}
	f.answerRelations(w)
	f.answerFunctions(w)
	f.answerTypes(w)
	for _, name := range w.operators {
		f.facts.operators[name] = f.operatorsOf(name)
	}
	if w.anywhere {
		f.facts.anywhere = f.codeAnywhere()
	}
}

func (f *fetch) answerRelations(w *wants) {
	found := map[qualified]*relationFacts{}
	for _, r := range f.relations {
		for _, name := range r.names {
			found[name] = r
		}
	}
	for _, name := range w.relations {
		m := f.marks()
		r := found[name]
		if r == nil {
			m.add(relationTag(name.schema, name.name), "")
			f.facts.relations[name] = &fact[*providers.Relation]{marks: m.list}
			continue
		}
		m.relation(name, r)
		f.facts.relations[name] = &fact[*providers.Relation]{r.Relation, tidyMarks(m.list)}
	}
}

func (f *fetch) answerFunctions(w *wants) {
	byName := map[string][]*functionFacts{}
	for _, u := range f.functions {
		if u.Name != "" {
			byName[u.Name] = append(byName[u.Name], u)
		}
	}
	for _, name := range w.functions {
		m := f.marks()
		list := byName[name]
		slices.SortFunc(list, func(a, b *functionFacts) int { return int(int64(a.oid) - int64(b.oid)) })
		answer := make([]providers.Function, len(list))
		for i, u := range list {
			answer[i] = *u.Function
			m.function(u.oid)
		}
		m.add(functionTag(name), functionsPrint(list))
		f.facts.functions[name] = &fact[[]providers.Function]{answer, tidyMarks(m.list)}
	}
}

func (f *fetch) answerTypes(w *wants) {
	byName := map[string][]*typeFacts{}
	for _, t := range f.types {
		if !t.gone {
			byName[t.name] = append(byName[t.name], t)
		}
	}
	for _, name := range w.types {
		m := f.marks()
		list := byName[name]
		slices.SortFunc(list, func(a, b *typeFacts) int { return int(int64(a.oid) - int64(b.oid)) })
		answer := make([]providers.Type, len(list))
		print := ""
		for i, t := range list {
			answer[i] = f.typeAnswer(t)
			m.typ(t.oid)
			if i > 0 {
				print += " "
			}
			print += oidTag("", t.oid)[1:] + "." + t.changed
		}
		m.add(typeTag(name), print)
		f.facts.types[name] = &fact[[]providers.Type]{answer, tidyMarks(m.list)}
	}
	for _, id := range w.typeOIDs {
		m := f.marks()
		m.typ(id)
		answer := &fact[*providers.Type]{marks: tidyMarks(m.list)}
		if t := f.types[id]; t != nil && !t.gone {
			value := f.typeAnswer(t)
			answer.value = &value
		}
		f.facts.typeOIDs[id] = answer
	}
}

func (f *fetch) operatorsOf(name string) *fact[[]operator] {
	m := f.marks()
	var list []operator
	for _, o := range f.global.operators[name] {
		var operands []uint64
		for _, id := range []uint32{o.lt, o.rgt} {
			if t := f.global.valuesOf(id); t != 0 {
				operands = append(operands, uint64(t))
			}
		}
		for _, id := range o.calls() {
			m.function(id)
			list = append(list, operator{o.schema, f.called(id), operands})
		}
	}
	return &fact[[]operator]{list, tidyMarks(m.list)}
}

func (f *fetch) codeAnywhere() *fact[[]providers.Hidden] {
	m := f.marks()
	var list []providers.Hidden
	for _, c := range f.global.anywhere {
		m.function(c.function)
		list = append(list, providers.Hidden{What: c.what, Call: f.called(c.function)})
	}
	return &fact[[]providers.Hidden]{list, tidyMarks(m.list)}
}

// marking collects the marks of what one answer rests on.
type marking struct {
	f    *fetch
	list []mark
	seen map[[2]uint32]bool // kinds and OIDs
}

func (f *fetch) marks() *marking {
	m := &marking{f: f, seen: map[[2]uint32]bool{}}
	m.add(globalTag, f.global.print)
	return m
}

func (m *marking) add(tag, print string) { m.list = append(m.list, mark{tag, print}) }

func (m *marking) first(kind byte, id uint32) bool {
	key := [2]uint32{uint32(kind), id}
	first := !m.seen[key]
	m.seen[key] = true
	return first
}

func (m *marking) relation(name qualified, r *relationFacts) {
	m.add(relationTag(name.schema, name.name), oidTag("", r.oid)[1:])
	m.add(oidTag("c", r.oid), r.print)
	if r.Builtin {
		return
	}
	for _, part := range m.f.wholeOf(r.row) { // the print of a relation has its columns
		if part != r.row {
			m.typeItself(part)
		}
		m.codes(part)
	}
	m.calls(r)
	for _, t := range r.triggers {
		m.function(t.function)
	}
	m.list = append(m.list, r.carried...)
}

func (m *marking) calls(r *relationFacts) {
	for _, c := range r.calls {
		m.function(c.function)
	}
	for _, child := range r.children {
		if m.first('c', child.oid) {
			m.calls(child)
		}
	}
}

// typ marks a type with all that it is built of.
func (m *marking) typ(id uint32) {
	if m.f.types[id] == nil || m.f.types[id].gone {
		m.add(oidTag("y", id), "")
		return
	}
	for _, part := range m.f.wholeOf(id) {
		m.typeItself(part)
		m.codes(part)
	}
}

func (m *marking) typeItself(id uint32) {
	if t := m.f.types[id]; id >= firstUser && id < collationBit && m.first('y', id) {
		m.add(oidTag("y", id), t.print)
		m.list = append(m.list, t.named...)
	}
}

func (m *marking) codes(id uint32) {
	for _, c := range m.f.types[id].own {
		m.function(c.function)
	}
}

// function marks a function, the objects that it is made of, and the code that its types hide.
func (m *marking) function(id uint32) {
	u := m.f.functions[id]
	if id < firstUser || u == nil || !m.first('p', id) {
		return
	}
	m.add(oidTag("p", id), u.print)
	m.list = append(m.list, u.named...)
	for _, t := range u.types {
		for _, part := range m.f.wholeOf(t) {
			m.typeItself(part)
			m.codes(part)
		}
	}
	for _, part := range u.made {
		m.function(part)
	}
}
