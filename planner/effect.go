package planner

import "strings"

// Effect is one thing that a statement does, and its place in the text. What, Reason and the texts
// in Within are for people: no decision reads them.
type Effect struct {
	Class   Class
	Kind    EffectKind
	Name    string   // by Kind: the verb of a row change, the function, the setting
	builtin bool     // every function that the call may mean is the source's own
	Early   bool     // it happens when the source reads the constants of the text, before anything runs
	Within  []string // the hidden code that has the effect, outermost first: a rule, a view; empty: the text itself
	What    string   // the construct: "DELETE", "function pg_sleep", "SELECT … INTO"
	Reason  string   // why it has its class
	Offset  int      // byte offset in the batch's text; -1: no place
}

// EffectKind tells apart the effects that decisions depend on.
type EffectKind int

// The kinds.
const (
	OtherEffect   EffectKind = iota // no decision depends on it
	RowChange                       // INSERT, UPDATE, DELETE or MERGE of rows of a table
	RowLock                         // FOR UPDATE, FOR SHARE and the like
	FunctionCall                    // a function that does more than read
	SettingCall                     // set_config
	SettingChange                   // SET
	TableMaking                     // SELECT … INTO, CREATE … AS
)

// Hidden reports whether the effect comes from hidden code, such as a rule or a view, and not from
// the statement's own text.
func (e *Effect) Hidden() bool { return len(e.Within) > 0 }

// Text describes the effect for people: "DELETE in rule r on t".
func (e *Effect) Text() string {
	if !e.Hidden() {
		return e.What
	}
	return e.What + " in " + strings.Join(e.Within, " → ")
}
