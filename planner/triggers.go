package planner

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Triggers and constraints are part of what a relation is: a change of the relation has its own class, whatever they run. But they find
// names as the session does that makes the change. Where the session has given names a meaning of its own, by temporary relations or by the
// search path, what they would run is not what the relation is. It is judged then as if the client had written it.

// changesOnly are the events that fire triggers.
const changesOnly = providers.Insert | providers.Update | providers.Delete

// judgeFired judges what the change of a relation runs by itself.
func (r *resolver) judgeFired(relation *providers.Relation, u use) {
	if u.planned || u.event&changesOnly == 0 {
		return
	}
	for i := range relation.Triggers {
		if t := &relation.Triggers[i]; t.When&u.event != 0 {
			r.fires = r.fires || !t.Last
			r.defers = r.defers || t.Deferred && !t.Last
			r.unjudged = r.unjudged || isUnjudged(t)
			r.judgeTrigger(t, u)
		}
	}
	r.judgeFolded(relation, u)
}

// isUnjudged reports whether a trigger runs code of users that the operator has not called harmless.
func isUnjudged(t *providers.Trigger) bool {
	return t.Call == nil || !t.Call.Builtin && !t.Call.Harmless
}

// judgeFolded judges the code of constraints, indexes and partition keys, which runs for each row that is changed, or that a definition
// applies to.
func (r *resolver) judgeFolded(relation *providers.Relation, u use) {
	for _, h := range relation.Hidden {
		if !h.Folded || h.When != 0 && h.When&u.event == 0 {
			continue
		}
		r.fires, r.unjudged = true, true
		if u.turned {
			h.Folded = false
			r.judgePiece(h, u)
		}
	}
	if u.event == 0 {
		for _, child := range relation.Children {
			r.judgeFolded(child, u)
		}
	}
}

// turned says why a trigger is judged.
const turned = "names in it mean what the session's search path and temporary relations say"

// definingWords begin the verbs of statements that fire event triggers.
var definingWords = parse.WordSet("CREATE ALTER DROP COMMENT GRANT REVOKE REFRESH REINDEX SECURITY IMPORT")

// judgeDefining judges the event triggers of a statement that defines something. They run when what it makes is there: so a statement that
// itself makes temporary relations, or schemas that the search path may have, is judged as one in a session that has them.
func (r *resolver) judgeDefining(st *Statement, w *walker) {
	lazy, ok := r.source.Catalog.(providers.Lazy)
	word, object, _ := strings.Cut(st.Verb, " ")
	if !ok || !definingWords[word] && !slices.ContainsFunc(w.effects, func(e Effect) bool { return e.Kind == TableMaking }) {
		return
	}
	turns := strings.HasPrefix(object, "SCHEMA") || st.MayNameTemporary()
	for _, t := range lazy.Defining() {
		r.fires, r.unjudged = r.fires || !t.Last, r.unjudged || isUnjudged(&t)
		t.Turned = t.Turned || turns && !t.Last
		r.judgeTrigger(&t, use{offset: st.Offset})
	}
}

// judgeTrigger judges a trigger, if names may mean something else to it than to others.
func (r *resolver) judgeTrigger(t *providers.Trigger, u use) {
	switch {
	case !t.Turned:
	case t.Call == nil:
		r.users = true
		r.addEffect(Exec, u.offset, t.What, turned+", and what it runs is not proven to read")
	case t.Call.Builtin: // its index is judged
	default:
		if v := r.judgeFunction(t.Call); v.class != Read {
			r.addEffect(Exec, u.offset, t.What, turned+", and it calls the function "+qualified(t.Call.Schema, t.Call.Name)+": "+v.reason)
		}
	}
}
