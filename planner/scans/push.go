package scans

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// A condition is pushed into the statement of a scan if it means the same there and in DuckDB, or lets more
// rows through. It stays in the statement above as well, so more rows are no harm, and fewer would be a wrong
// result.

// pushed are the conditions of a relation as SQL of its source.
type pushed struct {
	conditions []string
	params     []providers.Value // that they have as $1, $2 …
	bytes      int
	tables     int // that they name, beside the relation
}

// pushConditions gives the scan of a table the conditions that restrict its rows.
func (t *taker) pushConditions(r *relation) {
	addOne := func(n *pg_query.Node, nullable bool) {
		before := len(r.pushed.params)
		one, ok := t.pushableCondition(r, n)
		if !ok || nullable && !one.rejects || slices.Contains(r.pushed.conditions, one.sql) || r.pushed.bytes+len(one.sql) > providers.MostPushed {
			r.pushed.params = r.pushed.params[:before]
			return
		}
		r.pushed.conditions, r.pushed.bytes = append(r.pushed.conditions, one.sql), r.pushed.bytes+len(one.sql)
	}
	add := func(conds []*conjunct, nullable bool) {
		for _, c := range conds {
			if !c.gone {
				addOne(c.node, nullable)
			}
		}
	}
	// A condition of WHERE on a row that an outer join may lack is pushed only where NULL does not fulfil it.
	add(r.level.where, r.isNullable())
	for i, s := range r.path {
		if restrictsSide(s) {
			below := item{path: r.path[i+1:]}
			add(s.join.conds, below.isNullable())
		}
	}
	for _, n := range t.impliedConditions(r) {
		addOne(n, false) // a row of NULL fulfils neither the equality nor what is said of the other side
	}
}

// sqlCondition is a condition as SQL.
type sqlCondition struct {
	sql     string
	rejects bool // a row of nothing but NULL does not fulfil it
}

// pushableCondition is a condition on columns of a relation alone as SQL that its source may be sent.
func (t *taker) pushableCondition(r *relation, n *pg_query.Node) (c sqlCondition, ok bool) {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_AExpr:
		return t.pushComparison(r, n.AExpr)
	case *pg_query.Node_NullTest:
		column, ok := t.columnOf(r, n.NullTest.Arg)
		if !ok || n.NullTest.Argisrow {
			return c, false
		}
		if n.NullTest.Nulltesttype == pg_query.NullTestType_IS_NULL {
			return sqlCondition{quoteName(column.Name) + " IS NULL", false}, true
		}
		return sqlCondition{quoteName(column.Name) + " IS NOT NULL", true}, true
	case *pg_query.Node_BoolExpr:
		return t.pushBool(r, n.BoolExpr)
	case *pg_query.Node_ColumnRef:
		column, ok := t.columnOf(r, &pg_query.Node{Node: n})
		return sqlCondition{quoteName(column.Name), true}, ok && column.Type == pgtype.BoolOID
	}
	return c, false
}

// pushBool is an OR of conditions that can all be pushed, or what of an AND can be. NOT is not looked into: what
// lets more rows through would let fewer.
func (t *taker) pushBool(r *relation, b *pg_query.BoolExpr) (c sqlCondition, ok bool) {
	if b.Boolop == pg_query.BoolExprType_NOT_EXPR {
		column, ok := t.columnOf(r, b.Args[0])
		return sqlCondition{"NOT " + quoteName(column.Name), true}, ok && column.Type == pgtype.BoolOID
	}
	var parts []string
	and := b.Boolop == pg_query.BoolExprType_AND_EXPR
	c.rejects = !and
	for _, arg := range b.Args {
		before := len(r.pushed.params)
		one, ok := t.pushableCondition(r, arg)
		if !ok {
			if r.pushed.params = r.pushed.params[:before]; and {
				continue
			}
			return c, false
		}
		parts = append(parts, one.sql)
		if and {
			c.rejects = c.rejects || one.rejects
		} else {
			c.rejects = c.rejects && one.rejects
		}
	}
	word := " OR "
	if and {
		word = " AND "
	}
	c.sql = "(" + strings.Join(parts, word) + ")"
	return c, len(parts) > 0
}

// pushComparison is column operator value, IN, BETWEEN or LIKE.
func (t *taker) pushComparison(r *relation, e *pg_query.A_Expr) (c sqlCondition, ok bool) {
	if len(e.Name) != 1 {
		return c, false
	}
	operator := e.Name[0].GetString_().GetSval()
	column, ok := t.columnOf(r, e.Lexpr)
	other := e.Rexpr
	if !ok && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
		if column, ok = t.columnOf(r, e.Rexpr); ok {
			other, operator = e.Lexpr, reversed[operator]
		}
	}
	if !ok {
		return c, false
	}
	c.rejects = true
	name := quoteName(column.Name)
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		return t.comparisonOf(r, column, operator, other)
	case pg_query.A_Expr_Kind_AEXPR_IN:
		var list []string
		for _, n := range other.GetList().GetItems() {
			value, ok := t.comparedValue(r, column, n, false)
			if !ok || value.param {
				return c, false
			}
			list = append(list, value.sql)
		}
		word := " IN ("
		if operator == "<>" {
			word = " NOT IN ("
		}
		c.sql = name + word + strings.Join(list, ", ") + ")"
		return c, len(list) > 0
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN:
		bounds := other.GetList().GetItems()
		if len(bounds) != 2 {
			return c, false
		}
		low, first := t.comparisonOf(r, column, ">=", bounds[0])
		high, second := t.comparisonOf(r, column, "<=", bounds[1])
		c.sql = "(" + low.sql + " AND " + high.sql + ")"
		return c, first && second
	case pg_query.A_Expr_Kind_AEXPR_LIKE:
		pattern, is := other.GetAConst().GetVal().(*pg_query.A_Const_Sval)
		if !is || column.Type != pgtype.TextOID && column.Type != pgtype.VarcharOID || column.Loose || column.Opaque || strings.ContainsAny(pattern.Sval.Sval, "\\\x00") {
			return c, false
		}
		word := map[string]string{"~~": " LIKE ", "!~~": " NOT LIKE "}[operator]
		c.sql = name + word + quoteText(pattern.Sval.Sval)
		return c, word != ""
	}
	return c, false
}

// comparisonOf is the condition that compares a column with a value.
func (t *taker) comparisonOf(r *relation, column providers.TypedColumn, operator string, other *pg_query.Node) (c sqlCondition, ok bool) {
	orders := operator != "=" && operator != "<>"
	if reversed[operator] == "" {
		return c, false
	}
	if its, is := t.columnOf(r, other); is { // of the same row
		c.rejects, c.sql = true, quoteName(column.Name)+" "+operator+" "+quoteName(its.Name)
		return c, its.Name != column.Name && comparesAlike(column, its)
	}
	value, ok := t.comparedValue(r, column, other, orders)
	if !ok {
		return c, false
	}
	c.rejects = true
	c.sql = quoteName(column.Name) + " " + operator + " " + value.sql
	if value.param { // NULL: nobody knows whether the source reads it as it is read here
		c.sql = "(" + value.sql + " IS NULL OR " + c.sql + ")"
	}
	return c, true
}

// comparesAlike reports whether two columns of one relation compare alike everywhere. Texts may have two collations.
func comparesAlike(a, b providers.TypedColumn) bool {
	switch kind := kindOf[a.Type]; kind {
	case wholeNumbers, uuids, days, moments, instants:
		return kind == kindOf[b.Type] && !a.Opaque && !b.Opaque
	case numbers:
		return kind == kindOf[b.Type] && !a.Opaque && !b.Opaque && isDecimal(a.Column) && isDecimal(b.Column)
	}
	return false
}

// columnOf is the column of a relation that an expression is.
func (t *taker) columnOf(r *relation, n *pg_query.Node) (providers.TypedColumn, bool) {
	ref := n.GetColumnRef()
	if ref == nil {
		return providers.TypedColumn{}, false
	}
	at, name := t.resolveColumn(r.level, ref)
	if at != r.item {
		return providers.TypedColumn{}, false
	}
	if len(r.ref.GetAlias().GetColnames()) > 0 { // the names are others
		return providers.TypedColumn{}, false
	}
	return r.typedOf(name)
}

// sqlValue is a constant or a parameter as SQL.
type sqlValue struct {
	sql   string
	param bool
}

// kinds of columns, by the constants that they are compared with.
const (
	wholeNumbers = iota + 1
	numbers
	floats
	texts
	uuids
	days
	moments
	instants
	truths
)

var kindOf = map[uint32]int{
	pgtype.Int2OID: wholeNumbers, pgtype.Int4OID: wholeNumbers, pgtype.Int8OID: wholeNumbers, pgtype.NumericOID: numbers, pgtype.Float8OID: floats,
	pgtype.TextOID: texts, pgtype.VarcharOID: texts, pgtype.BPCharOID: texts, pgtype.NameOID: texts, pgtype.UUIDOID: uuids,
	pgtype.DateOID: days, pgtype.TimestampOID: moments, pgtype.TimestamptzOID: instants, pgtype.BoolOID: truths,
}

// paramOf is the type by which a parameter is compared with columns of a kind.
var paramOf = map[int]struct {
	oid  uint32
	name string
}{
	wholeNumbers: {pgtype.Int8OID, "bigint"}, numbers: {pgtype.NumericOID, "numeric"}, floats: {pgtype.Float8OID, "double precision"}, texts: {pgtype.TextOID, "text"},
	uuids: {pgtype.UUIDOID, "uuid"}, days: {pgtype.DateOID, "date"}, moments: {pgtype.TimestampOID, "timestamp"}, instants: {pgtype.TimestamptzOID, "timestamptz"},
}

// comparedValue is what a column is compared with, if it means the same to the source and here. orders: by <, and not
// by = alone.
func (t *taker) comparedValue(r *relation, column providers.TypedColumn, n *pg_query.Node, orders bool) (v sqlValue, ok bool) {
	kind := kindOf[column.Type]
	if column.Labels != nil && !column.Opaque {
		kind = texts
	}
	if kind == 0 || column.Opaque || kind == texts && (orders || column.Loose) {
		return v, false // texts are ordered otherwise here
	}
	if v, ok := t.computedValue(kind, n); ok {
		return v, true
	}
	n, cast, ok := withoutCast(n)
	if !ok {
		return v, false
	}
	if p := n.GetParamRef(); p != nil {
		return t.paramValue(r, column, kind, cast, p)
	}
	a := n.GetAConst()
	if a == nil || a.Isnull {
		return v, false
	}
	switch c := a.Val.(type) {
	case *pg_query.A_Const_Ival, *pg_query.A_Const_Fval:
		text, _ := constantText(a)
		fits := (kind == wholeNumbers || kind == numbers) && isSameEverywhere(numbers, text) || kind == floats && isSameEverywhere(floats, text)
		return sqlValue{sql: text}, fits && castKeeps(a, kind, cast)
	case *pg_query.A_Const_Boolval:
		return sqlValue{sql: strconv.FormatBool(c.Boolval.Boolval)}, kind == truths && cast == 0
	case *pg_query.A_Const_Sval:
		return textValue(column, kind, cast, c.Sval.Sval)
	}
	return v, false
}

// castKeeps reports whether a column of numbers compares with a number as it does with what a cast makes of it.
func castKeeps(a *pg_query.A_Const, kind int, cast uint32) bool {
	switch _, whole := a.Val.(*pg_query.A_Const_Ival); {
	case cast == 0, cast == pgtype.NumericOID:
		return true
	case kindOf[cast] == wholeNumbers: // it would round
		return whole
	case kindOf[cast] == floats: // the column is rounded, too
		return kind == floats
	}
	return false
}

// withoutCast takes a cast to a plain type off an expression. It returns 0 if there is none.
func withoutCast(n *pg_query.Node) (arg *pg_query.Node, to uint32, ok bool) {
	c := n.GetTypeCast()
	if c == nil {
		return n, 0, true
	}
	words := c.GetTypeName().GetNames()
	if len(words) == 0 || len(c.TypeName.ArrayBounds) > 0 || len(c.TypeName.Typmods) > 0 {
		return nil, 0, false
	}
	to = plainTypes[words[len(words)-1].GetString_().GetSval()]
	return c.Arg, to, to != 0
}

// textValue is a constant that is written as a text.
func textValue(column providers.TypedColumn, kind int, cast uint32, text string) (v sqlValue, ok bool) {
	v.sql = quoteText(text)
	if strings.ContainsRune(text, 0) {
		return v, false
	}
	switch {
	case column.Labels != nil:
		for _, label := range column.Labels {
			ok = ok || label == text
		}
		return v, ok && cast == 0
	case kind == texts:
		return v, (cast == 0 || kindOf[cast] == texts) && (column.Type != pgtype.BPCharOID || !strings.HasSuffix(text, " "))
	case kind == moments && kindOf[cast] == days:
		v.sql += "::date"
		return v, isSameEverywhere(days, text)
	case kind == uuids, kind == days, kind == moments, kind == instants:
		return v, (cast == 0 || kindOf[cast] == kind) && isSameEverywhere(kind, text)
	}
	return v, false
}

// isSameEverywhere reports whether a text is the same value of a kind everywhere.
func isSameEverywhere(kind int, text string) bool {
	return providers.SameEverywhere(paramOf[kind].oid, []byte(text))
}

// paramValue is a parameter. What text it has is known when the statement runs.
func (t *taker) paramValue(r *relation, column providers.TypedColumn, kind int, cast uint32, p *pg_query.ParamRef) (v sqlValue, ok bool) {
	as, known := paramOf[kind]
	if !known || cast != 0 && kindOf[cast] != kind || column.Labels != nil || column.Type == pgtype.BPCharOID {
		return v, false
	}
	value := providers.Value{Param: int(p.Number), Type: as.oid}
	at := len(r.pushed.params)
	for i, had := range r.pushed.params {
		if had.Param == value.Param && had.Type == value.Type {
			at = i
		}
	}
	if at == len(r.pushed.params) {
		r.pushed.params = append(r.pushed.params, value)
	}
	return sqlValue{sql: "$" + strconv.Itoa(at+1) + "::" + as.name, param: true}, true
}
