package planner

import "strings"

// Effect is one thing that a statement does, and where it says so. Decisions read
// Class, Kind, Name and Within; What and Reason are for people.
type Effect struct {
	Class  Class
	Kind   EffectKind
	Name   string   // of what Kind says: the verb of a change of rows, the function, the setting
	Within []string // the hidden code that does it, outermost first: a rule, a view; none: the text itself
	What   string   // the construct: "DELETE", "function pg_sleep", "SELECT … INTO"
	Reason string   // why it has that class
	Offset int      // byte offset in the batch's text; -1: no place
}

// EffectKind says what an effect is, as far as anybody decides by it.
type EffectKind int

// The kinds.
const (
	OtherEffect  EffectKind = iota // nothing is decided by what it is
	RowChange                      // INSERT, UPDATE, DELETE or MERGE of rows of a table
	RowLock                        // FOR UPDATE, FOR SHARE and their like
	FunctionCall                   // of a function that does more than read
	SettingCall                    // set_config
)

// Hidden reports that the statement's own text does not say the effect: a rule, a
// view or other code behind it does.
func (e *Effect) Hidden() bool { return len(e.Within) > 0 }

// Text is what the effect is, for people: "DELETE in rule r on t".
func (e *Effect) Text() string {
	if !e.Hidden() {
		return e.What
	}
	return e.What + " in " + strings.Join(e.Within, " → ")
}
