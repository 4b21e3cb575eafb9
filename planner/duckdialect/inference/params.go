package inference

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The types of parameters that stand beside a value of a known type, by PostgreSQL's rules: a parameter of no type is taken
// for one of the other operand's type if there is such an operator, and else for the one type with which there is one.
// https://www.postgresql.org/docs/15/typeconv-oper.html. DuckDB has more operators, and leaves such a parameter open.

// TypeOIDs maps types to the OIDs of the type and its array type. It has the types that DuckDB calls
// otherwise, and those that DuckDB forgets when the parameter is an argument of a macro.
var TypeOIDs = map[string][2]uint32{
	"oid": {26, 1028}, "name": {19, 1003}, "char": {18, 1002}, "xid": {28, 1011}, "jsonb": {3802, 3807},
	"varchar": {1043, 1015}, "bpchar": {1042, 1014}, "regclass": {2205, 2210}, "regtype": {2206, 2211},
	"bool": {16, 1000}, "bytea": {17, 1001}, "int8": {20, 1016}, "int2": {21, 1005}, "int4": {23, 1007}, "text": {25, 1009},
	"json": {114, 199}, "float4": {700, 1021}, "float8": {701, 1022}, "date": {1082, 1182}, "time": {1083, 1183},
	"timestamp": {1114, 1115}, "timestamptz": {1184, 1185}, "interval": {1186, 1187}, "numeric": {1700, 1231}, "uuid": {2950, 2951},
}

// maxParams is how many parameters the protocol has at most.
const maxParams = 65535

// NoteParams notes the types of the parameters that operators and calls show.
func (t *Types) NoteParams(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite || !strings.Contains(t.Text, "$") { // without a dollar there is no parameter
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			t.inferOperands(m)
		case *pg_query.FuncCall:
			t.inferArguments(m)
		case *pg_query.TypeCast:
			t.inferParam(m.Arg, t.Inferred(&pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: m}}))
		case *pg_query.CoalesceExpr:
			t.inferAlike(m.Args)
		case *pg_query.MinMaxExpr:
			t.inferAlike(m.Args)
		case *pg_query.CaseExpr:
			t.inferAlike(trees.CaseResults(m))
		case *pg_query.BoolExpr:
			for _, operand := range m.Args {
				t.inferParam(operand, "bool")
			}
		case *pg_query.A_Indices:
			t.inferParam(m.Lidx, "int4")
			t.inferParam(m.Uidx, "int4")
		case *pg_query.InsertStmt:
			t.eachInserted(m, t.inferParam)
		case *pg_query.UpdateStmt:
			t.eachAssigned(m.TargetList, t.Env.Columns(m.Relation.GetSchemaname(), m.Relation.GetRelname()), t.inferParam)
		}
	})
}

// inferAlike notes the types of parameters among values that are made one.
func (t *Types) inferAlike(values []*pg_query.Node) {
	for _, v := range values {
		if v.GetParamRef() != nil {
			t.inferParam(v, t.commonType(values))
		}
	}
}

// eachInserted gives the values of an INSERT to f, with the types of their columns.
func (t *Types) eachInserted(s *pg_query.InsertStmt, f func(n *pg_query.Node, kind string)) {
	columns := t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())
	query := s.SelectStmt.GetSelectStmt()
	order := namedColumns(columns, s.Cols)
	for _, row := range query.GetValuesLists() {
		t.eachValue(row.GetList().GetItems(), order, f)
	}
	if query.GetOp() == pg_query.SetOperation_SETOP_NONE {
		for i, target := range query.GetTargetList() {
			assignTo(target.GetResTarget().GetVal(), order, i, f)
		}
	}
	t.eachAssigned(s.OnConflictClause.GetTargetList(), columns, f)
}

// eachValue gives the values of a row to f, with the types of their columns.
func (t *Types) eachValue(values []*pg_query.Node, columns []rewrite.Column, f func(n *pg_query.Node, kind string)) {
	for i, v := range values {
		assignTo(v, columns, i, f)
	}
}

// namedColumns are the columns that a list names, or all.
func namedColumns(columns []rewrite.Column, list []*pg_query.Node) []rewrite.Column {
	if len(list) == 0 {
		return columns
	}
	named := make([]rewrite.Column, len(list))
	for i, c := range list {
		if len(c.GetResTarget().GetIndirection()) == 0 {
			named[i], _ = rewrite.ColumnNamed(columns, c.GetResTarget().GetName())
		}
	}
	return named
}

// eachAssigned gives the values that SET assigns to f, with the types of their columns.
func (t *Types) eachAssigned(targets []*pg_query.Node, columns []rewrite.Column, f func(n *pg_query.Node, kind string)) {
	for _, n := range targets {
		target := n.GetResTarget()
		c, known := rewrite.ColumnNamed(columns, target.GetName())
		if !known || len(target.Indirection) > 0 {
			continue
		}
		value := target.Val
		if multiple := value.GetMultiAssignRef(); multiple != nil { // (a, b) = ($1, $2)
			args := multiple.Source.GetRowExpr().GetArgs()
			if int(multiple.Colno) > len(args) {
				continue
			}
			value = args[multiple.Colno-1]
		}
		assignTo(value, []rewrite.Column{c}, 0, f)
	}
}

// assignTo gives a value to f with the type of its column, unless that is a user's.
func assignTo(n *pg_query.Node, columns []rewrite.Column, i int, f func(n *pg_query.Node, kind string)) {
	if i < len(columns) && columns[i].User == "" && columns[i].Enum == nil {
		kind := kindsByOID[columns[i].Type]
		if kind == "" {
			kind = bitKinds[columns[i].Type]
		}
		f(n, kind)
	}
}

// bitKinds are the types of bit strings, which parameters have by DuckDB alone.
var bitKinds = map[uint32]string{1560: "bit", 1562: "varbit"}

// kindsByOID are the types of TypeOIDs, those of arrays as int4[].
var kindsByOID = func() map[uint32]string {
	m := map[uint32]string{}
	for kind, oids := range TypeOIDs {
		m[oids[0]], m[oids[1]] = kind, kind+"[]"
	}
	return m
}()

// KindOfOID is the type of an OID, as int4[] for an array; "" for one that TypeOIDs does not have.
func KindOfOID(oid uint32) string { return kindsByOID[oid] }

// byDuckDB is the type of a parameter that DuckDB finds: that of a column beside it.
const byDuckDB = "column"

// inferParam notes the type of an operand that is a parameter. The first place where it stands decides.
func (t *Types) inferParam(n *pg_query.Node, kind string) {
	p := n.GetParamRef()
	if p == nil || kind == "" || p.Number < 1 || p.Number > maxParams {
		return
	}
	if kind == "bit" || kind == "varbit" {
		return
	}
	oid := TypeOIDs[strings.TrimSuffix(kind, "[]")][0]
	if strings.HasSuffix(kind, "[]") {
		oid = TypeOIDs[strings.TrimSuffix(kind, "[]")][1]
	}
	if t.ParamOIDs == nil {
		t.ParamOIDs = map[int]uint32{}
	}
	if _, decided := t.ParamOIDs[int(p.Number)]; !decided {
		t.ParamOIDs[int(p.Number)] = oid
	}
}

// inferOperands notes the types of an operator's operands.
func (t *Types) inferOperands(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	left, right := e.Lexpr, e.Rexpr
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		switch {
		case left == nil || right == nil:
		case left.GetParamRef() == nil && right.GetParamRef() != nil:
			t.inferParam(right, rightOperand(op, t.Inferred(left), left))
		case right.GetParamRef() == nil && left.GetParamRef() != nil:
			t.inferParam(left, leftOperand(op, t.Inferred(right), right))
		}
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		for _, bound := range right.GetList().GetItems() {
			t.inferParam(left, leftOperand(op, t.Inferred(bound), bound))
			t.inferParam(bound, rightOperand(op, t.Inferred(left), left))
		}
	case pg_query.A_Expr_Kind_AEXPR_IN:
		t.inferParam(left, t.commonType(right.GetList().GetItems()))
	case pg_query.A_Expr_Kind_AEXPR_NULLIF:
		t.inferAlike([]*pg_query.Node{left, right})
	}
}

// rightOperand is the type of a parameter to the right of an operator whose left operand has a type. "": it is not known.
func rightOperand(op, kind string, beside *pg_query.Node) string {
	switch {
	case op == "+" && momentTypes[kind]:
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
	case op == "+" && momentTypes[kind]:
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
	case "+", "-", "*", "/", "%", "^":
		return arithmeticOperand(op, kind)
	case "&", "|", "#":
		if isInteger(kind) {
			return kind
		}
	case "=", "<>", "<", ">", "<=", ">=", "BETWEEN", "NOT BETWEEN":
		if beside.GetColumnRef() != nil {
			return byDuckDB
		}
		if numericOrder[kind] > 0 || comparedTypes[kind] {
			return kind
		}
	case "||":
		if TextTypes[kind] {
			return "text"
		}
	}
	if listOperators[op] && (kind == "jsonb" && op != "&&" || strings.HasSuffix(kind, "[]")) {
		return kind
	}
	return ""
}

// arithmeticOperand is the type of a parameter beside a value of a type in arithmetic.
func arithmeticOperand(op, kind string) string {
	switch {
	case op == "^" && (isInteger(kind) || kind == "float4" || kind == "float8"), (op == "*" || op == "/") && kind == "interval":
		return "float8"
	case op == "%" && (kind == "float4" || kind == "float8"):
		return ""
	case numericOrder[kind] > 0, op == "-" && momentTypes[kind], (op == "+" || op == "-") && kind == "interval":
		return kind
	}
	return ""
}

// listOperators are operators of two arrays, or of two values of jsonb.
var listOperators = parse.WordSet(`|| @> <@ &&`)

// momentTypes are types whose values are subtracted from others of the same type.
var momentTypes = parse.WordSet(`timestamp timestamptz time`)

// comparedTypes are types, besides those of numbers, whose values are compared with a parameter of the same type.
var comparedTypes = parse.WordSet(`date timestamp timestamptz time interval text`)

// isInteger reports whether a type is one of the integers.
func isInteger(kind string) bool { return numericOrder[kind] >= 1 && numericOrder[kind] <= 3 }

// inferArguments notes the types of a call's arguments.
func (t *Types) inferArguments(f *pg_query.FuncCall) {
	schema, name := parse.SplitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" {
		return
	}
	switch {
	case name == "age" && len(f.Args) == 2:
		t.inferAlike(f.Args)
	case name == "mod" && len(f.Args) == 2:
		t.inferOperands(&pg_query.A_Expr{Kind: pg_query.A_Expr_Kind_AEXPR_OP, Name: []*pg_query.Node{pg_query.MakeStrNode("%")}, Lexpr: f.Args[0], Rexpr: f.Args[1]})
	}
	t.eachArgument(f, t.inferParam)
}

// eachArgument gives the arguments of a call that have one type to take.
func (t *Types) eachArgument(f *pg_query.FuncCall, take func(n *pg_query.Node, kind string)) {
	schema, name := parse.SplitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" {
		return
	}
	if name == "generate_series" && (len(f.Args) == 2 || len(f.Args) == 3) {
		for i := range 2 {
			if kind := t.Inferred(f.Args[1-i]); isInteger(kind) && kind != "int2" || kind == "numeric" {
				take(f.Args[i], kind)
			}
		}
	}
	if array, ok := arrayArguments[name]; ok && len(f.Args) == 2 {
		if element, ok := strings.CutSuffix(t.Inferred(f.Args[array]), "[]"); ok {
			take(f.Args[1-array], element)
		}
	}
	t.eachMomentArgument(f, name, take)
	for i, kind := range strings.Fields(argumentTypes[name]) {
		if i < len(f.Args) && kind != "." {
			take(f.Args[i], kind)
		}
	}
}

// eachMomentArgument gives the arguments of functions of intervals and times to take.
func (t *Types) eachMomentArgument(f *pg_query.FuncCall, name string, take func(n *pg_query.Node, kind string)) {
	if name == "make_interval" {
		for i, a := range f.Args {
			kind := "int4"
			if named := a.GetNamedArgExpr(); named != nil && named.Name == "secs" || named == nil && i == secondsOfInterval {
				kind = "float8"
			}
			if named := a.GetNamedArgExpr(); named != nil {
				a = named.Arg
			}
			take(a, kind)
		}
	}
	if name == "date_bin" && len(f.Args) == 3 {
		for i := range 2 {
			if kind := t.Inferred(f.Args[1+i]); kind == "timestamp" || kind == "timestamptz" {
				take(f.Args[2-i], kind)
			} else if f.Args[1].GetParamRef() != nil && f.Args[2].GetParamRef() != nil {
				take(f.Args[1+i], "timestamptz")
			}
		}
	}
}

// secondsOfInterval is which argument of make_interval has the seconds.
const secondsOfInterval = 6

// arrayArguments are functions of an array and an element, and which argument is the array.
var arrayArguments = map[string]int{"array_append": 0, "array_remove": 0, "array_position": 0, "array_positions": 0, "array_prepend": 1}

// argumentTypes are the types of the arguments of functions that have one type there alone; "." is another argument.
var argumentTypes = map[string]string{
	"left": ". int4", "right": ". int4", "repeat": "text int4", "lpad": "text int4 text", "rpad": "text int4 text", "split_part": "text text int4",
	"substr": ". int4 int4", "lag": ". int4", "lead": ". int4", "ntile": "int4", "nth_value": ". int4", "round": ". int4", "trunc": ". int4",
	"chr": "int4", "make_time": "int4 int4 float8", "make_timestamp": "int4 int4 int4 int4 int4 float8",
	"make_timestamptz": "int4 int4 int4 int4 int4 float8 text", "date_bin": "interval . .",
	"array_length": ". int4", "make_date": "int4 int4 int4", "date_part": "text .", "to_date": "text text", "to_char": ". text", "date_trunc": "text .", "array_to_string": ". text text",
}

// ParamTypes returns the type OIDs of the parameters that the statement casts to a type of TypeOIDs:
// 26 for $1::oid. 0 means that DuckDB's type is right. A client that asks for the
// type of a parameter it did not declare must be told this one. tree is the client's, before
// Translate.
func ParamTypes(tree *pg_query.ParseResult) []uint32 {
	var out []uint32
	t := &rewrite.Translation{}
	for _, s := range tree.GetStmts() {
		t.EachMessage(s.ProtoReflect(), func(m any) {
			c, ok := m.(*pg_query.TypeCast)
			if !ok || c.GetArg().GetParamRef() == nil {
				return
			}
			schema, name := parse.SplitName(c.TypeName.GetNames())
			oids, known := TypeOIDs[name]
			n := int(c.Arg.GetParamRef().Number)
			if !known || schema != "" && schema != "pg_catalog" || n < 1 || n > maxParams {
				return
			}
			for len(out) < n {
				out = append(out, 0)
			}
			if out[n-1] = oids[0]; len(c.TypeName.ArrayBounds) > 0 {
				out[n-1] = oids[1]
			}
		})
	}
	return out
}
