package enums

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Operators and functions of enums, and the columns of set operations: see enums.go.

// enumTexts are the types of texts, which an enum is cast to.
var enumTexts = parse.WordSet(`text varchar bpchar name char`)

// enumComparisons are the operators that enums have.
var enumComparisons = map[string]bool{"=": true, "<>": true, "<": true, ">": true, "<=": true, ">=": true}

// enumOperator types the operands of an operator.
func enumOperator(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	if left, right := e.Lexpr.GetRowExpr().GetArgs(), e.Rexpr; len(left) > 0 {
		rows := []*pg_query.Node{right}
		if list := right.GetList().GetItems(); len(list) > 0 {
			rows = list
		}
		for _, row := range rows {
			if fields := row.GetRowExpr().GetArgs(); len(fields) == len(left) {
				for i := range fields {
					typeAlike(t, []*pg_query.Node{left[i], fields[i]})
				}
			}
		}
		return
	}
	left, right := t.EnumShown(e.Lexpr), t.EnumShown(e.Rexpr)
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		if op == "||" && enumJoined(t, n, e, left, right) || left == "" && right == "" {
			return
		}
		Cast(t, e.Lexpr, right)
		if op != "||" || inference.IsArray(left) {
			Cast(t, e.Rexpr, left)
		}
		checkEnumOperands(t, e, op)
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		Cast(t, e.Lexpr, inference.ElementOfKind(right))
		if e.Rexpr.GetAArrayExpr() == nil {
			Cast(t, e.Rexpr, inference.ArrayOfKind(left))
		} else if left != "" && right == "" && !isNullsAlone(e.Rexpr) {
			failsOperator(t, e, Spelled(t, left), op, "text")
		}
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NULLIF:
		typeAlike(t, []*pg_query.Node{e.Lexpr, e.Rexpr})
	case pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE, pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		if left != "" {
			failsOperator(t, e, Spelled(t, left), op, "unknown")
		}
	case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		typeAlike(t, append([]*pg_query.Node{e.Lexpr}, e.Rexpr.GetList().GetItems()...))
		refuseUnclear(t, e, e.Rexpr.GetList().GetItems())
	}
}

// enumJoined appends an enum to an array of the enum's, or the other way round. DuckDB has no operator for it.
func enumJoined(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, left, right string) bool {
	switch {
	case inference.IsArray(left) && right == inference.ElementOfKind(left):
		t.ReplaceNode(n, build.Call("list_append", e.Lexpr, e.Rexpr))
	case inference.IsArray(right) && left == inference.ElementOfKind(right):
		t.ReplaceNode(n, build.Call("list_prepend", e.Lexpr, e.Rexpr))
	default:
		return false
	}
	return true
}

// checkEnumOperands refuses an operator of an enum and of another type.
func checkEnumOperands(t *inference.Types, e *pg_query.A_Expr, op string) {
	left, right := operandKind(t, e.Lexpr), operandKind(t, e.Rexpr)
	isEnum := strings.HasPrefix(left, inference.EnumKind) || strings.HasPrefix(right, inference.EnumKind)
	switch {
	case !isEnum:
		refuseUnclear(t, e, []*pg_query.Node{e.Lexpr, e.Rexpr})
	case op == "||" || left == "" || right == "":
	case left != right && !sameLabels(t, left, right) || !enumComparisons[op]:
		failsOperator(t, e, Spelled(t, left), op, Spelled(t, right))
	}
}

// operandKind is the shown type of an operand of an operator, where it is an enum or a type that no enum is compared with.
func operandKind(t *inference.Types, n *pg_query.Node) string {
	if kind := t.EnumShown(n); kind != "" {
		return kind
	}
	if kind := t.Shown(n); inference.SpelledNumbers[kind] != "" || enumTexts[kind] {
		return kind
	}
	return ""
}

// sameLabels reports whether two types are enums that a column cannot be told by: it knows the labels alone.
func sameLabels(t *inference.Types, left, right string) bool {
	one, array := t.EnumOfKind(left)
	other, arrays := t.EnumOfKind(right)
	return one != nil && other != nil && array == arrays && one.Alike(other)
}

// Spelled is a shown type as Postgres writes it.
func Spelled(t *inference.Types, kind string) string {
	for prefix, suffix := range map[string]string{inference.EnumKind: "", inference.EnumArrayKind: "[]"} {
		if name, found := strings.CutPrefix(kind, prefix); found {
			schema, name, _ := strings.Cut(name, ".")
			return t.Env.ShownName(schema, name) + suffix
		}
	}
	return inference.Spelled(kind)
}

func failsOperator(t *inference.Types, e *pg_query.A_Expr, left, op, right string) {
	t.NoteError(e.Location, sqlstate.UndefinedFunction,
		"operator does not exist: %s %s %s", left, op, right).
		WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
}

// isNullsAlone reports whether an array has no element but NULL.
func isNullsAlone(n *pg_query.Node) bool {
	return !slices.ContainsFunc(n.GetAArrayExpr().GetElements(), func(e *pg_query.Node) bool { return !e.GetAConst().GetIsnull() })
}

// refuseUnclear refuses the comparison of a column with a constant where the name is one of an enum and of something else:
// the text does not tell which is meant.
func refuseUnclear(t *inference.Types, e *pg_query.A_Expr, beside []*pg_query.Node) {
	_, op := parse.SplitName(e.Name)
	if op == "=" || op == "<>" || !enumComparisons[op] && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP || len(t.EnumNames) == 0 {
		return
	}
	for _, n := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
		column := n.GetColumnRef()
		if column == nil || t.Column(column) != "" || !t.EnumNames[trees.LastField(n)] {
			continue
		}
		if slices.ContainsFunc(beside, func(n *pg_query.Node) bool { _, quoted := parse.TextConstant(n); return quoted }) {
			t.NoteUnsupported(e.Location, "this comparison of column %q is not supported: columns of that name have several types", trees.LastField(n)).
				WithHint("Cast the constant to the type of the column.")
		}
	}
}

// enumOfTexts are functions that take only texts, and no enum.
var enumOfTexts = parse.WordSet(`upper lower length char_length character_length octet_length initcap substring substr left right replace btrim ltrim rtrim trim lpad rpad
	repeat reverse split_part position strpos starts_with regexp_replace regexp_match regexp_matches regexp_split_to_array regexp_split_to_table string_agg md5 ascii
	translate concat_lower string_to_array to_date to_timestamp to_number sum avg`)

// enumCall types the arguments of a call, and computes the functions of enums.
func enumCall(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) {
	schema, name := parse.SplitName(f.Funcname)
	kind := t.EnumAmong(f.Args)
	e, _ := t.EnumOfKind(kind)
	if e == nil || schema != "" && schema != "pg_catalog" {
		return
	}
	switch name {
	case "enum_first", "enum_last":
		label := e.Labels[0]
		if name == "enum_last" {
			label = e.Labels[len(e.Labels)-1]
		}
		t.ReplaceNode(n, build.Cast(build.Text(label), typeOfEnum(e, false)))
	case "enum_range":
		typeAlike(t, f.Args)
		if len(f.Args) == 2 {
			t.ReplaceNode(n, rangeBetween(e, f.Args[0], f.Args[1]))
			return
		}
		t.ReplaceNode(n, build.Cast(build.Texts(e.Labels), typeOfEnum(e, true)))
	case "array_append", "array_remove", "array_position", "array_positions", "array_replace":
		for _, a := range f.Args[1:] {
			Cast(t, a, inference.ElementOfKind(inference.ArrayOfKind(kind)))
		}
	case "array_prepend":
		Cast(t, f.Args[0], inference.ElementOfKind(inference.ArrayOfKind(kind)))
	case "lag", "lead":
		if len(f.Args) == 3 {
			Cast(t, f.Args[2], kind)
		}
	default:
		if first := t.EnumShown(f.Args[0]); enumOfTexts[name] && strings.HasPrefix(first, inference.EnumKind) {
			t.NoteError(f.Location, sqlstate.UndefinedFunction,
				"function %s(%s) does not exist", name, Spelled(t, first)).
				WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
		}
	}
}

// rangeBetween are the labels of an enum from one value to another, where NULL is either end. DuckDB's own function of two
// values, enum_range_boundary, answers every row with what it has computed for one.
func rangeBetween(e *providers.Enum, from, to *pg_query.Node) *pg_query.Node {
	place := func(value *pg_query.Node, otherwise int) *pg_query.Node {
		if value.GetAConst().GetIsnull() {
			return build.Number(int64(otherwise))
		}
		code := build.Call("enum_code", build.Cast(value, typeOfEnum(e, false)))
		return build.Coalesce(build.Binary("+", build.Cast(code, build.PlainType("int8")), build.Number(1)), build.Number(int64(otherwise)))
	}
	labels := build.Cast(build.Texts(e.Labels), typeOfEnum(e, true))
	return build.Cast(build.Call("list_slice", labels, place(from, 1), place(to, len(e.Labels))), typeOfEnum(e, true))
}

// typeEnumColumns gives the columns of the parts of a set operation, and of the rows of VALUES, the enum that one has.
func typeEnumColumns(t *inference.Types, s *pg_query.SelectStmt) {
	var rows [][]*pg_query.Node
	if s.Larg != nil {
		rows = valuesOf(s)
	}
	for _, row := range s.ValuesLists {
		rows = append(rows, row.GetList().GetItems())
	}
	if len(rows) < 2 {
		return
	}
	for _, column := range trees.ColumnsOf(rows) {
		typeAlike(t, column)
	}
}

// valuesOf are the expressions of the columns of a query, or of each part of a set operation.
func valuesOf(s *pg_query.SelectStmt) (rows [][]*pg_query.Node) {
	if s.Larg != nil {
		return append(valuesOf(s.Larg), valuesOf(s.Rarg)...)
	}
	for _, row := range s.ValuesLists {
		rows = append(rows, row.GetList().GetItems())
	}
	if len(s.ValuesLists) > 0 {
		return rows
	}
	var row []*pg_query.Node
	for _, n := range s.TargetList {
		if !trees.IsSingleColumn(n) {
			return nil
		}
		row = append(row, n.GetResTarget().GetVal())
	}
	return [][]*pg_query.Node{row}
}
