package planner

import (
	"context"

	"github.com/sallyportdb/sallyport/providers"
)

// Scope says what names mean to a session. All scopes of one planner choose from the same sources.
// The cache's keys contain Default, Logins, Path and User; plans that depend on Prepared, Cursors, Own,
// ParamTypes or Unproven are not cached.
type Scope struct {
	Default string // the provider of unqualified names
	User    string
	PID     uint32 // of the session, as pg_backend_pid() says it; plans that say it are not cached
	// Path is the search path in force at the default source, as one text; "" is the path that its
	// role has.
	Path string
	// Logins identify the logins of the session at the sources that have several; "": no source has
	// several.
	Logins string
	// Styled says that the session shows values in other forms than the usual ones, so that texts within expressions have
	// these forms, too: see providers.Styling.
	Styled bool
	// DefersBodies says that the session makes functions whose bodies name what is not there yet: see providers.Deferring.
	DefersBodies bool
	// Own says that names have a meaning of their own in this session, because its open transaction
	// has made or altered something, or because it has temporary relations. Plans are not cached.
	Own bool
	// Database is the default source's own name of its database, with which names may begin. "":
	// none, or another source has that name.
	Database string
	// Databases are the names of all sources, for catalogs that list them.
	Databases []string
	// Source returns a source by name, or 3D000.
	Source func(ctx context.Context, name string) (Source, error)
	// Elsewhere returns a source as other connections than the session's own see it: by the search path of
	// its role, without what the session has made. nil: as Source.
	Elsewhere func(ctx context.Context, name string) (Source, error)
	// Ours says that the statement is the planner's own, in which values stand for rows of any type.
	Ours bool
	// Bare says that the statement's translation has the result's columns alone, and no scales beside them: see Statement.Shown.
	Bare bool
	// Known reports whether there is a source of that name.
	Known func(name string) bool
	// Several says that Source knows what runs statements over several sources, by the name
	// providers.Several.
	Several bool
	// ParamTypes are the OIDs that the client gave to parameters, of users' types and of those whose values name objects.
	ParamTypes []uint32
	// Prepared returns the text of a PREPARE that the session has run; nil: there is none.
	Prepared func(name string) (string, bool)
	// PreparedTypes returns the OIDs of the types of a prepared statement's parameters, as far as they are known, at a source whose
	// prepared statements the engine keeps; nil: nobody knows.
	PreparedTypes func(name string) []uint32
	// Rows returns the rows of a system relation of what the session holds, with nil for NULL: see rewrite.Env. nil: nobody knows.
	Rows func(relation string) [][]*string
	// Cursors returns the cursors that the session has declared; nil: there are none.
	Cursors func() *Cursors
	// Views returns a view over APIs, if the default source is one; nil: there are none.
	Views func(name string) (View, bool)
	// defines: the statement is a view's query, see scans.Env.
	defines bool
	// toFile: the statement makes the file of a COPY, which matters to an error over several sources.
	toFile bool
	// Routines are the functions that the session's open transaction has made or dropped, where a source keeps them.
	Routines providers.OwnRoutines
	// Unproven makes the call of a function that the catalog does not have an effect of class exec,
	// instead of an error: the session's own transaction may have made the function.
	Unproven bool
}
