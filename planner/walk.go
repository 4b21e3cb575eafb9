package planner

import (
	"reflect"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// The walk visits every field of every message of a parse tree by reflection,
// so that no place can be forgotten: what it does not know it reports. It only
// collects; resolve.go judges the names once it is known which source runs the
// statement.

// name is a name that the tree mentions, to be looked up in the catalog.
type name struct {
	kind         nameKind
	schema, name string
	args         int    // -1: any number
	qualifier    string // of attributeName: the relation's alias, "" for an expression
	offset       int    // byte offset in the batch; -1: the tree does not say
	// overColumn says that a plain column is among what a function, an operator
	// or a cast works on: the planner cannot fold it.
	overColumn bool
	array      bool // of the type
	// setting says that it is set_config of a constant, judged already; byRow, that
	// the constant is what WHERE compares a column of pg_settings with.
	setting, byRow bool
	// reading says that it is lo_open with a constant that asks for reading alone.
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

// mention is a relation that the tree mentions.
type mention struct {
	catalog, schema, name string
	write                 bool
	event                 providers.Event // what a SELECT or DML does to it; 0: DDL and the like
	planned               bool            // inside EXPLAIN: planned, and not run
	required              bool            // the statement fails unless the relation is there
	known                 bool            // the catalog has the relation
	found                 string          // the schema that the name led to
	offset                int             // -1: the tree does not say
}

// binding is what an alias in FROM stands for.
type binding struct {
	kind         bindingKind
	schema, name string // of a relation
}

type bindingKind int

const (
	rowBinding      bindingKind = iota // a subquery, a common table expression, a join: a row
	relationBinding                    // a table or view
	functionBinding                    // a function: a row, or a value of any type
)

// walker collects what one tree says.
type walker struct {
	shapes     *shapes
	offset     int // of the nearest node that has a place
	effects    []Effect
	names      []name
	mentions   []mention
	bound      map[string][]binding
	executed   []string     // the prepared statements that EXECUTE names
	fetched    []string     // the cursors that FETCH and MOVE name
	placed     map[int]bool // the offsets of mentions
	ctes       []string     // the common table expressions in scope
	allCTEs    []string     // those that were ever in scope
	params     int
	ours       string             // the database of the emulation, whose functions only read
	database   string             // what the source itself calls its database; "": nothing
	literal    bool               // a literal decided on an effect
	strings    bool               // there are constants in quotes, whose type the source finds out
	overColumn *pg_query.TypeName // the type of a cast of a plain column
	planOnly   bool               // inside EXPLAIN without ANALYZE: the statement itself does not run
	resetsRole bool               // SET ROLE NONE
	rowSetting string             // the setting whose row of pg_settings the query reads; "": none
}

// visit walks a message: v is a struct of the parser's tree.
func (w *walker) visit(v reflect.Value) {
	sh := w.shapes.of(v.Type())
	outer, scope, row := w.offset, len(w.ctes), w.rowSetting
	if sh.place >= 0 {
		if at := int(v.Field(sh.place).Int()); at > 0 || w.offset < 0 {
			w.offset = at
		}
	}
	descend := true
	if !sh.node {
		descend = w.enter(sh, v)
	}
	if descend {
		if sh.with >= 0 && !v.Field(sh.with).IsNil() {
			w.with(v.Field(sh.with).Interface().(*pg_query.WithClause))
		}
		for _, i := range sh.fields {
			w.child(v.Field(i))
		}
	}
	w.offset, w.ctes, w.rowSetting = outer, w.ctes[:scope], row
}

// child walks whatever a field holds.
func (w *walker) child(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			w.visit(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.child(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.child(v.Index(i))
		}
	default:
	}
}

// node walks one node of the tree by hand.
func (w *walker) node(n *pg_query.Node) {
	if n != nil {
		w.visit(reflect.ValueOf(n).Elem())
	}
}

// with walks common table expressions and brings their names into scope: all of
// them at once if recursive, else each for what follows it.
func (w *walker) with(clause *pg_query.WithClause) {
	if clause.Recursive {
		for _, c := range clause.Ctes {
			w.ctes = append(w.ctes, c.GetCommonTableExpr().GetCtename())
		}
	}
	for _, c := range clause.Ctes {
		w.allCTEs = append(w.allCTEs, c.GetCommonTableExpr().GetCtename())
		w.node(c)
		if !clause.Recursive {
			w.ctes = append(w.ctes, c.GetCommonTableExpr().GetCtename())
		}
	}
}

// grammarFunctions are the parts of PostgreSQL 17's grammar that an older
// server takes for calls of functions, by the names that it would look for.
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

// enter notes what a message means and reports whether its children are to be
// walked in the ordinary way.
func (w *walker) enter(sh *shape, v reflect.Value) bool {
	if !sh.known {
		w.effect(Effect{Class: Unknown, What: sh.name, Reason: "the gate has no rule for this part of the grammar"})
		return false
	}
	if sh.rule.verb != "" || sh.rule.class == Unknown {
		return w.statement(sh.rule, v.Addr().Interface())
	}
	for _, f := range grammarFunctions[sh.name] {
		w.names = append(w.names, name{kind: grammarName, name: f, args: 1, offset: w.offset})
	}
	w.part(v.Addr().Interface())
	return true
}

// part notes what a part of a statement mentions.
func (w *walker) part(n any) {
	switch n := n.(type) {
	case *pg_query.A_Const:
		w.strings = w.strings || n.GetSval() != nil
	case *pg_query.FuncCall:
		w.call(n)
	case *pg_query.A_Expr:
		w.expression(n)
	case *pg_query.ColumnRef:
		w.column(n)
	case *pg_query.A_Indirection:
		for _, f := range n.Indirection {
			w.attribute("", f)
		}
	case *pg_query.TypeCast:
		if n.TypeName != nil && plainColumn(n.Arg) {
			w.overColumn = n.TypeName
		}
	case *pg_query.TypeName:
		w.name(name{kind: typeName, overColumn: w.overColumn == n, array: len(n.ArrayBounds) > 0}, n.Names)
	case *pg_query.ParamRef:
		w.params = max(w.params, int(n.Number))
	case *pg_query.SubLink:
		if w.name(name{kind: operatorName, args: 2}, n.OperName); len(n.OperName) == 0 && n.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK {
			w.operators("=")
		}
	case *pg_query.CaseExpr:
		if n.Arg != nil {
			w.operators("=")
		}
	case *pg_query.SortBy:
		w.name(name{kind: operatorName, args: 2}, n.UseOp)
	case *pg_query.LockingClause:
		for _, r := range n.LockedRels { // these are aliases of FROM
			w.place(r.GetRangeVar())
		}
		if !w.planOnly {
			w.effect(Effect{Class: Mutate, Kind: RowLock, What: "FOR " + lockStrength(n.Strength), Reason: "it locks rows"})
		}
	default:
		w.from(n)
	}
}

// from notes what stands in FROM, and what its aliases mean.
func (w *walker) from(n any) {
	switch n := n.(type) {
	case *pg_query.RangeVar:
		w.bindRelation(n)
		w.relation(n, providers.Read, false)
	case *pg_query.RangeSubselect:
		w.bind(n.Alias, binding{})
	case *pg_query.JoinExpr:
		w.bind(n.Alias, binding{})
		w.bind(n.JoinUsingAlias, binding{})
		if n.IsNatural || len(n.UsingClause) > 0 {
			w.operators("=")
		}
	case *pg_query.RangeFunction:
		w.bind(n.Alias, binding{kind: functionBinding})
		w.bindFunctions(n)
	case *pg_query.RangeTableSample:
		w.name(name{kind: samplingName, args: len(n.Args)}, n.Method)
	case *pg_query.IntoClause:
		if n.Rel != nil {
			w.relation(n.Rel, 0, true)
		}
	}
}

func (w *walker) effect(e Effect) {
	e.Offset = w.offset
	w.effects = append(w.effects, e)
}

// call notes a call of a function.
func (w *walker) call(n *pg_query.FuncCall) {
	called := name{kind: functionName, args: len(n.Args)}
	if n.AggWithinGroup {
		called.args = -1 // those of ORDER BY count too, for some
	}
	for _, a := range n.Args {
		called.overColumn = called.overColumn || plainColumn(a)
	}
	if n.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		called.kind = syntaxName
	}
	called.setting, called.byRow = w.setConfig(n)
	if called.reading = opensReading(n); called.reading {
		w.literal = true
	}
	w.name(called, n.Funcname)
}

// invWrite is the bit of lo_open's mode that asks for writing.
// (src/include/libpq/libpq-fs.h)
const invWrite = 0x20000

// opensReading reports a call of lo_open whose mode is a constant without writing.
func opensReading(n *pg_query.FuncCall) bool {
	words := parse.Strings(n.Funcname)
	if len(words) == 0 || words[len(words)-1] != "lo_open" || len(n.Args) != 2 {
		return false
	}
	mode := n.Args[1].GetAConst()
	return mode != nil && mode.GetIval() != nil && mode.GetIval().Ival&invWrite == 0
}

// plainColumn reports whether n is a column, if need be through casts.
func plainColumn(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetColumnRef() != nil
}

// expression notes an operator, and for BETWEEN those that it stands for.
func (w *walker) expression(n *pg_query.A_Expr) {
	switch n.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		w.operators(">=", "<=", "<", ">")
	default:
		w.name(name{kind: operatorName, args: 2, overColumn: plainColumn(n.Lexpr) || plainColumn(n.Rexpr)}, n.Name)
	}
}

// operators notes operators that the text only implies.
func (w *walker) operators(list ...string) {
	for _, op := range list {
		w.names = append(w.names, name{kind: operatorName, name: op, args: 2, offset: w.offset})
	}
}

// name notes a possibly qualified name.
func (w *walker) name(n name, parts []*pg_query.Node) {
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
			w.effect(Effect{Class: Unknown, What: "the name " + dotted(words), Reason: "functions, operators and types are not named across sources"})
		}
		return
	}
	w.names = append(w.names, n)
}

// column notes a column that may be a call in attribute notation: t.f is f(t)
// where t has no column f.
func (w *walker) column(n *pg_query.ColumnRef) {
	if last := len(n.Fields) - 1; last > 0 {
		w.attribute(n.Fields[last-1].GetString_().GetSval(), n.Fields[last])
	}
}

func (w *walker) attribute(qualifier string, field *pg_query.Node) {
	if s := field.GetString_(); s != nil {
		w.names = append(w.names, name{kind: attributeName, name: s.Sval, args: 1, qualifier: qualifier, offset: w.offset})
	}
}

// bind notes what an alias stands for.
func (w *walker) bind(alias *pg_query.Alias, b binding) {
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
			b = binding{} // its columns have other names
		}
	}
	w.bindName(alias, b)
}

// bindFunctions binds the names that functions in FROM give themselves.
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

// relation notes a relation unless the name is that of a common table
// expression in scope.
func (w *walker) relation(r *pg_query.RangeVar, event providers.Event, write bool) {
	if r.Schemaname == "" && !write && slices.Contains(w.ctes, r.Relname) {
		return
	}
	if w.placed[int(r.Location)] { // a statement notes its targets before the walk reaches them
		return
	}
	w.place(r)
	w.mentions = append(w.mentions, mention{
		catalog: r.Catalogname, schema: r.Schemaname, name: r.Relname,
		write: write, event: event, planned: w.planOnly, required: event != 0, offset: int(r.Location),
	})
}

// place notes that a relation of the tree has been seen to.
func (w *walker) place(r *pg_query.RangeVar) {
	if w.placed == nil {
		w.placed = map[int]bool{}
	}
	w.placed[int(r.GetLocation())] = true
}
