package usertypes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// FormRows gives the rows of tables that a select list has the form of rows: DuckDB shows them as JSON. references are the
// references to common table expressions; results say of the result's columns what the text shows, and are completed.
func (t *Rules) FormRows(s *pg_query.SelectStmt, references map[*pg_query.RangeVar]bool, results []providers.Described) {
	t.references, t.results = references, results
	t.formFunctionRows(s)
	t.formRowsOf(s)
}

// formRowsOf gives the rows that a query selects the form of rows.
func (t *Rules) formRowsOf(s *pg_query.SelectStmt) {
	if s == nil || t.ColumnTypes == nil || t.Env.SQLite {
		return
	}
	if s.Larg != nil {
		t.formRowsOf(s.Larg)
		t.formRowsOf(s.Rarg)
		return
	}
	tables, deep := t.relationsOf(s)
	t.rows = tables
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if c, ok := t.shownFields[target]; ok {
			t.showField(s, target, c)
		}
		if u := t.shownRows[target]; u != nil {
			t.showRow(s, target, u)
			continue
		}
		if l := target.GetVal().GetSubLink(); l.GetSubLinkType() == pg_query.SubLinkType_EXPR_SUBLINK {
			t.formRowsOf(l.Subselect.GetSelectStmt())
			t.rows = tables
			continue
		}
		if f := target.GetVal().GetFuncCall(); f != nil && t.OriginalName(f) == "array_agg" && len(f.Args) == 1 && t.namesRows(s, f.Args[0]) {
			f.Args[0], t.Changed = build.Call("struct_values", f.Args[0]), true
			continue
		}
		fields := target.GetVal().GetColumnRef().GetFields()
		if len(fields) != 1 {
			t.formWithin(target.GetVal())
			continue
		}
		name := fields[0].GetString_().GetSval()
		if _, isColumn := t.ColumnTypes[name]; isColumn || !tables[name] {
			continue
		}
		if deep[name] {
			t.NoteUnsupported(target.Val.GetColumnRef().Location, "a row that has the row of a relation in it is not supported").WithHint("Name the columns.")
		}
		if target.Name == "" {
			target.Name = name
		}
		target.Val, t.Changed = build.Call("struct_values", target.Val), true
		t.describeRow(s, target, name)
	}
}

// relationsOf are the relations of FROM by their names: whether their rows have the form of rows, and those with the row of another in a
// column.
func (t *Rules) relationsOf(s *pg_query.SelectStmt) (tables, deep map[string]bool) {
	tables, deep = map[string]bool{}, map[string]bool{}
	for _, n := range s.FromClause {
		trees.EachTable(n, func(r *pg_query.RangeVar) {
			name := parse.AliasOrName(r)
			if !t.references[r] && t.hasComposite(t.Env.Columns(r.Schemaname, r.Relname)) {
				if t.nested == nil {
					t.nested = map[string]bool{}
				}
				t.nested[name] = true
			}
			tables[name] = t.references[r] || !emulation.IsCatalog(r) && t.Env.Columns(r.Schemaname, r.Relname) != nil
		})
		eachQuery(n, func(q *pg_query.RangeSubselect) {
			tables[q.Alias.GetAliasname()] = t.KnowsColumns(q.Subquery.GetSelectStmt())
			if t.selectsRow(q.Subquery.GetSelectStmt()) {
				deep[q.Alias.GetAliasname()] = true
			}
		})
		for name := range functionRows(n) {
			tables[name] = true
		}
	}
	return tables, deep
}

// namesRows reports whether an expression is the row of a relation in FROM: the name of one, and of no column.
func (t *Rules) namesRows(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	name := trees.LastField(n)
	_, isColumn := t.ColumnTypes[name]
	return len(n.GetColumnRef().GetFields()) == 1 && (t.namesRelation(s, name) || t.rows[name] && !isColumn)
}

// selectsRow reports whether a column of a query is the row of a relation.
func (t *Rules) selectsRow(s *pg_query.SelectStmt) bool {
	return slices.ContainsFunc(s.GetTargetList(), func(n *pg_query.Node) bool {
		c := n.GetResTarget().GetVal().GetColumnRef()
		return len(c.GetFields()) == 1 && t.namesRelation(s, c.Fields[0].GetString_().GetSval())
	})
}

// starsOfRows writes (t).*, which DuckDB does not have of a relation, as t.*.
func (t *Rules) starsOfRows(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok {
			return
		}
		for _, n := range s.TargetList {
			x := n.GetResTarget().GetVal().GetAIndirection()
			fields := x.GetArg().GetColumnRef().GetFields()
			if len(fields) == 1 && len(x.Indirection) == 1 && x.Indirection[0].GetAStar() != nil && t.namesRelation(s, fields[0].GetString_().GetSval()) {
				n.GetResTarget().Val = &pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: &pg_query.ColumnRef{
					Fields: []*pg_query.Node{fields[0], x.Indirection[0]}, Location: x.Arg.GetColumnRef().Location,
				}}}
				t.Changed = true
			}
		}
	})
}

// refuseStars refuses (column).* and (query).* that no rule has written out: the text does not show the fields.
func (t *Rules) refuseStars(root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		target, ok := m.(*pg_query.ResTarget)
		if x := target.GetVal().GetAIndirection(); ok && len(x.GetIndirection()) == 1 && x.Indirection[0].GetAStar() != nil && (x.Arg.GetColumnRef() != nil || x.Arg.GetSubLink() != nil) {
			t.NoteUnsupported(x.Arg.GetColumnRef().GetLocation(), "(…).* of a value whose fields the statement does not show is not supported").WithHint("Name the fields, as in (a).street.")
		}
	})
}

// namesRelation reports whether a name is one of a relation in FROM, and of none of its columns.
func (t *Rules) namesRelation(s *pg_query.SelectStmt, name string) bool {
	found, column := false, false
	for _, n := range s.FromClause {
		trees.EachTable(n, func(r *pg_query.RangeVar) {
			found = found || parse.AliasOrName(r) == name
			column = column || slices.ContainsFunc(t.Env.Columns(r.Schemaname, r.Relname), func(c rewrite.Column) bool { return c.Name == name })
		})
		eachQuery(n, func(q *pg_query.RangeSubselect) {
			found = found || q.Alias.GetAliasname() == name
			column = column || q.Alias.GetAliasname() != "" && selectsColumn(q, name)
		})
	}
	return found && !column
}

// selectsColumn reports whether a query in FROM may have a column of a name.
func selectsColumn(q *pg_query.RangeSubselect, name string) bool {
	given := parse.NameParts(q.Alias.GetColnames())
	s := q.Subquery.GetSelectStmt()
	if len(s.GetValuesLists()) > 0 {
		return slices.Contains(given, name) || strings.HasPrefix(name, "column")
	}
	s = parse.FirstQuery(s)
	return slices.Contains(given, name) || slices.ContainsFunc(s.GetTargetList(), func(n *pg_query.Node) bool {
		target := n.GetResTarget()
		if target.GetName() != "" {
			return target.Name == name
		}
		shown, _ := resultcolumns.Name(target.GetVal())
		return shown == name || !trees.IsSingleColumn(n)
	})
}

// describedAs is the description of a column of the result, or nil if the columns of the query have none.
func (t *Rules) describedAs(s *pg_query.SelectStmt, target *pg_query.ResTarget) *providers.Described {
	at := slices.IndexFunc(s.TargetList, func(n *pg_query.Node) bool { return n.GetResTarget() == target })
	if at >= len(t.results) || len(t.results) != len(s.TargetList) {
		return nil
	}
	return &t.results[at]
}

// describeRow gives a column of the result the type of a table's rows.
func (t *Rules) describeRow(s *pg_query.SelectStmt, target *pg_query.ResTarget, name string) {
	described := t.describedAs(s, target)
	if described == nil {
		return
	}
	for _, n := range s.FromClause {
		trees.EachTable(n, func(r *pg_query.RangeVar) {
			if parse.AliasOrName(r) != name || t.references[r] {
				return
			}
			if columns := t.Env.Columns(r.Schemaname, r.Relname); len(columns) > 0 && columns[0].Table != 0 {
				*described = providers.Described{Name: target.Name, Computed: true, Type: rowTypes + columns[0].Table, TypeMod: -1, Row: true}
			}
		})
	}
}

// rowTypes is the difference between the OID of a table and the OID of its row type in the emulation.
const rowTypes = 1_900_000_000

// eachQuery calls f with the queries of an item of FROM.
func eachQuery(n *pg_query.Node, f func(*pg_query.RangeSubselect)) {
	if join := n.GetJoinExpr(); join != nil {
		eachQuery(join.Larg, f)
		eachQuery(join.Rarg, f)
	} else if q := n.GetRangeSubselect(); q != nil {
		f(q)
	}
}

// ShownRow returns the row of a table whose text a cast asks for, as in t.*::text, or nil if it is another value.
func (t *Rules) ShownRow(n *pg_query.Node) *pg_query.Node {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || len(fields) > 2 || len(fields) == 2 && fields[1].GetAStar() == nil {
		return nil
	}
	name := fields[0].GetString_().GetSval()
	if _, isColumn := t.ColumnTypes[name]; !t.rows[name] || len(fields) == 1 && isColumn {
		return nil
	}
	if t.nested[name] {
		t.NoteUnsupported(n.GetColumnRef().Location, "a cast to text of a row with a column of a composite type is not supported").WithHint("Select the row without the cast.")
	}
	return build.Call("struct_values", pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere))
}

// hasComposite reports whether a column of a table has a composite type.
func (t *Rules) hasComposite(columns []rewrite.Column) bool {
	return slices.ContainsFunc(columns, func(c rewrite.Column) bool {
		return c.User != "" && slices.ContainsFunc(t.Env.Types, func(u *providers.UserType) bool { return u.ID == c.User && u.Kind == "c" })
	})
}
