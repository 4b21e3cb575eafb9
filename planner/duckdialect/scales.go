package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Scales of numerics, of which DuckDB has one for a column.

// oddScale is a cast to a numeric whose scale is below zero, or above the precision.
func (t *translation) oddScale(n *pg_query.Node, c *pg_query.TypeCast) bool {
	if len(c.TypeName.Typmods) != 2 || len(c.TypeName.ArrayBounds) > 0 {
		return false
	}
	width, isInt := parse.IntConstant(c.TypeName.Typmods[0])
	scale, isScale := parse.IntConstant(c.TypeName.Typmods[1])
	if !isInt || !isScale || scale >= 0 && scale <= width {
		return false
	}
	if width-scale > constants.WidestNumber || scale > constants.WidestNumber {
		t.NoteUnsupported(c.TypeName.Location, "this precision of numeric is not supported")
		return true
	}
	to := build.PlainType("numeric")
	if scale > 0 {
		to.Typmods = []*pg_query.Node{build.Number(min(constants.WidestNumber, scale+usualWidth)), build.Number(scale)}
		limit := "0." + strings.Repeat("0", int(scale-width)) + strings.Repeat("9", int(width))
		value := build.Cast(c.Arg, to)
		t.ReplaceNode(n, build.Case(value, build.When(build.Binary(">", build.Call("abs", value), build.Numeral(limit)), overflown(width, scale))))
		return true
	}
	to.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(0)}
	value := build.Cast(build.Call("pg__round", build.Cast(c.Arg, numerics.Quotient()), build.Number(scale)), to)
	limit := strings.Repeat("9", int(width)) + strings.Repeat("0", int(-scale))
	t.ReplaceNode(n, build.Case(value, build.When(build.Binary(">", build.Call("abs", value), build.Numeral(limit+".0")), overflown(width, scale))))
	return true
}

// overflown fails for a number that does not fit in a numeric.
func overflown(width, scale int64) *pg_query.Node {
	e := sqlstate.NumericOverflow(int(width), int(scale))
	return build.Call("error", build.Text(string(e.Code)+": "+e.Message+sqlstate.DetailLine+e.Detail))
}

// columnsOfParts are the values that stand below each other in the parts of a set operation, or in VALUES.
func columnsOfParts(s *pg_query.SelectStmt) [][]**pg_query.Node {
	var columns [][]**pg_query.Node
	add := func(i int, n **pg_query.Node) {
		for len(columns) <= i {
			columns = append(columns, nil)
		}
		columns[i] = append(columns[i], n)
	}
	if s.Larg == nil {
		for _, row := range s.ValuesLists {
			for i := range row.GetList().GetItems() {
				add(i, &row.GetList().Items[i])
			}
		}
		return columns
	}
	for _, part := range trees.Leaves(s) {
		for i, n := range part.TargetList {
			if !trees.IsSingleColumn(n) || n.GetResTarget() == nil || len(part.ValuesLists) > 0 {
				return nil
			}
			add(i, &n.GetResTarget().Val)
		}
	}
	return columns
}

// isOpen reports whether the source finds the type when it knows those of the columns.
func isOpen(n *pg_query.TypeName) bool {
	if len(n.GetTypmods()) == 0 {
		return false
	}
	first, _ := parse.IntConstant(n.Typmods[0])
	return first > constants.WidestNumber
}

// plainNulls takes the casts to numeric from NULLs beside other numerics: a NULL has no scale, and one that is cast gives its
// own to the others.
func (t *translation) plainNulls(list []*pg_query.Node) {
	isNull := func(n *pg_query.Node) bool {
		_, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames())
		if name != "numeric" || len(n.GetTypeCast().TypeName.ArrayBounds) > 0 {
			return false
		}
		for n = n.GetTypeCast().Arg; len(n.GetFuncCall().GetArgs()) > 0; { // of keepScale
			n = n.GetFuncCall().Args[len(n.GetFuncCall().Args)-1]
		}
		return n.GetAConst().GetIsnull()
	}
	if t.Env.SQLite || !slices.ContainsFunc(list, isNull) ||
		!slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !isNull(n) && t.Inferred(n) == "numeric" }) {
		return
	}
	for _, n := range list {
		if isNull(n) {
			t.ReplaceNode(n, build.Null())
		}
	}
}

// unitedScales keeps the scales of numbers that stand in one column of a set operation or of VALUES, as far as they are
// constants. Numbers of columns with several scales are refused.
func (t *translation) unitedScales(s *pg_query.SelectStmt) {
	if t.Env.SQLite || t.inserted[s] {
		return
	}
	for at, column := range columnsOfParts(s) {
		values := valuesAt(column)
		t.plainNulls(values)
		t.besideWritten(values)
		t.unitedTypes(s, column)
		numerics.RefuseMixed(&t.Types, values)
		list := valuesAt(column)
		if t.HidesWide(list...) {
			t.NoteUnsupported(build.Nowhere, "a number that needs more than %d digits is not supported in this statement", constants.WidestNumber)
			return
		}
		if t.rareChoice(list) || t.AnyWide(list...) {
			continue
		}
		isNumeric := slices.ContainsFunc(list, func(n *pg_query.Node) bool { return t.Shown(n) == "numeric" })
		for i, n := range column {
			if _, constant := trees.Number(*n); constant {
				list[i] = trees.WithoutCasts(*n)
			} else if numeral := quotedNumeral(*n); numeral != nil && isNumeric {
				list[i] = numeral
			}
		}
		switch {
		case t.isReal(s, at, list) && !slices.ContainsFunc(list, numerics.IsMean): // which has no scale
		case t.unlikeScales(column):
			t.NoteUnsupported(build.Nowhere, "numbers of several scales in one column are not supported").WithHint("Cast each to one type, as in x::numeric(10,2).")
		case numerics.SeveralScales(list) && !mixedScales(list):
			t.NoteUnsupported(build.Nowhere, "numbers of several scales in one column, of which some end with a zero, are not supported").
				WithHint("Write them with one number of digits behind the point, or cast each, as in x::numeric(10,2).")
		case mixedScales(list):
			for _, n := range column {
				if _, constant := trees.Number(*n); constant || trees.WithoutCasts(*n) != *n || quotedNumeral(*n) != nil {
					to := build.PlainType("numeric")
					to.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(9)}
					*n, t.Changed = build.Cast(*n, to), true
				}
			}
		}
	}
}

// isReal reports whether a column of a set operation or of VALUES is one of floating-point numbers: one of its values is, or one of those that
// stand beside the set operation in another one.
func (t *translation) isReal(s *pg_query.SelectStmt, at int, list []*pg_query.Node) bool {
	around := t.realColumns[s]
	return at < len(around) && around[at] || slices.ContainsFunc(list, func(n *pg_query.Node) bool { return numerics.Floats[t.Shown(n)] })
}

// noteReals notes the columns of set operations in others that become floating-point numbers there. What a set operation has of them, all
// set operations within it have, too.
func (t *translation) noteReals(root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	var united []*pg_query.SelectStmt // the outer ones behind the inner ones
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok && (s.Larg.GetLarg() != nil || s.Rarg.GetLarg() != nil) {
			united = append(united, s)
		}
	})
	for _, s := range slices.Backward(united) {
		if t.realColumns[s] != nil {
			continue
		}
		var reals []bool
		for _, column := range columnsOfParts(s) {
			reals = append(reals, slices.ContainsFunc(valuesAt(column), func(n *pg_query.Node) bool { return numerics.Floats[t.Shown(n)] }))
		}
		if len(reals) > 0 {
			t.noteRealColumns(s, reals)
		}
	}
}

// noteRealColumns notes which columns of the set operations within another are floating-point numbers.
func (t *translation) noteRealColumns(s *pg_query.SelectStmt, reals []bool) {
	if t.realColumns == nil {
		t.realColumns = map[*pg_query.SelectStmt][]bool{}
	}
	for _, part := range []*pg_query.SelectStmt{s.Larg, s.Rarg} {
		if part.GetLarg() != nil {
			t.realColumns[part] = reals
			t.noteRealColumns(part, reals)
		}
	}
}

// quotedNumeral is the number that a quoted constant is as a numeric of any scale, or nil.
func quotedNumeral(n *pg_query.Node) *pg_query.Node {
	if c := n.GetTypeCast(); c != nil {
		_, name := parse.SplitName(c.TypeName.GetNames())
		if of := c.TypeName.GetTypmods(); name != "numeric" || len(c.TypeName.ArrayBounds) > 0 || len(of) > 0 && !isWidest(of[0]) {
			return nil
		}
		n = c.Arg
	}
	s, quoted := parse.TextConstant(n)
	if s = strings.TrimSpace(s); !quoted || !trees.Decimal.MatchString(s) {
		return nil
	}
	return build.Numeral(s)
}

// isWidest reports whether the digits of a type are as many as there can be, which is how numericLiteral writes one without them.
func isWidest(digits *pg_query.Node) bool {
	width, _ := parse.IntConstant(digits)
	return width == constants.WidestNumber
}

// unlikeScales reports whether a column has numerics whose scale only their own column has beside other numbers, or averages
// beside what is none.
func (t *translation) unlikeScales(column []**pg_query.Node) bool {
	measured, whole, means, others := false, false, false, false
	for _, n := range column {
		kind := t.Shown(*n)
		_, constant := trees.Number(*n)
		ofQuery := t.Hidden && (*n).GetColumnRef() != nil // whose scale may be that of a constant
		measured = measured || kind == "numeric" && !constant && !ofQuery && !isOpen((*n).GetTypeCast().GetTypeName())
		whole = whole || inference.Numbers[kind] && (constant || kind != "numeric")
		means = means || numerics.IsMean(*n)
		others = others || !numerics.IsMean(*n) && !(*n).GetAConst().GetIsnull() && kind != "float8" && kind != "float4"
	}
	return measured && whole || means && others
}

// unitedTypes refuses values of types in one column of UNION and the like that Postgres does not cast to each other.
func (t *translation) unitedTypes(s *pg_query.SelectStmt, column []**pg_query.Node) {
	form := parse.SetOperations[s.Op]
	if len(s.ValuesLists) > 0 {
		form = "VALUES"
	}
	first := ""
	for _, n := range column {
		kind := t.Shown(*n)
		switch family := inference.Families[kind]; {
		case family == 0:
		case first == "":
			first = kind
		case inference.Families[first] != family && form != "":
			location := int32(build.Nowhere)
			if c := (*n).GetColumnRef(); c != nil {
				location = c.Location
			}
			t.NoteError(location, "42804", "%s types %s and %s cannot be matched", form, inference.Spelled(first), inference.Spelled(kind))
			return
		}
	}
}
