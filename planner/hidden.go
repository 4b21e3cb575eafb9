package planner

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Hidden code is what a statement runs without naming it: views, rules, policies, defaults, the
// bodies of functions. It is judged as if the client had written it.

const (
	// MaxDepth bounds views over views and functions that call functions.
	MaxDepth = 16
	// maxHidden bounds the pieces of hidden code of one statement.
	maxHidden = 1_000
)

// use is how a statement uses an object that has hidden code.
type use struct {
	event   providers.Event
	planned bool // inside EXPLAIN
	view    bool // the object is a view: its relations are used in the same way
	turned  bool // names may mean something of the session's own: see providers.Relation.Turned
	execute bool // the code is what the session itself prepared or declared: the query of the PREPARE or DECLARE counts
	offset  int  // of the client's text, in the batch
}

// hiddenKey identifies a piece of hidden code and the event it was judged for.
type hiddenKey struct {
	what, sql string
	event     providers.Event
	early     bool
}

// judgeHidden judges the code that runs when an object is used.
func (r *resolver) judgeHidden(list []providers.Hidden, u use) {
	for _, h := range list {
		if h.When != 0 && h.When&u.event == 0 {
			continue
		}
		if h.From != 0 {
			r.deferJudging([]uint64{h.From}, func() { r.judgePiece(h, u) })
		} else {
			r.judgePiece(h, u)
		}
	}
}

func (r *resolver) judgePiece(h providers.Hidden, u use) {
	r.users, r.filters = true, r.filters || h.Filters
	outer := r.early
	r.early = outer || h.Constant == providers.ReadingSelf
	defer func() { r.early = outer }()
	if h.Unread {
		why := h.Why
		if why == "" {
			why = "what it runs cannot be read while somebody holds a lock on what it uses"
		}
		r.addEffect(Exec, u.offset, h.What, why)
	} else if h.PLpgSQL != "" {
		r.judgeRoutine(h, u)
	} else if h.Call == nil {
		r.judgeSQL(h, u)
	} else if v := r.judgeFunction(h.Call); v.class != Read {
		r.signals.call(h.Call, u.offset)
		r.addEffect(v.class, u.offset, h.What, "it calls the function "+qualified(h.Call.Schema, h.Call.Name)+": "+v.reason)
	}
}

// pending is code that runs only if there are values of all its types: the cast of a user's type to
// a built-in one, or an operator of users' types.
type pending struct {
	types  []uint64
	within []string
	early  bool
	judge  func()
}

func (r *resolver) deferJudging(types []uint64, judge func()) {
	r.pending = append(r.pending, pending{types, slices.Clone(r.within), r.early, judge})
}

// judgeByTypes judges the pending code whose types the statement can have values of. It runs when these
// types are known.
func (r *resolver) judgeByTypes() {
	for len(r.pending) > 0 {
		p := r.pending[0]
		r.pending = r.pending[1:]
		absent := func(t uint64) bool { return !slices.Contains(r.types, t) }
		if !r.unknown && slices.ContainsFunc(p.types, absent) {
			continue
		}
		within, early := r.within, r.early
		r.within, r.early = p.within, p.early
		p.judge()
		r.within, r.early = within, early
	}
}

// judgeSQL judges hidden SQL.
func (r *resolver) judgeSQL(h providers.Hidden, u use) {
	key := hiddenKey{h.What, h.SQL, u.event, r.early}
	if r.seen[key] {
		return
	}
	if r.seen == nil {
		r.seen = map[hiddenKey]bool{}
	}
	r.seen[key] = true
	if len(r.within) >= MaxDepth || len(r.seen) > maxHidden {
		r.addEffect(Unknown, u.offset, h.What, "too much code hides behind the statement")
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
		r.addEffect(Unknown, u.offset, "its text", "it cannot be parsed")
		return
	}
	for _, one := range list {
		r.judgeTree(one, h, u)
	}
}

// judgeTree judges one statement of hidden code.
func (r *resolver) judgeTree(one parse.Statement, h providers.Hidden, u use) {
	w := &walker{shapes: r.shapes, planOnly: u.planned}
	if r.source.Info.Dialect == providers.DuckDB {
		w.ours = emulation.Database // the source keeps what it has made of the text of a view
	}
	switch rule, prepared, cursor := one.Raw.Stmt.GetRuleStmt(), one.Raw.Stmt.GetPrepareStmt(), one.Raw.Stmt.GetDeclareCursorStmt(); {
	case rule != nil: // the rule exists already: its actions count, not its creation
		w.walkNode(rule.WhereClause)
		for _, action := range rule.Actions {
			w.walkNode(action)
		}
	case prepared != nil && u.execute:
		w.walkNode(prepared.Query)
	case cursor != nil && u.execute:
		w.walkNode(cursor.Query)
	default:
		if verb, class := verbAndClass(r.shapes, one.Raw.Stmt); class == Session && verb != "SHOW" {
			r.addEffect(Exec, u.offset, verb, "it changes the session")
		}
		w.walkNode(one.Raw.Stmt)
	}
	for _, e := range w.effects {
		e.Offset = u.offset
		r.add(e)
	}
	r.signals.add(w.signals, u.offset)
	at := u.offset
	for i := range w.names {
		w.names[i].offset = at
	}
	for i := range w.mentions {
		m := &w.mentions[i]
		m.offset = at
		if u.view && m.event == providers.Read {
			m.event |= u.event // the rows written to a view are written to its tables
		}
	}
	r.lookInSchema(w.mentions, h.Schema)
	was, adding := r.adding, h.When != 0 && h.When&providers.Read == 0
	r.adding = adding
	r.folding = h.Folded
	r.prefetch(w)
	r.judgeNames(w)
	r.folding = false
	r.adding = was
	r.judgeRelations(w.mentions)
	r.adding = adding
	r.noteUses(w, one)
	r.adding = was
	if u.execute {
		r.noteFilled(w.mentions)
	}
	for _, name := range w.executed {
		r.addEffect(Exec, at, "EXECUTE "+name, "what it runs is not known")
	}
	for _, name := range w.fetched {
		r.addEffect(Exec, at, "cursor "+name, "what it runs is not known")
	}
}

// lookInSchema gives a relation that hidden SQL names without a schema the schema of that SQL, if the
// schema has the relation: the source looks there first, whatever the session's search path is.
func (r *resolver) lookInSchema(mentions []mention, schema string) {
	for i := range mentions {
		if m := &mentions[i]; schema != "" && m.schema == "" && m.catalog == "" {
			if _, there := r.source.Catalog.Relation(schema, m.name); there {
				m.schema = schema
			}
		}
	}
}

// changesEarly reports whether an effect is one of code that does more than read and may run when the
// source reads constants.
func changesEarly(e Effect) bool { return e.Class != Read && e.Early }

// judgeUnderNewPath judges users' code in a statement that also sets the search path by a function.
// The code then runs by the new path, but was judged by the old one.
func (r *resolver) judgeUnderNewPath(w *walker) {
	if !r.users && !w.queried && !r.fires {
		return
	}
	for _, e := range slices.Concat(w.effects, r.effects) {
		if e.Kind == SettingCall && e.Name == "search_path" {
			r.addEffect(Exec, e.Offset, e.What, "code of users in the same statement would run by that path")
			return
		}
	}
}
