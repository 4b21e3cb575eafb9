package json

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Empty answers a call without arguments.
func Empty(value string) func(*inference.Types, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
		if len(f.Args) > 0 {
			return false
		}
		_, name := parse.SplitName(f.Funcname)
		kind := "json"
		if strings.HasPrefix(name, "jsonb") {
			kind = emulation.JSONB
		}
		t.ReplaceNode(n, build.Cast(build.Text(value), build.PlainType(kind)))
		return true
	}
}

// Functions of json and jsonb that need more than another name.

// ElementFunctions are the functions whose column in FROM is called value.
var ElementFunctions = parse.WordSet(`json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text`)

// Mentions reports whether a word is in the client's text.
func Mentions(t *inference.Types, word string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(t.Text), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if w == word {
			return true
		}
	}
	return false
}

// Constant casts a constant argument to jsonb. DuckDB would take the text for json.
func Constant(t *inference.Types, _ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) > 0 {
		if _, quoted := parse.TextConstant(f.Args[0]); quoted {
			f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType(emulation.JSONB)), true
		}
	}
	return false
}

// Change is jsonb_set and jsonb_insert.
func Change(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) < 3 || len(f.Args) > 4 {
		return false
	}
	flag := build.Boolean(name == "jsonb_set")
	if len(f.Args) == 4 {
		flag = f.Args[3]
	}
	PathLiteral(t, f.Args[1])
	return t.ReplaceCall(n, name, build.Call("pg__"+name, build.Cast(f.Args[0], build.PlainType(emulation.JSONB)), f.Args[1], build.Cast(f.Args[2], build.PlainType(emulation.JSONB)), flag))
}

// Members is json_each and its kin in FROM: a row for each key and its value.
func Members(t *inference.Types, n *pg_query.Node, r *pg_query.RangeFunction) bool {
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	of, isJSONB := strings.CutPrefix(name, "jsonb_")
	if !isJSONB {
		of = strings.TrimPrefix(name, "json_")
	}
	if of == name || of != "each" && of != "each_text" || len(f.Args) != 1 || len(r.Coldeflist) > 0 || t.Env.SQLite {
		return false
	}
	keys, values := "pg__json_keys", "pg__json_values"
	if of == "each_text" {
		keys, values = "pg__json_keys_text", "pg__json_values_text"
	}
	value := f.Args[0]
	if isJSONB {
		value = build.Cast(value, build.PlainType(emulation.JSONB))
	}
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: name}
	}
	targets := []*pg_query.Node{
		build.Target(build.Call("unnest", build.Call(keys, value)), "key"),
		build.Target(build.Call("unnest", build.Call(values, value)), "value"),
	}
	if r.Ordinality {
		targets = append(targets, build.Target(build.Call("unnest", build.Call("generate_series", build.Number(1), build.Call("len", build.Call(keys, value)))), "ordinality"))
	}
	t.ReplaceNode(n, build.Lateral(build.Select(nil, targets...), alias))
	return true
}

// Records is json_to_record and its kin in FROM, with a list of columns.
func Records(t *inference.Types, n *pg_query.Node, r *pg_query.RangeFunction) bool {
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	of := strings.TrimPrefix(strings.TrimPrefix(name, "jsonb_"), "json_")
	if of == name || of != "to_record" && of != "to_recordset" || len(f.Args) != 1 || len(r.Coldeflist) == 0 || r.Ordinality {
		return false
	}
	const element = "__element"
	value := build.Cast(f.Args[0], build.PlainType("json"))
	if strings.HasPrefix(name, "jsonb") {
		value = build.Cast(f.Args[0], build.PlainType(emulation.JSONB))
	}
	if of == "to_recordset" {
		value = build.Call("unnest", build.Call("pg__json_records", value))
	} else {
		value = build.Call("pg__json_record", value)
	}
	rows := build.Lateral(build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(element, value, build.Nowhere)), &pg_query.Alias{Aliasname: "__rows"})
	var targets []*pg_query.Node
	for _, item := range r.Coldeflist {
		column := item.GetColumnDef()
		part := pg_query.MakeColumnRefNode(build.Names(element), build.Nowhere)
		get := func(function string) *pg_query.Node { return build.Call(function, part, build.Text(column.Colname)) }
		if of, isScale := parse.TextConstant(column.RawDefault); isScale { // how many digits a numeric beside it shows
			digits := build.Call("pg__digits_behind", build.Call(inference.WidePlain, build.Call("pg__json_get_text", part, build.Text(of))))
			targets = append(targets, build.Target(digits, column.Colname))
			continue
		}
		_, kind := parse.SplitName(column.GetTypeName().GetNames())
		isDocument, isArray := kind == "json" || kind == emulation.JSONB, len(column.GetTypeName().GetArrayBounds()) > 0
		switch {
		case isArray && hasLength(column.TypeName, kind):
			t.NoteUnsupported(column.Location, "an array of texts of a length, read from JSON, is not supported")
			return true
		case isArray && isDocument:
			part = build.Call("pg__json_array", get("pg__json_get"))
		case isArray:
			part = build.Call("pg__json_array_text", get("pg__json_get"))
		case isDocument: // JSON's null is NULL, as for other types
			part = build.Case(nil, build.When(build.IsNotNull(get("pg__json_get_text")), get("pg__json_get")))
		default:
			part = hold(get("pg__json_get_text"), column.GetTypeName(), kind)
		}
		targets = append(targets, pg_query.MakeResTargetNodeWithNameAndVal(column.Colname, build.Cast(part, column.TypeName), build.Nowhere))
	}
	alias := &pg_query.Alias{Aliasname: name}
	if r.Alias != nil {
		alias = &pg_query.Alias{Aliasname: r.Alias.Aliasname, Colnames: r.Alias.Colnames}
	}
	t.ReplaceNode(n, build.Lateral(build.Select(rows, targets...), alias))
	return true
}

// hold has a text fail that is too long for its type, which a cast would cut.
func hold(text *pg_query.Node, to *pg_query.TypeName, kind string) *pg_query.Node {
	if !hasLength(to, kind) {
		return text
	}
	return build.Call("pg__hold_"+kind, text, to.Typmods[0])
}

func hasLength(to *pg_query.TypeName, kind string) bool {
	return (kind == "varchar" || kind == "bpchar") && len(to.GetTypmods()) == 1
}

// SetLax is jsonb_set with a NULL that is one of JSON.
func SetLax(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 3 || len(f.Args) > 5 {
		return false
	}
	for i, a := range f.Args {
		named := a.GetNamedArgExpr()
		switch {
		case named == nil:
			continue
		case named.Name == "null_value_treatment" && i == 3:
			f.Args = append(f.Args[:3:3], build.Truth(true), named.Arg)
		default:
			t.NoteUnsupported(f.Location, "jsonb_set_lax with these named arguments is not supported")
			return true
		}
	}
	value := build.Cast(f.Args[2], build.PlainType(emulation.JSONB))
	if len(f.Args) == 5 {
		treatment, _ := parse.TextConstant(f.Args[4])
		target, path := f.Args[0], f.Args[1]
		f.Args, f.Funcname = f.Args[:4], build.Names("jsonb_set")
		f.Args[2] = value
		var by *pg_query.Node
		switch treatment {
		case "use_json_null":
			return SetLax(t, n, f)
		case "delete_key":
			PathLiteral(t, path)
			by = build.Call("pg__jsonb_delete_path", build.Cast(target, build.PlainType(emulation.JSONB)), path)
		case "return_target":
			by = build.Cast(target, build.PlainType(emulation.JSONB))
		case "raise_exception":
			by = build.Call("error", build.Text("22004: JSON value must not be null"+
				sqlstate.HintLine+"To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not passed."+
				sqlstate.DetailLine+`Exception was raised because null_value_treatment is "raise_exception".`))
		default:
			t.NoteUnsupported(f.Location, "jsonb_set_lax with this treatment of NULL is not supported")
			return true
		}
		if !Change(t, n, f) {
			return false
		}
		return t.ReplaceCall(n, "jsonb_set_lax", build.Case(&pg_query.Node{Node: n.Node}, build.When(build.IsNull(value), by)))
	}
	f.Args[2] = build.Coalesce(value, build.Cast(build.Text("null"), build.PlainType(emulation.JSONB)))
	f.Funcname = build.Names("jsonb_set")
	if !Change(t, n, f) {
		return false
	}
	t.NoteName(n, "jsonb_set_lax")
	return true
}

// Concat joins two documents.
func Concat(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	t.ReplaceNode(n, build.Binary("||", build.Cast(f.Args[0], build.PlainType(emulation.JSONB)), build.Cast(f.Args[1], build.PlainType(emulation.JSONB))))
	return true
}

// Contains casts the sides of a containment if one is a cast to jsonb: DuckDB has containment of
// lists, too.
func Contains(t *inference.Types, e *pg_query.A_Expr) {
	for _, sides := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		if _, ok := parse.TextConstant(sides[1]); ok && emulation.IsJSONB(sides[0]) {
			t.ReplaceNode(sides[1], build.Cast(&pg_query.Node{Node: sides[1].Node}, build.PlainType(emulation.JSONB)))
		}
	}
}

// PathLiteral turns a constant path {a,b} into a list.
func PathLiteral(t *inference.Types, n *pg_query.Node) {
	if s, ok := parse.TextConstant(n); ok && strings.HasPrefix(s, "{") {
		t.ReplaceNode(n, constants.Array(s, build.PlainType("text")))
	}
}
