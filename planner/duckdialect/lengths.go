package duckdialect

import (
	"slices"
	"strconv"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns of limited length: varchar(n) and char(n). DuckDB has no such limits. A limited column has a
// type of its own, a text under a name that has its length, and what a statement assigns to the column
// passes through a function that holds it to the length, as an assignment does in Postgres. A cast that a
// client writes cuts the value instead: see castToVarchar.

// limitedVarchar and limitedChar begin the names of the types of limited columns; the length follows. The source
// recognizes such types by their names.
const (
	limitedVarchar = "pg_varchar_"
	limitedChar    = "pg_bpchar_"
)

// longestLimit is the greatest length that Postgres takes.
const longestLimit = 10485760

// limitColumn gives a column the type of its limited length.
func (t *translation) limitColumn(column *pg_query.ColumnDef) {
	c, ok := t.limitOf(column.GetTypeName())
	if !ok {
		return
	}
	column.TypeName.Names, column.TypeName.Typmods = build.Names(limitName(c)), nil
	t.Changed = true
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		if s, ok := parse.TextConstant(k.GetRawExpr()); ok && k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT && t.Err == nil && tooLong(c, s) {
			t.Err = sqlstate.New("22001", "value too long for type %s", shownLimit(c))
		}
	}
}

// limitOf reads the length of varchar(n) or char(n). An array has none that is kept.
func (t *translation) limitOf(n *pg_query.TypeName) (c rewrite.Column, ok bool) {
	schema, name := parse.SplitName(n.GetNames())
	if schema != "" && schema != "pg_catalog" || name != "varchar" && name != "bpchar" || len(n.Typmods) != 1 {
		return c, false
	}
	length, isInt := parse.IntConstant(n.Typmods[0])
	if !isInt || t.Err != nil {
		return c, false
	}
	c.Limit, c.Padded = int(length), name == "bpchar"
	switch shown := map[bool]string{false: "varchar", true: "char"}[c.Padded]; {
	case length < 1:
		t.Err = t.PlaceError(n.Location, sqlstate.New("22023", "length for type %s must be at least 1", shown))
	case length > longestLimit:
		t.Err = t.PlaceError(n.Location, sqlstate.New("22023", "length for type %s cannot exceed %d", shown, longestLimit))
	case len(n.ArrayBounds) > 0:
		t.warning = "the elements of an array are not held to the length of " + shownLimit(c) + ": the embedded engine has no such arrays"
		return c, false
	}
	return c, t.Err == nil
}

// limitName is the name of the type of a limited column.
func limitName(c rewrite.Column) string {
	if c.Padded {
		return limitedChar + strconv.Itoa(c.Limit)
	}
	return limitedVarchar + strconv.Itoa(c.Limit)
}

// shownLimit is the column's type as Postgres writes it.
func shownLimit(c rewrite.Column) string {
	if c.Padded {
		return "character(" + strconv.Itoa(c.Limit) + ")"
	}
	return "character varying(" + strconv.Itoa(c.Limit) + ")"
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

// hold returns the expression with the value held to the column's length.
func hold(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if c.Limit == 0 || value.GetSetToDefault() != nil || value.GetAConst().GetIsnull() {
		return value
	}
	function := "pg__hold_varchar"
	if c.Padded {
		function = "pg__hold_bpchar"
	}
	return build.Call(function, build.Cast(value, build.PlainType("varchar")), build.Number(int64(c.Limit)))
}

// writes notes the columns of the table that a statement writes, while its names are still the client's.
func (t *translation) writes(root *pg_query.Node) {
	var target *pg_query.RangeVar
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		target = s.InsertStmt.Relation
	case *pg_query.Node_UpdateStmt:
		target = s.UpdateStmt.Relation
	case *pg_query.Node_MergeStmt:
		target = s.MergeStmt.Relation
	}
	if s := trees.Explained(root).GetInsertStmt().GetSelectStmt().GetSelectStmt(); s != nil {
		t.inserted = map[*pg_query.SelectStmt]bool{s: true}
	}
	if target == nil || t.Env.Columns == nil {
		return
	}
	columns := t.Env.Columns(target.Schemaname, target.Relname)
	t.leaveGenerated(trees.Explained(root), columns)
	t.checkIdentity(trees.Explained(root), columns)
	t.mergeForms(trees.Explained(root).GetMergeStmt(), columns)
	t.typeAssigned(trees.Explained(root), columns)
	t.checkConflicts(trees.Explained(root).GetInsertStmt(), columns)
	if slices.ContainsFunc(columns, func(c rewrite.Column) bool { return c.Limit > 0 }) {
		t.written = columns
	}
}

// holdAssigned holds the values that a statement assigns to limited columns to the length of the column.
func (t *translation) holdAssigned(root *pg_query.Node) {
	if len(t.written) == 0 {
		return
	}
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		t.holdInserted(s.InsertStmt)
		t.holdSet(s.InsertStmt.GetOnConflictClause().GetTargetList())
	case *pg_query.Node_UpdateStmt:
		t.holdSet(s.UpdateStmt.TargetList)
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			when := n.GetMergeWhenClause()
			if when.GetCommandType() != pg_query.CmdType_CMD_INSERT {
				t.holdSet(when.GetTargetList())
				continue
			}
			t.holdRow(when.Values, t.named(when.TargetList))
		}
	}
}

// holdSet holds the values of SET.
func (t *translation) holdSet(targets []*pg_query.Node) {
	var row *pg_query.RowExpr // of SET (…) = ROW(…): its first column has the one that is written
	for _, n := range targets {
		target := n.GetResTarget()
		several := target.Val.GetMultiAssignRef()
		if several.GetColno() == 1 {
			row = several.Source.GetRowExpr()
		}
		c := t.writtenColumn(target.GetName())
		if c.Limit == 0 || len(target.GetIndirection()) > 0 {
			continue
		}
		if several == nil {
			target.Val, t.Changed = hold(c, target.Val), true
			continue
		}
		if at := int(several.Colno) - 1; row != nil && at < len(row.Args) {
			row.Args[at], t.Changed = hold(c, row.Args[at]), true
			continue
		}
		t.NoteUnsupported(target.Location, "SET (…) = (SELECT …) of a column of type %s is not supported", shownLimit(c)).
			WithHint("Give each column a query of its own.")
	}
}

// holdInserted holds the values of VALUES, or the rows of a query.
func (t *translation) holdInserted(s *pg_query.InsertStmt) {
	query := s.GetSelectStmt().GetSelectStmt()
	if query == nil {
		return // DEFAULT VALUES
	}
	columns := t.named(s.Cols)
	if len(query.ValuesLists) > 0 && query.LimitCount == nil && query.LimitOffset == nil && len(query.SortClause) == 0 {
		for _, row := range query.ValuesLists {
			t.holdRow(row.GetList().GetItems(), columns)
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
		list = append(list, pg_query.MakeResTargetNodeWithVal(hold(c, pg_query.MakeColumnRefNode(build.Names(rows, alias), build.Nowhere)), build.Nowhere))
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: s.SelectStmt, Alias: &pg_query.Alias{Aliasname: rows, Colnames: aliases},
	}}}
	s.SelectStmt, t.Changed = build.Select(from, list...), true
}

// holdRow holds the values of a row.
func (t *translation) holdRow(values []*pg_query.Node, columns []rewrite.Column) {
	for i := range values {
		if i < len(columns) && columns[i].Limit > 0 {
			values[i], t.Changed = hold(columns[i], values[i]), true
		}
	}
}

// named returns the written columns in the order of a list of names; without a list they are all.
func (t *translation) named(list []*pg_query.Node) []rewrite.Column {
	if len(list) == 0 {
		return t.written
	}
	columns := make([]rewrite.Column, len(list))
	for i, n := range list {
		columns[i] = t.writtenColumn(n.GetResTarget().GetName())
	}
	return columns
}

func (t *translation) writtenColumn(name string) rewrite.Column {
	for _, c := range t.written {
		if c.Name == name {
			return c
		}
	}
	return rewrite.Column{Name: name}
}
