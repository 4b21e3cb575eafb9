package duckdialect

import (
	_ "embed"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// postgresNames are the names of PostgreSQL's own functions: those of version 15, and the newer ones
// that statements use.
//
//go:embed postgres.txt
var postgresNames string

var postgresFunctions = parse.WordSet(postgresNames)

// InPostgres reports whether PostgreSQL has a function of that name. A call of one that DuckDB does
// not have is not supported; any other does not exist.
func InPostgres(name string) bool { return postgresFunctions[name] }
