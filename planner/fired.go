package planner

import "github.com/sallyportdb/sallyport/providers"

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
			r.judgeTrigger(t, u)
		}
	}
	for _, h := range relation.Hidden {
		if !h.Folded || h.When != 0 && h.When&u.event == 0 {
			continue
		}
		r.fires = true
		if u.turned {
			h.Folded = false
			r.judgePiece(h, u)
		}
	}
}

// judgeTrigger judges a trigger, if names may mean something else to it than to others.
func (r *resolver) judgeTrigger(t *providers.Trigger, u use) {
	const turned = "names in it mean what the session's search path and temporary relations say"
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
