package writes

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns of limited length: varchar(n), char(n), bit(n) and bit varying(n). DuckDB has no such limits. A limited column has a
// type of its own, a text under a name that has its length, and what a statement assigns to the column
// passes through a function that holds it to the length, as an assignment does in Postgres. A cast that a
// client writes cuts the value instead: see castToVarchar.

// limitedVarchar and limitedChar begin the names of the types of limited columns; the length follows. The source
// recognizes such types by their names.
const (
	limitedVarchar = "pg_varchar_"
	limitedChar    = "pg_bpchar_"
	limitedBits    = "pg_varbit_"
	limitedBit     = "pg_bit_"
)

// longestLimit is the greatest length that Postgres takes.
const longestLimit = 10485760

// longestBits bounds the length of bit strings.
const longestBits = 8 * longestLimit

// LimitColumn gives a column the type of its limited length.
func LimitColumn(t *rewrite.Translation, column *pg_query.ColumnDef) {
	c, ok := LimitOf(t, column.GetTypeName())
	if !ok {
		nameVarchar(t, column.GetTypeName())
		return
	}
	column.TypeName.Names, column.TypeName.Typmods = build.Names(LimitName(c)), nil
	t.Changed = true
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		if k.GetContype() == pg_query.ConstrType_CONSTR_GENERATED {
			k.RawExpr = Hold(c, k.RawExpr)
			continue
		}
		if c.Bits {
			holdBitDefault(t, c, k)
			continue
		}
		if s, ok := parse.TextConstant(k.GetRawExpr()); ok && k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT && t.Err == nil && !c.Array && tooLong(c, s) {
			t.Err = sqlstate.New("22001", "value too long for type %s", shownLimit(c))
		}
	}
}

// holdBitDefault reads the default of a column of bits: a constant, which is kept as a text.
func holdBitDefault(t *rewrite.Translation, c rewrite.Column, k *pg_query.Constraint) {
	if k.GetContype() != pg_query.ConstrType_CONSTR_DEFAULT || k.RawExpr.GetAConst().GetIsnull() {
		return
	}
	if c.Array {
		return // read by the definition of the column
	}
	digits, ok := bitDigits(k.RawExpr)
	switch {
	case !ok:
		t.NoteUnsupported(k.Location, "a default of type %s that is not a constant of bits is not supported", shownLimit(c))
	case len(digits) > c.Limit || c.Exact && len(digits) != c.Limit:
		t.NoteUnsupported(k.Location, "a default of type %s that does not have its length is not supported", shownLimit(c))
	default:
		k.RawExpr = build.Text(digits)
	}
}

// BitDefault reads the new default of a column of bits.
func BitDefault(t *rewrite.Translation, c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	k := &pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_DEFAULT, RawExpr: value, Location: build.Nowhere}
	holdBitDefault(t, c, k)
	return k.RawExpr
}

// Keeps reports whether a column of limited length, or its elements, keeps a text as it is.
func Keeps(c rewrite.Column, s string) bool {
	if c.Bits {
		return s != "" && strings.Trim(s, "01") == "" && len(s) <= c.Limit && (!c.Exact || len(s) == c.Limit)
	}
	return !tooLong(c, s)
}

// LimitedName is the type of a column of limited length as PostgreSQL writes it.
func LimitedName(c rewrite.Column) string {
	if c.Array {
		return shownLimit(c) + "[]"
	}
	return shownLimit(c)
}

// bitDigits are the digits of a constant of bits.
func bitDigits(n *pg_query.Node) (digits string, ok bool) {
	if s, quoted := parse.TextConstant(n); quoted {
		return s, s != "" && strings.Trim(s, "01") == ""
	}
	written := n.GetAConst().GetBsval().GetBsval()
	digits, ok = strings.CutPrefix(written, "b")
	return digits, ok && digits != ""
}

// nameVarchar gives a column of type varchar without a length, or of arrays of it, a type of its own, too: a text is another type to the client.
func nameVarchar(t *rewrite.Translation, n *pg_query.TypeName) {
	schema, name := parse.SplitName(n.GetNames())
	if (schema == "" || schema == "pg_catalog") && name == "bpchar" && len(n.Typmods) == 0 {
		t.NoteUnsupported(n.Location, "a column of type character without a length (bpchar) is not supported").WithHint("Use character(n), varchar or text.")
		return
	}
	if (schema == "" || schema == "pg_catalog") && name == "varchar" && len(n.Typmods) == 0 && len(n.ArrayBounds) < 2 {
		n.Names, t.Changed = build.Names(PlainVarchar), true
	}
}

// PlainVarchar is the type of such a column.
const PlainVarchar = "pg_varchar"

// limitedNames are the types that have a length, as errors about it name them.
var limitedNames = map[string]string{"varchar": "varchar", "bpchar": "char", "bit": "bit", "varbit": "varbit"}

// LimitOf reads the length of varchar(n), char(n), bit(n) or bit varying(n), or of the elements of an array.
func LimitOf(t *rewrite.Translation, n *pg_query.TypeName) (c rewrite.Column, ok bool) {
	schema, name := parse.SplitName(n.GetNames())
	shown := limitedNames[name]
	if schema != "" && schema != "pg_catalog" || shown == "" || len(n.Typmods) != 1 {
		return c, false
	}
	length, isInt := parse.IntConstant(n.Typmods[0])
	if !isInt || t.Err != nil {
		return c, false
	}
	c.Limit, c.Padded, c.Exact = int(length), name == "bpchar", name == "bit"
	c.Bits = c.Exact || name == "varbit"
	longest := int64(longestLimit)
	if c.Bits {
		longest = longestBits
	}
	switch {
	case length < 1:
		t.Err = t.PlaceError(n.Location, sqlstate.New("22023", "length for type %s must be at least 1", shown))
	case length > longest:
		t.Err = t.PlaceError(n.Location, sqlstate.New("22023", "length for type %s cannot exceed %d", shown, longest))
	case len(n.ArrayBounds) > 1:
		t.NoteUnsupported(n.Location, "an array of %s(n)%s is not supported", shown, strings.Repeat("[]", len(n.ArrayBounds)-1))
		return c, false
	}
	c.Array = len(n.ArrayBounds) > 0
	return c, t.Err == nil
}

// LimitName is the name of the type of a limited column.
func LimitName(c rewrite.Column) string {
	switch {
	case c.Padded:
		return limitedChar + strconv.Itoa(c.Limit)
	case c.Exact:
		return limitedBit + strconv.Itoa(c.Limit)
	case c.Bits:
		return limitedBits + strconv.Itoa(c.Limit)
	}
	return limitedVarchar + strconv.Itoa(c.Limit)
}

// shownLimit is the column's type as Postgres writes it.
func shownLimit(c rewrite.Column) string {
	if c.Precise {
		return shownPrecision(c.Type, c.Digits)
	}
	if width, scale, ok := c.Precision(); ok {
		return shownPrecision(c.Type, width<<16|scale)
	}
	if c.Scaled {
		return "numeric"
	}
	if c.Cut && c.Type == pgtype.QCharOID {
		return `"char"`
	}
	if c.Cut {
		return "name"
	}
	if c.Exact {
		return "bit(" + strconv.Itoa(c.Limit) + ")"
	}
	if c.Bits {
		return "bit varying(" + strconv.Itoa(c.Limit) + ")"
	}
	if c.Padded {
		return "character(" + strconv.Itoa(c.Limit) + ")"
	}
	return "character varying(" + strconv.Itoa(c.Limit) + ")"
}

// CheckLength notes the error of a constant text that is too long for a column.
func CheckLength(t *rewrite.Translation, c rewrite.Column, s string) {
	if tooLong(c, s) {
		t.NoteError(build.Nowhere, "22001", "value too long for type %s", shownLimit(c))
	}
}

// tooLong reports whether more than blanks would be cut off a text.
func tooLong(c rewrite.Column, s string) bool {
	for i, r := range []rune(s) {
		if i >= c.Limit && r != ' ' {
			return true
		}
	}
	return !utf8.ValidString(s)
}

// NameText is the text of a value as a name has it: that of a boolean is one letter. kind is the type of the value, "" if it is not known.
func NameText(value *pg_query.Node, kind string) *pg_query.Node {
	text := build.Cast(value, build.PlainType("varchar"))
	switch {
	case kind == "bool":
		text = build.Call("left", text, build.Number(1))
	case kind == "" && value.GetAConst() == nil && value.GetParamRef() == nil && !trees.HasSubquery(value) && !trees.IsVolatile(value.ProtoReflect()):
		isBoolean := build.Binary("=", build.Call("typeof", value), build.Text("BOOLEAN"))
		text = build.Case(text, build.When(isBoolean, build.Call("left", build.Cast(value, build.PlainType("varchar")), build.Number(1))))
	case value.GetAConst().GetBoolval() != nil:
		text = build.Text(strconv.FormatBool(value.GetAConst().GetBoolval().GetBoolval())[:1])
	}
	return build.Call("pg__name", text)
}

// Hold returns the expression with the value held to the column's length, or rounded to its precision.
func Hold(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if !c.Held() || value.GetSetToDefault() != nil || value.GetAConst().GetIsnull() {
		return value
	}
	if scale, ok := c.Rounds(); ok {
		return holdDecimal(scale, value)
	}
	if c.Precise {
		return holdPrecision(c, value)
	}
	if c.Scaled {
		return holdScale(c, value)
	}
	if c.Cut && c.Type == pgtype.QCharOID {
		return emulation.Call("_character", build.Cast(value, build.PlainType("varchar")))
	}
	if c.Cut {
		return NameText(value, "")
	}
	if c.Bits {
		function := "pg__hold_varbit"
		if c.Exact {
			function = "pg__hold_bit"
		}
		to := build.PlainType("bit")
		if c.Array {
			function, to.ArrayBounds = function+"s", []*pg_query.Node{pg_query.MakeIntNode(-1)}
		}
		return build.Call(function, build.Cast(value, to), build.Number(int64(c.Limit)))
	}
	function := "pg__hold_varchar"
	if c.Padded {
		function = "pg__hold_bpchar"
	}
	if c.Array {
		return build.Call(function+"s", build.Cast(value, build.TextArray()), build.Number(int64(c.Limit)))
	}
	return build.Call(function, build.Cast(value, build.PlainType("varchar")), build.Number(int64(c.Limit)))
}

// holdScale refuses what the column would round. A constant that it keeps stays as it is.
func holdScale(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if keepsConstant(value, c.Digits) {
		return value
	}
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(providers.UnscaledWidth), build.Number(int64(c.Digits))}
	return build.Cast(build.Call("pg__hold_scale", build.Cast(value, build.PlainType("varchar")), build.Number(int64(c.Digits))), to)
}

// keepsConstant reports whether a value is a number that is written out with no more digits behind the point.
func keepsConstant(value *pg_query.Node, scale int) bool {
	s, ok := trees.Number(value)
	_, fraction, _ := strings.Cut(s, ".")
	return ok && len(fraction) <= scale && !strings.ContainsAny(s, "eE")
}

// ScaleColumn gives a computed numeric without a scale the digits that its values have.
func ScaleColumn(t *rewrite.Translation, column *pg_query.ColumnDef, scale int) {
	column.TypeName.Typmods = []*pg_query.Node{build.Number(providers.UnscaledWidth), build.Number(int64(scale))}
	column.TypeName.Location, t.Changed = build.Nowhere, true
}

// CheckPrecision fails for a precision or a scale that no numeric has, and refuses the width that stands for others.
func CheckPrecision(t *rewrite.Translation, n *pg_query.TypeName) {
	const most = 1000 // NUMERIC_MAX_PRECISION
	if n.Location != build.Nowhere && n.Typmods[0].GetAConst().GetLocation() != build.Nowhere {
		if width, ok := parse.IntConstant(n.Typmods[0]); ok && (width < 1 || width > most) {
			t.NoteError(build.Nowhere, "22023", "NUMERIC precision %d must be between 1 and %d", width, most)
		} else if scale, ok := parse.IntConstant(n.Typmods[len(n.Typmods)-1]); ok && len(n.Typmods) == 2 && (scale < -most || scale > most) {
			t.NoteError(build.Nowhere, "22023", "NUMERIC scale %d must be between %d and %d", scale, -most, most)
		}
	}
	if width, ok := parse.IntConstant(n.Typmods[0]); ok && width == providers.UnscaledWidth && n.Location != build.Nowhere {
		t.NoteUnsupported(n.Location, "numeric(37, n) is not supported").WithHint("Use numeric(36, n) or numeric(38, n).")
	}
}

// holder holds the values that a statement assigns to the lengths of the columns.
type holder struct {
	*rewrite.Translation
	written []rewrite.Column // of the table that the statement writes
	// filled is the table of an INSERT … ON CONFLICT; nil: another statement. See fill.
	filled *pg_query.RangeVar
}

// HoldAssigned holds the values that a statement assigns to limited columns to the length or precision of the column. written
// are the columns of the table, or none if none is limited.
func HoldAssigned(t *rewrite.Translation, root *pg_query.Node, written []rewrite.Column) {
	if len(written) == 0 {
		return
	}
	h := &holder{Translation: t, written: written}
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		if s.InsertStmt.OnConflictClause != nil {
			h.filled = s.InsertStmt.Relation
		}
		h.holdInserted(s.InsertStmt)
		h.holdSet(s.InsertStmt.GetOnConflictClause().GetTargetList())
	case *pg_query.Node_UpdateStmt:
		h.holdSet(s.UpdateStmt.TargetList)
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			when := n.GetMergeWhenClause()
			if when.GetCommandType() != pg_query.CmdType_CMD_INSERT {
				h.holdSet(when.GetTargetList())
				continue
			}
			h.holdRow(when.Values, h.named(when.TargetList))
		}
	}
}

// holdSet holds the values of SET.
func (h *holder) holdSet(targets []*pg_query.Node) {
	var row *pg_query.RowExpr // of SET (…) = ROW(…): its first column has the one that is written
	for _, n := range targets {
		target := n.GetResTarget()
		several := target.Val.GetMultiAssignRef()
		if several.GetColno() == 1 {
			row = several.Source.GetRowExpr()
		}
		c := h.writtenColumn(target.GetName())
		if !c.Held() || len(target.GetIndirection()) > 0 {
			continue
		}
		if several == nil {
			target.Val, h.Changed = Hold(c, target.Val), true
			continue
		}
		if at := int(several.Colno) - 1; row != nil && at < len(row.Args) {
			row.Args[at], h.Changed = Hold(c, row.Args[at]), true
			continue
		}
		h.NoteUnsupported(target.Location, "SET (…) = (SELECT …) of a column of type %s is not supported", shownLimit(c)).
			WithHint("Give each column a query of its own.")
	}
}

// holdInserted holds the values of VALUES, or the rows of a query.
func (h *holder) holdInserted(s *pg_query.InsertStmt) {
	query := s.GetSelectStmt().GetSelectStmt()
	if query == nil {
		return // DEFAULT VALUES
	}
	columns := h.named(s.Cols)
	if len(query.ValuesLists) > 0 && query.LimitCount == nil && query.LimitOffset == nil && len(query.SortClause) == 0 {
		for _, row := range query.ValuesLists {
			h.holdRow(row.GetList().GetItems(), columns)
		}
		return
	}
	if width, ok := trees.CountColumns(query); ok && width < len(columns) {
		columns = columns[:width]
	}
	const rows = "__rows"
	var list, aliases []*pg_query.Node
	for i, c := range columns {
		alias := "__" + strconv.Itoa(i+1)
		aliases = append(aliases, pg_query.MakeStrNode(alias))
		if i < len(query.TargetList) {
			target := query.TargetList[i].GetResTarget()
			target.Val = spellFields(c, target.Val)
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(h.fill(c, Hold(c, pg_query.MakeColumnRefNode(build.Names(rows, alias), build.Nowhere))), build.Nowhere))
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: s.SelectStmt, Alias: &pg_query.Alias{Aliasname: rows, Colnames: aliases},
	}}}
	s.SelectStmt, h.Changed = build.Select(from, list...), true
}

// holdRow holds the values of a row.
func (h *holder) holdRow(values []*pg_query.Node, columns []rewrite.Column) {
	for i := range values {
		if i < len(columns) && (columns[i].Held() || h.mustFill(columns[i], values[i])) {
			values[i], h.Changed = h.fill(columns[i], Hold(columns[i], values[i])), true
		}
	}
}

// named returns the written columns in the order of a list of names; without a list they are all.
func (h *holder) named(list []*pg_query.Node) []rewrite.Column {
	if len(list) == 0 {
		return h.written
	}
	columns := make([]rewrite.Column, len(list))
	for i, n := range list {
		columns[i] = h.writtenColumn(n.GetResTarget().GetName())
	}
	return columns
}

func (h *holder) writtenColumn(name string) rewrite.Column {
	for _, c := range h.written {
		if c.Name == name {
			return c
		}
	}
	return rewrite.Column{Name: name}
}
