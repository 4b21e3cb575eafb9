package find

import (
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// Build makes the index of tables. It is the same for the same tables in any order. What is beyond
// 8 million tables and columns is left out.
func Build(connection string, tables []discovery.Table) *Tables {
	return build(connection, tables, terms.New(), false)
}

func build(connection string, tables []discovery.Table, split *terms.Splitter, withoutGuesses bool) *Tables {
	a, documents := newAuthor(split), make([]string, 0, len(tables))
	for _, t := range tables {
		documents = append(documents, a.document(t))
	}
	return assemble(connection, documents, withoutGuesses)
}
