package trees

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// records are the functions of rows whose columns have names of their own.
var records = parse.WordSet(`json_each jsonb_each json_each_text jsonb_each_text _pg_expandarray pg_options_to_table aclexplode`)

// jsonRecords are the functions of JSON that return rows of several columns, with and without names of their own.
var jsonRecords = parse.WordSet(`json_each jsonb_each json_each_text jsonb_each_text json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset`)

// ReturnsRecord reports whether a function of JSON returns rows of several columns.
func ReturnsRecord(function string) bool { return jsonRecords[function] }

// FunctionOf is the call of an item of FROM that is one function; nil: the item is another.
func FunctionOf(r *pg_query.RangeFunction) *pg_query.FuncCall {
	if len(r.GetFunctions()) != 1 || len(r.Functions[0].GetList().GetItems()) == 0 {
		return nil
	}
	return r.Functions[0].GetList().Items[0].GetFuncCall()
}

// HasRows reports whether the name of a function in FROM means a row of several columns, of which none has that name.
func HasRows(r *pg_query.RangeFunction) bool {
	given := parse.NameParts(r.GetAlias().GetColnames())
	if slices.Contains(given, r.GetAlias().GetAliasname()) {
		return false
	}
	if len(r.Functions) > 1 || len(given) > 1 || r.Ordinality && len(given) > 0 {
		return true
	}
	if hasDefinitions(r) {
		return !slices.ContainsFunc(r.Coldeflist, func(n *pg_query.Node) bool { return n.GetColumnDef().GetColname() == r.GetAlias().GetAliasname() })
	}
	f := FunctionOf(r)
	_, name := parse.SplitName(f.GetFuncname())
	return records[name] || name == "unnest" && len(f.GetArgs()) > 1
}

// hasDefinitions reports whether a function in FROM has a list of definitions of its columns.
func hasDefinitions(r *pg_query.RangeFunction) bool {
	return len(r.Coldeflist) > 0 || slices.ContainsFunc(r.Functions, func(n *pg_query.Node) bool { return len(DefinitionsOf(n)) > 0 })
}

// DefinitionsOf are the definitions of the columns of a function in ROWS FROM, which stand behind the function.
func DefinitionsOf(item *pg_query.Node) []*pg_query.Node {
	items := item.GetList().GetItems()
	if len(items) < 2 {
		return nil
	}
	return items[1].GetList().GetItems()
}
