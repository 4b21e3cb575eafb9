package emulation

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
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

// ofSession are functions of a session that a statement has its answer of: a default would keep it for all sessions.
var ofSession = parse.WordSet(`current_user session_user current_role user current_schema current_schemas current_setting pg_backend_pid txid_current pg_current_xact_id`)

// RefuseOfSession refuses a default that each session would compute for itself.
func RefuseOfSession(t *rewrite.Translation, e *pg_query.Node) {
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		name, location := "", int32(0)
		switch n := m.(type) {
		case *pg_query.FuncCall:
			_, name = parse.SplitName(n.Funcname)
			location = n.Location
		case *pg_query.SQLValueFunction:
			name, location = sessionValues[n.Op], n.Location
		}
		if ofSession[name] {
			t.NoteUnsupported(location, "a default that calls %s is not supported", name).
				WithHint("It would be the value of the session that defines it. Give the value in each INSERT.")
		}
	})
}

// sessionValues are the functions of a session that are written without brackets.
var sessionValues = map[pg_query.SQLValueFunctionOp]string{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER: "current_user", pg_query.SQLValueFunctionOp_SVFOP_USER: "user",
	pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER: "session_user", pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE: "current_role",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA: "current_schema",
}
