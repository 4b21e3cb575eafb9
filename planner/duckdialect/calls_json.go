package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// emptyJSON answers a call without arguments.
func emptyJSON(value string) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, n *pg_query.Node, f *pg_query.FuncCall) bool {
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

// elementsOfJSON are the functions whose column in FROM is called value.
var elementsOfJSON = parse.WordSet(`json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text`)

// mentions reports whether a word is in the client's text.
func (t *translation) mentions(word string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(t.Text), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if w == word {
			return true
		}
	}
	return false
}

// jsonbConstant casts a constant argument to jsonb. DuckDB would take the text for json.
func (t *translation) jsonbConstant(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) > 0 {
		if _, quoted := parse.TextConstant(f.Args[0]); quoted {
			f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType(emulation.JSONB)), true
		}
	}
	return false
}

// jsonbChange is jsonb_set and jsonb_insert.
func (t *translation) jsonbChange(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) < 3 || len(f.Args) > 4 {
		return false
	}
	flag := boolean(name == "jsonb_set")
	if len(f.Args) == 4 {
		flag = f.Args[3]
	}
	t.pathLiteral(f.Args[1])
	return t.ReplaceCall(n, name, build.Call("pg__"+name, build.Cast(f.Args[0], build.PlainType(emulation.JSONB)), f.Args[1], build.Cast(f.Args[2], build.PlainType(emulation.JSONB)), flag))
}

// jsonMembers is json_each and its kin in FROM: a row for each key and its value.
func (t *translation) jsonMembers(n *pg_query.Node, r *pg_query.RangeFunction) bool {
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	of, isJSONB := strings.CutPrefix(name, "jsonb_")
	if !isJSONB {
		of = strings.TrimPrefix(name, "json_")
	}
	if of == name || of != "each" && of != "each_text" || len(f.Args) != 1 || len(r.Coldeflist) > 0 || r.Ordinality || t.Env.SQLite {
		return false
	}
	values := "pg__json_values"
	if of == "each_text" {
		values = "pg__json_values_text"
	}
	value := f.Args[0]
	if isJSONB {
		value = build.Cast(value, build.PlainType(emulation.JSONB))
	}
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: name}
	}
	query := build.Select(nil,
		pg_query.MakeResTargetNodeWithNameAndVal("key", build.Call("unnest", build.Call("pg__json_keys", value)), build.Nowhere),
		pg_query.MakeResTargetNodeWithNameAndVal("value", build.Call("unnest", build.Call(values, value)), build.Nowhere))
	t.ReplaceNode(n, build.Lateral(query, alias))
	return true
}

// jsonRecords is json_to_record and its kin in FROM, with a list of columns.
func (t *translation) jsonRecords(n *pg_query.Node, r *pg_query.RangeFunction) bool {
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
		value = build.Call("unnest", build.Call("pg__json_elements", value))
	}
	rows := build.Lateral(build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(element, value, build.Nowhere)), &pg_query.Alias{Aliasname: "__rows"})
	var targets []*pg_query.Node
	for _, item := range r.Coldeflist {
		column := item.GetColumnDef()
		part := pg_query.MakeColumnRefNode(build.Names(element), build.Nowhere)
		_, kind := parse.SplitName(column.GetTypeName().GetNames())
		switch {
		case len(column.GetTypeName().GetArrayBounds()) > 0: // DuckDB casts an array of JSON by its elements
			part = build.Cast(build.Cast(build.Call("pg__json_get", part, build.Text(column.Colname)), build.PlainType("text")), build.PlainType("json"))
		case kind == "json" || kind == emulation.JSONB:
			part = build.Call("pg__json_get", part, build.Text(column.Colname))
		default:
			part = build.Call("pg__json_get_text", part, build.Text(column.Colname))
		}
		targets = append(targets, pg_query.MakeResTargetNodeWithNameAndVal(column.Colname, build.Cast(part, column.TypeName), build.Nowhere))
	}
	alias := &pg_query.Alias{Aliasname: name}
	if r.Alias != nil {
		alias = &pg_query.Alias{Aliasname: r.Alias.Aliasname}
	}
	t.ReplaceNode(n, build.Lateral(build.Select(rows, targets...), alias))
	return true
}
