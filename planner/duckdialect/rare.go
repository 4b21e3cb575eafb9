package duckdialect

import (
	"cmp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Types that DuckDB does not have: money, those of geometry, of text search, xml and the multiranges. Their values are
// kept as texts of types of the source's own, and functions of the source compute with them. Which function is meant
// follows from the types that the text shows: package raretypes lists the operators and functions. What is not listed is
// refused, and so is everything but queries, because nothing may store or compare the texts.

// kindOf is the rare type that the text shows of a value, "" where it is another.
func (t *translation) kindOf(n *pg_query.Node) string {
	if n == nil {
		return ""
	}
	if f := n.GetFuncCall(); f != nil {
		if kind, ok := t.rareOf[f]; ok {
			return kind
		}
		_, name := parse.SplitName(f.Funcname)
		if kind := raretypes.Results[name]; kind != "" {
			return kind
		}
	}
	for _, choice := range trees.Choices(n) {
		if kind := t.kindOf(choice); kind != "" {
			return kind
		}
	}
	kind := strings.TrimPrefix(t.Shown(n), "pg_")
	if raretypes.Types[kind] {
		return kind
	}
	if raretypes.RangeElement(kind) != "" {
		return kind
	}
	return ""
}

// noteRare notes which types of values the statement has.
func (t *translation) noteRare(kinds ...string) {
	for _, kind := range kinds {
		switch {
		case raretypes.Columns[kind]:
			t.rareColumn = true
		case kind == "tsquery":
			t.searched = true
		case raretypes.Types[kind]:
			t.rare = true
		}
	}
}

// hasRare reports whether the statement has values of rare types besides those of the columns that it reads.
func (t *translation) hasRare() bool { return t.rare || t.rareColumn || t.searched }

// anyRare reports whether one of the values is of a rare type.
func (t *translation) anyRare(list ...*pg_query.Node) bool {
	for _, n := range list {
		if raretypes.Types[t.kindOf(n)] {
			return true
		}
	}
	return false
}

// rareOperator computes with values of rare types.
func (t *translation) rareOperator(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	args := []*pg_query.Node{e.Rexpr}
	if e.Lexpr != nil {
		args = []*pg_query.Node{e.Lexpr, e.Rexpr}
	}
	rare := t.anyRare(args...) || t.anyRare(e.Rexpr.GetList().GetItems()...)
	if t.Env.SQLite || !rare && !(op == "@@" || op == "@@@") || t.isPathOperation(op, args) {
		return false
	}
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		t.NoteUnsupported(e.Location, "this comparison of values of type %s is not supported", t.spelledKinds(args))
		return true
	}
	if op == "||" && !t.listed(raretypes.Operators["||"], args) {
		return false // a text beside it
	}
	if !rare && !t.textSearch(args) {
		return false
	}
	if kind := t.kindOf(e.Rexpr); e.Lexpr != nil && trees.Comparisons[op] && unequal[kind] && !t.listed(raretypes.Operators[op], args) && t.kindOf(e.Lexpr) == kind {
		t.NoteError(e.Location, sqlstate.UndefinedFunction,
			"operator does not exist: %s %s %s", kind, op, kind).
			WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		return true
	}
	if !t.rareCalled(n, raretypes.Operators[op], args, "") {
		t.refuseRare(e.Location, "operator", strings.TrimSpace(spelledKind(t, e.Lexpr)+" "+op+" "+spelledKind(t, e.Rexpr)))
	}
	return true
}

// isPathOperation reports whether operands are JSON and a jsonpath.
func (t *translation) isPathOperation(op string, args []*pg_query.Node) bool {
	return (op == "@?" || op == "@@") && t.kindOf(args[len(args)-1]) == "jsonpath" && t.kindOf(args[0]) == ""
}

// textSearch reports whether operands of @@ are texts: others are documents.
func (t *translation) textSearch(args []*pg_query.Node) bool {
	for _, a := range args {
		if kind := t.Shown(a); kind != "unknown" && kind != "text" && kind != "varchar" || emulation.IsJSONB(a) {
			return false
		}
	}
	return len(args) == 2
}

func (t *translation) spelledKinds(args []*pg_query.Node) string {
	for _, a := range args {
		if kind := t.kindOf(a); kind != "" {
			return kind
		}
	}
	return "this"
}

func spelledKind(t *translation, n *pg_query.Node) string {
	if n == nil {
		return ""
	}
	if kind := t.kindOf(n); kind != "" {
		return kind
	}
	return inference.Spelled(t.Shown(n))
}

// refuseRare refuses an operator or a function that is not listed.
func (t *translation) refuseRare(location int32, what, spelled string) {
	t.NoteUnsupported(location, "%s %s is not supported", what, spelled).WithHint("The embedded engine has some of the operators and functions of this type.")
}

// listed reports whether one of the calls takes these arguments.
func (t *translation) listed(calls []raretypes.Call, args []*pg_query.Node) bool {
	for _, c := range calls {
		if t.takes(c, args, false) || t.takes(c, args, true) {
			return true
		}
	}
	return false
}

// rareCalled replaces a node by the first of the calls that takes the arguments: as they are, or else with quoted constants
// read as the types that it takes.
func (t *translation) rareCalled(n *pg_query.Node, calls []raretypes.Call, args []*pg_query.Node, name string) bool {
	for _, unknown := range []bool{false, true} {
		for _, c := range calls {
			if !t.takes(c, args, unknown) {
				continue
			}
			given := make([]*pg_query.Node, len(args))
			for i, a := range args {
				given[i] = t.givenAs(a, c.Takes[i])
			}
			by := build.Call(c.By, given...)
			if t.rareOf == nil {
				t.rareOf = map[*pg_query.FuncCall]string{}
			}
			t.rareOf[by.GetFuncCall()] = ""
			if raretypes.Types[c.Returns] || raretypes.RangeElements[c.Returns] != "" {
				t.rareOf[by.GetFuncCall()] = c.Returns
			}
			t.noteRare(append(c.Takes, c.Returns)...)
			t.ReplaceNode(n, by)
			if name != "" {
				t.NoteName(n, name)
			}
			return true
		}
	}
	return false
}

// takes reports whether a call takes arguments of these types. unknown: also quoted constants for rare types.
func (t *translation) takes(c raretypes.Call, args []*pg_query.Node, unknown bool) bool {
	if len(args) != len(c.Takes) {
		return false
	}
	for i, a := range args {
		if !t.fits(a, c.Takes[i], unknown) {
			return false
		}
	}
	return true
}

// fits reports whether a value may be given where a type is taken.
func (t *translation) fits(n *pg_query.Node, takes string, unknown bool) bool {
	kind, shown := t.kindOf(n), t.Shown(n)
	quoted := shown == "unknown"
	switch {
	case kind == takes:
		return true
	case kind != "":
		return false
	case raretypes.Types[takes] || raretypes.RangeElements[takes] != "":
		return unknown && (quoted || raretypes.Columns[takes] && n.GetParamRef() != nil)
	}
	return t.fitsPlain(n, shown, takes, unknown)
}

// fitsPlain reports whether a value of a type may be given where one that is not rare is taken.
func (t *translation) fitsPlain(n *pg_query.Node, shown, takes string, unknown bool) bool {
	isArray := trees.IsArray(n) || inference.IsArray(shown)
	switch takes {
	case "int8":
		return shown == "int2" || shown == "int4" || shown == "int8"
	case "float8":
		return shown != "text" && shown != "varchar" && (shown != "unknown" || unknown)
	case "text":
		return !inference.Numbers[shown] && shown != "float8" && shown != "float4" && !isArray
	case "int4":
		return shown == "int2" || shown == "int4" || shown == ""
	case "text[]":
		return isArray || shown == "unknown"
	}
	return true
}

// givenAs casts an argument to the type that a call takes.
func (t *translation) givenAs(n *pg_query.Node, kind string) *pg_query.Node {
	switch {
	case t.kindOf(n) == kind:
		return n
	case n.GetParamRef() != nil && raretypes.Columns[kind]:
		return build.Cast(n, build.PlainType("pg_"+kind))
	case kind == "text[]":
		if s, quoted := parse.TextConstant(n); quoted {
			return constants.Array(s, build.PlainType("text"))
		}
		return build.Cast(n, build.TextArray())
	case raretypes.Types[kind] || raretypes.RangeElements[kind] != "":
		return build.Call("pg__as_"+kind, build.Cast(n, build.PlainType("varchar")))
	}
	return build.Cast(n, build.PlainType(kind))
}

// rareFunction calls a function of rare types, or one that makes a value of them.
func (t *translation) rareFunction(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	_, listed := raretypes.Functions[name]
	rare := t.anyRare(f.Args...)
	if t.rangeOfUsers(n, f, name) {
		return true
	}
	if t.Env.SQLite || strings.HasPrefix(name, "jsonb_path_") || !rare && !listed && name != "xmlagg" && !raretypes.Aggregated[name] {
		return false
	}
	if name == "to_tsvector" {
		document := f.Args[len(f.Args)-1]
		if kind := t.Inferred(document); kind == "json" || kind == "jsonb" || emulation.IsJSONB(document) {
			kind = cmp.Or(kind, "jsonb")
			t.refuseRare(f.Location, "function", "to_tsvector("+kind+")")
			return true
		}
	}
	return t.rareOfAll(n, f, name) || t.rareOfOne(n, f, name, rare)
}

// rangeOfUsers calls a function of values of a range type or a multirange type of users that takes lists of them.
func (t *translation) rangeOfUsers(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if name != "unnest" && name != "multirange" && !raretypes.Aggregated[name] || len(f.Args) != 1 {
		return false
	}
	kind := strings.TrimPrefix(t.Shown(f.Args[0]), "pg_")
	multi := strings.HasSuffix(kind, "multirange")
	switch {
	case !raretypes.IsUserRange("pg_" + kind):
		return false
	case name == "unnest" && multi:
		f.Args[0], t.Changed = build.Call("pg__multirange_list", f.Args[0]), true
		return false
	case name == "multirange" && !multi:
		return t.ReplaceCall(n, name, build.Call("pg__"+strings.TrimSuffix(kind, "range")+"multirange", f.Args[0]))
	case name == "unnest" || name == "multirange" || multi || f.AggDistinct:
		return false
	}
	list := build.Call("list", f.Args[0])
	list.GetFuncCall().Over, list.GetFuncCall().AggFilter, list.GetFuncCall().AggOrder = f.Over, f.AggFilter, f.AggOrder
	return t.ReplaceCall(n, name, build.Call("pg__"+name, list))
}

// rareOfAll calls an aggregate.
func (t *translation) rareOfAll(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if t.rareAggregate(n, f, name) {
		return true
	}
	return name == "xmlagg" && t.xmlAggregate(n, f)
}

// rareOfOne calls a function that is no aggregate.
func (t *translation) rareOfOne(n *pg_query.Node, f *pg_query.FuncCall, name string, rare bool) bool {
	calls, listed := raretypes.Functions[name]
	if !rare && !listed || strings.HasPrefix(name, "pg__") {
		return false
	}
	if len(f.AggOrder) > 0 || f.Over != nil || f.AggFilter != nil {
		if rare && !raretypes.Kept[name] {
			t.refuseRare(f.Location, "aggregate", name+" of this type")
		}
		return rare && !raretypes.Kept[name]
	}
	if kind := t.kindOf(trees.Single(f.Args)); name == "unnest" && strings.HasSuffix(kind, "multirange") {
		f.Args[0], t.Changed = build.Call("pg__"+kind+"_list", f.Args[0]), true
		return false
	}
	if !rare && raretypes.Shared[name] {
		return false
	}
	if listed && t.rareCalled(n, calls, f.Args, name) {
		return true
	}
	if rare && !raretypes.Kept[name] || listed && raretypes.Only[name] {
		t.refuseRare(f.Location, "function", name+"("+t.spelledArguments(f.Args)+")")
		return true
	}
	return false
}

func (t *translation) spelledArguments(args []*pg_query.Node) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = spelledKind(t, a)
	}
	return strings.Join(list, ", ")
}

// rareAggregate computes an aggregate of values of a rare type over the list of them.
func (t *translation) rareAggregate(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) != 1 || f.AggDistinct {
		return false
	}
	kind := t.kindOf(f.Args[0])
	by, ok := raretypes.Aggregates[name+" "+kind]
	if !ok {
		return false
	}
	t.noteRare(kind)
	list := build.Call("list", f.Args[0])
	list.GetFuncCall().Over, list.GetFuncCall().AggFilter, list.GetFuncCall().AggOrder = f.Over, f.AggFilter, f.AggOrder
	return t.ReplaceCall(n, name, build.Call(by, list))
}

// rareCast casts to a rare type, or from one.
func (t *translation) rareCast(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	from, to := t.kindOf(c.Arg), strings.TrimPrefix(name, "pg_")
	if t.Env.SQLite || !raretypes.Types[from] && !raretypes.Types[to] {
		return false
	}
	t.noteRare(from, to)
	if len(c.TypeName.GetArrayBounds()) > 0 {
		t.NoteUnsupported(c.TypeName.Location, "a cast to an array of type %s is not supported", to)
		return true
	}
	shown := t.Shown(c.Arg)
	by, listed := raretypes.Casts[from+" "+to]
	if !listed && to == "money" && (inference.Numbers[shown] || numerics.IsNumber(&t.Types, c.Arg)) {
		by, listed = "pg__money_of_number", true
	}
	switch {
	case from == to:
		t.ReplaceNode(n, c.Arg)
	case listed:
		t.ReplaceNode(n, build.Call(by, c.Arg))
	case inference.TextTypes[to] || to == "name":
		c.Arg, t.Changed = build.Call("pg__text_of_rare", c.Arg), true
		return false
	case raretypes.Types[from], shown != "unknown" && !inference.TextTypes[shown] && shown != "":
		if raretypes.Types[from] && raretypes.Types[to] || to == "money" && shown == "" {
			t.NoteUnsupported(c.TypeName.Location, "a cast of this value to %s is not supported", to)
			return true
		}
		t.NoteError(c.TypeName.Location, "42846", "cannot cast type %s to %s", spelledKind(t, c.Arg), inference.Spelled(to))
	default:
		t.ReplaceNode(n, build.Call("pg__as_"+to, build.Cast(c.Arg, build.PlainType("varchar"))))
	}
	return true
}

// unequal are types that have no operators of comparison, but for those that are listed.
var unequal = map[string]bool{"point": true, "xml": true, "jsonpath": true}

// searchConfiguration reads the constant name of a configuration of text search.
func (t *translation) searchConfiguration(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	s, quoted := parse.TextConstant(c.Arg)
	if name != "regconfig" || !quoted || len(c.TypeName.GetArrayBounds()) > 0 {
		return false
	}
	switch plain := strings.TrimPrefix(s, "pg_catalog."); plain {
	case "simple", "english":
		t.ReplaceNode(n, build.Cast(build.Text(plain), build.PlainType("pg_regconfig")))
		return true
	}
	return false
}

// rareChoice reads quoted constants beside values of a rare type as values of it. Others beside them are refused.
func (t *translation) rareChoice(choices []*pg_query.Node) bool {
	kind := ""
	for _, n := range choices {
		if of := t.kindOf(n); raretypes.Types[of] && kind == "" {
			kind = of
		}
	}
	if kind == "" || t.Env.SQLite {
		return false
	}
	for _, n := range choices {
		_, quoted := parse.TextConstant(n)
		switch {
		case t.kindOf(n) == kind, n.GetAConst().GetIsnull():
		case quoted:
			t.ReplaceNode(n, build.Call("pg__as_"+kind, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("varchar"))))
		default:
			t.NoteUnsupported(build.Nowhere, "a value of another type beside one of type %s is not supported", kind)
		}
	}
	return true
}
