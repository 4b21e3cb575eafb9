package planner

import (
	"reflect"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/providers"
)

// The walk visits every field of every message of a parse tree by reflection, so that no place can
// be forgotten; it reports types that have no rule. It only collects names; resolve.go judges them
// when the source of the statement is known.

// name is a name in the tree that is looked up in the catalog.
type name struct {
	kind         nameKind
	schema, name string
	args         int    // -1: any number
	qualifier    string // of attributeName: the alias before the dot, "" for an expression; of functionName: the alias that is its only argument
	offset       int    // byte offset in the batch; -1: the tree has no place
	// overColumn says that an operand of the function, operator or cast is a plain column: the
	// planner cannot fold it.
	overColumn bool
	spelled    bool // a call of pg_typeof whose result is told as a text alone
	array      bool // the type is an array
	// setting marks a set_config whose setting is known; judgeSetConfig has judged it. byRow: the
	// setting is the constant that WHERE compares a column of pg_settings with.
	setting, byRow bool
	// reading marks a lo_open whose mode is a constant that only reads.
	reading bool
}

type nameKind int

const (
	functionName  nameKind = iota
	operatorName           // a + b, OPERATOR(s.+), ORDER BY … USING
	typeName               // casts, column definitions
	attributeName          // t.x and (expr).x: may call the function x(t)
	samplingName           // TABLESAMPLE x
	syntaxName             // EXTRACT(… FROM …): a function of pg_catalog, by the grammar
	grammarName            // JSON_VALUE(…): older servers call a function of that name
)

// mention is a relation that the tree names.
type mention struct {
	catalog, schema, name string
	provider              string // the source that it belongs to
	write                 bool
	event                 providers.Event     // what a SELECT or DML does to it; 0: the statement is no query, such as DDL
	planned               bool                // inside EXPLAIN: planned but not run
	required              bool                // the statement fails unless the relation is there
	needed                bool                // the statement is about the relation, and who may not know of it is not told whether it is there
	skipped               bool                // the statement does nothing where the relation is not there: IF EXISTS
	filled                bool                // rows are added without a list of columns
	made                  bool                // the statement makes the relation, and fails where there is one
	known                 bool                // the catalog has the relation
	relation              *providers.Relation // as the catalog has it; nil: it does not
	found                 string              // the schema where it was found
	offset                int                 // -1: the tree has no place
	bare                  bool                // schema is not in the text
	settled               bool                // schema is where the statement makes the relation
	written               *pg_query.RangeVar  // the name in the tree; nil: it is in parts
	parts                 *pg_query.List      // the parts of the name; nil: they are elsewhere
	settings              []string            // the settings that are read of pg_settings; nil: that is not known
}

// binding is the meaning of an alias in FROM.
type binding struct {
	kind         bindingKind
	schema, name string // of a relation
}

type bindingKind int

const (
	rowBinding      bindingKind = iota // a subquery, a common table expression or a join: a row
	relationBinding                    // a table or view
	functionBinding                    // a function: a row, or a value of any type
)

// walker collects what one tree names and does.
type walker struct {
	shapes     *policy.Shapes
	offset     int // of the nearest node that has a place
	effects    []Effect
	names      []name
	mentions   []mention
	bound      map[string][]binding
	executed   []string     // names of prepared statements, from EXECUTE
	fetched    []string     // names of cursors, from FETCH and MOVE
	placed     map[int]bool // offsets of the relations that are mentioned already
	ctes       []string     // the common table expressions in scope
	allCTEs    []string     // all common table expressions of the tree
	params     int
	ours       string             // the database of the catalog emulation, whose functions only read
	database   string             // the source's own name of its database; "": none
	literal    bool               // an effect depends on a literal
	strings    bool               // there are string constants, whose type the source resolves
	overColumn *pg_query.TypeName // the type in a cast of a plain column
	queried    bool               // a function of the server runs a query of its own: see noteServerQueries
	spelled    *pg_query.FuncCall // the call whose result was cast to text last
	results    []*pg_query.Node   // the columns of the statement, if it is a plain SELECT
	defines    bool               // it is a CREATE TABLE or an ALTER TABLE
	planOnly   bool               // inside EXPLAIN without ANALYZE: the statement itself does not run
	resetsRole bool               // SET ROLE NONE
	signals    []Signal           // calls that end or cancel sessions
	rowSetting string             // the setting that the query reads from pg_settings; "": none
	// rowSettings are the settings that the query reads from pg_settings; nil: that is not known. settings are those that calls show.
	rowSettings []string
	settings    []shownSettings
	columns     []placedName // the first parts of columns of four parts, which may be the names of sources
}

// placedName is a word and its byte offset.
type placedName struct {
	name   string
	offset int
}

// walkMessage walks a message; v is a struct of the parser's tree.
func (w *walker) walkMessage(v reflect.Value) {
	sh := w.shapes.ShapeOf(v.Type())
	outer, scope, row, rows := w.offset, len(w.ctes), w.rowSetting, w.rowSettings
	if sh.Place >= 0 {
		if at := int(v.Field(sh.Place).Int()); at > 0 || w.offset < 0 {
			w.offset = at
		}
	}
	descend := true
	if !sh.Node {
		descend = w.noteMessage(sh, v)
	}
	if descend {
		if sh.With >= 0 && !v.Field(sh.With).IsNil() {
			w.walkWith(v.Field(sh.With).Interface().(*pg_query.WithClause))
		}
		for _, i := range sh.Fields {
			w.walkField(v.Field(i))
		}
	}
	w.offset, w.ctes, w.rowSetting, w.rowSettings = outer, w.ctes[:scope], row, rows
}

// walkField walks the value of a field.
func (w *walker) walkField(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			w.walkMessage(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.walkField(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walkField(v.Index(i))
		}
	default:
	}
}

// walkNode walks one node of the tree.
func (w *walker) walkNode(n *pg_query.Node) {
	if n != nil {
		w.walkMessage(reflect.ValueOf(n).Elem())
	}
}

// walkWith walks common table expressions and brings their names into scope: all at once if recursive,
// else each one for those behind it.
func (w *walker) walkWith(clause *pg_query.WithClause) {
	if clause.Recursive {
		for _, c := range clause.Ctes {
			w.ctes = append(w.ctes, c.GetCommonTableExpr().GetCtename())
		}
	}
	for _, c := range clause.Ctes {
		w.allCTEs = append(w.allCTEs, c.GetCommonTableExpr().GetCtename())
		w.walkNode(c)
		if !clause.Recursive {
			w.ctes = append(w.ctes, c.GetCommonTableExpr().GetCtename())
		}
	}
}

// grammarFunctions maps parts of PostgreSQL 17's grammar to the functions that an older server
// would call for them.
var grammarFunctions = map[string][]string{
	"JsonFuncExpr":              {"json_value", "json_query", "json_exists"},
	"JsonScalarExpr":            {"json_scalar"},
	"JsonSerializeExpr":         {"json_serialize"},
	"JsonParseExpr":             {"json"},
	"JsonObjectConstructor":     {"json_object"},
	"JsonArrayConstructor":      {"json_array"},
	"JsonArrayQueryConstructor": {"json_array"},
	"JsonObjectAgg":             {"json_objectagg"},
	"JsonArrayAgg":              {"json_arrayagg"},
	"JsonTable":                 {"json_table"},
	"MergeSupportFunc":          {"merge_action"},
	"XmlSerialize":              {"xmlserialize"},
}

// noteMessage notes what a message means, and reports whether the walk goes on into its fields.
func (w *walker) noteMessage(sh *policy.Shape, v reflect.Value) bool {
	if !sh.Known {
		w.addEffect(Effect{Class: Unknown, What: sh.Name, Reason: "the gate has no rule for this part of the grammar"})
		return false
	}
	if sh.Rule.Verb != "" || sh.Rule.Class == Unknown {
		return w.noteStatement(sh.Rule, v.Addr().Interface())
	}
	for _, f := range grammarFunctions[sh.Name] {
		w.names = append(w.names, name{kind: grammarName, name: f, args: 1, offset: w.offset})
	}
	w.notePart(v.Addr().Interface())
	return true
}

// notePart notes what a part of a statement names.
func (w *walker) notePart(n any) {
	switch n := n.(type) {
	case *pg_query.A_Const:
		w.strings = w.strings || n.GetSval() != nil
	case *pg_query.FuncCall:
		w.noteCall(n)
	case *pg_query.A_Expr:
		w.noteExpression(n)
	case *pg_query.ColumnRef:
		w.noteColumn(n)
	case *pg_query.A_Indirection:
		for _, f := range n.Indirection {
			w.noteAttribute("", f)
		}
	case *pg_query.TypeCast:
		if n.TypeName != nil && plainColumn(n.Arg) {
			w.overColumn = n.TypeName
		}
		if call := spellsType(n); call != nil {
			w.spelled = call
		}
	case *pg_query.TypeName:
		w.noteName(name{kind: typeName, overColumn: w.overColumn == n, array: len(n.ArrayBounds) > 0}, n.Names)
	case *pg_query.ParamRef:
		w.params = max(w.params, int(n.Number))
	case *pg_query.SubLink:
		if w.noteName(name{kind: operatorName, args: 2}, n.OperName); len(n.OperName) == 0 && n.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK {
			w.noteOperators("=")
		}
	case *pg_query.CaseExpr:
		if n.Arg != nil {
			w.noteOperators("=")
		}
	case *pg_query.SortBy:
		w.noteName(name{kind: operatorName, args: 2}, n.UseOp)
	case *pg_query.LockingClause:
		for _, r := range n.LockedRels { // they name aliases of FROM
			w.markPlaced(r.GetRangeVar())
		}
		if !w.planOnly {
			w.addEffect(Effect{Class: Mutate, Kind: RowLock, What: "FOR " + lockStrength(n.Strength), Reason: "it locks rows"})
		}
	default:
		w.noteFrom(n)
	}
}

// noteFrom notes relations and aliases in FROM.
func (w *walker) noteFrom(n any) {
	switch n := n.(type) {
	case *pg_query.RangeVar:
		w.bindRelation(n)
		w.noteRelation(n, providers.Read, false)
	case *pg_query.RangeSubselect:
		w.bindAlias(n.Alias, binding{})
	case *pg_query.JoinExpr:
		w.bindAlias(n.Alias, binding{})
		w.bindAlias(n.JoinUsingAlias, binding{})
		if n.IsNatural || len(n.UsingClause) > 0 {
			w.noteOperators("=")
		}
	case *pg_query.RangeFunction:
		w.bindAlias(n.Alias, binding{kind: functionBinding})
		w.bindFunctions(n)
	case *pg_query.RangeTableSample:
		w.noteName(name{kind: samplingName, args: len(n.Args)}, n.Method)
	case *pg_query.IntoClause:
		if n.Rel != nil {
			w.noteRelation(n.Rel, 0, true)
		}
	}
}

func (w *walker) addEffect(e Effect) {
	e.Offset = w.offset
	w.effects = append(w.effects, e)
}

// noteCall notes a function call.
func (w *walker) noteCall(n *pg_query.FuncCall) {
	called := name{kind: functionName, args: len(n.Args), qualifier: rowArgument(n)}
	if n.AggWithinGroup {
		called.args = -1 // for some of them the arguments of ORDER BY count, too
	}
	for _, a := range n.Args {
		called.overColumn = called.overColumn || plainColumn(a)
	}
	if n.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		called.kind = syntaxName
	}
	called.spelled = w.spelled == n || isResult(n, w.results)
	called.setting, called.byRow = w.judgeSetConfig(n)
	w.showsSettings(n)
	w.noteSignal(n)
	_, function := parse.SplitName(n.Funcname)
	if function == "lo_open" {
		called.reading, w.literal = opensReading(n), true // another mode may read
	}
	w.noteName(called, n.Funcname)
	w.noteServerQueries(function)
}

// invWrite is the bit of lo_open's mode that asks for writing (src/include/libpq/libpq-fs.h).
const invWrite = 0x20000

// opensReading reports a lo_open whose mode is a constant without that bit.
func opensReading(n *pg_query.FuncCall) bool {
	if len(n.Args) != 2 {
		return false
	}
	mode := n.Args[1].GetAConst()
	return mode != nil && mode.GetIval() != nil && mode.GetIval().Ival&invWrite == 0
}

// plainColumn reports whether n is a column, or casts of one.
func plainColumn(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetColumnRef() != nil
}

// noteExpression notes an operator, and the operators that BETWEEN stands for.
func (w *walker) noteExpression(n *pg_query.A_Expr) {
	switch n.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		w.noteOperators(">=", "<=", "<", ">")
	default:
		w.noteName(name{kind: operatorName, args: 2, overColumn: plainColumn(n.Lexpr) || plainColumn(n.Rexpr)}, n.Name)
	}
}

// noteOperators notes operators that the text only implies.
func (w *walker) noteOperators(list ...string) {
	for _, op := range list {
		w.names = append(w.names, name{kind: operatorName, name: op, args: 2, offset: w.offset})
	}
}

// noteName notes a name, which may have a schema.
func (w *walker) noteName(n name, parts []*pg_query.Node) {
	n.offset = w.offset
	switch len(parts) {
	case 0:
		return
	case 1:
		n.name = parts[0].GetString_().GetSval()
	case 2:
		n.schema, n.name = parts[0].GetString_().GetSval(), parts[1].GetString_().GetSval()
	default:
		words := parse.Strings(parts)
		if len(words) == 3 && w.database != "" && words[0] == w.database {
			n.schema, n.name = words[1], words[2]
			break
		}
		if len(words) != 3 || words[0] != w.ours {
			w.addEffect(Effect{Class: Unknown, What: "the name " + dotted(words), Reason: "functions, operators and types are not named across sources"})
		}
		return
	}
	w.names = append(w.names, n)
}

// noteColumn notes a column that may be a call in attribute notation: t.f means f(t) if t has no column
// f.
func (w *walker) noteColumn(n *pg_query.ColumnRef) {
	if last := len(n.Fields) - 1; last > 0 {
		w.noteAttribute(n.Fields[last-1].GetString_().GetSval(), n.Fields[last])
	}
	if len(n.Fields) == 4 {
		w.columns = append(w.columns, placedName{n.Fields[0].GetString_().GetSval(), int(n.Location)})
	}
}

func (w *walker) noteAttribute(qualifier string, field *pg_query.Node) {
	if s := field.GetString_(); s != nil {
		w.names = append(w.names, name{kind: attributeName, name: s.Sval, args: 1, qualifier: qualifier, offset: w.offset})
	}
}

// bindAlias notes the meaning of an alias.
func (w *walker) bindAlias(alias *pg_query.Alias, b binding) {
	if alias != nil {
		w.bindName(alias.Aliasname, b)
	}
}

func (w *walker) bindName(name string, b binding) {
	if w.bound == nil {
		w.bound = map[string][]binding{}
	}
	w.bound[name] = append(w.bound[name], b)
}

func (w *walker) bindRelation(r *pg_query.RangeVar) {
	b, alias := binding{kind: relationBinding, schema: r.Schemaname, name: r.Relname}, r.Relname
	if r.Schemaname == "" && slices.Contains(w.ctes, r.Relname) {
		b = binding{}
	}
	if r.Alias != nil {
		if alias = r.Alias.Aliasname; len(r.Alias.Colnames) > 0 {
			b = binding{} // the alias renames its columns
		}
	}
	w.bindName(alias, b)
}

// bindFunctions notes functions in FROM without an alias under their own names.
func (w *walker) bindFunctions(n *pg_query.RangeFunction) {
	if n.Alias != nil {
		return
	}
	for _, f := range n.Functions {
		for _, item := range f.GetList().GetItems() {
			if words := parse.Strings(item.GetFuncCall().GetFuncname()); len(words) > 0 {
				w.bindName(words[len(words)-1], binding{kind: functionBinding})
			}
		}
	}
}

// noteRelation notes a relation, unless its name is that of a common table expression in scope.
func (w *walker) noteRelation(r *pg_query.RangeVar, event providers.Event, write bool) {
	if r.Schemaname == "" && !write && slices.Contains(w.ctes, r.Relname) {
		return
	}
	if w.placed[int(r.Location)] { // a statement's targets are noted before the walk reaches them
		return
	}
	w.markPlaced(r)
	w.noteServerQueries(callersOf[r.Relname]...)
	var rows []string
	if r.Relname == settingsView {
		rows = w.rowSettings
	}
	w.mentions = append(w.mentions, mention{
		settings: rows,
		catalog:  r.Catalogname, schema: r.Schemaname, name: r.Relname,
		write: write, event: event, planned: w.planOnly, required: event != 0, offset: int(r.Location), written: r,
	})
}

// markPlaced notes that the relation at this offset needs no further look.
func (w *walker) markPlaced(r *pg_query.RangeVar) {
	if w.placed == nil {
		w.placed = map[int]bool{}
	}
	w.placed[int(r.GetLocation())] = true
}
