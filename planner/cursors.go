package planner

import (
	"maps"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// A cursor's FETCH runs what its DECLARE says, later: it is judged by that text
// each time. A name whose DECLARE is not known may run anything.

// Cursor is what a DECLARE, CLOSE or DISCARD ALL does to the cursors of its session.
type Cursor struct {
	Name string // "": all of them
	Gone bool   // closed
	Hold bool   // WITH HOLD
}

// declared is a cursor as it was declared.
type declared struct {
	sql        string
	paramTypes []uint32          // the users' types of its parameters
	class      Class             // of its DECLARE
	closure    providers.Closure // what its DECLARE was understood by, or version
	version    uint64
	effects    []Effect // of its DECLARE
	rests      bool     // its DECLARE rests on code of users, or on what was not known
	hold       bool
	kept       bool   // its transaction was committed
	order      int    // among all DECLAREs and savepoints
	doubt      string // why nobody knows any more what its name runs; "": it is known
}

// savepoint is an open savepoint.
type savepoint struct {
	name  string
	order int
}

// Cursors are those that a session has declared by SQL. The zero value has none.
type Cursors struct {
	declared   map[string]declared
	savepoints []savepoint
	order      int
}

// The doubts about a cursor.
const (
	codeHasRun   = "code has run since it was declared that may have opened another cursor of the name"
	namesChanged = "what names mean may have changed since it was declared; declare it again"
)

// Follow notes what a statement did that the source has carried out.
func (c *Cursors) Follow(st *Statement) {
	switch {
	case st.Control == Commit || st.Verb == "PREPARE TRANSACTION":
		c.EndTransaction()
		for name, d := range c.declared {
			d.kept = true
			c.declared[name] = d
		}
	case st.Control == Rollback:
		maps.DeleteFunc(c.declared, func(_ string, d declared) bool { return !d.kept })
		c.EndTransaction()
	case st.Control == Savepoint:
		c.savepoint(st)
	}
	if len(c.declared) > 0 {
		c.addDoubts(st)
	}
	switch made := st.Cursor; {
	case made == nil:
	case made.Gone && made.Name == "":
		clear(c.declared)
	case made.Gone:
		c.Forget(made.Name)
	default:
		c.declare(st)
	}
}

func (c *Cursors) declare(st *Statement) {
	if c.declared == nil {
		c.declared = map[string]declared{}
	}
	c.order++
	c.declared[st.Cursor.Name] = declared{
		sql: st.SQL, paramTypes: st.paramTypes, class: st.Class, effects: st.Effects, closure: st.closure, version: st.Version,
		rests: st.users || st.unknown, hold: st.Cursor.Hold, order: c.order,
	}
}

// savepoint follows SAVEPOINT, RELEASE and ROLLBACK TO.
func (c *Cursors) savepoint(st *Statement) {
	if st.Verb == "SAVEPOINT" {
		c.order++
		c.savepoints = append(c.savepoints, savepoint{st.savepoint, c.order})
		return
	}
	i := len(c.savepoints) - 1
	for i >= 0 && c.savepoints[i].name != st.savepoint {
		i--
	}
	switch {
	case i < 0: // none that is known: the worst is taken for granted
		if st.Verb == "ROLLBACK" {
			clear(c.declared)
		}
	case st.Verb == "ROLLBACK":
		since := c.savepoints[i].order
		c.savepoints = c.savepoints[:i+1]
		maps.DeleteFunc(c.declared, func(_ string, d declared) bool { return d.order > since })
	default:
		c.savepoints = c.savepoints[:i]
	}
}

// addDoubts notes about which cursors a statement that has run leaves doubts.
func (c *Cursors) addDoubts(st *Statement) {
	doubt := ""
	switch {
	case st.runsAnything():
		doubt = codeHasRun
	case st.changesNames():
		doubt = namesChanged
	default:
		return
	}
	for name, d := range c.declared {
		if d.doubt == "" && (doubt == codeHasRun || d.rests) {
			d.doubt = doubt
			c.declared[name] = d
		}
	}
}

// EndTransaction notes that the transaction has ended: what is not WITH HOLD is gone.
func (c *Cursors) EndTransaction() {
	c.savepoints = c.savepoints[:0]
	maps.DeleteFunc(c.declared, func(_ string, d declared) bool { return !d.hold })
}

// Forget notes that a name is not that of a DECLARE any more.
func (c *Cursors) Forget(name string) { delete(c.declared, name) }

// Clear forgets all.
func (c *Cursors) Clear() { *c = Cursors{} }

// SQL returns the text of a cursor's DECLARE; false: it is not known.
func (c *Cursors) SQL(name string) (sql string, ok bool) {
	d, ok := c.declared[name]
	return d.sql, ok
}

// Texts are the names of all cursors, each with its text behind it.
func (c *Cursors) Texts() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(c.declared)) {
		list = append(list, name, c.declared[name].sql)
	}
	return list
}

// HeldCursor is a cursor WITH HOLD, and what its DECLARE was understood by: a closure,
// or the version of a catalog.
type HeldCursor struct {
	Name    string
	Closure providers.Closure
	Version uint64
}

// RunAtCommit are the cursors whose code runs when the open transaction commits.
func (c *Cursors) RunAtCommit() (list []HeldCursor) {
	for name, d := range c.declared {
		if d.hold && !d.kept && d.rests {
			list = append(list, HeldCursor{name, d.closure, d.version})
		}
	}
	return list
}

// clone is what statements of a batch may follow that have not run yet.
func (c *Cursors) clone() *Cursors {
	return &Cursors{declared: maps.Clone(c.declared), savepoints: slices.Clone(c.savepoints), order: c.order}
}

// runsAnything reports whether code runs that may open and close cursors.
func (s *Statement) runsAnything() bool {
	return s.Class == Exec && (s.users || s.runsUnknown || s.Verb == "DO" || s.Verb == "CALL")
}

// changesNames reports whether names may mean something else when the statement has
// run.
func (s *Statement) changesNames() bool {
	if s.Setting != nil {
		return s.Verb != "SHOW" && (s.Setting.Name == "" || s.Setting.Name == "search_path")
	}
	for _, e := range s.Effects {
		if e.What == "set_config of search_path" || e.What == "SELECT … INTO" {
			return true
		}
	}
	head, _, _ := strings.Cut(s.Verb, " ")
	switch head {
	case "CREATE", "ALTER", "DROP", "IMPORT", "DISCARD":
		return true
	}
	return false
}

// cursorOf is what a statement does to cursors; nil: nothing.
func cursorOf(n *pg_query.Node) *Cursor {
	const hold = 0x20 // CURSOR_OPT_HOLD, nodes/parsenodes.h
	switch {
	case n.GetDeclareCursorStmt() != nil:
		d := n.GetDeclareCursorStmt()
		return &Cursor{Name: d.Portalname, Hold: d.Options&hold != 0}
	case n.GetClosePortalStmt() != nil:
		return &Cursor{Name: n.GetClosePortalStmt().Portalname, Gone: true}
	case n.GetDiscardStmt().GetTarget() == pg_query.DiscardMode_DISCARD_ALL:
		return &Cursor{Gone: true}
	}
	return nil
}

// judgeFetches judges what FETCH and MOVE run: the query of a cursor by what its names
// mean now, and by what it was when it was declared.
func (r *resolver) judgeFetches(w *walker, cursors *Cursors) {
	for _, name := range w.fetched {
		what := "cursor " + name
		d, ok := cursors.declared[name]
		r.runsUnknown = r.runsUnknown || !ok || d.doubt != ""
		switch {
		case !ok:
			r.effect(Exec, w.offset, what, "it was not declared in this session by SQL, so what it runs is not known")
			continue
		case d.doubt != "":
			r.effect(Exec, w.offset, what, d.doubt)
			continue
		}
		if changed, err := r.changed(d); err != nil || changed {
			r.effect(Exec, w.offset, what, namesChanged)
			continue
		}
		before := len(r.effects)
		r.parameters(d.paramTypes)
		r.code(providers.Hidden{What: what, SQL: d.sql}, use{offset: w.offset})
		r.settle()
		now := Session
		for _, e := range r.effects[before:] {
			now = now.Worse(e.Class)
		}
		if now.Worse(d.class) != now { // it runs what it was
			for _, e := range d.effects {
				r.effect(e.Class, w.offset, e.What+" in "+what, e.Reason)
			}
		}
	}
}

// changed reports whether something that a cursor's DECLARE was understood by has
// changed since: what its names lead to now need not be what it runs.
func (r *resolver) changed(d declared) (bool, error) {
	if !d.rests || d.closure == nil {
		return false, nil
	}
	same, err := d.closure.Holds(r.ctx)
	return !same, err
}

// judgeHold judges a DECLARE … WITH HOLD, whose query runs to its end at COMMIT.
func (r *resolver) judgeHold(st *Statement) {
	if st.Cursor != nil && st.Cursor.Hold && (r.users || r.unknown) {
		r.effect(Exec, st.Offset, "DECLARE … WITH HOLD", "it runs code of users when the transaction commits")
	}
}
