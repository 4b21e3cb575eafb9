package duckdialect

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// unnest of arrays of a composite type in FROM has a column for each attribute. It becomes a query of the elements that takes them apart.

// writeUnnestedRows writes these calls of a statement. The tree is the client's, and its names are not bound.
func (t *translation) writeUnnestedRows(root *pg_query.Node) {
	if t.Env.SQLite || len(t.Env.Types) == 0 || !t.Env.Rewritten && !strings.Contains(strings.ToLower(t.Text), "unnest") {
		return
	}
	t.users.Unnested = map[*pg_query.ColumnRef]*providers.UserType{}
	t.EachNode(root, func(n *pg_query.Node) {
		if r := n.GetRangeFunction(); r != nil && len(r.Functions) == 1 && len(r.Coldeflist) == 0 {
			t.unnestRows(n, r, root)
		}
		if s := n.GetSelectStmt(); s != nil {
			t.spellAttributes(s, root)
		}
	})
}

// spellAttributes writes (unnest(…)).* in a select list out.
func (t *translation) spellAttributes(s *pg_query.SelectStmt, root *pg_query.Node) {
	var targets []*pg_query.Node
	for _, n := range s.TargetList {
		x := n.GetResTarget().GetVal().GetAIndirection()
		f := x.GetArg().GetFuncCall()
		var u *providers.UserType
		if _, name := parse.SplitName(f.GetFuncname()); name == "unnest" && len(f.Args) == 1 && x.Indirection[0].GetAStar() != nil {
			u = t.compositeElement(f.Args[0], root)
		}
		if u == nil {
			targets = append(targets, n)
			continue
		}
		for _, field := range u.Fields {
			targets = append(targets, build.Target(build.Field(proto.CloneOf(x.Arg), field.Name), field.Name))
		}
		t.Changed = true
	}
	s.TargetList = targets
}

// unnestRows writes one of these calls, or refuses it where the statement names its row as a whole.
func (t *translation) unnestRows(n *pg_query.Node, r *pg_query.RangeFunction, root *pg_query.Node) {
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	if _, name := parse.SplitName(f.GetFuncname()); name != "unnest" {
		return
	}
	of, found := make([]*providers.UserType, len(f.Args)), false
	for i, a := range f.Args {
		of[i] = t.compositeElement(a, root)
		found = found || of[i] != nil
		if of[i] == nil && t.gathersRows(a, root) {
			t.NoteUnsupported(f.Location, "unnest of rows that array_agg has gathered is not supported")
			return
		}
	}
	if !found {
		return
	}
	alias := r.Alias
	if alias == nil {
		alias = build.Alias("unnest")
	}
	if t.namesRow(root, alias) {
		if r.Ordinality || len(f.Args) > 1 || len(alias.Colnames) > 0 || t.namesStar(root) {
			t.NoteUnsupported(f.Location, "the row of this unnest as a whole is not supported").WithHint("Name its columns.")
			return
		}
		if !t.namesFieldsAlone(root, alias.Aliasname, of[0]) {
			t.keepRows(n, r, alias.Aliasname, of[0])
		}
		return
	}
	if alone := len(f.Args) == 1 && !r.Ordinality && f.Args[0].GetColumnRef() != nil; alone {
		t.unnestInOrder(n, f, alias, of[0])
		return
	}
	const rows = "__elements"
	inner := build.Alias(rows)
	var targets []*pg_query.Node
	for i, u := range of {
		element := fmt.Sprintf("__%d", i+1)
		inner.Colnames = append(inner.Colnames, build.Names(element)...)
		if u == nil {
			targets = append(targets, build.Target(build.Column(rows, element), "unnest"))
			continue
		}
		for _, field := range u.Fields {
			of := build.Column(rows, element)
			t.users.Unnested[of.GetColumnRef()] = u
			targets = append(targets, build.Target(build.Field(of, field.Name), field.Name))
		}
	}
	if r.Ordinality {
		inner.Colnames = append(inner.Colnames, build.Names("ordinality")...)
		targets = append(targets, build.Target(build.Column(rows, "ordinality"), "ordinality"))
	}
	r.Alias = inner
	t.ReplaceNode(n, build.Lateral(build.Select(&pg_query.Node{Node: n.Node}, targets...), alias))
}

// unnestInOrder writes a call over a column of another table as a query that takes the elements apart itself: DuckDB keeps the order of these.
func (t *translation) unnestInOrder(n *pg_query.Node, f *pg_query.FuncCall, alias *pg_query.Alias, u *providers.UserType) {
	var targets []*pg_query.Node
	for _, field := range u.Fields {
		element := &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: proto.CloneOf(f)}}
		targets = append(targets, build.Target(build.Field(element, field.Name), field.Name))
	}
	t.ReplaceNode(n, build.Lateral(build.Select(nil, targets...), alias))
}

// namesFieldsAlone reports whether a statement names a row in FROM for its attributes alone, which are NULL of an element that is NULL too.
func (t *translation) namesFieldsAlone(root *pg_query.Node, name string, u *providers.UserType) bool {
	isRow := func(c *pg_query.ColumnRef) bool {
		return len(c.GetFields()) == 1 && c.Fields[0].GetString_().GetSval() == name
	}
	named, fields := 0, 0
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			if isRow(m) {
				named++
			}
		case *pg_query.A_Indirection:
			if c := m.Arg.GetColumnRef(); isRow(c) && m.Indirection[0].GetString_() != nil {
				t.users.Unnested[c] = u
				fields++
			}
		}
	})
	return named == fields
}

// keepRows writes a call whose rows the statement names as wholes: an element that is NULL is a row of NULLs in FROM.
func (t *translation) keepRows(n *pg_query.Node, r *pg_query.RangeFunction, name string, u *providers.UserType) {
	const rows, element = "__elements", "__1"
	absent := build.Cast(build.Text("("+strings.Repeat(",", len(u.Fields)-1)+")"), &pg_query.TypeName{Names: build.Names(u.Schema, u.Name), Typemod: -1, Location: build.Nowhere})
	value := build.Coalesce(build.Column(rows, element), absent)
	from := &pg_query.Node{Node: n.Node}
	if f := r.Functions[0].GetList().GetItems()[0]; f.GetFuncCall().Args[0].GetColumnRef() != nil { // see unnestInOrder
		from = build.Lateral(build.Select(nil, build.Target(f, element)), build.Alias(rows))
	} else {
		r.Alias = build.Alias(rows, element)
	}
	t.ReplaceNode(n, build.Lateral(build.Select(from, build.Target(value, name)), build.Alias(name)))
}

// compositeElement is the composite type of the elements of an array; nil: they have another type, or the text does not show it.
func (t *translation) compositeElement(n, root *pg_query.Node) *providers.UserType {
	composite := func(u *providers.UserType) *providers.UserType {
		if u == nil || u.Kind != "c" {
			return nil
		}
		return u
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if len(e.TypeCast.TypeName.GetArrayBounds()) > 0 {
			return composite(t.users.TypeNamed(e.TypeCast.TypeName))
		}
	case *pg_query.Node_AArrayExpr:
		for _, x := range e.AArrayExpr.Elements {
			if c := x.GetTypeCast(); c != nil && len(c.TypeName.GetArrayBounds()) == 0 {
				return composite(t.users.TypeNamed(c.TypeName))
			}
		}
	case *pg_query.Node_SubLink:
		if list := e.SubLink.Subselect.GetSelectStmt().GetTargetList(); len(list) == 1 {
			return t.compositeElement(list[0].GetResTarget().GetVal(), root)
		}
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); len(e.FuncCall.Args) > 0 && (name == "array_append" || name == "array_agg" || name == "coalesce") {
			return t.compositeElement(e.FuncCall.Args[0], root)
		}
	case *pg_query.Node_CoalesceExpr:
		return t.compositeElement(e.CoalesceExpr.Args[0], root)
	case *pg_query.Node_ColumnRef:
		return composite(t.elementOfColumn(parse.NameParts(e.ColumnRef.Fields), root))
	}
	return nil
}

// gathersRows reports whether an expression makes an array of the rows of an item of FROM.
func (t *translation) gathersRows(n, root *pg_query.Node) (found bool) {
	var gathered []string
	t.EachMessage(n.ProtoReflect(), func(m any) {
		f, ok := m.(*pg_query.FuncCall)
		if !ok || len(f.Args) != 1 {
			return
		}
		if _, name := parse.SplitName(f.Funcname); name == "array_agg" {
			gathered = append(gathered, parse.NameParts(f.Args[0].GetColumnRef().GetFields())...)
		}
	})
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			found = found || len(gathered) == 1 && parse.AliasOrName(m) == gathered[0]
		case *pg_query.ResTarget:
			u := t.users.TypeNamed(m.Val.GetTypeCast().GetTypeName())
			found = found || len(gathered) > 0 && m.Name == gathered[len(gathered)-1] && u != nil && u.Kind == "c"
		}
	})
	return found
}

// elementOfColumn is the type of users' that the elements of a column have, among the columns of the statement's tables that the name may mean.
func (t *translation) elementOfColumn(parts []string, root *pg_query.Node) (found *providers.UserType) {
	if len(parts) == 0 || t.Env.Columns == nil {
		return nil
	}
	if found = t.elementOfTables(parts, root); found != nil {
		return found
	}
	last := parts[len(parts)-1]
	t.EachMessage(root.ProtoReflect(), func(m any) {
		target, ok := m.(*pg_query.ResTarget)
		if !ok || found != nil {
			return
		}
		if c := target.Val.GetColumnRef(); c != nil && (target.Name == last || trees.LastField(target.Val) == last && target.Name == "") {
			if names := parse.NameParts(c.Fields); len(names) > 0 {
				found = t.elementOfTables(names, root)
			}
		} else if target.Name == last && (target.Val.GetTypeCast() != nil || target.Val.GetAArrayExpr() != nil) {
			found = t.compositeElement(target.Val, root)
		}
	})
	return found
}

// elementOfTables is elementOfColumn of a column of a table.
func (t *translation) elementOfTables(parts []string, root *pg_query.Node) (found *providers.UserType) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		r, ok := m.(*pg_query.RangeVar)
		if !ok || len(parts) > 1 && parse.AliasOrName(r) != parts[len(parts)-2] {
			return
		}
		for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
			if c.Array && c.User != "" && c.Name == parts[len(parts)-1] && found == nil {
				found = t.users.ByID(c.User)
			}
		}
	})
	return found
}

// namesRow reports whether a statement names the row of an item of FROM as a whole.
func (t *translation) namesRow(root *pg_query.Node, alias *pg_query.Alias) (found bool) {
	for _, column := range parse.NameParts(alias.Colnames) {
		if column == alias.Aliasname {
			return false
		}
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if c, ok := m.(*pg_query.ColumnRef); ok && len(c.Fields) == 1 {
			found = found || c.Fields[0].GetString_().GetSval() == alias.Aliasname
		}
	})
	return found
}

// namesStar reports whether a statement has a star.
func (t *translation) namesStar(root *pg_query.Node) (found bool) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if c, ok := m.(*pg_query.ColumnRef); ok {
			found = found || c.Fields[len(c.Fields)-1].GetAStar() != nil
		}
	})
	return found
}
