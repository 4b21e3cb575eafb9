package usertypes

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/queries"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The rows of tables and the values of composite types: IS NULL asks of all fields, a star stands for all fields, and a text
// is one of a record.

// namedRows notes the relations and queries of a statement whose rows its expressions may name, by their names: the tables,
// and the columns of the others. A name that two of them have, or that a column has, is not noted.
func (t *Rules) namedRows(root *pg_query.Node) {
	t.tableRows, t.queryRows = map[string]*pg_query.RangeVar{}, map[string][]string{}
	columns, count, ctes := map[string]bool{}, map[string]int{}, map[string]*pg_query.CommonTableExpr{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.CommonTableExpr:
			ctes[m.Ctename] = m
		case *pg_query.ResTarget:
			columns[m.Name] = columns[m.Name] || m.Name != "" && !t.isAssigned(m)
		}
	})
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			name := parse.AliasOrName(m)
			count[name]++
			if cte := ctes[m.Relname]; cte != nil && m.Schemaname == "" {
				t.queryRows[name] = renamedColumns(renamedColumns(queryColumns(cte.Ctequery.GetSelectStmt()), cte.Aliascolnames), m.GetAlias().GetColnames())
				return
			}
			var own []string
			for _, c := range t.Env.Columns(m.Schemaname, m.Relname) {
				own, columns[c.Name] = append(own, c.Name), true
			}
			if len(m.GetAlias().GetColnames()) > 0 {
				t.queryRows[name] = renamedColumns(own, m.Alias.Colnames)
			} else if own != nil && !emulation.IsCatalog(m) {
				t.tableRows[name] = m
			}
		case *pg_query.RangeSubselect:
			name := m.GetAlias().GetAliasname()
			count[name]++
			t.queryRows[name] = renamedColumns(queryColumns(m.Subquery.GetSelectStmt()), m.GetAlias().GetColnames())
		case *pg_query.RangeFunction:
			count[m.GetAlias().GetAliasname()]++
		}
	})
	for name, n := range count {
		if n > 1 || columns[name] {
			delete(t.tableRows, name)
			delete(t.queryRows, name)
		}
	}
}

// queryColumns returns the names of a query's columns, or nil if its text does not show them.
func queryColumns(s *pg_query.SelectStmt) (list []string) {
	s = parse.FirstQuery(s)
	if len(s.GetValuesLists()) > 0 {
		for i := range s.ValuesLists[0].GetList().GetItems() {
			list = append(list, "column"+strconv.Itoa(i+1))
		}
		return list
	}
	for _, n := range s.GetTargetList() {
		if !trees.IsSingleColumn(n) {
			return nil
		}
		name := n.GetResTarget().GetName()
		if name == "" {
			name, _ = resultcolumns.Name(n.GetResTarget().GetVal())
		}
		if slices.Contains(list, name) {
			return nil
		}
		list = append(list, name)
	}
	return list
}

// renamedColumns gives columns the names of an alias.
func renamedColumns(list []string, alias []*pg_query.Node) []string {
	list = slices.Clone(list)
	for i, name := range parse.NameParts(alias) {
		if i < len(list) {
			list[i] = name
		}
	}
	return list
}

// rowOfTable returns the relation whose row an expression is, or nil if it is another expression.
func (t *Rules) rowOfTable(n *pg_query.Node) *pg_query.RangeVar {
	if fields := n.GetColumnRef().GetFields(); len(fields) == 1 {
		return t.tableRows[fields[0].GetString_().GetSval()]
	}
	return nil
}

// rowTypeOf returns the name of the type of a table's row, or "" if the expression is another.
func (t *Rules) rowTypeOf(n *pg_query.Node) string {
	r := t.rowOfTable(n)
	if r == nil {
		return ""
	}
	return t.Visible(r.Schemaname, r.Relname)
}

// expandRowTests rewrites IS NULL and IS NOT NULL of rows of tables and of composite values.
func (t *Rules) expandRowTests(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	t.starsOfRows(root)
	found := len(t.Env.Types) > 0
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.NullTest:
			found = found || len(m.Arg.GetColumnRef().GetFields()) == 1
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			found = found || name == "pg_typeof"
		}
	})
	if !found {
		t.refuseStars(root)
		return
	}
	queries.NameExpressions(&t.Translation, root)
	t.noteShown(root)
	t.namedRows(root)
	t.noteUserColumns(root)
	t.EachNode(root, func(n *pg_query.Node) {
		if test := n.GetNullTest(); test != nil {
			t.testFields(n, test)
		} else if f := n.GetFuncCall(); f != nil && len(t.Env.Types) == 0 {
			t.userTypeOf(n, f)
		}
	})
	if len(t.Env.Types) > 0 {
		t.expandStars(root)
	}
	t.refuseStars(root)
}

// testFields makes a test of a row one of its fields.
func (t *Rules) testFields(n *pg_query.Node, test *pg_query.NullTest) {
	var fields []*pg_query.Node
	if r := t.rowOfTable(test.Arg); r != nil {
		name := test.Arg.GetColumnRef().Fields[0].GetString_().GetSval()
		for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
			fields = append(fields, pg_query.MakeColumnRefNode(build.Names(name, c.Name), build.Nowhere))
		}
	} else if columns, is := t.queryRow(test.Arg); is && columns == nil {
		t.NoteUnsupported(test.Location, "a test of the row %s is not supported here", trees.LastField(test.Arg))
	} else if is {
		for _, c := range columns {
			fields = append(fields, pg_query.MakeColumnRefNode(build.Names(trees.LastField(test.Arg), c), build.Nowhere))
		}
	} else if u := t.compositeOf(test.Arg); u != nil {
		for _, f := range u.Fields {
			fields = append(fields, build.Field(proto.CloneOf(test.Arg), f.Name))
		}
	}
	if len(fields) == 0 {
		return
	}
	tests := make([]*pg_query.Node, len(fields), len(fields)+1)
	for i, f := range fields {
		tests[i] = &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: f, Nulltesttype: test.Nulltesttype, Location: build.Nowhere}}}
	}
	t.ReplaceNode(n, build.And(append(tests, build.Truth(true))...))
}

// queryRow returns the columns of the query in FROM whose row an expression is, or nil if they are not known.
func (t *Rules) queryRow(n *pg_query.Node) (columns []string, is bool) {
	if len(n.GetColumnRef().GetFields()) == 1 {
		columns, is = t.queryRows[trees.LastField(n)]
	}
	return columns, is
}

// checkField refuses a field that a composite type has not.
func (t *Rules) checkField(i *pg_query.A_Indirection) {
	u := t.compositeOf(i.Arg)
	if u == nil || len(i.Indirection) == 0 || i.Indirection[0].GetString_() == nil {
		return
	}
	field := i.Indirection[0].GetString_().GetSval()
	if !slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == field }) {
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q not found in data type %s", field, lexical.QuoteIfNeeded(u.Name))
	}
}

// compositeOf returns the composite type of an expression, or nil if it is of another type, or the text does not show
// it.
func (t *Rules) compositeOf(n *pg_query.Node) *providers.UserType {
	if u := t.userTypeOfValue(n); u != nil && u.Kind == "c" && !t.userArrays[trees.LastField(n)] {
		return u
	}
	return nil
}

// expandStars writes the fields of (value).* out.
func (t *Rules) expandStars(root *pg_query.Node) {
	expand := func(list []*pg_query.Node) []*pg_query.Node {
		var out []*pg_query.Node
		for _, n := range list {
			target := n.GetResTarget()
			i := target.GetVal().GetAIndirection()
			u := t.compositeOf(i.GetArg())
			if u == nil || len(i.Indirection) != 1 || i.Indirection[0].GetAStar() == nil {
				out = append(out, n)
				continue
			}
			for _, f := range u.Fields {
				out = append(out, pg_query.MakeResTargetNodeWithNameAndVal(f.Name, build.Field(proto.CloneOf(i.Arg), f.Name), build.Nowhere))
				t.Changed = true
			}
		}
		return out
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			m.TargetList = expand(m.TargetList)
		case *pg_query.InsertStmt:
			m.ReturningList = expand(m.ReturningList)
		case *pg_query.UpdateStmt:
			m.ReturningList = expand(m.ReturningList)
		case *pg_query.DeleteStmt:
			m.ReturningList = expand(m.ReturningList)
		}
	})
}

// castComposite shows a composite value as a text, where it is cast to one.
func (t *Rules) castComposite(n *pg_query.Node, c *pg_query.TypeCast) {
	u := t.compositeOf(c.Arg)
	if u == nil {
		return
	}
	if _, name := parse.SplitName(c.TypeName.Names); (name == "text" || name == "varchar") && len(c.TypeName.ArrayBounds) == 0 && len(c.TypeName.Typmods) == 0 {
		t.ReplaceNode(n, build.Call("pg__show_row", build.Call("struct_values", c.Arg)))
		return
	}
	t.NoteUnsupported(c.TypeName.Location, "a cast of the type %s to this type is not supported", u.Name)
}

// compareComposite reads a constant or a row beside a composite value as one of its type.
func (t *Rules) compareComposite(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	distinct := e.Kind == pg_query.A_Expr_Kind_AEXPR_DISTINCT || e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT
	for _, pair := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		u := t.compositeOf(pair[0])
		if u == nil {
			continue
		}
		switch list := pair[1].GetList().GetItems(); {
		case len(list) > 0 && e.Kind == pg_query.A_Expr_Kind_AEXPR_IN:
			for i := range list {
				list[i] = t.besideComposite(list[i], u)
			}
		case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && trees.Comparisons[op], distinct:
			by := t.besideComposite(&pg_query.Node{Node: pair[1].GetNode()}, u)
			pair[1].Node = by.Node
		case op == "||":
			t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s || %s", lexical.QuoteIfNeeded(u.Name), "unknown")
		}
	}
}

func (t *Rules) besideComposite(n *pg_query.Node, u *providers.UserType) *pg_query.Node {
	if _, quoted := parse.TextConstant(n); quoted {
		t.NoteError(n.GetAConst().Location, sqlstate.FeatureNotSupported, "input of anonymous composite types is not implemented")
	} else if n.GetRowExpr() != nil {
		t.Changed = true
		return t.asRow(t.readComposite(n, u, false, true), u, false)
	}
	return n
}

// AlterComposite changes the attributes of a composite type.
func (t *Rules) AlterComposite(root *pg_query.Node, s *pg_query.AlterTableStmt) {
	name := build.Names(s.Relation.GetRelname())
	if s.Relation.GetSchemaname() != "" {
		name = build.Names(s.Relation.Schemaname, s.Relation.Relname)
	}
	u := t.compositeNamed(name)
	if u == nil {
		return
	}
	now := *u
	now.Fields = slices.Clone(u.Fields)
	var from []string
	for _, f := range u.Fields {
		from = append(from, f.Name)
	}
	for _, n := range s.Cmds {
		c := n.GetAlterTableCmd()
		at := slices.IndexFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == c.Name })
		switch c.GetSubtype() {
		case pg_query.AlterTableType_AT_AddColumn:
			added := c.GetDef().GetColumnDef()
			if slices.ContainsFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == added.GetColname() }) {
				t.NoteError(build.Nowhere, sqlstate.DuplicateColumn, "column %q of relation %q already exists", added.GetColname(), u.Name)
			}
			t.addField(&now, added)
			from = append(from, "")
		case pg_query.AlterTableType_AT_DropColumn:
			if at < 0 && !c.MissingOk {
				t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, u.Name)
			}
			if at >= 0 {
				now.Fields, from = slices.Delete(now.Fields, at, at+1), slices.Delete(from, at, at+1)
			} else if c.MissingOk {
				t.Notice = `column "` + c.Name + `" of relation "` + u.Name + `" does not exist, skipping`
			}
		case pg_query.AlterTableType_AT_AlterColumnType:
			t.alterAttribute(u, &now, at, c)
		default:
			t.NoteUnsupported(build.Nowhere, "this ALTER TYPE is not supported").WithHint("ADD, DROP, ALTER and RENAME ATTRIBUTE are.")
		}
	}
	t.remakeComposite(root, u, &now, from)
}

// alterAttribute gives the attribute at a place another type, as long as no column is of the composite type.
func (t *Rules) alterAttribute(u, now *providers.UserType, at int, c *pg_query.AlterTableCmd) {
	if at < 0 {
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, u.Name)
		return
	}
	if len(u.Users) > 0 {
		t.NoteUnsupported(build.Nowhere, "cannot alter type %q because column %q uses it", u.Name, u.Users[0].Table+"."+u.Users[0].Column)
		return
	}
	to, altered := c.GetDef().GetColumnDef(), providers.UserType{}
	to.Colname = c.Name
	if t.addField(&altered, to); len(altered.Fields) == 1 {
		now.Fields[at] = altered.Fields[0]
	}
}

// compositeNamed returns the composite type of a name. If there is none, it notes an error and returns nil.
func (t *Rules) compositeNamed(name []*pg_query.Node) *providers.UserType {
	_, last := parse.SplitName(name)
	u := t.TypeNamed(&pg_query.TypeName{Names: name})
	switch {
	case u == nil:
		t.NoteError(build.Nowhere, sqlstate.UndefinedTable, "relation %q does not exist", last)
	case u.Kind != "c":
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a composite type", last)
		return nil
	}
	return u
}

// remakeComposite makes a composite type anew whose attributes have changed, and the columns of it. from are the names that the
// attributes had before, "" for a new one.
func (t *Rules) remakeComposite(root *pg_query.Node, u, now *providers.UserType, from []string) {
	if len(now.Fields) == 0 {
		t.NoteUnsupported(build.Nowhere, "a composite type without attributes is not supported")
	}
	t.refuseAlike(now, u)
	t.makeAgain(root, u, now)
	for _, c := range u.Users {
		t.remakeColumn(c, now, from)
	}
}

// remakeColumn gives a column the attributes that its composite type has now. from are the names that these had before, ""
// for a new one.
func (t *Rules) remakeColumn(c providers.UserPlace, now *providers.UserType, from []string) {
	if at, known := rewrite.ColumnNamed(t.Env.Columns(c.Schema, c.Table), c.Column); t.Err != nil || !known || at.Array {
		t.NoteUnsupported(build.Nowhere, "ALTER TYPE of a type that column %s of table %s has arrays of is not supported", c.Column, c.Table)
		return
	}
	column := func() *pg_query.Node { return pg_query.MakeColumnRefNode(build.Names(c.Column), build.Nowhere) }
	args := make([]*pg_query.Node, len(from))
	for i, name := range from {
		if args[i] = build.Null(); name != "" {
			args[i] = build.Field(column(), name)
		}
	}
	value := build.Case(t.asRow(rowOf(args), now, false), build.When(build.IsNull(column()), build.Null()))
	to := t.asRow(build.Null(), now, false).GetTypeCast().TypeName
	altered := build.AlterTable(&pg_query.AlterTableStmt{
		Relation: &pg_query.RangeVar{Schemaname: c.Schema, Relname: c.Table, Inh: true, Relpersistence: "p", Location: build.Nowhere}, Objtype: pg_query.ObjectType_OBJECT_TABLE,
	}, &pg_query.AlterTableCmd{
		Subtype: pg_query.AlterTableType_AT_AlterColumnType, Name: c.Column, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		Def: &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: &pg_query.ColumnDef{TypeName: to, RawDefault: value}}},
	})
	t.After = append(t.After, t.DeparseStatement(altered))
}

// renameAttribute renames an attribute of a composite type.
func (t *Rules) renameAttribute(root *pg_query.Node, s *pg_query.RenameStmt) bool {
	name := build.Names(s.Relation.GetRelname())
	if s.Relation.GetSchemaname() != "" {
		name = build.Names(s.Relation.Schemaname, s.Relation.Relname)
	}
	u := t.compositeNamed(name)
	if u == nil {
		return true
	}
	now := *u
	now.Fields = slices.Clone(u.Fields)
	at := slices.IndexFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == s.Subname })
	switch {
	case at < 0:
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q does not exist", s.Subname)
		return true
	case slices.ContainsFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == s.Newname }):
		t.NoteError(build.Nowhere, sqlstate.DuplicateColumn, "column %q of relation %q already exists", s.Newname, u.Name)
		return true
	}
	var from []string
	for _, f := range u.Fields {
		from = append(from, f.Name)
	}
	now.Fields[at].Name = s.Newname
	t.remakeComposite(root, u, &now, from)
	return true
}
