package providers

import "context"

// Hierarchy lists what a provider has; every provider of tables offers it.
type Hierarchy interface {
	Services(ctx context.Context) ([]Service, error)
	// Resources lists a service's resources. 3F000: no such service.
	Resources(ctx context.Context, service string) ([]Resource, error)
	// Describe tells of one resource. 42P01: no such resource.
	Describe(ctx context.Context, service, resource string) (ResourceDetail, error)
}

// Service is a schema, to SQL people.
type Service struct {
	Name, Description string
}

// Resource is a table or view.
type Resource struct {
	Name, Kind, Description string
	Rows                    int64 // an estimate; -1: unknown
}

// ResourceDetail is a resource with its columns.
type ResourceDetail struct {
	Resource
	Columns []ColumnDetail
	// Verbs are what the source's login may do with it, of "select", "insert",
	// "update", "delete", "truncate"; nil: the source does not say.
	Verbs []string
}

// ColumnDetail is a column as people want to see it.
type ColumnDetail struct {
	Name, Type, Description string
	Nullable                bool
	Key                     bool // part of the primary key
	Default                 string
	Generated               bool // the source makes every value: none can be given
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
