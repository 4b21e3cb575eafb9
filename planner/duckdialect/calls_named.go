package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// parameterNames are the names of the parameters of PostgreSQL's own functions that have names.
var parameterNames = map[string][]string{
	"json_array_element": {"from_json", "element_index"}, "json_array_element_text": {"from_json", "element_index"},
	"jsonb_array_element": {"from_json", "element_index"}, "jsonb_array_element_text": {"from_json", "element_index"},
	"json_object_field": {"from_json", "field_name"}, "json_object_field_text": {"from_json", "field_name"},
	"jsonb_object_field": {"from_json", "field_name"}, "jsonb_object_field_text": {"from_json", "field_name"},
	"json_extract_path": {"from_json", "path_elems"}, "json_extract_path_text": {"from_json", "path_elems"},
	"jsonb_extract_path": {"from_json", "path_elems"}, "jsonb_extract_path_text": {"from_json", "path_elems"},
	"json_array_elements": {"from_json"}, "json_array_elements_text": {"from_json"}, "json_each": {"from_json"}, "json_each_text": {"from_json"},
	"jsonb_array_elements": {"from_json"}, "jsonb_array_elements_text": {"from_json"}, "jsonb_each": {"from_json"}, "jsonb_each_text": {"from_json"},
	"json_populate_record": {"base", "from_json", "use_json_as_text"}, "json_populate_recordset": {"base", "from_json", "use_json_as_text"},
	"jsonb_insert": {"jsonb_in", "path", "replacement", "insert_after"}, "jsonb_set": {"jsonb_in", "path", "replacement", "create_if_missing"},
	"jsonb_set_lax": {"jsonb_in", "path", "replacement", "create_if_missing", "null_value_treatment"},
	"make_date":     {"year", "month", "day"}, "make_time": {"hour", "min", "sec"}, "make_timestamp": {"year", "month", "mday", "hour", "min", "sec"},
	"make_timestamptz": {"year", "month", "mday", "hour", "min", "sec", "timezone"}, "parse_ident": {"str", "strict"},
	"pg_terminate_backend": {"pid", "timeout"},
}

// placeNamed writes the arguments of a call at the places of the parameters that they name, as far as none is left out before them.
func (t *translation) placeNamed(f *pg_query.FuncCall, name string) {
	if !slices.ContainsFunc(f.Args, func(a *pg_query.Node) bool { return a.GetNamedArgExpr() != nil }) {
		return
	}
	if _, err := parse.CheckArgumentNames(f); err != nil {
		t.NoteError(f.Location, err.Code, "%s", err.Message)
		return
	}
	names := parameterNames[name]
	placed := make([]*pg_query.Node, len(f.Args))
	for i, a := range f.Args {
		if named := a.GetNamedArgExpr(); named != nil {
			i, a = slices.Index(names, named.Name), named.Arg
		}
		if i < 0 || i >= len(placed) || placed[i] != nil {
			return
		}
		placed[i] = a
	}
	isVariadic := len(names) > 0 && strings.HasSuffix(names[len(names)-1], "_elems")
	f.Args, f.FuncVariadic, t.Changed = placed, f.FuncVariadic && isVariadic, true
}
