package planner

import (
	"maps"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// A FETCH runs the query of a DECLARE at a later time, so each FETCH is judged by the text of the
// DECLARE. A cursor whose DECLARE is not known may run anything.

// Cursor is what a DECLARE, CLOSE or DISCARD ALL does to the session's cursors.
type Cursor struct {
	Name string // "": all of them
	Gone bool   // closed
	Hold bool   // WITH HOLD
	// Scrolls says whether a cursor of a source without cursors reads in both directions.
	Scrolls Scrolling
	// Points: the last column of its query is the source's name of the row, for WHERE CURRENT OF.
	Points bool
}

// declaredCursor is a cursor and the plan of its DECLARE.
type declaredCursor struct {
	sql          string
	paramTypes   []uint32          // the users' types of its parameters
	class        Class             // of the DECLARE
	closure      providers.Closure // what the plan rests on: a closure, or a version
	version      uint64
	effects      []Effect // of the DECLARE
	restsOnUsers bool     // the DECLARE rests on users' code, or on names that were not known
	hold         bool
	points       bool   // its query has the name of the row
	committed    bool   // its transaction has committed
	order        int    // its place among all DECLAREs and savepoints
	doubt        string // why it is no longer known what the cursor runs; "": it is known
}

// savepoint is an open savepoint.
type savepoint struct {
	name  string
	order int
}

// Cursors are the cursors that a session has declared by SQL. The zero value has none.
type Cursors struct {
	declared   map[string]declaredCursor
	savepoints []savepoint
	order      int
}

// Reasons for a doubt about a cursor.
const (
	codeHasRun   = "code has run since it was declared that may have opened another cursor of the name"
	namesChanged = "what names mean may have changed since it was declared; declare it again"
)

// Follow notes a statement that the source has run.
func (c *Cursors) Follow(st *Statement) {
	switch {
	case st.Control == Commit || st.Verb == "PREPARE TRANSACTION":
		c.EndTransaction(true)
	case st.Control == Rollback:
		c.EndTransaction(false)
	case st.Control == Savepoint:
		c.followSavepoint(st)
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
		c.noteDeclare(st)
	}
}

func (c *Cursors) noteDeclare(st *Statement) {
	if c.declared == nil {
		c.declared = map[string]declaredCursor{}
	}
	c.order++
	sql := st.SQL
	if st.executes {
		sql = st.Text
	}
	c.declared[st.Cursor.Name] = declaredCursor{
		sql: sql, paramTypes: st.paramTypes, class: st.Class, effects: st.Effects, closure: st.closure, version: st.Version,
		restsOnUsers: st.users || st.unknown, hold: st.Cursor.Hold, points: st.Cursor.Points, order: c.order,
	}
}

// followSavepoint follows SAVEPOINT, RELEASE and ROLLBACK TO.
func (c *Cursors) followSavepoint(st *Statement) {
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
	case i < 0: // an unknown savepoint: assume the worst
		if st.Verb == "ROLLBACK" {
			clear(c.declared)
		}
	case st.Verb == "ROLLBACK":
		since := c.savepoints[i].order
		c.savepoints = c.savepoints[:i+1]
		maps.DeleteFunc(c.declared, func(_ string, d declaredCursor) bool { return d.order > since })
	default:
		c.savepoints = c.savepoints[:i]
	}
}

// addDoubts notes the doubts that a statement leaves about cursors.
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
		if d.doubt == "" && (doubt == codeHasRun || d.restsOnUsers) {
			d.doubt = doubt
			c.declared[name] = d
		}
	}
}

// EndTransaction notes the end of the transaction. Of its cursors those WITH HOLD stay, if it was committed.
func (c *Cursors) EndTransaction(committed bool) {
	c.ForgetUnheld()
	if !committed {
		maps.DeleteFunc(c.declared, func(_ string, d declaredCursor) bool { return !d.committed })
	}
	for name, d := range c.declared {
		d.committed = true
		c.declared[name] = d
	}
}

// ForgetUnheld forgets what no transaction leaves behind: savepoints, and cursors that are not WITH HOLD.
func (c *Cursors) ForgetUnheld() {
	c.savepoints = c.savepoints[:0]
	if len(c.declared) > 0 {
		maps.DeleteFunc(c.declared, func(_ string, d declaredCursor) bool { return !d.hold })
	}
}

// Keep notes that the transaction of a cursor WITH HOLD has committed with its DECLARE, as it does outside a block.
func (c *Cursors) Keep(name string) {
	if d, ok := c.declared[name]; ok && d.hold {
		d.committed = true
		c.declared[name] = d
	}
}

// Any reports whether there is a cursor.
func (c *Cursors) Any() bool { return len(c.declared) > 0 }

// Known returns the names of the cursors of which it is known what they run.
func (c *Cursors) Known() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(c.declared)) {
		if c.declared[name].doubt != codeHasRun {
			list = append(list, name)
		}
	}
	return list
}

// Forget removes a cursor.
func (c *Cursors) Forget(name string) { delete(c.declared, name) }

// Clear removes all cursors.
func (c *Cursors) Clear() { *c = Cursors{} }

// SQL returns the text of a cursor's DECLARE, or false if it is not known.
func (c *Cursors) SQL(name string) (sql string, ok bool) {
	d, ok := c.declared[name]
	return d.sql, ok
}

// Texts returns the names of all cursors, each followed by its DECLARE.
func (c *Cursors) Texts() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(c.declared)) {
		list = append(list, name, c.declared[name].sql)
	}
	return list
}

// HeldCursor is a cursor WITH HOLD and what the plan of its DECLARE rests on: a closure, or the
// version of a catalog.
type HeldCursor struct {
	Name    string
	Closure providers.Closure
	Version uint64
}

// RunAtCommit returns the cursors whose queries run when the open transaction commits, if they rest
// on users' code.
func (c *Cursors) RunAtCommit() (list []HeldCursor) {
	for name, d := range c.declared {
		if d.hold && !d.committed && d.restsOnUsers {
			list = append(list, HeldCursor{name, d.closure, d.version})
		}
	}
	return list
}

// clone returns a copy for statements of a batch that have not run yet.
func (c *Cursors) clone() *Cursors {
	return &Cursors{declared: maps.Clone(c.declared), savepoints: slices.Clone(c.savepoints), order: c.order}
}

// runsAnything reports whether a statement runs code that may open and close cursors.
func (s *Statement) runsAnything() bool {
	return s.Class == Exec && (s.users || s.runsUnknown || s.Verb == "DO" || s.Verb == "CALL")
}

// changesNames reports whether a statement may change what names mean.
func (s *Statement) changesNames() bool {
	if s.Setting != nil {
		return s.Verb != "SHOW" && (s.Setting.Name == "" || s.Setting.Name == "search_path")
	}
	for _, e := range s.Effects {
		if e.Kind == SettingCall && e.Name == "search_path" || e.Kind == TableMaking {
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

// cursorOf returns what a statement does to cursors, or nil.
func cursorOf(n *pg_query.Node) *Cursor {
	switch {
	case n.GetDeclareCursorStmt() != nil:
		d := n.GetDeclareCursorStmt()
		return &Cursor{Name: d.Portalname, Hold: d.Options&holdCursor != 0}
	case n.GetClosePortalStmt() != nil:
		return &Cursor{Name: n.GetClosePortalStmt().Portalname, Gone: true}
	case n.GetDiscardStmt().GetTarget() == pg_query.DiscardMode_DISCARD_ALL:
		return &Cursor{Gone: true}
	}
	return nil
}

// judgeFetches judges what FETCH and MOVE run: the query of the cursor, by the meaning of its names
// now and by the class of its DECLARE then.
func (r *resolver) judgeFetches(w *walker, cursors *Cursors) {
	for _, name := range w.fetched {
		what := "cursor " + name
		d, ok := cursors.declared[name]
		r.runsUnknown = r.runsUnknown || !ok || d.doubt != ""
		switch {
		case !ok:
			r.addEffect(Exec, w.offset, what, "it was not declared in this session by SQL, so what it runs is not known")
			continue
		case d.doubt != "":
			r.addEffect(Exec, w.offset, what, d.doubt)
			continue
		}
		if changed, err := r.declareChanged(d); err != nil || changed {
			r.addEffect(Exec, w.offset, what, namesChanged)
			continue
		}
		before := len(r.effects)
		r.judgeParameters(d.paramTypes)
		r.judgeSQL(providers.Hidden{What: what, SQL: d.sql}, use{execute: true, offset: w.offset})
		r.judgeByTypes()
		now := Session
		for _, e := range r.effects[before:] {
			now = now.Worse(e.Class)
		}
		if now.Worse(d.class) != now { // it runs the query as it was declared
			for _, e := range d.effects {
				r.addEffect(e.Class, w.offset, e.What+" in "+what, e.Reason)
			}
		}
	}
}

// declareChanged reports whether something that a DECLARE rests on has changed. The names may lead
// elsewhere now than in the query that the cursor runs.
func (r *resolver) declareChanged(d declaredCursor) (bool, error) {
	if !d.restsOnUsers || d.closure == nil {
		return false, nil
	}
	same, err := d.closure.Holds(r.ctx)
	return !same, err
}

// judgeHold judges a DECLARE … WITH HOLD, whose query runs to its end at COMMIT.
func (r *resolver) judgeHold(st *Statement) {
	if st.Cursor != nil && st.Cursor.Hold && (r.users || r.unknown) {
		r.addEffect(Exec, st.Offset, "DECLARE … WITH HOLD", "it runs code of users when the transaction commits")
	}
}
