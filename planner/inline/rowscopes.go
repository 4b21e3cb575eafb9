package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// rowType is the type of a row: that of the rows of a relation, a composite type, or a record.
type rowType struct {
	relation providers.Name // "": of none
	user     *providers.UserType
	columns  []string
	typed    []providers.TypedColumn // of a relation, where they are known
	rows     map[string]*rowType     // the columns of a query that are rows themselves
}

// isRecord reports whether a row is one of a query.
func (t *rowType) isRecord() bool { return t.relation.Name == "" && t.user == nil }

// spelled is how errors name the type.
func (t *rowType) spelled() string {
	switch {
	case t.user != nil:
		return quoteName(t.user.Name)
	case t.relation.Name != "":
		return quoteName(t.relation.Name)
	}
	return "record"
}

func (t *rowType) has(column string) bool { return slices.Contains(t.columns, column) }

// isOf reports whether a parameter takes the row as it is.
func (t *rowType) isOf(env Env, p providers.Parameter) bool {
	if p.RowOf.Name != "" {
		return strings.EqualFold(p.RowOf.Schema, t.relation.Schema) && strings.EqualFold(p.RowOf.Name, t.relation.Name)
	}
	u := compositeOf(env, p.Type)
	return u != nil && t.user != nil && u.ID == t.user.ID
}

// rowItem is an item of FROM: the type of its rows under its name.
type rowItem struct {
	name string
	row  rowType
	open bool // it may have other columns
}

// rowScopes are the items that expressions of a statement may name, those of the outermost query first.
type rowScopes struct {
	env        Env
	scopes     [][]rowItem
	ctes       []map[string]bool
	parameters []providers.Parameter
}

// enterStatement adds the items of a statement, and reports whether the message is one; leaveStatement takes them away.
func (s *rowScopes) enterStatement(m protoMessage) bool {
	var items []rowItem
	switch n := m.(type) {
	case *pg_query.SelectStmt:
		s.pushCTEs(n.WithClause)
		items = s.itemsOf(n.FromClause...)
	case *pg_query.InsertStmt:
		s.pushCTEs(n.WithClause)
		items = s.itemOf(n.Relation)
	case *pg_query.UpdateStmt:
		s.pushCTEs(n.WithClause)
		items = append(s.itemOf(n.Relation), s.itemsOf(n.FromClause...)...)
	case *pg_query.DeleteStmt:
		s.pushCTEs(n.WithClause)
		items = append(s.itemOf(n.Relation), s.itemsOf(n.UsingClause...)...)
	case *pg_query.MergeStmt:
		s.pushCTEs(n.WithClause)
		items = append(s.itemOf(n.Relation), s.itemsOf(n.SourceRelation)...)
	default:
		return false
	}
	s.scopes = append(s.scopes, items)
	return true
}

func (s *rowScopes) leaveStatement() {
	s.scopes, s.ctes = s.scopes[:len(s.scopes)-1], s.ctes[:len(s.ctes)-1]
}

func (s *rowScopes) pushCTEs(w *pg_query.WithClause) {
	names := map[string]bool{}
	for _, c := range w.GetCtes() {
		names[c.GetCommonTableExpr().GetCtename()] = true
	}
	s.ctes = append(s.ctes, names)
}

func (s *rowScopes) itemsOf(from ...*pg_query.Node) (items []rowItem) {
	for _, n := range from {
		switch f := n.GetNode().(type) {
		case *pg_query.Node_RangeVar:
			items = append(items, s.itemOf(f.RangeVar)...)
		case *pg_query.Node_RangeSubselect:
			item := rowItem{name: f.RangeSubselect.Alias.GetAliasname()}
			item.row.columns, item.open = outputsOf(f.RangeSubselect.Subquery.GetSelectStmt())
			item.row.rows = s.rowsOf(f.RangeSubselect.Subquery.GetSelectStmt())
			items = append(items, item.renameColumns(f.RangeSubselect.Alias))
		case *pg_query.Node_RangeFunction:
			item := rowItem{name: f.RangeFunction.Alias.GetAliasname(), open: len(f.RangeFunction.Alias.GetColnames())+len(f.RangeFunction.Coldeflist) == 0}
			for _, c := range f.RangeFunction.Coldeflist {
				item.row.columns = append(item.row.columns, c.GetColumnDef().GetColname())
			}
			item.row.columns = append(item.row.columns, parse.NameParts(f.RangeFunction.Alias.GetColnames())...)
			if item.open { // a function of values has a column of its name
				item.row.columns = append(item.row.columns, item.name)
			}
			if row := s.rowOfFunction(f.RangeFunction); row != nil {
				item.row, item.open = *row, false
				item = item.renameColumns(f.RangeFunction.Alias)
			}
			items = append(items, item)
		case *pg_query.Node_JoinExpr:
			items = append(items, s.itemsOf(f.JoinExpr.Larg, f.JoinExpr.Rarg)...)
			if f.JoinExpr.Alias != nil {
				items = append(items, rowItem{name: f.JoinExpr.Alias.Aliasname, open: true})
			}
		case nil:
		default:
			items = append(items, rowItem{open: true})
		}
	}
	return items
}

// rowOfFunction is the type of the rows of a user's function in FROM that returns those of a table, nil for another function.
func (s *rowScopes) rowOfFunction(f *pg_query.RangeFunction) *rowType {
	if len(f.Functions) != 1 || f.Ordinality || f.Alias == nil || len(f.Alias.Colnames) > 0 {
		return nil
	}
	_, name := parse.SplitName(f.Functions[0].GetList().GetItems()[0].GetFuncCall().GetFuncname())
	for _, r := range s.env.Routines("", name) {
		if row := s.rowOfNamed(r.RowsOf); row != nil {
			return row
		}
	}
	return nil
}

// rowOfNamed is the type of the rows of a relation that a routine keeps; nil: there is none.
func (s *rowScopes) rowOfNamed(name providers.Name) *rowType {
	if name.Name == "" {
		return nil
	}
	relation, known := s.env.Relation(name.Schema, name.Name)
	if !known {
		return nil
	}
	row := rowOfRelation(relation)
	return &row
}

// rowsOf are the columns of a query that are rows themselves.
func (s *rowScopes) rowsOf(q *pg_query.SelectStmt) map[string]*rowType {
	if q == nil || q.Larg != nil || !s.enterStatement(q) {
		return nil
	}
	defer s.leaveStatement()
	rows := map[string]*rowType{}
	for _, n := range q.TargetList {
		target := n.GetResTarget()
		if trees.IsStar(target.GetVal()) {
			continue
		}
		if row := s.rowOf(target.GetVal()); row != nil && target.Name != "" {
			rows[target.Name] = row
		} else if row != nil {
			rows[trees.LastField(target.Val)] = row
		}
	}
	return rows
}

// itemOf is a relation in FROM.
func (s *rowScopes) itemOf(r *pg_query.RangeVar) []rowItem {
	item := rowItem{name: parse.AliasOrName(r), open: true}
	cte := r.GetSchemaname() == "" && slices.ContainsFunc(s.ctes, func(names map[string]bool) bool { return names[r.GetRelname()] })
	if relation, known := s.env.Relation(r.GetSchemaname(), r.GetRelname()); known && !cte && r.GetCatalogname() == "" {
		item.row, item.open = rowOfRelation(relation), len(relation.Typed) == 0
		if len(r.GetAlias().GetColnames()) > 0 {
			item.row = rowType{columns: item.row.columns}
		}
	}
	return []rowItem{item.renameColumns(r.GetAlias())}
}

func rowOfRelation(r providers.Relation) rowType {
	return rowType{relation: providers.Name{Schema: r.Schema, Name: r.Name}, columns: columnNames(r), typed: r.Typed}
}

// renameColumns gives the columns the names that an alias has for them.
func (i rowItem) renameColumns(a *pg_query.Alias) rowItem {
	i.row.columns = slices.Clone(i.row.columns)
	for at, name := range parse.NameParts(a.GetColnames()) {
		if at < len(i.row.columns) {
			i.row.columns[at] = name
		} else {
			i.row.columns = append(i.row.columns, name)
		}
	}
	return i
}

// outputsOf are the names of the columns of a query. open: it may have others.
func outputsOf(s *pg_query.SelectStmt) (names []string, open bool) {
	s = parse.FirstQuery(s)
	if len(s.GetValuesLists()) > 0 {
		return nil, true
	}
	for _, n := range s.GetTargetList() {
		name := n.GetResTarget().GetName()
		if name == "" {
			name, _ = resultcolumns.Name(n.GetResTarget().GetVal())
		}
		names, open = append(names, name), open || trees.IsStar(n.GetResTarget().GetVal())
	}
	return names, open
}

// relationNamed is the item of a name that stands before a dot, nil where there is none.
func (s *rowScopes) relationNamed(name string) *rowItem {
	for _, scope := range slices.Backward(s.scopes) {
		if at := slices.IndexFunc(scope, func(i rowItem) bool { return i.name == name && name != "" }); at >= 0 {
			return &scope[at]
		}
	}
	return s.parameterNamed(name)
}

// itemNamed is the item of a name, nil where the name means a column, or may mean one.
func (s *rowScopes) itemNamed(name string) *rowItem {
	for _, scope := range slices.Backward(s.scopes) {
		at := slices.IndexFunc(scope, func(i rowItem) bool { return i.name == name && name != "" })
		switch {
		case slices.ContainsFunc(scope, func(i rowItem) bool { return i.row.has(name) }):
			return nil
		case at >= 0 && slices.ContainsFunc(scope, func(i rowItem) bool { return i.open && i.name != name }):
			return nil
		case at >= 0:
			return &scope[at]
		}
	}
	return s.parameterNamed(name)
}

// parameterNamed is the parameter of a name that is a row.
func (s *rowScopes) parameterNamed(name string) *rowItem {
	for _, p := range s.parameters {
		if row := s.rowOfParameter(p); p.Name == name && name != "" && row != nil {
			return &rowItem{name: name, row: *row}
		}
	}
	return nil
}

func (s *rowScopes) rowOfParameter(p providers.Parameter) *rowType {
	if row := s.rowOfNamed(p.RowOf); row != nil {
		return row
	}
	return rowOfUser(compositeOf(s.env, p.Type))
}

// rowOfUser is the type of the rows of a composite type, nil for none.
func rowOfUser(u *providers.UserType) *rowType {
	if u == nil || u.Kind != "c" {
		return nil
	}
	row := rowType{user: u}
	for _, f := range u.Fields {
		row.columns = append(row.columns, f.Name)
	}
	return &row
}

// rowOf is the type of an expression that is a row, nil for another one.
func (s *rowScopes) rowOf(n *pg_query.Node) *rowType {
	switch v := n.GetNode().(type) {
	case *pg_query.Node_NamedArgExpr:
		return s.rowOf(v.NamedArgExpr.Arg)
	case *pg_query.Node_ParamRef:
		if at := int(v.ParamRef.Number) - 1; at >= 0 && at < len(s.parameters) {
			return s.rowOfParameter(s.parameters[at])
		}
	case *pg_query.Node_TypeCast:
		return s.rowOfType(v.TypeCast.TypeName)
	case *pg_query.Node_ColumnRef:
		return s.rowOfColumn(v.ColumnRef)
	case *pg_query.Node_AIndirection:
		of := s.rowOf(v.AIndirection.Arg)
		for _, part := range v.AIndirection.Indirection {
			if of = s.fieldOf(of, part.GetString_().GetSval()); of == nil {
				return nil
			}
		}
		return of
	case *pg_query.Node_FuncCall:
		_, name := parse.SplitName(v.FuncCall.Funcname)
		if found := s.env.Routines("", name); len(found) > 0 {
			return s.rowOfResult(found[0])
		}
	}
	return nil
}

// rowOfResult is the type of the rows that a function returns, nil where it returns none.
func (s *rowScopes) rowOfResult(r *providers.Routine) *rowType {
	if row := s.rowOfNamed(r.RowsOf); row != nil {
		return row
	}
	return rowOfUser(compositeOf(s.env, r.Returns))
}

func (s *rowScopes) rowOfType(t *pg_query.TypeName) *rowType {
	if t == nil || len(t.ArrayBounds) > 0 || s.env.UserType == nil || builtinTypes[baseOf(t)].shown != "" {
		return nil
	}
	schema, name := parse.SplitName(t.Names)
	if u := s.env.UserType(schema, name); u != nil {
		return rowOfUser(u)
	}
	if relation, known := s.env.Relation(schema, name); known && schema != "pg_catalog" && !relation.Builtin {
		row := rowOfRelation(relation)
		return &row
	}
	return nil
}

// rowOfColumn is the type of the row that a name means: an item of FROM, or a column of a composite type.
func (s *rowScopes) rowOfColumn(c *pg_query.ColumnRef) *rowType {
	words := parse.Strings(c.Fields)
	star := len(words) < len(c.Fields)
	switch {
	case len(words) == 1:
		item := s.itemNamed(words[0])
		if star {
			item = s.relationNamed(words[0])
		}
		if item != nil && (!item.open || item.row.relation.Name != "") {
			return &item.row
		}
		if star {
			return nil
		}
	case len(words) != 2 || star:
		return nil
	}
	column := words[len(words)-1]
	for _, scope := range slices.Backward(s.scopes) {
		for _, i := range scope {
			if len(words) == 2 && i.name != words[0] {
				continue
			}
			if i.row.has(column) {
				return s.fieldOf(&i.row, column)
			}
		}
	}
	return nil
}

// fieldOf is the composite type of a field of a row, nil for another one.
func (s *rowScopes) fieldOf(of *rowType, field string) *rowType {
	if of == nil || field == "" {
		return nil
	}
	if of.user != nil {
		at := slices.Index(of.columns, field)
		if at < 0 || of.user.Fields[at].User == "" || of.user.Fields[at].Dims > 0 {
			return nil
		}
		return rowOfUser(compositeOf(s.env, of.user.Fields[at].Type))
	}
	if of.rows[field] != nil {
		return of.rows[field]
	}
	for _, c := range of.typed {
		if c.Name == field && c.User != "" && s.env.ByID != nil && !strings.HasSuffix(c.TypeName, "[]") {
			return rowOfUser(s.env.ByID(c.User))
		}
	}
	return nil
}

// fieldsOf writes the fields of a row out.
func fieldsOf(row *pg_query.Node, columns []string) []*pg_query.Node {
	list := make([]*pg_query.Node, len(columns))
	for i, c := range columns {
		list[i] = build.Target(fieldOfRow(row, c), c)
	}
	return list
}

// fieldOfRow is a field of a row: a column of a relation, or a part of another value.
func fieldOfRow(row *pg_query.Node, field string) *pg_query.Node {
	if words := parse.Strings(row.GetColumnRef().GetFields()); len(words) == 1 {
		return build.Column(words[0], field)
	}
	return build.Field(row, field)
}
