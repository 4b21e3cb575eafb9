package writes

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Columns of limited precision: timestamp(n), time(n), interval(n), and intervals of some fields. DuckDB's have all digits and all fields. The
// precision stands in a kept constraint of the table, whose CHECK refuses a value with more digits; so a way to write that rounds nothing fails.
//
// A numeric of more digits than DuckDB's decimals have is a decimal of as many as these have, and fewer before the point: DuckDB
// refuses a value that does not fit. The constraint keeps the digits that were written, and checks nothing.

// preciseTypes are the types that have a precision.
var preciseTypes = map[string]uint32{
	"timestamp": pgtype.TimestampOID, "timestamptz": pgtype.TimestamptzOID, "time": pgtype.TimeOID, "timetz": pgtype.TimetzOID, "interval": pgtype.IntervalOID,
}

// PrecisionOf reads the precision of the type of a column. It refuses what no column has here.
func PrecisionOf(t *rewrite.Translation, n *pg_query.TypeName) (c rewrite.Column, ok bool) {
	schema, name := parse.SplitName(n.GetNames())
	if name == "numeric" && (schema == "" || schema == "pg_catalog") {
		return wideDecimal(t, n)
	}
	oid := preciseTypes[name]
	if schema != "" && schema != "pg_catalog" || oid == 0 || len(n.Typmods) == 0 || t.Err != nil {
		return c, false
	}
	held, digits, isInt := ModifierOf(name, n.Typmods)
	switch {
	case !isInt:
		return c, false
	case digits > providers.MostDigits:
		t.NoteUnsupported(n.Location, "a column of a precision of more than %d digits is not supported", providers.MostDigits)
		return c, false
	case len(n.ArrayBounds) > 1, len(n.ArrayBounds) > 0 && providers.FieldsOf(held) != 0 && name == "interval":
		t.NoteUnsupported(n.Location, "a column of an array of type %s%s is not supported", shownPrecision(oid, held), strings.Repeat("[]", len(n.ArrayBounds))).WithHint("Leave out the precision.")
		return c, false
	case len(n.ArrayBounds) > 0:
		oid, _ = providers.ArrayOfTimes(oid)
	}
	return rewrite.Column{Type: oid, Precise: true, Digits: held}, true
}

// ModifierOf reads what stands in the brackets of a time's type, or behind an interval's: the number that keeps it, and the digits behind the
// second in it; -1: all.
func ModifierOf(name string, mods []*pg_query.Node) (held, digits int, ok bool) {
	last, ok := parse.IntConstant(mods[len(mods)-1])
	digits = int(last)
	if name != "interval" {
		return digits, digits, ok
	}
	fields, isInt := parse.IntConstant(mods[0])
	if len(mods) == 1 {
		digits = -1
	}
	return providers.IntervalDigits(int(fields), digits), digits, ok && isInt
}

// wideDecimal reads the digits of a column that DuckDB's decimals do not have.
func wideDecimal(t *rewrite.Translation, n *pg_query.TypeName) (c rewrite.Column, ok bool) {
	if t.Env.SQLite || t.Err != nil {
		return c, false
	}
	width, scale, ok := writtenDigits(n)
	const widest = 1000
	if ok && n.Location != build.Nowhere && width >= 1 && width <= widest && (scale < 0 && scale >= -widest || scale > width && scale <= widest) {
		t.NoteUnsupported(n.Location, "a column of type numeric(%d,%d) is not supported", width, scale).WithHint("Write a scale from 0 to the precision, and round the values.")
		return c, false
	}
	if !ok || !providers.KeepsDigits(width, scale) || width > widest || n.Location == build.Nowhere {
		return c, false // PostgreSQL has no such type, DuckDB has it, or the server itself wrote it
	}
	switch {
	case len(n.ArrayBounds) > 0:
		t.NoteUnsupported(n.Location, "a column of an array of numeric(%d,%d) is not supported", width, scale).WithHint("The embedded engine, DuckDB, has at most %d digits.", providers.WidestDecimal)
		return c, false
	case scale < 0 || scale > min(width, providers.WidestDecimal):
		t.NoteUnsupported(n.Location, "a column of type numeric(%d,%d) is not supported", width, scale).WithHint("The embedded engine, DuckDB, has at most %d digits.", providers.WidestDecimal)
		return c, false
	}
	return rewrite.Column{Type: pgtype.NumericOID, Precise: true, Digits: int(width<<16 | scale)}, true
}

// writtenDigits are the digits of a numeric as its type is written, all of them and those behind the point.
func writtenDigits(n *pg_query.TypeName) (width, scale int64, ok bool) {
	if len(n.Typmods) == 0 {
		return 0, 0, false
	}
	if width, ok = parse.IntConstant(n.Typmods[0]); ok && len(n.Typmods) > 1 {
		scale, ok = parse.IntConstant(n.Typmods[1])
	}
	return width, scale, ok
}

// WidestOf reads the type of a column that is a decimal of as many digits as DuckDB's have. Values are rounded before they are assigned
// to it.
func WidestOf(t *rewrite.Translation, n *pg_query.TypeName) (c rewrite.Column, ok bool) {
	schema, name := parse.SplitName(n.GetNames())
	if name != "numeric" || schema != "" && schema != "pg_catalog" || len(n.ArrayBounds) > 0 || n.Location == build.Nowhere || t.Env.SQLite {
		return c, false
	}
	width, scale, ok := writtenDigits(n)
	if !ok || width != providers.WidestDecimal || scale < 0 || scale > width {
		return c, false
	}
	c = rewrite.Column{Type: pgtype.NumericOID, TypeMod: providers.NumericMod(int(width), int(scale))}
	_, ok = c.Rounds()
	return c, ok
}

// RoundsItself reports whether the source rounds the values of a column itself as they become numerics of another precision.
func RoundsItself(was, to rewrite.Column) bool {
	scale, rounds := to.Rounds()
	return rounds && was.Plain == 0 && !was.Scaled && !providers.KeepsDigits(providers.WidestDecimal, int64(scale))
}

// IsRoundedTime reports whether the values of a column are rounded to a precision of times.
func IsRoundedTime(c rewrite.Column) bool {
	return c.Precise && c.Type != pgtype.NumericOID && c.Held()
}

// HoldDecimal gives a column the decimal that DuckDB has for such a numeric.
func HoldDecimal(t *rewrite.Translation, c rewrite.Column, n *pg_query.TypeName) {
	if c.Type != pgtype.NumericOID {
		return
	}
	_, scale := providers.DecimalDigits(c.Digits)
	n.Typmods, t.Changed = []*pg_query.Node{build.Number(providers.WidestDecimal), build.Number(int64(scale))}, true
}

// isShort is the condition of a numeric with a digit less than its decimal has; nil: it has as many.
func isShort(c rewrite.Column, name string) *pg_query.Node {
	width, scale := providers.DecimalDigits(c.Digits)
	if c.Type != pgtype.NumericOID || width != providers.UnscaledWidth {
		return nil
	}
	limit := strings.Repeat("9", width-scale) + "." + strings.Repeat("9", scale)
	return build.Binary("<=", build.Call("abs", build.Column(name)), build.Numeral(strings.TrimSuffix(limit, ".")))
}

// shownPrecision is a type as Postgres writes it.
func shownPrecision(oid uint32, digits int) string { return providers.PreciseName(oid, digits) }

// PreciseColumn gives a column of a definition its precision: the default is rounded, and a constraint keeps the rest.
func PreciseColumn(t *rewrite.Translation, column *pg_query.ColumnDef) {
	c, ok := PrecisionOf(t, column.GetTypeName())
	if !ok {
		if c, ok = WidestOf(t, column.GetTypeName()); ok {
			holdComputed(t, c, column)
		}
		return
	}
	HoldDecimal(t, c, column.TypeName)
	if _, ok := c.Rounds(); ok {
		holdComputed(t, c, column)
	}
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		switch k.GetContype() {
		case pg_query.ConstrType_CONSTR_DEFAULT:
			if c.Type != pgtype.NumericOID {
				k.RawExpr = HoldDefault(c, k.RawExpr)
			}
		case pg_query.ConstrType_CONSTR_GENERATED:
			if c.Type != pgtype.NumericOID {
				t.NoteUnsupported(k.Location, "a generated column of type %s is not supported", shownPrecision(c.Type, c.Digits)).WithHint("Leave out the precision.")
			}
		}
	}
	column.Constraints, t.Changed = append(column.Constraints, KeepPrecision(c, column.Colname)), true
}

// holdComputed rounds the default and the computed value of a column whose values are rounded before they are assigned.
func holdComputed(t *rewrite.Translation, c rewrite.Column, column *pg_query.ColumnDef) {
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		if k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT || k.GetContype() == pg_query.ConstrType_CONSTR_GENERATED {
			k.RawExpr, t.Changed = Hold(c, k.RawExpr), true
		}
	}
}

// KeepPrecision is the constraint that keeps the precision of a column. Without a precision it stands for that the column has none
// any more.
func KeepPrecision(c rewrite.Column, name string) *pg_query.Node {
	k := providers.KeptConstraint{Kind: providers.KeptPrecision, Columns: []string{name}}
	if c.Precise {
		k.Name = strconv.Itoa(c.Digits)
	}
	condition := rewrite.KeptText(k)
	if c.Precise && providers.Shortens(c.Type, c.Digits) {
		value := pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere)
		same := pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, build.Names("="), value, roundTo(c, pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere)), build.Nowhere)
		condition = build.And(condition, same)
	}
	if short := isShort(c, name); short != nil {
		condition = build.And(condition, short)
	}
	return &pg_query.Node{Node: &pg_query.Node_Constraint{Constraint: &pg_query.Constraint{
		Contype: pg_query.ConstrType_CONSTR_CHECK, RawExpr: condition, InitiallyValid: true, Location: build.Nowhere,
	}}}
}

// HoldDefault returns a default that is rounded to the precision of its column. A call is of one of the types already.
func HoldDefault(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if _, ok := c.Rounds(); ok {
		return Hold(c, value)
	}
	if !c.Precise || value.GetAConst().GetIsnull() {
		return value
	}
	if value = spellFields(c, value); !providers.Shortens(c.Type, c.Digits) {
		return value
	}
	if moment := value.GetSqlvalueFunction(); value.GetFuncCall() == nil && (moment == nil || moment.Op == pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE) {
		value = build.Cast(value, timeType(c.Type))
	}
	return roundTo(c, value)
}

// holdPrecision rounds a value to the precision of its column.
func holdPrecision(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if value = spellFields(c, value); !providers.Shortens(c.Type, c.Digits) {
		return value
	}
	return roundTo(c, build.Cast(value, timeType(c.Type)))
}

// spellFields writes the constant of an interval as it is meant in a column of some fields.
func spellFields(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if s, constant := parse.TextConstant(value); constant && c.Fields() != 0 {
		return build.Text(providers.SpellInterval(c.Fields(), s))
	}
	return value
}

// holdDecimal rounds a value to the scale of its column, which the source refuses to do as it assigns the value. A constant that the
// column keeps stays as it is.
func holdDecimal(scale int, value *pg_query.Node) *pg_query.Node {
	if keepsConstant(value, scale) {
		return value
	}
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(providers.UnscaledWidth), build.Number(int64(scale))}
	to.Typmods[0].GetAConst().Location = 0 // as one that a client has written, so that it is not read as a numeric without a precision
	return build.Cast(value, to)
}

func roundTo(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	return build.Call("pg__precise", value, build.Number(int64(c.Digits)))
}

// timeType is such a type without a precision.
func timeType(oid uint32) *pg_query.TypeName {
	element, isArray := providers.ElementOfTimes(oid)
	to := build.PlainType("")
	for name, of := range preciseTypes {
		if of == element {
			to = build.PlainType(name)
		}
	}
	if isArray {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return to
}
