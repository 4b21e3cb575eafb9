package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Signal is a call of pg_terminate_backend or pg_cancel_backend at a Postgres server, which knows the
// sessions of all principals as those of one login.
type Signal struct {
	// PID is the session's number, where the statement has it as a constant; 0: it is not known.
	PID    uint32
	Self   bool // the argument is pg_backend_pid()
	Offset int  // byte offset in the batch; -1: it has no place
}

// signalFunctions end or cancel sessions.
var signalFunctions = parse.WordSet("pg_terminate_backend pg_cancel_backend")

// noteSignal notes a call that ends or cancels a session.
func (w *walker) noteSignal(n *pg_query.FuncCall) {
	words := parse.Strings(n.Funcname)
	if len(words) == 0 || !signalFunctions[words[len(words)-1]] {
		return
	}
	w.literal = true
	s := Signal{Offset: w.offset}
	if len(n.Args) > 0 {
		if number := n.Args[0].GetAConst().GetIval(); number != nil && number.Ival > 0 {
			s.PID = uint32(number.Ival)
		}
		s.Self = isBackendPID(n.Args[0].GetFuncCall())
	}
	w.signals = append(w.signals, s)
}

// isBackendPID reports whether n is a call of the server's pg_backend_pid().
func isBackendPID(n *pg_query.FuncCall) bool {
	words := parse.Strings(n.GetFuncname())
	return len(words) > 0 && words[len(words)-1] == "pg_backend_pid" && (len(words) == 1 || len(words) == 2 && words[0] == "pg_catalog")
}

// hiddenSignals are the calls in hidden code of a statement, such as functions of users.
type hiddenSignals struct{ list []Signal }

func (h *hiddenSignals) add(list []Signal, offset int) {
	for _, s := range list {
		s.PID, s.Self, s.Offset = 0, false, offset // what the code calls it with may be replaced
		h.list = append(h.list, s)
	}
}

// call notes that an operator, a cast or the like calls a function of the server itself.
func (h *hiddenSignals) call(f *providers.Function, offset int) {
	if f.Builtin && signalFunctions[f.Name] {
		h.add([]Signal{{}}, offset)
	}
}

// RunsUnread reports whether the statement may run code that nobody has read, such as SQL given as text.
func (s *Statement) RunsUnread() bool {
	return s.runsAnything() || s.Class == Exec && slices.ContainsFunc(s.Effects, func(e Effect) bool { return e.Kind == FunctionCall && !e.isKnownCall() })
}

// Governs reports whether the statement may run or make code, or change privileges: it has an effect of
// class exec that is not known to be narrower (isKnownCall). Such statements can set any setting, now or
// later.
func (s *Statement) Governs() bool {
	if s.Class != Exec || s.Verb == "NOTIFY" {
		return false
	}
	return s.runsAnything() || slices.ContainsFunc(s.Effects, func(e Effect) bool { return e.Class == Exec && !e.isKnownCall() })
}

// isKnownCall reports whether an effect is the call of a function of the server that does no more than
// its table says. Those that run SQL given as text, set a setting that is computed and the like are none.
func (e *Effect) isKnownCall() bool {
	return e.Kind == FunctionCall && (e.Class != Exec || knownCalls[strings.TrimPrefix(e.Name, "pg_catalog.")])
}

// knownCalls are functions of the server that do more than read, and run no code of anybody's.
var knownCalls = parse.WordSet(`nextval setval currval lastval pg_notify pg_sleep pg_sleep_for pg_sleep_until setseed
	pg_terminate_backend pg_cancel_backend pg_advisory_lock pg_advisory_lock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared
	pg_try_advisory_lock pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared`)
