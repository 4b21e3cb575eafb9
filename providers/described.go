package providers

import "context"

// Describer is a Scanner that tells of all its resources at once.
type Describer interface {
	// Described lists the resources as tables, by their services. The version is another one where the list
	// has changed; the list is nil where the version is the one that is given.
	Described(ctx context.Context, since uint64) (list []DescribedTable, version uint64, err error)
}

// DescribedTable is a resource as a table without rows.
type DescribedTable struct {
	Schema, Name, Comment string
	Columns               []DescribedColumn
	// Query, if set, is that of a view.
	Query        string
	Materialized bool
}

// DescribedColumn is a column of a DescribedTable.
type DescribedColumn struct{ Name, Type string }

// CatalogReader is a Conn that tells which statements read what the Postgres catalog tells of relations.
type CatalogReader interface {
	// ReadsCatalog: tables, if the statement names relations of the catalog; functions, if it names those, or
	// functions that read them.
	ReadsCatalog(s Statement) (tables, functions bool)
}
