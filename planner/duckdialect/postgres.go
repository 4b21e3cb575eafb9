package duckdialect

import (
	_ "embed"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// postgresNames are the names of PostgreSQL's own functions: all of version 15, and some newer ones.
//
//go:embed postgres.txt
var postgresNames string

var postgresFunctions = parse.WordSet(postgresNames)

// InPostgres reports whether PostgreSQL has a function of that name. A call of such a function is
// an error of what is not supported, if DuckDB does not have it; other functions do not exist.
func InPostgres(name string) bool { return postgresFunctions[name] }
