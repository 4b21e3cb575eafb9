package duckdialect

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// json_populate_record and its kin, whose first argument is NULL of a composite type or of the rows of a table, are json_to_record and
// its kin with the columns of that type. A call in the select list, of which columns are taken, moves to FROM.

// populating are these functions, with those that they become.
var populating = map[string]string{
	"json_populate_record": "json_to_record", "jsonb_populate_record": "jsonb_to_record",
	"json_populate_recordset": "json_to_recordset", "jsonb_populate_recordset": "jsonb_to_recordset",
}

// writePopulated writes these calls of a statement. The tree is the client's, and its names are not bound.
func (t *translation) writePopulated(root *pg_query.Node) {
	if t.Env.SQLite || !t.Env.Rewritten && !strings.Contains(strings.ToLower(t.Text), "_populate_record") {
		return
	}
	var queries []*pg_query.SelectStmt
	t.populatedRows = map[string]*pg_query.RangeVar{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			queries = append(queries, m)
		case *pg_query.RangeVar:
			name := parse.AliasOrName(m)
			if _, twice := t.populatedRows[name]; twice {
				m = nil
			}
			t.populatedRows[name] = m
		}
	})
	moved := 0
	for _, s := range queries {
		t.moveRecords(s, &moved)
	}
	t.EachNode(root, func(n *pg_query.Node) {
		if r := n.GetRangeFunction(); r != nil && len(r.Functions) == 1 && len(r.Coldeflist) == 0 && !r.Ordinality {
			t.populateFrom(n, r)
		}
	})
}

// populateFrom writes such a call in FROM. Columns of domains are cast to them in a query around: what is read of a document has the type
// of their values.
func (t *translation) populateFrom(n *pg_query.Node, r *pg_query.RangeFunction) {
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	columns := t.populatedColumns(f)
	if len(columns) == 0 {
		return
	}
	if r.Alias == nil {
		r.Alias = build.Alias(name)
	}
	base, document := t.baseOf(f.Args[0]), build.Cast(proto.CloneOf(f.Args[1]), build.PlainType("jsonb"))
	f.Funcname, f.Args, r.Coldeflist, t.Changed = build.Names(populating[name]), f.Args[1:], columns, true
	const rows = "__populated"
	var targets []*pg_query.Node
	domains := 0
	for _, c := range columns {
		column := c.GetColumnDef()
		value := build.Column(rows, column.Colname)
		if u := t.users.TypeNamed(column.TypeName); u != nil && u.Kind == "d" {
			value, column.TypeName = build.Cast(value, column.TypeName), parse.TypeNamed(u.Base)
			domains++
		}
		if base != nil {
			value = build.Case(build.Field(proto.CloneOf(base), column.Colname), build.When(build.Binary("?", proto.CloneOf(document), build.Text(column.Colname)), value))
			if len(column.TypeName.Typmods) > 0 { // which a choice does not keep
				value = build.Cast(value, proto.CloneOf(column.TypeName))
			}
		}
		targets = append(targets, build.Target(value, column.Colname))
	}
	if domains > 0 || base != nil {
		alias := r.Alias
		r.Alias = build.Alias(rows)
		t.ReplaceNode(n, build.Lateral(build.Select(&pg_query.Node{Node: n.Node}, targets...), alias))
	}
}

// populatedColumns are the columns of the type of such a call; none: it is another call, or of another type.
func (t *translation) populatedColumns(f *pg_query.FuncCall) (list []*pg_query.Node) {
	_, name := parse.SplitName(f.GetFuncname())
	if populating[name] == "" || len(f.Args) != 2 {
		return nil
	}
	of := t.populatedType(f.Args[0])
	if of == nil || len(of.ArrayBounds) > 0 || t.baseOf(f.Args[0]) != nil && strings.HasSuffix(name, "set") {
		return nil
	}
	schema, table := parse.SplitName(of.Names)
	if u := t.users.TypeNamed(of); u != nil {
		for _, field := range u.Fields {
			list = append(list, columnDef(field.Name, field.Type))
		}
		return list
	}
	if t.Env.Columns == nil {
		return nil
	}
	for _, c := range t.Env.Columns(schema, table) {
		sql := t.users.SpelledColumn(c)
		if sql == "" {
			t.NoteUnsupported(f.Location, "%s of a table with the column %q, of this type, is not supported", name, c.Name)
			return nil
		}
		list = append(list, columnDef(c.Name, sql))
	}
	return list
}

// populatedType is the type that such a call returns, which is that of its first argument; nil: the argument is another expression than
// NULL, a row that is cast, and the row of a relation.
func (t *translation) populatedType(base *pg_query.Node) *pg_query.TypeName {
	if c := base.GetTypeCast(); c.GetArg().GetAConst().GetIsnull() || c.GetArg().GetRowExpr() != nil {
		return c.TypeName
	}
	if r := t.populatedRow(base); r != nil {
		names := build.Names(r.Schemaname, r.Relname)
		if r.Schemaname == "" {
			names = names[1:]
		}
		return &pg_query.TypeName{Names: names, Typemod: -1, Location: build.Nowhere}
	}
	return nil
}

// populatedRow is the relation whose row an expression is; nil: it is another one.
func (t *translation) populatedRow(n *pg_query.Node) *pg_query.RangeVar {
	if c := n.GetColumnRef(); c != nil && len(c.Fields) == 1 {
		return t.populatedRows[c.Fields[0].GetString_().GetSval()]
	}
	return nil
}

// baseOf is the row that such a call fills; nil: it is NULL.
func (t *translation) baseOf(base *pg_query.Node) *pg_query.Node {
	if base.GetTypeCast().GetArg().GetAConst().GetIsnull() {
		return nil
	}
	return base
}

// columnDef makes the definition of a column of a type, as SQL has it.
func columnDef(name, kind string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: &pg_query.ColumnDef{Colname: name, TypeName: parse.TypeNamed(kind), IsLocal: true, Location: build.Nowhere}}}
}

// moveRecords moves the calls to FROM of which the query takes columns.
func (t *translation) moveRecords(s *pg_query.SelectStmt, moved *int) {
	m := recordMover{t: t, query: s, moved: moved, aliases: map[string]string{}}
	var targets []*pg_query.Node
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		x := target.GetVal().GetAIndirection()
		if len(x.GetIndirection()) != 1 || x.Indirection[0].GetAStar() == nil {
			if !m.replaceWhole(target) {
				m.visit(target.GetVal(), target)
			}
			targets = append(targets, n)
			continue
		}
		f := x.Arg.GetFuncCall()
		_, set := parse.SplitName(f.GetFuncname())
		alias, columns := m.from(x.Arg)
		if alias == "" {
			targets = append(targets, n)
		}
		for _, c := range columns {
			name := c.GetColumnDef().Colname
			targets = append(targets, build.Target(build.Column(alias, movedColumn(set, alias, name)), name))
		}
	}
	s.TargetList = targets
	m.visit(s.WhereClause, nil)
	m.visit(s.HavingClause, nil)
	for _, n := range s.GroupClause {
		m.visit(n, nil)
	}
	for _, n := range s.SortClause {
		m.visit(n.GetSortBy().GetNode(), nil)
	}
}

// recordMover moves calls of one query.
type recordMover struct {
	t       *translation
	query   *pg_query.SelectStmt
	moved   *int              // calls of the statement
	aliases map[string]string // by the text of the call
}

// visit replaces the columns of such calls in an expression, outside of the queries in it.
func (m *recordMover) visit(n *pg_query.Node, target *pg_query.ResTarget) {
	if n == nil || n.GetSelectStmt() != nil {
		return
	}
	if x := n.GetAIndirection(); len(x.GetIndirection()) == 1 && x.Indirection[0].GetString_() != nil {
		if alias, _ := m.from(x.Arg); alias != "" {
			field := x.Indirection[0].GetString_().Sval
			_, name := parse.SplitName(x.Arg.GetFuncCall().Funcname)
			if n.Node = build.Column(alias, movedColumn(name, alias, field)).Node; target != nil && target.Val == n && target.Name == "" {
				target.Name = field
			}
			return
		}
	}
	trees.EachChild(n, func(child *pg_query.Node) { m.visit(child, nil) })
}

// replaceWhole replaces a column of the result that is such a call by a row of what the call returns.
func (m *recordMover) replaceWhole(target *pg_query.ResTarget) bool {
	f := target.GetVal().GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	if populating[name] == "" || m.groupsRows() {
		return false
	}
	alias, columns := m.from(target.Val)
	if alias == "" {
		return false
	}
	args := make([]*pg_query.Node, len(columns))
	for i, c := range columns {
		args[i] = build.Column(alias, movedColumn(name, alias, c.GetColumnDef().Colname))
	}
	row := build.Cast(build.Row(args...), proto.CloneOf(m.t.populatedType(f.Args[0])))
	if _, written := parse.TextConstant(f.Args[1]); !written && !strings.HasSuffix(name, "set") && m.t.baseOf(f.Args[0]) == nil {
		row = build.Case(row, build.When(build.IsNull(proto.CloneOf(f.Args[1])), build.Cast(build.Null(), proto.CloneOf(m.t.populatedType(f.Args[0])))))
	}
	if target.Val = row; target.Name == "" {
		target.Name = name
	}
	return true
}

// from puts a call into FROM. alias is "" for another expression, and for a set of a query that groups its rows.
func (m *recordMover) from(n *pg_query.Node) (alias string, columns []*pg_query.Node) {
	f := n.GetFuncCall()
	if columns = m.t.populatedColumns(f); len(columns) == 0 {
		return "", nil
	}
	_, name := parse.SplitName(f.Funcname)
	if s := m.query; strings.HasSuffix(name, "set") && (len(s.GroupClause)+len(s.DistinctClause) > 0 || s.HavingClause != nil) {
		return "", nil
	}
	text := m.t.DeparseExpression(n)
	if alias = m.aliases[text]; alias != "" {
		return alias, columns
	}
	*m.moved++
	alias = "__record" + strconv.Itoa(*m.moved)
	m.aliases[text] = alias
	m.query.FromClause, m.t.Changed = append(m.query.FromClause, m.itemOf(n, name, alias, columns)), true
	return alias, columns
}

// itemOf is such a call as an item of FROM. The columns of a record have names of their own. Those of a set keep theirs: in a query around
// the call the rows would have no order.
func (m *recordMover) itemOf(n *pg_query.Node, name, alias string, columns []*pg_query.Node) *pg_query.Node {
	lateral := len(m.query.FromClause) > 0
	if strings.HasSuffix(name, "set") {
		item := rangeFunction(n, build.Alias(alias))
		item.GetRangeFunction().Lateral = lateral
		return item
	}
	const rows = "__moved"
	var targets []*pg_query.Node
	for _, c := range columns {
		column := c.GetColumnDef().Colname
		targets = append(targets, build.Target(build.Column(rows, column), movedColumn(name, alias, column)))
	}
	item := build.Lateral(build.Select(rangeFunction(n, build.Alias(rows)), targets...), build.Alias(alias))
	item.GetRangeSubselect().Lateral = lateral
	return item
}

// movedColumn is the name that a column of a call in FROM has, of a record one that no other name of the query means.
func movedColumn(function, alias, column string) string {
	if strings.HasSuffix(function, "set") {
		return column
	}
	return alias + "." + column
}

// groupsRows reports whether the query groups its rows.
func (m *recordMover) groupsRows() bool {
	s := m.query
	if len(s.GroupClause) > 0 || s.HavingClause != nil {
		return true
	}
	found := false
	var visit func(n *pg_query.Node)
	visit = func(n *pg_query.Node) {
		if f := n.GetFuncCall(); f != nil && f.Over == nil {
			_, name := parse.SplitName(f.Funcname)
			found = found || functionnames.IsAggregate(name)
		}
		if n.GetSelectStmt() == nil {
			trees.EachChild(n, visit)
		}
	}
	for _, n := range slices.Concat(s.TargetList, s.SortClause) {
		visit(n)
	}
	return found
}
