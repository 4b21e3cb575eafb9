package checks

import (
	"math/big"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL computes constant expressions while it plans, so what fails there fails over no rows, too. This is so of the expressions
// of the outermost query alone: others may be of no use to it, and then are not planned.

// checkFolded refuses constant arithmetic of the outermost query that fails.
func (t *checker) checkFolded(root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		if q := s.SelectStmt; len(q.FromClause) > 0 || q.WhereClause != nil || root.GetExplainStmt() != nil { // any other is computed
			t.foldQuery(q)
		}
	case *pg_query.Node_InsertStmt:
		t.foldQuery(s.InsertStmt.GetSelectStmt().GetSelectStmt())
	case *pg_query.Node_UpdateStmt:
		t.foldEach(s.UpdateStmt.TargetList...)
		t.foldEach(s.UpdateStmt.WhereClause)
	case *pg_query.Node_DeleteStmt:
		t.foldEach(s.DeleteStmt.WhereClause)
	}
}

func (t *checker) foldQuery(s *pg_query.SelectStmt) {
	if s != nil && s.Larg == nil {
		t.foldEach(s.TargetList...)
		t.foldEach(s.WhereClause, s.HavingClause)
	}
}

// foldEach looks at expressions. It does not look at what PostgreSQL may leave out: the branches of CASE, AND, OR and COALESCE.
func (t *checker) foldEach(list ...*pg_query.Node) {
	for _, n := range list {
		switch e := n.GetNode().(type) {
		case *pg_query.Node_ResTarget:
			t.foldEach(e.ResTarget.Val)
		case *pg_query.Node_FuncCall:
			t.foldEach(e.FuncCall.Args...)
		case *pg_query.Node_List:
			t.foldEach(e.List.Items...)
		case *pg_query.Node_AArrayExpr:
			t.foldEach(e.AArrayExpr.Elements...)
		case *pg_query.Node_TypeCast:
			t.foldEach(e.TypeCast.Arg)
		case *pg_query.Node_AExpr:
			if e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_IN {
				t.foldEach(e.AExpr.Rexpr)
			}
			if e.AExpr.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
				continue
			}
			if _, kind := t.fold(n); kind == "" {
				t.foldEach(e.AExpr.Lexpr, e.AExpr.Rexpr)
			}
		}
	}
}

// foldedKinds are the types of numbers that are computed here: a computation has the later one of its operands.
var foldedKinds = map[string]int{"int2": 1, "int4": 2, "int8": 3, "numeric": 4}

// foldedBits are the sizes of whole numbers.
var foldedBits = map[string]uint{"int2": 16, "int4": 32, "int8": 64}

// fold computes constant arithmetic. It returns a kind of "" for what it does not compute, and notes what fails.
func (t *checker) fold(n *pg_query.Node) (value *big.Rat, kind string) {
	e := n.GetAExpr()
	if e == nil {
		return foldedConstant(n)
	}
	if e.Lexpr == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return nil, ""
	}
	x, of := t.fold(e.Lexpr)
	y, other := t.fold(e.Rexpr)
	if of == "" || other == "" {
		return nil, ""
	}
	if kind = of; foldedKinds[other] > foldedKinds[of] {
		kind = other
	}
	value = new(big.Rat)
	switch _, op := parse.SplitName(e.Name); op {
	case "+":
		value.Add(x, y)
	case "-":
		value.Sub(x, y)
	case "*":
		value.Mul(x, y)
	case "/", "%":
		if y.Sign() == 0 {
			t.NoteError(n.GetAExpr().Location, sqlstate.DivisionByZero, "division by zero")
		}
		return nil, ""
	default:
		return nil, ""
	}
	if bits, whole := foldedBits[kind]; whole && !fitsIn(value.Num(), bits) {
		t.NoteError(n.GetAExpr().Location, sqlstate.NumericOutOfRange, "%s out of range", inference.SpelledNumbers[kind])
		return nil, ""
	}
	return value, kind
}

// foldedConstant reads a number, or a cast of one to another type of numbers that has it.
func foldedConstant(n *pg_query.Node) (value *big.Rat, kind string) {
	if c := n.GetTypeCast(); c != nil {
		if value, kind = foldedConstant(c.Arg); kind == "" || len(c.TypeName.Typmods)+len(c.TypeName.ArrayBounds) > 0 {
			return nil, ""
		}
		_, kind = parse.SplitName(c.TypeName.Names)
		if bits := foldedBits[kind]; kind == "numeric" || bits > 0 && value.IsInt() && fitsIn(value.Num(), bits) {
			return value, kind
		}
		return nil, ""
	}
	text, ok := trees.Number(n)
	if !ok || n.GetAConst() == nil {
		return nil, ""
	}
	if value, ok = new(big.Rat).SetString(text); !ok {
		return nil, ""
	}
	for _, whole := range []string{"int4", "int8"} {
		if !strings.Contains(text, ".") && fitsIn(value.Num(), foldedBits[whole]) {
			return value, whole
		}
	}
	return value, "numeric"
}

// fitsIn reports whether a number is one of so many bits.
func fitsIn(value *big.Int, bits uint) bool {
	limit := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return value.Cmp(limit) < 0 && value.Cmp(new(big.Int).Neg(limit)) >= 0
}
