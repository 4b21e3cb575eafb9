package duckdialect

import (
	"regexp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Statements over APIs have the functions of SQLite, besides those of Postgres: provider documents, and
// statements that people write by them, use its dialect. In SQLite each value has a type, in DuckDB each
// column. So json_extract returns text, and a number if the result is an operand of arithmetic, or is
// compared with a number.

// sqlite is the table of SQLite's functions. A function that is not in it is treated as Postgres's.
var sqlite = map[string]rule{
	"json_extract":      {by: (*translation).jsonExtract},
	"json_array_length": {native: "json_array_length", by: (*translation).overJSON},
	"json_type":         {emulated: "_sqlite_json_type", by: (*translation).overJSON},
	"json_valid":        {emulated: "_sqlite_json_valid"},
	"json_equal":        {emulated: "_sqlite_json_equal", by: (*translation).overJSON},
	"json_object":       {native: "json_object", by: (*translation).overJSON},
	"json_array":        {by: (*translation).overJSON},
	"json_group_array":  {by: (*translation).overJSON},
	"json_group_object": {by: (*translation).overJSON},
	"json_patch":        {native: "json_merge_patch", by: (*translation).overJSON},
	"ifnull":            {by: (*translation).ifNull},
	"regexp_like":       {emulated: "_sqlite_regexp_like"},
	"regexp_replace":    {by: (*translation).replaceAll},
	"regexp_substr":     {emulated: "_sqlite_regexp_substr"},
	"split_part":        {emulated: "_sqlite_split_part"},
	"iif":               {by: (*translation).iif},
	"substr":            {native: "substr"},
	"substring":         {by: (*translation).sqliteSubstring},
	"typeof":            {emulated: "_sqlite_typeof"},
	"total":             {emulated: "_sqlite_total", by: (*translation).overNumbers},
	"sum":               {by: (*translation).overNumbers},
	"avg":               {by: (*translation).overNumbers},
	"abs":               {by: (*translation).overNumbers},
	"round":             {by: (*translation).overNumbers},
	"ceil":              {by: (*translation).overNumbers},
	"floor":             {by: (*translation).overNumbers},
	"min":               {by: (*translation).least},
	"max":               {by: (*translation).least},
	"date":              {by: (*translation).moment},
	"time":              {by: (*translation).moment},
	"datetime":          {by: (*translation).moment},
	"julianday":         {by: (*translation).moment},
	"unixepoch":         {by: (*translation).moment},
	"strftime":          {by: (*translation).strftime},
	"aws_policy_equal":  {native: "pg__aws_policy_equal", by: (*translation).overJSON},
	"json_set":          {by: noFunction},
	"json_insert":       {by: noFunction},
	"json_replace":      {by: noFunction},
	"json_remove":       {by: noFunction},
	"printf":            {by: noFunction},
	"load_extension":    {by: noFunction},
	"last_insert_rowid": {by: noFunction},
	"changes":           {by: noFunction},
	"total_changes":     {by: noFunction},
	"json_pretty":       {by: noFunction},
}

// sqliteCall rewrites a call if its function is one of SQLite's.
func (t *translation) sqliteCall(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	known, listed := sqlite[name]
	if !listed || !t.Env.SQLite {
		return false
	}
	if known.by != nil && known.by(t, n, f) {
		return true
	}
	switch {
	case known.emulated != "":
		t.RenameCall(f, name, emulation.Database, emulation.Catalog, known.emulated)
	case known.native != "":
		t.RenameCall(f, name, known.native)
	default:
		return false
	}
	return true
}

// jsonExtract returns a JSON string as its text, and any other value as JSON. If its caller needs JSON or
// a number, the call around it converts the result.
func (t *translation) jsonExtract(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 2 {
		return false
	}
	t.asJSON(f.Args[0])
	args := f.Args
	if len(args) > 2 { // several paths make a list
		var list []*pg_query.Node
		for _, path := range args[1:] {
			list = append(list, build.Call("json_extract", proto.Clone(args[0]).(*pg_query.Node), path))
		}
		return t.ReplaceCall(n, "json_extract", build.Call("json_array", list...))
	}
	if path, ok := parse.TextConstant(args[1]); ok && strings.Contains(path, "*") {
		return t.ReplaceCall(n, "json_extract", build.Call("json_extract", args...)) // SQLite has no such paths
	}
	t.ReplaceCall(n, "json_extract", emulation.Call("_sqlite_json_extract", args...))
	if t.extracts == nil {
		t.extracts = map[*pg_query.Node][]*pg_query.Node{}
	}
	t.extracts[n] = args
	return true
}

// asJSON has a json_extract return JSON.
func (t *translation) asJSON(n *pg_query.Node) {
	if args := t.extracts[n]; args != nil {
		n.Node = build.Call("json_extract", args...).Node
		delete(t.extracts, n)
	}
}

// asNumber makes a json_extract return a number, or NULL if the value is no number.
func (t *translation) asNumber(n *pg_query.Node, function string) {
	if t.extracts[n] != nil {
		delete(t.extracts, n)
		n.Node = emulation.Call(function, &pg_query.Node{Node: n.Node}).Node
	}
}

// overJSON is a function whose arguments are JSON, or become a part of it.
func (t *translation) overJSON(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	for _, arg := range f.Args {
		t.asJSON(arg)
	}
	return false
}

func (t *translation) overNumbers(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) > 0 {
		t.asNumber(f.Args[0], "_sqlite_number")
	}
	return false
}

// replaceAll: SQLite's regexp_replace replaces all matches, Postgres's the first.
func (t *translation) replaceAll(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 3 {
		f.Args, t.Changed = append(f.Args, build.Text("g")), true
	}
	return false
}

func (t *translation) iif(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 2 || len(f.Args) > 3 {
		return false
	}
	otherwise := build.Null()
	if len(f.Args) == 3 {
		otherwise = f.Args[2]
	}
	return t.ReplaceCall(n, "iif", pg_query.MakeCaseExprNode(nil, []*pg_query.Node{
		pg_query.MakeCaseWhenNode(f.Args[0], f.Args[1], build.Nowhere), pg_query.MakeCaseWhenNode(build.Boolean(true), otherwise, build.Nowhere),
	}, build.Nowhere))
}

func (t *translation) ifNull(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	return t.ReplaceCall(n, "ifnull", &pg_query.Node{Node: &pg_query.Node_CoalesceExpr{CoalesceExpr: &pg_query.CoalesceExpr{Args: f.Args, Location: build.Nowhere}}})
}

// sqliteSubstring: as a call it is substr; SUBSTRING(x FROM …) is the grammar's.
func (t *translation) sqliteSubstring(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if f.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		return t.substring(n, f)
	}
	t.RenameCall(f, "substring", "substr")
	return true
}

// least is min or max of several values: NULL if one of them is. Of one value it is an aggregate.
func (t *translation) least(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) < 2 {
		return true
	}
	found := f.Args[0]
	for _, arg := range f.Args[1:] {
		found = emulation.Call("_sqlite_"+name, found, arg)
	}
	return t.ReplaceCall(n, name, found)
}

// sqliteOperator has a json_extract that is computed with, or compared with a number, be one.
func (t *translation) sqliteOperator(e *pg_query.A_Expr, op string) {
	switch op {
	case "+", "-", "*", "/", "%":
		for _, side := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
			t.asNumber(side, "_sqlite_number")
		}
	case "=", "<>", "<", ">", "<=", ">=":
		if isNumber(e.Rexpr) {
			t.asNumber(e.Lexpr, "_sqlite_exact")
		}
		if isNumber(e.Lexpr) {
			t.asNumber(e.Rexpr, "_sqlite_exact")
		}
	}
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		items := e.Rexpr.GetList().GetItems()
		if len(items) > 0 && !slices.ContainsFunc(items, func(i *pg_query.Node) bool { return !isNumber(i) }) {
			t.asNumber(e.Lexpr, "_sqlite_exact")
		}
	}
}

// isNumber reports whether an expression is a numeric constant.
func isNumber(n *pg_query.Node) bool {
	c := n.GetAConst()
	return c != nil && (c.GetIval() != nil || c.GetFval() != nil)
}

// sqliteOrder sorts by a json_extract as SQLite does: numbers by their value, before texts.
func (t *translation) sqliteOrder(s *pg_query.SelectStmt) {
	if !t.Env.SQLite || len(s.DistinctClause) > 0 || s.Op != pg_query.SetOperation_SETOP_NONE {
		return
	}
	var keys []*pg_query.Node
	for _, n := range s.SortClause {
		by := n.GetSortBy()
		key := by.GetNode()
		if t.extracts[key] == nil {
			key = t.aliased(s, key)
		}
		if key != nil {
			first := proto.Clone(by).(*pg_query.SortBy)
			first.Node = emulation.Call("_sqlite_number", proto.Clone(key).(*pg_query.Node))
			keys = append(keys, &pg_query.Node{Node: &pg_query.Node_SortBy{SortBy: first}})
			t.Changed = true
		}
		keys = append(keys, n)
	}
	s.SortClause = keys
}

// aliased returns the json_extract of the select list that a sort key names, or nil if it names none.
func (t *translation) aliased(s *pg_query.SelectStmt, key *pg_query.Node) *pg_query.Node {
	fields := key.GetColumnRef().GetFields()
	position := int(key.GetAConst().GetIval().GetIval())
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		if t.extracts[target.GetVal()] != nil && (i+1 == position || len(fields) == 1 && target.Name != "" && strings.EqualFold(target.Name, fields[0].GetString_().GetSval())) {
			return target.Val
		}
	}
	return nil
}

// jsonRows is json_each and json_tree in FROM: SQLite's values are texts and numbers, and not JSON.
func (t *translation) jsonRows(n *pg_query.Node, r *pg_query.RangeFunction, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if !t.Env.SQLite || name != "json_each" && name != "json_tree" || r.Ordinality {
		return false
	}
	for _, arg := range f.Args {
		t.asJSON(arg)
	}
	column := func(name string) *pg_query.Node { return pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere) }
	var targets []*pg_query.Node
	for _, c := range []string{"key", "value", "type", "atom", "id", "parent", "fullkey", "path"} {
		value := column(c)
		switch c {
		case "value", "atom":
			value = emulation.Call("_sqlite_json_value", value)
		case "type":
			value = emulation.Call("_sqlite_type_name", column("type"), column("value"))
		}
		targets = append(targets, pg_query.MakeResTargetNodeWithNameAndVal(c, value, build.Nowhere))
	}
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: name}
	}
	by := build.Lateral(build.Select(&pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: &pg_query.RangeFunction{Functions: r.Functions}}}, targets...), alias)
	by.GetRangeSubselect().Lateral = true
	t.ReplaceNode(n, by)
	return true
}

// modifiers are what SQLite's functions of time take after the time.
var modifiers = regexp.MustCompile(`^([+-]?\d+(?:\.\d+)?) (second|minute|hour|day|month|year)s?$`)

// momentOf returns the time that SQLite's arguments mean, or nil if it is refused.
func (t *translation) momentOf(f *pg_query.FuncCall, args []*pg_query.Node) *pg_query.Node {
	at := build.Call("get_current_timestamp")
	if len(args) > 0 {
		if s, ok := parse.TextConstant(args[0]); !ok || !strings.EqualFold(s, "now") {
			at = args[0]
		}
	}
	function := "_sqlite_time"
	if len(args) > 1 {
		if s, ok := parse.TextConstant(args[1]); ok && strings.EqualFold(s, "unixepoch") {
			function, args = "_sqlite_epoch", append(args[:1:1], args[2:]...)
		}
	}
	at = emulation.Call(function, at)
	for _, arg := range args[min(1, len(args)):] {
		s, ok := parse.TextConstant(arg)
		s = strings.ToLower(strings.TrimSpace(s))
		shift := modifiers.FindStringSubmatch(s)
		switch {
		case ok && shift != nil:
			interval := build.Cast(build.Text(strings.TrimPrefix(shift[1], "+")+" "+shift[2]), &pg_query.TypeName{Names: build.Names("interval"), Typemod: -1, Location: build.Nowhere})
			at = pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, build.Names("+"), at, interval, build.Nowhere)
		case ok && (s == "start of day" || s == "start of month" || s == "start of year"):
			at = build.Call("date_trunc", build.Text(strings.TrimPrefix(s, "start of ")), at)
		case ok && (s == "utc" || s == "auto" || s == "subsec"):
		default:
			t.NoteUnsupported(f.Location, "this modifier of a time is not supported").
				WithHint("Constants are: '+3 days' (second, minute, hour, day, month, year), 'start of day' (month, year), 'unixepoch', 'utc'.")
			return nil
		}
	}
	return at
}

// moment is date, time, datetime, julianday or unixepoch. What they return has a type, and the text that
// SQLite shows.
func (t *translation) moment(n *pg_query.Node, f *pg_query.FuncCall) bool {
	at := t.momentOf(f, f.Args)
	if at == nil {
		return true
	}
	_, name := parse.SplitName(f.Funcname)
	function := "_sqlite_" + name
	if name == "time" {
		function += "_of"
	}
	return t.ReplaceCall(n, name, emulation.Call(function, at))
}

// strftimes are the parts of a format that mean the same to DuckDB.
var strftimes = regexp.MustCompile(`^(?:[^%]|%[dHjmMSwWY%])*$`)

func (t *translation) strftime(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 {
		return false
	}
	format, ok := parse.TextConstant(f.Args[0])
	if !ok {
		return false // DuckDB's own, whose format comes second
	}
	if format == "%s" {
		if at := t.momentOf(f, f.Args[1:]); at != nil {
			t.ReplaceCall(n, "strftime", emulation.Call("_sqlite_unixepoch", at))
		}
		return true
	}
	if !strftimes.MatchString(format) {
		t.NoteUnsupported(f.Location, "this format of strftime is not supported").WithHint("It may have %%Y %%m %%d %%H %%M %%S %%j %%w %%W %%%%, or be %%s.")
		return true
	}
	if at := t.momentOf(f, f.Args[1:]); at != nil {
		t.ReplaceCall(n, "strftime", build.Call("strftime", at, build.Text(format)))
	}
	return true
}
