package usertypes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/queries"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
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
	return t.Env.ShownName(r.Schemaname, r.Relname)
}

// expandRowTests rewrites IS NULL and IS NOT NULL of rows of tables and of composite values.
func (t *Rules) expandRowTests(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	t.starsOfRows(root)
	found := t.hasComposites()
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
		} else if f := n.GetFuncCall(); f != nil && !t.hasComposites() {
			t.userTypeOf(n, f)
		}
	})
	if t.hasComposites() {
		t.expandStars(root)
	}
	t.refuseStars(root)
}

// testFields makes a test of a row one of its fields.
func (t *Rules) testFields(n *pg_query.Node, test *pg_query.NullTest) {
	if test.Argisrow { // of a field
		return
	}
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
		tests[i] = &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: f, Nulltesttype: test.Nulltesttype, Argisrow: true, Location: build.Nowhere}}}
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
	for at, part := range i.Indirection {
		u, array := t.typeOfPart(i.Arg, i.Indirection[:at])
		if u == nil || u.Kind != "c" || array || part.GetString_() == nil {
			continue
		}
		field := part.GetString_().GetSval()
		k := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == field })
		switch {
		case k < 0:
			t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q not found in data type %s", field, t.Env.ShownName(u.Schema, u.Name))
			return
		case at+1 < len(i.Indirection) && i.Indirection[at+1].GetString_() != nil && (t.compositeByID(u.Fields[k].User) == nil || u.Fields[k].Dims > 0):
			of := inference.Spelled(u.Fields[k].TypName)
			if u.Fields[k].Dims > 0 {
				of += "[]"
			}
			t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "column notation .%s applied to type %s, which is not a composite type", i.Indirection[at+1].GetString_().Sval, of)
			return
		}
	}
}

// typeNullField gives a field of a NULL the type of the field: the source's field of a NULL has no type.
func (t *Rules) typeNullField(n *pg_query.Node, i *pg_query.A_Indirection) {
	if !i.Arg.GetTypeCast().GetArg().GetAConst().GetIsnull() && !t.isNullRow(i.Arg) || len(i.Indirection) != 1 || i.Indirection[0].GetString_() == nil {
		return
	}
	u := t.compositeOf(i.Arg)
	if u == nil {
		return
	}
	at := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == i.Indirection[0].GetString_().Sval })
	if at < 0 {
		return
	}
	t.ReplaceNode(n, t.typedNull(u.Fields[at]))
}

// expandStars writes the fields of (value).* out.
func (t *Rules) expandStars(root *pg_query.Node) {
	expand := func(list []*pg_query.Node) []*pg_query.Node {
		var out []*pg_query.Node
		for _, n := range list {
			target := n.GetResTarget()
			i := target.GetVal().GetAIndirection()
			last := len(i.GetIndirection()) - 1
			if last < 0 || i.Indirection[last].GetAStar() == nil {
				out = append(out, n)
				continue
			}
			u, array := t.typeOfPart(i.Arg, i.Indirection[:last])
			if u == nil || u.Kind != "c" || array {
				out = append(out, n)
				continue
			}
			for _, f := range u.Fields {
				part := proto.CloneOf(i)
				part.Indirection[last] = pg_query.MakeStrNode(f.Name)
				out = append(out, pg_query.MakeResTargetNodeWithNameAndVal(f.Name, &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: part}}, build.Nowhere))
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
	if u == nil || t.castTo(c.TypeName) == u {
		return
	}
	if _, name := parse.SplitName(c.TypeName.Names); (name == "text" || name == "varchar") && len(c.TypeName.ArrayBounds) == 0 && len(c.TypeName.Typmods) == 0 {
		t.ReplaceNode(n, build.Call("pg__show_row", build.Call("struct_values", c.Arg)))
		return
	}
	t.NoteUnsupported(c.TypeName.Location, "a cast of the type %s to this type is not supported", u.Name)
}

// compareComposite reads a constant or a row beside a composite value as one of its type.
func (t *Rules) compareComposite(n *pg_query.Node, e *pg_query.A_Expr) {
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
			if failure := t.dissimilar(u, pair[1].GetRowExpr(), pair[0] == e.Lexpr); failure != "" {
				t.failCompared(n, e, pair[0], failure)
				return
			}
			by := t.besideComposite(&pg_query.Node{Node: pair[1].GetNode()}, u)
			pair[1].Node = by.Node
		case op == "||":
			t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s || %s", t.Env.ShownName(u.Schema, u.Name), "unknown")
		}
	}
}

// dissimilar returns the error of PostgreSQL's comparison of a composite value with a row of another number of columns, or of constants of
// other types; "": the text shows none.
func (t *Rules) dissimilar(u *providers.UserType, r *pg_query.RowExpr, first bool) string {
	if r == nil {
		return ""
	}
	if len(r.Args) != len(u.Fields) {
		return "cannot compare record types with different numbers of columns"
	}
	for i, value := range r.Args {
		f, given := u.Fields[i], plainType(value)
		if _, quoted := parse.TextConstant(value); quoted {
			given = "unknown"
		}
		own := inference.Spelled(f.TypName)
		if f.User != "" {
			own = lexical.QuoteIfNeeded(f.TypName)
		}
		own += strings.Repeat("[]", f.Dims)
		switch {
		case given == "" || given == own:
		case first:
			return fmt.Sprintf("cannot compare dissimilar column types %s and %s at record column %d", own, given, i+1)
		default:
			return fmt.Sprintf("cannot compare dissimilar column types %s and %s at record column %d", given, own, i+1)
		}
	}
	return ""
}

// failCompared makes a comparison with a row one that fails for each value: a comparison with NULL does not look at the row.
func (t *Rules) failCompared(n *pg_query.Node, e *pg_query.A_Expr, value *pg_query.Node, message string) {
	failure := build.Call("error", build.Text(string(sqlstate.DatatypeMismatch)+": "+message))
	unlike := build.Null()
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_DISTINCT || e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT {
		unlike = build.Truth(e.Kind == pg_query.A_Expr_Kind_AEXPR_DISTINCT)
	}
	isNull := &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: value, Nulltesttype: pg_query.NullTestType_IS_NULL, Argisrow: true, Location: build.Nowhere}}}
	t.ReplaceNode(n, build.Cast(build.Case(failure, build.When(isNull, unlike)), build.PlainType("bool")))
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
