package usertypes

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// domains are a domain and those that it is over, the outermost last.
func (t *Rules) domains(u *providers.UserType) (chain []*providers.UserType) {
	for ; u != nil && len(chain) < deepestDomain; u = t.ByID(u.Over) {
		chain = append([]*providers.UserType{u}, chain...)
	}
	return chain
}

// deepestDomain is of how many domains in each other one may be.
const deepestDomain = 32

// constrained reports whether a domain has a check.
func (t *Rules) constrained(u *providers.UserType) bool {
	for _, d := range t.domains(u) {
		if d.NotNull || len(d.Checks) > 0 {
			return true
		}
	}
	return false
}

// checked returns a value of a domain's type behind the domain's checks.
func (t *Rules) checked(u *providers.UserType, value *pg_query.Node, assigned bool) *pg_query.Node {
	value = t.ofBase(u, value, assigned)
	if !t.constrained(u) {
		return value
	}
	return t.checks(u, value)
}

// hasColumns reports whether an expression names a column.
func hasColumns(n *pg_query.Node) (found bool) {
	trees.EachExpression(n, func(n *pg_query.Node) { found = found || n.GetColumnRef() != nil })
	return found
}

// ofBase casts a value to the type of a domain's values. What is assigned is held to a length and not cut to it.
func (t *Rules) ofBase(u *providers.UserType, value *pg_query.Node, assigned bool) *pg_query.Node {
	to := t.parsedType(t.domains(u)[0].Base)
	if limit, limited := writes.LimitOf(&t.Translation, to); limited {
		if assigned {
			return writes.Hold(limit, value)
		}
	}
	return build.Cast(value, to)
}

// checks returns a value, or the error of the first check that it fails.
func (t *Rules) checks(u *providers.UserType, value *pg_query.Node) *pg_query.Node {
	var branches []*pg_query.Node
	chain := t.domains(u)
	for _, d := range chain {
		if d.NotNull {
			branches = append(branches, build.When(build.IsNull(proto.CloneOf(value)), build.Call("error", build.Text("23502"+rewrite.FaultObject(u.Schema, u.Name, "")+": domain "+t.spelledType(u)+" does not allow null values"))))
			break
		}
	}
	for _, d := range chain {
		for _, k := range d.Checks {
			failure := "23514" + rewrite.FaultObject(u.Schema, u.Name, k.Name) + ": value for domain " + t.spelledType(u) + ` violates check constraint "` + k.Name + `"`
			branches = append(branches, build.When(build.Not(t.condition(k, value)), build.Call("error", build.Text(failure))))
		}
	}
	return build.Case(proto.CloneOf(value), branches...)
}

// condition is the condition of a check, of a value.
func (t *Rules) condition(k providers.DomainCheck, value *pg_query.Node) *pg_query.Node {
	condition := t.parsedExpression(k.Condition)
	replaceValue(condition, value)
	return condition
}

// replaceValue puts a value in the place of VALUE.
func replaceValue(condition, value *pg_query.Node) {
	var places []*pg_query.Node
	trees.EachExpression(condition, func(n *pg_query.Node) {
		if isValue(n) {
			places = append(places, n)
		}
	})
	for _, n := range places {
		n.Node = proto.CloneOf(value).Node
	}
}

// isValue reports whether an expression is VALUE.
func isValue(n *pg_query.Node) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) == 1 && fields[0].GetString_().GetSval() == "value"
}

// assignUser puts what a statement assigns to columns of domains behind their checks, and takes apart what it assigns to
// columns of composite types.
func (t *Rules) assignUser(root *pg_query.Node) {
	if t.Env.Columns == nil {
		return
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		columns := t.usersOf(s.InsertStmt.Relation)
		t.noteAssigned(s.InsertStmt.Cols, s.InsertStmt.GetOnConflictClause().GetTargetList())
		if len(columns) == 0 {
			return
		}
		t.assignInserted(s.InsertStmt, columns)
		t.assignSet(s.InsertStmt.GetOnConflictClause().GetTargetList(), columns, nil)
	case *pg_query.Node_UpdateStmt:
		t.noteAssigned(s.UpdateStmt.TargetList)
		if columns := t.usersOf(s.UpdateStmt.Relation); len(columns) > 0 {
			t.assignSet(s.UpdateStmt.TargetList, columns, nil)
		}
	case *pg_query.Node_MergeStmt:
		columns := t.usersOf(s.MergeStmt.Relation)
		for _, n := range s.MergeStmt.MergeWhenClauses {
			when := n.GetMergeWhenClause()
			t.noteAssigned(when.TargetList)
			if len(columns) == 0 {
				continue
			}
			if when.CommandType == pg_query.CmdType_CMD_INSERT {
				t.assignMerged(when, columns)
			} else {
				t.assignSet(when.TargetList, columns, nil)
			}
		}
	}
}

// usersOf are the columns of a table, if one of them is of a domain or a composite type.
func (t *Rules) usersOf(r *pg_query.RangeVar) []rewrite.Column {
	columns := t.Env.Columns(r.GetSchemaname(), r.GetRelname())
	for _, c := range columns {
		if c.User != "" {
			return columns
		}
	}
	return nil
}

// assign returns what is assigned to a column. omitted: the statement does not name the column.
func (t *Rules) assign(value *pg_query.Node, c rewrite.Column) *pg_query.Node {
	u := t.ByID(c.User)
	if u == nil {
		if c.User != "" {
			t.NoteUnsupported(build.Nowhere, "a value for column %q, whose type was dropped, is not supported", c.Name)
		}
		return value
	}
	t.Changed = true
	if u.Kind == "c" {
		return t.assignComposite(value, u, c)
	}
	if value.GetSetToDefault() != nil {
		if c.HasDefault {
			return value // its constants were checked when the column was made
		}
		value = t.defaultOf(u)
	}
	return t.checked(u, value, true)
}

// defaultOf is the default of a domain.
func (t *Rules) defaultOf(u *providers.UserType) *pg_query.Node {
	chain := t.domains(u)
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].Default != "" {
			return t.parsedExpression(chain[i].Default)
		}
	}
	return build.Null()
}

// assignSet puts the values of SET behind the checks of their columns.
func (t *Rules) assignSet(targets []*pg_query.Node, columns []rewrite.Column, row *pg_query.RowExpr) {
	for _, n := range targets {
		target := n.GetResTarget()
		several := target.GetVal().GetMultiAssignRef()
		if several.GetColno() == 1 {
			row = several.Source.GetRowExpr()
		}
		c, known := rewrite.ColumnNamed(columns, target.GetName())
		if !known || c.User == "" || len(target.GetIndirection()) > 0 {
			continue
		}
		switch at := int(several.GetColno()) - 1; {
		case several == nil:
			target.Val = t.assign(target.Val, c)
		case row != nil && at < len(row.Args):
			row.Args[at] = t.assign(row.Args[at], c)
		default:
			t.NoteUnsupported(target.Location, "SET (…) = (SELECT …) of column %q is not supported", c.Name).WithHint("Give each column a query of its own.")
		}
	}
}

// assignInserted puts the values of an INSERT behind the checks of their columns.
func (t *Rules) assignInserted(s *pg_query.InsertStmt, columns []rewrite.Column) {
	query := s.GetSelectStmt().GetSelectStmt()
	order := columns
	if len(s.Cols) > 0 {
		order = make([]rewrite.Column, len(s.Cols))
		for i, n := range s.Cols {
			order[i], _ = rewrite.ColumnNamed(columns, n.GetResTarget().GetName())
		}
	}
	width := givenOf(query, len(order))
	omitted := t.omitted(order[:width], columns)
	if len(omitted) > 0 && len(s.Cols) == 0 {
		for _, c := range order[:width] {
			s.Cols = append(s.Cols, pg_query.MakeResTargetNodeWithName(c.Name, build.Nowhere))
		}
	}
	if query == nil { // DEFAULT VALUES
		if len(omitted) == 0 {
			return
		}
		query = &pg_query.SelectStmt{ValuesLists: []*pg_query.Node{{Node: &pg_query.Node_List{List: &pg_query.List{}}}}, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT}
		s.SelectStmt = &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}
	}
	if len(query.ValuesLists) > 0 && query.LimitCount == nil && query.LimitOffset == nil && len(query.SortClause) == 0 {
		t.assignRows(query.ValuesLists, order, omitted)
	} else {
		t.assignSelected(s, order[:width], omitted)
	}
	for _, c := range omitted {
		s.Cols = append(s.Cols, pg_query.MakeResTargetNodeWithName(c.Name, build.Nowhere))
		t.Changed = true
	}
	t.noteAssigned(s.Cols)
}

// givenOf counts the columns that an INSERT gives values to, of as many as it names.
func givenOf(query *pg_query.SelectStmt, named int) int {
	if query == nil {
		return 0
	}
	given, known := trees.CountColumns(query)
	if known {
		return min(given, named)
	}
	return named
}

// assignRows puts the values of rows behind the checks of their columns, and adds those of columns that are omitted.
func (t *Rules) assignRows(rows []*pg_query.Node, order, omitted []rewrite.Column) {
	for _, row := range rows {
		list := row.GetList()
		for i := range list.Items {
			if i < len(order) && order[i].User != "" {
				list.Items[i] = t.assign(list.Items[i], order[i])
			}
		}
		for _, c := range omitted {
			list.Items = append(list.Items, t.assign(defaulted(), c))
		}
	}
}

// defaulted is DEFAULT.
func defaulted() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SetToDefault{SetToDefault: &pg_query.SetToDefault{Location: build.Nowhere}}}
}

// omitted are the columns that an INSERT leaves out and whose domain has a default, or takes no NULL.
func (t *Rules) omitted(given, columns []rewrite.Column) (list []rewrite.Column) {
	for _, c := range columns {
		u := t.ByID(c.User)
		if _, is := rewrite.ColumnNamed(given, c.Name); is || u == nil || u.Kind != "d" || c.HasDefault || c.Generated {
			continue
		}
		if t.constrained(u) || t.defaultOf(u).GetAConst() == nil || !t.defaultOf(u).GetAConst().Isnull {
			list = append(list, c)
		}
	}
	return list
}

// assignSelected puts the rows of a query behind the checks.
func (t *Rules) assignSelected(s *pg_query.InsertStmt, order, omitted []rewrite.Column) {
	concerned := len(omitted) > 0
	for _, c := range order {
		concerned = concerned || c.User != ""
	}
	if !concerned {
		return
	}
	t.refuseRecords(s.SelectStmt.GetSelectStmt(), order)
	castLabels(s.SelectStmt.GetSelectStmt(), order)
	const rows = "__assigned"
	var list, aliases []*pg_query.Node
	for i, c := range order {
		alias := "__" + strconv.Itoa(i+1)
		aliases = append(aliases, pg_query.MakeStrNode(alias))
		value := pg_query.MakeColumnRefNode(build.Names(rows, alias), build.Nowhere)
		if c.User != "" {
			value = t.assign(value, c)
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(value, build.Nowhere))
	}
	for _, c := range omitted {
		list = append(list, pg_query.MakeResTargetNodeWithVal(t.assign(defaulted(), c), build.Nowhere))
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: s.SelectStmt, Alias: &pg_query.Alias{Aliasname: rows, Colnames: aliases},
	}}}
	s.SelectStmt, t.Changed = build.Select(from, list...), true
}

// refuseRecords refuses a row without a type in the select list of a query that is assigned to a column of a composite type, as PostgreSQL
// does: it is a record by then.
func (t *Rules) refuseRecords(query *pg_query.SelectStmt, order []rewrite.Column) {
	if len(query.GetTargetList()) != len(order) {
		return
	}
	for i, c := range order {
		r := query.TargetList[i].GetResTarget().GetVal().GetRowExpr()
		if u := t.ByID(c.User); u != nil && u.Kind == "c" && !c.Array && r != nil && r.Location != build.Nowhere { // the client's
			t.NoteError(build.Nowhere, "42846", "cannot cast type record to %s", t.Env.ShownName(u.Schema, u.Name))
		}
	}
}

// castLabels casts quoted constants in the select list of a query to the enums of the columns that they are assigned to: in a query
// around it they would be texts.
func castLabels(query *pg_query.SelectStmt, order []rewrite.Column) {
	if query.Larg != nil || len(query.DistinctClause) > 0 || len(query.TargetList) != len(order) {
		return
	}
	for i, c := range order {
		target := query.TargetList[i].GetResTarget()
		if _, quoted := parse.TextConstant(target.GetVal()); !quoted || c.Enum == nil || c.User != "" {
			continue
		}
		to := &pg_query.TypeName{Names: build.Names(c.Enum.Schema, c.Enum.Name), Typemod: -1, Location: build.Nowhere}
		if c.Array {
			to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
		}
		target.Val = build.Cast(target.Val, to)
	}
}

// assignMerged puts the values of an INSERT in MERGE behind the checks.
func (t *Rules) assignMerged(when *pg_query.MergeWhenClause, columns []rewrite.Column) {
	order := columns
	if len(when.TargetList) > 0 {
		order = make([]rewrite.Column, len(when.TargetList))
		for i, n := range when.TargetList {
			order[i], _ = rewrite.ColumnNamed(columns, n.GetResTarget().GetName())
		}
	}
	for i := range when.Values {
		if i < len(order) && order[i].User != "" {
			when.Values[i] = t.assign(when.Values[i], order[i])
		}
	}
	for _, c := range t.omitted(order[:min(len(order), len(when.Values))], columns) {
		if len(when.TargetList) == 0 {
			for _, c := range order[:len(when.Values)] {
				when.TargetList = append(when.TargetList, pg_query.MakeResTargetNodeWithName(c.Name, build.Nowhere))
			}
		}
		when.TargetList = append(when.TargetList, pg_query.MakeResTargetNodeWithName(c.Name, build.Nowhere))
		when.Values = append(when.Values, t.assign(defaulted(), c))
	}
}
