// Package gate decides. It is pure: a mode, what the caller came for, and a
// planned statement go in, a verdict with its reason comes out.
//
// The whole policy is the table in this file. Zero values deny: the zero Mode
// is closed, the zero Class is unknown, the zero Verdict is Deny, the zero
// Purpose accepts nothing.
package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
)

// Mode is how much a server, or a connection to it, lets through.
type Mode int

// The modes.
const (
	Closed     Mode = iota
	ReadOnly        // reads alone
	Safe            // reads; everything else needs a person's approval
	DeleteSafe      // reads and additions; deletions and execution need approval
	FullAccess      // everything that is understood
)

// Modes lists the modes an operator can choose, narrowest first.
var Modes = []Mode{ReadOnly, Safe, DeleteSafe, FullAccess}

var modeNames = [...]string{
	Closed: "closed", ReadOnly: "read_only", Safe: "safe", DeleteSafe: "delete_safe", FullAccess: "full_access",
}

func (m Mode) String() string {
	if m < Closed || m > FullAccess {
		m = Closed
	}
	return modeNames[m]
}

// ParseMode returns the mode of that name; the error lists the legal ones.
func ParseMode(name string) (Mode, error) {
	legal := make([]string, len(Modes))
	for i, m := range Modes {
		if legal[i] = m.String(); legal[i] == name {
			return m, nil
		}
	}
	return Closed, fmt.Errorf("invalid mode %q (one of: %s)", name, strings.Join(legal, ", "))
}

// Narrow returns the narrower of two modes.
func (m Mode) Narrow(n Mode) Mode { return min(m, n) }

// Verdict is the answer.
type Verdict int

// The verdicts.
const (
	Deny Verdict = iota
	Ask          // a person must approve it
	Allow
)

func (v Verdict) String() string { return [...]string{"deny", "ask", "allow"}[v] }

// table is the policy: the answer of each mode to each class. A missing entry means Deny.
var table = [FullAccess + 1][planner.Exec + 1]Verdict{
	ReadOnly:   {planner.Read: Allow, planner.Session: Allow},
	Safe:       {planner.Read: Allow, planner.Session: Allow, planner.Mutate: Ask, planner.Delete: Ask, planner.Exec: Ask},
	DeleteSafe: {planner.Read: Allow, planner.Session: Allow, planner.Mutate: Allow, planner.Delete: Ask, planner.Exec: Ask},
	FullAccess: {planner.Read: Allow, planner.Session: Allow, planner.Mutate: Allow, planner.Delete: Allow, planner.Exec: Allow},
}

// verdict looks the answer up in the table.
func verdict(m Mode, c planner.Class) Verdict {
	if m < Closed || m > FullAccess || c < planner.Unknown || c > planner.Exec {
		return Deny
	}
	return table[m][c]
}

// Purpose is what a caller wants to run: a tool takes its own classes alone, in every mode. The
// zero Purpose takes none.
type Purpose int

// The purposes.
const (
	NoPurpose        Purpose = iota
	AnyPurpose               // the wire takes every class
	SelectPurpose            // run_select_query
	MutationPurpose          // run_mutation_query
	LifecyclePurpose         // run_lifecycle_operation
)

var purposes = [LifecyclePurpose + 1][]planner.Class{
	AnyPurpose:       {planner.Read, planner.Session, planner.Mutate, planner.Delete, planner.Exec},
	SelectPurpose:    {planner.Read},
	MutationPurpose:  {planner.Mutate, planner.Delete},
	LifecyclePurpose: {planner.Exec},
}

// Takes reports whether a statement of that class may come with this purpose.
func (p Purpose) Takes(c planner.Class) bool {
	return p > NoPurpose && p <= LifecyclePurpose && slices.Contains(purposes[p], c)
}

// Destructive reports whether a statement of this purpose can delete or execute. Tool annotations
// are made from Destructive and ReadOnly.
func (p Purpose) Destructive() bool { return p.Takes(planner.Delete) || p.Takes(planner.Exec) }

// ReadOnly reports whether no statement of this purpose can change anything.
func (p Purpose) ReadOnly() bool {
	return !p.Takes(planner.Mutate) && !p.Takes(planner.Delete) && !p.Takes(planner.Exec)
}

// Decision is a verdict with its reason.
type Decision struct {
	Verdict Verdict
	Class   planner.Class
	Mode    Mode
	Reason  string // what was found in the statement; "" if it is allowed
	Hint    string // what would allow it
	ByRole  bool   // a role refuses it, whatever the mode
	Absent  bool   // a role refuses it because a relation is not for the principal or does not exist: which of the two is not told
	ByRule  bool   // a rule of approvals asks, whatever the mode
	Offset  int    // byte offset of the construct in the batch; -1: it has no place
}

// Decide judges one statement. If it is allowed, that costs only a look into the table.
func Decide(mode Mode, purpose Purpose, s *planner.Statement) Decision {
	d := Decision{Verdict: verdict(mode, s.Class), Class: s.Class, Mode: mode, Offset: -1}
	if !purpose.Takes(s.Class) && s.Class != planner.Unknown {
		d.Verdict = Deny
		d.Reason = fmt.Sprintf("this tool does not take statements of class %s", s.Class)
		d.Hint = purposeHint(s.Class)
		d.Offset, d.Reason = addEffect(s, d.Reason)
		return d
	}
	if d.Verdict == Allow {
		return d
	}
	d.Offset, d.Reason = addEffect(s, fmt.Sprintf("the statement is of class %s and the mode is %s", s.Class, mode))
	if s.Class == planner.Unknown {
		d.Offset, d.Reason = addEffect(s, "no mode allows this statement")
	}
	switch {
	case s.Class == planner.Unknown:
		d.Hint = "No mode allows it. Write it another way."
	case d.Verdict == Ask:
		d.Hint = "Mode " + mode.String() + " asks a person to approve it, and nobody can be asked here; " + allowedIn(s.Class) + "."
	default:
		d.Hint = upperFirst(allowedIn(s.Class)) + "."
	}
	return d
}

// AskedOf returns the decision for a place where somebody can be asked. who names them, such as
// "somebody at the approval desk". With "" nobody can be asked, and the decision stays.
func (d Decision) AskedOf(who string) Decision {
	if d.ByRule && d.Verdict == Ask && who != "" {
		d.Hint = "It has to be approved before it runs, in every mode, by " + who + "."
		return d
	}
	if d.Verdict == Ask && who != "" {
		d.Hint = "Mode " + d.Mode.String() + " wants it approved before it runs, by " + who + "; without approval it would run in mode " +
			strings.Join(modesThat(Allow, d.Class), " or ") + "."
	}
	return d
}

// addEffect appends the worst effect of s to a reason, and returns its offset.
func addEffect(s *planner.Statement, reason string) (int, string) {
	for _, e := range s.Effects {
		if e.Class == s.Class {
			reason += ": " + e.Text()
			if e.Reason != "" {
				reason += " (" + e.Reason + ")"
			}
			return e.Offset, reason
		}
	}
	return -1, reason
}

// modesThat returns the modes with verdict v on a class.
func modesThat(v Verdict, c planner.Class) (names []string) {
	for _, m := range Modes {
		if verdict(m, c) == v {
			names = append(names, m.String())
		}
	}
	return names
}

func allowedIn(c planner.Class) string {
	text := "it would run in mode " + strings.Join(modesThat(Allow, c), " or ")
	if ask := modesThat(Ask, c); len(ask) > 0 {
		text += ", and after approval in " + strings.Join(ask, " or ")
	}
	return text
}

func purposeHint(c planner.Class) string {
	switch c {
	case planner.Read:
		return "Use run_select_query for reads."
	case planner.Mutate, planner.Delete:
		return "Use run_mutation_query for INSERT, UPDATE, DELETE and DDL."
	case planner.Exec:
		return "Use run_lifecycle_operation for CALL, DO and functions with side effects."
	case planner.Session:
		return "Transaction control and settings belong to a wire session, not to a tool call."
	case planner.Unknown:
	}
	return ""
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
