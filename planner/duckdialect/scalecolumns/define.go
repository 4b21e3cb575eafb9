package scalecolumns

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// addDefinitions gives the columns of a new table companions. It is called while the types are still the client's; add adds the definitions
// once the others are DuckDB's.
func addDefinitions(t *rewrite.Translation, root *pg_query.Node) (add func()) {
	s := root.GetCreateStmt()
	var list []*pg_query.Node
	for _, n := range s.GetTableElts() {
		if c := n.GetColumnDef(); c != nil && IsPlain(c) {
			list = append(list, defineCompanion(c))
		}
	}
	return func() {
		if len(list) > 0 {
			s.TableElts, t.Changed = append(s.TableElts, list...), true
		}
	}
}

// IsPlain reports whether a definition is that of a column of type numeric without a precision, whose values are given.
func IsPlain(c *pg_query.ColumnDef) bool {
	schema, name := parse.SplitName(c.GetTypeName().GetNames())
	return name == "numeric" && (schema == "" || schema == "pg_catalog") && len(c.TypeName.Typmods) == 0 && len(c.TypeName.ArrayBounds) == 0 && !c.TypeName.Setof && !c.TypeName.PctType &&
		!trees.HasConstraint(c.Constraints, pg_query.ConstrType_CONSTR_GENERATED)
}

// defineCompanion defines the companion of a column. Its default is the scale of the column's default, where that is a constant.
func defineCompanion(c *pg_query.ColumnDef) *pg_query.Node {
	companion := &pg_query.ColumnDef{
		Colname: providers.ScaleColumn(c.Colname), TypeName: build.PlainType(providers.ScaleColumnType), IsLocal: true, Location: build.Nowhere,
	}
	if digits, ok := DefaultScale(c.Constraints); ok {
		companion.Constraints = []*pg_query.Node{build.Constraint(&pg_query.Constraint{
			Contype: pg_query.ConstrType_CONSTR_DEFAULT, RawExpr: build.Number(int64(digits)), Location: build.Nowhere,
		})}
	}
	return &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: companion}}
}

// DefaultScale is the scale of the default of a column; ok is false if it has none that is a constant.
func DefaultScale(list []*pg_query.Node) (digits int, ok bool) {
	for _, n := range list {
		if k := n.GetConstraint(); k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT {
			return ConstantScale(k.RawExpr)
		}
	}
	return 0, false
}

// largestScale is the largest number that a companion holds.
const largestScale = 255

// ConstantScale is the scale of a numeric that is written out, as a number or as a text; ok is false for another expression, and for a number
// with an exponent.
func ConstantScale(n *pg_query.Node) (digits int, ok bool) {
	for c := n.GetTypeCast(); c != nil; c = n.GetTypeCast() {
		if _, name := parse.SplitName(c.TypeName.GetNames()); name != "numeric" || len(c.TypeName.Typmods)+len(c.TypeName.ArrayBounds) > 0 {
			return 0, false
		}
		n = c.Arg
	}
	text, quoted := parse.TextConstant(n)
	text = strings.TrimSpace(text)
	if _, err := numeric.Parse(text); quoted && err != nil {
		return 0, false
	}
	if !quoted {
		if text, ok = trees.Number(n); !ok {
			return 0, false
		}
	}
	if strings.ContainsAny(text, "eExXoObBnN_") {
		return 0, false
	}
	_, fraction, _ := strings.Cut(text, ".")
	return len(fraction), len(fraction) <= largestScale
}
