package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// scaleGenerated gives generated columns of type numeric the digits that their expressions have behind the point, where these
// follow from the types of the other columns: price * quantity has those of price.
func (t *Rules) scaleGenerated(elements []*pg_query.Node) {
	columns := map[string]*pg_query.TypeName{}
	for _, e := range elements {
		if c := e.GetColumnDef(); c != nil {
			columns[c.Colname] = c.TypeName
		}
	}
	for _, e := range elements {
		c := e.GetColumnDef()
		if _, name := parse.SplitName(c.GetTypeName().GetNames()); name != "numeric" || len(c.TypeName.Typmods) > 0 || len(c.TypeName.ArrayBounds) > 0 {
			continue
		}
		for _, n := range c.Constraints {
			if k := n.GetConstraint(); k.GetContype() == pg_query.ConstrType_CONSTR_GENERATED {
				if scale, ok := scaleOf(k.RawExpr, columns); ok && scale <= mostKnownScale {
					writes.ScaleColumn(&t.Translation, c, scale)
				}
			}
		}
	}
}

// mostKnownScale leaves room for the digits before the point.
const mostKnownScale = 18

// scaleOf is how many digits an expression has behind the point, in all rows. columns are the types of columns.
func scaleOf(n *pg_query.Node, columns map[string]*pg_query.TypeName) (scale int, ok bool) {
	if s, isNumber := trees.Number(n); isNumber {
		_, fraction, _ := strings.Cut(s, ".")
		return len(fraction), !strings.ContainsAny(s, "eE")
	}
	if s, quoted := parse.TextConstant(n); quoted {
		_, fraction, _ := strings.Cut(strings.TrimSpace(s), ".")
		return len(fraction), trees.Decimal.MatchString(strings.TrimSpace(s))
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		if len(e.ColumnRef.Fields) == 1 {
			return scaleOfType(columns[e.ColumnRef.Fields[0].GetString_().GetSval()])
		}
	case *pg_query.Node_TypeCast:
		to := e.TypeCast.TypeName
		if _, name := parse.SplitName(to.GetNames()); name == "numeric" && len(to.GetTypmods())+len(to.GetArrayBounds()) == 0 {
			return scaleOf(e.TypeCast.Arg, columns) // the cast keeps all digits
		}
		return scaleOfType(to)
	case *pg_query.Node_AExpr:
		_, op := parse.SplitName(e.AExpr.Name)
		right, rightOK := scaleOf(e.AExpr.Rexpr, columns)
		if e.AExpr.Lexpr == nil {
			return right, rightOK && (op == "-" || op == "+")
		}
		left, leftOK := scaleOf(e.AExpr.Lexpr, columns)
		switch op {
		case "+", "-":
			return max(left, right), leftOK && rightOK
		case "*":
			return left + right, leftOK && rightOK
		}
	case *pg_query.Node_FuncCall:
		if scale, ok := scaleOfCall(e.FuncCall, columns); ok {
			return scale, true
		}
	}
	choices := trees.Choices(n)
	for i, c := range choices {
		of, known := scaleOf(c, columns)
		if !known || i > 0 && of != scale {
			return 0, false
		}
		scale = of
	}
	return scale, len(choices) > 0
}

// scaleOfType is how many digits the values of a type have behind the point.
func scaleOfType(n *pg_query.TypeName) (scale int, ok bool) {
	_, name := parse.SplitName(n.GetNames())
	if len(n.GetArrayBounds()) > 0 {
		return 0, false
	}
	if _, serial := serials[name]; serial {
		return 0, true
	}
	switch name {
	case "int2", "int4", "int8":
		return 0, true
	case "numeric":
		switch len(n.Typmods) {
		case 1:
			return 0, true
		case 2:
			digits, isInt := parse.IntConstant(n.Typmods[1])
			return int(digits), isInt && digits >= 0
		}
	}
	return 0, false
}

// scaleOfCall is scaleOf for a call.
func scaleOfCall(f *pg_query.FuncCall, columns map[string]*pg_query.TypeName) (scale int, ok bool) {
	_, name := parse.SplitName(f.Funcname)
	switch {
	case name == "round" && len(f.Args) == 2:
		digits, isInt := parse.IntConstant(f.Args[1])
		return int(digits), isInt && digits >= 0
	case name == "abs" && len(f.Args) == 1:
		return scaleOf(f.Args[0], columns)
	}
	return 0, false
}
