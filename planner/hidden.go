package planner

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// What a statement runs without naming it: views, rules, policies, defaults, the
// bodies of functions. It is judged as if the client had written it.

const (
	// maxDepth bounds views over views and functions that call functions.
	maxDepth = 16
	// maxHidden bounds the pieces of hidden code of one statement.
	maxHidden = 1_000
)

// use is how a statement uses what hides code.
type use struct {
	event   providers.Event
	planned bool // inside EXPLAIN
	view    bool // of a view, whose relations are used in the same way
	execute bool // by EXECUTE of what the session prepared
	offset  int  // in the batch, of what the client wrote
}

// unseen names a piece of hidden code, and how it was judged.
type unseen struct {
	what, sql string
	event     providers.Event
}

// hidden judges the code that runs when an object is used.
func (r *resolver) hidden(list []providers.Hidden, u use) {
	for _, h := range list {
		if h.When != 0 && h.When&u.event == 0 {
			continue
		}
		if h.From != 0 {
			r.wait([]uint64{h.From}, func() { r.one(h, u) })
		} else {
			r.one(h, u)
		}
	}
}

func (r *resolver) one(h providers.Hidden, u use) {
	r.users = true
	if h.Constant == providers.ReadingSelf {
		if r.constants == nil {
			r.constants = map[string]bool{}
		}
		r.constants[h.What] = true
	}
	if h.Unread {
		why := h.Why
		if why == "" {
			why = "what it runs cannot be read while somebody holds a lock on what it uses"
		}
		r.effect(Exec, u.offset, h.What, why)
	} else if h.PLpgSQL != "" {
		r.routine(h, u)
	} else if h.Call == nil {
		r.code(h, u)
	} else if v := r.judge(h.Call); v.class != Read {
		r.effect(v.class, u.offset, h.What, "it calls the function "+qualified(h.Call.Schema, h.Call.Name)+": "+v.reason)
	}
}

// pending is code that runs if there are values of all of some types: the cast
// of a user's type to a built-in one, an operator of users' types.
type pending struct {
	types  []uint64
	within []string
	judge  func()
}

func (r *resolver) wait(types []uint64, judge func()) {
	r.waiting = append(r.waiting, pending{types, slices.Clone(r.within), judge})
}

// settle judges what waited until it was known which types there are values of.
func (r *resolver) settle() {
	for len(r.waiting) > 0 {
		p := r.waiting[0]
		r.waiting = r.waiting[1:]
		absent := func(t uint64) bool { return !slices.Contains(r.types, t) }
		if !r.unknown && slices.ContainsFunc(p.types, absent) {
			continue
		}
		outer := r.within
		r.within = p.within
		p.judge()
		r.within = outer
	}
}

// code judges hidden SQL.
func (r *resolver) code(h providers.Hidden, u use) {
	key := unseen{h.What, h.SQL, u.event}
	if r.seen[key] {
		return
	}
	if r.seen == nil {
		r.seen = map[unseen]bool{}
	}
	r.seen[key] = true
	if len(r.within) >= maxDepth || len(r.seen) > maxHidden {
		r.effect(Unknown, u.offset, h.What, "too much code hides behind the statement")
		return
	}
	r.within = append(r.within, h.What)
	defer func() { r.within = r.within[:len(r.within)-1] }()

	err := parse.Check(h.SQL, 0)
	var list []parse.Statement
	if err == nil {
		list, err = parse.Statements(h.SQL)
	}
	if err != nil || len(list) == 0 && strings.TrimSpace(h.SQL) == "" {
		r.effect(Unknown, u.offset, "its text", "it cannot be parsed")
		return
	}
	for _, one := range list {
		r.tree(one, h, u)
	}
}

// tree judges one statement of hidden code.
func (r *resolver) tree(one parse.Statement, h providers.Hidden, u use) {
	w := &walker{shapes: r.shapes, planOnly: u.planned}
	switch rule, prepared, cursor := one.Raw.Stmt.GetRuleStmt(), one.Raw.Stmt.GetPrepareStmt(), one.Raw.Stmt.GetDeclareCursorStmt(); {
	case rule != nil: // it is there already: what it does counts
		w.node(rule.WhereClause)
		for _, action := range rule.Actions {
			w.node(action)
		}
	case prepared != nil && u.execute:
		w.node(prepared.Query)
	case cursor != nil:
		w.node(cursor.Query)
	default:
		if verb, class := r.shapes.verb(one.Raw.Stmt); class == Session && verb != "SHOW" {
			r.effect(Exec, u.offset, verb, "it changes the session")
		}
		w.node(one.Raw.Stmt)
	}
	for _, e := range w.effects {
		e.Offset = u.offset
		r.add(e)
	}
	at := u.offset
	for i := range w.names {
		w.names[i].offset = at
	}
	for i := range w.mentions {
		m := &w.mentions[i]
		m.offset = at
		if u.view && m.event == providers.Read {
			m.event |= u.event // a view's rows are written to its tables
		}
	}
	was := r.adding
	r.adding = h.When != 0 && h.When&providers.Read == 0
	r.folding = h.Folded
	r.prefetch(w)
	r.names(w)
	r.folding = false
	r.adding = was
	r.relations(w.mentions)
	for _, name := range w.executed {
		r.effect(Exec, at, "EXECUTE "+name, "what it runs is not known")
	}
	for _, name := range w.fetched {
		r.effect(Exec, at, "cursor "+name, "what it runs is not known")
	}
}

// parses reports whether an effect is of code that may run when the source reads
// constants.
func (r *resolver) parses(e Effect) bool {
	return e.Class != Read && (r.constants[e.What] || slices.ContainsFunc(e.Within, func(what string) bool { return r.constants[what] }))
}

// pathBeside judges code of users in a statement that sets the search path by a
// function: from then on it runs by that path, and was judged by the one before.
func (r *resolver) pathBeside(w *walker) {
	if !r.users {
		return
	}
	for _, e := range w.effects {
		if e.Kind == SettingCall && e.Name == "search_path" {
			r.effect(Exec, e.Offset, e.What, "code of users in the same statement would run by that path")
			return
		}
	}
}
