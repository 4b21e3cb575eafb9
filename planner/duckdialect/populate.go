package duckdialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
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
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok {
			queries = append(queries, s)
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
		targets = append(targets, build.Target(value, column.Colname))
	}
	if domains > 0 {
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
	base := f.Args[0].GetTypeCast()
	if !base.GetArg().GetAConst().GetIsnull() || len(base.GetTypeName().GetArrayBounds()) > 0 {
		return nil
	}
	schema, of := parse.SplitName(base.TypeName.Names)
	if u := t.users.TypeNamed(base.TypeName); u != nil {
		for _, field := range u.Fields {
			list = append(list, columnDef(field.Name, field.Type))
		}
		return list
	}
	if t.Env.Columns == nil {
		return nil
	}
	for _, c := range t.Env.Columns(schema, of) {
		sql := t.users.SpelledColumn(c)
		if sql == "" {
			t.NoteUnsupported(f.Location, "%s of a table with the column %q, of this type, is not supported", name, c.Name)
			return nil
		}
		list = append(list, columnDef(c.Name, sql))
	}
	return list
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
			m.visit(target.GetVal(), target)
			targets = append(targets, n)
			continue
		}
		alias, columns := m.from(x.Arg)
		if alias == "" {
			targets = append(targets, n)
		}
		for _, c := range columns {
			targets = append(targets, build.Target(build.Column(alias, c.GetColumnDef().Colname), ""))
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
			if n.Node = build.Column(alias, field).Node; target != nil && target.Val == n && target.Name == "" {
				target.Name = field
			}
			return
		}
	}
	trees.EachChild(n, func(child *pg_query.Node) { m.visit(child, nil) })
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
	item := rangeFunction(n, build.Alias(alias))
	item.GetRangeFunction().Lateral = len(m.query.FromClause) > 0
	m.query.FromClause, m.t.Changed = append(m.query.FromClause, item), true
	return alias, columns
}
