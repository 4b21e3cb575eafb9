package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// funcCall rewrites a call by the table of functions.
func (t *translation) funcCall(n *pg_query.Node, f *pg_query.FuncCall) {
	t.foldNames(f.Funcname)
	schema, name := parse.SplitName(f.Funcname)
	if !t.translatesFunction(f, schema, name) {
		return
	}
	if (schema == "" || name == "json_object") && t.sqliteCall(n, f, name) {
		return
	}
	defer t.asInteger(n)
	t.placeNamed(f, name)
	name = t.spreadVariadic(f, name)
	t.nullText(f, name)
	t.castArgument(f, name)
	t.nameObjects(f, name)
	if name == "mod" && len(f.Args) == 2 {
		numerics.Remainder(&t.Types, &f.Args[0], &f.Args[1])
		t.widenSmall(pointers(f.Args))
	}
	if f.Over != nil && strings.HasPrefix(name, "pg__") {
		t.NoteUnsupported(f.Location, "function %s cannot be called over a window", name)
		return
	}
	t.styleArguments(f, name)
	t.padArguments(f, name)
	t.refuseListed(f, name)
	known, listed := functions[name]
	json.CountValues(&t.Types, f, name)
	if t.rareFunction(n, f, name) || numerics.Fold(&t.Types, n, name, f.Args...) || numerics.Call(&t.Types, n, f, name) || t.arrays.RewriteCall(n, f, name) || t.bitFunction(n, f, name) || t.bytesFunction(n, f, name) {
		return
	}
	if listed && known.by != nil && known.by(t, n, f) {
		return
	}
	switch {
	case known.emulated != "":
		t.RenameCall(f, name, emulation.Database, emulation.Catalog, known.emulated)
		f.Args = append(emulation.Constants(&t.Env, known.first), f.Args...)
	case known.native != "":
		t.RenameCall(f, name, known.native)
	case schema != "" && (!sqlSyntax[name] || f.Funcformat != pg_query.CoercionForm_COERCE_SQL_SYNTAX):
		t.RenameCall(f, name, name)
	}
}

// translatesFunction says whether a function of this schema is one of the table's, and notes that
// the emulation's own cannot be named.
func (t *translation) translatesFunction(f *pg_query.FuncCall, schema, name string) bool {
	switch database, _, _ := strings.Cut(schema, "."); {
	case schema == "":
		return true
	case schema == "pg_catalog":
		return !escapes[name]
	case schema == "main": // where DuckDB has its own
		return growing[name]
	case schema == "information_schema":
		return strings.HasPrefix(name, "_pg_")
	case database == emulation.Database, database == emulation.Tables, database == emulation.OfSessions:
		t.NoteError(f.Location, sqlstate.InsufficientPrivilege, "function %s cannot be named", name)
	}
	return false
}

// foldNames folds the name of a function to lower case. DuckDB finds functions in any case, quoted
// or not, so "CURRENT_SETTING" must be treated as current_setting.
func (t *translation) foldNames(list []*pg_query.Node) {
	for _, n := range list {
		if s := n.GetString_(); s != nil && strings.ToLower(s.Sval) != s.Sval {
			s.Sval, t.Changed = strings.ToLower(s.Sval), true
		}
	}
}

// sqlSyntax are functions with a syntax of their own in both grammars.
var sqlSyntax = parse.WordSet(`extract position btrim ltrim rtrim timezone overlay substring`)

// textFunctions are functions that take a constant without a type for a text.
var textFunctions = parse.WordSet(`lower upper length char_length character_length bit_length reverse repeat left right substr md5 ascii`)

// nullText gives a NULL, or a parameter, that such a function takes the type text.
func (t *translation) nullText(f *pg_query.FuncCall, name string) {
	if len(f.Args) > 0 && textFunctions[name] && (f.Args[0].GetAConst().GetIsnull() || f.Args[0].GetParamRef() != nil && (name == "lower" || name == "upper")) {
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("text")), true
	}
	if kind, _, _ := strings.Cut(name, "_"); len(f.Args) > 0 && f.Args[0].GetAConst().GetIsnull() && (kind == "json" || kind == "jsonb") && !makesJSON[name] && name != kind+"_object" {
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType(map[string]string{"json": "json", "jsonb": emulation.JSONB}[kind])), true
	}
}

// growing are the functions of DuckDB's that need a bound, by whatever name they are called.
var growing = parse.WordSet(`repeat replace lpad rpad format printf levenshtein editdist3 damerau_levenshtein jaro_similarity jaro_winkler_similarity`)

// escapes are the functions that the grammar makes of ESCAPE.
var escapes = parse.WordSet(`like_escape similar_to_escape`)

// noFunction refuses a function that has no counterpart.
func noFunction(t *translation, _ *pg_query.Node, f *pg_query.FuncCall) bool { return t.RefuseCall(f) }

// serverFunction refuses a function that the engine answers only where a SELECT consists of its call.
func serverFunction(t *translation, _ *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	t.NoteUnsupported(f.Location, "function %s is not supported inside of another statement", name).
		WithHint("Call it by itself, with constants or parameters: SELECT %s(…).", name)
	return true
}

// backendPID puts the number of the session in the place of pg_backend_pid.
func (t *translation) backendPID(n *pg_query.Node, _ *pg_query.FuncCall) bool {
	return t.ReplaceCall(n, "pg_backend_pid", build.Number(int64(t.Env.PID)))
}

func (t *translation) version(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) > 0 {
		return false
	}
	return t.ReplaceCall(n, "version", build.Text("PostgreSQL "+t.Env.ServerVersion+" (Sallyport, DuckDB)"))
}

func (t *translation) currentDatabase(n *pg_query.Node, _ *pg_query.FuncCall) bool {
	return t.ReplaceCall(n, "current_database", emulation.Name(t.Env.Database))
}

func (t *translation) currentSchema(n *pg_query.Node, _ *pg_query.FuncCall) bool {
	return t.ReplaceCall(n, "current_schema", t.firstSchema())
}

// firstSchema is the first schema of the search path, or NULL.
func (t *translation) firstSchema() *pg_query.Node {
	if len(t.Env.Path) == 0 {
		return build.Cast(build.Null(), build.PlainType("pg_name"))
	}
	return emulation.Name(t.Env.ShownPath()[0])
}

// valueFunction replaces SQL's functions without brackets: those about the session by literals,
// those about time by calls.
func (t *translation) valueFunction(n *pg_query.Node, f *pg_query.SQLValueFunction) {
	switch f.Op {
	case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER, pg_query.SQLValueFunctionOp_SVFOP_USER,
		pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER, pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE:
		t.ReplaceNode(n, emulation.Name(t.Env.User))
	case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG:
		t.ReplaceNode(n, emulation.Name(t.Env.Database))
	case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:
		t.ReplaceNode(n, t.firstSchema())
	default:
		if function := timeFunctions[f.Op]; function != "" {
			t.ReplaceNode(n, roundedMoment(build.Call(function), f))
		}
	}
}

// roundedMoment rounds the present to the digits behind the seconds that LOCALTIMESTAMP(0) asks for.
func roundedMoment(present *pg_query.Node, f *pg_query.SQLValueFunction) *pg_query.Node {
	if f.Typmod < 0 || f.Typmod >= 6 {
		return present
	}
	return build.Call("pg__precise", present, build.Number(int64(f.Typmod)))
}

// timeFunctions are DuckDB's functions that tell the time. Without brackets DuckDB takes their names for those
// of columns where the result has such a column: SELECT current_date AS current_date.
var timeFunctions = map[pg_query.SQLValueFunctionOp]string{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:        "current_date",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME:        "get_current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:      "get_current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:   "get_current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: "get_current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME:           "current_localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N:         "current_localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:      "current_localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:    "current_localtimestamp",
}

// namespaces are the relation and its schema column that each visibility function asks about.
var namespaces = map[string][2]string{
	"pg_table_is_visible":    {"pg_class", "relnamespace"},
	"pg_type_is_visible":     {"pg_type", "typnamespace"},
	"pg_function_is_visible": {"pg_proc", "pronamespace"},
}

// visible tests the schema column instead of looking the object up again, if the object is a row of
// its catalog: pg_table_is_visible(c.oid).
func (t *translation) visible(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) != 1 {
		return false
	}
	column, place := parse.NameParts(f.Args[0].GetColumnRef().GetFields()), namespaces[name]
	if len(column) != 2 || column[1] != "oid" || t.tables[column[0]] != place[0] {
		return false
	}
	args := append(emulation.Constants(&t.Env, []emulation.SessionValue{emulation.ThePath}), pg_query.MakeColumnRefNode(build.Names(column[0], place[1]), build.Nowhere))
	switch name {
	case "pg_table_is_visible":
		return t.ReplaceCall(n, name, emulation.Call("_relation_visible", append(args, f.Args[0])...))
	case "pg_type_is_visible":
		return t.ReplaceCall(n, name, emulation.Call("_type_visible", append(args, f.Args[0])...))
	}
	return t.ReplaceCall(n, name, emulation.Call("_namespace_visible", args...))
}

// regclassArgument looks a relation up that is named by a constant, or by a value that is known to be a text: PostgreSQL casts
// texts to regclass, and names to nothing. Others stay: the emulation takes OIDs, and refuses what is none.
func (t *translation) regclassArgument(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 {
		return false
	}
	_, quoted := parse.TextConstant(f.Args[0])
	if kind := t.Types.Inferred(f.Args[0]); quoted || inference.TextTypes[kind] || t.makesText(f.Args[0]) {
		t.lookUp(f.Args[0], &pg_query.Node{Node: f.Args[0].Node}, "regclass", emulation.Lookups["regclass"])
	}
	return false
}

// makesText reports whether an expression is a text by what makes it, whatever it is made of: names are written so.
func (t *translation) makesText(n *pg_query.Node) bool {
	if e := n.GetAExpr(); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP {
		_, op := parse.SplitName(e.Name)
		return op == "||"
	}
	return n.GetFuncCall() != nil && t.Types.ReturnsText(n.GetFuncCall())
}

// viewDefinition hands the OID of a relation on where a look-up has found it: else the emulation asks whether it is one, or a name.
func (t *translation) viewDefinition(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	t.regclassArgument(nil, f)
	if len(f.Args) == 0 || !emulation.IsLookup(f.Args[0]) {
		return false
	}
	t.RenameCall(f, "pg_get_viewdef", emulation.Database, emulation.Catalog, "_viewdef_oid")
	f.Args = append(emulation.Constants(&t.Env, []emulation.SessionValue{emulation.ThePath}), f.Args...)
	return true
}

// privilegeOf looks an object up that has_…_privilege names by a constant, at that place from the end.
func privilegeOf(kind string, place int) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, _ *pg_query.Node, f *pg_query.FuncCall) bool {
		if object := len(f.Args) - place; object >= 0 {
			if _, quoted := parse.TextConstant(f.Args[object]); quoted {
				t.lookUp(f.Args[object], &pg_query.Node{Node: f.Args[object].Node}, kind, emulation.Lookups[kind])
			}
		}
		return false
	}
}

// arrayLength drops the dimension: arrays have only one.
func (t *translation) arrayLength(n *pg_query.Node, f *pg_query.FuncCall) bool {
	return len(f.Args) == 2 && t.ReplaceCall(n, "array_length", emulation.Call("array_upper", f.Args...))
}

// substring rewrites calls with a start, which DuckDB counts from the end if it is less than 1, and calls
// with a pattern.
func (t *translation) substring(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 2 {
		return false
	}
	pattern, ok := parse.TextConstant(f.Args[1])
	if _, name := parse.SplitName(f.Funcname); ok && name == "substr" { // there is none with a pattern
		f.Args[1] = build.Cast(f.Args[1], build.PlainType("int4"))
	} else if ok && len(f.Args) == 2 {
		patterns.ReadPattern(&t.Types, f.Args[1], pattern, false)
		return t.ReplaceCall(n, "substring", build.Call("pg__substring", build.Cast(f.Args[0], build.PlainType("text")), build.Cast(f.Args[1], build.PlainType("text"))))
	}
	if len(f.Args) == 3 && patterns.SimilarPart(&t.Types, n, f) {
		return true
	}
	return t.ReplaceCall(n, "substring", build.Call("pg__substring", f.Args...))
}

// translateFormat turns a constant format string into a concatenation.
func (t *translation) translateFormat(n *pg_query.Node, f *pg_query.FuncCall) bool {
	pattern, ok := "", false
	if len(f.Args) > 0 {
		pattern, ok = parse.TextConstant(f.Args[0])
	}
	if !ok && len(f.Args) == 0 {
		return false
	}
	if !ok || f.FuncVariadic {
		if f.FuncVariadic {
			t.NoteUnsupported(f.Location, "format with VARIADIC is not supported")
		}
		return t.ReplaceCall(n, "format", build.Call("pg__format", f.Args...))
	}
	parts, used := []*pg_query.Node{build.Text("")}, 1
	for pattern != "" {
		plain, rest, found := strings.Cut(pattern, "%")
		if plain != "" {
			parts = append(parts, build.Text(plain))
		}
		if !found {
			break
		}
		if strings.HasPrefix(rest, "%") {
			parts, pattern = append(parts, build.Text("%")), rest[1:]
			continue
		}
		if rest == "" || !strings.Contains("sIL", rest[:1]) || used >= len(f.Args) {
			return t.ReplaceCall(n, "format", build.Call("pg__format", f.Args...))
		}
		argument := f.Args[used]
		used++
		switch rest[0] {
		case 'I':
			if argument.GetAConst().GetIsnull() {
				t.NoteError(f.Location, "22004", "null values cannot be formatted as an SQL identifier")
			}
			return t.ReplaceCall(n, "format", build.Call("pg__format", f.Args...))
		case 'L':
			argument = build.Call("pg__quote_shown", argument)
		}
		parts, pattern = append(parts, argument), rest[1:]
	}
	return t.ReplaceCall(n, "format", build.Call("pg__concat", parts...))
}

// makesJSON are functions that write their arguments as JSON.
var makesJSON = parse.WordSet(`to_json to_jsonb json_build_object jsonb_build_object json_build_array jsonb_build_array json_agg jsonb_agg json_object_agg jsonb_object_agg`)

// nameObjects has JSON show objects of the catalogs by their names.
func (t *translation) nameObjects(f *pg_query.FuncCall, name string) {
	if !makesJSON[name] {
		return
	}
	for _, a := range f.Args {
		if emulation.IsLookup(a) {
			t.nameOfOID(a)
			continue
		}
		t.showValue(a, false)
	}
}

// builders make JSON of any number of arguments.
var builders = parse.WordSet(`json_build_object jsonb_build_object json_build_array jsonb_build_array`)

// nullCounts are the functions that count the elements of one array.
var nullCounts = map[string]string{"num_nulls": "_count_nulls", "num_nonnulls": "_count_nonnulls"}

// spreadVariadic writes the elements of VARIADIC ARRAY[…] as arguments, and joins the elements of another array where they would
// be joined. It returns the name of the function.
func (t *translation) spreadVariadic(f *pg_query.FuncCall, name string) string {
	if !f.FuncVariadic || t.Env.SQLite {
		return name
	}
	last := len(f.Args) - 1
	if builders[name] && last == 0 {
		t.RenameCall(f, name, "pg__"+name+"_of")
		f.FuncVariadic = false
		return "pg__" + name + "_of"
	}
	if elements := f.Args[last].GetAArrayExpr().GetElements(); len(elements) > 0 {
		f.Args, f.FuncVariadic, t.Changed = append(f.Args[:last:last], elements...), false, true
		return name
	}
	switch {
	case name == "concat" && last == 0:
		f.Args = append(f.Args, build.Text(""))
	case name == "concat_ws" && last == 1:
		f.Args[0], f.Args[1] = f.Args[1], f.Args[0]
	case nullCounts[name] != "" && last == 0:
		f.FuncVariadic = false
		t.RenameCall(f, name, nullCounts[name])
		return nullCounts[name]
	default:
		return name
	}
	t.RenameCall(f, name, "array_to_string")
	f.FuncVariadic = false
	return "array_to_string"
}
