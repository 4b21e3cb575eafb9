package inference

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Quoted constants beside a value of a known type are of that type by the rules for parameters (params.go). PostgreSQL reads
// them when it analyses the statement; DuckDB does for rows alone.

// CheckConstants notes an error for the first constant that its type cannot read. The tree is the client's.
func (t *Types) CheckConstants(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite || t.Env.Unsettled {
		return
	}
	t.noteDefined(root.GetCreateStmt())
	var several []*pg_query.SelectStmt          // VALUES and set operations
	assigned := map[*pg_query.SelectStmt]bool{} // the VALUES of an INSERT, whose columns have the table's types
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if t.Err != nil {
			return
		}
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			if m.Larg != nil || len(m.ValuesLists) > 1 {
				several = append(several, m)
			}
			t.checkClauses(m)
		case *pg_query.InsertStmt:
			t.eachInserted(m, t.checkConstant)
			assigned[m.SelectStmt.GetSelectStmt()] = true
		case *pg_query.UpdateStmt:
			t.checkConstant(m.WhereClause, "bool")
			t.eachAssigned(m.TargetList, t.Env.Columns(m.Relation.GetSchemaname(), m.Relation.GetRelname()), t.checkConstant)
		case *pg_query.DeleteStmt:
			t.checkConstant(m.WhereClause, "bool")
		case *pg_query.JoinExpr:
			t.checkConstant(m.Quals, "bool")
		case *pg_query.MergeStmt:
			t.checkMerged(m)
		default:
			t.checkExpression(m)
		}
	})
	for _, s := range several {
		if !assigned[s] || s.Larg != nil {
			t.checkParts(s)
		}
	}
}

// checkClauses checks the clauses of a query that have one type.
func (t *Types) checkClauses(s *pg_query.SelectStmt) {
	t.checkConstant(s.WhereClause, "bool")
	t.checkConstant(s.HavingClause, "bool")
	t.checkConstant(s.LimitCount, "int8")
	t.checkConstant(s.LimitOffset, "int8")
}

// checkExpression checks the constants of an expression.
func (t *Types) checkExpression(m any) {
	switch m := m.(type) {
	case *pg_query.A_Expr:
		t.checkOperands(m)
	case *pg_query.BoolExpr:
		for _, n := range m.Args {
			t.checkConstant(n, "bool")
		}
	case *pg_query.FuncCall:
		if _, name := parse.SplitName(m.Funcname); strings.HasPrefix(name, "to_reg") && len(m.Args) == 1 && !strings.HasSuffix(constantOf(m.Args[0]), ")") {
			t.checkConstant(m.Args[0], strings.TrimPrefix(name, "to_"))
		}
		t.checkConstant(m.AggFilter, "bool")
		t.eachArgument(m, t.checkConstant)
	case *pg_query.CoalesceExpr:
		t.checkAlike(m.Args)
	case *pg_query.MinMaxExpr:
		t.checkAlike(m.Args)
	case *pg_query.CaseExpr:
		t.checkAlike(trees.CaseResults(m))
		t.checkCases(m)
	case *pg_query.SubLink:
		if s := m.Subselect.GetSelectStmt(); len(s.GetTargetList()) == 1 && s.GetLarg() == nil {
			t.checkConstant(m.Testexpr, t.constantKind("=", s.TargetList[0].GetResTarget().GetVal()))
		}
	case *pg_query.TypeCast:
		t.checkCast(m)
	case *pg_query.A_Indirection:
		t.checkIndexes(m)
	case *pg_query.A_Const:
		if f, failed := constants.MisreadBits(m.GetBsval().GetBsval()); failed {
			t.NoteFault(m.Location, f)
		}
	}
}

// checkConstant notes an error for a quoted constant that a type cannot read.
func (t *Types) checkConstant(n *pg_query.Node, kind string) {
	s, quoted := parse.TextConstant(n)
	if !quoted || kind == "" {
		return
	}
	if f, failed := constants.MisreadDatabase(kind, s, t.Env.Catalog); failed {
		t.NoteFault(n.GetAConst().GetLocation(), f)
	} else if f, failed := constants.Misread(kind, s); failed {
		t.NoteFault(n.GetAConst().GetLocation(), f)
	}
}

// constantOf is the text of a quoted constant, "" for another expression.
func constantOf(n *pg_query.Node) string {
	s, _ := parse.TextConstant(n)
	return s
}

// NoteFault notes the error of a constant.
func (t *Types) NoteFault(location int32, f constants.Fault) {
	e := t.NoteError(location, sqlstate.Code(f.Code), "%s", f.Message)
	if f.Detail != "" {
		e.WithDetail("%s", f.Detail)
	}
	if f.Hint != "" {
		e.WithHint("%s", f.Hint)
	}
}

// checkOperands checks the operands of an operator.
func (t *Types) checkOperands(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	left, right := e.Lexpr, e.Rexpr
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		if a, b := left.GetRowExpr().GetArgs(), right.GetRowExpr().GetArgs(); len(a) > 0 && len(a) == len(b) {
			t.checkRows(op, a, b)
		} else if left != nil {
			t.checkSides(op, left, right)
		}
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NULLIF:
		t.checkSides("=", left, right)
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		for _, bound := range right.GetList().GetItems() {
			t.checkSides("<", left, bound)
		}
	case pg_query.A_Expr_Kind_AEXPR_IN:
		items := right.GetList().GetItems()
		if a := left.GetRowExpr().GetArgs(); len(a) > 0 {
			for _, item := range items {
				t.checkRows("=", a, item.GetRowExpr().GetArgs())
			}
			return
		}
		t.checkAlike(append([]*pg_query.Node{left}, items...))
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		if kind := t.constantKind(op, left); kind != "" {
			t.checkConstant(right, kind+"[]")
		}
	}
}

func (t *Types) checkRows(op string, a, b []*pg_query.Node) {
	for i := range a {
		if i < len(b) {
			t.checkSides(op, a[i], b[i])
		}
	}
}

// checkSides checks a constant on either side of an operator.
func (t *Types) checkSides(op string, left, right *pg_query.Node) {
	if _, quoted := parse.TextConstant(right); quoted {
		t.checkConstant(right, sideKind(op, t.trusted(left), rightOperand))
	} else {
		t.checkConstant(left, sideKind(op, t.trusted(right), leftOperand))
	}
}

// constantKind is the type of a constant to the right of an operator.
func (t *Types) constantKind(op string, left *pg_query.Node) string {
	return sideKind(op, t.trusted(left), rightOperand)
}

// sideKind is the type of a constant beside a value of a type.
func sideKind(op, kind string, operand func(op, kind string, beside *pg_query.Node) string) string {
	if readAlike[kind] && comparisons[op] {
		return kind
	}
	return operand(op, kind, nil)
}

var (
	comparisons = map[string]bool{"=": true, "<>": true, "<": true, ">": true, "<=": true, ">=": true}
	// readAlike are the types, besides numbers and times, whose values are compared with a constant of the same type.
	readAlike = parse.WordSet(`bool bit varbit uuid jsonb timetz int4range int8range numrange tsrange tstzrange daterange
		int2[] int4[] int8[] numeric[] float4[] float8[] bool[] date[] timestamp[] timestamptz[] uuid[]`)
)

// trusted is the type of an expression. A column that a relation's name stands before has none where a relation has
// columns that are not known.
func (t *Types) trusted(n *pg_query.Node) string {
	if fields := n.GetColumnRef().GetFields(); len(fields) > 1 && t.Opaque {
		if kind := t.ColumnTypes[fields[len(fields)-2].GetString_().GetSval()+"."+fields[len(fields)-1].GetString_().GetSval()]; kind == "" {
			return ""
		}
	}
	if kind := t.Inferred(n); kind != "" || t.defined == nil {
		return kind
	}
	return t.defined[trees.LastField(n)]
}

// noteDefined notes the columns that CREATE TABLE defines, for the checks beside them.
func (t *Types) noteDefined(s *pg_query.CreateStmt) {
	for _, n := range s.GetTableElts() {
		c := n.GetColumnDef()
		if _, name := parse.SplitName(c.GetTypeName().GetNames()); c != nil && len(c.TypeName.ArrayBounds) == 0 {
			if t.defined == nil {
				t.defined = map[string]string{}
			}
			t.defined[c.Colname] = name
		}
	}
}

// checkIndexes checks the indexes of an array.
func (t *Types) checkIndexes(x *pg_query.A_Indirection) {
	if !strings.HasSuffix(t.trusted(x.Arg), "[]") {
		return
	}
	for _, n := range x.Indirection {
		t.checkConstant(n.GetAIndices().GetLidx(), "int4")
		t.checkConstant(n.GetAIndices().GetUidx(), "int4")
	}
}

// checkAlike checks the constants among values that are made one.
func (t *Types) checkAlike(values []*pg_query.Node) {
	kind := t.commonType(values)
	for _, n := range values {
		t.checkConstant(n, kind)
	}
}

// checkCases checks what CASE compares with.
func (t *Types) checkCases(c *pg_query.CaseExpr) {
	kind := "bool"
	if c.Arg != nil {
		kind = t.constantKind("=", c.Arg)
	}
	for _, n := range c.Args {
		t.checkConstant(n.GetCaseWhen().GetExpr(), kind)
	}
}

// checkCast checks a constant that is cast to a type by its name.
func (t *Types) checkCast(c *pg_query.TypeCast) {
	schema, name := parse.SplitName(c.TypeName.GetNames())
	if schema != "" && schema != "pg_catalog" {
		return
	}
	if len(c.TypeName.ArrayBounds) > 0 {
		name += "[]"
	}
	t.checkConstant(c.Arg, name)
}

// checkParts checks the constants of the columns of a set operation, and of the rows of VALUES.
func (t *Types) checkParts(s *pg_query.SelectStmt) {
	var rows [][]*pg_query.Node
	for _, row := range s.ValuesLists {
		rows = append(rows, row.GetList().GetItems())
	}
	if s.Larg != nil && len(s.Larg.ValuesLists)+len(s.Rarg.ValuesLists) == 0 && s.Larg.Larg == nil && s.Rarg.Larg == nil {
		for _, part := range []*pg_query.SelectStmt{s.Larg, s.Rarg} {
			var row []*pg_query.Node
			for _, n := range part.TargetList {
				if !trees.IsSingleColumn(n) {
					return
				}
				row = append(row, n.GetResTarget().GetVal())
			}
			rows = append(rows, row)
		}
	}
	if len(rows) < 2 {
		return
	}
	for _, column := range trees.ColumnsOf(rows) {
		t.checkAlike(column)
	}
}

// checkMerged checks the constants that MERGE assigns.
func (t *Types) checkMerged(s *pg_query.MergeStmt) {
	columns := t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())
	t.checkConstant(s.JoinCondition, "bool")
	for _, n := range s.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		t.checkConstant(when.GetCondition(), "bool")
		if len(when.GetValues()) > 0 {
			t.eachValue(when.Values, namedColumns(columns, when.TargetList), t.checkConstant)
		} else {
			t.eachAssigned(when.GetTargetList(), columns, t.checkConstant)
		}
	}
}
