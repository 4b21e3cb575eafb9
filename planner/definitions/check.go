package definitions

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// failure is what ends the analysis of a statement that PostgreSQL refuses.
type failure struct{ err *sqlstate.Error }

// ResultType is the type of a column of a query's result.
type ResultType struct {
	Type uint32
	Mod  int32
}

// Checked is what is known of a statement whose types fit.
type Checked struct {
	Results []ResultType // those of its result, 0 for a type that is not known; nil: they are not all known
	// Days are the places of the operators that take a date from a date, and Numerics those of arithmetic and of
	// averages whose result is a numeric. Reals are those of the operators that make a double precision of a real and another number.
	Days, Numerics, Reals map[int32]bool
	// Typed are arguments that have to be cast to what functions take them for, and Failing calls that fail for rows alone.
	Typed   map[*pg_query.Node]Typed
	Failing []Failing
	// Collations are those of the columns of a new table that is made of a query's result; nil: they are not all known.
	Collations []CollatedColumn
	// CollationsFor are the answers of calls of pg_collation_for; "": NULL.
	CollationsFor map[*pg_query.Node]string
	// Known: the analysis has met nothing that it does not know.
	Known bool
	// Strings are calls whose result is a text although their argument is a string of another type.
	Strings map[*pg_query.Node]bool
	// Bytewise are calls and operators over texts of a collation that knows the letters of ASCII alone.
	Bytewise map[*pg_query.Node]bool
	// FarDays are dates that are compared with timestamps, with the type of these.
	FarDays map[*pg_query.Node]string
	// CastCalls are calls that are casts, with their types.
	CastCalls map[*pg_query.Node]string
	// Chars are values of type character that become texts.
	Chars *CharsBeside
	// Digits are those of the numerics of the statement.
	Digits map[*pg_query.Node]Digits
	// Holders are the values that have numerics in them.
	Holders map[*pg_query.Node]Holder
	// Passing tells which columns they are, where Known.
	Passing *Passing
}

// Check analyses a statement and returns the error that PostgreSQL has for types that do not fit: operators and functions that
// are not there for them, casts, assignments, conditions. place is the byte of the text that it is about, -1: none. It returns nil
// where the types fit, and where the analysis meets something that it does not know.
//
// Collations are looked at where something has one of its own: the statement is analysed again then.
func Check(statement *pg_query.Node, source Source) (found Checked, err *sqlstate.Error, place int) { //nolint:revive // the place belongs to the error
	collates := statement.GetCreateTableAsStmt() != nil || statement.GetIndexStmt() != nil || statement.GetSelectStmt().GetIntoClause() != nil
	a := begin(source)
	a.collates = collates
	if found, err, place = a.checkStatement(statement); err != nil || collates || !a.collationSeen {
		return found, err, place
	}
	a = begin(source)
	a.collates = true
	return a.checkStatement(statement)
}

// checkStatement is Check for one analysis.
func (a *analysis) checkStatement(statement *pg_query.Node) (found Checked, err *sqlstate.Error, place int) { //nolint:revive // the place belongs to the error
	a.checks, a.days, a.numerics, a.reals = true, map[int32]bool{}, map[int32]bool{}, map[int32]bool{}
	a.typed, a.failing, a.strings = map[*pg_query.Node]Typed{}, &found.Failing, map[*pg_query.Node]bool{}
	a.collations, a.bytewise = map[*pg_query.Node]string{}, map[*pg_query.Node]bool{}
	a.holders = map[*pg_query.Node]Holder{}
	a.digits, a.scales, a.passing = map[*pg_query.Node]Digits{}, map[*node]Digits{}, newPassing(a)
	found.Days, found.Numerics, found.Reals, found.Typed, found.Strings = a.days, a.numerics, a.reals, a.typed, a.strings
	a.farDays, a.chars = map[*pg_query.Node]string{}, newCharsBeside()
	a.castCalls = map[*pg_query.Node]string{}
	found.CastCalls, found.Passing, found.Holders = a.castCalls, newPassing(a), a.holders
	found.CollationsFor, found.Bytewise, found.Digits, found.FarDays, found.Chars = a.collations, a.bytewise, a.digits, a.farDays, a.chars
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unsupported:
			found.Results, found.Collations, err = nil, nil, nil
		case failure:
			found.Results, err, place = nil, e.err, a.place()
		default:
			panic(e)
		}
	}()
	made := statement.GetCreateTableAsStmt()
	switch s := statement.GetSelectStmt(); {
	case s.GetIntoClause() != nil:
		into := s.IntoClause
		s.IntoClause = nil
		defer func() { s.IntoClause = into }()
		found.Collations = a.collatedColumns(a.selects(s, nil, true, nil).columns(), names(into.ColNames))
	case s != nil:
		found.Results = a.selects(s, nil, true, nil).resultTypes()
	case made.GetQuery().GetSelectStmt() != nil:
		columns := a.selects(made.Query.GetSelectStmt(), nil, true, nil).columns()
		found.Collations = a.collatedColumns(columns, names(made.GetInto().GetColNames()))
	default:
		a.statement(statement)
		found.Results = a.returned
	}
	found.Known, found.Passing = true, a.passing
	return found, nil, -1
}

// Known reports whether the analysis of a statement meets nothing that it does not know.
func Known(statement *pg_query.Node, source Source) bool {
	a := begin(source)
	a.checks = true
	return reachesEnd(func() { a.statement(statement) })
}

// reachesEnd analyses something as far as it is known, and reports whether that met nothing that is not known, and no types that do not fit.
func reachesEnd(analyse func()) (known bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
			known = true
		case unsupported, failure:
		default:
			panic(e)
		}
	}()
	analyse()
	return
}

// place is where the innermost expression stands that is analysed.
func (a *analysis) place() int {
	for _, at := range slices.Backward(a.places) {
		if at >= 0 {
			return int(at)
		}
	}
	return -1
}

// blame has the error that follows be about an expression.
func (a *analysis) blame(n *node) { a.blamePlace(n.at) }

// blamePlace is blame for the place of an expression.
func (a *analysis) blamePlace(at int32) {
	if at > 0 {
		a.places = append(a.places, at)
	}
}

// fail ends the analysis with an error.
func (a *analysis) fail(code sqlstate.Code, hint, format string, args ...any) {
	panic(failure{sqlstate.New(code, format, args...).WithHint("%s", hint)})
}

// statement analyses a statement.
func (a *analysis) statement(n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		a.selects(e.SelectStmt, nil, true, nil)
	case *pg_query.Node_InsertStmt:
		a.insert(e.InsertStmt)
	case *pg_query.Node_UpdateStmt:
		a.update(e.UpdateStmt)
	case *pg_query.Node_DeleteStmt:
		s, _ := a.changes(e.DeleteStmt.Relation, e.DeleteStmt.WithClause)
		s.from(e.DeleteStmt.UsingClause)
		s.where(e.DeleteStmt.WhereClause)
		s.returns(e.DeleteStmt.ReturningList)
		s.collateQuery()
	case *pg_query.Node_MergeStmt:
		a.merge(e.MergeStmt)
	case *pg_query.Node_ExplainStmt:
		a.statement(e.ExplainStmt.Query)
	case *pg_query.Node_DeclareCursorStmt:
		a.statement(e.DeclareCursorStmt.Query)
	case *pg_query.Node_CreateTableAsStmt:
		a.statement(e.CreateTableAsStmt.Query)
	case *pg_query.Node_ViewStmt:
		a.statement(e.ViewStmt.Query)
	case *pg_query.Node_PrepareStmt:
		a.statement(e.PrepareStmt.Query)
	case *pg_query.Node_IndexStmt:
		a.index(e.IndexStmt)
	case *pg_query.Node_CreateStmt:
		a.keys(e.CreateStmt)
		a.exclusionsOf(e.CreateStmt)
	case *pg_query.Node_AlterTableStmt:
		a.addedKeys(e.AlterTableStmt)
	}
}

// changes is the scope of a statement that changes the rows of a table, and the table.
func (a *analysis) changes(table *pg_query.RangeVar, with *pg_query.WithClause) (*scope, *relation) {
	s := &scope{analysis: a, q: &query{}}
	s.withs(with)
	r, _, items := s.table(table)
	if r.kind != plain {
		a.refuse("a table")
	}
	s.items = append(s.items, items...)
	return s, r
}

// where analyses WHERE.
func (s *scope) where(n *pg_query.Node) {
	if n != nil {
		s.collateAlone(s.toBoolean("WHERE", s.expression(n)))
	}
}

// insert analyses INSERT.
func (a *analysis) insert(n *pg_query.InsertStmt) {
	s, r := a.changes(n.Relation, n.WithClause)
	columns := r.columns
	if len(n.Cols) > 0 {
		columns = nil
		for _, c := range n.Cols {
			columns = append(columns, a.columnNamed(r, c.GetResTarget().Name))
		}
	}
	inner := &scope{analysis: a, parent: &scope{analysis: a, with: s.with, q: &query{}}, q: &query{}}
	rows := n.SelectStmt.GetSelectStmt()
	switch {
	case rows == nil: // DEFAULT VALUES
	case slices.ContainsFunc(n.Cols, isPart):
		inner.assignParts(columns, n.Cols, rows)
	case len(rows.ValuesLists) > 0 && rows.WithClause == nil:
		inner.assignValues(columns, rows)
	default:
		q := a.selects(rows, inner.parent, false, nil)
		for i, c := range q.columns() {
			if i < len(columns) {
				value := c.value()
				var written *pg_query.Node
				if q.set == nil && i < len(q.targets) {
					written = q.targets[i].written.GetVal()
				}
				if written != nil && q.targets[i].star == nil {
					value.tree = written
				}
				a.assignable(columns[i], value)
				a.noteAssigned(columns[i], c.typ, written)
			}
		}
	}
	s.returns(n.ReturningList)
	if n.OnConflictClause == nil {
		s.collateQuery()
		return
	}
	s.conflict(r, n)
}

// assignValues analyses the rows of VALUES as an INSERT does: each value becomes one of its column.
func (s *scope) assignValues(columns []column, n *pg_query.SelectStmt) {
	for _, row := range n.ValuesLists {
		for i, v := range row.GetList().GetItems() {
			if i < len(columns) && v.GetSetToDefault() == nil {
				s.assign(columns[i], v)
			}
		}
	}
}

// assign fails where a column does not take the value of an expression.
func (s *scope) assign(c column, n *pg_query.Node) {
	value := s.expression(n)
	s.places = append(s.places, placeOf(n))
	s.assignable(c, value)
	s.collateAlone(value)
	s.places = s.places[:len(s.places)-1]
	s.noteAssigned(c, value.typ, n)
}

// update analyses UPDATE.
func (a *analysis) update(n *pg_query.UpdateStmt) {
	s, r := a.changes(n.Relation, n.WithClause)
	s.from(n.FromClause)
	s.assignTargets(r, n.TargetList)
	s.where(n.WhereClause)
	s.returns(n.ReturningList)
	s.collateQuery()
}

// isPart reports whether a target is a part of a column.
func isPart(n *pg_query.Node) bool { return len(n.GetResTarget().GetIndirection()) > 0 }

// assignParts analyses the rows of VALUES that have parts of columns.
func (s *scope) assignParts(columns []column, cols []*pg_query.Node, n *pg_query.SelectStmt) {
	if len(n.ValuesLists) == 0 || n.WithClause != nil {
		s.refuse("parts of columns of a query")
	}
	for _, row := range n.ValuesLists {
		for i, v := range row.GetList().GetItems() {
			switch {
			case i >= len(columns) || v.GetSetToDefault() != nil:
			case isPart(cols[i]):
				s.assignPart(columns[i], cols[i].GetResTarget().Indirection, v)
			default:
				s.assign(columns[i], v)
			}
		}
	}
}

// assignPart fails where the subscripts of a column do not take a value.
func (s *scope) assignPart(c column, path []*pg_query.Node, n *pg_query.Node) {
	typ := s.partType(c, path)
	value := s.expression(n)
	s.collateAlone(value)
	if value.typ == unknownOID || s.canCoerce([]uint32{value.typ}, []uint32{typ}, assignment) {
		return
	}
	s.knowEnums(value.typ, typ)
	s.places = append(s.places, placeOf(n))
	s.fail(sqlstate.DatatypeMismatch, "You will need to rewrite or cast the expression.",
		"subscripted assignment to %q requires type %s but expression is of type %s", c.name, s.errorType(typ), s.errorType(value.typ))
}

// partType is the type of what is assigned to the subscripts of a column.
func (a *analysis) partType(c column, path []*pg_query.Node) uint32 {
	slice := false
	for _, n := range path {
		if n.GetAIndices() == nil {
			a.refuse("a field of a column")
		}
		slice = slice || n.GetAIndices().IsSlice
	}
	element := a.elementOf(c.typ)
	if element == 0 && c.typ != jsonbOID {
		a.refuse("a part of a column")
	}
	if element == 0 || slice {
		return c.typ
	}
	return element
}

func (a *analysis) columnNamed(r *relation, name string) column {
	for _, c := range r.columns {
		if c.name == name {
			return c
		}
	}
	a.refuse("a column")
	return column{}
}

// assignable fails where a column does not take a value.
func (a *analysis) assignable(c column, value *node) {
	if value.typ == unknownOID || a.canCoerce([]uint32{value.typ}, []uint32{c.typ}, assignment) {
		a.noteZoned(value, c.typ, assignment)
		return
	}
	a.knowEnums(value.typ, c.typ)
	a.fail(sqlstate.DatatypeMismatch, "You will need to rewrite or cast the expression.",
		"column %q is of type %s but expression is of type %s", c.name, a.errorType(c.typ), a.errorType(value.typ))
}

// knowEnums refuses to judge two enums of the same labels and marks: a column of DuckDB's knows these alone.
func (a *analysis) knowEnums(x, y uint32) {
	if !a.isEnum(x) || !a.isEnum(y) {
		return
	}
	one, other := a.enumOf(x), a.enumOf(y)
	if one.labels == nil || other.labels == nil || one.mark == other.mark && slices.Equal(one.labels, other.labels) {
		a.refuse("an enum")
	}
}

// enumOf is an enum, or the one of which a type is an array. Other types stay as they are.
func (a *analysis) enumOf(oid uint32) *typ {
	if e := a.elementOf(oid); e != 0 {
		oid = e
	}
	return a.typeOf(oid)
}

// isEnum reports whether a type is an enum, or an array of one.
func (a *analysis) isEnum(oid uint32) bool {
	return oid != 0 && a.enumOf(oid).kind == 'e'
}

// parameter fits wherever one of some type does.
func (s *scope) parameter() *node {
	if !s.checks && s.objects == nil {
		s.refuse("a parameter")
	}
	return &node{kind: constant, typ: unknownOID, mod: -1}
}

// placeOf is where an expression stands in the text, -1 where the tree does not tell.
func placeOf(n *pg_query.Node) int32 {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AExpr:
		return e.AExpr.Location
	case *pg_query.Node_FuncCall:
		return e.FuncCall.Location
	case *pg_query.Node_TypeCast:
		return e.TypeCast.Location
	case *pg_query.Node_ColumnRef:
		return e.ColumnRef.Location
	case *pg_query.Node_AConst:
		return e.AConst.Location
	case *pg_query.Node_CaseExpr:
		return e.CaseExpr.Location
	case *pg_query.Node_CoalesceExpr:
		return e.CoalesceExpr.Location
	case *pg_query.Node_MinMaxExpr:
		return e.MinMaxExpr.Location
	case *pg_query.Node_SubLink:
		return e.SubLink.Location
	case *pg_query.Node_RowExpr:
		return e.RowExpr.Location
	case *pg_query.Node_AArrayExpr:
		return e.AArrayExpr.Location
	}
	return -1
}

// startOf is where the text of an expression begins, -1 where the tree does not tell: exprLocation.
func startOf(n *pg_query.Node) int32 {
	first := n
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AExpr:
		first = e.AExpr.Lexpr
	case *pg_query.Node_BoolExpr:
		if first = e.BoolExpr.Args[0]; e.BoolExpr.Boolop == pg_query.BoolExprType_NOT_EXPR {
			return e.BoolExpr.Location
		}
	case *pg_query.Node_TypeCast:
		first = e.TypeCast.Arg
	case *pg_query.Node_NullTest:
		first = e.NullTest.Arg
	case *pg_query.Node_BooleanTest:
		first = e.BooleanTest.Arg
	case *pg_query.Node_SubLink:
		first = e.SubLink.Testexpr
	case *pg_query.Node_AIndirection:
		first = e.AIndirection.Arg
	case *pg_query.Node_CollateClause:
		first = e.CollateClause.Arg
	}
	own := placeOf(n)
	if first == n || first == nil {
		return own
	}
	if start := startOf(first); start >= 0 && (own < 0 || start < own) {
		return start
	}
	return own
}
