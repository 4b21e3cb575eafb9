package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The types of parameters that stand beside a value of a known type, by PostgreSQL's rules: a parameter of no type is taken
// for one of the other operand's type if there is such an operator, and else for the one type with which there is one.
// https://www.postgresql.org/docs/15/typeconv-oper.html. DuckDB has more operators, and leaves such a parameter open.

// inferParams notes the types of the parameters that operators and calls show.
func (t *translation) inferParams(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			t.inferOperands(m)
		case *pg_query.FuncCall:
			t.inferArguments(m)
		}
	})
}

// byDuckDB is the type of a parameter that DuckDB finds: that of a column beside it.
const byDuckDB = "column"

// inferParam notes the type of an operand that is a parameter. The first place where it stands decides.
func (t *translation) inferParam(n *pg_query.Node, kind string) {
	p := n.GetParamRef()
	if p == nil || kind == "" || p.Number < 1 || p.Number > maxParams {
		return
	}
	oid := paramTypes[strings.TrimSuffix(kind, "[]")][0]
	if strings.HasSuffix(kind, "[]") {
		oid = paramTypes[strings.TrimSuffix(kind, "[]")][1]
	}
	if t.paramOIDs == nil {
		t.paramOIDs = map[int]uint32{}
	}
	if _, decided := t.paramOIDs[int(p.Number)]; !decided {
		t.paramOIDs[int(p.Number)] = oid
	}
}

// inferOperands notes the types of an operator's operands.
func (t *translation) inferOperands(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	left, right := e.Lexpr, e.Rexpr
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		switch {
		case left == nil || right == nil:
		case left.GetParamRef() == nil && right.GetParamRef() != nil:
			t.inferParam(right, rightOperand(op, t.inferredType(left), left))
		case right.GetParamRef() == nil && left.GetParamRef() != nil:
			t.inferParam(left, leftOperand(op, t.inferredType(right), right))
		}
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		for _, bound := range right.GetList().GetItems() {
			t.inferParam(left, leftOperand(op, t.inferredType(bound), bound))
			t.inferParam(bound, rightOperand(op, t.inferredType(left), left))
		}
	}
}

// rightOperand is the type of a parameter to the right of an operator whose left operand has a type. "": it is not known.
func rightOperand(op, kind string, beside *pg_query.Node) string {
	switch {
	case op == "+" && (kind == "timestamp" || kind == "timestamptz"):
		return "interval"
	case op == "-" && kind == "date":
		return kind
	case (op == "<<" || op == ">>") && isInteger(kind):
		return "int4"
	case op == "->" || op == "->>" || op == "?" || op == "#>" || op == "#>>" || op == "?|" || op == "?&":
		return jsonOperands[op+" "+kind]
	case op == "-" && kind == "jsonb":
		return "text"
	}
	return eitherOperand(op, kind, beside)
}

// jsonOperands are what stands to the right of operators of JSON.
var jsonOperands = map[string]string{
	"-> json": "text", "->> json": "text", "#> json": "text[]", "#>> json": "text[]",
	"-> jsonb": "text", "->> jsonb": "text", "#> jsonb": "text[]", "#>> jsonb": "text[]",
	"? jsonb": "text", "?| jsonb": "text[]", "?& jsonb": "text[]",
}

// leftOperand is the type of a parameter to the left of an operator whose right operand has a type.
func leftOperand(op, kind string, beside *pg_query.Node) string {
	switch {
	case op == "+" && (kind == "timestamp" || kind == "timestamptz"):
		return "interval"
	case op == "-" && kind == "date":
		return kind
	case op == "-" && kind == "interval": // of a time or an interval
		return ""
	}
	return eitherOperand(op, kind, beside)
}

// eitherOperand is the type of a parameter on either side of an operator.
func eitherOperand(op, kind string, beside *pg_query.Node) string {
	switch op {
	case "+", "-", "*", "/":
		switch {
		case numbers[kind], kind == "float4", kind == "float8":
			return kind
		case op == "-" && (kind == "timestamp" || kind == "timestamptz" || kind == "time"), kind == "interval" && (op == "+" || op == "-"):
			return kind
		case kind == "interval" && (op == "*" || op == "/"):
			return "float8"
		}
	case "%":
		if numbers[kind] {
			return kind
		}
	case "^":
		if isInteger(kind) || kind == "float4" || kind == "float8" {
			return "float8"
		}
		return map[string]string{"numeric": kind}[kind]
	case "&", "|", "#":
		if isInteger(kind) {
			return kind
		}
	case "||":
		switch kind {
		case "text", "varchar", "bpchar":
			return "text"
		case "jsonb":
			return kind
		}
	case "@>", "<@":
		if kind == "jsonb" {
			return kind
		}
	case "=", "<>", "<", ">", "<=", ">=", "BETWEEN", "NOT BETWEEN":
		if beside.GetColumnRef() != nil {
			return byDuckDB
		}
		if numbers[kind] || kind == "float4" || kind == "float8" || zonedTypes[kind] || kind == "text" || kind == "time" || kind == "interval" {
			return kind
		}
	}
	return ""
}

// isInteger reports whether a type is one of the integers.
func isInteger(kind string) bool { return numbers[kind] && kind != "numeric" }

// inferArguments notes the types of a call's arguments.
func (t *translation) inferArguments(f *pg_query.FuncCall) {
	schema, name := parse.SplitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" {
		return
	}
	kinds := argumentTypes[name]
	switch {
	case name == "mod" && len(f.Args) == 2:
		t.inferOperands(&pg_query.A_Expr{Kind: pg_query.A_Expr_Kind_AEXPR_OP, Name: []*pg_query.Node{pg_query.MakeStrNode("%")}, Lexpr: f.Args[0], Rexpr: f.Args[1]})
	case name == "generate_series" && (len(f.Args) == 2 || len(f.Args) == 3):
		for i := range 2 {
			if kind := t.inferredType(f.Args[1-i]); isInteger(kind) && kind != "int2" || kind == "numeric" {
				t.inferParam(f.Args[i], kind)
			}
		}
	}
	for i, kind := range strings.Fields(kinds) {
		if i < len(f.Args) && kind != "." {
			t.inferParam(f.Args[i], kind)
		}
	}
}

// argumentTypes are the types of the arguments of functions that have one type there alone; "." is another argument.
var argumentTypes = map[string]string{
	"left": ". int4", "right": ". int4", "repeat": "text int4", "lpad": "text int4 text", "rpad": "text int4 text", "split_part": "text text int4",
	"substr": ". int4 int4", "lag": ". int4", "lead": ". int4", "ntile": "int4", "nth_value": ". int4", "round": ". int4", "trunc": ". int4",
	"array_length": ". int4", "make_date": "int4 int4 int4", "date_part": "text .", "to_date": "text text", "to_char": ". text", "date_trunc": "text .",
}

// inferredType is the type that an expression has in PostgreSQL, "" where it is not known. Unlike shownType it knows what
// operators and functions return that DuckDB types by itself.
func (t *translation) inferredType(n *pg_query.Node) string {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if kind := t.shownType(n); paramTypes[kind][0] != 0 {
			return kind
		}
		return ""
	case *pg_query.Node_ParamRef:
		if t.paramOIDs[int(e.ParamRef.Number)] == 0 {
			return ""
		}
		for kind, oids := range paramTypes {
			if oids[0] == t.paramOIDs[int(e.ParamRef.Number)] {
				return kind
			}
		}
		return ""
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_CaseExpr:
		return t.commonType(trees.Choices(n))
	case *pg_query.Node_AExpr:
		return t.operationType(e.AExpr)
	case *pg_query.Node_FuncCall:
		if kind := t.callType(e.FuncCall); kind != "" {
			return kind
		}
	case *pg_query.Node_SubLink:
		s := e.SubLink.Subselect.GetSelectStmt()
		if e.SubLink.SubLinkType != pg_query.SubLinkType_EXPR_SUBLINK || len(s.GetTargetList()) != 1 || s.GetLarg() != nil {
			return ""
		}
		return t.inferredType(s.TargetList[0].GetResTarget().GetVal())
	case *pg_query.Node_AConst:
		if c := e.AConst.GetFval(); c != nil && !strings.ContainsAny(c.Fval, ".eE") {
			return map[bool]string{true: "int8", false: "numeric"}[isInt8(c.Fval)]
		}
	}
	return t.shownType(n)
}

// isInt8 reports whether digits are a bigint.
func isInt8(digits string) bool {
	const largest = "9223372036854775807"
	return len(digits) < len(largest) || len(digits) == len(largest) && digits <= largest
}

// numericOrder are the types of numbers, in the order in which an operation takes the greater of two.
var numericOrder = map[string]int{"int2": 1, "int4": 2, "int8": 3, "numeric": 4, "float4": 5, "float8": 6}

// commonType is the type of several values that are made one.
func (t *translation) commonType(values []*pg_query.Node) string {
	common := ""
	for _, v := range values {
		kind := t.inferredType(v)
		switch {
		case kind == "unknown" || v.GetParamRef() != nil:
		case kind == "":
			return ""
		case common == "", common == kind:
			common = kind
		case numericOrder[common] == 0 || numericOrder[kind] == 0:
			return ""
		case numericOrder[kind] > numericOrder[common]:
			common = kind
		}
	}
	return common
}

// operationType is the type of an operator's result.
func (t *translation) operationType(e *pg_query.A_Expr) string {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return ""
	}
	_, op := parse.SplitName(e.Name)
	if e.Lexpr == nil {
		return map[bool]string{true: t.inferredType(e.Rexpr)}[op == "-" || op == "+"]
	}
	left, right := t.inferredType(e.Lexpr), t.inferredType(e.Rexpr)
	if e.Rexpr.GetParamRef() != nil && right == "" {
		right = rightOperand(op, left, e.Lexpr)
	}
	if e.Lexpr.GetParamRef() != nil && left == "" {
		left = leftOperand(op, right, e.Rexpr)
	}
	switch op {
	case "->>", "#>>":
		return "text"
	case "->", "#>":
		return map[bool]string{true: left}[left == "json" || left == "jsonb"]
	case "||":
		return map[bool]string{true: "text"}[left == "text" || right == "text"]
	case "+", "-", "*", "/", "%":
		return arithmeticType(op, left, right)
	}
	return ""
}

// arithmeticType is the type of an operation on values of two types.
func arithmeticType(op, left, right string) string {
	l, r := numericOrder[left], numericOrder[right]
	moment := func(kind string) bool { return kind == "timestamp" || kind == "timestamptz" }
	switch {
	case l > 0 && r > 0:
		kind := left
		if r > l {
			kind = right
		}
		if kind == "float4" && l != r {
			return "float8"
		}
		return kind
	case op == "-" && left == "date" && right == "date":
		return "int4"
	case op == "-" && moment(left) && left == right:
		return "interval"
	case (op == "+" || op == "-") && right == "interval" && (moment(left) || left == "interval" || left == "time"):
		return left
	case op == "+" && left == "interval" && moment(right):
		return right
	case (op == "+" || op == "-") && right == "interval" && left == "date":
		return "timestamp"
	case (op == "+" || op == "-") && left == "date" && isInteger(right) && right != "int8":
		return left
	case (op == "*" || op == "/") && left == "interval" && r > 0, op == "*" && l > 0 && right == "interval":
		return "interval"
	}
	return ""
}

// callTypes are the types of the results of functions that have one type alone.
var callTypes = map[string]string{
	"count": "int8", "length": "int4", "char_length": "int4", "character_length": "int4", "octet_length": "int4", "strpos": "int4", "position": "int4",
	"array_length": "int4", "cardinality": "int4", "ascii": "int4", "row_number": "int8", "rank": "int8", "dense_rank": "int8", "ntile": "int4",
	"extract": "numeric", "date_part": "float8", "random": "float8", "pi": "float8", "to_char": "text", "upper": "text", "lower": "text", "trim": "text", "btrim": "text",
	"ltrim": "text", "rtrim": "text", "concat": "text", "concat_ws": "text", "replace": "text", "substr": "text", "substring": "text", "left": "text",
	"right": "text", "md5": "text", "initcap": "text", "reverse": "text", "string_agg": "text", "split_part": "text", "format": "text", "age": "interval",
	"make_interval": "interval", "to_timestamp": "timestamptz", "localtimestamp": "timestamp",
}

// callType is the type of a call's result.
func (t *translation) callType(f *pg_query.FuncCall) string {
	schema, name := parse.SplitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" {
		return ""
	}
	if kind := callTypes[name]; kind != "" {
		if (name == "upper" || name == "lower") && (len(f.Args) != 1 || t.inferredType(f.Args[0]) != "text" && t.inferredType(f.Args[0]) != "varchar") {
			return "" // bounds of ranges
		}
		return kind
	}
	if len(f.Args) == 0 {
		return ""
	}
	of := t.inferredType(f.Args[0])
	switch name {
	case "sum":
		return map[string]string{"int2": "int8", "int4": "int8", "int8": "numeric", "numeric": "numeric", "float4": "float4", "float8": "float8", "interval": "interval"}[of]
	case "avg":
		return map[string]string{"int2": "numeric", "int4": "numeric", "int8": "numeric", "numeric": "numeric", "float4": "float8", "float8": "float8", "interval": "interval"}[of]
	case "max", "min", "lag", "lead", "first_value", "last_value", "nth_value":
		if of == "varchar" && (name == "max" || name == "min") {
			return "text"
		}
		return of
	case "abs":
		return map[bool]string{true: of}[numericOrder[of] > 0]
	case "round", "trunc", "ceil", "ceiling", "floor":
		return map[bool]string{true: "numeric", false: "float8"}[of == "numeric" || len(f.Args) == 2]
	case "date_trunc":
		if len(f.Args) == 2 {
			return map[string]string{"date": "timestamptz", "timestamptz": "timestamptz", "timestamp": "timestamp", "interval": "interval"}[t.inferredType(f.Args[1])]
		}
	}
	return ""
}
