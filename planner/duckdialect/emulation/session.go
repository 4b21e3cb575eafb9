package emulation

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
)

// SessionValue is a value of the session that the emulation does not know: a call gets it as a constant.
type SessionValue int

// The values that calls get.
const (
	ThePath      SessionValue = iota // the search path
	TheUser                          // the name of the user
	TheVersion                       // the version of the server
	TheDatabases                     // the list of databases
)

// Constants returns values of the session as constants, in the order of the list.
func Constants(env *rewrite.Env, list []SessionValue) []*pg_query.Node {
	nodes := make([]*pg_query.Node, len(list))
	for i, v := range list {
		switch v {
		case ThePath:
			nodes[i] = build.Texts(env.ShownPath())
		case TheUser:
			nodes[i] = build.Text(env.User)
		case TheVersion:
			nodes[i] = build.Text(env.ServerVersion)
		case TheDatabases:
			nodes[i] = build.Texts(env.Databases)
		}
	}
	return nodes
}

// Lookups are the types whose casts look an object up, with the first arguments of the emulation's
// functions.
var Lookups = map[string][]SessionValue{
	"regclass": {ThePath}, "regtype": {ThePath}, "regproc": {ThePath}, "regprocedure": {ThePath}, "regoper": nil, "regoperator": nil,
	"regnamespace": nil, "regrole": {TheUser}, "regconfig": nil, "regdictionary": nil, "regcollation": nil,
}
