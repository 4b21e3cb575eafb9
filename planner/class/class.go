// Package class has the classes of statements: what a statement may do, as the planner finds it and the gate decides by.
package class

// Class says what a statement may do, in the order of harm: the class of a whole is the worst of
// its parts. The zero value means not understood, and every mode refuses it.
type Class int

// The classes.
const (
	Unknown Class = iota // not understood: refused everywhere
	Read                 // proven to change nothing
	Session              // transaction control, SET, SHOW, cursors over reads
	Mutate               // INSERT UPDATE REPLACE MERGE, DDL that adds or alters
	Delete               // DELETE TRUNCATE DROP
	Exec                 // CALL DO EXEC, functions with side effects, administration
)

// String returns the class as users and records spell it.
func (c Class) String() string {
	switch c {
	case Read:
		return "read"
	case Session:
		return "session"
	case Mutate:
		return "mutate"
	case Delete:
		return "delete"
	case Exec:
		return "exec"
	case Unknown:
	}
	return "unknown"
}

// Changes reports whether the class is more than read or session.
func (c Class) Changes() bool { return c != Read && c != Session }

// Worse returns the worse of two classes; Unknown is worse than any.
func (c Class) Worse(d Class) Class {
	if c == Unknown || d == Unknown {
		return Unknown
	}
	return max(c, d)
}
