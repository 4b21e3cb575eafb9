package providers

// Trigger is code of users that a change of a relation runs by itself, and that finds names as the session does: a trigger of the
// relation, of its heirs and partitions, or of a table that foreign keys carry the change to; or the constraints of such a table.
type Trigger struct {
	What     string // for people: "trigger t on a.b"
	When     Event  // the changes that run it
	Deferred bool   // it may run later, up to the end of the transaction
	// Call is what it runs, where that is known and can be judged; nil: it is not known.
	Call *Function
	// Pathed says that it finds names by a search path that its function sets; Last, that the session's temporary relations are the last
	// of that path, so that they hide no other.
	Pathed, Last bool
	// Turned says that names may mean something else to it in this session than in a new session of the same login.
	Turned bool
}
