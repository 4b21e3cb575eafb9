// Package meaning tells what statements may change of what names mean, from their plans alone: the search path,
// and the objects that names lead to. A session judges later statements by that, and compares the catalog where it
// may have changed.
package meaning

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// Scope says in which sessions names may have another meaning once a statement has run.
type Scope byte

// The scopes.
const (
	Nobodys   Scope = iota
	ItsOwn          // for its own session: the search path in force, or temporary objects
	Added           // for every session, but only the names of what it makes: see planner.Statement.Makes
	Everyones       // for every session
)

// ChangedBy tells in which sessions a statement may change what names mean.
func ChangedBy(p *planner.Statement) Scope {
	sets := callsPath(p) || p.Verb == "DISCARD"
	if p.Setting != nil {
		sets = p.Verb != "SHOW" && slices.Contains(PathSettings, p.Setting.Name)
	}
	switch {
	case p.Setting != nil, p.Control != planner.NoControl, p.Class == planner.Read, p.Class == planner.Session,
		p.Class != planner.Exec && (providers.ChangesRows(p.Verb) || IsKeptBy(p.Verb)), CallsHarmless(p):
		if sets {
			return ItsOwn
		}
		return Nobodys
	}
	if p.Makes != nil && p.Class == planner.Mutate && !p.OfUsers() {
		return Added
	}
	return Everyones
}

// IsChangedBy reports whether a statement may change what names mean to its session.
func IsChangedBy(p *planner.Statement) bool { return ChangedBy(p) != Nobodys }

// IsKeptBy reports whether a statement of a verb that is neither DML nor a query leaves what names mean as
// it is.
func IsKeptBy(verb string) bool {
	switch verb {
	case "ANALYZE", "CHECKPOINT", "COPY", "LOCK TABLE", "NOTIFY", "TRUNCATE TABLE", "VACUUM":
		return true
	}
	return false
}

// CallsHarmless reports whether a statement is a SELECT that changes something only by functions that
// change no name and nothing of the session.
func CallsHarmless(p *planner.Statement) bool {
	if p.Verb != "SELECT" || p.OfUsers() {
		return false
	}
	for _, e := range p.Effects {
		if e.Class != planner.Read && e.Kind != planner.RowLock && !(e.Kind == planner.FunctionCall && harmlessCalls[e.Name]) {
			return false
		}
	}
	return true
}

// harmlessCalls are functions that change something, but nothing of the session and no name.
var harmlessCalls = map[string]bool{"nextval": true, "setval": true, "pg_notify": true, "pg_sleep": true}

// MovesPath reports whether a statement that changes what names mean may change the search path in force.
// Settings, users' code, schemas that come or go, and the session's first temporary object may. Other
// definitions leave the path as it is.
func MovesPath(p *planner.Statement) bool {
	head, object, _ := strings.Cut(p.Verb, " ")
	switch head {
	case "CREATE", "ALTER", "DROP", "COMMENT", "GRANT", "REVOKE", "REFRESH", "REINDEX":
	default:
		return true
	}
	object, _, _ = strings.Cut(object, " ")
	switch object {
	case "SCHEMA", "EXTENSION", "OWNED", "ROLE", "USER", "DATABASE":
		return true
	}
	return p.MayNameTemporary()
}

// PathSettings are the settings that decide the search path in force; "" is RESET ALL.
var PathSettings = []string{"", "search_path", "role", "session_authorization", "session authorization"}

// SetsPath reports whether a statement itself sets the search path in force.
func SetsPath(p *planner.Statement) bool {
	return IsChangedBy(p) && (p.Setting != nil || p.Verb == "DISCARD" || callsPath(p))
}

// callsPath reports whether a statement sets the search path by a function.
func callsPath(p *planner.Statement) bool {
	return slices.ContainsFunc(p.Effects, func(e planner.Effect) bool {
		return e.Kind == planner.SettingCall && slices.Contains(PathSettings, e.Name)
	})
}

// IsMoving reports whether something that a statement names was changed so recently that the source
// has to be asked again before the statement runs.
func IsMoving(p *planner.Statement) bool {
	c, ok := p.Closure().(providers.Guarded)
	return ok && c.Moving()
}

// NoteMade notes what a statement changes of what it was compared by itself, and what later statements of its query are: the relations that
// it makes and fills, and the others that it names, which a foreign key may refer to. If a statement makes
// anything else, such as a view or a rule, a comparison behind it fails.
func NoteMade(p *planner.Statement, own *providers.OwnChanges) {
	if p.Verb != "CREATE TABLE" && !FillsMade(p) {
		return
	}
	for _, r := range p.Relations {
		switch {
		case r.Write && p.Verb != "REFRESH MATERIALIZED VIEW":
			own.Made = append(own.Made, r.Resource)
		case r.Write || p.Verb == "CREATE TABLE":
			own.Touched = append(own.Touched, providers.Name{Schema: r.Service, Name: r.Resource})
		}
	}
}

// EvaluatesCode reports whether a statement is a definition that may run code of users at once.
func EvaluatesCode(p *planner.Statement) bool {
	return p.Evaluates != nil && (p.OfUsers() || p.Evaluates.Known) && (p.Class == planner.Mutate || p.Class == planner.Delete)
}

// OwnChanges are what a statement of a query changes itself of what it was compared by, and what those before it have made.
func OwnChanges(p *planner.Statement, before providers.OwnChanges) providers.OwnChanges {
	switch {
	case !EvaluatesCode(p) || p.Verb == "CREATE TABLE":
	case p.Evaluates.Domain.Name != "":
		before.Domains = []providers.Name{p.Evaluates.Domain}
	default:
		for _, r := range p.Relations {
			before.Altered = append(before.Altered, providers.Name{Schema: r.Service, Name: r.Resource})
		}
	}
	return before
}

// MayCommit reports whether a statement may commit the open transaction by itself, where that is no block: COMMIT, what runs code that may
// have a COMMIT in it, and what the source runs in a transaction of its own.
func MayCommit(p *planner.Statement) bool {
	switch {
	case p.Control != planner.NoControl:
		return p.Control == planner.Commit
	case p.Verb == "PREPARE TRANSACTION":
		return true
	case !p.Class.Changes(), providers.ChangesRows(p.Verb):
		return false
	}
	return !slices.Contains(commitsNothing, p.Verb)
}

// commitsNothing are the verbs of statements that do more than read, and run in the transaction that is open.
var commitsNothing = []string{
	"SELECT", "COPY", "EXPLAIN", "EXECUTE", "DECLARE CURSOR", "FETCH", "MOVE", "TRUNCATE TABLE", "LOCK TABLE", "NOTIFY",
	"CREATE TABLE", "CREATE TABLE AS", "CREATE VIEW", "CREATE FUNCTION",
}

// ChangesRowsOnly reports whether a statement changes rows, or locks them, and nothing else. A query, an EXPLAIN and an EXECUTE may, too.
func ChangesRowsOnly(p *planner.Statement) bool {
	if p.Class == planner.Exec || !p.Class.Changes() {
		return false
	}
	return providers.ChangesRows(p.Verb) || !slices.ContainsFunc(p.Effects, func(e planner.Effect) bool {
		return e.Class.Changes() && e.Kind != planner.RowChange && e.Kind != planner.RowLock
	})
}

// FillsMade reports whether a statement runs a query, and makes of its rows a table or a materialized view.
func FillsMade(p *planner.Statement) bool {
	switch p.Verb {
	case "CREATE TABLE AS", "SELECT INTO", "CREATE MATERIALIZED VIEW", "REFRESH MATERIALIZED VIEW":
		return p.Class != planner.Exec
	}
	return p.Class != planner.Exec && slices.ContainsFunc(p.Effects, func(e planner.Effect) bool { return e.Kind == planner.TableMaking })
}

// OnlyRows reports whether a statement only reads, or only changes rows.
func OnlyRows(p *planner.Statement) bool {
	return p.Class == planner.Read && p.Setting == nil && p.Control == planner.NoControl ||
		p.Class != planner.Exec && p.Class.Changes() && providers.ChangesRows(p.Verb)
}
