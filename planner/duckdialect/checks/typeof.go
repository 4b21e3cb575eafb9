package checks

import (
	"cmp"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// writtenTypes are types that DuckDB takes for others when a value is cast to them, as pg_typeof names them. The types of
// emulation.Lookups are others.
var writtenTypes = map[string]string{"varchar": "character varying", "bpchar": "character", "xid8": "xid8"}

// AsksType reports whether a call is one of pg_typeof.
func AsksType(f *pg_query.FuncCall) bool {
	schema, name := parse.SplitName(f.GetFuncname())
	return name == "pg_typeof" && (schema == "" || schema == "pg_catalog")
}

// queryColumns are the columns of a statement's queries, some of which stand for objects of the catalog.
type queryColumns struct {
	targets []*pg_query.ResTarget
	aliases []string
	objects map[string]bool // the names of columns that stand for objects
}

// noteColumns notes the columns that one message of the tree has.
func (a *queryColumns) noteColumns(m any) {
	switch m := m.(type) {
	case *pg_query.ResTarget:
		if m.Val != nil {
			a.targets = append(a.targets, m)
		}
	case *pg_query.SelectStmt:
		for _, row := range m.ValuesLists {
			for i, value := range row.GetList().GetItems() {
				a.targets = append(a.targets, &pg_query.ResTarget{Name: "column" + strconv.Itoa(i+1), Val: value})
			}
		}
	case *pg_query.Alias:
		a.aliases = append(a.aliases, parse.NameParts(m.Colnames)...)
	case *pg_query.CommonTableExpr:
		a.aliases = append(a.aliases, parse.NameParts(m.Aliascolnames)...)
	}
}

// unclear is the type of a column that stands for an object of the catalog: which, its name alone does not tell.
const unclear = "?"

// noteWrittenTypes notes the types of the arguments of pg_typeof where DuckDB has others for them and the text shows them,
// and refuses columns that queries of the statement give such types.
func (t *checker) noteWrittenTypes(root *pg_query.Node, calls []*pg_query.FuncCall) {
	if t.noted.AsksTypes = len(calls) > 0; !t.noted.AsksTypes {
		return
	}
	a := &queryColumns{objects: map[string]bool{}}
	t.EachMessage(root.ProtoReflect(), a.noteColumns)
	for known := -1; known < len(a.objects); { // until no column is found that another one was made of
		known = len(a.objects)
		for _, target := range a.targets {
			if a.objectType(target.Val) == "" {
				continue
			}
			name := target.Name
			if name == "" {
				name, _ = resultcolumns.Name(target.Val)
			}
			for _, name := range append(a.aliases, name) {
				a.objects[name] = true
			}
		}
	}
	t.noted.WrittenTypes = map[*pg_query.FuncCall]string{}
	for _, f := range calls {
		if len(f.Args) != 1 || f.Location > 0 && t.Env.AskedTypes[f.Location] != "" {
			continue
		}
		shown := a.writtenType(f.Args[0])
		if shown == "" {
			shown = t.madeType(f.Args[0])
		}
		if strings.HasPrefix(shown, unclear) {
			t.NoteUnsupported(f.Location, "pg_typeof of a column that stands for an object of the catalog is not supported").
				WithHint("Ask for the type of the expression that the column is made by.")
		} else if shown != "" {
			t.noted.WrittenTypes[f] = shown
		}
	}
}

// writtenType is the type of an expression that a cast writes, or that only a value standing for an object has, or "".
func (a *queryColumns) writtenType(n *pg_query.Node) string {
	if c := n.GetTypeCast(); c != nil {
		_, name := parse.SplitName(c.TypeName.GetNames())
		if shown := writtenTypes[name]; shown != "" {
			return shown + suffixOf(c.TypeName)
		}
	}
	return a.objectType(n)
}

// madeType is the type that an aggregate, a choice or an operator makes of values that DuckDB has other types for, or "".
func (t *checker) madeType(n *pg_query.Node) string {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		_, name := parse.SplitName(e.FuncCall.Funcname)
		of := t.Shown(trees.Single(e.FuncCall.Args))
		switch {
		case (name == "min" || name == "max") && (of == "varchar" || of == "name"):
			return "text"
		case (name == "substring" || name == "substr" || name == "set_bit") && len(e.FuncCall.Args) > 0 && t.Shown(e.FuncCall.Args[0]) == "bit":
			return "bit"
		}
	case *pg_query.Node_AExpr:
		_, op := parse.SplitName(e.AExpr.Name)
		if operand := cmp.Or(e.AExpr.Lexpr, e.AExpr.Rexpr); bitOperators[op] && t.Shown(operand) == "bit" {
			return "bit"
		}
	}
	if choices := trees.Choices(n); len(choices) > 0 && t.Shown(choices[0]) == "bpchar" {
		return "character"
	}
	return ""
}

// bitOperators are the operators whose result is a bit as their operands are.
var bitOperators = parse.WordSet(`& | # ~ << >>`)

// objectType is the type of an expression whose value stands for an object of the catalog, or is a transaction's number, or
// "" for others.
func (a *queryColumns) objectType(n *pg_query.Node) string {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		if a.objects[trees.LastField(n)] {
			return unclear
		}
	case *pg_query.Node_TypeCast:
		schema, name := parse.SplitName(e.TypeCast.TypeName.GetNames())
		if _, is := emulation.Lookups[name]; is && (schema == "" || schema == "pg_catalog") {
			return name + suffixOf(e.TypeCast.TypeName)
		}
	case *pg_query.Node_FuncCall:
		_, name := parse.SplitName(e.FuncCall.Funcname)
		if kept := objectKept[name]; kept && len(e.FuncCall.Args) > 0 {
			return a.objectType(e.FuncCall.Args[0])
		}
		of := a.objectType(trees.Single(e.FuncCall.Args))
		switch {
		case of != "" && name == "array_agg":
			return of + "[]"
		case of != "" && (name == "min" || name == "max"):
			return "oid"
		}
		return typeOfCall(name)
	case *pg_query.Node_AArrayExpr:
		if of := a.firstObject(e.AArrayExpr.Elements); of != "" {
			return of + "[]"
		}
	case *pg_query.Node_SubLink:
		if targets := e.SubLink.Subselect.GetSelectStmt().GetTargetList(); e.SubLink.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK && len(targets) == 1 {
			return a.objectType(targets[0].GetResTarget().GetVal())
		}
	}
	return a.firstObject(trees.Choices(n))
}

// typeOfCall is the type of what a function returns that finds an object of the catalog by its name, or a transaction's number; "" for others.
func typeOfCall(function string) string {
	switch function {
	case "pg_current_xact_id", "pg_current_xact_id_if_assigned":
		return "xid8"
	}
	kind, finds := strings.CutPrefix(function, "to_")
	if _, is := emulation.Lookups[kind]; finds && is {
		return kind
	}
	return ""
}

// objectKept are functions whose result has the type of their first argument.
var objectKept = parse.WordSet(`lag lead first_value last_value nth_value array_append array_cat array_remove`)

// firstObject is the first such type among expressions that have one type together.
func (a *queryColumns) firstObject(list []*pg_query.Node) string {
	for _, n := range list {
		if of := a.objectType(n); of != "" {
			return of
		}
	}
	return ""
}

// suffixOf are the brackets of a type that is an array.
func suffixOf(name *pg_query.TypeName) string {
	if len(name.ArrayBounds) > 0 {
		return "[]"
	}
	return ""
}
