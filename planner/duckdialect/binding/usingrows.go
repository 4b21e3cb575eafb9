package binding

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The row of an alias of USING is a row of the merged columns. A row that is written has the same columns without their names, so it stands
// for the alias where nothing asks for the names.

// rowOfUsing notes a name that means the row of an alias of USING, with the columns.
func (b *binder) rowOfUsing(ref *pg_query.ColumnRef, it *item, at *level) {
	i := slices.IndexFunc(at.items, func(other *item) bool { return slices.Equal(other.using, it.list) && other.columnsSeen })
	if i < 0 || !it.known || slices.ContainsFunc(it.list, func(name string) bool { return at.hasOther(at.items[i], name) }) {
		b.refuse(ref.Location, "the row of this alias of USING is not supported")
		return
	}
	if b.usingRows == nil {
		b.usingRows = map[*pg_query.ColumnRef][]string{}
	}
	b.usingRows[ref] = it.list
}

// takesRows are the functions that do not ask for the names of a row's columns.
var takesRows = parse.WordSet(`count pg_typeof`)

// writeUsingRows writes the rows of aliases of USING out, and refuses those that may be asked for the names of their columns.
func (b *binder) writeUsingRows(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.ViewStmt, *pg_query.CreateTableAsStmt:
		b.refuse(-1, "the row of an alias of USING in a definition is not supported")
	case *pg_query.Node:
		b.writeUsingField(n)
	case *pg_query.ResTarget:
		if c := trees.WithoutCasts(n.Val).GetColumnRef(); b.usingRows[c] != nil && n.Name == "" {
			n.Name = parse.NameParts(c.Fields)[0]
		}
		b.writeUsingRow(n.Val)
	case *pg_query.TypeCast:
		if _, name := parse.SplitName(n.TypeName.GetNames()); name == "text" && len(n.TypeName.ArrayBounds) == 0 {
			b.writeUsingRow(n.Arg)
		}
	case *pg_query.NullTest:
		b.writeUsingRow(n.Arg)
	case *pg_query.SortBy:
		b.writeUsingRow(n.Node)
	case *pg_query.A_Expr:
		if n.Rexpr.GetRowExpr() != nil && n.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
			b.writeUsingRow(n.Lexpr)
		}
	case *pg_query.FuncCall:
		if _, name := parse.SplitName(n.Funcname); takesRows[name] && len(n.Args) == 1 && !n.AggDistinct {
			b.writeUsingRow(n.Args[0])
		}
	case *pg_query.ColumnRef:
		if b.usingRows[n] != nil {
			b.refuse(n.Location, "this use of the row of an alias of USING is not supported")
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		b.writeUsingRows(child)
		return true
	})
}

// writeUsingRow writes the row out that a name means.
func (b *binder) writeUsingRow(n *pg_query.Node) {
	columns := b.usingRows[n.GetColumnRef()]
	if columns == nil {
		return
	}
	args := make([]*pg_query.Node, len(columns))
	for i, name := range columns {
		args[i] = build.Column(name)
	}
	n.Node, b.result.Changed = build.Row(args...).Node, true
}

// writeUsingField writes the column of such a row out: (j).id is j.id.
func (b *binder) writeUsingField(n *pg_query.Node) {
	x := n.GetAIndirection()
	columns := b.usingRows[x.GetArg().GetColumnRef()]
	if len(columns) == 0 || len(x.Indirection) != 1 {
		return
	}
	if name := x.Indirection[0].GetString_().GetSval(); slices.Contains(columns, name) {
		n.Node, b.result.Changed = build.Column(name).Node, true
	}
}
