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
	"regclass": {ThePath}, "regtype": {ThePath}, "regproc": {ThePath}, "regprocedure": {ThePath}, "regoper": nil, "regoperator": {ThePath},
	"regnamespace": nil, "regrole": {TheUser}, "regconfig": nil, "regdictionary": nil, "regcollation": nil,
}

// ofSession are functions of a session that a statement has its answer of: a default would keep it for all sessions.
var ofSession = parse.WordSet(`current_user session_user current_role user current_schema current_schemas current_setting pg_backend_pid txid_current pg_current_xact_id`)

// userCall is the function of the source that answers with the user of the session.
const userCall = "pg__session_user"

// settingNow is the function of the source that reads a setting again for each row.
const settingNow = "pg__setting_now"

// CallUser has a default that names the user of the session ask the source for the name. Others have the name as a constant.
func CallUser(t *rewrite.Translation, e *pg_query.Node) {
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if ok && IsUser(n) {
			t.ReplaceNode(n, build.Call(userCall))
		}
	})
}

// IsUser reports whether an expression is the user of the session, as clients write it.
func IsUser(e *pg_query.Node) bool {
	f := e.GetSqlvalueFunction()
	return f != nil && Users[sessionValues[f.Op]]
}

// IsAsked reports whether a default calls for the user of the session or one of its settings.
func IsAsked(e *pg_query.Node) (asked bool) {
	if e == nil {
		return false
	}
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		f, _ := m.(*pg_query.FuncCall)
		_, name := parse.SplitName(f.GetFuncname())
		asked = asked || name == userCall || name == settingNow || name == "current_setting"
	})
	return asked
}

// AskedInDefaults are the functions of a session that a default asks the source for.
var AskedInDefaults = parse.WordSet(`current_user session_user current_role user current_setting`)

// ReadSetting is the value of a setting, by its name. missing is whether a setting that does not exist is NULL; nil: it is an error.
// What a statement defines reads the setting again for each row.
func ReadSetting(t *rewrite.Translation, name, missing *pg_query.Node) *pg_query.Node {
	function := "pg__setting"
	if t.Definition {
		function = settingNow
	}
	if missing == nil {
		missing = build.Boolean(false)
	}
	return build.Call(function, name, missing)
}

// Users are the names of the user of a session.
var Users = parse.WordSet(`current_user session_user current_role user`)

// RefuseOfSession refuses an expression that each session would compute for itself, but for the names of some functions.
func RefuseOfSession(t *rewrite.Translation, e *pg_query.Node, but map[string]bool) {
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		name, location := "", int32(0)
		switch n := m.(type) {
		case *pg_query.FuncCall:
			_, name = parse.SplitName(n.Funcname)
			location = n.Location
		case *pg_query.SQLValueFunction:
			name, location = sessionValues[n.Op], n.Location
		}
		if ofSession[name] && !but[name] {
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
