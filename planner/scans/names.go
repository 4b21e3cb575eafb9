package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// readNames collects the names of columns in what is left of the tree and in the queries of inputs.
func (t *taker) readNames(root *pg_query.Node) {
	for _, l := range t.levels {
		l.writeConditions()
	}
	t.used, t.qualified = map[string]bool{}, map[string]bool{}
	t.stars, t.starred = map[*level]bool{}, map[string]bool{}
	t.casts, t.bare, t.equated = map[string][]*providers.Column{}, map[string]bool{}, map[string]bool{}
	t.readNamesOf(root.ProtoReflect(), nil)
	for _, r := range t.relations {
		for _, in := range r.inputs {
			if in.query != nil {
				t.finishQuery(r, in)
				t.readNamesOf(in.query.ProtoReflect(), nil)
			}
		}
	}
}

func (t *taker) readNamesOf(m protoreflect.Message, in *level) {
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		if own := t.owner[n]; own != nil {
			in = own
		} else if len(n.FromClause) > 0 {
			in = nil // the query was made here
		}
	case *pg_query.JoinExpr:
		for _, name := range n.UsingClause {
			t.used[strings.ToLower(name.GetString_().GetSval())] = true
			t.bare["."+strings.ToLower(name.GetString_().GetSval())] = true
		}
		if n.IsNatural && in != nil {
			t.stars[in] = true
		}
	case *pg_query.ColumnRef:
		t.readColumn(n, in)
		t.bare[columnKey(n)] = true
		return
	case *pg_query.TypeCast:
		if ref := n.Arg.GetColumnRef(); ref != nil {
			t.readColumn(ref, in)
			t.noteCast(ref, n.TypeName)
			return
		}
	}
	eachChild(m, func(child protoreflect.Message) {
		if ref := equatedColumn(m, child); ref != nil {
			t.readColumn(ref, in)
			t.equated[columnKey(ref)] = true
			return
		}
		t.readNamesOf(child, in)
	})
}

// equatedColumn returns the column that is a part of an expression, if the expression compares it by =, <> or IN.
func equatedColumn(m, part protoreflect.Message) *pg_query.ColumnRef {
	e, ok := m.Interface().(*pg_query.A_Expr)
	if !ok || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP && e.Kind != pg_query.A_Expr_Kind_AEXPR_IN || len(e.Name) != 1 {
		return nil
	}
	if operator := e.Name[0].GetString_().GetSval(); operator != "=" && operator != "<>" {
		return nil
	}
	n, ok := part.Interface().(*pg_query.Node)
	if !ok {
		return nil
	}
	return n.GetColumnRef()
}

// readColumn notes the name of a column, and takes the source and the service from before it.
func (t *taker) readColumn(n *pg_query.ColumnRef, in *level) {
	last := len(n.Fields) - 1
	if last > 1 {
		for l := in; l != nil; l = l.outer {
			if slices.ContainsFunc(l.items, func(i *item) bool { return i.isCalled(n.Fields[:last]) }) {
				n.Fields = n.Fields[last-1:]
				last = 1
				break
			}
		}
	}
	star := n.Fields[last].GetAStar() != nil
	name := strings.ToLower(n.Fields[last].GetString_().GetSval())
	switch {
	case star && last == 0:
		if in != nil {
			t.stars[in] = true
		}
	case star:
		t.starred[strings.ToLower(n.Fields[last-1].GetString_().GetSval())] = true
	case last == 0:
		t.used[name], t.starred[name] = true, true // an alias alone is the row
	default:
		t.qualified[strings.ToLower(n.Fields[last-1].GetString_().GetSval())+"."+name] = true
	}
}

// mayNameColumn reports whether the statement may name a column of a relation.
func (t *taker) mayNameColumn(r *relation, column string) bool {
	column = strings.ToLower(column)
	return t.used[column] || t.qualified[strings.ToLower(r.alias)+"."+column]
}

// isReadWhole reports whether all columns of a relation are read.
func (t *taker) isReadWhole(r *relation) bool {
	return t.stars[r.level] || t.starred[strings.ToLower(r.alias)] || len(r.ref.GetAlias().GetColnames()) > 0
}

// columnsOf lists the columns of the answer that are read.
func (t *taker) columnsOf(r *relation) (list []providers.Column) {
	for _, c := range r.method.Columns {
		if t.isReadWhole(r) || t.mayNameColumn(r, c.Name) {
			list = append(list, c)
		}
	}
	return list
}

// nameInputs gives a relation's table the columns of inputs that the statement names.
func (t *taker) nameInputs(r *relation) {
	for _, in := range r.inputs {
		if in.column == "" && t.mayNameColumn(r, in.Name) && !hasColumn(r.method.Columns, in.Name) {
			in.column = in.Name
		}
	}
	for _, in := range r.takes {
		given := slices.ContainsFunc(r.inputs, func(g *input) bool { return strings.EqualFold(g.Name, in.Name) })
		named := t.qualified[strings.ToLower(r.alias)+"."+strings.ToLower(in.Name)] || len(r.level.items) == 1 && len(t.levels) == 1 && t.used[strings.ToLower(in.Name)]
		if !given && named && !hasColumn(r.method.Columns, in.Name) {
			t.noteError(r.ref.Location, sqlstate.UndefinedColumn,
				"Give it a value by = or IN in WHERE, beside other conditions with AND, and not inside of OR, NOT or a function.",
				"%q is an input of %s and no column of its rows: its value is not known", in.Name, r.fullName())
		}
	}
}

// writeConditions writes the conditions that are left back into the tree.
func (l *level) writeConditions() {
	l.stmt.WhereClause = joinConjuncts(l.where)
	for _, j := range l.joins {
		if j.expr.Quals == nil {
			continue
		}
		if j.expr.Quals = joinConjuncts(j.conds); j.expr.Quals == nil {
			j.expr.Quals = pg_query.MakeAConstIntNode(1, -1)
			j.expr.Quals.GetAConst().Val = &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{Boolval: true}}
		}
	}
}

// joinConjuncts joins what is left of conditions with AND.
func joinConjuncts(list []*conjunct) *pg_query.Node {
	var left []*pg_query.Node
	for _, c := range list {
		if !c.gone {
			left = append(left, c.node)
		}
	}
	switch len(left) {
	case 0:
		return nil
	case 1:
		return left[0]
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, left, -1)
}

// expandStars writes out the stars of a level that would show columns of inputs.
func (t *taker) expandStars(l *level) {
	var list []*pg_query.Node
	for _, n := range l.stmt.TargetList {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
			list = append(list, n)
			continue
		}
		items := l.items
		if len(fields) > 1 {
			items = slices.DeleteFunc(slices.Clone(items), func(i *item) bool { return !i.isCalled(fields[:len(fields)-1]) })
		}
		if columns, ok := t.writtenColumns(l, items); ok {
			list = append(list, columns...)
		} else {
			list = append(list, n)
		}
	}
	l.stmt.TargetList = list
}

// writtenColumns lists the columns of items that are relations, if one has a column of an input.
func (t *taker) writtenColumns(l *level, items []*item) (list []*pg_query.Node, ok bool) {
	for _, i := range items {
		if i.relation == nil || len(i.relation.ref.GetAlias().GetColnames()) > 0 {
			return nil, false
		}
		ok = ok || slices.ContainsFunc(i.relation.inputs, func(in *input) bool { return in.column != "" })
		for _, c := range i.relation.method.Columns {
			list = append(list, targetOf(pg_query.MakeColumnRefNode(nameNodes(i.alias, c.Name), -1)))
		}
	}
	merged := slices.ContainsFunc(l.joins, func(j *join) bool { return j.expr.IsNatural || len(j.expr.UsingClause) > 0 })
	return list, ok && !(merged && len(items) > 1)
}
