package planner

import "context"

// Scope is what names mean to a session. The scopes of one planner are of one set
// of sources: they differ in Default, User, Prepared, Cursors, Path and Own alone.
type Scope struct {
	Default string // the provider of unqualified names
	User    string
	// Path is the search path in force at the default source, as one text; "" for
	// the one that its role has.
	Path string
	// Own says that names mean something to this session alone, because its open
	// transaction has made or altered something: what is understood is not kept.
	Own bool
	// Database is what the default source's own server calls its database: names may
	// begin with it. "": nothing, or another source has that name.
	Database string
	// Databases are the names of all sources, for catalogs that list them.
	Databases []string
	// Source returns a source by name; 3D000 if there is none of that name.
	Source func(ctx context.Context, name string) (Source, error)
	// Known reports whether there is a source of that name.
	Known func(name string) bool
	// ParamTypes are the OIDs of users' types that the client gave parameters.
	ParamTypes []uint32
	// Prepared returns the text of a PREPARE that the session has run; nil: none.
	Prepared func(name string) (string, bool)
	// Cursors returns the cursors that the session has declared; nil: none.
	Cursors func() *Cursors
	// Unproven makes a call of a function that the catalog does not have an effect
	// of class exec and no error: it may be one that the session's own transaction
	// has just made.
	Unproven bool
}
