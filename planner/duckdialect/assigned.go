package duckdialect

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/enums"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A quoted constant that is assigned to a column is one of the column's type. DuckDB reads some types otherwise than
// Postgres, so such constants are cast here, and rewritten as any other cast.

// momentOIDs are the types of dates and times.
var momentOIDs = map[uint32]string{
	pgtype.DateOID: "date", pgtype.TimestampOID: "timestamp", pgtype.TimestamptzOID: "timestamptz", pgtype.TimeOID: "time", pgtype.TimetzOID: "timetz",
}

// typeAssigned casts the constants that a statement assigns to columns.
func (t *translation) typeAssigned(root *pg_query.Node, columns []rewrite.Column) {
	byName := map[string]rewrite.Column{}
	for _, c := range columns {
		byName[c.Name] = c
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		order := assignedColumns(s.InsertStmt.Cols, columns, byName)
		query := s.InsertStmt.GetSelectStmt().GetSelectStmt()
		for _, row := range query.GetValuesLists() {
			t.typeValues(row.GetList().GetItems(), order)
		}
		if len(query.GetValuesLists()) == 0 && query.GetLarg() == nil {
			for i, n := range query.GetTargetList() {
				if target := n.GetResTarget(); i < len(order) && target != nil {
					if isPulledUp(query) {
						t.checkFits(target.Val, order[i])
					}
					target.Val = t.typeConstant(target.Val, order[i])
				}
			}
		}
		t.typeSet(s.InsertStmt.GetOnConflictClause().GetTargetList(), byName)
	case *pg_query.Node_UpdateStmt:
		t.typeSet(s.UpdateStmt.TargetList, byName)
	case *pg_query.Node_MergeStmt:
		t.typeMerged(s.MergeStmt, columns, byName)
	}
}

// typeMerged casts the constants that a MERGE assigns.
func (t *translation) typeMerged(s *pg_query.MergeStmt, columns []rewrite.Column, byName map[string]rewrite.Column) {
	for _, n := range s.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		if when.CommandType != pg_query.CmdType_CMD_INSERT {
			t.typeSet(when.TargetList, byName)
			continue
		}
		t.typeValues(when.Values, assignedColumns(when.TargetList, columns, byName))
	}
}

// assignedColumns are the columns that the values of an INSERT go to: those that it names, or all of the table.
func assignedColumns(named []*pg_query.Node, columns []rewrite.Column, byName map[string]rewrite.Column) []rewrite.Column {
	if len(named) == 0 {
		return columns
	}
	assigned := make([]rewrite.Column, len(named))
	for i, n := range named {
		assigned[i] = byName[n.GetResTarget().GetName()]
	}
	return assigned
}

// isPulledUp reports whether PostgreSQL assigns the values of a query without making its rows first.
func isPulledUp(s *pg_query.SelectStmt) bool {
	return len(s.DistinctClause) == 0 && len(s.GroupClause) == 0 && s.HavingClause == nil && s.LimitCount == nil && s.LimitOffset == nil && len(s.SortClause) == 0 && s.WithClause == nil
}

// typeSet casts the constants of SET.
func (t *translation) typeSet(targets []*pg_query.Node, columns map[string]rewrite.Column) {
	var row *pg_query.RowExpr // of SET (…) = ROW(…): its first column has the one that is written
	for _, n := range targets {
		target := n.GetResTarget()
		if target == nil || len(target.Indirection) > 0 {
			continue
		}
		if several := target.Val.GetMultiAssignRef(); several.GetColno() == 1 {
			row = several.Source.GetRowExpr()
		}
		if at := int(target.Val.GetMultiAssignRef().GetColno()) - 1; at >= 0 && at < len(row.GetArgs()) {
			t.checkFits(row.Args[at], columns[target.Name])
		}
		t.checkFits(target.Val, columns[target.Name])
		t.appendNumber(target.Val, columns[target.Name])
		target.Val = t.typeConstant(target.Val, columns[target.Name])
	}
}

// appendNumber joins a number to the array of a column of numerics of one scale, which the assignment rounds the number to.
func (t *translation) appendNumber(n *pg_query.Node, c rewrite.Column) {
	e := n.GetAExpr()
	if _, op := parse.SplitName(e.GetName()); op != "||" || e.Lexpr == nil || c.Type != pgtype.NumericArrayOID || c.TypeMod < 0 || c.Dims > 1 {
		return
	}
	isColumn := func(side *pg_query.Node) bool {
		return len(side.GetColumnRef().GetFields()) > 0 && trees.LastField(side) == c.Name
	}
	switch {
	case isColumn(e.Lexpr) && inference.Numbers[t.Inferred(e.Rexpr)]:
		t.ReplaceNode(n, build.Call("array_append", e.Lexpr, e.Rexpr))
	case isColumn(e.Rexpr) && inference.Numbers[t.Inferred(e.Lexpr)]:
		t.ReplaceNode(n, build.Call("array_prepend", e.Lexpr, e.Rexpr))
	}
}

func (t *translation) typeValues(values []*pg_query.Node, columns []rewrite.Column) {
	for i := range values {
		if i < len(columns) {
			t.checkFits(values[i], columns[i])
			values[i] = t.typeConstant(values[i], columns[i])
		}
	}
}

// isFloat reports whether a number is in the range of a floating-point type.
func isFloat(s string, of uint32) bool {
	bits := map[uint32]int{pgtype.Float4OID: 32, pgtype.Float8OID: 64}[of]
	if bits == 0 {
		return false
	}
	value, err := strconv.ParseFloat(s, bits)
	return err == nil && value != 0
}

// cutFor cuts a quoted constant for a column of type name or "char".
func cutFor(column uint32, s string) string {
	switch column {
	case pgtype.NameOID:
		return lexical.CutName(s)
	case pgtype.QCharOID:
		return readCharacter(s)
	}
	return s
}

// typeConstant casts a quoted constant to the type of a column, and a number to a floating-point type that it has more digits than.
func (t *translation) typeConstant(n *pg_query.Node, c rewrite.Column) *pg_query.Node {
	if isTruth := n.GetAConst().GetBoolval() != nil; isTruth && inference.SpelledNumbers[inference.Names[c.Type]] != "" && !t.Env.SQLite {
		t.NoteError(n.GetAConst().GetLocation(), sqlstate.DatatypeMismatch, "column %q is of type %s but expression is of type boolean", c.Name, inference.SpelledNumbers[inference.Names[c.Type]])
	}
	switch {
	case c.Enum != nil:
		return t.assignedEnum(n, c)
	case c.Range != "":
		return t.assignedRange(n, c)
	}
	if s, quoted := parse.TextConstant(n); quoted && !t.Env.SQLite && cutFor(c.Type, s) != s {
		t.Changed = true
		return build.Text(cutFor(c.Type, s))
	}
	if s := n.GetAConst().GetFval().GetFval(); strings.ContainsAny(s, "eE") && isFloat(s, c.Type) && !t.Env.SQLite {
		t.Changed = true
		return build.Cast(build.Text(s), build.PlainType(inference.Names[c.Type]))
	}
	if s, ok := trees.Number(n); ok && numerics.Floats[inference.Names[c.Type]] && numerics.CountDigits(s) > numerics.ExactDigits && !t.Env.SQLite {
		return build.Cast(n, build.PlainType(inference.Names[c.Type]))
	}
	if c.Type == pgtype.TstzrangeOID {
		return t.assignedZonedRange(n)
	}
	element, moment := inference.ElementTypes[c.Type], momentOIDs[c.Type]
	if c.Type == pgtype.NumericArrayOID && !t.Env.SQLite {
		element = "numeric"
	}
	if _, quoted := parse.TextConstant(n); !quoted || element == "" && moment == "" {
		return n
	}
	to := build.PlainType(cmp.Or(element, moment))
	if element != "" {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return build.Cast(n, to)
}

// assignedZonedRange casts a quoted constant to tstzrange: its bounds may be in the session's zone.
func (t *translation) assignedZonedRange(n *pg_query.Node) *pg_query.Node {
	if s, quoted := parse.TextConstant(n); !quoted || !rangeText(s) || t.Env.SQLite {
		return n
	}
	return build.Cast(n, build.PlainType("tstzrange"))
}

// assignedRange casts a quoted constant to the range type of users, or the multirange type, of a column.
func (t *translation) assignedRange(n *pg_query.Node, c rewrite.Column) *pg_query.Node {
	if _, quoted := parse.TextConstant(n); !quoted || t.Env.SQLite {
		return n
	}
	to := build.PlainType(c.Range)
	if c.Array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return build.Cast(n, to)
}

// assignedEnum casts a quoted constant to the enum of a column, and refuses a text that is no constant.
func (t *translation) assignedEnum(n *pg_query.Node, c rewrite.Column) *pg_query.Node {
	kind := inference.KindOfEnum(c.Enum, c.Array)
	if quoted := n.GetAConst().GetSval() != nil; quoted || n.GetParamRef() != nil {
		enums.Cast(&t.Types, n, kind)
		return n
	}
	if t.isText(n) {
		t.NoteError(build.Nowhere, sqlstate.DatatypeMismatch,
			"column %q is of type %s but expression is of type text", c.Name, enums.Spelled(&t.Types, kind)).
			WithHint("You will need to rewrite or cast the expression.")
	}
	return n
}

// isText reports whether an expression is a text that has become one: by a cast, or as one of several constants.
func (t *translation) isText(n *pg_query.Node) bool {
	if list := trees.Choices(n); len(list) > 0 {
		return !slices.ContainsFunc(list, func(n *pg_query.Node) bool {
			_, quoted := parse.TextConstant(n)
			return !quoted && !n.GetAConst().GetIsnull() && !t.isText(n)
		})
	}
	kind := t.Shown(n)
	return n.GetAConst() == nil && (kind == "text" || kind == "varchar")
}
