// Package json has the rules for values of json and jsonb.
//
// jsonb is a type of the source's own (emulation.JSONB), which keeps values as PostgreSQL shows them. Functions that make or
// change values become the source's functions (json.go, calls.go), comparisons are those of jsonb's order (compare.go), and
// jsonpaths are read by the source (paths.go). Functions in FROM whose columns PostgreSQL names otherwise are in calls.go.
package json
