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

// PostgreSQL computes constant expressions while it plans, so what fails there fails over no rows, too. Arithmetic of numbers is
// computed here. Other expressions are computed by the source, before the statement runs: see [Folded].

// checkFolded refuses constant arithmetic of the outermost query that fails.
func (t *checker) checkFolded(root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	eachFolded(root, func(n *pg_query.Node) bool {
		_, kind := t.fold(n)
		return kind != ""
	})
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
			t.noteFolded(n, sqlstate.DivisionByZero, "division by zero")
			return nil, ""
		}
		value = divided(x, y, op, kind)
	default:
		return nil, ""
	}
	if bits, whole := foldedBits[kind]; whole && !fitsIn(value.Num(), bits) {
		t.noteFolded(n, sqlstate.NumericOutOfRange, inference.SpelledNumbers[kind]+" out of range")
		return nil, ""
	}
	return value, kind
}

// noteFolded notes the error of an operation.
func (t *checker) noteFolded(n *pg_query.Node, code sqlstate.Code, message string) {
	if t.Types != nil {
		t.NoteError(n.GetAExpr().Location, code, "%s", message)
	}
}

// divided is a quotient or a remainder. Numerics are not rounded.
func divided(x, y *big.Rat, op, kind string) *big.Rat {
	quotient := new(big.Rat).Quo(x, y)
	if op == "/" && kind == "numeric" {
		return quotient
	}
	whole := new(big.Rat).SetInt(new(big.Int).Quo(quotient.Num(), quotient.Denom()))
	if op == "/" {
		return whole
	}
	return whole.Sub(x, whole.Mul(whole, y))
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
