package planner

import (
	"reflect"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// The walk visits every field of every message of a parse tree by reflection,
// so that no place can be forgotten: what it does not know it reports. It only
// collects; resolve.go judges the names once it is known which source runs the
// statement.

// name is a name that the tree mentions, to be looked up in the catalog.
type name struct {
	kind         nameKind
	schema, name string
	args         int
	offset       int // byte offset in the batch; -1: the tree does not say
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
	offset                int // -1: the tree does not say
}

// walker collects what one tree says.
type walker struct {
	shapes   *shapes
	offset   int // of the nearest node that has a place
	effects  []Effect
	names    []name
	mentions []mention
	placed   map[int]bool // the offsets of mentions
	ctes     []string     // the common table expressions in scope
	allCTEs  []string     // those that were ever in scope
	params   int
	ours     string // the database of the emulation, whose functions only read
	planOnly bool   // inside EXPLAIN without ANALYZE: the statement itself does not run
}

// visit walks a message: v is a struct of the parser's tree.
func (w *walker) visit(v reflect.Value) {
	sh := w.shapes.of(v.Type())
	outer, scope := w.offset, len(w.ctes)
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
	w.offset, w.ctes = outer, w.ctes[:scope]
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
		w.names = append(w.names, name{grammarName, "", f, 1, w.offset})
	}
	w.part(v.Addr().Interface())
	return true
}

// part notes the names that a part of a statement mentions.
func (w *walker) part(n any) {
	switch n := n.(type) {
	case *pg_query.RangeVar:
		w.relation(n, false)
	case *pg_query.IntoClause:
		if n.Rel != nil {
			w.relation(n.Rel, true)
		}
	case *pg_query.FuncCall:
		kind := functionName
		if n.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
			kind = syntaxName
		}
		w.name(kind, n.Funcname, len(n.Args))
	case *pg_query.A_Expr:
		w.expression(n)
	case *pg_query.SubLink:
		if w.name(operatorName, n.OperName, 2); len(n.OperName) == 0 && n.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK {
			w.operators("=")
		}
	case *pg_query.CaseExpr:
		if n.Arg != nil {
			w.operators("=")
		}
	case *pg_query.JoinExpr:
		if n.IsNatural || len(n.UsingClause) > 0 {
			w.operators("=")
		}
	case *pg_query.SortBy:
		w.name(operatorName, n.UseOp, 2)
	case *pg_query.TypeName:
		w.name(typeName, n.Names, 0)
	case *pg_query.RangeTableSample:
		w.name(samplingName, n.Method, len(n.Args))
	case *pg_query.ColumnRef:
		w.attributes(n.Fields, 1)
	case *pg_query.A_Indirection:
		w.attributes(n.Indirection, 0)
	case *pg_query.ParamRef:
		w.params = max(w.params, int(n.Number))
	case *pg_query.LockingClause:
		if !w.planOnly {
			w.effect(Effect{Class: Mutate, What: "FOR " + lockStrength(n.Strength), Reason: "it locks rows"})
		}
	}
}

func (w *walker) effect(e Effect) {
	e.Offset = w.offset
	w.effects = append(w.effects, e)
}

// expression notes an operator, and for BETWEEN those that it stands for.
func (w *walker) expression(n *pg_query.A_Expr) {
	switch n.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		w.operators(">=", "<=", "<", ">")
	default:
		w.name(operatorName, n.Name, 2)
	}
}

// operators notes operators that the text only implies.
func (w *walker) operators(list ...string) {
	for _, op := range list {
		w.names = append(w.names, name{operatorName, "", op, 2, w.offset})
	}
}

// name notes a possibly qualified name.
func (w *walker) name(kind nameKind, parts []*pg_query.Node, args int) {
	words := stringsOf(parts)
	if len(words) == 3 && words[0] == w.ours {
		return
	}
	switch len(words) {
	case 0:
	case 1:
		w.names = append(w.names, name{kind, "", words[0], args, w.offset})
	case 2:
		w.names = append(w.names, name{kind, words[0], words[1], args, w.offset})
	default:
		w.effect(Effect{Class: Unknown, What: "the name " + dotted(words), Reason: "functions, operators and types are not named across sources"})
	}
}

// attributes notes every name in fields, from the given index on, that may be
// a call in attribute notation: t.f is f(t) where t has no column f.
func (w *walker) attributes(fields []*pg_query.Node, from int) {
	for i, f := range fields {
		if s := f.GetString_(); s != nil && i >= from {
			w.names = append(w.names, name{attributeName, "", s.Sval, 1, w.offset})
		}
	}
}

// relation notes a relation unless the name is that of a common table
// expression in scope.
func (w *walker) relation(r *pg_query.RangeVar, write bool) {
	if r.Schemaname == "" && !write && slices.Contains(w.ctes, r.Relname) {
		return
	}
	if w.placed[int(r.Location)] { // a statement notes its targets before the walk reaches them
		return
	}
	if w.placed == nil {
		w.placed = map[int]bool{}
	}
	w.placed[int(r.Location)] = true
	w.mentions = append(w.mentions, mention{r.Catalogname, r.Schemaname, r.Relname, write, int(r.Location)})
}

func stringsOf(nodes []*pg_query.Node) []string {
	words := make([]string, 0, 3)
	for _, n := range nodes {
		if s := n.GetString_(); s != nil {
			words = append(words, s.Sval)
		}
	}
	return words
}
