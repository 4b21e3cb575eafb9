package providers

import "context"

// Hierarchy lists what a provider has; every provider of tables offers it.
type Hierarchy interface {
	Services(ctx context.Context) ([]Service, error)
	// Resources lists a service's resources. 3F000: no such service.
	Resources(ctx context.Context, service string) ([]Resource, error)
	// Describe tells of one resource. 42P01: no such resource.
	Describe(ctx context.Context, service, resource string) (ResourceDetail, error)
	// Search lists the resources, of one service or with "" of all but the
	// system's own, for which each pattern is like the name, the service's name, the
	// comment, or a column's name or comment. No more than MostFound are listed.
	Search(ctx context.Context, service string, patterns []Pattern) ([]Found, error)
}

// MostFound is how many resources a search lists at most.
const MostFound = 1000

// Found is a resource that a search has found.
type Found struct {
	Service string
	Resource
	Named   bool     // a pattern is like its name
	Columns []string // those that a pattern is like
}

// Service is a schema, to SQL people. What a source does not have is left out.
type Service struct {
	Name, Description string
	Title, Version    string
	ID                string // of an API's service, as its document has it; "": its name and version
	Preferred         bool   // of several services for the same, the one to use
}

// Resource is a table or view.
type Resource struct {
	Name, Kind, Description string
	Title                   string // what an API calls it for people
	Rows                    int64  // an estimate; -1: unknown
}

// ResourceDetail is a resource with its columns.
type ResourceDetail struct {
	Resource
	Columns []ColumnDetail
	// Verbs are the actions that the source's login may take: "select", "insert", "update",
	// "delete", "truncate"; nil: the source does not say.
	Verbs []string

	Keys         []Key     // the primary key first
	References   []Foreign // its own foreign keys
	ReferencedBy []Foreign // foreign keys of others that lead here
	Checks       []string  // conditions that each row meets, as the source spells them
	Indexes      []Index   // but for those that only serve keys
}

// Key is a primary or unique key.
type Key struct {
	Primary bool
	Columns []string
}

// Foreign is a foreign key, seen from the resource that is described.
type Foreign struct {
	Columns           []string // of the resource that is described
	Service, Resource string   // at the other end
	Others            []string // its columns
	OnDelete          string   // what becomes of rows whose row at the other end goes: "cascade", "set null", "set default"; "": it cannot go
}

// Index is an index.
type Index struct {
	Name, On string // On is what it is made of: "btree (status)"
	Unique   bool
}

// ColumnDetail is a column as people want to see it.
type ColumnDetail struct {
	Name, Type, Description string
	Nullable                bool
	Key                     bool // part of the primary key
	Default                 string
	Generated               bool     // the source makes every value: none can be given
	Labels                  []string // the values of an enum, in its order; nil: it is none
}

// Inventory is everything that a source has names for, to save it.
type Inventory struct {
	Path      []string // the search path of the login
	Relations []ListedRelation
	Functions []Name // each name once
	Types     []Name
	Operators []Name // users' alone
}

// ListedRelation is a relation of an Inventory.
type ListedRelation struct {
	Name
	Columns []ListedColumn
}

// ListedColumn is a column of a ListedRelation.
type ListedColumn struct{ Name, Type string }

// Lister is a Provider that can list everything that it has names for.
type Lister interface {
	List(ctx context.Context) (Inventory, error)
}

// Refuser is a Provider that knows which functions its login may not call, whatever
// the gate says.
type Refuser interface {
	// Refuses says in a sentence why the source would refuse a call of the function,
	// whose name may be qualified; "" where it would not.
	Refuses(ctx context.Context, function string) (why string, err error)
}
